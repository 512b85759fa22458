"""Another encoder: the earlier one's vectors answer until the new ones are complete, whatever happens meanwhile."""

from __future__ import annotations

import json
import threading
from collections.abc import Callable, Collection, Iterator, Sequence
from pathlib import Path

import pytest
from sqlalchemy import select, text

from calisson import Home
from calisson.errors import ConfigError
from calisson.memory.finding import encoders as doors
from calisson.memory.finding.encoder import built_in, packed
from calisson.memory.finding.points import points, upcoming

COUNT = 300


class Other:
    """An encoder by the letters of a text, which counts what it is given."""

    def __init__(self, name: str = "other-1", width: int = 64) -> None:
        self.name = name
        self.width = width
        self.batches: list[int] = []
        self.before: Callable[[], None] = lambda: None

    def encode(self, text: str, language: str = "en", without: Collection[str] = ()) -> bytes:
        return packed([1.0 + text.count(chr(97 + n % 26)) for n in range(self.width)])

    def encode_many(self, texts: Sequence[tuple[str, str]], without: Collection[str] = ()) -> list[bytes]:
        self.before()
        self.batches.append(len(texts))
        return [self.encode(t) for t, _ in texts]


@pytest.fixture
def other(monkeypatch: pytest.MonkeyPatch) -> Iterator[Other]:
    made = Other()
    monkeypatch.setattr("calisson.memory.reading.encoder_of", lambda: made)
    yield made


@pytest.fixture
def folder(tmp_path: Path) -> Path:
    """A home with memories and vectors of the built-in encoder."""
    with Home(tmp_path) as home:
        lines = [json.dumps({"text": f"Note {n} about tea and cake"}) for n in range(COUNT)]
        home.memories.take_in(lines)
    return tmp_path


def names(home: Home) -> set[str]:
    with home.database.read() as connection:
        return set(connection.execute(select(points.c.encoder)).scalars())


def waiting(home: Home) -> int:
    with home.database.read() as connection:
        return len(connection.execute(select(upcoming.c.position)).all())


def settled(home: Home) -> None:
    thread = home.memory.renewal._thread
    assert thread is not None
    thread.join(timeout=30)
    assert not thread.is_alive()


def test_the_earlier_vectors_answer_until_the_new_ones_are_complete(folder: Path, other: Other) -> None:
    go = threading.Event()

    def wait() -> None:
        if len(other.batches) == 2:
            go.wait(30)

    other.before = wait
    with Home(folder) as home:
        assert len(home.memories.search("tea", 3)) == 3
        assert home.memory.points.encoder.name == built_in().name
        home.memories.add("The spare key is under the flower pot")
        found = home.memories.search("Wo ist der Ersatzschlüssel?", 1)
        assert found[0]["text"].startswith("The spare key"), "only the built-in encoder knows German"
        state = home.memories.report()["vectors"]
        assert state["memories"] == COUNT + 1 > state["done"]
        assert (state["encoder"], state["answering"]) == ("other-1", built_in().name)
        go.set()
        settled(home)
        assert names(home) == {"other-1"} and waiting(home) == 0
        assert home.memory.points.encoder.name == other.name
        assert home.memories.report()["vectors"]["done"] == COUNT + 1
        assert len(home.memories.search("tea", 3)) == 3
    assert max(other.batches) == 64


def test_an_interrupted_renewal_goes_on_where_it_was(folder: Path, other: Other) -> None:
    def stop() -> None:
        if len(other.batches) == 3:
            raise ConfigError("gone")

    other.before = stop
    with Home(folder) as home:
        assert home.memory.renewal.run() is False
        assert waiting(home) == 3 * 64 and names(home) == {built_in().name}
        assert len(home.memories.search("tea", 3)) == 3
    other.before = lambda: None
    with Home(folder) as home:
        home.memories.keep_house()
        assert names(home) == {"other-1"} and waiting(home) == 0
    assert sum(other.batches) == COUNT, "nothing was made twice"


def test_closing_the_home_stops_after_the_batch(folder: Path, other: Other) -> None:
    with Home(folder) as home:
        begun = threading.Event()
        other.before = begun.set
        home.memories.search("tea", 3)
        assert begun.wait(30)
    done = len(other.batches)
    assert not home.memory.renewal.is_running()
    assert len(other.batches) == done


