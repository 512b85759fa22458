"""Who may see a memory, for what, where and until when: the policy, and its check inside the query.

Every statement that reads memories for somebody carries `visible(viewer, now)` in its WHERE clause, so that what
is barred never leaves the database; nothing is filtered afterwards. A memory without a policy of its own is its
person's alone, for any purpose.

Covered: recall, search, lists, blocks of talk, the profile, export, forgetting, hand-over to models, to programs and to
training; and, by `may_leave`, an encoder outside the house. Not covered: the conversation itself; how often a word
occurs is counted over the whole house, so the order of somebody's own answers can depend on it; and whoever can
read the home's files (see `vault`).
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, replace
from datetime import UTC, datetime
from typing import Any, Literal

from sqlalchemy import (
    ColumnElement,
    Connection,
    and_,
    exists,
    func,
    literal,
    or_,
    select,
    true,
    union_all,
)

from calisson.errors import MemoryError_, NotFoundError
from calisson.memory.tables import memories, memory_grants, memory_policies
from calisson.store import Transaction

Scope = Literal["private", "people", "circle", "house"]
Origin = Literal["own", "outside"]
Purpose = Literal["answer", "manage", "share", "train", "export", "analytics"]

SCOPES: tuple[Scope, ...] = ("private", "people", "circle", "house")
PURPOSES: tuple[Purpose, ...] = ("answer", "manage", "share", "train", "export", "analytics")


@dataclass(frozen=True, slots=True)
class Policy:
    """What may be done with one memory."""

    scope: Scope = "private"
    """`private`: its person; `people`: the readers too; `circle`: members of the circles too; `house`: everybody."""
    readers: tuple[str, ...] = ()
    circles: tuple[str, ...] = ()
    purposes: tuple[str, ...] = ()
    """What it is limited to; empty means anything. Its person may always manage it at home."""
    expires_at: datetime | None = None
    """Aware; from then on it answers nobody, and housekeeping erases it."""
    region: str | None = None
    """Where it may be looked at. A viewer elsewhere, or outside the house at an unknown place, may not."""
    local_only: bool = False
    """Never for a machine outside the house."""
    no_train: bool = False
    """Nothing learns from it."""
    origin: Origin = "own"
    """`outside`: it came from a page, file or other program, and its person agreed to keep it."""

    def as_dict(self) -> dict[str, Any]:
        """Return it as JSON-able data."""
        return {
            "scope": self.scope, "readers": list(self.readers), "circles": list(self.circles),
            "purposes": list(self.purposes), "region": self.region, "local_only": self.local_only,
            "no_train": self.no_train, "origin": self.origin,
            "expires_at": self.expires_at.isoformat() if self.expires_at else None,
        }  # fmt: skip

    @classmethod
    def from_dict(cls, data: Mapping[str, Any]) -> Policy:
        """Read what `as_dict` wrote, or what a person sent.

        Raises:
            MemoryError_: a value that cannot be one.
        """
        try:
            at = data.get("expires_at")
            made = cls(
                scope=data.get("scope") or "private",
                readers=_names(data.get("readers")),
                circles=_names(data.get("circles")),
                purposes=_names(data.get("purposes")),
                expires_at=_moment(at) if at else None,
                region=str(data["region"])[:16] if data.get("region") else None,
                local_only=bool(data.get("local_only")),
                no_train=bool(data.get("no_train")),
                origin=data.get("origin") or "own",
            )
        except (ValueError, TypeError) as problem:
            raise _wrong(str(problem)) from None
        made.check()
        return made

    def may_leave(self, region: str | None = None) -> bool:
        """Tell whether a memory's words may go to a machine outside the house, in this region; None is not known."""
        return not self.local_only and self.region in (None, region)

    def without_circles(self) -> Policy:
        """Return the policy for a home without circles: what is for their members is for the readers, or its person alone."""
        if self.scope != "circle" and not self.circles:
            return self
        narrow: Scope = "people" if self.readers else "private"
        return replace(self, scope=narrow if self.scope == "circle" else self.scope, circles=())

    def check(self) -> None:
        """Raise `MemoryError_` when a value cannot be one."""
        if self.scope not in SCOPES:
            raise _wrong(f"scope is one of {', '.join(SCOPES)}, not {self.scope!r}")
        if unknown := set(self.purposes) - set(PURPOSES):
            raise _wrong(f"purposes are {', '.join(PURPOSES)}, not {', '.join(sorted(unknown))}")
        if self.origin not in ("own", "outside"):
            raise _wrong(f"origin is own or outside, not {self.origin!r}")
        if self.expires_at is not None and self.expires_at.tzinfo is None:
            raise _wrong(_EXPIRES)


