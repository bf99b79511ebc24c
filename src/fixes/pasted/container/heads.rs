//! Heads of texts: lines with a label and a value before the turns, such as `White: Ann` and
//! `From: Ann`.
//!
//! Heads of games and heads of mails have the same form. If a label is the name of a tag or a seat,
//! the line becomes a tag. Other labels, in any language, are those of a mail. Their lines become
//! comments, because the labels would otherwise be taken for the names of speakers. Speakers say
//! turns, and their names come again, so a block of lines with speakers is not a head.

use std::collections::{HashMap, HashSet};

use super::super::mapped_text::{Cut, Peel};
use super::super::movetext::{
    begins_with_number, has_place, is_begun_turn, is_count, is_turn, letters, start_of_movetext,
    without_number, without_punctuation,
};
use super::super::words::is_keyword;
use super::foreign_tags::{MAX_GAP, MAX_LINES, has_words, is_date};
use super::{ContainerCuts, lines_of};
use crate::fixes::tag_names::tag_named;
use crate::games::GameId;
use crate::notation::{Outcome, likely_date};

/// The number of words of the longest label.
const WORDS_OF_LABEL: usize = 2;
/// The minimum number of pairs of a head.
const MIN_PAIRS: usize = 2;
/// The minimum number of labels that come again in the head of a quoted mail. Two are speakers.
const MIN_REPEATED_PAIRS: usize = 3;
/// Signs between two pairs of a line.
const BETWEEN_PAIRS: [char; 10] = [' ', '\t', ',', ';', '/', '|', '·', '-', '–', '—'];

/// A label and its value: `White: Ann`.
struct Pair<'t> {
    /// The label in small letters.
    label: String,
    /// The name of the tag that the label means.
    tag: Option<String>,
    /// The place of the label in the text.
    start: usize,
    /// The place of the value in the text.
    value_start: usize,
    value: &'t str,
}

impl<'t> Pair<'t> {
    /// Reads the pair at the start of a text, which is at byte `start` of the whole text.
    fn new(start: usize, text: &'t str) -> Option<Self> {
        let inside = text.trim_start_matches([' ', '\t']);
        // Programs for mails write labels in bold type: `*From:* Ann`, `**From**: Ann`.
        let bare = inside.trim_start_matches(['*', '_']);
        let marks = &inside[..inside.len() - bare.len()];
        let (label, rest) = bare.split_at(bare.find([':', '：'])?);
        let label = label.trim_end_matches([' ', '*', '_']);
        let colon = rest.chars().next()?;
        let after = &rest[colon.len_utf8()..];
        let after = after.strip_prefix(marks).unwrap_or(after);

        // A time, an address or a turn may have a colon inside.
        let is_apart = after.is_empty() || after.starts_with(char::is_whitespace);
        if !(is_apart || colon == '：') || !is_label(label) {
            return None;
        }
        let value = after.trim_start();
        Some(Self {
            label: label.to_lowercase(),
            tag: tag_of(label),
            start: start + text.len() - inside.len(),
            value_start: start + text.len() - value.len(),
            value: value.trim_end(),
        })
    }

    /// Separates the next pair of the line from the value of this one. Both must be tags: the value
    /// of `Subject: GIPF: the final` is one text.
    fn take_next(&mut self) -> Option<Self> {
        self.tag.as_ref()?;
        let (value, rest) = self.value.split_at(start_of_tag(self.value)?);
        let next = Self::new(self.value_start + value.len(), rest)?;
        self.value = value.trim_end_matches(BETWEEN_PAIRS);
        Some(next)
    }

    /// Returns true if the label is the name of a tag. Mails have dates too.
    fn is_of_game(&self) -> bool {
        self.tag.as_ref().is_some_and(|name| name != "Date")
    }

    /// Returns the place after the value.
    fn end(&self) -> usize {
        self.value_start + self.value.len()
    }

    /// Returns the tag in the notation; `None` if the label is not the name of a tag, or if the
    /// value cannot be one.
    fn tag_in_notation(&self) -> Option<(&str, String)> {
        let value = self.value;
        if value.is_empty() || value.contains(['"', '\\', '{', '}', '[']) {
            return None;
        }
        let has_digit = value.contains(|sign: char| sign.is_ascii_digit());
        let written = value.to_owned();
        match self.tag.as_deref()? {
            // `foreign_tags.rs` reads heads that name their game.
            "Game" => None,
            "Score" if Outcome::parse(value).is_some() => Some(("Result", written)),
            "Score" | "Players" | "Size" | "Rules" if !has_digit => None,
            "Date" if !is_date(value) => Some(("Date", likely_date(value)?)),
            name => Some((name, written)),
        }
    }
}

