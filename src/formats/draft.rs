//! Draft: a record under construction from a foreign text, whose parts have their spans in that
//! text.
//!
//! [`Draft::import`] writes the draft as a text in the notation (an [`Assembly`]) and checks it.
//! The assembly knows from which span of the source each of its parts comes, so that the findings
//! of the check can be moved to the source.

use std::borrow::Cow;
use std::collections::HashMap;
use std::fmt::Write as _;

use pest::Parser;

use super::{Assumptions, KeepFindings as _};
use crate::check::Checked;
use crate::findings::{Finding, sort_by_place};
use crate::games::{Context, GameId};
use crate::notation::{GLYPH_SIGNS, Grammar, Outcome, Record, RecordWriter, Rule, quoted};
use crate::replay::Timeline;
use crate::text::{SourceText, Span};

/// Game that was read from a foreign text.
#[derive(Debug)]
pub struct Imported {
    /// Text of the record, in canonical form if the record is valid; empty if there is no record.
    pub text: String,
    /// Findings on the source, with spans into it.
    pub findings: Vec<Finding>,
    /// The checked record; `None` if there is no record. Its findings differ from the findings on
    /// the source.
    pub checked: Option<Checked>,
}

/// Record under construction.
#[derive(Clone, Debug, Default)]
pub(super) struct Draft {
    /// Tags in the order of the source. `Game` need not come first.
    pub tags: Vec<DraftTag>,
    /// Line comments (`#`) before tags, each with the index of its tag in `tags`.
    pub tag_hashes: Vec<(usize, String)>,
    /// Main line, whose turns can have variations.
    pub line: DraftLine,
    /// Result after the movetext, with its span; `None` for the result that follows from the rules.
    pub result: Option<(String, Span)>,
    /// Comments after the result.
    pub closing: Vec<DraftItem>,
    /// Findings made while reading the source.
    pub findings: Vec<Finding>,
    /// Context for finding the deck.
    pub context: Context,
}

/// Tag of a draft.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) struct DraftTag {
    pub name: String,
    pub value: String,
    /// Span of the value in the source; empty for a tag that the source does not spell out.
    pub span: Span,
}

/// Line of a draft: the main line or a variation.
#[derive(Clone, Debug, Default)]
pub(super) struct DraftLine {
    /// Items before the first turn.
    pub opening: Vec<DraftItem>,
    /// Turns in the order of play.
    pub turns: Vec<DraftTurn>,
}

/// Turn of a draft, with what the source says about it.
#[derive(Clone, Debug, Default)]
pub(super) struct DraftTurn {
    /// The turn in the notation. A text that would not stay one turn there is replaced by an
    /// unreadable turn.
    pub text: String,
    /// Span in the source.
    pub span: Span,
    /// Glyph such as `!`; may be empty.
    pub suffix: String,
    /// Glyphs written `$0` to `$255`.
    pub glyphs: Vec<u8>,
    /// Items after the turn.
    pub after: Vec<DraftItem>,
}

/// Item between turns.
#[derive(Clone, Debug)]
pub(super) enum DraftItem {
    /// Comment as written between the braces of the notation, with its escapes and commands.
    Written(String),
    /// Plain comment. Characters with a meaning in the notation are escaped.
    Comment(String),
    /// Line comment, including the `#`.
    Hash(String),
    /// Variation that replaces the turn before it.
    Variation(DraftLine),
}

impl Imported {
    /// Returns the number of legal turns of the main line.
    pub fn turns(&self) -> u32 {
        self.checked
            .as_ref()
            .map_or(0, |checked| checked.report.turns)
    }

    /// Creates the result for a part of the source that cannot become a record.
    pub(crate) fn refused(mut findings: Vec<Finding>) -> Self {
        findings.limit();
        Self {
            text: String::new(),
            findings,
            checked: None,
        }
    }
}

impl Draft {
    /// Returns the value of a tag.
    pub(super) fn tag(&self, name: &str) -> Option<&str> {
        self.tags
            .iter()
            .find(|tag| tag.name == name)
            .map(|tag| tag.value.as_str())
    }

    /// Adds a tag whose value is at `span` in the source; the span is empty for a tag that the
    /// source does not spell out.
    pub(super) fn add_tag(
        &mut self,
        name: impl Into<String>,
        value: impl Into<String>,
        span: Span,
    ) {
        self.tags.push(DraftTag {
            name: name.into(),
            value: value.into(),
            span,
        });
    }

