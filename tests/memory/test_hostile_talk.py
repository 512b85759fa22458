"""The budget holds whatever is said, by whomever, and a turn of any size is done in bounded time."""

from __future__ import annotations

import json
import time

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from calisson.memory.shortening.diffusion import Diffusion, fit
from calisson.memory.shortening.trajectory import Plan, Turn
from calisson.memory.words.measure import count

HOSTILE = {
    "one word": "x" * 1_000_000,
    "one line": "The kayak costs 230 euros, not 240. " * 28_000,
    "emoji": "👩‍👩‍👧‍👦🏳️‍🌈" * 4000,
    "characters": "花火大会を見に行きましたがとても混んでいた" * 3000,
    "hangul": "불꽃축제에 안 갔어요 " * 3000,
    "zero width": "\u200b\u200d\ufeff\u2060" * 20_000 + "end",
    "controls": "\x00\x01\x1b[2J\r" * 4000,
    "right to left": "\u202eمرحبا بالعالم " * 3000,
    "marks": "e" + "\u0301" * 30_000,
    "surrogates": "\ud800" * 3000,
    "empty lines": "\n" * 60_000,
    "digits": "1" * 200_000,
    "only not": "not " * 30_000,
    "only 不": "不" * 20_000,
    "full stops": "." * 100_000,
    "labels": "Ann: Ben: " * 20_000,
}  # fmt: skip

pieces = st.sampled_from([v[:400] for v in HOSTILE.values()]) | st.text(max_size=300)
turns = st.builds(
    Turn,
    text=st.lists(pieces, max_size=4).map("".join),
    speaker=pieces,
    kind=st.sampled_from(["said", "tool", "outside"]),
)


def shown(engine: Diffusion) -> int:
    return count("\n".join(map(str, engine.lines())))


@settings(max_examples=80, deadline=None)
@given(st.lists(turns, max_size=30), st.integers(64, 900), st.integers(0, 12), st.integers(1, 2000))
def test_the_budget_holds_for_whatever_is_said(
    said: list[Turn], budget: int, protected: int, chunk: int
) -> None:
    engine = Diffusion(Plan(budget, protected=protected, chunk=chunk))
    for turn in said:
        engine.add(turn)
        assert shown(engine) <= engine.tokens <= budget
    assert sum(line.tokens for line in fit(said, budget, protected=protected)) <= budget


@pytest.mark.parametrize("name", HOSTILE)
@pytest.mark.parametrize("budget", [64, 2000])
def test_a_turn_of_any_size(name: str, budget: int) -> None:
    engine = Diffusion(Plan(budget))
    begun = time.process_time()
    for turn in (Turn(HOSTILE[name], "Ann"), Turn("Yes.", HOSTILE[name][:3000]), Turn("Well.", "Ben")):
        engine.add(turn)
        assert shown(engine) <= engine.tokens <= budget
    assert time.process_time() - begun < 30
    assert engine.lines()[-1].text == "Well."
    again = Diffusion.of(json.loads(json.dumps(engine.as_dict())))
    assert again.lines() == engine.lines()
