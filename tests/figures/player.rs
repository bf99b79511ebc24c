//! Tests the player as text; `browser` opens it.

use pipscribe::Checked;
use pipscribe::figures::{PlayerError, PlayerOptions, player};
use pipscribe::replay::NoFrame;

use super::player_page::{data, hostile_record, ids, page, played, texts, without_tags};
use crate::support::{Folder, RecordText, Run, file_names, root};

#[test]
fn every_position_is_in_the_page() {
    let record = std::fs::read_to_string(root().join("corpus/readme/opening.pips")).unwrap();
    let html = page(&record);
    let data = data(&html);
    assert_eq!(ids(&data), ["0", "1", "2", "3", "3-1-3", "3-1-4", "4", "5"]);
    let positions = texts(&data, "position");
    assert_eq!(positions[3], "1W2/2W2/6/7/6/B4/4 b 14,16 0,0 wb -");
    assert_eq!(positions[4], "1WW1/5/6/7/6/B4/4 b 14,16 0,0 wb -");
    assert!(texts(&data, "words")[1].contains("White GIPF piece on b3"));
    assert!(texts(&data, "drawing")[1].contains("class=\"piece-1\""));
    let beneath = without_tags(&texts(&data, "beneath")[1]);
    assert!(
        beneath.starts_with("Ann White 16 in reserve, may introduce GIPF pieces Bob Black 18 in"),
        "{beneath}"
    );
    for part in [
        "<h1><bdi>Ann – Bob</bdi></h1>",
        "<bdi>Club evening</bdi>",
        "<p class=\"comment\" dir=\"auto\">the far corner</p>",
        "aria-label=\"good\" title=\"good\">!</span>",
        "<a class=\"step\" href=\"#3-1-4\" data-step=\"5\"",
        "<summary>Variation 1 of turn 3</summary>",
        "role=\"img\" aria-labelledby=\"figure-title\" aria-describedby=\"figure-words\"",
        "aria-live=\"polite\"",
        "prefers-color-scheme:dark",
    ] {
        assert!(html.contains(part), "{part}");
    }
}

#[test]
fn a_page_needs_nothing_else_and_is_the_same_each_time() {
    let html = page(&hostile_record());
    assert_eq!(html, page(&hostile_record()));
    assert!(html.contains("content=\"default-src 'none'; style-src 'sha256-"));
    // The SVG namespace is the only address.
    assert_eq!(
        html.matches("http").count(),
        1 + html.matches("http-equiv").count()
    );
}

#[test]
fn text_of_a_record_is_escaped() {
    let html = page(&hostile_record());
    assert_eq!(html.matches("<script").count(), 3);
    assert!(
        !html.contains("<img")
            && !html.contains("<!--")
            && html.contains("`${boom()}` &#8232; {{data}}")
    );
    let (before, script) = html.split_once("id=\"data\">").unwrap();
    assert!(before.contains("&lt;/script&gt;&lt;script&gt;boom()&lt;/script&gt;&lt;!-- &lt;img"));
    assert!(
        !script
            .split("</script>")
            .next()
            .unwrap()
            .contains(['<', '>', '&', '\u{2028}'])
    );
}

#[test]
fn a_record_plays_up_to_its_error() {
    let data_of = |record: &str| data(&page(record));
    let record = "[Game \"gipf\"]\n[Variant \"basic\"]\n\n1. b3 2. a2-d4 (2. c2 3. d2) 3. d2 *\n";
    let html = page(record);
    let data = data(&html);
    assert_eq!(ids(&data), ["0", "1", "2", "2-1-2", "2-1-3"]);
    assert_eq!(data["steps"][2]["label"], "Turn 2 refused: a2-d4");
    assert!(
        html.contains("<strong>Error</strong> d4 is on no line")
            && html.contains("<code>gipf/not-in-line</code>")
    );
    assert!(
        html.contains(">1 error, at turn 2: d4 is on no line that begins at a2</a>")
            && html.contains("<span class=\"fate\">not replayed</span>")
    );
    // A turn that is expected to be illegal is not a step; the turn that is played has its number.
    let record = "[Game \"gipf\"]\n[Variant \"basic\"]\n\n1. b3 2. e5 {[%expect gipf/wrong-landing]} 2. c2 *\n";
    assert_eq!(ids(&data_of(record)), ["0", "1", "2"]);
    // A turn that is legal although it is expected to be illegal has a finding, and the game
    // continues.
    let record = "[Game \"gipf\"]\n[Variant \"basic\"]\n\n1. b3 2. h3 {[%expect gipf/wrong-landing]} 2. c2 3. d2 *\n";
    assert_eq!(ids(&data_of(record)), ["0", "1", "2", "2.2", "3"]);
    // Findings without a turn are listed separately.
    let record = "[Game \"gipf\"]\n[Variant \"basic\"]\n[Date \"2026-02-30\"]\n\n1. b3 *\n";
    assert!(page(record).contains("<ul class=\"findings\">"));
}

