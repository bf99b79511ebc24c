//! The pages of the codes in the book: the text of `explain`, with links and with findings in the
//! form in which users see them.

use super::{CodeInfo, Severity, all_codes, rule_named};
use crate::game_list::GameId;

/// The families of codes that all games share, with their titles.
const SHARED_FAMILIES: [(&str, &str); 9] = [
    ("syntax", "The text of a record"),
    ("limit", "Limits"),
    ("tag", "Tags"),
    ("turn", "Turns in any game"),
    ("record", "Results and scores"),
    ("command", "Commands in comments"),
    ("expect", "Expectations"),
    ("irregular", "Irregular turns"),
    ("puzzle", "Puzzles"),
];

/// The families after those of the games.
const OTHER_FAMILIES: [(&str, &str); 2] = [
    ("deck", "Decks of the Pipe Game"),
    ("import", "Texts in other formats"),
];

/// Returns the families of codes, with their titles.
pub fn families() -> impl Iterator<Item = (&'static str, &'static str)> {
    let of_games = GameId::ALL
        .into_iter()
        .map(|game| (game.name(), game.facts().short_title));
    SHARED_FAMILIES
        .into_iter()
        .chain(of_games)
        .chain(OTHER_FAMILIES)
}

/// Returns the pages of all codes and families, as Markdown, each with its path from the first page
/// of the book.
pub fn finding_pages() -> Vec<(String, String)> {
    let codes = all_codes().map(|code| (format!("{}.md", code.book_page()), code_page(code)));
    let overviews = families()
        .map(|(family, title)| (format!("findings/{family}.md"), family_page(family, title)));
    codes.chain(overviews).collect()
}

/// Returns the rule of a code, as a link from a page that is `up` from the first page of the book.
fn rule_link(code: &CodeInfo, up: &str) -> String {
    match rule_named(code.rule) {
        Some(rule) => format!("[{}]({up}{}.md#{})", code.rule, rule.page, rule.anchor()),
        None => code.rule.to_owned(),
    }
}

/// Returns the page of a code. The text of `explain` has two blocks of records, the failing record
/// and the near miss; the page gives each the attributes that draw the right figure.
fn code_page(code: &CodeInfo) -> String {
    let text = code
        .markdown()
        .replacen(code.rule, &rule_link(code, "../../"), 1);
    // A figure of the position would not show the tags, and a comment that is never closed may
    // swallow them.
    let family = code.id.split('/').next().unwrap_or_default();
    let has_board = GameId::named(family).is_some() || ["turn", "record"].contains(&family);
    let failing_fence = match code.id {
        // The book itself is tested, and must have no errors.
        "expect/unmet" => "~~~text",
        // A page must be UTF-8.
        "syntax/encoding" => "~~~pips,figure=none",
        _ => "~~~pips,finding",
    };
    let near_miss_fence = if has_board {
        "~~~pips,movement"
    } else {
        "~~~pips,figure=none"
    };
    let mut fences = [failing_fence, near_miss_fence].into_iter();
    let lines = text.lines().map(|line| match line {
        "~~~pips" => fences.next().unwrap_or(line),
        _ => line,
    });
    let lines: Vec<&str> = lines.collect();
    format!(
        "{}\n\n[All codes of the family](../{family}.md)\n",
        lines.join("\n")
    )
}

/// Returns the page of a family: a table of its codes.
fn family_page(family: &str, title: &str) -> String {
    let mut page = format!(
        "# {title}\n\nThese are the codes of the family `{family}/…`. With `[%irregular CODE]` after the turn, a code \
            that can be waived becomes a warning.\n\n\
         | code | what is wrong | rule | can be waived |\n|---|---|---|---|\n"
    );
    for code in all_codes().filter(|code| code.id.split('/').next() == Some(family)) {
        let rule = rule_link(code, "../");
        let warning = if code.severity == Severity::Warning {
            " (a warning)"
        } else {
            ""
        };
        let waivable = if code.can_stand { "yes" } else { "" };
        page.push_str(&format!(
            "| [`{}`]({}.md) | {}{warning} | {rule} | {waivable} |\n",
            code.id, code.id, code.summary
        ));
    }
    page + "\n[All families](../findings.md)\n"
}
