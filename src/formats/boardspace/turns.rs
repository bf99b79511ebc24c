//! Converts actions to turns of GIPF. Everything that the source omits follows from the rules.
//!
//! [`add_turns`] collects the actions of a turn in [`TurnParts`] until the turn is complete.
//! `finish_turn` then compares the legal turns with these parts (see `removal_fit.rs`), and adds
//! the one that fits best to the draft.

use super::removal_fit::{AroundPush, Fit, Marks, rate};
use crate::findings::Finding;
use crate::formats::KeepFindings as _;
use crate::formats::gipf_rules::GipfRules;
use crate::formats::gipf_turns::{line_of, parse_turn, push_of};
use crate::formats::import_losses::LeftOut;
use crate::formats::{Draft, DraftItem, DraftTurn, codes};
use crate::games::gipf::board::{Point, PushLine};
use crate::games::gipf::{Colour, Position, PositionText, Turn};
use crate::text::Span;

/// Action of a player, such as `3 SlideFrom A 1 B 2`, in lower case.
pub(super) struct Action {
    pub(super) colour: Colour,
    /// What is done: `slidefrom`.
    pub(super) name: String,
    /// Names of points: `a1`, `b2`.
    pub(super) points: Vec<String>,
    /// Other words after the name.
    pub(super) words: Vec<String>,
    pub(super) span: Span,
}

/// Event in the order of play.
pub(super) enum Event {
    Action(Action),
    Comment(String),
}

/// Adds the turns and comments of a game to a draft. Returns the index of the first illegal turn.
pub(super) fn add_turns(
    events: Vec<Event>,
    draft: &mut Draft,
    left_out: &mut LeftOut,
) -> Option<usize> {
    let rules = GipfRules::new(
        draft.tag("Variant").unwrap_or_default(),
        draft.tag("Options"),
    );
    let position = match draft.tag("Position") {
        Some(text) => rules.parse_position(text),
        None => rules.start(),
    };
    let mut converter = TurnConverter {
        rules,
        position,
        parts: TurnParts::default(),
        is_over: false,
        is_out_of_turn: false,
        first_illegal: None,
        draft,
        left_out,
    };
    for event in events {
        match event {
            Event::Action(action) => converter.apply(&action),
            Event::Comment(words) => converter.add_comment(DraftItem::Comment(words)),
        }
    }

    // The last turn may have no `done`.
    if converter.parts.line.is_some() || converter.parts.is_clearing() {
        converter.finish_turn();
    } else {
        converter.drop_turn();
    }

    converter.first_illegal
}

/// Contents of the actions of the current turn so far.
#[derive(Default)]
struct TurnParts {
    colour: Colour,
    /// Dot on which the piece was put.
    dot: Option<Point>,
    /// Line along which it was pushed.
    line: Option<PushLine>,
    push_span: Option<Span>,
    /// Place from which the piece in hand was picked up.
    picked_up_from: Option<Point>,
    /// True if the player chose a single piece instead of a GIPF piece.
    plays_single: bool,
    /// The marked rows, before and after the push.
    marks: AroundPush<Marks>,
    comments: Vec<DraftItem>,
    /// Span of all actions.
    span: Option<Span>,
}

impl TurnParts {
    /// Returns true if a piece was put on a dot, or pushed.
    fn has_begun_push(&self) -> bool {
        self.dot.is_some() || self.line.is_some()
    }

    /// Returns true if rows were marked, and nothing else so far.
    fn is_clearing(&self) -> bool {
        !self.has_begun_push() && !self.marks.before.is_empty()
    }
}

/// Converts the actions of a game, one after the other.
struct TurnConverter<'a> {
    rules: GipfRules,
    /// `None` after an illegal turn.
    position: Option<Position>,
    parts: TurnParts,
    /// True after a resignation.
    is_over: bool,
    /// True once a turn of the wrong seat has been reported.
    is_out_of_turn: bool,
    /// The index of the first illegal turn.
    first_illegal: Option<usize>,
    draft: &'a mut Draft,
    left_out: &'a mut LeftOut,
}

