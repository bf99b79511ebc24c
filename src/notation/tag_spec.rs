//! Specifications of the tags that only one game has.

/// A tag that belongs to a game, or a numbered family of them (`Hand1`, `Hand2`, …).
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct TagSpec {
    /// The name, or the part before the number.
    pub name: &'static str,
    /// The highest number of a family, which counts from 1; `None` for a single tag.
    pub numbered: Option<u32>,
}

impl TagSpec {
    /// Creates the specification of a single tag.
    pub const fn one(name: &'static str) -> Self {
        Self {
            name,
            numbered: None,
        }
    }

    /// Creates the specification of a family of tags, numbered from 1.
    pub const fn family(name: &'static str, highest: u32) -> Self {
        Self {
            name,
            numbered: Some(highest),
        }
    }

    /// Returns true if a tag with this name is covered.
    pub fn covers(&self, name: &str) -> bool {
        match self.numbered {
            None => name == self.name,
            Some(highest) => (1..=u64::from(highest)).contains(&self.number_in(name)),
        }
    }

    /// Returns the number of a tag of the family; 0 if the name has none.
    pub fn number_in(&self, name: &str) -> u64 {
        // Fast exit: most names differ in their first letter.
        if name.as_bytes().first() != self.name.as_bytes().first() {
            return 0;
        }
        let digits = name.strip_prefix(self.name).unwrap_or_default();
        if digits.starts_with('0') || !digits.bytes().all(|byte| byte.is_ascii_digit()) {
            return 0;
        }
        digits.parse().unwrap_or(0)
    }
}
