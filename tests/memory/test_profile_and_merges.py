"""The profile of facts, its changes by hand, what a model is shown of it; facts said again, and taken apart."""

from collections.abc import Iterator
from pathlib import Path

import pytest
from sqlalchemy import func, select

from calisson.app import Home
from calisson.clock import FixedClock
from calisson.errors import MemoryError_, NotFoundError
from calisson.memory import Policy, Viewer
from calisson.memory.tables import memories
from calisson.memory.tiers.merges import restates
from calisson.memory.tiers.profile import MOST, side_of
from calisson.memory.words.measure import count

SIDES = [
    ("en", "my name is Anna", "name"), ("en", "I live in Leipzig", "home"), ("en", "I work as a nurse", "work"),
    ("en", "I speak Polish and a bit of French", "languages"), ("en", "the wifi password is tiger77", "other"),
    ("de", "ich heiße Anna", "name"), ("de", "unser Hund heißt Bello", "family"), ("de", "ich bin Vegetarier", "diet"),
    ("de", "das Auto steht in der Ulmenstraße", "other"), ("zh", "我妹妹对坚果过敏", "allergies"), ("zh", "我住在成都", "home"),
    ("zh", "我的飞机星期五起飞", "other"), ("ja", "看護師として働いています", "work"), ("ja", "金沢に住んでいます", "home"),
    ("ja", "車は楡通りに停めてあります", "other"), ("ko", "내 이름은 지우야", "name"), ("ko", "나는 채식주의자야", "diet"),
    ("ko", "차는 느릅나무길에 세워 뒀어", "other"), ("zh", "我叫小明", "name"), ("ja", "田中と申します", "name"),
    ("ko", "민수라고 합니다", "name"), ("de", "Alle nennen mich Jo", "name"), ("en", "Call me Jo", "name"),
    ("zh", "我不吃肉", "diet"), ("ja", "毎朝ヨガをします", "habits"), ("ko", "우리 강아지 이름은 초코야", "family"),
    ("de", "die Heizung wird am Montag gewartet", "other"), ("zh", "路由器在书架后面", "other"),
    ("en", "Tom moved to Bonn", "other"), ("en", "Grandma Rosa drinks her tea without sugar", "other"),
    ("de", "Oma Rosa wohnt in Kiel", "other"), ("zh", "小李搬到了上海", "other"), ("ko", "민수는 부산으로 이사했어", "other"),
    ("en", "Mia is allergic to peanuts", "allergies"), ("en", "Jonas has two sisters", "family"),
]  # fmt: skip


@pytest.fixture
def home(tmp_path: Path, clock: FixedClock) -> Iterator[Home]:
    with Home(tmp_path / "home", clock=clock) as opened:
        yield opened


def shown(home: Home, viewer: Viewer | None = None) -> list[str]:
    return [line["text"] for line in home.memories.profile(viewer=viewer)]


@pytest.mark.parametrize(("language", "text", "side"), SIDES)
def test_facts_of_any_language_show_their_side(language: str, text: str, side: str) -> None:
    assert side_of(text, language)[0] == side


def test_the_profile_follows_the_facts(home: Home) -> None:
    ids = [
        home.memories.add(t) for t in ("the wifi password is tiger77", "I work as a nurse", "my name is Anna")
    ]
    assert shown(home) == ["my name is Anna", "I work as a nurse"]
    home.memories.forget(ids[1])
    assert shown(home) == ["my name is Anna"]
    for n in range(60):
        home.memories.add(
            f"I speak the {n + 3}th language of the island and a bit of French number {n * 7 + 11}"
        )
    lines = shown(home)
    assert sum(count(line) + 1 for line in lines) <= MOST
    assert lines[0] == "my name is Anna"


def test_a_line_stays_as_the_person_left_it(home: Home) -> None:
    name, job, code = (
        home.memories.add(t) for t in ("my name is Anna", "I work as a nurse", "the wifi password is tiger77")
    )
    turn = home.memories.change_profile(name, text="Anna, called Anni")
    assert shown(home) == ["Anna, called Anni", "I work as a nurse"]
    home.undo(turn)
    assert shown(home)[0] == "my name is Anna"
    home.memories.change_profile(code, pinned=True)
    assert shown(home) == ["the wifi password is tiger77", "my name is Anna", "I work as a nurse"]
    home.memories.change_profile(code, pinned=False)
    home.memories.change_profile(job, removed=True)
    home.memories.add("my sister is allergic to nuts")
    assert "I work as a nurse" not in shown(home)
    home.say("remember that I work as a nurse")
    assert "I work as a nurse" in shown(home)
    with pytest.raises(MemoryError_):
        home.memories.change_profile(name, text="?!")
    with pytest.raises(NotFoundError):
        home.memories.change_profile(name, "ana", pinned=True)


