//! Page that plays several records: a list of them with a search, and one player for all. Without
//! JavaScript, there is no search, all records are shown as text one after the other, and the list
//! links to each.

use std::collections::BTreeSet;

use super::page::{
    empty_element, fill_template, record_section, roles_of_figures, write_collection_page,
};
use super::record_texts::{about_line, record_heading, result_text};
use super::shared_texts::Pool;
use super::steps::{MAX_POSITIONS, Steps};
use super::{Player, PlayerError, PlayerOptions, opening_step, theme_or_default};
use crate::draw::{DrawnRole, Theme, escaped};
use crate::replay::Timeline;

/// Contents of the page: the search, the list and the players.
const BODY: &str = include_str!("collection.html");

/// Players of several records for one page.
#[derive(Debug)]
pub struct PlayerCollection {
    options: PlayerOptions,
    theme: Theme,
    /// Entries of the list.
    entries: Vec<String>,
    /// The records, each with its data.
    sections: Vec<String>,
    /// Pieces of the figures of all records.
    pool: Pool,
    /// Roles of the figures of all records.
    roles: BTreeSet<DrawnRole>,
    positions: usize,
    warnings: Vec<String>,
}

impl PlayerCollection {
    /// Creates an empty page.
    pub fn new(options: PlayerOptions) -> Self {
        let theme = theme_or_default(&options);
        Self {
            options,
            theme,
            entries: Vec::new(),
            sections: Vec::new(),
            pool: Pool::default(),
            roles: BTreeSet::new(),
            positions: 0,
            warnings: Vec::new(),
        }
    }

    /// Returns true if the page has no records.
    pub fn is_empty(&self) -> bool {
        self.entries.is_empty()
    }

    /// Adds a record.
    ///
    /// # Errors
    /// Returns an error if the tags do not define a valid start, a position cannot be shown as
    /// requested, or there are too many positions.
    pub fn add(&mut self, timeline: &Timeline) -> Result<(), PlayerError> {
        let steps = Steps::new(timeline, &self.options, &self.theme)?;
        let open = opening_step(&steps, timeline, &self.options)?;
        let positions = self.positions + steps.steps.len();
        if positions > MAX_POSITIONS {
            return Err(PlayerError::TooManyTogether {
                most: MAX_POSITIONS,
                fit: self.entries.len(),
            });
        }

        self.positions = positions;
        let record = timeline.record().as_ref();
        let lang = steps.lang();
        let number = self.entries.len() + 1;
        let name = escaped(&record_heading(record, lang));
        let about = about_line(record, lang);
        let result = escaped(&result_text(record, &steps, lang));
        self.entries.push(format!(
            "<li><a href=\"#record-{number}\"><bdi>{name}</bdi></a> <span class=\"about\">{about}</span> \
             <strong>{result}</strong></li>\n"
        ));
        self.sections
            .push(record_section(&steps, open, number, &mut self.pool));
        self.roles.extend(roles_of_figures(&steps));
        self.warnings.extend(
            steps
                .warnings
                .into_iter()
                .map(|warning| format!("record {number}: {warning}")),
        );
        Ok(())
    }

    /// Returns the finished page with all records that were added.
    pub fn finish(self) -> Player {
        let lang = self.options.figure.view.lang;
        let title = match self.entries.len() {
            1 => lang.say("1 record").to_owned(),
            count => lang.fill("{0} records", &[&count]),
        };
        let body = fill_template(BODY, |name| match name {
            "title" => title.clone(),
            "lang" => lang.code().to_owned(),
            "said" => escaped(lang.say("{0} of {1} records")),
            "entries" => self.entries.concat(),
            "player" => empty_element(&self.options, &self.theme),
            "records" => self.sections.concat(),
            template => lang.translation(template).map(escaped).unwrap_or_default(),
        });
        let html = write_collection_page(
            &title,
            &body,
            &self.roles,
            &self.pool,
            &self.options,
            &self.theme,
        );
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
        page.positions = MAX_POSITIONS - 5;
        let together = PlayerError::TooManyTogether {
            most: MAX_POSITIONS,
            fit: 1,
        };
        assert_eq!(page.add(&timeline(6)), Err(together));
        assert_eq!(
            page.add(&timeline(MAX_POSITIONS + 2)),
            Err(PlayerError::TooMany {
                most: MAX_POSITIONS
            })
        );
        assert_eq!(page.add(&timeline(5)), Ok(()));
    }
}
