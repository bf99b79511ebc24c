//! Reads the comments and markup of a node.
//!
//! SGF shows comments and markup as public properties (`C`, `CR`, …). Our writer also keeps the
//! exact items in private ones (`PIPOPEN`, `PIPNOTE`, `PIPCLOSE`) where the public ones do not
//! determine them. The private items are used if they still agree with the public properties.
//! Otherwise another program has edited the file: the public properties are used, with a finding.

use super::join::CONTINUES;
use super::read::{ItemsAround, NodePart, SgfReader};
use super::shown_properties::{Note, ShownProperties, ShownProperty, is_markup, note_text};
use super::tree::{Property, SgfNode};
use super::value::unescape;
use super::write::GLYPH_PROPERTIES;
use crate::findings::Finding;
use crate::formats::KeepFindings as _;
use crate::formats::{DraftItem, codes};
use crate::notation::Item;

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

impl<'a> SgfReader<'a> {
    /// Returns the public properties of a node that comments of the notation can hold. In the root,
    /// these are only comments and markup, because its other properties become tags.
    fn shown_properties_of(&self, node: &SgfNode, is_root: bool) -> ShownProperties {
        let private_turn = self.value(node, "PIPTURN").map(|(text, _)| text);
        let is_move = private_turn.is_none()
            && ["B", "W", CONTINUES]
                .iter()
                .any(|name| node.property(name).is_some());
        let shown = node.properties.iter().filter(|property| {
            let name = property.name.as_str();
            if is_root {
                return is_markup(name);
            }
            // The writer names the node after a turn that other programs do not show.
            let is_turn_name = name == "N"
                && private_turn.is_some()
                && self.value(node, "N").map(|(text, _)| text) == private_turn;
            !(super::is_spoken_for(name) || is_turn_name)
        });
        let glyph = if is_move && !is_root {
            self.glyph_index(node)
                .and_then(|index| GLYPH_PROPERTIES.get(index))
        } else {
            None
        };
        // The first value of such a property is the glyph of the move, which is not part of a
        // comment.
        let is_glyph = |property: &Property| glyph.is_some_and(|(name, _)| property.name == *name);
        let values_of = |property: &Property| -> Vec<String> {
            property
                .values
                .iter()
                .skip(usize::from(is_glyph(property)))
                .map(|&span| self.text_of(span).to_owned())
                .collect()
        };
        let with_values = shown.map(|property| ShownProperty {
            name: property.name.clone(),
            values: values_of(property),
        });
        ShownProperties(
            with_values
                .filter(|property| !property.values.is_empty())
                .collect(),
        )
    }

    /// Returns the comments before and after the turn of a node.
    pub(super) fn items_around(&mut self, node: &SgfNode, is_root: bool) -> ItemsAround {
        let shown = self.shown_properties_of(node, is_root);
        if let Some(private) = node
            .property("PIPOPEN")
            .or_else(|| node.property("PIPNOTE"))
        {
            if let Some(items) = self.private_items(node, &shown, is_root) {
                return items;
            }
            let message = "The data kept here contradicts the comment and the markup of this node, which are used \
                instead.";
            self.findings
                .keep(Finding::new(&codes::CHANGED, private.span, message));
        }

        let (comment, strange) = shown.to_comment(self.places);
        for name in strange {
            let span = node
                .property(name)
                .map_or(node.span, |property| property.span);
            self.refuse(
                span,
                format!("This value of `{name}` has no meaning here; it is kept as it is."),
            );
        }

        let after = if comment.is_empty() {
            Vec::new()
        } else {
            vec![NodePart::Item(DraftItem::Written(comment))]
        };
        ItemsAround {
            opening: Vec::new(),
            after,
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
            let [opening, after] =
                [&opening, &after].map(|note| note_text(note.record(), note.items()));
            self.shown_properties_from(&Note::read(&format!("{opening} {after}"))?)
        };
        if is_root {
            kept = kept.comments_and_markup();
        }
        let items = || ItemsAround {
            opening: node_parts(&opening)
                .filter_map(NodePart::into_item)
                .collect(),
            after: node_parts(&after).collect(),
        };
        (kept.normalised() == shown.normalised()).then(items)
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

    /// Returns the comments after the result, which the root keeps.
    pub(super) fn comments_after_result(&mut self) -> Vec<DraftItem> {
        let root = self.root();
        let words = root.property("GC").map(|property| {
            let values = property
                .values
                .iter()
                .map(|&span| unescape(self.text_of(span)));
            values.collect::<Vec<_>>().join("\n\n")
        });
        if let Some(text) = self.multiline_value(root, "PIPCLOSE")
            && let Some(note) = Note::read(&text)
        {
            let kept_comments = self.shown_properties_from(&note).only_comments();
            let kept = kept_comments
                .0
                .first()
                .and_then(|property| property.values.first())
                .map(|words| unescape(words));
            if kept == words {
                return node_parts(&note).filter_map(NodePart::into_item).collect();
            }
            let span = root
                .property("PIPCLOSE")
                .map_or(root.span, |property| property.span);
            let message = "The data kept here contradicts the comment `GC`, which is used instead.";
            self.findings
                .keep(Finding::new(&codes::CHANGED, span, message));
        }

        words
            .filter(|words| !words.is_empty())
            .map(DraftItem::Comment)
            .into_iter()
            .collect()
    }
}
