//! Game in progress.

use std::collections::BTreeMap;
use std::sync::Arc;

use pipscribe::findings::Finding;
use pipscribe::games::{Context, GameId};
use pipscribe::notation::Record as Notated;
use pipscribe::replay::{self, LiveGame, RandomGame};
use pyo3::prelude::*;
use pyo3::types::PyDict;

use crate::decks::context;
use crate::errors::refused;
use crate::meant::Why;
use crate::numbers::whole;
use crate::position::{Position, refusal};

/// A game in progress. Turns can be played and taken back.
///
/// Tags that affect play are keyword arguments: ``size=5``, ``options="dice=cw"``, ``hand1="…"``. ``decks`` is as in
/// ``check``. For a game with dealt cards, use ``Game.from_tags(random_game(…, most_turns=0))``.
///
/// >>> from pipscribe import Game
/// >>> game = Game("gipf", "basic")
/// >>> game.play("a2-b3")
/// 'b3'
/// >>> game.is_legal("a2-d4"), game.turns
/// (False, ['b3'])
/// >>> game.undo(), game.turns
/// ('b3', [])
#[pyclass(module = "pipscribe")]
#[derive(Clone, Debug)]
pub(crate) struct Game {
    begun: LiveGame,
    /// TODO
    steps: Vec<Step>,
}

#[derive(Clone, Debug)]
struct Step {
    position: replay::Position,
    /// Codes waived by the record from which the turn was copied.
    irregular: Vec<String>,
}

impl Game {
    pub(crate) fn of_tags(tags: &str, context: &Context) -> PyResult<Self> {
        Self::of_record(&Arc::new(Notated::parse_str(tags)), context)
    }

    pub(crate) fn of_record(record: &Arc<Notated>, context: &Context) -> PyResult<Self> {
        let text = record.text();
        let begun = LiveGame::start_of(Arc::clone(record), context).map_err(|finding| refusal(&finding, text))?;
        let steps = vec![Step { position: begun.here().clone(), irregular: Vec::new() }];
        Ok(Self { begun, steps })
    }

    fn here(&self) -> &replay::Position {
        // Never empty: the first step is the start.
        self.steps.last().map_or_else(|| self.begun.here(), |step| &step.position)
    }

    pub(crate) fn follow(&mut self, position: replay::Position, irregular: Vec<String>) {
        self.steps.push(Step { position, irregular });
    }
}

/// Converts a keyword to the name of a tag: `half_size` to `HalfSize`.
fn tag_name(key: &str) -> String {
    let mut begins = true;
    let letters = key.chars().filter_map(|letter| {
        let first = std::mem::replace(&mut begins, letter == '_');
        (letter != '_').then(|| if first { letter.to_ascii_uppercase() } else { letter })
    });
    letters.collect()
}

/// Tags that describe the end of a game.
const ENDS: [&str; 3] = ["Result", "Score", "Termination"];

/// Returns the tags of a record from keyword arguments.
fn tags_of(game: &str, variant: Option<&str>, given: Option<&Bound<'_, PyDict>>) -> PyResult<Vec<(String, String)>> {
    let mut tags = vec![("Game".to_owned(), game.to_owned())];
    tags.extend(variant.map(|variant| ("Variant".to_owned(), variant.to_owned())));
    for (key, value) in given.into_iter().flatten() {
        let key: String = key.extract()?;
        let name = tag_name(&key);
        if !name.starts_with(|first: char| first.is_ascii_alphabetic())
            || !name.chars().all(|letter| letter.is_ascii_alphanumeric())
        {
            return Err(refused(format!("`{key}` is not a valid tag name")));
        }
        if ENDS.contains(&name.as_str()) {
            return Err(refused(format!("`{name}` describes how a game ended; a game that starts cannot have it")));
        }
        if !value.is_none() {
            tags.push((name, value.str()?.extract()?));
        }
    }
    Ok(tags)
}

fn in_text(tags: &[(String, String)]) -> String {
    tags.iter().map(|(name, value)| format!("[{name} {}]\n", pipscribe::notation::quoted(value))).collect()
}

/// Refuses tags that would be invalid in a record, and those that the game does not use. In a record the latter are
/// only a warning, but a caller passes them for a reason.
fn refuse_tags_at_fault(text: &str, context: &Context) -> PyResult<()> {
    let record = Notated::parse_str(&format!("{text}\n*\n"));
    let report = record.game().map(|game| game.check(&record, context)).unwrap_or_default();
    let is_of_tags = |finding: &&Finding| (finding.span.start as usize) < text.len();
    let refused = |finding: &&Finding| finding.is_error() || finding.code.id == "tag/not-for-this-game";
    match report.findings.iter().filter(is_of_tags).find(refused) {
        Some(finding) => Err(refusal(finding, text)),
        None => Ok(()),
    }
}

