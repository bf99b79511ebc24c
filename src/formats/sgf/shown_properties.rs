//! Everything between turns, as properties that other programs display: comments as `C`, figure
//! commands as markup.
//!
//! [`ShownProperties::to_comment`] converts them back. If the result differs from the original, the
//! writer also keeps the original in a private property, which is read as a [`Note`].

use std::collections::{BTreeMap, HashMap, HashSet};

use pest::Parser;

use super::grammar::{Grammar, Rule};
use super::value::{PlaceNames, escape, escape_part, simple, split_composed, unescape};
use crate::findings::{Finding, code};
use crate::formats::draft::comment_text;
use crate::notation::{Comment, FigureCommand, Item, Record, TurnNode, comments_of, quoted};

/// Marks on single places, with their properties.
const MARKS: [(&str, &str); 5] = [
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

/// Properties under construction.
struct ShownPropertiesBuilder {
    shown: ShownProperties,
    places: PlaceNames,
    /// Index of each property in `shown`.
    names: HashMap<String, usize>,
    /// Values already present, by their [`exclusion_key`].
    known: HashSet<String>,
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

impl ShownPropertiesBuilder {
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
        let (name, values) = kept_property(arguments).unwrap_or_default();
        for value in values {
            self.add(&name, value);
        }
    }

    /// Adds the markup of a figure command.
    fn add_figure_command(&mut self, command: &FigureCommand) {
        let places = self.places;
        let pairs = |pairs: &[(String, String)]| -> Vec<String> {
            let values = pairs.iter().filter_map(|(from, to)| {
                let from = places.write(from)?;
                let to = places.write(to)?;
                (from != to).then(|| format!("{from}:{to}"))
            });
            values.collect()
        };
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
                for pair in pairs(arrows) {
                    self.add("AR", pair);
                }
            }
            FigureCommand::Lines(lines) => {
                for pair in pairs(lines) {
                    self.add("LN", pair);
                }
            }
            FigureCommand::Labels(labels) => {
                for (place, text) in labels {
                    if text.is_empty() {
                        continue;
                    }
                    let Some(place) = places.write(place) else {
                        continue;
                    };
                    self.add("LB", format!("{place}:{}", escape_part(text)));
                }
            }
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
        let mut strange = Vec::new();
        for ShownProperty { name, values } in &self.0 {
            if name == "C" {
                words = values
                    .iter()
                    .map(|value| unescape(value))
                    .collect::<Vec<_>>()
                    .join("\n\n");
                continue;
            }
            match read_markup(name, values, places) {
                Markup::Command(command) => commands.push(command),
                not_converted => {
                    if matches!(not_converted, Markup::Unclear) {
                        strange.push(name.as_str());
                    }
                    let values: Vec<_> = values
                        .iter()
                        .map(|value| quoted(&value.replace(['\n', '\r'], " ")))
                        .collect();
                    commands.push(format!("[%sgf {name} {}]", values.join(" ")));
                }
            }
        }

        if words.is_empty() && commands.is_empty() {
            return (String::new(), strange);
        }

        let mut comment = comment_text(&words);
        comment.pop();
        if !words.is_empty() && !commands.is_empty() {
            comment.push(' ');
        }
        (format!("{comment}{}}}", commands.join(" ")), strange)
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

/// Returns true if a property is a comment or markup.
pub(super) fn is_markup(name: &str) -> bool {
    ["C", "AR", "LN", "LB", "VW", "FG"].contains(&name)
        || MARKS.iter().any(|(_, property)| *property == name)
}

/// Result of reading a property as markup.
enum Markup {
    /// The corresponding command.
    Command(String),
    /// The values cannot be understood.
    Unclear,
    /// The property is not markup.
    Other,
}

/// Reads a property as markup.
fn read_markup(name: &str, values: &[String], places: PlaceNames) -> Markup {
    let mark = MARKS.iter().find(|(_, property)| *property == name);
    let command = match (mark, name) {
        (Some((mark, _)), _) => mark_command(mark, values, places),
        (_, "AR") => read_pairs(values, places, ">").map(|pairs| format!("[%arrow {pairs}]")),
        (_, "LN") => read_pairs(values, places, "..").map(|pairs| format!("[%line {pairs}]")),
        (_, "LB") => label_command(values, places),
        (_, "VW") => view_command(values, places),
        (_, "FG") => diagram_command(values),
        _ => return Markup::Other,
    };
    command.map_or(Markup::Unclear, Markup::Command)
}

fn mark_command(mark: &str, values: &[String], places: PlaceNames) -> Option<String> {
    let lists: Option<Vec<_>> = values.iter().map(|value| places.read_list(value)).collect();
    Some(format!("[%{mark} {}]", lists?.concat().join(" ")))
}

/// Reads pairs of places, and joins the places of each pair with a sign.
fn read_pairs(values: &[String], places: PlaceNames, between: &str) -> Option<String> {
    let read = values.iter().map(|value| {
        let (from, to) = value.split_once(':')?;
        let from = places.read(from)?;
        let to = places.read(to)?;
        Some(format!("{from}{between}{to}"))
    });
    Some(read.collect::<Option<Vec<_>>>()?.join(" "))
}

fn label_command(values: &[String], places: PlaceNames) -> Option<String> {
    let labels = values
        .iter()
        .map(|value| {
            let (place, text) = split_composed(value)?;
            Some(format!("{} {}", places.read(place)?, quoted(&simple(text))))
        })
        .collect::<Option<Vec<_>>>()?;
    Some(format!("[%label {}]", labels.join(" ")))
}

fn view_command(values: &[String], places: PlaceNames) -> Option<String> {
    let [value] = values else { return None };
    let (from, to) = places.read_view(value)?;
    Some(format!("[%view {from}..{to}]"))
}

fn diagram_command(values: &[String]) -> Option<String> {
    let [value] = values else { return None };
    if value.is_empty() {
        return Some("[%diagram]".to_owned());
    }
    let (flags, caption) = split_composed(value)?;
    if flags != "0" {
        return None;
    }
    Some(format!("[%diagram {}]", quoted(&simple(caption))))
}

/// Returns the property that a command `[%sgf …]` keeps, or `None` if it cannot be written.
fn kept_property(arguments: &str) -> Option<(String, Vec<String>)> {
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
    let is_free = !super::is_spoken_for(&name) && name != "C";
    (is_free && !values.is_empty() && values.iter().all(|value| is_escaped(value)))
        .then_some((name, values))
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

/// Returns items in the notation, with a variation as `()`.
pub(super) fn note_text(record: &Record, items: &[Item]) -> String {
    let mut text = String::new();
    for item in items {
        if !text.is_empty() && !text.ends_with('\n') {
            text.push(' ');
        }
        match item {
            Item::Comment(comment) => text.push_str(&comment.written(record)),
            Item::Hash(span) => text.push_str(&format!("{}\n", record.text_of(*span).trim_end())),
            Item::Variation(_) => text.push_str("()"),
        }
    }
    text
}

/// Returns the items that a reader derives from the shown properties only, followed by `variations`
/// variations. The writer needs no private property if these are the original items.
pub(super) fn derived_note(
    shown: &ShownProperties,
    variations: usize,
    places: PlaceNames,
) -> String {
    let (comment, _) = shown.to_comment(places);
    let mut parts = if comment.is_empty() {
        Vec::new()
    } else {
        vec![comment]
    };
    parts.extend(std::iter::repeat_n("()".to_owned(), variations));
    parts.join(" ")
}

/// Items kept by a private property.
pub(super) struct Note(Record);

impl Note {
    /// Parses items. Returns `None` if there is anything else, or any error.
    pub(super) fn read(text: &str) -> Option<Self> {
        let record = Record::parse_str(&format!("[Game \"gipf\"]\n\n1. b3\n{text}"));
        // Findings in comments are accepted, because comments are kept unchanged.
        let is_in_comment = |finding: &Finding| {
            finding.code == &code::BRACE_IN_COMMENT || finding.code.id.starts_with("command/")
        };
        let is_accepted = |finding: &Finding| {
            finding.code.id == code::VARIATION_OUT_OF_PLACE.id || is_in_comment(finding)
        };
        let is_whole = record.moves.turns.len() == 1
            && record.tags.len() == 1
            && record.result.is_none()
            && record.moves.turns.iter().all(|turn| turn.glyphs.is_empty())
            && record.text().ends_with(text)
            && record.findings.iter().all(is_accepted);
        is_whole.then_some(Self(record))
    }

    pub(super) fn record(&self) -> &Record {
        &self.0
    }

    /// Returns the items; variations in them are empty.
    pub(super) fn items(&self) -> &[Item] {
        self.0
            .moves
            .turns
            .first()
            .map_or(&[], |turn: &TurnNode| turn.after.as_slice())
    }
}
