//! Addresses of the turns of a record, including variations.

use std::fmt;
use std::str::FromStr;

use super::record::{Line, Record, TurnNode, Variation};
use crate::findings::{Finding, Hint, Hinted, TurnPlace};
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
    /// For each variation around the turn, the outermost first: the turn that it replaces, counted
    /// in its line, and its number among the variations of that turn. Both count from 1.
    branches: Vec<(u32, u32)>,
    /// The turn, counted from 1 in its line; 0 for the start; `None` for the last turn.
    turn: Option<u32>,
    /// The texts of the turns from this one on, which may lead into other variations. Empty if the
    /// turn is enough.
    named: Vec<String>,
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

    /// Creates the address of a turn with this number in the line with this path ([`Line::path`]).
    /// A number before those of the line is read as that of its first turn.
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
        if let Some((_, named @ [_, ..])) = self.named.split_last() {
            return Some(Self {
                named: named.to_vec(),
                ..self.clone()
            });
        }
        let mut branches = self.branches.clone();
        let mut turn = self.turn?;
        while turn == 1
            && let Some((replaced, _)) = branches.pop()
        {
            turn = replaced;
        }
        Some(Self {
            branches,
            ..Self::of_main_line(turn.checked_sub(1)?)
        })
    }

    /// Returns the address of a variation of this turn, which is also the address of its last turn.
    fn variation(&self, number: u32) -> Self {
        let branch = (self.turn.unwrap_or(0), number);
        Self {
            branches: self.branches.iter().copied().chain([branch]).collect(),
            ..Self::default()
        }
    }

    /// Returns the address of another turn of the same line.
    fn with_turn(&self, turn: u32) -> Self {
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
        named: words.map(str::to_owned).collect(),
        ..LineAddress::default()
    };
    while let Some(part) = parts.next() {
        match part.split_once('.') {
            Some((turn, variation)) => address
                .branches
                .push((number_from_1(turn)?, number_from_1(variation)?)),
            None if parts.peek().is_none() => address.turn = Some(number_from_1(part)?),
            None => return None,
        }
    }
    let is_named = !address.named.is_empty();
    let is_whole =
        !is_named || address.turn.is_some() && address.named.iter().all(|name| !name.is_empty());
    is_whole.then_some(address)
}

/// Reads a number that counts from 1, without leading zeros.
fn number_from_1(text: &str) -> Option<u32> {
    let is_number = text.bytes().all(|byte| byte.is_ascii_digit()) && !text.starts_with('0');
    text.parse().ok().filter(|_| is_number)
}

impl fmt::Display for LineAddress {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let branches = self
            .branches
            .iter()
            .map(|(turn, variation)| format!("{turn}.{variation}"));
        let parts: Vec<String> = branches
            .chain(self.turn.map(|turn| turn.to_string()))
            .collect();
        f.write_str(&parts.join("/"))?;
        self.named.iter().try_for_each(|name| write!(f, " {name}"))
    }
}

impl Line {
    /// Returns the place of a turn in its line, counted from 1 without turns that are expected to
    /// be illegal.
    fn count_of(&self, node: &TurnNode) -> u32 {
        let first = self.turns.first().map_or(1, |first| first.number);
        node.number.saturating_sub(first) + 1
    }

    /// Returns the last turn with a count: a turn that is expected to be illegal has the count of
    /// the one after it.
    fn index_of_count(&self, count: u32) -> Option<usize> {
        self.turns
            .iter()
            .rposition(|node| self.count_of(node) == count)
    }

    /// Returns the turns before a count, without those that are expected to be illegal.
    fn legal_turns_before(&self, count: u32) -> impl Iterator<Item = &TurnNode> {
        self.turns
            .iter()
            .filter(move |node| self.count_of(node) < count && !node.expects_refusal())
    }

