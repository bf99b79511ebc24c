"""Tests the filter for Pandoc: `check.py PANDOC PIPSCRIBE`."""

import pathlib
import re
import subprocess
import sys
import tempfile
import zipfile

PANDOC, PIPSCRIBE = sys.argv[1:]
FILTER = pathlib.Path(__file__).parent.parent / "_extensions/pipscribe/pips.lua"
RECORD = '[Game "gipf"]\n[Variant "basic"]\n\n1. b3 2. a2-c4 *\n'
WORDS = "White single pieces on b5, c4, e2, h5."
PUZZLE = '[Game "gipf"]\n[Variant "basic"]\n\n1. b3 {[%puzzle save]} 2. c2 (2. {[%solution]} f2) *\n'
CHAPTER = f"""\
---
pipscribe:
  command: {PIPSCRIBE}
---

A piece ![](pip:W) and the die ![a _five_](pip:L5).

```{{.pips number=yes caption="One"}}
{RECORD}```

> ```{{.pips hidden=yes number=yes caption="Two"}}
{"".join(f"> {line}".rstrip() + chr(10) for line in PUZZLE.splitlines())}> ```

```{{.pips solutions=yes}}
```
"""
PAGE = f"""\
---
pipscribe:
  command: {PIPSCRIBE}
  theme: dark
---

```{{.pips turn=2 hidden=yes number=yes #push caption="A \\"push\\" & *more*" width=60%}}
{RECORD}```

- In a list

  ```pips
  [Game "gipf"]
  [Variant "basic"]

  1. b3 *
  ```

```{{.pips .wide ascii=yes table=yes number=yes}}
{RECORD}```

```pipsqueak
other
```
"""


def pandoc(text, *arguments, folder=None):
    command = [PANDOC, "--lua-filter", str(FILTER.resolve()), *arguments]
    return subprocess.run(command, input=text, cwd=folder, capture_output=True, encoding="utf-8", timeout=120)


def made(text, *arguments, folder=None):
    done = pandoc(text, *arguments, folder=folder)
    assert done.returncode == 0, done.stderr
    return done.stdout


def html_contains_svg():
    page = made(PAGE, "--to", "html")
    assert page.count("<svg ") == 2 and page.count("pips-dark") > 2 and f"<desc>{WORDS}" in page
    assert '<figure class="pipscribe" id="push">' in page and "width: 60%" in page
    assert "<figcaption>Figure 1: A &quot;push&quot; &amp; *more*</figcaption>" in page and "Figure 2" in page
    assert page.count("[Variant &quot;basic&quot;]") == 2, "the first record is hidden"
    assert re.search(r"<li>.*?<figure.*?</li>", page, re.DOTALL) and "<td>White</td>" in page
    assert '<pre class="pipsqueak"><code>other' in page


def print_has_images(folder):
    page = made(PAGE, "--to", "latex", "--extract-media", "media", folder=folder)
    names = re.findall(r"\\includegraphics\[.*?\]\{(media/.*?)\}", page)
    starts = {(folder / name).read_bytes()[:4] for name in names}
    # A command that was built without PDF writes PNG.
    assert len(names) == 2 and starts in ({b"%PDF"}, {b"\x89PNG"}), (names, starts)
    assert f"alt={{{WORDS}" in page and "width=0.6\\linewidth" in page and "\\label{push}" in page
    assert '\\caption{A "push" \\& *more*}' in page, "LaTeX numbers figures itself"


def without_pdf_print_has_png(folder):
    command = folder / "without-pdf"
    command.write_text(
        f"""#!/bin/sh
if [ "$1" = --version ]; then echo 'features: lsp, png'; else exec '{PIPSCRIBE}' "$@"; fi
""",
        encoding="utf-8",
    )
    command.chmod(0o755)
    done = pandoc(PAGE.replace(PIPSCRIBE, str(command)), "--to", "latex", "--extract-media", "png", folder=folder)
    assert (done.returncode, done.stderr) == (0, ""), done.stderr
    starts = {path.read_bytes()[:4] for path in (folder / "png").iterdir()}
    assert starts == {b"\x89PNG"}, starts


def documents_have_images(folder):
    made(PAGE, "--to", "docx", "--output", "page.docx", folder=folder)
    files = zipfile.ZipFile(folder / "page.docx").namelist()
    assert sum(name.startswith("word/media/") and name.endswith(".png") for name in files) == 2, files


