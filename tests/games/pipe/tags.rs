//! Tags that set the game up, and positions that contradict them or themselves (V2.8, V3, V4.1,
//! V8.3).

use super::{codes_of, record};
use crate::support::timeline;

#[test]
fn tags_that_do_not_fit() {
    let hands = [
        "1,2,3,4,5,6,7,8,9",
        "10,11,12,13,14,15,16,17,18",
        "19,20,21",
    ];
    let deal = |one: &str, two: &str, stock: &str| {
        let tags = format!("[Hand1 \"{one}\"]\n[Hand2 \"{two}\"]\n[Stock \"{stock}\"]");
        codes_of("both", &tags, "*")
    };
    let [one, two, stock] = hands;
    assert_eq!(deal(one, two, stock), [""; 0]);
    assert_eq!(
        deal("1,2,3,4,5,6,7,8", two, "9,19,20,21"),
        ["tag/inconsistent"]
    );
    assert_eq!(deal(one, one, stock).first(), Some(&"tag/inconsistent"));
    assert_eq!(deal(one, two, "19,20"), ["tag/inconsistent"]);
    assert_eq!(deal(one, two, "19,20,22"), ["tag/inconsistent"]);
    assert_eq!(deal(one, two, "19;20"), ["tag/unknown-value"]);
    for (variant, more, code) in [
        ("pipes", "[Players \"3\"]", "tag/inconsistent"),
        ("both", "[Players \"5\"]", "tag/unknown-value"),
        ("both", "[Options \"teams=13-24\"]", "tag/inconsistent"),
        (
            "both",
            "[Players \"4\"]\n[Options \"teams=12-34\"]",
            "tag/unknown-value",
        ),
        ("both", "[Options \"recycle=maybe\"]", "tag/unknown-value"),
        (
            "both",
            "[Hand1 \"1,2,3,4,5,6,7,8,9\"]\n[Hand2 \"10,11,12,13,14,15,16,17,18\"]",
            "tag/missing",
        ),
        ("both", "[Hand3 \"1,2,3,4,5,6,7,8,9\"]", "tag/inconsistent"),
    ] {
        assert_eq!(codes_of(variant, more, "*"), [code], "{more}");
    }
}

#[test]
fn positions_that_contradict_themselves() {
    for (position, code) in [
        ("- 1 black,white,- 0,0", "tag/inconsistent"),
        ("- 1 black,white 0,0,0", "tag/inconsistent"),
        ("- 3 black,white 0,0", "tag/inconsistent"),
        ("- 1 black,light 0,0", "tag/inconsistent"),
        ("- 1 black,black 0,0", "tag/inconsistent"),
        ("- 2 -,- 0,0", "tag/inconsistent"),
        ("- 1 -,white 0,0", "tag/inconsistent"),
        ("1@+0+0/E 1 -,- 0,0", "tag/inconsistent"),
        ("99@+0+0/E 1 black,white 0,0", "tag/inconsistent"),
        ("1@+0+0/E,1@+5+5/E 1 black,white 0,0", "tag/inconsistent"),
        ("1@+0+0/E,2@+1+0/N 1 black,white 0,0", "tag/inconsistent"),
        ("1@+0+0/E,2@+2+0/N 1 black,white 0,0", "tag/inconsistent"),
        ("- 1 black,white 10,3", "tag/inconsistent"),
        ("2@+0+0/E,1@+5+5/E 1 black,white 0,0", "tag/unknown-value"),
    ] {
        assert_eq!(
            codes_of("pipes", &format!("[Position \"{position}\"]"), "*"),
            [code],
            "{position}"
        );
    }
    let hands = |one: &str, stock: &str, position: &str| {
        let tags = format!(
            "[Hand1 \"{one}\"]\n[Hand2 \"\"]\n[Stock \"{stock}\"]\n[Position \"{position}\"]"
        );
        codes_of("pipes", &tags, "*")
    };
    assert_eq!(hands("1", "2", "- 1 black,white 0,0"), [""; 0]);
    assert_eq!(hands("", "", "- 1 black,white 0,0"), ["tag/inconsistent"]);
    assert_eq!(
        hands("1", "2", "1@+0+0/E 1 black,white 0,0"),
        ["tag/inconsistent"]
    );
    assert_eq!(hands("1", "2", "- 2 black,white 0,0"), ["tag/inconsistent"]);
    assert_eq!(hands("1,2", "", "- 1 -,- 0,0"), ["tag/inconsistent"]);
}

#[test]
fn the_bare_form_keeps_what_affects_play() {
    let bare = |more: &str| {
        timeline(&record("both", more, "discard:1,2,3,4;claim:black *"))
            .bare()
            .unwrap()
    };
    let plain = bare("");
    assert!(plain.contains("[Card21 \"W1 W2 W3 W4 W5 W6 LLLLLL\"]"));
    assert_eq!(
        plain,
        bare("[Options \"recycle=no\"]\n[Players \"2\"]\n[Position \"- 1 -,- 0,0\"]")
    );
    let four = bare("[Players \"4\"]");
    assert_eq!(four, bare("[Players \"4\"]\n[Options \"recycle=yes\"]"));
    assert_ne!(four, bare("[Players \"4\"]\n[Options \"recycle=no\"]"));
    let hands = "[Hand1 \"1,2,3,4,5,6,7,8,9\"]\n[Hand2 \"10,11,12,13,14,15,16,17,18\"]\n[Stock \"19,20,21\"]";
    assert!(bare(hands).contains(hands));
}
