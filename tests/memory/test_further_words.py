"""Further words from a model: asked once, in time, never outside the house unless that is allowed; over real sockets."""

from __future__ import annotations

import json
import threading
from collections.abc import Callable, Iterator
from pathlib import Path

import pytest

from calisson import Home
from calisson.journal import Journal
from calisson.memory.learned.further import MOST, FurtherWords, read
from calisson.models import Budget, Models, ModelSpec, Reply, Request, Roster
from calisson.testing import Answer, Fail, ScriptedServer

Door = Callable[..., Models]


@pytest.fixture
def home(tmp_path: Path) -> Iterator[Home]:
    with Home(tmp_path) as opened:
        yield opened


@pytest.fixture
def door(home: Home) -> Iterator[Door]:
    made: list[Models] = []

    async def no_wait(wait_s: float) -> None:
        del wait_s

    def make(server: ScriptedServer, *, in_house: bool = True) -> Models:
        spec = ModelSpec("openai", "gpt", server.openai_url, key="k", local=in_house)
        roster = Roster((spec,), (), Budget())
        made.append(Models(home.database, lambda: roster, home.clock, Journal(home.database), sleep=no_wait))
        return made[-1]

    yield make
    for one in made:
        one.close()


def test_words_are_asked_for_once_and_read_as_words(door: Door) -> None:
    said = "1. Eintrittskarten\n- Termin\nWetter, Parkplatz\nDas ist ein ganzer Satz über das Feuerwerk am See.\nFeuerwerk"
    with ScriptedServer([Answer(said)]) as server:
        words = FurtherWords(door(server), limit_s=30)
        assert words("Wann ist das Feuerwerk?", "de") == ("Eintrittskarten", "Termin", "Wetter", "Parkplatz")
        assert words("wann ist das  Feuerwerk?", "de") == words("Wann ist das Feuerwerk?", "de")
        assert len(server.requests) == 1
        assert "Wann ist das Feuerwerk?" in str(server.requests[0].json)


def test_a_local_question_reaches_no_model_outside(door: Door) -> None:
    with ScriptedServer([Answer("pills")] * 2) as server:
        outside = door(server, in_house=False)
        assert FurtherWords(outside, limit_s=30)("what does my doctor say", "en") == ()
        assert not server.requests
        assert FurtherWords(outside, privacy="open", limit_s=30)("what does my doctor say", "en") == (
            "pills",
        )


def test_a_late_model_is_not_waited_for_and_its_words_serve_the_next_time(door: Door) -> None:
    with ScriptedServer([Answer("jetty", delay_s=0.6)]) as server:
        words = FurtherWords(door(server), limit_s=0.1)
        assert words("where is the kayak", "en") == ()
        for _ in range(100):
            if words("where is the kayak", "en"):
                break
        assert words("where is the kayak", "en") == ("jetty",)
        assert len(server.requests) == 1


def test_a_model_that_fails_is_no_harm_and_is_asked_again(door: Door) -> None:
    with ScriptedServer([Fail(400, "invalid_request_error"), Answer("jetty")]) as server:
        words = FurtherWords(door(server), limit_s=30)
        assert words("where is the kayak", "en") == ()
        assert words("where is the kayak", "en") == ("jetty",)


def test_nobody_is_asked_without_a_model_or_a_question() -> None:
    class Nobody:
        available = False

        def answer(self, request: Request, stopped: Callable[[], bool] | None = None) -> Reply:
            raise AssertionError(request)

    assert FurtherWords(Nobody())("where is the kayak", "en") == ()
    assert threading.active_count() < 50


def test_what_is_no_word_is_left_out() -> None:
    assert read("1) チケット、天気\n「日程」\n花火大会\n" + "長" * 40, "花火大会はいつ") == (
        "チケット",
        "天気",
        "日程",
    )
    assert len(read("\n".join(f"word{n}" for n in range(40)), "x")) == MOST


def test_a_wider_search_finds_what_only_the_model_thought_of(
    home: Home, monkeypatch: pytest.MonkeyPatch
) -> None:
    lines = [
        ("The jetty is slippery again.", "t0"),
        ("I paid the baker.", "t1"),
        ("Nothing new at work.", "t2"),
    ]
    home.memories.take_in(
        [
            json.dumps({"text": t, "speaker": "Ana", "at": f"2026-0{n + 1}-02T10:00:00", "source": s})
            for n, (t, s) in enumerate(lines)
        ]
    )
    asked: list[tuple[str, str]] = []

    class Model:
        available = True

        def answer(self, request: Request, stopped: Callable[[], bool] | None = None) -> Reply:
            asked.append((request.privacy, request.person))
            return Reply("jetty", model="m")

    monkeypatch.setitem(home.__dict__, "models", Model())
    plain = home.memories.why("zorbing")
    assert "jetty" not in str(plain["trace"]["expanded"]) and not asked
    for _ in range(2):
        wide = home.memories.why("zorbing", further="local")
    assert wide["hits"][0]["text"] == "The jetty is slippery again."
    assert "jetty" in wide["trace"]["expanded"] and asked == [("local", "me")]
    home.__dict__.pop("models")
