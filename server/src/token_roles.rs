//! Tokens of a record: the syntactic role of each part of its text. [`tokens_of_record`] walks the
//! record; `semantic_tokens.rs` encodes the tokens for the protocol.

use std::ops::Range;

use pipscribe::games::Detail;
use pipscribe::notation::{Command, Item, Line, Meaning, Record, TurnNode};
use pipscribe::replay::Timeline;
use pipscribe::text::Span;

/// Type of a token. The order is that of [`TYPES`](super::semantic_tokens::TYPES).
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Kind {
    Tag,
    Value,
    Number,
    Turn,
    Word,
    Sign,
    Comment,
    Command,
    Arguments,
}

/// Modifier of a turn that is not played.
const NOT_PLAYED: u32 = 1;
/// Modifier of the destination of a piece.
const PLACED: u32 = 2;

/// Token of a record: its span, its type and its modifiers.
pub(super) type Token = (Span, Kind, u32);

/// Record with its known turns.
#[derive(Clone, Copy)]
pub(super) struct TokenSource<'r> {
    pub(super) record: &'r Record,
    /// True if the record is valid, so that all turns are played.
    pub(super) is_valid: bool,
    /// Replay of an invalid record.
    pub(super) timeline: Option<&'r Timeline>,
}

impl TokenSource<'_> {
    /// Returns true if a turn is legal, and so are the turns before it.
    fn is_played(&self, node: &TurnNode) -> bool {
        self.is_valid
            || self
                .timeline
                .is_some_and(|timeline| timeline.frame(node.id).is_some())
    }
}

/// Returns the tokens of a record, in no particular order.
pub(super) fn tokens_of_record(source: &TokenSource<'_>) -> Vec<Token> {
    let record = source.record;
    let mut tokens: Vec<Token> = Vec::new();
    for tag in &record.tags {
        tokens.push((tag.name_span, Kind::Tag, 0));
        let value = tag.value_span;
        // The token includes the quotes.
        tokens.push((
            Span::new(
                value.start.saturating_sub(1) as usize,
                value.end as usize + 1,
            ),
            Kind::Value,
            0,
        ));
        tokens.extend(tag.hashes.iter().map(|hash| (*hash, Kind::Comment, 0)));
    }
    add_line(source, &record.moves, &mut tokens);
    add_items(source, &record.closing, &mut tokens);
    tokens.extend(
        record
            .result
            .as_ref()
            .map(|(_, span)| (*span, Kind::Word, 0)),
    );
    tokens
}

/// Collects the tokens of a line of play and of its variations.
fn add_line(source: &TokenSource<'_>, line: &Line, tokens: &mut Vec<Token>) {
    add_items(source, &line.opening, tokens);
    for node in &line.turns {
        tokens.extend(node.number_span.map(|span| (span, Kind::Number, 0)));
        add_turn(source, node, tokens);
        tokens.extend(node.suffix.map(|span| (span, Kind::Sign, 0)));
        add_items(source, &node.after, tokens);
    }
}

/// Collects the tokens of a turn, part by part: places and pieces, and the characters between them.
fn add_turn(source: &TokenSource<'_>, node: &TurnNode, tokens: &mut Vec<Token>) {
    let text = source.record.text_of(node.text);
    let is_played = source.is_played(node);
    let modifiers = if is_played { 0 } else { NOT_PLAYED };
    let parts = source
        .record
        .game()
        .map(|game| game.turn_parts(text))
        .unwrap_or_default();
    // The end of the last token of the turn.
    let mut end = 0;
    let has_places = source
        .record
        .game()
        .is_some_and(|game| game.facts().turns.actions_are_places);
    let is_part = |detail: Detail, range: &Range<usize>| match detail {
        Detail::Whole => {
            has_places
                && text
                    .get(range.clone())
                    .is_some_and(|part| part.ends_with(|letter: char| letter.is_ascii_digit()))
        }
        _ => true,
    };
    let mut inner: Vec<_> = parts
        .into_iter()
        .filter(|(part, range)| is_part(part.detail, range))
        .collect();
    inner.sort_by_key(|(_, range)| (range.start, range.end));
    for (part, range) in inner {
        if range.start < end {
            continue;
        }
        add_text_between(node, text, end..range.start, modifiers, tokens);
        let kind = match part.detail {
            Detail::What | Detail::Facing => Kind::Arguments,
            Detail::Item(_) | Detail::From | Detail::To | Detail::Whole => Kind::Turn,
        };
        let placed = if matches!(part.detail, Detail::To) && is_played {
            PLACED
        } else {
            0
        };
        tokens.push((node.text.within(&range), kind, modifiers | placed));
        end = range.end;
    }

    add_text_between(node, text, end..text.len(), modifiers, tokens);
}

/// Collects the tokens between the parts of a turn: words such as `take`, or punctuation.
fn add_text_between(
    node: &TurnNode,
    text: &str,
    range: Range<usize>,
    modifiers: u32,
    tokens: &mut Vec<Token>,
) {
    let Some(stretch) = text
        .get(range.clone())
        .filter(|stretch| !stretch.is_empty())
    else {
        return;
    };
    let is_word = stretch.chars().filter(char::is_ascii_alphabetic).count() > 1;
    let kind = if is_word { Kind::Word } else { Kind::Sign };
    tokens.push((node.text.within(&range), kind, modifiers));
}

/// Collects the tokens of comments and variations.
fn add_items(source: &TokenSource<'_>, items: &[Item], tokens: &mut Vec<Token>) {
    for item in items {
        match item {
            Item::Hash(span) => tokens.push((*span, Kind::Comment, 0)),
            Item::Variation(variation) => add_line(source, &variation.line, tokens),
            Item::Comment(comment) => {
                let mut start = comment.span.start as usize;
                for command in &comment.commands {
                    tokens.push((
                        Span::new(start, command.span.start as usize),
                        Kind::Comment,
                        0,
                    ));
                    add_command(command, tokens);
                    start = command.span.end as usize;
                }
                tokens.push((
                    Span::new(start, comment.span.end as usize),
                    Kind::Comment,
                    0,
                ));
            }
        }
    }
}

/// Collects the tokens of a command in a comment. An unknown command looks like the comment.
fn add_command(command: &Command, tokens: &mut Vec<Token>) {
    let is_known = !matches!(command.meaning, Meaning::Other);
    let name = Span::new(command.span.start as usize, command.name.end as usize);
    tokens.push((
        name,
        if is_known {
            Kind::Command
        } else {
            Kind::Comment
        },
        0,
    ));
    tokens.push((command.arguments, Kind::Arguments, 0));
    tokens.push((
        Span::new(command.arguments.end as usize, command.span.end as usize),
        Kind::Command,
        0,
    ));
}
