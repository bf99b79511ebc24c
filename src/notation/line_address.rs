//! Addresses of turns, as people write them: `7`, `7.1/3`, `7 b3 c4`. `address_lookup.rs` finds the
//! turns of a record by their addresses.

use std::fmt;
use std::str::FromStr;

use crate::findings::{Branch, Finding, Hint, Hinted, TurnPlace};
use crate::text::shorten;

/// Address of a position: the start, or the position after a turn of any line.
///
/// | address | turn |
/// |---|---|
/// | `0` | none: the start |
/// | `7` | turn 7 of the main line |
/// | `7.1` | the last turn of the first variation that replaces turn 7 |
/// | `7.1/3` | the third turn of that variation |
/// | `7.1/3.2/1` | the first turn of the second variation that replaces that third turn |
/// | `7 b3 c4` | `c4` of the first line in which turn 7 is `b3` and `c4` follows |
///
/// ```
/// use pipscribe::notation::{LineAddress, Record};
///
/// let record = Record::parse_str("[Game \"gipf\"]\n\n1. b3 2. c2 (2. h3 3. a2-b3) *\n");
/// let address: LineAddress = "2.1/2".parse()?;
/// let turns = record.turns_to(&address)?;
/// assert_eq!(turns.iter().map(|node| record.turn_text(node)).collect::<Vec<_>>(), ["b3", "h3", "a2-b3"]);
/// assert_eq!(record.turns_to(&"2 h3 a2-b3".parse()?)?.last().map(|node| node.id), turns.last().map(|node| node.id));
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
#[derive(Clone, Debug, Default, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub struct LineAddress {
    /// The variations around the turn, the outermost first.
    pub(super) branches: Vec<Branch>,
    /// The turn, counted from 1 in its line; 0 for the start; `None` for the last turn.
    pub(super) turn: Option<u32>,
    /// The texts of the turns from this one on, which may lead into other variations. Empty if the
    /// address gives only a number.
    pub(super) turn_texts: Vec<String>,
}

/// Error for a text that is not an address.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
#[error(
    "`{}` is not the address of a turn: write `7` for turn 7, `7.1` for its first variation, or `7.1/3` for the third \
     turn of that variation; `7 b3 c4` names turns by their texts, from turn 7 on",
    shorten(.0)
)]
pub struct LineAddressError(String);

/// Reason why a record has no turn with an address.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
#[non_exhaustive]
pub enum NoSuchTurn {
    /// The line is shorter.
    #[error("turn `{}` does not exist: {}", .asked.in_short(), last_of(.last.as_ref()))]
    Turn {
        /// The address.
        asked: LineAddress,
        /// The last turn of its line; `None` if the line is empty.
        last: Option<LineAddress>,
    },
    /// The turn has fewer variations.
    #[error(
        "turn `{}` has no variation {asked}: it has {count}",
        .turn.in_short()
    )]
    Variation {
        /// The turn.
        turn: LineAddress,
        /// The number of the variation.
        asked: u32,
        /// The number of variations that it has.
        count: usize,
    },
    /// No line has the turns that the address names.
    #[error("no line contains the turns of `{}`", .0.in_short())]
    Named(LineAddress),
}

impl Hinted for NoSuchTurn {
    fn hint(&self) -> Option<Hint> {
        match self {
            Self::Turn { .. } => None,
            Self::Variation { .. } => Some(Hint::ListAddresses),
            Self::Named(_) => Some(Hint::ListLines),
        }
    }
}

fn last_of(last: Option<&LineAddress>) -> String {
    last.map_or_else(
        || "the line is empty".to_owned(),
        |last| format!("the last turn of its line is `{}`", last.in_short()),
    )
}

impl LineAddress {
    /// Creates the address of a turn of the main line; 0 for the start.
    pub(crate) fn of_main_line(turn: u32) -> Self {
        Self {
            turn: Some(turn),
            ..Self::default()
        }
    }

    /// Creates the address of a turn with this number in the line with this path, as in
    /// [`Line::path`](super::Line::path): `[7, 1]` is the first variation that replaces turn 7. A
    /// number before those of the line is read as that of its first turn.
    pub(crate) fn of_turn(path: &[u32], number: u32) -> Self {
        let TurnPlace { branches, turn } = TurnPlace::new(path, number);
        Self {
            branches,
            ..Self::of_main_line(turn)
        }
    }

    /// Creates the address of the position after a turn with this number in the line with this
    /// path. The number before those of the line means the position from which it departs.
    pub fn of_position(path: &[u32], number: u32) -> Self {
        let turn = Self::of_turn(path, number);
        match path {
            [.., replaced, _] if number < *replaced => turn.before().unwrap_or(turn),
            _ => turn,
        }
    }

    /// Creates the address of the turn that a finding is about; `None` for the tags and the result.
    pub fn of_finding(finding: &Finding) -> Option<Self> {
        (finding.turn > 0).then(|| Self::of_turn(&finding.variation, finding.turn))
    }

