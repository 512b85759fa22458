"""Acts: what an utterance does, as calibrated probabilities over the twelve acts of the public contract.

A small linear model over masked n-grams (times, numbers and the home's own words become tokens) reads the
wording; it knows nothing of schemas beyond that. Without its weight file the prior by cue words answers. It
must not decide what happens: readers propose, and the caller pools.
"""

from __future__ import annotations

from calisson.language.acts.features import features
from calisson.language.acts.model import model
from calisson.language.acts.prior import prior
from calisson.language.spans import Spans
from calisson.language.types import Act, Context

__all__ = ["classify"]

SHARED = 0.7
"""How much of what asking and recalling have together is split evenly between them."""


def classify(spans: Spans, context: Context) -> list[tuple[Act, float]]:
    """Return every act with its probability, likeliest first; the probabilities sum to 1.

    What fits nothing known gives its mass to `clarify`. Never raises.
    """
    trained = model()
    if trained is None:
        return prior(spans, context)
    return _pooled(trained.probabilities(features(spans, context)))


def _pooled(found: list[tuple[Act, float]]) -> list[tuple[Act, float]]:
    """Share the mass of asking and recalling: where an answer lies is for the home to know, not for the wording."""
    p = dict(found)
    both = p[Act.ASK] + p[Act.RECALL]
    for act in (Act.ASK, Act.RECALL):
        p[act] = (1 - SHARED) * p[act] + SHARED * both / 2
    return sorted(p.items(), key=lambda pair: -pair[1])
