"""Every change of the home, one turn after the other, the way a person reads it: what, where, before and after.

It reads the store's change history and names things by the present specification of their app. Book-keeping
(versions, deliveries, the searchable form of talk) is left out; what it belongs to is shown.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import asdict, dataclass
from typing import TYPE_CHECKING, Any, Literal

from sqlalchemy import ColumnElement, Connection, and_, func, or_, select

from calisson.apps import App
from calisson.apps.tables import records
from calisson.assistant.tables import turns
from calisson.clock import local
from calisson.journal.tables import evidence, journal
from calisson.language import formats
from calisson.memory.tables import memories
from calisson.store import reveal
from calisson.store.tables import changes

if TYPE_CHECKING:
    from datetime import date

    from calisson.app import Home

KINDS: Mapping[str, Literal["record", "app", "reminder", "memory", "preference"]] = {
    "records": "record", "apps": "app", "reminders": "reminder", "memories": "memory",
    "preferences": "preference",
}  # fmt: skip
"""The tables that people know, and what a row of each is to them."""

SHOWN = 6
"""Changes of one turn that are spelt out; the rest is counted."""

LOOKED_AT = 48
"""Rows of one turn that are read to find those `SHOWN`."""


@dataclass(frozen=True, slots=True)
class Difference:
    """One value that changed, formatted."""

    label: str
    before: str
    after: str


@dataclass(frozen=True, slots=True)
class Item:
    """One thing that a turn changed."""

    kind: str
    op: Literal["added", "updated", "deleted"]
    id: str
    title: str
    app_id: str | None = None
    app_name: str = ""
    icon: str = ""
    fields: tuple[Difference, ...] = ()


@dataclass(frozen=True, slots=True)
class Step:
    """What one turn, or one change by hand, did."""

    turn_id: str
    seq: int
    """The number of its first change; give it back as `before` for older steps."""
    at: str
    """Naive local time of the home."""
    who: str
    said: str | None
    """The words of the turn; None for a change by hand."""
    items: tuple[Item, ...]
    count: int
    """How many rows it changed in all."""
    undone: bool
    undoes: str | None = None
    """The turn that this one took back."""

    def as_dict(self) -> dict[str, Any]:
        """Return it as JSON-able data."""
        return asdict(self)


def steps(
    home: Home, *, language: str, app_id: str | None = None, before: int | None = None, limit: int = 30
) -> list[Step]:
    """Return the latest steps, latest first, optionally only those that touched one app.

    Args:
        home: the open home.
        language: the language in which values are written.
        app_id: only steps that changed this app or its records.
        before: only steps older than this `seq`.
        limit: the most steps.
    """
    apps = {a.id: a for gone in (False, True) for a in home.apps.list(deleted=gone)}
    zone, today = home.preferences.tz, home.now().date()
    found: list[Step] = []
    with home.database.read() as connection:
        for turn_id, seq in _heads(connection, app_id, before, limit):
            rows = _rows(connection, turn_id)
            if not rows:
                continue
            items, skipped = _items(connection, rows, apps, language, today)
            said = connection.execute(select(turns.c.text).where(turns.c.id == turn_id)).scalar()
            count = connection.execute(
                select(func.count()).where(changes.c.turn_id == turn_id, changes.c.table_name.in_(KINDS))
            ).scalar_one()
            if not items:
                continue
            at = local(rows[0]["at"], zone).isoformat(timespec="seconds")
            found.append(Step(turn_id, seq, at, rows[0]["actor"], said, tuple(items),
                              max(count - skipped, len(items)), False))  # fmt: skip
        marks = _undo_marks(connection, [s.turn_id for s in found])
    return [_marked(s, *marks) for s in found]


def _heads(
    connection: Connection, app_id: str | None, before: int | None, limit: int
) -> list[tuple[str, int]]:
    """Return the latest turns that changed something, each with the number of its first change.

    A turn is one transaction, so its changes stand together and the rest of it is jumped over.
    """
    query = select(changes.c.turn_id).where(changes.c.turn_id.is_not(None), changes.c.table_name.in_(KINDS))
    if app_id is not None:
        query = query.where(_touches(app_id))
    query = query.order_by(changes.c.seq.desc()).limit(1)
    first = select(func.min(changes.c.seq))
    found: list[tuple[str, int]] = []
    while len(found) < limit:
        step = query if before is None else query.where(changes.c.seq < before)
        turn_id = connection.execute(step).scalar()
        if turn_id is None:
            break
        before = connection.execute(first.where(changes.c.turn_id == turn_id)).scalar_one()
        found.append((turn_id, before))
    return found


def _touches(app_id: str) -> ColumnElement[bool]:
    """Return the condition for a change of the app itself or of one of its records, deleted ones too."""
    live = select(records.c.id).where(records.c.app_id == app_id)
    whole = [side["app_id"].as_string() == app_id for side in (changes.c.before, changes.c.after)]
    return or_(
        and_(changes.c.table_name == "apps", changes.c.row_id == app_id),
        and_(changes.c.table_name == "records", or_(changes.c.row_id.in_(live), *whole)),
    )


def _rows(connection: Connection, turn_id: str) -> Sequence[Mapping[str, Any]]:
    query = select(changes).where(changes.c.turn_id == turn_id, changes.c.table_name.in_(KINDS))
    found = [dict(r) for r in connection.execute(query.order_by(changes.c.seq).limit(LOOKED_AT)).mappings()]
    last: dict[tuple[str, str], Mapping[str, Any]] = {}
    for row in found:  # an update right after the insert of the same row says nothing new
        key = (row["table_name"], row["row_id"])
        if key not in last or last[key]["op"] != "insert":
            last[key] = row
    return list(last.values())


def _items(
    connection: Connection,
    rows: Sequence[Mapping[str, Any]],
    apps: Mapping[str, App],
    language: str,
    today: date,
) -> tuple[list[Item], int]:
    """Return the first `SHOWN` things of a turn, and how many rows before them are nobody's business."""
    items: list[Item] = []
    skipped = 0
    for row in rows:
        item = _item(connection, row, apps, language, today)
        if item is None:
            skipped += 1
        else:
            items.append(item)
        if len(items) == SHOWN:
            break
    return items, skipped


