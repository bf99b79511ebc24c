//! Examples of a rule or a code, for people: the record, a description, the board.

use crate::example::{Example, ExampleRecord, Subject, figure_of, finding_of, turn_of};
use pipscribe::draw::{Charset, Figure, write_text_figure};
use pipscribe::reports::indented;
use pipscribe::text::lines;

/// Indentation of records and boards.
const INDENT: &str = "    ";

/// Writes an example: first the legal record, then the illegal one.
pub(crate) fn write_example(example: &Example) -> String {
    let mut text = format!("{} {}\n", example.subject.name(), example.subject.title());
    let (kept, broken) = heads(example.subject);
    for (head, shows) in [(kept, &example.kept), (broken, &example.broken)] {
        if let Some(shows) = shows {
            text.push_str(&write_shows(head, shows));
        }
    }
    lines(&text).into_owned()
}

/// Returns the headings of the two records.
fn heads(subject: Subject) -> (&'static str, &'static str) {
    match subject {
        Subject::Rule(_) => ("Legal", "Illegal"),
        Subject::Code(_) => ("Does not trigger", "Triggers"),
    }
}

/// Returns the figures of an example, with their captions.
pub(crate) fn example_figures(example: &Example) -> Vec<Figure> {
    let (kept, broken) = heads(example.subject);
    let name = example.subject.name();
    let figure = |head: &str, shows: &Option<ExampleRecord>| {
        let checked = shows.as_ref()?.checked()?;
        let turn = turn_of(&checked)
            .map(|why| format!(": {}", why.text))
            .unwrap_or_default();
        figure_of(&checked, &format!("{name}, {}{turn}", head.to_lowercase()))
    };
    [figure(kept, &example.kept), figure(broken, &example.broken)]
        .into_iter()
        .flatten()
        .collect()
}

fn write_shows(head: &str, shows: &ExampleRecord) -> String {
    let mut text = format!("\n{head}");
    let checked = shows.checked();
    let why = checked.as_ref().and_then(turn_of);
    let finding = finding_of(checked.as_ref(), why.as_ref());
    if let Some(finding) = finding {
        text.push_str(&format!(", {}", finding.code.id));
    }
    let words: Vec<String> = [
        Some(shows.why.clone()),
        finding.map(|finding| finding.message.to_string()),
    ]
    .into_iter()
    .flatten()
    .filter(|words| !words.is_empty())
    .collect();
    match words.as_slice() {
        [] => text.push('\n'),
        words => text.push_str(&format!(": {}\n", words.join("\n"))),
    }
    text.push('\n');
    text.push_str(&indented(&shows.text, INDENT));
    if let Some(figure) = checked.and_then(|checked| figure_of(&checked, "")) {
        text.push('\n');
        text.push_str(&indented(
            write_text_figure(&figure, Charset::Ascii).trim_end(),
            INDENT,
        ));
    }
    text
}
