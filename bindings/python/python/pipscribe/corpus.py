"""Corpora of many files in parts of even size, for Spark, Dask, Ray or a pool of processes.

Files are cut at the borders of records, and each record has the number and the line that ``pipscribe check`` reports.

>>> import pipscribe, tempfile
>>> from pathlib import Path
>>> from pipscribe.corpus import Corpus
>>> folder = Path(tempfile.mkdtemp())
>>> _ = (folder / "a.pips").write_text("".join(pipscribe.random_game("pippip", seed=seed) + "\\n" for seed in range(5)))
>>> corpus = Corpus(folder, part_bytes=1000)
>>> corpus.number(map(corpus.count, corpus.to_count))
>>> rows = [row for part in range(len(corpus)) for batch in corpus.read(part) for row in batch.to_pylist()]
>>> [row["record"] for row in rows], rows[0]["line"], rows[0]["text"][:6]
([1, 2, 3, 4, 5], 1, b'[Game ')

Requires pyarrow. Every file system that it supports can be read: ``s3://``, ``gs://``, ``abfs://``, ``hdfs://``.
"""

# mypy: disable-error-code="import-untyped, unused-ignore"

from __future__ import annotations

import glob
import os
import warnings
from collections.abc import Iterable, Iterator
from typing import Any, NamedTuple

from . import PipscribeError, RecordReader
from ._extras import extra

__all__ = ["Corpus", "CorpusWarning", "Counted"]


class CorpusWarning(UserWarning):
    """Files in a folder that are compressed and cannot be read in parts."""


class Counted(NamedTuple):
    """Counts of a piece of a file: the records that begin in it, and its line ends."""

    file: int
    start: int
    records: int
    lines: int


