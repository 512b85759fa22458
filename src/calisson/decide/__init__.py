"""Choosing what a turn does: options, their propensities, and why; every choice is logged.

Owns the meta-controller that picks one proposal of a reading. Must never act unlogged: `choose` only decides,
the assistant writes the decision to the journal in the same transaction as its effects.
"""

from calisson.decide.policy import POLICY, Choice, choose

__all__ = ["POLICY", "Choice", "choose"]
