"""People and how they are known: sessions, tokens and the home's password. Groups and sharing come later.

Owns who somebody is. Must never show what was not shared.
"""

from calisson.circles.sessions import Caller, Sessions

__all__ = ["Caller", "Sessions"]
