//! Game in progress.

use std::collections::BTreeMap;
use std::sync::{Mutex, MutexGuard, PoisonError};

use pipscribe::formats::Assumptions;
use pipscribe::formats::tags_of_position;
use pipscribe::games::GameId;
use pipscribe::notation::{Record as Notated, Values, likely_tag};
use pipscribe::replay::{self, END_TAGS, LiveGame, NewGame, NewGameError};
use pipscribe::text::{UnknownName, near};
use pyo3::prelude::*;
use pyo3::types::{PyDict, PyTuple};

use crate::arguments::argument;
use crate::deck_context::DeckContext;
use crate::errors::refused;
use crate::position::{Position, refusal};
use crate::position_path::{Hop, Path, position_of};
use crate::record::Record;
use crate::render::Image;
use crate::tag_errors::{invalid_tags, keyword};
use crate::why::Why;

/// A game in progress. Turns can be played and taken back.
///
/// The tags of the game are keyword arguments: ``size=5``, ``options="dice=cw"``, ``hand1="…"``, ``event="…"``. A name
/// that is not a tag of the game is an error; ``tags`` has tags of your own, by name. ``decks`` is as in ``check``. For
/// a game with dealt cards, use ``Game.from_tags(random_game(…, most_turns=0))``.
///
/// Games are equal if they began with the same tags and have the same turns. Threads may share a game: each call sees
/// it before or after a turn.
///
/// >>> from pipscribe import Game
/// >>> game = Game("gipf", "basic")
/// >>> game.play("a2-b3")
/// 'b3'
/// >>> game.is_legal("a2-d4"), game.turns
/// (False, ['b3'])
/// >>> game.undo(), game.turns
/// ('b3', [])
#[pyclass(frozen, weakref, module = "pipscribe")]
#[derive(Debug)]
pub(crate) struct Game {
    live: Mutex<LiveGame>,
    deck_context: DeckContext,
}

impl Game {
    pub(crate) fn of_tags(tags: &str, deck_context: &DeckContext) -> PyResult<Self> {
        let live = LiveGame::start_of(Notated::parse_str(tags), &deck_context.context)
            .map_err(|finding| refusal(&finding, tags))?;
        Ok(Self::new(live, deck_context))
    }

    /// Creates the game that begins with a position in the form of the tag `Position`. `settings`
    /// are further tags that affect play.
    pub(crate) fn at_position(
        game: GameId,
        text: &str,
        variant: Option<&str>,
        settings: Tags,
        deck_context: &DeckContext,
    ) -> PyResult<Self> {
        if game.canonical_position_text(text).is_none() {
            let error = replay::Position::from_text(game, variant, text).err();
            let message = error.map_or_else(String::new, |finding| finding.message.to_string());
            return Err(refused(format!(
                "`{text}` is not a position of {game}: {message}"
            )));
        }

        let options = settings.iter().find(|(name, _)| name == "Options");
        let mut assumptions = Assumptions::default();
        assumptions.variant = variant.map(str::to_owned);
        assumptions.options = options.map(|(_, value)| value.clone());
        assumptions.context = deck_context.context.clone();
        let mut tags = NewGame::new(game);
        add_variant(&mut tags, game, variant)?;
        // The size and the seats follow from the position, but several decks may fit it.
        let is_given_deck = |name: &str| {
            let spec = game.facts().tag(name);
            spec.is_some_and(|spec| spec.values == Values::Deck)
                && settings.iter().any(|(given, _)| given.as_str() == name)
        };
        let follow: Tags = tags_of_position(game, text, &assumptions)
            .into_iter()
            .filter(|(name, _)| !is_given_deck(name))
            .collect();
        let is_free = |name: &str| follow.iter().all(|(other, _)| other.as_str() != name);
        for (name, value) in settings {
            if is_free(&name) {
                tags.add(name, value).map_err(not_started(game))?;
            }
        }
        for (name, value) in follow {
            tags.add(name, value).map_err(not_started(game))?;
        }
        tags.add("Position", text).map_err(not_started(game))?;
        Self::of_tags(
            &tags
                .check(&deck_context.context)
                .map_err(not_started(game))?,
            deck_context,
        )
    }

