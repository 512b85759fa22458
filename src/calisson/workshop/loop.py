"""The loop: ask a model, do what it calls for, tell it what came of it, until it says its last word.

Everything that happened stands in the steps; the conversation is made from them anew before each question, so
that a run goes on after a crash, on another day, or after a rewind, exactly where it was. Of old results only
their beginning is shown once the conversation is long.
"""

from __future__ import annotations

import hashlib
import json
import shutil
from collections.abc import Callable, Generator, Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from pathlib import Path, PurePosixPath

from calisson.errors import SandboxError, ToolError
from calisson.ids import new_id
from calisson.models import Message, Reply, Request, Text, ToolCall
from calisson.models.prompts import render
from calisson.models.types import Image, Privacy
from calisson.store import Database
from calisson.workshop.context import Budget, conversation, coverable, notes, size, state, words
from calisson.workshop.effects import Handler
from calisson.workshop.permissions import Permissions, Ruling
from calisson.workshop.provenance import (
    Question,
    Target,
    beyond,
    described_outside,
    powers_of,
    targets_of,
)
from calisson.workshop.steps import RunRow, Step, Steps, Task
from calisson.workshop.subagents import copies
from calisson.workshop.tools import NOTES
from calisson.workshop.tools import tools as usual_tools
from calisson.workshop.types import Change, Engine, Event, Lasting, Outcome, Site, StopReason, WorkTool
from calisson.workshop.workspace import Marks, Watched, Workspace

SAID_NO = "the person said no"
SAME = 3
"""So many equal calls in a row end a run."""

Before = Callable[[ToolCall], str]
"""A hook before a call: returns why it may not be made; empty when it may."""
After = Callable[[ToolCall, Outcome], Outcome]
"""A hook after a call: may change what came of it, before it takes effect."""


