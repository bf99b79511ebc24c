//! Checked records: a record with its game and its findings.
//!
//! The *claim* of a record is what the attributes of its code block say about it, such as
//! `illegal`. The *timeline* is its replay with all positions. The *bare form* is the canonical
//! record with only what affects play; it is equal for two records of the same game. *Keys* are
//! hashes of a game, of its first turns and of positions.
//!
//! A valid record is judged while it is parsed, without keeping its turns. All other records, and
//! those with expectations, are parsed and then replayed. What only some callers need (the whole
//! record, the timeline, the bare form) is computed on first use.

use std::ops::Range;
use std::sync::{Arc, OnceLock};

use super::without_game::without_game;
use crate::findings::{Finding, Fix, Hint};
use crate::fixes::infer::{Settings, SettingsSearch};
use crate::fixes::mend::{MAX_BYTES_BEFORE_FIX, Mend, read_pasted};
use crate::games::{Context, GameId};
use crate::notation::{Outcome, Record, RecordParser, Standing, Tag, UnparsedRecord, first_record};
use crate::replay::{
    KeyCache, NoGame, PREFIX_LENGTHS, PositionKeys, RecordKeys, Report, Timeline, report_and_bare,
};
use crate::text::{Claim, Key, RawRecord, SourceText, Span, sha256};

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
    /// The whole record with its turns, parsed on first use.
    whole: OnceLock<Arc<Record>>,
    /// The game; `None` if the record does not name one.
    pub game: Option<GameId>,
    /// The result of the check.
    pub report: Report,
    /// Findings announced by the claim of its block.
    pub(super) announced_findings: Vec<Finding>,
    /// True if the claim of its block holds.
    pub(super) keeps_claim: bool,
    context: Context,
    /// The timeline, replayed on first use.
    timeline: OnceLock<Result<Box<Timeline>, NoGame>>,
    /// The bare form, written on first use.
    bare: OnceLock<Option<String>>,
    /// The keys, if they were computed with the check.
    keys: Option<Box<RecordKeys>>,
}

impl Checked {
    /// Parses and checks a record. A valid record is checked while it is parsed, and its turns are
    /// not kept.
    pub fn new(raw: RawRecord, context: &Context) -> Self {
        let unparsed = UnparsedRecord::new(raw);
        let checked = Self::check_fast(&unparsed, |game, parser, text| {
            game.check_fast(parser, text, context)
        });
        match checked {
            Some((parsed, report)) => {
                let parsed = unparsed.into_record(parsed);
                Self::from_report(Arc::new(parsed), OnceLock::new(), report, context)
            }
            None => Self::from_record(unparsed.parse(), context),
        }
    }

    /// Parses and checks a record, and writes its bare form in the same pass. If a record needs a
    /// full replay, its findings have only code and place.
    pub fn with_bare_form(raw: RawRecord, context: &Context) -> Self {
        let unparsed = UnparsedRecord::new(raw);
        let checked = Self::check_fast(&unparsed, |game, parser, text| {
            game.check_fast_with_bare_form(parser, text, context)
        });
        if let Some((parsed, (report, bare))) = checked {
            let parsed = unparsed.into_record(parsed);
            return Self {
                bare: bare.into(),
                ..Self::from_report(Arc::new(parsed), OnceLock::new(), report, context)
            };
        }

        let record = unparsed.parse();
        let Some((report, bare)) = report_and_bare(&record, context) else {
            return Self::from_record(record, context);
        };
        Self {
            bare: bare.into(),
            ..Self::from_whole_record(Arc::new(record), report, context)
        }
    }

    /// Parses and checks a record, and computes in the same pass the keys that the table of games
    /// has. A record that needs a full replay is checked as by [`Checked::new`].
    pub fn with_keys(raw: RawRecord, context: &Context) -> Self {
        let unparsed = UnparsedRecord::new(raw);
        let checked = Self::check_fast(&unparsed, |game, parser, text| {
            game.check_fast_with_keys(parser, text, context)
        });
        let Some((parsed, (report, bare, keys))) = checked else {
            return Self::from_record(unparsed.parse(), context);
        };
        let parsed = unparsed.into_record(parsed);
        Self {
            bare: bare.into(),
            keys: Some(Box::new(keys)),
            ..Self::from_report(Arc::new(parsed), OnceLock::new(), report, context)
        }
    }

