//! Writes the parts of a block as LaTeX.

use super::attributes::Width;
use super::markdown::on_one_line;
use super::page::ImagePlace;
use super::parts::{BookFigure, Part, PlayerPart, Row, TurnTable, play_it};
use super::pieces::PieceImage;
use super::region::Marks;
use crate::documents::escaped_for_latex;
use crate::draw::{Figure, Lang, piece_in_text};

pub(super) const MARKS: Marks = Marks {
    open: "% pipscribe: figures",
    close: "% pipscribe: end",
    hide: "\\iffalse % pipscribe: hidden",
    show: "\\fi % pipscribe: shown",
};

/// Returns a part as lines, and the figure of its image.
pub(super) fn lines(part: &Part, place: &ImagePlace) -> (Vec<String>, Option<Figure>) {
    match part {
        Part::Figure(figure) => {
            let text = figure.text.map(|charset| crate::draw::write_text_figure(&figure.figure, charset));
            let is_image = text.is_none();
            let shown = text.map_or_else(|| vec![included(figure, &place.path)], |text| verbatim(&text));
            (environment(figure, shown, place), is_image.then(|| figure.figure.clone()))
        }
        Part::Table(turns) => (table(turns), None),
        Part::Finding(text) => (verbatim(text), None),
        Part::Player(PlayerPart::Page(_), lang) => (link(&place.path, *lang), None),
        Part::Player(PlayerPart::At(address), lang) => (link(address, *lang), None),
    }
}

fn environment(figure: &BookFigure, shown: Vec<String>, place: &ImagePlace) -> Vec<String> {
    let mut lines = Vec::new();
    // LaTeX counts figures itself.
    lines.extend(figure.number.map(|number| format!("\\setcounter{{figure}}{{{}}}", number.saturating_sub(1))));
    lines.push("\\begin{figure}[htbp]".to_owned());
    lines.push("\\centering".to_owned());
    lines.extend(shown);
    let caption = figure.caption.as_ref().unwrap_or(&figure.figure.title);
    lines.push(format!("\\caption{{{}}}", escaped_for_latex(&on_one_line(caption))));
    let label = figure.label.clone().unwrap_or_else(|| place.name.clone());
    let fits = |letter: char| letter.is_ascii_alphanumeric() || "-.:".contains(letter);
    let label: String = label.chars().map(|letter| if fits(letter) { letter } else { '-' }).collect();
    lines.push(format!("\\label{{fig:{label}}}"));
    lines.push("\\end{figure}".to_owned());
    lines
}

fn included(figure: &BookFigure, path: &str) -> String {
    if path.ends_with(".tikz") {
        // The file contains its alternative text and was drawn at its width if that is a length.
        let input = format!("\\input{{{path}}}");
        return match figure.width.as_ref().filter(|width| width.length().is_none()) {
            Some(width) => format!("\\resizebox{{{}}}{{!}}{{{input}}}", length(width)),
            None => input,
        };
    }
    let width = figure.width.as_ref().map(|width| format!("width={}", length(width)));
    // Only the package `svg` reads SVG, and it has no alternative text.
    let (command, words) = match path.ends_with(".svg") {
        true => ("includesvg", None),
        false => {
            ("includegraphics", Some(format!("alt={{{}}}", escaped_for_latex(&on_one_line(&figure.alternative())))))
        }
    };
    let options: Vec<String> = width.into_iter().chain(words).collect();
    let options = if options.is_empty() { String::new() } else { format!("[{}]", options.join(",")) };
    format!("\\{command}{options}{{{path}}}")
}

/// Returns the file that defines `\pip` for the pieces of a document. Its images are in `folder`.
pub(super) fn piece_macro<'a>(pieces: impl Iterator<Item = &'a PieceImage>, folder: &str) -> String {
    let [height, depth] = piece_in_text();
    let mut out = String::from(
        "% Written by pipscribe: pieces in the text, for the packages that the figures need.\n\
         \\DeclareRobustCommand{\\pip}[1]{\\csname pip:#1\\endcsname}\n",
    );
    for PieceImage { image, name, words } in pieces {
        let path = format!("{folder}{}", image.name);
        let shown = if path.ends_with(".tikz") {
            format!("\\resizebox{{!}}{{{height}}}{{\\input{{{path}}}}}")
        } else if path.ends_with(".svg") {
            format!("\\includesvg[height={height}]{{{path}}}")
        } else {
            format!("\\includegraphics[height={height},alt={{{}}}]{{{path}}}", escaped_for_latex(words))
        };
        out.push_str(&format!(
            "\\expandafter\\def\\csname pip:{name}\\endcsname{{\\raisebox{{-{depth}}}{{{shown}}}}}\n"
        ));
    }
    out
}

/// Returns a link of the package `hyperref`; without the package, the address is shown.
fn link(address: &str, lang: Lang) -> Vec<String> {
    let play = play_it(lang);
    let shown = escaped_for_latex(address);
    let address: String = address
        .chars()
        .map(|letter| if "#%\\{}".contains(letter) { format!("\\{letter}") } else { letter.to_string() })
        .collect();
    vec![format!(
        "\\par\\noindent\\ifdefined\\href\\href{{{address}}}{{{play}}}\\else {play}: \\texttt{{{shown}}}\\fi\\par"
    )]
}

fn length(width: &Width) -> String {
    let number = || width.number.parse::<f64>().unwrap_or_default();
    match width.unit {
        "%" => format!("{:.3}\\linewidth", number() / 100.0),
        // At 96 pixels per inch.
        "px" => format!("{:.3}in", number() / 96.0),
        unit => format!("{}{unit}", width.number),
    }
}

fn table(turns: &TurnTable) -> Vec<String> {
    let row = |(number, seat, turn): &Row| {
        format!("{number} & {} & \\texttt{{{}}} \\\\", escaped_for_latex(seat), escaped_for_latex(turn))
    };
    let columns = format!("{} \\\\", turns.head.join(" & "));
    let head = ["\\begin{center}", "\\begin{tabular}{rll}", columns.as_str(), "\\hline"];
    let tail = ["\\end{tabular}", "\\end{center}"];
    let own = |line: &&str| (*line).to_owned();
    head.iter().map(own).chain(turns.rows.iter().map(row)).chain(tail.iter().map(own)).collect()
}

fn verbatim(text: &str) -> Vec<String> {
    let lines = text.trim_end().lines().map(|line| line.trim_end().replace("\\end{verbatim}", "\\end {verbatim}"));
    ["\\begin{verbatim}".to_owned()].into_iter().chain(lines).chain(["\\end{verbatim}".to_owned()]).collect()
}
