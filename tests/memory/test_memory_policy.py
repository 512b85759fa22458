"""Nobody sees what a memory's policy bars, through any door: random policies and people against a plain oracle."""

import json
import zipfile
from collections.abc import Callable
from dataclasses import replace
from datetime import UTC, datetime, timedelta
from pathlib import Path

import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st
from sqlalchemy import delete, select

from calisson.app import Home
from calisson.clock import FixedClock
from calisson.errors import ConfigError, MemoryError_, NotFoundError
from calisson.journal import Journal
from calisson.memory import Hit, Memory, Policy, Viewer
from calisson.memory.tables import memories, memory_uses
from calisson.portable import export as write_export
from calisson.store import Database, undo

NOW = datetime(2026, 3, 4, 11, 0, tzinfo=UTC)
PEOPLE = ["me", "ana", "ben", "o'hara; --", "Zoë"]
CIRCLES = ["family", "choir"]
WORDS = ["lantern", "harbour", "quince", "violin", "saddle", "marble"]

policies = st.builds(
    Policy,
    scope=st.sampled_from(["private", "people", "circle", "house"]),
    readers=st.lists(st.sampled_from(PEOPLE), max_size=3, unique=True).map(tuple),
    circles=st.lists(st.sampled_from(CIRCLES), max_size=2, unique=True).map(tuple),
    purposes=st.lists(st.sampled_from(["answer", "manage", "share", "train"]), max_size=2, unique=True).map(
        tuple
    ),
    expires_at=st.sampled_from([None, None, NOW - timedelta(days=1), NOW, NOW + timedelta(seconds=1)]),
    region=st.sampled_from([None, None, "DE", "JP"]),
    local_only=st.booleans(),
    no_train=st.booleans(),
)
viewers = st.builds(
    Viewer,
    person=st.sampled_from(PEOPLE),
    purpose=st.sampled_from(["answer", "manage", "share", "train", "export"]),
    remote=st.booleans(),
    region=st.sampled_from([None, "DE", "JP"]),
    circles=st.frozensets(st.sampled_from(CIRCLES)),
)
homes = st.lists(st.tuples(st.sampled_from(PEOPLE), st.one_of(st.none(), policies)), min_size=1, max_size=6)


def allowed(owner: str, policy: Policy | None, viewer: Viewer) -> bool:
    """What the words of the policy say, without SQL."""
    mine = viewer.person == owner
    if policy is None:
        return mine
    if policy.expires_at is not None and policy.expires_at <= NOW:
        return False
    if viewer.remote and policy.local_only:
        return False
    if viewer.purpose == "train" and policy.no_train:
        return False
    match policy.scope:
        case "private":
            shared = False
        case "people":
            shared = viewer.person in policy.readers
        case "circle":
            shared = bool(viewer.circles.intersection(policy.circles))
        case "house":
            shared = True
    if not mine and not shared:
        return False
    if mine and viewer.purpose == "manage" and not viewer.remote:
        return True
    if policy.purposes and viewer.purpose not in policy.purposes:
        return False
    if policy.region is None:
        return True
    return viewer.region == policy.region or (viewer.region is None and not viewer.remote)


@pytest.fixture
def fresh(
    request: pytest.FixtureRequest, database: Database, clock: FixedClock
) -> Callable[[], tuple[Database, Memory]]:
    """The same database, emptied, for every example."""
    from sqlalchemy import delete

    from calisson.memory.tables import memories, memory_grants, memory_policies

    memory = Memory(database, clock)

    def empty() -> tuple[Database, Memory]:
        with database.transaction("me") as tx:
            for table in (memory_grants, memory_policies, memories):
                tx.execute(delete(table))
            memory._index.rebuild(tx.connection)
        return database, Memory(database, clock)

    return empty