    /// Sets a tag that the source does not spell out, unless the record has a tag with that name.
    pub(super) fn assume(&mut self, name: &str, value: impl Into<String>) {
        if self.tag(name).is_none() {
            self.add_tag(name, value, Span::default());
        }
    }

    /// Sets the options that the caller knows, unless the source gives any.
    pub(super) fn assume_options(&mut self, assumptions: &Assumptions) {
        if let Some(options) = &assumptions.options {
            self.assume("Options", options.as_str());
        }
    }

    /// Returns the indices of the tags, `Game` first.
    fn tag_order(&self) -> Vec<usize> {
        let (game, others): (Vec<_>, Vec<_>) =
            (0..self.tags.len()).partition(|&index| self.tags[index].name == "Game");
        game.into_iter().chain(others).collect()
    }

    /// Returns the line comments before each tag, by index, one per line.
    fn hashes(&self) -> HashMap<usize, String> {
        let mut hashes: HashMap<usize, String> = HashMap::new();
        for (index, text) in &self.tag_hashes {
            hashes
                .entry(*index)
                .or_default()
                .extend([first_line(text), "\n"]);
        }
        hashes
    }

    /// Replays the draft. The findings of the timeline have only their code and place.
    pub(super) fn timeline(&self) -> Option<Timeline> {
        Timeline::in_brief(Record::parse_str(&self.assemble("*").text), &self.context).ok()
    }

    /// Builds and checks the record, and moves its findings to the source.
    pub(super) fn import(mut self, source: &SourceText) -> Imported {
        if self.result.is_none() && self.tag("Result").is_none() {
            self.add_result_by_rules();
        }
        let assembly = self.assemble(&self.result_for_movetext());
        let checked = Checked::in_full(Record::parse_str(&assembly.text), &self.context);

        let comments_before_record = self
            .tag_order()
            .first()
            .and_then(|index| self.hashes().remove(index))
            .unwrap_or_default();
        let text = comments_before_record + &canonical_text(&checked, &assembly.text);

        let mut findings = self.findings;
        for finding in &checked.report.findings {
            findings.push(assembly.finding_in_source(finding));
        }
        sort_by_place(&mut findings);
        findings.limit();
        debug_assert!(
            findings
                .iter()
                .all(|finding| finding.span.end as usize <= source.text().len())
        );

        Imported {
            text,
            findings,
            checked: Some(checked),
        }
    }

    /// Adds the tag `Result` with the result that follows from the turns by the rules.
    fn add_result_by_rules(&mut self) {
        let record = Record::parse_str(&self.assemble("*").text);
        let standing = record
            .game()
            .and_then(|game| game.standing_of(&record, &self.context));
        let result = standing.map_or(Outcome::Open, Outcome::Decided).to_string();
        self.add_tag("Result", result, Span::default());
    }

    /// Returns the result that the tag `Result` gives. An invalid value is reported at the tag, so
    /// that the movetext ends with `*`.
    fn result_for_movetext(&self) -> String {
        self.tag("Result")
            .filter(|result| Outcome::parse(result).is_some())
            .unwrap_or("*")
            .to_owned()
    }

    /// Returns the text of the record, with `result` after its turns if the source does not give a
    /// result there. The line comments before the first tag are left out: they go before the
    /// record.
    fn assemble(&self, result: &str) -> Assembly {
        let mut out = Assembly::default();
        let hashes = self.hashes();
        for (place, index) in self.tag_order().into_iter().enumerate() {
            if place > 0
                && let Some(hashes) = hashes.get(&index)
            {
                out.text.push_str(hashes);
            }
            assemble_tag(&self.tags[index], &mut out);
        }
        out.text.push('\n');

        assemble_line(&self.line, &mut out);
        match &self.result {
            Some((result, span)) => out.push_part(result, *span),
            None => out.text.push_str(result),
        }
        out.text.push('\n');

        for item in &self.closing {
            assemble_item(item, &mut out);
        }
        out
    }
}

/// Text of a draft in the notation, with the origin of each part.
#[derive(Default)]
struct Assembly {
    text: String,
    /// Parts of the text that come from the source, in order.
    parts: Vec<AssembledPart>,
}

