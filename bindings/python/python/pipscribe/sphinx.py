"""Sphinx extension: the directive ``pips`` draws records in reStructuredText and MyST documents.

    extensions = ["pipscribe.sphinx"]

The options of the directive are the block attributes of the mdBook preprocessor, and so is its argument. Figures are SVG
with the position in words as alternative text, and PNG for LaTeX. An invalid record is a warning of Sphinx, with its line.
"""

# mypy: disable-error-code="import-not-found, import-untyped, misc, unused-ignore"

from __future__ import annotations

import hashlib
import html
import json
import os
import re
import shutil
import subprocess
import sys
import tempfile
from pathlib import Path
from typing import Any, Callable

from docutils import nodes
from sphinx.application import Sphinx
from sphinx.environment import BuildEnvironment
from sphinx.util import logging
from sphinx.util.docutils import SphinxDirective

from . import __version__

__all__ = ["Pips", "setup"]

#: Parts of a block as the mdBook preprocessor writes them.
PART = re.compile(
    r'<figure class="pipscribe"(?: id="(?P<label>[^"]*)")?>\n(?P<svg><svg .*?</svg>)\n'
    r"(?:<figcaption>(?P<caption>.*?)</figcaption>\n)?</figure>"
    r"|^(?P<fence>`{3,})text\n(?P<text>.*?)\n(?P=fence)$"
    r"|(?P<table>(?:^\|.*\|\n)+)"
    r'|(?P<player><p class="pipscribe-player">.*?</p>)',
    re.DOTALL | re.MULTILINE,
)
FAULT = re.compile(r"^(?:pipscribe: )?\./block\.md:(\d+):\d+: (.*)$", re.MULTILINE)
PNG = re.compile(r"^\\includegraphics.*\{([^{}]*)\}$", re.MULTILINE)
_logger = logging.getLogger(__name__)


class _Attributes(dict[str, Callable[[str], str]]):
    """Accepts options of any name: the command reports unknown ones, with the closest known name."""

    def __missing__(self, name: str) -> Callable[[str], str]:
        return _kept


def _kept(value: str | None) -> str:
    return " ".join((value or "").split())


class Pips(SphinxDirective):
    """The directive ``pips``."""

    has_content = True
    optional_arguments = 1
    final_argument_whitespace = True
    # A specification without options would switch them off.
    option_spec = _Attributes(turn=_kept)

    def run(self) -> list[nodes.Node]:
        """Returns the record and its figures, or nothing and a warning."""
        record = "\n".join(self.content)
        try:
            written = _written(self.env, self._info(), record)
        except _Invalid as invalid:
            for line, message in invalid.faults:
                _logger.warning("%s", message, location=self._place(line), type="pipscribe")
            return []
        made: list[nodes.Node] = []
        if not written.hidden:
            made.append(nodes.literal_block(record, record, language="text", classes=["pips"]))
        figures = 0
        for part in PART.finditer(written.parts):
            if part["svg"]:
                made.append(self._figure(part, written.folder / f"{figures}.*"))
                figures += 1
            elif part["fence"]:
                made.append(nodes.literal_block(part["text"], part["text"], language="text"))
            elif part["table"]:
                made.append(_table(part["table"]))
            else:
                made.append(nodes.raw("", part["player"], format="html"))
        return made

    def _place(self, line: int) -> str:
        """Returns the place of a line of the block, whose first line is that of the attributes."""
        if line < 2 or line - 2 >= len(self.content):
            source, at = self.state_machine.get_source_and_line(self.lineno)
            return f"{source}:{at}"
        source, offset = self.content.items[line - 2]
        # MyST counts from the directive, reStructuredText from the start of the file.
        if self.content.items[0][1] == 0:
            offset += self.lineno + self.content_offset
        return f"{source}:{offset + 1}"

    def _info(self) -> str:
        """Returns the block attributes of the argument and the options."""
        words = [" ".join(argument.split()) for argument in self.arguments]
        for name, value in self.options.items():
            quoted = value.replace("\\", "\\\\").replace('"', '\\"')
            words.append(f'{name}="{quoted}"' if value else name)
        return ", ".join(words)

    def _figure(self, part: re.Match[str], path: Path) -> nodes.figure:
        words = re.search("<desc>(.*?)</desc>", part["svg"], re.DOTALL)
        width = re.match('<svg style="width: ([^;]*);', part["svg"])
        uri = os.path.relpath(path, Path(self.env.doc2path(self.env.docname)).parent).replace(os.sep, "/")
        image = nodes.image(uri=uri, alt=html.unescape(words[1]) if words else "", classes=["pipscribe"])
        if width:
            image["width"] = width[1]
        figure = nodes.figure("", image, classes=["pipscribe"])
        if part["caption"]:
            caption = html.unescape(part["caption"])
            # Sphinx numbers figures itself.
            if re.search(r"\bnumber\b", re.sub(r'"(?:\\.|[^"\\])*"', "", self._info())):
                caption = re.sub(r"^\w+ \d+(?:: |$)", "", caption)
            figure += nodes.caption(caption, caption)
        if part["label"]:
            figure["names"].append(nodes.fully_normalize_name(part["label"]))
            self.state.document.note_explicit_target(figure, figure)
        self.set_source_info(figure)
        return figure


