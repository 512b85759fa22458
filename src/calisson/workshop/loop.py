"""The loop: ask a model, do what it calls for, tell it what came of it, until it says its last word.

Everything that happened stands in the steps; the conversation is made from them anew before each question, so
that a run goes on after a crash, on another day, or after a rewind, exactly where it was. However long it is, what is
shown of it stays within one budget (`context`).
"""

from __future__ import annotations

import shutil
from collections.abc import Callable, Generator, Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from pathlib import Path, PurePosixPath
from typing import cast

from calisson.errors import NotFoundError
from calisson.models import Message, Reply, Request, ToolCall
from calisson.models.types import Image, Privacy
from calisson.store import Database
from calisson.workshop.calls import Calling, Hooks, last_said
from calisson.workshop.context import Budget, conversation, effective, notes, summary_of
from calisson.workshop.effects import Handler
from calisson.workshop.folding import can_tighten, fold, is_due, refill_of
from calisson.workshop.length import cut_words, most_tokens
from calisson.workshop.permissions import Permissions
from calisson.workshop.provenance import Question, described_outside
from calisson.workshop.steps import RunRow, Step, Steps, Task
from calisson.workshop.subagents import copies
from calisson.workshop.tools import NOTES
from calisson.workshop.tools import tools as usual_tools
from calisson.workshop.types import Engine, Event, Lasting, Site, StopReason, WorkTool
from calisson.workshop.workspace import Marks, Watched, Workspace

SAME = 3
"""So many equal calls in a row end a run."""
SENT_ON = "stop"
"""Marks what a hook at the end told the model."""


@dataclass(frozen=True, slots=True)
class Checkpoint:
    """A point that a run can go back to: files and the home's data as they were after a step."""

    number: int
    tool: str
    """Empty for a model's words and a person's answer."""
    failed: bool
    changed: tuple[str, ...]
    data: bool
    """Whether it changed the home's data."""