PRIVATE = Policy()
"""What holds for a memory that has none of its own."""

OUTSIDE = Policy(origin="outside")
"""What holds for what its person did not say: it is only proposed to them."""


@dataclass(frozen=True, slots=True)
class Viewer:
    """Who looks, what for, and from where."""

    person: str
    purpose: Purpose = "answer"
    remote: bool = False
    """Whether what is seen goes to a machine outside the house."""
    region: str | None = None
    """Where what is seen is processed; None is not known."""
    circles: frozenset[str] = frozenset()
    """The circles that the person is a member of."""


def visible(viewer: Viewer, now: datetime) -> ColumnElement[bool]:
    """Return the condition on `memories` under which the viewer may see a row. `now` is aware."""
    own = memories.c.person == viewer.person
    policy, here = memory_policies, memory_policies.c.id == memories.c.id
    none = ~exists(select(literal(1)).where(here).correlate(memories).select_from(policy))
    shared = or_(
        own,
        policy.c.scope == "house",
        and_(policy.c.scope == "people", _granted("reader", viewer.person)),
        *([and_(policy.c.scope == "circle", _granted("circle", *sorted(viewer.circles)))] if viewer.circles else []),
    )  # fmt: skip
    used = and_(_purpose(viewer), _place(viewer))
    if viewer.purpose == "manage" and not viewer.remote:
        used = or_(own, used)
    allowed = exists(
        select(literal(1)).select_from(policy).correlate(memories).where(
            here, or_(policy.c.expires_at.is_(None), policy.c.expires_at > now), shared, used,
            policy.c.local_only.is_(False) if viewer.remote else true(),
            policy.c.no_train.is_(False) if viewer.purpose == "train" else true(),
        )
    )  # fmt: skip
    return and_(memories.c.status == "live", or_(and_(own, none), allowed))


def within_reach(person: str) -> ColumnElement[bool]:
    """Return a condition that holds for every memory that `visible` may show to this person, and for few others.

    It is no check; a database that looks for the few memories of one person among many of others begins with it.
    """
    own = select(memories.c.position.label("at")).where(memories.c.person == person)
    with_policy = select(memories.c.position).join(memory_policies, memory_policies.c.id == memories.c.id)
    return memories.c.position.in_(select(union_all(own, with_policy).subquery().c.at))


def owned_by(person: str) -> ColumnElement[bool]:
    """Return the condition that a memory is this person's, in a form that draws no planner away from the words."""
    return func.coalesce(memories.c.person, "") == person


def may_leave(region: str | None = None) -> ColumnElement[bool]:
    """Return the condition under which a memory's words may go to a machine outside the house, in whatever state it is.

    `region` is where that machine is; None is not known.
    """
    policy, here = memory_policies, memory_policies.c.id == memories.c.id
    elsewhere: ColumnElement[bool] = policy.c.region.is_not(None)
    if region is not None:
        elsewhere = and_(elsewhere, policy.c.region != region)
    kept = or_(policy.c.local_only, elsewhere)
    return ~exists(select(literal(1)).select_from(policy).correlate(memories).where(here, kept))


def barred(viewer: Viewer, now: datetime) -> ColumnElement[bool]:
    """Return the condition under which a row is live and the viewer may not see it."""
    return and_(memories.c.status == "live", ~visible(viewer, now))


def withheld(viewer: Viewer, now: datetime) -> ColumnElement[bool]:
    """Return the condition of what the viewer's person has, or was given to read, and this viewer may not see.

    So what another person keeps for themself is not counted, which nobody asked for by looking at a list.
    """
    policy, here = memory_policies, memory_policies.c.id == memories.c.id
    given = exists(
        select(literal(1)).select_from(policy).correlate(memories).where(
            here, or_(policy.c.scope == "house", and_(policy.c.scope == "people", _granted("reader", viewer.person)))
        )
    )  # fmt: skip
    return and_(barred(viewer, now), or_(memories.c.person == viewer.person, given))


def _granted(kind: str, *names: str) -> ColumnElement[bool]:
    grant = memory_grants
    return exists(
        select(literal(1)).select_from(grant).correlate(memories)
        .where(grant.c.memory_id == memories.c.id, grant.c.kind == kind, grant.c.name.in_(names))
    )  # fmt: skip


