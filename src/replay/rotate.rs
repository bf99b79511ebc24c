//! Transforms records to a rotated, mirrored or shifted board: every place known to the notation is
//! mapped.

use super::Timeline;
use super::game_position::GamePosition;
use super::position_keys::is_of_board;
use super::record_keys::{LineTurn, with_option};
use crate::findings::{Hint, Hinted};
use crate::games::{Symmetric, Symmetry, with_game};
use crate::notation::{
    Command, Comment, Expectation, FigureCommand, Item, Line, Meaning, Tag, TurnNode, comments_of,
    quoted,
};
use crate::text::{Span, TextEdit, edited, sort_edits};

/// Why a record cannot be transformed.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
#[non_exhaustive]
pub enum RotateError {
    /// The set-up is invalid.
    #[error("the tags of the record are invalid")]
    NoStart,
    /// The rules depend on something that the symmetry changes.
    #[error("the board of {game} has no symmetry `{by}`")]
    NoSymmetry {
        /// The name of the game for people.
        game: &'static str,
        /// The requested symmetry.
        by: Symmetry,
    },
    /// A place would be farther from the centre than the notation allows.
    #[error("after a rotation by `{0}`, a place would be farther away than can be written")]
    TooFar(Symmetry),
}

impl Hinted for RotateError {
    fn hint(&self) -> Option<Hint> {
        matches!(self, Self::NoStart).then_some(Hint::CheckRecord)
    }
}

impl Timeline {
    /// Returns the text of the record on the transformed board. These parts change: the turns,
    /// including variations, in canonical form; the start, if the default start is not symmetric;
    /// the option `dice` in a mirror; marks and expectations in comments. Prose stays, and so does
    /// an illegal turn that names no place on the board. A legal record stays legal, and has the
    /// same [symmetric key](Timeline::symmetric_key).
    ///
    /// ```
    /// use pipscribe::prelude::*;
    /// use pipscribe::games::Symmetry;
    ///
    /// let record = Record::parse_str("[Game \"pippip\"]\n\n1. 5@b3/3 {[%circle b3]} *\n");
    /// let timeline = Timeline::new(record, &Context::default())?;
    /// let turned = timeline.turned(Symmetry::turned(180))?;
    /// assert_eq!(turned, "[Game \"pippip\"]\n\n1. 5@c2/4 {[%circle c2]} *\n");
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    ///
    /// # Errors
    /// If the set-up is invalid, if the board has no such symmetry, or if a card would be too far
    /// from the centre.
    pub fn turned(&self, by: Symmetry) -> Result<String, RotateError> {
        with_game!(self.game(), G => Rotator::<G>::new(self, by)?.rotated_text())
    }
}

/// State of the transformation of a record.
struct Rotator<'t, G: Symmetric> {
    timeline: &'t Timeline,
    start: &'t GamePosition<G>,
    by: Symmetry,
    edits: Vec<TextEdit>,
}

impl<'t, G: Symmetric> Rotator<'t, G> {
    fn new(timeline: &'t Timeline, by: Symmetry) -> Result<Self, RotateError> {
        let start = timeline
            .start()
            .and_then(|start| start.position.of_game::<G>());
        let start = start.ok_or(RotateError::NoStart)?;
        if !is_of_board::<G>(by) {
            return Err(RotateError::NoSymmetry { game: G::TITLE, by });
        }
        Ok(Self {
            timeline,
            start,
            by,
            edits: Vec::new(),
        })
    }

    /// Rotates all parts of the record, and returns its new text.
    fn rotated_text(mut self) -> Result<String, RotateError> {
        let record = self.timeline.record();
        self.rotate_tags()?;
        self.rotate_commands(&record.moves.opening);
        self.rotate_line(&record.moves)?;
        self.rotate_commands(&record.closing);
        sort_edits(&mut self.edits);
        Ok(edited(record.text(), &self.edits).unwrap_or_else(|| record.text().to_owned()))
    }

    /// Adds an edit of the text.
    fn edit(&mut self, span: Span, now: String) {
        if self.timeline.record().text_of(span) != now {
            self.edits.push((span, now));
        }
    }

