//! How turns and their parts are written, to whatever takes text: legal turns are written by the hundred to be compared with
//! what somebody wrote, and to go through a formatter takes longer than the text.

use std::fmt;

/// What is written in one way, which [`fmt::Display`] shows too ([`impl_display`]).
pub(crate) trait WriteNotation {
    /// Writes it.
    fn write_to(&self, out: &mut impl fmt::Write) -> fmt::Result;
}

/// Implements [`fmt::Display`] by [`WriteNotation`].
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

/// Writes a number.
pub(crate) fn write_number(out: &mut impl fmt::Write, number: impl Into<u64>) -> fmt::Result {
    out.write_str(itoa::Buffer::new().format(number.into()))
}

/// Writes what a list holds, with commas between.
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
