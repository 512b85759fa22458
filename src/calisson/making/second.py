"""A second opinion on a draft that passed: the `tester` writes further checks, the `reviewer` a better version, at once.

Both are sub-agents of the workshop, here with one answer each instead of tools: the tester's checks run in the
sandbox like the draft's own, and the reviewer's version counts only if it passes as well. Neither can take a finding
away: what our own checks find stands, and a check of the tester's is one more thing that may not hold. A check that
does not fit the draft (no such field) is the tester's mistake and is dropped. One repair is tried for what the tester
found; it counts only if it fails fewer of these checks. What remains is told, and publishes nothing less: a tester
can be wrong too.
"""

from __future__ import annotations

import json
from collections.abc import Sequence
from concurrent.futures import ThreadPoolExecutor
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any

from pydantic import ValidationError

from calisson.apps import AppSpec
from calisson.apps.spec import CheckSpec
from calisson.errors import Problem
from calisson.making.types import Draft, Finding
from calisson.models import Message, Reply, Request, Text
from calisson.models.prompts import render

if TYPE_CHECKING:
    from calisson.making.pipeline import Job

MOST = 8
"""Checks of a tester that are run."""

ENOUGH = 4.0
"""A tester is asked while the day's money is more than so many times what the work has cost so far."""

KINDS = ("formula", "metric")


@dataclass(frozen=True, slots=True)
class Second:
    """What came of it."""

    draft: Draft
    """The version to go on with."""
    reviewed: bool
    """Whether it is the reviewer's."""
    claims: tuple[Finding, ...]
    """What still fails of the tester's checks."""


def affordable(job: Job) -> bool:
    """Tell whether enough of today's money is left for a tester and what its findings may cost."""
    left = job.models.left_usd(job.wish.app.id if job.wish.app else None)
    return left is None or left > ENOUGH * job.cost_usd


def looked_over(job: Job, draft: Draft, why: str) -> Second:
    """Return the best version after reviewer and tester, asked at once; no tester when little money is left."""
    assert draft.spec is not None
    test = affordable(job)
    job.tell("review", why=why, agents=["reviewer", *(["tester"] if test else [])])
    replies = _at_once(job, [_review(job, draft.spec), *([_test(job, draft.spec)] if test else [])])
    checks = checks_of(replies[1].data, draft.spec) if test and not replies[1].embedded else ()
    best, reviewed, claims = draft, False, failing(draft.spec, checks)
    if not replies[0].embedded:
        better = job.judged(replies[0])
        job.reported(better, 0)
        if better.passes and better.spec is not None:
            theirs = failing(better.spec, checks)
            if len(theirs) <= len(claims):
                best, reviewed, claims = better, True, theirs
    if claims and not job.work.stopped():
        best, reviewed, claims = _mended(job, best, reviewed, claims, checks)
    return Second(best, reviewed, claims)


def _mended(
    job: Job, draft: Draft, reviewed: bool, claims: tuple[Finding, ...], checks: Sequence[CheckSpec]
) -> tuple[Draft, bool, tuple[Finding, ...]]:
    """Return the version that one repair for a tester's findings gives, if it is better; else what there was."""
    job.tell("repair", 1, findings=[f.as_dict() for f in claims])
    told = render(
        "repair_app", findings=_inert(json.dumps([f.as_dict() for f in claims], ensure_ascii=False))
    )
    messages = (job.task(), Message("model", (Text(draft.text),)), Message("person", (Text(told.text),)))
    reply = job.ask(messages, "repair", checks_failed=1)
    if reply.embedded:
        return draft, reviewed, claims
    mended = job.judged(reply)
    job.reported(mended, 1)
    if not mended.passes or mended.spec is None:
        return draft, reviewed, claims
    left = failing(mended.spec, checks)
    return (mended, reviewed, left) if len(left) < len(claims) else (draft, reviewed, claims)


def checks_of(data: Any, spec: AppSpec) -> tuple[CheckSpec, ...]:
    """Return a tester's checks that fit a draft, at most `MOST`."""
    from calisson.apps.validation import problems

    found: list[CheckSpec] = []
    for given in (data or {}).get("checks", ())[:MOST] if isinstance(data, dict) else ():
        try:
            check = CheckSpec.model_validate(given)
        except ValidationError:
            continue
        alone = spec.model_copy(update={"checks": (check,)})
        if check.kind in KINDS and check.records and _fits(check, spec) and not problems(alone):
            found.append(check)
    return tuple(found)


def _fits(check: CheckSpec, spec: AppSpec) -> bool:
    """Tell whether a version has the fields that a check names."""
    entity = spec.entity(check.entity) or spec.main
    names = {f.name for f in entity.fields}
    given = {name for record in check.records for name in record}
    return given <= names and (check.kind != "formula" or check.target in names)


def failing(spec: AppSpec, checks: Sequence[CheckSpec]) -> tuple[Finding, ...]:
    """Return a tester's checks that do not hold in a version, run in the sandbox; those it has no place for any more count."""
    from calisson.apps.checks import run
    from calisson.apps.validation import problems

    found = []
    for number, check in enumerate(checks):
        alone = spec.model_copy(update={"checks": (check,)})
        for wrong in (problems(alone) or run(alone))[:1]:
            hint = f"a tester says: {wrong.hint or wrong.message_id}. Mend it if the request says so."
            found.append(
                Finding("checks", Problem(f"tests.{number}", wrong.message_id, wrong.arguments, hint))
            )
    return tuple(found)


def _review(job: Job, spec: AppSpec) -> Request:
    task = render("review_app", request=job.wish.text, spec=job.shown(spec)).text
    asked = render("review_by", who=_prompt("reviewer"), task=task)
    return job.request((Message("person", (Text(asked.text),)),), "review", ask_strong=True)


def _test(job: Job, spec: AppSpec) -> Request:
    asked = render("test_app", who=_prompt("tester"), request=job.wish.text, spec=job.shown(spec))
    schema = {
        "type": "object", "required": ["checks"],
        "properties": {"checks": {"type": "array", "maxItems": MOST, "items": {
            "type": "object", "required": ["name", "kind", "target", "records", "expected"],
            "properties": {"name": {"type": "string"}, "kind": {"enum": list(KINDS)}, "target": {"type": "string"},
                           "entity": {"type": "string"}, "records": {"type": "array", "items": {"type": "object"}},
                           "expected": {}},
        }}},
    }  # fmt: skip
    return job.request((Message("person", (Text(asked.text),)),), "test", schema=schema)


def _prompt(name: str) -> str:
    from calisson.workshop.subagents import shipped

    return shipped()[name].prompt


def _at_once(job: Job, asks: Sequence[Request]) -> list[Reply]:
    """Ask all at once; their answers are kept in order, so that a crash pays for none twice."""
    kept = [job.work.answer() for _ in asks]
    todo = [ask for ask, before in zip(asks, kept, strict=True) if before is None]
    with ThreadPoolExecutor(max(1, len(todo))) as pool:
        fresh = iter(list(pool.map(lambda ask: job.models.answer(ask, job.work.stopped), todo)))
    replies = []
    for before in kept:
        if before is not None:
            replies.append(Reply(data=before["data"], model=before["model"], decision=before["decision"]))
            continue
        reply = next(fresh)
        job.book(reply)
        job.work.keep({"data": reply.data, "model": reply.model, "decision": reply.decision})
        replies.append(reply)
    return replies


def _inert(text: str) -> str:
    from calisson.models.prompts import outside

    return outside(text)[1:-1]
