"""The loop: ask a model, do what it calls for, tell it what came of it, until it says its last word.

Everything that happened stands in the steps; the conversation is made from them anew before each question, so
that a run goes on after a crash, on another day, or after a rewind, exactly where it was. Of old results only
their beginning is shown once the conversation is long.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from pathlib import Path

from calisson.errors import SandboxError, ToolError
from calisson.models import Message, Models, Reply, Request, Text, ToolCall, ToolResult
from calisson.models.types import Part, Privacy
from calisson.store import Database
from calisson.workshop.permissions import Permissions
from calisson.workshop.steps import RunRow, Step, Steps, Task
from calisson.workshop.tools import tools as usual_tools
from calisson.workshop.types import Event, Outcome, StopReason, WorkTool
from calisson.workshop.workspace import Workspace

SHOWN_CHARS = 120_000
"""Of all results together; past that the oldest ones are shortened."""
SHORT_CHARS = 200
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


class Agent:
    """Runs tasks in workspaces."""

    def __init__(
        self, models: Models, database: Database, permissions: Permissions | None = None, *,
        tools: Mapping[str, WorkTool] | None = None, hooks: Hooks | None = None,
    ) -> None:  # fmt: skip
        """Make an agent.

        Args:
            models: the door to models.
            database: where the steps are kept.
            permissions: what its calls may do; by default it may read, and asks nobody.
            tools: the tools by name; the usual ones by default.
            hooks: asked before and after every call.
        """
        self._models = models
        self._permissions = permissions or Permissions()
        self._tools = dict(usual_tools() if tools is None else tools)
        self._hooks = hooks or Hooks()
        self.steps = Steps(database)

    def start(self, task: Task, folder: Path, *, person: str = "me", app_id: str | None = None) -> str:
        """Keep a new run and return its id; `resume` does the work."""
        return self.steps.begin(task, str(folder), person, app_id)

    def resume(self, run_id: str, stopped: Callable[[], bool] = lambda: False) -> Iterator[Event]:
        """Do a run's work from where it is, and yield what happens.

        `stopped` is asked many times a second; true ends the run within a second, and it can be resumed.

        Raises:
            NotFoundError: there is no such run.
        """
        run = self.steps.run(run_id)
        place = Workspace(Path(run.folder))
        done = self._mend(run, place)
        cost = sum(s.cost_usd for s in done)
        if run.reason:
            self.steps.end(run, None)
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
                step, denied = self._use(run, place, call, len(done), stopped)
                if stopped():
                    continue  # the half-done call never happened; the next resume makes it anew
                done.append(self._carry_out(run, place, step))
                paths = tuple(c.path for c in step.changes)
                yield Event(
                    "denied" if denied else "result",
                    run.id,
                    step.number,
                    step.text,
                    call,
                    cost_usd=cost,
                    changed=paths,
                )
                continue
            else:
                request = self._request(run, done)
                reply = self._models.answer(request, stopped)
                if not reply.embedded:
                    step = _said(len(done), reply, request.privacy)
                    cost += step.cost_usd
                    done.append(self._carry_out(run, place, step))
                    yield Event("said", run.id, step.number, step.text, cost_usd=cost)
                    continue
                reason = StopReason.STOPPED if stopped() else StopReason.NO_MODEL
            self.steps.end(run, reason)
            yield Event(
                "ended", run.id, len(done), done[-1].text if done else "", reason=reason, cost_usd=cost
            )
            return

    def rewind(self, run_id: str, to: int) -> None:
        """Bring files and conversation back to what they were after step `to` (-1: before the first one)."""
        run = self.steps.run(run_id)
        place = Workspace(Path(run.folder))
        for step in reversed(self._mend(run, place)):
            if step.number > to:
                place.apply(replace(c, after=c.before, before=c.after) for c in reversed(step.changes))
        self.steps.cut(run, to)
        self.steps.end(run, None)

    # --- one step --------------------------------------------------------------------------------------

    def _mend(self, run: RunRow, place: Workspace) -> list[Step]:
        """Carry out the step that a crash left kept but not done; return all steps."""
        found = self.steps.steps(run.id)
        for number, step in enumerate(found):
            if step.state == "kept":
                place.apply(step.changes)
                self.steps.done(run, step.number)
                found[number] = replace(step, state="done")
        return found

    def _carry_out(self, run: RunRow, place: Workspace, step: Step) -> Step:
        if not step.changes:
            finished = replace(step, state="done")
            self.steps.keep(run, finished)
            return finished
        self.steps.keep(run, step)
        place.apply(step.changes)
        self.steps.done(run, step.number)
        return replace(step, state="done")

    def _use(
        self, run: RunRow, place: Workspace, call: ToolCall, number: int, stopped: Callable[[], bool]
    ) -> tuple[Step, bool]:
        tool = self._tools.get(call.name)
        refusal = f"there is no tool {call.name!r}" if tool is None else self._refusal(call, tool)
        denied = bool(refusal) and tool is not None
        if refusal or tool is None:
            outcome = Outcome(f"not done: {refusal}", failed=True)
        else:
            try:
                outcome = tool(place, call.arguments, stopped)
                for hook in self._hooks.after:
                    outcome = hook(call, outcome)
            except (ToolError, SandboxError) as error:
                outcome = Outcome(f"failed: {error}", failed=True)
        local = "local" in (call.privacy, outcome.privacy, run.task.privacy)
        return Step(number, "tool", "kept", outcome.text, call_id=call.id, tool=call.name, failed=outcome.failed,
                    changes=outcome.changes, privacy="local" if local else "open"), denied  # fmt: skip

    def _refusal(self, call: ToolCall, tool: WorkTool) -> str:
        for hook in self._hooks.before:
            why = hook(call)
            if why:
                return why
        return self._permissions.refusal(call, tool.reach)

    def _request(self, run: RunRow, done: Sequence[Step]) -> Request:
        task = run.task
        return Request(
            _conversation(task, done), instructions=task.instructions, instructions_privacy=task.privacy,
            tools=tuple(t.spec for t in self._tools.values()), purpose=task.purpose, stakes=task.stakes,
            person=run.person, app_id=run.app_id, turn_id=run.id,
        )  # fmt: skip


def _said(number: int, reply: Reply, privacy: Privacy) -> Step:
    return Step(
        number, "model", "done", reply.text, calls=reply.calls, privacy=privacy, cost_usd=reply.cost_usd
    )


def _waiting(done: Sequence[Step]) -> list[ToolCall]:
    """Return the calls of the last words of the model that nothing came of yet."""
    answered = set()
    for step in reversed(done):
        if step.kind == "model":
            return [c for c in step.calls if c.id not in answered]
        answered.add(step.call_id)
    return []


def _repeats(done: Sequence[Step]) -> bool:
    """Tell whether the last calls were all the same, and their results too."""
    calls = [(c.name, dict(c.arguments)) for s in done if s.kind == "model" for c in s.calls][-SAME:]
    results = [s.text for s in done if s.kind == "tool"][-SAME:]
    return len(results) == SAME == len(calls) and all(c == calls[0] for c in calls) and len(set(results)) == 1


def _conversation(task: Task, done: Sequence[Step]) -> tuple[Message, ...]:
    """Return the conversation so far; the oldest results are shortened when all are too long."""
    room, short = SHOWN_CHARS, set[int]()
    for step in reversed(done):
        if step.kind == "tool":
            room -= len(step.text)
            if room < 0 and len(step.text) > SHORT_CHARS:
                short.add(step.number)
    messages: list[Message] = [Message("person", (Text(task.text, task.privacy),))]
    results: list[Part] = []
    for step in done:
        if step.kind == "tool":
            text = f"{step.text[:SHORT_CHARS]} […]" if step.number in short else step.text
            results.append(ToolResult(step.call_id, step.tool, text or "(nothing)", step.privacy))
            continue
        if results:
            messages.append(Message("person", tuple(results)))
            results = []
        words: tuple[Part, ...] = (Text(step.text, _label(task, step)),) if step.text else ()
        messages.append(Message("model", (*words, *step.calls)))
    if results:
        messages.append(Message("person", tuple(results)))
    return tuple(messages)


def _label(task: Task, step: Step) -> Privacy:
    return "local" if "local" in (task.privacy, step.privacy) else "open"
