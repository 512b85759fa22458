"""The prior by cue words: which act an utterance is, when no trained weights are there.

Counts what speaks for each act (its cues, the talk lexicon, a question mark, numbers) and takes a softmax.
"""

from __future__ import annotations

import math
import re
from functools import lru_cache

from calisson.language.lexicon import load
from calisson.language.spans import Spans
from calisson.language.talk import read_talk
from calisson.language.types import Act, Context

_BASE = {Act.LOG: 0.6, Act.ASK: 0.2, Act.CLARIFY: 0.3}


@lru_cache(maxsize=8)
def _cues(language: str) -> tuple[tuple[Act, tuple[re.Pattern[str], ...]], ...]:
    table: dict[str, list[str]] = load(language, "acts")["cues"]
    return tuple(
        (Act(name), tuple(re.compile(p, re.IGNORECASE) for p in rows)) for name, rows in table.items()
    )


def prior(spans: Spans, context: Context) -> list[tuple[Act, float]]:
    """Return every act with its probability by cue words alone, likeliest first."""
    scores = {act: _BASE.get(act, 0.0) for act in Act}
    masked = spans.masked()
    for act, patterns in _cues(spans.language):
        scores[act] += 1.2 * sum(1 for p in patterns if p.search(masked))
    for proposal in read_talk(spans, context):
        scores[proposal.act] += 4.0 * proposal.score**2
    if spans.numbers:
        scores[Act.LOG] += 1.2
    if context.apps and scores[Act.CREATE_APP] < 1:
        scores[Act.CREATE_APP] -= 0.5
    top = max(scores.values())
    weights = {act: math.exp(score - top) for act, score in scores.items()}
    total = sum(weights.values())
    return sorted(((act, w / total) for act, w in weights.items()), key=lambda x: -x[1])
