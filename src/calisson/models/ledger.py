"""The ledger: what every call to a model cost in tokens, money and time, by turn, app and person."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import asdict, dataclass
from datetime import datetime
from typing import Any, Literal

from sqlalchemy import Integer, cast, func, select

from calisson.models.routing import Spent
from calisson.models.tables import model_calls
from calisson.models.types import Request, Usage
from calisson.store import Database, Transaction

MICRO = 1_000_000

By = Literal["model", "app_id", "person", "purpose", "turn_id"]


@dataclass(frozen=True, slots=True)
class Line:
    """A sum of calls."""

    key: str
    calls: int
    failed: int
    input_tokens: int
    output_tokens: int
    cost_usd: float
    cost_known: bool
    """Whether every price in it is known rather than assumed."""
    duration_s: float

    def as_dict(self) -> dict[str, Any]:
        """Return it as JSON-able data."""
        return asdict(self)


class Ledger:
    """Writes and sums the calls of a home."""

    def __init__(self, database: Database) -> None:
        self._database = database

    def write(
        self, tx: Transaction, request: Request, *, model: str, outcome: str, tries: int, usage: Usage,
        cost_usd: float, cost_known: bool, duration_s: float, decision: str,
    ) -> None:  # fmt: skip
        """Keep one call, also a failed one."""
        tx.execute(
            model_calls.insert(),
            {
                "at": tx.now, "person": request.person, "app_id": request.app_id, "turn_id": request.turn_id,
                "purpose": request.purpose[:40], "prompt": request.prompt[:80], "model": model[:200],
                "outcome": outcome[:40], "tries": tries, "input_tokens": usage.input_tokens,
                "output_tokens": usage.output_tokens, "cache_read_tokens": usage.cache_read_tokens,
                "cache_write_tokens": usage.cache_write_tokens, "cost_microusd": round(cost_usd * MICRO),
                "cost_known": cost_known, "duration_ms": round(duration_s * 1000), "decision": decision,
            },
        )  # fmt: skip

    def belong(self, tx: Transaction, turn_id: str | None, app_id: str) -> None:
        """Book a turn's calls on the app that came of them; until then they were no app's."""
        mine = (model_calls.c.turn_id == turn_id) & model_calls.c.app_id.is_(None)
        tx.execute(model_calls.update().where(mine).values(app_id=app_id))

    def spent(self, since: datetime, app_id: str | None = None) -> Spent:
        """Return the money of all calls since an instant (aware), and of an app's."""
        table, total = model_calls, func.coalesce(func.sum(model_calls.c.cost_microusd), 0)
        with self._database.read() as connection:
            day = connection.execute(select(total).where(table.c.at >= since)).scalar() or 0
            app = 0
            if app_id is not None:
                query = select(total).where(table.c.at >= since, table.c.app_id == app_id)
                app = connection.execute(query).scalar() or 0
        return Spent(int(day) / MICRO, int(app) / MICRO)

    def purposes(self) -> dict[str, tuple[str, ...]]:
        """Return what each model was used for, by its id."""
        table, found = model_calls, dict[str, tuple[str, ...]]()
        query = select(table.c.model, table.c.purpose).distinct().order_by(table.c.model, table.c.purpose)
        with self._database.read() as connection:
            for model, purpose in connection.execute(query):
                found[model] = (*found.get(model, ()), purpose)
        return found

    def sums(self, by: By = "model", since: datetime | None = None) -> list[Line]:
        """Return the sums of all calls since an instant, the dearest first."""
        table = model_calls
        key = table.c[by]
        query = select(
            key.label("key"),
            func.count().label("calls"),
            func.sum(cast(table.c.outcome != "ok", Integer)).label("failed"),
            func.sum(table.c.input_tokens).label("input_tokens"),
            func.sum(table.c.output_tokens).label("output_tokens"),
            func.sum(table.c.cost_microusd).label("cost"),
            func.sum(cast(table.c.cost_known.is_(False), Integer)).label("unknown"),
            func.sum(table.c.duration_ms).label("duration"),
        ).group_by(key)
        if since is not None:
            query = query.where(table.c.at >= since)
        with self._database.read() as connection:
            rows = connection.execute(query).mappings().all()
        lines = [_line(dict(row)) for row in rows]
        return sorted(lines, key=lambda line: (-line.cost_usd, -line.calls, line.key))


def _line(row: Mapping[str, Any]) -> Line:
    return Line(
        key=str(row["key"] or ""), calls=int(row["calls"]), failed=int(row["failed"]),
        input_tokens=int(row["input_tokens"]), output_tokens=int(row["output_tokens"]),
        cost_usd=int(row["cost"]) / MICRO, cost_known=not row["unknown"], duration_s=int(row["duration"]) / 1000,
    )  # fmt: skip