/// Adds the name of the deck if no tag names one: the given deck, otherwise the built-in one.
fn name_deck(tags: &mut Vec<(String, String)>, context: &Context) {
    if tags.iter().any(|(name, _)| name == "Deck" || name.starts_with("Card")) {
        return;
    }
    tags.extend(context.decks().names().into_iter().next().map(|name| ("Deck".to_owned(), name)));
}

#[pymethods]
impl Game {
    #[new]
    #[pyo3(signature = (game, variant=None, *, decks=None, **tags))]
    fn new(
        game: &str,
        variant: Option<&str>,
        decks: Option<BTreeMap<String, String>>,
        tags: Option<&Bound<'_, PyDict>>,
    ) -> PyResult<Self> {
        let (text, context) = (in_text(&tags_of(game, variant, tags)?), context(decks)?);
        refuse_tags_at_fault(&text, &context)?;
        Self::of_tags(&text, &context)
    }

    /// Creates a game from the tags of a record. The turns of the record are not played.
    ///
    /// >>> from pipscribe import Game, random_game
    /// >>> Game.from_tags(random_game("pipe", "both", seed=7, most_turns=0)).seats
    /// 2
    #[staticmethod]
    #[pyo3(signature = (tags, *, decks=None))]
    fn from_tags(tags: &str, decks: Option<BTreeMap<String, String>>) -> PyResult<Self> {
        Self::of_tags(tags, &context(decks)?)
    }

