"""Computing the tree of a formula."""

from __future__ import annotations

import math
from collections.abc import Callable, Mapping
from datetime import date, datetime, timedelta
from decimal import ROUND_HALF_UP, Decimal
from typing import Any

from calisson.apps.formula.syntax import Binary, Call, Choose, Literal, Name, Node, Unary

MAX_NUMBER = 1e15


class FormulaFailure(Exception):
    """A formula has no value for these values; `message_id` says why."""

    def __init__(self, message_id: str) -> None:
        super().__init__(message_id)
        self.message_id = message_id


def evaluate(node: Node, values: Mapping[str, Any]) -> Any:
    """Return what the formula gives for values by field name; None when something it needs is empty.

    Dates and times are the stored texts (`YYYY-MM-DD`, `YYYY-MM-DDTHH:MM`, `HH:MM`).

    Raises:
        FormulaFailure: It has no value: a division by zero, a number too large, types that do not fit.
    """
    result = _value(node, values)
    if isinstance(result, float | int) and not isinstance(result, bool):
        if not math.isfinite(result) or abs(result) > MAX_NUMBER:
            raise FormulaFailure("formula-too-large")
        rounded = float(f"{result:.10g}")
        return int(rounded) if rounded.is_integer() else rounded
    return result


def _value(node: Node, values: Mapping[str, Any]) -> Any:
    match node:
        case Literal(value):
            return value
        case Name(name):
            return values.get(name)
        case Unary("-", operand):
            number = _value(operand, values)
            return None if number is None else -_number(number)
        case Unary(_, operand):
            truth = _value(operand, values)
            return None if truth is None else not _truth(truth)
        case Binary("&&" | "||" as op, left, right):
            return _logic(op, _value(left, values), _value(right, values))
        case Binary(op, left, right):
            return _binary(op, _value(left, values), _value(right, values))
        case Choose(condition, yes, no):
            truth = _value(condition, values)
            return None if truth is None else _value(yes if _truth(truth) else no, values)
        case Call(function, arguments):
            given = [_value(a, values) for a in arguments]
            known = FUNCTIONS.get(function)
            if known is None:
                raise FormulaFailure("formula-unknown-function")
            if function == "has":
                return given[0] is not None
            return None if any(g is None for g in given) else known(*given)


def _logic(op: str, a: Any, b: Any) -> bool | None:
    decides = op == "||"
    truths = [None if x is None else _truth(x) for x in (a, b)]
    if decides in truths:
        return decides
    return None if None in truths else not decides


def _binary(op: str, a: Any, b: Any) -> Any:
    if op in ("==", "!="):
        same = _same(a, b)
        return same if op == "==" else not same
    if a is None or b is None:
        return None
    if op == "in":
        if not isinstance(b, list | tuple):
            raise FormulaFailure("formula-type")
        return a in b
    if op in ("<", "<=", ">", ">="):
        return _compare(op, a, b)
    if isinstance(a, str):
        return _text_binary(op, a, b)
    x, y = _number(a), _number(b)
    match op:
        case "+":
            return x + y
        case "-":
            return x - y
        case "*":
            return x * y
    if y == 0:
        raise FormulaFailure("formula-division-by-zero")
    return x / y if op == "/" else math.fmod(x, y)


def _text_binary(op: str, a: str, b: Any) -> Any:
    if op == "-" and isinstance(b, str):
        return difference(a, b)
    if op in "+-" and _is_number(b) and moment_kind(a):
        return shifted(a, b if op == "+" else -b)
    if op == "+" and isinstance(b, str):
        return a + b
    raise FormulaFailure("formula-type")


def _compare(op: str, a: Any, b: Any) -> bool:
    if _is_number(a) and _is_number(b):
        pass
    elif isinstance(a, str) and isinstance(b, str):
        if moment_kind(a) == "datetime" and moment_kind(b) == "date":
            a = a[:10]
        elif moment_kind(a) == "date" and moment_kind(b) == "datetime":
            b = b[:10]
    else:
        raise FormulaFailure("formula-type")
    return bool({"<": a < b, "<=": a <= b, ">": a > b, ">=": a >= b}[op])


def _same(a: Any, b: Any) -> bool:
    if isinstance(a, bool) or isinstance(b, bool):
        return a is b
    return bool(a == b)


def _is_number(value: Any) -> bool:
    return isinstance(value, int | float) and not isinstance(value, bool)


def _number(value: Any) -> float:
    if not _is_number(value):
        raise FormulaFailure("formula-type")
    return float(value)


def _truth(value: Any) -> bool:
    if not isinstance(value, bool):
        raise FormulaFailure("formula-type")
    return value


# --- dates and times -------------------------------------------------------------------------------------


def moment_kind(text: str) -> str | None:
    """Return `date`, `datetime` or `time` when the text is a stored one, else None."""
    if len(text) == 10 and text[4:5] == "-":
        return "date"
    if len(text) in (16, 19) and text[10:11] == "T":
        return "datetime"
    return "time" if len(text) in (5, 8) and text[2:3] == ":" else None


