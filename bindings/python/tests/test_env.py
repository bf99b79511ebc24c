"""Environments: they allow exactly what the rules allow."""

from __future__ import annotations

import copy
import pickle
import random
import struct
import warnings
import zlib
from typing import Any

import pytest

import pipscribe
from pipscribe import _pixels
from pipscribe.env import CHANCE, TERMINAL, GymEnv, State

GAMES: list[tuple[str, str | None, dict[str, Any]]] = [
    ("gipf", "basic", {}),
    ("gipf", "tournament", {}),
    ("pippinzip", "zipline", {"size": 5}),
    ("pippinzip", "pipeline", {"size": 5}),
    ("pippip", None, {}),
    ("pippip", None, {"options": "store=roll cap=1"}),
    ("pipe", "both", {}),
    ("pipe", "pipes", {}),
    ("pipe", "both", {"players": 3}),
]


@pytest.mark.parametrize(("game", "variant", "tags"), GAMES)
def test_random_play_yields_legal_records(game: str, variant: str | None, tags: dict[str, Any]) -> None:
    chance = random.Random(5)
    for seed in range(2):
        state = State(game, variant, seed=seed, **tags)
        steps = 0
        while not state.is_terminal() and steps < 120:
            actions = state.legal_actions()
            assert actions == sorted(set(actions)) and actions and state.legal_actions(99) == []
            mask = state.legal_actions_mask()
            limit = state.max_chance_outcomes() if state.is_chance_node() else state.num_distinct_actions()
            assert len(mask) == state.num_distinct_actions() and actions[-1] < limit
            assert [at for at, legal in enumerate(mask) if legal] == ([] if state.is_chance_node() else actions)
            assert state.is_chance_node() == (state.current_player() == CHANCE) == bool(state.chance_outcomes())
            action = chance.choice(actions)
            assert state.string_to_action(state.action_to_string(action)) == action
            twin = state.clone()
            before = str(state)
            twin.apply_action(action)
            assert str(state) == before
            state.apply_action(action)
            assert (str(twin), twin.legal_actions()) == (str(state), state.legal_actions())
            steps += 1
        assert len(state.history()) == steps
        if state.is_terminal():
            assert state.current_player() == TERMINAL and state.legal_actions() == []
            assert abs(sum(state.returns())) < 1e-9 or state.num_players() != 2
        pipscribe.Record.parse(str(state.game))


def test_dice_are_rolled_and_stored_by_the_rules() -> None:
    state = State("pippip")
    assert [chance for _, chance in state.chance_outcomes()] == [1 / 6] * 6
    state.apply_action(4)
    assert len(state.legal_actions()) == 17 and state.legal_texts()[-1] == "s"
    state.apply_action("s")
    assert state.current_player() == 0 and state.legal_texts() == ["roll", "*5"]
    state.apply_action("roll")
    assert state.is_chance_node()
    for action in (1, "a1", "1"):
        state.apply_action(action)
    assert state.game.turns == ["5s;2@a1/1"] and state.position.text.endswith("5 -")


def turns_reached(state: State) -> set[str]:
    """The turns that actions lead to, with no die put aside."""
    reached, waiting = set(), [state]
    while waiting:
        here = waiting.pop()
        for action in here.legal_actions():
            if here.action_to_string(action) == "s":
                continue
            after = here.child(action)
            if after.game.turns == state.game.turns:
                waiting.append(after)
            else:
                reached.add(after.game.turns[-1])
    return reached


