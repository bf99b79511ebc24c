//! Footnotes in two forms: raised digits after turns with notes after the turns (`b6¹`), and
//! marks in brackets after turns (`take[1]`), which become comments.

use super::super::mapped_text::{Cut, MappedText, Peel};
use super::super::movetext::{is_readable, lines};
use super::super::words::is_keyword;
use crate::games::GameId;

/// Removes raised digits after turns for which a line after the turns is a remark: `b6¹`. The
/// remark becomes a comment.
pub(in super::super) fn peel_footnotes(
    text: &MappedText,
    game: GameId,
) -> Option<(MappedText, String)> {
    const RAISED: [char; 10] = ['⁰', '¹', '²', '³', '⁴', '⁵', '⁶', '⁷', '⁸', '⁹'];
    let source = text.text();
    let all = lines(source);
    let is_mark = |text: &str| !text.is_empty() && text.chars().all(|sign| RAISED.contains(&sign));
    // The marks of the notes.
    let mut marks: Vec<&str> = Vec::new();
    let mut cuts = Vec::new();
    for line in &all {
        let written = line.span.slice(source).trim();
        let first = line.words.first().map_or("", |span| span.slice(source));
        let rest = first.trim_start_matches(RAISED);
        let mark = &first[..first.len() - rest.len()];
        let is_note = is_mark(mark) && !line.has_comment && written.len() > mark.len();
        if is_note {
            marks.push(mark);
            let start = line.words[0].start as usize;
            let now = format!("{{{written}}}");
            cuts.push(Cut::new(start, start + written.len(), now, Peel::Talk));
        }
    }
    for span in all.iter().flat_map(|line| &line.words) {
        let word = span.slice(source);
        let turn = word.trim_end_matches(RAISED);
        let mark = &word[turn.len()..];
        let is_of_turn = is_readable(game, turn) || is_keyword(game, turn);
        if marks.contains(&mark) && is_of_turn {
            let end = span.end as usize;
            cuts.push(Cut::new(end - mark.len(), end, "", Peel::Label));
        }
    }
    // Every note needs a turn that refers to it.
    let references = cuts.len() - marks.len();
    (references > 0 && references >= marks.len()).then(|| (text.cut(&cuts), "footnotes".to_owned()))
}

/// Returns the length of a footnote mark after a turn: `take[1]`.
pub(super) fn footnote_mark(word: &str, game: GameId) -> Option<usize> {
    let open = word.rfind('[')?;
    let (turn, mark) = word.split_at(open);
    let inside = mark.strip_prefix('[')?.strip_suffix(']')?;
    let is_mark = (1..=2).contains(&inside.len())
        && inside
            .bytes()
            .all(|byte| byte.is_ascii_digit() || byte == b'*');
    let is_of_turn = is_readable(game, turn) || is_keyword(game, turn);
    (is_mark && is_of_turn).then_some(mark.len())
}
