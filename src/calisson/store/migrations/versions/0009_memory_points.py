"""Vectors of memories, and an index of their speakers."""

from __future__ import annotations

import sqlalchemy as sa
from alembic import op

revision = "0009"
down_revision = "0008"
branch_labels = None
depends_on = None


def upgrade() -> None:
    """Make the table and the indexes. Vectors follow from the texts and are made at the first search."""
    op.create_table(
        "memory_points",
        sa.Column(
            "number", sa.BigInteger().with_variant(sa.Integer(), "sqlite"), autoincrement=True, nullable=False
        ),
        sa.Column("position", sa.BigInteger(), nullable=False),
        sa.Column("encoder", sa.String(length=40), nullable=False),
        sa.Column("vector", sa.LargeBinary(), nullable=False),
        sa.Column("stated", sa.SmallInteger(), nullable=False),
        sa.PrimaryKeyConstraint("number", name=op.f("pk_memory_points")),
        sqlite_autoincrement=True,
    )
    op.create_index("memory_points_by_position", "memory_points", ["position"], unique=True)
    op.create_index("memories_by_speaker", "memories", ["speaker"], unique=False)


def downgrade() -> None:
    """Take them away."""
    op.drop_index("memories_by_speaker", table_name="memories")
    op.drop_index("memory_points_by_position", table_name="memory_points")
    op.drop_table("memory_points")
