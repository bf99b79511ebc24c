//! Tags that set the game up, and positions that contradict them or the rules.

use pipscribe::games::pippinzip::{Pippinzip, Variant};
use pipscribe::games::{PositionErrorKind, Rules};
use pipscribe::notation::Record;

use super::{findings, ids, record, setup, text};
use crate::support::{Run, canonical, report};

#[test]
fn tags_set_the_game_up() {
    let ok = |variant: &str, tags: &str| {
        assert_eq!(
            ids(&findings(variant, tags, "*")),
            [""; 0],
            "{variant} {tags}"
        );
    };
    ok("zipline", "[Size \"3\"]\n");
    ok("pipline", "[Size \"26\"]\n[Players \"2\"]\n");
    ok(
        "freestyle",
        "[Size \"13\"]\n[Players \"3\"]\n[Surface \"cells\"]\n",
    );
    let wrong = |variant: &str, tags: &str, code: &str| {
        assert_eq!(ids(&findings(variant, tags, "*")), [code], "{tags}");
    };
    wrong("zipline", "", "tag/missing");
    wrong("zipline", "[Size \"2\"]\n", "tag/unknown-value");
    wrong("zipline", "[Size \"27\"]\n", "tag/unknown-value");
    wrong("zip", "[Size \"5\"]\n", "tag/unknown-value");
    wrong(
        "zipline",
        "[Size \"5\"]\n[Surface \"hexes\"]\n",
        "tag/unknown-value",
    );
    // The surface of the board does not affect play.
    assert_eq!(
        record(
            "zipline",
            "[Size \"5\"]\n[Surface \"hexes\"]\n",
            "1. a1 2. take *"
        )
        .turns,
        2
    );
    assert_eq!(
        record("zipline", "[Size \"5x5\"]\n", "1. a1 2. take *").turns,
        0
    );
    wrong(
        "zipline",
        "[Size \"5\"]\n[Players \"4\"]\n",
        "tag/unknown-value",
    );
    wrong(
        "pipeline",
        "[Size \"5\"]\n[Players \"3\"]\n",
        "tag/inconsistent",
    );
    wrong(
        "pipline",
        "[Size \"5\"]\n[Players \"3\"]\n",
        "tag/inconsistent",
    );
    wrong(
        "zipline",
        "[Size \"5\"]\n[Player3 \"Cy\"]\n",
        "tag/inconsistent",
    );
}

#[test]
fn pipline_is_written_pipeline() {
    let text = "[Game \"pippinzip\"]\n[Variant \"pipline\"]\n[Size \"5\"]\n\n1. b3,a1 *\n";
    let record = Record::parse_str(text);
    assert_eq!(report(&record).findings.len(), 0);
    let canonical = canonical(&record).unwrap();
    assert!(
        canonical.contains("[Variant \"pipeline\"]") && canonical.contains("1. a1,b3 *"),
        "{canonical}"
    );
    let json = Run::new(&["check", "--format", "json", "-"])
        .stdin(&text)
        .done()
        .stdout();
    assert!(json.contains("\"variant\":\"pipeline\""), "{json}");
}

#[test]
fn positions_that_contradict_tags_or_rules() {
    let zipline = setup(Variant::Zipline, 3, 3);
    let two = setup(Variant::Zipline, 2, 3);
    let pipeline = setup(Variant::Pipeline, 2, 3);
    let cases = [
        (&two, "4/4/4/4 1 auction -", false),
        (&two, "3/3/3 3 auction -", false),
        (&zipline, "3/3/3 3 auction -", true),
        (&two, "3/3/3 1 taker=3 -", false),
        // In the auction, stones have one colour.
        (&two, "3/1w1/3 1 auction -", true),
        (&two, "3/1b1/3 1 auction -", false),
        (&pipeline, "3/1b1/3 1 auction -", true),
        (&pipeline, "3/1w1/3 1 auction -", false),
        // A pair requires that the second seat of a team is to move.
        (&two, "3/1b1/3 1 taker=2 pair=b2", false),
        (&zipline, "3/1b1/3 3 taker=1 pair=b2", true),
        (&zipline, "3/1b1/3 3 taker=1 -", false),
        (&zipline, "3/1b1/3 2 taker=1 pair=b2", false),
        (&zipline, "3/1b1/3 2 taker=1 -", true),
        (&zipline, "3/1b1/3 1 taker=1 pair=b2", false),
        (&zipline, "3/1b1/3 3 taker=1 pair=a1", false),
        (&zipline, "3/1w1/3 3 taker=1 pair=b2", false),
        (&zipline, "3/1b1/3 3 taker=1 pair=d4", false),
        (&zipline, "3/1w1/3 1 auction pair=b2", false),
        // The game is already decided.
        (&two, "bbb/3/3 1 taker=1 -", false),
        (&two, "w2/1w1/2w 1 taker=1 -", false),
        (&two, "w2/1w1/2w 1 auction -", false),
        (&two, "bb1/1bw/w1w 1 taker=1 -", true),
    ];
    for (setup, written, sound) in cases {
        let read = Pippinzip::position(setup, &text(written));
        assert_eq!(read.is_ok(), sound, "{written}");
        if let Err(error) = read {
            assert_eq!(error.kind, PositionErrorKind::Inconsistent);
            assert!(error.message.ends_with('.'), "{}", error.message);
        }
    }
}
