"""A question about one person is never answered with another one's facts."""

import pytest

from calisson.clock import FixedClock
from calisson.memory import Memory
from calisson.memory.words.names import names_in, subject_in
from calisson.store import Database

CASES = [
    ("en", "Ana is allergic to nuts", "what is Tom allergic to?", "what is Ana allergic to?"),
    ("en", "Ana is allergic to nuts", "what is zoltan allergic to?", "what is ana allergic to?"),
    ("en", "I am allergic to nuts", "what is Tom allergic to?", "what am I allergic to?"),
    ("en", "Zoltan lives in Rome", "where does Mireille live?", "where does Zoltan live?"),
    (
        "en",
        "Tom's favourite colour is blue",
        "what's Ana's favourite colour?",
        "what's Tom's favourite colour?",
    ),
    ("de", "Anna ist gegen Nüsse allergisch", "wogegen ist Tom allergisch?", "wogegen ist Anna allergisch?"),
    ("de", "Jonas wohnt in Rom", "wo wohnt Mia?", "wo wohnt Jonas?"),
    ("zh", "安娜对花生过敏", "汤姆对什么过敏？", "安娜对什么过敏？"),
    ("zh", "小明住在上海", "小红住在哪里？", "小明住在哪里？"),
    ("ja", "アナはナッツアレルギー", "トムは何のアレルギー？", "アナは何のアレルギー？"),
    ("ja", "健太は東京に住んでいる", "美咲はどこに住んでる？", "健太はどこに住んでる？"),
    ("ko", "민지는 땅콩 알레르기 있어", "민수는 무슨 알레르기 있어?", "민지는 무슨 알레르기 있어?"),
    ("ko", "지수는 부산에 살아", "현우는 어디 살아?", "지수는 어디 살아?"),
]


@pytest.mark.parametrize(("language", "fact", "another", "the_one"), CASES, ids=[c[2] for c in CASES])
def test_who_is_asked_about_decides(
    database: Database, clock: FixedClock, language: str, fact: str, another: str, the_one: str
) -> None:
    memory = Memory(database, clock)
    with database.transaction("me", "t") as tx:
        memory.remember(tx, fact, source_turn="t", language=language)
    assert memory.recall(another, language) == []
    assert [h.text for h in memory.recall(the_one, language)] == [fact]


def test_names_are_the_same_in_every_script() -> None:
    assert names_in("what is Tom allergic to?", "en") == names_in("トムは何のアレルギー？", "ja") == {"tom"}
    assert names_in("I live in Rome and like the weather", "en") == frozenset()
    assert subject_in("The milk is sour", "en") is None
    assert subject_in("合鍵は植木鉢の下", "ja") is None
    assert subject_in("여분 열쇠는 화분 밑에 있어", "ko") is None
