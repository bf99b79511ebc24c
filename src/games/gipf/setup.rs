//! Variants and options (G2, G6.3).

use pest::Parser;
use pest::iterators::Pair;

use super::Gipf;
use super::board::{POINT_AT, SPOT_OF_POINT, Spot, SpotSet};
use super::end::{decided_between_turns, decided_by_removal};
use super::facts::FACTS;
use super::grammar::{Grammar, Rule};
use super::pieces::{Colour, Pieces};
use super::position::{Decision, Position, PositionText};
use super::removal_order::position_budget;
use crate::games::{PositionError, SetupTags, likely_first, value_pair, variant_tag};

/// A variant (G2).
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Variant {
    /// Only single pieces.
    Basic,
    /// Each seat has three GIPF pieces from the start.
    Standard,
    /// The board starts empty, and GIPF pieces are introduced.
    Tournament,
}

/// When a seat with an empty reserve has lost (G6.3).
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum LossRule {
    /// When it has to push.
    WhenPushing,
    /// At the end of its own turn.
    AtTurnEnd,
}

/// Setup of a game: everything that is fixed before the first turn.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Setup {
    /// The variant.
    pub variant: Variant,
    /// The initial reserves, White's first.
    pub reserve: [u32; 2],
    /// When a seat with an empty reserve has lost.
    pub out: LossRule,
    /// The budget of positions for each search for the order of a merged list of removals.
    pub most_orders: usize,
}

/// The initial spots of White's and Black's pieces, in the variants that start with pieces on the
/// board (G2).
const STARTS: [SpotSet; 2] = [
    spots_named(["b5", "e2", "h5"]),
    spots_named(["b2", "e8", "h2"]),
];

/// Returns the spots with these names. For names that are known at compile time.
const fn spots_named(names: [&str; 3]) -> SpotSet {
    let mut spots = 0;
    let mut index = 0;
    while index < names.len() {
        let name = names[index].as_bytes();
        let point = POINT_AT[(name[0] - b'a') as usize][(name[1] - b'0') as usize];
        spots |= 1 << SPOT_OF_POINT[point as usize];
        index += 1;
    }
    SpotSet(spots)
}

/// Reads the variant and the options.
pub(super) fn read(tags: &mut SetupTags<'_>) -> Option<Setup> {
    let variant = match tags.variant::<Gipf>()? {
        0 => Variant::Basic,
        1 => Variant::Standard,
        _ => Variant::Tournament,
    };
    // Both options are read before the first error returns, so that both are reported.
    let reserve = read_reserve(tags, variant);
    let out = read_loss_rule(tags);
    Some(Setup {
        variant,
        reserve: reserve?,
        out: out?,
        most_orders: position_budget(tags.record_bytes()),
    })
}

/// Reads the option `reserve`. Reports and returns `None` if its value is invalid.
fn read_reserve(tags: &mut SetupTags<'_>, variant: Variant) -> Option<[u32; 2]> {
    let Some(pair) = tags.option("reserve") else {
        return Some(match variant {
            Variant::Basic | Variant::Standard => [12; 2],
            Variant::Tournament => [18; 2],
        });
    };
    let reserve = parse_reserve(&pair.value);
    if variant != Variant::Basic {
        tags.refuse_option_because(
            "reserve",
            "Only `basic` can be played with other reserves (G2.1).",
        );
    } else if reserve.is_none() {
        tags.refuse_option("reserve");
    }
    reserve
}

fn parse_reserve(value: &str) -> Option<[u32; 2]> {
    let pairs = Grammar::parse(Rule::reserve_only, value).ok()?;
    let counts = pairs
        .flat_map(Pair::into_inner)
        .filter(|pair| pair.as_rule() == Rule::count);
    let counts: Vec<u32> = counts
        .filter_map(|count| count.as_str().parse().ok())
        .collect();
    let reserve: [u32; 2] = counts.try_into().ok()?;
    let is_allowed = reserve.iter().all(|count| (12..=15).contains(count));
    is_allowed.then_some(reserve)
}

/// Reads the option `out`. Reports and returns `None` if its value is invalid.
fn read_loss_rule(tags: &mut SetupTags<'_>) -> Option<LossRule> {
    let Some(pair) = tags.option("out") else {
        return Some(LossRule::WhenPushing);
    };
    let out = parse_out(&pair.value);
    if out.is_none() {
        tags.refuse_option("out");
    }
    out
}

