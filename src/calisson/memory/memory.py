"""The memory of a home: remember, recall, forget."""

from __future__ import annotations

import json
import math
from collections.abc import Iterable, Mapping, Sequence
from datetime import datetime
from typing import Any

from sqlalchemy import func, select, text

from calisson.clock import Clock, local
from calisson.errors import MemoryError_, NotFoundError
from calisson.ids import new_id
from calisson.memory.tables import memories
from calisson.memory.tokens import content_tokens, tokens
from calisson.memory.types import Fact, Hit
from calisson.store import Database, PreferenceStore, Transaction

MAX_TEXT = 4000
TURN_ACTS = frozenset({"log", "chat"})
"""Turns that say something about the person's life; questions and commands are no evidence."""

CANDIDATES = 200
LEAST = {"fact": 0.25, "turn": 0.45}
"""The least share of a query's weight that a hit has, by tier; facts were said to be kept."""

FACT_BONUS = 0.1
UNKNOWN = 0.4
"""Weight of a query's word that no memory has, against a word that one memory has."""

SAME = 0.85
"""Token overlap (Jaccard) from which two facts are one."""

RESTATES = 0.6
"""Share of a forgotten fact's tokens from which a turn restates it and is hidden with it."""


class Memory:
    """Facts and past turns of a home."""

    def __init__(self, database: Database, clock: Clock) -> None:
        self._database = database
        self._clock = clock
        self._preferences = PreferenceStore(database)

    # --- writing ---------------------------------------------------------------------------------------

    def remember(
        self, tx: Transaction, fact: str, *, source_turn: str, language: str, speaker: str = "me",
        at: datetime | None = None,
    ) -> Fact:  # fmt: skip
        """Keep a fact; one that says the same as a known one is not kept twice.

        Args:
            tx: the transaction that it belongs to.
            fact: what a person said.
            source_turn: the turn in which it was said.
            language: the language that it is in.
            speaker: who said it.
            at: naive local time at which it was said; now by default.

        Raises:
            MemoryError_: an empty fact.
        """
        fact = " ".join(fact.split())[:MAX_TEXT]
        found = tokens(fact)
        if not found:
            raise MemoryError_("there is nothing to remember", message_id="say-something")
        for row in self._candidates(tx.connection, found, tier="fact"):
            known = set(row["tokens"].split())
            if len(known & set(found)) / len(known | set(found)) >= SAME:
                return _fact(row, new=False)
        when = at or local(tx.now, self._preferences.get(tx).tz)
        row = {
            "id": new_id("mem"), "tier": "fact", "text": fact, "tokens": " ".join(found), "language": language,
            "speaker": speaker, "source": source_turn, "at": when.isoformat(timespec="seconds"), "forgotten": False,
        }  # fmt: skip
        kept = tx.insert(memories, row)
        self._index(tx, row)
        return _fact(kept)

    def index_turn(self, tx: Transaction, turn_id: str, said: str, kind: str, language: str, at: datetime) -> None:
        """Make a turn findable, when it says something about the person's life."""
        found = tokens(said[:MAX_TEXT])
        if kind not in TURN_ACTS or not found:
            return
        row = {
            "id": f"mem:{turn_id}"[:40], "tier": "turn", "text": said[:MAX_TEXT], "tokens": " ".join(found),
            "language": language, "speaker": tx.actor, "source": turn_id, "at": at.isoformat(timespec="seconds"),
            "forgotten": False,
        }  # fmt: skip
        tx.execute(memories.insert(), row)
        self._index(tx, row)

    def forget(self, tx: Transaction, query: str, *, everything: bool = False) -> list[Fact]:
        """Let go of the fact that the words name best (all facts with `everything`), and of turns that restate it.

        Returns what was forgotten; nothing when no fact fits.
        """
        if everything:
            rows = tx.rows(select(memories).where(memories.c.tier == "fact", memories.c.forgotten.is_(False)))
        else:
            language = _language(tx.connection, query)
            hits = [h for h in self._search(tx.connection, query, language, 5) if h.tier == "fact"]
            best = [h for h in hits if h.score >= max(hits[0].score * 0.99, LEAST["fact"])][:1] if hits else []
            rows = [r for r in (tx.get(memories, h.id) for h in best) if r is not None]
        for row in rows:
            self._hide(tx, row)
        return [_fact(r) for r in rows]

    def forget_id(self, tx: Transaction, memory_id: str) -> Fact:
        """Forget one fact by its id.

        Raises:
            NotFoundError: there is none.
        """
        row = tx.get(memories, memory_id)
        if row is None or row["forgotten"]:
            raise NotFoundError(f"no memory {memory_id!r}", message_id="error-not-found")
        self._hide(tx, row)
        return _fact(row)

    def _hide(self, tx: Transaction, row: Mapping[str, Any]) -> None:
        tx.update(memories, row["id"], {"forgotten": True})
        wanted = set(row["tokens"].split())
        for other in self._candidates(tx.connection, sorted(wanted), tier="turn"):
            shared = wanted & set(other["tokens"].split())
            if other["source"] == row["source"] or len(shared) / len(wanted) >= RESTATES:
                tx.update(memories, other["id"], {"forgotten": True})

    # --- reading ---------------------------------------------------------------------------------------

    def recall(self, query: str, language: str, limit: int = 10) -> list[Hit]:
        """Return what answers a query, best first: facts before what was said in passing."""
        with self._database.read() as connection:
            return self._search(connection, query, language, limit)

    def list(self, limit: int = 1000) -> Sequence[Fact]:
        """Return the facts, latest first."""
        query = select(memories).where(memories.c.tier == "fact", memories.c.forgotten.is_(False))
        with self._database.read() as connection:
            rows = connection.execute(query.order_by(memories.c.at.desc(), memories.c.id.desc()).limit(limit))
            return [_fact(r) for r in rows.mappings()]

    def import_lines(self, tx: Transaction, lines: Iterable[str]) -> int:
        """Take in JSON lines `{"text","at","speaker","source"}` and return how many facts were new.

        Raises:
            MemoryError_: a line that is no such object; nothing is taken in then.
        """
        from calisson.language.languages import detect

        added = 0
        for number, line in enumerate(lines, 1):
            if not line.strip():
                continue
            try:
                given = json.loads(line)
                said = str(given["text"])
                at = datetime.fromisoformat(given["at"]).replace(tzinfo=None) if given.get("at") else None
            except (ValueError, KeyError, TypeError) as problem:
                raise MemoryError_(f"line {number} is no memory: {problem}", message_id="error-import") from None
            kept = self.remember(
                tx, said, source_turn=str(given.get("source") or tx.turn_id or "")[:40], language=detect(said),
                speaker=str(given.get("speaker") or "me")[:80], at=at,
            )  # fmt: skip
            added += kept.new
        return added

    # --- inside ----------------------------------------------------------------------------------------

    def _index(self, tx: Transaction, row: Mapping[str, Any]) -> None:
        if self._database.dialect == "sqlite":
            tx.execute(text("INSERT INTO memories_index(id, tokens) VALUES (:id, :tokens)"),
                       {"id": row["id"], "tokens": row["tokens"]})  # fmt: skip

    def _search(self, connection: Any, query: str, language: str, limit: int) -> list[Hit]:
        wanted = content_tokens(query, language)
        if not wanted:
            return []
        rows = self._candidates(connection, wanted)
        total = max(connection.execute(select(func.count()).select_from(memories)).scalar() or 1, 1)
        frequency = {w: sum(1 for r in rows if w in r["tokens"].split()) for w in wanted}
        weight = {w: _weight(w) * _rarity(total, frequency[w]) for w in wanted}
        whole = sum(weight.values())
        hits = []
        for row in rows:
            matched = [w for w in wanted if w in set(row["tokens"].split())]
            score = sum(weight[w] for w in matched) / whole
            if score < LEAST[row["tier"]]:
                continue
            score = min(1.0, score + (FACT_BONUS if row["tier"] == "fact" else 0))
            hits.append(Hit(row["id"], row["text"], score, row["tier"], row["source"], " ".join(matched),
                            datetime.fromisoformat(row["at"])))  # fmt: skip
        hits.sort(key=lambda h: (h.tier == "fact", h.score, h.at), reverse=True)
        return hits[:limit]

    def _candidates(self, connection: Any, wanted: Sequence[str], tier: str | None = None) -> list[dict[str, Any]]:
        words = list(dict.fromkeys(wanted))[:60]
        if self._database.dialect == "sqlite":
            found = "id IN (SELECT id FROM memories_index WHERE memories_index MATCH :query ORDER BY rank LIMIT :most)"
            query = " OR ".join(f'"{w}"' for w in words)
        else:
            found = "to_tsvector('simple', tokens) @@ to_tsquery('simple', :query)"
            query = " | ".join(f"'{w}'" for w in words)
        statement = select(memories).where(memories.c.forgotten.is_(False), text(found)).limit(CANDIDATES)
        if tier:
            statement = statement.where(memories.c.tier == tier)
        parameters = {"query": query, "most": CANDIDATES} if self._database.dialect == "sqlite" else {"query": query}
        return [dict(r) for r in connection.execute(statement, parameters).mappings()]


def _rarity(total: int, frequency: int) -> float:
    """Inverse document frequency; a word that stands nowhere is most likely only the question's own wording."""
    return math.log(1 + (total + 1) / (frequency + 0.5)) if frequency else UNKNOWN * math.log(2 + total)


def _weight(token: str) -> float:
    """A single CJK character says less than a pair or a word."""
    return 0.4 if len(token) == 1 and token > "\u2e80" else 1.0


def _language(connection: Any, query: str) -> str:
    from calisson.language.languages import detect

    last = connection.execute(select(memories.c.language).order_by(memories.c.at.desc()).limit(1)).scalar()
    return detect(query, last)


def _fact(row: Mapping[str, Any], *, new: bool = True) -> Fact:
    return Fact(row["id"], row["text"], datetime.fromisoformat(row["at"]), row["source"], row["language"],
                row["speaker"], new)  # fmt: skip