impl TurnConverter<'_> {
    /// Applies the next action of the game.
    fn apply(&mut self, action: &Action) {
        match action.name.as_str() {
            "edit" => {}
            "start" => {
                if action.words.first().is_some_and(|word| word != "p0") {
                    self.refuse(
                        action.span,
                        "Only games that `P0` starts are supported; White is assumed to have started.",
                    );
                }
            }
            "done" if self.is_over => {}
            _ if self.is_over => self.refuse(
                action.span,
                "This comes after the resignation, and is left out.",
            ),
            "resign" => self.resign(action),
            "done" => self.done(action),
            _ => self.action_of_turn(action),
        }
    }

    fn done(&mut self, action: &Action) {
        // Removals before the push may have a `Done` of their own, after which the turn continues.
        let is_done_of_removals = self.parts.colour == action.colour && self.parts.is_clearing();
        if !is_done_of_removals {
            self.finish_turn();
        }
    }

    /// Adds an action to the turn of its player: `standard` chooses a single piece or a GIPF piece;
    /// `dropb` puts the piece on a dot, or pushes it from there to a spot; `slide` does both;
    /// `remove` and `preserve` mark a spot of a row; `pickb` and `drop` pick the piece up and put
    /// it back.
    fn action_of_turn(&mut self, action: &Action) {
        let point = |index: usize| action.points.get(index).and_then(|name| Point::named(name));
        if self.parts.colour != action.colour {
            self.finish_turn();
        }
        self.parts.colour = action.colour;

        match action.name.as_str() {
            "standard" => self.parts.plays_single = !self.parts.plays_single,
            "dropb" => self.put_piece(point(0), action.span),
            "slide" | "slidefrom" => self.slide(point(0), point(1), action.span),
            "remove" | "preserve" => self.mark(point(0), action.span),
            "pickb" => self.parts.picked_up_from = point(0),
            // A piece that returns to the reserve was never introduced.
            "drop" => {
                self.parts.dot = None;
                self.parts.line = None;
                self.parts.picked_up_from = None;
            }
            "pick" => {}
            name => {
                let message = format!("`{name}` is not a supported action of GIPF.");
                self.refuse(action.span, message);
                return;
            }
        }

        let span_so_far = self.parts.span.unwrap_or(action.span);
        self.parts.span = Some(span_so_far.to(action.span));
    }

    /// Puts a piece on a dot, or pushes it from its dot to a spot.
    fn put_piece(&mut self, point: Option<Point>, span: Span) {
        match point {
            // A dot may be named again without effect.
            Some(dot) if dot.is_dot() => {
                if self.parts.dot != Some(dot) {
                    self.parts.dot = Some(dot);
                    self.parts.line = None;
                }
            }
            spot => self.slide(self.parts.dot, spot, span),
        }
    }

    /// Moves a piece from a dot to a spot.
    fn slide(&mut self, dot: Option<Point>, spot: Option<Point>, span: Span) {
        let line = match (dot, spot) {
            (Some(dot), Some(spot)) => line_between(dot, spot),
            _ => None,
        };
        if let Some(line) = line {
            self.parts.dot = Some(line.dot);
            self.parts.line = Some(line);
            self.parts.push_span = Some(span);
            return;
        }

        // A piece that is put back on the spot from which it was picked up has not moved.
        let is_put_back = spot.is_some() && spot == self.parts.picked_up_from;
        if !is_put_back {
            self.refuse(span, "A piece goes from a dot to the first spot of a line.");
        }
    }

    /// Marks a spot of a row.
    fn mark(&mut self, point: Option<Point>, span: Span) {
        let Some(spot) = point.and_then(Point::spot) else {
            self.refuse(span, "This does not mark a spot on the board.");
            return;
        };
        let marks = if self.parts.has_begun_push() {
            &mut self.parts.marks.after
        } else {
            &mut self.parts.marks.before
        };
        marks.add(spot);
    }

    fn resign(&mut self, action: &Action) {
        if self.parts.line.is_some() && self.parts.colour != action.colour {
            self.finish_turn();
        } else {
            self.drop_turn();
        }
        self.is_over = true;

        let is_out_of_turn = self
            .position_text()
            .is_some_and(|position| position.to_move != action.colour);
        if is_out_of_turn {
            // In the notation, only the seat to move can resign; here, the other seat resigned.
            let result = if action.colour == Colour::Black {
                "1-0"
            } else {
                "0-1"
            };
            self.draft.result = Some((result.to_owned(), action.span));
            self.draft.assume("Termination", "resignation");
            return;
        }

        let turn = DraftTurn {
            text: "resign".to_owned(),
            span: action.span,
            ..DraftTurn::default()
        };
        self.draft.line.turns.push(turn);
    }

    /// Creates a turn from the actions so far.
    fn finish_turn(&mut self) {
        let parts = std::mem::take(&mut self.parts);
        let Some(span) = parts.span else { return };
        let before = self.position_text();
        if let Some(before) = before
            && before.to_move != parts.colour
            && !self.is_out_of_turn
        {
            self.is_out_of_turn = true;
            let seat = parts.colour.index();
            let to_move = before.to_move.name();
            let message = format!("This is a turn of `P{seat}`, but {to_move} is to move.");
            self.refuse(span, message);
        }

        let playable = match (before, &self.position) {
            (Some(before), Some(position)) => {
                let legal = self.rules.legal_turns(position);
                self.best_fit(&parts, &before, &legal, span)
            }
            _ => None,
        };
        let text = playable.unwrap_or_else(|| unplayable_text(&parts));

        let could_play = self.position.is_some();
        self.position = self
            .position
            .take()
            .and_then(|before| self.rules.play(&before, &parse_turn(&text)?).ok());
        if could_play && self.position.is_none() {
            self.first_illegal = Some(self.draft.line.turns.len());
        }
        self.draft.line.turns.push(DraftTurn {
            text,
            span,
            after: parts.comments,
            ..DraftTurn::default()
        });
    }

    /// Returns the legal turn that best fits the actions.
    fn best_fit(
        &mut self,
        parts: &TurnParts,
        before: &PositionText,
        legal: &[Turn],
        span: Span,
    ) -> Option<String> {
        let rated = rated_turns(parts, before, legal);
        let RatedTurn { fit: best, text } = rated.first()?;
        let is_ambiguous = rated.iter().any(|other| {
            other.fit.penalties == best.penalties && other.fit.removed != best.removed
        });
        if is_ambiguous {
            let message =
                "The source leaves open which pieces are removed; one of the legal turns was used.";
            self.draft
                .findings
                .keep(Finding::new(&codes::ASSUMED, span, message));
        } else if best.penalties.misfits > 0 {
            self.refuse(
                span,
                "No legal turn fits all marks here; the nearest one was used.",
            );
        }

        if let Some(push) = parts.push_span
            && best.penalties.ends_before_push
        {
            self.left_out.add("push after the end of the game", push);
        }

        Some(text.clone())
    }

    /// Drops an unfinished turn.
    fn drop_turn(&mut self) {
        let parts = std::mem::take(&mut self.parts);
        let is_marked = !parts.marks.before.is_empty() || !parts.marks.after.is_empty();
        let is_begun = parts.dot.is_some() || is_marked;
        if let Some(span) = parts.span
            && is_begun
        {
            self.left_out.add("unfinished turn", span);
        }
        for comment in parts.comments {
            self.add_comment(comment);
        }
    }

    fn add_comment(&mut self, comment: DraftItem) {
        if self.parts.span.is_some() {
            self.parts.comments.push(comment);
            return;
        }
        match self.draft.line.turns.last_mut() {
            Some(turn) => turn.after.push(comment),
            None => self.draft.line.opening.push(comment),
        }
    }

    fn position_text(&self) -> Option<PositionText> {
        self.position.as_ref().map(|position| position.text)
    }

    /// Reports an action that has no meaning here.
    fn refuse(&mut self, span: Span, message: impl Into<String>) {
        self.draft
            .findings
            .keep(Finding::new(&codes::VALUE, span, message));
    }
}