/// Part of an assembly.
struct AssembledPart {
    /// Place in the text of the assembly.
    range: std::ops::Range<usize>,
    /// Span in the source. Its length differs from that of the range if the part is written
    /// differently there.
    source: Span,
}

impl Assembly {
    /// Appends a text that comes from a span of the source.
    fn push_part(&mut self, text: &str, source: Span) {
        let start = self.text.len();
        self.text.push_str(text);
        let range = start..self.text.len();
        self.parts.push(AssembledPart { range, source });
    }

    /// Returns a finding on the text with its spans in the source; at its start if they come from
    /// no part.
    fn finding_in_source(&self, finding: &Finding) -> Finding {
        let in_source = |span: Span| self.origin(span).unwrap_or_default();
        let mut finding = finding.clone();
        finding.span = in_source(finding.span);
        for related in &mut finding.related {
            related.span = in_source(related.span);
        }
        finding
    }

    /// Maps a span of the text to the source: exactly within a part of equal length, otherwise to
    /// the whole part that the span touches first. Returns `None` if it touches no part.
    fn origin(&self, span: Span) -> Option<Span> {
        let start = span.start as usize;
        let end = start + span.len();

        // The first part that does not end before the span.
        let index = self.parts.partition_point(|part| part.range.end <= start);
        let AssembledPart { range, source } = self.parts.get(index)?;
        let is_before_part = end < range.start || (span.is_empty() && start < range.start);
        if is_before_part {
            return None;
        }

        let is_within_part = range.start <= start && end <= range.end;
        if is_within_part && range.len() == source.len() {
            return Some(source.within(&(start - range.start..end - range.start)));
        }
        Some(*source)
    }
}

fn assemble_tag(tag: &DraftTag, out: &mut Assembly) {
    let DraftTag { name, value, span } = tag;
    let _ = write!(out.text, "[{name} \"");
    // The quotation marks are not in the span.
    let with_marks = quoted(value);
    out.push_part(&with_marks[1..with_marks.len() - 1], *span);
    out.text.push_str("\"]\n");
}

fn assemble_line(line: &DraftLine, out: &mut Assembly) {
    for item in &line.opening {
        assemble_item(item, out);
    }
    for turn in &line.turns {
        assemble_turn(turn, out);
        for item in &turn.after {
            assemble_item(item, out);
        }
    }
}

fn assemble_turn(turn: &DraftTurn, out: &mut Assembly) {
    let (text, suffix) = if turn.suffix.is_empty() {
        without_suffix(&turn.text)
    } else {
        (&*turn.text, &*turn.suffix)
    };

    // If the source has the turn as in the notation, errors can be mapped to its letters.
    let is_verbatim = turn.span.len() == turn.text.len();
    let span = if is_verbatim {
        turn.span.within(&(0..text.len()))
    } else {
        turn.span
    };
    let token = one_token(text);
    out.push_part(&token, span);
    out.text.push_str(suffix);
    for glyph in &turn.glyphs {
        let _ = write!(out.text, " ${glyph}");
    }

    // A comment keeps the turn readable as it is in the source.
    if *token != *text && !text.is_empty() {
        let _ = write!(out.text, " {}", comment_text(text));
    }
    out.text.push('\n');
}

fn assemble_item(item: &DraftItem, out: &mut Assembly) {
    match item {
        // A line that begins with a tag `Game` would begin another record, even within a comment.
        DraftItem::Written(text) => out
            .text
            .push_str(&text.replace("\n[Game \"", "\n [Game \"")),
        DraftItem::Comment(words) => out.text.push_str(&comment_text(words)),
        DraftItem::Hash(text) => out.text.push_str(first_line(text)),
        DraftItem::Variation(line) => {
            out.text.push_str("(\n");
            assemble_line(line, out);
            out.text.push(')');
        }
    }
    out.text.push('\n');
}

/// Returns a plain text as a comment in the notation, including the braces.
pub(super) fn comment_text(plain: &str) -> String {
    let mut text = String::from("{");
    for character in plain.replace("\r\n", "\n").replace('\r', "\n").chars() {
        if matches!(character, '{' | '}' | '[' | '\\') {
            text.push('\\');
        }
        text.push(character);
    }
    text.push('}');
    text
}

