//! Pasted texts as records.
//!
//! A *pasted text* is a record with other text around it or in it: a mail, a chat, a table. This
//! other text (quote marks, names, times, table cells) is in *layers*, which are removed one after
//! the other ([`crate::fixes::pasted`]).
//!
//! [`read_pasted`] reads a pasted text with a tag `Game`. For one without tags, [`game_of_pasted`]
//! returns the game that it is of, and [`read_pasted_as`] reads it as a record of that game.

use std::cmp::Reverse;

use super::candidate_games::{game_in_title, tags_in_title};
use super::checked_correction::{CheckedCorrection, error_count};
use super::correction::Correction;
use super::fix_search::correct_as;
use crate::fixes::pasted::{
    Pasted, describes_prose, has_chat_labels, readable_words, turns_in_comments, words_for_turns,
};
use crate::games::{Context, GameId};
use crate::notation::{Record, quoted, tags_of_next_record};
use crate::text::Claim;

/// The least number of turns of a text that names its game in words.
const MIN_TURNS: usize = 2;

/// A pasted text as a record.
#[derive(Clone, Debug)]
pub(crate) struct PastedText {
    /// The text of the record.
    pub(crate) text: String,
    /// Description of the recognised parts.
    pub(crate) recognised: String,
}

impl PastedText {
    /// Returns the number of words with the form of a turn that are in comments, but were not in
    /// comments of the pasted text `source`.
    pub(crate) fn new_turns_in_comments(&self, source: &Record) -> usize {
        let read = Record::parse_str(&self.text);
        let count = |game: GameId| {
            let before = turns_in_comments(source, game);
            turns_in_comments(&read, game).saturating_sub(before)
        };
        read.game().map_or(0, count)
    }
}

/// Reads a pasted text with a record in it; `None` if it has no layers to remove, or if the record
/// is not valid without them. Prose need not be valid, but no word may be left in the place of a
/// turn. A text without a record becomes comments.
pub(crate) fn read_pasted(record: &Record, context: &Context) -> Option<PastedText> {
    if record.tags.is_empty()
        && let Some(talk) = Correction::of_talk(record)
    {
        return Some(PastedText {
            text: talk.record.text().to_owned(),
            recognised: talk.recognised.join(", "),
        });
    }
    // The pasted text would take these tags for its own.
    if tags_of_next_record(record).is_some() {
        return None;
    }
    let pasted = Correction::of_pasted(record, context)?;
    let CheckedCorrection { correction, report } = CheckedCorrection::new(pasted, context)?;
    let must_stay_illegal = matches!(record.source().claim(), Some(Claim::Illegal(_)));
    let is_certain = report.is_valid() && !correction.is_ambiguous;
    if must_stay_illegal || !(is_certain || has_prose_in_comments(&correction)) {
        return None;
    }
    Some(PastedText {
        text: correction.record.text().to_owned(),
        recognised: correction.recognised.join(", "),
    })
}

/// Returns true if all words of a text that is prose became comments. The turns between them are
/// turns of the game, legal or not, so nothing else explains the words.
fn has_prose_in_comments(correction: &Correction) -> bool {
    let record = &correction.record;
    let mut recognised = correction.recognised.iter();
    let has_words = record
        .game()
        .is_none_or(|game| words_for_turns(record, game) > 0);
    !has_words && recognised.any(|name| describes_prose(name))
}

/// Returns true if a text, or its beginning, has a record in a container: a mail, a forum, a table.
pub(crate) fn contains_pasted_record(text: &str) -> bool {
    Pasted::without_containers(text).is_some_and(|pasted| count_game_tags(pasted.text.text()) > 0)
}

/// Returns the game of a text that has no tag `Game`: the one that is `assumed`, or the one that
/// the first lines of the text name, or the one whose turns a chat has. `None` if too few words of
/// the text are turns of it.
pub(crate) fn game_of_pasted(text: &str, assumed: Option<GameId>) -> Option<GameId> {
    let (game, min_turns) = match assumed {
        // The caller knows the game, so a single turn is enough.
        Some(game) => (game, 1),
        None => (
            game_in_title(text).or_else(|| game_of_chat(text))?,
            MIN_TURNS,
        ),
    };
    let (_, turns) = readable_words(text, game);
    (turns >= min_turns).then_some(game)
}

/// Returns the game whose turns a chat has, if at least two of them are turns of no other game.
fn game_of_chat(text: &str) -> Option<GameId> {
    let turns_of = |game: &GameId| {
        if has_chat_labels(text, *game) {
            let (_, turns) = readable_words(text, *game);
            turns
        } else {
            0
        }
    };
    let mut counted: Vec<(usize, GameId)> = GameId::ALL
        .iter()
        .map(|game| (turns_of(game), *game))
        .collect();
    counted.sort_by_key(|(turns, _)| Reverse(*turns));
    match counted.as_slice() {
        [(most, game), (next, _), ..] if *most >= next + MIN_TURNS => Some(*game),
        _ => None,
    }
}

