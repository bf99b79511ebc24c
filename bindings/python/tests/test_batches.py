"""Arrays in, tables out: one row per record, even if it is invalid."""

from __future__ import annotations

import importlib
import io
import json
import pickle
import sys
import xml.etree.ElementTree as ET
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path
from typing import Any

import pyarrow
import pytest

import pipscribe

GOOD = '[Game "gipf"]\n[Variant "basic"]\n\n1. b3 2. a2-c4 *\n'
BAD = '# é\n[Game "gipf"]\n[Variant "basic"]\n\n1. b3 2. a2-d4 *\n'
TEXTS = [GOOD, None, BAD, "", "hello", GOOD + "\n" + BAD]


def rows_of(batch: pipscribe.RecordBatch) -> list[dict[str, Any]]:
    return pyarrow.record_batch(batch).to_pylist()


@pytest.mark.parametrize("kind", ["string", "large_string", "string_view", "binary", "large_binary", "binary_view"])
def test_there_is_one_row_per_record(kind: str) -> None:
    texts = pyarrow.array(TEXTS, pyarrow.string()).cast(getattr(pyarrow, kind)())
    rows = rows_of(pipscribe.check_batch(texts))
    assert [row["valid"] for row in rows] == [True, None, False, False, False, False]
    assert [row["records"] for row in rows] == [1, None, 1, 1, 1, 2]
    assert [row["first_code"] for row in rows][2:5] == ["gipf/not-in-line", "tag/missing", "tag/missing"]
    for text, row in zip(TEXTS, rows):
        if row["first_code"] == "gipf/not-in-line":
            assert text is not None and text[row["first_start"] : row["first_end"]] == "d4"


def test_slices_and_chunks_are_read_without_copies() -> None:
    texts = pyarrow.array(TEXTS)
    whole = rows_of(pipscribe.check_batch(texts))
    assert rows_of(pipscribe.check_batch(texts[2:4])) == whole[2:4]
    chunks = pyarrow.chunked_array([texts[:2], texts[2:2], texts[2:]])
    assert rows_of(pipscribe.check_batch(chunks)) == whole
    assert rows_of(pipscribe.check_batch(pyarrow.array([], pyarrow.string()))) == []
    assert rows_of(pipscribe.check_batch(pyarrow.chunked_array([], pyarrow.string()))) == []


def test_bytes_that_are_not_text_are_a_row() -> None:
    (row,) = rows_of(pipscribe.check_batch(pyarrow.array([b"\xff\xfe\x00 [Game"])))
    assert row["valid"] is False and row["first_code"]


def test_every_column_is_available() -> None:
    names = [name for name, about in pipscribe.check_columns() if about]
    batch = pipscribe.check_batch(pyarrow.array(TEXTS), names)
    assert batch.column_names == names and len(batch) == batch.num_rows == len(TEXTS)
    table = pyarrow.record_batch(batch)
    assert table.schema.field("key").metadata[b"about"]
    row = table.to_pylist()[0]
    assert row["key"] == pipscribe.Record(GOOD).key and dict(row["tags"])["Game"] == "gipf"
    turns = pyarrow.record_batch(pipscribe.replay_batch(pyarrow.array(TEXTS), [n for n, _ in pipscribe.replay_columns()]))
    assert [turn["row"] for turn in turns.to_pylist()] == [0, 0, 2, 5, 5, 5]


def test_a_batch_is_a_stream_too() -> None:
    batch = pipscribe.check_batch(pyarrow.array([GOOD]))
    assert pyarrow.table(batch).num_rows == pyarrow.RecordBatchReader.from_stream(batch).read_all().num_rows == 1
    assert pyarrow.schema(batch).names == batch.column_names


def test_features_are_those_of_each_position() -> None:
    records = [pipscribe.random_game("pippip", seed=seed) for seed in range(3)]
    rows = rows_of(pipscribe.features_batch(pyarrow.array(records), most_legal=100_000))
    for at, text in enumerate(records):
        record, own = pipscribe.Record(text), [row for row in rows if row["row"] == at]
        assert [row["position"] for row in own] == list(map(str, record.positions))
        returns = record.position_after().returns or []
        for row, frame in zip(own, record.replay()):
            assert row["to_move"] == frame.position.to_move
            assert row["value"] == returns[row["to_move"] - 1]
            assert row["legal"] == len(frame.position.legal_turns())
            assert row["symmetric_key"] == frame.position.symmetric_key
            assert all(row[name] == count for name, count in frame.position.material)
        assert own[-1]["played"] is None and own[0]["played"] == record.replay()[1].turn


