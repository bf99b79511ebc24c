//! The second layer: labels before and after the turns of a line. Labels are names of players and
//! seats, and times of a chat or a clock.

use super::layered::{Cut, Layered, Peel};
use super::movetext::{
    ClockTime, WordLine, has_place, is_count, is_number, is_readable, is_result, lines,
};
use crate::games::GameId;
use crate::notation::{Record, foreign_words, month_named, quoted};
use crate::text::Span;

/// The minimum number of lines with a name for names to be labels.
const MIN_LABELS: usize = 2;
/// The minimum number of clock times for times to be read as clock times.
const MIN_TIMES: usize = 3;
/// The maximum number of words before a turn that may be a label.
const MAX_WORDS: usize = 8;
/// The maximum number of different names.
const MAX_NAMES: usize = 4;

/// The label before the turn of a line.
#[derive(Default)]
struct Prefix {
    /// The number of words.
    words: usize,
    /// The name, as written.
    name: Option<String>,
    /// The words of the time, if there is one.
    time: Option<Span>,
}

/// Removes the labels. Returns their descriptions.
pub(super) fn peel(text: &Layered, record: &Record, game: GameId) -> Option<(Layered, String)> {
    let names = Names::new(record, game);
    let source = text.text();
    let lines = lines(source);
    let prefixes: Vec<Prefix> = lines
        .iter()
        .map(|line| prefix(source, line, &names, game))
        .collect();

    let labelled = prefixes
        .iter()
        .filter(|prefix| prefix.name.is_some())
        .count();
    let timed = prefixes
        .iter()
        .filter(|prefix| prefix.time.is_some())
        .count();
    let mut recognised = Vec::new();
    let mut cuts = Vec::new();
    if labelled >= MIN_LABELS || timed >= MIN_LABELS {
        let speakers = speakers(&prefixes, &names);
        for (line, prefix) in lines.iter().zip(&prefixes) {
            cut_prefix(source, line, prefix, game, &mut cuts);
        }
        recognised.push(
            if timed >= MIN_LABELS {
                "chat"
            } else {
                "names before turns"
            }
            .to_owned(),
        );
        if !speakers.is_empty() {
            recognised.push(format!("names {}", names.in_words(&speakers)));
            cuts.extend(player_tags(record, &speakers));
        }
    }

    let taken: Vec<Span> = cuts.iter().map(|cut| cut.span).collect();
    let clocks = clocks(source, &lines, &taken, game);
    if !clocks.is_empty() {
        recognised.push("clock times".to_owned());
        cuts.extend(clocks);
    }

    (!cuts.is_empty()).then(|| (text.cut(&cuts), recognised.join(", ")))
}

/// The names that a record has for its seats.
struct Names {
    /// The names of the players, by seat.
    players: Vec<(usize, String)>,
    /// The names of the seats in the game.
    seats: Vec<String>,
}

impl Names {
    fn new(record: &Record, game: GameId) -> Self {
        let players = (1..=MAX_NAMES).filter_map(|seat| {
            let tag = record.tag(&format!("Player{seat}"))?;
            Some((seat - 1, tag.value.to_lowercase()))
        });
        Self {
            players: players.collect(),
            seats: game.seat_names(Some(record)),
        }
    }

    /// Returns the seat that a name means.
    fn seat(&self, name: &str) -> Option<usize> {
        let small = name.to_lowercase();
        let joined: String = small.split_whitespace().collect();
        let is_short = |full: &str| {
            full.split_whitespace().any(|part| part == small)
                || (small.chars().count() == 1 && full.starts_with(&small))
        };
        let player = self
            .players
            .iter()
            .find(|(_, player)| *player == small)
            .or_else(|| self.players.iter().find(|(_, player)| is_short(player)));
        let in_game = || {
            self.seats
                .iter()
                .position(|seat| seat.to_lowercase() == small)
        };
        let known = || {
            foreign_words::SEATS
                .iter()
                .find(|(seat, _)| *seat == joined)
                .map(|&(_, seat)| seat)
        };
        player
            .map(|&(seat, _)| seat)
            .or_else(in_game)
            .or_else(known)
    }