    /// Creates the game that begins with a position and has the settings of this game, unless
    /// others are given.
    pub(crate) fn moved_to(
        &self,
        text: &str,
        variant: Option<&str>,
        decks: Option<BTreeMap<String, String>>,
    ) -> PyResult<Self> {
        let live = self.live();
        let game = live.position().game();
        let deck_context = match decks {
            Some(_) => DeckContext::new(decks)?,
            None => self.deck_context.clone(),
        };
        let record = Notated::parse_str(&live.record_as_played());
        let tags = record
            .tags
            .iter()
            .map(|tag| (tag.name.to_string(), tag.value.to_string()));
        let (variants, settings): (Tags, Tags) = tags
            .filter(|(name, _)| name == "Variant" || is_setting(game, name))
            .partition(|(name, _)| name == "Variant");
        let own_variant = variants.first().map(|(_, value)| value.as_str());
        Self::at_position(game, text, variant.or(own_variant), settings, &deck_context)
    }

    /// Creates a game that continues another one.
    pub(crate) fn new(live: LiveGame, deck_context: &DeckContext) -> Self {
        Self {
            live: Mutex::new(live),
            deck_context: deck_context.clone(),
        }
    }

    fn lock(&self) -> MutexGuard<'_, LiveGame> {
        self.live.lock().unwrap_or_else(PoisonError::into_inner)
    }

    /// Returns the game of the library as it is now.
    pub(crate) fn live(&self) -> LiveGame {
        self.lock().clone()
    }

    /// Returns the context, with the texts of the decks that were given.
    pub(crate) fn deck_context(&self) -> &DeckContext {
        &self.deck_context
    }

    /// Returns the arguments from which [`game_of`] restores the game. There are no hops (see `position_path.rs`), because
    /// a game always has a record that leads to its current position.
    fn path(&self) -> Path {
        (
            self.live().record_as_played(),
            self.deck_context.decks(),
            Vec::new(),
        )
    }
}

/// Tags by name, in order.
type Tags = Vec<(String, String)>;

/// Returns true for a tag that affects play from every position. The cards that were dealt belong
/// to the start.
fn is_setting(game: GameId, name: &str) -> bool {
    let spec = game.facts().tag(name);
    name == "Options" || spec.is_some_and(|spec| spec.sets_up && spec.values != Values::Cards)
}

/// Converts a keyword to the name of a tag: `half_size` to `HalfSize`.
fn tag_name(key: &str) -> String {
    key.split('_').map(capitalised).collect()
}

/// Returns a word with a capital first letter.
fn capitalised(word: &str) -> String {
    let mut letters = word.chars();
    match letters.next() {
        Some(first) => format!("{}{}", first.to_ascii_uppercase(), letters.as_str()),
        None => String::new(),
    }
}

/// Returns the exception for a keyword that is not a tag.
fn unknown_tag(key: &str, game: GameId) -> PyErr {
    let name = tag_name(key);
    let likely = likely_tag(&name, game.tags()).or_else(|| {
        let own = game.tags().iter().map(|spec| spec.name);
        near(&name, own).first().map(|&known| known.to_owned())
    });
    let hint = match likely {
        Some(likely) => format!("did you mean `{}`?", keyword(&likely)),
        None => "pass tags of your own by name in `tags`".to_owned(),
    };
    refused(format!("`{key}` is not a tag of {}; {hint}", game.name()))
}

/// Returns the game with this name.
pub(crate) fn game_named(game: &str) -> PyResult<GameId> {
    game.parse()
        .map_err(|unknown: UnknownName| refused(unknown.to_string()))
}

/// Adds the tag `Variant`, if a variant is given.
fn add_variant(tags: &mut NewGame, game: GameId, variant: Option<&str>) -> PyResult<()> {
    let Some(variant) = variant else {
        return Ok(());
    };
    let known = game.variants();
    if !known.is_empty() && !known.contains(&variant) {
        let known = known.join(", ");
        return Err(refused(format!(
            "`{variant}` is not a variant of {game}; the variants are {known}"
        )));
    }
    tags.add("Variant", variant).map_err(not_started(game))
}

/// Returns the tags of a game from keyword arguments, and from `tags_by_name`, which may have any
/// names.
fn tags_of(
    game: GameId,
    variant: Option<&str>,
    keywords: Option<&Bound<'_, PyDict>>,
    tags_by_name: Option<BTreeMap<String, String>>,
) -> PyResult<NewGame> {
    let mut tags = NewGame::new(game);
    add_variant(&mut tags, game, variant)?;
    for (key, value) in keywords.into_iter().flatten() {
        let key: String = key.extract()?;
        let name = tag_name(&key);
        // A game that starts cannot have tags about its end, such as `Result`. `add` rejects them.
        let is_end_tag = END_TAGS.contains(&name.as_str());
        // A tag of another game is a separate finding.
        let is_known = GameId::ALL.into_iter().any(|game| game.knows_tag(&name));
        if !is_end_tag && !is_known {
            return Err(unknown_tag(&key, game));
        }
        let value: Option<String> = if value.is_none() {
            None
        } else {
            Some(value.str()?.extract()?)
        };
        if value.is_some() || is_end_tag {
            tags.add(name, value.unwrap_or_default())
                .map_err(not_started(game))?;
        }
    }
    for (name, value) in tags_by_name.into_iter().flatten() {
        tags.add(name, value).map_err(not_started(game))?;
    }
    Ok(tags)
}

