"""Durable steps: what a run did, kept before it takes effect, so that a crash loses nothing and repeats nothing.

A step is first kept whole, with the changes that it makes; then its changes are carried out; then it is marked
done. After a crash a step that was kept is carried out again, which changes nothing when it was already. A step
that was not kept never happened; at worst a model is asked once more.
"""

from __future__ import annotations

import base64
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, replace
from datetime import datetime
from pathlib import Path, PurePosixPath
from typing import Any, Literal

from sqlalchemy import select, update

from calisson.errors import CalissonError, NotFoundError, ToolError
from calisson.ids import new_id
from calisson.models import ToolCall
from calisson.store import Database, Transaction, undo
from calisson.workshop.effects import Effect, Handler
from calisson.workshop.granted import grants_of
from calisson.workshop.provenance import Grants, Origin, Passage, Question
from calisson.workshop.tables import workshop_runs, workshop_steps
from calisson.workshop.types import Change, StopReason
from calisson.workshop.workspace import Marks

VERSION = 1


@dataclass(frozen=True, slots=True)
class Task:
    """What a run is to do."""

    text: str
    instructions: str = ""
    privacy: Literal["open", "local"] = "open"
    stakes: Literal["low", "high"] = "low"
    most_steps: int = 60
    purpose: str = "workshop"
    origin: Origin = "own"
    """`outside`: the task's own words hold what others wrote; they grant nothing then."""
    material: tuple[Passage, ...] = ()
    """Texts given along, each with where it is from."""
    outside_paths: tuple[str, ...] = ()
    """Patterns of files that others wrote: an imported file, an app from another home."""
    model: Literal["", "fast", "strong"] = ""
    """Which kind of model; empty leaves it to the route."""
    grants: Grants | None = None
    """What the request allows once outside text was read; None reads it from `text`."""
    mode: str = ""
    """The permission mode that it was started with, for whoever resumes it; empty when nobody said."""
    budget_usd: float | None = None
    """Of the whole run; None is no limit."""
    turn_id: str = ""
    """The turn of conversation that it was started from."""
    by_person: bool = True
    """Whether its words are the person's; else a program's that acts in their name."""

    @property
    def granted(self) -> Grants:
        """What the request allows."""
        if self.grants is not None:
            return self.grants
        return grants_of(self.text) if self.origin == "own" else Grants()

    @property
    def tainted(self) -> bool:
        """Whether outside text is in the run's context from the start."""
        return self.origin == "outside" or any(p.origin == "outside" for p in self.material)

    def as_dict(self) -> dict[str, Any]:
        """Return it as JSON-able data."""
        return {"text": self.text, "instructions": self.instructions, "privacy": self.privacy,
                "stakes": self.stakes, "most_steps": self.most_steps, "purpose": self.purpose,
                "origin": self.origin, "model": self.model, "outside_paths": list(self.outside_paths),
                "mode": self.mode, "budget_usd": self.budget_usd, "turn_id": self.turn_id, "by_person": self.by_person,
                "grants": self.grants.as_dict() if self.grants is not None else None,
                "material": [{"text": p.text, "origin": p.origin, "source": p.source} for p in self.material]}  # fmt: skip

    @classmethod
    def of(cls, data: Mapping[str, Any]) -> Task:
        """Return the task that `as_dict` gave, now or in an earlier release."""
        grants = data.get("grants")
        return cls(**{
            **data,
            "material": tuple(Passage(**p) for p in data.get("material", ())),
            "outside_paths": tuple(data.get("outside_paths", ())),
            "grants": Grants.of(grants) if grants is not None else None,
        })  # fmt: skip


@dataclass(frozen=True, slots=True)
class RunRow:
    """A run as it is kept."""

    id: str
    person: str
    app_id: str | None
    folder: str
    task: Task
    reason: str
    at: datetime


