//! Semantic tokens: the syntactic role of each part of a record.

use lsp_types::{
    Position, SemanticToken, SemanticTokenModifier, SemanticTokenType, SemanticTokens,
    SemanticTokensDelta, SemanticTokensDeltaParams, SemanticTokensEdit,
    SemanticTokensFullDeltaResult, SemanticTokensParams, SemanticTokensRangeParams,
    SemanticTokensRangeResult, SemanticTokensResult,
};

use super::locked;
use super::session::{Answer, DocumentRequest, Replayed};
use super::snapshot::Entry;
use pipscribe::findings::Finding;
use pipscribe::games::Detail;
use pipscribe::notation::{Command, Item, Line, Meaning, Record, TurnNode};
use pipscribe::replay::Timeline;
use pipscribe::text::{Span, written_lines};

/// Maximum size of a document, in bytes, for which all tokens are sent at once. For a larger
/// document, editors request the visible range.
const MAX_BYTES_IN_FULL: usize = 4 << 20;

/// Types of tokens, in the order of their numbers.
pub(super) const TYPES: [SemanticTokenType; 9] = [
    SemanticTokenType::PROPERTY,
    SemanticTokenType::STRING,
    SemanticTokenType::NUMBER,
    SemanticTokenType::VARIABLE,
    SemanticTokenType::KEYWORD,
    SemanticTokenType::OPERATOR,
    SemanticTokenType::COMMENT,
    SemanticTokenType::MACRO,
    SemanticTokenType::PARAMETER,
];

/// Modifiers, one bit each: a turn that is not played; the destination of a piece.
pub(super) const MODIFIERS: [SemanticTokenModifier; 2] = [
    SemanticTokenModifier::DEPRECATED,
    SemanticTokenModifier::MODIFICATION,
];

/// Type of a token.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Kind {
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

const NOT_PLAYED: u32 = 1;
const PLACED: u32 = 2;

/// Token of a record: its span, its type and its modifiers.
type Token = (Span, Kind, u32);

/// Tokens that a client has for a document.
#[derive(Debug)]
pub(super) struct LastTokens {
    id: String,
    data: Vec<SemanticToken>,
}

pub(super) fn full(
    request: &DocumentRequest,
    _params: SemanticTokensParams,
) -> Answer<Option<SemanticTokensResult>> {
    let Some(tokens) = whole(request)? else {
        return Ok(None);
    };
    keep(request, &tokens);
    Ok(Some(SemanticTokensResult::Tokens(tokens)))
}

pub(super) fn delta(
    request: &DocumentRequest,
    params: SemanticTokensDeltaParams,
) -> Answer<Option<SemanticTokensFullDeltaResult>> {
    let Some(tokens) = whole(request)? else {
        return Ok(None);
    };

    let before = {
        let mut last = locked(&request.session.tokens);
        let key = request.document.uri.as_str();
        last.take_if(|(uri, last)| uri == key && last.id == params.previous_result_id)
            .map(|(_, last)| last)
    };
    keep(request, &tokens);
    let Some(before) = before else {
        return Ok(Some(SemanticTokensFullDeltaResult::Tokens(tokens)));
    };

    let old = &before.data;
    let new = &tokens.data;
    let front = old
        .iter()
        .zip(new)
        .take_while(|(old, new)| old == new)
        .count();
    let back = old[front..]
        .iter()
        .rev()
        .zip(new[front..].iter().rev())
        .take_while(|(old, new)| old == new)
        .count();
    let clamp = |count: usize| u32::try_from(count).unwrap_or(u32::MAX);
    let edit = SemanticTokensEdit {
        // A token consists of five numbers.
        start: clamp(front * 5),
        delete_count: clamp((old.len() - front - back) * 5),
        data: Some(new[front..new.len() - back].to_vec()),
    };
    let is_same = edit.delete_count == 0 && edit.data.as_ref().is_some_and(Vec::is_empty);
    let edits = if is_same { Vec::new() } else { vec![edit] };
    Ok(Some(SemanticTokensFullDeltaResult::TokensDelta(
        SemanticTokensDelta {
            result_id: tokens.result_id,
            edits,
        },
    )))
}

pub(super) fn range(
    request: &DocumentRequest,
    params: SemanticTokensRangeParams,
) -> Answer<Option<SemanticTokensRangeResult>> {
    let bytes = request.document.bytes_of(params.range);
    let data = tokens(request, bytes)?;
    Ok(Some(SemanticTokensRangeResult::Tokens(SemanticTokens {
        result_id: None,
        data,
    })))
}

