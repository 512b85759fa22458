"""Chunks refilled by a model behind a real socket: the budget, the time, and what is not believed."""

import time

import pytest
from doors import Door, Maker

from calisson.memory.shortening.diffusion import Diffusion
from calisson.memory.shortening.refill import PAUSE, ModelRefill
from calisson.memory.shortening.trajectory import Plan, Turn
from calisson.testing import Answer, Fail, ScriptedServer

SAID = (
    "I booked the flight to Lisbon for 14 May, it cost 230 euros, thanks for the tip about the window seat!",
    "My sister Nora never eats shellfish, so please choose the restaurant for us with a little bit of care.",
)
BUDGET = 160


def played(engine: Diffusion, rounds: int) -> str:
    for n in range(rounds):
        engine.add(Turn(SAID[n % 2], ("Ann", "Ben")[n % 2], f"t{n}"))
        assert sum(line.tokens for line in engine.lines()) == engine.tokens <= BUDGET
    return "\n".join(chunk.text for chunk in engine.chunks())


@pytest.mark.parametrize(
    ("says", "believed"),
    [
        ("Ann: flight Lisbon 14 May\nBen: Nora never eats shellfish", True),
        ("Ann: " + "flight to Lisbon " * 400, True),
        ("Ann: flight to Lisbon on 15 May for 999 euros", False),
        ("Ann: flight to Madrid", False),
        ("Ben: sister Nora eats shellfish", False),
        ("Ann: I never booked the flight to Lisbon", False),
        ("", False),
    ],
)
def test_what_a_model_writes_is_kept_only_if_it_was_said(
    door: Door, maker: Maker, says: str, believed: bool
) -> None:
    with ScriptedServer([Answer(says)] * 200) as server:
        models = door(maker(server, local=True))
        engine = Diffusion(Plan(BUDGET, protected=2, chunk=48), refill=ModelRefill(models))
        left = played(engine, 12)
        assert server.received
    told = says.partition("\n")[0].partition(": ")[2]
    lines = [line.text for chunk in engine.chunks() for line in chunk.lines]
    assert any(text.startswith(told[:20]) for text in lines if told) == believed, left
    assert not any(wrong in left for wrong in ("15", "999", "Madrid", "Nora eats", "never booked"))


def test_a_model_that_does_not_answer_is_waited_for_once(door: Door, maker: Maker) -> None:
    with ScriptedServer([Answer("Ann: flight", delay_s=30.0)] * 50) as server:
        refill = ModelRefill(door(maker(server, local=True)), patience_s=0.2)
        engine = Diffusion(Plan(BUDGET, protected=2, chunk=48), refill=refill)
        begun = time.monotonic()
        left = played(engine, 12)
        assert time.monotonic() - begun < 10
        tries = len(server.received)
    assert "Lisbon" in left
    assert tries <= 4


def test_a_model_that_answers_again_is_asked_again(door: Door, maker: Maker) -> None:
    works = [Answer("Ann: flight Lisbon 14 May")] * 300
    with ScriptedServer([*[Fail(400, "invalid_request_error")] * 1, *works]) as server:
        engine = Diffusion(
            Plan(BUDGET, protected=2, chunk=48), refill=ModelRefill(door(maker(server, local=True)))
        )
        played(engine, 4 * PAUSE)
        assert len(server.received) > 2
