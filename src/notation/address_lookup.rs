//! Lookup in the lines of a record: the turns that lead to an address, and the address of each
//! turn. `line_address.rs` defines the address: `2.1/3` is the third turn of the first variation
//! that replaces turn 2.
//!
//! An address names a turn by its *count*: its place in its line, from 1. A turn that is expected
//! to be illegal has the count of the turn after it, so a count may belong to several turns.

use super::line_address::{LineAddress, NoSuchTurn};
use super::record::{Line, Record, TurnNode, Variation};

/// A turn with its line and its address.
pub(crate) struct AddressedTurn<'r> {
    /// The line of the turn.
    pub(crate) line: &'r Line,
    /// The turn.
    pub(crate) node: &'r TurnNode,
    /// The address; `None` if another turn with its number comes after it.
    pub(crate) address: Option<LineAddress>,
}

/// The line of an address.
struct FoundLine<'r> {
    line: &'r Line,
    /// The address of the line.
    address: LineAddress,
    /// The turns before the line, from the first one of the main line.
    turns_before: Vec<&'r TurnNode>,
}

/// A place where the next turn of an address that names turns by their texts may be.
struct TextPlace<'r> {
    line: &'r Line,
    count: u32,
    /// The number of named turns that lead to it.
    turns_before: usize,
}

/// A place in the walk over all turns of a record.
struct WalkPlace<'r> {
    line: &'r Line,
    line_address: LineAddress,
    /// The index of the next turn in the line.
    index: usize,
    /// The number of the first variation of that turn.
    first_variation: u32,
}

impl Line {
    /// Returns the count of a turn.
    fn count_of(&self, node: &TurnNode) -> u32 {
        let first = self.turns.first().map_or(1, |first| first.number);
        node.number.saturating_sub(first) + 1
    }

    /// Returns the index of the last turn with a count: of the legal one, if there is one.
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
        let FoundLine {
            line,
            address: line_address,
            turns_before: mut turns,
        } = self.find_line(address)?;
        if let Some(count) = address.turn
            && !address.turn_texts.is_empty()
        {
            turns.extend(line.legal_turns_before(count));
            let named = self.turns_with_texts(line, count, &address.turn_texts);
            turns.extend(named.ok_or_else(|| NoSuchTurn::Named(address.clone()))?);
            return Ok(turns);
        }

