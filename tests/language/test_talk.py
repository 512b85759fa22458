"""Reminders, memories, taking back, small talk and refusals: each line of `talk/<language>.txt` is what is said and
the best reading, in a home with one app, on Wednesday 11 March 2026 at 18:00."""

from __future__ import annotations

from dataclasses import replace
from datetime import datetime, timedelta
from pathlib import Path

import pytest

from calisson.language.spans import Spans
from calisson.language.talk import read_talk
from calisson.language.types import (
    LANGUAGES,
    Act,
    Chat,
    Clarify,
    Forget,
    Proposal,
    Refuse,
    Remember,
    Remind,
    Turn,
    Undo,
)  # fmt: skip
from language.homes import NOW, context, spans

HERE = Path(__file__).parent / "talk"
CASES = [
    (language, *(part.strip() for part in line.split(" | ", 1)))
    for language in LANGUAGES
    for line in (HERE / f"{language}.txt").read_text("utf-8").splitlines()
]


def short(found: Proposal) -> str:
    match found.payload:
        case Remind() as r:
            when = f" · {r.start:%m-%d %H:%M}" if r.start else ""
            return f"remind {r.change} · {r.text}{when}" + (f" · {r.rrule}" if r.rrule else "")
        case Remember(text):
            return f"remember · {text}"
        case Forget(query):
            return f"forget · {query}"
        case Undo(steps):
            return f"undo · {steps}"
        case Chat(kind):
            return f"chat · {kind}"
        case Clarify(message) | Refuse(message):
            return f"{type(found.payload).__name__.lower()} · {message}"
        case other:
            return type(other).__name__.lower()


@pytest.mark.parametrize(("language", "text", "wanted"), CASES)
def test_talk(language: str, text: str, wanted: str) -> None:
    home = context(language, ["spending"])
    found = read_talk(spans(text, language, home), home)
    assert (short(found[0]).strip() if found else "-") == wanted


@pytest.mark.parametrize(
    ("language", "text", "start"),
    [
        ("en", "move it to 9", "2026-03-11T21:00"), ("en", "make that friday at 10am", "2026-03-13T10:00"),
        ("de", "lieber um 20 Uhr", "2026-03-11T20:00"), ("de", "verschieb das auf morgen um 7", "2026-03-12T07:00"),
        ("zh", "改到明天早上八点", "2026-03-12T08:00"), ("ja", "やっぱり21時に変更", "2026-03-11T21:00"),
        ("ko", "9시로 바꿔줘", "2026-03-11T21:00"),
    ],
)  # fmt: skip
def test_a_reminder_moves_right_after_it_was_set(language: str, text: str, start: str) -> None:
    home = replace(context(language, ["spending"]), history=(Turn(Act.REMIND),))
    found = [p.payload for p in read_talk(spans(text, language, home), home) if isinstance(p.payload, Remind)]
    assert [(r.change, r.start) for r in found] == [("move", datetime.fromisoformat(start))]


@pytest.mark.parametrize("language", LANGUAGES)
def test_what_is_set_lies_ahead(language: str) -> None:
    home = context(language, ["spending"])
    for own, text, wanted in CASES:
        if own == language and wanted.startswith("remind set") and wanted.count("·") > 1:
            payload = next(
                p.payload
                for p in read_talk(spans(text, language, home), home)
                if isinstance(p.payload, Remind)
            )
            assert payload.start is not None
            assert payload.start > NOW


def test_a_day_without_a_time_is_in_the_morning() -> None:
    home = context("en", [])
    found = read_talk(spans("remind me tomorrow to call Ben", "en", home), home)[0].payload
    assert isinstance(found, Remind)
    assert found.start == datetime(2026, 3, 12, 9, 0)


def test_a_recurrence_starts_at_its_first_occurrence_after_now() -> None:
    late = NOW.replace(hour=23, minute=30)
    home = context("en", [], now=late)
    found = read_talk(spans("remind me every day at 8pm to stretch", "en", home), home)[0].payload
    assert isinstance(found, Remind)
    assert found.start == datetime(2026, 3, 12, 20, 0)
    assert found.start - late < timedelta(days=1)


@pytest.mark.parametrize("language", LANGUAGES)
@pytest.mark.parametrize(
    "text",
    ["", " ", "\n\n", "?", "(", "[", "⟨⟩", "\\d+", "1" * 500, "ha" * 900, "😂" * 200, "\x00", "<" * 300],
)
def test_no_text_breaks_the_reader(language: str, text: str) -> None:
    home = context(language, ["spending"])
    assert isinstance(read_talk(Spans(text, text, language), home), list)


@pytest.mark.parametrize(
    ("language", "text"),
    [("en", "what's my wifi password"), ("de", "wie ist nochmal mein WLAN-Passwort"), ("zh", "我的wifi密码是多少"),
     ("ja", "うちのwifiのパスワード何だっけ"), ("ko", "와이파이 비밀번호 뭐였지")],
)  # fmt: skip
def test_own_secrets_may_be_asked(language: str, text: str) -> None:
    home = context(language, [])
    assert not any(isinstance(p.payload, Refuse) for p in read_talk(spans(text, language, home), home))
