//! Pasted text: converts chats, emails, forum posts, tables and notes that contain a game to a
//! record.
//!
//! Few people keep their games as files of records. A pasted text is read in layers, in a fixed
//! order: containers around the whole text, labels before the turns of each line, words of other
//! languages, and signs. A layer applies to the whole text, never to a single turn. The parts that
//! it removes become comments or tags; only markup, labels and numbers are dropped.
//!
//! The functions named `peel…` are the layers. Each takes a [`MappedText`], in which each byte has
//! a place in the source, and returns another one with a description of what it recognised. `None`
//! means that the layer found nothing.

mod container;
mod grid;
mod joined_parts;
mod labels;
mod mapped_text;
mod movetext;
mod numbers;
mod prose;
mod remarks;
mod sentences;
mod signs;
mod turn_order;
mod words;

pub(crate) use container::has_tags_on_one_line;
pub(crate) use labels::has_chat_labels;
pub(crate) use mapped_text::MappedText;
use mapped_text::{Cut, Peel};

use std::cmp::Reverse;

use crate::games::{Context, GameId};
use crate::notation::{Record, TurnNode};
use crate::text::lines_with_starts;

/// Description of a crossed-out turn.
pub(crate) const CROSSED_OUT: &str = "crossed-out turns";

/// The maximum length of a text that is read in layers, in bytes.
const MAX_BYTES: usize = 65_536;
/// The maximum length of a text before a record that becomes a comment, in bytes.
const MAX_TALK: usize = 4_096;

/// The number of words that are examined to find the game of a text.
const MAX_WORDS_READ: usize = 200;

/// A text after some layers.
#[derive(Clone, Debug)]
pub(crate) struct Pasted {
    /// The text.
    pub(crate) text: MappedText,
    /// Descriptions of what was recognised.
    pub(crate) recognised: Vec<String>,
    /// False if one of two possible turns was chosen, or if a remark may state another result.
    pub(crate) is_certain: bool,
}

impl Pasted {
    /// Removes the containers from a text; `None` if it has none.
    pub(crate) fn without_containers(source: &str) -> Option<Self> {
        if source.len() > MAX_BYTES {
            return None;
        }
        let (text, names) = container::peel(MappedText::new(source));
        (text.text() != source).then(|| Self {
            text,
            recognised: names.into_iter().map(str::to_owned).collect(),
            is_certain: true,
        })
    }

    /// Converts a text without any part of a record, such as an introduction, to comments. Returns
    /// `None` if the text has a tag or a turn of any game, if it may be a game in signs that are
    /// not known, or if it is not text, such as a picture.
    pub(crate) fn talk(source: &str) -> Option<Self> {
        let is_turn = |cell: &str| {
            let has_place = movetext::has_place(cell);
            let is_turn_of = |game: GameId| {
                (has_place && movetext::is_readable(game, cell))
                    || movetext::is_begun_turn(game, cell)
            };
            GameId::ALL.into_iter().any(is_turn_of)
        };
        // A single word may be a row of a table.
        let is_of_record =
            |word: &str| word.starts_with("[Game") || word.split([';', ',', '|']).any(is_turn);
        let is_short =
            source.len() <= MAX_TALK && source.contains(|sign: char| !sign.is_whitespace());
        let is_binary = source.contains(|sign: char| sign.is_control() && !sign.is_whitespace());
        if !is_short
            || is_binary
            || source.split_whitespace().any(is_of_record)
            || source.contains(['{', '}'])
            || has_numbers_in_most_lines(source)
        {
            return None;
        }
        let written = lines_with_starts(source)
            .filter(|(_, line)| !line.trim().is_empty() && !line.trim_start().starts_with('#'));
        let cuts: Vec<Cut> = written
            .map(|(start, _)| Cut::new(start, start, "# ", Peel::Talk))
            .collect();
        (!cuts.is_empty()).then(|| Self {
            text: MappedText::new(source).cut(&cuts),
            recognised: vec!["remarks without a record".to_owned()],
            is_certain: true,
        })
    }

