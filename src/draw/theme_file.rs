//! Theme files: YAML that overrides parts of a built-in theme.
//!
//! ```yaml
//! name: mine
//! extends: screen
//! weight: 80
//! colours: {mark: "#a07040"}
//! cmyk: {mark: [0, 90, 80, 0]}
//! ```
//!
//! A [`Paint`] is a purpose of a colour, such as `mark`. *Inks* are a colour in print: cyan,
//! magenta, yellow and black.

use std::str::FromStr;

use super::paper::{Length, POINT};
use super::theme::{Colour, Paint, Theme};
use crate::text::tree::{Fault, KeyFault, Keys, Node, TRUTH_VALUE, Value, not_a_map, yaml};
use crate::text::{SourceText, shorten};

/// Keys of a theme file.
const KEYS: [&str; 7] = [
    "name", "extends", "hatched", "weight", "type", "colours", "cmyk",
];
/// Keys of the font sizes.
const TYPE_KEYS: [&str; 2] = ["notes", "coordinates"];

/// Reason why a theme file cannot be used.
#[derive(Debug, thiserror::Error)]
#[non_exhaustive]
pub enum ThemeError {
    /// The file is not valid YAML, or does not have the structure of a theme. Contains the line and
    /// the error.
    #[error("{0}")]
    Form(String),
    /// No built-in theme has this name.
    #[error(
        "unknown theme `{}`; use one of {}, or a theme as YAML",
        shorten(name),
        Theme::names().collect::<Vec<_>>().join(", ")
    )]
    Name {
        /// The name.
        name: String,
    },
}

/// Parses the name of a built-in theme, or a theme as YAML.
impl FromStr for Theme {
    type Err = ThemeError;

    fn from_str(text: &str) -> Result<Self, ThemeError> {
        match Self::named(text) {
            Some(theme) => Ok(theme),
            None if text.contains(':') => Self::from_yaml(text),
            None => Err(ThemeError::Name {
                name: text.to_owned(),
            }),
        }
    }
}

impl Theme {
    /// Parses a theme from YAML: a name, and changes to the theme that it extends.
    ///
    /// # Errors
    /// Returns an error if the file is not a valid theme; the message gives the place and reason.
    pub fn from_yaml(text: &str) -> Result<Self, ThemeError> {
        let text = text.strip_prefix('\u{FEFF}').unwrap_or(text);
        read_theme(text).map_err(|Fault { span, message, .. }| {
            let line = SourceText::new(text.to_owned(), 0, 1)
                .place(span.start)
                .line;
            ThemeError::Form(format!("line {line}: {}", message.trim_end_matches('.')))
        })
    }
}

/// Reads a theme: its name, then the changes to the theme that it extends.
fn read_theme(text: &str) -> Result<Theme, Fault> {
    let root = yaml::read_one(text, "A theme file", yaml::read)?;
    let keys = read_entries(&root, "A theme", "key of a theme", &KEYS)?;
    let value = |key: &str| keys.value(key).filter(|node| !node.is_nothing());
    let name = match value("name") {
        Some(node) => read_name(node)?,
        None => return Err(fault_at(&root, "A theme needs the key `name`")),
    };
    let mut theme = read_base_theme(value("extends"))?;
    theme.name = name;
    if let Some(node) = value("hatched") {
        theme.hatched = read_truth_value(node, text)?;
    }
    if let Some(node) = value("weight") {
        theme.weight = read_weight(node)?;
    }
    if let Some(node) = value("type") {
        let sizes = read_entries(node, "`type`", "font size of a theme", &TYPE_KEYS)?;
        for entry in sizes.entries {
            let size = read_font_size(entry.value)?;
            if entry.name == "notes" {
                theme.types.notes = size;
            } else {
                theme.types.coordinates = size;
            }
        }
    }

    if let Some(node) = value("colours") {
        for PaintEntry { paint, value, .. } in read_paints(node, "`colours`")? {
            theme.colours[paint as usize] = read_colour(value)?;
        }
    }

    if let Some(node) = value("cmyk") {
        let inked = read_paints(node, "`cmyk`")?;
        for PaintEntry { paint, value, .. } in &inked {
            theme.inks[*paint as usize] = Some(read_inks(value)?);
        }
        check_inks(&theme, &inked)?;
    }

    Ok(theme)
}

/// Entry of a map whose keys are paints.
struct PaintEntry<'n> {
    paint: Paint,
    key: &'n Node,
    value: &'n Node,
}

