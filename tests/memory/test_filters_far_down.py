"""Filters find what fits among many memories that do not: by whom it names, when it was said, and of what kind it is."""

import json
from collections.abc import Iterator
from datetime import datetime, timedelta

import pytest

from calisson import Home
from calisson.memory.filters import Filters
from calisson.memory.finding.search import LARGE
from calisson.memory.words.tokens import tokens

START = datetime(2024, 1, 1, 9)


@pytest.fixture(scope="module")
def large(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Home]:
    """A large home, nearly all of it about swimming; five of them name Lena, three each in other words and languages."""
    few = {
        100: "Lena swims in the lake every Sunday.",
        900: "Lena schwimmt gern im See.",
        1700: "My sister likes to swim in the sea.",
        2500: "妹妹小丽周末去游泳。",
        3300: "My sister Lena lives in Turin.",
    }
    lines = []
    for n in range(LARGE + 400):
        text = few.get(n, f"We went to swim in the pool, lane {n}.")
        at = (START + timedelta(hours=2 * n)).isoformat()
        lines.append(json.dumps({"text": text, "at": at, "speaker": "me", "source": f"f#{n}"}))
    with Home(tmp_path_factory.mktemp("large")) as home:
        home.memories.take_in(lines)
        yield home


def test_the_person_asked_for_is_found_far_down(large: Home) -> None:
    for door in (large.memories.search, large.memories.related):
        found = {m["text"] for m in door("who likes to swim?", 10, filters=Filters(person="Lena"))}
        assert {"Lena swims in the lake every Sunday.", "My sister likes to swim in the sea."} <= found
        assert not any("lane" in text for text in found)


def test_a_time_is_kept_to_in_the_query_itself(large: Home) -> None:
    day = (START + timedelta(hours=2 * 40)).date().isoformat()
    found = large.memories.search("swim in the pool", 5, filters=Filters(since=day, until=day))
    assert len(found) == 5 and {m["at"][:10] for m in found} == {day}


def test_a_kind_that_nothing_is_of_finds_nothing(large: Home) -> None:
    assert large.memories.search("swim in the pool", 5, filters=Filters(tier="turn")) == []


@pytest.mark.parametrize(
    ("person", "ways"),
    [
        ("sister", {"sister", "schwester", "妹", "언니"}),
        ("妹", {"sister", "妹"}),
        ("Lena", {"lena"}),
    ],
)
def test_whom_is_asked_for_is_looked_for_in_every_language(person: str, ways: set[str]) -> None:
    assert {t for way in ways for t in tokens(way)} <= set(Filters(person=person).looks())
