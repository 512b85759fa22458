"""What nobody should say, said in five languages: a clear answer, nothing false stored, nothing else lost."""

import re
from collections.abc import Iterator
from datetime import UTC, datetime
from pathlib import Path

import pytest

from calisson import Home
from calisson.clock import FixedClock
from calisson.errors import ImportDataError
from calisson.language.languages import detect
from calisson.language.phrases import has_phrase

APPS = {
    "en": ("track my meals: food, calories in kcal, and eaten at", "ramen 650 kcal", "how many calories in total?"),
    "de": ("Ich will meine Mahlzeiten festhalten: Essen, Kalorien in kcal und gegessen am", "Suppe 650 kcal",
           "Wie viele Kalorien insgesamt?"),
    "zh": ("我想记录饮食：食物、热量（千卡）和日期", "拉面650千卡", "一共多少热量？"),
    "ja": ("食事を記録したい：食べ物、カロリー（kcal）、日付", "ラーメン650kcal", "カロリーは合計でいくつ？"),
    "ko": ("식사를 기록하고 싶어: 음식, 칼로리(kcal), 날짜", "라면 650kcal", "칼로리 총합이 얼마야?"),
}  # fmt: skip

HARMLESS = {
    "empty": "", "spaces": " \n\t ", "zero width": "\u200b\u200d\ufeff", "emoji": "🍕🍕😀", "punctuation": "?!…", "control": "\x00\x01\x02\x1b[31m",
    "binary": bytes(range(256)).decode("latin-1"), "surrogate": "a\ud800b",
    "letters": "x" * 100_000, "words": "kcal " * 20_000, "digits": "9" * 5000, "brackets": "(" * 20_000,
    "combining": "e" + "\u0301" * 3000, "right to left": "שלום \u202e עולם",
}  # fmt: skip
"""Said to a home with one app; none of it may store a record."""

HOSTILE = {
    "script": "<script>alert(1)</script> 500 kcal", "sql": "'; DROP TABLE records; -- 500 kcal",
    "formula": "=cmd|'/c calc'!A1 500 kcal", "path": "../../etc/passwd 500 kcal", "fluent": "{ $name } 500 kcal",
    "template": "{{7*7}} ${7*7} %s %(x)s 500 kcal",
}  # fmt: skip
"""It may be a name of food; then it is kept as the text it is."""


@pytest.fixture
def home(tmp_path: Path) -> Iterator[Home]:
    with Home(tmp_path / "home", clock=FixedClock(datetime(2026, 3, 4, 11, 0, tzinfo=UTC))) as made:
        yield made


def prepared(home: Home, language: str) -> str:
    """An app with one entry; its id."""
    create, log, _ = APPS[language]
    made = home.say(create)
    assert made.app is not None, made.reply
    assert home.say(log).act == "log"
    return str(made.app["id"])


def still_works(home: Home, app_id: str, language: str, records: int = 1) -> None:
    assert home.apps.count(app_id) == records
    asked = home.say(APPS[language][2])
    assert asked.answer is not None, asked.reply
    assert home.journal.verify() == []
    assert [c.detail for c in home.database.check() if not c.ok and c.needed] == []


@pytest.mark.parametrize("language", APPS)
def test_noise_is_answered_in_the_persons_language_and_stores_nothing(home: Home, language: str) -> None:
    app_id = prepared(home, language)
    for name, text in HARMLESS.items():
        said = home.say(text)
        assert said.reply.strip(), name
        assert said.act in ("clarify", "chat", "ask"), (name, said.act, said.reply)
        assert said.records == [], name
        if name in ("empty", "spaces", "zero width", "emoji", "punctuation", "control"):
            assert said.language == language, name
            assert detect(re.sub(r"[“”\"「」‘’].*?[“”\"「」‘’]", "", said.reply), language) == language, (
                said.reply
            )
    still_works(home, app_id, language)