/// Returns the exception for tags with which no game can start.
fn not_started(game: GameId) -> impl FnOnce(NewGameError) -> PyErr {
    move |error| match error {
        NewGameError::Tags { finding, text } => invalid_tags(game, &finding, &text),
        other => refused(other),
    }
}

#[pymethods]
impl Game {
    #[new]
    #[pyo3(signature = (game, variant=None, *, decks=None, tags=None, **keywords))]
    fn from_keywords(
        #[pyo3(from_py_with = argument)] game: String,
        #[pyo3(from_py_with = argument)] variant: Option<String>,
        #[pyo3(from_py_with = argument)] decks: Option<BTreeMap<String, String>>,
        #[pyo3(from_py_with = argument)] tags: Option<BTreeMap<String, String>>,
        keywords: Option<&Bound<'_, PyDict>>,
    ) -> PyResult<Self> {
        let id = game_named(&game)?;
        let new_game = tags_of(id, variant.as_deref(), keywords, tags)?;
        let deck_context = DeckContext::new(decks)?;
        let text = new_game
            .check(&deck_context.context)
            .map_err(not_started(id))?;
        Self::of_tags(&text, &deck_context)
    }

    /// Creates a game from the tags of a record. The turns of the record are not played.
    ///
    /// >>> from pipscribe import Game, random_game
    /// >>> Game.from_tags(random_game("pipe", "both", seed=7, most_turns=0)).seats
    /// 2
    #[staticmethod]
    #[pyo3(signature = (tags, *, decks=None))]
    fn from_tags(
        #[pyo3(from_py_with = argument)] tags: String,
        #[pyo3(from_py_with = argument)] decks: Option<BTreeMap<String, String>>,
    ) -> PyResult<Self> {
        Self::of_tags(&tags, &DeckContext::new(decks)?)
    }

