//! Games in chats, mails and notes, which name their game in words or not at all: `convert` reads
//! them as records, in which all other words are comments.

use pipscribe::Checked;
use pipscribe::formats::{Conversion, NotConverted, convert};
use pipscribe::notation::Record;

use crate::support::random_game;

/// Converts a text to the notation, if necessary as one of a game.
fn read(text: &str, game: Option<&str>) -> Result<String, NotConverted> {
    let mut conversion = Conversion::default();
    conversion.assumptions.game = game.and_then(|game| game.parse().ok());
    let converted = convert(text.as_bytes(), &conversion)?;
    Ok(String::from_utf8(converted.bytes).unwrap())
}

/// Returns the turns of a record, in order.
fn turns(text: &str) -> Vec<String> {
    let record = Record::parse_str(text);
    let turns = record.moves.turns.iter();
    turns
        .map(|node| record.turn_text(node).to_owned())
        .collect()
}

/// Returns a text with single spaces, because the canonical form wraps its lines.
fn on_one_line(text: &str) -> String {
    text.split_whitespace().collect::<Vec<_>>().join(" ")
}

/// Asserts that each word of a text is in another one, apart from names that became tags.
fn assert_keeps_words(text: &str, read: &str) {
    for word in text.split(|sign: char| !sign.is_alphanumeric()) {
        assert!(read.contains(word), "{word} of\n{text}\nis not in\n{read}");
    }
}

#[test]
fn sentences_that_name_places_are_comments_if_turns_are_numbered() {
    let text = "Anna: hi, shall we continue our gipf game? basic rules\n\
                Ben: yes! I started b3, then you h3\n\
                Anna: ok so\n1. b3\n2. h3\n3. b4\n4. hh4\nBen: oops typo\n5. c2\n6. g2\n";
    let found = read(text, None).unwrap();
    assert_eq!(turns(&found), ["b3", "h3", "b4", "hh4", "c2", "g2"]);
    assert!(
        found.starts_with("[Game \"gipf\"]\n[Variant \"basic\"]\n"),
        "{found}"
    );
    assert!(
        found.contains("{Ben: yes! I started b3, then you h3}"),
        "{found}"
    );
    assert_keeps_words(text, &found);
}

/// A sentence may also be the only place where a turn is written.
#[test]
fn a_sentence_with_a_turn_that_the_game_needs_is_no_comment() {
    let text =
        "our pippinzip game, zipline, 7x7\n1. d4 take\nand then she played a1,c3\n4. b2 e5,g7\n";
    let found = read(text, None).unwrap();
    assert_eq!(
        turns(&found),
        ["d4", "take", "a1,c3", "b2", "e5,g7"],
        "{found}"
    );
}

#[test]
fn words_after_the_turn_of_a_line_are_comments_also_with_places() {
    let text = "[12:01] Ann: gipf?\n[12:02] Bob: yes, basic\n[12:03] Ann: b3\n[12:04] Bob: h3\n\
                [12:05] Ann: b4 I like this more than c2\n\
                [12:06] Bob: h4, I wanted to play g2 first\n[12:07] Ann: c2\n[12:08] Bob: good one\n";
    let found = read(text, None).unwrap();
    assert_eq!(turns(&found), ["b3", "h3", "b4", "h4", "c2"]);
    assert!(
        found.contains("[Player1 \"Ann\"]\n[Player2 \"Bob\"]"),
        "{found}"
    );
    assert!(found.contains("I like this more than c2"), "{found}");
    assert_keeps_words(&text.replace("Ann", "").replace("Bob", ""), &found);
}

/// A word between the parts of a turn is the sign that it means, also in a single turn of a text.
#[test]
fn words_between_the_parts_of_a_turn_are_signs() {
    for (text, expected) in [
        (
            "Basic GIPF\nMax, 20:00: I start with a4 to c6\nAda, 20:01: ok, i5-g5\n\
             Max, 20:02: b4\nAda, 20:03: h3\n",
            &["a4-c6", "i5-g5", "b4", "h3"][..],
        ),
        (
            "[Game \"gipf\"]\n[Variant \"basic\"]\n\n\
             1. a4 nach c6 2. i5-g5 3. b4 4. h3 5. c2 6. d2\n",
            &["a4-c6", "i5-g5", "b4", "h3", "c2", "d2"],
        ),
        (
            "Pip Pip\nAnn: 6 on a2 facing 4\nBen: 5@d3/4\nAnn: 3@d1/6\nBen: 4@b1/2\n",
            &["6@a2/4", "5@d3/4", "3@d1/6", "4@b1/2"],
        ),
    ] {
        let found = read(text, None).unwrap();
        assert_eq!(turns(&found), expected, "{text}\n{found}");
        assert_eq!(codes(&found), [""; 0], "{text}\n{found}");
    }
}

