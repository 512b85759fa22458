"""What a type cannot say about a specification."""

from __future__ import annotations

from calisson.apps.spec import AppSpec
from calisson.errors import Problem, SpecError


def problems(spec: AppSpec) -> list[Problem]:
    """Return everything that is wrong with a specification."""
    return []


def require_valid(spec: AppSpec) -> None:
    """Raise when something is wrong.

    Raises:
        SpecError: With every problem.
    """
    found = problems(spec)
    if found:
        raise SpecError(found)
