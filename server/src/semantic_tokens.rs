//! Semantic tokens: requests for the syntactic role of each part of a document, as a whole, as a
//! difference, or in a range. `token_roles.rs` finds the roles; this file encodes them as numbers
//! relative to the token before ([`TokenEncoder`], [`append_record`]).
//!
//! The protocol writes each token as five numbers: the lines from the token before, the characters
//! from it if it is on the same line (otherwise from the start of the line), the length, the type
//! and the modifiers.

use std::ops::Range;

use lsp_types::{
    Position, SemanticToken, SemanticTokenModifier, SemanticTokenType, SemanticTokens,
    SemanticTokensDelta, SemanticTokensDeltaParams, SemanticTokensEdit,
    SemanticTokensFullDeltaResult, SemanticTokensParams, SemanticTokensRangeParams,
    SemanticTokensRangeResult, SemanticTokensResult,
};

use super::locked;
use super::session::{Answer, DocumentRequest, Replayed};
use super::snapshot::Entry;
use super::token_roles::{Role, Token, TokenSource, tokens_of_record};
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

/// Tokens that a client has for a document, with the id under which it got them.
#[derive(Debug)]
pub(super) struct LastTokens {
    id: String,
    data: Vec<SemanticToken>,
}

/// Returns all tokens of a document.
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

/// Returns the difference between the tokens that the client has and the current ones; all tokens
/// if the former are not known.
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

    let edits = edit_between(&before.data, &tokens.data)
        .into_iter()
        .collect();
    Ok(Some(SemanticTokensFullDeltaResult::TokensDelta(
        SemanticTokensDelta {
            result_id: tokens.result_id,
            edits,
        },
    )))
}

/// Returns the edit that turns the old tokens into the new ones; `None` if they are equal.
fn edit_between(old: &[SemanticToken], new: &[SemanticToken]) -> Option<SemanticTokensEdit> {
    /// The protocol counts numbers, not tokens.
    const NUMBERS_PER_TOKEN: usize = 5;
    if old == new {
        return None;
    }
    let prefix = old
        .iter()
        .zip(new)
        .take_while(|(old, new)| old == new)
        .count();
    let suffix = old[prefix..]
        .iter()
        .rev()
        .zip(new[prefix..].iter().rev())
        .take_while(|(old, new)| old == new)
        .count();
    let numbers_of = |tokens: usize| u32::try_from(tokens * NUMBERS_PER_TOKEN).unwrap_or(u32::MAX);
    Some(SemanticTokensEdit {
        start: numbers_of(prefix),
        delete_count: numbers_of(old.len() - prefix - suffix),
        data: Some(new[prefix..new.len() - suffix].to_vec()),
    })
}

/// Returns the tokens in a range of a document.
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
fn tokens(request: &DocumentRequest, bytes: Range<usize>) -> Answer<Vec<SemanticToken>> {
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

/// Appends the tokens of a record that begins on a line. `last` is the start of the last token in
/// `data`.
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
    bytes: &Range<usize>,
    first_line: u32,
) -> RecordTokens {
    let mut encoder = TokenEncoder {
        request,
        entry,
        last: Position::new(first_line, 0),
        data: Vec::new(),
    };
    if entry.preamble {
        encoder.push_comments();
    } else {
        let shown = Span::new(entry.in_record(bytes.start), entry.in_record(bytes.end));
        encoder.push_record(shown);
    }

    let last = encoder.last;
    RecordTokens {
        data: encoder.data.into(),
        end: Position::new(last.line - first_line, last.character),
    }
}

/// Encoder of the tokens of an entry, each relative to the token before.
struct TokenEncoder<'a> {
    request: &'a DocumentRequest,
    entry: &'a Entry,
    /// Start of the last token.
    last: Position,
    data: Vec<SemanticToken>,
}

impl TokenEncoder<'_> {
    /// Appends the tokens of a record that overlap or touch a span of it.
    fn push_record(&mut self, shown: Span) {
        let record = self.request.written(self.entry);
        let findings = &self.request.document.judged(self.entry).findings;
        let is_valid = !findings.iter().any(Finding::is_error);
        let replayed = if is_valid {
            None
        } else {
            self.request.replayed(self.entry.clone())
        };
        let mut tokens = tokens_of_record(TokenSource {
            record: &record,
            is_valid,
            timeline: replayed.as_ref().and_then(Replayed::timeline),
        });

        tokens.retain(|Token { span, .. }| {
            span.start <= shown.end && shown.start <= span.end && !span.is_empty()
        });
        tokens.sort_by_key(|token| token.span);
        for token in tokens {
            self.push_token(record.text_of(token.span), token);
        }
    }

    /// Appends the tokens of the comments before the first record.
    fn push_comments(&mut self) {
        let text = self.request.document.text_of(self.entry.range.clone());
        for (start, line) in written_lines(&text) {
            let span = Span::new(start, start + line.len());
            self.push_token(line, Token::new(span, Role::Comment));
        }
    }

    /// Appends a token with this text, split at line ends.
    fn push_token(&mut self, text: &str, token: Token) {
        let mut start = 0;
        for line in text.split_inclusive(['\n', '\r']) {
            let shown = line.trim_end_matches(['\n', '\r']);
            let span = token.span.within(&(start..start + shown.len()));
            let range = self.request.document.range_in(self.entry, span);
            start += line.len();

            let last = self.last;
            let is_on_one_line = range.start.line == range.end.line;
            if shown.is_empty() || range.start < last || !is_on_one_line {
                continue;
            }
            let delta_line = range.start.line - last.line;
            let delta_start = if delta_line == 0 {
                range.start.character - last.character
            } else {
                range.start.character
            };
            self.data.push(SemanticToken {
                delta_line,
                delta_start,
                length: range.end.character - range.start.character,
                token_type: token.role as u32,
                token_modifiers_bitset: token.modifiers,
            });
            self.last = range.start;
        }
    }
}
