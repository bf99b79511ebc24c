//! What stands between turns, as properties that other programs show: comments as `C`, the commands of
//! figures as markup. [`View::natural`] goes back; where that is not what was written, an own property
//! keeps it ([`Note`]).

use std::collections::{BTreeMap, HashMap, HashSet};

use pest::Parser;

use super::grammar::{Grammar, Rule};
use super::value::{PlaceNames, composed, escape, escape_part, simple, unescape};
use crate::findings::{Finding, code};
use crate::formats::draft::comment_text;
use crate::notation::{Comment, FigureCommand, Item, Record, TurnNode, comments_of, quoted};

/// The marks on single places, and the properties that have them.
const MARKS: [(&str, &str); 5] =
    [("circle", "CR"), ("square", "SQ"), ("triangle", "TR"), ("cross", "MA"), ("shade", "SL")];

/// Properties with their values as they are escaped, in the order of the node.
#[derive(Clone, Debug, Default)]
pub(super) struct View(pub(super) Vec<(String, Vec<String>)>);

/// A view in the making.
struct Builder {
    view: View,
    places: PlaceNames,
    /// Where each property stands in the view.
    names: HashMap<String, usize>,
    /// The values that are there, by their [`key`].
    known: HashSet<String>,
}

/// What a value is the only one for: a place has one mark at most, and one label.
fn key(name: &str, value: &str) -> String {
    match name {
        "LB" => format!("LB {}", value.split(':').next().unwrap_or_default()),
        _ if MARKS.iter().any(|(_, mark)| *mark == name) => format!("mark {value}"),
        _ => format!("{name} {value}"),
    }
}

impl Builder {
    fn add(&mut self, name: &str, value: String) {
        if !self.known.insert(key(name, &value)) {
            return;
        }
        match self.names.get(name).and_then(|&at| self.view.0.get_mut(at)) {
            Some((_, values)) => values.push(value),
            None => {
                self.names.insert(name.to_owned(), self.view.0.len());
                self.view.0.push((name.to_owned(), vec![value]));
            }
        }
    }

    fn keep(&mut self, arguments: &str) {
        let (name, values) = kept(arguments).unwrap_or_default();
        values.into_iter().for_each(|value| self.add(&name, value));
    }

    fn figure(&mut self, command: &FigureCommand) {
        let places = self.places;
        let pairs = |pairs: &[(String, String)]| -> Vec<String> {
            let written = pairs.iter().filter_map(|(from, to)| {
                let (from, to) = (places.write(from)?, places.write(to)?);
                (from != to).then(|| format!("{from}:{to}"))
            });
            written.collect()
        };
        match command {
            FigureCommand::Marks(name, marked) => {
                let Some((_, property)) = MARKS.iter().find(|(mark, _)| mark == name) else { return };
                marked.iter().filter_map(|place| places.write(place)).for_each(|place| self.add(property, place));
            }
            FigureCommand::Arrows(arrows) => pairs(arrows).into_iter().for_each(|pair| self.add("AR", pair)),
            FigureCommand::Lines(lines) => pairs(lines).into_iter().for_each(|pair| self.add("LN", pair)),
            FigureCommand::Labels(labels) => {
                for (place, text) in labels {
                    let Some(place) = places.write(place).filter(|_| !text.is_empty()) else { continue };
                    self.add("LB", format!("{place}:{}", escape_part(text)));
                }
            }
            FigureCommand::View(from, to) if !self.names.contains_key("VW") => {
                places.write_view(from, to).into_iter().for_each(|value| self.add("VW", value));
            }
            FigureCommand::Diagram { caption, .. } if !self.names.contains_key("FG") => {
                let caption = caption.as_deref().map_or(String::new(), |text| format!("0:{}", escape_part(text)));
                self.add("FG", caption);
            }
            FigureCommand::View(..) | FigureCommand::Diagram { .. } => {}
        }
    }
}

