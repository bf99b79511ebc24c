"""The table of games of a corpus, made by Ray Data: `ray_games.py PATH...` writes one line of JSON per record, in the order of the files.

On a cluster say `ray.init(address="auto")` first; paths must mean the same on every machine.
"""

import json
import sys

import pyarrow
import ray

import pipscribe
from pipscribe.corpus import Corpus

COLUMNS = ["game", "variant", "turns", "valid", "first_code"]


def main():
    corpus = Corpus(sys.argv[1:])
    count = ray.remote(lambda part: corpus.count(part))
    corpus.number(ray.get([count.remote(part) for part in corpus.to_count]))

    def read(rows):
        for part in rows["part"]:
            for batch in corpus.read(int(part)):
                yield pyarrow.Table.from_batches([batch])

    def judge(records):
        checked = pyarrow.table(pipscribe.check_batch(records["text"], COLUMNS))
        table = records.select(["path", "record", "line"])
        for name in COLUMNS:
            table = table.append_column(name, checked[name])
        return table

    parts = ray.data.from_items([{"part": part} for part in range(len(corpus))], override_num_blocks=max(len(corpus), 1))
    # To leave the rows on the cluster, use `write_parquet` instead of the following.
    checked = parts.map_batches(read, batch_format="numpy").map_batches(judge, batch_format="pyarrow")
    for row in sorted(checked.take_all(), key=lambda row: (row["path"].split("/"), row["record"])):
        print(json.dumps(row))


if __name__ == "__main__":
    main()