        let last = match address.turn {
            // Count 0 is the start of the line, before its first turn.
            Some(0) => return Ok(turns),
            Some(count) => line.index_of_count(count),
            None => line.turns.len().checked_sub(1),
        };
        let Some(last) = last else {
            // Without a turn, the last one is asked for. An empty line does not have even turn 1.
            let asked = line_address.with_turn(address.turn.unwrap_or(1));
            return Err(no_such_turn(line, asked));
        };
        for (index, node) in line.turns.iter().enumerate().take(last + 1) {
            if index == last || !node.expects_refusal() {
                turns.push(node);
            }
        }
        Ok(turns)
    }

    /// Returns the line of an address.
    fn find_line(&self, address: &LineAddress) -> Result<FoundLine<'_>, NoSuchTurn> {
        let mut found = FoundLine {
            line: &self.moves,
            address: LineAddress::default(),
            turns_before: Vec::new(),
        };
        for branch in &address.branches {
            let line = found.line;
            let turn_address = found.address.with_turn(branch.replaced);
            let mut variations = line.variations_at(branch.replaced);
            // An address is parsed only if its variations count from 1.
            let Some(variation) = variations.nth(branch.number as usize - 1) else {
                if line.index_of_count(branch.replaced).is_none() {
                    return Err(no_such_turn(line, turn_address));
                }
                return Err(NoSuchTurn::Variation {
                    turn: turn_address,
                    asked: branch.number,
                    count: line.variations_at(branch.replaced).count(),
                });
            };

            let turns_before = line.legal_turns_before(branch.replaced);
            found.turns_before.extend(turns_before);
            found.address = turn_address.with_variation(branch.number);
            found.line = &variation.line;
        }
        Ok(found)
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

    /// Returns the turns with these texts. The first of them has the given count in `line`, or
    /// begins a variation there.
    ///
    /// The search is depth-first: each turn is compared before the variations that replace it.
    fn turns_with_texts<'r>(
        &'r self,
        line: &'r Line,
        count: u32,
        texts: &[String],
    ) -> Option<Vec<&'r TurnNode>> {
        let mut turns = Vec::new();
        // The places that are still to be compared, the next one last.
        let mut waiting = vec![TextPlace {
            line,
            count,
            turns_before: 0,
        }];
        while let Some(place) = waiting.pop() {
            let TextPlace {
                line,
                count,
                turns_before,
            } = place;
            turns.truncate(turns_before);
            let Some(text) = texts.get(turns_before) else {
                return Some(turns);
            };

            let first_variation = waiting.len();
            waiting.extend(line.variations_at(count).map(|variation| TextPlace {
                line: &variation.line,
                count: 1,
                turns_before,
            }));
            waiting[first_variation..].reverse();

            let index = line.index_of_count(count);
            let node = index.and_then(|index| line.turns.get(index));
            if let Some(node) = node
                && self.turn_text(node) == text
            {
                turns.push(node);
                waiting.push(TextPlace {
                    line,
                    count: count.saturating_add(1),
                    turns_before: turns_before + 1,
                });
            }
        }
        None
    }

    /// Returns the turns in the order of the text, variations included.
    pub(crate) fn addressed_turns(&self) -> Vec<AddressedTurn<'_>> {
        let mut turns = Vec::new();
        // The lines that are still to be visited, the next one last.
        let mut waiting = vec![WalkPlace {
            line: &self.moves,
            line_address: LineAddress::default(),
            index: 0,
            first_variation: 1,
        }];
        while let Some(place) = waiting.pop() {
            let line = place.line;
            let Some(node) = line.turns.get(place.index) else {
                continue;
            };

            let turn_address = place.line_address.with_turn(line.count_of(node));
            let next = line.turns.get(place.index + 1);
            let is_last_with_number = next.is_none_or(|next| next.number != node.number);
            turns.push(AddressedTurn {
                line,
                node,
                address: is_last_with_number.then(|| turn_address.clone()),
            });

            // Turns with the same number count their variations together.
            let mut variation_number = place.first_variation;
            let mut variations = Vec::new();
            for variation in node.variations() {
                variations.push(WalkPlace {
                    line: &variation.line,
                    line_address: turn_address.with_variation(variation_number),
                    index: 0,
                    first_variation: 1,
                });
                variation_number += 1;
            }
            waiting.push(WalkPlace {
                index: place.index + 1,
                first_variation: if is_last_with_number {
                    1
                } else {
                    variation_number
                },
                ..place
            });
            waiting.extend(variations.into_iter().rev());
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
    fn every_turn_is_found_at_its_address() {
        let record = Record::parse_str(NESTED);
        let turns = record.addressed_turns();
        let listed: Vec<String> = turns
            .iter()
            .map(|turn| {
                let address = turn.address.as_ref().unwrap();
                format!("{address} {}", record.turn_text(turn.node))
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
        for AddressedTurn { node, address, .. } in turns {
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
            for turn in record.addressed_turns() {
                let AddressedTurn {
                    line,
                    node,
                    address: Some(address),
                } = turn
                else {
                    continue;
                };
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
        let turns = record.addressed_turns();
        let texts: Vec<_> = turns
            .iter()
            .map(|turn| turn.address.as_ref().map(ToString::to_string))
            .collect();
        let expected = [Some("1"), None, Some("2.1/1"), Some("2"), Some("2.2/1")];
        assert_eq!(texts, expected.map(|text| text.map(str::to_owned)));
        assert_eq!(turns_to(&record, "2").as_deref(), Ok("b3 c2"));
        assert_eq!(turns_to(&record, "2.2").as_deref(), Ok("b3 i3"));
    }
}
