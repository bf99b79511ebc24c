//! Written files, played by another program.

use std::process::Command;

use pipscribe::notation::Record;

use super::round_trip::strewn;
use super::{read, written};
use crate::support::{Folder, SETUPS, random_game, random_game_of, replayed, root, skipped};

/// A line for each game that sgfmill plays with a script; `None` if sgfmill is not installed.
fn sgfmill(script: &str, collection: &str) -> Option<Vec<String>> {
    let Some(python) = std::env::var_os("PIPSCRIBE_SGFMILL") else {
        skipped("PIPSCRIBE_SGFMILL names no Python that has sgfmill", None);
        return None;
    };
    let folder = Folder::new("sgfmill");
    let file = folder.file("all.sgf", collection);
    let script = root().join("tests/formats/sgfmill").join(script);
    let output = Command::new(python).arg(script).arg(file).output().unwrap();
    assert!(
        output.status.success(),
        "{}",
        String::from_utf8_lossy(&output.stderr)
    );
    Some(
        String::from_utf8(output.stdout)
            .unwrap()
            .lines()
            .map(str::to_owned)
            .collect(),
    )
}

/// The board of a position in the form that sgfmill prints.
fn board(position: &str) -> String {
    let (rows, _) = position.split_once(' ').unwrap();
    let empty = |run: &str| {
        run.parse()
            .map_or(run.to_owned(), |count| ".".repeat(count))
    };
    let rows = rows.split('/').map(|row| {
        row.split_inclusive(['b', 'w'])
            .map(|run| {
                let (count, stone) =
                    run.split_at(run.len() - usize::from(run.ends_with(['b', 'w'])));
                empty(count) + stone
            })
            .collect::<String>()
    });
    rows.collect::<Vec<_>>().join("/")
}

/// Starts another program.
mod slow {
    use super::*;

    #[test]
    fn sgfmill_plays_what_is_written() {
        let mut records: Vec<String> = (0..66)
            .map(|seed| random_game_of(seed, seed as u64, 200))
            .collect();
        // Long games on small boards remove stones; short ones do not, whatever their comments say.
        records.extend((0..190).map(|seed| random_game_of(seed, seed as u64, 14)));
        records.extend(
            (0..190).map(|seed| strewn(&random_game_of(seed, seed as u64, 14), seed as u64)),
        );
        let collection: String = records.iter().map(|record| written(record)).collect();
        let Some(boards) = sgfmill("boards.py", &collection) else {
            return;
        };
        assert_eq!(boards.len(), records.len());
        let mut count = [0, 0];
        for (record, line) in records
            .iter()
            .map(|text| Record::parse_str(text))
            .zip(boards)
        {
            if record.tag("Game").unwrap().value != "pippinzip" {
                assert_eq!(line, "another game");
                continue;
            }
            let replayed = replayed(&record);
            let (found, how) = line.split_once(' ').unwrap();
            assert_eq!(
                board(&replayed.turns.last().unwrap().position),
                found,
                "{}",
                record.text()
            );
            count[usize::from(how == "moves")] += 1;
        }
        assert!(count[1] > 60, "{count:?}");
    }

    /// Random games of every game and variant, with and without comments and variations.
    #[test]
    fn sgfmill_plays_each_game_that_is_written_as_moves() {
        let setups = SETUPS
            .iter()
            .flat_map(|tags| (0..3).map(move |seed| (*tags, seed)));
        let mut records: Vec<String> = setups
            .map(|(tags, seed)| random_game(tags, seed, 400))
            .collect();
        let annotated: Vec<String> = records
            .iter()
            .zip(0..)
            .map(|(record, seed)| strewn(record, seed))
            .collect();
        records.extend(annotated);
        let collection: String = records
            .iter()
            .map(|record| crate::formats::written("sgf-moves", record))
            .collect();
        let Some(lines) = sgfmill("moves.py", &collection) else {
            return;
        };
        assert_eq!(lines.len(), records.len());
        let mut count = [0, 0];
        for (text, line) in records.iter().zip(lines) {
            let record = Record::parse_str(text);
            let [played, captured, again] = *line.splitn(3, ' ').collect::<Vec<_>>() else {
                panic!("{line}");
            };
            // When sgfmill writes the file again, it is still the same record.
            assert_eq!(read(&again.replace("\\n", "\n")).text, *text, "{again}");
            if record.tag("Game").unwrap().value != "pippinzip" {
                assert_eq!(played, "-");
                continue;
            }
            let replayed = replayed(&record);
            let last = &replayed.turns.last().unwrap().position;
            assert_eq!(board(last), played, "{text}");
            count[usize::from(captured != "0")] += 1;
        }
        assert!(count[1] > 4, "{count:?}");
    }
}
