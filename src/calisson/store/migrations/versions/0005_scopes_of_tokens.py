"""What a token may do, and when it was used last. Tokens from before keep doing everything."""

from __future__ import annotations

import sqlalchemy as sa
from alembic import op

revision = "0005"
down_revision = "0004"
branch_labels = None
depends_on = None


def upgrade() -> None:
    """Add the two columns, and write down what the tokens that are there may do."""
    with op.batch_alter_table("sessions") as batch:
        batch.add_column(sa.Column("scopes", sa.String(length=80), nullable=True))
        batch.add_column(sa.Column("used_at", sa.String(length=27), nullable=True))
    op.execute("UPDATE sessions SET scopes = 'admin' WHERE kind = 'token'")
