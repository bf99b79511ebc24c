//! Pages of the interactive player, read as their script reads them.

use pipscribe::Checked;
use pipscribe::figures::{Player, PlayerError, PlayerOptions, player};
use serde_json::Value;

/// Text that would be markup, or end a script.
pub(crate) const EVIL: &str = "</script><script>boom()</script><!-- <img src=x onerror=boom()> & \"'`${boom()}` \u{2028} {{data}} \u{202e}";

/// A record with this text in every place that can have text.
pub(crate) fn hostile_record() -> String {
    let quoted = EVIL.replace('\\', "\\\\").replace('"', "\\\"");
    let comment = EVIL.replace('{', "\\{").replace('}', "\\}");
    format!(
        "[Game \"gipf\"]\n[Variant \"basic\"]\n[Event \"{quoted}\"]\n[Player1 \"{quoted}\"]\n[Nobody \"{quoted}\"]\n\n\
         1. b3 {{{comment} [%label b3 \"<b>&amp;\"] [%diagram \"{quoted}\"]}} (1. b4 {{{comment}}}) 2. c2 *\n"
    )
}

/// The player of a record, or the reason why it has none.
pub(super) fn played(record: &str) -> Result<Player, PlayerError> {
    let checked = Checked::from_text(record);
    player(checked.timeline().unwrap(), &PlayerOptions::default())
}

/// The page of the player of a record.
pub(crate) fn page(record: &str) -> String {
    played(record).unwrap().html
}

/// The JSON in a script element.
fn json(html: &str, id: &str) -> Value {
    let (_, rest) = html.split_once(&format!("id=\"{id}\">")).unwrap();
    serde_json::from_str(rest.split_once("</script>").unwrap().0).unwrap()
}

/// The text of the piece with this number.
fn piece(pieces: &Value, number: usize) -> String {
    match &pieces[number] {
        Value::String(text) => text.clone(),
        sequence => {
            let numbers = sequence.as_array().unwrap().iter();
            numbers
                .map(|number| piece(pieces, number.as_u64().unwrap() as usize))
                .collect()
        }
    }
}

/// The texts of a column, each written as its difference from the one before.
fn restored(column: &Value, pieces: &Value) -> Vec<Value> {
    let mut before: Vec<usize> = Vec::new();
    let texts = column.as_array().unwrap().iter().map(|difference| {
        let mut numbers = Vec::new();
        let mut items = difference
            .as_array()
            .unwrap()
            .iter()
            .map(|item| item.as_i64().unwrap());
        while let Some(item) = items.next() {
            if item < 0 {
                let place = items.next().unwrap() as usize;
                numbers.extend(&before[place..place + item.unsigned_abs() as usize]);
            } else {
                numbers.push(item as usize);
            }
        }
        before = numbers;
        let text: String = before.iter().map(|&number| piece(pieces, number)).collect();
        text.into()
    });
    texts.collect()
}

/// The data of a page, with each step as an object, as the script of the page reads them.
pub(super) fn data(html: &str) -> Value {
    let mut data = json(html, "data");
    let pieces = json(html, "shared")["pieces"].take();
    for name in ["drawing", "words", "beneath", "position", "did"] {
        data["steps"][name] = restored(&data["steps"][name], &pieces).into();
    }
    // Steps are written column by column.
    let columns = data["steps"].as_object().unwrap().clone();
    let step = |at: usize| {
        columns
            .iter()
            .map(|(name, column)| (name.clone(), column[at].clone()))
            .collect()
    };
    data["steps"] = (0..columns["id"].as_array().unwrap().len())
        .map(|at| Value::Object(step(at)))
        .collect();
    // Defaults are left out: ids that count up, and a step that follows the one before.
    for (at, step) in data["steps"].as_array_mut().unwrap().iter_mut().enumerate() {
        let between = step["parent"].as_u64().unwrap();
        step["parent"] = if at == 0 {
            Value::Null
        } else {
            (at as u64 - 1 - between).into()
        };
        if step["id"] == "" {
            step["id"] = at.to_string().into();
        }
    }
    data
}

/// The texts of one kind of every step, read as the page's script reads them.
pub(super) fn texts(data: &Value, name: &str) -> Vec<String> {
    let steps = data["steps"].as_array().unwrap().iter();
    steps
        .map(|step| step[name].as_str().unwrap().to_owned())
        .collect()
}

/// The words of a page without its markup.
pub(super) fn without_tags(html: &str) -> String {
    let texts = html.split('<').filter_map(|part| part.split('>').nth(1));
    texts
        .flat_map(str::split_whitespace)
        .collect::<Vec<_>>()
        .join(" ")
}

/// The ids of the steps.
pub(super) fn ids(data: &Value) -> Vec<&str> {
    data["steps"]
        .as_array()
        .unwrap()
        .iter()
        .map(|step| step["id"].as_str().unwrap())
        .collect()
}
