//! Names on the command line: the known ones, and suggestions for unknown ones.

use std::collections::BTreeSet;
use std::ffi::OsStr;

use clap::builder::{PossibleValue, StringValueParser, TypedValueParser};
use clap::error::ErrorKind;
use clap::{Arg, Command};

use super::Failure;
use super::output::stderr_line;
use pipscribe::check::family;
use pipscribe::findings::{all_codes, all_rules};
use pipscribe::games::GameId;
use pipscribe::notation::COMMON_TAGS;
pub(super) use pipscribe::text::did_you_mean;
use pipscribe::text::{one_line, shorten};

/// Reports an unknown name, with similar names. `which` lists the known names or says where they
/// are listed.
pub(super) fn no_such<'a>(
    what: &str,
    written: &str,
    names: impl IntoIterator<Item = &'a str>,
    which: &str,
) -> String {
    format!(
        "unknown {what} `{}`{} ({which})",
        shorten(written),
        did_you_mean(written, names)
    )
}

/// Reports a tag that a command compares and that no record has. `Player` means the tags of
/// all players.
pub(super) fn report_missing_tag(name: &str) {
    let is_known = name == "Player" || COMMON_TAGS.contains(&name);
    let suggestion = if is_known {
        String::new()
    } else {
        did_you_mean(name, COMMON_TAGS)
    };
    stderr_line!("pipscribe: no record has the tag `{name}`{suggestion}");
}

/// Reports an unknown code or rule.
pub(super) fn no_such_code_or_rule(written: &str) -> Failure {
    let names = all_codes()
        .map(|code| code.id)
        .chain(all_rules().map(|rule| rule.number));
    Failure::Usage(no_such(
        "code or rule",
        written,
        names,
        "`pipscribe explain` lists all codes",
    ))
}

/// Returns the names as a choice: `a, b or c`.
pub(super) fn one_of<T: AsRef<str>>(names: &[T]) -> String {
    let names: Vec<&str> = names.iter().map(AsRef::as_ref).collect();
    match names.as_slice() {
        [others @ .., last] if !others.is_empty() => format!("{} or {last}", others.join(", ")),
        names => names.concat(),
    }
}

/// Reports a missing option of a game or a command, with its values.
pub(super) fn needs<T: AsRef<str>>(needing: &str, option: &str, values: &[T]) -> Failure {
    Failure::Usage(format!("{needing} needs `{option}`: {}", one_of(values)))
}

/// Returns what a user may mean by a format that `convert` does not have; empty for any other name.
fn foreign_format(name: &str) -> &'static str {
    match name.to_ascii_lowercase().as_str() {
        "svg" | "png" | "pdf" | "html" | "gif" | "apng" | "tex" | "latex" | "tikz" | "typ"
        | "typst" | "txt" | "text" | "words" => ": `pipscribe render` draws figures",
        "pgn" => {
            ": PGN is a notation for chess; turns of GIPF with tags as in PGN are read as `gipf.com`"
        }
        "fen" => ": did you mean `position`?",
        "xls" | "xlsx" | "ods" | "excel" => ": did you mean `csv`, with `--spreadsheet`?",
        "parquet" | "parquet-turns" if cfg!(not(feature = "parquet")) => {
            ": this pipscribe was built without Parquet: build it with `--features parquet`"
        }
        _ => "",
    }
}

/// Reports a file extension that selects no format. `option` sets the format instead.
pub(super) fn unknown_extension(extension: &str, known: &[&str], option: &str) -> Failure {
    let suggestion = match foreign_format(extension) {
        hint if option == "--to" && !hint.is_empty() => hint.to_owned(),
        _ => did_you_mean(extension, known.iter().copied()),
    };
    let known: Vec<String> = known.iter().map(|known| format!(".{known}")).collect();
    Failure::Usage(format!(
        "unknown file extension `.{}`{suggestion} (use {}, or set `{option}`)",
        shorten(extension),
        one_of(&known)
    ))
}

/// Fails for a variant that the game does not have or, if no game is given, that no game has.
pub(super) fn check_variant(game: Option<GameId>, variant: Option<&str>) -> Result<(), Failure> {
    let Some(variant) = variant else {
        return Ok(());
    };
    let names = game.map_or_else(variants, |game| game.variants().to_vec());
    // The text may differ from the name in case.
    let canonical = game.and_then(|game| game.canonical_value("Variant", variant));
    let is_known = names
        .iter()
        .any(|name| *name == variant || canonical.as_deref() == Some(name));
    if is_known {
        return Ok(());
    }

    let of_game = game.map_or_else(String::new, |game| format!(" of {}", game.title()));
    let which = format!("the variants{of_game} are {}", names.join(", "));
    Err(Failure::Usage(no_such("variant", variant, names, &which)))
}