/// The player of the first turn is the first player, even if another speaks first.
#[test]
fn the_first_turn_says_who_is_the_first_player() {
    let text = "Ann: gipf? you begin\nAnn: basic\nBob: b3\nAnn: h3\nBob: b4\n";
    let found = read(text, None).unwrap();
    assert!(
        found.contains("[Player1 \"Bob\"]\n[Player2 \"Ann\"]"),
        "{found}"
    );
}

#[test]
fn smileys_and_short_words_beside_a_turn_are_kept() {
    let text = "Tom: gipf basic?\nTom: b3\nLea: h3 :)\nTom: b4!\nLea: ok h4 ;-)\nTom: c2 haha\n";
    let found = read(text, None).unwrap();
    assert_eq!(turns(&found), ["b3", "h3", "b4", "h4", "c2"], "{found}");
    for kept in [":)", "ok", ";-)", "haha", "4!", "Player1 \"Tom\""] {
        assert!(found.contains(kept), "{kept}: {found}");
    }
}

/// A name may be before the time.
#[test]
fn names_before_times_are_names() {
    let text = "Jo (20:01): gipf, basic\nJo (20:02): my move: b3\nMo (20:03): h3 then\n\
                Jo (20:04): hmm. b4\nMo (20:05): oh no\nMo (20:06): f2?\n";
    let found = read(text, None).unwrap();
    assert_eq!(turns(&found), ["b3", "h3", "b4", "f2"], "{found}");
    assert!(
        found.contains("[Player1 \"Jo\"]\n[Player2 \"Mo\"]"),
        "{found}"
    );
    for kept in ["20:03", "then", "hmm", "oh no", "my move"] {
        assert!(found.contains(kept), "{kept}: {found}");
    }
}

/// The name of somebody who speaks once is in no tag.
#[test]
fn a_name_that_is_in_no_tag_stays() {
    let text = "gipf, basic\nAnn: b3\nBob: h3\nAnn: b4\nCarl: was that h4\n";
    let found = read(text, None).unwrap();
    assert_keeps_words(&text.replace("Ann", ""), &found);
}

#[test]
fn a_chat_copied_as_a_table_keeps_its_turns() {
    let text = "Anna\tgipf tonight?\nBen\tok, you begin\nAnna\tb3\nBen\th3\nAnna\tb4\nBen\thh4\n";
    let found = read(text, None).unwrap();
    assert_eq!(turns(&found), ["b3", "h3", "b4", "hh4"]);
    assert!(found.contains("gipf tonight?"), "{found}");
}

#[test]
fn a_text_without_the_name_of_its_game_needs_one() {
    let text =
        "Here is our game, you wanted to see it.\n\n1. b3 h3\n2. b4 h4\n3. c2 g2\n\nCheers, Tom\n";
    assert!(matches!(read(text, None), Err(NotConverted::Unrecognised)));
    let found = read(text, Some("gipf")).unwrap();
    assert_eq!(turns(&found).len(), 6, "{found}");
    assert_keeps_words(text, &found);
    // A text without turns is of no game, whatever is assumed.
    assert!(read("Hello!\nHow are you?\n", Some("gipf")).is_err());
}

