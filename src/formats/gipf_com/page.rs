//! Splits a page into games: turns, and the text around them as tags and comments.
//!
//! A page may hold several games, with headings and prose around them. [`split_games`] takes it
//! paragraph by paragraph. The [`Outline`] of a paragraph shows whether it begins another game;
//! text after turns waits until the next paragraph shows which game it belongs to. [`Line::kind`]
//! then tells the turns of a line from its text.

use super::headings::tags_of;
use super::lines::{Line, LineKind, Word, paragraphs};
use super::outline::Outline;
use super::turn_number_check::{self, RowNumber};
use super::webgipf::coloured_push;
use super::worded_result::WordedResult;
use super::{ForeignGame, ForeignTurn, Rule};
use crate::findings::Finding;
use crate::formats::KeepFindings as _;
use crate::formats::{DraftTag, codes};
use crate::games::gipf::Colour;
use crate::notation::{GLYPH_SIGNS, Termination, glyph_suffix, shorten};
use crate::text::{SourceText, Span};

/// Reads the games of a text.
pub(super) fn split_games(source: &SourceText) -> Vec<ForeignGame> {
    let text = source.text();
    let mut reader = PageReader {
        source,
        games: vec![ForeignGame::default()],
        before: Outline::default(),
        waiting: Vec::new(),
        is_after_text: false,
    };
    for lines in paragraphs(text) {
        reader.read_paragraph(lines);
    }
    reader.read_waiting();

    let mut games = reader.games;
    for game in &mut games {
        // In the form in which pushes name their colour, removals are separate words.
        if game.turns.iter().all(|turn| turn.colour.is_none()) {
            for finding in turn_number_check::compare_with_turns(&game.numbers, game.turns.len()) {
                game.findings.keep(finding);
            }
        }
        if let Some(finding) = game.finding_on_comments(source) {
            game.findings.keep(finding);
        }
    }

    games.retain(|game| !game.turns.is_empty() || !game.findings.is_empty());
    games
}

/// Returns the length of the number at the start of a turn of Black: digits with several full stops
/// after them, `1...`; 0 for other words.
fn length_of_number(word: &str) -> usize {
    let after_digits = word.trim_start_matches(|sign: char| sign.is_ascii_digit());
    let rest = after_digits.trim_start_matches(['.', '…']);
    let stops = &after_digits[..after_digits.len() - rest.len()];
    let is_number = after_digits.len() < word.len() && stops.len() > 1;
    if is_number {
        word.len() - rest.len()
    } else {
        0
    }
}

/// Returns the finding on a list of turns that may be the turns of Black in the game before it.
fn list_of_one_seat(first: Span) -> Finding {
    Finding::new(
        &codes::ASSUMED,
        first,
        "These turns are read as another game; they may be Black's turns.",
    )
    .with_help(
        "Write the turns of both seats in their order, or a heading or result between two games.",
    )
}

/// Reads the paragraphs of a page.
struct PageReader<'a> {
    source: &'a SourceText,
    games: Vec<ForeignGame>,
    /// Outline of the paragraph before the current one.
    before: Outline,
    /// Text after turns; the next paragraph decides which game it belongs to.
    waiting: Vec<Line<'a>>,
    /// True if the previous line was text of the same paragraph.
    is_after_text: bool,
}

impl<'a> PageReader<'a> {
    /// Reads a paragraph, which may begin another game.
    fn read_paragraph(&mut self, lines: Vec<Line<'a>>) {
        let outline = Outline::new(&lines, self.source.text());
        let before = std::mem::replace(&mut self.before, outline);
        let has_turns = self.games.last().is_some_and(|game| !game.turns.is_empty());
        if outline.is_heading {
            self.read_waiting();
        }

        // After text, the number decides whether the game continues.
        if has_turns && outline.begins() {
            let mut game = ForeignGame::default();
            if outline.may_answer(before)
                && let Some(first) = lines.first()
            {
                game.findings.keep(list_of_one_seat(first.span(0..1)));
            }
            self.games.push(game);
        }
        if outline.has_turns {
            self.read_waiting();
        }

        // The next paragraph decides which game text after turns belongs to.
        let is_text = !outline.has_turns;
        let begins_waiting = is_text && !outline.is_heading && before.has_turns;
        for line in lines {
            if begins_waiting || (is_text && !self.waiting.is_empty()) {
                self.waiting.push(line);
            } else {
                self.read_line(&line);
            }
        }
        self.is_after_text = false;
    }

    /// Adds the waiting lines to the game before them.
    fn read_waiting(&mut self) {
        self.is_after_text = false;
        for line in std::mem::take(&mut self.waiting) {
            self.read_line(&line);
        }
        self.is_after_text = false;
    }