def test_features_have_the_columns_that_are_asked_for() -> None:
    record = pipscribe.random_game("pippip", seed=1)
    every = pipscribe.features_batch([record])
    assert every.column_names == [name for name, about in pipscribe.feature_columns() if about]
    some = pipscribe.features_batch([record], ["light", "turn", "value"])
    assert some.column_names == ["light", "turn", "value"]
    whole = rows_of(every)
    assert rows_of(some) == [{name: row[name] for name in some.column_names} for row in whole]
    with pytest.raises(pipscribe.PipscribeError, match="`colour` is not a column"):
        pipscribe.features_batch([record], ["colour"])  # type: ignore[list-item]


def test_a_column_is_found_by_its_name() -> None:
    rows = pipscribe.replay_batch([GOOD])
    assert rows["turn"].to_pylist() == [1, 2] and rows["text"].type == pyarrow.string()
    with pytest.raises(KeyError, match="`colour` is not a column; the columns are row, turn"):
        rows["colour"]


def test_notebooks_show_the_first_rows() -> None:
    html = pipscribe.replay_batch([GOOD.replace("b3", "b3 {a < b}")])._repr_html_()
    assert html and "<th>position</th>" in html and "2 rows" in html and ET.fromstring(html) is not None
    many = pipscribe.check_batch([GOOD] * 30)._repr_html_()
    assert many and "30 rows; the first 20 are shown" in many and many.count("<tr>") == 21


def test_invalid_input_is_reported() -> None:
    for wrong in ({GOOD}, None, 3):
        with pytest.raises(pipscribe.PipscribeError, match="not an Arrow array"):
            pipscribe.check_batch(wrong)  # type: ignore[arg-type]
    with pytest.raises(pipscribe.PipscribeError, match="not an array of strings"):
        pipscribe.check_batch(pyarrow.array([1, 2]))
    with pytest.raises(pipscribe.PipscribeError, match="not an array of strings"):
        pipscribe.replay_batch(pyarrow.table({"text": [1]}))
    with pytest.raises(pipscribe.PipscribeError, match="`colour` is not a column"):
        pipscribe.check_batch(pyarrow.array([GOOD]), ["colour"])
    with pytest.raises(pipscribe.PipscribeError, match="listed twice"):
        pipscribe.check_batch(pyarrow.array([GOOD]), ["valid", "valid"])


def test_threads_share_an_array() -> None:
    manifest = Path(__file__).parents[3] / "corpus" / "conformance.jsonl"
    lines = manifest.read_text(encoding="utf-8").splitlines()[:200]
    texts = pyarrow.array([json.loads(line)["record"] for line in lines])
    with ThreadPoolExecutor(4) as pool:
        parts = pool.map(pipscribe.check_batch, [texts[at : at + 50] for at in range(0, len(texts), 50)])
        together = [row for part in parts for row in rows_of(part)]
    assert together == rows_of(pipscribe.check_batch(texts))


WANTED = [True, False, None]


def valid(records: Any) -> list[Any]:
    column: list[Any] = rows_of(pipscribe.check_batch(records, ["valid"]))
    return [row["valid"] for row in column]


def test_lists_and_tables_are_read() -> None:
    assert valid([GOOD, BAD.encode(), None]) == valid((GOOD, BAD, None)) == WANTED
    texts = pyarrow.array([GOOD, BAD, None])
    assert valid(pyarrow.table({"any": texts})) == valid(pyarrow.table({"id": [1, 2, 3], "text": texts})) == WANTED
    assert valid(texts.dictionary_encode()) == valid(pyarrow.chunked_array([texts])) == WANTED
    assert valid(pyarrow.array([None, None]).dictionary_encode()) == valid(pyarrow.nulls(2)) == [None, None]
    (batch,) = pipscribe.RecordReader(io.BytesIO(f"{GOOD}\n{BAD}".encode()))
    assert valid(batch) == [True, False]
    for wrong, words in [([3], "not `int`"), (pyarrow.table({"a": texts, "b": texts}), "there are a, b")]:
        with pytest.raises(pipscribe.PipscribeError, match=words):
            pipscribe.check_batch(wrong)


