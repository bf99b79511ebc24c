//! Texts that people paste: chats, emails, forum posts, tables and notes, each around the same
//! games.

use pipscribe::Checked;
use pipscribe::fixes::mend::{MAX_WORK, Mends};
use pipscribe::formats::{Conversion, convert};
use pipscribe::games::Context;
use pipscribe::notation::Record;

/// The tags and turns of a game, and its result.
struct Played {
    tags: &'static str,
    turns: &'static [&'static str],
    result: &'static str,
}

const GIPF: Played = Played {
    tags: "[Game \"gipf\"]\n[Variant \"basic\"]\n[Player1 \"Ada\"]\n[Player2 \"Max\"]\n",
    turns: &[
        "h1-h3", "f8-d7", "g2", "h6-h4", "h1-f3", "h1-e4", "i5-g5", "i2-g4", "a4-c6", "c7-c5",
    ],
    result: "*",
};

const PIPPINZIP: Played = Played {
    tags: "[Game \"pippinzip\"]\n[Variant \"zipline\"]\n[Size \"5\"]\n[Player1 \"Ada\"]\n\
           [Player2 \"Max\"]\n",
    turns: &[
        "d1", "a1,a5,b1", "a2,a3,b4", "take", "d4,a4", "d2", "c5,e3", "e1",
    ],
    result: "*",
};

impl Played {
    /// The record in the notation.
    fn record(&self) -> String {
        self.around(&self.numbered(|_, turn| turn.to_owned()))
    }

    /// The tags before a movetext.
    fn around(&self, movetext: &str) -> String {
        format!("{}\n{movetext}\n", self.tags)
    }

    /// The turns, each written by `write` after its number.
    fn numbered(&self, write: impl Fn(usize, &str) -> String) -> String {
        let turns = self.turns.iter().enumerate();
        let turns = turns.map(|(index, turn)| format!("{}. {}", index + 1, write(index, turn)));
        format!("{} {}", turns.collect::<Vec<_>>().join(" "), self.result)
    }

    /// The turns, each written by `write` on a line, with the name of its player.
    fn lines(&self, write: impl Fn(usize, &str, &str) -> String) -> String {
        let turns = self.turns.iter().enumerate();
        let lines = turns.map(|(index, turn)| write(index, turn, ["Ada", "Max"][index % 2]));
        self.around(&format!(
            "{}\n{}",
            lines.collect::<Vec<_>>().join("\n"),
            self.result
        ))
    }

    /// The rounds, each written by `write`.
    fn rounds(&self, write: impl Fn(usize, &[&str]) -> String) -> String {
        let rounds = self.turns.chunks(2).enumerate();
        let rounds = rounds.map(|(index, turns)| write(index + 1, turns));
        rounds.collect::<Vec<_>>().join("\n")
    }
}

/// The bare form of a record, which must be valid.
fn bare(text: &str) -> String {
    let checked = Checked::from_record(Record::parse_str(text), &Context::default());
    let findings = &checked.report.findings;
    assert!(checked.report.is_valid(), "{text}\n{findings:?}");
    let timeline = checked.timeline().unwrap();
    timeline.bare().unwrap()
}

/// Asserts that a text is read as the game by `convert` and by `mend`, and that the words are kept.
#[track_caller]
fn is_read(played: &Played, text: &str, kept: &[&str]) {
    let truth = bare(&played.record());
    let converted = convert(text.as_bytes(), &Conversion::default());
    let converted = converted.unwrap_or_else(|error| panic!("{error}:\n{text}"));
    let written = String::from_utf8(converted.bytes).unwrap();
    assert_eq!(bare(&written), truth, "{text}\n{:?}", converted.notes);
    let is_told = converted
        .notes
        .iter()
        .any(|note| note.contains("read as: "));
    let is_unquoted = converted.notes.iter().any(|note| note.contains("quoted"));
    assert!(is_told || is_unquoted, "{text}\n{:?}", converted.notes);

    let record = Record::parse_str(text);
    let checked = Checked::from_record(record, &Context::default());
    let mends = Mends::search(
        checked.record(),
        &checked.report,
        &Context::default(),
        MAX_WORK,
    );
    let mends = mends.unwrap_or_else(|| panic!("nothing is wrong with {text}"));
    let first = mends.mends.first().unwrap_or_else(|| panic!("{text}"));
    let mended = first.text(checked.record()).unwrap();
    assert_eq!(bare(&mended), truth, "{text}");
    for word in kept {
        assert!(
            mended.contains(word) && written.contains(word),
            "{word}: {mended}"
        );
    }
}

