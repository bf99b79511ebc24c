//! Legal turns that the help on an illegal turn names, in whole or in part: `Pushes that move it:
//! a4-c6`, `The list is xb2`. Front ends offer to write them, so that every remedy that a help
//! names can be applied.
//!
//! The help names texts between backticks. Such a text is a turn by itself, or a part of the
//! illegal turn: in place of its wrong part or action, or as another action. The first of these
//! that is legal is the remedy, so that no rule about a single fault is needed.

use std::ops::Range;

use super::game_position::GamePosition;
use super::illegal_turn::{span_of_part, unreadable_finding};
use super::progress::Move;
use crate::games::Game;
use crate::notation::likeness::MAX_LENGTH;
use crate::text::Span;

/// The maximum number of texts of one help that are tried.
const MAX_TRIED: usize = 8;

/// Returns the legal turns that the help on an illegal turn names, in the order of the help and in
/// canonical form.
pub(super) fn remedies<G: Game>(reached: &GamePosition<G>, written: &str) -> Vec<String> {
    let is_open = reached.progress.result.is_none() && G::missing(reached.state()).is_none();
    // The cost of each trial grows with its length.
    if !is_open || written.len() > MAX_LENGTH {
        return Vec::new();
    }
    let Some((help, part)) = help_on(reached, written) else {
        return Vec::new();
    };

    let mut turns: Vec<String> = Vec::new();
    for named in named_texts(&help).take(MAX_TRIED) {
        let possible = turns_with(written, &part, named);
        let legal = possible
            .iter()
            .find_map(|text| canonical_if_legal(reached, text));
        if let Some(turn) = legal
            && !turns.contains(&turn)
        {
            turns.push(turn);
        }
    }
    turns
}

/// Returns the help of the game on a turn, and the illegal part of the turn. `None` for a legal
/// turn, without help, and if the help only shows the form of a turn.
fn help_on<G: Game>(reached: &GamePosition<G>, written: &str) -> Option<(String, Range<usize>)> {
    let whole = Span::new(0, written.len());
    let turn = match Move::<G>::parse(written) {
        Ok(Move::Turn(turn)) => turn,
        Ok(Move::Resign) => return None,
        Err(error) => {
            let names = G::ID.seat_names(None);
            let finding = unreadable_finding::<G>(written, whole, error.at, &names);
            let help = finding.help?.to_string();
            return Some((help, whole.range()));
        }
    };
    let refusal = G::judge(&reached.setup, reached.state(), &turn, &[]).err()?;
    let part = span_of_part::<G>(written, whole, refusal.fault.part);
    let explanation = G::explain(&reached.setup, &refusal, part.slice(written));
    if explanation.help_shows_form {
        return None;
    }
    Some((explanation.help?, part.range()))
}

/// Returns the texts between the backticks of a help, without turn numbers.
fn named_texts(help: &str) -> impl Iterator<Item = &str> {
    let named = help.split('`').skip(1).step_by(2).map(without_number);
    named.filter(|named| !named.is_empty())
}

/// Returns a turn without the number before it: `17. b3`.
fn without_number(named: &str) -> &str {
    let rest = named.trim_start_matches(|sign: char| sign.is_ascii_digit());
    rest.strip_prefix(". ").unwrap_or(named)
}

/// Returns the turns that a text may mean in place of an illegal turn: the text by itself, or the
/// turn with the text in place of `part` or of something larger, or with the text as an action.
fn turns_with(written: &str, part: &Range<usize>, named: &str) -> Vec<String> {
    let before = written.get(..part.start).unwrap_or_default();
    let after = written.get(part.end..).unwrap_or_default();
    let action_start = before.rfind(';').map_or(0, |border| border + 1);
    let action_end = part.end + after.find(';').unwrap_or(after.len());
    let with_text = |from: usize, to: usize, text: &str| {
        let start = written.get(..from).unwrap_or_default();
        let end = written.get(to..).unwrap_or_default();
        format!("{start}{text}{end}")
    };
    let action = written.get(action_start..action_end).unwrap_or_default();
    // A piece comes before the sign of its place.
    let piece_end = action_start + action.find('@').unwrap_or(action.len());
    // First the text by itself, then in place of the part, the piece, the action, and the rest of
    // the turn; then inserted before the part, and as another action before and after this one, or
    // at either end of the turn.
    vec![
        named.to_owned(),
        with_text(part.start, part.end, named),
        with_text(action_start, piece_end, named),
        with_text(action_start, action_end, named),
        with_text(action_start, written.len(), named),
        with_text(part.start, part.start, named),
        with_text(action_start, action_start, &format!("{named};")),
        with_text(action_end, action_end, &format!(";{named}")),
        format!("{named};{written}"),
        format!("{written};{named}"),
    ]
}

