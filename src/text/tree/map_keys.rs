//! Reader of maps with known keys, each of which may occur once. Unknown and repeated keys are
//! faults.

use super::{Fault, Node, Value};

/// Entries of a map, in the order of the text.
#[derive(Debug, Default)]
pub(crate) struct Keys<'n> {
    /// First entry of each known key.
    pub(crate) entries: Vec<Entry<'n>>,
    /// Unknown keys and repeated keys.
    pub(crate) faults: Vec<KeyFault<'n>>,
}

/// Entry with a known key.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Entry<'n> {
    pub(crate) name: &'n str,
    pub(crate) key: &'n Node,
    pub(crate) value: &'n Node,
}

/// Key that is not accepted.
#[derive(Clone, Copy, Debug)]
pub(crate) enum KeyFault<'n> {
    /// The key is not text, or not known.
    Unknown { key: &'n Node },
    /// The first entry counts.
    Repeated {
        name: &'n str,
        key: &'n Node,
        first: &'n Node,
    },
}

impl KeyFault<'_> {
    /// Returns the message of a finding. `what` describes the map at the start of a sentence.
    pub(crate) fn message(&self, what: &str) -> String {
        match self {
            Self::Unknown { .. } => format!("{what} has no such key."),
            Self::Repeated { name, .. } => format!("The key `{name}` is repeated."),
        }
    }
}

impl<'n> Keys<'n> {
    /// Reads the entries of a node. A node that is not a map has none.
    pub(crate) fn new(node: &'n Node, is_known: impl Fn(&str) -> bool) -> Self {
        let mut keys = Self::default();
        for (key, value) in node.entries() {
            let Some(name) = key.text().filter(|name| is_known(name)) else {
                keys.faults.push(KeyFault::Unknown { key });
                continue;
            };
            match keys.entry(name) {
                None => keys.entries.push(Entry { name, key, value }),
                Some(Entry { key: first, .. }) => {
                    keys.faults.push(KeyFault::Repeated { name, key, first });
                }
            }
        }
        keys
    }

    /// Returns the value of a known key.
    pub(crate) fn value(&self, name: &str) -> Option<&'n Node> {
        self.entry(name).map(|entry| entry.value)
    }

    fn entry(&self, name: &str) -> Option<Entry<'n>> {
        self.entries
            .iter()
            .find(|entry| entry.name == name)
            .copied()
    }
}

/// Returns the error for a node that must be a map, if it is another value. `what` describes the
/// map at the start of a sentence.
pub(crate) fn not_a_map(node: &Node, what: &str) -> Option<Fault> {
    if matches!(node.value, Value::Map(_)) {
        return None;
    }
    let found = node.value.in_words();
    let message = format!("{what} is a map of keys and values, not {found}.");
    Some(Fault::new(node.span, message))
}

#[cfg(test)]
mod tests {
    use super::super::json;
    use super::*;

    #[test]
    fn the_first_entry_of_a_key_counts() {
        let text = r#"{"a": 1, "b": 2, "c": 3, "a": 4, "c": 5}"#;
        let node = json::read(text).remove(0).unwrap();
        let keys = Keys::new(&node, |name| ["a", "b"].contains(&name));
        let names: Vec<&str> = keys.entries.iter().map(|entry| entry.name).collect();
        assert_eq!(names, ["a", "b"]);
        assert_eq!(keys.value("a").unwrap().span.slice(text), "1");
        assert!(keys.value("c").is_none());

        let faults: Vec<String> = keys
            .faults
            .iter()
            .map(|fault| fault.message("It"))
            .collect();
        let unknown = "It has no such key.";
        assert_eq!(faults, [unknown, "The key `a` is repeated.", unknown]);
        let KeyFault::Repeated { key, first, .. } = keys.faults[1] else {
            panic!("{:?}", keys.faults)
        };
        assert!(first.span.start < key.span.start);
    }

    #[test]
    fn other_values_are_no_maps() {
        let message = |text: &str| {
            let node = json::read(text).remove(0).unwrap();
            not_a_map(&node, "It").map(|fault| fault.message)
        };
        assert_eq!(message("{}"), None);
        let number = "It is a map of keys and values, not a number.";
        assert_eq!(message("1").as_deref(), Some(number));
    }
}
