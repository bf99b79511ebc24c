//! HTML file of the player: head, figure, controls, list, and the positions as data.

use std::collections::{BTreeMap, BTreeSet, HashMap};
use std::fmt::Write;

use base64::Engine;
use base64::engine::general_purpose::STANDARD as BASE64;
use serde::Serialize;
use sha2::{Digest, Sha256};

use super::PlayerOptions;
use super::list::{ListWriter, findings};
use super::steps::{PlayerStep, Steps};
use crate::draw::{Colour, Lang, Paint, Role, Theme, escaped, style_sheet};
use crate::games::GameId;
use crate::notation::score_text;
use crate::notation::{Outcome, Record};
use crate::text::is_harmful;

const TEMPLATE: &str = include_str!("player.html");
const STYLE: &str = include_str!("player.css");
/// Style of a page with several players.
const COLLECTION_STYLE: &str = include_str!("collection.css");
/// Part of the template after the player.
const FOOT: &str = "<script>{{script}}";
/// Script of the player, and of the element that embeds players in other pages.
pub(super) const SCRIPT: &str = include_str!("player.js");
/// End of the script, before which a page of several records adds its own.
const SCRIPT_END: &str = "})();\n";
/// Script of a page with several players.
const COLLECTION_SCRIPT: &str = include_str!("collection.js");

/// Data for the script.
#[derive(Serialize)]
struct Data<'a> {
    lines: Vec<&'a str>,
    steps: Columns<'a>,
    /// Step that is shown first.
    open: usize,
    /// Heading.
    title: String,
    /// The record as written, and the name of its file.
    record: &'a str,
    file: String,
    /// Texts of the script.
    say: BTreeMap<&'static str, &'static str>,
}

/// Steps as columns, because equal values compress best next to each other.
#[derive(Default, Serialize)]
struct Columns<'a> {
    /// Empty if it equals the index of the step.
    id: Vec<&'a str>,
    /// Number of steps between the step and its parent, in most cases zero.
    parent: Vec<usize>,
    label: Vec<&'a str>,
    width: Vec<&'a str>,
    height: Vec<&'a str>,
    /// Lines of the SVG, by number.
    drawing: Vec<Vec<usize>>,
    /// Description of the position, without the effects of the turn.
    words: Vec<&'a str>,
    /// Lines of the HTML, by number.
    beneath: Vec<Vec<usize>>,
    position: Vec<String>,
    did: Vec<&'a str>,
    /// 1 if the record requests a figure there.
    diagram: Vec<u8>,
}

/// Distinct lines of all steps. Most lines of a figure are in the figure before it too; without
/// this, a page would be six times as long.
#[derive(Default)]
struct DistinctLines<'a> {
    lines: Vec<&'a str>,
    numbers: HashMap<&'a str, usize>,
}

impl<'a> DistinctLines<'a> {
    /// Returns the numbers of the lines of a text.
    fn numbers(&mut self, text: &'a str) -> Vec<usize> {
        text.split_inclusive('\n')
            .map(|line| self.number(line))
            .collect()
    }

    fn number(&mut self, line: &'a str) -> usize {
        *self.numbers.entry(line).or_insert_with(|| {
            self.lines.push(line);
            self.lines.len() - 1
        })
    }
}

/// Writes the file. `theme` is the theme of the figures, whether chosen or the default.
pub(super) fn write(
    steps: &Steps<'_>,
    open: usize,
    options: &PlayerOptions,
    theme: &Theme,
) -> String {
    let PlayerHtml { sheet, html } = PlayerHtml::new(steps, open, options, theme);
    let title = heading(steps.timeline.record(), steps.lang());
    page_around(
        steps.lang(),
        &title,
        &html,
        &sheet,
        &BTreeSet::from([sheet.clone()]),
        SCRIPT,
    )
}

/// Writes a page with several players. `sheets` are their style sheets.
pub(super) fn page_of(
    title: &str,
    body: &str,
    sheets: &BTreeSet<String>,
    options: &PlayerOptions,
    theme: &Theme,
) -> String {
    let own = [
        &colour_sheet(options.theme.as_ref(), theme),
        STYLE,
        COLLECTION_STYLE,
    ]
    .map(without_comments)
    .concat();
    let mut sheets = sheets.clone();
    sheets.insert(own.clone());
    let script = SCRIPT.strip_suffix(SCRIPT_END).unwrap_or(SCRIPT);
    let script = [script, COLLECTION_SCRIPT, SCRIPT_END].concat();
    page_around(
        options.figure.view.lang,
        title,
        body,
        &own,
        &sheets,
        &script,
    )
}

