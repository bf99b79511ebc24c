//! Set-up tags (Z1, Z2) and the starting position.

use super::Pippinzip;
use super::board::{MAX_SIZE, MIN_SIZE};
use super::facts::FACTS;
use super::grammar::{Grammar, Rule};
use super::position::{Decision, FirstOfPair, Phase, Position, PositionText};
use super::stones::{Colour, Stones};
use crate::games::{PositionError, SetupTags, value_pair, variant_tag};

/// A variant (Z2).
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Variant {
    /// The auction has black stones, and Pip places one stone per turn.
    Pipeline,
    /// Pip places two stones that are not neighbours.
    Zipline,
    /// Pip places any two stones.
    Freestyle,
}

/// The way the board is drawn (Z1.2).
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Surface {
    /// Stones are on the crossings of lines.
    Points,
    /// Stones are in cells.
    Cells,
}

/// Setup of a game: everything that is fixed before the first turn.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Setup {
    /// The variant.
    pub variant: Variant,
    /// The side of the board.
    pub size: u8,
    /// The number of seats.
    pub seats: u8,
    /// The way the board is drawn.
    pub surface: Surface,
}

impl Setup {
    /// Returns the seat after `seat`.
    #[inline]
    pub(crate) fn next(&self, seat: u8) -> u8 {
        // Comparisons instead of a division, which would be too slow for every turn.
        if seat < self.seats {
            return seat + 1;
        }
        if seat == self.seats {
            return 1;
        }
        // No record has a seat out of range.
        seat.checked_rem(self.seats).map_or(1, |before| before + 1)
    }

    /// Returns the seat before `seat`.
    pub(crate) fn before(&self, seat: u8) -> u8 {
        (1..=self.seats)
            .find(|&other| self.next(other) == seat)
            .unwrap_or(1)
    }

    /// Returns the colour of a seat after `taker` has taken (Z3.4, Z4.1).
    #[inline]
    pub fn colour_of(&self, seat: u8, taker: u8) -> Colour {
        let takers = self.variant.auction_colour();
        if seat == taker {
            takers
        } else {
            takers.other()
        }
    }

    /// Returns the second seat of the team, or `None` without a team (Z4.6).
    pub(crate) fn second_of_team(&self, taker: u8) -> Option<u8> {
        (self.seats == 3).then(|| self.before(taker))
    }
}

/// Reads the tags.
pub(super) fn read(tags: &mut SetupTags<'_>) -> Option<Setup> {
    let variant = match tags.variant::<Pippinzip>() {
        Some(0) => Some(Variant::Pipeline),
        Some(1) => Some(Variant::Zipline),
        Some(_) => Some(Variant::Freestyle),
        None => None,
    };
    // All tags are read before the first error returns, so that all errors are reported.
    let size = read_size(tags);
    let surface = read_surface(tags);
    let seats = read_seats(tags, variant);
    Some(Setup {
        variant: variant?,
        size: size?,
        seats: seats?,
        surface,
    })
}

/// Reads the tag `Size`. Reports and returns `None` if it is missing or invalid.
fn read_size(tags: &mut SetupTags<'_>) -> Option<u8> {
    let Some(tag) = tags.tag("Size") else {
        tags.missing_form("Size");
        return None;
    };
    let size = parse_size(&tag.value);
    if size.is_none() {
        tags.refuse_form(tag);
    }
    size
}

/// Reads the tag `Surface`. An invalid value is reported, but does not affect play.
fn read_surface(tags: &mut SetupTags<'_>) -> Surface {
    let Some(tag) = tags.tag("Surface") else {
        return Surface::Points;
    };
    Surface::parse(&tag.value).unwrap_or_else(|| {
        tags.refuse_form(tag);
        Surface::Points
    })
}

/// Reads the tag `Players`. Reports and returns `None` if its value is invalid.
fn read_seats(tags: &mut SetupTags<'_>, variant: Option<Variant>) -> Option<u8> {
    let Some(tag) = tags.tag("Players") else {
        return Some(2);
    };
    let seats = parse_players(&tag.value);
    if seats.is_none() {
        tags.refuse_form(tag);
    } else if seats == Some(3) && variant == Some(Variant::Pipeline) {
        tags.refuse_contradiction(tag, "`pipeline` is played by two seats (Z2).", "2");
    }
    seats
}

