//! Texts of other formats that somebody put under the tags of a record: told once, with what reads them.

use crate::findings::{Finding, code};
use crate::notation::Record;
use crate::text::Span;

/// A format that a movetext looks like.
struct Pasted {
    /// In words.
    what: &'static str,
    /// What `convert --from` calls it; `None` where it is of another game.
    from: Option<&'static str>,
}

/// Puts one finding for all that stands behind the tags, where the movetext is of another format.
pub(crate) fn told_once(record: &Record, findings: &mut Vec<Finding>) {
    let start = record.tags.iter().map(|tag| tag.span.end as usize).max().unwrap_or(0);
    let is_behind = |finding: &Finding| finding.span.start as usize >= start;
    let is_of_syntax = |finding: &Finding| finding.code.id.starts_with("syntax/");
    let is_first = |finding: &&Finding| is_of_syntax(finding) && finding.is_error() && is_behind(finding);
    let Some(first) = findings.iter().find(is_first) else { return };
    let text = record.text().get(start..).unwrap_or_default();
    let Some(Pasted { what, from }) = format_of(text) else { return };
    let help = match from {
        Some(name) => format!("Save it as a file of its own: `pipscribe convert --from {name} FILE` reads it."),
        None => "None of the four games is written like this.".to_owned(),
    };
    let from = start + text.len() - text.trim_start().len();
    let line = text.trim_start().lines().next().map_or(0, |line| line.trim_end().len());
    let told = Finding::new(&code::TOKEN, Span::new(from, from + line), format!("This is {what}, not movetext."));
    let told = told.with_help(help).at(first.turn, &[]);
    // What the tags lack stands nowhere.
    findings.retain(|finding| !is_behind(finding) || finding.code.id.starts_with("tag/"));
    findings.push(told);
}

/// Known by what no movetext has.
fn format_of(text: &str) -> Option<Pasted> {
    let pasted = |what, from| Some(Pasted { what, from });
    let mut lines = text.lines().map(str::trim).filter(|line| !line.is_empty());
    let first = lines.next()?;
    if first.starts_with("(;") {
        return match text.contains("P0[") || text.contains("P1[") {
            true => pasted("a game of Boardspace", Some("boardspace")),
            false => pasted("SGF", Some("sgf")),
        };
    }
    if first.split_whitespace().eq(["White", "Black"]) {
        return pasted("a log of the program GF1", Some("gf1-log"));
    }
    if first.starts_with('<') {
        return pasted("XML, as the program GF1 saves games", Some("gf1"));
    }
    is_chess(text).then_some(Pasted { what: "the movetext of a game of chess", from: None })
}

/// Two pieces that GIPF has not move among the first words.
fn is_chess(text: &str) -> bool {
    let is_move = |word: &&str| {
        let mut characters = word.trim_start_matches(|first: char| first.is_ascii_digit() || first == '.').chars();
        let piece = characters.next().is_some_and(|first| matches!(first, 'N' | 'B' | 'R' | 'Q' | 'K' | 'O'));
        piece && word.ends_with(|last: char| last.is_ascii_digit() || matches!(last, 'O' | '+' | '#'))
    };
    text.split_whitespace().take(40).filter(is_move).count() > 1
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn formats_are_known_by_what_no_movetext_has() {
        let known = |text: &str| format_of(text).map(|pasted| pasted.from);
        assert_eq!(known("\n(;GM[1]FF[4];B[aa])"), Some(Some("sgf")));
        assert_eq!(known("(;GM[27];P0[1 Dropb A 1])"), Some(Some("boardspace")));
        assert_eq!(known("\n   White      Black\n\n01. b2-b3   c3\n"), Some(Some("gf1-log")));
        assert_eq!(known("<gf1>"), Some(Some("gf1")));
        assert_eq!(known("1. e4 e5 2. Nf3 Nc6 *"), Some(None));
        for text in ["", "1. b3 2. c2 *", "1. Gb3 2. Gc2-d3 *", "1. B3 2. C2 *"] {
            assert_eq!(known(text), None, "{text}");
        }
    }
}
