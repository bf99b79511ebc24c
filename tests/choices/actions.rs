//! Numbered actions: they correspond to the choices, mean the same everywhere, and lead to the same
//! positions as turns.

use std::collections::{BTreeMap, BTreeSet};

use pipscribe::draw::Lang;
use pipscribe::games::{Context, GameId};
use pipscribe::prelude::*;
use pipscribe::replay::RandomTurns;
use pipscribe::replay::actions::{Actor, END, ROLL, State, TensorPart};
use pipscribe::replay::choices::choices;

use crate::support::{RecordText, SETUPS, random_game_of};

fn state_of(setup: usize, seed: u64) -> State {
    State::new(LiveGame::start(&random_game_of(setup, seed, 0)).unwrap())
}

/// Pseudorandom numbers (xorshift).
struct Dice(u64);

impl Dice {
    fn below(&mut self, limit: usize) -> usize {
        self.0 ^= self.0 << 13;
        self.0 ^= self.0 >> 7;
        self.0 ^= self.0 << 17;
        (self.0 % limit as u64) as usize
    }

    fn pick(&mut self, state: &State) -> Option<u32> {
        let legal: Vec<u32> = state.legal_actions().collect();
        (!legal.is_empty()).then(|| legal[self.below(legal.len())])
    }
}

/// The keys of the next choices according to the module `choices`, and true if the turn may end
/// here.
fn keys(state: &State) -> (BTreeSet<String>, bool) {
    let chosen: Vec<String> = state.chosen().map(str::to_owned).collect();
    let step = choices(state.game().position(), &chosen, Lang::En).unwrap();
    let is_end = step.turn.is_some();
    (
        step.choices.into_iter().map(|choice| choice.key).collect(),
        is_end,
    )
}

/// Asserts that the mask and the list contain exactly the choices, and `end` and `roll` where they
/// are possible.
fn assert_mask_is_the_choices(state: &State) {
    let legal: Vec<u32> = state.legal_actions().collect();
    assert!(legal.is_sorted_by(|one, other| one < other), "{legal:?}");
    let mut mask = vec![9; state.numbering().actions()];
    state.write_mask(&mut mask);
    let (keys, may_end) = keys(state);
    let mut names: BTreeSet<String> = legal
        .iter()
        .map(|&action| state.action_name(action).unwrap().into_owned())
        .collect();
    assert_eq!(names.len(), legal.len());
    if state.actor() == Actor::Chance {
        assert!(
            mask.iter().all(|&byte| byte == 0)
                && legal
                    .iter()
                    .all(|&at| (at as usize) < state.numbering().outcomes())
        );
        assert!(names.is_subset(&keys), "{names:?} {keys:?}");
        return;
    }
    let masked: Vec<u32> = (0..)
        .zip(&mask)
        .filter(|(_, byte)| **byte == 1)
        .map(|(action, _)| action)
        .collect();
    assert_eq!(
        (masked, mask.iter().all(|byte| *byte <= 1)),
        (legal.clone(), true)
    );
    assert_eq!(legal.contains(&END), may_end);
    names.remove("end");
    let rolls: BTreeSet<String> = ('1'..='6').map(String::from).collect();
    let expected = if names.remove("roll") {
        keys.difference(&rolls).cloned().collect()
    } else {
        keys
    };
    assert_eq!(names, expected, "{:?}", state.game().position());
}

/// Plays a random game by actions. `visit` sees each state.
fn play(mut state: State, dice: &mut Dice, visit: &mut dyn FnMut(&State)) -> State {
    let mut count = 0;
    while state.actor() != Actor::Nobody {
        visit(&state);
        let Some(action) = dice.pick(&state) else {
            break;
        };
        count += usize::from(state.actor() != Actor::Chance);
        state.apply(action).unwrap();
        assert!(
            count <= state.numbering().longest_game(),
            "the game goes on: {:?}",
            state.game().position()
        );
    }
    state
}