def _moment(text: Any) -> datetime:
    try:
        if isinstance(text, str) and moment_kind(text) == "time":
            return datetime.fromisoformat(f"2000-01-01T{text}")
        return datetime.fromisoformat(text)
    except (ValueError, TypeError):
        raise FormulaFailure("formula-type") from None


def difference(a: str, b: str) -> float:
    """Return `a - b`: days between dates, minutes between date-times or times."""
    kinds = (moment_kind(a), moment_kind(b))
    if None in kinds or (("time" in kinds) and kinds != ("time", "time")):
        raise FormulaFailure("formula-type")
    seconds = (_moment(a) - _moment(b)).total_seconds()
    if kinds == ("time", "time"):
        return seconds % 86400 / 60
    return seconds / 86400 if "date" in kinds else seconds / 60


def shifted(text: str, number: float) -> str:
    """Return a date moved by days, or a date-time or time moved by minutes."""
    kind = moment_kind(text)
    try:
        moved = _moment(text) + (timedelta(days=int(number)) if kind == "date" else timedelta(minutes=number))
    except (OverflowError, ValueError):
        raise FormulaFailure("formula-too-large") from None
    if kind == "date":
        return moved.date().isoformat()
    return moved.strftime("%H:%M" if kind == "time" else "%Y-%m-%dT%H:%M")


def _between(minutes: float) -> Callable[[Any, Any], float]:
    def function(start: Any, end: Any) -> float:
        if not isinstance(start, str) or not isinstance(end, str):
            raise FormulaFailure("formula-type")
        if moment_kind(start) == moment_kind(end) == "time":
            return difference(end, start) / minutes
        return (_moment(end) - _moment(start)).total_seconds() / 60 / minutes

    return function


def _part(pick: Callable[[datetime], int]) -> Callable[[Any], int]:
    return lambda text: pick(_moment(text))


# --- functions -------------------------------------------------------------------------------------------


def rounded(number: Any, digits: Any = 0) -> float:
    """Round half away from zero, by the decimal digits that the number is shown with."""
    value, places = _number(number), int(_number(digits))
    if not math.isfinite(value) or not -15 <= places <= 15:
        raise FormulaFailure("formula-too-large")
    return float(Decimal(repr(value)).quantize(Decimal(1).scaleb(-places), rounding=ROUND_HALF_UP))


def _sqrt(number: Any) -> float:
    if _number(number) < 0:
        raise FormulaFailure("formula-no-root")
    return math.sqrt(_number(number))


def _power(base: Any, exponent: Any) -> float:
    try:
        result: Any = _number(base) ** _number(exponent)
    except ZeroDivisionError:
        raise FormulaFailure("formula-division-by-zero") from None
    except OverflowError:
        raise FormulaFailure("formula-too-large") from None
    if isinstance(result, complex):
        raise FormulaFailure("formula-no-root")
    return float(result)


def _size(value: Any) -> int:
    if not isinstance(value, str | list | tuple):
        raise FormulaFailure("formula-type")
    return len(value)


def _texts(function: Callable[[str, str], bool]) -> Callable[[Any, Any], bool]:
    def checked(a: Any, b: Any) -> bool:
        if not isinstance(b, str) or not isinstance(a, str):
            raise FormulaFailure("formula-type")
        return function(a, b)

    return checked


def _text(value: Any) -> str:
    if not isinstance(value, str):
        raise FormulaFailure("formula-type")
    return value


def _contains(a: Any, b: Any) -> bool:
    return b in a if isinstance(a, list | tuple) else _texts(lambda x, y: y in x)(a, b)


FUNCTIONS: dict[str, Callable[..., Any]] = {
    "abs": lambda x: abs(_number(x)),
    "ceil": lambda x: math.ceil(_number(x)),
    "floor": lambda x: math.floor(_number(x)),
    "round": rounded,
    "sqrt": _sqrt,
    "pow": _power,
    "min": lambda *x: min(map(_number, x)),
    "max": lambda *x: max(map(_number, x)),
    "size": _size,
    "has": lambda x: x is not None,
    "contains": _contains,
    "startsWith": _texts(str.startswith),
    "endsWith": _texts(str.endswith),
    "lower": lambda x: _text(x).lower(),
    "upper": lambda x: _text(x).upper(),
    "days": _between(1440),
    "hours": _between(60),
    "minutes": _between(1),
    "year": _part(lambda m: m.year),
    "month": _part(lambda m: m.month),
    "day": _part(lambda m: m.day),
    "weekday": _part(datetime.isoweekday),
    "hour": _part(lambda m: m.hour),
    "minute": _part(lambda m: m.minute),
    "double": lambda x: _number(x),
    "int": lambda x: math.trunc(_number(x)),
    "date": lambda x: date.fromisoformat(_text(x)[:10]).isoformat(),
}
"""What a formula may call, as `f(a)` or `a.f()`."""
