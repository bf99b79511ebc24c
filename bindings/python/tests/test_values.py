"""Values: equal, hashed, copied and pickled by their content."""

from __future__ import annotations

import copy
import multiprocessing
import pickle
from concurrent.futures import ProcessPoolExecutor
from pathlib import Path
from typing import Any, Callable

import pyarrow
import pytest

import pipscribe
from pipscribe import Game, NotLegal, Record
from pipscribe.env import GymEnv, State

CORPUS = Path(__file__).parents[3] / "corpus"
GOOD = '[Game "gipf"]\n[Variant "basic"]\n\n1. b3 2. a2-c4 *\n'
BAD = '[Game "gipf"]\n[Variant "basic"]\n\n1. b3 2. a2-d4 *\n'
SETTINGS = '[Game "gipf"]\n\n1. Gb3 *\n'


def again(value: Any) -> Any:
    return pickle.loads(pickle.dumps(value))


def played() -> Game:
    game = Game("gipf", "basic")
    game.play("b3")
    return game


HASHED: list[Callable[[], Any]] = [
    lambda: Record(BAD),
    lambda: Record("# é\n\n" + GOOD),
    lambda: pipscribe.check(GOOD + "\n" + BAD)[1],
    lambda: pipscribe.check(BAD.encode() + b"\xff")[0],
    lambda: Record(BAD).findings[0],
    lambda: Record('[Game "pippip"]\n\n1. 5@b3/3 2. 6@b3/2 *\n').findings[0].related[0],
    lambda: Record((CORPUS / "slips" / "characters" / "gipf-swapped-dot.pips").read_text("utf-8")).errors[0].fix,
    lambda: Record('[Game "gipf"]\n\n1. b3 *\n').findings[0].hints[1],
    lambda: Record(BAD).mend()[0],
    lambda: Record(SETTINGS).infer()[0],
    lambda: Record(BAD).why(),
    lambda: Record(GOOD).why().steps[-1],
    lambda: Record(GOOD).why().steps[-1].position,
    lambda: Record(GOOD).replay()[1],
    lambda: Game("pippinzip", "pipeline", size=3, position="3/bb1/2w 2 taker=2 -").position.solve("win 1"),
    lambda: Game("gipf", "basic").position,
    lambda: played().position,
]


@pytest.mark.parametrize("make", HASHED)
def test_values_are_equal_hashed_copied_and_pickled(make: Callable[[], Any]) -> None:
    value, other = make(), make()
    assert value == other and hash(value) == hash(other) and len({value, other}) == 1
    assert value != "x" and not value == 1
    for twin in (again(value), copy.copy(value), copy.deepcopy(value)):
        assert twin == value and hash(twin) == hash(value) and repr(twin) == repr(value)


def test_different_values_differ() -> None:
    values = [make() for make in HASHED[:-2]]
    assert len(set(values)) == len(values)
    start = Game("gipf", "basic").position
    assert start != Game("gipf", "standard").position and start != start.play("b3") != start.play("resign")
    assert start.play("b3") == start.play("a2-b3")
    sizes = [Game("pippinzip", "zipline", size=size).position for size in (5, 7)]
    assert len({*sizes, start}) == 3


def test_games_have_values_but_no_hash() -> None:
    game = played()
    assert game == played() == again(game) == copy.deepcopy(game) and game != Game("gipf", "basic")
    assert again(game).undo() == "b3" and game.turns == ["b3"] and str(game) == str(game.record)
    with pytest.raises(TypeError, match="unhashable"):
        hash(game)


def test_a_pickled_finding_keeps_its_fix() -> None:
    finding = Record(BAD).findings[0]
    assert (again(finding).help, again(finding).fix) == (finding.help, finding.fix) and finding.help


def test_errors_can_be_pickled() -> None:
    with pytest.raises(NotLegal) as raised:
        Record.parse(BAD)
    twin = again(raised.value)
    assert type(twin) is NotLegal and twin == raised.value and hash(twin) == hash(raised.value)
    assert twin.finding.code == "gipf/not-in-line" and twin.span == raised.value.span
    assert twin != pipscribe.PipscribeError(str(twin), twin.findings)


def test_results_come_back_from_other_processes() -> None:
    with ProcessPoolExecutor(1, mp_context=multiprocessing.get_context("spawn")) as pool:
        assert pool.submit(pipscribe.check, BAD).result() == pipscribe.check(BAD)
        with pytest.raises(NotLegal, match="gipf/not-in-line"):
            pool.submit(Record.parse, BAD).result()


def test_batches_have_values() -> None:
    rows = pipscribe.check_batch([GOOD, None])
    assert rows == again(rows) == pipscribe.RecordBatch(pyarrow.record_batch(rows)) != pipscribe.check_batch([BAD])


def test_environments_can_be_pickled() -> None:
    state = State("pipe", "both", seed=3)
    state.apply_action(state.legal_actions()[0])
    assert str(again(state)) == str(state) and again(state).legal_actions() == state.legal_actions()
    env = GymEnv("gipf", "basic")
    env.reset(seed=1)
    assert again(env).step("a2")[0].tolist() == env.step("a2")[0].tolist()


@pytest.mark.parametrize("game", pipscribe.GAMES)
def test_every_position_of_the_corpus_is_found_again(game: str) -> None:
    found = 0
    for path in sorted(CORPUS.glob(f"{game}/**/*.pips"))[::3]:
        for record in pipscribe.check(path):
            if record.game is None:
                continue
            try:
                frames = record.replay(variations=True)
            except NotLegal:
                continue
            for frame in frames[-3:]:
                assert again(frame) == frame, (path, frame)
                found += 1
            assert again(record) == record and [*map(str, again(record).findings)] == [*map(str, record.findings)]
    assert found > 40
