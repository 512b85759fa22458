"""Vectors of the next encoder, and how encoders were asked for."""

from __future__ import annotations

import sqlalchemy as sa
from alembic import op

revision = "0012"
down_revision = "0011"
branch_labels = None
depends_on = None


def upgrade() -> None:
    """Make the tables; they are empty until the encoder changes."""
    op.create_table(
        "memory_points_next",
        sa.Column("position", sa.BigInteger(), autoincrement=False, nullable=False),
        sa.Column("encoder", sa.String(length=40), nullable=False),
        sa.Column("vector", sa.LargeBinary(), nullable=False),
        sa.PrimaryKeyConstraint("position", name=op.f("pk_memory_points_next")),
    )
    op.create_table(
        "memory_encoders",
        sa.Column("name", sa.String(length=40), nullable=False),
        sa.Column("setting", sa.Text(), nullable=False),
        sa.PrimaryKeyConstraint("name", name=op.f("pk_memory_encoders")),
    )


def downgrade() -> None:
    """Take them away."""
    op.drop_table("memory_encoders")
    op.drop_table("memory_points_next")