fn whole(request: &DocumentRequest) -> Answer<Option<SemanticTokens>> {
    let length = request.document.text.len();
    if length > MAX_BYTES_IN_FULL {
        return Ok(None);
    }
    let data = tokens(request, 0..length)?;
    Ok(Some(SemanticTokens {
        result_id: Some(request.document.generation.to_string()),
        data,
    }))
}

fn keep(request: &DocumentRequest, tokens: &SemanticTokens) {
    let last = LastTokens {
        id: tokens.result_id.clone().unwrap_or_default(),
        data: tokens.data.clone(),
    };
    let mut kept = locked(&request.session.tokens);
    *kept = Some((request.document.uri.as_str().to_owned(), last));
}

/// Tokens of a record, encoded from the start of the line on which it begins. They stay the same as
/// long as the bytes of the record do, even if the record moves within its document.
#[derive(Debug, Default)]
pub(super) struct RecordTokens {
    data: Box<[SemanticToken]>,
    /// Start of the last token, with the line counted from the first line of the record.
    end: Position,
}

/// Returns the tokens in a range of the document. The tokens of whole records are cached, because
/// editors request all tokens after each edit.
fn tokens(request: &DocumentRequest, bytes: std::ops::Range<usize>) -> Answer<Vec<SemanticToken>> {
    let mut data = Vec::new();
    let mut last = Position::default();
    for entry in request.document.entries(bytes.clone()) {
        request.cancel.check()?;
        let start = request.document.text.position_of(entry.range.start);
        let is_whole = bytes.start <= entry.range.start && entry.range.end <= bytes.end;
        // The margins of a code block are not part of its record's bytes.
        let is_kept = is_whole && start.character == 0 && !entry.is_embedded();
        if is_kept {
            let tokens = entry
                .cache
                .tokens(|| encoded(request, &entry, &bytes, start.line));
            append(tokens, start.line, &mut last, &mut data);
        } else {
            let tokens = encoded(request, &entry, &bytes, start.line);
            append(&tokens, start.line, &mut last, &mut data);
        }
    }
    Ok(data)
}

/// Appends the tokens of a record that begins on a line.
fn append(tokens: &RecordTokens, line: u32, last: &mut Position, data: &mut Vec<SemanticToken>) {
    let Some((first, others)) = tokens.data.split_first() else {
        return;
    };
    // The first token is encoded relative to the last token before the record.
    let first_line = line + first.delta_line;
    let delta_line = first_line.saturating_sub(last.line);
    let delta_start = if delta_line == 0 {
        first.delta_start.saturating_sub(last.character)
    } else {
        first.delta_start
    };
    data.push(SemanticToken {
        delta_line,
        delta_start,
        ..*first
    });
    data.extend_from_slice(others);
    *last = Position::new(line + tokens.end.line, tokens.end.character);
}

/// Encodes the tokens of an entry that are in a range of the document.
fn encoded(
    request: &DocumentRequest,
    entry: &Entry,
    bytes: &std::ops::Range<usize>,
    first_line: u32,
) -> RecordTokens {
    let mut data = Vec::new();
    let mut last = Position::new(first_line, 0);
    if entry.preamble {
        of_comments(request, entry, &mut last, &mut data);
    } else {
        let record = request.written(entry);
        let findings = &request.document.judged(entry).findings;
        let is_valid = !findings.iter().any(Finding::is_error);
        let replayed = if is_valid {
            None
        } else {
            request.replayed(entry.clone())
        };
        let shown = Span::new(entry.in_record(bytes.start), entry.in_record(bytes.end));
        let mut tokens = of_record(&TokenSource {
            record: &record,
            is_valid,
            timeline: replayed.as_ref().and_then(Replayed::timeline),
        });
        tokens.retain(|(span, ..)| {
            span.start <= shown.end && shown.start <= span.end && !span.is_empty()
        });
        tokens.sort_by_key(|(span, ..)| *span);
        for token in tokens {
            let text = record.text_of(token.0);
            push(request, entry, text, token, &mut last, &mut data);
        }
    }

    RecordTokens {
        data: data.into(),
        end: Position::new(last.line - first_line, last.character),
    }
}

