"""Questions of two steps, put together from a question and a clause: 'Where does the person live | Maja met in Porto?'

The bridge is a person, a place or a thing, and is not named. `talk/chains.toml` has the pieces.
"""

from __future__ import annotations

import tomllib
from dataclasses import dataclass
from functools import lru_cache
from pathlib import Path
from typing import Any, Literal

CHAINS = Path(__file__).parent / "talk" / "chains.toml"

Bridge = Literal["person", "place", "thing"]
SLOT = {"person": "name", "place": "place", "thing": "thing"}


@dataclass(frozen=True)
class Chain:
    """Two kinds of fact and what they share."""

    bridge: Bridge
    first: str
    second: str

    @property
    def slot(self) -> str:
        """The slot that both facts fill alike."""
        return SLOT[self.bridge]

    @property
    def kind(self) -> str:
        """Name of the kind of question."""
        return f"{self.bridge}_{self.first}_{self.second}"


@lru_cache(maxsize=1)
def pieces() -> dict[str, Any]:
    """Return the pieces: bridge → ask or clause → language → kind → wordings."""
    return tomllib.loads(CHAINS.read_text("utf-8"))


@lru_cache(maxsize=1)
def chains() -> tuple[Chain, ...]:
    """Return every chain that the pieces make."""
    return tuple(
        Chain(bridge, first, second)  # type: ignore[arg-type]
        for bridge, parts in pieces().items()
        for first in parts["clause"]["en"]
        for second in parts["ask"]["en"]
        if first != second
    )


def wording(chain: Chain, language: str, held: bool) -> tuple[str, str]:
    """Return the question, with {C} for the clause, and the clause."""
    parts = pieces()[chain.bridge]
    return parts["ask"][language][chain.second][held], parts["clause"][language][chain.first][held]
