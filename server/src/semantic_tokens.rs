//! Semantic tokens: requests for the syntactic role of each part of a document, as a whole, as a
//! difference, or in a range. `token_roles.rs` finds the roles; this file encodes them as numbers
//! relative to the token before ([`encoded_tokens`], [`append_record`]).

use lsp_types::{
    Position, SemanticToken, SemanticTokenModifier, SemanticTokenType, SemanticTokens,
    SemanticTokensDelta, SemanticTokensDeltaParams, SemanticTokensEdit,
    SemanticTokensFullDeltaResult, SemanticTokensParams, SemanticTokensRangeParams,
    SemanticTokensRangeResult, SemanticTokensResult,
};

use super::locked;
use super::session::{Answer, DocumentRequest, Replayed};
use super::snapshot::Entry;
use super::token_roles::{Kind, Token, TokenSource, tokens_of_record};
use pipscribe::findings::Finding;
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
    let Some(tokens) = whole_document(request)? else {
        return Ok(None);
    };
    remember(request, &tokens);
    Ok(Some(SemanticTokensResult::Tokens(tokens)))
}

pub(super) fn delta(
    request: &DocumentRequest,
    params: SemanticTokensDeltaParams,
) -> Answer<Option<SemanticTokensFullDeltaResult>> {
    let Some(tokens) = whole_document(request)? else {
        return Ok(None);
    };

    let before = {
        let mut last = locked(&request.session.tokens);
        let key = request.document.uri.as_str();
        last.take_if(|(uri, last)| uri == key && last.id == params.previous_result_id)
            .map(|(_, last)| last)
    };
    remember(request, &tokens);
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

/// Returns the tokens of the whole document; `None` if it is too large.
fn whole_document(request: &DocumentRequest) -> Answer<Option<SemanticTokens>> {
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

/// Stores the tokens that the client gets, from which the next answer may be a difference.
fn remember(request: &DocumentRequest, tokens: &SemanticTokens) {
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
                .tokens(|| encoded_tokens(request, &entry, &bytes, start.line));
            append_record(tokens, start.line, &mut last, &mut data);
        } else {
            let tokens = encoded_tokens(request, &entry, &bytes, start.line);
            append_record(&tokens, start.line, &mut last, &mut data);
        }
    }
    Ok(data)
}

/// Appends the tokens of a record that begins on a line.
fn append_record(
    tokens: &RecordTokens,
    line: u32,
    last: &mut Position,
    data: &mut Vec<SemanticToken>,
) {
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
fn encoded_tokens(
    request: &DocumentRequest,
    entry: &Entry,
    bytes: &std::ops::Range<usize>,
    first_line: u32,
) -> RecordTokens {
    let mut data = Vec::new();
    let mut last = Position::new(first_line, 0);
    if entry.preamble {
        push_comments(request, entry, &mut last, &mut data);
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
        let mut tokens = tokens_of_record(&TokenSource {
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
            push_token(request, entry, text, token, &mut last, &mut data);
        }
    }

    RecordTokens {
        data: data.into(),
        end: Position::new(last.line - first_line, last.character),
    }
}

/// Appends a token, split at line ends.
fn push_token(
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
        let is_after_last =
            (range.start.line, range.start.character) >= (last.line, last.character);
        if shown.is_empty() || !is_after_last || range.start.line != range.end.line {
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

/// Appends the tokens of the comments before the first record.
fn push_comments(
    request: &DocumentRequest,
    entry: &Entry,
    last: &mut Position,
    data: &mut Vec<SemanticToken>,
) {
    let text = request.document.text_of(entry.range.clone());
    for (start, line) in written_lines(&text) {
        push_token(
            request,
            entry,
            line,
            (Span::new(start, start + line.len()), Kind::Comment, 0),
            last,
            data,
        );
    }
}
