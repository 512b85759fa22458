"""Looking at a file of memories, and taking it in: all of it, or nothing.

Twice adds nothing: everything is told by a hash of who said what, and when. A file is read twice, once to be checked
and counted, once to be stored, so that a broken one stores nothing and no write waits for a slow disk meanwhile.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from datetime import datetime
from itertools import islice
from typing import Any, BinaryIO

from sqlalchemy import Connection, select

from calisson.clock import local
from calisson.errors import MemoryError_
from calisson.memory.exchange import archive
from calisson.memory.exchange.formats import format_of, items_of
from calisson.memory.exchange.types import Item, Preview
from calisson.memory.exchange.values import values
from calisson.memory.holding.superseding import close_earlier
from calisson.memory.privacy.policy import PRIVATE, put_policy
from calisson.memory.rows import PROPOSED, mark_of
from calisson.memory.tables import memories
from calisson.memory.tiers.own import own_words
from calisson.memory.tiers.profile import Profiles
from calisson.memory.types import Tier
from calisson.memory.words.tokens import tokens
from calisson.memory.writing import Writing
from calisson.store import Transaction
from calisson.store.sealing import Key

BATCH = 500
"""Entries that are looked up and stored at a time."""

EXAMPLES = 5
EXAMPLE = 160
"""Entries that a preview shows, and their characters."""

MOST_CLOSING = 300
"""Facts of one file that close earlier ones at once; in a larger one recall compares them when they are found."""


@dataclass(frozen=True, slots=True)
class Taken:
    """What was taken in."""

    added: int = 0
    facts: int = 0
    talk: int = 0
    offers: int = 0
    """What waits for a yes."""


@dataclass(frozen=True, slots=True)
class _Ready:
    """An entry as it would be stored."""

    item: Item
    text: str
    stated: str
    """What is searched of it; empty when it says nothing to remember."""
    language: str
    at: datetime | None
    mark: str

    @property
    def tier(self) -> Tier:
        return "turn" if self.item.kind in ("talk", "reply") else "fact"


def items_in(file: BinaryIO, preview: Preview | None = None) -> Iterator[Item]:
    """Yield what a file, or a zip of files, holds, and count conversations into `preview`.

    Raises:
        MemoryError_: it is broken, or of no known kind; nothing of it may be stored then.
    """
    seen = False
    with archive.opened(file) as found:
        for _, stream in found:
            for number, value in enumerate(values(stream), 1):
                kind = format_of(value)
                if preview is not None and kind is not None:
                    preview.format = kind if preview.format == "lines" else preview.format
                    preview.conversations += kind in ("chatgpt", "claude") and (
                        "mapping" in value or "chat_messages" in value
                    )
                seen = True
                yield from items_of(value, number)
    if not seen:
        raise MemoryError_("there is nothing in this file", message_id="error-memory-file-unknown")


def look(
    items: Iterable[Item], preview: Preview, *, person: str, key: Key | None, tz: str, connection: Connection
) -> Preview:
    """Count what taking items in would do, into `preview`, and return that."""
    made: set[str] = set()
    for batch in _batches(_ready(items, person, key, tz)):
        known = known_marks(connection, [r.mark for r in batch], offers=True)
        here = _here(connection, batch, person)
        for one in batch:
            if not one.stated:
                preview.skipped += 1
                continue
            setattr(preview, _COUNTS[one.item.kind], getattr(preview, _COUNTS[one.item.kind]) + 1)
            preview.known += one.item.id in here or _is_known(one, known) or one.mark in made
            made.add(one.mark)
            if one.at is not None:
                preview.first = min(preview.first or one.at, one.at)
                preview.last = max(preview.last or one.at, one.at)
            speakers = preview.speakers
            if one.item.speaker in speakers or len(speakers) < 50:
                speakers[one.item.speaker] = speakers.get(one.item.speaker, 0) + 1
            if len(preview.examples) < EXAMPLES and one.item.kind != "reply":
                preview.examples.append({"kind": one.item.kind, "text": one.text[:EXAMPLE]})
    return preview


def _at_home(given: datetime | None, tz: str) -> datetime | None:
    """Return a time as naive local time of the home; one without an offset is local already."""
    return local(given, tz) if given is not None and given.tzinfo else given


_COUNTS = {"fact": "facts", "talk": "talk", "reply": "replies", "offer": "offers"}


def take_in(
    tx: Transaction, items: Iterable[Item], writing: Writing, profiles: Profiles, *, key: Key | None, tz: str
) -> Taken:
    """Store items that are not known yet, for the transaction's actor, with what the file says of each."""
    position = writing.next_position(tx)
    counts = {"fact": 0, "talk": 0, "reply": 0, "offer": 0}
    closing: list[Mapping[str, Any]] = []
    for batch in _batches(_ready(items, tx.actor, key, tz)):
        known = known_marks(tx.connection, [r.mark for r in batch], offers=True)
        here = _here(tx.connection, batch, tx.actor)
        rows: dict[str, dict[str, Any]] = {}
        told: dict[str, Item] = {}
        for one in batch:
            if not one.stated or one.item.id in here or _is_known(one, known) or one.mark in rows:
                continue
            source = one.item.source or tx.turn_id or "import"
            stated = one.stated if one.tier == "turn" else None
            row = writing.row(
                tx,
                one.text,
                one.tier,
                one.language,
                source,
                one.item.speaker,
                one.at,
                position,
                stated=stated,
            )
            row |= {"mark": one.mark}
            if one.item.since or one.item.until:
                row |= {
                    name: held.isoformat(timespec="seconds") if (held := _at_home(given, tz)) else None
                    for name, given in (("valid_from", one.item.since), ("valid_until", one.item.until))
                }
            if one.item.kind == "offer":
                row |= {"status": PROPOSED}
            rows[one.mark] = row
            told[row["id"]] = one.item
            position += 1
            counts[one.item.kind] += 1
        fresh = tx.insert_many(memories, list(rows.values()))
        for stored in fresh:
            _note(tx, stored, told[stored["id"]], profiles)
        writing.add(tx, fresh)
        for stored in fresh:
            if (
                stored["status"] != PROPOSED
                and stored["tier"] == "fact"
                and stored["matter"]
                and stored["speaker"] == "me"
                and len(closing) <= MOST_CLOSING
            ):
                closing.append(stored)
    if len(closing) <= MOST_CLOSING:
        for kept in sorted(closing, key=lambda r: (r["at"], r["position"])):
            close_earlier(tx, kept, key)
    return Taken(sum(counts.values()), counts["fact"], counts["talk"] + counts["reply"], counts["offer"])