    /// The name of the game.
    #[getter]
    fn game(&self) -> &'static str {
        self.lock().position().game().name()
    }

    /// The number of seats.
    #[getter]
    fn seats(&self) -> u8 {
        self.lock().position().seats()
    }

    /// The seat to move, from 1; after the end, the seat that would be next.
    #[getter]
    fn to_move(&self) -> u8 {
        self.lock().position().to_move()
    }

    /// The current position. It does not change when the game continues.
    #[getter]
    pub(crate) fn position(&self) -> Position {
        Position::of_game(self.live(), &self.deck_context)
    }

    /// The turns played, in canonical form.
    #[getter]
    fn turns(&self) -> Vec<String> {
        self.live().history().map(|turn| turn.to_string()).collect()
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
        let mut game = self.live();
        let mut positions = vec![Position::of_game(game.clone(), &self.deck_context)];
        while game.undo().is_some() {
            positions.push(Position::of_game(game.clone(), &self.deck_context));
        }
        positions.reverse();
        positions
    }

    /// The result under the rules or after a resignation; ``None`` while the game is open.
    #[getter]
    fn result(&self) -> Option<String> {
        self.lock().position().result().map(ToString::to_string)
    }

    /// The result as numbers, one per seat: 1.0, 0.5 or 0.0.
    #[getter]
    fn returns(&self) -> Option<Vec<f64>> {
        self.position().returns()
    }

    /// True if the game is over.
    #[getter]
    fn is_over(&self) -> bool {
        self.lock().position().result().is_some()
    }

    /// The current points of each seat; ``None`` if the game has none.
    #[getter]
    fn score(&self) -> Option<Vec<u32>> {
        self.lock().position().score()
    }

    /// Returns the legal turns, like ``Position.legal_turns``.
    #[pyo3(signature = (limit=None))]
    fn legal_turns(
        &self,
        py: Python<'_>,
        #[pyo3(from_py_with = argument)] limit: Option<usize>,
    ) -> PyResult<Vec<String>> {
        self.position().legal_turns(py, limit)
    }

    /// Returns true if a turn is legal.
    fn is_legal(&self, #[pyo3(from_py_with = argument)] turn: String) -> bool {
        self.live().position().is_legal(&turn)
    }

    /// Plays a turn, or ``resign``. Returns it in canonical form.
    ///
    /// Raises ``NotLegal`` if the turn is illegal. The game is then unchanged, and the span counts from the start of
    /// the turn.
    fn play(&self, #[pyo3(from_py_with = argument)] turn: String) -> PyResult<String> {
        let played = self
            .lock()
            .play(&turn)
            .map_err(|finding| refusal(&finding, &turn))?;
        Ok(played.to_string())
    }

    /// Takes back the last turn and returns it. Raises ``PipscribeError`` if there is none.
    fn undo(&self) -> PyResult<String> {
        let undone = self.lock().undo();
        let turn = undone.ok_or_else(|| refused("no turn was played that could be taken back"))?;
        Ok(turn.to_string())
    }

    /// Explains a turn part by part, legal or not.
    fn why(&self, #[pyo3(from_py_with = argument)] turn: String) -> Why {
        let here = self.position();
        Why::new(&here.inner().why(&turn), &here)
    }

    /// Counts sequences of legal turns, like ``Position.perft``.
    #[pyo3(signature = (depth, most=100_000_000))]
    fn perft(
        &self,
        py: Python<'_>,
        #[pyo3(from_py_with = argument)] depth: u32,
        #[pyo3(from_py_with = argument)] most: u64,
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
    fn record(&self) -> PyResult<Record> {
        crate::check_and_read::single(self.live().record().as_bytes(), &self.deck_context)
    }

    /// Returns an independent copy of the game.
    fn copy(&self) -> Self {
        Self::new(self.live(), &self.deck_context)
    }

    fn __copy__(&self) -> Self {
        self.copy()
    }

    fn __deepcopy__(&self, _memo: &Bound<'_, PyAny>) -> Self {
        self.copy()
    }

    fn __eq__(&self, other: &Self) -> bool {
        self.path() == other.path()
    }

    fn __reduce__<'py>(
        &self,
        py: Python<'py>,
    ) -> PyResult<(Bound<'py, PyAny>, Bound<'py, PyTuple>)> {
        let restore = py.import("pipscribe._native")?.getattr("game_of")?;
        Ok((restore, self.path().into_pyobject(py)?))
    }

    /// Draws the current position, like ``Position.render``.
    #[pyo3(
        signature = (format="svg".to_owned(), *, theme=None, **options),
        text_signature = "($self, /, format='svg', *, theme=None, **options)"
    )]
    fn render(
        &self,
        py: Python<'_>,
        #[pyo3(from_py_with = argument)] format: String,
        #[pyo3(from_py_with = argument)] theme: Option<String>,
        options: Option<&Bound<'_, PyDict>>,
    ) -> PyResult<Image> {
        self.position().render(py, format, theme, options)
    }

    fn _repr_svg_(&self, py: Python<'_>) -> PyResult<Image> {
        self.position().svg(py)
    }

    fn __str__(&self) -> String {
        self.live().record()
    }

    fn __repr__(&self) -> String {
        let game = self.lock();
        format!(
            "Game({}, {} turns, {:?})",
            game.position().game(),
            game.turn_count(),
            game.position().text()
        )
    }
}

/// Returns a random game as a canonical record. The same seed and index give the same game.
///
/// >>> import pipscribe
/// >>> pipscribe.Record(pipscribe.random_game("pippip", seed=1)).valid
/// True
#[pyfunction]
#[pyo3(signature = (game, variant=None, *, seed=0, index=0, most_turns=1000, decks=None, tags=None, **keywords))]
#[allow(clippy::too_many_arguments, reason = "they are Python's keywords")]
pub(crate) fn random_game(
    py: Python<'_>,
    #[pyo3(from_py_with = argument)] game: String,
    #[pyo3(from_py_with = argument)] variant: Option<String>,
    #[pyo3(from_py_with = argument)] seed: u64,
    #[pyo3(from_py_with = argument)] index: u64,
    #[pyo3(from_py_with = argument)] most_turns: u32,
    #[pyo3(from_py_with = argument)] decks: Option<BTreeMap<String, String>>,
    #[pyo3(from_py_with = argument)] tags: Option<BTreeMap<String, String>>,
    keywords: Option<&Bound<'_, PyDict>>,
) -> PyResult<String> {
    let deck_context = DeckContext::new(decks)?;
    let id = game_named(&game)?;
    let tags = tags_of(id, variant.as_deref(), keywords, tags)?;
    py.detach(|| tags.random(&deck_context.context, seed, index, most_turns))
        .map_err(not_started(id))
}

/// Restores a pickled game.
#[pyfunction]
#[pyo3(signature = (text, decks, hops))]
pub(crate) fn game_of(
    text: &str,
    decks: Option<BTreeMap<String, String>>,
    hops: Vec<Hop>,
) -> PyResult<Game> {
    let here = position_of(text, decks, hops)?;
    Ok(Game::new(here.0.game.clone(), &here.0.deck_context))
}
