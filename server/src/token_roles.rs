//! Tokens of a record: the syntactic role of each part of its text. [`tokens_of_record`] walks the
//! record; `semantic_tokens.rs` encodes the tokens for the protocol.
//!
//! A turn consists of *actions* with semicolons between them, and an action of parts. A [`Detail`]
//! says what a part is, such as the piece or its destination.

use std::ops::Range;

use pipscribe::games::Detail;
use pipscribe::notation::{Command, Comment, Item, Line, Meaning, Record, Tag, TurnNode};
use pipscribe::replay::Timeline;
use pipscribe::text::Span;

/// Role of a token. The order is that of [`TYPES`](super::semantic_tokens::TYPES).
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Role {
    /// Name of a tag.
    Tag,
    /// Value of a tag, with its quotes.
    Value,
    /// Number before a turn: `12.`
    Number,
    /// Part of a turn that names a place or an item: `c4`.
    Turn,
    /// Result, or a word in a turn: `take`.
    Word,
    /// Punctuation in a turn, or the sign after it: `-`, `!?`.
    Sign,
    /// Comment, or the text between its commands.
    Comment,
    /// Name and brackets of a command: `[%circle`.
    Command,
    /// Arguments of a command; in a turn, the piece or its orientation.
    Arguments,
}

/// Modifier of a turn that is not played.
const NOT_PLAYED: u32 = 1;
/// Modifier of the destination of a piece.
const PLACED: u32 = 2;

/// Token of a record.
#[derive(Clone, Copy, Debug)]
pub(super) struct Token {
    pub(super) span: Span,
    pub(super) role: Role,
    /// Modifiers, one bit each, as in [`MODIFIERS`](super::semantic_tokens::MODIFIERS).
    pub(super) modifiers: u32,
}

impl Token {
    /// Creates a token without modifiers.
    pub(super) fn new(span: Span, role: Role) -> Self {
        Self {
            span,
            role,
            modifiers: 0,
        }
    }
}

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
pub(super) fn tokens_of_record(source: TokenSource<'_>) -> Vec<Token> {
    let record = source.record;
    let mut collector = Collector {
        source,
        tokens: Vec::new(),
    };
    for tag in &record.tags {
        collector.add_tag(tag);
    }
    collector.add_line(&record.moves);
    collector.add_items(&record.closing);
    if let Some((_, span)) = &record.result {
        collector.add(*span, Role::Word);
    }
    collector.tokens
}

/// Collector of the tokens of a record.
struct Collector<'r> {
    source: TokenSource<'r>,
    tokens: Vec<Token>,
}

impl Collector<'_> {
    /// Adds a token without modifiers.
    fn add(&mut self, span: Span, role: Role) {
        self.tokens.push(Token::new(span, role));
    }

    fn add_tag(&mut self, tag: &Tag) {
        self.add(tag.name_span, Role::Tag);
        let value = tag.value_span;
        let opening_quote = value.start.saturating_sub(1) as usize;
        let end_of_closing_quote = value.end as usize + 1;
        self.add(Span::new(opening_quote, end_of_closing_quote), Role::Value);
        for hash in &tag.hashes {
            self.add(*hash, Role::Comment);
        }
    }

    /// Adds the tokens of a line of play and of its variations.
    fn add_line(&mut self, line: &Line) {
        self.add_items(&line.opening);
        for node in &line.turns {
            if let Some(number) = node.number_span {
                self.add(number, Role::Number);
            }
            self.add_turn(node);
            if let Some(suffix) = node.suffix {
                self.add(suffix, Role::Sign);
            }
            self.add_items(&node.after);
        }
    }

    /// Adds the tokens of a turn, part by part: places and pieces, and the characters between them.
    fn add_turn(&mut self, node: &TurnNode) {
        let text = self.source.record.text_of(node.text);
        let game = self.source.record.game();
        let is_played = self.source.is_played(node);
        let modifiers = if is_played { 0 } else { NOT_PLAYED };

        let has_places = game.is_some_and(|game| game.facts().turns.actions_are_places);
        let is_place = |range: &Range<usize>| {
            let part = text.get(range.clone()).unwrap_or_default();
            has_places && part.ends_with(|letter: char| letter.is_ascii_digit())
        };
        // A whole action is a token only if it is a place; otherwise its parts are.
        let mut parts = game.map(|game| game.turn_parts(text)).unwrap_or_default();
        parts.retain(|(part, range)| part.detail != Detail::Whole || is_place(range));
        parts.sort_by_key(|(_, range)| (range.start, range.end));

        let mut last_end = 0;
        for (part, range) in parts {
            // Of parts that overlap, the first one counts.
            if range.start < last_end {
                continue;
            }
            self.add_text_between(node, last_end..range.start, modifiers);
            let role = match part.detail {
                Detail::What | Detail::Facing => Role::Arguments,
                Detail::Item(_) | Detail::From | Detail::To | Detail::Whole => Role::Turn,
            };
            let placed = if part.detail == Detail::To && is_played {
                PLACED
            } else {
                0
            };
            self.tokens.push(Token {
                span: node.text.within(&range),
                role,
                modifiers: modifiers | placed,
            });
            last_end = range.end;
        }
        self.add_text_between(node, last_end..text.len(), modifiers);
    }

    /// Adds the token between two parts of a turn: a word such as `take`, or punctuation. A single
    /// letter counts as punctuation.
    fn add_text_between(&mut self, node: &TurnNode, range: Range<usize>, modifiers: u32) {
        let text = self.source.record.text_of(node.text);
        let between = text.get(range.clone()).unwrap_or_default();
        if between.is_empty() {
            return;
        }
        let is_word = between.chars().filter(char::is_ascii_alphabetic).count() > 1;
        self.tokens.push(Token {
            span: node.text.within(&range),
            role: if is_word { Role::Word } else { Role::Sign },
            modifiers,
        });
    }

    /// Adds the tokens of comments and variations.
    fn add_items(&mut self, items: &[Item]) {
        for item in items {
            match item {
                Item::Hash(span) => self.add(*span, Role::Comment),
                Item::Variation(variation) => self.add_line(&variation.line),
                Item::Comment(comment) => self.add_comment(comment),
            }
        }
    }

    /// Adds the tokens of a comment: its commands, and the text between them.
    fn add_comment(&mut self, comment: &Comment) {
        let mut start = comment.span.start as usize;
        for command in &comment.commands {
            let text = Span::new(start, command.span.start as usize);
            self.add(text, Role::Comment);
            self.add_command(command);
            start = command.span.end as usize;
        }
        let rest = Span::new(start, comment.span.end as usize);
        self.add(rest, Role::Comment);
    }

    /// Adds the tokens of a command. The name of an unknown command looks like the comment.
    fn add_command(&mut self, command: &Command) {
        let name = Span::new(command.span.start as usize, command.name.end as usize);
        let role_of_name = match command.meaning {
            Meaning::Other => Role::Comment,
            _ => Role::Command,
        };
        self.add(name, role_of_name);
        self.add(command.arguments, Role::Arguments);
        let close = Span::new(command.arguments.end as usize, command.span.end as usize);
        self.add(close, Role::Command);
    }
}
