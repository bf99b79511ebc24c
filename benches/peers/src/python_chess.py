"""Replays chess games, round by round. The first line of the input gives the number of characters of the games that follow; each line after them requests a round. The answer is the amount of work done, and the processor time in seconds."""

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
