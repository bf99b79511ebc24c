//! Checked records: a record with its game and its findings, and functions that check whole files.

use std::io::{self, Read};
use std::ops::Range;
use std::sync::{Arc, OnceLock};

use crate::findings::{Finding, Fix, Hint, Severity, code, codes::puzzle, sort_by_place};
use crate::fixes::infer::{Settings, SettingsSearch};
use crate::fixes::mend::{MAX_BYTES_BEFORE_FIX, Mend, read_pasted};
use crate::games::{Context, GameId};
use crate::notation::{
    Line, Outcome, Record, Standing, Tag, UnparsedRecord, first_record, first_token,
    is_resignation, is_test, is_test_command, shorten,
};
use crate::notation::{RecordSplitter, split_text};
use crate::replay::{
    CommonTags, NoGame, Report, Timeline, collapse_foreign_text, expected_codes, game_of_turn,
};
use crate::solve::{
    Budget, UnsearchedPuzzle, UnsearchedReason, check_each_puzzle, has_puzzles, unsearched_puzzles,
};
use crate::text::{Claim, MAX_FINDINGS, RawRecord, SourceText, Span, and, near_or_few, sha256};

/// A record and the result of checking it.
///
/// ```
/// use pipscribe::Checked;
///
/// let checked = Checked::from_text("[Game \"gipf\"]\n[Variant \"basic\"]\n\n1. a6 *\n");
/// assert!(!checked.report.is_valid());
/// assert_eq!(checked.report.findings[0].code.id, "gipf/off-board");
/// ```
#[derive(Debug)]
pub struct Checked {
    /// The record. Holds only the tags and the result if the record was valid and checked while it
    /// was parsed.
    parsed: Arc<Record>,
    /// The whole record, parsed on first use.
    whole: OnceLock<Arc<Record>>,
    /// The game; `None` if the record does not name one.
    pub game: Option<GameId>,
    /// The result of the check.
    pub report: Report,
    /// Findings announced by the claim of its block.
    announced_findings: Vec<Finding>,
    /// True if the claim of its block holds.
    keeps_claim: bool,
    context: Context,
    /// The timeline, replayed on first use.
    timeline: OnceLock<Result<Box<Timeline>, NoGame>>,
}

impl Checked {
    /// Parses and checks a record. A valid record is checked while it is parsed, and its turns are
    /// not kept.
    pub fn new(raw: RawRecord, context: &Context) -> Self {
        let unparsed = UnparsedRecord::new(raw);
        match Self::read_fast(&unparsed, context) {
            Some((parsed, report)) => {
                let parsed = unparsed.into_record(parsed);
                Self::judged(Arc::new(parsed), OnceLock::new(), report, context)
            }
            None => Self::from_record(unparsed.parse(), context),
        }
    }

    /// Parses and checks the first record of a text.
    pub fn from_text(text: &str) -> Self {
        Self::new(first_record(text), &Context::default())
    }

    /// Returns the tags and the result of a valid record, with its report; `None` if the record
    /// needs a full replay.
    fn read_fast(unparsed: &UnparsedRecord, context: &Context) -> Option<(Record, Report)> {
        // A record that claims to break a rule has findings, so it needs the full replay.
        if unparsed
            .source()
            .claim()
            .is_some_and(|claim| *claim != Claim::Legal)
        {
            return None;
        }
        // The fast check would stop at the expectation.
        if unparsed.source().text().contains("[%expect") {
            return None;
        }
        let mut parser = unparsed.parser()?;
        parser.read_tags();
        let report =
            parser
                .record
                .game()?
                .check_fast(&mut parser, unparsed.source().text(), context)?;
        Some((parser.record, report))
    }

    /// Checks a record that has been parsed.
    pub fn from_record(record: Record, context: &Context) -> Self {
        let game = record.game();
        let report = match game {
            Some(game) => game.check(&record, context),
            None => without_game(&record),
        };
        let report = with_one_cause(&record, report, context);
        Self::of_whole(Arc::new(record), report, context)
    }

    fn of_whole(record: Arc<Record>, report: Report, context: &Context) -> Self {
        Self::judged(Arc::clone(&record), record.into(), report, context)
    }

