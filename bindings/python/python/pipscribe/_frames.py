"""Rows as batches of pyarrow, and as data frames of pandas."""

# mypy: disable-error-code="import-not-found, import-untyped, no-any-return, unused-ignore"

from __future__ import annotations

from typing import Any

from ._extras import extra
from ._native import RecordBatch

__all__ = ["record_batch", "to_pandas"]


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
