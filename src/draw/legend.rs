//! Legend: the signs of a figure, each beside its meaning.

use super::annotation::{Annotations, Ghost, Mark};
use super::annotator::annotate;
use super::describe::{by_mark, pairs_in_words};
use super::label_fitting::{resized, without_sides};
use super::note::{LINE, Note, Run};
use super::outline::{capsule, mark_shape, polygon, square};
use super::place::{Place, Rect, UNIT};
use super::scene::{Anchor, Element, Role, Scene, Shape, Site};
use super::view::View;

/// Texts of all signs in legends in English, including those of the games. Each can be reworded.
pub(crate) const SIGNS: [&str; 19] = [
    "circle",
    "square",
    "cross",
    "triangle",
    "shade",
    "arrow",
    "line",
    "placed by the last turn",
    "moved by the last turn",
    "pushed from there",
    "changed by the last turn",
    "left the board",
    "row that made pieces leave",
    "number of the turn that placed it",
    "where the turn of that number entered",
    "GIPF piece, two stacked",
    "winning chain",
    "pillar",
    "closed set",
];

/// Replaces the texts of a game's own signs with the chosen ones.
pub(super) fn reworded(mut notes: Vec<Note>, view: &View) -> Vec<Note> {
    for run in notes.iter_mut().flat_map(|note| &mut note.runs) {
        let Run::Words(words) = run else { continue };
        let is_its = |sign: &str| view.lang.translation(sign) == Some(words.as_str());
        if let Some((_, chosen)) = view.wording.iter().find(|(sign, _)| is_its(sign)) {
            words.clone_from(chosen);
        }
    }
    notes
}

/// Size of a sign.
const SIGN: i32 = UNIT * 15 / 100;
/// Width of the space for a sign.
const WIDTH: i32 = UNIT * 62 / 100;
/// Centre of a sign.
const MIDDLE: Place = Place {
    x: UNIT * 24 / 100,
    y: LINE / 2,
};

/// Returns a line of a legend.
fn entry(drawn: Vec<(Shape, Role)>, sign: &str, words: String) -> Note {
    let elements = drawn
        .into_iter()
        .map(|(shape, role)| Element::bare(shape, role))
        .collect();
    Note::beside(elements, Place { x: WIDTH, y: LINE }, sign, words)
}

/// Height of a sign that is cut from the figure.
const CUT_HEIGHT: i32 = LINE * 125 / 100;
/// Scale of a sign that is cut from the figure, in hundredths.
const CUT_SCALE: i32 = 48;

/// Returns the line of a sign that is cut from the figure.
fn cut_entry(sign: Vec<Element>, text: &str, words: String) -> Note {
    let middle = Place {
        x: MIDDLE.x,
        y: CUT_HEIGHT / 2,
    };
    let small = sign
        .iter()
        .map(|element| resized(element, CUT_SCALE, 100).moved(middle))
        .collect();
    Note::beside(
        small,
        Place {
            x: WIDTH,
            y: CUT_HEIGHT,
        },
        text,
        words,
    )
}

impl Scene {
    /// Returns the line of a legend whose sign is what the scene has at a place. `text` represents
    /// it in text forms.
    pub(crate) fn sign_at(&self, name: &str, text: &str, words: String) -> Option<Note> {
        let site = self.sites.get(name)?;
        Some(cut_entry(self.cut_out(site, name), text, words))
    }

    /// Returns the line of a legend with the signs of two places.
    pub(crate) fn signs_at(&self, names: [&str; 2], text: &str, words: String) -> Option<Note> {
        let [first, second] = names.map(|name| Some(self.cut_out(self.sites.get(name)?, name)));
        let middle = |x: i32| Place {
            x,
            y: CUT_HEIGHT / 2,
        };
        let aside = WIDTH * 85 / 100;
        let both = [(first?, MIDDLE.x), (second?, MIDDLE.x + aside)]
            .into_iter()
            .flat_map(|(sign, x)| {
                sign.into_iter()
                    .map(move |element| resized(&element, CUT_SCALE, 100).moved(middle(x)))
            });
        Some(Note::beside(
            both.collect(),
            Place {
                x: WIDTH + aside,
                y: CUT_HEIGHT,
            },
            text,
            words,
        ))
    }

