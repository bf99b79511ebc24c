//! Reference implementation for tests of [`RecordSplitter`]: simple and slow. For each line that
//! may begin a record, it parses the text from the start of the record with the grammar.

use pest::Parser;
use pest::iterators::Pair;
use proptest::prelude::*;

use super::*;
use crate::notation::{Grammar, Rule};
use crate::text::{RawKind, RawRecord};

/// A token that is not white space, with its end.
struct Word<'t> {
    pair: Pair<'t, Rule>,
    end: usize,
}

fn words(text: &str) -> Vec<Word<'_>> {
    let pairs = Grammar::parse(Rule::record, text).unwrap();
    let words = pairs.filter(|pair| !matches!(pair.as_rule(), Rule::EOI | Rule::odd_blank));
    words
        .map(|pair| Word {
            end: pair.as_span().end(),
            pair,
        })
        .collect()
}

fn is_tag(word: &Word<'_>) -> bool {
    let name = word
        .pair
        .clone()
        .into_inner()
        .find(|part| part.as_rule() == Rule::tag_name);
    match (word.pair.as_rule(), name) {
        (Rule::tag | Rule::tag_open_string, Some(_)) => true,
        (Rule::tag_malformed, Some(name)) => word.end > name.as_span().end() + 2,
        _ => false,
    }
}

fn is_named_game(word: &Word<'_>) -> bool {
    let name = word
        .pair
        .clone()
        .into_inner()
        .find(|part| part.as_rule() == Rule::tag_name);
    name.is_some_and(|name| name.as_str() == "Game") && word.pair.as_str().starts_with("[Game")
}

/// Returns true for what may come between the end of a record and the next one.
fn is_remark(word: &Word<'_>) -> bool {
    word.pair.as_rule() == Rule::hash_comment || (is_tag(word) && !is_named_game(word))
}

fn is_movetext(word: &Word<'_>) -> bool {
    !is_remark(word)
        && !is_tag(word)
        && !matches!(word.pair.as_rule(), Rule::comment | Rule::tag_malformed)
}

/// Returns true if a token is not closed before the end of the text.
fn is_open(word: &Word<'_>, text: &str) -> bool {
    match word.pair.as_rule() {
        Rule::comment => word
            .pair
            .clone()
            .into_inner()
            .any(|part| part.as_rule() == Rule::unclosed_comment),
        Rule::hash_comment => word.end == text.len() && !text.ends_with('\n'),
        _ => false,
    }
}

/// The kinds and starts of the pieces between the start of a record and the next one that begins
/// with the line at `place`; `None` if no record begins there. `has_game_line` is true if the
/// record already contains another line of this kind.
fn cut_at(
    text: &str,
    place: usize,
    opening: Opening,
    has_game_line: bool,
) -> Option<Vec<(RawKind, usize)>> {
    let text = &text[..place];
    let record = |start| Some(vec![(RawKind::Record, start)]);
    let words = words(text);
    // In a comment, only an exact line begins a record.
    if words.last().is_some_and(|word| is_open(word, text)) {
        return if opening == Opening::Exact {
            record(place)
        } else {
            None
        };
    }
    let result = words
        .iter()
        .any(|word| matches!(word.pair.as_rule(), Rule::result | Rule::result_mistake));
    let tail = words
        .iter()
        .rposition(|word| !is_remark(word))
        .map_or(0, |last| last + 1);
    let ended = words[..tail].last().map_or(0, |word| word.end);
    let is_first_on_line = |word: &&Word<'_>| {
        let line = text[..word.pair.as_span().start()]
            .rsplit(['\n', '\r'])
            .next()
            .unwrap();
        line.trim_start_matches('\u{feff}').trim_ascii().is_empty()
    };
    let first_tag = words[tail..]
        .iter()
        .filter(|word| is_tag(word))
        .find(is_first_on_line)
        .map(|word| {
            let before = &text[..word.pair.as_span().start()];
            before
                .rfind(['\n', '\r'])
                .map_or(0, |line_end| line_end + 1)
        });
    let has_game = has_game_line || words.iter().any(|word| is_tag(word) && is_named_game(word));
    let has_movetext = words.iter().any(is_movetext);
    // After a result, tags before the line belong to the new record, and comments from the first
    // blank line on are about it.
    if result {
        let start = first_tag.unwrap_or(place);
        let mut comments = ended;
        let mut is_apart = false;
        for (number, line) in text[ended..start].split_inclusive('\n').enumerate() {
            let is_blank = line.trim_ascii().is_empty();
            is_apart |= is_blank && number > 0;
            if is_apart && !is_blank {
                return Some(vec![(RawKind::Leading, comments), (RawKind::Record, start)]);
            }
            comments += line.len();
        }
        return record(start);
    }
    // After movetext without a result, a damaged line begins a record only if the text before it
    // has a `Game` line.
    if has_movetext {
        return if opening == Opening::Damaged && !has_game {
            None
        } else {
            record(place)
        };
    }
    // Before the first record, comments up to the last blank line are about the whole stream.
    if !has_game && words.iter().all(is_remark) {
        let start = first_tag.unwrap_or(place);
        if text[..start]
            .trim_start_matches('\u{feff}')
            .trim_ascii()
            .is_empty()
        {
            // The stream begins with the tags of the record.
            return None;
        }
        let bom = if text.starts_with('\u{feff}') { 3 } else { 0 };
        let mut paragraph = bom;
        let mut end = 0;
        for line in text[..start].split_inclusive('\n') {
            end += line.len();
            if line.trim_start_matches('\u{feff}').trim_ascii().is_empty() {
                paragraph = end;
            }
        }
        let mut cuts = Vec::new();
        if paragraph > 0 {
            cuts.push((RawKind::Heading, 0));
        }
        if paragraph < start {
            cuts.push((RawKind::Leading, paragraph));
        }
        cuts.push((RawKind::Record, start));
        return Some(cuts);
    }
    // After nothing but tags and comments, a damaged line needs a blank line before it.
    let last = words.last().map_or(0, |word| word.end);
    let blank = text[last..]
        .replace("\r\n", "\n")
        .matches(['\n', '\r'])
        .count()
        > 1;
    if opening == Opening::Exact || blank {
        record(place)
    } else {
        None
    }
}

