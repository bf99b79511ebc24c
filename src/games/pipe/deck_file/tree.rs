//! YAML as a tree that keeps repeated keys, and knows of each node where it stands.
//!
//! The parser tells positions in its errors alone. So each node has its number in the order of
//! the text, and [`position`] parses once more with an error at that number. That costs a parse
//! for each position asked for, which is why findings of one file are few.

use std::cell::Cell;
use std::fmt;

use serde::de::{DeserializeSeed, EnumAccess, Error as _, MapAccess, SeqAccess, Visitor};

/// A deck is a map with a list of maps; what nests deeper is no deck.
const MAX_DEPTH: usize = 8;

/// A part of a YAML document.
#[derive(Debug)]
pub(super) struct Node {
    /// Which one it is, in the order of the text.
    pub(super) number: usize,
    /// What it holds.
    pub(super) value: Value,
}

/// What a node holds.
#[derive(Debug)]
pub(super) enum Value {
    /// Text, in quotes or without.
    Text(String),
    /// A whole number that is not negative.
    Number(u64),
    /// Another value, in words: `a truth value`.
    Other(&'static str),
    /// A list.
    List(Vec<Node>),
    /// Keys and values, repeated ones too.
    Map(Vec<(Node, Node)>),
}

impl Value {
    /// What it is, in words.
    pub(super) fn in_words(&self) -> &'static str {
        match self {
            Self::Text(_) => "text",
            Self::Number(_) => "a number",
            Self::Other(words) => words,
            Self::List(_) => "a list",
            Self::Map(_) => "a map of keys and values",
        }
    }
}

/// A text that is no YAML.
pub(super) struct NoYaml {
    /// What is wrong, as the parser says it.
    pub(super) message: String,
    /// The byte at which it shows, where that is known.
    pub(super) at: Option<usize>,
}

/// Reads a text whole.
pub(super) fn read(text: &str) -> Result<Node, NoYaml> {
    walk(text, None).map_err(|error| NoYaml {
        // It can quote keys, and those can hold what a terminal takes for a command.
        message: error.to_string().replace(char::is_control, "?"),
        at: error.location().map(|location| location.index()),
    })
}

/// The byte at which a node begins.
pub(super) fn position(text: &str, number: usize) -> Option<usize> {
    walk(text, Some(number)).err()?.location().map(|location| location.index())
}

fn walk(text: &str, stop_at: Option<usize>) -> Result<Node, serde_yaml::Error> {
    let walk = Walk { next: Cell::new(0), stop_at };
    Seed { walk: &walk, depth: 0 }.deserialize(serde_yaml::Deserializer::from_str(text))
}

struct Walk {
    next: Cell<usize>,
    stop_at: Option<usize>,
}

#[derive(Clone, Copy)]
struct Seed<'w> {
    walk: &'w Walk,
    depth: usize,
}

impl<'de> DeserializeSeed<'de> for Seed<'_> {
    type Value = Node;

    fn deserialize<D: serde::Deserializer<'de>>(self, deserializer: D) -> Result<Node, D::Error> {
        let number = self.walk.next.get();
        self.walk.next.set(number + 1);
        let value = deserializer.deserialize_any(ValueVisitor { seed: self, number })?;
        Ok(Node { number, value })
    }
}

struct ValueVisitor<'w> {
    seed: Seed<'w>,
    number: usize,
}

impl<'w> ValueVisitor<'w> {
    /// Every error that arises here gets the position of this node.
    fn here<E: serde::de::Error>(&self) -> Result<(), E> {
        if self.seed.walk.stop_at == Some(self.number) { Err(E::custom("this node")) } else { Ok(()) }
    }

    fn inner<E: serde::de::Error>(&self) -> Result<Seed<'w>, E> {
        self.here()?;
        if self.seed.depth == MAX_DEPTH {
            return Err(E::custom(format_args!("lists and maps nest more than {MAX_DEPTH} deep")));
        }
        Ok(Seed { depth: self.seed.depth + 1, ..self.seed })
    }

    fn leaf<E: serde::de::Error>(&self, value: Value) -> Result<Value, E> {
        self.here().map(|()| value)
    }
}

impl<'de> Visitor<'de> for ValueVisitor<'_> {
    type Value = Value;

    fn expecting(&self, out: &mut fmt::Formatter<'_>) -> fmt::Result {
        out.write_str("any value")
    }

    fn visit_str<E: serde::de::Error>(self, text: &str) -> Result<Value, E> {
        self.leaf(Value::Text(text.to_owned()))
    }

    fn visit_u64<E: serde::de::Error>(self, number: u64) -> Result<Value, E> {
        self.leaf(Value::Number(number))
    }

    fn visit_i64<E: serde::de::Error>(self, _: i64) -> Result<Value, E> {
        self.leaf(Value::Other("a negative number"))
    }

    fn visit_u128<E: serde::de::Error>(self, _: u128) -> Result<Value, E> {
        self.leaf(Value::Other("a very large number"))
    }

    fn visit_i128<E: serde::de::Error>(self, _: i128) -> Result<Value, E> {
        self.leaf(Value::Other("a very large number"))
    }

    fn visit_f64<E: serde::de::Error>(self, _: f64) -> Result<Value, E> {
        self.leaf(Value::Other("a number with a point"))
    }

    fn visit_bool<E: serde::de::Error>(self, _: bool) -> Result<Value, E> {
        self.leaf(Value::Other("a truth value"))
    }

    fn visit_unit<E: serde::de::Error>(self) -> Result<Value, E> {
        self.leaf(Value::Other("nothing"))
    }

    fn visit_none<E: serde::de::Error>(self) -> Result<Value, E> {
        self.leaf(Value::Other("nothing"))
    }

    fn visit_seq<A: SeqAccess<'de>>(self, mut items: A) -> Result<Value, A::Error> {
        let seed = self.inner()?;
        let mut list = Vec::new();
        while let Some(item) = items.next_element_seed(seed)? {
            list.push(item);
        }
        Ok(Value::List(list))
    }

    fn visit_map<A: MapAccess<'de>>(self, mut entries: A) -> Result<Value, A::Error> {
        let seed = self.inner()?;
        let mut map = Vec::new();
        while let Some(entry) = entries.next_entry_seed(seed, seed)? {
            map.push(entry);
        }
        Ok(Value::Map(map))
    }

    /// What carries a tag of its own, `!like this`.
    fn visit_enum<A: EnumAccess<'de>>(self, _: A) -> Result<Value, A::Error> {
        Err(A::Error::custom("YAML tags are not read in a deck file"))
    }
}
