"""The table of games of a corpus, made by Dask: `dask_games.py PATH...` writes one line of JSON per record, in the order of the files.

On a cluster say `Client("tcp://scheduler:8786")` first; paths must mean the same on every machine.
"""

import json
import sys

import dask
import pyarrow

import pipscribe
from pipscribe.corpus import Corpus

COLUMNS = ["game", "variant", "turns", "valid", "first_code"]


def judge(corpus, part):
    """A part as a table, one row per record."""
    tables = []
    for records in corpus.read(part):
        checked = pyarrow.record_batch(pipscribe.check_batch(records.column("text"), COLUMNS))
        places = records.select(["path", "record", "line"])
        names = [*places.schema.names, *checked.schema.names]
        tables.append(pyarrow.record_batch([*places.columns, *checked.columns], names=names))
    return pyarrow.Table.from_batches(tables)


def main():
    corpus = Corpus(sys.argv[1:])
    count = dask.delayed(Corpus.count)
    corpus.number(dask.compute(*(count(corpus, part) for part in corpus.to_count)))
    # If the rows do not fit into memory, write each part where it is judged.
    tables = dask.compute(*(dask.delayed(judge)(corpus, part) for part in range(len(corpus))))
    for row in (row for table in tables for row in table.to_pylist()):
        print(json.dumps(row))


if __name__ == "__main__":
    main()
