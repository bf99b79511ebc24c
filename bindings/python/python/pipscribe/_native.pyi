from __future__ import annotations

from datetime import date
from os import PathLike
from typing import Any, Iterable, Iterator, Literal, Mapping, Protocol, Sequence, TypedDict, final, overload

from typing_extensions import Unpack

from ._tree import Tree

FigureFormat = Literal["svg", "text", "unicode", "words", "typst", "tikz"]
RecordFormat = Literal["svg", "text", "unicode", "words", "html", "typst", "tikz"]


class PositionOptions(TypedDict, total=False):
    """Options of the figure of a position."""

    caption: str | None
    coordinates: str | None
    flip: bool | None
    lang: str | None
    legend: bool | None
    marks: str | Sequence[str] | None
    notes: bool | None
    rotate: int | None
    scale: float | None
    view: str | None
    wording: str | None


class RecordOptions(PositionOptions, total=False):
    """Options of the figure of a record."""

    last: bool | None
    line: str | None
    movement: bool | None
    names: bool | None
    numbers_from: int | None
    renumber: bool | None
    solution: bool | None


Severity = Literal["error", "warning"]
GameName = Literal["gipf", "pippinzip", "pippip", "pipe"]
GipfVariant = Literal["basic", "standard", "tournament"]
PippinzipVariant = Literal["pipeline", "zipline", "freestyle"]
PipPipVariant = Literal["standard"]
PipeVariant = Literal["pipes", "fields", "both"]
TagValue = str | int | date | None


class GameTags(TypedDict, total=False):
    """Tags that all games share, as keywords."""

    rules: TagValue
    options: TagValue
    event: TagValue
    site: TagValue
    round: TagValue
    date: TagValue
    player1: TagValue
    player2: TagValue
    player3: TagValue
    player4: TagValue
    position: TagValue


class PippinzipTags(GameTags, total=False):
    """Tags of Pippinzip, as keywords."""

    size: int | str | None
    surface: Literal["points", "cells"] | None
    players: int | str | None


class PipPipTags(GameTags, total=False):
    """Tags of Pip•Pip, as keywords."""

    colors: Literal["light,dark", "dark,light"] | None


class PipeTags(GameTags, total=False):
    """Tags of the Pipe Game, as keywords. Its cards, ``Card1`` and so on, are given by name in ``tags``."""

    players: int | str | None
    deck: str | None
    deck_hash: str | None
    hand1: str | None
    hand2: str | None
    hand3: str | None
    hand4: str | None
    stock: str | None


CheckColumn = Literal[
    "records",
    "valid",
    "first_code",
    "first_rule",
    "first_turn",
    "first_message",
    "first_start",
    "first_end",
    "tags_told",
    "remarks",
    "game",
    "variant",
    "options",
    "tags",
    "seats",
    "turns",
    "findings",
    "result",
    "claimed_result",
    "score",
    "termination",
    "key",
    "symmetric_key",
    "end_key",
    "end_symmetric_key",
    "prefix_4",
    "prefix_8",
    "prefix_16",
    "prefix_32",
]
ReplayColumn = Literal[
    "row",
    "game_key",
    "game",
    "turn",
    "seat",
    "text",
    "position",
    "position_key",
    "symmetric_key",
    "captured",
    "clock",
    "time",
]
FeatureColumn = Literal[
    "row",
    "turn",
    "position",
    "to_move",
    "played",
    "legal",
    "value",
    "symmetric_key",
    "white",
    "black",
    "white-gipf",
    "black-gipf",
    "white-reserve",
    "black-reserve",
    "white-lost",
    "black-lost",
    "light",
    "dark",
    "light-store",
    "dark-store",
    "cards",
    "score1",
    "score2",
    "score3",
    "score4",
]
HintKind = Literal[
    "choose-variant",
    "choose-game",
    "set-tag",
    "add-deck",
    "write-cards",
    "check-deck",
    "raise-budget",
    "rewrite-record",
    "drop-characters",
    "renumber-turns",
    "insert-turn",
    "remove-turn",
    "convert-from",
    "convert-pasted",
    "convert-to",
    "check-record",
    "find-illegal-turn",
    "list-addresses",
    "list-lines",
    "list-codes",
    "explain-code",
]
Hops = list[tuple[str, int | None]]

__version__: str
#: The names of the games.
GAMES: tuple[GameName, ...]

class ArrowArray(Protocol):
    """An array of strings or bytes of any library with Arrow support."""

    def __arrow_c_array__(self, requested_schema: object | None = None) -> tuple[object, object]: ...

class ArrowStream(Protocol):
    """An array in chunks, of any library with Arrow support."""

    def __arrow_c_stream__(self, requested_schema: object | None = None) -> object: ...

class Column(Protocol):
    """A column of pandas 2."""

    def to_frame(self, name: Any = ...) -> Any: ...

class ReadableFile(Protocol):
    """A file opened in binary mode, which need not be seekable."""

    def read(self, size: int, /) -> bytes: ...

class BytesFile(Protocol):
    """A file opened in binary mode."""

    def read(self, size: int, /) -> bytes: ...
    def seek(self, offset: int, whence: int, /) -> object: ...
    def tell(self) -> int: ...

class AnyFile(Protocol):
    """A file opened as text or in binary mode, which need not be seekable."""

    def read(self) -> str | bytes: ...

Source = str | bytes | bytearray | memoryview | PathLike[str] | AnyFile
Text = str | bytes | Record | None
Texts = ArrowArray | ArrowStream | Column | Sequence[Text] | Iterator[Text]

@final
class Related:
    """Another place in the record that a finding refers to."""

    def __new__(cls, *, turn: int, message: str, span: tuple[int, int], line: int, column: int) -> Related: ...
    @property
    def turn(self) -> int:
        """The number of the turn; 0 for tags and for the result."""
    @property
    def message(self) -> str:
        """Relation of this place to the finding."""
    @property
    def span(self) -> tuple[int, int]:
        """The place in the given text, in characters."""
    @property
    def line(self) -> int:
        """The line, from 1."""
    @property
    def column(self) -> int:
        """The column, from 1."""

@final
class Fix:
    """The only likely fix of a record. ``edits`` are tuples of start, end and replacement."""

    def __new__(cls, *, message: str, edits: list[tuple[int, int, str]]) -> Fix: ...
    @property
    def message(self) -> str:
        """The fix in words."""
    @property
    def edits(self) -> list[tuple[int, int, str]]:
        """The edits: start, end and replacement, in characters of the given text."""

