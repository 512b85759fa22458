"""Which memories say who somebody is to a person."""

from __future__ import annotations

import sqlalchemy as sa
from alembic import op

revision = "0014"
down_revision = "0013"
branch_labels = None
depends_on = None


def upgrade() -> None:
    """Add the column. What is there already is read at night."""
    op.add_column("memories", sa.Column("introduces", sa.Boolean()))
    op.create_index("memories_by_introduces", "memories", ["person", "introduces"], unique=False)


def downgrade() -> None:
    """Take it away."""
    op.drop_index("memories_by_introduces", table_name="memories")
    op.drop_column("memories", "introduces")
