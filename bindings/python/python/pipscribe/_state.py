"""States of games with the interface of OpenSpiel."""

from __future__ import annotations

import json
import re
from array import array
from math import prod
from operator import index
from typing import Any, Callable, Iterable, Mapping, Protocol

from ._errors import PipscribeError, check_argument
from ._native import ActionState, Game, Position, random_game

try:
    import numpy as _numpy
except ImportError:  # Tensors are lists then.
    _numpy = None  # type: ignore[assignment]

__all__ = ["CHANCE", "State", "TERMINAL"]

#: Value of ``current_player()`` when chance decides.
CHANCE = -1
#: Value of ``current_player()`` after the end.
TERMINAL = -4

RESIGN = "resign"

#: Cards of a turn that all players see: discarded, played, or picked up.
_SEEN = re.compile(r"^discard:([\d,]+)|^(\d+)@|;x\d*:([\d,]+)")
#: The card that a turn draws, which only its player sees.
_DRAWN = re.compile(r";draw:(\d+)")
#: The tags with the cards of a game at its start.
_DEALT = re.compile(r'^\[(Hand\d|Stock) "([\d,]*)"\]$', re.MULTILINE)


class Random(Protocol):
    """A source of random numbers: ``random.Random``, or a generator of NumPy."""

    def random(self) -> float:
        """Returns a number from 0 to 1, which is excluded."""


