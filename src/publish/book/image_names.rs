//! Names of the images and players of a document: files, paths and labels, each used only once.

use std::collections::BTreeSet;

use super::illustrated::BookOptions;
use super::latex_writer;
use super::page_language::PageLanguage;
use super::parts::Part;
use super::parts_reader::PartsReader;
use crate::publish::documents::PageBlock;

/// Location of an image or of a player.
#[derive(Default)]
pub(super) struct ImagePlace {
    /// Path in the document.
    pub(super) path: String,
    /// File name.
    pub(super) file: String,
    /// Label in LaTeX, which is unique in its document.
    pub(super) label: String,
}

/// Generator of image names.
pub(super) struct ImageNames<'a> {
    options: &'a BookOptions,
    language: PageLanguage,
    /// Number of players so far.
    players: usize,
    taken_files: BTreeSet<String>,
    taken_labels: BTreeSet<String>,
    /// The labels of all figures, in order.
    pub(super) labels: Vec<String>,
}

impl<'a> ImageNames<'a> {
    pub(super) fn new(options: &'a BookOptions, language: PageLanguage) -> Self {
        Self {
            options,
            language,
            players: 0,
            taken_files: BTreeSet::new(),
            taken_labels: BTreeSet::new(),
            labels: Vec::new(),
        }
    }

    /// Returns the location of the next part, from its label or else its number. Tables and
    /// findings have no location.
    pub(super) fn next_place(
        &mut self,
        part: &Part,
        reader: &mut PartsReader<'_>,
        block: &PageBlock,
    ) -> ImagePlace {
        let (given_label, number, ending) = match part {
            Part::Figure(figure) => (
                figure.label.as_deref(),
                self.labels.len() + 1,
                self.options.ending,
            ),
            Part::Player(..) => {
                self.players += 1;
                (None, self.players, "html")
            }
            Part::Table(_) | Part::Finding(_) => return ImagePlace::default(),
        };
        let short_name = given_label.map_or_else(
            || number.to_string(),
            |label| label.replace([':', '.'], "-"),
        );
        let name = format!("{}{short_name}", prefix(&self.options.stem));
        let file = format!("{name}.{ending}");
        let label = latex_writer::figure_label(given_label, &name);
        if !self.taken_files.insert(file.clone()) {
            reader.fault(
                block.range.start,
                format!("two figures in this document would both be called `{short_name}`"),
            );
        }

        if let Part::Figure(_) = part {
            if self.language == PageLanguage::Latex && !self.taken_labels.insert(label.clone()) {
                let message =
                    format!("two figures in this document would both have the label `{label}`");
                reader.fault(block.range.start, message);
            }
            self.labels.push(label.clone());
        }

        ImagePlace {
            path: format!("{}{file}", self.options.folder),
            file,
            label,
        }
    }
}

/// Returns the prefix of the image names of a document, which no other names have.
pub fn prefix(stem: &str) -> String {
    format!("{stem}-pips-")
}
