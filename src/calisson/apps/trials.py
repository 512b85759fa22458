"""Trying a function of an app on records that are nobody's: its examples, and what it makes of nothing.

A trial runs the very code in the very sandbox, and what it wants is checked value by value against the app's fields, as
a write would be, on the trial's own records in memory. No record of a person is read or written.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from typing import Any

from calisson.apps.functions import Effects, call
from calisson.apps.spec import AppSpec, FunctionExampleSpec, FunctionSpec
from calisson.apps.values import check_values
from calisson.errors import AppError, SandboxError

TIME_S = 3.0
"""How long one trial may take, in seconds: an example is small."""
NO_SANDBOX = ("error-sandbox-untrusted", "error-sandbox-missing")
"""Message ids that say that nothing here may run a function."""

Rows = Mapping[str, Sequence[Mapping[str, Any]]]


def failed_example(spec: AppSpec, function: FunctionSpec) -> str | None:
    """Return why an example of a function does not hold; None when all do, or where nothing may run it at all.

    Where no sandbox holds, the function cannot be started either, so an app is not refused for it.
    """
    for number, example in enumerate(function.examples, 1):
        try:
            wrong = _compared(spec, function, example)
        except SandboxError as error:
            if error.message_id in NO_SANDBOX:
                return None
            wrong = str(error)
        except AppError as error:
            wrong = str(error)
        if wrong:
            return f"example {number}: {wrong}"
    return None


def _compared(spec: AppSpec, function: FunctionSpec, example: FunctionExampleSpec) -> str | None:
    records = with_ids(example.records)
    unknown = set(records) - {e.name for e in spec.entities} - {o.name for o in function.others}
    if unknown:
        return f"its records name {sorted(unknown)}, which is none of the app's"
    effects = call(spec, function.name, records, example.inputs, time_s=TIME_S)
    got: dict[str, Any] = {
        "add": [{"entity": e, "values": dict(v)} for e, v in effects.add],
        "change": [{"id": i, "values": dict(v)} for i, v in effects.change],
        "remove": list(effects.remove),
    }
    if "message" in example.output:
        got["message"] = effects.message
    strange = set(example.output) - {"add", "change", "remove", "message"}
    if strange:
        return f"its output names {sorted(strange)}; there are add, change, remove, message"
    for part, value in got.items():
        wanted = example.output.get(part) or ([] if part != "message" else "")
        if not _same(value, wanted):
            return f"expected {part} {wanted!r}, got {value!r}"[:400]
    return next(misfits(spec, records, effects), None)


def misfits(spec: AppSpec, records: Rows, effects: Effects) -> Iterator[str]:
    """Yield what the home would refuse of a function's effects on these records."""
    home = {str(r["id"]): entity for entity, many in records.items() for r in many}
    wanted = [(e, v, False) for e, v in effects.add]
    wanted += [(home.get(i, ""), v, True) for i, v in effects.change]
    for name, values, partial in wanted:
        entity = spec.entity(name)
        if entity is None:
            continue
        plain = {k: v for k, v in values.items() if (f := entity.field(k)) is None or f.type != "ref"}
        for problem in check_values(entity, plain, partial=partial).problems:
            yield f"the home would refuse {'a change' if partial else 'a new record'} of {name!r}: {problem.path}: {problem.hint}"


def with_ids(records: Mapping[str, Sequence[Mapping[str, Any]]]) -> dict[str, list[dict[str, Any]]]:
    """Return records each with an id of its own: `bill-1`, `bill-2` … where they have none."""
    return {
        entity: [{"id": f"{entity}-{n}", **record} for n, record in enumerate(many, 1)]
        for entity, many in records.items()
    }


def _same(a: Any, b: Any) -> bool:
    """Whether two results are the same; numbers to nine digits."""
    if isinstance(a, bool) or isinstance(b, bool):
        return a is b
    if isinstance(a, int | float) and isinstance(b, int | float):
        return abs(a - b) <= 1e-9 * max(1.0, abs(a), abs(b))
    if isinstance(a, Mapping) and isinstance(b, Mapping):
        return a.keys() == b.keys() and all(_same(a[k], b[k]) for k in a)
    if isinstance(a, list | tuple) and isinstance(b, list | tuple):
        return len(a) == len(b) and all(map(_same, a, b))
    return bool(a == b)