/// Returns true if a text may be a label: one or two words, and not a turn.
fn is_label(text: &str) -> bool {
    let is_of_label = |sign: char| sign.is_alphanumeric() || " -_'’".contains(sign);
    text.starts_with(char::is_alphabetic)
        && text.chars().all(is_of_label)
        && text.split_whitespace().count() <= WORDS_OF_LABEL
        && !is_turn_word(text)
}

/// Returns the name of the tag that a label means. A label may have two words: `Player 1`.
fn tag_of(label: &str) -> Option<String> {
    tag_named(&label.split_whitespace().collect::<String>())
}

/// Returns the place of the first name of a tag inside a value, which is before a colon.
fn start_of_tag(value: &str) -> Option<usize> {
    let mut offset = 0;
    let mut start_of_last = None;
    for part in value.split_inclusive(char::is_whitespace) {
        let word = part.trim_end();
        if let Some(last) = start_of_last
            && let Some(label) = word.strip_suffix(':')
        {
            if tag_of(&value[last..offset + label.len()]).is_some() {
                return Some(last);
            }
            if tag_of(label).is_some() {
                return Some(offset);
            }
        }
        if !word.is_empty() {
            start_of_last = Some(offset);
        }
        offset += part.len();
    }
    None
}

/// Returns true if a word is a turn of any game, with or without its number, or begins as one.
fn is_turn_word(word: &str) -> bool {
    let bare = without_punctuation(without_number(word));
    let has_place = has_place(bare);
    // Turns are often written with capitals.
    let small = bare.to_lowercase();
    let is_turn_of = |game: GameId| {
        (has_place && (is_turn(game, bare) || is_turn(game, &small))) || is_begun_turn(game, bare)
    };
    GameId::ALL.into_iter().any(is_turn_of)
}

/// Returns true if one of the words of a text is a turn.
fn has_turn(text: &str) -> bool {
    text.split_whitespace().any(is_turn_word)
}

/// Returns true if a value is a turn, or begins with one, also after a number: `Ann: 1. b3`,
/// `Ann: I take`.
fn begins_with_turn(value: &str) -> bool {
    let is_keyword_of = |game: GameId| is_keyword(game, value);
    value.split_whitespace().take(2).any(is_turn_word) || GameId::ALL.into_iter().any(is_keyword_of)
}

/// A line of a text without its end.
struct HeadLine<'t> {
    start: usize,
    line: &'t str,
    /// The pair that the line is.
    pair: Option<Pair<'t>>,
}

impl HeadLine<'_> {
    fn is_blank(&self) -> bool {
        self.line.trim().is_empty() || self.line.starts_with('#')
    }

    /// Returns true if the line continues the value of the line before it.
    fn is_continuation(&self) -> bool {
        self.line.starts_with([' ', '\t'])
    }

    /// Returns true for a line such as `-----Original Message-----`.
    fn is_border(&self) -> bool {
        ["--", "__", "=="]
            .iter()
            .any(|sign| self.line.starts_with(sign))
    }

    /// Returns the cut that makes the line a comment.
    fn comment(&self) -> Option<Cut> {
        has_words(self.line).then(|| Cut::new(self.start, self.start, "# ", Peel::Talk))
    }
}

/// A line that states a tag of the game.
struct StatedTag<'h, 't> {
    /// The index of the line.
    index: usize,
    pair: &'h Pair<'t>,
    name: &'h str,
    value: String,
}

/// How often a label occurs, and what follows it.
#[derive(Default)]
struct Occurrences {
    count: usize,
    has_turn: bool,
    begins_turn: bool,
}

/// The lines of a text after its tags, and who speaks in them.
struct Heads<'t> {
    lines: Vec<HeadLine<'t>>,
    /// The text before the lines, with its tags.
    before: &'t str,
    labels: HashMap<String, Occurrences>,
}

