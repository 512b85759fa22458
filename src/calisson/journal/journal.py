"""Writing and reading the journal.

The chain: `hash = SHA-256(previous hash + body)`, both as UTF-8, where the body is canonical JSON (sorted
keys, no spaces, no escapes) and stands in the table as the very text that was hashed. Verifying finds every
entry that was changed, removed or put in between (but for words that a person had forgotten, see
`redaction`); a removed tail shows only against a hash that was noted
elsewhere (`Journal.head`).
"""

from __future__ import annotations

import hashlib
import json
from collections.abc import Mapping, Sequence
from dataclasses import asdict, dataclass, field
from datetime import datetime
from typing import Any

from sqlalchemy import select

from calisson.errors import JournalError, NotFoundError, Problem
from calisson.ids import new_id
from calisson.journal import redaction, tables
from calisson.store import Database, Transaction

FIRST = "0" * 64
"""What the first entry has as the hash before it."""
_BATCH = 2000


@dataclass(frozen=True, slots=True)
class Alternative:
    """One option that could have been chosen."""

    option: str
    probability: float
    """The chance with which the policy would have chosen it (its propensity)."""
    why: str = ""


@dataclass(frozen=True, slots=True)
class Entry:
    """One entry of the journal."""

    id: str
    seq: int
    kind: str
    at: datetime
    actor: str
    turn_id: str | None
    payload: Mapping[str, Any]
    evidence: tuple[str, ...] = ()
    hash: str = ""

    def as_dict(self) -> dict[str, Any]:
        """Return it as JSON-able data."""
        return {**asdict(self), "at": self.at.isoformat(), "evidence": list(self.evidence)}


@dataclass(frozen=True, slots=True)
class Decision:
    """A decision, as it can be explained."""

    id: str
    at: datetime
    actor: str
    turn_id: str | None
    option: str
    why: str
    policy: str
    alternatives: tuple[Alternative, ...]
    """With the chosen one among them, the most probable first."""
    evidence: tuple[str, ...]
    """Ids of the turns, memories and records that it rests on."""
    details: Mapping[str, Any] = field(default_factory=dict)

    def as_dict(self) -> dict[str, Any]:
        """Return it as JSON-able data."""
        return {**asdict(self), "at": self.at.isoformat(), "evidence": list(self.evidence),
                "alternatives": [asdict(a) for a in self.alternatives]}  # fmt: skip