/// Returns the entries of a map whose keys are paints.
fn read_paints<'n>(node: &'n Node, what: &str) -> Result<Vec<PaintEntry<'n>>, Fault> {
    let names = Paint::ALL.map(Paint::name);
    let keys = read_entries(node, what, "colour of a theme", &names)?;
    let paints = keys.entries.iter().filter_map(|entry| {
        let paint = Paint::ALL
            .into_iter()
            .find(|paint| paint.name() == entry.name)?;
        Some(PaintEntry {
            paint,
            key: entry.key,
            value: entry.value,
        })
    });
    Ok(paints.collect())
}

/// Reports two inks for one colour: equal colours on a screen must be equal in print.
fn check_inks(theme: &Theme, inked: &[PaintEntry<'_>]) -> Result<(), Fault> {
    for (index, entry) in inked.iter().enumerate() {
        let colour = theme.colour(entry.paint);
        let inks = theme.inks[entry.paint as usize];
        let has_other_inks = |earlier: &PaintEntry<'_>| {
            theme.colour(earlier.paint).channels() == colour.channels()
                && theme.inks[earlier.paint as usize] != inks
        };
        if inked[..index].iter().any(has_other_inks) {
            let message = format!(
                "`{colour}` is used for two inks; give one of them another `colours` entry"
            );
            return Err(fault_at(entry.key, message));
        }
    }
    Ok(())
}

fn fault_at(node: &Node, message: impl Into<String>) -> Fault {
    Fault::new(node.span, message)
}

/// Returns the map entries. Each key may occur only once. `what` describes the map in words, and
/// `kind` its keys.
fn read_entries<'n>(
    node: &'n Node,
    what: &str,
    kind: &str,
    known: &[&str],
) -> Result<Keys<'n>, Fault> {
    if !node.is_nothing()
        && let Some(fault) = not_a_map(node, what)
    {
        return Err(fault);
    }
    let keys = Keys::new(node, |name| known.contains(&name));
    match keys.faults.first() {
        None => Ok(keys),
        Some(KeyFault::Repeated { name, key, .. }) => {
            Err(fault_at(key, format!("`{name}` is repeated")))
        }
        Some(KeyFault::Unknown { key }) => {
            let name = key.text().map_or_else(
                || key.value.in_words().to_owned(),
                |name| format!("`{name}`"),
            );
            let known = known.join(", ");
            let message = format!("{name} is not a {kind}; the known ones are {known}");
            Err(fault_at(key, message))
        }
    }
}

/// Describes what a node contains instead of the expected value.
fn found_instead(node: &Node) -> String {
    match &node.value {
        Value::Text(text) | Value::Number(text) => format!("`{text}`"),
        other => other.in_words().to_owned(),
    }
}

fn read_name(node: &Node) -> Result<String, Fault> {
    let good = |character: char| {
        character.is_ascii_lowercase() || character.is_ascii_digit() || character == '-'
    };
    match &node.value {
        Value::Text(name) | Value::Number(name) if !name.is_empty() && name.chars().all(good) => {
            Ok(name.clone())
        }
        _ => {
            let name = found_instead(node);
            Err(fault_at(
                node,
                format!(
                    "{name} is not a valid theme name: use lower-case letters, digits and hyphens"
                ),
            ))
        }
    }
}

/// Returns the theme that a file extends.
fn read_base_theme(node: Option<&Node>) -> Result<Theme, Fault> {
    let Some(node) = node else {
        return Ok(Theme::default());
    };
    node.text().and_then(Theme::named).ok_or_else(|| {
        let known: Vec<_> = Theme::names().collect();
        fault_at(
            node,
            format!(
                "unknown theme {}; the themes are {}",
                found_instead(node),
                known.join(", ")
            ),
        )
    })
}

fn read_truth_value(node: &Node, text: &str) -> Result<bool, Fault> {
    match &node.value {
        // The tree keeps only the position of such a value.
        Value::Other(TRUTH_VALUE) => Ok(text
            .get(node.span.range())
            .is_some_and(|text| text.eq_ignore_ascii_case("true"))),
        _ => Err(fault_at(
            node,
            format!(
                "`hatched` is `true` or `false`, not {}",
                found_instead(node)
            ),
        )),
    }
}

fn read_weight(node: &Node) -> Result<i32, Fault> {
    let number = if let Value::Number(number) = &node.value {
        number.parse().ok()
    } else {
        None
    };
    number
        .filter(|weight| (10..=1000).contains(weight))
        .ok_or_else(|| {
            let message = format!(
                "a weight is 10 to 1000 per cent, not {}",
                found_instead(node)
            );
            fault_at(node, message)
        })
}

