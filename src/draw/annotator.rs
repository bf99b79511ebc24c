//! Drawing of annotations on top of a scene: the order in which they are drawn, and the state that
//! they share. [`annotate`] draws the annotations whose places exist, and writes the legend and the
//! text description. `Annotator::draw` fixes the order. The methods that draw one kind of
//! annotation are in `marks.rs`, `arrows.rs`, `labels.rs`, `turn_numbers.rs`, `turn_traces.rs`,
//! `row_outlines.rs`, `comparison_signs.rs` and `strips_beside_pieces.rs`.
//!
//! A *halo* is a wide line in the colour of the background around a mark or an arrow. It is drawn
//! at once; the mark itself waits in `Annotator::above_halos`. A *site* is a named place of the
//! board. A *strip* is the space beside a die, to which its signs go if the die is full of numbers.

use std::collections::{BTreeMap, BTreeSet, HashSet};

use super::annotation::{Annotations, Mark};
use super::annotation_words::{sentences, text_notes};
use super::elements::Element;
use super::geometry::{Place, Rect, UNIT};
use super::insertions::{Insertions, Layer};
use super::legend::{LastTurnSign, write_legend};
use super::note::Note;
use super::role::Role;
use super::scene::{Scene, Site};
use super::shape::Shape;
use super::strips_beside_pieces::StripUse;
use super::view::View;

/// Result of annotating a scene, other than the elements added to it.
#[derive(Default)]
pub(super) struct Annotated {
    /// Lines below the board.
    pub(super) notes: Vec<Note>,
    /// Lines about annotations that the text forms cannot draw.
    pub(super) text_notes: Vec<String>,
    /// Sentences of the text description.
    pub(super) words: Vec<String>,
    /// Names of places that do not exist.
    pub(super) unknown: Vec<String>,
    /// Labels that cover pieces beside their place.
    pub(super) covering: Vec<String>,
}

/// Distance that marks and arrows keep from other shapes.
pub(super) const CLEAR: i32 = UNIT * 4 / 100;

/// Draws annotations on top of a scene. The legend explains those in the `visible` part.
pub(super) fn annotate(
    scene: &mut Scene,
    annotations: &Annotations,
    view: &View,
    visible: Rect,
) -> Annotated {
    let unmarked = view.legend.then(|| scene.clone());
    // Annotations that cannot be drawn are in neither the legend nor the text description.
    let (mut known, unknown) = annotations.known(|name| scene.sites.get(name).is_some());
    let mut annotated = Annotator::new(scene).draw(&known);
    known
        .waiting
        .retain(|ghost| !annotated.unknown.contains(&ghost.name));
    annotated.unknown.extend(unknown);
    let annotations = &known;
    let remarks = &annotations.remarks;
    if !remarks.is_empty() {
        annotated.notes.push(Note::of_words(
            view.lang
                .fill("Not on the board: {0}", &[&remarks.join(", ")]),
        ));
    }

    if let Some(unmarked) = unmarked {
        let shown = annotations.shown(|name| {
            scene
                .place_of(name)
                .is_none_or(|place| visible.contains(place))
        });
        let last_turn = if shown.last_turn.is_empty() {
            None
        } else {
            sign_of_last_turn(scene, annotations)
        };
        annotated
            .notes
            .extend(write_legend(&unmarked, &shown, view, last_turn));
    }

    annotated.text_notes = text_notes(annotations, scene, view.lang);
    annotated.words = sentences(annotations, scene, view.lang);
    annotated.unknown.sort_unstable();
    annotated.unknown.dedup();
    annotated
}

/// Returns the sign of what the last turn placed, or `None` if nothing of it is visible.
fn sign_of_last_turn(scene: &Scene, annotations: &Annotations) -> Option<LastTurnSign> {
    let has_outline = |name: &String| {
        scene.outlines.contains_key(name.as_str()) && scene.place_of(name).is_some()
    };
    let has_piece = |name: &String| {
        scene
            .sites
            .get(name)
            .is_some_and(|site| site.piece.is_some())
    };
    // A piece that the last turn placed may have left the board within the same turn.
    let is_shown = annotations
        .last_turn
        .iter()
        .any(|name| has_piece(name) || has_outline(name));
    if !is_shown {
        return None;
    }

    let first = annotations.last_turn.first()?;
    let is_site = scene.sites.get(first).is_some();
    let is_outlined = has_outline(first) && is_site && !has_piece(first);
    Some(if is_outlined {
        LastTurnSign::Outline
    } else {
        LastTurnSign::MarkOnPiece
    })
}

