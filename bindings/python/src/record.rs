//! Records, judged when they are read.

use std::collections::BTreeMap;
use std::hash::{Hash, Hasher};
use std::sync::{Arc, OnceLock};

use pipscribe::Checked;
use pipscribe::collection;
use pipscribe::figures::Selection;
use pipscribe::fixes::infer::{MAX_JUDGED, Settings};
use pipscribe::fixes::mend::{self, MAX_WORK};
use pipscribe::replay::{self, LiveGame, Timeline};
use pipscribe::text::RawRecord;
use pyo3::prelude::*;
use pyo3::types::{PyBytes, PyDict, PyTuple};

use crate::arguments::argument;
use crate::check_and_read::{check_source, only};
use crate::deck_context::DeckContext;
use crate::errors::{not_legal, refused, refused_with_hint};
use crate::finding::Finding;
use crate::fixes::{self, Mend, Mends, Setting};
use crate::frame::Frame;
use crate::game::Game;
use crate::position::{Position, refusal};
use crate::position_path;
use crate::render::{self, Image, Subject};
use crate::tree_parts::{Parts, Places};
use crate::why::Why;

/// A record with its findings. It is immutable.
///
/// ``Record(text)`` accepts any text with one record, valid or not. ``Record.parse(text)`` accepts only a valid record.
///
/// >>> from pipscribe import Record
/// >>> record = Record('[Game "gipf"]\n[Variant "basic"]\n[Event "Lyon"]\n\n1. b3 2. a2-c4 *\n')
/// >>> record.valid, record.game, record.variant, record.turns
/// (True, 'gipf', 'basic', ['b3', 'a2-c4'])
/// >>> record.tags["Event"]
/// 'Lyon'
/// >>> record.key == Record(record.bare).key
/// True
#[pyclass(frozen, eq, hash, weakref, module = "pipscribe")]
#[derive(Clone, Debug)]
pub(crate) struct Record {
    checked: Arc<Checked>,
    deck_context: DeckContext,
    /// Number of characters in the text before the record.
    before: usize,
    /// Line on which the record begins, without the comments before it.
    line: u64,
    /// Line on which the comments before the first record begin.
    first_line: u64,
    /// The original, if the text differs from it.
    original: Option<Arc<OriginalBytes>>,
    findings: Arc<OnceLock<Vec<Finding>>>,
    positions: Arc<OnceLock<Vec<Position>>>,
}

/// Bytes of a record that its text does not show.
#[derive(Debug, PartialEq)]
struct OriginalBytes {
    /// All bytes, if they are not UTF-8.
    foreign: Option<Vec<u8>>,
    /// Number of bytes that were dropped, because the record is too long.
    dropped: u64,
}

/// Records are equal if they have the same text, the same place, and the same decks.
impl PartialEq for Record {
    fn eq(&self, other: &Self) -> bool {
        let place = |record: &Self| (record.before, record.line, record.first_line);
        place(self) == place(other)
            && self.text() == other.text()
            && self.original == other.original
            && self.deck_context == other.deck_context
    }
}

impl Eq for Record {}

impl Hash for Record {
    fn hash<H: Hasher>(&self, into: &mut H) {
        (self.text(), self.before).hash(into);
    }
}

impl Record {
    /// Judges a record, with the number of characters before it and the line on which it begins without the comments
    /// before it.
    pub(crate) fn judged(
        raw: RawRecord,
        line: u64,
        before: usize,
        deck_context: &DeckContext,
    ) -> Self {
        let foreign = std::str::from_utf8(&raw.bytes)
            .is_err()
            .then(|| raw.bytes.clone());
        let dropped = raw.dropped;
        let original = (foreign.is_some() || dropped > 0)
            .then(|| Arc::new(OriginalBytes { foreign, dropped }));
        let first_line = raw.line;
        let checked = Arc::new(Checked::new(raw, &deck_context.context));
        let findings = Arc::default();
        let positions = Arc::default();
        Self {
            checked,
            deck_context: deck_context.clone(),
            before,
            line,
            first_line,
            original,
            findings,
            positions,
        }
    }

    /// Returns the bytes that were read, without those beyond the maximum length.
    pub(crate) fn original_bytes(&self) -> &[u8] {
        self.original
            .as_deref()
            .and_then(|original| original.foreign.as_deref())
            .unwrap_or(self.text().as_bytes())
    }