/// Parses a font size in points.
fn read_font_size(node: &Node) -> Result<i64, Fault> {
    let size = if let Value::Number(number) = &node.value {
        format!("{number}pt").parse::<Length>().ok()
    } else {
        None
    };
    size.map(Length::emu)
        .filter(|emu| (6 * POINT..=24 * POINT).contains(emu))
        .ok_or_else(|| {
            let message = format!("a font size is 6 to 24 points, not {}", found_instead(node));
            fault_at(node, message)
        })
}

fn read_colour(node: &Node) -> Result<Colour, Fault> {
    if node.is_nothing() {
        return Err(fault_at(
            node,
            "a colour is missing here; write it as \"#rgb\" in quotes, as `#` begins a comment",
        ));
    }
    node.text().and_then(Colour::parse).ok_or_else(|| {
        let message = format!(
            "{} is not a colour; write it as \"#rgb\" or \"#rrggbb\"",
            found_instead(node)
        );
        fault_at(node, message)
    })
}

/// Parses cyan, magenta, yellow and black in per cent.
fn read_inks(node: &Node) -> Result<[u8; 4], Fault> {
    let ink = |node: &Node| {
        if let Value::Number(number) = &node.value {
            number.parse::<u32>().ok()
        } else {
            None
        }
    };
    let all: Option<Vec<u32>> = node.items().iter().map(ink).collect();
    let Some(inks) = all.and_then(|all| <[u32; 4]>::try_from(all).ok()) else {
        return Err(fault_at(
            node,
            "inks are a list of four whole numbers, cyan, magenta, yellow and black in per cent",
        ));
    };
    let inks = inks.map(|ink| u8::try_from(ink).unwrap_or(u8::MAX));
    if inks.iter().any(|ink| *ink > 100) {
        return Err(fault_at(node, "this has more than 100 per cent of an ink"));
    }
    Ok(inks)
}

#[cfg(test)]
mod tests {
    use super::*;

    fn refused(text: &str) -> String {
        Theme::from_yaml(text).unwrap_err().to_string()
    }

    #[test]
    fn a_file_changes_what_it_names() {
        let text = "\u{FEFF}# Mine.\nname: mine-2\nextends: screen\nhatched: True\nweight: 80\n\
                    colours: {ground: \"#FFF\", field-dark: '#a07040'}\ncmyk:\n  mark: [0, 90, 80, 0]\n";
        let theme = Theme::from_yaml(text).unwrap();
        let screen = Theme::named("screen").unwrap();
        assert_eq!(
            (theme.name.as_str(), theme.hatched, theme.weight),
            ("mine-2", true, 80)
        );
        for paint in Paint::ALL {
            let colour = match paint {
                Paint::Ground => "#fff",
                Paint::FieldDark => "#a07040",
                _ => screen.colour(paint).as_str(),
            };
            assert_eq!(theme.colour(paint).as_str(), colour);
            let inks = (paint == Paint::Mark).then_some([0, 90, 80, 0]);
            assert_eq!(theme.inks[paint as usize], inks);
        }
    }

    #[test]
    fn empty_values_change_nothing() {
        let print = Theme {
            name: "x".to_owned(),
            ..Theme::default()
        };
        for text in [
            "name: x",
            "{\"name\": \"x\"}",
            "%YAML 1.2\n---\nname: x\n",
            "---\nname: x\nextends:\nhatched: ~\nweight: null\ncolours:\ncmyk: {}\n",
        ] {
            assert_eq!(Theme::from_yaml(text).unwrap(), print, "{text}");
        }
        assert_eq!(
            Theme::from_yaml("name: 12\nhatched: false\n").unwrap(),
            Theme {
                name: "12".to_owned(),
                hatched: false,
                ..print
            }
        );
    }

    #[test]
    fn ranges_include_their_ends() {
        for weight in [10, 1000] {
            assert_eq!(
                Theme::from_yaml(&format!("name: x\nweight: {weight}"))
                    .unwrap()
                    .weight,
                weight
            );
        }
        let theme = Theme::from_yaml("name: x\ncmyk: {mark: [0, 100, 1, 99]}").unwrap();
        assert_eq!(theme.inks[Paint::Mark as usize], Some([0, 100, 1, 99]));
    }

