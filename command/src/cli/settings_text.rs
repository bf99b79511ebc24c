//! The text of `pipscribe.toml`. Errors name the settings and their valid values, and quote the
//! line.

use std::borrow::Cow;
use std::ops::Range;

use toml::Spanned;
use toml::de::{DeTable, DeValue};

use super::hints::error_text;
use super::names::did_you_mean;
use pipscribe::check::Config;
use pipscribe::findings::Severity;

/// Characters of a quoted line before and after the first invalid one.
const AROUND: usize = 60;

/// The settings of the file.
const SETTINGS: [&str; 7] = [
    "select", "ignore", "severity", "exclude", "decks", "theme", "book",
];
/// The settings of the table `[book]`.
const BOOK_SETTINGS: [&str; 1] = ["url"];

/// Error at a place of the text.
struct SettingError {
    message: String,
    span: Range<usize>,
}

type Value<'t> = Spanned<DeValue<'t>>;

/// Parses settings.
///
/// # Errors
/// Returns a sentence, and below it the line to which it refers.
pub(super) fn parse(text: &str) -> Result<Config, String> {
    let table = DeTable::parse(text).map_err(|error| match error.span() {
        Some(span) => quoted_error(
            text,
            &SettingError {
                message: error.message().to_owned(),
                span,
            },
        ),
        None => error.message().to_owned(),
    })?;
    let mut config = Config::default();
    for (key, value) in in_order(table.get_ref()) {
        set(&mut config, key, value).map_err(|error| quoted_error(text, &error))?;
    }
    config.checked().map_err(|error| error_text(&error))
}

/// Returns the settings of a table in the order of the text.
fn in_order<'a, 't>(table: &'a DeTable<'t>) -> Vec<(&'a Spanned<Cow<'t, str>>, &'a Value<'t>)> {
    let mut settings: Vec<_> = table.iter().collect();
    settings.sort_by_key(|(key, _)| key.span().start);
    settings
}

fn set(
    config: &mut Config,
    key: &Spanned<Cow<'_, str>>,
    value: &Value<'_>,
) -> Result<(), SettingError> {
    let name = key.get_ref().as_ref();
    match name {
        "select" => {
            config.select = texts(
                value,
                name,
                "such as `select = [\"gipf\", \"turn/number\"]`",
            )?;
        }
        "ignore" => {
            config.ignore = texts(value, name, "such as `ignore = [\"tag\", \"turn/number\"]`")?;
        }
        "exclude" => config.exclude = texts(value, name, "such as `exclude = [\"/drafts\"]`")?,
        "decks" => config.decks = texts(value, name, "such as `decks = [\"decks/mine.yaml\"]`")?,
        "theme" => {
            config.theme = Some(text(
                value,
                name,
                "a theme or a YAML file, such as `theme = \"dark\"`",
            )?);
        }
        "severity" => {
            let expected = "a table: a line `[severity]`, then lines such as `gipf = \"warning\"`";
            for (code, value) in in_order(table(value, name, expected)?) {
                config
                    .severity
                    .insert(code.get_ref().to_string(), severity(value, code.get_ref())?);
            }
        }
        "book" => {
            let expected = "a table: a line `[book]`, then `url = \"https://example.org/book\"`";
            for (key, value) in in_order(table(value, name, expected)?) {
                if key.get_ref() != "url" {
                    return Err(unknown_setting(key, " in `[book]`", &BOOK_SETTINGS));
                }
                config.book.url = Some(text(
                    value,
                    "url",
                    "an address, such as `url = \"https://example.org/book\"`",
                )?);
            }
        }
        _ => return Err(unknown_setting(key, "", &SETTINGS)),
    }

    Ok(())
}

fn unknown_setting(key: &Spanned<Cow<'_, str>>, place: &str, known: &[&str]) -> SettingError {
    let name: String = key.get_ref().chars().take(AROUND).collect();
    let similar = did_you_mean(&name, known.iter().copied());
    let settings = if known.len() == 1 {
        "the only setting there is"
    } else {
        "the settings are"
    };
    let message = format!(
        "unknown setting `{name}`{place}{similar} ({settings} {})",
        known.join(", ")
    );
    SettingError {
        message,
        span: key.span(),
    }
}

