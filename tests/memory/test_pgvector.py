"""Search inside PostgreSQL: it finds what the scan finds, shows nothing barred, forgets, follows another encoder."""

from __future__ import annotations

import json
import os
import subprocess
import sys
import uuid
from collections.abc import Iterator
from datetime import UTC, datetime
from pathlib import Path

import numpy as np
import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st
from sqlalchemy import create_engine, event, make_url, select, text, true
from test_memory_policy import WORDS, allowed, homes, viewers
from test_renewal import Other
from vector_server import vector_server, vector_url

from calisson import Home
from calisson.clock import FixedClock
from calisson.memory import Memory, Policy, Viewer
from calisson.memory.finding import pgvector
from calisson.memory.finding.encoder import built_in
from calisson.memory.finding.points import points
from calisson.memory.finding.scan import ArrayScan
from calisson.memory.forgetting import erase
from calisson.memory.privacy.policy import visible
from calisson.memory.tables import memories
from calisson.store import Database

__all__ = ["vector_server", "vector_url"]
pytestmark = pytest.mark.xdist_group("pgvector")
NOW = datetime(2026, 3, 4, 11, 0, tzinfo=UTC)


@pytest.fixture
def home(tmp_path: Path, clock: FixedClock, vector_url: str) -> Iterator[Home]:
    with Home(tmp_path / "home", url=vector_url, clock=clock) as opened:
        opened.memories.vectors()
        assert opened.memories.vectors()["by"] == "pgvector"
        yield opened


def filled(database: Database, count: int, width: int = 128, person: str = "me", start: int = 0) -> None:
    """Memories with vectors around 200 centres."""
    chance = np.random.default_rng(start)
    centres = chance.normal(size=(200, width))
    near = centres[chance.integers(0, 200, count)] + 0.7 * chance.normal(size=(count, width))
    near = np.round(near * 127 / np.linalg.norm(near, axis=1, keepdims=True)).astype(np.int8)
    rows = [
        {"id": f"mem_{start + n}", "position": start + n, "tier": "fact", "text": f"number {start + n}",
         "tokens": str(start + n), "mark": str(start + n), "language": "en", "person": person, "speaker": person,
         "source": "test", "at": "2026-03-01T10:00:00", "status": "live"}
        for n in range(count)
    ]  # fmt: skip
    made = [
        {"position": start + n, "encoder": built_in().name, "vector": near[n].tobytes(), "stated": 100}
        for n in range(count)
    ]
    with database.transaction("me") as tx:
        for at in range(0, count, 5000):
            tx.execute(memories.insert(), rows[at : at + 5000])
            tx.execute(points.insert(), made[at : at + 5000])


def questions(count: int, width: int = 128) -> list[bytes]:
    chance = np.random.default_rng(7)
    return [
        np.clip(np.round(v * 127 / np.linalg.norm(v)), -127, 127).astype(np.int8).tobytes()
        for v in np.random.default_rng(0).normal(size=(200, width))[:count]
        + 0.5 * chance.normal(size=(count, width))
    ]


def scan_of(home: Home) -> ArrayScan:
    scan = ArrayScan(128)
    with home.database.read() as connection:
        rows = connection.execute(select(points.c.number, points.c.vector).order_by(points.c.number)).all()
    scan.extend([(n, bytes(v)) for n, v in rows])
    return scan


