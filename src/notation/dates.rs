//! Values of the tag `Date`: `2026`, `2026-11` or `2026-11-20`. Dates in other forms get a
//! suggestion.

use pest::Parser;

use super::{Grammar, Rule, foreign_words};

/// The number of months in a year.
const MONTHS_PER_YEAR: u32 = 12;

/// A date whose parts are numbers, but which may not exist. Missing parts are 1.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
struct Date {
    year: u32,
    month: u32,
    day: u32,
}

impl Date {
    /// Parses `2026`, `2026-11` or `2026-11-20`.
    fn parse(value: &str) -> Option<Self> {
        // The grammar defines the form, but takes many times as long; most records have a date.
        if let Some(date) = Self::fast_parse(value.as_bytes()) {
            return Some(date);
        }

        let pairs = Grammar::parse(Rule::date_value, value).ok()?;
        let mut numbers = pairs
            .flat_map(pest::iterators::Pair::into_inner)
            .filter_map(|pair| pair.as_str().parse::<u32>().ok());
        Some(Self {
            year: numbers.next().unwrap_or(0),
            month: numbers.next().unwrap_or(1),
            day: numbers.next().unwrap_or(1),
        })
    }

    /// Parses a date from bytes. Returns `None` if the grammar has to decide.
    fn fast_parse(value: &[u8]) -> Option<Self> {
        /// Default of a missing part.
        const FIRST: &[u8] = b"1";
        let (year, rest) = value.split_at_checked(4)?;
        let (month, day) = match rest.len() {
            0 => (FIRST, FIRST),
            3 => (rest.strip_prefix(b"-")?, FIRST),
            6 => (
                rest.strip_prefix(b"-")?.get(..2)?,
                rest.get(3..)?.strip_prefix(b"-")?,
            ),
            _ => return None,
        };
        Some(Self {
            year: number_of_digits(year)?,
            month: number_of_digits(month)?,
            day: number_of_digits(day)?,
        })
    }

    /// Returns the number of days in the month; 0 if the month does not exist.
    fn days_of_month(self) -> u32 {
        let is_century = self.year.is_multiple_of(100);
        let is_leap_year =
            self.year.is_multiple_of(4) && (!is_century || self.year.is_multiple_of(400));
        match self.month {
            1 | 3 | 5 | 7 | 8 | 10 | 12 => 31,
            4 | 6 | 9 | 11 => 30,
            2 if is_leap_year => 29,
            2 => 28,
            _ => 0,
        }
    }

    fn exists(self) -> bool {
        (1..=self.days_of_month()).contains(&self.day)
    }
}

/// Returns the number that up to four ASCII digits give.
fn number_of_digits(digits: &[u8]) -> Option<u32> {
    let mut number = 0;
    for digit in digits {
        if !digit.is_ascii_digit() {
            return None;
        }
        number = number * 10 + u32::from(digit - b'0');
    }
    Some(number)
}

/// Returns true for `2026`, `2026-11` or `2026-11-20`, if the day exists.
pub fn is_date(value: &str) -> bool {
    Date::parse(value).is_some_and(Date::exists)
}

/// Returns the help text for an invalid date.
pub(crate) fn date_help(value: &str) -> String {
    if let Some(date) = Date::parse(value) {
        return match date.days_of_month() {
            0 => "Months are numbered from `01` to `12`.".to_owned(),
            days => format!("That month has {days} days."),
        };
    }
    match likely_date(value).or_else(|| date_beside_words(value)) {
        Some(suggestion) => format!("Write `{suggestion}`."),
        None => "A date is `2026`, `2026-11` or `2026-11-20`.".to_owned(),
    }
}

