"""Exceptions and warnings."""

from __future__ import annotations

import re
import sys
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from ._native import Finding

__all__ = ["ConversionError", "ConversionWarning", "FigureWarning", "NotLegal", "PipscribeError"]


class PipscribeError(ValueError):
    """A request that failed; the message gives the reason.

    ``findings`` are the findings about a record or a turn, ``finding`` is the first of them and ``span`` its place:
    characters of the given text, or of the turn. Errors are equal if all of this is equal, and they can be pickled.
    """

    def __init__(self, message: str, findings: list[Finding] | None = None) -> None:
        super().__init__(message)
        self.findings: list[Finding] = list(findings or [])

    def __eq__(self, other: object) -> bool:
        if type(other) is not type(self):
            return NotImplemented
        return (self.args, self.findings) == (other.args, other.findings)

    def __hash__(self) -> int:
        return hash((type(self), self.args))

    @property
    def finding(self) -> Finding | None:
        """The first finding."""
        return self.findings[0] if self.findings else None

    @property
    def span(self) -> tuple[int, int] | None:
        """The place of the first finding, in characters from 0."""
        return self.findings[0].span if self.findings else None


class NotLegal(PipscribeError):
    """A record or a turn that breaks a rule, of the game or of the notation.

    >>> import pipscribe
    >>> try:
    ...     pipscribe.Game("gipf", "basic").play("a2-d4")
    ... except pipscribe.NotLegal as refused:
    ...     print(refused.finding.code, refused.finding.rule, refused.span)
    gipf/not-in-line G3.1 (3, 5)
    """


class ArgumentError(TypeError):
    """An argument of the wrong type. The message names the argument: "`turn` is a str, not int".

    Native code raises the exception without the name, which PyO3 then adds as a note. Exceptions of Python have notes
    since version 3.11.
    """

    def add_note(self, note: str) -> None:
        """Puts the name of the argument in front of the message."""
        message = str(self)
        added = re.fullmatch(r"while processing '(\w+)'", note)
        if added and not message.startswith("`"):
            self.args = (f"`{added[1]}` {message}",)
        if sys.version_info >= (3, 11):
            super().add_note(note)


def check_argument(name: str, value: object, kind: type | tuple[type, ...], words: str) -> None:
    """Raises an error if an argument of a function that is written in Python has the wrong type."""
    if not isinstance(value, kind):
        raise ArgumentError(f"`{name}` is {words}, not {type(value).__name__}")


class ConversionError(PipscribeError):
    """A text that cannot be converted."""


class ConversionWarning(UserWarning):
    """Something that a conversion could not carry over, or an error in the source."""


class FigureWarning(UserWarning):
    """Something that a figure cannot show, such as a mark on a place that does not exist."""
