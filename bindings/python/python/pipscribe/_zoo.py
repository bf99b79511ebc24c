"""Games as environments of PettingZoo."""

# mypy: disable-error-code="import-not-found, import-untyped, unused-ignore"

from __future__ import annotations

from typing import Any, Mapping

from ._board import RENDER_FPS, RENDER_MODES, Board, Tensor
from ._errors import PipscribeError
from ._state import State

try:
    import gymnasium as _gymnasium
    import numpy as _numpy
    from pettingzoo import AECEnv as _Base
except ImportError:  # The class says what is missing when it is used.
    _gymnasium = _numpy = None  # type: ignore[assignment, unused-ignore]
    _Base = object  # type: ignore[assignment, misc, unused-ignore]

__all__ = ["AECEnv"]


class AECEnv(_Base):  # type: ignore[misc, unused-ignore]
    """A game as an AEC environment of PettingZoo, one agent for each seat: ``"player_0"`` and so on. It rolls dice
    itself.

    An action is one choice of a turn, with the number that ``State`` has for it: an agent acts several times in a row.
    An observation is a dictionary. ``observation`` is ``State.observation_tensor`` of the agent, or with
    ``tensor="information_state"`` that tensor. ``action_mask`` marks the legal actions of the agent to act. The
    rewards, from -1 to 1, come at the end. A game is truncated after ``max_steps`` actions, by default
    ``State.max_game_length()``. An illegal action raises ``PipscribeError``; ``TerminateIllegalWrapper`` of PettingZoo
    ends the game instead.
    """

    metadata = {
        "render_modes": RENDER_MODES,
        "render_fps": RENDER_FPS,
        "name": "pipscribe_v0",
        "is_parallelizable": False,
    }

    def __init__(
        self,
        game: str,
        variant: str | None = None,
        *,
        tensor: Tensor = "observation",
        max_steps: int | None = None,
        render_mode: str | None = None,
        decks: Mapping[str, str] | None = None,
        **tags: Any,
    ) -> None:
        if _numpy is None:
            raise PipscribeError("this environment needs PettingZoo, Gymnasium and NumPy: pip install 'pipscribe[zoo]'")
        super().__init__()
        self.render_mode = render_mode
        self._board = Board(tensor, max_steps, render_mode, dict(tags, game=game, variant=variant, decks=decks))
        state, space = self._board.state, _gymnasium.spaces
        self.possible_agents = [f"player_{player}" for player in range(state.num_players())]
        self.agents: list[str] = []
        seen = space.Box(0, self._board.high(), (self._board.length(),), _numpy.float32)
        mask = space.Box(0, 1, (state.num_distinct_actions(),), _numpy.int8)
        self.observation_spaces = {
            agent: space.Dict({"observation": seen, "action_mask": mask}) for agent in self.possible_agents
        }
        self.action_spaces = {agent: space.Discrete(state.num_distinct_actions()) for agent in self.possible_agents}

    def observation_space(self, agent: str) -> Any:
        """The space of the observations of an agent."""
        return self.observation_spaces[agent]

    def action_space(self, agent: str) -> Any:
        """The space of an agent's actions."""
        return self.action_spaces[agent]

    @property
    def state_of_game(self) -> State:
        """A copy of the current state."""
        return self._board.state.clone()

    def reset(self, seed: int | None = None, options: Mapping[str, Any] | None = None) -> None:
        """Starts a game; the same seed gives the same cards and rolls."""
        self._board.deal(seed)
        self.agents = self.possible_agents[:]
        self.rewards = dict.fromkeys(self.agents, 0.0)
        self._cumulative_rewards = dict.fromkeys(self.agents, 0.0)
        self.terminations = dict.fromkeys(self.agents, False)
        self.truncations = dict.fromkeys(self.agents, False)
        self.infos: dict[str, dict[str, Any]] = {agent: {} for agent in self.agents}
        self._go_on()

    def step(self, action: int | None) -> None:
        """Takes an action of the agent to act, by its number; ``None`` for an agent that is done."""
        agent = self.agent_selection
        if self.terminations[agent] or self.truncations[agent]:
            self._was_dead_step(action)
            return
        if action is None:
            raise PipscribeError("there is no action None here")
        self._board.state.apply_action(int(action))
        self._board.steps += 1
        self._cumulative_rewards[agent] = 0.0
        self._go_on()
        if self._board.state.is_terminal():
            self.rewards = dict(zip(self.possible_agents, self._board.state.returns()))
            self.terminations = dict.fromkeys(self.agents, True)
        elif self._board.is_cut():
            self.truncations = dict.fromkeys(self.agents, True)
        self._accumulate_rewards()

    def observe(self, agent: str) -> dict[str, Any]:
        """The observation of an agent, with the mask of its legal actions."""
        player = self.possible_agents.index(agent)
        return {"observation": self._board.seen(player), "action_mask": self._board.state.legal_actions_mask(player)}

    def render(self) -> Any:
        """The board, as text, as SVG, or as an array of pixels."""
        return self._board.render()

    def close(self) -> None:
        """Does nothing: no resources are open."""

    def _go_on(self) -> None:
        """Rolls dice until an agent is to act, and selects it."""
        self._board.roll()
        # After the end, each agent takes its last step.
        self.agent_selection = self.possible_agents[max(self._board.state.current_player(), 0)]
