//! Replaying where the game is known only at run time.

use std::collections::HashMap;
use std::marker::PhantomData;
use std::ops::ControlFlow;
use std::sync::Arc;

use rand_chacha::ChaCha8Rng;
use rand_chacha::rand_core::{Rng, SeedableRng};

use super::frame::{Frame, Start, Taken};
use super::live::record_text;
use super::{replay, start_of};
use crate::draw::Scene;
use crate::findings::Finding;
use crate::games::gipf::Gipf;
use crate::games::pipe::{Decks, Pipe};
use crate::games::pippinzip::Pippinzip;
use crate::games::pippip::Pippip;
use crate::games::{Game, GameId, Origin, PositionError, take_step};
use crate::notation::{
    Outcome, Record, RecordWriter, Standing, canonical_tag_order, expects_refusal, parse_options, quoted,
};

/// What checking a record gave.
#[derive(Clone, Debug)]
pub struct Report {
    /// Turns of the main line that were replayed without error.
    pub turns: u32,
    /// What the rules, or a resignation, gave each seat.
    pub result: Option<Standing>,
    /// The points of each seat, once the game is over.
    pub score: Option<Vec<u32>>,
    /// What is wrong, in the order of the text.
    pub findings: Vec<Finding>,
    /// How many findings were too many to list.
    pub findings_dropped: usize,
}

impl Report {
    /// Whether no finding is an error.
    pub fn is_valid(&self) -> bool {
        self.findings_dropped == 0 && !self.findings.iter().any(Finding::is_error)
    }
}

/// A turn of the main line as it was replayed.
#[derive(Clone, Debug)]
pub struct ReplayedTurn {
    /// Its number, from 1.
    pub number: u32,
    /// The seat that played it, from 1.
    pub seat: u8,
    /// The turn in canonical form.
    pub text: String,
    /// The position after it.
    pub position: String,
    /// Where its text stands in the record.
    pub start: u32,
}

/// A record turn by turn.
#[derive(Clone, Debug)]
pub struct Replayed {
    /// The position before the first turn; `None` where the tags leave it open.
    pub start: Option<String>,
    /// The turns of the main line.
    pub turns: Vec<ReplayedTurn>,
    /// What checking it gave.
    pub report: Report,
}

/// Why a position of a record cannot be shown.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
pub enum SceneError {
    /// The set-up is at fault.
    #[error("the tags of the record are at fault; `pipscribe check` says how")]
    NoStart,
    /// There is no such turn.
    #[error("the record has {last} turns that can be replayed; there is no turn {asked}")]
    NoSuchTurn {
        /// The turn asked for.
        asked: u32,
        /// The last that can be replayed.
        last: u32,
    },
    /// There are more turns than are walked through.
    #[error("more than {most} turns would have to be walked through to count these, and no more were allowed")]
    TooMany {
        /// How many were allowed.
        most: u64,
    },
    /// The position's text is at fault.
    #[error("{0}")]
    Position(PositionError),
}

/// What a random record is made from.
#[derive(Clone, Debug)]
pub struct RandomGame<'a> {
    /// The tags before the movetext, `Game` first; no result.
    pub tags: &'a [(String, String)],
    /// The seed of the whole run.
    pub seed: u64,
    /// Which record of the run it is, from 0.
    pub index: u64,
    /// The most turns that are played; a game that is longer stays open.
    pub most_turns: u32,
    /// Where the deck is found that the tags name; among those that ship where it is not said.
    pub decks: Option<Arc<dyn Decks>>,
}

/// Is shown legal turns, each with where its piece comes from; may stop.
pub type ShowTurn<'a> = &'a mut dyn FnMut(&dyn std::fmt::Display, Option<Origin>) -> ControlFlow<()>;

/// A game with its rules, where its types are not known.
pub trait AnyGame: Sync {
    /// Whether the pieces of its turns are rolled, or pulled from a store.
    fn has_dice(&self) -> bool;

    /// Judges a record.
    fn check(&self, record: &Record) -> Report;

