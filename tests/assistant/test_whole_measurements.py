"""A thing with several values: made whole, logged without leftovers, shown whole when everything is asked for."""

from pathlib import Path

import pytest

from calisson import Home

TALKS = {
    "en": ("track my blood pressure", "128/82, pulse 70", "show all entries"),
    "de": ("ich möchte meinen Blutdruck festhalten", "128/82, Puls 70", "zeig alle Einträge"),
    "zh": ("我想记录血压", "血压128/82，脉搏70", "显示所有记录"),
    "ja": ("血圧を記録したい", "血圧128/82、脈拍70", "全部見せて"),
    "ko": ("혈압을 기록하고 싶어", "혈압 128/82, 맥박 70", "전부 보여줘"),
}


@pytest.mark.parametrize("language", TALKS)
def test_what_is_measured_together_is_one_entry(tmp_path: Path, language: str) -> None:
    wish, said, everything = TALKS[language]
    with Home(tmp_path / "home") as home:
        assert home.say(wish).act == "create_app"
        home.say(said)
        app = home.apps.list()[0]
        (record,) = home.apps.records(app.id, limit=9)
        values = {k: v for k, v in record.values.items() if v is not None and k != app.spec.main.time_field}
        assert sorted(values.values()) == [70, 82, 128]
        shown = home.say(everything)
        assert shown.act == "ask" and all(number in shown.reply for number in ("128", "82", "70"))


def test_lately_is_no_superlative(tmp_path: Path) -> None:
    with Home(tmp_path / "home") as home:
        for turn in ("我想记录血压", "血压128/82", "血压135/85"):
            home.say(turn)
        assert "131.5" in home.say("最近平均血压多少").reply
