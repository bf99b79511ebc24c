//! What a figure shows: shapes in exact coordinates, with roles instead of colours.

/// One step between neighbouring points, in the whole-number units of a scene.
pub const UNIT: i32 = 10_000;

/// A place in a scene: x to the right, y downward, in [`UNIT`]s of a step.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct Place {
    /// To the right.
    pub x: i32,
    /// Downward.
    pub y: i32,
}

/// Which side of a label stands at its place.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Anchor {
    /// It begins there.
    Start,
    /// Its middle.
    Middle,
}

/// A shape, measured in [`UNIT`]s of a step.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Shape {
    /// A straight line.
    Line {
        /// One end.
        from: Place,
        /// The other.
        to: Place,
    },
    /// A filled circle.
    Disc {
        /// Its centre.
        at: Place,
        /// Its radius.
        radius: i32,
    },
    /// A filled polygon.
    Polygon {
        /// Its corners.
        corners: Vec<Place>,
    },
    /// Words.
    Label {
        /// Where they stand.
        at: Place,
        /// What they say.
        text: String,
        /// How they stand there.
        anchor: Anchor,
    },
}

/// What a shape is; a theme gives it its look.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Role {
    /// The ground of the board.
    Ground,
    /// A line of the board.
    BoardLine,
    /// A point where a piece can stand.
    Spot,
    /// A point where no piece can stay.
    Dot,
    /// A piece of a seat, from 1.
    Piece(u8),
    /// What tells a special piece of a seat from a common one.
    PieceRing(u8),
    /// A name of a point.
    Coordinate,
    /// A remark beside the board.
    Note,
    /// A place that the figure points at.
    Mark,
    /// What darkens a square of the board.
    Hatch,
    /// The number that a piece of a seat is worth.
    Top(u8),
    /// A number at the side of a piece of a seat.
    SideNumber(u8),
    /// What the text forms alone show.
    TextOnly,
    /// What tells a piece of a seat that the last turn placed.
    LastTurn(u8),
    /// A field of a card.
    Field(Tone),
    /// A pipe of a card.
    Pipe(Tone),
    /// What sets a pipe off from the field under it.
    PipeEdge,
}

/// How dark something is that comes in two colours.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Tone {
    /// Light, or white.
    Light,
    /// Dark, or black.
    Dark,
}

/// A shape with its role.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Element {
    /// What is drawn.
    pub shape: Shape,
    /// What it is.
    pub role: Role,
    /// The place of the game that it stands on, as records name it; empty where there is none.
    pub name: String,
    /// How the text forms show it; empty where they do not.
    pub text: String,
}

/// A figure, ready for any writer.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Scene {
    /// What the figure shows, in a few words.
    pub title: String,
    /// The position in words, for those who cannot see it.
    pub words: String,
    /// The upper left corner.
    pub origin: Place,
    /// Width and height.
    pub size: Place,
    /// What one column and one line of the text forms measure.
    pub text_grid: Place,
    /// What is drawn, from the bottom up.
    pub elements: Vec<Element>,
}

impl Scene {
    /// Adds a shape on top of the others.
    pub fn push(&mut self, shape: Shape, role: Role, name: &str, text: &str) {
        self.elements.push(Element { shape, role, name: name.to_owned(), text: text.to_owned() });
    }

    /// Where a place of the game is drawn.
    pub fn place_of(&self, name: &str) -> Option<Place> {
        self.elements.iter().filter(|element| element.name == name).find_map(|element| match element.shape {
            Shape::Disc { at, .. } => Some(at),
            _ => None,
        })
    }

    /// Marks places of the game; names that it does not have are passed over.
    pub fn mark(&mut self, names: &[String]) {
        for name in names {
            if let Some(at) = self.place_of(name) {
                self.push(Shape::Disc { at, radius: UNIT * 46 / 100 }, Role::Mark, name, "");
            }
        }
    }

    /// Marks the pieces that the last turn placed, by their places.
    pub fn mark_last_turn(&mut self, names: &[String]) {
        for name in names {
            let piece = self.elements.iter().find_map(|element| match (element.role, &element.shape) {
                (Role::Piece(seat), &Shape::Disc { at, .. }) if element.name == *name => Some((seat, at)),
                _ => None,
            });
            if let Some((seat, at)) = piece {
                self.push(Shape::Disc { at, radius: UNIT * 14 / 100 }, Role::LastTurn(seat), name, "");
            }
        }
    }
}