impl<'t> Heads<'t> {
    /// Reads the lines of a text; `None` if the text may be data of a program, or if a comment
    /// extends over several of the first lines.
    fn new(text: &'t str) -> Option<Self> {
        let from = start_of_movetext(text);
        let lines: Vec<HeadLine<'_>> = lines_of(text)
            .filter(|(start, _)| *start >= from)
            .map(|(start, line)| HeadLine {
                start,
                line,
                pair: Pair::new(start, line),
            })
            .collect();
        let is_open =
            |line: &HeadLine<'_>| line.line.matches('{').count() != line.line.matches('}').count();
        let is_data = text.trim_start().starts_with(['{', '<']);
        if is_data || lines.iter().take(MAX_LINES).any(is_open) {
            return None;
        }

        let mut labels: HashMap<String, Occurrences> = HashMap::new();
        for pair in lines.iter().filter_map(|line| line.pair.as_ref()) {
            let known = labels.entry(pair.label.clone()).or_default();
            known.count += 1;
            known.has_turn |= has_turn(pair.value);
            known.begins_turn |= begins_with_turn(pair.value);
        }
        Some(Self {
            lines,
            before: text.get(..from).unwrap_or_default(),
            labels,
        })
    }

    fn is_repeated(&self, pair: &Pair<'_>) -> bool {
        let known = self.labels.get(&pair.label);
        known.is_some_and(|known| known.count > 1)
    }

    /// Returns true if a label is the name of a speaker: a turn is directly after it, or it comes
    /// again and says turns.
    fn is_speaker(&self, pair: &Pair<'_>) -> bool {
        let known = self.labels.get(&pair.label);
        known.is_some_and(|known| known.begins_turn || (known.count > 1 && known.has_turn))
    }

    /// Returns the lines before the first turn or number, also if these are in signs that nobody
    /// knows: labels that come again are of speakers, and a head has few lines without a pair.
    fn lines_before_turns(&self) -> &[HeadLine<'t>] {
        let mut gap = 0;
        let is_after_head = |line: &HeadLine<'_>| match &line.pair {
            Some(pair) => {
                gap = 0;
                self.is_repeated(pair) || begins_with_turn(pair.value)
            }
            None if line.is_blank() => false,
            None => {
                gap += 1;
                let first = line.line.split_whitespace().next().unwrap_or_default();
                gap > MAX_GAP || is_count(first) || begins_with_number(first) || has_turn(line.line)
            }
        };
        let end = self.lines.iter().take(MAX_LINES).position(is_after_head);
        let count = end.unwrap_or(self.lines.len().min(MAX_LINES));
        &self.lines[..count]
    }

    /// Returns the blocks of lines between blank lines.
    fn blocks(&self) -> impl Iterator<Item = &[HeadLine<'t>]> {
        self.lines
            .split(HeadLine::is_blank)
            .filter(|block| !block.is_empty())
    }

    /// Returns the pairs of a block that has the form of a head of a mail; `None` for others. Its
    /// labels do not repeat, most of them are not names of tags, and the values are words.
    fn pairs_of_mail<'b>(&self, block: &'b [HeadLine<'t>]) -> Option<Vec<&'b Pair<'t>>> {
        let (first, rest) = block.split_first()?;
        let lines = if first.is_border() { rest } else { block };
        let mut labels: HashSet<&str> = HashSet::new();
        let mut pairs: Vec<&Pair<'_>> = Vec::new();
        for line in lines {
            match &line.pair {
                Some(pair) if !self.is_speaker(pair) && labels.insert(pair.label.as_str()) => {
                    pairs.push(pair);
                }
                None if line.is_continuation() && !pairs.is_empty() => {}
                _ => return None,
            }
        }

        let has_word = |pair: &Pair<'_>| pair.value.split_whitespace().any(is_word);
        let with_turn = pairs.iter().filter(|pair| has_turn(pair.value)).count();
        let with_word = pairs.iter().filter(|pair| has_word(pair)).count();
        let others = pairs.iter().filter(|pair| pair.tag.is_none()).count();
        let of_game = pairs.iter().filter(|pair| pair.is_of_game()).count();
        // The heads of mails that a mail quotes have the same labels, but at least three of them.
        let are_speakers =
            pairs.len() < MIN_REPEATED_PAIRS && pairs.iter().any(|pair| self.is_repeated(pair));
        let is_mail = pairs.len() >= MIN_PAIRS
            && !are_speakers
            && others > of_game
            && with_turn * 2 <= pairs.len()
            && with_word * 2 >= pairs.len();
        is_mail.then_some(pairs)
    }

    /// Returns the tags of the game that the lines before the first turn state, each once.
    fn stated_tags(&self) -> Vec<StatedTag<'_, 't>> {
        let mut stated: Vec<StatedTag<'_, 't>> = Vec::new();
        for (index, line) in self.lines_before_turns().iter().enumerate() {
            let Some(pair) = &line.pair else {
                continue;
            };
            let Some((name, value)) = pair.tag_in_notation() else {
                continue;
            };
            let is_known = self.before.contains(&format!("[{name} \""))
                || stated.iter().any(|tag| tag.name == name);
            if !is_known {
                stated.push(StatedTag {
                    index,
                    pair,
                    name,
                    value,
                });
            }
        }
        stated
    }
}

