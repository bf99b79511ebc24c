//! Candidate set-ups for a position whose source does not say which one it belongs to.

use std::borrow::Cow;

use super::{Assumptions, Draft, DraftTag, codes};
use crate::check::Checked;
use crate::findings::Finding;
use crate::games::{GameId, Language as _, with_game};
use crate::notation::{Record, quoted};
use crate::text::Span;

/// Value that represents an absent tag.
const DEFAULT: &str = "";

/// Names and values of the tags of a set-up, other than `Game`.
pub(super) type Tags = Vec<(Cow<'static, str>, String)>;

/// Returns the tags of every set-up in which the position could occur, likeliest first. The rules
/// then decide which one fits.
pub(super) fn setups_of(game: GameId, position: &str, assumptions: &Assumptions) -> Vec<Tags> {
    let setups = with_game!(game, G => G::setups_of_position(position, &assumptions.context));
    let candidates = setups.into_iter().map(|tags| {
        tags.into_iter()
            .chain([("Position", position.to_owned())])
            .map(|(name, value)| (name.into(), value))
            .collect()
    });
    candidates.collect()
}

/// Returns the first set-up whose position the rules accept, or else the first set-up. Reports if
/// several were possible.
pub(super) fn choose_setup(
    game: GameId,
    candidates: Vec<Tags>,
    span: Span,
    assumptions: &Assumptions,
) -> Draft {
    let mut candidates: Vec<Draft> = candidates
        .into_iter()
        .map(|tags| draft_of(game, tags, span, assumptions))
        .collect();
    if let Some(variant) = &assumptions.variant {
        let has_variant = |draft: &Draft| draft.tag("Variant").is_none_or(|value| value == variant);
        if candidates.iter().any(has_variant) {
            candidates.retain(has_variant);
        }
        for tag in candidates.iter_mut().flat_map(|draft| &mut draft.tags) {
            if tag.name == "Variant" {
                tag.value.clone_from(variant);
            }
        }
    }

    let mut fitting = Vec::new();
    for draft in &candidates {
        if is_sound(draft)
            && !fitting
                .iter()
                .any(|known: &&Draft| known.tags == draft.tags)
        {
            fitting.push(draft);
        }
    }

    let mut chosen = fitting
        .first()
        .copied()
        .or(candidates.first())
        .cloned()
        .unwrap_or_default();
    chosen.findings.extend(open_choices(&fitting, span));
    chosen
}

/// Returns a finding for each tag in which the fitting set-ups, likeliest first, differ.
fn open_choices(fitting: &[&Draft], span: Span) -> Vec<Finding> {
    let mut findings = Vec::new();
    let mut names: Vec<&str> = fitting
        .iter()
        .flat_map(|draft| &draft.tags)
        .map(|tag| tag.name.as_str())
        .collect();
    names.sort_unstable();
    names.dedup();
    // The text of the position differs whenever the other tags do, so it is not compared.
    for name in names.into_iter().filter(|name| *name != "Position") {
        let mut values: Vec<&str> = fitting
            .iter()
            .map(|draft| draft.tag(name).unwrap_or(DEFAULT))
            .collect();
        values.dedup();
        if let [first, others @ ..] = values.as_slice()
            && !others.is_empty()
        {
            let assumed = if *first == DEFAULT {
                "its default".to_owned()
            } else {
                format!("`{first}`")
            };
            let message =
                format!("The source does not give the tag `{name}`; {assumed} is assumed.");
            let mut others: Vec<String> = others.iter().map(|value| format!("`{value}`")).collect();
            others.sort_unstable();
            others.dedup();
            let help = format!("{} would fit too.", others.join(", "));
            findings.push(Finding::new(&codes::ASSUMED, span, message).with_help(help));
        }
    }

    findings
}

fn draft_of(game: GameId, tags: Tags, span: Span, assumptions: &Assumptions) -> Draft {
    let mut draft = Draft {
        context: assumptions.context.clone(),
        ..Draft::default()
    };
    draft.assume("Game", game.name());
    draft.assume_options(assumptions);
    for (name, value) in tags {
        if draft.tag(&name).is_none() {
            let span = if name == "Position" {
                span
            } else {
                Span::default()
            };
            draft.add_tag(name, value, span);
        }
    }
    draft.assume("Result", "*");
    draft
}

/// Returns true if the rules accept the set-up of a draft.
fn is_sound(draft: &Draft) -> bool {
    let mut text = String::new();
    for DraftTag { name, value, .. } in &draft.tags {
        text.push_str(&format!("[{name} {}]\n", quoted(value)));
    }
    text.push_str("\n*\n");
    let checked = Checked::from_record(Record::parse_str(&text), &draft.context);
    checked.report.first_error_in_figures().is_none()
}
