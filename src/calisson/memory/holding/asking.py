"""Which of the memories that were found hold at the time that a question is about.

A question without a time asks for what holds now; one with a past time ('where did I live in 2024?') for what held
then; 'before' and 'previously' for what held before it was closed. Memories about one matter are compared with each
other: those that closed one another, and those that say different things about it.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, replace
from datetime import datetime
from typing import Any

from sqlalchemy import ColumnElement, Connection, or_, select

from calisson.language.text import fold, normalise
from calisson.language.times import find_times
from calisson.language.types import LANGUAGES
from calisson.memory.finding.search import readable
from calisson.memory.holding import facets
from calisson.memory.holding.matters import PLACE, Matter, same_matter, same_value
from calisson.memory.holding.phrases import Phrases, phrases
from calisson.memory.holding.register import Register
from calisson.memory.holding.spans import WIDEST
from calisson.memory.tables import memories
from calisson.memory.types import Hit

CLOSELY = 12
"""Hits whose matters are read."""

HOPS = 12
"""Facts that one matter is followed over."""

TALK = 30
"""Things said about one attribute that are compared, the latest ones."""

_YEAR = re.compile(r"(?<!\d)(?:19|20)\d\d(?!\d)")


@dataclass(frozen=True, slots=True)
class When:
    """The time that a question is about."""

    now: datetime
    """Naive local time."""
    start: datetime | None = None
    end: datetime | None = None
    """Exclusive; both None: it asks for what holds now."""
    before: bool = False
    """It asks for what held before."""
    rest: str = ""
    """The question without the words for its time."""

    @property
    def is_now(self) -> bool:
        """Whether it asks for what holds now."""
        return self.start is None and not self.before


def read(query: str, language: str, now: datetime) -> When:
    """Return which time a question is about."""
    said = normalise(query)
    if len(said) > WIDEST or language not in LANGUAGES:
        return When(now, rest=said)
    known = phrases(language)
    start = end = None
    rest = said
    for span in reversed(find_times(said, language, now)):
        if span.start is None or not span.has_date or span.rrule or span.invalid:
            continue
        rest = f"{rest[: span.start_char]} {rest[span.end_char :]}"
        start, end = span.start, span.end or span.start
        if span.bound in ("until", "before"):
            start, end = datetime.min, (span.end if span.bound == "until" and span.end else span.start)
        elif span.bound in ("from", "after"):
            end = datetime.max
    if start is None and (year := _YEAR.search(said)):
        start, end = datetime(int(year[0]), 1, 1), datetime(int(year[0]) + 1, 1, 1)
        rest = f"{said[: year.start()]} {said[year.end() :]}"
    folded = fold(said)
    before = start is None and any(m[1] is None for m in known.before.finditer(folded))
    if before:
        rest = known.before.sub(lambda m: m[1] or " ", folded)
    elif start is None and (former := known.former.search(folded)) and not _of_a_thing(folded, former, known):
        before, rest = True, f"{folded[: former.start()]} {folded[former.end() :]}"
    elif start is None and known.once.search(folded) and known.past.search(folded):
        before, rest = True, known.once.sub(" ", folded)
    if start is not None and end is not None and start <= now < end:
        start = end = None  # 'this week' is now
    return When(now, start, end, before, rest)


def _of_a_thing(folded: str, former: re.Match[str], known: Phrases) -> bool:
    """Tell whether 'the old …' is a thing that is asked for as it is ('where is the old car?')."""
    return known.where.search(folded) is not None and known.kept_apart.match(folded, former.end()) is not None


def choose(
    connection: Connection,
    hits: Sequence[Hit],
    when: When,
    allowed: ColumnElement[bool],
    who: Register | None = None,
) -> list[Hit]:
    """Return the hits that hold at the time asked about, in their order; what closed them or was closed by them too.

    Args:
        connection: a reading connection.
        hits: what was found, best first.
        when: the time asked about.
        allowed: the condition on `memories` under which a row may be seen.
        who: who is who to the one who asks.
    """
    rows = _rows(connection, [h.id for h in hits], allowed)
    chains = _chained(connection, hits, rows, allowed)
    groups = _groups(hits, rows, [*chains, *_told(connection, rows, allowed)], who)
    out: list[Hit] = []
    late: list[Hit] = []
    done: set[str] = set()
    for hit in hits:
        if hit.id in done:
            continue
        group = next((g for g in groups if hit.id in g), [hit.id])
        done.update(group)
        members = [rows[i] for i in group if i in rows] or []
        if len(members) < 2:
            fits = not members or holds(members[0], when)
            dated = _dated(hit, members[0]) if members else hit
            (out if fits or when.before else late).append(dated)
            continue
        known = {h.id: h for h in hits}
        picked = _picked(members, when, who) or [rows[h.id] for h in hits if h.id in group and h.id in rows]
        out += [_dated(known.get(row["id"]) or _led(hit, row), row) for row in picked]
    return [*out, *late]


def _picked(
    members: Sequence[Mapping[str, Any]], when: When, who: Register | None
) -> list[Mapping[str, Any]]:
    """Return which of the facts about one matter answer, the best first."""
    closers = {r["closed_by"] for r in members}  # what closed another began when said, if not when it says
    members = [{**r, "valid_from": facets.start_of(r)} if r["id"] in closers else r for r in members]
    members = sorted(members, key=lambda r: (max(facets.start_of(r), r["at"]), r["id"]), reverse=True)
    latest = _closed(members, who)
    fits = [r for r in latest if holds(r, when)]
    if when.is_now:
        if not fits:  # all over, or none begun: the one that ended last, else the one that begins first
            ended = [r for r in latest if r["valid_until"] and r["valid_until"] <= when.now.isoformat()]
            fits = [max(ended, key=lambda r: str(r["valid_until"]))] if ended else latest[-1:]
        first = fits[0]
        if first["tier"] == "turn":  # talk hides no fact that somebody asked to keep
            if (told := _matter(first)) and told.attribute != PLACE:
                return fits
            return sorted(latest, key=lambda r: bool(r["tier"] == "turn"))
        return [r for r in fits if r is first or _agree(r, first, who)]
    return fits or latest


def _closed(latest: Sequence[Mapping[str, Any]], who: Register | None) -> list[Mapping[str, Any]]:
    """Return memories about one matter with talk closed by what was said later: nothing is written for it.

    The order is that of what they vouch for: what was said holds when it was said, or from when it begins, if later.
    """
    out: list[Mapping[str, Any]] = []
    for row in latest:
        later = [r for r in out if not _agree(r, row, who)]
        if row["tier"] == "turn" and row["valid_until"] is None and later:
            end = facets.start_of(later[-1])
            row = {**row, "valid_until": end if end > facets.start_of(row) else later[-1]["at"]}
        out.append(row)
    return out


def _agree(a: Mapping[str, Any], b: Mapping[str, Any], who: Register | None) -> bool:
    one, other = _matter(a), _matter(b)
    return one is None or other is None or not same_matter(one, other, who) or same_value(one, other)


def holds(row: Mapping[str, Any], when: When) -> bool:
    """Tell whether a memory, by its `valid_from` and `valid_until`, holds at the time asked about."""
    now = when.now.isoformat(timespec="seconds")
    since, until = row["valid_from"], row["valid_until"]
    if when.before:
        return until is not None and until <= now
    if when.start is None or when.end is None:
        return (since is None or since <= now) and (until is None or until > now)
    start, end = when.start.isoformat(timespec="seconds"), when.end.isoformat(timespec="seconds")
    return (since is None or since < end) and (until is None or until > start)


def _rows(
    connection: Connection, ids: Iterable[str], allowed: ColumnElement[bool]
) -> dict[str, dict[str, Any]]:
    query = select(memories).where(memories.c.id.in_(list(ids)), memories.c.status == "live", allowed)
    return {r["id"]: _timed(dict(r)) for r in connection.execute(query).mappings() if readable(dict(r))}


def _timed(row: dict[str, Any]) -> dict[str, Any]:
    """Return a row with the times that its words say, when they were not read at its writing."""
    if row["matter"] is None and len(row["text"]) <= WIDEST:
        found = facets.facets(row["text"], row["language"], datetime.fromisoformat(row["at"]), None)
        row = {**row, **{n: row[n] or found[n] for n in ("valid_from", "valid_until")}}
    return row


def _chained(
    connection: Connection,
    hits: Sequence[Hit],
    rows: dict[str, dict[str, Any]],
    allowed: ColumnElement[bool],
) -> list[set[str]]:
    """Return which memories closed one another, and add those that were not found to `rows`."""
    groups: list[set[str]] = []
    for hit in hits[:CLOSELY]:
        if hit.id not in rows or any(hit.id in g for g in groups):
            continue
        group, fresh = {hit.id}, {hit.id}
        for _ in range(HOPS):
            links = {c for i in fresh if (c := rows[i]["closed_by"])} - group
            near = select(memories).where(
                or_(memories.c.closed_by.in_(fresh), memories.c.id.in_(links)),
                memories.c.status == "live",
                allowed,
            )
            found = {r["id"]: dict(r) for r in connection.execute(near).mappings() if readable(dict(r))}
            fresh = found.keys() - group
            if not fresh:
                break
            for name in fresh:
                rows.setdefault(name, found[name])
            group |= fresh
        groups.append(group)
    return groups


def _told(
    connection: Connection, rows: dict[str, dict[str, Any]], allowed: ColumnElement[bool]
) -> list[set[str]]:
    """Return the latest talk about what talk in `rows` is about, in whatever words, and add it to them."""
    about = {(r["person"], r["matter"]) for r in rows.values() if r["tier"] == "turn" and r["matter"]}
    found: list[set[str]] = []
    for person, matter in sorted(about):
        query = select(memories).where(
            memories.c.person == person,
            memories.c.matter == matter,
            memories.c.tier == "turn",
            memories.c.status == "live",
            allowed,
        )
        for row in connection.execute(query.order_by(memories.c.at.desc()).limit(TALK)).mappings():
            if row["id"] not in rows and readable(dict(row)):
                rows[row["id"]] = dict(row)
                found.append({row["id"]})
    return found


def _groups(
    hits: Sequence[Hit],
    rows: Mapping[str, Mapping[str, Any]],
    chains: Sequence[set[str]],
    who: Register | None,
) -> list[list[str]]:
    """Join chains, and hits, that are about the same matter."""
    groups: list[tuple[Matter | None, str, list[str]]] = []
    for chain in [*chains, *({h.id} for h in hits if not any(h.id in c for c in chains))]:
        first = next((rows[i] for i in chain if i in rows), None)
        matter = _matter(first) if first is not None else None
        speaker = f"{first['person']}\0{first['speaker']}" if first is not None else ""
        for other, said_by, members in groups:
            if matter and other and said_by == speaker and same_matter(matter, other, who):
                members.extend(chain)
                break
        else:
            groups.append((matter, speaker, list(chain)))
    return [g for _, _, g in groups]


def _matter(row: Mapping[str, Any]) -> Matter | None:
    if row["matter"] == facets.NOTHING or len(row["text"]) > WIDEST:
        return None
    return facets.read(row["text"], row["language"], datetime.fromisoformat(row["at"]))[1]


def _dated(hit: Hit, row: Mapping[str, Any]) -> Hit:
    since, until = (datetime.fromisoformat(row[n]) if row[n] else None for n in ("valid_from", "valid_until"))
    return replace(hit, since=since, until=until, closed_by=row["closed_by"])


def _led(hit: Hit, row: Mapping[str, Any]) -> Hit:
    """Return a memory that was reached over another one."""
    return replace(
        hit, id=row["id"], text=row["text"], tier=row["tier"], source=row["source"],
        at=datetime.fromisoformat(row["at"]), speaker=row["speaker"], language=row["language"],
        how="hop", via=hit.id,
    )  # fmt: skip
