//! Nothing on a page leaves it, and no two words overlap.

use super::layout::Page;
use super::metrics;
use super::place::{Place, Rect};
use super::scene::{Anchor, Element, PathStep, Role, Shape};
use super::style::style;
use crate::figures::{FigureOptions, Selection, figures};
use crate::games::GameId;
use crate::notation::{FigureCommand, Record};

/// What an element takes; words by the widths of the embedded font.
fn extent(element: &Element) -> Option<Rect> {
    match &element.shape {
        Shape::Line { from, to } => Rect::around([*from, *to]),
        Shape::Disc { at, radius } => Some(Rect { from: *at, to: *at }.widened(*radius)),
        Shape::Polygon { corners } => Rect::around(corners.iter().copied()),
        Shape::Path { steps } => Rect::around(steps.iter().filter_map(PathStep::end)),
        Shape::Label { text, .. } if text.is_empty() => None,
        Shape::Label { at, text, anchor } => {
            let size = style(element.role).letters;
            let wide = metrics::width(text, size);
            let left = match anchor {
                Anchor::Start => 0,
                Anchor::Middle => wide / 2,
                Anchor::End => wide,
            };
            let from = Place { x: at.x - left, y: at.y - size * 36 / 100 };
            Some(Rect { from, to: from.plus(Place { x: wide, y: size * 72 / 100 }) })
        }
    }
}

fn overlap(one: Rect, other: Rect) -> bool {
    let shared = one.cut_to(other);
    shared.size().x > 0 && shared.size().y > 0 && one.contains(shared.from) && other.contains(shared.from)
}

fn check(page: &Page, what: &str) {
    let whole = Rect { from: Place::default(), to: page.size };
    let mut words: Vec<(Rect, &Element)> = Vec::new();
    let mut dots: Vec<Rect> = Vec::new();
    for group in &page.groups {
        for element in &group.elements {
            let Some(taken) = extent(element) else { continue };
            let is_word = matches!(element.shape, Shape::Label { .. });
            let seen = group.clip.map_or(taken, |clip| taken.cut_to(clip));
            let on_page = Rect { from: seen.from.plus(group.shift), to: seen.to.plus(group.shift) };
            assert!(whole.contains(on_page.from) && whole.contains(on_page.to), "{what}: {element:?} leaves the page");
            if is_word {
                words.push((on_page, element));
            } else if element.role == Role::Dot {
                dots.push(on_page);
            }
        }
    }
    for (at, (one, word)) in words.iter().enumerate() {
        for (other, next) in &words[at + 1..] {
            assert!(!overlap(*one, *other), "{what}: {word:?} and {next:?} overlap");
        }
        // A letter may be put upon a dot.
        let names = dots.iter().filter(|_| !matches!(word.role, Role::MarkLabel(_)));
        for dot in names {
            assert!(!overlap(*one, *dot), "{what}: {word:?} hides a dot");
        }
    }
}

#[test]
fn words_have_room() {
    let gipf = include_str!("../../corpus/gipf/real/game-a.pips");
    let stones = "[Game \"pippinzip\"]\n[Variant \"zipline\"]\n[Size \"SIZE\"]\n\n1. a1,b2,c3 2. take 3. a3 4. b1 *\n";
    let records = [gipf.to_owned(), stones.replace("SIZE", "3"), stones.replace("SIZE", "26")];
    let settings: [&[(&str, &str)]; 8] = [
        &[],
        &[("coordinates", "all"), ("legend", "yes"), ("movement", "yes")],
        &[("coordinates", "none"), ("notes", "no")],
        &[("from", "1"), ("flip", "yes")],
        &[("rotate", "180"), ("coordinates", "top,right"), ("caption", "A caption that is longer than one line of it")],
        &[("view", "b2..c3"), ("coordinates", "all")],
        &[("rotate", "180"), ("view", "a1..c3")],
        &[("legend", "yes")],
    ];
    for text in &records {
        let record = Record::parse_str(text);
        let game = record.tag("Game").and_then(|tag| GameId::named(&tag.value)).unwrap();
        for set in settings {
            let mut options = FigureOptions::default();
            set.iter().for_each(|(key, value)| options.set(key, value).unwrap());
            for (name, arguments) in [("circle", "b2 c3"), ("arrow", "a1>b2 b2>c2"), ("label", "a3 \"A\" c2 \"hint\"")]
            {
                if set.len() == 1 {
                    options.apply(FigureCommand::parse(name, arguments).unwrap().unwrap()).unwrap();
                }
            }
            let drawn = figures(game.rules(), &record, Selection::Every(19), &options).unwrap();
            let all: Vec<_> = drawn.figures.iter().map(|of| of.figure.clone()).collect();
            for of in &drawn.figures {
                check(
                    &Page::of(&of.figure),
                    &format!("{} turn {} {set:?}", game.rules().scene(&record, None).unwrap().title, of.turn),
                );
            }
            check(&Page::of_all(&all, 2), &format!("{set:?} on one page"));
        }
    }
}
