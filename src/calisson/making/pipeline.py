"""The work itself: draft, check, repair up to three times, review, choose.

    made = make(models, wish, work, watch)

The best version so far is always kept; the same answer twice in a row ends the rounds; a person ends them within
a second. Numbered differences from letting a model loop until it says that it is done: 1. it is never asked
whether it is; 2. what does not hold goes back as data with its place; 3. a round that makes it worse is dropped.
"""

from __future__ import annotations

import json
import time
from base64 import b64encode
from collections.abc import Callable
from dataclasses import dataclass, field
from typing import Any, Protocol, runtime_checkable

from calisson.apps import AppSpec
from calisson.making import second, shape
from calisson.making.check import Plan
from calisson.making.desk import Work
from calisson.making.others import asks_others, for_model
from calisson.making.trying import Eyes, tried
from calisson.making.types import Draft, Ending, Finding, Look, Made, Progress, Step, Wish
from calisson.models import Message, Models, Reply, Request, Text
from calisson.models.prompts import outside, render

ROUNDS = 3
"""Repairs after the first draft."""

MAX_TOKENS = 8192
TIMEOUT_S = 120.0
"""Of one answer, in seconds."""

LONGEST_S = 600.0
"""After so many seconds no further answer is asked for."""

Watch = Callable[[Progress], None]


@runtime_checkable
class Waking(Protocol):
    """Eyes that take a while to open."""

    def wake(self) -> None:
        """Get ready to look; returns at once."""


_ENDINGS = {
    "Stopped": Ending.STOPPED, "ModelRefusedError": Ending.REFUSED, "ModelBudgetError": Ending.BUDGET,
    "ModelPrivacyError": Ending.PRIVACY, "ModelTimeoutError": Ending.TIMEOUT, "ModelRateError": Ending.RATE,
    "ModelOverloadError": Ending.RATE, "ModelConnectionError": Ending.CONNECTION,
}  # fmt: skip


def nobody(_: Progress) -> None:
    """Watch nothing."""


@dataclass(slots=True)
class Job:
    """One wish being worked on."""

    models: Models
    wish: Wish
    work: Work
    watch: Watch
    plan: Plan | None
    look: Eyes | None
    other: AppSpec | None = None
    looked: Look = field(default_factory=lambda: Look((), "server"))
    drafts: list[Draft] = field(default_factory=list)
    decisions: list[str] = field(default_factory=list)
    timeout_s: float = TIMEOUT_S
    begun: float = field(default_factory=time.monotonic)
    cost_usd: float = 0.0
    model_s: float = 0.0
    tokens: int = 0

    def tell(self, step: Step, round: int = 0, **data: Any) -> None:
        """Tell whoever watches what happened."""
        cost = {"cost_usd": round_usd(self.cost_usd), "tokens": self.tokens}
        self.watch(Progress(self.work.run, step, round, {**data, **cost}))

    # --- asking ----------------------------------------------------------------------------------------

    def ask(self, messages: tuple[Message, ...], purpose: str, **more: Any) -> Reply:
        """Ask a model, or return the answer that a crash left behind."""
        kept = self.work.answer()
        if kept is not None:
            return Reply(data=kept["data"], model=kept["model"], decision=kept["decision"])
        reply = self.models.answer(self.request(messages, purpose, **more), self.work.stopped)
        self.book(reply)
        if not reply.embedded:
            self.work.keep({"data": reply.data, "model": reply.model, "decision": reply.decision})
        return reply

    def request(self, messages: tuple[Message, ...], purpose: str, **more: Any) -> Request:
        """Return the request of a step; `more` goes before what is usual."""
        from babel import Locale

        eyes: object = self.look
        if isinstance(eyes, Waking):
            eyes.wake()  # while the model works
        wish = self.wish
        prompt = render("draft_app", today=wish.today, zone=wish.zone,
                        language=str(Locale.parse(wish.language).english_name))  # fmt: skip
        given = {"schema": shape.schema(asks_others(wish)), **more}
        return Request(
            messages, instructions=prompt.text, prompt=prompt.id, purpose=purpose,
            stakes="low" if wish.stakes == "ordinary" or purpose in ("draft", "test") else "high", max_tokens=MAX_TOKENS,
            timeout_s=self.timeout_s, person=wish.person, app_id=wish.app.id if wish.app else None,
            turn_id=wish.turn_id, **given,
        )  # fmt: skip

    def book(self, reply: Reply) -> None:
        """Count what an answer cost."""
        if reply.decision:
            self.decisions.append(reply.decision)
        self.cost_usd += reply.cost_usd
        self.model_s += reply.duration_s
        self.tokens += reply.usage.input_tokens + reply.usage.output_tokens

    def shown(self, spec: AppSpec) -> str:
        """Return a specification as a prompt shows it."""
        return _json(spec)

    def task(self) -> Message:
        """Return the first message: the wish and what it begins with."""
        wish, base = self.wish, self.wish.base
        start = ""
        if self.other is not None:
            start = render("draft_other", spec=_json(self.other)).text
        elif base is not None:
            name = "draft_change" if wish.app else "draft_start"
            start = render(name, spec=_json(base)).text
        if wish.others:
            shown = _inert(json.dumps(for_model(wish.others), ensure_ascii=False))
            start = f"{start}\n\n{render('draft_others', apps=shown).text}".strip()
        return _person(render("draft_task", request=wish.text, start=start).text)

    # --- judging ---------------------------------------------------------------------------------------

    def judged(self, reply: Reply) -> Draft:
        """Return an answer with everything that our own checks find in it."""
        wish = self.wish
        text = json.dumps(reply.data, ensure_ascii=False, sort_keys=True)
        found = tried(
            reply.data, wish.base, language=wish.language, live=wish.app.spec if wish.app else None, others=wish.others,
            plan=self.plan, look=self.look, stopped=self.work.stopped, looking=lambda: self.tell("look"),
        )  # fmt: skip
        self.looked = found.looked or self.looked
        picture = found.looked.picture if found.looked else b""
        draft = Draft(found.spec, found.findings, text, reply.model, picture=picture)
        self.drafts.append(draft)
        return draft

    def reported(self, draft: Draft, round: int) -> None:
        """Tell what came of a draft."""
        from calisson.apps.checks import with_checks

        counts = {
            "checks": len(with_checks(draft.spec).checks) if draft.spec else 0,
            "views": len(draft.spec.views) if draft.spec else 0,
        }
        self.tell("check", round, passed=draft.passes, model=draft.model, **counts,
                  findings=[f.as_dict() for f in draft.findings])  # fmt: skip
        if draft.passes and draft.spec is not None:
            shown = {"picture": data_uri(draft.picture)} if draft.picture else {}
            self.tell("preview", round, spec=draft.spec.as_dict(), **shown)