@final
class Hint:
    r"""A way to resolve a finding, such as adding a tag to the record. The hints of a finding are
    alternatives.

    ``kind`` and the fields that belong to it are the same as in ``hints`` in the JSON of ``check``;
    the other fields are ``None``. ``text`` describes the hint in words.

    >>> from pipscribe import Record
    >>> [finding] = Record('[Game "gipf"]\n\n1. b3 *\n').findings
    >>> hint = finding.hints[0]
    >>> hint.kind, hint.name, hint.value, hint.text
    ('set-tag', 'Variant', 'basic', 'write `[Variant "basic"]`')
    """

    def __new__(
        cls,
        *,
        kind: HintKind,
        text: str,
        game: str | None = None,
        name: str | None = None,
        value: str | None = None,
        tag: str | None = None,
        example: str | None = None,
        format: str | None = None,
        code: str | None = None,
    ) -> Hint: ...
    @property
    def kind(self) -> HintKind:
        """The kind, such as ``"set-tag"``."""
    @property
    def text(self) -> str:
        """The hint in words: a clause without a full stop."""
    @property
    def game(self) -> str | None:
        """``"choose-variant"``: the game that the text would then be read as, if not the usual one."""
    @property
    def name(self) -> str | None:
        """``"set-tag"``, ``"add-deck"``: the name of the tag or deck."""
    @property
    def value(self) -> str | None:
        """``"set-tag"``: the value."""
    @property
    def tag(self) -> str | None:
        """``"write-cards"``: the tag of the first card."""
    @property
    def example(self) -> str | None:
        """``"write-cards"``: an example of its value."""
    @property
    def format(self) -> str | None:
        """``"convert-from"``, ``"convert-to"``: the format."""
    @property
    def code(self) -> str | None:
        """``"explain-code"``: the code."""

@final
class Finding:
    """An error or warning about a record or a turn.

    ``code`` and ``rule`` identify the problem. ``severity`` is ``"error"`` or ``"warning"``, ``message`` is one
    sentence, and ``help`` suggests a remedy. ``hints`` are the remedies that a program can act on. For the first error
    of a record, ``help`` and ``fix`` contain the suggested fix; it is searched for when one of them is first accessed.
    ``span`` is the place in the given text, in characters as Python counts them; ``line`` and ``column`` count from 1.
    ``turn`` is 0 for tags and for the result. ``variation`` is the line. ``position`` is the board at that point as a
    string, if there is one. Findings are equal if all of this is equal except ``help`` and ``fix``, so that a
    comparison needs no search.
    """

    def __new__(
        cls,
        *,
        code: str,
        rule: str,
        severity: Severity,
        message: str,
        help: str | None = None,
        turn: int = 0,
        variation: list[int] = ...,
        span: tuple[int, int],
        line: int,
        column: int,
        related: list[Related] = ...,
        fix: Fix | None = None,
        position: str | None = None,
        hints: list[Hint] = ...,
    ) -> Finding: ...
    @property
    def code(self) -> str:
        """The code, such as ``gipf/not-in-line``."""
    @property
    def rule(self) -> str:
        """The number of the rule."""
    @property
    def severity(self) -> Severity:
        """``"error"`` or ``"warning"``."""
    @property
    def message(self) -> str:
        """Description of the error, in one sentence."""
    @property
    def help(self) -> str | None:
        """A remedy, such as the suggested fix, if there is one."""
    @property
    def hints(self) -> list[Hint]:
        """Alternative ways to resolve the finding; ``help`` describes them in words."""
    @property
    def turn(self) -> int:
        """The number of the turn; 0 for tags and for the result."""
    @property
    def variation(self) -> list[int]:
        """The line: empty for the main line, otherwise for each level the turn that is replaced and the number of the
        variation.
        """
    @property
    def span(self) -> tuple[int, int]:
        """The place in the given text, in characters."""
    @property
    def line(self) -> int:
        """The line, from 1."""
    @property
    def column(self) -> int:
        """The column, from 1."""
    @property
    def related(self) -> list[Related]:
        """Other places in the record that the finding refers to."""
    @property
    def fix(self) -> Fix | None:
        """The only likely fix of the record, if there is one."""
    @property
    def position(self) -> str | None:
        """The board at that point as a string, if there is one."""
    def _repr_html_(self) -> str: ...

@final
class CodeInfo:
    """A code of findings. ``explain`` returns the page about it."""

    def __new__(cls, *, code: str, severity: Severity, rule: str, summary: str, waivable: bool) -> CodeInfo: ...
    @property
    def code(self) -> str:
        """The code, such as ``gipf/not-in-line``."""
    @property
    def severity(self) -> Severity:
        """``"error"`` or ``"warning"``."""
    @property
    def rule(self) -> str:
        """The number of the rule."""
    @property
    def summary(self) -> str:
        """A summary in one sentence."""
    @property
    def waivable(self) -> bool:
        """True if ``[%irregular]`` can waive it."""

@final
class Step:
    """One step of a turn: what it ``did``, which part of that the turn leaves ``unsaid``, the ``rules`` involved, and the
    ``position`` after it.
    """

    def __new__(cls, *, did: str, unsaid: str | None = None, rules: list[str], position: Position) -> Step: ...
    @property
    def did(self) -> str:
        """Effect of the step, in words."""
    @property
    def unsaid(self) -> str | None:
        """The part of that which the turn leaves unsaid."""
    @property
    def rules(self) -> list[str]:
        """The numbers of the rules involved."""
    @property
    def position(self) -> Position:
        """The position after the step."""

@final
class Why:
    """The explanation of a turn, part by part. ``str()`` returns the text with the boards in between."""

    def __new__(
        cls,
        *,
        turn: int,
        seat: int,
        seat_name: str,
        text: str,
        canonical: str | None = None,
        legal: bool,
        before: Position,
        steps: list[Step],
        fault: Finding | None = None,
        words: str,
    ) -> Why: ...
    @property
    def turn(self) -> int:
        """The number of the turn, from 1."""
    @property
    def seat(self) -> int:
        """The seat that took it, from 1."""
    @property
    def seat_name(self) -> str:
        """The name of that seat."""
    @property
    def text(self) -> str:
        """The turn as written."""
    @property
    def canonical(self) -> str | None:
        """The turn in canonical form, if it is legal."""
    @property
    def legal(self) -> bool:
        """True if the turn is legal."""
    @property
    def before(self) -> Position:
        """The position before the turn."""
    @property
    def steps(self) -> list[Step]:
        """The steps of the turn."""
    @property
    def fault(self) -> Finding | None:
        """The finding, if the turn is illegal."""
    @property
    def words(self) -> str:
        """The whole explanation as text, with boards."""
    def _repr_html_(self) -> str: ...

@final
class Mend:
    """A suggested fix under which a record replays further. ``text`` is the fixed record.

    ``sole`` is true if no other fix is as likely, ``complete`` if all turns are legal after it.
    ``weight`` is the probability that this game was played.
    """

    def __new__(
        cls,
        *,
        message: str,
        text: str | None = None,
        num_legal: int,
        complete: bool,
        result_agrees: bool,
        sole: bool,
        weight: float = 0.0,
    ) -> Mend: ...
    @property
    def message(self) -> str:
        """The fix in words."""
    @property
    def text(self) -> str | None:
        """The fixed record."""
    @property
    def num_legal(self) -> int:
        """The number of legal turns after the fix."""
    @property
    def complete(self) -> bool:
        """True if all turns are legal after the fix."""
    @property
    def result_agrees(self) -> bool:
        """True if the stated result agrees with the rules after the fix."""
    @property
    def sole(self) -> bool:
        """True if no other fix is as likely."""
    @property
    def weight(self) -> float:
        """The probability that this game was played, from 0 to 1. The weights of all fixes, and of
        games that were not found, add up to 1.
        """
    def _repr_html_(self) -> str: ...

