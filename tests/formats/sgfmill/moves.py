"""Plays games with sgfmill's `get_setup_and_moves`, which refuses set-up after the root. Prints a line for each game:
the stones of the set-up and the moves, as a board where nothing is captured (`-` for another game than Go); the
number of stones that a program for Go captures; the game as sgfmill writes it, with `\\n` for the end of a line.

Usage: moves.py FILE"""

import sys

from sgfmill import sgf, sgf_grammar, sgf_moves


def board_and_captures(game):
    board, moves = sgf_moves.get_setup_and_moves(game)
    stones = {point: colour for colour, point in board.list_occupied_points()}
    for colour, point in moves:
        assert point not in stones, "two stones on a point"
        stones[point] = colour
        board.play(*point, colour)
    side = range(board.side)
    rows = ("".join(stones.get((row, column), ".") for column in side) for row in reversed(side))
    return "/".join(rows), len(stones) - len(board.list_occupied_points())


with open(sys.argv[1], "rb") as file:
    collection = sgf_grammar.parse_sgf_collection(file.read())
for coarse_game in collection:
    game = sgf.Sgf_game.from_coarse_game_tree(coarse_game)
    is_go = game.get_root().get_raw("GM") == b"1"
    board, captures = board_and_captures(game) if is_go else ("-", 0)
    again = game.serialise(wrap=None).decode()
    assert "\\n" not in again
    print(board, captures, again.replace("\n", "\\n"))