    /// The same where nothing is wrong with the record; `None` where that takes a whole replay to say.
    #[doc(hidden)]
    fn check_lean(&self, record: &Record) -> Option<Report>;

    /// The same by a whole replay, whatever the record: what [`AnyGame::check_lean`] is held against.
    #[doc(hidden)]
    fn check_at_length(&self, record: &Record) -> Report;

    /// Replays the main line turn by turn.
    fn replay(&self, record: &Record) -> Replayed;

    /// The canonical form; `None` where an error of syntax or tags leaves it as it is.
    fn format(&self, record: &Record) -> Option<String>;

    /// The bare form; `None` where an error of syntax or tags leaves it as it is.
    fn format_bare(&self, record: &Record) -> Option<String>;

    /// Shows the legal turns after turn `turn` of the main line (0: before the first; `None`: at
    /// the end), in canonical form, each with where its piece comes from.
    ///
    /// # Errors
    /// Where there is no such turn.
    fn legal_turns(&self, record: &Record, turn: Option<u32>, visit: ShowTurn<'_>) -> Result<(), SceneError>;

    /// How many legal turns there are after turn `turn`, as [`AnyGame::legal_turns`] has it.
    ///
    /// # Errors
    /// Where there is no such turn, or where more than `most` would have to be walked through.
    fn count_turns(&self, record: &Record, turn: Option<u32>, most: u64) -> Result<u64, SceneError>;

    /// What [`AnyGame::legal_turns`] leaves out; `None` where it shows all.
    fn far_turns(&self) -> Option<&'static str>;

    /// Counts the sequences of canonical turns of length 1 to `depth`.
    ///
    /// # Errors
    /// Where there is no such turn, or where more than `most` would have to be walked through.
    fn perft(&self, record: &Record, turn: Option<u32>, depth: u32, most: u64) -> Result<Vec<u64>, SceneError>;

    /// The drawing after turn `turn` of the main line.
    ///
    /// # Errors
    /// Where there is no such turn.
    fn scene(&self, record: &Record, turn: Option<u32>) -> Result<Scene, SceneError>;

    /// Shows every position of the record: the start, then the one after each turn that can be played,
    /// in the order of the text, those of variations included.
    ///
    /// # Errors
    /// Where the tags leave the start open.
    fn walk(&self, record: &Record, visit: &mut dyn FnMut(&dyn Frame)) -> Result<Report, SceneError>;

    /// The drawing of another position of the same game.
    ///
    /// # Errors
    /// Where the position cannot be read.
    fn scene_of(&self, record: &Record, position: &str) -> Result<Scene, SceneError>;

    /// A random game as a canonical record; `None` where the tags are at fault.
    fn random(&self, game: &RandomGame<'_>) -> Option<String>;
}

/// [`AnyGame`] for a game whose type is known.
pub struct Driver<G>(PhantomData<fn() -> G>);

impl<G> Driver<G> {
    /// The one value of this type.
    pub const NEW: Self = Self(PhantomData);
}

impl GameId {
    /// The game with its rules.
    pub fn rules(self) -> &'static dyn AnyGame {
        match self {
            Self::Gipf => &Driver::<Gipf>::NEW,
            Self::Pippip => &Driver::<Pippip>::NEW,
            Self::Pippinzip => &Driver::<Pippinzip>::NEW,
            Self::Pipe => &Driver::<Pipe>::NEW,
        }
    }
}

/// A position of a record.
struct Located<G: Game> {
    setup: G::Setup,
    state: G::State,
    /// A seat resigned: no turn is legal behind that.
    resigned: bool,
}

fn locate<G: Game>(record: &Record, turn: Option<u32>) -> Result<Located<G>, SceneError> {
    let mut found: Option<(G::State, bool)> = None;
    let replayed = replay::<G>(record, &mut |step| {
        if step.in_main_line() && (turn.is_none() || Some(step.node.number) == turn) {
            found = Some((step.after.clone(), step.turn.is_none()));
        }
    });
    let (setup, start) = replayed.start.ok_or(SceneError::NoStart)?;
    let at_start = match turn {
        Some(0) => true,
        Some(_) => false,
        None => found.is_none(),
    };
    let found = if at_start { Some((start, false)) } else { found };
    let missing = SceneError::NoSuchTurn { asked: turn.unwrap_or(0), last: replayed.turns };
    found.map(|(state, resigned)| Located { setup, state, resigned }).ok_or(missing)
}

fn report<G: Game>(replayed: super::Replay<G>) -> Report {
    Report {
        turns: replayed.turns,
        result: replayed.result,
        score: replayed.score,
        findings: replayed.findings,
        findings_dropped: replayed.findings_dropped,
    }
}

/// Whether a finding leaves the record's form unknown: an error of syntax or tags.
fn hinders_formatting(finding: &Finding) -> bool {
    finding.is_error() && ["syntax/", "limit/", "tag/"].iter().any(|family| finding.code.id.starts_with(family))
}

/// What it takes to write a record.
struct Written<'r> {
    /// A writer with everything filled in that the rules give.
    writer: RecordWriter<'r>,
    /// Whether they, or a resignation, give the result.
    decided: bool,
    /// Where the first turn at fault of the main line begins.
    main_fault: Option<u32>,
}

