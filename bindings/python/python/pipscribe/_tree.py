"""Records as trees that can be changed."""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator, Mapping
from typing import TYPE_CHECKING, Any

from ._errors import NotLegal, PipscribeError, check_argument
from ._native import Position, Record, comment_parts

if TYPE_CHECKING:
    _Item = tuple[str, Any]

__all__ = ["Node", "Tree"]


class Node:
    """A turn in a tree, or the start, whose ``turn`` is ``None``.

    ``glyphs`` are numbers: 1 to 6 for ``!``, ``?``, ``!!``, ``??``, ``!?`` and ``?!``. ``comments`` are texts as written
    between braces, with commands such as ``[%circle c3]``; ``before`` are the comments before the first turn of a variation.
    ``hashes`` are the ``#`` comments after the turn. ``children`` are the turns that follow: the first one continues the
    line, the others are variations. ``span`` is the place of the turn in the text that was read; it is ``None`` for a
    turn that was added.

    Nodes are equal if they and the turns that follow have the same content. A copy of a node, also a pickled one, brings
    a copy of its whole tree with it.
    """

    def __init__(self, parent: Node | None, turn: str | None) -> None:
        self.parent = parent
        self.turn = turn
        self.glyphs: list[int] = []
        self.comments: list[str] = []
        self.before: list[str] = []
        self.hashes: list[str] = []
        self.children: list[Node] = []
        self.span: tuple[int, int] | None = None
        self._position: Position | None = None
        self._refused = False

    @property
    def position(self) -> Position | None:
        """The position after the turn; ``None`` if it was not played, because it or an earlier turn is illegal."""
        return self._position

    @property
    def number(self) -> int:
        """The number of the turn; 0 for the start."""
        number, node = 0, self
        while node.parent is not None:
            node = node.parent
            # A turn that is expected to be illegal does not count.
            number += not node._refused
        return number

    @property
    def next(self) -> Node | None:
        """The turn that continues the line."""
        return self.children[0] if self.children else None

    @property
    def words(self) -> str:
        """The comments for people: without commands, with white space normalised."""
        return " ".join(filter(None, (_parts(comment)[0] for comment in self.comments)))

    @property
    def commands(self) -> list[tuple[str, str]]:
        """The commands in the comments, as pairs of name and arguments."""
        return [command for comment in self.comments for command in _parts(comment)[1]]

    def add_comment(self, words: str) -> None:
        """Adds a comment with these words. Braces and commands in them are escaped."""
        check_argument("words", words, str, "a str")
        self.comments.append(re.sub(r"[{}\\]|\[(?=%)", lambda found: "\\" + found[0], words))

    def add(self, turn: str, *, comment: str | None = None, glyphs: Iterable[int] = ()) -> Node:
        """Adds a turn after this one: the first continues the line, the others are variations. Returns its node.

        The turn is written in canonical form. Raises ``NotLegal`` if it is illegal.
        """
        check_argument("comment", comment, (str, type(None)), "a str")
        check_argument("glyphs", glyphs, Iterable, "a list of int")
        if self._position is None:
            raise PipscribeError("no turn can be added after one that was not played")
        after = self._position.play(turn)
        node = Node(self, after.turn)
        node._position = after
        node.glyphs.extend(glyphs)
        if comment is not None:
            node.add_comment(comment)
        self.children.append(node)
        return node

    def remove(self) -> None:
        """Removes the turn with all that follow it."""
        self._take_out()
        self.parent = None

    def promote(self) -> None:
        """Makes the turn the continuation of the line, in place of the present one."""
        self._take_out().insert(0, self)

    def _siblings(self) -> list[Node]:
        if self.parent is None:
            raise PipscribeError("the start of a tree cannot be removed or promoted")
        return self.parent.children

    def _take_out(self) -> list[Node]:
        """Takes the node out of the children of its parent, and returns these. Another child may be equal to it."""
        siblings = self._siblings()
        siblings[:] = [node for node in siblings if node is not self]
        return siblings

    def _content(self) -> tuple[Any, ...]:
        """Everything that makes the node equal to another, without the turns that follow."""
        return self.turn, self.glyphs, self.comments, self.before, self.hashes, len(self.children)

    def __eq__(self, other: object) -> bool:
        if not isinstance(other, Node):
            return NotImplemented
        # Games have hundreds of turns, so this does not recurse.
        waiting = [(self, other)]
        while waiting:
            here, there = waiting.pop()
            if here is there:
                continue
            if here._content() != there._content():
                return False
            waiting += zip(here.children, there.children)
        return True

    # A node can be changed, so it has no hash.
    __hash__ = None  # type: ignore[assignment]

    def __reduce__(self) -> tuple[Any, ...]:
        start = self
        while start.parent is not None:
            start = start.parent
        nodes = _all_nodes(start)
        index = next(index for index, node in enumerate(nodes) if node is self)
        return _node_from_rows, (_rows(nodes), index)

    def line(self) -> Iterator[Node]:
        """The turns that continue the line after this one."""
        node = self.next
        while node is not None:
            yield node
            node = node.next

    def walk(self) -> Iterator[Node]:
        """The turns after this one, variations included, in the order of the text."""
        # The next turn is last. The turn that continues a line comes first, then its variations, then the rest of the
        # line.
        waiting: list[tuple[Node, bool]] = [(self, True)]
        while waiting:
            node, is_done = waiting.pop()
            if not is_done:
                yield node
                siblings = node.parent.children if node.parent is not None else []
                if siblings and siblings[0] is node:
                    waiting.append((node, True))
                    waiting += [(variation, False) for variation in reversed(siblings[1:])]
                    continue
            waiting += [(child, False) for child in node.children[:1]]

    def __repr__(self) -> str:
        return f"Node({self.number}, {self.turn or 'the start'}, {len(self.children)} children)"


