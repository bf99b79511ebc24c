//! Recognition of texts with games of GIPF: by turns that only GIPF has, such as `Ga2-b3`, or by
//! the number of legal turns.

use super::dialect::NamedSpot;
use super::import::import;
use super::lines::{LineKind, paragraphs};
use super::page::split_games;
use super::webgipf::coloured_push;
use super::{Assumptions, Rule};
use crate::fixes::{has_chat_labels, has_tags_on_one_line};
use crate::formats::gipf_turns::line_of;
use crate::games::gipf::{Action, Gipf, Turn};
use crate::games::{GameId, Language};
use crate::text::SourceText;

/// Returns true if a text looks like a game of GIPF, or a page with games.
pub(super) fn is_game_of_gipf(text: &str) -> bool {
    let has_game = is_page(text) || (begins_with_turn(text) && is_mostly_legal(text));
    // The names and times of a chat would be read as turns, and several tags on a line as talk.
    has_game && !has_chat_labels(text, GameId::Gipf) && !has_tags_on_one_line(text)
}

/// Returns true if the first word of a text is a turn. A number may precede it, as in game sheets.
fn begins_with_turn(text: &str) -> bool {
    let is_number = |word: &&str| {
        word.trim_end_matches('.')
            .bytes()
            .all(|byte| byte.is_ascii_digit())
    };
    let first_word = text
        .split([' ', '\t', '\r', '\n', '/'])
        .filter(|word| !word.is_empty())
        .find(|word| !is_number(word));
    first_word.is_some_and(|word| Gipf::parse_turn(word).is_ok() || coloured_push(word).is_some())
}

/// Returns true if a text has lines of turns, at least one of which can only be GIPF.
fn is_page(text: &str) -> bool {
    let words = paragraphs(text)
        .into_iter()
        .flatten()
        .filter(|line| matches!(line.kind(text), LineKind::Turns(_)))
        .flat_map(|line| line.words)
        .filter(|word| word.rule == Some(Rule::turn));

    let mut turn_count = 0;
    let mut has_turn_of_gipf = false;
    for word in words {
        if coloured_push(word.text).is_some() {
            turn_count += 1;
            has_turn_of_gipf = true;
        } else if let Ok(turn) = Gipf::parse_turn(word.text) {
            turn_count += 1;
            has_turn_of_gipf |= is_only_gipf(&turn);
        }
    }
    turn_count >= 2 && has_turn_of_gipf
}

/// Returns true if a turn has a push that no other game has.
fn is_only_gipf(turn: &Turn) -> bool {
    turn.actions.iter().any(|action| match action {
        Action::Push(push) if push.kind.is_gipf() => push.to.spot().is_some(),
        // In chess, `e2-e4` does not begin on a dot.
        Action::Push(push) => push.from.is_some() && line_of(*push).is_some(),
        Action::Remove(_) => false,
    })
}

/// Returns true if most turns of the first game are legal. Words that are only points, such as
/// `e4 e5`, could belong to another game.
fn is_mostly_legal(text: &str) -> bool {
    let source = SourceText::new(text.to_owned(), 0, 1);
    let Some(game) = split_games(&source).into_iter().next() else {
        return false;
    };
    let turns = game.turns.len();
    let imported = import(&source, game, &Assumptions::default(), NamedSpot::Reached);
    imported.turns() as usize * 2 > turns
}

/// Returns true if more turns of the first game are legal when pushes are read as naming their
/// first spot.
pub(super) fn fits_first_spot(text: &str) -> bool {
    let source = SourceText::new(text.to_owned(), 0, 1);
    let Some(game) = split_games(&source).into_iter().next() else {
        return false;
    };
    let legal_turns = |named_spot: NamedSpot| {
        import(&source, game.clone(), &Assumptions::default(), named_spot).turns()
    };
    legal_turns(NamedSpot::First) > legal_turns(NamedSpot::Reached)
}
