"""Runs as doors show them: JSON-able data of steps, questions, checkpoints and changed files.

What is long is clipped for showing; nothing here is read back.
"""

from __future__ import annotations

import difflib
import json
from collections.abc import Mapping, Sequence
from pathlib import Path
from typing import Any

from sqlalchemy import JSON, Float, cast, func, select, type_coerce

from calisson.models import ToolCall
from calisson.store import Database
from calisson.workshop.brief import target_of
from calisson.workshop.loop import open_questions
from calisson.workshop.provenance import NEW_APP, Question, Target
from calisson.workshop.steps import RunRow, Step, Task
from calisson.workshop.tables import workshop_runs, workshop_steps
from calisson.workshop.todo import items_of
from calisson.workshop.types import Change
from calisson.workshop.workspace import Workspace

TEXT_CHARS = 6000
DIFF_LINES = 400
SHOWN_BYTES = 200_000


def clipped(text: str, most: int = TEXT_CHARS) -> str:
    """Return a text, or its beginning with a sign that more follows."""
    return text if len(text) <= most else text[: most - 1] + "…"


def call_out(call: ToolCall) -> dict[str, Any]:
    """Return a call."""
    return {"tool": call.name, "target": target_of(call)}


def question_out(question: Question) -> dict[str, Any]:
    """Return a question, with the thing that would happen."""
    call = ToolCall(question.call_id, question.tool, question.arguments)
    shown = {
        k: v if isinstance(v, str) else json.dumps(v, ensure_ascii=False, default=str)
        for k, v in question.arguments.items()
    }
    return {
        "id": question.id, "tool": question.tool, "reason": question.reason, "agent": question.agent,
        "target": target_of(call), "beyond": [_beyond(t) for t in question.targets],
        "details": [{"name": k, "text": clipped(v, 2000)} for k, v in shown.items()],
    }  # fmt: skip


def _beyond(target: Target) -> list[str]:
    """Return what a call touches; an app that is not there yet has a kind of its own."""
    return ["new" if target.kind == "app" and target.name == NEW_APP else target.kind, target.name]


def step_out(step: Step, calls: Mapping[str, ToolCall]) -> dict[str, Any]:
    """Return a step; `calls` are those that models made, by id."""
    call = calls.get(step.call_id)
    return {
        "number": step.number, "kind": step.kind, "text": clipped(step.text), "tool": step.tool,
        "target": target_of(call) if call else "", "failed": step.failed, "outside": step.origin == "outside",
        "changed": [c.path for c in step.changes], "data": bool(step.effects), "cost_usd": round(step.cost_usd, 6),
        "question": question_out(step.question) if step.question else None,
    }  # fmt: skip


def run_out(run: RunRow, steps: Sequence[Step], state: str) -> dict[str, Any]:
    """Return a run with its steps, its list of what is to do, and what it asks."""
    calls = {c.id: c for s in steps for c in s.calls}
    asked = open_questions(steps) if state == "waiting" else []
    last = steps[-1] if steps else None
    return {
        **_head(run, state), "cost_usd": round(sum(s.cost_usd for s in steps), 6), "count": len(steps),
        "steps": [step_out(s, calls) for s in steps],
        "todo": [{"text": i.text, "state": i.state} for i in items_of(steps)],
        "questions": [question_out(q) for q in asked],
        "result": last.text if last and state == "done" and last.kind == "model" else "",
    }  # fmt: skip


def _head(run: RunRow, state: str) -> dict[str, Any]:
    task = run.task
    return {
        "id": run.id, "task": task.text, "state": state, "mode": task.mode or "ask", "budget_usd": task.budget_usd,
        "at": run.at.isoformat(), "workspace": Path(run.folder).name, "turn_id": task.turn_id or None,
    }  # fmt: skip


