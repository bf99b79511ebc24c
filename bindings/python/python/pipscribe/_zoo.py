"""Games as environments of PettingZoo."""

# mypy: disable-error-code="import-not-found, import-untyped, unused-ignore"

from __future__ import annotations

import random
from typing import Any, Mapping

from ._errors import PipscribeError
from ._state import CHANCE, State

try:
    import gymnasium as _gymnasium
    import numpy as _numpy
    from pettingzoo import AECEnv as _Base
except ImportError:  # The class says what is missing when it is used.
    _gymnasium = _numpy = None  # type: ignore[assignment, unused-ignore]
    _Base = object  # type: ignore[assignment, misc, unused-ignore]

__all__ = ["AECEnv"]


class AECEnv(_Base):  # type: ignore[misc, unused-ignore]
    """A game as an AEC environment of PettingZoo, one agent for each seat: ``"player_0"`` and so on. It rolls dice itself.

    An observation is a dictionary. ``observation`` is ``State.observation_string`` of the agent as numbers, padded with
    zeros. ``action_mask`` marks the legal actions of the agent to act; ``info["turns"]`` are their texts. A position with
    more than ``max_actions`` legal actions offers the first of them. The rewards, from -1 to 1, come at the end. An
    illegal action raises ``PipscribeError``; ``TerminateIllegalWrapper`` of PettingZoo ends the game instead.
    """

    metadata = {"render_modes": ["ansi", "svg"], "name": "pipscribe_v0", "is_parallelizable": False}

    def __init__(
        self,
        game: str,
        variant: str | None = None,
        *,
        max_actions: int = 4096,
        max_steps: int = 2000,
        observation_length: int = 2048,
        render_mode: str | None = None,
        decks: Mapping[str, str] | None = None,
        **tags: Any,
    ) -> None:
        if _numpy is None:
            raise PipscribeError("this environment needs PettingZoo, Gymnasium and NumPy: pip install 'pipscribe[zoo]'")
        super().__init__()
        self._start: dict[str, Any] = dict(tags, game=game, variant=variant, decks=decks)
        self.render_mode = render_mode
        self._max_actions, self._max_steps, self._length = max_actions, max_steps, observation_length
        self._random = random.Random()
        self._state = State(**self._start)
        self.possible_agents = [f"player_{player}" for player in range(self._state.num_players())]
        self.agents: list[str] = []
        space = _gymnasium.spaces
        seen = space.Box(0, 255, (observation_length,), _numpy.uint8)
        mask = space.Box(0, 1, (max_actions,), _numpy.int8)
        self.observation_spaces = {
            agent: space.Dict({"observation": seen, "action_mask": mask}) for agent in self.possible_agents
        }
        self.action_spaces = {agent: space.Discrete(max_actions) for agent in self.possible_agents}

    def observation_space(self, agent: str) -> Any:
        """The space of what an agent sees."""
        return self.observation_spaces[agent]

    def action_space(self, agent: str) -> Any:
        """The space of an agent's actions."""
        return self.action_spaces[agent]

    @property
    def state_of_game(self) -> State:
        """A copy of the current state."""
        return self._state.clone()

    def reset(self, seed: int | None = None, options: Mapping[str, Any] | None = None) -> None:
        """Starts a game; the same seed gives the same cards and rolls."""
        if seed is not None:
            self._random.seed(seed)
        self._state = State(**self._start, seed=self._random.getrandbits(32))
        self.agents = self.possible_agents[:]
        self.rewards = dict.fromkeys(self.agents, 0.0)
        self._cumulative_rewards = dict.fromkeys(self.agents, 0.0)
        self.terminations = dict.fromkeys(self.agents, False)
        self.truncations = dict.fromkeys(self.agents, False)
        self.infos: dict[str, dict[str, Any]] = {agent: {} for agent in self.agents}
        self._steps = 0
        self._go_on()

    def step(self, action: int | None) -> None:
        """Takes an action of the agent to act, by its number; ``None`` for an agent that is done."""
        agent = self.agent_selection
        if self.terminations[agent] or self.truncations[agent]:
            self._was_dead_step(action)
            return
        if action is None or not 0 <= action < self._offered():
            raise PipscribeError(f"there is no action {action}: {self._offered()} are offered")
        self._state.apply_action(int(action))
        self._steps += 1
        self._cumulative_rewards[agent] = 0.0
        if self._state.is_terminal():
            self.rewards = dict(zip(self.possible_agents, self._state.returns()))
            self.terminations = dict.fromkeys(self.agents, True)
        elif self._steps >= self._max_steps:
            self.truncations = dict.fromkeys(self.agents, True)
        self._go_on()
        self._accumulate_rewards()

    def observe(self, agent: str) -> dict[str, Any]:
        """What an agent sees, with the mask of its legal actions."""
        player = self.possible_agents.index(agent)
        seen = self._state.observation_string(player).encode()
        if len(seen) > self._length:
            raise PipscribeError(f"what is seen has {len(seen)} characters: set observation_length, {self._length} now")
        mask = _numpy.zeros(self._max_actions, _numpy.int8)
        if self._state.current_player() == player:
            mask[: self._offered()] = 1
        observed = _numpy.zeros(self._length, _numpy.uint8)
        observed[: len(seen)] = _numpy.frombuffer(seen, _numpy.uint8)
        return {"observation": observed, "action_mask": mask}

    def render(self) -> str | None:
        """The board, as text or SVG."""
        if self.render_mode is None:
            return None
        return self._state.position.render("text" if self.render_mode == "ansi" else "svg")

    def close(self) -> None:
        """Does nothing: no resources are open."""

    def _offered(self) -> int:
        return min(self._state.num_legal_actions(), self._max_actions)

    def _go_on(self) -> None:
        """Rolls dice until an agent is to act, and selects it."""
        while self._state.current_player() == CHANCE:
            self._state.apply_action(self._random.randrange(self._state.num_legal_actions()))
        player = self._state.current_player()
        if player < 0:
            # After the end, each agent takes its last step.
            self.agent_selection = self.agents[0]
            return
        self.agent_selection = self.possible_agents[player]
        self.infos[self.agent_selection] = {"turns": self._state.legal_texts(self._offered())}
