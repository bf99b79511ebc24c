//! Code that must survive any bytes: every reader, every judge and every writer of the library. The
//! tests feed it generated input, and the fuzz targets the input that they find.

use std::ops::ControlFlow;

use pipscribe::Checked;
use pipscribe::decks::DeckFile;
use pipscribe::draw::{Scene, write_svg, write_text};
use pipscribe::findings::Hint;
use pipscribe::formats::pips;
use pipscribe::formats::{Assumptions, FORMATS, Format, Imported, Pieces, format_named};
use pipscribe::games::{Context, Game, SetupTags, gipf, pipe, pippinzip, pippip};
use pipscribe::notation::Record;
use pipscribe::notation::split_text;
use pipscribe::publish::documents::PageKind;
use pipscribe::replay::Why;
use pipscribe::reports::{
    Emitter, Entry, HumanWriter, Junit, Look, Sarif, write_github, write_short, write_why,
};
use pipscribe::text::RawRecord;
use pipscribe::text::SourceText;

/// The maximum number of legal turns that are visited; a position may have millions.
const MAX_TURNS: usize = 40;
/// The maximum number of findings of a record that are written in every format.
const MAX_WRITTEN: usize = 30;

/// The tags that a record of each game needs in addition to `Game`.
const TAGS: [&str; 4] = [
    "[Variant \"tournament\"]",
    "[Variant \"zipline\"]\n[Size \"7\"]",
    "",
    "[Variant \"both\"]\n[Deck \"twin-works\"]",
];

/// A file of records.
pub(crate) fn records(bytes: &[u8]) {
    let once = pips::format(bytes, false).bytes;
    assert_eq!(pips::format(&once, false).bytes, once, "not idempotent");
    let _ = pips::format(bytes, true);
    assert_eq!(
        invalid(&once),
        invalid(bytes),
        "an invalid record was changed"
    );
    let raws = split_text(bytes);
    assert_eq!(
        raws.iter().map(|raw| raw.bytes.len()).sum::<usize>(),
        bytes.len(),
        "a byte belongs to no record"
    );
    for raw in raws.into_iter().filter(RawRecord::is_record) {
        let checked = Checked::new(raw, &Context::default());
        findings(&checked);
        replayed(&checked);
    }
    // The same bytes as a Markdown document.
    let inside = PageKind::Markdown.records(&[b"```pips\n", bytes].concat());
    assert!(inside.iter().all(|raw| raw.bytes.len() <= bytes.len()));
}

/// The bytes of the invalid records of a file, which no writer of canonical forms may change.
fn invalid(bytes: &[u8]) -> Vec<Vec<u8>> {
    let records = split_text(bytes)
        .into_iter()
        .filter(|raw| raw.is_record() && raw.dropped == 0);
    records
        .filter(|raw| {
            !Checked::new(raw.clone(), &Context::default())
                .report
                .is_valid()
        })
        .map(|raw| raw.bytes)
        .collect()
}

fn findings(checked: &Checked) {
    let (record, report) = (checked.record(), &checked.report);
    let length = record.text().len();
    let writer = HumanWriter::new(
        "-",
        record,
        report,
        Look {
            colours: false,
            width: 80,
            links: None,
        },
    );
    let mut last = 0;
    for (index, finding) in report.findings.iter().enumerate() {
        let span = finding.span;
        assert!(
            last <= span.start && span.start <= span.end && span.end as usize <= length,
            "{finding:?}"
        );
        assert!(
            record.text().get(span.range()).is_some(),
            "inside a character: {finding:?}"
        );
        last = span.start;
        if index < MAX_WRITTEN {
            let github = write_github("-", record.source(), finding, Hint::neutral_text);
            assert_eq!(github.matches('\n').count(), 1, "{github}");
            let _ = (
                write_short("-", record.source(), finding),
                writer.write(finding),
            );
            let _ = Sarif::default()
                .result("-", 1, record.source(), finding)
                .unwrap();
        }
    }
    let entry = Entry::new("-", 1, checked);
    Junit::by_file().record(&entry, &mut Vec::new()).unwrap();
    let _ = serde_json::to_string(&entry).unwrap();
    let _ = format_named("gipf.com").map(|format| format.write(checked));
}

