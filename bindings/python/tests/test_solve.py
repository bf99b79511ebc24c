"""Puzzles are proved and refuted."""

from __future__ import annotations

import pytest

from pipscribe import Game, PipscribeError, Position

ENDING = "3/bb1/2w 2 taker=2 -"


def ending() -> Position:
    return Game("pippinzip", "pipeline", size=3, position=ENDING).position


def test_a_puzzle_is_proved_with_its_solutions() -> None:
    solved = ending().solve("win 1")
    assert (solved.puzzle, solved.verdict, solved.turns, solved.complete) == ("win 1", "proved", 1, True)
    assert solved.solutions == solved.line == ["c2"] and solved.probability is None
    assert solved.steps > 0 and solved.searched == 1
    assert repr(solved) == 'Solved("win 1", "proved", solutions=["c2"])'


def test_a_puzzle_is_refuted_or_undecided() -> None:
    start = Game("gipf", "basic").position
    assert start.solve("win 1").verdict == "refuted"
    assert start.solve("win 40", steps=100).verdict == "undecided"


def test_dice_have_a_probability() -> None:
    position = "L12D12L12D12/D12L12D12L12/L12D12L12D12/.L12D12. L 6 -"
    assert Game("pippip", position=position).position.solve("win 1").probability == "5/6"


def test_turns_have_outcomes() -> None:
    outcomes = dict(ending().outcomes(1))
    assert outcomes["c2"] == "wins" and set(outcomes) == set(ending().legal_turns())
    assert set(outcomes.values()) == {"wins", "open"}


def test_what_cannot_be_searched_is_an_error() -> None:
    for goal in ("mate 3", "", "win 0"):
        with pytest.raises(PipscribeError):
            ending().solve(goal)
    with pytest.raises(PipscribeError, match="the game is over"):
        ending().play("c2").solve("win 1")
    with pytest.raises(PipscribeError, match="hands and the stock"):
        Game("pipe", "pipes", deck="twin-works").position.solve("win 1")
    with pytest.raises(PipscribeError, match="too large"):
        ending().solve("win 1", steps=1 << 64)
