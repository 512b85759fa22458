"""Changes to apps are read from words in five languages, and entries are not taken for changes."""

from __future__ import annotations

import tomllib
from dataclasses import replace
from functools import cache
from pathlib import Path

import pytest

from calisson.language.drafts import draft_app, read_edit
from calisson.language.drafts.edit_fields import choices_after
from calisson.language.drafts.edit_rules import find_field
from calisson.language.types import LANGUAGES, AppSchema, CreateApp, Edit, EditApp, Proposal
from language.drafting import context_of, spans_of

EDITS: dict[str, dict[str, str]] = tomllib.loads(Path(__file__).with_name("edits.toml").read_text("utf-8"))

APPS = {
    "en": (
        "make me a food diary with calories, protein and category",
        "make a workout log: exercise, weight in kg, sets",
        "make a mood diary: mood 1-10, notes",
    ),
    "de": (
        "mach mir ein Ernährungstagebuch mit Kalorien, Eiweiß und Kategorie",
        "Bau ein Trainingstagebuch: Übung, Gewicht, Sätze",
        "Stimmungstagebuch bitte: Stimmung 1-10, Notizen",
    ),
    "zh": (
        "帮我做个饮食记录，热量、蛋白质、分类",
        "做一个健身记录，项目、重量、组数",
        "做个心情日记，心情1到10分、备注",
    ),
    "ja": (
        "食事記録アプリ作って。カロリー、タンパク質、カテゴリ",
        "筋トレ記録アプリ作って。種目、重さ、回数",
        "気分日記作って。気分1〜10、メモ",
    ),
    "ko": (
        "식단 기록 앱 만들어줘. 칼로리, 단백질, 카테고리",
        "운동 일지 앱 만들어줘. 종목, 무게, 횟수",
        "기분 일기 만들어줘. 기분 1~10, 메모",
    ),
}


@cache
def apps(language: str) -> tuple[AppSchema, ...]:
    out = []
    for number, text in enumerate(APPS[language]):
        proposal = draft_app(spans_of(text, language), context_of(language))
        assert proposal is not None and isinstance(proposal.payload, CreateApp)
        out.append(replace(proposal.payload.draft, id=f"app{number}"))
    return tuple(out)


def edit_of(text: str, language: str) -> Proposal | None:
    return read_edit(spans_of(text, language), context_of(language, *apps(language)))


def shown(edit: Edit) -> tuple[str, str, str]:
    target, rest = edit.target or "-", edit.text or "-"
    if edit.kind in ("add_field", "change_field") and edit.field:
        target, rest = edit.field.name, edit.field.type
    elif edit.view:
        target, rest = (edit.view.fields or ("-",))[0], edit.view.kind
    elif edit.goal:
        rest = f"{edit.goal.value:g}"
    elif edit.number:
        rest = str(edit.number)
    return edit.kind, target, rest


CASES = [(lang, text, wanted) for lang in LANGUAGES for text, wanted in EDITS[lang].items()]


@pytest.mark.parametrize(("language", "text", "wanted"), CASES, ids=[f"{c[0]}-{c[1][:40]}" for c in CASES])
def test_edits(language: str, text: str, wanted: str) -> None:
    proposal = edit_of(text, language)
    assert proposal is not None
    assert proposal.score >= 0.6
    assert isinstance(proposal.payload, EditApp)
    kind, target, rest = shown(proposal.payload.edits[0])
    assert f"{kind} {target} {rest}" == wanted
    draft = draft_app(spans_of(text, language), context_of(language, *apps(language)))
    assert draft is None or draft.score < proposal.score


@pytest.mark.parametrize("language", LANGUAGES)
def test_there_are_fifteen_edits(language: str) -> None:
    assert len(EDITS[language]) >= 15


NO_EDITS = {
    "en": [
        "add milk",
        "had ramen, 650 kcal",
        "how many calories did I eat this week?",
        "delete the last entry",
        "add 2 eggs and toast, 250 kcal",
        "thanks",
        "add Severance (thriller, Apple TV)",
        "good night",
    ],
    "de": [
        "Milch und Brot hinzufügen",
        "noch 2 Eier und Toast, 250 kcal",
        "lösch den letzten Eintrag",
        "danke",
        "wie viel Eiweiß hatte ich gestern?",
    ],
    "zh": ["加一袋大米", "再来两个鸡蛋，150大卡", "删掉上一条", "谢谢", "昨天吃了多少热量？"],
    "ja": [
        "牛乳を追加して",
        "卵2個とトースト追加、250kcal",
        "さっきのを消して",
        "ありがとう",
        "昨日は何kcalだった？",
    ],
    "ko": [
        "우유 추가해줘",
        "계란 두 개랑 토스트 추가, 250칼로리",
        "방금 거 지워줘",
        "고마워",
        "어제 몇 칼로리 먹었지?",
    ],
}


@pytest.mark.parametrize(("language", "text"), [(lang, t) for lang, ts in NO_EDITS.items() for t in ts])
def test_entries_and_questions_are_no_edits(language: str, text: str) -> None:
    proposal = edit_of(text, language)
    assert proposal is None or proposal.score < 0.5


def test_nothing_to_edit_without_an_app() -> None:
    assert read_edit(spans_of("add a field for sugar", "en"), context_of("en")) is None


def test_the_named_app_is_edited() -> None:
    proposal = edit_of("add a field to the workout log for rest time in seconds", "en")
    assert proposal is not None and isinstance(proposal.payload, EditApp)
    assert proposal.payload.app_id == "app1"


def test_choices_of_a_new_field() -> None:
    proposal = edit_of("给我加一个口味的字段，甜/咸/辣", "zh")
    assert proposal is not None and isinstance(proposal.payload, EditApp)
    added = proposal.payload.edits[0].field
    assert added is not None
    assert [c.value for c in added.choices] == ["甜", "咸", "辣"]


def test_find_field_by_label_alias_and_concept() -> None:
    app = apps("de")[0]
    for word in ("Eiweiß", "das Protein", "Kalorien", "kcal", "energy"):
        assert find_field(app, word, "de") is not None, word
    assert find_field(app, "Wetter", "de") is None


def test_choices_after_adds_each_value_once() -> None:
    field = apps("en")[0].main.field("category")
    assert field is not None
    once = replace(field, choices=choices_after(field, "vegan"))
    assert [c.value for c in choices_after(once, "Vegan")] == ["vegan"]
