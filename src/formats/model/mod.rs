//! Data model of a record in JSON and YAML: everything that the notation expresses, as maps and lists. The
//! reference pages of these formats describe it.

mod read;
mod write;

pub(super) use read::ModelReader;

use serde::Serialize;

/// A record.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
#[cfg_attr(test, derive(schemars::JsonSchema))]
#[cfg_attr(test, schemars(rename = "Record", deny_unknown_fields))]
pub struct RecordModel {
    /// Its tags in their order.
    pub tags: Vec<TagModel>,
    /// What stands before the first turn.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    pub opening: Vec<ItemModel>,
    /// The turns of the main line.
    pub turns: Vec<TurnModel>,
    /// Its variations, whatever they are variations of: each where it begins in the notation.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    pub variations: Vec<LineModel>,
    /// The result behind the movetext: `1-0`, or `*` while it is open.
    pub result: String,
    /// What stands behind the result; no variations.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    pub closing: Vec<ItemModel>,
}

/// A tag.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
#[cfg_attr(test, derive(schemars::JsonSchema))]
#[cfg_attr(test, schemars(rename = "Tag", deny_unknown_fields))]
pub struct TagModel {
    /// The `#` comments before it, each with its sign.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    pub hashes: Vec<String>,
    /// Its name: letters, digits and `_`.
    pub name: String,
    /// Its value, without escapes.
    pub value: String,
}

/// A turn and what belongs to it.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
#[cfg_attr(test, derive(schemars::JsonSchema))]
#[cfg_attr(test, schemars(rename = "Turn", deny_unknown_fields))]
pub struct TurnModel {
    /// What is played, in the notation.
    pub text: String,
    /// `!`, `?`, `!!`, `??`, `!?` or `?!`.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub suffix: Option<String>,
    /// The numbers of other glyphs.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    pub glyphs: Vec<u8>,
    /// What stands behind it.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    pub after: Vec<ItemModel>,
}

/// What stands between turns.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
#[cfg_attr(test, derive(schemars::JsonSchema))]
#[cfg_attr(test, schemars(rename = "Item", deny_unknown_fields))]
#[serde(untagged)]
pub enum ItemModel {
    /// A comment.
    Comment {
        /// What is between its braces.
        comment: String,
    },
    /// A `#` comment.
    Hash {
        /// Its text, with its sign.
        hash: String,
    },
    /// A variation, which replaces the turn that it stands behind.
    Variation {
        /// Which one it is.
        variation: VariationModel,
    },
}

/// A variation.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
#[cfg_attr(test, derive(schemars::JsonSchema))]
#[cfg_attr(test, schemars(rename = "Variation"))]
#[serde(untagged)]
pub enum VariationModel {
    /// Its place among the `variations` of the record, from 0.
    Place(usize),
    /// What is played in it. So it is read alone: documents would be as deep as variations are.
    Line(LineModel),
}

/// A run of turns.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize)]
#[cfg_attr(test, derive(schemars::JsonSchema))]
#[cfg_attr(test, schemars(rename = "Line", deny_unknown_fields))]
pub struct LineModel {
    /// What stands before its first turn.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    pub opening: Vec<ItemModel>,
    /// Its turns.
    pub turns: Vec<TurnModel>,
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::testing::assert_schema;

    #[test]
    fn the_schema_is_committed() {
        assert_schema::<RecordModel>("corpus/schema/record.json");
    }
}
