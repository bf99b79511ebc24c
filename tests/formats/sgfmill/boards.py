"""Reads a collection of games of Go with sgfmill, plays each as a viewer of Go does, and prints the last
board of its main line: a line a game, from the top row down, `b`, `w` and `.`, rows joined by `/`. Behind it
stands how sgfmill's own `get_setup_and_moves` fares: `moves` where it gives that board too, else `set-up`,
which has to be where a move would have taken stones off."""

import sys

from sgfmill import boards, sgf, sgf_grammar, sgf_moves


def takes_off(board, colour, points):
    board = board.copy()
    before = len(board.list_occupied_points())
    for point in points:
        board.play(*point, colour)
    return len(board.list_occupied_points()) < before + len(points)


def last_board(game):
    """The last board, and whether stones had to be set up behind the root."""
    board = boards.Board(game.get_size())
    is_set_up = False
    for node in game.get_main_sequence():
        black, white, empty = node.get_setup_stones()
        for colour, points in (("b", black), ("w", white)):
            if points and node is not game.get_root():
                assert takes_off(board, colour, points), "these could be moves"
                is_set_up = True
            for row, column in points:
                # Set-up takes no stones off, so it is put down stone by stone.
                board.board[row][column] = colour
        colour, move = node.get_move()
        if colour is not None and move is not None:
            before = len(board.list_occupied_points())
            board.play(*move, colour)
            assert len(board.list_occupied_points()) == before + 1, "a move took stones off"
        assert not empty
    return board, is_set_up


def moved_board(game):
    """What `get_setup_and_moves` makes of a game."""
    board, moves = sgf_moves.get_setup_and_moves(game)
    for colour, move in moves:
        board.play(*move, colour)
    return board


def text(board):
    rows = (board.board[row] for row in reversed(range(board.side)))
    return "/".join("".join(colour or "." for colour in row) for row in rows)


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
    board, is_set_up = last_board(game)
    if is_set_up:
        print(text(board), "set-up")
    else:
        assert text(moved_board(game)) == text(board)
        print(text(board), "moves")
