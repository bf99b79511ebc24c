"""The Sphinx extension, in reStructuredText and MyST, for HTML and LaTeX."""

from __future__ import annotations

import re
import subprocess
import sys
from html import unescape
from pathlib import Path

import pytest

pytest.importorskip("sphinx")
pytest.importorskip("myst_parser")

RECORD = '[Game "gipf"]\n[Variant "basic"]\n\n1. b3 2. a2-c4 *\n'
CONF = 'extensions = ["pipscribe.sphinx", "myst_parser"]\nmyst_fence_as_directive = ["pips"]\nnumfig = True\n'


def indented(text: str) -> str:
    return "".join(f"   {line}".rstrip() + "\n" for line in text.splitlines())


RST = f"""\
Title
=====

See :ref:`the push <push>` and :numref:`push`.

.. pips::
   :turn: 2
   :caption: "It" pushes *from* a2 & b_c
   :label: push
   :width: 60%
   :number:
   :hidden:

{indented(RECORD)}
.. pips:: turn=1, table

{indented(RECORD)}
.. pips:: ascii, finding, illegal, player

{indented(RECORD.replace("c4", "d4"))}
"""


PUZZLE = '[Game "gipf"]\n[Variant "basic"]\n\n1. b3 {[%puzzle save]} 2. c2 (2. {[%solution]} f2) *\n'
CHAPTER_RST = f"""\
Title
=====

A piece :pip:`W`, the die :pip:`a five <L5>`, and |card|.

.. |card| image:: pip:33

.. pips:: caption="One", number=7

{indented(RECORD)}
.. pips::
   :caption: Two
   :number:
   :hidden:

{indented(PUZZLE)}
.. pips::
   :solutions:
"""
CHAPTER_MYST = f"""\
# Title

A piece ![](pip:W), the die ![a *five*](pip:L5), and {{pip}}`33`.

```{{pips}} caption="One", number=7
{RECORD}```

> ```{{pips}}
> :caption: Two
> :number:
> :hidden:
>
{"".join(f"> {line}".rstrip() + chr(10) for line in PUZZLE.splitlines())}> ```

```{{pips}}
:solutions:
```
"""


def built(folder: Path, pages: dict[str, str], builder: str = "html", settings: str = "") -> tuple[Path, str]:
    """Builds a project. Returns the output and the warnings."""
    source = folder / "source"
    source.mkdir(exist_ok=True)
    (source / "conf.py").write_text(CONF + settings)
    for name, text in pages.items():
        (source / name).write_text(text, encoding="utf-8")
    command = [sys.executable, "-m", "sphinx", "-q", "-b", builder, "-d", "../doctrees", ".", f"../{builder}"]
    done = subprocess.run(command, cwd=source, capture_output=True, encoding="utf-8", timeout=300)
    assert done.returncode == 0, done.stderr
    return folder / builder, re.sub(r"\x1b\[[0-9;]*m", "", done.stderr)


def test_html_has_figures_with_alternative_text(tmp_path: Path) -> None:
    out, told = built(tmp_path, {"index.rst": RST})
    assert told == ""
    page = (out / "index.html").read_text(encoding="utf-8")
    figures = re.findall(r"<figure.*?</figure>", page, re.DOTALL)
    assert len(figures) == 2, "the text figure is no image"
    first = figures[0]
    assert 'id="push"' in first and "width: 60%" in first and 'alt="White single pieces on b5, c4' in first
    assert "pushes *from* a2 & b_c" in unescape(first)
    assert "Figure 1: " not in re.sub("<[^>]*>", "", first)
    assert page.count('href="#push"') >= 2
    assert unescape(page).count('[Variant "basic"]') == 2, "the first record is hidden"
    assert '<span class="pre">a2-c4</span>' in page and "gipf/not-in-line" in page
    assert "pipscribe-player" in page
    for name in re.findall(r'src="(_images/[^"]*)"', page):
        assert (out / name).read_text(encoding="utf-8").startswith("<svg xmlns=")


def test_latex_has_png(tmp_path: Path) -> None:
    built(tmp_path, {"index.rst": RST})
    out, told = built(tmp_path, {}, "latex")
    assert told == ""
    (page,) = out.glob("*.tex")
    assert page.read_text(encoding="utf-8").count("\\sphinxincludegraphics") == 2
    files = list(out.glob("[01]*.png"))
    assert len(files) == 2 and all(file.read_bytes().startswith(b"\x89PNG") for file in files)


@pytest.mark.parametrize("head", ["{pips}\n:turn: 1\n:hidden:\n", "pips turn=1 hidden"])
def test_myst_fences_are_figures(tmp_path: Path, head: str) -> None:
    out, told = built(tmp_path, {"index.md": f"# Title\n\n```{head}\n{RECORD}```\n"})
    assert told == ""
    page = (out / "index.html").read_text(encoding="utf-8")
    assert page.count("<img") == 1 and "Variant" not in page