class Agent:
    """Runs tasks in workspaces."""

    def __init__(
        self, models: Engine, database: Database, permissions: Permissions | None = None, *,
        tools: Mapping[str, WorkTool] | None = None, hooks: Hooks | None = None,
        handlers: Mapping[str, Handler] | None = None, budget: Budget | None = None,
    ) -> None:  # fmt: skip
        """Make an agent.

        Args:
            models: the door to models, or another engine.
            database: where the steps are kept.
            permissions: what its calls may do; by default it may read, and asks nobody.
            tools: the tools by name; the usual ones by default.
            hooks: asked before and after every call, and before a run ends.
            handlers: carry out effects on the household's data, by kind.
            budget: how much of a run a model is shown.
        """
        self._models = models
        self._permissions = permissions or Permissions()
        self._tools = dict(usual_tools() if tools is None else tools)
        self._hooks = hooks or Hooks()
        self._handlers = dict(handlers or {})
        self._budget = budget or Budget()
        self._notes_outside: dict[str, bool] = {}
        self._marks: dict[str, Marks] = {}
        self.steps = Steps(database)

    def start(self, task: Task, folder: Path, *, person: str = "me", app_id: str | None = None) -> str:
        """Keep a new run and return its id; `resume` does the work."""
        return self.steps.begin(task, str(folder.absolute()), person, app_id)

    def resume(self, run_id: str, stopped: Callable[[], bool] = lambda: False) -> Iterator[Event]:
        """Do a run's work from where it is, and yield what happens.

        `stopped` is asked many times a second; true ends the run within a second, and it can be resumed.

        Raises:
            NotFoundError: there is no such run.
        """
        try:
            yield from self._work(run_id, stopped)
        finally:
            if isinstance(self._models, Lasting):
                self._models.leave(run_id)
            for close in {c for t in self._tools.values() if (c := getattr(t, "close", None)) is not None}:
                close()

    def _work(self, run_id: str, stopped: Callable[[], bool]) -> Iterator[Event]:
        run = self.steps.run(run_id)
        place = Workspace(Path(run.folder))
        done = self._mend(run, place)
        cost = sum(s.cost_usd for s in done)
        if not done and not place.history.ref(_start(run)):
            place.history.commit(place.snapshot(), "start", f"runs/{run.id}")
            place.history.set_ref(f"{_start(run)}-head", place.history.ref("heads/main"))
            place.history.set_ref(_start(run), place.snapshot())
        if run.reason:
            self.steps.end(run, None)
        self._marks.pop(run.id, None)
        self._notes_outside[run.id] = bool(notes(place)) and self._marks_of(run).is_outside(NOTES)
        yield Event("started", run.id, len(done), run.task.text, cost_usd=cost)
        while True:
            waiting = _waiting(done)
            if stopped():
                reason = StopReason.STOPPED
            elif _repeats(done):
                reason = StopReason.REPETITION
            elif done and done[-1].cut:
                self._add(run, place, done, self._told(done, cut_words(most_tokens(self._models))))
                continue
            elif done and done[-1].kind == "model" and not done[-1].calls:
                reason = StopReason.DONE
            elif len(done) >= run.task.most_steps:
                reason = StopReason.STEPS
            elif run.task.budget_usd is not None and cost >= run.task.budget_usd:
                reason = StopReason.BUDGET
            elif waiting:
                call = waiting[0]
                yield Event("call", run.id, len(done), call=call, cost_usd=cost)
                asked: list[Question] = []
                step, denied = yield from _noting(self._use(run, place, call, done, stopped), asked)
                if stopped():
                    continue  # the half-done call never happened; the next resume makes it anew
                if step is not None:
                    step = self._add(run, place, done, step)
                    cost += step.cost_usd
                    paths = tuple(c.path for c in step.changes)
                    yield Event("denied" if denied else "result", run.id, step.number, step.text, call, cost_usd=cost,
                                changed=paths, origin=step.origin)  # fmt: skip
                    continue
                there = {s.question.id for s in done if s.question}
                for question in (q for q in asked if q.id not in there):
                    self._add(
                        run,
                        place,
                        done,
                        Step(len(done), "question", "kept", question=question),
                    )
                reason = StopReason.WAITING
            else:
                request = self._request(run, place, done)
                if is_due(done, request.messages, self._budget):
                    cost += self._shorten(run, place, done, stopped)
                    continue
                reply = self._models.answer(request, stopped)
                if not reply.embedded:
                    step = _said(len(done), reply, request.privacy)
                    cost += step.cost_usd
                    self._add(run, place, done, step)
                    yield Event("said", run.id, step.number, step.text, cost_usd=cost)
                    continue
                too_long = any(f.kind == "ModelContextError" for f in reply.failures)
                if too_long and not stopped() and can_tighten(done, self._budget):
                    cost += self._shorten(run, place, done, stopped, tighter=True)
                    continue
                reason = StopReason.STOPPED if stopped() else StopReason.NO_MODEL
            if more := self._sent_on(reason, done):
                self._add(run, place, done, replace(self._told(done, more), tool=SENT_ON))
                continue
            self.steps.end(run, reason)
            if reason is StopReason.DONE:
                shutil.rmtree(copies(place.folder), ignore_errors=True)
            yield Event("ended", run.id, len(done), done[-1].text if done else "", reason=reason, cost_usd=cost,
                        origin="outside" if self._tainted(run, done) else "own")  # fmt: skip
            return

    def answer(self, run_id: str, question_id: str, yes: bool, *, always: bool = False) -> None:
        """Keep a person's answer to a question of a run that waits; `resume` goes on with it.

        It counts for exactly the call that was asked about. With `always`, a yes also counts for every later call of
        the tool that only the permissions would ask about, in this run and its sub-agents; what outside text or what
        may not leave the house makes a question stays one. A sub-agent's question is answered in its own run as well.

        Raises:
            NotFoundError: there is no such run.
        """
        keep_answer(self.steps, run_id, question_id, yes, always=always)

    def questions(self, run_id: str) -> list[Question]:
        """Return what a person has to answer before the run can go on."""
        return open_questions(self.steps.steps(run_id))

    def rewind(self, run_id: str, to: int) -> None:
        """Bring files, the household's data and the conversation back to what they were after step `to` (-1: before the first).

        Raises:
            NotFoundError: there is no such run.
            ConflictError: what a step did to the home's data was changed again since; nothing is taken back.
        """
        run = self.steps.run(run_id)
        place = Workspace(Path(run.folder))
        kept = next((s for s in self._mend(run, place) if s.number == to), None)
        if kept is None and to >= 0:
            raise NotFoundError(f"run {run_id!r} has no step {to}", message_id="error-not-found")
        tree = place.history.ref(_start(run)) if to < 0 else kept.tree if kept else ""

        def files(gone: Sequence[Step]) -> None:
            place.history.commit(place.snapshot(), f"before going back to {to}", f"runs/{run.id}")
            if tree:
                place.restore(tree)
                place.history.set_ref(
                    "heads/main", kept.head if kept else place.history.ref(f"{_start(run)}-head")
                )
                return
            for step in gone:  # kept by a release without checkpoints
                place.apply(replace(c, after=c.before, before=c.after) for c in reversed(step.changes))

        shutil.rmtree(copies(place.folder), ignore_errors=True)
        self.steps.rewind(run, to, files)

    def checkpoints(self, run_id: str) -> list[Checkpoint]:
        """Return the points that `rewind` goes back to: after every step, failed ones too.

        Raises:
            NotFoundError: there is no such run.
        """
        self.steps.run(run_id)
        return [Checkpoint(s.number, s.tool, s.failed, tuple(c.path for c in s.changes), bool(s.effects))
                for s in self.steps.steps(run_id) if s.state == "done"]  # fmt: skip

    # --- one step --------------------------------------------------------------------------------------

    def _mend(self, run: RunRow, place: Workspace) -> list[Step]:
        """Carry out the step that a crash left kept but not done; return all steps."""
        found = self.steps.steps(run.id)
        for number, step in enumerate(found):
            if step.state == "kept":
                found[number] = self._take_effect(run, place, step)
        return found

    def _add(self, run: RunRow, place: Workspace, done: list[Step], step: Step) -> Step:
        step = self._carry_out(run, place, step)
        done.append(step)
        if step.changes:
            local = any("local" in (run.task.privacy, s.privacy) for s in done)
            paths = frozenset(PurePosixPath(c.path).as_posix() for c in step.changes)
            self._marks[run.id] = self._marks_of(run).after(paths, outside=step.tainted, local=local)
        return step

    def _carry_out(self, run: RunRow, place: Workspace, step: Step) -> Step:
        if not step.changes and not step.effects:
            finished = replace(
                step, state="done", tree=place.snapshot(), head=place.history.ref("heads/main")
            )
            self.steps.keep(run, finished)
            return finished
        self.steps.keep(run, step)
        return self._take_effect(run, place, step)

    def _take_effect(self, run: RunRow, place: Workspace, step: Step) -> Step:
        place.apply(step.changes)
        tree = place.snapshot()
        if step.changes:
            place.history.commit(tree, f"{step.number} {step.tool}", f"runs/{run.id}")
        step = replace(step, tree=tree, head=place.history.ref("heads/main"))
        return self.steps.done(run, step, self._handlers)

    def _tainted(self, run: RunRow, done: Sequence[Step]) -> bool:
        """Tell whether outside text is in the run's context."""
        return (run.task.tainted or self._notes_outside.get(run.id, False) or described_outside(self._tools.values())
                or any(s.origin == "outside" for s in done))  # fmt: skip

    def _use(
        self, run: RunRow, place: Workspace, call: ToolCall, done: Sequence[Step], stopped: Callable[[], bool]
    ) -> Generator[Event, None, tuple[Step | None, bool]]:
        """Make a call; return its step, None while a person's answer is awaited, and whether it was denied."""
        tool = self._tools.get(call.name)
        if tool is None:
            text = f"not done: there is no tool {call.name!r}"
            return Step(len(done), "tool", "kept", text, call_id=call.id, tool=call.name, failed=True), False
        marks = self._marks_of(run)
        local = run.task.privacy == "local" or any(s.privacy == "local" for s in done)
        spent, budget = sum(s.cost_usd for s in done), run.task.budget_usd
        site = Site(run.id, call.id, len(done), place.folder, run.person, run.app_id, run.task, self._tainted(run, done), local,
                    marks.outside_patterns, tuple(s.tool for s in done if s.kind == "answer" and s.tool),
                    last_said(done), None if budget is None else max(0.0, budget - spent))  # fmt: skip
        made = Calling(tool, call, site, done, self._permissions, self._hooks, self._tools)
        watched = Watched(place, marks, site, lambda path: self._permissions.bars(call.name, (path,)))
        return (yield from made.use(watched, place, stopped))

    def _marks_of(self, run: RunRow) -> Marks:
        """Return what is known of the files of the run's workspace."""
        if run.id not in self._marks:
            self._marks[run.id] = self.steps.marks(run.folder, run.task.outside_paths)
        return self._marks[run.id]

    def _sent_on(self, reason: StopReason, done: Sequence[Step]) -> str:
        """Ask the hooks whether a run may end; return what it is told to do first, empty when it may."""
        last = done[-1].text if done else ""
        said = [words for hook in self._hooks.stop if (words := hook(reason, last))]
        before = any(s.kind == "told" and s.tool == SENT_ON for s in done)
        return "\n".join(said) if reason is StopReason.DONE and not before else ""

    def _told(self, done: Sequence[Step], text: str) -> Step:
        """Return the step with which the house tells the model something."""
        return Step(len(done), "told", "kept", text)

    def _shorten(
        self, run: RunRow, place: Workspace, done: list[Step], stopped: Callable[[], bool], *, tighter: bool = False
    ) -> float:  # fmt: skip
        """Tell older steps in short from now on; return what it cost in US dollars."""
        refill = refill_of(self._models, run, done, stopped)
        former = summary_of(done)
        step = self._add(
            run, place, done, fold(self.steps, run, place, done, self._budget, refill, tighter=tighter)
        )
        if former is not None and former.trail:
            done[former.number] = self.steps.thin(run, former.number)
        return step.cost_usd

    def _seen(self, place: Workspace, talk: tuple[Message, ...], done: Sequence[Step]) -> tuple[Message, ...]:
        """Return the conversation with the latest picture, when it is new and a model takes pictures."""
        fresh = [s for s in done[last_said(done) :] if s.image]
        roster = getattr(self._models, "roster", None)
        if not fresh or roster is None or not any(m.images for m in roster.models):
            return talk
        picture = Image(place.history.read(fresh[-1].image), privacy=fresh[-1].privacy)
        return (*talk[:-1], Message("person", (*talk[-1].parts, picture)))

    def _request(self, run: RunRow, place: Workspace, done: Sequence[Step]) -> Request:
        task, noted, marks = run.task, notes(place), self._marks_of(run)
        local = "local" in task.privacy or (bool(noted) and NOTES in marks.local)
        instructions = "\n\n".join(
            [*filter(None, [task.instructions]), *([f"# {NOTES}\n{noted}"] if noted else [])]
        )
        return Request(
            self._seen(place, conversation(task, done, effective(done, self._budget)), done), instructions=instructions,
            instructions_privacy="local" if local else "open", ask_strong=task.model == "strong",
            tools=tuple(t.spec for t in self._tools.values()), purpose=task.purpose, stakes=task.stakes,
            person=run.person, app_id=run.app_id, turn_id=run.id, max_tokens=most_tokens(self._models),
            prompt=task.prompt,
        )  # fmt: skip


