//! Languages of figures, text descriptions and the player. One table holds all texts, keyed by
//! their English version: `texts.tsv`, with one row per text and one column per language.

use std::collections::BTreeMap;
use std::fmt::{self, Display};
use std::str::FromStr;
use std::sync::LazyLock;

use crate::text::UnknownName;

/// Language of figures and the player.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Default, Hash)]
#[non_exhaustive]
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

/// The table. Its first line names the languages in the order of [`Lang`]; lines with `#` are
/// headings for translators.
const TABLE: &str = include_str!("texts.tsv");

/// Texts that the script of the player shows by itself.
const PLAYER_TEXTS: [&str; 21] = [
    "Play",
    "Pause",
    "Copied",
    "Turn {0}, {1}: {2}",
    "Solution",
    "Another solution",
    "Not judged",
    "Wrong try",
    "Wrong try, refuted by {0}",
    "Play on the board.",
    "{0} is right. The answer is {1}: go on.",
    "{0} is right. The puzzle is solved.",
    "{0} is wrong.",
    "{0} is wrong: {1} refutes it.",
    "{0} is not the solution.",
    "The record does not say whether {0} is right.",
    "Begin with {0}.",
    "Play {0}",
    "Take back",
    "{0} of {1}",
    "turn {0} is not legal",
];

/// The same text in each language, in the order of [`Lang`].
type Row = [&'static str; 4];

/// The rows of the table by their English text.
static ROWS: LazyLock<BTreeMap<&str, Row>> = LazyLock::new(|| {
    rows(TABLE)
        .map(|row| (row[Lang::En as usize], row))
        .collect()
});

/// Yields the rows of a table, without its first line and its headings.
fn rows(table: &'static str) -> impl Iterator<Item = Row> {
    let texts = table.lines().skip(1).filter(|line| !line.starts_with('#'));

    // A row of another length is a mistake in the file, which a test reports.
    texts.filter_map(|line| {
        let columns: Vec<&str> = line.split('\t').collect();
        columns.try_into().ok()
    })
}

/// Parses the code of a language. A suffix after a hyphen, as in `de-AT`, is ignored.
impl FromStr for Lang {
    type Err = UnknownName;

    fn from_str(text: &str) -> Result<Self, UnknownName> {
        let code = text.split(['-', '_']).next().unwrap_or_default();
        let mut languages = Self::ALL.into_iter();
        let lang = languages.find(|lang| lang.code().eq_ignore_ascii_case(code));
        lang.ok_or_else(|| UnknownName::new("language", text, Self::ALL.map(Self::code)))
    }
}

impl Lang {
    /// All languages.
    pub const ALL: [Self; 4] = [Self::En, Self::De, Self::Fr, Self::Nl];

    /// Returns the language code: `en`, `de`, `fr`, `nl`.
    pub fn code(self) -> &'static str {
        match self {
            Self::En => "en",
            Self::De => "de",
            Self::Fr => "fr",
            Self::Nl => "nl",
        }
    }

    /// Translates an English text of the table.
    pub fn say(self, english: &'static str) -> &'static str {
        debug_assert!(
            ROWS.contains_key(english),
            "`{english}` is not in the table of languages"
        );

        match self {
            // The English text is the key, so no look-up is needed.
            Self::En => english,
            _ => self.translation(english).unwrap_or(english),
        }
    }

    /// Translates a text and replaces `{0}`, `{1}` ….
    pub fn fill(self, english: &'static str, parts: &[&dyn Display]) -> String {
        self.filled(english, parts).to_string()
    }

    /// Returns the translation of a name that a game gives, or the English name if the table does
    /// not have it.
    pub(crate) fn name(self, english: &'static str) -> &'static str {
        self.translation(english).unwrap_or(english)
    }

    /// Returns a translation with its parts replaced, to be written into other text.
    pub(crate) fn filled<'a>(
        self,
        english: &'static str,
        parts: &'a [&'a dyn Display],
    ) -> impl Display + 'a {
        Filled {
            template: self.say(english),
            parts,
        }
    }

    /// Translates a text that is not known to be in the table. Returns `None` if the table lacks
    /// it.
    pub(crate) fn translation(self, english: &str) -> Option<&'static str> {
        let row = ROWS.get(english)?;
        Some(row[self as usize])
    }

    /// Returns the texts used by the script of the player, with their English versions.
    pub(crate) fn player_texts(self) -> impl Iterator<Item = (&'static str, &'static str)> {
        PLAYER_TEXTS
            .into_iter()
            .map(move |english| (english, self.say(english)))
    }
}

/// Template with `{0}`, `{1}` … replaced.
struct Filled<'a> {
    template: &'static str,
    parts: &'a [&'a dyn Display],
}

impl Display for Filled<'_> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let mut rest = self.template;
        // The text is short, so a plain byte search is faster than a substring search.
        while let Some(index) = rest.bytes().position(|byte| byte == b'{') {
            f.write_str(&rest[..index])?;
            match rest.as_bytes()[index..] {
                [_, number @ b'0'..=b'9', b'}', ..] => {
                    self.parts
                        .get(usize::from(number - b'0'))
                        .map_or(Ok(()), |part| part.fmt(f))?;
                    rest = &rest[index + 3..];
                }
                _ => rest = &rest[index + 1..],
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
        text.split('{')
            .skip(1)
            .filter_map(|part| part.split('}').next())
            .collect()
    }

    #[test]
    fn every_row_has_all_languages() {
        let lines = TABLE.lines().filter(|line| !line.starts_with('#'));
        assert_eq!(
            lines.count(),
            1 + rows(TABLE).count(),
            "a row does not have four columns"
        );
        assert_eq!(ROWS.len(), rows(TABLE).count(), "a row is repeated");
        assert!(TABLE.starts_with("en\tde\tfr\tnl\n"));

        for row in rows(TABLE) {
            for said in row {
                assert_eq!(holes(said), holes(row[0]), "{row:?}");
                assert!(!said.is_empty(), "{row:?}");
                assert!(holes(said).iter().all(|hole| hole.len() == 1), "{row:?}");
                let edges = |text: &str| {
                    (
                        text.starts_with([' ', ',']),
                        text.ends_with([' ', '.', ':']),
                    )
                };
                assert_eq!(edges(said), edges(row[0]), "{row:?}");
            }
        }
        for (english, said) in Lang::De.player_texts() {
            assert!(!said.is_empty(), "{english}");
        }
        assert_eq!("de-AT".parse(), Ok(Lang::De));
        assert!("eo".parse::<Lang>().is_err());
        assert_eq!(Lang::De.fill("Turns {0} to {1}", &[&3, &9]), "Züge 3 bis 9");
    }
}
