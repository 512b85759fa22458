"""Ranked search: views of a memory alone and among its neighbours, by words, meaning, speaker and time."""

from __future__ import annotations

import json
from collections.abc import Iterator
from datetime import datetime, timedelta
from pathlib import Path

import pytest
from bench.crosslingual import facts

from calisson import Home


def talk(*lines: str, start: str = "2026-05-04T18:00:00") -> list[str]:
    """Return lines `Speaker: text` of one conversation as JSON lines, twenty seconds apart."""
    at = datetime.fromisoformat(start)
    out = []
    for n, line in enumerate(lines):
        who, _, said = line.partition(": ")
        when = (at + timedelta(seconds=20 * n)).isoformat()
        out.append(json.dumps({"text": said, "speaker": who, "at": when, "source": f"{start}#{n}"}))
    return out


@pytest.fixture
def home(tmp_path: Path) -> Iterator[Home]:
    with Home(tmp_path) as opened:
        yield opened


def first(home: Home, query: str) -> str:
    return str(home.memories.search(query, 1)[0]["text"])


def test_a_short_answer_is_found_by_the_question_before_it(home: Home) -> None:
    home.memories.take_in(
        talk(
            "Ana: Which instrument does your daughter learn now?",
            "Ben: The cello, since last autumn.",
            "Ana: Lovely. We had rain all day here.",
            "Ben: Same here, the garden is a lake.",
        )
    )
    assert "The cello, since last autumn." in [
        h["text"] for h in home.memories.search("What instrument does Ben's daughter play?", 2)
    ]


def test_who_is_named_said_it(home: Home) -> None:
    home.memories.take_in(
        talk("Ana: I started pottery lessons in town.", "Ben: I started pottery lessons at work.")
    )
    assert first(home, "Where does Ben take pottery lessons?").endswith("at work.")
    assert first(home, "Where does Ana take pottery lessons?").endswith("in town.")


def test_a_time_in_the_question_prefers_what_was_said_then(home: Home) -> None:
    home.memories.take_in(talk("Ana: We ate at the harbour.", start="2026-03-02T12:00:00"))
    home.memories.take_in(talk("Ana: We ate at the old mill.", start="2026-06-02T12:00:00"))
    assert first(home, "Where did we eat in June 2026?").endswith("old mill.")
    assert first(home, "Where did we eat in March 2026?").endswith("harbour.")


def test_a_question_is_no_evidence(home: Home) -> None:
    home.memories.take_in(talk("Ana: Did you ever go to Lisbon?", start="2026-03-02T12:00:00"))
    home.memories.take_in(talk("Ben: I went to Lisbon with my brother.", start="2026-04-02T12:00:00"))
    assert first(home, "Who went to Lisbon?").startswith("I went")


def test_a_list_that_was_taken_in_has_no_neighbours(home: Home) -> None:
    home.memories.take_in(
        [json.dumps({"text": t}) for t in ("The code of the safe is 4815", "Ana likes tea")]
    )
    assert first(home, "What does Ana like?") == "Ana likes tea"


def test_what_may_not_be_seen_is_no_candidate(home: Home) -> None:
    with home.by_hand("ben") as tx:
        home.memory.remember(tx, "The safe's code is 4815", source_turn="t", language="en")
    assert home.memories.search("code of the safe", 5) == []
    assert home.memories.search("code of the safe", 5, person="ben")


@pytest.mark.parametrize(
    "query", ["", " ", "?", "\u0000", "' OR 1=1 --", '"', "*", "(", "的" * 5000, "a " * 5000]
)
def test_any_query_is_answered(home: Home, query: str) -> None:
    home.memories.take_in(talk("Ana: I like tea."))
    assert len(home.memories.search(query, 3)) <= 1


def test_forgotten_is_not_found(home: Home) -> None:
    kept = home.memories.add("My locker code is 7731")
    home.memories.forget(kept)
    assert home.memories.search("locker code", 3) == []


def test_facts_are_found_from_the_other_four_languages(home: Home) -> None:
    every = [f for n, f in enumerate(facts()) if n % 4 == 0]
    home.memories.take_in([json.dumps({"text": t}, ensure_ascii=False) for _, t, _ in every])
    asked = [(q, said) for _, said, questions in every for q in questions.values()]
    found = sum(said in [h["text"] for h in home.memories.search(q, 5)] for q, said in asked)
    assert found / len(asked) >= 0.85
