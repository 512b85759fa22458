"""Finding what answers a query: candidates from the index, scored by clues, facts before talk."""

from __future__ import annotations

from collections.abc import Mapping
from datetime import datetime
from typing import TYPE_CHECKING, Any

from sqlalchemy import ColumnElement, select

from calisson.memory.finding import clues, crossing, sought
from calisson.memory.finding.search import Index, chosen, readable, total
from calisson.memory.tables import memories
from calisson.memory.types import Hit, Tier
from calisson.memory.words.names import tells_of_another

if TYPE_CHECKING:
    from sqlalchemy import Connection

CANDIDATES = 60
"""Memories of each tier that are looked at closely."""

LEAST: dict[Tier, float] = {"fact": 0.38, "turn": 0.5}
"""The least score of a hit, by tier; facts were said to be kept."""

ONLY_PERSON = 0.75
"""The least score when nothing but a word for a person matched."""

TALK_FIRST = 1.8
"""How many times better talk must be than the best fact to stand before it."""

OTHER_LANGUAGE = 0.98
"""What is left of the score of a memory in another language than the query's: it decides ties."""

NO_KIND = 0.5
"""What is left of the score of a memory that tells nothing of the plain kind that a question seeks."""

RAREST = 2
"""Words of a query, the rarest ones, by which barred memories are looked for."""

ABOUT_AS_WELL = 0.7
"""Share of the best score from which an answer counts as well when the last one is asked for."""

LATEST = 0.5
"""Score of the latest facts, which answer a query that asks for nothing in particular."""

ASSISTANT = frozenset({"assistant", "calisson", "ai", "bot", "system"})
"""Speakers who are no person: what they said is never a fact, and counts half as talk."""


def search(
    connection: Connection,
    index: Index,
    query: str,
    language: str,
    limit: int,
    *,
    allowed: ColumnElement[bool],
    tiers: tuple[Tier, ...] = ("fact", "turn"),
    said: tuple[datetime, datetime] | None = None,
) -> list[Hit]:
    """Return what answers a query of those memories that are `allowed`, best first; nothing when nothing does.

    A query without any content is answered by the latest facts; with `said`, by what was told in that time.
    """
    asked = clues.read(query, language)
    if not asked.clues:
        return _latest(connection, limit, allowed, said) if "fact" in tiers else []
    wanted = asked.tokens()
    count = total(connection)
    frequency = index.frequencies(connection, wanted)
    weights = clues.weigh(asked, frequency, count)
    looked_for = chosen(wanted, frequency)
    hits: list[Hit] = []
    for tier in tiers:
        for row in index.candidates(connection, looked_for, tier, CANDIDATES, allowed):
            hit = _hit(asked, weights, row, tier)
            if hit is not None:
                hits.append(hit)
    return _last_first(asked, _ordered(hits))[:limit]


def _last_first(asked: clues.Query, hits: list[Hit]) -> list[Hit]:
    """When the last of several is asked for, what answers about as well as the best goes by when it was said."""
    if not asked.latest or not hits:
        return hits
    bar = hits[0].score * ABOUT_AS_WELL
    near = [h for h in hits if h.score >= bar and h.tier == hits[0].tier]
    return sorted(near, key=lambda h: h.at, reverse=True) + [h for h in hits if h not in near]


def _hit(asked: clues.Query, weights: list[float], row: Mapping[str, Any], tier: Tier) -> Hit | None:
    found = clues.match(asked, weights, row["text"], frozenset(row["tokens"].split()))
    score = found.score * (0.5 if row["speaker"].casefold() in ASSISTANT else 1.0)
    if tells_of_another(asked.names, asked.said, row["text"], row["language"], missed=found.missed):
        if asked.names:
            return None
        score *= clues.OTHER_PERSON
    if sought.misses(asked.said, asked.language, row["text"], row["language"]):
        score *= NO_KIND
    if row["language"] != asked.language:
        score *= clues.OTHER_PERSON if crossing.about_others(asked, row) else OTHER_LANGUAGE
    if found.only_person and asked.others:
        return None
    if score < (ONLY_PERSON if found.only_person else LEAST[tier]):
        return None
    return Hit(
        row["id"],
        row["text"],
        min(1.0, score),
        tier,
        row["source"],
        ", ".join(found.matched),
        datetime.fromisoformat(row["at"]),
        row["speaker"],
        row["language"],
    )


def _ordered(hits: list[Hit]) -> list[Hit]:
    """Facts before talk unless talk is far better; then by score, then the later said; each source once."""
    facts = [h.score for h in hits if h.tier == "fact"]
    bar = max(facts, default=0.0) * TALK_FIRST

    def key(hit: Hit) -> tuple[bool, float, datetime]:
        return (hit.tier == "fact" or (bool(facts) and hit.score >= bar), round(hit.score, 3), hit.at)

    out: list[Hit] = []
    seen: set[str] = set()
    for hit in sorted(hits, key=key, reverse=True):
        same = {hit.text.casefold(), f"source:{hit.source}"} if hit.tier == "turn" else {hit.text.casefold()}
        if not same & seen:
            out.append(hit)
        seen |= {hit.text.casefold(), f"source:{hit.source}"}
    return out


def joined(first: list[Hit], second: list[Hit]) -> list[Hit]:
    """Return the hits of two searches in one order, each with its better score."""
    best = {h.id: h for h in sorted([*first, *second], key=lambda h: h.score)}
    return _ordered(list(best.values()))


def barred_ids(
    connection: Connection, index: Index, query: str, language: str, barred: ColumnElement[bool], limit: int
) -> list[str]:
    """Return the ids of memories with the rarest words of a query that meet the condition `barred`."""
    asked = clues.read(query, language)
    wanted = asked.tokens() if asked.clues else []
    looked_for = chosen(wanted, index.frequencies(connection, wanted))[:RAREST]
    found = [r["id"] for tier in LEAST for r in index.candidates(connection, looked_for, tier, limit, barred)]
    return found[:limit]


def _latest(
    connection: Connection, limit: int, allowed: ColumnElement[bool], said: tuple[datetime, datetime] | None
) -> list[Hit]:
    query = select(memories).where(memories.c.status == "live", allowed)
    if said is None:
        query = query.where(memories.c.tier == "fact")
    else:
        start, end = (t.isoformat(timespec="seconds") for t in said)
        query = query.where(memories.c.at >= start, memories.c.at < end, memories.c.tier.in_(tuple(LEAST)))
    rows = connection.execute(
        query.order_by(memories.c.at.desc(), memories.c.id.desc()).limit(limit)
    ).mappings()
    return [
        Hit(
            r["id"],
            r["text"],
            LATEST,
            r["tier"],
            r["source"],
            "latest",
            datetime.fromisoformat(r["at"]),
            r["speaker"],
            how="latest",
        )
        for r in rows
        if readable(dict(r))
    ]
