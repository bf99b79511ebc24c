//! Everything between turns, as properties that other programs display: comments as `C`, figure
//! commands as markup. `[%circle a9]`, for example, is `CR[aa]`.
//!
//! [`ShownProperties::to_comment`] converts them back (`read_markup.rs`). If the result differs
//! from the original, the writer also keeps the original in a private property (`note.rs`). A
//! property without a meaning here is kept in a comment as a command: `[%sgf XX "value"]`.

use std::collections::{BTreeMap, HashMap, HashSet};

use pest::Parser;

use super::grammar::{Grammar, Rule};
use super::read_markup::{Markup, read_markup};
use super::value::{PlaceNames, escape, escape_part, unescape};
use crate::formats::draft::comment_text;
use crate::notation::{Comment, FigureCommand, Item, Record, comments_of, quoted};

/// Marks on single places, with their properties.
pub(super) const MARKS: [(&str, &str); 5] = [
    ("circle", "CR"),
    ("square", "SQ"),
    ("triangle", "TR"),
    ("cross", "MA"),
    ("shade", "SL"),
];

/// Public property of a node.
#[derive(Clone, Debug)]
pub(super) struct ShownProperty {
    pub(super) name: String,
    /// The values with their escapes.
    pub(super) values: Vec<String>,
}

/// Public properties, in the order of the node.
#[derive(Clone, Debug, Default)]
pub(super) struct ShownProperties(pub(super) Vec<ShownProperty>);

impl ShownProperties {
    /// Creates the properties that show comments in other programs.
    pub(super) fn new<'a>(
        record: &'a Record,
        items: impl Iterator<Item = &'a Item>,
        places: PlaceNames,
    ) -> Self {
        let comments: Vec<&Comment> = items
            .flat_map(|item| comments_of(std::slice::from_ref(item)))
            .collect();
        let mut builder = ShownPropertiesBuilder {
            shown: Self::default(),
            places,
            names: HashMap::new(),
            known: HashSet::new(),
        };

        let words: Vec<_> = comments
            .iter()
            .map(|comment| comment.text(record).trim().to_owned())
            .filter(|words| !words.is_empty())
            .collect();
        if !words.is_empty() {
            builder.add("C", escape(&words.join("\n\n")));
        }

        for command in comments.iter().flat_map(|comment| &comment.commands) {
            let name = record.text_of(command.name);
            let arguments = record.text_of(command.arguments);
            if name == "sgf" {
                builder.add_kept(arguments);
            } else if let Some(Ok(command)) = FigureCommand::parse(name, arguments) {
                builder.add_figure_command(&command);
            }
        }
        builder.shown
    }

    /// Returns the equivalent comment of the notation, including the braces, or an empty text. Also
    /// returns the properties whose values were not understood; they are kept unchanged.
    pub(super) fn to_comment(&self, places: PlaceNames) -> (String, Vec<&str>) {
        let mut words = String::new();
        let mut commands = Vec::new();
        let mut not_understood = Vec::new();
        for property in &self.0 {
            let ShownProperty { name, values } = property;
            if name == "C" {
                let texts: Vec<String> = values.iter().map(|value| unescape(value)).collect();
                words = texts.join("\n\n");
                continue;
            }
            match read_markup(name, values, places) {
                Markup::Command(command) => commands.push(command),
                Markup::Unclear => {
                    not_understood.push(name.as_str());
                    commands.push(keeping_command(property));
                }
                Markup::Other => commands.push(keeping_command(property)),
            }
        }
        if words.is_empty() && commands.is_empty() {
            return (String::new(), not_understood);
        }

        // The commands go before the closing brace.
        let mut comment = comment_text(&words);
        comment.pop();
        if !words.is_empty() && !commands.is_empty() {
            comment.push(' ');
        }
        (format!("{comment}{}}}", commands.join(" ")), not_understood)
    }

    /// Removes all properties other than comments and markup.
    pub(super) fn comments_and_markup(mut self) -> Self {
        self.0.retain(|property| is_markup(&property.name));
        self
    }

    /// Removes the property with a name, and returns its values.
    pub(super) fn remove(&mut self, name: &str) -> Option<Vec<String>> {
        let index = self.0.iter().position(|property| property.name == name)?;
        Some(self.0.remove(index).values)
    }

    /// Removes all properties other than comments.
    pub(super) fn only_comments(mut self) -> Self {
        self.0.retain(|property| property.name == "C");
        self
    }

    /// Returns the properties in a form independent of order and escapes.
    pub(super) fn normalised(&self) -> BTreeMap<&str, Vec<String>> {
        let sorted = self.0.iter().map(|property| {
            let mut values: Vec<_> = property
                .values
                .iter()
                .map(|value| unescape(value))
                .collect();
            values.sort_unstable();
            (property.name.as_str(), values)
        });
        sorted.collect()
    }
}

/// Properties under construction.
struct ShownPropertiesBuilder {
    shown: ShownProperties,
    places: PlaceNames,
    /// Index of each property in `shown`.
    names: HashMap<String, usize>,
    /// Values already present, by their [`exclusion_key`].
    known: HashSet<String>,
}

