//! Clocks: times after turns, which a clock showed or which a turn took.

use super::super::mapped_text::{Cut, Peel};
use super::super::movetext::{
    ClockTime, WordLine, begins_with_number, is_number, is_readable, is_result, looks_like_turn,
    without_number,
};
use super::super::words::is_keyword;
use crate::games::GameId;
use crate::text::Span;

/// The minimum number of clock times for times to be read as clock times.
const MIN_TIMES: usize = 3;
/// The highest number of a die, which `6s` puts aside.
const HIGHEST_DIE: u32 = 6;

/// Converts clock times after turns to commands, or to comments if they are not clocks.
pub(super) fn clocks(text: &str, lines: &[WordLine], taken: &[Span], game: GameId) -> Vec<Cut> {
    let is_free = |span: &Span| are_apart(span, taken);
    let groups: Vec<Span> = lines
        .iter()
        .flat_map(|line| groups_with_times(text, line, game))
        .chain(seconds_after_turns(text, lines, game))
        .filter(is_free)
        .collect();
    let mut clock_times: Vec<(Span, ClockTime)> = Vec::new();
    let mut used_times = groups.clone();
    // A die that is put aside may stand in brackets too: `(5s)`.
    let has_seconds = lines
        .iter()
        .flat_map(|line| &line.words)
        .filter_map(|span| seconds_in_brackets(span.slice(text)))
        .any(|seconds| seconds > HIGHEST_DIE);
    let is_used =
        |word: &str| is_time_used(word) || (has_seconds && seconds_in_brackets(word).is_some());
    let words = lines.iter().flat_map(|line| &line.words);
    for &span in words.filter(|span| is_free(span) && are_apart(span, &groups)) {
        let word = span.slice(text);
        if let Some(time) = ClockTime::parse(word) {
            clock_times.push((span, time));
        } else if is_used(word) {
            used_times.push(span);
        } else if let Some(time) = clock_time_after_turn(text, span, game) {
            clock_times.push(time);
        }
    }

    let mut cuts = Vec::new();
    if clock_times.len() >= MIN_TIMES {
        cuts.extend(cuts_of_clock_times(text, &clock_times));
    }
    if used_times.len() >= MIN_TIMES {
        cuts.extend(used_times.into_iter().map(|span| {
            let comment = format!("{{{}}}", used_time(span.slice(text)));
            Cut::new(span.start as usize, span.end as usize, comment, Peel::Talk)
        }));
    }
    cuts
}

/// Returns true if a span has no byte of others.
fn are_apart(span: &Span, others: &[Span]) -> bool {
    others
        .iter()
        .all(|other| span.end <= other.start || other.end <= span.start)
}

/// Returns the clock time at the end of a turn, and its span: `d6/29:10`, `d6(29:10)`.
fn clock_time_after_turn(text: &str, span: Span, game: GameId) -> Option<(Span, ClockTime)> {
    let word = span.slice(text);
    let border = word
        .rfind(['/', '(', '[', '|', '_', '~', '@'])
        .filter(|&border| border > 0)?;
    let (turn, after) = word.split_at(border);
    let time = ClockTime::parse(&after[1..])?;
    let start = span.start as usize + border;
    is_readable(game, turn).then_some((Span::new(start, span.end as usize), time))
}

/// Returns the cuts that make clock times commands, if each seat's time runs down, and comments
/// otherwise.
fn cuts_of_clock_times(text: &str, times: &[(Span, ClockTime)]) -> Vec<Cut> {
    // Two seats take turns.
    let next_of_seat = times.iter().skip(2);
    let is_clock = times
        .iter()
        .zip(next_of_seat)
        .all(|((_, time), (_, next))| time >= next);
    let cuts = times.iter().map(|(span, time)| {
        let inside = if is_clock {
            format!("[%clock {}]", time.text())
        } else {
            let written = span.slice(text);
            written
                .trim_matches(['[', ']', '(', ')', '/', '|', '_', '~', '@', ','])
                .to_owned()
        };
        let start = span.start as usize;
        let end = span.end as usize;
        // The command has the same time in another form.
        let peel = if is_clock { Peel::Word } else { Peel::Talk };
        Cut::new(start, end, format!(" {{{inside}}} "), peel)
    });
    cuts.collect()
}

