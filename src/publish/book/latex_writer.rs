//! Writes the parts of a block as LaTeX.

use super::figure_width::Width;
use super::generated_regions::Marks;
use super::image_names::ImagePlace;
use super::markdown_writer::on_one_line;
use super::parts::{BookFigure, Part, PlayerPart, Row, TurnTable, play_it};
use super::pieces_in_text::PieceImage;
use crate::draw::{Figure, Lang, piece_in_text, write_text_figure};
use crate::publish::documents::Enclosure;
use crate::text::escaped_for_latex;

/// LaTeX skips the text between `\iffalse` and `\fi`.
pub(super) const MARKS: Marks = Marks {
    open: "% pipscribe: figures",
    close: "% pipscribe: end",
    hide: &["\\iffalse % pipscribe: hidden"],
    show: &["\\fi % pipscribe: shown"],
};

/// Returns a part as lines, and the figure of its image. `labels` are the labels of the figures of
/// the document so far.
pub(super) fn part_lines(
    part: &Part,
    place: &ImagePlace,
    labels: &[Option<String>],
) -> (Vec<String>, Option<Figure>) {
    match part {
        Part::Figure(figure) => {
            let (shown, image) = match figure.text {
                Some(charset) => {
                    let text = write_text_figure(&figure.figure, charset);
                    (verbatim_lines(&text), None)
                }
                None => {
                    let command = include_command(figure, &place.path);
                    (vec![command], Some(figure.figure.clone()))
                }
            };
            (figure_lines(figure, shown, place), image)
        }
        Part::Table(turns) => (table_lines(turns, labels), None),
        Part::Finding(text) => (verbatim_lines(text), None),
        Part::Player(PlayerPart::Page(_), lang) => (link_lines(&place.path, *lang), None),
        Part::Player(PlayerPart::At(address), lang) => (link_lines(address, *lang), None),
    }
}

/// Returns the label of a figure, from its own label or else the name of its image. It begins with
/// `fig:`, also if its author wrote that.
pub(super) fn figure_label(given: Option<&str>, name: &str) -> String {
    let fits = |letter: char| letter.is_ascii_alphanumeric() || "-_.:".contains(letter);
    let label: String = given
        .unwrap_or(name)
        .chars()
        .map(|letter| if fits(letter) { letter } else { '-' })
        .collect();
    if given.is_some() && label.starts_with("fig:") {
        label
    } else {
        format!("fig:{label}")
    }
}

/// Returns the first conditional of TeX in a text, such as `\iftrue` or `\fi`. TeX counts them even
/// in text that it skips, so a `\fi` there would end the `\iffalse` before it.
pub(super) fn conditional_in(text: &[u8]) -> Option<String> {
    let mut offset = 0;
    while let Some(step) = memchr::memchr(b'\\', &text[offset..]) {
        let name_start = offset + step + 1;
        let after = &text[name_start..];
        let length = after
            .iter()
            .take_while(|byte| byte.is_ascii_alphabetic())
            .count();
        let name = &after[..length];
        let is_conditional = match name {
            b"fi" | b"else" | b"or" => true,
            // The arrow `\iff` only begins like a conditional.
            b"iff" => false,
            _ => name.starts_with(b"if"),
        };
        if is_conditional {
            return Some(format!("\\{}", String::from_utf8_lossy(name)));
        }
        // The second backslash of `\\` begins no command.
        offset = (name_start + length.max(1)).min(text.len());
    }
    None
}

/// Returns true if LaTeX can read a file with this name. A quote has a special meaning in file
/// names, and a line end becomes a space.
pub(super) fn is_readable(path: &str) -> bool {
    !path.contains(|letter: char| letter == '"' || letter.is_control())
}

/// Writes a file name. Characters with a special meaning in TeX are written as macros that expand
/// to them, because escapes such as `\%` do not expand to characters.
pub(super) fn file_name(path: &str) -> String {
    let mut out = String::with_capacity(path.len());
    let mut skips_spaces = false;
    for letter in path.chars() {
        let name = match letter {
            '%' => "c_percent_str",
            '#' => "c_hash_str",
            '{' => "c_left_brace_str",
            '}' => "c_right_brace_str",
            '\\' => "c_backslash_str",
            '~' => "c_tilde_str",
            '^' => "c_circumflex_str",
            '$' => "c_dollar_str",
            '&' => "c_ampersand_str",
            // TeX drops a space after a macro, and all but one of several consecutive spaces.
            ' ' if skips_spaces => "c_space_tl",
            _ => "",
        };
        if name.is_empty() {
            out.push(letter);
        } else {
            out.push_str(&format!("\\csname {name}\\endcsname "));
        }
        skips_spaces = !name.is_empty() || letter == ' ';
    }
    out
}