    fn judged(
        parsed: Arc<Record>,
        whole: OnceLock<Arc<Record>>,
        report: Report,
        context: &Context,
    ) -> Self {
        let game = parsed.game();
        let context = context.clone();
        let timeline = OnceLock::new();
        Self {
            parsed,
            whole,
            game,
            report,
            announced_findings: Vec::new(),
            keeps_claim: true,
            context,
            timeline,
        }
        .compare_with_claim()
    }

    /// Compares the findings with the claim in the block attributes. Announced findings are not
    /// errors; a claim that nothing confirms is one.
    fn compare_with_claim(mut self) -> Self {
        let is_open = self.source().claim() == Some(&Claim::Open);
        let (named, broken) = match self.source().claim() {
            None | Some(Claim::Legal) => return self,
            Some(Claim::Open) => (None, None),
            // Only a search finds these.
            Some(Claim::Illegal(Some(id))) if is_of_puzzles(id) => return self,
            Some(Claim::Illegal(None)) => (
                None,
                Some("The block is marked `illegal`, but the record is legal.".to_owned()),
            ),
            Some(Claim::Illegal(Some(id))) => (Some(id.clone()), Some(unconfirmed(id))),
        };
        let findings = std::mem::take(&mut self.report.findings).into_iter();
        let (announced_findings, mut others): (Vec<_>, Vec<_>) =
            findings.partition(|finding| match &named {
                Some(id) => finding.code.id == id,
                // An unmet expectation breaks no rule, so the claim does not cover it.
                None => finding.is_error() && (is_open || finding.code != &code::UNMET),
            });
        if let Some(message) = broken
            && announced_findings.is_empty()
        {
            others.insert(0, self.breaks_claim(message));
        } else if named.is_none() {
            self.report.findings_dropped = 0;
        }
        (self.report.findings, self.announced_findings) = (others, announced_findings);
        self
    }

    /// Returns the findings that the block attributes announce, which are therefore not errors.
    pub fn announced_findings(&self) -> &[Finding] {
        &self.announced_findings
    }

    /// Describes why the claim in the block attributes is wrong; `None` if it is true.
    pub(crate) fn broken_claim(&self) -> Option<&str> {
        let first = self.report.findings.first().filter(|_| !self.keeps_claim)?;
        Some(first.message.trim_end_matches('.'))
    }

    /// Checks a record and keeps every position. The result is the same; use this if the timeline
    /// is needed anyway.
    pub fn in_full(record: Record, context: &Context) -> Self {
        let record = Arc::new(record);
        let timeline = Timeline::new(Arc::clone(&record), context).map(Box::new);
        let report = timeline.as_ref().map_or_else(
            |_| without_game(&record),
            |timeline| timeline.report.clone(),
        );
        let report = with_one_cause(&record, report, context);
        Self {
            timeline: timeline.into(),
            ..Self::of_whole(record, report, context)
        }
    }

    /// Searches for a fix of the first error. If only one change would fix the record, the error
    /// names it; otherwise its help names settings under which the record would be legal. Only
    /// records that begin within the first 256 KiB of a file are searched.
    #[must_use]
    pub fn with_fix(mut self) -> Self {
        let with_fix = self.first_error_with_fix();
        self.replace_first_error(with_fix);
        self
    }

    /// Returns the first error as completed by [`Checked::with_fix`]; `None` if no fix or setting
    /// is found.
    pub fn first_error_with_fix(&self) -> Option<Finding> {
        self.first_error_with_mend().0.or_else(|| {
            let record = self.record();
            let mut left = u64::MAX;
            let settings = Settings::of_whole(record, &self.context, &mut left);
            Some(with_help(
                self.first_error_to_fix()?,
                &settings.in_words(record)?,
            ))
        })
    }

    /// Returns the first error, if a fix is searched for.
    fn first_error_to_fix(&self) -> Option<&Finding> {
        let first = self.report.first_error();
        first.filter(|_| self.source().offset() < MAX_BYTES_BEFORE_FIX)
    }