    /// Returns the variations that replace the turn with a count.
    fn variations_at(&self, count: u32) -> impl Iterator<Item = &Variation> {
        let turns = self
            .turns
            .iter()
            .filter(move |node| self.count_of(node) == count);
        turns.flat_map(TurnNode::variations)
    }
}

impl Record {
    /// Returns the turns that lead to an address, from the first one of the main line. Of the turns
    /// that are expected to be illegal, only one with this address is included.
    ///
    /// # Errors
    /// If the record has no such turn.
    pub fn turns_to(&self, address: &LineAddress) -> Result<Vec<&TurnNode>, NoSuchTurn> {
        let (line, line_address, mut turns) = self.find_line(address)?;
        if let Some(turn) = address.turn
            && !address.named.is_empty()
        {
            turns.extend(line.legal_turns_before(turn));
            let named = self.named_turns(line, turn, &address.named);
            turns.extend(named.ok_or_else(|| NoSuchTurn::Named(address.clone()))?);
            return Ok(turns);
        }

        let last = match address.turn {
            Some(0) => return Ok(turns),
            Some(turn) => line.index_of_count(turn),
            None => line.turns.len().checked_sub(1),
        };
        let asked = address.turn.unwrap_or(1);
        let last = last.ok_or_else(|| no_such_turn(line, line_address.with_turn(asked)))?;
        let to_last = line.turns.iter().take(last + 1).enumerate();
        turns.extend(
            to_last
                .filter(|(index, node)| *index == last || !node.expects_refusal())
                .map(|(_, node)| node),
        );
        Ok(turns)
    }

    /// Returns the line of an address with its own address, and the turns that lead to it.
    fn find_line(
        &self,
        address: &LineAddress,
    ) -> Result<(&Line, LineAddress, Vec<&TurnNode>), NoSuchTurn> {
        let mut line = &self.moves;
        let mut line_address = LineAddress::default();
        let mut turns: Vec<&TurnNode> = Vec::new();
        for &(turn, asked) in &address.branches {
            let turn_address = line_address.with_turn(turn);
            let mut variations = line.variations_at(turn);
            let Some(variation) = variations.nth(asked as usize - 1) else {
                if line.index_of_count(turn).is_none() {
                    return Err(no_such_turn(line, turn_address));
                }
                return Err(NoSuchTurn::Variation {
                    turn: turn_address,
                    asked,
                    count: line.variations_at(turn).count(),
                });
            };
            turns.extend(line.legal_turns_before(turn));
            line_address = turn_address.variation(asked);
            line = &variation.line;
        }
        Ok((line, line_address, turns))
    }

    /// Returns the address of a turn in its shortest form, with the number of the turn and without
    /// texts of turns.
    ///
    /// # Errors
    /// If the record has no such turn.
    pub fn address_of(&self, address: &LineAddress) -> Result<LineAddress, NoSuchTurn> {
        let Some(node) = self.turns_to(address)?.last().copied() else {
            return Ok(LineAddress::of_main_line(0));
        };
        let line = self.turns().find(|(_, other)| other.id == node.id);
        Ok(line.map_or_else(
            || address.clone(),
            |(line, _)| LineAddress::of_turn(&line.path, node.number),
        ))
    }

