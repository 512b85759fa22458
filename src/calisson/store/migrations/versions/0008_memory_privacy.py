"""Policies, care and partings of memories."""

from __future__ import annotations

import sqlalchemy as sa
from alembic import op
from sqlalchemy.dialects import postgresql

revision = "0008"
down_revision = "0005"
branch_labels = None
depends_on = None

JSON = sa.JSON(none_as_null=True).with_variant(postgresql.JSONB(none_as_null=True), "postgresql")


def upgrade() -> None:
    """Make the tables and their indexes."""
    op.create_table(
        "memory_policies",
        sa.Column("id", sa.String(length=40), nullable=False),
        sa.Column("scope", sa.String(length=8), nullable=False),
        sa.Column("expires_at", sa.String(length=27), nullable=True),
        sa.Column("region", sa.String(length=16), nullable=True),
        sa.Column("local_only", sa.Boolean(), nullable=False),
        sa.Column("no_train", sa.Boolean(), nullable=False),
        sa.Column("origin", sa.String(length=8), nullable=False),
        sa.PrimaryKeyConstraint("id", name=op.f("pk_memory_policies")),
    )
    op.create_index("memory_policies_by_expiry", "memory_policies", ["expires_at"], unique=False)
    op.create_table(
        "memory_grants",
        sa.Column("id", sa.String(length=180), nullable=False),
        sa.Column("memory_id", sa.String(length=40), nullable=False),
        sa.Column("kind", sa.String(length=8), nullable=False),
        sa.Column("name", sa.String(length=120), nullable=False),
        sa.PrimaryKeyConstraint("id", name=op.f("pk_memory_grants")),
    )
    op.create_index("memory_grants_by_memory", "memory_grants", ["memory_id", "kind", "name"], unique=False)
    op.create_table(
        "memory_care",
        sa.Column("id", sa.String(length=40), nullable=False),
        sa.Column("pinned", sa.Boolean(), nullable=False),
        sa.Column("kept_for", sa.String(length=40), nullable=True),
        sa.Column("importance", sa.Float(), nullable=False),
        sa.Column("uses", sa.Integer(), nullable=False),
        sa.Column("last_used", sa.String(length=27), nullable=True),
        sa.Column("credit", sa.Float(), nullable=False),
        sa.PrimaryKeyConstraint("id", name=op.f("pk_memory_care")),
    )
    op.create_table(
        "memory_partings",
        sa.Column("id", sa.String(length=40), nullable=False),
        sa.Column("person", sa.String(length=80), nullable=False),
        sa.Column("tier", sa.String(length=8), nullable=False),
        sa.Column("reason", sa.String(length=10), nullable=False),
        sa.Column("detail", JSON, nullable=False),
        sa.Column("at", sa.String(length=27), nullable=False),
        sa.Column("due_at", sa.String(length=27), nullable=False),
        sa.Column("erased_at", sa.String(length=27), nullable=True),
        sa.PrimaryKeyConstraint("id", name=op.f("pk_memory_partings")),
    )
    op.create_index("memory_partings_by_due", "memory_partings", ["erased_at", "due_at"], unique=False)
    op.create_index("memory_partings_by_person", "memory_partings", ["person", "at"], unique=False)
    op.create_index("memories_by_person", "memories", ["person", "status"], unique=False)
