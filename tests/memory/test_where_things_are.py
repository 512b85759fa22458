"""Memory knows which app keeps what: one row an app, which follows it, and answers in five languages."""

from collections.abc import Iterator
from datetime import UTC, datetime
from pathlib import Path

import pytest
from sqlalchemy import func, select, text

from calisson.app import Home
from calisson.apps.spec import AppSpec
from calisson.assistant.types import TurnResult
from calisson.circles import Scope
from calisson.clock import FixedClock
from calisson.errors import NotFoundError
from calisson.language.lexicon import load
from calisson.language.reading import understand
from calisson.language.types import LANGUAGES
from calisson.memory import Viewer
from calisson.memory.finding.points import points
from calisson.memory.tables import memories, memory_care, memory_grants, memory_policies
from calisson.memory.tiers.places import id_of
from memory.where_samples import FIRST, FIRST_THINGS, SECOND, SECOND_THINGS

WHERE = Path(__file__).parent / "where"


@pytest.fixture
def home(tmp_path: Path, clock: FixedClock) -> Iterator[Home]:
    with Home(tmp_path / "home", clock=clock) as opened:
        yield opened


def app_of(turn: TurnResult) -> str:
    assert turn.act == "create_app" and turn.app is not None, turn.reply
    return str(turn.app["id"])


def row(home: Home, app_id: str) -> dict[str, object] | None:
    with home.database.read() as connection:
        found = connection.execute(select(memories).where(memories.c.id == id_of(app_id))).mappings().first()
    return dict(found) if found else None


def said(home: Home, app_id: str) -> str:
    found = row(home, app_id)
    assert found is not None
    return str(found["text"])


def questions(name: str, language: str) -> list[tuple[str, str]]:
    lines = (WHERE / f"{name}.tsv").read_text("utf-8").splitlines()
    rows = [line.split("\t") for line in lines if not line.startswith("#")]
    return [(asked, about) for spoken, asked, about in rows if spoken == language]


def is_right(turn: TurnResult, about: str, apps: dict[str, str]) -> bool:
    app = apps.get(str(turn.app["id"])) if turn.app else None
    match about:
        case "-":
            return turn.act == "recall" and turn.app is None and not turn.memories
        case "thing":
            return turn.act == "recall" and turn.app is None and bool(turn.memories)
        case "number":
            return not (turn.act == "recall" and (turn.app is not None or not turn.memories))
    return (
        turn.act == "recall"
        and app == about
        and any(m.id == id_of(str(turn.app["id"])) for m in turn.memories)
    )


@pytest.mark.parametrize("language", LANGUAGES)
@pytest.mark.parametrize(
    ("name", "apps", "things", "least"),
    [("first", FIRST, FIRST_THINGS, 0.9), ("second", SECOND, SECOND_THINGS, 0.75)],
)
def test_questions_for_an_app_find_it_and_others_do_not(
    home: Home,
    name: str,
    apps: dict[str, dict[str, str]],
    things: dict[str, list[str]],
    least: float,
    language: str,
) -> None:
    made = {app_of(home.say(wish)): key for key, wish in apps[language].items()}
    for thing in things[language]:
        assert home.say(thing).act == "remember"
    wrong: dict[str, list[str]] = {}
    asked = questions(name, language)
    for question, about in asked:
        turn = home.say(question)
        if not is_right(turn, about, made):
            kind = about if about in ("-", "thing", "number") else "app"
            wrong.setdefault(kind, []).append(f"{question} → {turn.act}: {turn.reply}")
    count = sum(about not in ("-", "thing", "number") for _, about in asked)
    assert count >= 12
    assert not {k: v for k, v in wrong.items() if k != "app"}, (
        "an app is claimed, or a thing or number is taken"
    )
    assert len(wrong.get("app", [])) <= (1 - least) * count, "\n".join(wrong["app"])


def test_every_language_has_the_words() -> None:
    keys = {language: set(load(language, "talk")["places"]) for language in LANGUAGES}
    assert all(k == keys["en"] for k in keys.values()), keys


