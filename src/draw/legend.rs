//! Legend: the signs of a figure, each beside its meaning.
//!
//! [`write_legend`] adds a line for each kind of annotation, in the order of the `explain_…`
//! methods. Where possible, the sign of a line is cut from the board of the figure with only this
//! annotation (`Legend::cut_sign`); otherwise it is drawn here.
//!
//! A *sign* is what a figure draws on or beside a place, such as a circle, an arrow or a number.
//! The *text forms* are figures of characters, in which a sign is a pair of brackets or missing.

use super::annotation::{Annotations, Comparison, Fate, Ghost, Mark};
use super::annotation_shapes::{brackets, capsule, closed_line, mark_shape, polygon, square};
use super::annotation_words::{names_by_mark, pairs_in_words};
use super::annotator::annotate;
use super::elements::Element;
use super::geometry::{Place, Rect, UNIT};
use super::note::{LINE, Note, Wording};
use super::role::{Role, Upon};
use super::scene::{Scene, Shading};
use super::shape::{Anchor, PathStep, Shape};
use super::style::style;
use super::turn_numbers::tag_of_text;
use super::view::View;

/// Size of a sign.
const SIGN: i32 = UNIT * 15 / 100;
/// Half the length of an arrow.
const HALF_ARROW: i32 = UNIT * 28 / 100;
/// Half the length of the axis of a row.
const HALF_ROW: i32 = UNIT * 25 / 100;
/// Width of the space for a sign.
pub(super) const WIDTH: i32 = UNIT * 84 / 100;
/// Centre of a sign.
pub(super) const MIDDLE: Place = Place {
    x: WIDTH / 2,
    y: LINE / 2,
};

/// Returns the lines of a legend, one per kind of mark, each with its sign for pictures and for
/// text. `scene` is without the annotations, so that a sign has no other sign on it. `last_turn` is
/// `None` if nothing that the last turn placed is visible.
pub(super) fn write_legend(
    scene: &Scene,
    annotations: &Annotations,
    view: &View,
    last_turn: Option<LastTurnSign>,
) -> Vec<Note> {
    let mut legend = Legend {
        scene,
        annotations,
        view,
        notes: Vec::new(),
    };
    legend.explain_marks();
    legend.explain_arrows_and_lines();
    if let Some(sign) = last_turn {
        legend.explain_placed(sign);
    }
    legend.explain_moved_and_changed();
    legend.explain_gone();
    legend.explain_rows();
    legend.explain_numbers();
    legend.explain_entries();
    legend.notes
}

/// The sign of what the last turn placed.
#[derive(Clone, Copy, PartialEq, Eq)]
pub(super) enum LastTurnSign {
    /// Outline of an object that is marked as a whole.
    Outline,
    /// Mark on a piece.
    MarkOnPiece,
}

/// Legend being written.
struct Legend<'a> {
    scene: &'a Scene,
    annotations: &'a Annotations,
    view: &'a View,
    notes: Vec<Note>,
}

