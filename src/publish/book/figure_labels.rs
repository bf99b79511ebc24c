//! Labels of the figures on a page. Each label becomes an address on the page, so it may occur only
//! once.

use std::collections::BTreeMap;

use super::parts::{Part, Parts};
use super::parts_reader::PartsReader;
use crate::publish::documents::PageBlock;

/// Labels of a page, each with the place of its block in words, such as `line 12`.
#[derive(Debug, Default)]
pub(super) struct Labels(BTreeMap<String, String>);

impl Labels {
    /// Adds the labels of the block at `place`, and reports labels that another block has already.
    pub(super) fn add(
        &mut self,
        parts: &Parts,
        place: &str,
        block: &PageBlock,
        reader: &mut PartsReader<'_>,
    ) {
        let labels = parts.parts.iter().filter_map(|part| match part {
            Part::Figure(figure) => figure.label.as_ref(),
            _ => None,
        });
        for label in labels {
            match self.0.get(label) {
                None => {
                    self.0.insert(label.clone(), place.to_owned());
                }
                Some(other) => {
                    let message = format!(
                        "two figures in this document have the label `{label}`: this one and the one of {other}"
                    );
                    let attribute = parts.attributes.place("label");
                    let offset = attribute.map_or(0, |range| range.start);
                    reader.fault(block.info.start + offset, message);
                }
            }
        }
    }
}
