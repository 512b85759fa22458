"""Changes to a specification, one by one, as words ask for them."""

from __future__ import annotations

from collections.abc import Sequence

from calisson.apps.spec import AppSpec
from calisson.language.types import Edit


def apply_edits(spec: AppSpec, edits: Sequence[Edit]) -> AppSpec:
    """Return the specification with the edits applied."""
    return spec
