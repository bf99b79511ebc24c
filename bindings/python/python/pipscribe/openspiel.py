"""The games as Python games of OpenSpiel, which this module needs (``pip install 'pipscribe[openspiel]'``).

Importing it registers ``pipscribe_gipf``, ``pipscribe_pippinzip``, ``pipscribe_pippip`` and ``pipscribe_pipe``, so that
``pyspiel.load_game`` finds them and the searches of OpenSpiel play them. Parameters of a game are tags of its record in
lower case, such as ``variant`` and ``size``, and ``seed``, which determines the cards of the Pipe Game. A parameter
without a value keeps the default of ``pipscribe.env.State``, which has the rules, the numbers of actions and the tensors.
"""

from __future__ import annotations

from importlib import import_module
from typing import Any, Callable

from ._extras import extra as _extra
from ._state import State

with _extra("openspiel", "`pipscribe.openspiel`", "NumPy and OpenSpiel"):
    import numpy as _numpy

    # OpenSpiel has no types.
    _pyspiel: Any = import_module("pyspiel")

__all__ = ["SpielGame", "SpielState"]

#: Names of the games, with the parameters of OpenSpiel and their defaults. An empty text is no tag.
_GAMES: dict[str, dict[str, Any]] = {
    "gipf": {"variant": "basic", "options": ""},
    "pippinzip": {"variant": "zipline", "size": 13, "position": ""},
    "pippip": {"options": ""},
    "pipe": {"variant": "both", "players": 2, "deck": "", "options": "", "seed": 0},
}
_LONG_NAMES = {"gipf": "GIPF", "pippinzip": "Pippinzip", "pippip": "Pip•Pip", "pipe": "The Very Clever Pipe Game"}


def _type_of(game: str) -> Any:
    """Returns the type of a game: dice are chance nodes, and the Pipe Game has hidden cards."""
    kind = _pyspiel.GameType
    chance = kind.ChanceMode.EXPLICIT_STOCHASTIC if game in ("pippip", "pipe") else kind.ChanceMode.DETERMINISTIC
    hidden = game == "pipe"
    information = kind.Information.IMPERFECT_INFORMATION if hidden else kind.Information.PERFECT_INFORMATION
    return kind(
        short_name=f"pipscribe_{game}",
        long_name=_LONG_NAMES[game],
        dynamics=kind.Dynamics.SEQUENTIAL,
        chance_mode=chance,
        information=information,
        utility=kind.Utility.GENERAL_SUM if hidden else kind.Utility.ZERO_SUM,
        reward_model=kind.RewardModel.TERMINAL,
        max_num_players=4 if hidden else 2,
        min_num_players=2,
        provides_information_state_string=True,
        provides_information_state_tensor=True,
        provides_observation_string=True,
        provides_observation_tensor=True,
        parameter_specification=_GAMES[game],
    )


class SpielGame(_pyspiel.Game):  # type: ignore[misc]
    """A game of Pipscribe as a game of OpenSpiel."""

    def __init__(self, game: str, parameters: dict[str, Any] | None = None) -> None:
        given = {**_GAMES[game], **(parameters or {})}
        self._start = State(game, **{name: value for name, value in given.items() if value != ""})
        start = self._start
        info = _pyspiel.GameInfo(
            num_distinct_actions=start.num_distinct_actions(),
            max_chance_outcomes=start.max_chance_outcomes(),
            num_players=start.num_players(),
            min_utility=-1.0,
            max_utility=1.0,
            utility_sum=None if game == "pipe" else 0.0,
            max_game_length=start.max_game_length(),
        )
        super().__init__(_type_of(game), info, parameters or {})

    def new_initial_state(self) -> SpielState:
        """The state at the start of the game."""
        return SpielState(self, self._start.clone())

    def make_py_observer(self, iig_obs_type: Any = None, params: Any = None) -> _Observer:
        """The observer of OpenSpiel. With perfect recall it has the information state."""
        return _Observer(self._start, bool(iig_obs_type and iig_obs_type.perfect_recall))


class SpielState(_pyspiel.State):  # type: ignore[misc]
    """A state of OpenSpiel around a ``pipscribe.env.State``, which is its ``state``."""

    def __init__(self, game: SpielGame, state: State) -> None:
        super().__init__(game)
        self.state = state

    def current_player(self) -> int:
        """The player to decide, or OpenSpiel's number of chance or of the end."""
        return self.state.current_player()

    def _legal_actions(self, player: int) -> list[int]:
        return self.state.legal_actions(player)

    def chance_outcomes(self) -> list[tuple[int, float]]:
        """The possible outcomes of chance with their probabilities."""
        return self.state.chance_outcomes()

    def _apply_action(self, action: int) -> None:
        self.state.apply_action(action)

    def _action_to_string(self, player: int, action: int) -> str:
        return self.state.action_to_string(player, action)

    def is_terminal(self) -> bool:
        """True if the game is over."""
        return self.state.is_terminal()

    def returns(self) -> list[float]:
        """The result of each player, from -1 to 1."""
        return self.state.returns()

    def information_state_string(self, player: int | None = None) -> str:
        """What a player knows, by default the player to decide."""
        return self.state.information_state_string(player)

    def observation_string(self, player: int | None = None) -> str:
        """What a player sees, by default the player to decide."""
        return self.state.observation_string(player)

    def resample_from_infostate(self, player: int, probability_sampler: Callable[[], float]) -> SpielState:
        """A state that a player cannot tell from this one: hidden cards are dealt anew."""
        other: SpielState = self.clone()
        other.state = self.state.resample_from_infostate(player, probability_sampler)
        return other

    def __str__(self) -> str:
        return str(self.state)


class _Observer:
    """An observer with the interface of OpenSpiel's ``PyObserver``."""

    def __init__(self, start: State, has_recall: bool) -> None:
        self._has_recall = has_recall
        parts = start.information_state_tensor_parts() if has_recall else start.observation_tensor_parts()
        sizes = [int(_numpy.prod(shape)) for _, shape in parts]
        self.tensor = _numpy.zeros(sum(sizes), _numpy.float32)
        ends = _numpy.cumsum(sizes).tolist()
        self.dict = {
            name: self.tensor[end - size : end].reshape(shape) for (name, shape), size, end in zip(parts, sizes, ends)
        }

    def set_from(self, state: SpielState, player: int) -> None:
        """Fills the tensor with what a player sees."""
        own = state.state
        self.tensor[:] = own.information_state_tensor(player) if self._has_recall else own.observation_tensor(player)

    def string_from(self, state: SpielState, player: int) -> str:
        """What a player sees, as text."""
        own = state.state
        return own.information_state_string(player) if self._has_recall else own.observation_string(player)


def _class_of(game: str) -> type[SpielGame]:
    """Returns the class that OpenSpiel creates a game with. It passes the parameters only."""

    class Game(SpielGame):
        def __init__(self, parameters: dict[str, Any] | None = None) -> None:
            super().__init__(game, parameters)

    return Game


for _name in _GAMES:
    if f"pipscribe_{_name}" not in _pyspiel.registered_names():
        _pyspiel.register_game(_type_of(_name), _class_of(_name))
