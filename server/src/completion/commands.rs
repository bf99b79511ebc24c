//! Completion of commands in comments and of their arguments.

use lsp_types::{CompletionItem, CompletionItemKind};

use super::{Cursor, Offer, end_of_word};
use crate::descriptions;
use crate::session::Replayed;
use pipscribe::check::family;
use pipscribe::findings::{Code, all_codes};
use pipscribe::notation::{FigureCommand, quoted, score_text};
use pipscribe::replay::Frame;

/// Completes command names.
pub(super) fn names(cursor: &Cursor<'_>, start: usize) -> Vec<CompletionItem> {
    let offers = descriptions::COMMANDS
        .into_iter()
        .map(|(name, form, means)| {
            let offer = Offer::new(name, CompletionItemKind::FUNCTION).with_documentation(means);
            Offer {
                detail: Some(form.to_owned()),
                ..offer
            }
        });
    let end = end_of_word(&cursor.text, cursor.offset, |letter| {
        letter.is_ascii_alphanumeric() || "_-".contains(letter)
    });
    cursor.items(offers.collect(), start..end)
}

/// Completes arguments of a command.
pub(super) fn arguments(
    cursor: &Cursor<'_>,
    name: &str,
    start: usize,
    typed: &str,
) -> Vec<CompletionItem> {
    let argument_start = typed
        .rfind(|letter: char| letter.is_whitespace() || ">\"".contains(letter))
        .map_or(0, |offset| offset + 1);
    // A range such as `a1..b3` continues after the dots.
    let argument_start = typed
        .rfind("..")
        .map_or(argument_start, |dots| argument_start.max(dots + 2));
    let replayed = cursor.request.replayed(cursor.entry.clone());
    let offers = match name {
        "expect" => expected(
            cursor,
            replayed.as_ref(),
            typed.get(..argument_start).unwrap_or_default(),
        ),
        "puzzle"
            if typed.trim().is_empty() || !typed.trim_start().contains(char::is_whitespace) =>
        {
            let goals = descriptions::GOALS.into_iter();
            goals
                .map(|(goal, means)| {
                    Offer::new(goal, CompletionItemKind::KEYWORD).with_documentation(means)
                })
                .collect()
        }
        "irregular" => codes(cursor, replayed.as_ref(), |code| code.can_stand),
        _ if FigureCommand::parse(name, "").is_some() && name != "diagram" => {
            places(cursor, replayed.as_ref())
        }
        _ => Vec::new(),
    };
    let end = end_of_word(&cursor.text, cursor.offset, |letter| {
        !letter.is_whitespace() && !"]}\">".contains(letter)
    });
    cursor.items(offers, start + argument_start..end.max(cursor.offset))
}

/// Returns the codes of the record's game and the codes that all games share. Codes found at the
/// turn before the comment come first.
fn codes(
    cursor: &Cursor<'_>,
    replayed: Option<&Replayed>,
    is_offered: impl Fn(Code) -> bool,
) -> Vec<Offer> {
    let game = replayed.and_then(|replayed| replayed.record().game());
    let is_common = |code: Code| matches!(family(code.id), "syntax" | "tag" | "turn" | "record");
    let of_game = |code: Code| game.is_none_or(|game| family(code.id) == game.name());
    let mut codes: Vec<Code> = all_codes()
        .filter(|&code| {
            is_offered(code) && (is_common(code) || (of_game(code) && family(code.id) != "import"))
        })
        .collect();
    codes.sort_by_key(|&code| !of_game(code));
    if let Some(replayed) = replayed
        && let Some((_, node)) = replayed.record().turn_before(cursor.place())
    {
        let faults = replayed.findings();
        codes.sort_by_key(|code| {
            !faults
                .iter()
                .any(|finding| finding.code == *code && finding.turn == node.number)
        });
    }
    let offers = codes.into_iter().map(|code| {
        let explanation = cursor.request.session.environment.explanation(code.id);
        let offer = Offer::new(code.id, CompletionItemKind::CONSTANT)
            .with_documentation(explanation.unwrap_or_default());
        Offer {
            detail: Some(code.summary.to_owned()),
            ..offer
        }
    });
    offers.collect()
}

