//! Tests that the statements of `check` and `mend` about a damaged record are true, and that no fix
//! makes a record worse.

use crate::support::RecordText;
use pipscribe::Checked;
use pipscribe::fixes::mend::{Edit, MAX_WORK, Mend, Mends};
use pipscribe::games::Context;
use pipscribe::text::RawRecord;

const GIPF: &str = "[Game \"gipf\"]\n[Variant \"basic\"]\n\n1. b3 2. c2 3. d2 4. b4 5. c6 *\n";
const PIPE: &str = "[Game \"pipe\"]\n[Variant \"both\"]\n[Deck \"twin-works\"]\n\
    [Hand1 \"8,42,38,43,47,15,7,41,2\"]\n[Hand2 \"10,36,23,37,20,33,4,18,19\"]\n\
    [Stock \"34,5,31,12,24,14,17,28,29,40,44,21,3,13,16,26,48,46,6,39,9,32,22,11,35,45,30,25,1,27\"]\n\n\
    1. discard:2,8,42,47;claim:white 2. discard:19,20,23,37;claim:black 3. 7@+0+0/N;draw:34 *\n";

fn checked(text: &str) -> Checked {
    Checked::new(
        RawRecord {
            line: 1,
            bytes: text.into(),
            ..RawRecord::default()
        },
        &Context::default(),
    )
}

fn mends(text: &str) -> Mends {
    let checked = checked(text);
    Mends::search(
        checked.record(),
        &checked.report,
        &Context::default(),
        MAX_WORK,
    )
    .unwrap_or_else(|| panic!("{text}"))
}

/// The text after the sole fix of a record.
#[track_caller]
fn fixed(text: &str) -> String {
    let found = mends(text);
    let sole = found
        .sole()
        .unwrap_or_else(|| panic!("{text}: {:?}", found.mends));
    sole.text(checked(text).record()).unwrap()
}

fn words(text: &str, mend: &Mend) -> String {
    mend.in_words(checked(text).record()).to_string()
}

/// The errors of a record, each with its help.
fn errors(text: &str) -> Vec<String> {
    let report = checked(text).report;
    report
        .errors()
        .map(|error| {
            format!(
                "{} {}",
                error.message,
                error.help.as_deref().unwrap_or_default()
            )
        })
        .collect()
}

#[test]
fn a_damaged_first_line_is_one_finding_and_is_fixed() {
    for line in [
        "[Game gipf]",
        "[GAME \"GIPF\"]",
        "[Gmae \"gipf\"]",
        "> [Game \"gipf\"]",
        " [Game \"gipf\"]",
        "[Game: gipf]",
        "Game: gipf",
        "(Game \"gipf\")",
        "[Game  \"gipf\"]",
        "[\u{200B}Game \"gipf\"]",
        "[Ga\u{AD}me \"gipf\"]",
        "\u{2060}[Game \"gipf\"]",
        "\u{202A}[Game \"gipf\"]",
        "[Gаme \"gipf\"]",
        "[Spiel \"Gipf\"]",
    ] {
        let text = GIPF.replace("[Game \"gipf\"]", line);
        let errors = errors(&text);
        assert!(
            errors.len() == 1 && errors[0].contains("Write `[Game \"gipf\"]`"),
            "{line}: {errors:?}"
        );
        assert_eq!(fixed(&text), GIPF, "{line}");
    }
    // The rest of the line and the tags before it are kept.
    let text = "[Event \"x\"]\n[Game gipf] [Variant \"basic\"]\n\n1. b3 *\n";
    assert!(fixed(text).contains("[Game \"gipf\"] [Variant \"basic\"]\n"));
}