fn written<G: Game>(record: &Record) -> Option<Written<'_>> {
    let mut turns = HashMap::new();
    let replayed = replay::<G>(record, &mut |step| {
        if let Some(turn) = step.turn {
            turns.insert(step.node.text.start, turn.to_string());
        }
    });
    if record.has_syntax_errors() || replayed.findings.iter().any(hinders_formatting) {
        return None;
    }
    // Tags that comments expect to be at fault are not in the findings.
    let (setup, _) = replayed.start.as_ref()?;
    let mut values = HashMap::new();
    if let Some(pairs) = record.tag("Options").and_then(|tag| parse_options(&tag.value)) {
        let mut pairs = pairs;
        pairs.sort_by_key(|pair| G::OPTIONS.iter().position(|&key| key == pair.key));
        let text: Vec<_> = pairs.iter().map(|pair| format!("{}={}", pair.key, pair.value)).collect();
        values.insert("Options".to_owned(), text.join(" "));
    }
    for tag in &record.tags {
        if let Some(value) = G::canonical_value(&tag.name, &tag.value) {
            values.insert(tag.name.clone(), value);
        }
    }
    if let Some(Ok(text)) = record.tag("Position").map(|tag| G::parse_position(&tag.value))
        && let Ok(state) = G::position(setup, &text)
    {
        values.insert("Position".to_owned(), G::position_text(setup, &state).to_string());
    }
    let writer = RecordWriter { record, own_tags: G::TAGS, values, turns, keep_from: replayed.first_fault };
    Some(Written { writer, decided: replayed.result.is_some(), main_fault: replayed.main_fault })
}

/// The tags that bear on play, defaults left out, in canonical order; `Termination` too where the verdict on
/// the result hangs on it.
fn bare_tags<'r, G: Game>(record: &'r Record, writer: &RecordWriter<'_>, decided: bool) -> Vec<(&'r str, String)> {
    let value = |name: &str| writer.values.get(name).cloned().or_else(|| record.tag(name).map(|tag| tag.value.clone()));
    let mut tags: Vec<(&str, String)> = Vec::new();
    tags.push(("Game", G::NAME.to_owned()));
    if G::VARIANTS.len() > 1 {
        tags.push(("Variant", value("Variant").unwrap_or_default()));
    }
    let options = value("Options").and_then(|text| parse_options(&text)).unwrap_or_default();
    let unusual: Vec<_> = options
        .iter()
        .filter(|pair| !G::is_usual_option(&value, &pair.key, &pair.value))
        .map(|pair| format!("{}={}", pair.key, pair.value))
        .collect();
    if !unusual.is_empty() {
        tags.push(("Options", unusual.join(" ")));
    }
    let result = writer.result();
    if result != "*" {
        tags.push(("Result", result));
    }
    if !decided && let Some(termination) = value("Termination") {
        tags.push(("Termination", termination));
    }
    let mut own: Vec<(&str, String)> = Vec::new();
    for at in canonical_tag_order(record, G::TAGS) {
        let name = record.tags[at].name.as_str();
        if name == "Surface" || !G::TAGS.iter().any(|spec| spec.covers(name)) {
            continue;
        }
        let unusual = value(name).filter(|value| G::default_value(name) != Some(value.as_str()));
        own.extend(unusual.map(|value| (name, value)));
    }
    if let Some(position) = value("Position") {
        let others = tags.iter().chain(&own).map(|(name, value)| format!("[{name} {}]\n", quoted(value)));
        let without = record.with_text_like(&others.collect::<String>());
        if start_text::<G>(&without).as_deref() != Some(position.as_str()) {
            tags.push(("Position", position));
        }
    }
    tags.extend(own);
    tags
}

