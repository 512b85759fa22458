"""'My sister Lena', 'my sister' and 'Lena' are one person: for closing, for asking, for the filter."""

import re
from collections.abc import Iterator
from datetime import UTC, datetime
from importlib import resources
from pathlib import Path

import pytest
from kin_samples import ASKED, CLOSED, INTRODUCED, NOBODY

from calisson.app import Home
from calisson.clock import FixedClock
from calisson.language.lexicon import load
from calisson.language.types import LANGUAGES
from calisson.memory import Memory, Policy, Viewer
from calisson.memory.filters import Filters
from calisson.memory.words.kin import introduced
from calisson.store import Database

DAYS = [datetime(2026, 2, day, 9) for day in (1, 2, 3)]


@pytest.fixture
def memory(database: Database) -> Memory:
    return Memory(database, FixedClock(datetime(2026, 4, 14, 10, tzinfo=UTC)))


@pytest.fixture
def home(tmp_path: Path, clock: FixedClock) -> Iterator[Home]:
    with Home(tmp_path / "home", clock=clock) as opened:
        yield opened


def told(database: Database, memory: Memory, said: list[str], language: str, tier: str) -> None:
    for n, (text, at) in enumerate(zip(said, DAYS, strict=False)):
        with database.transaction("me", f"t{n}") as tx:
            if tier == "fact":
                memory.remember(tx, text, source_turn=f"t{n}", language=language, at=at)
            else:
                memory.index_turn(tx, f"t{n}", text, "chat", language, at)


@pytest.mark.parametrize(("language", "said", "kin", "name"), INTRODUCED, ids=[i[1] for i in INTRODUCED])
def test_people_are_introduced(language: str, said: str, kin: str, name: str) -> None:
    assert [(i.kin, i.name) for i in introduced(said, language)] == [(kin, name)]


@pytest.mark.parametrize(("language", "said"), NOBODY, ids=[n[1] for n in NOBODY])
def test_nobody_is_introduced(language: str, said: str) -> None:
    assert introduced(said, language) == ()


@pytest.mark.parametrize("tier", ["fact", "turn"])
@pytest.mark.parametrize(
    ("language", "who", "by_name", "of_relation", "by_relation", "of_name"), ASKED, ids=[a[3] for a in ASKED]
)
def test_asked_by_the_relation_or_by_the_name(
    database: Database, memory: Memory, tier: str, language: str, who: str, by_name: str, of_relation: str,
    by_relation: str, of_name: str,
) -> None:  # fmt: skip
    told(database, memory, [by_name, by_relation, who], language, tier)
    assert memory.recall(of_relation, language)[0].text == by_name
    assert memory.recall(of_name, language)[0].text == by_relation


@pytest.mark.parametrize(
    ("language", "who", "earlier", "later"), CLOSED, ids=[f"{c[1]} {c[3]}" for c in CLOSED]
)
def test_a_later_fact_closes_the_earlier_one_of_the_same_person(
    database: Database, memory: Memory, language: str, who: str, earlier: str, later: str
) -> None:
    told(database, memory, [who, earlier, later], language, "fact")
    closed = {f.text: f.closed_by is not None for f in memory.list()}
    assert closed == {who: False, earlier: True, later: False}


def who(home: Home) -> set[tuple[str, str]]:
    return {(k.kin, k.name) for k in home.memory.who_is_who().known}


def test_another_ones_fact_is_no_answer_and_two_sisters_stay_two(home: Home) -> None:
    home.say("remember that my sister Lena lives in Bonn")
    home.say("remember that Mia is allergic to cats")
    assert home.memory.recall("what is my sister allergic to?", "en") == []
    home.say("remember that Lena is allergic to nuts")
    assert [h.text for h in home.memory.recall("what is my sister allergic to?", "en")] == [
        "Lena is allergic to nuts"
    ]
    home.say("remember that my sister Mia lives in Ulm")
    first = home.memory.list()
    assert all(f.closed_by is None for f in first)
    said = home.say("remember that Mia lives in Oslo")
    assert "my sister Mia lives in Ulm" in said.reply
    assert home.memory.who_is_who().name_of("sister") is None
    found = {h.text for h in home.memory.recall("what is my sister allergic to?", "en")}
    assert found == {"Lena is allergic to nuts", "Mia is allergic to cats"}


def test_of_whom_there_is_one_the_last_named_counts(home: Home, clock: FixedClock) -> None:
    home.say("my boyfriend is called Alex")
    clock.advance(86400)
    home.say("my boyfriend is called Ben")
    known = home.memory.who_is_who().name_of("boyfriend")
    assert known is not None and known.name == "ben"


