//! HTML file of the player: head, figure, controls and list, with its style sheet and its script.
//! Names in double braces in the templates (`document.html`, `player.html`) are replaced by values,
//! or else translated.
//!
//! A *step* is a position with its drawing, or an illegal turn; the *open* step is the one that is
//! shown first. A [`Pool`] has the pieces of text that many steps share, as data for the script.

use std::collections::BTreeSet;
use std::fmt::Write;

use base64::Engine;
use base64::engine::general_purpose::STANDARD as BASE64;
use sha2::{Digest, Sha256};

use super::PlayerOptions;
use super::colour_sheet::colour_sheet;
use super::record_texts::{about_line, record_heading, result_text};
use super::script_data::{frame_size, record_data, shared_data};
use super::shared_texts::Pool;
use super::steps::Steps;
use super::turn_list::{ListWriter, findings_html, with_whole_turns};
use crate::draw::{DrawnRole, Lang, Theme, escaped, style_sheet};
use crate::notation::Record;

/// The document around the players.
const DOCUMENT: &str = include_str!("document.html");
/// The element that plays a record.
const PLAYER: &str = include_str!("player.html");
const STYLE: &str = include_str!("player.css");
/// Style of a page with several records.
const COLLECTION_STYLE: &str = include_str!("collection.css");
/// Script of the player, and of the element that embeds players in other pages.
pub(super) const SCRIPT: &str = include_str!("player.js");
/// End of the script, before which a page of several records adds its own.
const SCRIPT_END: &str = "})();\n";
/// Script of a page with several records.
const COLLECTION_SCRIPT: &str = include_str!("collection.js");

/// Writes the file. `theme` is the theme of the figures, whether chosen or the default.
pub(super) fn write_page(
    steps: &Steps<'_>,
    open: usize,
    options: &PlayerOptions,
    theme: &Theme,
) -> String {
    let lang = steps.lang();
    let mut pool = Pool::default();
    let data = record_data(steps, open, &mut pool);
    let player = player_element(steps, open, theme, &data);
    let [frame_width, frame_height] = frame_size(steps);
    let sheet = [
        colour_sheet(options.theme.as_ref(), theme),
        format!(
            "#figure{{aspect-ratio:{frame_width}/{frame_height}}}\n\
             .player{{--ratio:calc({frame_width}/{frame_height})}}\n"
        ),
        style_sheet(theme, roles_of_figures(steps).into_iter()),
        without_comments(STYLE),
    ]
    .concat();
    let title = record_heading(steps.timeline.record(), lang);
    let body = format!("<main>\n{player}</main>\n");
    document_html(&Document {
        lang,
        title: &title,
        body: &body,
        sheet: &sheet,
        script: SCRIPT,
        shared: &shared_data(&pool, options),
    })
}

/// Writes a page with several records. `roles` are those of all their figures.
pub(super) fn write_collection_page(
    title: &str,
    body: &str,
    roles: &BTreeSet<DrawnRole>,
    pool: &Pool,
    options: &PlayerOptions,
    theme: &Theme,
) -> String {
    let sheet = [
        colour_sheet(options.theme.as_ref(), theme),
        style_sheet(theme, roles.iter().copied()),
        without_comments(STYLE),
        without_comments(COLLECTION_STYLE),
    ]
    .concat();
    let start = SCRIPT.strip_suffix(SCRIPT_END).unwrap_or(SCRIPT);
    let script = [start, COLLECTION_SCRIPT, SCRIPT_END].concat();
    document_html(&Document {
        lang: options.figure.view.lang,
        title,
        body,
        sheet: &sheet,
        script: &script,
        shared: &shared_data(pool, options),
    })
}

/// Parts of the HTML document.
struct Document<'a> {
    lang: Lang,
    title: &'a str,
    body: &'a str,
    sheet: &'a str,
    script: &'a str,
    shared: &'a str,
}

