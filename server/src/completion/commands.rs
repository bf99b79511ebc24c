//! Completion of commands in comments and of their arguments: `[%expect legal]`, `[%circle b3 c4]`.

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
    let offers = descriptions::COMMANDS.into_iter().map(|command| {
        let offer = Offer::new(command.name, CompletionItemKind::FUNCTION);
        Offer {
            detail: Some(command.form.to_owned()),
            documentation: Some(command.meaning.to_owned()),
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
    let last_argument = start_of_last_argument(typed);
    let earlier_arguments = typed.get(..last_argument).unwrap_or_default();
    let record = cursor.request.replayed(cursor.entry.clone());
    let replayed = record.as_ref();
    let is_first_argument = !typed.trim_start().contains(char::is_whitespace);
    let takes_places = FigureCommand::parse(name, "").is_some() && name != "diagram";
    let offers = match name {
        "expect" => expected(cursor, replayed, earlier_arguments),
        "puzzle" if is_first_argument => goals(),
        // `[%irregular …]` waives a rule, which not every code allows.
        "irregular" => codes(cursor, replayed, |code| code.can_stand),
        _ if takes_places => places(cursor, replayed),
        _ => Vec::new(),
    };
    let end = end_of_word(&cursor.text, cursor.offset, |letter| {
        !letter.is_whitespace() && !"]}\">".contains(letter)
    });
    cursor.items(offers, start + last_argument..end.max(cursor.offset))
}

/// Returns the start of the argument that is being typed. In an arrow `a1>b3` or a range `a1..b3`,
/// that is the second place.
fn start_of_last_argument(typed: &str) -> usize {
    let after_separator = typed
        .rfind(|letter: char| letter.is_whitespace() || ">\"".contains(letter))
        .map_or(0, |offset| offset + 1);
    let after_dots = typed.rfind("..").map_or(0, |dots| dots + 2);
    after_separator.max(after_dots)
}

/// Returns the goals of `[%puzzle …]`.
fn goals() -> Vec<Offer> {
    let goals = descriptions::GOALS.into_iter().map(|(goal, means)| {
        Offer::new(goal, CompletionItemKind::KEYWORD).with_documentation(means)
    });
    goals.collect()
}

/// Returns the codes of the record's game and the codes that all games share. Codes found at the
/// turn before the comment come first.
fn codes(
    cursor: &Cursor<'_>,
    replayed: Option<&Replayed>,
    is_offered: impl Fn(Code) -> bool,
) -> Vec<Offer> {
    let game = replayed.and_then(|replayed| replayed.record().game());
    // The family is the part of a code before the slash: the game in `gipf/line-full`.
    let is_common = |code: Code| matches!(family(code.id), "syntax" | "tag" | "turn" | "record");
    let is_of_game = |code: Code| game.is_none_or(|game| family(code.id) == game.name());
    // Texts in other formats have these codes, not records.
    let is_import = |code: Code| family(code.id) == "import";
    let mut codes: Vec<Code> = all_codes()
        .filter(|&code| is_common(code) || (is_of_game(code) && !is_import(code)))
        .filter(|&code| is_offered(code))
        .collect();

    // False sorts before true. The sorts are stable, so the last one counts most.
    codes.sort_by_key(|&code| !is_of_game(code));
    if let Some(replayed) = replayed
        && let Some((_, node)) = replayed.record().turn_before(cursor.place())
    {
        let findings = replayed.findings();
        let is_at_turn = |code: Code| {
            findings
                .iter()
                .any(|finding| finding.code == code && finding.turn == node.number)
        };
        codes.sort_by_key(|&code| !is_at_turn(code));
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

/// Completes arguments of `[%expect …]` after earlier arguments. Only `not-legal TURN CODE` has
/// later arguments that can be listed.
fn expected(
    cursor: &Cursor<'_>,
    replayed: Option<&Replayed>,
    earlier_arguments: &str,
) -> Vec<Offer> {
    let earlier_arguments = earlier_arguments.trim();
    let is_first = earlier_arguments.is_empty();
    if !is_first && !earlier_arguments.starts_with("not-legal") {
        return Vec::new();
    }
    let codes = codes(cursor, replayed, |_| true);
    if !is_first {
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

/// Returns the expectations that hold after the turn before the comment, such as `moves 24`.
fn holding(cursor: &Cursor<'_>, replayed: Option<&Replayed>) -> Vec<Offer> {
    /// Maximum number of turns that are counted; counting further would keep the user waiting.
    const MAX_COUNTED: u64 = 50_000;
    let Some(frame) = replayed.and_then(|replayed| frame_before(cursor, replayed)) else {
        return Vec::new();
    };

    let position = &frame.position;
    let mut expectations = vec![format!("to-move {}", position.to_move())];
    if let Some(count) = position.count_legal_turns(MAX_COUNTED) {
        expectations.push(format!("moves {count}"));
    }
    if let Some(result) = position.result() {
        expectations.push(format!("result {result}"));
    }
    if let Some(points) = position.score() {
        expectations.push(format!("score {}", score_text(&points)));
    }
    expectations.push(format!("position {}", quoted(&position.text())));
    expectations
        .into_iter()
        .map(|expectation| {
            Offer::new(expectation, CompletionItemKind::VALUE)
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
    let effects = frame.position.effects();
    let mut touched: Vec<String> = effects.placed;
    touched.extend(effects.moved.into_iter().map(|(_, to)| to));
    touched.extend(effects.changed);

    let scene = frame.position.scene();
    let mut names: Vec<String> = scene
        .sites
        .iter()
        .map(|(name, _)| name.to_string())
        .collect();
    names.sort_unstable();
    // Places touched by the last turn come first, because they are mentioned most often.
    names.sort_by_key(|name| !touched.contains(name));
    names
        .into_iter()
        .map(|name| Offer::new(name, CompletionItemKind::REFERENCE))
        .collect()
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
