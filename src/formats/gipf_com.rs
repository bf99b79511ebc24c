//! The notation of gipf.com for GIPF.
//!
//! It carries the turns, and in its complete style what the mover has left in reserve behind
//! each. It carries no tags, comments, variations, glyphs, resignations and results: writing it
//! names what is lost. The variant is not said either: a game whose first turn introduces a GIPF
//! piece is read as `tournament`, one whose removals name GIPF pieces as `standard`, any other as
//! `basic`, unless the caller knows better.

use std::borrow::Cow;

use pest::Parser;

use super::{Losses, codes};
use crate::checked::Checked;
use crate::findings::Finding;
use crate::games::gipf::{Action, Colour, Gipf};
use crate::games::{GameId, Language};
use crate::notation::{Item, Line, Outcome, Piece, Record, Wrap, quoted};
use crate::text::{SourceText, Span};

use grammar::{Grammar, Rule};

mod grammar {
    //! The parser that pest derives from `grammar/gipf_com.pest`.
    #![allow(missing_docs, reason = "the rules are documented in the grammar")]

    use pest_derive::Parser;

    #[derive(Parser)]
    #[grammar = "grammar/gipf_com.pest"]
    pub(super) struct Grammar;
}

/// A game that was read.
#[derive(Debug)]
pub struct Imported {
    /// The record, canonical as far as its turns can be replayed.
    pub text: String,
    /// What is wrong with the source, with spans into it.
    pub findings: Vec<Finding>,
    /// The record, checked; findings on it are not those of the source.
    pub checked: Checked,
}

/// What the format does not say and the caller may.
#[derive(Clone, Debug, Default)]
pub struct Assumptions {
    /// The variant.
    pub variant: Option<String>,
    /// The value of the tag `Options`.
    pub options: Option<String>,
}

/// A turn of the source.
struct ForeignTurn {
    span: Span,
    reserve: Option<(u32, Span)>,
}

#[derive(Default)]
struct ForeignGame {
    turns: Vec<ForeignTurn>,
    findings: Vec<Finding>,
}

/// Reads games, with an empty line between them.
pub fn read(source: &SourceText, assumptions: &Assumptions) -> Vec<Imported> {
    games(source).into_iter().map(|game| import(source, game, assumptions)).collect()
}

fn games(source: &SourceText) -> Vec<ForeignGame> {
    let mut games = vec![ForeignGame::default()];
    // The grammar is total.
    let pairs = Grammar::parse(Rule::games, source.text()).into_iter().flatten();
    for pair in pairs {
        let span = Span::from(pair.as_span());
        let Some(game) = games.last_mut() else { break };
        match pair.as_rule() {
            Rule::game_border if !game.turns.is_empty() => games.push(ForeignGame::default()),
            Rule::turn => game.turns.push(ForeignTurn { span, reserve: None }),
            Rule::reserve => {
                let count = pair.into_inner().next().and_then(|count| count.as_str().parse().ok());
                match (count, game.turns.last_mut()) {
                    (Some(count), Some(turn)) if turn.reserve.is_none() => turn.reserve = Some((count, span)),
                    _ => game.findings.push(Finding::new(&codes::TOKEN, span, "This reserve belongs to no turn.")),
                }
            }
            Rule::unknown => {
                let finding = Finding::new(&codes::TOKEN, span, "This is no turn and no reserve.")
                    .with_help("A turn is written `a2-c4`, what is left in reserve behind it `(12)`.");
                game.findings.push(finding);
            }
            _ => {}
        }
    }
    games.retain(|game| !game.turns.is_empty() || !game.findings.is_empty());
    games
}

fn guessed_variant(source: &SourceText, game: &ForeignGame) -> &'static str {
    let turns = game.turns.iter().filter_map(|turn| Gipf::parse_turn(source.text_of(turn.span)).ok());
    let mut removes_gipf = false;
    for (at, turn) in turns.enumerate() {
        for action in &turn.actions {
            match action {
                Action::Push(push) if push.gipf && at == 0 => return "tournament",
                Action::Push(_) => {}
                Action::Remove(items) => removes_gipf |= items.iter().any(|item| item.gipf),
            }
        }
    }
    if removes_gipf { "standard" } else { "basic" }
}

fn import(source: &SourceText, mut game: ForeignGame, assumptions: &Assumptions) -> Imported {
    let variant = assumptions.variant.as_deref().unwrap_or_else(|| guessed_variant(source, &game));
    let mut tags = format!("[Game \"gipf\"]\n[Variant {}]\n", quoted(variant));
    if let Some(options) = &assumptions.options {
        tags.push_str(&format!("[Options {}]\n", quoted(options)));
    }
    let draft = Record::parse_str(&record_text(source, &game, &tags, "*", &[]));
    let notes = GameId::Gipf.rules().map(|rules| rules.replay(&draft)).map(|replayed| {
        let mut notes = Vec::new();
        for (turn, foreign) in replayed.turns.iter().zip(&game.turns) {
            let (Some((noted, span)), Ok(position)) = (foreign.reserve, Gipf::parse_position(&turn.position)) else {
                continue;
            };
            let mover = if turn.seat == 1 { Colour::White } else { Colour::Black };
            let left = position.reserve[mover.index()];
            if left != noted {
                let message = format!("{} has {left} left in reserve, not {noted}.", mover.name());
                let finding = Finding::new(&codes::RESERVE, span, message).at(turn.number, &[]);
                game.findings.push(finding.with_help("The record keeps the turn, and notes this in a comment."));
                notes.push((turn.number, format!("{{the source notes a reserve of {noted}}}")));
            }
        }
        let result = replayed.report.result.map_or(Outcome::Open, Outcome::Decided).to_string();
        (notes, result)
    });
    let (notes, result) = notes.unwrap_or_default();
    tags.push_str(&format!("[Result {}]\n", quoted(&result)));
    let text = record_text(source, &game, &tags, &result, &notes);
    let checked = Checked::from_text(&text);
    let text = match checked.rules().and_then(|rules| rules.format(&checked.record)) {
        Some(canonical) => canonical,
        None => text,
    };
    for finding in &checked.report.findings {
        game.findings.push(in_source(&checked.record, &game, finding));
    }
    game.findings.sort_by_key(|finding| finding.span.start);
    Imported { text, findings: game.findings, checked }
}

