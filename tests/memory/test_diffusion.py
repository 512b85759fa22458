"""Memory Diffusion: the budget always holds, what matters outlives what does not, and it goes on after a stop."""

from __future__ import annotations

import json

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from calisson.memory.shortening.diffusion import Diffusion, fit
from calisson.memory.shortening.trajectory import Chunk, Plan, Turn
from calisson.memory.shortening.units import Line

CHAT = [
    "Hey! How are you doing today?",
    "I'm great, thanks! I finally booked the flight to Lisbon for 14 May, it cost 230 euros.",
    "That sounds amazing! I hope you have a wonderful time there.",
    "Thank you so much! My sister Nora comes along, she is allergic to shellfish.",
    "Oh wow, good to know. By the way, it has been raining here all day long.",
    "Yeah, here too, nothing special going on really, just the usual stuff.",
]

words = st.text(alphabet="ab c.!?-é花火大会を食べ먹어요\n0123456789", max_size=120)
turns = st.builds(
    Turn,
    text=words | st.sampled_from(CHAT),
    speaker=st.sampled_from(["", "Ann", "ボブ", "somebody with a very long name indeed"]),
    kind=st.sampled_from(["said", "tool"]),
    at=st.sampled_from(["", "2026-01-01T10:00:00", "2026-01-02T10:00:00", "no time"]),
)


def filled(budget: int, rounds: int, **more: object) -> Diffusion:
    engine = Diffusion(Plan(budget, **more))  # type: ignore[arg-type]
    for n in range(rounds):
        for k, text in enumerate(CHAT):
            engine.add(Turn(f"{text} ({n})", "AB"[k % 2], f"t{n}-{k}"))
    return engine


@settings(max_examples=60, deadline=None)
@given(
    st.lists(turns, max_size=60), st.integers(64, 400), st.integers(0, 12), st.sampled_from([0.0, 2.0, 40.0])
)
def test_never_above_the_budget(said: list[Turn], budget: int, protected: int, half_life: float) -> None:
    engine = Diffusion(Plan(budget, protected=protected, half_life=half_life))
    for turn in said:
        engine.add(turn)
        shown = sum(line.tokens for line in engine.lines())
        assert shown <= budget
        assert shown == engine.tokens


@settings(max_examples=30, deadline=None)
@given(st.lists(turns, min_size=5, max_size=60), st.integers(64, 300), st.integers(0, 59))
def test_goes_on_where_it_was(said: list[Turn], budget: int, stop: int) -> None:
    one = Diffusion(Plan(budget, half_life=5.0))
    two = Diffusion(Plan(budget, half_life=5.0))
    for n, turn in enumerate(said):
        one.add(turn)
        two.add(turn)
        if n == stop:
            two = Diffusion.of(json.loads(json.dumps(two.as_dict())))
    assert two.lines() == one.lines()
    assert two.turns == one.turns


def test_the_latest_stay_word_for_word() -> None:
    engine = filled(400, 20, protected=4)
    said = [line.text for line in engine.lines()]
    assert said[-4:] == [f"{text} (19)" for text in CHAT[-4:]]


def test_facts_outlive_courtesies() -> None:
    engine = Diffusion(Plan(240, protected=2, chunk=30))
    fact = "My sister Nora is allergic to shellfish, her birthday is 14 May 1990."
    engine.add(Turn(fact, "A", "fact"))
    for n in range(60):
        engine.add(Turn(CHAT[(0, 2, 5)[n % 3]], "BA"[n % 2], f"small-{n}"))
    left = "\n".join(map(str, engine.lines()))
    assert "shellfish" in left
    assert "Nora" in left
    assert "fact" in {s for c in engine.chunks() for s in c.sources}


def test_work_of_a_turn_does_not_grow() -> None:
    engine = Diffusion(Plan(500, protected=4))
    most = []
    for n in range(1200):
        worked = engine.add(Turn(f"{CHAT[n % len(CHAT)]} Number {n}.", "AB"[n % 2]))
        most.append(len(worked.shortened) + len(worked.dropped))
    assert max(most[600:]) <= max(most[100:600]) + 1
    assert len(engine.chunks()) < 500 / 6 + 12


def test_decisions_are_independent() -> None:
    """What becomes of a chunk does not depend on the words of the others."""

    def left(name: str) -> dict[int, tuple[Line, ...]]:
        engine = Diffusion(Plan(300, protected=2, chunk=30))
        for n in range(40):
            who = name if n == 3 else f"Guest{n}"
            engine.add(Turn(f"{who} brought {n + 2} lemon cakes to the harbour on day {n}.", "A"))
        return {c.id: c.lines for c in engine.chunks()}

    one, two = left("Nora"), left("Vera")
    changed = {i for i in one.keys() | two.keys() if one.get(i) != two.get(i)}
    assert len(one) > 5
    assert len(changed) <= 1


def test_a_refill_that_talks_too_much_is_cut() -> None:
    def wordy(chunk: Chunk, budget: int, *, before: str, after: str) -> tuple[Line, ...]:
        return (Line("A", "word " * 500),)

    engine = Diffusion(Plan(200, protected=2), refill=wordy)
    for n in range(40):
        engine.add(Turn(CHAT[n % len(CHAT)], "A"))
        assert engine.tokens <= 200


def test_credit_keeps_a_chunk_longer() -> None:
    def last_tokens(amount: float) -> int:
        engine = Diffusion(Plan(300, protected=2, chunk=30))
        for n in range(6):
            engine.add(Turn(f"We talked about the boat trip number {n} with uncle Paul.", "A", f"s{n}"))
        first = engine.chunks()[0]
        engine.credit(first.id, amount)
        for n in range(30):
            engine.add(Turn(f"Then a visit to museum {n} with aunt Clara in town.", "A"))
        return sum(c.tokens for c in engine.chunks() if c.id == first.id)

    assert last_tokens(3.0) > last_tokens(-3.0)


def test_fit_leaves_short_trajectories_alone() -> None:
    short = [Turn(text, "A") for text in CHAT]
    assert fit(short, 1000) == [Line("A", text) for text in CHAT]
    left = fit(short * 30, 200)
    assert sum(line.tokens for line in left) <= 200
    with pytest.raises(ValueError, match="at least"):
        fit(short, 10)


def test_another_version_is_refused() -> None:
    state = filled(200, 3).as_dict()
    with pytest.raises(ValueError, match="version"):
        Diffusion.of({**state, "version": 99})


def test_a_trajectory_of_any_age_still_takes_in_what_is_new() -> None:
    """Without fading, a full one gives a new chunk less than the least and turns it away."""
    engine = Diffusion(Plan(600))
    for n in range(4000):
        engine.add(Turn(f"On day {n} we painted fence {n} with brush {n} beside the gate.", "Ann", f"t{n}"))
    held = {s for chunk in engine.chunks() for s in chunk.sources}
    recent = {f"t{n}" for n in range(3900, 3980)}
    assert len(held & recent) > len(recent) // 2
    assert engine.tokens <= 600
