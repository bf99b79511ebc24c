//! Labels within a line: `A: b3 B: h3 A: b4 B: h4`. The same two labels alternate throughout, each
//! before a turn.

use super::super::mapped_text::{Cut, Peel};
use super::super::movetext::{WordLine, is_count, is_number, is_readable, is_result, letters};
use super::super::words::is_keyword;
use super::names::{Names, player_tags};
use crate::games::GameId;
use crate::notation::Record;
use crate::text::Span;

/// The minimum number of labels that must alternate.
const MIN_LABELS: usize = 3;
/// The maximum number of words of a turn after its label.
const MAX_WORDS_OF_TURN: usize = 4;

/// Two labels that alternate.
struct Alternation<'t> {
    /// The first and the second label, without the signs around them.
    labels: [&'t str; 2],
    /// The places of all labels, in order, with the spaces after them.
    places: Vec<Span>,
}

/// The cuts that remove labels within lines, with the names that became tags.
pub(super) struct LabelsInLines {
    /// The number of labels.
    pub(super) count: usize,
    pub(super) cuts: Vec<Cut>,
    /// The names that became tags; empty if no tag was added.
    pub(super) speakers: Vec<String>,
}

/// Removes labels within lines; `None` if the movetext has none.
pub(super) fn labels_in_lines(
    text: &str,
    lines: &[WordLine],
    record: &Record,
    names: &Names,
    game: GameId,
) -> Option<LabelsInLines> {
    let all = lines.iter().flat_map(|line| &line.words).copied();
    let mut words: Vec<Span> = all
        .filter(|span| !is_number(span.slice(text)) && !is_count(span.slice(text)))
        .collect();
    while words.last().is_some_and(|span| is_result(span.slice(text))) {
        words.pop();
    }

    let Alternation { labels, places } = alternation(text, &words, game)?;
    let seats = labels.map(|label| names.seat(label));
    // Labels that name the seats in another order say something that the turns do not.
    if let [Some(first), Some(second)] = seats
        && first >= second
    {
        return None;
    }
    let is_known = |index: usize| seats[index].is_some();
    let speakers: Vec<String> = if (0..2).any(is_known) || labels.iter().any(|name| !is_name(name))
    {
        Vec::new()
    } else {
        labels.map(str::to_owned).to_vec()
    };
    let tags = player_tags(record, &speakers);

    let count = places.len();
    let mut cuts = Vec::new();
    for (index, place) in places.into_iter().enumerate() {
        // What no tag and no seat says stays once.
        let is_kept = index < 2 && !is_known(index) && tags.is_empty();
        let (now, peel) = if is_kept {
            (format!("{{{}}} ", labels[index]), Peel::Talk)
        } else {
            (String::new(), Peel::Label)
        };
        let (start, end) = (place.start as usize, place.end as usize);
        cuts.push(Cut::new(start, end, now, peel));
    }
    let speakers = if tags.is_empty() {
        Vec::new()
    } else {
        speakers
    };
    cuts.extend(tags);
    Some(LabelsInLines {
        count,
        cuts,
        speakers,
    })
}

/// Returns true if a label may be the name of a person, with two letters or more.
fn is_name(label: &str) -> bool {
    letters(label, 2).is_some()
}

