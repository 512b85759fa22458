"""Functions of an app: Python that a person starts, on the records that it declares, in a sandbox without a network.

The function is given the declared fields as plain data and gives back what to add, change and remove; nothing is
written by its own hand. What it gives back is checked against what it declares, and written as the person in one
transaction, or not at all. Where no sandbox for Python passes its self-test, it is refused.

    def settle(records, inputs):
        return {"change": [{"id": r["id"], "values": {"paid": True}} for r in records["bill"]], "message": "Done."}

Records of another app are read only as far as `others` says, which a person agreed to before the version was published
(`apps.grants`); they are never written.

Covers: code that reads or writes what it did not declare, in the sandbox and in its result. Does not cover: a function
that does badly what it declares; undo takes that back.
"""

from __future__ import annotations

import ast
import json
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any

from calisson.apps import access
from calisson.apps.spec import AppSpec, FunctionSpec
from calisson.errors import AppError, NotFoundError, Problem

if TYPE_CHECKING:
    from calisson.apps.apps import Apps
    from calisson.apps.types import Record
    from calisson.store import Transaction

MOST_READ = 10_000
"""Records of one entity that a function is given, latest first."""
MOST_WRITTEN = 1_000
"""Records that one run may touch."""
TIME_S = 10.0
"""How long one run may take, in seconds."""

_RUNNER = """import json
with open("input.json", encoding="utf-8") as f: given = json.load(f)
with open("function.py", encoding="utf-8") as f: code = f.read()
scope = {"__name__": "function"}
exec(compile(code, "function.py", "exec"), scope)
made = scope[given["name"]](given["records"], given["inputs"])
with open("result.json", "w", encoding="utf-8") as f: json.dump(made, f)
"""


@dataclass(frozen=True, slots=True)
class Effects:
    """What a function wants written."""

    add: tuple[tuple[str, Mapping[str, Any]], ...] = ()
    """Entity and values."""
    change: tuple[tuple[str, Mapping[str, Any]], ...] = ()
    """Record and values."""
    remove: tuple[str, ...] = ()
    message: str = ""
    """For the person; comes from untrusted code."""

    @property
    def count(self) -> int:
        """How many records it touches."""
        return len(self.add) + len(self.change) + len(self.remove)


def problems(spec: AppSpec) -> Iterator[Problem]:
    """Yield what is wrong with an app's functions, as far as reading them tells."""
    for function in spec.functions:
        path = f"functions.{function.name}"
        yield from access.problems(spec, function.access, path)
        for other in function.others:
            if spec.entity(other.name) is not None:
                yield Problem(f"{path}.others", "spec-duplicate", {"name": other.name},
                              f"{other.name!r} is one of the app's own entities: call the other app's records otherwise")  # fmt: skip
        try:
            tree = ast.parse(function.code)
        except (SyntaxError, ValueError, RecursionError, MemoryError) as error:
            line = getattr(error, "lineno", None) or 0
            yield Problem(
                f"{path}.code",
                "function-syntax",
                {"name": function.name, "line": line},
                f"line {line}: {error}"[:300],
            )
            continue
        if not any(isinstance(node, ast.FunctionDef) and node.name == function.name for node in tree.body):
            yield Problem(f"{path}.code", "function-missing", {"name": function.name},
                          f"the code defines no function {function.name!r}: `def {function.name}(records, inputs):`")  # fmt: skip


