//! Findings on illegal turns: why a turn is rejected, the wrong part, and legal alternatives. The
//! explanation of a turn part by part, legal or not, is in `why`.

use super::nearest::nearest_in_words;
use crate::findings::{Code, Finding, code};
use crate::games::{Explanation, Game, GameId, Part, Refusal, Verdict, respelled, without_blanks};
use crate::notation::{retyped, shorten, worded_result};
use crate::text::{Printable, Span, character_name, first_invisible};

/// Message for a result written in words or with other signs.
pub(super) const NOT_A_RESULT: &str = "This is not a valid result.";

/// Why a turn is rejected.
#[derive(Debug)]
pub(super) enum TurnError<G: Game> {
    /// The text is not a turn of this game. Holds the byte of its text from which it cannot be
    /// parsed.
    Unreadable(usize),
    /// The game was over.
    AfterEnd,
    /// The turn breaks a rule.
    Illegal(Box<Refusal<G>>),
}

impl<G: Game> TurnError<G> {
    /// Returns the codes of its other faults, which were waived.
    pub(super) fn waived(&self) -> &[Code] {
        match self {
            Self::Illegal(refusal) => &refusal.waived,
            Self::Unreadable(_) | Self::AfterEnd => &[],
        }
    }

    pub(super) fn code(&self, text: &str) -> Code {
        match self {
            Self::Unreadable(_) => unreadable_code::<G>(text),
            Self::AfterEnd => &code::AFTER_END,
            Self::Illegal(refusal) => refusal.fault.code,
        }
    }
}

/// Returns the other game whose turn a text is, if it is not a turn of `G`.
fn other_game<G: Game>(text: &str) -> Option<GameId> {
    if let Some(game) = game_of_whole_turn(text) {
        return Some(game);
    }
    // An action that also exists in `G` is misplaced, not foreign.
    if G::is_action(text) {
        None
    } else {
        game_of_turn(text)
    }
}

fn unreadable_code<G: Game>(text: &str) -> Code {
    if other_game::<G>(text).is_some() {
        &code::TURN_NOT_FOR_THIS_GAME
    } else {
        &code::TOKEN
    }
}

/// Returns the game for which a text is a turn, or one action of a turn.
pub(crate) fn game_of_turn(text: &str) -> Option<GameId> {
    game_of_whole_turn(text).or_else(|| GameId::ALL.into_iter().find(|game| game.is_action(text)))
}

fn game_of_whole_turn(text: &str) -> Option<GameId> {
    GameId::ALL
        .into_iter()
        .find(|game| game.canonical_turn_text(text).is_some())
}

/// Returns the game that has the action at byte `offset` of a text.
fn game_of_action(text: &str, offset: usize) -> Option<GameId> {
    let start = text
        .get(..offset)?
        .rfind(';')
        .map_or(0, |before| before + 1);
    let rest = text.get(start..)?;
    let action = rest.get(..rest.find(';').unwrap_or(rest.len()))?;
    GameId::ALL.into_iter().find(|game| game.is_action(action))
}

/// Reports a text that is not a turn of the game from byte `offset` on. `names` are the names of
/// the seats.
pub(super) fn unreadable_finding<G: Game>(
    text: &str,
    whole: Span,
    offset: usize,
    names: &[String],
) -> Finding {
    let mut finding = not_a_turn::<G>(text, whole, offset, names);
    if finding.code == &code::TOKEN {
        finding.rule = G::FACTS.turns.rule;
    }
    finding
}

/// Returns the finding on a text that is not a turn, from the most specific reason to the most
/// general one: white space, a turn of another game, characters of another script, another
/// notation, a result.
fn not_a_turn<G: Game>(text: &str, whole: Span, offset: usize, names: &[String]) -> Finding {
    if let Some(joined) = without_blanks::<G>(text) {
        let message = match first_invisible(text) {
            Some((_, character)) => {
                format!(
                    "The turn contains an invisible character, {}.",
                    character_name(character)
                )
            }
            None => "A turn cannot contain white space.".to_owned(),
        };
        return Finding::new(&code::TOKEN, whole, message).with_help(format!("Write `{joined}`."));
    }
    if let Some(other) = other_game::<G>(text) {
        let message = format!("This is a turn of {}, not of {}.", other.title(), G::TITLE);
        return Finding::new(&code::TURN_NOT_FOR_THIS_GAME, whole, message);
    }
    if let Some(retyped) =
        retyped(text, G::ID).filter(|retyped| G::parse_turn(&retyped.text).is_ok())
    {
        let wrong = text.get(retyped.first.clone()).unwrap_or_default();
        let message = format!("`{wrong}` is {}.", retyped.mistake);
        return Finding::new(&code::TOKEN, whole.within(&retyped.first), message)
            .with_help(format!("Write `{}`.", retyped.text));
    }
    let worded = worded_result(text, names);
    // A resignation in words also needs a tag, so it is handled with the results.
    let is_resignation = worded
        .as_ref()
        .is_some_and(|worded| worded.resigned.is_some());
    if !is_resignation && let Some(found) = respelled::<G>(text) {
        let number = found
            .number
            .map(|number| format!("{number}. "))
            .unwrap_or_default();
        return Finding::new(&code::TOKEN, whole, found.mistake)
            .with_help(format!("Write `{number}{}`.", found.text));
    }
    if let Some(worded) = worded {
        let termination = if worded.resigned.is_some() {
            ", with `[Termination \"resignation\"]` among the tags"
        } else {
            ""
        };
        return Finding::new(&code::TOKEN, whole, NOT_A_RESULT)
            .with_help(format!("Write `{}`{termination}.", worded.outcome));
    }
    invalid_from::<G>(text, whole, offset)
}