def test_what_is_erased_meanwhile_leaves_no_vector(folder: Path, other: Other) -> None:
    with Home(folder) as home:
        one = home.memories.all()[0]["id"]

        def erase() -> None:
            other.before = lambda: None
            home.memories.forget(one)
            home.memories.erase([one])

        other.before = erase
        assert home.memory.renewal.run() is True
        with home.database.read() as connection:
            left = connection.execute(text("SELECT count(*) FROM memory_points")).scalar()
        assert left == COUNT - 1 and names(home) == {"other-1"}


def test_without_the_earlier_encoder_vectors_are_made_in_place(folder: Path, other: Other) -> None:
    with Home(folder) as home:
        with home.database.transaction("me") as tx:
            tx.execute(points.update().values(encoder="gone-1"))
        assert len(home.memories.search("tea and cake", 3)) == 3
        settled(home)
        assert names(home) == {"other-1"}


def test_vectors_of_another_size_under_the_same_name_are_made_anew(
    folder: Path, other: Other, monkeypatch: pytest.MonkeyPatch
) -> None:
    with Home(folder) as home:
        assert home.memory.renewal.run()
    wider = Other(width=96)
    monkeypatch.setattr("calisson.memory.reading.encoder_of", lambda: wider)
    with Home(folder) as home:
        assert len(home.memories.search("tea", 3)) == 3
        assert home.memory.renewal.run()
        with home.database.read() as connection:
            sizes = {len(v) for v in connection.execute(select(points.c.vector)).scalars()}
        assert sizes == {96} and sum(wider.batches) == COUNT


def test_a_memory_whose_vector_cannot_be_made_is_kept_and_gets_it_later(
    folder: Path, other: Other, monkeypatch: pytest.MonkeyPatch
) -> None:
    with Home(folder) as home:
        assert home.memory.renewal.run()

        def fail() -> None:
            raise ConfigError("gone")

        other.before = fail
        home.memories.add("The trombone is in the attic")
        monkeypatch.setattr(other, "encode", lambda *_: fail())
        assert home.memories.search("trombone", 1)[0]["text"] == "The trombone is in the attic"
        monkeypatch.undo()
        other.before = lambda: None
        assert "" in names(home)
        home.memories.search("trombone", 1)
        assert home.memory.renewal.run() and names(home) == {"other-1"}


def test_memories_of_a_locked_person_keep_their_vectors(
    folder: Path, other: Other, monkeypatch: pytest.MonkeyPatch
) -> None:
    from calisson.memory.privacy.encrypt import turn_on

    with Home(folder) as home:
        turn_on(home.database, "me", "a long passphrase of words")
        home.database.vault.lock("me")
        assert home.memory.renewal.run()
        with home.database.read() as connection:
            held = connection.execute(text("SELECT DISTINCT encoder FROM memory_points")).scalars().all()
            sealed = connection.execute(text("SELECT vector FROM memory_points")).scalars().all()
        assert held == [built_in().name] and all(bytes(v).startswith(b"\x02SEALED1") for v in sealed)
        home.memories.unlock("a long passphrase of words")
        assert home.memory.renewal.run() and names(home) == {"other-1"}
        with home.database.read() as connection:
            sealed = connection.execute(text("SELECT vector FROM memory_points")).scalars().all()
        assert all(bytes(v).startswith(b"\x02SEALED1") for v in sealed)
        assert len(home.memories.search("tea", 3)) == 3
        home.database.vault.lock("me")


def test_the_earlier_encoder_is_found_by_how_it_was_asked_for(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    first, second = Other("first"), Other("second", 96)
    known = {"st:first": first, "st:second": second}
    monkeypatch.setattr("calisson.memory.finding.points.encoder_named", lambda name: known[name])
    monkeypatch.setattr("calisson.memory.reading.encoder_of", lambda: known[doors.setting()])
    monkeypatch.setenv(doors.SETTING, "st:first")
    with Home(tmp_path) as home:
        home.memories.take_in([json.dumps({"text": f"Note {n} about tea"}) for n in range(100)])
    monkeypatch.setenv(doors.SETTING, "st:second")
    with Home(tmp_path) as home:
        with home.database.read() as connection:
            home.memory.points.settle(connection)
        assert home.memory.points.encoder.name == first.name
        assert home.memory.renewal.run() and names(home) == {"second"}