/// Mark or arrow that is not drawn yet.
struct WaitingShape {
    shape: Shape,
    role: Role,
    /// Name of its place; empty if it belongs to no place.
    name: String,
}

/// Adds annotations to a scene.
pub(super) struct Annotator<'a> {
    pub(super) scene: &'a mut Scene,
    /// The result so far.
    pub(super) annotated: Annotated,
    /// Number of texts on each place so far. A place that will have a text is listed with 0.
    pub(super) texts: BTreeMap<String, usize>,
    /// Dots on which pieces are drawn.
    pub(super) dots_with_pieces: BTreeSet<String>,
    /// Marks on each place so far.
    pub(super) marks: BTreeMap<String, Vec<Mark>>,
    /// Centres of the shaded cells.
    pub(super) shaded: BTreeSet<Place>,
    /// True if pieces were moved to make room for signs.
    pub(super) has_strips: bool,
    /// Used parts of the strips beside each piece.
    pub(super) strips: BTreeMap<String, StripUse>,
    /// Width of the texts that each place will have, in the font of a strip.
    pub(super) text_widths: BTreeMap<String, i32>,
    /// Marks and arrows whose halos are drawn already. They wait until all halos are below them, so
    /// that no halo hides another mark.
    above_halos: Vec<WaitingShape>,
    /// Shapes that go below others.
    insertions: Insertions,
}

impl<'a> Annotator<'a> {
    fn new(scene: &'a mut Scene) -> Self {
        Self {
            scene,
            annotated: Annotated::default(),
            texts: BTreeMap::new(),
            dots_with_pieces: BTreeSet::new(),
            marks: BTreeMap::new(),
            shaded: BTreeSet::new(),
            has_strips: false,
            strips: BTreeMap::new(),
            text_widths: BTreeMap::new(),
            above_halos: Vec::new(),
            insertions: Insertions::default(),
        }
    }

    /// Draws annotations, the lowest first.
    fn draw(mut self, annotations: &Annotations) -> Annotated {
        let Annotations {
            marks,
            arrows,
            possible,
            lines,
            labels,
            numbers,
            entries,
            // Drawn by `draw_traces`.
            rows: _,
            gone: _,
            pushed: _,
            waiting: _,
            last_turn: _,
            changed: _,
            comparisons: _,
            moved: _,
            // Only in words.
            row_owner: _,
            remarks: _,
        } = annotations;
        self.note_texts(numbers, labels);
        if self.has_signs_on_strips(annotations) {
            self.has_strips = true;
            self.make_strips();
        }

        self.leave_out_card_numbers(numbers);
        let shading = self.scene.shading;
        let is_shade = |mark: &Mark| mark.form(shading) == Mark::Shade;
        for (mark, name) in marks.iter().filter(|(mark, _)| is_shade(mark)) {
            self.draw_mark(*mark, name);
        }
        self.draw_shaded_contours();
        self.draw_above_halos();

        self.draw_traces(annotations);
        self.draw_above_halos();

        for (from, to) in lines {
            self.draw_line(from, to);
        }
        self.draw_above_halos();

        for (mark, name) in marks.iter().filter(|(mark, _)| !is_shade(mark)) {
            self.draw_mark(*mark, name);
        }
        self.draw_above_halos();

        self.draw_all_arrows(arrows, possible);
        self.draw_above_halos();

        self.draw_all_entry_numbers(entries);
        for (name, number) in numbers {
            self.draw_number(name, *number);
        }
        for (name, text) in labels {
            self.draw_label(name, text);
        }
        self.insertions.apply(&mut self.scene.elements);
        self.annotated
    }

    /// Draws what turns did, the lowest first.
    fn draw_traces(&mut self, annotations: &Annotations) {
        let Annotations {
            rows,
            gone,
            pushed,
            waiting,
            last_turn,
            changed,
            comparisons,
            moved,
            ..
        } = annotations;
        self.draw_row_outlines(rows);
        for (index, ghost) in gone.iter().enumerate() {
            let mut later_ghosts = gone[index + 1..].iter();
            let is_cleared_again = later_ghosts.any(|later| later.name == ghost.name);
            self.draw_gone_piece(ghost, is_cleared_again);
        }

        if let Some(ghost) = pushed {
            self.draw_pushed_piece(ghost);
        }
        for ghost in waiting {
            self.draw_waiting_piece(ghost);
        }
        for name in last_turn {
            self.draw_last_turn(name);
        }
        for name in changed {
            self.draw_change(name);
        }
        for comparison in comparisons {
            self.draw_comparison(comparison);
        }

        let opposed_moves = OpposedPairs::new(moved);
        for (from, to) in moved {
            let is_opposed = opposed_moves.has_opposite_of(from, to);
            self.draw_move_arrow(from, to, is_opposed);
        }
    }

