//! Writes records in the notation of gipf.com, in its styles.

use super::GipfComStyle;
use crate::check::Checked;
use crate::formats::gipf_turns::{push_of, to_first_spot, with_bare_removals, with_push};
use crate::formats::{Losses, export_losses};
use crate::games::Rules;
use crate::games::gipf::{self, Gipf};
use crate::replay::{GamePosition, LedBy, Move};

/// Writes a record in a style. Also returns what it cannot carry.
pub(super) fn write_in(checked: &Checked, style: GipfComStyle) -> (String, Losses) {
    let record = checked.record();
    let mut losses = Losses::default();
    let mut text = String::new();
    for node in &record.moves.turns {
        let frame = checked
            .timeline()
            .ok()
            .and_then(|timeline| timeline.frame(node.id));
        let reached = frame.and_then(|frame| frame.position.of_game::<Gipf>());
        let Some((reached, led_by)) =
            reached.and_then(|reached| reached.by.as_ref().map(|by| (reached, by)))
        else {
            // A turn that is expected to be illegal was never played.
            if node.expects_refusal() {
                losses.add("turn expected to be illegal", 1);
            } else {
                text.push_str(&format!("{}\n", record.turn_text(node)));
            }
            continue;
        };

        let LedBy { before, played } = led_by;
        match played {
            Move::Resign => losses.add("resignation", 1),
            Move::Turn(turn) => {
                let line = match style {
                    GipfComStyle::Complete => {
                        let reserve = reached.state().text.reserve[before.text.to_move.index()];
                        format!("{turn} ({reserve})")
                    }
                    GipfComStyle::Short => shortened(reached, before, turn).to_string(),
                    GipfComStyle::FirstSpot => with_first_spot(turn).to_string(),
                };
                text.push_str(&format!("{line}\n"));
            }
        }
    }

    losses.merge(export_losses::beyond_turns(record, &["Game"]));
    (text, losses)
}

/// Returns a turn with a bare `x` for its removals, if readers would take it for the same turn.
fn shortened(
    reached: &GamePosition<Gipf>,
    before: &gipf::Position,
    turn: &gipf::Turn,
) -> gipf::Turn {
    let bare = with_bare_removals(turn);
    let played = Gipf::judge(&reached.setup, before, &bare, &[]);
    if played.is_ok_and(|played| played.turn == *turn) {
        bare
    } else {
        turn.clone()
    }
}

/// Returns a turn with the first spot of its push.
fn with_first_spot(turn: &gipf::Turn) -> gipf::Turn {
    match push_of(turn).and_then(to_first_spot) {
        Some(push) => with_push(turn, push),
        None => turn.clone(),
    }
}
