//! Text that a person wrote into a file of another format is kept in the record, or a finding
//! reports that it is not.

use pipscribe::formats::{Assumptions, Imported};

use super::games_of;
use crate::support::Run;

fn read(format: &str, text: &str) -> Vec<Imported> {
    let mut assumptions = Assumptions::default();
    assumptions.variant = Some("basic".into());
    let assumptions = if format.starts_with("gipf") {
        assumptions
    } else {
        Assumptions::default()
    };
    games_of(format, text, &assumptions)
}

/// The findings on the form of a file: their codes, and the text they point at.
fn found(format: &str, text: &str) -> Vec<(&'static str, String)> {
    let games = read(format, text);
    let findings = games.iter().flat_map(|game| &game.findings);
    let on = findings.filter(|finding| finding.code.id.starts_with("import/"));
    on.map(|finding| (finding.code.id, finding.span.slice(text).to_owned()))
        .collect()
}

fn on(code: &'static str, texts: &[&str]) -> Vec<(&'static str, String)> {
    texts
        .iter()
        .map(|text| (code, (*text).to_owned()))
        .collect()
}

/// A missing turn would assign every later turn to the other seat, so the numbers are compared with
/// the turns.
#[test]
fn numbers_that_do_not_count_the_turns_are_reported() {
    for (text, numbers) in [
        ("1. b3 h3\n2. c2 g2\n3. d2\n", &[][..]),
        ("1. b3\n2. h3\n3. c2\n4. g2\n", &[]),
        ("b3 1 h3\nc2 2 g2\n", &[]),
        ("1. b3 h3\n2. c2\n3. g2 d2\n4. f2 e8\n", &["3."]),
        ("1. b3 h3\n2. c2 g2\n4. d2 f2\n", &["4."]),
        ("1. b3 h3\n2. c2 g2 17\n", &["17"]),
    ] {
        assert_eq!(
            found("gipf.com", text),
            on("import/disagrees", numbers),
            "{text}"
        );
    }
}

/// Two lists of turns without a result between them could be the turns of the two seats. A stream
/// is read in the same way as the whole text.
#[test]
fn lists_of_the_turns_of_each_seat_are_reported() {
    let lists = "1. b3\n2. c2\n3. d2\n\n1. h3\n2. g2\n3. f2\n";
    for (text, reported) in [
        (lists.to_owned(), &["1."][..]),
        (lists.replace("3. f2\n", ""), &["1."]),
        ("White\nb3\nc2\n\nBlack:\nh3\ng2\n".to_owned(), &["Black:"]),
        // Games of another length, with a result, with a heading, or with the turns of both seats.
        (lists.replace("2. g2\n3. f2\n", ""), &[]),
        (lists.replace("d2\n", "d2 1-0\n"), &[]),
        (lists.replace("\n\n", "\n\nAnn versus Bo\n"), &[]),
        (
            lists.replace("1. h3", "1. h3 e8").replace("3. f2\n", ""),
            &[],
        ),
    ] {
        assert_eq!(
            found("gipf.com", &text),
            on("import/assumed", reported),
            "{text}"
        );
        let stderr = Run::new(&["convert", "--from", "gipf.com", "--variant", "basic", "-"])
            .stdin(&text)
            .done()
            .stderr();
        assert_eq!(
            stderr.matches("import/assumed").count(),
            reported.len(),
            "{stderr}"
        );
    }
    // A file of many such lists is not one document.
    let many = format!("1. b3 {{{}}}\n2. c2\n3. d2\n\n", "long ".repeat(10_000)).repeat(100);
    let output = Run::new(&["convert", "--from", "gipf.com", "--variant", "basic", "-"])
        .stdin(&many)
        .done();
    assert!(!output.stderr().contains("limit/") && output.stdout().matches("[Game").count() == 100);
}

#[test]
fn a_comment_in_braces_ends_at_its_brace() {
    for (text, moves) in [
        (
            "1. b3 {one\n\n1. c2 two\n\n\nthree} h3\n",
            "1. b3 {one\n\n1. c2 two\n\n\nthree} 2. h3 *",
        ),
        (
            "1. b3 {one {1}\n\n{2} two} h3\n",
            "1. b3 {one \\{1\\}\n\n\\{2\\} two} 2. h3 *",
        ),
        // A comment that is never closed is text of its paragraph.
        (
            "1. b3 h3\n{this is not closed\n\n2. c2 {but this is} g2\n",
            "1. b3 2. h3 {\\{this is not closed} 3. c2 {but this is} 4. g2 *",
        ),
    ] {
        let stdout = Run::new(&["convert", "--from", "gipf.com", "--variant", "basic", "-"])
            .stdin(text)
            .done()
            .stdout();
        for record in [&stdout, &read("gipf.com", text)[0].text] {
            assert_eq!(
                record.split_once("\n\n").map(|(_, moves)| moves.trim_end()),
                Some(moves),
                "{text}"
            );
        }
    }
    // Beyond the limit, an empty line ends it.
    let text = format!("1. b3 {{one\n\n{}}} h3\n", "words of text\n".repeat(5000));
    assert!(
        found("gipf.com", &text).is_empty() && read("gipf.com", &text)[0].text.contains("{\\{one"),
        "{text}"
    );
}