impl View {
    /// What comments say to other programs.
    pub(super) fn of<'a>(record: &'a Record, items: impl Iterator<Item = &'a Item>, places: PlaceNames) -> Self {
        let comments: Vec<&Comment> = items.flat_map(|item| comments_of(std::slice::from_ref(item))).collect();
        let mut builder = Builder { view: Self::default(), places, names: HashMap::new(), known: HashSet::new() };
        let words: Vec<_> = comments.iter().map(|comment| comment.text(record).trim().to_owned()).collect();
        let words: Vec<_> = words.iter().map(String::as_str).filter(|words| !words.is_empty()).collect();
        if !words.is_empty() {
            builder.add("C", escape(&words.join("\n\n")));
        }
        for command in comments.iter().flat_map(|comment| &comment.commands) {
            let (name, arguments) = (record.text_of(command.name), record.text_of(command.arguments));
            if name == "sgf" {
                builder.keep(arguments);
            } else if let Some(Ok(command)) = FigureCommand::parse(name, arguments) {
                builder.figure(&command);
            }
        }
        builder.view
    }

    /// The comment of the notation that says the same, braces included; empty for none. With it the
    /// properties whose values were not understood: they are kept as they are.
    pub(super) fn natural(&self, places: PlaceNames) -> (String, Vec<&str>) {
        let mut words = String::new();
        let mut commands = Vec::new();
        let mut strange = Vec::new();
        for (name, values) in &self.0 {
            if name == "C" {
                words = values.iter().map(|value| unescape(value)).collect::<Vec<_>>().join("\n\n");
                continue;
            }
            match command(name, values, places) {
                Some(Some(command)) => commands.push(command),
                other => {
                    if other.is_some() {
                        strange.push(name.as_str());
                    }
                    let values: Vec<_> = values.iter().map(|value| quoted(&value.replace(['\n', '\r'], " "))).collect();
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

    /// Comments and markup, no other properties.
    pub(super) fn markup(mut self) -> Self {
        self.0.retain(|(name, _)| is_markup(name));
        self
    }

    /// Comments alone.
    pub(super) fn words(mut self) -> Self {
        self.0.retain(|(name, _)| name == "C");
        self
    }

    /// The same in any order and with any way to escape.
    pub(super) fn meaning(&self) -> BTreeMap<&str, Vec<String>> {
        let sorted = self.0.iter().map(|(name, values)| {
            let mut values: Vec<_> = values.iter().map(|value| unescape(value)).collect();
            values.sort_unstable();
            (name.as_str(), values)
        });
        sorted.collect()
    }
}

/// Whether a property is a comment or markup.
pub(super) fn is_markup(name: &str) -> bool {
    ["C", "AR", "LN", "LB", "VW", "FG"].contains(&name) || MARKS.iter().any(|(_, property)| *property == name)
}

/// The command that a property is; `None` for a property that is no markup, `Some(None)` where its values
/// are not understood.
fn command(name: &str, values: &[String], places: PlaceNames) -> Option<Option<String>> {
    if let Some((mark, _)) = MARKS.iter().find(|(_, property)| *property == name) {
        let lists: Option<Vec<_>> = values.iter().map(|value| places.read_list(value)).collect();
        return Some(lists.map(|lists| format!("[%{mark} {}]", lists.concat().join(" "))));
    }
    let pairs = |between: &str| -> Option<String> {
        let read = values.iter().map(|value| {
            let (from, to) = value.split_once(':')?;
            Some(format!("{}{between}{}", places.read(from)?, places.read(to)?))
        });
        read.collect::<Option<Vec<_>>>().map(|pairs| pairs.join(" "))
    };
    Some(match name {
        "AR" => pairs(">").map(|pairs| format!("[%arrow {pairs}]")),
        "LN" => pairs("..").map(|pairs| format!("[%line {pairs}]")),
        "LB" => {
            let labels = values.iter().map(|value| {
                let (place, text) = composed(value)?;
                Some(format!("{} {}", places.read(place)?, quoted(&simple(text))))
            });
            labels.collect::<Option<Vec<_>>>().map(|labels| format!("[%label {}]", labels.join(" ")))
        }
        "VW" => match values {
            [value] => places.read_view(value).map(|(from, to)| format!("[%view {from}..{to}]")),
            _ => None,
        },
        "FG" => match values {
            [value] if value.is_empty() => Some("[%diagram]".to_owned()),
            [value] => composed(value)
                .filter(|(flags, _)| *flags == "0")
                .map(|(_, caption)| format!("[%diagram {}]", quoted(&simple(caption)))),
            _ => None,
        },
        _ => return None,
    })
}

/// A property that a command `[%sgf …]` keeps; `None` where it could not be written.
fn kept(arguments: &str) -> Option<(String, Vec<String>)> {
    let parts = Grammar::parse(Rule::kept_only, arguments).ok()?.next()?.into_inner();
    let (mut name, mut values) = (String::new(), Vec::new());
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
    (is_free && !values.is_empty() && values.iter().all(|value| is_escaped(value))).then_some((name, values))
}

/// Whether a value can stand between brackets as it is.
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

/// Items as the notation writes them, a variation as `()`.
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

/// What a reader makes of a view, and of as many variations after it, where nothing else is said.
pub(super) fn natural_note(view: &View, variations: usize, places: PlaceNames) -> String {
    let (comment, _) = view.natural(places);
    let mut parts = if comment.is_empty() { Vec::new() } else { vec![comment] };
    parts.extend(std::iter::repeat_n("()".to_owned(), variations));
    parts.join(" ")
}

/// Items that an own property keeps.
pub(super) struct Note(Record);

impl Note {
    /// Reads them; `None` where there is anything else, or anything at fault.
    pub(super) fn read(text: &str) -> Option<Self> {
        let record = Record::parse_str(&format!("[Game \"gipf\"]\n\n1. b3\n{text}"));
        // What is warned of in comments is kept as it is.
        let is_in_comment =
            |finding: &Finding| finding.code == &code::BRACE_IN_COMMENT || finding.code.id.starts_with("command/");
        let is_well = |finding: &Finding| finding.code.id == code::VARIATION_OUT_OF_PLACE.id || is_in_comment(finding);
        let is_whole = record.moves.turns.len() == 1
            && record.tags.len() == 1
            && record.result.is_none()
            && record.moves.turns.iter().all(|turn| turn.glyphs.is_empty())
            && record.text().ends_with(text)
            && record.findings.iter().all(is_well);
        is_whole.then_some(Self(record))
    }

    pub(super) fn record(&self) -> &Record {
        &self.0
    }

    /// The items; variations in them are empty.
    pub(super) fn items(&self) -> &[Item] {
        self.0.moves.turns.first().map_or(&[], |turn: &TurnNode| turn.after.as_slice())
    }
}
