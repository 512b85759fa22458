"""When a run is too long to be shown whole: its older steps go into the trail, and one step tells it from then on."""

from __future__ import annotations

from collections.abc import Callable, Sequence

from calisson.memory.shortening.refill import Answers, ModelRefill
from calisson.models import Message, Privacy
from calisson.workshop.context import (
    LEAST,
    Budget,
    conversation,
    coverable,
    effective,
    foldable,
    size,
    state,
    summary_of,
)
from calisson.workshop.steps import RunRow, Step, Steps
from calisson.workshop.trail import Trail
from calisson.workshop.types import Doored, Engine
from calisson.workshop.workspace import Workspace

REFILLS = 8
"""Stretches of its trail that a model is asked for each time a run is folded; the compressor makes the others."""


def is_due(done: Sequence[Step], messages: Sequence[Message], budget: Budget) -> bool:
    """Tell whether older steps have to be folded first: to fit, or because somebody forgot what was told of them."""
    last = summary_of(done)
    if last is not None and not last.text:
        return True
    if done and done[-1].kind == "summary":
        return False  # an answer with thousands of calls has no shorter form
    return size(messages) > effective(done, budget).tokens


def can_tighten(done: Sequence[Step], budget: Budget) -> bool:
    """Tell whether less could be shown than is now."""
    last = summary_of(done)
    return effective(done, budget).tokens > LEAST or (last.covers if last else 0) < coverable(done)


def refill_of(
    engine: Engine, run: RunRow, done: Sequence[Step], stopped: Callable[[], bool]
) -> ModelRefill | None:
    """Return who makes stretches of the trail shorter; None when no model is set up. What is local stays in the house."""
    door = engine.door if isinstance(engine, Doored) else engine
    if not isinstance(door, Answers) or not door.available:
        return None
    privacy: Privacy = "local" if is_local(run, done) else "open"
    return ModelRefill(
        door, privacy=privacy, person=run.person, turn_id=run.id, most=REFILLS, stopped=stopped
    )


def is_local(run: RunRow, done: Sequence[Step]) -> bool:
    """Tell whether something in these steps may not leave the house."""
    return any("local" in (run.task.privacy, s.privacy) for s in done)


def fold(
    kept: Steps, run: RunRow, place: Workspace, done: Sequence[Step], budget: Budget, refill: ModelRefill | None,
    *, tighter: bool = False,
) -> Step:  # fmt: skip
    """Return the step that tells the older steps, to be kept.

    It goes on from what is kept in the database, not from what this process remembers: so a run that crashed has the
    same trail, and one of which something was forgotten has none of that.

    Args:
        kept: where the steps are.
        run: whose.
        place: its workspace.
        done: its steps so far.
        budget: what the agent allows.
        refill: writes stretches shorter; the compressor without one.
        tighter: a model reads less than the budget: that becomes half of what was shown, and only the latest exchange
            stays word for word.
    """
    now, last = effective(done, budget), summary_of(done)
    if tighter:
        now = Budget(max(LEAST, min(now.tokens, size(conversation(run.task, done, now))) // 2))
    covers = coverable(done) if tighter else foldable(done, now)
    covers = max(covers, last.covers if last is not None else 0)
    former = kept.step(run.id, last.number) if last is not None else None
    trail = Trail.of(former.trail, now.eighth, refill) if former is not None and former.trail else None
    since = former.covers if former is not None and trail is not None else 0
    trail = trail or Trail(now.eighth, refill if former is None else None)
    trail.fold(kept.steps(run.id, since, covers))
    return Step(
        len(done), "summary", "kept", f"# So far\n{trail.text}\n\n{state(done, place, now.eighth)}",
        covers=covers, room=now.tokens if now.tokens < budget.tokens else 0, trail=trail.as_dict(),
        cost_usd=refill.cost_usd if refill is not None else 0.0,
        privacy="local" if is_local(run, done[:covers]) else "open",
    )  # fmt: skip
