"""One specification tried: read, examined, and opened in a browser when it holds; what a draft and a run's change share."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from typing import Any

from calisson.apps import App, AppSpec
from calisson.making import shape
from calisson.making.check import Plan, examine
from calisson.making.types import Finding, Look

Eyes = Callable[[AppSpec, Callable[[], bool]], Look]
"""Opens every view of an app and clicks through it; the second argument says whether to stop."""


@dataclass(frozen=True, slots=True)
class Tried:
    """What came of it."""

    spec: AppSpec | None
    findings: tuple[Finding, ...]
    looked: Look | None = None
    """None: nobody looked, since it does not hold or there is nobody to look."""


def tried(
    data: Any, base: AppSpec | None, *, language: str, live: AppSpec | None, others: Sequence[App] = (),
    plan: Plan | None = None, look: Eyes | None = None, stopped: Callable[[], bool] = lambda: False,
    looking: Callable[[], None] = lambda: None,
) -> Tried:  # fmt: skip
    """Return what our own checks find in a specification that somebody gives.

    Args:
        data: what was given, with `removed` beside it.
        base: what it was to begin with.
        language: of a new app.
        live: what it is to replace.
        others: further apps that the person named; a function may ask to read these.
        plan: a dry run on the records.
        look: opens the views, when everything else holds.
        stopped: whether somebody ended the work.
        looking: told before the views are opened.
    """
    spec, findings = shape.read(data, base, language, others)
    if spec is not None and not findings:
        findings = examine(spec, live, removed=shape.removed(data), plan=plan)
    if findings or spec is None or look is None or stopped():
        return Tried(spec, findings)
    looking()
    seen = look(spec, stopped)
    return Tried(spec, seen.findings, seen)