    /// Parses and checks the first record of a text.
    pub fn from_text(text: &str) -> Self {
        Self::new(first_record(text), &Context::default())
    }

    /// Checks the movetext of a record with `check` while it is parsed. Returns the tags and the
    /// result of a valid record, with the result of `check`; `None` if the record needs a full
    /// replay.
    fn check_fast<T>(
        unparsed: &UnparsedRecord,
        check: impl FnOnce(GameId, &mut RecordParser<'_>, &str) -> Option<T>,
    ) -> Option<(Record, T)> {
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
        let game = parser.record.game()?;
        let checked = check(game, &mut parser, unparsed.source().text())?;
        Some((parser.record, checked))
    }

    /// Checks a record that has been parsed.
    pub fn from_record(record: Record, context: &Context) -> Self {
        let game = record.game();
        let full_report = match game {
            Some(game) => game.check(&record, context),
            None => without_game(&record),
        };
        let report = with_one_cause(&record, full_report, context);
        Self::from_whole_record(Arc::new(record), report, context)
    }

    /// Combines a record that has been parsed in full with its report.
    fn from_whole_record(record: Arc<Record>, report: Report, context: &Context) -> Self {
        Self::from_report(Arc::clone(&record), record.into(), report, context)
    }

    /// Combines a record with its report, and compares them with the claim of its block.
    fn from_report(
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
            bare: OnceLock::new(),
            keys: None,
        }
        .compare_with_claim()
    }