fn wrong_value(value: &Value<'_>, name: &str, expected: &str) -> SettingError {
    let kind = match value.get_ref() {
        DeValue::String(_) => "a text",
        DeValue::Integer(_) | DeValue::Float(_) => "a number",
        DeValue::Boolean(_) => "true or false",
        DeValue::Datetime(_) => "a date",
        DeValue::Array(_) => "a list",
        DeValue::Table(_) => "a table",
    };
    SettingError {
        message: format!("`{name}` is {expected}, not {kind}"),
        span: value.span(),
    }
}

fn text(value: &Value<'_>, name: &str, expected: &str) -> Result<String, SettingError> {
    match value.get_ref() {
        DeValue::String(text) => Ok(text.to_string()),
        _ => Err(wrong_value(value, name, expected)),
    }
}

fn texts(value: &Value<'_>, name: &str, example: &str) -> Result<Vec<String>, SettingError> {
    let DeValue::Array(items) = value.get_ref() else {
        return Err(wrong_value(
            value,
            name,
            &format!("a list of texts, {example}"),
        ));
    };
    let mut texts = Vec::new();
    for item in items {
        let DeValue::String(text) = item.get_ref() else {
            let message = format!("each item of `{name}` is a text, {example}");
            return Err(SettingError {
                message,
                span: item.span(),
            });
        };
        texts.push(text.to_string());
    }
    Ok(texts)
}

fn table<'a, 't>(
    value: &'a Value<'t>,
    name: &str,
    expected: &str,
) -> Result<&'a DeTable<'t>, SettingError> {
    match value.get_ref() {
        DeValue::Table(table) => Ok(table),
        _ => Err(wrong_value(value, name, expected)),
    }
}

fn severity(value: &Value<'_>, code: &str) -> Result<Severity, SettingError> {
    let name = format!("{code}` of `[severity]");
    match value.get_ref() {
        DeValue::String(text) if text == "error" => Ok(Severity::Error),
        DeValue::String(text) if text == "warning" => Ok(Severity::Warning),
        DeValue::String(_) => Err(SettingError {
            message: format!("`{name}` is `error` or `warning`"),
            span: value.span(),
        }),
        _ => Err(wrong_value(value, &name, "`error` or `warning`")),
    }
}

/// Returns an error with its place and the line to which it refers.
fn quoted_error(text: &str, error: &SettingError) -> String {
    let SettingError { message, span } = error;
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
    fn errors_name_the_setting_and_quote_the_line() {
        assert_eq!(
            error("# a\nbook = \"none\"\n"),
            "line 2, column 8: `book` is a table: a line `[book]`, then `url = \"https://example.org/book\"`, not a \
             text\n  \
             |\n2 | book = \"none\"\n  |        ^^^^^^"
        );
        for (text, message) in [
            ("[", "line 1, column 2: "),
            (
                "select = 1",
                "`select` is a list of texts, such as `select = ",
            ),
            ("ignore = \"gipf\"", "`ignore` is a list of texts"),
            (
                "ignore = [\"gipf\", 3]",
                "line 1, column 19: each item of `ignore` is a text, such as",
            ),
            (
                "exclude = \"drafts\"",
                "`exclude` is a list of texts, such as `exclude = ",
            ),
            ("decks = [[]]", "each item of `decks` is a text"),
            (
                "theme = true",
                "`theme` is a theme or a YAML file, such as `theme = \"dark\"`, not true or false",
            ),
            (
                "severity = []",
                "`severity` is a table: a line `[severity]`",
            ),
            (
                "[severity]\ngipf = \"loud\"",
                "line 2, column 8: `gipf` of `[severity]` is `error` or `warning`\n",
            ),
            (
                "[severity]\ngipf = 1",
                "`gipf` of `[severity]` is `error` or `warning`, not a number",
            ),
            ("[book]\nurl = 1979-05-27", "`url` is an address, such as"),
            (
                "[book]\nurll = \"none\"",
                "unknown setting `urll` in `[book]`: did you mean `url`?",
            ),
            (
                "ignored = []",
                "unknown setting `ignored`: did you mean `ignore`? (the settings are select, ignore",
            ),
        ] {
            let error = error(text);
            assert!(error.contains(message), "{text}: {error}");
            assert!(
                error.lines().count() == 4 && !error.contains("struct"),
                "{text}: {error}"
            );
        }

        let long = error(&format!("theme = [{}]", "1, ".repeat(5_000)));
        assert!(long.len() < 500, "{long}");
    }
}
