"""Reads a collection of games of Go with sgfmill, plays each as a viewer of Go does, and prints the last
board of its main line: a line a game, from the top row down, `b`, `w` and `.`, rows joined by `/`."""

import sys

from sgfmill import boards, sgf, sgf_grammar


def last_board(game):
    board = boards.Board(game.get_size())
    for node in game.get_main_sequence():
        black, white, empty = node.get_setup_stones()
        for colour, points in (("b", black), ("w", white)):
            for row, column in points:
                # Set-up takes no stones off, so it is put down stone by stone.
                board.board[row][column] = colour
        colour, move = node.get_move()
        if colour is not None and move is not None:
            board.play(*move, colour)
        assert not empty
    return board


with open(sys.argv[1], "rb") as file:
    collection = sgf_grammar.parse_sgf_collection(file.read())
for coarse_game in collection:
    game = sgf.Sgf_game.from_coarse_game_tree(coarse_game)
    if game.get_root().get_raw("GM") != b"1":
        print("another game")
        continue
    for node in game.main_sequence_iter():
        for identifier in node.properties():
            # Of properties that it does not know it wants one value.
            if not identifier.startswith("PIP"):
                node.get(identifier)
    board = last_board(game)
    rows = (board.board[row] for row in reversed(range(board.side)))
    print("/".join("".join(colour or "." for colour in row) for row in rows))