@final
class Question:
    """The question that distinguishes the likely games best: what was turn ``turn``?

    ``values`` are the likely answers. An empty text means that the game ended before.
    """

    def __new__(cls, *, turn: int, values: list[str]) -> Question: ...
    @property
    def turn(self) -> int:
        """The turn, counted in the game from 1."""
    @property
    def values(self) -> list[str]:
        """The values of this turn in the likely games, the likeliest first."""

@final
class Mends:
    """The suggested fixes of a record, and how certain they are."""

    def __new__(
        cls,
        *,
        mends: list[Mend],
        count: int,
        exhaustive: bool,
        proved: bool,
        question: Question | None = None,
    ) -> Mends: ...
    @property
    def mends(self) -> list[Mend]:
        """The fixes, the best first, ten at most."""
    @property
    def count(self) -> int:
        """The number of all fixes found, including those that are not listed."""
    @property
    def exhaustive(self) -> bool:
        """True if the search was exhaustive."""
    @property
    def proved(self) -> bool:
        """True if no game that is about as likely as the first one was left out."""
    @property
    def question(self) -> Question | None:
        """The question whose answer distinguishes the likely games best, if there are several."""

@final
class Setting:
    """A game with tags, and how far a record is legal under them. ``text`` is the record with these tags."""

    def __new__(
        cls,
        *,
        game: str,
        tags: list[tuple[str, str]],
        num_legal: int,
        complete: bool,
        result_agrees: bool,
        as_written: bool,
        changes: int,
        text: str | None = None,
    ) -> Setting: ...
    @property
    def game(self) -> str:
        """The name of the game."""
    @property
    def tags(self) -> list[tuple[str, str]]:
        """The tags, as pairs of name and value."""
    @property
    def num_legal(self) -> int:
        """The number of legal turns under these tags."""
    @property
    def complete(self) -> bool:
        """True if all turns are legal."""
    @property
    def result_agrees(self) -> bool:
        """True if the stated result agrees with the rules."""
    @property
    def as_written(self) -> bool:
        """True if the record has these tags already."""
    @property
    def changes(self) -> int:
        """The number of tags that change."""
    @property
    def text(self) -> str | None:
        """The record with these tags."""
    def _repr_html_(self) -> str: ...

@final
class Solved:
    """The answer to a puzzle: whether its goal is reached against every defence, and how."""

    def __new__(
        cls,
        *,
        puzzle: str,
        verdict: str,
        turns: int | None = None,
        solutions: list[str],
        complete: bool,
        line: list[str],
        searched: int,
        steps: int,
        probability: str | None = None,
    ) -> Solved: ...
    @property
    def puzzle(self) -> str:
        """The puzzle, such as ``"win 3"``."""
    @property
    def verdict(self) -> str:
        """``"proved"``, ``"refuted"`` or, if the steps did not suffice, ``"undecided"``."""
    @property
    def turns(self) -> int | None:
        """The least number of own turns in which the goal is reached; ``None`` if it is not, or does not end the game."""
    @property
    def solutions(self) -> list[str]:
        """The first turns that solve the puzzle, in canonical form."""
    @property
    def complete(self) -> bool:
        """True if every first turn was tried."""
    @property
    def line(self) -> list[str]:
        """The main line of the proof, or the defence that refutes the puzzle."""
    @property
    def searched(self) -> int:
        """The number of own turns up to which the search is complete."""
    @property
    def steps(self) -> int:
        """The steps that the search took."""
    @property
    def probability(self) -> str | None:
        """In games with dice: the probability that the goal is reached, such as ``"5/6"``; ``None`` if it is not known."""

@final
class Position:
    """A position of a game. It is immutable.

    Positions are equal if play continues from them in the same way; the turns that led to them may differ.

    >>> from pipscribe import Game
    >>> start = Game("gipf", "basic").position
    >>> after = start.play("b3")
    >>> start.to_move, after.to_move, after.turn, after.mover
    (1, 2, 'b3', 1)
    >>> after == Game("gipf", "basic").position.play("a2-b3"), len({start, after})
    (True, 2)

    ``Position(game, text)`` reads the form of the tag ``Position``; the size of the board and the number of seats follow
    from it. ``game`` is a ``Game``, whose variant, options and deck the position has, or the name of a game. ``variant``
    may be left out for a game that has only one, and ``decks`` is as in ``check``.

    >>> from pipscribe import Position
    >>> Position("pippinzip", "5/5/2w2/5/5 1 taker=2 -", "zipline").to_move
    1
    >>> Position(Game("gipf", "basic"), start.text) == start
    True
    """

    def __new__(
        cls,
        game: Game | str,
        text: str,
        variant: str | None = None,
        *,
        decks: Mapping[str, str] | None = None,
    ) -> Position: ...

    @property
    def game(self) -> str:
        """The name of the game."""
    @property
    def seats(self) -> int:
        """The number of seats."""
    def seat_name(self, seat: int) -> str:
        """Returns the name of a seat, from 1, in words: ``"White"``."""
    @property
    def to_move(self) -> int:
        """The seat to move, from 1; after the end, the seat that would be next."""
    @property
    def text(self) -> str:
        """The position in the form of the tag ``Position``."""
    @property
    def turn(self) -> str | None:
        """The turn that led here, in canonical form; ``None`` for a starting position."""
    @property
    def mover(self) -> int | None:
        """The seat that took that turn, from 1."""
    @property
    def result(self) -> str | None:
        """The result under the rules or after a resignation; ``None`` while the game is open."""
    @property
    def returns(self) -> list[float] | None:
        """The result as numbers, one per seat: 1.0, 0.5 or 0.0."""
    @property
    def is_over(self) -> bool:
        """True if the game is over."""
    @property
    def score(self) -> list[int] | None:
        """The current points of each seat; ``None`` if the game has none."""
    @property
    def key(self) -> str:
        """The key of the position. Equal positions have equal keys."""
    @property
    def symmetric_key(self) -> str:
        """A key that is equal for all symmetric images of the position."""
    @property
    def material(self) -> list[tuple[str, int]]:
        """The material of the sides, as pairs of name and number."""
    def legal_turns(self, limit: int | None = None) -> list[str]:
        """Returns the legal turns in canonical form, without ``resign``; none after the end.

        A position may have millions of legal turns; ``limit`` is the maximum number returned.

        >>> from pipscribe import Game
        >>> len(Game("gipf", "basic").position.legal_turns())
        30
        >>> Game("gipf", "basic").position.legal_turns(limit=2)
        ['b1-b3', 'b6-b4']
        """
    def count_legal_turns(self, most: int = 10_000_000) -> int | None:
        """Returns the number of legal turns, or ``None`` if counting would visit more than ``most``."""
    def is_legal(self, turn: str) -> bool:
        """Returns true if a turn is legal."""
    def play(self, turn: str) -> Position:
        """Returns the position after a turn, or after ``resign``. Raises ``NotLegal``, whose span counts from the start of
        the turn.
        """
    def nearest_turns(self, turn: str) -> list[str]:
        """Returns the legal turns most similar to a text, nearest first, at most three."""
    def why(self, turn: str) -> Why:
        """Explains a turn part by part, legal or not."""
    def perft(self, depth: int, most: int = 100_000_000) -> list[int] | None:
        """Counts the sequences of legal turns of length 1 to ``depth``. Returns ``None`` if that would visit more than
        ``most`` turns.

        >>> from pipscribe import Game
        >>> Game("gipf", "basic").position.perft(2)
        [30, 924]
        """
    def solve(self, goal: str, *, steps: int = 4_000_000) -> Solved:
        """Proves or refutes the claim of a puzzle about the seat to move: ``"win 3"``, ``"draw"``,
        ``"save 2"``, ``"score 40 3"`` or ``"only"``.

        The search takes at most ``steps`` steps, and gives the same answer on every machine. Raises ``PipscribeError``
        if the game is over, or if hands or stock of the Pipe Game are not known.

        >>> from pipscribe import Game
        >>> game = Game("pippinzip", "pipeline", size=3, position="3/bb1/2w 2 taker=2 -")
        >>> solved = game.position.solve("win 1")
        >>> solved.verdict, solved.solutions, solved.line
        ('proved', ['c2'], ['c2'])
        """
    def outcomes(self, turns: int, *, steps: int = 4_000_000) -> list[tuple[str, str]]:
        """Returns each legal turn with its outcome for the seat to move, as far as it is forced within
        ``turns`` of its turns: ``"wins"``, ``"loses"``, ``"draws"``, ``"open"`` or, if the steps
        did not suffice, ``"undecided"``. If the game ends and dice decide, the outcome is the
        probability of a win, such as ``"5/6"``.

        >>> from pipscribe import Game
        >>> game = Game("pippinzip", "pipeline", size=3, position="3/bb1/2w 2 taker=2 -")
        >>> [turn for turn, outcome in game.position.outcomes(1) if outcome == "wins"]
        ['c2']
        """
    @overload
    def render(
        self, format: Literal["png"], *, theme: str | None = None, **options: Unpack[PositionOptions]
    ) -> bytes:
        """Draws the position as ``"svg"``, ``"text"``, ``"unicode"``, ``"words"``, ``"typst"``, ``"tikz"`` or ``"png"``
        (as bytes, with ``scale``). The options are those of ``Record.render`` without ``movement``, ``last``,
        ``renumber`` and ``numbers_from``, which need turns.
        """
    @overload
    def render(
        self, format: FigureFormat = "svg", *, theme: str | None = None, **options: Unpack[PositionOptions]
    ) -> str: ...
    def _repr_svg_(self) -> str: ...

