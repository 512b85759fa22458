"""One turn of conversation: understand, decide, do, reply; every effect in one transaction.

Owns the order of things in a turn and the wording of replies. Must never hold a capability's logic: what an app,
a reminder or a memory does is asked of its room.
"""

from calisson.assistant.types import TurnResult

__all__ = ["TurnResult"]
