"""Checks: scenarios that an app must pass before a version of it is published.

They run on a database in memory, through the very code that serves the app: records go through the border,
metrics and views are answered in SQL, formulas are computed. Generated checks are renewed with every version;
the ones that somebody wrote stay. Expected numbers of generated checks are worked out here, not by the code
under test.
"""

from __future__ import annotations

import threading
from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from datetime import UTC, datetime, timedelta
from functools import lru_cache
from statistics import median
from typing import Any

from sqlalchemy import Connection, Engine

from calisson.apps import rules
from calisson.apps.answers import answer
from calisson.apps.formula import evaluate_all
from calisson.apps.logic import ROWS, narrowed
from calisson.apps.metrics import metric_question, series
from calisson.apps.records import record_of, stored
from calisson.apps.spec import AppSpec, CheckSpec, EntitySpec, FieldSpec, MetricSpec
from calisson.apps.tables import apps, records
from calisson.apps.types import App
from calisson.apps.values import check_values
from calisson.apps.windows import place_of, refresh
from calisson.errors import CalissonError, Problem, SpecError
from calisson.ids import new_id
from calisson.language.types import NUMERIC
from calisson.store import memory_engine

NOW = datetime(2026, 1, 14, 12, 0)
"""When checks take place: a Wednesday noon."""
GENERATED = "generated: "
"""What the names of generated checks begin with."""
_ID = "check"


def with_checks(spec: AppSpec) -> AppSpec:
    """Return the specification with its generated checks renewed."""
    own = without_generated(spec).checks
    return spec.model_copy(update={"checks": (*own, *generated_checks(spec))})


def without_generated(spec: AppSpec) -> AppSpec:
    """Return the specification with only the checks that somebody wrote."""
    own = tuple(c for c in spec.checks if not c.name.startswith(GENERATED))
    return spec if len(own) == len(spec.checks) else spec.model_copy(update={"checks": own})


def generated_checks(spec: AppSpec) -> list[CheckSpec]:
    """Return checks for every entity's values, every metric, view and formula of a specification."""
    found: list[CheckSpec] = []
    for entity in spec.entities:
        sample = sample_record(entity, 0)
        found.append(
            CheckSpec(
                name=f"{GENERATED}values of {entity.name}"[:200],
                kind="values",
                target=entity.name,
                entity=entity.name,
                records=(sample,),
            )
        )
    for metric in spec.metrics:
        entity = spec.entity(metric.entity) or spec.main
        if (check := _metric_check(entity, metric)) is not None:
            found.append(check)
    found += [CheckSpec(name=f"{GENERATED}view {n}", kind="view", target=str(n), entity=v.entity)
              for n, v in enumerate(spec.views)]  # fmt: skip
    found += [
        CheckSpec(name=f"{GENERATED}examples of {x.name}"[:200], kind="logic", target=x.name)
        for x in spec.logic if x.examples
    ]  # fmt: skip
    found += [
        CheckSpec(name=f"{GENERATED}examples of {x.name}"[:200], kind="function", target=x.name)
        for x in spec.functions if x.examples
    ]  # fmt: skip
    return found


def require(spec: AppSpec) -> None:
    """Run a specification's checks.

    Raises:
        SpecError: A check fails; every failure is named.
    """
    failed = run(spec)
    if failed:
        raise SpecError(failed)


def run(spec: AppSpec) -> list[Problem]:
    """Run a specification's checks and return what does not hold."""
    problems: list[Problem] = []
    with _scratch() as connection:
        for number, check in enumerate(spec.checks):
            nested = connection.begin_nested()
            try:
                wrong = _run(connection, spec, check)
            except CalissonError as error:
                wrong = str(error)
            finally:
                nested.rollback()
            if wrong:
                problems.append(Problem(f"checks.{number}", "spec-check-failed",
                                        {"name": check.name.removeprefix(GENERATED), "reason": wrong[:200]},
                                        f"the check {check.name!r} fails: {wrong}"))  # fmt: skip
    return problems


