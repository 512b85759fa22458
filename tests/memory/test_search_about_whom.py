"""A search for what somebody is, likes or has puts what is about somebody else behind, in five languages."""

import pytest

from calisson.clock import FixedClock
from calisson.language.types import LANGUAGES
from calisson.memory import Memory
from calisson.store import Database

SAID = {
    "en": ("Tom is allergic to nuts and shellfish", "Lena cannot eat eggs", "what is Lena allergic to?"),
    "de": ("Tom ist gegen Nüsse allergisch", "Lena verträgt keine Eier", "wogegen ist Lena allergisch?"),
    "zh": ("小明是对花生过敏的", "小红不能吃鸡蛋", "小红对什么过敏？"),
    "ja": ("健太はナッツアレルギーだ", "美咲は卵が食べられない", "美咲のアレルギーは何？"),
    "ko": ("민수는 견과류 알레르기가 있어", "지수는 달걀을 못 먹어", "지수 알레르기가 뭐지?"),
}
KIN = {
    "en": ("my brother's birthday is on 3 June", "my sister was born on 9 May", "when is my sister's birthday?"),
    "de": ("mein Bruder hat am 3. Juni Geburtstag", "meine Schwester ist am 9. Mai geboren", "wann hat meine Schwester Geburtstag?"),
    "zh": ("弟弟的生日是6月3号", "妹妹是5月9号出生的", "妹妹的生日是哪天？"),
    "ja": ("弟の誕生日は6月3日", "妹は5月9日に生まれた", "妹の誕生日はいつ？"),
    "ko": ("남동생 생일은 6월 3일이야", "여동생은 5월 9일에 태어났어", "여동생 생일이 언제지?"),
}  # fmt: skip


@pytest.mark.parametrize("language", LANGUAGES)
@pytest.mark.parametrize("given", [SAID, KIN], ids=["names", "relations"])
def test_what_is_about_somebody_else_stands_behind(
    database: Database, clock: FixedClock, given: dict[str, tuple[str, str, str]], language: str
) -> None:
    memory = Memory(database, clock)
    another, own, question = given[language]
    with database.transaction("me", "t") as tx:
        for text in (own, another):
            memory.remember(tx, text, source_turn="t", language=language)
    found = memory.search(question, language, 2)
    assert [h.text for h in found] == [own, another]
    assert found[0].score > found[1].score


def test_who_is_who_tells_whom_a_memory_is_about(database: Database, clock: FixedClock) -> None:
    memory = Memory(database, clock)
    with database.transaction("me", "t") as tx:
        for text in ("Lena is my sister", "Mia has her birthday on 3 June", "Lena was born on 9 May"):
            memory.remember(tx, text, source_turn="t", language="en")
    found = [h.text for h in memory.search("when is my sister's birthday?", "en", 3)]
    assert found.index("Lena was born on 9 May") < found.index("Mia has her birthday on 3 June")
