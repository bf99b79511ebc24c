//! A record with its game and what is wrong with it; files of records.

use std::io::{self, Read};
use std::ops::Range;
use std::sync::{Arc, OnceLock};

use crate::findings::{Finding, Fix, code};
use crate::games::{Context, GameId};
use crate::infer::Settings;
#[cfg(feature = "cli")]
use crate::infer::SettingsSearch;
use crate::mend::{MOST_BYTES_BEFORE_FIX, Mend};
use crate::notation::{Line, Record, Tag, UnparsedRecord, first_record, is_resignation, shorten};
use crate::replay::{CommonTags, Report, Timeline, collapse_foreign_text, expected_codes, game_of_turn};
use crate::text::{Claim, MAX_FINDINGS, RawRecord, RecordSplitter, SourceText, Span, sha256, split_text};

/// A record that was checked.
#[derive(Debug)]
pub struct Checked {
    /// The record; if it was valid and judged while it was parsed, its tags and its result only.
    parsed: Arc<Record>,
    /// The whole record, once somebody has asked.
    whole: OnceLock<Arc<Record>>,
    /// Its game, where the record says it.
    pub game: Option<GameId>,
    /// What checking it gave.
    pub report: Report,
    /// What its block claims that is wrong with it, and is.
    meant: Vec<Finding>,
    /// What its block claims of it holds.
    keeps_claim: bool,
    context: Context,
    /// The record turn by turn, once somebody has asked.
    timeline: OnceLock<Option<Box<Timeline>>>,
}

impl Checked {
    /// Reads and checks a record.
    pub fn new(raw: RawRecord) -> Self {
        Self::read(raw, &Context::default())
    }

    /// Reads and checks the first record of a text.
    pub fn from_text(text: &str) -> Self {
        Self::new(first_record(text))
    }

    /// Reads and checks a record. As long as nothing is wrong with it, its turns are played as they are read, and none
    /// is kept.
    pub fn read(raw: RawRecord, context: &Context) -> Self {
        let unparsed = UnparsedRecord::new(raw);
        match Self::read_fast(&unparsed, context) {
            Some((parsed, report)) => {
                let parsed = unparsed.into_record(parsed);
                Self::judged(Arc::new(parsed), OnceLock::new(), report, context)
            }
            None => Self::of(unparsed.parse(), context),
        }
    }

    /// The tags and the result of a valid record, with its report; `None` if it takes a replay with findings.
    fn read_fast(unparsed: &UnparsedRecord, context: &Context) -> Option<(Record, Report)> {
        // What is claimed to break a rule has findings.
        if unparsed.source().claim().is_some_and(|claim| *claim != Claim::Legal) {
            return None;
        }
        let mut parser = unparsed.parser()?;
        parser.read_tags();
        let report = parser.record.game()?.check_fast(&mut parser, unparsed.source().text(), context)?;
        Some((parser.record, report))
    }

    /// Checks a record.
    pub fn of(record: Record, context: &Context) -> Self {
        let game = record.game();
        let report = match game {
            Some(game) => game.check(&record, context),
            None => without_game(&record),
        };
        Self::of_whole(Arc::new(record), report, context)
    }

    fn of_whole(record: Arc<Record>, report: Report, context: &Context) -> Self {
        Self::judged(Arc::clone(&record), record.into(), report, context)
    }

    fn judged(parsed: Arc<Record>, whole: OnceLock<Arc<Record>>, report: Report, context: &Context) -> Self {
        let game = parsed.game();
        let (context, timeline) = (context.clone(), OnceLock::new());
        Self { parsed, whole, game, report, meant: Vec::new(), keeps_claim: true, context, timeline }
            .held_against_claim()
    }

    /// What the fence of its block says that it breaks is no fault; that it breaks nothing is one.
    fn held_against_claim(mut self) -> Self {
        let is_open = self.source().claim() == Some(&Claim::Open);
        let (named, broken) = match self.source().claim() {
            None | Some(Claim::Legal) => return self,
            Some(Claim::Open) => (None, None),
            Some(Claim::Illegal(None)) => (None, Some("`illegal` is said of a record that is legal.".to_owned())),
            Some(Claim::Illegal(Some(id))) => {
                let message = format!("`illegal={id}` is said of a record in which nothing is `{id}`.");
                (Some(id.clone()), Some(message))
            }
        };
        let findings = std::mem::take(&mut self.report.findings).into_iter();
        let (meant, mut others): (Vec<_>, Vec<_>) = findings.partition(|finding| match &named {
            Some(id) => finding.code.id == id,
            // An expectation that fails breaks no rule.
            None => finding.is_error() && (is_open || finding.code != &code::UNMET),
        });
        if let Some(message) = broken.filter(|_| meant.is_empty()) {
            let start = first_token(self.source().text());
            others.insert(0, Finding::new(&code::UNMET, Span::new(start, start), message));
            self.keeps_claim = false;
        } else if named.is_none() {
            self.report.findings_dropped = 0;
        }
        (self.report.findings, self.meant) = (others, meant);
        self
    }

