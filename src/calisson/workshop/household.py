"""The home as tools: its apps and their records, and what is remembered; reading, changing, undoable.

What another person of the household wrote, and what was imported from a file or another home, is outside text: it
stands in titles, notes and names, and says what its writer wants it to say.
"""

from __future__ import annotations

import json
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any, Literal

from calisson.errors import AppError, NotFoundError, ToolError
from calisson.models import Tool
from calisson.workshop.effects import Effect, Handler
from calisson.workshop.provenance import Origin, Powers, Target
from calisson.workshop.tools import Made, clipped, schema
from calisson.workshop.types import Files, Outcome, WorkTool

if TYPE_CHECKING:
    from calisson.apps import Apps
    from calisson.store import Transaction

MOST_RECORDS = 200
MOST_MEMORIES = 50
Stopped = Callable[[], bool]


@dataclass(frozen=True, slots=True)
class Kit:
    """Tools and the handlers of their effects."""

    tools: Mapping[str, WorkTool]
    handlers: Mapping[str, Handler]


@dataclass(frozen=True, slots=True)
class Memories:
    """What a person's memories are for a run, as three functions."""

    search: Callable[[str, int], Sequence[Mapping[str, Any]]]
    """Query and limit → memories with `id`, `text`, `at`, `speaker`, and `origin` and `privacy` where they have them."""
    remember: Callable[[Transaction, str, str], str]
    """Keeps a fact, given with the person's own request, and says what became of it: its id, and whether it waits."""
    forget: Callable[[Transaction, str], str]
    """Lets a memory go by its id."""


def home_kit(apps: Apps, person: str, memories: Memories | None = None) -> Kit:
    """Return the tools with which a run reads and changes a person's home.

    Args:
        apps: the home's apps.
        person: for whom the run works; what others wrote is outside text.
        memories: what the person's memories are; without them there are no tools for them.
    """
    place = _Household(apps, person, memories)
    reads = Powers(personal=True)
    of_app = {"app": {"type": "string", "description": "an app's id"}}
    made = [
        Made(Tool("home", "List the home's apps with their fields; with an app, its latest records.",
                  schema("", app="string", entity="string", search="string", limit="integer")), "read", place.look, reads),
        Made(Tool("home_change", "Add a record to an app, change one, or remove one; the person can take it back.",
                  {**schema("do app", entity="string", record="string", values="object"),
                   "properties": {"do": {"enum": ["add", "update", "remove"]}, **of_app, "entity": {"type": "string"},
                                  "record": {"type": "string"}, "values": {"type": "object"}}}),
             "edit", place.change, Powers(changes=True), _app_target),
    ]  # fmt: skip
    handlers: dict[str, Handler] = {"home": place.do_change}
    if memories is not None:
        made += [
            Made(Tool("memory", "Search what the home remembers of the person.",
                      schema("query", query="string", limit="integer")), "read", place.recall, reads),
            Made(Tool("remember", "Propose a fact to remember for the person; what their request does not say waits for their yes.",
                      schema("text", text="string")), "edit", place.remember,
                 Powers(changes=True), lambda a: ()),
            Made(Tool("forget", "Forget a memory by its id.", schema("id", id="string")), "edit", place.forget,
                 Powers(changes=True), lambda a: ()),
        ]  # fmt: skip
        handlers |= {"remember": place.do_remember, "forget": place.do_forget}
    return Kit({t.spec.name: t for t in made}, handlers)


def _app_target(arguments: Mapping[str, Any]) -> tuple[Target, ...]:
    target = Target("app", str(arguments.get("app", "")))
    more: dict[Any, Literal["delete", "update"]] = {"remove": "delete", "update": "update"}
    kind = more.get(arguments.get("do"))
    return (target, Target(kind, target.name)) if kind is not None else (target,)


