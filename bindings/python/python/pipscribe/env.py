"""Environments for reinforcement learning, with the rules of all four games.

``State`` has the interface of OpenSpiel's states: the player to decide, the legal actions, the next state, and the
returns. ``GymEnv`` has the interface of Gymnasium: ``reset`` and ``step``, with a mask of the legal actions. Neither package is
required; if NumPy and Gymnasium are installed, observations are arrays and spaces are Gymnasium's, and
``gymnasium.make("pipscribe/GipfBasic-v0")`` finds the games once this module is imported. ``AECEnv`` is an environment
of PettingZoo, which it needs. ``pipscribe.openspiel`` registers the games in OpenSpiel.

An action is one choice of a turn: a place, a direction, a card, a word. Turns have several actions, which the same
player takes in a row. The number of an action is the same in all positions of a game with the same settings. Whole
turns, such as those of a record, become actions with ``State.actions_of``, or are played with ``State.apply_turn``. The
actions of the Pipe Game leave out cards far from the others; these can only be played as whole turns.

>>> from pipscribe.env import State
>>> state = State("gipf", "basic")
>>> state.current_player(), len(state.legal_actions()), state.num_distinct_actions()
(0, 24, 88)
>>> state.apply_action(state.string_to_action("a2"))
>>> state.legal_texts()
['b2', 'b3']
>>> state.apply_action("b3")
>>> state.game.turns, state.current_player(), state.is_terminal(), state.returns()
(['b3'], 1, False, [0.0, 0.0])
"""

from ._gym import GymEnv, register as _register
from ._state import CHANCE, TERMINAL, State
from ._zoo import AECEnv

__all__ = ["AECEnv", "CHANCE", "GymEnv", "State", "TERMINAL"]

_register()
