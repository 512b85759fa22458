"""What is remembered: facts that people asked to keep, and what they said, found again by full-text search.

Only what a person said becomes a fact, with its turn and time. Must never answer with what was forgotten, or
with recalled, generated or outside text.
"""

from calisson.memory.forgetting.retention import note_use
from calisson.memory.memory import Memory
from calisson.memory.privacy.policy import Policy, Viewer
from calisson.memory.types import Fact, Hit
from calisson.memory.uses import Given
from calisson.memory.words.tokens import content_tokens, has_token, token_weight

__all__ = [
    "Fact",
    "Given",
    "Hit",
    "Memory",
    "Policy",
    "Viewer",
    "content_tokens",
    "has_token",
    "note_use",
    "token_weight",
]
