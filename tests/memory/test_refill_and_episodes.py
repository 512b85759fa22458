"""Chunks made anew by a model, and the episodic tier."""

from __future__ import annotations

from dataclasses import dataclass, field, replace
from datetime import datetime

import pytest

from calisson.memory.shortening.diffusion import Diffusion
from calisson.memory.shortening.episodic import block, episodes, segments, short_term
from calisson.memory.shortening.refill import ModelRefill
from calisson.memory.shortening.trajectory import Chunk, Plan, Turn
from calisson.memory.shortening.units import Line
from calisson.models import Reply, Request

LINES = (
    Line("Ann", "I booked the flight to Lisbon for 14 May, it cost 230 euros, thanks for the tip!"),
    Line("Ben", "Great! My sister Nora never eats shellfish, so choose the restaurant with care."),
)
CHUNK = Chunk(0, LINES, ("t1", "t2"), "", "", "said", "en", sum(x.tokens for x in LINES), 40, 0)


@dataclass
class Scripted:
    """A door with one model that says what it is told to say."""

    says: str
    available: bool = True
    asked: list[Request] = field(default_factory=list)

    def answer(self, request: Request, stopped: object = None) -> Reply:
        self.asked.append(request)
        return Reply(self.says, model="scripted") if self.says else Reply()


def test_a_model_refills_between_what_stands_around() -> None:
    door = Scripted("Ann: flight to Lisbon 14 May, 230 euros\nBen: sister Nora never eats shellfish")
    made = ModelRefill(door)(CHUNK, 20, before="Ann: earlier", after="Ben: later")
    assert made == (
        Line("Ann", "flight to Lisbon 14 May, 230 euros"),
        Line("Ben", "sister Nora never eats shellfish"),
    )
    (request,) = door.asked
    assert request.privacy == "local"
    text = request.messages[0].parts[0].text  # type: ignore[union-attr]
    assert text.index("earlier") < text.index("<mask 15>\n⟦Ann: I booked") < text.index("later")


@pytest.mark.parametrize(
    "says", ["", "   ", "Ann: flight to Madrid", "Ann: flight to Lisbon 15 May", "Ann: Lisbon 4 May"]
)
def test_what_the_chunk_does_not_say_is_not_believed(says: str) -> None:
    assert ModelRefill(Scripted(says))(CHUNK, 14, before="", after="") is None


def test_nobody_is_asked_when_there_is_no_model() -> None:
    door = Scripted("Ann: x", available=False)
    assert ModelRefill(door)(CHUNK, 14, before="", after="") is None
    assert not door.asked


def test_with_a_limit_whole_chunks_are_asked_for_once_and_so_many() -> None:
    door = Scripted("Ann: flight to Lisbon 14 May, 230 euros")
    refill = ModelRefill(door, most=2)
    assert refill(replace(CHUNK, whole=CHUNK.tokens + 1), 20, before="", after="") is None
    assert [refill(CHUNK, 20, before="", after="") is None for _ in range(3)] == [False, False, True]
    assert len(door.asked) == 2


def test_whoever_stops_is_not_waited_for() -> None:
    door = Scripted("Ann: flight to Lisbon 14 May, 230 euros")
    assert ModelRefill(door, stopped=lambda: True)(CHUNK, 20, before="", after="") is None
    assert not door.asked


def test_an_engine_with_a_model_keeps_the_budget() -> None:
    engine = Diffusion(
        Plan(200, protected=2, chunk=50), refill=ModelRefill(Scripted("Ann: " + "word " * 300))
    )
    for n in range(40):
        engine.add(Turn(LINES[n % 2].text, LINES[n % 2].speaker, f"t{n}"))
        assert engine.tokens <= 200
    assert any("word word" in c.text for c in engine.chunks())


def at(day: int, hour: int, minute: int = 0) -> str:
    return f"2026-03-{day:02}T{hour:02}:{minute:02}:00"


TALK = [
    Turn("We moved to Graz in February.", "Ann", "a1", at(1, 9)),
    Turn("The landlord is called Huber, the rent is 900 euros.", "Ann", "b1", at(9, 9)),
    Turn("Hey, how are you?", "Ben", "b2", at(9, 9, 20)),
    Turn(
        "Fine! The piano teacher comes on Tuesdays at 16:00 and costs 35 euros an hour.",
        "Ann",
        "c1",
        at(9, 18),
    ),
]


def test_silence_ends_a_segment() -> None:
    assert [[t.source for t in s] for s in segments(TALK)] == [["a1"], ["b1", "b2"], ["c1"]]
    assert [len(s) for s in segments(TALK * 20, gap_min=1e9, longest=30)] == [30, 30, 20]


def test_the_last_days_are_a_block_a_segment() -> None:
    found = episodes(TALK, now=datetime(2026, 3, 10, 12), days=3, budget=10)
    assert [b.sources for b in found] == [("b1", "b2"), ("c1",)]
    assert all(b.tokens <= 10 < b.whole for b in found)
    assert "Huber" in found[0].text
    assert "Tuesdays" in found[1].text
    assert (found[0].since, found[0].until) == (at(9, 9), at(9, 9, 20))
    assert episodes(TALK, now=datetime(2026, 3, 10, 12), days=30)[0].sources == ("a1",)


def test_a_block_needs_turns() -> None:
    with pytest.raises(ValueError, match="at least one"):
        block([])


def test_the_window_is_the_last_messages() -> None:
    assert [t.source for t in short_term(TALK, 2)] == ["b2", "c1"]
    assert short_term(TALK, 0) == []
    assert short_term(TALK, 99) == TALK
