"""Which requests need a language model, where one is set up, and which the embedded engine answers whole."""

from pathlib import Path

import pytest

from calisson.app import Home
from calisson.decide import choose
from calisson.language.drafts.beyond import Beyond, read_beyond
from calisson.language.reading import understand

NEW = [
    "I need an app that splits the rent fairly between flatmates by their income",
    "Make me a workout planner that suggests the next weight from my last sets",
    "an app to compute my pension gap",
    "Can you build a quiz trainer with spaced repetition?",
    "Make me something nice for the kids",
    "Wir brauchen eine App, die den Stromverbrauch auf die Mieter aufteilt",
    "Bau mir eine App, die den nächsten Trainingsplan vorschlägt",
    "Ich hätte gern was für den Garten",
    "做一个根据收入分摊房租的应用",
    "做一个能推荐晚饭的应用",
    "家賃を収入に応じて分けるアプリを作って",
    "夕食を提案してくれるアプリを作って",
    "소득에 따라 월세를 나누는 앱을 만들어 줘",
    "저녁 메뉴를 추천해 주는 앱을 만들어 줘",
]
CHANGES = [
    "change the app so that it computes the moving average over 7 days",
    "add a field for the 7-day moving average",
]
WITHOUT = [
    "build something for my houseplants",
    "track my books",
    "Make an app for the chess games I play: opponent, result, rating",
    "track my sales: price, cost, profit = price - cost",
    "I want to track calories and protein",
    "how many books did I read?",
    "what a lovely day",
    "remind me to calculate taxes tomorrow",
    "I spent 12 euros on lunch",
    "read Dune, 412 pages",
    "add a chart of pages",
    "Ich möchte meine Bücher festhalten",
    "Dune gelesen, 412 Seiten",
    "做一个记录读书的应用",
    "午饭花了38元",
    "本を記録するアプリを作って",
    "昼ごはんに900円使った",
    "책 읽은 걸 기록하는 앱 만들어 줘",
    "점심에 9000원 썼어",
]

WORDS = [
    "Write me a haiku about rain",
    "Draft an email to my landlord about the heating",
    "Explain very carefully why bread rises",
    "Recommend a book",
    "Schreib mir ein Gedicht über Regen",
    "Schreib uns eine Rede für Omas Geburtstag",
    "Erklär mir genau, warum Brot aufgeht",
    "给我写一首关于雨的诗",
    "帮我写一封给房东的邮件",
    "雨についての俳句を書いて",
    "大家さんへのメールを書いて",
    "비에 대한 시를 써 줘",
    "집주인에게 보낼 메일 써 줘",
]


@pytest.fixture(scope="module", params=["empty", "with an app"])
def home(request: pytest.FixtureRequest, tmp_path_factory: pytest.TempPathFactory) -> Home:
    made = Home(tmp_path_factory.mktemp("beyond") / "home")
    request.addfinalizer(made.close)
    if request.param == "with an app":
        made.say("track my books")
    return made


def needed(home: Home, text: str) -> Beyond | None:
    reading = understand(text, home.context())
    return read_beyond(reading, choose(reading).chosen.payload, in_app=bool(home.apps.list()))


@pytest.mark.parametrize("text", NEW)
def test_a_new_app_that_no_composer_makes(home: Home, text: str) -> None:
    found = needed(home, text)
    assert found is not None and found.kind == "create" and found.why


@pytest.mark.parametrize("text", WITHOUT)
def test_what_is_understood_stays_at_home(home: Home, text: str) -> None:
    assert needed(home, text) is None


@pytest.mark.parametrize("text", WORDS)
def test_who_wants_words_gets_no_app(home: Home, text: str) -> None:
    assert needed(home, text) is None


@pytest.mark.parametrize("text", CHANGES)
def test_a_change_that_no_reader_knows(tmp_path: Path, text: str) -> None:
    with Home(tmp_path / "home") as home:
        home.say("track my books")
        found = needed(home, text)
    assert found is not None and found.kind == "edit"


def test_taste_is_open_only_when_nothing_is_said(home: Home) -> None:
    assert (found := needed(home, "Make me something nice for the kids")) is not None and found.open
    assert (found := needed(home, NEW[0])) is not None and not found.open


def test_care_is_asked_for_by_name(home: Home) -> None:
    found = needed(home, "make an app for the blood pressure of my father, use the strong model")
    assert found is not None and found.careful