#[test]
fn actions_are_the_choices() {
    for setup in 0..SETUPS.len() {
        let mut left = 60;
        play(
            state_of(setup, 1),
            &mut Dice(7 + setup as u64),
            &mut |state| {
                if left > 0 {
                    left -= 1;
                    assert_mask_is_the_choices(state);
                }
            },
        );
    }
}

/// Names with squares of a table differ from position to position; all others belong to one number.
#[test]
fn a_number_means_the_same_in_all_positions() {
    for setup in 0..SETUPS.len() {
        let (mut by_number, mut by_name) = (BTreeMap::new(), BTreeMap::new());
        for seed in [1, 2] {
            play(state_of(setup, seed), &mut Dice(seed), &mut |state| {
                let is_chance = state.actor() == Actor::Chance;
                for action in state.legal_actions() {
                    let name = state.action_name(action).unwrap().into_owned();
                    let kind = match name.rsplit_once('/') {
                        Some((_, heading)) if name.contains(['+', '-']) => heading.to_owned(),
                        _ if name.contains(['+', '-']) => "square".to_owned(),
                        _ => name,
                    };
                    let number = (is_chance, action);
                    assert_eq!(
                        by_number.entry(number).or_insert(kind.clone()),
                        &kind,
                        "{number:?}"
                    );
                    if kind != "square" && !["N", "E", "S", "W"].contains(&kind.as_str()) {
                        assert_eq!(
                            *by_name.entry((is_chance, kind.clone())).or_insert(number),
                            number,
                            "{kind}"
                        );
                    }
                }
            });
        }
        assert!(by_number.len() > 20, "{by_number:?}");
    }
}

/// A square of the Pipe Game keeps its number while its cards lie on the table, wherever the table
/// is.
#[test]
fn squares_are_numbered_from_cards() {
    let tags = "[Game \"pipe\"]\n[Variant \"pipes\"]\n[Deck \"own\"]\n[Card1 \"W1 W2 W3 W4 W5 W6 LLLLLL\"]\n\
                [Card2 \"W1 W2 W3 W4 W5 W6 LLLLLL\"]\n[Card3 \"W1 W2 W3 W4 W5 W6 LLLLLL\"]\n";
    let numbers = |position: &str, card: &str, by: (i32, i32)| -> BTreeMap<(i32, i32), u32> {
        let position = format!("{tags}[Position \"{position} 1 black,white 0,0\"]\n");
        let mut state = State::new(LiveGame::start(&position).unwrap());
        let named = state
            .legal_actions()
            .find(|&action| state.action_name(action).unwrap() == card);
        state.apply(named.unwrap()).unwrap();
        let square = |name: &str| {
            let split = name[1..].find(['+', '-']).unwrap() + 1;
            (
                name[..split].parse::<i32>().unwrap() - by.0,
                name[split..].parse::<i32>().unwrap() - by.1,
            )
        };
        state
            .legal_actions()
            .map(|action| (square(&state.action_name(action).unwrap()), action))
            .collect()
    };
    let here = numbers("1@+0+0/E", "2", (0, 0));
    assert_eq!(here.len(), 10);
    assert_eq!(here, numbers("1@+700-9/E", "2", (700, -9)));
    // A rotated card has its squares rotated.
    let turned = numbers("1@+0+0/N", "2", (0, 0));
    assert_eq!(
        (turned[&(0, -1)], turned[&(-1, 0)]),
        (here[&(-1, 0)], here[&(0, 1)])
    );
    // A different card has different numbers.
    let other = numbers("2@+0+0/E", "1", (0, 0));
    assert!(
        here.values()
            .all(|number| !other.values().any(|other| other == number))
    );
}

#[test]
fn actions_lead_to_the_positions_of_turns() {
    for setup in 0..SETUPS.len() {
        let mut state = state_of(setup, 3);
        let mut random = RandomTurns::new(setup as u64);
        for _ in 0..25 {
            let Some(turn) = random.next(state.game().position()) else {
                break;
            };
            let actions = state
                .actions_of(turn.as_str())
                .unwrap_or_else(|| panic!("{turn} in {:?}", state.game().position()));
            let mut by_turn = state.clone();
            by_turn.apply_turn(turn.as_str()).unwrap();
            for action in actions {
                state.apply(action).unwrap();
            }
            assert_eq!(state, by_turn, "{turn}");
            assert_eq!(
                state.game().position().turn().as_deref(),
                Some(turn.as_str())
            );
        }
    }
}

