"""A master and two workers on this machine. One worker is killed while it works; each record still appears exactly once."""

from __future__ import annotations

import json
import os
import re
import signal
import subprocess
import threading
import time
from pathlib import Path
from typing import Any, Iterator

import pyspark
import pytest
from conftest import QUICK_JAVA, command_table, games, rows_of, session

from pipscribe.spark import check, read_records

JARS = Path(pyspark.__file__).parent / "jars"
# Number of tasks that finish before a worker is killed.
DONE_BEFORE = 4


class Cluster:
    def __init__(self, folder: Path) -> None:
        self.folder = folder
        self.processes: list[subprocess.Popen[bytes]] = []
        master = self.start("Master", "--port", "0", "--webui-port", "0")
        self.url = self.wait_for(master, r"spark://127\.0\.0\.1:\d+")
        for _ in range(2):
            self.start("Worker", "--cores", "1", "--memory", "700m", "--webui-port", "0", "--work-dir", str(folder), self.url)

    def start(self, what: str, *arguments: str) -> int:
        log = open(self.folder / f"{len(self.processes)}.log", "wb")
        java = ["java", *QUICK_JAVA.split(), "-Xmx256m", "-cp", f"{JARS}/*", f"org.apache.spark.deploy.{what.lower()}.{what}"]
        # Each process has its own session, so that its whole process group can be killed at once, like a failing
        # machine.
        self.processes.append(
            subprocess.Popen(
                [*java, "--host", "127.0.0.1", *arguments],
                stdout=log,
                stderr=log,
                start_new_session=True,
                env={**os.environ, "SPARK_LOCAL_IP": "127.0.0.1", "SPARK_HOME": str(JARS.parent), "SPARK_SCALA_VERSION": "2.13"},
            )
        )
        return len(self.processes) - 1

    def wait_for(self, process: int, pattern: str) -> str:
        until = time.monotonic() + 120
        while time.monotonic() < until:
            found = re.search(pattern, (self.folder / f"{process}.log").read_text())
            if found:
                return found[0]
            assert self.processes[process].poll() is None
            time.sleep(0.1)
        raise TimeoutError(pattern)

    def kill(self, process: int) -> None:
        os.killpg(self.processes[process].pid, signal.SIGKILL)

    def stop(self) -> None:
        for at, process in enumerate(self.processes):
            if process.poll() is None:
                self.kill(at)
            process.wait()


@pytest.fixture
def cluster(tmp_path: Path) -> Iterator[Cluster]:
    cluster = Cluster(tmp_path)
    yield cluster
    cluster.stop()


def test_a_killed_worker_loses_nothing(cluster: Cluster, tmp_path_factory: pytest.TempPathFactory) -> None:
    folder = tmp_path_factory.mktemp("many")
    faults = ['[Game "gipf"]\n[Variant "basic"]\n\n1. b9 *\n', '[Game "chess"]\n\n1. e4 *\n']
    for at in range(4):
        (folder / f"{at}.pips").write_text("\n".join(games(40, 40 * at) + faults), encoding="utf-8")
    # Both workers start before the work, and failures are detected quickly.
    spark = session(
        cluster.url,
        **{
            "spark.executor.memory": "480m",
            "spark.cores.max": "2",
            "spark.scheduler.minRegisteredResourcesRatio": "1.0",
            "spark.scheduler.maxRegisteredResourcesWaitingTime": "120s",
        },
    )
    records = read_records(spark, folder, part_bytes=4000)

    passes, killed = tmp_path_factory.mktemp("passes"), tmp_path_factory.mktemp("killed") / "yes"

    def held_back(batches: Any) -> Iterator[Any]:
        """Runs a few tasks before the kill and the others after it, so that both workers are busy at that moment."""
        for at in range(DONE_BEFORE):
            try:
                os.close(os.open(passes / str(at), os.O_CREAT | os.O_EXCL))
                break
            except FileExistsError:
                continue
        else:
            until = time.monotonic() + 300
            while not killed.exists() and time.monotonic() < until:
                time.sleep(0.02)
        yield from batches

    checked = check(records.mapInArrow(held_back, records.schema))
    left: list[int] = []

    def kill_one_in_the_middle() -> None:
        tracker = spark.sparkContext.statusTracker()
        while not left:
            for stage in map(tracker.getStageInfo, tracker.getActiveStageIds()):
                if stage and stage.numCompletedTasks == DONE_BEFORE and stage.numActiveTasks == 2:
                    cluster.kill(2)
                    left.append(stage.numTasks - stage.numCompletedTasks)
                    killed.touch()
            time.sleep(0.02)

    killer = threading.Thread(target=kill_one_in_the_middle, daemon=True)
    killer.start()
    rows = rows_of(checked, "record")
    spark.stop()
    assert left and left[0] > DONE_BEFORE, "it was killed when there was much left"
    assert cluster.processes[2].poll() is not None and cluster.processes[1].poll() is None
    assert [json.dumps(row) for row in rows] == [json.dumps(row) for row in command_table(folder)]
    assert len(rows) == 4 * 42
