"""Other apps in a wish: what a model is told of them, and what an answer may ask to read.

Only apps that the person's own words name are told (their fields, no entries), and only those can be asked for; what was
agreed to before may stay. Whether it is granted, the person says before anything is published (`apps.grants`).
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from calisson.apps import App, AppSpec
from calisson.apps.spec import OtherSpec
from calisson.errors import Problem
from calisson.making.types import Finding, Wish


def asks_others(wish: Wish) -> bool:
    """Whether functions may ask for other apps: the wish names one, or one was granted before."""
    from calisson.apps.grants import wants

    return bool(wish.others or wants(wish.base))


def for_model(apps: Sequence[App]) -> list[dict[str, Any]]:
    """Return other apps as a model is told them: names of entities and fields, with types and units."""
    return [
        {"app": app.name, "entities": [
            {"name": e.name, "label": e.label, "fields": [
                {k: v for k, v in (("name", f.name), ("label", f.label), ("type", f.type), ("unit", f.unit),
                                   ("currency", f.currency)) if v} for f in e.fields]}
            for e in app.spec.entities]}
        for app in apps
    ]  # fmt: skip


def resolved(functions: Any, base: AppSpec | None, others: Sequence[App]) -> tuple[Any, tuple[Finding, ...]]:
    """Return an answer's functions with the apps that they ask for by id, and what they may not ask for."""
    findings: list[Finding] = []
    if not isinstance(functions, list):
        return functions, ()
    made = []
    for function in functions:
        if isinstance(function, dict) and isinstance(wanted := function.get("others"), list | tuple):
            name = str(function.get("name", ""))
            function = {**function, "others": [_one(o, name, base, others, findings) for o in wanted]}
        made.append(function)
    return made, tuple(findings)


def _one(
    wanted: Any, function: str, base: AppSpec | None, others: Sequence[App], findings: list[Finding]
) -> Any:
    if not isinstance(wanted, dict):
        return wanted
    called = str(wanted.get("app", ""))
    fields = wanted.get("fields")
    names = [str(f) for f in fields] if isinstance(fields, list | tuple) else []
    path = f"functions.{function}.others"
    for former in _former(base, function):
        if (
            called in (former.label, former.app)
            and wanted.get("entity") == former.entity
            and set(names) <= set(former.fields)
        ):
            return {**wanted, "app": former.app, "label": former.label}
    app = next((a for a in others if called.casefold() in (a.name.casefold(), a.id.casefold())), None)
    if app is None:
        named = ", ".join(a.name for a in others) or "none"
        findings.append(Finding("types", Problem(path, "grant-not-named", {"name": function, "app": called[:80]},
                                                 f"the person did not name the app {called[:80]!r} (named: {named}): do "
                                                 "without it")))  # fmt: skip
        return wanted
    entity = app.spec.entity(str(wanted.get("entity", "")))
    lacking = [n for n in names if entity is None or entity.field(n) is None]
    if entity is None or lacking:
        what = f"no entity {wanted.get('entity')!r}" if entity is None else f"no field {lacking[0]!r}"
        findings.append(Finding("types", Problem(path, "spec-no-target", {"name": called[:80]},
                                                 f"the app {app.name!r} has {what}")))  # fmt: skip
    return {**wanted, "app": app.id, "label": app.name}


def _former(base: AppSpec | None, function: str) -> tuple[OtherSpec, ...]:
    return next((f.others for f in (base.functions if base else ()) if f.name == function), ())
