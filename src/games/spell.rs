//! How turns and their parts are written, to whatever takes text: legal turns are written by the hundred to be compared with
//! what somebody wrote, and to go through a formatter takes longer than the text.

use std::fmt;

/// What is written in one way, which [`fmt::Display`] shows too ([`displayed`]).
pub(crate) trait Spell {
    /// Writes it.
    fn spell(&self, out: &mut impl fmt::Write) -> fmt::Result;
}

/// Implements [`fmt::Display`] by [`Spell`].
macro_rules! displayed {
    ($($thing:ty),+) => {
        $(impl std::fmt::Display for $thing {
            fn fmt(&self, out: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
                $crate::games::Spell::spell(self, out)
            }
        })+
    };
}
pub(crate) use displayed;

impl<T: Spell + ?Sized> Spell for &T {
    fn spell(&self, out: &mut impl fmt::Write) -> fmt::Result {
        T::spell(self, out)
    }
}

impl Spell for str {
    fn spell(&self, out: &mut impl fmt::Write) -> fmt::Result {
        out.write_str(self)
    }
}

impl Spell for u32 {
    fn spell(&self, out: &mut impl fmt::Write) -> fmt::Result {
        write_number(out, *self)
    }
}

/// Writes a number.
pub(crate) fn write_number(out: &mut impl fmt::Write, number: impl Into<u64>) -> fmt::Result {
    out.write_str(itoa::Buffer::new().format(number.into()))
}

/// Writes what a list holds, with commas between.
pub(crate) fn write_list(out: &mut impl fmt::Write, items: impl IntoIterator<Item = impl Spell>) -> fmt::Result {
    for (at, item) in items.into_iter().enumerate() {
        if at > 0 {
            out.write_str(",")?;
        }
        item.spell(out)?;
    }
    Ok(())
}
