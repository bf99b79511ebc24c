//! The place to click is the place that is drawn, however a board is rotated.

use pipscribe::draw::{Area, Theme};
use pipscribe::figures::{BoardOptions, board_at, choices_shown};

use crate::support::{SETUPS, random_game_of, timeline_of};

fn options(theme: &str, figure: &[(&str, &str)]) -> BoardOptions {
    let mut options = BoardOptions::default();
    options.theme = Theme::named(theme).unwrap();
    figure
        .iter()
        .for_each(|(key, value)| options.figure.set(key, value).unwrap());
    options
}

fn shown(number: f64) -> String {
    let text = format!("{number:.2}");
    text.trim_end_matches('0').trim_end_matches('.').to_owned()
}

#[test]
fn stones_are_drawn_at_their_places() {
    let text = "[Game \"pippinzip\"]\n[Variant \"pipeline\"]\n[Size \"5\"]\n\n1. b1,c4,e3 *\n";
    let text = text.to_owned();
    for (theme, figure) in [
        ("print", &[][..]),
        ("screen", &[("notes", "no")]),
        ("dark", &[("flip", "yes")]),
        ("screen", &[("rotate", "90"), ("coordinates", "all")]),
        (
            "high-contrast",
            &[
                ("rotate", "270"),
                ("caption", "A board"),
                ("coordinates", "none"),
            ],
        ),
    ] {
        let board = board_at(&timeline_of(&text), u32::MAX, &options(theme, figure)).unwrap();
        assert_eq!(board.places.len(), 25);
        for (name, area) in &board.places {
            let Area::Circle { x, y, .. } = area else {
                panic!("{area:?}")
            };
            let drawn = board.svg.contains(&format!(
                "<circle cx=\"{}\" cy=\"{}\"",
                shown(*x),
                shown(*y)
            ));
            assert_eq!(
                drawn,
                ["b1", "c4", "e3"].contains(&name.as_str()),
                "{name} {theme}: {area:?}"
            );
        }
    }
}

fn sides(svg: &str) -> [f64; 2] {
    let shown = svg
        .split("viewBox=\"0 0 ")
        .nth(1)
        .unwrap()
        .split('"')
        .next()
        .unwrap();
    let mut sides = shown.split(' ').map(|side| side.parse().unwrap());
    [sides.next().unwrap(), sides.next().unwrap()]
}

/// A board without notes is for a page that lays out the notes itself, and shows the board as large
/// as it can.
#[test]
fn a_board_without_notes_fills_its_page() {
    for (text, units) in [
        ("[Game \"pippip\"]\n\n1. 1s;6s;1s;1@d2/3 *\n", 4.0),
        (
            "[Game \"pippinzip\"]\n[Variant \"zipline\"]\n[Size \"5\"]\n\n1. a1,c3 *\n",
            5.0,
        ),
        (
            "[Game \"pippinzip\"]\n[Variant \"zipline\"]\n[Size \"13\"]\n\n1. a1,c3 *\n",
            13.0,
        ),
    ] {
        let board = board_at(
            &timeline_of(text),
            u32::MAX,
            &options("screen", &[("notes", "no"), ("movement", "yes")]),
        );
        let board = board.unwrap();
        for svg in [&board.svg, board.moved.as_ref().unwrap()] {
            let [width, height] = sides(svg);
            let share = units * 48.0 / width.max(height);
            assert!(
                (0.88..1.0).contains(&share),
                "the squares take {share} of the board: {text}"
            );
        }
        assert!(!board.svg.contains("class=\"note") && !board.notes.is_empty());
    }
}

/// The places of an error have a mark with its own shape, on the position that the error is
/// about.
#[test]
fn a_board_at_an_error_marks_its_places() {
    let text = "[Game \"gipf\"]\n[Variant \"basic\"]\n\n1. b3 2. e9-e7 3. a2-d4 *\n";
    let timeline = timeline_of(text);
    let at = |mark: &str, figure: &[(&str, &str)]| {
        let at = u32::try_from(text.find(mark).unwrap()).unwrap();
        board_at(&timeline, at, &options("screen", figure)).unwrap()
    };
    let movement = [("notes", "no"), ("movement", "yes")];
    let is_marked = |svg: &str| svg.contains("Places of the error: a2, d4.");
    let [fault, before] = [at("a2-d4", &movement), at("e9-e7", &movement)];
    assert!(
        fault.fault.is_some() && is_marked(fault.moved.as_ref().unwrap()),
        "{:?}",
        fault.moved
    );
    assert!(!is_marked(&fault.svg), "the board to play on");
    assert!(!is_marked(before.moved.as_ref().unwrap()));
    assert_eq!(at("a2-d4", &[]).moved, None);
}