def blocks_are_one_chapter(folder):
    page = made(CHAPTER, "--to", "html")
    rows = [re.sub("<.*?>", "", row).split("\n") for row in re.findall(r"<tr>\n(.*?)</tr>", page, re.DOTALL)]
    assert [row[0] for row in rows] == ["puzzle", "2", "2"], rows
    assert "2. c2" in rows[1] and "2. f2" in rows[2] and "Figure 2: Two" in page, rows
    assert page.count("<img data-pip=") == 2 and 'alt="white GIPF piece"' in page and 'alt="a five"' in page
    assert page.count("<pre") == 1, "neither the hidden record nor the empty block is shown"
    page = made(CHAPTER, "--to", "latex", "--extract-media", "media", folder=folder)
    assert page.count("\\raisebox{-") == 2 and "height=0.9em" in page, page
    label = re.search(r"\\caption\{Two\}\\label\{(.*?)\}", page)[1]
    assert page.count(f"\\ref{{{label}}} &") == 2, "LaTeX knows the number of the figure"
    assert len(list((folder / "media").iterdir())) == 4
    assert made(CHAPTER, "--to", "typst").count("supplement: none") == 2
    made(CHAPTER, "--to", "docx", "--output", "page.docx", folder=folder)
    files = zipfile.ZipFile(folder / "page.docx").namelist()
    assert sum(name.startswith("word/media/") for name in files) == 4, files


def errors_end_the_run(folder):
    text = PAGE.replace("a2-c4", "a2-d4").replace("ascii", "asci").replace("  1. b3", "  1. c9")
    (folder / "page.md").write_text(text, encoding="utf-8")
    done = pandoc("", "--to", "html", "page.md", folder=folder)
    assert done.returncode != 0 and done.stdout == ""
    lines = text.splitlines()
    for message, part in [("gipf/not-in-line: d4", "d4"), ("gipf/off-board: `c9`", "c9"), ("unknown attribute `asci`", ".wide")]:
        place = re.search(rf"pipscribe: page\.md:(\d+)(?::(\d+))?: {message}", done.stderr)
        assert place, (message, done.stderr)
        line = lines[int(place[1]) - 1]
        assert line[int(place[2]) - 1 :].startswith(part) if place[2] else part in line, (message, line)
    assert "did you mean `ascii`?" in done.stderr, done.stderr
    # Pandoc does not give the place of a text from standard input.
    told = pandoc(text, "--to", "html").stderr
    assert "document, block 1, line 4, column 13: gipf/not-in-line" in told or "-, block 1, line 4" in told, told
    assert "unknown setting `them`" in pandoc(PAGE.replace("theme:", "them:"), "--to", "html").stderr
    assert "`figures` is `all` or `asked`" in pandoc(PAGE.replace("theme: dark", "figures: some"), "--to", "html").stderr
    assert "cannot be run" in pandoc(PAGE.replace(PIPSCRIBE, "no-such-command"), "--to", "html").stderr
    (folder / "page.md").write_text(CHAPTER.replace("hidden=yes", "#a").replace('"One"', '"One" #a'), encoding="utf-8")
    told = pandoc("", "--to", "html", "page.md", folder=folder).stderr
    assert "page.md:15: two figures in this document have the label `a`: this one and the one of line 8" in told, told
    (folder / "page.md").write_text(CHAPTER.replace("pip:L5", "pip:L9"), encoding="utf-8")
    told = pandoc("", "--to", "html", "page.md", folder=folder).stderr
    assert "page.md:6:" in told and "`L9`" in told, told
    told = pandoc(CHAPTER.replace("%puzzle", "%expect"), "--to", "html").stderr
    assert "there is no puzzle before this block" not in told, "its puzzles are not known: " + told


def old_versions_are_named(folder):
    old = folder / "old.lua"
    old.write_text(f"PANDOC_VERSION, pandoc.json = pandoc.types.Version '2.17', nil\ndofile '{FILTER.resolve()}'\n")
    command = [PANDOC, "--lua-filter", str(old), "--to", "html"]
    done = subprocess.run(command, input=PAGE, capture_output=True, encoding="utf-8", timeout=120)
    assert done.returncode != 0 and done.stdout == ""
    assert "pipscribe needs Pandoc 3.1.1 or newer; this is 2.17" in done.stderr, done.stderr


def other_documents_are_unchanged():
    assert made("Text\n", "--to", "html") == "<p>Text</p>\n"


html_contains_svg()
other_documents_are_unchanged()
for test in (print_has_images, without_pdf_print_has_png, documents_have_images, blocks_are_one_chapter, errors_end_the_run, old_versions_are_named):
    with tempfile.TemporaryDirectory() as temporary:
        test(pathlib.Path(temporary))
print("the filter for Pandoc draws HTML, LaTeX and Word")
