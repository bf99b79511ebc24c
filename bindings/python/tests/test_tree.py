"""Trees: records are written as they were read, and changes are legal."""

from __future__ import annotations

import pickle
import re
from pathlib import Path

import pytest

import pipscribe
from pipscribe import NotLegal, PipscribeError, Record, Tree

CORPUS = Path(__file__).parents[3] / "corpus"
TEXT = (
    '# é\n[Game "gipf"]\n[Variant "basic"]\n\n'
    "{the start} 1. b3! $20 {a corner [%circle c3]} 2. a2-c4 ({or} 2. b6-b4 3. c2?) (2. h6-g6) 3. i4-h4 * {the end}\n"
)


def test_a_tree_has_turns_comments_glyphs_and_places() -> None:
    record = Record.parse(TEXT)
    tree = record.tree()
    assert tree.tags == {"Game": "gipf", "Variant": "basic"} and tree.result == "*" and tree.closing == ["the end"]
    assert tree.root.comments == ["the start"] and (tree.root.number, tree.root.turn) == (0, None)
    first = tree.root.children[0]
    assert (first.number, first.turn, first.glyphs, first.words) == (1, "b3", [1, 20], "a corner")
    assert first.commands == [("circle", "c3")]
    assert [child.turn for child in first.children] == ["a2-c4", "b6-b4", "h6-g6"]
    assert first.children[1].before == ["or"] and first.children[1].children[0].glyphs == [2]
    walked = list(tree.root.walk())
    assert [node.turn for node in walked] == ["b3", "a2-c4", "b6-b4", "c2", "h6-g6", "i4-h4"]
    for node in walked:
        assert node.span and TEXT[slice(*node.span)] == node.turn and node.position
    assert [node.position for node in tree.root.line()] == record.positions[1:]
    assert str(tree) == record.canonical() and pickle.loads(pickle.dumps(tree)).record() == tree.record()


def test_a_tree_is_changed() -> None:
    tree = Tree({"Game": "pippinzip", "Variant": "zipline", "Size": "5", "Event": 'a "b" \\'})
    node = tree.root.add("c3", comment="} {not [%a command]")
    assert node.words == "} {not [%a command]" and node.commands == []
    node.add("take", glyphs=[1]).comments.append("x [%circle c3]")
    with pytest.raises(NotLegal):
        node.add("a1,a1")
    other = tree.root.add("b2")
    other.promote()
    assert tree.record().turns == ["b2"] and tree.record().valid
    assert tree.record().tags["Event"] == 'a "b" \\'
    again = tree.record().tree()
    assert [child.turn for child in again.root.children] == ["b2", "c3"]
    assert again.root.children[1].words == node.words
    other.remove()
    assert tree.record().turns == ["c3", "take"] and str(tree).count("!") == 1
    node.comments.append("}")
    with pytest.raises(PipscribeError, match="cannot be written between braces"):
        tree.record()
    with pytest.raises(PipscribeError, match="not a valid tag name"):
        Tree({"Game": "gipf", "a b": "c"})
    with pytest.raises(PipscribeError, match="cannot be removed"):
        tree.root.remove()


def test_a_turn_after_an_illegal_one_is_not_added() -> None:
    last = list(Record(TEXT.replace("3. i4-h4", "3. a2-d4")).tree().root.line())[-1]
    assert last.turn == "a2-d4" and last.position is None
    with pytest.raises(PipscribeError, match="was not played"):
        last.add("b3")


@pytest.mark.parametrize("game", [*pipscribe.GAMES, "notation", "gallery"])
def test_every_record_of_the_corpus_is_written_again(game: str) -> None:
    read = 0
    for path in sorted(CORPUS.glob(f"{game}/**/*.pips")):
        for record in pipscribe.check(path):
            # A tree has no duplicate or malformed tags.
            if not record.valid or re.search("expect (tag/duplicate|syntax/)", record.text):
                continue
            try:
                frames = record.replay(variations=True)
            except PipscribeError:  # Its tags are invalid, as it expects.
                continue
            tree = record.tree()
            again = tree.record()
            assert again.valid and again.key == record.key, path
            assert len(frames) == len(again.replay(variations=True)), path
            twin = again.tree()
            for one, two in zip(tree.root.walk(), twin.root.walk()):
                assert (one.turn, one.number, one.glyphs, one.comments) == (two.turn, two.number, two.glyphs, two.comments)
            assert str(twin) == str(tree), path
            read += 1
    assert read > 2


def test_a_text_is_not_a_tree_but_its_record_has_one() -> None:
    with pytest.raises(TypeError, match=r"not from str: `Record\(text\)\.tree\(\)`"):
        Tree("[Game]")  # type: ignore[arg-type]