#[test]
fn numbers_in_text_after_turns_stay() {
    for (text, comment) in [
        ("1. b3 (11) 12 minutes used\n", "{12 minutes used}"),
        (
            "1. b3 (11) 3/4 of the hall saw it\n",
            "{3/4 of the hall saw it}",
        ),
        ("1. b3 (11) / a good reply\n", "{a good reply}"),
    ] {
        assert!(read("gipf.com", text)[0].text.contains(comment), "{text}");
        assert_eq!(found("gipf.com", text), [], "{text}");
    }
}

/// Tags as in PGN belong to the game after them; tags without a meaning in the notation stay as
/// text.
#[test]
fn tags_as_in_pgn_are_read() {
    let head = |white: &str| {
        format!("[Event \"Cup\"]\n[White \"{white}\"]\n[Result \"1-0\"]\n[White \"Again\"]\n")
    };
    let text = format!(
        "{}\n1. b3 h3\n2. c2 g2 1-0\n\n{}\n1. d2 f2\n",
        head("Ann"),
        head("Bo")
    );
    let games = read("gipf.com", &text);
    for (game, (white, turns)) in games.iter().zip([
        ("Ann", "1. b3 2. h3 3. c2 4. g2 1-0"),
        ("Bo", "1. d2 2. f2 1-0"),
    ]) {
        for part in [
            "[Event \"Cup\"]",
            &format!("[Player1 \"{white}\"]"),
            "Result \"1-0\"]",
            "\"Again\"]",
        ] {
            assert!(game.text.contains(part), "{part}: {}", game.text);
        }
        assert!(
            game.text
                .replace('\n', " ")
                .ends_with(&format!("}} {turns} ")),
            "{}",
            game.text
        );
    }
    assert_eq!(games.len(), 2);
}

#[test]
fn comments_and_attributes_of_elements_are_reported() {
    let text = "<!-- Ann's best --><gipfgame type=\"basic\" event=\"Cup\"><whiteplayer>Ann</whiteplayer>\
                <gamelog note=\"x\"><!-- a -->\n<!-- b --></gamelog></gipfgame>";
    assert_eq!(
        found("gf1", text),
        on("import/left-out", &["<!-- Ann's best -->", "Cup", "x"])
    );
    let message = read("gf1", text)[0].findings[0].message.to_string();
    assert_eq!(
        message,
        "`<!-- … -->` is left out, 3 times: a record has no place for it."
    );
}

#[test]
fn malformed_headers_of_abstractplay_are_reported() {
    let record = |header: &str| {
        format!("{{\"header\":{{\"game\":{{\"name\":\"Pippinzip\"}},{header}}},\"moves\":[]}}")
    };
    for (header, code, texts) in [
        ("\"site\":\"The club\"", "import/form", &["The club"][..]),
        ("\"players\":[\"Ann\"]", "import/form", &["Ann"]),
        ("\"players\":\"Ann, Bo\"", "import/form", &["Ann, Bo"]),
        (
            "\"players\":[{\"name\":\"Ann\"}],\"players\":[{\"name\":\"Bo\"}]",
            "import/form",
            &["players"],
        ),
        (
            "\"players\":[{\"name\":\"Ann\",\"name\":\"Bo\"}]",
            "import/form",
            &["name"],
        ),
        (
            "\"players\":[{\"result\":\"won\"},{\"result\":0}]",
            "import/form",
            &["won"],
        ),
        (
            "\"players\":[{\"result\":1},{\"result\":0},{\"result\":0}]",
            "import/left-out",
            &["1"],
        ),
    ] {
        let found = found("abstractplay", &record(header));
        let expected = on(code, texts);
        assert!(
            expected.iter().all(|on| found.contains(on)),
            "{header}: {found:?}"
        );
    }
    for header in ["7", "\"Ann against Bo\"", "[]"] {
        let text = format!("{{\"header\":{header},\"moves\":[[\"a1\"]]}}");
        assert_eq!(
            found("abstractplay", &text),
            on("import/form", &[header.trim_matches('"')]),
            "{text}"
        );
    }
    assert_eq!(
        found(
            "abstractplay",
            "{\"header\":{\"game\":\"Pippinzip\"},\"moves\":[]}"
        )
        .len(),
        1
    );
}

#[test]
fn comments_of_yaml_are_reported() {
    let head = "tags:\n- name: Game\n  value: gipf\n- {name: Variant, value: basic}\n";
    for (text, comments) in [
        (format!("{head}turns:\n- text: b3\n"), &[][..]),
        (format!("# by Ann\n{head}"), &["# by Ann"]),
        (
            format!("{head}turns:  # the game\n- text: b3  # good\n"),
            &["# the game"],
        ),
        (
            format!("{head}- name: Event\n  value: Cup  # in May\n"),
            &["# in May"],
        ),
        (
            format!("{head}- name: Event\n  value: \"Cup # 3\"  # in May\n"),
            &["# in May"],
        ),
        (
            format!("{head}- name: Event\n  value: 'Cup # 3'\n- name: Site\n  value: hall#3\n"),
            &[],
        ),
        (
            format!(
                "{head}turns:\n- text: b3\n  after:\n  - comment: |\n      # not one\n      text\n"
            ),
            &[],
        ),
        (
            format!("{head}turns:\n- text: b3\n  after:\n  - comment: |\n      text\n# one\n"),
            &["# one"],
        ),
        (
            format!("{head}turns:\n- text: b3\n  after:\n  - hash: '# kept'\n"),
            &[],
        ),
    ] {
        assert_eq!(
            found("yaml", &text),
            on("import/left-out", comments),
            "{text}"
        );
    }
    assert_eq!(
        found("yaml", "# only a comment\n"),
        on("import/left-out", &["# only a comment"])
    );
}