#[test]
fn an_invisible_character_is_named_with_its_place() {
    for (character, name) in [
        ('\u{200B}', "U+200B ZERO WIDTH SPACE"),
        ('\u{AD}', "U+00AD SOFT HYPHEN"),
        ('\u{200D}', "U+200D ZERO WIDTH JOINER"),
        ('\u{202E}', "U+202E RIGHT-TO-LEFT OVERRIDE"),
        ('\u{FEFF}', "U+FEFF ZERO WIDTH NO-BREAK SPACE"),
        ('\u{2064}', "U+2064 INVISIBLE PLUS"),
    ] {
        let with = |tag: &str| {
            GIPF.replace(
                "[Variant \"basic\"]",
                &tag.replace('.', &character.to_string()),
            )
        };
        let damaged_game = GIPF.replace("[Game", &format!("[{character}Game"));
        for text in [
            with("[Vari.ant \"basic\"]"),
            with("[Variant \"ba.sic\"]"),
            damaged_game,
        ] {
            let place = text.find(character).unwrap();
            let report = checked(&text).report;
            let named = report
                .findings
                .iter()
                .find(|finding| finding.message.contains(name));
            assert!(
                named.is_some_and(|finding| finding.span.start as usize == place),
                "{:?}",
                report.findings
            );
            assert!(
                !report
                    .findings
                    .iter()
                    .any(|finding| finding.message.contains("U+FF")),
                "{text:?}"
            );
        }
        // In a value, the character can only be left out; in a person's name, it may have a
        // meaning.
        assert!(checked(&with("[Variant \"ba.sic\"]")).report.is_valid());
        assert_eq!(
            checked(&with("[Variant \"basic\"]\n[Event \"Zo.ë\"]"))
                .report
                .findings,
            []
        );
    }
    let text = GIPF.replace("1. b3", "1. b\u{200F}3");
    assert!(
        errors(&text)[0]
            .starts_with("The turn contains an invisible character, U+200F RIGHT-TO-LEFT MARK.")
    );
    assert_eq!(fixed(&text), GIPF);
}

/// The message names the character that is interpreted differently.
#[test]
fn the_right_character_is_named() {
    let report = checked(&GIPF.replace("1. b3", "1. ｂ1－b3")).report;
    let named: Vec<_> = report
        .findings
        .iter()
        .filter(|finding| finding.message.contains("U+"))
        .collect();
    assert!(
        named.len() == 1 && named[0].message.contains("U+FF0D is read as a hyphen"),
        "{:?}",
        report.findings
    );
}

#[test]
fn no_letter_is_left_out_of_a_word() {
    let claim = |word: &str, colour: &str| {
        PIPE.replace(&format!("claim:{colour}"), &format!("claim:{word}"))
    };
    for (word, colour) in [
        ("biały", "white"),
        ("Weiß", "white"),
        ("blanche", "white"),
        ("wit", "white"),
        ("blanco", "white"),
        ("czarny", "black"),
        ("Schwarz", "black"),
        ("NOIR", "black"),
        ("zwart", "black"),
        ("negro", "black"),
    ] {
        let text = claim(word, colour);
        let help = errors(&text).remove(0);
        assert!(help.contains(&format!("claim:{colour}`")), "{word}: {help}");
        assert_eq!(fixed(&text), PIPE, "{word}");
    }
    // A word of no known language is not shortened.
    for word in ["żółty", "valkéa", "hvíd"] {
        let text = claim(word, "white");
        let said = format!("{:?} {:?}", errors(&text), mends(&text).mends);
        let without: String = word.chars().filter(char::is_ascii).collect();
        assert!(
            !said.contains(&format!("claim:{without}`")),
            "{word}: {said}"
        );
    }
}

#[test]
fn a_string_that_goes_on_in_the_next_line_is_joined() {
    let stock = "29,40,44";
    for cut in [
        "29,\n40,44",
        "29\n,40,44",
        "29,40,\r\n44",
        "29, \n  40,44",
        "29,\n40,\n44",
    ] {
        let text = PIPE.replace(stock, cut);
        assert_eq!(errors(&text).len(), 1, "{cut:?}: {:?}", errors(&text));
        assert!(
            errors(&text)[0].contains("The string continues on the next line: join the lines."),
            "{cut:?}"
        );
        assert_eq!(fixed(&text), PIPE, "{cut:?}");
    }
    let text = |event: &str| {
        let tags = RecordText::new("gipf").tag("Event", event);
        tags.tag("Variant", "basic").with_moves("1. b3 2. c2 *")
    };
    assert_eq!(
        fixed(&text("The long evening,\nOslo")),
        text("The long evening, Oslo")
    );
    // A missing quote is not one of these.
    let open = "[Game \"gipf\"]\n[Event \"The long evening]\n[Variant \"basic\"]\n\n1. b3 *\n";
    assert!(errors(open)[0].contains("Write `\"` before its `]`"));
}

