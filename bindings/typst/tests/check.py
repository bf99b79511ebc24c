#!/usr/bin/env python3
"""Compares the package with the CLI: `check.py PIPSCRIBE` compiles the example and reads the result."""

import base64
import json
import re
import subprocess
import sys
import tempfile
from pathlib import Path

import typst

PACKAGE = Path(__file__).resolve().parent.parent
PIPSCRIBE = sys.argv[1]
EXAMPLE = PACKAGE / "examples/rules.typ"
# Shapes of a drawing without its text, one per line. Text is outlines here, but text in the other drawing.
SHAPES = re.compile(r"<(?:circle|line|polygon|path)\b[^>]*>")


def pipscribe(*arguments):
    done = subprocess.run([PIPSCRIBE, *arguments], capture_output=True, text=True)
    assert done.returncode == 0, (arguments, done.stderr)
    return done.stdout


def compiled(source, form="svg"):
    """The pages of a document with this text."""
    with tempfile.TemporaryDirectory(dir=PACKAGE) as folder:
        page = Path(folder) / "page.typ"
        page.write_text(source)
        pages = typst.compile(str(page), root=str(PACKAGE), format=form)
    return pages if isinstance(pages, list) else [pages]


def drawings(pages):
    """The drawings on the pages, in order."""
    found = []
    for page in pages:
        for data in re.findall(r"data:image/svg\+xml;base64,([^\"]+)", page.decode()):
            found.append(base64.b64decode(data).decode())
    return found


def without_letters(svg):
    """The shapes of a drawing, without text and background, which is larger if it has a caption."""
    groups = re.findall(r"<g ([^>]*)>\n(.*?)</g>", svg, re.S)
    drawn = [body for look, body in groups if "font-size" not in look and 'class="ground"' not in look]
    return [shape for body in drawn for shape in SHAPES.findall(body)]


# The figures must equal those of the CLI, in the same order and with the same text.
source = EXAMPLE.read_text().replace("../lib.typ", "/lib.typ")
found = drawings(compiled(source))
wanted = [
    (1, ["--turn", "2", "--mark", "arrow a2>c4"]),
    (2, ["--from", "1", "--turn", "3"]),
    (4, []),
    (5, ["--turn", "9"]),
    (6, ["--from", "9", "--turn", "12"]),
]
assert len(found) == len(wanted), len(found)
figures = json.loads(typst.query(str(EXAMPLE), "figure", root=str(PACKAGE)))
assert len(figures) == len(wanted), figures
for (record, arguments), svg, figure in zip(wanted, found, figures):
    arguments = ["render", str(EXAMPLE), "--record", str(record), *arguments]
    expected = without_letters(pipscribe(*arguments, "--format", "svg"))
    assert len(expected) > 20, (arguments, expected)
    assert without_letters(svg) == expected, arguments
    assert "<text" not in svg and "<path" in svg, arguments
    # The description begins with the headline and the caption, which a document shows by itself. It does not repeat the
    # sentences that are in the headline.
    described = pipscribe(*arguments, "--format", "words").strip().replace("\n", " ")
    alt = figure["body"]["alt"]
    sentences = alt.rstrip(".").split(". ")
    assert len(sentences) >= 3 and all(sentence in described for sentence in sentences), (alt, described)
print(f"{len(found)} figures are as the command draws them")

# Typst code exported by the CLI must compile, for every game, with marks, crops and outlines, and can be referenced.
ROOT = PACKAGE.parent.parent
DRAWN = [
    ["corpus/gipf/real/game-a.pips", "--turn", "19", "--movement", "--legend", "--width", "60mm"],
    ["corpus/gipf/real/game-a.pips", "--turn", "26", "--view", "c2..f6", "--rotate", "60", "--lang", "de"],
    ["corpus/gallery/pippinzip.pips", "--from", "1", "--theme", "screen"],
    ["corpus/gallery/pippip.pips", "--turn", "9", "--mark", "shade b1 c1", "--theme", "dark", "--text", "outlines"],
    ["corpus/gallery/pipe.pips", "--turn", "12", "--movement", "--legend"],
]
source = "#set page(width: auto, height: auto)\n"
for number, (record, *arguments) in enumerate(DRAWN):
    label = f"drawn-{number}"
    source += pipscribe("render", str(ROOT / record), "--format", "typst", "--label", label, *arguments)
    source += f"See @{label}.\n#pagebreak(weak: true)\n"
pages = compiled(source, "pdf")
assert pages[0].startswith(b"%PDF") and pages[0].count(b"/Alt") >= len(DRAWN), "alternative texts"
print(f"{len(DRAWN)} figures are drawn by Typst")

# The other options of a block.
RECORD = '[Game "gipf"]\n[Variant "basic"]\n\n1. b3 2. a2-c4 3. h1-h3 *\n'
HEAD = '#import "/lib.typ": pipscribe\n#set page(width: 16cm, height: auto)\n#show: pipscribe\n'


def queried(attributes, selector, record=RECORD, head=HEAD):
    with tempfile.TemporaryDirectory(dir=PACKAGE) as folder:
        page = Path(folder) / "page.typ"
        page.write_text(f"{head}```pips {attributes}\n{record}```\n")
        return json.loads(typst.query(str(page), selector, root=str(PACKAGE)))


