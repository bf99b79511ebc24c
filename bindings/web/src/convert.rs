//! Conversion between formats.

use pipscribe::findings::Finding;
use pipscribe::formats::{Assumptions, Conversion, FORMATS, NotConverted, convert as convert_text};
use pipscribe::games::GameId;
use pipscribe::reports::finding_json;
use pipscribe::text::SourceText;
use serde::Deserialize;
use serde_json::{Value, json};

use crate::decks::{DeckTexts, context};
use crate::given::Given;
use crate::hints::hint_text;
use crate::json::value;
use crate::refused::Refused;
use crate::utf16_units::Units;

/// The options of `convert`.
#[derive(Debug, Default, Deserialize)]
#[serde(default, deny_unknown_fields)]
pub(crate) struct Options {
    from: Option<String>,
    to: Option<String>,
    name: Option<String>,
    game: Option<String>,
    variant: Option<String>,
    options: Option<String>,
    decks: Option<DeckTexts>,
}

pub(crate) fn convert(given: Given<'_>, options: Options) -> Result<Vec<u8>, Refused> {
    let game = options
        .game
        .as_deref()
        .map(str::parse::<GameId>)
        .transpose()
        .map_err(Refused::options)?;
    let ending = options
        .name
        .as_deref()
        .and_then(|name| name.rsplit_once('.'))
        .map(|(_, ending)| ending);
    let mut conversion = Conversion::default();
    conversion.from = options.from.as_deref();
    conversion.to = options.to.as_deref();
    conversion.ending = ending;
    let mut assumptions = Assumptions::default();
    assumptions.game = game;
    assumptions.variant = options.variant;
    assumptions.options = options.options;
    assumptions.context = context(&options.decks)?;
    conversion.assumptions = assumptions;
    let units = Units::new(given);
    let converted = convert_text(given.text, &conversion).map_err(|error| match &error {
        NotConverted::NoGame { findings, .. } | NotConverted::Export { findings, .. } => {
            Refused::hinted("format", &error).with_findings(located(findings, &units))
        }
        _ => Refused::new("format", error),
    })?;
    let about = json!({
        "from": converted.from,
        "records": converted.records,
        "losses": converted.losses.in_words().collect::<Vec<_>>(),
        "notes": converted.notes,
        "findings": located(&converted.findings, &units),
    })
    .to_string();
    // A function of WebAssembly returns one value: the length of the JSON in four bytes, the JSON,
    // and the new text.
    let length = u32::try_from(about.len()).unwrap_or(u32::MAX).to_le_bytes();
    Ok([&length, about.as_bytes(), &converted.bytes].concat())
}

/// Returns findings as JSON, with their places in the text.
fn located(findings: &[(SourceText, Vec<Finding>)], units: &Units<'_>) -> Vec<Value> {
    let mut objects = Vec::new();
    for (source, findings) in findings {
        for finding in findings {
            if let Ok(mut object) = value(&finding_json(source, finding, hint_text)) {
                units.convert(&mut object);
                objects.push(object);
            }
        }
    }
    objects
}

/// Returns the formats as JSON, the notation first.
pub(crate) fn formats() -> String {
    let own = json!({
        "name": "pips", "about": "the notation itself", "reads": true, "writes": true, "endings": ["pips"],
        "games": GameId::ALL.map(GameId::name),
    });
    let others = FORMATS.iter().map(|format| {
        let info = format.info();
        let games: Vec<_> = info.games.iter().map(|game| game.name()).collect();
        json!({
            "name": info.name, "about": info.about, "reads": info.reads, "writes": info.writes,
            "endings": info.endings, "games": games,
        })
    });
    Value::Array(std::iter::once(own).chain(others).collect()).to_string()
}
