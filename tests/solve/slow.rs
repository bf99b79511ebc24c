//! Verdicts of the solver, compared with plain minimax over the texts of turns on small random
//! positions.

use pipscribe::games::GameId;
use pipscribe::notation::{Goal, Points, Puzzle};
use pipscribe::replay::{Position, RandomTurns};
use pipscribe::solve::{USUAL_STEPS, Verdict, solve};

use crate::support::{random_game, scaled, timeline_of};

/// Maximum number of turns that brute force tries for one puzzle.
const MAX_TRIED: u64 = 1_000;
/// Maximum number of first turns of a proved puzzle that are compared.
const MAX_FIRST_TURNS: usize = 2;

/// Brute-force solver, which decides what the seat reaches only from the texts of turns.
struct Brute {
    seat: u8,
    goal: Goal,
    tried: u64,
}

impl Brute {
    fn goal_at_end(&self, position: &Position) -> Option<bool> {
        let own = usize::from(self.seat - 1);
        let points = position.result()?.points()[own];
        Some(match self.goal {
            Goal::Win => points == Points::Win,
            Goal::Draw | Goal::Save => points != Points::Loss,
            Goal::Score(least) => position.score().is_some_and(|score| score[own] >= least),
            Goal::Only => unreachable!("not compared"),
            _ => unreachable!("a goal that the solver does not know"),
        })
    }

    fn is_partner(&self, position: &Position) -> bool {
        let seat = position.to_move();
        let text = position.text();
        let taker = text
            .split_once("taker=")
            .map(|(_, rest)| rest.as_bytes()[0] - b'0');
        let are_team = match position.game() {
            // The taker plays alone.
            GameId::Pippinzip => taker.is_some_and(|taker| taker != seat && taker != self.seat),
            // Of the set-ups here, only the one for four seats has teams: 1 and 3 against 2 and 4.
            GameId::Pipe => seat % 2 == self.seat % 2,
            _ => false,
        };
        seat == self.seat || position.seats() > 2 && are_team
    }

    /// Returns true if the goal is reached with `left` more turns of the seat; `None` if this takes
    /// too much work.
    fn holds(&mut self, position: &Position, left: u32) -> Option<bool> {
        if let Some(reached) = self.goal_at_end(position) {
            return Some(reached);
        }
        let own = position.to_move() == self.seat;
        if own && left == 0 {
            return Some(self.goal == Goal::Save);
        }
        let left = if own { left - 1 } else { left };
        if position.game() == GameId::Pippip {
            return self.holds_with_dice(position, "", own, left);
        }
        let chooses = self.is_partner(position);
        let turns = position.legal_turns();
        if turns.is_empty() {
            // No card fits on the table, so the game does not end.
            return Some(self.goal == Goal::Save);
        }
        for turn in turns {
            self.tried += 1;
            if self.tried > MAX_TRIED {
                return None;
            }
            if self.holds(&position.play(&turn).unwrap(), left)? == chooses {
                return Some(chooses);
            }
        }
        Some(!chooses)
    }

    /// The same for a turn of Pip•Pip whose first acts put dice aside.
    fn holds_with_dice(
        &mut self,
        position: &Position,
        aside: &str,
        own: bool,
        left: u32,
    ) -> Option<bool> {
        let mut pulls = Vec::new();
        for value in 1..=6 {
            pulls.extend(self.placements(position, &format!("{aside}*{value}"))?);
        }
        if self.any_is(&pulls, own, left)? {
            return Some(own);
        }
        let mut rolls_hold = true;
        let mut may_roll = false;
        for value in 1..=6 {
            let placed = self.placements(position, &format!("{aside}{value}"))?;
            may_roll |= !placed.is_empty();
            let mut is_decided = self.any_is(&placed, own, left)?;
            let more = format!("{aside}{value}s;");
            if !is_decided && self.can_go_on(position, &more)? {
                is_decided = self.holds_with_dice(position, &more, own, left)? == own;
            }
            // The seat needs an answer to every roll; for its opponents, one roll is enough.
            if own {
                rolls_hold &= is_decided;
            } else if is_decided {
                return Some(false);
            }
        }
        Some(if own { may_roll && rolls_hold } else { true })
    }

