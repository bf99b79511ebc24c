"""Arguments: one of the wrong type is named, with the type that it should have, by every public function."""

from __future__ import annotations

import inspect
import io
import pickle
from types import MappingProxyType
from typing import Any, Callable, Iterator

import pytest

import pipscribe
from pipscribe import Game, PipscribeError, Record, _errors
from pipscribe.env import State

GOOD = '[Game "gipf"]\n[Variant "basic"]\n\n1. b3 2. a2-c4 *\n'
BAD = '[Game "gipf"]\n[Variant "basic"]\n\n1. b3 2. a2-d4 *\n'

#: A value for each argument that a function requires.
REQUIRED: dict[str, Any] = {
    "code": "gipf/not-in-line",
    "comment": "x",
    "depth": 1,
    "game": "gipf",
    "goal": "win 1",
    "name": "turns",
    "path": "games.pips",
    "records": [GOOD],
    "rows": pipscribe.check_batch([GOOD]),
    "seat": 1,
    "source": GOOD,
    "table": "games",
    "tags": '[Game "gipf"]\n[Variant "basic"]\n',
    "text": GOOD,
    "to": "sgf",
    "turn": "b3",
    "turns": 1,
    "words": "x",
}


class Unlike:
    """A value of a type that no function takes."""


def values() -> Iterator[Any]:
    """A value of each public class."""
    record = Record(BAD)
    yield from (record, record.findings[0], record.mend()[0], record.mends(), record.why(), record.tree())
    yield from (record.mends().question, record.why().before, Record(GOOD).why().steps[0], Record(GOOD).replay()[1])
    yield from (Game("gipf", "basic"), pipscribe.codes()[0], record.tree().root, pipscribe.check_batch([GOOD]))
    yield Game("pippinzip", "pipeline", size=3, position="3/bb1/2w 2 taker=2 -").position.solve("win 1")
    yield from Record('[Game "gipf"]\n\n1. b3 *\n').infer()[:1]
    yield from Record('[Game "gipf"]\n\n1. b3 *\n').findings[0].hints[:1]
    yield from Record('[Game "pippip"]\n\n1. 5@b3/3 2. 6@b3/2 *\n').findings[0].related[:1]
    yield pipscribe.RecordReader(io.BytesIO(GOOD.encode()))


def parameters(function: Callable[..., Any]) -> list[inspect.Parameter]:
    named = (inspect.Parameter.POSITIONAL_OR_KEYWORD, inspect.Parameter.KEYWORD_ONLY)
    return [one for one in inspect.signature(function).parameters.values() if one.kind in named]


def calls() -> Iterator[tuple[str, Callable[..., Any], dict[str, Any]]]:
    """Every public function and method, with the arguments that it requires."""
    for name in pipscribe.__all__:
        thing = getattr(pipscribe, name)
        if inspect.isbuiltin(thing) or inspect.isfunction(thing):
            yield name, thing, REQUIRED
    for value in values():
        kind = type(value)
        module = kind.__module__.split(".")[0]
        assert module == "pipscribe", kind
        for name in dir(kind):
            method = getattr(value, name, None) if not isinstance(inspect.getattr_static(kind, name), property) else None
            if not name.startswith("_") and inspect.isroutine(method):
                yield f"{kind.__name__}.{name}", method, REQUIRED
        if hasattr(kind, "__getnewargs_ex__"):
            yield kind.__name__, kind, value.__getnewargs_ex__()[1]
    for maker in (Game, Record, pipscribe.Position):
        yield maker.__name__, maker, {**REQUIRED, "text": Game("gipf", "basic").position.text}


def arguments() -> Iterator[Any]:
    for name, function, given in calls():
        for parameter in parameters(function):
            yield pytest.param(function, given, parameter.name, id=f"{name}-{parameter.name}")


@pytest.mark.parametrize(("function", "given", "wrong"), list(arguments()))
def test_an_argument_of_the_wrong_type_is_named(function: Callable[..., Any], given: dict[str, Any], wrong: str) -> None:
    required = [one.name for one in parameters(function) if one.default is inspect.Parameter.empty]
    with pytest.raises((TypeError, PipscribeError), match=rf"`{wrong}`.* not (from )?`?Unlike|a `Unlike` is not"):
        function(**{**{name: given[name] for name in required}, wrong: Unlike()})


TYPES: list[tuple[Callable[[Any], Any], Any, str]] = [
    (lambda wrong: Game("gipf", "basic").play(wrong), 3, "`turn` is a str, not int"),
    (lambda wrong: Game("gipf", "basic").play(wrong), None, "`turn` is a str, not NoneType"),
    (lambda wrong: Record(GOOD).position_after(wrong), "1", "`turn` is an int, not str"),
    (lambda wrong: Record(GOOD).replay(variations=wrong), 1, "`variations` is a bool, not int"),
    (lambda wrong: Record(GOOD).mends(answers=wrong), 3, "`answers` is a dict from int to str, not int"),
    (lambda wrong: Record(GOOD).mends(answers=wrong), {"1": "b3"}, "`answers` is a dict from int to str, not dict with str"),
    (lambda wrong: Record(GOOD).render(marks=wrong), 3, "`marks` is a list of str, not int"),
    (lambda wrong: Record(GOOD).render("png", scale=wrong), "x", "`scale` is a float, not str"),
    (lambda wrong: Record(wrong), 3, "`text` is a text, bytes, a path or a file, not int"),
    (lambda wrong: pipscribe.check_batch([GOOD], wrong), "turns", "`columns` is a list of str, not str"),
    (lambda wrong: pipscribe.check_batch([GOOD], wrong), [1], "`columns` is a list of str, not list with int"),
    (lambda wrong: pipscribe.Fix(message="", edits=wrong), [(1, 2)], "`edits` is a list of tuple of int, int and str, not list with tuple"),
    (lambda wrong: pipscribe.RecordReader(wrong), 3, "`source` is a path, not int"),
    (lambda wrong: pipscribe.convert("", wrong), 3, "`to` is a str, not int"),
    (lambda wrong: State.from_game(wrong), 3, "`game` is a Game, not int"),
    (lambda wrong: State(wrong), 3, "`game` is a str, not int"),
    (lambda wrong: Record(GOOD).tree().root.add(wrong), 3, "`turn` is a str, not int"),
]


@pytest.mark.parametrize(("call", "wrong", "message"), TYPES)
def test_the_message_names_both_types(call: Callable[[Any], Any], wrong: Any, message: str) -> None:
    with pytest.raises(TypeError) as raised:
        call(wrong)
    assert str(raised.value) == message
    assert str(pickle.loads(pickle.dumps(raised.value))) == message


def test_only_the_first_note_names_the_argument() -> None:
    error = _errors.ArgumentError("is a str, not int")
    for name in ("turn", "other"):
        error.add_note(f"while processing '{name}'")
    assert str(error) == "`turn` is a str, not int"


def test_any_mapping_and_any_sequence_is_taken() -> None:
    tags = MappingProxyType({"Event": "Lyon"})
    assert Game("gipf", "basic", tags=tags).record.tags["Event"] == "Lyon"
    assert pipscribe.check_batch((GOOD,), ("valid",)).column_names == ["valid"]  # type: ignore[arg-type]
    with pytest.raises(TypeError):
        pipscribe.check_batch([GOOD], {"valid": 1})  # type: ignore[arg-type]
