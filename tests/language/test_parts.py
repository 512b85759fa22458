"""What an app is asked to measure, and which parts it gains and loses, without a word for a field."""

import pytest

from calisson.language.drafts import draft_app, read_edit
from calisson.language.types import AppSchema, CreateApp, EditApp
from language.drafting import context_of, spans_of

COSTS = [
    ("en", "I'd like to log vet bills"),
    ("en", "can you keep track of my dentist bills"),
    ("de", "Spritkosten mitschreiben"),
    ("de", "ich möcht gern die Futterkosten im Blick behalten"),
    ("zh", "我想记伙食费"),
    ("zh", "想记一下孩子的学费"),
    ("ja", "食費を記録したい"),
    ("ja", "医療費をつけていきたい"),
    ("ko", "교통비 기록하고 싶어"),
    ("ko", "학원비 적어두고 싶어"),
]

LISTS = {
    "en": ("make a log for bike repairs (bike, what I did, parts cost, hours)", 4),
    "de": ("leg was für Radreparaturen an (Rad, Arbeit, Teilekosten, Stunden)", 4),
    "ja": ("自転車の修理メモ(どの自転車、やったこと、部品代、かかった時間)", 4),
}

REPAIRS = {
    "en": "Make a log for bike repairs: bike, what I did, parts cost, hours",
    "de": "Mach ein Protokoll für Radreparaturen: Rad, Arbeit, Teilekosten, Stunden",
    "zh": "做个自行车维修记录:车、内容、配件费、时长",
    "ja": "自転車の修理記録作って。自転車、作業、部品代、時間",
    "ko": "자전거 수리 일지 만들어줘: 자전거, 작업, 부품값, 시간",
}

ADDED = [
    ("en", "rating 1-5 as well please", "rating"),
    ("en", "and a yes/no for warranty please", "boolean"),
    ("de", "füg noch Werkstatt ja/nein dazu", "boolean"),
    ("de", "nimm noch die Kilometer mit auf", "quantity"),
    ("zh", "还要一个天气", "choice"),
    ("zh", "顺便加个评分1到5", "rating"),
    ("ja", "走行距離も入れといて", "quantity"),
    ("ja", "保証ありなしも", "boolean"),
    ("ko", "날씨도 넣자", "choice"),
    ("ko", "보증 여부도 추가", "boolean"),
]

REMOVED = [
    ("en", "get rid of the hours"),
    ("de", "die Stunden können weg"),
    ("zh", "时长不要了"),
    ("ja", "時間はいらない"),
    ("ko", "시간은 빼줘"),
]

GOODS = {
    "en": ("make a shopping list: item, how many, bought", ("add milk", "add sugar please", "add water too")),
    "de": ("Einkaufsliste bitte: Artikel, Menge, gekauft", ("füg noch Salz hinzu", "auch noch Zucker")),
    "zh": ("做个购物清单:商品、数量、买了没", ("盐也要", "加上水")),
    "ja": ("買い物リスト作って。品物、数、買ったか", ("牛乳も追加で", "砂糖も入れといて")),
    "ko": ("장보기 목록 만들어줘: 품목, 수량, 샀는지", ("우유도 추가해줘", "소금도 넣어줘")),
}


def app_of(text: str, language: str) -> AppSchema:
    proposal = draft_app(spans_of(text, language), context_of(language))
    assert proposal is not None and isinstance(proposal.payload, CreateApp), text
    return proposal.payload.draft


@pytest.mark.parametrize(("language", "text"), COSTS)
def test_a_wish_that_names_a_cost_gets_a_field_for_money(language: str, text: str) -> None:
    assert "money" in [f.type for f in app_of(text, language).main.fields]


@pytest.mark.parametrize("language", LISTS)
def test_a_list_in_brackets_names_the_fields(language: str) -> None:
    text, count = LISTS[language]
    main = app_of(text, language).main
    assert len([f for f in main.fields if f.concept not in ("date", "notes")]) == count


@pytest.mark.parametrize(("language", "text", "kind"), ADDED)
def test_a_part_is_added_without_a_word_for_a_field(language: str, text: str, kind: str) -> None:
    proposal = read_edit(spans_of(text, language), context_of(language, app_of(REPAIRS[language], language)))
    assert proposal is not None and isinstance(proposal.payload, EditApp)
    assert [(e.kind, e.field and e.field.type) for e in proposal.payload.edits] == [("add_field", kind)]


@pytest.mark.parametrize(("language", "text"), REMOVED)
def test_a_part_goes_by_its_own_name(language: str, text: str) -> None:
    proposal = read_edit(spans_of(text, language), context_of(language, app_of(REPAIRS[language], language)))
    assert proposal is not None and isinstance(proposal.payload, EditApp)
    assert [e.kind for e in proposal.payload.edits] == ["remove_field"]


@pytest.mark.parametrize(("language", "text"), [(lang, t) for lang, (_, ts) in GOODS.items() for t in ts])
def test_goods_for_a_list_are_no_parts(language: str, text: str) -> None:
    app = app_of(GOODS[language][0], language)
    proposal = read_edit(spans_of(text, language), context_of(language, app))
    assert proposal is None or proposal.score < 0.5