impl Legend<'_> {
    /// Returns the text of a sign: the chosen one, or else the default in the language of the
    /// figure.
    fn text_of_sign(&self, sign: &'static str) -> String {
        self.view
            .chosen_text(sign)
            .unwrap_or_else(|| self.view.lang.say(sign).to_owned())
    }

    /// Returns the text of a sign, which is shorter in narrow figures unless it was chosen.
    fn wording(&self, sign: &'static str, narrow: &'static str) -> Wording {
        match self.view.chosen_text(sign) {
            Some(words) => words.into(),
            None => Wording {
                narrow: self.view.lang.say(narrow).to_owned(),
                ..self.view.lang.say(sign).into()
            },
        }
    }

    /// Returns the line of a sign that is cut from a figure with these annotations only.
    fn cut_sign(
        &self,
        only: &Annotations,
        name: &str,
        text: &str,
        words: impl Into<Wording>,
    ) -> Option<Note> {
        self.scene_with(only).sign_at(name, text, words)
    }

    /// Returns the scene with these annotations only.
    fn scene_with(&self, only: &Annotations) -> Scene {
        let mut scene = self.scene.clone();
        annotate(&mut scene, only, &View::default(), Rect::default());
        scene
    }

    /// Explains each kind of mark, with the places that have it.
    fn explain_marks(&mut self) {
        for (mark, names) in names_by_mark(self.annotations) {
            let words = format!("{}: {}", self.text_of_sign(mark.name()), names.join(", "));
            let text = mark.brackets().join(" ");
            let sign = self.mark_from_board(mark, &names, &text, &words);
            self.notes
                .push(sign.unwrap_or_else(|| legend_line(self.sign_of_mark(mark), &text, words)));
        }
    }

    /// Returns the line of a mark whose sign is cut from the board, on one of its places; `None`
    /// for shades and for marks beside pieces.
    fn mark_from_board(&self, mark: Mark, names: &[&str], text: &str, words: &str) -> Option<Note> {
        let is_beside = |name: &&str| {
            let site = self.scene.sites.get(name);
            let has_strips = self.scene.strip > 0;
            site.is_some_and(|site| site.has_art || (has_strips && site.piece.is_some()))
        };
        let is_shade = mark.form(self.scene.shading) == Mark::Shade;
        if is_shade || names.iter().any(is_beside) {
            return None;
        }

        let name = *names
            .iter()
            .find(|name| self.scene.sites.get(name).is_some())?;
        let waiting = self.annotations.waiting.iter();
        let only = Annotations {
            marks: vec![(mark, name.to_owned())],
            waiting: waiting
                .filter(|ghost| ghost.name == name)
                .cloned()
                .collect(),
            ..Annotations::default()
        };
        self.cut_sign(&only, name, text, words.to_owned())
    }

    /// Returns the sign of a shade, or of a mark beside a piece.
    fn sign_of_mark(&self, mark: Mark) -> Vec<(Shape, Role)> {
        let mark = mark.form(self.scene.shading);
        let shape = mark_shape(mark, MIDDLE, SIGN);
        match (mark, self.scene.shading) {
            (Mark::Shade, Shading::Tint) => vec![(shape, Role::Shade)],
            (Mark::Shade, Shading::Contour) => {
                vec![(closed_line(shape), Role::ShadeContour)]
            }
            (Mark::Shade, Shading::Brackets) => brackets(MIDDLE, SIGN, SIGN * 60 / 100)
                .into_iter()
                .map(|steps| (Shape::Path { steps }, Role::ShadeContour))
                .collect(),
            (Mark::Cross, _) => vec![(shape, Role::Mark(Upon::Board))],
            _ => vec![(
                mark_shape(mark, MIDDLE, SIGN * 80 / 100),
                Role::MarkFill(Upon::Board),
            )],
        }
    }

    /// Explains arrows and lines, with their places.
    fn explain_arrows_and_lines(&mut self) {
        let Annotations {
            arrows,
            possible,
            lines,
            ..
        } = self.annotations;
        for (pairs, role, sign) in [
            (arrows, Role::Arrow, "arrow"),
            (possible, Role::PossibleArrow, "possible"),
        ] {
            if !pairs.is_empty() {
                let places = pairs_in_words(pairs, self.view.lang);
                let words = format!("{}: {places}", self.text_of_sign(sign));
                self.notes.push(legend_line(arrow_sign(role), ">", words));
            }
        }
        if !lines.is_empty() {
            let words = format!(
                "{}: {}",
                self.text_of_sign("line"),
                pairs_in_words(lines, self.view.lang)
            );
            self.notes
                .push(legend_line(vec![(line_sign(), Role::Arrow)], "..", words));
        }
    }

    /// Explains the pieces that the last turn placed. Objects that are marked as a whole are
    /// outlined.
    fn explain_placed(&mut self, last_turn: LastTurnSign) {
        let words = self.wording("placed by the last turn", "placed");
        let has_piece = |name: &&String| {
            self.scene
                .sites
                .get(name)
                .is_some_and(|site| site.piece.is_some())
        };
        let piece = match last_turn {
            LastTurnSign::Outline => None,
            LastTurnSign::MarkOnPiece => self.annotations.last_turn.iter().find(has_piece),
        };
        let sign = piece.and_then(|name| {
            let only = Annotations {
                last_turn: vec![name.clone()],
                ..Annotations::default()
            };
            self.cut_sign(&only, name, "( )", words.clone())
        });
        let outline = (polygon(&square(MIDDLE, SIGN)), Role::LastOutline);
        self.notes
            .push(sign.unwrap_or_else(|| legend_line(vec![outline], "", words)));
    }

    /// Explains the other traces of the last turn on pieces that are still on the board.
    fn explain_moved_and_changed(&mut self) {
        if !self.annotations.moved.is_empty() {
            // The text forms list what was moved.
            let words = self.wording("moved by the last turn", "moved");
            self.notes
                .push(legend_line(arrow_sign(Role::Arrow), "", words));
        }
        if let Some(pushed) = &self.annotations.pushed {
            let only = Annotations {
                pushed: Some(pushed.clone()),
                ..Annotations::default()
            };
            // Views know this sign by another text than the one that it has by default.
            let words = self
                .view
                .chosen_text("pushed from there")
                .unwrap_or_else(|| self.view.lang.say("entered here").to_owned());
            self.notes
                .extend(self.cut_sign(&only, &pushed.name, ">", words));
        }
        if let Some(name) = self.annotations.changed.first() {
            let only = Annotations {
                changed: vec![name.clone()],
                ..Annotations::default()
            };
            self.notes.extend(self.cut_sign(
                &only,
                name,
                "< >",
                self.wording("changed by the last turn", "changed"),
            ));
        }
        self.explain_comparison();
    }

    /// Explains the numbers that changed a piece.
    fn explain_comparison(&mut self) {
        let Some(Comparison {
            larger, smaller, ..
        }) = self.annotations.comparisons.first()
        else {
            return;
        };
        let Some(seat) = self
            .scene
            .sites
            .get(&smaller.place)
            .and_then(|site| site.piece)
        else {
            return;
        };

        // In hundredths of a step, from the middle of the sign.
        let place = |x: i32, y: i32| {
            MIDDLE.plus(Place {
                x: UNIT * x / 100,
                y: UNIT * y / 100,
            })
        };
        let mut sign = Vec::new();
        for (x, value) in [(-22, larger.number), (22, smaller.number)] {
            let disc = Shape::Disc {
                at: place(x, 0),
                radius: UNIT * 15 / 100,
            };
            let number = Shape::label(place(x, 0), value.to_string(), Anchor::Middle);
            sign.push((disc, Role::DecidingDisc(seat)));
            sign.push((number, Role::DecidingNumber(seat)));
        }

        let steps = vec![
            PathStep::Move(place(-3, -9)),
            PathStep::Line(place(3, 0)),
            PathStep::Line(place(-3, 9)),
        ];
        sign.push((Shape::Path { steps }, Role::Comparison));
        let words = self.view.lang.fill(
            "since {0} is more than {1}",
            &[&larger.number, &smaller.number],
        );
        // The text forms say which numbers these are.
        self.notes.push(legend_line(sign, "", words));
    }

    /// Explains the pieces that left the board, grouped by their fate.
    fn explain_gone(&mut self) {
        for (fate, words) in [
            (Fate::Unknown, "left the board"),
            (Fate::Reserve, "back to the reserve"),
            (Fate::Lost, "lost"),
        ] {
            self.explain_gone_by(fate, words);
        }
    }

    /// Explains the pieces with a fate, one of each seat.
    fn explain_gone_by(&mut self, fate: Fate, words: &'static str) {
        let gone_of = |seat: u8| {
            self.annotations
                .gone
                .iter()
                .find(|ghost| ghost.seat == seat && ghost.fate == fate)
                .cloned()
        };
        let text = fate.brackets().join(" ");
        // Pieces that leave the board look like those of one of the first two seats.
        let gone: Vec<Ghost> = [1, 2].into_iter().filter_map(gone_of).collect();
        let scene = self.scene_with(&Annotations {
            gone: gone.clone(),
            ..Annotations::default()
        });
        // A text for all pieces that left the board replaces both.
        let is_chosen = |sign: &str| self.view.wording.iter().any(|(known, _)| known == sign);
        let general = "left the board";
        let words = if is_chosen(general) && !is_chosen(words) {
            self.text_of_sign(general)
        } else {
            self.text_of_sign(words)
        };
        self.notes.extend(match gone.as_slice() {
            [] => None,
            [ghost] => scene.sign_at(&ghost.name, &text, words),
            [first, second, ..] => scene.signs_at([&first.name, &second.name], &text, words),
        });
    }

    /// Explains the outlines of rows.
    fn explain_rows(&mut self) {
        if !self.annotations.rows.is_empty() {
            let reach = Place { x: HALF_ROW, y: 0 };
            let row = capsule(MIDDLE.minus(reach), MIDDLE.plus(reach), SIGN);
            // The text forms list the rows.
            self.notes.push(legend_line(
                vec![(row, Role::Row)],
                "",
                self.wording("row that made pieces leave", "complete row"),
            ));
        }
    }

    /// Explains the turn numbers on pieces.
    fn explain_numbers(&mut self) {
        let Some((name, number)) = self.annotations.numbers.first() else {
            return;
        };

        let text = number.to_string();
        let sign = "number of the turn that placed it";
        let words: Wording = match self.view.chosen_text(sign) {
            Some(words) => words.into(),
            None => Wording {
                narrow: self.view.lang.fill("placed by turn {0}", &[number]),
                ..self.view.lang.say(sign).into()
            },
        };
        // The text forms list the turns. A number beside a die or at the corner of a card is shown
        // without the piece.
        let site = self.scene.sites.get(name);
        let is_tag = site.is_some_and(|site| site.has_art);
        let is_on_strip = self.scene.strip > 0 && site.is_some_and(|site| site.piece.is_some());
        let label = Shape::label(MIDDLE, text.clone(), Anchor::Middle);
        let note = if is_tag {
            // A legend has more room for the tag than a card, so its number is larger there.
            let font_size = style(Role::TagNumber).font_size * 3 / 2;
            let air = UNIT * 5 / 100;
            let tag = tag_of_text(MIDDLE, &text, font_size, air);
            let sign = vec![(tag, Role::Tag), (label, Role::TagNumber)];
            Some(legend_line(sign, "", words))
        } else if is_on_strip {
            let sign = vec![(label, Role::StripNumber)];
            Some(legend_line(sign, "", words))
        } else {
            let only = Annotations {
                numbers: vec![(name.clone(), *number)],
                ..Annotations::default()
            };
            self.cut_sign(&only, name, "", words)
        };
        self.notes.extend(note);
    }

    /// Explains the turn numbers beside dots.
    fn explain_entries(&mut self) {
        let Some((name, number)) = self.annotations.entries.first() else {
            return;
        };
        let text = number.to_string();
        let label = |x: i32, text: &str, role: Role| {
            Element::bare(
                Shape::label(Place { x, ..MIDDLE }, text.to_owned(), Anchor::Start),
                role,
            )
        };
        let elements = vec![
            label(0, name, Role::Coordinate),
            label(UNIT * 36 / 100, &text, Role::EntryNumber),
        ];
        let size = Place {
            x: UNIT * 85 / 100,
            y: LINE,
        };
        self.notes.push(Note::beside(
            elements,
            size,
            // The text forms list the turns.
            "",
            self.wording("where the turn of that number entered", "where it entered"),
        ));
    }
}

