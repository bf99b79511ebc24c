"""However a corpus is divided, its parts yield each record once, with the number and line of the CLI."""

from __future__ import annotations

import io
import pickle
import random
from pathlib import Path
from typing import Any

import pyarrow
import pytest
from pyarrow import fs

import pipscribe
from pipscribe.corpus import Corpus, CorpusWarning

GAMES = [pipscribe.random_game("pippip", seed=seed, most_turns=6) for seed in range(30)]
FAULTS = ['[Game "chess"]\n\n1. e4 *\n', '[Game "']


def table(rows: Any) -> list[tuple[Any, ...]]:
    return [tuple(row.values()) for batch in rows for row in pyarrow.record_batch(batch).to_pylist()]


def read(corpus: Corpus) -> list[tuple[Any, ...]]:
    counts = [corpus.count(part) for part in corpus.to_count]
    random.Random(1).shuffle(counts)
    corpus.number(counts)
    # A part may be processed by another process.
    sent = pickle.loads(pickle.dumps(corpus))
    return table(batch for part in range(len(sent)) for batch in sent.read(part))


@pytest.fixture
def folder(tmp_path: Path) -> Path:
    (tmp_path / "b").mkdir()
    (tmp_path / ".git").mkdir()
    ordered = [f'[Event "{at}"]\n[Site "x"]\n{game}' for at, game in enumerate(GAMES)]
    for name, text in {
        "b.pips": "\n".join(GAMES + FAULTS).encode(),
        "b/a.pips": b"# Mine.\r\n\r\n" + "\n".join(ordered).replace("\n", "\r\n").encode(),
        "b/c.PIPS": ("b3\n" + GAMES[0]).rstrip("\n").encode("utf-8-sig"),
        "b/d.pips": b"",
        "b/no.txt": GAMES[0].encode(),
        ".git/no.pips": GAMES[0].encode(),
        "bytes.pips": bytes(range(256)) * 20,
    }.items():
        (tmp_path / name).write_bytes(text)
    (tmp_path / "link.pips").symlink_to(tmp_path / "b.pips")
    return tmp_path


@pytest.mark.parametrize("part_bytes", [97, 1000, 4096, 1 << 26])
def test_parts_yield_each_record_once(folder: Path, part_bytes: int) -> None:
    corpus = Corpus(folder, part_bytes=part_bytes)
    names = ["b/a.pips", "b/c.PIPS", "b/d.pips", "b.pips", "bytes.pips"]
    assert corpus.files == [str(folder / name) for name in names]
    whole = []
    for path in corpus.files:
        rows = table(pipscribe.RecordReader(path))
        whole += [(path, record, line, text) for record, line, _, text in rows]
    assert read(corpus) == whole
    assert len(whole) == len(GAMES) + 2 + len(GAMES) + len(FAULTS) + 1
    texts: dict[str, int] = {}
    for path, record, line, text in whole:
        assert record == texts.get(path, 0) + 1
        texts[path] = record
        before = Path(path).read_bytes().split(b"\n")[: line - 1]
        assert Path(path).read_bytes()[len(b"\n".join(before)) + bool(before) :].startswith(text)


def test_other_file_systems(folder: Path) -> None:
    own = [row[1:] for row in read(Corpus(folder, part_bytes=700))]
    corpus = Corpus(folder.as_uri(), part_bytes=700)
    assert corpus.files[0] == folder.as_uri() + "/b/a.pips"
    # This corpus follows links.
    assert [row[1:] for row in read(corpus) if not row[0].endswith("link.pips")] == own
    given = Corpus([str(folder / "b.pips")], part_bytes=700, filesystem=fs.LocalFileSystem())
    assert [row[3] for row in read(given)][:30] == [(game + "\n").encode() for game in GAMES]
    with pytest.raises(FileNotFoundError):
        Corpus((folder / "nowhere").as_uri())


def test_unreadable_files_are_reported(folder: Path) -> None:
    with pytest.raises(FileNotFoundError):
        Corpus(folder / "nowhere.pips")
    corpus = Corpus(folder / "b.pips", part_bytes=700)
    with pytest.raises(pipscribe.PipscribeError, match="`number` comes before `read`"):
        table(corpus.read(1))
    (folder / "b.pips").write_text(GAMES[0])
    with pytest.raises(pipscribe.PipscribeError, match="was changed"):
        table(corpus.read(0))
    with pytest.raises(pipscribe.PipscribeError, match="at least one byte"):
        Corpus(folder, part_bytes=0)


