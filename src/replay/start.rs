//! Set-up and starting position of a record.

use std::sync::Arc;

use crate::findings::{Finding, code};
use crate::games::{Context, Game, PositionError, PositionErrorKind, SetupTags};
use crate::notation::{Record, Tag};

/// Set-up and starting position of a record.
pub(crate) struct Start<G: Game> {
    pub(crate) setup: Arc<G::Setup>,
    pub(crate) state: Arc<G::State>,
}

impl<G: Game> Clone for Start<G> {
    fn clone(&self) -> Self {
        Self { setup: Arc::clone(&self.setup), state: Arc::clone(&self.state) }
    }
}

/// Parses the set-up and the starting position. Adds errors in them to `findings`.
pub(super) fn start_of<G: Game>(record: &Record, context: &Context, findings: &mut Vec<Finding>) -> Option<Start<G>> {
    start_by(SetupTags::of::<G>(record, context), record, findings)
}

/// Like [`start_of`], but returns `None` on any error, without findings.
pub(super) fn sound_start_of<G: Game>(record: &Record, context: &Context) -> Option<Start<G>> {
    let position = record.tag("Position").map(|tag| G::parse_position(&tag.value));
    sound_start_at::<G>(record, position.transpose().ok()?.as_ref(), context)
}

/// Like [`sound_start_of`], for a `Position` tag that has been parsed already.
pub(super) fn sound_start_at<G: Game>(
    record: &Record,
    text: Option<&G::PositionText>,
    context: &Context,
) -> Option<Start<G>> {
    let mut tags = SetupTags::quietly::<G>(record, context);
    let setup = G::setup(&mut tags)?;
    if !tags.are_sound(G::TAGS) || !tags.findings.is_empty() {
        return None;
    }
    let state = match text {
        None => G::start(&setup),
        Some(text) => G::position(&setup, text).ok()?,
    };
    Some(Start { setup: Arc::new(setup), state: Arc::new(state) })
}

fn start_by<G: Game>(mut tags: SetupTags<'_>, record: &Record, findings: &mut Vec<Finding>) -> Option<Start<G>> {
    let setup = G::setup(&mut tags);
    let sound = tags.are_sound(G::TAGS);
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
    let setup = setup.filter(|_| sound)?;
    let state = match text {
        None => G::start(&setup),
        Some((tag, text)) => {
            G::position(&setup, &text).map_err(|error| findings.push(position_finding(tag, error))).ok()?
        }
    };
    Some(Start { setup: Arc::new(setup), state: Arc::new(state) })
}

fn position_finding(tag: &Tag, error: PositionError) -> Finding {
    let code = match error.kind {
        PositionErrorKind::Malformed => &code::UNKNOWN_VALUE,
        PositionErrorKind::Inconsistent => &code::INCONSISTENT,
    };
    Finding::new(code, tag.value_part(&error.span), error.message)
}
