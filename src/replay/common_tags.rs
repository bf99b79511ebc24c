//! Checks the tags that all games share.

use std::collections::BTreeMap;
use std::collections::btree_map::Entry;

use crate::findings::{Finding, Related, code};
use crate::games::GameId;
use crate::notation::{
    Outcome, Record, Tag, Termination, date_help, is_common_tag, is_date, is_edition,
    is_player_of_pgn, likely_tag, parse_score, quoted, shorten, two_players,
};
use crate::text::{Span, near_or_few};

/// Checked values of the shared tags.
#[derive(Clone, Debug, Default)]
pub(crate) struct CommonTags {
    /// The `Result` tag, if it could be parsed.
    pub result: Option<(Outcome, Span)>,
    /// The `Score` tag, if it could be parsed.
    pub score: Option<(Vec<u32>, Span)>,
    /// The `Termination` tag, if it could be parsed.
    pub termination: Option<(Termination, Span)>,
    /// True if a result has the wrong number of seats, or is impossible for that number of seats.
    pub impossible_result: bool,
    /// Findings on the tags.
    pub findings: Vec<Finding>,
}

/// The number of tags up to which each name is compared with each other one. Most records have few
/// tags and repeat none; this is faster for them than the search tree that finds the repeated ones.
const FEW_TAGS: usize = 16;

fn are_names_different(tags: &[Tag]) -> bool {
    tags.iter()
        .enumerate()
        .all(|(index, tag)| tags[..index].iter().all(|before| before.name != tag.name))
}

fn unknown_value(tag: &Tag, help: impl Into<String>) -> Finding {
    let message = format!(
        "`{}` is not a valid value for the tag `{}`.",
        shorten(&tag.value),
        tag.name
    );
    Finding::new(&code::UNKNOWN_VALUE, tag.value_span, message).with_help(help)
}

/// Returns the number of seats in words, and the possible results for that number.
fn possible_results(seats: u8) -> (&'static str, &'static str) {
    const MORE: &str = "Some seats have `1` and at least one has `0`, or two or more have `1/2` and the others `0`, or all have `0`.";
    match seats {
        2 => ("two", "Write `1-0`, `0-1`, `1/2-1/2` or `0-0`."),
        3 => ("three", MORE),
        _ => ("four", MORE),
    }
}

impl CommonTags {
    /// Checks the tags that all games share. Also checks that no tag is repeated or belongs to
    /// another game. `game` is `None` if the record does not name its game.
    pub(crate) fn check(record: &Record, game: Option<GameId>) -> Self {
        let mut tags = Self::default();
        tags.report_duplicates(record);
        for tag in &record.tags {
            tags.report_unknown_tag(record, tag, game);
        }
        tags.read_values(record, game);
        tags
    }

    /// Checks a record that has more tags than the ones already checked. Only names are compared
    /// again. Findings on the names checked before are dropped, because they may differ together
    /// with other tags.
    pub(crate) fn recheck_names(&self, record: &Record, game: GameId) -> Self {
        let mut tags = Self {
            findings: Vec::new(),
            ..self.clone()
        };
        // The names of players in PGN leave no doubt about what is played.
        for tag in record
            .tags
            .iter()
            .filter(|tag| !is_player_of_pgn(&tag.name))
        {
            tags.report_unknown_tag(record, tag, Some(game));
        }
        tags
    }

    /// Checks what depends on the number of seats; `None` if the tags do not determine it.
    pub(crate) fn check_seats(&mut self, record: &Record, seats: Option<u8>) {
        if let Some(seats) = seats {
            self.compare_with_seats(record, seats);
        }
        self.compare_results(record);
    }

