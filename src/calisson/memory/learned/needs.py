"""What was needed later and what was not: examples for the scorer of importance, from the uses of memories.

A memory that answered a question was needed, unless the answer turned out to be no good. One that is older than `OLD` and was
part of no answer was not. Every night all of them are looked at anew, the oldest uses beside the latest, so nothing learned
before is lost (replay); each is a matter of what kinds of words it has (`importance.Features`), never of its words. The fit
is pulled to the scorer of the release, and serves only when its log-loss on memories held back is not worse.
"""

from __future__ import annotations

from collections.abc import Collection, Iterable
from dataclasses import dataclass, replace
from datetime import timedelta
from hashlib import blake2b
from typing import Any

from sqlalchemy import select

from calisson.memory.finding.search import readable
from calisson.memory.privacy.policy import Viewer, visible
from calisson.memory.shortening.importance import (
    Example,
    Scorer,
    features,
    fitted,
    level,
    log_loss,
)
from calisson.memory.shortening.units import sentences
from calisson.memory.tables import memories, memory_care, memory_uses
from calisson.store import Transaction

OLD = timedelta(days=30)
"""Age from which what nothing asked for counts as not needed."""

ROOM = 2000
"""Memories that are looked at, needed and not, each."""

HELD_BACK = 5
"""Every how-manieth memory only judges."""

LEAST, LEAST_HELD = 20, 5
"""Memories of each kind without which nothing is fitted, and held back."""

PULL = 0.02
"""Strength of the pull to the scorer of the release."""

DIFFERS = 0.005
"""What a weight must have moved for a fit to be another one."""


@dataclass(frozen=True, slots=True)
class Trial:
    """A scorer after a night."""

    scorer: Scorer
    before: float
    """Log-loss of the one that serves, on what was held back."""
    after: float
    needed: int
    """Memories that were needed, held back or not."""
    others: int
    changed: bool

    @property
    def serves(self) -> bool:
        """Whether it takes the place of the one that served."""
        return self.changed and self.after <= self.before

    def as_dict(self) -> dict[str, Any]:
        """Return it as JSON-able data."""
        return {
            "before": round(self.before, 4), "after": round(self.after, 4), "needed": self.needed,
            "others": self.others, "serves": self.serves,
        }  # fmt: skip


@dataclass(frozen=True, slots=True)
class _Seen:
    id: str
    examples: tuple[Example, ...]
    needed: bool


def tried(
    tx: Transaction, serving: Scorer, bad: Collection[str] = (), good: Collection[str] = ()
) -> Trial | None:
    """Return a scorer fitted to what this home needed; None without enough of it.

    Args:
        tx: a transaction in which memories are read.
        serving: the scorer that serves.
        bad: turns whose answers turned out to be no good.
        good: turns whose answers turned out to be right; what was told only as what may be meant counts in these alone.
    """
    seen = list(_seen(tx, set(bad), set(good)))
    taught = [s for s in seen if _ticket(s.id) % HELD_BACK]
    judged = [s for s in seen if not _ticket(s.id) % HELD_BACK]
    for part, least in ((taught, LEAST), (judged, LEAST_HELD)):
        if min(sum(s.needed for s in part), sum(not s.needed for s in part)) < least:
            return None
    given, held = _even(taught), _even(judged)
    scorer = fitted(given, start=Scorer(), l2=PULL)
    before, after = (log_loss(s, held, level(s, given)) for s in (serving, scorer))
    changed = any(abs(getattr(scorer, name) - getattr(serving, name)) >= DIFFERS for name in Scorer.__slots__)
    return Trial(scorer, before, after, sum(s.needed for s in seen), sum(not s.needed for s in seen), changed)


def _seen(tx: Transaction, bad: set[str], good: set[str]) -> Iterable[_Seen]:
    """Yield what was needed and what was not, of every person, as far as it may be learned from."""
    for person in list(tx.execute(select(memories.c.person).distinct()).scalars()):
        uses = select(memory_uses.c.memory_id, memory_uses.c.turn_id, memory_uses.c.place, memory_uses.c.how)
        rows = tx.connection.execute(uses.where(memory_uses.c.person == person)).all()
        touched = {r.memory_id for r in rows}
        told = {
            r.memory_id
            for r in rows
            if r.place == 0 and r.turn_id not in bad and (r.how != "meaning" or r.turn_id in good)
        }
        credit = select(memory_care.c.id).where(memory_care.c.credit < 0)
        told -= set(tx.execute(credit).scalars())
        live = select(
            memories.c.id, memories.c.text, memories.c.language, memories.c.at, memories.c.tokens
        ).where(memories.c.person == person, visible(Viewer(person, "train"), tx.now))
        old = (tx.now - OLD).replace(tzinfo=None).isoformat(timespec="seconds")
        both: dict[bool, list[dict[str, Any]]] = {True: [], False: []}
        for row in tx.connection.execute(live).mappings():
            needed = row["id"] in told
            if needed or (row["id"] not in touched and row["at"] < old):
                both[needed].append(dict(row))
        for needed, found in both.items():
            for one in sorted(found, key=lambda r: _ticket(r["id"]))[:ROOM]:
                if readable(one):
                    yield _Seen(one["id"], _examples(one, needed), needed)


def _examples(row: dict[str, Any], needed: bool) -> tuple[Example, ...]:
    """Return the sentences of a memory, which weigh 1 together."""
    said = [s for s in sentences(str(row["text"])) if s.strip()] or [str(row["text"])]
    return tuple(Example(features(s, row["language"]), needed, 1 / len(said)) for s in said)


def _even(seen: Iterable[_Seen]) -> list[Example]:
    """Return the examples, needed and not, of the same weight together."""
    seen = list(seen)
    whole = {kind: sum(e.weight for s in seen for e in s.examples if s.needed is kind) for kind in (True, False)}  # fmt: skip
    return [replace(e, weight=e.weight / whole[s.needed]) for s in seen for e in s.examples]


def _ticket(memory_id: str) -> int:
    """Return a number that is random for a memory and stays the same."""
    return int.from_bytes(blake2b(memory_id.encode(), digest_size=8).digest(), "big")
