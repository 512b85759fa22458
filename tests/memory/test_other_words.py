"""Questions in other words than the memory's: answered as 'may be it', or not at all; and what was never said is not."""

from pathlib import Path

import pytest
from bench.other_words import Spoken, answered, homes, judged

from calisson import Home
from calisson.clock import FixedClock
from calisson.language.types import LANGUAGES
from calisson.memory import Memory, Viewer
from calisson.memory.finding import perhaps
from calisson.memory.words.lexicon import words
from calisson.store import Database

HELD_OUT = homes("held_out")


@pytest.mark.parametrize("language", LANGUAGES)
def test_what_may_be_meant_is_told_and_never_what_nobody_said(database: Database, language: str) -> None:
    home = HELD_OUT[language]
    found, _ = answered(database, language, home)
    counts = judged(home, found)
    assert counts["right"] >= 2
    assert counts["wrong"] == counts["never said, answered by meaning"] == 0, found


@pytest.mark.parametrize("language", LANGUAGES)
def test_every_language_has_the_words(language: str) -> None:
    known = words(language)
    assert known.amounts.pattern != "(?!)" and known.wider and known.vague


@pytest.mark.parametrize(
    ("language", "said", "asked", "answer"),
    [
        ("en", "I quit smoking two years ago.", "when did I give up cigarettes?", "This may be it."),
        ("de", "Mein Fahrrad steht bei Nora in der Garage.", "wo habe ich das Rad gelassen?", "Vielleicht"),
        ("zh", "老赵不能喝酒，因为他在吃药。", "谁不可以碰白酒？", "也许是这个"),
        ("ja", "私は十年前に禁煙した。", "たばこをやめたのはいつ？", "これのことかもしれません"),
        ("ko", "딸은 매주 수요일에 발레를 배워.", "아이가 배우는 춤이 뭐야?", "혹시 이 말씀일까요"),
    ],
)  # fmt: skip
def test_an_answer_in_other_words_says_that_it_only_may_be_it(
    tmp_path: Path, language: str, said: str, asked: str, answer: str
) -> None:
    with Home(tmp_path) as home:
        home.memories.add(said)
        out = home.say(asked)
        assert out.act == "recall" and out.language == language
        assert answer in out.reply and [m.text for m in out.memories] == [said]
        assert home.memories.used_in(out.id)[0]["how"] == "meaning"


@pytest.mark.parametrize(
    ("said", "asked"),
    [
        ("Marcus gave up cigarettes in May.", "when did I give up smoking?"),
        ("My brother gave up cigarettes in May.", "when did my sister stop smoking?"),
        ("I gave up cigarettes.", "when did I stop smoking?"),
        ("My landlord is at 030 5551234.", "how much is the rent?"),
    ],
)
def test_another_person_or_another_kind_of_thing_is_not_meant(
    database: Database, said: str, asked: str
) -> None:
    found, _ = answered(database, "en", Spoken([said], [(asked, "?")]))
    assert found[asked] == []


def test_only_the_sure_are_asked_for(database: Database) -> None:
    asked = "when did I give up cigarettes?"
    found, memory = answered(database, "en", Spoken(["I quit smoking two years ago."], [(asked, "quit")]))
    assert [h.how for h in found[asked]] == ["meaning"]
    assert found[asked][0].score <= perhaps.SCORE
    assert memory.recall(asked, "en", sure=True) == []


def test_what_others_keep_is_never_meant(database: Database, clock: FixedClock) -> None:
    memory = Memory(database, clock)
    with database.transaction("ana", "t") as tx:
        kept = memory.remember(tx, "I quit smoking two years ago.", source_turn="t", language="en")
    asked = "when did I give up cigarettes?"
    assert memory.recall(asked, "en") == []
    assert [h.id for h in memory.recall(asked, "en", viewer=Viewer("ana"))] == [kept.id]