def _item(
    connection: Connection, row: Mapping[str, Any], apps: Mapping[str, App], language: str, today: date
) -> Item | None:
    kind = KINDS[row["table_name"]]
    before, after = row["before"] or {}, row["after"] or {}
    op: Literal["added", "updated", "deleted"] = (
        "added" if row["op"] == "insert" else "deleted" if row["op"] == "delete" else "updated"
    )
    match kind:
        case "record":
            return _record(connection, row, op, apps, language, today)
        case "app":
            return _app(row["row_id"], op, before, after, apps)
        case "reminder":
            text = after.get("text") or before.get("text") or _text(connection, "reminders", row["row_id"])
            status = after.get("status")
            op = (
                "deleted" if status == "cancelled" else "added" if before.get("status") == "cancelled" else op
            )
            return Item("reminder", op, row["row_id"], text)
        case "memory":
            found = connection.execute(
                select(memories.c.text, memories.c.tier).where(memories.c.id == row["row_id"])
            ).first()
            text, tier = (
                (found.text, found.tier) if found else (reveal(before.get("text", "")), before.get("tier"))
            )
            if tier != "fact":
                return None
            if op == "updated":
                op = "added" if after.get("status") == "live" else "deleted"
            return Item("memory", op, row["row_id"], text)
        case _:
            return Item("preference", op, row["row_id"], "")