/// Returns the date that a text in another form can only mean: `2026/11/20`, `20.11.2026`,
/// `20 November 2026`. `None` where the day and the month may be exchanged, as in `06/11/2026`.
pub(crate) fn likely_date(value: &str) -> Option<String> {
    // In PGN, unknown parts of a date are question marks.
    let known = value.trim().trim_end_matches(".??");
    let has_unknown_parts = known.len() < value.trim().len();
    let parts: Vec<&str> = known
        .split(|sign: char| !sign.is_alphanumeric())
        .filter(|part| !part.is_empty())
        .collect();
    // Question marks after a whole date make no sense.
    if has_unknown_parts && parts.len() > 2 {
        return None;
    }

    let date = match parts.as_slice() {
        [year] if is_year(year) => (*year).to_owned(),
        [year, month] if is_year(year) => format!("{year}-{:02}", number(month)?),
        [year, month, day] if is_year(year) => {
            let month = number(month).or_else(|| month_named(month))?;
            format!("{year}-{month:02}-{:02}", number(day)?)
        }
        [first, second, year] if is_year(year) => {
            let DayAndMonth { day, month } = day_and_month(first, second, known.contains('.'))?;
            format!("{year}-{month:02}-{day:02}")
        }
        _ => return None,
    };
    is_date(&date).then_some(date)
}

/// Returns the date in a text that also has a weekday or a time of day: `Fri, 20 Nov 2026`,
/// `2026-11-20T19:30`. `None` for a text with other words, or without a day.
pub(crate) fn date_beside_words(value: &str) -> Option<String> {
    /// The length of a date with its day.
    const WHOLE: usize = 10;
    let with_spaces = with_space_before_time(value);
    let words: Vec<&str> = with_spaces
        .split(|sign: char| sign.is_whitespace() || sign == ',')
        .filter(|word| !word.is_empty())
        .collect();
    let has_time = words.iter().any(|word| is_time_of_day(word));
    let is_of_time = |word: &str| is_time_of_day(word) || (has_time && is_word_of_time(word));
    let date_without = |weekday: Option<usize>| {
        let kept = words.iter().enumerate();
        let kept = kept.filter(|(index, word)| Some(*index) != weekday && !is_of_time(word));
        let kept: Vec<&str> = kept.map(|(_, word)| *word).collect();
        // Without a word to leave out, nothing is beside the date.
        if kept.len() == words.len() {
            return None;
        }
        likely_date(&kept.join(" ")).filter(|date| date.len() == WHOLE)
    };

    // A short weekday may be a short month too, such as `mar`, so each is tried.
    let mut weekdays = (0..words.len()).filter(|&index| is_weekday(words[index]));
    date_without(None).or_else(|| weekdays.find_map(|weekday| date_without(Some(weekday))))
}

/// Returns a text with a space in place of the `T` between a date and a time of day.
fn with_space_before_time(value: &str) -> String {
    let is_digit = |sign: char| sign.is_ascii_digit();
    match value.split_once('T') {
        Some((date, time)) if date.ends_with(is_digit) && time.starts_with(is_digit) => {
            format!("{date} {time}")
        }
        _ => value.to_owned(),
    }
}

/// Returns true for a time of day: `19:30`, `19:30:05Z`, `7:30pm`, `19h30`, and for its difference
/// to the time of another place, `+02:00`.
fn is_time_of_day(word: &str) -> bool {
    let small = word.to_ascii_lowercase();
    let units = ["am", "pm", "h", "z"];
    let time = units
        .iter()
        .find_map(|unit| small.strip_suffix(unit))
        .unwrap_or(&small);
    let signs_of_time = |sign: char| matches!(sign, ':' | 'h' | '+' | '-' | '.');
    let has_border = time.contains([':', 'h']) || time.len() < small.len();
    let is_time = |sign: char| sign.is_ascii_digit() || signs_of_time(sign);
    has_border && time.contains(|sign: char| sign.is_ascii_digit()) && time.chars().all(is_time)
}

