"""Runs Alembic's steps on the connection that `calisson.store.migrate` hands over, in its transaction."""

from __future__ import annotations

from typing import Any, Literal

from alembic import context

from calisson.store.migrate import ours
from calisson.store.schema import Instant, Json, metadata


def render_item(kind: str, item: Any, _autogen: Any) -> str | Literal[False]:
    """Write our column types as what they are in the database, so that old steps never change."""
    if kind == "type" and isinstance(item, Instant):
        return "sa.String(length=27)"
    if kind == "type" and item is Json:
        return "JSON"
    return False


connection = context.config.attributes["connection"]
context.configure(
    connection=connection,
    target_metadata=metadata,
    render_as_batch=False,
    compare_type=True,
    render_item=render_item,
    include_object=ours,
)
context.run_migrations()