class Corpus:
    """The records of files and folders in parts.

    ``paths`` is one path or several: files, or folders with all their ``.pips`` files, also in subfolders, except hidden
    ones; links in folders are not followed. Files are sorted by name. A part has about ``part_bytes``: several files,
    one file, or a piece of a larger one. ``filesystem`` is one of ``pyarrow.fs`` or fsspec, for paths without a scheme.

    A path with ``*``, ``?`` or ``[`` that is not a file is a pattern, as in ``games/**/*.pips``; hidden files match only a
    pattern that begins with a dot. Compressed files and documents cannot be cut into parts: naming one is an error, and
    so is a path without any files to read. Compressed files in folders are skipped with a ``CorpusWarning``.
    """

    def __init__(
        self,
        paths: str | os.PathLike[str] | Iterable[str | os.PathLike[str]],
        *,
        part_bytes: int = 64 << 20,
        filesystem: Any = None,
    ) -> None:
        if part_bytes < 1:
            raise PipscribeError("a part has at least one byte")
        named = [paths] if isinstance(paths, (str, os.PathLike)) else list(paths)
        #: Names of the files.
        self.files: list[str] = []
        self._places: list[tuple[Any, str]] = []
        self._sizes: list[int] = []
        for path in [os.fspath(path) for path in named]:
            before, skipped = len(self.files), list[str]()
            for name, place, size in _matching(path, filesystem, skipped):
                self.files.append(name)
                self._places.append(place)
                self._sizes.append(size)
            if len(self.files) == before:
                others = f"; it has {_some(skipped)}, which cannot be read here" if skipped else ""
                raise PipscribeError(f"`{path}` has no files that end in `.pips`{others}")
            # Most documents in a folder have no records.
            packed = [name for name in skipped if name.lower().endswith(_COMPRESSED)]
            if packed:
                warnings.warn(f"`{path}`: {_some(packed)} cannot be read here and are skipped", CorpusWarning, stacklevel=2)
        self._pieces: list[tuple[int, int, int]] = [
            (file, start, min(start + part_bytes, size))
            for file, size in enumerate(self._sizes)
            for start in range(0, size, part_bytes)
        ]
        self._ends: list[int] = []
        held = 0
        for at, (_, start, end) in enumerate(self._pieces):
            if held and held + end - start > part_bytes:
                self._ends.append(at)
                held = 0
            held += end - start
        if held:
            self._ends.append(len(self._pieces))
        self._before: dict[tuple[int, int], tuple[int, int]] | None = None

    def __len__(self) -> int:
        """The number of parts."""
        return len(self._ends)

    def _of(self, part: int) -> list[tuple[int, int, int]]:
        return self._pieces[self._ends[part - 1] if part else 0 : self._ends[part]]

    def _goes_on(self, piece: tuple[int, int, int]) -> bool:
        return piece[2] < self._sizes[piece[0]]

    @property
    def to_count(self) -> list[int]:
        """The parts that must be counted: each has a piece of a file that continues in the next part."""
        return [part for part in range(len(self)) if any(map(self._goes_on, self._of(part)))]

    def count(self, part: int) -> list[Counted]:
        """Counts the records and lines in the pieces of files that continue; reads them without checking."""
        counts = []
        for file, start, end in filter(self._goes_on, self._of(part)):
            with self._open(file) as source:
                counts.append(Counted(file, start, *RecordReader(source, start, end).count()))
        return counts

    def number(self, counts: Iterable[Iterable[tuple[int, int, int, int]]]) -> None:
        """Takes the results of ``count`` for each of ``to_count``, in any order; ``read`` needs them to number the records."""
        self._before = {}
        records = lines = 0
        for file, start, more_records, more_lines in sorted(count for of_part in counts for count in of_part):
            if start == 0:
                records = lines = 0
            records, lines = records + more_records, lines + more_lines
            piece = self._pieces[self._index(file, start) + 1]
            self._before[piece[:2]] = (records, lines)

    def _index(self, file: int, start: int) -> int:
        low, high = 0, len(self._pieces)
        while low < high:
            middle = (low + high) // 2
            low, high = (middle + 1, high) if self._pieces[middle][:2] < (file, start) else (low, middle)
        return low

    def read(self, part: int) -> Iterator[Any]:
        """The records of a part as batches of pyarrow: ``path``, ``record``, ``line``, ``text`` as bytes.

        If a record exceeds the maximum length, its ``text`` is cut; ``check_batch`` recognises this by the length.
        """
        with extra("arrow", "reading a `Corpus`", "pyarrow"):
            import pyarrow

        for file, start, end in self._of(part):
            records, lines = (0, 0) if start == 0 else self._numbers(file, start)
            with self._open(file) as source:
                for rows in RecordReader(source, start, end, records=records, lines=lines):
                    batch = pyarrow.record_batch(rows)
                    columns = [
                        pyarrow.repeat(self.files[file], batch.num_rows),
                        batch.column("record").cast(pyarrow.int64()),
                        batch.column("line").cast(pyarrow.int64()),
                        batch.column("text"),
                    ]
                    yield pyarrow.record_batch(columns, names=["path", "record", "line", "text"])

    def _numbers(self, file: int, start: int) -> tuple[int, int]:
        numbers = (self._before or {}).get((file, start))
        if numbers is None:
            raise PipscribeError("files were cut into pieces: `number` comes before `read`")
        return numbers

    def _open(self, file: int) -> Any:
        filesystem, inside = self._places[file]
        source: Any = open(inside, "rb") if filesystem is None else filesystem.open_input_file(inside)
        size = os.fstat(source.fileno()).st_size if filesystem is None else source.size()
        if size != self._sizes[file]:
            source.close()
            raise PipscribeError(f"{self.files[file]} was changed while it was read")
        return source

    def __repr__(self) -> str:
        return f"Corpus({len(self.files)} files, {sum(self._sizes)} bytes, {len(self)} parts)"


#: Name, location and size of a file.
_File = tuple[str, tuple[Any, str], int]

