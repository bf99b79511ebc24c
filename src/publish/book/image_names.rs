//! Names of the images and players of a document: files, paths and labels, each used only once.

use std::collections::{BTreeMap, BTreeSet};

use super::illustrated::BookOptions;
use super::latex_writer;
use super::page_language::PageLanguage;
use super::parts::Part;
use super::parts_reader::PartsReader;
use crate::publish::documents::{Enclosure, PageBlock};

/// Location of an image or of a player.
#[derive(Default)]
pub(super) struct ImagePlace {
    /// Path in the document.
    pub(super) path: String,
    /// File name.
    pub(super) file: String,
    /// Label in LaTeX, which is unique in its document.
    pub(super) label: String,
    /// What surrounds the block in LaTeX.
    pub(super) enclosure: Enclosure,
}

/// Name that a figure or a player has.
struct TakenName {
    name: String,
    /// Place of its block in words, such as `line 12`.
    place: String,
}

/// Generator of image names.
pub(super) struct ImageNames<'a> {
    options: &'a BookOptions,
    language: PageLanguage,
    /// Number of players so far.
    players: usize,
    /// The last number that became a name.
    last_number: usize,
    /// The names that labels of the document become, also of later blocks.
    names_of_labels: BTreeSet<String>,
    /// The names so far, by their file in small letters: macOS and Windows do not distinguish `a`
    /// from `A`.
    taken_files: BTreeMap<String, TakenName>,
    taken_labels: BTreeSet<String>,
    /// The labels of all figures, in order; `None` for a figure in a float, whose label is its
    /// author's.
    pub(super) labels: Vec<Option<String>>,
}

impl<'a> ImageNames<'a> {
    /// Creates the generator for a document. `given_labels` are the labels that its blocks give.
    pub(super) fn new(
        options: &'a BookOptions,
        language: PageLanguage,
        given_labels: impl Iterator<Item = String>,
    ) -> Self {
        Self {
            options,
            language,
            players: 0,
            last_number: 0,
            names_of_labels: given_labels.map(|label| name_of_label(&label)).collect(),
            taken_files: BTreeMap::new(),
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
        enclosure: Enclosure,
    ) -> ImagePlace {
        let (given_label, ending) = match part {
            Part::Figure(figure) => (figure.label.as_deref(), self.options.ending),
            Part::Player(..) => (None, "html"),
            Part::Table(_) | Part::Finding(_) => return ImagePlace::default(),
        };
        let short_name = match (given_label, part) {
            (Some(label), _) => name_of_label(label),
            (None, Part::Player(..)) => {
                self.players += 1;
                self.players.to_string()
            }
            (None, _) => self.next_number(),
        };
        let name = format!("{}{short_name}", prefix(&self.options.stem));
        let file = format!("{name}.{ending}");
        let label = latex_writer::figure_label(given_label, &name);
        self.take_file(&file, short_name, reader, block);

        if let Part::Figure(figure) = part {
            match enclosure {
                Enclosure::Float(float) => {
                    if figure.label.is_some() || figure.number.is_some() {
                        let message = format!(
                            "the `{float}` around this block has its own number and label: leave out `label` and `number`"
                        );
                        reader.fault(block.range.start, message);
                    }
                    self.labels.push(None);
                }
                Enclosure::Page | Enclosure::Box => {
                    self.take_label(&label, reader, block);
                    self.labels.push(Some(label.clone()));
                }
            }
        }

        ImagePlace {
            path: format!("{}{file}", self.options.folder),
            file,
            label,
            enclosure,
        }
    }

    /// Takes a label for a figure of a LaTeX document, and reports a label that another one has.
    fn take_label(&mut self, label: &str, reader: &mut PartsReader<'_>, block: &PageBlock) {
        if self.language == PageLanguage::Latex && !self.taken_labels.insert(label.to_owned()) {
            let message =
                format!("two figures in this document would both have the label `{label}`");
            reader.fault(block.range.start, message);
        }
    }

    /// Returns the next number that is the name of no other figure, from the number of figures on.
    fn next_number(&mut self) -> String {
        let mut number = (self.last_number + 1).max(self.labels.len() + 1);
        while self.names_of_labels.contains(&number.to_string()) {
            number += 1;
        }
        self.last_number = number;
        number.to_string()
    }

    /// Takes a file for a figure or a player, and reports a file that another one has.
    fn take_file(
        &mut self,
        file: &str,
        name: String,
        reader: &mut PartsReader<'_>,
        block: &PageBlock,
    ) {
        let place = reader.place_of(block);
        let Some(other) = self.taken_files.get(&file.to_lowercase()) else {
            let taken = TakenName { name, place };
            self.taken_files.insert(file.to_lowercase(), taken);
            return;
        };

        let names = if other.name == name {
            format!("would both be called `{name}`")
        } else {
            format!(
                "would be called `{}` and `{name}`, which are one file on macOS and Windows",
                other.name
            )
        };
        let message = format!(
            "two figures in this document {names}: this one and the one of {}",
            other.place
        );
        reader.fault(block.range.start, message);
    }
}

/// Returns the name of an image, from its label.
fn name_of_label(label: &str) -> String {
    label.replace([':', '.'], "-")
}

/// Returns the prefix of the image names of a document, which no other names have.
pub fn prefix(stem: &str) -> String {
    format!("{stem}-pips-")
}
