"""Checks: scenarios that an app must pass before a version of it is published."""

from __future__ import annotations

from calisson.apps.spec import AppSpec, CheckSpec


def generated_checks(spec: AppSpec) -> list[CheckSpec]:
    """Return the checks of a specification that nobody wrote any for."""
    return []


def require(spec: AppSpec) -> None:
    """Run the checks."""
