//! Layout checks for tests of figures: nothing extends beyond its page, and no two labels overlap,
//! in the embedded font and in a wider one.

use super::elements::Element;
use super::figure::Figure;
use super::geometry::{Place, Rect};
use super::layout::{Page, padding};
use super::measure::Measure;
use super::note::Note;
use super::note_columns::Grid;
use super::page_fitting::pages_of_width;
use super::paper::Length;
use super::role::Role;
use super::shape::{Anchor, PathStep, Shape};
use super::text_below::parts_of_lines;
use super::text_width;

/// Font widths in hundredths: the embedded font, and a wide substitute. DejaVu Sans is 14 per cent
/// wider, Verdana 20.
const FONTS: [i32; 2] = [100, 120];

/// Returns the extent of an element; for text from the widths of the embedded font, scaled by
/// `font` hundredths.
fn extent(element: &Element, measure: Measure, font: i32) -> Option<Rect> {
    match &element.shape {
        Shape::Line { from, to } => Rect::around([*from, *to]),
        Shape::Disc { at: place, radius } => Some(
            Rect {
                from: *place,
                to: *place,
            }
            .widened(*radius),
        ),
        Shape::Polygon { corners } => Rect::around(corners.iter().copied()),
        Shape::Path { steps } => Rect::around(steps.iter().filter_map(PathStep::end)),
        Shape::Label { text, .. } if text.is_empty() => None,
        Shape::Label {
            at: place,
            text,
            anchor,
            room,
        } => {
            let size = measure.style(element.role).font_size;
            let wide = room.unwrap_or(text_width::width_of(text, size, element.role) * font / 100);
            let left = match anchor {
                Anchor::Start => 0,
                Anchor::Middle => wide / 2,
                Anchor::End => wide,
            };
            let from = Place {
                x: place.x - left,
                y: place.y - text_width::half_letter_height(size),
            };
            Some(Rect {
                from,
                to: from.plus(Place {
                    x: wide,
                    y: text_width::letter_height(size),
                }),
            })
        }
    }
}

/// Returns true if two rectangles share an area, not only an edge.
fn overlap(one: Rect, other: Rect) -> bool {
    // The intersection of rectangles that share nothing is outside one of them.
    let shared = one.cut_to(other);
    shared.size().x > 0
        && shared.size().y > 0
        && one.contains(shared.from)
        && other.contains(shared.from)
}

/// Checks that text below a board ends before the next element begins.
fn check_notes(page: &Page<'_>, taken: &[(Rect, &Element)], what: &str) {
    let is_note = |element: &Element| element.role == Role::Note;
    let mut drawn = Vec::new();
    let groups_below = page
        .groups
        .iter()
        .filter(|group| group.text_place.is_some());
    for group in groups_below {
        let drawings = group
            .drawn()
            .filter(|element| !matches!(element.shape, Shape::Label { .. }));
        for element in drawings {
            let Some(taken) = extent(element, page.measure, 100) else {
                continue;
            };
            drawn.push(Rect {
                from: taken.from.plus(group.shift),
                to: taken.to.plus(group.shift),
            });
        }
    }
    for (words, element) in taken.iter().filter(|(_, element)| is_note(element)) {
        for other in &drawn {
            assert!(
                !overlap(*words, *other),
                "{what}: {element:?} runs into a drawing"
            );
        }
    }
}