/// The comment of a line stays, and the words around it are talk.
#[test]
fn talk_beside_a_comment_is_talk() {
    for (first, kept) in [
        ("Ann: gipf basic {so}", "{Ann: gipf basic} {so}"),
        (
            "Ann: shall we {really} play gipf, basic?",
            "{Ann: shall we} {really} {play gipf, basic?}",
        ),
        (
            "Ann: {hello} gipf, the basic one {ok}",
            "{Ann} {hello} {gipf, the basic one} {ok}",
        ),
    ] {
        let text = format!("{first}\nBob: yes\nAnn: b3\nBob: h3\nAnn: b4\nBob: h4\n");
        let found = read(&text, None).unwrap();
        assert_eq!(turns(&found), ["b3", "h3", "b4", "h4"], "{found}");
        assert!(on_one_line(&found).contains(kept), "{kept}: {found}");
    }
    let text = "gipf basic {so}\nb3\nh3\nb4\nh4\n";
    let found = read(text, None).unwrap();
    assert_eq!(turns(&found), ["b3", "h3", "b4", "h4"], "{found}");
    assert!(on_one_line(&found).contains("{gipf basic} {so}"), "{found}");
    let text = "Ann: gipf, basic\nAnn: b3\nBob: h3 {hm} I like this more than c2\nAnn: b4\n";
    let found = read(text, None).unwrap();
    assert_eq!(turns(&found), ["b3", "h3", "b4"], "{found}");
    let kept = "{hm} {I like this more than c2}";
    assert!(on_one_line(&found).contains(kept), "{found}");
}

/// A label alone on its line belongs to the next line. No colon stays behind.
#[test]
fn labels_without_a_name_leave_no_colon() {
    for text in [
        "gipf, basic\nWhite:\nb3\nBlack:\nh3\nWhite:\nb4\nBlack:\nh4\n",
        "gipf, basic\nSeat 1:\nb3\nSeat 2:\nh3\nSeat 1:\nb4\nSeat 2:\nh4\n",
        "gipf, basic\nSeat 1: b3\nSeat 2: h3\nSeat 1: b4\nSeat 2: h4\n",
        "gipf, basic\nAnn:\nb3\nBob:\nh3\nAnn:\nb4\nBob:\nh4\n",
        "Game: gipf\nVariant: basic\nWhite:\nBlack:\nDate: 2026-11-20\n\n1. b3\n2. h3\n3. b4\n4. h4\n",
    ] {
        let found = read(text, None).unwrap();
        assert_eq!(turns(&found), ["b3", "h3", "b4", "h4"], "{found}");
        assert!(!found.contains(':'), "{found}");
        assert!(!found.contains("[Player1 \"Seat"), "{found}");
    }
}

/// A piece with its place lacks only its direction, which may be asked about.
#[test]
fn pieces_without_a_direction_are_turns_of_a_chat() {
    let games = [
        ("pippip", ["5@b3", "3@c2", "2@a1", "6@d4"]),
        ("pipe", ["17@+0+0", "4@+1+0", "9@+0-1", "30@-1+0"]),
    ];
    for (game, played) in games {
        let [first, second, third, fourth] = played;
        for text in [
            format!(
                "Ann: shall we\nAnn: {first}\nBob: {second}\nBob: quick!\nAnn: {third}\nBob: {fourth}\n"
            ),
            format!("shall we begin\n{first}\n{second}\nthat was quick\n{third}\n{fourth}\n"),
            format!(
                "Hello all\n1. {first}\n2. {second}\nthat was quick\n3. {third}\n4. {fourth}\n"
            ),
            format!(
                "Ann: 1. {first}\nBob: 2. {second}\nBob: so\nAnn: 3. {third}\nBob: 4. {fourth}\n"
            ),
        ] {
            let found = read(&text, Some(game)).unwrap();
            assert_eq!(turns(&found), played, "{text}\n{found}");
        }
    }
    // The title says which game it is.
    let text = "Ann: pip-pip?\nBob: 5@b3\nAnn: 3@c2\nBob: good one\n";
    let found = read(text, None).unwrap();
    assert_eq!(turns(&found), ["5@b3", "3@c2"], "{found}");
}

