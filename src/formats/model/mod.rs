//! Data model of a record in JSON and YAML: everything that the notation expresses, as maps and
//! lists. The reference pages of these formats describe it.

mod from_record;
mod read;

pub(super) use from_record::export;
pub(super) use read::{ModelReader, NumberAsText};

use serde::Serialize;

/// A record.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
#[cfg_attr(test, derive(schemars::JsonSchema))]
#[cfg_attr(test, schemars(rename = "Record", deny_unknown_fields))]
pub(crate) struct RecordModel {
    /// The tags, in their order.
    pub tags: Vec<TagModel>,
    /// The items before the first turn.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    pub opening: Vec<ItemModel>,
    /// The turns of the main line.
    pub turns: Vec<TurnModel>,
    /// All variations of the record, each in the place of its start in the notation.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    pub variations: Vec<LineModel>,
    /// The result after the movetext: `1-0`, or `*` while the game is open.
    pub result: String,
    /// The items after the result; no variations.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    pub closing: Vec<ItemModel>,
}

/// A tag.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
#[cfg_attr(test, derive(schemars::JsonSchema))]
#[cfg_attr(test, schemars(rename = "Tag", deny_unknown_fields))]
pub(crate) struct TagModel {
    /// The `#` comments before the tag, with their signs.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    pub hashes: Vec<String>,
    /// The name: letters, digits and `_`.
    pub name: String,
    /// The value, without escapes.
    pub value: String,
}

/// A turn and the items that belong to it.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
#[cfg_attr(test, derive(schemars::JsonSchema))]
#[cfg_attr(test, schemars(rename = "Turn", deny_unknown_fields))]
pub(crate) struct TurnModel {
    /// The turn, in the notation.
    pub text: String,
    /// `!`, `?`, `!!`, `??`, `!?` or `?!`.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub suffix: Option<String>,
    /// The numbers of other glyphs.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    pub glyphs: Vec<u8>,
    /// The items after the turn.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    pub after: Vec<ItemModel>,
}

/// An item between turns.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
#[cfg_attr(test, derive(schemars::JsonSchema))]
#[cfg_attr(test, schemars(rename = "Item", deny_unknown_fields))]
#[serde(untagged)]
pub(crate) enum ItemModel {
    /// A comment.
    Comment {
        /// The text between the braces.
        comment: String,
    },
    /// A `#` comment.
    Hash {
        /// The text, with its sign.
        hash: String,
    },
    /// A variation, which replaces the turn before it.
    Variation {
        /// The variation.
        variation: VariationModel,
    },
}

/// A variation.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
#[cfg_attr(test, derive(schemars::JsonSchema))]
#[cfg_attr(test, schemars(rename = "Variation"))]
#[serde(untagged)]
pub(crate) enum VariationModel {
    /// The index in the `variations` of the record, from 0.
    Place(usize),
    /// The turns of the variation. Only read: documents would otherwise be as deep as variations
    /// are.
    #[expect(
        dead_code,
        reason = "part of the schema, which describes what is read too"
    )]
    Line(LineModel),
}

/// A run of turns.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize)]
#[cfg_attr(test, derive(schemars::JsonSchema))]
#[cfg_attr(test, schemars(rename = "Line", deny_unknown_fields))]
pub(crate) struct LineModel {
    /// The items before the first turn.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    pub opening: Vec<ItemModel>,
    /// The turns.
    pub turns: Vec<TurnModel>,
}

#[cfg(test)]
mod tests {
    use super::RecordModel;
    use crate::publish::bundled::schema;
    use crate::testing::assert_committed;
    use crate::testing::schema::{Direction, schema_text};

    #[test]
    fn the_schema_is_that_of_the_type() {
        let text = schema_text::<RecordModel>("record", Direction::Output);
        assert_committed("corpus/schema/record.json", &text);
        assert_eq!(schema("record"), Some(text.as_str()));
    }
}
