"""The rest of CEL (lists, macros, members), through cel-python, imported only when a formula needs it.

Numbers in the formula and in the values become doubles first, because implementations of CEL differ in how
they mix integers and doubles. Names of any script become plain ones.
"""

from __future__ import annotations

import math
from collections.abc import Mapping
from functools import lru_cache
from typing import Any

from calisson.apps.formula.evaluate import FUNCTIONS, FormulaFailure
from calisson.apps.formula.syntax import tokens
from calisson.errors import FormulaError

_RESERVED = {"true", "false", "null", "in"}


def plain(formula: str, names: tuple[str, ...]) -> str:
    """Return the formula with its fields called `v0`, `v1`, … and every number literal a double."""
    safe = {name: f"v{n}" for n, name in enumerate(names)}
    out: list[str] = []
    for token in tokens(formula):
        text, before = token.text, out[-1] if out else ""
        index = before == "[" and len(out) > 1 and (out[-2][-1].isalnum() or out[-2] in ")]")
        if token.kind == "number" and text.rstrip("u").isdigit() and not index:
            text = text.rstrip("u") + ".0"
        elif token.kind == "name" and before != "." and text not in _RESERVED:
            text = safe.get(text, text)
        out.append(text)
    return " ".join(out)


@lru_cache(maxsize=512)
def program(formula: str, names: tuple[str, ...]) -> Any:
    """Return a compiled formula.

    Raises:
        FormulaError: It is no CEL.
    """
    import celpy
    from celpy.celparser import CELParseError

    environment = celpy.Environment()
    try:
        tree = environment.compile(plain(formula, names))
        return environment.program(tree, functions={name: _function(name) for name in FUNCTIONS
                                                    if name not in _NATIVE})  # fmt: skip
    except CELParseError as error:
        raise FormulaError(f"{formula!r} cannot be read", message_id="formula-unexpected", text=formula,
                           formula=formula) from error  # fmt: skip


_NATIVE = {"has", "contains", "startsWith", "endsWith", "double"}


def evaluate_cel(formula: str, values: Mapping[str, Any]) -> Any:
    """Return what a formula gives for values by field name; None when it gives null or needs what is empty.

    Raises:
        FormulaFailure: It has no value.
        FormulaError: It is no CEL.
    """
    from celpy.evaluation import CELEvalError

    names = tuple(sorted(values))
    used = {token.text for token in tokens(formula)}
    if "null" not in used and any(values[name] is None for name in names if name in used):
        return None
    compiled = program(formula, names)
    given = {f"v{n}": _to_cel(values[name]) for n, name in enumerate(names)}
    try:
        result = compiled.evaluate(given)
    except CELEvalError as error:
        zero = "divide by zero" in str(error) or "modulus by zero" in str(error)
        raise FormulaFailure("formula-division-by-zero" if zero else "formula-type") from None
    except (TypeError, ValueError, ArithmeticError, LookupError, AttributeError):
        raise FormulaFailure("formula-type") from None  # cel-python lets some of its own errors through
    return _from_cel(result)


def _to_cel(value: Any) -> Any:
    from celpy import celtypes
    from celpy.adapter import json_to_cel

    if isinstance(value, int | float) and not isinstance(value, bool):
        return celtypes.DoubleType(value)
    if isinstance(value, list | tuple):
        return celtypes.ListType([_to_cel(v) for v in value])
    return json_to_cel(value)


def _from_cel(value: Any) -> Any:
    from celpy import celtypes

    if value is None:
        return None
    if isinstance(value, celtypes.BoolType):
        return bool(value)
    if isinstance(value, float | int):
        number = float(value)
        if not math.isfinite(number):
            raise FormulaFailure("formula-division-by-zero")
        rounded = float(f"{number:.10g}")
        return int(rounded) if rounded.is_integer() and abs(rounded) < 1e15 else rounded
    if isinstance(value, list):
        return [_from_cel(v) for v in value]
    return str.__str__(value) if isinstance(value, str) else str(value)


def _function(name: str) -> Any:
    def call(*given: Any) -> Any:
        from celpy.evaluation import CELEvalError

        try:
            return _to_cel(FUNCTIONS[name](*map(_from_cel, given)))
        except FormulaFailure as failure:
            return CELEvalError(failure.message_id)

    return call