/// Returns the groups in brackets on a line that contain times and no turns: `(53 s)`, `[W 28:57 B
/// 29:32]`.
fn groups_with_times(text: &str, line: &WordLine, game: GameId) -> Vec<Span> {
    /// The maximum number of words in a group.
    const MAX_GROUP: usize = 8;
    let mut groups = Vec::new();
    let mut rest = line.words.as_slice();
    while let Some((first, after)) = rest.split_first() {
        rest = after;
        let opening = first.slice(text).chars().next();
        let closing = match opening {
            Some('(') => ')',
            Some('[') => ']',
            _ => continue,
        };
        let ends = |span: &Span| span.slice(text).trim_end_matches(',').ends_with(closing);
        if ends(first) {
            continue;
        }
        let Some(length) = after.iter().take(MAX_GROUP).position(ends) else {
            continue;
        };

        let last = after[length];
        let inside = text
            .get(first.start as usize..last.end as usize)
            .unwrap_or_default()
            .trim_matches(['[', ']', '(', ')', ',']);
        let words: Vec<&str> = inside.split_whitespace().collect();
        let is_digits = |word: &str| word.bytes().all(|byte| byte.is_ascii_digit());
        let is_short =
            matches!(words.as_slice(), [count, unit] if is_digits(count) && is_unit(unit));
        let has_time = words.iter().any(|word| ClockTime::parse(word).is_some());
        let belongs_to_game = |word: &&str| is_readable(game, word) || is_number(word);
        let has_turn = words.iter().any(belongs_to_game);
        // A group with a comment would become a comment in a comment.
        let has_comment = inside.contains(['{', '}']);
        if !has_comment && (is_short || (has_time && !has_turn)) {
            groups.push(Span {
                start: first.start,
                end: last.end,
            });
            rest = &after[length + 1..];
        }
    }
    groups
}

/// Returns the times without brackets after turns, each the last of its line or before the next
/// number: `1. b3 12s 2. c2 3.5 sec`. Empty if too few turns have one, or if each may be a part of
/// its turn.
fn seconds_after_turns(text: &str, lines: &[WordLine], game: GameId) -> Vec<Span> {
    let is_turn = |span: &Span| {
        let word = without_number(span.slice(text));
        looks_like_turn(game, word) || is_keyword(game, word)
    };
    let mut times: Vec<Span> = Vec::new();
    let mut are_certain = false;
    for line in lines {
        let words = &line.words;
        let mut index = 1;
        while index < words.len() {
            let before = index - 1;
            let found = plain_seconds(text, &words[index..]).filter(|found| {
                let next = words.get(index + found.words).map(|span| span.slice(text));
                let is_last = next.is_none_or(|next| {
                    is_number(next) || begins_with_number(next) || is_result(next)
                });
                is_last && is_turn(&words[before])
            });
            if let Some(found) = found {
                are_certain |=
                    found.unit_length > 1 || found.has_fraction || found.seconds > HIGHEST_DIE;
                times.push(words[index].to(words[index + found.words - 1]));
                index += found.words;
            }
            index += 1;
        }
    }

    // A time such as `12s` looks like a turn too. If a third of all are times, about half of the
    // turns have one.
    let words = lines.iter().flat_map(|line| &line.words);
    let turns_and_times = words.filter(|span| is_turn(span)).count();
    if are_certain && times.len() >= MIN_TIMES && times.len() * 3 >= turns_and_times {
        times
    } else {
        Vec::new()
    }
}

/// A time in seconds or minutes without brackets.
struct PlainSeconds {
    /// The number of words.
    words: usize,
    /// The whole number.
    seconds: u32,
    has_fraction: bool,
    unit_length: usize,
}

/// Returns the time with which words begin: `12s`, `12.0s`, `3 sec`.
fn plain_seconds(text: &str, words: &[Span]) -> Option<PlainSeconds> {
    let word = words.first()?.slice(text).trim_end_matches(',');
    let is_of_number = |sign: char| sign.is_ascii_digit() || sign == '.';
    let joined = word.trim_start_matches(is_of_number);
    let (number, _) = word.split_at(word.len() - joined.len());
    let (unit, count) = if joined.is_empty() {
        (words.get(1)?.slice(text).trim_end_matches([',', '.']), 2)
    } else {
        (joined, 1)
    };
    let is_in_letters = unit.bytes().all(|byte| byte.is_ascii_alphabetic());
    let (whole, fraction) = number.split_once('.').unwrap_or((number, ""));
    let seconds = whole.parse().ok()?;
    let has_fraction = !fraction.is_empty();
    // A number with a full stop is that of a turn.
    let is_time = is_in_letters && is_unit(unit) && (has_fraction || !number.ends_with('.'));
    is_time.then_some(PlainSeconds {
        words: count,
        seconds,
        has_fraction,
        unit_length: unit.len(),
    })
}

