//! Judging a record in which nothing is wrong, as most are: turns are played as they are read, on one
//! position, and nothing is kept for findings, as there are none.
//!
//! The rules are those of every replay ([`Game::play`]). Where anything is wrong with the record, or its
//! comments bear on how it is judged, this gives up, and the record is replayed: from there on where the
//! turns before are sound, else from its beginning.

use std::sync::Arc;

use super::comments::unknown_place;
use super::line::{Cursor, SoundTurns};
use super::result::{Ended, false_claims};
use super::{Begun, CommonTags, Report, Start, sound_start_of};
use crate::findings::Code;
use crate::games::{Context, Fault, Game, Refused, Silent, Witness};
use crate::notation::{Command, Comment, Listener, Meaning, Outcome, PlainTurn, Record, Standing, Unread};
use crate::text::Span;

/// Judges a record; `None` where it takes a whole replay to do so.
pub(super) fn check<G: Game>(record: &Record, context: &Context) -> Option<Report> {
    if !is_read_well(record) {
        return None;
    }
    let (mut common, start) = opening::<G>(record, context)?;
    let mut judge = Judge::<G, _>::new(&start, Silent);
    record.tell(&mut judge)?;
    let (mut end, Silent) = judge.end()?;
    report(record, &mut common, &start, &mut end)
}

/// What a replay of a record in which nothing is wrong gives to whoever writes it.
pub(super) struct Sound<G: Game> {
    pub(super) setup: Arc<G::Setup>,
    /// The turns that are not written in canonical form, where they stand and how they would be.
    pub(super) rewritten: Vec<(Span, String)>,
    /// The rules, or a resignation, give the result.
    pub(super) decided: bool,
}

/// Plays a record for its canonical form; `None` where it takes a whole replay to know it.
pub(super) fn play_canonically<G: Game>(record: &Record, context: &Context) -> Option<Sound<G>> {
    if !is_read_well(record) {
        return None;
    }
    let (mut common, start) = opening::<G>(record, context)?;
    let mut judge = Judge::<G, _>::new(&start, Canonical::default());
    record.tell(&mut judge)?;
    let (mut end, Canonical { rewritten, .. }) = judge.end()?;
    let decided = report(record, &mut common, &start, &mut end)?.result.is_some();
    Some(Sound { setup: start.setup, rewritten, decided })
}

fn is_read_well(record: &Record) -> bool {
    record.findings.is_empty() && record.malformed_tags.is_empty() && !record.result_unclear
}

/// Judges a record of which only the tags are read.
///
/// # Errors
/// Where it takes a replay to do so, or its movetext has to be read by the grammar: how far the record is sound, if its tags are.
pub(super) fn check_unread<G: Game>(unread: &mut Unread, context: &Context) -> Result<Report, Option<Box<Begun<G>>>> {
    let head = unread.head().ok_or(None)?;
    let (mut common, start) = opening::<G>(head, context).ok_or(None)?;
    let mut judge = Judge::<G, _>::new(&start, Silent);
    let told = unread.tell(&mut judge).and_then(|()| judge.play_at_last());
    if told.is_none() {
        let sound = judge.sound_turns();
        return Err(Some(Box::new(Begun { common, start, sound })));
    }
    let (mut end, Silent) = judge.ended();
    let head = unread.head_with(end.claimed.take()).ok_or(None)?;
    report(head, &mut common, &start, &mut end).ok_or(None)
}

/// What the tags say, where nothing is wrong with them.
fn opening<G: Game>(record: &Record, context: &Context) -> Option<(CommonTags, Start<G>)> {
    let common = CommonTags::check(record, Some(G::ID));
    let start = sound_start_of::<G>(record, context)?;
    common.findings.is_empty().then_some((common, start))
}

fn report<G: Game>(record: &Record, common: &mut CommonTags, start: &Start<G>, end: &mut End<G>) -> Option<Report> {
    common.check_seats(record, Some(G::seats(&start.setup)));
    if !common.findings.is_empty() {
        return None;
    }
    let End { turns, state, result, resigned, .. } = end;
    let ended = Ended::<G> { state, result: result.as_ref(), resigned: *resigned, at_fault: false };
    if !false_claims::<G>(record, &start.setup, common, &ended).is_empty() {
        return None;
    }
    // What is claimed is what it is, as nothing is wrong with it.
    let score = match common.score.take() {
        Some((claimed, _)) => Some(claimed),
        None => result.as_ref().and_then(|_| G::score(&start.setup, state)),
    };
    Some(Report { turns: *turns, result: result.take(), score, ..Report::default() })
}