class Tree:
    """A record as a tree, from ``Record.tree()``, or from tags: ``Tree({"Game": "gipf", "Variant": "basic"})``.

    ``tags`` is a dictionary that can be changed, ``root`` is the node of the start, ``result`` is the result after the turns, and ``closing`` are the comments after it. ``str()`` returns the text, and ``record()`` the record. Changed tags do not affect
    the positions of the nodes. Duplicate tags and text that is not notation are not in the tree.

    >>> import pipscribe
    >>> tree = pipscribe.Tree({"Game": "gipf", "Variant": "basic"})
    >>> node = tree.root.add("a2-b3", comment="first")
    >>> [turn.turn for turn in tree.root.walk()], tree.record().valid
    (['b3'], True)
    """

    def __init__(self, source: Record | Mapping[str, str], *, decks: Mapping[str, str] | None = None) -> None:
        if not isinstance(source, (Record, Mapping)):
            raise TypeError(f"`source`: a tree is made from a record or from tags, not from {type(source).__name__}: `Record(text).tree()`")
        if not isinstance(source, Record):
            source = Record("".join(map(_tag, source.items())) + "\n*\n", decks=decks)
        tags, line, result, closing, start, self._decks = source._parts()
        self.tags: dict[str, str] = {}
        self._tag_hashes: dict[str, list[str]] = {}
        for name, value, hashes in tags:
            self.tags.setdefault(name, value)
            self._tag_hashes.setdefault(name, []).extend(hashes)
        self.result: str | None = result
        self.root = Node(None, None)
        self.root._position = start
        self.closing: list[str] = [text for kind, text in closing if kind == "comment"]
        self._closing_hashes: list[str] = [text for kind, text in closing if kind == "hash"]
        opening, turns = line
        _put(opening, self.root.comments, self.root.hashes)
        _grow(self.root, turns)

    def record(self) -> Record:
        """The record of the tree, checked."""
        return Record(self._written(), decks=self._decks)

    def __str__(self) -> str:
        record = self.record()
        try:
            return record.canonical()
        except NotLegal:
            return record.text

    def _written(self) -> str:
        out: list[str] = []
        for name, value in self.tags.items():
            out += [f"{hash_}\n" for hash_ in self._tag_hashes.get(name, [])] + [_tag((name, value))]
        out.append("\n")
        _write_notes(self.root.comments, self.root.hashes, out)
        _write_line(self.root, out)
        out.append(f" {self.result or self.tags.get('Result') or '*'}")
        _write_notes(self.closing, self._closing_hashes, out)
        return "".join(out).rstrip("\n") + "\n"

    def __eq__(self, other: object) -> bool:
        if not isinstance(other, Tree):
            return NotImplemented
        return (
            list(self.tags.items()) == list(other.tags.items())
            and self._notes() == other._notes()
            and self.root.position == other.root.position
            and self.root == other.root
        )

    # A tree can be changed, so it has no hash.
    __hash__ = None  # type: ignore[assignment]

    def _notes(self) -> tuple[Any, ...]:
        """The parts of a tree other than its tags and turns."""
        return self._tag_hashes, self.result, self.closing, self._closing_hashes, self._decks

    def __getstate__(self) -> dict[str, Any]:
        return {**vars(self), "root": _rows(_all_nodes(self.root))}

    def __setstate__(self, state: dict[str, Any]) -> None:
        vars(self).update({**state, "root": _node_from_rows(state["root"], 0)})

    def __repr__(self) -> str:
        return f"Tree({self.tags.get('Game', 'no game')}, {sum(1 for _ in self.root.walk())} turns)"


