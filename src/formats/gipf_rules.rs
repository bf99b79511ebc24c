//! Rules of GIPF for the formats that need them to read a turn (`boardspace`, `gdansk`,
//! `gipf_com`): single turns are played from any position. The functions on one turn, without
//! rules, are in `gipf_turns.rs`, which also explains the notation of turns.

use std::ops::ControlFlow;

use super::gipf_turns::{line_of, push_of, with_push};
use crate::findings::{Code, code};
use crate::games::gipf::{Gipf, Position, Push, Setup, Turn, codes};
use crate::games::{Context, Language, Rules, SetupTags};
use crate::notation::{Record, quoted};

/// Maximum number of legal turns that are searched for the intended one.
const MAX_LISTED: usize = 20_000;

/// Rules of a variant with its options.
#[derive(Clone, Debug)]
pub(super) struct GipfRules {
    /// `None` if the tags are invalid.
    setup: Option<Setup>,
}

impl GipfRules {
    /// Creates the rules of a variant with options.
    pub(super) fn new(variant: &str, options: Option<&str>) -> Self {
        let options = options
            .map(|options| format!("[Options {}]\n", quoted(options)))
            .unwrap_or_default();
        let tags = format!("[Game \"gipf\"]\n[Variant {}]\n{options}", quoted(variant));
        Self::from_record(&Record::parse_str(&tags))
    }

    /// Creates the rules that the tags of a record define.
    pub(super) fn from_record(record: &Record) -> Self {
        Self {
            setup: Gipf::setup(&mut SetupTags::new::<Gipf>(record, &Context::default())),
        }
    }

    /// Returns the starting position, or `None` if the tags do not define it.
    pub(super) fn start(&self) -> Option<Position> {
        self.setup.as_ref().map(Gipf::start)
    }

    /// Parses a position. Returns `None` if play cannot continue from it.
    pub(super) fn parse_position(&self, text: &str) -> Option<Position> {
        Gipf::position(self.setup.as_ref()?, &Gipf::parse_position(text).ok()?).ok()
    }

    /// Returns the position after a turn, or the code of the error in it.
    pub(super) fn play(&self, before: &Position, turn: &Turn) -> Result<Position, Code> {
        // Without valid tags, no turn can be played, as after the end of a game.
        let Some(setup) = &self.setup else {
            return Err(&code::AFTER_END);
        };
        let is_over = Gipf::verdict(setup, before).is_some();
        if is_over {
            return Err(&code::AFTER_END);
        }

        let played = Gipf::judge(setup, before, turn, &[]).map_err(|refusal| refusal.fault.code)?;
        Ok(played.state)
    }

    /// Returns the legal turns of a position. The list is truncated for constructed positions with
    /// too many turns.
    pub(super) fn legal_turns(&self, position: &Position) -> Vec<Turn> {
        let mut turns = Vec::new();
        if let Some(setup) = &self.setup {
            let _ = Gipf::legal_turns(setup, position, &mut |turn, _| {
                turns.push(turn.clone());
                if turns.len() < MAX_LISTED {
                    ControlFlow::Continue(())
                } else {
                    ControlFlow::Break(())
                }
            });
        }
        turns
    }

    /// Corrects a push as some formats write it: to the first spot that it passes, instead of the
    /// spot that it reaches. Returns the turn unchanged if nothing fits better.
    pub(super) fn with_reached_spot(&self, position: &Position, turn: &Turn) -> Turn {
        let Some(push) = push_of(turn) else {
            return turn.clone();
        };
        let Some(line) = line_of(push) else {
            return turn.clone();
        };
        let names_first_spot = push.from.is_some() && line.path().next() == push.to.spot();
        if !names_first_spot {
            return turn.clone();
        }

        for spot in line.path() {
            let to_spot = Push {
                to: spot.into(),
                ..push
            };
            let candidate = with_push(turn, to_spot);
            let misses_spot = self
                .play(position, &candidate)
                .is_err_and(|code| code == &codes::WRONG_LANDING);
            if !misses_spot {
                return candidate;
            }
        }
        turn.clone()
    }
}