    /// Changes the start and the options that differ on the transformed board.
    fn rotate_tags(&mut self) -> Result<(), RotateError> {
        let setup = &self.start.setup;
        let start = self.start.position_text();
        let turned =
            G::turned_position(setup, &start, self.by).ok_or(RotateError::TooFar(self.by))?;
        let default_start = G::position_text(setup, &G::start(setup)).to_string();
        let turned = turned.to_string();
        if turned == default_start {
            self.set_tag("Position", None);
        } else if turned != start.to_string() {
            self.set_tag("Position", Some(&turned));
        }
        if let Some(option) = G::turned_option(setup, self.by) {
            let options = self
                .timeline
                .record()
                .tag_value("Options")
                .unwrap_or_default();
            let options = with_option::<G>(options, option);
            self.set_tag(
                "Options",
                Some(options.as_str()).filter(|options| !options.is_empty()),
            );
        }
        Ok(())
    }

    /// Sets a tag, or removes it with its line.
    fn set_tag(&mut self, name: &str, value: Option<&str>) {
        let record = self.timeline.record();
        let line_end = record.line_end();
        let last = record
            .tags
            .iter()
            .map(|tag| tag.span.end)
            .max()
            .unwrap_or(0);
        match (record.tag(name), value) {
            (Some(Tag { value_span, .. }), Some(value)) => {
                let quoted = quoted(value);
                let escaped = quoted
                    .strip_prefix('"')
                    .and_then(|rest| rest.strip_suffix('"'))
                    .unwrap_or(value);
                self.edit(*value_span, escaped.to_owned());
            }
            (None, Some(value)) => {
                let line = format!("{line_end}[{name} {}]", quoted(value));
                self.edits.push((
                    Span {
                        start: last,
                        end: last,
                    },
                    line,
                ));
            }
            // The identity leaves the record as it is, even if it writes out the default.
            (Some(tag), None) if self.by != Symmetry::IDENTITY => {
                let start = tag.span.start as usize;
                let end = tag.span.end as usize;
                let rest = record.text().get(end..).unwrap_or_default();
                let end = if rest.starts_with(line_end) {
                    end + line_end.len()
                } else {
                    end
                };
                self.edits.push((Span::new(start, end), String::new()));
            }
            (Some(_) | None, None) => {}
        }
    }

    /// Rotates the turns of a line, its variations and comments.
    fn rotate_line(&mut self, line: &Line) -> Result<(), RotateError> {
        // The recursion is bounded: the parser limits the nesting of variations (`MAX_DEPTH`).
        for node in &line.turns {
            self.rotate_turn(node)?;
            self.rotate_commands(&node.after);
            for variation in node.variations() {
                self.rotate_commands(&variation.line.opening);
                self.rotate_line(&variation.line)?;
            }
        }
        Ok(())
    }

    /// Rotates a turn; one that was played is written in canonical form.
    fn rotate_turn(&mut self, node: &TurnNode) -> Result<(), RotateError> {
        let Some(played) = self
            .timeline
            .frame(node.id)
            .and_then(LineTurn::<G>::from_frame)
        else {
            if let Some(turned) = self.rotate_unplayed(self.timeline.record().turn_text(node)) {
                self.edit(node.text, turned);
            }
            return Ok(());
        };
        if played.turn.is_none() {
            return Ok(());
        }
        let turned = played.turned(&self.start.setup, self.by);
        let turned = turned.ok_or(RotateError::TooFar(self.by))?.to_string();
        // A place that is too far away has more digits than can be parsed.
        G::parse_turn(&turned).map_err(|_| RotateError::TooFar(self.by))?;
        self.edit(node.text, turned);
        Ok(())
    }

    /// Transforms a turn that was not played, as far as it can be parsed.
    fn rotate_unplayed(&self, text: &str) -> Option<String> {
        let turned =
            G::turned_turn(&self.start.setup, &G::parse_turn(text).ok()?, self.by)?.to_string();
        G::parse_turn(&turned).ok().map(|_| turned)
    }

