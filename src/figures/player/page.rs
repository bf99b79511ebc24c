//! HTML file of the player: head, figure, controls and list, with its style sheet and its script.
//! Names in double braces in the templates (`document.html`, `player.html`) are replaced by values,
//! or else translated.

use std::collections::BTreeSet;
use std::fmt::Write;

use base64::Engine;
use base64::engine::general_purpose::STANDARD as BASE64;
use sha2::{Digest, Sha256};

use super::PlayerOptions;
use super::script_data::{data, frame, shared};
use super::shared_texts::Pool;
use super::steps::Steps;
use super::turn_list::{ListWriter, findings};
use crate::draw::{Colour, Lang, Paint, Role, Theme, escaped, style_sheet};
use crate::games::GameId;
use crate::notation::score_text;
use crate::notation::{Outcome, Record};

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
pub(super) fn write(
    steps: &Steps<'_>,
    open: usize,
    options: &PlayerOptions,
    theme: &Theme,
) -> String {
    let lang = steps.lang();
    let mut pool = Pool::default();
    let data = data(steps, open, &mut pool);
    let player = element(steps, open, theme, &data);
    let frame = frame(steps);
    let sheet = [
        colour_sheet(options.theme.as_ref(), theme),
        format!("#figure{{aspect-ratio:{}/{}}}\n", frame[0], frame[1]),
        style_sheet(theme, roles(steps).into_iter()),
        without_comments(STYLE),
    ]
    .concat();
    let title = heading(steps.timeline.record(), lang);
    let body = format!("<main>\n{player}</main>\n");
    document(&Document {
        lang,
        title: &title,
        body: &body,
        sheet: &sheet,
        script: SCRIPT,
        shared: &shared(&pool, options),
    })
}