#[test]
fn chats_are_read() {
    for played in [&GIPF, &PIPPINZIP] {
        for (write, kept) in [
            (
                (|index, turn, name| format!("[{:02}:{index:02}, 03/05/2025] {name}: {turn}", 20))
                    as fn(usize, &str, &str) -> String,
                &["20:04", "03/05/2025"][..],
            ),
            (
                |index, turn, name| format!("03.05.25, 20:0{index} - {name}: {turn}"),
                &["20:03"],
            ),
            (
                |index, turn, name| format!("{name}, [03.05.25 20:0{index}]\n{turn}"),
                &["03.05.25"],
            ),
            (
                |index, turn, name| format!("{name} — Today at 8:0{index} PM\n{turn}"),
                &["8:01"],
            ),
            (
                |index, turn, name| format!("20:0{index} <{name}> {turn}"),
                &["20:02"],
            ),
            (|_, turn, name| format!("<{name}> {turn}"), &[]),
            (|_, turn, name| format!("{name}: {turn}"), &[]),
            (|_, turn, name| format!("{name} plays {turn}"), &[]),
            (|_, turn, name| format!("**{name}**: {turn}"), &[]),
            (
                |index, turn, name| match index {
                    2 => format!("{name}: {turn}\n{name}: that was difficult"),
                    _ => format!("{name}: {turn}"),
                },
                &["that was difficult"],
            ),
            (
                |index, turn, _| format!("{}: {turn}", ["P1", "P2"][index % 2]),
                &[],
            ),
            (
                |index, turn, _| format!("{}: {turn}", ["Weiß", "Schwarz"][index % 2]),
                &[],
            ),
            (
                |index, turn, _| format!("{}: {turn}", ["Ik", "Jij"][index % 2]),
                &[],
            ),
        ] {
            is_read(played, &played.lines(write), kept);
        }
    }
}

#[test]
fn mails_and_forums_are_read() {
    for played in [&GIPF, &PIPPINZIP] {
        let record = played.record();
        let quoted: String = record.lines().map(|line| format!("> {line}\n")).collect();
        is_read(played, &quoted, &[]);
        let intro = format!("Le 3 mai 2025, Ada a écrit :\n{quoted}");
        is_read(played, &intro, &["a écrit"]);
        let soft = record
            .replace(" 3. ", " =\n3. ")
            .replace("\"]\n", "\"]=20\n");
        is_read(played, &soft, &[]);
        let added: String = record.lines().map(|line| format!("+{line}\n")).collect();
        is_read(played, &added, &[]);
        let markup = |before: &str, after: &str| {
            played.around(&played.numbered(|_, turn| format!("{before}{turn}{after}")))
        };
        for (before, after) in [
            ("[b]", "[/b]"),
            ("[color=blue]", "[/color]"),
            ("<em>", "</em>"),
            ("\\texttt{", "}"),
            ("`", "`"),
        ] {
            is_read(played, &markup(before, after), &[]);
        }
        is_read(
            played,
            &played.lines(|_, turn, _| format!("<li>{turn}</li>")),
            &[],
        );
        is_read(
            played,
            &played.lines(|_, turn, _| format!("[*]{turn}")),
            &[],
        );
        is_read(
            played,
            &played.lines(|_, turn, _| format!("\\item {turn}")),
            &[],
        );
        is_read(played, &played.lines(|_, turn, _| format!("• {turn}")), &[]);
    }
}

#[test]
fn tables_are_read() {
    for played in [&GIPF, &PIPPINZIP] {
        let cells = |left: &str, between: &str, right: &str| {
            played.rounds(|round, turns| {
                format!("{left}{round}{between}{}{right}", turns.join(between))
            })
        };
        for rows in [
            format!("Nr\tAda\tMax\n{}", cells("", "\t", "")),
            format!(
                "| # | Ada | Max |\n|---|:--|--:|\n{}",
                cells("| ", " | ", " |")
            ),
            format!("\"Round\";\"Ada\";\"Max\"\n{}", cells("\"", "\";\"", "\"")),
            cells("│ ", " │ ", " │"),
            cells("", " & ", " \\\\"),
            cells("<tr><td>", "</td><td>", "</td></tr>"),
            cells("[tr][td]", "[/td][td]", "[/td][/tr]"),
        ] {
            is_read(
                played,
                &played.around(&format!("{rows}\n{}", played.result)),
                &[],
            );
        }
    }
}

