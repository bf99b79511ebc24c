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


def documents_have_images(folder):
    made(PAGE, "--to", "docx", "--output", "page.docx", folder=folder)
    files = zipfile.ZipFile(folder / "page.docx").namelist()
    assert sum(name.startswith("word/media/") and name.endswith(".png") for name in files) == 2, files


def errors_end_the_run(folder):
    (folder / "page.md").write_text(PAGE.replace("a2-c4", "a2-d4").replace("ascii", "asci"), encoding="utf-8")
    done = pandoc("", "--to", "html", "page.md", folder=folder)
    assert done.returncode != 0 and done.stdout == ""
    assert "page.md, block 1:5:13: gipf/not-in-line: d4 is on no line" in done.stderr, done.stderr
    assert "page.md, block 3:1:" in done.stderr and "did you mean `ascii`?" in done.stderr, done.stderr
    assert "unknown setting `them`" in pandoc(PAGE.replace("theme:", "them:"), "--to", "html").stderr
    assert "cannot be run" in pandoc(PAGE.replace(PIPSCRIBE, "no-such-command"), "--to", "html").stderr


def other_documents_are_unchanged():
    assert made("Text\n", "--to", "html") == "<p>Text</p>\n"


html_contains_svg()
other_documents_are_unchanged()
for test in (print_has_images, documents_have_images, errors_end_the_run):
    with tempfile.TemporaryDirectory() as temporary:
        test(pathlib.Path(temporary))
print("the filter for Pandoc draws HTML, LaTeX and Word")