    /// Reports players, results and scores for another number of seats, and impossible results.
    fn compare_with_seats(&mut self, record: &Record, seats: u8) {
        // Fast exit: most records name no players.
        if record.tags.iter().any(|tag| tag.name.starts_with("Player")) {
            self.compare_players(record, seats);
        }
        let in_tag = self.result.take();
        for (outcome, span) in in_tag.iter().chain(&record.result) {
            let Outcome::Decided(standing) = outcome else {
                continue;
            };
            let count = standing.0.len();
            if count != usize::from(seats) {
                let message = format!("The game has {seats} seats; this result is for {count}.");
                self.findings
                    .push(Finding::new(&code::INCONSISTENT, *span, message));
                self.impossible_result = true;
            } else if !standing.is_possible() {
                let (seats, help) = possible_results(seats);
                let message = format!("A game with {seats} seats cannot end `{outcome}`.");
                self.findings
                    .push(Finding::new(&code::UNKNOWN_VALUE, *span, message).with_help(help));
                self.impossible_result = true;
            }
        }
        // An impossible result is dropped. One for another number of seats is kept, so that it is
        // compared with the result after the movetext.
        self.result = in_tag.filter(|(outcome, _)| match outcome {
            Outcome::Decided(standing) => {
                standing.0.len() != usize::from(seats) || standing.is_possible()
            }
            Outcome::Open => true,
        });
        if let Some((points, span)) = self
            .score
            .as_ref()
            .filter(|(points, _)| points.len() != usize::from(seats))
        {
            let message = format!(
                "The game has {seats} seats; this score is for {}.",
                points.len()
            );
            self.findings
                .push(Finding::new(&code::INCONSISTENT, *span, message));
            self.score = None;
        }
    }

    fn compare_players(&mut self, record: &Record, seats: u8) {
        for (seat, name) in (1..=4_u8).zip(["Player1", "Player2", "Player3", "Player4"]) {
            if seat > seats
                && let Some(tag) = record.tag(name)
            {
                let message = format!("This game has {seats} seats.");
                self.findings
                    .push(Finding::new(&code::INCONSISTENT, tag.span, message));
            }
        }
    }

    fn report_duplicates(&mut self, record: &Record) {
        if record.tags.len() <= FEW_TAGS && are_names_different(&record.tags) {
            return;
        }

        let mut first_by_name: BTreeMap<&str, &Tag> = BTreeMap::new();
        for tag in &record.tags {
            match first_by_name.entry(tag.name.as_str()) {
                Entry::Vacant(entry) => {
                    entry.insert(tag);
                }
                Entry::Occupied(first) => {
                    let message = format!("The tag `{}` is repeated.", tag.name);
                    let related = Related {
                        message: "the first one".into(),
                        span: first.get().span,
                        turn: 0,
                    };
                    self.findings.push(
                        Finding::new(&code::DUPLICATE, tag.span, message)
                            .with_help("Keep one of them.")
                            .with_related([related]),
                    );
                }
            }
        }
    }

    /// Reports a tag of another game, or one that is misspelt.
    fn report_unknown_tag(&mut self, record: &Record, tag: &Tag, game: Option<GameId>) {
        let Some(game) = game else { return };
        let has_scores = game.facts().has_scores;
        let is_common = is_common_tag(&tag.name) && (tag.name != "Score" || has_scores);
        if is_common || game.tags().iter().any(|spec| spec.covers(&tag.name)) {
            return;
        }
        let owners: Vec<_> = GameId::ALL
            .iter()
            .filter(|other| other.tags().iter().any(|spec| spec.covers(&tag.name)))
            .map(|other| other.title())
            .collect();
        let message = if tag.name == "Score" {
            format!("{} has no points.", game.title())
        } else if owners.is_empty() {
            self.report_misspelt(record, tag, game);
            return;
        } else {
            format!(
                "`{}` is a tag of {}, not of {}.",
                tag.name,
                owners.join(" and "),
                game.title()
            )
        };
        let finding = Finding::new(&code::TAG_NOT_FOR_THIS_GAME, tag.span, message);
        let players = if tag.name == "Players" {
            two_players(&tag.value)
        } else {
            None
        };
        self.findings.push(match players {
            Some([first, second]) => finding.with_help(format!(
                "Write `[Player1 {}]` and `[Player2 {}]`.",
                quoted(first),
                quoted(second)
            )),
            None => finding,
        });
    }

