//! The text of `pipscribe.toml`. Errors quote the line to which they refer.

use std::ops::Range;

use serde::Deserialize;
use toml::Spanned;

use super::exclusions::check_pattern;
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
        let message = reworded(error.message());
        match error.span() {
            Some(span) => quoted_error(text, &message, &span),
            None => message,
        }
    })?;
    check_patterns(text)?;
    config.checked().map_err(|error| error_text(&error))
}

/// The setting `exclude` with the places of its patterns.
#[derive(Default, Deserialize)]
#[serde(default)]
struct PlacedPatterns {
    exclude: Vec<Spanned<String>>,
}

/// Returns an error with its place for a pattern that excludes nothing.
fn check_patterns(text: &str) -> Result<(), String> {
    // The settings have been parsed, so their patterns are a list of texts.
    let placed: PlacedPatterns = toml::from_str(text).unwrap_or_default();
    for pattern in placed.exclude {
        check_pattern(pattern.get_ref())
            .map_err(|message| quoted_error(text, &message, &pattern.span()))?;
    }
    Ok(())
}

/// Rewords a message of the parser. Quoted values are shortened.
///
/// - ``unknown field `urll`, expected `url` `` becomes ``unknown setting `urll`: did you mean
///   `url`? (expected `url`)``, because the book calls a field a setting.
/// - `invalid type: integer 1, expected a string` becomes `expected a string, not integer 1`.
fn reworded(message: &str) -> String {
    let Some((found, expected)) = message.rsplit_once(", expected ") else {
        return message.to_owned();
    };

    let unknown_field = found
        .strip_prefix("unknown field `")
        .and_then(|rest| rest.strip_suffix('`'));
    if let Some(name) = unknown_field {
        let quoted_names = expected.split('`').skip(1).step_by(2);
        let suggestion = did_you_mean(name, quoted_names);
        return format!(
            "unknown setting `{}`{suggestion} (expected {expected})",
            shorten(name)
        );
    }
    match found.strip_prefix("invalid type: ") {
        Some(found) => format!("expected {expected}, not {}", shorten(found)),
        None => format!("{}, expected {expected}", shorten(found)),
    }
}

/// Returns a message with its place and the line to which it refers:
///
/// ```text
/// line 2, column 8: expected a table, not string "none"
///   |
/// 2 | book = "none"
///   |        ^^^^^^
/// ```
fn quoted_error(text: &str, message: &str, span: &Range<usize>) -> String {
    let start = (0..=span.start.min(text.len()))
        .rev()
        .find(|&start| text.is_char_boundary(start))
        .unwrap_or_default();
    let (text_before, text_after) = text.split_at(start);
    let number = text_before.matches('\n').count() + 1;
    let line_before = text_before.rsplit('\n').next().unwrap_or_default();
    let line_after = text_after.lines().next().unwrap_or_default();
    let column = line_before.chars().count() + 1;

    // Only a part of a long line is shown. Each tab becomes one column, as the marker below the
    // line assumes.
    let skipped = line_before.chars().count().saturating_sub(AROUND);
    let shown = line_before
        .chars()
        .skip(skipped)
        .chain(line_after.chars().take(AROUND))
        .collect::<String>()
        .replace('\t', " ");

    let invalid = text.get(start..span.end);
    let length = invalid.map_or(1, |invalid| {
        let first_line = invalid.lines().next().unwrap_or_default();
        first_line.chars().count()
    });
    let marker = "^".repeat(length.clamp(1, AROUND));
    let indent = " ".repeat(column - 1 - skipped);
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
            (
                "[[severity]]\ngipf = \"error\"",
                "expected a table: a line `[severity]`, then lines such as `gipf = \"warning\"`, not sequence\n",
            ),
            (
                "[[book]]\nurl = \"none\"",
                "expected a table: a line `[book]`, then `url = \"https://example.org/book\"`, not sequence\n",
            ),
            (
                "book = []",
                "line 1, column 8: expected a table: a line `[book]`, then `url",
            ),
            (
                "exclude = [\"drafts\", \"[\"]",
                "line 1, column 22: invalid pattern `[` in `exclude`: ",
            ),
            (
                "exclude = [\"\"]",
                "line 1, column 12: invalid pattern `` in `exclude`: it names no file or folder\n",
            ),
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
