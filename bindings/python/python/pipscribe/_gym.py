"""Games as environments of Gymnasium."""

from __future__ import annotations

from operator import index
from typing import Any, Callable, Literal, Mapping, Sequence, Union

from ._board import RENDER_FPS, RENDER_MODES, Board, Tensor
from ._errors import PipscribeError
from ._state import State

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
    """A game as a Gymnasium environment that rolls the dice itself.

    An action is one choice of a turn, with the number that ``State`` has for it. The observation is
    ``State.observation_tensor`` of the player to act; with ``tensor="information_state"`` that tensor. The reward is
    the result of the game, from -1 to 1, when it is over. Without ``opponents`` you act for every seat, and the reward
    is that of the player who acted last. ``opponents`` are functions from a state to an action, one for each other
    seat; you play ``seat`` (from 1). ``info`` has the player, the position, the mask, and at the end all ``returns``.
    The number of an action that is not legal ends the game with the reward -1 and ``info["illegal"]``; with
    ``illegal="raise"`` it raises an error. ``step`` accepts names of actions and ``resign`` too. A game is truncated
    after ``max_steps`` actions, by default ``State.max_game_length()``.

    >>> env = GymEnv("gipf", "basic")
    >>> observation, info = env.reset(seed=1)
    >>> list(info["action_mask"]).count(1), info["player"]
    (24, 0)
    >>> observation, reward, terminated, truncated, info = env.step("a2")
    >>> observation, reward, terminated, truncated, info = env.step("b3")
    >>> reward, terminated, truncated, info["player"], env.state.game.turns
    (0.0, False, False, 1, ['b3'])
    """

    metadata = {"render_modes": RENDER_MODES, "render_fps": RENDER_FPS}

    def __init__(
        self,
        game: str,
        variant: str | None = None,
        *,
        tensor: Tensor = "observation",
        max_steps: int | None = None,
        opponents: Sequence[Opponent] = (),
        seat: int = 1,
        illegal: Literal["lose", "raise"] = "lose",
        render_mode: str | None = None,
        decks: Mapping[str, str] | None = None,
        **tags: Any,
    ) -> None:
        if illegal not in ("lose", "raise"):
            raise PipscribeError(f"`{illegal}` is not a way to treat an illegal action; the known ones are lose and raise")
        self._illegal, self.render_mode = illegal, render_mode
        self._board = Board(tensor, max_steps, render_mode, dict(tags, game=game, variant=variant, decks=decks))
        self._is_dealt = False
        players = self._board.state.num_players()
        if opponents and len(opponents) != players - 1:
            raise PipscribeError(f"{players} play: there are {players - 1} opponents, not {len(opponents)}")
        if not 1 <= seat <= players:
            raise PipscribeError(f"there is no seat {seat}; the seats are 1 to {players}")
        self._own = seat - 1 if opponents else None
        others = [player for player in range(players) if player != self._own]
        self._opponents = dict(zip(others, opponents))
        if _gymnasium is not None and _numpy is not None:
            self.action_space = _gymnasium.spaces.Discrete(self._board.state.num_distinct_actions())
            self.observation_space = _gymnasium.spaces.Box(
                0, self._board.high(), (self._board.length(),), _numpy.float32
            )

    @property
    def state(self) -> State:
        """A copy of the current state."""
        return self._board.state.clone()

    def reset(self, *, seed: int | None = None, options: Mapping[str, Any] | None = None) -> tuple[Any, dict[str, Any]]:
        """Starts a game; the same seed gives the same cards and rolls."""
        if seed is not None and _gymnasium is not None:
            super().reset(seed=seed)
        self._board.deal(seed)
        self._is_dealt = True
        self._go_on()
        return self._board.seen(self._own), self._info()

    def step(self, action: int | str) -> tuple[Any, float, bool, bool, dict[str, Any]]:
        """Takes an action, by its number or its name; ``resign`` has no number.

        Raises ``PipscribeError`` if a name is not a legal action. In that case, and if an opponent raises an error or
        returns an illegal action, the state is unchanged.
        """
        board = self._board
        if not self._is_dealt:
            raise PipscribeError("the environment has to be reset first")
        if self._illegal == "lose" and not isinstance(action, str) and not board.state.is_legal(index(action)):
            self._is_dealt = False
            return board.seen(self._own), -1.0, True, False, dict(self._info(), illegal=True)
        if not self._opponents:
            return self._step(action)
        before = board.state.clone(), board.steps, board.random.getstate()
        try:
            return self._step(action)
        except BaseException:
            board.state, board.steps, generator = before
            board.random.setstate(generator)
            raise

    def _step(self, action: int | str) -> tuple[Any, float, bool, bool, dict[str, Any]]:
        board = self._board
        player = board.state.current_player()
        board.state.apply_action(action if isinstance(action, str) else index(action))
        board.steps += 1
        self._go_on()
        over = board.state.is_terminal()
        reward = board.state.player_return(player) if over else 0.0
        return board.seen(self._own), reward, over, board.is_cut(), self._info()

    def action_masks(self) -> Any:
        """The mask of legal actions, as truth values by number."""
        mask = self._board.state.legal_actions_mask()
        return list(map(bool, mask)) if _numpy is None else mask.astype(bool)

    def render(self) -> Any:
        """The board, as text, as SVG, or as an array of pixels."""
        return self._board.render()

    def close(self) -> None:
        """Does nothing: no resources are open."""

    def _go_on(self) -> None:
        """Rolls dice and lets the opponents act until the player is to act."""
        state = self._board.state
        while not state.is_terminal():
            self._board.roll()
            opponent = self._opponents.get(state.current_player())
            if opponent is None or state.num_legal_actions() == 0:
                return
            state.apply_action(opponent(state.clone()))

    def _info(self) -> dict[str, Any]:
        state = self._board.state
        info: dict[str, Any] = {
            "player": state.current_player(),
            "position": state.position.text,
            "action_mask": state.legal_actions_mask(),
        }
        if state.is_terminal():
            info["returns"] = state.returns()
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
    """Registers the environments for ``gymnasium.make``."""
    if _gymnasium is None or _numpy is None:
        return
    for name, (game, variant) in _NAMES.items():
        if name not in _gymnasium.registry:
            keywords = {"game": game, "variant": variant}
            _gymnasium.register(name, entry_point="pipscribe.env:GymEnv", kwargs=keywords)