    /// Cuts out what a place has, with its centre at the origin. The side numbers of a die would be
    /// too small, and the number of a card may lie on its other half.
    fn cut_out(&self, site: Site, name: &str) -> Vec<Element> {
        let own = self
            .elements
            .iter()
            .filter(|element| element.name == name && element.role != Role::TextOnly);
        let is_apart = |element: &&Element| match &element.shape {
            Shape::Label { at, .. } => at.minus(site.at).length() > UNIT / 2,
            _ => false,
        };
        let shown = own
            .filter(|element| !is_apart(element))
            .filter_map(|element| without_sides(element, site.at));
        let from = Place::default().minus(site.at);
        shown
            .map(|element| Element {
                faded: false,
                ..element.moved(from)
            })
            .collect()
    }
}

fn line() -> Shape {
    Shape::Line {
        from: MIDDLE.minus(Place { x: SIGN, y: 0 }),
        to: MIDDLE.plus(Place { x: SIGN, y: 0 }),
    }
}

fn arrow() -> Vec<(Shape, Role)> {
    let at = |x: i32, y: i32| {
        MIDDLE.plus(Place {
            x: SIGN * x / 100,
            y: SIGN * y / 100,
        })
    };
    let corners = vec![at(120, 0), at(10, 60), at(10, -60)];
    let shaft = Shape::Line {
        from: at(-120, 0),
        to: at(30, 0),
    };
    vec![
        (shaft, Role::Arrow),
        (Shape::Polygon { corners }, Role::ArrowHead),
    ]
}