@pytest.mark.parametrize("name", HOSTILE)
def test_hostile_words_stay_words(home: Home, name: str) -> None:
    app_id = prepared(home, "en")
    said = home.say(HOSTILE[name])
    assert said.act in ("log", "clarify"), said.reply
    if said.act == "log":
        assert len(said.records) == 1
        assert 500 in said.records[0].values.values()
    assert "49" not in said.reply
    still_works(home, app_id, "en", 1 + len(said.records))
    exported = home.apps.export_csv(app_id)
    for cell in re.split(r"[,\n]", exported):
        assert not cell.startswith(("=", "+", "@", "\t")), "a spreadsheet would run it"


IMPOSSIBLE_DAYS = {
    "en": ("pizza 800 kcal on February 31", "pizza 800 kcal on 31/02/2026"), "de": ("Pizza 800 kcal am 31. Februar",),
    "zh": ("2月31日吃了披萨800千卡",), "ja": ("2月31日にピザ800kcal",), "ko": ("2월 31일에 피자 800kcal",),
}  # fmt: skip


@pytest.mark.parametrize("language", IMPOSSIBLE_DAYS)
def test_a_day_that_does_not_exist_is_not_stored_as_another(home: Home, language: str) -> None:
    app_id = prepared(home, language)
    for text in IMPOSSIBLE_DAYS[language]:
        said = home.say(text)
        stored = [str(v) for r in said.records for v in r.values.values()]
        assert not any(re.match(r"2026-(02|03-0[1-3])", v) for v in stored), (text, stored)
        assert said.act == "clarify", (text, said.reply)
        assert said.language == language
    still_works(home, app_id, language)


def test_far_times_are_kept_or_refused_but_never_break_anything(home: Home) -> None:
    app_id = prepared(home, "en")
    for text in ("cake 300 kcal on 31 December 9999", "cake 300 kcal on January 1 0001", "cake 300 kcal in 99999999 years",
                 "what did I eat in the year 9999?", "remind me on 31 December 9999 at 8 to rest",
                 "remind me in 999999999999 days to rest"):  # fmt: skip
        said = home.say(text)
        assert said.reply
    assert home.apps.count(app_id) <= 4
    assert home.agenda.ics()
    assert home.apps.glance(app_id, home.now()) is not None
    still_works(home, app_id, "en", home.apps.count(app_id))


NEGATIVE = {
    "en": ("track push-ups: reps", "did -20 reps"), "de": ("Liegestütze festhalten: Anzahl", "-20 Liegestütze gemacht"),
    "zh": ("记录俯卧撑：次数", "做了-20次"), "ja": ("腕立て伏せを記録したい：回数", "腕立て-20回やった"),
    "ko": ("팔굽혀펴기를 기록하고 싶어: 횟수", "팔굽혀펴기 -20번 했어"),
}  # fmt: skip


@pytest.mark.parametrize("language", NEGATIVE)
def test_a_count_below_nothing_is_doubted(home: Home, language: str) -> None:
    create, log = NEGATIVE[language]
    made = home.say(create)
    assert made.app is not None, made.reply
    said = home.say(log)
    doubted = said.act == "clarify" or any(not c.sure for c in said.chips)
    assert doubted or not said.records, (said.reply, said.records)
    assert said.language == language


UNITS = {
    "en": "soup 300 florbs", "de": "Suppe 300 Florbs", "zh": "汤300弗洛布", "ja": "スープ300フロブ", "ko": "수프 300플롭",
}  # fmt: skip


@pytest.mark.parametrize("language", UNITS)
def test_an_unknown_unit_never_becomes_a_known_one(home: Home, language: str) -> None:
    app_id = prepared(home, language)
    said = home.say(UNITS[language])
    spec = home.apps.get(app_id).spec
    calories = next(f.name for f in spec.main.fields if f.unit == "kcal")
    for record in said.records:
        sure = not any(c.field == calories and not c.sure for c in said.chips)
        assert record.values.get(calories) is None or not sure, said.reply
    assert said.reply


def test_two_languages_in_one_line_are_one_entry(home: Home) -> None:
    app_id = prepared(home, "en")
    for text in ("heute ramen gegessen, 650 kcal", "今日 ramen 650 kcal", "had 김치찌개 for lunch, 450 kcal",
                 "吃了 Schnitzel 900 kcal"):  # fmt: skip
        said = home.say(text)
        assert said.act == "log", (text, said.reply)
        assert len(said.records) == 1, text
    still_works(home, app_id, "en", 5)