def call(
    spec: AppSpec, name: str, records: Mapping[str, Sequence[Mapping[str, Any]]], inputs: Mapping[str, Any],
    *, time_s: float = TIME_S,
) -> Effects:  # fmt: skip
    """Run a function in the strongest sandbox and return what it wants.

    Args:
        spec: the app's specification.
        name: the function.
        records: every record that it is given, by entity (of another app: by the name in `others`), each with its `id`;
            fields that it does not declare are left out.
        inputs: what the person gave.
        time_s: how long it may take.

    Raises:
        NotFoundError: there is no such function.
        AppError: it failed, took too long, or gave back what it may not.
        SandboxError: no sandbox for Python holds here; nothing was run.
    """
    from calisson.sandbox import Job, ProcessLimits, run_program

    function = named(spec, name)
    reads: dict[str, frozenset[str]] = dict(access.fields_of(spec, function.access.reads))
    reads |= {o.name: frozenset(o.fields) for o in function.others}
    given = {
        entity: [{k: v for k, v in r.items() if k == "id" or k in fields} for r in records.get(entity, ())][
            :MOST_READ
        ]
        for entity, fields in reads.items()
    }
    text = json.dumps(
        {"name": name, "records": given, "inputs": {k: inputs.get(k) for k in function.inputs}}, default=str
    )
    files = {
        "function.py": function.code.encode("utf-8", "replace"),
        "input.json": text.encode("utf-8", "replace"),
    }
    limits = ProcessLimits(
        time_s=time_s,
        memory_bytes=512 << 20,
        processes=16,
        file_bytes=8 << 20,
        output_bytes=1 << 16,
        kept_bytes=16 << 20,
    )
    done = run_program(Job("python", _RUNNER, files, limits=limits, keep=True))
    if not done.ok or "result.json" not in done.files:
        reason = (
            done.ending if done.ending != "failed" else (done.stderr.strip().splitlines() or ["?"])[-1][:200]
        )
        raise AppError(
            f"{name!r} failed: {reason}",
            message_id="error-function",
            name=function.label or name,
            reason=reason,
        )
    try:
        result = json.loads(done.files["result.json"])
    except (ValueError, RecursionError):
        raise _wrong(function, "its result is no JSON") from None
    others = {o.name for o in function.others}
    own = {str(r["id"]): e for e, many in given.items() if e not in others for r in many}
    return _effects(spec, function, result, own)


def apply(apps: Apps, tx: Transaction, app_id: str, effects: Effects) -> list[Record]:
    """Write what a function wants, all or nothing, and return the records that it touched.

    Raises:
        ValuesError: values do not fit their fields.
        NotFoundError: a record is gone by now.
    """
    touched = [apps.add(tx, app_id, entity, values) for entity, values in effects.add]
    touched += [apps.update(tx, record, values) for record, values in effects.change]
    return touched + [apps.remove(tx, record) for record in effects.remove]


def named(spec: AppSpec, name: str) -> FunctionSpec:
    """Return a function of an app.

    Raises:
        NotFoundError: there is no such function.
    """
    found = next((f for f in spec.functions if f.name == name), None)
    if found is None:
        raise NotFoundError(f"no function {name!r}", message_id="error-no-function", name=name)
    return found


def _effects(spec: AppSpec, function: FunctionSpec, result: Any, known: Mapping[str, str]) -> Effects:
    """Read a result; `known` are the records that the function was given, with their entity."""
    if result is None:
        return Effects()
    if not isinstance(result, dict) or set(result) - {"add", "change", "remove", "message"}:
        raise _wrong(function, "a dict of add, change, remove, message was expected")
    writes = access.fields_of(spec, function.access.writes)
    lists = {k: result.get(k) or [] for k in ("add", "change", "remove")}
    if not all(isinstance(v, list) for v in lists.values()) or sum(map(len, lists.values())) > MOST_WRITTEN:
        raise _wrong(function, f"lists of at most {MOST_WRITTEN} records were expected")
    add, change = [], []
    for one in lists["add"]:
        entity, values = _part(one, "entity"), _part(one, "values")
        _must_write(function, writes, entity, values)
        add.append((entity, values))
    for one in lists["change"]:
        record, values = _part(one, "id"), _part(one, "values")
        _must_write(function, writes, known.get(str(record)), values)
        change.append((str(record), values))
    for record in lists["remove"]:
        entity = known.get(str(record))
        if (
            entity is None or entity not in function.access.writes
        ):  # one field is not leave to remove the whole
            raise _wrong(function, f"it may not remove {record!r}")
    message = result.get("message")
    return Effects(
        tuple(add), tuple(change), tuple(map(str, lists["remove"])), str(message)[:500] if message else ""
    )


def _part(one: Any, name: str) -> Any:
    return one.get(name) if isinstance(one, dict) else None


def _must_write(
    function: FunctionSpec, writes: Mapping[str, frozenset[str]], entity: Any, values: Any
) -> None:
    if (
        not isinstance(entity, str)
        or not isinstance(values, dict)
        or not set(values) <= writes.get(entity, frozenset())
    ):
        raise _wrong(
            function,
            f"it may not write {sorted(values) if isinstance(values, dict) else values!r} of {entity!r}"[
                :200
            ],
        )


def _wrong(function: FunctionSpec, reason: str) -> AppError:
    return AppError(
        f"{function.name!r}: {reason}",
        message_id="error-function",
        name=function.label or function.name,
        reason=reason,
    )
