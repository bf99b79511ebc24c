//! Boards to play on: the board at a place in the text, the choices on it, and turns written into
//! the text. A user builds a turn click by click: each click is a choice, such as the dot `a2` and
//! then the spot `c4` for the turn `a2-c4`.
//!
//! Consecutive clicks are usually on the same record, so its last replay is cached.

use std::cell::RefCell;
use std::rc::Rc;

use pipscribe::draw::Theme;
use pipscribe::figures::FigureOptions;
use pipscribe::figures::{BoardOptions, board_at, choices_shown};
use pipscribe::replay::Timeline;
use pipscribe::replay::choices::{path, written};
use pipscribe::text::{RawRecord, Span};
use serde::{Deserialize, Serialize};
use serde_json::{Value, json};

use crate::decks::{DeckTexts, context};
use crate::given::{At, Given, Page};
use crate::json::{line, value};
use crate::refused::Refused;
use crate::utf16_units::Units;

/// The options of `board`.
#[derive(Debug, Default, Deserialize)]
#[serde(default, deny_unknown_fields)]
pub(crate) struct Options {
    page: Option<Page>,
    /// Offset in the text, in UTF-16 code units for a string and in bytes otherwise.
    offset: Option<u64>,
    at: At,
    look: Look,
    decks: Option<DeckTexts>,
}

pub(crate) fn board(given: Given<'_>, options: Options) -> Result<String, Refused> {
    let number = match options.offset {
        Some(offset) => number_at(given, options.page, byte_of(given, offset)),
        None => options.at.record_number(),
    };
    let timeline = replayed(given, options.page, number, &options.decks)?;
    let source = timeline.record().source();
    let byte = match options.offset {
        Some(offset) => source.of_file(byte_of(given, offset)),
        None => {
            let node = timeline.node(options.at.frame(&timeline)?);
            node.map_or(0, |node| node.text.start)
        }
    };
    let board = board_at(&timeline, byte, &options.look.options()?).map_err(Refused::turn)?;
    let mut object = value(&board)?;
    let turn = object.get("turn").cloned().unwrap_or_default();
    put(&mut object, "at", place(number, &turn));
    put(&mut object, "record", number.into());
    let units = Units::new(given);
    add_places_in_text(&mut object, &timeline, &units, number);
    line(&object)
}

/// The options of `choices`.
#[derive(Debug, Default, Deserialize)]
#[serde(default, deny_unknown_fields)]
pub(crate) struct ChoiceOptions {
    page: Option<Page>,
    at: At,
    chosen: Vec<String>,
    look: Look,
    decks: Option<DeckTexts>,
}

pub(crate) fn choices(given: Given<'_>, options: ChoiceOptions) -> Result<String, Refused> {
    let timeline = replayed(
        given,
        options.page,
        options.at.record_number(),
        &options.decks,
    )?;
    let frame = options.at.frame(&timeline)?;
    let choices = choices_shown(&frame.position, &options.chosen, &options.look.options()?);
    line(&choices.map_err(Refused::turn)?)
}

/// The options of `play` and of `choicesOf`.
#[derive(Debug, Default, Deserialize)]
#[serde(default, deny_unknown_fields)]
pub(crate) struct TurnOptions {
    page: Option<Page>,
    at: At,
    turn: String,
    decks: Option<DeckTexts>,
}

/// Returns the choices that make up a turn.
pub(crate) fn choices_of(given: Given<'_>, options: TurnOptions) -> Result<String, Refused> {
    let timeline = replayed(
        given,
        options.page,
        options.at.record_number(),
        &options.decks,
    )?;
    let frame = options.at.frame(&timeline)?;
    let path = path(&frame.position, &options.turn);
    line(
        &path.ok_or_else(|| {
            Refused::turn(format!("`{}` is not a legal turn there", options.turn))
        })?,
    )
}

