"""The tags of a record."""

from __future__ import annotations

from typing import Any, Dict, NoReturn

__all__ = ["Tags"]


class Tags(Dict[str, str]):
    """The tags of a record by name. Unlike other dictionaries, it cannot be changed; the tags of ``Record.tree()`` can."""

    def _refuse(self, *_: object, **__: object) -> NoReturn:
        raise TypeError("the tags of a record cannot be changed; those of `Record.tree()` can")

    __setitem__ = __delitem__ = __ior__ = _refuse
    clear = pop = popitem = setdefault = update = _refuse

    def __reduce__(self) -> tuple[Any, ...]:
        return type(self), (dict(self),)
