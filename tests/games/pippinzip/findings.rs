//! The content of findings.

use pipscribe::findings::Finding;

use super::{findings, ids};

fn related(findings: &[Finding]) -> Vec<(u32, String)> {
    findings
        .iter()
        .flat_map(|finding| &finding.related)
        .map(|other| (other.turn, other.message.to_string()))
        .collect()
}

fn shown(findings: &[Finding]) -> (String, Vec<String>) {
    let exhibit = findings
        .first()
        .and_then(|finding| finding.exhibit.clone())
        .unwrap();
    (exhibit.position, exhibit.marks)
}

#[test]
fn errors_name_the_turn_they_collide_with() {
    let found = findings(
        "zipline",
        "[Size \"5\"]\n",
        "1. c3,d4 2. take 3. a1,e5 4. b1 5. a5,d4 *",
    );
    assert_eq!(ids(&found), ["pippinzip/occupied"]);
    assert_eq!(found[0].message, "d4 is already occupied by a white stone.");
    assert_eq!(related(&found), [(1, "`c3,d4` put it there".to_owned())]);
    assert_eq!(shown(&found).1, ["d4"]);

    let found = findings("zipline", "[Size \"5\"]\n", "1. c3 2. take 3. take *");
    assert_eq!(found[0].message, "The auction is over: seat 2 has taken.");
    assert_eq!(related(&found), [(2, "it was taken here".to_owned())]);

    let found = findings("zipline", "[Size \"5\"]\n", "1. c3 2. take 3. a1,b1 *");
    assert_eq!(
        shown(&found),
        (
            "5/5/2w2/5/bb3 1 taker=2 -".to_owned(),
            vec!["a1".to_owned(), "b1".to_owned()]
        )
    );
    assert!(
        found[0].help.as_ref().unwrap().contains("`a1,b2`"),
        "{:?}",
        found[0].help
    );

    let found = findings(
        "zipline",
        "[Size \"5\"]\n[Players \"3\"]\n",
        "1. take 2. a1 3. b1 *",
    );
    assert_eq!(
        related(&found),
        [(2, "`a1` placed the first of the two".to_owned())]
    );
    assert_eq!(shown(&found).1, ["a1", "b1"]);
}

#[test]
fn wrong_claims_show_the_winning_chain() {
    let tags = "[Size \"3\"]\n";
    let moves = "1. c1,c3 2. take 3. a1,b2 4. a3 5. a2,b3";
    for claim in ["*", "0-1"] {
        let found = findings("zipline", tags, &format!("{moves} {claim}"));
        assert_eq!(ids(&found), ["record/result"]);
        assert_eq!(found[0].rule, "Z5.1");
        let (position, marks) = shown(&found);
        assert_eq!(position, "wbw/bb1/b1w 2 taker=2 -");
        assert_eq!(marks, ["a1", "a2", "b2", "b3"]);
    }
    assert_eq!(
        ids(&findings("zipline", tags, &format!("{moves} 1-0"))),
        [""; 0]
    );
    let found = findings("zipline", tags, &format!("{moves} 6. b1 1-0"));
    assert_eq!(ids(&found), ["turn/after-end"]);
    assert_eq!(shown(&found).1, ["a1", "a2", "b2", "b3"]);
}

fn nearest(tags: &str, moves: &str) -> String {
    let found = findings("zipline", tags, moves);
    assert_eq!(found.len(), 1, "{found:?}");
    found[0].help.clone().unwrap_or_default().into()
}

#[test]
fn suggested_turns_are_named_on_the_largest_board() {
    let tags = "[Size \"26\"]\n";
    let named = nearest(tags, "1. z25,m13 2. m13,n26,a1 *");
    assert!(named.contains("`a1,m12,n26`"), "{named}");
    let named = nearest(tags, "1. z25 2. z25 *");
    assert!(named.contains("`z24`, `z26`"), "{named}");
    let named = nearest(tags, "1. y25,z27 *");
    assert!(named.contains("`y25,z26`"), "{named}");
    let named = nearest(tags, "1. b2,y25,z26,z25 *");
    assert!(
        named.contains("`b2,y25,z25`") && named.contains("`b2,y25,z26`"),
        "{named}"
    );
    assert_eq!(nearest(tags, "1. take 2. take *"), "");
}