impl ShownPropertiesBuilder {
    /// Adds a value of a property, unless another value excludes it.
    fn add(&mut self, name: &str, value: String) {
        if !self.known.insert(exclusion_key(name, &value)) {
            return;
        }
        match self
            .names
            .get(name)
            .and_then(|&index| self.shown.0.get_mut(index))
        {
            Some(property) => property.values.push(value),
            None => {
                self.names.insert(name.to_owned(), self.shown.0.len());
                self.shown.0.push(ShownProperty {
                    name: name.to_owned(),
                    values: vec![value],
                });
            }
        }
    }

    /// Adds the property that a command `[%sgf …]` keeps.
    fn add_kept(&mut self, arguments: &str) {
        if let Some(ShownProperty { name, values }) = kept_property(arguments) {
            for value in values {
                self.add(&name, value);
            }
        }
    }

    /// Adds the markup of a figure command.
    fn add_figure_command(&mut self, command: &FigureCommand) {
        let places = self.places;
        match command {
            FigureCommand::Marks(name, marked) => {
                let Some((_, property)) = MARKS.iter().find(|(mark, _)| mark == name) else {
                    return;
                };
                for place in marked.iter().filter_map(|place| places.write(place)) {
                    self.add(property, place);
                }
            }
            // SGF has one kind of arrow.
            FigureCommand::Arrows(arrows) | FigureCommand::DashedArrows(arrows) => {
                for pair in written_pairs(arrows, places) {
                    self.add("AR", pair);
                }
            }
            FigureCommand::Lines(lines) => {
                for pair in written_pairs(lines, places) {
                    self.add("LN", pair);
                }
            }
            FigureCommand::Labels(labels) => {
                for (place, text) in labels {
                    if !text.is_empty()
                        && let Some(place) = places.write(place)
                    {
                        self.add("LB", format!("{place}:{}", escape_part(text)));
                    }
                }
            }
            // A node has one view and one figure.
            FigureCommand::View(from, to) if !self.names.contains_key("VW") => {
                if let Some(value) = places.write_view(from, to) {
                    self.add("VW", value);
                }
            }
            FigureCommand::Diagram { caption, .. } if !self.names.contains_key("FG") => {
                let caption = caption
                    .as_deref()
                    .map_or(String::new(), |text| format!("0:{}", escape_part(text)));
                self.add("FG", caption);
            }
            FigureCommand::Pieces(_) | FigureCommand::View(..) | FigureCommand::Diagram { .. } => {}
        }
    }
}

/// Returns the key that identifies values which exclude each other: a place has at most one mark
/// and one label.
fn exclusion_key(name: &str, value: &str) -> String {
    match name {
        "LB" => format!("LB {}", value.split(':').next().unwrap_or_default()),
        _ if MARKS.iter().any(|(_, mark)| *mark == name) => format!("mark {value}"),
        _ => format!("{name} {value}"),
    }
}

/// Returns true if a property is a comment or markup.
pub(super) fn is_markup(name: &str) -> bool {
    ["C", "AR", "LN", "LB", "VW", "FG"].contains(&name)
        || MARKS.iter().any(|(_, property)| *property == name)
}

/// Returns pairs of places as SGF writes them, without pairs of one place.
fn written_pairs(pairs: &[(String, String)], places: PlaceNames) -> Vec<String> {
    let mut written = Vec::new();
    for (from, to) in pairs {
        if let (Some(from), Some(to)) = (places.write(from), places.write(to))
            && from != to
        {
            written.push(format!("{from}:{to}"));
        }
    }
    written
}

/// Returns the command `[%sgf …]` that keeps a property.
fn keeping_command(property: &ShownProperty) -> String {
    let values: Vec<String> = property
        .values
        .iter()
        .map(|value| quoted(&value.replace(['\n', '\r'], " ")))
        .collect();
    format!("[%sgf {} {}]", property.name, values.join(" "))
}

/// Returns the property that a command `[%sgf …]` keeps, or `None` if it cannot be written.
fn kept_property(arguments: &str) -> Option<ShownProperty> {
    let parts = Grammar::parse(Rule::kept_only, arguments)
        .ok()?
        .next()?
        .into_inner();
    let mut name = String::new();
    let mut values = Vec::new();
    for part in parts {
        match part.as_rule() {
            Rule::kept_name => name = part.as_str().to_owned(),
            Rule::kept_value => {
                let text = part.into_inner().next().map_or("", |text| text.as_str());
                values.push(text.replace("\\\"", "\"").replace("\\\\", "\\"));
            }
            _ => {}
        }
    }
    let is_free = !super::is_reserved(&name) && name != "C";
    let can_be_written = !values.is_empty() && values.iter().all(|value| is_escaped(value));
    (is_free && can_be_written).then_some(ShownProperty { name, values })
}

/// Returns true if a value can be written between brackets unchanged.
pub(super) fn is_escaped(raw: &str) -> bool {
    let mut characters = raw.chars();
    while let Some(character) = characters.next() {
        match character {
            '\\' if characters.next().is_none() => return false,
            ']' => return false,
            _ => {}
        }
    }
    true
}
