//! Which tags a game has of its own.

/// A tag that belongs to a game, or a numbered family of them (`Hand1`, `Hand2`, …).
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct TagSpec {
    /// The name, or what stands before the number.
    pub name: &'static str,
    /// For a family the highest number; it counts from 1.
    pub numbered: Option<u32>,
}

impl TagSpec {
    /// A tag that stands for itself.
    pub const fn one(name: &'static str) -> Self {
        Self { name, numbered: None }
    }

    /// A family of tags, numbered from 1.
    pub const fn family(name: &'static str, highest: u32) -> Self {
        Self { name, numbered: Some(highest) }
    }

    /// Whether it is the tag of that name.
    pub fn covers(&self, name: &str) -> bool {
        match self.numbered {
            None => name == self.name,
            Some(highest) => (1..=u64::from(highest)).contains(&self.number_in(name)),
        }
    }

    /// The number of a family's tag; 0 where it has none.
    pub fn number_in(&self, name: &str) -> u64 {
        // Most names are told apart by their first letter.
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