class Journal:
    """The journal of a home."""

    def __init__(self, database: Database) -> None:
        self._database = database

    def event(
        self, tx: Transaction, kind: str, payload: Mapping[str, Any], evidence: Sequence[str] = ()
    ) -> str:
        """Write an event and return its id. `payload` is JSON-able; `evidence` is what it rests on."""
        return self._append(tx, "evt", kind, payload, evidence)

    def decision(
        self,
        tx: Transaction,
        option: str,
        alternatives: Sequence[Alternative],
        evidence: Sequence[str] = (),
        policy: str = "",
        explanation: str = "",
        **details: Any,
    ) -> str:
        """Write a decision and return its id.

        Raises:
            JournalError: A probability is not between 0 and 1, or the chosen option is no alternative.
        """
        if any(not 0 <= a.probability <= 1 for a in alternatives):
            raise JournalError("a probability lies between 0 and 1", message_id="error-journal-probability")
        if alternatives and all(a.option != option for a in alternatives):
            raise JournalError(f"the chosen option {option!r} is none of the alternatives")
        ranked = sorted(alternatives, key=lambda a: -a.probability)
        payload = {"option": option, "why": explanation, "policy": policy,
                   "alternatives": [asdict(a) for a in ranked], "details": details}  # fmt: skip
        return self._append(tx, "dec", "decision", payload, evidence)

    def get(self, decision_id: str) -> Decision:
        """Return a decision.

        Raises:
            NotFoundError: There is none with this id.
        """
        entry = self.entry(decision_id)
        if entry.kind != "decision":
            raise NotFoundError(f"{decision_id!r} is no decision", message_id="error-no-decision")
        p = entry.payload
        return Decision(entry.id, entry.at, entry.actor, entry.turn_id, p["option"], p["why"], p["policy"],
                        tuple(Alternative(**a) for a in p["alternatives"]), entry.evidence,
                        p.get("details", {}))  # fmt: skip

    def entry(self, entry_id: str) -> Entry:
        """Return an entry.

        Raises:
            NotFoundError: There is none with this id.
        """
        with self._database.read() as connection:
            row = connection.execute(
                select(tables.journal).where(tables.journal.c.id == entry_id)
            ).mappings().first()  # fmt: skip
        if row is None:
            raise NotFoundError(f"the journal has no entry {entry_id!r}", message_id="error-no-decision",
                                entry=entry_id)  # fmt: skip
        return _entry(dict(row))

    def tail(self, count: int = 50, kind: str | None = None) -> list[Entry]:
        """Return the latest entries, latest first, of one kind or of all."""
        query = select(tables.journal).order_by(tables.journal.c.seq.desc()).limit(count)
        if kind is not None:
            query = query.where(tables.journal.c.kind == kind)
        with self._database.read() as connection:
            return [_entry(dict(row)) for row in connection.execute(query).mappings()]

    def of_turn(self, turn_id: str) -> list[Entry]:
        """Return a turn's entries, in order."""
        query = (
            select(tables.journal).where(tables.journal.c.turn_id == turn_id).order_by(tables.journal.c.seq)
        )
        with self._database.read() as connection:
            return [_entry(dict(row)) for row in connection.execute(query).mappings()]

    def resting_on(self, target: str, limit: int = 100) -> list[str]:
        """Return the ids of entries that name `target` as evidence, latest first."""
        edges = tables.evidence
        with self._database.read() as connection:
            found = connection.execute(
                select(edges.c.entry_id)
                .where(edges.c.target == target)
                .order_by(edges.c.seq.desc())
                .limit(limit)
            )
            return [str(row[0]) for row in found]

    def head(self) -> str:
        """Return the hash of the last entry: noted elsewhere, it proves that nothing was cut off."""
        with self._database.read() as connection:
            found = connection.execute(_LAST).scalar()
        return str(found) if found is not None else FIRST

    def verify(self) -> list[Problem]:
        """Walk the whole chain and return what does not hold; empty when nothing was touched."""
        problems: list[Problem] = []
        previous, seq = FIRST, 0
        with self._database.read() as connection:
            cut = redaction.vouched(connection)
            while True:
                rows = connection.execute(
                    select(tables.journal)
                    .where(tables.journal.c.seq > seq)
                    .order_by(tables.journal.c.seq)
                    .limit(_BATCH)
                ).all()
                for row in rows:
                    if row.previous != previous:
                        problems.append(
                            _problem(row, "journal-broken-link", "an entry before it was removed")
                        )
                    if row.hash != _hash(row.previous, row.body) and cut.get(row.id) != redaction.digest(
                        row.body
                    ):
                        problems.append(_problem(row, "journal-changed", "its text was changed"))
                    elif not _agrees(row):
                        problems.append(_problem(row, "journal-changed", "its columns were changed"))
                    previous, seq = row.hash, row.seq
                if len(rows) < _BATCH:
                    return problems

    def _append(
        self, tx: Transaction, prefix: str, kind: str, payload: Mapping[str, Any], evidence: Sequence[str]
    ) -> str:
        entry_id = new_id(prefix)
        targets = list(dict.fromkeys(evidence))
        body = canonical({"id": entry_id, "kind": kind, "at": tx.now.isoformat(), "actor": tx.actor,
                          "turn_id": tx.turn_id, "payload": payload, "evidence": targets})  # fmt: skip
        previous = tx.execute(_LAST).scalar() or FIRST
        tx.execute(
            tables.journal.insert(),
            {
                "id": entry_id,
                "kind": kind,
                "turn_id": tx.turn_id,
                "body": body,
                "previous": previous,
                "hash": _hash(previous, body),
            },
        )
        if targets:
            tx.execute(tables.evidence.insert(), [{"entry_id": entry_id, "target": t} for t in targets])
        return entry_id


_LAST = select(tables.journal.c.hash).order_by(tables.journal.c.seq.desc()).limit(1)


def canonical(value: Any) -> str:
    """Return the one JSON text of `value`: sorted keys, no spaces, no escapes beyond what JSON demands.

    Raises:
        JournalError: It is not JSON-able, or holds a number that JSON has not.
    """
    try:
        text = json.dumps(value, ensure_ascii=False, sort_keys=True, separators=(",", ":"), allow_nan=False)
    except (TypeError, ValueError) as error:
        raise JournalError(f"cannot be journalled: {error}") from error
    return text.encode("utf-8", "replace").decode("utf-8")


def _hash(previous: str, body: str) -> str:
    return hashlib.sha256((previous + body).encode("utf-8")).hexdigest()


def _entry(row: Mapping[str, Any]) -> Entry:
    body = json.loads(row["body"])
    return Entry(body["id"], row["seq"], body["kind"], datetime.fromisoformat(body["at"]), body["actor"],
                 body["turn_id"], body["payload"], tuple(body["evidence"]), row["hash"])  # fmt: skip


def _agrees(row: Any) -> bool:
    body = json.loads(row.body)
    return bool((body["id"], body["kind"], body["turn_id"]) == (row.id, row.kind, row.turn_id))


def _problem(row: Any, message_id: str, hint: str) -> Problem:
    return Problem(f"journal.{row.seq}", message_id, {"entry": row.id, "seq": row.seq}, hint)
