//! What a format leaves behind that has no room for it.

use super::Losses;
use crate::notation::{Item, Line, Record};

/// Counts comments, `#` comments, glyphs and variations; what is in a variation goes with it.
pub(super) fn annotations(record: &Record, losses: &mut Losses) {
    losses.add("# comment", record.tags.iter().map(|tag| tag.hashes.len() as u64).sum());
    line(&record.moves, losses);
    record.closing.iter().for_each(|one| item(one, losses));
}

/// Counts the tags that are not among `carried`.
pub(super) fn tags(record: &Record, carried: &[&str], losses: &mut Losses) {
    for tag in record.tags.iter().filter(|tag| !carried.contains(&tag.name.as_str())) {
        losses.add(&format!("tag {}", tag.name), 1);
    }
}

fn line(line: &Line, losses: &mut Losses) {
    line.opening.iter().for_each(|one| item(one, losses));
    for node in &line.turns {
        losses.add("glyph", node.glyphs.len() as u64 + u64::from(node.suffix.is_some()));
        node.after.iter().for_each(|one| item(one, losses));
    }
}

fn item(item: &Item, losses: &mut Losses) {
    match item {
        Item::Comment(_) => losses.add("comment", 1),
        Item::Hash(_) => losses.add("# comment", 1),
        Item::Variation(_) => losses.add("variation", 1),
    }
}