def test_records_and_iterators_are_read() -> None:
    records = pipscribe.check(GOOD + "\n" + BAD)
    assert valid(records) == valid(iter(records)) == valid(record.text for record in records) == [True, False]
    assert valid(pipscribe.read(io.BytesIO((GOOD + "\n" + BAD).encode()))) == [True, False]
    foreign = GOOD.encode() + b"\xff"
    assert rows_of(pipscribe.check_batch(pipscribe.check(foreign))) == rows_of(pipscribe.check_batch([foreign]))
    with pytest.raises(ZeroDivisionError):
        pipscribe.check_batch(GOOD[1 // 0 :] for _ in range(2))


def test_capsules_are_read_only_once() -> None:
    class Once:
        capsules = pyarrow.array([GOOD]).__arrow_c_array__()

        def __arrow_c_array__(self, requested_schema: object | None = None) -> Any:
            return self.capsules

    once = Once()
    assert valid(once) == [True]
    with pytest.raises(pipscribe.PipscribeError, match="was read already"):
        pipscribe.check_batch(once)


def test_rows_become_a_data_frame_of_polars() -> None:
    polars = pytest.importorskip("polars")
    frame = pipscribe.replay_batch([GOOD]).to_polars()
    assert isinstance(frame, polars.DataFrame) and frame["turn"].to_list() == [1, 2]


def test_columns_and_tables_of_pandas_are_read() -> None:
    pandas = pytest.importorskip("pandas")
    column = pandas.Series([GOOD, BAD, None], index=[5, 6, 7])
    frame = column.to_frame("record")
    assert valid(column) == valid(frame) == valid(frame["record"].astype("category")) == WANTED


def test_relations_of_duckdb_and_columns_of_polars_are_read() -> None:
    duckdb, polars = pytest.importorskip("duckdb"), pytest.importorskip("polars")
    rows = duckdb.values([GOOD]).union(duckdb.values([BAD])) if hasattr(duckdb, "values") else None
    assert rows is None or sorted(valid(rows)) == [False, True]
    frame = polars.DataFrame({"text": [GOOD, BAD, None]})
    assert valid(frame) == valid(frame["text"]) == valid(frame["text"].cast(polars.Categorical)) == WANTED


def test_columns_of_a_data_frame_have_the_same_types_with_nulls() -> None:
    pytest.importorskip("pandas")
    names = ["turns", "valid", "first_code"]
    full, sparse = (pipscribe.check_batch(texts, names).to_pandas() for texts in ([GOOD], [GOOD, None]))
    assert [str(kind) for kind in full.dtypes][:2] == [str(kind) for kind in sparse.dtypes][:2] == ["UInt64", "boolean"]
    assert sparse["turns"].isna().tolist() == sparse["valid"].isna().tolist() == [False, True]


@pytest.mark.parametrize("lacked", ["pandas", "pyarrow"])
def test_a_missing_package_is_named_with_its_extra(monkeypatch: pytest.MonkeyPatch, lacked: str) -> None:
    rows = pipscribe.check_batch([GOOD])
    monkeypatch.setitem(sys.modules, lacked, None)
    with pytest.raises(ModuleNotFoundError, match=r"pip install 'pipscribe\[pandas\]'"):
        rows.to_pandas()
    if lacked == "pyarrow":
        with pytest.raises(ModuleNotFoundError, match=r"pip install 'pipscribe\[arrow\]'"):
            pickle.dumps(rows)
    monkeypatch.setitem(sys.modules, "polars", None)
    with pytest.raises(ModuleNotFoundError, match=r"pip install 'pipscribe\[polars\]'"):
        rows.to_polars()
    monkeypatch.setitem(sys.modules, "numpy", None)
    monkeypatch.delitem(sys.modules, "pipscribe.openspiel", raising=False)
    with pytest.raises(ModuleNotFoundError, match=r"pip install 'pipscribe\[openspiel\]'"):
        importlib.import_module("pipscribe.openspiel")


def test_rows_become_a_data_frame() -> None:
    pandas = pytest.importorskip("pandas")
    frame = pipscribe.replay_batch([GOOD], ["turn", "text", "position_key", "symmetric_key", "game_key"]).to_pandas()
    assert isinstance(frame, pandas.DataFrame) and list(frame["turn"]) == [1, 2]
    position = pipscribe.Game("gipf", "basic").position.play("b3")
    assert frame.loc[0, "position_key"] == position.key and frame.loc[0, "symmetric_key"] == position.symmetric_key
    assert frame.loc[1, "game_key"] == pipscribe.Record(GOOD).key
