"""One call of a tool: may it be made, what came of it, may that take effect; a person is asked where neither is sure.

Three things are asked, in this order: the hooks and the household's permissions; what outside text in the context
leaves of the request (`provenance`); and whether something that may not leave the house could leave by it. A program
that only changes files works on a copy, so it is run first, and what it changed is ruled on before it takes effect.
"""

from __future__ import annotations

import hashlib
import json
from collections.abc import Callable, Generator, Mapping, Sequence
from dataclasses import dataclass, replace

from calisson.errors import SandboxError, ToolError
from calisson.ids import new_id
from calisson.models import ToolCall
from calisson.models.heard import words
from calisson.store import IMPORTED
from calisson.workshop.permissions import DENIED, Permissions, Ruling
from calisson.workshop.provenance import Powers, Question, Target, beyond, powers_of, targets_of
from calisson.workshop.steps import Step
from calisson.workshop.types import Change, Event, Outcome, Site, StopReason, WorkTool
from calisson.workshop.workspace import Watched, Workspace

SAID_NO = "the person said no"
ON_COPIES = Powers(changes=True)
"""A program that only changes files: it works on a copy, and what it changed is ruled on."""

Before = Callable[[ToolCall], str]
"""A hook before a call: returns why it may not be made; empty when it may."""
After = Callable[[ToolCall, Outcome], Outcome]
"""A hook after a call: may change what came of it, before it takes effect."""
Stop = Callable[[StopReason, str], str]
"""A hook before a run ends, told how it would end and its last words: words of its own send one that is done on, once."""
Asking = Generator[Event, None, str | None]
"""Yields a question; returns why a call may not be made, empty when it may, None while nobody has answered."""


@dataclass(frozen=True, slots=True)
class Hooks:
    """What is asked before and after every call, and before a run ends, however it does."""

    before: tuple[Before, ...] = ()
    after: tuple[After, ...] = ()
    stop: tuple[Stop, ...] = ()