/// Returns the kinds and starts of the pieces of a stream.
fn reference_pieces(stream: &str) -> Vec<(RawKind, usize)> {
    let mut pieces: Vec<(RawKind, usize)> = Vec::new();
    let mut start = 0;
    let mut has_game_line = false;
    let mut place = 0;
    loop {
        let line = stream[place..].split(['\n', '\r']).next().unwrap();
        let after_cr = place > 0 && !stream[..place].ends_with('\n');
        let opening = match Opening::of_line(line.as_bytes()) {
            Some(_) if after_cr => Some(Opening::Damaged),
            opening => opening,
        };
        if let Some(opening) = opening {
            let text = &stream[start..];
            if place == start {
                has_game_line = opening == Opening::Damaged;
            } else if let Some(cuts) = cut_at(text, place - start, opening, has_game_line) {
                if pieces.is_empty() && cuts[0].1 > 0 {
                    pieces.push((RawKind::Record, 0));
                }
                pieces.extend(cuts.iter().map(|&(kind, offset)| (kind, start + offset)));
                start = pieces.last().unwrap().1;
                has_game_line = start == place && opening == Opening::Damaged;
                // The next record is read from its start.
                place = start;
            } else {
                let text = &text[..place - start];
                has_game_line |= !words(text).last().is_some_and(|word| is_open(word, text));
            }
        }
        match stream[place..].find(['\n', '\r']) {
            Some(length) => {
                place += length + 1 + usize::from(stream[place + length..].starts_with("\r\n"));
            }
            None => break,
        }
        if place == stream.len() {
            break;
        }
    }
    if pieces.is_empty() && !stream.is_empty() {
        let plain = stream.trim_start_matches('\u{feff}');
        let is_blank = plain
            .lines()
            .all(|line| line.trim_ascii().is_empty() || line.trim_ascii().starts_with('#'));
        let is_opened = Opening::of_line(stream.lines().next().unwrap_or_default().as_bytes())
            == Some(Opening::Exact);
        pieces.push((
            if is_blank && !is_opened {
                RawKind::Heading
            } else {
                RawKind::Record
            },
            0,
        ));
    }
    pieces
}

fn assert_same_pieces(stream: &str) {
    let pieces = split_text(stream.as_bytes());
    let together: Vec<u8> = pieces
        .iter()
        .flat_map(|piece| piece.bytes.clone())
        .collect();
    assert_eq!(
        String::from_utf8_lossy(&together),
        stream,
        "the pieces put together are the stream"
    );
    let places: Vec<_> = pieces
        .iter()
        .map(|piece: &RawRecord| (piece.kind, piece.offset as usize))
        .collect();
    assert_eq!(places, reference_pieces(stream), "{stream:?}");
}

/// Lines that decide where records begin and end, and to which record comments belong.
fn lines() -> impl Strategy<Value = Vec<String>> {
    let openings = r#"\x{FEFF}?\[Game "gipf"\]|\[Game gipf\]|\[GAME "GIPF"\]|> \[Game "gipf"\]| \[Game "gipf"\]"#;
    let tags = r#"\[Event "b"\]|\[Variant "c"\]|\[Date 2026\]|\[Event "open|\[12:30\]"#;
    let movetext = r"# d|#|1\. b3|b3 (\*|1-0|1–0)|\* \{a\}|\* # \{|hello";
    let braces = r#"\{|\}|\{a \\\{ b\}|\{\[%diagram "a \{b"\] c\}|\{\[%x "\}"\]|""#;
    let line = format!("({openings}|{tags}|{movetext}|{braces}||)");
    let end = "(\n|\n|\n|\n\n|\r\n|\r)";
    let pattern = format!("{line}{end}");
    let line = proptest::string::string_regex(&pattern).unwrap();
    proptest::collection::vec(line, 0..16)
}

proptest! {
    #[test]
    fn streams_are_cut_as_the_grammar_reads_them(lines in lines()) {
        assert_same_pieces(&lines.concat());
    }

    #[test]
    fn texts_without_a_last_line_end_are_cut_alike(lines in lines()) {
        assert_same_pieces(lines.concat().trim_end());
    }
}

#[test]
fn the_corpus_is_cut_as_the_grammar_reads_it() {
    let mut all = String::new();
    for entry in walk(&std::path::Path::new(env!("CARGO_MANIFEST_DIR")).join("corpus")) {
        if let Ok(text) = std::fs::read_to_string(entry) {
            assert_same_pieces(&text);
            if text.len() < 3_000 && all.len() < 60_000 {
                all.push_str(&text);
            }
        }
    }
    assert_same_pieces(&all);
}

/// The records of the corpus.
fn walk(folder: &std::path::Path) -> Vec<std::path::PathBuf> {
    let entries = std::fs::read_dir(folder)
        .unwrap()
        .map(|entry| entry.unwrap().path());
    let (folders, files): (Vec<_>, Vec<_>) = entries.partition(|path| path.is_dir());
    let files = files.into_iter().filter(|path| {
        path.extension()
            .is_some_and(|extension| extension == "pips")
    });
    let mut files: Vec<_> = files
        .chain(folders.iter().flat_map(|folder| walk(folder)))
        .collect();
    files.sort();
    files
}
