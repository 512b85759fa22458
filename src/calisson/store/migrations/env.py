"""Runs Alembic's steps on the connection that `calisson.store.migrate` hands over, in its transaction."""

from __future__ import annotations

from alembic import context

from calisson.store.schema import metadata

connection = context.config.attributes["connection"]
context.configure(connection=connection, target_metadata=metadata, render_as_batch=True, compare_type=True)
context.run_migrations()
