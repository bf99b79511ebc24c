//! Completion of commands in comments and of their arguments.

use lsp_types::{CompletionItem, CompletionItemKind};

use super::{Here, Offer};
use crate::findings::{Code, all_codes};
use crate::lsp::incomplete_text::behind;
use crate::lsp::session::Studied;
use crate::lsp::words;
use crate::notation::FigureCommand;

/// Completes names of commands.
pub(super) fn names(here: &Here<'_>, start: usize) -> Vec<CompletionItem> {
    let offers = words::COMMANDS.into_iter().map(|(name, form, means)| {
        let offer = Offer::new(name, CompletionItemKind::FUNCTION).with_documentation(means);
        Offer { detail: Some(form.to_owned()), ..offer }
    });
    let end = behind(&here.text, here.at, |letter| letter.is_ascii_alphanumeric() || "_-".contains(letter));
    here.items(offers.collect(), start, end, false)
}

/// Completes arguments of a command.
pub(super) fn arguments(here: &Here<'_>, name: &str, start: usize, typed: &str) -> Vec<CompletionItem> {
    let begun = typed.rfind(|letter: char| letter.is_whitespace() || ">\"".contains(letter)).map_or(0, |at| at + 1);
    // `a1..b3`
    let begun = typed.rfind("..").map_or(begun, |dots| begun.max(dots + 2));
    let studied = here.ask.studied(here.entry.clone());
    let offers = match name {
        "expect" => expected(here, studied.as_ref(), typed.get(..begun).unwrap_or_default()),
        "puzzle" if typed.trim().is_empty() || !typed.trim_start().contains(char::is_whitespace) => {
            let goals = words::GOALS.into_iter();
            goals.map(|(goal, means)| Offer::new(goal, CompletionItemKind::KEYWORD).with_documentation(means)).collect()
        }
        "irregular" => codes(here, studied.as_ref(), |code| code.can_stand),
        _ if FigureCommand::parse(name, "").is_some() && name != "diagram" => places(here, studied.as_ref()),
        _ => Vec::new(),
    };
    let end = behind(&here.text, here.at, |letter| !letter.is_whitespace() && !"]}\">".contains(letter));
    here.items(offers, start + begun, end.max(here.at), false)
}

/// Returns the codes of the record's game and the shared ones. Codes found at the turn before the comment come first.
fn codes(here: &Here<'_>, studied: Option<&Studied>, wanted: impl Fn(Code) -> bool) -> Vec<Offer> {
    let game = studied.and_then(|studied| studied.record().game());
    let family = |code: Code| code.id.split('/').next().unwrap_or_default();
    let is_common = |code: Code| matches!(family(code), "syntax" | "tag" | "turn" | "record");
    let of_game = |code: Code| game.is_none_or(|game| family(code) == game.name());
    let mut codes: Vec<Code> = all_codes()
        .filter(|&code| wanted(code) && (is_common(code) || (of_game(code) && family(code) != "import")))
        .collect();
    codes.sort_by_key(|&code| !of_game(code));
    if let Some(studied) = studied
        && let Some((_, node)) = studied.record().turn_before(here.place())
    {
        let faults = studied.findings();
        codes.sort_by_key(|code| !faults.iter().any(|finding| finding.code == *code && finding.turn == node.number));
    }
    let offers = codes.into_iter().map(|code| {
        let explanation = here.ask.session.surroundings.explanation(code.id);
        let offer =
            Offer::new(code.id, CompletionItemKind::CONSTANT).with_documentation(explanation.unwrap_or_default());
        Offer { detail: Some(code.summary.to_owned()), ..offer }
    });
    offers.collect()
}

/// Completes arguments of `[%expect …]`.
fn expected(here: &Here<'_>, studied: Option<&Studied>, before: &str) -> Vec<Offer> {
    if !before.trim().is_empty() && !before.trim_start().starts_with("not-legal") {
        return Vec::new();
    }
    let codes = codes(here, studied, |_| true);
    if !before.trim().is_empty() {
        return codes;
    }
    let number =
        studied.and_then(|studied| studied.record().turn_before(here.place())).map_or(0, |(_, node)| node.number);
    let is_fault = |offer: &Offer| {
        let findings = studied.map(Studied::findings).unwrap_or_default();
        findings.iter().any(|finding| finding.code.id == offer.label && finding.turn == number)
    };
    // Codes found here come first, then conditions that hold.
    let (mut offers, others): (Vec<Offer>, Vec<Offer>) = codes.into_iter().partition(is_fault);
    offers.extend(holding(here, studied));
    let forms = words::EXPECTED
        .into_iter()
        .map(|(form, means)| Offer::new(form, CompletionItemKind::KEYWORD).with_documentation(means));
    offers.extend(forms);
    offers.extend(others);
    offers
}

/// Returns the expectations that hold after the turn before the comment.
fn holding(here: &Here<'_>, studied: Option<&Studied>) -> Vec<Offer> {
    /// Counting further would keep the user waiting.
    const MOST_COUNTED: u64 = 50_000;
    let frame = studied.and_then(|studied| {
        let timeline = studied.timeline()?;
        match studied.record().turn_before(here.place()) {
            Some((_, node)) => timeline.frame(node.id),
            None => timeline.start(),
        }
    });
    let Some(frame) = frame else { return Vec::new() };
    let position = &frame.position;
    let mut holds = vec![format!("to-move {}", position.to_move())];
    holds.extend(position.count_legal_turns(MOST_COUNTED).map(|count| format!("moves {count}")));
    holds.extend(position.result().map(|standing| format!("result {standing}")));
    holds.extend(position.score().map(|points| format!("score {}", crate::notation::score_text(&points))));
    holds.push(format!("position {}", crate::notation::quoted(&position.text())));
    holds
        .into_iter()
        .map(|holds| Offer::new(holds, CompletionItemKind::VALUE).with_documentation("An expectation that holds here."))
        .collect()
}

/// Returns the places of the board.
fn places(here: &Here<'_>, studied: Option<&Studied>) -> Vec<Offer> {
    let frame = studied.and_then(|studied| {
        let timeline = studied.timeline()?;
        let played = studied.record().turn_before(here.place()).and_then(|(_, node)| timeline.frame(node.id));
        played.or_else(|| timeline.start())
    });
    let Some(frame) = frame else { return Vec::new() };
    let scene = frame.position.scene();
    // Places touched by the last turn are mentioned most often.
    let effects = frame.position.effects();
    let moved = effects.moved.into_iter().map(|(_, to)| to);
    let touched: Vec<String> = effects.placed.into_iter().chain(moved).chain(effects.changed).collect();
    let mut names: Vec<String> = scene.sites.iter().map(|(name, _)| name.to_string()).collect();
    names.sort_unstable();
    names.sort_by_key(|name| !touched.contains(name));
    names.into_iter().map(|name| Offer::new(name, CompletionItemKind::REFERENCE)).collect()
}
