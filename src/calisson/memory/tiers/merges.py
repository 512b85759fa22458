"""Facts that were said again: when one says another in other words, the trace of it, and how it is taken apart.

A fact said again is not kept twice, but it is noted in which turn, when and in which words, so that the memory page
can say so and the person can take it apart. Merging is careful: numbers, dates, negations, whose matter it is, who it
is about and words that the encoder does not know (names, most often) must be the same; then either the meaning is the
same to the encoder, or the new words say nothing that the old ones do not.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from datetime import datetime
from typing import Any

from sqlalchemy import Connection, select, update

from calisson.clock import local
from calisson.errors import NotFoundError
from calisson.ids import new_id
from calisson.language.text import fold
from calisson.memory.finding.encoder import built_in, similarity
from calisson.memory.rows import fact_of
from calisson.memory.shortening.units import units
from calisson.memory.tables import memories
from calisson.memory.tiers.own import is_word
from calisson.memory.tiers.tables import memory_merges, memory_profile
from calisson.memory.types import Fact
from calisson.memory.words.lexicon import words
from calisson.memory.words.sameness import fixed, says_the_same, share
from calisson.memory.words.tokens import content_tokens
from calisson.memory.writing import Writing
from calisson.store import Database, PreferenceStore, Transaction

SAME_MEANING = 0.985
"""The cosine from which two facts mean the same, when what the encoder does not know is the same too."""

NEAR = 0.88
"""The cosine from which words that add nothing to a fact say it again."""

FEWEST = 2
"""Tokens of content that a fact must have to be told as another's restatement."""


def restates(new: str, old: str, language: str) -> bool:
    """Tell whether a fact says again what another one of the same language says."""
    if says_the_same(new, old, language):
        return True
    first, second = content_tokens(new, language), content_tokens(old, language)
    if min(len(first), len(second)) < FEWEST or fixed(new, language) != fixed(old, language):
        return False
    known = words(language)
    if _people(new, language) != _people(old, language):
        return False
    keys = [{u.key: u.text for u in units(text, language)} for text in (new, old)]
    only = [text for a, b in (keys, keys[::-1]) for key, text in a.items() if key not in b]
    if any(not is_word(word, language) for text in only for word in text.split()):
        return False
    if known.supposed.search(fold(new)) is not None:
        return False
    near = similarity(built_in().encode(new, language), built_in().encode(old, language))
    return near >= SAME_MEANING or (near >= NEAR and share(first, set(second)) == 1.0)


def _people(text: str, language: str) -> frozenset[int]:
    known = words(language)
    return frozenset(known.person[m] for m in known.people.findall(fold(text)) if m in known.person)


class Merges:
    """The traces of merged facts of a home."""

    def __init__(self, database: Database, writing: Writing) -> None:
        self._database = database
        self._preferences = PreferenceStore(database)
        self._writing = writing

    def note(
        self, tx: Transaction, kept: Mapping[str, Any], said: str, source: str, at: datetime | None
    ) -> None:
        """Note that a fact was said again; a line of the profile that was taken away is there again."""
        when = at or local(tx.now, self._preferences.get(tx).tz)
        key = self._database.vault.key(tx.actor)
        text = "" if said == kept["text"] else said
        tx.execute(memory_merges.insert(), {
            "id": new_id("mrg"), "person": tx.actor, "memory_id": kept["id"], "other_id": None, "kind": "restated",
            "text": text if key is None or not text else key.seal(text), "source": source[:80],
            "at": when.replace(tzinfo=None).isoformat(timespec="seconds"), "undone": False,
        })  # fmt: skip
        gone = (memory_profile.c.memory_id == kept["id"]) & (memory_profile.c.state == "removed")
        tx.execute(update(memory_profile).where(gone).values(state="kept"))

    def trace(self, connection: Connection, row: Mapping[str, Any]) -> dict[str, Any]:
        """Return what became part of a fact, as JSON-able data: said again, and what it took the place of."""
        again = select(memory_merges).where(
            memory_merges.c.memory_id == row["id"], memory_merges.c.undone.is_(False)
        )
        former = select(memories).where(
            (memories.c.closed_by == row["id"]) | (memories.c.replaced_by == row["id"]),
            memories.c.status != "forgotten",
        )
        restated = connection.execute(again.order_by(memory_merges.c.id)).mappings().all()
        replaced = connection.execute(former.order_by(memories.c.at)).mappings().all()
        return {
            "count": 1 + len(restated),
            "restated": [
                {
                    "id": r["id"],
                    "text": str(r["text"]) or str(row["text"]),
                    "source": r["source"],
                    "at": r["at"],
                }
                for r in restated
            ],
            "replaced": [
                {"id": r["id"], "text": str(r["text"]), "source": r["source"], "at": r["at"]}
                for r in replaced
            ],
        }

    def take_apart(self, tx: Transaction, merge_id: str) -> Fact:
        """Undo one merge of the transaction's actor and return the fact that stands by itself again.

        A restatement becomes a fact of its own, with its words, turn and time; a fact whose place another took holds
        again beside that one. The change is in the history, so that it can be undone in turn.

        Raises:
            NotFoundError: the actor has no such merge.
        """
        row = tx.get(memory_merges, merge_id)
        if row is not None and row["person"] == tx.actor and not row["undone"]:
            return self._apart(tx, row)
        former = tx.get(memories, merge_id)
        if (
            former is None
            or former["person"] != tx.actor
            or not (former["closed_by"] or former["replaced_by"])
        ):
            raise NotFoundError(f"no merge {merge_id!r}", message_id="error-not-found", row=merge_id)
        if former["status"] not in ("live", "replaced"):
            raise NotFoundError(f"no merge {merge_id!r}", message_id="error-not-found", row=merge_id)
        changes = {"status": "live", "replaced_by": None, "closed_by": None, "valid_until": None}
        return fact_of(tx.update(memories, merge_id, changes))

    def _apart(self, tx: Transaction, merge: Mapping[str, Any]) -> Fact:
        kept = tx.get(memories, merge["memory_id"])
        if kept is None or kept["status"] != "live":
            raise NotFoundError(
                f"no memory {merge['memory_id']!r}", message_id="error-not-found", row=merge["memory_id"]
            )
        said = str(merge["text"]) or str(kept["text"])
        at = datetime.fromisoformat(merge["at"])
        made = self._writing.row(tx, said, "fact", kept["language"], merge["source"], kept["speaker"], at)
        fact = tx.insert(memories, made)
        self._writing.add(tx, [fact])
        tx.update(memory_merges, merge["id"], {"undone": True})
        return fact_of(fact)


def counts(connection: Connection, ids: Sequence[str]) -> dict[str, int]:
    """Return how often those of these facts that were said again were."""
    found: dict[str, int] = {}
    for at in range(0, len(ids), 500):
        query = select(memory_merges.c.memory_id).where(
            memory_merges.c.memory_id.in_(ids[at : at + 500]), memory_merges.c.undone.is_(False)
        )
        for memory_id in connection.execute(query).scalars():
            found[memory_id] = found.get(memory_id, 0) + 1
    return found
