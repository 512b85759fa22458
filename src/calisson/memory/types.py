"""Facts and hits."""

from __future__ import annotations

from dataclasses import dataclass
from datetime import datetime
from typing import Any, Literal

Tier = Literal["fact", "turn"]


@dataclass(frozen=True, slots=True)
class Fact:
    """Something that a person asked to keep, or said (tier `turn`)."""

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
    tier: Tier = "fact"
    replaced: str | None = None
    """The text of the fact whose place it took."""

    def as_dict(self) -> dict[str, Any]:
        """Return it as JSON-able data."""
        return {
            "id": self.id,
            "text": self.text,
            "at": self.at.isoformat(timespec="seconds"),
            "source": self.source,
            "speaker": self.speaker,
            "language": self.language,
            "tier": self.tier,
        }


@dataclass(frozen=True, slots=True)
class Hit:
    """Something that answers a query."""

    id: str
    text: str
    score: float
    """The share of what was asked that it has, by weight, 0 to 1."""
    tier: Tier
    source: str
    why: str
    """What matched."""
    at: datetime
    """Naive local time at which it was said."""
    speaker: str = "me"
    language: str = "en"

    def as_dict(self) -> dict[str, Any]:
        """Return it as JSON-able data."""
        return {
            "id": self.id,
            "text": self.text,
            "language": self.language,
            "score": round(self.score, 4),
            "tier": self.tier,
            "source": self.source,
            "why": self.why,
            "at": self.at.isoformat(timespec="seconds"),
            "speaker": self.speaker,
        }