    /// Returns the turns with these texts, the first of them at a count of a line or of its
    /// variations.
    fn named_turns<'r>(
        &'r self,
        line: &'r Line,
        count: u32,
        names: &[String],
    ) -> Option<Vec<&'r TurnNode>> {
        let mut turns = Vec::new();
        // The turns that are still to be compared, by line and count, each with the number of named
        // turns before it.
        let mut waiting = vec![(line, count, 0)];
        while let Some((line, count, before)) = waiting.pop() {
            turns.truncate(before);
            let Some(name) = names.get(before) else {
                return Some(turns);
            };
            let variations: Vec<_> = line
                .variations_at(count)
                .map(|variation| (&variation.line, 1, before))
                .collect();
            waiting.extend(variations.into_iter().rev());
            let node = line
                .index_of_count(count)
                .and_then(|index| line.turns.get(index));
            if let Some(node) = node.filter(|node| self.turn_text(node) == name) {
                turns.push(node);
                waiting.push((line, count.saturating_add(1), before + 1));
            }
        }
        None
    }

    /// Returns the turns in the order of the text, variations included, each with its line and its
    /// address. A turn that is expected to be illegal has none if another turn with its number
    /// comes after it.
    pub(crate) fn addressed_turns(&self) -> Vec<(&Line, &TurnNode, Option<LineAddress>)> {
        let mut turns = Vec::new();
        // The lines that are still to be visited, each with its next turn and the number of the
        // first variation of that turn.
        let mut waiting = vec![(&self.moves, LineAddress::default(), 0_usize, 1_u32)];
        while let Some((line, address, index, first)) = waiting.pop() {
            let Some(node) = line.turns.get(index) else {
                continue;
            };
            let turn_address = address.with_turn(line.count_of(node));
            let is_last = line
                .turns
                .get(index + 1)
                .is_none_or(|next| next.number != node.number);
            let variations: Vec<_> = (first..).zip(node.variations()).collect();
            let next = if is_last {
                1
            } else {
                first + variations.len() as u32
            };
            turns.push((line, node, is_last.then(|| turn_address.clone())));
            waiting.push((line, address, index + 1, next));
            let inner = variations.into_iter().rev();
            waiting.extend(inner.map(|(number, variation)| {
                (&variation.line, turn_address.variation(number), 0, 1)
            }));
        }
        turns
    }
}

fn no_such_turn(line: &Line, asked: LineAddress) -> NoSuchTurn {
    let last = line
        .turns
        .last()
        .map(|node| asked.with_turn(line.count_of(node)));
    NoSuchTurn::Turn { asked, last }
}

#[cfg(test)]
mod tests {
    use super::*;

    const NESTED: &str = "[Game \"gipf\"]\n\n\
        1. b3 2. c2 (2. h3 3. d2 (3. e2 4. f2) (3. g2)) (2. i3) 3. d8 *\n";

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
    fn every_turn_is_found_at_its_address() {
        let record = Record::parse_str(NESTED);
        let turns = record.addressed_turns();
        let listed: Vec<String> = turns
            .iter()
            .map(|(_, node, address)| {
                format!("{} {}", address.as_ref().unwrap(), record.turn_text(node))
            })
            .collect();
        let expected = [
            "1 b3",
            "2 c2",
            "2.1/1 h3",
            "2.1/2 d2",
            "2.1/2.1/1 e2",
            "2.1/2.1/2 f2",
            "2.1/2.2/1 g2",
            "2.2/1 i3",
            "3 d8",
        ];
        assert_eq!(listed, expected);
        for (_, node, address) in turns {
            assert_eq!(
                record
                    .turns_to(&address.unwrap())
                    .unwrap()
                    .last()
                    .unwrap()
                    .id,
                node.id
            );
        }
    }

