//! The format `position`, and positions from their text. The reference page follows.
//!
#![doc = include_str!("position.md")]

use super::{
    Assumptions, Cut, ExportError, Exported, FileWrapper, Format, FormatInfo, Imported, Losses,
    candidate_setups, codes, export_losses, game_for,
};
use crate::check::Checked;
use crate::findings::{Finding, Hint, code};
use crate::games::{GameId, Language, with_game};
use crate::notation::{Record, tag_lines};
// The format of this module is called `Position` too.
use crate::replay::Position as ReachedPosition;
use crate::text::{SourceText, Span, written_lines};

/// The format `position`.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Position;

impl Format for Position {
    fn info(&self) -> FormatInfo {
        FormatInfo {
            name: "position",
            about: "position strings, one per line",
            page: include_str!("position.md"),
            cut: Cut::Lines,
            frame: FileWrapper::PLAIN,
            ..FormatInfo::USUAL
        }
    }

    fn recognises(&self, text: &str) -> bool {
        let first = text.lines().map(str::trim).find(|line| !line.is_empty());
        first.is_some_and(|line| games_of(line).next().is_some())
    }

    fn read(&self, source: &SourceText, assumptions: &Assumptions) -> Vec<Imported> {
        let games = written_lines(source.text()).map(|(start, line)| {
            let span = Span::new(start, start + line.len());
            read_line(line, span, source, assumptions)
        });
        games.collect()
    }

    fn write(&self, checked: &Checked) -> Result<Exported, ExportError> {
        let (position, losses) = last_position(self, checked)?;
        Ok(Exported {
            text: position.text() + "\n",
            losses,
        })
    }
}

/// Returns the games in which a line is a position.
fn games_of(line: &str) -> impl Iterator<Item = GameId> {
    GameId::ALL
        .into_iter()
        .filter(move |game| game.canonical_position_text(line).is_some())
}

/// Reads a position, which is the text at `span`.
fn read_line(text: &str, span: Span, source: &SourceText, assumptions: &Assumptions) -> Imported {
    let games: Vec<_> = match assumptions.game {
        Some(game) => vec![game],
        None => games_of(text).collect(),
    };
    let message = match games.as_slice() {
        [game] => {
            let candidates = candidate_setups::setups_of(*game, text, assumptions);
            return candidate_setups::choose_setup(*game, candidates, span, assumptions)
                .import(source);
        }
        [] => "This is not a position of any of the games.",
        _ => "This is a position of several games.",
    };
    let finding = Finding::new(&codes::POSITION, span, message).with_hint(Hint::ChooseGame);
    Imported::refused(vec![finding])
}

impl ReachedPosition {
    /// Creates the position of a text, as in the tag `Position`. `variant` may be `None` for a game
    /// that has only one. The number of seats and the size of the board follow from the text; in
    /// the Pipe Game, the deck is the first bundled deck that contains the cards. A position in
    /// which a seat has won can be drawn, but has no legal turns.
    ///
    /// ```
    /// use pipscribe::prelude::*;
    ///
    /// let won = Position::from_text(GameId::Pippinzip, "zipline", "3w/w3/bbbb/w2w 1 taker=2 -")?;
    /// assert!(won.result().is_some() && won.legal_turns().is_empty());
    /// assert!(!write_text(&won.scene()).is_empty());
    /// let error = Position::from_text(GameId::Gipf, "basic", "4/5/6/7/6/5/4 x 12,12 0,0 - -").unwrap_err();
    /// assert_eq!(error.span.start, 14);
    /// # Ok::<(), Box<Finding>>(())
    /// ```
    ///
    /// # Errors
    /// Returns an error if the variant is unknown or the position is invalid. Spans in the finding
    /// count from the start of `text`.
    pub fn from_text<'v>(
        game: GameId,
        variant: impl Into<Option<&'v str>>,
        text: &str,
    ) -> Result<Self, Box<Finding>> {
        if let Err(error) = with_game!(game, G => G::parse_position(text).map(|_| ())) {
            let span = Span::new(error.span.start, error.span.end);
            return Err(Box::new(Finding::new(
                &code::UNKNOWN_VALUE,
                span,
                error.message,
            )));
        }

        let variant = variant.into().map(str::to_owned);
        let assumptions = Assumptions {
            variant: variant.clone(),
            ..Assumptions::default()
        };
        let candidates = candidate_setups::setups_of(game, text, &assumptions);
        let draft = candidate_setups::choose_setup(game, candidates, Span::default(), &assumptions);

        // The variant is the one that the caller gives, or none: never the likeliest one.
        let mut tags: Vec<(String, String)> = Vec::new();
        for tag in draft.tags {
            if tag.name != "Result" && tag.name != "Variant" {
                tags.push((tag.name, tag.value));
            }
        }
        tags.extend(variant.map(|variant| ("Variant".to_owned(), variant)));

        let checked =
            Checked::from_record(Record::parse_str(&tag_lines(&tags)), &assumptions.context);
        let start = checked
            .timeline()
            .ok()
            .and_then(|timeline| timeline.start());
        match start {
            Some(start) => Ok(start.position.clone()),
            None => Err(Box::new(no_position(&checked, text))),
        }
    }
}

/// Returns the error of a record that consists of tags, as an error of the whole position `text`.
fn no_position(checked: &Checked, text: &str) -> Finding {
    let whole = Span::new(0, text.len());
    match checked.report.first_error() {
        Some(error) => Finding {
            span: whole,
            ..error.clone()
        },
        None => Finding::new(
            &code::INCONSISTENT,
            whole,
            "These tags do not determine the position.",
        ),
    }
}

/// Returns the tags that follow from a position, other than `Game` and `Variant`: board size,
/// number of seats, deck.
pub fn tags_of(game: GameId, position: &str, assumptions: &Assumptions) -> Vec<(String, String)> {
    let candidates = candidate_setups::setups_of(game, position, assumptions);
    let draft = candidate_setups::choose_setup(game, candidates, Span::default(), assumptions);
    draft
        .tags
        .into_iter()
        .filter(|tag| ["Size", "Players", "Deck"].contains(&tag.name.as_str()))
        .map(|tag| (tag.name, tag.value))
        .collect()
}

/// Returns the position at the end of the main line, and the losses of a format that carries only
/// the position.
pub(super) fn last_position<'c>(
    format: &dyn Format,
    checked: &'c Checked,
) -> Result<(&'c ReachedPosition, Losses), ExportError> {
    let record = checked.record();
    game_for(format, record)?;
    let Some(last) = checked
        .timeline()
        .ok()
        .and_then(|timeline| timeline.after(None).ok())
    else {
        return Err(ExportError::NoStart);
    };
    let played = u64::from(checked.report.turns);
    // The size follows from the board.
    let mut losses = export_losses::beyond_turns(record, &["Game", "Position", "Size"]);
    losses.add("turn", played);
    losses.add(
        "turn after an error",
        (record.moves.turns.len() as u64).saturating_sub(played),
    );
    Ok((&last.position, losses))
}
