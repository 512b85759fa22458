"""What is remembered, a page at a time and by tier, and what all of it is about, counted. Nothing here writes.

A page is read by its place (`Page.next`), so that what is added or forgotten meanwhile shifts nothing. What can be told
from a row's columns narrows the query down; whom a memory names and what it is about is told from its words, so for
these rows are read on until a page is full, `LOOKED` at most: a page may then be short and still have a next one.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import dataclass, field
from datetime import datetime
from typing import Any

from sqlalchemy import ColumnElement, Connection, and_, func, or_, select

from calisson.clock import Clock
from calisson.language.text import fold
from calisson.memory.filters import Filters, told_apart
from calisson.memory.finding.search import readable
from calisson.memory.privacy.guard import Guard
from calisson.memory.privacy.policy import Viewer, visible
from calisson.memory.rows import Row, fact_of
from calisson.memory.tables import memories, memory_care
from calisson.memory.tiers.stored import MOST, Episodes
from calisson.memory.types import Tier
from calisson.memory.words.kin import bare_word_for, kin_of_any
from calisson.memory.words.names import listed
from calisson.store import Database

LOOKED = 2000
"""Rows that one page looks through for those that fit."""

STEP = 500
"""Rows that are read at once."""

COUNTED = 1000
"""Memories that an overview counts, the latest ones: reading what one is about takes about 0.2 ms the first time."""

PEOPLE = 14
"""People that an overview names, those named most often."""

Described = dict[str, Any]
Describe = Callable[[list[Described]], list[Described]]
"""Adds to memories what they are about, whom they name, and why they are kept."""


@dataclass(frozen=True, slots=True)
class Page:
    """Some memories, the latest first, and where to read on."""

    memories: list[Described]
    next: str | None = None
    """The place after the last row that was looked at; None at the end."""


@dataclass(slots=True)
class Overview:
    """What the latest memories of some tiers are about."""

    counted: int = 0
    """How many of them were looked at, `COUNTED` at most."""
    tiers: dict[str, int] = field(default_factory=dict)
    """How many there are of each tier, all counted."""
    months: dict[str, Counter[str]] = field(default_factory=dict)
    """`YYYY-MM` → theme → how many."""
    people: list[dict[str, Any]] = field(default_factory=list)
    """Whom they name most often: `name`, `relation` for a word such as 'sister' in any language, `count`, `themes`."""
    speakers: Counter[str] = field(default_factory=Counter)
    pinned: int = 0
    over: int = 0
    """How many hold no more."""
    turned: list[dict[str, Any]] = field(default_factory=list)
    """Months in which something took an earlier thing's place, with what was said."""

    def as_dict(self) -> dict[str, Any]:
        """Return it as JSON-able data."""
        return {
            "counted": self.counted, "tiers": self.tiers, "people": self.people, "pinned": self.pinned,
            "months": {m: dict(c) for m, c in sorted(self.months.items())}, "over": self.over,
            "speakers": dict(self.speakers), "turned": self.turned,
        }  # fmt: skip