/// Returns true for a word beside a time of day: `at`, `Uhr`, `UTC`, and for `+0200`.
fn is_word_of_time(word: &str) -> bool {
    const WORDS: [&str; 18] = [
        "at", "am", "pm", "a.m.", "p.m.", "um", "uhr", "à", "h", "o", "godz.", "om", "uur", "las",
        "utc", "gmt", "cet", "cest",
    ];
    let is_difference = word
        .strip_prefix(['+', '-'])
        .is_some_and(|digits| digits.len() == 4 && number(digits).is_some());
    is_difference || WORDS.contains(&word.to_lowercase().as_str())
}

/// Returns true for the name of a weekday, in full or short.
fn is_weekday(word: &str) -> bool {
    let small = word.trim_end_matches('.').to_lowercase();
    let mut weekdays = foreign_words::WEEKDAYS.iter();
    weekdays.any(|names| names.contains(&small.as_str()))
}

/// Returns the number that a part of a date gives, if it consists of digits.
fn number(part: &str) -> Option<u32> {
    if part.bytes().all(|byte| byte.is_ascii_digit()) {
        part.parse().ok()
    } else {
        None
    }
}

fn is_year(part: &str) -> bool {
    part.len() == 4 && number(part).is_some()
}

/// A day of any year.
struct DayAndMonth {
    day: u32,
    month: u32,
}

/// Returns the day and the month of a date whose year comes last; `None` if they may be exchanged.
/// With full stops, the day is first.
fn day_and_month(first: &str, second: &str, has_stops: bool) -> Option<DayAndMonth> {
    match (month_named(first), month_named(second)) {
        (Some(month), None) => {
            let day = number_or_ordinal(second)?;
            return Some(DayAndMonth { day, month });
        }
        (None, Some(month)) => {
            let day = number_or_ordinal(first)?;
            return Some(DayAndMonth { day, month });
        }
        (Some(_), Some(_)) => return None,
        (None, None) => {}
    }

    let first = number(first)?;
    let second = number(second)?;
    if has_stops || first > MONTHS_PER_YEAR || first == second {
        Some(DayAndMonth {
            day: first,
            month: second,
        })
    } else if second > MONTHS_PER_YEAR {
        Some(DayAndMonth {
            day: second,
            month: first,
        })
    } else {
        None
    }
}

/// Returns the number of a day: `20`, `20th`.
fn number_or_ordinal(part: &str) -> Option<u32> {
    /// The suffixes of English ordinals.
    const SUFFIXES: [&str; 4] = ["st", "nd", "rd", "th"];
    if let Some(day) = number(part) {
        return Some(day);
    }
    let mut suffixes = SUFFIXES.iter();
    number(suffixes.find_map(|suffix| part.strip_suffix(suffix))?)
}

/// Returns the number of a month.
pub(crate) fn month_named(name: &str) -> Option<u32> {
    const MONTHS: [&str; 12] = [
        "january",
        "february",
        "march",
        "april",
        "may",
        "june",
        "july",
        "august",
        "september",
        "october",
        "november",
        "december",
    ];
    let small = name.to_lowercase();
    // At least three letters: the whole name, or the start of one.
    let is_short_form = |month: &str| small.len() >= 3 && month.starts_with(&small);
    let english = MONTHS.iter().position(|month| is_short_form(month));
    let foreign = || {
        foreign_words::MONTHS
            .iter()
            .position(|names| names.contains(&small.as_str()))
    };
    let index = english.or_else(foreign)?;
    u32::try_from(index + 1).ok()
}

#[cfg(test)]
mod tests {
    use super::*;
    use proptest::prelude::*;

    #[test]
    fn days_that_do_not_exist_are_rejected() {
        for good in ["2026", "2026-11", "2026-11-20", "2024-02-29", "2000-02-29"] {
            assert!(is_date(good), "{good}");
        }
        for bad in [
            "",
            "26",
            "2026-13",
            "2026-00",
            "2026-02-29",
            "1900-02-29",
            "2026-11-31",
            "2026.11.20",
            "2026-1-2",
        ] {
            assert!(!is_date(bad), "{bad}");
        }
    }

