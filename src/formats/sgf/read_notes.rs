//! Reads the comments and markup of a node.
//!
//! SGF shows comments and markup as public properties (`C`, `CR`, …). Our writer also keeps the
//! exact items in private ones (`PIPOPEN`, `PIPNOTE`, `PIPCLOSE`) where the public ones do not
//! determine them. The private items are used if they still agree with the public properties.
//! Otherwise another program has edited the file: the public properties are used, with a finding.

use super::join_turns::CONTINUES;
use super::note::{Note, note_text};
use super::read::{ItemsAround, NodePart, SgfReader};
use super::shown_properties::{ShownProperties, ShownProperty, is_markup};
use super::tree::{Property, SgfNode};
use super::value::unescape;
use super::write::GLYPH_PROPERTIES;
use crate::findings::Finding;
use crate::formats::KeepFindings as _;
use crate::formats::{DraftItem, codes};
use crate::notation::Item;

impl<'a> SgfReader<'a> {
    /// Returns the comments before and after the turn of a node.
    pub(super) fn items_around(&mut self, node: &SgfNode, is_root: bool) -> ItemsAround {
        let shown = self.shown_properties_of(node, is_root);
        let private = node
            .property("PIPOPEN")
            .or_else(|| node.property("PIPNOTE"));
        if let Some(private) = private {
            if let Some(items) = self.private_items(node, &shown, is_root) {
                return items;
            }
            let message = "The data kept here contradicts the comment and the markup of this node, which are used \
                instead.";
            self.findings
                .keep(Finding::new(&codes::CHANGED, private.span, message));
        }

        let (comment, not_understood) = shown.to_comment(self.places);
        for name in not_understood {
            let span = node
                .property(name)
                .map_or(node.span, |property| property.span);
            let message =
                format!("This value of `{name}` has no meaning here; it is kept as it is.");
            self.refuse(span, message);
        }

        let mut after = Vec::new();
        if !comment.is_empty() {
            after.push(NodePart::Item(DraftItem::Written(comment)));
        }
        ItemsAround {
            opening: Vec::new(),
            after,
        }
    }

    /// Returns the comments after the result, which the root keeps.
    pub(super) fn comments_after_result(&mut self) -> Vec<DraftItem> {
        let root = self.root();
        let words = root.property("GC").map(|property| {
            let values: Vec<String> = property
                .values
                .iter()
                .map(|&span| unescape(self.text_of(span)))
                .collect();
            values.join("\n\n")
        });

        if let Some(text) = self.multiline_value(root, "PIPCLOSE")
            && let Some(note) = Note::read(&text)
        {
            let kept_comments = self.shown_properties_from(&note).only_comments();
            let kept_words = kept_comments
                .0
                .first()
                .and_then(|property| property.values.first())
                .map(|words| unescape(words));
            if kept_words == words {
                return node_parts(&note).filter_map(NodePart::into_item).collect();
            }
            let span = root
                .property("PIPCLOSE")
                .map_or(root.span, |property| property.span);
            let message = "The data kept here contradicts the comment `GC`, which is used instead.";
            self.findings
                .keep(Finding::new(&codes::CHANGED, span, message));
        }

        match words {
            Some(words) if !words.is_empty() => vec![DraftItem::Comment(words)],
            _ => Vec::new(),
        }
    }

    /// Returns the items that the private properties keep, if they agree with the shown properties.
    fn private_items(
        &self,
        node: &SgfNode,
        shown: &ShownProperties,
        is_root: bool,
    ) -> Option<ItemsAround> {
        let read = |name: &str| {
            let text = self.multiline_value(node, name).unwrap_or_default();
            Note::read(&text)
        };
        let opening = read("PIPOPEN")?;
        let after = read("PIPNOTE")?;

        let mut kept = if opening.items().is_empty() {
            self.shown_properties_from(&after)
        } else if after.items().is_empty() {
            self.shown_properties_from(&opening)
        } else {
            // Text and markup of both, joined as the writer joins them.
            let opening_text = note_text(opening.record(), opening.items());
            let text_after = note_text(after.record(), after.items());
            let both = Note::read(&format!("{opening_text} {text_after}"))?;
            self.shown_properties_from(&both)
        };
        if is_root {
            kept = kept.comments_and_markup();
        }
        if kept.normalised() != shown.normalised() {
            return None;
        }

        Some(ItemsAround {
            opening: node_parts(&opening)
                .filter_map(NodePart::into_item)
                .collect(),
            after: node_parts(&after).collect(),
        })
    }

    /// Returns the public properties of a node that comments of the notation can hold. In the root,
    /// these are only comments and markup, because its other properties become tags.
    fn shown_properties_of(&self, node: &SgfNode, is_root: bool) -> ShownProperties {
        let glyph = if is_root {
            None
        } else {
            self.glyph_of_move(node)
        };

        let mut shown = Vec::new();
        for property in &node.properties {
            let name = property.name.as_str();
            let is_shown = if is_root {
                is_markup(name)
            } else {
                !super::is_reserved(name) && !self.is_turn_name(property, node)
            };
            if !is_shown {
                continue;
            }

            let mut values: Vec<String> = property
                .values
                .iter()
                .map(|&span| self.text_of(span).to_owned())
                .collect();
            // The first value is the glyph of the move, which is not part of a comment.
            if glyph == Some(name) && !values.is_empty() {
                values.remove(0);
            }
            if !values.is_empty() {
                shown.push(ShownProperty {
                    name: name.to_owned(),
                    values,
                });
            }
        }
        ShownProperties(shown)
    }

    /// Returns the property that is the glyph of the move of a node.
    fn glyph_of_move(&self, node: &SgfNode) -> Option<&'static str> {
        // A turn that was joined from several moves has stones and this mark instead of a move.
        let is_move = ["B", "W", CONTINUES]
            .iter()
            .any(|name| node.property(name).is_some());
        if !is_move || self.value(node, "PIPTURN").is_some() {
            return None;
        }
        let index = self.glyph_index(node)?;
        GLYPH_PROPERTIES.get(index).map(|(name, _)| *name)
    }

    /// Returns true for the name that the writer gives to the node of a turn that other programs do
    /// not show.
    fn is_turn_name(&self, property: &Property, node: &SgfNode) -> bool {
        if property.name != "N" {
            return false;
        }
        let (name, turn) = (self.value(node, "N"), self.value(node, "PIPTURN"));
        match (name, turn) {
            (Some((name, _)), Some((turn, _))) => name == turn,
            _ => false,
        }
    }

    /// Returns the public properties that the writer derives from a note.
    fn shown_properties_from(&self, note: &Note) -> ShownProperties {
        ShownProperties::new(note.record(), note.items().iter(), self.places)
    }

    /// Returns the first value of a property that may have several lines.
    fn multiline_value(&self, node: &SgfNode, name: &str) -> Option<String> {
        node.property(name)?
            .values
            .first()
            .map(|&span| unescape(self.text_of(span)))
    }
}

/// Returns the items of a note, each comment exactly as it was written.
fn node_parts(note: &Note) -> impl Iterator<Item = NodePart> {
    note.items().iter().map(|item| match item {
        Item::Comment(comment) => NodePart::Item(DraftItem::Written(
            comment.written(note.record()).into_owned(),
        )),
        Item::Hash(span) => {
            NodePart::Item(DraftItem::Hash(note.record().text_of(*span).to_owned()))
        }
        Item::Variation(_) => NodePart::Variation,
    })
}
