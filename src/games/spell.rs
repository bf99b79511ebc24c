//! How turns and their parts are written, to whatever takes text: legal turns are written by the hundred to be compared with
//! what somebody wrote, and to go through a formatter takes longer than the text.

use std::fmt;

/// What is written in one way, which [`fmt::Display`] shows too ([`displayed`]).
pub(crate) trait Spell {
    /// Writes it.
    fn spell(&self, out: &mut impl fmt::Write) -> fmt::Result;
}

/// Shows things as they are written. They are written to a text in any case, so that how is compiled once.
macro_rules! displayed {
    ($($thing:ty),+) => {
        $(impl std::fmt::Display for $thing {
            fn fmt(&self, out: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
                let mut text = String::new();
                $crate::games::Spell::spell(self, &mut text)?;
                out.write_str(&text)
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

/// Writes a number just so: what a format could ask for besides takes longer than the number. Most have a digit or two.
#[inline]
pub(crate) fn write_number(out: &mut impl fmt::Write, number: impl Into<u64>) -> fmt::Result {
    let number = number.into();
    let digit = |value: u64| char::from(b'0' + (value % 10) as u8);
    match number {
        0..10 => out.write_char(digit(number)),
        10..100 => {
            out.write_char(digit(number / 10))?;
            out.write_char(digit(number))
        }
        _ => out.write_str(itoa::Buffer::new().format(number)),
    }
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