#[test]
fn a_string_in_a_command_hides_no_fix() {
    let text =
        "[Game \"gipf\"]\n[Variant \"basic\"]\n\n1. b3 {[%label c3 \"abc\n] hi} 2. C2 3. d2 *\n";
    let closed = text.replace("C2", "c2").replace("\"abc", "\"abc\"");
    assert_eq!(fixed(text), closed);
    assert!(words(text, &mends(text).mends[0]).starts_with("in turn 2, replace `C2` with `c2`"));
    let swallowed = text.replace("\"abc\n]", "\"abc]");
    assert_eq!(fixed(&swallowed), closed.replace("\"abc\"\n]", "\"abc\"]"));
}

/// The repeated number says which turns belong to the main line.
#[test]
fn an_unclosed_variation_is_closed_before_the_number_that_repeats() {
    let tags = "[Game \"gipf\"]\n[Variant \"basic\"]\n\n";
    for (written, closed) in [
        (
            "1. b3 (1. h3 2. b4 2. h3 3. b4 4. h4 *",
            "1. b3 (1. h3 2. b4) 2. h3 3. b4 4. h4 *",
        ),
        (
            "1. b3 2. h3 (2. h4 3. c2 {so} 3. b4 4. h4 *",
            "1. b3 2. h3 (2. h4 3. c2 {so}) 3. b4 4. h4 *",
        ),
        (
            "1. b3 (1. h3 2. b4\n2. h3 3. b4 (3. c2 4. h4 4. h4 5. c2 *",
            "1. b3 (1. h3 2. b4)\n2. h3 3. b4 (3. c2 4. h4) 4. h4 5. c2 *",
        ),
    ] {
        let text = format!("{tags}{written}\n");
        assert_eq!(fixed(&text), format!("{tags}{closed}\n"));
    }
    // Without such a number, the variation may end anywhere.
    let open = format!("{tags}1. b3 (1. h3 2. b4 3. h4\n");
    assert!(mends(&open).sole().is_none());
}

#[test]
fn turns_are_not_joined_over_a_line_end() {
    let tags = "[Game \"pippinzip\"]\n[Variant \"zipline\"]\n[Size \"7\"]\n\n";
    for turns in [
        "<Ann> d6\n<Bob> a5,c3,f6\n<Ann> b4,b7,d3\n<Bob> take\n",
        "- d6\n- a5,c3,f6\n\n+ b4,b7,d3\n",
        "P1: d6\nP2: a5,c3,f6\nP1: b4,b7,d3\n",
        "1. d6,\na5,c3,f6\n2. b4,b7,d3\n",
    ] {
        let text = format!("{tags}{turns}");
        for mend in mends(&text).mends {
            for edit in &mend.edits {
                let (Edit::Replace { was, .. } | Edit::Text { was, .. }) = edit else {
                    continue;
                };
                assert!(!was.contains('\n'), "{text}: {mend:?}");
            }
        }
    }
}

#[test]
fn what_says_how_the_game_ended_is_never_removed() {
    for end in [
        "Aufgabe",
        "14-12",
        "(14:12)",
        "Ann wins",
        "gibt auf",
        "abandon",
        "Black resigns 1-0",
        "remis",
        "poddaję",
    ] {
        let tags = RecordText::gipf().tag("Score", "1-0");
        let text = tags.with_moves(format!("1. b3 2. c2 {end}"));
        for mend in mends(&text).mends {
            let words = words(&text, &mend);
            assert!(!words.contains("remove"), "{end}: {words}");
        }
    }
}