@dataclass(frozen=True, slots=True)
class Step:
    """A step as it is kept: a model's words and calls, a tool's result and changes, a question, its answer, a summary."""

    number: int
    kind: Literal["model", "tool", "question", "answer", "summary"]
    state: Literal["kept", "done"]
    text: str = ""
    calls: tuple[ToolCall, ...] = ()
    call_id: str = ""
    tool: str = ""
    failed: bool = False
    privacy: Literal["open", "local"] = "open"
    changes: tuple[Change, ...] = ()
    cost_usd: float = 0.0
    origin: Origin = "own"
    """Whose words the result holds."""
    tainted: bool = False
    """Outside text was in the context: what it changes holds outside text, too."""

    effects: tuple[Effect, ...] = ()
    turn_id: str = ""
    """Of its effects; undoing this turn takes them back."""
    covers: int = 0
    """Of a summary: so many steps before it are told by it."""
    image: str = ""
    """A picture that it gave, in the history."""
    tree: str = ""
    """The workspace's files after it, in the history."""
    head: str = ""
    """The last commit after it."""
    question: Question | None = None
    """What a person is asked; the answer's `call_id` is its id."""

    def body(self) -> dict[str, Any]:
        """Return what is stored of it."""
        return {
            "text": self.text, "call_id": self.call_id, "tool": self.tool, "failed": self.failed,
            "privacy": self.privacy, "cost_usd": self.cost_usd, "origin": self.origin, "tainted": self.tainted,
            "turn_id": self.turn_id, "covers": self.covers, "image": self.image, "tree": self.tree, "head": self.head,
            "question": self.question.as_dict() if self.question else None,
            "effects": [{"kind": e.kind, "data": dict(e.data)} for e in self.effects],
            "calls": [{"id": c.id, "name": c.name, "arguments": dict(c.arguments), "privacy": c.privacy} for c in self.calls],
            "changes": [{"path": c.path, "before": _out(c.before), "after": _out(c.after)} for c in self.changes],
        }  # fmt: skip


def _out(content: bytes | None) -> str | None:
    return None if content is None else base64.b64encode(content).decode()


def _in(content: str | None) -> bytes | None:
    return None if content is None else base64.b64decode(content)


def _step(row: Mapping[str, Any]) -> Step:
    body = row["body"]
    return Step(
        number=row["number"], kind=row["kind"], state=row["state"], text=body["text"], call_id=body["call_id"],
        tool=body["tool"], failed=body["failed"], privacy=body["privacy"], cost_usd=body["cost_usd"],
        origin=body.get("origin", "own"), tainted=body.get("tainted", False),
        turn_id=body.get("turn_id", ""), covers=body.get("covers", 0), image=body.get("image", ""),
        tree=body.get("tree", ""), head=body.get("head", ""),
        question=Question.of(body["question"]) if body.get("question") else None,
        effects=tuple(Effect(e["kind"], e["data"]) for e in body.get("effects", ())),
        calls=tuple(ToolCall(c["id"], c["name"], c["arguments"], c["privacy"]) for c in body["calls"]),
        changes=tuple(Change(c["path"], _in(c["before"]), _in(c["after"])) for c in body["changes"]),
    )  # fmt: skip


