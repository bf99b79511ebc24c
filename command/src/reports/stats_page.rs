//! Statistics of a collection as one HTML page: tables with embedded plots. The page has no scripts
//! and loads nothing.

use super::stats::{
    lengths, mean_score, most_frequent, quotient, shares, summary, variant_title, variations,
};
use crate::collection::{Opening, Stats, VariantStats};
use crate::coverage::{GroupShown, ShownCounts, Times};
use pipscribe::text::{counted, xml::escaped};

const STYLE: &str = "\
body{font:16px/1.5 system-ui,sans-serif;max-width:46rem;margin:2rem auto;padding:0 1rem;color:#1a1a1a;background:#fff}\
h1,h2,h3{line-height:1.2}h2{margin-top:2.5rem;border-bottom:2px solid #1a1a1a}\
table{border-collapse:collapse;margin:.5rem 0 1rem}\
th,td{padding:.15rem .8rem .15rem 0;text-align:left;vertical-align:top;overflow-wrap:anywhere}\
td.n,th.n{text-align:right;font-variant-numeric:tabular-nums;white-space:nowrap}\
code{font-family:ui-monospace,monospace}\
table.plot{width:100%;font-size:.875rem;line-height:1.3}table.plot \
caption{position:absolute;width:1px;height:1px;overflow:hidden;clip-path:inset(50%)}\
table.plot th{font-weight:normal;text-align:right;width:1%;white-space:nowrap;border-right:1px solid}\
table.plot.words th{white-space:normal;width:40%}table.plot td.n{width:1%;padding:.15rem 0}\
table.plot td.room{padding:.15rem .6rem .15rem \
0;vertical-align:middle}.bar{display:block;height:.95rem;background:#3d5a80}\
ul.openings,ul.openings ul{list-style:none;padding-left:0}ul.openings \
ul{padding-left:1.2rem;margin-left:.3rem;border-left:1px solid #999}\
.share{color:#555}summary{cursor:pointer}\
@media(prefers-color-scheme:dark){body{color:#eee;background:#161616}\
h2{border-color:#eee}.bar{background:#98c1d9}.share{color:#bbb}}\
@media print{.bar{print-color-adjust:exact}}";

/// Content of the page.
#[derive(Clone, Copy, Debug)]
pub(crate) struct StatsPage<'a> {
    /// Statistics that the page shows.
    pub stats: &'a Stats,
    /// Number of continuations shown for each opening.
    pub top: usize,
    /// Coverage of the rules; empty if it was not requested.
    pub coverage: &'a [GroupShown],
}