    /// Returns names with their seats: `White = Ann, Black = Bob`.
    fn in_words(&self, speakers: &[String]) -> String {
        let words = speakers.iter().enumerate().map(|(order, name)| {
            let index = self.seat(name).unwrap_or(order);
            let seat = self.seats.get(index).map_or("", String::as_str);
            format!("{seat} = {name}")
        });
        words.collect::<Vec<_>>().join(", ")
    }
}

/// Returns the first names with which lines begin, each at least twice, in the order of the text.
fn speakers(prefixes: &[Prefix], names: &Names) -> Vec<String> {
    let mut found: Vec<(String, usize)> = Vec::new();
    for name in prefixes.iter().filter_map(|prefix| prefix.name.as_ref()) {
        match found.iter_mut().find(|(known, _)| known == name) {
            Some((_, count)) => *count += 1,
            None => found.push((name.clone(), 1)),
        }
    }
    let is_player = |name: &str| {
        let small = name.to_lowercase();
        small.chars().count() > 2 && foreign_words::SEATS.iter().all(|(seat, _)| *seat != small)
    };
    let known = found.into_iter().filter(|(name, count)| {
        is_player(name) && (*count >= MIN_LABELS || names.seat(name).is_some())
    });
    known.map(|(name, _)| name).take(MAX_NAMES).collect()
}

/// Adds player tags that a record lacks.
fn player_tags(record: &Record, speakers: &[String]) -> Vec<Cut> {
    let has_players = (1..=MAX_NAMES).any(|seat| record.tag(&format!("Player{seat}")).is_some());
    if has_players || speakers.len() < 2 {
        return Vec::new();
    }
    let last = record
        .tags
        .iter()
        .rfind(|tag| matches!(&*tag.name, "Variant" | "Game"));
    let Some(last) = last else {
        return Vec::new();
    };

    let end = last.span.end as usize;
    let tags: String = speakers
        .iter()
        .enumerate()
        .map(|(order, name)| format!("\n[Player{} {}]", order + 1, quoted(name)))
        .collect();
    vec![Cut::new(end, end, tags, Peel::Label)]
}

/// Reads the words before the turn of a line.
fn prefix(text: &str, line: &WordLine, names: &Names, game: GameId) -> Prefix {
    let mut found = Prefix::default();
    let mut name_words: Vec<&str> = Vec::new();
    let mut time: Option<(usize, usize)> = None;
    let mut is_named = false;
    for (index, span) in line.words.iter().enumerate().take(MAX_WORDS) {
        let word = span.slice(text);
        let is_last = index + 1 == line.words.len();
        let begins_time = word.contains(char::is_numeric) || is_month(word);
        let is_of_time = is_time_word(word) || (time.is_some() && is_count(word));
        if !is_named && is_of_time && (time.is_some() || begins_time) {
            let start = time.map_or(span.start as usize, |(start, _)| start);
            time = Some((start, span.end as usize));
            found.words = index + 1;
            continue;
        }
        let is_dash = matches!(word, "-" | "–" | "—" | "|" | "·" | ">" | ":" | "~" | "+");
        if is_dash {
            if !name_words.is_empty() || time.is_some() {
                found.words = index + 1;
                is_named |= !name_words.is_empty();
            }
            continue;
        }
        if is_named && foreign_words::VERBS.contains(&word.to_lowercase().as_str()) && !is_last {
            found.words = index + 1;
            continue;
        }
        if is_named || is_last {
            break;
        }
        if name_words.is_empty() && is_count(word) && time.is_none() {
            // The turn number stays where it is.
            if index > 0 {
                break;
            }
            continue;
        }
        let bare = word.trim_matches(['<', '>', '[', ']', '(', ')', '*', '@', ':', '|', ',']);
        let is_closed = word.ends_with([':', '>', ')', ']', '|']) || word.ends_with(":*");
        name_words.push(bare);
        let name = name_words.join(" ");
        let is_known = names.seat(&name).is_some()
            && (is_closed || name.chars().count() > 2 || word.len() > bare.len());
        // A single letter may be a column, and an unknown name needs a sign after it.
        if is_known || (is_closed && name_words.len() <= 3 && is_name(&name, game)) {
            found.name = Some(name);
            found.words = index + 1;
            is_named = true;
        } else if is_readable(game, word) || name_words.len() > 2 {
            break;
        }
    }

    found.time = time.map(|(start, end)| Span::new(start, end));
    if !is_named && found.time.is_none() {
        return Prefix::default();
    }

    found
}

