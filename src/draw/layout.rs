//! Figures put on a page: board, names at its edges, notes, caption; one figure or several.

use std::borrow::Cow;

use super::elements::Elements;
use super::figure::Figure;
use super::metrics;
use super::note::{LINE, Note, Run};
use super::place::{Place, Rect, UNIT};
use super::scene::{Anchor, Element, PathStep, Role, Shape};
use super::style::NOTE_LETTERS;

/// White around a figure.
const PADDING: i32 = UNIT * 30 / 100;
/// What the names of columns and rows take.
const NAMES: i32 = UNIT * 50 / 100;
/// From the board to the notes.
const GAP: i32 = UNIT * 20 / 100;
/// The least width of the notes, so that words beneath a small board have room.
const NARROWEST: i32 = UNIT * 5;
/// Between the figures of a page.
const GUTTER: i32 = UNIT * 60 / 100;

/// Elements that are drawn at a place of the page, cut at a rectangle or not.
#[derive(Clone, Debug)]
pub(super) struct Group<'a> {
    /// Where 0 of the elements lies.
    pub(super) shift: Place,
    /// What is seen of them, in their own coordinates.
    pub(super) clip: Option<Rect>,
    pub(super) elements: Cow<'a, Elements>,
}

impl<'a> Group<'a> {
    /// What is drawn in the coordinates of the page.
    fn of_page(elements: Vec<Element>) -> Self {
        Self { shift: Place::default(), clip: None, elements: Cow::Owned(elements.into()) }
    }

    /// What is drawn: the text forms have more.
    pub(super) fn drawn(&self) -> impl Iterator<Item = &Element> {
        self.elements.iter().filter(|element| element.role != Role::TextOnly)
    }
}

/// A page with everything at its place; 0 is its upper left corner.
#[derive(Clone, Debug)]
pub(super) struct Page<'a> {
    pub(super) title: String,
    pub(super) words: String,
    pub(super) size: Place,
    pub(super) groups: Vec<Group<'a>>,
}

fn label(at: Place, text: impl Into<Cow<'static, str>>, anchor: Anchor, role: Role) -> Element {
    Element::bare(Shape::Label { at, text: text.into(), anchor }, role)
}

impl<'a> Page<'a> {
    /// A page with one figure.
    pub(super) fn of(figure: &'a Figure) -> Self {
        let Figure { visible, coordinates, columns, rows, notes, caption, .. } = figure;
        let named = |wanted: bool, has_names: bool| if wanted && has_names { NAMES } else { 0 };
        let (has_columns, has_rows) = (!columns.is_empty(), !rows.is_empty());
        let left = PADDING + named(coordinates.left, has_rows);
        let right = PADDING + named(coordinates.right, has_rows);
        let top = PADDING + named(coordinates.top, has_columns);
        let bottom = named(coordinates.bottom, has_columns);
        let board = visible.size();
        let widest = (board.x + left + right).max(NARROWEST + PADDING * 2);
        let margin = (widest - left - right - board.x) / 2;
        let shift = Place { x: left + margin, y: top }.minus(visible.from);

        let mut around: Vec<Element> = Vec::new();
        let (upper, lower) = (top - NAMES / 2, top + board.y + NAMES / 2);
        for (wanted, y) in [(coordinates.top, upper), (coordinates.bottom, lower)] {
            let shown = columns.iter().filter(|_| wanted);
            around.extend(shown.map(|name| {
                label(Place { x: name.at + shift.x, y }, name.name.clone(), Anchor::Middle, Role::Coordinate)
            }));
        }
        let (near, far) = (left + margin - NAMES / 2, left + margin + board.x + NAMES / 2);
        for (wanted, x) in [(coordinates.left, near), (coordinates.right, far)] {
            let shown = rows.iter().filter(|_| wanted);
            around.extend(shown.map(|name| {
                label(Place { x, y: name.at + shift.y }, name.name.clone(), Anchor::Middle, Role::Coordinate)
            }));
        }
        let mut down = top + board.y + bottom + GAP;
        for note in notes {
            down = set_note(note, Place { x: PADDING, y: down }, widest - PADDING * 2, &mut around);
        }
        if let Some(caption) = caption {
            let lines = broken(caption, widest - PADDING * 2);
            down += if notes.is_empty() { 0 } else { GAP };
            for line in lines {
                let at = Place { x: widest / 2, y: down + LINE / 2 };
                around.push(label(at, line, Anchor::Middle, Role::Caption));
                down += LINE;
            }
        }
        let size = Place { x: widest, y: down + PADDING - GAP };
        let ground = Rect { from: Place::default(), to: size }.corners().to_vec();
        let below = Group::of_page(vec![Element::bare(Shape::Polygon { corners: ground }, Role::Ground)]);
        let clip = figure.cut.any().then_some(*visible);
        let board = Group { shift, clip, elements: Cow::Borrowed(&figure.elements) };
        let edges = Group { shift, clip: None, elements: Cow::Owned(cut_edges(figure).into()) };
        let around = Group::of_page(around);
        let mut words = figure.words.clone();
        if let Some(caption) = caption {
            words = format!("{} {words}", sentence(caption));
        }
        Self { title: figure.title.clone(), words, size, groups: vec![below, board, edges, around] }
    }

