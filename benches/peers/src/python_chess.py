"""Works through chess games, round by round: the first line of the input says how many characters of games follow, each line behind
them asks for a round. The answer is what was done, and the seconds of a processor that it took."""

import io
import sys
import time

import chess.pgn
import chess.svg

GAMES = sys.stdin.read(int(sys.stdin.readline()))
BOARD = chess.pgn.read_game(io.StringIO(GAMES)).end().board()


def replay():
    games, plies = io.StringIO(GAMES), 0
    while game := chess.pgn.read_game(games):
        assert not game.errors
        plies += game.end().ply()
    return plies


def draw():
    figures = 50
    for _ in range(figures):
        chess.svg.board(BOARD)
    return figures


for line in sys.stdin:
    before = time.process_time()
    done = {"replay": replay, "draw": draw}[line.strip()]()
    print(done, time.process_time() - before, flush=True)