/// Returns the tags of the set-ups in which a position could occur: all variants with two seats,
/// then those that three can play, which are all but the first.
pub(super) fn of_position(position: &str) -> Vec<Vec<(&'static str, String)>> {
    let board = position.split(' ').next().unwrap_or_default();
    let size = board.split('/').count().to_string();
    let setups = FACTS
        .variants
        .iter()
        .map(|&variant| vec![variant_tag(variant), ("Size", size.clone())]);
    let of_three = setups
        .clone()
        .skip(1)
        .map(|tags| [tags, vec![("Players", "3".to_owned())]].concat());
    setups.chain(of_three).collect()
}

/// Returns the position before the first turn (Z1.3, Z3.1).
pub(super) fn start(setup: &Setup) -> Position {
    let stones = Stones::empty(setup.size);
    Position::new(&PositionText {
        stones,
        to_move: 1,
        phase: Phase::Auction,
        pair: FirstOfPair::Absent,
    })
}

/// Builds the starting position of a record (Z6.2), decided or not.
pub(super) fn from_text(setup: &Setup, text: &PositionText) -> Result<Position, PositionError> {
    let refuse = |message: String| Err(PositionError::inconsistent(message));
    let size = text.stones.size();
    if size != setup.size {
        return refuse(format!(
            "This board has {size} rows, but the tag `Size` says {} (Z1.1).",
            setup.size
        ));
    }
    if text.to_move > setup.seats {
        return refuse(format!(
            "There is no seat {}: {} play (Z2.1).",
            text.to_move, setup.seats
        ));
    }
    match text.phase {
        Phase::Auction => {
            let wrong = setup.variant.auction_colour().other();
            if let Some(point) = text.stones.of_colour(wrong).iter().next() {
                let name = wrong.name();
                return refuse(format!(
                    "{point} has a {name} stone, but the auction is not over (Z2, Z3.1)."
                ));
            }
        }
        Phase::Taken(taker) if taker > setup.seats => {
            return refuse(format!(
                "Seat {taker} cannot have taken: {} play (Z2.1).",
                setup.seats
            ));
        }
        Phase::Taken(_) => {}
    }
    check_pair(setup, text)?;
    Ok(for_drawing(setup, text))
}

/// Checks that the text has the first stone of the pair exactly when the second seat of a team is
/// to move.
fn check_pair(setup: &Setup, text: &PositionText) -> Result<(), PositionError> {
    let second_moves = match text.phase {
        Phase::Auction => false,
        Phase::Taken(taker) => setup.second_of_team(taker) == Some(text.to_move),
    };
    let message = match text.pair {
        FirstOfPair::Nothing | FirstOfPair::Stone(_) if !second_moves => {
            "A pair is allowed only if the second seat of a team is to move (Z6.2).".to_owned()
        }
        FirstOfPair::Stone(name) => {
            let stone = name
                .point(text.stones.size())
                .and_then(|point| text.stones.at(point));
            if stone == Some(Colour::Black) {
                return Ok(());
            }
            "No black stone is there, so it cannot be the first of a pair (Z6.2).".to_owned()
        }
        FirstOfPair::Absent if second_moves => format!(
            "Seat {} is the second of its team: name the first one's stone, `pair=c3`, or `pair=-` (Z6.2).",
            text.to_move
        ),
        FirstOfPair::Absent | FirstOfPair::Nothing => return Ok(()),
    };
    Err(PositionError::inconsistent(message))
}

/// Builds a position from any text, decided or not, without checks.
pub(super) fn for_drawing(setup: &Setup, text: &PositionText) -> Position {
    let (mut position, winner) = Position::with_winner(text);
    position.decided = winner.map(|colour| Decision {
        colour,
        seat: setup.before(text.to_move),
    });
    position
}

impl Variant {
    /// Parses the tag `Variant`, including the spelling `pipline` (Z2.1).
    pub(crate) fn parse(text: &str) -> Option<Self> {
        match value_pair::<Grammar, _>(Rule::variant_only, text)?.as_rule() {
            Rule::pipeline => Some(Self::Pipeline),
            Rule::zipline => Some(Self::Zipline),
            Rule::freestyle => Some(Self::Freestyle),
            _ => None,
        }
    }

