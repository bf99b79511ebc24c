//! Fractions: exact probabilities.

use std::fmt;

/// A probability as a fraction in lowest terms.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Fraction {
    numerator: u128,
    denominator: u128,
}

impl Fraction {
    pub(super) const ZERO: Self = Self {
        numerator: 0,
        denominator: 1,
    };
    pub(super) const ONE: Self = Self {
        numerator: 1,
        denominator: 1,
    };

    /// Returns the numerator.
    pub fn numerator(self) -> u128 {
        self.numerator
    }

    /// Returns the denominator.
    pub fn denominator(self) -> u128 {
        self.denominator
    }

    /// Returns a fraction in lowest terms.
    fn reduced(numerator: u128, denominator: u128) -> Self {
        let divisor = common_divisor(numerator, denominator).max(1);
        Self {
            numerator: numerator / divisor,
            denominator: denominator / divisor,
        }
    }

    /// Returns the sum; `None` if a number is too long.
    pub(super) fn plus(self, other: Self) -> Option<Self> {
        let divisor = common_divisor(self.denominator, other.denominator).max(1);
        let own_factor = other.denominator / divisor;
        let other_factor = self.denominator / divisor;
        let own_part = self.numerator.checked_mul(own_factor)?;
        let other_part = other.numerator.checked_mul(other_factor)?;
        let numerator = own_part.checked_add(other_part)?;
        let denominator = self.denominator.checked_mul(own_factor)?;
        Some(Self::reduced(numerator, denominator))
    }

    /// Returns the fraction divided by a number; `None` if a number is too long.
    pub(super) fn divided_by(self, count: u128) -> Option<Self> {
        Some(Self::reduced(
            self.numerator,
            self.denominator.checked_mul(count)?,
        ))
    }

    /// Returns true if the fraction is less than another; `None` if a number is too long.
    pub(super) fn is_less(self, other: Self) -> Option<bool> {
        let own = self.numerator.checked_mul(other.denominator)?;
        Some(own < other.numerator.checked_mul(self.denominator)?)
    }
}

/// Returns the greatest common divisor, by Euclid's algorithm.
fn common_divisor(mut one: u128, mut other: u128) -> u128 {
    while other != 0 {
        (one, other) = (other, one % other);
    }
    one
}

/// Writes `5/6`, or a whole number.
impl fmt::Display for Fraction {
    fn fmt(&self, out: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self.denominator {
            1 => write!(out, "{}", self.numerator),
            denominator => write!(out, "{}/{denominator}", self.numerator),
        }
    }
}
