"""Runs the recipes of docs/src/collections.md in DuckDB and Polars, over tables that the command writes, and holds their answers
against the command's own. `.ci/collections` calls it: recipes.py PIPSCRIBE FOLDER, and `parquet` where the command has that."""

import json
import os
import re
import subprocess
import sys
from pathlib import Path

import duckdb

ROOT = Path(__file__).resolve().parents[2]
COMMAND, FOLDER = Path(sys.argv[1]).resolve(), Path(sys.argv[2])
PARQUET = "parquet" in sys.argv[3:]
FILES = ["a.pips", "b.pips", "c.pips"]


def pipscribe(*arguments, input=None, statuses=(0,)):
    run = subprocess.run([COMMAND, *arguments], input=input, capture_output=True, text=True, cwd=FOLDER)
    assert run.returncode in statuses, (arguments, run.returncode, run.stderr)
    return run


def turned(record):
    """A record of Pippinzip on 5 × 5 points with its board turned by a quarter."""
    head, moves = record.split("\n\n", 1)
    point = lambda match: f"{'abcde'[int(match[2]) - 1]}{5 - 'abcde'.index(match[1])}"
    return f"{head}\n\n" + re.sub(r"(?<![a-z])([a-e])([1-5])(?!\d)", point, moves)


def with_tags(record, **tags):
    first, rest = record.split("\n", 1)
    return "\n".join([first, *(f'[{name} "{value}"]' for name, value in tags.items()), rest])


