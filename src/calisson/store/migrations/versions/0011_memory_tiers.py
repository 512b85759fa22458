"""Blocks of the last days, changes of the profile, traces of merged facts."""

from __future__ import annotations

import sqlalchemy as sa
from alembic import op

revision = "0011"
down_revision = "0010"
branch_labels = None
depends_on = None


def upgrade() -> None:
    """Make the tables. Blocks follow from the talk and are made at night."""
    op.create_table(
        "memory_episodes",
        sa.Column("id", sa.String(length=40), nullable=False),
        sa.Column("person", sa.String(length=80), nullable=False),
        sa.Column("text", sa.Text(), nullable=False),
        sa.Column("vector", sa.LargeBinary(), nullable=False),
        sa.Column("encoder", sa.String(length=80), nullable=False),
        sa.Column("language", sa.String(length=8), nullable=False),
        sa.Column("since", sa.String(length=19), nullable=False),
        sa.Column("until", sa.String(length=19), nullable=False),
        sa.Column("whole", sa.Integer(), nullable=False),
        sa.Column("made_at", sa.String(length=27), nullable=False),
        sa.PrimaryKeyConstraint("id", name=op.f("pk_memory_episodes")),
    )
    op.create_index("memory_episodes_by_person", "memory_episodes", ["person", "until"], unique=False)
    op.create_table(
        "memory_episode_turns",
        sa.Column("id", sa.String(length=90), nullable=False),
        sa.Column("episode_id", sa.String(length=40), nullable=False),
        sa.Column("memory_id", sa.String(length=40), nullable=False),
        sa.PrimaryKeyConstraint("id", name=op.f("pk_memory_episode_turns")),
    )
    op.create_index("memory_episode_turns_by_episode", "memory_episode_turns", ["episode_id"], unique=False)
    op.create_index("memory_episode_turns_by_memory", "memory_episode_turns", ["memory_id"], unique=False)
    op.create_table(
        "memory_profile",
        sa.Column("id", sa.String(length=40), nullable=False),
        sa.Column("person", sa.String(length=80), nullable=False),
        sa.Column("memory_id", sa.String(length=40), nullable=False),
        sa.Column("text", sa.Text(), nullable=False),
        sa.Column("state", sa.String(length=8), nullable=False),
        sa.Column("pinned", sa.Boolean(), nullable=False),
        sa.Column("at", sa.String(length=27), nullable=False),
        sa.PrimaryKeyConstraint("id", name=op.f("pk_memory_profile")),
    )
    op.create_index("memory_profile_by_person", "memory_profile", ["person", "memory_id"], unique=True)
    op.create_table(
        "memory_merges",
        sa.Column("id", sa.String(length=40), nullable=False),
        sa.Column("person", sa.String(length=80), nullable=False),
        sa.Column("memory_id", sa.String(length=40), nullable=False),
        sa.Column("other_id", sa.String(length=40), nullable=True),
        sa.Column("kind", sa.String(length=10), nullable=False),
        sa.Column("text", sa.Text(), nullable=False),
        sa.Column("source", sa.String(length=80), nullable=False),
        sa.Column("at", sa.String(length=19), nullable=False),
        sa.Column("undone", sa.Boolean(), nullable=False),
        sa.PrimaryKeyConstraint("id", name=op.f("pk_memory_merges")),
    )
    op.create_index("memory_merges_by_memory", "memory_merges", ["memory_id"], unique=False)
    op.create_index("memory_merges_by_person", "memory_merges", ["person", "at"], unique=False)


def downgrade() -> None:
    """Take them away."""
    for name in ("memory_merges", "memory_profile", "memory_episode_turns", "memory_episodes"):
        op.drop_table(name)