class Listing:
    """The memories of a home, to be looked through."""

    def __init__(
        self,
        database: Database,
        clock: Clock,
        episodes: Episodes,
        guard: Guard,
        *,
        looked: int = LOOKED,
        step: int = STEP,
    ) -> None:
        self._database = database
        self._guard = guard
        self._clock = clock
        self._episodes = episodes
        self._looked = looked
        self._step = step

    def page(
        self,
        tiers: Sequence[Tier],
        *,
        limit: int,
        viewer: Viewer,
        filters: Filters,
        describe: Describe,
        before: str = "",
    ) -> Page:
        """Return what fits of these tiers, the latest first: the first `limit`, or the next ones after `before`.

        Args:
            tiers: facts and talk, or blocks of the last days, which are a list of their own.
            limit: the most memories.
            viewer: who looks; what they may not see is not in the list.
            filters: what a memory must fit.
            describe: see `Describe`.
            before: the `next` of the page before.
        """
        self._database.vault.key(viewer.person)
        viewer = self._guard.placed(viewer)
        if not before:
            self._note(tiers, viewer)
        if "episode" in tiers:
            return self._blocks(limit, viewer, filters, describe, before)
        found: list[Described] = []
        looked, place, more = 0, before, True
        step = self._step if filters.person or filters.theme else limit + 1
        with self._database.read() as connection:
            while more and looked < self._looked and len(found) < limit:
                rows = self._rows(connection, tiers, viewer, filters, place, step)
                more = len(rows) == step
                looked += len(rows)
                fitting = self._fitting(rows, filters, describe)
                if len(found) + len(fitting) > limit:
                    fitting, more = fitting[: limit - len(found)], True
                    place = _place(fitting[-1])
                elif rows:
                    place = _place(rows[-1])
                found += fitting
        return Page(found, place if more else None)

    def one(self, memory_id: str, *, viewer: Viewer, describe: Describe) -> Described | None:
        """Return one memory, or one block with what it is made of as `parts`; None when the viewer may not see it."""
        self._database.vault.key(viewer.person)
        viewer, now = self._guard.placed(viewer), self._clock.now()
        with self._database.read() as connection:
            if block := self._episodes.seen(connection, [memory_id], viewer=viewer, now=now).get(memory_id):
                rows = self._read(connection, self._episodes.members(connection, memory_id), viewer, now)
                return {**describe([block.as_dict()])[0], "parts": [fact_of(r).as_dict() for r in rows]}
            rows = self._read(connection, [memory_id], viewer, now)
            if not rows:
                return None
            (found,) = describe([fact_of(r).as_dict() for r in rows])
            later = self._read(connection, [found["closed_by"]], viewer, now) if "closed_by" in found else ()
            return {**found, "later": fact_of(later[0]).as_dict()} if later else found

    def overview(
        self, tiers: Sequence[Tier], *, viewer: Viewer, at: datetime, describe: Describe
    ) -> Overview:
        """Return what the latest memories of these tiers are about; `at` is naive local time, for what holds no more."""
        self._database.vault.key(viewer.person)
        viewer, now, some = self._guard.placed(viewer), self._clock.now(), Overview()
        with self._database.read() as connection:
            some.tiers = self._counts(connection, viewer, now)
            if "episode" in tiers:
                hits = self._episodes.latest(connection, MOST, viewer=viewer, now=now)
                told = [h.as_dict() for h in hits]
            else:
                told = []
                place = ""
                while len(told) < COUNTED:
                    rows = self._rows(connection, tiers, viewer, Filters(), place, STEP)
                    told += [fact_of(r).as_dict() for r in rows if readable(r)]
                    if len(rows) < STEP:
                        break
                    place = _place(rows[-1])
        _count(some, describe(told), at)
        return some

    # --- inside ------------------------------------------------------------------------------------------

    def _note(self, tiers: Sequence[Tier], viewer: Viewer) -> None:
        """Note in the journal what of a list the viewer is barred from."""
        among = self._episodes.has() if "episode" in tiers else memories.c.tier.in_(list(tiers))
        now = self._clock.now()
        with self._database.read() as connection:
            closed = self._guard.withheld(connection, viewer, now, among)
        self._guard.note(viewer, closed, now, "list")

    def _rows(
        self,
        connection: Connection,
        tiers: Sequence[Tier],
        viewer: Viewer,
        filters: Filters,
        before: str,
        most: int,
    ) -> list[dict[str, Any]]:
        query = select(memories).where(
            memories.c.tier.in_(list(tiers)), visible(viewer, self._clock.now()), *_narrowed(filters)
        )
        if before:
            at, _, last = before.partition("|")
            query = query.where(or_(memories.c.at < at, and_(memories.c.at == at, memories.c.id < last)))
        query = query.order_by(memories.c.at.desc(), memories.c.id.desc()).limit(most)
        return [dict(r) for r in connection.execute(query).mappings()]

    def _fitting(self, rows: Iterable[Row], filters: Filters, describe: Describe) -> list[Described]:
        """Return what fits of some rows, described."""
        told = [fact_of(r).as_dict() for r in rows if readable(r)]
        return [m for m in describe(told) if filters.fits(m)]

    def _read(
        self, connection: Connection, ids: Sequence[str], viewer: Viewer, now: datetime
    ) -> list[dict[str, Any]]:
        query = select(memories).where(memories.c.id.in_(list(ids)), visible(viewer, now))
        rows = connection.execute(query.order_by(memories.c.at, memories.c.id)).mappings()
        return [dict(r) for r in rows if readable(dict(r))]

    def _blocks(self, limit: int, viewer: Viewer, filters: Filters, describe: Describe, before: str) -> Page:
        with self._database.read() as connection:
            hits = self._episodes.latest(connection, MOST, viewer=viewer, now=self._clock.now())
        told = [m for m in describe([h.as_dict() for h in hits]) if filters.fits(m)]
        told.sort(key=lambda m: (m["at"], m["id"]), reverse=True)
        left = [m for m in told if not before or _place(m) < before]
        return Page(left[:limit], _place(left[limit - 1]) if len(left) > limit else None)

    def _counts(self, connection: Connection, viewer: Viewer, now: datetime) -> dict[str, int]:
        query = select(memories.c.tier, func.count()).where(visible(viewer, now)).group_by(memories.c.tier)
        counts = {str(tier): int(count) for tier, count in connection.execute(query)}
        blocks = self._episodes.latest(connection, MOST, viewer=viewer, now=now)
        return {**{tier: counts.get(tier, 0) for tier in ("fact", "turn", "app")}, "episode": len(blocks)}