#[test]
fn remarks_times_and_taken_back_turns_are_kept() {
    for played in [&GIPF, &PIPPINZIP] {
        let with = |index: usize, added: &'static str| {
            played.around(&played.numbered(|at, turn| match at == index {
                true => format!("{turn}{added}"),
                false => turn.to_owned(),
            }))
        };
        for remark in [
            " (a quiet answer)",
            " /* a quiet answer */",
            " <!-- a quiet answer -->",
            " „a quiet answer“",
            " «a quiet answer»",
            " -- a quiet answer",
            " a quiet answer",
            " {{a quiet answer}}",
            " *a quiet answer*",
            " {a quiet answer",
        ] {
            is_read(played, &with(1, remark), &["a quiet answer"]);
        }
        for time in [" [0:14:5{}]", " (14:5{})", " 14:5{}", "\t0:14:5{}"] {
            let text = played.numbered(|index, turn| {
                format!("{turn}{}", time.replace("{}", &(9 - index).to_string()))
            });
            is_read(played, &played.around(&text), &["[%clock 0:14:57]"]);
        }
        let struck = [
            ("~~", "~~ "),
            ("<s>", "</s> "),
            ("[s]", "[/s] "),
            ("", " (crossed out) "),
            ("", " sorry, "),
        ];
        // In Pippinzip, the crossed-out turn would be legal as well.
        for (before, after) in struck.into_iter().filter(|_| played.tags == GIPF.tags) {
            let text = played.numbered(|index, turn| match index {
                3 => format!("{before}e2{after}{turn}"),
                _ => turn.to_owned(),
            });
            is_read(played, &played.around(&text), &["e2"]);
        }
    }
}

#[test]
fn one_rule_holds_for_all_turns() {
    for (played, sign, others) in [
        (
            &GIPF,
            "-",
            &["|", "\\", "^", "..", " to ", " nach ", "→", "/", ""][..],
        ),
        (&PIPPINZIP, ",", &[".", "/", "|", "+", " and ", " et "][..]),
    ] {
        for other in others {
            let text = played.around(&played.numbered(|_, turn| turn.replace(sign, other)));
            let checked = Checked::from_record(Record::parse_str(&text), &Context::default());
            let context = Context::default();
            let mends = Mends::search(checked.record(), &checked.report, &context, MAX_WORK);
            let mends = mends.unwrap_or_else(|| panic!("{text}"));
            let mended = mends
                .mends
                .first()
                .and_then(|mend| mend.text(checked.record()));
            let mended = mended.unwrap_or_else(|| panic!("{text}"));
            assert_eq!(bare(&mended), bare(&played.record()), "{text}");
        }
    }
}

#[test]
fn turns_in_other_languages_are_read() {
    for word in [
        "nehme",
        "ich nehme",
        "je prends",
        "biorę",
        "ik neem",
        "tomo",
        "I take",
    ] {
        let text = PIPPINZIP.record().replace("take", word);
        is_read(&PIPPINZIP, &text, &[]);
    }
}

/// A text whose record is valid stays unchanged.
#[test]
fn records_are_not_changed() {
    for played in [&GIPF, &PIPPINZIP] {
        let text = played.around(&played.numbered(|index, turn| match index {
            1 => format!("{turn} {{[b]x[/b] > y | z // 14:59 Ada: e2}}"),
            _ => turn.to_owned(),
        }));
        let converted = convert(text.as_bytes(), &Conversion::default()).unwrap();
        assert!(converted.notes.is_empty(), "{:?}", converted.notes);
        assert!(
            String::from_utf8(converted.bytes)
                .unwrap()
                .contains("14:59 Ada: e2")
        );
    }
}

#[test]
fn a_chat_has_one_finding() {
    let text = GIPF.lines(|index, turn, name| format!("[20:0{index}] {name}: {turn}"));
    let checked = Checked::from_record(Record::parse_str(&text), &Context::default());
    let [finding] = checked.report.findings.as_slice() else {
        panic!("{:?}", checked.report.findings);
    };
    assert!(finding.message.contains("chat"), "{finding:?}");
    assert_eq!(
        finding.hints.first().map(ToString::to_string).as_deref(),
        Some("convert the text to convert it to a record")
    );
}