def _run(connection: Connection, spec: AppSpec, check: CheckSpec) -> str | None:
    entity = spec.entity(check.entity) or spec.main
    app = App(_ID, spec.name, 1, spec, NOW.replace(tzinfo=UTC), NOW.replace(tzinfo=UTC))
    match check.kind:
        case "logic":
            return _run_logic(spec, check)
        case "function":
            from calisson.apps.trials import failed_example

            return failed_example(spec, next(x for x in spec.functions if x.name == check.target))
        case "formula":
            field = entity.field(check.target)
            if field is None:
                return f"there is no field {check.target!r}"
            got: Any = _computed(spec, entity, check.records)
            value = got.get("$errors", {}).get(check.target, got.get(field.key))
            return None if _close(value, check.expected) else f"expected {check.expected!r}, got {value!r}"
    added = _add(connection, app, entity, check.records)
    if isinstance(added, str):
        return added
    if check.kind == "rule":
        fired = bool(added) and _fires(connection, app, added, check.target)
        wanted = check.expected is not False
        return None if fired == wanted else f"the rule {'does not act' if wanted else 'acts'}"
    if check.kind == "values":
        return _compare_values(app, added, check.records)
    if check.kind == "view":
        samples = [sample_record(entity, n) for n in range(3)]
        wrong = _add(connection, app, entity, samples)
        if isinstance(wrong, str):
            return wrong
        series(connection, "sqlite", app, spec.views[int(check.target)], NOW)
        return None
    metric = next(m for m in spec.metrics if m.name == check.target)
    value = answer(connection, "sqlite", {_ID: app}, metric_question(_ID, metric, NOW), NOW).value
    return None if _close(value, check.expected) else f"expected {check.expected!r}, got {value!r}"


def _computed(spec: AppSpec, entity: EntitySpec, given: Sequence[dict[str, Any]]) -> dict[str, Any]:
    """What the first record comes to; the others are the entries before it, newest first."""
    first, *rest = given or ({},)
    earlier: list[dict[str, Any]] = []
    for one in reversed(rest):  # each may build on formulas of its own
        computed = evaluate_all(entity, _data(entity, one), spec.logic, rows=tuple(reversed(earlier)))
        keys = {f.name: f.key for f in entity.fields}
        earlier.append({n: one.get(n, computed.get(k)) for n, k in keys.items()})
    return evaluate_all(entity, _data(entity, first), spec.logic, rows=tuple(reversed(earlier)))


def _run_logic(spec: AppSpec, check: CheckSpec) -> str | None:
    from calisson.sandbox import run as run_code

    logic = next(x for x in spec.logic if x.name == check.target)
    for example in logic.examples:
        texts = {ROWS: narrowed(logic, example.rows)} if logic.rows else None
        outcome = run_code(logic.code, example.inputs, function=logic.name, texts=texts)
        if outcome.error is not None:
            return f"{outcome.error.kind}: {outcome.error.message}"
        if not _close(outcome.value, example.output):
            return f"expected {example.output!r}, got {outcome.value!r}"
    return None


def _fires(connection: Connection, app: App, rows: Sequence[dict[str, Any]], name: str) -> bool:
    """Whether a rule's condition holds for the last of the records, with the metrics as they are then."""
    rule = next(r for r in app.spec.rules if r.name == name)
    entity = app.spec.entity(rule.entity) or app.spec.main
    metrics = rules.metric_values(connection, "sqlite", app, rules.metrics_in(app.spec, entity), NOW)
    last = record_of(app, rows[-1])
    return rules.holds(rule, {**last.values, **last.computed, **metrics})


def _compare_values(app: App, rows: Sequence[dict[str, Any]], given: Sequence[dict[str, Any]]) -> str | None:
    for row, values in zip(rows, given, strict=True):
        back = record_of(app, row).values
        for name, value in values.items():
            if not _close(back.get(name), value):
                return f"{name!r} comes back as {back.get(name)!r}, not {value!r}"
    return None


def _add(connection: Connection, app: App, entity: EntitySpec, many: Sequence[dict[str, Any]]) -> Any:
    """The rows that were added, or what is wrong with a record."""
    rows = []
    for values in many:
        checked = check_values(entity, values, today=NOW)
        if checked.problems:
            return "; ".join(f"{p.path}: {p.hint}" for p in checked.problems)
        keys = {f.name: f.key for f in entity.fields}
        data = {keys[name]: value for name, value in checked.values.items()}
        at = NOW.replace(tzinfo=UTC)
        rows.append({"id": new_id("check"), "app_id": app.id, "entity": entity.name,
                     "created_at": at, "created_turn": None, "updated_at": at, "version": 1,
                     **stored(entity, data, NOW, logic=app.spec.logic)})  # fmt: skip
    if rows:
        connection.execute(records.insert(), rows)
        changed = refresh(connection, app.id, app.spec, entity, map(place_of, rows))
        rows = [{**r, "computed": changed.get(r["id"], r["computed"])} for r in rows]
    return rows