    /// Returns true if one of the positions has the value that the seat to move wants.
    fn any_is(&mut self, positions: &[Position], wanted: bool, left: u32) -> Option<bool> {
        for position in positions {
            if self.holds(position, left)? == wanted {
                return Some(true);
            }
        }
        Some(false)
    }

    fn can_go_on(&mut self, position: &Position, aside: &str) -> Option<bool> {
        for value in 1..=6 {
            for from in ["", "*"] {
                if !self
                    .placements(position, &format!("{aside}{from}{value}"))?
                    .is_empty()
                {
                    return Some(true);
                }
            }
        }
        // A store may have to take more than one die before the turn can end.
        Some(false)
    }

    /// Returns the positions after each legal placement with this beginning.
    fn placements(&mut self, position: &Position, beginning: &str) -> Option<Vec<Position>> {
        let empty = (b'a'..=b'd')
            .flat_map(|column| (1..=4).map(move |rank| format!("{}{rank}", char::from(column))));
        let empty: Vec<String> = empty
            .filter(|square| position.piece_at(square).is_none())
            .collect();
        let mut found = Vec::new();
        for square in empty {
            for north in 1..=6 {
                self.tried += 1;
                found.extend(position.play(&format!("{beginning}@{square}/{north}")).ok());
            }
        }
        (self.tried <= 4 * MAX_TRIED).then_some(found)
    }
}

/// Compares the verdicts on a position. Returns the number of puzzles that were compared.
fn compare(position: &Position, goals: &[Goal], most: u32) -> u32 {
    let mut compared = 0;
    for &goal in goals {
        for turns in 1..=most {
            let mut brute = Brute {
                seat: position.to_move(),
                goal,
                tried: 0,
            };
            let Some(holds) = brute.holds(position, turns) else {
                continue;
            };
            let puzzle = Puzzle {
                goal,
                turns: Some(turns),
            };
            let solved = solve(position, puzzle, USUAL_STEPS).unwrap();
            let expected = if holds {
                Verdict::Proved
            } else {
                Verdict::Refuted
            };
            assert_eq!(solved.verdict, expected, "{puzzle}: {position:?}");
            check_first_turns(position, puzzle, &solved);
            compared += 1;
        }
    }
    compared
}

/// Each listed first turn solves the puzzle, and the others do not.
fn check_first_turns(position: &Position, puzzle: Puzzle, solved: &pipscribe::solve::Solved) {
    if solved.verdict != Verdict::Proved {
        return;
    }
    let left = puzzle.turns.unwrap() - 1;
    let turns = position.legal_turns();
    for turn in turns.iter().step_by(turns.len() / MAX_FIRST_TURNS + 1) {
        let mut brute = Brute {
            seat: position.to_move(),
            goal: puzzle.goal,
            tried: 0,
        };
        let Some(holds) = brute.holds(&position.play(turn).unwrap(), left) else {
            continue;
        };
        let is_listed = solved.solutions.iter().any(|first| first.turn == *turn);
        assert_eq!(is_listed, holds, "{puzzle}, {turn}: {position:?}");
    }
}

/// A set-up of random games, and the comparisons near their ends.
struct Comparison<'a> {
    setups: &'a [&'a [(&'a str, &'a str)]],
    /// Number of positions that a normal run compares. `PIPSCRIBE_CASES=20` compares twenty times
    /// as many.
    positions: u32,
    /// Distance of these positions from the end of the game, in turns.
    from_end: std::ops::Range<usize>,
    goals: &'a [Goal],
    /// The maximum number of own turns.
    most: u32,
}

fn compare_random(comparison: Comparison<'_>) {
    let Comparison {
        setups,
        positions: usual,
        from_end,
        goals,
        most,
    } = comparison;
    let (mut positions, mut puzzles, mut seed) = (0, 0, 0_u64);
    while positions < scaled(usual) {
        let tags = setups[seed as usize % setups.len()];
        let text = random_game(tags, seed, 400);
        let timeline = timeline_of(&text);
        let frames: Vec<_> = timeline
            .start()
            .into_iter()
            .chain(timeline.main_line())
            .collect();
        let step = from_end.start + seed as usize % from_end.len();
        seed += 1;
        let Some(frame) = frames.len().checked_sub(step + 1).map(|at| frames[at]) else {
            continue;
        };
        if frame.position.result().is_some() {
            continue;
        }
        puzzles += compare(&frame.position, goals, most);
        positions += 1;
    }
    assert!(
        puzzles > positions,
        "{puzzles} puzzles of {positions} positions"
    );
}

