"""What a search puts first of the facts about one matter: the one that holds at the time that the question is about.

Nothing is left out: what is over follows the fact that took its place, with the time at which it stopped to hold.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import replace
from datetime import datetime

from calisson.memory.finding.ranking import Candidate, Ranked
from calisson.memory.holding import asking
from calisson.memory.holding.facets import start_of


def by_time(ranked: Sequence[Ranked], query: str, language: str, now: datetime) -> list[Ranked]:
    """Return ranked memories with those that closed one another together, in the place of the best of them.

    Args:
        ranked: memories, best first; rows with `valid_from`, `valid_until` and `closed_by`.
        query: the question, which may ask for the past.
        language: its language.
        now: naive local time.
    """
    known = {r.candidate.row["id"]: r for r in ranked}
    ends = {i: _end(i, known) for i, r in known.items() if r.candidate.row["closed_by"] in known}
    if not ends:
        return list(ranked)
    when = asking.read(query, language, now)
    groups: dict[str, list[Ranked]] = {}
    for one in ranked:
        name = one.candidate.row["id"]
        groups.setdefault(ends.get(name, name), []).append(one)
    out: list[Ranked] = []
    for members in groups.values():  # in the order of the best of each
        best = members[0].score
        members.sort(key=lambda r: (asking.holds(r.candidate.row, when), _start(r.candidate)), reverse=True)
        out += [replace(r, score=max(r.score, best)) if n == 0 else r for n, r in enumerate(members)]
    return out


def _start(of: Candidate) -> str:
    return start_of({**of.row, "at": of.at.isoformat(timespec="seconds")})


def _end(name: str, known: Mapping[str, Ranked]) -> str:
    """Return the fact at the end of the chain in which each closed the one before."""
    seen = {name}
    while (closer := known[name].candidate.row["closed_by"]) in known and closer not in seen:
        seen.add(closer)
        name = closer
    return name