    /// Returns the number of characters up to its end.
    pub(crate) fn end(&self) -> usize {
        self.before + self.text().chars().count()
    }

    /// Returns the position of each frame of the timeline.
    fn positions_of<'r>(&'r self, timeline: &Timeline) -> &'r [Position] {
        self.positions
            .get_or_init(|| position_path::positions(timeline, &self.deck_context))
    }

    /// Returns the frames of the main line with their positions.
    fn main_line(&self) -> PyResult<impl DoubleEndedIterator<Item = (&replay::Frame, &Position)>> {
        let timeline = self.timeline()?;
        let frames = timeline.frames().iter().zip(self.positions_of(timeline));
        Ok(frames.filter(|(frame, _)| frame.path.is_empty()))
    }

    /// Returns the position after a turn of the main line, by default the last one.
    fn main_line_position(&self, turn: Option<u32>) -> PyResult<Position> {
        let wanted = self
            .timeline()?
            .after(turn)
            .map_err(refused_with_hint)?
            .turn;
        let found = self.main_line()?.find(|(frame, _)| frame.turn == wanted);
        found
            .map(|(_, position)| position.clone())
            .ok_or_else(|| refused("the record has no such position"))
    }

    /// Searches for fixes of the record.
    fn search_fixes(&self, answers: &[mend::Answer]) -> Mends {
        let record = self.checked.record();
        let report = &self.checked.report;
        let context = &self.deck_context.context;
        mend::Mends::search_with_answers(record, report, context, MAX_WORK, answers)
            .map_or_else(Mends::none, |mends| Mends::new(&mends, record))
    }

    /// Returns the timeline of the record if it has at least the initial position.
    fn timeline(&self) -> PyResult<&Timeline> {
        if let Ok(timeline) = self.checked.timeline()
            && timeline.start().is_some()
        {
            return Ok(timeline);
        }
        let findings = self.python_findings();
        if findings.is_empty() {
            return Err(refused("the record does not name its game"));
        }
        Err(not_legal(findings.to_vec()))
    }

    fn python_findings(&self) -> &[Finding] {
        self.findings
            .get_or_init(|| Finding::of_record(&self.checked, self.before))
    }

    fn collection_game(&self) -> collection::Game<'_> {
        collection::Game::new(&self.checked)
    }
}

#[pymethods]
impl Record {
    #[new]
    #[pyo3(signature = (text, *, decks=None))]
    fn new(
        text: &Bound<'_, PyAny>,
        #[pyo3(from_py_with = argument)] decks: Option<BTreeMap<String, String>>,
    ) -> PyResult<Self> {
        only(check_source("text", text, decks)?)
    }

    /// Returns the record of a text if it is valid.
    ///
    /// Raises ``NotLegal`` with its errors otherwise.
    ///
    /// >>> from pipscribe import Record
    /// >>> Record.parse('[Game "gipf"]\n\n1. b3 *\n')
    /// Traceback (most recent call last):
    ///     ...
    /// pipscribe._errors.NotLegal: 1:1: error[tag/missing]: The tag `Variant` is missing. (notation 2)
    #[staticmethod]
    #[pyo3(signature = (text, *, decks=None))]
    fn parse(
        text: &Bound<'_, PyAny>,
        #[pyo3(from_py_with = argument)] decks: Option<BTreeMap<String, String>>,
    ) -> PyResult<Self> {
        let record = Self::new(text, decks)?;
        if record.valid() {
            Ok(record)
        } else {
            Err(not_legal(record.errors()))
        }
    }

    /// The text of the record, unchanged. The first record includes the ``#`` comments before it.
    #[getter]
    fn text(&self) -> &str {
        self.checked.source().text()
    }

    /// The place of the record in the given text, in characters from 0.
    #[getter]
    fn span(&self) -> (usize, usize) {
        (self.before, self.end())
    }

    /// The line on which the record begins, from 1, not counting the comments before the first record.
    #[getter]
    fn line(&self) -> u64 {
        self.line
    }