/// Chats of every game are read in every form: with names or without, with numbers or without.
#[test]
fn chats_of_all_games_are_read() {
    let setups: [&[(&str, &str)]; 4] = [
        &[("Game", "gipf"), ("Variant", "basic")],
        &[("Game", "pippinzip"), ("Variant", "zipline"), ("Size", "7")],
        &[("Game", "pippip")],
        &[
            ("Game", "pipe"),
            ("Variant", "pipes"),
            ("Deck", "twin-works"),
        ],
    ];
    for setup in setups {
        let (_, game) = setup[0];
        for seed in 0..4 {
            let record = random_game(setup, seed, 12);
            let played = turns(&record);
            let mut chat = String::from("Ann: shall we begin\n");
            let mut numbered = String::from("Hello all, this was our game.\n");
            let mut plain = String::from("shall we begin\n");
            let mut both = String::from("Ann: shall we begin\n");
            for (index, turn) in played.iter().enumerate() {
                let name = if index % 2 == 0 { "Ann" } else { "Bob" };
                let number = index + 1;
                chat += &format!("{name}: {turn}\n");
                numbered += &format!("{number}. {turn}\n");
                plain += &format!("{turn}\n");
                both += &format!("{name}: {number}. {turn}\n");
                if index == 3 {
                    chat += "Bob: that was quick\n";
                    numbered += &format!("Here I had wanted to play {} at first\n", played[0]);
                    plain += "that was quick\n";
                    both += "Bob: that was quick {really}\n";
                }
            }
            for text in [chat, numbered, plain, both] {
                let found = read(&text, Some(game)).unwrap();
                assert_eq!(turns(&found), played, "{text}\n{found}");
            }
        }
    }
}

/// Times before lines are no turns, and turns such as `b1-b3` say which game it is.
#[test]
fn chats_with_times_are_read_as_the_game_whose_turns_they_have() {
    let setups: [&[(&str, &str)]; 2] = [
        &[("Game", "gipf"), ("Variant", "tournament")],
        &[("Game", "pippip")],
    ];
    for setup in setups {
        for seed in 0..4 {
            let record = random_game(setup, seed, 8);
            let played = turns(&record);
            let mut bracketed = String::from("[21:04] Ann: ready? you begin\n[21:04] Bob: ok\n");
            let mut exported = String::new();
            let mut above = String::new();
            for (index, turn) in played.iter().enumerate() {
                let name = if index % 2 == 0 { "Bob" } else { "Ann" };
                let minute = index + 10;
                bracketed += &format!("[21:{minute}] {name}: {turn}\n");
                exported += &format!("01/12/2026, 21:{minute} - {name}: {turn}\n");
                above += &format!("{name} 21:{minute}\n{turn}\n");
            }
            for text in [bracketed, exported, above] {
                let found = read(&text, None).unwrap();
                assert_eq!(turns(&found), played, "{text}\n{found}");
                assert!(
                    found.contains("\"Ann\"") && found.contains("\"Bob\""),
                    "{found}"
                );
            }
        }
    }
}

/// The tags of a game of each kind, and its name as the title of a text.
const GAMES: [(&[(&str, &str)], &str); 4] = [
    (&[("Game", "gipf"), ("Variant", "basic")], "GIPF basic"),
    (
        &[("Game", "pippinzip"), ("Variant", "zipline"), ("Size", "7")],
        "Pippinzip zipline 7x7",
    ),
    (&[("Game", "pippip")], "Pip-Pip"),
    (
        &[
            ("Game", "pipe"),
            ("Variant", "pipes"),
            ("Deck", "twin-works"),
        ],
        "The Very Clever Pipe Game, pipes",
    ),
];

/// The labels of a mail are no names of players, whatever their language is.
#[test]
fn heads_of_mails_are_no_speakers() {
    for head in [
        "From: Ann\nSubject: our gipf game, basic\n",
        "From: Ann <ann1@example.org>\nTo: Bob\nDate: Mon, 4 May 2026 20:15:00 +0200\n\
         Subject: Re: gipf, basic\n",
        "Von: Anna\nGesendet: Montag, 4. Mai 2026 20:15\nAn: Ben\nBetreff: AW: gipf basic\n",
        "De : Anne\nEnvoyé : lundi 4 mai 2026\nÀ : Jean\nObjet : gipf basic\n",
        "Subject: gipf basic,\n the game of last week\nCc: Carl\n",
    ] {
        for moves in [
            "1. b3 h3\n2. b4 h4\n3. c2 g2\n",
            "1. b3\n2. h3\n3. b4\n4. h4\n5. c2\n6. g2\n",
            "I began with 1. b3 and you answered 2. h3 there.\n\
             Then 3. b4 and you 4. h4 and so on: 5. c2 6. g2\n",
        ] {
            let text = format!("{head}\nHi Bob,\n\n{moves}\nCheers, Ann\n");
            let found = read(&text, None).unwrap();
            assert_eq!(
                turns(&found),
                ["b3", "h3", "b4", "h4", "c2", "g2"],
                "{text}\n{found}"
            );
            assert!(
                !found.contains("[Player") && !found.contains("[Date"),
                "{found}"
            );
            let numbers_apart = moves.replace(|sign: char| sign.is_ascii_digit(), " ");
            assert_keeps_words(&format!("{head}{numbers_apart}"), &found);
        }
    }
}

