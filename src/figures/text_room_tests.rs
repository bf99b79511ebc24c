//! Tests that the text of figures has room: labels, notes and captions.

use super::{FigureOptions, Selection, figures};
use crate::draw::{Length, assert_no_lonely_word, assert_no_text_is_cut, assert_words_have_room};
use crate::games::Context;
use crate::notation::{FigureCommand, Record};
use crate::replay::Timeline;

/// Selects a few positions of a record, because the tests draw each one many times.
const FEW_POSITIONS: Selection = Selection::Every(24);

#[test]
fn text_fits_into_its_space() {
    let gipf = include_str!("../../corpus/gipf/real/game-a.pips");
    let stones = "[Game \"pippinzip\"]\n[Variant \"zipline\"]\n[Size \"SIZE\"]\n\n1. a1,b2,c3 2. take 3. a3 4. b1 *\n";
    let records = [
        gipf.to_owned(),
        stones.replace("SIZE", "3"),
        stones.replace("SIZE", "26"),
    ];
    let settings: [&[(&str, &str)]; 8] = [
        &[],
        &[
            ("coordinates", "all"),
            ("legend", "yes"),
            ("movement", "yes"),
        ],
        &[("coordinates", "none"), ("notes", "no")],
        &[("from", "1"), ("flip", "yes")],
        &[
            ("rotate", "180"),
            ("coordinates", "top,right"),
            ("caption", "A caption that is longer than one line of it"),
        ],
        &[("view", "b2..c3"), ("coordinates", "all")],
        &[("rotate", "180"), ("view", "a1..c3")],
        &[("legend", "yes")],
    ];
    for text in &records {
        let timeline = Timeline::new(Record::parse_str(text), &Context::default()).unwrap();
        for set in settings {
            let mut options = FigureOptions::default();
            set.iter()
                .for_each(|(key, value)| options.set(key, value).unwrap());
            for (name, arguments) in [
                ("circle", "b2 c3"),
                ("arrow", "a1>b2 b2>c2"),
                ("label", "a3 \"A\" c2 \"hint\""),
            ] {
                // Marks are added to one of the settings that crop nothing: the legend.
                if set.len() == 1 {
                    options
                        .apply(FigureCommand::parse(name, arguments).unwrap().unwrap())
                        .unwrap();
                }
            }
            // A few positions are enough, because each is drawn with all settings.
            let drawn = figures(&timeline, Selection::Every(19), &options).unwrap();
            let all: Vec<_> = drawn
                .figures
                .iter()
                .map(|shown| shown.figure.clone())
                .collect();
            assert_words_have_room(&all, &format!("{} {set:?}", timeline.game().title()));
        }
    }
}

/// Records of all games.
const RECORDS: [&str; 5] = [
    include_str!("../../corpus/gipf/real/game-a.pips"),
    include_str!("../../docs/src/records/whole-pippip.pips"),
    include_str!("../../docs/src/records/whole-pippinzip.pips"),
    include_str!("../../docs/src/records/whole-pipe.pips"),
    "[Game \"pippinzip\"]\n[Variant \"zipline\"]\n[Size \"19\"]\n\n1. a1,b2,c3 2. take 3. a3 4. b1 *\n",
];

#[test]
fn no_text_is_cut_at_any_width() {
    let caption = (
        "caption",
        "Unwahrscheinlichkeitsrechnungskommission; 1.a1-b2;c3,d4;e5,f6;g7,h8",
    );
    for (number, text) in RECORDS.iter().enumerate() {
        let timeline = Timeline::new(Record::parse_str(text), &Context::default()).unwrap();
        for degrees in ["0", "60", "90", "120", "180", "270", "300"] {
            for set in [
                &[][..],
                &[("movement", "yes"), ("legend", "yes")],
                &[("from", "20"), caption],
            ] {
                let mut options = FigureOptions::default();
                let rotated = [("rotate", degrees)];
                rotated
                    .iter()
                    .chain(set)
                    .for_each(|(key, value)| options.set(key, value).unwrap());
                let drawn = figures(&timeline, FEW_POSITIONS, &options).unwrap();
                let all: Vec<_> = drawn
                    .figures
                    .iter()
                    .map(|shown| shown.figure.clone())
                    .collect();
                let what = format!("record {number}, {degrees} degrees, {set:?}");
                for width in [20, 25, 30, 35, 40, 45, 50, 55, 60, 80, 100] {
                    assert_no_text_is_cut(&all, Length::millimetres(width), None, &what);
                }
                assert_no_text_is_cut(&all, Length::millimetres(100), Some(4), &what);
            }
        }
    }
}

#[test]
fn no_line_of_a_note_has_one_word_if_it_can_have_two() {
    let may_introduce = "[Game \"gipf\"]\n[Variant \"tournament\"]\n\n1. Ga1-b2 Ga5-b5 *\n";
    let records = RECORDS.into_iter().chain([may_introduce]);
    for (number, text) in records.enumerate() {
        let timeline = Timeline::new(Record::parse_str(text), &Context::default()).unwrap();
        for lang in ["en", "de", "fr", "nl"] {
            for set in [
                &[][..],
                &[("movement", "yes"), ("legend", "yes")],
                &[("from", "20"), ("legend", "yes")],
            ] {
                let mut options = FigureOptions::default();
                let language = [("lang", lang)];
                language
                    .iter()
                    .chain(set)
                    .for_each(|(key, value)| options.set(key, value).unwrap());
                let drawn = figures(&timeline, FEW_POSITIONS, &options).unwrap();
                let what = format!("record {number}, {lang}, {set:?}");
                for figure in drawn.figures.iter().map(|shown| &shown.figure) {
                    for width in (25..=90).step_by(5) {
                        assert_no_lonely_word(figure, Length::millimetres(width), &what);
                    }
                }
            }
        }
    }
}