/// The position from which a record starts.
fn start_text<G: Game>(record: &Record) -> Option<String> {
    let (setup, start) = start_of::<G>(record, &mut Vec::new())?;
    Some(G::position_text(&setup, &start).to_string())
}

impl<G: Game> AnyGame for Driver<G> {
    fn has_dice(&self) -> bool {
        G::HAS_DICE
    }

    fn check(&self, record: &Record) -> Report {
        self.check_lean(record).unwrap_or_else(|| self.check_at_length(record))
    }

    fn check_lean(&self, record: &Record) -> Option<Report> {
        super::lean::check::<G>(record)
    }

    fn check_at_length(&self, record: &Record) -> Report {
        report(replay::<G>(record, &mut |_| {}))
    }

    fn replay(&self, record: &Record) -> Replayed {
        let mut setup: Option<G::Setup> = None;
        let mut turns = Vec::new();
        let start = start_of::<G>(record, &mut Vec::new());
        if let Some((known, _)) = &start {
            setup = Some(known.clone());
        }
        let replayed = replay::<G>(record, &mut |step| {
            let Some(setup) = setup.as_ref().filter(|_| step.in_main_line()) else { return };
            turns.push(ReplayedTurn {
                number: step.node.number,
                seat: G::to_move(setup, step.before),
                text: step.turn.map_or_else(|| "resign".to_owned(), ToString::to_string),
                position: G::position_text(setup, step.after).to_string(),
                start: step.node.text.start,
            });
        });
        let start = start.map(|(setup, state)| G::position_text(&setup, &state).to_string());
        Replayed { start, turns, report: report(replayed) }
    }

    fn format(&self, record: &Record) -> Option<String> {
        written::<G>(record).map(|written| written.writer.write())
    }

    fn format_bare(&self, record: &Record) -> Option<String> {
        let Written { mut writer, decided, main_fault } = written::<G>(record)?;
        // It has no variations that could be at fault.
        writer.keep_from = main_fault;
        let tags = bare_tags::<G>(record, &writer, decided);
        Some(writer.write_bare(&tags, |node| !expects_refusal(record, node)))
    }

    fn legal_turns(&self, record: &Record, turn: Option<u32>, visit: ShowTurn<'_>) -> Result<(), SceneError> {
        let Located { setup, state, resigned } = locate::<G>(record, turn)?;
        if resigned {
            return Ok(());
        }
        let _ = G::legal_turns(&setup, &state, &mut |turn, _| visit(turn, G::origin(turn)));
        Ok(())
    }

    fn count_turns(&self, record: &Record, turn: Option<u32>, most: u64) -> Result<u64, SceneError> {
        let Located { setup, state, resigned } = locate::<G>(record, turn)?;
        if resigned {
            return Ok(0);
        }
        let mut steps = most;
        G::count_turns(&setup, &state, &mut steps).ok_or(SceneError::TooMany { most })
    }