@dataclass(frozen=True, slots=True)
class _Household:
    apps: Apps
    person: str
    memories: Memories | None

    def _origin(self, writers: set[str]) -> Origin:
        return "own" if writers <= {self.person, "calisson"} else "outside"

    def look(self, files: Files, a: Mapping[str, Any], _: Stopped) -> Outcome:
        """List apps, or one app's records."""
        if not a.get("app"):
            listed = self.apps.list()
            found = [{"id": x.id, "name": x.name, "entities": [
                {"name": e.name, "fields": {f.name: f.type for f in e.fields}} for e in x.spec.entities]} for x in listed]  # fmt: skip
            writers = self.apps.writers([x.id for x in listed], [])
            return Outcome(clipped(json.dumps(found, ensure_ascii=False)), origin=self._origin(writers))
        try:
            app = self.apps.get(a["app"])
        except NotFoundError as error:
            raise ToolError(str(error)) from error
        try:
            limit = max(1, min(int(a.get("limit", 50)), MOST_RECORDS))
            rows = self.apps.records(app.id, a.get("entity"), search=a.get("search"), limit=limit)
        except (NotFoundError, AppError) as error:  # it names the app's fields, which are its writers' words
            return Outcome(
                f"failed: {error}", failed=True, origin=self._origin(self.apps.writers([app.id], []))
            )
        text = json.dumps(
            [{"id": r.id, "entity": r.entity, **r.computed, **r.values} for r in rows], ensure_ascii=False
        )
        return Outcome(clipped(text), privacy="open" if app.spec.policy.remote_prompts else "local",
                       origin=self._origin(self.apps.writers([app.id], [r.id for r in rows])))  # fmt: skip

    def change(self, files: Files, a: Mapping[str, Any], _: Stopped) -> Outcome:
        """Check a change of records and ask for it; what is told of it has the words of the app and the record in it."""
        record = str(a.get("record", ""))
        try:
            self.apps.get(a["app"])
            if a["do"] != "add" and self.apps.record(record).app_id != a["app"]:
                raise ToolError(f"app {a['app']!r} has no record {record!r}")
        except NotFoundError as error:
            raise ToolError(str(error)) from error
        writers = self.apps.writers([a["app"]], [] if a["do"] == "add" else [record])
        return Outcome(f"{a['do']}", effects=(Effect("home", dict(a)),), origin=self._origin(writers))

    def do_change(self, tx: Transaction, a: Mapping[str, Any]) -> str:
        """Change a record."""
        match a["do"]:
            case "add":
                record = self.apps.add(tx, a["app"], a.get("entity"), a.get("values") or {})
            case "update":
                record = self.apps.update(tx, a["record"], a.get("values") or {})
            case _:
                record = self.apps.remove(tx, a["record"])
        return f"{a['do']}: {record.id} {json.dumps(dict(record.values), ensure_ascii=False)}"

    def recall(self, files: Files, a: Mapping[str, Any], _: Stopped) -> Outcome:
        """Search memories."""
        assert self.memories is not None
        hits = self.memories.search(a["query"], max(1, min(int(a.get("limit", 10)), MOST_MEMORIES)))
        outside = any(
            h.get("speaker", "me") not in ("me", self.person) or h.get("origin") == "outside" for h in hits
        )
        local = any(h.get("privacy", "open") != "open" for h in hits)
        lines = (
            json.dumps({k: h[k] for k in ("id", "text", "at", "valid_until") if k in h}, ensure_ascii=False)
            for h in hits
        )
        return Outcome(clipped("\n".join(lines)) or "(none)", origin="outside" if outside else "own",
                       privacy="local" if local else "open")  # fmt: skip

    def remember(self, files: Files, a: Mapping[str, Any], _: Stopped) -> Outcome:
        """Ask for a fact to be kept; the person's request goes along, if nobody else's words are in it."""
        task = files.site.task
        kept = {"text": a["text"], "request": task.text if task.origin == "own" and task.by_person else ""}
        return Outcome("remembered", effects=(Effect("remember", kept),), origin="own")

    def do_remember(self, tx: Transaction, a: Mapping[str, Any]) -> str:
        """Keep a fact."""
        assert self.memories is not None
        return f"remembered: {self.memories.remember(tx, a['text'], str(a.get('request', '')))}"

    def forget(self, files: Files, a: Mapping[str, Any], _: Stopped) -> Outcome:
        """Ask for a memory to be let go."""
        return Outcome("forgotten", effects=(Effect("forget", {"id": a["id"]}),), origin="own")

    def do_forget(self, tx: Transaction, a: Mapping[str, Any]) -> str:
        """Let a memory go."""
        assert self.memories is not None
        return f"forgotten: {self.memories.forget(tx, a['id'])}"