def _purpose(viewer: Viewer) -> ColumnElement[bool]:
    grant = memory_grants
    limited = exists(
        select(literal(1)).select_from(grant).correlate(memories)
        .where(grant.c.memory_id == memories.c.id, grant.c.kind == "purpose")
    )  # fmt: skip
    return or_(~limited, _granted("purpose", viewer.purpose))


def _place(viewer: Viewer) -> ColumnElement[bool]:
    region = memory_policies.c.region
    if viewer.region is not None:
        return or_(region.is_(None), region == viewer.region)
    return region.is_(None) if viewer.remote else true()


# --- keeping policies --------------------------------------------------------------------------------------


def policy_of(tx: Transaction, memory_id: str) -> Policy:
    """Return the policy of a memory; `PRIVATE` when it has none of its own."""
    return policies_of(tx, [memory_id]).get(memory_id, PRIVATE)


def policies_of(source: Transaction | Connection, memory_ids: Sequence[str]) -> dict[str, Policy]:
    """Return the policies of those of these memories that have one."""
    found: dict[str, Policy] = {}
    connection = source.connection if isinstance(source, Transaction) else source
    for at in range(0, len(memory_ids), 500):
        some = memory_ids[at : at + 500]
        grants: dict[tuple[str, str], list[str]] = {}
        of_these = select(memory_grants).where(memory_grants.c.memory_id.in_(some))
        for g in connection.execute(of_these).mappings():
            grants.setdefault((g["memory_id"], g["kind"]), []).append(g["name"])
        kept = select(memory_policies).where(memory_policies.c.id.in_(some))
        for row in connection.execute(kept).mappings():
            readers, circles, purposes = (
                tuple(sorted(grants.get((row["id"], kind), ()))) for kind in ("reader", "circle", "purpose")
            )
            found[row["id"]] = Policy(
                scope=row["scope"], readers=readers, circles=circles, purposes=purposes,
                expires_at=row["expires_at"], region=row["region"], local_only=row["local_only"],
                no_train=row["no_train"], origin=row["origin"],
            )  # fmt: skip
    return found


def put_policy(tx: Transaction, memory_id: str, policy: Policy) -> None:
    """Give a live memory of the transaction's actor a policy; with history, so that undo takes it back.

    Raises:
        NotFoundError: the actor has no such memory. MemoryError_: a value that cannot be one.
    """
    policy.check()
    row = tx.get(memories, memory_id)
    if row is None or row["person"] != tx.actor or row["status"] == "forgotten":
        raise NotFoundError(f"no memory {memory_id!r}", message_id="error-not-found", row=memory_id)
    stored = tx.get(memory_policies, memory_id)
    row = {
        "id": memory_id, "scope": policy.scope, "expires_at": policy.expires_at, "region": policy.region,
        "local_only": policy.local_only, "no_train": policy.no_train, "origin": policy.origin,
    }  # fmt: skip
    if stored is None:
        tx.insert(memory_policies, row)
    else:
        if stored["origin"] == "outside" and policy.origin == "own":
            row["origin"] = "outside"  # where it came from is no choice
        tx.update(memory_policies, memory_id, row)
    wanted = {
        f"{memory_id}:{kind}:{name}"[:180]: {"memory_id": memory_id, "kind": kind, "name": name}
        for kind, names in (("reader", policy.readers), ("circle", policy.circles), ("purpose", policy.purposes))
        for name in names
    }  # fmt: skip
    have = {g["id"] for g in tx.rows(select(memory_grants).where(memory_grants.c.memory_id == memory_id))}
    for gone in sorted(have - wanted.keys()):
        tx.delete(memory_grants, gone)
    tx.insert_many(memory_grants, ({"id": i, **wanted[i]} for i in sorted(wanted.keys() - have)))


def _names(given: object) -> tuple[str, ...]:
    if given is None:
        return ()
    if not isinstance(given, list | tuple):
        raise TypeError(f"names stand in a list, not {given!r}")
    return tuple(str(n)[:120] for n in given)


_EXPIRES = "expires_at needs a time with its offset, such as 2026-12-31T23:59:00+01:00"


def _moment(value: object) -> datetime:
    """Read when a memory ends.

    Raises:
        ValueError: it is no time that can be counted with.
    """
    try:
        found = datetime.fromisoformat(str(value))
        found.astimezone(UTC)
    except (ValueError, OverflowError):
        raise ValueError(f"{_EXPIRES}, not {value!r}") from None
    return found


def _wrong(why: str) -> MemoryError_:
    return MemoryError_(f"no policy of a memory: {why}", message_id="error-memory-policy", reason=why)
