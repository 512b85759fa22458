"""The list of what is still to do, kept in the run's own steps: it survives crashes, rewinds and compaction."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any, Literal

from calisson.models import Tool
from calisson.workshop.provenance import Powers
from calisson.workshop.tools import Made
from calisson.workshop.types import Files, Outcome

if TYPE_CHECKING:
    from calisson.workshop.steps import Step

NAME = "todo"
State = Literal["open", "now", "done"]
_SIGN = {"open": "[ ]", "now": "[>]", "done": "[x]"}
_SCHEMA: Mapping[str, Any] = {
    "type": "object",
    "properties": {"items": {"type": "array", "maxItems": 100, "items": {
        "type": "object",
        "properties": {"text": {"type": "string", "maxLength": 300}, "state": {"enum": ["open", "now", "done"]}},
        "required": ["text", "state"], "additionalProperties": False,
    }}},
    "required": ["items"], "additionalProperties": False,
}  # fmt: skip


@dataclass(frozen=True, slots=True)
class Item:
    """One thing to do."""

    text: str
    state: State


def told(items: Sequence[Item]) -> str:
    """Return a list as the model reads it."""
    return "\n".join(f"{_SIGN[i.state]} {i.text}" for i in items) or "(nothing to do)"


def todo_tool() -> Made:
    """Return the tool that replaces the list."""

    def work(files: Files, a: Mapping[str, Any], stopped: Callable[[], bool]) -> Outcome:
        return Outcome(told([Item(i["text"], i["state"]) for i in a["items"]]), origin="own")

    description = "Replace the list of what is to do: each item's text, and open, now or done."
    return Made(Tool(NAME, description, _SCHEMA), "read", work, Powers())


def items_of(done: Sequence[Step]) -> list[Item]:
    """Return the list as it stands after these steps."""
    calls = {c.id: c for s in done for c in s.calls if c.name == NAME}
    for step in reversed(done):
        if step.tool == NAME and not step.failed and step.call_id in calls:
            return [Item(i["text"], i["state"]) for i in calls[step.call_id].arguments["items"]]
    return []