@pytest.mark.timeout(400)
@settings(max_examples=30, deadline=None, suppress_health_check=[HealthCheck.function_scoped_fixture])
@given(home=homes, looking=st.lists(viewers, min_size=2, max_size=4))
def test_no_door_shows_what_is_barred(
    fresh: Callable[[], tuple[Database, Memory]],
    home: list[tuple[str, Policy | None]],
    looking: list[Viewer],
) -> None:
    database, memory = fresh()
    owners: dict[str, tuple[str, Policy | None]] = {}
    texts: dict[str, str] = {}
    for number, (owner, policy) in enumerate(home):
        with database.transaction(owner, f"t{number}") as tx:
            text = f"the {WORDS[number]} box stands in room {number}"
            kept = memory.remember(tx, text, source_turn=f"t{number}", language="en")
            if policy is not None:
                memory.set_policy(tx, kept.id, policy)
        owners[kept.id] = (owner, policy)
        texts[kept.id] = text
    for viewer in looking:
        may = {i for i, (owner, policy) in owners.items() if allowed(owner, policy, viewer)}
        assert {f.id for f in memory.list(viewer=viewer)} == may
        assert {json.loads(line)["id"] for line in memory.export_lines(viewer=viewer)} == may
        for memory_id, text in texts.items():
            found = {h.id for h in memory.recall(text, "en", viewer=viewer)}
            assert found <= may
            assert (memory_id in found) == (memory_id in may)
        assert {h.id for h in memory.recall("what do you know?", "en", viewer=viewer)} <= may
        own = {i for i, (owner, _) in owners.items() if owner == viewer.person}
        hidden = [text for memory_id, text in texts.items() if memory_id not in may]
        hits, trace = memory.explain_search("the box stands in room", "en", 20, viewer=viewer)
        assert {h.id for h in hits} <= may
        told = json.dumps([trace.as_dict(), *(h.as_dict() for h in hits)])
        assert not any(text in told for text in hidden)
        assert memory.may_see(list(owners), viewer) == may
        assert memory.unseen([f"t{n}" for n in range(len(home))], viewer) == {
            f"t{n}" for n, memory_id in enumerate(owners) if memory_id not in may
        }
        assert {f.id for f in memory.exported(viewer=viewer, talk=True)} == may
        assert memory.left_out(viewer=viewer) == len(own - may)
        assert {h.id for h in memory.recall("box room", "en", viewer=viewer, own=True)} <= may & own
        for memory_id in sorted(owners.keys() - own):
            with pytest.raises(NotFoundError), database.transaction(viewer.person, "f") as tx:
                memory.forget_id(tx, memory_id)
            with pytest.raises(NotFoundError), database.transaction(viewer.person, "f") as tx:
                memory.set_policy(tx, memory_id, Policy(scope="house"))
        with database.transaction(viewer.person, "g") as tx:
            gone = memory.forget(tx, "the lantern box and the harbour box")
            assert {f.id for f in gone} <= own
        if gone:
            with database.transaction(viewer.person, "h") as tx:
                undo(tx, "g")
            with database.transaction("me") as tx:
                from sqlalchemy import delete

                from calisson.store.tables import changes

                tx.execute(delete(changes).where(changes.c.turn_id.in_(["g", "h"])))


def test_a_barred_access_is_journalled_once_and_without_words(database: Database, clock: FixedClock) -> None:
    memory = Memory(database, clock)
    with database.transaction("ana", "t") as tx:
        kept = memory.remember(tx, "the diary is behind the books", source_turn="t", language="en")
    for _ in range(3):
        assert memory.recall("where is the diary?", "en", viewer=Viewer("ben")) == []
    with pytest.raises(NotFoundError), database.transaction("ben", "f") as tx:
        memory.forget_id(tx, kept.id)
    assert len(memory.recall("where is the diary?", "en", viewer=Viewer("ana"))) == 1
    memory.recall("where is the diary?", "en", viewer=Viewer("ben"))
    noted = Journal(database).tail(10, "memory-barred")
    assert [(e.payload["person"], e.payload["doing"]) for e in noted] == [
        ("ben", "forget"),
        ("ben", "recall"),
    ]
    assert noted[0].evidence == (kept.id,) and "diary" not in json.dumps([dict(e.payload) for e in noted])
    assert Journal(database).verify() == []
    clock.advance(3700)
    memory.recall("where is the diary?", "en", viewer=Viewer("ben"))
    assert len(Journal(database).tail(10, "memory-barred")) == 3