/// Returns a figure with its caption. Only the text of a document accepts a `figure`, which floats.
fn figure_lines(figure: &BookFigure, shown: Vec<String>, place: &ImagePlace) -> Vec<String> {
    match place.enclosure {
        Enclosure::Page => figure_environment(figure, shown, place),
        Enclosure::Box => figure_in_box(figure, shown, place),
        Enclosure::Float(_) => {
            let caption = figure.filled_caption();
            let caption = caption
                .map(|caption| format!("\\par {}", escaped_for_latex(&on_one_line(caption))));
            centred(shown.into_iter().chain(caption))
        }
    }
}

/// Returns lines between those of an environment that centres them.
fn centred(lines: impl IntoIterator<Item = String>) -> Vec<String> {
    let mut out = vec!["\\begin{center}".to_owned()];
    out.extend(lines);
    out.push("\\end{center}".to_owned());
    out
}

/// Returns a figure that does not float. Its caption is text with the number of the figure.
fn figure_in_box(figure: &BookFigure, shown: Vec<String>, place: &ImagePlace) -> Vec<String> {
    let caption = escaped_for_latex(&on_one_line(caption_text(figure)));
    let step = format!("\\refstepcounter{{figure}}\\label{{{}}}%", place.label);
    let text = if caption.is_empty() {
        "\\par\\figurename~\\thefigure".to_owned()
    } else {
        format!("\\par\\figurename~\\thefigure: {caption}")
    };
    let mut lines: Vec<String> = counter_line(figure).into_iter().collect();
    lines.extend(centred(std::iter::once(step).chain(shown).chain([text])));
    lines
}

/// Returns the line that sets the number of a figure. LaTeX counts figures itself.
fn counter_line(figure: &BookFigure) -> Option<String> {
    let number = figure.number?;
    Some(format!(
        "\\setcounter{{figure}}{{{}}}",
        number.saturating_sub(1)
    ))
}

/// Returns the caption of a figure, or else its title.
fn caption_text(figure: &BookFigure) -> &str {
    figure.caption.as_ref().unwrap_or(&figure.figure.title)
}

fn figure_environment(figure: &BookFigure, shown: Vec<String>, place: &ImagePlace) -> Vec<String> {
    let mut lines = Vec::new();
    lines.extend(counter_line(figure));
    lines.push("\\begin{figure}[htbp]".to_owned());
    lines.push("\\centering".to_owned());
    lines.extend(shown);
    lines.push(format!(
        "\\caption{{{}}}",
        escaped_for_latex(&on_one_line(caption_text(figure)))
    ));
    lines.push(format!("\\label{{{}}}", place.label));
    lines.push("\\end{figure}".to_owned());
    lines
}

fn include_command(figure: &BookFigure, path: &str) -> String {
    if path.ends_with(".tikz") {
        // The file contains its alternative text, and was drawn at its width if the width is a
        // length.
        let input = format!("\\input{{{}}}", file_name(path));
        return match figure
            .width
            .as_ref()
            .filter(|width| width.length().is_none())
        {
            Some(width) => format!("\\resizebox{{{}}}{{!}}{{{input}}}", latex_length(width)),
            None => input,
        };
    }

    let width = figure
        .width
        .as_ref()
        .map(|width| format!("width={}", latex_length(width)));
    // Only the package `svg` reads SVG, and it has no alternative text.
    let (command, words) = if path.ends_with(".svg") {
        ("includesvg", None)
    } else {
        (
            "includegraphics",
            Some(format!(
                "alt={{{}}}",
                escaped_for_latex(&on_one_line(&figure.alt_text()))
            )),
        )
    };
    let given: Vec<String> = width.into_iter().chain(words).collect();
    let options = if given.is_empty() {
        String::new()
    } else {
        format!("[{}]", given.join(","))
    };
    format!("\\{command}{options}{{{}}}", file_name(path))
}

