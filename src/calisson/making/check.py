"""Whether a draft holds: shape, what fits together, its checks, edge values, its functions, the records that are there.

Everything is found out by running it, in the order in which a mend helps: what does not fit together would make
every later finding noise. What a model says about its own work does not come in here.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Collection, Mapping
from typing import Any

from calisson.apps import AppSpec
from calisson.errors import AgendaError, CalissonError, Problem, SpecError
from calisson.making.code import function_trials, read_problems
from calisson.making.types import Finding

Plan = Callable[[AppSpec], Mapping[str, Any]]
"""Says what publishing would do to the records that are there: `converted`, `filled`, `lost`, `examples`."""

_GONE = "{} is in use and is gone: bring it back, or name it in `removed` when the person asked for that"

_TIME = re.compile(r"([01]\d|2[0-3]):[0-5]\d")

MOST = 20
"""How many findings are told at once."""


def examine(
    spec: AppSpec, base: AppSpec | None = None, *, removed: Collection[str] = (), plan: Plan | None = None
) -> tuple[Finding, ...]:
    """Return what does not hold in a draft; nothing when it may be published.

    Args:
        spec: the draft.
        base: the live specification that it is to replace; None for a new app.
        removed: fields that the draft says are to go.
        plan: a dry run on the records; None for a new app.
    """
    from calisson.apps.checks import run, with_checks, without_generated
    from calisson.apps.validation import problems

    found = [Finding("types", p) for p in problems(without_generated(spec))]
    found += [Finding("types", p) for p in _lost_fields(spec, base, removed)]
    if not spec.views:
        found.append(Finding("types", Problem("views", "spec-missing", {"field": "views"},
                                              "there is no view: give at least one")))  # fmt: skip
    found += [Finding("types", p) for p in _reminders(spec)]
    found += [Finding("code", p) for p in read_problems(spec, base)]
    if not found:
        found = [Finding("code", p) for p in _untested(spec)]
        found += [Finding("checks", p) for p in run(with_checks(spec))]
    if not found:
        from calisson.making.edges import trials

        found = [*trials(spec), *function_trials(spec, _changed(spec, base))]
    if not found and plan is not None:
        found = [Finding("migration", p) for p in _migration(spec, plan)]
    return tuple(found[:MOST])


def _lost_fields(spec: AppSpec, base: AppSpec | None, removed: Collection[str]) -> list[Problem]:
    """A field that is in use may go only when the draft says that it is meant to."""
    if base is None:
        return []
    found = []
    for former in base.entities:
        entity = spec.entity(former.name)
        if entity is None:
            if former.name not in removed:
                found.append(Problem(f"entities.{former.name}", "spec-no-entity",
                                     {"entity": former.name, "field": "", "known": ""},
                                     _GONE.format(f"the entity {former.name!r}")))  # fmt: skip
            continue
        found += [
            Problem(f"entities.{former.name}.fields.{f.name}", "spec-no-field",
                    {"field": f.name, "entity": entity.label, "known": ""}, _GONE.format(f"the field {f.name!r}"))
            for f in former.fields if entity.field(f.name) is None and f.name not in removed
        ]  # fmt: skip
    return found


def _reminders(spec: AppSpec) -> list[Problem]:
    """A reminder of an app recurs, at a time of day: only then does anybody know when it is due."""
    from calisson.agenda.recurrence import check_rrule

    found = []
    for number, reminder in enumerate(spec.reminders):
        wrong = ""
        if reminder.time is None or _TIME.fullmatch(reminder.time) is None:
            wrong = "give a time of day as HH:MM"
        try:
            check_rrule(reminder.rrule or "")
        except AgendaError as error:
            wrong = f"the recurrence: {error}"
        if wrong:
            found.append(Problem(f"reminders.{number}", "spec-type", {"field": "reminders"}, wrong))
    return found


def _changed(spec: AppSpec, base: AppSpec | None) -> frozenset[str]:
    """The functions that are not as they were, or that meet other fields than before."""
    if base is None or base.entities != spec.entities:
        return frozenset(f.name for f in spec.functions)
    before = {f.name: f for f in base.functions}
    return frozenset(f.name for f in spec.functions if before.get(f.name) != f)


def _untested(spec: AppSpec) -> list[Problem]:
    return [
        Problem(f"logic.{x.name}.examples", "spec-check-failed", {"name": x.name, "reason": "0"},
                f"{x.name!r} has {len(x.examples)} examples: give at least two, they are its tests")
        for x in spec.logic if len(x.examples) < 2
    ]  # fmt: skip


def _migration(spec: AppSpec, plan: Plan) -> list[Problem]:
    try:
        report = plan(spec)
    except SpecError as error:
        return list(error.problems)
    except CalissonError as error:
        return [Problem("records", error.message_id, {}, str(error))]
    if not report.get("lost"):
        return []
    first = dict((report.get("examples") or [{}])[0])
    return [Problem("records", "spec-check-failed", {"name": str(first.get("field", "")), "reason": str(report["lost"])},
                    f"{report['lost']} stored values would be lost, such as {first.get('value')!r} "
                    f"of {first.get('field')!r}: keep the field's type")]  # fmt: skip