[figure] = queried('number=4 caption="x" alt="What it shows" width=30mm #here', "figure")
assert figure["numbering"] == "1" and figure["label"] == "<here>", figure
assert figure["body"]["alt"] == "What it shows" and "30" not in figure["body"]["alt"], figure
assert "85.04pt" in figure["body"]["width"], figure["body"]["width"]
assert queried("caption=x", "figure")[0].get("numbering") is None
assert [raw["text"] for raw in queried("figure=none", "raw")][-1].startswith("[Game")
assert len(queried("hidden", "raw")) == 1, "the block itself, and nothing that shows it"
assert "a5" in queried("hidden ascii", "raw")[-1]["text"]
[table] = queried("hidden table range=2..3", "table")
assert len(table["children"]) == 2 + 6, table
wrong = RECORD.replace("c4", "c5")
told = queried("finding", "raw", wrong)[-1]["text"]
assert "gipf/not-in-line" in told and "Nearest" in told and "╭─[record:4:13]" in told, told
[link] = queried('player="https://example.org/"', "link")
assert link["dest"] == "https://example.org/", link
asked = HEAD.replace("show: pipscribe", 'show: pipscribe.with(figures: "asked")')
assert queried("", "figure", head=asked) == []
dark = HEAD.replace("show: pipscribe", 'show: pipscribe.with(theme: "dark")')
assert "pips-dark" in drawings(compiled(f"{dark}```pips\n{RECORD}```"))[0]
print("attributes and settings do what they say")

# Pieces in a line of text are on its baseline, as high as its letters, and have a text description.
inline = '#import "/lib.typ": pip\n#set page(width: 8cm, height: auto)\nA #pip("W"), #pip("b"), #pip("L5") and #pip("33").\n'
pieces = drawings(compiled(inline))
assert len(pieces) == 4 and len(set(pieces)) == 4, len(pieces)
assert all(b"/Alt" in page for page in compiled(inline, "pdf")), "alternative texts"
try:
    compiled(inline.replace('"W"', '"W9"'))
except typst.TypstError as error:
    assert "`W9`" in f"{error}", error
else:
    raise AssertionError("`W9` is no piece")
print("pieces are drawn in a line of text")


# The blocks of a document are one chapter: solutions have the numbers that Typst gives to the figures of their puzzles.
PUZZLE = '[Game "gipf"]\n[Variant "basic"]\n\n1. b3 {[%puzzle save]} 2. c2 (2. {[%solution]} f2) *\n'
chapter = HEAD + f"""
#figure(image(bytes("<svg xmlns='http://www.w3.org/2000/svg' width='9' height='9'/>"), format: "svg"), caption: [Zero])
```pips number caption="One"
{RECORD}```
```pips number caption="Two" #two
{PUZZLE}```
```pips hidden
{PUZZLE}```
```pips solutions
```
```pips number=7 hidden
{PUZZLE}```
- ```pips {{solutions}}
  ```
"""


def found(source, selector):
    with tempfile.TemporaryDirectory(dir=PACKAGE) as folder:
        page = Path(folder) / "page.typ"
        page.write_text(source)
        return json.loads(typst.query(str(page), selector, root=str(PACKAGE)))


def words(cell):
    body = cell["body"]
    return body.get("text") or "".join(part.get("text", " ") for part in body.get("children", []))


rows = [[words(cell) for cell in table["children"] if cell["func"] == "cell"] for table in found(chapter, "table")]
save = "Black to move and not lose"
assert rows[0] == ["3", save, "2. c2", "3", "or", "2. f2", "2", save, "2. c2", "2", "or", "2. f2"], rows[0]
assert rows[1] == ["7", save, "2. c2", "7", "or", "2. f2"], rows[1]
compiled(chapter, "pdf")
print("the blocks of a document are one chapter")


# An invalid block stops the compilation, with the place in the block and the place of the block in the document.
def refused(attributes, record, *expected, head=HEAD):
    try:
        compiled(f"{head}\n```pips {attributes}\n{record}```\n")
    except typst.TypstError as error:
        told = f"{error}\n{error.diagnostic}"
        for part in (*expected, "page.typ:5:"):
            assert part in told, told
    else:
        raise AssertionError(f"{attributes}: nothing was refused")


refused("solutions", RECORD, "there is no puzzle before this block")
refused("solutions", "", "there is no puzzle before this block")
refused("number #push", RECORD, "have the label `push`: this figure and one on page 1", head=f"{HEAD}= Push <push>")
refused("turn=2", wrong, "line 4, column 13: gipf/not-in-line")
refused("", wrong, "line 4, column 13: gipf/not-in-line")
refused("turn=2, trun=1", RECORD, "after the tag: unknown attribute `trun`: did you mean `turn`?")
refused("turn=9", RECORD, "after the tag: ")
refused("illegal", RECORD, "marked `illegal`, but the record is legal")
refused("illegal=gipf/no-row", wrong, "but the record has no `gipf/no-row`")
refused("player", RECORD, 'player="ADDRESS"')
pink = HEAD.replace("show: pipscribe", 'show: pipscribe.with(theme: "pink")')
refused("", RECORD, "`theme`: unknown theme `pink`; use one of print", head=pink)
print("what is wrong is told, and where")
