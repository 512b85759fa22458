"""Facts and hits."""

from __future__ import annotations

from dataclasses import dataclass
from datetime import datetime
from typing import Any, Literal

Tier = Literal["fact", "turn", "episode", "app"]
"""Asked to be kept; said in passing; a block of the last days; where an app keeps what (`tiers.places`)."""

How = Literal["words", "latest", "language", "meaning", "hop"]
"""How a memory was found: by its words, as the latest, across languages, by its meaning, or over another memory."""


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
    since: datetime | None = None
    """Naive local time from which it holds, where its words say so."""
    until: datetime | None = None
    """Naive local time at which it stopped to hold; None while it holds."""
    closed_by: str | None = None
    """The later fact that ended it."""
    waits: bool = False
    """Whether it waits for its person's yes, because they did not say it; nothing answers from it meanwhile."""

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
            **times_of(self),
            **({"closed_by": self.closed_by} if self.closed_by else {}),
            **({"waits": True} if self.waits else {}),
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
    how: How = "words"
    via: str | None = None
    """The memory that led to it, for a hop."""
    since: datetime | None = None
    until: datetime | None = None
    """From when until when it holds, as far as is known; naive local time."""
    sources: tuple[str, ...] = ()
    """The turns of a block (tier `episode`), in order."""
    closed_by: str | None = None
    """The later fact that ended it."""

    def as_dict(self) -> dict[str, Any]:
        """Return it as JSON-able data."""
        return {
            **({"sources": list(self.sources)} if self.sources else {}),
            "id": self.id,
            "text": self.text,
            "language": self.language,
            "score": round(self.score, 4),
            "tier": self.tier,
            "source": self.source,
            "why": self.why,
            "at": self.at.isoformat(timespec="seconds"),
            "speaker": self.speaker,
            "how": self.how,
            **({"via": self.via} if self.via else {}),
            **times_of(self),
            **({"closed_by": self.closed_by} if self.closed_by else {}),
        }


def times_of(of: Fact | Hit) -> dict[str, str]:
    """Return from when until when a memory holds, as JSON-able data; what is not known is absent."""
    given = {"valid_from": of.since, "valid_until": of.until}
    return {name: at.isoformat(timespec="seconds") for name, at in given.items() if at is not None}
