"""Environments for learning programs, over the rules of all four games.

``State`` has the interface of OpenSpiel's states: whose decision it is, which actions are legal, what follows, what each
player got. ``GymEnv`` has that of Gymnasium: ``reset`` and ``step``, with a mask of the legal actions. Neither package is needed;
where NumPy and Gymnasium are installed, observations are arrays and spaces are Gymnasium's.

An action is a whole turn, but in Pip•Pip, where dice are rolled: there a turn is made of decisions and rolls. Actions are numbered
within a position, in the order of its legal turns; their texts are the same everywhere. What the Pipe Game leaves out of its
legal turns, cards far from the others, can be played by its text.

>>> from pipscribe.env import State
>>> state = State("gipf", "basic")
>>> state.current_player(), len(state.legal_actions())
(0, 30)
>>> state.apply_action(state.string_to_action("b3"))
>>> state.current_player(), state.is_terminal(), state.returns()
(1, False, [0.0, 0.0])
"""

from __future__ import annotations

import random
from typing import Any, Callable, Mapping, Sequence, Union

from ._errors import PipscribeError
from ._native import Game, Position, Record, random_game

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

__all__ = ["CHANCE", "GymEnv", "State", "TERMINAL"]

#: ``current_player()`` where dice are rolled.
CHANCE = -1
#: ``current_player()`` after the end.
TERMINAL = -4

ROLL = "roll"
_FACES = range(1, 7)