@pytest.mark.parametrize(("name", "text"), [("index.rst", CHAPTER_RST), ("index.md", CHAPTER_MYST)])
def test_blocks_of_a_document_are_one_chapter(tmp_path: Path, name: str, text: str) -> None:
    # Figures of Sphinx are counted with other figures.
    figure = ".. figure:: x.svg\n\n   Zero\n\n" if name.endswith("rst") else "```{figure} x.svg\nZero\n```\n\n"
    start = ".. pips:: caption" if name.endswith("rst") else "```{pips} caption"
    (tmp_path / "source").mkdir()
    (tmp_path / "source/x.svg").write_text('<svg xmlns="http://www.w3.org/2000/svg"/>')
    out, told = built(tmp_path, {name: text.replace(start, figure + start)})
    assert told == ""
    page = (out / "index.html").read_text(encoding="utf-8")
    assert page.count("<img data-pip=") == 3 and 'alt="white GIPF piece"' in page and 'alt="a five"' in page
    assert page.count("vertical-align: -0.") == 3
    rows = [re.sub("<.*?>", "", row).split() for row in re.findall("<tr.*?</tr>", page, re.DOTALL)]
    assert [row[0] for row in rows] == ["puzzle", "3", "3"], rows
    assert rows[1][-2:] == ["2.", "c2"] and rows[2][1:] == ["or", "2.", "f2"], rows
    assert re.search(r'Fig\. 3.*?Two', re.sub("<.*?>", "", page), re.DOTALL)
    out, told = built(tmp_path, {}, "latex")
    assert told == ""
    (latex,) = out.glob("*.tex")
    assert latex.read_text(encoding="utf-8").count("\\raisebox{-0.") == 3
    out, told = built(tmp_path, {}, "text")
    assert told == "" and "white GIPF piece" in (out / "index.txt").read_text(encoding="utf-8")


def test_without_numbers_of_sphinx_puzzles_are_counted(tmp_path: Path) -> None:
    out, told = built(tmp_path, {"index.rst": CHAPTER_RST}, settings="numfig = False\n")
    assert told == ""
    page = (out / "index.html").read_text(encoding="utf-8")
    rows = [re.sub("<.*?>", "", row).split() for row in re.findall("<tr.*?</tr>", page, re.DOTALL)]
    assert [row[0] for row in rows] == ["puzzle", "1", "1"], rows


def test_errors_of_a_chapter_have_their_place(tmp_path: Path) -> None:
    labelled = CHAPTER_RST.replace("caption=\"One\"", "#a").replace(":caption: Two", ":label: a").replace("<L5>", "<L9>")
    broken = CHAPTER_MYST.replace("c2", "c9").replace("pip:L5", "pip:L9")
    _, told = built(tmp_path, {"index.rst": labelled, "other.md": "---\norphan: true\n---\n" + broken})
    lines = labelled.splitlines()
    message = r"index\.rst:(\d+): WARNING: two figures in this document have the label `a`: this one and the one of line (\d+)"
    found = re.search(message, told)
    assert found, told
    assert lines[int(found[1])] == "   :label: a" and "#a" in lines[int(found[2]) - 1], told
    assert re.search(r"index\.rst:4: WARNING: .*`L9`", told), told
    assert re.search(r"other\.md:6: WARNING: .*`L9`", told), told
    assert "gipf/off-board" in told and "there is no puzzle before this block" not in told, told


def test_errors_are_warnings_with_their_line(tmp_path: Path) -> None:
    broken = RECORD.replace("c4", "d4")
    rst = f"Title\n=====\n\n.. pips::\n   :turn: 2\n\n{indented(broken)}\n.. pips:: trun=2\n\n{indented(RECORD)}"
    myst = f"# Title\n\n```{{pips}}\n:turn: 2\n\n{broken}```\n\n```pips trun=2\n{RECORD}```\n"
    _, told = built(tmp_path, {"index.rst": rst, "other.md": myst}, settings="exclude_patterns = []\n")
    for name in ("index.rst", "other.md"):
        lines = (tmp_path / "source" / name).read_text(encoding="utf-8").splitlines()
        found = {message: int(line) for line, message in re.findall(rf"{name}:(\d+): WARNING: (\S+)", told)}
        assert "d4" in lines[found["gipf/not-in-line:"] - 1], told
        assert "trun" in lines[found["unknown"] - 1] and "did you mean `turn`?" in told, told


def test_settings_choose_theme_and_figures(tmp_path: Path) -> None:
    page = f"Title\n=====\n\n.. pips::\n\n{indented(RECORD)}\n.. pips:: turn=1\n\n{indented(RECORD)}"
    out, told = built(tmp_path, {"index.rst": page}, settings='pips_theme = "dark"\npips_figures = "asked"\n')
    assert told == ""
    (name,) = re.findall(r'src="(_images/[^"]*)"', (out / "index.html").read_text(encoding="utf-8"))
    assert "pips-dark" in (out / name).read_text(encoding="utf-8")