    /// Returns the colour of the auction's stones, which the taker continues with (Z2).
    #[inline]
    pub(crate) fn auction_colour(self) -> Colour {
        match self {
            Self::Pipeline => Colour::Black,
            Self::Zipline | Self::Freestyle => Colour::White,
        }
    }

    /// Returns the name in records.
    pub fn name(self) -> &'static str {
        match self {
            Self::Pipeline => "pipeline",
            Self::Zipline => "zipline",
            Self::Freestyle => "freestyle",
        }
    }
}

impl Surface {
    /// Parses the tag `Surface` (Z1.2).
    pub(crate) fn parse(text: &str) -> Option<Self> {
        match value_pair::<Grammar, _>(Rule::surface_only, text)?.as_rule() {
            Rule::points => Some(Self::Points),
            Rule::cells => Some(Self::Cells),
            _ => None,
        }
    }
}

/// Parses the tag `Size` (Z1.1).
pub fn parse_size(text: &str) -> Option<u8> {
    let size = match text.as_bytes() {
        // Equal to the grammar's rule, but faster.
        [ones @ b'1'..=b'9'] => ones - b'0',
        [tens @ b'1'..=b'9', ones @ b'0'..=b'9'] => (tens - b'0') * 10 + ones - b'0',
        _ => value_pair::<Grammar, _>(Rule::size_only, text)?
            .as_str()
            .parse()
            .ok()?,
    };
    (MIN_SIZE..=MAX_SIZE).contains(&size).then_some(size)
}

/// Parses the tag `Players` (Z2.1).
pub fn parse_players(text: &str) -> Option<u8> {
    value_pair::<Grammar, _>(Rule::players_only, text)?
        .as_str()
        .parse()
        .ok()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn values_are_read() {
        assert_eq!(Variant::parse("pipline"), Some(Variant::Pipeline));
        assert_eq!(Variant::parse("Pipeline"), None);
        assert_eq!(Surface::parse("points"), Some(Surface::Points));
        assert_eq!(Surface::parse("cells"), Some(Surface::Cells));
        assert_eq!(Surface::parse("cell"), None);
        assert_eq!(
            ["3", "13", "26"].map(parse_size),
            [Some(3), Some(13), Some(26)]
        );
        assert_eq!(["2", "27", "05", "", "130"].map(parse_size), [None; 5]);
        for number in 0..=130 {
            let text = number.to_string();
            let by_grammar = value_pair::<Grammar, _>(Rule::size_only, &text);
            let expected = by_grammar
                .and_then(|size| size.as_str().parse().ok())
                .filter(|size| (3..=26).contains(size));
            assert_eq!(parse_size(&text), expected, "{text}");
        }
        assert_eq!(["2", "3"].map(parse_players), [Some(2), Some(3)]);
        assert_eq!(["1", "4", "02", ""].map(parse_players), [None; 4]);
    }

    #[test]
    fn seats_take_turns() {
        let setup = |seats| Setup {
            variant: Variant::Zipline,
            size: 5,
            seats,
            surface: Surface::Points,
        };
        let two = setup(2);
        let three = setup(3);
        assert_eq!([1, 2].map(|seat| two.next(seat)), [2, 1]);
        assert_eq!([1, 2, 3].map(|seat| three.next(seat)), [2, 3, 1]);
        assert_eq!([1, 2, 3].map(|seat| three.before(seat)), [3, 1, 2]);
        assert_eq!(
            [1, 2, 3].map(|taker| three.second_of_team(taker)),
            [Some(3), Some(1), Some(2)]
        );
        assert_eq!(two.second_of_team(1), None);
        assert_eq!(
            [1, 2].map(|seat| two.colour_of(seat, 2)),
            [Colour::Black, Colour::White]
        );
        let pipeline = Setup {
            variant: Variant::Pipeline,
            ..two
        };
        assert_eq!(
            [1, 2].map(|seat| pipeline.colour_of(seat, 2)),
            [Colour::White, Colour::Black]
        );
        // Must not panic, even for set-ups that no record can have.
        assert_eq!(
            (setup(0).next(1), setup(0).before(1), two.next(255)),
            (1, 1, 2)
        );
    }
}