    #[test]
    fn invalid_themes_are_reported_with_place_and_reason() {
        for (text, message) in [
            ("", "line 1: A theme needs the key `name`"),
            (
                "- x",
                "line 1: A theme is a map of keys and values, not a list",
            ),
            ("name: [", "line 1: This is not valid YAML"),
            (
                "name: x\n---\nname: y",
                "line 3: A theme file must contain one document",
            ),
            ("extends: dark", "line 1: A theme needs the key `name`"),
            ("name:", "line 1: A theme needs the key `name`"),
            ("name: \"\"", "line 1: `` is not a valid theme name"),
            (
                "name: Mine",
                "line 1: `Mine` is not a valid theme name: use lower-case letters, digits and hyphens",
            ),
            (
                "name: x\ncolors: {}",
                "line 2: `colors` is not a key of a theme; the known ones are name, extends, hatched, weight, type, \
                 colours, cmyk",
            ),
            ("name: x\n1: y", "line 2: a number is not a key of a theme"),
            ("name: x\nname: y", "line 2: `name` is repeated"),
            (
                "name: x\nextends: neon",
                "line 2: unknown theme `neon`; the themes are print, screen, dark, high-contrast",
            ),
            (
                "name: x\nhatched: on",
                "line 2: `hatched` is `true` or `false`, not `on`",
            ),
            (
                "name: x\nweight: 9",
                "line 2: a weight is 10 to 1000 per cent, not `9`",
            ),
            (
                "name: x\nweight: 1001",
                "line 2: a weight is 10 to 1000 per cent, not `1001`",
            ),
            (
                "name: x\nweight: 80.5",
                "line 2: a weight is 10 to 1000 per cent, not `80.5`",
            ),
            (
                "name: x\nweight: heavy",
                "line 2: a weight is 10 to 1000 per cent, not `heavy`",
            ),
            (
                "name: x\ntype: {notes: 5}",
                "line 2: a font size is 6 to 24 points, not `5`",
            ),
            (
                "name: x\ntype: {notes: 24.001}",
                "line 2: a font size is 6 to 24 points, not `24.001`",
            ),
            (
                "name: x\ntype: {title: 9}",
                "line 2: `title` is not a font size of a theme; the known ones are notes, coordinates",
            ),
            (
                "name: x\ncolours: red",
                "line 2: `colours` is a map of keys and values, not text",
            ),
            (
                "name: x\ncolours:\n  ink: \"#000\"",
                "line 3: `ink` is not a colour of a theme; the known ones are ground, text, line,",
            ),
            (
                "name: x\ncolours:\n  mark: \"#000\"\n  mark: \"#111\"",
                "line 4: `mark` is repeated",
            ),
            (
                "name: x\ncolours:\n  mark: red",
                "line 3: `red` is not a colour; write it as \"#rgb\" or \"#rrggbb\"",
            ),
            (
                "name: x\ncolours:\n  mark: #f00",
                "line 3: a colour is missing here; write it as \"#rgb\" in quotes, as `#` begins a comment",
            ),
            (
                "name: x\ncmyk:\n  mark:",
                "line 3: inks are a list of four whole numbers",
            ),
            (
                "name: x\ncmyk:\n  mark: [0, 1, 2]",
                "line 3: inks are a list of four whole numbers",
            ),
            (
                "name: x\ncmyk:\n  mark: [0, 1, 2, -3]",
                "line 3: inks are a list of four whole numbers",
            ),
            (
                "name: x\ncmyk:\n  mark: [0, 101, 0, 0]",
                "line 3: this has more than 100 per cent of an ink",
            ),
            (
                "name: x\ncmyk:\n  dark: [0, 0, 0, 9]\n  text: [0, 0, 0, 8]",
                "line 4: `#000` is used for two inks",
            ),
        ] {
            let error = refused(text);
            assert!(error.starts_with(message), "{text}: {error}");
        }
    }

    #[test]
    fn the_book_lists_all_keys_and_its_themes_are_valid() {
        let page = include_str!("../../docs/src/paper.md");
        let themes: Vec<_> = page
            .split("```yaml\n")
            .skip(1)
            .filter_map(|block| block.split("```").next())
            .collect();
        assert!(themes.len() > 1);
        themes
            .iter()
            .for_each(|theme| assert!(Theme::from_yaml(theme).is_ok(), "{theme}"));
        let names = KEYS
            .into_iter()
            .chain(Paint::ALL.map(Paint::name))
            .chain(Theme::names());
        names.for_each(|name| assert!(page.contains(&format!("`{name}`")), "{name}"));
    }
}
