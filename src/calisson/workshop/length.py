"""How long one answer of a model may be, and what it is told when it was longer.

Claude and most servers cut an answer at the tokens that a request allows, in the middle of a call if it comes to
that. A cut answer is neither a last word nor a call: nothing of it is carried out, and the run goes on.
"""

from __future__ import annotations

from calisson.models.prompts import render
from calisson.workshop.types import Engine

MOST_TOKENS = 16_000
"""Enough for a file of about 50 kB; every model of the price list writes as much in one answer."""
LEAST_TOKENS = 4096
SHARE = 4
"""At most one part in so many of what a model takes in at once: the rest is for reading."""


def most_tokens(engine: Engine) -> int:
    """Return how many tokens an answer may have: fewer where a model that may be asked takes in little at once."""
    roster = getattr(engine, "roster", None)
    smallest = min((m.context_tokens for m in roster.models), default=0) if roster is not None else 0
    return min(MOST_TOKENS, max(LEAST_TOKENS, smallest // SHARE)) if smallest else MOST_TOKENS


def cut_words(tokens: int) -> str:
    """Return what a model is told whose answer was cut at so many tokens."""
    return render("cut", tokens=str(tokens)).text
