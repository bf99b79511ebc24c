//! File names of the parts into which `split` divides records. A part is named after the value of
//! its records: the records with `[Event "Open 2026"]` go into `Open_2026.pips`.

use std::collections::{BTreeMap, BTreeSet};

/// Maximum length of a file name in characters, without its extension.
const MAX_NAME: usize = 100;
/// Maximum length of a file name in bytes. File systems allow 255, including the extension.
const MAX_NAME_BYTES: usize = 200;
/// The file name for records without a value to split by.
const UNKNOWN: &str = "unknown";

/// The names of the parts, without extension. Values that differ only in characters that a file
/// name cannot have get different names: `a`, `a-2`.
#[derive(Default)]
pub(super) struct PartNames {
    /// Names by the value to split by.
    by_value: BTreeMap<String, String>,
    /// The names in lower case, because some file systems ignore case.
    taken: BTreeSet<String>,
}

impl PartNames {
    /// Returns the name of the part for a value.
    pub(super) fn name_for(&mut self, value: String) -> &str {
        let taken = &mut self.taken;
        self.by_value.entry(value).or_insert_with_key(|value| {
            let plain = file_name(value);
            let mut name = plain.clone();
            let mut number = 1_u64;
            while !taken.insert(name.to_lowercase()) {
                number += 1;
                name = format!("{plain}-{number}");
            }
            name
        })
    }
}

/// Returns a value as a file name: letters, digits and `-` stay, others become `_`.
fn file_name(value: &str) -> String {
    let letter = |letter: char| {
        if letter.is_alphanumeric() || letter == '-' {
            letter
        } else {
            '_'
        }
    };
    let mut name: String = value.trim().chars().map(letter).take(MAX_NAME).collect();
    while name.len() > MAX_NAME_BYTES {
        name.pop();
    }
    if name.trim_matches('_').is_empty() {
        return UNKNOWN.to_owned();
    }
    // Commands would interpret the name as an option.
    if name.starts_with('-') {
        name.replace_range(..1, "_");
    }
    if is_device(&name) {
        format!("{name}_")
    } else {
        name
    }
}

/// Returns true if Windows treats a file with this name as a device, whatever its extension.
fn is_device(name: &str) -> bool {
    let name = name.to_ascii_uppercase();
    if ["CON", "PRN", "AUX", "NUL"].contains(&name.as_str()) {
        return true;
    }

    let numbered = ["COM", "LPT"];
    numbered.into_iter().any(|device| {
        name.strip_prefix(device)
            .is_some_and(|number| DEVICE_NUMBERS.contains(&number))
    })
}

/// Numbers in names of devices: digits, and superscript 1, 2 and 3.
const DEVICE_NUMBERS: [&str; 13] = [
    "0", "1", "2", "3", "4", "5", "6", "7", "8", "9", "\u{b9}", "\u{b2}", "\u{b3}",
];

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn names_are_safe_on_every_system() {
        for (value, name) in [
            ("Ann & Bob", "Ann___Bob"),
            ("../../evil", "______evil"),
            ("-rf", "_rf"),
            ("--", "_-"),
            ("CON", "CON_"),
            ("aux", "aux_"),
            ("lpt1", "lpt1_"),
            ("COM\u{b9}", "COM\u{b9}_"),
            ("console", "console"),
            ("COM10", "COM10"),
            ("", "unknown"),
            ("...", "unknown"),
        ] {
            assert_eq!(file_name(value), name, "{value}");
        }
        let long = file_name(&"\u{4e00}".repeat(400));
        assert!(long.len() <= MAX_NAME_BYTES && long.chars().all(|letter| letter == '\u{4e00}'));
    }
}
