"""Checking the types of a formula before anybody uses it."""

from __future__ import annotations

from collections.abc import Mapping
from difflib import get_close_matches

from calisson.apps.formula.evaluate import FUNCTIONS
from calisson.apps.formula.syntax import Binary, Call, Choose, Literal, Name, Node, Unary
from calisson.errors import FormulaError
from calisson.language.types import NUMERIC

OF_FIELD = {
    **dict.fromkeys(NUMERIC, "number"),
    "boolean": "bool",
    "date": "date",
    "time": "time",
    "datetime": "datetime",
    "multi_choice": "list",
}
"""The type that a field has in a formula; any other is `text`."""

_MOMENTS = ("date", "datetime", "time")
_SIGNATURES: dict[str, tuple[tuple[str, ...], str, int, int]] = {
    # function: (what each argument may be), what it gives, fewest arguments, most arguments
    **dict.fromkeys(("abs", "ceil", "floor", "sqrt", "double", "int"), (("number",), "number", 1, 1)),
    "round": (("number",), "number", 1, 2),
    "pow": (("number",), "number", 2, 2),
    "min": (("number",), "number", 1, 20),
    "max": (("number",), "number", 1, 20),
    "size": (("text", "list"), "number", 1, 1),
    "has": ((), "bool", 1, 1),
    "contains": (("text", "list"), "bool", 2, 2),
    "startsWith": (("text",), "bool", 2, 2),
    "endsWith": (("text",), "bool", 2, 2),
    "lower": (("text",), "text", 1, 1),
    "upper": (("text",), "text", 1, 1),
    **dict.fromkeys(("days", "hours", "minutes"), (_MOMENTS, "number", 2, 2)),
    **dict.fromkeys(("year", "month", "day", "weekday"), (("date", "datetime"), "number", 1, 1)),
    **dict.fromkeys(("hour", "minute"), (("datetime", "time"), "number", 1, 1)),
    "date": (("date", "datetime"), "date", 1, 1),
}
assert _SIGNATURES.keys() == FUNCTIONS.keys()


def type_of(node: Node, names: Mapping[str, str]) -> str:
    """Return the type of a formula: `number text bool date datetime time list null`.

    Args:
        node: The formula's tree.
        names: The type of every name that it may use.

    Raises:
        FormulaError: A name or function is not known, or types do not fit.
    """
    match node:
        case Literal(value):
            kinds = {bool: "bool", float: "number", str: "text", type(None): "null"}
            return kinds[type(value)]
        case Name(name):
            if name in names:
                return names[name]
            near = get_close_matches(name, names, n=1, cutoff=0.5)
            hint = f", did you mean {near[0]!r}?" if near else ""
            raise FormulaError(
                f"there is no field {name!r}{hint}",
                message_id="formula-unknown-name",
                text=name,
                suggestion=near[0] if near else "",
                known=", ".join(names),
            )
        case Unary("-", operand):
            return _need(type_of(operand, names), ("number",), "-")
        case Unary(_, operand):
            return _need(type_of(operand, names), ("bool",), "!")
        case Choose(condition, yes, no):
            _need(type_of(condition, names), ("bool",), "?")
            a, b = type_of(yes, names), type_of(no, names)
            if a == "null" or a == b:
                return b
            if b == "null":
                return a
            raise _mismatch("?:", a, b)
        case Binary(op, left, right):
            return _binary(op, type_of(left, names), type_of(right, names))
        case Call(function, arguments):
            return _call(function, [type_of(a, names) for a in arguments])


def _binary(op: str, a: str, b: str) -> str:
    if op in ("&&", "||"):
        _need(a, ("bool",), op)
        return _need(b, ("bool",), op)
    if op in ("==", "!="):
        if a != b and "null" not in (a, b) and not {a, b} <= {"date", "datetime", "text"}:
            raise _mismatch(op, a, b)
        return "bool"
    if op == "in":
        _need(b, ("list",), op)
        return "bool"
    if op in ("<", "<=", ">", ">="):
        if a != b and not {a, b} <= {"date", "datetime", "text"}:
            raise _mismatch(op, a, b)
        _need(a, ("number", "text", *_MOMENTS), op)
        return "bool"
    if a == b == "number":
        return "number"
    if op == "+" and a == b == "text":
        return "text"
    if op in "+-" and a in _MOMENTS and b == "number":
        return a
    if op == "-" and a in _MOMENTS and b in _MOMENTS and (a == "time") == (b == "time"):
        return "number"
    raise _mismatch(op, a, b)


def _call(function: str, given: list[str]) -> str:
    if function not in _SIGNATURES:
        near = get_close_matches(function, _SIGNATURES, n=1, cutoff=0.5)
        raise FormulaError(f"there is no function {function!r}", message_id="formula-unknown-function",
                           text=function, suggestion=near[0] if near else "")  # fmt: skip
    wanted, result, fewest, most = _SIGNATURES[function]
    if not fewest <= len(given) <= most:
        raise FormulaError(f"{function} takes {fewest} to {most} values, not {len(given)}",
                           message_id="formula-arguments", text=function, count=len(given))  # fmt: skip
    if wanted:
        checked = given[:1] if function == "contains" else given
        for kind in checked:
            _need(kind, wanted, function)
    return result


def _need(kind: str, wanted: tuple[str, ...], where: str) -> str:
    if kind in wanted or kind == "null":
        return kind if kind != "null" else wanted[0]
    raise FormulaError(f"{where!r} needs {' or '.join(wanted)}, not {kind}", message_id="formula-needs",
                       text=where, wanted=wanted[0], found=kind)  # fmt: skip


def _mismatch(op: str, a: str, b: str) -> FormulaError:
    return FormulaError(f"{op!r} does not fit {a} and {b}", message_id="formula-mismatch", text=op, left=a,
                        right=b)  # fmt: skip