    /// Returns the first error with its fix, if only one change would fix the record, and the work
    /// of the search. This is the part of [`Checked::with_fix`] that depends on nothing but the
    /// record.
    pub fn first_error_with_mend(&self) -> (Option<Finding>, u64) {
        let Some(first) = self.first_error_to_fix() else {
            return (None, 0);
        };
        let record = self.record();
        let (mend, work) = Mend::sole_with_work(record, &self.report, &self.context);
        let with_fix = mend.map(|mend| {
            let fix = Fix {
                message: mend.in_words(record),
                edits: mend.in_text(record, false).unwrap_or_default(),
            };
            let mut first = with_help(first, &format!("Suggested fix: {}.", fix.message));
            first.fix = Some(Box::new(fix));
            first
        });
        (with_fix, work)
    }

    /// Does the other part of [`Checked::with_fix`]: adds the settings under which the record would
    /// be legal, within the budget of a run.
    pub fn add_settings(&mut self, search: &mut SettingsSearch, place: &str) {
        let first = self
            .first_error_to_fix()
            .filter(|first| first.fix.is_none());
        let completed = first.and_then(|first| {
            Some(with_help(
                first,
                &search.in_words(self.record(), &self.context, place)?,
            ))
        });
        self.replace_first_error(completed);
    }

    /// Replaces the first error, if there is a completed one.
    pub fn replace_first_error(&mut self, completed: Option<Finding>) {
        let first = self
            .report
            .findings
            .iter_mut()
            .find(|finding| finding.is_error());
        if let (Some(first), Some(completed)) = (first, completed) {
            *first = completed;
        }
    }

    /// Adds the findings on the puzzles of the record, which share a budget: a [`Budget`], or a
    /// number of steps.
    #[must_use]
    pub fn with_puzzles(mut self, budget: impl Into<Budget>) -> Self {
        let timeline = if has_puzzles(self.record()) {
            self.timeline().ok()
        } else {
            None
        };
        let reports = timeline
            .map(|timeline| check_each_puzzle(timeline, budget.into()))
            .unwrap_or_default();
        let mut findings: Vec<Finding> = reports
            .into_iter()
            .flat_map(|report| report.findings)
            .collect();
        // A check finds marks that are out of place, without a search.
        let found = std::mem::take(&mut self.report.findings).into_iter();
        let (of_puzzles, others): (Vec<_>, Vec<_>) =
            found.partition(|finding| is_of_puzzles(finding.code.id));
        self.report.findings = others;
        findings.splice(0..0, of_puzzles);
        let claimed = match self.source().claim() {
            Some(Claim::Illegal(Some(id))) if is_of_puzzles(id) => id.clone(),
            _ => String::new(),
        };
        let is_open = self.source().claim() == Some(&Claim::Open);
        let is_announced =
            |finding: &Finding| finding.code.id == claimed || is_open && finding.is_error();
        let (announced_findings, others): (Vec<_>, Vec<_>) =
            findings.into_iter().partition(is_announced);
        if !claimed.is_empty() && announced_findings.is_empty() {
            let broken = self.breaks_claim(unconfirmed(&claimed));
            self.report.findings.insert(0, broken);
        }
        self.announced_findings.extend(announced_findings);
        self.report.findings.extend(others);
        sort_by_place(&mut self.report.findings);
        self
    }

    /// Makes each finding on an expectation or a puzzle that tests nothing an error, for callers
    /// that run tests. In a block whose errors are announced, nothing has to be tested.
    #[must_use]
    pub fn with_failed_tests(mut self) -> Self {
        if self.source().claim() == Some(&Claim::Open) {
            return self;
        }
        let record = Arc::clone(self.record());
        for finding in &mut self.report.findings {
            if tests_nothing(&record, finding) {
                finding.severity = Severity::Error;
            }
        }
        self.report.findings.extend(self.puzzles_not_reached());
        self
    }

    /// Returns an error for each puzzle whose position is not known.
    fn puzzles_not_reached(&self) -> Vec<Finding> {
        let record = self.record();
        let unsearched = unsearched_puzzles(record, self.timeline().ok()).into_iter();
        // A malformed puzzle has a finding already.
        let not_reached =
            unsearched.filter(|puzzle| !matches!(puzzle.reason, UnsearchedReason::Malformed(_)));
        let finding = |puzzle: UnsearchedPuzzle| {
            let command = shorten(record.text_of(puzzle.span));
            let message = format!("`{command}` was not searched: {}.", puzzle.reason);
            let mut finding = Finding::new(&puzzle::OUT_OF_PLACE, puzzle.span, message)
                .at(puzzle.turn, &puzzle.path);
            finding.severity = Severity::Error;
            finding
        };
        not_reached.map(finding).collect()
    }

