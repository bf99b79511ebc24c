"""Common part of the environments for Gymnasium and PettingZoo: dealing, rolling and drawing."""

from __future__ import annotations

import random
from typing import Any, Literal, Mapping

from ._errors import PipscribeError
from ._state import CHANCE, State

RENDER_MODES = ["ansi", "svg"]
Tensor = Literal["observation", "information_state"]


class Board:
    """A game with its generator of random numbers."""

    def __init__(
        self, tensor: Tensor, max_steps: int | None, render_mode: str | None, start: Mapping[str, Any]
    ) -> None:
        if render_mode not in (None, *RENDER_MODES):
            raise PipscribeError(f"`{render_mode}` is not a way to render; the known ones are ansi and svg")
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

    def seen(self, player: int | None) -> Any:
        """The observation of a player."""
        return self.state.information_state_tensor(player) if self._knows else self.state.observation_tensor(player)

    def render(self) -> str | None:
        """The board, as text or SVG."""
        if self._mode is None:
            return None
        return self.state.position.render("text" if self._mode == "ansi" else "svg")