@final
class Game:
    """A game in progress. Turns can be played and taken back.

    The tags of the game are keyword arguments: ``size=5``, ``options="dice=cw"``, ``hand1="…"``, ``event="…"``. A name
    that is not a tag of the game is an error; ``tags`` has tags of your own, by name. ``decks`` is as in ``check``. For
    a game with dealt cards, use ``Game.from_tags(random_game(…, most_turns=0))``.

    Games are equal if they began with the same tags and have the same turns. Threads may share a game: each call sees
    it before or after a turn.

    >>> from pipscribe import Game
    >>> game = Game("gipf", "basic")
    >>> game.play("a2-b3")
    'b3'
    >>> game.is_legal("a2-d4"), game.turns
    (False, ['b3'])
    >>> game.undo(), game.turns
    ('b3', [])
    """

    @overload
    def __new__(
        cls,
        game: Literal["gipf"],
        variant: GipfVariant,
        *,
        decks: Mapping[str, str] | None = None,
        tags: Mapping[str, str] | None = None,
        **keywords: Unpack[GameTags],
    ) -> Game: ...
    @overload
    def __new__(
        cls,
        game: Literal["pippinzip"],
        variant: PippinzipVariant,
        *,
        decks: Mapping[str, str] | None = None,
        tags: Mapping[str, str] | None = None,
        **keywords: Unpack[PippinzipTags],
    ) -> Game: ...
    @overload
    def __new__(
        cls,
        game: Literal["pippip"],
        variant: PipPipVariant | None = None,
        *,
        decks: Mapping[str, str] | None = None,
        tags: Mapping[str, str] | None = None,
        **keywords: Unpack[PipPipTags],
    ) -> Game: ...
    @overload
    def __new__(
        cls,
        game: Literal["pipe"],
        variant: PipeVariant,
        *,
        decks: Mapping[str, str] | None = None,
        tags: Mapping[str, str] | None = None,
        **keywords: Unpack[PipeTags],
    ) -> Game: ...
    @staticmethod
    def from_tags(tags: str, *, decks: Mapping[str, str] | None = None) -> Game:
        """Creates a game from the tags of a record. The turns of the record are not played.

        >>> from pipscribe import Game, random_game
        >>> Game.from_tags(random_game("pipe", "both", seed=7, most_turns=0)).seats
        2
        """
    @property
    def game(self) -> str:
        """The name of the game."""
    @property
    def seats(self) -> int:
        """The number of seats."""
    @property
    def to_move(self) -> int:
        """The seat to move, from 1; after the end, the seat that would be next."""
    @property
    def position(self) -> Position:
        """The current position. It does not change when the game continues."""
    @property
    def turns(self) -> list[str]:
        """The turns played, in canonical form."""
    @property
    def positions(self) -> list[Position]:
        """The positions, starting with the initial one. Each knows the turn that led to it and the seat that took it.

        >>> from pipscribe import Game
        >>> game = Game("gipf", "basic")
        >>> played = game.play("b3")
        >>> [(position.mover, position.turn) for position in game.positions]
        [(None, None), (1, 'b3')]
        """
    @property
    def result(self) -> str | None:
        """The result under the rules or after a resignation; ``None`` while the game is open."""
    @property
    def returns(self) -> list[float] | None:
        """The result as numbers, one per seat: 1.0, 0.5 or 0.0."""
    @property
    def is_over(self) -> bool:
        """True if the game is over."""
    @property
    def score(self) -> list[int] | None:
        """The current points of each seat; ``None`` if the game has none."""
    def legal_turns(self, limit: int | None = None) -> list[str]:
        """Returns the legal turns, like ``Position.legal_turns``."""
    def is_legal(self, turn: str) -> bool:
        """Returns true if a turn is legal."""
    def play(self, turn: str) -> str:
        """Plays a turn, or ``resign``. Returns it in canonical form.

        Raises ``NotLegal`` if the turn is illegal. The game is then unchanged, and the span counts from the start of
        the turn.
        """
    def undo(self) -> str:
        """Takes back the last turn and returns it. Raises ``PipscribeError`` if there is none."""
    def why(self, turn: str) -> Why:
        """Explains a turn part by part, legal or not."""
    def perft(self, depth: int, most: int = 100_000_000) -> list[int] | None:
        """Counts sequences of legal turns, like ``Position.perft``."""
    @property
    def record(self) -> Record:
        """The game so far as a record in canonical form. Illegal turns copied from a record that waives them keep their
        ``[%irregular …]``.

        >>> from pipscribe import Game
        >>> game = Game("gipf", "basic")
        >>> played = game.play("b3")
        >>> print(game.record, end="")
        [Game "gipf"]
        [Variant "basic"]
        [Result "*"]
        <BLANKLINE>
        1. b3 *
        """
    def copy(self) -> Game:
        """Returns an independent copy of the game."""
    def __copy__(self) -> Game: ...
    def __deepcopy__(self, memo: object, /) -> Game: ...
    @overload
    def render(
        self, format: Literal["png"], *, theme: str | None = None, **options: Unpack[PositionOptions]
    ) -> bytes:
        """Draws the current position, like ``Position.render``."""
    @overload
    def render(
        self, format: FigureFormat = "svg", *, theme: str | None = None, **options: Unpack[PositionOptions]
    ) -> str: ...
    def _repr_svg_(self) -> str: ...

