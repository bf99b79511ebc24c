//! Replaying lines: the main line, and each variation from the position that it departs from.

mod expectations;
mod expected_turns;
mod trail;

pub(crate) use expectations::expected_codes;
pub(crate) use expected_turns::taken;
pub(super) use trail::Trail;

use std::sync::Arc;

use super::explain::{Refused, helped};
use super::nearest::nearest_turns;
use super::result::Ended;
use super::{Collector, Follow, Start, Step};
use crate::findings::{Code, Finding, code, code_named};
use crate::games::{Game, Silent};
use crate::notation::{
    Expectation, Line, Record, Standing, TurnNode, comments_of, expectations, irregular_codes, seat_names, shorten,
};
use crate::text::Span;
use expectations::{Unmet, unknown_code};

/// How many findings of a record are explained at length: searching for legal turns and for
/// earlier ones to blame costs more than judging.
const MOST_EXPLAINED: usize = 50;
/// How many legal turns all `[%expect moves …]` of a record may walk through.
const MOST_COUNTED: u64 = 2_000_000;
/// For how many `[%expect mends …]` of a record the nearest turn is looked for, which takes as long as judging very many.
const MOST_MENDED: u32 = 200;
/// For how many turns of a line there is room at once.
const USUAL_TURNS: usize = 500;

/// Where a line has got to.
pub(super) struct Cursor<G: Game> {
    pub(super) state: Arc<G::State>,
    /// What the rules or a resignation gave; the line is over.
    pub(super) result: Option<Standing>,
    pub(super) resigned: bool,
    /// A turn at fault ended the replay.
    pub(super) at_fault: bool,
}

impl<G: Game> Cursor<G> {
    /// What claims are held against, where this is the end.
    pub(super) fn ended(&self) -> Ended<'_, G> {
        let Self { state, result, resigned, at_fault } = self;
        Ended { state, result: result.as_ref(), resigned: *resigned, at_fault: *at_fault }
    }
}

impl<G: Game> Clone for Cursor<G> {
    fn clone(&self) -> Self {
        Self {
            state: Arc::clone(&self.state),
            result: self.result.clone(),
            resigned: self.resigned,
            at_fault: self.at_fault,
        }
    }
}

/// The first turns of a main line, with all that stands between them, once nothing was found to be wrong with them.
pub(super) struct SoundTurns<G: Game> {
    pub(super) turns: u32,
    /// Where they led.
    pub(super) end: Cursor<G>,
}

/// A replay that is going on.
pub(super) struct Lines<'a, 'f, G: Game> {
    pub(super) record: &'a Record,
    pub(super) start: Option<&'a Start<G>>,
    pub(super) collector: Collector,
    follow: Option<Follow<'f, G>>,
    pub(super) turns: u32,
    pub(super) first_fault: Option<u32>,
    pub(super) main_fault: Option<u32>,
    pub(super) trail: Trail<'a, G>,
    explained: usize,
    /// How many legal turns `[%expect moves …]` may still walk through.
    steps_left: u64,
    /// How many `[%expect mends …]` may still be looked at.
    mends_left: u32,
    /// The last turn that was read without more ado: its memory serves for the next.
    read: G::Turn,
    /// The position before it likewise.
    before: Option<G::State>,
}

/// What became of a turn.
enum Fate<G: Game> {
    /// It was played: the turn in canonical form, `None` for `resign`, and where it led.
    Played(Option<G::Turn>, Cursor<G>),
    /// It was refused.
    Refused(Refused<G>),
    /// It could be read, but its line is not replayed any more.
    Unknown,
}

impl<'a, 'f, G: Game> Lines<'a, 'f, G> {
    pub(super) fn new(
        record: &'a Record,
        start: Option<&'a Start<G>>,
        collector: Collector,
        follow: Option<Follow<'f, G>>,
    ) -> Self {
        Self {
            record,
            start,
            collector,
            follow,
            turns: 0,
            first_fault: None,
            main_fault: None,
            trail: Trail::new(),
            explained: 0,
            steps_left: MOST_COUNTED,
            mends_left: MOST_MENDED,
            read: G::Turn::default(),
            before: None,
        }
    }