def test_policies_change_with_history_and_follow_a_fact_that_is_replaced(
    database: Database, clock: FixedClock
) -> None:
    memory = Memory(database, clock)
    with database.transaction("ana", "t") as tx:
        kept = memory.remember(tx, "my locker code is 4711", source_turn="t", language="en")
    with database.transaction("ana", "p") as tx:
        memory.set_policy(tx, kept.id, Policy(scope="people", readers=("ben",), local_only=True))
    ben = Viewer("ben")
    assert len(memory.recall("what is the locker code?", "en", viewer=ben)) == 1
    assert memory.recall("what is the locker code?", "en", viewer=replace(ben, remote=True)) == []
    with database.transaction("ana", "t2") as tx:
        memory.remember(tx, "my locker code is 8822", source_turn="t2", language="en")
    hits = memory.recall("what is the locker code?", "en", viewer=ben)
    assert [h.text for h in hits] == ["my locker code is 8822"]
    assert memory.recall("what is the locker code?", "en", viewer=replace(ben, remote=True)) == []
    with database.transaction("ana", "u") as tx:
        undo(tx, "t2")
    with database.transaction("ana", "u2") as tx:
        undo(tx, "p")
    assert memory.recall("what is the locker code?", "en", viewer=ben) == []
    assert memory.policies([kept.id]) == {}


def test_what_comes_from_outside_waits_for_a_yes(database: Database, clock: FixedClock) -> None:
    memory = Memory(database, clock)
    outside = Policy(origin="outside")
    with database.transaction("me", "t0") as tx:
        memory.remember(tx, "my locker code is 4711", source_turn="t0", language="en")
    with database.transaction("me", "t1") as tx:
        said = "my locker code is 8822"
        offered = memory.remember(tx, said, source_turn="page", language="en", policy=outside)
        again = memory.remember(tx, said, source_turn="page", language="en", policy=outside)
    assert (again.id, again.new) == (offered.id, False)
    assert [h.text for h in memory.recall("what is my locker code?", "en")] == ["my locker code is 4711"]
    assert [f.text for f in memory.list()] == ["my locker code is 4711"]
    assert [f.id for f in memory.proposed()] == [offered.id]
    assert memory.proposed(viewer=Viewer("ana")) == []
    with pytest.raises(NotFoundError), database.transaction("ana", "x") as tx:
        memory.accept(tx, offered.id)
    with database.transaction("me", "yes") as tx:
        memory.accept(tx, offered.id)
    assert memory.policies([offered.id])[offered.id].origin == "outside"
    assert [h.text for h in memory.recall("what is my locker code?", "en")] == ["my locker code is 8822"]
    assert [h.text for h in memory.recall("what was my old locker code?", "en")] == ["my locker code is 4711"]
    with database.transaction("me", "own") as tx:
        memory.set_policy(tx, offered.id, Policy())
    assert memory.policies([offered.id])[offered.id].origin == "outside"
    with database.transaction("me", "no") as tx:
        undo(tx, "yes")
        memory.decline(tx, offered.id)
    assert memory.proposed() == []


@pytest.mark.parametrize(
    "wrong",
    [{"scope": "world"}, {"purposes": ["fun"]}, {"expires_at": "soon"}, {"expires_at": "2026-03-04T12:00"},
     {"origin": "there"}, {"readers": "ana"}],
)  # fmt: skip
def test_a_policy_that_cannot_be_is_refused(wrong: dict[str, object]) -> None:
    with pytest.raises(MemoryError_, match="no policy"):
        Policy.from_dict(wrong)
    assert Policy.from_dict(Policy(scope="people", readers=("ana",)).as_dict()).readers == ("ana",)


def test_in_a_turn_everybody_hears_only_their_own(tmp_path: Path, clock: FixedClock) -> None:
    with Home(tmp_path / "home", clock=clock) as home:
        home.say("remember that my locker code is 4711", person="ana")
        assert home.say("what's my locker code?", person="ben").memories == []
        (found,) = home.say("what's my locker code?", person="ana").memories
        home.memories.set_policy(found.id, {"scope": "house"}, "ana")
        assert [m.text for m in home.say("what's the locker code?", person="ben").memories] == [found.text]
        assert home.say("forget the locker code", person="ben").memories == []
        assert home.memories.all("ana")[0]["policy"]["scope"] == "house"


def talk(database: Database, memory: Memory, person: str, turn: str, said: str, policy: Policy | None) -> str:
    """Something said in passing hours ago, with a policy, in a block of its own."""
    with database.transaction(person, turn) as tx:
        at = datetime(2026, 3, 3, 9) + timedelta(hours=3 * int(turn[1:]))
        memory.index_turn(tx, turn, said, "chat", "en", at)
        (row,) = tx.rows(select(memories).where(memories.c.source == turn))
        if policy is not None:
            memory.set_policy(tx, row["id"], policy)
        return str(row["id"])