def _all_nodes(start: Node) -> list[Node]:
    """A node and all that follow it, each after its parent."""
    nodes = [start]
    for node in nodes:
        nodes += node.children
    return nodes


def _rows(nodes: list[Node]) -> list[tuple[int, dict[str, Any]]]:
    """The nodes as a flat list: for each the index of its parent, and its attributes. Pickling nodes within nodes would
    exceed the limit of recursion in a long game."""
    indices = {id(node): index for index, node in enumerate(nodes)}
    links = ("parent", "children")
    return [
        (indices.get(id(node.parent), -1), {name: value for name, value in vars(node).items() if name not in links})
        for node in nodes
    ]


def _node_from_rows(rows: list[tuple[int, dict[str, Any]]], index: int) -> Node:
    """Restores the nodes of `_rows`, and returns the one with an index."""
    nodes: list[Node] = []
    for parent, attributes in rows:
        node = Node(nodes[parent] if parent >= 0 else None, None)
        vars(node).update(attributes)
        if node.parent is not None:
            node.parent.children.append(node)
        nodes.append(node)
    return nodes[index]


def _tag(tag: tuple[str, str]) -> str:
    name, value = tag
    if not re.fullmatch(r"[A-Za-z][A-Za-z0-9]*", name):
        raise PipscribeError(f"`{name}` is not a valid tag name")
    escaped = value.replace("\\", "\\\\").replace('"', '\\"')
    return f'[{name} "{escaped}"]\n'


def _parts(comment: str) -> tuple[str, list[tuple[str, str]]]:
    parts = comment_parts(comment)
    if parts is None:
        raise PipscribeError(f"`{comment}` cannot be written between braces; `add_comment` adds escapes")
    return parts


def _put(items: list[_Item], comments: list[str], hashes: list[str]) -> list[Any]:
    """Adds comments to the lists of a node. Returns the variations."""
    comments += [content for kind, content in items if kind == "comment"]
    hashes += [content for kind, content in items if kind == "hash"]
    return [content for kind, content in items if kind == "variation"]


def _grow(parent: Node, turns: list[Any]) -> None:
    """Adds a line of turns after a node."""
    for text, glyphs, span, refused, position, after in turns:
        node = Node(parent, text)
        node.glyphs, node.span, node._refused = list(glyphs), span, refused
        node._position = position if position is not None or not refused else parent._position
        parent.children.append(node)
        for opening, line in _put(after, node.comments, node.hashes):
            count = len(parent.children)
            _grow(parent, line)
            for first in parent.children[count:]:
                _put(opening, first.before, first.hashes)
        parent = node


def _write_notes(comments: list[str], hashes: list[str], out: list[str]) -> None:
    for comment in comments:
        _parts(comment)
        out.append(f" {{{comment}}}")
    out += [f"\n{hash_}\n" for hash_ in hashes]


def _write_line(parent: Node, out: list[str], first: Node | None = None) -> None:
    """Writes the line after a node; a variation begins with ``first``."""
    number, node = parent.number + (not parent._refused and parent.parent is not None), first or parent.next
    number = max(number, 1)
    while node is not None:
        _write_notes(node.before, [], out)
        out.append(f" {number}. {node.turn}" + "".join(f" ${glyph}" for glyph in node.glyphs))
        _write_notes(node.comments, node.hashes, out)
        if node is not first and node.parent is not None:
            for variation in node.parent.children[1:]:
                out.append(" (")
                _write_line(node.parent, out, variation)
                out.append(")")
        number += not node._refused
        node = node.next
