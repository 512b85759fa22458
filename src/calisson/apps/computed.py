"""Results of an entity's formulas, kept beside the values so that questions over them are plain SQL."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any

from calisson.apps.spec import EntitySpec, LogicSpec


def compute(entity: EntitySpec, data: Mapping[str, Any], logic: Sequence[LogicSpec] = ()) -> dict[str, Any]:
    """Return the results by storage key; `$errors` says which could not be computed (name → message id)."""
    if all(f.formula is None for f in entity.fields):
        return {}
    from calisson.apps.formula import evaluate_all

    return evaluate_all(entity, data, logic)