    /// What is wrong with it and is no fault, as the fence of its block claims just that.
    pub fn meant(&self) -> &[Finding] {
        &self.meant
    }

    /// What is wrong with what the fence of its block claims.
    pub(crate) fn broken_claim(&self) -> Option<&str> {
        let first = self.report.findings.first().filter(|_| !self.keeps_claim)?;
        Some(first.message.trim_end_matches('.'))
    }

    /// Checks a record and keeps every position of it: the same, where the timeline is asked for anyway.
    pub fn in_full(record: Record, context: &Context) -> Self {
        let record = Arc::new(record);
        let timeline = Timeline::of(Arc::clone(&record), context).map(Box::new);
        let report = timeline.as_ref().map_or_else(|| without_game(&record), |timeline| timeline.report.clone());
        Self { timeline: timeline.into(), ..Self::of_whole(record, report, context) }
    }

    /// Looks for what was meant where something is wrong: if only one change would mend the record, its first error says so, or
    /// under which other tags it would be legal. That is looked for in records that begin within the first 256 KiB of a file.
    #[must_use]
    pub fn with_fix(mut self) -> Self {
        let with_fix = self.first_error_with_fix();
        self.replace_first_error(with_fix);
        self
    }

    /// The first error as [`Checked::with_fix`] tells it; `None` where nothing is found that may have been meant.
    pub fn first_error_with_fix(&self) -> Option<Finding> {
        self.first_error_with_mend().or_else(|| {
            let (record, mut left) = (self.record(), u64::MAX);
            let settings = Settings::of_whole(record, &self.context, &mut left);
            Some(with_help(self.first_error_to_fix()?, &settings.in_words(record)?))
        })
    }

    /// The first error, where it is looked for what was meant.
    fn first_error_to_fix(&self) -> Option<&Finding> {
        let first = self.report.findings.iter().find(|finding| finding.is_error());
        first.filter(|_| self.source().offset() < MOST_BYTES_BEFORE_FIX)
    }

    /// The first error where only one change would mend the record.
    fn first_error_with_mend(&self) -> Option<Finding> {
        let (first, record) = (self.first_error_to_fix()?, self.record());
        let mend = Mend::sole_of(record, &self.report, &self.context)?;
        let fix = Fix { message: mend.in_words(record), edits: mend.in_text(record, false).unwrap_or_default() };
        let mut first = with_help(first, &format!("What was meant, perhaps: {}.", fix.message));
        first.fix = Some(Box::new(fix));
        Some(first)
    }

    /// The part of [`Checked::with_fix`] that can be done for each record by itself: the only change that would mend it.
    #[cfg(feature = "cli")]
    #[must_use]
    pub(crate) fn with_mend(mut self) -> Self {
        let with_mend = self.first_error_with_mend();
        self.replace_first_error(with_mend);
        self
    }

    /// The other part: under which settings it would be legal, as far as they are looked for in a run.
    #[cfg(feature = "cli")]
    pub(crate) fn add_settings(&mut self, search: &mut SettingsSearch, place: &str) {
        let first = self.first_error_to_fix().filter(|first| first.fix.is_none());
        let told =
            first.and_then(|first| Some(with_help(first, &search.in_words(self.record(), &self.context, place)?)));
        self.replace_first_error(told);
    }

    fn replace_first_error(&mut self, told: Option<Finding>) {
        let first = self.report.findings.iter_mut().find(|finding| finding.is_error());
        if let (Some(first), Some(told)) = (first, told) {
            *first = told;
        }
    }

    /// No record: nobody asks what is wrong with it.
    pub(crate) fn unjudged() -> Self {
        let record = Arc::new(Record::parse_str(""));
        Self::of_whole(record, Report::default(), &Context::default())
    }

    /// The record. One in which nothing is wrong is read the first time that somebody asks.
    pub fn record(&self) -> &Arc<Record> {
        self.whole.get_or_init(|| Arc::new(self.parsed.with_movetext()))
    }

    /// Whether it was judged while it was read, and none of its turns is kept.
    #[doc(hidden)]
    pub fn is_unread(&self) -> bool {
        self.whole.get().is_none()
    }

    /// Its text and where it stood.
    pub fn source(&self) -> &SourceText {
        self.parsed.source()
    }

    /// The first tag of that name.
    pub fn tag(&self, name: &str) -> Option<&Tag> {
        self.parsed.tag(name)
    }

