"""Bringing records along when a specification changes.

A field keeps its values by its storage key. A rename changes nothing stored; a new type gets a new key, with
the values converted to it and the old ones left where they are; a removed field's values stay under their
key, listed in `retired`. So a rollback finds the data as it was, with what was entered since converted back.
What cannot be converted is reported, and stays under its old key.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import dataclass, field
from datetime import datetime
from typing import Any

from sqlalchemy import select

from calisson.apps import tables
from calisson.apps.conversion import convert_value, same_form
from calisson.apps.edits import fresh_key
from calisson.apps.logic import calls
from calisson.apps.records import stored
from calisson.apps.rewrite import replace_entity
from calisson.apps.spec import AppSpec, EntitySpec, FieldSpec, LogicSpec
from calisson.apps.types import App
from calisson.apps.values import ValueProblem, check_value
from calisson.apps.windows import refresh_all
from calisson.store import Row, Transaction

T = tables.records
LISTED = 100
"""How many values that could not be converted a report names; all are counted."""
_COLUMNS = ("data", "computed", "title", "time_at")


@dataclass(slots=True)
class Report:
    """What a migration does (or would do)."""

    converted: int = 0
    """Values that were converted."""
    filled: int = 0
    """Records that got a new field's default."""
    lost: int = 0
    """Values that could not be converted."""
    examples: list[dict[str, Any]] = field(default_factory=list)
    """`record`, `field`, `value`, `reason` of the first of them."""

    @property
    def changed(self) -> bool:
        """Whether it says anything."""
        return bool(self.converted or self.filled or self.lost)

    def as_dict(self) -> dict[str, Any]:
        """Return it as JSON-able data."""
        return {
            "converted": self.converted,
            "filled": self.filled,
            "lost": self.lost,
            "examples": self.examples,
        }


@dataclass(frozen=True, slots=True)
class _Move:
    """Values of one field that go from one key to another."""

    old: FieldSpec
    new: FieldSpec


def migrate(tx: Transaction, app: App, spec: AppSpec, *, dry: bool = False) -> tuple[AppSpec, Report]:
    """Return the specification with its storage keys settled, and what happened to the records.

    With `dry`, nothing is written: the report says what would happen.
    """
    report = Report()
    for entity in spec.entities:
        former = app.spec.entity(entity.name)
        if former is None:
            continue
        settled, moves, added = _settle(former, entity)
        spec = replace_entity(spec, settled)
        if moves or added or _computed_differs(former, settled) or _logic_differs(app.spec, spec, settled):
            rows = tx.rows(select(T).where(T.c.app_id == app.id, T.c.entity == entity.name))
            pairs = [(row, _moved(settled, row, moves, added, report, spec.logic)) for row in rows]
            if not dry:
                tx.update_many(T, _COLUMNS, pairs)
                refresh_all(tx.connection, app.id, spec, settled)
    return spec, report


def _settle(former: EntitySpec, entity: EntitySpec) -> tuple[EntitySpec, list[_Move], list[FieldSpec]]:
    """Give every field its storage key; return also the values to move and the fields that are new."""
    known = {f.key: f for f in (*former.retired, *former.fields)}
    taken = [*known, *(f.key for f in entity.retired)]
    moves, added, fields = [], [], []
    live = {f.key: f for f in former.fields}
    for new in entity.fields:
        old = (
            live.get(new.key)
            or former.field(new.name)
            or next((f for f in former.fields if f.key.partition("~")[0] == new.key.partition("~")[0]), None)
        )
        if old is None:
            back = next((f for f in former.retired if f.key == new.key), None)
            if back is not None and not same_form(back, new):
                new = new.model_copy(update={"key": fresh_key(taken, new.key)})
            elif back is None:
                added.append(new)
        elif same_form(old, new):
            new = new.model_copy(update={"key": old.key})
        else:
            if new.key == old.key or (new.key in known and not same_form(known[new.key], new)):
                new = new.model_copy(update={"key": fresh_key(taken, new.key)})
            if new.formula is None and old.formula is None:
                moves.append(_Move(old, new))
        taken.append(new.key)
        fields.append(new)
    keys = {f.key for f in fields}
    retired = {f.key: f for f in (*entity.retired, *former.retired, *former.fields) if f.key not in keys}
    settled = entity.model_copy(update={"fields": tuple(fields), "retired": tuple(retired.values())})
    return settled, moves, [f for f in added if f.default is not None and f.formula is None]


def _computed_differs(former: EntitySpec, entity: EntitySpec) -> bool:
    def shape(e: EntitySpec) -> Any:
        key = {f.name: f.key for f in e.fields}
        formulas = [(f.key, f.formula, f.type) for f in e.fields if f.formula]
        return (
            formulas,
            key if formulas else None,
            key.get(e.title_field or ""),
            key.get(e.time_field or ""),
        )

    return bool(shape(former) != shape(entity))


def _logic_differs(former: AppSpec, spec: AppSpec, entity: EntitySpec) -> bool:
    """Whether a function that computes a field of this entity is another one now."""
    called = {call.name for name, _, call in calls(spec) if name == entity.name}
    before = {x.name: x for x in former.logic}
    return any(x.name in called and before.get(x.name) != x for x in spec.logic)


def _moved(
    entity: EntitySpec, row: Row, moves: Iterable[_Move], added: Iterable[FieldSpec], report: Report,
    logic: Sequence[LogicSpec],
) -> Row:  # fmt: skip
    data = dict(row["data"])
    for move in moves:
        value = data.get(move.old.key)
        kept = data.get(move.new.key)
        if kept is not None and (value is None or _comes_from(move, kept, value)):
            continue
        if value is None:
            continue
        try:
            data[move.new.key] = convert_value(move.old, move.new, value)
            report.converted += 1
        except ValueProblem as problem:
            data.pop(move.new.key, None)
            report.lost += 1
            if len(report.examples) < LISTED:
                report.examples.append({"record": row["id"], "field": move.new.label, "value": value,
                                        "reason": problem.message_id})  # fmt: skip
    for one in added:
        if data.get(one.key) is None and (default := _default(one, row["created_at"])) is not None:
            data[one.key] = default
            report.filled += 1
    return {**row, **stored(entity, data, None, old=row, logic=logic)}


def _comes_from(move: _Move, kept: Any, value: Any) -> bool:
    """Whether the value that is live now is what the kept one was once converted to."""
    try:
        back = convert_value(move.new, move.old, kept)
    except ValueProblem:
        return False
    return bool(back == value) and isinstance(back, bool) == isinstance(value, bool)


def _default(one: FieldSpec, created: datetime) -> Any:
    if one.default in ("now", "today"):
        return None
    try:
        return check_value(one, one.default)
    except ValueProblem:
        return None
