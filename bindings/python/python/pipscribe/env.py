"""Environments for reinforcement learning, with the rules of all four games.

``State`` has the interface of OpenSpiel's states: the player to decide, the legal actions, the next state, and the
returns. ``GymEnv`` has that of Gymnasium: ``reset`` and ``step``, with a mask of the legal actions. Neither package is
required; if NumPy and Gymnasium are installed, observations are arrays and spaces are Gymnasium's, and
``gymnasium.make("pipscribe/GipfBasic-v0")`` finds the games once this module is imported. ``AECEnv`` is an environment of PettingZoo, which it needs.

An action is a whole turn, except in Pip•Pip, where dice are rolled: there a turn consists of decisions and rolls. Actions
are numbered within a position, in the order of its legal turns; their texts are the same in all positions. The legal
turns of the Pipe Game leave out cards far from the others; these can be played by their text.

>>> from pipscribe.env import State
>>> state = State("gipf", "basic")
>>> state.current_player(), len(state.legal_actions())
(0, 30)
>>> state.apply_action(state.string_to_action("b3"))
>>> state.current_player(), state.is_terminal(), state.returns()
(1, False, [0.0, 0.0])
"""

from ._gym import GymEnv, register as _register
from ._state import CHANCE, TERMINAL, State
from ._zoo import AECEnv

__all__ = ["AECEnv", "CHANCE", "GymEnv", "State", "TERMINAL"]

_register()