/// Returns the two labels that alternate in words, the first of which begins them. `None` if most
/// of the words between are not turns, or if a word is left over.
fn alternation<'t>(text: &'t str, words: &[Span], game: GameId) -> Option<Alternation<'t>> {
    let word = |index: usize| words.get(index).map(|span| span.slice(text));
    let first = word(0)?;
    // At least one word, the first turn, is between the first label and the second.
    (2..=MAX_WORDS_OF_TURN + 1).find_map(|index| {
        let second = word(index)?;
        let is_label = |label: &str| {
            let name = bare(label);
            let is_of_game = is_readable(game, label) || is_keyword(game, name);
            name.starts_with(char::is_alphabetic) && !is_of_game && !name.contains(['{', '}'])
        };
        if first == second || !is_label(first) || !is_label(second) {
            return None;
        }

        let is_either = |index: &usize| word(*index).is_some_and(|it| it == first || it == second);
        let found: Vec<usize> = (0..words.len()).filter(is_either).collect();
        let labels = [first, second];
        let mut in_order = found.iter().zip(labels.iter().cycle());
        let alternates = in_order.all(|(index, label)| word(*index) == Some(*label));
        let ends = found.iter().skip(1).copied().chain([words.len()]);
        let turns: Vec<&[Span]> = found
            .iter()
            .zip(ends)
            .map(|(label, end)| &words[label + 1..end])
            .collect();
        let is_turn = |turn: &&&[Span]| {
            let (Some(start), Some(end)) = (turn.first(), turn.last()) else {
                return false;
            };
            let written = start.to(*end).slice(text);
            is_readable(game, written) || is_keyword(game, written)
        };
        let are_short = turns
            .iter()
            .all(|turn| (1..=MAX_WORDS_OF_TURN).contains(&turn.len()));
        let readable = turns.iter().filter(is_turn).count();
        let is_rule = found.len() >= MIN_LABELS && readable * 4 >= turns.len() * 3;
        if !alternates || !are_short || !is_rule {
            return None;
        }

        let places = found.iter().map(|index| {
            let label = words[*index];
            let end = label.end as usize;
            let blanks = text[end..].len() - text[end..].trim_start_matches([' ', '\t']).len();
            Span::new(label.start as usize, end + blanks)
        });
        Some(Alternation {
            labels: labels.map(bare),
            places: places.collect(),
        })
    })
}

/// Returns a label without the signs around it.
fn bare(label: &str) -> &str {
    label.trim_matches([
        '<', '>', '[', ']', '(', ')', '*', '@', ':', '|', ',', '.', '=',
    ])
}

#[cfg(test)]
mod tests {
    use super::super::super::mapped_text::MappedText;
    use super::super::super::movetext::lines;
    use super::*;

    /// Returns a movetext of GIPF without its labels.
    fn read(tags: &str, movetext: &str) -> Option<String> {
        let text = format!("[Game \"gipf\"]\n[Variant \"basic\"]\n{tags}\n{movetext}\n");
        let record = Record::parse_str(&text);
        let names = Names::new(&record, GameId::Gipf);
        let found = labels_in_lines(&text, &lines(&text), &record, &names, GameId::Gipf)?;
        let read = MappedText::new(&text).cut(&found.cuts);
        Some(read.text().split_whitespace().collect::<Vec<_>>().join(" "))
    }

    #[test]
    fn labels_that_alternate_are_removed() {
        let players = "[Player1 \"Ann\"]\n[Player2 \"Bob\"]\n";
        for movetext in [
            "A: b3 B: h3 A: b4 B: h4 *",
            "A b3 B h3 A b4 B h4 *",
            "Ann b3 Bob h3\nAnn b4 Bob h4 *",
            "White: b3 Black: h3 White: b4 Black: h4 *",
        ] {
            let found = read(players, movetext).unwrap();
            assert!(found.ends_with(" b3 h3 b4 h4 *"), "{movetext}: {found}");
        }
        let found = read("", "Ann: b3 Bob: h3 Ann: b4 *").unwrap();
        assert!(
            found.contains("[Player1 \"Ann\"] [Player2 \"Bob\"]"),
            "{found}"
        );
        let found = read("", "K: b3 Q: h3 K: b4 *").unwrap();
        assert!(found.ends_with("{K} b3 {Q} h3 b4 *"), "{found}");
    }

    #[test]
    fn words_that_do_not_alternate_stay() {
        let players = "[Player1 \"Ann\"]\n[Player2 \"Bob\"]\n";
        for movetext in [
            "A: b3 A: h3 B: b4 A: h4 *",
            "B: b3 A: h3 B: b4 A: h4 *",
            "A: so B: what A: then B: not *",
            "b3 h3 b4 h4 *",
            "A: b3 B: h3 *",
        ] {
            assert_eq!(read(players, movetext), None, "{movetext}");
        }
    }
}
