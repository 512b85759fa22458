"""An exported app without a signature (`data.json`): anybody may have written it, so it says nothing about its author.

What stands in it of where it came from, and of who may see it, is not taken over. Code in it runs only after somebody
who has looked at it says that they trust it. Files between homes (`package`) are signed and show what they may do.
"""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from calisson.apps.spec import AppSpec, parse_spec
from calisson.errors import AppError


def checked(data: Any, *, trust: bool = False) -> Any:
    """Return exported data with a specification that claims nothing; other data as it is, for the reader to refuse.

    Raises:
        AppError: it holds code, and `trust` is not given.
        SpecError: its specification has not the shape of one.
    """
    if not isinstance(data, Mapping) or not isinstance(data.get("spec"), Mapping):
        return data
    spec = alone(parse_spec({k: v for k, v in data["spec"].items() if k != "origin"}))
    code = [*(["widget"] if spec.widget else []), *(f.label or f.name for f in spec.functions),
            *(x.name for x in spec.logic)]  # fmt: skip
    if code and not trust:
        raise AppError(
            "it holds code that nobody signed", message_id="import-has-code", parts=", ".join(code)[:200]
        )
    return {**data, "spec": spec.as_dict()}


def alone(spec: AppSpec) -> AppSpec:
    """Return a specification that is its new owner's only: nobody else sees it, and its records stay in the house."""
    private = {"visibility": "private", "shared_with": (), "remote_prompts": False}
    return spec.model_copy(update={"policy": spec.policy.model_copy(update=private)})
