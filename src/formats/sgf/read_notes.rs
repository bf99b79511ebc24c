//! Reads the properties of a node other than its turn.

use super::join::AND;
use super::read::{Around, NodePart, SgfReader};
use super::shown_properties::{Note, ShownProperties, is_markup, note_text};
use super::tree::{Property, SgfNode};
use super::value::unescape;
use super::write::GLYPHS;
use crate::findings::Finding;
use crate::formats::KeepFindings as _;
use crate::formats::{DraftItem, codes};
use crate::notation::Item;

/// Returns the items of a note.
fn parts(note: &Note) -> impl Iterator<Item = NodePart> {
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
    /// Returns the properties of a node that are neither turns nor handled otherwise.
    fn view(&self, node: &SgfNode, is_root: bool) -> ShownProperties {
        let own_name = self.value(node, "PIPTURN").map(|(text, _)| text);
        let is_move = own_name.is_none()
            && ["B", "W", AND]
                .iter()
                .any(|name| node.property(name).is_some());
        let shown = node.properties.iter().filter(|property| {
            let name = property.name.as_str();
            if is_root {
                return is_markup(name);
            }
            let is_own = name == "N"
                && own_name.is_some()
                && self.value(node, "N").map(|(text, _)| text) == own_name;
            !(super::is_spoken_for(name) || is_own)
        });
        let sign = if is_move && !is_root {
            self.sign(node).and_then(|index| GLYPHS.get(index))
        } else {
            None
        };
        // The first value of the property is the sign of the move.
        let skipped =
            |property: &Property| usize::from(sign.is_some_and(|(name, _)| property.name == *name));
        let values = |property: &Property| -> Vec<String> {
            property
                .values
                .iter()
                .skip(skipped(property))
                .map(|&span| self.text_of(span).to_owned())
                .collect()
        };
        let shown = shown.map(|property| (property.name.clone(), values(property)));
        ShownProperties(shown.filter(|(_, values)| !values.is_empty()).collect())
    }

    pub(super) fn around(&mut self, node: &SgfNode, is_root: bool) -> Around {
        let view = self.view(node, is_root);
        if let Some(private) = node
            .property("PIPOPEN")
            .or_else(|| node.property("PIPNOTE"))
        {
            if let Some(around) = self.private_items(node, &view, is_root) {
                return around;
            }
            let message = "The data kept here contradicts the comment and the markup of this node, which are used \
                instead.";
            self.findings
                .keep(Finding::new(&codes::CHANGED, private.span, message));
        }

        let (comment, strange) = view.natural(self.places);
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
        Around {
            opening: Vec::new(),
            after,
        }
    }

    /// Returns the items that the private properties keep, if they agree with the view.
    fn private_items(
        &self,
        node: &SgfNode,
        view: &ShownProperties,
        is_root: bool,
    ) -> Option<Around> {
        let read = |name: &str| {
            let text = self.value_of_lines(node, name).unwrap_or_default();
            Note::read(&text)
        };
        let opening = read("PIPOPEN")?;
        let after = read("PIPNOTE")?;
        let mut kept = if opening.items().is_empty() {
            self.view_of(&after)
        } else if after.items().is_empty() {
            self.view_of(&opening)
        } else {
            // Text and markup of both, joined as the writer joins them.
            let [opening, after] =
                [&opening, &after].map(|note| note_text(note.record(), note.items()));
            self.view_of(&Note::read(&format!("{opening} {after}"))?)
        };
        if is_root {
            kept = kept.markup();
        }
        let around = || Around {
            opening: parts(&opening).filter_map(NodePart::into_item).collect(),
            after: parts(&after).collect(),
        };
        (kept.meaning() == view.meaning()).then(around)
    }

    /// Returns the view that a note gives in other programs.
    fn view_of(&self, note: &Note) -> ShownProperties {
        ShownProperties::new(note.record(), note.items().iter(), self.places)
    }

    fn value_of_lines(&self, node: &SgfNode, name: &str) -> Option<String> {
        node.property(name)?
            .values
            .first()
            .map(|&span| unescape(self.text_of(span)))
    }

    pub(super) fn closing(&mut self) -> Vec<DraftItem> {
        let root = self.root();
        let words = root.property("GC").map(|property| {
            let values = property
                .values
                .iter()
                .map(|&span| unescape(self.text_of(span)));
            values.collect::<Vec<_>>().join("\n\n")
        });
        if let Some(text) = self.value_of_lines(root, "PIPCLOSE")
            && let Some(note) = Note::read(&text)
        {
            let view = self.view_of(&note).words();
            let kept = view
                .0
                .first()
                .and_then(|(_, values)| values.first())
                .map(|words| unescape(words));
            if kept == words {
                return parts(&note).filter_map(NodePart::into_item).collect();
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