def _note(tx: Transaction, stored: Mapping[str, Any], item: Item, profiles: Profiles) -> None:
    """Keep what a file says of a memory: who may see it, why it is kept, how the profile has it."""
    from calisson.memory.forgetting.retention import (
        care_for,
    )  # which keeps memories under a budget, and so knows them

    policy = item.policy
    if stored["status"] == PROPOSED:
        policy = replace(policy, origin="outside")
    if policy != PRIVATE:
        put_policy(tx, stored["id"], policy)
    if stored["status"] == PROPOSED:
        return
    if item.care:
        care_for(tx, stored["id"], **item.care)
    if item.profile:
        profiles.change(tx, stored["id"], **item.profile)


def _here(connection: Connection, batch: Sequence[_Ready], person: str) -> set[str]:
    """Return the ids of those of these entries that came from this home and are live in it."""
    ids = [r.item.id for r in batch if r.item.id]
    if not ids:
        return set()
    query = select(memories.c.id).where(
        memories.c.id.in_(ids), memories.c.person == person, memories.c.status == "live"
    )
    return set(connection.execute(query).scalars())


def known_marks(connection: Connection, marks: Sequence[str], *, offers: bool = False) -> dict[str, set[str]]:
    """Return the states of memories that have these marks; those that were forgotten only `offers` ask for."""
    found: dict[str, set[str]] = {}
    query = select(memories.c.mark, memories.c.status).where(memories.c.mark.in_(list(marks)))
    if not offers:
        query = query.where(memories.c.status == "live")
    for mark, status in connection.execute(query):
        found.setdefault(mark, set()).add(status)
    return found


def _batches(every: Iterator[_Ready]) -> Iterator[list[_Ready]]:
    while some := list(islice(every, BATCH)):
        yield some


def _is_known(one: _Ready, known: Mapping[str, set[str]]) -> bool:
    """What was offered once is not offered again, whatever became of it; what was forgotten may come back by a file."""
    states = known.get(one.mark, set())
    return bool(states) if one.item.kind == "offer" else "live" in states


def _ready(items: Iterable[Item], person: str, key: Key | None, tz: str) -> Iterator[_Ready]:
    from calisson.language.languages import detect

    sealed: Callable[[str], str] = key.mac if key else str
    language: str | None = None
    for item in items:
        text = " ".join(item.text.split())
        if not tokens(text):
            yield _Ready(item, text, "", "en", None, "")
            continue
        language = detect(text, language)
        stated = own_words(item.text, language) if item.kind == "talk" else text
        at = _at_home(item.at, tz)
        kept = " ".join(stated.split()) if item.kind == "talk" else text
        tier = "turn" if item.kind in ("talk", "reply") else "fact"
        mark = mark_of(tier, person, item.speaker, kept, at)
        yield _Ready(item, kept, kept if tokens(kept) else "", language, at, sealed(mark))
