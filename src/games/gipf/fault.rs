//! Faults of a turn ([`Kind`]), and their explanations in words: a message, help, marks for the
//! figure, and the earlier turn that caused the fault.
//!
//! [`explain`] has an arm for each kind; the longer arms are functions after it.

use super::Gipf;
use super::board::{Point, PushLine, Spot, SpotSet};
use super::pieces::{Colour, Piece, PieceKind};
use super::position::{Decision, Position};
use super::removal;
use super::rows::rows;
use super::rules::push_text;
use super::setup::Setup;
use super::turn::{Action, Name};
use crate::games::{CauseFinder, Explanation, PastTurn, Refusal};

/// Details of a fault.
#[derive(Clone, Copy, Debug, PartialEq)]
pub enum Kind {
    /// A name that is not a point, or a dot in place of a spot, or a spot in place of a dot.
    OffBoard {
        /// The name as written.
        name: Name,
        /// The kind of point that is needed here.
        needed: PointKind,
    },
    /// The spot is not on a line of the dot.
    NotInLine {
        /// The dot.
        dot: Point,
        /// The spot.
        spot: Spot,
    },
    /// The line has no empty spot to receive the push.
    LineFull {
        /// The push.
        line: PushLine,
    },
    /// The push ends on another spot.
    WrongLanding {
        /// The push.
        line: PushLine,
        /// The spot on which the push ends.
        landing: Spot,
        /// The spot on which it should end according to the record.
        named: Spot,
    },
    /// A spot without a dot that is occupied or is not next to a dot.
    NoFreeEdge {
        /// The spot.
        spot: Spot,
    },
    /// The reserve has too few pieces.
    ReserveEmpty(
        /// The piece that was to be introduced.
        PieceKind,
    ),
    /// The seat may not introduce a GIPF piece.
    GipfNotAllowed,
    /// The seat must introduce a GIPF piece.
    GipfRequired,
    /// A row that must be removed is still on the board.
    RowStands {
        /// The pieces of the row.
        row: SpotSet,
    },
    /// This seat has no row there.
    NoRow {
        /// True if the list names a row of the other seat.
        others: bool,
    },
    /// A list names a spot twice.
    NamedTwice {
        /// The spot.
        spot: Spot,
    },
    /// A spot in a list is empty.
    NamedEmpty {
        /// The spot.
        spot: Spot,
    },
    /// `G` or `*` contradicts the piece on the board.
    NamedWrongly {
        /// The spot.
        spot: Spot,
        /// The piece on the board.
        piece: Piece,
    },
    /// A piece that is not in the segment of any row.
    Outside {
        /// The spot.
        spot: Option<Spot>,
    },
    /// Single pieces of a row are missing from the list.
    LeftOut {
        /// Their spots.
        spots: SpotSet,
    },
    /// Every piece is in some row, but no sequence of removals gives the list.
    NoOrder,
    /// The search for a sequence of removals exceeded its limit.
    TooManyOrders,
    /// A bare `x` with several possible removals.
    Ambiguous {
        /// The number of possible removals.
        count: usize,
    },
    /// A turn without a push.
    PushMissing,
    /// An action after the end of the game.
    Ended(Decision),
}

/// Kind of a point (G1.2).
#[derive(Clone, Copy, Debug, PartialEq)]
pub enum PointKind {
    /// On the edge, where pushes begin.
    Dot,
    /// Inside, where pieces stay.
    Spot,
}