/// Returns the first line of a text: a line comment ends with its line.
fn first_line(text: &str) -> &str {
    text.lines().next().unwrap_or_default()
}

/// Returns a turn without the sign of a glyph at its end, such as `!?`, and that sign.
fn without_suffix(turn: &str) -> (&str, &str) {
    let (text, sign) = turn.split_at(turn.trim_end_matches(['!', '?']).len());
    if text.is_empty() || !GLYPH_SIGNS.contains(&sign) {
        (turn, "")
    } else {
        (text, sign)
    }
}

/// Returns a turn as a single token: each byte that would begin or end another token becomes `_`.
///
/// The text remains one (unreadable) turn, and its spans still fit the source.
fn one_token(turn: &str) -> Cow<'_, str> {
    let can_begin = |character: char| character == '*' || character.is_ascii_alphanumeric();
    let ends_token = |character: char| {
        character.is_whitespace() || character.is_control() || "[]{}()$#!?.".contains(character)
    };
    // `o-1` resembles a result; `o5` is a point.
    let is_result =
        Outcome::parse(turn).is_some() || Grammar::parse(Rule::result_mistake, turn).is_ok();
    let is_one_token = turn.starts_with(can_begin) && !turn.contains(ends_token) && !is_result;
    if is_one_token || is_turn_token(turn) {
        return Cow::Borrowed(turn);
    }

    let mut token = String::with_capacity(turn.len());
    for (offset, character) in turn.char_indices() {
        let is_bad_start = offset == 0 && (is_result || !can_begin(character));
        if is_bad_start || ends_token(character) {
            token.extend(std::iter::repeat_n('_', character.len_utf8()));
        } else {
            token.push(character);
        }
    }
    if token.is_empty() {
        token.push('_');
    }
    Cow::Owned(token)
}

/// Returns true if the notation reads the text as one turn, valid or not.
fn is_turn_token(text: &str) -> bool {
    let record = Record::parse_str(&format!("[Game \"\"]\n{text}\n"));
    let [turn] = record.moves.turns.as_slice() else {
        return false;
    };
    let is_only_content =
        record.findings.is_empty() && record.result.is_none() && turn.number_span.is_none();
    is_only_content && turn.suffix.is_none() && record.text_of(turn.text) == text
}

/// Returns the text of an assembled record: in canonical form if it is valid, otherwise in its
/// layout, with the turns from the first illegal one on as they are in the source.
fn canonical_text(checked: &Checked, assembled: &str) -> String {
    if let Ok(Ok(canonical)) = checked.timeline().map(Timeline::canonical) {
        return canonical;
    }
    if checked.record().has_syntax_errors() {
        return assembled.to_owned();
    }
    checked
        .timeline()
        .ok()
        .and_then(Timeline::converted)
        .unwrap_or_else(|| {
            let own_tags = checked.game.map(GameId::tags).unwrap_or_default();
            RecordWriter::plain(checked.record(), own_tags).write()
        })
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn comments_keep_their_text() {
        for words in ["plain", "a {b} [%circle c3] \\ c", "two\nlines"] {
            let written = comment_text(words);
            let text = format!("[Game \"gipf\"]\n[Variant \"basic\"]\n\n1. b3 {written} *\n");
            let record = Record::parse_str(&text);
            assert!(record.findings.is_empty(), "{written}");
            let comment = record.moves.turns[0].comments().next().unwrap();
            assert_eq!(
                (comment.text(&record).as_str(), comment.commands.len()),
                (words, 0)
            );
        }
    }

    #[test]
    fn findings_point_into_the_source() {
        let source = SourceText::new("first b3, then z9".to_owned(), 0, 1);
        let turn = |text: &str, start: usize| DraftTurn {
            text: text.into(),
            span: Span::new(start, start + text.len()),
            ..DraftTurn::default()
        };
        let line = DraftLine {
            opening: Vec::new(),
            turns: vec![turn("b3", 6), turn("z9", 15)],
        };
        let mut draft = Draft {
            line,
            ..Draft::default()
        };
        draft.assume("Game", "gipf");
        draft.assume("Variant", "basic");
        let imported = draft.import(&source);
        let spans: Vec<_> = imported
            .findings
            .iter()
            .map(|finding| source.text_of(finding.span))
            .collect();
        assert_eq!(spans, ["z9"]);
    }
}
