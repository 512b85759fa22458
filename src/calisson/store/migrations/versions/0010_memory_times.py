"""When a memory holds, what and whom it is about, and in which answers it was used."""

from __future__ import annotations

import sqlalchemy as sa
from alembic import op

from calisson.store import Instant, SealedText

revision = "0010"
down_revision = "0009"
branch_labels = None
depends_on = None


def upgrade() -> None:
    """Add the columns and the table. What rows say of times is read from their texts when it is asked."""
    op.add_column("memories", sa.Column("valid_from", sa.String(length=19)))
    op.add_column("memories", sa.Column("valid_until", sa.String(length=19)))
    op.add_column("memories", sa.Column("closed_by", sa.String(length=40)))
    op.add_column("memories", sa.Column("matter", sa.String(length=32)))
    op.create_index("memories_by_matter", "memories", ["person", "matter"], unique=False)
    op.create_index("memories_by_closed_by", "memories", ["closed_by"], unique=False)
    op.create_table(
        "memory_uses",
        sa.Column("id", sa.String(length=120), nullable=False),
        sa.Column("memory_id", sa.String(length=40), nullable=False),
        sa.Column("turn_id", sa.String(length=40), nullable=False),
        sa.Column("person", sa.String(length=80), nullable=False),
        sa.Column("place", sa.Integer(), nullable=False),
        sa.Column("how", sa.String(length=10), nullable=False),
        sa.Column("via", sa.String(length=40)),
        sa.Column("why", SealedText(), nullable=False),
        sa.Column("at", Instant(), nullable=False),
        sa.PrimaryKeyConstraint("id", name=op.f("pk_memory_uses")),
    )
    op.create_index("memory_uses_by_memory", "memory_uses", ["memory_id", "at"], unique=False)
    op.create_index("memory_uses_by_turn", "memory_uses", ["turn_id"], unique=False)


def downgrade() -> None:
    """Take them away."""
    op.drop_table("memory_uses")
    op.drop_index("memories_by_closed_by", table_name="memories")
    op.drop_index("memories_by_matter", table_name="memories")
    for name in ("matter", "closed_by", "valid_until", "valid_from"):
        op.drop_column("memories", name)
