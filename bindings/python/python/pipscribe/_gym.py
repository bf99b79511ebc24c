"""Games as environments of Gymnasium."""

from __future__ import annotations

import random
from operator import index
from typing import Any, Callable, Literal, Mapping, Sequence, Union

from ._errors import PipscribeError
from ._state import CHANCE, RESIGN, State

try:
    import numpy as _numpy
except ImportError:  # Observations are lists then.
    _numpy = None  # type: ignore[assignment]
try:
    import gymnasium as _gymnasium

    _Base: Any = _gymnasium.Env
except ImportError:
    _gymnasium = None  # type: ignore[assignment]
    _Base = object

__all__ = ["GymEnv"]

Opponent = Callable[[State], Union[int, str]]


class GymEnv(_Base):  # type: ignore[misc]
    """A game as an environment of Gymnasium, with dice rolled by itself.

    The observation is ``State.observation_string`` of the player to act, as numbers, padded with zeros. The reward is the
    result of the game, from -1 to 1, when it is over. Without ``opponents`` you act for every seat, and the reward is
    that of the player who acted last. ``opponents`` are functions from a state to an action, one for each other seat;
    you play ``seat`` (from 1). ``info`` has the player, the mask, the legal turns by number, and at the end all
    ``returns``. The number of an action that is not legal ends the game with the reward -1 and ``info["illegal"]``; with
    ``illegal="raise"`` it raises an error. A position with more than ``max_actions`` legal actions shows the first of them, and ``info["cut"]`` is
    the number of hidden ones. ``step`` accepts texts too: whole turns, except in Pip•Pip, where they would determine
    the roll.

    >>> env = GymEnv("gipf", "basic")
    >>> observation, info = env.reset(seed=1)
    >>> list(info["action_mask"]).count(1), info["turns"][0], info["player"]
    (30, 'b1-b3', 0)
    >>> observation, reward, terminated, truncated, info = env.step("b3")
    >>> reward, terminated, truncated, info["player"]
    (0.0, False, False, 1)
    """

    metadata = {"render_modes": ["ansi", "svg"]}

    def __init__(
        self,
        game: str,
        variant: str | None = None,
        *,
        max_actions: int = 4096,
        max_steps: int = 2000,
        observation_length: int = 2048,
        opponents: Sequence[Opponent] = (),
        seat: int = 1,
        illegal: Literal["lose", "raise"] = "lose",
        render_mode: str | None = None,
        decks: Mapping[str, str] | None = None,
        **tags: Any,
    ) -> None:
        if render_mode not in (None, *self.metadata["render_modes"]):
            raise PipscribeError(f"`{render_mode}` is not a way to render; the known ones are ansi and svg")
        if illegal not in ("lose", "raise"):
            raise PipscribeError(f"`{illegal}` is not a way to treat an illegal action; the known ones are lose and raise")
        self._illegal = illegal
        self._start: dict[str, Any] = dict(tags, game=game, variant=variant, decks=decks)
        self.render_mode = render_mode
        self._max_actions, self._max_steps, self._length = max_actions, max_steps, observation_length
        self._random = random.Random()
        self._state = State(**self._start)
        players = self._state.num_players()
        if opponents and len(opponents) != players - 1:
            raise PipscribeError(f"{players} play: there are {players - 1} opponents, not {len(opponents)}")
        if not 1 <= seat <= players:
            raise PipscribeError(f"there is no seat {seat}; the seats are 1 to {players}")
        self._own = seat - 1 if opponents else None
        others = [player for player in range(players) if player != self._own]
        self._opponents = dict(zip(others, opponents))
        if _gymnasium is not None and _numpy is not None:
            self.action_space = _gymnasium.spaces.Discrete(max_actions)
            self.observation_space = _gymnasium.spaces.Box(0, 255, (observation_length,), _numpy.uint8)

    @property
    def state(self) -> State:
        """A copy of the current state."""
        return self._state.clone()

    def reset(self, *, seed: int | None = None, options: Mapping[str, Any] | None = None) -> tuple[Any, dict[str, Any]]:
        """Starts a game; the same seed gives the same cards and rolls."""
        if seed is not None:
            self._random.seed(seed)
            if _gymnasium is not None:
                super().reset(seed=seed)
        self._state = State(**self._start, seed=self._random.getrandbits(32))
        self._steps, self._lost = 0, False
        self._go_on()
        return self._observation(), self._info()

    def step(self, action: int | str) -> tuple[Any, float, bool, bool, dict[str, Any]]:
        """Takes an action, by its number or its text; ``resign`` has no number.

        Raises ``PipscribeError`` if a text is not a legal action. In that case, and if an opponent raises an error or
        returns an illegal action, the state is unchanged.
        """
        if not hasattr(self, "_steps") or self._lost:
            raise PipscribeError("the environment has to be reset first")
        if self._illegal == "lose" and not isinstance(action, str) and not 0 <= index(action) < self._offered():
            self._lost = True
            return self._observation(), -1.0, True, False, dict(self._info(), illegal=True)
        before = self._state.clone(), self._steps, self._random.getstate()
        try:
            return self._step(action)
        except BaseException:
            self._state, self._steps, generator = before
            self._random.setstate(generator)
            raise

    def _step(self, action: int | str) -> tuple[Any, float, bool, bool, dict[str, Any]]:
        player = self._state.current_player()
        if isinstance(action, str) and action != RESIGN and self._state.position.game == "pippip":
            # A whole turn would determine the roll.
            action = self._state.string_to_action(action)
        self._state.apply_action(action if isinstance(action, str) else index(action))
        self._steps += 1
        self._go_on()
        over = self._state.is_terminal()
        reward = self._state.player_return(player) if over else 0.0
        return self._observation(), reward, over, not over and self._steps >= self._max_steps, self._info()

    def action_masks(self) -> Any:
        """The mask of legal actions, as truth values by number."""
        count = self._offered()
        if _numpy is None:
            return [True] * count + [False] * (self._max_actions - count)
        mask = _numpy.zeros(self._max_actions, dtype=bool)
        mask[:count] = True
        return mask

    def _offered(self) -> int:
        return min(self._state.num_legal_actions(), self._max_actions)

    def render(self) -> str | None:
        """The board, as text or SVG."""
        if self.render_mode is None:
            return None
        return self._state.position.render("text" if self.render_mode == "ansi" else "svg")

    def close(self) -> None:
        """Does nothing: no resources are open."""

    def _go_on(self) -> None:
        """Rolls dice and lets the opponents act until the player is to act."""
        while not self._state.is_terminal():
            player = self._state.current_player()
            if player == CHANCE:
                self._state.apply_action(self._random.choice(self._state.legal_actions()))
            elif player in self._opponents:
                self._state.apply_action(self._opponents[player](self._state.clone()))
            else:
                return

    def _observation(self) -> Any:
        seen = self._state.observation_string(self._own).encode()
        if len(seen) > self._length:
            raise PipscribeError(f"what is seen has {len(seen)} characters: set observation_length, {self._length} now")
        padded = seen.ljust(self._length, b"\0")
        return list(padded) if _numpy is None else _numpy.frombuffer(padded, dtype=_numpy.uint8).copy()

    def _info(self) -> dict[str, Any]:
        mask = self.action_masks()
        info: dict[str, Any] = {
            "player": self._state.current_player(),
            "position": self._state.position.text,
            "turns": self._state.legal_texts(self._max_actions),
            "action_mask": list(map(int, mask)) if _numpy is None else mask.astype(_numpy.int8),
            "cut": self._state.num_legal_actions() - self._offered(),
        }
        if self._state.is_terminal():
            info["returns"] = self._state.returns()
        return info


#: Names of the environments that ``register`` adds, with their games and variants.
_NAMES = {
    "pipscribe/GipfBasic-v0": ("gipf", "basic"),
    "pipscribe/GipfStandard-v0": ("gipf", "standard"),
    "pipscribe/GipfTournament-v0": ("gipf", "tournament"),
    "pipscribe/Pippinzip-v0": ("pippinzip", "zipline"),
    "pipscribe/PippinzipPipeline-v0": ("pippinzip", "pipeline"),
    "pipscribe/PipPip-v0": ("pippip", None),
    "pipscribe/Pipe-v0": ("pipe", "both"),
}


def register() -> None:
    """Adds the environments to those of ``gymnasium.make``."""
    if _gymnasium is None or _numpy is None:
        return
    for name, (game, variant) in _NAMES.items():
        if name not in _gymnasium.registry:
            keywords = {"game": game, "variant": variant}
            _gymnasium.register(name, entry_point="pipscribe.env:GymEnv", kwargs=keywords)
