"""The home's apps as something to design: shown whole, made and changed, by the same checks as any that a model makes.

`app_change` works before anybody is asked. A specification that does not hold goes back with what is wrong with it,
and no person is bothered; one that holds is shown as what would change, and is live with a yes. Code may stand in the
workspace's files, where helpers write it and try it out.

An app's words are its writers' words, as with its records.
"""

from __future__ import annotations

import json
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any

from calisson.errors import NotFoundError, ToolError
from calisson.models import Tool
from calisson.workshop.effects import Effect
from calisson.workshop.provenance import NEW_APP, Origin, Powers, Target
from calisson.workshop.tools import Made, clipped, schema
from calisson.workshop.types import Files, Outcome

if TYPE_CHECKING:
    from calisson.apps import App, Apps, AppSpec
    from calisson.store import Transaction
    from calisson.workshop.household import Kit

Stopped = Callable[[], bool]
WHY_CHARS = 200
_LOOKED = {
    "looked": "every view was opened in a browser and clicked through",
    "server": "nobody could look at its views here",
}


@dataclass(frozen=True, slots=True)
class Trial:
    """What came of a specification that was tried."""

    spec: AppSpec | None
    """None: what was given is none."""
    findings: Sequence[Mapping[str, Any]]
    """What does not hold, with its place; nothing when it may be live."""
    looked: str = ""
    """`looked`: in a browser; `server`: there is none."""


@dataclass(frozen=True, slots=True)
class Designs:
    """What designing takes, as functions."""

    rules: Callable[[], str]
    """How a specification is written, and its JSON Schema."""
    shown: Callable[[AppSpec], Mapping[str, Any]]
    """A specification as a model is shown it."""
    tried: Callable[[Mapping[str, Any], App | None, Stopped], Trial]
    """Tries one, for a new app or instead of a live one; nothing is published."""
    publish: Callable[[Transaction, Mapping[str, Any], str, int, str], App]
    """Makes it live: specification, app (empty: a new one), the version that it was made from, and why."""


def design_kit(apps: Apps, person: str, designs: Designs) -> Kit:
    """Return the tools with which a run shows, makes and changes a person's apps."""
    from calisson.workshop.household import Kit

    desk = _Desk(apps, person, designs)
    show = Tool("app_spec", "Show the whole specification of an app with its version; without an app, how one is written.",
                schema("", app="string"))  # fmt: skip
    change = Tool(
        "app_change",
        "Make an app of a whole specification, or change one. It is checked first: what does not hold is told, and what "
        "holds is shown to the person, who decides. Read `app_spec` without an app before the first one.",
        {"type": "object", "additionalProperties": False, "required": ["spec", "why"], "properties": {
            "app": {"type": "string", "description": "the app's id; leave it out for a new one"},
            "version": {"type": "integer", "description": "of the app, as `app_spec` gave it"},
            "spec": {"type": "object", "description": "the whole specification"},
            "removed": {"type": "array", "items": {"type": "string"},
                        "description": "names of fields, entities and functions that are to go, and `widget`"},
            "why": {"type": "string", "description": "in a few words, for the app's history"},
            "widget_file": {"type": "string", "description": "the workspace's file with the widget's code"},
            "code_files": {"type": "object", "additionalProperties": {"type": "string"},
                           "description": "the workspace's files with the code of functions and logic, by their names"},
        }},
    )  # fmt: skip
    made = [
        Made(show, "read", desk.show, Powers(personal=True)),
        Made(change, "run", desk.change, Powers(personal=True, changes=True), _targets, asks_after=True),
    ]
    return Kit({t.spec.name: t for t in made}, {"design": desk.do_change})


def _targets(arguments: Mapping[str, Any]) -> tuple[Target, ...]:
    app = str(arguments.get("app") or NEW_APP)
    return (Target("app", app), *((Target("delete", app),) if arguments.get("removed") else ()))


