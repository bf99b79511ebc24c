//! Writes the parts of a block as Markdown with inline SVG, for pages that become HTML. A *part* is
//! a figure, a table of turns, a finding or a player.

use base64::Engine;
use base64::engine::general_purpose::STANDARD as BASE64;

use super::markdown_writer::{fenced_lines, table_lines};
use super::parts::{BookFigure, Part, PlayerPart, play_it};
use crate::draw::{Lang, Theme, write_figure};
use crate::publish::documents::MarkdownDialect;
use crate::text::xml;

/// Returns a part as lines, followed by an empty one.
pub(super) fn part_lines(part: &Part, theme: &Theme) -> Vec<String> {
    let mut lines = match part {
        Part::Figure(figure) => figure
            .as_text()
            .map_or_else(|| figure_html(figure, theme), |text| fenced_lines(&text)),
        Part::Table(turns) => table_lines(turns, MarkdownDialect::CommonMark),
        Part::Finding(text) => fenced_lines(text),
        Part::Player(player, lang) => vec![player_link(player, *lang)],
    };
    lines.push(String::new());
    lines
}

/// Returns an SVG without empty lines, which would end the HTML block in Markdown.
fn figure_html(figure: &BookFigure, theme: &Theme) -> Vec<String> {
    let id = figure
        .label
        .as_ref()
        .map(|label| format!(" id=\"{label}\""))
        .unwrap_or_default();
    let width = figure.width.as_ref().map_or_else(
        || "max-width: 100%".to_owned(),
        |width| format!("width: {}{}", width.number, width.unit),
    );
    let svg = write_figure(&figure.figure, theme).replacen(
        "<svg ",
        &format!("<svg style=\"{width}; height: auto\" "),
        1,
    );
    let mut lines = vec![format!("<figure class=\"pipscribe\"{id}>")];
    lines.extend(
        svg.lines()
            .filter(|line| !line.trim().is_empty())
            .map(|line| line.trim_start().to_owned()),
    );
    lines.extend(
        figure
            .full_caption()
            .map(|caption| format!("<figcaption>{}</figcaption>", one_line(&caption))),
    );
    lines.push("</figure>".to_owned());
    lines
}

/// Returns a link that opens the player of a record.
///
/// The link contains the player as a data URL. Its script opens the player from memory, because
/// browsers refuse to open data URLs; without scripts it is saved.
pub(super) fn player_link(player: &PlayerPart, lang: Lang) -> String {
    // In an event handler, plain `open` and `URL` would refer to the document.
    const OPEN: &str = "var page=Uint8Array.from(atob(this.href.split(',')[1]),c=>c.charCodeAt(0));\
        window.open(window.URL.createObjectURL(new Blob([page],{type:'text/html;charset=utf-8'})));return false";
    let play = play_it(lang);
    let link = match player {
        PlayerPart::At(address) => format!("<a href=\"{}\">{play}</a>", xml::escaped(address)),
        PlayerPart::Page(html) => format!(
            "<a download=\"record.html\" onclick=\"{OPEN}\" href=\"data:text/html;base64,{}\">{play}</a>",
            BASE64.encode(html)
        ),
    };
    format!("<p class=\"pipscribe-player\">{link}</p>")
}

/// Returns a text on one line, escaped for HTML.
fn one_line(text: &str) -> String {
    xml::escaped(&super::markdown_writer::on_one_line(text))
}
