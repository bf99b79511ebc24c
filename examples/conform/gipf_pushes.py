"""Pushes of GIPF, for a test with the suite: pipscribe conform --game gipf -- python3 examples/conform/gipf_pushes.py

Reads a JSON object a line, {"id": …, "record": …}, and answers each with one. It knows the board and how a push moves
pieces, and nothing of rows, GIPF pieces and reserves: what needs those it passes over as unsupported.
"""
import json
import re
import sys

COLUMNS = "abcdefghi"
HEIGHT = dict(zip(COLUMNS, (5, 6, 7, 8, 9, 8, 7, 6, 5)))
STEPS = (0, 1), (1, 0), (1, 1), (0, -1), (-1, 0), (-1, -1)
START = {"b2": "b", "b5": "w", "e2": "w", "e8": "b", "h2": "b", "h5": "w"}


class Unsupported(Exception):
    pass


def cube(point):
    """A point as steps along two of the three directions."""
    column = COLUMNS.index(point[0])
    return column, int(point[1:]) + max(0, column - 4)


POINTS = {cube(c + str(r)): c + str(r) for c in COLUMNS for r in range(1, HEIGHT[c] + 1)}
NAMES = set(POINTS.values())
LINES = {}  # dot -> its lines, each a list of spots from the rim inwards


def is_dot(point):
    return point[0] in "ai" or point[1:] in ("1", str(HEIGHT[point[0]]))


for place, name in POINTS.items():
    for step in STEPS:
        line, at = [], (place[0] + step[0], place[1] + step[1])
        while at in POINTS and not is_dot(POINTS[at]):
            line.append(POINTS[at])
            at = (at[0] + step[0], at[1] + step[1])
        if is_dot(name) and line:
            LINES.setdefault(name, []).append(line)


def push(board, turn, colour):
    """Plays a turn; returns it in canonical form, or the code of the error."""
    dot, landing = turn.split("-") if "-" in turn else (None, turn)
    if landing not in NAMES or is_dot(landing) or (dot and (dot not in NAMES or not is_dot(dot))):
        return None, "gipf/off-board"
    if dot is None:
        if landing in board or not any(line[0] == landing for lines in LINES.values() for line in lines):
            return None, "gipf/wrong-landing"
        board[landing] = colour
        return landing, None
    line = next((line for line in LINES[dot] if landing in line), None)
    if line is None:
        return None, "gipf/not-in-line"
    gap = next((at for at, spot in enumerate(line) if spot not in board), None)
    if gap is None:
        return None, "gipf/line-full"
    if line[gap] != landing:
        return None, "gipf/wrong-landing"
    for at in range(gap, 0, -1):
        board[line[at]] = board[line[at - 1]]
    board[line[0]] = colour
    return (landing if gap == 0 else turn), None


def has_row(board):
    lines = ("".join(board.get(spot, ".") for spot in line) for lines in LINES.values() for line in lines)
    return any(re.search("w{4}|b{4}", line) for line in lines)


TAGS = r'\[Game "gipf"\]\n\[Variant "basic"\]\n(?:\[Result "\*"\]\n)?\n'
MOVES = r"((?:(?:\d+\. ?)?(?:[a-i]\d-)?[a-i]\d\s+)*)\*\s*"


def judge(record):
    plain = re.fullmatch(TAGS + MOVES, record)
    if not plain:
        raise Unsupported
    moves = [move for move in plain[1].replace(".", ". ").split() if not move.endswith(".")]
    board, turns = dict(START), []
    for number, move in enumerate(moves):
        turn, code = push(board, move, "wb"[number % 2])
        if code:
            return {"valid": False, "code": code, "turn": number + 1, "turns": turns}
        if has_row(board) or number >= 20:  # rows must go, and reserves end
            raise Unsupported
        turns.append(turn)
    return {"valid": True, "code": None, "turn": None, "turns": turns, "result": None}


for request in map(json.loads, sys.stdin):
    try:
        answer = judge(request["record"])
    except Unsupported:
        answer = {"unsupported": True}
    print(json.dumps({"id": request["id"], **answer}), flush=True)