#[test]
fn unplayable_records_are_reported() {
    let error = played("[Game \"gipf\"]\n[Variant \"none\"]\n\n1. b3 *\n").unwrap_err();
    assert_eq!(error, PlayerError::NoFrame(NoFrame::NoStart));
    Run::new(&["render", "--format", "html", "-"])
        .stdin(b"[Game \"gipf\"]\n[Variant \"none\"]\n\n1. b3 *\n")
        .done()
        .expect_stderr("invalid setup: `none` is not a valid value for the tag `Variant`");
    let good = "[Game \"gipf\"]\n[Variant \"basic\"]\n\n1. b3 *\n";
    Run::new(&["render", "--format", "html", "--turn", "2", "-"])
        .stdin(&good)
        .done()
        .expect_status(2);
    Run::new(&["render", "--format", "html", "--figures", "-"])
        .stdin(&good)
        .done()
        .expect_status(2);
    Run::new(&["render", "--format", "html", "--rotate", "90", "-"])
        .stdin(&good)
        .done()
        .expect_status(2);
}

#[test]
fn the_command_writes_the_page() {
    let folder = Folder::new("player");
    let two = "[Game \"gipf\"]\n[Variant \"basic\"]\n\n1. b3 *\n\n[Game \"gipf\"]\n[Variant \"basic\"]\n\n1. c2 2. d2 *\n";
    let (records, out) = (folder.file("two.pips", two), folder.path().join("x.html"));
    let arguments = [
        "render",
        "--record",
        "2",
        "--turn",
        "1",
        "--theme",
        "dark",
        "-o",
        out.to_str().unwrap(),
        &records,
    ];
    let output = Run::new(&arguments).done();
    assert_eq!(
        (
            output.status(),
            output.stdout().as_str(),
            output.stderr().as_str()
        ),
        (Some(0), "", "")
    );
    let html = std::fs::read_to_string(out).unwrap();
    assert_eq!(data(&html)["open"], 1);
    assert!(html.contains("color-scheme:dark") && !html.contains("prefers-color-scheme"));
    assert!(html.contains("Turn 1, White: c2"));
}

/// Marks of comments are drawn; the settings of a single diagram do not rotate the board.
#[test]
fn marks_are_drawn_and_the_board_keeps_still() {
    let text = |marks: &str| {
        let record = format!("[Game \"gipf\"]\n[Variant \"basic\"]\n\n1. b3 {{{marks}}} 2. c2 *\n");
        let data = data(&page(&record));
        (
            texts(&data, "drawing").remove(1),
            texts(&data, "beneath").remove(1),
        )
    };
    let (plain, _) = text("");
    let (marked, _) = text("[%circle d4]");
    assert!(!plain.contains("class=\"open-mark") && marked.contains("class=\"open-mark"));
    let (turned, beneath) = text("[%diagram \"A corner\" rotate=60]");
    assert_eq!(turned, plain);
    assert!(beneath.starts_with("<p>A corner</p>\n"), "{beneath}");
}

/// A page opens at the requested turn, or otherwise at the first finding, or otherwise at the last
/// turn.
#[test]
fn a_page_opens_where_something_is_to_be_seen() {
    let open = |record: &str, turn: Option<u32>| {
        let mut options = PlayerOptions::default();
        options.turn = turn;
        data(
            &player(Checked::from_text(record).timeline().unwrap(), &options)
                .unwrap()
                .html,
        )["open"]
            .clone()
    };
    let tags = "[Game \"gipf\"]\n[Variant \"basic\"]\n\n";
    let (sound, faulty) = (
        format!("{tags}1. b3 2. h3 (2. c2) *\n"),
        format!("{tags}1. b3 2. h3 3. a2-d4 4. c3 *\n"),
    );
    assert_eq!(
        (
            open(&sound, None),
            open(&sound, Some(1)),
            open(&sound, Some(0))
        ),
        (2.into(), 1.into(), 0.into())
    );
    assert_eq!(
        (open(&faulty, None), open(&faulty, Some(1))),
        (3.into(), 1.into())
    );
    assert_eq!(open(&format!("{tags}*\n"), None), 0);
    let html = page(&faulty);
    assert!(
        html.contains("<a href=\"#3\" data-to=\"3\">1 error, at turn 3: d4 is on no line"),
        "{html}"
    );
}

