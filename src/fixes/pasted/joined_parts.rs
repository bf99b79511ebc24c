//! Turns whose parts are joined by words instead of signs: `a4 to c6`, `6 on a2 facing 4`.
//!
//! The rules of signs (`signs/sign_rules.rs`) need a form that most turns of a text share. A word
//! between the parts of a turn needs no other turn like it, because no typo writes a word: if the
//! parts are a turn with the sign that the word means, they are this turn.

use super::mapped_text::{Cut, MappedText, Peel};
use super::movetext::{is_turn, lines, without_number, without_punctuation};
use crate::games::GameId;
use crate::text::Span;

/// The numbers of words that are read as one turn, the highest first.
const WORDS_OF_TURN: [usize; 2] = [5, 3];
/// Signs between the parts of one action. The signs of lists are not among them: the places of
/// `a4 and c6` may be two turns.
const SIGNS_WITHIN_ACTION: [char; 3] = ['-', '@', '/'];

/// Replaces the words between the parts of turns with signs.
pub(super) fn peel(text: &MappedText, game: GameId) -> Option<(MappedText, String)> {
    let source = text.text();
    let mut cuts = Vec::new();
    for line in lines(source) {
        let mut index = 0;
        while index < line.words.len() {
            let found = WORDS_OF_TURN.into_iter().find_map(|count| {
                let words = line.words.get(index..index + count)?;
                Some((count, cuts_between_parts(source, words, game)?))
            });
            match found {
                Some((count, made)) => {
                    cuts.extend(made);
                    index += count;
                }
                None => index += 1,
            }
        }
    }
    (!cuts.is_empty()).then(|| (text.cut(&cuts), "words between parts of turns".to_owned()))
}

/// Returns the cuts that replace each second word with the sign that it means; `None` if the words
/// are not one turn then.
fn cuts_between_parts(text: &str, words: &[Span], game: GameId) -> Option<Vec<Cut>> {
    let last = words.len() - 1;
    let mut turn = String::new();
    let mut cuts = Vec::new();
    for (index, span) in words.iter().enumerate() {
        let word = span.slice(text);
        if index % 2 == 1 {
            let sign = sign_of_word(word, game)?;
            let start = words[index - 1].end as usize;
            let end = words.get(index + 1)?.start as usize;
            // A comment between the words would be lost.
            if text.get(start..end)?.trim() != word {
                return None;
            }
            turn.push(sign);
            cuts.push(Cut::new(start, end, sign, Peel::Word));
        } else if index == 0 {
            turn.push_str(without_number(word));
        } else if index == last {
            turn.push_str(without_punctuation(word));
        } else {
            turn.push_str(word);
        }
    }
    is_turn(game, &turn).then_some(cuts)
}

/// Returns the sign between the parts of an action that a word means.
fn sign_of_word(word: &str, game: GameId) -> Option<char> {
    let small = word.to_lowercase();
    let facts = game.facts();
    let mut means = facts
        .words
        .iter()
        .filter(|fact| fact.written.contains(&small.as_str()))
        .filter_map(|fact| fact.meaning.parse::<char>().ok());
    means.find(|sign| SIGNS_WITHIN_ACTION.contains(sign) && facts.turns.borders.contains(sign))
}

#[cfg(test)]
mod tests {
    use super::*;

    fn peeled(game: GameId, movetext: &str) -> Option<String> {
        let (text, _) = peel(&MappedText::new(movetext), game)?;
        Some(text.text().to_owned())
    }

    #[test]
    fn words_between_the_parts_of_a_turn_are_signs() {
        for (game, written, made) in [
            (
                GameId::Gipf,
                "I start with a4 to c6\nok, i5-g5\nvon a5 nach c5!\n",
                "I start with a4-c6\nok, i5-g5\nvon a5-c5!\n",
            ),
            (GameId::Gipf, "1.a4 to c6 2. h3", "1.a4-c6 2. h3"),
            (
                GameId::Pippip,
                "6 on a2 facing 4, then 5 at d3/4",
                "6@a2/4, then 5@d3/4",
            ),
            (GameId::Pipe, "12 at +3-2 facing N", "12@+3-2/N"),
        ] {
            assert_eq!(peeled(game, written).as_deref(), Some(made), "{written}");
        }
    }

    #[test]
    fn words_between_other_words_stay() {
        for (game, written) in [
            (GameId::Gipf, "a4 {so} to c6"),
            (GameId::Gipf, "a4 to {so} c6"),
            (GameId::Gipf, "a4 to the c6"),
            (GameId::Gipf, "b3, to c6"),
            (GameId::Gipf, "b3 and c6"),
            (GameId::Pippinzip, "d1 and a1"),
            (GameId::Pippip, "put it on a2 with the 4 up"),
        ] {
            assert_eq!(peeled(game, written), None, "{written}");
        }
    }
}