def test_what_may_not_leave_is_not_shown_outside(home: Home) -> None:
    secret = home.memories.add("my sister is allergic to nuts")
    home.memories.add("my name is Anna")
    home.memories.change_profile(secret, text="sister: nuts!")
    home.memories.set_policy(secret, Policy(local_only=True).as_dict())
    assert "sister: nuts!" in shown(home)
    assert shown(home, Viewer("me", remote=True)) == ["my name is Anna"]
    assert shown(home, Viewer("ana")) == []
    home.memories.forget(secret)
    home.memories.erase([secret])
    assert "sister: nuts!" not in shown(home)
    assert not any(b"sister: nuts!" in f.read_bytes() for f in home.database.data_dir.rglob("*.db*"))


def test_the_window_is_the_last_messages_exactly(home: Home) -> None:
    for n in range(12):
        home.say(f"my neighbour number {n} plays the trombone all night and the dog joins in")
    messages = home.earlier_talk.view(Viewer("me"), 12).window
    assert len(messages) == home.preferences.short_term == 12
    assert messages[-2] == "my neighbour number 11 plays the trombone all night and the dog joins in"
    with home.database.read() as connection:
        last = connection.execute(select(memories.c.id).where(memories.c.text == messages[-2])).scalar_one()
    home.memories.set_policy(last, Policy(local_only=True).as_dict())
    assert messages[-2] not in home.earlier_talk.view(Viewer("me", remote=True), 12).window
    assert messages[-2] in home.earlier_talk.view(Viewer("me"), 12).window


def test_the_same_in_other_words_is_one_fact_and_can_be_taken_apart(home: Home) -> None:
    first = home.say("remember that my sister is allergic to nuts").memories[0].id
    again = home.say("remember that my sister has a nut allergy")
    assert again.memories[0].id == first
    trace = home.memories.trace(first)
    assert (trace["count"], trace["restated"][0]["source"]) == (2, again.id)
    assert trace["restated"][0]["text"] == "my sister has a nut allergy"
    apart = home.memories.take_apart(trace["restated"][0]["id"])
    assert apart["text"] == "my sister has a nut allergy"
    assert apart["source"] == again.id
    assert home.memories.trace(first)["count"] == 1
    assert len(home.memories.all()) == 2
    home.undo(apart["turn_id"])
    assert len(home.memories.all()) == 1
    assert home.memories.trace(first)["count"] == 2
    with pytest.raises(NotFoundError):
        home.memories.take_apart("mrg_none")


def test_a_replacement_is_traced_and_taken_apart(home: Home) -> None:
    old = home.say("remember that the garage code is 4711").memories[0].id
    new = home.say("remember that the garage code is 8155").memories[0].id
    assert [r["id"] for r in home.memories.trace(new)["replaced"]] == [old]
    home.memories.take_apart(old)
    assert home.memories.trace(new)["replaced"] == []
    assert "4711" in {w for m in home.memories.all() for w in m["text"].split() if "until" not in m}


def test_forgetting_takes_the_traces_along(home: Home) -> None:
    fact = home.say("remember that Quillon is allergic to zanzafruit").memories[0].id
    home.say("remember that Quillon is really allergic to zanzafruit")
    home.memories.forget(fact)
    home.memories.erase([fact])
    for file in home.database.data_dir.rglob("*"):
        assert not file.is_file() or b"zanzafruit" not in file.read_bytes().lower(), file.name
    with home.database.read() as connection:
        assert connection.execute(select(func.count()).select_from(memories)).scalar() == 0


@pytest.mark.parametrize(
    ("one", "other", "language", "same"),
    [
        ("Nora wohnt in Graz", "Nora lebt in Graz", "de", True), ("Nora wohnt in Graz", "Nora wohnt in Linz", "de", False),
        ("my sister is allergic to nuts", "my brother is allergic to nuts", "en", False),
        ("Quillon lives in Graz", "Zorblax lives in Graz", "en", False), ("小明住在成都", "小雨住在成都", "zh", False),
        ("マリアは金沢に住んでいます", "アンナは金沢に住んでいます", "ja", False), ("나는 고기를 먹어", "나는 고기를 안 먹어", "ko", False),
        ("여동생은 견과류 알레르기가 있어", "여동생이 견과류에 알레르기가 있어요", "ko", True),
    ],
)  # fmt: skip
def test_only_what_says_the_same_is_merged(one: str, other: str, language: str, same: bool) -> None:
    assert restates(one, other, language) is same
