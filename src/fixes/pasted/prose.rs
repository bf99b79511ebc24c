//! Prose in which turns are named: `you rolled a 6: 6@a2/4. I answered 5@d3/4, you 3@d1/6`.
//!
//! The words that are turns of the game are turns, and the words between them are a comment. A turn
//! that was not played, as in `if you had played 1@c3/2`, stays in the comment, unless the game
//! needs it ([`Prose::readings`]). A damaged turn is not a word of prose, so it stays a turn.

use super::mapped_text::{Cut, MappedText, Peel};
use super::movetext::{
    begins_with_number, has_place, is_begun_turn, is_number, is_readable, is_result, is_turn,
    letters, lines, talk_cuts,
};
use super::signs::is_result_open;
use super::words::{is_keyword, meaning};
use crate::games::GameId;
use crate::notation::{Record, foreign_words, worded_result_of};
use crate::text::Span;

/// Description of prose.
const PROSE: &str = "prose between turns";
/// Description of prose whose comments name turns, one of which may have been played.
pub(super) const PROSE_WITH_TURNS: &str = "prose that names other turns";
/// Description of prose that may say how the game ended.
pub(super) const PROSE_AT_END: &str = "prose after the last turn";

/// The minimum number of words of a language in a row that show that a text is prose.
const MIN_WORDS_IN_A_ROW: usize = 3;
/// The minimum number of turns in prose.
const MIN_TURNS: usize = 2;
/// The minimum number of words in parentheses that are an aside.
const MIN_WORDS_OF_ASIDE: usize = 2;
/// The number of words of the longest result in words.
const WORDS_OF_RESULT: usize = 7;

/// Signs before and after a turn that belong to the sentence.
const OPENING: [char; 8] = [
    '(', '[', '"', '\'', '\u{201E}', '\u{201C}', '\u{AB}', '\u{2018}',
];
const CLOSING: [char; 12] = [
    '.', ',', ';', ':', ')', ']', '"', '\'', '\u{201C}', '\u{201D}', '\u{BB}', '\u{2019}',
];

/// Kind of a word by itself.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Kind {
    Turn,
    /// A word of a language that is also a turn, such as `take`.
    Keyword,
    /// Text with the form of a turn that is not a turn of the game.
    Damaged,
    Result,
    Talk,
}

/// What becomes of a word.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Role {
    /// It is a turn of the record.
    Turn,
    /// It stays as it is.
    Kept,
    /// It becomes a part of a comment.
    Talk,
}

/// True if words such as `take` are turns.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Keywords {
    AreTurns,
    AreTalk,
}

/// The turns that a word such as `if` takes with it into the comment.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Scope {
    /// Those of its clause. If this has none, the only turn of its sentence.
    Sentence,
    /// Those of its clause.
    Clause,
    Nothing,
}

/// A word of a movetext.
struct Word {
    span: Span,
    /// The word without the signs of the sentence around it.
    core: Span,
    kind: Kind,
    /// True if a line or a comment ends before it.
    begins_part: bool,
    /// The numbers of its sentence and its clause in the text.
    sentence: usize,
    clause: usize,
    /// True if its clause is in parentheses.
    is_in_parentheses: bool,
    /// True if the word says that a turn was not played, such as `if`.
    is_hypothetical: bool,
    /// True if another turn was played in its place, as in `instead of d2`.
    is_replaced: bool,
}

/// Converts the words between the turns of prose to comments.
pub(super) fn peel(
    text: &MappedText,
    record: &Record,
    game: GameId,
    legal: &dyn Fn(&str) -> u32,
) -> Option<(MappedText, String)> {
    let prose = Prose::read(text.text(), game)?;
    let mut best: Option<(u32, Vec<Role>, MappedText)> = None;
    for roles in prose.readings(record) {
        let next = text.cut(&prose.cuts(&roles));
        let count = legal(next.text());
        let is_better = best.as_ref().is_none_or(|(most, ..)| count > *most);
        if !is_better {
            continue;
        }
        let turns = roles.iter().filter(|role| **role == Role::Turn).count();
        best = Some((count, roles, next));
        if usize::try_from(count).is_ok_and(|count| count == turns) {
            break;
        }
    }

    let (_, roles, next) = best?;
    let name = if prose.has_turn_in_talk(&roles) {
        PROSE_WITH_TURNS
    } else if prose.has_talk_at_end(&roles) && is_result_open(record) {
        PROSE_AT_END
    } else {
        PROSE
    };
    (next.text() != text.text()).then(|| (next, name.to_owned()))
}

