"""Sub-agents: agents of their own for a part of a task, described in Markdown files with front matter.

    ---
    name: tester
    description: Writes tests that can fail, runs them, and reports what broke.
    tools: read, write, python
    model: fast
    version: 1
    ---
    You find out whether …

Each works in a copy of the workspace with its own context and steps; several work at once. What they changed comes
back as the changes of one step of the run that sent them, so its grants, permissions and checkpoints hold for it,
and two that changed one file differently are told apart, not mixed. They change files only: nothing of the home.
"""

from __future__ import annotations

import hashlib
import json
from collections.abc import Callable, Mapping, Sequence
from concurrent.futures import ThreadPoolExecutor
from dataclasses import dataclass, replace
from functools import cache
from importlib import resources
from pathlib import Path
from typing import TYPE_CHECKING, Any, Literal

from calisson.errors import ConfigError, ToolError
from calisson.models import Privacy, Tool
from calisson.workshop.permissions import Permissions, Rule
from calisson.workshop.provenance import Powers, Question
from calisson.workshop.steps import Task
from calisson.workshop.tools import Made, clipped
from calisson.workshop.types import Change, Event, Files, Outcome, StopReason, WorkTool
from calisson.workshop.workspace import Workspace

if TYPE_CHECKING:
    from calisson.workshop.loop import Agent

AT_ONCE = 4
MOST_STEPS = 30
NAME = "delegate"
_MODELS = ("fast", "strong")


@dataclass(frozen=True, slots=True)
class SubAgent:
    """One kind of sub-agent."""

    name: str
    description: str
    prompt: str
    tools: tuple[str, ...]
    model: Literal["fast", "strong"] = "fast"
    version: int = 1
    """Of its prompt; the ledger says which one an answer came from."""


def read_subagent(text: str, where: str = "") -> SubAgent:
    """Return the sub-agent that a Markdown file describes.

    Raises:
        ConfigError: it has no front matter, or lacks a name, a description, tools or a prompt.
    """
    lines = text.removeprefix("\ufeff").splitlines()
    if not lines or lines[0].strip() != "---" or "---" not in (x.strip() for x in lines[1:]):
        raise ConfigError(f"{where or 'the file'} has no front matter between two lines of ---")
    end = next(n for n, x in enumerate(lines[1:], 1) if x.strip() == "---")
    front = {k.strip(): v.strip() for k, _, v in (x.partition(":") for x in lines[1:end]) if v.strip()}
    prompt = "\n".join(lines[end + 1 :]).strip()
    missing = [k for k in ("name", "description", "tools") if k not in front] + ([] if prompt else ["prompt"])
    model, version = front.get("model", "fast"), front.get("version", "1")
    if (
        missing
        or not version.isdigit()
        or model not in _MODELS
        or not front["name"].replace("-", "_").isidentifier()
    ):
        wrong = (
            f"lacks {', '.join(missing)}"
            if missing
            else "needs a name of letters, a model: fast or strong, and a version: a number"
        )
        raise ConfigError(f"{where or 'the file'} {wrong}")
    tools = tuple(t.strip() for t in front["tools"].split(",") if t.strip())
    strength: Literal["fast", "strong"] = "strong" if model == "strong" else "fast"
    return SubAgent(front["name"], front["description"], prompt, tools, strength, int(version))


@cache
def shipped() -> Mapping[str, SubAgent]:
    """Return the sub-agents that come with the house: interface, logic, tester, reviewer."""
    folder = resources.files("calisson.workshop") / "agents"
    made = (read_subagent(f.read_text("utf-8"), f.name) for f in folder.iterdir() if f.name.endswith(".md"))
    return {a.name: a for a in sorted(made, key=lambda a: a.name)}


def load(folder: Path) -> dict[str, SubAgent]:
    """Return the shipped sub-agents and those of a folder; one of the same name takes the shipped one's place.

    Raises:
        ConfigError: a file describes none.
    """
    found = dict(shipped())
    for file in sorted(folder.glob("*.md")) if folder.is_dir() else ():
        made = read_subagent(file.read_text("utf-8"), file.name)
        found[made.name] = made
    return found


@dataclass(frozen=True, slots=True)
class _Report:
    name: str
    text: str
    changes: tuple[Change, ...]
    reason: StopReason | None
    outside: bool
    local: bool
    cost_usd: float
    asked: tuple[Question, ...]