/// Returns the file that defines `\pip` for the pieces of a document. Its images are in `folder`.
pub(super) fn piece_macro<'a>(
    pieces: impl Iterator<Item = &'a PieceImage>,
    folder: &str,
) -> String {
    let [height, depth] = piece_in_text();
    let mut out = String::from(
        "% Written by pipscribe: pieces in the text, for the packages that the figures need.\n\
         \\DeclareRobustCommand{\\pip}[1]{\\csname pip:#1\\endcsname}\n",
    );
    for PieceImage { image, name, words } in pieces {
        let path = file_name(&format!("{folder}{}", image.name));
        let shown = if path.ends_with(".tikz") {
            format!("\\resizebox{{!}}{{{height}}}{{\\input{{{path}}}}}")
        } else if path.ends_with(".svg") {
            format!("\\includesvg[height={height}]{{{path}}}")
        } else {
            format!(
                "\\includegraphics[height={height},alt={{{}}}]{{{path}}}",
                escaped_for_latex(words)
            )
        };
        out.push_str(&format!(
            "\\expandafter\\def\\csname pip:{name}\\endcsname{{\\raisebox{{-{depth}}}{{{shown}}}}}\n"
        ));
    }
    out
}

/// Returns a link of the package `hyperref`; without the package, the address is shown.
fn link_lines(address: &str, lang: Lang) -> Vec<String> {
    let play = play_it(lang);
    let shown = escaped_for_latex(address);
    let address: String = address
        .chars()
        .map(|letter| {
            if "#%\\{}".contains(letter) {
                format!("\\{letter}")
            } else {
                letter.to_string()
            }
        })
        .collect();
    vec![format!(
        "\\par\\noindent\\ifdefined\\href\\href{{{address}}}{{{play}}}\\else {play}: \\texttt{{{shown}}}\\fi\\par"
    )]
}

fn latex_length(width: &Width) -> String {
    let number = || width.number.parse::<f64>().unwrap_or_default();
    match width.unit {
        "%" => format!("{:.3}\\linewidth", number() / 100.0),
        // At 96 pixels per inch.
        "px" => format!("{:.3}in", number() / 96.0),
        unit => format!("{}{unit}", width.number),
    }
}

/// The sum of the lengths of two cells, in characters, above which the lines of a table are broken.
const MAX_LINE: usize = 40;

/// Returns a table. A row about a figure has the number that LaTeX gives to the figure.
fn table_lines(turns: &TurnTable, labels: &[Option<String>]) -> Vec<String> {
    let has_long_lines = turns
        .rows
        .iter()
        .any(|row| row.seat_or_task.chars().count() + row.turns.chars().count() > MAX_LINE);
    // The two long columns share the line. The first column, a short word or a number, takes 4em of
    // it. `\tabcolsep` is on both sides of each of the three columns, but `@{}` removes the outer
    // two.
    let share = |share: &str| format!("p{{{share}\\dimexpr\\linewidth-4\\tabcolsep-4em\\relax}}");
    let columns = if has_long_lines {
        format!("@{{}}r{}{}@{{}}", share("0.4"), share("0.6"))
    } else {
        "rll".to_owned()
    };

    let mut lines = vec![
        "\\begin{center}".to_owned(),
        format!("\\begin{{tabular}}{{{columns}}}"),
        format!("{} \\\\", turns.head.join(" & ")),
        "\\hline".to_owned(),
    ];
    for (index, row) in turns.rows.iter().enumerate() {
        let figure = turns.figures.get(index).copied().flatten();
        let label = figure.and_then(|figure| labels.get(figure)?.as_ref());
        lines.push(table_row(row, label, has_long_lines));
    }
    lines.extend(["\\end{tabular}", "\\end{center}"].map(str::to_owned));
    lines
}

/// Returns a row of a table. `label` is the label of the figure that the row is about.
fn table_row(row: &Row, label: Option<&String>, has_long_lines: bool) -> String {
    let number = match label {
        Some(label) => format!("\\ref{{{label}}}"),
        None => row.number.to_string(),
    };
    let seat = escaped_for_latex(&row.seat_or_task);
    let turns = escaped_for_latex(&row.turns);
    if !has_long_lines {
        return format!("{number} & {seat} & \\texttt{{{turns}}} \\\\");
    }
    // The items of a turn have no spaces between them.
    let turns = turns
        .replace(';', ";\\allowbreak ")
        .replace(',', ",\\allowbreak ");
    format!("{number} & \\raggedright {seat} & \\raggedright\\texttt{{{turns}}} \\tabularnewline")
}

fn verbatim_lines(text: &str) -> Vec<String> {
    let lines = text.trim_end().lines().map(|line| {
        line.trim_end()
            .replace("\\end{verbatim}", "\\end {verbatim}")
    });
    ["\\begin{verbatim}".to_owned()]
        .into_iter()
        .chain(lines)
        .chain(["\\end{verbatim}".to_owned()])
        .collect()
}