fn record_text(source: &SourceText, game: &ForeignGame, tags: &str, result: &str, notes: &[(u32, String)]) -> String {
    let mut wrap = Wrap::default();
    let mut notes = notes.iter().peekable();
    for (number, turn) in (1..).zip(&game.turns) {
        wrap.push(Piece::Token(&format!("{number}. {}", one_token(source.text_of(turn.span)))));
        if let Some((_, note)) = notes.next_if(|(noted, _)| *noted == number) {
            wrap.push(Piece::Comment(note));
        }
    }
    wrap.push(Piece::Token(result));
    format!("{tags}\n{}", wrap.finish())
}

/// A turn of the source as one token of a record: whatever begins or ends another one there is put
/// as `_`, byte by byte. So it stays a turn, one that cannot be read, and its spans fit the source.
fn one_token(turn: &str) -> Cow<'_, str> {
    let first = |character: char| character.is_ascii_alphabetic() && !matches!(character, 'O' | 'o');
    let other = |character: char| character.is_control() || "[]{}()$#!?".contains(character);
    if turn.starts_with(first) && !turn.contains(other) {
        return Cow::Borrowed(turn);
    }
    let mut token = String::with_capacity(turn.len());
    for (at, character) in turn.char_indices() {
        if other(character) || (at == 0 && !first(character)) {
            token.extend(std::iter::repeat_n('_', character.len_utf8()));
        } else {
            token.push(character);
        }
    }
    Cow::Owned(token)
}

/// A finding on the record, put where its turn stands in the source.
fn in_source(record: &Record, game: &ForeignGame, finding: &Finding) -> Finding {
    let foreign = |number: u32| game.turns.get(number.checked_sub(1)? as usize);
    let moved = |span: Span, turn: u32| -> Span {
        // Numbers rise along the line.
        let at = record.moves.turns.partition_point(|node| node.number < turn);
        let node = record.moves.turns.get(at).filter(|node| node.number == turn);
        let (Some(node), Some(foreign)) = (node, foreign(turn)) else { return Span::default() };
        let from = span.start.saturating_sub(node.text.start) as usize;
        foreign.span.within(&(from..from + span.len()))
    };
    let mut finding = finding.clone();
    finding.span = moved(finding.span, finding.turn);
    for related in &mut finding.related {
        related.span = moved(related.span, related.turn);
    }
    finding
}

/// A record in the notation of gipf.com, one turn a line, with reserves, and what it cannot carry.
pub fn write(record: &Record) -> (String, Losses) {
    let mut losses = Losses::default();
    let mut text = String::new();
    let replayed = GameId::Gipf.rules().map(|rules| rules.replay(record));
    // Those that were played, in the order of the text.
    let mut played = replayed.map(|replayed| replayed.turns).unwrap_or_default().into_iter().peekable();
    for node in &record.moves.turns {
        match played.next_if(|turn| turn.start == node.text.start) {
            Some(turn) if turn.text == "resign" => losses.add("resignation", 1),
            Some(turn) => {
                let mover = usize::from(turn.seat == 2);
                let reserve = Gipf::parse_position(&turn.position).map(|position| position.reserve[mover]);
                let reserve = reserve.map(|count| format!(" ({count})")).unwrap_or_default();
                text.push_str(&format!("{}{reserve}\n", turn.text));
            }
            None if node.comments().next().is_some_and(|comment| !comment.commands.is_empty()) => {
                losses.add("turn that is not played", 1);
            }
            None => text.push_str(&format!("{}\n", record.text_of(node.text))),
        }
    }
    for tag in record.tags.iter().filter(|tag| tag.name != "Game") {
        losses.add(&format!("tag {}", tag.name), 1);
    }
    if record.tag("Result").is_none() && record.result.as_ref().is_some_and(|(result, _)| *result != Outcome::Open) {
        losses.add("result", 1);
    }
    lost_items(&record.moves, &mut losses);
    for item in &record.closing {
        lost_item(item, &mut losses);
    }
    (text, losses)
}

fn lost_items(line: &Line, losses: &mut Losses) {
    for item in &line.opening {
        lost_item(item, losses);
    }
    for node in &line.turns {
        losses.add("glyph", node.glyphs.len() as u64 + u64::from(node.suffix.is_some()));
        for item in &node.after {
            lost_item(item, losses);
        }
    }
}

fn lost_item(item: &Item, losses: &mut Losses) {
    match item {
        Item::Comment(_) => losses.add("comment", 1),
        Item::Hash(_) => losses.add("# comment", 1),
        Item::Variation(_) => losses.add("variation", 1),
    }
}
