"""Memories as JSON lines that an import reads back: what was said, who may see it, why it is kept, how the profile has it.

    {"text", "at", "speaker", "source", "tier", "language", "id", "valid_from", "valid_until",
     "policy": {…}, "care": {"pinned", "kept_for", "importance"}, "profile": {"text", "pinned", "removed"}}

Only `text` is needed. What does not differ from the usual is left out.
"""

from __future__ import annotations

import json
from collections.abc import Mapping
from typing import Any

from calisson.memory.privacy.policy import PRIVATE, Policy
from calisson.memory.types import Fact

CARE = ("pinned", "kept_for", "importance")
"""What of a memory's care is its person's word; how often it was used belongs to the home."""

PROFILE = ("text", "pinned", "removed")


def line_of(
    fact: Fact, policy: Policy | None, care: Mapping[str, Any] | None, profile: Mapping[str, Any] | None
) -> str:
    """Return a memory as one JSON line."""
    more: dict[str, Any] = {}
    if policy is not None and policy != PRIVATE:
        usual = PRIVATE.as_dict()
        more["policy"] = {name: value for name, value in policy.as_dict().items() if value != usual[name]}
    if care is not None and (kept := {name: care[name] for name in CARE if care.get(name)}):
        more["care"] = kept
    if profile is not None and (changed := {name: profile[name] for name in PROFILE if profile.get(name)}):
        more["profile"] = changed
    return json.dumps({**fact.as_dict(), **more}, ensure_ascii=False)


def policy_in(value: Mapping[str, Any]) -> Policy:
    """Return the policy that a line states; `PRIVATE` when it states none.

    One for circles, which a home does not have, is for its person alone.

    Raises:
        MemoryError_: it cannot be one.
    """
    given = value.get("policy")
    policy = Policy.from_dict(given) if isinstance(given, Mapping) else PRIVATE
    return policy.without_circles()


def care_in(value: Mapping[str, Any]) -> dict[str, Any]:
    """Return the care that a line states.

    Raises:
        ValueError, TypeError: it cannot be one.
    """
    given = value.get("care")
    if not isinstance(given, Mapping):
        return {}
    found: dict[str, Any] = {}
    if given.get("pinned"):
        found["pinned"] = True
    if given.get("kept_for"):
        found["kept_for"] = str(given["kept_for"])[:40]
    if given.get("importance") is not None:
        found["importance"] = min(1.0, max(0.0, float(given["importance"])))
    return found


def profile_in(value: Mapping[str, Any]) -> dict[str, Any]:
    """Return how a line says that the profile has it."""
    given = value.get("profile")
    if not isinstance(given, Mapping):
        return {}
    found: dict[str, Any] = {name: True for name in ("pinned", "removed") if given.get(name)}
    return {**found, **({"text": str(given["text"])[:400]} if given.get("text") else {})}