/// Returns true for a word of a language, which has two letters or more, and for an address.
fn is_word(word: &str) -> bool {
    letters(word, 2).is_some() || word.contains('@')
}

/// Puts each pair of a line with several on a line of its own: `White: Ann   Black: Bob`.
pub(super) fn pairs_on_one_line_cuts(text: &str) -> Option<ContainerCuts> {
    let heads = Heads::new(text)?;
    let mut cuts = Vec::new();
    for line in heads.lines_before_turns() {
        let mut next = Pair::new(line.start, line.line);
        let mut pairs = Vec::new();
        while let Some(mut pair) = next {
            next = pair.take_next();
            pairs.push(pair);
        }
        if pairs.iter().any(|pair| begins_with_turn(pair.value)) {
            continue;
        }
        for (pair, next) in pairs.iter().zip(pairs.iter().skip(1)) {
            cuts.push(Cut::new(pair.end(), next.start, "\n", Peel::Markup));
        }
    }
    (!cuts.is_empty()).then_some((cuts, "tags on one line"))
}

/// Converts the heads of mails to comments: the first block of a text, and the blocks with the same
/// labels in it, which are the heads of the mails that it quotes. The date of a mail need not be
/// that of the game, so it stays in the comment.
pub(super) fn mail_head_cuts(text: &str) -> Option<ContainerCuts> {
    let heads = Heads::new(text)?;
    let mut blocks = heads.blocks();
    let first = blocks.next()?;
    let known = heads.pairs_of_mail(first)?;
    let mut rest = blocks.peekable();
    // A text that is only one block is not a mail.
    rest.peek()?;

    let labels: HashSet<&str> = known.iter().map(|pair| pair.label.as_str()).collect();
    let quoted = rest.filter(|block| {
        let is_known = |pair: &&Pair<'_>| labels.contains(pair.label.as_str());
        let pairs = heads.pairs_of_mail(block).unwrap_or_default();
        pairs.into_iter().filter(is_known).count() >= MIN_REPEATED_PAIRS
    });
    let mut cuts = Vec::new();
    for block in std::iter::once(first).chain(quoted) {
        let mut pairs = block.iter().filter_map(|line| line.pair.as_ref());
        let states_game = pairs.any(Pair::is_of_game);
        let is_comment = |line: &&HeadLine<'_>| {
            let tag = line.pair.as_ref().filter(|pair| pair.tag.is_some());
            tag.is_none_or(|pair| !pair.is_of_game() && !states_game)
        };
        cuts.extend(
            block
                .iter()
                .filter(is_comment)
                .filter_map(HeadLine::comment),
        );
    }
    Some((cuts, "head of a mail"))
}

/// Converts the pairs of a game before its turns to tags, and the other lines between them to
/// comments.
pub(super) fn game_head_cuts(text: &str) -> Option<ContainerCuts> {
    // Tags before the tag `Game` would not be the tags of its record.
    let heads = Heads::new(text).filter(|heads| {
        let names_game = |line: &HeadLine<'_>| line.line.starts_with("[Game \"");
        !heads.lines.iter().any(names_game)
    })?;
    let tags = heads.stated_tags();
    if tags.len() < MIN_PAIRS {
        return None;
    }

    let count = tags.last().map_or(0, |tag| tag.index + 1);
    let mut cuts = Vec::new();
    let mut tags = tags.into_iter().peekable();
    for (index, line) in heads.lines.iter().enumerate().take(count) {
        if let Some(tag) = tags.next_if(|tag| tag.index == index) {
            let value_start = tag.pair.value_start;
            let value_end = tag.pair.end();
            let opening = format!("[{} \"", tag.name);
            cuts.push(Cut::new(line.start, value_start, opening, Peel::Markup));
            if tag.value != tag.pair.value {
                cuts.push(Cut::new(value_start, value_end, tag.value, Peel::Word));
            }
            let line_end = line.start + line.line.len();
            cuts.push(Cut::new(value_end, line_end, "\"]", Peel::Markup));
        } else if !line.is_blank() {
            cuts.extend(line.comment());
        }
    }
    Some((cuts, "tags in another form"))
}

