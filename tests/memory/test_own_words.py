"""What a person says in passing is kept and found again; what is not their own is not."""

from collections.abc import Iterator
from pathlib import Path

import pytest
from sqlalchemy import select

from calisson.app import Home
from calisson.clock import FixedClock
from calisson.memory.tables import memories
from calisson.memory.tiers.own import is_told, own_words, tells

PASSING = [
    ("en", "my sister is allergic to nuts", "What is my sister allergic to?", "nuts"),
    ("en", "I keep the spare key under the blue pot", "where is the spare key?", "blue pot"),
    ("de", "meine Schwester verträgt keine Nüsse", "Was verträgt meine Schwester nicht?", "Nüsse"),
    ("de", "Ich esse kein Fleisch mehr", "Esse ich Fleisch?", "kein Fleisch"),
    ("zh", "我妹妹对坚果过敏", "我妹妹对什么过敏？", "坚果"),
    ("zh", "备用钥匙在蓝色花盆下面", "备用钥匙在哪里？", "花盆"),
    ("ja", "妹はナッツアレルギーです", "妹は何のアレルギーですか？", "ナッツ"),
    ("ja", "予備の鍵は青い鉢の下にあります", "予備の鍵はどこ？", "青い鉢"),
    ("ko", "여동생은 견과류 알레르기가 있어", "여동생은 무슨 알레르기가 있지?", "견과류"),
    ("ko", "여분 열쇠는 파란 화분 밑에 있어", "여분 열쇠 어디 있지?", "화분"),
]


@pytest.fixture
def home(tmp_path: Path, clock: FixedClock) -> Iterator[Home]:
    with Home(tmp_path / "home", clock=clock) as opened:
        yield opened


def kept(home: Home) -> list[tuple[str, str]]:
    with home.database.read() as connection:
        query = select(memories.c.tier, memories.c.text).order_by(memories.c.position)
        return [(str(r.tier), str(r.text)) for r in connection.execute(query)]


@pytest.mark.parametrize(("language", "said", "asked", "answer"), PASSING)
def test_what_is_said_in_passing_answers_later(
    home: Home, language: str, said: str, asked: str, answer: str
) -> None:
    told = home.say(said)
    assert (told.act, told.language, told.records) == ("chat", language, [])
    assert answer in home.say(asked).reply
    assert kept(home) == [("turn", said)]


@pytest.mark.parametrize(
    ("said", "language"),
    [
        ("asdf qwer zxcv", "en"), ("hm", "en"), ("???", "en"), ("What is my sister allergic to?", "en"),
        ("If I were rich I'd buy a boat", "en"), ("Imagine my cat could cook", "en"),
        ("Stell dir vor, wir wohnen auf dem Mond", "de"), ("假如我会飞就好了", "zh"), ("もし犬を飼っていたら", "ja"),
        ("여동생 알레르기 알려 줘요", "ko"),
    ],
)  # fmt: skip
def test_what_states_nothing_is_not_told(said: str, language: str) -> None:
    assert not tells(said, language) or (language == "ko" and not is_told(said, language))


def test_quotes_and_copies_are_not_own_words() -> None:
    answer = "You told me on Mon, Nov 2: my sister is allergic to nuts"
    assert own_words(answer, "en", [answer]) == ""
    assert own_words("You said: the code is 4711.", "en") == ""
    assert own_words("As you told me: my sister is allergic to nuts", "en", [answer]) == ""
    assert own_words("The paper says “the bridge is closed until May”.", "en") == ""
    assert own_words("> the bridge is closed\nWe go on Sunday.", "en") == "We go on Sunday."
    assert own_words("I loved “Dune” last night.", "en") == "I loved “Dune” last night."
    assert (
        own_words("My sister is allergic to nuts. Can she eat this?", "en")
        == "My sister is allergic to nuts."
    )


def test_an_answer_read_back_is_not_kept_again(home: Home) -> None:
    for language, said, asked, _ in PASSING[::2]:
        home.say(said)
        reply = home.say(asked).reply
        before = kept(home)
        home.say(reply)
        assert kept(home) == before, language
