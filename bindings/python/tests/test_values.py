"""Values: equal, hashed, copied and pickled by their content."""

from __future__ import annotations

import copy
import io
import json
import multiprocessing
import pickle
import sys
import weakref
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
    lambda: pipscribe.codes()[0],
    lambda: Record(BAD).mend()[0],
    lambda: Record(BAD).mends(),
    lambda: Record(BAD).mends().question,
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


def test_trees_are_values() -> None:
    text = (CORPUS / "gipf" / "real" / "game-a.pips").read_text("utf-8")
    tree = Record(text).tree()
    for twin in (again(tree), copy.deepcopy(tree), Record(text).tree()):
        assert twin == tree and str(twin) == str(tree) and repr(twin) == repr(tree)
        assert all(node.parent is not None for node in twin.root.walk())
    twin = again(tree)
    twin.root.next.add_comment("first")
    assert twin != tree and twin.root != tree.root and tree == again(tree)
    other = again(tree)
    other.tags["Event"] = "another"
    assert other != tree and other.root == tree.root
    with pytest.raises(TypeError, match="unhashable"):
        hash(tree)


def test_a_long_line_is_copied() -> None:
    tree = pipscribe.Record(pipscribe.random_game("gipf", "tournament", seed=4, most_turns=700)).tree()
    assert tree.root.next is not None
    node = tree.root
    for _ in range(2000):
        child = pipscribe.Node(node, "b3")
        node.children.append(child)
        node = child
    assert again(tree.root) == tree.root and again(node).number == node.number


def test_a_node_is_removed_beside_an_equal_one() -> None:
    tree = Record("[Game \"gipf\"]\n[Variant \"basic\"]\n\n1. b3 (1. b4) (1. b4) *\n").tree()
    first, second = tree.root.children[1:]
    assert first == second and first is not second
    second.remove()
    assert tree.root.children[1] is first and len(tree.root.children) == 2
    first.promote()
    assert tree.root.children[0] is first


def test_the_tags_of_a_record_cannot_be_changed() -> None:
    tags = Record(GOOD).tags
    assert dict(tags) == tags == {"Game": "gipf", "Variant": "basic"}
    with pytest.raises(TypeError):
        tags["Event"] = "x"  # type: ignore[index]
    changes: list[Callable[[Any], Any]] = [
        lambda tags: tags.pop("Game"),
        lambda tags: tags.update(Event="x"),
        lambda tags: tags.setdefault("Event", "x"),
        lambda tags: tags.__ior__({"Event": "x"}),
        lambda tags: tags.clear(),
    ]
    for change in changes:
        with pytest.raises(TypeError, match="cannot be changed"):
            change(tags)


def test_the_tags_of_a_record_are_a_dictionary() -> None:
    tags = Record(GOOD).tags
    assert json.loads(json.dumps(tags)) == tags == again(tags) == copy.deepcopy(tags) and type(again(tags)) is type(tags)
    assert {**tags, "Event": "Lyon"} == {"Game": "gipf", "Variant": "basic", "Event": "Lyon"}


def test_objects_can_be_referred_to_weakly() -> None:
    rows = pipscribe.check_batch([GOOD])
    reader = pipscribe.RecordReader(io.BytesIO(GOOD.encode()))
    for value in (*(make() for make in HASHED), played(), rows, reader, pipscribe.read(io.BytesIO(GOOD.encode()))):
        assert weakref.ref(value)() is value


def test_positions_are_made_from_their_text() -> None:
    start = Game("gipf", "basic").position
    assert pipscribe.Position("gipf", start.text, "basic") == start
    small = Game("pippinzip", "zipline", size=3).position
    assert pipscribe.Position("pippinzip", small.text, "zipline") == small and small.legal_turns()
    dice = Game("pippip").position
    assert pipscribe.Position("pippip", dice.text) == dice
    with pytest.raises(pipscribe.PipscribeError, match="is not a position of gipf"):
        pipscribe.Position("gipf", "nonsense", "basic")


def test_positions_have_the_settings_of_a_game() -> None:
    game = Game("gipf", "basic", options="out=empty", event="Lyon")
    game.play("b3")
    position = pipscribe.Position(game, game.position.text)
    assert position == game.position and position.legal_turns() == game.legal_turns()
    assert pipscribe.Position(game, game.position.text, "standard") != position
    small = Game("pippinzip", "zipline", size=3)
    assert pipscribe.Position(small, Game("pippinzip", "zipline", size=5).position.text).legal_turns()
    dice = Game("pippip", options="cap=2", colors="dark,light")
    assert pipscribe.Position(dice, dice.position.text) == dice.position
    dealt = Game.from_tags(pipscribe.random_game("pipe", "both", seed=7, most_turns=0))
    assert pipscribe.Position(dealt, dealt.position.text).seats == dealt.seats
    with pytest.raises(pipscribe.PipscribeError, match="is not a position of gipf"):
        pipscribe.Position(game, small.position.text)
    with pytest.raises(TypeError, match="a game is a Game or a str, not int"):
        pipscribe.Position(1, game.position.text)  # type: ignore[arg-type]


def test_only_names_of_the_package_are_listed() -> None:
    assert "annotations" not in dir(pipscribe)
    assert all(hasattr(pipscribe, name) for name in pipscribe.__all__)


def test_an_unknown_variant_names_the_known_ones() -> None:
    for make in (lambda: Game("gipf", "basc"), lambda: pipscribe.random_game("gipf", "basc")):
        with pytest.raises(pipscribe.PipscribeError, match="^`basc` is not a variant of gipf; the variants are basic, standard, tournament$"):
            make()


def test_figures_name_the_formats_that_they_have() -> None:
    start = Game("gipf", "basic").position
    with pytest.raises(pipscribe.PipscribeError, match="^`svgg` is not a format; the formats are svg, text, unicode, words, png, typst, tikz$"):
        start.render("svgg")  # type: ignore[call-overload]
    with pytest.raises(pipscribe.PipscribeError, match="^`pdf` is made by the command .*, tikz, html$"):
        Record(GOOD).render("pdf")  # type: ignore[call-overload]


def test_an_argument_of_the_wrong_type_is_named() -> None:
    wrong: Any = 3
    with pytest.raises(TypeError) as caught:
        Game("gipf", "basic").play(wrong)
    # Exceptions have notes since Python 3.11.
    if sys.version_info >= (3, 11):
        assert caught.value.__notes__ == ["while processing 'turn'"]