    /// Notes that the claim of the block does not hold, and returns the finding.
    fn breaks_claim(&mut self, message: String) -> Finding {
        let start = first_token(self.source().text());
        self.keeps_claim = false;
        Finding::new(&code::UNMET, Span::new(start, start), message)
    }

    /// Returns the record. A valid record that was checked while it was parsed is parsed in full on
    /// the first call.
    pub fn record(&self) -> &Arc<Record> {
        self.whole
            .get_or_init(|| Arc::new(self.parsed.with_movetext()))
    }

    /// Returns true if the record has been parsed in full, and false if it was only checked while
    /// it was parsed ([`Checked::record`]).
    pub fn is_parsed(&self) -> bool {
        self.whole.get().is_some()
    }

    /// Returns the text of the record and its place in the file.
    pub fn source(&self) -> &SourceText {
        self.parsed.source()
    }

    /// Returns the first tag with this name.
    pub fn tag(&self, name: &str) -> Option<&Tag> {
        self.parsed.tag(name)
    }

    /// Returns the result that counts: the result under the rules or after a resignation, or else
    /// the result that the record claims after its movetext or in the tag `Result`, for example
    /// after a loss on time. `None` if the game is open. The record is not parsed again.
    pub fn result(&self) -> Option<Standing> {
        let by_rules = self.report.result.clone();
        by_rules.or_else(|| match self.parsed.outcome()? {
            Outcome::Decided(standing) => Some(standing),
            Outcome::Open => None,
        })
    }

    /// Returns the timeline. The first call replays the record, unless it was checked [in
    /// full](Checked::in_full).
    ///
    /// # Errors
    /// If the record does not name its game.
    pub fn timeline(&self) -> Result<&Timeline, NoGame> {
        let timeline = || Timeline::new(Arc::clone(self.record()), &self.context).map(Box::new);
        match self.timeline.get_or_init(timeline) {
            Ok(timeline) => Ok(timeline),
            Err(error) => Err(error.clone()),
        }
    }

    /// Returns the place of a finding of this record in the file.
    pub fn place(&self, finding: &Finding) -> FilePlace {
        self.place_of(finding.span)
    }

    /// Returns the place of a span of this record in the file.
    pub(crate) fn place_of(&self, span: Span) -> FilePlace {
        let source = self.source();
        let place = source.place(span.start);
        let bytes = source.in_file(span);
        FilePlace {
            bytes,
            line: place.line,
            column: place.column,
        }
    }

    /// Returns the bare form, which is equal for two records of the same game (notation 4); `None`
    /// if an error in syntax or tags leaves it unknown.
    pub fn bare(&self) -> Option<String> {
        self.timeline().ok()?.bare()
    }

    /// Returns the key by which duplicates are found: SHA-256 of the bare form, in 64 lower-case
    /// hexadecimal digits.
    pub fn key(&self) -> Option<String> {
        self.bare().map(|bare| sha256(&bare))
    }

    /// Returns the position before the first turn, and after each legal turn of the main line;
    /// `None` if the tags do not determine the start.
    pub fn positions(&self) -> Option<Vec<String>> {
        let timeline = self.timeline().ok()?;
        let frames = std::iter::once(timeline.start()?).chain(timeline.main_line());
        Some(frames.map(|frame| frame.position.text()).collect())
    }
}

/// Returns true for a finding on a command that is intended as a test but tests nothing: an
/// expectation or a puzzle that is misspelt or malformed, and a puzzle or the mark of a variation
/// that is out of place.
///
/// `check` warns of these; whatever runs tests counts them as failed.
pub fn tests_nothing(record: &Record, finding: &Finding) -> bool {
    if finding.code == &code::COMMAND_MISSPELT {
        return is_test_command(record.text_of(finding.span));
    }
    if finding.code == &code::COMMAND_MALFORMED {
        let mut commands = record.comments().flat_map(|comment| &comment.commands);
        return commands.any(|command| {
            command.arguments == finding.span && is_test(record.text_of(command.name))
        });
    }
    finding.code == &puzzle::OUT_OF_PLACE
}