/// Appends a token, split at line ends.
fn push(
    request: &DocumentRequest,
    entry: &Entry,
    text: &str,
    (span, kind, modifiers): Token,
    last: &mut Position,
    data: &mut Vec<SemanticToken>,
) {
    let mut start = 0;
    for line in text.split_inclusive(['\n', '\r']) {
        let shown = line.trim_end_matches(['\n', '\r']);
        let range = request
            .document
            .range_in(entry, span.within(&(start..start + shown.len())));
        start += line.len();
        let is_behind = (range.start.line, range.start.character) >= (last.line, last.character);
        if shown.is_empty() || !is_behind || range.start.line != range.end.line {
            continue;
        }
        let delta_line = range.start.line - last.line;
        let delta_start = if delta_line == 0 {
            range.start.character - last.character
        } else {
            range.start.character
        };
        let length = range.end.character - range.start.character;
        data.push(SemanticToken {
            delta_line,
            delta_start,
            length,
            token_type: kind as u32,
            token_modifiers_bitset: modifiers,
        });
        *last = range.start;
    }
}

/// Record with its known turns.
#[derive(Clone, Copy)]
struct TokenSource<'r> {
    record: &'r Record,
    /// True if the record is valid, so that all turns are played.
    is_valid: bool,
    /// Replay of an invalid record.
    timeline: Option<&'r Timeline>,
}

impl TokenSource<'_> {
    fn is_played(&self, node: &TurnNode) -> bool {
        self.is_valid
            || self
                .timeline
                .is_some_and(|timeline| timeline.frame(node.id).is_some())
    }
}

/// Appends the tokens of the comments before the first record.
fn of_comments(
    request: &DocumentRequest,
    entry: &Entry,
    last: &mut Position,
    data: &mut Vec<SemanticToken>,
) {
    let text = request.document.text_of(entry.range.clone());
    for (start, line) in written_lines(&text) {
        push(
            request,
            entry,
            line,
            (Span::new(start, start + line.len()), Kind::Comment, 0),
            last,
            data,
        );
    }
}

fn of_record(source: &TokenSource<'_>) -> Vec<Token> {
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
    of_line(source, &record.moves, &mut tokens);
    of_items(source, &record.closing, &mut tokens);
    tokens.extend(
        record
            .result
            .as_ref()
            .map(|(_, span)| (*span, Kind::Word, 0)),
    );
    tokens
}

fn of_line(source: &TokenSource<'_>, line: &Line, tokens: &mut Vec<Token>) {
    of_items(source, &line.opening, tokens);
    for node in &line.turns {
        tokens.extend(node.number_span.map(|span| (span, Kind::Number, 0)));
        of_turn(source, node, tokens);
        tokens.extend(node.suffix.map(|span| (span, Kind::Sign, 0)));
        of_items(source, &node.after, tokens);
    }
}

/// Collects the tokens of a turn, part by part: places and pieces, and the characters between them.
fn of_turn(source: &TokenSource<'_>, node: &TurnNode, tokens: &mut Vec<Token>) {
    let text = source.record.text_of(node.text);
    let is_played = source.is_played(node);
    let modifiers = if is_played { 0 } else { NOT_PLAYED };
    let parts = source
        .record
        .game()
        .map(|game| game.turn_parts(text))
        .unwrap_or_default();
    let mut done = 0;
    let has_places = source
        .record
        .game()
        .is_some_and(|game| game.facts().turns.actions_are_places);
    let is_part = |detail: Detail, range: &std::ops::Range<usize>| match detail {
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
        if range.start < done {
            continue;
        }
        between(node, text, done..range.start, modifiers, tokens);
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
        done = range.end;
    }

    between(node, text, done..text.len(), modifiers, tokens);
}

/// Collects the tokens between the parts of a turn: words such as `take`, or punctuation.
fn between(
    node: &TurnNode,
    text: &str,
    range: std::ops::Range<usize>,
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

fn of_items(source: &TokenSource<'_>, items: &[Item], tokens: &mut Vec<Token>) {
    for item in items {
        match item {
            Item::Hash(span) => tokens.push((*span, Kind::Comment, 0)),
            Item::Variation(variation) => of_line(source, &variation.line, tokens),
            Item::Comment(comment) => {
                let mut start = comment.span.start as usize;
                for command in &comment.commands {
                    tokens.push((
                        Span::new(start, command.span.start as usize),
                        Kind::Comment,
                        0,
                    ));
                    of_command(command, tokens);
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

fn of_command(command: &Command, tokens: &mut Vec<Token>) {
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