/// Writes the page around its body. `sheets` are all of its style sheets, of which `own` is in its
/// head.
fn page_around(
    lang: Lang,
    title: &str,
    body: &str,
    own: &str,
    sheets: &BTreeSet<String>,
    script: &str,
) -> String {
    let script = without_comments(script);
    let hash = |text: &str| format!("'sha256-{}'", BASE64.encode(Sha256::digest(text)));
    let styles = sheets
        .iter()
        .map(|sheet| hash(sheet))
        .collect::<Vec<_>>()
        .join(" ");
    let (head, rest) = TEMPLATE.split_once("<body>\n").unwrap_or_default();
    let foot = rest
        .rsplit_once(FOOT)
        .map(|(_, foot)| foot)
        .unwrap_or_default();
    let value = |name: &str| match name {
        "policy" => format!(
            "default-src 'none'; style-src {styles}; script-src {}; base-uri 'none'; form-action 'none'",
            hash(&script),
        ),
        "title" => escaped(title),
        "lang" => lang.code().to_owned(),
        "style" => own.to_owned(),
        "script" => script.clone(),
        template => lang.translation(template).map(escaped).unwrap_or_default(),
    };
    [
        fill(head, value),
        "<body>\n".to_owned(),
        body.to_owned(),
        fill(FOOT, value),
        fill(foot, value),
    ]
    .concat()
}

/// Player of a record as an element, with its style sheet.
pub(super) struct PlayerHtml {
    pub(super) sheet: String,
    pub(super) html: String,
}

impl PlayerHtml {
    pub(super) fn new(
        steps: &Steps<'_>,
        open: usize,
        options: &PlayerOptions,
        theme: &Theme,
    ) -> Self {
        let sheet = format!(
            "{}{}",
            theme_sheet(steps, options.theme.as_ref(), theme),
            without_comments(STYLE)
        );
        let (_, body) = TEMPLATE.split_once("<body>\n").unwrap_or_default();
        let (template, _) = body.rsplit_once(FOOT).unwrap_or_default();
        Self {
            sheet,
            html: element(template, steps, open, theme),
        }
    }
}

/// Fills the part of the template that is about one record.
fn element(template: &str, steps: &Steps<'_>, open: usize, theme: &Theme) -> String {
    let lang = steps.lang();
    let record = steps.timeline.record().as_ref();
    let report = &steps.timeline.report;
    let shown = &steps.steps[open];
    let of_record: Vec<_> = steps
        .findings_of_record
        .iter()
        .map(|&at| &report.findings[at])
        .collect();
    let last = steps
        .steps
        .iter()
        .filter(|step| !step.id.contains('-'))
        .count()
        - 1;
    let errors = report.errors().count();
    fill(template, |name| match name {
        "heading" => format!("<bdi>{}</bdi>", escaped(&heading(record, lang))),
        "about" => about(record, lang),
        "tags" => tags(record),
        "result" => escaped(&result(record, steps, lang)),
        "faults" => match errors {
            0 => String::new(),
            1 => faults(steps, lang.say("This record has 1 error.")),
            count => faults(steps, &lang.fill("This record has {0} errors.", &[&count])),
        },
        "findings" => format!(
            "<div id=\"findings\">{}</div>",
            findings(&of_record, steps.book(), lang)
        ),
        "lang" => lang.code().to_owned(),
        "flips" => (if steps.can_flip() { "" } else { " hidden" }).to_owned(),
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
        "list" => ListWriter::main_line(record, steps, open, lang),
        "data" => data(steps, open, lang),
        template => lang.translation(template).map(escaped).unwrap_or_default(),
    })
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
    let (address, at) = match steps.first_finding() {
        Some(step) => (
            steps.steps[step].id.as_str(),
            format!(" data-to=\"{step}\""),
        ),
        None => ("findings", String::new()),
    };
    format!("<p class=\"faults\"><a href=\"#{address}\"{at}>{summary} {why}</a></p>")
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
    let parts = [
        record
            .game()
            .filter(|_| has_players)
            .map(|game| game.title().to_owned()),
        tag(record, "Variant").map(str::to_owned),
        tag(record, "Event").map(str::to_owned),
        tag(record, "Site").map(str::to_owned),
        round,
        tag(record, "Date").map(str::to_owned),
    ];
    let parts: Vec<_> = parts
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

/// Returns the result by the rules, or else the one in the record.
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

/// Colours of dark fields and shades on paper: the first has a contrast of 3 to 1 with white, black
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
    // Paper is white. What would be hatched in print is grey here, so that the pieces on it are
    // visible.
    let paper = colours(&Theme::default());
    let _ = writeln!(
        out,
        "@media print{{:root,:host{{{paper};--pips-field-dark:{GREY};--pips-shade:{LIGHT_GREY}}}}}"
    );
    out
}