    /// The record turn by turn; `None` where it does not say its game. Costs a replay the first time, unless it was
    /// checked [in full](Checked::in_full).
    pub fn timeline(&self) -> Option<&Timeline> {
        let timeline = || Timeline::of(Arc::clone(self.record()), &self.context).map(Box::new);
        self.timeline.get_or_init(timeline).as_deref()
    }

    /// Where a finding of this record, or what it is related to, stands in the file.
    pub fn place(&self, finding: &Finding) -> FilePlace {
        self.place_of(finding.span)
    }

    /// Where a stretch of this record stands in the file.
    pub fn place_of(&self, span: Span) -> FilePlace {
        let source = self.source();
        let (place, bytes) = (source.place(span.start), source.in_file(span));
        FilePlace { bytes, line: place.line, column: place.column }
    }

    /// The bare form, which two records of the same game share (notation 4); `None` where an error of syntax or tags
    /// leaves it unknown.
    pub fn bare(&self) -> Option<String> {
        self.timeline()?.bare()
    }

    /// What duplicates are found by: SHA-256 of the bare form, in 64 small hexadecimal digits.
    pub fn key(&self) -> Option<String> {
        self.bare().map(|bare| sha256(&bare))
    }

    /// The position before the first turn, and after each turn of the main line that can be played; `None` where the
    /// tags leave the start open.
    pub fn positions(&self) -> Option<Vec<String>> {
        let timeline = self.timeline()?;
        let frames = std::iter::once(timeline.start()?).chain(timeline.main_line());
        Some(frames.map(|frame| frame.position.text()).collect())
    }
}

/// A finding whose help says more.
fn with_help(finding: &Finding, more: &str) -> Finding {
    let mut finding = finding.clone();
    let help = finding.help.take().map(|help| format!("{help} ")).unwrap_or_default();
    finding.help = Some(format!("{help}{more}").into());
    finding
}

/// Where a finding stands in the file that its record was read from.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct FilePlace {
    /// The bytes, from the start of the file.
    pub bytes: Range<u64>,
    /// The line of the first, from 1.
    pub line: u64,
    /// Its column in characters, from 1.
    pub column: u64,
}

/// Reads and checks every record of a file.
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

/// The same for bytes that need not be UTF-8: what is not is a finding.
pub fn check_bytes(bytes: &[u8]) -> Vec<Checked> {
    split_text(bytes).into_iter().filter(|raw| !raw.preamble).map(Checked::new).collect()
}

/// Reads and checks the records of a stream one by one; it holds one at a time, however long the stream is.
///
/// # Errors
/// Where the stream cannot be read on; what came before was given out already.
pub fn check_reader(input: impl Read) -> impl Iterator<Item = io::Result<Checked>> {
    let records = RecordSplitter::new(input);
    records.filter(|raw| !raw.as_ref().is_ok_and(|raw| raw.preamble)).map(|raw| raw.map(Checked::new))
}

/// What can be said of a record that does not say its game.
fn without_game(record: &Record) -> Report {
    let mut findings = record.findings.clone();
    // Of a record that is too large nothing else is known.
    let unread = findings.iter().any(|finding| finding.code.id == code::RECORD_SIZE.id);
    if !unread {
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
    let known = format!("One of {}.", names.join(", "));
    match record.tag("Game") {
        Some(tag) => {
            let message = format!("`{}` is no game of this notation.", shorten(&tag.value));
            Some(Finding::new(&code::UNKNOWN_VALUE, tag.value_span, message).with_help(known))
        }
        None if record.malformed_tags.iter().any(|name| name == "Game") => None,
        None => {
            let start = first_token(record.text());
            let message = "The tag `Game` is missing; it is a record's first.";
            Some(Finding::new(&code::MISSING, Span::new(start, start), message).with_help(known))
        }
    }
}

/// Where the text begins that is neither white space nor a `#` comment.
fn first_token(text: &str) -> usize {
    let mut start = 0;
    for line in text.split_inclusive('\n') {
        let plain = line.trim_start().trim_start_matches('\u{FEFF}');
        if !(plain.is_empty() || plain.starts_with('#')) {
            return start + line.len() - plain.len();
        }
        start += line.len();
    }
    text.trim_end().len()
}

/// Turns that are none of any of the four games.
fn unreadable_turns(record: &Record, line: &Line, findings: &mut Vec<Finding>) {
    for node in &line.turns {
        let text = record.turn_text(node);
        if node.malformed || !(game_of_turn(text).is_some() || is_resignation(text)) {
            let finding = Finding::new(&code::TOKEN, node.text, "This is no turn of any of the four games.");
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
    findings.sort_by_key(|finding| finding.span.start);
    Report { findings, findings_dropped: record.findings_dropped, ..Report::default() }
}
