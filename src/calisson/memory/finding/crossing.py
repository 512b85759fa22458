"""Recall across languages: a fact said in Japanese answers a German question.

The words of a question are compared with those of a memory in another language by the built-in encoder, in which
words of one concept lie together. As strict as recall within a language: most of what is asked for must be there, a
person who is named above all, and a question for a time needs an answer with one.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from datetime import datetime
from typing import Any

from calisson.memory.finding import clues
from calisson.memory.finding.encoder import Vector, built_in, similarity
from calisson.memory.types import Hit
from calisson.memory.words.names import tells_of_another
from calisson.memory.words.tokens import without_fillers

SAME = 0.7
"""The least cosine of two words that say the same."""

SAME_PERSON = 0.93
"""The same for words for people, which all lie near each other."""

COVERED = 0.66
"""The least share of what the question asks for, by weight, that a memory must have."""

NEAREST = 40
"""Memories that are looked at closely."""


def hits(query: str, language: str, rows: Iterable[Mapping[str, Any]]) -> list[Hit]:
    """Return which of these memories, all in other languages than the question's, answer it, best first."""
    if not any(c.isalpha() for c in query):  # figures and signs mean nothing of their own in any language
        return []
    asked = clues.read(query, language)
    wanted = built_in().parts(without_fillers(query, language), language)
    people = [v for c in asked.clues if c.person for v, _ in built_in().parts(c.text, language)]
    found = [h for row in rows if (h := _hit(asked, wanted, people, row)) is not None]
    return sorted(found, key=lambda h: (h.score, h.at), reverse=True)


def about_others(asked: clues.Query, row: Mapping[str, Any]) -> bool:
    """Tell whether a memory in another language names people, but not all of those that the question names."""
    if not asked.people or not clues.people_in(row["text"], row["language"]):
        return False
    has = [vector for vector, _ in built_in().parts(row["text"], row["language"])]
    named = (v for c in asked.clues if c.person for v, _ in built_in().parts(c.text, asked.language))
    return not all(_has(has, person, SAME_PERSON) for person in named)


def _hit(
    asked: clues.Query, wanted: list[tuple[Vector, float]], people: list[Vector], row: Mapping[str, Any]
) -> Hit | None:
    has = [vector for vector, _ in built_in().parts(row["text"], row["language"])]
    if not all(_has(has, person, SAME_PERSON) for person in people):
        return None
    if tells_of_another(asked.names, asked.said, row["text"], row["language"], missed=False):
        return None
    topic = [(v, w) for v, w in wanted if not _has(people, v, SAME_PERSON)]
    got = sum(w for v, w in topic if _has(has, v, SAME))
    whole = sum(w for _, w in topic)
    if not whole or got < COVERED * whole:
        return None
    if asked.asks_time and not clues.tells_time(row["text"], row["language"]):
        return None
    why = f"{got / whole:.0%} in another language"
    at = datetime.fromisoformat(row["at"])
    return Hit(row["id"], row["text"], got / whole, row["tier"], row["source"], why, at, row["speaker"],
               row["language"], "language")  # fmt: skip


def _has(has: list[Vector], vector: Vector, least: float) -> bool:
    return any(similarity(vector, other) >= least for other in has)
