//! Saved games of GF1, old and new, and their boards.

use pipscribe::formats::{Assumptions, FORMATS, Imported};
use pipscribe::text::SourceText;

use crate::support::{foreign_format, root};

fn read(text: &str) -> (SourceText, Imported) {
    let source = SourceText::new(text.to_owned(), 0, 1);
    let by_itself = FORMATS.iter().find(|format| format.reads() && format.recognises(text)).unwrap();
    assert_eq!(by_itself.name(), "gf1", "{text}");
    let mut games = foreign_format("gf1").read(&source, &Assumptions::default());
    assert_eq!(games.len(), 1);
    (source, games.remove(0))
}

/// Each finding: its code, and the text it points at.
fn found(text: &str) -> Vec<(&'static str, String)> {
    let (source, game) = read(text);
    game.findings.iter().map(|finding| (finding.code.id, source.text_of(finding.span).to_owned())).collect()
}

fn messages(text: &str) -> Vec<String> {
    read(text).1.findings.into_iter().map(|finding| finding.message.to_string()).collect()
}

fn text(text: &str) -> String {
    read(text).1.text
}

const HEAD: &str = "# saved game for gf1\n# gametype: 0\n# player0 name: Ann\n# player1 name: Bo\n-----\n";
/// After five turns, as counted by hand: the row e2 to e5 went back to White.
const BOARD: &str = "whitepieces:13\nwhitelost:0\nblackpieces:10\nblacklost:0\nnextplayer:x\no:b5\no:h5\nx:b2\nx:c3\n\
                     x:e7\nx:e8\nx:h2\n# end of board\n=====\n";
const TURNS: &str = "game: basic\nwhite player: Ann\nblack player: Bo\n\nplayed by post\n.....\no: e1-e3\nx: e9-e7\no: \
    e1-e4\n\
                     x: a1-c3\no: e1-e5\n o removerow (e2-e5): e2o e3o e4o e5o\nend of gamelog\n";
const RECORD: &str = "[Game \"gipf\"]\n[Variant \"basic\"]\n[Player1 \"Ann\"]\n[Player2 \"Bo\"]\n[Result \"*\"]\n\n\
                      {played by post} 1. e1-e3 2. e9-e7 3. e1-e4 4. a1-c3 5. e1-e5;xe2,e3,e4,e5 *\n";

#[test]
fn an_old_save_is_a_record() {
    let save = [HEAD, BOARD, TURNS].concat();
    assert_eq!(found(&save), []);
    assert_eq!(text(&save), RECORD);
    assert_eq!(text(&save.replace('\n', "\r\n")), RECORD);
    assert_eq!(found(&save.replace('\n', "\r\n")), []);
    assert_eq!(text(&save.replace('\n', "\n\n \n")), RECORD);
    // Parts may be missing.
    assert_eq!(text(&["# saved game for gf1\n", TURNS].concat()), RECORD);
    assert_eq!(found(&["# saved game for gf1\n", TURNS].concat()), []);
}

#[test]
fn words_in_the_free_lines_of_an_old_save_are_comments() {
    let save = [HEAD, BOARD, TURNS].concat();
    let free = save.replace("-----", "Utrecht, 1999").replace("=====", "a & b").replace(".....", "round 2");
    assert!(text(&free).contains("\n\n{Utrecht, 1999} {a & b} {played by post} {round 2} 1. e1-e3"), "{}", text(&free));
    assert_eq!(found(&free), []);
}

#[test]
fn names_have_the_characters_of_their_references() {
    let save = "<gipfgame type=\"basic\"><whiteplayer>Ren&#xe9; &amp; &#233;</whiteplayer>\
                <gamelog blackplayer='O&apos;Bo &copy; &#65;'></gamelog></gipfgame>";
    assert!(text(save).contains("[Player1 \"René & é\"]\n[Player2 \"O'Bo &copy; A\"]"), "{}", text(save));
    // Other forms have no references.
    let old = text(&[HEAD, BOARD, TURNS].concat().replace("Ann", "A &amp; B"));
    assert!(old.contains("[Player1 \"A &amp; B\"]"), "{old}");
}

#[test]
fn words_in_a_row_are_reported() {
    let save = "<gamelog><move start=\"a2\" end=\"b3\" piece=\"o\"/><removerow owner=\"o\">words\
                <position>b3o</position></removerow></gamelog>";
    assert!(found(save).contains(&("import/token", "words".to_owned())), "{:?}", found(save));
}