@final
class Frame:
    """A position of a record, with the turn that led to it.

    ``number`` is the number of the turn, 0 for the start. ``turn`` is its text in canonical form and ``seat`` the seat
    that took it, from 1; both are ``None`` for the start. ``variation`` is the line, empty for the main line.
    ``position`` is the position after the turn.
    """

    def __new__(
        cls,
        *,
        number: int,
        seat: int | None = None,
        seat_name: str | None = None,
        turn: str | None = None,
        variation: list[int] = ...,
        position: Position,
    ) -> Frame: ...
    @property
    def number(self) -> int:
        """The number of the turn; 0 for the start."""
    @property
    def seat(self) -> int | None:
        """The seat that took the turn, from 1; ``None`` for the start."""
    @property
    def seat_name(self) -> str | None:
        """The name of that seat."""
    @property
    def turn(self) -> str | None:
        """The turn in canonical form; ``None`` for the start."""
    @property
    def variation(self) -> list[int]:
        """The line, empty for the main line."""
    @property
    def position(self) -> Position:
        """The position after the turn."""
    @property
    def text(self) -> str:
        """The position in the form of the tag ``Position``."""
    def _repr_svg_(self) -> str: ...

@final
class Record:
    r"""A record with its findings. It is immutable.

    ``Record(text)`` accepts any text with one record, valid or not. ``Record.parse(text)`` accepts only a valid record.

    >>> from pipscribe import Record
    >>> record = Record('[Game "gipf"]\n[Variant "basic"]\n[Event "Lyon"]\n\n1. b3 2. a2-c4 *\n')
    >>> record.valid, record.game, record.variant, record.turns
    (True, 'gipf', 'basic', ['b3', 'a2-c4'])
    >>> record.tags["Event"]
    'Lyon'
    >>> record.key == Record(record.bare).key
    True
    """

    def __new__(cls, text: Source, *, decks: Mapping[str, str] | None = None) -> Record: ...
    @staticmethod
    def parse(text: Source, *, decks: Mapping[str, str] | None = None) -> Record:
        r"""Returns the record of a text if it is valid.

        Raises ``NotLegal`` with its errors otherwise.

        >>> from pipscribe import Record
        >>> Record.parse('[Game "gipf"]\n\n1. b3 *\n')
        Traceback (most recent call last):
            ...
        pipscribe._errors.NotLegal: 1:1: error[tag/missing]: The tag `Variant` is missing. (notation 2)
        """
    @property
    def text(self) -> str:
        """The text of the record, unchanged. The first record includes the ``#`` comments before it."""
    @property
    def span(self) -> tuple[int, int]:
        """The place of the record in the given text, in characters from 0."""
    @property
    def line(self) -> int:
        """The line on which the record begins, from 1, not counting the comments before the first record."""
    @property
    def game(self) -> str | None:
        """The name of the game; ``None`` if the record does not name a known one."""
    @property
    def variant(self) -> str | None:
        """The variant. A game with a single variant has that variant by default."""
    @property
    def tags(self) -> Mapping[str, str]:
        """The tags by name, with their values as written. If a tag is repeated, the first one counts. The mapping cannot be
        changed; the tags of ``tree()`` can.
        """
    @property
    def valid(self) -> bool:
        """True if no finding is an error."""
    @property
    def findings(self) -> list[Finding]:
        """The findings in source order, including warnings."""
    @property
    def errors(self) -> list[Finding]:
        """The findings that make the record invalid."""
    @property
    def findings_dropped(self) -> int:
        """The number of findings beyond the maximum that is listed."""
    @property
    def turns(self) -> list[str]:
        """The legal turns of the main line, in canonical form."""
    @property
    def num_turns(self) -> int:
        """The number of legal turns in the main line."""
    @property
    def result(self) -> str | None:
        """The result under the rules or after a resignation, such as ``"1-0"``; ``None`` while the game is open."""
    @property
    def claimed_result(self) -> str | None:
        """The result that the record states; ``"*"`` if it states that the game is open."""
    @property
    def score(self) -> list[int] | None:
        """The points of each seat once the game is over."""
    @property
    def bare(self) -> str | None:
        """The bare form, which is equal for two records of the same game; ``None`` if an error prevents it."""
    @property
    def key(self) -> str | None:
        """The SHA-256 of the bare form, which identifies duplicates."""
    @property
    def symmetric_key(self) -> str | None:
        """A key that is equal for all symmetric images of the game."""
    def canonical(self) -> str:
        r"""Returns the record in canonical form, as ``pipscribe fmt`` writes it.

        Raises ``NotLegal`` if the record has an error, because it then has no canonical form.

        >>> from pipscribe import Record
        >>> print(Record('[Game "gipf"]\n[Variant "basic"]\n1.a2-b3 *').canonical(), end="")
        [Game "gipf"]
        [Variant "basic"]
        <BLANKLINE>
        1. b3 *
        """
    def raise_for_findings(self) -> None:
        """Raises ``NotLegal`` if the record is invalid."""
    def replay(self, *, variations: bool = False) -> list[Frame]:
        r"""Returns the positions of the main line that could be replayed, starting with the initial
        one; with ``variations``, the positions of every line.

        >>> from pipscribe import Record
        >>> record = Record('[Game "pippinzip"]\n[Variant "zipline"]\n[Size "5"]\n\n1. c3 2. take 3. a1,b2 *\n')
        >>> for frame in record.replay():
        ...     print(frame.number, frame.seat, frame.turn, frame.text)
        0 None None 5/5/5/5/5 1 auction -
        1 1 c3 5/5/2w2/5/5 2 auction -
        2 2 take 5/5/2w2/5/5 1 taker=2 -
        3 1 a1,b2 5/5/2w2/1b3/b4 2 taker=2 -
        """
    @property
    def positions(self) -> list[Position]:
        """The positions of the main line, starting with the initial one."""
    def position_after(self, turn: int | None = None) -> Position:
        """Returns the position after a turn of the main line: 0 is the start, the default is the last turn."""
    def play_from(self, turn: int | None = None) -> Game:
        r"""Returns a game that continues from the position after a turn, by default the last one.

        >>> from pipscribe import Record
        >>> game = Record('[Game "gipf"]\n[Variant "basic"]\n\n1. b3 2. a2-c4 *\n').play_from(1)
        >>> game.turns, game.to_move
        (['b3'], 2)
        """
    def tree(self) -> Tree:
        r"""Returns the record as a tree that can be changed and written again: tags, turns with comments, glyphs and
        places, and variations.

        >>> from pipscribe import Record
        >>> tree = Record('[Game "gipf"]\n[Variant "basic"]\n\n1. b3 {the corner} 2. a2-c4 *\n').tree()
        >>> first = tree.root.next
        >>> first.turn, first.comments, first.span
        ('b3', ['the corner'], (36, 38))
        >>> tree.tags["Event"] = "Lyon"
        >>> first.add("b6-b4", comment="or this").glyphs.append(1)
        >>> print(tree, end="")
        [Game "gipf"]
        [Variant "basic"]
        [Event "Lyon"]
        <BLANKLINE>
        1. b3 {the corner} 2. a2-c4 (2. b6-b4! {or this}) *
        """
    def _parts(self) -> tuple[Any, Any, str | None, Any, Position | None, dict[str, str] | None]:
        """Returns the parts from which ``tree`` is built."""
    def why(self, turn: int | None = None) -> Why:
        r"""Explains a turn of the main line part by part. The default is the illegal turn if there is one, otherwise the
        last turn.

        >>> from pipscribe import Record
        >>> why = Record('[Game "gipf"]\n[Variant "basic"]\n\n1. b3 2. a2-d4 *\n').why()
        >>> why.turn, why.legal, why.fault.rule
        (2, False, 'G3.1')
        """
    def mend(self) -> list[Mend]:
        r"""Returns the smallest changes under which an invalid record replays, best first; empty if the record is valid.

        >>> from pipscribe import Record
        >>> mends = Record('[Game "gipf"]\n[Variant "basic"]\n\n1. b3 2. a2-d4 *\n').mend()
        >>> print(mends[0].message)
        in turn 2, replace `a2-d4` with `a2-c4` (`d` comes after `c`); no turn comes after it
        """
    def mends(self, answers: Mapping[int, str] | None = None) -> Mends:
        r"""Returns the changes of ``mend()`` with facts about the whole search: whether an equally
        likely game may have been left out, and the question whose answer distinguishes the likely
        games best.

        ``answers`` are turns of the game that are certain, by their numbers: ``answers={27: "h8,b9"}``.

        >>> from pipscribe import Record
        >>> record = Record('[Game "gipf"]\n[Variant "basic"]\n\n1. b3 2. a2-d4 *\n')
        >>> mends = record.mends()
        >>> mends.proved, mends.question is None or mends.question.turn
        (True, 2)
        >>> record.mends(answers={2: "a2-c4"}).mends[0].weight > mends.mends[0].weight
        True
        """
    def infer(self) -> list[Setting]:
        r"""Returns the games, variants and options under which most turns are legal. Settings with the
        fewest changes come first.

        >>> from pipscribe import Record
        >>> Record('[Game "gipf"]\n\n1. Gb3 *\n').infer()[0]
        Setting(gipf, Variant="tournament", num_legal=1)
        """
    @overload
    def render(
        self, format: Literal["png"], *, turn: int | None = None, theme: str | None = None, **options: Unpack[RecordOptions]
    ) -> bytes:
        r"""Draws the position after a turn, by default the last one. With ``"html"``, returns an interactive player of the
        record.

        ``format`` is ``"svg"``, ``"text"``, ``"unicode"``, ``"words"``, ``"typst"``, ``"tikz"``, ``"html"``, or
        ``"png"``, which is returned as bytes. ``scale`` is the number of pixels of PNG for one of SVG, by default 2.
        ``theme`` is ``"print"``, ``"screen"``, ``"dark"``, ``"high-contrast"`` or a theme as YAML. The options are
        those of ``pipscribe render``: ``view="c2..f6"``, ``rotate=60``, ``flip=True``, ``coordinates="none"``,
        ``caption="…"``, ``legend=True``, ``movement=True``, ``last=False``, ``notes=False``, ``numbers_from=1``, and
        ``marks=["circle c3", "arrow a1>b3"]``. ``line="7.1/3"`` or ``line="7 b3 c4"`` shows a position of a variation,
        and ``solution=True`` the end of a puzzle. If something requested by the record or the options cannot be shown,
        a ``FigureWarning`` is issued.

        >>> from pipscribe import Record
        >>> record = Record('[Game "gipf"]\n[Variant "basic"]\n\n1. b3 *\n')
        >>> record.render(marks=["circle c4"])[:4]
        '<svg'
        >>> print(record.render("words", turn=0), end="")
        GIPF, White to move.
        White single pieces on b5, e2, h5.
        Black single pieces on b2, e8, h2.
        White: 12 in reserve, to move.
        Black: 12 in reserve.
        """
    @overload
    def render(
        self, format: RecordFormat = "svg", *, turn: int | None = None, theme: str | None = None, **options: Unpack[RecordOptions]
    ) -> str: ...
    def _repr_svg_(self) -> str | None: ...
    def _repr_html_(self) -> str | None: ...