    /// The same, without what it takes to explain a finding at length.
    pub(super) fn in_brief(self) -> Self {
        Self { explained: MOST_EXPLAINED, ..self }
    }

    /// Replays the main line and its variations, but for what was found to be sound.
    pub(super) fn main_line(&mut self, sound: Option<SoundTurns<G>>) -> Option<Cursor<G>> {
        let line = &self.record.moves;
        let Some(SoundTurns { turns, end }) = sound else { return self.line(line, 0, self.at_start()) };
        self.turns = turns;
        self.line(line, turns as usize, Some(end))
    }

    fn at_start(&self) -> Option<Cursor<G>> {
        self.start.map(|Start { setup, state }| Cursor {
            state: Arc::clone(state),
            result: G::verdict(setup, state).map(|verdict| verdict.standing),
            resigned: false,
            at_fault: false,
        })
    }

    /// Replays a line, of which the first turns were played already.
    fn line(&mut self, line: &'a Line, sound: usize, mut cursor: Option<Cursor<G>>) -> Option<Cursor<G>> {
        let played = self.trail.len();
        self.trail.reserve(line.turns.len().min(USUAL_TURNS));
        line.turns.iter().take(sound).for_each(|node| self.trail.push(node, None));
        if !line.path.is_empty() {
            for (expectation, span) in expectations(comments_of(&line.opening)) {
                self.expected_after(expectation, span, cursor.as_ref(), None, &line.path);
            }
            self.without_turn(irregular_codes(comments_of(&line.opening)), &line.path);
        }
        for node in line.turns.iter().skip(sound) {
            if node.variations().next().is_none() {
                self.turn(line, node, &mut cursor);
                continue;
            }
            let before = cursor.clone();
            let trail_before = self.trail.len();
            self.turn(line, node, &mut cursor);
            // A variation replaces it.
            let replaced = self.trail.take_behind(trail_before);
            for variation in node.variations() {
                self.line(&variation.line, 0, before.clone());
            }
            if let Some(replaced) = replaced {
                self.trail.put_back(replaced);
            }
        }
        self.trail.truncate(played);
        cursor
    }

    fn turn(&mut self, line: &'a Line, node: &'a TurnNode, cursor: &mut Option<Cursor<G>>) {
        if self.played_quietly(line, node, cursor.as_mut()).is_some() {
            return;
        }
        let expected = expectations(node.comments());
        let refusals: Vec<_> =
            expected.iter().filter_map(|(expectation, span)| Some((expectation.refusal()?, *span))).collect();
        let irregular = irregular_codes(node.comments());
        let fate = self.fate(line, node, cursor.as_ref(), &irregular, refusals.is_empty());
        if refusals.is_empty() {
            self.settle(line, node, cursor, fate, &irregular, &expected);
        } else {
            self.expected_refusal(line, node, &fate, &refusals);
        }
        if cursor.as_ref().is_some_and(|cursor| !cursor.at_fault) {
            for (expectation, span) in &expected {
                self.expected_after(expectation, *span, cursor.as_ref(), Some(node), &line.path);
            }
        }
    }

    /// Plays a turn of which nobody wants to know more than that it is legal; `None` where it may not be, or where there is more
    /// to it: then the cursor stays where it is.
    fn played_quietly(&mut self, line: &Line, node: &'a TurnNode, cursor: Option<&mut Cursor<G>>) -> Option<()> {
        let (Start { setup, .. }, cursor) = (self.start?, cursor?);
        let is_over = cursor.at_fault || cursor.result.is_some();
        if self.follow.is_some() || is_over || node.malformed || node.comments().next().is_some() {
            return None;
        }
        let text = self.record.turn_text(node);
        if text == "resign" || !G::read_plain_turn(text.as_bytes(), &mut self.read) {
            return None;
        }
        let state = Arc::make_mut(&mut cursor.state);
        let before = self.before.get_or_insert_with(|| G::State::clone(state));
        before.clone_from(state);
        if let Err(refused) = G::play(setup, state, &self.read, &mut Silent) {
            if refused.may_have_changed {
                state.clone_from(before);
            }
            return None;
        }
        cursor.result = G::standing(setup, state);
        self.trail.push(node, None);
        self.turns += u32::from(line.path.is_empty());
        Some(())
    }