fn document_html(parts: &Document<'_>) -> String {
    let script = without_comments(parts.script);
    let hash = |text: &str| format!("'sha256-{}'", BASE64.encode(Sha256::digest(text)));
    let lang = parts.lang;
    fill_template(DOCUMENT, |name| match name {
        "policy" => format!(
            "default-src 'none'; style-src {}; script-src {}; base-uri 'none'; form-action 'none'",
            hash(parts.sheet),
            hash(&script),
        ),
        "title" => escaped(parts.title),
        "lang" => lang.code().to_owned(),
        "style" => parts.sheet.to_owned(),
        "body" => parts.body.to_owned(),
        "shared" => parts.shared.to_owned(),
        "script" => script.clone(),
        template => lang.translation(template).map(escaped).unwrap_or_default(),
    })
}

/// Returns the roles of the figures of a record.
pub(super) fn roles_of_figures(steps: &Steps<'_>) -> BTreeSet<DrawnRole> {
    let of_steps = steps.steps.iter().map(|step| &step.drawing.roles);
    of_steps.flatten().copied().collect()
}

/// Returns the element that plays a record, which it shows at a step.
fn player_element(steps: &Steps<'_>, open: usize, theme: &Theme, data: &str) -> String {
    let lang = steps.lang();
    let record = steps.timeline.record().as_ref();
    let shown = &steps.steps[open];
    // The steps of variations have a hyphen in their identifiers, and the start is step 0.
    let main_line = steps.steps.iter().filter(|step| !step.id.contains('-'));
    let last = main_line.count() - 1;
    fill_template(PLAYER, |name| match name {
        "head" => head_html(record, steps, lang),
        "tags" => tags_html(record),
        "lang" => lang.code().to_owned(),
        "hidden" => String::new(),
        "theme" => theme.name.clone(),
        "width" => shown.drawing.width.clone(),
        "height" => shown.drawing.height.clone(),
        "figure-title" => escaped(&shown.drawing.title),
        "figure-words" => escaped(&shown.drawing.words),
        "figure" => shown.drawing.body.clone(),
        "beneath" => shown.beneath.clone(),
        "label" => escaped(&shown.label),
        "position" => escaped(&shown.position.text()),
        "last" => last.to_string(),
        "list" => turn_list_html(record, steps, open, lang),
        "findings" => record_findings_html(steps, lang),
        "data" => format!("<script type=\"application/json\" id=\"data\">{data}</script>\n"),
        template => lang.translation(template).map(escaped).unwrap_or_default(),
    })
}

/// Returns the element without a record, which a page of several records fills with one of them.
pub(super) fn empty_element(options: &PlayerOptions, theme: &Theme) -> String {
    let lang = options.figure.view.lang;
    fill_template(PLAYER, |name| match name {
        "lang" => lang.code().to_owned(),
        "hidden" => " hidden".to_owned(),
        "theme" => theme.name.clone(),
        "width" | "height" => "1".to_owned(),
        "last" => "0".to_owned(),
        "head" | "tags" | "figure-title" | "figure-words" | "figure" | "beneath" | "label"
        | "position" | "list" | "findings" | "data" => String::new(),
        template => lang.translation(template).map(escaped).unwrap_or_default(),
    })
}

/// Returns one of several records on a page: the HTML that the script moves into the element, and
/// the data.
pub(super) fn record_section(
    steps: &Steps<'_>,
    open: usize,
    number: usize,
    pool: &mut Pool,
) -> String {
    let lang = steps.lang();
    let record = steps.timeline.record().as_ref();
    let name = escaped(&record_heading(record, lang));
    let slot = |id: &str, html: &str| format!("<div data-slot=\"{id}\">{html}</div>\n");
    let words = escaped(&steps.steps[open].drawing.words);
    [
        format!("<section data-record id=\"record-{number}\" aria-label=\"{name}\">\n"),
        slot("head", &head_html(record, steps, lang)),
        format!("<p class=\"in-words\">{words}</p>\n"),
        slot("turns", &turn_list_html(record, steps, open, lang)),
        slot("findings", &record_findings_html(steps, lang)),
        slot("tags", &tags_html(record)),
        format!(
            "<script type=\"application/json\">{}</script>\n</section>\n",
            record_data(steps, open, pool)
        ),
    ]
    .concat()
}

