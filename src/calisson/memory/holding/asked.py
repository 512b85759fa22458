"""What a question asks about, as a matter: whose home, which thing's place; and the memories that tell it.

'Where did the ladder stand before?' shares hardly a word with 'the ladder is behind the barn': verbs of the past have
other forms, and 'where' asks for what 'behind' says. So a question for the past is also answered by the memories whose
matter is the one that it asks about: the same attribute of the same people or things.
"""

from __future__ import annotations

import re
from datetime import datetime

from sqlalchemy import ColumnElement, Connection, select

from calisson.language.text import fold, is_cjk
from calisson.memory.finding.search import readable
from calisson.memory.holding import facets
from calisson.memory.holding.matters import PLACE, WHERE, Matter, about_of, same_matter
from calisson.memory.holding.phrases import Phrases, phrases
from calisson.memory.holding.register import Register
from calisson.memory.holding.spans import WIDEST
from calisson.memory.tables import memories
from calisson.memory.types import Hit
from calisson.memory.words.lexicon import particles, words
from calisson.store.sealing import Key

MOST = 300
"""Memories about one attribute that are read, the latest ones."""

SCORE = 0.6
"""Score of what is found by its matter alone."""


def asked_matter(question: str, language: str) -> Matter | None:
    """Return what a question, without the words for its time, is about; its value is empty. None when not plain."""
    known, folded = phrases(language), fold(question)[:WIDEST]
    for prefix in known.prefixes:
        folded = re.sub(rf"(?<!\w){prefix}(?=\w{{3}})", f"{prefix} ", folded)
    where = known.where.search(folded) is not None
    named = [(m, c) for c in known.cues for m in c.pattern.finditer(folded)]
    named += [(m, c) for c in known.askings for m in c.pattern.finditer(folded)]
    named = [(m, c) for m, c in named if not (where and c.attribute in WHERE) and c.attribute != PLACE]
    best = max(named, key=lambda f: (f[1].leads, not f[1].verb, f[0].end(), len(f[0][0])), default=None)
    if best is None and not where:
        return None
    match, attribute = (best[0], best[1].attribute) if best else (None, PLACE)
    rest = f"{folded[: match.start()]} {folded[match.end() :]}" if match else folded
    about = _about(rest, known, language)
    return None if attribute == PLACE and not about else Matter(attribute, about, frozenset(), language)


def _about(rest: str, known: Phrases, language: str) -> frozenset[str]:
    """Return the words for whose or which it is, without those of asking."""
    rest = known.asks.sub(" ", known.where.sub(" ", rest))
    found = set()
    for piece in about_of(rest, known):
        bare = _without_mark(piece, known)
        whole = words(language).fillers.fullmatch(bare) is not None
        if not bare or bare in known.own or bare in known.drop or known.places.fullmatch(bare) or whole:
            continue
        found.add(bare)
    return frozenset(found)


def _without_mark(word: str, known: Phrases) -> str:
    """Return a word without the particle that it ends with; empty when it is no more than an ending."""
    if "\uac00" <= word[0] <= "\ud7a3":
        tail = next((p for p in particles() if word.endswith(p) and len(word) - len(p) >= 2), "")
        bare = word[: len(word) - len(tail)]
        return bare if len(bare) > 1 or bare in words("ko").person else ""
    if is_cjk(word) and known.value == "before" and (join := known.joins.search(word[-1])) and len(word) > 1:
        return word[: -len(join[0])]
    return word


def of_matter(
    connection: Connection,
    question: str,
    language: str,
    allowed: ColumnElement[bool],
    key: Key | None,
    who: Register | None = None,
) -> list[Hit]:
    """Return the memories about what a question asks for, the latest first.

    Args:
        connection: a reading connection.
        question: without the words for its time.
        language: its language.
        allowed: the condition on `memories` under which a row may be seen.
        key: of who asks, when their memories are encrypted.
        who: who is who to them.
    """
    asked = asked_matter(question, language)
    if asked is None:
        return []
    kept = {facets.kept_as(asked.attribute, key), asked.attribute}
    query = select(memories).where(memories.c.matter.in_(kept), memories.c.status == "live", allowed)
    found = []
    for row in connection.execute(query.order_by(memories.c.at.desc()).limit(MOST)).mappings():
        if not readable(dict(row)):
            continue
        at = datetime.fromisoformat(row["at"])
        matter = facets.read(row["text"], row["language"], at)[1]
        if matter is not None and same_matter(asked, matter, who):
            found.append(
                Hit(row["id"], row["text"], SCORE, row["tier"], row["source"], asked.attribute, at, row["speaker"],
                    language=row["language"])
            )  # fmt: skip
    return found