@dataclass(frozen=True, slots=True)
class Calling:
    """One call, where it is made from, and who rules on it."""

    tool: WorkTool
    call: ToolCall
    site: Site
    done: Sequence[Step]
    permissions: Permissions
    hooks: Hooks
    tools: Mapping[str, WorkTool]

    def use(
        self, files: Watched, place: Workspace, stopped: Callable[[], bool]
    ) -> Generator[Event, None, tuple[Step | None, bool]]:
        """Make the call; return its step, None while a person's answer is awaited, and whether it was denied."""
        powers = powers_of(self.tool)
        over: tuple[Target, ...] = ()
        if self.site.tainted and not (self.tool.reach == "run" and powers == ON_COPIES):
            over = self._beyond(powers, targets_of(self.tool, self.call.arguments), self._known)
        after = bool(getattr(self.tool, "asks_after", False)) and not over
        why = yield from self._allowed(powers, over, after=after)
        if why is None:
            return None, False
        if why:
            return self._step(
                place, Outcome(f"not done: {why}", failed=True, origin="own"), self.site.tainted
            ), True
        outcome = self._made(files, place, powers, stopped)
        if self.permissions.bars(self.call.name, (c.path for c in outcome.changes)):
            gone = Outcome(f"not done: {DENIED}", failed=True, origin=outcome.origin, privacy=outcome.privacy)
            return self._step(place, gone, self.site.tainted or outcome.origin == "outside"), True
        if outcome.asked and not stopped():
            for question in outcome.asked:
                yield Event("question", self.site.run_id, len(self.done), call=self.call, question=question)
            return None, False
        tainted = self.site.tainted or outcome.origin == "outside"
        if after and outcome.effects and not stopped():
            wanted = targets_of(self.tool, self.call.arguments)
            late = self._beyond(powers, wanted, self._known) if tainted else ()
            asks = late or self._ruled().verdict == "ask"
            why = (yield from self._ask(late, shown=outcome.shown)) if asks else ""
            if why is None:
                return None, False
            if why:
                outcome = Outcome(
                    f"not done: {why}", failed=True, origin=outcome.origin, privacy=outcome.privacy
                )
            return self._step(place, outcome, tainted), bool(why)
        if tainted and outcome.changes and not stopped():
            changed = self._beyond(
                replace(powers, changes=True), _targets(outcome.changes), lambda url: False
            )
            late = tuple(t for t in changed if t not in over)
            why = (yield from self._ask(late)) if late else ""
            if why is None:
                return None, False
            if why:
                outcome = Outcome(
                    f"not done: {why}", failed=True, origin=outcome.origin, privacy=outcome.privacy
                )
        return self._step(place, outcome, tainted), bool(why)

    def _ruled(self) -> Ruling:
        """Return what the household's permissions say, and what a person allowed for the whole run."""
        ruling = self.permissions.ruling(self.call, self.tool.reach)
        return Ruling("allow") if ruling.verdict == "ask" and self.call.name in self.site.allowed else ruling

    def _allowed(self, powers: Powers, over: tuple[Target, ...], *, after: bool = False) -> Asking:
        for hook in self.hooks.before:
            if why := hook(self.call):
                return why
        ruling = self._ruled()
        if ruling.verdict == "deny":
            return ruling.why
        if ruling.verdict == "ask" and self.tool.reach == "send" and not self.site.tainted:
            named = targets_of(self.tool, self.call.arguments)
            if named and not self._beyond(powers, named, lambda url: True):
                ruling = Ruling("allow")  # the person's own words named the place
        private = powers.leaves and self._carries_private()
        if over or private or (ruling.verdict == "ask" and not after):
            return (yield from self._ask(over, private=private))
        return ""

    def _made(self, files: Watched, place: Workspace, powers: Powers, stopped: Callable[[], bool]) -> Outcome:
        """Return what the call comes to, with whose words it holds and whether they may leave the house."""
        found: list[Outcome] = []
        try:
            found.append(self.tool(files, self.call.arguments, stopped))
            for hook in self.hooks.after:
                found.append(hook(self.call, found[-1]))
            place.check(found[-1].changes)
            outcome = found[-1]
        except (ToolError, SandboxError) as error:
            outcome = Outcome(f"failed: {error}", failed=True)
        if files.local or any(o.privacy == "local" for o in found):
            outcome = replace(outcome, privacy="local")
        theirs = any(o.origin == "outside" for o in found)
        if theirs or (outcome.origin is None and (powers.reads_outside or files.outside)):
            outcome = replace(outcome, origin="outside")
        return outcome

    def _step(self, place: Workspace, outcome: Outcome, tainted: bool) -> Step:
        local = "local" in (self.call.privacy, outcome.privacy, self.site.task.privacy)
        turn_id = new_id(IMPORTED if tainted else "turn") if outcome.effects else ""
        return Step(
            self.site.step, "tool", "kept", words(outcome.text), call_id=self.call.id, tool=self.call.name, failed=outcome.failed,
            changes=outcome.changes, privacy="local" if local else "open", origin=outcome.origin or "own", tainted=tainted,
            cost_usd=outcome.cost_usd, effects=outcome.effects, turn_id=turn_id,
            image=place.history.put("blob", outcome.image) if outcome.image else "",
        )  # fmt: skip

    # --- ruling ----------------------------------------------------------------------------------------

    def _beyond(
        self, powers: Powers, targets: Sequence[Target], known: Callable[[str], bool]
    ) -> tuple[Target, ...]:
        return beyond(self.site.task.granted, self.call.name, powers, targets, known)

    def _ask(
        self, over: tuple[Target, ...], *, private: bool = False, shown: Mapping[str, str] | None = None
    ) -> Asking:
        question = self._question(over, private)
        question = replace(question, arguments=shown) if shown else question
        for step in self.done:
            if step.kind == "answer" and step.call_id == question.id:
                return "" if step.text == "yes" else SAID_NO
        yield Event("question", self.site.run_id, len(self.done), call=self.call, question=question,
                    origin="outside" if over else "own", cost_usd=sum(s.cost_usd for s in self.done))  # fmt: skip
        if self.permissions.approve is not None:
            return "" if self.permissions.approve(self.call) else SAID_NO
        if self.permissions.wait:
            return None
        named = ", ".join(f"{t.kind} {t.name}" for t in over)
        return "it needs a person's yes, and nobody is there to ask" + (
            f"; beyond what was asked for: {named}" if over else ""
        )

    def _question(self, over: tuple[Target, ...], private: bool) -> Question:
        """Return the question about the call; its id tells calls apart that differ in anything at all."""
        call, wanted = self.call, [[t.kind, t.name, t.url] for t in over]
        parts = [last_said(self.done), call.id, call.name, call.arguments, wanted, private]
        digest = hashlib.sha256(json.dumps(parts, sort_keys=True, default=str).encode()).hexdigest()
        return Question(
            digest[:24], call.id, call.name, "outside" if over else "private" if private else "policy", over,
            arguments=call.arguments,
        )  # fmt: skip

    def _carries_private(self) -> bool:
        """Tell whether the call could carry away what may not leave the house; an address that the person said cannot."""
        targets = targets_of(self.tool, self.call.arguments)
        said = self.site.task.text
        return self.site.local and not (
            targets and all(t.kind == "host" and t.url and t.url in said for t in targets)
        )

    def _known(self, url: str) -> bool:
        """Return whether an address was named by the person, or by a page before the model ever said it."""
        task = self.site.task
        if url in task.text or any(url in p.text for p in task.material):
            return True
        for step in self.done[: last_said(self.done)]:
            if step.kind == "model" and (
                url in step.text or any(url in str(c.arguments) for c in step.calls)
            ):
                return False
            tool = self.tools.get(step.tool)
            if tool is not None and powers_of(tool).leaves and step.origin == "outside" and url in step.text:
                return True
        return False


def last_said(done: Sequence[Step]) -> int:
    """Return the place of the model's last words."""
    return max((n for n, step in enumerate(done) if step.kind == "model"), default=0)


def _targets(changes: Sequence[Change]) -> list[Target]:
    """Return what changes of files touch."""
    deleted = [Target("delete", c.path) for c in changes if c.after is None]
    return [Target("path", c.path) for c in changes] + deleted