/// Returns true if a text has turns without numbers in sentences of a language.
pub(super) fn has_prose(text: &str, game: GameId) -> bool {
    Prose::read(text, game).is_some()
}

/// Returns true if a description is one of prose.
pub(super) fn describes_prose(recognised: &str) -> bool {
    [PROSE, PROSE_WITH_TURNS, PROSE_AT_END].contains(&recognised)
}

/// The words of a movetext that may be prose.
struct Prose<'t> {
    text: &'t str,
    game: GameId,
    words: Vec<Word>,
}

impl<'t> Prose<'t> {
    /// Reads the words of a movetext; `None` if it is not prose, or if its turns have numbers.
    fn read(text: &'t str, game: GameId) -> Option<Self> {
        let words = words_of(text, game);
        let prose = Self { text, game, words };
        (prose.is_prose() && !prose.is_numbered()).then_some(prose)
    }

    /// Returns true if the text has turns, and several words of a language in a row.
    fn is_prose(&self) -> bool {
        let turns = self.words.iter().filter(|word| word.kind == Kind::Turn);
        let mut in_a_row = 0;
        let has_sentence = self.words.iter().any(|word| {
            let is_of_language =
                word.kind == Kind::Talk && letters(word.span.slice(self.text), 1).is_some();
            in_a_row = match (is_of_language, word.begins_part) {
                (false, _) => 0,
                (true, true) => 1,
                (true, false) => in_a_row + 1,
            };
            in_a_row >= MIN_WORDS_IN_A_ROW
        });
        has_sentence && turns.count() >= MIN_TURNS
    }

    /// Returns true if turns are numbered. Other layers read numbered turns.
    fn is_numbered(&self) -> bool {
        let is_number_at = |(index, word): (usize, &Word)| {
            let written = word.span.slice(self.text);
            let next = self.words.get(index + 1);
            let is_before_turn = next.is_some_and(|next| next.kind == Kind::Turn);
            begins_with_number(written) || (is_number(written) && is_before_turn)
        };
        let numbers = self.words.iter().enumerate().filter(|at| is_number_at(*at));
        numbers.count() >= MIN_TURNS
    }

    /// Returns the possible readings, with the role of each word. The first one whose turns are all
    /// legal counts: a turn that was not played is only one of the record if the game needs it.
    fn readings(&self, record: &Record) -> Vec<Vec<Role>> {
        let mut readings: Vec<Vec<Role>> = Vec::new();
        for keywords in [Keywords::AreTurns, Keywords::AreTalk] {
            for scope in [Scope::Sentence, Scope::Clause, Scope::Nothing] {
                let roles = self.roles(keywords, scope, record);
                if !readings.contains(&roles) {
                    readings.push(roles);
                }
            }
        }
        readings
    }

    /// Returns the role of each word.
    fn roles(&self, keywords: Keywords, scope: Scope, record: &Record) -> Vec<Role> {
        let mut roles: Vec<Role> = Vec::with_capacity(self.words.len());
        for (word, is_not_played) in self.words.iter().zip(self.turns_not_played(scope)) {
            roles.push(match word.kind {
                Kind::Turn | Kind::Damaged if is_not_played => Role::Talk,
                Kind::Turn | Kind::Damaged => Role::Turn,
                Kind::Keyword if keywords == Keywords::AreTurns && !is_not_played => Role::Turn,
                Kind::Keyword | Kind::Result | Kind::Talk => Role::Talk,
            });
        }
        self.keep_result(&mut roles, record);
        roles
    }

    /// Returns true for each word in a clause or sentence about a turn that was not played.
    fn turns_not_played(&self, scope: Scope) -> Vec<bool> {
        let mut is_not_played = vec![false; self.words.len()];
        if scope == Scope::Nothing {
            return is_not_played;
        }

        let clauses = self.counts(|word| word.clause);
        let sentences = self.counts(|word| word.sentence);
        let mut has_clause_without_turn = vec![false; sentences.len()];
        for (word, flag) in self.words.iter().zip(&mut is_not_played) {
            let clause = &clauses[word.clause];
            let is_aside = word.is_in_parentheses && clause.talk >= MIN_WORDS_OF_ASIDE;
            *flag = is_aside || word.is_replaced || clause.hypothetical > 0;
            if word.is_hypothetical && clause.turns == 0 {
                has_clause_without_turn[word.sentence] = true;
            }
        }

        if scope == Scope::Sentence {
            for (word, flag) in self.words.iter().zip(&mut is_not_played) {
                let has_one_turn = sentences[word.sentence].turns == 1;
                *flag |= has_clause_without_turn[word.sentence] && has_one_turn;
            }
        }
        is_not_played
    }