    /// The name of the game; ``None`` if the record does not name a known one.
    #[getter]
    fn game(&self) -> Option<&'static str> {
        self.checked.game.map(pipscribe::games::GameId::name)
    }

    /// The variant. A game with a single variant has that variant by default.
    #[getter]
    fn variant(&self) -> Option<String> {
        self.collection_game().variant()
    }

    /// The tags by name, with their values as written. If a tag is repeated, the first one counts. The mapping cannot be
    /// changed; the tags of ``tree()`` can.
    #[getter]
    fn tags<'py>(&self, py: Python<'py>) -> PyResult<Bound<'py, PyAny>> {
        let tags = PyDict::new(py);
        for tag in &self.checked.record().tags {
            if !tags.contains(tag.name.as_str())? {
                tags.set_item(tag.name.as_str(), tag.value.as_str())?;
            }
        }
        py.import("pipscribe._tags")?
            .getattr("Tags")?
            .call1((tags,))
    }

    /// True if no finding is an error.
    #[getter]
    fn valid(&self) -> bool {
        self.checked.report.is_valid()
    }

    /// The findings in source order, including warnings.
    #[getter]
    fn findings(&self) -> Vec<Finding> {
        self.python_findings().to_vec()
    }

    /// The findings that make the record invalid.
    #[getter]
    fn errors(&self) -> Vec<Finding> {
        self.python_findings()
            .iter()
            .filter(|finding| finding.is_error())
            .cloned()
            .collect()
    }

    /// The number of findings beyond the maximum that is listed.
    #[getter]
    fn findings_dropped(&self) -> usize {
        self.checked.report.findings_dropped
    }

    /// The legal turns of the main line, in canonical form.
    #[getter]
    fn turns(&self, py: Python<'_>) -> PyResult<Vec<String>> {
        py.detach(|| {
            Ok(self
                .main_line()?
                .filter_map(|(frame, _)| frame.position.turn())
                .collect())
        })
    }

    /// The number of legal turns in the main line.
    #[getter]
    fn num_turns(&self) -> u32 {
        self.checked.report.turns
    }

    /// The result under the rules or after a resignation, such as ``"1-0"``; ``None`` while the game is open.
    #[getter]
    fn result(&self) -> Option<String> {
        self.checked.report.result.as_ref().map(ToString::to_string)
    }

    /// The result that the record states; ``"*"`` if it states that the game is open.
    #[getter]
    fn claimed_result(&self) -> Option<String> {
        self.collection_game().claimed()
    }

    /// The points of each seat once the game is over.
    #[getter]
    fn score(&self) -> Option<Vec<u32>> {
        self.checked.report.score.clone()
    }

    /// The bare form, which is equal for two records of the same game; ``None`` if an error prevents it.
    #[getter]
    fn bare(&self, py: Python<'_>) -> Option<String> {
        py.detach(|| self.checked.bare())
    }

    /// The SHA-256 of the bare form, which identifies duplicates.
    #[getter]
    fn key(&self, py: Python<'_>) -> Option<String> {
        py.detach(|| self.checked.key())
    }

    /// A key that is equal for all symmetric images of the game.
    #[getter]
    fn symmetric_key(&self, py: Python<'_>) -> Option<String> {
        py.detach(|| self.checked.symmetric_key().map(|key| key.to_string()))
    }

    /// Returns the record in canonical form, as ``pipscribe fmt`` writes it.
    ///
    /// Raises ``NotLegal`` if the record has an error, because it then has no canonical form.
    ///
    /// >>> from pipscribe import Record
    /// >>> print(Record('[Game "gipf"]\n[Variant "basic"]\n1.a2-b3 *').canonical(), end="")
    /// [Game "gipf"]
    /// [Variant "basic"]
    /// <BLANKLINE>
    /// 1. b3 *
    fn canonical(&self, py: Python<'_>) -> PyResult<String> {
        let canonical = py.detach(|| self.checked.timeline().ok()?.canonical().ok());
        canonical.ok_or_else(|| not_legal(self.errors()))
    }

    /// Raises ``NotLegal`` if the record is invalid.
    fn raise_for_findings(&self) -> PyResult<()> {
        if self.valid() {
            Ok(())
        } else {
            Err(not_legal(self.errors()))
        }
    }

    /// Returns the positions of the main line that could be replayed, starting with the initial
    /// one; with ``variations``, the positions of every line.
    ///
    /// >>> from pipscribe import Record
    /// >>> record = Record('[Game "pippinzip"]\n[Variant "zipline"]\n[Size "5"]\n\n1. c3 2. take 3. a1,b2 *\n')
    /// >>> for frame in record.replay():
    /// ...     print(frame.number, frame.seat, frame.turn, frame.text)
    /// 0 None None 5/5/5/5/5 1 auction -
    /// 1 1 c3 5/5/2w2/5/5 2 auction -
    /// 2 2 take 5/5/2w2/5/5 1 taker=2 -
    /// 3 1 a1,b2 5/5/2w2/1b3/b4 2 taker=2 -
    #[pyo3(signature = (*, variations=false))]
    fn replay(
        &self,
        py: Python<'_>,
        #[pyo3(from_py_with = argument)] variations: bool,
    ) -> PyResult<Vec<Frame>> {
        py.detach(|| {
            let timeline = self.timeline()?;
            let frames = timeline.frames().iter().zip(self.positions_of(timeline));
            let wanted = frames.filter(|(frame, _)| variations || frame.path.is_empty());
            Ok(wanted
                .map(|(frame, position)| Frame::new(frame, position))
                .collect())
        })
    }

    /// The positions of the main line, starting with the initial one.
    #[getter]
    fn positions(&self, py: Python<'_>) -> PyResult<Vec<Position>> {
        py.detach(|| {
            Ok(self
                .main_line()?
                .map(|(_, position)| position.clone())
                .collect())
        })
    }

    /// Returns the position after a turn of the main line: 0 is the start, the default is the last turn.
    #[pyo3(signature = (turn=None))]
    fn position_after(
        &self,
        #[pyo3(from_py_with = argument)] turn: Option<u32>,
    ) -> PyResult<Position> {
        self.main_line_position(turn)
    }

    /// Returns a game that continues from the position after a turn, by default the last one.
    ///
    /// >>> from pipscribe import Record
    /// >>> game = Record('[Game "gipf"]\n[Variant "basic"]\n\n1. b3 2. a2-c4 *\n').play_from(1)
    /// >>> game.turns, game.to_move
    /// (['b3'], 2)
    #[pyo3(signature = (turn=None))]
    fn play_from(&self, #[pyo3(from_py_with = argument)] turn: Option<u32>) -> PyResult<Game> {
        let here = self.main_line_position(turn)?;
        let game = &here.0.game;
        // A record with invalid tags may have positions, but it is not a game to continue.
        LiveGame::start_of(Arc::clone(game.start_record()), game.context())
            .map_err(|finding| refusal(&finding, game.start_record().text()))?;
        Ok(Game::new(game.clone(), &self.deck_context))
    }

    /// Returns the record as a tree that can be changed and written again: tags, turns with comments, glyphs and
    /// places, and variations.
    ///
    /// >>> from pipscribe import Record
    /// >>> tree = Record('[Game "gipf"]\n[Variant "basic"]\n\n1. b3 {the corner} 2. a2-c4 *\n').tree()
    /// >>> first = tree.root.next
    /// >>> first.turn, first.comments, first.span
    /// ('b3', ['the corner'], (36, 38))
    /// >>> tree.tags["Event"] = "Lyon"
    /// >>> first.add("b6-b4", comment="or this").glyphs.append(1)
    /// >>> print(tree, end="")
    /// [Game "gipf"]
    /// [Variant "basic"]
    /// [Event "Lyon"]
    /// <BLANKLINE>
    /// 1. b3 {the corner} 2. a2-c4 (2. b6-b4! {or this}) *
    fn tree<'py>(slf: &Bound<'py, Self>) -> PyResult<Bound<'py, PyAny>> {
        slf.py()
            .import("pipscribe._tree")?
            .getattr("Tree")?
            .call1((slf,))
    }

    /// Returns the parts from which ``tree`` is built.
    fn _parts<'py>(&self, py: Python<'py>) -> PyResult<Bound<'py, PyTuple>> {
        let record = self.checked.record();
        let timeline = self.checked.timeline();
        let frames: Vec<_> = timeline
            .into_iter()
            .flat_map(|timeline| timeline.frames().iter().zip(self.positions_of(timeline)))
            .collect();
        let start = frames.first().map(|(_, position)| (*position).clone());
        let positions = frames
            .iter()
            .filter_map(|(frame, position)| Some((frame.turn?, *position)))
            .collect();
        let parts = Parts {
            py,
            record,
            positions,
            places: Places::new(record.text(), self.before),
        };
        let result = record
            .result
            .as_ref()
            .map(|(outcome, _)| outcome.to_string());
        (
            parts.tags()?,
            parts.line(&record.moves)?,
            result,
            parts.items(&record.closing)?,
            start,
            self.deck_context.decks(),
        )
            .into_pyobject(py)
    }

    /// Explains a turn of the main line part by part. The default is the illegal turn if there is one, otherwise the
    /// last turn.
    ///
    /// >>> from pipscribe import Record
    /// >>> why = Record('[Game "gipf"]\n[Variant "basic"]\n\n1. b3 2. a2-d4 *\n').why()
    /// >>> why.turn, why.legal, why.fault.rule
    /// (2, False, 'G3.1')
    #[pyo3(signature = (turn=None))]
    fn why(&self, #[pyo3(from_py_with = argument)] turn: Option<u32>) -> PyResult<Why> {
        let why = replay::Why::explain(self.timeline()?, turn).map_err(refused_with_hint)?;
        let before = self
            .main_line()?
            .rfind(|(frame, _)| frame.number < why.turn)
            .map(|(_, position)| position);
        before
            .map(|before| Why::new(&why, before))
            .ok_or_else(|| refused("the record has no such position"))
    }

    /// Returns the smallest changes under which an invalid record replays, best first; empty if the record is valid.
    ///
    /// >>> from pipscribe import Record
    /// >>> mends = Record('[Game "gipf"]\n[Variant "basic"]\n\n1. b3 2. a2-d4 *\n').mend()
    /// >>> print(mends[0].message)
    /// in turn 2, replace `a2-d4` with `a2-c4` (`d` comes after `c`); no turn comes after it
    fn mend(&self, py: Python<'_>) -> Vec<Mend> {
        py.detach(|| self.search_fixes(&[]).mends)
    }

    /// Returns the changes of ``mend()`` with facts about the whole search: whether an equally
    /// likely game may have been left out, and the question whose answer distinguishes the likely
    /// games best.
    ///
    /// ``answers`` are turns of the game that are certain, by their numbers: ``answers={27: "h8,b9"}``.
    ///
    /// >>> from pipscribe import Record
    /// >>> record = Record('[Game "gipf"]\n[Variant "basic"]\n\n1. b3 2. a2-d4 *\n')
    /// >>> mends = record.mends()
    /// >>> mends.proved, mends.question is None or mends.question.turn
    /// (True, 2)
    /// >>> record.mends(answers={2: "a2-c4"}).mends[0].weight > mends.mends[0].weight
    /// True
    #[pyo3(signature = (answers=None))]
    fn mends(
        &self,
        py: Python<'_>,
        #[pyo3(from_py_with = argument)] answers: Option<BTreeMap<u32, String>>,
    ) -> PyResult<Mends> {
        let answers = fixes::answers(answers)?;
        Ok(py.detach(|| self.search_fixes(&answers)))
    }

    /// Returns the games, variants and options under which most turns are legal. Settings with the
    /// fewest changes come first.
    ///
    /// >>> from pipscribe import Record
    /// >>> Record('[Game "gipf"]\n\n1. Gb3 *\n').infer()[0]
    /// Setting(gipf, Variant="tournament", num_legal=1)
    fn infer(&self, py: Python<'_>) -> Vec<Setting> {
        py.detach(|| {
            let record = self.checked.record();
            let settings = Settings::search(record, &self.deck_context.context, MAX_JUDGED);
            settings
                .settings
                .iter()
                .map(|setting| Setting::new(setting, record))
                .collect()
        })
    }

    /// Draws the position after a turn, by default the last one. With ``"html"``, returns an interactive player of the
    /// record.
    ///
    /// ``format`` is ``"svg"``, ``"text"``, ``"unicode"``, ``"words"``, ``"typst"``, ``"tikz"``, ``"html"``, or
    /// ``"png"``, which is returned as bytes. ``scale`` is the number of pixels of PNG for one of SVG, by default 2.
    /// ``theme`` is ``"print"``, ``"screen"``, ``"dark"``, ``"high-contrast"`` or a theme as YAML. The options are
    /// those of ``pipscribe render``: ``view="c2..f6"``, ``rotate=60``, ``flip=True``, ``coordinates="none"``,
    /// ``caption="…"``, ``legend=True``, ``movement=True``, ``last=False``, ``notes=False``, ``numbers_from=1``, and
    /// ``marks=["circle c3", "arrow a1>b3"]``. ``line="7.1/3"`` or ``line="7 b3 c4"`` shows a position of a variation,
    /// and ``solution=True`` the end of a puzzle. If something requested by the record or the options cannot be shown,
    /// a ``FigureWarning`` is issued.
    ///
    /// >>> from pipscribe import Record
    /// >>> record = Record('[Game "gipf"]\n[Variant "basic"]\n\n1. b3 *\n')
    /// >>> record.render(marks=["circle c4"])[:4]
    /// '<svg'
    /// >>> print(record.render("words", turn=0), end="")
    /// GIPF, White to move.
    /// White single pieces on b5, e2, h5.
    /// Black single pieces on b2, e8, h2.
    /// White: 12 in reserve, to move.
    /// Black: 12 in reserve.
    #[pyo3(
        signature = (format="svg".to_owned(), *, turn=None, theme=None, **options),
        text_signature = "($self, /, format='svg', *, turn=None, theme=None, **options)"
    )]
    fn render(
        &self,
        py: Python<'_>,
        #[pyo3(from_py_with = argument)] format: String,
        #[pyo3(from_py_with = argument)] turn: Option<u32>,
        #[pyo3(from_py_with = argument)] theme: Option<String>,
        options: Option<&Bound<'_, PyDict>>,
    ) -> PyResult<Image> {
        let format = render::format(&format, &render::RECORD_FORMATS)?;
        let theme = render::theme(theme.as_deref())?;
        let timeline = self.timeline()?;
        let (mut request, scale) = render::request(options, Subject::Record)?;
        request.format = format;
        request.selection = Selection::Turn(turn);
        request.theme = theme;
        render::single_image(py, &request, scale, request.render(timeline, "figure"))
    }

    fn _repr_svg_(&self, py: Python<'_>) -> Option<Image> {
        self.render(py, "svg".to_owned(), None, None, None).ok()
    }

    fn _repr_html_(&self, py: Python<'_>) -> Option<String> {
        let Image::Text(page) = self.render(py, "html".to_owned(), None, None, None).ok()? else {
            return None;
        };
        let quoted = page.replace('&', "&amp;").replace('"', "&quot;");
        Some(format!(
            "<iframe srcdoc=\"{quoted}\" sandbox=\"allow-scripts\" title=\"A record, played\" \
             style=\"width: 100%; height: 36em; border: 0\"></iframe>"
        ))
    }

    fn __copy__(&self) -> Self {
        self.clone()
    }

    fn __deepcopy__(&self, _memo: &Bound<'_, PyAny>) -> Self {
        self.clone()
    }

    fn __reduce__<'py>(
        &self,
        py: Python<'py>,
    ) -> PyResult<(Bound<'py, PyAny>, Bound<'py, PyTuple>)> {
        let restore = py.import("pipscribe._native")?.getattr("record_of")?;
        let dropped = self
            .original
            .as_deref()
            .map_or(0, |original| original.dropped);
        let bytes = PyBytes::new(py, self.original_bytes());
        let lines = (self.first_line, self.line);
        Ok((
            restore,
            (
                bytes,
                dropped,
                lines,
                self.before,
                self.deck_context.decks(),
            )
                .into_pyobject(py)?,
        ))
    }

    fn __str__(&self) -> &str {
        self.text()
    }

    fn __repr__(&self) -> String {
        let valid = match self
            .python_findings()
            .iter()
            .find(|finding| finding.is_error())
        {
            None => "valid".to_owned(),
            Some(first) => first.in_one_line(),
        };
        format!(
            "Record({}, {} turns, {valid})",
            self.game().unwrap_or("no game"),
            self.num_turns()
        )
    }
}
