//! The notation of gipf.com for GIPF.
//!
//! It carries the turns, and in its complete style what the mover has left in reserve behind
//! each. It carries no tags, comments, variations, glyphs, resignations and results: writing it
//! names what is lost. The variant is not said either: a game whose first turn introduces a GIPF
//! piece is read as `tournament`, one whose removals name GIPF pieces as `standard`, any other as
//! `basic`, unless the caller knows better.

use pest::Parser;

use super::{
    Assumptions, Cut, Draft, DraftItem, DraftTurn, ExportError, Exported, Format, Imported, Losses, codes, game_for,
    lost,
};
use crate::findings::Finding;
use crate::games::gipf::{Action, Colour, Gipf};
use crate::games::{GameId, Language};
use crate::notation::{Outcome, Record};
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

/// The format.
#[derive(Clone, Copy, Debug)]
pub struct GipfCom;

impl Format for GipfCom {
    fn name(&self) -> &'static str {
        "gipf.com"
    }

    fn about(&self) -> &'static str {
        "the notation of gipf.com"
    }

    fn games(&self) -> &'static [GameId] {
        &[GameId::Gipf]
    }

    fn reads(&self) -> bool {
        true
    }

    fn writes(&self) -> bool {
        true
    }

    fn recognises(&self, text: &str) -> bool {
        // Sheets begin with a number; the first word that is none is a turn.
        let words = text.split([' ', '\t', '\r', '\n', '/']).filter(|word| !word.is_empty());
        let mut turns = words.filter(|word| !word.trim_end_matches('.').bytes().all(|byte| byte.is_ascii_digit()));
        turns.next().is_some_and(|word| Gipf::parse_turn(word).is_ok())
    }

    fn cut(&self) -> Cut {
        Cut::Paragraphs
    }

    fn read(&self, source: &SourceText, assumptions: &Assumptions) -> Vec<Imported> {
        read(source, assumptions)
    }

    fn write(&self, record: &Record) -> Result<Exported, ExportError> {
        game_for(self, record)?;
        let (text, losses) = write(record);
        Ok(Exported { text, losses })
    }
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
    let variant = assumptions.variant.as_deref().unwrap_or_else(|| guessed_variant(source, &game)).to_owned();
    let mut draft = Draft::default();
    draft.assume("Game", "gipf");
    draft.assume("Variant", variant);
    if let Some(options) = &assumptions.options {
        draft.assume("Options", options.as_str());
    }
    draft.line.turns = game.turns.iter().map(|turn| turn_of(source, turn)).collect();
    // What the source notes of the reserves is held against the rules.
    let replayed = draft.replayed().map(|replayed| replayed.turns).unwrap_or_default();
    for (at, turn) in replayed.iter().enumerate() {
        let noted = game.turns.get(at).and_then(|foreign| foreign.reserve);
        let (Some((noted, span)), Ok(position)) = (noted, Gipf::parse_position(&turn.position)) else { continue };
        let mover = if turn.seat == 1 { Colour::White } else { Colour::Black };
        let left = position.reserve[mover.index()];
        if left != noted {
            let message = format!("{} has {left} left in reserve, not {noted}.", mover.name());
            let finding = Finding::new(&codes::RESERVE, span, message).at(turn.number, &[]);
            game.findings.push(finding.with_help("The record keeps the turn, and notes this in a comment."));
            let note = DraftItem::Comment(format!("the source notes a reserve of {noted}"));
            draft.line.turns[at].after.push(note);
        }
    }
    draft.findings = game.findings;
    draft.import(source)
}

fn turn_of(source: &SourceText, turn: &ForeignTurn) -> DraftTurn {
    DraftTurn { text: source.text_of(turn.span).to_owned(), span: turn.span, ..DraftTurn::default() }
}

/// A record in the notation of gipf.com, one turn a line, with reserves, and what it cannot carry.
pub fn write(record: &Record) -> (String, Losses) {
    let mut losses = Losses::default();
    let mut text = String::new();
    let played = GameId::Gipf.rules().replay(record).turns;
    for node in &record.moves.turns {
        match played.iter().find(|turn| turn.start == node.text.start) {
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
    lost::annotations(record, &mut losses);
    (text, losses)
}