@pytest.mark.timeout(400)
@settings(max_examples=15, deadline=None, suppress_health_check=[HealthCheck.function_scoped_fixture])
@given(home=homes, looking=st.lists(viewers, min_size=2, max_size=4))
def test_no_door_of_talk_shows_what_is_barred(
    fresh: Callable[[], tuple[Database, Memory]],
    home: list[tuple[str, Policy | None]],
    looking: list[Viewer],
) -> None:
    database, memory = fresh()
    kept: dict[str, tuple[str, Policy | None, str]] = {}
    for number, (owner, policy) in enumerate(home):
        said = f"My sister {WORDS[number].title()} is a vegetarian and plays the {WORDS[number]}"
        kept[talk(database, memory, owner, f"t{number}", said, policy)] = (owner, policy, said)
    for person in PEOPLE:
        with database.transaction(person, "blocks") as tx:
            memory.episodes.keep(tx, datetime(2026, 3, 4, 12), 7)
    for viewer in looking:
        may = {i for i, (owner, policy, _) in kept.items() if allowed(owner, policy, viewer)}
        sources = {f"t{n}": i for n, i in enumerate(kept)}
        blocks = memory.search("sister vegetarian plays", "en", 20, viewer=viewer, tiers=("episode",))
        assert {sources[s] for h in blocks for s in h.sources} <= may
        with database.read() as connection:
            latest = memory.episodes.latest(connection, 20, viewer=memory.guard.placed(viewer), now=NOW)
        assert {sources[s] for h in latest for s in h.sources} == may
        for person in PEOPLE:
            assert {f.id for f in memory.told(50, person, viewer=viewer)} <= may
        told = memory.told(50, viewer.person, viewer=viewer)
        lines = memory.profiles.lines(viewer.person, [], datetime(2026, 3, 4, 12), told)
        assert {line.id for line in lines} <= may
        own = {i for i, (owner, _, _) in kept.items() if owner == viewer.person}
        assert {k.memory_id for k in memory.who_is_who(viewer=viewer).known} <= may & own
        with database.transaction(viewer.person, "a") as tx:
            hits = [
                Hit(i, said, 1.0, "turn", "", "violin", datetime(2026, 3, 4))
                for i, (_, _, said) in kept.items()
            ]
            memory.note_answer(tx, "answer", hits)
        for use in memory.used_in("answer", viewer=viewer):
            assert (bool(use.text), bool(use.why)) == (use.memory_id in may,) * 2
        with database.transaction(viewer.person) as tx:
            tx.execute(delete(memory_uses))


def test_what_a_list_an_export_or_a_profile_leaves_out_is_journalled(
    tmp_path: Path, clock: FixedClock
) -> None:
    with Home(tmp_path / "home", clock=clock) as home:
        shown = home.memories.add("the bike is blue")
        kept = home.memories.add("I am allergic to nuts")
        home.memories.add("my own diary is green", "ana")
        home.memories.set_policy(kept, {"local_only": True, "purposes": ["answer", "manage"]})
        doors: list[tuple[str, Callable[[], object]]] = [
            ("list", lambda: home.memories.abroad.all()),
            ("export", lambda: home.memories.export()),
            ("list", lambda: home.memories.profile(viewer=Viewer("me", remote=True))),
            ("look", lambda: home.memories.abroad.uses(kept)),
        ]
        counts = []
        for doing, look in doors:
            clock.advance(3700)
            found = json.dumps(str(look()))
            (noted, *before) = Journal(home.database).tail(50, "memory-barred")
            assert "nuts" not in found
            assert (noted.payload["doing"], noted.evidence) == (doing, (kept,))
            counts.append(len(before) + 1)
        assert counts == [1, 2, 3, 4]
        assert [m["id"] for m in home.memories.all()] == [kept, shown]
        assert len(Journal(home.database).tail(50, "memory-barred")) == len(doors), (
            "at home nothing is barred"
        )