def collection():
    """Games of all four, with players, some of them twice, some turned, some cut short, some at fault, and a file that is no text."""
    setups = [
        ["gipf", "basic"], ["gipf", "tournament"], ["pippinzip", "zipline", "--tag", "Size=5"],
        ["pippinzip", "freestyle", "--tag", "Size=5"], ["pippip", "standard"], ["pipe", "both"],
    ]
    players, games = ["Ann", "Bob", "Cem", "Dor"], []
    for seed, (game, variant, *more) in enumerate(setups):
        text = pipscribe("random", "--game", game, "--variant", variant, *more, "--count", "25", "--seed", str(seed)).stdout
        for at, record in enumerate(re.split(r"\n(?=\[Game )", text)):
            first, second = players[at % 4], players[(at // 4 + 1 + at) % 4]
            games.append(with_tags(record.rstrip("\n") + "\n", Date=f"2026-{at % 12 + 1:02}", Player1=first, Player2=second))
    zips = [game for game in games if 'Game "pippinzip"' in game]
    short = lambda game: re.sub(r'\[(Result|Score) "[^"]*"\]\n', "", game).split(" 8. ")[0].rsplit("\n8. ")[0] + " *\n"
    faults = ['[Game "gipf"]\n[Variant "basic"]\n\n1. b9 *\n', '[Game "gipf"]\n\n1. b3 *\n', '[Game "chess"]\n\n1. e4 *\n']
    (FOLDER / "a.pips").write_text("\n".join(games + faults))
    others = games[:10] + [turned(game) for game in zips[:12]] + [short(game) for game in games[::3]]
    (FOLDER / "b.pips").write_text("\n".join(others))
    (FOLDER / "c.pips").write_bytes(bytes(range(256)) * 40)


def queries():
    page = (ROOT / "docs/src/collections.md").read_text()
    found = re.findall(r"<!-- query: ([a-z-]+) -->\n```(?:sql|python)\n(.*?)```", page, re.S)
    assert len(found) == page.count("<!-- query:"), "a query that is not found"
    return dict(found)


def same(what, ours, theirs):
    ours, theirs = list(ours), list(theirs)
    assert ours == theirs, f"{what}:\n{ours[:5]}\nis not\n{theirs[:5]}\n({len(ours)} and {len(theirs)})"
    print(f"{what}: {len(ours)} rows agree")


def main():
    FOLDER.mkdir(parents=True, exist_ok=True)
    os.chdir(FOLDER)
    collection()
    files, texts = FILES, queries()
    checked = pipscribe("check", "--quiet", "--format", "json", "--with", "table", *files, statuses=(1,)).stdout
    Path("games.jsonl").write_text(checked)
    pipscribe("convert", "--to", "csv", "--columns", "all", *files, "-o", "games.csv")
    pipscribe("convert", "--to", "csv-turns", "--columns", "all", *files, "-o", "turns.csv")

    db = duckdb.connect()
    if PARQUET:
        pipscribe("convert", "--to", "parquet", *files, "-o", "games.parquet")
        pipscribe("convert", "--to", "parquet-turns", *files, "-o", "turns.parquet")
        db.execute("CREATE VIEW games AS SELECT * FROM 'games.parquet'; CREATE VIEW turns AS SELECT * FROM 'turns.parquet'")
        db.execute(texts["tables"][texts["tables"].index("CREATE VIEW points"):])
        metadata = dict(db.execute("SELECT key::VARCHAR, value::VARCHAR FROM parquet_kv_metadata('games.parquet')").fetchall())
        assert metadata["pipscribe.table"] == "games" and "pipscribe.column.key" in metadata, metadata
        codecs = db.execute("SELECT DISTINCT compression FROM parquet_metadata('games.parquet')").fetchall()
        assert codecs == [("ZSTD",)], codecs
    else:
        db.execute(texts["tables"])
    ask = lambda name: db.execute(texts[name]).fetchall()

    # Rows in are rows out.
    records = [json.loads(line) for line in checked.splitlines()]
    stats = json.loads(pipscribe("stats", "--format", "json", "--depth", "2", *files).stdout)
    rows = db.execute("SELECT count(*) FROM games").fetchone()[0]
    assert rows == len(records) == stats["records"], (rows, len(records), stats["records"])
    assert db.execute("SELECT count(*) FROM games WHERE path = 'c.pips' AND NOT valid").fetchone() == (1,)
    print(f"{rows} records are {rows} rows")

    place = lambda object: (object["path"], object["record"])
    dropped = lambda by: [
        json.loads(line) for line in pipscribe("dedupe", "--by", by, "--format", "json", *files, statuses=(1,)).stderr.splitlines() if line.startswith("{")
    ]
    whole = {f"{record['path']}:{record['line']}" for record in records}
    for name, by in [("duplicates", "exact"), ("symmetric-duplicates", "symmetric")]:
        theirs = {f"{object['path']}:{object['line']}": object for object in dropped(by) if object["why"] != "same-text"}
        groups = [set(places) for _, _, places in ask(name)]
        assert all(group <= whole for group in groups)
        same(name, sorted(sum(len(group) - 1 for group in groups) * [1]), [1] * len(theirs))
        for at, object in theirs.items():
            kept = f"{object['kept']['path']}:{object['kept']['line']}"
            assert any({at, kept} <= group for group in groups), (name, at, kept)
    assert len(dropped("symmetric")) >= len(dropped("exact")) + 12
    same("beginnings", sorted(row[:2] for row in ask("beginnings")),
         sorted(place(object) for object in dropped("prefix") if object["why"] == "beginning" and has_four(records, object)))

    openings = [
        (variant["game"], variant["variant"], one["turn"], two["turn"], two["games"], percent(two))
        for variant in stats["variants"] if variant["game"] for one in variant["openings"].get("next", []) for two in one.get("next", [])
    ]
    key = lambda row: tuple(map(str, row))
    same("openings", sorted(ask("openings"), key=key), sorted(openings, key=key))
    space = {}
    exec(texts["polars"], space)
    same("openings in Polars", sorted(space["openings"].select("game", "variant", "first", "second", "games", "percent").rows(), key=key),
         sorted(openings, key=key))

    [[position]] = db.execute("SELECT position FROM turns WHERE path = 'a.pips' AND game = 'pippinzip' AND turn = 3 ORDER BY record LIMIT 1").fetchall()
    db.execute("SET VARIABLE position = $1", [position])
    same("a position", ask("position"), grepped("--position", position))
    db.execute("SET VARIABLE symmetric_key = $1", [symmetric_key(position)])
    same("a position and its images", ask("through"), grepped("--symmetric", "--position", position))

    same("material", ask("material"), grepped("--material", "white-lost>=1"))
    db.execute("SET VARIABLE player = 'Cem'")
    same("a player", ask("player"), grepped("--tag", "Player=Cem"))
    db.execute("SET VARIABLE path = 'a.pips'; SET VARIABLE record = 7")
    replayed, turns = pipscribe("replay", "-", input=pipscribe("grep", "--record", "7", "a.pips").stdout).stdout, ask("record")
    assert turns and all(after in replayed for _, _, after in turns), turns
    print(f"record 7: {len(turns)} turns")

    lengths = {(row[0], row[1]): row[2:] for row in ask("lengths")}
    for variant in (variant for variant in stats["variants"] if variant["game"]):
        games, turns, *_ = lengths[(variant["game"], variant["variant"])]
        assert (games, turns) == (variant["games"], variant["turns"]), (variant["game"], games, turns)
    print(f"lengths: {len(lengths)} variants agree")

    heads = ask("head-to-head")
    one, other, games, got = heads[0]
    counted = pipscribe("grep", "-c", "--tag", f"Player1={one}", "--tag", f"Player2={other}", "--result", "1-0", "--result", "0-1",
                        "--result", "1/2-1/2", "--result", "0-0", "--quiet", *files).stdout
    assert games == sum(int(line.rsplit(":", 1)[1]) for line in counted.splitlines()), (games, counted)
    print(f"head to head: {len(heads)} pairs")

    for code, count in ask("codes"):
        places = pipscribe("grep", "-n", "--invalid", "--code", code, *files).stdout.splitlines()
        assert len(places) >= count, (code, count, places)
    same("codes", [sum(count for _, count in ask("codes"))], [stats["records"] - stats["valid"]])
    chosen = ask("sample")
    assert len(chosen) == 5 and set(chosen) <= set(map(place, records)) and chosen == ask("sample")
    print("sample: 5 rows, the same again")


def grepped(*conditions):
    """The places of the records that `grep` finds."""
    lines = pipscribe("grep", *conditions, "-n", *FILES).stdout.splitlines()
    places = [re.fullmatch(r"(.*):\d+: record (\d+)", line).groups() for line in lines]
    return sorted((path, int(record)) for path, record in places)


def symmetric_key(position):
    """The key that the images of a position of Pippinzip share."""
    record = f'[Game "pippinzip"]\n[Variant "zipline"]\n[Size "5"]\n[Position "{position}"]\n\n*\n'
    checked = pipscribe("check", "--quiet", "--format", "json", "--with", "end_symmetric_key", "-", input=record, statuses=(0, 1))
    return json.loads(checked.stdout)["end_symmetric_key"]


def has_four(records, object):
    found = next(record for record in records if (record["path"], record["record"]) == (object["path"], object["record"]))
    return found["prefix_4"] is not None


def percent(opening):
    """What seat 1 got of the decided games, as the recipe rounds it."""
    if not opening["decided"]:
        return None
    exact = duckdb.execute("SELECT round(100 * ($1 / 2.0) / $2, 1)", [opening["half_points"][0], opening["decided"]]).fetchone()[0]
    return float(exact)


main()
