"""Carrying a stored value from one field definition to another."""

from __future__ import annotations

import re
from typing import Any

from calisson.apps.spec import FieldSpec
from calisson.apps.values import ValueProblem, check_value, read_text
from calisson.language.types import NUMERIC

_PLAIN_NUMBERS = frozenset({"number", "quantity", "money", "percent"})
_PLAIN_TEXTS = frozenset({"text", "long_text", "link", "person", "place", "choice"})


def same_form(old: FieldSpec, new: FieldSpec) -> bool:
    """Return whether values of `old` are values of `new` as they stand."""
    if (old.formula is None) != (new.formula is None):
        return False
    if old.type == new.type:
        same_unit = old.type in ("duration",) or (old.unit or new.unit) == (new.unit or old.unit)
        return same_unit and old.ref == new.ref and not (new.strict and not old.strict)
    if {old.type, new.type} <= _PLAIN_NUMBERS:
        return (old.unit or new.unit) == (new.unit or old.unit)
    if {old.type, new.type} == {"integer", "number"}:
        return new.type == "number"
    return (
        {old.type, new.type} <= _PLAIN_TEXTS
        and not (new.type == "choice" and new.strict)
        and new.type != "link"
    )


def convert_value(old: FieldSpec, new: FieldSpec, value: Any) -> Any:
    """Return a value of `old` as a value of `new`.

    Raises:
        ValueProblem: It cannot be one.
    """
    if value is None:
        return None
    if old.type == "ref" or new.type == "ref":
        raise ValueProblem("value-not-converted", "references do not convert", value=str(value)[:80])
    return check_value(new, _bridge(old, new, value))


def _bridge(old: FieldSpec, new: FieldSpec, value: Any) -> Any:
    if new.type == "multi_choice":
        return value if isinstance(value, list) else [_as_text(value)]
    if isinstance(value, list):
        if new.type == "choice" and len(value) != 1:
            raise ValueProblem(
                "value-not-converted", f"{value!r} are several values", value=_as_text(value)[:80]
            )
        value = value[0] if len(value) == 1 else ", ".join(value)
    if new.type in _PLAIN_TEXTS:
        return _as_text(value)
    if new.type in NUMERIC:
        return _as_number(old, new, value)
    if new.type == "boolean":
        return read_text(new, value) if isinstance(value, str) else value
    if new.type in ("date", "time") and old.type == "datetime":
        return str(value)[:10] if new.type == "date" else str(value)[11:]
    return value


def _as_text(value: Any) -> str:
    if isinstance(value, bool):
        return "true" if value else "false"
    return ", ".join(map(_as_text, value)) if isinstance(value, list) else str(value)


def _as_number(old: FieldSpec, new: FieldSpec, value: Any) -> Any:
    own, target = _unit(old), _unit(new)
    if isinstance(value, str):
        read = read_text(new, value)
        found = re.fullmatch(r"\s*([-+]?[\d.,\u00a0 ]*\d)\s*(\D+?)\s*", value)
        if isinstance(read, str) and found:
            read, own = read_text(new, found[1]), found[2]
        value = read
    if isinstance(value, bool):
        value = int(value)
    if isinstance(value, int | float) and own and target and own != target:
        value = _converted(value, own, target)
    if new.type in ("integer", "rating") and isinstance(value, float) and value.is_integer():
        return int(value)
    return value


def _converted(value: float, own: str, target: str) -> float:
    from calisson.language import units

    try:
        return float(f"{units.convert(value, units.unit_of(own, 'en') or own, target):.12g}")
    except ValueError:
        raise ValueProblem(
            "value-not-converted", f"{own} does not convert to {target}", value=value
        ) from None


def _unit(field: FieldSpec) -> str | None:
    return "min" if field.type == "duration" else field.currency if field.type == "money" else field.unit
