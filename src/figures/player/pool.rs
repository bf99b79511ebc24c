//! Lists of texts that are much like each other, such as the drawings of positions: every text
//! stands once, and a list says what it shares with the one before it.

use std::collections::HashMap;

/// The fewest neighbours that are copied; what is shorter is no longer when written out.
const SHORTEST_COPY: usize = 3;
/// How many places of the list before are tried on each side.
const TRIED: usize = 16;

/// How often a text is written whose number shall be short.
const OFTEN: usize = 20;

/// Texts, each once.
#[derive(Default)]
pub(super) struct Pool {
    texts: Vec<String>,
    numbers: HashMap<String, i64>,
}

impl Pool {
    /// Its texts in the order of their numbers.
    pub(super) fn texts(&self) -> &[String] {
        &self.texts
    }

    /// The numbers of a text's parts; each part ends with one of `ends`.
    pub(super) fn parts(&mut self, text: &str, ends: &[char]) -> Vec<i64> {
        text.split_inclusive(ends).map(|part| self.number(part)).collect()
    }

    /// Numbers texts anew in all that was written [`against`] something: those that are written often have the lowest numbers,
    /// the others stand beside their like.
    pub(super) fn arrange<'a>(&mut self, written: impl Iterator<Item = &'a mut Vec<i64>>) {
        let mut places: Vec<&mut i64> = written.flat_map(|list| texts_in(list)).collect();
        let mut counts = vec![0_usize; self.texts.len()];
        for count in places.iter().filter_map(|place| text_of(**place)) {
            if let Some(count) = counts.get_mut(count) {
                *count += 1;
            }
        }
        let mut order: Vec<(usize, &String)> = self.texts.iter().enumerate().collect();
        order.sort_by_key(|&(number, text)| {
            let often = counts.get(number).copied().filter(|count| *count >= OFTEN);
            (std::cmp::Reverse(often), text)
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

/// The text that a negative number of a list names.
fn text_of(written: i64) -> Option<usize> {
    usize::try_from(-1 - written).ok()
}

/// Where a list that was written [`against`] another has texts: the second number of a run may be negative too.
fn texts_in(written: &mut [i64]) -> impl Iterator<Item = &mut i64> {
    let mut is_distance = false;
    written.iter_mut().filter(move |number| {
        let is_text = !is_distance && **number < 0;
        is_distance = !is_distance && **number >= 0;
        is_text
    })
}

/// Writes a list against the one before it: a negative number is the text `-1 - number`; two others are how long a run of the
/// list before is, and how far from the end of the last run it begins, which mostly is a small number.
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
        // The best run is nearly always close after the one before.
        let middle = places.partition_point(|&place| place < next);
        let tried = &places[middle.saturating_sub(TRIED)..places.len().min(middle + TRIED)];
        let run =
            |place: &usize| before[*place..].iter().zip(&list[at..]).take_while(|(one, other)| one == other).count();
        let best =
            tried.iter().map(|place| (run(place), *place)).max_by_key(|(length, place)| (*length, *place >= next));
        match best {
            Some((length, place)) if length >= SHORTEST_COPY => {
                let [long, begins, expected] =
                    [length, place, next].map(|count| i64::try_from(count).unwrap_or(i64::MAX));
                out.extend([long, begins - expected]);
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
        let lists: [&[i64]; 6] =
            [&[], &[1, 2, 3, 4, 5], &[1, 2, 9, 3, 4, 5], &[7], &[4, 5, 4, 5, 1, 2, 3], &[0, 1, 0, 1, 0, 1]];
        for before in lists {
            for list in lists {
                assert_eq!(read(before, &against(before, list)), list, "{before:?} {list:?}");
            }
        }
        assert_eq!(against(&[1, 2, 3, 4, 5], &[1, 2, 3, 9, 4, 5]), [3, 0, -10, -5, -6]);
    }

    #[test]
    fn a_text_stands_once() {
        let mut pool = Pool::default();
        assert_eq!(pool.parts("a b a b", &[' ']), [0, 1, 0, 2]);
        assert_eq!(pool.texts(), ["a ", "b ", "b"]);
        assert_eq!(pool.parts("", &[' ']), [0_i64; 0]);
    }

    #[test]
    fn what_is_numbered_anew_says_the_same() {
        let mut pool = Pool::default();
        let often = "d ".repeat(OFTEN);
        let texts = [format!("c b a {often}"), format!("b {often}a c b a"), "c b a".to_owned()];
        let lists = texts.each_ref().map(|text| pool.parts(text, &[' ']));
        let [first, second, third] = &lists;
        let mut written = [against(&[], first), against(&first[..3], second), against(&second[..3], third)];
        pool.arrange(written.iter_mut());
        assert_eq!(pool.texts()[0], "d ");
        assert!(pool.texts()[1..].is_sorted(), "{:?}", pool.texts());
        let mut before: Vec<i64> = Vec::new();
        for (text, written) in texts.iter().zip(&written) {
            let list = read(&before, written);
            let said: String = list.iter().map(|&part| pool.texts()[usize::try_from(part).unwrap()].as_str()).collect();
            assert_eq!(said, *text);
            before = list.into_iter().take(3).collect();
        }
    }
}
