"""The ledger of model calls."""

from __future__ import annotations

import sqlalchemy as sa
from alembic import op

revision = "0003"
down_revision = "0002"
branch_labels = None
depends_on = None


def upgrade() -> None:
    """Make the table and its indexes."""
    op.create_table(
        "model_calls",
        sa.Column(
            "seq", sa.BigInteger().with_variant(sa.Integer(), "sqlite"), autoincrement=True, nullable=False
        ),
        sa.Column("at", sa.String(length=27), nullable=False),
        sa.Column("person", sa.String(length=80), nullable=False),
        sa.Column("app_id", sa.String(length=40), nullable=True),
        sa.Column("turn_id", sa.String(length=40), nullable=True),
        sa.Column("purpose", sa.String(length=40), nullable=False),
        sa.Column("prompt", sa.String(length=80), nullable=False),
        sa.Column("model", sa.String(length=200), nullable=False),
        sa.Column("outcome", sa.String(length=40), nullable=False),
        sa.Column("tries", sa.Integer(), nullable=False),
        sa.Column("input_tokens", sa.BigInteger(), nullable=False),
        sa.Column("output_tokens", sa.BigInteger(), nullable=False),
        sa.Column("cache_read_tokens", sa.BigInteger(), nullable=False),
        sa.Column("cache_write_tokens", sa.BigInteger(), nullable=False),
        sa.Column("cost_microusd", sa.BigInteger(), nullable=False),
        sa.Column("cost_known", sa.Boolean(), nullable=False),
        sa.Column("duration_ms", sa.BigInteger(), nullable=False),
        sa.Column("decision", sa.String(length=40), nullable=False),
        sa.PrimaryKeyConstraint("seq", name=op.f("pk_model_calls")),
        sqlite_autoincrement=True,
    )
    op.create_index("model_calls_by_time", "model_calls", ["at"], unique=False)
    op.create_index("model_calls_by_app", "model_calls", ["app_id", "at"], unique=False)
    op.create_index("model_calls_by_turn", "model_calls", ["turn_id"], unique=False)
