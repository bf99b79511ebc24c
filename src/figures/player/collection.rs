//! Page that plays several records: a list of them with a search, and the player of each in a
//! shadow tree. Without JavaScript, there is no search, all records are shown one after the other,
//! and the list leads to each.

use std::collections::BTreeSet;

use super::page::{PlayerHtml, about, fill, heading, page_of, result};
use super::steps::{MAX, Steps};
use super::{Player, PlayerError, PlayerOptions, opened, themed};
use crate::draw::{Theme, escaped};
use crate::replay::Timeline;

/// Contents of the page: the search, the list and the players.
const BODY: &str = include_str!("collection.html");

/// Players of several records for one page.
#[derive(Clone, Debug)]
pub struct PlayerCollection {
    options: PlayerOptions,
    theme: Theme,
    /// Entries of the list.
    entries: Vec<String>,
    /// Players, each as the content of a shadow tree.
    players: Vec<String>,
    /// Style sheets of the players, which the policy of the page permits.
    sheets: BTreeSet<String>,
    positions: usize,
    warnings: Vec<String>,
}

impl PlayerCollection {
    /// Creates an empty page.
    pub fn new(options: PlayerOptions) -> Self {
        let theme = themed(&options);
        Self {
            options,
            theme,
            entries: Vec::new(),
            players: Vec::new(),
            sheets: BTreeSet::new(),
            positions: 0,
            warnings: Vec::new(),
        }
    }

    /// Returns true if it has no record.
    pub fn is_empty(&self) -> bool {
        self.entries.is_empty()
    }

    /// Adds a record.
    ///
    /// # Errors
    /// If the tags leave the start open, a position cannot be shown as requested, or there are too
    /// many positions.
    pub fn add(&mut self, timeline: &Timeline) -> Result<(), PlayerError> {
        let steps = Steps::new(timeline, &self.options, &self.theme)?;
        let open = opened(&steps, timeline, &self.options)?;
        let positions = self.positions + steps.steps.len();
        if positions > MAX {
            return Err(PlayerError::TooManyTogether {
                most: MAX,
                fit: self.entries.len(),
            });
        }
        self.positions = positions;
        let record = timeline.record().as_ref();
        let lang = steps.lang();
        let number = self.entries.len() + 1;
        let name = escaped(&heading(record, lang));
        let about = about(record, lang);
        let result = escaped(&result(record, &steps, lang));
        self.entries.push(format!(
            "<li><a href=\"#record-{number}\"><bdi>{name}</bdi></a> <span class=\"about\">{about}</span> \
             <strong>{result}</strong></li>\n"
        ));
        let PlayerHtml { sheet, html } = PlayerHtml::new(&steps, open, &self.options, &self.theme);
        self.players.push(format!(
            "<section data-record id=\"record-{number}\" aria-label=\"{name}\">\n<template shadowrootmode=\"open\">\n\
             <style>{sheet}</style>\n{html}</template>\n</section>\n"
        ));
        self.sheets.insert(sheet);
        self.warnings.extend(
            steps
                .warnings
                .into_iter()
                .map(|warning| format!("record {number}: {warning}")),
        );
        Ok(())
    }

    /// Returns the page.
    pub fn finish(self) -> Player {
        let lang = self.options.figure.view.lang;
        let title = lang.fill("{0} records", &[&self.entries.len()]);
        let body = fill(BODY, |name| match name {
            "title" => title.clone(),
            "lang" => lang.code().to_owned(),
            "said" => escaped(lang.say("{0} of {1} records")),
            "entries" => self.entries.concat(),
            "players" => self.players.concat(),
            template => lang.translation(template).map(escaped).unwrap_or_default(),
        });
        let html = page_of(&title, &body, &self.sheets, &self.options, &self.theme);
        Player {
            html,
            warnings: self.warnings,
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::games::Context;
    use crate::notation::Record;

    /// A record with this number of positions.
    fn timeline(positions: usize) -> Timeline {
        let variations = "(2. d2) ".repeat(positions - 3);
        let text = format!("[Game \"gipf\"]\n[Variant \"basic\"]\n\n1. b3 2. c2 {variations}*\n");
        Timeline::new(Record::parse_str(&text), &Context::default()).unwrap()
    }

    #[test]
    fn the_limit_of_a_page_is_that_of_all_records_together() {
        let mut page = PlayerCollection::new(PlayerOptions::default());
        assert_eq!(page.add(&timeline(5)), Ok(()));
        // Drawing as many positions as fit would take too long.
        page.positions = MAX - 5;
        let together = PlayerError::TooManyTogether { most: MAX, fit: 1 };
        assert_eq!(page.add(&timeline(6)), Err(together));
        assert_eq!(
            page.add(&timeline(MAX + 2)),
            Err(PlayerError::TooMany { most: MAX })
        );
        assert_eq!(page.add(&timeline(5)), Ok(()));
    }
}