/// Returns the style sheet: the colours, and the rules that apply them to figures.
fn theme_sheet(steps: &Steps<'_>, chosen: Option<&Theme>, theme: &Theme) -> String {
    let mut out = colour_sheet(chosen, theme);
    // All positions have the same frame, so that the content below does not move.
    let longest = |side: fn(&PlayerStep) -> &String| {
        let sides = steps.steps.iter().map(side);
        sides
            .max_by_key(|side| length(side))
            .map_or("1", String::as_str)
    };
    let width = longest(|step| &step.drawing.width);
    let height = longest(|step| &step.drawing.height);
    let _ = writeln!(out, "#figure{{aspect-ratio:{width}/{height}}}");
    let roles: BTreeSet<(Role, bool)> = steps
        .steps
        .iter()
        .flat_map(|step| step.drawing.roles.iter().copied())
        .collect();
    out.push_str(&style_sheet(theme, roles.into_iter()));
    out
}

/// Returns the sort key of a length in pixels: the number of digits before the point, then the
/// digits.
fn length(pixels: &str) -> (usize, &str) {
    (pixels.find('.').unwrap_or(pixels.len()), pixels)
}

fn is_dark(colour: &Colour) -> bool {
    colour
        .channels()
        .into_iter()
        .map(|channel| u32::from(channel / 16))
        .sum::<u32>()
        < 24
}

/// Returns the data for the script, as JSON.
fn data(all: &Steps<'_>, open: usize, lang: Lang) -> String {
    let steps = all.steps.as_slice();
    let mut lines = DistinctLines::default();
    let mut columns = Columns::default();
    for (number, step) in steps.iter().enumerate() {
        columns.id.push(if step.id == number.to_string() {
            ""
        } else {
            &step.id
        });
        columns.parent.push(
            step.parent
                .map_or(0, |parent| number.saturating_sub(parent + 1)),
        );
        // Labels that follow from the list of turns are not repeated.
        columns
            .label
            .push(if step.is_usual { "" } else { &step.label });
        columns.width.push(&step.drawing.width);
        columns.height.push(&step.drawing.height);
        columns.drawing.push(lines.numbers(&step.drawing.body));
        columns.words.push(position_in_words(step));
        columns.beneath.push(lines.numbers(&step.beneath));
        columns.position.push(step.position.text());
        columns.did.push(&step.did);
        columns.diagram.push(u8::from(step.is_diagram));
    }
    let record = all.timeline.record();
    // A record from Markdown may have a margin; its canonical form has none.
    let text = all
        .timeline
        .canonical()
        .unwrap_or_else(|_| record.text().to_owned());
    let file = format!("{}.pips", record.game().map_or("record", GameId::name));
    let say = lang.player_texts().collect();
    let data = Data {
        lines: lines.lines,
        steps: columns,
        open,
        title: heading(record, lang),
        record: &text,
        file,
        say,
    };
    // Serialising texts and numbers cannot fail.
    inert(&serde_json::to_string(&data).unwrap_or_default())
}

/// Returns the description of a position, without what the turn did.
fn position_in_words(step: &PlayerStep) -> &str {
    let words = &step.drawing.words;
    words.strip_suffix(&step.did).unwrap_or(words).trim_end()
}

/// Escapes JSON so that it can end neither its HTML element nor a line of JavaScript.
fn inert(json: &str) -> String {
    let mut out = String::with_capacity(json.len());
    for character in json.chars() {
        if "<>&".contains(character) || is_harmful(character) {
            let _ = write!(out, "\\u{:04x}", u32::from(character));
        } else {
            out.push(character);
        }
    }
    out
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
    fn equal_lines_have_one_number() {
        let mut lines = DistinctLines::default();
        assert_eq!(lines.numbers("a\nb\na\n"), [0, 1, 0]);
        assert_eq!(lines.numbers("b\nb"), [1, 2]);
        assert_eq!(lines.numbers(""), [0_usize; 0]);
        assert_eq!(lines.lines, ["a\n", "b\n", "b"]);
    }

    #[test]
    fn json_cannot_close_its_element() {
        assert_eq!(
            inert("\"</script>&\u{2028}\""),
            "\"\\u003c/script\\u003e\\u0026\\u2028\""
        );
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