fn parse_out(value: &str) -> Option<LossRule> {
    match value_pair::<Grammar, _>(Rule::out_only, value)?.as_rule() {
        Rule::out_push => Some(LossRule::WhenPushing),
        Rule::out_empty => Some(LossRule::AtTurnEnd),
        _ => None,
    }
}

/// Returns the tags of the set-ups in which a position could occur: the variants, those with the
/// pieces of the position first.
pub(super) fn of_position(position: &str) -> Vec<Vec<(&'static str, String)>> {
    let mut fields = position.split(' ');
    let pieces = fields.next().unwrap_or_default();
    // After the seat to move, the reserves and the lost pieces: who may introduce GIPF pieces, and
    // who must.
    let introduces = fields.skip(3).any(|field| field != "-");
    let is_likely = |variant: &str| match variant {
        "standard" => pieces.contains(['W', 'B']),
        "tournament" => introduces,
        _ => false,
    };
    likely_first(FACTS.variants, is_likely)
        .into_iter()
        .map(|variant| vec![variant_tag(variant)])
        .collect()
}

/// Returns the position before the first turn (G2).
pub(super) fn start(setup: &Setup) -> Position {
    let [white, black] = STARTS;
    let (pieces, introduces) = match setup.variant {
        Variant::Basic => (Pieces::of_spots(STARTS, SpotSet::EMPTY), false),
        Variant::Standard => (Pieces::of_spots(STARTS, white.or(black)), false),
        Variant::Tournament => (Pieces::default(), true),
    };
    Position {
        text: PositionText {
            pieces,
            to_move: Colour::White,
            reserve: setup.reserve,
            is_unknown: [false; 2],
            lost: [0; 2],
            may_introduce: [introduces; 2],
            owes_first: [introduces; 2],
        },
        decided: None,
    }
}

/// Builds the starting position of a record (G7.4), decided or not.
pub(super) fn from_text(setup: &Setup, text: &PositionText) -> Result<Position, PositionError> {
    check_gipf_pieces(setup, text)?;
    let mut position = Position {
        text: *text,
        decided: None,
    };
    position.decided = decision_at_start(setup, &position);
    Ok(position)
}

/// Checks the GIPF pieces on the board and the rights to introduce them (G2, G5).
fn check_gipf_pieces(setup: &Setup, text: &PositionText) -> Result<(), PositionError> {
    let refuse = |message: String| Err(PositionError::inconsistent(message));
    let introduces = text.may_introduce.contains(&true) || text.owes_first.contains(&true);
    if setup.variant != Variant::Tournament && introduces {
        return refuse("Only `tournament` has GIPF pieces to introduce (G2).".into());
    }
    if setup.variant == Variant::Basic
        && let Some(spot) = Spot::all().find(|&spot| text.pieces.gipf().contains(spot))
    {
        return refuse(format!(
            "`basic` has no GIPF pieces, but one is on {spot} (G2)."
        ));
    }
    for colour in Colour::BOTH {
        if !text.owes_first[colour.index()] {
            continue;
        }
        if !text.may_introduce[colour.index()] {
            return refuse(format!(
                "{} owes a first GIPF piece but may not introduce one (G5.1, G5.2).",
                colour.name()
            ));
        }
        if text.reserve[colour.index()] == 1 {
            return refuse(format!(
                "{} owes a first GIPF piece but has one piece in reserve (G5.1, G5.3).",
                colour.name()
            ));
        }
    }
    Ok(())
}

/// Returns the decision of a game that starts in a position, if it is decided.
fn decision_at_start(setup: &Setup, position: &Position) -> Option<Decision> {
    let mover = position.text.to_move;
    // No turn has been made, so a seat without a GIPF piece must have lost its last one earlier.
    let decided = decided_by_removal(setup, position, mover.other())
        .or_else(|| decided_between_turns(setup, position));
    if decided.is_some() {
        return decided;
    }
    // The mover had nothing in reserve at the end of its own turn before.
    if setup.out == LossRule::AtTurnEnd && position.text.reserve[mover.index()] == 0 {
        return Some(Decision {
            winner: mover.other(),
            rule: "G6.3",
            reason: "a seat has nothing in reserve",
        });
    }
    None
}