def test_a_reader_accepts_anything_readable() -> None:
    text = "\n".join(GAMES)
    own = table(pipscribe.RecordReader(io.BytesIO(text.encode())))
    assert len(own) == len(GAMES)
    assert table(pipscribe.RecordReader(io.BytesIO(text.encode()), batch_bytes=1)) == own
    with pytest.raises(pipscribe.PipscribeError, match="open the file as bytes"):
        table(pipscribe.RecordReader(io.StringIO(text)))  # type: ignore[arg-type]
    with pytest.raises(FileNotFoundError):
        pipscribe.RecordReader("nowhere.pips")
    with pytest.raises(IsADirectoryError):
        table(pipscribe.RecordReader("."))

    class Broken(io.BytesIO):
        def read(self, size: int | None = -1, /) -> bytes:
            raise ConnectionError("far away")

    with pytest.raises(ConnectionError, match="far away"):
        table(pipscribe.RecordReader(Broken()))


def test_an_oversized_record_is_a_row() -> None:
    long = '[Game "gipf"]\n[Variant "basic"]\n\n1. b3 {' + "x" * (5 << 20) + "} *\n\n"
    rows = table(pipscribe.RecordReader(io.BytesIO((long + GAMES[0]).encode())))
    assert [len(row[3]) for row in rows] == [(4 << 20) + 1, len(GAMES[0])]
    checked = pyarrow.record_batch(pipscribe.check_batch(pyarrow.array([row[3] for row in rows]), ["valid", "first_code"]))
    assert checked.to_pylist() == [{"valid": False, "first_code": "limit/record-size"}, {"valid": True, "first_code": None}]


def test_custom_decks() -> None:
    deck = (Path(__file__).parents[3] / "src/decks/twin-works.yaml").read_text(encoding="utf-8")
    own = pipscribe.random_game("pipe", "both", seed=3, most_turns=3).replace('[Deck "twin-works"]', '[Deck "mine"]')

    def codes(**decks: Any) -> list[Any]:
        rows = pyarrow.record_batch(pipscribe.check_batch(pyarrow.array([own]), ["first_code"], **decks))
        return [*rows.column(0).to_pylist(), pipscribe.replay_batch(pyarrow.array([own]), **decks).num_rows]

    assert codes() == ["deck/unknown", 0]
    assert codes(decks={"mine": deck})[1] == 3


def test_nothing_is_left_out_in_silence(tmp_path: Path) -> None:
    for name in ("a.pips.gz", "b.md", "c.txt"):
        (tmp_path / name).write_bytes(b"x")
    for path in (tmp_path, str(tmp_path / "*.pips"), str(tmp_path / "*")):
        with pytest.raises(pipscribe.PipscribeError, match="has no files that end in `.pips`"):
            Corpus(path)
    with pytest.raises(pipscribe.PipscribeError, match="it has .*a.pips.gz`, .*b.md`, which cannot be read here"):
        Corpus(tmp_path)
    with pytest.raises(pipscribe.PipscribeError, match="a.pips.gz` is compressed"):
        Corpus(tmp_path / "a.pips.gz")
    with pytest.raises(pipscribe.PipscribeError, match="b.md` is a document"):
        Corpus(tmp_path / "b.md", filesystem=fs.LocalFileSystem())
    with pytest.raises(pipscribe.PipscribeError, match="is a pattern, which only local paths can be"):
        Corpus("games/*.pips", filesystem=fs.LocalFileSystem())
    with pytest.raises(FileNotFoundError):
        Corpus(tmp_path / "no.pips")
    (tmp_path / "d.pips").write_text(GAMES[0], encoding="utf-8")
    with pytest.warns(CorpusWarning, match="a.pips.gz` cannot be read here and are skipped"):
        assert len(Corpus(tmp_path).files) == 1


def test_patterns_name_files_and_folders(folder: Path) -> None:
    names = ["b/a.pips", "b/d.pips"]
    assert Corpus(str(folder / "b" / "*.pips")).files == [str(folder / name) for name in names]
    assert Corpus(str(folder / "b*")).files == Corpus(folder).files
    (folder / "[x].pips").write_text(GAMES[0], encoding="utf-8")
    assert Corpus(folder / "[x].pips").files == [str(folder / "[x].pips")]
