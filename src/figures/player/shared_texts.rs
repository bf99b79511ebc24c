//! Pieces of text that many positions share: lines of drawings and words of descriptions. A page
//! contains each piece once; a position contains only the differences from the position before it.

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
    let mut index = 0;
    // End of the last copy, because most lists continue there.
    let mut reached = 0;
    while let Some(&number) = list.get(index) {
        let common_length = |place: usize| {
            let pairs = before[place..].iter().zip(&list[index..]);
            pairs.take_while(|(old, new)| old == new).count()
        };
        // Only two places are compared, the next one after the last copy and the first one, so that
        // the time stays linear if a number is frequent.
        let candidates = places.get(&number).map_or(&[][..], Vec::as_slice);
        let next = candidates.partition_point(|&place| place < reached);
        let longest_copy = [candidates.get(next), candidates.first()]
            .into_iter()
            .flatten()
            .map(|&place| (common_length(place), place))
            .max_by_key(|&(length, place)| (length, usize::MAX - place));
        match longest_copy.filter(|&(length, _)| length > 1) {
            Some((length, place)) => {
                out.extend([-as_number(length), as_number(place)]);
                index += length;
                reached = place + length;
            }
            None => {
                out.push(as_number(number));
                index += 1;
            }
        }
    }

    out
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
