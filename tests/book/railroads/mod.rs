//! The grammars as railroad diagrams, which the book shows and which are generated from the pest
//! files.

mod drawing;
mod track;

use std::collections::BTreeSet;

use crate::support::{assert_committed, root};
use drawing::{drawn, drawn_plainly};
use track::Grammar;

/// The folder of the diagrams.
const FOLDER: &str = "docs/src/railroads";

/// The page that teaches the notation, and the diagrams that it shows, without the mistakes.
const TUTORIAL: (&str, [&str; 7]) = (
    "writing",
    [
        "token", "tag", "number", "glyph", "result", "comment", "command",
    ],
);

/// The grammars, each with the chapter that shows it. `Grammar::read` takes the rules with a
/// diagram, those drawn where they are used, those that parse mistakes, and those described in
/// words.
fn grammars() -> [(Grammar, &'static str); 6] {
    let notation = Grammar::read(
        "notation",
        &[
            "token",
            "hash_comment",
            "comment",
            "command",
            "string",
            "tag",
            "number",
            "glyph",
            "result",
            "turn",
            "options_value",
            "option_pair",
            "score_value",
            "date_value",
            "expect_arguments",
            "code",
            "places",
            "arrows",
            "lines",
            "labels",
            "pieces",
            "view_arguments",
            "diagram_arguments",
            "place",
        ],
        &[
            "command_name",
            "command_arguments",
            "string_escape",
            "tag_name",
            "variation_open",
            "variation_close",
            "turn_text",
            "suffix",
            "points",
            "year",
            "month",
            "day",
            "option_key",
            "option_value",
            "expect_legal",
            "expect_result",
            "expected_result",
            "expect_position",
            "expect_turns",
            "expect_moves",
            "expect_not_legal",
            "expect_mends",
            "expect_score",
            "expect_to_move",
            "expect_captured",
            "expect_code",
            "nothing",
            "count",
            "setting",
            "key",
            "setting_value",
        ],
        &[
            "unclosed_comment",
            "unclosed_command",
            "unclosed_string",
            "string_stray_escape",
            "odd_string",
            "tag_open_string",
            "tag_malformed",
            "stray_close",
            "glyph_malformed",
            "number_of_round",
            "number_in_list",
            "count_in_parentheses",
            "result_mistake",
            "odd_resignation",
            "lone_suffix",
            "unknown",
        ],
        &[
            ("blank", "white space"),
            ("gap", "white space?"),
            ("pad", "white space?"),
            ("sep", "white space"),
            ("word_char", "any character but white space [ ] { } ( ) $ #"),
            ("word", "text without white space"),
        ],
    );
    let gipf = Grammar::read(
        "gipf",
        &[
            "turn",
            "push",
            "removal",
            "item",
            "name",
            "position_only",
            "columns",
            "reserves",
            "count",
            "reserve_only",
        ],
        &["column", "pair"],
        &[],
        &[],
    );
    let pippinzip = Grammar::read(
        "pippinzip",
        &["turn_only", "name", "position_only", "rows"],
        &["row", "empties", "taker", "pair"],
        &[],
        &[],
    );
    let pippip = Grammar::read(
        "pippip",
        &[
            "turn_only",
            "aside",
            "placement",
            "conversion",
            "name",
            "position_only",
            "ranks",
            "in_store",
        ],
        &["rank", "die"],
        &[],
        &[],
    );
    let pipe = Grammar::read(
        "pipe",
        &[
            "turn_only",
            "set_up",
            "play",
            "discard",
            "placement",
            "to",
            "coordinate",
            "pick_up",
            "claim",
            "id",
            "position_only",
            "table",
            "colours",
            "scores",
            "cards_only",
        ],
        &["claim_of_one", "colour_word", "draw", "score"],
        &[],
        &[],
    );
    let card = Grammar::read(
        "card",
        &["card_only", "pipe", "arcs", "field"],
        &[],
        &[],
        &[],
    );
    [
        (notation, "notation.md"),
        (gipf, "rules/gipf.md"),
        (pippinzip, "rules/pippinzip.md"),
        (pippip, "rules/pippip.md"),
        (pipe, "rules/pipe.md"),
        (card, "rules/pipe.md"),
    ]
}

/// Returns true for rules without a diagram. These are turns and actions by themselves, which are
/// not parts of records and are parsed for messages, and values of tags and options that are one of
/// a few words, which the chapters list in tables.
fn is_left_out(rule: &str) -> bool {
    let others = [
        "action_only",
        "turn_only",
        "lookalikes",
        "record",
        "byte_order_mark",
        "code_arguments",
        "name_of_result",
    ];
    let values = [
        "edition_value",
        "pipes_only",
        "arcs_only",
        "fields_only",
        "deck_only",
    ];
    others.contains(&rule) || values.contains(&rule) || VALUES.contains(&rule)
}

/// Values of tags and options that are one of a few words.
const VALUES: [&str; 14] = [
    "out_only",
    "size_only",
    "surface_only",
    "players_only",
    "variant_only",
    "dice_only",
    "cap_only",
    "store_only",
    "colors_only",
    "recycle_only",
    "table_only",
    "teams_only",
    "yes",
    "no",
];

#[test]
fn the_diagrams_are_those_of_the_grammars() {
    for (grammar, _) in grammars() {
        for rule in grammar.shown {
            assert_committed(
                &format!("{FOLDER}/{}/{rule}.svg", grammar.name),
                &drawn(&grammar, rule),
            );
        }
    }
    for (grammar, chapter) in grammars() {
        let page = std::fs::read_to_string(root().join("docs/src").join(chapter)).unwrap();
        let up = "../".repeat(chapter.matches('/').count());
        for rule in grammar.shown {
            let figure = format!(
                "<figure class=\"railroad\" id=\"railroad-{}-{rule}\">\n{{{{#include \
                    {up}railroads/{}/{rule}.svg}}}}\n</figure>",
                grammar.name, grammar.name
            );
            assert_eq!(
                page.matches(&figure).count(),
                1,
                "{chapter} is to show once:\n{figure}"
            );
        }
        let folder = format!("railroads/{}/", grammar.name);
        let shown = page
            .lines()
            .filter(|line| line.contains("{{#include") && line.contains(&folder))
            .count();
        assert_eq!(
            shown,
            grammar.shown.len(),
            "{chapter} includes a figure that is not one of its diagrams"
        );
    }
    let (page, rules) = TUTORIAL;
    let text = std::fs::read_to_string(root().join(format!("docs/src/{page}.md"))).unwrap();
    let [(notation, _), ..] = grammars();
    for rule in rules {
        let svg = drawn_plainly(&notation, rule, page, &rules);
        assert!(
            !svg.contains("data-mistake=\"") && svg.contains("<path"),
            "{rule}"
        );
        assert_committed(&format!("{FOLDER}/{page}/{rule}.svg"), &svg);
        let figure = format!(
            "<figure class=\"railroad\" id=\"railroad-{page}-{rule}\">\n{{{{#include \
                railroads/{page}/{rule}.svg}}}}\n</figure>"
        );
        assert_eq!(
            text.matches(&figure).count(),
            1,
            "{page}.md is to show once:\n{figure}"
        );
    }
    // Diagrams that are no longer generated are removed.
    let files = walkdir::WalkDir::new(root().join(FOLDER))
        .into_iter()
        .filter(|entry| entry.as_ref().unwrap().file_type().is_file());
    let shown: usize = grammars()
        .iter()
        .map(|(grammar, _)| grammar.shown.len())
        .sum();
    assert_eq!(files.count(), shown + rules.len());
}

/// Every rule of these grammars is in a diagram, or listed as a rule without one.
#[test]
fn every_rule_is_in_a_diagram() {
    for (grammar, _) in grammars() {
        let mut reached: BTreeSet<String> = BTreeSet::new();
        let mut waiting: Vec<String> = grammar
            .shown
            .iter()
            .map(|rule| (*rule).to_owned())
            .collect();
        let others: Vec<String> = grammar
            .rules()
            .filter(|rule| is_left_out(rule))
            .map(str::to_owned)
            .collect();
        waiting.extend(others);
        while let Some(rule) = waiting.pop() {
            if reached.insert(rule.clone()) {
                waiting.extend(grammar.named_by(&rule));
            }
        }
        for rule in grammar.rules() {
            assert!(
                reached.contains(rule),
                "{rule} of grammar/{}.pest is in no diagram",
                grammar.name
            );
        }
    }
}