pub(crate) fn play(given: Given<'_>, options: TurnOptions) -> Result<String, Refused> {
    let number = options.at.record_number();
    let timeline = replayed(given, options.page, number, &options.decks)?;
    let frame = options.at.frame(&timeline)?;
    let added = written(&timeline, frame.turn, &options.turn).map_err(Refused::turn)?;
    let source = timeline.record().source();
    let units = Units::new(given);
    let edits: Vec<PlacedEdit> = added
        .edits
        .iter()
        .map(|(span, text)| {
            let [start, end] = units.of_span(source, *span);
            let text = source.lines_in_file(text);
            PlacedEdit { start, end, text }
        })
        .collect();

    // The turn is in the text already, or one of the edits brings it.
    let start = match added.brought {
        None => units.of_span(source, added.span)[0],
        Some((index, offset)) => {
            let inserted = added.edits.get(index).map_or("", |(_, text)| text);
            let before_turn = inserted.get(..offset).unwrap_or_default();
            start_after_edits(&edits, index, &units)
                + units.length(&source.lines_in_file(before_turn))
        }
    };
    let why = frame.position.why(&added.played);
    let effects: Vec<String> = why
        .steps()
        .iter()
        .map(|step| step.did.to_string())
        .collect();
    line(&json!({
        "turn": added.played,
        "edits": edits,
        "at": place(number, &value(&added.turn)?),
        "start": start,
        "end": start + units.length(&added.played),
        "told": effects,
        "result": added.position.result().map(ToString::to_string),
    }))
}

/// Edit of the text, with its places in it.
#[derive(Debug, Serialize)]
struct PlacedEdit {
    start: u64,
    end: u64,
    text: String,
}

/// Returns where an edit starts in the text as changed by the edits before it.
fn start_after_edits(edits: &[PlacedEdit], index: usize, units: &Units<'_>) -> u64 {
    let mut start = edits.get(index).map_or(0, |edit| edit.start);
    for earlier in edits.iter().take(index) {
        let removed = earlier.start.abs_diff(earlier.end);
        start = (start + units.length(&earlier.text)).saturating_sub(removed);
    }
    start
}

/// Returns a place in the form that callers use: the start is turn 0.
pub(crate) fn place(record: u64, turn: &Value) -> Value {
    json!({"record": record, "turn": if turn.is_null() { 0.into() } else { turn.clone() }})
}

/// Look of a board.
#[derive(Debug, Default, Deserialize)]
#[serde(default, deny_unknown_fields)]
pub(crate) struct Look {
    theme: Option<String>,
    flip: bool,
    rotate: Option<i32>,
    lang: Option<String>,
    coordinates: Option<String>,
    notes: Option<bool>,
    movement: bool,
}

impl Look {
    fn options(&self) -> Result<BoardOptions, Refused> {
        let mut figure = FigureOptions::default();
        let yes = || "yes".to_owned();
        let without_notes = self.notes == Some(false);
        let settings = [
            ("rotate", self.rotate.map(|degrees| degrees.to_string())),
            ("flip", self.flip.then(yes)),
            ("coordinates", self.coordinates.clone()),
            ("lang", self.lang.clone()),
            ("notes", without_notes.then(|| "no".to_owned())),
            ("movement", self.movement.then(yes)),
        ];
        for (key, value) in settings {
            if let Some(value) = value {
                figure.set(key, &value).map_err(Refused::options)?;
            }
        }
        let theme = match &self.theme {
            Some(name) => theme(name)?,
            None => Theme::named("screen").unwrap_or_default(),
        };
        let mut options = BoardOptions::default();
        options.theme = theme;
        options.figure = figure;
        Ok(options)
    }
}

/// Returns a built-in theme by its name, or parses a theme from YAML.
#[cfg(feature = "core")]
fn theme(text: &str) -> Result<Theme, Refused> {
    text.parse::<Theme>().map_err(Refused::options)
}