/// Returns true if a code is one of puzzles, which only a search finds.
pub(crate) fn is_of_puzzles(id: &str) -> bool {
    id.starts_with("puzzle/")
}

/// Describes a claim that nothing confirms.
fn unconfirmed(id: &str) -> String {
    format!("The block is marked `illegal={id}`, but the record has no `{id}`.")
}

/// Returns a copy of a finding with `more` appended to its help.
fn with_help(finding: &Finding, more: &str) -> Finding {
    let mut finding = finding.clone();
    let help = match finding.help.take() {
        None => more.to_owned(),
        Some(help) if help.ends_with(|end: char| end.is_alphanumeric() || end == '`') => {
            format!("{help}. {more}")
        }
        Some(help) => format!("{help} {more}"),
    };
    finding.help = Some(help.into());
    finding
}

/// Place of a finding in the file that its record was read from.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct FilePlace {
    /// The byte range, from the start of the file.
    pub bytes: Range<u64>,
    /// The line of the first byte, from 1.
    pub line: u64,
    /// The column of the first byte in characters, from 1.
    pub column: u64,
}

/// Parses and checks every record of a file.
///
/// ```
/// let file = "# Two games.\n\n[Game \"gipf\"]\n[Variant \"basic\"]\n\n1. b3 *\n\n[Game \"gipf\"]\n\n1. b3 *\n";
/// let records = pipscribe::check_str(file);
/// assert_eq!(records.len(), 2);
/// assert!(records[0].report.is_valid());
/// let finding = &records[1].report.findings[0];
/// assert_eq!((finding.code.id, records[1].place(finding).line), ("tag/missing", 8));
/// ```
pub fn check_str(text: &str) -> Vec<Checked> {
    check_bytes(text.as_bytes())
}

/// Like [`check_str`], for bytes. Bytes that are not valid UTF-8 are reported as a finding.
pub fn check_bytes(bytes: &[u8]) -> Vec<Checked> {
    split_text(bytes)
        .into_iter()
        .filter(RawRecord::is_record)
        .map(|raw| Checked::new(raw, &Context::default()))
        .collect()
}

/// Parses and checks the records of a stream one by one. Only one record is in memory at a time,
/// however long the stream is.
///
/// # Errors
/// If the stream cannot be read further. Records before the error have been yielded.
pub fn check_reader(input: impl Read) -> impl Iterator<Item = io::Result<Checked>> {
    let records = RecordSplitter::new(input);
    records
        .filter(|raw| !raw.as_ref().is_ok_and(|raw| !raw.is_record()))
        .map(|raw| raw.map(|raw| Checked::new(raw, &Context::default())))
}

/// Replaces the findings on a text that was pasted from elsewhere, such as a chat, with one
/// finding: they have one cause.
fn with_one_cause(record: &Record, report: Report, context: &Context) -> Report {
    /// The number of errors from which on a common cause is searched for.
    const MIN_ERRORS: usize = 5;
    let errors = report.findings.iter().filter(|finding| finding.is_error());
    let is_far = record.source().offset() > MAX_BYTES_BEFORE_FIX;
    if is_far || errors.count() < MIN_ERRORS || record.text().contains("[%expect") {
        return report;
    }
    let Some(pasted) = read_pasted(record, context) else {
        return report;
    };
    let Some(first) = report.first_error().cloned() else {
        return report;
    };
    let message = format!(
        "This looks like text from elsewhere: {}.",
        pasted.recognised
    );
    let mut finding = Finding::new(first.code, first.span, message).with_hint(Hint::ConvertPasted);
    finding.turn = first.turn;
    Report {
        findings: vec![finding],
        ..report
    }
}

/// Returns the report on a record that does not name its game.
fn without_game(record: &Record) -> Report {
    let mut findings = record.findings.clone();
    if !record.is_unread {
        let mut tags = CommonTags::check(record, None);
        tags.check_seats(record, None);
        findings.extend(tags.findings);
        findings.extend(game_finding(record));
        if record.tag("Game").is_none() {
            unreadable_turns(record, &record.moves, &mut findings);
            collapse_foreign_text(record, &mut findings);
        }
    }
    finish(record, findings)
}