def keep_answer(kept: Steps, run_id: str, question_id: str, yes: bool, *, always: bool = False) -> None:
    """Keep a person's answer; see `Agent.answer`."""
    run, steps = kept.run(run_id), kept.steps(run_id)
    asked = next((s.question for s in steps if s.question and s.question.id == question_id), None)
    tool = asked.tool if asked and yes and always and asked.reason == "policy" else ""
    if asked is not None and asked.run_id:
        keep_answer(kept, asked.run_id, question_id, yes, always=always)
    said = Step(len(steps), "answer", "done", "yes" if yes else "no", call_id=question_id, tool=tool)
    kept.keep(run, said)


def open_questions(steps: Sequence[Step]) -> list[Question]:
    """Return the questions that nobody answered yet, oldest first."""
    answered = {s.call_id for s in steps if s.kind == "answer"}
    return [s.question for s in steps if s.question and s.question.id not in answered]


def _noting(
    work: Generator[Event, None, tuple[Step | None, bool]], asked: list[Question]
) -> Generator[Event, None, tuple[Step | None, bool]]:
    """Pass events on, and note the questions among them."""
    while True:
        try:
            event = next(work)
        except StopIteration as end:
            return cast("tuple[Step | None, bool]", end.value)
        if event.question is not None:
            asked.append(event.question)
        yield event


