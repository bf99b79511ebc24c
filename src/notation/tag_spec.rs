//! Specifications of the tags of a game, and the values that a tag or an option may have.

/// A tag that belongs to a game, or a numbered family of them (`Hand1`, `Hand2`, …).
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct TagSpec {
    /// The name, or the part before the number.
    pub name: &'static str,
    /// The highest number of a family, which counts from 1; `None` for a single tag.
    pub numbered: Option<u32>,
    /// The values.
    pub values: Values,
    /// The value that a record without the tag has.
    pub default: Option<&'static str>,
    /// The value in a new record whose author chooses none, if the tag is required.
    pub suggested: Option<&'static str>,
    /// The value for a random game that should end soon, if the tag is required: `5` for `Size`, a
    /// small board.
    pub quick: Option<&'static str>,
    /// Meaning of the tag, in one sentence.
    pub meaning: &'static str,
    /// The help for an invalid value.
    pub form: &'static str,
    /// True if the tag affects play, false if it only sets how the board is drawn.
    pub sets_up: bool,
}

/// The values of a tag or an option.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Values {
    /// Texts that cannot be listed.
    Any,
    /// Too many to list: one of them, as an example.
    Example(&'static str),
    /// These words.
    Words(&'static [&'static str]),
    /// The numbers from the first to the last.
    Numbers(u32, u32),
    /// Two numbers joined by a comma, each from the first to the last.
    TwoNumbers(u32, u32),
    /// The name of a deck.
    Deck,
    /// Numbers of cards, joined by commas.
    Cards,
}

impl TagSpec {
    /// A single tag that affects play, has no default and any value: the base of other
    /// specifications.
    pub(crate) const BASE: Self = Self {
        name: "",
        numbered: None,
        values: Values::Any,
        default: None,
        suggested: None,
        quick: None,
        meaning: "",
        form: "",
        sets_up: true,
    };

    /// Returns true if a tag with this name is covered.
    pub(crate) fn covers(&self, name: &str) -> bool {
        match self.numbered {
            None => name == self.name,
            Some(highest) => (1..=u64::from(highest)).contains(&self.number_in(name)),
        }
    }

    /// Returns the number of a tag of the family; 0 if the name has none.
    pub(crate) fn number_in(&self, name: &str) -> u64 {
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

    /// Returns the names of the tags that are covered, in order.
    pub fn names(&self) -> impl Iterator<Item = String> + use<> {
        let name = self.name;
        let single = self.numbered.is_none().then(|| name.to_owned());
        let family = (1..=self.numbered.unwrap_or(0)).map(move |number| format!("{name}{number}"));
        single.into_iter().chain(family)
    }
}

impl Values {
    /// Returns the values if they can be listed, the likelier ones first; otherwise none.
    pub fn list(self) -> Vec<String> {
        match self {
            Self::Any | Self::Example(_) | Self::Deck | Self::Cards => Vec::new(),
            Self::Words(words) => words.iter().map(|&word| word.to_owned()).collect(),
            Self::Numbers(first, last) => (first..=last).map(|number| number.to_string()).collect(),
            Self::TwoNumbers(first, last) => {
                let pairs =
                    (first..=last).flat_map(|left| (first..=last).map(move |right| (left, right)));
                let (equal, unequal): (Vec<_>, Vec<_>) =
                    pairs.partition(|(left, right)| left == right);
                let all = equal.into_iter().chain(unequal);
                all.map(|(left, right)| format!("{left},{right}")).collect()
            }
        }
    }

    /// Returns the values to show: all of them, or an example.
    pub fn shown(self) -> Vec<String> {
        match self {
            Self::Example(example) => vec![example.to_owned()],
            _ => self.list(),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn values_are_listed() {
        let list = |values: Values| values.list().join(" ");
        assert_eq!(list(Values::Words(&["cw", "ccw"])), "cw ccw");
        assert_eq!(list(Values::Numbers(2, 4)), "2 3 4");
        assert_eq!(list(Values::TwoNumbers(1, 2)), "1,1 2,2 1,2 2,1");
        assert_eq!(list(Values::Example("12x8")), "");
        assert_eq!(Values::Example("12x8").shown(), ["12x8"]);
    }

    #[test]
    fn families_have_numbered_names() {
        let hands = TagSpec {
            name: "Hand",
            numbered: Some(2),
            ..TagSpec::BASE
        };
        assert_eq!(hands.names().collect::<Vec<_>>(), ["Hand1", "Hand2"]);
        assert!(hands.covers("Hand2"));
        assert!(
            !["Hand", "Hand0", "Hand3", "Hand02"]
                .iter()
                .any(|name| hands.covers(name))
        );
    }
}