#: Extensions of files with records that cannot be cut into parts, after ``.pips`` for compressed ones.
_COMPRESSED = (".gz", ".bz2", ".xz", ".zst", ".zip", ".lz4")
_DOCUMENTS = (".md", ".markdown", ".tex", ".latex", ".typ")


def _some(names: list[str]) -> str:
    """The first of some names."""
    first = ", ".join(f"`{name}`" for name in names[:3])
    return first if len(names) <= 3 else f"{first} and {len(names) - 3} more"


def _refuse(path: str) -> None:
    """Raises an error if a file that is named cannot be cut into parts."""
    name = path.lower()
    if name.endswith(_COMPRESSED):
        raise PipscribeError(f"`{path}` is compressed and cannot be read in parts: decompress it first")
    if name.endswith(_DOCUMENTS):
        raise PipscribeError(f"`{path}` is a document: the command `pipscribe check` reads its blocks")


def _matching(path: str, filesystem: Any, skipped: list[str]) -> Iterator[_File]:
    """The files of a path or of a pattern."""
    is_pattern = glob.has_magic(path) and not (filesystem is None and os.path.exists(path))
    if not is_pattern:
        yield from _files(path, filesystem, skipped)
    elif filesystem is None and "://" not in path:
        for match in sorted(glob.glob(path, recursive=True), key=os.fsencode):
            if os.path.isdir(match) or _is_wanted([os.path.basename(match)], skipped, match):
                yield from _files(match, None, skipped)
    else:
        raise PipscribeError(f"`{path}` is a pattern, which only local paths can be: pass the folder or the files")


def _files(path: str, filesystem: Any, skipped: list[str]) -> Iterator[_File]:
    """The files of a path."""
    if filesystem is None and "://" not in path:
        if os.path.isfile(path):
            _refuse(path)
        yield from _local_files(path, skipped)
        return
    with extra("arrow", "a `Corpus` in another file system", "pyarrow"):
        from pyarrow import fs

    if filesystem is None:
        filesystem, inside = fs.FileSystem.from_uri(path)
    else:
        inside = path
        if not isinstance(filesystem, fs.FileSystem):
            filesystem = fs.PyFileSystem(fs.FSSpecHandler(filesystem))
    (info,) = filesystem.get_file_info([inside])
    if info.type == fs.FileType.File:
        _refuse(path)
        yield path, (filesystem, inside), info.size
        return
    if info.type != fs.FileType.Directory:
        raise FileNotFoundError(f"{path} is not there")
    below = []
    for info in filesystem.get_file_info(fs.FileSelector(inside, recursive=True)):
        names = info.path[len(inside) :].strip("/").split("/")
        if info.type == fs.FileType.File and _is_wanted(names, skipped, info.path):
            below.append((names, info))
    for names, info in sorted(below, key=lambda one: one[0]):
        yield "/".join([path.rstrip("/"), *names]), (filesystem, info.path), info.size


def _local_files(path: str, skipped: list[str]) -> Iterator[_File]:
    if not os.path.isdir(path):
        yield path, (None, os.path.abspath(path)), os.stat(path).st_size
        return
    with os.scandir(path) as entries:
        below = sorted(entries, key=lambda entry: os.fsencode(entry.name))
    for entry in below:
        if entry.is_dir(follow_symlinks=False) and not entry.name.startswith("."):
            yield from _local_files(entry.path, skipped)
        elif entry.is_file(follow_symlinks=False) and _is_wanted([entry.name], skipped, entry.path):
            yield entry.path, (None, os.path.abspath(entry.path)), entry.stat().st_size


def _is_wanted(names: list[str], skipped: list[str], path: str) -> bool:
    """True for a file of records that is not hidden. Files with records that cannot be read are added to ``skipped``."""
    if any(name.startswith(".") for name in names):
        return False
    name = names[-1].lower()
    if name.endswith(".pips"):
        return True
    if name.endswith(tuple(".pips" + ending for ending in _COMPRESSED)) or name.endswith(_DOCUMENTS[:2]):
        skipped.append(path)
    return False