@dataclass(frozen=True, slots=True)
class Hooks:
    """What is asked before and after every call."""

    before: tuple[Before, ...] = ()
    after: tuple[After, ...] = ()


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
            hooks: asked before and after every call.
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
            elif done and done[-1].kind == "model" and not done[-1].calls:
                reason = StopReason.DONE
            elif _repeats(done):
                reason = StopReason.REPETITION
            elif len(done) >= run.task.most_steps:
                reason = StopReason.STEPS
            elif waiting:
                call = waiting[0]
                yield Event("call", run.id, len(done), call=call, cost_usd=cost)
                step, denied = yield from self._use(run, place, call, done, stopped)
                if stopped():
                    continue  # the half-done call never happened; the next resume makes it anew
                if step is not None:
                    step = self._add(run, place, done, step)
                    cost += step.cost_usd
                    paths = tuple(c.path for c in step.changes)
                    yield Event("denied" if denied else "result", run.id, step.number, step.text, call, cost_usd=cost,
                                changed=paths, origin=step.origin)  # fmt: skip
                    continue
                reason = StopReason.WAITING
            else:
                request = self._request(run, place, done)
                if size(request.messages) > self._budget.whole_chars and _summed(done) < coverable(done):
                    self._add(run, place, done, self._summary(run, place, done, stopped))
                    continue
                reply = self._models.answer(request, stopped)
                if not reply.embedded:
                    step = _said(len(done), reply, request.privacy)
                    cost += step.cost_usd
                    self._add(run, place, done, step)
                    yield Event("said", run.id, step.number, step.text, cost_usd=cost)
                    continue
                too_long = any(f.kind == "ModelContextError" for f in reply.failures)
                if too_long and not stopped() and _summed(done) < coverable(done):
                    self._add(run, place, done, self._summary(run, place, done, None))
                    continue
                reason = StopReason.STOPPED if stopped() else StopReason.NO_MODEL
            self.steps.end(run, reason)
            if reason is StopReason.DONE:
                shutil.rmtree(copies(place.folder), ignore_errors=True)
            yield Event("ended", run.id, len(done), done[-1].text if done else "", reason=reason, cost_usd=cost,
                        origin="outside" if self._tainted(run, done) else "own")  # fmt: skip
            return

    def answer(self, run_id: str, question_id: str, yes: bool) -> None:
        """Keep a person's answer to a question of a run that waits; `resume` goes on with it.

        It counts for exactly the call that was asked about.

        Raises:
            NotFoundError: there is no such run.
        """
        run = self.steps.run(run_id)
        number = len(self.steps.steps(run_id))
        self.steps.keep(run, Step(number, "answer", "done", "yes" if yes else "no", call_id=question_id))

    def rewind(self, run_id: str, to: int) -> None:
        """Bring files, the household's data and the conversation back to what they were after step `to` (-1: before the first).

        Raises:
            NotFoundError: there is no such run.
            ConflictError: what a step did to the home's data was changed again since; nothing is taken back.
        """
        run = self.steps.run(run_id)
        place = Workspace(Path(run.folder))
        kept = next((s for s in self._mend(run, place) if s.number == to), None)
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
        tools = self._tools.values()
        notes_outside = self._notes_outside.get(run.id, False)
        return (
            run.task.tainted
            or notes_outside
            or described_outside(tools)
            or any(s.origin == "outside" for s in done)
        )

    def _use(
        self, run: RunRow, place: Workspace, call: ToolCall, done: Sequence[Step], stopped: Callable[[], bool]
    ) -> Generator[Event, None, tuple[Step | None, bool]]:
        """Make a call; return its step, None while a person's answer is awaited, and whether it was denied."""
        number, task = len(done), run.task
        tool = self._tools.get(call.name)
        if tool is None:
            text = f"not done: there is no tool {call.name!r}"
            return Step(number, "tool", "kept", text, call_id=call.id, tool=call.name, failed=True), False
        powers, grants = powers_of(tool), task.granted
        tainted = self._tainted(run, done)
        over: tuple[Target, ...] = ()
        if (
            tainted and tool.reach != "run"
        ):  # a program works on a copy: it is what it changed that counts, below
            over = beyond(
                grants, call.name, powers, targets_of(tool, call.arguments), self._known(task, done)
            )
        why = next((w for h in self._hooks.before if (w := h(call))), "")
        ruling = self._permissions.ruling(call, tool.reach)
        if not why and ruling.verdict == "deny":
            why = ruling.why
        if ruling.verdict == "ask" and tool.reach == "send" and not tainted:
            named = targets_of(tool, call.arguments)
            if named and not beyond(grants, call.name, powers, named, lambda url: True):
                ruling = Ruling("allow")  # the person's own words named the place
        private = powers.leaves and self._keeps_private(run, tool, call, done)
        if not why and (over or private or ruling.verdict == "ask"):
            answer = yield from self._ask(run, call, over, done, private=private)
            if answer is None:
                return None, False
            why = answer
        outcome = Outcome(f"not done: {why}", failed=True, origin="own")
        if not why:
            marks = self._marks_of(run)
            site = Site(
                run.id,
                call.id,
                number,
                place.folder,
                run.person,
                run.app_id,
                task,
                tainted,
                marks.outside_patterns,
            )
            watched = Watched(place, marks, site)
            try:
                outcome = tool(watched, call.arguments, stopped)
                theirs = outcome.origin == "outside"
                for hook in self._hooks.after:
                    outcome = hook(call, outcome)
                    theirs = theirs or outcome.origin == "outside"
                place.check(outcome.changes)
            except (ToolError, SandboxError) as error:
                outcome, theirs = Outcome(f"failed: {error}", failed=True), False
            if watched.local:
                outcome = replace(outcome, privacy="local")
            if theirs or (outcome.origin is None and (powers.reads_outside or watched.outside)):
                outcome = replace(outcome, origin="outside")
            tainted = tainted or outcome.origin == "outside"
            if tainted and outcome.changes and not stopped():
                wanted = _changed(outcome.changes)
                late = beyond(grants, call.name, replace(powers, changes=True), wanted, lambda url: False)
                late = tuple(t for t in late if t not in over)
                if late:
                    answer = yield from self._ask(run, call, late, done)
                    if answer is None:
                        return None, False
                    if answer:
                        why = answer
                        outcome = Outcome(f"not done: {why}", failed=True, origin=outcome.origin)
        local = "local" in (call.privacy, outcome.privacy, task.privacy)
        step = Step(
            number, "tool", "kept", outcome.text, call_id=call.id, tool=call.name, failed=outcome.failed,
            changes=outcome.changes, privacy="local" if local else "open", origin=outcome.origin or "own", tainted=tainted,
            cost_usd=outcome.cost_usd, effects=outcome.effects, turn_id=new_id("turn") if outcome.effects else "",
            image=place.history.put("blob", outcome.image) if outcome.image else "",
        )  # fmt: skip
        return step, bool(why)

    def _ask(
        self,
        run: RunRow,
        call: ToolCall,
        over: tuple[Target, ...],
        done: Sequence[Step],
        *,
        private: bool = False,
    ) -> Generator[Event, None, str | None]:
        """Ask a person; return why the call may not be made, empty when it may, None while nobody has answered."""
        question = _question(call, over, done, private)
        for step in done:
            if step.kind == "answer" and step.call_id == question.id:
                return "" if step.text == "yes" else SAID_NO
        yield Event("question", run.id, len(done), call=call, question=question,
                    origin="outside" if over else "own", cost_usd=sum(s.cost_usd for s in done))  # fmt: skip
        if self._permissions.approve is not None:
            return "" if self._permissions.approve(call) else SAID_NO
        if self._permissions.wait:
            return None
        beyond_ = (
            f"; beyond what was asked for: {', '.join(f'{t.kind} {t.name}' for t in over)}" if over else ""
        )
        return f"it needs a person's yes, and nobody is there to ask{beyond_}"

    def _keeps_private(self, run: RunRow, tool: WorkTool, call: ToolCall, done: Sequence[Step]) -> bool:
        """Tell whether a call could carry away what may not leave the house; an address that the person said cannot."""
        if run.task.privacy != "local" and all(s.privacy != "local" for s in done):
            return False
        targets = targets_of(tool, call.arguments)
        return not targets or not all(t.kind == "host" and t.url and t.url in run.task.text for t in targets)

    def _marks_of(self, run: RunRow) -> Marks:
        """Return what is known of the files of the run's workspace."""
        if run.id not in self._marks:
            self._marks[run.id] = self.steps.marks(run.folder, run.task.outside_paths)
        return self._marks[run.id]

    def _summary(
        self, run: RunRow, place: Workspace, done: Sequence[Step], stopped: Callable[[], bool] | None
    ) -> Step:
        """Return the step that tells what came before the model's last words; without `stopped` no model is asked."""
        covers, cost, said = coverable(done), 0.0, ""
        local = any("local" in (run.task.privacy, s.privacy) for s in done[:covers])
        if stopped is not None:
            request = self._request(run, place, done)
            last = request.messages[-1]
            asked = Message("person", (*last.parts, Text(render("compact").text)))
            request = replace(request, messages=(*request.messages[:-1], asked), purpose="compact")
            reply = self._models.answer(request, stopped)
            said, cost = reply.text, reply.cost_usd
        text = f"# So far\n{said or words(done[:covers])}\n\n{state(done, place)}"
        return Step(
            len(done),
            "summary",
            "kept",
            text,
            covers=covers,
            cost_usd=cost,
            privacy="local" if local else "open",
        )

    def _known(self, task: Task, done: Sequence[Step]) -> Callable[[str], bool]:
        """Return whether an address was named by the person, or by a page before the model ever said it."""

        def known(url: str) -> bool:
            if url in task.text or any(url in p.text for p in task.material):
                return True
            for step in done[: _last_said(done)]:
                if step.kind == "model" and (
                    url in step.text or any(url in str(c.arguments) for c in step.calls)
                ):
                    return False
                tool = self._tools.get(step.tool)
                if (
                    tool is not None
                    and powers_of(tool).leaves
                    and step.origin == "outside"
                    and url in step.text
                ):
                    return True
            return False

        return known

    def _seen(self, place: Workspace, talk: tuple[Message, ...], done: Sequence[Step]) -> tuple[Message, ...]:
        """Return the conversation with the latest picture, when it is new and a model takes pictures."""
        fresh = [s for s in done[_last_said(done) :] if s.image]
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
            self._seen(place, conversation(task, done, self._budget), done), instructions=instructions,
            instructions_privacy="local" if local else "open", ask_strong=task.model == "strong",
            tools=tuple(t.spec for t in self._tools.values()), purpose=task.purpose, stakes=task.stakes,
            person=run.person, app_id=run.app_id, turn_id=run.id,
        )  # fmt: skip