/// Reads a pasted text that has no tag `Game` as a record of `game`. Turns that are not legal stay
/// as they are. A tag that the game needs and that the text does not state gets its usual value, a
/// variant `variant` or the one with which the most turns are legal.
pub(crate) fn read_pasted_as(
    record: &Record,
    game: GameId,
    variant: Option<&str>,
    context: &Context,
) -> Option<PastedText> {
    // A head such as `Game: GIPF` is converted first: only then can other tags follow it.
    let head = Pasted::without_containers(record.text())
        .filter(|pasted| count_game_tags(pasted.text.text()) == 1);
    if let Some(head) = head {
        let with_head = Record::parse_str(head.text.text());
        let corrected = correct_as(&with_head, game, context);
        let stated = corrected
            .as_ref()
            .map_or(&with_head, |corrected| &corrected.correction.record);
        let read = read_with_usual_tags(&with_head, stated, game, variant, context)?;
        let mut recognised = head.recognised;
        recognised.push(read.recognised);
        return Some(PastedText {
            recognised: recognised.join(", "),
            ..read
        });
    }

    let corrected = correct_as(record, game, context)?;
    let stated = &corrected.correction.record;
    read_with_usual_tags(record, stated, game, variant, context)
}

/// Returns the number of lines that begin a record.
fn count_game_tags(text: &str) -> usize {
    let begins = |line: &&str| line.starts_with("[Game \"");
    text.lines().filter(begins).count()
}

/// Reads a pasted text as a record of a game, with the usual values of the tags that `stated` does
/// not have.
fn read_with_usual_tags(
    record: &Record,
    stated: &Record,
    game: GameId,
    variant: Option<&str>,
    context: &Context,
) -> Option<PastedText> {
    let is_missing = |name: &str| stated.tag(name).is_none();
    let mut usual = game.suggested_tags(context);
    usual.retain(|(name, _)| is_missing(name));

    let variants: Vec<Option<&str>> = if is_missing("Variant") {
        possible_variants(game, variant)
    } else {
        vec![None]
    };
    let readings = variants.into_iter().map(|variant| {
        let variant = variant.map(|name| ("Variant".to_owned(), name.to_owned()));
        let mut assumed: Vec<(String, String)> = variant.into_iter().collect();
        assumed.extend(usual.iter().cloned());
        read_with(record, game, &assumed, context)
    });
    // The first of several equal ones is the usual variant.
    let best = readings.min_by_key(|reading| (Reverse(reading.legal_turns), reading.errors))?;
    Some(best.pasted)
}

/// Returns the variants to try for a text that states none: the given one, or all variants of the
/// game. `None` in the list means a text without the tag.
fn possible_variants(game: GameId, given: Option<&str>) -> Vec<Option<&str>> {
    let all = game.variants();
    if given.is_some() || all.len() < 2 {
        vec![given]
    } else {
        all.iter().copied().map(Some).collect()
    }
}

/// A pasted text that was read with certain tags.
struct Reading {
    pasted: PastedText,
    legal_turns: u32,
    errors: usize,
}

/// Reads a text as a record of a game, with tags that it does not state.
fn read_with(
    record: &Record,
    game: GameId,
    assumed: &[(String, String)],
    context: &Context,
) -> Reading {
    let with_tags = text_with_tags(record, game, assumed);
    let tagged = Record::parse_str(&with_tags);
    let mut recognised = vec![format!("a game of {}", game.title())];
    for (name, value) in assumed {
        recognised.push(format!("{name} {value} is assumed"));
    }
    let (text, report) = match correct_as(&tagged, game, context) {
        Some(CheckedCorrection { correction, report }) => {
            recognised.extend(correction.recognised.iter().cloned());
            (correction.record.text().to_owned(), report)
        }
        None => (with_tags, game.check(&tagged, context)),
    };
    Reading {
        pasted: PastedText {
            text,
            recognised: recognised.join(", "),
        },
        legal_turns: report.turns,
        errors: error_count(&report),
    }
}

/// Returns the text of a record with the tags of a game: `Game` if it is missing, the tags that the
/// first lines of the text state in words, and the assumed ones. They come before the text, or
/// after the tags of a text that names its game.
fn text_with_tags(record: &Record, game: GameId, assumed: &[(String, String)]) -> String {
    let names_game = record.tag("Game").is_some();
    let start: usize = if let Some(last) = record.tags.last()
        && names_game
    {
        last.span.end as usize
    } else {
        // Line comments before a record stay before it.
        let is_before = |line: &str| line.trim().is_empty() || line.trim_start().starts_with('#');
        let lines = record.text().split_inclusive('\n');
        lines.take_while(|line| is_before(line)).map(str::len).sum()
    };
    let (before, text) = record.text().split_at(start);

    let mut added: Vec<String> = Vec::new();
    if !names_game {
        added.push(format!("[Game \"{game}\"]"));
    }
    for (name, value) in tags_in_title(record.text(), game) {
        let is_assumed = assumed.iter().any(|(other, _)| other == name);
        if record.tag(name).is_none() && !is_assumed {
            added.push(format!("[{name} {}]", quoted(&value)));
        }
    }
    for (name, value) in assumed {
        added.push(format!("[{name} {}]", quoted(value)));
    }
    let mut with_tags = before.to_owned();
    for tag in added {
        if names_game {
            with_tags += &format!("\n{tag}");
        } else {
            with_tags += &format!("{tag}\n");
        }
    }

    // An empty line separates the tags from the turns.
    if record.tags.is_empty() {
        with_tags.push('\n');
    }
    with_tags + text
}
