"""Packages that are not installed with this one, and the extras that install them."""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import contextmanager

__all__ = ["extra"]


@contextmanager
def extra(name: str, user: str, packages: str) -> Iterator[None]:
    """Imports the packages of an extra. If one of them is missing, the error names the extra."""
    try:
        yield
    except ModuleNotFoundError as error:
        raise ModuleNotFoundError(f"{user} needs {packages}: pip install 'pipscribe[{name}]'", name=error.name) from error