def test_it_finds_what_the_scan_finds(home: Home) -> None:
    filled(home.database, 3000)
    asked, mine = questions(50), visible(Viewer("me"), NOW)
    near = home.memory.points
    with home.database.read() as connection:
        scan = scan_of(home)
        for q in asked[:10]:  # without a graph every vector is compared
            assert near.nearest(connection, q, 10, mine) == scan.seek(q, 10)()
    filled(home.database, 17_000, start=3000)
    home.memory.renewal.tend()
    statements: list[tuple[str, object]] = []
    event.listen(home.database.engine, "before_cursor_execute", lambda *a: statements.append((a[2], a[3])))
    scan = scan_of(home)
    with home.database.read() as connection:
        found = [near.nearest(connection, q, 10, mine) for q in asked]
        (query,) = {s for s, _ in statements if "<#>" in s}
        given_to = next(p for s, p in statements if s == query)
        plan = "\n".join(r[0] for r in connection.exec_driver_sql(f"EXPLAIN {query}", given_to).all())  # type: ignore[arg-type]
    assert pgvector.graph_name(built_in().name, 128) in plan, plan
    same = [len(set(f) & set(scan.seek(q, 10)())) for f, q in zip(found, asked, strict=True)]
    assert sum(same) >= 0.95 * 10 * len(asked), sum(same)
    assert near.scan_bytes() == 0, "nothing was read into working memory"