    /// Checks a record and keeps every position. The result is the same as that of
    /// [`Checked::from_record`]; use this function if the timeline is needed anyway.
    pub fn in_full(record: Record, context: &Context) -> Self {
        let record = Arc::new(record);
        let timeline = Timeline::new(Arc::clone(&record), context).map(Box::new);
        let full_report = match &timeline {
            Ok(timeline) => timeline.report.clone(),
            Err(_) => without_game(&record),
        };
        let report = with_one_cause(&record, full_report, context);
        Self {
            timeline: timeline.into(),
            ..Self::from_whole_record(record, report, context)
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
        let first = self.first_error_to_fix()?;
        let (with_mend, _) = self.first_error_with_mend();
        if with_mend.is_some() {
            return with_mend;
        }

        let record = self.record();
        let mut unlimited = u64::MAX;
        let settings = Settings::of_whole(record, &self.context, &mut unlimited);
        Some(with_help(first, &settings.in_words(record)?))
    }

    /// Returns the first error, if the record begins early enough in its file for a search.
    fn first_error_to_fix(&self) -> Option<&Finding> {
        if self.source().offset() >= MAX_BYTES_BEFORE_FIX {
            return None;
        }
        self.report.first_error()
    }

    /// Returns the first error with its fix, if only one change would fix the record, and the work
    /// of the search. This is the part of [`Checked::with_fix`] that depends only on the record.
    pub fn first_error_with_mend(&self) -> (Option<Finding>, u64) {
        let Some(first) = self.first_error_to_fix() else {
            return (None, 0);
        };
        let record = self.record();
        let (mend, work) = Mend::sole_with_work(record, &self.report, &self.context);
        let with_fix = mend.map(|mend| {
            // The fix itself, without comments that preserve the original text.
            let trace = false;
            let fix = Fix {
                message: mend.in_words(record),
                edits: mend.in_text(record, trace).unwrap_or_default(),
            };
            let mut first = with_help(first, &format!("Suggested fix: {}.", fix.message));
            first.fix = Some(Box::new(fix));
            first
        });
        (with_fix, work)
    }

    /// Adds the settings under which the record would be legal, within the budget of a run. This is
    /// the other part of [`Checked::with_fix`]. `deck_folder` is the folder in which decks of the
    /// record may be: records with equal text share an answer only if it is the same.
    pub fn add_settings(&mut self, search: &mut SettingsSearch, deck_folder: &str) {
        let first = self
            .first_error_to_fix()
            .filter(|first| first.fix.is_none());
        let completed = first.and_then(|first| {
            Some(with_help(
                first,
                &search.in_words(self.record(), &self.context, deck_folder)?,
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

    /// Returns the record. A valid record that was checked while it was parsed is parsed in full on
    /// the first call.
    pub fn record(&self) -> &Arc<Record> {
        self.whole
            .get_or_init(|| Arc::new(self.parsed.with_movetext()))
    }

    /// Returns the record as far as it was needed for the check: the turns of a valid record may be
    /// missing ([`Checked::record`]), its tags and its result are not.
    pub fn head(&self) -> &Record {
        self.whole.get().map_or(&self.parsed, |whole| whole)
    }

    /// Returns true if the record has been parsed in full, and false if it was only checked while
    /// it was parsed ([`Checked::record`]).
    #[doc(hidden)]
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

    /// Returns the effective result: the result under the rules or after a resignation, or else the
    /// result that the record claims after its movetext or in the tag `Result`, for example after a
    /// loss on time. Returns `None` if the game has no result yet. The record is not parsed again.
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
    /// Returns an error if the record does not name its game.
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
        let bare = || self.timeline().ok()?.bare();
        self.bare.get_or_init(bare).clone()
    }

    /// Returns the key that identifies duplicates: SHA-256 of the bare form, as 64 lower-case
    /// hexadecimal digits.
    pub fn key(&self) -> Option<String> {
        self.bare().map(|bare| sha256(&bare))
    }

    /// Returns the key that a record shares with all its images, as [`Timeline::symmetric_key`].
    pub fn symmetric_key(&self) -> Option<Key> {
        match &self.keys {
            Some(keys) => keys.symmetric,
            None => self.timeline().ok()?.symmetric_key(),
        }
    }

    /// Returns the keys of the first turns, one for each of [`PREFIX_LENGTHS`] that the main line
    /// reaches.
    pub(crate) fn prefix_keys(&self) -> Vec<Key> {
        match &self.keys {
            Some(keys) => keys.prefixes.clone(),
            None => self
                .timeline()
                .map(|timeline| timeline.prefix_keys_after(&PREFIX_LENGTHS))
                .unwrap_or_default(),
        }
    }

    /// Returns the keys of the last position; `None` if the tags do not determine the start.
    pub(crate) fn end_keys(&self) -> Option<PositionKeys> {
        if let Some(keys) = &self.keys {
            return keys.end;
        }
        let last = self.timeline().ok()?.after(None).ok()?;
        Some(last.position.keys(&mut KeyCache::default()))
    }

    /// Returns the number of seats; `None` if the tags do not determine it.
    pub(crate) fn seats(&self) -> Option<u8> {
        match &self.keys {
            Some(keys) => Some(keys.seats),
            None => Some(self.timeline().ok()?.start()?.position.seats()),
        }
    }

    /// Returns the position before the first turn, and after each legal turn of the main line;
    /// `None` if the tags do not determine the start.
    pub fn positions(&self) -> Option<Vec<String>> {
        let timeline = self.timeline().ok()?;
        let frames = std::iter::once(timeline.start()?).chain(timeline.main_line());
        Some(frames.map(|frame| frame.position.text()).collect())
    }
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
#[non_exhaustive]
pub struct FilePlace {
    /// The byte range, from the start of the file.
    pub bytes: Range<u64>,
    /// The line of the first byte, from 1.
    pub line: u64,
    /// The column of the first byte in characters, from 1.
    pub column: u64,
}

/// Replaces the findings on a text that was pasted from elsewhere, such as a chat, with one
/// finding: they have one cause.
fn with_one_cause(record: &Record, report: Report, context: &Context) -> Report {
    /// The minimum number of errors for which a common cause is searched.
    const MIN_ERRORS: usize = 5;
    let errors = report.findings.iter().filter(|finding| finding.is_error());
    let has_many_errors = errors.count() >= MIN_ERRORS;
    let is_far = record.source().offset() >= MAX_BYTES_BEFORE_FIX;
    if !has_many_errors || is_far || record.text().contains("[%expect") {
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
            ..Counts::default()
        };
        for moves in [
            "1. b3 2. c2 *",
            "1. b3 {[%circle c3]} (1. c2) 2. c2! *",
            // Only warnings about the text.
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
            ..Counts::default()
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
            ..Counts::default()
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