/// Explains a fault in words.
pub(super) fn explain(
    _setup: &Setup,
    refusal: &Refusal<Gipf>,
    _written: &str,
) -> Explanation<Gipf> {
    let position = &refusal.at;
    let colour = position.text.to_move;
    let name = colour.name();
    let mut explanation = Explanation::default();
    match refusal.fault.kind {
        Kind::OffBoard { name, needed } => off_board(&mut explanation, name, needed),
        Kind::NotInLine { dot, spot } => not_in_line(&mut explanation, dot, spot),
        Kind::LineFull { line } => line_full(&mut explanation, line),
        Kind::WrongLanding {
            line,
            landing,
            named,
        } => wrong_landing(&mut explanation, line, landing, named),
        Kind::NoFreeEdge { spot } => no_free_edge(&mut explanation, position, spot),
        Kind::ReserveEmpty(kind) => reserve_empty(&mut explanation, position, colour, kind),
        Kind::GipfNotAllowed => gipf_not_allowed(&mut explanation, colour),
        Kind::GipfRequired => {
            explanation.message = format!("{name}'s first push must introduce a GIPF piece.");
            explanation.help = Some("Write `G` before the push.".into());
        }
        Kind::RowStands { row } => {
            let is_first_action = refusal.fault.part.action == 0;
            row_left(&mut explanation, position, colour, row, is_first_action);
        }
        Kind::NoRow { others } => no_row(&mut explanation, position, colour, others),
        Kind::Ambiguous { count } => {
            explanation.message = format!("This `x` can mean {count} removals.");
            explanation.help = Some(format!(
                "List the pieces: {}.",
                suggested_removals(position, colour).join(", or ")
            ));
        }
        Kind::PushMissing => {
            explanation.message = format!("The push is missing: {name} has a piece in reserve.");
        }
        Kind::Ended(decision) => {
            explanation.message = format!(
                "The game ended with the removal before this: {}.",
                decision.reason
            );
            explanation.help = Some("Leave out everything after that removal.".into());
        }
        kind @ (Kind::NamedTwice { .. }
        | Kind::NamedEmpty { .. }
        | Kind::NamedWrongly { .. }
        | Kind::Outside { .. }
        | Kind::LeftOut { .. }
        | Kind::NoOrder
        | Kind::TooManyOrders) => wrong_list(&mut explanation, position, colour, kind),
    }
    explanation
}

/// Explains that no push from a dot passes a spot.
fn not_in_line(explanation: &mut Explanation<Gipf>, dot: Point, spot: Spot) {
    explanation.message = format!("{spot} is on no line that begins at {dot}.");
    let lines: Vec<String> = PushLine::from_dot(dot)
        .map(|line| list(line.path()))
        .collect();
    explanation.help = Some(format!(
        "A push from {dot} goes over {}.",
        lines.join(" and over ")
    ));
    explanation.marks = vec![dot.to_string(), spot.to_string()];
}

/// Explains that the right to introduce GIPF pieces has ended.
fn gipf_not_allowed(explanation: &mut Explanation<Gipf>, colour: Colour) {
    let name = colour.name();
    explanation.message = format!("{name} cannot introduce a GIPF piece.");
    explanation.help = Some("Leave out the `G`.".into());
    explanation.culprit = Some(Box::new(move |past: &PastTurn<'_, Gipf>| {
        let has_right = |position: &Position| position.text.may_introduce[colour.index()];
        let ended = has_right(past.before()) && !has_right(past.after());
        ended.then(|| format!("{name} introduced a single piece with `{}`", past.turn()))
    }));
}

/// Explains that no spot of a line is empty.
fn line_full(explanation: &mut Explanation<Gipf>, line: PushLine) {
    let path: Vec<Spot> = line.path().collect();
    let last = path.last().map(ToString::to_string).unwrap_or_default();
    explanation.message = format!(
        "Every spot from {} to {last} is occupied, so nothing can be pushed.",
        line.dot
    );
    explanation.marks = marks(path.iter().copied());
    explanation.marks.insert(0, line.dot.to_string());
    explanation.culprit = last_change(path, "moved a piece on this line");
}

/// Explains that the reserve is too small for a piece.
fn reserve_empty(
    explanation: &mut Explanation<Gipf>,
    position: &Position,
    colour: Colour,
    kind: PieceKind,
) {
    let name = colour.name();
    let left = position.text.reserve[colour.index()];
    let needed = match kind {
        PieceKind::Gipf => "the two pieces that a GIPF piece needs",
        PieceKind::Single => "a piece to push",
    };
    explanation.message = format!("{name} has {left} in reserve, not {needed}.");
    if kind.is_gipf() && left == 1 {
        explanation.help = Some("Only a single piece can be introduced.".into());
    }
}

/// Explains that a row must be removed.
fn row_left(
    explanation: &mut Explanation<Gipf>,
    position: &Position,
    colour: Colour,
    row: SpotSet,
    is_first_action: bool,
) {
    let name = colour.name();
    let spots = row.in_line_order();
    let first = if is_first_action { " first" } else { "" };
    explanation.message = format!(
        "{name} must{first} remove the row on {}.",
        list(spots.iter().copied())
    );
    explanation.help = Some(format!(
        "For example {}.",
        suggested_removals(position, colour).join(", or ")
    ));
    explanation.marks = marks(spots);
    explanation.culprit = turn_that_completed(row, colour);
}

