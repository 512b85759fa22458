"""What is remembered: facts that people asked to keep, and what they said, found again by full-text search.

Only what a person said becomes a fact, with its turn and time. Must never answer with what was forgotten, or
with recalled, generated or outside text.
"""

from calisson.memory.memory import Memory
from calisson.memory.policy import Policy, Viewer
from calisson.memory.retention import note_use
from calisson.memory.tokens import content_tokens, has_token, token_weight
from calisson.memory.types import Fact, Hit

__all__ = [
    "Fact",
    "Hit",
    "Memory",
    "Policy",
    "Viewer",
    "content_tokens",
    "has_token",
    "note_use",
    "token_weight",
]
