//! Records with an error keep their bytes when their file is formatted, whatever is around them.

use pipscribe::Checked;
use pipscribe::formats::pips::{format, format_page};
use pipscribe::games::Context;
use pipscribe::notation::split_text;
use pipscribe::publish::documents::PageKind;
use pipscribe::text::RawRecord;
use proptest::prelude::*;

use crate::hostile::mutation::Mutator;
use crate::support::{Folder, Run, cases, corpus_files, random_game_of};

/// Valid records as people write them: without numbers, with other line ends, with comments before
/// and after.
const UNTIDY: [&str; 4] = [
    "[Game \"gipf\"]\n[Variant \"basic\"]\nb3 c2\n",
    "# first\n\n\n[Game \"gipf\"]\n[Event \"e\"]\n[Variant \"basic\"]\n\n1. b3   {x} *\n\n# about the next\n\n",
    "[Game \"pippip\"]\n\n\n1) 5@b3/3 2) 2s;6@b2/5 *\n\n\n",
    "[Game \"pippinzip\"]\n[Size \"5\"]\n[Variant \"zipline\"]\nd3,c3 take *\n",
];

/// Invalid records whose numbers, order and spaces are the only evidence of the intended turns.
const INVALID: [&str; 7] = [
    // The commas of a list are missing; the numbers show where the turns end.
    "[Game \"pippinzip\"]\n[Variant \"zipline\"]\n[Size \"5\"]\n\n1. c3 2. a5 b4  d1 3. take 4. e1 *\n",
    // A number before a list in parentheses.
    "[Game \"gipf\"]\n[Variant \"basic\"]\n\n1. b3 2. c2 7. (xd2,e3*) d2  3. e2 *\n",
    // `take` is missing before stones that are not in the order of an auction.
    "[Game \"pippinzip\"]\n[Variant \"zipline\"]\n[Size \"3\"]\n1. b2 2. c3,a1 3. b1,a2 4. c1,b3 5. a3,c2 6. a1 *\n",
    // Conversions that are left out before an illegal turn.
    "[Game \"pippip\"]\n\n1. 5@b3/3 2. 2s;6@b2/5 3. 4@c2/1 4. 4@c2/1 *\n",
    "[Game \"gipf\"]\n[Variant \"basic\"]\n[Result \"1-0\"]\n\n1.b3   2.c2 1-0\n",
    "[Game \"gipf\"]\n[Variant \"basic\"\n  b3\n\n\n",
    "[Variant \"basic\"]  \n\n b3\n",
];

fn is_invalid(raw: &RawRecord) -> bool {
    raw.is_record()
        && !Checked::new(raw.clone(), &Context::default())
            .report
            .is_valid()
}

/// Returns the bytes of the invalid records of a file, with their numbers.
fn invalid_records(bytes: &[u8]) -> Vec<(usize, Vec<u8>)> {
    let records = split_text(bytes)
        .into_iter()
        .filter(RawRecord::is_record)
        .enumerate();
    records
        .filter(|(_, raw)| is_invalid(raw))
        .map(|(number, raw)| (number, raw.bytes))
        .collect()
}

fn assert_untouched(file: &[u8]) {
    let shown = || String::from_utf8_lossy(file).into_owned();
    let once = format(file, false).bytes;
    assert_eq!(invalid_records(&once), invalid_records(file), "{}", shown());
    assert_eq!(format(&once, false).bytes, once, "{}", shown());
}

#[test]
fn a_file_with_only_an_invalid_record_keeps_every_byte() {
    for record in INVALID {
        let crlf = record.replace('\n', "\r\n");
        let files = [
            record.to_owned(),
            record.trim_end().to_owned(),
            format!("{record}\n \n\n"),
            format!("\u{FEFF}{record}"),
            format!("\u{FEFF}{crlf}"),
            format!("\n\n  # why \n\n\n#  more\n{record}"),
            crlf,
        ];
        for file in files {
            assert_eq!(
                String::from_utf8(format(file.as_bytes(), false).bytes).unwrap(),
                file
            );
            assert_eq!(
                String::from_utf8(format(file.as_bytes(), true).bytes).unwrap(),
                file,
                "bare"
            );
        }
    }
}

