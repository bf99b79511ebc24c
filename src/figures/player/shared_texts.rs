//! Pieces of text that many positions share: lines of drawings and words of descriptions. A page
//! contains each piece once; a position contains only the differences from the position before it.

use std::cmp::Reverse;
use std::collections::HashMap;

use serde::Serialize;

/// Piece of text, or a sequence of pieces that often occurs.
#[derive(Clone, Debug, PartialEq, Eq, Hash, Serialize)]
#[serde(untagged)]
pub(super) enum Piece {
    Text(String),
    Sequence(Vec<usize>),
}

/// Distinct pieces of all positions of a page.
#[derive(Debug, Default)]
pub(super) struct Pool {
    pieces: Vec<Piece>,
    numbers: HashMap<Piece, usize>,
}

impl Pool {
    /// Returns the pieces in the order of their numbers.
    pub(super) fn pieces(&self) -> &[Piece] {
        &self.pieces
    }

    /// Returns the numbers of texts.
    pub(super) fn numbers<'t>(&mut self, texts: impl Iterator<Item = &'t str>) -> Vec<usize> {
        texts.map(|text| self.text(text)).collect()
    }

    /// Returns the number of a text.
    pub(super) fn text(&mut self, text: &str) -> usize {
        self.number(Piece::Text(text.to_owned()))
    }

    /// Returns the number of a sequence of texts.
    pub(super) fn sequence(&mut self, texts: &[&str]) -> usize {
        let numbers = self.numbers(texts.iter().copied());
        self.number(Piece::Sequence(numbers))
    }

    fn number(&mut self, piece: Piece) -> usize {
        if let Some(&number) = self.numbers.get(&piece) {
            return number;
        }
        let number = self.pieces.len();
        self.pieces.push(piece.clone());
        self.numbers.insert(piece, number);
        number
    }
}

/// Writes a list of numbers as its difference from the list before it. A number that is not
/// negative is an item. A negative number is a length, and the next number is the place in the list
/// before from which that number of items is copied.
pub(super) fn difference(before: &[usize], list: &[usize]) -> Vec<i64> {
    let mut places: HashMap<usize, Vec<usize>> = HashMap::new();
    for (place, &number) in before.iter().enumerate() {
        places.entry(number).or_default().push(place);
    }

    let mut out = Vec::new();
    let mut rest = list;
    // End of the last copy, because most lists continue there.
    let mut end_of_copy = 0;
    while let Some((&number, after)) = rest.split_first() {
        let candidates = places.get(&number).map_or(&[][..], Vec::as_slice);
        match longest_copy(before, candidates, end_of_copy, rest) {
            Some(copy) if copy.length > 1 => {
                out.extend([-as_number(copy.length), as_number(copy.place)]);
                end_of_copy = copy.place + copy.length;
                rest = &rest[copy.length..];
            }
            _ => {
                out.push(as_number(number));
                rest = after;
            }
        }
    }

    out
}

/// Items that a list can copy from the list before it.
struct Copied {
    /// Index of the first item in the list before.
    place: usize,
    length: usize,
}

/// Returns the longest beginning of `rest` that is in the list before. `candidates` are the places
/// there of the first item, in ascending order.
fn longest_copy(
    before: &[usize],
    candidates: &[usize],
    end_of_copy: usize,
    rest: &[usize],
) -> Option<Copied> {
    // Only two places are compared, the next one after the last copy and the first one, so that
    // the time stays linear if a number is frequent.
    let first = *candidates.first()?;
    let next_index = candidates.partition_point(|&place| place < end_of_copy);
    let next = candidates.get(next_index).copied().unwrap_or(first);
    [next, first]
        .map(|place| Copied {
            place,
            length: common_length(&before[place..], rest),
        })
        .into_iter()
        // Of two equally long copies, the one with the lower place counts.
        .max_by_key(|copy| (copy.length, Reverse(copy.place)))
}

/// Returns the number of items at the start that two lists have in common.
fn common_length(left: &[usize], right: &[usize]) -> usize {
    let pairs = left.iter().zip(right);
    pairs.take_while(|(left, right)| left == right).count()
}

fn as_number(count: usize) -> i64 {
    i64::try_from(count).unwrap_or(i64::MAX)
}

#[cfg(test)]
mod tests {
    use super::*;

    fn restored(before: &[usize], difference: &[i64]) -> Vec<usize> {
        let mut out = Vec::new();
        let mut numbers = difference.iter();
        while let Some(&number) = numbers.next() {
            match usize::try_from(number) {
                Ok(item) => out.push(item),
                Err(_) => {
                    let length = usize::try_from(-number).unwrap();
                    let place = usize::try_from(*numbers.next().unwrap()).unwrap();
                    out.extend(&before[place..place + length]);
                }
            }
        }
        out
    }

    #[test]
    fn equal_pieces_have_one_number() {
        let mut pool = Pool::default();
        assert_eq!(pool.numbers(["a", "b", "a"].into_iter()), [0, 1, 0]);
        assert_eq!(pool.numbers(["b", "c"].into_iter()), [1, 2]);
        assert_eq!(pool.sequence(&["c", "a"]), 3);
        assert_eq!(pool.sequence(&["c", "a"]), 3);
        assert_eq!(
            serde_json::to_string(pool.pieces()).unwrap(),
            "[\"a\",\"b\",\"c\",[2,0]]"
        );
    }

    #[test]
    fn a_list_is_restored_from_its_difference() {
        let lists: [&[usize]; 6] = [
            &[],
            &[1, 2, 3, 4, 5],
            &[1, 2, 9, 4, 5],
            &[4, 5, 1, 2],
            &[5, 5, 5],
            &[1, 2, 3, 1, 2, 3, 4],
        ];
        for before in lists {
            for list in lists {
                assert_eq!(restored(before, &difference(before, list)), list);
            }
        }
        assert_eq!(
            difference(&[1, 2, 3, 4, 5], &[1, 2, 9, 4, 5]),
            [-2, 0, 9, -2, 3]
        );
    }
}
