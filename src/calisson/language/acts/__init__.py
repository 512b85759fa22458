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

MAX_CHARS = 400
"""Only the beginning of a longer text is read: an act shows early, and time per utterance stays bounded."""


def classify(spans: Spans, context: Context) -> list[tuple[Act, float]]:
    """Return every act with its probability, likeliest first; the probabilities sum to 1.

    What fits nothing known gives its mass to `clarify`. Never raises.
    """
    trained = model()
    if trained is None:
        return prior(spans, context)
    return trained.probabilities(features(spans, context))
