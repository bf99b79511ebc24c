"""Check, replay, draw and convert records of GIPF, Pippinzip, Pip•Pip and The Very Clever Pipe Game.

>>> import pipscribe
>>> record, = pipscribe.check('[Game "gipf"]\\n[Variant "basic"]\\n\\n1. b3 2. a2-d4 *\\n')
>>> record.valid
False
>>> finding = record.findings[0]
>>> finding.code, finding.turn, finding.line, finding.column
('gipf/not-in-line', 2, 4, 13)
>>> record.text[slice(*finding.span)]
'd4'

A game is played turn by turn:

>>> game = pipscribe.Game("pippinzip", "zipline", size=5)
>>> game.play("c3"), game.play("take")
('c3', 'take')
>>> game.to_move, game.position.text
(1, '5/5/2w2/5/5 1 taker=2 -')
>>> "a1,b2" in game.legal_turns()
True

In Jupyter, a ``Record`` is shown as an interactive player, and a ``Game`` or a ``Position`` as a figure. ``check_batch``,
``replay_batch`` and ``features_batch`` work on Arrow arrays; ``pipscribe.env`` has environments for reinforcement
learning.
"""

from __future__ import annotations

import warnings as _warnings

from . import _native
from ._errors import (
    ConversionError,
    ConversionWarning,
    FigureWarning,
    NotLegal,
    PipscribeError,
    check_argument as _check_argument,
)
from ._native import (
    GAMES,
    CodeInfo,
    Finding,
    Fix,
    Frame,
    Game,
    Hint,
    Mend,
    Mends,
    Position,
    Question,
    Record,
    RecordBatch,
    RecordIterator,
    RecordReader,
    Related,
    Setting,
    Solved,
    Step,
    Why,
    __version__,
    check,
    check_batch,
    check_columns,
    codes,
    explain,
    feature_columns,
    features_batch,
    formats,
    random_game,
    read,
    replay_batch,
    replay_columns,
    table_columns,
)
from ._tree import Node, Tree

__all__ = [
    "CodeInfo",
    "ConversionError",
    "ConversionWarning",
    "FigureWarning",
    "Finding",
    "Fix",
    "Frame",
    "GAMES",
    "Game",
    "Hint",
    "Mend",
    "Mends",
    "Node",
    "NotLegal",
    "PipscribeError",
    "Position",
    "Question",
    "Record",
    "RecordBatch",
    "RecordIterator",
    "RecordReader",
    "Related",
    "Setting",
    "Solved",
    "Step",
    "Tree",
    "Why",
    "__version__",
    "check",
    "check_batch",
    "check_columns",
    "codes",
    "convert",
    "explain",
    "feature_columns",
    "features_batch",
    "formats",
    "random_game",
    "read",
    "replay_batch",
    "replay_columns",
    "table_columns",
]


def convert(
    text: str | bytes,
    to: str,
    from_: str | None = None,
    *,
    game: str | None = None,
    variant: str | None = None,
    options: str | None = None,
    decks: dict[str, str] | None = None,
    strict: bool = False,
) -> str:
    r"""A text in another format; ``formats()`` lists them.

    ``from_`` is detected by default. ``game``, ``variant`` and ``options`` are taken for what a format does
    not say. What cannot be carried over, what had to be assumed of the text, and what is wrong with it, are warnings
    (``ConversionWarning``); with ``strict`` they raise ``ConversionError``.

    >>> import pipscribe
    >>> sgf = pipscribe.convert('[Game "gipf"]\n[Variant "basic"]\n\n1. b3 *\n', "sgf")
    >>> print(pipscribe.convert(sgf, "pips"), end="")
    [Game "gipf"]
    [Variant "basic"]
    <BLANKLINE>
    1. b3 *
    """
    _check_argument("text", text, (str, bytes, bytearray, memoryview), "a str or bytes")
    _check_argument("strict", strict, bool, "a bool")
    source = text.encode() if isinstance(text, str) else bytes(text)
    converted, lost, notes, findings = _native.convert_text(
        source, to, from_, game=game, variant=variant, options=options, decks=decks
    )
    told = [f"not carried over: {what}" for what in lost] + notes + [str(finding) for finding in findings]
    if told and strict:
        raise ConversionError("; ".join(told), findings)
    for what in told:
        _warnings.warn(what, ConversionWarning, stacklevel=2)
    return converted


# The import at the top is for this module only.
del annotations
