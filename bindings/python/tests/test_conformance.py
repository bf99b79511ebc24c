"""The conformance manifest: the verdict on each record agrees with it."""

from __future__ import annotations

import json
from pathlib import Path

import pyarrow
import pytest

import pipscribe

MANIFEST = Path(__file__).parents[3] / "corpus" / "conformance.jsonl"
CASES = [json.loads(line) for line in MANIFEST.read_text(encoding="utf-8").splitlines()]


def test_the_manifest_is_complete() -> None:
    assert len(CASES) > 1000
    assert {case["game"] for case in CASES} >= set(pipscribe.GAMES)


@pytest.mark.parametrize("game", sorted({case["game"] or "" for case in CASES}))
def test_verdicts_and_replays_agree_with_the_manifest(game: str) -> None:
    for case in CASES:
        if (case["game"] or "") != game:
            continue
        record = pipscribe.Record(case["record"])
        first = next(iter(record.errors), None)
        frames = record.replay() if case["positions"] else []
        found = {
            "valid": record.valid,
            "code": first and first.code,
            "turn": first and first.turn,
            "turns": [frame.turn for frame in frames[1:]],
            "positions": [frame.text for frame in frames],
            "result": record.result,
            "score": record.score and "-".join(map(str, record.score)),
        }
        assert found == {key: case[key] for key in found}, case["id"]


def test_a_batch_agrees_with_the_manifest() -> None:
    texts = pyarrow.array([case["record"] for case in CASES])
    rows = pyarrow.record_batch(pipscribe.check_batch(texts)).to_pylist()
    assert len(rows) == len(CASES)
    for case, row in zip(CASES, rows):
        first = row["first_code"] if not row["valid"] else None
        assert (row["valid"], first, row["result"], row["score"]) == (
            case["valid"],
            case["code"],
            case["result"],
            case["score"],
        ), case["id"]
    played: dict[int, list[tuple[str, str]]] = {}
    for row in pyarrow.record_batch(pipscribe.replay_batch(texts)).to_pylist():
        played.setdefault(row["row"], []).append((row["text"], row["position"]))
    for at, case in enumerate(CASES):
        assert played.get(at, []) == list(zip(case["turns"], case["positions"][1:])), case["id"]


def test_turns_are_replayed_and_undone() -> None:
    for case in CASES:
        # Waived illegal turns cannot be played.
        if not case["valid"] or not case["positions"] or "%irregular" in case["record"]:
            continue
        record = pipscribe.Record(case["record"])
        game = record.play_from(0)
        for turn in case["turns"]:
            assert game.play(turn) == turn
        assert [game.position.text, game.turns] == [case["positions"][-1], case["turns"]]
        for position in reversed(case["positions"][:-1]):
            game.undo()
            assert game.position.text == position
