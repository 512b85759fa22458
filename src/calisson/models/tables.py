"""Where the ledger of model calls is kept."""

from sqlalchemy import BigInteger, Boolean, Column, Index, Integer, String, Table

from calisson.store import Instant, Sequence64, metadata

model_calls = Table(
    "model_calls",
    metadata,
    Column("seq", Sequence64, primary_key=True, autoincrement=True),
    Column("at", Instant, nullable=False),
    Column("person", String(80), nullable=False),
    Column("app_id", String(40)),
    Column("turn_id", String(40)),
    Column("purpose", String(40), nullable=False),
    Column(
        "prompt", String(80), nullable=False, doc="name and version of the prompt file; empty without one"
    ),
    Column("model", String(200), nullable=False),
    Column("outcome", String(40), nullable=False, doc="ok, or the error's type"),
    Column("tries", Integer, nullable=False),
    Column("input_tokens", BigInteger, nullable=False),
    Column("output_tokens", BigInteger, nullable=False),
    Column("cache_read_tokens", BigInteger, nullable=False),
    Column("cache_write_tokens", BigInteger, nullable=False),
    Column("cost_microusd", BigInteger, nullable=False),
    Column(
        "cost_known", Boolean, nullable=False, doc="false: no price is known, the assumed one was counted"
    ),
    Column("duration_ms", BigInteger, nullable=False),
    Column("decision", String(40), nullable=False, doc="the journal's entry of the route; empty without one"),
    Index("model_calls_by_time", "at"),
    Index("model_calls_by_app", "app_id", "at"),
    Index("model_calls_by_turn", "turn_id"),
    sqlite_autoincrement=True,
)
"""One row a model that was asked, also when it failed."""
