"""Lets a search of OpenSpiel play a game against random turns: ``python openspiel_games.py [GAME] [SIMULATIONS]``.

GAME is a name for ``pyspiel.load_game``, such as ``pipscribe_pippip`` or ``pipscribe_pippinzip(variant=pipeline,size=5)``.
The Pipe Game has hidden cards, so it is searched by ISMCTS, the others by MCTS. Needs ``pip install pipscribe open_spiel``.
"""

import sys

import numpy
import pyspiel
from open_spiel.python.algorithms import ismcts, mcts

import pipscribe.openspiel  # Registers the games.

name = sys.argv[1] if len(sys.argv) > 1 else "pipscribe_pippip"
simulations = int(sys.argv[2]) if len(sys.argv) > 2 else 20

game = pyspiel.load_game(name)
rng = numpy.random.RandomState(1)
rollouts = mcts.RandomRolloutEvaluator(1, rng)
if game.get_type().information == pyspiel.GameType.Information.PERFECT_INFORMATION:
    search = mcts.MCTSBot(game, 2, simulations, rollouts, random_state=rng)
else:
    search = ismcts.ISMCTSBot(game, rollouts, 2, simulations, random_state=rng)

state = game.new_initial_state()
while not state.is_terminal():
    if state.is_chance_node():
        outcomes, probabilities = zip(*state.chance_outcomes())
        action = rng.choice(outcomes, p=probabilities)
    elif state.current_player() == 0:
        action = search.step(state)
    else:
        action = rng.choice(state.legal_actions())
    state.apply_action(int(action))

print(state.state.game.record, end="")
print("returns:", state.returns())