/// Returns the heading, the lines about the record, and the line about its errors. The heading of a
/// puzzle is its task.
fn head_html(record: &Record, steps: &Steps<'_>, lang: Lang) -> String {
    let names = escaped(&record_heading(record, lang));
    let about = about_line(record, lang);
    let names = format!("<bdi>{names}</bdi>");
    let (heading, line_below) = match steps.tasks().first() {
        Some((_, task)) => {
            let heading = format!("<h1 id=\"task\">{}</h1>", escaped(task));
            let line_below = if about.is_empty() {
                names
            } else {
                format!("{names} · {about}")
            };
            (heading, line_below)
        }
        None => (format!("<h1>{names}</h1>"), about),
    };
    let faults = faults_html(steps, lang);
    format!("{heading}\n<p class=\"about\">{line_below}</p>\n{faults}\n")
}

/// Returns the list of turns with the result.
fn turn_list_html(record: &Record, steps: &Steps<'_>, open: usize, lang: Lang) -> String {
    format!(
        "{}\n<p class=\"result\"><strong>{}</strong> {}</p>\n",
        ListWriter::write_main_line(record, steps, open, lang),
        lang.say("Result"),
        escaped(&result_text(record, steps, lang)),
    )
}

fn record_findings_html(steps: &Steps<'_>, lang: Lang) -> String {
    let of_record: Vec<_> = steps
        .findings_of_record
        .iter()
        .map(|&index| &steps.timeline.report.findings[index])
        .collect();
    findings_html(&of_record, steps.book(), lang)
}

/// Replaces each `{{name}}` in a template once; inserted text is not scanned again.
pub(super) fn fill_template(template: &str, value: impl Fn(&str) -> String) -> String {
    let mut parts = template.split("{{");
    let mut out = parts.next().unwrap_or_default().to_owned();
    for part in parts {
        let (name, rest) = part.split_once("}}").unwrap_or((part, ""));
        out.push_str(&value(name));
        out.push_str(rest);
    }
    out
}

/// Returns a line about the errors that leads to the first one; nothing without errors.
fn faults_html(steps: &Steps<'_>, lang: Lang) -> String {
    let report = &steps.timeline.report;
    let Some(first) = report.first_error() else {
        return String::new();
    };

    let turn = first.turn;
    let count = report.errors().count();
    // Turn 0 means that the error belongs to no turn.
    let summary = match (count, turn) {
        (1, 0) => lang.say("1 error").to_owned(),
        (1, _) => lang.fill("1 error, at turn {0}", &[&turn]),
        (_, 0) => lang.fill("{0} errors", &[&count]),
        (_, _) => lang.fill("{0} errors, the first at turn {1}", &[&count, &turn]),
    };
    let message = first.message.replace('`', "");
    let message = message.strip_suffix('.').unwrap_or(&message);
    let words = with_whole_turns(&lang.fill("{0}: {1}", &[&summary, &message]));
    let (address, data_to) = match steps.first_finding() {
        Some(step) => (
            steps.steps[step].id.as_str(),
            format!(" data-to=\"{step}\""),
        ),
        None => ("findings", String::new()),
    };
    format!("<p class=\"faults\"><a href=\"#{address}\"{data_to}>{words}</a></p>")
}

/// Returns a script or style sheet without the lines that are comments, and without indentation.
fn without_comments(source: &str) -> String {
    let lines = source.lines().map(str::trim_start);
    lines
        .filter(|line| !line.starts_with("//") && !line.starts_with("/*"))
        .flat_map(|line| [line, "\n"])
        .collect()
}

fn tags_html(record: &Record) -> String {
    let mut out = String::new();
    for tag in &record.tags {
        let name = escaped(&tag.name);
        let value = escaped(&tag.value);
        let _ = write!(out, "<dt>{name}</dt><dd dir=\"auto\">{value}</dd>");
    }
    out
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn inserted_text_is_not_expanded_again() {
        let filled = fill_template("<{{a}}|{{b}}>", |name| {
            if name == "a" {
                "{{b}}".to_owned()
            } else {
                "x".to_owned()
            }
        });
        assert_eq!(filled, "<{{b}}|x>");
    }
}