#[test]
fn an_old_save_reports_its_other_content() {
    let save = [HEAD, BOARD, TURNS].concat();
    let more =
        save.replace("# player1 name: Bo", "# player0 fulltime: 300\n# player1 fulltime: 300\n# player1 name: Bo");
    assert_eq!(found(&more), [("import/left-out", "# player0 fulltime: 300".to_owned())]);
    assert_eq!(messages(&more), ["`fulltime` is left out, 2 times: a record has no place for it."]);
    let stray = save.replace("x: a1-c3\n", "x: a1-c3\nBlack thinks\n");
    assert_eq!(found(&stray), [("import/token", "Black thinks".to_owned())]);
    assert_eq!(text(&stray), RECORD);
    let other = save.replace("white player: Ann", "white player: Anna");
    assert_eq!(found(&other), [("import/disagrees", "Ann".to_owned())]);
    assert!(text(&other).contains("[Player1 \"Anna\"]"));
    let wrong = save.replace("whitelost:0", "whitelost:none").replace("e5o\nend", "e5\nend");
    let codes: Vec<_> = found(&wrong);
    assert_eq!(codes[..2], [("import/value", "none".to_owned()), ("gipf/removal-wrong", codes[1].1.clone())]);
    assert!(codes.contains(&("import/value", "e5".to_owned())), "{codes:?}");
}

#[test]
fn an_old_board_without_moves_is_a_position() {
    let save = [HEAD, BOARD, "game: standard\nend of gamelog\n"].concat();
    // There is no GIPF piece: that game is over, and the checker reports it.
    assert!(text(&save).contains("[Position \"b2w/1b3/6/5bb/6/5/b2w b 13,10 0,0 - -\"]"), "{}", text(&save));
    let basic = [HEAD, BOARD, "game: basic\nend of gamelog\n"].concat();
    assert_eq!(found(&basic), []);
    let nameless = [HEAD, BOARD].concat();
    assert_eq!(found(&nameless)[0], ("import/assumed", "0".to_owned()));
    let empty = "# saved game for gf1\nwhitepieces:16\nblackpieces:18\nnextplayer:x\nO:b5\n# end of board\ngame: \
        tournament\nend of \
                 gamelog\n";
    assert_eq!(found(empty), [("import/assumed", "whitepieces:16".to_owned())]);
    assert!(text(empty).contains("[Position \"3W/5/6/7/6/5/4 b 16,18 0,0 wb b\"]"), "{}", text(empty));
}

#[test]
fn a_turn_may_begin_with_a_row() {
    // There are no rows here; what matters is the turn of a removal, and whether it comes before or after the push.
    let save = "# saved game for gf1\ngame: tournament\n\n\nO: a1-b2\nX: a5-b5\n x removegipf: b2O\n x removerow \
                (b2-b5): b3x\nx: a5-b5\nend of gamelog\n";
    let (_, game) = read(save);
    let turns = game.text.split_whitespace().collect::<Vec<_>>().join(" ");
    assert!(turns.ends_with("1. Gb2 2. Ga5-b5;xGb2*,b3 3. a5-b5 *"), "{turns}");
    let before = save.replace("X: a5-b5\n", "");
    assert!(text(&before).contains("2. xGb2*,b3;a5-b5"), "{}", text(&before));
}

fn corpus(name: &str) -> String {
    std::fs::read_to_string(root().join("corpus/formats/gf1").join(name)).unwrap()
}

#[test]
fn the_old_save_of_the_corpus_has_clocks() {
    let save = corpus("made.gf1-old.txt");
    let kinds = ["fulltime", "timer", "type"];
    let expected = kinds.map(|kind| format!("`{kind}` is left out, 2 times: a record has no place for it."));
    let mut reported = messages(&save);
    reported.sort();
    assert_eq!(reported, expected);
    assert_eq!(text(&save), RECORD.replace("{played by post} ", ""));
}

/// A saved game of the corpus: its board, and its log.
fn save() -> String {
    let (board, log) = (corpus("game-a.gf1-board.xml"), corpus("game-a.gf1-gamelog.xml"));
    format!("<gipfgame type=\"tournament\" formatversion=\"1\">\n{board}{log}</gipfgame>\n")
}

#[test]
fn the_board_of_a_save_agrees_with_its_log() {
    assert_eq!(found(&save()), []);
    assert!(text(&save()).contains(" 42. g6"), "{}", text(&save()));
    assert!(!text(&save()).contains("[Position"));
    let changed = save().replacen("b4", "d3", 1);
    assert_eq!(found(&changed), [("import/disagrees", "d3".to_owned())]);
    assert_eq!(
        messages(&changed),
        ["The board that was saved and the log differ on b4 (nothing on the board, a black piece after the log), d3 \
          (a black piece on the board, nothing after the log)."]
    );
    let colour =
        save().replacen("<position color=\"white\" type=\"gipf\">", "<position color='black' type='piece'>", 1);
    assert_eq!(
        messages(&colour),
        ["The board that was saved and the log differ on d5 (a black piece on the board, a white GIPF piece after \
                the \
          log)."]
    );
    let counts = save().replace("<whitepieces>\n5", "<whitepieces>\n6").replace("<blacklost>\n6", "<blacklost>7");
    assert_eq!(found(&counts), [("import/disagrees", "6".to_owned()), ("import/disagrees", "7".to_owned())]);
    assert_eq!(messages(&counts)[0], "White has 6 in reserve on the board that was saved, and 5 after the log.");
    assert_eq!(messages(&counts)[1], "Black has 7 lost on the board that was saved, and 6 after the log.");
}