@pytest.mark.parametrize(
    ("language", "asked"),
    [
        ("en", "jogging"),
        ("de", "meine Läufe"),
        ("zh", "跑步记录"),
        ("ja", "ランニングの記録"),
        ("ko", "달리기 기록"),
    ],
)
def test_search_finds_the_app_in_any_language(home: Home, language: str, asked: str) -> None:
    app = app_of(home.say("I want to track my runs: distance, time and shoes"))
    for other in ("track my recipes", "I'd like to track what I spend", "track my blood pressure"):
        app_of(home.say(other))
    home.say("remember that the plumber comes on Friday")
    first = home.memories.search(asked, 3)[0]
    assert (first["tier"], first["source"]) == ("app", app)


def test_a_row_says_what_is_kept_roughly_how_much_and_no_number_of_records(home: Home) -> None:
    app = app_of(home.say("I want to track my runs: distance, time and shoes"))
    assert said(home, app) == (
        "“Running log” keeps Run: Distance, Time, Shoes. Also called: running, runs, jogging, jogs, marathon training, "
        "and marathon. Since March 2026, nothing in it yet."
    )
    with home.by_hand() as tx:
        home.apps.add_many(tx, app, None, [{"distance": n} for n in range(1, 38)])
    home.memories.keep_house()
    told = said(home, app)
    assert told.endswith("Since March 2026, dozens of entries.")
    assert "37" not in told and row(home, app)["status"] == "live"


def test_people_that_an_app_is_about_are_named(home: Home) -> None:
    app = app_of(home.say("track money I lend: person, amount, date"))
    person = next(f.name for f in home.apps.get(app).schema.main.fields if f.type == "person")
    with home.by_hand() as tx:
        home.apps.add_many(tx, app, None, [{person: "Zoë"}, {person: "Ben"}, {person: "Zoë"}])
    home.memories.keep_house()
    assert said(home, app).endswith("With Zoë and Ben.")


def test_the_row_follows_the_app_and_undo(home: Home) -> None:
    made = home.say("I want an app for my bees with the hive, queen colour and honey harvest in kg")
    app = app_of(made)
    before = said(home, app)
    wider = home.say("add a field for the number of frames")
    assert wider.act == "edit_app", wider.reply
    assert said(home, app) != before and "rames" in said(home, app)
    home.undo(wider.id)
    assert said(home, app) == before
    gone = home.delete_app(app)
    assert row(home, app) is None
    home.undo(gone)
    assert said(home, app) == before
    home.undo(made.id)
    assert row(home, app) is None


def test_nothing_is_left_of_an_app_that_goes(home: Home, clock: FixedClock, tmp_path: Path) -> None:
    home.say("remember that the bike is blue")
    app = app_of(home.say("I want an app called Zwickelbox with the colour and the weight in kg"))
    spec = home.apps.get(app).spec
    shared = spec.model_copy(update={"policy": spec.policy.model_copy(update={"shared_with": ("ana",)})})
    with home.by_hand() as tx:
        home.apps.publish(tx, app, shared)
    kept = row(home, app)
    assert kept is not None
    sentence, position = str(kept["text"]).split(":")[0], kept["position"]
    file = home.database.file
    assert "keeps" in sentence
    assert sentence.encode() in file.read_bytes() + Path(f"{file}-wal").read_bytes()
    home.delete_app(app)
    with home.database.read() as connection:
        for table, column in (
            (memories, memories.c.id), (memory_care, memory_care.c.id), (memory_policies, memory_policies.c.id),
            (memory_grants, memory_grants.c.memory_id),
        ):  # fmt: skip
            assert (
                connection.execute(
                    select(func.count()).select_from(table).where(column == kept["id"])
                ).scalar()
                == 0
            )
        assert (
            connection.execute(
                select(func.count()).select_from(points).where(points.c.position == position)
            ).scalar()
            == 0
        )
        there = text("SELECT count(*) FROM memories_index WHERE memories_index MATCH 'tier : app'")
        assert connection.execute(there).scalar() == 0
    clock.advance(2 * 3600)
    home.memories.keep_house()
    holding = [str(p) for p in tmp_path.rglob("*") if p.is_file() and sentence.encode() in p.read_bytes()]
    assert holding == []
    assert home.memories.search("bike")[0]["text"] == "the bike is blue"
    assert home.memories.report()["forgotten"] == []


