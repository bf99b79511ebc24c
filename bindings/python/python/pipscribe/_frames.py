"""Rows as batches of pyarrow, as data frames of pandas and Polars, and as tables of notebooks."""

# mypy: disable-error-code="import-not-found, import-untyped, no-any-return, unused-ignore"

from __future__ import annotations

from html import escape
from typing import Any

from ._errors import check_argument
from ._extras import extra
from ._native import RecordBatch

__all__ = ["column", "html", "record_batch", "to_pandas", "to_polars"]

#: The maximum number of rows that a notebook shows.
MAX_SHOWN = 20
#: The maximum number of characters of a cell in a notebook.
MAX_LENGTH = 80


def record_batch(rows: RecordBatch) -> Any:
    """Returns rows as a batch of pyarrow, which can be pickled."""
    with extra("arrow", "a pickled `RecordBatch`", "pyarrow"):
        import pyarrow
    return pyarrow.record_batch(rows)


def to_pandas(rows: RecordBatch) -> Any:
    """Returns rows as a data frame.

    A column has the same type with and without nulls: by default, pandas would turn numbers with nulls into floats, which
    round large ones, and truth values with nulls into objects.
    """
    with extra("pandas", "`to_pandas`", "pandas and pyarrow"):
        import pandas
        import pyarrow
    nullable = {
        pyarrow.bool_(): pandas.BooleanDtype(),
        pyarrow.int8(): pandas.Int8Dtype(),
        pyarrow.int16(): pandas.Int16Dtype(),
        pyarrow.int32(): pandas.Int32Dtype(),
        pyarrow.int64(): pandas.Int64Dtype(),
        pyarrow.uint8(): pandas.UInt8Dtype(),
        pyarrow.uint16(): pandas.UInt16Dtype(),
        pyarrow.uint32(): pandas.UInt32Dtype(),
        pyarrow.uint64(): pandas.UInt64Dtype(),
    }
    return pyarrow.record_batch(rows).to_pandas(types_mapper=nullable.get)


def to_polars(rows: RecordBatch) -> Any:
    """Returns rows as a data frame of Polars, which takes them without a copy."""
    with extra("polars", "`to_polars`", "polars"):
        import polars
    return polars.DataFrame(rows)


def column(rows: RecordBatch, name: str) -> Any:
    """Returns a column as an array of pyarrow."""
    check_argument("name", name, str, "a str")
    if name not in rows.column_names:
        raise KeyError(f"`{name}` is not a column; the columns are {', '.join(rows.column_names)}")
    with extra("arrow", "a column of a `RecordBatch`", "pyarrow"):
        import pyarrow
    return pyarrow.record_batch(rows).column(name)


def html(rows: RecordBatch) -> str | None:
    """Returns the first rows as a table for notebooks; ``None`` without pyarrow."""
    try:
        import pyarrow
    except ModuleNotFoundError:
        return None
    shown = pyarrow.record_batch(rows).slice(0, MAX_SHOWN).to_pylist()
    head = "".join(f"<th>{escape(name)}</th>" for name in rows.column_names)
    body = "".join(f"<tr>{''.join(map(_cell, row.values()))}</tr>" for row in shown)
    count = f"{len(rows)} rows" if len(rows) <= MAX_SHOWN else f"{len(rows)} rows; the first {MAX_SHOWN} are shown"
    return f"<div><p>{count}</p><table><thead><tr>{head}</tr></thead><tbody>{body}</tbody></table></div>"


def _cell(value: object) -> str:
    text = "" if value is None else str(value)
    shown = text if len(text) <= MAX_LENGTH else text[: MAX_LENGTH - 1] + "…"
    return f"<td>{escape(shown)}</td>"