def _said(number: int, reply: Reply, privacy: Privacy) -> Step:
    return Step(
        number, "model", "done", reply.text, calls=reply.calls, privacy=privacy, cost_usd=reply.cost_usd
    )


def _start(run: RunRow) -> str:
    """Return the ref of the files before a run's first step."""
    return f"starts/{run.id}"


def _summed(done: Sequence[Step]) -> int:
    """Return how many steps the last summary tells."""
    return next((s.covers for s in reversed(done) if s.kind == "summary"), 0)


def _last_said(done: Sequence[Step]) -> int:
    """Return the place of the model's last words."""
    return max((n for n, step in enumerate(done) if step.kind == "model"), default=0)


def _question(call: ToolCall, over: tuple[Target, ...], done: Sequence[Step], private: bool) -> Question:
    """Return the question about a call; its id tells calls apart that differ in anything at all."""
    parts = [
        _last_said(done),
        call.id,
        call.name,
        call.arguments,
        [[t.kind, t.name, t.url] for t in over],
        private,
    ]
    digest = hashlib.sha256(json.dumps(parts, sort_keys=True, default=str).encode()).hexdigest()
    return Question(
        digest[:24], call.id, call.name, "outside" if over else "private" if private else "policy", over
    )


def _changed(changes: Sequence[Change]) -> list[Target]:
    """Return what changes of files touch."""
    deleted = [Target("delete", c.path) for c in changes if c.after is None]
    return [Target("path", c.path) for c in changes] + deleted


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
    """Tell whether the last calls were all the same, and their results too."""
    calls = [(c.name, dict(c.arguments)) for s in done if s.kind == "model" for c in s.calls][-SAME:]
    results = [s.text for s in done if s.kind == "tool"][-SAME:]
    return len(results) == SAME == len(calls) and all(c == calls[0] for c in calls) and len(set(results)) == 1