def _said(number: int, reply: Reply, privacy: Privacy) -> Step:
    """Return a reply as a step; of one that was cut, only the words are kept."""
    cut = reply.truncated
    return Step(
        number, "model", "done", reply.text or ("[…]" if cut else ""), calls=() if cut else reply.calls,
        privacy=privacy, cost_usd=reply.cost_usd, cut=cut,
    )  # fmt: skip


def _start(run: RunRow) -> str:
    """Return the ref of the files before a run's first step."""
    return f"starts/{run.id}"


def _waiting(done: Sequence[Step]) -> list[ToolCall]:
    """Return the calls of the last words of the model that nothing came of yet."""
    answered = set()
    for step in reversed(done):
        if step.kind == "model":
            return [c for c in step.calls if c.id not in answered]
        if step.kind == "tool":
            answered.add(step.call_id)
    return []


def _repeats(done: Sequence[Step]) -> bool:
    """Tell whether the last calls were all the same, and their results too, or the last answers all cut."""
    said = [s.cut for s in done if s.kind == "model"][-SAME:]
    if len(said) == SAME and all(said):
        return True
    calls = [(c.name, dict(c.arguments)) for s in done if s.kind == "model" for c in s.calls][-SAME:]
    results = [s.text for s in done if s.kind == "tool"][-SAME:]
    return len(results) == SAME == len(calls) and all(c == calls[0] for c in calls) and len(set(results)) == 1