/// Legal turn with its fit. The best one is the smallest; turns of equal fit are sorted by text.
#[derive(PartialEq, Eq, PartialOrd, Ord)]
struct RatedTurn {
    fit: Fit,
    text: String,
}

/// Returns the legal turns with the push of the source, and those that end the game before it. The
/// best one is first.
fn rated_turns(parts: &TurnParts, before: &PositionText, legal: &[Turn]) -> Vec<RatedTurn> {
    let unmarked = Marks::default();
    let marks = AroundPush {
        before: &parts.marks.before,
        after: &parts.marks.after,
    };
    let marks_before_push = AroundPush {
        before: &parts.marks.before,
        after: &unmarked,
    };

    let mut rated = Vec::new();
    let with_push: Vec<&Turn> = legal
        .iter()
        .filter(|turn| makes_push(turn, parts.line))
        .collect();
    // A piece enters as a GIPF piece while this is allowed, unless the turn states otherwise.
    let introduces = !parts.plays_single && with_push.iter().any(|turn| introduces_gipf(turn));
    for turn in with_push {
        if introduces_gipf(turn) == introduces {
            rated.push(RatedTurn {
                fit: rate(turn, marks, before),
                text: turn.to_string(),
            });
        }
    }

    // The source continues after a removal that ends the game.
    if parts.line.is_some() {
        for turn in legal {
            if push_of(turn).is_none() {
                rated.push(RatedTurn {
                    fit: rate(turn, marks_before_push, before),
                    text: turn.to_string(),
                });
            }
        }
    }

    rated.sort_unstable();
    rated
}

/// Returns the line whose first spot after the dot is `spot`.
fn line_between(dot: Point, spot: Point) -> Option<PushLine> {
    PushLine::from_dot(dot).find(|line| line.path().next() == spot.spot())
}

/// Returns the known part of a turn that cannot be played; `_` if nothing of it is known.
fn unplayable_text(parts: &TurnParts) -> String {
    if let Some(line) = parts.line
        && let Some(first_spot) = line.path().next()
    {
        return format!("{}-{first_spot}", line.dot);
    }
    let text = if parts.is_clearing() { "x" } else { "_" };
    text.to_owned()
}

/// Returns true if a turn makes this push, or no push.
fn makes_push(turn: &Turn, line: Option<PushLine>) -> bool {
    match (push_of(turn), line) {
        (None, None) => true,
        // A push into an empty spot names only that spot.
        (Some(push), Some(line)) if push.from.is_none() => push.to.spot() == line.path().next(),
        (Some(push), Some(line)) => line_of(push) == Some(line),
        _ => false,
    }
}

/// Returns true if a turn introduces a GIPF piece.
fn introduces_gipf(turn: &Turn) -> bool {
    push_of(turn).is_some_and(|push| push.kind.is_gipf())
}