/// Returns the variants of all games, each once.
fn variants() -> Vec<&'static str> {
    let mut seen = BTreeSet::new();
    GameId::ALL
        .iter()
        .flat_map(|game| game.variants())
        .copied()
        .filter(|name| seen.insert(*name))
        .collect()
}

/// Parser of an argument that is one of the known names. Shells complete the names.
#[derive(Clone, Debug)]
pub(super) struct NameParser {
    /// What the names are, for messages: `variant`.
    what: &'static str,
    names: Vec<&'static str>,
    /// A description of the known names, for messages; `None` if names are checked later.
    which: Option<String>,
}

impl NameParser {
    /// A short list of names to choose from.
    pub(super) fn few(what: &'static str, names: impl IntoIterator<Item = &'static str>) -> Self {
        let names: Vec<_> = names.into_iter().collect();
        let which = Some(format!("the {what}s are {}", names.join(", ")));
        Self { what, names, which }
    }

    /// A variant; which ones are valid depends on the game.
    pub(super) fn variants() -> Self {
        Self {
            what: "variant",
            names: variants(),
            which: None,
        }
    }

    /// A code, or the number of a rule.
    pub(super) fn codes_and_rules() -> Self {
        Self {
            what: "code",
            names: all_codes().map(|code| code.id).collect(),
            which: None,
        }
    }

    /// A code or a family of codes.
    pub(super) fn codes_and_families() -> Self {
        let mut seen = BTreeSet::new();
        let families = all_codes()
            .map(|code| family(code.id))
            .filter(|family| seen.insert(*family));
        let names = families.chain(all_codes().map(|code| code.id)).collect();
        let which =
            Some("`pipscribe explain` lists them; a family is the part before the slash".into());
        Self {
            what: "code or family",
            names,
            which,
        }
    }
}

/// Returns the parser of an argument that names a game.
pub(super) fn games() -> impl TypedValueParser<Value = GameId> {
    NameParser::few("game", GameId::ALL.map(GameId::name)).try_map(|name| name.parse::<GameId>())
}

impl TypedValueParser for NameParser {
    type Value = String;

    fn parse_ref(
        &self,
        command: &Command,
        argument: Option<&Arg>,
        value: &OsStr,
    ) -> Result<String, clap::Error> {
        let value = StringValueParser::new().parse_ref(command, argument, value)?;
        let Some(which) = &self.which else {
            return Ok(value);
        };
        // The name of a family may end with a slash.
        let name = value.strip_suffix('/').unwrap_or(&value);
        if self.names.contains(&name) {
            return Ok(name.to_owned());
        }

        let message = match foreign_format(name) {
            hint if self.what == "format" && !hint.is_empty() => {
                format!("unknown format `{}`{hint} ({which})", shorten(name))
            }
            _ => no_such(self.what, &value, self.names.iter().copied(), which),
        };
        let line = format!("{}\n", one_line(&message));
        Err(clap::Error::raw(ErrorKind::InvalidValue, line).with_cmd(command))
    }

    fn possible_values(&self) -> Option<Box<dyn Iterator<Item = PossibleValue> + '_>> {
        Some(Box::new(
            self.names.iter().map(|name| PossibleValue::new(*name)),
        ))
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use pipscribe::text::near;

    #[test]
    fn suggestions_are_similar_names() {
        let games = GameId::ALL.map(GameId::name);
        assert_eq!(near("gpif", games), ["gipf"]);
        assert_eq!(near("GIPF", games), ["gipf"]);
        assert_eq!(near("pipp", games), ["pipe", "pippip", "pippinzip"]);
        assert!(near("chess", games).is_empty());
        assert!(near("", games).is_empty());
        assert!(near(&"gipf".repeat(1_000), games).is_empty());
        let codes = || all_codes().map(|code| code.id);
        assert_eq!(
            near("gipf/line-ful", codes()).first(),
            Some(&"gipf/line-full")
        );
        assert_eq!(near("line-full", codes()), ["gipf/line-full"]);
    }

    #[test]
    fn at_most_three_names_are_suggested() {
        assert_eq!(did_you_mean("gpif", ["gipf"]), ": did you mean `gipf`?");
        assert_eq!(
            did_you_mean("pipp", ["pipe", "pippip"]),
            ": did you mean `pipe` or `pippip`?"
        );
        assert_eq!(
            did_you_mean("aaab", ["aaaa", "aaac", "aaad", "aaae"]),
            ": did you mean `aaaa`, `aaac` or `aaad`?"
        );
        assert_eq!(did_you_mean("chess", ["gipf"]), "");
    }
}