def listed(
    database: Database, person: str, *, limit: int = 30, before: str | None = None, turn_id: str | None = None
) -> list[tuple[RunRow, int, float]]:
    """Return a person's runs, latest first, each with its number of steps and its cost in US dollars; no sub-agents' runs."""
    runs, steps = workshop_runs, workshop_steps
    where = [runs.c.person == person, runs.c.folder.not_like("%.sub/%")]
    with database.read() as connection:
        if before:
            at = select(runs.c.at).where(runs.c.id == before).scalar_subquery()
            where.append((runs.c.at < at) | ((runs.c.at == at) & (runs.c.id < before)))
        if turn_id:
            where.append(type_coerce(runs.c.task, JSON)["turn_id"].as_string() == turn_id)
        query = select(runs).where(*where).order_by(runs.c.at.desc(), runs.c.id.desc()).limit(limit)
        rows = connection.execute(query).mappings().all()
        cost = func.sum(cast(type_coerce(steps.c.body, JSON)["cost_usd"].as_string(), Float))
        sums = {
            str(run_id): (int(count), float(total or 0))
            for run_id, count, total in connection.execute(
                select(steps.c.run_id, func.count(), cost)
                .where(steps.c.run_id.in_([r["id"] for r in rows])).group_by(steps.c.run_id)
            )
        }  # fmt: skip
    return [
        (RunRow(r["id"], r["person"], r["app_id"], r["folder"], Task.of(r["task"]), r["reason"], r["at"]),
         *sums.get(r["id"], (0, 0.0)))
        for r in rows
    ]  # fmt: skip


def line_out(run: RunRow, count: int, cost_usd: float, state: str) -> dict[str, Any]:
    """Return a run as a line of a list."""
    return {**_head(run, state), "cost_usd": round(cost_usd, 6), "count": count}


def checkpoints_out(steps: Sequence[Step]) -> list[dict[str, Any]]:
    """Return the points that can be gone back to, the beginning first, each with what would go back."""
    calls = {c.id: c for s in steps for c in s.calls}
    found = []
    for number in range(-1, len(steps) - 1):
        step = steps[number] if number >= 0 else None
        if step is not None and not step.changes and not step.effects:
            continue  # nothing to go back to that the point before it is not
        later = steps[number + 1 :]
        paths = sorted({c.path for s in later for c in s.changes})
        data = sum(1 for s in later if s.effects)
        if not paths and not data:
            continue  # nothing would go back
        call = calls.get(step.call_id) if step else None
        found.append({
            "number": number, "tool": step.tool if step else "", "target": target_of(call) if call else "",
            "files": paths, "data": data, "steps": len(later),
        })  # fmt: skip
    return found


def files_out(run: RunRow) -> list[dict[str, Any]]:
    """Return what a run changed since its first step, file by file, with the lines that differ."""
    place = Workspace(Path(run.folder))
    start = place.history.ref(f"starts/{run.id}")
    if not start:
        return []
    before, now = place.history.blobs(start), place.scanned()
    found = []
    for path in sorted(before.keys() | now.keys()):
        if before.get(path) == now.get(path):
            continue
        old = place.history.read(before[path]) if path in before else None
        new = place.history.read(now[path]) if path in now else None
        found.append(diff_out(Change(path, old, new)))
    return found


def diff_out(change: Change) -> dict[str, Any]:
    """Return a changed file with the lines that differ; none for what is no text or too long to show."""
    sides = [side if side is not None else b"" for side in (change.before, change.after)]
    kind = "added" if change.before is None else "deleted" if change.after is None else "changed"
    out: dict[str, Any] = {"path": change.path, "kind": kind, "size_bytes": len(sides[1]), "lines": [], "more": False,
                           "text": True}  # fmt: skip
    try:
        if any(len(s) > SHOWN_BYTES or b"\0" in s for s in sides):
            raise ValueError
        old, new = (s.decode("utf-8").splitlines() for s in sides)
    except ValueError:
        return {**out, "text": False}
    lines = [
        line
        for line in difflib.unified_diff(old, new, n=2, lineterm="")
        if not line.startswith(("---", "+++"))
    ]
    signs = {"+": "add", "-": "del", "@": "gap"}
    out["lines"] = [{"sign": signs.get(x[:1], "same"), "text": "" if x[:1] == "@" else clipped(x[1:], 500)}
                    for x in lines[:DIFF_LINES]]  # fmt: skip
    out["more"] = len(lines) > DIFF_LINES
    return out