/// The heads of quoted mails are heads too.
#[test]
fn heads_of_quoted_mails_are_no_speakers() {
    let text = "From: Ann\nTo: Bob\nSubject: Re: gipf basic\n\nI answer\n4. h4\n\n\
                -----Original Message-----\nFrom: Bob\nTo: Ann\nSubject: gipf basic\n\n\
                1. b3\n2. h3\n3. b4\n";
    let found = read(text, None).unwrap();
    let mut found_turns = turns(&found);
    found_turns.sort_unstable();
    assert_eq!(found_turns, ["b3", "b4", "h3", "h4"], "{found}");
    assert!(!found.contains("[Player"), "{found}");
}

/// Speakers are still players if a chat begins as a mail does.
#[test]
fn speakers_in_blocks_are_players() {
    let text = "Ann: gipf basic?\nBob: ok\n\nAnn: b3\nBob: h3\n\nAnn: b4\nBob: h4\n\nAnn: c2\n";
    let found = read(text, None).unwrap();
    assert_eq!(turns(&found), ["b3", "h3", "b4", "h4", "c2"], "{found}");
    assert!(
        found.contains("[Player1 \"Ann\"]\n[Player2 \"Bob\"]"),
        "{found}"
    );
}

/// Mails with games of every kind give back their turns.
#[test]
fn mails_of_all_games_are_read() {
    for (setup, title) in GAMES {
        let (_, game) = setup[0];
        for seed in 0..4 {
            let played = turns(&random_game(setup, seed, 12));
            let mut text = format!("From: Ann\nTo: Bob\nSubject: {title}\n\nHi Bob,\n\n");
            for (turn, number) in played.iter().zip(1..) {
                text += &format!("{number}. {turn}\n");
            }
            text += "\nCheers, Ann\n";
            let found = read(&text, Some(game)).unwrap();
            assert_eq!(turns(&found), played, "{text}\n{found}");
            assert!(!found.contains("[Player"), "{found}");
            assert_keeps_words(&text, &found);
        }
    }
}

/// In the prose of a mail, the words that are turns are turns, and the words between them comments.
/// A turn that was not played stays in its comment.
#[test]
fn words_between_the_turns_of_prose_are_comments() {
    for (text, expected, kept) in [
        (
            "Subject: Pip Pip last night\nHi Ann,\n\nas far as I can remember you rolled a 6 and put \
             it on a2 with the 4 up: 6@a2/4. I answered 5@d3/4, you 3@d1/6, me 4@b1/2.\n\
             Then I put a 4 in my store, so 8. If you had played 1@c3/2, I would have been lost.\n\n\
             See you next week,\nBen\n",
            &["6@a2/4", "5@d3/4", "3@d1/6", "4@b1/2"][..],
            "If you had played 1@c3/2, I would have been lost.",
        ),
        (
            "Hi Tom,\n\nhere is our basic GIPF game. You opened with h1-h3 and I replied f8-d7,\n\
             which I still like. Then you took the quiet g2, me h6-h4. After that came h1-f3\n\
             from you (I feared a2-c4!), h1-e4 from me, i5-g5, i2-g4 and so on.\n\nBest, Jo\n",
            &[
                "h1-h3", "f8-d7", "g2", "h6-h4", "h1-f3", "h1-e4", "i5-g5", "i2-g4",
            ],
            "(I feared a2-c4!)",
        ),
        (
            "Hallo Max,\n\nunsere GIPF-Partie (basic): ich fing mit h1-h3 an, du f8-d7. Dann g2 von \
             mir und h6-h4 von dir. Wenn du i5-g5 gespielt hättest, wäre ich verloren gewesen.\n\
             Danach h1-f3, h1-e4.\n\nGruß\nAda\n",
            &["h1-h3", "f8-d7", "g2", "h6-h4", "h1-f3", "h1-e4"],
            "Wenn du i5-g5 gespielt hättest, wäre ich verloren gewesen.",
        ),
        (
            "From: Mia\nSubject: pippinzip, zipline 5x5\n\nDear Leo,\nI started with d1 as always. \
             You put a1,a5,b1 and I answered a2,a3,b4, then you said take.\nI played d4,a4, you d2, I \
             c5,e3 and you e1. Maybe c3 instead of d2 would have saved you.\nKind regards\nMia\n",
            &[
                "d1", "a1,a5,b1", "a2,a3,b4", "take", "d4,a4", "d2", "c5,e3", "e1",
            ],
            "Maybe c3 instead of d2 would have saved you.",
        ),
    ] {
        let found = read(text, None).unwrap();
        assert_eq!(turns(&found), expected, "{text}\n{found}");
        assert_eq!(codes(&found), [""; 0], "{text}\n{found}");
        assert!(on_one_line(&found).contains(kept), "{kept}\n{found}");
        assert_keeps_words(text, &found);
    }
}

