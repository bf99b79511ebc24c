//! Compares the claimed result and score of a record with those given by the rules.
//!
//! The claims are the tags `Result`, `Score` and `Termination`, and the result after the movetext.
//! [`wrong_results`] converts the end of the main line to a form that is the same for all games;
//! everything else works with that form, so that it is compiled once.

use super::CommonTags;
use super::progress::Progress;
use crate::findings::{Code, Finding, Related, code};
use crate::games::{Game, Sides, Verdict};
use crate::notation::{Outcome, Record, Standing, Termination, score_text, shorten};

/// The values of the tag `Termination` for a game that ended outside the rules.
const OTHER_ENDS: [&str; 5] = [
    "resignation",
    "time",
    "forfeit",
    "agreement",
    "adjudication",
];

/// A wrong claim about the end of the game.
pub(super) struct WrongResult {
    pub(super) finding: Finding,
    /// The verdict that ended the game, if the board is to be shown.
    pub(super) verdict: Option<Verdict>,
}

impl From<Finding> for WrongResult {
    fn from(finding: Finding) -> Self {
        Self {
            finding,
            verdict: None,
        }
    }
}

/// The end of the main line, in a form independent of the game. The functions are called only if a
/// claim needs their values, which take time to compute.
struct EndOfAnyGame<'e> {
    result: Option<&'e Standing>,
    resigned: bool,
    at_fault: bool,
    /// The verdict that ended the game by the rules.
    verdict: &'e dyn Fn() -> Option<Verdict>,
    /// The points of each seat, once the game is over.
    score: &'e dyn Fn() -> Option<Vec<u32>>,
    /// The side of each seat, if known.
    sides: &'e dyn Fn() -> Option<Sides>,
}

/// Returns the wrong claims about the end. Few claims can be checked if an illegal turn leaves the
/// end unknown.
pub(super) fn wrong_results<G: Game>(
    record: &Record,
    setup: &G::Setup,
    tags: &CommonTags,
    end: &Progress<G>,
) -> Vec<WrongResult> {
    let Progress {
        state,
        result,
        resigned,
        at_fault,
    } = end;
    let result = result.as_ref();
    let resigned = *resigned;
    let at_fault = *at_fault;
    let verdict = &|| G::verdict(setup, state);
    let score = &|| G::score(setup, state);
    let sides = &|| G::sides(setup, state);
    wrong_claims(
        record,
        tags,
        &EndOfAnyGame {
            result,
            resigned,
            at_fault,
            verdict,
            score,
            sides,
        },
    )
}

/// Returns the claims of the tags that the end contradicts.
fn wrong_claims(record: &Record, tags: &CommonTags, end: &EndOfAnyGame<'_>) -> Vec<WrongResult> {
    let mut claims = Vec::new();
    if let Some((Termination::Rules, span)) = tags.termination
        && end.resigned
    {
        let finding = Finding::new(
            &code::INCONSISTENT,
            span,
            "This game ended with a resignation, not by the rules.",
        )
        .with_help("Write `[Termination \"resignation\"]`, or leave the tag out.")
        .with_tag("Termination", ["resignation"])
        .with_related(last_turn(record, "the resignation"));
        claims.push(finding.into());
    }
    // An unclosed comment hides the rest of the record, perhaps including turns.
    if end.at_fault
        || record
            .findings
            .iter()
            .any(|finding| finding.code == &code::UNCLOSED_COMMENT)
    {
        return claims;
    }
    if let (Some((Termination::Unfinished, span)), Some(_)) = (tags.termination, end.result)
        && !end.resigned
    {
        let finding = Finding::new(
            &code::INCONSISTENT,
            span,
            "The rules have decided this game: it is finished.",
        )
        .with_help("Write `[Termination \"rules\"]`, or leave the tag out.")
        .with_tag("Termination", ["rules"])
        .with_related(last_turn(record, "the turn that ended it"));
        claims.push(finding.into());
    }
    if !tags.impossible_result && !record.result_unclear {
        claims.extend(false_result(record, tags, end));
    }
    claims.extend(false_score(tags, end).map(WrongResult::from));
    claims
}

/// Returns a reference to the last turn of the main line.
fn last_turn(record: &Record, message: &str) -> Option<Related> {
    let node = record.moves.turns.last()?;
    Some(Related {
        message: message.into(),
        span: node.text,
        turn: node.number,
    })
}

/// Compares the claimed result with the end of the game. No claim is the claim that it is open.
fn false_result(record: &Record, tags: &CommonTags, end: &EndOfAnyGame<'_>) -> Option<WrongResult> {
    let claimed = match (&record.result, &tags.result) {
        (Some((outcome, _)), _) | (None, Some((outcome, _))) => outcome,
        // A `Result` tag that cannot be parsed claims nothing that could be checked.
        (None, None) if record.tag("Result").is_some() => return None,
        (None, None) => &Outcome::Open,
    };
    match end.result {
        None => false_result_while_open(record, tags, claimed, end).map(WrongResult::from),
        Some(standing) if matches!(claimed, Outcome::Decided(claimed) if claimed == standing) => {
            None
        }
        Some(standing) => Some(other_result(record, claimed, standing, end)),
    }
}