@final
class RecordBatch:
    """Rows that any library with Arrow support takes without a copy: ``pyarrow.record_batch(rows)``,
    ``polars.DataFrame(rows)``.

    The metadata of each column describes it. ``RecordBatch(rows)`` takes rows of such a library. ``rows["turns"]``, a
    column, is an array of pyarrow, which a batch also needs to be pickled.
    """

    def __new__(cls, rows: ArrowArray | ArrowStream) -> RecordBatch: ...
    @property
    def num_rows(self) -> int:
        """The number of rows."""
    @property
    def column_names(self) -> list[str]:
        """The names of the columns."""
    def to_pandas(self) -> Any:
        """Returns the rows as a ``pandas.DataFrame``. Needs pandas and pyarrow: ``pip install 'pipscribe[pandas]'``.

        Numbers and truth values have types of pandas that can be null, such as ``Int64`` and ``boolean``.

        >>> import pipscribe
        >>> rows = pipscribe.check_batch(['[Game "gipf"]\\n[Variant "basic"]\\n\\n1. b3 *\\n'], ["turns", "valid"])
        >>> len(rows.to_pandas()), int(rows.to_pandas().loc[0, "turns"])
        (1, 1)
        >>> str(rows.to_pandas().dtypes["valid"])
        'boolean'
        """
    def to_polars(self) -> Any:
        """Returns the rows as a ``polars.DataFrame``. Needs Polars: ``pip install 'pipscribe[polars]'``."""
    def _repr_html_(self) -> str | None: ...
    def __getitem__(self, name: str) -> Any: ...
    def __len__(self) -> int: ...
    def __arrow_c_schema__(self) -> object: ...
    def __arrow_c_array__(self, requested_schema: object | None = None) -> tuple[object, object]: ...
    def __arrow_c_stream__(self, requested_schema: object | None = None) -> object: ...

