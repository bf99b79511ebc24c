//! Boards to play on: the board at a place in the text, the choices on it, and turns written into
//! the text.
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
use serde::Deserialize;
use serde_json::{Value, json};

use crate::decks::{DeckTexts, context};
use crate::given::{At, Given, Page};
use crate::json::{line, value};
use crate::refused::Refused;
use crate::units::Units;

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
        let settings = [
            ("rotate", self.rotate.map(|degrees| degrees.to_string())),
            ("flip", self.flip.then(|| "yes".to_owned())),
            ("coordinates", self.coordinates.clone()),
            ("lang", self.lang.clone()),
            (
                "notes",
                self.notes.filter(|notes| !notes).map(|_| "no".to_owned()),
            ),
            ("movement", self.movement.then(|| "yes".to_owned())),
        ];
        for (key, value) in settings
            .into_iter()
            .filter_map(|(key, value)| Some((key, value?)))
        {
            figure.set(key, &value).map_err(Refused::options)?;
        }
        let theme = match &self.theme {
            Some(name) => theme(name)?,
            None => Theme::named("screen").unwrap_or_default(),
        };
        Ok(BoardOptions { theme, figure })
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
    let at = match options.offset {
        Some(offset) => source.of_file(byte_of(given, offset)),
        None => {
            let node = timeline.node(options.at.frame(&timeline)?);
            node.map_or(0, |node| node.text.start)
        }
    };
    let board = board_at(&timeline, at, &options.look.options()?).map_err(Refused::turn)?;
    let mut object = value(&board)?;
    let turn = object.get("turn").cloned().unwrap_or_default();
    put(&mut object, "at", place(number, &turn));
    put(&mut object, "record", number.into());
    let units = Units::new(given);
    in_text(&mut object, &timeline, &units, number);
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
    let done = written(&timeline, frame.turn, &options.turn).map_err(Refused::turn)?;
    let source = timeline.record().source();
    let units = Units::new(given);
    let length = |text: &str| units.length(text);
    let edits: Vec<([u64; 2], String)> = done
        .edits
        .iter()
        .map(|(span, text)| (units.of_span(source, *span), source.lines_in_file(text)))
        .collect();
    let start = match done.brought {
        None => units.of_span(source, done.span)[0],
        Some((edit, at)) => {
            // The old text before this edit, as changed by the earlier edits.
            let before = edits
                .iter()
                .take(edit)
                .map(|([from, to], text)| (from.abs_diff(*to), length(text)));
            let shift = |place: u64, (gone, come): (u64, u64)| (place + come).saturating_sub(gone);
            let own = done
                .edits
                .get(edit)
                .and_then(|(_, text)| text.get(..at))
                .unwrap_or_default();
            let begins = edits.get(edit).map_or(0, |([from, _], _)| *from);
            before.fold(begins, shift) + length(&source.lines_in_file(own))
        }
    };
    let why = frame.position.why(&done.played);
    let effects: Vec<String> = why
        .steps()
        .iter()
        .map(|step| step.did.to_string())
        .collect();
    let edits: Vec<Value> = edits
        .into_iter()
        .map(|([start, end], text)| json!({"start": start, "end": end, "text": text}))
        .collect();
    line(&json!({
        "turn": done.played,
        "edits": edits,
        "at": place(number, &value(&done.turn)?),
        "start": start,
        "end": start + length(&done.played),
        "told": effects,
        "result": done.position.result().map(ToString::to_string),
    }))
}

/// Returns a place in the form that callers use: the start is turn 0.
pub(crate) fn place(record: u64, turn: &Value) -> Value {
    json!({"record": record, "turn": if turn.is_null() { 0.into() } else { turn.clone() }})
}

fn put(object: &mut Value, key: &str, value: Value) {
    if let Value::Object(map) = object {
        map.insert(key.to_owned(), value);
    }
}

/// Converts spans of the record to places in the text, and the turns of steps to places to go to.
fn in_text(value: &mut Value, timeline: &Timeline, units: &Units<'_>, number: u64) {
    match value {
        Value::Object(map) => {
            let number_of = |span: &Value, key: &str| span.get(key).and_then(Value::as_u64);
            if let Some(span) = map.remove("span") {
                let clamp = |place: u64| usize::try_from(place).unwrap_or(usize::MAX);
                let ends = number_of(&span, "start").zip(number_of(&span, "end"));
                let places = ends.map(|(start, end)| {
                    units.of_span(
                        timeline.record().source(),
                        Span::new(clamp(start), clamp(end)),
                    )
                });
                map.insert("start".to_owned(), places.map(|[start, _]| start).into());
                map.insert("end".to_owned(), places.map(|[_, end]| end).into());
                if !map.contains_key("at")
                    && let Some(turn) = map.get("turn").cloned()
                {
                    map.insert("at".to_owned(), place(number, &turn));
                }
            }
            map.values_mut()
                .for_each(|value| in_text(value, timeline, units, number));
        }
        Value::Array(values) => values
            .iter_mut()
            .for_each(|value| in_text(value, timeline, units, number)),
        Value::Null | Value::Bool(_) | Value::Number(_) | Value::String(_) => {}
    }
}

/// Returns the byte at an offset in a text.
fn byte_of(given: Given<'_>, place: u64) -> u64 {
    let Some(text) = std::str::from_utf8(given.text)
        .ok()
        .filter(|text| given.is_string && !text.is_ascii())
    else {
        return place;
    };
    let mut units = 0;
    let found = text.char_indices().find(|(_, letter)| {
        let is_there = units >= place;
        units += letter.len_utf16() as u64;
        is_there
    });
    found.map_or(text.len(), |(at, _)| at) as u64
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
    let is_last = |last: &Last| {
        last.number == number
            && last.page == page
            && last.decks == *decks
            && last.text == given.text
    };
    if let Some(timeline) = LAST.with_borrow(|last| {
        last.as_ref()
            .filter(|last| is_last(last))
            .map(|last| Rc::clone(&last.timeline))
    }) {
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