/// Returns a line of a legend.
fn legend_line(drawn: Vec<(Shape, Role)>, sign: &str, words: impl Into<Wording>) -> Note {
    let elements = drawn
        .into_iter()
        .map(|(shape, role)| Element::bare(shape, role))
        .collect();
    Note::beside(elements, Place { x: WIDTH, y: LINE }, sign, words)
}

/// Returns the sign of a line.
fn line_sign() -> Shape {
    Shape::Line {
        from: MIDDLE.minus(Place { x: SIGN, y: 0 }),
        to: MIDDLE.plus(Place { x: SIGN, y: 0 }),
    }
}

/// Returns the sign of an arrow. Its lengths are in per cent of [`SIGN`]; its line ends within its
/// head, which covers the end.
fn arrow_sign(role: Role) -> Vec<(Shape, Role)> {
    let place = |x: i32, y: i32| {
        MIDDLE.plus(Place {
            x: SIGN * x / 100,
            y: SIGN * y / 100,
        })
    };
    let end = HALF_ARROW * 100 / SIGN;
    let corners = vec![place(end, 0), place(end - 110, 60), place(end - 110, -60)];
    let shaft = Shape::Line {
        from: place(-end, 0),
        to: place(end - 90, 0),
    };
    vec![(shaft, role), (Shape::Polygon { corners }, Role::ArrowHead)]
}
