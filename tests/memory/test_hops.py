"""What a hop looks for, over which words, and what it finds."""

from __future__ import annotations

import json
from collections.abc import Iterator
from pathlib import Path

import pytest

from calisson import Home
from calisson.memory import Viewer
from calisson.memory.finding.ranking import Candidate
from calisson.memory.finding.retrieval import Gathered
from calisson.memory.learned.bridge import leads, left, told
from calisson.memory.learned.model import shipped
from calisson.memory.learned.seeking import PRIOR, SIGNS, seek
from calisson.memory.privacy.policy import visible

TALK = {
    "en": (
        ("At the market in Porto I met Nils, we talked for hours.", "Nils moved to Bergen last month.", "It rained again."),
        "Where does the person I met in Porto live?", "Nils",
    ),
    "de": (
        ("Ich habe Ruben mein Zelt geliehen.", "Ruben wohnt jetzt in Kiel.", "Es regnet schon wieder."),
        "Wo wohnt die Person, der ich mein Zelt geliehen habe?", "Ruben",
    ),
    "ja": (
        ("ポルトでクララさんと知り合った。", "クララさんは看護師をしている。", "また雨だ。"),
        "ポルトで知り合った人の仕事は何ですか。", "クララ",
    ),
    "ko": (
        ("민호 씨한테 카약 빌려줬어.", "민호 씨가 지난달에 교토로 이사했어.", "또 비가 와."),
        "카약 빌려준 사람은 어디 살아?", "민호",
    ),
    "zh": (
        ("我在波尔图认识了小林。", "小林现在当护士。", "又下雨了。"),
        "在波尔图认识的那个人做什么工作？", "小林",
    ),
}  # fmt: skip


@pytest.fixture
def home(tmp_path: Path) -> Iterator[Home]:
    with Home(tmp_path) as opened:
        yield opened


def test_hops_are_taken_when_they_are_asked_for(home: Home, monkeypatch: pytest.MonkeyPatch) -> None:
    said, question, _ = TALK["en"]
    home.memories.take_in(
        [
            json.dumps({"text": t, "speaker": "Ana", "at": f"2026-0{n + 1}-03T10:00:00"})
            for n, t in enumerate(said)
        ]
    )
    learned = shipped()
    assert learned is not None and learned.pointer is not None and not learned.has("hops")
    assert not home.memories.why(question)["trace"]["hops"]
    assert home.memories.why(question, hops=True)["trace"]["hops"]
    assert not home.memories.why(question)["trace"]["hops"]
    monkeypatch.setenv("CALISSON_HOPS", "1")
    home.memory.use_learned()
    assert home.memories.why(question)["trace"]["hops"]


def asked(home: Home, language: str) -> tuple[Gathered, Candidate, Candidate, str]:
    """Fill a home and return what a question gathers, the memory that leads on, where it leads, and over which name."""
    said, question, name = TALK[language]
    lines = [
        {"text": t, "speaker": "Ana", "at": f"2026-0{1 + n}-03T10:00:00", "source": f"t{n}"}
        for n, t in enumerate(said)
    ]
    home.memories.take_in([json.dumps(x, ensure_ascii=False) for x in lines])
    now = home.clock.now()
    with home.database.read() as connection:
        got = home.memory._retriever.gather(
            connection, question, language, now=now.replace(tzinfo=None), allowed=visible(Viewer("me"), now)
        )
        by_source = {v.candidate.row["source"]: v.candidate for v in got.seen}
        first, second = by_source["t0"], by_source["t1"]
        sought = seek(got.asked, [(first, 1.0)], got.look, got.rarity, {})
        worth = dict(zip((c.row["source"] for c in sought.candidates), sought.worth(PRIOR), strict=True))
        assert name.casefold() in {w.text.casefold() for w in sought.ways}, sought.ways
        assert worth and max(worth, key=lambda s: worth[s]) == "t1"
        assert 0 < sum(worth.values()) < 1
        assert all(len(row) == len(SIGNS) for row in sought.signs)
        after = left(got.asked, [(first, 1.0)], {}, got.rarity)
        assert len(after.text) < len(question) and after.text != got.asked.text
        answered = [t for t in got.asked.tokens if t in first.row["tokens"].split()]
        assert answered and all(after.tokens[t] < got.asked.tokens[t] for t in answered)
        assert leads(got.asked, [(first, 1.0)], {}, got.rarity) == sought.ways
    return got, first, second, name


@pytest.mark.parametrize("language", list(TALK))
def test_a_hop_goes_over_the_name_to_what_is_left_of_the_question(home: Home, language: str) -> None:
    got, first, _, _ = asked(home, language)
    name, best = told(got.asked, first)
    assert 0 <= name <= 1 and 0 < best <= 1
