"""Sphinx extension: the directive ``pips`` draws records in reStructuredText and MyST documents.

    extensions = ["pipscribe.sphinx"]

The options of the directive are the block attributes of the mdBook preprocessor, and so is its argument. Figures are SVG
with the position in words as alternative text, and PNG for LaTeX. The role ``pip``, and images with an address such as
``pip:W``, are pieces in the text. An invalid record is a warning of Sphinx, with its line.
"""

# mypy: disable-error-code="import-not-found, import-untyped, misc, unused-ignore"

from __future__ import annotations

import base64
import hashlib
import html
import json
import os
import subprocess
import sys
import tempfile
import urllib.parse
from pathlib import Path
from typing import Any, Callable

from docutils import nodes
from sphinx import addnodes
from sphinx.application import Sphinx
from sphinx.environment import BuildEnvironment
from sphinx.transforms import SphinxTransform
from sphinx.util import logging
from sphinx.util.docutils import SphinxDirective, SphinxRole

from . import __version__

__all__ = ["Pips", "setup"]

ADDRESS = "pip:"
_logger = logging.getLogger(__name__)


class _Attributes(dict[str, Callable[[str], str]]):
    """Accepts options of any name: the command reports unknown ones, with the closest known name."""

    def __missing__(self, name: str) -> Callable[[str], str]:
        return _kept


def _kept(value: str | None) -> str:
    return " ".join((value or "").split())


class _Block(nodes.General, nodes.Element):
    """A block until all blocks of its document are read."""


class _Piece(nodes.inline):
    """A piece in the text. Its child is the image for builders that cannot contain SVG."""


class Pips(SphinxDirective):
    """The directive ``pips``."""

    has_content = True
    optional_arguments = 1
    final_argument_whitespace = True
    # A specification without options would switch them off.
    option_spec = _Attributes(turn=_kept)

    def run(self) -> list[nodes.Node]:
        """Returns a node that is replaced when all blocks of the document are known: they are one chapter."""
        record = "\n".join(self.content)
        places = [self._place(line) for line in range(len(self.content) + 1)]
        block = _Block(record, info=self._info(), record=record, places=places)
        self.set_source_info(block)
        return [block]

    def _place(self, line: int) -> str:
        """Returns the place of a line of the record, or the place of the directive for line 0."""
        if line == 0:
            source, at = self.state_machine.get_source_and_line(self.lineno)
            return f"{source}:{at}"
        source, offset = self.content.items[line - 1]
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


class _Pip(SphinxRole):
    """The role ``pip``: a piece in the text by its name, or ``alternative text <name>``."""

    def run(self) -> tuple[list[nodes.Node], list[nodes.system_message]]:
        """Returns an image that is replaced with the other pieces of the document."""
        words, bracket, name = self.text.rpartition("<")
        if bracket and name.endswith(">"):
            words, name = words.strip(), name[:-1]
        else:
            words, name = "", self.text
        image = nodes.image(self.rawtext, uri=ADDRESS + name.strip(), alt=words)
        self.set_source_info(image)
        return [image], []


class _Draw(SphinxTransform):
    """Draws the blocks and pieces of a document, before references are resolved."""

    default_priority = 300

    def apply(self, **_: Any) -> None:
        blocks = list(self.document.findall(_Block))
        images = [image for image in self.document.findall(nodes.image) if image["uri"].startswith(ADDRESS)]
        if blocks or images:
            _Chapter(self.env, self.document, blocks, images).draw()