/// Returns the theme with a name. The first module of the web app has no YAML parser.
#[cfg(not(feature = "core"))]
fn theme(name: &str) -> Result<Theme, Refused> {
    Theme::named(name).ok_or_else(|| Refused::options(format!("there is no theme `{name}`")))
}

fn put(object: &mut Value, key: &str, value: Value) {
    if let Value::Object(map) = object {
        map.insert(key.to_owned(), value);
    }
}

/// Replaces each `span` of the record in a JSON value by `start` and `end` in the text. An object
/// with a span and a turn also gets `at`, the place to go to.
fn add_places_in_text(value: &mut Value, timeline: &Timeline, units: &Units<'_>, number: u64) {
    match value {
        Value::Object(map) => {
            if let Some(span) = map.remove("span") {
                let source = timeline.record().source();
                let places = span_in(&span).map(|span| units.of_span(source, span));
                map.insert("start".to_owned(), places.map(|[start, _]| start).into());
                map.insert("end".to_owned(), places.map(|[_, end]| end).into());
                if !map.contains_key("at")
                    && let Some(turn) = map.get("turn").cloned()
                {
                    map.insert("at".to_owned(), place(number, &turn));
                }
            }
            for inner in map.values_mut() {
                add_places_in_text(inner, timeline, units, number);
            }
        }
        Value::Array(values) => {
            for inner in values {
                add_places_in_text(inner, timeline, units, number);
            }
        }
        Value::Null | Value::Bool(_) | Value::Number(_) | Value::String(_) => {}
    }
}

/// Returns the span that an object states.
fn span_in(object: &Value) -> Option<Span> {
    let offset_of = |key: &str| {
        let offset = object.get(key)?.as_u64()?;
        Some(usize::try_from(offset).unwrap_or(usize::MAX))
    };
    Some(Span::new(offset_of("start")?, offset_of("end")?))
}

/// Returns the byte at an offset in a text, which is in UTF-16 code units for a string.
fn byte_of(given: Given<'_>, offset: u64) -> u64 {
    if !given.is_string || given.text.is_ascii() {
        return offset;
    }
    let Ok(text) = std::str::from_utf8(given.text) else {
        return offset;
    };
    let mut units = 0;
    for (byte, letter) in text.char_indices() {
        if units >= offset {
            return byte as u64;
        }
        units += letter.len_utf16() as u64;
    }
    text.len() as u64
}

/// Returns the number, from 1, of the record at a byte: the last one that begins at or before it.
fn number_at(given: Given<'_>, page: Option<Page>, byte: u64) -> u64 {
    let before = given
        .records(page)
        .take_while(|(_, raw): &(u64, RawRecord)| raw.offset <= byte);
    before.last().map_or(1, |(number, _)| number)
}

/// The last record that was replayed, with the text that contains it.
struct Last {
    text: Vec<u8>,
    page: Option<Page>,
    number: u64,
    decks: Option<DeckTexts>,
    timeline: Rc<Timeline>,
}

thread_local! {
    static LAST: RefCell<Option<Last>> = const { RefCell::new(None) };
}

/// Returns the timeline of a record of a text. The last one is cached.
pub(crate) fn replayed(
    given: Given<'_>,
    page: Option<Page>,
    number: u64,
    decks: &Option<DeckTexts>,
) -> Result<Rc<Timeline>, Refused> {
    let is_same = |last: &Last| {
        last.number == number
            && last.page == page
            && last.decks == *decks
            && last.text == given.text
    };
    let cached = LAST.with_borrow(|last| match last {
        Some(last) if is_same(last) => Some(Rc::clone(&last.timeline)),
        _ => None,
    });
    if let Some(timeline) = cached {
        return Ok(timeline);
    }

    let timeline = Rc::new(given.timeline(page, number, &context(decks)?)?);
    let last = Last {
        text: given.text.to_vec(),
        page,
        number,
        decks: decks.clone(),
        timeline: Rc::clone(&timeline),
    };
    LAST.set(Some(last));
    Ok(timeline)
}
