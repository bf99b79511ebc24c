//! Writing turns, positions and their parts to any text sink.
//!
//! Suggestions write hundreds of legal turns to compare them with a text. [`fmt::Display`] alone
//! would be too slow: going through a [`fmt::Formatter`] takes longer than the writing itself.

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

impl WriteNotation for char {
    fn write_to(&self, out: &mut impl fmt::Write) -> fmt::Result {
        out.write_char(*self)
    }
}

impl WriteNotation for u8 {
    fn write_to(&self, out: &mut impl fmt::Write) -> fmt::Result {
        match self {
            // Most numbers are rows of a board.
            0..=9 => out.write_char(char::from(b'0' + self)),
            _ => u32::from(*self).write_to(out),
        }
    }
}

impl WriteNotation for u32 {
    fn write_to(&self, out: &mut impl fmt::Write) -> fmt::Result {
        out.write_str(itoa::Buffer::new().format(*self))
    }
}

/// Writes the value, if there is one.
impl<T: WriteNotation> WriteNotation for Option<T> {
    fn write_to(&self, out: &mut impl fmt::Write) -> fmt::Result {
        self.as_ref().map_or(Ok(()), |value| value.write_to(out))
    }
}

/// Implements [`WriteNotation`] for tuples, whose parts are written one after another.
macro_rules! impl_tuple {
    ($($part:ident $index:tt),+) => {
        impl<$($part: WriteNotation),+> WriteNotation for ($($part,)+) {
            fn write_to(&self, out: &mut impl fmt::Write) -> fmt::Result {
                $(self.$index.write_to(out)?;)+
                Ok(())
            }
        }
    };
}
impl_tuple!(A 0, B 1);
impl_tuple!(A 0, B 1, C 2);
impl_tuple!(A 0, B 1, C 2, D 3);
impl_tuple!(A 0, B 1, C 2, D 3, E 4);

/// Writes a list, separated by commas.
pub(crate) fn write_list(
    out: &mut impl fmt::Write,
    items: impl IntoIterator<Item = impl WriteNotation>,
) -> fmt::Result {
    write_joined(out, items, ',')
}

/// Writes a list with a separator.
pub(crate) fn write_joined(
    out: &mut impl fmt::Write,
    items: impl IntoIterator<Item = impl WriteNotation>,
    separator: char,
) -> fmt::Result {
    for (index, item) in items.into_iter().enumerate() {
        if index > 0 {
            out.write_char(separator)?;
        }
        item.write_to(out)?;
    }
    Ok(())
}

/// Writes one line of a board: a letter for each piece, and a number for each run of empty places,
/// such as `w2b`.
pub(crate) fn write_places(
    out: &mut impl fmt::Write,
    places: impl IntoIterator<Item = Option<char>>,
) -> fmt::Result {
    let mut empty = 0_u32;
    for place in places {
        let Some(letter) = place else {
            empty += 1;
            continue;
        };
        if empty > 0 {
            empty.write_to(out)?;
            empty = 0;
        }
        out.write_char(letter)?;
    }
    if empty > 0 {
        empty.write_to(out)?;
    }
    Ok(())
}