/// Prose around games of every kind gives back their turns.
#[test]
fn prose_around_turns_of_all_games_is_read() {
    for (setup, title) in GAMES {
        let (_, game) = setup[0];
        for seed in 0..4 {
            let played = turns(&random_game(setup, seed, 12));
            let mut text = format!("Subject: {title}\n\nHi Bob,\n\nthis is how it went.\n");
            for (index, turn) in played.iter().enumerate() {
                text += &match index % 4 {
                    0 => format!("In round {index} I rolled a 6 and played {turn}. "),
                    1 => format!("You answered {turn}, "),
                    2 => format!("I {turn}, "),
                    _ => format!("me {turn}, so 8 for me.\n"),
                };
            }
            text += "\nCheers, Ann\n";
            let found = read(&text, Some(game)).unwrap();
            assert_eq!(turns(&found), played, "{text}\n{found}");
            assert_keeps_words(&text, &found);
        }
    }
}

/// A record in prose has one finding, although a turn in it is illegal, and is converted with all
/// words as comments.
#[test]
fn prose_with_an_illegal_turn_has_one_finding() {
    let text = "[Game \"pippip\"]\n\nHi Ann, as far as I remember you rolled a 6 and put it on a2 with \
                the 4 up: 6@a2/4. I answered 5@d3/4, you 3@d1/4, me 4@b1/2.\n\
                I put a 4 in my store, so 8.\n";
    let checked = Checked::from_text(text);
    let [finding] = checked.report.findings.as_slice() else {
        panic!("{:?}", checked.report.findings);
    };
    assert!(finding.message.contains("prose"), "{finding:?}");
    let found = read(text, None).unwrap();
    assert_eq!(
        turns(&found),
        ["6@a2/4", "5@d3/4", "3@d1/4", "4@b1/2"],
        "{found}"
    );
    assert_eq!(codes(&found), ["pippip/impossible-face"], "{found}");
    assert_keeps_words(text, &found);
}

/// Returns the codes of the findings of a record.
fn codes(record: &str) -> Vec<&'static str> {
    let checked = Checked::from_text(record);
    let findings = checked.report.findings.iter();
    findings.map(|finding| finding.code.id).collect()
}

/// Pairs of a head become tags, also several in a line, and rounds are counted as turns.
#[test]
fn heads_with_pairs_are_tags() {
    for head in [
        "Game: GIPF (basic)\nWhite: Ann   Black: Bob\nDate: 2024-05-01\nResult: *\n",
        "Game: GIPF - basic\nWhite: Ann\tBlack: Bob\nDate: 1 May 2024, Result: *\n",
        "gipf (basic)\nWhite: Ann / Black: Bob\nDate: 2024-05-01\n",
        "GIPF, basic\n\nPlayer 1: Ann  Player 2: Bob\nDate: 2024-05-01\n",
    ] {
        for moves in [
            "1. b3 h3 2. b4 h4 3. c2 g2\n",
            "1. b3 h3\n2. b4 h4\n3. c2 g2\n",
            "1) b3 h3\n2) b4 h4\n3) c2 g2\n",
            "1 b3 h3\n2 b4 h4\n3 c2 g2\n",
            "1. b3 1... h3 2. b4 2... h4 3. c2 3... g2\n",
            "1. b3 2. h3 3. b4 4. h4 5. c2 6. g2\n",
        ] {
            let text = format!("{head}\n{moves}");
            let found = read(&text, None).unwrap();
            assert_eq!(
                turns(&found),
                ["b3", "h3", "b4", "h4", "c2", "g2"],
                "{text}\n{found}"
            );
            for tag in [
                "[Game \"gipf\"]",
                "[Variant \"basic\"]",
                "[Date \"2024-05-01\"]",
                "[Player1 \"Ann\"]",
                "[Player2 \"Bob\"]",
            ] {
                assert!(found.contains(tag), "{tag} of\n{text}\n{found}");
            }
            assert_eq!(codes(&found), [""; 0], "{text}\n{found}");
        }
    }
}