    /// Adds a line to the last game: as tags, turns, a result or a comment.
    fn read_line(&mut self, line: &Line<'a>) {
        let is_continued = std::mem::take(&mut self.is_after_text);
        let kind = line.kind(self.source.text());
        let span = line.span(0..line.words.len());
        let text = self.source.text_of(span);
        let Some(game) = self.games.last_mut() else {
            return;
        };

        // A date has no words of prose.
        let has_result = line
            .words
            .iter()
            .any(|word| word.rule == Some(Rule::outcome));
        let may_be_heading = match kind {
            LineKind::Prose => true,
            LineKind::Comments => false,
            LineKind::Heads | LineKind::Turns(_) => !has_result,
        };
        if game.turns.is_empty()
            && may_be_heading
            && let Some(tags) = tags_of(text)
            && game.has_none_of(&tags)
        {
            for (name, value) in tags {
                game.tags.push(DraftTag { name, value, span });
            }
            return;
        }

        match kind {
            LineKind::Heads => {}
            LineKind::Comments => game.read_words(&line.words, self.source),
            LineKind::Prose => match WordedResult::read(text) {
                Some(result) if !game.turns.is_empty() => game.conclude(result, span, self.source),
                _ => {
                    game.keep_text(text, is_continued);
                    self.is_after_text = true;
                }
            },
            LineKind::Turns(turns) => {
                game.read_words(&line.words[..turns], self.source);
                let rest = line.span(turns..line.words.len());
                let text = self.source.text_of(rest);
                match WordedResult::read(text) {
                    Some(result) => game.conclude(result, rest, self.source),
                    None if turns < line.words.len() => game.keep_text(text, false),
                    None => {}
                }
            }
        }
    }
}

impl ForeignGame {
    /// Returns true if the game has no tags with these names.
    fn has_none_of(&self, tags: &[(String, String)]) -> bool {
        tags.iter()
            .all(|(name, _)| self.tags.iter().all(|tag| tag.name != *name))
    }

    /// Keeps a line of text in its place. A continued line is appended to the previous comment.
    fn keep_text(&mut self, text: &str, is_continued: bool) {
        let comments = match self.turns.last_mut() {
            Some(turn) => &mut turn.after,
            None => &mut self.opening,
        };
        match comments.last_mut() {
            Some(comment) if is_continued => {
                comment.push('\n');
                comment.push_str(text);
            }
            _ => comments.push(text.to_owned()),
        }
    }