    /// Removes labels, words and signs from the movetext of a record; `None` if it has none. A
    /// layer that makes fewer turns legal is skipped.
    pub(crate) fn without_signs(source: &str, context: &Context) -> Option<Self> {
        // The layers know the rules of one game, and a text may have several records.
        let records = source.lines().filter(|line| line.starts_with("[Game \""));
        if source.len() > MAX_BYTES || records.count() > 1 {
            return None;
        }
        let game = Record::parse_str(source).game()?;
        let legal = |text: &str| game.legal_turns(&Record::parse_str(text), context);
        let mut pasted = Self {
            text: MappedText::new(source),
            recognised: Vec::new(),
            is_certain: true,
        };
        pasted.apply_layers(game, &legal, AS_NOTATION);

        // A sentence is only known to have no turn if the record is no worse without it.
        let record = Record::parse_str(source);
        let sentences = sentences::peel_unnumbered(&MappedText::new(source), &record, game);
        if let Some((text, name)) = sentences {
            let mut without_sentences = Self {
                text,
                recognised: vec![name],
                is_certain: true,
            };
            without_sentences.apply_layers(game, &legal, AS_NOTATION);
            if legal(without_sentences.text.text()) >= legal(pasted.text.text()) {
                pasted = without_sentences;
            }
        }

        // More legal turns are better, then fewer words in the place of turns.
        let rank = |pasted: &Self| {
            let read = Record::parse_str(pasted.text.text());
            let words = words_for_turns(&read, game);
            (game.legal_turns(&read, context), Reverse(words))
        };
        let best = rank(&pasted);
        let turns = Record::parse_str(pasted.text.text()).moves.turns.len();
        let has_illegal_turn = usize::try_from(best.0).is_ok_and(|legal| legal < turns);
        if has_illegal_turn && prose::has_prose(source, game) {
            let mut as_prose = Self {
                text: MappedText::new(source),
                recognised: Vec::new(),
                is_certain: true,
            };
            let layers = if labels::is_chat(source, &record, game) {
                AS_PROSE_OF_CHAT
            } else {
                AS_PROSE
            };
            as_prose.apply_layers(game, &legal, layers);
            if rank(&as_prose) > best {
                pasted = as_prose;
            }
        }
        pasted.is_certain &= !has_set_up_in_comment(pasted.text.text(), source, game);
        (pasted.text.text() != source).then_some(pasted)
    }

    /// Applies layers of the movetext, in order. A layer that makes fewer turns legal is skipped.
    fn apply_layers(&mut self, game: GameId, legal: &dyn Fn(&str) -> u32, groups: &[&[Layer]]) {
        let mut count = legal(self.text.text());
        for layer in groups.iter().copied().flatten() {
            let record = Record::parse_str(self.text.text());
            let Some((next, name)) = layer(&self.text, &record, game, legal) else {
                continue;
            };
            let now = legal(next.text());
            if now < count {
                continue;
            }
            count = now;
            self.text = next;
            self.is_certain &= !DOUBTFUL.contains(&name.as_str());
            self.recognised.push(name);
        }
    }
}

/// The number of lines with digits that an introduction may have: a date, a round, a board.
const MAX_NUMBERED_LINES: usize = 4;

/// Returns true if most lines of a text have digits, as those of a game do, whatever its signs are.
fn has_numbers_in_most_lines(text: &str) -> bool {
    let lines = || text.lines().filter(|line| !line.trim().is_empty());
    let has_digit = |line: &&str| line.contains(|sign: char| sign.is_numeric());
    let numbered = lines().filter(has_digit).count();
    numbered > MAX_NUMBERED_LINES && numbered * 2 > lines().count()
}

/// Returns the number of words at the start of a text, without comments and numbers, and how many
/// of them are turns of a game.
pub(crate) fn readable_words(text: &str, game: GameId) -> (usize, usize) {
    let peeled = Pasted::without_containers(text);
    let text = peeled.as_ref().map_or(text, |peeled| peeled.text.text());
    let lines = movetext::lines(text);
    let words: Vec<&str> = lines
        .iter()
        .flat_map(|line| &line.words)
        .map(|span| span.slice(text))
        .filter(|word| !movetext::is_count(word) && !movetext::is_result(word))
        .take(MAX_WORDS_READ)
        .collect();
    let is_turn = |word: &&&str| {
        let turn = movetext::without_number(word);
        movetext::is_readable(game, turn) || movetext::is_begun_turn(game, turn)
    };
    let readable = words.iter().filter(is_turn);
    (words.len(), readable.count())
}

/// Returns true if a description of what was recognised is one of prose.
pub(crate) fn describes_prose(recognised: &str) -> bool {
    prose::describes_prose(recognised)
}

/// Returns the number of turns of a record that do not even look like turns of a game, such as
/// names and words of a talk.
pub(crate) fn words_for_turns(record: &Record, game: GameId) -> usize {
    let turns = record.moves.turns.iter();
    let is_word = |node: &&TurnNode| !movetext::looks_like_turn(game, record.turn_text(node));
    turns.filter(is_word).count()
}