def test_few_memories_of_one_person_are_found_among_many_of_another(
    home: Home, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(pgvector, "INDEXED", 0)
    monkeypatch.setattr(pgvector, "SEEN", 200)
    filled(home.database, 2000)
    filled(home.database, 15, person="ana", start=2000)
    home.memory.renewal.tend()
    with home.database.read() as connection:
        for viewer, most in ((Viewer("ana"), 15), (Viewer("ben"), 0)):
            may = visible(viewer, NOW)
            found = home.memory.points.nearest(connection, questions(1)[0], 20, may, viewer.person)
            assert len(set(found)) == len(found) == most
            assert found == home.memory.points.nearest(connection, questions(1)[0], 20, may)


@pytest.mark.parametrize("graph", [False, True])
@settings(max_examples=12, deadline=None, suppress_health_check=[HealthCheck.function_scoped_fixture])
@given(made=homes, looking=st.lists(viewers, min_size=2, max_size=4))
def test_nothing_barred_leaves_the_database(
    home: Home,
    graph: bool,
    made: list[tuple[str, Policy | None]],
    looking: list[Viewer],
) -> None:
    from sqlalchemy import delete

    from calisson.memory.tables import memory_grants, memory_policies

    memory, database = home.memory, home.database
    with database.transaction("me") as tx:
        for table in (memory_grants, memory_policies, memories, points):
            tx.execute(delete(table))
    whose: dict[str, tuple[str, Policy | None]] = {}
    for number, (owner, policy) in enumerate(made):
        with database.transaction(owner, f"t{number}") as tx:
            words = f"the {WORDS[number]} box stands in room {number}"
            kept = memory.remember(tx, words, source_turn=f"t{number}", language="en")
            if policy is not None:
                memory.set_policy(tx, kept.id, policy)
        whose[kept.id] = (owner, policy)
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(pgvector, "INDEXED", 0 if graph else 10**9)
        memory.renewal.tend()
    assert bool(memory.points.pgvector._graphs) == graph
    vector = built_in().encode("where is the lantern box?", "en")
    for viewer in looking:
        may = {i for i, (owner, policy) in whose.items() if allowed(owner, policy, viewer)}
        with database.read() as connection:
            numbers = memory.points.nearest(connection, vector, 100, visible(viewer, NOW), viewer.person)
            placed = select(memories.c.id).join(points, points.c.position == memories.c.position)
            found = connection.execute(placed.where(points.c.number.in_(numbers))).scalars()
            assert set(found) == may
        assert {h.id for h in memory.search("where is the lantern box?", "en", viewer=viewer)} == may


@pytest.mark.parametrize("rewritten", [True, False])
def test_what_is_forgotten_leaves_the_graph(
    home: Home, clock: FixedClock, monkeypatch: pytest.MonkeyPatch, rewritten: bool
) -> None:
    if not rewritten:
        monkeypatch.setattr(erase, "REWRITTEN", 0)
    monkeypatch.setattr(pgvector, "INDEXED", 0)
    home.memories.take_in([json.dumps({"text": f"note {n} about tea and cake"}) for n in range(50)])
    kept = home.memories.add("The spare key is under the flower pot")
    home.memory.renewal.tend()
    vector = built_in().encode("The spare key is under the flower pot", "en")
    stored = np.frombuffer(vector, np.int8).astype("<f2").tobytes()
    graph = pgvector.graph_name(built_in().name, 128)
    with home.database.engine.connect().execution_options(isolation_level="AUTOCOMMIT") as connection:
        files = connection.execute(text("SELECT current_setting('data_directory')")).scalar_one()

        def on_disk(relation: str) -> bool:
            connection.execute(text("CHECKPOINT"))
            path = connection.execute(text(f"SELECT pg_relation_filepath('{relation}')")).scalar_one()
            return stored in Path(files, path).read_bytes()

        assert on_disk(graph) and on_disk("memory_points")
        home.memories.forget(kept)
        clock.advance(25 * 3600)
        report = home.memories.erase()
        assert kept in report["memories"] and not report["failed"] and not report["pending"]
        assert not on_disk(graph)
        assert not rewritten or not on_disk("memory_points")
        numbers = home.memory.points.nearest(connection, vector, 100, true())
        assert len(numbers) == 50
    assert all("spare key" not in h["text"] for h in home.memories.search("Wo ist der Ersatzschlüssel?", 10))


def test_another_encoder_takes_over_with_a_graph_of_its_own(
    home: Home, vector_url: str, tmp_path: Path, clock: FixedClock, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(pgvector, "INDEXED", 0)
    home.memories.take_in([json.dumps({"text": f"note {n} about tea and cake"}) for n in range(100)])
    home.memories.add("The spare key is under the flower pot")
    home.memory.renewal.tend()
    name = "o'ther 50%"
    other = Other(name)
    monkeypatch.setattr("calisson.memory.reading.encoder_of", lambda: other)
    with Home(tmp_path / "home", url=vector_url, clock=clock) as again:
        with again.database.read() as connection:
            again.memory.points.settle(connection)
        found = again.memories.search("Wo ist der Ersatzschlüssel?", 1)
        assert found[0]["text"].startswith("The spare key"), "the earlier vectors answer"
        assert again.memory.renewal.run()
        again.memory.renewal.tend()
        state = again.memories.vectors()
        assert (state["by"], state["answering"], state["done"]) == ("pgvector", name, 101)
        with again.database.read() as connection:
            graphs = connection.execute(pgvector._GRAPHS).all()
            assert [(g.name, g.whole) for g in graphs] == [(pgvector.graph_name(name, 64), True)]
            numbers = again.memory.points.nearest(connection, other.encode("note 7 about tea"), 200, true())
            assert len(numbers) == 101
        wider = Other(name, 96)  # the same name: both widths lie beside each other for a while
        monkeypatch.setattr("calisson.memory.reading.encoder_of", lambda: wider)
    with Home(tmp_path / "home", url=vector_url, clock=clock) as third:
        assert third.memory.renewal.run()
        third.memory.renewal.tend()
        with third.database.read() as connection:
            assert [g.name for g in connection.execute(pgvector._GRAPHS)] == [pgvector.graph_name(name, 96)]
            assert len(third.memory.points.nearest(connection, wider.encode("tea"), 200, true())) == 101


def test_an_interrupted_graph_is_made_again(home: Home, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(pgvector, "INDEXED", 0)
    filled(home.database, 100)
    home.memory.renewal.tend()
    with home.database.transaction("me") as tx:
        tx.execute(text("UPDATE pg_index SET indisvalid = false WHERE indexrelid = to_regclass(:name)"),
                   {"name": pgvector.graph_name(built_in().name, 128)})  # fmt: skip
    home.memory.renewal.tend()
    with home.database.read() as connection:
        assert [g.whole for g in connection.execute(pgvector._GRAPHS)] == [True]


def test_two_homes_of_one_database_know_nothing_of_each_other(
    tmp_path: Path, clock: FixedClock, vector_url: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(pgvector, "INDEXED", 0)
    engine = create_engine(vector_url)
    with engine.begin() as connection:
        for name in ("a", "b"):
            connection.execute(text(f"CREATE SCHEMA {name}"))
    engine.dispose()
    opened = [
        Home(tmp_path / name, clock=clock,
             url=make_url(vector_url).update_query_dict({"options": f"-csearch_path={name}"}).render_as_string())
        for name in ("a", "b")
    ]  # fmt: skip
    for home, said in zip(opened, ("the bike is blue", "the cello is in the attic"), strict=True):
        assert home.memories.vectors()["by"] == "pgvector", "public is not on the path"
        home.memories.add(said)
        home.memory.renewal.tend()
    for home, said in zip(opened, ("the bike is blue", "the cello is in the attic"), strict=True):
        assert [h["text"] for h in home.memories.search("where are bike and cello?", 5)] == [said]
        home.memories.add("the attic is cold")
        home.close()


def test_a_home_that_may_not_add_it_works_as_without(
    tmp_path: Path, clock: FixedClock, vector_url: str
) -> None:
    name = f"plain_{uuid.uuid4().hex[:8]}"
    engine = create_engine(vector_url)
    with engine.begin() as connection:
        connection.execute(text(f"CREATE ROLE {name} LOGIN"))
        connection.execute(text(f"CREATE SCHEMA {name} AUTHORIZATION {name}"))
    url = make_url(vector_url).set(username=name).render_as_string()
    with Home(tmp_path / "home", url=url, clock=clock) as home:
        home.memories.add("The spare key is under the flower pot")
        state = home.memories.report()["vectors"]
        assert (state["by"], state["pgvector"]) == ("memory", "refused")
        assert home.memories.search("Wo ist der Ersatzschlüssel?", 1)[0]["text"].startswith("The spare key")
        assert home.memory.points.scan_bytes() > 0
        home.memories.keep_house()
    said = subprocess.run(
        [sys.executable, "-m", "calisson.cli", "memory", "report", "--data", str(tmp_path / "home")],
        env={**os.environ, "CALISSON_DATABASE_URL": url, "LC_ALL": "de_DE.UTF-8"},
        capture_output=True, text=True, timeout=60, check=True,
    )  # fmt: skip
    assert "`CREATE EXTENSION vector` in der Datenbank des Zuhauses" in said.stdout
    with engine.begin() as connection:
        connection.execute(text("CREATE EXTENSION vector"))  # as the report says
    with Home(tmp_path / "home", url=url, clock=clock) as home:
        assert home.memories.vectors()["by"] == "pgvector"
        assert home.memories.search("Wo ist der Ersatzschlüssel?", 1)[0]["text"].startswith("The spare key")
    with engine.begin() as connection:
        connection.execute(text("DROP EXTENSION vector CASCADE"))
    with Home(tmp_path / "home", url=url, clock=clock) as home:
        assert home.memories.search("Wo ist der Ersatzschlüssel?", 1)[0]["text"].startswith("The spare key")
        assert home.memories.vectors()["by"] == "memory"
    with engine.begin() as connection:
        connection.execute(text(f"DROP OWNED BY {name}"))
        connection.execute(text(f"DROP ROLE {name}"))
    engine.dispose()


@pytest.mark.postgres
def test_a_server_without_it(tmp_path: Path, clock: FixedClock, postgres_url: str) -> None:
    with Home(tmp_path / "home", url=postgres_url, clock=clock) as home:
        home.memories.add("The spare key is under the flower pot")
        state = home.memories.vectors()
        assert (state["by"], state["pgvector"]) == ("memory", "absent")
        home.memories.keep_house()
        assert home.memories.search("Wo ist der Ersatzschlüssel?", 1)[0]["text"].startswith("The spare key")


def test_on_sqlite_nothing_is_said_of_it(tmp_path: Path, clock: FixedClock) -> None:
    with Home(tmp_path, clock=clock) as home:
        state = home.memories.vectors()
        assert (state["by"], state["pgvector"]) == ("memory", None)
        assert Memory(home.database, clock).points.pgvector.state == "unknown"
