//! Tags that name neither what affects play nor the occasion of a game. Two records of one game may
//! differ in them, so that a dropped record may have some that the kept one lacks.

use super::players_and_date::Occasion;
use pipscribe::collection::is_known_value;
use pipscribe::notation::{GameId, Record};
use pipscribe::text::Key;

/// Tags that records of the same game agree on, also if one of them leaves out a default.
const TAGS_OF_GAME: [&str; 8] = [
    "Game",
    "Variant",
    "Rules",
    "Options",
    "Position",
    "Result",
    "Score",
    "Termination",
];

/// The other tags of a record, as hashes of their names and values in ascending order.
#[derive(Clone, Debug, Default)]
pub(super) struct OtherTags(Box<[u64]>);

impl OtherTags {
    pub(super) fn from_record(record: &Record) -> Self {
        let own_tags = record.game().map(GameId::facts);
        let is_other = |name: &str| {
            let affects_play = own_tags
                .and_then(|facts| facts.tag(name))
                .is_some_and(|spec| spec.sets_up);
            !affects_play && !TAGS_OF_GAME.contains(&name) && !Occasion::has_tag(name)
        };
        let mut hashes: Vec<u64> = record
            .tags
            .iter()
            .filter(|tag| is_other(&tag.name) && is_known_value(&tag.value))
            .map(|tag| hash_of_tag(&tag.name, &tag.value))
            .collect();
        hashes.sort_unstable();
        Self(hashes.into())
    }

    /// Returns true if these have a tag or a value that the others lack.
    pub(super) fn adds_to(&self, others: &Self) -> bool {
        let is_missing = |hash: &u64| others.0.binary_search(hash).is_err();
        self.0.iter().any(is_missing)
    }
}

fn hash_of_tag(name: &str, value: &str) -> u64 {
    let key = Key::from_text(&format!("{name} {value}")).bytes();
    let first_bytes = key.iter().take(8);
    first_bytes.fold(0, |hash, &byte| hash << 8 | u64::from(byte))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn tags_that_others_lack_are_recognised() {
        let tags = |tags: &str| {
            OtherTags::from_record(&Record::parse_str(&format!(
                "[Game \"gipf\"]\n{tags}\n\n*\n"
            )))
        };
        let one = tags("[X \"1\"]\n[Annotator \"Ann\"]\n[Event \"Club\"]");
        for (other, is_added) in [
            ("[X \"1\"]", false),
            ("[Annotator \"Ann\"]\n[X \"1\"]\n[Site \"x\"]", false),
            ("[Rules \"1\"]\n[Result \"*\"]\n[Y \"?\"]", false),
            ("[X \"2\"]", true),
            ("[Y \"1\"]", true),
        ] {
            assert_eq!(tags(other).adds_to(&one), is_added, "{other}");
        }
    }
}
