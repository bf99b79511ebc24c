//! Hover: a text about the turn, tag, command, code or result at the cursor. [`page_at`] finds the
//! part of the record and calls the function for its kind; [`turn_page`] describes the rules, the
//! fault and the board of a turn.

use lsp_types::{Hover, HoverContents, HoverParams};

use super::book_pages;
use super::cursor::{RecordPart, part_at, word_at};
use super::descriptions;
use super::hint_text::hint_text;
use super::session::{Answer, DocumentRequest, Replayed};
use super::shown_position::{code, figure_as_markdown, figure_at_fault, figure_of};
use super::snapshot::Entry;
use pipscribe::findings::{BookAddress, rule_named};
use pipscribe::fixes::mend::Mend;
use pipscribe::games::GameId;
use pipscribe::notation::{Record, Tag, TurnNode, options_of, score_text};
use pipscribe::replay::{Frame, Position, Timeline, Why, WhyStep};
use pipscribe::text::{Span, TextEdit, edited};

/// Maximum number of steps that describe a turn; later steps are left out.
const MAX_STEPS: usize = 12;
/// Maximum number of values of a tag that are listed.
const FEW_VALUES: usize = 12;

pub(super) fn hover(request: &DocumentRequest, params: HoverParams) -> Answer<Option<Hover>> {
    let byte = request
        .document
        .byte_of(params.text_document_position_params.position);
    let hover_of = |entry: &Entry, page: Page| Hover {
        contents: HoverContents::Markup(request.markup(page.markdown)),
        range: Some(request.document.range_in(entry, page.span)),
    };
    if let Some((entry, comments, offset)) = request.preamble_at(byte) {
        let page = named_page(request, &comments, offset);
        return Ok(page.map(|page| hover_of(&entry, page)));
    }
    let Some(replayed) = request.record_at(byte) else {
        return Ok(None);
    };
    let page = page_at(request, &replayed, replayed.offset_at(byte));
    Ok(page.map(|page| hover_of(&replayed.entry, page)))
}

/// Text about a part of a record.
struct Page {
    /// The part.
    span: Span,
    markdown: String,
}

/// Returns the hover text at a byte.
fn page_at(request: &DocumentRequest, replayed: &Replayed, offset: u32) -> Option<Page> {
    let record = replayed.record();
    let (span, markdown) = match part_at(record, offset)? {
        RecordPart::Turn(node) => (node.text, turn_page(request, replayed, node)),
        RecordPart::Tag(tag) => (tag.span, tag_page(record.game(), tag)),
        RecordPart::Value(tag) => (tag.value_span, value_page(request, replayed, tag, offset)),
        RecordPart::Command(command) => {
            let named = named_page(request, record, offset);
            if named.is_some() {
                return named;
            }
            (command.span, command_page(replayed.text_of(command.name)))
        }
        RecordPart::Comment => return named_page(request, record, offset),
        RecordPart::Result(span) => (span, result_page(replayed)),
    };
    Some(Page { span, markdown })
}

/// Describes a turn. If an earlier turn is illegal, describes the turn as it is after the
/// unambiguous fix of the record.
fn turn_page(request: &DocumentRequest, replayed: &Replayed, node: &TurnNode) -> String {
    let text = code(replayed.record().turn_text(node));
    let Some(timeline) = replayed.timeline() else {
        return format!("{text}\n\nThe record does not name its game.");
    };
    let page =
        page_of_turn(request, timeline, node).or_else(|| page_after_fix(request, replayed, node));
    page.unwrap_or_else(|| {
        format!(
            "{text}\n\nAn earlier turn is illegal, so the position before this turn is unknown."
        )
    })
}

/// Describes a turn as it is after the unambiguous fix of the record, which does not change the
/// turn itself.
fn page_after_fix(
    request: &DocumentRequest,
    replayed: &Replayed,
    node: &TurnNode,
) -> Option<String> {
    let checked = replayed.checked();
    let context = &request.document.context;
    let record = checked.record();
    let mend = Mend::sole_of(record, &checked.report, context)?;
    // The fix itself, without comments that preserve the original text.
    let trace = false;
    let edits = mend.in_text(record, trace)?;
    let fixed_record = Record::parse_str(&edited(record.text(), &edits)?);
    let timeline = Timeline::new(fixed_record, context).ok()?;

    let start = offset_after_edits(node.text.start as usize, &edits);
    let (_, same_turn) = timeline
        .record()
        .turns()
        .find(|(_, other)| other.text.start as usize == start)?;
    let page = page_of_turn(request, &timeline, same_turn)?;
    Some(format!(
        "*After the suggested fix: {}.*\n\n{page}",
        mend.in_words(record)
    ))
}