    /// Counts the words of each clause or sentence. `number_of` returns its number.
    fn counts(&self, number_of: impl Fn(&Word) -> usize) -> Vec<Counts> {
        let last = self.words.last().map_or(0, &number_of);
        let mut counts = vec![Counts::default(); last + 1];
        for word in &self.words {
            counts[number_of(word)].add(word);
        }
        counts
    }

    /// Keeps the words after the last turn that state a result: other layers read them.
    fn keep_result(&self, roles: &mut [Role], record: &Record) {
        let first = end_of_turns(roles);
        let names = self.game.seat_names(Some(record));
        for (index, word) in self.words.iter().enumerate().skip(first) {
            let last = if word.kind == Kind::Result {
                Some(index)
            } else {
                self.end_of_result(index, record, &names)
            };
            if let Some(last) = last {
                roles[index..=last].fill(Role::Kept);
                return;
            }
        }
    }

    /// Returns the index of the last word of a result in words that begins a clause.
    fn end_of_result(&self, first: usize, record: &Record, names: &[String]) -> Option<usize> {
        let word = &self.words[first];
        let before = first.checked_sub(1).map(|before| &self.words[before]);
        let continues =
            before.is_some_and(|before| before.clause == word.clause && !word.begins_part);
        if continues {
            return None;
        }
        let next = self.words[first..].iter().take(WORDS_OF_RESULT);
        let mut of_clause = next.take_while(|other| other.clause == word.clause);
        let states_result = |last: &Word| {
            let words = word.core.to(last.core);
            worded_result_of(record, words.slice(self.text), names).is_some()
        };
        let length = of_clause.position(states_result)?;
        Some(first + length)
    }

    /// Returns the cuts that make comments of the words between the turns.
    fn cuts(&self, roles: &[Role]) -> Vec<Cut> {
        let mut cuts = Vec::new();
        let mut talk: Option<Span> = None;
        for (index, (word, role)) in self.words.iter().zip(roles).enumerate() {
            let ends_talk = word.begins_part || *role != Role::Talk;
            if ends_talk && let Some(ended) = talk.take() {
                cuts.extend(talk_cuts(self.text, ended));
            }
            match role {
                Role::Talk => talk = Some(talk.map_or(word.span, |open| open.to(word.span))),
                Role::Turn => cuts.extend(self.cuts_around_turn(index, roles)),
                Role::Kept => {}
            }
        }
        if let Some(last) = talk {
            cuts.extend(talk_cuts(self.text, last));
        }
        cuts
    }

    /// Returns the cuts that remove the signs of the sentence around a turn. A comma between two
    /// words that may be one turn stays.
    fn cuts_around_turn(&self, index: usize, roles: &[Role]) -> Vec<Cut> {
        let word = &self.words[index];
        let core = word.core.slice(self.text);
        let (start, end) = (word.span.start as usize, word.span.end as usize);
        let (core_start, core_end) = (word.core.start as usize, word.core.end as usize);
        let mut cuts = Vec::new();
        if start < core_start {
            cuts.push(Cut::new(start, core_start, "", Peel::Sign));
        }
        if word.kind == Kind::Keyword
            && let Some(now) = meaning(self.game, core).filter(|now| *now != core)
        {
            cuts.push(Cut::new(core_start, core_end, now, Peel::Word));
        }

        let after = self.text.get(core_end..end).unwrap_or_default();
        let next = self.words.get(index + 1).filter(|next| !next.begins_part);
        let is_before_turn = roles.get(index + 1) == Some(&Role::Turn);
        let is_in_list = after == ","
            && is_before_turn
            && next.is_some_and(|next| {
                let joined = format!("{core},{}", next.core.slice(self.text));
                is_turn(self.game, &joined)
            });
        if !after.is_empty() && !is_in_list {
            cuts.push(Cut::new(core_end, end, "", Peel::Sign));
        }
        cuts
    }

    /// Returns true if a turn is among the words that become comments.
    fn has_turn_in_talk(&self, roles: &[Role]) -> bool {
        let mut words = self.words.iter().zip(roles);
        words.any(|(word, role)| word.kind == Kind::Turn && *role == Role::Talk)
    }