/// The last clock of each seat in the line is below the board, and comments name their authors.
#[test]
fn clocks_and_authors_are_shown() {
    let html = page(
        "[Game \"gipf\"]\n[Variant \"basic\"]\n\n1. b3 {[%clock 0:09:30] slow [%by \"Ann <b>\"]} \
         2. c2 {[%clock 0:09:50]} (2. d2 {[%clock 0:08:00]} 3. f2 {[%clock 0:07:00]}) 3. f7 *\n",
    );
    let beneath = texts(&data(&html), "beneath");
    let clocks: Vec<String> = beneath
        .iter()
        .map(|text| {
            let times = text.split("<span class=\"clock\">").skip(1);
            let times = times.map(|rest| rest.split_once('<').unwrap().0);
            times.collect::<Vec<_>>().join(" ")
        })
        .collect();
    let (white, both) = ("0:09:30", "0:09:30 0:09:50");
    let variation = ["0:09:30 0:08:00", "0:07:00 0:08:00"];
    assert_eq!(clocks, ["", white, both, variation[0], variation[1], both]);
    assert!(
        html.contains("<p class=\"comment\" dir=\"auto\"><cite>Ann &lt;b&gt;:</cite> slow</p>")
    );
}

#[test]
fn a_page_opens_at_the_end_of_a_line() {
    let record =
        "[Game \"gipf\"]\n[Variant \"basic\"]\n\n1. b3 2. c2 (2. d2 3. f2 (3. g2)) 3. f7 *\n";
    let open = |address: &str| {
        let args = ["render", "--format", "html", "--line", address, "-"];
        let page = Run::new(&args)
            .stdin(record)
            .done()
            .expect_status(0)
            .stdout();
        let data = data(&page);
        data["steps"][data["open"].as_u64().unwrap() as usize]["id"]
            .as_str()
            .unwrap()
            .to_owned()
    };
    assert_eq!(
        ["0", "2", "2.1", "2.1/2.1"].map(open),
        ["0", "2", "2-1-3", "2-1-3-1-3"]
    );
}

/// Cards, stores and seats are drawn below the board; clocks are also beside their turns.
#[test]
fn what_is_below_the_board_is_drawn_in_html() {
    let record = std::fs::read_to_string(root().join("corpus/gallery/pipe.pips")).unwrap();
    let beneath = texts(&data(&page(&record)), "beneath");
    assert!(beneath[22].contains(
        "<span class=\"hand\">\n<svg class=\"pips pips-screen\" role=\"img\" aria-label=\"10\""
    ));
    let drawing = texts(&data(&page(&record)), "drawing");
    assert!(
        !drawing[22].contains("picked up"),
        "the hands are not drawn twice"
    );
    let html = page("[Game \"pippip\"]\n\n1. 1s;6s;1s;1@d2/3 {[%clock 0:09:30]} *\n");
    assert!(html.contains(" <span class=\"clock\">0:09:30</span></a>"));
    assert!(
        texts(&data(&html), "beneath")[1].contains("store \n<svg"),
        "stores are dice"
    );
}