def test_right_to_left_names_are_kept_as_they_are(home: Home) -> None:
    app_id = prepared(home, "en")
    said = home.say("had شاورما, 700 kcal")
    assert said.act == "log", said.reply
    assert any("شاورما" in str(v) for v in said.records[0].values.values())
    still_works(home, app_id, "en", 2)


def test_a_field_called_id_and_an_app_called_like_another(home: Home) -> None:
    first = home.say("track my parcels: id, version, created_at, values and weight in kg")
    assert first.app is not None, first.reply
    names = [f["name"] for f in first.app["entities"][0]["fields"]]
    assert len(set(names)) == len(names)
    logged = home.say("parcel id A17, weight 3 kg")
    assert logged.act == "log", logged.reply
    assert 3 in logged.records[0].values.values()
    stored = home.apps.records(first.app["id"])[0]
    assert stored.id.startswith("rec_")
    assert any("A17" in str(v) for v in stored.values.values())
    second = home.say("make a new app called Parcels with sender and colour")
    assert second.app is not None, second.reply
    assert second.app["id"] != first.app["id"]
    assert len({a.name.casefold() for a in home.apps.list()}) == 2, (
        "two apps of one name could not be told apart"
    )


def test_a_csv_with_wrong_columns_takes_nothing_in(home: Home) -> None:
    app_id = prepared(home, "en")
    for text in (
        "planet,moons\nMars,2\n",
        "",
        "\x00\x01",
        '"unclosed,1\n',
        "Food,Calories\nRice,many\n",
    ):
        try:
            with home.by_hand() as tx:
                assert home.apps.import_csv(tx, app_id, text).added == 0, text
        except ImportDataError as problem:
            assert has_phrase("en", problem.message_id), text
    still_works(home, app_id, "en")


def test_the_same_words_twice_at_once_are_two_turns(home: Home) -> None:
    from concurrent.futures import ThreadPoolExecutor

    app_id = prepared(home, "en")
    with ThreadPoolExecutor(8) as pool:
        turns = list(pool.map(lambda _: home.say("tea 5 kcal"), range(16)))
    assert len({t.id for t in turns}) == 16
    assert all(t.act == "log" for t in turns)
    still_works(home, app_id, "en", 17)


def test_control_characters_by_hand_are_dropped_and_the_rest_is_kept(home: Home) -> None:
    app_id = prepared(home, "en")
    spec = home.apps.get(app_id).spec
    food = spec.main.title_field or spec.main.fields[0].name
    with home.by_hand() as tx:
        record = home.apps.add(tx, app_id, None, {food: "Tea\x00 with\ud800 \x1b[31mmilk\r\nand\thoney"})
    assert record.values[food] == "Tea with milk\nand\thoney"
    still_works(home, app_id, "en", 2)


CURRENCIES = {
    "en": ("track spending: what, and amount in dollars", "lunch 12 euros", "tea 3 dollars"),
    "de": ("Haushaltsbuch: Was und Betrag in Euro", "Mittagessen 12 Dollar", "Tee 3 Euro"),
    "zh": ("我想记账：内容、金额（元）", "午饭12欧元", "茶3元"),
    "ja": ("家計簿をつけたい：内容、金額（円）", "ランチ12ユーロ", "お茶300円"),
    "ko": ("가계부 만들어 줘: 내용, 금액(원)", "점심 12유로", "차 3000원"),
}  # fmt: skip


@pytest.mark.parametrize("language", CURRENCIES)
def test_money_of_another_currency_is_not_stored_as_this_one(home: Home, language: str) -> None:
    create, foreign, own = CURRENCIES[language]
    made = home.say(create)
    assert made.app is not None, made.reply
    refused = home.say(foreign)
    assert refused.act == "clarify", refused.reply
    assert refused.language == language
    assert home.apps.count(made.app["id"]) == 0
    assert home.say(own).act == "log"