#[test]
fn illegal_actions_change_nothing() {
    let mut state = state_of(0, 0);
    let before = state.clone();
    for wrong in [END, ROLL, 9_999, u32::MAX] {
        assert_eq!(state.apply(wrong).unwrap_err().0, wrong);
    }
    assert!(state.apply_turn("a2-d4").is_err() && state.actions_of("a2-d4").is_none());
    assert_eq!((state.actions_of("resign"), &state), (None, &before));
    state.apply_turn("resign").unwrap();
    assert_eq!(
        (state.actor(), state.returns(), state.legal_actions().len()),
        (Actor::Nobody, Some(vec![0.0, 1.0]), 0)
    );
}

#[test]
fn saved_states_are_read_back() {
    for setup in 0..SETUPS.len() {
        let mut count = 0;
        play(state_of(setup, 5), &mut Dice(3), &mut |state| {
            count += 1;
            if count < 40 && count % 3 == 0 {
                assert_eq!(
                    &State::deserialize(&state.serialize(), &Context::default()).unwrap(),
                    state
                );
            }
        });
    }
    for wrong in ["", "{}", "{\"record\":\"\",\"chosen\":[],\"rolls\":false}"] {
        assert!(State::deserialize(wrong, &Context::default()).is_err());
    }
    let record = state_of(0, 0).game().record();
    for (chosen, rolls) in [("[\"a1\",\"a1\"]", false), ("[]", true)] {
        let text = format!("{{\"record\":{record:?},\"chosen\":{chosen},\"rolls\":{rolls}}}");
        assert!(
            State::deserialize(&text, &Context::default()).is_err(),
            "{text}"
        );
    }
}

#[test]
fn tensors_have_the_sizes_of_their_parts() {
    for setup in 0..SETUPS.len() {
        let mut seen = BTreeSet::new();
        play(state_of(setup, 5), &mut Dice(3), &mut |state| {
            let numbering = state.numbering();
            let size = |parts: &mut dyn Iterator<Item = &TensorPart>| {
                parts
                    .map(|part| part.shape.iter().product::<usize>())
                    .sum::<usize>()
            };
            let (observed, known) = (
                size(&mut numbering.observation().iter()),
                size(&mut numbering.information()),
            );
            for seat in 1..=state.game().position().seats() {
                let (observation, information) = (state.observation(seat), state.information(seat));
                assert_eq!((observation.len(), information.len()), (observed, known));
                assert!(
                    information.iter().all(|value| value.is_finite())
                        && information.starts_with(&observation)
                );
            }
            let Actor::Seat(seat) = state.actor() else {
                return;
            };
            seen.insert(
                state
                    .observation(seat)
                    .iter()
                    .map(|value| value.to_bits())
                    .collect::<Vec<_>>(),
            );
        });
        assert!(seen.len() > 10, "positions look alike");
    }
}