/// Returns a turn in canonical form; `None` if it is not legal, or a resignation.
fn canonical_if_legal<G: Game>(reached: &GamePosition<G>, text: &str) -> Option<String> {
    let turn = Move::<G>::parse(text).ok()?;
    turn.game_turn()?;
    let played = reached.progress.after(&reached.setup, &turn, &[]).ok()?;
    Some(played.canonical.text())
}

#[cfg(test)]
mod tests {
    use crate::replay::LiveGame;

    /// Returns the remedies for a turn after turns of a game.
    fn remedies(tags: &str, turns: &[&str], written: &str) -> Vec<String> {
        let start = LiveGame::start(tags).unwrap().position().clone();
        let reached = turns.iter().fold(start, |position, turn| {
            position
                .play(*turn)
                .unwrap_or_else(|fault| panic!("{turn}: {fault}"))
        });
        reached.remedies(written)
    }

    #[test]
    fn pushes_that_a_help_names_are_remedies() {
        let tags = "[Game \"gipf\"]\n[Variant \"basic\"]\n";
        let found = remedies(tags, &[], "b5");
        for push in ["a4-c6", "a5-c5"] {
            assert!(found.iter().any(|turn| turn == push), "{found:?}");
        }
        // The rest of the turn stays.
        let row = format!("{tags}[Position \"4/5/6/1wwww2/6/5/4 w 8,12 0,0 - -\"]\n");
        assert_eq!(remedies(&row, &[], "b2"), ["xe3,e4,e5,e6;b2"]);
        let tournament = "[Game \"gipf\"]\n[Variant \"tournament\"]\n";
        assert_eq!(remedies(tournament, &[], "b3"), ["Gb3"]);
    }

    #[test]
    fn a_list_that_a_help_names_is_a_remedy() {
        let tags = "[Game \"pippip\"]\n";
        let start = LiveGame::start(tags).unwrap().position().clone();
        let after = start.play("5@b2/3").unwrap();
        let converts = |turn: &String| turn.ends_with(";xb2") && !turn.contains("a1");
        let turn = after.legal_turns().into_iter().find(converts).unwrap();
        let wrong = turn.replace(";xb2", ";xa1");
        assert_eq!(after.remedies(&wrong), [turn]);
    }

    #[test]
    fn a_draw_that_a_help_names_is_a_remedy() {
        let tags = "[Game \"pipe\"]\n[Variant \"pipes\"]\n[Deck \"twin-works\"]\n\
             [Hand1 \"3,14,36,9,47,23,28,21,40\"]\n[Hand2 \"17,25,46,5,39,41,20,4,34\"]\n\
             [Stock \"22,10,43,2,29,35,18,11,26,38,42,45,27,6,16,12,33,1,31,44,8,7,32,19,15,48,13,24,37,30\"]\n";
        let turns = [
            "discard:28,36,40,47;claim:white",
            "discard:5,25,34,39;claim:black",
            "9@+0+0/N;draw:22",
        ];
        assert_eq!(
            remedies(tags, &turns, "46@+0-1/W;draw:43"),
            ["46@+0-1/W;draw:10"]
        );
    }

    #[test]
    fn forms_and_legal_turns_have_no_remedies() {
        let tags = "[Game \"gipf\"]\n[Variant \"basic\"]\n";
        for written in ["b3", "hello", "resign", ""] {
            assert!(remedies(tags, &[], written).is_empty(), "{written}");
        }
        let cards = "[Game \"pipe\"]\n[Variant \"pipes\"]\n[Deck \"twin-works\"]\n";
        assert!(remedies(cards, &[], "17@+0+0/E").is_empty());
    }
}
