"""The formulas of one entity: their order, their problems, their results for a record."""

from __future__ import annotations

import dataclasses
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from functools import lru_cache
from typing import Any

from calisson.apps import logic as logic_of
from calisson.apps.formula.evaluate import FormulaFailure, evaluate
from calisson.apps.formula.syntax import BeyondError, Node, names_in, parse, tokens
from calisson.apps.formula.types import OF_FIELD, type_of
from calisson.apps.spec import EntitySpec, FieldSpec, LogicSpec
from calisson.errors import FormulaError


@dataclass(frozen=True, slots=True)
class FormulaProblem:
    """What is wrong with a field's formula."""

    field: str
    message_id: str
    arguments: Mapping[str, Any] = dataclasses.field(default_factory=dict)
    hint: str = ""


def formula_names(formula: str) -> tuple[str, ...]:
    """Return the names in a formula, whether it is of the simple kind or not.

    Raises:
        FormulaError: It cannot be read.
    """
    if (call := logic_of.read_call(formula)) is not None:
        return tuple(dict.fromkeys(call.fields))
    try:
        return tuple(dict.fromkeys(names_in(parse(formula))))
    except BeyondError:
        return tuple(dict.fromkeys(t.text for t in tokens(formula) if t.kind == "name"))


def check_formulas(fields: Sequence[FieldSpec]) -> list[FormulaProblem]:
    """Return what is wrong with the formulas of an entity's fields."""
    problems: list[FormulaProblem] = []
    kinds = {f.name: OF_FIELD.get(f.type, "text") for f in fields}
    for one in fields:
        if one.formula is None:
            continue
        try:
            _check(one, kinds)
        except FormulaError as error:
            problems.append(
                FormulaProblem(
                    one.name, error.message_id, {"field": one.label, **error.arguments}, str(error)
                )
            )
    formulas = tuple((f.name, f.formula) for f in fields if f.formula is not None)
    bad = {p.field for p in problems}
    _, circle = _order(tuple(f for f in formulas if f[0] not in bad))
    problems += [FormulaProblem(name, "formula-circle", {"field": name}, f"{name!r} depends on itself")
                 for name in circle]  # fmt: skip
    return problems


def _check(one: FieldSpec, kinds: Mapping[str, str]) -> None:
    wanted = kinds[one.name]
    if (call := logic_of.read_call(one.formula or "")) is not None:
        for name in call.fields:
            if name not in kinds:
                raise FormulaError(
                    f"there is no field {name!r}", message_id="formula-unknown-name", name=name
                )
        return
    try:
        found = type_of(parse(one.formula or ""), kinds)
    except BeyondError:
        from calisson.apps.formula.cel import program

        program(one.formula or "", tuple(sorted(kinds)))
        return
    fits = found in (wanted, "null") or (wanted == "text") or (wanted == "datetime" and found == "date")
    if not fits:
        raise FormulaError(f"the formula gives {found}, the field is {one.type}", message_id="formula-result",
                           found=found, wanted=wanted)  # fmt: skip


def evaluate_all(
    entity: EntitySpec, data: Mapping[str, Any], logic: Sequence[LogicSpec] = (), *,
    rows: Sequence[Mapping[str, Any]] | None = None,
) -> dict[str, Any]:  # fmt: skip
    """Return the results of an entity's formulas for values by storage key, by storage key.

    `$errors` (absent when there are none) says which have no value: field name → message id. A field whose
    formula gives null is absent. `logic` are the app's functions, for formulas that call one; `rows` the
    entries before, newest first, by field name, for functions that see them (None: not known yet, they give nothing).
    """
    values: dict[str, Any] = {f.name: data.get(f.key) for f in entity.fields if f.formula is None}
    results: dict[str, Any] = {}
    errors: dict[str, str] = {}
    order, circle = _order(tuple((f.name, f.formula) for f in entity.fields if f.formula is not None))
    for name, formula, node in order:
        one = entity.field(name)
        assert one is not None
        try:
            if (call := logic_of.read_call(formula)) is not None:
                outcome = logic_of.call(logic, call, values, rows)
                if outcome.message_id:
                    raise FormulaFailure(outcome.message_id)
                value = outcome.value
            elif node is not None:
                value = evaluate(node, values)
            else:
                from calisson.apps.formula.cel import evaluate_cel

                value = evaluate_cel(formula, values)
            value = _fitted(one, value)
        except FormulaFailure as failure:
            errors[name], value = failure.message_id, None
        except FormulaError:
            errors[name], value = "formula-type", None
        values[name] = value
        if value is not None:
            results[one.key] = value
    errors.update(dict.fromkeys(circle, "formula-circle"))
    return {**results, "$errors": errors} if errors else results


def _fitted(one: FieldSpec, value: Any) -> Any:
    """The value in the form of the field; text fields show anything."""
    kind = OF_FIELD.get(one.type, "text")
    if value is None or kind == "list":
        return value
    number = isinstance(value, int | float) and not isinstance(value, bool)
    if kind == "text":
        return value if isinstance(value, str) else ("true" if value is True else "false" if value is False
                                                     else f"{value:g}" if number else str(value))  # fmt: skip
    if (kind == "number") != number or (kind == "bool") != isinstance(value, bool):
        raise FormulaFailure("formula-type")
    if one.type in ("integer", "rating") and number:
        return round(value)
    return value


@lru_cache(maxsize=1024)
def _order(
    formulas: tuple[tuple[str, str], ...],
) -> tuple[tuple[tuple[str, str, Node | None], ...], tuple[str, ...]]:
    """(name, formula, tree) so that each comes after what it needs; and the names that need themselves."""
    waiting = {name: set(formula_names(formula)) for name, formula in formulas}
    text = dict(formulas)
    done: list[tuple[str, str, Node | None]] = []
    while waiting:
        ready = [name for name, needs in waiting.items() if not needs & waiting.keys()]
        if not ready:
            return tuple(done), tuple(waiting)
        for name in ready:
            del waiting[name]
            done.append((name, text[name], _tree(text[name])))
    return tuple(done), ()


def _tree(formula: str) -> Node | None:
    if logic_of.read_call(formula) is not None:
        return None
    try:
        return parse(formula)
    except BeyondError:
        return None
