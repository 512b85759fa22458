"""Bringing records along when a specification changes."""

from __future__ import annotations

from typing import Any

from calisson.apps.spec import AppSpec
from calisson.apps.types import App
from calisson.store import Transaction


def migrate(tx: Transaction, app: App, spec: AppSpec) -> tuple[AppSpec, dict[str, Any] | None]:
    """Migrate."""
    return spec, None