    /// Reads the turns and comments of a line. A glyph belongs to the turn before it; if it is the
    /// only word on a line, it takes the place of a turn.
    fn read_words(&mut self, words: &[Word<'_>], source: &SourceText) {
        for (index, word) in words.iter().enumerate() {
            match word.rule {
                None if word.text.starts_with('(') => self.keep_as_comment(word),
                None => {
                    let text = word
                        .text
                        .strip_prefix('{')
                        .and_then(|text| text.strip_suffix('}'))
                        .unwrap_or_default();
                    if !text.trim().is_empty() {
                        self.keep_text(text.trim(), false);
                    }
                }
                // The opening parenthesis before the word has been reported already.
                Some(Rule::round) if index > 0 && words[index - 1].rule == Some(Rule::unknown) => {}
                Some(Rule::turn) if index > 0 && GLYPH_SIGNS.contains(&word.text) => {
                    self.add_glyph(word.text);
                }
                Some(Rule::turn) if word.text.starts_with('$') => self.read_numbered_glyph(word),
                Some(rule) => self.read_word(rule, word, source),
            }
        }
    }

    /// Keeps a part of the source that the format does not have as a comment.
    fn keep_as_comment(&mut self, word: &Word<'_>) {
        self.kept_as_comments.push(word.span);
        self.keep_text(word.text, false);
    }

    /// Reads a glyph of PGN such as `$2`. One that has no sign is kept as a comment.
    fn read_numbered_glyph(&mut self, word: &Word<'_>) {
        let number = word.text.trim_start_matches('$').parse::<u8>().ok();
        match number.and_then(glyph_suffix) {
            Some(sign) if !self.turns.is_empty() => self.add_glyph(sign),
            _ => self.keep_as_comment(word),
        }
    }

    /// Returns the finding on the parts that are kept as comments.
    fn finding_on_comments(&self, source: &SourceText) -> Option<Finding> {
        let (first, others) = self.kept_as_comments.split_first()?;
        let text = shorten(source.text_of(*first));
        let message = match others.len() {
            0 => format!("`{text}` is kept as a comment."),
            1 => format!("`{text}` and another part are kept as comments."),
            count => format!("`{text}` and {count} other parts are kept as comments."),
        };
        let help = "This format has no variations and no numbered glyphs.";
        Some(Finding::new(&codes::LEFT_OUT, *first, message).with_help(help))
    }

    /// Reads a word: a turn, or what may stand between turns.
    fn read_word(&mut self, rule: Rule, word: &Word<'_>, source: &SourceText) {
        let span = word.span;
        match rule {
            Rule::turn if word.is_ruling() => {}
            Rule::turn if length_of_number(word.text) > 0 => self.read_numbered_turn(word, source),
            Rule::turn => {
                self.close_outcome(source);
                let turn = match coloured_push(word.text) {
                    Some((colour, text)) => ForeignTurn {
                        colour: Some(colour),
                        ..ForeignTurn::new(&text, span)
                    },
                    None => ForeignTurn::new(word.text, span),
                };
                self.turns.push(turn);
            }
            Rule::reserve => self.read_reserve(word.text, span),
            Rule::outcome => {
                let result = word.text.replace('½', "1/2");
                if !self.has_outcome(&result) {
                    self.close_outcome(source);
                    self.outcome = Some((result, span));
                }
            }
            Rule::round => self
                .numbers
                .push(RowNumber::parse(word.text, self.turns.len(), span)),
            Rule::unknown => {
                let finding =
                    Finding::new(&codes::TOKEN, span, "This is neither a turn nor a reserve.")
                        .with_help("A turn is written `a2-c4`, the reserve after it `(12)`.");
                self.findings.keep(finding);
            }
            _ => {}
        }
    }

    /// Reads a number before a turn of Black, `1...`, with the turn if no space comes before it.
    fn read_numbered_turn(&mut self, word: &Word<'_>, source: &SourceText) {
        let (number, turn) = word.text.split_at(length_of_number(word.text));
        let start = word.span.start as usize;
        let border = start + number.len();
        let digits = number.trim_end_matches(['.', '…']);
        let number_span = Span::new(start, border);
        self.numbers
            .push(RowNumber::parse(digits, self.turns.len(), number_span));
        if turn.is_empty() {
            return;
        }

        let turn = Word {
            rule: word.rule,
            text: turn,
            span: Span::new(border, word.span.end as usize),
        };
        self.read_word(Rule::turn, &turn, source);
    }

    /// Reads the reserve after a turn: `(12)`.
    fn read_reserve(&mut self, text: &str, span: Span) {
        let count = text.trim_matches(['(', ')', ' ']).parse().ok();
        match (count, self.turns.last_mut()) {
            (Some(count), Some(turn)) if turn.reserve.is_none() => {
                turn.reserve = Some((count, span));
            }
            _ => {
                let message = "This reserve does not belong to any turn.";
                self.findings
                    .keep(Finding::new(&codes::TOKEN, span, message));
            }
        }
    }

    /// Adds a sign such as `!?` that is separated from its turn.
    fn add_glyph(&mut self, sign: &str) {
        match self.turns.last_mut() {
            Some(turn) if !turn.text.ends_with(['!', '?']) => turn.text.push_str(sign),
            _ => self.keep_text(sign, false),
        }
    }

    /// Returns true if this is the result that the game has already.
    fn has_outcome(&self, result: &str) -> bool {
        self.outcome
            .as_ref()
            .is_some_and(|(known, _)| known == result)
    }

    /// Applies a result given in words.
    fn conclude(&mut self, worded: WordedResult, span: Span, source: &SourceText) {
        let to_move = if self.turns.len().is_multiple_of(2) {
            Colour::White
        } else {
            Colour::Black
        };
        let result = worded.result();
        if self.outcome.is_some() && !self.has_outcome(result) {
            self.close_outcome(source);
        }
        if worded.is_resignation && worded.winner == Some(to_move.other()) {
            // The seat to move resigns, which is a turn.
            self.turns.push(ForeignTurn::new("resign", span));
            return;
        }

        self.outcome = Some((result.to_owned(), span));
        self.termination = worded.reason.and_then(|reason| {
            let (name, _) = Termination::ALL
                .iter()
                .find(|(_, known)| *known == reason)?;
            Some((*name, span))
        });
    }

    /// Handles a result with something after it: it is in the place of a turn.
    fn close_outcome(&mut self, source: &SourceText) {
        self.termination = None;
        if let Some((_, span)) = self.outcome.take() {
            self.turns
                .push(ForeignTurn::new(source.text_of(span), span));
        }
    }
}
