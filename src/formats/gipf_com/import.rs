//! Creates a record of a game that was read from a page. The source rarely states the variant, so
//! [`import`] tries the variants, and chooses the one under which most turns are legal.

use super::dialect::{NamedSpot, complete_turns};
use super::{Assumptions, ForeignGame, ForeignTurn, Imported};
use crate::findings::{Finding, Hint};
use crate::formats::KeepFindings as _;
use crate::formats::gipf_rules::GipfRules;
use crate::formats::{Draft, DraftItem, DraftTurn, codes};
use crate::games::Language;
use crate::games::gipf::{Action, Colour, Gipf};
use crate::text::{SourceText, Span};

/// Creates a record of a game. If the source does not give the variant, the one under which its
/// turns are legal is assumed.
pub(super) fn import(
    source: &SourceText,
    game: ForeignGame,
    assumptions: &Assumptions,
    named_spot: NamedSpot,
) -> Imported {
    let pieces = GipfPieces::new(&game);
    let given = game
        .tag("Variant")
        .map(str::to_owned)
        .or_else(|| assumptions.variant.clone());
    let variant = match given {
        Some(variant) => Some(variant),
        None if pieces.in_first_push => Some("tournament".to_owned()),
        None if pieces.in_removals => Some("standard".to_owned()),
        None => None,
    };
    if let Some(variant) = variant {
        return import_as(&variant, source, game, assumptions, named_spot);
    }

    // Imports the game with a finding that the variant is assumed.
    let as_assumed = |variant: &str| {
        let mut assumed = game.clone();
        if let Some(first) = game.turns.first() {
            let finding = assumed_variant(variant, pieces, first.span);
            assumed.findings.keep(finding);
        }
        import_as(variant, source, assumed, assumptions, named_spot)
    };

    let basic = as_assumed("basic");
    if !basic.findings.iter().any(Finding::is_error) {
        return basic;
    }
    // A row may have left its GIPF pieces on the board, so `standard` is tried too.
    let standard = import_as("standard", source, game.clone(), assumptions, named_spot);
    if standard.turns() > basic.turns() {
        return standard;
    }
    if !pieces.anywhere {
        return basic;
    }

    let tournament = as_assumed("tournament");
    if tournament.turns() >= basic.turns() {
        tournament
    } else {
        basic
    }
}

/// Returns the finding for a variant that the source does not show.
fn assumed_variant(variant: &str, pieces: GipfPieces, first: Span) -> Finding {
    let why = match (variant, pieces.anywhere) {
        ("basic", false) => "since no GIPF piece is named",
        ("basic", true) => "because more of its turns are then legal",
        _ => "since a GIPF piece is named",
    };
    let message = format!("The source does not name the variant; `{variant}` is assumed, {why}.");
    Finding::new(&codes::ASSUMED, first, message).with_hint(Hint::ChooseVariant { game: None })
}

/// Creates a record of a game under a variant.
fn import_as(
    variant: &str,
    source: &SourceText,
    mut game: ForeignGame,
    assumptions: &Assumptions,
    named_spot: NamedSpot,
) -> Imported {
    let options = game
        .tag("Options")
        .map(str::to_owned)
        .or_else(|| assumptions.options.clone());
    let rules = GipfRules::new(variant, options.as_deref());
    complete_turns(source, &mut game, &rules, named_spot);

    let mut draft = Draft {
        tags: std::mem::take(&mut game.tags),
        ..Draft::default()
    };
    draft.assume("Game", "gipf");
    draft.assume("Variant", variant);
    draft.assume_options(assumptions);
    if let Some((reason, span)) = game.termination
        && draft.tag("Termination").is_none()
    {
        draft.add_tag("Termination", reason, span);
    }

    draft.line.opening = comments(&game.opening);
    draft.line.turns = game.turns.iter().map(draft_turn).collect();
    compare_reserves(&mut game, &mut draft);
    draft.findings = game.findings;
    draft.result = game.outcome;
    draft.import(source)
}

/// Compares the reserves noted in the source with the rules.
fn compare_reserves(game: &mut ForeignGame, draft: &mut Draft) {
    let has_noted = game.turns.iter().any(|turn| turn.reserve.is_some());
    if !has_noted {
        return;
    }
    let Some(timeline) = draft.timeline() else {
        return;
    };

    for (index, turn) in timeline.main_line().enumerate() {
        let noted = game.turns.get(index).and_then(|foreign| foreign.reserve);
        let (Some((noted, span)), Some(reached)) = (noted, turn.position.of_game::<Gipf>()) else {
            continue;
        };
        let mover = if turn.seat() == Some(1) {
            Colour::White
        } else {
            Colour::Black
        };
        let in_reserve = reached.state().text.reserve[mover.index()];
        if in_reserve == noted {
            continue;
        }

        let message = format!(
            "{} has {in_reserve} left in reserve, not {noted}.",
            mover.name()
        );
        let finding = Finding::new(&codes::RESERVE, span, message).at(turn.number, &[]);
        game.findings
            .keep(finding.with_help("The record keeps the turn, and notes this in a comment."));
        let note = DraftItem::Comment(format!("the source notes a reserve of {noted}"));
        draft.line.turns[index].after.insert(0, note);
    }
}

fn draft_turn(turn: &ForeignTurn) -> DraftTurn {
    DraftTurn {
        text: turn.text.clone(),
        span: turn.span,
        after: comments(&turn.after),
        ..DraftTurn::default()
    }
}

fn comments(texts: &[String]) -> Vec<DraftItem> {
    texts.iter().cloned().map(DraftItem::Comment).collect()
}

/// Places at which the turns of a game name GIPF pieces.
#[derive(Clone, Copy, Default)]
struct GipfPieces {
    in_first_push: bool,
    in_removals: bool,
    /// True if any turn names a GIPF piece, even an illegal one.
    anywhere: bool,
}

impl GipfPieces {
    fn new(game: &ForeignGame) -> Self {
        let mut named = Self::default();
        for (index, turn) in game.turns.iter().enumerate() {
            // A turn that cannot be parsed may also name a GIPF piece.
            named.anywhere |= turn.text.contains(['G', '*']);
            let Ok(turn) = Gipf::parse_turn(&turn.text) else {
                continue;
            };
            for action in &turn.actions {
                match action {
                    Action::Push(push) => named.in_first_push |= push.kind.is_gipf() && index == 0,
                    Action::Remove(items) => {
                        named.in_removals |= items.iter().any(|item| item.kind.is_gipf());
                    }
                }
            }
        }
        named
    }
}
