//! Delta encoding for lists of similar texts, such as the drawings of positions. Each text is
//! stored once, and each list refers to runs of the previous list.

use std::collections::HashMap;

/// Minimum length of a copied run; a shorter one takes no more space when written out, unless it is
/// at most [`NEAR`] texts after the end of the last run.
const MIN_COPY_LENGTH: usize = 3;
/// Maximum distance of a run of two texts.
const NEAR: usize = 1;
/// Number of candidate positions tried on each side in the previous list.
const TRIED: usize = 16;

/// Number of uses from which a text gets a short number.
const OFTEN: usize = 20;

/// Pool of interned texts.
#[derive(Default)]
pub(super) struct Pool {
    texts: Vec<String>,
    numbers: HashMap<String, i64>,
}

impl Pool {
    /// Returns the texts in the order of their numbers.
    pub(super) fn texts(&self) -> &[String] {
        &self.texts
    }

    /// Returns the numbers of the parts of a text.
    pub(super) fn parts<'a>(&mut self, parts: impl IntoIterator<Item = &'a str>) -> Vec<i64> {
        parts.into_iter().map(|part| self.number(part)).collect()
    }

    /// Renumbers the texts in all lists encoded with [`against`]. Frequent texts get the lowest
    /// numbers; the others are sorted without their numbers, so that the same shape at other places
    /// is next to it.
    pub(super) fn arrange<'a>(&mut self, encoded: impl Iterator<Item = &'a mut Vec<i64>>) {
        let mut places: Vec<&mut i64> = encoded.flat_map(|list| texts_in(list)).collect();
        let mut counts = vec![0_usize; self.texts.len()];
        for text in places.iter().filter_map(|place| text_of(**place)) {
            if let Some(count) = counts.get_mut(text) {
                *count += 1;
            }
        }
        let mut order: Vec<(usize, &String)> = self.texts.iter().enumerate().collect();
        order.sort_by_cached_key(|&(number, text)| {
            let often = counts.get(number).copied().filter(|count| *count >= OFTEN);
            (std::cmp::Reverse(often), without_numbers(text), text)
        });
        let mut renumbered = vec![0_i64; order.len()];
        for (new, &(old, _)) in order.iter().enumerate() {
            if let Some(number) = renumbered.get_mut(old) {
                *number = i64::try_from(new).unwrap_or(i64::MAX);
            }
        }
        for place in &mut places {
            let new = text_of(**place).and_then(|old| renumbered.get(old));
            **place = new.map_or(**place, |new| -1 - new);
        }
        self.texts = order.into_iter().map(|(_, text)| text.clone()).collect();
        self.numbers = self.texts.iter().cloned().zip(0..).collect();
    }

    fn number(&mut self, text: &str) -> i64 {
        if let Some(&number) = self.numbers.get(text) {
            return number;
        }
        let number = i64::try_from(self.texts.len()).unwrap_or(i64::MAX);
        self.texts.push(text.to_owned());
        self.numbers.insert(text.to_owned(), number);
        number
    }
}

fn without_numbers(text: &str) -> String {
    text.chars()
        .filter(|letter| !letter.is_ascii_digit() && !matches!(letter, '.' | '-'))
        .collect()
}

/// Splits a text at its punctuation marks, which are parts by themselves: each phrase is the same
/// text before a comma and at the end.
pub(super) fn phrases(text: &str) -> impl Iterator<Item = &str> {
    let is_mark = |letter: char| matches!(letter, '.' | ',' | ';' | ':' | '\n');
    let mut rest = text;
    std::iter::from_fn(move || {
        let end = if rest.starts_with(is_mark) {
            let marks = rest.find(|letter| !is_mark(letter)).unwrap_or(rest.len());
            marks + usize::from(rest[marks..].starts_with(' '))
        } else {
            rest.find(is_mark).unwrap_or(rest.len())
        };
        let part;
        (part, rest) = rest.split_at(end);
        (!part.is_empty()).then_some(part)
    })
}

/// Returns the text index encoded by a negative number.
fn text_of(number: i64) -> Option<usize> {
    usize::try_from(-1 - number).ok()
}

/// Iterates over the texts in a list encoded with [`against`]. The second number of a run may be
/// negative too, and is skipped.
fn texts_in(encoded: &mut [i64]) -> impl Iterator<Item = &mut i64> {
    let mut is_distance = false;
    encoded.iter_mut().filter(move |number| {
        let is_text = !is_distance && **number < 0;
        is_distance = !is_distance && **number >= 0;
        is_text
    })
}

