//! Converts a game tree to a record: the root, then the actions in order.
//!
//! The property `SU` of the root names the variant and the revision, which is the version of the
//! rules on the site: `SU[gipf-standard 0 102]`.

use pest::Parser;
use pest::iterators::Pair;

use super::game_info::GameInfo;
use super::grammar::{Grammar, Rule};
use super::simple;
use super::turns::{Action, Event, add_turns};
use crate::findings::Finding;
use crate::formats::KeepFindings as _;
use crate::formats::sgf::{Property, SgfNode, Tree};
use crate::formats::{Assumptions, Draft, Imported, codes};
use crate::games::gipf::Colour;
use crate::text::{SourceText, Span};

/// First revision with the correct number of pieces.
const FIRST_REVISION_WITH_RIGHT_COUNTS: u32 = 101;
/// First revision whose rules for the end of the game are the same as here.
const FIRST_REVISION_WITH_SAME_END: u32 = 102;

/// Reads a game.
pub(super) fn import(source: &SourceText, tree: Tree, assumptions: &Assumptions) -> Imported {
    let Tree { nodes, findings } = tree;
    let mut draft = Draft {
        findings,
        ..Draft::default()
    };
    draft.assume("Game", "gipf");
    let Some(revision) = read_setup(source, &nodes[0], assumptions, &mut draft) else {
        return Imported::refused(draft.findings);
    };

    let mut reader = GameReader {
        source,
        draft,
        info: GameInfo::default(),
        events: Vec::new(),
    };
    let mut index = Some(0);
    while let Some(node) = index.and_then(|index| nodes.get(index)) {
        reader.read_node(node);
        // The first child continues the game; the others begin variations.
        index = node.children.first().copied();
        for &child in node.children.iter().skip(1) {
            if let Some(variation) = nodes.get(child) {
                reader.info.left_out.add("variation", variation.span);
            }
        }
    }

    let GameReader {
        mut draft,
        mut info,
        events,
        ..
    } = reader;
    if let Some(illegal) = add_turns(events, &mut draft, &mut info.left_out) {
        draft.keep_rest(source, illegal);
    }
    if revision < FIRST_REVISION_WITH_SAME_END {
        note_other_end(&mut draft, revision);
    }
    info.finish(&mut draft);
    draft.import(source)
}

/// Reads variant and pieces from `SU`, and the revision, which is 0 if it is not named. Returns
/// `None` for another game.
fn read_setup(
    source: &SourceText,
    root: &SgfNode,
    assumptions: &Assumptions,
    draft: &mut Draft,
) -> Option<u32> {
    let value = |name: &str| {
        let span = root.property(name)?.values.first().copied()?;
        let text = simple(source.text_of(span)).trim().to_ascii_lowercase();
        Some((text, span))
    };
    let (setup, span) = value("SU").unwrap_or_else(|| (String::new(), root.span));
    let (game, game_span) = value("GM").unwrap_or_else(|| (setup.clone(), span));
    if !game.starts_with("gipf") {
        let message =
            format!("`{game}` is another game; only the GIPF games of this file are read.");
        draft
            .findings
            .keep(Finding::new(&codes::VALUE, game_span, message));
        return None;
    }

    let parts = parse_parts(Rule::setup, &setup).unwrap_or_default();
    let part = |rule: Rule| {
        parts
            .iter()
            .find(|pair| pair.as_rule() == rule)
            .map(Pair::as_str)
    };
    let named = if game.contains("matrx") {
        Some("gipf-matrx")
    } else {
        part(Rule::variant)
    };
    let variant = match named_or_assumed_variant(named, span, assumptions) {
        Ok((variant, None)) => variant,
        Ok((variant, Some(finding))) => {
            draft.findings.keep(finding);
            variant
        }
        Err(finding) => {
            draft.findings.keep(*finding);
            return None;
        }
    };

    let revision = part(Rule::revision)
        .and_then(|revision| revision.parse().ok())
        .unwrap_or(0);
    if revision < FIRST_REVISION_WITH_RIGHT_COUNTS {
        assume_old_counts(variant, assumptions.options.as_deref(), draft);
    }
    draft.assume("Variant", variant);
    draft.assume_options(assumptions);
    Some(revision)
}

/// Returns the variant, and a finding if the variant is assumed. `named` is the variant in the
/// source, at `span`.
fn named_or_assumed_variant<'a>(
    named: Option<&str>,
    span: Span,
    assumptions: &'a Assumptions,
) -> Result<(&'a str, Option<Finding>), Box<Finding>> {
    let refuse = |message: String| Err(Box::new(Finding::new(&codes::VALUE, span, message)));
    if named == Some("gipf-matrx") {
        return refuse("Matrx GIPF cannot be read.".to_owned());
    }
    if let Some(variant) = &assumptions.variant {
        return Ok((variant, None));
    }
    match named {
        Some("gipf") => Ok(("basic", None)),
        Some("gipf-standard") => Ok(("standard", None)),
        Some("gipf-tournament") => Ok(("tournament", None)),
        Some(name) => refuse(format!("`{name}` is not a supported variant of GIPF.")),
        None => {
            let message = "The game does not name its variant (`SU`); `basic` is assumed.";
            Ok(("basic", Some(Finding::new(&codes::ASSUMED, span, message))))
        }
    }
}