    /// Returns the address for a message, which need not hold the whole of it.
    pub(crate) fn in_short(&self) -> String {
        shorten(&self.to_string())
    }

    /// Returns true for the start.
    pub fn is_start(&self) -> bool {
        self.turn == Some(0)
    }

    /// Returns the address of the turn before this one in its line, which leads to it; `None` for
    /// the start, and for an address that names only a variation.
    pub(crate) fn before(&self) -> Option<Self> {
        if let Some((_, texts_before @ [_, ..])) = self.turn_texts.split_last() {
            return Some(Self {
                turn_texts: texts_before.to_vec(),
                ..self.clone()
            });
        }

        let mut branches = self.branches.clone();
        let mut turn = self.turn?;
        // The first turn of a variation follows the turn before the one that it replaces.
        while turn == 1
            && let Some(branch) = branches.pop()
        {
            turn = branch.replaced;
        }
        Some(Self {
            branches,
            ..Self::of_main_line(turn.checked_sub(1)?)
        })
    }

    /// Returns the address of a variation that replaces this turn, which is also the address of the
    /// variation's last turn. `self` must have a turn number.
    pub(super) fn with_variation(&self, number: u32) -> Self {
        let mut branches = self.branches.clone();
        branches.push(Branch {
            replaced: self.turn.unwrap_or(0),
            number,
        });
        Self {
            branches,
            ..Self::default()
        }
    }

    /// Returns the address of another turn of the same line.
    pub(super) fn with_turn(&self, turn: u32) -> Self {
        Self {
            branches: self.branches.clone(),
            ..Self::of_main_line(turn)
        }
    }
}

impl FromStr for LineAddress {
    type Err = LineAddressError;

    fn from_str(text: &str) -> Result<Self, LineAddressError> {
        parse(text).ok_or_else(|| LineAddressError(text.to_owned()))
    }
}

fn parse(text: &str) -> Option<LineAddress> {
    if text == "0" {
        return Some(LineAddress::of_main_line(0));
    }

    let mut words = text.split(' ');
    let mut parts = words.next()?.split('/').peekable();
    let mut address = LineAddress {
        turn_texts: words.map(str::to_owned).collect(),
        ..LineAddress::default()
    };
    while let Some(part) = parts.next() {
        match part.split_once('.') {
            Some((replaced, number)) => address.branches.push(Branch {
                replaced: number_from_1(replaced)?,
                number: number_from_1(number)?,
            }),
            None if parts.peek().is_none() => address.turn = Some(number_from_1(part)?),
            None => return None,
        }
    }

    if address.turn_texts.is_empty() {
        return Some(address);
    }
    // The number says at which turn the texts begin.
    let has_number = address.turn.is_some();
    let has_gap = address.turn_texts.iter().any(String::is_empty);
    (has_number && !has_gap).then_some(address)
}

/// Reads a number that counts from 1, without leading zeros.
fn number_from_1(text: &str) -> Option<u32> {
    let is_number = text.bytes().all(|byte| byte.is_ascii_digit()) && !text.starts_with('0');
    text.parse().ok().filter(|_| is_number)
}

impl fmt::Display for LineAddress {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let mut separator = "";
        for branch in &self.branches {
            write!(f, "{separator}{branch}")?;
            separator = "/";
        }
        if let Some(turn) = self.turn {
            write!(f, "{separator}{turn}")?;
        }
        for text in &self.turn_texts {
            write!(f, " {text}")?;
        }
        Ok(())
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn addresses_are_read_and_written() {
        for text in [
            "0",
            "7",
            "7.1",
            "7.1/3",
            "7.1/3.2/1",
            "7.1/3.2",
            "4294967295",
            "7 b3",
            "7.1/3 b3 a2-d4",
        ] {
            assert_eq!(text.parse::<LineAddress>().unwrap().to_string(), text);
        }
        let invalid = "|07|x|7.|.1|7.0|0.1|7.1/0|7/3|7.1/|/7|7.1.1|+7|4294967296|7 | 7|7  b3|7 b3 |0 b3|7.1 b3|b3";
        for text in invalid.split('|') {
            let error = text.parse::<LineAddress>().unwrap_err().to_string();
            assert!(
                error.starts_with(&format!("`{text}` is not the address of a turn: write `7`")),
                "{error}"
            );
        }
    }

    #[test]
    fn the_turn_before_the_first_of_a_variation_is_in_the_line_around_it() {
        for (address, before) in [
            ("7", Some("6")),
            ("1", Some("0")),
            ("0", None),
            ("7.1/3", Some("7.1/2")),
            ("7.1/1", Some("6")),
            ("1.2/1", Some("0")),
            ("7.1/1.2/1", Some("6")),
            ("7.1/3.2/1", Some("7.1/2")),
            ("7.1", None),
            ("7 b3 c4", Some("7 b3")),
            ("7.1/1 b3", Some("6")),
        ] {
            let found = address
                .parse::<LineAddress>()
                .unwrap()
                .before()
                .map(|before| before.to_string());
            assert_eq!(found.as_deref(), before, "{address}");
        }
    }
}