#[test]
fn invalid_records_of_a_document_keep_their_bytes() {
    for record in INVALID {
        for margin in ["", "> ", "  "] {
            for end in ["\n", "\r\n"] {
                let text = format!("# why\n{record}```\n\n```pips\n{}\n```\n", UNTIDY[0]);
                let open = if margin == "  " { "- " } else { margin };
                let lines = text.lines().map(|line| format!("{margin}{line}{end}"));
                let page = format!(
                    "Text{end}{end}{open}```pips wide{end}{}",
                    lines.collect::<String>()
                );
                let formatted =
                    format_page(page.as_bytes(), PageKind::Markdown, &Context::default());
                assert_eq!(formatted.left_as_they_are.len(), 1, "{page}");
                let in_file = |page: &[u8]| -> Vec<Vec<u8>> {
                    let invalid = PageKind::Markdown
                        .records(page)
                        .into_iter()
                        .filter(is_invalid);
                    invalid.map(|raw| raw.lines().1).collect()
                };
                assert_eq!(
                    in_file(&formatted.bytes),
                    in_file(page.as_bytes()),
                    "{page}"
                );
                assert!(
                    String::from_utf8(formatted.bytes)
                        .unwrap()
                        .contains("1. b3 2. c2 *"),
                    "{page}"
                );
            }
        }
    }
}

#[test]
fn fmt_names_each_record_that_it_leaves() {
    let folder = Folder::new("fmt-invalid");
    let text = format!("{}\n{}\n{}", INVALID[1], UNTIDY[0], INVALID[4]);
    let path = folder.file("a.pips", &text);
    let output = Run::new(&["fmt", &path]).done().expect_status(0);
    let reported = output.stderr();
    assert!(
        reported.contains("a.pips, record 1: left as it is: turn 2: "),
        "{reported}"
    );
    assert!(
        reported.contains("a.pips, record 3: left as it is: ")
            && reported.contains("(record/undecided)"),
        "{reported}"
    );
    assert_eq!(reported.matches("left as it is").count(), 2, "{reported}");
    assert!(
        std::fs::read_to_string(&path)
            .unwrap()
            .contains("1. b3 2. c2 *\n")
    );
    let again = Run::new(&["fmt", "--check", &path]).done().expect_status(0);
    assert_eq!(
        again.stdout(),
        "",
        "records that are left count as unchanged"
    );
    // A waived error, and an expected one, do not prevent the canonical form.
    for (comment, written) in [
        (
            "{[%expect gipf/off-board]}",
            "1. b3 2. a6 {[%expect gipf/off-board]} 2. c2 *\n",
        ),
        (
            "{[%irregular gipf/no-row]}",
            "1. b3 2. a6 {[%irregular gipf/no-row]} 3. c2 *\n",
        ),
    ] {
        let text = format!("[Game \"gipf\"]\n[Variant \"basic\"]\nb3 a6 {comment} c2");
        let is_valid = Checked::from_text(&text).report.is_valid();
        let output = Run::new(&["fmt", "-"]).stdin(&text).done().stdout();
        assert_eq!(output.ends_with(written), is_valid, "{output}");
    }
}

#[test]
fn fixes_are_the_same_before_and_after_formatting() {
    let folder = Folder::new("fmt-mend");
    for record in INVALID {
        let path = folder.file("a.pips", record);
        let fixes = || {
            Run::new(&["mend", "--format", "json", &path])
                .done()
                .stdout()
        };
        let before = fixes();
        Run::new(&["fmt", &path]).done().expect_status(0);
        assert_eq!(fixes(), before);
    }
}

