"""What a reader sees stays as it was when it began, on either database."""

from pathlib import Path

import pytest

from calisson import Home
from calisson.memory.tables import memories


def one_state(home: Home) -> None:
    home.memories.add("the bike is blue")
    with home.database.read() as connection:
        before = connection.execute(memories.select()).all()
        home.memories.add("the car is red")
        assert connection.execute(memories.select()).all() == before
    with home.database.read() as connection:
        assert len(connection.execute(memories.select()).all()) == len(before) + 1


def test_a_reader_does_not_see_what_is_written_meanwhile(tmp_path: Path) -> None:
    with Home(tmp_path / "home") as home:
        one_state(home)


@pytest.mark.postgres
def test_a_reader_of_postgresql_does_not_either(tmp_path: Path, postgres_url: str) -> None:
    with Home(tmp_path / "home", url=postgres_url) as home:
        one_state(home)
