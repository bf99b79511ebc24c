//! Explanation of a turn for people: its effects and rules, with the boards in between.

use super::{board_of_finding, indented};
use crate::draw::{Annotations, Charset, Figure, View, write_text_figure};
use crate::findings::{Hint, rule_named};
use crate::replay::{Position, Why, WhyFault, WhyStep};
use crate::text::{lines, one_line};

/// Width of a line of text.
const WIDTH: usize = 100;
/// Indentation of the details of a step.
const INDENT: &str = "   ";

/// Writes the explanation of a turn of a main line, with its boards.
pub fn write_why(why: &Why) -> String {
    let mut text = format!(
        "Turn {}, {}: {}\n",
        why.address,
        why.seat_name,
        one_line(&why.text)
    );
    if let Some(canonical) = why.canonical().filter(|&canonical| canonical != why.text) {
        text.push_str(&wrapped("", &format!("In canonical form: {canonical}")));
    }
    let mut last_shown = Board::from_position(&why.before);
    text.push_str(&board_paragraph(&last_shown.full));
    for (number, step) in (1..).zip(why.steps()) {
        text.push_str(&write_step(number, step));
        let board = Board::from_position(&step.position);
        // The seat to move changes with every turn and is stated in the text.
        if board.bare != last_shown.bare {
            text.push_str(&board_paragraph(&board.full));
            last_shown = board;
        }
    }
    if let Some(fault) = why.fault() {
        text.push_str(&write_fault(fault));
    }
    lines(&text).into_owned()
}

/// Returns a step with its number, its waived faults and its rules.
fn write_step(number: usize, step: &WhyStep) -> String {
    let mut text = format!(
        "\n{}",
        wrapped_after(&format!("{number}. "), INDENT, &step.did)
    );
    if let Some(unsaid) = &step.unsaid {
        text.push_str(&wrapped(INDENT, unsaid));
    }
    for waived in &step.irregular {
        let words = format!("Waived, {}: {}", waived.code.id, waived.message);
        text.push_str(&wrapped(INDENT, &words));
        text.push_str(&write_rule(waived.rule));
    }
    for rule in &step.rules {
        text.push_str(&write_rule(rule));
    }
    text
}

/// Returns the fault of an illegal turn, with the rules that the turn follows before it.
fn write_fault(fault: &WhyFault) -> String {
    let WhyFault {
        finding,
        kept,
        position,
    } = fault;
    let mut text = String::new();
    if !kept.is_empty() {
        text.push_str("\nRules followed so far:\n");
        for rule in kept {
            text.push_str(&write_rule(rule));
        }
    }
    text.push_str(&format!("\nIllegal, {}:\n", finding.code.id));
    text.push_str(&wrapped(INDENT, &finding.message.to_string()));
    if let Some(help) = finding.advice(Hint::neutral_text) {
        text.push_str(&wrapped(INDENT, &help));
    }
    text.push_str(&write_rule(finding.rule));
    if let Some(position) = position {
        text.extend(
            board_of_finding(position.scene(), finding).map(|board| board_paragraph(&board)),
        );
    }
    text
}

/// Returns a rule with its title and its first sentence.
fn write_rule(number: &str) -> String {
    let words = rule_named(number).map_or_else(
        || number.to_owned(),
        |rule| format!("{} {}. {}", rule.number, rule.title, rule.sentence()),
    );
    wrapped(INDENT, &words)
}

/// Board as text, with and without the notes below it.
struct Board {
    /// Without the notes.
    bare: String,
    /// With the notes.
    full: String,
}

impl Board {
    fn from_position(position: &Position) -> Self {
        let scene = position.scene();
        let draw = |notes| {
            let view = View {
                notes,
                ..View::default()
            };
            let figure = Figure::new(scene.clone(), &Annotations::default(), &view);
            figure
                .map(|figure| write_text_figure(&figure, Charset::Ascii))
                .unwrap_or_default()
        };
        Self {
            bare: draw(false),
            full: draw(true),
        }
    }
}

/// Returns an indented board after an empty line.
fn board_paragraph(board: &str) -> String {
    format!("\n{}", indented(board, "      "))
}

/// Wraps text into lines, each after `indent`.
fn wrapped(indent: &str, words: &str) -> String {
    wrapped_after(indent, indent, words)
}

/// Wraps text into lines, each after `indent`, except that the first line begins with `first`, such
/// as `1. `.
fn wrapped_after(first: &str, indent: &str, words: &str) -> String {
    let mut text = String::new();
    let mut line = first.to_owned();
    let mut is_empty = true;
    for word in words.split_whitespace() {
        if !is_empty && line.chars().count() + 1 + word.chars().count() > WIDTH {
            text.push_str(&line);
            text.push('\n');
            line = indent.to_owned();
            is_empty = true;
        }
        if !is_empty {
            line.push(' ');
        }
        line.push_str(word);
        is_empty = false;
    }
    text.push_str(&line);
    text.push('\n');
    text
}
