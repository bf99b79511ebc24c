//! What is made of blocks, as Markdown.

use super::page::ImagePlace;
use super::parts::{BookFigure, Part, PlayerPart, TurnTable, play_it};
use super::region::Marks;
use crate::draw::{Figure, Lang};
use crate::text::xml;

pub(super) const MARKS: Marks = Marks {
    open: "<!-- pipscribe: figures -->",
    close: "<!-- pipscribe: end -->",
    // A comment would end at the first `-->` of the record; this way a reader who wants it can still unfold it. Each mark begins
    // with a comment, so that HTML ends where its line does.
    hide: "<!-- pipscribe: hidden --><details><summary>Record</summary>",
    show: "<!-- pipscribe: shown --></details>",
};

/// A part as lines, with an empty one before it, and the figure that its image shows.
pub(super) fn lines(part: &Part, place: &ImagePlace) -> (Vec<String>, Option<Figure>) {
    let (lines, figure) = match part {
        Part::Figure(figure) => match figure.as_text() {
            Some(text) => (labelled(figure, fenced(&text)), None),
            None => (labelled(figure, vec![image(figure, &place.path)]), Some(figure.captioned())),
        },
        Part::Table(turns) => (table(turns), None),
        Part::Finding(text) => (fenced(text), None),
        Part::Player(player, lang) => (vec![link(player, &place.path, *lang)], None),
    };
    ([vec![String::new()], lines].concat(), figure)
}

fn labelled(figure: &BookFigure, lines: Vec<String>) -> Vec<String> {
    let anchor = figure.label.iter().flat_map(|label| [format!("<a id=\"{label}\"></a>"), String::new()]);
    anchor.chain(lines).collect()
}

fn image(figure: &BookFigure, path: &str) -> String {
    let words = on_one_line(&figure.alternative());
    let address = address(path);
    match &figure.width {
        // Markdown itself knows no width.
        Some(width) => {
            let unit = if width.unit == "px" { "" } else { width.unit };
            let (address, words) = (xml::escaped(&address), xml::escaped(&words));
            match unit {
                "" | "%" => format!("<img src=\"{address}\" alt=\"{words}\" width=\"{}{unit}\">", width.number),
                _ => format!("<img src=\"{address}\" alt=\"{words}\" style=\"width: {}{unit}\">", width.number),
            }
        }
        None => format!("![{}]({address})", escaped(&words)),
    }
}

/// A link to the page that plays a record, made at `path` or there already.
pub(super) fn link(player: &PlayerPart, path: &str, lang: Lang) -> String {
    let path = match player {
        PlayerPart::Page(_) => address(path),
        // What was written as an address is one, but for what would end it here.
        PlayerPart::At(address) => {
            let escapes = [("<", "%3C"), (">", "%3E"), (" ", "%20"), ("(", "%28"), (")", "%29")];
            escapes.iter().fold(address.clone(), |address, (sign, escape)| address.replace(sign, escape))
        }
    };
    format!("[{}]({path})", play_it(lang))
}

/// Turns as a table.
pub(super) fn table(turns: &TurnTable) -> Vec<String> {
    let head = [format!("| {} |", turns.head.join(" | ")), "|---:|---|---|".to_owned()];
    let rows = turns.rows.iter().map(|(number, seat, turn)| format!("| {number} | {} | `{turn}` |", escaped(seat)));
    head.into_iter().chain(rows).collect()
}

/// A text in a block of code whose fence is longer than any that it has.
pub(super) fn fenced(text: &str) -> Vec<String> {
    let longest = text.lines().map(|line| line.trim_start().bytes().take_while(|&byte| byte == b'`').count()).max();
    let fence = "`".repeat(longest.unwrap_or_default().max(2) + 1);
    let lines = text.trim_end().lines().map(|line| line.trim_end().to_owned());
    [format!("{fence}text")].into_iter().chain(lines).chain([fence.clone()]).collect()
}

/// White space made even.
pub(super) fn on_one_line(text: &str) -> String {
    text.split_whitespace().collect::<Vec<_>>().join(" ")
}

/// A text in which no character means anything.
pub(super) fn escaped(text: &str) -> String {
    let mut out = String::with_capacity(text.len());
    for letter in text.chars() {
        if "\\`*_[]<>&|~#!".contains(letter) {
            out.push('\\');
        }
        out.push(letter);
    }
    out
}

/// A path as an address.
fn address(path: &str) -> String {
    let mut out = String::with_capacity(path.len());
    for letter in path.chars() {
        match letter {
            ' ' | '(' | ')' | '<' | '>' | '%' | '"' | '\\' | '#' | '?' => {
                out.push_str(&format!("%{:02X}", u32::from(letter)));
            }
            letter => out.push(letter),
        }
    }
    out
}
