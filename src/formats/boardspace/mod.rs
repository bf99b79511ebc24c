//! The files of Boardspace for GIPF, shaped like SGF; read alone.
//!
//! - Read: the variant and the revision in `SU`, the players, and every action. A turn reaches to its `Done`: a
//!   piece is dropped on a dot and slides to the *first* spot (`Dropb`, `Pickb`, `Dropb`, or `SlideFrom`,
//!   `Slide`); `Standard` plays a single piece where a GIPF piece would come; `Remove` marks a row, and
//!   turns the fate of a GIPF piece as `Preserve` does.
//! - What leaves the board is not written there but follows: own GIPF pieces stay and the other seat's go, unless
//!   an action says otherwise. The legal turn that fits best is taken; where several fit as well it is told.
//! - Revisions before 101 give each seat one piece more: 13 in reserve in `basic` are the option `reserve`,
//!   in the other variants such a game starts from a `Position`. The rules that its revisions before 102
//!   had for the end are not ours.
//! - `RE`, times and other properties are left out. Matrx GIPF cannot be read.

mod grammar;
mod turns;

use pest::Parser;
use pest::iterators::Pair;

use super::sgf::{Node, simple, trees};
use super::{Assumptions, Cut, Draft, Format, Imported, codes};
use crate::findings::Finding;
use crate::games::GameId;
use crate::text::{SourceText, Span};
use grammar::{Grammar, Rule};

/// The first revision with the right number of pieces.
const RIGHT_COUNTS: u32 = 101;

/// The format.
#[derive(Clone, Copy, Debug)]
pub struct Boardspace;

impl Format for Boardspace {
    fn name(&self) -> &'static str {
        "boardspace"
    }

    fn about(&self) -> &'static str {
        "games of GIPF as Boardspace saves them"
    }

    fn games(&self) -> &'static [GameId] {
        &[GameId::Gipf]
    }

    fn endings(&self) -> &'static [&'static str] {
        &["sgf"]
    }

    fn reads(&self) -> bool {
        true
    }

    fn recognises(&self, text: &str) -> bool {
        text.trim_start().starts_with('(') && text.to_ascii_lowercase().contains("gm[gipf")
    }

    fn cut(&self) -> Cut {
        Cut::Trees
    }

    fn read(&self, source: &SourceText, assumptions: &Assumptions) -> Vec<Imported> {
        let games = trees(source).into_iter();
        games.map(|tree| import(source, &tree.nodes, tree.findings, assumptions)).collect()
    }
}

/// An action, and where it stands.
struct Action {
    name: String,
    points: Vec<String>,
    span: Span,
}

fn parsed<'a>(rule: Rule, text: &'a str) -> Option<Vec<Pair<'a, Rule>>> {
    Some(Grammar::parse(rule, text).ok()?.next()?.into_inner().collect())
}

fn import(source: &SourceText, nodes: &[Node], findings: Vec<Finding>, assumptions: &Assumptions) -> Imported {
    let mut draft = Draft { findings, ..Draft::default() };
    draft.assume("Game", "gipf");
    set_up(source, &nodes[0], assumptions, &mut draft);
    let mut actions = Vec::new();
    // Nothing branches there: the nodes stand in the order of play.
    for node in nodes {
        for property in node.properties.iter().filter(|property| matches!(property.name.as_str(), "P0" | "P1")) {
            for &span in &property.values {
                let text = simple(source.text_of(span));
                if let Some(name) = parsed(Rule::player, &text) {
                    let seat = if property.name == "P0" { "Player1" } else { "Player2" };
                    let name = name.first().map_or("", |name| name.as_str()).to_owned();
                    draft.tags.push((seat.to_owned(), name, span));
                    continue;
                }
                match parsed(Rule::action, &text) {
                    Some(parts) => actions.push(action(&parts, span)),
                    None => {
                        let message = "This is no action of GIPF: a number and a word such as `Dropb A 1`.";
                        draft.findings.push(Finding::new(&codes::TOKEN, span, message));
                    }
                }
            }
        }
    }
    turns::play(actions, &mut draft);
    draft.import(source)
}

fn action(parts: &[Pair<'_, Rule>], span: Span) -> Action {
    let named = |rule: Rule| parts.iter().filter(move |pair| pair.as_rule() == rule);
    let name = named(Rule::name).next().map_or("", |name| name.as_str()).to_ascii_lowercase();
    let compact = |pair: &Pair<'_, Rule>| pair.as_str().to_ascii_lowercase().split_whitespace().collect::<String>();
    Action { name, points: named(Rule::point).map(compact).collect(), span }
}

/// Variant and pieces, as `SU` says.
fn set_up(source: &SourceText, root: &Node, assumptions: &Assumptions, draft: &mut Draft) {
    let span = root.property("SU").and_then(|property| property.values.first().copied());
    let text = span.map(|span| simple(source.text_of(span))).unwrap_or_default();
    let parts = parsed(Rule::setup, &text).unwrap_or_default();
    let part = |rule: Rule| parts.iter().find(|pair| pair.as_rule() == rule).map(Pair::as_str);
    let said = part(Rule::variant).unwrap_or("gipf").to_ascii_lowercase();
    let variant = match said.as_str() {
        "gipf-standard" => "standard",
        "gipf-tournament" => "tournament",
        "gipf" => "basic",
        other => {
            let message = format!("`{other}` is no variant of GIPF that can be read.");
            draft.findings.push(Finding::new(&codes::VALUE, span.unwrap_or(root.span), message));
            "basic"
        }
    };
    draft.assume("Variant", assumptions.variant.as_deref().unwrap_or(variant));
    let revision = part(Rule::revision).and_then(|revision| revision.parse().ok()).unwrap_or(0);
    if let Some(options) = &assumptions.options {
        draft.assume("Options", options.as_str());
    } else if revision < RIGHT_COUNTS {
        match variant {
            "basic" => draft.assume("Options", "reserve=13,13"),
            "standard" => draft.assume("Position", "B2W/5/6/W5B/6/5/B2W w 13,13 0,0 - -"),
            _ => draft.assume("Position", "4/5/6/7/6/5/4 w 19,19 0,0 wb wb"),
        }
    }
}
