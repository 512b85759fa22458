"""Settings of the process, read once at the door; and what a home prefers.

`Settings` belongs to the process (`Settings.load`, called by the command line and the server only).
`Preferences` belong to the home and are stored in it; this module only says what they are and checks them.
"""

from __future__ import annotations

import os
from collections.abc import Mapping
from dataclasses import asdict, dataclass, field, fields, replace
from functools import lru_cache
from pathlib import Path
from typing import Any
from zoneinfo import ZoneInfo

from calisson.errors import ConfigError

KEYS = ("ANTHROPIC_API_KEY", "ANTHROPIC_BASE_URL", "DEEPSEEK_API_KEY", "DEEPSEEK_BASE_URL",
        "OPENAI_API_KEY", "OPENAI_BASE_URL", "CALISSON_REMOTE_PORTS")  # fmt: skip
"""The variables that bring models, or say what of them is elsewhere; none is needed."""

MOST_HOURS = 24 * 366
SHORT_TERM = (8, 16)
"""The fewest and the most last messages of a conversation that are in view as they are."""

LANGUAGES = ("en", "de", "zh", "ja", "ko")


@dataclass(frozen=True, slots=True)
class Settings:
    """What a process was told about the home it serves."""

    data_dir: Path
    """The home's folder."""
    database_url: str | None = None
    """A PostgreSQL URL; None means SQLite inside `data_dir`."""
    keys: Mapping[str, str] = field(default_factory=dict)
    """Model keys and addresses, by the name of their variable."""
    passphrase: str | None = field(default=None, repr=False)
    """Opens the encrypted memories of the home's first person."""

    @classmethod
    def load(cls, data: str | Path | None = None, environ: Mapping[str, str] | None = None) -> Settings:
        """Read the settings: `data` before `CALISSON_DATA` before the platform's user data folder."""
        env = os.environ if environ is None else environ
        chosen = data or env.get("CALISSON_DATA")
        if chosen:
            folder = Path(chosen).expanduser()
        else:
            from platformdirs import user_data_path

            folder = user_data_path("calisson", appauthor=False)
        url = env.get("CALISSON_DATABASE_URL") or None
        return cls(folder.absolute(), url, {key: env[key] for key in KEYS if env.get(key)},
                   env.get("CALISSON_PASSPHRASE") or None)  # fmt: skip


@dataclass(frozen=True, slots=True)
class Preferences:
    """What the home prefers; every member may be unset except those with a sensible default."""

    tz: str = "UTC"
    """An IANA zone."""
    language: str | None = None
    """The language to answer in when the words do not tell."""
    currency: str | None = None
    """ISO 4217."""
    name: str | None = None
    """How the person is called."""
    short_term: int = 12
    """How many last messages of the conversation are in view, words and answers, 8 to 16."""
    episodic_days: int = 7
    """Days whose talk is kept in blocks, one for each stretch of it."""
    units: Mapping[str, str] = field(default_factory=dict)
    """Display units by dimension: `{"mass": "lb"}`; what is stored does not change."""

    erase_after_h: float = 24.0
    """Hours after which the bytes of what was forgotten go; until then it can be taken back."""

    region: str | None = None
    """Where the home is, as memories' policies name places ("DE"): what is kept for elsewhere is not looked at here."""

    memory_most_items: int = 200_000
    """Memories that a person may have; past that, what is worth least goes at night."""
    memory_most_bytes: int = 500_000_000
    """Bytes of words that a person's memories may take."""

    @classmethod
    def from_mapping(cls, values: Mapping[str, Any]) -> Preferences:
        """Make preferences of what was stored; names that this release does not know are ignored."""
        known = {f.name for f in fields(cls)}
        return cls(**{key: value for key, value in values.items() if key in known and value is not None})

    def with_changes(self, **changes: Any) -> Preferences:
        """Return these preferences with some changed.

        Raises:
            ConfigError: No such preference, or a value that cannot be one.
        """
        for name, value in changes.items():
            problem = _problem(name, value)
            if problem:
                raise ConfigError(f"{name}: {problem}, not {value!r}", message_id="error-preference",
                                  name=name, value=str(value))  # fmt: skip
        return replace(self, **changes)

    def as_mapping(self) -> dict[str, Any]:
        """Return them as JSON-able data."""
        return asdict(self)


def _problem(name: str, value: Any) -> str | None:
    match name:
        case "tz":
            return None if isinstance(value, str) and is_zone(value) else "needs an IANA time zone"
        case "language":
            return None if value is None or value in LANGUAGES else f"needs one of {', '.join(LANGUAGES)}"
        case "currency":
            ok = value is None or (isinstance(value, str) and len(value) == 3 and value.isascii()
                                   and value.isalpha() and value.isupper())  # fmt: skip
            return None if ok else "needs an ISO 4217 code"
        case "name":
            return None if value is None or (isinstance(value, str) and len(value) <= 200) else "needs text"
        case "short_term":
            low, high = SHORT_TERM
            ok = isinstance(value, int) and not isinstance(value, bool) and low <= value <= high
            return None if ok else f"needs a whole number from {low} to {high}"
        case "episodic_days":
            ok = isinstance(value, int) and not isinstance(value, bool) and 1 <= value <= 60
            return None if ok else "needs a whole number from 1 to 60"
        case "units":
            ok = isinstance(value, Mapping) and all(isinstance(x, str) for kv in value.items() for x in kv)
            return None if ok else "needs units by dimension"
        case "erase_after_h":
            ok = isinstance(value, int | float) and not isinstance(value, bool) and 0 <= value <= MOST_HOURS
            return None if ok else f"needs hours from 0 to {MOST_HOURS}"
        case "region":
            ok = value is None or (
                isinstance(value, str) and 1 <= len(value.strip()) <= 16 and value == value.strip()
            )
            return None if ok else "needs the name of a place, at most 16 characters"
        case "memory_most_items" | "memory_most_bytes":
            ok = isinstance(value, int) and not isinstance(value, bool) and value >= 1
            return None if ok else "needs a number from 1"
    return "is no preference"


@lru_cache(maxsize=64)
def is_zone(name: str) -> bool:
    """Return whether `name` is a time zone that this machine knows."""
    try:
        ZoneInfo(name)
    except (KeyError, ValueError, OSError):
        return False
    return True