class _Invalid(Exception):
    """A block that cannot be drawn: lines in it, the first being that of the attributes, and messages."""

    def __init__(self, faults: list[tuple[int, str]]) -> None:
        super().__init__(faults)
        self.faults = faults


class _Written:
    """What takes the place of a block, and the folder of its images: ``0.svg``, ``0.png``, ``1.svg``."""

    def __init__(self, hidden: bool, parts: str, folder: Path) -> None:
        self.hidden, self.parts, self.folder = hidden, parts, folder


def _written(env: BuildEnvironment, info: str, record: str) -> _Written:
    longest = max(map(len, re.findall("`+", record)), default=0)
    fence = "`" * max(3, longest + 1)
    page = f"{fence}pips {info}\n{record}\n{fence}\n"
    out = _preprocessed(env, page)
    shown = f"{fence}pips\n{record}\n{fence}\n"
    hidden = not out.startswith(shown)
    parts = out if hidden else out[len(shown) :]
    figures = [part["svg"] for part in PART.finditer(parts) if part["svg"]]
    key = hashlib.sha256(f"{__version__} {parts}".encode()).hexdigest()[:24]
    folder = Path(env.doctreedir, "pipscribe", key)
    if figures and not folder.is_dir():
        _draw(env, info, record, figures, folder)
    return _Written(hidden, parts, folder)


def _run(folder: str | Path, *arguments: str, given: str | None = None) -> subprocess.CompletedProcess[str]:
    command = [sys.executable, "-m", "pipscribe", *arguments]
    return subprocess.run(command, cwd=folder, input=given, capture_output=True, encoding="utf-8", check=False)


def _preprocessed(env: BuildEnvironment, page: str) -> str:
    """Runs the preprocessor of mdBook over a page."""
    own = {"theme": env.config.pips_theme, "figures": env.config.pips_figures}
    config = {"book": {"src": "."}, "preprocessor": {"pipscribe": own}}
    chapter = {"name": "", "content": page, "path": "block.md", "sub_items": []}
    book = [{"root": str(env.srcdir), "config": config}, {"items": [{"Chapter": chapter}]}]
    done = _run(env.srcdir, "mdbook", given=json.dumps(book))
    if done.returncode:
        faults = [(int(line), message) for line, message in FAULT.findall(done.stderr)]
        raise _Invalid(faults or [(1, done.stderr.strip())])
    content: str = json.loads(done.stdout)["items"][0]["Chapter"]["content"]
    return content


def _draw(env: BuildEnvironment, info: str, record: str, figures: list[str], folder: Path) -> None:
    """Writes the images of a block. Other processes may do so at the same time."""
    folder.parent.mkdir(parents=True, exist_ok=True)
    with tempfile.TemporaryDirectory(dir=folder.parent) as temporary:
        new = Path(temporary, "new")
        new.mkdir()
        for at, svg in enumerate(figures):
            Path(new, f"{at}.svg").write_text(re.sub(' style="[^"]*"', "", svg, count=1) + "\n", encoding="utf-8")
        page = Path(temporary, "block.tex")
        page.write_text(f"% pips: {info}\n\\begin{{pips}}\n{record}\n\\end{{pips}}\n", encoding="utf-8")
        paper = ["--format", "png", "--dpi", "300", "--theme", env.config.pips_theme]
        done = _run(temporary, "figures", "--quiet", *paper, page.name)
        if done.returncode:
            _logger.warning("no image for LaTeX: %s", done.stderr.strip(), type="pipscribe")
        for at, name in enumerate(PNG.findall(page.read_text(encoding="utf-8"))):
            shutil.move(Path(temporary, name), Path(new, f"{at}.png"))
        try:
            new.rename(folder)
        except OSError:
            if not folder.is_dir():
                raise


def _table(text: str) -> nodes.table:
    rows = [[_cell(cell) for cell in re.split(r"(?<!\\)\|", line)[1:-1]] for line in text.splitlines()]
    group = nodes.tgroup("", cols=3)
    group += [nodes.colspec(colwidth=width) for width in (1, 2, 3)]
    # The second row is the rule below the head.
    group += nodes.thead("", _row(rows[0]))
    group += nodes.tbody("", *map(_row, rows[2:]))
    return nodes.table("", group, classes=["pipscribe"])


def _row(cells: list[nodes.Node]) -> nodes.row:
    return nodes.row("", *(nodes.entry("", nodes.paragraph("", "", cell)) for cell in cells))


def _cell(text: str) -> nodes.Node:
    text = text.strip()
    if len(text) > 1 and text[0] == text[-1] == "`":
        return nodes.literal(text[1:-1], text[1:-1])
    return nodes.Text(re.sub(r"\\(.)", r"\1", text))


def setup(app: Sphinx) -> dict[str, Any]:
    """Registers the directive and its settings."""
    app.add_config_value("pips_theme", "print", "env", (str,))
    app.add_config_value("pips_figures", "all", "env", (str,))
    app.add_directive("pips", Pips)
    return {"version": __version__, "parallel_read_safe": True, "parallel_write_safe": True}