/// Writes a page with several records. `roles` are those of all their figures.
pub(super) fn page_of(
    title: &str,
    body: &str,
    roles: &BTreeSet<(Role, bool)>,
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
    document(&Document {
        lang: options.figure.view.lang,
        title,
        body,
        sheet: &sheet,
        script: &script,
        shared: &shared(pool, options),
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

fn document(parts: &Document<'_>) -> String {
    let script = without_comments(parts.script);
    let hash = |text: &str| format!("'sha256-{}'", BASE64.encode(Sha256::digest(text)));
    let lang = parts.lang;
    fill(DOCUMENT, |name| match name {
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
pub(super) fn roles(steps: &Steps<'_>) -> BTreeSet<(Role, bool)> {
    let of_steps = steps.steps.iter().map(|step| &step.drawing.roles);
    of_steps.flatten().copied().collect()
}

/// Returns the element that plays a record, which it shows at a step.
fn element(steps: &Steps<'_>, open: usize, theme: &Theme, data: &str) -> String {
    let lang = steps.lang();
    let record = steps.timeline.record().as_ref();
    let shown = &steps.steps[open];
    let last = steps
        .steps
        .iter()
        .filter(|step| !step.id.contains('-'))
        .count()
        - 1;
    fill(PLAYER, |name| match name {
        "head" => head(record, steps, lang),
        "tags" => tags(record),
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
        "list" => list(record, steps, open, lang),
        "findings" => findings_of_record(steps, lang),
        "data" => format!("<script type=\"application/json\" id=\"data\">{data}</script>\n"),
        template => lang.translation(template).map(escaped).unwrap_or_default(),
    })
}

/// Returns the element without a record, which a page of several records fills with one of them.
pub(super) fn empty_element(options: &PlayerOptions, theme: &Theme) -> String {
    let lang = options.figure.view.lang;
    fill(PLAYER, |name| match name {
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
pub(super) fn section(steps: &Steps<'_>, open: usize, number: usize, pool: &mut Pool) -> String {
    let lang = steps.lang();
    let record = steps.timeline.record().as_ref();
    let name = escaped(&heading(record, lang));
    let slot = |id: &str, html: &str| format!("<div data-slot=\"{id}\">{html}</div>\n");
    let words = escaped(&steps.steps[open].drawing.words);
    [
        format!("<section data-record id=\"record-{number}\" aria-label=\"{name}\">\n"),
        slot("head", &head(record, steps, lang)),
        format!("<p class=\"in-words\">{words}</p>\n"),
        slot("list", &list(record, steps, open, lang)),
        slot("findings", &findings_of_record(steps, lang)),
        slot("tags", &tags(record)),
        format!(
            "<script type=\"application/json\">{}</script>\n</section>\n",
            data(steps, open, pool)
        ),
    ]
    .concat()
}

/// Returns the heading, the lines about the record, and the line about its errors. The heading of a
/// puzzle is its task.
fn head(record: &Record, steps: &Steps<'_>, lang: Lang) -> String {
    let names = escaped(&heading(record, lang));
    let about = about(record, lang);
    let (first, rest) = match steps.tasks().first() {
        Some((_, task)) => (
            format!("<h1 id=\"task\">{}</h1>", escaped(task)),
            [format!("<bdi>{names}</bdi>"), about]
                .into_iter()
                .filter(|part| !part.is_empty())
                .collect::<Vec<_>>()
                .join(" · "),
        ),
        None => (format!("<h1><bdi>{names}</bdi></h1>"), about),
    };
    let faults = match steps.timeline.report.errors().count() {
        0 => String::new(),
        1 => faults(steps, lang.say("This record has 1 error.")),
        count => faults(steps, &lang.fill("This record has {0} errors.", &[&count])),
    };
    format!("{first}\n<p class=\"about\">{rest}</p>\n{faults}\n")
}

/// Returns the list of turns with the result.
fn list(record: &Record, steps: &Steps<'_>, open: usize, lang: Lang) -> String {
    format!(
        "{}\n<p class=\"result\"><strong>{}</strong> {}</p>\n",
        ListWriter::main_line(record, steps, open, lang),
        lang.say("Result"),
        escaped(&result(record, steps, lang)),
    )
}

fn findings_of_record(steps: &Steps<'_>, lang: Lang) -> String {
    let of_record: Vec<_> = steps
        .findings_of_record
        .iter()
        .map(|&index| &steps.timeline.report.findings[index])
        .collect();
    findings(&of_record, steps.book(), lang)
}

/// Replaces each `{{name}}` in a template once; inserted text is not scanned again.
pub(super) fn fill(template: &str, value: impl Fn(&str) -> String) -> String {
    let mut parts = template.split("{{");
    let mut out = parts.next().unwrap_or_default().to_owned();
    for part in parts {
        let (name, rest) = part.split_once("}}").unwrap_or((part, ""));
        out.push_str(&value(name));
        out.push_str(rest);
    }
    out
}

fn tag<'a>(record: &'a Record, name: &str) -> Option<&'a str> {
    record
        .tag_value(name)
        .filter(|value| !value.trim().is_empty())
}

/// Returns a line about the errors that leads to the first one.
fn faults(steps: &Steps<'_>, summary: &str) -> String {
    let first = steps.timeline.report.first_error();
    let why = first
        .map(|finding| escaped(&finding.message.replace('`', "")))
        .unwrap_or_default();
    let (address, data_to) = match steps.first_finding() {
        Some(step) => (
            steps.steps[step].id.as_str(),
            format!(" data-to=\"{step}\""),
        ),
        None => ("findings", String::new()),
    };
    format!("<p class=\"faults\"><a href=\"#{address}\"{data_to}>{summary} {why}</a></p>")
}

/// Returns a script or style sheet without the lines that are comments, and without indentation.
fn without_comments(source: &str) -> String {
    let lines = source.lines().map(str::trim_start);
    lines
        .filter(|line| !line.starts_with("//") && !line.starts_with("/*"))
        .flat_map(|line| [line, "\n"])
        .collect()
}

/// Returns the names of the players, or the game if there are none.
pub(super) fn heading(record: &Record, lang: Lang) -> String {
    let players: Vec<_> = (1..=4)
        .filter_map(|seat| tag(record, &format!("Player{seat}")))
        .collect();
    match players.as_slice() {
        [] => record
            .game()
            .map_or(lang.say("Record"), GameId::title)
            .to_owned(),
        _ => players.join(" – "),
    }
}

/// Returns the game, and where and when it was played.
pub(super) fn about(record: &Record, lang: Lang) -> String {
    let round = tag(record, "Round").map(|round| lang.fill("round {0}", &[&round]));
    // Without players, the game is the heading.
    let has_players = (1..=4).any(|seat| tag(record, &format!("Player{seat}")).is_some());
    let game = if has_players {
        record.game().map(|game| game.title().to_owned())
    } else {
        None
    };
    let parts: Vec<_> = [
        game,
        tag(record, "Variant").map(str::to_owned),
        tag(record, "Event").map(str::to_owned),
        tag(record, "Site").map(str::to_owned),
        round,
        tag(record, "Date").map(str::to_owned),
    ]
    .into_iter()
    .flatten()
    .map(|part| format!("<bdi>{}</bdi>", escaped(&part)))
    .collect();
    parts.join(" · ")
}

fn tags(record: &Record) -> String {
    let mut out = String::new();
    for tag in &record.tags {
        let name = escaped(&tag.name);
        let value = escaped(&tag.value);
        let _ = write!(out, "<dt>{name}</dt><dd dir=\"auto\">{value}</dd>");
    }
    out
}

/// Returns the result under the rules, or else the result in the record.
pub(super) fn result(record: &Record, steps: &Steps<'_>, lang: Lang) -> String {
    let claimed = || match (&record.result, tag(record, "Result")) {
        (Some((Outcome::Decided(standing), _)), _) => {
            lang.fill("{0}, as the record says", &[standing])
        }
        (None, Some(result)) if result != "*" => lang.fill("{0}, as the record says", &[&result]),
        _ => lang.say("open").to_owned(),
    };
    let mut out = steps
        .timeline
        .report
        .result
        .as_ref()
        .map_or_else(claimed, ToString::to_string);
    if let Some(score) = &steps.timeline.report.score {
        let _ = write!(out, " · {}", lang.fill("Score {0}", &[&score_text(score)]));
    }
    if let Some(termination) = tag(record, "Termination") {
        let _ = write!(out, " · {termination}");
    }
    out
}

/// Colours of dark fields and shades on paper: the first has a contrast of 3 to 1 with white; black
/// text is legible on the second.
const GREY: &str = "#949494";
const LIGHT_GREY: &str = "#ddd";

/// Returns the style sheet with the colours.
fn colour_sheet(chosen: Option<&Theme>, theme: &Theme) -> String {
    let colours = |theme: &Theme| {
        let colour = |paint: &Paint| format!("--pips-{}:{}", paint.name(), theme.colour(*paint));
        let scheme = if is_dark(theme.colour(Paint::Ground)) {
            "dark"
        } else {
            "light"
        };
        format!(
            "color-scheme:{scheme};{}",
            Paint::ALL.iter().map(colour).collect::<Vec<_>>().join(";")
        )
    };
    let mut out = format!(":root,:host{{{}}}\n", colours(theme));
    if let (None, Some(dark)) = (chosen, Theme::named("dark")) {
        let _ = writeln!(
            out,
            "@media (prefers-color-scheme:dark){{:root,:host{{{}}}}}",
            colours(&dark)
        );
    }
    // Paper is white. Areas that would be hatched in print are grey here, so that the pieces on it
    // are visible.
    let paper = colours(&Theme::default());
    let _ = writeln!(
        out,
        "@media print{{:root,:host{{{paper};--pips-field-dark:{GREY};--pips-shade:{LIGHT_GREY}}}}}"
    );
    out
}

fn is_dark(colour: &Colour) -> bool {
    colour
        .channels()
        .into_iter()
        .map(|channel| u32::from(channel / 16))
        .sum::<u32>()
        < 24
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn inserted_text_is_not_expanded_again() {
        let filled = fill("<{{a}}|{{b}}>", |name| {
            if name == "a" {
                "{{b}}".to_owned()
            } else {
                "x".to_owned()
            }
        });
        assert_eq!(filled, "<{{b}}|x>");
    }

    #[test]
    fn backgrounds_are_light_or_dark() {
        let dark = |name: &str| is_dark(Theme::named(name).unwrap().colour(Paint::Ground));
        assert_eq!(
            [dark("print"), dark("screen"), dark("dark")],
            [false, false, true]
        );
    }
}
