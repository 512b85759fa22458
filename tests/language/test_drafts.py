"""Requests in five languages become apps with the fields that were named."""

from __future__ import annotations

import re
import tomllib
from pathlib import Path
from typing import Any

import pytest

from calisson.language.drafts import draft_app
from calisson.language.drafts.naming import RESERVED
from calisson.language.types import LANGUAGES, AppSchema, CreateApp, Proposal
from language.drafting import FAMILY, called, context_of, spans_of

REQUESTS: dict[str, list[dict[str, Any]]] = tomllib.loads(
    Path(__file__).with_name("requests.toml").read_text("utf-8")
)
CASES = [(language, case) for language in LANGUAGES for case in REQUESTS[language]]


def proposal_of(text: str, language: str, *apps: AppSchema) -> Proposal | None:
    return draft_app(spans_of(text, language), context_of(language, *apps))


def draft_of(text: str, language: str) -> AppSchema:
    proposal = proposal_of(text, language)
    assert proposal is not None, text
    assert isinstance(proposal.payload, CreateApp)
    return proposal.payload.draft


@pytest.mark.parametrize(("language", "case"), CASES, ids=[f"{lang}-{c['say'][:40]}" for lang, c in CASES])
def test_requests(language: str, case: dict[str, Any]) -> None:
    proposal = proposal_of(case["say"], language)
    assert proposal is not None
    assert proposal.score >= 0.55
    assert isinstance(proposal.payload, CreateApp)
    draft = proposal.payload.draft
    fields = draft.main.fields
    for wanted in case["fields"]:
        word, _, family = wanted.partition(":")
        found = [f for f in fields if called(f, word) and (not family or f.type in FAMILY[family])]
        assert found, f"{wanted} not among {[(f.name, f.label, f.type) for f in fields]}"
    if "domain" in case:
        assert draft.domain == case["domain"]
    for name, formula in case.get("formulas", {}).items():
        assert next(f.formula for f in fields if f.name == name) == formula
    assert [f"{g.direction} {g.value:g} {g.period}" for g in draft.goals] == case.get("goals", [])


@pytest.mark.parametrize(("language", "case"), CASES, ids=[f"{lang}-{c['say'][:40]}" for lang, c in CASES])
def test_drafts_are_sound(language: str, case: dict[str, Any]) -> None:
    draft = draft_of(case["say"], language)
    names = [f.name for f in draft.main.fields]
    assert len(set(names)) == len(names)
    for field in draft.main.fields:
        assert re.fullmatch(r"[a-z][a-z0-9_]*", field.name)
        assert field.name not in RESERVED
        assert field.label
        assert field.type != "quantity" or field.unit
        if field.type == "rating":
            assert field.minimum is not None and field.maximum is not None and field.minimum < field.maximum
    main = draft.main
    for part in (main.title_field, main.time_field, main.notes_field, main.done_field):
        assert part is None or part in names
    assert {"table", "form"} <= {v.kind for v in draft.views}
    assert draft.name and len(draft.name) <= 60
    aliases = [a.casefold() for f in main.fields for a in (f.label, *f.aliases)]
    assert len(aliases) == len(set(aliases)), "one word for two fields"


@pytest.mark.parametrize("language", LANGUAGES)
def test_there_are_thirty_requests(language: str) -> None:
    assert len(REQUESTS[language]) >= 30


NOT_REQUESTS = {
    "en": [
        "had ramen for lunch yesterday, 650 kcal",
        "how many calories did I eat this week?",
        "add milk and eggs",
        "remind me to call the dentist tomorrow at 9",
        "thanks!",
        "bench press 80 kg, 3 sets of 8",
        "what's my average mood?",
        "delete the last entry",
        "good morning",
        "slept 7 hours, mood 4",
        "remember that Anna is allergic to nuts",
        "show me my workouts from last week",
    ],
    "de": [
        "gestern Abend Nudeln, 700 kcal",
        "wie viele Kilometer bin ich diese Woche gelaufen?",
        "Milch und Brot",
        "erinnere mich morgen um 9 an den Zahnarzt",
        "danke dir!",
        "Kniebeugen 80 kg, 3 Sätze",
        "zeig mir meine Ausgaben",
        "lösch den letzten Eintrag",
        "guten Morgen",
        "heute 6 Stunden geschlafen",
        "merk dir, dass Anna keine Nüsse mag",
    ],
    "zh": [
        "昨天中午吃了拉面，650大卡",
        "这周跑了多少公里？",
        "加一袋大米",
        "明天早上九点提醒我看牙",
        "谢谢",
        "卧推80公斤3组",
        "删掉上一条",
        "早上好",
        "昨晚睡了7小时",
        "记住安娜对花生过敏",
        "给我看看上周的支出",
    ],
    "ja": [
        "昨日の昼にラーメン食べた、650kcal",
        "今週は何キロ走った？",
        "牛乳を追加して",
        "明日9時に歯医者ってリマインドして",
        "ありがとう",
        "ベンチプレス80kgを3セット",
        "さっきのを消して",
        "おはよう",
        "昨日は7時間寝た",
        "アンナはナッツアレルギーだから覚えておいて",
    ],
    "ko": [
        "어제 점심에 라면 먹었어 650칼로리",
        "이번 주에 몇 킬로 뛰었어?",
        "우유 추가해줘",
        "내일 9시에 치과 알려줘",
        "고마워",
        "벤치프레스 80kg 3세트",
        "방금 거 지워줘",
        "좋은 아침",
        "어제 7시간 잤어",
        "안나 땅콩 알레르기 있는 거 기억해줘",
    ],
}


@pytest.mark.parametrize(("language", "text"), [(lang, t) for lang, ts in NOT_REQUESTS.items() for t in ts])
def test_other_acts_are_no_requests(language: str, text: str) -> None:
    proposal = proposal_of(text, language)
    assert proposal is None or proposal.score < 0.5


def test_reminder_inside_a_request() -> None:
    proposal = proposal_of("make me a mood diary: mood 1-10, a note. and remind me every evening at 9", "en")
    assert proposal is not None and isinstance(proposal.payload, CreateApp)
    assert [f.name for f in proposal.payload.draft.main.fields][:2] == ["mood", "notes"]
    reminder = proposal.payload.reminders[0]
    assert reminder.rrule is not None and "FREQ=DAILY" in reminder.rrule
    assert reminder.start is not None and (reminder.start.hour, reminder.start.minute) == (21, 0)


def test_names_are_the_persons_own() -> None:
    assert draft_of("Bau mir ein Lauftagebuch: Strecke in km, Dauer", "de").name == "Lauftagebuch"
    assert (
        draft_of('make a workout log called "Iron Diary" with exercise and weight', "en").name == "Iron Diary"
    )
    assert draft_of("家計簿つけたい。金額と費目", "ja").name == "家計簿"
    assert draft_of("독서 목록 만들어줘", "ko").name == "독서 목록"


def test_reserved_and_repeated_words_get_valid_names() -> None:
    draft = draft_of("make a tracker: id, in, start weight in kg, end weight in kg, null", "en")
    names = [f.name for f in draft.main.fields]
    assert {"start_weight", "end_weight"} <= set(names)
    assert not {"id", "in", "null"} & set(names)


def test_currency_is_left_to_the_home_unless_named() -> None:
    assert (
        next(f for f in draft_of("expense tracker please", "en").main.fields if f.name == "amount").currency
        is None
    )
    fields = draft_of("Haushaltsbuch mit Betrag in Franken und Kategorie", "de").main.fields
    assert next(f for f in fields if f.name == "amount").currency == "CHF"