/// Sets the numbers of pieces with which old revisions began.
fn assume_old_counts(variant: &str, options: Option<&str>, draft: &mut Draft) {
    match variant {
        "basic" if !options.is_some_and(|options| options.contains("reserve=")) => {
            let others = options
                .map(|options| format!(" {options}"))
                .unwrap_or_default();
            draft.assume("Options", format!("reserve=13,13{others}"));
        }
        "standard" => draft.assume("Position", "B2W/5/6/W5B/6/5/B2W w 13,13 0,0 - -"),
        "tournament" => draft.assume("Position", "4/5/6/7/6/5/4 w 19,19 0,0 wb wb"),
        _ => {}
    }
}

/// Adds a note to findings on turns after the end: the revision may have had different rules for
/// the end.
fn note_other_end(draft: &mut Draft, revision: u32) {
    let Some(timeline) = draft.timeline() else {
        return;
    };
    let is_after_end = timeline
        .report
        .findings
        .iter()
        .any(|finding| finding.code.id == "turn/after-end");
    if let Some(turn) = draft.line.turns.get(timeline.report.turns as usize)
        && is_after_end
    {
        let name = if revision == 0 {
            "An old revision".to_owned()
        } else {
            format!("Revision {revision}")
        };
        let message = format!(
            "{name} ended games under other rules, which are unknown; under the rules used here, the game was over."
        );
        draft
            .findings
            .keep(Finding::new(&codes::ASSUMED, turn.span, message));
    }
}

/// Collects the contents of the nodes.
struct GameReader<'a> {
    source: &'a SourceText,
    draft: Draft,
    info: GameInfo,
    events: Vec<Event>,
}

impl GameReader<'_> {
    fn read_node(&mut self, node: &SgfNode) {
        let (player_properties, other_properties): (Vec<_>, Vec<_>) = node
            .properties
            .iter()
            .partition(|property| matches!(property.name.as_str(), "P0" | "P1"));

        let mut actions = Vec::new();
        for property in player_properties {
            for &span in &property.values {
                actions.extend(self.read_player_value(property, span));
            }
        }
        // A node may hold several actions, of either player, in textual order.
        actions.sort_by_key(|action| action.span.start);
        self.events.extend(actions.into_iter().map(Event::Action));

        for property in other_properties {
            let comments = self
                .info
                .read_property(self.source, property, &mut self.draft);
            self.events.extend(comments.into_iter().map(Event::Comment));
        }
    }

    /// Reads a value of `P0` or `P1`: a name, an action, or something else.
    fn read_player_value(&mut self, property: &Property, span: Span) -> Option<Action> {
        let text = simple(self.source.text_of(span));
        let colour = if property.name == "P1" {
            Colour::Black
        } else {
            Colour::White
        };

        if let Some(parts) = parse_parts(Rule::player, &text) {
            let name = parts.first().map_or("", |name| name.as_str()).to_owned();
            self.add_player(property, colour, name, span);
            return None;
        }

        if let Some(parts) = parse_parts(Rule::remark, &text) {
            let word = parts
                .first()
                .map_or("", |word| word.as_str())
                .to_ascii_lowercase();
            self.info
                .left_out
                .add(format!("{} {word}", property.name), span);
            return None;
        }

        let Some(parts) = parse_parts(Rule::action, &text) else {
            let message =
                "This is not a GIPF action, which is a number and a word, such as `Dropb A 1`.";
            self.draft
                .findings
                .keep(Finding::new(&codes::TOKEN, span, message));
            return None;
        };

        Some(self.read_action(colour, &parts, span))
    }

    /// Adds the name of a player, or reports a second one for the same seat.
    fn add_player(&mut self, property: &Property, colour: Colour, name: String, span: Span) {
        let tag = if colour == Colour::Black {
            "Player2"
        } else {
            "Player1"
        };
        match self.draft.tag(tag) {
            None => self.draft.add_tag(tag, name, span),
            Some(known) if known != name => self
                .info
                .left_out
                .add(format!("{} id", property.name), span),
            Some(_) => {}
        }
    }

    /// Reads the parts of an action: its name, its points and other words.
    fn read_action(&mut self, colour: Colour, parts: &[Pair<'_, Rule>], span: Span) -> Action {
        // In lower case, and without the space between column and row of a point.
        let normalised =
            |text: &str| -> String { text.to_ascii_lowercase().split_whitespace().collect() };
        let parts_of = |rule: Rule| -> Vec<String> {
            parts
                .iter()
                .filter(|pair| pair.as_rule() == rule)
                .map(|pair| normalised(pair.as_str()))
                .collect()
        };

        let name = parts_of(Rule::name).pop().unwrap_or_default();
        let takes_points =
            ["dropb", "pickb", "slide", "slidefrom", "remove", "preserve"].contains(&name.as_str());
        if takes_points && parts.iter().any(|pair| pair.as_rule() == Rule::other) {
            let message =
                "The text after the points of this action has no meaning there and is left out.";
            self.draft
                .findings
                .keep(Finding::new(&codes::VALUE, span, message));
        }

        Action {
            colour,
            name,
            points: parts_of(Rule::point),
            words: parts_of(Rule::other),
            span,
        }
    }
}

/// Returns the parts of a text that a grammar rule matches.
pub(super) fn parse_parts<'a>(rule: Rule, text: &'a str) -> Option<Vec<Pair<'a, Rule>>> {
    let parsed = Grammar::parse(rule, text).ok()?.next()?;
    Some(parsed.into_inner().collect())
}