/// A result that the turns do not give, and an illegal turn, are the only findings of a head with
/// turns.
#[test]
fn a_head_is_read_although_its_game_is_not_legal() {
    let head = "Game: GIPF (tournament)\nWhite: Ann   Black: Bob\nDate: 2024-05-01\nResult: 1-0\n";
    for (moves, code) in [
        ("1. Gb3 Gh3 2. Gb4 Gh4\n", "record/undecided"),
        ("1. Gb3 Gh3 2. Gb4 Gb1-e4\n", "gipf/wrong-landing"),
    ] {
        let found = read(&format!("{head}\n{moves}"), None).unwrap();
        let tags = "[Game \"gipf\"]\n[Variant \"tournament\"]\n[Player1 \"Ann\"]\n\
                    [Player2 \"Bob\"]\n[Date \"2024-05-01\"]\n[Result \"1-0\"]\n";
        assert!(found.starts_with(tags), "{found}");
        assert_eq!(turns(&found).len(), 4, "{found}");
        assert_eq!(codes(&found), [code], "{found}");
    }
}

/// A sign of another seat is a seat of the game.
#[test]
fn seats_of_other_games_are_players() {
    let text = "Pip-Pip\nLight: Ann   Dark: Bob\n\n1. 5@b3/3 2@a1/3 2. 6@c2/4 3@d1/2\n";
    let found = read(text, None).unwrap();
    assert_eq!(turns(&found).len(), 4, "{found}");
    assert!(
        found.contains("[Player1 \"Ann\"]\n[Player2 \"Bob\"]"),
        "{found}"
    );
    assert_eq!(codes(&found), [""; 0], "{found}");
}

/// Games of every kind under a head with pairs give back their turns, in rounds or one by one.
#[test]
fn heads_of_all_games_are_read() {
    for (setup, title) in GAMES {
        let (_, game) = setup[0];
        for seed in 0..4 {
            let played = turns(&random_game(setup, seed, 12));
            let head = format!("{title}\nPlayer 1: Ann   Player 2: Bob\nEvent: Cup: final\n\n");
            let mut single = head.clone();
            for (turn, number) in played.iter().zip(1..) {
                single += &format!("{number}. {turn}\n");
            }
            let mut rounds = head;
            for (pair, number) in played.chunks(2).zip(1..) {
                rounds += &format!("{number}. {}\n", pair.join(" "));
            }
            for text in [single, rounds] {
                let found = read(&text, Some(game)).unwrap();
                assert_eq!(turns(&found), played, "{text}\n{found}");
                assert!(
                    found.contains("[Player1 \"Ann\"]\n[Player2 \"Bob\"]")
                        && found.contains("[Event \"Cup: final\"]"),
                    "{found}"
                );
            }
        }
    }
}

/// A turn in a remark is not one of the record if its number belongs to another turn.
#[test]
fn remarks_that_name_numbered_turns_are_comments() {
    let chat = "Ann: gipf basic?\nBob: ok\nAnn: 1. b3\nBob: 2. h3\nAnn: 3. b4\n\
                Bob: I think 3. c2 would have been better\nBob: 4. h4\n\
                Ann: you should have played 4. g2\nAnn: 5. c2\nBob: 6. g2\n";
    let notes = "gipf basic\n1. b3 2. h3\n3. b4\nI think 3. c2 would have been better\n\
                 4. h4, you should have played 4. g2\n5. c2\n6. g2\n";
    let mail = "From: Ann\nSubject: gipf basic\n\nYou began with 1. b3 and I answered 2. h3. \
                Then 3. b4. I think 3. c2 would have been better.\n\
                Then 4. h4, but you should have played 4. g2. Then 5. c2 and 6. g2 in the end.\n";
    for text in [chat, notes, mail] {
        let found = read(text, None).unwrap();
        assert_eq!(
            turns(&found),
            ["b3", "h3", "b4", "h4", "c2", "g2"],
            "{text}\n{found}"
        );
        for kept in [
            "I think 3. c2 would have been better",
            "should have played 4. g2",
        ] {
            assert!(on_one_line(&found).contains(kept), "{kept}\n{found}");
        }
    }
}