#[test]
fn a_board_says_where_steps_lead() {
    let text = "[Game \"gipf\"]\n[Variant \"basic\"]\n\n1. b3 {a} (1. c2 2. b3 (2. d2)) 2. c2 3. a1-zz9 *\n";
    let timeline = timeline_of(text);
    let at = |mark: &str| {
        let board = board_at(
            &timeline,
            u32::try_from(text.find(mark).unwrap()).unwrap(),
            &BoardOptions::default(),
        );
        let board = board.unwrap();
        let text_of = |way: &pipscribe::figures::Way| way.played.clone().unwrap_or_default();
        let next: Vec<String> = board.next.iter().map(text_of).collect();
        (
            board.played.unwrap_or_default(),
            board.previous.as_ref().map(text_of),
            next,
            board.fault.is_some(),
        )
    };
    let line = |played: &str, previous: Option<&str>, next: &[&str], fault| {
        let next = next
            .iter()
            .map(|next| (*next).to_owned())
            .collect::<Vec<_>>();
        (
            played.to_owned(),
            previous.map(ToOwned::to_owned),
            next,
            fault,
        )
    };
    assert_eq!(at("Game"), line("", None, &["b3", "c2"], false));
    assert_eq!(at("{a}"), line("b3", Some(""), &["c2"], false));
    assert_eq!(at("1. c2"), line("c2", Some(""), &["b3", "d2"], false));
    assert_eq!(at("d2"), line("d2", Some("c2"), &[], false));
    assert_eq!(at("3. a1"), line("c2", Some("b3"), &[], true));
}

mod slow {
    use super::*;

    /// Every place that can be chosen is on the page, and no two choices of a step are at the same
    /// place.
    #[test]
    fn choices_are_on_the_page_and_do_not_overlap() {
        for (setup, seed) in
            (0..SETUPS.len()).flat_map(|setup| (0..2).map(move |seed| (setup, seed)))
        {
            let timeline = timeline_of(&random_game_of(setup, seed, 40));
            for figure in [&[][..], &[("flip", "yes")]] {
                let options = options("screen", figure);
                for frame in timeline
                    .frames()
                    .iter()
                    .step_by(6)
                    .filter(|frame| frame.position.result().is_none())
                {
                    let at = frame
                        .turn
                        .map_or(0, |_| timeline.node(frame).unwrap().text.start);
                    let board = board_at(&timeline, at, &options).unwrap();
                    assert_eq!(board.turn, frame.turn);
                    let mut chosen = Vec::new();
                    let mut svg = board.svg;
                    loop {
                        let step = choices_shown(&frame.position, &chosen, &options).unwrap();
                        svg = step.svg.unwrap_or(svg);
                        let [width, height] = sides(&svg);
                        let middles: Vec<[f64; 2]> = step
                            .choices
                            .iter()
                            .filter(|choice| choice.areas.len() == 1 && choice.picture.is_none())
                            .filter_map(|choice| match choice.areas.first()? {
                                Area::Circle { x, y, .. } => Some([*x, *y]),
                                Area::Polygon { points } => {
                                    let sum = points.iter().fold([0.0, 0.0], |sum, at| {
                                        [sum[0] + at[0], sum[1] + at[1]]
                                    });
                                    Some(sum.map(|side| side / points.len() as f64))
                                }
                            })
                            .collect();
                        for (at, [x, y]) in middles.iter().enumerate() {
                            assert!(
                                (0.0..width).contains(x) && (0.0..height).contains(y),
                                "{chosen:?} {x} {y}"
                            );
                            let near = |other: &[f64; 2]| {
                                (other[0] - x).abs() < 20.0 && (other[1] - y).abs() < 20.0
                            };
                            let is_question =
                                step.choices.len() == 2 && step.choices[1].key == "stay";
                            assert!(
                                is_question || !middles[..at].iter().any(near),
                                "{chosen:?} {x} {y}"
                            );
                        }
                        let Some(last) = step.choices.into_iter().next_back() else {
                            break;
                        };
                        chosen.push(last.key);
                    }
                }
            }
        }
    }
}