class State:
    """A state of a game, as OpenSpiel has them; players count from 0.

    Tags come as keywords, as in ``pipscribe.Game``. What is dealt is dealt by ``seed``, the cards to come in the Pipe Game included: a
    clone draws the same ones.

    >>> state = State("pippip")
    >>> state.is_chance_node(), state.chance_outcomes()[0]
    (True, (0, 0.16666666666666666))
    >>> state.apply_action(4)
    >>> state.current_player(), state.action_to_string(state.legal_actions()[0])
    (0, '5@a1/1')
    >>> state.apply_action("5s")
    >>> [state.action_to_string(action) for action in state.legal_actions()][:2]
    ['roll', '*5@a1/1']
    """

    def __init__(
        self,
        game: str,
        variant: str | None = None,
        *,
        seed: int = 0,
        decks: Mapping[str, str] | None = None,
        **tags: Any,
    ) -> None:
        dealt = random_game(game, variant, seed=seed, most_turns=0, decks=decks, **tags)
        self._begin(Game.from_tags(dealt, decks=decks), _hands(Record(dealt, decks=decks).tags))

    @classmethod
    def from_game(cls, game: Game) -> State:
        """The state in which a game stands; it goes its own way from there."""
        state = cls.__new__(cls)
        state._begin(game.copy(), _hands(Record(game.record).tags))
        for turn in game.turns:
            state._deal(turn)
        return state

    def _begin(self, game: Game, hands: dict[int, set[int]]) -> None:
        self._game = game
        self._hands = hands
        self._history: list[int] = []
        # What was said of the turn so far, and the value that was rolled last, in Pip•Pip.
        self._parts: list[str] = []
        self._rolled: int | None = None
        self._settle()

    # The turn in the making.

    def _settle(self) -> None:
        """Finds the actions of this decision."""
        self._rolling = False
        self._actions: list[str] = []
        self._numbers: dict[str, int] = {}
        if self._game.is_over:
            return
        turns = self._game.legal_turns()
        if self._game.game != "pippip":
            self._actions = turns
        elif self._rolled is None:
            pulls = self._pulls(turns)
            # Where nothing can be pulled there is nothing to choose.
            can_roll = any(not turn.startswith("*") for turn in turns)
            self._rolling = not pulls and can_roll
            self._actions = [str(face) for face in _FACES] if self._rolling else [ROLL] * can_roll + pulls
        else:
            placed = [turn for turn in turns if turn.startswith(f"{self._rolled}@")]
            self._actions = [*placed, *self._aside(placed)]
        self._numbers = {text: number for number, text in enumerate(self._actions)}

    def _pulls(self, turns: list[str]) -> list[str]:
        """The dice that can be pulled: those of the store, and those that this turn put aside."""
        pulls = [turn for turn in turns if turn.startswith("*")]
        known = {turn[1] for turn in pulls}
        for value in sorted({part[0] for part in self._parts} - known):
            new = [f"*{turn}" for turn in turns if turn.startswith(f"{value}@")]
            if new and self._game.is_legal(self._turn(new[0])):
                pulls += new
        return [turn for turn in pulls if not self._parts or self._game.is_legal(self._turn(turn))]

    def _aside(self, placed: list[str]) -> list[str]:
        """Putting the rolled die aside, if a turn can go on from there."""
        aside = f"{self._rolled}s"
        return [aside] if any(self._game.is_legal(self._turn(aside, turn)) for turn in placed[:1]) else []

    def _turn(self, *more: str) -> str:
        return ";".join([*self._parts, *more])

    def _deal(self, turn: str) -> None:
        """Follows what a turn of the Pipe Game does to the hand of the seat that took it."""
        mover = self._game.position.mover
        hand = self._hands.get(mover or 0)
        if hand is None:
            return
        for part in turn.split(";"):
            if part.startswith("draw:"):
                hand.update(map(int, part[5:].split(",")))
            elif part.startswith("discard:"):
                hand.difference_update(map(int, part[8:].split(",")))
            elif "@" in part:
                hand.discard(int(part.split("@")[0]))

    # OpenSpiel's interface.

    @property
    def game(self) -> Game:
        """The game as it stands: a copy."""
        return self._game.copy()

    @property
    def position(self) -> Position:
        """The position before the turn that is being made."""
        return self._game.position

    def num_players(self) -> int:
        """How many seats play."""
        return self._game.seats

    def current_player(self) -> int:
        """Who decides, from 0; ``CHANCE`` where a die is rolled, ``TERMINAL`` after the end."""
        if self.is_terminal():
            return TERMINAL
        return CHANCE if self._rolling else self._game.to_move - 1

    def is_terminal(self) -> bool:
        """Whether the game is over."""
        return self._game.is_over

    def is_chance_node(self) -> bool:
        """Whether a die is to be rolled."""
        return self._rolling

    def chance_outcomes(self) -> list[tuple[int, float]]:
        """What can be rolled, and how likely each is."""
        return [(number, 1 / len(self._actions)) for number in range(len(self._actions))] if self._rolling else []

    def legal_actions(self, player: int | None = None) -> list[int]:
        """The numbers of the legal actions, of the current player or of one that is named."""
        if player is not None and player != self.current_player():
            return []
        return list(range(len(self._actions)))

    def legal_actions_mask(self, size: int) -> list[int]:
        """1 for each legal action, 0 up to ``size``. Raises where there are more than that."""
        if len(self._actions) > size:
            raise PipscribeError(f"{len(self._actions)} actions are legal, more than {size}")
        return [1] * len(self._actions) + [0] * (size - len(self._actions))

    def action_to_string(self, player: int, action: int | None = None) -> str:
        """The text of an action; the player may be left out."""
        number = player if action is None else action
        if not 0 <= number < len(self._actions):
            raise PipscribeError(f"there is no action {number}: {len(self._actions)} are legal")
        return self._actions[number]

    def string_to_action(self, text: str) -> int:
        """The number of the action with that text."""
        try:
            return self._numbers[text]
        except KeyError:
            raise PipscribeError(f"`{text}` is no legal action") from None

    def apply_action(self, action: int | str) -> None:
        """Takes an action, by its number or its text; a whole turn by its text too. Raises ``PipscribeError`` where it is none."""
        if self.is_terminal():
            raise PipscribeError("the game is over")
        at_start = not self._parts and self._rolled is None
        if isinstance(action, str) and at_start and action not in self._numbers:
            # A whole turn, `resign` too; it says what it rolled.
            self._play(action)
            self._history.append(-1)
            return
        number = self.string_to_action(action) if isinstance(action, str) else int(action)
        text = self.action_to_string(number)
        if self._game.game != "pippip":
            self._play(text)
        elif self._rolling:
            self._rolled = int(text)
        elif text == ROLL:
            self._roll()
        elif text.endswith("s"):
            self._parts.append(text)
            self._rolled = None
        else:
            self._play(self._turn(text))
        self._history.append(number)
        if text != ROLL:
            self._settle()

    def _roll(self) -> None:
        self._rolling = True
        self._actions = [str(face) for face in _FACES]
        self._numbers = {text: number for number, text in enumerate(self._actions)}

    def _play(self, turn: str) -> None:
        played = self._game.play(turn)
        self._deal(played)
        self._parts, self._rolled = [], None
        self._settle()

    def returns(self) -> list[float]:
        """What each player got, from -1 to 1; zeros while the game is open."""
        got = self._game.returns
        return [0.0] * self.num_players() if got is None else [2 * points - 1 for points in got]

    def player_return(self, player: int) -> float:
        """What a player got."""
        return self.returns()[player]

    def history(self) -> list[int]:
        """The actions so far; -1 for a turn that was played by its text."""
        return list(self._history)

    def clone(self) -> State:
        """Another state that is the same."""
        twin = type(self).__new__(type(self))
        twin.__dict__.update(self.__dict__)
        twin._game = self._game.copy()
        twin._hands = {seat: set(hand) for seat, hand in self._hands.items()}
        twin._history = list(self._history)
        twin._parts = list(self._parts)
        return twin

    def observation_string(self, player: int | None = None) -> str:
        """What a player sees: the position, the turn in the making, and in the Pipe Game the own hand."""
        seat = (max(self.current_player(), 0) if player is None else player) + 1
        if not 1 <= seat <= self.num_players():
            raise PipscribeError(f"there is no player {player}; there are {self.num_players()}")
        seen = [self._game.position.text]
        if self._parts or self._rolled is not None:
            seen.append(self._turn(*([str(self._rolled)] if self._rolled is not None else [])))
        if seat in self._hands:
            seen.append("hand " + ",".join(map(str, sorted(self._hands[seat]))))
        return " | ".join(seen)

    def information_state_string(self, player: int | None = None) -> str:
        """What a player knows: all turns, and what it sees."""
        return " ".join([*self._game.turns, "|", self.observation_string(player)])

    def __str__(self) -> str:
        return self.observation_string()

    def __repr__(self) -> str:
        return f"State({self._game.game}, {self.observation_string()!r})"


