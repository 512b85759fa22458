"""Learning in a home: every night gate and weights step towards what answered, and importance towards what was needed.

What a person asked and what answered it becomes a lesson, unless the memory may not be learned from (`no_train`), the
answer was taken back or turned out to be no good, or the memory is gone. A new version serves only when it is not worse on
lessons held back from learning; otherwise it is kept as refused. The gate serves only where a version with it is plainly
better than one without. The scorer (`needs`) is judged by itself, on memories held back. Versions and refusals are in the
journal, and the former one can be had back.
"""

from __future__ import annotations

import hashlib
from collections.abc import Collection, Iterable, Mapping, Sequence
from dataclasses import dataclass, replace
from typing import Any

from sqlalchemy import delete, func, select

from calisson.clock import Clock, local
from calisson.errors import NotFoundError
from calisson.ids import new_id
from calisson.journal import Journal
from calisson.memory.finding.retrieval import Retriever
from calisson.memory.learned.lessons import Lesson, earns, improved, lesson_of, result
from calisson.memory.learned.model import Learned, shipped, untrained
from calisson.memory.learned.needs import Trial, tried
from calisson.memory.learned.tables import memory_learned, memory_lessons
from calisson.memory.privacy.policy import Viewer, visible
from calisson.memory.shortening.importance import NAMES, Scorer
from calisson.memory.tables import memories
from calisson.store import Database, Transaction

ROOM = 400
"""Lessons that are kept."""

HELD_BACK = 5
"""Every how-manieth lesson only judges."""

LEAST, LEAST_HELD = 20, 5
"""Lessons without which nothing is learned."""

KIND = "memory-learned"
VERSIONS = 20
"""Versions that are kept."""


@dataclass(frozen=True, slots=True)
class Used:
    """A question and the memories that answered it."""

    turn_id: str
    person: str
    query: str
    language: str
    memory_ids: tuple[str, ...]