/// Explains that a name is not a point, or a point of the wrong kind.
fn off_board(explanation: &mut Explanation<Gipf>, name: Name, needed: PointKind) {
    let Some(point) = name.point() else {
        explanation.message = format!("`{name}` is not a point on the board.");
        explanation.help = Some("Columns a to i have 5, 6, 7, 8, 9, 8, 7, 6, 5 points.".into());
        return;
    };
    match needed {
        PointKind::Dot => {
            explanation.message = format!("{name} is a spot; a push begins on a dot.");
            let pushes = point.spot().into_iter().flat_map(PushLine::onto_edge);
            let dots: Vec<_> = pushes.map(|push| push.dot.to_string()).collect();
            explanation.help =
                (!dots.is_empty()).then(|| format!("The dots next to it are {}.", dots.join(", ")));
        }
        PointKind::Spot => {
            explanation.message = format!("{name} is a dot; no piece ever stays on one.");
            let spots = PushLine::from_dot(point).map(PushLine::edge);
            explanation.help = Some(format!("The spots next to it are {}.", list(spots)));
        }
    }
}

/// Explains that a push ends on `landing`, not on the spot that the record names.
fn wrong_landing(explanation: &mut Explanation<Gipf>, line: PushLine, landing: Spot, named: Spot) {
    let mut before_landing = line.path().take_while(|&spot| spot != landing);
    explanation.message = if before_landing.any(|spot| spot == named) {
        format!(
            "A push from {} goes on to {landing}: {named} is occupied and its piece moves on.",
            line.dot
        )
    } else {
        format!(
            "A push from {} ends on {landing}, the first empty spot; it never reaches {named}.",
            line.dot
        )
    };
    let text = if line.edge() == landing {
        landing.to_string()
    } else {
        push_text(line.dot, landing)
    };
    explanation.help = Some(format!("This push is written `{text}`."));
    explanation.marks = marks([landing, named]);
    explanation.marks.insert(0, line.dot.to_string());
    explanation.culprit = last_change(vec![landing], "changed this spot");
}

/// Explains that a spot without a dot is not an empty spot next to one.
fn no_free_edge(explanation: &mut Explanation<Gipf>, position: &Position, spot: Spot) {
    explanation.marks = marks([spot]);
    if PushLine::onto_edge(spot).next().is_none() {
        explanation.message =
            format!("{spot} is not next to a dot: a push onto it must say where it begins.");
        explanation.help =
            Some("Write the dot, a hyphen, and the spot that the last piece reaches.".into());
        return;
    }
    explanation.message = format!("{spot} is occupied: a push onto it must say where it begins.");
    let all = position.text.pieces.all();
    let push = |line: PushLine| Some(format!("`{}`", push_text(line.dot, line.first_gap(all)?)));
    let pushes: Vec<String> = PushLine::onto_edge(spot).filter_map(push).collect();
    explanation.help =
        (!pushes.is_empty()).then(|| format!("Pushes that move it: {}.", pushes.join(", ")));
    explanation.culprit = last_change(vec![spot], "put this piece there");
}

/// Explains that a removal takes no row of the seat. `others` is true if it takes one of the other
/// seat.
fn no_row(explanation: &mut Explanation<Gipf>, position: &Position, colour: Colour, others: bool) {
    let name = colour.name();
    let own = suggested_removals(position, colour);
    explanation.message = if others {
        format!(
            "This is a row of {}: {name} must remove their own rows now.",
            colour.other().name()
        )
    } else if own.is_empty() {
        format!("{name} has no row of four.")
    } else {
        format!("No row of {name} explains this removal.")
    };
    explanation.help =
        (!own.is_empty()).then(|| format!("{name} can remove {}.", own.join(", or ")));
}

