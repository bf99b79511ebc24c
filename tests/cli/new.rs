//! First records to fill in.

use pipscribe::games::GameId;

use crate::support::{pipscribe, status, stderr, stdout};

#[test]
fn a_new_record_is_sound_canonical_and_says_what_there_is() {
    for game in GameId::ALL {
        for variant in game.variants() {
            let text = stdout(&pipscribe(&["new", game.name(), "--variant", variant], b""));
            assert!(text.starts_with(&format!("[Game \"{}\"]\n[Variant \"{variant}\"]\n", game.name())), "{text}");
            assert_eq!(status(&["check", "--quiet", "-"], &text), Some(0), "{text}");
            assert_eq!(stdout(&pipscribe(&["fmt", "-"], text.as_bytes())), text);
            for other in game.variants().iter().filter(|_| game.variants().len() > 1) {
                assert!(text.contains(other), "{text}");
            }
            for option in game.options() {
                assert!(text.contains(&format!("{option}=")), "{option}: {text}");
            }
            // The turns that it shows can be played.
            let turns = text.lines().find_map(|line| line.strip_prefix("# Turns, a number for each: ")).unwrap();
            let tags: String =
                text.lines().filter(|line| line.starts_with('[')).map(|line| format!("{line}\n")).collect();
            assert_eq!(status(&["check", "--quiet", "-"], &format!("{tags}\n{turns} *\n")), Some(0), "{turns}");
            assert_eq!(turns.split(' ').count(), 8, "{turns}");
        }
    }
}

#[test]
fn what_is_asked_for_is_said() {
    let text = stdout(&pipscribe(&["new", "pippinzip", "--variant", "zipline", "--tag", "Size=7"], b""));
    assert!(text.starts_with("[Game \"pippinzip\"]\n[Variant \"zipline\"]\n[Size \"7\"]\n\n"), "{text}");
    let text = stdout(&pipscribe(&["new", "gipf", "--options", "out=empty"], b""));
    assert!(text.contains("[Options \"out=empty\"]\n") && !text.contains("out=push"), "{text}");
    let output = pipscribe(&["new", "chess"], b"");
    assert_eq!(output.status.code(), Some(2));
    assert_eq!(stderr(&output), "error: there is no game `chess` (the games are gipf, pippinzip, pippip, pipe)\n");
    assert_eq!(status(&["new", "gipf", "--variant", "chess"], ""), Some(2));
}

#[test]
fn results_speak_of_as_many_seats() {
    let result = |arguments: &[&str]| {
        let text = stdout(&pipscribe(&[&["new"], arguments].concat(), b""));
        text.lines().find(|line| line.contains("[Result")).unwrap().to_owned()
    };
    assert_eq!(result(&["gipf", "--variant", "basic"]), "# [Result \"*\"]  1-0, 0-1, 1/2-1/2");
    let three = result(&["pippinzip", "--variant", "zipline", "--tag", "Players=3"]);
    assert_eq!(three, "# [Result \"*\"]  1-0-0, 1/2-1/2-0 and the like");
}