/// Compares the claimed result with a game that neither the rules nor a resignation have ended.
fn false_result_while_open(
    record: &Record,
    tags: &CommonTags,
    claimed: &Outcome,
    end: &EndOfAnyGame<'_>,
) -> Option<Finding> {
    let termination = tags.termination.map(|(termination, _)| termination);
    // A termination that cannot be parsed may have justified the result.
    if record.tag("Termination").is_some() && termination.is_none() {
        return None;
    }
    let Some((code, message)) = fault_while_open(claimed, termination) else {
        return impossible_in_open_game(record, claimed, (end.sides)()?);
    };
    let finding = Finding::new(code, record.result_span(), message);
    let finding = match record.last_word_before_break().map(shorten) {
        Some(last) => finding.with_help(format!(
            "The record breaks off after `{last}`. Write the turns that are missing, or `*` if the end of the game is unknown."
        )),
        None => finding.with_help(
            "If the game ended outside the rules, add `[Termination \"resignation\"]`, `time`, `forfeit`, \
                `agreement` or `adjudication`.",
        ),
    };
    Some(finding.with_tag("Termination", OTHER_ENDS))
}

/// Reports a claimed result that differs from that of a decided game, which is `standing`.
fn other_result(
    record: &Record,
    claimed: &Outcome,
    standing: &Standing,
    end: &EndOfAnyGame<'_>,
) -> WrongResult {
    let mut rule = "notation 5";
    let mut reason = "a resignation".to_owned();
    let verdict = if end.resigned { None } else { (end.verdict)() };
    if let Some(verdict) = &verdict {
        rule = verdict.rule;
        reason = format!("{}, {}", verdict.rule, verdict.reason);
    }
    let message = format!("The result is `{standing}`, not `{claimed}`: {reason}.");
    let mut finding = Finding::new(&code::RESULT, record.result_span(), message)
        .with_help(format!(
            "Write `{standing}` at the end of the movetext and in the tag `Result`."
        ))
        .with_tag("Result", [standing.to_string()])
        .with_related(last_turn(record, "the game ended with this turn"));
    finding.rule = rule;
    WrongResult { finding, verdict }
}

/// Reports a claimed result in an open game in which members of a team differ, or more than one
/// seat or team wins.
fn impossible_in_open_game(record: &Record, claimed: &Outcome, sides: Sides) -> Option<Finding> {
    let Outcome::Decided(standing) = claimed else {
        return None;
    };
    if standing.fits(&sides) {
        return None;
    }
    let is_team = |side: &u8| sides.iter().filter(|other| *other == side).count() > 1;
    let message = match sides.iter().any(is_team) {
        false => format!("Only one seat wins: the result cannot be `{claimed}`."),
        true => {
            format!(
                "Only one side wins, and the members of a team have the same outcome: the result cannot be `{claimed}`."
            )
        }
    };
    Some(Finding::new(&code::RESULT, record.result_span(), message))
}

/// Compares the claimed score with that of the game.
fn false_score(tags: &CommonTags, end: &EndOfAnyGame<'_>) -> Option<Finding> {
    let (claimed, span) = tags.score.as_ref()?;
    let final_score = end.result.and_then(|_| (end.score)());
    let Some(points) = final_score else {
        let message = "The game is not over, so it has no score yet.";
        return Some(Finding::new(&code::SCORE, *span, message));
    };
    if points == *claimed {
        return None;
    }
    let score = score_text(&points);
    let message = format!("The score is {score}, not {}.", score_text(claimed));
    Some(Finding::new(&code::SCORE, *span, message).with_tag("Score", [score]))
}

/// Returns the fault of a claimed result in an open game.
fn fault_while_open(claimed: &Outcome, termination: Option<Termination>) -> Option<(Code, String)> {
    let message = match (claimed, termination) {
        (Outcome::Open, Some(Termination::Rules)) => {
            "The rules have not ended this game.".to_owned()
        }
        (Outcome::Open, _) => return None,
        (Outcome::Decided(_), None | Some(Termination::Rules)) => {
            format!("`{claimed}` is claimed, but the rules have not ended this game.")
        }
        (Outcome::Decided(_), Some(Termination::Unfinished)) => {
            format!("`{claimed}` is claimed, but the game is marked as unfinished.")
        }
        (Outcome::Decided(_), Some(_)) => return None,
    };
    Some((&code::UNDECIDED, message))
}
