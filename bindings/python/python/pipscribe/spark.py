"""Apache Spark: check, replay and deduplicate corpora of any size on a cluster, like the CLI on one machine.

    from pyspark.sql import SparkSession
    from pipscribe.spark import check, dedupe, read_records, turns

    spark = SparkSession.builder.getOrCreate()
    records = read_records(spark, "s3://games/2026")
    check(records).write.parquet("s3://games/tables/games")
    turns(records).write.parquet("s3://games/tables/turns")

The rows of ``check`` and ``turns`` are those of ``pipscribe convert --to parquet`` and ``--to parquet-turns``; invalid
records have a row too. If a machine fails, the work continues. Every machine needs this package and pyarrow.
"""

# mypy: disable-error-code="import-not-found, import-untyped, no-any-return, unused-ignore"

from __future__ import annotations

import hashlib
import os
from collections.abc import Iterable, Iterator, Mapping
from typing import TYPE_CHECKING, Any, Callable, Literal

from . import PipscribeError, check_batch, replay_batch, table_columns
from .corpus import Corpus

if TYPE_CHECKING:
    import pyarrow
    from pyspark.sql import DataFrame, SparkSession

    from ._native import CheckColumn

    Work = Callable[[Iterator[pyarrow.RecordBatch]], Iterator[pyarrow.RecordBatch]]

__all__ = ["check", "dedupe", "read_records", "turns"]

#: Columns that identify a record.
PLACE = ("path", "record", "line")
#: Number of records per batch. Their turns take many times the space.
MOST_ROWS = 512


def read_records(
    spark: SparkSession,
    paths: str | os.PathLike[str] | Iterable[str | os.PathLike[str]],
    *,
    part_bytes: int = 64 << 20,
    filesystem: Any = None,
) -> DataFrame:
    """The records of files and folders: ``path``, ``record`` (its number in the file, from 1), ``line``, ``text`` (as bytes).

    Each task reads about ``part_bytes``, in whole records. The records of larger files are counted first: these files are
    read twice, which takes little time compared with the rest. Paths are those of ``pipscribe.corpus.Corpus`` and must be
    valid on every machine. Only a file that cannot be read, or that changes during the job, makes the job fail.
    """
    corpus = Corpus(paths, part_bytes=part_bytes, filesystem=filesystem)
    to_count = corpus.to_count
    if to_count:
        counted = _by_part(spark, to_count, "file bigint, start bigint, records bigint, lines bigint", _count(corpus))
        corpus.number([[tuple(row) for row in counted.collect()]])
    schema = "path string, record bigint, line bigint, text binary"
    return _by_part(spark, list(range(len(corpus))), schema, _read(corpus))


def check(
    df: DataFrame,
    columns: Iterable[str] | None = None,
    *,
    text: str = "text",
    decks: Mapping[str, str] | None = None,
) -> DataFrame:
    """Checks the records in the column ``text``: one row per record, after the other columns of ``df``.

    ``columns`` are names from ``pipscribe.check_columns()``; by default all columns of the table of games. Columns without
    keys are many times as fast: ``["game", "turns", "valid", "first_code"]``. A row without text becomes a row of nulls.
    ``decks`` are YAML texts by name.
    """
    names: list[Any] = list(columns) if columns is not None else _table("games")
    records = _as_bytes(df, text)
    fields = _fields(check_batch, names)
    kept = [field for field in df.schema.fields if field.name != text]
    _must_differ([field.name for field in kept], names)
    given = _given(decks)

    def judge(batches: Iterator[pyarrow.RecordBatch]) -> Iterator[pyarrow.RecordBatch]:
        for batch in _slices(batches):
            rows = check_batch(batch.column(text), names, decks=given)
            yield _joined([batch.column(field.name) for field in kept], [field.name for field in kept], rows)

    return records.mapInArrow(judge, _schema(kept, fields))