class State:
    """A state of a game with the interface of OpenSpiel; players count from 0.

    An action is one choice of a turn: a place, a direction, a card, a word. Its number is the same in all positions of
    a game with the same settings, and below ``num_distinct_actions()``. ``string_to_action`` finds it by its name.

    Tags are keyword arguments, as in ``pipscribe.Game``. ``seed`` determines all cards of the Pipe Game, including
    those still to be drawn: a clone draws the same ones.

    >>> state = State("pippip")
    >>> state.is_chance_node(), state.chance_outcomes()[0]
    (True, (0, 0.16666666666666666))
    >>> state.apply_action(4)
    >>> state.current_player(), state.legal_texts()[-2:]
    (0, ['d4', 's'])
    >>> state.apply_action("b3")
    >>> state.legal_texts()
    ['1', '3', '4', '6']
    >>> state.apply_action("3")
    >>> state.game.turns
    ['5@b3/3']
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
        dealt = random_game(game, variant, seed=seed, most_turns=0, decks=decks, **tags)  # type: ignore[call-overload]
        self._decks = decks
        self._core = ActionState(Game.from_tags(dealt, decks=decks))
        self._history: list[int] = []

    @classmethod
    def from_game(cls, game: Game) -> State:
        """Returns the state of a game; it is independent of the game from then on."""
        state = cls.__new__(cls)
        state._decks = None
        state._core = ActionState(game)
        state._history = [-1] * len(game.turns)
        return state

    # Numbering.

    def num_players(self) -> int:
        """The number of seats."""
        return self._core.players

    def num_distinct_actions(self) -> int:
        """The number of distinct actions of the players; all numbers are below it."""
        return self._core.num_actions

    def max_chance_outcomes(self) -> int:
        """The number of distinct outcomes of chance, which are numbered by themselves."""
        return self._core.num_outcomes

    def max_game_length(self) -> int:
        """The maximum number of actions in a game, without outcomes of chance. The rules of GIPF set no limit: there it
        is 3000, and the environments stop the game.
        """
        return self._core.longest_game

    def observation_tensor_parts(self) -> list[tuple[str, list[int]]]:
        """The names and shapes of the consecutive parts of ``observation_tensor``."""
        return self._core.observation_parts

    def information_state_tensor_parts(self) -> list[tuple[str, list[int]]]:
        """The names and shapes of the consecutive parts of ``information_state_tensor``."""
        return self._core.information_parts

    def observation_tensor_shape(self) -> list[int]:
        """The shape of ``observation_tensor``: its length."""
        return [sum(prod(shape) for _, shape in self._core.observation_parts)]

    def information_state_tensor_shape(self) -> list[int]:
        """The shape of ``information_state_tensor``: its length."""
        return [sum(prod(shape) for _, shape in self._core.information_parts)]

    # The game.

    @property
    def game(self) -> Game:
        """A copy of the game. Its position is the position before the current turn."""
        return self._core.game()

    @property
    def position(self) -> Position:
        """The position before the current turn."""
        return self._core.position

    def current_player(self) -> int:
        """The player to decide, from 0; ``CHANCE`` if chance decides, ``TERMINAL`` after the end."""
        return self._core.actor

    def is_terminal(self) -> bool:
        """True if the game is over."""
        return self._core.actor == TERMINAL

    def is_chance_node(self) -> bool:
        """True if a die is to be rolled, or a card drawn from shuffled discards."""
        return self._core.actor == CHANCE

    def chance_outcomes(self) -> list[tuple[int, float]]:
        """The possible outcomes of chance with their probabilities."""
        outcomes = self._core.legal_actions() if self.is_chance_node() else []
        return [(outcome, 1 / len(outcomes)) for outcome in outcomes]

    def legal_actions(self, player: int | None = None) -> list[int]:
        """The numbers of the legal actions of the current player, or of the given one, in ascending order."""
        if player is not None and player != self.current_player():
            return []
        return self._core.legal_actions()

    def num_legal_actions(self) -> int:
        """The number of legal actions."""
        return self._core.num_legal

    def is_legal(self, action: int) -> bool:
        """True if an action is legal."""
        return self._core.is_legal(action)

    def legal_texts(self) -> list[str]:
        """The names of the legal actions, in the order of their numbers."""
        return self._core.names()

    def legal_actions_mask(self, player: int | None = None) -> Any:
        """The mask of legal actions: 1 for each, otherwise 0. An array if NumPy is installed, otherwise bytes."""
        mask = self._core.mask()
        if player is not None and player != self.current_player():
            mask = bytes(len(mask))
        return mask if _numpy is None else _numpy.frombuffer(mask, _numpy.int8).copy()

    def action_to_string(self, player: int, action: int | None = None) -> str:
        """The name of a legal action; the player is optional."""
        number = player if action is None else action
        for legal, name in zip(self._core.legal_actions(), self._core.names()):
            if legal == number:
                return name
        raise PipscribeError(f"there is no action {number} here: {self.num_legal_actions()} are legal")

    def string_to_action(self, text: str) -> int:
        """The number of the legal action with this name."""
        for legal, name in zip(self._core.legal_actions(), self._core.names()):
            if name == text:
                return legal
        raise PipscribeError(f"`{text}` is not a legal action")

    def apply_action(self, action: int | str) -> None:
        """Takes an action, by its number or its name; ``resign`` has no number.

        Raises ``PipscribeError`` if the action is illegal.
        """
        if self.is_terminal():
            raise PipscribeError("the game is over")
        if action == RESIGN:
            self.apply_turn(RESIGN)
            return
        number = self.string_to_action(action) if isinstance(action, str) else index(action)
        self._core.apply(number)
        self._history.append(number)

    def apply_turn(self, turn: str) -> None:
        """Plays a whole turn, or ``resign``; the choices of the current turn are dropped. Raises ``NotLegal``."""
        self._core.apply_turn(turn)
        self._history.append(-1)

    def actions_of(self, turn: str) -> list[int] | None:
        """The actions, with outcomes of chance, that make a turn of this position, such as one from a record. ``None``
        if the turn is illegal, or no actions make it.

        >>> State("gipf", "basic").actions_of("a2-b3")
        [3, 9]
        """
        return self._core.actions_of(turn)

    def child(self, action: int | str) -> State:
        """The state after an action; this one does not change."""
        after = self.clone()
        after.apply_action(action)
        return after

    def returns(self) -> list[float]:
        """The result of each player, from -1 to 1; zeros while the game is open."""
        got = self._core.returns()
        return [0.0] * self.num_players() if got is None else [2 * points - 1 for points in got]

    def rewards(self) -> list[float]:
        """The rewards of the last action: the returns at the end, otherwise zeros."""
        return self.returns()

    def player_return(self, player: int) -> float:
        """The result of a player."""
        return self.returns()[self._player(player)]

    def history(self) -> list[int]:
        """The actions so far; -1 for a turn that was played as a whole, or before ``from_game``."""
        return list(self._history)

    def serialize(self) -> str:
        """The state as a text, from which ``deserialize`` makes it again."""
        return json.dumps([self._core.serialize(), self._history])

    @classmethod
    def deserialize(cls, text: str, *, decks: Mapping[str, str] | None = None) -> State:
        """Returns the state from the text of ``serialize``.

        >>> state = State("gipf", "basic")
        >>> state.apply_action("a2")
        >>> State.deserialize(state.serialize()) == state
        True
        """
        check_argument("text", text, str, "a str")
        state = cls.__new__(cls)
        try:
            core, state._history = json.loads(text)
        except (TypeError, ValueError):
            raise PipscribeError("`text` is not a state that `serialize` wrote") from None
        state._decks = decks
        state._core = ActionState.deserialize(core, decks=decks)
        return state

    def __eq__(self, other: object) -> bool:
        if not isinstance(other, State):
            return NotImplemented
        return self.serialize() == other.serialize()

    __hash__ = None  # type: ignore[assignment]

    def clone(self) -> State:
        """A copy of the state."""
        twin = type(self).__new__(type(self))
        twin.__dict__.update(self.__dict__)
        twin._core = self._core.copy()
        twin._history = list(self._history)
        return twin

    def __copy__(self) -> State:
        return self.clone()

    def __deepcopy__(self, memo: object) -> State:
        # Searches of OpenSpiel copy a state at each step.
        return self.clone()

    def resample(self, player: int, rng: Random) -> State:
        """A state that a player cannot tell from this one: the cards that the player has not seen are dealt anew, to the
        hands of the others and to the stock. A search of the Pipe Game plays in such states, or else it knows hidden
        cards. In the other games, it is a copy.

        >>> import random
        >>> state = State("pipe", "both", seed=1)
        >>> other = state.resample(0, random.Random(1))
        >>> other.observation_string(0) == state.observation_string(0)
        True
        >>> other.observation_string(1) == state.observation_string(1)
        False
        """
        return self.resample_from_infostate(player, rng.random)

    def resample_from_infostate(self, player: int, probability_sampler: Callable[[], float]) -> State:
        """Like ``resample``, under the name of OpenSpiel, with a function that returns numbers from 0 to 1."""
        number = self._player(player)
        if self._core.hand(number) is None:
            return self.clone()
        core, history = json.loads(self.serialize())
        saved = json.loads(core)
        turns = [(position.mover, position.turn or "") for position in self.game.positions[1:]]
        hidden = _unseen(saved["record"], saved["chosen"], turns, number + 1)
        dealt = dict(zip(hidden, _shuffled(hidden, probability_sampler)))
        saved["record"] = _dealt_anew(saved["record"], dealt)
        return self.deserialize(json.dumps([json.dumps(saved), history]), decks=self._decks)

    # What players see.

    def observation_tensor(self, player: int | None = None) -> Any:
        """What a player sees as numbers: the position from the player's point of view, and the choices of the current
        turn. ``observation_tensor_parts()`` lists the parts. An array if NumPy is installed, otherwise a list.

        >>> State("gipf", "basic").observation_tensor_parts()
        [('board', [4, 9, 9]), ('seats', [2, 5]), ('turn', [88])]
        """
        return _tensor(self._core.observation(self._player(player)))

    def information_state_tensor(self, player: int | None = None) -> Any:
        """What a player knows as numbers: ``observation_tensor``, and in the Pipe Game the cards that were discarded
        and those that each player picked up. The order of the turns is left out.
        """
        return _tensor(self._core.information(self._player(player)))

    def observation_string(self, player: int | None = None) -> str:
        """What a player sees: the position, the unfinished turn, and in the Pipe Game their own hand."""
        number = self._player(player)
        seen = [self.position.text]
        hand = self._core.hand(number)
        chosen = self._core.chosen() if hand is None or number == self.current_player() else []
        if chosen:
            seen.append(" ".join(chosen))
        if hand is not None:
            seen.append("hand " + ",".join(map(str, hand)))
        return " | ".join(seen)

    def information_state_string(self, player: int | None = None) -> str:
        """What a player knows: all turns, in the Pipe Game without the draws of others, and what the player sees."""
        seat = self._player(player) + 1
        taken = [(position.mover, position.turn or "") for position in self.game.positions[1:]]
        turns = [turn if mover == seat else turn.split(";draw:")[0] for mover, turn in taken]
        return " ".join([*turns, "|", self.observation_string(player)])

    def _player(self, player: int | None) -> int:
        """Checks a player, by default the player to decide."""
        number = max(self.current_player(), 0) if player is None else player
        if not 0 <= number < self.num_players():
            raise PipscribeError(f"there is no player {number}; there are {self.num_players()}")
        return number

    def __str__(self) -> str:
        return self.observation_string()

    def __repr__(self) -> str:
        return f"State({self.position.game}, {self.observation_string()!r})"


def _cards(text: str) -> list[str]:
    return [card for card in text.split(",") if card]


def _unseen(record: str, chosen: Iterable[str], turns: Iterable[tuple[int | None, str]], seat: int) -> list[str]:
    """Returns the cards of a game that a seat has not seen, in the order of the record."""
    hands = _DEALT.findall(record)
    seen = {card for name, cards in hands if name == f"Hand{seat}" for card in _cards(cards)}
    # A card that is being played is on the way to the table.
    seen.update(chosen)
    for mover, turn in turns:
        for groups in _SEEN.findall(turn):
            seen.update(card for group in groups for card in _cards(group))
        if mover == seat:
            seen.update(_DRAWN.findall(turn))
    return [card for _, cards in hands for card in _cards(cards) if card not in seen]


def _shuffled(cards: list[str], sampler: Callable[[], float]) -> list[str]:
    shuffled = list(cards)
    for last in range(len(shuffled) - 1, 0, -1):
        other = min(int(sampler() * (last + 1)), last)
        shuffled[last], shuffled[other] = shuffled[other], shuffled[last]
    return shuffled


def _dealt_anew(record: str, dealt: Mapping[str, str]) -> str:
    """Replaces cards where they were dealt and drawn. Cards that nobody else has seen occur nowhere else."""

    def tag(match: re.Match[str]) -> str:
        return f'[{match[1]} "{",".join(dealt.get(card, card) for card in _cards(match[2]))}"]'

    tags, blank, turns = _DEALT.sub(tag, record).partition("\n\n")
    return tags + blank + _DRAWN.sub(lambda match: f";draw:{dealt.get(match[1], match[1])}", turns)


def _tensor(values: bytes) -> Any:
    if _numpy is None:
        return array("f", values).tolist()
    return _numpy.frombuffer(values, _numpy.float32).copy()