/// Where the main line ended.
struct End<G: Game> {
    turns: u32,
    state: G::State,
    /// What the rules or a resignation gave.
    result: Option<Standing>,
    resigned: bool,
    /// The result after the movetext.
    claimed: Option<(Outcome, Span)>,
}

/// Where a line is interrupted by a variation of its last turn.
struct Outer<G: Game> {
    /// Before that turn.
    before: G::State,
    /// After it.
    after: G::State,
    result: Option<Standing>,
    resigned: bool,
    /// How many turns the main line had by then.
    turns: u32,
}

/// A witness of turns that are played without anything that could let them stand.
trait Follower<G: Game>: Witness<G, Refusal = Refused> {
    /// Is told a turn that was played, where it begins and as it is written.
    #[inline]
    fn played(&mut self, _turn: &G::Turn, _start: usize, _word: &[u8]) {}
}

impl<G: Game> Follower<G> for Silent {}

/// Notes what is not written as it would be in canonical form.
struct Canonical<G: Game> {
    /// The turn that is played in canonical form, where that is not as it is written.
    turn: Option<G::Turn>,
    rewritten: Vec<(Span, String)>,
    /// Its memory serves for every turn.
    text: String,
}

impl<G: Game> Default for Canonical<G> {
    fn default() -> Self {
        Self { turn: None, rewritten: Vec::new(), text: String::new() }
    }
}

impl<G: Game> Witness<G> for Canonical<G> {
    type Refusal = Refused;
    const TELLS: bool = true;

    fn refusal(&self, _position: &G::State, fault: Fault<G::Fault>) -> Refused {
        Refused::at(fault.part)
    }

    fn stands(&self, _code: Code) -> bool {
        false
    }

    fn pass_over(&mut self, _refusal: Refused) {}

    fn canonical(&mut self, turn: impl FnOnce() -> G::Turn) {
        self.turn = Some(turn());
    }
}

impl<G: Game> Follower<G> for Canonical<G> {
    fn played(&mut self, turn: &G::Turn, start: usize, word: &[u8]) {
        let canonical = self.turn.take();
        if G::ONE_SPELLING && canonical.as_ref().is_none_or(|canonical| canonical == turn) {
            return;
        }
        self.text.clear();
        G::write_turn(canonical.as_ref().unwrap_or(turn), &mut self.text);
        if self.text.as_bytes() != word {
            self.rewritten.push((Span::new(start, start + word.len()), self.text.clone()));
        }
    }
}

/// A turn that is still to be played.
struct Waiting<'t> {
    /// Where it begins.
    start: usize,
    word: &'t [u8],
    /// Whether it is read already.
    is_read: bool,
}

/// Plays turns as it is told of them.
struct Judge<'t, 's, G: Game, F> {
    follower: F,
    setup: &'s G::Setup,
    state: G::State,
    /// What the rules or a resignation gave; no turn is legal any more.
    result: Option<Standing>,
    resigned: bool,
    /// The last turn, which is played once it is known whether a variation replaces it.
    waiting: Option<Waiting<'t>>,
    /// The line that is open, if a variation has replaced its last turn already.
    replaced: Option<Outer<G>>,
    outer: Vec<Outer<G>>,
    /// How many turns the main line has.
    turns: u32,
    /// Why the last turn was not played.
    refused: Option<Refused>,
    claimed: Option<(Outcome, Span)>,
    /// The last turn that was read: its memory serves for the next.
    turn: G::Turn,
}

impl<'t, 's, G: Game, F: Follower<G>> Judge<'t, 's, G, F> {
    fn new(start: &'s Start<G>, follower: F) -> Self {
        Self {
            follower,
            setup: &start.setup,
            state: G::State::clone(&start.state),
            result: G::standing(&start.setup, &start.state),
            resigned: false,
            waiting: None,
            replaced: None,
            outer: Vec::new(),
            turns: 0,
            refused: None,
            claimed: None,
            turn: G::Turn::default(),
        }
    }