/// Returns true if a text may be the name of a person: it begins with a letter and is not a turn.
fn is_name(name: &str, game: GameId) -> bool {
    name.starts_with(char::is_alphabetic)
        && name.chars().count() > 1
        && name
            .chars()
            .all(|sign| sign.is_alphanumeric() || " _-.'".contains(sign))
        && !is_readable(game, name)
        && !["Result", "Score", "Ergebnis", "Wynik", "Date"].contains(&name)
}

/// Returns true if a word is the name of a month, in full or as its first three letters.
fn is_month(word: &str) -> bool {
    let name = word.trim_matches(['[', '(', ',', '.']);
    name.chars().count() > 2 && month_named(name).is_some()
}

/// Returns true if a word is part of a date or a time: `[20.11.26,`, `7:01`, `PM]`.
fn is_time_word(word: &str) -> bool {
    let bare = word.trim_matches(['[', ']', '(', ')', ',', '<', '>', '*', ':']);
    if foreign_words::TIMES.contains(&bare.to_lowercase().as_str()) || is_month(word) {
        return true;
    }
    // A date with its time: `2026-11-20T18:01:39Z`.
    let is_stamp = bare.split_once('T').is_some_and(|(date, time)| {
        let is_of = |text: &str, signs: &[u8]| {
            let mut bytes = text.bytes();
            !text.is_empty() && bytes.all(|byte| byte.is_ascii_digit() || signs.contains(&byte))
        };
        is_of(date, b"-") && date.len() > 7 && is_of(time, b":.Z+-")
    });
    if is_stamp {
        return true;
    }
    let digits = bare.bytes().filter(u8::is_ascii_digit).count();
    let signs = bare.matches([':', '.', '/', '-']).count();
    let is_digits = bare
        .bytes()
        .all(|byte| byte.is_ascii_digit() || b":./-".contains(&byte));
    let is_clock = ClockTime::parse(bare).is_some();
    is_digits && (is_clock || (signs == 2 && (4..=8).contains(&digits)))
}

/// Removes the label of a line. A line without a turn becomes a comment as a whole.
fn cut_prefix(text: &str, line: &WordLine, prefix: &Prefix, game: GameId, cuts: &mut Vec<Cut>) {
    let Some(last) = prefix
        .words
        .checked_sub(1)
        .and_then(|last| line.words.get(last))
    else {
        return;
    };

    let rest = line.words.get(prefix.words..).unwrap_or_default();
    let is_told = |span: &Span| {
        let word = span.slice(text);
        // A single `*` in a sentence is not the result of an unfinished game.
        is_readable(game, word)
            || (is_result(word) && (word != "*" || rest.len() == 1))
            || super::movetext::begins_with_number(word)
            || (has_place(word) && ClockTime::parse(word).is_none())
            || super::words::is_keyword(game, word)
    };
    let first = line
        .words
        .iter()
        .find(|span| !is_count(span.slice(text)))
        .unwrap_or(&line.words[0])
        .start as usize;
    let has_turn =
        rest.iter().any(is_told) || (rest.len() < 4 && super::words::has_keyword(game, text, rest));
    if !has_turn {
        if !line.has_comment {
            let end = line.words.last().map_or(first, |word| word.end as usize);
            let whole = &text[first..end];
            cuts.push(Cut::new(first, end, format!("{{{whole}}}"), Peel::Talk));
        }
        return;
    }

    let end = last.end as usize;
    match prefix.time {
        Some(time) => {
            let start = time.start as usize;
            let stop = time.end as usize;
            let inside = text[start..stop].trim_matches(['[', ']', '(', ')', ',', ' ', '<', '>']);
            if first < start {
                cuts.push(Cut::new(first, start, "", Peel::Label));
            }
            cuts.push(Cut::new(start, stop, format!("{{{inside}}}"), Peel::Talk));
            if stop < end {
                cuts.push(Cut::new(stop, end, "", Peel::Label));
            }
        }
        None => cuts.push(Cut::new(first, end, "", Peel::Label)),
    }
}