/// Seats have a piece, and words for the seat to move and for the winner, in all games and
/// languages.
#[test]
fn seats_have_pieces_and_words() {
    let lines_of = |html: &str, step: usize| {
        let beneath = texts(&data(html), "beneath").remove(step);
        beneath
            .split_inclusive("</p>\n")
            .filter(|line| line.contains("data-seat"))
            .map(str::to_owned)
            .collect::<Vec<_>>()
    };
    let record_of = |name: &str| std::fs::read_to_string(root().join("corpus").join(name)).unwrap();

    for (name, words, over) in [
        ("gallery/pipe.pips", ["Seat 1", "Seat 2"], false),
        ("gallery/pippip.pips", ["Light", "Dark"], true),
        ("gallery/pippinzip.pips", ["Seat 1", "Seat 2"], true),
        ("gipf/real/game-a.pips", ["White", "Black"], true),
        (
            "gipf/real/game-b-with-errors.pips",
            ["White", "Black"],
            false,
        ),
    ] {
        let html = page(&record_of(name));
        let open = data(&html)["open"].as_u64().unwrap();
        let lines = lines_of(&html, usize::try_from(open).unwrap());
        assert_eq!(lines.len(), 2, "{name}: {lines:?}");
        for (line, words) in lines.iter().zip(words) {
            assert!(line.contains(&format!("<b>{words}</b>")), "{name}: {line}");
            let (sign, _) = line.split_once("</svg>").unwrap();
            assert!(sign.contains("class=\"piece-"), "{name}: {line}");
            assert!(!sign.contains("arrow-head"), "{name}: {line}");
        }
        let all = lines.concat();
        assert_eq!(
            all.matches("has won").count(),
            usize::from(over),
            "{name}: {all}"
        );
        assert_eq!(
            all.matches(">to move<").count(),
            usize::from(!over),
            "{name}: {all}"
        );
        assert_eq!(
            all.matches("own moves").count(),
            usize::from(!over),
            "{name}: {all}"
        );
        assert!(
            html.contains("<span class=\"seat\" data-piece=\"1\">")
                && html.contains("<span class=\"seat\" data-piece=\"2\">"),
            "{name}: the list has no pieces"
        );
    }

    for (lang, to_move) in [("de", "am Zug"), ("fr", "au trait"), ("nl", "aan zet")] {
        let record = "corpus/gipf/real/game-b-with-errors.pips";
        let output = Run::new(&["render", "--format", "html", "--lang", lang, record]).done();
        let lines = lines_of(&output.stdout(), 1);
        assert_eq!(lines.len(), 2, "{lang}");
        assert!(
            lines[1].contains(&format!(">{to_move}<")),
            "{lang}: {lines:?}"
        );
    }
}

/// Each seat has a line at all steps, also before it has a piece, and the other notes follow.
#[test]
fn seats_have_lines_before_they_have_pieces() {
    let record = std::fs::read_to_string(root().join("corpus/gallery/pippinzip.pips")).unwrap();
    let beneath = texts(&data(&page(&record)), "beneath");
    assert_eq!(
        without_tags(&beneath[0]),
        "Seat 1 to move Seat 2 Auction of white stones"
    );
    assert_eq!(
        without_tags(&beneath[1]),
        "Seat 1 Seat 2 to move Auction of white stones"
    );
    for text in beneath {
        let (seats, others) = text.rsplit_once("<p data-seat").unwrap();
        assert_eq!(seats.matches("<p data-seat").count(), 1, "{text}");
        assert!(others.starts_with("=\"2\""), "{text}");
        assert!(!text.contains("<p></p>"), "{text}");
    }
}

/// A line about errors gives the turn of the first one, and texts keep their turns whole.
#[test]
fn errors_have_their_turn() {
    let head = "[Game \"gipf\"]\n[Variant \"basic\"]\n";
    let two = page(&format!(
        "{head}\n1. b3 {{from a2-c4}} 2. a2-d4 (2. a2-d4) *\n"
    ));
    assert!(
        two.contains(">2 errors, the first at turn 2: d4 is on no line"),
        "{two}"
    );
    assert!(two.contains("from <span class=\"whole\">a2-c4</span></p>"));
    let no_turn = page(&format!("{head}[Date \"2026-02-30\"]\n\n1. b3 *\n"));
    assert!(no_turn.contains("<a href=\"#findings\">1 error: "));
}

/// The whole text of a player is in the chosen language.
#[test]
fn a_player_has_other_languages() {
    let record = "corpus/gipf/real/game-a.pips";
    for (lang, said) in [
        ("de", "Nächster Zug"),
        ("fr", "Coup suivant"),
        ("nl", "Volgende zet"),
        ("en", "Next turn"),
    ] {
        let output = Run::new(&["render", "--format", "html", "--lang", lang, record]).done();
        let html = output.stdout();
        assert!(
            html.contains(&format!("<html lang=\"{lang}\">")) && html.contains(said),
            "{lang}"
        );
        assert!(!html.contains("{{"), "{lang}");
        assert_eq!(html.contains("Next turn"), lang == "en");
        let svg = Run::new(&[
            "render",
            "--format",
            "svg",
            "--lang",
            lang,
            "--legend",
            "--movement",
            record,
        ])
        .done()
        .stdout();
        assert_eq!(svg.contains(&format!(" lang=\"{lang}\"")), lang != "en");
        assert_eq!(svg.contains("in reserve"), lang == "en", "{lang}");
    }
    Run::new(&["render", "--lang", "eo", record])
        .done()
        .expect_status(2);
}

