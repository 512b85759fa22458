"""The subject of a memory, one of a few, by the built-in encoder: for filters and the picture of what is remembered."""

from __future__ import annotations

from functools import lru_cache

from calisson.memory.finding.encoder import Vector, built_in, similarity

THEMES: dict[str, str] = {
    "people": "family mother father sister brother friend birthday wedding child partner neighbor",
    "health": "doctor medicine allergic hospital pain blood pill vaccination teeth weight sleep",
    "food": "food eat drink recipe restaurant cook bread coffee vegetable breakfast",
    "home": "house key room apartment furniture repair plant kitchen password wifi router cleaning",
    "money": "money rent price salary insurance contract bank pay invoice tax subscription",
    "travel": "trip flight hotel train passport car ticket city holiday parking luggage",
    "work": "work job office boss school exam project meeting study colleague teacher",
    "leisure": "music book film game sport running painting garden concert dance hobby",
    "pets": "dog cat pet animal vet",
}
"""Theme → the words that it is about; any language's memories are compared with them."""

OTHER = "other"

LEAST = 0.22
"""The least cosine at which a memory is about a theme."""


@lru_cache(maxsize=1)
def _centres() -> dict[str, Vector]:
    return {name: built_in().encode(words) for name, words in THEMES.items()}


@lru_cache(maxsize=8192)
def theme_of(text: str, language: str) -> str:
    """Return the theme of a text, `other` when it is about none of them."""
    vector = built_in().encode(text, language)
    near, name = max((similarity(vector, centre), name) for name, centre in _centres().items())
    return name if near >= LEAST else OTHER