    #[test]
    fn the_path_of_a_line_gives_the_addresses_of_its_turns() {
        let refused = "[Game \"gipf\"]\n\n\
            1. b3 (1. c2 (1. d2) 2. e2 (2. f2)) 2. b3 {[%expect gipf/line-full]} (2. h3 3. h3) 2. c2 (2. i3 3. g2) *\n";
        for text in [NESTED, refused] {
            let record = Record::parse_str(text);
            for (line, node, address) in record.addressed_turns() {
                let Some(address) = address else { continue };
                assert_eq!(
                    LineAddress::of_turn(&line.path, node.number),
                    address,
                    "{:?}",
                    line.path
                );
                assert_eq!(
                    LineAddress::of_position(&line.path, node.number),
                    address,
                    "{:?}",
                    line.path
                );
                let before = LineAddress::of_position(&line.path, node.number - 1);
                assert_eq!(Some(before), address.before(), "{:?}", line.path);
            }
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

    fn turns_to(record: &Record, address: &str) -> Result<String, String> {
        let found = record
            .turns_to(&address.parse().unwrap())
            .map_err(|error| error.to_string())?;
        Ok(found
            .iter()
            .map(|node| record.turn_text(node))
            .collect::<Vec<_>>()
            .join(" "))
    }

    #[test]
    fn the_turns_are_those_of_the_line() {
        let record = Record::parse_str(NESTED);
        for (address, turns) in [
            ("0", ""),
            ("3", "b3 c2 d8"),
            ("2.1/2.1/2", "b3 h3 e2 f2"),
            ("2.1", "b3 h3 d2"),
            ("2.1/2.2", "b3 h3 g2"),
        ] {
            assert_eq!(
                turns_to(&record, address).as_deref(),
                Ok(turns),
                "{address}"
            );
        }
        for (address, message) in [
            (
                "4",
                "turn `4` does not exist: the last turn of its line is `3`",
            ),
            (
                "4.1",
                "turn `4` does not exist: the last turn of its line is `3`",
            ),
            (
                "2.1/3",
                "turn `2.1/3` does not exist: the last turn of its line is `2.1/2`",
            ),
            ("2.3", "turn `2` has no variation 3: it has 2"),
            ("2.1/1.1/1", "turn `2.1/1` has no variation 1: it has 0"),
        ] {
            let error = turns_to(&record, address).unwrap_err();
            assert!(error.starts_with(message), "{address}: {error}");
        }
        assert!(
            turns_to(&Record::parse_str("[Game \"gipf\"]\n\n*\n"), "1")
                .unwrap_err()
                .ends_with("the line is empty")
        );
    }

    #[test]
    fn lines_are_named_by_their_turns() {
        let record = Record::parse_str(NESTED);
        for (address, turns) in [
            ("1 b3", "b3"),
            ("1 b3 h3 d2", "b3 h3 d2"),
            ("2 h3 e2 f2", "b3 h3 e2 f2"),
            ("2 i3", "b3 i3"),
            ("2.1/2 g2", "b3 h3 g2"),
            ("2 c2 d8", "b3 c2 d8"),
        ] {
            assert_eq!(
                turns_to(&record, address).as_deref(),
                Ok(turns),
                "{address}"
            );
        }
        for address in [
            "1 h3",
            "2 i3 d8",
            "2 h3 e2 g2",
            "2.2/1 h3",
            "9 b3",
            "4294967295 b3",
        ] {
            let error = turns_to(&record, address).unwrap_err();
            assert!(
                error.starts_with(&format!("no line contains the turns of `{address}`")),
                "{error}"
            );
        }
        // The second of two variations with the same beginning.
        let record = Record::parse_str("[Game \"gipf\"]\n\n1. b3 (1. c2 2. d2) (1. c2 2. e2) *\n");
        assert_eq!(turns_to(&record, "1 c2 e2").as_deref(), Ok("c2 e2"));
    }

    #[test]
    fn a_turn_that_is_expected_to_be_illegal_has_no_address_of_its_own() {
        let text =
            "[Game \"gipf\"]\n\n1. b3 2. b3 {[%expect gipf/line-full]} (2. h3) 2. c2 (2. i3) *\n";
        let record = Record::parse_str(text);
        let addresses = record.addressed_turns();
        let texts: Vec<_> = addresses
            .iter()
            .map(|(_, _, address)| address.as_ref().map(ToString::to_string))
            .collect();
        let expected = [Some("1"), None, Some("2.1/1"), Some("2"), Some("2.2/1")];
        assert_eq!(texts, expected.map(|text| text.map(str::to_owned)));
        assert_eq!(turns_to(&record, "2").as_deref(), Ok("b3 c2"));
        assert_eq!(turns_to(&record, "2.2").as_deref(), Ok("b3 i3"));
    }
}
