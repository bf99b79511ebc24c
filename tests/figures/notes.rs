//! Notes and legends: players, possible movements, short words, and the signs of the text forms.

use super::{drawn, rendered};

const GIPF: &str = "corpus/gipf/real/game-a.pips";
const ZIP: &str = "corpus/gallery/pippinzip.pips";
const DICE: &str = "corpus/gallery/pippip.pips";
const PIPE: &str = "corpus/gallery/pipe.pips";

#[test]
fn a_dashed_arrow_shows_what_was_possible() {
    let arguments = [
        GIPF,
        "--turn",
        "12",
        "--legend",
        "--mark",
        "dashed a1>b2",
        "--mark",
        "arrow i1>h2",
    ];
    let svg = drawn(&arguments, "svg");
    let (_, group) = svg.split_once("<g class=\"possible-arrow\"").unwrap();
    assert!(
        group
            .split('>')
            .next()
            .unwrap()
            .contains("stroke-dasharray")
    );
    let (_, group) = svg.split_once("<g class=\"arrow\"").unwrap();
    assert!(
        !group
            .split('>')
            .next()
            .unwrap()
            .contains("stroke-dasharray")
    );
    let text = drawn(&arguments, "text");
    assert!(text.contains("> possible: a1 to b2\n") && text.contains("Possible: a1>b2\n"));
    assert!(drawn(&arguments, "words").contains("Possible: a1 to b2.\n"));
}

#[test]
fn names_and_clocks_go_below_the_board() {
    let record = "[Game \"gipf\"]\n[Variant \"basic\"]\n[Player1 \"Ann\"]\n[Player2 \"Bob\"]\n\n\
                  1. e1-e3 {[%clock 0:09:30]} *\n";
    let figure = |arguments: &[&str]| rendered(arguments, record);
    let text = figure(&["-", "--names"]);
    assert!(
        text.contains("\nWhite: Ann, 0:09:30\nBlack: Bob\n"),
        "{text}"
    );
    let words = figure(&["-", "--names", "--format", "words"]);
    assert!(
        words.contains("White: Ann, 0:09:30.\nBlack: Bob.\n"),
        "{words}"
    );
    assert!(!figure(&["-"]).contains("Ann"));
    let marked = record.replace("{[%clock", "{[%diagram names=yes] [%clock");
    assert!(rendered(&["-", "--figures"], &marked).contains("Black: Bob\n"));
}

#[test]
fn signs_of_text_legends_are_on_the_board() {
    let text = drawn(&[GIPF, "--turn", "34", "--movement", "--legend"], "text");
    for line in ["x x back to the reserve", "# # lost", "> entered here"] {
        assert!(text.contains(&format!("\n{line}\n")), "{text}");
    }
    assert!(text.contains("      >g1\n"), "{text}");
    for words in ["moved by the last turn", "row that made"] {
        assert!(!text.contains(words), "{text}");
    }
    let table = ["corpus/gallery/pipe.pips", "--turn", "12", "--legend"];
    let table = drawn(&table, "text");
    assert!(!table.contains("pillar pillar") && !table.contains("closed closed"));
}

#[test]
fn links_of_a_chain_are_drawn_in_text() {
    let text = drawn(&["corpus/gallery/pippinzip.pips", "--legend"], "text");
    let chain = "\n6 b==b==b  w  b  w  w  .  b\n        \"\n5 .  b  b==b  w  w  .  w  .\n           \"\n\
                 4 b  .  . (b) .  .  b  .  b\n           \"\n3 .  .  b  b==b==b==b==b==b\n2 .";
    assert!(text.contains(chain), "{text}");
    assert!(text.contains("\n= winning chain\n"), "{text}");
    let unicode = drawn(&["corpus/gallery/pippinzip.pips"], "unicode");
    assert!(unicode.contains("●══●══●──○"), "{unicode}");
    assert_eq!(
        unicode.lines().take_while(|line| !line.is_empty()).count(),
        13
    );
}

#[test]
fn narrow_figures_have_short_words() {
    let legend = |width: &str| {
        let arguments = [GIPF, "--turn", "34", "--movement", "--legend"];
        drawn(&[&arguments[..], &["--width", width]].concat(), "svg")
    };
    for (short, long) in [
        (">GIPF pieces</text>", ">GIPF piece, two stacked</text>"),
        (">complete row</text>", ">row that made pieces leave</text>"),
        (">moved</text>", ">moved by the last turn</text>"),
    ] {
        assert!(legend("40mm").contains(short), "{short}");
        assert!(legend("60mm").contains(long), "{long}");
    }
}

#[test]
fn a_contour_is_above_the_frame_of_the_last_card() {
    let arguments = [
        "tests/figures/closed-field.pips",
        "--turn",
        "16",
        "--movement",
    ];
    let svg = drawn(&arguments, "svg");
    let index = |class: &str| svg.find(&format!("<g class=\"{class}\"")).unwrap();
    assert!(index("last-outline") < index("set-rim-edge"));
    assert!(index("set-rim-edge") < index("set-rim"));
}