def test_rows_of_apps_are_no_facts(home: Home) -> None:
    home.say("remember that the bike is blue")
    empty = home.memories.report()
    app = app_of(home.say("track my recipes"))
    report = home.memories.report()
    assert (report["items"], report["bytes"], report["kept"]) == (
        empty["items"],
        empty["bytes"],
        empty["kept"],
    )
    assert [m["text"] for m in home.memories.all()] == ["the bike is blue"]
    assert [m["tier"] for m in home.memories.related("recipes")] == []
    assert home.memories.profile() == []
    for form in ("jsonl", "markdown"):
        assert "ecipe" not in home.memories.export(form).text
    hits = home.memory.recall("recipes", "en", viewer=Viewer("me"))
    assert [h.tier for h in hits] == []
    for change in (home.memories.forget, lambda i: home.memories.care_for(i, pinned=True)):
        with pytest.raises(NotFoundError):
            change(id_of(app))
    assert home.say("forget everything you know about me").act == "forget"
    assert row(home, app) is not None


def test_an_app_of_one_person_is_not_told_to_another(home: Home) -> None:
    app = app_of(home.say("I want to track my runs"))
    assert home.say("which app holds my runs?", person="ana").app is None
    assert home.memories.search("runs", person="ana") == []
    spec: AppSpec = home.apps.get(app).spec
    shared = spec.model_copy(update={"policy": spec.policy.model_copy(update={"shared_with": ("ana",)})})
    with home.by_hand() as tx:
        home.apps.publish(tx, app, shared)
    told = home.say("which app holds my runs?", person="ana")
    assert told.app is not None and told.app["id"] == app
    assert home.say("which app holds my runs?", person="ben").app is None
    remote = home.memories.search("runs", viewer=Viewer("me", remote=True))
    assert remote == [], "what may not enter remote prompts stays in the house"


def test_a_row_is_sealed_with_the_memories_of_its_person(home: Home) -> None:
    app = app_of(home.say("I want to track my runs"))
    sentence = said(home, app)[:24]
    home.memories.encrypt("correct horse battery staple")
    assert said(home, app).startswith(sentence)
    assert home.say("where are my runs?").app["id"] == app
    home.memories.lock()
    gone = home.delete_app(app)
    home.memories.unlock("correct horse battery staple")
    home.memories.keep_house()
    assert row(home, app) is None
    home.undo(gone)
    home.memories.keep_house()
    assert said(home, app).startswith(sentence)


def test_a_home_of_before_gets_its_rows(home: Home) -> None:
    app = app_of(home.say("I want to track my runs"))
    with home.database.transaction("me") as tx:
        home.memory.apps.drop(tx, [app])
    home.memories.keep_house()
    assert row(home, app) is not None
    with home.database.transaction("me") as tx:
        home.memory.apps.drop(tx, [app])
    assert home.say("which app holds my runs?").app["id"] == app


def test_what_is_told_of_a_thing_goes_before_an_app_about_it(home: Home) -> None:
    books = app_of(home.say("make a reading list for my books"))
    doubtful = home.say("where are my books?")
    assert doubtful.app is not None and doubtful.app["id"] == books
    assert "nothing about where" in doubtful.reply
    home.say("remember that my books are in the cellar")
    assert "cellar" in home.say("where are my books?").reply


def test_another_app_is_asked_for_in_passing(home: Home) -> None:
    runs, recipes = app_of(home.say("I want to track my runs")), app_of(home.say("track my recipes"))
    assert home.say("which app holds my recipes?").app["id"] == recipes
    assert home.say("and my runs?").app["id"] == runs


