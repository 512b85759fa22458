"""What retrieval learns in a home: examples to learn from, and the versions that came of them."""

from __future__ import annotations

import sqlalchemy as sa
from alembic import op
from sqlalchemy.dialects import postgresql

revision = "0013"
down_revision = "0012"
branch_labels = None
depends_on = None

JSON = sa.JSON(none_as_null=True).with_variant(postgresql.JSONB(none_as_null=True), "postgresql")


def upgrade() -> None:
    """Make the tables."""
    op.create_table(
        "memory_lessons",
        sa.Column("id", sa.String(length=40), nullable=False),
        sa.Column("person", sa.String(length=80), nullable=False),
        sa.Column("memory_id", sa.String(length=40), nullable=False),
        sa.Column("lesson", JSON, nullable=False),
        sa.Column("held", sa.Boolean(), nullable=False),
        sa.Column("at", sa.String(length=27), nullable=False),
        sa.PrimaryKeyConstraint("id", name=op.f("pk_memory_lessons")),
    )
    op.create_index("memory_lessons_by_memory", "memory_lessons", ["memory_id"], unique=False)
    op.create_table(
        "memory_learned",
        sa.Column("id", sa.String(length=40), nullable=False),
        sa.Column("number", sa.Integer(), nullable=False),
        sa.Column("status", sa.String(length=8), nullable=False),
        sa.Column("learned", JSON, nullable=False),
        sa.Column("scores", JSON, nullable=False),
        sa.Column("at", sa.String(length=27), nullable=False),
        sa.PrimaryKeyConstraint("id", name=op.f("pk_memory_learned")),
    )
    op.create_index("memory_learned_by_number", "memory_learned", ["number"], unique=True)
