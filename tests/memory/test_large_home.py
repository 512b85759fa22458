"""A home with many memories: candidates drawn from the ends of the tokens' lists find what the whole lists find."""

from __future__ import annotations

import json
from collections.abc import Iterator
from pathlib import Path

import pytest
from sqlalchemy import Connection

from calisson import Home
from calisson.memory import Viewer
from calisson.memory.finding import retrieval, search
from calisson.memory.tables import memories

ROOMS = ("kitchen", "cellar", "attic", "garden", "garage", "hall")
THINGS = ("lamp", "ladder", "kettle", "carpet", "mirror", "bucket", "shelf", "clock")


@pytest.fixture
def home(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Iterator[Home]:
    monkeypatch.setattr(search, "LARGE", 50)
    monkeypatch.setattr(retrieval, "LARGE", 50)
    monkeypatch.setattr(search, "DRAWN", 60)
    talk = [
        {"text": f"We moved the {THINGS[n % 8]} to the {ROOMS[n % 6]}, number {n}", "at": f"2025-01-{n % 28 + 1:02}",
         "speaker": "assistant"}
        for n in range(600)
    ]  # fmt: skip
    facts = [{"text": "The spare bucket stands in the cellar", "at": "2024-01-01"}]
    with Home(tmp_path) as home:
        home.memories.take_in([json.dumps(line) for line in facts + talk])
        yield home


def test_a_rare_word_is_found_whole_and_common_words_together(home: Home) -> None:
    home.memories.add("The trombone is in the attic beside the clock")
    assert "trombone" in home.memories.search("trombone", 3)[0]["text"]
    found = home.memories.search("trombone attic clock", 3)
    assert "trombone" in found[0]["text"]
    both = [h["text"] for h in home.memories.search("mirror garage", 5)]
    assert all("mirror" in t and "garage" in t for t in both[:3])


def test_a_rare_old_fact_is_found_among_common_words(home: Home) -> None:
    with home.database.read() as connection:
        index = home.memory._index
        assert search.rows_about(connection) > search.LARGE
        allowed = memories.c.person == "me"
        facts = index.candidates(connection, ["bucket", "cellar"], "fact", 10, allowed)
        assert [f["text"] for f in facts] == ["The spare bucket stands in the cellar"]
        talk = index.positions(connection, ["bucket", "cellar"], "turn", 10, allowed)
        assert len(talk) == 10 == len(set(talk))
        assert index.candidates(connection, ["xylophone"], "fact", 10, allowed) == []
        assert index.candidates(connection, ["bucket"], "file", 10, allowed) == []


def test_what_is_forgotten_or_somebody_elses_is_no_candidate(home: Home) -> None:
    memory_id = home.memories.add("The trombone is in the attic")
    assert home.memories.search("trombone", 5, viewer=Viewer("ana")) == []
    home.memories.forget(memory_id)
    assert all("trombone" not in h["text"] for h in home.memories.search("trombone", 5))


def test_counts_are_kept_until_the_home_has_grown(home: Home, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(search, "OFTEN", 50)
    index = search.SqliteIndex()
    asked: list[str] = []
    count = index._count

    def noted(connection: Connection, token: str) -> int:
        asked.append(token)
        return count(connection, token)

    monkeypatch.setattr(index, "_count", noted)
    with home.database.read() as connection:
        assert index.frequencies(connection, ["lamp", "xylophone"]) == {"lamp": 75}
        assert index.frequencies(connection, ["lamp", "xylophone"]) == {"lamp": 75}
    assert asked == ["lamp", "xylophone"], "a reading connection sees one state"
    with home.database.read() as connection:
        assert index.frequencies(connection, ["lamp", "xylophone"]) == {"lamp": 75}
    assert asked == ["lamp", "xylophone", "xylophone"]
    home.memories.take_in([json.dumps({"text": f"Another lamp, number {n} of them"}) for n in range(40)])
    with home.database.read() as connection:
        assert index.frequencies(connection, ["lamp"]) == {"lamp": 115}


def test_what_others_keep_takes_no_place_of_what_is_near(home: Home) -> None:
    own = home.memories.add("Our doctor has a red bicycle with a bell and a basket")
    for n in range(5):
        home.memories.add(f"Bucket {n} is red")  # so that nobody else's is its neighbour
    for n in range(20):
        home.memories.add(f"The doctor {n}", person="ana")
    assert own in [h["id"] for h in home.memories.search("Wo ist der Arzt?", 3)]
