"""The examples of docstrings run, everything public has one, and the stubs agree with the module."""

from __future__ import annotations

import ast
import doctest
import inspect
import re
from pathlib import Path
from typing import Any, Iterator

import pytest

import pipscribe
from pipscribe import _native, corpus, env

#: Bases of classes that only type checkers see.
TYPING_BASES = {"Protocol", "TypedDict", "PositionOptions", "GameTags"}
STUBS = Path(pipscribe.__file__).with_name("_native.pyi")


def documented() -> Iterator[tuple[str, Any]]:
    for module, names in ((pipscribe, pipscribe.__all__), (env, env.__all__), (corpus, corpus.__all__)):
        yield module.__name__, module
        for name in names:
            thing = getattr(module, name)
            if name.startswith("__") or not callable(thing):
                continue
            yield name, thing
            if inspect.isclass(thing):
                for member, value in vars(thing).items():
                    if not member.startswith("_"):
                        yield f"{name}.{member}", value


@pytest.mark.parametrize(("name", "thing"), list(documented()), ids=lambda value: value if isinstance(value, str) else "")
def test_docstrings_exist_and_their_examples_run(name: str, thing: Any) -> None:
    text = inspect.getdoc(thing)
    assert text, name
    example = doctest.DocTestParser().get_doctest(text or "", {**vars(env), **vars(corpus)}, name, None, None)
    told: list[str] = []
    runner = doctest.DocTestRunner(optionflags=doctest.IGNORE_EXCEPTION_DETAIL)
    runner.run(example, out=told.append)
    assert not told, "".join(told)


def test_the_examples_of_the_page_run() -> None:
    page = Path(__file__).parents[3] / "docs" / "src" / "python.md"
    text = "\n".join(re.findall(r"^```python\n(.*?)^```$", page.read_text(encoding="utf-8"), re.M | re.S))
    example = doctest.DocTestParser().get_doctest(text, {}, "python.md", None, None)
    assert len(example.examples) > 20
    told: list[str] = []
    doctest.DocTestRunner(optionflags=doctest.ELLIPSIS | doctest.IGNORE_EXCEPTION_DETAIL).run(example, out=told.append)
    assert not told, "".join(told)


def test_stubs_agree_with_the_module() -> None:
    tree = ast.parse(STUBS.read_text(encoding="utf-8"))
    declared: dict[str, list[str]] = {}
    for node in tree.body:
        if isinstance(node, ast.ClassDef) and not any(ast.unparse(base) in TYPING_BASES for base in node.bases):
            inner = [part for part in node.body if isinstance(part, (ast.FunctionDef, ast.AnnAssign))]
            for part in inner:
                name = part.name if isinstance(part, ast.FunctionDef) else ast.unparse(part.target)
                keys = parameters(part) if isinstance(part, ast.FunctionDef) else []
                declared[f"{node.name}.{name}"] = keys
            declared[node.name] = []
        elif isinstance(node, ast.FunctionDef):
            declared[node.name] = parameters(node)
        elif isinstance(node, ast.AnnAssign):
            # A constant of the module has no parameters.
            declared[ast.unparse(node.target)] = []
    found: dict[str, list[str]] = {}
    for name, thing in vars(_native).items():
        if name.startswith("__"):
            continue
        is_function = callable(thing) and not inspect.isclass(thing)
        found[name] = signature(thing) if is_function else []
        if inspect.isclass(thing):
            for member, value in vars(thing).items():
                is_own = not member.startswith("__") or member.startswith("__arrow")
                if is_own:
                    found[f"{name}.{member}"] = signature(value) if callable(value) else []
    # Special methods are the same everywhere.
    ours = {name: keys for name, keys in declared.items() if "__" not in name or "__arrow" in name}
    assert ours == found


def test_stubs_have_the_docstrings_of_the_module() -> None:
    # Editors show those of the stubs: they cannot read a native module.
    def docs(body: list[ast.stmt], owner: Any) -> Iterator[tuple[str, str | None, str | None]]:
        for node in body:
            if not isinstance(node, (ast.FunctionDef, ast.ClassDef)) or node.name.startswith("__"):
                continue
            thing = getattr(owner, node.name, None)
            if thing is None or any(ast.unparse(base) in TYPING_BASES for base in getattr(node, "bases", [])):
                continue
            yield node.name, ast.get_docstring(node), inspect.getdoc(thing)
            if isinstance(node, ast.ClassDef):
                yield from ((f"{node.name}.{name}", *both) for name, *both in docs(node.body, thing))

    declared: dict[str, set[str | None]] = {}
    written: dict[str, str | None] = {}
    for name, stub, own in docs(ast.parse(STUBS.read_text(encoding="utf-8")).body, _native):
        declared.setdefault(name, set()).add(stub)
        written[name] = own
    # Of overloads, the first has it.
    wrong = [name for name, own in written.items() if own not in declared[name] and not name.split(".")[-1].startswith("_")]
    assert not wrong and len(written) > 150


def test_the_typed_options_of_figures_are_those_of_the_module() -> None:
    classes = {node.name: node for node in ast.parse(STUBS.read_text(encoding="utf-8")).body if isinstance(node, ast.ClassDef)}

    def typed(name: str) -> set[str]:
        return {ast.unparse(part.target) for part in classes[name].body if isinstance(part, ast.AnnAssign)}

    def known(figure: Any) -> set[str]:
        with pytest.raises(pipscribe.PipscribeError) as refused:
            figure.render(**{"no_option": 1})
        return set(str(refused.value).rsplit("the options are ", 1)[1].split(", "))

    record = pipscribe.Record('[Game "gipf"]\n[Variant "basic"]\n\n1. b3 *\n')
    of_positions = typed("PositionOptions")
    assert of_positions == known(pipscribe.Game("gipf", "basic").position)
    assert of_positions | typed("RecordOptions") == known(record)


def parameters(node: ast.FunctionDef) -> list[str]:
    if any(isinstance(mark, ast.Name) and mark.id == "property" for mark in node.decorator_list):
        return []
    every = [*node.args.args, *node.args.kwonlyargs, *filter(None, [node.args.kwarg])]
    return [argument.arg for argument in every if argument.arg != "self"]


def signature(thing: Any) -> list[str]:
    function = getattr(thing, "__func__", thing)
    return [name for name in inspect.signature(function).parameters if name != "self"]