/// A player shows the effects of turns, and describes each step briefly.
#[test]
fn steps_describe_the_turn() {
    let record = "corpus/gipf/real/game-a.pips";
    let data = data(
        &Run::new(&["render", "--format", "html", record])
            .done()
            .stdout(),
    );
    let said = texts(&data, "did");
    assert!(
        said[19].contains("Back to White's reserve: d6, f5, g4. Lost by Black: c6."),
        "{}",
        said[19]
    );
    assert!(said.iter().all(|words| words.len() < 400));
    let plain = Run::new(&["render", "--format", "html", "--no-movement", record])
        .done()
        .stdout();
    let arrows = |drawings: Vec<String>| {
        drawings
            .iter()
            .any(|drawing| drawing.contains("class=\"arrow\""))
    };
    assert!(arrows(texts(&data, "drawing")) && !arrows(texts(&self::data(&plain), "drawing")));
}

/// The element that embeds players is written next to the page.
#[test]
fn an_element_is_written_next_to_a_page() {
    let folder = Folder::new("element");
    let out = folder.path().join("game.html").display().to_string();
    Run::new(&[
        "render",
        "--embed",
        "-o",
        &out,
        "corpus/gipf/real/game-a.pips",
    ])
    .done()
    .expect_status(0);
    let script = std::fs::read_to_string(folder.path().join("pipscribe-player.js")).unwrap();
    assert!(
        script.contains("customElements.define(\"pipscribe-player\"")
            && script.contains("attachShadow")
    );
    let code: Vec<&str> = script
        .lines()
        .map(str::trim_start)
        .filter(|line| !line.starts_with("//"))
        .collect();
    let same = code.join("\n");
    assert!(
        std::fs::read_to_string(&out).unwrap().contains(&same),
        "the page has the same script, without comments"
    );
}

/// Every record of a file is drawn if there is space for all; if not, a message lists what is left
/// out.
#[test]
fn all_records_of_a_file_are_drawn() {
    let folder = Folder::new("several");
    let two = "[Game \"gipf\"]\n[Variant \"basic\"]\n\n1. b3 *\n\n[Game \"gipf\"]\n[Variant \"basic\"]\n\n1. c2 2. d2 *\n";
    let records = folder.file("two.pips", two);
    let out = folder.path().join("out").display().to_string();
    let draw = |more: &[&str]| {
        let output = Run::new(&[&["render", "--format", "svg", &records], more].concat())
            .done()
            .expect_status(0);
        output.stderr()
    };
    assert_eq!(draw(&["-o", &out]), "");
    assert_eq!(file_names(&out), ["two-1.svg", "two-2.svg"]);
    assert_eq!(draw(&["-o", &out]), "", "the same again replaces nothing");
    let reported = draw(&["-o", &out, "--theme", "dark"]);
    assert!(
        reported.contains("2 files written, 2 of them in place of existing files"),
        "{reported}"
    );
    draw(&["-o", &out, "--every", "1"]);
    assert_eq!(file_names(&out).len(), 5 + 2, "two and three more figures");
    let reported = draw(&[]);
    assert!(
        reported.contains(
            "this is the first of 2 records; `--record N` draws another, `-o FOLDER` all of them"
        ),
        "{reported}"
    );
}