    /// Warns about an unknown tag whose name is close to a known one. Other unknown tags are
    /// accepted.
    fn report_misspelt(&mut self, record: &Record, tag: &Tag, game: GameId) {
        let Some(suggestion) = likely_tag(&tag.name, game.tags())
            .filter(|suggestion| record.tag(suggestion).is_none())
        else {
            return;
        };
        // The finding on the missing tag suggests the fix already.
        if suggestion == "Variant" && game.variants().len() > 1 {
            return;
        }
        let message = format!("Unknown tag `{}`.", tag.name);
        let finding = Finding::new(&code::MISSPELT, tag.name_span, message);
        self.findings
            .push(finding.with_help(format!("Did you mean `{suggestion}`?")));
    }

    fn read_values(&mut self, record: &Record, game: Option<GameId>) {
        for (index, tag) in record.tags.iter().enumerate() {
            let read = match tag.name.as_str() {
                "Date" => Self::check_date,
                "Rules" => Self::check_edition,
                "Termination" => Self::read_termination,
                "Result" => Self::read_outcome,
                "Score" if game.is_some_and(|game| game.facts().has_scores) => Self::read_score,
                _ => continue,
            };
            // The first of several equal tags counts.
            let is_first = record.tags[..index]
                .iter()
                .all(|before| before.name != tag.name);
            if is_first {
                read(self, tag);
            }
        }
    }

    fn check_date(&mut self, tag: &Tag) {
        if !is_date(&tag.value) {
            self.findings
                .push(unknown_value(tag, date_help(&tag.value)));
        }
    }

    fn check_edition(&mut self, tag: &Tag) {
        if !is_edition(&tag.value) || tag.value.parse() != Ok(1_u32) {
            let help = "`1` is the only edition of the rules so far.";
            self.findings
                .push(unknown_value(tag, help).with_tag(&tag.name, ["1"]));
        }
    }

    fn read_termination(&mut self, tag: &Tag) {
        match Termination::named(&tag.value) {
            Some(value) => self.termination = Some((value, tag.value_span)),
            None => {
                let names: Vec<_> = Termination::ALL
                    .iter()
                    .map(|(name, _)| format!("`{name}`"))
                    .collect();
                let values = Termination::ALL.map(|(name, _)| name.to_owned());
                let finding = unknown_value(tag, format!("Write one of {}.", names.join(", ")));
                self.findings
                    .push(finding.with_tag(&tag.name, near_or_few(&tag.value, &values)));
            }
        }
    }

    fn read_outcome(&mut self, tag: &Tag) {
        match Outcome::parse(&tag.value) {
            Some(outcome) => self.result = Some((outcome, tag.value_span)),
            None => self.findings.push(unknown_value(
                tag,
                "Write `1`, `0` or `1/2` for each seat, joined by `-`, or `*` while the game is open.",
            )),
        }
    }

    fn read_score(&mut self, tag: &Tag) {
        match parse_score(&tag.value) {
            Some(points) => self.score = Some((points, tag.value_span)),
            None => self.findings.push(unknown_value(
                tag,
                "Write one number per seat, joined by `-`.",
            )),
        }
    }

    fn compare_results(&mut self, record: &Record) {
        let (Some((in_tag, tag_span)), Some((after_moves, span))) = (&self.result, &record.result)
        else {
            return;
        };
        if in_tag != after_moves {
            let message = format!(
                "The movetext ends with `{after_moves}`, the tag `Result` says `{in_tag}`."
            );
            let related = Related {
                message: "the other result".into(),
                span: *span,
                turn: 0,
            };
            let finding = Finding::new(&code::INCONSISTENT, *tag_span, message)
                .with_help("Write the same result in both places.")
                .with_tag("Result", [after_moves, in_tag].map(ToString::to_string))
                .with_related([related]);
            self.findings.push(finding);
        }
    }
}