    #[inline]
    fn wait(&mut self, turn: Waiting<'t>) {
        self.waiting = Some(turn);
        self.turns += u32::from(self.outer.is_empty());
    }

    /// Reads a turn; `false` where it is a resignation, which is done then.
    fn read(&mut self, word: &[u8]) -> Option<bool> {
        if G::read_plain_turn(word, &mut self.turn) {
            return Some(true);
        }
        if word == b"resign" {
            self.result = Some(G::resignation(self.setup, &self.state).ok()?);
            self.resigned = true;
            return Some(false);
        }
        self.turn = G::parse_turn(std::str::from_utf8(word).ok()?).ok()?;
        Some(true)
    }

    fn refuse(&mut self, refused: Refused) -> Option<()> {
        self.refused = Some(refused);
        None
    }

    /// Plays the last turn.
    #[inline]
    fn play(&mut self) -> Option<()> {
        let Some(Waiting { start, word, is_read }) = self.waiting.take() else { return Some(()) };
        // After the end no turn is legal.
        if self.result.is_some() {
            return self.refuse(Refused::BEFORE_IT_WAS_PLAYED);
        }
        if !is_read {
            match self.read(word) {
                Some(true) => {}
                Some(false) => return Some(()),
                None => return self.refuse(Refused::BEFORE_IT_WAS_PLAYED),
            }
        }
        if let Err(refused) = G::play(self.setup, &mut self.state, &self.turn, &mut self.follower) {
            return self.refuse(refused);
        }
        self.follower.played(&self.turn, start, word);
        if let Some(standing) = G::standing(self.setup, &self.state) {
            self.result = Some(standing);
        }
        Some(())
    }

    /// The same, where that is not done turn after turn.
    fn play_at_last(&mut self) -> Option<()> {
        self.play()
    }

    fn end(mut self) -> Option<(End<G>, F)> {
        self.play_at_last()?;
        Some(self.ended())
    }

    /// The same, once the last turn was played.
    fn ended(self) -> (End<G>, F) {
        let Self { turns, state, result, resigned, claimed, follower, .. } = self;
        (End { turns, state, result, resigned, claimed }, follower)
    }
}

impl<G: Game> Judge<'_, '_, G, Silent> {
    /// The first turns of the main line, behind which nothing more can be said of them; `None` where it is not known any more
    /// where they led.
    fn sound_turns(self) -> Option<SoundTurns<G>> {
        let Self { refused, mut state, mut result, mut resigned, waiting, replaced, outer, mut turns, .. } = self;
        let is_played = waiting.is_none() && refused.is_none();
        // More may stand behind a turn that has variations.
        let open = replaced.filter(|replaced| replaced.turns == turns && is_played);
        if let Some(open) = outer.into_iter().next().or(open) {
            (state, result, resigned) = (open.before, None, false);
            turns = open.turns - 1;
        } else if refused.is_some_and(|refused| refused.may_have_changed) {
            return None;
        } else {
            turns -= u32::from(!is_played);
        }
        Some(SoundTurns { turns, end: Cursor { state: Arc::new(state), result, resigned, at_fault: false } })
    }
}

impl<'t, G: Game, F: Follower<G>> Listener<'t> for Judge<'t, '_, G, F> {
    const READS: bool = true;

    #[inline]
    fn read_ahead(&mut self, text: &'t [u8]) -> Option<Option<usize>> {
        self.play()?;
        Some(G::read_leading_turn(text, &mut self.turn))
    }

    #[inline]
    fn turn_read(&mut self, start: usize, word: &'t [u8]) -> Option<()> {
        self.wait(Waiting { start, word, is_read: true });
        Some(())
    }

    fn turn(&mut self, turn: PlainTurn<'t>) -> Option<()> {
        self.play_at_last()?;
        self.wait(Waiting { start: turn.start, word: turn.word, is_read: false });
        Some(())
    }

    fn glyph(&mut self, _glyph: u8) -> Option<()> {
        Some(())
    }

    fn comment(&mut self, comment: Comment) -> Option<()> {
        let bears = |command: &Command| {
            matches!(command.meaning, Meaning::Expect(_) | Meaning::Irregular(_))
                || unknown_place::<G>(self.setup, command).is_some()
        };
        (!comment.commands.iter().any(bears)).then_some(())
    }

