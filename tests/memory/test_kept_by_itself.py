"""What the law asks for and what an app relies on is never let go of by the budget, and the report says so."""

from collections.abc import Iterator
from pathlib import Path

import pytest

from calisson.app import Home
from calisson.circles import Scope
from calisson.clock import FixedClock
from calisson.language.types import LANGUAGES
from calisson.memory.forgetting.retention import Budget
from calisson.memory.words.legal import is_legal
from calisson.memory.words.lexicon import words
from memory.legal_samples import LEGAL, ORDINARY


@pytest.fixture
def home(tmp_path: Path, clock: FixedClock) -> Iterator[Home]:
    with Home(tmp_path / "home", clock=clock) as opened:
        yield opened


def kept_for(home: Home, memory_id: str) -> str | None:
    return home.memory.cares([memory_id]).get(memory_id, {}).get("kept_for")


@pytest.mark.parametrize("language", LANGUAGES)
def test_what_the_law_asks_for_is_told_from_the_rest(language: str) -> None:
    assert words(language).legal.pattern != r"(?!)"
    assert [t for t in LEGAL[language] if not is_legal(t, language)] == []
    assert [t for t in ORDINARY[language] if is_legal(t, language)] == []


@pytest.mark.parametrize("language", LANGUAGES)
def test_the_budget_takes_the_rest_first_and_the_law_never(home: Home, language: str) -> None:
    legal = {home.memories.add(t) for t in LEGAL[language][:5]}
    other = {home.memories.add(t) for t in ORDINARY[language][:5]}
    assert len(legal) == len(other) == 5
    gone = home.memories.retention.keep_under("me", Budget(items=3), after_h=24)
    assert {s.id for s in gone} == other
    assert {m["id"] for m in home.memories.all()} == legal
    assert home.memories.report()["kept"] == {"legal": 5}
    assert {m["kept_for"] for m in home.memories.all()} == {"legal"}


def test_what_is_said_in_passing_imported_reworded_or_accepted_is_kept_too(home: Home) -> None:
    home.say("the rental contract for the flat ends on 30 June 2027")
    talk = home.memories.related("rental contract")[0]
    assert (talk["tier"], talk["kept_for"]) == ("turn", "legal")
    home.memories.take_in(['{"text": "our tax ID is 12/345/67890"}', '{"text": "the tent is green"}'])
    kept = {m["text"]: m.get("kept_for") for m in home.memories.all()}
    assert kept == {"our tax ID is 12/345/67890": "legal", "the tent is green": None}
    tent = next(m["id"] for m in home.memories.all() if "tent" in m["text"])
    with home.by_hand() as tx:
        other = home.memory.reword(tx, tent, "the tent has a warranty until May 2028")
    assert kept_for(home, other.id) == "legal"


def test_what_was_kept_before_there_were_the_words_is_noted_before_it_goes(home: Home) -> None:
    old = home.memories.add("our tax ID is 12/345/67890")
    new = home.memories.add("the tent is green")
    with home.database.transaction("me") as tx:
        from calisson.memory.tables import memory_care

        tx.execute(memory_care.delete())
    gone = home.memories.retention.keep_under("me", Budget(items=0), after_h=24)
    assert [s.id for s in gone] == [new]
    assert kept_for(home, old) == "legal"


def test_a_persons_own_word_goes_before(home: Home) -> None:
    one = home.memories.add("our tax ID is 12/345/67890")
    turn = home.memories.care_for(one, pinned=False, kept_for=None)
    assert home.memories.report()["kept"] == {}
    home.undo(turn)
    assert kept_for(home, one) == "legal"
    home.memories.care_for(one, pinned=False, kept_for=None)
    gone = home.memories.retention.keep_under("me", Budget(items=0), after_h=24)
    assert [s.id for s in gone] == [one]


@pytest.mark.parametrize(
    ("wish", "said", "beside"),
    [
        ("I want to track my runs", "in the Running log only road runs count", "running in the rain is fun"),
        (
            "Ich möchte meine Ausgaben festhalten",
            "in der App Haushaltsbuch zählt Lotto nicht",
            "das Haus ist blau",
        ),
        ("帮我做一个记账应用", "记账应用里不算房租", "房子是蓝色的"),
        ("支出を記録したい", "家計簿のアプリには家賃を入れない", "家は青い"),
        ("지출을 기록하고 싶어", "지출을 기록 앱에는 월세를 넣지 않아", "집은 파란색이야"),
    ],
)
def test_what_speaks_of_an_app_is_kept_for_it_as_long_as_there_is_one(
    home: Home, wish: str, said: str, beside: str
) -> None:
    made = home.say(wish)
    assert made.app is not None
    needed, other = home.memories.add(said), home.memories.add(beside)
    home.memories.keep_house()
    assert (kept_for(home, needed), kept_for(home, other)) == (made.app["id"], None)
    gone = home.memories.retention.keep_under("me", Budget(items=0), after_h=24)
    assert [s.id for s in gone] == [other]
    assert home.memories.report()["kept"] == {"app": 1}
    deleted = home.delete_app(str(made.app["id"]))
    assert kept_for(home, needed) is None
    home.undo(deleted)
    home.memories.keep_house()
    assert kept_for(home, needed) == made.app["id"]


def test_what_an_app_was_changed_with_is_kept_for_it(home: Home) -> None:
    made = home.say("I want to track my runs")
    assert made.app is not None
    used, unused = home.memories.add("the shoes are from Brooks"), home.memories.add("the tent is green")
    changed = home.say("add a field for the shoes")
    assert changed.act == "edit_app"
    with home.by_hand() as tx:
        hits = home.memory.recall("shoes", "en", tx=tx)
        home.memory.note_answer(tx, changed.id, [h for h in hits if h.id == used])
    home.memories.keep_house()
    assert (kept_for(home, used), kept_for(home, unused)) == (made.app["id"], None)


def test_a_token_that_may_log_may_remember_what_the_law_asks_for(home: Home) -> None:
    said = home.say("remember that our tax ID is 12/345/67890", scopes={Scope.LOG})
    assert said.act == "remember"
    assert kept_for(home, said.memories[0].id) == "legal"
