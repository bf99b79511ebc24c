//! Table of the outcomes for many mistaken records.

use std::collections::BTreeMap;

use super::{Outcome, Unseen};
use crate::mistakes::Kind;

/// Counts of outcomes, by game and kind of mistake.
#[derive(Default)]
pub(crate) struct Table {
    rows: BTreeMap<RowKey, Row>,
    /// Counts for the table of reliability, by game.
    classes: BTreeMap<&'static str, [Class; CLASSES.len()]>,
}

impl Table {
    /// Changes each row in which a game and a kind are counted: their own row, those of all games
    /// and of all kinds, and that of everything.
    fn change_rows(
        &mut self,
        game: &'static str,
        order: usize,
        kind: &Kind,
        mut change: impl FnMut(&mut Row),
    ) {
        for game in [None, Some(game)] {
            for kind in [None, Some((order, kind.name))] {
                change(self.rows.entry((game, kind)).or_default());
            }
        }
    }

    /// Counts a mistake that is not a test case.
    pub(crate) fn unseen(&mut self, game: &'static str, order: usize, kind: &Kind, unseen: Unseen) {
        self.change_rows(game, order, kind, |row| match unseen {
            Unseen::Read => row.read += 1,
            Unseen::Other => row.other += 1,
        });
    }

    /// Counts an outcome. `order` is the place of the kind in the list of kinds.
    pub(crate) fn count(
        &mut self,
        game: &'static str,
        order: usize,
        kind: &Kind,
        outcome: Outcome,
    ) {
        if let Some(weight) = outcome.weight().filter(|_| kind.knowable) {
            let index = CLASSES.iter().rposition(|&lower| lower <= weight);
            let classes = self.classes.entry(game).or_default();
            let class = &mut classes[index.unwrap_or(0)];
            class.cases += 1;
            class.weights += weight;
            class.right += u32::from(outcome.place == Some(0));
        }
        self.change_rows(game, order, kind, |row| {
            row.cases += 1;
            if kind.knowable {
                row.knowable += 1;
                row.first += u32::from(outcome.place == Some(0));
                row.tied += u32::from(outcome.is_tied);
                row.among += u32::from(outcome.place.is_some());
            }
            row.sole += u32::from(outcome.has_sole);
            row.sole_wrong += u32::from(outcome.is_sole_and_wrong());
            row.half += u32::from(outcome.is_half);
            row.loss += u32::from(outcome.loss.is_some());
            row.namable += u32::from(outcome.named.is_some());
            row.named += u32::from(outcome.named == Some(true));
            row.times.push(outcome.milliseconds);
        });
    }

    /// Compares the weights of fixes with their correctness, for fixes that a search proved, as
    /// Markdown.
    pub(crate) fn reliability(&self) -> String {
        let mut text = "| game | weight, mean | cases | right |\n|---|---|---|---|\n".to_owned();
        for (game, classes) in &self.classes {
            for class in classes.iter().filter(|class| class.cases > 0) {
                let mean = f64::from(class.weights) / f64::from(class.cases) / 1_000.0;
                let right = f64::from(class.right) / f64::from(class.cases);
                let cases = class.cases;
                text.push_str(&format!("| {game} | {mean:.3} | {cases} | {right:.3} |\n"));
            }
        }
        text
    }

    /// Returns the table in Markdown: all games together, then each game. With `full`, the table
    /// lists every kind in every game.
    pub(crate) fn text(mut self, full: bool) -> String {
        let head = [
            "game",
            "mistake",
            "cases",
            "true first",
            "tied with first",
            "among ten",
            "sole",
            "sole and wrong",
            "sole and half right",
            "lost",
            "finding names it",
            "read",
            "ms, median",
            "ms, max",
        ];
        let mut text = format!("| {} |\n|{}\n", head.join(" | "), "---|".repeat(head.len()));
        for ((game, kind), row) in &mut self.rows {
            if game.is_some() && kind.is_some() && !full {
                continue;
            }
            row.times.sort_by(f64::total_cmp);
            let share = |part: u32, whole: u32| match whole {
                0 => "–".to_owned(),
                _ => format!("{:.0} %", 100.0 * f64::from(part) / f64::from(whole)),
            };
            let cells = [
                game.unwrap_or("**all**").to_owned(),
                kind.map_or("**all**".to_owned(), |(_, name)| name.replace('-', " ")),
                row.cases.to_string(),
                share(row.first, row.knowable),
                share(row.tied, row.knowable),
                share(row.among, row.knowable),
                row.sole.to_string(),
                row.sole_wrong.to_string(),
                row.half.to_string(),
                row.loss.to_string(),
                share(row.named, row.namable),
                row.read.to_string(),
                format!("{:.1}", row.times.get(row.times.len() / 2).unwrap_or(&0.0)),
                format!("{:.0}", row.times.last().unwrap_or(&0.0)),
            ];
            text.push_str(&format!("| {} |\n", cells.join(" | ")));
        }
        text
    }
}

/// Key of a row: a game or all games, and a kind by its place in the list, or all kinds.
type RowKey = (Option<&'static str>, Option<(usize, &'static str)>);

/// Counts of a row.
#[derive(Default)]
struct Row {
    cases: u32,
    /// Cases in which the record still determines the original game.
    knowable: u32,
    /// Of these, cases in which the first fix gives the original game.
    first: u32,
    /// Of these, cases in which a later fix does, and nothing distinguishes it from the first.
    tied: u32,
    /// Of these, cases in which any of the fixes does.
    among: u32,
    /// Cases with a sole fix.
    sole: u32,
    /// Of these, cases in which it is wrong although the record reveals the mistake.
    sole_wrong: u32,
    /// Cases in which the sole fix is wrong only where nothing reveals the mistake.
    half: u32,
    /// Cases in which the sole fix loses something.
    loss: u32,
    /// Cases with a single correct text at the place of the mistake.
    namable: u32,
    /// Of these, cases in which a finding names that text.
    named: u32,
    /// Mistakes that are read as the original game.
    read: u32,
    /// Mistakes that make another valid game, or are reported much later.
    other: u32,
    /// Times of the searches, in milliseconds.
    times: Vec<f64>,
}

/// The lower ends of the classes of weights in the table of reliability, in thousandths.
const CLASSES: [u32; 9] = [0, 100, 250, 500, 750, 900, 950, 980, 990];

/// Number of correct first fixes in a class of weights.
#[derive(Clone, Copy, Default)]
struct Class {
    cases: u32,
    /// Sum of the weights, in thousandths.
    weights: u32,
    right: u32,
}