#[test]
fn nobody_resigns_in_a_record_that_breaks_off() {
    let resigns = |text: &str| {
        let is_termination =
            |edit: &Edit| matches!(edit, Edit::Tag { name, .. } if name == "Termination");
        mends(text)
            .mends
            .iter()
            .any(|mend| mend.edits.iter().any(is_termination))
    };
    let tags = "[Game \"gipf\"]\n[Variant \"basic\"]\n[Result \"1-0\"]\n\n";
    for (turns, last) in [
        ("1. b3 2. c2 3.", "`3.`"),
        ("1. b3 2. c2 3. ", "`3.`"),
        ("1. b3 2. c2 3. g1-", "`g1-`"),
        ("1. b3 2. c2 (2. d2 3. ", "`3.`"),
    ] {
        let text = format!("{tags}{turns}\n");
        assert!(!resigns(&text), "{turns}");
        let said = checked(&text)
            .report
            .findings
            .iter()
            .map(|finding| format!("{finding:?}"))
            .collect::<String>();
        assert!(
            said.contains(&format!("The record breaks off after {last}")) || turns.ends_with('-'),
            "{said}"
        );
    }
    assert!(!resigns(tags));
    assert!(resigns(&format!("{tags}1. b3 2. c2\n")));
}

#[test]
fn signs_for_an_unreadable_turn_are_not_removed_without_asking() {
    let tags = "[Game \"gipf\"]\n[Variant \"basic\"]\n\n";
    for end in ["3. ???", "3. ??? *", "3. .. *", "3. [?] *", "3. … *"] {
        let text = format!("{tags}1. b3 2. c2 {end}\n");
        assert!(mends(&text).sole().is_none(), "{end}");
    }
}

#[test]
fn no_fix_makes_fewer_turns_legal() {
    for turns in [
        "1. i4 to g6 2. b3 *",
        "1. b3 2. c2 3. zz 4. d2 *",
        "<Ann> b3\n<Bob> c2\n",
        "the first turn is b3 2. C2 *",
    ] {
        let text = RecordText::gipf().with_moves(turns);
        let before = checked(&text).report.turns;
        for mend in mends(&text).mends {
            let words = words(&text, &mend);
            let deletes = mend
                .edits
                .iter()
                .filter(|edit| matches!(edit, Edit::Delete { .. }))
                .count();
            assert!(
                mend.legal_turns as usize + deletes >= before as usize,
                "{words}"
            );
            assert!(
                !words.contains(" 0 turns") && !words.contains("t0"),
                "{words}"
            );
        }
    }
}

/// A wrong point says nothing about the right one.
#[test]
fn one_of_several_turns_is_not_the_only_fix() {
    for text in [
        "[Game \"pippinzip\"]\n[Variant \"zipline\"]\n[Size \"7\"]\n\n\
            1. take 2. a1,b2 3. c3 4. e4,c3 5. e5 6. g1,g2 7. g3 *\n",
        "[Game \"pippip\"]\n\n1. 5@d4/3 2. 5@d4/3 3. 6@a1/2 *\n",
    ] {
        let found = mends(text);
        assert!(found.mends.len() > 1, "{text}");
        assert!(
            found.mends.iter().all(|mend| !mend.sole),
            "{text}: {:?}",
            found.mends
        );
    }
}

#[test]
fn what_check_names_is_written() {
    let plain = "[Game \"gipf\"]\n[Variant \"basic\"]\n[Date \"2026-11-20\"]\n\n1. b3 {far} 2. c2 3. d2 4. b4 *\n";
    for date in ["2026/11/20", "20.11.2026", "20 November 2026", "11/20/2026"] {
        assert_eq!(fixed(&plain.replace("2026-11-20", date)), plain, "{date}");
    }
    let closed = "[Game \"gipf\"]\n[Variant \"basic\"]\n\n1. b3 {far} 2. c2 {x} 3. c1-c3 4. d2 *\n";
    assert_eq!(fixed(&closed.replace("{far}", "{far")), closed);
    assert_eq!(fixed(&closed.replace("{far}", "{far)")), closed);
    let tags = "[Game \"pippinzip\"]\n[Variant \"zipline\"]\n[Size \"9\"]\n\n";
    let written = format!("{tags}1. aS 2. b2 3. take 4. cI,dB *\n");
    assert_eq!(
        fixed(&written),
        format!("{tags}1. a5 2. b2 3. take 4. c1,d8 *\n")
    );
}