    /// The name of the game.
    #[getter]
    fn game(&self) -> &'static str {
        self.here().game().name()
    }

    /// The number of seats.
    #[getter]
    fn seats(&self) -> u8 {
        self.here().seats()
    }

    /// The seat to move, from 1; after the end, the seat that would be next.
    #[getter]
    fn to_move(&self) -> u8 {
        self.here().to_move()
    }

    /// The current position. It does not change when the game goes on.
    #[getter]
    fn position(&self) -> Position {
        Position(self.here().clone())
    }

    /// The turns played, in canonical form.
    #[getter]
    fn turns(&self) -> Vec<String> {
        self.steps.iter().filter_map(|step| step.position.turn()).collect()
    }

    /// The positions, starting with the initial one. Each knows the turn that led to it and the seat that took it.
    ///
    /// >>> from pipscribe import Game
    /// >>> game = Game("gipf", "basic")
    /// >>> played = game.play("b3")
    /// >>> [(position.mover, position.turn) for position in game.positions]
    /// [(None, None), (1, 'b3')]
    #[getter]
    fn positions(&self) -> Vec<Position> {
        self.steps.iter().map(|step| Position(step.position.clone())).collect()
    }

    /// The result by the rules or by resignation; ``None`` while the game is open.
    #[getter]
    fn result(&self) -> Option<String> {
        self.here().result().map(ToString::to_string)
    }

    /// The result as numbers, one per seat: 1.0, 0.5 or 0.0.
    #[getter]
    fn returns(&self) -> Option<Vec<f64>> {
        self.position().returns()
    }

    /// True if the game is over.
    #[getter]
    fn is_over(&self) -> bool {
        self.here().result().is_some()
    }

    /// The current points of each seat; ``None`` if the game has none.
    #[getter]
    fn score(&self) -> Option<Vec<u32>> {
        self.here().score()
    }

    /// Returns the legal turns, like ``Position.legal_turns``.
    #[pyo3(signature = (limit=None))]
    fn legal_turns(&self, py: Python<'_>, #[pyo3(from_py_with = whole)] limit: Option<usize>) -> Vec<String> {
        self.position().legal_turns(py, limit)
    }

    /// Returns true if a turn is legal.
    fn is_legal(&self, turn: &str) -> bool {
        self.here().play(turn).is_ok()
    }

    /// Plays a turn, or ``resign``. Returns it in canonical form.
    ///
    /// Raises ``NotLegal`` if the turn is illegal. The game is then unchanged, and the span counts from the start of
    /// the turn.
    fn play(&mut self, turn: &str) -> PyResult<String> {
        let played = self.here().play(turn).map_err(|mut finding| {
            finding.turn = u32::try_from(self.steps.len()).unwrap_or(u32::MAX);
            refusal(&finding, turn)
        })?;
        let text = played.turn().unwrap_or_default();
        self.follow(played, Vec::new());
        Ok(text)
    }

    /// Takes back the last turn and returns it. Raises ``PipscribeError`` if there is none.
    fn undo(&mut self) -> PyResult<String> {
        if self.steps.len() < 2 {
            return Err(refused("no turn was played that could be taken back"));
        }
        Ok(self.steps.pop().and_then(|step| step.position.turn()).unwrap_or_default())
    }

    /// Explains a turn part by part, legal or not.
    fn why(&self, turn: &str) -> Why {
        Why::new(&self.here().why(turn))
    }

    /// Counts sequences of legal turns, like ``Position.perft``.
    #[pyo3(signature = (depth, most=100_000_000))]
    fn perft(
        &self,
        py: Python<'_>,
        #[pyo3(from_py_with = whole)] depth: u32,
        #[pyo3(from_py_with = whole)] most: u64,
    ) -> PyResult<Option<Vec<u64>>> {
        self.position().perft(py, depth, most)
    }

    /// The game so far as a record in canonical form. Illegal turns copied from a record that waives them keep their
    /// ``[%irregular …]``.
    ///
    /// >>> from pipscribe import Game
    /// >>> game = Game("gipf", "basic")
    /// >>> played = game.play("b3")
    /// >>> print(game.record, end="")
    /// [Game "gipf"]
    /// [Variant "basic"]
    /// [Result "*"]
    /// <BLANKLINE>
    /// 1. b3 *
    #[getter]
    fn record(&self) -> String {
        let mut game = self.begun.clone();
        for Step { position, irregular } in self.steps.iter().skip(1) {
            game.follow(position.clone(), irregular);
        }
        game.record()
    }

    /// Returns an independent copy of the game.
    fn copy(&self) -> Self {
        self.clone()
    }

    fn __copy__(&self) -> Self {
        self.clone()
    }

    fn __deepcopy__(&self, _memo: &Bound<'_, PyAny>) -> Self {
        self.clone()
    }

    /// Draws the current position, like ``Position.render``.
    #[pyo3(signature = (format="svg", *, theme=None, **options))]
    fn render(
        &self,
        py: Python<'_>,
        format: &str,
        theme: Option<&str>,
        options: Option<&Bound<'_, PyDict>>,
    ) -> PyResult<String> {
        self.position().render(py, format, theme, options)
    }

    fn _repr_svg_(&self, py: Python<'_>) -> PyResult<String> {
        self.position().render(py, "svg", None, None)
    }

    fn __repr__(&self) -> String {
        format!("Game({}, {} turns, {:?})", self.here().game(), self.steps.len() - 1, self.here().text())
    }
}

/// Returns a random game as a canonical record. The same seed and index give the same game.
///
/// >>> import pipscribe
/// >>> pipscribe.Record(pipscribe.random_game("pippip", seed=1)).valid
/// True
#[pyfunction]
#[pyo3(signature = (game, variant=None, *, seed=0, index=0, most_turns=1000, decks=None, **tags))]
#[allow(clippy::too_many_arguments, reason = "they are Python's keywords")]
pub(crate) fn random_game(
    py: Python<'_>,
    game: &str,
    variant: Option<&str>,
    #[pyo3(from_py_with = whole)] seed: u64,
    #[pyo3(from_py_with = whole)] index: u64,
    #[pyo3(from_py_with = whole)] most_turns: u32,
    decks: Option<BTreeMap<String, String>>,
    tags: Option<&Bound<'_, PyDict>>,
) -> PyResult<String> {
    let context = context(decks)?;
    let mut tags = tags_of(game, variant, tags)?;
    let id = GameId::named(game).ok_or_else(|| refused(format!("`{game}` is not one of the four games")))?;
    if id == GameId::Pipe {
        name_deck(&mut tags, &context);
    }
    refuse_tags_at_fault(&in_text(&tags), &context)?;
    let made = py.detach(|| id.random(&RandomGame { tags: &tags, seed, index, most_turns, context: &context }));
    match made {
        Some(record) => Ok(record),
        // The error about the dealt tags is the one that a game with these tags would raise.
        None => Err(match Game::of_tags(&in_text(&tags), &context) {
            Err(error) => error,
            Ok(_) => refused("no game can be dealt that begins with these tags"),
        }),
    }
}
