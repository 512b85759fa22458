"""Questions in five languages over the usual apps of many domains: each line of `questions/<language>.txt` is
`domain in focus | what is asked | the query in short form`, in a home with five more apps."""

from __future__ import annotations

import json
from dataclasses import replace
from datetime import datetime
from pathlib import Path

import pytest

from calisson.language.questions import read_question
from calisson.language.spans import Spans
from calisson.language.types import LANGUAGES, Act, Ask, Context, Question, Turn
from language.homes import NOW, ask, brief, context, spans

HERE = Path(__file__).parent / "questions"
STORED = json.loads((HERE / "stored.json").read_text("utf-8"))
OTHERS = ("spending", "meals", "vocabulary", "chores", "mood")
CASES = [
    (language, *(part.strip() for part in line.split(" | ", 2)))
    for language in LANGUAGES
    for line in (HERE / f"{language}.txt").read_text("utf-8").splitlines()
]


def home(language: str, domain: str) -> Context:
    domains = [domain, *(d for d in OTHERS if d != domain)]
    return context(language, domains, STORED[language], focus=domain)


@pytest.mark.parametrize(("language", "domain", "text", "wanted"), CASES)
def test_question(language: str, domain: str, text: str, wanted: str) -> None:
    assert brief(ask(text, language, home(language, domain))) == wanted


FOLLOW_UPS = [
    ("en", "spending", "how much did I spend on groceries last week?", "and this week?",
     "sum amount of spending where category=Groceries in 03-09..03-15"),
    ("en", "meals", "how many calories did I have yesterday?", "and protein?", "sum protein of meals in 03-10"),
    ("en", "spending", "how much did I spend on groceries this month", "what about transport?",
     "sum amount of spending where category=Transport in 03-01..03-31"),
    ("de", "spending", "Wie viel habe ich diesen Monat ausgegeben?", "und im Januar?", "sum amount of spending in 01-01..01-31"),
    ("de", "meals", "Wie viele Kalorien hatte ich gestern?", "und vorgestern?", "sum energy of meals in 03-09"),
    ("zh", "spending", "今天花了多少钱", "那昨天呢", "sum amount of spending in 03-10"),
    ("zh", "running", "这周跑了多少公里", "上周呢", "sum distance of running in 03-02..03-08"),
    ("ja", "spending", "今週いくら使った？", "じゃあ先週は？", "sum amount of spending in 03-02..03-08"),
    ("ja", "meals", "今日は何カロリー食べた？", "昨日は？", "sum energy of meals in 03-10"),
    ("ko", "spending", "오늘 얼마 썼어?", "그럼 어제는?", "sum amount of spending in 03-10"),
    ("ko", "smoking", "이번 주에 몇 개비 피웠지", "지난주는?", "sum cigarettes of smoking in 03-02..03-08"),
]  # fmt: skip


@pytest.mark.parametrize(("language", "domain", "first", "second", "wanted"), FOLLOW_UPS)
def test_follow_up(language: str, domain: str, first: str, second: str, wanted: str) -> None:
    here = home(language, domain)
    last = ask(first, language, here)
    assert last is not None
    after = replace(here, history=(Turn(Act.ASK, domain, (), last, first),))
    assert brief(ask(second, language, after)) == wanted


@pytest.mark.parametrize(
    ("language", "text"),
    [
        ("en", "when does my passport run out?"), ("en", "who is allergic to nuts?"), ("en", "hello there"),
        ("de", "An welchem Wochentag habe ich Therapie?"), ("de", "Wo liegt der Schlüssel?"), ("zh", "我妈坐什么会不舒服"),
        ("ja", "彩が苦手なものは？"), ("ko", "민지가 뭘 못 먹지?"), ("en", "?"), ("ja", "😂😂😂"),
    ],
)  # fmt: skip
def test_what_no_app_has_scores_low(language: str, text: str) -> None:
    here = home(language, "spending")
    found = read_question(spans(text, language, here), here)
    assert found is None or found.score < 0.5


def test_a_plan_looks_ahead_and_a_log_back() -> None:
    plan = home("en", "trips")
    log = home("en", "running")
    assert brief(ask("what's planned for Friday?", "en", plan)) == "list of trips in 03-13"
    assert brief(ask("how far did I run on Friday?", "en", log)) == "sum distance of running in 03-06"


def test_the_year_of_a_date_is_the_one_that_has_records() -> None:
    here = context(
        "en", ["trips"], STORED["en"], records={"trips": [{"date": "2027-10-09", "activity": "x"}]}, now=datetime(2026, 12, 1, 9, 0)
    )  # fmt: skip
    assert brief(ask("what's on October 9?", "en", here)) == "list of trips in 2027-10-09"


def test_an_empty_home_is_asked_for_what_is_due_only() -> None:
    empty = Context(now=NOW, language="en")
    assert read_question(spans("how much did I spend?", "en", empty), empty) is None
    found = read_question(spans("what reminders do I have tomorrow?", "en", empty), empty)
    assert found is not None
    assert isinstance(found.payload, Ask)
    assert found.payload.question.source == "agenda"


@pytest.mark.parametrize("language", LANGUAGES)
@pytest.mark.parametrize(
    "text", ["", " ", "?", "((((", "\\", "a" * 3000, "多少" * 400, "%s %d {} ⟨n⟩", "\x01\x02", "1" * 400]
)
def test_no_text_breaks_the_reader(language: str, text: str) -> None:
    here = home(language, "spending")
    found = read_question(Spans(text, text, language), here)
    assert found is None or isinstance(found.payload, Ask)


def test_the_question_names_only_fields_that_exist() -> None:
    for language, domain, text, _ in CASES:
        here = home(language, domain)
        question = ask(text, language, here)
        if question is None or question.source == "agenda":
            continue
        assert_valid(question, here)


def assert_valid(question: Question, here: Context) -> None:
    app = here.app(question.app_id)
    assert app is not None
    entity = app.entity(question.entity)
    assert entity is not None
    steps = ("day", "week", "month", "year", "weekday", "value", "label", "time_at", "created_at")
    for name in (question.field, question.select, question.group_by, question.order_by):
        assert name is None or name in steps or entity.field(name) is not None
    for condition in question.where:
        assert entity.field(condition.field) is not None
