//! The first layer: containers around a whole text. Mail, code fences, patches, forums, HTML,
//! LaTeX, Markdown and tables become plain lines.
//!
//! The functions named `…_cuts` recognise one kind of container each. They return the cuts
//! ([`Cut`]) that remove it, and its description. [`peel`] calls them one after the other, so each
//! reads the text that the earlier ones leave.

mod foreign_tags;
mod heads;
mod latex;
mod mail;
mod markup;
mod patch;
mod table;
mod tags_beside_turns;
mod wrong_characters;

use super::mapped_text::{Cut, MappedText};
use crate::text::lines_with_starts;

/// The cuts that remove one container, and its description.
type ContainerCuts = (Vec<Cut>, &'static str);

/// Recognises one kind of container; `None` if the text has none.
type ContainerReader = fn(&str) -> Option<ContainerCuts>;

/// The kinds, from the outermost to the innermost.
const CONTAINER_READERS: [ContainerReader; 29] = [
    wrong_characters::full_width_cuts,
    wrong_characters::wrong_encoding_cuts,
    wrong_characters::mathematical_letter_cuts,
    wrong_characters::keycap_cuts,
    wrong_characters::backspace_cuts,
    wrong_characters::line_number_cuts,
    mail::soft_line_break_cuts,
    mail::quote_mark_cuts,
    mail::signature_cuts,
    patch::conflict_marker_cuts,
    patch::patch_cuts,
    markup::entity_cuts,
    markup::html_cuts,
    markup::forum_cuts,
    latex::latex_cuts,
    markup::crossed_out_cuts,
    markup::code_and_link_cuts,
    markup::frame_cuts,
    table::one_cell_a_line_cuts,
    table::leader_cuts,
    heads::pairs_on_one_line_cuts,
    foreign_tags::tags_on_one_line_cuts,
    foreign_tags::header_cuts,
    heads::mail_head_cuts,
    heads::game_head_cuts,
    table::separated_table_cuts,
    table::ruled_table_cuts,
    table::aligned_column_cuts,
    table::bullet_cuts,
];

/// Returns true if a line before the turns states several tags: `White: Ann   Black: Bob`.
pub(crate) fn has_tags_on_one_line(text: &str) -> bool {
    heads::pairs_on_one_line_cuts(text).is_some()
}

/// Removes the containers. Returns their descriptions.
pub(super) fn peel(text: MappedText) -> (MappedText, Vec<&'static str>) {
    let mut recognised = Vec::new();
    let mut peeled = text;
    if let Some(next) = tags_beside_turns::side_by_side(&peeled) {
        peeled = next;
        recognised.push("tags and turns side by side");
    }
    for read_container in CONTAINER_READERS {
        if let Some((cuts, name)) = read_container(peeled.text())
            && !cuts.is_empty()
        {
            peeled = peeled.cut(&cuts);
            recognised.push(name);
        }
    }
    if let Some(next) = tags_beside_turns::tags_first(&peeled) {
        peeled = next;
        recognised.push("tags after the turns");
    }
    if let Some(next) = tags_beside_turns::tags_together(&peeled) {
        peeled = next;
        recognised.push("tags after the turns");
    }
    let before = mail::introduction_cuts(peeled.text());
    if !before.is_empty() {
        peeled = peeled.cut(&before);
    }
    (peeled, recognised)
}

/// Returns the lines of a text without their ends, each after its start.
fn lines_of(text: &str) -> impl Iterator<Item = (usize, &str)> {
    lines_with_starts(text).map(|(start, line)| (start, line.trim_end_matches(['\n', '\r'])))
}

/// Returns the end of a comment in braces that begins at a byte; the end of the text if the comment
/// is not closed.
fn end_of_comment(text: &str, start: usize) -> usize {
    let rest = text.get(start..).unwrap_or_default();
    rest.find('}')
        .map_or(text.len(), |length| start + length + 1)
}

/// Returns true if a byte of a text is in a comment in braces.
fn is_in_comment(text: &str, offset: usize) -> bool {
    let before = text.get(..offset).unwrap_or_default();
    // A table of a wiki begins with `{|`.
    let mut openings = before.rmatch_indices('{');
    let opening = openings.find(|(offset, _)| !before[offset + 1..].starts_with('|'));
    match (opening.map(|(offset, _)| offset), before.rfind('}')) {
        (Some(open), Some(close)) => open > close,
        (open, _) => open.is_some(),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    pub(super) fn peeled(text: &str) -> String {
        peel(MappedText::new(text)).0.text().to_owned()
    }

    /// Returns the words of the lines that are not comments.
    fn words(text: &str) -> String {
        let lines = text.lines().filter(|line| !line.starts_with('#'));
        let words: Vec<&str> = lines.flat_map(str::split_whitespace).collect();
        words.join(" ")
    }

    /// Tests containers around the same two turns, and the text that remains of each, ignoring
    /// spaces.
    #[test]
    fn containers_are_taken_off() {
        let plain = "[Game \"gipf\"] 1. a1-b2 2. c3 *";
        for text in [
            "> [Game \"gipf\"]\n>\n> 1. a1-b2 2. c3 *",
            ">> [Game \"gipf\"]\n>> \n> > 1. a1-b2\n2. c3 *",
            "[Game \"gipf\"]=20\n\n1. a1-=\nb2 2. c3 *=20\n",
            "[Game &#34;gipf&#34;]<br/>\n<br>\n1. a1&#45;b2 2. c3 *",
            "<pre>[Game \"gipf\"]\n\n1. a1-b2 2. c3 *</pre>",
            "<p>[Game \"gipf\"]</p><p>1. <b>a1-b2</b> 2. <i>c3</i> *</p>",
            "[code][Game \"gipf\"]\n\n1. [b]a1-b2[/b] 2. [i]c3[/i] *[/code]",
            "[size=12][Game \"gipf\"]\n\n1. [color=red]a1-b2[/color] 2. c3 *[/size]",
            "[Game \"gipf\"]\n\n1. \\texttt{a1-b2} 2. \\emph{c3} *",
            "\\begin{verbatim}\n[Game \"gipf\"]\n\n1. a1-b2 2. c3 *\n\\end{verbatim}",
            "[Game \"gipf\"]\n\n1. `a1-b2` 2. `c3` *",
            "[Game \"gipf\"]\n\n1. [a1-b2](https://example.org/x) 2. c3 *",
            "+[Game \"gipf\"]\n+\n+1. a1-b2 2. c3 *",
        ] {
            assert_eq!(words(&peeled(text)), plain, "{text}");
        }
    }

    #[test]
    fn rows_of_tables_become_lines() {
        let plain = "[Game \"gipf\"] 1 a1-b2 c3 2 d4 e5 3 f6 g7";
        for rows in [
            "| 1 | a1-b2 | c3 |\n|:-:|---|---|\n| 2 | d4 | e5 |\n| 3 | f6 | g7 |",
            "1,a1-b2,c3\n2,d4,e5\n3,f6,g7",
            "1;a1-b2;c3\n2;d4;e5\n3;f6;g7",
            "\"1\",\"a1-b2\",\"c3\"\n\"2\",\"d4\",\"e5\"\n\"3\",\"f6\",\"g7\"",
            "<table><tr><td>1</td><td>a1-b2</td><td>c3</td></tr><tr><td>2</td><td>d4</td>\
             <td>e5</td></tr><tr><td>3</td><td>f6</td><td>g7</td></tr></table>",
            "1 & a1-b2 & c3 \\\\\n2 & d4 & e5 \\\\ \\hline\n3 & f6 & g7 \\\\",
            "┌───┐\n│ 1 │ a1-b2 │ c3 │\n├───┤\n│ 2 │ d4 │ e5 │\n│ 3 │ f6 │ g7 │\n└───┘",
            "{| class=\"wikitable\"\n|-\n| 1 || a1-b2 || c3\n|-\n| 2 || d4 || e5\n|-\n| 3 || f6 || g7\n|}",
            "[table][tr][td]1[/td][td]a1-b2[/td][td]c3[/td][/tr][tr][td]2[/td][td]d4[/td]\
             [td]e5[/td][/tr][tr][td]3[/td][td]f6[/td][td]g7[/td][/tr][/table]",
        ] {
            let text = format!("[Game \"gipf\"]\n\n{rows}\n");
            assert_eq!(words(&peeled(&text)), plain, "{rows}");
        }
    }

    #[test]
    fn records_stay_byte_for_byte() {
        for text in [
            "[Game \"gipf\"]\n\n1. a1-b2 {a > b [b]x[/b]} 2. c3 *\n",
            "[Game \"pippip\"]\n\n*1@a1/3\n*2@a2/3\n*3@a3/3\n*4@b1/3\n*\n",
            "[Game \"pippinzip\"]\n\na1,b2\nc3,d4\ne5,f6\n*\n",
            "# Game 1\n[Game \"gipf\"]\n\n1. a1-b2 2. c3 *\n",
            "",
        ] {
            assert_eq!(peeled(text), text);
        }
    }
}