/// Two deals that differ only in cards that seat 1 has not seen look the same to seat 1, turn after
/// turn.
#[test]
fn a_seat_does_not_see_hidden_cards() {
    let pips = random_game_of(8, 4, 0);
    let record = Record::parse_str(&pips);
    let tag = |name: &str| record.tag(name).unwrap().value.to_string();
    let list = |name: &str| tag(name).split(',').map(str::to_owned).collect::<Vec<_>>();
    let (mut hand, mut stock) = (list("Hand2"), list("Stock"));
    // Seat 1 draws the cards at even places of the stock, seat 2 those at odd ones: seat 2 keeps
    // two other cards.
    std::mem::swap(&mut hand[0], &mut stock[21]);
    std::mem::swap(&mut hand[1], &mut stock[23]);
    stock.swap(1, 19);
    let mut other = hand.clone();
    other.sort_by_key(|card| card.parse::<u32>().unwrap());
    let swapped = pips
        .replace(&tag("Hand2"), &other.join(","))
        .replace(&tag("Stock"), &stock.join(","));
    let mut games = [&pips, &swapped].map(|pips| State::new(LiveGame::start(pips).unwrap()));
    let common: Vec<String> = list("Hand2")
        .into_iter()
        .filter(|card| hand.contains(card))
        .collect();
    let assert_alike = |[one, two]: &[State; 2]| {
        assert_eq!(one.information(1), two.information(1));
        assert_ne!(one.information(2), two.information(2));
    };
    assert_alike(&games);
    let first = games[0].game().position().legal_turns()[0].clone();
    let discards = format!("discard:{};claim:{{}}", common[..4].join(","));
    let claim = if first.ends_with("black") {
        "white"
    } else {
        "black"
    };
    for turn in [first.clone(), discards.replace("{}", claim)] {
        games
            .iter_mut()
            .for_each(|game| game.apply_turn(&turn).unwrap());
        assert_alike(&games);
    }
    // Seat 1 plays; then seat 2 has chosen a card, which seat 1 does not see yet.
    let without_draw = |turn: &str| turn.split(";draw:").next().unwrap().to_owned();
    let turn = games[0].game().position().legal_turns()[0].clone();
    games
        .iter_mut()
        .for_each(|game| game.apply_turn(&without_draw(&turn)).unwrap());
    assert_alike(&games);
    let before = games[0].information(1);
    let card = common[4..].iter().find_map(|card| {
        games[0]
            .legal_actions()
            .find(|&action| games[0].action_name(action).as_deref() == Some(card))
    });
    games
        .iter_mut()
        .for_each(|game| game.apply(card.unwrap()).unwrap());
    assert_alike(&games);
    assert_eq!(games[0].information(1), before);
    assert_ne!(games[0].observation(2), games[0].observation(1));
}

#[test]
fn the_longest_games_of_pippip_end_in_time() {
    for setup in [3, 7] {
        let mut state = state_of(setup, 0);
        let mut count = 0;
        // Puts aside every die that can be put aside.
        while state.actor() != Actor::Nobody {
            let legal: Vec<u32> = state.legal_actions().collect();
            let named = |name: &str| {
                legal
                    .iter()
                    .copied()
                    .find(|&action| state.action_name(action).unwrap() == name)
            };
            let action = named("s").or(named("roll")).unwrap_or(legal[0]);
            count += usize::from(state.actor() != Actor::Chance);
            state.apply(action).unwrap();
        }
        assert!(
            count > 50 && count <= state.numbering().longest_game(),
            "{count}"
        );
    }
}

mod slow {
    use super::*;

    /// Random games of every game, variant and number of seats end within the limit, and the mask
    /// is correct in every state.
    #[test]
    fn random_games_end_in_time() {
        let seats = [
            ("pipeline", 2),
            ("zipline", 2),
            ("zipline", 3),
            ("freestyle", 2),
            ("freestyle", 3),
        ];
        let pippinzip = seats.map(|(variant, seats)| {
            RecordText::new("pippinzip")
                .tag("Variant", variant)
                .tag("Size", 4)
                .tag("Players", seats)
                .tags()
        });
        let starts = (0..SETUPS.len())
            .flat_map(|setup| (0..2).map(move |seed| random_game_of(setup, seed, 0)));
        let mut longest = BTreeMap::<GameId, usize>::new();
        for (index, tags) in starts.chain(pippinzip).enumerate() {
            let mut count = 0;
            let state = State::new(LiveGame::start(&tags).unwrap());
            let end = play(state, &mut Dice(index as u64 + 1), &mut |state| {
                count += usize::from(state.actor() != Actor::Chance);
                if count % 25 == 0 {
                    assert_mask_is_the_choices(state);
                }
            });
            // Only a table of limited size can lack room for any card.
            assert!(
                end.actor() == Actor::Nobody || tags.contains("table="),
                "{:?}",
                end.game().position()
            );
            let most = longest.entry(end.game().position().game()).or_default();
            *most = count.max(*most);
        }
        assert!(longest[&GameId::Gipf] < 1_000, "{longest:?}");
    }
}
