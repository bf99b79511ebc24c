//! Signs of a legend that are cut from the figure, such as a piece with its mark, so that they look
//! exactly like the signs on the board.

use super::annotation_shapes::bounds;
use super::elements::Element;
use super::geometry::{Place, UNIT};
use super::legend::{MIDDLE, WIDTH};
use super::note::{LINE, Note, Wording};
use super::resizing::{resized, without_sides};
use super::role::Role;
use super::scene::{Scene, Site};
use super::shape::Shape;

/// Height of a sign that is cut from the figure.
const CUT_HEIGHT: i32 = LINE * 125 / 100;
/// Distance between the middles of two such signs.
const CUT_STEP: i32 = UNIT * 44 / 100;
/// Half the size of such a sign.
const CUT_HALF: i32 = UNIT * 19 / 100;
/// Largest scale of such a sign, in hundredths.
const CUT_SCALE: i32 = 58;

impl Scene {
    /// Returns the line of a legend whose sign is cut from the scene at a place. `text` represents
    /// it in text forms.
    pub(crate) fn sign_at(
        &self,
        name: &str,
        text: &str,
        words: impl Into<Wording>,
    ) -> Option<Note> {
        let site = self.sites.get(name)?;
        Some(cut_entry(&self.cut_out(site, name), text, words.into()))
    }

    /// Returns the line of a legend with the signs of two places.
    pub(crate) fn signs_at(
        &self,
        names: [&str; 2],
        text: &str,
        words: impl Into<Wording>,
    ) -> Option<Note> {
        let [first, second] = names.map(|name| Some(self.cut_out(self.sites.get(name)?, name)));
        let middle = |x: i32| Place {
            x,
            y: CUT_HEIGHT / 2,
        };
        let both = [
            small_sign(&first?, middle(MIDDLE.x - CUT_STEP / 2)),
            small_sign(&second?, middle(MIDDLE.x + CUT_STEP / 2)),
        ];
        Some(Note::beside(
            both.concat(),
            Place {
                x: WIDTH,
                y: CUT_HEIGHT,
            },
            text,
            words,
        ))
    }

    /// Cuts out what is drawn on a place, and moves the centre of the place to the origin. The side
    /// numbers of a die are left out because they would be too small, and the number of a card and
    /// labels beside the place because they may lie on another place.
    fn cut_out(&self, site: Site, name: &str) -> Vec<Element> {
        let is_apart = |element: &Element| match (&element.shape, element.role) {
            (_, Role::CardNumberAt(_)) => true,
            (Shape::Label { at: place, .. }, _) => place.minus(site.at).length() > UNIT / 2,
            _ => false,
        };
        let to_origin = Place::default().minus(site.at);
        let mut sign = Vec::new();
        for element in &self.elements {
            let is_at_place = element.name == name && element.role != Role::TextOnly;
            if is_at_place
                && !is_apart(element)
                && let Some(shown) = without_sides(element, site.at)
            {
                sign.push(Element {
                    faded: false,
                    ..shown.moved(to_origin)
                });
            }
        }
        sign
    }
}

/// Returns a sign that is cut from the figure, scaled to the size of signs.
fn small_sign(sign: &[Element], middle: Place) -> Vec<Element> {
    let reach = |place: Place| place.x.abs().max(place.y.abs());
    let extent = |element: &Element| match &element.shape {
        Shape::Disc { at: point, radius } => reach(*point) + radius,
        Shape::Line { from, to } => reach(*from).max(reach(*to)),
        shape => bounds(shape).map_or(0, |rect| reach(rect.from).max(reach(rect.to))),
    };
    let half = sign.iter().map(extent).max().unwrap_or(0).max(1);
    let scale = (CUT_HALF * 100 / half).min(CUT_SCALE);
    sign.iter()
        .map(|element| resized(element, scale, 100).moved(middle))
        .collect()
}

/// Returns the line of a sign that is cut from the figure.
fn cut_entry(sign: &[Element], text: &str, words: Wording) -> Note {
    let middle = Place {
        x: MIDDLE.x,
        y: CUT_HEIGHT / 2,
    };
    Note::beside(
        small_sign(sign, middle),
        Place {
            x: WIDTH,
            y: CUT_HEIGHT,
        },
        text,
        words,
    )
}