#[test]
fn shade_does_not_cover_dice() {
    let shade = ["corpus/gallery/pippip.pips", "--turn", "9", "--no-last"];
    let marks = ["--mark", "shade a2 b2", "--mark", "circle a1"];
    let svg = drawn(&[&shade[..], &marks].concat(), "svg");
    let contour = svg.find("<g class=\"shade-contour\"").unwrap();
    let first_die = svg.find("<g class=\"piece-1\"").unwrap();
    assert!(contour < first_die);
    assert!(
        !svg[contour..].contains("class=\"moat"),
        "no gap covers the contour"
    );
}

#[test]
fn neighbours_of_cards_and_parts_of_sets_are_in_words() {
    let arguments = ["corpus/gallery/pipe.pips", "--turn", "12", "--movement"];
    let words = drawn(&arguments, "words");
    for sentence in [
        "A is the half on the square that is named,",
        "Card 2 meets 43 on its north, 22 on its east, 33 on its south.",
        "Closed black set: the section on 2, the cap on the north of 33 [B], \
         the cap on the south of 43 [B].",
    ] {
        assert!(words.contains(sentence), "{words}");
    }
}

/// The SVG of a figure, with messages about what does not fit.
fn narrow(arguments: &[&str], width: &str) -> String {
    drawn(&[arguments, &["--width", width]].concat(), "svg")
}

#[test]
fn a_legend_does_not_explain_numbers_that_are_left_out() {
    let explained = ">placed by turn";
    for record in [GIPF, ZIP, DICE] {
        let range = [record, "--from", "10", "--turn", "16", "--legend"];
        assert!(narrow(&range, "40mm").contains(explained), "{record}");
        assert!(!narrow(&range, "24mm").contains(explained), "{record}");
        // The text forms list the turns instead.
        let text = drawn(&range, "text");
        assert!(text.contains("\nTurns: "), "{text}");
        assert!(!text.contains("number of the turn"), "{text}");
    }
}

#[test]
fn a_letter_that_is_left_out_has_no_button() {
    let label = [PIPE, "--turn", "16", "--mark", "label +1-2 \"B\""];
    let button = "<g class=\"card-mark-button\"";
    assert!(!narrow(&label, "25mm").contains(button));
}

#[test]
fn a_piece_stands_for_a_row_that_does_not_fit() {
    let pieces = |svg: &str| {
        let (_, beneath) = svg.split_once(">White, has won<").unwrap();
        beneath.matches("<circle").count()
    };
    let end = |width: &str| narrow(&[GIPF], width);
    assert_eq!(pieces(&end("60mm")), 5);
    // Nothing is left out for the winner.
    let end = end("40mm");
    assert_eq!(pieces(&end), 1);
    assert!(end.contains(">White, has won<") && end.contains(">5, lost\u{a0}2<"));
}

#[test]
fn two_cards_of_a_hand_fit_into_the_smallest_figures() {
    let height = |width: &str| {
        let svg = narrow(&[PIPE, "--turn", "12"], width);
        let (_, rest) = svg.split_once(" height=\"").unwrap();
        let millimetres = rest.split("mm").next().unwrap();
        millimetres.parse::<f64>().unwrap()
    };
    assert!(height("25mm") < 160.0, "{}", height("25mm"));
}

#[test]
fn no_hatching_is_left_beside_dice_on_strips() {
    let svg = drawn(&[DICE, "--from", "5", "--turn", "16"], "svg");
    let index = |class: &str| svg.find(&format!("<g class=\"{class}\"")).unwrap();
    assert!(index("badge-ground") < index("piece-1"));
}

#[test]
fn the_list_of_closed_sets_does_not_begin_with_a_word_alone() {
    let closed = [
        "tests/figures/closed-field.pips",
        "--turn",
        "16",
        "--movement",
    ];
    let svg = narrow(&closed, "40mm");
    assert!(svg.contains(">Closed:\u{A0}"), "{svg}");
    assert!(!svg.contains(">Closed:<"), "{svg}");
}

#[test]
fn signs_of_unicode_legends_are_on_the_board() {
    let unicode = drawn(&[GIPF, "--turn", "34", "--movement", "--legend"], "unicode");
    assert!(unicode.contains("\n◎ ◉ GIPF piece"), "{unicode}");
    let chain = drawn(&[ZIP, "--legend"], "unicode");
    assert!(chain.contains("\n═ winning chain"), "{chain}");
    let french = drawn(&[ZIP, "--lang", "fr"], "text");
    assert!(french.contains(", a gagné : a6 b6"), "{french}");
}

#[test]
fn the_next_card_is_beside_its_number() {
    let svg = narrow(&[PIPE, "--turn", "16", "--lang", "de"], "40mm");
    let left = |text: &str| {
        let (before, _) = svg.split_once(text).unwrap();
        let (_, place) = before.rsplit_once("<text x=\"").unwrap();
        place.split('"').next().unwrap().to_owned()
    };
    assert_ne!(left(">Stapel 16, nächste<"), left(">23<"));
}
