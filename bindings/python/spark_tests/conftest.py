"""A corpus of unusual files, the tables of the CLI for it, and Spark sessions that start quickly."""

from __future__ import annotations

import csv
import io
import json
import os
import subprocess
import sys
from pathlib import Path
from typing import Any, Iterator

import pytest
from pyspark.sql import SparkSession

import pipscribe

COMMAND = Path(os.environ["PIPSCRIBE_COMMAND"])
GAMES = [("gipf", "basic"), ("gipf", "tournament"), ("pippinzip", "zipline"), ("pippip", "standard"), ("pipe", "both")]
#: The tests are many short jobs, so a fast start of Java matters more than its speed.
QUICK_JAVA = "-XX:TieredStopAtLevel=1 -XX:+UseSerialGC -Xshare:auto -XX:-UsePerfData"
SETTINGS = {
    "spark.ui.enabled": "false",
    "spark.ui.showConsoleProgress": "false",
    "spark.driver.host": "127.0.0.1",
    "spark.driver.bindAddress": "127.0.0.1",
    "spark.driver.memory": "600m",
    "spark.driver.extraJavaOptions": QUICK_JAVA,
    "spark.executor.extraJavaOptions": QUICK_JAVA,
    "spark.sql.shuffle.partitions": "2",
    "spark.sql.codegen.wholeStage": "false",
    "spark.sql.execution.arrow.maxRecordsPerBatch": "700",
    "spark.log.level": "ERROR",
}


def session(master: str, **more: str) -> SparkSession:
    os.environ["PYSPARK_PYTHON"] = sys.executable
    os.environ["SPARK_LOCAL_IP"] = "127.0.0.1"
    builder = SparkSession.builder.master(master).appName("pipscribe")
    for name, value in {**SETTINGS, **more}.items():
        builder = builder.config(name, value)
    return builder.getOrCreate()


def command(*arguments: str | Path, statuses: tuple[int, ...] = (0,)) -> subprocess.CompletedProcess[str]:
    run = subprocess.run([COMMAND, *arguments], capture_output=True, text=True, encoding="utf-8", check=False)
    assert run.returncode in statuses, run.stderr[-2000:]
    return run


def games(count: int, first: int = 0) -> list[str]:
    setups = [GAMES[seed % len(GAMES)] for seed in range(first, first + count)]
    tags = [{"Size": 5} if game == "pippinzip" else {} for game, _ in setups]
    return [
        pipscribe.random_game(game, variant, seed=seed, most_turns=8 + seed % 9, **tag)
        for seed, ((game, variant), tag) in enumerate(zip(setups, tags), first)
    ]


def in_another_order(record: str, at: int) -> str:
    """The event before the game, as in PGN. It then belongs to the record only after the result of the record before."""
    return f'[Event "{at}"]\n[Site "here"]\n{record}'


@pytest.fixture(scope="session")
def corpus(tmp_path_factory: pytest.TempPathFactory) -> Path:
    folder = tmp_path_factory.mktemp("games")
    for name in ("a", "a-b", ".hidden"):
        (folder / name).mkdir()
    some = games(90)
    faults = ['[Game "gipf"]\n[Variant "basic"]\n\n1. b9 *\n', '[Game "gipf"]\n\n1. b3 *\n', '[Game "chess"]\n\n1. e4 *\n']
    renamed = some[0].replace("[Variant", '[Event "Spring"]\n[Variant', 1)
    files: dict[str, bytes] = {
        "a/plain.pips": ("\n".join(some[:40] + faults + some[:9]) + "\n" + " \n" * 60_000 + "\n".join(some[10:20])).encode(),
        "a-b/other.pips": ("# Mine.\n\n" + "\n".join([renamed, *faults[:2], *some[20:30]])).rstrip("\n").encode(),
        "crlf.pips": "\n".join(some[40:60]).replace("\n", "\r\n").encode("utf-8-sig"),
        "orders.PIPS": "\n".join(in_another_order(game, at) for at, game in enumerate(some[60:] * 12)).encode(),
        "boms.pips": b"\n".join(b"\xef\xbb\xbf" + game.encode() for game in some[:5]),
        "before.pips": b"b3 c2\n" + some[3].encode(),
        "bytes.pips": bytes(range(256)) * 40,
        "cut.pips": some[4].encode() + b'\n[Game "',
        "empty.pips": b"",
        "latin.pips": b'[Game "gipf"]\n[Variant "basic"]\n[Event "K\xf6ln"]\n\n1. b3 {\xff} *\n' + some[5].encode(),
        "long.pips": b'[Game "gipf"]\n[Variant "basic"]\n\n1. b3 {' + b"x " * (17 << 17) + b"} *\n\n" + some[6].encode(),
        "only-comments.pips": b"# Nothing yet.\n",
        ".hidden/no.pips": some[0].encode(),
        "notes.txt": some[0].encode(),
    }
    for name, text in files.items():
        (folder / name).write_bytes(text)
    return folder


@pytest.fixture(scope="session")
def table(corpus: Path) -> list[dict[str, Any]]:
    """The table of games of the corpus, from the CLI."""
    return command_table(corpus)


def command_table(folder: Path) -> list[dict[str, Any]]:
    run = command("check", "--quiet", "--format", "json", "--with", "table", folder, statuses=(0, 1))
    names = [name for name, _ in pipscribe.table_columns("games")]
    # In JSON this column contains the findings, not their number.
    rows = ({**row, "findings": len(row["findings"])} for row in map(json.loads, run.stdout.splitlines()))
    return [{name: row[name] for name in names} for row in rows]


def command_turns(folder: Path) -> list[dict[str, str]]:
    run = command("convert", "--to", "csv-turns", "--columns", "all", folder)
    return list(csv.DictReader(io.StringIO(run.stdout)))


def rows_of(df: Any, *order: str) -> list[dict[str, Any]]:
    """The rows in the order of the files."""
    rows = df.toArrow().to_pylist()
    rows.sort(key=lambda row: (row["path"].split("/"), *(row[name] for name in order)))
    return [{**row, "tags": dict(row["tags"])} if row.get("tags") is not None else row for row in rows]


@pytest.fixture(scope="session")
def spark() -> Iterator[SparkSession]:
    found = session("local[2]")
    yield found
    found.stop()
