//! The index of a file of records: it finds the same records as a full read, and an index that does
//! not fit its file is not used.

use pipscribe::games::Symmetry;

use crate::support::{Folder, Run, random_game_of};

fn grep(arguments: &[&str]) -> String {
    Run::new(&[&["grep", "-n"], arguments].concat())
        .done()
        .stdout()
}

/// A file of 150 games of GIPF, Pippinzip and Pip•Pip, and for each of them a position in the
/// middle of one, rotated.
fn collection(folder: &Folder) -> (String, [String; 3]) {
    let games: Vec<String> = (0..150)
        .map(|seed| random_game_of([0, 4, 3][seed % 3], seed as u64, 14))
        .collect();
    let ways = [
        (75, Symmetry::mirrored(60)),
        (76, Symmetry::mirrored(90)),
        (77, Symmetry::turned(180)),
    ];
    let turned = ways.map(|(game, by)| {
        let checked = pipscribe::Checked::from_text(&games[game]);
        let position = checked
            .timeline()
            .unwrap()
            .after(Some(5))
            .unwrap()
            .position
            .clone();
        position.turned_text(by).unwrap()
    });
    (folder.file("all.pips", &games.join("\n")), turned)
}

#[test]
fn an_index_finds_what_reading_finds() {
    let folder = Folder::new("index");
    let (path, [gipf, pippinzip, pippip]) = collection(&folder);
    let asked: [&[&str]; 6] = [
        &["--position", &gipf, "--symmetric", &path],
        &["--position", &gipf, &path],
        &["--record", "99", &path],
        &["--record", "151", &path],
        &["--position", &pippinzip, "--symmetric", &path],
        &["--position", &pippip, "--symmetric", &path],
    ];
    let read: Vec<String> = asked.iter().map(|arguments| grep(arguments)).collect();
    assert!(
        read[0].contains(": record 76\n") && read[2].ends_with(": record 99\n"),
        "{read:?}"
    );
    assert!(
        read[4].contains(": record 77\n") && read[5].contains(": record 78\n"),
        "{read:?}"
    );
    let index = folder.path().join("all.pips.pipx");
    assert!(!index.exists(), "nobody asked for it");
    assert_eq!(grep(&[&["--index"], asked[0]].concat()), read[0]);
    let made = std::fs::read(&index).unwrap();
    assert_eq!(
        asked
            .iter()
            .map(|arguments| grep(arguments))
            .collect::<Vec<_>>(),
        read
    );
    let place = |file: &str| {
        Run::new(&["moves", "--count", "--record", "99", file])
            .done()
            .stdout()
    };
    let by_index = place(&path);

    // If the index is damaged, the file itself is read.
    let wrong: [Vec<u8>; 5] = [
        Vec::new(),
        b"pipx0002".to_vec(),
        made[..made.len() - 1].to_vec(),
        made.iter().rev().copied().collect(),
        made.iter()
            .enumerate()
            .map(|(at, byte)| if at == 99 { !byte } else { *byte })
            .collect(),
    ];
    for bytes in wrong {
        std::fs::write(&index, bytes).unwrap();
        assert_eq!(
            asked
                .iter()
                .map(|arguments| grep(arguments))
                .collect::<Vec<_>>(),
            read
        );
        assert_eq!(place(&path), by_index);
    }
    std::fs::remove_file(&index).unwrap();
    assert_eq!(place(&path), by_index);
}

#[test]
fn positions_of_the_pipe_game_are_found_with_an_index() {
    let folder = Folder::new("index-of-pipes");
    let games: Vec<String> = (0..12)
        .map(|seed| random_game_of([8, 0][seed % 2], seed as u64, 6))
        .collect();
    let path = folder.file("all.pips", &games.join("\n"));
    let position = pipscribe::Checked::from_text(&games[8])
        .timeline()
        .unwrap()
        .after(Some(4))
        .unwrap()
        .position
        .text();
    let asked = ["--position", &position, &path];
    let read = grep(&asked);
    assert!(read.contains(": record 9\n"), "{read}");
    assert_eq!(grep(&[&["--index"], &asked[..]].concat()), read);
    grep(&["--index", "--record", "1", &path]);
    assert!(folder.path().join("all.pips.pipx").exists());
    assert_eq!(grep(&asked), read);
}

#[test]
fn an_index_of_another_file_is_not_used() {
    let folder = Folder::new("stale-index");
    let (path, _) = collection(&folder);
    grep(&["--index", "--record", "1", &path]);
    let text = std::fs::read_to_string(&path).unwrap();
    // Of the same length as before, with other records.
    let other = text.replacen("[Game \"gipf\"]", "[Game \"gopf\"]", 1);
    std::fs::write(&path, &other).unwrap();
    let found = Run::new(&["grep", "-q", "--record", "1", &path])
        .done()
        .stdout();
    assert!(found.starts_with("[Game \"gopf\"]"), "{found}");
}