@final
class RecordReader:
    r"""Iterates over the records of a file, or of a part of it, in batches. However a file is divided, its parts yield each
    record exactly once.

    ``source`` is a path, or a seekable file opened in binary mode. ``start`` and ``end`` are offsets in bytes. A record
    belongs to the part that contains the start of its line ``[Game "``. The columns are ``record`` (its number in the
    file), ``line`` (on which it begins), ``offset`` (where it begins, in bytes) and ``text``. For a part that is not
    the first, pass the number of records and lines before it as ``records`` and ``lines``; ``count()`` of the earlier
    parts returns them. If a record exceeds the maximum length, its ``text`` is cut one byte above that length.

    >>> import io, pipscribe, pyarrow
    >>> file = io.BytesIO(b'# Two.\n\n[Game "gipf"]\n\n1. b3 *\n\n[Game "gipf"]\n')
    >>> rows = pyarrow.Table.from_batches(map(pyarrow.record_batch, pipscribe.RecordReader(file)))
    >>> rows["record"].to_pylist(), rows["line"].to_pylist(), rows["text"].to_pylist()[1]
    ([1, 2], [3, 7], b'[Game "gipf"]\n')
    >>> pipscribe.RecordReader(file, 0, 20).count(), pipscribe.RecordReader(file, 20, 47).count()
    ((1, 2), (1, 5))
    """

    def __new__(
        cls,
        source: str | PathLike[str] | BytesFile,
        start: int = 0,
        end: int | None = None,
        *,
        records: int = 0,
        lines: int = 0,
        batch_bytes: int = 1 << 20,
    ) -> RecordReader: ...
    def __iter__(self) -> RecordReader: ...
    def __next__(self) -> RecordBatch: ...
    def count(self) -> tuple[int, int]:
        """Reads the rest without returning it. Returns the number of records in it, and the number of line ends in the
        part.
        """

@final
class RecordIterator:
    """Iterator over the records of a file, from ``read``."""

    def __iter__(self) -> RecordIterator: ...
    def __next__(self) -> Record: ...

def check(source: Source, *, decks: Mapping[str, str] | None = None) -> list[Record]:
    r"""Judges every record of a text. Invalid records are included and do not raise exceptions.

    ``source`` is a text, as ``str`` or bytes, a path, such as ``Path("game.pips")``, or an open file. ``read`` reads large
    files record by record. ``decks`` are decks of the Pipe Game as YAML texts by name, in addition to the built-in ones.

    >>> import pipscribe
    >>> text = '[Game "gipf"]\n[Variant "basic"]\n\n1. b3 *\n\n[Game "gipf"]\n\n1. b3 *\n'
    >>> [record.valid for record in pipscribe.check(text)]
    [True, False]
    >>> print(pipscribe.check(text)[1].findings[0])
    6:1: error[tag/missing]: The tag `Variant` is missing. (notation 2)
    """
def read(
    source: str | PathLike[str] | ReadableFile, *, decks: Mapping[str, str] | None = None
) -> RecordIterator:
    r"""Reads a file record by record. Invalid records are included and do not raise exceptions.

    ``source`` is a path, or a file opened in binary mode, such as ``gzip.open("games.pips.gz")``. Only one record is in
    memory at a time. Spans count the characters of the whole file.

    >>> import io, pipscribe
    >>> file = io.BytesIO(b'[Game "gipf"]\n[Variant "basic"]\n\n1. b3 *\n\n[Game "gipf"]\n\n1. b3 *\n')
    >>> for record in pipscribe.read(file):
    ...     print(record.line, record.valid)
    1 True
    6 False
    """
def record_of(
    text: bytes, dropped: int, lines: tuple[int, int], before: int, decks: Mapping[str, str] | None
) -> Record:
    """Restores a pickled record by judging it again."""
def position_of(text: str, decks: Mapping[str, str] | None, hops: Hops) -> Position:
    """Restores a pickled position."""
def game_of(text: str, decks: Mapping[str, str] | None, hops: Hops) -> Game:
    """Restores a pickled game."""
def check_batch(
    records: Texts,
    columns: Sequence[CheckColumn] | None = None,
    *,
    decks: Mapping[str, str] | None = None,
) -> RecordBatch:
    r"""Judges an array of records and returns one row for each.

    ``records`` is an array of strings or bytes from any library with Arrow support, which is not copied; a table with
    the column ``text`` or a single column; or a list or an iterator of texts, bytes or records. Null gives a row of
    nulls. If a text has several records, the column ``records`` has their number, and ``valid`` covers all of them.
    ``check_columns()`` lists the columns; by default the result has those that judging yields at no extra cost.
    ``decks`` are YAML texts by name. The GIL is released, so calls can run on several threads.

    >>> import pipscribe, pyarrow
    >>> texts = pyarrow.array(['[Game "gipf"]\n[Variant "basic"]\n\n1. b3 2. a2-d4 *\n', None, "hello"])
    >>> rows = pyarrow.record_batch(pipscribe.check_batch(texts, ["valid", "first_code", "first_turn"]))
    >>> rows.to_pydict()
    {'valid': [False, None, False], 'first_code': ['gipf/not-in-line', None, 'tag/missing'], 'first_turn': [2, None, 0]}
    """
def check_columns() -> list[tuple[CheckColumn, str]]:
    """Returns the columns that ``check_batch`` offers, with their descriptions."""
def replay_batch(
    records: Texts,
    columns: Sequence[ReplayColumn] | None = None,
    *,
    decks: Mapping[str, str] | None = None,
) -> RecordBatch:
    r"""Replays an array of records and returns one row for each turn that could be replayed. The column ``row`` is the
    index of the record, from 0.

    >>> import pipscribe, pyarrow
    >>> texts = pyarrow.array(['[Game "gipf"]\n[Variant "basic"]\n\n1. b3 2. a2-c4 *\n'])
    >>> pyarrow.record_batch(pipscribe.replay_batch(texts, ["row", "turn", "seat", "text"])).to_pylist()
    [{'row': 0, 'turn': 1, 'seat': 1, 'text': 'b3'}, {'row': 0, 'turn': 2, 'seat': 2, 'text': 'a2-c4'}]
    """
def replay_columns() -> list[tuple[ReplayColumn, str]]:
    """Returns the columns that ``replay_batch`` offers, with their descriptions."""