/// The last number of a text is a remark only if it is within talk.
#[test]
fn a_turn_that_the_game_needs_is_no_remark() {
    let text = "gipf basic\n1. b3\n2. h3\nok then 3. b4\n4. h4\nand now 5. c2\n";
    let found = read(text, None).unwrap();
    assert_eq!(turns(&found), ["b3", "h3", "b4", "h4", "c2"], "{found}");
    let text = "gipf basic\n1. b3\n2. h3\n3. b4\n4. h4\nnext time I try 5. c2 here\n";
    let found = read(text, None).unwrap();
    assert_eq!(turns(&found), ["b3", "h3", "b4", "h4"], "{found}");
}

/// Games of every kind with remarks give back their turns.
#[test]
fn remarks_on_turns_of_all_games_are_comments() {
    for (setup, _) in GAMES {
        let (_, game) = setup[0];
        for seed in 0..4 {
            let played = turns(&random_game(setup, seed, 12));
            let mut chat = String::from("Ann: shall we begin\n");
            let mut notes = String::from("This was our game.\n");
            for (index, turn) in played.iter().enumerate() {
                let number = index + 1;
                let name = if index % 2 == 0 { "Ann" } else { "Bob" };
                chat += &format!("{name}: {number}. {turn}\n");
                notes += &format!("{number}. {turn}\n");
                if index % 4 == 3 {
                    let other = &played[index - 2];
                    chat += &format!("{name}: I think {number}. {other} would have been better\n");
                    notes += &format!("You should have played {number}. {other}\n");
                }
            }
            for text in [chat, notes] {
                let found = read(&text, Some(game)).unwrap();
                assert_eq!(turns(&found), played, "{text}\n{found}");
            }
        }
    }
}

/// The first line of a chat of any game is talk, also beside a comment.
#[test]
fn first_lines_with_comments_are_talk_in_all_games() {
    for (setup, title) in GAMES {
        let (_, game) = setup[0];
        for (first, kept) in [
            (
                format!("Ann: {title} {{so}}"),
                format!("{{Ann: {title}}} {{so}}"),
            ),
            (
                format!("Ann: {{hm}} {title}?"),
                format!("{{Ann}} {{hm}} {{{title}?}}"),
            ),
        ] {
            let played = turns(&random_game(setup, 1, 8));
            let mut text = format!("{first}\nBob: yes\n");
            for (index, turn) in played.iter().enumerate() {
                let name = if index % 2 == 0 { "Ann" } else { "Bob" };
                text += &format!("{name}: {turn}\n");
            }
            let found = read(&text, Some(game)).unwrap();
            assert_eq!(turns(&found), played, "{text}\n{found}");
            assert!(on_one_line(&found).contains(&kept), "{kept}\n{found}");
        }
    }
}

/// The note of the conversion counts the words in comments that may be turns.
#[test]
fn turns_in_comments_are_counted_in_the_note() {
    for (text, counted) in [
        (
            "gipf basic\n1. b3\n2. h3\nI like b4 more than c2\n3. b4\n4. h4\n",
            Some("; 2 words in comments with the form of a turn"),
        ),
        (
            "Ann: gipf basic?\nAnn: b3\nBob: h3, I like this more than g2\nAnn: b4\n",
            Some("; 1 word in comments with the form of a turn"),
        ),
        (
            "From: Ann\nSubject: gipf basic, b3 again\n\n1. b3\n2. h3\n3. b4\n",
            Some("; 1 word in comments with the form of a turn"),
        ),
        // These words were in comments before, or have another form.
        ("gipf basic\n1. b3 {not c2}\n2. h3\n3. b4\n", None),
        (
            "gipf basic, 2nd game\n[20:01] Ann: b3\n[20:02] Bob: h3\n[20:03] Ann: b4\n",
            None,
        ),
    ] {
        let converted = convert(text.as_bytes(), &Conversion::default()).unwrap();
        let note = converted
            .notes
            .iter()
            .find(|note| note.contains("read as: "))
            .unwrap();
        assert_eq!(
            note.find("; ").map(|place| &note[place..]),
            counted,
            "{text}"
        );
    }
}
