"""Every clause of who may see a memory, taken out of the query alone."""

import inspect
import textwrap
from datetime import UTC, datetime
from pathlib import Path
from typing import Any

import pytest
from guarded import Guard, proved
from sqlalchemy import true

import calisson.memory.privacy.policy as policies
import calisson.memory.reading as memories
from calisson.app import Home
from calisson.clock import FixedClock
from calisson.memory import Memory, Policy, Viewer

NOW = datetime(2026, 3, 4, 11, 0, tzinfo=UTC)
WHOLE = inspect.getsource(policies.visible)


def without(*parts: tuple[str, str]) -> Any:
    """The condition with parts of its text replaced, each of which has to be there."""
    text = WHOLE
    for old, new in parts:
        assert text.count(old) == 1, old
        text = text.replace(old, new)
    scope = dict(vars(policies))
    exec(textwrap.dedent(text), scope)
    return scope["visible"]


def seen(folder: Path, viewer: Viewer, policy: Policy | None, *, forgotten: bool = False) -> bool:
    """Somebody looks for a memory of Ana's."""
    with Home(folder / "home", clock=FixedClock(NOW)) as home:
        memory: Memory = home.memory
        with home.by_hand("ana") as tx:
            kept = memory.remember(tx, "the diary is behind the books", source_turn="t", language="en")
            if policy is not None:
                memory.set_policy(tx, kept.id, policy)
        if forgotten:
            with home.by_hand("ana") as tx:
                memory.forget_id(tx, kept.id)
        return bool(memory.list(viewer=viewer))


def guard(what: str, gone: Any, viewer: Viewer, policy: Policy | None, **more: Any) -> Guard:
    return Guard(what, memories, "visible", gone, lambda folder: seen(folder, viewer, policy, **more))


HOUSE = Policy("house")
GUARDS = (
    guard("a memory without a policy is its person's", without(("and_(own, none)", "none")), Viewer("ben"), None),
    guard("a private memory is its person's", without(("        own,\n        policy.c.scope == \"house\"",
          "        true(),\n        policy.c.scope == \"house\"")), Viewer("ben"), Policy()),
    guard("readers are named", without(("_granted(\"reader\", viewer.person)", "true()")), Viewer("ben"),
          Policy("people", readers=("cleo",))),
    guard("circles are joined", without(("_granted(\"circle\", *sorted(viewer.circles))", "true()")),
          Viewer("ben", circles=frozenset({"choir"})), Policy("circle", circles=("family",))),
    guard("purposes", without(("and_(_purpose(viewer), _place(viewer))", "_place(viewer)")), Viewer("ben", "share"),
          Policy("house", purposes=("answer",))),
    guard("places", without(("and_(_purpose(viewer), _place(viewer))", "_purpose(viewer)")), Viewer("ben", region="JP"),
          Policy("house", region="DE")),
    guard("until when", without(("or_(policy.c.expires_at.is_(None), policy.c.expires_at > now)", "true()")), Viewer("ben"),
          Policy("house", expires_at=NOW)),
    guard("only in this house", without(("policy.c.local_only.is_(False) if viewer.remote else true()", "true()")),
          Viewer("ben", remote=True), Policy("house", local_only=True)),
    guard("nothing learns from it", without(("policy.c.no_train.is_(False) if viewer.purpose == \"train\" else true()", "true()")),
          Viewer("ben", "train"), Policy("house", no_train=True)),
    guard("what is forgotten", without(("memories.c.status == \"live\"", "true()")), Viewer("ana"), HOUSE, forgotten=True),
)  # fmt: skip


@pytest.mark.parametrize("guard", GUARDS, ids=str)
def test_a_guard_of_memory(guard: Guard, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    proved(guard, tmp_path, monkeypatch)


def test_the_whole_condition(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    for name in ("a", "b"):
        (tmp_path / name).mkdir()
    assert seen(tmp_path / "a", Viewer("ben"), HOUSE)
    proved(
        guard("everything", lambda viewer, now: true(), Viewer("ben"), Policy()), tmp_path / "b", monkeypatch
    )