def _hands(tags: Mapping[str, str]) -> dict[int, set[int]]:
    """The cards that are dealt, by seat."""
    hands = {name[4:]: value for name, value in tags.items() if name.startswith("Hand") and name[4:].isdigit()}
    return {int(seat): {int(card) for card in cards.split(",") if card.strip()} for seat, cards in hands.items()}


Opponent = Callable[[State], Union[int, str]]


class GymEnv(_Base):  # type: ignore[misc]
    """A game as an environment of Gymnasium, with dice rolled by itself.

    The player to act sees the characters of ``State.observation_string`` as numbers, with zeros behind them. Its reward is what
    the game gave it, from -1 to 1, when it is over. Without ``opponents`` whoever is to move acts, and the reward is that of the player
    who acted last; ``opponents`` are functions from a state to an action, one for each other seat, and you have ``seat`` (from 1).
    ``info`` has the state's player, the mask, the legal turns by number, and at the end all ``returns``. A position with more
    than ``max_actions`` legal actions shows the first of them, and ``info["cut"]`` says how many it hides; ``step`` takes texts too.

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
        render_mode: str | None = None,
        decks: Mapping[str, str] | None = None,
        **tags: Any,
    ) -> None:
        if render_mode not in (None, *self.metadata["render_modes"]):
            raise PipscribeError(f"`{render_mode}` is no way to render; they are ansi and svg")
        self._start: dict[str, Any] = dict(tags, game=game, variant=variant, decks=decks)
        self.render_mode = render_mode
        self._max_actions, self._max_steps, self._length = max_actions, max_steps, observation_length
        self._random = random.Random()
        self._state = State(**self._start)
        players = self._state.num_players()
        if opponents and len(opponents) != players - 1:
            raise PipscribeError(f"{players} play: there are {players - 1} opponents, not {len(opponents)}")
        if not 1 <= seat <= players:
            raise PipscribeError(f"there is no seat {seat}; they are 1 to {players}")
        self._own = seat - 1 if opponents else None
        others = [player for player in range(players) if player != self._own]
        self._opponents = dict(zip(others, opponents))
        if _gymnasium is not None and _numpy is not None:
            self.action_space = _gymnasium.spaces.Discrete(max_actions)
            self.observation_space = _gymnasium.spaces.Box(0, 255, (observation_length,), _numpy.uint8)

    @property
    def state(self) -> State:
        """The state as it stands: a copy."""
        return self._state.clone()

    def reset(self, *, seed: int | None = None, options: Mapping[str, Any] | None = None) -> tuple[Any, dict[str, Any]]:
        """Begins a game; the same seed deals and rolls the same."""
        if seed is not None:
            self._random.seed(seed)
            if _gymnasium is not None:
                super().reset(seed=seed)
        self._state = State(**self._start, seed=self._random.getrandbits(32))
        self._steps = 0
        self._go_on()
        return self._observation(), self._info()

    def step(self, action: int | str) -> tuple[Any, float, bool, bool, dict[str, Any]]:
        """Takes an action, by its number or its text. Raises ``PipscribeError`` where it is not legal; then nothing has changed."""
        if not hasattr(self, "_steps"):
            raise PipscribeError("the environment has to be reset first")
        player = self._state.current_player()
        if isinstance(action, str) and action != "resign" and self._state.position.game == "pippip":
            # A whole turn would say what was rolled.
            action = self._state.string_to_action(action)
        self._state.apply_action(action if isinstance(action, str) else int(action))
        self._steps += 1
        self._go_on()
        over = self._state.is_terminal()
        reward = self._state.player_return(player) if over else 0.0
        return self._observation(), reward, over, not over and self._steps >= self._max_steps, self._info()

    def action_masks(self) -> Any:
        """Which of the numbers are legal actions, as truths."""
        count = min(len(self._state.legal_actions()), self._max_actions)
        mask = [number < count for number in range(self._max_actions)]
        return mask if _numpy is None else _numpy.array(mask, dtype=bool)

    def render(self) -> str | None:
        """The board, as text or SVG."""
        if self.render_mode is None:
            return None
        return self._state.position.render("text" if self.render_mode == "ansi" else "svg")

    def close(self) -> None:
        """Nothing is open."""

    def _go_on(self) -> None:
        """Rolls, and lets the opponents act, until the player is to act."""
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
        return list(padded) if _numpy is None else _numpy.frombuffer(padded, dtype=_numpy.uint8)

    def _info(self) -> dict[str, Any]:
        actions = self._state.legal_actions()
        shown = actions[: self._max_actions]
        info: dict[str, Any] = {
            "player": self._state.current_player(),
            "position": self._state.position.text,
            "turns": [self._state.action_to_string(action) for action in shown],
            "action_mask": [int(is_legal) for is_legal in self.action_masks()],
            "cut": len(actions) - len(shown),
        }
        if _numpy is not None:
            info["action_mask"] = _numpy.array(info["action_mask"], dtype=_numpy.int8)
        if self._state.is_terminal():
            info["returns"] = self._state.returns()
        return info