/// Explains a fault in the list of a removal.
fn wrong_list(
    explanation: &mut Explanation<Gipf>,
    position: &Position,
    colour: Colour,
    kind: Kind,
) {
    let removals = suggested_removals(position, colour).join(", or ");
    explanation.help = Some(format!(
        "The removal can be {removals}; {} may keep or remove GIPF pieces.",
        colour.name()
    ));
    match kind {
        Kind::NamedTwice { spot } => {
            explanation.message = format!("{spot} is listed twice.");
            explanation.marks = marks([spot]);
        }
        Kind::NamedEmpty { spot } => {
            explanation.message = format!("{spot} is empty.");
            explanation.marks = marks([spot]);
            explanation.culprit = last_change(vec![spot], "emptied this spot");
        }
        Kind::NamedWrongly { spot, piece } => {
            let kind = if piece.kind.is_gipf() {
                "GIPF"
            } else {
                "single"
            };
            explanation.message = format!(
                "The piece on {spot} is a {} {kind} piece.",
                piece.colour.name().to_ascii_lowercase()
            );
            explanation.help = Some(format!("Write `{}`.", as_item(position, colour, spot)));
            explanation.marks = marks([spot]);
            explanation.culprit = last_change(vec![spot], "put it there");
        }
        Kind::Outside { spot: Some(spot) } => {
            explanation.message = format!(
                "The piece on {spot} belongs to no row of {}.",
                colour.name()
            );
            explanation.marks = marks([spot]);
        }
        Kind::LeftOut { spots } => {
            let items: Vec<_> = spots
                .iter()
                .map(|spot| format!("`{}`", as_item(position, colour, spot)))
                .collect();
            explanation.message = format!(
                "The removal leaves out {}: every single piece of the row must go.",
                items.join(", ")
            );
            explanation.marks = marks(spots.iter());
        }
        Kind::TooManyOrders => {
            explanation.message = "This list can be split into removals in too many ways.".into();
            explanation.help = Some("Write one removal per row, separated by `;`.".into());
        }
        // `Kind::NoOrder`; the kinds that are not about lists do not come here.
        _ => {
            explanation.message =
                "No sequence of removals, row by row, takes exactly these pieces.".into();
        }
    }
}

/// Lists the names of spots for a sentence.
fn list(spots: impl IntoIterator<Item = Spot>) -> String {
    spots
        .into_iter()
        .map(|spot| spot.to_string())
        .collect::<Vec<_>>()
        .join(", ")
}

/// Returns the names of spots to be marked in a figure.
fn marks(spots: impl IntoIterator<Item = Spot>) -> Vec<String> {
    spots.into_iter().map(|spot| spot.to_string()).collect()
}

/// Returns the piece on a spot as an item of a removal, such as `Gc4*`.
fn as_item(position: &Position, colour: Colour, spot: Spot) -> String {
    removal::items(position, colour, std::iter::once(spot).collect())
        .first()
        .map(ToString::to_string)
        .unwrap_or_default()
}

/// Returns, for each row, the removal that takes all GIPF pieces of the other seat and leaves the
/// seat's own.
fn suggested_removals(position: &Position, colour: Colour) -> Vec<String> {
    rows(position, colour)
        .map(|row| {
            let stay = row
                .gipf(position)
                .and(position.text.pieces.of_colour(colour));
            let taken = if row.must_go(position) {
                row.segment.without(stay)
            } else {
                row.segment
            };
            format!(
                "`{}`",
                Action::Remove(removal::items(position, colour, taken))
            )
        })
        .collect()
}

/// Finds the last turn that changed one of `spots`.
fn last_change(spots: Vec<Spot>, what: &'static str) -> Option<CauseFinder<Gipf>> {
    Some(Box::new(move |past: &PastTurn<'_, Gipf>| {
        let changed = spots
            .iter()
            .any(|&spot| past.before().text.pieces.at(spot) != past.after().text.pieces.at(spot));
        changed.then(|| format!("`{}` {what}", past.turn()))
    }))
}

/// Finds the turn that completed a row.
fn turn_that_completed(row: SpotSet, colour: Colour) -> Option<CauseFinder<Gipf>> {
    Some(Box::new(move |past: &PastTurn<'_, Gipf>| {
        let was_row = row.is_within(past.before().text.pieces.of_colour(colour));
        let is_row = row.is_within(past.after().text.pieces.of_colour(colour));
        (is_row && !was_row).then(|| format!("`{}` completed this row", past.turn()))
    }))
}
