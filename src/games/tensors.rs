//! Positions as tensors, and the sizes of the numberings of choices, for programs that learn a
//! game. A tensor is a list of numbers that a neural network reads. Its parts ([`TensorPart`]) are
//! tables such as "one plane per kind of piece, with a 1 where such a piece is".
//!
//! The numbers of the choices themselves come from
//! [`Choosing::numbered`](super::Choosing::numbered).

use super::{Choose, TurnView};

/// A part of a tensor: consecutive values with their own shape.
#[derive(Clone, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub struct TensorPart {
    /// The name.
    pub name: &'static str,
    /// The number of values in each dimension; the last one varies fastest.
    pub shape: Vec<usize>,
}

impl TensorPart {
    pub(crate) fn new(name: &'static str, shape: impl Into<Vec<usize>>) -> Self {
        Self {
            name,
            shape: shape.into(),
        }
    }

    /// Returns the number of values.
    pub(crate) fn size(&self) -> usize {
        self.shape.iter().product()
    }
}

/// Numberings of choices, and positions as tensors.
///
/// Tensors are from the point of view of a seat: that seat comes first, the others follow around
/// the table. They contain only what the seat can see.
pub trait Encode: Choose {
    /// True if seats cannot see everything: then only the seat to move sees an unfinished turn.
    const HIDES: bool = false;

    /// Returns the number of distinct choices; the number of each choice is below it.
    fn choice_count(setup: &Self::Setup) -> usize;

    /// Returns the number of distinct results of chance; the number of each is below it.
    fn outcome_count(_setup: &Self::Setup) -> usize {
        0
    }

    /// Returns the maximum number of choices in a game, with one for the end of each turn; where
    /// the rules set no limit, a number that random games do not reach.
    fn max_choices_per_game(setup: &Self::Setup) -> usize;

    /// Returns the parts of the tensor of a position.
    fn tensor_parts(setup: &Self::Setup) -> Vec<TensorPart>;

    /// Appends the values of a position, as the seat sees it, in the order of
    /// [`Encode::tensor_parts`].
    fn encode(setup: &Self::Setup, state: &Self::State, seat: u8, out: &mut Vec<f32>);

    /// Returns the cards of a seat's hand, in ascending order; `None` in games without hands, and
    /// if the hands are unknown.
    fn hand(_state: &Self::State, _seat: u8) -> Option<Vec<u32>> {
        None
    }

    /// Returns the parts for the knowledge of seats beyond the position.
    fn known_tensor_parts(_setup: &Self::Setup) -> Vec<TensorPart> {
        Vec::new()
    }

    /// Appends the values of [`Encode::known_tensor_parts`]. `turns` are the turns of the game so
    /// far, each with its seat.
    fn encode_known(
        _setup: &Self::Setup,
        _turns: &[(u8, TurnView)],
        _seat: u8,
        _out: &mut Vec<f32>,
    ) {
    }
}

/// Appends one value for each truth value: 1 or 0.
pub(crate) fn push_flags(out: &mut Vec<f32>, flags: impl IntoIterator<Item = bool>) {
    out.extend(flags.into_iter().map(|flag| f32::from(u8::from(flag))));
}

/// Appends a number as a share of its usual maximum, so that most values are from 0 to 1.
pub(crate) fn push_share(out: &mut Vec<f32>, number: u32, usual_max: u32) {
    out.push(number as f32 / usual_max.max(1) as f32);
}

/// Returns the seats around the table, beginning with one of them.
pub(crate) fn seats_from(seat: u8, seats: u8) -> impl Iterator<Item = u8> {
    (0..seats).map(move |steps| {
        // Seats count from 1, indices from 0.
        let index = (seat.saturating_sub(1) + steps) % seats.max(1);
        index + 1
    })
}