    /// A page with several figures, in rows of `columns` each.
    pub(super) fn of_all(figures: &'a [Figure], columns: usize) -> Self {
        let mut page = Self { title: String::new(), words: String::new(), size: Place::default(), groups: Vec::new() };
        let pages: Vec<Self> = figures.iter().map(Self::of).collect();
        let columns = columns.clamp(1, pages.len().max(1));
        let widths: Vec<i32> = (0..columns)
            .map(|column| pages.iter().skip(column).step_by(columns).map(|page| page.size.x).max().unwrap_or(0))
            .collect();
        let mut down = 0_i32;
        for row in pages.chunks(columns) {
            let mut across = 0_i32;
            for (figure, width) in row.iter().zip(&widths) {
                let shift = Place { x: across, y: down };
                page.groups.extend(figure.groups.iter().map(|group| {
                    let shift = group.shift.plus(shift);
                    Group { shift, ..group.clone() }
                }));
                across = across.saturating_add(width + GUTTER);
            }
            page.size.x = page.size.x.max(across - GUTTER);
            down = down.saturating_add(row.iter().map(|page| page.size.y).max().unwrap_or(0) + GUTTER);
        }
        page.size.y = (down - GUTTER).max(0);
        page.title = pages.first().map(|page| page.title.clone()).unwrap_or_default();
        if pages.len() > 1 {
            page.title = format!("{} figures", pages.len());
        }
        let told = pages
            .iter()
            .zip(1..)
            .map(|(page, number)| format!("Figure {number}: {} {}", sentence(&page.title), page.words));
        page.words = if pages.len() == 1 { pages[0].words.clone() } else { told.collect::<Vec<_>>().join(" ") };
        let ground = Rect { from: Place::default(), to: page.size }.corners().to_vec();
        let below = Element::bare(Shape::Polygon { corners: ground }, Role::Ground);
        page.groups.insert(0, Group::of_page(vec![below]));
        page
    }
}

/// Words with an end that is heard when they are read aloud.
fn sentence(words: &str) -> String {
    let words = words.trim();
    if words.is_empty() || words.ends_with(['.', '!', '?', '…', ':', ';']) {
        words.to_owned()
    } else {
        format!("{words}.")
    }
}

/// Dashes along the edges where the board goes on.
fn cut_edges(figure: &Figure) -> Vec<Element> {
    let [upper_left, upper_right, lower_right, lower_left] = figure.visible.corners();
    let edges = [
        (figure.cut.top, upper_left, upper_right),
        (figure.cut.right, upper_right, lower_right),
        (figure.cut.bottom, lower_right, lower_left),
        (figure.cut.left, lower_left, upper_left),
    ];
    let cut = edges.into_iter().filter(|(cut, ..)| *cut);
    cut.map(|(_, from, to)| Element::bare(Shape::Line { from, to }, Role::CutEdge)).collect()
}

/// What stands on a line of a note.
enum Fragment<'a> {
    Words(String),
    Drawing(&'a [Element], Place),
}

/// Sets a note from `at` on, in lines no wider than `width`; gives the y below it. A line is as high
/// as the highest drawing on it.
fn set_note(note: &Note, at: Place, width: i32, out: &mut Vec<Element>) -> i32 {
    let mut lines: Vec<Vec<(i32, Fragment<'_>)>> = vec![Vec::new()];
    let mut across = 0;
    for run in &note.runs {
        match run {
            Run::Words(words) => {
                for word in words.split_inclusive(' ') {
                    if across + metrics::width(word.trim_end(), NOTE_LETTERS) > width && across > 0 {
                        lines.push(Vec::new());
                        across = 0;
                    }
                    if let Some(line) = lines.last_mut() {
                        match line.last_mut() {
                            Some((_, Fragment::Words(words))) => words.push_str(word),
                            _ => line.push((across, Fragment::Words(word.to_owned()))),
                        }
                    }
                    across += metrics::width(word, NOTE_LETTERS);
                }
            }
            Run::Drawing { elements, size, .. } => {
                if across + size.x > width && across > 0 {
                    lines.push(Vec::new());
                    across = 0;
                }
                if let Some(line) = lines.last_mut() {
                    line.push((across, Fragment::Drawing(elements, *size)));
                }
                across += size.x;
            }
        }
    }
    let mut down = at.y;
    for line in lines {
        let drawn = line.iter().map(|(_, piece)| match piece {
            Fragment::Words(_) => 0,
            Fragment::Drawing(_, size) => size.y,
        });
        let highest = drawn.max().unwrap_or(0);
        let tall = if highest > LINE { highest + GAP / 2 } else { LINE };
        for (across, piece) in line {
            let x = at.x + across;
            match piece {
                Fragment::Words(words) if words.trim().is_empty() => {}
                Fragment::Words(words) => {
                    let at = Place { x, y: down + tall / 2 };
                    out.push(label(at, words.trim_end().to_owned(), Anchor::Start, Role::Note));
                }
                Fragment::Drawing(elements, size) => {
                    let by = Place { x, y: down + (tall - size.y) / 2 };
                    out.extend(elements.iter().map(|drawn| drawn.moved(by)));
                }
            }
        }
        down += tall;
    }
    down
}

/// Words in lines no wider than `width`.
fn broken(words: &str, width: i32) -> Vec<String> {
    let mut lines = vec![String::new()];
    for word in words.split_whitespace() {
        let Some(line) = lines.last_mut() else { break };
        let longer = if line.is_empty() { word.to_owned() } else { format!("{line} {word}") };
        if line.is_empty() || metrics::width(&longer, NOTE_LETTERS) <= width {
            *line = longer;
        } else {
            lines.push(word.to_owned());
        }
    }
    lines
}

/// Whether a path is a line only, with nothing in it that is filled.
pub(super) fn is_open(steps: &[PathStep]) -> bool {
    !steps.contains(&PathStep::Close)
}