/// Returns the number of words in the comments of a record that are turns of a game, such as `c2`
/// in `{I prefer c2}`. Words of announcements, such as `take`, are words of talk as well.
pub(crate) fn turns_in_comments(record: &Record, game: GameId) -> usize {
    let hashes = record.text().lines().filter(|line| line.starts_with('#'));
    let comments = record
        .comments()
        .map(|comment| record.text_of(comment.span));
    let is_border = |sign: char| sign.is_whitespace() || "{}()\"".contains(sign);
    let words = hashes
        .chain(comments)
        .flat_map(|text| text.split(is_border));
    let is_turn = |word: &&str| {
        let turn = movetext::without_punctuation(movetext::without_number(word));
        let is_written = movetext::has_place(turn) && movetext::is_turn(game, turn);
        is_written || movetext::is_begun_turn(game, turn)
    };
    words.filter(is_turn).count()
}

/// Returns true if a text begins with the number 1 and a turn number follows, as the turns of a
/// game do.
pub(crate) fn begins_numbered(text: &str) -> bool {
    let mut numbers = text
        .split_whitespace()
        .filter(|word| movetext::is_number(word) || movetext::begins_with_number(word));
    let is_first = |word: &str| {
        let digits = word.trim_start_matches(|sign: char| sign.is_ascii_digit());
        word.strip_suffix(digits) == Some("1")
    };
    let begins = text.split_whitespace().next().is_some_and(is_first);
    begins && numbers.next().is_some() && numbers.next().is_some()
}

/// Returns true if a line that became a comment begins with the name of a tag that sets up the
/// game, such as `Stock: 28, 48`. Without this tag, a different game would be played.
fn has_set_up_in_comment(text: &str, source: &str, game: GameId) -> bool {
    let names = game.tags().iter().filter(|spec| spec.sets_up);
    names.map(|spec| format!("{{{}", spec.name)).any(|begin| {
        text.to_lowercase().contains(&begin.to_lowercase())
            && !source.to_lowercase().contains(&begin.to_lowercase())
    })
}

/// Descriptions of what may be read in another way.
const DOUBTFUL: [&str; 4] = [
    signs::ONE_OF_TWO,
    signs::ABOUT_RESULT,
    prose::PROSE_WITH_TURNS,
    prose::PROSE_AT_END,
];

/// A layer of the movetext: removes something, and describes what it was. Its last argument counts
/// the legal turns of a text.
type Layer = fn(&MappedText, &Record, GameId, &dyn Fn(&str) -> u32) -> Option<(MappedText, String)>;

/// The layers of the movetext, in order.
const AS_NOTATION: &[&[Layer]] = &[FIRST_LAYERS, LAYERS_OF_LINES, LAST_LAYERS];
/// The layers of prose, in order.
const AS_PROSE: &[&[Layer]] = &[FIRST_LAYERS, LAYERS_OF_PROSE, LAYERS_OF_LINES, LAST_LAYERS];
/// The layers of prose in a chat, whose labels are removed first.
const AS_PROSE_OF_CHAT: &[&[Layer]] =
    &[FIRST_LAYERS, LAYERS_OF_LINES, LAYERS_OF_PROSE, LAST_LAYERS];

/// The layers of comments, and of turns in words.
const FIRST_LAYERS: &[Layer] = &[
    |text, record, game, _| signs::peel_wrong_closers(text, record, game),
    |text, _, game, _| signs::peel_unclosed(text, game),
    |text, _, game, _| signs::peel_footnotes(text, game),
    |text, record, game, _| remarks::peel(text, record, game),
    |text, _, game, _| joined_parts::peel(text, game),
];

/// The layer of the words between the turns of prose.
const LAYERS_OF_PROSE: &[Layer] = &[prose::peel];

/// The layers of lines: tables, labels, and turns that share their lines with other words.
const LAYERS_OF_LINES: &[Layer] = &[
    |text, record, game, legal| {
        if labels::is_chat(text.text(), record, game) {
            return None;
        }
        grid::peel(text, game, legal)
    },
    |text, _, _, _| turn_order::peel(text),
    |text, _, _, _| numbers::peel_ordinals(text),
    |text, record, game, _| sentences::peel_around_turn(text, record, game),
    |text, record, game, _| labels::peel(text, record, game),
];