def delegate_tool(
    make: Callable[[SubAgent, Mapping[str, WorkTool], Permissions], Agent], tools: Callable[[], Mapping[str, WorkTool]],
    permissions: Permissions, agents: Mapping[str, SubAgent] | None = None,
    watch: Callable[[Event], None] = lambda event: None,
) -> Made:  # fmt: skip
    """Return the tool with which a run sends sub-agents.

    Args:
        make: makes an agent that has these tools under these permissions, on the same database and models.
        tools: makes the tools afresh for each sub-agent; it gets those that its file names and that change at most files.
        permissions: those of the run. A question is asked by `approve`; where the run waits, theirs become its own,
            and they go on where they were when it has the answers.
        agents: the sub-agents; the shipped ones by default.
        watch: told what they do while they do it, from several threads.
    """
    known = dict(shipped() if agents is None else agents)

    def one(
        files: Files, number: int, many: int, order: Mapping[str, str], stopped: Callable[[], bool]
    ) -> _Report:
        site, kind = files.site, known[order["agent"]]
        mark = hashlib.sha256(
            json.dumps([site.run_id, site.call_id, site.said, number]).encode()
        ).hexdigest()[:16]
        folder = copies(site.folder) / mark
        given = {n: files.read(n) or b"" for n in files.names()}
        kit = {n: t for n, t in tools().items() if n in kind.tools and n != NAME and _files_only(t)}
        given_for_all = tuple(Rule("allow", tool) for tool in site.allowed)
        agent = make(kind, kit, replace(permissions, rules=(*permissions.rules, *given_for_all)))
        run_id = agent.steps.latest_in(folder)
        if run_id is None or not folder.is_dir():
            Workspace(folder).apply(Change(n, None, content) for n, content in given.items())
            privacy: Privacy = "local" if site.local or files.local else "open"
            task = Task(order["task"], kind.prompt, privacy, site.task.stakes, MOST_STEPS, f"workshop-{kind.name}",
                        origin="outside" if site.tainted or files.outside else "own", grants=site.task.granted,
                        outside_paths=site.outside_paths, model=kind.model, prompt=f"{kind.name}@{kind.version}",
                        budget_usd=None if site.left_usd is None else site.left_usd / many)  # fmt: skip
            run_id = agent.start(task, folder, person=site.person, app_id=site.app_id)
        last = Event("ended", run_id, 0)
        for last in agent.resume(run_id, stopped):
            watch(last)
        place = Workspace(folder)
        now = {n: place.read(n) or b"" for n in place.names()}
        changes = [
            Change(n, given.get(n), now.get(n))
            for n in sorted(given.keys() | now.keys())
            if given.get(n) != now.get(n)
        ]
        local = any(s.privacy == "local" for s in agent.steps.steps(run_id))
        asked = agent.questions(run_id) if last.reason is StopReason.WAITING else ()
        return _Report(
            kind.name, last.text, tuple(changes), last.reason, last.origin == "outside", local, last.cost_usd,
            tuple(replace(q, run_id=q.run_id or run_id, agent=q.agent or kind.name) for q in asked),
        )  # fmt: skip

    def work(files: Files, a: Mapping[str, Any], stopped: Callable[[], bool]) -> Outcome:
        orders = a["tasks"]
        unknown = [o["agent"] for o in orders if o["agent"] not in known]
        if unknown or not orders:
            raise ToolError(
                f"there is no {', '.join(unknown)}; there are: {', '.join(known)}" if unknown else "no tasks"
            )
        with ThreadPoolExecutor(min(AT_ONCE, len(orders))) as pool:
            reports = list(
                pool.map(lambda n: one(files, n, len(orders), orders[n], stopped), range(len(orders)))
            )
        if asked := tuple(q for r in reports for q in r.asked):
            return Outcome("", asked=asked)
        changes, clashes = _merged(reports)
        lines = [
            f"## {r.name} ({r.reason})\n{r.text}\nchanged: {', '.join(c.path for c in r.changes) or 'nothing'}"
            for r in reports
        ]
        lines += [f"not taken over, changed differently by two: {', '.join(clashes)}"] if clashes else []
        return Outcome(
            clipped("\n\n".join(lines)), changes, failed=bool(clashes) or any(r.reason is not StopReason.DONE for r in reports),
            origin="outside" if any(r.outside for r in reports) else None, cost_usd=sum(r.cost_usd for r in reports),
            privacy="local" if any(r.local for r in reports) else "open",
        )  # fmt: skip

    schema = {
        "type": "object",
        "properties": {"tasks": {"type": "array", "minItems": 1, "maxItems": 8, "items": {
            "type": "object",
            "properties": {"agent": {"enum": list(known)}, "task": {"type": "string"}},
            "required": ["agent", "task"], "additionalProperties": False,
        }}},
        "required": ["tasks"], "additionalProperties": False,
    }  # fmt: skip
    described = "\n".join(f"- {k.name}: {k.description}" for k in known.values())
    spec = Tool(
        NAME,
        f"Let others do parts of the work, at once, each in a copy of the files, knowing only its task.\n{described}",
        schema,
    )
    return Made(spec, "run", work, Powers(changes=True), lambda a: ())


def copies(folder: Path) -> Path:
    """Return where the copies of a workspace are while sub-agents work; the loop clears it when a run has ended."""
    return folder.with_name(f"{folder.name}.sub")


def _files_only(tool: WorkTool) -> bool:
    """Whether a tool changes at most files of the workspace, which come back as the changes of one step."""
    return tool.spec.name not in ("home_change", "remember", "forget", "git_commit")


def _merged(reports: Sequence[_Report]) -> tuple[tuple[Change, ...], list[str]]:
    """Return the changes of all, and the paths that two changed differently."""
    found: dict[str, Change] = {}
    clashes: list[str] = []
    for change in (c for r in reports for c in r.changes):
        if change.path in found and found[change.path].after != change.after:
            clashes.append(change.path)
        found.setdefault(change.path, change)
    return tuple(c for p, c in sorted(found.items()) if p not in clashes), sorted(set(clashes))