/// Converts clock times after turns to commands, or to comments if they are not clocks.
fn clocks(text: &str, lines: &[WordLine], taken: &[Span], game: GameId) -> Vec<Cut> {
    let is_free = |span: &Span| {
        taken
            .iter()
            .all(|cut| span.end <= cut.start || cut.end <= span.start)
    };
    let mut found: Vec<(Span, ClockTime)> = Vec::new();
    let groups: Vec<Span> = lines
        .iter()
        .flat_map(|line| groups_with_times(text, line, game))
        .filter(is_free)
        .collect();
    let mut used = groups.clone();
    let is_alone = |span: &&Span| {
        let is_outside = |group: &Span| span.end <= group.start || group.end <= span.start;
        is_free(span) && groups.iter().all(is_outside)
    };
    let words = lines.iter().flat_map(|line| &line.words).filter(is_alone);
    for span in words {
        let word = span.slice(text);
        if let Some(time) = ClockTime::parse(word) {
            found.push((*span, time));
            continue;
        }
        if is_time_used(word) {
            used.push(*span);
            continue;
        }
        // A time at the end of a turn: `d6/29:10`, `d6(29:10)`.
        let Some(at) = word
            .rfind(['/', '(', '[', '|', '_', '~', '@'])
            .filter(|at| *at > 0)
        else {
            continue;
        };
        let start = span.start as usize + at;
        if let Some(time) = ClockTime::parse(&word[at + 1..])
            && is_readable(game, &word[..at])
        {
            found.push((Span::new(start, span.end as usize), time));
        }
    }

    let used = if used.len() < MIN_TIMES {
        Vec::new()
    } else {
        used
    };
    let times_used = used.into_iter().map(|span| {
        let now = format!("{{{}}}", used_time(span.slice(text)));
        Cut::new(span.start as usize, span.end as usize, now, Peel::Talk)
    });
    if found.len() < MIN_TIMES {
        return times_used.collect();
    }

    let is_clock = found
        .iter()
        .zip(found.iter().skip(2))
        .all(|(one, next)| one.1 >= next.1);
    let cuts = found.iter().map(|(span, time)| {
        let was = span
            .slice(text)
            .trim_matches(['[', ']', '(', ')', '/', '|', '_', '~', '@', ',']);
        let inside = if is_clock {
            format!("[%clock {}]", time.text())
        } else {
            was.to_owned()
        };
        let start = span.start as usize;
        let end = span.end as usize;
        Cut::new(start, end, format!(" {{{inside}}} "), Peel::Talk)
    });
    cuts.chain(times_used).collect()
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
        let is_told = |word: &&str| is_readable(game, word) || is_number(word);
        let has_turn = words.iter().any(is_told);
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
    use super::*;

    /// Returns a movetext of Pippinzip with its clock times as comments.
    fn read(movetext: &str) -> String {
        let text = Layered::new(movetext);
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