/// Completes arguments of `[%expect …]`.
fn expected(cursor: &Cursor<'_>, replayed: Option<&Replayed>, before: &str) -> Vec<Offer> {
    if !before.trim().is_empty() && !before.trim_start().starts_with("not-legal") {
        return Vec::new();
    }
    let codes = codes(cursor, replayed, |_| true);
    if !before.trim().is_empty() {
        return codes;
    }
    let number = replayed
        .and_then(|replayed| replayed.record().turn_before(cursor.place()))
        .map_or(0, |(_, node)| node.number);
    let is_fault = |offer: &Offer| {
        let findings = replayed.map(Replayed::findings).unwrap_or_default();
        findings
            .iter()
            .any(|finding| finding.code.id == offer.label && finding.turn == number)
    };
    // Codes found at this turn come first, then conditions that hold.
    let (mut offers, others): (Vec<Offer>, Vec<Offer>) = codes.into_iter().partition(is_fault);
    offers.extend(holding(cursor, replayed));
    let forms = descriptions::EXPECTED.into_iter().map(|(form, means)| {
        Offer::new(form, CompletionItemKind::KEYWORD).with_documentation(means)
    });
    offers.extend(forms);
    offers.extend(others);
    offers
}

/// Returns the frame after the turn before the comment, or the frame of the start; `None` if the
/// turn is not played.
fn frame_before<'r>(cursor: &Cursor<'_>, replayed: &'r Replayed) -> Option<&'r Frame> {
    let timeline = replayed.timeline()?;
    match replayed.record().turn_before(cursor.place()) {
        Some((_, node)) => timeline.frame(node.id),
        None => timeline.start(),
    }
}

/// Returns the expectations that hold after the turn before the comment.
fn holding(cursor: &Cursor<'_>, replayed: Option<&Replayed>) -> Vec<Offer> {
    /// Maximum number of turns that are counted; counting further would keep the user waiting.
    const MAX_COUNTED: u64 = 50_000;
    let Some(frame) = replayed.and_then(|replayed| frame_before(cursor, replayed)) else {
        return Vec::new();
    };

    let position = &frame.position;
    let mut holds = vec![format!("to-move {}", position.to_move())];
    holds.extend(
        position
            .count_legal_turns(MAX_COUNTED)
            .map(|count| format!("moves {count}")),
    );
    holds.extend(
        position
            .result()
            .map(|standing| format!("result {standing}")),
    );
    holds.extend(
        position
            .score()
            .map(|points| format!("score {}", score_text(&points))),
    );
    holds.push(format!("position {}", quoted(&position.text())));
    holds
        .into_iter()
        .map(|holds| {
            Offer::new(holds, CompletionItemKind::VALUE)
                .with_documentation("An expectation that holds here.")
        })
        .collect()
}

/// Returns the places of the board.
fn places(cursor: &Cursor<'_>, replayed: Option<&Replayed>) -> Vec<Offer> {
    let frame = replayed.and_then(|replayed| {
        frame_before(cursor, replayed).or_else(|| replayed.timeline()?.start())
    });
    let Some(frame) = frame else {
        return Vec::new();
    };
    let scene = frame.position.scene();
    // Places touched by the last turn are mentioned most often.
    let effects = frame.position.effects();
    let moved = effects.moved.into_iter().map(|(_, to)| to);
    let touched: Vec<String> = effects
        .placed
        .into_iter()
        .chain(moved)
        .chain(effects.changed)
        .collect();
    let mut names: Vec<String> = scene
        .sites
        .iter()
        .map(|(name, _)| name.to_string())
        .collect();
    names.sort_unstable();
    names.sort_by_key(|name| !touched.contains(name));
    names
        .into_iter()
        .map(|name| Offer::new(name, CompletionItemKind::REFERENCE))
        .collect()
}