def test_what_is_forgotten_or_not_ones_own_is_no_part_of_it(home: Home) -> None:
    home.say("my sister Lena came by")
    home.say("remember that my brother's name is Tobias")
    assert who(home) == {("sister", "lena"), ("brother", "tobias")}
    assert not home.memory.who_is_who(viewer=Viewer("ana", "manage"))
    fact = home.memories.all()[0]["id"]
    home.memories.set_policy(fact, Policy(local_only=True).as_dict())
    assert {k.name for k in home.memory.who_is_who(viewer=Viewer("me", remote=True)).known} == {"lena"}
    turn = home.memories.forget(fact)
    assert who(home) == {("sister", "lena")}
    home.undo(turn)
    assert ("brother", "tobias") in who(home)
    home.memories.forget(fact)
    home.memories.erase([fact])
    assert who(home) == {("sister", "lena")}
    assert not any(b"tobias" in f.read_bytes().lower() for f in home.database.data_dir.rglob("*.db*"))
    home.say("Caroline: my sister Zoe lives in Rome")
    assert not any(name == "zoe" for _, name in who(home))


def test_across_languages_and_scripts(home: Home) -> None:
    home.say("妹のゆきはボンに住んでいる")
    home.say("remember that Yuki is allergic to nuts")
    assert home.memory.recall("what is my sister allergic to?", "en")[0].text == "Yuki is allergic to nuts"
    assert (
        home.memory.recall("wogegen ist meine Schwester allergisch?", "de")[0].text
        == "Yuki is allergic to nuts"
    )


def test_the_filter_takes_them_for_one(home: Home) -> None:
    home.say("remember that my sister Lena lives in Bonn")
    home.say("remember that Lena is allergic to nuts")
    home.say("remember that my sister works at Bosch")
    home.say("remember that Tobias likes tea")
    for person in ("Lena", "sister", "Schwester", "レナ"):
        found = {m["text"] for m in home.memories.all(filters=Filters(person=person))}
        assert len(found) == 3 and "Tobias likes tea" not in found, person


def test_sealed_memories_have_a_register_too_and_none_while_locked(home: Home) -> None:
    home.say("remember that my sister Lena lives in Bonn")
    home.memories.encrypt("a long passphrase 77")
    home.say("remember that my brother's name is Tobias")
    assert who(home) == {("sister", "lena"), ("brother", "tobias")}


def test_memories_of_before_are_read_at_night(home: Home) -> None:
    home.say("remember that my sister Lena lives in Bonn")
    with home.database.transaction("me", "old") as tx:
        tx.connection.exec_driver_sql("UPDATE memories SET introduces = NULL")
    assert not who(home)
    home.memories.keep_house()
    assert who(home) == {("sister", "lena")}
    (entry,) = home.memories.people()
    assert (entry["relation"], entry["name"], entry["text"]) == (
        "sister", "Lena", "my sister Lena lives in Bonn",
    )  # fmt: skip


def test_who_is_who_names_its_sources_and_what_is_over(home: Home) -> None:
    home.say("remember that my landlord is called Bruno", at=DAYS[0])
    home.say("remember that my sister is called Lena", at=DAYS[0])
    home.say("remember that my landlord is called Carla", at=DAYS[1])
    people = {p["name"]: p for p in home.memories.people()}
    assert {n: (p["relation"], p["current"]) for n, p in people.items()} == {
        "Bruno": ("landlord", False), "Lena": ("sister", True), "Carla": ("landlord", True),
    }  # fmt: skip
    home.memories.forget(people["Carla"]["memory_id"])
    assert {p["name"]: p["current"] for p in home.memories.people()} == {"Bruno": True, "Lena": True}


def test_a_name_is_told_as_it_was_said(home: Home) -> None:
    home.say("记住我妹妹小丽住在波恩", at=DAYS[0])
    home.say("여동생 민지는 본에 산다고 기억해 줘", at=DAYS[1])
    home.say("remember that my sister Minji lives in Bonn", at=DAYS[2])
    told = [(p["name"], p["person"]) for p in home.memories.people()]
    assert told == [("Minji", "minji"), ("민지", "minji"), ("小丽", "小丽")]


@pytest.mark.parametrize(
    ("who", "fact", "asked"),
    [("my flatmate is called Rosa", "Rosa is allergic to sesame", "what is my flatmate allergic to?"),
     ("mein Mitbewohner heißt Tobias", "Tobias mag keine Pilze", "was mag mein Mitbewohner nicht?")],
)  # fmt: skip
def test_the_way_over_a_name_is_kept_with_the_answer(home: Home, who: str, fact: str, asked: str) -> None:
    home.memories.add(who)
    home.memories.add(fact)
    turn = home.say(asked)
    assert fact in turn.reply
    told = home.memories.used_in(turn.id)[0]
    assert (told["text"], told["how"], told["bridge"]) == (fact, "hop", who)
    home.memories.forget(told["via"])
    assert home.memories.used_in(turn.id)[0]["bridge"] == ""


@pytest.mark.parametrize("language", LANGUAGES)
def test_every_relation_has_a_name_on_the_page(language: str) -> None:
    page = resources.files("calisson.language").joinpath("data", language, "page.ftl").read_text("utf-8")
    named = set(re.findall(r"^kin-([\w-]+) = \S", page, re.MULTILINE))
    assert named == {kin.replace(".", "-") for kin in load("shared", "kin")["kin"]}
