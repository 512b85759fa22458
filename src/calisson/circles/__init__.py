"""People and how they are known: sessions, tokens with scopes, the home's password. Groups and sharing come later.

Owns who somebody is and what their token may do. Must never show what was not shared.
"""

from calisson.circles.scopes import EVERYTHING, Scope, allows, require, scopes_of, touching
from calisson.circles.sessions import Caller, Sessions, TokenOut

__all__ = [
    "EVERYTHING",
    "Caller",
    "Scope",
    "Sessions",
    "TokenOut",
    "allows",
    "require",
    "scopes_of",
    "touching",
]
