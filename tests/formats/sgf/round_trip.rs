//! Round trips.

use pipscribe::formats::pips;
use pipscribe::notation::{Record, split_text};
use proptest::prelude::*;

use super::foreign::found;
use super::{assert_comes_back, codes, read, readable_by_others, written};
use crate::support::{cases, corpus_files, foreign_format, judged, random_game_of};

/// A record with everything that can occur between turns.
const ANNOTATED: &str = r##"[Game "pippinzip"]
[Variant "pipeline"]
[Event "a ]b\\ \"c\": d"]
[Site "  spaced"]
[Date "2026-11-20"]
# before: a ]tag\ 
#	another
[Player1 "Ann: x"]
[Player2 "Bo"]
[Result "0-1"]
[Termination "resignation"]
[Size "5"]
[Annotator ""]
[SGF_KM "6.5"]
[SGF_XY "a\\]b][c"]

{first [%circle a1 b2] [%sgf KM "1"]} {\[%no command\]} 1. b3! $14
{good [%triangle c3] [%arrow a1>b3 b3>c4] [%line a1..b3] [%label c3 "A]"]}
(1. c2? {why not} (1. d4 2. take) 2. take $7 {[%clock 0:12:30]}) {and}
# hash
(1. e5 {[%view b2..d4] [%diagram "A \"caption\"" width=5]}) 2. c4,d4
{[%sgf HO "1"] [%shade a1 a2]} 3. take {[%view a3..c1]} 4. e5 {} 5. b4
{a }{ b
[Game} 6. e4 {[%sgf XX "1" "2"]} 7. resign 0-1 {a word} {[%expect legal]}
"##;

#[test]
fn everything_between_turns_round_trips() {
    let record = String::from_utf8(pips::format(ANNOTATED.as_bytes(), false).bytes).unwrap();
    assert_comes_back(&record, "annotated");
    insta::assert_snapshot!(written(&record));
}

/// A record with comments, glyphs and variations in random places.
pub(super) fn strewn(text: &str, seed: u64) -> String {
    let mut random = seed;
    let mut next = |below: u64| {
        random = random
            .wrapping_mul(6_364_136_223_846_793_005)
            .wrapping_add(1_442_695_040_888_963_407);
        (random >> 33) % below
    };
    let (tags, moves) = text.split_once("\n\n").unwrap();
    let mut out = format!("{tags}\n[Event \"a]:b\"]\n\n");
    let words: Vec<&str> = moves.split_whitespace().collect();
    for (index, word) in words.iter().enumerate() {
        out.push_str(word);
        let is_turn = index % 2 == 1;
        if is_turn && next(6) == 0 {
            out.push_str(["!", "?", "!!", "??", "!?", "?!"][next(6) as usize]);
        }
        if is_turn && next(9) == 0 {
            out.push_str(" $17");
        }
        if is_turn && next(4) == 0 {
            let notes = [
                "{a}",
                "{ b:]\\\\ }",
                "{}",
                "{[%circle b3] c}",
                "{c [%square c3 b3]}",
                "# h\n",
                "{é [%label b3 \"x\"]}",
            ];
            for _ in 0..=next(2) {
                out.push_str(&format!(" {}", notes[next(7) as usize]));
            }
        }
        if is_turn && next(7) == 0 {
            // The turn itself, as a variation.
            let inner = if next(2) == 0 {
                format!(" ({} {word} {{w}})", words[index - 1])
            } else {
                String::new()
            };
            out.push_str(&format!(
                " ({{v}} {} {word}{inner} {{x}}) {{y}}",
                words[index - 1]
            ));
        }
        out.push(' ');
    }
    String::from_utf8(pips::format(out.as_bytes(), false).bytes).unwrap()
}

proptest! {
    #![proptest_config(cases(60))]

    #[test]
    fn random_games_round_trip(seed in any::<u64>()) {
        let text = random_game_of(seed as usize, seed, 60);
        assert_comes_back(&text, "plain");
        let record = strewn(&text, seed);
        prop_assert!(!Record::parse_str(&record).has_syntax_errors(), "{}", record);
        assert_comes_back(&record, "strewn");
    }
}

#[test]
fn the_root_is_kept() {
    let root = "(;GM[1]SZ[5]ST[2]PB[Ann]PW[Bo]RE[Void]PIPTAG[Game:pippinzip][Variant:zipline])";
    assert_eq!(found(root), [("import/assumed", "Void".to_owned())]);
    let text = read(root).text;
    assert!(
        ["[SGF_ST \"2\"]", "[SGF_PB \"Ann\"]", "[SGF_PW \"Bo\"]"]
            .iter()
            .all(|tag| text.contains(tag)),
        "{text}"
    );
    let back = written(&text);
    assert!(
        ["ST[2]", "PB[Ann]", "PW[Bo]"]
            .iter()
            .all(|kept| back.contains(kept)),
        "{back}"
    );
    assert_comes_back(&text, "unseated");
}

/// Every record of the corpus, round trip.
mod slow {
    use super::*;

    #[test]
    fn the_corpus_round_trips() {
        let mut count = 0;
        for path in corpus_files("") {
            let bytes = std::fs::read(&path).unwrap();
            for raw in split_text(&bytes)
                .into_iter()
                .filter(|raw| raw.is_record() && raw.dropped == 0)
            {
                let Ok(text) = String::from_utf8(raw.bytes.clone()) else {
                    continue;
                };
                let record = Record::parse_str(&text);
                let formatted =
                    String::from_utf8(pips::format(text.as_bytes(), false).bytes).unwrap();
                if record.has_syntax_errors() {
                    continue;
                }
                let is_canonical = judged(&Record::parse_str(&formatted));
                let Ok(foreign) = foreign_format("sgf")
                    .write(&is_canonical)
                    .map(|written| written.text)
                else {
                    continue;
                };
                // A record that cannot be made canonical is read back as far as possible.
                let canonical = is_canonical
                    .timeline()
                    .ok()
                    .and_then(|timeline| timeline.canonical().ok());
                if canonical.as_deref() != Some(formatted.trim_start()) {
                    continue;
                }
                // After an error the numbers stay as written.
                let is_left = |code: &str| code.starts_with("tag/") || code == "turn/number";
                if is_canonical
                    .report
                    .findings
                    .iter()
                    .any(|finding| is_left(finding.code.id))
                {
                    continue;
                }
                // No result is added either.
                if record.result.is_none() && !is_canonical.report.is_valid() {
                    continue;
                }
                count += 1;
                let bare = |text: &str| text.split_whitespace().collect::<Vec<_>>().join(" ");
                let back = read(&foreign);
                assert_eq!(
                    bare(&back.text),
                    bare(&formatted),
                    "{}\n{foreign}",
                    path.display()
                );
                let findings = codes(&back.findings);
                assert!(
                    findings.iter().all(|code| !code.starts_with("import/")),
                    "{}: {findings:?}",
                    path.display()
                );
                readable_by_others(&foreign, &path.display().to_string());
            }
        }
        assert!(count > 200, "{count}");
    }
}
