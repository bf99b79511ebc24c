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
    let headings = Headings::new(example.subject);
    if let Some(record) = &example.kept {
        text.push_str(&write_record(headings.kept, record));
    }
    if let Some(record) = &example.broken {
        text.push_str(&write_record(headings.broken, record));
    }
    lines(&text).into_owned()
}

/// Headings of the two records.
struct Headings {
    kept: &'static str,
    broken: &'static str,
}

impl Headings {
    fn new(subject: Subject) -> Self {
        match subject {
            Subject::Rule(_) => Self {
                kept: "Legal",
                broken: "Illegal",
            },
            Subject::Code(_) => Self {
                kept: "Does not trigger",
                broken: "Triggers",
            },
        }
    }
}

/// Returns the figures of an example, with their captions.
pub(crate) fn example_figures(example: &Example) -> Vec<Figure> {
    let headings = Headings::new(example.subject);
    let name = example.subject.name();
    let figure = |heading: &str, record: &Option<ExampleRecord>| {
        let checked = record.as_ref()?.checked()?;
        let turn = turn_of(&checked)
            .map(|why| format!(": {}", why.text))
            .unwrap_or_default();
        let caption = format!("{name}, {}{turn}", heading.to_lowercase());
        figure_of(&checked, &caption)
    };
    let kept = figure(headings.kept, &example.kept);
    let broken = figure(headings.broken, &example.broken);
    [kept, broken].into_iter().flatten().collect()
}

/// Writes a record with its heading, its description and its board.
fn write_record(heading: &str, record: &ExampleRecord) -> String {
    let mut text = format!("\n{heading}");
    let checked = record.checked();
    let why = checked.as_ref().and_then(turn_of);
    let finding = finding_of(checked.as_ref(), why.as_ref());
    if let Some(finding) = finding {
        text.push_str(&format!(", {}", finding.code.id));
    }
    let description = record.why.clone();
    let message = finding.map(|finding| finding.message.to_string());
    let mut words = vec![description, message.unwrap_or_default()];
    words.retain(|words| !words.is_empty());
    if !words.is_empty() {
        text.push_str(&format!(": {}", words.join("\n")));
    }
    text.push_str("\n\n");
    text.push_str(&indented(&record.text, INDENT));
    if let Some(figure) = checked.and_then(|checked| figure_of(&checked, "")) {
        text.push('\n');
        text.push_str(&indented(
            write_text_figure(&figure, Charset::Ascii).trim_end(),
            INDENT,
        ));
    }
    text
}