/// Checks that nothing extends beyond a page, and that no label hides another or a dot.
fn check(page: &Page<'_>, font: i32, what: &str) {
    let whole = Rect {
        from: Place::default(),
        to: page.size,
    };
    let mut words: Vec<(Rect, &Element)> = Vec::new();
    let mut dots: Vec<Rect> = Vec::new();
    for group in &page.groups {
        for element in group.drawn() {
            let Some(taken) = extent(element, page.measure, font) else {
                continue;
            };
            let is_word = matches!(element.shape, Shape::Label { .. });
            let seen = group.clip.map_or(taken, |clip| taken.cut_to(clip));
            let on_page = Rect {
                from: seen.from.plus(group.shift),
                to: seen.to.plus(group.shift),
            };
            assert!(
                whole.contains(on_page.from) && whole.contains(on_page.to),
                "{what}: {element:?} leaves the page"
            );
            if is_word {
                words.push((on_page, element));
            } else if element.role == Role::Dot {
                dots.push(on_page);
            }
        }
    }

    for (index, (one, word)) in words.iter().enumerate() {
        for (other, next) in &words[index + 1..] {
            assert!(
                !overlap(*one, *other),
                "{what}: {word:?} and {next:?} overlap"
            );
        }
        // A label or a turn number may be placed on a dot.
        if matches!(word.role, Role::MarkLabel(_) | Role::PlateNumber) {
            continue;
        }
        for dot in &dots {
            assert!(!overlap(*one, *dot), "{what}: {word:?} hides a dot");
        }
    }

    check_notes(page, &words, what);
}

/// Asserts that each text is within its page at a set width, and within the visible part of a
/// board.
pub(crate) fn assert_no_text_is_cut(
    figures: &[Figure],
    width: Length,
    columns: Option<usize>,
    what: &str,
) {
    for page in pages_of_width(figures, width, columns) {
        let whole = Rect {
            from: Place::default(),
            to: page.size,
        };
        for group in &page.groups {
            let texts = group
                .drawn()
                .filter(|element| matches!(element.shape, Shape::Label { .. }));
            for element in texts {
                let Some(text) = extent(element, page.measure, 100) else {
                    continue;
                };
                let on_page = [text.from, text.to].map(|corner| corner.plus(group.shift));
                let is_on_page = on_page.into_iter().all(|corner| whole.contains(corner));
                let is_visible = group
                    .clip
                    .is_none_or(|clip| clip.contains(text.from) && clip.contains(text.to));
                assert!(
                    is_on_page && is_visible,
                    "{what} at {width}: {element:?} is cut"
                );
            }
        }
    }
}

/// Asserts that no label leaves its page or hides another, with each figure on its own page and
/// with all on one.
pub(crate) fn assert_words_have_room(figures: &[Figure], what: &str) {
    for font in FONTS {
        for (number, figure) in figures.iter().enumerate() {
            check(
                &Page::new(figure, Measure::USUAL, None),
                font,
                &format!("{what}, figure {number}"),
            );
        }
        let columns = 2;
        check(
            &Page::of_all(figures, columns, Measure::USUAL),
            font,
            &format!("{what} on one page"),
        );
    }
}

/// Asserts that no line of a note has only one word if a word of the line before it could join it.
pub(crate) fn assert_no_lonely_word(figure: &Figure, width: Length, what: &str) {
    for page in pages_of_width(std::slice::from_ref(figure), width, None) {
        let room = page.size.x - 2 * padding(page.measure);
        let notes: Vec<&Note> = figure.notes.iter().collect();
        let grid = Grid::new(&notes, room, page.measure);
        for note in notes.iter().filter(|note| note.is_drawn()) {
            let lines = parts_of_lines(note, room, page.measure, &grid);
            for pair in lines.windows(2) {
                let [before, line] = pair else { continue };
                let Some((_, Some(text))) = before.last() else {
                    continue;
                };
                let [(across, Some(word))] = line.as_slice() else {
                    continue;
                };

                // The line if the last word of the line before joins it.
                let words: Vec<&str> = text.split(' ').collect();
                let joined = format!("{} {word}", words[words.len() - 1]);
                let end = across + text_width::width(&joined, page.measure.note_font_size());
                let can_join = words.len() > 2 && end <= room;
                let is_lonely = !word.contains([' ', '\u{A0}']);
                assert!(
                    !(is_lonely && can_join),
                    "{what} at {width}: {text:?} is followed by a line with only {word:?}"
                );
            }
        }
    }
}
