"""Functions of an app that compute a field: `logic.share(rent, income)` as the field's formula.

The function is Python from outside (a model's, another home's): it runs in the sandbox, for every record that is
written, with the values of the named fields and nothing else; one with `rows` also sees those fields of the entries before
it (`apps.windows`). Its failure is a value of the cell, as with any
formula, and never stops the record from being kept. The browser leaves such a formula to the server.
"""

from __future__ import annotations

import json
import re
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Any

from calisson.apps.spec import AppSpec, LogicSpec
from calisson.errors import Problem, SandboxError

TIME_S = 0.25
"""How long one call may take; a write waits for it."""

ROWS = "rows"
"""The argument by which a function gets earlier entries."""

_CALL = re.compile(r"\s*logic\s*\.\s*(?P<name>\w+)\s*\((?P<names>[\w\s,]*)\)\s*")


@dataclass(frozen=True, slots=True)
class Call:
    """A formula that is the call of a function."""

    name: str
    fields: tuple[str, ...]


@dataclass(frozen=True, slots=True)
class Result:
    """What a call came to: a value, or the message id of why there is none."""

    value: Any = None
    message_id: str = ""
    hint: str = ""


def read_call(formula: str) -> Call | None:
    """Return the call that a formula is, or None when it is a formula of its own."""
    match = _CALL.fullmatch(formula)
    if match is None:
        return None
    names = tuple(n.strip() for n in match["names"].split(",")) if match["names"].strip() else ()
    return Call(match["name"], names)


def call(
    logic: Sequence[LogicSpec], wanted: Call, values: Mapping[str, Any],
    rows: Sequence[Mapping[str, Any]] | None = None,
) -> Result:  # fmt: skip
    """Run a function with the values of its fields; an empty field is None.

    Args:
        logic: the app's functions.
        wanted: which, with which fields.
        values: by field name.
        rows: the entries before, newest first; None while they are not known, and then a function that sees them is
            left for later and has no value yet.
    """
    from calisson.sandbox import Limits, run

    function = next((x for x in logic if x.name == wanted.name), None)
    if function is None or len(function.inputs) != len(wanted.fields):
        return Result(message_id="formula-unknown-function", hint=f"there is no function {wanted.name!r}")
    if function.rows and rows is None:
        return Result()
    given = {name: values.get(field) for name, field in zip(function.inputs, wanted.fields, strict=True)}
    texts = {ROWS: narrowed(function, rows or ())} if function.rows else None
    try:
        outcome = run(function.code, given, Limits(time_s=TIME_S), function=function.name, texts=texts)
    except SandboxError as error:
        return Result(message_id=error.message_id, hint=str(error))
    if outcome.error is not None:
        kind = "formula-logic-time" if outcome.error.kind == "time" else "formula-logic"
        return Result(message_id=kind, hint=f"{outcome.error.kind}: {outcome.error.message}")
    return Result(outcome.value)


class Entry(dict[str, Any]):
    """An earlier entry, by field name, that remembers how it is written: many later ones see it."""

    __slots__ = ("texts",)

    def __init__(self, values: Mapping[str, Any]) -> None:
        super().__init__(values)
        self.texts: dict[tuple[str, ...], str] = {}


def narrowed(function: LogicSpec, rows: Sequence[Mapping[str, Any]]) -> str:
    """Return earlier entries as a function sees them, as JSON text: its fields, as many as it asks for."""
    return f"[{','.join(_written(row, function.rows) for row in rows[: function.last])}]"


def _written(row: Mapping[str, Any], fields: tuple[str, ...]) -> str:
    texts = row.texts if isinstance(row, Entry) else {}
    if fields not in texts:
        texts[fields] = json.dumps({name: row.get(name) for name in fields}, default=str)
    return texts[fields]


def calls(spec: AppSpec) -> list[tuple[str, str, Call]]:
    """Return every (entity, field, call) of a specification."""
    found = ((e.name, f.name, read_call(f.formula)) for e in spec.entities for f in e.fields if f.formula)
    return [(entity, field, one) for entity, field, one in found if one is not None]


def problems(spec: AppSpec) -> list[Problem]:
    """Return what does not fit together between an app's functions and the fields that call them."""
    functions = {x.name: x for x in spec.logic}
    found = []
    for entity, field, one in calls(spec):
        path = f"entities.{entity}.fields.{field}.formula"
        function = functions.get(one.name)
        if function is None:
            found.append(Problem(path, "spec-no-target", {"name": one.name},
                                 f"there is no function {one.name!r} in logic"))  # fmt: skip
        elif len(function.inputs) != len(one.fields):
            found.append(Problem(path, "formula-arguments", {"field": field},
                                 f"{one.name!r} takes {len(function.inputs)} inputs, it is given "
                                 f"{len(one.fields)}"))  # fmt: skip
        else:
            found += _rows_problems(spec, entity, function)
    for rule in spec.rules:
        texts = [
            rule.when,
            *(v[1:] for v in rule.values.values() if isinstance(v, str) and v.startswith("=")),
        ]
        if any(read_call(t) for t in texts):
            found.append(Problem(f"rules.{rule.name}.when", "spec-no-target", {"name": rule.name},
                                 "a rule cannot call a function: let a field call it, and name the field"))  # fmt: skip
    return found


def _rows_problems(spec: AppSpec, name: str, function: LogicSpec) -> list[Problem]:
    """What a function may not see of earlier entries: what is not there, and what itself comes from earlier entries."""
    entity, path = spec.entity(name), f"logic.{function.name}.rows"
    if not function.rows or entity is None:
        return []
    found = []
    if ROWS in function.inputs:
        found.append(Problem(path, "spec-duplicate", {"name": ROWS},
                             f"{ROWS!r} is the argument for earlier entries: call the input otherwise"))  # fmt: skip
    chained = _chained(spec, name)
    for field in function.rows:
        known = entity.field(field)
        if known is None:
            found.append(Problem(path, "spec-no-field", {"field": field, "entity": entity.label, "known": ""},
                                 f"{name!r} has no field {field!r}"))  # fmt: skip
        elif field in chained:
            found.append(Problem(path, "logic-chain", {"name": function.name, "field": known.label},
                                 f"{field!r} is itself computed from earlier entries: let {function.name!r} see what was "
                                 "entered"))  # fmt: skip
    return found


def _chained(spec: AppSpec, name: str) -> set[str]:
    """The fields of an entity that depend on earlier entries, directly or by way of another formula."""
    from calisson.apps.formula import formula_names
    from calisson.errors import FormulaError

    seeing = {x.name for x in spec.logic if x.rows}
    found = {field for entity, field, one in calls(spec) if entity == name and one.name in seeing}
    entity = spec.entity(name)
    grown = True
    while grown and entity is not None:
        grown = False
        for field in entity.fields:
            if not field.formula or field.name in found:
                continue
            try:
                named = formula_names(field.formula)
            except FormulaError:
                continue
            if found & set(named):
                found.add(field.name)
                grown = True
    return found
