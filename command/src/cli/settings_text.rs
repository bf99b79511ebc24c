//! The text of `pipscribe.toml`. Errors quote the line to which they refer.

use std::ops::Range;

use super::hint_text::error_text;
use super::known_names::did_you_mean;
use pipscribe::check::Config;
use pipscribe::text::shorten;

/// Characters of a quoted line before and after the first invalid one.
const AROUND: usize = 60;

/// Parses settings.
///
/// # Errors
/// Returns a sentence, and below it the line to which it refers.
pub(super) fn parse(text: &str) -> Result<Config, String> {
    let config: Config = toml::from_str(text).map_err(|error| {
        let message = in_short(error.message());
        match error.span() {
            Some(span) => quoted_error(text, &message, &span),
            None => message,
        }
    })?;
    config.checked().map_err(|error| error_text(&error))
}

/// Shortens the quoted value of a message, and names the expected type before the one found. An
/// unknown field is called a setting, as in the book, and the message suggests the setting with a
/// similar name.
fn in_short(message: &str) -> String {
    let Some((found, expected)) = message.rsplit_once(", expected ") else {
        return message.to_owned();
    };

    let unknown = found
        .strip_prefix("unknown field `")
        .and_then(|rest| rest.strip_suffix('`'));
    match unknown {
        Some(name) => {
            let names = expected.split('`').skip(1).step_by(2);
            format!(
                "unknown setting `{}`{} (expected {expected})",
                shorten(name),
                did_you_mean(name, names)
            )
        }
        None => match found.strip_prefix("invalid type: ") {
            Some(found) => format!("expected {expected}, not {}", shorten(found)),
            None => format!("{}, expected {expected}", shorten(found)),
        },
    }
}

/// Returns a message with its place and the line to which it refers.
fn quoted_error(text: &str, message: &str, span: &Range<usize>) -> String {
    let start = (0..=span.start.min(text.len()))
        .rev()
        .find(|&start| text.is_char_boundary(start))
        .unwrap_or_default();
    let (before, rest) = text.split_at(start);
    let number = before.matches('\n').count() + 1;
    let before = before.rsplit('\n').next().unwrap_or_default();
    let rest = rest.lines().next().unwrap_or_default();
    let column = before.chars().count() + 1;

    // Only a part of a long line is shown. Each tab becomes one column, as the marker below the
    // line assumes.
    let shown_from = before.chars().count().saturating_sub(AROUND);
    let shown = before
        .chars()
        .skip(shown_from)
        .chain(rest.chars().take(AROUND))
        .collect::<String>()
        .replace('\t', " ");
    let length = text.get(start..span.end).map_or(1, |invalid| {
        invalid.lines().next().unwrap_or_default().chars().count()
    });
    let marker = "^".repeat(length.clamp(1, AROUND));
    let indent = " ".repeat(column - 1 - shown_from);
    let margin = " ".repeat(number.to_string().len());
    format!(
        "line {number}, column {column}: {message}\n{margin} |\n{number} | {}\n{margin} | {indent}{marker}",
        shown.trim_end()
    )
}

#[cfg(test)]
mod tests {
    use super::*;
    use pipscribe::findings::Severity;

    fn error(text: &str) -> String {
        parse(text).unwrap_err()
    }

    #[test]
    fn the_address_is_read() {
        let url = |text: &str| parse(text).unwrap().book.url;
        assert_eq!(url(""), None);
        assert_eq!(
            url("[book]\nurl = \"https://example.org/book\"\n").as_deref(),
            Some("https://example.org/book")
        );
        assert_eq!(url("[book]\nurl = \"none\"\n").as_deref(), Some("none"));
    }

    #[test]
    fn all_settings_are_read() {
        let config = parse(
            "select = [\"gipf\"]\nignore = [\"tag\"]\nexclude = [\"/drafts\"]\ndecks = [\"own.yaml\"]\ntheme = \"dark\"\n[severity]\n\
             \"turn/number\" = \"error\"\n",
        )
        .unwrap();
        assert_eq!(
            (config.select, config.ignore),
            (vec!["gipf".to_owned()], vec!["tag".to_owned()])
        );
        assert_eq!(config.exclude, ["/drafts"]);
        assert_eq!(
            (config.decks, config.theme.as_deref()),
            (vec!["own.yaml".to_owned()], Some("dark"))
        );
        assert_eq!(config.severity.get("turn/number"), Some(&Severity::Error));
    }

    #[test]
    fn invalid_settings_are_reported() {
        for text in [
            "[book]\nurl = \"javascript:alert(1)\"\n",
            "[book]\nurl = \"https://example.org/a b\"\n",
            "ignore = [\"gipf/lin-full\"]\n",
            "[severity]\ngipff = \"error\"\n",
            "theme = \"darkk\"\n",
            "decks = [\"../own.yaml\"]\n",
        ] {
            assert!(parse(text).is_err(), "{text}");
        }
        let error = error("ignore = [\"gipf/lin-full\"]\n");
        assert!(error.contains("did you mean `gipf/line-full`?"), "{error}");
    }

    #[test]
    fn errors_name_the_expected_value_and_quote_the_line() {
        assert_eq!(
            error("# a\nbook = \"none\"\n"),
            "line 2, column 8: expected a table: a line `[book]`, then `url = \"https://example.org/book\"`, not string \
             \"none\"\n  |\n2 | book = \"none\"\n  |        ^^^^^^"
        );
        for (text, message) in [
            ("[", "line 1, column 2: "),
            (
                "select = 1",
                "expected a list of texts, such as `[\"one\", \"two\"]`, not integer `1`\n",
            ),
            (
                "ignore = [\"gipf\", 3]",
                "line 1, column 19: expected a string, not integer `3`\n",
            ),
            ("exclude = \"drafts\"", "expected a list of texts"),
            ("decks = [[]]", "line 1, column 10: "),
            ("theme = true", "expected a string, not boolean `true`\n"),
            (
                "severity = []",
                "expected a table: a line `[severity]`, then lines such as `gipf = \"warning\"`, not sequence\n",
            ),
            (
                "[severity]\ngipf = \"loud\"",
                "line 2, column 8: unknown variant `loud`, expected `warning` or `error`\n",
            ),
            ("[severity]\ngipf = 1", "line 2, column 8: "),
            ("[book]\nurl = 1979-05-27", "line 2, column 7: "),
            (
                "[book]\nurll = \"none\"",
                "unknown setting `urll`: did you mean `url`? (expected `url`)\n",
            ),
            (
                "ignored = []",
                "line 1, column 1: unknown setting `ignored`: did you mean `ignore`? (expected one of `select`, `ignore`",
            ),
        ] {
            let error = error(text);
            assert!(error.contains(message), "{text}: {error}");
            assert!(
                error.lines().count() == 4 && !error.contains("struct"),
                "{text}: {error}"
            );
        }

        for long in [
            format!("theme = [{}]", "1, ".repeat(5_000)),
            format!("book = \"{}\"", "a".repeat(5_000)),
            format!("{} = 1", "a".repeat(5_000)),
        ] {
            let error = error(&long);
            assert!(error.len() < 700, "{error}");
        }
    }
}
