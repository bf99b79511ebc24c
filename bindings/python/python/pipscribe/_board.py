"""Common part of the environments for Gymnasium and PettingZoo: dealing, rolling and drawing."""

from __future__ import annotations

import random
from math import prod
from typing import Any, Literal, Mapping

from ._errors import PipscribeError
from ._extras import extra
from ._pixels import rgb
from ._state import CHANCE, State

RENDER_MODES = ["ansi", "svg", "rgb_array"]
#: Turns of a video for each second.
RENDER_FPS = 2
Tensor = Literal["observation", "information_state"]


class Board:
    """A game with its generator of random numbers."""

    def __init__(
        self, tensor: Tensor, max_steps: int | None, render_mode: str | None, start: Mapping[str, Any]
    ) -> None:
        if render_mode not in (None, *RENDER_MODES):
            raise PipscribeError(f"`{render_mode}` is not a way to render; the known ones are ansi, svg and rgb_array")
        if tensor not in ("observation", "information_state"):
            raise PipscribeError(f"`{tensor}` is not a tensor; the known ones are observation and information_state")
        self.random = random.Random()
        self._start, self._mode, self._knows = dict(start), render_mode, tensor == "information_state"
        self.steps, self.state = 0, State(**self._start)
        self.max_steps = self.state.max_game_length() if max_steps is None else max_steps

    def deal(self, seed: int | None) -> None:
        """Begins a game; the same seed gives the same cards and rolls."""
        if seed is not None:
            self.random.seed(seed)
        self.steps, self.state = 0, State(**self._start, seed=self.random.getrandbits(32))

    def roll(self) -> None:
        """Lets chance decide until a player is to act."""
        while self.state.current_player() == CHANCE:
            self.state.apply_action(self.random.choice(self.state.legal_actions()))

    def is_cut(self) -> bool:
        """True if an open game stops: it is too long, or the player has no action."""
        return not self.state.is_terminal() and (self.steps >= self.max_steps or self.state.num_legal_actions() == 0)

    def length(self) -> int:
        """The length of the observation."""
        state = self.state
        return (state.information_state_tensor_shape() if self._knows else state.observation_tensor_shape())[0]

    def high(self) -> float:
        """A number that no value of an observation exceeds.

        Values are flags, and numbers as shares of their usual maximum. Without a starting position, shares exceed 1 only in
        the Pipe Game: the table may have more than the usual number of squares, and a share of the cards is at most
        their number.
        """
        state = self.state
        parts = dict(state.observation_tensor_parts())
        high = float(parts["cards"][-1]) if "cards" in parts else 1.0
        if "Position" in state.game.record.tags:
            # Numbers of a position can be any. What is on the board can be added to them.
            players = range(state.num_players())
            high += max(float(max(state.observation_tensor(player))) for player in players)
            high += prod(parts.get("board", [0]))
        return high

    def seen(self, player: int | None) -> Any:
        """The observation of a player."""
        return self.state.information_state_tensor(player) if self._knows else self.state.observation_tensor(player)

    def render(self) -> Any:
        """The board, as text, as SVG, or as an array of pixels."""
        if self._mode is None:
            return None
        if self._mode == "rgb_array":
            png = self.state.position.render("png", scale=1)
            with extra("gym", "`rgb_array`", "NumPy"):
                return rgb(png)
        return self.state.position.render("text" if self._mode == "ansi" else "svg")
