"""What a question's words become in SQL: fields, filters and periods of one app's entity."""

from __future__ import annotations

from dataclasses import dataclass
from datetime import date, datetime, timedelta
from typing import Any

from sqlalchemy import ColumnElement, and_, false, func, literal, not_, or_, select, true

from calisson.apps import sql, tables
from calisson.apps.spec import EntitySpec, FieldSpec
from calisson.apps.types import App
from calisson.errors import QuestionError
from calisson.language.text import fold
from calisson.language.types import NUMERIC, TEMPORAL, Condition, Period

T = tables.records
GRAINS = ("hour", "day", "week", "month", "quarter", "year", "weekday")

_COMPARE: dict[str, Any] = {
    "eq": lambda a, b: a == b, "ne": lambda a, b: or_(a != b, a.is_(None)), "lt": lambda a, b: a < b,
    "le": lambda a, b: a <= b, "gt": lambda a, b: a > b, "ge": lambda a, b: a >= b,
}  # fmt: skip


@dataclass(frozen=True, slots=True)
class Scope:
    """One entity of one app, on one database."""

    dialect: str
    app: App
    entity: EntitySpec

    @classmethod
    def of(cls, dialect: str, app: App, entity: str | None) -> Scope:
        """Return the scope of an entity, the main one when none is named.

        Raises:
            QuestionError: The app has no such entity.
        """
        found = app.spec.entity(entity) if entity else app.spec.main
        if found is None:
            raise QuestionError(f"{app.name!r} has no entity {entity!r}", message_id="question-no-entity",
                                entity=entity, app=app.name)  # fmt: skip
        return cls(dialect, app, found)

    def field(self, name: str) -> FieldSpec:
        """Return a field.

        Raises:
            QuestionError: There is none of this name.
        """
        found = self.entity.field(name)
        if found is None:
            raise QuestionError(f"{self.app.name!r} has no field {name!r}", message_id="question-no-field",
                                field=name, app=self.app.name)  # fmt: skip
        return found

    def number(self, field: FieldSpec) -> Any:
        """The field as a number; a boolean as 0 or 1."""
        return sql.json_number(self.dialect, T.c.computed if field.formula else T.c.data, field.key)

    def text(self, field: FieldSpec) -> Any:
        """The field as text."""
        return sql.json_text(self.dialect, T.c.computed if field.formula else T.c.data, field.key)

    def measure(self, field: FieldSpec) -> Any:
        """The field as what it is: a number where it has one, else text."""
        return self.number(field) if field.type in NUMERIC or field.type == "boolean" else self.text(field)

    @property
    def rows(self) -> ColumnElement[bool]:
        """The entity's rows."""
        return and_(T.c.app_id == self.app.id, T.c.entity == self.entity.name)

    @property
    def dated(self) -> bool:
        """Whether the entity's time is a day without a clock time."""
        field = self.entity.field(self.entity.time_field or "")
        return field is not None and field.type == "date"

    def within(self, period: Period | None) -> ColumnElement[bool]:
        """Rows whose time lies in the period; a period of hours widens to days where only days are stored."""
        if period is None or (period.start is None and period.end is None):
            return true()
        start, end = period.start, period.end
        if self.dated:
            start = start and datetime(start.year, start.month, start.day)
            if end and (end.hour or end.minute or end.second or end.microsecond):
                end = datetime(end.year, end.month, end.day) + timedelta(days=1)
        return sql.between(T.c.time_at, _stamp(start), _stamp(end))

    def where(self, conditions: tuple[Condition, ...]) -> ColumnElement[bool]:
        """Rows that fulfil all the conditions.

        Raises:
            QuestionError: A condition names no field, or its value does not fit.
        """
        return and_(true(), *(self.condition(c) for c in conditions))

    def condition(self, condition: Condition) -> ColumnElement[bool]:
        """Rows that fulfil one condition."""
        if condition.field in ("@id", "id") and self.entity.field("id") is None:
            wanted = condition.value if isinstance(condition.value, list | tuple) else [condition.value]
            return T.c.id.in_([str(w) for w in wanted])
        field = self.field(condition.field)
        empty = self._empty(field)
        if condition.op == "empty":
            return empty
        if condition.op == "filled":
            return not_(empty)
        if condition.op == "in":
            many = (
                condition.value
                if isinstance(condition.value, list | tuple | set | frozenset)
                else [condition.value]
            )
            found = or_(false(), *(self._single(field, "eq", v) for v in many))
        else:
            found = self._single(field, condition.op, condition.value)
        return or_(found, empty) if condition.or_empty else found

    def _empty(self, field: FieldSpec) -> ColumnElement[bool]:
        text = self.text(field)
        return or_(text.is_(None), text.in_(("", "[]"))) if field.type not in NUMERIC else text.is_(None)

    def _single(self, field: FieldSpec, op: str, value: Any) -> ColumnElement[bool]:
        if isinstance(value, list | tuple) and op in ("eq", "contains", "ne", "lacks"):
            parts = [self._single(field, op, v) for v in value]
            return or_(false(), *parts) if op in ("eq", "contains") else and_(true(), *parts)
        if op in ("contains", "lacks") and field.type in NUMERIC | {"boolean"}:
            op = "eq" if op == "contains" else "ne"
        if field.type == "boolean":
            return self._compare(self.number(field), op, 1.0 if _truth(value, field) else 0.0)
        if field.type in NUMERIC:
            return self._compare(self.number(field), op, _number(value, field))
        if field.type in TEMPORAL:
            return self._temporal(field, op, value)
        if field.type == "multi_choice":
            items = sql.json_items(self.dialect, T.c.data, field.key)
            wanted = self._canonical(field, str(value))
            found = sql.exists_in(items, sql.fold(items.c.value) == sql.fold(wanted))
            return not_(found) if op in ("ne", "lacks") else found
        text: Any = self.text(field)
        if field.type == "ref":
            other = T.alias("target")
            title = select(other.c.title).where(other.c.id == text).scalar_subquery()
            text = func.coalesce(title, text)
        return self._textual(field, text, op, str(value))

    def _textual(self, field: FieldSpec, text: Any, op: str, value: str) -> ColumnElement[bool]:
        if op == "contains":
            return sql.contains(self.dialect, text, value)
        if op == "lacks":
            return or_(text.is_(None), not_(sql.contains(self.dialect, text, value)))
        return self._compare(sql.fold(text), op, sql.fold(self._canonical(field, value)))

    def _temporal(self, field: FieldSpec, op: str, value: Any) -> ColumnElement[bool]:
        text = self.text(field)
        if isinstance(value, datetime):
            value = value.strftime("%Y-%m-%dT%H:%M:%S")
        elif isinstance(value, date):
            value = value.isoformat()
        wanted = str(value).replace(" ", "T", 1)
        if op in ("contains", "lacks"):
            return self._textual(field, text, op, wanted)
        if field.type == "datetime" and len(wanted) <= 10:
            text = func.substr(text, 1, len(wanted))
        elif field.type == "datetime":
            wanted = wanted[:19] if len(wanted) > 16 else wanted[:16]
            text = func.substr(text, 1, len(wanted))
        elif field.type == "date":
            wanted = wanted[:10]
            text = func.substr(text, 1, len(wanted))
        return self._compare(text, op, wanted)

    def _canonical(self, field: FieldSpec, value: str) -> str:
        wanted = fold(value)
        for choice in field.choices:
            names = (choice.value, choice.label, *choice.aliases, *choice.labels.values())
            if any(fold(n) == wanted for n in names if n):
                return choice.value
        return value

    def _compare(self, a: Any, op: str, b: Any) -> ColumnElement[bool]:
        if op not in _COMPARE:
            raise QuestionError(f"no comparison {op!r}", message_id="question-no-operator", operator=op)
        found: ColumnElement[bool] = _COMPARE[op](a, b if isinstance(b, ColumnElement) else literal(b))
        return found


def _stamp(time: datetime | None) -> str | None:
    return time.strftime("%Y-%m-%dT%H:%M:%S").zfill(19) if time else None


def _number(value: Any, field: FieldSpec) -> float:
    try:
        if not isinstance(value, bool):
            return float(value)
    except (TypeError, ValueError):
        pass
    raise QuestionError(
        f"{field.name!r} is compared with {value!r}, which is not a number",
        message_id="question-not-number",
        field=field.label,
        value=str(value)[:80],
    )


def _truth(value: Any, field: FieldSpec) -> bool:
    if isinstance(value, bool | int | float):
        return bool(value)
    if str(value).casefold() in ("true", "false"):
        return str(value).casefold() == "true"
    raise QuestionError(
        f"{field.name!r} is compared with {value!r}, which is neither true nor false",
        message_id="question-not-boolean",
        field=field.label,
        value=str(value)[:80],
    )
