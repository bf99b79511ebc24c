//! Candidate set-ups for a position whose source does not say which one it belongs to. A set-up is
//! the tags of a game that define its start, such as `Variant` and `Size`. The same board can occur
//! in several: a board of GIPF, for example, in several variants.

use std::borrow::Cow;
use std::collections::BTreeSet;

use super::{Assumptions, Draft, DraftTag, codes};
use crate::check::Checked;
use crate::findings::Finding;
use crate::games::{GameId, Language as _, with_game};
use crate::notation::{Record, quoted};
use crate::text::Span;

/// Represents the value of a tag that a set-up does not have, so that its default applies.
const DEFAULT: &str = "";

/// Names and values of the tags of a set-up, other than `Game`.
pub(super) type Tags = Vec<(Cow<'static, str>, String)>;

/// Returns the tags of every set-up in which the position could occur, likeliest first. The rules
/// then decide which one fits.
pub(super) fn setups_of(game: GameId, position: &str, assumptions: &Assumptions) -> Vec<Tags> {
    let setups = with_game!(game, G => G::setups_of_position(position, &assumptions.context));

    let mut candidates = Vec::new();
    for mut tags in setups {
        tags.push(("Position", position.to_owned()));
        let tags: Tags = tags
            .into_iter()
            .map(|(name, value)| (name.into(), value))
            .collect();
        candidates.push(tags);
    }
    candidates
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
        prefer_variant(variant, &mut candidates);
    }

    let mut fitting: Vec<&Draft> = Vec::new();
    for draft in &candidates {
        let is_new = fitting.iter().all(|known| known.tags != draft.tags);
        if is_new && is_sound(draft) {
            fitting.push(draft);
        }
    }

    let mut chosen = match (fitting.first(), candidates.first()) {
        (Some(&draft), _) | (None, Some(draft)) => draft.clone(),
        (None, None) => Draft::default(),
    };
    chosen.findings.extend(open_choices(&fitting, span));
    chosen
}

/// Keeps only the candidates that can have a variant. If no candidate can, all of them get this
/// variant, so that the rules report why the position does not fit it.
fn prefer_variant(variant: &str, candidates: &mut Vec<Draft>) {
    let can_have_variant =
        |draft: &Draft| draft.tag("Variant").is_none_or(|value| value == variant);
    if candidates.iter().any(can_have_variant) {
        candidates.retain(can_have_variant);
    }

    for draft in candidates {
        for tag in &mut draft.tags {
            if tag.name == "Variant" {
                variant.clone_into(&mut tag.value);
            }
        }
    }
}

/// Returns a finding for each tag in which the fitting set-ups, likeliest first, differ.
fn open_choices(fitting: &[&Draft], span: Span) -> Vec<Finding> {
    let names: BTreeSet<&str> = fitting
        .iter()
        .flat_map(|draft| &draft.tags)
        .map(|tag| tag.name.as_str())
        .collect();

    let mut findings = Vec::new();
    for name in names {
        // The text of the position differs whenever the other tags do, so it is not compared.
        if name == "Position" {
            continue;
        }
        let mut values = fitting
            .iter()
            .map(|draft| draft.tag(name).unwrap_or(DEFAULT));
        let Some(assumed) = values.next() else {
            continue;
        };
        let others: BTreeSet<&str> = values.filter(|value| *value != assumed).collect();
        if !others.is_empty() {
            findings.push(assumed_value(name, assumed, &others, span));
        }
    }
    findings
}

/// Returns the finding that a value of a tag is assumed, although others would fit too.
fn assumed_value(name: &str, assumed: &str, others: &BTreeSet<&str>, span: Span) -> Finding {
    let assumed = if assumed == DEFAULT {
        "its default".to_owned()
    } else {
        format!("`{assumed}`")
    };
    let message = format!("The source does not give the tag `{name}`; {assumed} is assumed.");

    let others: Vec<String> = others.iter().map(|value| format!("`{value}`")).collect();
    let help = format!("{} would fit too.", others.join(", "));

    Finding::new(&codes::ASSUMED, span, message).with_help(help)
}

/// Returns the draft of a set-up. `span` is the place of the position in the source.
fn draft_of(game: GameId, tags: Tags, span: Span, assumptions: &Assumptions) -> Draft {
    let mut draft = Draft {
        context: assumptions.context.clone(),
        ..Draft::default()
    };
    draft.assume("Game", game.name());
    draft.assume_options(assumptions);
    for (name, value) in tags {
        if draft.tag(&name).is_some() {
            continue;
        }
        // Only the position is in the source; the other tags follow from it.
        let value_span = if name == "Position" {
            span
        } else {
            Span::default()
        };
        draft.add_tag(name, value, value_span);
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
