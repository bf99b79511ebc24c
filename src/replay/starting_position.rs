//! Set-up and starting position of a record.

use std::sync::Arc;

use crate::findings::{Finding, code};
use crate::games::{Context, Game, PositionError, PositionErrorKind, SetupTags};
use crate::notation::{Record, Tag};
use crate::text::Span;

/// Set-up and starting position of a record.
pub(crate) struct Start<G: Game> {
    pub(crate) setup: Arc<G::Setup>,
    pub(crate) state: Arc<G::State>,
}

impl<G: Game> Clone for Start<G> {
    fn clone(&self) -> Self {
        Self {
            setup: Arc::clone(&self.setup),
            state: Arc::clone(&self.state),
        }
    }
}

/// Parses the set-up and the starting position. Adds errors in them to `findings`.
pub(super) fn start_of<G: Game>(
    record: &Record,
    context: &Context,
    findings: &mut Vec<Finding>,
) -> Option<Start<G>> {
    parse_start(SetupTags::new::<G>(record, context), record, findings)
}

/// Like [`start_of`], but returns `None` on any error and if no turn can be played, without
/// findings. The set-up and the position are not shared yet.
pub(super) fn sound_start_of<G: Game>(
    record: &Record,
    context: &Context,
) -> Option<(G::Setup, G::State)> {
    let position = record
        .tag("Position")
        .map(|tag| G::parse_position(&tag.value));
    sound_start_at::<G>(record, position.transpose().ok()?.as_ref(), context)
}

/// Like [`sound_start_of`], for a `Position` tag that has been parsed already.
pub(super) fn sound_start_at<G: Game>(
    record: &Record,
    text: Option<&G::PositionText>,
    context: &Context,
) -> Option<(G::Setup, G::State)> {
    let mut tags = SetupTags::quietly::<G>(record, context);
    let setup = G::setup(&mut tags)?;
    if !tags.are_sound(G::FACTS.tags) || !tags.findings.is_empty() {
        return None;
    }
    let state = match text {
        None => G::start(&setup),
        Some(text) => G::position(&setup, text).ok()?,
    };
    if G::missing(&state).is_some() {
        return None;
    }
    Some((setup, state))
}

fn parse_start<G: Game>(
    mut tags: SetupTags<'_>,
    record: &Record,
    findings: &mut Vec<Finding>,
) -> Option<Start<G>> {
    let setup = G::setup(&mut tags);
    let are_tags_sound = tags.are_sound(G::FACTS.tags);
    findings.append(&mut tags.findings);
    let text = match record.tag("Position") {
        None => None,
        Some(tag) => match G::parse_position(&tag.value) {
            Ok(text) => Some((tag, text)),
            Err(error) => {
                findings.push(position_finding(tag, error));
                return None;
            }
        },
    };
    // A position cannot be judged under an invalid set-up.
    if !are_tags_sound {
        return None;
    }
    let setup = setup?;
    let state = match text {
        None => G::start(&setup),
        Some((tag, text)) => {
            let shown = G::shown_position(&setup, &text);
            let state = shown
                .map_err(|error| findings.push(position_finding(tag, error)))
                .ok()?;
            if record.turns().next().is_some()
                && let Some(finding) = unplayable_finding::<G>(&setup, &state, tag.value_span)
            {
                findings.push(finding);
                return None;
            }
            state
        }
    };
    Some(Start {
        setup: Arc::new(setup),
        state: Arc::new(state),
    })
}

/// Returns the finding on a position from which turns are played although none can be.
fn unplayable_finding<G: Game>(setup: &G::Setup, state: &G::State, span: Span) -> Option<Finding> {
    let is_missing = G::missing(state).map(|missing| missing_finding(missing, span));
    is_missing.or_else(|| G::decided(setup, state).map(|message| decided_finding(message, span)))
}

/// Returns the finding on the tag `Position` of a record without turns if its position is decided.
pub(super) fn decided_start<G: Game>(record: &Record, start: &Start<G>) -> Option<Finding> {
    let has_turns = record.turns().next().is_some();
    if has_turns {
        return None;
    }
    let tag = record.tag("Position")?;
    let message = G::decided(&start.setup, &start.state)?;
    Some(decided_finding(message, tag.value_span))
}

/// Returns the finding on a decided position.
fn decided_finding(message: String, span: Span) -> Finding {
    Finding::new(&code::INCONSISTENT, span, message)
        .with_help("The position can be drawn, but no turn is played from it.")
}

/// Returns the finding on a position that leaves something unknown, where turns are played from it.
pub(super) fn missing_finding(missing: &str, span: Span) -> Finding {
    Finding::new(
        &code::UNKNOWN_VALUE,
        span,
        format!("No turn can be played from this position, as {missing}."),
    )
    .with_help("Without turns, the position can be drawn, and its legal turns can be listed.")
}

fn position_finding(tag: &Tag, error: PositionError) -> Finding {
    let code = match error.kind {
        PositionErrorKind::Malformed => &code::UNKNOWN_VALUE,
        PositionErrorKind::Inconsistent => &code::INCONSISTENT,
    };
    Finding::new(code, tag.value_part(&error.span), error.message)
}