@pytest.mark.parametrize("language", ["en", "de", "zh", "ja", "ko"])
def test_a_document_of_memories_ends_with_how_many_are_not_in_it(tmp_path: Path, language: str) -> None:
    with Home(tmp_path / "home") as home:
        with home.by_hand() as tx:
            home.set_preferences(tx, language=language)
        kept = [home.memories.add(f"The blue box {n} is in the attic") for n in range(4)]
        assert "*" not in home.memories.export("markdown").text
        for memory in kept[:3]:
            home.memories.set_policy(memory, {"purposes": ["answer"]})
        last = home.memories.export("markdown").text.rstrip().splitlines()[-1]
        assert last.startswith("*") and last.endswith("*") and "3" in last and "memory-export" not in last


def test_an_export_keeps_to_the_purposes_and_says_what_it_left_out(tmp_path: Path, clock: FixedClock) -> None:
    with Home(tmp_path / "home", clock=clock) as home:
        home.memories.add("the bike is blue")
        kept = home.memories.add("I am allergic to nuts")
        home.memories.set_policy(kept, {"purposes": ["answer"]})
        for form in ("jsonl", "markdown"):
            export = home.memories.export(form)  # type: ignore[arg-type]
            assert ("nuts" in export.text, export.left_out) == (False, 1) and "bike" in export.text
        whole = home.memories.export(everything=True)
        assert ("nuts" in whole.text, whole.left_out) == (True, 0)
        file = write_export(home, tmp_path / "all.zip")
        with zipfile.ZipFile(file) as archive:
            assert b"nuts" not in archive.read("memories.jsonl")
            assert json.loads(archive.read("about.json"))["memories_left_out"] == 1
        again = home.memories.abroad.export(everything=True)
        assert "nuts" not in again.text, "a program is not the person"


def test_the_home_says_where_it_is(tmp_path: Path, clock: FixedClock) -> None:
    with Home(tmp_path / "home", clock=clock) as home:
        kept = home.memories.add("my locker code is 4711", "ana")
        home.memories.set_policy(kept, {"scope": "people", "readers": ["ben"], "region": "DE"}, "ana")
        asked = "what is the locker code?"
        assert len(home.memory.recall(asked, "en", viewer=Viewer("ben"))) == 1
        with home.by_hand() as tx:
            home.set_preferences(tx, region="JP")
        assert home.memory.recall(asked, "en", viewer=Viewer("ben")) == []
        assert home.memories.all("ben") == [] and len(home.memories.all("ana")) == 1
        with home.by_hand() as tx:
            home.set_preferences(tx, region="DE")
        assert len(home.memory.recall(asked, "en", viewer=Viewer("ben"))) == 1
        with pytest.raises(ConfigError), home.by_hand() as tx:
            home.set_preferences(tx, region="")


@pytest.mark.parametrize(
    ("regions", "sees"), [(("DE",), True), (("DE", "US"), False), (("",), False), (("US",), False)]
)
def test_a_model_elsewhere_is_where_its_roster_says(
    tmp_path: Path, clock: FixedClock, regions: tuple[str, ...], sees: bool
) -> None:
    rows = [
        {"provider": "openai", "name": f"m{n}", "base_url": "https://api.example.com/v1", "region": region}
        for n, region in enumerate(regions)
    ]
    (tmp_path / "home").mkdir()
    (tmp_path / "home" / "models.json").write_text(json.dumps({"models": rows}))
    with Home(tmp_path / "home", clock=clock, keys={}) as home:
        kept = home.memories.add("I am allergic to nuts")
        home.memories.set_policy(kept, {"region": "DE"})
        viewer = home.outward("me")
        assert viewer.remote and bool(home.memories.profile(viewer=viewer)) == sees


def test_circles_are_refused_before_there_are_any(tmp_path: Path, clock: FixedClock) -> None:
    with Home(tmp_path / "home", clock=clock) as home:
        kept = home.memories.add("the diary is behind the books")
        for wanted in (
            {"scope": "circle", "circles": ["family"]},
            {"circles": ["family"]},
            {"scope": "circle"},
        ):
            with pytest.raises(MemoryError_) as refused:
                home.memories.set_policy(kept, wanted)
            assert refused.value.message_id == "error-memory-circles"
        assert home.memories.policy(kept)["scope"] == "private"
    policy = Policy("circle", readers=("ana",), circles=("family",)).without_circles()
    assert (policy.scope, policy.circles) == ("people", ())
    assert Policy("circle", circles=("family",)).without_circles() == Policy()