_Named = tuple[str, str]
"""`relation` and a relation without its kind, or `name` and a name as it is listed."""


def _named(person: str) -> _Named:
    """Return whom a name, or a word for a person in any language and script, means."""
    kin = kin_of_any(person)
    return ("relation", kin.partition(".")[0]) if kin else ("name", listed(fold(person)))


def _place(row: Row) -> str:
    return f"{row['at']}|{row['id']}"


def _narrowed(filters: Filters) -> list[ColumnElement[bool]]:
    """Return what of the filters a row's columns tell."""
    found: list[ColumnElement[bool]] = []
    if filters.since:
        found.append(memories.c.at >= filters.since)
    if filters.until:
        found.append(memories.c.at <= f"{filters.until}T23:59:59")
    if filters.speaker:
        found.append(memories.c.speaker == filters.speaker)
    if filters.pinned:
        found.append(memories.c.id.in_(select(memory_care.c.id).where(memory_care.c.pinned.is_(True))))
    if filters.over_at:
        found.append(or_(memories.c.closed_by.is_not(None), memories.c.valid_until <= filters.over_at))
    return found


def _count(some: Overview, told: Sequence[Mapping[str, Any]], at: datetime) -> None:
    """Count what memories are about, into an overview."""
    some.counted = len(told)
    named: Counter[_Named] = Counter()
    themes: dict[_Named, set[str]] = {}
    spelt: dict[_Named, str] = {}
    took = {m["closed_by"] for m in told if m.get("closed_by")}
    turned: dict[str, list[str]] = {}
    when = at.isoformat(timespec="seconds")
    for memory in told:
        month, theme = str(memory["at"])[:7], str(memory["theme"])
        some.months.setdefault(month, Counter())[theme] += 1
        some.speakers[str(memory["speaker"])] += 1
        some.pinned += bool(memory.get("pinned"))
        some.over += bool(memory.get("closed_by")) or bool(memory.get("valid_until", "9999") <= when)
        for person, name in {_named(p): p for p in told_apart(memory["text"], memory["language"])}.items():
            named[person] += 1
            themes.setdefault(person, set()).add(theme)
            spelt.setdefault(person, name)
        if memory["id"] in took:
            turned.setdefault(month, []).append(str(memory["text"]))
    best = sorted(named.items(), key=lambda n: (-n[1], n[0]))
    ranked = sorted(  # names and relations in turn, because everybody's sister is spoken of more than anybody by name
        (
            (place, n)
            for kind in ("name", "relation")
            for place, n in enumerate(b for b in best if b[0][0] == kind)
        ),
        key=lambda r: (r[0], r[1][0]),
    )[:PEOPLE]
    some.people = [
        {
            "name": (bare_word_for(person[1]) if person[0] == "relation" else None) or spelt[person],
            "relation": person[1] if person[0] == "relation" else None,
            "count": count, "themes": sorted(themes[person]),
        }
        for _, (person, count) in ranked
    ]  # fmt: skip
    some.turned = [{"month": month, "texts": texts} for month, texts in sorted(turned.items())]