/// Encodes a list as differences from the previous one. A negative number is the text
/// `-1 - number`. A pair of other numbers is a run copied from the previous list: its length, and
/// its start relative to the end of the last run, which is a small number in most cases.
pub(super) fn against(before: &[i64], list: &[i64]) -> Vec<i64> {
    let mut places: HashMap<i64, Vec<usize>> = HashMap::new();
    for (at, &number) in before.iter().enumerate() {
        places.entry(number).or_default().push(at);
    }
    let mut out = Vec::new();
    let mut next = 0;
    let mut at = 0;
    while let Some(&number) = list.get(at) {
        let places = places.get(&number).map(Vec::as_slice).unwrap_or_default();
        // The best run is nearly always close to the end of the last one.
        let middle = places.partition_point(|&place| place < next);
        let tried = &places[middle.saturating_sub(TRIED)..places.len().min(middle + TRIED)];
        let run = |place: &usize| {
            before[*place..]
                .iter()
                .zip(&list[at..])
                .take_while(|(old, new)| old == new)
                .count()
        };
        let nearness = |place: &usize| (*place >= next, std::cmp::Reverse(place.abs_diff(next)));
        let best = tried
            .iter()
            .map(|place| (run(place), nearness(place), *place))
            .max();
        match best {
            Some((length, _, place))
                if length >= MIN_COPY_LENGTH
                    || length == 2 && (next..=next + NEAR).contains(&place) =>
            {
                let [run, start, expected] =
                    [length, place, next].map(|count| i64::try_from(count).unwrap_or(i64::MAX));
                out.extend([run, start - expected]);
                next = place + length;
                at += length;
            }
            _ => {
                out.push(-1 - number);
                at += 1;
            }
        }
    }
    out
}

#[cfg(test)]
mod tests {
    use super::*;

    fn read(before: &[i64], written: &[i64]) -> Vec<i64> {
        let mut list = Vec::new();
        let mut numbers = written.iter();
        let mut next = 0;
        while let Some(&number) = numbers.next() {
            if number < 0 {
                list.push(-1 - number);
            } else {
                let start = usize::try_from(next + *numbers.next().unwrap()).unwrap();
                let end = start + usize::try_from(number).unwrap();
                list.extend(&before[start..end]);
                next = i64::try_from(end).unwrap();
            }
        }
        list
    }

    #[test]
    fn a_list_is_read_back() {
        let lists: [&[i64]; 6] = [
            &[],
            &[1, 2, 3, 4, 5],
            &[1, 2, 9, 3, 4, 5],
            &[7],
            &[4, 5, 4, 5, 1, 2, 3],
            &[0, 1, 0, 1, 0, 1],
        ];
        for before in lists {
            for list in lists {
                assert_eq!(
                    read(before, &against(before, list)),
                    list,
                    "{before:?} {list:?}"
                );
            }
        }
        assert_eq!(
            against(&[1, 2, 3, 4, 5], &[1, 2, 3, 9, 4, 5]),
            [3, 0, -10, 2, 0]
        );
    }

    #[test]
    fn phrases_and_marks_are_parts() {
        let parts: Vec<&str> = phrases("White: b3, c4.\nBlack: d5").collect();
        assert_eq!(
            parts,
            ["White", ": ", "b3", ", ", "c4", ".\n", "Black", ": ", "d5"]
        );
        assert_eq!(phrases("").count(), 0);
    }

    #[test]
    fn each_text_is_stored_once() {
        let mut pool = Pool::default();
        assert_eq!(pool.parts("a b a b".split_inclusive(' ')), [0, 1, 0, 2]);
        assert_eq!(pool.texts(), ["a ", "b ", "b"]);
        assert_eq!(pool.parts("".split_inclusive(' ')), [0_i64; 0]);
    }

    #[test]
    fn renumbered_lists_keep_their_content() {
        let mut pool = Pool::default();
        let often = "d ".repeat(OFTEN);
        let texts = [
            format!("c b a {often}"),
            format!("b {often}a c b a"),
            "c b a".to_owned(),
        ];
        let lists = texts
            .each_ref()
            .map(|text| pool.parts(text.split_inclusive(' ')));
        let [first, second, third] = &lists;
        let mut written = [
            against(&[], first),
            against(&first[..3], second),
            against(&second[..3], third),
        ];
        pool.arrange(written.iter_mut());
        assert_eq!(pool.texts()[0], "d ");
        assert!(pool.texts()[1..].is_sorted(), "{:?}", pool.texts());
        let mut before: Vec<i64> = Vec::new();
        for (text, written) in texts.iter().zip(&written) {
            let list = read(&before, written);
            let decoded: String = list
                .iter()
                .map(|&part| pool.texts()[usize::try_from(part).unwrap()].as_str())
                .collect();
            assert_eq!(decoded, *text);
            before = list.into_iter().take(3).collect();
        }
    }
}
