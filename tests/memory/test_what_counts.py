"""Each part of a chunk's importance has its effect on what the chunk keeps: nothing of the scorer is idle."""

from __future__ import annotations

from pathlib import Path

import pytest

from calisson import Home
from calisson.memory.shortening.credited import credit_by_source, credit_chunks
from calisson.memory.shortening.diffusion import Diffusion
from calisson.memory.shortening.importance import standing
from calisson.memory.shortening.trajectory import Chunk, Plan, Turn
from calisson.memory.shortening.units import Line

PLAIN = "There was a walk along a river with a bench and a bridge and a meadow behind it"


def made(first: str, *, later: str = "", credit: float = 0.0) -> Chunk:
    """Return the first chunk after thirty others; all are of the same length."""
    engine = Diffusion(Plan(480, protected=2, chunk=40, half_life=0))
    engine.add(Turn(first, "A", "first"))
    for n in range(45):
        if n == 12 and credit:
            engine.credit(0, credit)
        engine.add(Turn(f"{PLAIN}, number{n} of many. {later if n == 20 else ''}", "AC"[n % 2], f"t{n}"))
    return engine.chunks()[0]


@pytest.mark.parametrize(
    "said",
    [
        "Nora met Otto in Bergen by a river with a bench and a bridge and a meadow behind it",
        "I decided on a walk along a river with a bench and a bridge and a meadow behind it",
        "I need to walk along a river with a bench and a bridge and a meadow behind it",
        "It was 14 May, 230 metres along a river with a bench and a bridge and a meadow",
    ],
    ids=["entities", "decision", "to do", "numbers"],
)
def test_what_is_in_it_counts(said: str) -> None:
    plain, rich = made(PLAIN + ", it was."), made(said + ", it was.")
    assert rich.id == plain.id == 0
    assert rich.standing.importance > 1.1 * plain.standing.importance
    assert rich.tokens >= plain.tokens


def test_what_is_taken_up_later_counts() -> None:
    said = "The accordion, the gondola and the hedgehog stayed with uncle Bruno near Tromso that autumn."
    unused = made(said)
    used = made(said, later="That accordion, the gondola, the hedgehog!")
    assert used.standing.used > unused.standing.used
    assert used.standing.importance > unused.standing.importance
    assert used.tokens >= unused.tokens


def test_credit_counts() -> None:
    good, none, bad = (made(PLAIN, credit=x) for x in (1.0, 0.0, -1.0))
    assert good.standing.importance > none.standing.importance > bad.standing.importance
    assert good.tokens >= none.tokens > (bad.tokens if bad.id == good.id else 0)


def test_an_answer_counts_more_than_what_nobody_asked_for() -> None:
    asked = standing((Line("B", "Where was it?"), Line("A", PLAIN)), "en", words=1.0)
    told = standing((Line("B", "It was nice."), Line("A", PLAIN)), "en", words=1.0)
    assert asked.importance > told.importance


def test_what_is_recent_counts_more_than_the_same_long_ago() -> None:
    engine = Diffusion(Plan(600, protected=2, chunk=40, half_life=12))
    for n in range(80):
        engine.add(Turn(f"{PLAIN}, item{n} item{n + 100}.", "AC"[n % 2], f"t{n}"))
    kept = [c.tokens for c in engine.chunks()]
    assert sum(kept[-12:-6]) > 1.3 * sum(kept[:6])


def test_credit_of_memories_goes_to_the_chunk_that_they_were_said_in(tmp_path: Path) -> None:
    with Home(tmp_path) as home:
        said = home.say("remember that the spare key is under the blue pot")
        home.say("where is the spare key?")
        home.say("thank you!")
        with home.database.read() as connection:
            credit = credit_by_source(connection, "me")
            assert credit_by_source(connection, "ben") == {}
    assert credit == {said.id: 0.5}
    engine = Diffusion(Plan(480, protected=2, chunk=40, half_life=0))
    for n in range(20):
        engine.add(Turn(f"{PLAIN}, number{n}.", "AC"[n % 2], said.id if n == 3 else f"t{n}"))
    for _ in range(2):
        credit_chunks(engine, credit)
        got = {c.id: c.standing.credit for c in engine.chunks() if c.standing.credit}
        assert got == {next(c.id for c in engine.chunks() if said.id in c.sources): 0.5}
    credit_chunks(engine, {})
    assert not any(c.standing.credit for c in engine.chunks())
