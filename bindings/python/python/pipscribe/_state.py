"""States of games with the interface of OpenSpiel."""

from __future__ import annotations

import json
from operator import index
from typing import Any, Mapping

from ._errors import PipscribeError
from ._native import Game, Position, Record, random_game

__all__ = ["CHANCE", "State", "TERMINAL"]

#: Value of ``current_player()`` when a die is to be rolled.
CHANCE = -1
#: Value of ``current_player()`` after the end.
TERMINAL = -4

ROLL = "roll"
RESIGN = "resign"
_FACES = range(1, 7)


class State:
    """A state of a game with the interface of OpenSpiel; players count from 0.

    Tags are keyword arguments, as in ``pipscribe.Game``. ``seed`` determines all cards of the Pipe Game, including those
    still to be drawn: a clone draws the same ones.

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
        """Returns the state of a game; it is independent of the game from then on."""
        state = cls.__new__(cls)
        state._begin(game.copy(), _hands(game.record.tags))
        for position in game.positions[1:]:
            state._follow(position)
            state._history.append(-1)
        return state

    def _begin(self, game: Game, hands: dict[int, set[int]]) -> None:
        self._game = game
        self._hands = hands
        self._history: list[int] = []
        # Turns taken, with their seats.
        self._taken: list[tuple[int | None, str]] = []
        # Actions of the current turn so far, and the last roll, in Pip•Pip.
        self._parts: list[str] = []
        self._rolled: int | None = None
        self._settle()

    # Current turn.

    def _settle(self) -> None:
        """Finds the legal actions of the current decision."""
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
            # One turn that places a rolled die stands for all: if it is legal here, a die can be rolled.
            rolled = [turn for turn in turns if not turn.startswith("*")][:1]
            can_roll = any(self._game.is_legal(self._turn(turn)) for turn in rolled)
            # If nothing can be pulled, there is no choice.
            self._rolling = not pulls and can_roll
            self._actions = [str(face) for face in _FACES] if self._rolling else [ROLL] * can_roll + pulls
        else:
            placed = [turn for turn in turns if turn.startswith(f"{self._rolled}@")]
            self._actions = [*placed, *self._aside(placed)]
        self._numbers = {text: number for number, text in enumerate(self._actions)}

    def _pulls(self, turns: list[str]) -> list[str]:
        """The dice that can be pulled: those of the store, and those put aside in this turn."""
        pulls = [turn for turn in turns if turn.startswith("*")]
        known = {turn[1] for turn in pulls}
        for value in sorted({part[0] for part in self._parts} - known):
            new = [f"*{turn}" for turn in turns if turn.startswith(f"{value}@")]
            if new and self._game.is_legal(self._turn(new[0])):
                pulls += new
        return [turn for turn in pulls if not self._parts or self._game.is_legal(self._turn(turn))]

    def _aside(self, placed: list[str]) -> list[str]:
        """The action of putting the rolled die aside, if the turn can continue after it: by a roll, or by pulling that die."""
        aside = f"{self._rolled}s"
        after = [more for turn in placed[:1] for more in (turn, f"*{turn}")]
        return [aside] if any(self._game.is_legal(self._turn(aside, turn)) for turn in after) else []

    def _turn(self, *more: str) -> str:
        return ";".join([*self._parts, *more])

    def _follow(self, position: Position) -> None:
        """Updates the state after a turn; in the Pipe Game also the hand of the seat that played it."""
        mover, turn = position.mover, position.turn or ""
        self._taken.append((mover, turn))
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

    # Interface of OpenSpiel.

    @property
    def game(self) -> Game:
        """A copy of the current game."""
        return self._game.copy()

    @property
    def position(self) -> Position:
        """The position before the current turn."""
        return self._game.position

    def num_players(self) -> int:
        """The number of seats."""
        return self._game.seats

    def current_player(self) -> int:
        """The player to decide, from 0; ``CHANCE`` if a die is rolled, ``TERMINAL`` after the end."""
        if self.is_terminal():
            return TERMINAL
        return CHANCE if self._rolling else self._game.to_move - 1

    def is_terminal(self) -> bool:
        """True if the game is over."""
        return self._game.is_over

    def is_chance_node(self) -> bool:
        """True if a die is to be rolled."""
        return self._rolling

    def chance_outcomes(self) -> list[tuple[int, float]]:
        """The possible rolls with their probabilities."""
        return [(number, 1 / len(self._actions)) for number in range(len(self._actions))] if self._rolling else []

    def legal_actions(self, player: int | None = None) -> list[int]:
        """The numbers of the legal actions of the current player, or of the given one."""
        if player is not None and player != self.current_player():
            return []
        return list(range(len(self._actions)))

    def num_legal_actions(self) -> int:
        """The number of legal actions."""
        return len(self._actions)

    def legal_texts(self, limit: int | None = None) -> list[str]:
        """The texts of the legal actions by number, at most ``limit``."""
        return self._actions[:limit]

    def legal_actions_mask(self, size: int) -> list[int]:
        """The mask of legal actions: 1 for each, 0 up to ``size``. Raises if there are more than that."""
        if len(self._actions) > size:
            raise PipscribeError(f"{len(self._actions)} actions are legal, more than {size}")
        return [1] * len(self._actions) + [0] * (size - len(self._actions))

    def action_to_string(self, player: int, action: int | None = None) -> str:
        """The text of an action; the player is optional."""
        number = player if action is None else action
        if not 0 <= number < len(self._actions):
            raise PipscribeError(f"there is no action {number}: {len(self._actions)} are legal")
        return self._actions[number]

    def string_to_action(self, text: str) -> int:
        """The number of the action with this text."""
        try:
            return self._numbers[text]
        except KeyError:
            raise PipscribeError(f"`{text}` is not a legal action") from None

    def apply_action(self, action: int | str) -> None:
        """Takes an action, by its number or its text; whole turns and ``resign`` only by their text.

        Raises ``PipscribeError`` if the action is illegal.
        """
        if self.is_terminal():
            raise PipscribeError("the game is over")
        at_start = not self._parts and self._rolled is None
        if isinstance(action, str) and action not in self._numbers and (at_start or action == RESIGN):
            # A whole turn includes its rolls; resigning is possible after any roll.
            self._play(action)
            self._history.append(-1)
            return
        number = self.string_to_action(action) if isinstance(action, str) else index(action)
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
        self._game.play(turn)
        self._follow(self._game.position)
        self._parts, self._rolled = [], None
        self._settle()

    def returns(self) -> list[float]:
        """The result of each player, from -1 to 1; zeros while the game is open."""
        got = self._game.returns
        return [0.0] * self.num_players() if got is None else [2 * points - 1 for points in got]

    def player_return(self, player: int) -> float:
        """The result of a player."""
        self._seat(player)
        return self.returns()[player]

    def history(self) -> list[int]:
        """The actions so far; -1 for a turn that was played by its text, or before ``from_game``."""
        return list(self._history)

    def serialize(self) -> str:
        """The state as a text, from which ``deserialize`` makes it again."""
        state = [str(self._game), self._parts, self._rolled, self._rolling, self._history]
        return json.dumps(state)

    @classmethod
    def deserialize(cls, text: str, *, decks: Mapping[str, str] | None = None) -> State:
        """Returns the state from the text of ``serialize``.

        >>> state = State("gipf", "basic")
        >>> state.apply_action(3)
        >>> str(State.deserialize(state.serialize())) == str(state)
        True
        """
        record, parts, rolled, rolling, history = json.loads(text)
        state = cls.from_game(Record(record, decks=decks).play_from())
        state._parts, state._rolled, state._history = parts, rolled, history
        state._settle()
        if rolling:
            state._roll()
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
        twin._game = self._game.copy()
        twin._hands = {seat: set(hand) for seat, hand in self._hands.items()}
        twin._history = list(self._history)
        twin._taken = list(self._taken)
        twin._parts = list(self._parts)
        return twin

    def observation_string(self, player: int | None = None) -> str:
        """What a player sees: the position, the unfinished turn, and in the Pipe Game their own hand."""
        seat = self._seat(player)
        seen = [self._game.position.text]
        if self._parts or self._rolled is not None:
            seen.append(self._turn(*([str(self._rolled)] if self._rolled is not None else [])))
        if seat in self._hands:
            seen.append("hand " + ",".join(map(str, sorted(self._hands[seat]))))
        return " | ".join(seen)

    def information_state_string(self, player: int | None = None) -> str:
        """What a player knows: all turns, in the Pipe Game without the draws of others, and what the player sees."""
        seat = self._seat(player)
        turns = [turn if mover == seat else turn.split(";draw:")[0] for mover, turn in self._taken]
        return " ".join([*turns, "|", self.observation_string(player)])

    def _seat(self, player: int | None) -> int:
        """The seat of a player, from 1; by default of the player to decide."""
        seat = (max(self.current_player(), 0) if player is None else player) + 1
        if not 1 <= seat <= self.num_players():
            raise PipscribeError(f"there is no player {player}; there are {self.num_players()}")
        return seat

    def __str__(self) -> str:
        return self.observation_string()

    def __repr__(self) -> str:
        return f"State({self._game.game}, {self.observation_string()!r})"


def _hands(tags: Mapping[str, str]) -> dict[int, set[int]]:
    """The cards dealt, by seat."""
    hands = {name[4:]: value for name, value in tags.items() if name.startswith("Hand") and name[4:].isdigit()}
    return {int(seat): {int(card) for card in cards.split(",") if card.strip()} for seat, cards in hands.items()}
