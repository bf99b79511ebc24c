//! Writing turns and their parts to any text sink.
//!
//! Suggestions write hundreds of legal turns to compare them with a text, and a [`fmt::Formatter`] would take
//! longer than the text itself.

use std::fmt;

/// A value with a single spelling, which its [`fmt::Display`] also writes (`impl_display`).
pub trait WriteNotation {
    /// Writes the value.
    ///
    /// # Errors
    /// If `out` fails.
    fn write_to(&self, out: &mut impl fmt::Write) -> fmt::Result;
}

/// Appends a value to a text.
pub(crate) fn push_notation(text: &mut String, value: &impl WriteNotation) {
    // Writing to a string cannot fail.
    let _ = value.write_to(text);
}

/// Implements [`fmt::Display`] through [`WriteNotation`].
macro_rules! impl_display {
    ($($thing:ty),+) => {
        $(impl std::fmt::Display for $thing {
            fn fmt(&self, out: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
                $crate::games::WriteNotation::write_to(self, out)
            }
        })+
    };
}
pub(crate) use impl_display;

impl<T: WriteNotation + ?Sized> WriteNotation for &T {
    fn write_to(&self, out: &mut impl fmt::Write) -> fmt::Result {
        T::write_to(self, out)
    }
}

impl WriteNotation for str {
    fn write_to(&self, out: &mut impl fmt::Write) -> fmt::Result {
        out.write_str(self)
    }
}

impl WriteNotation for u32 {
    fn write_to(&self, out: &mut impl fmt::Write) -> fmt::Result {
        write_number(out, *self)
    }
}

/// Writes a number in decimal.
pub(crate) fn write_number(out: &mut impl fmt::Write, number: impl Into<u64>) -> fmt::Result {
    out.write_str(itoa::Buffer::new().format(number.into()))
}

/// Writes a list, separated by commas.
pub(crate) fn write_list(
    out: &mut impl fmt::Write,
    items: impl IntoIterator<Item = impl WriteNotation>,
) -> fmt::Result {
    for (at, item) in items.into_iter().enumerate() {
        if at > 0 {
            out.write_str(",")?;
        }
        item.write_to(out)?;
    }
    Ok(())
}
