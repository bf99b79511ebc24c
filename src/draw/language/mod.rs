//! The languages of figures, of words and of the player: one table has all that they say, by what it is in English.

mod table;

use std::collections::BTreeMap;
use std::fmt::{self, Display};
use std::sync::LazyLock;

use self::table::TABLE;

/// A language that figures and the player speak.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Default, Hash)]
pub enum Lang {
    /// English.
    #[default]
    En,
    /// German.
    De,
    /// French.
    Fr,
    /// Dutch.
    Nl,
}

static PLACES: LazyLock<BTreeMap<&str, usize>> =
    LazyLock::new(|| TABLE.iter().enumerate().map(|(at, row)| (row[0], at)).collect());

impl Lang {
    /// All of them.
    pub const ALL: [Self; 4] = [Self::En, Self::De, Self::Fr, Self::Nl];

    /// Its code: `en`, `de`, `fr`, `nl`.
    pub fn code(self) -> &'static str {
        match self {
            Self::En => "en",
            Self::De => "de",
            Self::Fr => "fr",
            Self::Nl => "nl",
        }
    }

    /// The language of a code; what follows a hyphen, as in `de-AT`, makes no difference.
    pub fn of_code(code: &str) -> Option<Self> {
        let code = code.split(['-', '_']).next()?.to_ascii_lowercase();
        Self::ALL.into_iter().find(|lang| lang.code() == code)
    }

    /// What an English text of the table is in this language.
    pub fn say(self, english: &'static str) -> &'static str {
        let row = || PLACES.get(english).and_then(|&at| TABLE.get(at));
        debug_assert!(row().is_some(), "`{english}` is not in the table of languages");
        match self {
            // It is its own row, which need not be looked for.
            Self::En => english,
            _ => row().map_or(english, |row| row[self as usize]),
        }
    }

    /// The same with `{0}`, `{1}` … replaced.
    pub fn fill(self, english: &'static str, parts: &[&dyn Display]) -> String {
        self.filled(english, parts).to_string()
    }

    /// The same, to be written where other words stand.
    pub(crate) fn filled<'a>(self, english: &'static str, parts: &'a [&'a dyn Display]) -> impl Display + 'a {
        Filled { said: self.say(english), parts }
    }

    /// What a template of the player says where it has this English text; `None` where no row of the table has it.
    pub(crate) fn of_template(self, english: &str) -> Option<&'static str> {
        let row = PLACES.get(english).and_then(|&at| TABLE.get(at))?;
        Some(row[self as usize])
    }

    /// What the script of the player says, each by its English.
    pub(crate) fn of_player(self) -> impl Iterator<Item = (&'static str, &'static str)> {
        table::PLAYER.iter().map(move |&english| (english, self.say(english)))
    }
}

/// Words with `{0}`, `{1}` … replaced.
struct Filled<'a> {
    said: &'static str,
    parts: &'a [&'a dyn Display],
}

impl Display for Filled<'_> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let mut rest = self.said;
        // Words are short: to search them at length takes longer.
        while let Some(at) = rest.bytes().position(|byte| byte == b'{') {
            f.write_str(&rest[..at])?;
            match rest.as_bytes()[at..] {
                [_, number @ b'0'..=b'9', b'}', ..] => {
                    self.parts.get(usize::from(number - b'0')).map_or(Ok(()), |part| part.fmt(f))?;
                    rest = &rest[at + 3..];
                }
                _ => rest = &rest[at + 1..],
            }
        }
        f.write_str(rest)
    }
}

impl Display for Lang {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(self.code())
    }
}

#[cfg(test)]
mod tests {
    use std::collections::BTreeSet;

    use super::*;

    fn holes(text: &str) -> BTreeSet<&str> {
        text.split('{').skip(1).filter_map(|part| part.split('}').next()).collect()
    }

    #[test]
    fn every_row_says_the_same_in_every_language() {
        assert_eq!(PLACES.len(), TABLE.len(), "a row stands twice");
        for row in TABLE {
            for said in row {
                assert_eq!(holes(said), holes(row[0]), "{row:?}");
                assert!(!said.is_empty(), "{row:?}");
                assert!(holes(said).iter().all(|hole| hole.len() == 1), "{row:?}");
                let edges = |text: &str| (text.starts_with([' ', ',']), text.ends_with([' ', '.', ':']));
                assert_eq!(edges(said), edges(row[0]), "{row:?}");
            }
        }
        for (english, said) in Lang::De.of_player() {
            assert!(!said.is_empty(), "{english}");
        }
        assert_eq!(Lang::of_code("de-AT"), Some(Lang::De));
        assert_eq!(Lang::of_code("eo"), None);
        assert_eq!(Lang::De.fill("Turns {0} to {1}", &[&3, &9]), "Züge 3 bis 9");
    }
}
