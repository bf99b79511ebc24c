"""The cost of a record in the batch functions and in Spark, compared with the CLI: `cost.py PIPSCRIBE [FILE]`.

Everything is measured in one run, in seconds of a core (user and system, of all processes that work), so that a busy machine does not
matter much: records a second of a core, and the ratio to `check`. Without a file games of all four are made up.
"""

from __future__ import annotations

import os
import subprocess
import sys
import tempfile
import time
from collections.abc import Callable, Iterator
from pathlib import Path

import pyarrow

import pipscribe
from pipscribe.corpus import Corpus

SETUPS = [["gipf", "tournament"], ["pippinzip", "zipline", "--tag", "Size=9"], ["pippip", "standard"]]
GAMES_EACH = 20_000
LEAST_SECONDS = 2


def made_up(command: str, folder: Path) -> Path:
    path = folder / "games.pips"
    with path.open("wb") as out:
        for game, variant, *tags in SETUPS:
            subprocess.run(
                [command, "random", "--game", game, "--variant", variant, *tags, "--count", str(GAMES_EACH)], stdout=out, check=True
            )
            out.write(b"\n")
    return path


def core_seconds() -> float:
    """The processor time of this process and its children, including children that have ended."""
    tree: dict[int, list[int]] = {}
    used: dict[int, float] = {}
    for process in Path("/proc").iterdir():
        if process.name.isdigit():
            try:
                fields = (process / "stat").read_text().rsplit(")", 1)[1].split()
            except OSError:
                continue
            tree.setdefault(int(fields[1]), []).append(int(process.name))
            used[int(process.name)] = sum(map(int, fields[11:15])) / os.sysconf("SC_CLK_TCK")
    below, found = [os.getpid()], 0.0
    while below:
        process_id = below.pop()
        found += used.get(process_id, 0)
        below += tree.get(process_id, [])
    return found


def measured(work: Callable[[], None]) -> float:
    """The average time, over enough runs for a clock that counts hundredths of a second."""
    before, times, used = core_seconds(), 0, 0.0
    while used < LEAST_SECONDS:
        work()
        times += 1
        used = core_seconds() - before
    return used / times


def main() -> None:
    command = sys.argv[1]
    with tempfile.TemporaryDirectory() as name:
        folder = Path(name)
        path = Path(sys.argv[2]) if len(sys.argv) > 2 else made_up(command, folder)
        corpus = Corpus(path, part_bytes=4 << 20)
        corpus.number(map(corpus.count, corpus.to_count))
        batches = [batch for part in range(len(corpus)) for batch in corpus.read(part)]
        texts = pyarrow.chunked_array([batch.column("text") for batch in batches])
        table = [column for column, _ in pipscribe.table_columns("games") if column not in ("path", "record", "line")]
        turn_table = [column for column, _ in pipscribe.table_columns("turns") if column not in ("path", "record")]
        one_core = {**os.environ, "RAYON_NUM_THREADS": "1"}

        def run(*arguments: str) -> None:
            subprocess.run([command, *arguments, str(path)], stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL, env=one_core)

        def read() -> Iterator[int]:
            for part in range(len(corpus)):
                yield from (batch.num_rows for batch in corpus.read(part))

        rows: list[tuple[str, Callable[[], None]]] = [
            ("check", lambda: run("check", "--quiet")),
            ("check --format json --with table", lambda: run("check", "--quiet", "--format", "json", "--with", "table")),
            ("convert --to csv-turns --columns all", lambda: run("convert", "--to", "csv-turns", "--columns", "all")),
            ("Corpus.count", lambda: [corpus.count(part) for part in range(len(corpus))] and None),
            ("Corpus.read", lambda: sum(read()) and None),
            ("check_batch", lambda: pipscribe.check_batch(texts) and None),
            ("check_batch, the table of games", lambda: pipscribe.check_batch(texts, table) and None),
            ("replay_batch, the table of turns", lambda: pipscribe.replay_batch(texts, turn_table) and None),
        ]
        figures = [(label, measured(work)) for label, work in rows]
        figures += in_spark(path)
        bare = figures[0][1]
        print(f"{len(texts)} records, {path.stat().st_size} bytes, {sum(map(len, batches)) / bare:,.0f} records a second of a core in `check`")
        for label, seconds in figures:
            print(f"{label:45} {len(texts) / seconds:12,.0f} records a second of a core {seconds / bare:8.2f} times `check`")


def in_spark(path: Path) -> list[tuple[str, float]]:
    from pyspark.sql import SparkSession

    from pipscribe.spark import check, dedupe, read_records, turns

    os.environ["PYSPARK_PYTHON"] = sys.executable
    builder = SparkSession.builder.master("local[1]").config("spark.ui.enabled", "false").config("spark.log.level", "ERROR")
    started = time.monotonic()
    spark = builder.config("spark.sql.shuffle.partitions", "2").config("spark.ui.showConsoleProgress", "false").getOrCreate()
    records = read_records(spark, path, part_bytes=4 << 20)
    judged = ["game", "turns", "valid", "first_code"]
    work = {
        "Spark, read_records": lambda: records,
        "Spark, check alone": lambda: check(records, judged),
        "Spark, check": lambda: check(records),
        "Spark, turns": lambda: turns(records),
        "Spark, dedupe": lambda: dedupe(records),
    }
    # The rows are computed but discarded.
    each = [(label, measured(lambda: made().write.format("noop").mode("overwrite").save())) for label, made in work.items()]
    print(f"Spark: {time.monotonic() - started:.0f} s in all")
    spark.stop()
    return each


if __name__ == "__main__":
    main()
