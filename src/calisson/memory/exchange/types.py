"""What a file of memories holds, and what taking it in would do."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field
from datetime import datetime
from typing import Any, Literal

from calisson.memory.privacy.policy import PRIVATE, Policy

Kind = Literal["fact", "talk", "reply", "offer"]
"""A fact that somebody said; talk of the person; an assistant's reply, which is talk too; another program's summary
or memory of the person, which waits for their yes."""

Format = Literal["lines", "chatgpt", "claude", "mem0"]


@dataclass(frozen=True, slots=True)
class Item:
    """One thing that a file holds."""

    kind: Kind
    text: str
    at: datetime | None = None
    """Naive local time, or aware, as the file tells it; None when it does not."""
    speaker: str = "me"
    source: str = ""
    id: str = ""
    """Of the memory, where the file is an export of this program; the same one is not taken in beside itself."""
    policy: Policy = PRIVATE
    care: Mapping[str, Any] = field(default_factory=dict)
    profile: Mapping[str, Any] = field(default_factory=dict)
    """What its person said of who may see it, why it is kept, and how the profile has it."""
    since: datetime | None = None
    until: datetime | None = None
    """Between which it holds, where the file says so: naive local time, or aware."""


@dataclass(slots=True)
class Preview:
    """What taking a file in would do; counted without storing anything."""

    format: Format = "lines"
    conversations: int = 0
    facts: int = 0
    talk: int = 0
    replies: int = 0
    offers: int = 0
    known: int = 0
    """Among those, what is here already and will not be added again."""
    skipped: int = 0
    """Questions, requests and empty entries, which say nothing to remember."""
    first: datetime | None = None
    last: datetime | None = None
    speakers: dict[str, int] = field(default_factory=dict)
    examples: list[dict[str, str]] = field(default_factory=list)

    def as_dict(self) -> dict[str, Any]:
        """Return it as JSON-able data."""
        return {
            "format": self.format, "conversations": self.conversations, "facts": self.facts, "talk": self.talk,
            "replies": self.replies, "offers": self.offers, "known": self.known, "skipped": self.skipped,
            "first": self.first.isoformat() if self.first else None,
            "last": self.last.isoformat() if self.last else None,
            "speakers": self.speakers, "examples": self.examples,
        }  # fmt: skip
