"""A close look at the best candidates: the gate, hops, and diversity, after the views were added up."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, replace
from typing import Any

from calisson.memory.finding.encoder import built_in
from calisson.memory.finding.ranking import VIEWS, Asked, Ranked, Viewed, fused
from calisson.memory.learned import gate as gates
from calisson.memory.learned.bridge import Rarity
from calisson.memory.learned.diversity import diverse
from calisson.memory.learned.hops import MOST, Hop, hop
from calisson.memory.learned.model import Learned
from calisson.memory.learned.seeking import Look

POOL = 48
"""Candidates that get the close look."""

REACH = 96
"""Candidates among which the gate allots the places."""

BEHIND = 0.92
"""What a hop lifts stays behind this share of the best score: it comes with an answer, not before it."""

CHOSEN = 12
"""Memories that diversity chooses one by one."""


@dataclass(frozen=True, slots=True)
class Trace:
    """Why a search went as it did."""

    version: str = ""
    """Name of the learned weights; empty without."""
    expanded: tuple[str, ...] = ()
    """Further words that were looked for."""
    gate: tuple[tuple[str, str, float], ...] = ()
    """The shards that the gate opened widest: theme, language, share."""
    hops: tuple[Hop, ...] = ()

    def as_dict(self) -> dict[str, Any]:
        """Return it as JSON-able data."""
        return {
            "version": self.version,
            "expanded": list(self.expanded),
            "gate": [{"theme": t, "language": x, "share": round(g, 3)} for t, x, g in self.gate],
            "hops": [
                {
                    "stop": round(h.stop, 3),
                    "from": [{"id": i, "share": round(p, 3)} for i, p in h.pointed],
                    "words": list(h.tokens),
                    "found": list(h.found),
                }
                for h in self.hops
            ],
        }


def refine(
    asked: Asked,
    ranked: Sequence[Ranked],
    learned: Learned,
    look: Look,
    rarity: Rarity,
    *,
    query: str = "",
    most: int = MOST,
    always: bool = False,
) -> tuple[list[Ranked], Trace]:
    """Return candidates in their final order, and why.

    Args:
        asked: the question.
        ranked: its candidates, best first.
        learned: what was learned.
        look: finds for the next question of a hop.
        rarity: counts memories with tokens.
        query: the question's words, for the gate.
        most: the most hops.
        always: hop `most` times whatever the pointer says; for comparisons.
    """
    weights = learned.view_weights()
    trace = Trace(learned.name, tuple(asked.expanded))
    pool, rest = list(ranked[:POOL]), list(ranked[POOL:])
    if learned.has("gate") and weights.get("gate", 0.0) > 0 and ranked:
        seen = gates.features(built_in().encode(query, asked.language), asked.language)
        g = learned.gate.open(seen)
        reach = [gates.shard(r.candidate.vector, r.candidate.row["language"]) for r in ranked[:REACH]]
        places = gates.allot(g, reach, POOL)
        inside = set(places)
        pool = [_with(ranked[n], {"gate": gates.log_share(g, reach[n])}) for n in places]
        rest = [r for n, r in enumerate(ranked) if n not in inside]
        best = sorted(range(len(g)), key=lambda n: -g[n])[:3]
        trace = replace(trace, gate=tuple((*gates.SHARDS[n], g[n]) for n in best))
        pool = _ordered(pool, weights)
    if learned.has("hops") and learned.pointer is not None and pool:
        around = {r.candidate.number: r.candidate for r in ranked}
        found, steps = hop(
            asked, pool, learned.pointer, learned.onward, look, rarity, around, most=most, always=always
        )
        trace = replace(trace, hops=tuple(steps))
        pool, rest = joined(pool, rest, found, weights)
    if learned.has("diversity") and learned.diversity < 1.0:
        order = diverse(
            [r.score for r in pool], [r.candidate.vector for r in pool], learned.diversity, CHOSEN
        )
        pool = [pool[n] for n in order]
    return [*pool, *rest], trace


def joined(
    pool: Sequence[Ranked],
    rest: Sequence[Ranked],
    found: Mapping[int, Ranked],
    weights: Mapping[str, float],
) -> tuple[list[Ranked], list[Ranked]]:
    """Return the pool with what hops found, in order, and the rest without it.

    What the question itself did not find stands for what it states and is, and for its hop; see `BEHIND`.
    """
    if not found:
        return list(pool), list(rest)
    known = {r.candidate.number: r for r in (*pool, *rest)}
    weight, bar = weights.get("hop", 0.0), BEHIND * (pool[0].score if pool else 0.0)
    hopped = []
    for number, one in found.items():
        own = known.get(number)
        if own is None:
            values = {**dict.fromkeys(VIEWS, 0.0), "kept": one.values["kept"], "stated": one.values["stated"]}
            score = sum(weights.get(view, 0.0) * value for view, value in values.items())
            own = Ranked(one.candidate, score, {}, True, values)
        share = min(one.score, max(0.0, bar - own.score) / weight) if weight > 0 else 0.0
        hopped.append(_with(own, {"hop": share}))
    others = [r for r in pool if r.candidate.number not in found]
    left = [r for r in rest if r.candidate.number not in found]
    return _ordered([*others, *hopped], weights), left


def _with(one: Ranked, values: Mapping[str, float]) -> Ranked:
    return replace(one, values={**one.values, **values})


def _ordered(pool: Sequence[Ranked], weights: Mapping[str, float]) -> list[Ranked]:
    return fused((Viewed(r.candidate, r.values, r.related) for r in pool), weights)