def features_batch(
    records: Texts,
    columns: Sequence[FeatureColumn] | None = None,
    *,
    most_legal: int = 0,
    decks: Mapping[str, str] | None = None,
) -> RecordBatch:
    """Returns the positions of an array of records, one row for each, as features for machine learning.

    The columns are the position, the seat to move, the turn that was played, the outcome of the
    game for that seat, a key that is equal for all symmetric images, and the material of each side.
    ``legal`` is the number of legal turns if counting takes at most ``most_legal`` steps. ``columns`` are names from
    ``feature_columns()``; by default all of them.

    >>> import pipscribe, pyarrow
    >>> texts = pyarrow.array([pipscribe.random_game("pippip", seed=1)])
    >>> rows = pyarrow.record_batch(pipscribe.features_batch(texts)).to_pylist()
    >>> rows[0]["played"], rows[0]["value"], rows[1]["to_move"], rows[1]["value"], rows[1]["light"]
    ('6@a2/4', 0.0, 2, 1.0, 1)
    """
def feature_columns() -> list[tuple[FeatureColumn, str]]:
    """Returns the columns that ``features_batch`` offers, with their descriptions."""
def table_columns(table: Literal["games", "turns"]) -> list[tuple[str, str]]:
    """Returns the columns that ``pipscribe convert --to csv --columns all`` writes, in its order, with their descriptions:
    of the table ``"games"`` or of the table ``"turns"``.
    """
def comment_parts(comment: str) -> tuple[str, list[tuple[str, str]]] | None:
    """Returns the words and the commands of a comment, given as the text between its braces; `None` if it is not a single
    comment.
    """
def codes() -> list[CodeInfo]:
    """Returns all codes that findings can have.

    >>> import pipscribe
    >>> [code.rule for code in pipscribe.codes() if code.code == "gipf/not-in-line"]
    ['G3.1']
    """
def explain(name: str) -> str:
    """Returns the page about a code, such as ``"gipf/not-in-line"``, or about a rule, such as ``"G3.1"``, as Markdown.

    >>> import pipscribe
    >>> pipscribe.explain("gipf/not-in-line").splitlines()[0]
    '# gipf/not-in-line'
    """
def formats() -> list[tuple[str, str, bool, bool]]:
    """Returns the formats: name, description, whether it can be read, whether it can be written.

    >>> import pipscribe
    >>> pipscribe.formats()[0]
    ('pips', 'the notation itself', True, True)
    """
def run_command(arguments: Sequence[str]) -> int:
    """Runs the command ``pipscribe`` with these arguments, the first of which is the name of the
    program. Returns the exit status. Options for the whole process, such as ``--color``, keep the
    values of the first call.
    """
@overload
def random_game(
    game: Literal["gipf"],
    variant: GipfVariant,
    *,
    seed: int = 0,
    index: int = 0,
    most_turns: int = 1000,
    decks: Mapping[str, str] | None = None,
    tags: Mapping[str, str] | None = None,
    **keywords: Unpack[GameTags],
) -> str:
    """Returns a random game as a canonical record. The same seed and index give the same game.

    >>> import pipscribe
    >>> pipscribe.Record(pipscribe.random_game("pippip", seed=1)).valid
    True
    """
@overload
def random_game(
    game: Literal["pippinzip"],
    variant: PippinzipVariant,
    *,
    seed: int = 0,
    index: int = 0,
    most_turns: int = 1000,
    decks: Mapping[str, str] | None = None,
    tags: Mapping[str, str] | None = None,
    **keywords: Unpack[PippinzipTags],
) -> str: ...
@overload
def random_game(
    game: Literal["pippip"],
    variant: PipPipVariant | None = None,
    *,
    seed: int = 0,
    index: int = 0,
    most_turns: int = 1000,
    decks: Mapping[str, str] | None = None,
    tags: Mapping[str, str] | None = None,
    **keywords: Unpack[PipPipTags],
) -> str: ...
@overload
def random_game(
    game: Literal["pipe"],
    variant: PipeVariant,
    *,
    seed: int = 0,
    index: int = 0,
    most_turns: int = 1000,
    decks: Mapping[str, str] | None = None,
    tags: Mapping[str, str] | None = None,
    **keywords: Unpack[PipeTags],
) -> str: ...
def convert_text(
    text: bytes,
    to: str,
    from_: str | None = None,
    *,
    game: str | None = None,
    variant: str | None = None,
    options: str | None = None,
    decks: Mapping[str, str] | None = None,
) -> tuple[str, list[str], list[str], list[Finding]]:
    """Converts a text. Returns the new text, the losses, further notes, and the findings in the old
    text.
    """

@final
class ActionState:
    """A game as numbered actions; the core of ``pipscribe.env.State``. Players count from 0."""

    def __new__(cls, game: Game) -> ActionState: ...
    @staticmethod
    def deserialize(text: str, decks: Mapping[str, str] | None = None) -> ActionState:
        """Returns the state from the text of ``serialize``."""
    def serialize(self) -> str:
        """Returns the state as a text."""
    def copy(self) -> ActionState:
        """Returns an independent copy."""
    def game(self) -> Game:
        """Returns a copy of the game. Its position is the position before the current turn."""
    @property
    def position(self) -> Position:
        """The position before the current turn."""
    @property
    def players(self) -> int:
        """The number of players."""
    @property
    def num_actions(self) -> int:
        """The number of distinct actions."""
    @property
    def num_outcomes(self) -> int:
        """The number of distinct outcomes of chance."""
    @property
    def longest_game(self) -> int:
        """The maximum number of actions in a game."""
    @property
    def observation_parts(self) -> list[tuple[str, list[int]]]:
        """The names and shapes of the parts of ``observation``."""
    @property
    def information_parts(self) -> list[tuple[str, list[int]]]:
        """The names and shapes of the parts of ``information``."""
    @property
    def actor(self) -> int:
        """The player to act; -1 for chance, -4 after the end."""
    def legal_actions(self) -> list[int]:
        """Returns the numbers of the legal actions, or of the outcomes of chance."""
    @property
    def num_legal(self) -> int:
        """The number of legal actions, or of outcomes of chance."""
    def is_legal(self, action: int) -> bool:
        """Returns true if an action is legal."""
    def mask(self) -> bytes:
        """Returns one byte for each action: 1 if it is legal, otherwise 0."""
    def names(self) -> list[str]:
        """Returns the names of the legal actions, in the order of their numbers."""
    def chosen(self) -> list[str]:
        """Returns the choices of the current turn so far, by their names."""
    def apply(self, action: int) -> None:
        """Takes an action, or an outcome of chance."""
    def apply_turn(self, turn: str) -> None:
        """Plays a whole turn, or ``resign``. Raises ``NotLegal``."""
    def actions_of(self, turn: str) -> list[int] | None:
        """Returns the actions and outcomes that make up a turn; ``None`` if there are no such actions."""
    def observation(self, player: int) -> bytes:
        """Returns the observation of a player, as bytes of 32-bit floats."""
    def information(self, player: int) -> bytes:
        """Returns the knowledge of a player, as bytes of 32-bit floats."""
    def hand(self, player: int) -> list[int] | None:
        """Returns the cards of a player's hand; ``None`` in games without hands."""
    def returns(self) -> list[float] | None:
        """Returns the result of each player: 1.0, 0.5 or 0.0; ``None`` while the game is open."""