class Steps:
    """Keeps runs and their steps."""

    def __init__(self, database: Database) -> None:
        self._database = database

    def begin(self, task: Task, folder: str, person: str, app_id: str | None) -> str:
        """Keep a new run and return its id."""
        run_id = new_id("run")
        with self._database.transaction(person) as tx:
            tx.execute(workshop_runs.insert(), {
                "id": run_id, "at": tx.now, "person": person, "app_id": app_id, "folder": folder,
                "task": task.as_dict(), "reason": "", "version": VERSION,
            })  # fmt: skip
        return run_id

    def run(self, run_id: str) -> RunRow:
        """Return a run.

        Raises:
            NotFoundError: there is none.
        """
        with self._database.read() as connection:
            row = (
                connection.execute(select(workshop_runs).where(workshop_runs.c.id == run_id))
                .mappings()
                .first()
            )
        if row is None:
            raise NotFoundError(f"no run {run_id!r}", message_id="error-not-found")
        return RunRow(
            row["id"],
            row["person"],
            row["app_id"],
            row["folder"],
            Task.of(row["task"]),
            row["reason"],
            row["at"],
        )

    def open_runs(self) -> list[str]:
        """Return the runs that did not end, oldest first: a crash left them, or they go on."""
        query = select(workshop_runs.c.id).where(workshop_runs.c.reason == "").order_by(workshop_runs.c.at)
        with self._database.read() as connection:
            return [str(i) for i in connection.execute(query).scalars()]

    def steps(self, run_id: str) -> list[Step]:
        """Return a run's steps in order."""
        query = (
            select(workshop_steps).where(workshop_steps.c.run_id == run_id).order_by(workshop_steps.c.number)
        )
        with self._database.read() as connection:
            return [_step(dict(row)) for row in connection.execute(query).mappings()]

    def step(self, run_id: str, number: int) -> Step:
        """Return one step.

        Raises:
            NotFoundError: there is none.
        """
        table = workshop_steps
        query = select(table).where(table.c.run_id == run_id, table.c.number == number)
        with self._database.read() as connection:
            row = connection.execute(query).mappings().first()
        if row is None:
            raise NotFoundError(f"run {run_id!r} has no step {number}", message_id="error-not-found")
        return _step(dict(row))

    def marks(self, folder: str, patterns: tuple[str, ...] = ()) -> Marks:
        """Return what is known of a workspace's files by the runs that changed them."""
        runs = {r.id: Task.of(r.task).privacy == "local" for r in self._runs_in(folder)}
        table = workshop_steps
        query = select(table.c.run_id, table.c.body).where(table.c.run_id.in_(runs)).order_by(table.c.seq)
        marks = Marks(patterns=patterns)
        with self._database.read() as connection:
            for run_id, body in connection.execute(query):
                runs[run_id] = runs[run_id] or body["privacy"] == "local"
                paths = frozenset(PurePosixPath(c["path"]).as_posix() for c in body["changes"])
                marks = marks.after(paths, outside=bool(body.get("tainted")), local=runs[run_id])
        return marks

    def latest_in(self, folder: Path) -> str | None:
        """Return the last run of a workspace; None when there was none."""
        return next((str(r.id) for r in reversed(self._runs_in(str(folder.absolute())))), None)

    def _runs_in(self, folder: str) -> Sequence[Any]:
        table = workshop_runs
        query = (
            select(table.c.id, table.c.task).where(table.c.folder == folder).order_by(table.c.at, table.c.id)
        )
        with self._database.read() as connection:
            return connection.execute(query).all()

    def keep(self, run: RunRow, step: Step) -> None:
        """Keep a step; it has not taken effect yet."""
        with self._database.transaction(run.person) as tx:
            tx.execute(workshop_steps.insert(), {
                "run_id": run.id, "number": step.number, "kind": step.kind, "state": step.state, "at": tx.now,
                "body": step.body(),
            })  # fmt: skip

    def done(self, run: RunRow, step: Step, handlers: Mapping[str, Handler] | None = None) -> Step:
        """Carry out a kept step's effects and mark it as done, in one transaction; return it as it is then.

        What cannot be done is a failed step without effects, and the model is told why.
        """
        try:
            with self._database.transaction(run.person, step.turn_id or None) as tx:
                said = [_handler(handlers or {}, e)(tx, e.data) for e in step.effects]
                ended = replace(step, text="\n".join(said) or step.text, state="done")
                self._rewrite(tx, run, ended)
        except CalissonError as error:
            if not step.effects:
                raise
            ended = replace(step, text=f"failed: {error}", failed=True, effects=(), state="done")
            with self._database.transaction(run.person) as tx:
                self._rewrite(tx, run, ended)
        return ended

    def _rewrite(self, tx: Transaction, run: RunRow, step: Step) -> None:
        table = workshop_steps
        where = (table.c.run_id == run.id, table.c.number == step.number)
        tx.execute(update(table).where(*where).values(state=step.state, body=step.body()))

    def end(self, run: RunRow, reason: StopReason | None) -> None:
        """Mark a run as ended; None opens it again."""
        table = workshop_runs
        with self._database.transaction(run.person) as tx:
            tx.execute(
                update(table).where(table.c.id == run.id).values(reason=reason.value if reason else "")
            )

    def rewind(self, run: RunRow, after: int, files: Callable[[list[Step]], None]) -> None:
        """Take back everything after a step, all or nothing: effects, files, then the steps themselves.

        Raises:
            ConflictError: something that an effect changed was changed again since; nothing is taken back.
        """
        gone = [s for s in reversed(self.steps(run.id)) if s.number > after]
        from calisson.apps import Apps

        table = workshop_steps
        with self._database.transaction(run.person, new_id("turn")) as tx:
            for step in gone:
                if step.effects and step.state == "done":
                    try:
                        Apps(self._database).settle(tx, undo(tx, step.turn_id))
                    except NotFoundError:
                        continue  # it changed nothing, or was taken back by hand
            files(gone)
            tx.execute(table.delete().where(table.c.run_id == run.id, table.c.number > after))
            tx.execute(update(workshop_runs).where(workshop_runs.c.id == run.id).values(reason=""))


def _handler(handlers: Mapping[str, Handler], effect: Effect) -> Handler:
    if effect.kind not in handlers:
        raise ToolError(f"nothing here carries out {effect.kind!r}")
    return handlers[effect.kind]
