"""Which model to ask first, and which after it.

Drafts go to the fast cheap model; the strong one refines and verifies when stakes are high, when checks failed,
or when a person asks. What is marked local goes to local models only; a picture only to models that see; a
prompt only where it fits; money only while the budget lasts. The chain always ends in the embedded engine.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from datetime import date

from calisson.models.prices import price_of
from calisson.models.roster import Budget, ModelSpec
from calisson.models.types import Request, Usage

CHARS_A_TOKEN = 3.0
"""Few, so that estimates are high: English has about 4, Chinese and Japanese 1 to 2 a token."""

POLICY = "model-route-1"


@dataclass(frozen=True, slots=True)
class Spent:
    """Money of the day so far, in US dollars."""

    day_usd: float = 0.0
    app_usd: float = 0.0


@dataclass(frozen=True, slots=True)
class Passed:
    """A model that is not asked, and why."""

    model: ModelSpec
    why: str


@dataclass(frozen=True, slots=True)
class Route:
    """The models to try in order, and why."""

    chain: tuple[ModelSpec, ...]
    why: str
    passed: tuple[Passed, ...] = ()

    @property
    def blocked_by(self) -> str:
        """Why nothing can be asked: `privacy`, `budget`, another reason, or `none` set up."""
        reasons = {p.why for p in self.passed}
        return next((r for r in ("privacy", "budget", "context", "images") if r in reasons), "none")


def estimate_usd(model: ModelSpec, request: Request, on: date) -> float:
    """Return about what a request costs at most, in US dollars."""
    price, _ = price_of(model.provider, model.name, on, local=model.local)
    return price.cost_usd(Usage(_tokens(request), request.max_tokens))


def _tokens(request: Request) -> int:
    return int(request.size_chars / CHARS_A_TOKEN)


def wants_strong(request: Request) -> str:
    """Return why the strong model comes first; empty when the fast one does."""
    if request.ask_strong:
        return "asked for"
    if request.checks_failed:
        return f"{request.checks_failed} checked drafts failed"
    if request.stakes == "high":
        return "high stakes"
    return ""


def route(
    models: Sequence[ModelSpec], request: Request, *, on: date, budget: Budget, spent: Spent,
    declared: Sequence[str] = (),
) -> Route:  # fmt: skip
    """Return the models to try for a request.

    Args:
        models: those that are set up.
        request: what is asked.
        on: the day, for prices.
        budget: what may be spent.
        spent: what was spent today.
        declared: a chain that the household wrote down; it decides the order, the walls stay.
    """
    fits: list[ModelSpec] = []
    passed: list[Passed] = []
    for model in models:
        why = _wall(model, request, on, budget, spent)
        if why:
            passed.append(Passed(model, why))
        else:
            fits.append(model)
    strong = wants_strong(request)
    if declared:
        ordered = [m for name in declared for m in fits if m.id == name]
        rest = [m for m in fits if m not in ordered]
        passed += [Passed(m, "not in the declared chain") for m in rest]
        return Route(tuple(ordered), "the declared chain", tuple(passed))
    wanted = "strong" if strong else "fast"
    fits.sort(key=lambda m: (m.strength != wanted, estimate_usd(m, request, on)))
    reason = f"{wanted} first: {strong}" if strong else "fast first: low stakes, nothing failed yet"
    return Route(tuple(fits), reason, tuple(passed))


def _wall(model: ModelSpec, request: Request, on: date, budget: Budget, spent: Spent) -> str:
    if request.privacy == "local" and not model.local:
        return "privacy"
    if request.has_images and not model.images:
        return "images"
    if _tokens(request) * 0.75 + request.max_tokens > model.context_tokens and _tokens(request) > 4000:
        return "context"
    cost = estimate_usd(model, request, on)
    over_day = budget.day_usd is not None and spent.day_usd + cost > budget.day_usd
    over_app = (
        request.app_id is not None and budget.app_usd is not None and spent.app_usd + cost > budget.app_usd
    )
    return "budget" if cost and (over_day or over_app) else ""