/// The findings of a valid record that formatting does not remove, in their order.
fn lasting_findings(checked: &Checked) -> Vec<(&'static str, u32, Vec<u32>, String)> {
    let findings = checked.report.findings.iter();
    let lasting =
        findings.filter(|finding| !["turn/number", "syntax/unusual"].contains(&finding.code.id));
    lasting
        .map(|finding| {
            (
                finding.code.id,
                finding.turn,
                finding.variation.clone(),
                finding.message.to_string(),
            )
        })
        .collect()
}

/// Compares the findings of a record with those of its canonical form.
fn assert_same_order(text: &str) {
    let before = Checked::from_text(text);
    if before.report.is_valid() {
        let formatted = String::from_utf8(format(text.as_bytes(), false).bytes).unwrap();
        let after = Checked::from_text(&formatted);
        assert_eq!(
            lasting_findings(&after),
            lasting_findings(&before),
            "{text}\n{formatted}"
        );
    }
}

#[test]
fn findings_keep_their_order_when_only_the_writing_is_unusual() {
    for text in [
        "[Variant \"basic\"]\n[Game \"gipf\"]\n[Reslut \"*\"]\n\n1. b3 3. c2 {[%cirlce b3] [%arrow a1->b3] {x} *\n",
        "[Game \"gipf\"]\n[Reslut \"*\"]\n[Variant \"basic\"]\nb3 {[%irregular gipf/no-row]} {[%circle z9 y9]} *\n",
    ] {
        assert!(
            !lasting_findings(&Checked::from_text(text)).is_empty(),
            "{text}"
        );
        assert_same_order(text);
    }
}

proptest! {
    #![proptest_config(cases(60))]

    #[test]
    fn invalid_records_keep_their_bytes_between_neighbours(
        pieces in prop::collection::vec((0..11_usize, 0..3_usize), 1..6), crlf in any::<bool>(), mark in any::<bool>(),
        cut in any::<bool>()
    ) {
        let all = [&UNTIDY[..], &INVALID[..]].concat();
        let piece = |(piece, blanks): &(usize, usize)| format!("{}{}", all[*piece], "\n".repeat(*blanks));
        let mut file: String = pieces.iter().map(piece).collect();
        if crlf {
            file = file.replace('\n', "\r\n");
        }
        if mark {
            file.insert(0, '\u{FEFF}');
        }
        assert_untouched(if cut { file.trim_end() } else { &file }.as_bytes());
    }
}

/// Every record of the corpus, and thousands of mutated ones.
mod slow {
    use super::*;

    #[test]
    fn mutated_records_keep_their_bytes_if_they_are_invalid() {
        let mut seeds: Vec<Vec<u8>> = corpus_files("")
            .iter()
            .map(|path| std::fs::read(path).unwrap())
            .collect();
        seeds.retain(|bytes| bytes.len() < 1_500);
        for number in 0..u64::from(crate::support::scaled(600)) {
            assert_untouched(&Mutator::new(&seeds, 66, number).mutated());
        }
    }

    #[test]
    fn findings_of_valid_records_keep_their_order() {
        let corpus = corpus_files("")
            .into_iter()
            .map(|path| std::fs::read(path).unwrap());
        let records = corpus
            .flat_map(|bytes| split_text(&bytes))
            .filter(RawRecord::is_record);
        let random = (0..40_usize).map(|seed| random_game_of(seed, seed as u64, 30));
        let texts = records
            .filter_map(|raw| String::from_utf8(raw.bytes).ok())
            .chain(random);
        for text in texts.filter(|text| text.len() < 4_000) {
            assert_same_order(&text);
            assert_same_order(&text.replace(". ", ".").replace('\n', "\r\n"));
            // Tags in another order.
            let (tags, moves): (Vec<&str>, Vec<&str>) =
                text.lines().partition(|line| line.starts_with('['));
            let mut others: Vec<&str> = tags.iter().skip(1).rev().copied().collect();
            others.splice(0..0, tags.first().copied());
            assert_same_order(&format!("{}\n\n{}\n", others.join("\n"), moves.join("\n")));
        }
    }
}
