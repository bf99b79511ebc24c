//! HTML for notebooks.

use pyo3::prelude::*;

use crate::finding::Finding;
use crate::fixes::{Mend, Setting};
use crate::position::Position;
use crate::render::Image;
use crate::why::{Step, Why};

/// Writes a finding: its code, place and rule, the message, and the help.
pub(crate) fn of_finding(finding: &Finding, help: Option<&str>) -> String {
    let Finding {
        severity,
        code,
        line,
        column,
        rule,
        message,
        ..
    } = finding;
    let turn = if finding.turn == 0 {
        String::new()
    } else {
        format!(", turn {}", finding.turn)
    };
    let place = format!("line {line}, column {column}{turn} ({})", escaped(rule));
    let help = help.map(paragraph).unwrap_or_default();
    format!(
        "<div><p><strong>{severity}</strong> <code>{code}</code> {place}</p>{}{help}</div>",
        paragraph(message)
    )
}

/// Writes an explanation: each step with its rules and the board after it, then the fault.
pub(crate) fn of_why(py: Python<'_>, why: &Why) -> String {
    let is_legal = if why.legal { "legal" } else { "illegal" };
    let turn = why.turn;
    let seat = escaped(&why.seat_name);
    let text = escaped(&why.text);
    let mut out = format!("<div><p>{turn}. <strong>{text}</strong> by {seat}: {is_legal}</p><ol>");
    for Step {
        did,
        unsaid,
        rules,
        position,
    } in &why.steps
    {
        let unsaid = unsaid
            .as_deref()
            .map(|unsaid| format!(" ({})", escaped(unsaid)))
            .unwrap_or_default();
        let rules = escaped(&rules.join(", "));
        out.push_str(&format!(
            "<li>{}{unsaid} <small>{rules}</small>{}</li>",
            escaped(did),
            figure(py, position)
        ));
    }
    out.push_str("</ol>");
    if let Some(fault) = &why.fault {
        out.push_str(&of_finding(fault, fault.help(py).as_deref()));
    }
    out + "</div>"
}

/// Writes a suggested fix with the fixed record.
pub(crate) fn of_mend(mend: &Mend) -> String {
    let percent = mend.weight.percent();
    let weight = format!("its probability is {percent} %");
    let properties = [
        ("the only likely fix", mend.sole),
        (weight.as_str(), percent > 0),
        ("all turns are legal after it", mend.complete),
        ("the result agrees", mend.result_agrees),
    ];
    of_changed_record(&mend.message, &properties, mend.text.as_deref())
}

/// Writes a setting with the record under it.
pub(crate) fn of_setting(setting: &Setting) -> String {
    let tags: String = setting
        .tags
        .iter()
        .map(|(name, value)| format!(", {name} {value}"))
        .collect();
    let properties = [
        ("as written", setting.as_written),
        ("all turns are legal", setting.complete),
        ("the result agrees", setting.result_agrees),
    ];
    let message = format!("{}{tags}: {} legal turns", setting.game, setting.num_legal);
    of_changed_record(&message, &properties, setting.text.as_deref())
}

/// Writes a record that was changed: what changed, the properties that it has, and its text.
fn of_changed_record(message: &str, properties: &[(&str, bool)], text: Option<&str>) -> String {
    let properties: Vec<&str> = properties
        .iter()
        .filter(|(_, applies)| *applies)
        .map(|(name, _)| *name)
        .collect();
    let text = text
        .map(|text| format!("<pre>{}</pre>", escaped(text)))
        .unwrap_or_default();
    format!(
        "<div>{}{}{text}</div>",
        paragraph(message),
        paragraph(&properties.join(", "))
    )
}

fn figure(py: Python<'_>, position: &Position) -> String {
    match position.svg(py) {
        Ok(Image::Text(svg)) => format!("<div style=\"max-width: 18em\">{svg}</div>"),
        Ok(Image::Bytes(_)) | Err(_) => String::new(),
    }
}

fn paragraph(text: &str) -> String {
    if text.is_empty() {
        String::new()
    } else {
        format!("<p>{}</p>", escaped(text))
    }
}

/// Escapes the characters of a text that have a meaning in HTML.
fn escaped(text: &str) -> String {
    text.replace('&', "&amp;")
        .replace('<', "&lt;")
        .replace('>', "&gt;")
}