    /// Judges a turn without drawing consequences; `is_played` where it is played if it is legal.
    fn fate(
        &mut self,
        line: &'a Line,
        node: &'a TurnNode,
        cursor: Option<&Cursor<G>>,
        irregular: &[(&str, Span)],
        is_played: bool,
    ) -> Fate<G> {
        let text = self.record.turn_text(node);
        let resigns = text == "resign";
        let turn = match G::parse_turn(text) {
            _ if node.malformed => return Fate::Refused(Refused::Unreadable(node.text.range().len())),
            _ if resigns => None,
            Ok(turn) => Some(turn),
            Err(error) => return Fate::Refused(Refused::Unreadable(error.at)),
        };
        let (Some(Start { setup, .. }), Some(cursor)) = (self.start, cursor) else { return Fate::Unknown };
        if cursor.at_fault {
            return Fate::Unknown;
        }
        if cursor.result.is_some() {
            return Fate::Refused(Refused::AfterEnd {
                state: G::State::clone(&cursor.state),
                resigned: cursor.resigned,
            });
        }
        let Some(turn) = turn else {
            return match G::resignation(setup, &cursor.state) {
                Ok(standing) => {
                    let after = Cursor { result: Some(standing), resigned: true, ..cursor.clone() };
                    self.unneeded(line, node, irregular, &[]);
                    if is_played {
                        self.follow(line, node, None, &cursor.state, &after);
                    }
                    Fate::Played(None, after)
                }
                Err(fault) => {
                    let at = G::State::clone(&cursor.state);
                    Fate::Refused(Refused::ByRules(Box::new(crate::games::Refusal { fault, at, passed: Vec::new() })))
                }
            };
        };
        let waived: Vec<Code> = irregular.iter().filter_map(|(id, _)| code_named(id)).collect();
        match G::judge(setup, &cursor.state, &turn, &waived) {
            Ok(played) => {
                for refusal in &played.waived {
                    let finding = self.waived(line, node, refusal);
                    self.collector.of_turn(finding);
                }
                let needed: Vec<_> = played.waived.iter().map(|refusal| refusal.fault.code).collect();
                self.unneeded(line, node, irregular, &needed);
                let result = G::verdict(setup, &played.state).map(|verdict| verdict.standing);
                let after = Cursor { state: Arc::new(played.state), result, resigned: false, at_fault: false };
                if is_played {
                    self.follow(line, node, Some(&played.turn), &cursor.state, &after);
                }
                Fate::Played(Some(played.turn), after)
            }
            Err(refusal) => Fate::Refused(Refused::ByRules(refusal)),
        }
    }

    fn follow(
        &mut self,
        line: &Line,
        node: &TurnNode,
        turn: Option<&G::Turn>,
        before: &Arc<G::State>,
        after: &Cursor<G>,
    ) {
        let (Some(Start { setup, .. }), Some(follow)) = (self.start, &mut self.follow) else { return };
        follow(&Step { setup, node, turn, before, after: &after.state, result: &after.result, path: &line.path });
    }

    fn unneeded(&mut self, line: &Line, node: &TurnNode, irregular: &[(&str, Span)], needed: &[Code]) {
        for &(id, span) in irregular.iter().filter(|(id, _)| needed.iter().all(|code| code.id != *id)) {
            self.collector.of_turn(unneeded(id, span).at(node.number, &line.path));
        }
    }