class _Chapter:
    """The blocks and pieces of one document."""

    def __init__(
        self, env: BuildEnvironment, document: nodes.document, blocks: list[_Block], images: list[nodes.image]
    ) -> None:
        self.env, self.document, self.blocks, self.images = env, document, blocks, images
        #: Blocks with a puzzle whose solution is in a table.
        self.solved: set[int] = set()
        #: Label of the last figure of each block, if Sphinx numbers it.
        self.labels: dict[int, str] = {}

    def draw(self) -> None:
        """Replaces all blocks and pieces."""
        names = [urllib.parse.unquote(image["uri"][len(ADDRESS) :]) for image in self.images]
        try:
            drawn = self._drawn(names, "svg")
        except _Failed as failed:
            for node in (*self.blocks, *self.images):
                node.parent.remove(node)
            _logger.warning("%s", failed, location=self.env.docname, type="pipscribe")
            return
        folder = self._stored(drawn, names)
        parts = _parts(drawn)
        self.solved = {puzzle["block"] for part in parts for puzzle in part.get("puzzles", [])}
        for index, (block, made) in enumerate(zip(self.blocks, drawn["blocks"])):
            block.replace_self(self._block(index, block, made, folder))
        for image, name, made in zip(self.images, names, drawn["pieces"]):
            image.replace_self(self._piece(image, name, made, folder))

    def _drawn(self, names: list[str], form: str) -> dict[str, Any]:
        """Runs the command for the whole document."""
        config = self.env.config
        given = {
            "blocks": [
                {"info": f"pips {block['info']}", "text": block["record"], "line": int(block["places"][0].rpartition(":")[2])}
                for block in self.blocks
            ],
            "pieces": names,
            "figures": config.pips_figures,
            "theme": config.pips_theme,
            "format": form,
            "path": str(self.env.doc2path(self.env.docname)),
            "players": True,
        }
        command = [sys.executable, "-m", "pipscribe", "mdbook", "blocks"]
        done = subprocess.run(
            command, cwd=self.env.srcdir, input=json.dumps(given), capture_output=True, encoding="utf-8", check=False
        )
        if done.returncode:
            raise _Failed(done.stderr.strip())
        drawn: dict[str, Any] = json.loads(done.stdout)
        return drawn

    def _stored(self, drawn: dict[str, Any], names: list[str]) -> Path:
        """Writes the images of the document into a folder: ``0.svg``, ``0.png``, ``1.svg``. Other processes may do so at
        the same time."""
        drawings = [part["svg"] for part in _drawings(drawn)]
        key = hashlib.sha256("\n".join([__version__, *drawings]).encode()).hexdigest()[:24]
        folder = Path(self.env.doctreedir, "pipscribe", key)
        if not drawings or folder.is_dir():
            return folder
        try:
            images = _drawings(self._drawn(names, "png"))
        except _Failed as failed:
            _logger.warning("no images for LaTeX: %s", failed, location=self.env.docname, type="pipscribe")
            images = []
        folder.parent.mkdir(parents=True, exist_ok=True)
        with tempfile.TemporaryDirectory(dir=folder.parent) as temporary:
            new = Path(temporary, "new")
            new.mkdir()
            for at, svg in enumerate(drawings):
                Path(new, f"{at}.svg").write_text(svg, encoding="utf-8")
            for at, image in enumerate(images):
                Path(new, f"{at}.png").write_bytes(base64.b64decode(image["png"]))
            try:
                new.rename(folder)
            except OSError:
                if not folder.is_dir():
                    raise
        return folder

    def _block(self, index: int, block: _Block, made: dict[str, Any], folder: Path) -> list[nodes.Node]:
        """Returns the record and its figures, or nothing and a warning."""
        if "errors" in made:
            for fault in made["errors"]:
                place = block["places"][min(fault["line"], len(block["places"]) - 1)]
                _logger.warning("%s", fault["message"], location=place, type="pipscribe")
            return []
        new: list[nodes.Node] = []
        if not made["hidden"]:
            record = block["record"]
            new.append(nodes.literal_block(record, record, language="text", classes=["pips"]))
        for part in made["parts"]:
            if part["kind"] == "figure" and "image" in part:
                new.append(self._figure(index, block, part, folder))
            elif part["kind"] == "figure":
                text = "\n\n".join(filter(None, [part["text"].rstrip(), part["caption"]]))
                new.append(nodes.literal_block(text, text, language="text"))
            elif part["kind"] == "finding":
                new.append(nodes.literal_block(part["text"], part["text"], language="text"))
            elif part["kind"] == "table":
                new.append(self._table(part))
            elif "html" in part:
                new.append(nodes.raw("", part["html"], format="html"))
            else:
                link = nodes.reference("", part["said"], refuri=part["address"], classes=["pipscribe-player"])
                new.append(nodes.paragraph("", "", link))
        return new

    def _uri(self, folder: Path, number: int) -> str:
        """Returns the address of an image, whose format the builder chooses."""
        document = Path(self.env.doc2path(self.env.docname)).parent
        return os.path.relpath(folder / f"{number}.*", document).replace(os.sep, "/")

    def _figure(self, index: int, block: _Block, part: dict[str, Any], folder: Path) -> nodes.figure:
        image = nodes.image(uri=self._uri(folder, part["image"]), alt=part["alt"], classes=["pipscribe"])
        if part["width"]:
            image["width"] = part["width"]["number"] + part["width"]["unit"]
        figure = nodes.figure("", image, classes=["pipscribe"])
        figure.source, figure.line = block.source, block.line
        # Sphinx numbers figures itself, if they have a caption.
        is_numbered = self.env.config.numfig and part["caption"] is not None
        if part["caption"] is not None:
            figure += nodes.caption(part["caption"], part["caption"])
        label = part["label"]
        if label is None and is_numbered and index in self.solved:
            label = f"pipscribe-{self.env.docname}-{part['image']}"
        self.labels.pop(index, None)
        if label is None:
            self.document.note_implicit_target(figure, figure)
            return figure
        name = nodes.fully_normalize_name(label)
        figure["names"].append(name)
        self.document.note_explicit_target(figure, figure)
        if is_numbered:
            self.labels[index] = name
        return figure

    def _table(self, part: dict[str, Any]) -> nodes.table:
        group = nodes.tgroup("", cols=3)
        group += [nodes.colspec(colwidth=width) for width in (1, 2, 3)]
        group += nodes.thead("", _row([nodes.Text(cell) for cell in part["head"]]))
        puzzles = part.get("puzzles") or [None] * len(part["rows"])
        rows = []
        for (number, words, turns), puzzle in zip(part["rows"], puzzles):
            rows.append(_row([self._number(number, puzzle), nodes.Text(words), nodes.literal(turns, turns)]))
        group += nodes.tbody("", *rows)
        return nodes.table("", group, classes=["pipscribe"])

    def _number(self, number: int, puzzle: dict[str, Any] | None) -> nodes.Node:
        """Returns the number of a turn or a puzzle, which is the number of its figure if Sphinx numbers it."""
        if puzzle is None:
            return nodes.Text(str(number))
        label = self.labels.get(puzzle["block"])
        if label is None:
            return nodes.Text(str(puzzle["puzzle"]))
        text = nodes.literal("{number}", "{number}", classes=["xref", "std", "std-numref"])
        reference = addnodes.pending_xref(
            "", text, refdoc=self.env.docname, refdomain="std", reftype="numref", reftarget=label, refexplicit=True
        )
        reference["refwarn"] = True
        return reference

    def _piece(self, image: nodes.image, name: str, made: dict[str, Any], folder: Path) -> list[nodes.Node]:
        if "error" in made:
            place = image if image.line else image.parent
            _logger.warning("%s", made["error"], location=place, type="pipscribe")
            return []
        words = image.get("alt") or made["alt"]
        source = "data:image/svg+xml," + urllib.parse.quote(made["svg"])
        style = f"height: {made['height']}; vertical-align: -{made['depth']}"
        tag = f'<img data-pip="{html.escape(name)}" src="{source}" alt="{html.escape(words)}" style="{style}">'
        piece = _Piece("", tag=tag, words=words, depth=made["depth"], classes=["pipscribe"])
        piece += nodes.image(uri=self._uri(folder, made["image"]), alt=words, height=made["height"])
        # An image may be a block too, but a piece is text.
        return [piece if isinstance(image.parent, nodes.TextElement) else nodes.paragraph("", "", piece)]