    /// Returns true if words after the last turn become comments.
    fn has_talk_at_end(&self, roles: &[Role]) -> bool {
        roles[end_of_turns(roles)..].contains(&Role::Talk)
    }
}

/// Returns the index of the word after the last turn.
fn end_of_turns(roles: &[Role]) -> usize {
    let last = roles.iter().rposition(|role| *role == Role::Turn);
    last.map_or(0, |last| last + 1)
}

/// The words of a clause or a sentence, counted by kind.
#[derive(Clone, Default)]
struct Counts {
    turns: usize,
    talk: usize,
    hypothetical: usize,
}

impl Counts {
    fn add(&mut self, word: &Word) {
        match word.kind {
            Kind::Turn | Kind::Damaged => self.turns += 1,
            Kind::Keyword | Kind::Result => {}
            Kind::Talk => self.talk += 1,
        }
        self.hypothetical += usize::from(word.is_hypothetical);
    }
}

/// Returns the words of a movetext, divided into sentences and clauses.
fn words_of(text: &str, game: GameId) -> Vec<Word> {
    let are_places_turns = is_turn(game, game.facts().places[0]);
    let mut words: Vec<Word> = Vec::new();
    let mut sentence = 0;
    let mut clause = 0;
    let mut is_in_parentheses = false;
    for line in lines(text) {
        for (index, span) in line.words.iter().enumerate() {
            let written = span.slice(text);
            let before = words.last().map_or(span.start, |word| word.span.end);
            let gap = text
                .get(before as usize..span.start as usize)
                .unwrap_or_default();
            let is_after_comment = !gap.trim().is_empty();
            if is_after_comment || gap.matches('\n').count() > 1 {
                sentence += 1;
                clause += 1;
                is_in_parentheses = false;
            }
            if written.starts_with('(') {
                clause += 1;
                is_in_parentheses = true;
            } else if is_conjunction(written) {
                clause += 1;
            }

            let core = core_of(*span, text);
            let kind = kind_of(core.slice(text), game, are_places_turns);
            let has_other_in_place = is_replaced(&words, clause, text);
            words.push(Word {
                span: *span,
                core,
                kind,
                begins_part: index == 0 || is_after_comment,
                sentence,
                clause,
                is_in_parentheses,
                is_hypothetical: kind == Kind::Talk && is_hypothetical(written),
                is_replaced: has_other_in_place,
            });

            let closes = is_in_parentheses && written.contains(')');
            if closes {
                is_in_parentheses = false;
            }
            if ends_sentence(written, kind) && !closes {
                sentence += 1;
                clause += 1;
                is_in_parentheses = false;
            } else if closes || written.ends_with([',', ';', ':', '-', '\u{2013}', '\u{2014}']) {
                clause += 1;
            }
        }
    }
    words
}

/// Returns true if a word ends a sentence. A `!` or `?` after a turn is its glyph.
fn ends_sentence(word: &str, kind: Kind) -> bool {
    let inside = word.trim_end_matches(['"', '\'', ')', ']', '\u{201D}', '\u{201C}', '\u{BB}']);
    let ends_with_stop = inside.ends_with(['.', '\u{2026}']);
    ends_with_stop || (kind != Kind::Turn && inside.ends_with(['!', '?']))
}

/// Returns a word without the signs of the sentence around it.
fn core_of(span: Span, text: &str) -> Span {
    let written = span.slice(text);
    let from = written.len() - written.trim_start_matches(OPENING).len();
    let core = written[from..].trim_end_matches(CLOSING);
    let start = span.start as usize + from;
    Span::new(start, start + core.len())
}

/// Returns the kind of a word.
fn kind_of(core: &str, game: GameId, are_places_turns: bool) -> Kind {
    if core.is_empty() {
        return Kind::Talk;
    }
    if letters(core, 1).is_some() {
        return if is_keyword(game, core) {
            Kind::Keyword
        } else {
            Kind::Talk
        };
    }
    if is_result(core) {
        return Kind::Result;
    }
    if is_readable(game, core) {
        return Kind::Turn;
    }
    if is_begun_turn(game, core) || is_damaged_turn(core, game, are_places_turns) {
        return Kind::Damaged;
    }
    Kind::Talk
}

