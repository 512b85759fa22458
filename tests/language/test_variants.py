"""Traditional Chinese is understood like simplified, and keeps its script in everything that is stored."""

from collections.abc import Iterator
from datetime import datetime
from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st

from calisson import Home
from calisson.language.reading import understand
from calisson.language.types import Act, Context
from calisson.language.variants import Script, plain
from calisson.memory.finding.encoder import built_in

NOW = datetime(2026, 3, 4, 12, 0)


@pytest.fixture
def home(tmp_path: Path) -> Iterator[Home]:
    with Home(tmp_path / "home") as opened:
        yield opened


def acts(home: Home, *turns: str) -> list[str]:
    return [str(home.say(turn).act) for turn in turns]


def test_a_life_in_traditional_characters(home: Home) -> None:
    assert acts(home, "我想記帳，金額、分類、備註就行", "今天搭計程車花了三十五塊五，分類交通", "昨天超市買菜128.6元，分類吃飯") == [
        "create_app", "log", "log"]  # fmt: skip
    taxi, food = sorted(home.apps.records(home.apps.list()[0].id, limit=10), key=lambda r: r.values["amount"])
    assert taxi.values["amount"] == 35.5 and "搭計程車" in taxi.values.values()
    assert food.values["amount"] == 128.6 and "超市買菜" in food.values.values()
    assert "164.10" in home.say("這個月一共花了多少").reply
    assert acts(home, "刪掉剛才那筆", "撤銷", "每天早上8點提醒我澆花", "記住備用鑰匙在花盆下面") == [
        "log", "undo", "remind", "remember"]  # fmt: skip
    assert "備用鑰匙在花盆下面" in home.say("備用鑰匙在哪裡？").reply


def test_a_choice_keeps_the_script_in_which_the_home_has_it(home: Home) -> None:
    home.say("我想记账，金额、分类、备注就行")
    home.say("午饭20元，分类吃饭")
    home.say("晚飯30元，分類吃飯")
    rows = home.apps.records(home.apps.list()[0].id, limit=10)
    assert [next(v for k, v in r.values.items() if k == "category") for r in rows] == ["吃饭", "吃饭"]


def test_labels_in_traditional_characters_are_found_by_both(home: Home) -> None:
    home.say("幫我做一個記錄烏龜體重和餵食量的應用")
    spec = home.apps.list()[0].spec
    assert {f.label for f in spec.main.fields} & {"烏龜體重", "體重", "餵食量"}
    for turn in ("烏龜體重72.5公斤", "乌龟体重71公斤"):
        assert home.say(turn).act == "log", turn


def test_other_languages_and_simplified_texts_are_left_alone() -> None:
    assert plain("電車で東京へ行く", "ja") == "電車で東京へ行く"
    context = Context(NOW, language="zh")
    assert Script("今天打车花了35元", "zh").context(context) is context
    assert understand("記帳", context).text == "記帳"
    assert understand("每天早上8點提醒我澆花", context).proposals[0].act is Act.REMIND


@given(st.text(alphabet=st.characters(min_codepoint=0x4E00, max_codepoint=0x9FFF), max_size=20))
def test_places_in_the_text_stay_what_they_are(text: str) -> None:
    read = plain(text, "zh")
    assert len(read) == len(text) and plain(read, "zh") == plain(plain(read, "zh"), "zh")
    assert Script(text, "zh").back(read) == text


def test_both_scripts_mean_the_same() -> None:
    here, there = (built_in().encode(t, "zh") for t in ("妹妹对花生过敏", "妹妹對花生過敏"))
    assert here == there and any(here)