/// Returns the finding on a text that cannot be read as any kind of turn from byte `offset` on.
fn invalid_from<G: Game>(text: &str, whole: Span, offset: usize) -> Finding {
    let from = if text.is_char_boundary(offset) && offset < text.len() {
        offset
    } else {
        0
    };
    let span = whole.within(&(from..text.len()));
    let message = if from == 0 {
        format!("`{}` is not a valid turn of {}.", shorten(text), G::TITLE)
    } else {
        format!(
            "This is not a valid turn of {}: it cannot continue like this after `{}`.",
            G::TITLE,
            &text[..from]
        )
    };
    let finding = Finding::new(&code::TOKEN, span, message);
    match game_of_action(text, from).filter(|&game| game != G::ID) {
        Some(other) => finding.with_help(format!("That is an action of {}.", other.title())),
        None => finding,
    }
}

/// Joins two help texts.
pub(super) fn join_help(first: Option<Printable>, second: Option<String>) -> Option<Printable> {
    match (first, second) {
        (Some(first), Some(second)) => Some(format!("{first} {second}").into()),
        (first, second) => first.or(second.map(Printable::from)),
    }
}

/// Adds the nearest legal turns to the help. A text that is not a turn and has no other help gets
/// an example of a turn.
pub(super) fn with_suggestions<G: Game>(
    mut finding: Finding,
    nearest: Option<Vec<String>>,
) -> Finding {
    // Skip suggestions that the help contains already. A result is not close to any turn.
    let is_in_help = |turns: &[String]| match (turns, &finding.help) {
        _ if finding.message == NOT_A_RESULT => true,
        // The help may show the turn with its number: `1. b3`.
        ([first, ..], Some(help)) => {
            help.contains(&format!("`{first}`")) || help.contains(&format!(" {first}`"))
        }
        _ => false,
    };
    let nearest = nearest
        .filter(|turns| !is_in_help(turns))
        .map(|turns| nearest_in_words(&turns));
    finding.help = join_help(finding.help, nearest);
    if finding.help.is_none() && finding.code == &code::TOKEN {
        finding.help = Some(G::FACTS.turns.form.into());
    }
    finding
}

/// Describes how a game ended: by the rules, otherwise by a resignation.
pub(super) fn end_in_words(verdict: Option<&Verdict>) -> String {
    match verdict {
        Some(verdict) => format!("The game had ended ({}): {}.", verdict.rule, verdict.reason),
        None => "The game had ended with a resignation.".to_owned(),
    }
}

/// Returns a refusal as a finding. `written` is the illegal part of the turn, and `span` its place.
pub(super) fn explain_refusal<G: Game>(
    setup: &G::Setup,
    refusal: &Refusal<G>,
    span: Span,
    written: &str,
) -> (Finding, Explanation<G>) {
    let explanation = G::explain(setup, refusal, written);
    let mut finding = Finding::new(refusal.fault.code, span, explanation.message.as_str());
    finding.rule = refusal.fault.rule;
    finding.help = explanation.help.clone().map(Printable::from);
    (finding, explanation)
}

/// Returns the span of `part` of a turn whose text has the span `whole`. Falls back to the action
/// that contains the part, then to the whole turn.
pub(super) fn span_of_part<G: Game>(text: &str, whole: Span, part: Part) -> Span {
    let parts = G::turn_parts(text);
    let find = |wanted| {
        parts
            .iter()
            .find(|(known, _)| *known == wanted)
            .map(|(_, range)| whole.within(range))
    };
    find(part)
        .or_else(|| find(Part::whole(part.action)))
        .unwrap_or(whole)
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::games::{Language, with_game};

    #[test]
    fn the_form_of_a_turn_is_shown_by_turns() {
        for game in GameId::ALL {
            with_game!(game, G => {
                let turns: Vec<&str> = G::FACTS.turns.form.split('`').skip(1).step_by(2).collect();
                assert!(turns.len() > 2, "{game}: {turns:?}");
                for turn in turns {
                    assert_eq!(G::parse_turn(turn).map(|turn| turn.to_string()).as_deref(), Ok(turn), "{game}");
                }
            });
        }
    }

    #[test]
    fn foreign_turns_are_distinguished_from_nonsense() {
        assert_eq!(game_of_turn("take"), Some(GameId::Pippinzip));
        assert_eq!(game_of_turn("b3;take"), None);
        assert_eq!(game_of_turn("swap"), Some(GameId::Pipe));
        assert_eq!(game_of_action("b3;take", 3), Some(GameId::Pippinzip));
        assert_eq!(game_of_action("b3;nonsense;x", 5), None);
    }
}