def turns(
    df: DataFrame,
    columns: Iterable[str] | None = None,
    *,
    keys: Iterable[str] | None = None,
    text: str = "text",
    decks: Mapping[str, str] | None = None,
) -> DataFrame:
    """The turns of the records in the column ``text``, one row per turn that could be replayed.

    ``columns`` are names from ``pipscribe.replay_columns()`` except ``row``; by default all columns of the table of turns.
    The columns ``keys`` of ``df`` come first and identify the record; by default ``path`` and ``record``, if present.
    """
    names: list[Any] = list(columns) if columns is not None else _table("turns")
    fields = _fields(replay_batch, names)
    kept = list(keys) if keys is not None else [name for name in PLACE[:2] if name in df.columns]
    _must_have(df, kept)
    _must_differ(kept, names)
    given = _given(decks)

    def replay(batches: Iterator[pyarrow.RecordBatch]) -> Iterator[pyarrow.RecordBatch]:
        import pyarrow

        for batch in _slices(batches):
            rows = pyarrow.record_batch(replay_batch(batch.column(text), ["row", *names], decks=given))
            of = rows.column("row")
            yield _joined([batch.column(name).take(of) for name in kept], kept, rows.select(names))

    schema = _schema([df.schema[name] for name in kept], fields)
    return _as_bytes(df.select(*kept, text), text).mapInArrow(replay, schema)


def dedupe(
    df: DataFrame,
    by: Literal["exact", "symmetric"] = "exact",
    *,
    text: str = "text",
    decks: Mapping[str, str] | None = None,
) -> DataFrame:
    """Finds duplicates like ``pipscribe dedupe``: one row per record, with its ``path``, ``record`` and ``line``.

    ``why`` is null for kept records, the fullest of each game. For the others it is ``same-game``, ``same-game-turned`` or
    ``same-text``, and ``kept_path``, ``kept_record`` and ``kept_line`` identify the record that is kept instead. ``key`` is
    equal for all records of a game. Texts are not copied; the kept records are
    ``df.join(dedupe(df).where("why is null"), ["path", "record"], "left_semi")``.
    """
    from pyspark.sql import Window
    from pyspark.sql import functions as F

    if by not in ("exact", "symmetric"):
        raise PipscribeError(f"`{by}` is not a way to tell records apart here; the known ones are exact and symmetric")
    _must_have(df, PLACE)
    given = _given(decks)
    of_key: list[CheckColumn] = ["key"] if by == "exact" else ["symmetric_key", "key"]
    fullness: list[CheckColumn] = ["valid", "turns", "tags_told", "remarks"]

    def tell(batches: Iterator[pyarrow.RecordBatch]) -> Iterator[pyarrow.RecordBatch]:
        import pyarrow

        for batch in _slices(batches):
            texts = batch.column(text)
            rows = pyarrow.record_batch(check_batch(texts, [*of_key, *fullness], decks=given))
            found = list(zip(*(rows.column(name).to_pylist() for name in of_key)))
            own = [next(filter(None, keys), None) for keys in found]
            by_text = [key is None and text.is_valid for key, text in zip(own, texts)]
            keys = [_text_key(text.as_py()) if told else key for key, told, text in zip(own, by_text, texts)]
            columns = [pyarrow.array(keys, pyarrow.string()), pyarrow.array(by_text, pyarrow.bool_())]
            full = [_for_spark(rows.column(name)) for name in fullness]
            place = [batch.column(name) for name in PLACE]
            yield pyarrow.record_batch([*place, *columns, *full], names=[*PLACE, "key", "by_text", *fullness])

    places = [df.schema[name] for name in PLACE]
    schema = _schema(places, _fields(check_batch, ["key"]))
    schema = schema.add("by_text", "boolean")
    for field in _fields(check_batch, fullness):
        schema = schema.add(field)
    told = _as_bytes(df.select(*PLACE, text), text).mapInArrow(tell, schema)
    # The first of equally full records, with files in order of their names, folder by folder.
    order = [*(F.col(name).desc() for name in fullness), F.split("path", "/"), F.col("record")]
    group = Window.partitionBy("key").orderBy(*order)
    is_kept = F.col("key").isNull() | (F.row_number().over(group) == 1)
    same = F.when(F.col("by_text"), "same-text").otherwise("same-game" if by == "exact" else "same-game-turned")
    kept = [F.when(~F.col("is_kept"), F.first(name).over(group)).alias(f"kept_{name}") for name in PLACE]
    told = told.withColumn("is_kept", is_kept)
    return told.select(*PLACE, "key", F.when(~F.col("is_kept"), same).alias("why"), *kept)