class Learning:
    """What one home's retrieval learns."""

    def __init__(self, database: Database, clock: Clock, retriever: Retriever, tz: str) -> None:
        self._database = database
        self._clock = clock
        self._retriever = retriever
        self._tz = tz
        self._journal = Journal(database)

    def current(self) -> Learned | None:
        """Return the live version of this home; None when the shipped weights serve."""
        query = select(memory_learned.c.learned).where(memory_learned.c.status == "live")
        with self._database.read() as connection:
            found = connection.execute(query.order_by(memory_learned.c.number.desc()).limit(1)).scalar()
        return _read(found) if found is not None else None

    def versions(self) -> list[dict[str, Any]]:
        """Return the versions, latest first, with their scores and weights, as JSON-able data."""
        with self._database.read() as connection:
            rows = connection.execute(
                select(memory_learned).order_by(memory_learned.c.number.desc()).limit(VERSIONS)
            ).mappings()
            return [
                {
                    "number": r["number"], "status": r["status"], "at": r["at"].isoformat(), **r["scores"],
                    "weights": r["learned"]["weights"],
                }
                for r in rows
            ]  # fmt: skip

    def unknown(self, turn_ids: Sequence[str]) -> set[str]:
        """Return those of these turns that no lesson is of yet."""
        with self._database.read() as connection:
            known = set(connection.execute(select(memory_lessons.c.id)).scalars())
        return set(turn_ids) - known

    def collect(self, tx: Transaction, used: Iterable[Used]) -> int:
        """Make lessons of what was used, those that may be learned from, and return how many."""
        made = 0
        for one in used:
            viewer = Viewer(one.person, "train")
            got = self._retriever.gather(
                tx.connection, one.query, one.language,
                now=local(tx.now, self._tz), allowed=visible(viewer, tx.now),
            )  # fmt: skip
            lesson = lesson_of(got.query, one.language, got.seen, set(one.memory_ids))
            if lesson is None:
                continue
            answered = next(i for i in one.memory_ids if any(v.candidate.row["id"] == i for v in got.seen))
            made += self._keep(tx, one, answered, lesson)
        return made

    def _keep(self, tx: Transaction, one: Used, answered: str, lesson: Lesson) -> bool:
        """Put a lesson into the reservoir, where the lowest tickets stay."""
        ids = set(tx.execute(select(memory_lessons.c.id)).scalars())
        if one.turn_id in ids:
            return False
        last = max((*ids, one.turn_id), key=_ticket)
        if len(ids) >= ROOM:
            if last == one.turn_id:
                return False
            tx.execute(delete(memory_lessons).where(memory_lessons.c.id == last))
        row = {
            "id": one.turn_id, "person": one.person, "memory_id": answered, "lesson": lesson.as_dict(),
            "held": _ticket(one.turn_id) % HELD_BACK == 0, "at": tx.now,
        }  # fmt: skip
        tx.execute(memory_lessons.insert(), row)
        return True

    def drop(self, tx: Transaction, turn_ids: Iterable[str]) -> None:
        """Let go of the lessons of turns whose answers turned out to be no good."""
        for turn_id in turn_ids:
            tx.execute(delete(memory_lessons).where(memory_lessons.c.id == turn_id))

    def scorer(self) -> Scorer:
        """Return the scorer of importance that serves in this home."""
        current = self.current()
        return Scorer(**current.scorer) if current is not None and current.scorer else Scorer()

    def learn(self, tx: Transaction, bad: Collection[str] = (), good: Collection[str] = ()) -> dict[str, Any]:
        """Take a night's steps and return what came of it: `status` is live, refused, or idle without enough lessons.

        Args:
            tx: what is learned is written in it.
            bad: turns whose answers turned out to be no good.
            good: turns whose answers turned out to be right.
        """
        self._forget_closed(tx)
        self.drop(tx, bad)
        rows = [dict(r) for r in tx.rows(select(memory_lessons).order_by(memory_lessons.c.at))]
        read = [(r["held"], Lesson.from_dict(r["lesson"])) for r in rows]
        taught = [s for held, s in read if s is not None and not held]
        judged = [s for held, s in read if s is not None and held]
        enough = len(taught) >= LEAST and len(judged) >= LEAST_HELD
        base = shipped() or untrained()
        former = self.current() or base
        trial = tried(tx, Scorer(**former.scorer) if former.scorer else Scorer(), bad, good)
        if not enough and (trial is None or not trial.serves):
            return {"status": "idle", "lessons": len(taught), "held": len(judged)}
        number = int(tx.execute(select(func.max(memory_learned.c.number))).scalar() or 0) + 1
        new, gated = former, None
        if enough:
            plain, opened = improved(former, base.weights, taught, f"night {number}")
            gated = {"off": round(result(judged, plain), 4), "on": round(result(judged, opened), 4)}
            new = opened if earns(judged, plain, opened) else plain
        return self.promote(tx, new, former, judged, number, len(taught), trial=trial, gated=gated)

    def promote(
        self,
        tx: Transaction,
        new: Learned,
        former: Learned,
        judged: Sequence[Lesson],
        number: int,
        lessons: int,
        *,
        trial: Trial | None = None,
        gated: Mapping[str, float] | None = None,
    ) -> dict[str, Any]:
        """Let a new version serve if it is not worse on the lessons held back, and say so in the journal.

        The scorer of importance is taken or refused by itself, with its own examples held back.
        """
        before, after = result(judged, former), result(judged, new)
        kept = new if after >= before else former
        status = "live" if kept is not former else "refused"
        scores: dict[str, Any] = {
            "before": round(before, 4), "after": round(after, 4), "lessons": lessons, "held": len(judged),
            "changed": {
                v: round(w - former.weights.get(v, 0.0), 3)
                for v, w in new.weights.items()
                if abs(w - former.weights.get(v, 0.0)) >= 0.001
            },
        }  # fmt: skip
        if gated is not None:
            scores["gate"] = {**gated, "serves": new.has("gate") and status == "live"}
        if trial is not None:
            scores["importance"] = trial.as_dict()
            if trial.serves:
                scorer = {name: float(getattr(trial.scorer, name)) for name in NAMES}
                kept, status = replace(kept, scorer=scorer, name=f"night {number}"), "live"
        if status == "live":
            self._retire(tx)
        row = {
            "id": new_id("lrn"), "number": number, "status": status,
            "learned": (kept if status == "live" else new).as_dict(), "scores": scores, "at": tx.now,
        }  # fmt: skip
        tx.execute(memory_learned.insert(), row)
        tx.execute(delete(memory_learned).where(memory_learned.c.number <= number - VERSIONS))
        self._journal.event(tx, KIND, {"number": number, "status": status, **scores})
        return {"number": number, "status": status, **scores}

    def back(self, tx: Transaction) -> dict[str, Any]:
        """Return to the version before the live one, or to the shipped weights when there is none.

        Raises:
            NotFoundError: no version of this home's own serves.
        """
        live = tx.rows(select(memory_learned).where(memory_learned.c.status == "live"))
        if not live:
            raise NotFoundError("no learned version serves", message_id="error-nothing-learned")
        number = live[0]["number"]
        former = tx.rows(
            select(memory_learned)
            .where(memory_learned.c.status == "former", memory_learned.c.number < number)
            .order_by(memory_learned.c.number.desc())
            .limit(1)
        )
        self._set(tx, live[0]["id"], "refused")
        if former:
            self._set(tx, former[0]["id"], "live")
        to = former[0]["number"] if former else 0
        self._journal.event(tx, KIND, {"number": to, "status": "back", "from": number})
        return {"number": to, "from": number}

    def _retire(self, tx: Transaction) -> None:
        live = memory_learned.c.status == "live"
        tx.execute(memory_learned.update().where(live).values(status="former"))

    def _set(self, tx: Transaction, row: str, status: str) -> None:
        tx.execute(memory_learned.update().where(memory_learned.c.id == row).values(status=status))

    def _forget_closed(self, tx: Transaction) -> None:
        """Drop the lessons of memories that are gone or may no longer be learned from."""
        for person in list(tx.execute(select(memory_lessons.c.person).distinct()).scalars()):
            may = select(memories.c.id).where(visible(Viewer(person, "train"), tx.now))
            closed = memory_lessons.c.memory_id.not_in(may)
            tx.execute(delete(memory_lessons).where(memory_lessons.c.person == person, closed))


def _ticket(turn_id: str) -> int:
    """Return a number that is random for a turn and stays the same."""
    return int.from_bytes(hashlib.blake2b(turn_id.encode(), digest_size=8).digest(), "big")


def _read(data: Any) -> Learned | None:
    try:
        return Learned.from_dict(data)
    except (ValueError, KeyError, TypeError):
        return None