@dataclass(frozen=True, slots=True)
class _Desk:
    apps: Apps
    person: str
    designs: Designs

    def show(self, files: Files, a: Mapping[str, Any], _: Stopped) -> Outcome:
        """Show an app, or how one is written."""
        if not a.get("app"):
            return Outcome(clipped(self.designs.rules()), origin="own")
        app = self._app(a["app"])
        found = {"app": app.id, "version": app.version, "spec": self.designs.shown(app.spec)}
        return Outcome(clipped(json.dumps(found, ensure_ascii=False)), origin=self._origin(app))

    def change(self, files: Files, a: Mapping[str, Any], stopped: Stopped) -> Outcome:
        """Try a specification; ask for it to be live when it holds."""
        live = self._app(a["app"]) if a.get("app") else None
        if live is not None and a.get("version") != live.version:
            raise ToolError(
                f"the app is at version {live.version} and not {a.get('version')}: look at it again"
            )
        given = {**_with_code(files, a), "removed": list(a.get("removed", ()))}
        trial = self.designs.tried(given, live, stopped)
        if stopped():
            raise ToolError("stopped")
        origin = "outside" if files.outside else self._origin(live)
        if trial.spec is None or trial.findings:
            told = json.dumps({"does not hold": list(trial.findings)}, ensure_ascii=False, indent=1)
            return Outcome(clipped(told), failed=True, origin=origin)
        version = live.version if live else 0
        effect = {"spec": trial.spec.as_dict(), "app": live.id if live else "", "version": version,
                  "why": str(a["why"])[:WHY_CHARS], "looked": trial.looked}  # fmt: skip
        changes = "\n".join(_changes(trial.spec, live.spec if live else None))
        return Outcome("checked", effects=(Effect("design", effect),), origin=origin,
                       shown={"app": trial.spec.name, "changes": changes})  # fmt: skip

    def do_change(self, tx: Transaction, a: Mapping[str, Any]) -> str:
        """Make it live."""
        app = self.designs.publish(tx, a["spec"], a["app"], a["version"], a["why"])
        looked = _LOOKED.get(a["looked"], "nobody looked at its views")
        return f"live: {app.id}, version {app.version}; its checks passed, {looked}"

    def _app(self, app_id: str) -> App:
        try:
            return self.apps.get(app_id)
        except NotFoundError as error:
            raise ToolError(str(error)) from error

    def _origin(self, app: App | None) -> Origin:
        writers = self.apps.writers([app.id], []) if app is not None else set()
        return "own" if writers <= {self.person, "calisson"} else "outside"


def _with_code(files: Files, a: Mapping[str, Any]) -> dict[str, Any]:
    """Return the specification with the code that stands in files.

    Raises:
        ToolError: a file is not there, or nothing in the specification has the name that it is given for.
    """
    spec = dict(a["spec"])
    if path := a.get("widget_file"):
        widget = spec.get("widget")
        spec["widget"] = {**(widget if isinstance(widget, dict) else {}), "code": _text(files, path)}
    wanted = dict(a.get("code_files", {}))
    for part in ("functions", "logic"):
        rows = spec.get(part)
        if isinstance(rows, list):
            spec[part] = [{**r, "code": _text(files, wanted.pop(r["name"]))} if isinstance(r, dict) and r.get("name") in wanted
                          else r for r in rows]  # fmt: skip
    if wanted:
        raise ToolError(f"nothing in `functions` or `logic` is called {', '.join(wanted)}")
    return spec


def _text(files: Files, path: str) -> str:
    content = files.read(path)
    if content is None:
        raise ToolError(f"there is no file {path}")
    return content.decode("utf-8", "replace")


def _parts(spec: AppSpec) -> dict[tuple[str, str], tuple[str, Any]]:
    """Return what a person knows an app by: what it is called, and what it is; in the order in which it is shown."""
    many = len(spec.entities) > 1
    found: dict[tuple[str, str], tuple[str, Any]] = {}
    for entity in spec.entities:
        for field in entity.fields:
            name = f"{entity.label}: {field.label}" if many else field.label
            found["field", f"{entity.name}.{field.name}"] = (name, field.model_copy(update={"key": ""}))
    for view in spec.views:
        found["view", f"{view.kind} {view.entity} {view.title}"] = (view.title or view.kind, view)
    for metric in spec.metrics:
        found["metric", metric.name] = (metric.label, metric)
    for code in spec.logic:
        found["logic", code.name] = (f"{code.name}()", code)
    for function in spec.functions:
        found["function", function.name] = (f"{function.label or function.name}()", function)
    if spec.widget is not None:
        found["widget", ""] = ("widget", spec.widget)
    for reminder in spec.reminders:
        found["reminder", reminder.text] = (reminder.text, reminder)
    for rule in spec.rules:
        found["rule", rule.model_dump_json()] = (
            getattr(rule, "text", "") or rule.model_dump_json(exclude_defaults=True),
            rule,
        )
    return found


def _changes(spec: AppSpec, live: AppSpec | None) -> list[str]:
    """Return what is new (+), gone (−) and different (~), a line each."""
    before, after = _parts(live) if live is not None else {}, _parts(spec)
    named = [f"~ {live.name} → {spec.name}"] if live is not None and live.name != spec.name else []
    gone = [f"− {label}" for key, (label, _) in before.items() if key not in after]
    new = [f"+ {label}" if key not in before else f"~ {label}" for key, (label, part) in after.items()
           if key not in before or before[key][1] != part]  # fmt: skip
    return [*named, *gone, *new]