def _text_key(text: bytes) -> str:
    """The key of a record without a bare form, as the CLI computes it."""
    trimmed = text.strip(b" \t\n\x0c\r").decode("utf-8", "replace")
    return hashlib.sha256(trimmed.encode()).hexdigest()[:32]


def _by_part(spark: SparkSession, parts: list[int], schema: str, work: Callable[[int], Iterator[Any]]) -> DataFrame:
    """Runs a function for each part in a separate task."""

    def each(batches: Iterator[pyarrow.RecordBatch]) -> Iterator[pyarrow.RecordBatch]:
        for batch in batches:
            for at in batch.column(0).to_pylist():
                yield from work(parts[at])

    return spark.range(0, len(parts), 1, max(len(parts), 1)).mapInArrow(each, schema)


def _count(corpus: Corpus) -> Callable[[int], Iterator[Any]]:
    def count(part: int) -> Iterator[Any]:
        import pyarrow

        columns = [pyarrow.array(column, pyarrow.int64()) for column in zip(*corpus.count(part))]
        yield pyarrow.record_batch(columns, names=["file", "start", "records", "lines"])

    return count


def _read(corpus: Corpus) -> Callable[[int], Iterator[Any]]:
    return lambda part: corpus.read(part)


def _table(table: Literal["games", "turns"]) -> list[str]:
    """The columns of a table except those that identify a record."""
    return [name for name, _ in table_columns(table) if name not in PLACE]


def _must_differ(kept: list[str], names: list[str]) -> None:
    for name in names:
        if name in kept:
            raise PipscribeError(f"the column `{name}` is there already: rename it, or ask for other columns")


def _must_have(df: DataFrame, names: Iterable[str]) -> None:
    for name in names:
        if name not in df.columns:
            there = ", ".join(df.columns)
            raise PipscribeError(f"there is no column `{name}`, which identifies a record; there are {there}")


def _given(decks: Mapping[str, str] | None) -> dict[str, str] | None:
    """The decks for the tasks. Raises an error here, not in a task, if one of them is invalid."""
    if not decks:
        return None
    check_batch([], ["valid"], decks=decks)
    return dict(decks)


def _as_bytes(df: DataFrame, text: str) -> DataFrame:
    """Converts strings of Spark to bytes, because they need not be UTF-8."""
    if text not in df.columns:
        raise PipscribeError(f"there is no column `{text}` with the records; there are {', '.join(df.columns)}")
    return df.withColumn(text, df[text].cast("binary"))


def _slices(batches: Iterator[pyarrow.RecordBatch]) -> Iterator[pyarrow.RecordBatch]:
    for batch in batches:
        for start in range(0, batch.num_rows, MOST_ROWS):
            yield batch.slice(start, MOST_ROWS)


def _joined(kept: list[Any], names: list[str], rows: Any) -> pyarrow.RecordBatch:
    import pyarrow

    batch = pyarrow.record_batch(rows)
    made = [_for_spark(column) for column in batch.columns]
    return pyarrow.record_batch([*kept, *made], names=[*names, *batch.schema.names])


def _for_spark(column: Any) -> Any:
    """Converts unsigned numbers, which Spark does not support."""
    import pyarrow

    return column.cast(pyarrow.int64()) if pyarrow.types.is_uint64(column.type) else column


def _fields(batch: Callable[..., Any], names: Iterable[str]) -> list[Any]:
    """The columns of a batch as Spark types, with their descriptions."""
    import pyarrow
    from pyspark.sql.types import StructField
    from pyspark.sql.pandas.types import from_arrow_type

    empty = pyarrow.record_batch(batch(pyarrow.array([], pyarrow.binary()), names))
    about = {field.name: (field.metadata or {}).get(b"about", b"").decode() for field in empty.schema}
    types = {name: from_arrow_type(_for_spark(empty.column(name)).type) for name in names}
    return [StructField(name, types[name], True, {"comment": about[name]}) for name in names]


def _schema(kept: list[Any], fields: list[Any]) -> Any:
    from pyspark.sql.types import StructType

    return StructType([*kept, *fields])