class _Failed(Exception):
    """The command could not draw a document at all."""


def _parts(drawn: dict[str, Any]) -> list[dict[str, Any]]:
    """Returns the parts of all blocks."""
    return [part for block in drawn["blocks"] for part in block.get("parts") or []]


def _drawings(drawn: dict[str, Any]) -> list[dict[str, Any]]:
    """Returns the figures and pieces that are images, and numbers them."""
    images = [part for part in (*_parts(drawn), *drawn["pieces"]) if "png" in part or part.get("svg")]
    for number, image in enumerate(images):
        image["image"] = number
    return images


def _row(cells: list[nodes.Node]) -> nodes.row:
    return nodes.row("", *(nodes.entry("", nodes.paragraph("", "", cell)) for cell in cells))


def _nothing(translator: Any, node: nodes.Node) -> None:
    """Ends a node whose visit is complete."""


def _html_piece(translator: Any, node: nodes.Element) -> None:
    translator.body.append(node["tag"])
    raise nodes.SkipNode


def _latex_piece(translator: Any, node: nodes.Element) -> None:
    translator.body.append(f"\\raisebox{{-{node['depth']}}}{{")


def _latex_piece_end(translator: Any, node: nodes.Element) -> None:
    translator.body.append("}")


def _text_piece(translator: Any, node: nodes.Element) -> None:
    translator.add_text(node["words"])
    raise nodes.SkipNode


def _man_piece(translator: Any, node: nodes.Element) -> None:
    translator.body.append(node["words"])
    raise nodes.SkipNode


def setup(app: Sphinx) -> dict[str, Any]:
    """Registers the directive, the role and the settings."""
    app.add_config_value("pips_theme", "print", "env", (str,))
    app.add_config_value("pips_figures", "all", "env", (str,))
    app.add_directive("pips", Pips)
    app.add_role("pip", _Pip())
    app.add_node(_Block)
    app.add_node(
        _Piece,
        html=(_html_piece, _nothing),
        latex=(_latex_piece, _latex_piece_end),
        text=(_text_piece, _nothing),
        man=(_man_piece, _nothing),
        texinfo=(_man_piece, _nothing),
    )
    app.add_transform(_Draw)
    return {"version": __version__, "parallel_read_safe": True, "parallel_write_safe": True}