#[cfg(test)]
mod tests {
    use super::super::super::mapped_text::MappedText;
    use super::super::tests::peeled;
    use super::*;

    #[test]
    fn pairs_of_a_game_are_tags() {
        for (head, tags) in [
            (
                "Game: GIPF (basic)\nWhite: Ann   Black: Bob\nDate: 2024-05-01\n",
                "[Game \"gipf\"]\n[Variant \"basic\"]\n[Player1 \"Ann\"]\n[Player2 \"Bob\"]\n\
                 [Date \"2024-05-01\"]\n",
            ),
            (
                "Our game\nWhite: Ann / Black: Bob\n",
                "# Our game\n[Player1 \"Ann\"]\n[Player2 \"Bob\"]\n",
            ),
            (
                "Player 1: Ann, Player 2: Bob\nReferee: Jo\nEvent: Cup: final  Result: *\n",
                "[Player1 \"Ann\"]\n[Player2 \"Bob\"]\n# Referee: Jo\n[Event \"Cup: final\"]\n\
                 [Result \"*\"]\n",
            ),
        ] {
            assert_eq!(
                peeled(&format!("{head}\n1. a1 *\n")),
                format!("{tags}\n1. a1 *\n")
            );
        }
    }

    #[test]
    fn heads_of_mails_are_comments_in_any_language() {
        for (head, comments) in [
            (
                "From: Ann <ann@example.org>\nSubject: our game\n",
                "# From: Ann <ann@example.org>\n# Subject: our game\n",
            ),
            (
                "Von: Anna\nGesendet: Mo, 4. Mai 2026\nBetreff: GIPF\n",
                "# Von: Anna\n# Gesendet: Mo, 4. Mai 2026\n# Betreff: GIPF\n",
            ),
            (
                "*De :* Anne\n*Objet :* GIPF\n encore\nDate: 2026-05-04\n",
                "# *De :* Anne\n# *Objet :* GIPF\n#  encore\n# Date: 2026-05-04\n",
            ),
        ] {
            let text = format!("{head}\nHello\n\n1. b3\n");
            let (cuts, _) = mail_head_cuts(&text).unwrap();
            assert_eq!(
                MappedText::new(&text).cut(&cuts).text(),
                format!("{comments}\nHello\n\n1. b3\n")
            );
        }
        let head = "From: Ann\nTo: Bob\nSubject: our game\n";
        let text = format!("{head}\nHello\n\n--- Bob wrote\n{head}\n1. b3\n");
        let (cuts, _) = mail_head_cuts(&text).unwrap();
        let made = MappedText::new(&text).cut(&cuts);
        assert_eq!(made.text().matches("# From: Ann\n# To: Bob").count(), 2);
        assert!(made.text().contains("\n# --- Bob wrote\n# From"));
    }

    #[test]
    fn speakers_are_no_head() {
        for text in [
            "Ann: b3\nBob: h3\n\n{ok}\n",
            "Ann: shall we?\nBob: ok\n\nAnn: so b3\nBob: and h3\n",
            "White: shall we?\nBlack: ok\nWhite: b3\nBlack: h3\n",
            "Zug 1: b3\nZug 2: h3\n\nend\n",
            // Nobody knows the signs of these turns.
            "Ann: 2|4\nBob: 5|5\n\nAnn: 3|1\nBob: 2|2\n\n",
            "White: 2|4\nBlack: 5|5\nWhite: 3|1\nResult: 1-0\nScore: 3-4\n",
            "1. 2|4\n2. 5|5\nResult: 1-0\nDate: 2026-05-04\n",
            "ⓐ two\nⓑ five\nⓒ three\nResult: 1-0\nDate: 2026-05-04\n",
            "Ann: a word\nBob: another\n",
        ] {
            let is_head = mail_head_cuts(text).is_some() || game_head_cuts(text).is_some();
            assert!(!is_head, "{text}");
        }
    }
}