    fn far_turns(&self) -> Option<&'static str> {
        G::FAR_TURNS
    }

    fn perft(&self, record: &Record, turn: Option<u32>, depth: u32, most: u64) -> Result<Vec<u64>, SceneError> {
        let Located { setup, state, resigned } = locate::<G>(record, turn)?;
        let mut counts = vec![0; depth as usize];
        if !resigned {
            let mut steps = most;
            let walked = count::<G>(&setup, &state, &mut counts, &mut steps);
            if walked.is_break() {
                return Err(SceneError::TooMany { most });
            }
        }
        Ok(counts)
    }

    fn scene(&self, record: &Record, turn: Option<u32>) -> Result<Scene, SceneError> {
        let Located { setup, state, .. } = locate::<G>(record, turn)?;
        Ok(G::scene(&setup, &state))
    }

    fn walk(&self, record: &Record, visit: &mut dyn FnMut(&dyn Frame)) -> Result<Report, SceneError> {
        let (setup, start) = start_of::<G>(record, &mut Vec::new()).ok_or(SceneError::NoStart)?;
        visit(&Start::<G> { setup: &setup, state: &start });
        Ok(report(replay::<G>(record, &mut |step| visit(&Taken { setup: &setup, step }))))
    }

    fn scene_of(&self, record: &Record, position: &str) -> Result<Scene, SceneError> {
        let (setup, start) = start_of::<G>(record, &mut Vec::new()).ok_or(SceneError::NoStart)?;
        let text = G::parse_position(position).map_err(SceneError::Position)?;
        // A position that is over is drawn as well; only what play needs is not known then.
        let state = G::state_for_drawing(&setup, &start, &text);
        Ok(G::scene(&setup, &state))
    }

    fn random(&self, game: &RandomGame<'_>) -> Option<String> {
        let mut generator = ChaCha8Rng::seed_from_u64(game.seed);
        generator.set_stream(game.index);
        let mut choose = |below: u64| below_limit(&mut generator, below);
        let parse = |text: &str| {
            let record = Record::parse_str(text);
            match &game.decks {
                Some(decks) => record.with_decks(Arc::clone(decks)),
                None => record,
            }
        };
        let written = |(name, value): &(String, String)| format!("[{name} {}]\n", quoted(value));
        let mut tags = game.tags.to_vec();
        let more = G::random_tags(&parse(&tags.iter().map(written).collect::<String>()), &mut choose);
        tags.extend(more);
        let record = parse(&tags.iter().map(written).collect::<String>());
        let (setup, mut state) = start_of::<G>(&record, &mut Vec::new())?;
        let mut turns = Vec::new();
        while turns.len() < game.most_turns as usize && G::verdict(&setup, &state).is_none() {
            let Some(turn) = G::random_turn(&setup, &state, &mut choose) else { break };
            let Ok(played) = G::judge(&setup, &state, &turn, &[]) else { break };
            turns.push(played.turn);
            state = played.state;
        }
        let result = G::verdict(&setup, &state).map_or(Outcome::Open, |verdict| Outcome::Decided(verdict.standing));
        let score = G::verdict(&setup, &state).and_then(|_| G::score(&setup, &state));
        let text = record_text(&tags, &turns, &result, score.as_deref());
        // The tags may have come in any order.
        let record = parse(&text);
        self.format(&record)
    }
}

/// A number below `limit`, each as likely as the others.
fn below_limit(generator: &mut ChaCha8Rng, limit: u64) -> u64 {
    if limit < 2 {
        return 0;
    }
    let fair = u64::MAX - u64::MAX % limit;
    loop {
        let number = generator.next_u64();
        if number < fair {
            return number % limit;
        }
    }
}

fn count<G: Game>(setup: &G::Setup, state: &G::State, counts: &mut [u64], steps: &mut u64) -> ControlFlow<()> {
    let Some((first, deeper)) = counts.split_first_mut() else { return ControlFlow::Continue(()) };
    if deeper.is_empty() {
        let Some(count) = G::count_turns(setup, state, steps) else { return ControlFlow::Break(()) };
        *first = first.saturating_add(count);
        return ControlFlow::Continue(());
    }
    G::legal_turns(setup, state, &mut |_, next| {
        *first = first.saturating_add(1);
        take_step(steps)?;
        count::<G>(setup, next, deeper, steps)
    })
}