    #[test]
    fn invalid_dates_are_reported_with_the_reason() {
        for (value, help) in [
            ("2026-02-29", "That month has 28 days."),
            ("2026-11-00", "That month has 30 days."),
            ("2026-13", "Months are numbered from `01` to `12`."),
            ("2026.11.20", "Write `2026-11-20`."),
            ("2026/11/20", "Write `2026-11-20`."),
            ("2026.11.??", "Write `2026-11`."),
            ("2026.??.??", "Write `2026`."),
            ("????.??.??", "A date is `2026`, `2026-11` or `2026-11-20`."),
            ("20.11.2026", "Write `2026-11-20`."),
            ("20/11/2026", "Write `2026-11-20`."),
            ("11/20/2026", "Write `2026-11-20`."),
            ("6.11.2026", "Write `2026-11-06`."),
            ("2026-1-2", "Write `2026-01-02`."),
            ("20 November 2026", "Write `2026-11-20`."),
            ("Nov 20th, 2026", "Write `2026-11-20`."),
            ("Fri, 20 Nov 2026", "Write `2026-11-20`."),
            ("20 Nov 2026 19:30", "Write `2026-11-20`."),
            ("2026-11-20T19:30", "Write `2026-11-20`."),
            ("06/11/2026", "A date is `2026`, `2026-11` or `2026-11-20`."),
            ("2026.02.29", "A date is `2026`, `2026-11` or `2026-11-20`."),
            ("yesterday", "A date is `2026`, `2026-11` or `2026-11-20`."),
        ] {
            assert_eq!(date_help(value), help, "{value}");
        }
    }

    #[test]
    fn weekdays_and_times_of_day_are_beside_the_date() {
        for value in [
            "Fri, 20 Nov 2026",
            "Friday, 20 November 2026",
            "Friday 20th November 2026",
            "20 Nov 2026 19:30",
            "2026-11-20 19:30",
            "2026-11-20T19:30",
            "2026-11-20T19:30:05Z",
            "2026-11-20T19:30:05.123+01:00",
            "Fri, 20 Nov 2026 19:30:00 +0200",
            "Nov 20, 2026 at 7:30 pm",
            "Freitag, 20. November 2026",
            "Fr. 20.11.2026, 19:30 Uhr",
            "vendredi 20 novembre 2026 à 19h30",
            "piątek, 20 listopada 2026",
            "vrijdag 20 november 2026 om 19:30 uur",
            "viernes 20 noviembre 2026",
        ] {
            assert_eq!(
                date_beside_words(value).as_deref(),
                Some("2026-11-20"),
                "{value}"
            );
        }
        assert_eq!(
            date_beside_words("Fri 20 mar 2026").as_deref(),
            Some("2026-03-20")
        );
        for value in [
            "2026-11-20",
            "19:30",
            "Friday",
            "Fri 2026",
            "Fri 06/11/2026",
            "mail of 2026",
        ] {
            assert_eq!(date_beside_words(value), None, "{value}");
        }
    }

    /// Returns true if the grammar accepts a text.
    fn is_accepted(rule: Rule, text: &str) -> bool {
        Grammar::parse(rule, text).is_ok()
    }

    proptest! {
        #[test]
        fn dates_agree_with_the_grammar(text in "[0-9é]{3,5}([-.][0-9a]{1,3}){0,3}[ -]?| ?[0-9]{4}") {
            let date = Date::parse(&text);
            prop_assert_eq!(date.is_some(), is_accepted(Rule::date_value, &text));
            if let Some(Date { year, month, day }) = date {
                let written = format!("{year:04}-{month:02}-{day:02}");
                let missing = "0000-01-01".get(text.len()..).unwrap_or_default();
                prop_assert_eq!(format!("{text}{missing}"), written);
            }
        }
    }
}