/// Returns where a byte of a text is after the edits before it.
fn offset_after_edits(offset: usize, edits: &[TextEdit]) -> usize {
    let mut moved = offset;
    for (span, new) in edits {
        if span.end as usize <= offset {
            moved = (moved + new.len()).saturating_sub(span.len());
        }
    }
    moved
}

/// Describes a turn of a timeline: its effects and rules, and the board after it.
fn page_of_turn(request: &DocumentRequest, timeline: &Timeline, node: &TurnNode) -> Option<String> {
    let record = timeline.record();
    let text = record.turn_text(node);
    let why = Why::of_turn(timeline, node)?;
    let mut page = format!("**{}. {}**, {}", node.number, code(text), why.seat_name);

    // The signs of a turn judge it: `!` or `$1` is a good turn.
    let mut signs: Vec<String> = Vec::new();
    signs.extend(node.suffix.map(|suffix| record.text_of(suffix).to_owned()));
    signs.extend(node.glyphs.iter().map(|glyph| format!("${glyph}")));
    for meaning in signs.iter().filter_map(|sign| descriptions::of_sign(sign)) {
        page.push_str(&format!(", {meaning}"));
    }
    page.push_str("\n\n");

    if let Some(canonical) = why.canonical()
        && canonical != text
    {
        page.push_str(&format!("In canonical form: {}\n\n", code(canonical)));
    }
    for step in why.steps().iter().take(MAX_STEPS) {
        page.push_str(&step_line(request.document.book, step));
    }
    page.extend(fault_text(request, &why, text));
    if let Some(frame) = timeline.frame(node.id) {
        page.push_str(&board(request, frame, node));
    }
    Some(page)
}

/// Describes a step of a turn, with its rules and the errors in it that the record waives.
fn step_line(book: Option<BookAddress<'_>>, step: &WhyStep) -> String {
    let mut line = format!("- {}", step.did);
    line.extend(step.unsaid.as_ref().map(|unsaid| format!(" {unsaid}")));
    if !step.rules.is_empty() {
        line.push_str(&format!(" ({})", rule_links(book, &step.rules)));
    }
    for waived in &step.irregular {
        line.push_str(&format!(
            "\n  - waived, {}: {}",
            code(waived.code.id),
            waived.message
        ));
    }
    line.push('\n');
    line
}

/// Returns links to the rules by which a step was checked.
pub(super) fn rule_links(book: Option<BookAddress<'_>>, numbers: &[&'static str]) -> String {
    let links: Vec<String> = numbers
        .iter()
        .map(|number| rule_link(book, number))
        .collect();
    links.join(", ")
}

/// Returns a link to a rule, or its number if there is no book.
fn rule_link(book: Option<BookAddress<'_>>, number: &str) -> String {
    let Some(page) = book_pages::of_rule(book, number) else {
        return number.to_owned();
    };
    let title = match rule_named(number) {
        Some(rule) => format!(" \"{}\"", rule.title.replace('"', "'")),
        None => String::new(),
    };
    format!("[{number}]({}{title})", page.as_str())
}

/// Describes why a turn is illegal, with the nearest legal turns and the board at the fault; `None`
/// for a legal turn.
fn fault_text(request: &DocumentRequest, why: &Why, turn: &str) -> Option<String> {
    let fault = why.fault()?;
    let finding = &fault.finding;
    let mut text = format!(
        "\n**Not legal**, {}: {}",
        code(finding.code.id),
        finding.message
    );
    text.extend(finding.advice(hint_text).map(|help| format!(" {help}")));
    text.push_str(&format!(
        " ({})\n",
        rule_links(request.document.book, &[finding.rule])
    ));
    let nearest: Vec<String> = why
        .before
        .nearest_turns(turn)
        .iter()
        .map(|turn| code(turn))
        .collect();
    if !nearest.is_empty() {
        text.push_str(&format!("\nNearest legal: {}\n", nearest.join(", ")));
    }
    let figure = fault
        .position
        .as_ref()
        .and_then(|position| figure_at_fault(position, finding));
    text.extend(figure.map(|figure| format!("\n{}", figure_as_markdown(request, &figure))));
    Some(text)
}