    /// Returns a place on the transformed board; `None` if the text is not a place.
    fn rotate_place(&self, place: &str) -> Option<String> {
        G::turned_place(&self.start.setup, place, self.by)
    }

    /// Rotates the places in the commands of comments.
    fn rotate_commands(&mut self, items: &[Item]) {
        let commands: Vec<&Command> = comments_of(items)
            .flat_map(|Comment { commands, .. }| commands)
            .collect();
        for command in commands {
            if let Some(arguments) = self.rotate_arguments(&command.meaning) {
                self.edit(command.arguments, arguments);
            }
        }
    }

    /// Returns the arguments of a command on the transformed board; `None` if they do not change.
    fn rotate_arguments(&self, meaning: &Meaning) -> Option<String> {
        let words = match meaning {
            Meaning::Figure(Ok(command)) => self.rotate_figure(command)?,
            Meaning::Expect(expectation) => self.rotate_expectation(expectation)?,
            _ => return None,
        };
        Some(format!(" {words}"))
    }

    fn rotate_figure(&self, command: &FigureCommand) -> Option<String> {
        let pairs = |pairs: &[(String, String)], between: &str| -> Option<String> {
            let pair = |(from, to): &(String, String)| {
                Some(format!(
                    "{}{between}{}",
                    self.rotate_place(from)?,
                    self.rotate_place(to)?
                ))
            };
            joined(pairs.iter().map(pair))
        };
        match command {
            FigureCommand::Marks(_, places) => {
                joined(places.iter().map(|place| self.rotate_place(place)))
            }
            FigureCommand::Arrows(arrows) | FigureCommand::DashedArrows(arrows) => {
                pairs(arrows, ">")
            }
            FigureCommand::Lines(lines) => pairs(lines, ".."),
            FigureCommand::Labels(labels) => {
                let label = |(place, text): &(String, String)| {
                    Some(format!("{} {}", self.rotate_place(place)?, quoted(text)))
                };
                joined(labels.iter().map(label))
            }
            FigureCommand::Pieces(pieces) => {
                let piece = |(place, piece): &(String, String)| {
                    Some(format!("{} {piece}", self.rotate_place(place)?))
                };
                joined(pieces.iter().map(piece))
            }
            FigureCommand::View(from, to) => pairs(&[(from.clone(), to.clone())], ".."),
            FigureCommand::Diagram { .. } => None,
        }
    }

    fn rotate_expectation(&self, expectation: &Expectation) -> Option<String> {
        let turn = |turn: &String| self.rotate_unplayed(turn);
        match expectation {
            Expectation::Position(text) => {
                let position = G::parse_position(text).ok()?;
                let turned = G::turned_position(&self.start.setup, &position, self.by)?;
                Some(format!("position {}", quoted(&turned.to_string())))
            }
            Expectation::Turns(turns) => {
                let turns = joined(turns.iter().map(turn))?;
                Some(format!("moves = {turns}"))
            }
            Expectation::NotLegal { turn: text, code } => {
                Some(format!("not-legal {} {code}", turn(text)?))
            }
            Expectation::Mends(text) => Some(format!("mends {}", turn(text)?)),
            // Captured cards are given by number, so nothing changes.
            Expectation::Captured(items) if !items.is_empty() && !G::FACTS.has_cards() => {
                let item = |item: &String| {
                    // An item that is not a place, such as a marked piece, is read as in a list of
                    // removed items, `x…`.
                    let taken = || {
                        self.rotate_unplayed(&format!("x{item}"))?
                            .strip_prefix('x')
                            .map(str::to_owned)
                    };
                    self.rotate_place(item).or_else(taken)
                };
                let items = joined(items.iter().map(item))?;
                Some(format!("captured {items}"))
            }
            _ => None,
        }
    }
}

/// Joins the parts of an argument with spaces; `None` if one of them has no image on the
/// transformed board.
fn joined(parts: impl Iterator<Item = Option<String>>) -> Option<String> {
    let parts: Vec<String> = parts.collect::<Option<_>>()?;
    Some(parts.join(" "))
}