/// Returns true if a word is the time that a turn took: `+12s`, `(40sec)`, `2min`. A number with a
/// single letter may be a turn, so it needs a sign: `6s` puts a die aside.
fn is_time_used(word: &str) -> bool {
    // The time that SGF has: `BL[22.3]`, `OB[3]`.
    let property = word.strip_suffix(']').and_then(|word| word.split_once('['));
    if let Some((name, value)) = property
        && ["BL", "WL", "OB", "OW"].contains(&name)
    {
        return value
            .bytes()
            .all(|byte| byte.is_ascii_digit() || byte == b'.');
    }
    let inside = word.trim_matches(['(', ')', '[', ']', ',']);
    let unit = inside.trim_start_matches(|sign: char| sign.is_ascii_digit() || sign == '+');
    let has_digits = inside.bytes().any(|byte| byte.is_ascii_digit());
    has_digits && is_unit(unit) && (unit.len() > 1 || inside.starts_with('+'))
}

/// Returns the seconds in a word such as `[20s]`.
fn seconds_in_brackets(word: &str) -> Option<u32> {
    let inside = word.strip_prefix(['[', '('])?;
    let digits = inside.trim_end_matches([',', ']', ')']).strip_suffix('s')?;
    digits.parse().ok()
}

/// Returns a time without brackets around it.
fn used_time(text: &str) -> &str {
    if text.starts_with(|sign: char| sign.is_alphabetic()) {
        text
    } else {
        text.trim_matches(['[', ']', '(', ')'])
    }
}

/// Returns true for a unit of the time that a turn took.
fn is_unit(word: &str) -> bool {
    let units = [
        "s", "sec", "secs", "sek", "seg", "m", "min", "mins", "\"", "'",
    ];
    units.contains(&word.to_lowercase().as_str())
}

#[cfg(test)]
mod tests {
    use super::super::super::mapped_text::MappedText;
    use super::super::super::movetext::lines;
    use super::*;

    /// Returns a movetext of Pippinzip with its clock times as comments.
    fn read(movetext: &str) -> String {
        let text = MappedText::new(movetext);
        let cuts = clocks(movetext, &lines(movetext), &[], GameId::Pippinzip);
        let made = text.cut(&cuts);
        made.text().split_whitespace().collect::<Vec<_>>().join(" ")
    }

    #[test]
    fn groups_with_times_are_one_comment() {
        let cases = [
            (
                "1. a1 (53 s) 2. b2 (21 s) 3. take (8 s)",
                "1. a1 {53 s} 2. b2 {21 s} 3. take {8 s}",
            ),
            (
                "1. a1 b2 [W 8:57 B 9:32]\n2. c3 d4 [W 7:42 B 8:04]\n3. e5 [W 7:23 B 7:03]",
                "1. a1 b2 {W 8:57 B 9:32} 2. c3 d4 {W 7:42 B 8:04} 3. e5 {W 7:23 B 7:03}",
            ),
        ];
        for (written, expected) in cases {
            assert_eq!(read(written), expected);
        }
    }

    #[test]
    fn seconds_without_brackets_are_comments_after_turns() {
        let cases = [
            (
                "1. a1 12s 2. b2 1s 3. take 3s",
                "1. a1 {12s} 2. b2 {1s} 3. take {3s}",
            ),
            (
                "1. a1 12.0s\n2. b2 3.5s\n3. c3 0.5s\n*",
                "1. a1 {12.0s} 2. b2 {3.5s} 3. c3 {0.5s} *",
            ),
            (
                "a1 3 sec\nb2 12 sec\nc3 1 sec",
                "a1 {3 sec} b2 {12 sec} c3 {1 sec}",
            ),
        ];
        for (written, expected) in cases {
            assert_eq!(read(written), expected);
        }
        // Dice that are put aside, and a time among many turns.
        for written in [
            "1. a1 5s 2. b2 6s 3. c3 1s",
            "1. a1 2. b2 12s 3. c3 4. d4 5. e5",
            "1. a1 12s b2 2. c3 12s d4 3. e5 12s f6",
        ] {
            assert_eq!(read(written), written);
        }
    }

    #[test]
    fn groups_with_turns_or_comments_stay() {
        for group in ["(53 {hm} s)", "(9:10 4. take 8:20)", "(9:10 b7 8:20)"] {
            let written = format!("1. a1 {group} 2. b2 {group} 3. c3 {group}");
            let made = read(&written);
            assert!(!made.contains("{{") && !made.contains("{53 {"), "{made}");
            for word in ["hm", "take", "b7"] {
                let count = |text: &str| text.matches(word).count();
                assert_eq!(count(&made), count(&written), "{made}");
            }
            assert!(!made.contains("{9:10 "), "{made}");
        }
    }
}
