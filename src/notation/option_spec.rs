//! Specifications of the options of a game: the pairs `key=value` of the tag `Options`.

use super::Values;

/// An option of a game: a `key=value` pair of the tag `Options`.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct OptionSpec {
    /// The key.
    pub key: &'static str,
    /// The values.
    pub values: Values,
    /// The value in a record without the option.
    pub default: OptionDefault,
    /// The variants that have the option; empty if all have it.
    pub variants: &'static [&'static str],
    /// The number of seats that the option requires: 4 for `teams=13-24`.
    pub seats: Option<u8>,
    /// The tag that makes the option ineffective, because it gives the same value.
    pub replaced_by: Option<&'static str>,
    /// Meaning of the option, in one sentence.
    pub meaning: &'static str,
    /// The help for an invalid value.
    pub form: &'static str,
}

/// The value that an option has in a record without it.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum OptionDefault {
    /// No value: a record without the option is played without its rule, such as without teams.
    None,
    /// Always this value.
    Value(&'static str),
    /// A value that depends on the number of seats, such as that of `recycle` in the Pipe Game.
    BySeats {
        /// The number of seats.
        seats: u8,
        /// The value with that number of seats.
        value: &'static str,
        /// The value with any other number.
        otherwise: &'static str,
    },
}

impl OptionSpec {
    /// An option of every variant and number of seats, without a default: the base of other
    /// specifications.
    pub(crate) const BASE: Self = Self {
        key: "",
        values: Values::Any,
        default: OptionDefault::None,
        variants: &[],
        seats: None,
        replaced_by: None,
        meaning: "",
        form: "",
    };

    /// Returns true if a game of this variant and number of seats has the option.
    pub fn is_of(&self, variant: Option<&str>, seats: u8) -> bool {
        let has_variant = self.variants.is_empty()
            || variant.is_some_and(|variant| self.variants.contains(&variant));
        has_variant && self.seats.is_none_or(|required| required == seats)
    }
}

impl OptionDefault {
    /// Returns the value for a number of seats.
    pub fn value(self, seats: u8) -> Option<&'static str> {
        match self {
            Self::None => None,
            Self::Value(value) => Some(value),
            Self::BySeats {
                seats: special,
                value,
                ..
            } if special == seats => Some(value),
            Self::BySeats { otherwise, .. } => Some(otherwise),
        }
    }
}