/// An error is drawn at its turn.
#[test]
fn faults_are_drawn() {
    let record = "[Game \"gipf\"]\n[Variant \"basic\"]\n\n1. b3 2. a2-c4 3. h1-h4 4. c3 *\n";
    let output = Run::new(&["render", "--findings", "--format", "svg", "-"])
        .stdin(&record)
        .done();
    let svg = output.stdout();
    assert!(
        svg.contains("Places of the error: h1, h3, h4.")
            && svg.contains("at the error in turn 3: gipf/wrong-landing"),
        "{svg}"
    );
    Run::new(&["render", "-"])
        .stdin(&record)
        .done()
        .expect_stderr("`--findings` draws the position at it");
    // Valid records among several have no figure.
    let several = format!("{record}\n[Game \"gipf\"]\n[Variant \"basic\"]\n\n1. b3 *\n");
    let output = Run::new(&["render", "--findings", "--format", "words", "-"])
        .stdin(&several)
        .done();
    assert_eq!(
        (
            output.status(),
            output.stdout().matches("at the error").count()
        ),
        (Some(1), 1)
    );
    assert!(
        !output.stderr().contains("no error to draw"),
        "{}",
        output.stderr()
    );
    let valid = "[Game \"gipf\"]\n[Variant \"basic\"]\n\n1. b3 *\n\n".repeat(2);
    for (option, reason) in [
        ("--findings", "no record has an error"),
        ("--figures", "no record has a `[%diagram]`"),
    ] {
        let output = Run::new(&["render", option, "--format", "words", "-"])
            .stdin(&valid)
            .done();
        assert_eq!(
            (output.status(), output.stderr().matches(reason).count()),
            (Some(2), 1),
            "{}",
            output.stderr()
        );
    }
    let sound = Run::new(&["render", "--findings", "corpus/gipf/real/game-a.pips"]).done();
    assert!(
        sound.status() == Some(2) && sound.stderr().contains("the record has no error to draw")
    );
    // A resignation is announced, and no seat is to move after it.
    let record = "[Game \"gipf\"]\n[Variant \"basic\"]\n\n1. b3 2. resign 1-0\n";
    let svg = Run::new(&["render", "--format", "svg", "-"])
        .stdin(&record)
        .done()
        .stdout();
    assert!(
        svg.contains("<title>GIPF, Turn 2: Black resigns</title>") && !svg.contains("to move"),
        "{svg}"
    );
}

/// A range can be replayed from its figure, and ranges of a series begin with 1.
#[test]
fn ranges_are_renumbered() {
    let stones = "[Game \"pippinzip\"]\n[Variant \"zipline\"]\n[Size \"9\"]\n\n1. c3 2. e5,g7 3. take 4. d4,f6 5. a1 \
        6. b2,h8 *\n";
    let text = |arguments: &[&str]| {
        let output = Run::new(&[&["render", "-"], arguments].concat())
            .stdin(&stones)
            .done()
            .expect_status(0);
        output.stdout()
    };
    let all = text(&["--from", "1"]);
    assert!(
        all.contains("\nNot on the board: 3: take\n") && all.contains("Turns 1 to 6"),
        "{all}"
    );
    let renumbered = text(&["--every", "3", "--renumber"]);
    let one = text(&["--from", "3", "--turn", "3"]);
    assert!(
        one.contains("\nTurn 3\n") && !one.contains("Turns 3 to 3"),
        "{one}"
    );
    assert!(
        renumbered.contains("Turns 1 to 3") && renumbered.contains("Turns 4 to 6; 1 is turn 4"),
        "{renumbered}"
    );
    assert!(
        renumbered.contains("Turns: 1 d4, 1 f6, 2 a1, 3 b2, 3 h8"),
        "{renumbered}"
    );
}

/// The first of several games with the same set-up, with all others as variations of its first
/// turn.
fn with_variations(records: &str) -> String {
    let games: Vec<String> = records
        .split("[Game ")
        .skip(1)
        .map(|record| {
            let (_, moves) = record.split_once("\n\n").unwrap();
            let moves: Vec<&str> = moves.split_whitespace().collect();
            moves[..moves.len() - 1].join(" ")
        })
        .collect();
    let (first, rest) = games[0].split_once(" 2. ").unwrap();
    let variations: Vec<String> = games[1..]
        .iter()
        .map(|moves| format!("({moves})"))
        .collect();
    format!(
        "[Game \"pippip\"]\n[Variant \"standard\"]\n\n{first} {} 2. {rest}\n",
        variations.join(" ")
    )
}

mod slow {
    use super::*;

