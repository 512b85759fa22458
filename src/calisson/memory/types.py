"""Facts and hits."""

from __future__ import annotations

from dataclasses import dataclass
from datetime import datetime
from typing import Any, Literal


@dataclass(frozen=True, slots=True)
class Fact:
    """A fact that a person asked to keep."""

    id: str
    text: str
    at: datetime
    """Naive local time at which it was said."""
    source: str
    """The turn that it comes from."""
    language: str
    speaker: str = "me"
    new: bool = True
    """False when it was known already and nothing was added."""

    def as_dict(self) -> dict[str, Any]:
        """Return it as JSON-able data."""
        return {"id": self.id, "text": self.text, "at": self.at.isoformat(timespec="seconds"), "source": self.source,
                "speaker": self.speaker, "language": self.language, "tier": "fact"}  # fmt: skip


@dataclass(frozen=True, slots=True)
class Hit:
    """Something that answers a query."""

    id: str
    text: str
    score: float
    """The weighted share of the query's words that it has, 0 to 1 (facts get a little more)."""
    tier: Literal["fact", "turn"]
    source: str
    why: str
    """The words that matched."""
    at: datetime
    """Naive local time at which it was said."""

    def as_dict(self) -> dict[str, Any]:
        """Return it as JSON-able data."""
        return {"id": self.id, "text": self.text, "score": round(self.score, 4), "tier": self.tier,
                "source": self.source, "why": self.why, "at": self.at.isoformat(timespec="seconds")}  # fmt: skip
