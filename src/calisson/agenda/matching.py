"""Which reminder do these words mean? Shared words first, then spelling, for what was mistyped."""

from __future__ import annotations

from collections.abc import Sequence

from calisson.language.languages import detect
from calisson.language.text import fold, is_cjk
from calisson.memory import content_tokens, has_token, token_weight

SHARED = 0.5
"""The least share of the words' weight that a text must have."""

SPELLING = 82.0
"""The least similarity (rapidfuzz's ratio of the best window, 0 to 100) that stands in for shared words."""


def best_matches(words: str, texts: Sequence[str]) -> list[int]:
    """Return the places of the texts that `words` name, best first; equals stay in order."""
    language = detect(words)
    wanted = content_tokens(words, language)
    scored = []
    for place, text in enumerate(texts):
        score = _shared(wanted, text, language) or _spelling(words, text)
        if score:
            scored.append((-score, place))
    return [place for _, place in sorted(scored)]


def _shared(wanted: Sequence[str], text: str, language: str) -> float:
    whole = sum(map(token_weight, wanted))
    if not whole:
        return 0.0
    has = set(content_tokens(text, language))
    share = sum(token_weight(t) for t in wanted if has_token(has, t)) / whole
    # Of two texts that have the same words, the shorter one is meant.
    return share + 0.1 / (1 + len(has)) if share >= SHARED else 0.0


def _spelling(words: str, text: str) -> float:
    from rapidfuzz.fuzz import partial_ratio

    a, b = fold(words), fold(text)
    if min(len(a), len(b)) < (2 if is_cjk(a) else 4):
        return 0.0
    similar = partial_ratio(a, b)
    return similar / 200 if similar >= SPELLING else 0.0
