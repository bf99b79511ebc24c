//! Outline of a paragraph: the evidence that shows where a game begins.

use super::grammar::Rule;
use super::headings::begins_a_game;
use super::lines::{Line, LineKind, paragraphs};
use crate::formats::MAX_COMMENT_BYTES;

/// Evidence in a paragraph that shows where a game begins.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub(super) struct Outline {
    /// True if the paragraph has turns.
    pub(super) has_turns: bool,
    /// True if its first turn has a number other than 1.
    pub(super) continues_numbers: bool,
    /// True if the paragraph begins the text about another game.
    pub(super) is_heading: bool,
    /// Number of turns, if the paragraph may be a list of the turns of one seat.
    listed: usize,
}

impl Outline {
    /// Sums up the lines of a paragraph of a text.
    pub(super) fn new(lines: &[Line<'_>], source: &str) -> Self {
        let first_with_turns = lines
            .iter()
            .find(|line| matches!(line.kind(source), LineKind::Turns(_)));
        let first_number = first_with_turns.and_then(Line::number);

        let begins_with_prose = lines
            .first()
            .is_some_and(|line| line.kind(source) == LineKind::Prose);
        let has_heading = lines
            .iter()
            .any(|line| begins_a_game(line.span(0..line.words.len()).slice(source)));

        Self {
            has_turns: first_with_turns.is_some(),
            continues_numbers: first_number.is_some_and(|number| number > 1),
            is_heading: begins_with_prose && has_heading,
            listed: listed_turns(lines),
        }
    }

    /// Returns true if this paragraph begins another game after one.
    pub(super) fn begins(self) -> bool {
        self.is_heading || (self.has_turns && !self.continues_numbers)
    }

    /// Returns true if `before` and this paragraph may be lists of White's and Black's turns.
    pub(super) fn may_answer(self, before: Self) -> bool {
        // White begins, so White's list may be one turn longer.
        let lengths_fit = before.listed == self.listed || before.listed == self.listed + 1;
        !self.is_heading && self.listed > 1 && lengths_fit
    }

    fn from_text(text: &str) -> Self {
        let lines: Vec<Line<'_>> = paragraphs(text).into_iter().flatten().collect();
        Self::new(&lines, text)
    }
}

/// Returns the number of turns of a paragraph that may be a list of the turns of one seat: under a
/// heading such as `White`, or with a number before each turn. Returns 0 for any other paragraph.
fn listed_turns(lines: &[Line<'_>]) -> usize {
    let is_headed = lines
        .first()
        .is_some_and(|line| matches!(&line.words[..], [word] if word.is_head()));
    let mut turns = 0;
    let mut numbers = 0;
    let mut results = 0;
    for word in lines.iter().flat_map(|line| &line.words) {
        turns += usize::from(word.is_turn());
        numbers += usize::from(word.rule == Some(Rule::round));
        results += usize::from(word.rule == Some(Rule::outcome));
    }

    let is_list = (is_headed || numbers == turns) && results == 0;
    if is_list { turns } else { 0 }
}

/// Returns true if a paragraph begins another game, given only the paragraph before it. Two lists
/// stay together, up to a limit for the size of the page so far, because in a file of many lists
/// each fits the one before it.
pub(super) fn begins(before: &str, text: &str, size: usize) -> bool {
    let before = Outline::from_text(before);
    let outline = Outline::from_text(text);
    let stay_together = outline.may_answer(before) && size <= MAX_COMMENT_BYTES;
    before.has_turns && outline.begins() && !stay_together
}