def make(
    models: Models, wish: Wish, work: Work, watch: Watch = nobody, *, plan: Plan | None = None,
    look: Eyes | None = None, other: AppSpec | None = None, timeout_s: float | None = None,
) -> Made:  # fmt: skip
    """Work on a wish until a draft holds, the rounds are over, or somebody stops it. Nothing is published.

    Args:
        models: the door to models; none of its failures raises here.
        wish: what is wanted.
        work: by which it is stopped and which keeps the answers.
        watch: is told what happens; must not block.
        plan: a dry run on the records of the app that is changed.
        look: opens the views; None leaves that out.
        other: a design that the new one has to differ from.
        timeout_s: how long one answer may take; None means `TIMEOUT_S`.
    """
    job = Job(models, wish, work, watch, plan, look, other, timeout_s=timeout_s or TIMEOUT_S)
    job.tell("plan", steps=["draft", "check", *(["look"] if look else []), "publish"], text=wish.text[:300])
    ending, best = _rounds(job)
    reviewed = False
    claims: tuple[Finding, ...] = ()
    if best is not None and not work.stopped() and (why := _why_review(job)):
        found = second.looked_over(job, best, why)
        best, reviewed, claims = found.draft, found.reviewed, found.claims
    if work.stopped():
        ending = Ending.TAKEN if work.take and best else Ending.STOPPED
    spec = best.spec if best is not None else None
    if ending is Ending.STOPPED:
        spec = None
    job.tell("ended", ending=ending.value, passed=spec is not None)
    return Made(
        spec, ending, "model" if spec is not None else "start" if wish.start is not None else "none",
        tuple(job.drafts), best.model if best else "", tuple(job.decisions), reviewed, job.looked.how, job.looked.why,
        picture=best.picture if best else b"", cost_usd=job.cost_usd, model_s=job.model_s, claims=claims,
    )  # fmt: skip


def _rounds(job: Job) -> tuple[Ending, Draft | None]:
    messages: tuple[Message, ...] = (job.task(),)
    best: Draft | None = None
    for number in range(ROUNDS + 1):
        if job.work.stopped():
            return Ending.STOPPED, None
        if time.monotonic() - job.begun > LONGEST_S:
            return Ending.TIMEOUT, None
        job.tell("repair" if number else "draft", number)
        reply = job.ask(
            messages, "repair" if number else "draft", checks_failed=number, ask_strong=job.wish.ask_strong
        )
        if reply.embedded:
            kind = reply.failures[-1].kind if reply.failures else ""
            if kind == "ModelOutputError" and number < ROUNDS:
                messages = (job.task(), _person(_told("answer", reply.failures[-1].message)))
                continue
            return _ENDINGS.get(kind, Ending.UNUSABLE), None
        job.tell("draft-done", number, model=reply.model)
        before = job.drafts[-1] if job.drafts else None
        draft = job.judged(reply)
        job.reported(draft, number)
        if draft.passes:
            return Ending.DONE, draft
        if before is not None and draft.text == before.text:
            return Ending.REPETITION, None
        if best is None or draft.badness <= best.badness:
            best = draft
        findings = json.dumps([f.as_dict() for f in best.findings], ensure_ascii=False, indent=1)
        told = render("repair_app", findings=_inert(findings)).text
        messages = (job.task(), Message("model", (Text(best.text),)), _person(told))
    return Ending.ROUNDS, None


def _told(where: str, problem: str) -> str:
    return render("repair_app", findings=_inert(json.dumps([{"path": where, "problem": problem[:400]}]))).text


def _why_review(job: Job) -> str:
    if not any(m.strength == "strong" for m in job.models.roster.models):
        return ""
    if job.wish.ask_strong:
        return "asked for"
    spec = job.drafts[-1].spec
    stakes = spec.policy.stakes if spec else job.wish.stakes
    if stakes != "ordinary":
        return f"{stakes} is at stake"
    return "checks failed before" if len(job.drafts) > 1 else ""


def data_uri(jpeg: bytes) -> str:
    """Return a picture as an address that holds it."""
    return "data:image/jpeg;base64," + b64encode(jpeg).decode("ascii")


def round_usd(cost: float) -> float:
    """Return dollars to a hundredth of a cent."""
    return round(cost, 4)


def _person(text: str) -> Message:
    return Message("person", (Text(text),))


def _inert(text: str) -> str:
    return outside(text)[1:-1]


def _json(spec: AppSpec) -> str:
    return _inert(json.dumps(shape.for_model(spec), ensure_ascii=False))