def _data(entity: EntitySpec, values: dict[str, Any]) -> dict[str, Any]:
    return {f.key: values[f.name] for f in entity.fields if f.name in values}


def _close(a: Any, b: Any) -> bool:
    if isinstance(a, int | float) and isinstance(b, int | float) and not isinstance(a, bool):
        return abs(a - b) <= 1e-9 * max(1.0, abs(a), abs(b))
    return bool(a == b)


# --- making samples --------------------------------------------------------------------------------------


def sample_record(entity: EntitySpec, number: int, time: datetime | None = None) -> dict[str, Any]:
    """Return a record that fits an entity: every field filled but references and computed ones."""
    when = time or NOW - timedelta(days=number)
    return {
        f.name: sample_value(f, number, when) for f in entity.fields if f.formula is None and f.type != "ref"
    }


def sample_value(field: FieldSpec, number: int, when: datetime) -> Any:
    """Return the `number`-th sample value of a field."""
    match field.type:
        case "date":
            return when.strftime("%Y-%m-%d")
        case "datetime":
            return when.strftime("%Y-%m-%dT%H:%M")
        case "time":
            return f"{8 + number % 12:02d}:30"
        case "boolean":
            return number % 2 == 0
        case "choice":
            return field.choices[number % len(field.choices)].value if field.choices else "A"
        case "multi_choice":
            return [field.choices[number % len(field.choices)].value] if field.choices else ["A"]
        case "link":
            return "https://example.org/"
    if field.type in NUMERIC:
        return _sample_number(field, number)
    return f"{field.label[:40]} {number + 1}"


def _sample_number(field: FieldSpec, number: int) -> float | int:
    low = field.minimum if field.minimum is not None else 0.0 if field.type == "rating" else None
    high = field.maximum if field.maximum is not None else 10.0 if field.type == "rating" else None
    whole = field.type in ("integer", "rating")
    value = (2 + number) if whole else (2.5 + number)
    if low is not None and value < low:
        value = low
    if high is not None and value > high:
        value = high
    return int(value) if float(value).is_integer() else value


def _metric_check(entity: EntitySpec, metric: MetricSpec) -> CheckSpec | None:
    """A check of a metric: three records, one of them long ago; None where there is no sample."""
    field = entity.field(metric.field) if metric.field else None
    if metric.where or (field is not None and field.formula) or metric.aggregate not in _EXPECTED:
        return None
    time = entity.field(entity.time_field or "")
    times = [NOW, NOW - timedelta(hours=1), NOW - timedelta(days=800)]
    needed = [f for f in entity.fields if f is field or f is time or f.required]
    many = [
        {f.name: sample_value(f, n, t) for f in needed if f.formula is None and f.type != "ref"}
        for n, t in enumerate(times)
    ]
    if any(f.type == "ref" for f in needed) or not all(many):
        return None
    if not many[0]:
        return None
    inside = many if time is None or metric.period == "total" else many[:2]
    if time is not None:
        inside = sorted(
            inside, key=lambda r: str(r[time.name])
        )  # of two at one time, the later added is the last
    values: Any = [r[field.name] for r in inside] if field is not None else inside
    expected = _EXPECTED[metric.aggregate](values)
    if field is not None and field.type == "boolean" and metric.aggregate == "mean":
        expected = sum(values) / len(values) * 100
    if field is not None and (field.display_unit or field.type not in NUMERIC | {"boolean"}):
        if metric.aggregate != "count":
            return None
    return CheckSpec(name=f"{GENERATED}metric {metric.name}"[:200], kind="metric", target=metric.name,
                     entity=entity.name, records=tuple(many), expected=_tidy(expected))  # fmt: skip


def _tidy(value: Any) -> Any:
    number = float(f"{float(value):.10g}")
    return int(number) if number.is_integer() else number


_EXPECTED: dict[str, Any] = {
    "sum": sum, "count": len, "min": min, "max": max, "mean": lambda v: sum(v) / len(v), "median": median,
    "last": lambda v: v[-1], "first": lambda v: v[0],
}  # fmt: skip


# --- the scratch database --------------------------------------------------------------------------------

_lock = threading.Lock()


@lru_cache(maxsize=1)
def _engine() -> Engine:
    engine = memory_engine()
    with engine.begin() as connection:
        apps.create(connection)
        records.create(connection)
    return engine


@contextmanager
def _scratch() -> Iterator[Connection]:
    """A connection to an empty database in memory; what is written is forgotten."""
    with _lock, _engine().connect() as connection:
        transaction = connection.begin()
        try:
            yield connection
        finally:
            transaction.rollback()
