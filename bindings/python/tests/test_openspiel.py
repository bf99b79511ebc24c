"""Tests of the games in OpenSpiel, with its own searches. They are skipped without it."""

import random

import pytest

pyspiel = pytest.importorskip("pyspiel")
numpy = pytest.importorskip("numpy")

from open_spiel.python.algorithms import ismcts, mcts  # noqa: E402
from open_spiel.python.observation import make_observation  # noqa: E402

import pipscribe.openspiel  # noqa: E402, F401
from pipscribe.env import State  # noqa: E402

GAMES = [
    "pipscribe_gipf",
    "pipscribe_gipf(variant=tournament)",
    "pipscribe_pippinzip(variant=pipeline,size=4)",
    "pipscribe_pippip",
    "pipscribe_pipe",
    "pipscribe_pipe(players=3,seed=5)",
]


def _rollouts(seed):
    return mcts.RandomRolloutEvaluator(1, numpy.random.RandomState(seed))


def _play(state, choose, rng):
    """Plays to the end: chance decides by its probabilities, the players by a function."""
    while not state.is_terminal():
        if state.is_chance_node():
            outcomes, weights = zip(*state.chance_outcomes())
            state.apply_action(rng.choices(outcomes, weights)[0])
        else:
            state.apply_action(choose(state))


@pytest.mark.parametrize("name", GAMES)
def test_a_random_game_is_the_game_of_the_state(name):
    game = pyspiel.load_game(name)
    state, rng = game.new_initial_state(), random.Random(1)
    own = state.state.clone()

    def choose(state):
        action = rng.choice(state.legal_actions())
        assert state.action_to_string(state.current_player(), action) in state.state.legal_texts()
        return action

    _play(state, choose, rng)
    for action in state.history():
        own.apply_action(action)
    assert own == state.state
    assert state.returns() == own.returns() != [0.0] * game.num_players()
    assert len(state.history()) <= game.max_game_length() + state.state.game.record.text.count("@")


@pytest.mark.parametrize("name", GAMES)
def test_a_clone_is_independent_and_sees_the_same(name):
    game = pyspiel.load_game(name)
    state = game.new_initial_state()
    if state.is_chance_node():
        state.apply_action(0)
    before, twin = str(state), state.clone()
    assert str(twin) == before
    twin.apply_action(twin.legal_actions()[0])
    assert str(state) == before and state.history() != twin.history()
    player = state.current_player()
    observation = make_observation(game)
    observation.set_from(state, player)
    assert numpy.array_equal(observation.tensor, state.state.observation_tensor(player))
    assert numpy.array_equal(state.information_state_tensor(player), state.state.information_state_tensor(player))
    assert observation.string_from(state, player) == state.observation_string(player)
    assert sum(part.size for part in observation.dict.values()) == observation.tensor.size


def test_mcts_finds_a_win_in_one_turn():
    settings = {"variant": "pipeline", "size": 3, "position": "b2/bb1/2w 2 taker=2 -"}
    game = pyspiel.load_game("pipscribe_pippinzip", settings)
    state = game.new_initial_state()
    bot = mcts.MCTSBot(game, 2, 60, _rollouts(1), solve=True, random_state=numpy.random.RandomState(1))
    player = state.current_player()
    while state.current_player() == player:
        state.apply_action(bot.step(state))
    assert state.is_terminal() and state.returns()[player] == 1.0


def test_mcts_plays_with_dice():
    game = pyspiel.load_game("pipscribe_pippip")
    bot = mcts.MCTSBot(game, 2, 5, _rollouts(2), random_state=numpy.random.RandomState(2))
    state, rng = game.new_initial_state(), random.Random(2)
    _play(state, lambda state: bot.step(state) if state.current_player() == 0 else rng.choice(state.legal_actions()), rng)
    assert sorted(state.returns()) in ([-1.0, 1.0], [0.0, 0.0])


def test_ismcts_searches_without_the_hidden_cards():
    game = pyspiel.load_game("pipscribe_pipe")
    state = game.new_initial_state()
    other = state.resample_from_infostate(0, pyspiel.UniformProbabilitySampler(0.0, 1.0))
    assert other.information_state_string(0) == state.information_state_string(0)
    assert other.information_state_string(1) != state.information_state_string(1)
    bot = ismcts.ISMCTSBot(game, _rollouts(3), 2.0, 4, random_state=numpy.random.RandomState(3))
    for _ in range(3):
        action = bot.step(state)
        assert action in state.legal_actions()
        state.apply_action(action)
    assert isinstance(state.state, State)