impl StatsPage<'_> {
    /// Returns the page.
    pub(crate) fn write(&self) -> String {
        let stats = self.stats;
        let mut body = format!(
            "<h1>What the collection holds</h1>\n<p>{}.</p>\n",
            summary(stats)
        );
        for ((game, variant), variant_stats) in &stats.variants {
            body.push_str(&self.variant(&variant_title(*game, variant), variant_stats));
        }
        if !stats.codes.is_empty() {
            body.push_str("<h2>Findings</h2>\n<p>How many records have each.</p>\n");
            body.push_str(&plot("Findings", &most_frequent(&stats.codes), None));
        }
        if !self.coverage.is_empty() {
            body.push_str("<h2>Rules</h2>\n");
            for group in self.coverage {
                body.push_str(&rules(group));
            }
        }
        format!(
            "<!doctype html>\n<html lang=\"en\">\n<head>\n<meta charset=\"utf-8\">\n\
             <meta http-equiv=\"Content-Security-Policy\" content=\"default-src 'none'; style-src 'unsafe-inline'\">\n\
             <meta name=\"viewport\" content=\"width=device-width, initial-scale=1\">\n\
             <title>What the collection holds</title>\n<style>{STYLE}</style>\n</head>\n<body>\n<main>\n\
             {body}</main>\n</body>\n</html>\n"
        )
    }

    /// Returns the section of a variant.
    fn variant(&self, title: &str, variant_stats: &VariantStats) -> String {
        let outcomes = &variant_stats.outcomes;
        let mut html = format!(
            "<h2>{}</h2>\n<p>{}, {} valid; {} turns on average, median {}.",
            escaped(title),
            counted(outcomes.games, "record"),
            variant_stats.valid,
            quotient(variant_stats.turns(), outcomes.games),
            variant_stats.median()
        );
        if let Some(score) = mean_score(variant_stats) {
            html.push_str(&format!(" Mean score {score}."));
        }
        html.push_str("</p>\n");
        let got: Vec<(String, u64)> = shares(outcomes)
            .into_iter()
            .map(|(seat, share)| (format!("Seat {seat}"), share))
            .collect();
        if !got.is_empty() {
            let games = counted(outcomes.decided, "decided game");
            html.push_str(&format!(
                "<h3>What seats got</h3>\n<p>Of {games}, in percent.</p>\n"
            ));
            html.push_str(&plot("Results by seat, in per cent", &got, Some(100)));
        }

        html.push_str("<h3>Results</h3>\n");
        html.push_str(&plot(
            "Results",
            &most_frequent(&variant_stats.results),
            None,
        ));
        html.push_str("<h3>Turns</h3>\n");
        html.push_str(&plot(
            "Games by their number of turns",
            &lengths(variant_stats),
            None,
        ));
        if let Some(counts) = variant_stats.variations {
            html.push_str(&format!("<p>Variations: {}.</p>\n", variations(counts)));
        }
        let openings = variant_stats.openings();
        if !openings.next.is_empty() {
            html.push_str(
                "<h3>Openings</h3>\n<p>Games, and what seat 1 got of the decided ones.</p>\n",
            );
            html.push_str("<ul class=\"openings\">\n");
            self.openings(&openings, 0, &mut html);
            html.push_str("</ul>\n");
        }

        html
    }

    /// Writes the continuations of an opening. Continuations after the first turn are collapsed.
    fn openings(&self, opening: &Opening, depth: usize, html: &mut String) {
        for next in opening.next.iter().take(self.top) {
            let share = next
                .outcomes
                .percent(1)
                .map_or_else(String::new, |share| format!(", {share} %"));
            let games = counted(next.outcomes.games, "game");
            let turn = escaped(&next.turn);
            let line = format!("<code>{turn}</code> <span class=\"share\">{games}{share}</span>");
            let (before, after) = match depth {
                0 if !next.next.is_empty() => (
                    format!("<li><details><summary>{line}</summary>"),
                    "</details>",
                ),
                _ => (format!("<li>{line}"), ""),
            };
            html.push_str(&before);
            if !next.next.is_empty() {
                html.push_str("\n<ul>\n");
                self.openings(next, depth + 1, html);
                html.push_str("</ul>\n");
            }
            html.push_str(after);
            html.push_str("</li>\n");
        }

        let others: u64 = opening
            .next
            .iter()
            .skip(self.top)
            .map(|next| next.outcomes.games)
            .sum();
        if others > 0 {
            let ways = counted(opening.next.len() - self.top, "other way");
            html.push_str(&format!(
                "<li class=\"share\">{ways}, {}</li>\n",
                counted(others, "game")
            ));
        }
    }
}

/// Returns a bar chart as a table, which screen readers can read and which fits any screen. The
/// longest bar represents the highest number, or `whole`.
fn plot(title: &str, rows: &[(String, u64)], whole: Option<u64>) -> String {
    let most = whole
        .or_else(|| rows.iter().map(|(_, count)| *count).max())
        .unwrap_or(0)
        .max(1);
    let has_words = rows
        .iter()
        .any(|(name, _)| name.chars().count() > SHORT_NAME);
    let class = if has_words { "plot words" } else { "plot" };
    let mut html = format!(
        "<table class=\"{class}\">\n<caption>{}</caption>\n",
        escaped(title)
    );
    for (name, count) in rows {
        let tenths_of_percent = (count * 1000).div_ceil(most);
        html.push_str(&format!(
            "<tr><th scope=\"row\">{}</th><td class=\"room\"><span class=\"bar\" style=\"width:{}.{}%\"></span></td>\
             <td class=\"n\">{count}</td></tr>\n",
            escaped(name),
            tenths_of_percent / 10,
            tenths_of_percent % 10
        ));
    }
    html.push_str("</table>\n");
    html
}

/// Names longer than this may wrap, to leave room for the bars.
const SHORT_NAME: usize = 14;

/// Returns the coverage of a group as two tables.
fn rules(group: &GroupShown) -> String {
    let ShownCounts { shown, total } = group.shown_counts();
    let times =
        |times: Option<&Times>| times.map_or_else(String::new, |times| times.records.to_string());
    let mut html = format!(
        "<details>\n<summary>{}: {shown} of {total} shown</summary>\n<table>\n\
         <tr><th>Rule</th><th class=\"n\">kept</th><th class=\"n\">broken</th><th>what it says</th></tr>\n",
        escaped(group.title())
    );
    for row in &group.rules {
        html.push_str(&format!(
            "<tr><td>{}</td><td class=\"n\">{}</td><td class=\"n\">{}</td><td>{}</td></tr>\n",
            row.rule.number,
            times(row.kept.as_ref()),
            times(row.broken.as_ref()),
            escaped(row.rule.title)
        ));
    }
    html.push_str("</table>\n<table>\n<tr><th>Code</th><th class=\"n\">met</th></tr>\n");
    for row in &group.codes {
        html.push_str(&format!(
            "<tr><td><code>{}</code></td><td class=\"n\">{}</td></tr>\n",
            row.code.id, row.met.records
        ));
    }
    html.push_str("</table>\n</details>\n");
    html
}