fn game_finding(record: &Record) -> Option<Finding> {
    let names: Vec<_> = GameId::ALL.iter().map(|game| format!("`{game}`")).collect();
    let known = format!("The games are {}.", and(names));
    match record.tag("Game") {
        Some(tag) => {
            let message = format!("`{}` is not a game of this notation.", shorten(&tag.value));
            let called = GameId::called(&tag.value);
            let games = match called {
                Some(game) => vec![game.name().to_owned()],
                None => near_or_few(&tag.value, &GameId::ALL.map(|game| game.name().to_owned())),
            };
            let help = called.map_or(known, |game| format!("Write `{game}`."));
            let finding = Finding::new(&code::UNKNOWN_VALUE, tag.value_span, message);
            Some(finding.with_help(help).with_tag("Game", games))
        }
        None if record.malformed_tags.iter().any(|name| name == "Game") => None,
        None => {
            let start = first_token(record.text());
            let message = "The tag `Game` is missing; it must be the first tag.";
            let finding = Finding::new(&code::MISSING, Span::new(start, start), message);
            let games = GameId::ALL.map(GameId::name);
            Some(finding.with_help(known).with_tag("Game", games))
        }
    }
}

/// Reports turns that do not belong to any of the games.
fn unreadable_turns(record: &Record, line: &Line, findings: &mut Vec<Finding>) {
    for node in &line.turns {
        let text = record.turn_text(node);
        if node.malformed || !(game_of_turn(text).is_some() || is_resignation(text)) {
            let finding = Finding::new(
                &code::TOKEN,
                node.text,
                "This is not a turn of any of the games.",
            );
            findings.push(finding.at(node.number, &line.path));
        }
        if findings.len() > MAX_FINDINGS {
            return;
        }
        for variation in node.variations() {
            unreadable_turns(record, &variation.line, findings);
        }
    }
}

fn finish(record: &Record, mut findings: Vec<Finding>) -> Report {
    let unmet = expected_codes(record, &mut findings);
    findings.extend(unmet);
    sort_by_place(&mut findings);
    Report {
        findings,
        findings_dropped: record.findings_dropped,
        ..Report::default()
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::testing::counters::{Counts, counted};

    fn text(moves: &str) -> String {
        format!("[Game \"gipf\"]\n[Variant \"basic\"]\n\n{moves}\n")
    }

    #[test]
    fn a_valid_record_is_parsed_and_judged_once() {
        let once = Counts {
            parsed: 1,
            judged_while_parsed: 1,
            replayed: 0,
        };
        for moves in [
            "1. b3 2. c2 *",
            "1. b3 {[%circle c3]} (1. c2) 2. c2! *",
            // Only warnings on the text.
            "1. b3 3. c2 *",
            "1. b3\u{a0}2. c2 *",
        ] {
            assert_eq!(
                counted(|| drop(Checked::from_text(&text(moves)))),
                once,
                "{moves}"
            );
        }
    }

    #[test]
    fn a_record_with_an_expectation_is_parsed_and_replayed_once() {
        let once = Counts {
            parsed: 1,
            judged_while_parsed: 0,
            replayed: 1,
        };
        assert_eq!(
            counted(|| drop(Checked::from_text(&text("1. b3 {[%expect legal]} *")))),
            once
        );
    }

    #[test]
    fn a_record_with_a_fault_is_parsed_and_replayed_once_more() {
        let twice = Counts {
            parsed: 2,
            judged_while_parsed: 1,
            replayed: 1,
        };
        for moves in ["1. b3 2. b3 *", "1. b3 nonsense *", "1. b3 1-0"] {
            assert_eq!(
                counted(|| drop(Checked::from_text(&text(moves)))),
                twice,
                "{moves}"
            );
        }
    }

    #[test]
    fn the_positions_of_a_valid_record_cost_one_more_parse_and_replay() {
        let counts = counted(|| {
            let checked = Checked::from_text(&text("1. b3 2. c2 *"));
            assert!(
                checked.timeline().is_ok()
                    && checked.positions().is_some()
                    && checked.bare().is_some()
            );
        });
        assert_eq!(counts.replayed, 1);
    }
}
