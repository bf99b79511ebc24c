//! Puzzles in figures: the position and the task are shown, and the following turns are hidden
//! until the reader asks for them.

use crate::support::Run;

pub(super) const PUZZLE: &str = "[Game \"gipf\"]\n[Variant \"basic\"]\n\n\
    1. b3 {[%puzzle save 2]} (1. c2 {[%diagram \"Before\"]}) 2. c2 (2. {[%solution]} f2 3. g2) \
    (2. d2 {[%refuted] [%diagram \"A try\"]}) 3. f7 {[%diagram \"End\"]} *\n";

fn words(options: &[&str]) -> String {
    let arguments = [&["render", "--format", "words", "-"], options].concat();
    Run::new(&arguments)
        .stdin(PUZZLE)
        .done()
        .expect_status(0)
        .stdout()
}

#[test]
fn a_puzzle_shows_its_position_and_its_task() {
    let puzzle = words(&[]);
    assert!(
        puzzle.contains("after turn 1: b3") && !puzzle.contains("f7"),
        "{puzzle}"
    );
    assert!(
        puzzle.starts_with("GIPF, Black to move and not lose in 2 turns, after turn 1: b3.\n"),
        "{puzzle}"
    );
    let text = Run::new(&["render", "-"])
        .stdin(PUZZLE)
        .done()
        .expect_status(0)
        .stdout();
    assert!(
        text.contains("\nBlack to move and not lose in 2 turns\n"),
        "{text}"
    );
    assert!(words(&["--lang", "fr"]).contains("Noir au trait ne perd pas en 2 coups"));
    // The task is shown only at the position of the puzzle.
    assert!(!words(&["--turn", "0"]).contains("not lose"));
}

#[test]
fn the_solution_is_shown_when_it_is_asked_for() {
    assert!(words(&["--solution"]).contains("after turn 3: f7"));
    assert!(words(&["--turn", "3"]).contains("after turn 3: f7"));
    assert!(words(&["--line", "2.1"]).contains("after turn 3: g2"));
    let captions = |options: &[&str]| {
        let arguments = [&["render", "--figures", "--format", "text", "-"], options].concat();
        let text = Run::new(&arguments)
            .stdin(PUZZLE)
            .done()
            .expect_status(0)
            .stdout();
        ["Before", "A try", "End"].map(|caption| text.contains(caption))
    };
    assert_eq!(captions(&[]), [true, false, false]);
    assert_eq!(captions(&["--solution"]), [true; 3]);
}

#[test]
fn a_player_hides_the_solution_of_each_puzzle() {
    let two = PUZZLE
        .replace("3. f7 {", "3. f7 {[%puzzle only 1] ")
        .replace(" *\n", " 4. c6 5. g6 *\n");
    let html = Run::new(&["render", "--format", "html", "-"])
        .stdin(&two)
        .done()
        .expect_status(0)
        .stdout();
    let parts: Vec<&str> = html
        .split("<li><details class=\"solution\"><summary>Solution</summary>")
        .collect();
    let [_, first, second] = *parts.as_slice() else {
        panic!("two solutions: {html}")
    };
    assert!(first.contains(">f7</bdi>"));
    let inside = second.split_once("<p class=\"result\">").unwrap().0;
    assert!(
        !first.contains(">c6</bdi>")
            && inside.contains(">c6</bdi>")
            && inside.contains(">g6</bdi>"),
        "{inside}"
    );
    assert_eq!(
        inside.matches("</details></li>").count(),
        2,
        "one part is within the other: {inside}"
    );
    let shown = Run::new(&["render", "--format", "html", "--solution", "-"])
        .stdin(&two)
        .done()
        .stdout();
    assert!(shown.contains("<details class=\"solution\" open>"));
}

#[test]
fn a_player_hides_the_solution() {
    let page = |options: &[&str]| {
        let arguments = [&["render", "--format", "html", "-"], options].concat();
        Run::new(&arguments)
            .stdin(PUZZLE)
            .done()
            .expect_status(0)
            .stdout()
    };
    let html = page(&[]);
    let (before, inside) = html
        .split_once("<li><details class=\"solution\"><summary>Solution</summary>")
        .unwrap();
    let inside = inside.split_once("<p class=\"result\">").unwrap().0;
    assert!(
        before.contains(">b3</bdi>") && before.contains(">c2</bdi>"),
        "the variation of turn 1 is not hidden"
    );
    assert!(
        ["f7", "f2", "g2", "d2"]
            .iter()
            .all(|turn| inside.contains(&format!(">{turn}</bdi>"))),
        "{inside}"
    );
    assert!(
        before.contains("href=\"#1\" aria-current=\"step\""),
        "the page opens at the puzzle"
    );
    assert!(page(&["--solution"]).contains("<details class=\"solution\" open>"));
    assert!(
        !crate::figures::player_page::page("[Game \"gipf\"]\n[Variant \"basic\"]\n\n1. b3 *\n")
            .contains("class=\"solution\"")
    );
}