def test_a_reading_token_may_ask_and_a_making_one_needs_no_more_than_before(home: Home) -> None:
    assert home.say("I want to track my runs", scopes={Scope.APPS}).act == "create_app"
    assert home.say("which app holds my runs?", scopes={Scope.READ}).act == "recall"
    assert home.say("which app holds my runs?", scopes={Scope.LOG}).act == "refuse"


def test_the_time_of_a_row_is_that_of_the_app(home: Home, clock: FixedClock) -> None:
    app = app_of(home.say("I want to track my runs", at=datetime(2026, 3, 4, 9, 30, tzinfo=UTC)))
    clock.advance(70 * 86400)
    home.memories.keep_house()
    assert "Since March 2026" in said(home, app)
    assert str(row(home, app)["at"]) == "2026-03-04T09:30:00"


OTHER_THAN_PLACES = {
    "en": [
        "Need somewhere to jot down takeaways we order: restaurant, dish, price", "which app has the most entries?",
        "I want an app where I can note my dives", "which app should I download for running?", "how many apps do I have?",
        "where is Lisbon?", "write down that I ran 5 km", "where does Ana work?", "what do I have to buy where?",
    ],
    "de": [
        "Ich brauche eine App, in der ich Tauchgänge notiere", "welche App hat die meisten Einträge?",
        "Mach mir eine App, wo ich Tauchgänge eintrage", "welche App sollte ich fürs Laufen herunterladen?",
        "wie viele Apps habe ich?", "wo ist Lissabon?", "wo arbeitet Ana?", "notiere 5 km Lauf",
    ],
    "zh": [
        "我想有个记潜水的应用", "哪个应用记录最多？", "做一个能记潜水的应用", "跑步下载哪个应用好？", "我有几个应用？", "里斯本在哪里？",
        "安娜在哪里上班？", "记下跑了5公里",
    ],
    "ja": [
        "ダイビングを記録するアプリがほしい", "一番記録が多いアプリはどれ？", "ダイビングを書くアプリを作って", "ランニングのおすすめアプリは？",
        "アプリはいくつある？", "リスボンはどこ？", "アナはどこで働いてる？", "5キロ走ったと記録して",
    ],
    "ko": [
        "다이빙을 기록할 앱을 만들어 줘", "기록이 가장 많은 앱은 뭐야?", "다이빙 적을 앱이 필요해", "달리기 앱 추천해 줘", "앱이 몇 개 있어?",
        "리스본은 어디 있어?", "아나는 어디에서 일해?", "5km 뛴 거 기록해 줘",
    ],
}  # fmt: skip


@pytest.mark.parametrize("language", LANGUAGES)
def test_wishes_for_apps_and_questions_about_other_things_are_left_alone(home: Home, language: str) -> None:
    for key in ("running", "spending", "books"):
        app_of(home.say(FIRST[language][key]))
    context = home.context()
    taken = [
        said
        for said in OTHER_THAN_PLACES[language]
        if any(getattr(p.payload, "place", "") for p in understand(said, context).proposals[:1])
    ]
    assert taken == []


@pytest.mark.postgres
def test_rows_of_apps_follow_in_postgresql_and_nights_pass(
    tmp_path: Path, clock: FixedClock, postgres_url: str
) -> None:
    with Home(tmp_path / "home", url=postgres_url, clock=clock) as home:
        app = app_of(home.say("I want to track my runs: distance, time and shoes"))
        home.say("remember that our tax ID is 12/345/67890")
        asked = home.say("which app holds my runs?")
        assert asked.app is not None and asked.app["id"] == app
        assert home.memories.search("meine Läufe", 3)[0]["source"] == app
        home.memories.keep_house()  # the question becomes a lesson
        assert home.memories.report()["kept"] == {"legal": 1}
        gone = home.delete_app(app)
        clock.advance(7200)
        assert home.memories.keep_house()["erased"]["memories"] == [id_of(app)]
        assert home.memories.search("meine Läufe", 3, tiers=("app",)) == []
        home.undo(gone)
        assert row(home, app) is not None