/// Returns the board after a turn, with the standing.
fn board(request: &DocumentRequest, frame: &Frame, node: &TurnNode) -> String {
    let figure = figure_of(frame, &node.after)
        .map(|figure| figure_as_markdown(request, &figure))
        .unwrap_or_default();
    format!("\n{figure}\n{}\n", standing_in_words(&frame.position))
}

/// Describes the standing of a position: the result or the seat to move, and the score.
fn standing_in_words(position: &Position) -> String {
    let mut words = match position.result() {
        Some(result) => format!("Result {result}."),
        None => format!("{} to move.", position.seat_name(position.to_move())),
    };
    if let Some(points) = position.score() {
        words.push_str(&format!(" Score {}.", score_text(&points)));
    }
    words
}

fn tag_page(game: Option<GameId>, tag: &Tag) -> String {
    let means = descriptions::of_tag(game, &tag.name)
        .unwrap_or("A custom tag: it is kept, and does not affect play.");
    let mut page = format!("**{}**\n\n{means}", tag.name);
    let values = descriptions::values_of_tag(game, &tag.name);
    if !values.is_empty() && values.len() <= FEW_VALUES {
        // The meanings of other values, such as the titles of games, say no more than the values.
        let has_meanings = tag.name == "Variant";
        let describe = |value: &String| match descriptions::of_value(game, &tag.name, value) {
            Some(meaning) if has_meanings => format!("{} ({meaning})", code(value)),
            _ => code(value),
        };
        let described: Vec<String> = values.iter().map(describe).collect();
        page.push_str(&format!("\n\nValues: {}.", described.join(", ")));
    }
    page
}

fn value_page(request: &DocumentRequest, replayed: &Replayed, tag: &Tag, offset: u32) -> String {
    let game = replayed.record().game();
    let mut page = tag_page(game, tag);
    match (tag.name.as_str(), game) {
        ("Game", Some(game)) => page.push_str(&format!(
            "\n\n{} is **{}**.",
            code(game.name()),
            game.title()
        )),
        ("Options", Some(game)) => {
            let option = options_of(replayed.record())
                .into_iter()
                .find(|pair| tag.value_part(&pair.span).touches(offset));
            if let Some(option) = option
                && let Some(meaning) = descriptions::of_option(game, &option.key)
            {
                page.push_str(&format!("\n\n{}: {meaning}", code(&option.key)));
            }
        }
        ("Position", Some(_)) => {
            let start = replayed.timeline().and_then(|timeline| timeline.start());
            if let Some(figure) = start.and_then(|start| figure_of(start, &[])) {
                page.push_str(&format!("\n\n{}", figure_as_markdown(request, &figure)));
            }
        }
        _ => {}
    }
    page
}

fn command_page(name: &str) -> String {
    let mut commands = descriptions::COMMANDS.iter();
    match commands.find(|command| command.name == name) {
        Some(command) => format!("{}\n\n{}", code(command.form), command.meaning),
        None => "A command that is kept for other programs.".to_owned(),
    }
}

fn result_page(replayed: &Replayed) -> String {
    let report = &replayed.checked().report;
    let given = match (&report.result, &report.score) {
        (Some(standing), Some(points)) => {
            format!("The rules give {standing}, score {}.", score_text(points))
        }
        (Some(standing), None) => format!("The rules give {standing}."),
        (None, _) => "The rules have not decided the game.".to_owned(),
    };
    let why = replayed
        .record()
        .tag("Termination")
        .map(|tag| format!(" It ended by {}.", code(&tag.value)));
    format!(
        "**Result**\n\n{}\n\n{given}{}",
        descriptions::of_tag(None, "Result").unwrap_or_default(),
        why.unwrap_or_default()
    )
}

/// Returns the page of the code or rule named at a byte.
fn named_page(request: &DocumentRequest, record: &Record, offset: u32) -> Option<Page> {
    let (span, word) = word_at(record.text(), offset as usize)?;
    let markdown = request
        .session
        .environment
        .explanation(book_pages::code_or_rule(word)?)?;
    Some(Page { span, markdown })
}
