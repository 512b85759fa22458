"""What tokens cost: data with dates and sources (`data/prices.toml`); a self-hosted model costs nothing.

Differences from a bill: no tax, no volume discount, no price of tools that run at the provider.
"""

from __future__ import annotations

import tomllib
from dataclasses import dataclass
from datetime import date
from functools import lru_cache
from importlib import resources

from calisson.models.types import Provider, Usage

MILLION = 1_000_000


@dataclass(frozen=True, slots=True)
class Price:
    """US dollars per million tokens."""

    input: float
    output: float
    cache_read: float
    cache_write: float
    since: date
    source: str
    long_from: int | None = None
    """Above so many input tokens the whole request costs the `long_` prices."""
    long_input: float = 0.0
    long_output: float = 0.0

    def cost_usd(self, usage: Usage) -> float:
        """Return what an answer costs, in US dollars."""
        long = self.long_from is not None and usage.input_tokens > self.long_from
        input_, output = (self.long_input, self.long_output) if long else (self.input, self.output)
        ratio = input_ / self.input if self.input else 1.0
        fresh = max(0, usage.input_tokens - usage.cache_read_tokens - usage.cache_write_tokens)
        return (fresh * input_ + usage.cache_read_tokens * self.cache_read * ratio
                + usage.cache_write_tokens * self.cache_write * ratio + usage.output_tokens * output) / MILLION  # fmt: skip


FREE = Price(0.0, 0.0, 0.0, 0.0, date.min, "self-hosted")


@lru_cache(maxsize=1)
def _table() -> tuple[Price, tuple[tuple[str, str, Price], ...]]:
    data = tomllib.loads(
        resources.files("calisson.models").joinpath("data", "prices.toml").read_text("utf-8")
    )
    unknown = data["unknown"]
    rows = []
    for row in data["price"]:
        price = Price(
            row["input"], row["output"], row.get("cache_read", row["input"]), row.get("cache_write", row["input"]),
            date.fromisoformat(row["since"]), row["source"], row.get("long_from"),
            row.get("long_input", row["input"]), row.get("long_output", row["output"]),
        )  # fmt: skip
        rows.append((row["provider"], row["match"], price))
    rest = Price(unknown["input"], unknown["output"], unknown["input"], unknown["input"], date.min, "unknown")
    return rest, tuple(rows)


def price_of(provider: Provider, name: str, on: date, *, local: bool = False) -> tuple[Price, bool]:
    """Return the price of a model on a day, and whether it is known rather than assumed."""
    if local:
        return FREE, True
    unknown, rows = _table()
    found = [(len(match), price.since, price) for owner, match, price in rows
             if owner == provider and name.startswith(match) and price.since <= on]  # fmt: skip
    if not found:
        return unknown, False
    return max(found, key=lambda f: (f[0], f[1]))[2], True