/// Returns the lines of a legend, one per kind of mark, each with its sign for pictures and for
/// text. `scene` has none of the annotations, so that a sign has no other on it. `last_turn` says
/// whether the pieces of the last turn are outlined, or is `None` without such pieces.
pub(super) fn legend(
    scene: &Scene,
    annotations: &Annotations,
    view: &View,
    last_turn: Option<bool>,
) -> Vec<Note> {
    let mut legend = Legend {
        scene,
        annotations,
        view,
        notes: Vec::new(),
    };
    legend.marks();
    legend.arrows_and_lines();
    if let Some(is_outlined) = last_turn {
        legend.placed(is_outlined);
    }
    legend.moved_and_changed();
    legend.gone();
    legend.rows();
    legend.numbers();
    legend.entries();
    legend.notes
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
    fn text(&self, sign: &'static str) -> String {
        let chosen = self
            .view
            .wording
            .iter()
            .find(|(reworded, _)| reworded == sign)
            .map(|(_, words)| words.clone());
        chosen.unwrap_or_else(|| self.view.lang.say(sign).to_owned())
    }

    /// Returns the line of a sign that is cut from a figure with these annotations only.
    fn cut_sign(&self, only: &Annotations, name: &str, text: &str, words: String) -> Option<Note> {
        self.scene_with(only).sign_at(name, text, words)
    }

    fn scene_with(&self, only: &Annotations) -> Scene {
        let mut scene = self.scene.clone();
        annotate(&mut scene, only, &View::default(), Rect::default());
        scene
    }

    fn marks(&mut self) {
        for (mark, names) in by_mark(self.annotations) {
            let words = format!("{}: {}", self.text(mark.name()), names.join(", "));
            let text = mark.brackets().join(" ");
            let sign = match mark {
                Mark::Shade => None,
                _ => names
                    .iter()
                    .find(|name| self.scene.sites.get(name).is_some())
                    .and_then(|name| {
                        let is_here = |ghost: &&Ghost| ghost.name == *name;
                        let waiting = self
                            .annotations
                            .waiting
                            .iter()
                            .filter(is_here)
                            .cloned()
                            .collect();
                        let marks = vec![(mark, (*name).to_owned())];
                        let only = Annotations {
                            marks,
                            waiting,
                            ..Annotations::default()
                        };
                        self.cut_sign(&only, name, &text, words.clone())
                    }),
            };
            self.notes.push(sign.unwrap_or_else(|| {
                let role = if self.scene.cells {
                    Role::ShadeLines
                } else {
                    Role::Shade
                };
                entry(vec![(mark_shape(mark, MIDDLE, SIGN), role)], &text, words)
            }));
        }
    }

    fn arrows_and_lines(&mut self) {
        let Annotations { arrows, lines, .. } = self.annotations;
        if !arrows.is_empty() {
            let words = format!(
                "{}: {}",
                self.text("arrow"),
                pairs_in_words(arrows, self.view.lang)
            );
            self.notes.push(entry(arrow(), ">", words));
        }
        if !lines.is_empty() {
            let words = format!(
                "{}: {}",
                self.text("line"),
                pairs_in_words(lines, self.view.lang)
            );
            self.notes
                .push(entry(vec![(line(), Role::Arrow)], "..", words));
        }
    }

    /// Explains the pieces that the last turn placed. Objects that are marked as a whole are
    /// outlined.
    fn placed(&mut self, is_outlined: bool) {
        let words = self.text("placed by the last turn");
        let has_piece = |name: &&String| {
            self.scene
                .sites
                .get(name)
                .is_some_and(|site| site.piece.is_some())
        };
        let piece = if is_outlined {
            None
        } else {
            self.annotations.last_turn.iter().find(has_piece)
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
            .push(sign.unwrap_or_else(|| entry(vec![outline], "", words)));
    }

    /// Explains the other traces of the last turn on pieces that are still on the board.
    fn moved_and_changed(&mut self) {
        if !self.annotations.moved.is_empty() {
            self.notes
                .push(entry(arrow(), ">", self.text("moved by the last turn")));
        }
        if let Some(pushed) = &self.annotations.pushed {
            let only = Annotations {
                pushed: Some(pushed.clone()),
                ..Annotations::default()
            };
            self.notes.extend(self.cut_sign(
                &only,
                &pushed.name,
                "",
                self.text("pushed from there"),
            ));
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
                self.text("changed by the last turn"),
            ));
        }
    }

    fn gone(&mut self) {
        let gone_of = |seat: u8| {
            self.annotations
                .gone
                .iter()
                .find(|ghost| ghost.seat == seat)
                .cloned()
        };
        let gone: Vec<Ghost> = [1, 2].into_iter().filter_map(gone_of).collect();
        let scene = self.scene_with(&Annotations {
            gone: gone.clone(),
            ..Annotations::default()
        });
        let words = self.text("left the board");
        self.notes.extend(match gone.as_slice() {
            [] => None,
            [ghost] => scene.sign_at(&ghost.name, "> <", words),
            [first, second, ..] => scene.signs_at([&first.name, &second.name], "> <", words),
        });
    }

    fn rows(&mut self) {
        if !self.annotations.rows.is_empty() {
            let reach = Place { x: SIGN / 2, y: 0 };
            let row = capsule(MIDDLE.minus(reach), MIDDLE.plus(reach), SIGN);
            self.notes.push(entry(
                vec![(row, Role::Row)],
                "..",
                self.text("row that made pieces leave"),
            ));
        }
    }

    fn numbers(&mut self) {
        let Some((name, number)) = self.annotations.numbers.first() else {
            return;
        };
        let text = number.to_string();
        let words = self.text("number of the turn that placed it");
        // A number in the corner of a die is too small there to be cut out.
        let has_plate = self
            .scene
            .sites
            .get(name)
            .is_some_and(|site| site.badge.is_some());
        self.notes.extend(if has_plate {
            let plate = Shape::Disc {
                at: MIDDLE,
                radius: SIGN * 130 / 100,
            };
            let label = Shape::label(MIDDLE, text.clone(), Anchor::Middle);
            Some(entry(
                vec![(plate, Role::Plate), (label, Role::PlateNumber)],
                &text,
                words,
            ))
        } else {
            let only = Annotations {
                numbers: vec![(name.clone(), *number)],
                ..Annotations::default()
            };
            self.cut_sign(&only, name, &text, words)
        });
    }

    fn entries(&mut self) {
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
            &text,
            self.text("where the turn of that number entered"),
        ));
    }
}