/// The layers of numbers, words and signs. The rules of signs come once more at the end, when no
/// word of a remark is in the way.
const LAST_LAYERS: &[Layer] = &[
    |text, _, game, _| numbers::peel_borders(text, game),
    |text, _, game, legal| numbers::peel(text, game, legal),
    |text, _, game, _| numbers::peel_full_stops(text, game),
    |text, _, game, _| words::peel(text, game),
    |text, _, game, _| signs::peel_taken_back(text, game),
    |text, _, game, legal| signs::peel_rules(text, game, legal),
    |text, _, game, legal| signs::peel_unknown_signs(text, game, legal),
    |text, record, game, _| signs::peel_comments(text, record, game),
    |text, _, game, legal| signs::peel_rules(text, game, legal),
];

#[cfg(test)]
mod tests {
    use super::*;
    use crate::text::edited;
    use proptest::prelude::*;

    /// Parts of pasted texts, each with its line end or space.
    const PARTS: [&str; 40] = [
        "[Game \"pippinzip\"]\n",
        "[Variant \"zipline\"]\n",
        "[Size \"7\"]\n",
        "[Player1 \"Ann\"]\n",
        "\n",
        "1. ",
        "2) ",
        "III. ",
        "d6 ",
        "a5,c3 ",
        "a5.c3 ",
        "nehme ",
        "take ",
        "Ann: ",
        "<Bob> ",
        "[12:30] ",
        "29:10 ",
        "> ",
        "| ",
        "\t",
        "; ",
        "// why\n",
        "(no idea) ",
        "{kept} ",
        "{ ",
        "} ",
        "\"quite so\" ",
        "<b>d6</b> ",
        "<s>d5</s> ",
        "~~d4~~ ",
        "[b]x1[/b] ",
        "\\texttt{b2} ",
        "\\begin{list}\n",
        "=20\n",
        "sorry, ",
        "or ",
        "und ",
        "<!-- so --> ",
        "1-0 ",
        "gewinnt\n",
    ];

    #[test]
    fn an_introduction_is_talk_but_a_game_in_unknown_signs_is_not() {
        let introduction = "Hello all,\n\nround 3 on 12 November 2026, board 4.\nA long game.\n";
        let talk = Pasted::talk(introduction).unwrap();
        assert!(talk.text.text().starts_with("# Hello all,\n\n# round 3"));
        let rows: String = (1..9).map(|turn| format!("{turn} — Ⓐ{turn}\n")).collect();
        assert!(Pasted::talk(&format!("Our game\n\n{rows}\nwon!\n")).is_none());
    }

    fn text() -> impl Strategy<Value = String> {
        let part = prop_oneof![
            9 => proptest::sample::select(&PARTS[..]).prop_map(str::to_owned),
            1 => "\\PC{0,3}",
        ];
        proptest::collection::vec(part, 0..24).prop_map(|parts| parts.concat())
    }

    /// Asserts that each letter and digit of a source is in a text or was taken off as markup, as a
    /// label, a number, or a word or sign with a meaning.
    fn nothing_is_lost(source: &str, pasted: &Pasted) {
        let text = &pasted.text;
        assert_eq!(
            edited(source, &text.edits(source)).as_deref(),
            Some(text.text())
        );
        let mut is_kept = vec![false; source.len()];
        for origin in (0..text.text().len()).filter_map(|byte| text.origin(byte)) {
            is_kept[origin] = true;
        }
        for taken in text.taken() {
            let was = taken.span.slice(source);
            let is_silent = taken.peel == Peel::Talk && was.contains(char::is_alphanumeric);
            assert!(!is_silent, "{was:?} of {source:?} became {:?}", text.text());
            is_kept[taken.span.start as usize..taken.span.end as usize].fill(true);
        }
        assert!(is_kept.into_iter().all(|kept| kept), "{source:?}");
    }

    proptest! {
        #![proptest_config(ProptestConfig::with_cases(100))]
        #[test]
        fn no_letter_and_no_digit_is_lost(source in text()) {
            let context = Context::default();
            if let Some(pasted) = Pasted::without_containers(&source) {
                nothing_is_lost(&source, &pasted);
            }
            if let Some(pasted) = Pasted::without_signs(&source, &context) {
                nothing_is_lost(&source, &pasted);
            }
            if let Some(pasted) = Pasted::talk(&source) {
                nothing_is_lost(&source, &pasted);
            }
        }

        #[test]
        fn any_text_is_survived(source in "\\PC{0,40}") {
            let source = format!("[Game \"gipf\"]\n[Variant \"basic\"]\n\n{source}");
            let _ = Pasted::without_containers(&source);
            let _ = Pasted::without_signs(&source, &Context::default());
        }
    }
}
