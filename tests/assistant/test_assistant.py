"""One turn of talk: what is done, said, kept and explained; everything of a turn stands or falls together."""

from collections.abc import Iterator
from datetime import UTC, datetime
from pathlib import Path

import pytest

from calisson import Home
from calisson.assistant.types import TurnResult
from calisson.clock import FixedClock

LANGUAGES = {
    "en": ("I want to track my reading: title, pages, and rating from 1 to 5", "read Dune, 40 pages",
           "how many pages this week?", "no, it was 45", "undo that", "remind me tomorrow at 8 to return the book",
           "delete the app"),
    "de": ("Ich möchte meine Lektüre festhalten: Titel, Seiten und Bewertung von 1 bis 5", "Dune gelesen, 40 Seiten",
           "Wie viele Seiten diese Woche?", "nein, es waren 45", "mach das rückgängig",
           "erinnere mich morgen um 8 daran, das Buch zurückzugeben", "lösch die App"),
    "zh": ("我想记录读书：书名、页数、评分1到5", "读了《沙丘》40页", "这周读了多少页？", "不对，是45页", "撤销",
           "明天早上8点提醒我还书", "删除这个应用"),
    "ja": ("読書を記録したい：タイトル、ページ数、評価1〜5", "デューンを40ページ読んだ", "今週何ページ読んだ？",
           "いや、45ページだった", "取り消して", "明日の朝8時に本を返すのをリマインドして", "アプリを削除して"),
    "ko": ("독서를 기록하고 싶어: 제목, 페이지 수, 별점 1~5", "듄 40페이지 읽었어", "이번 주에 몇 페이지 읽었어?",
           "아니, 45페이지였어", "취소해 줘", "내일 아침 8시에 책 반납하라고 알려 줘", "앱을 삭제해 줘"),
}  # fmt: skip


@pytest.fixture
def home(tmp_path: Path) -> Iterator[Home]:
    clock = FixedClock(datetime(2026, 3, 4, 11, 0, tzinfo=UTC))
    with Home(tmp_path / "home", clock=clock) as made:
        yield made


def pages(home: Home, app_id: str) -> list[object]:
    spec = home.apps.get(app_id).spec
    field = next(f.name for f in spec.main.fields if f.type in ("integer", "number", "quantity"))
    return [r.values.get(field) for r in home.apps.records(app_id)]


@pytest.mark.parametrize("language", LANGUAGES)
def test_a_life_of_an_app_by_talking(home: Home, language: str) -> None:
    create, log, ask, correct, undo, remind, delete = LANGUAGES[language]
    made = home.say(create)
    assert made.act == "create_app" and made.app is not None, made.reply
    app_id = made.app["id"]
    logged = home.say(log)
    assert logged.act == "log", logged.reply
    assert pages(home, app_id) == [40]
    asked = home.say(ask)
    assert asked.answer is not None and asked.answer.value == 40, asked.reply
    assert "40" in asked.reply
    corrected = home.say(correct)
    assert [r.change for r in corrected.records] == ["updated"], corrected.reply
    assert pages(home, app_id) == [45]
    home.say(undo)
    assert pages(home, app_id) == [40], "the correction is taken back, the entry stays"
    reminded = home.say(remind)
    assert [r.next for r in reminded.reminders] == ["2026-03-05T08:00"], reminded.reply
    deleted = home.say(delete)
    assert deleted.act == "edit_app", deleted.reply
    assert home.apps.list() == []
    home.undo(deleted.id)
    assert pages(home, app_id) == [40]
    for turn in (made, logged, asked, corrected, reminded, deleted):
        assert turn.language == language, turn.reply


def said(home: Home, *lines: str) -> list[TurnResult]:
    return [home.say(line) for line in lines]


def test_every_turn_has_a_decision_that_explains_itself(home: Home) -> None:
    for turn in said(home, "track my coffee: cups and mood", "2 cups", "how many cups today?", "thanks"):
        assert turn.decision is not None
        why = home.explain(turn.decision.id)
        options = why["alternatives"]
        assert options[0]["option"] == why["option"] == turn.decision.option
        assert sum(o["probability"] for o in options) == pytest.approx(1, abs=0.001)
        assert turn.id in why["evidence"]
    assert home.journal.verify() == []


def test_a_turn_that_changes_nothing_offers_no_undo(home: Home) -> None:
    made, logged, asked, chat = said(
        home, "track my coffee: cups and mood", "2 cups", "how many cups today?", "thanks"
    )
    assert made.undoable
    assert logged.undoable
    assert not asked.undoable
    assert not chat.undoable


def test_the_stream_is_the_same_turn(home: Home) -> None:
    events = list(home.stream("track my coffee: cups and mood"))
    assert events[-1].result is not None
    assert "".join(e.delta or "" for e in events[:-1]) == events[-1].result.reply
    assert len(home.apps.list()) == 1


def test_a_refused_value_stores_nothing_and_says_why(home: Home) -> None:
    app_id = (said(home, "track my mood: mood from 1 to 5 and notes")[0].app or {})["id"]
    refused = home.say("mood 11")
    assert refused.act == "clarify"
    assert home.apps.count(app_id) == 0
    assert not refused.undoable


def test_an_app_that_goes_takes_its_reminders_and_brings_them_back(home: Home) -> None:
    made = home.say("a plant app: plant and watered on, and remind me every Saturday at 9 to water them")
    assert made.app is not None
    assert len(home.agenda.upcoming()) == 1
    gone = home.delete_app(made.app["id"])
    assert home.agenda.upcoming() == []
    home.undo(gone)
    assert len(home.agenda.upcoming()) == 1


def test_a_rule_speaks_at_the_end_of_the_reply(home: Home) -> None:
    made = home.say("track my coffee: cups and mood")
    assert made.app is not None
    spec = home.apps.get(made.app["id"]).spec
    cups = next(f.name for f in spec.main.fields if "cup" in f.label.casefold())
    rule = {
        "name": "enough",
        "entity": spec.main.name,
        "when": f"{cups} > 4",
        "action": "notify",
        "text": "That is a lot.",
    }
    changed = type(spec).model_validate({**spec.model_dump(), "rules": [rule]})
    with home.by_hand() as tx:
        home.apps.publish(tx, made.app["id"], changed, reason="a rule")
    assert home.say("2 cups").notices == []
    told = home.say("5 cups")
    assert told.notices == ["That is a lot."]
    assert told.reply.endswith("That is a lot.")


def test_two_people_have_two_conversations_over_one_home(home: Home) -> None:
    home.say("track my coffee: cups and mood", person="anna")
    home.say("2 cups", person="anna")
    assert home.say("undo that", person="ben").records == []
    assert home.apps.count(home.apps.list()[0].id) == 1
    assert len(home.turns("anna")) == 2


def test_a_number_over_days_is_drawn_and_one_over_nothing_is_not(home: Home) -> None:
    home.say("track meals: food and calories")
    for day in (2, 3, 4):
        home.say("rice 300 kcal", at=datetime(2026, 3, day, 12, 0, tzinfo=UTC))
    drawn = home.say("how many calories this week?").answer
    assert drawn is not None and drawn.chart is not None
    assert [p["y"] for p in drawn.chart["points"]] == [300, 300, 300]
    today = home.say("how many calories today?").answer
    assert today is not None and today.value == 300 and today.chart is None
