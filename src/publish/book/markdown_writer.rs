//! Writes the parts of a block as Markdown.

use super::generated_regions::Marks;
use super::image_names::ImagePlace;
use super::parts::{BookFigure, Part, PlayerPart, Row, TurnTable, play_it};
use crate::draw::{Figure, Lang};
use crate::publish::documents::{HIDING, MDX_HIDING, MarkdownDialect, escaped_for_tag};
use crate::text::{is_harmful, percent_encoded};

/// The marks in CommonMark, with a record in an element that readers can unfold.
pub(super) const MARKS: Marks = Marks {
    open: "<!-- pipscribe: figures -->",
    close: "<!-- pipscribe: end -->",
    // An HTML comment would end at the first `-->` of the record, whereas `<details>` can be
    // unfolded by the reader. Each mark begins with a comment, so that the HTML block ends with its
    // line.
    hide: &["<!-- pipscribe: hidden --><details><summary>Record</summary>"],
    show: &["<!-- pipscribe: shown --></details>"],
};

/// A record within a comment. Readers cannot unfold it.
pub(super) const COMMENT_MARKS: Marks = Marks {
    hide: &[HIDING[0]],
    show: &[HIDING[1]],
    ..MARKS
};

/// The same in MDX.
pub(super) const MDX_COMMENT_MARKS: Marks = Marks {
    hide: &[MDX_HIDING[0]],
    show: &[MDX_HIDING[1]],
    ..MDX_MARKS
};

/// MDX has no HTML comments, and the tags of an element that contains Markdown must be on separate
/// lines.
pub(super) const MDX_MARKS: Marks = Marks {
    open: "{/* pipscribe: figures */}",
    close: "{/* pipscribe: end */}",
    hide: &[
        "{/* pipscribe: hidden */}",
        "",
        "<details>",
        "<summary>Record</summary>",
    ],
    show: &["</details>", "", "{/* pipscribe: shown */}"],
};

/// Returns a part as lines, preceded by an empty one, and the figure of its image.
pub(super) fn part_lines(
    part: &Part,
    place: &ImagePlace,
    dialect: MarkdownDialect,
) -> (Vec<String>, Option<Figure>) {
    let (lines, figure) = match part {
        Part::Figure(figure) => match figure.as_text() {
            Some(text) => (with_label(figure, fenced_lines(&text)), None),
            None => (
                with_label(figure, vec![image_tag(figure, &place.path, dialect)]),
                Some(figure.with_caption()),
            ),
        },
        Part::Table(turns) => (table_lines(turns, dialect), None),
        Part::Finding(text) => (fenced_lines(text), None),
        Part::Player(player, lang) => (vec![player_link(player, &place.path, *lang)], None),
    };
    ([vec![String::new()], lines].concat(), figure)
}

fn with_label(figure: &BookFigure, lines: Vec<String>) -> Vec<String> {
    let anchor = figure
        .label
        .iter()
        .flat_map(|label| [format!("<a id=\"{label}\"></a>"), String::new()]);
    anchor.chain(lines).collect()
}

fn image_tag(figure: &BookFigure, path: &str, dialect: MarkdownDialect) -> String {
    let words = on_one_line(&figure.alt_text());
    let address = address(path);
    let Some(width) = &figure.width else {
        return format!("![{}]({address})", escaped(&words, dialect));
    };

    // Markdown itself has no image width.
    let number = &width.number;
    let shown = match (width.unit, dialect) {
        ("px", _) => format!("width=\"{number}\""),
        ("%", _) => format!("width=\"{number}%\""),
        (unit, MarkdownDialect::CommonMark) => format!("style=\"width: {number}{unit}\""),
        (unit, MarkdownDialect::Mdx) => format!("style={{{{width: '{number}{unit}'}}}}"),
    };
    let address = escaped_for_tag(&address);
    let words = escaped_for_tag(&words);
    format!(
        "<img src=\"{address}\" alt=\"{words}\" {shown}{}",
        tag_end(dialect)
    )
}

/// Returns the end of a tag without content.
pub(super) fn tag_end(dialect: MarkdownDialect) -> &'static str {
    match dialect {
        MarkdownDialect::CommonMark => ">",
        MarkdownDialect::Mdx => " />",
    }
}

/// Returns a link to the player of a record, generated at `path` or existing.
pub(super) fn player_link(player: &PlayerPart, path: &str, lang: Lang) -> String {
    let path = match player {
        PlayerPart::Page(_) => address(path),
        // The given address is kept, apart from characters that would end it in Markdown.
        PlayerPart::At(address) => percent_encoded(address, |letter| !"<> (){}".contains(letter)),
    };
    format!("[{}]({path})", play_it(lang))
}

/// Formats turns as a table.
pub(super) fn table_lines(turns: &TurnTable, dialect: MarkdownDialect) -> Vec<String> {
    let head = [
        format!("| {} |", turns.head.join(" | ")),
        "|---:|---|---|".to_owned(),
    ];
    let row_line = |row: &Row| {
        let seat_or_task = escaped(&row.seat_or_task, dialect);
        format!("| {} | {seat_or_task} | `{}` |", row.number, row.turns)
    };
    let rows = turns.rows.iter().map(row_line);
    head.into_iter().chain(rows).collect()
}

/// Returns a text in a code block whose fence is longer than any fence in the text.
pub(super) fn fenced_lines(text: &str) -> Vec<String> {
    let longest = text
        .lines()
        .map(|line| {
            line.trim_start()
                .bytes()
                .take_while(|&byte| byte == b'`')
                .count()
        })
        .max();
    // A fence has at least three backticks, and one more than any line of the text begins with.
    let fence = "`".repeat((longest.unwrap_or_default() + 1).max(3));
    let lines = text
        .trim_end()
        .lines()
        .map(|line| line.trim_end().to_owned());
    [format!("{fence}text")]
        .into_iter()
        .chain(lines)
        .chain([fence])
        .collect()
}

/// Replaces each run of white space by one space.
pub(super) fn on_one_line(text: &str) -> String {
    text.split_whitespace().collect::<Vec<_>>().join(" ")
}

/// Escapes all characters of a text that have a meaning in Markdown.
fn escaped(text: &str, dialect: MarkdownDialect) -> String {
    let mut out = String::with_capacity(text.len());
    for letter in text.chars() {
        let is_script = dialect == MarkdownDialect::Mdx && "{}".contains(letter);
        if is_script || "\\`*_[]<>&|~#!".contains(letter) {
            out.push('\\');
        }
        out.push(if is_harmful(letter) {
            '\u{FFFD}'
        } else {
            letter
        });
    }
    out
}

/// Converts a path to a URL. A colon in the first name would be read as the end of a scheme.
pub(super) fn address(path: &str) -> String {
    percent_encoded(path, |letter| {
        !letter.is_control() && !" ()[]{}<>%\"\\#?&`|:^*".contains(letter)
    })
}