#[test]
fn whose_turn_it_is_is_compared_while_the_game_goes_on() {
    let save = [HEAD, &BOARD.replace("nextplayer:x", "nextplayer:o"), TURNS].concat();
    assert_eq!(found(&save), [("import/disagrees", "o".to_owned())]);
    assert_eq!(messages(&save), ["White is to move on the board that was saved, and Black after the log."]);
    let nobody = [HEAD, &BOARD.replace("nextplayer:x", "nextplayer:nobody"), TURNS].concat();
    assert_eq!(found(&nobody), [("import/value", "nobody".to_owned())]);
}

#[test]
fn a_game_may_be_saved_within_a_turn() {
    let positions = |spots: &[&str], colour: &str| -> String {
        spots.iter().map(|spot| format!("<position color=\"{colour}\" type=\"piece\">{spot}</position>")).collect()
    };
    let save = |white: &[&str]| {
        let (white, black) = (positions(white, "white"), positions(&["b2", "c3", "e7", "e8", "h2"], "black"));
        let moves = [("e1", "e3", "o"), ("e9", "e7", "x"), ("e1", "e4", "o"), ("a1", "c3", "x"), ("e1", "e5", "o")];
        let log: String = moves
            .iter()
            .map(|(start, end, piece)| format!("<move end=\"{end}\" piece=\"{piece}\" start=\"{start}\"/>"))
            .collect();
        format!(
            "<gipfgame type=\"basic\"><board><whitepieces>9</whitepieces><nextplayer>white</nextplayer>\
             <rowextrawhite><position>e2</position></rowextrawhite>{white}{black}</board>\
         <gamelog>{log}</gamelog></gipfgame>"
        )
    };
    let record = "1. e1-e3 2. e9-e7 3. e1-e4 4. a1-c3 *\n";
    let last = "<move end=\"e5\" piece=\"o\" start=\"e1\"/>";
    for white in [&["b5", "h5", "e2", "e3", "e4", "e5"][..], &["b5", "h5", "e4"][..]] {
        assert_eq!(found(&save(white)), [("import/left-out", last.to_owned())]);
        assert!(text(&save(white)).ends_with(record), "{}", text(&save(white)));
    }
    let found = found(&save(&["b5", "h5", "e6"]));
    assert_eq!(found, [("import/disagrees", "e6".to_owned()), ("import/left-out", last.to_owned())]);
    let board = "<board><rowextrawhite/><whitepieces>9</whitepieces><blackpieces>9</blackpieces>\
                 <whitegipf>-1</whitegipf>\
                 </board>";
    assert_eq!(self::found(board), [("import/left-out", "<rowextrawhite/>".to_owned())]);
}

#[test]
fn clocks_and_names_of_a_save() {
    let save = "<gipfgame type=\"basic\" formatversion=\"1\"><whiteplayer timeleft=\"1.5\" fulltime=\"60\" \
        type=\"human\">\
                Ann</whiteplayer><blackplayer timeleft=\"2\" fulltime=\"60\" type=\"computer\">Bo</blackplayer>\
                <gamelog whiteplayer=\"Ann\" blackplayer=\"Robo\" gametype=\"standard\"></gamelog></gipfgame>";
    let messages = messages(save);
    assert_eq!(messages.len(), 5, "{messages:?}");
    for kind in ["timeleft", "fulltime", "type"] {
        assert!(messages.contains(&format!("`{kind}` is left out, 2 times: a record has no place for it.")));
    }
    assert!(messages.contains(&"Black is `Robo` here and `Bo` before, which is used.".to_owned()));
    assert!(messages.contains(&"The game is `standard` here and `basic` before; `standard` is used.".to_owned()));
    assert!(text(save).contains("[Player2 \"Bo\"]") && text(save).contains("[Variant \"standard\"]"));
}

#[test]
fn deeply_nested_elements_are_safe() {
    let deep = format!("<gipfgame>{}{}", "<a>x".repeat(60_000), "</b>".repeat(60_000));
    let (_, game) = read(&deep);
    // As many as a record may have, and one that reports the rest.
    assert_eq!(game.findings.len(), 10_001);
}