def test_actions_lead_to_the_legal_turns() -> None:
    for game, variant in (("pippip", None), ("gipf", "tournament")):
        record = pipscribe.Record(pipscribe.random_game(game, variant, seed=2))
        for number in range(0, record.num_turns, max(record.num_turns // 5, 1)):
            position = record.play_from(number)
            assert turns_reached(State.from_game(position)) == set(position.legal_turns())


def decisions_lead_on(state: State, deep: int = 2) -> None:
    """After every decision in Pip•Pip there is a legal one, until the turn is complete."""
    # `deep` limits the number of rolls to follow.
    if state.is_terminal() or deep == 0:
        return
    assert state.legal_actions(), str(state)
    for action in state.legal_actions():
        after = state.clone()
        after.apply_action(action)
        if after.game.turns == state.game.turns:
            decisions_lead_on(after, deep - 1 if after.is_chance_node() else deep)


def test_the_die_put_aside_last_can_be_pulled() -> None:
    state = State("pippip", position="D53L12L45L56/D54D12.L54/D35D35D21./L51L62D54. L 3 -")
    for action in ("roll", 4, "s"):
        state.apply_action(action)
    # No further roll is possible.
    assert state.legal_texts() == ["*3", "*5"]
    after = turns_reached(state)
    assert after == pulls_after(state, "5s") and "5s;*3@c3/1;xc2" in after
    for action in ("*3", "c3", "1"):
        state.apply_action(action)
    assert state.game.turns == ["5s;*3@c3/1;xc2"]


def pulls_after(state: State, aside: str) -> set[str]:
    """The legal turns after a die is put aside: every placement of a 3 or a 5 is judged."""
    found = set()
    for square in (f"{file}{rank}" for file in "abcd" for rank in range(1, 5)):
        for value in "35":
            for north in range(1, 7):
                turn = f"{aside};*{value}@{square}/{north}"
                if state.game.is_legal(turn):
                    found.add(state.position.play(turn).turn or "")
                assert not state.game.is_legal(turn.replace("*", ""))
    return found


@pytest.mark.parametrize("options", ["", "store=roll", "cap=1", "cap=0", "store=roll cap=8"])
def test_every_decision_can_be_completed(options: str) -> None:
    chance = random.Random(3)
    record = pipscribe.Record(pipscribe.random_game("pippip", seed=2, options=options or None))
    for number in chance.sample(range(6, record.num_turns), 3):
        decisions_lead_on(State.from_game(record.play_from(number)))


def test_a_state_of_a_game_has_the_hands_of_the_game() -> None:
    chance = random.Random(2)
    for players in (2, 3):
        state = State("pipe", "both", seed=7, players=players)
        while len(state.game.turns) < 9:
            state.apply_action(chance.choice(state.legal_actions()))
        taken = State.from_game(state.game)
        for player in range(players):
            assert taken.observation_string(player) == state.observation_string(player)
            assert taken.information_state_string(player) == state.information_state_string(player)
            assert list(taken.information_state_tensor(player)) == list(state.information_state_tensor(player))
        assert taken.history() == [-1] * 9 and len(state.history()) >= 27


def test_draws_of_others_are_unknown() -> None:
    chance = random.Random(4)
    state = State("pipe", "both", seed=3)
    while sum(";draw:" in turn for turn in state.game.turns) < 4:
        state.apply_action(chance.choice(state.legal_actions()))
    turns = state.game.turns
    for player in (0, 1):
        known = state.information_state_string(player).split(" | ")[0].split(" ")
        assert [turn.split(";draw:")[0] for turn in known] == [turn.split(";draw:")[0] for turn in turns]
        assert all((";draw:" in turn) == (at % 2 == player and ";draw:" in turns[at]) for at, turn in enumerate(known))


def test_hands_are_visible_only_to_their_owner() -> None:
    state = State("pipe", "both", seed=7)
    first, second = state.observation_string(0), state.observation_string(1)
    assert "hand" in first and first != second and len(first.split("hand ")[1].split(",")) == 9
    chance = random.Random(1)
    for _ in range(12):
        hand = set(state.observation_string().split("hand ")[1].split(","))
        assert {text for text in state.legal_texts() if text.isdigit()} <= hand
        assert list(state.observation_tensor(0)) != list(state.observation_tensor(1))
        state.apply_action(chance.choice(state.legal_texts()))


def test_illegal_actions_are_rejected() -> None:
    state = State("gipf", "basic")
    for wrong in (0, 999, -1, 1 << 40, "a2-d4", "b3", ""):
        with pytest.raises(pipscribe.PipscribeError):
            state.apply_action(wrong)
    assert state.history() == []
    with pytest.raises(pipscribe.PipscribeError, match="no player"):
        state.observation_string(2)
    with pytest.raises(pipscribe.PipscribeError, match="no player -1"):
        state.player_return(-1)
    with pytest.raises(TypeError):
        state.apply_action(1.9)  # type: ignore[arg-type]
    with pytest.raises(pipscribe.NotLegal):
        state.apply_turn("a2-d4")
    state.apply_action("resign")
    assert state.returns() == [-1.0, 1.0]
    with pytest.raises(pipscribe.PipscribeError, match="over"):
        state.apply_action(0)
    with pytest.raises(pipscribe.PipscribeError, match="is not a variant of gipf"):
        State("gipf", "nonsense")


def play(env: GymEnv, seed: int) -> tuple[list[Any], float, bool, dict[str, Any]]:
    chance = random.Random(seed)
    observation, info = env.reset(seed=seed)
    seen, over, reward = [bytes(observation)], False, 0.0
    while not over:
        action = chance.choice([at for at, legal in enumerate(info["action_mask"]) if legal])
        observation, reward, terminated, truncated, info = env.step(action)
        seen.append(bytes(observation))
        over = terminated or truncated
    return seen, reward, terminated, info


@pytest.mark.parametrize(("game", "variant", "tags"), [GAMES[2], GAMES[4], GAMES[6]])
def test_episodes_are_the_same_for_the_same_seed(game: str, variant: str | None, tags: dict[str, Any]) -> None:
    env = GymEnv(game, variant, max_steps=80, **tags)
    once, again = play(env, 3), play(env, 3)
    assert once[0] == again[0] and once[1:3] == again[1:3]
    if once[2]:
        assert once[1] in (-1.0, 0.0, 1.0) and once[1] in once[3]["returns"]


def test_opponents_play_the_other_seats() -> None:
    asked: list[int] = []

    def first(state: State) -> int:
        asked.append(state.current_player())
        return state.legal_actions()[-1]

    env = GymEnv("pippinzip", "zipline", size=5, opponents=[first], seat=2, render_mode="ansi")
    _, info = env.reset(seed=1)
    assert info["player"] == 1 and asked == [0] and env.state.game.turns == ["take"] and "1" in (env.render() or "")
    env.step("a1")
    assert set(asked) == {0}
    for wrong in ({"seat": 3, "opponents": [first]}, {"opponents": [first, first]}, {"render_mode": "human"}):
        with pytest.raises(pipscribe.PipscribeError):
            GymEnv("gipf", "basic", **wrong)  # type: ignore[arg-type]
    with pytest.raises(pipscribe.PipscribeError, match="reset"):
        GymEnv("gipf", "basic").step(2)


def test_an_illegal_turn_of_an_opponent_changes_nothing() -> None:
    answers: list[Any] = ["d4", RuntimeError, "a2", "b3"]

    def wrong(state: State) -> Any:
        answer = answers.pop(0)
        if isinstance(answer, type):
            raise answer
        return answer

    env = GymEnv("gipf", "basic", opponents=[wrong])
    env.reset(seed=1)
    env.step("a1")
    for error in (pipscribe.PipscribeError, RuntimeError):
        with pytest.raises(error):
            env.step("b2")
        assert env.state.game.turns == [] and len(env.state.history()) == 1
    with pytest.raises(TypeError):
        env.step(0.5)  # type: ignore[arg-type]
    env.step("b2")
    assert len(env.state.game.turns) == 2 and answers == []


def test_a_player_can_resign_after_any_roll() -> None:
    env = GymEnv("pippip")
    env.reset(seed=1)
    _, reward, terminated, _, info = env.step("resign")
    assert (reward, terminated, info["returns"]) == (-1.0, True, [-1.0, 1.0])


def test_rolls_cannot_be_chosen() -> None:
    env = GymEnv("pippip")
    env.reset(seed=1)
    env.step("s")
    assert env.state.current_player() == 0 and env.state.legal_texts()[0] == "roll"
    with pytest.raises(pipscribe.PipscribeError, match="not a legal action"):
        env.step("6@a1/1")
    env.step("roll")
    assert env.state.current_player() == 0


def test_long_games_are_cut() -> None:
    env = GymEnv("gipf", "basic", max_steps=3)
    _, info = env.reset(seed=1)
    cut = [env.step(env.state.legal_actions()[-1])[2:4] for _ in range(3)]
    assert cut == [(False, False), (False, False), (False, True)]
    for wrong in ({"tensor": "planes"}, {"illegal": "pass"}):
        with pytest.raises(pipscribe.PipscribeError):
            GymEnv("gipf", "basic", **wrong)  # type: ignore[arg-type]


def test_tensors_have_their_shapes() -> None:
    state = State("pipe", "both", players=3)
    parts = state.observation_tensor_parts()
    assert [name for name, _ in parts] == ["cards", "seats", "stock", "turn"]
    assert state.information_state_tensor_parts()[: len(parts)] == parts
    assert state.observation_tensor().shape == tuple(state.observation_tensor_shape())
    assert state.information_state_tensor(2).shape == tuple(state.information_state_tensor_shape())
    env = GymEnv("pipe", "both", tensor="information_state")
    assert env.reset(seed=1)[0].shape == env.observation_space.shape


def test_turns_of_records_are_actions() -> None:
    record = pipscribe.Record(pipscribe.random_game("gipf", "tournament", seed=4))
    state = State("gipf", "tournament")
    for frame in record.replay()[1:]:
        for action in state.actions_of(frame.turn or "") or ():
            state.apply_action(action)
    assert state.is_terminal() and state.game.turns == record.turns


SETTINGS: list[tuple[str, str | None, dict[str, Any]]] = [
    ("gipf", "tournament", {}),
    ("pippinzip", "zipline", {"size": 5}),
    ("pippip", None, {}),
    ("pipe", "both", {}),
]


@pytest.mark.filterwarnings("ignore::UserWarning")
@pytest.mark.parametrize(("game", "variant", "tags"), SETTINGS)
def test_the_checker_of_gymnasium_passes(game: str, variant: str | None, tags: dict[str, Any]) -> None:
    checker = pytest.importorskip("gymnasium.utils.env_checker")
    checker.check_env(GymEnv(game, variant, **tags))


def test_the_checker_of_gymnasium_has_no_warnings_about_registered_games() -> None:
    gymnasium = pytest.importorskip("gymnasium")
    checker = pytest.importorskip("gymnasium.utils.env_checker")
    names = [name for name in gymnasium.registry if name.startswith("pipscribe/")]
    assert len(names) == 7
    for name in names:
        with warnings.catch_warnings():
            warnings.simplefilter("error", UserWarning)
            checker.check_env(gymnasium.make(name).unwrapped)


@pytest.mark.parametrize("position", [None, "b2w/5/6/w5b/6/5/b2w w 99,12 0,0 - -"])
def test_observations_are_in_their_space(position: str | None) -> None:
    pytest.importorskip("gymnasium")
    env = GymEnv("gipf", "basic", position=position)
    assert (env.observation_space.high.max() == 1) == (position is None)
    assert env.observation_space.contains(env.reset(seed=1)[0])


def test_a_board_is_rendered_as_pixels() -> None:
    numpy = pytest.importorskip("numpy")
    for game, variant in [("gipf", "basic"), ("pipe", "both")]:
        env = GymEnv(game, variant, render_mode="rgb_array")
        env.reset(seed=1)
        pixels = env.render()
        width, height = struct.unpack(">II", env.state.position.render("png", scale=1)[16:24])
        assert pixels.shape == (height, width, 3) and pixels.dtype == numpy.uint8 and len(numpy.unique(pixels)) > 5


@pytest.mark.parametrize("colour", [0, 2, 3, 4, 6])
def test_pixels_of_a_png_are_decoded(colour: int) -> None:
    """The five filters, for each kind of pixel: every row has the same pixels."""
    numpy = pytest.importorskip("numpy")
    samples = _pixels.SAMPLES[colour]
    row = [value * 37 % 256 if value % samples != samples - 1 or samples in (1, 3) else 255 for value in range(4 * samples)]
    lines, above = b"", [0] * len(row)
    for kind in range(5):
        left = [0] * samples + row[:-samples]
        corner = [0] * samples + above[:-samples]
        guesses = [
            [0] * len(row),
            left,
            above,
            [(a + b) // 2 for a, b in zip(left, above)],
            [_pixels._paeth(a, b, c) for a, b, c in zip(left, above, corner)],
        ]
        lines += bytes([kind, *((value - guess) % 256 for value, guess in zip(row, guesses[kind]))])
        above = row
    palette = bytes(value for index in range(256) for value in (index, 255 - index, 7))
    chunks = [(b"IHDR", struct.pack(">IIBBBBB", 4, 5, 8, colour, 0, 0, 0)), (b"PLTE", palette), (b"IDAT", zlib.compress(lines))]
    png = b"\x89PNG\r\n\x1a\n" + b"".join(struct.pack(">I", len(data)) + kind + data + b"crc." for kind, data in chunks)
    pixels = _pixels.rgb(png)
    assert pixels.shape == (5, 4, 3) and (pixels == pixels[0]).all() and pixels.dtype == numpy.uint8
    first = {0: [0] * 3, 2: row[:3], 3: [0, 255, 7], 4: [0] * 3, 6: row[:3]}[colour]
    assert pixels[0][0].tolist() == first and pixels[0][1].tolist() != first


def test_an_illegal_number_ends_the_game_or_raises() -> None:
    env = GymEnv("gipf", "basic")
    env.reset(seed=1)
    _, reward, terminated, truncated, info = env.step(87)
    assert (reward, terminated, truncated, info["illegal"]) == (-1.0, True, False, True)
    with pytest.raises(pipscribe.PipscribeError, match="has to be reset"):
        env.step(2)
    _, info = env.reset()
    assert "illegal" not in info and env.step("a1")[1:3] == (0.0, False)
    strict = GymEnv("gipf", "basic", illegal="raise")
    strict.reset(seed=1)
    with pytest.raises(pipscribe.PipscribeError, match="there is no action 87"):
        strict.step(87)


def test_gymnasium_makes_the_games_by_name() -> None:
    gymnasium = pytest.importorskip("gymnasium")
    made = [name for name in gymnasium.registry if name.startswith("pipscribe/")]
    assert len(made) == 7
    # No name needs an argument: a board that has no size gets the usual one.
    for name in made:
        env = gymnasium.make(name)
        _, info = env.reset(seed=1)
        action = int(info["action_mask"].argmax())
        assert env.step(action)[2] is False, name
    env = gymnasium.make("pipscribe/Pippinzip-v0", size=5)
    env.reset(seed=1)
    assert env.unwrapped.state.position.text.startswith("5/5/5/5/5 ")


def test_a_state_needs_no_size() -> None:
    assert State("pippinzip", "zipline").position.text.startswith("13/")
    assert State("pippinzip", "zipline", size=4).position.text.startswith("4/")
    assert "[Size \"13\"]" in pipscribe.random_game("pippinzip", "zipline", seed=1, most_turns=2)


@pytest.mark.parametrize(("game", "variant", "tags"), [*SETTINGS, ("pipe", "both", {"players": 3})])
def test_the_test_of_pettingzoo_passes(game: str, variant: str | None, tags: dict[str, Any]) -> None:
    api = pytest.importorskip("pettingzoo.test")
    from pipscribe.env import AECEnv

    api.api_test(AECEnv(game, variant, max_steps=20, **tags), num_cycles=40)
    env = AECEnv(game, variant, **tags)
    with pytest.raises(pipscribe.PipscribeError, match="there is no action"):
        env.reset(seed=1)
        env.step(0)


@pytest.mark.parametrize(("game", "variant", "tags"), GAMES)
def test_states_are_written_and_read(game: str, variant: str | None, tags: dict[str, Any]) -> None:
    chance = random.Random(3)
    state = State(game, variant, seed=2, **tags)
    for _ in range(12):
        if state.is_terminal():
            break
        state.apply_action(chance.choice(state.legal_actions()))
        again = State.deserialize(state.serialize())
        assert again == state and again.legal_actions() == state.legal_actions() and str(again) == str(state)
        assert all(again.observation_string(player) == state.observation_string(player) for player in range(2))
        assert pickle.loads(pickle.dumps(state)) == state and copy.deepcopy(state) == state


@pytest.mark.parametrize("tags", [{}, {"players": 3}, {"options": "recycle=yes"}])
def test_hidden_cards_are_dealt_anew(tags: dict[str, Any]) -> None:
    chance = random.Random(8)
    state = State("pipe", "both", seed=5, **tags)
    seats = range(state.num_players())
    for step in range(60):
        if state.is_terminal():
            break
        if step % 4 == 0:
            for player in seats:
                other = state.resample(player, chance)
                assert other.information_state_string(player) == state.information_state_string(player)
                assert list(other.information_state_tensor(player)) == list(state.information_state_tensor(player))
                assert other.history() == state.history() and other.current_player() == state.current_player()
                if state.current_player() == player:
                    assert other.legal_actions() == state.legal_actions()
                hidden = [one.observation_string(seat) for seat in seats if seat != player for one in (state, other)]
                assert step > 30 or len(set(hidden)) > len(seats) - 1, "the hands of the others change"
        state.apply_action(chance.choice(state.legal_actions()))
    copied = State("gipf", "basic")
    assert copied.resample(0, chance) == copied


def test_cards_dealt_anew_are_played_to_the_end() -> None:
    chance = random.Random(2)
    state = State("pipe", "pipes", seed=9)
    for _ in range(20):
        state.apply_action(chance.choice(state.legal_actions()))
    other = state.resample_from_infostate(0, chance.random)
    assert not state.is_terminal() and other != state
    while not other.is_terminal():
        other.apply_action(chance.choice(other.legal_actions()))
    assert pipscribe.check(str(other.game))[0].valid