    fn hash(&mut self, _hash: Span) -> Option<()> {
        Some(())
    }

    fn open(&mut self) -> Option<()> {
        let outer = match self.waiting {
            Some(_) => {
                let before = self.state.clone();
                self.play_at_last()?;
                let after = std::mem::replace(&mut self.state, before.clone());
                Outer { before, after, result: self.result.take(), resigned: self.resigned, turns: self.turns }
            }
            // Another variation of the same turn.
            None => {
                let outer = self.replaced.take()?;
                self.state = outer.before.clone();
                outer
            }
        };
        (self.result, self.resigned) = (None, false);
        self.outer.push(outer);
        Some(())
    }

    fn close(&mut self, _span: Span) -> Option<()> {
        self.play_at_last()?;
        let outer = self.outer.pop()?;
        self.state = outer.after.clone();
        (self.result, self.resigned) = (outer.result.clone(), outer.resigned);
        self.replaced = Some(outer);
        Some(())
    }

    fn result(&mut self, outcome: Outcome, span: Span) -> Option<()> {
        self.claimed = Some((outcome, span));
        Some(())
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::games::{GameId, with_game};
    use crate::replay::RandomGame;

    const SETUPS: &[&[(&str, &str)]] = &[
        &[("Game", "gipf"), ("Variant", "tournament")],
        &[("Game", "gipf"), ("Variant", "basic"), ("Position", "4/5/1ww1w1/2w4/6/5/4 w 8,12 0,0 - -")],
        &[("Game", "pippinzip"), ("Variant", "zipline"), ("Size", "5")],
        &[("Game", "pippinzip"), ("Variant", "freestyle"), ("Size", "5"), ("Players", "3")],
        &[("Game", "pippinzip"), ("Variant", "zipline"), ("Size", "5"), ("Players", "3")],
        &[("Game", "pippip"), ("Options", "store=roll")],
        &[("Game", "pippip"), ("Options", "cap=1")],
        &[("Game", "pipe"), ("Variant", "both"), ("Deck", "twin-works")],
        &[("Game", "pipe"), ("Variant", "both"), ("Deck", "twin-works"), ("Players", "3")],
    ];

    /// Turns of one position in others: whether one was refused that has not changed it, and one that has.
    fn refused_turns<G: Game>(record: &Record, context: &Context) -> [bool; 2] {
        let Start { setup, state } = sound_start_of::<G>(record, context).unwrap();
        let turns: Vec<G::Turn> =
            record.moves.turns.iter().filter_map(|node| G::parse_turn(record.turn_text(node)).ok()).collect();
        let (mut state, mut seen) = (G::State::clone(&state), [false; 2]);
        for turn in &turns {
            for other in &turns {
                let mut after = state.clone();
                if let Err(Refused { may_have_changed }) = G::play(&setup, &mut after, other, &mut Silent) {
                    assert!(may_have_changed || after == state, "{other} before {turn}: {}", record.text());
                    seen[usize::from(after != state)] = true;
                }
            }
            G::play(&setup, &mut state, turn, &mut Silent).unwrap();
            if G::standing(&setup, &state).is_some() {
                break;
            }
        }
        seen
    }

    #[test]
    fn a_refused_turn_leaves_the_position_as_it_was_or_says_so() {
        let context = Context::default();
        let mut changed = Vec::new();
        for tags in SETUPS {
            let tags: Vec<_> = tags.iter().map(|&(name, value)| (name.to_owned(), value.to_owned())).collect();
            let game = GameId::named(&tags[0].1).unwrap();
            let mut seen = [false; 2];
            for index in 0..4 {
                let random = RandomGame { tags: &tags, seed: 7, index, most_turns: 60, context: &context };
                let record = Record::parse_str(&game.random(&random).unwrap());
                let now = with_game!(game, G => refused_turns::<G>(&record, &context));
                seen = [seen[0] | now[0], seen[1] | now[1]];
            }
            assert!(seen[0], "{tags:?}");
            // Only where a turn has several parts can a later one be at fault.
            changed.extend(seen[1].then_some(game));
        }
        changed.dedup();
        assert_eq!(changed, GameId::ALL);
    }
}
