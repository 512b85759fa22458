"""Runs of the workshop and their steps."""

from __future__ import annotations

import sqlalchemy as sa
from alembic import op
from sqlalchemy.dialects import postgresql

revision = "0004"
down_revision = "0003"
branch_labels = None
depends_on = None

JSON = sa.JSON(none_as_null=True).with_variant(postgresql.JSONB(none_as_null=True), "postgresql")


def upgrade() -> None:
    """Make the tables and their indexes."""
    op.create_table(
        "workshop_runs",
        sa.Column("id", sa.String(length=40), nullable=False),
        sa.Column("at", sa.String(length=27), nullable=False),
        sa.Column("person", sa.String(length=80), nullable=False),
        sa.Column("app_id", sa.String(length=40), nullable=True),
        sa.Column("folder", sa.String(length=1000), nullable=False),
        sa.Column("task", JSON, nullable=False),
        sa.Column("reason", sa.String(length=20), nullable=False),
        sa.Column("version", sa.Integer(), nullable=False),
        sa.PrimaryKeyConstraint("id", name=op.f("pk_workshop_runs")),
    )
    op.create_index("workshop_runs_by_time", "workshop_runs", ["at"], unique=False)
    op.create_table(
        "workshop_steps",
        sa.Column(
            "seq", sa.BigInteger().with_variant(sa.Integer(), "sqlite"), autoincrement=True, nullable=False
        ),
        sa.Column("run_id", sa.String(length=40), nullable=False),
        sa.Column("number", sa.Integer(), nullable=False),
        sa.Column("kind", sa.String(length=10), nullable=False),
        sa.Column("state", sa.String(length=10), nullable=False),
        sa.Column("at", sa.String(length=27), nullable=False),
        sa.Column("body", JSON, nullable=False),
        sa.PrimaryKeyConstraint("seq", name=op.f("pk_workshop_steps")),
        sa.UniqueConstraint("run_id", "number", name=op.f("uq_workshop_steps_run_id_number")),
        sqlite_autoincrement=True,
    )