def _record(
    connection: Connection, row: Mapping[str, Any], op: Literal["added", "updated", "deleted"],
    apps: Mapping[str, App], language: str, today: date,
) -> Item | None:  # fmt: skip
    before, after = row["before"] or {}, row["after"] or {}
    stored = connection.execute(
        select(records.c.app_id, records.c.entity, records.c.title).where(records.c.id == row["row_id"])
    ).first()
    whole = after if op == "added" else before if op == "deleted" else {}
    app = apps.get(whole.get("app_id") or (stored.app_id if stored else ""))
    if app is None:
        return None
    entity = app.spec.entity(whole.get("entity") or (stored.entity if stored else "")) or app.spec.main
    old, new = _data(before), _data(after)
    differences = []
    for known in entity.fields:
        if known.key not in old and known.key not in new:
            continue
        shown = [
            formats.value(side.get(known.key), type=known.type, language=language, unit=known.unit,
                          currency=known.currency, today=today)
            for side in (old, new)
        ]  # fmt: skip
        differences.append(Difference(known.label or known.name, shown[0], shown[1]))
    title = (stored.title if stored else "") or str(whole.get("title") or "") or entity.label or entity.name
    return Item("record", op, row["row_id"], title, app.id, app.name, app.spec.icon, tuple(differences[:6]))


def _data(image: Mapping[str, Any]) -> dict[str, Any]:
    """Return a record's values of a change's image, whether whole or by path."""
    found = dict(image.get("data") or {})
    found.update({k.removeprefix("data/"): v for k, v in image.items() if k.startswith("data/")})
    return found


def _app(
    app_id: str, op: Literal["added", "updated", "deleted"], before: Mapping[str, Any],
    after: Mapping[str, Any], apps: Mapping[str, App],
) -> Item | None:  # fmt: skip
    if op == "updated":
        if "deleted_at" in after or "deleted_at" in before:
            op = "deleted" if after.get("deleted_at") else "added"
        elif "version" not in after:
            return None  # only the time of its last use
    app = apps.get(app_id)
    name = app.name if app else str(before.get("name") or after.get("name") or "")
    number = after.get("version")
    shown = (
        (Difference("version", str(before.get("version") or ""), str(number)),)
        if number and op == "updated"
        else ()
    )
    return Item("app", op, app_id, name, app_id, name, app.spec.icon if app else "", shown)


def _text(connection: Connection, table: str, row_id: str) -> str:
    from calisson.store import metadata

    known = metadata.tables[table]
    return str(connection.execute(select(known.c.text).where(known.c.id == row_id)).scalar() or "")


Marks = tuple[dict[str, list[str]], dict[str, str]]


def _undo_marks(connection: Connection, wanted: Sequence[str]) -> Marks:
    """Return who took which turn back, and what each turn took back."""
    edges = select(evidence.c.target, journal.c.turn_id).join(journal, journal.c.id == evidence.c.entry_id)
    edges = edges.where(journal.c.kind == "undo")
    taken: dict[str, list[str]] = {}
    took: dict[str, str] = {}
    asked = list(wanted)
    for _ in range(8):  # an undo may be undone; each round asks about the turns found by the last one
        if not asked:
            break
        query = edges.where(or_(evidence.c.target.in_(asked), journal.c.turn_id.in_(asked)))
        fresh: list[str] = []
        for target, by in connection.execute(query):
            if by is None:
                continue
            took[by] = target
            if by not in taken.setdefault(target, []):
                taken[target].append(by)
                fresh.append(by)
        asked = [t for t in fresh if t not in wanted]
    return taken, took


def _marked(step: Step, taken: Mapping[str, Sequence[str]], took: Mapping[str, str]) -> Step:
    def is_undone(turn_id: str, depth: int = 0) -> bool:
        return depth < 8 and any(not is_undone(by, depth + 1) for by in taken.get(turn_id, ()))

    return Step(step.turn_id, step.seq, step.at, step.who, step.said, step.items, step.count,
                is_undone(step.turn_id), took.get(step.turn_id))  # fmt: skip
