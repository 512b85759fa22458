"""Where sessions, tokens and the password's hash are kept; secrets themselves never are."""

from sqlalchemy import Column, String, Table

from calisson.store import Instant, metadata

sessions = Table(
    "sessions",
    metadata,
    Column("id", String(64), primary_key=True, doc="SHA-256 of the secret that the browser or script holds"),
    Column("kind", String(10), nullable=False, doc="login (one use), session, or token"),
    Column("person", String(80), nullable=False),
    Column("csrf", String(64), nullable=False),
    Column("label", String(200), nullable=False),
    Column("created_at", Instant, nullable=False),
    Column("expires_at", Instant),
    Column("scopes", String(80), doc="what a token may do, parted by spaces; everything when empty"),
    Column("used_at", Instant, doc="when a token was used last, to the minute"),
)
"""One row a secret."""

passwords = Table(
    "passwords",
    metadata,
    Column("id", String(80), primary_key=True, doc="the person"),
    Column("hash", String(200), nullable=False, doc="Argon2id, PHC string"),
    Column("changed_at", Instant, nullable=False),
)
"""One row a person who has a password."""

secrets_ = Table(
    "secrets",
    metadata,
    Column("id", String(40), primary_key=True, doc="what it is for"),
    Column("secret", String(64), nullable=False),
)
"""Lasting secrets that are part of an address, such as the calendar feed's."""