    /// Draws the requested arrows; those of possible movements are below the others.
    fn draw_all_arrows(&mut self, arrows: &[(String, String)], possible: &[(String, String)]) {
        let all_arrows = [arrows, possible].concat();
        let opposed_arrows = OpposedPairs::new(&all_arrows);
        for (pairs, role) in [(possible, Role::PossibleArrow), (arrows, Role::Arrow)] {
            for (from, to) in pairs {
                let is_opposed = opposed_arrows.has_opposite_of(from, to);
                self.draw_arrow(from, to, role, is_opposed);
            }
        }
    }

    /// Draws the numbers of the turns that entered at each dot.
    fn draw_all_entry_numbers(&mut self, entries: &[(String, u32)]) {
        let mut numbers_by_dot: BTreeMap<&str, Vec<u32>> = BTreeMap::new();
        for (name, number) in entries {
            numbers_by_dot.entry(name).or_default().push(*number);
        }
        for (name, numbers) in &numbers_by_dot {
            self.draw_entry_numbers(name, numbers);
        }
    }

    /// Returns true if there are signs beside pieces that have no room for more signs.
    fn has_signs_on_strips(&self, annotations: &Annotations) -> bool {
        let Annotations {
            marks,
            numbers,
            labels,
            ..
        } = annotations;
        let shading = self.scene.shading;
        let marked = marks
            .iter()
            .filter(|(mark, _)| mark.form(shading) != Mark::Shade);
        let names = marked
            .map(|(_, name)| name)
            .chain(numbers.iter().map(|(name, _)| name))
            .chain(labels.iter().map(|(name, _)| name));
        let has_piece = |name: &String| {
            let site = self.scene.sites.get(name);
            site.is_some_and(|site| site.piece.is_some())
        };
        self.scene.strip > 0 && names.into_iter().any(has_piece)
    }

    /// Returns how far the pieces were moved to make room for signs.
    pub(super) fn strip_shift(&self) -> Place {
        if self.has_strips {
            Place {
                x: self.scene.strip,
                y: self.scene.strip,
            }
        } else {
            Place::default()
        }
    }

    /// If a card shows a turn number, leaves out the numbers of all cards. Otherwise nobody could
    /// see which of the numbers are those of turns.
    fn leave_out_card_numbers(&mut self, numbers: &[(String, u32)]) {
        let has_art = |name: &String| {
            let site = self.scene.sites.get(name);
            site.is_some_and(|site| site.has_art)
        };
        if numbers.iter().any(|(name, _)| has_art(name)) {
            self.scene.elements.retain(|element| {
                !matches!(element.role, Role::CardNumberAt(_) | Role::CardNumberGround)
            });
        }
    }

    /// Returns the place with a name. An unknown name is reported.
    pub(super) fn find_site(&mut self, name: &str) -> Option<Site> {
        let site = self.scene.sites.get(name);
        if site.is_none() {
            self.annotated.unknown.push(name.to_owned());
        }
        site
    }

    /// Adds a mark or arrow that [`Self::draw_above_halos`] draws later.
    pub(super) fn put_above_halos(&mut self, shape: Shape, role: Role, name: &str) {
        self.above_halos.push(WaitingShape {
            shape,
            role,
            name: name.to_owned(),
        });
    }

    /// Draws the marks and arrows that wait in `above_halos`.
    pub(super) fn draw_above_halos(&mut self) {
        for WaitingShape { shape, role, name } in std::mem::take(&mut self.above_halos) {
            self.scene.push(shape, role, name, "");
        }
    }

    /// Inserts a shape below the shapes that belong above a layer.
    pub(super) fn insert(&mut self, shape: Shape, role: Role, name: &str, layer: Layer) {
        let element = Element {
            name: name.to_owned().into(),
            ..Element::bare(shape, role)
        };
        self.insertions.add(layer, element, &self.scene.elements);
    }
}

/// Pairs of places, among which the opposite of a pair can be looked up.
struct OpposedPairs<'p>(HashSet<(&'p str, &'p str)>);

impl<'p> OpposedPairs<'p> {
    fn new(pairs: &'p [(String, String)]) -> Self {
        Self(
            pairs
                .iter()
                .map(|(from, to)| (from.as_str(), to.as_str()))
                .collect(),
        )
    }

    /// Returns true if a pair leads from `to` back to `from`.
    fn has_opposite_of(&self, from: &str, to: &str) -> bool {
        self.0.contains(&(to, from))
    }
}