/// Returns true if a word has the form of a turn: a place that is not on the board, or parts with
/// signs between them.
fn is_damaged_turn(core: &str, game: GameId, are_places_turns: bool) -> bool {
    /// The length of the longest place with a surplus letter or digit: `hh4`, `c123`.
    const LENGTH_OF_PLACE: usize = 4;
    let borders = game.facts().turns.borders;
    let has_parts = core.contains(borders) && !core.contains(['.', '\\']) && !core.contains("//");
    let is_place = are_places_turns && core.len() <= LENGTH_OF_PLACE;
    let begins_so = core.starts_with(|sign: char| sign.is_ascii_alphabetic() || sign == '*');
    has_place(core) && begins_so && (has_parts || is_place)
}

/// Returns true if a word says that a turn was not played.
fn is_hypothetical(word: &str) -> bool {
    letters(word, 2).is_some_and(|word| {
        let small = word.to_lowercase().replace('\u{2019}', "'");
        foreign_words::HYPOTHETICAL.contains(&small.as_str())
    })
}

/// Returns true if one of the two words before a turn of this clause says that another turn was
/// played in its place: `instead of d2`.
fn is_replaced(before: &[Word], clause: usize, text: &str) -> bool {
    let nearest = before.iter().rev().take(2);
    let mut of_clause = nearest.take_while(|word| word.clause == clause && word.kind == Kind::Talk);
    of_clause.any(|word| {
        let small = word.core.slice(text).to_lowercase();
        foreign_words::INSTEAD_OF.contains(&small.as_str())
    })
}

/// Returns true if a word begins another clause.
fn is_conjunction(word: &str) -> bool {
    letters(word, 2).is_some_and(|word| foreign_words::BUT.contains(&word.to_lowercase().as_str()))
}

#[cfg(test)]
mod tests {
    use super::*;

    /// Returns the movetext with comments. Each turn outside comments counts as legal.
    fn peeled(game: GameId, movetext: &str) -> Option<String> {
        let record = Record::parse_str("");
        let legal = |text: &str| {
            let words = text.split_whitespace();
            u32::try_from(words.filter(|word| is_turn(game, word)).count()).unwrap()
        };
        let (text, _) = peel(&MappedText::new(movetext), &record, game, &legal)?;
        Some(text.text().to_owned())
    }

    #[test]
    fn words_between_turns_are_comments() {
        for (game, written, made) in [
            (
                GameId::Pippip,
                "you rolled a 6 and put it on a2 with the 4 up: 6@a2/4. I answered 5@d3/4, you \
                 3@d1/6, me 4@b1/2.\nI put a 4 in my store, so 8.\n",
                "{you rolled a 6 and put it on a2 with the 4 up:} 6@a2/4 {I answered} 5@d3/4 {you} \
                 3@d1/6 {me} 4@b1/2\n{I put a 4 in my store, so 8.}\n",
            ),
            (
                GameId::Gipf,
                "You began with h1-h3 and I with f8-d7! Then g2 (I feared a2-c4), me h6-h4.\n",
                "{You began with} h1-h3 {and I with} f8-d7! {Then} g2 {(I feared a2-c4),} {me} h6-h4\n",
            ),
            (
                GameId::Pippip,
                "I began with 6@a2/4. If you had played 1@c3/2, I would be lost. You 5@d3/4.",
                "{I began with} 6@a2/4 {If you had played 1@c3/2, I would be lost. You} 5@d3/4",
            ),
            (
                GameId::Gipf,
                "You began with h1-h3, I played f8-d7 instead of f8-f6, and you g2.",
                "{You began with} h1-h3 {I played} f8-d7 {instead of f8-f6, and you} g2",
            ),
            (
                GameId::Pippinzip,
                "I started with d1 as always. You put a1,a5,b1 and then I smiled",
                "{I started with} d1 {as always. You put} a1,a5,b1 {and then I smiled}",
            ),
        ] {
            let found = peeled(game, written);
            let on_one_line = |text: &str| text.replace("} {", " ");
            assert_eq!(
                found.as_deref().map(on_one_line),
                Some(on_one_line(made)),
                "{written}"
            );
        }
    }

    #[test]
    fn damaged_turns_and_numbered_turns_stay() {
        assert_eq!(
            peeled(GameId::Gipf, "You began with h1-h3 and I hh4, then b3").as_deref(),
            Some("{You began with} h1-h3 {and I} hh4 {then} b3")
        );
        for written in [
            "b3 zz c2 yy d2",
            "1. b3 and then you said 2. h3",
            "quite so, and no turn at all",
        ] {
            assert_eq!(peeled(GameId::Gipf, written), None, "{written}");
        }
    }
}