    /// Compressed size of the pages of long games.
    #[test]
    fn a_page_of_a_long_game_is_small() {
        use std::io::Write;
        let random =
            |arguments: &[&str]| Run::new(&[&["random"], arguments].concat()).done().stdout();
        let pippinzip = random(&[
            "--game",
            "pippinzip",
            "--variant",
            "freestyle",
            "--tag",
            "Size=26",
            "--seed",
            "3",
        ]);
        // Games of maximum length: all cards, and all squares in a main line with 24 variations.
        let pipe = random(&["--game", "pipe", "--variant", "both", "--seed", "5"]);
        let pippip = with_variations(&random(&[
            "--game",
            "pippip",
            "--variant",
            "standard",
            "--seed",
            "5",
            "--count",
            "25",
        ]));
        let gipf = include_str!("long-gipf.pips").to_owned();
        let games = [
            ("pippinzip", pippinzip, 300),
            ("pipe", pipe, 40),
            ("pippip", pippip, 400),
            ("gipf", gipf, 400),
        ];
        for (game, record, most_turns) in games {
            let html = Run::new(&["render", "--format", "html", "-"])
                .stdin(&record)
                .done()
                .stdout();
            let turns = data(&html)["steps"].as_array().unwrap().len();
            let mut packed = flate2::write::GzEncoder::new(Vec::new(), flate2::Compression::best());
            packed.write_all(html.as_bytes()).unwrap();
            let size = packed.finish().unwrap().len();
            assert!(
                turns > most_turns && size < 70_000,
                "{game}: {turns} turns, {size} bytes"
            );
        }
    }
}

/// Several records are one page: a list of them, and a player that all share.
#[test]
fn several_records_are_one_page_with_a_list() {
    let folder = Folder::new("player-collection");
    let game = |who: &str, turns: &str| {
        let tags = RecordText::gipf()
            .tag("Event", "Club <b>")
            .tag("Player1", who);
        tags.with_moves(format!("{turns} *\n"))
    };
    let three = [
        game("Ann", "1. b3"),
        game("Bob", "1. c2 2. d2"),
        hostile_record(),
    ]
    .concat();
    let (records, out) = (
        folder.file("three.pips", &three),
        folder.path().join("x.html"),
    );
    let output = Run::new(&["render", "-o", out.to_str().unwrap(), &records]).done();
    assert_eq!((output.status(), output.stderr().as_str()), (Some(0), ""));
    let html = std::fs::read_to_string(&out).unwrap();
    assert!(
        html.contains("<title>3 records</title>"),
        "{}",
        &html[..500]
    );
    for (number, name) in [(1, "Ann"), (2, "Bob")] {
        let entry = format!(
            "<li><a href=\"#record-{number}\"><bdi>{name}</bdi></a> <span class=\"about\"><bdi>GIPF</bdi> · \
             <bdi>basic</bdi> · <bdi>Club &lt;b&gt;</bdi></span> <strong>open</strong></li>"
        );
        assert!(html.contains(&entry), "{entry}");
        assert!(html.contains(&format!(
            "<section data-record id=\"record-{number}\" aria-label=\"{name}\">"
        )));
    }
    // They share one player, one script and one style sheet, and nothing of a record is markup.
    assert_eq!(html.matches("id=\"player\"").count(), 1);
    assert_eq!(html.matches("<section data-record").count(), 3);
    assert_eq!(html.matches("<script").count(), 3 + 2);
    assert!(!html.contains("<img") && !html.contains("<!--"));
    // The policy permits each style sheet.
    let policy = html
        .split_once("style-src ")
        .unwrap()
        .1
        .split_once(';')
        .unwrap()
        .0;
    let styles = html.match_indices("<style>").count();
    assert_eq!(
        (policy.matches("'sha256-").count(), styles),
        (1, 1),
        "{policy}"
    );
    // A folder gets one file per record, and a record that cannot be played does not affect the
    // others.
    let broken = format!(
        "{}[Game \"gipf\"]\n[Variant \"none\"]\n\n1. b3 *\n\n{}",
        game("Ann", "1. b3"),
        game("Bob", "1. c2")
    );
    let output = Run::new(&["render", "--format", "html", "-"])
        .stdin(&broken)
        .done()
        .expect_status(2);
    assert!(
        output.stdout().contains("<title>2 records</title>"),
        "{}",
        output.stderr()
    );
    let folder_out = folder.path().join("out");
    Run::new(&[
        "render",
        "--format",
        "html",
        "-o",
        folder_out.to_str().unwrap(),
        &records,
    ])
    .done()
    .expect_status(0);
    assert!(folder_out.join("three-2.html").exists());
    let embed = Run::new(&["render", "--embed", "-o", out.to_str().unwrap(), &records])
        .done()
        .expect_status(2);
    assert!(
        embed.stderr().contains("`--embed` shows one record"),
        "{}",
        embed.stderr()
    );
}
