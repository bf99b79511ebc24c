"""Types: the stubs know the variants, tags and columns, so that a type checker finds a misspelt one."""

from __future__ import annotations

import ast
import re
from pathlib import Path
from typing import Any

import pytest

import pipscribe

STUBS = Path(pipscribe.__file__).with_name("_native.pyi")

#: Lines of a program, with a part of the error that mypy reports; ``None`` if it accepts the line.
LINES: list[tuple[str, str | None]] = [
    ('Game("gipf", "basic", options="out=empty", event="Lyon", tags={"Own": "x"})', None),
    ('Game("pippinzip", "zipline", size=5, players=3)', None),
    ('Game("pippip", colors="dark,light")', None),
    ('Game("pipe", "both", deck="twin-works", hand1="1,2")', None),
    ('random_game("pippip", seed=1)', None),
    ('check_batch(["x"], ["valid", "turns"]).to_pandas()', None),
    ("check_batch(['x'], [name for name, _ in check_columns()])", None),
    ("features_batch(check('games'), ['turn', 'white'])['turn']", None),
    ("check_batch(record for record in check('games'))", None),
    ("[record.valid for record in check(open('games.pips', 'rb'))]", None),
    ('Game("gipf", "basc")', "call-overload"),
    ('Game("gipf")', "call-overload"),
    ('Game("chess", "basic")', "call-overload"),
    ('Game("pippinzip", "zipline", sizee=3)', "call-overload"),
    ('Game("gipf", "basic", size=5)', "call-overload"),
    ('Game("pippip", colors="red")', "call-overload"),
    ('random_game("gipf", "basc")', "call-overload"),
    ('check_batch(["x"], ["vald"])', "list-item"),
    ('replay_batch(["x"], ["valid"])', "list-item"),
]


def literals() -> dict[str, list[str]]:
    """The words of each ``Literal`` of the stubs."""
    found = {}
    for node in ast.parse(STUBS.read_text(encoding="utf-8")).body:
        if isinstance(node, ast.Assign) and ast.unparse(node.value).startswith("Literal["):
            words = [part.value for part in ast.walk(node.value) if isinstance(part, ast.Constant)]
            found[ast.unparse(node.targets[0])] = words
    return found


def test_the_types_have_the_words_of_the_module() -> None:
    typed = literals()
    assert typed["GameName"] == list(pipscribe.GAMES)
    assert typed["CheckColumn"] == [name for name, _ in pipscribe.check_columns()]
    assert typed["ReplayColumn"] == [name for name, _ in pipscribe.replay_columns()]
    assert typed["FeatureColumn"] == [name for name, _ in pipscribe.feature_columns()]
    prefixes = {"gipf": "Gipf", "pippinzip": "Pippinzip", "pippip": "PipPip", "pipe": "Pipe"}
    for game in pipscribe.GAMES:
        make: Any = pipscribe.Game
        with pytest.raises(pipscribe.PipscribeError) as refused:
            make(game, "no variant")
        assert typed[f"{prefixes[game]}Variant"] == str(refused.value).split("the variants are ")[1].split(", ")


def test_every_typed_tag_is_one_of_the_game() -> None:
    classes = {node.name: node for node in ast.parse(STUBS.read_text(encoding="utf-8")).body if isinstance(node, ast.ClassDef)}
    for name, game in {"GameTags": "gipf", "PippinzipTags": "pippinzip", "PipPipTags": "pippip", "PipeTags": "pipe"}.items():
        keywords = [ast.unparse(part.target) for part in classes[name].body if isinstance(part, ast.AnnAssign)]
        assert keywords
        for keyword in keywords:
            make: Any = pipscribe.Game
            variant = {"gipf": "basic", "pippinzip": "zipline", "pipe": "both"}.get(game)
            needed = {"pippinzip": {"size": "5"}, "pipe": {"deck": "twin-works"}}.get(game, {})
            try:
                make(game, variant, **{**needed, keyword: "?"})
            except pipscribe.PipscribeError as error:
                assert "is not a tag of" not in str(error) and "not-for-this-game" not in str(error)


def test_a_type_checker_finds_misspelt_words(tmp_path: Path) -> None:
    api = pytest.importorskip("mypy.api")
    names = sorted({name for line, _ in LINES for name in re.findall(r"\b(?:Game|random_game|\w+_batch|check\w*)\b(?=\()", line)})
    program = tmp_path / "program.py"
    lines = [f"from pipscribe import {', '.join(names)}", *(line for line, _ in LINES)]
    program.write_text("\n".join(lines) + "\n", encoding="utf-8")
    told, _, _ = api.run(["--strict", "--cache-dir", str(tmp_path / "cache"), str(program)])
    errors: dict[int, str] = {}
    for number, code in re.findall(r"program\.py:(\d+): error: .*\[([\w-]+)\]", told):
        errors.setdefault(int(number) - 2, code)
    assert {LINES[at][0]: errors.get(at) for at in range(len(LINES))} == dict(LINES), told
