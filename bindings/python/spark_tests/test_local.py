"""Spark and the CLI agree on a corpus, row by row, on one machine."""

from __future__ import annotations

import json
import re
from pathlib import Path
from typing import Any

import pyarrow
import pyarrow.parquet
import pytest
from conftest import command, command_turns, rows_of
from pyspark.sql import SparkSession

import pipscribe
from pipscribe.spark import check, dedupe, read_records, turns

#: Smaller than some files, so that the long record spans many parts.
PART = 100_000


def test_the_table_agrees_with_the_cli(spark: SparkSession, corpus: Path, table: list[dict[str, Any]]) -> None:
    checked = check(read_records(spark, corpus, part_bytes=PART))
    rows = rows_of(checked, "record")
    assert checked.columns == [name for name, _ in pipscribe.table_columns("games")] == list(table[0])
    assert [json.dumps(row) for row in rows] == [json.dumps(row) for row in table]
    assert checked.schema["valid"].metadata["comment"] == "whether no finding of the row is an error"
    codes = [row["first_code"] for row in rows]
    for code in ("limit/record-size", "gipf/off-board", "tag/unknown-value", "syntax/encoding"):
        assert code in codes, code
    assert len([row for row in rows if row["path"].endswith("bytes.pips") and not row["valid"]]) == 1


def test_the_turns_agree_with_the_cli(spark: SparkSession, corpus: Path) -> None:
    played = turns(read_records(spark, corpus))
    assert played.columns == [name for name, _ in pipscribe.table_columns("turns")]
    in_text = lambda value: "" if value is None else str(value)
    rows = [{name: in_text(value) for name, value in row.items()} for row in rows_of(played, "record", "turn")]
    assert rows == command_turns(corpus)


@pytest.mark.parametrize("by", ["exact", "symmetric"])
def test_dedupe_agrees_with_the_cli(spark: SparkSession, corpus: Path, table: list[dict[str, Any]], by: str) -> None:
    rows = rows_of(dedupe(read_records(spark, corpus), by), "record")
    assert [(row["path"], row["record"], row["line"]) for row in rows] == [(row["path"], row["record"], row["line"]) for row in table]
    reported = command("dedupe", "--by", by, "--format", "json", "--quiet", "-o", corpus / "notes.txt", corpus, statuses=(0, 1)).stderr
    theirs = [json.loads(line) for line in reported.splitlines() if line.startswith("{")]
    # The table has no column for the tags in which two records of one game differ.
    assert all(isinstance(row.pop("differs"), list) for row in theirs)
    ours = [
        {
            **{name: row[name] for name in ("path", "record", "line", "why")},
            "kept": {name: row[f"kept_{name}"] for name in ("path", "record", "line")},
        }
        for row in rows
        if row["why"]
    ]
    assert ours == theirs and len(ours) > 20
    assert {"same-text"} < {row["why"] for row in ours}


def test_custom_columns(spark: SparkSession) -> None:
    good = '[Game "gipf"]\n[Variant "basic"]\n\n1. b3 2. a2-c4 *\n'
    given = spark.createDataFrame(pyarrow.table({"id": [7, 8, 9], "game": [good, None, "hello"]}))
    assert check(given, ["valid", "first_code"], text="game").toArrow().to_pylist() == [
        {"id": 7, "valid": True, "first_code": None},
        {"id": 8, "valid": None, "first_code": None},
        {"id": 9, "valid": False, "first_code": "tag/missing"},
    ]
    played = turns(given, ["turn", "text"], keys=["id"], text="game").toArrow().to_pylist()
    assert played == [{"id": 7, "turn": 1, "text": "b3"}, {"id": 7, "turn": 2, "text": "a2-c4"}]
    for wrong, reported in [
        (lambda: check(given), "no column `text`"),
        (lambda: check(given.withColumnRenamed("id", "valid"), ["valid"], text="game"), "`valid` is there already"),
        (lambda: check(given, ["colour"], text="game"), "`colour` is not a column"),
        (lambda: dedupe(given, "prefix"), "`prefix` is not a way"),  # type: ignore[arg-type]
    ]:
        with pytest.raises(pipscribe.PipscribeError, match=reported):
            wrong()


def test_the_example_of_the_page_runs(spark: SparkSession, corpus: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    page = (Path(__file__).parents[3] / "docs" / "src" / "cluster.md").read_text(encoding="utf-8")
    (example,) = re.findall(r"^```python\n(.*?)^```$", page, re.M | re.S)
    (tmp_path / "games").mkdir()
    (tmp_path / "games" / "some.pips").write_bytes((corpus / "orders.PIPS").read_bytes())
    monkeypatch.chdir(tmp_path)
    exec(example.replace('"tables/', f'"{tmp_path}/tables/'), {"spark": spark})
    rows = pyarrow.parquet.read_table(tmp_path / "tables" / "games").num_rows
    assert rows == 30 * 12
    assert pyarrow.parquet.read_table(tmp_path / "tables" / "dropped").num_rows == rows - 30


def test_wrong_calls_fail_before_the_job(spark: SparkSession, corpus: Path, tmp_path: Path) -> None:
    texts = spark.createDataFrame([("x",)], "text string")
    with pytest.raises(pipscribe.PipscribeError, match="there is no column `path`, which identifies a record"):
        dedupe(texts)
    with pytest.raises(pipscribe.PipscribeError, match="there is no column `game`"):
        turns(texts, keys=["game"])
    for call in (check, turns):
        with pytest.raises(pipscribe.PipscribeError, match="The deck `mine`"):
            call(texts, decks={"mine": "x"})
    with pytest.raises(pipscribe.PipscribeError, match="has no files that end in `.pips`"):
        read_records(spark, tmp_path)
