"""What a token may do: scopes, and the one question that every door asks of them.

`read` reads everything, `log` adds and changes entries and reminders and proposes memories, `apps` makes and changes
apps, and `admin` does all that the person could, tokens, backups, preferences, who may see a memory and the yes to a
proposed one among it. They stand side by side, so that a
kitchen scale may log and see nothing; a token may have several. A browser's session has them all.

A route says what it needs (`server.guard`); words may mean anything, so what a turn may do is judged by what it did:
the tables that its transaction touched, before it is committed.
"""

from __future__ import annotations

from collections.abc import Collection, Iterable
from enum import StrEnum

from calisson.errors import ConfigError, ScopeError


class Scope(StrEnum):
    """One thing that a token may do."""

    READ = "read"
    LOG = "log"
    APPS = "apps"
    ADMIN = "admin"


EVERYTHING = frozenset({Scope.ADMIN})
"""The scopes of a browser's session, and of the command line."""

TOUCHING = {
    "records": Scope.LOG,
    "reminders": Scope.LOG,
    "memories": Scope.LOG,
    "memory_profile": Scope.LOG,
    "memory_merges": Scope.LOG,
    "blobs": Scope.LOG,
    "apps": Scope.APPS,
    "app_versions": Scope.APPS,
}
"""Which scope a change of a table needs; `admin` for those not named."""


def scopes_of(names: Iterable[str]) -> frozenset[Scope]:
    """Return the scopes of these names.

    Raises:
        ConfigError: There is none, or one is not known.
    """
    given = tuple(names)
    known = {s.value for s in Scope}
    if not given or not known.issuperset(given):
        allowed = ", ".join(Scope)
        raise ConfigError(f"a token needs scopes of {allowed}, not {', '.join(given) or 'none'}",
                          message_id="error-scope-unknown", given=", ".join(given), allowed=allowed)  # fmt: skip
    return frozenset(Scope(name) for name in given)


def allows(have: Collection[Scope], needs: Iterable[Scope]) -> bool:
    """Tell whether these scopes cover all that is needed."""
    return Scope.ADMIN in have or all(need in have for need in needs)


def require(have: Collection[Scope], needs: Iterable[Scope]) -> None:
    """Let pass whoever has what is needed.

    Raises:
        ScopeError: Something is missing.
    """
    wanted = tuple(needs)
    if not allows(have, wanted):
        missing = ", ".join(n for n in Scope if n in wanted and n not in have)
        raise ScopeError(f"this token lacks the scope {missing}", scope=missing)


def touching(tables: Iterable[str]) -> frozenset[Scope]:
    """Return what a change of these tables needs."""
    return frozenset(TOUCHING.get(table, Scope.ADMIN) for table in tables)