const GOALS: [Goal; 3] = [Goal::Win, Goal::Save, Goal::Draw];

#[test]
fn gipf_agrees_with_brute_force() {
    let setups: &[&[(&str, &str)]] = &[
        &[("Game", "gipf"), ("Variant", "basic")],
        &[
            ("Game", "gipf"),
            ("Variant", "standard"),
            ("Options", "out=empty"),
        ],
        &[("Game", "gipf"), ("Variant", "tournament")],
        &[("Game", "gipf"), ("Variant", "standard")],
    ];
    compare_random(Comparison {
        setups,
        positions: 100,
        from_end: 1..5,
        goals: &GOALS,
        most: 2,
    });
}

#[test]
fn pippinzip_agrees_with_brute_force() {
    let setups: &[&[(&str, &str)]] = &[
        &[
            ("Game", "pippinzip"),
            ("Variant", "pipeline"),
            ("Size", "3"),
        ],
        &[("Game", "pippinzip"), ("Variant", "zipline"), ("Size", "3")],
        &[
            ("Game", "pippinzip"),
            ("Variant", "freestyle"),
            ("Size", "4"),
        ],
        &[
            ("Game", "pippinzip"),
            ("Variant", "zipline"),
            ("Size", "4"),
            ("Players", "3"),
        ],
        &[
            ("Game", "pippinzip"),
            ("Variant", "pipeline"),
            ("Size", "4"),
        ],
        &[
            ("Game", "pippinzip"),
            ("Variant", "freestyle"),
            ("Size", "3"),
            ("Players", "3"),
        ],
    ];
    compare_random(Comparison {
        setups,
        positions: 100,
        from_end: 1..6,
        goals: &GOALS,
        most: 2,
    });
}

#[test]
fn pippip_agrees_with_brute_force() {
    let setups: &[&[(&str, &str)]] = &[
        &[("Game", "pippip")],
        &[
            ("Game", "pippip"),
            ("Options", "dice=cw cap=8 store=roll"),
            ("Colors", "dark,light"),
        ],
        &[("Game", "pippip"), ("Options", "cap=0")],
    ];
    compare_random(Comparison {
        setups,
        positions: 40,
        from_end: 1..3,
        goals: &[Goal::Win, Goal::Save, Goal::Score(12)],
        most: 1,
    });
}

#[test]
fn the_pipe_game_agrees_with_brute_force() {
    let setups: &[&[(&str, &str)]] = &[
        &[("Game", "pipe"), ("Variant", "pipes")],
        &[
            ("Game", "pipe"),
            ("Variant", "fields"),
            ("Options", "recycle=yes"),
        ],
        &[
            ("Game", "pipe"),
            ("Variant", "both"),
            ("Players", "4"),
            ("Options", "teams=13-24"),
        ],
        &[
            ("Game", "pipe"),
            ("Variant", "pipes"),
            ("Options", "table=8x8"),
        ],
        &[
            ("Game", "pipe"),
            ("Variant", "fields"),
            ("Options", "table=9x8"),
        ],
        &[
            ("Game", "pipe"),
            ("Variant", "both"),
            ("Players", "2"),
            ("Options", "table=9x9"),
        ],
    ];
    compare_random(Comparison {
        setups,
        positions: 6,
        from_end: 1..3,
        goals: &[Goal::Win, Goal::Save, Goal::Score(3)],
        most: 1,
    });
}

/// The same position is solved in the same steps whatever was solved before.
#[test]
fn answers_are_the_same_every_time() {
    let mut game = pipscribe::LiveGame::start("[Game \"gipf\"]\n[Variant \"standard\"]\n").unwrap();
    let mut random = RandomTurns::new(3);
    for _ in 0..20 {
        let turn = random.next(game.position()).unwrap();
        game.play(&turn).unwrap();
    }
    let puzzle = "save 1".parse().unwrap();
    let first = solve(game.position(), puzzle, USUAL_STEPS).unwrap();
    assert_eq!(solve(game.position(), puzzle, USUAL_STEPS).unwrap(), first);
}
