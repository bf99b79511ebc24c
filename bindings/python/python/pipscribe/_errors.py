"""What goes wrong, as exceptions."""

from __future__ import annotations

from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from ._native import Finding

__all__ = ["ConversionError", "ConversionWarning", "FigureWarning", "NotLegal", "PipscribeError"]


class PipscribeError(ValueError):
    """What was asked for cannot be had; the message says why.

    ``findings`` are what is wrong with a record or a turn, ``finding`` is the first of them and ``span`` its place:
    characters of the text that was given, or of the turn.
    """

    def __init__(self, message: str, findings: list[Finding] | None = None) -> None:
        super().__init__(message)
        self.findings: list[Finding] = list(findings or [])

    @property
    def finding(self) -> Finding | None:
        """The first finding."""
        return self.findings[0] if self.findings else None

    @property
    def span(self) -> tuple[int, int] | None:
        """Where the first finding stands, in characters from 0."""
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


class ConversionError(PipscribeError):
    """A text that cannot be converted."""


class ConversionWarning(UserWarning):
    """Something that a conversion could not carry over, or that is wrong with what was converted."""


class FigureWarning(UserWarning):
    """Something that a figure was to show and cannot, such as a mark on a place that is not there."""