/// The output of `replay`, `render`, `why` and `moves`.
fn replayed(checked: &Checked) {
    let Ok(timeline) = checked.timeline() else {
        return;
    };
    assert_eq!(timeline.report.turns, checked.report.turns);
    for turn in timeline.main_line() {
        let _ = serde_json::to_string(&turn.json(None, 1)).unwrap();
    }
    let _ = serde_json::to_string(&timeline.end_json(None, 1, None)).unwrap();
    if let Ok(why) = Why::explain(timeline, None) {
        let _ = (
            write_why(&why),
            serde_json::to_string(&why.json("-", 1)).unwrap(),
        );
    }
    let Ok(last) = timeline.after(None) else {
        return;
    };
    for frame in [last, &timeline.frames()[timeline.frames().len() / 2]] {
        figure(&frame.position.scene());
    }
    for exhibit in timeline
        .report
        .findings
        .iter()
        .filter_map(|finding| finding.exhibit.as_ref())
    {
        figure(&timeline.report.board(exhibit).unwrap().scene());
    }
    let mut left = MAX_TURNS;
    let _ = last.position.visit_legal_turns(&mut |turn, _| {
        let _ = turn.to_string();
        left -= 1;
        if left > 0 {
            ControlFlow::Continue(())
        } else {
            ControlFlow::Break(())
        }
    });
}

fn figure(scene: &Scene) {
    let (text, svg) = (write_text(scene), write_svg(scene));
    assert!(!text.is_empty() && svg.starts_with("<svg"));
}

/// A deck file.
pub(crate) fn deck(bytes: &[u8]) {
    let file = DeckFile::read(bytes);
    let text = file.source.text();
    for finding in &file.findings {
        assert!(text.get(finding.span.range()).is_some(), "{finding:?}");
        let _ = (
            write_short("-", &file.source, finding),
            Sarif::default()
                .result("-", 1, &file.source, finding)
                .unwrap(),
        );
    }
    assert_eq!(file.deck.is_some(), file.findings.is_empty());
}

/// A text, sent to the reader of every foreign format, and the result to every writer.
pub(crate) fn foreign(text: &str) {
    for format in FORMATS.iter().filter(|format| format.info().reads) {
        let _ = format.recognises(text);
        for game in foreign_games(*format, text)
            .iter()
            .filter(|game| !game.text.is_empty())
        {
            let checked = Checked::from_text(&game.text);
            for writer in FORMATS.iter().filter(|format| format.info().writes) {
                let _ = writer.write(&checked);
            }
        }
    }
}

/// A text, sent to the reader of one foreign format.
pub(crate) fn foreign_games(format: &dyn Format, text: &str) -> Vec<Imported> {
    let mut all = Vec::new();
    for piece in Pieces::new(text.as_bytes(), format.info().cut).map(Result::unwrap) {
        let source = SourceText::new(
            String::from_utf8_lossy(&piece.bytes).into_owned(),
            piece.offset,
            piece.line,
        );
        let games = format.read(&source, &Assumptions::default());
        for game in &games {
            for finding in &game.findings {
                assert!(
                    source.text().get(finding.span.range()).is_some(),
                    "{}: {finding:?}",
                    format.name()
                );
            }
            assert!(
                !game.text.is_empty() || !game.findings.is_empty(),
                "{}: no finding",
                format.name()
            );
        }
        all.extend(games);
    }
    all
}

/// A turn and a position, sent to the grammar of every game.
pub(crate) fn language(text: &str) {
    game_language::<gipf::Gipf>(text, TAGS[0]);
    game_language::<pippinzip::Pippinzip>(text, TAGS[1]);
    game_language::<pippip::Pippip>(text, TAGS[2]);
    game_language::<pipe::Pipe>(text, TAGS[3]);
}

/// A parsed value is written in a form that is parsed as the same value.
fn game_language<G: Game>(text: &str, tags: &str) {
    if let Ok(turn) = G::parse_turn(text) {
        let canonical = turn.to_string();
        assert_eq!(G::parse_turn(&canonical).unwrap().to_string(), canonical);
    }
    if let Ok(position) = G::parse_position(text) {
        let canonical = position.to_string();
        assert_eq!(
            G::parse_position(&canonical).unwrap().to_string(),
            canonical
        );
        let record = Record::parse_str(&format!("[Game \"{}\"]\n{tags}\n", G::NAME));
        let setup = G::setup(&mut SetupTags::new::<G>(&record, &Context::default())).unwrap();
        figure(&G::scene(&setup, &G::state_for_drawing(&setup, &position)));
    }
}
