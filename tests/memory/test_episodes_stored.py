"""Blocks of the last days: made when talk is over, found, bounded, aged out, walled off and forgotten with their turns."""

from collections.abc import Iterator
from datetime import datetime, timedelta
from pathlib import Path

import pytest
from sqlalchemy import func, select

from calisson.app import Home
from calisson.clock import FixedClock
from calisson.memory import Policy, Viewer
from calisson.memory.shortening.episodic import BLOCK
from calisson.memory.tables import memories
from calisson.memory.tiers.tables import memory_episode_turns, memory_episodes
from calisson.memory.words.measure import count

START = datetime(2026, 11, 2, 9)
TALK = [
    "my sister Quillon is allergic to zanzafruit",
    "the spare key is under the blue pot",
    "I was at the dentist this morning",
]
LATER = ["we are going to paint the greenhouse with Nora"]


@pytest.fixture
def home(tmp_path: Path, clock: FixedClock) -> Iterator[Home]:
    with Home(tmp_path / "home", clock=clock) as opened:
        yield opened


def talk(home: Home, clock: FixedClock, lines: list[str], at: datetime) -> None:
    for n, line in enumerate(lines):
        home.say(line, at=at + timedelta(minutes=n))


def blocks(home: Home) -> list[str]:
    with home.database.read() as connection:
        return [
            str(t)
            for t in connection.execute(
                select(memory_episodes.c.text).order_by(memory_episodes.c.since)
            ).scalars()
        ]


def episodes(home: Home, query: str, viewer: Viewer | None = None, limit: int = 5) -> list[dict]:
    hits = home.memory.search(query, "en", limit, viewer=viewer or Viewer("me"), tiers=("episode",))
    return [h.as_dict() for h in hits]


def test_a_stretch_is_kept_when_the_next_one_begins(home: Home, clock: FixedClock) -> None:
    talk(home, clock, TALK, START)
    assert blocks(home) == []
    talk(home, clock, LATER, START + timedelta(hours=3))
    (block,) = blocks(home)
    assert "zanzafruit" in block
    assert count(block) <= BLOCK
    (hit,) = episodes(home, "what is Quillon allergic to?")
    assert (hit["tier"], len(hit["sources"])) == ("episode", 3)
    assert hit["sources"] == [t["id"] for t in home.turns()[:3]]


def test_at_night_open_ends_are_kept_and_old_ones_go(home: Home, clock: FixedClock) -> None:
    talk(home, clock, TALK, START)
    with home.database.transaction("me") as tx:
        assert home.memory.episodes.keep(tx, START + timedelta(minutes=20), 7) == 0
        assert home.memory.episodes.keep(tx, START + timedelta(hours=5), 7) == 1
        assert home.memory.episodes.keep(tx, START + timedelta(hours=6), 7) == 0
    assert len(blocks(home)) == 1
    with home.database.transaction("me") as tx:
        home.memory.episodes.keep(tx, START + timedelta(days=9), 7)
    assert blocks(home) == []
    with home.database.read() as connection:
        assert connection.execute(select(func.count()).select_from(memory_episode_turns)).scalar() == 0
        assert (
            connection.execute(
                select(func.count()).select_from(memories).where(memories.c.status == "live")
            ).scalar()
            == 3
        )


def test_a_block_takes_nobodys_place(home: Home, clock: FixedClock) -> None:
    talk(home, clock, TALK, START)
    talk(home, clock, LATER, START + timedelta(hours=3))
    two = home.memory.search("what is Quillon allergic to?", "en", 2)
    assert [h.tier for h in two] == ["turn", "turn"]
    every = home.memory.search("what is Quillon allergic to?", "en", 10)
    assert every[:2] == two
    assert [h.tier for h in every].count("episode") == 1


def test_who_may_not_see_a_turn_does_not_see_its_block(home: Home, clock: FixedClock) -> None:
    talk(home, clock, TALK, START)
    talk(home, clock, LATER, START + timedelta(hours=3))
    assert episodes(home, "Quillon allergic", Viewer("ana")) == []
    assert len(episodes(home, "Quillon allergic", Viewer("me", remote=True))) == 1
    with home.database.read() as connection:
        some = connection.execute(select(memories.c.id).where(memories.c.text == TALK[1])).scalar_one()
    home.memories.set_policy(some, Policy(local_only=True).as_dict())
    assert episodes(home, "Quillon allergic", Viewer("me", remote=True)) == []
    assert len(episodes(home, "Quillon allergic")) == 1


def test_a_forgotten_turn_takes_its_block_and_it_is_made_anew_without(home: Home, clock: FixedClock) -> None:
    talk(home, clock, TALK, START)
    talk(home, clock, LATER, START + timedelta(hours=3))
    home.say("forget that Quillon is allergic to zanzafruit", at=START + timedelta(hours=3, minutes=5))
    assert episodes(home, "Quillon zanzafruit") == []
    home.memories.erase([r.id for r in home.memories.forgetting.partings("me", 10)])
    assert not any("zanzafruit" in b or "Quillon" in b for b in blocks(home))
    for file in Path(home.database.data_dir).rglob("*"):
        assert not file.is_file() or b"zanzafruit" not in file.read_bytes().lower(), file.name
    with home.database.transaction("me") as tx:
        home.memory.episodes.keep(tx, START + timedelta(hours=6), 7)
    assert any("blue pot" in b for b in blocks(home))
    assert not any("zanzafruit" in b for b in blocks(home))


def test_blocks_are_sealed_when_memories_are(home: Home, clock: FixedClock) -> None:
    talk(home, clock, TALK, START)
    with home.database.transaction("me") as tx:
        home.memory.episodes.keep(tx, START + timedelta(hours=5), 7)
    home.memories.encrypt("correct horse battery")
    with home.database.transaction("me") as tx:
        home.memory.episodes.keep(tx, START + timedelta(hours=5), 7)
    assert "zanzafruit" in blocks(home)[0]
    with home.database.read() as connection:
        raw = connection.exec_driver_sql("SELECT text, vector FROM memory_episodes").one()
    assert "zanzafruit" not in raw[0]
    assert bytes(raw[1]).startswith(b"\x02SEALED")
    assert len(episodes(home, "what is Quillon allergic to?")) == 1
    home.database.vault.lock("me")
    assert blocks(home) == [""]


def test_pages_and_helpers_get_memories_with_a_policy_of_their_own(home: Home, clock: FixedClock) -> None:
    talk(home, clock, TALK, START)
    talk(home, clock, LATER, START + timedelta(hours=3))
    assert {m["tier"] for m in home.memories.related("Quillon allergic")} == {"turn"}
    assert {m["tier"] for m in home.memories.search("Quillon allergic")} == {"turn", "episode"}
    assert {m["tier"] for m in home.memories.search("Quillon allergic", tiers=("episode",))} == {"episode"}