    /// A turn that nothing expected to be refused.
    fn settle(
        &mut self,
        line: &'a Line,
        node: &'a TurnNode,
        cursor: &mut Option<Cursor<G>>,
        fate: Fate<G>,
        irregular: &[(&str, Span)],
        expected: &[(&Expectation, Span)],
    ) {
        match fate {
            Fate::Unknown => {}
            Fate::Played(turn, next) => {
                self.trail.push(node, turn);
                self.turns += u32::from(line.path.is_empty());
                *cursor = Some(next);
            }
            Fate::Refused(refused) => {
                self.first_fault = Some(self.first_fault.map_or(node.start(), |first| first.min(node.start())));
                if line.path.is_empty() {
                    self.main_fault = self.main_fault.or(Some(node.start()));
                }
                if let Some(cursor) = cursor {
                    cursor.at_fault = true;
                }
                if self.collector.is_full() {
                    self.collector.dropped += 1;
                    return;
                }
                let mut finding = self.say(line, node, &refused, cursor.as_ref());
                if irregular.iter().any(|&(id, _)| id == finding.code.id) {
                    let note = "`[%irregular]` cannot let this stand.";
                    finding.help = Some(finding.help.map_or(note.into(), |help| format!("{note} {help}").into()));
                }
                let mut needed = refused.passed().to_vec();
                let code = finding.code;
                needed.push(code);
                self.collector.of_turn(finding);
                self.unneeded(line, node, irregular, &needed);
                for (_, span) in expected.iter().filter(|(expectation, _)| **expectation == Expectation::Legal) {
                    let unmet = Unmet::instead("This turn was expected to be legal.", code.id);
                    // The fault itself shows the board.
                    self.unmet(*span, unmet, None, node.number, &line.path);
                }
            }
        }
    }

    /// Whether there is room to explain one more finding at length. Late in a very long line that
    /// takes the room of several, because all turns before it are looked at.
    pub(super) fn may_explain(&mut self) -> bool {
        let has_room = self.explained < MOST_EXPLAINED;
        self.explained += 1 + self.trail.len() / 500;
        has_room
    }

    fn say(&mut self, line: &'a Line, node: &'a TurnNode, refused: &Refused<G>, cursor: Option<&Cursor<G>>) -> Finding {
        let at_length = self.may_explain();
        let finding = self.said(node, refused, at_length);
        // What is too much to look through is not looked through for what was meant.
        let has_nearest = at_length && !matches!(refused, Refused::AfterEnd { .. }) && finding.code != &code::SEARCH;
        let at = self.start.zip(cursor).filter(|_| has_nearest);
        let nearest =
            at.and_then(|(start, cursor)| nearest_turns::<G>(&start.setup, &cursor.state, self.record.turn_text(node)));
        helped::<G>(finding, nearest).at(node.number, &line.path)
    }

    /// What is wrong with a turn, without what may have been meant.
    fn said(&mut self, node: &'a TurnNode, refused: &Refused<G>, at_length: bool) -> Finding {
        match refused {
            Refused::Unreadable(at) => {
                let names = seat_names(G::ID, Some(self.record));
                let mut finding = super::explain::unreadable::<G>(self.record.turn_text(node), node.text, *at, &names);
                if node.meant.is_some() {
                    finding.span = node.text;
                }
                finding
            }
            Refused::AfterEnd { state, resigned } => self.after_end(node, state, *resigned),
            Refused::ByRules(refusal) => self.by_rules(node, refusal, at_length),
        }
    }
}

/// What a comment lets stand that nothing needs.
fn unneeded(id: &str, span: Span) -> Finding {
    let message = match id {
        "" => "`[%irregular]` does not say what it lets stand.".to_owned(),
        _ => format!("Nothing in this turn needs `{}` to be let stand.", shorten(id)),
    };
    let finding = Finding::new(&code::UNNEEDED, span, message);
    match code_named(id) {
        None if id.is_empty() => finding.with_help("Write the code behind it, such as `[%irregular gipf/no-row]`."),
        None => match unknown_code(id) {
            Some(help) => finding.with_help(help),
            None => finding,
        },
        Some(known) if !known.can_stand => finding.with_help("This code can never be let stand."),
        Some(_) => finding,
    }
}
