"""What the next turn shows about an answer from memory becomes credit, in five languages, and nothing else does."""

from collections.abc import Iterator
from pathlib import Path

import pytest
from sqlalchemy import select

from calisson import Home
from calisson.assistant.crediting import KIND, WORTH, worth_of
from calisson.clock import FixedClock
from calisson.memory.tables import memories, memory_care

TALK = {
    "en": ("remember that the spare key is under the blue pot", "where is the spare key?", "thank you!",
           "remind me to fetch the pot tomorrow at 9"),
    "de": ("merk dir, dass der Ersatzschlüssel unter dem blauen Topf liegt", "wo liegt der Ersatzschlüssel?", "danke!",
           "erinnere mich morgen um 9 an den Topf"),
    "zh": ("记住备用钥匙在蓝色花盆下面", "备用钥匙在哪里？", "谢谢！", "明天九点提醒我看花盆"),
    "ja": ("予備の鍵は青い植木鉢の下にあると覚えて", "予備の鍵はどこにある？", "ありがとう！", "明日9時に植木鉢のことをリマインドして"),
    "ko": ("예비 열쇠는 파란 화분 밑에 있다고 기억해 줘", "예비 열쇠 어디에 있어?", "고마워!", "내일 9시에 화분 알려 줘"),
}  # fmt: skip


@pytest.fixture
def home(tmp_path: Path, clock: FixedClock) -> Iterator[Home]:
    with Home(tmp_path, clock=clock) as opened:
        yield opened


def care(home: Home) -> dict[str, tuple[int, float]]:
    """Return text → uses and credit of what was used."""
    query = select(memories.c.text, memory_care.c.uses, memory_care.c.credit)
    with home.database.read() as connection:
        rows = connection.execute(query.join(memory_care, memory_care.c.id == memories.c.id)).all()
    return {r.text: (r.uses, r.credit) for r in rows}


def signs(home: Home) -> list[str]:
    return [e.payload["sign"] for e in reversed(home.journal.tail(20, KIND))]


@pytest.mark.parametrize("language", list(TALK))
def test_thanks_and_use_give_credit_and_asking_again_takes_it(home: Home, language: str) -> None:
    fact, question, thanks, wish = TALK[language]
    home.say(fact)
    answered = home.say(question)
    assert answered.act == "recall" and len(answered.memories) == 1, answered
    assert list(care(home).values()) == [(1, 0.0)]
    assert home.say(thanks).act == "chat"
    assert list(care(home).values()) == [(1, WORTH["thanked"])]
    home.say(question)
    assert home.say(wish).act == "remind"
    assert list(care(home).values()) == [(2, WORTH["thanked"] + WORTH["used"])]
    home.say(question)
    home.say(question)
    assert signs(home) == ["thanked", "used", "again"]
    assert list(care(home).values()) == [(4, WORTH["thanked"] + WORTH["used"] + WORTH["again"])]


def test_a_fact_in_its_place_takes_credit_from_what_was_told(home: Home) -> None:
    home.say("remember that I live in Lyon")
    assert "Lyon" in home.say("where do I live?").reply
    home.say("remember that I live in Basel now")
    assert signs(home) == ["corrected"]
    assert care(home)["I live in Lyon"] == (1, WORTH["corrected"])


def test_another_question_that_the_same_memory_answers_takes_nothing(home: Home) -> None:
    home.say("remember that we moved to Graz in March")
    assert home.say("when did we move?").memories
    assert home.say("where did we move to?").memories
    assert signs(home) == []


def test_the_same_of_somebody_else_gives_credit_and_a_scolding_takes_it(home: Home) -> None:
    home.say("remember that my sister Ana likes tulips")
    home.say("remember that my brother Ben likes roses")
    home.say("what does my sister Ana like?")
    home.say("and Ben?")
    home.say("you are useless")
    assert signs(home) == ["followed", "scolded"]
    assert care(home)["my sister Ana likes tulips"][1] == WORTH["followed"]
    assert care(home)["my brother Ben likes roses"][1] == WORTH["scolded"]


def test_only_the_next_turn_and_only_for_ten_minutes(home: Home, clock: FixedClock) -> None:
    home.say("remember that the spare key is under the blue pot")
    home.say("where is the spare key?")
    clock.advance(11 * 60)
    home.say("thank you!")
    home.say("where is the spare key?")
    home.say("I walked 5 km")
    home.say("thank you!")
    assert signs(home) == []


def test_what_is_taken_back_counts_no_more_and_words_stay_out_of_the_journal(home: Home) -> None:
    home.say("remember that the spare key is under the blue pot")
    answered = home.say("where is the spare key?")
    home.say("remind me to fetch the pot tomorrow at 9")
    assert worth_of(home, 10) == {answered.id: WORTH["used"]}
    assert home.say("undo").act == "undo"
    assert signs(home) == ["used", "undone"]
    assert worth_of(home, 10) == {answered.id: 0.0}
    assert care(home)["the spare key is under the blue pot"] == (1, 0.0)
    assert all("pot" not in str(e.payload) for e in home.journal.tail(20, KIND))


def test_an_answer_that_did_something_and_is_taken_back_was_no_good(home: Home) -> None:
    """A model's answer may rest on memories and do something at once; the talk's own answers change nothing."""
    home.say("remember that the spare key is under the blue pot")
    hits = home.memory.recall("where is the spare key?", "en")
    done = home.say("remind me to water the plants tomorrow at 9")
    with home.database.transaction("me", done.id) as tx:
        home.memory.note_answer(tx, done.id, hits)
    home.undo(done.id)
    assert signs(home) == ["undone"]
    assert care(home)["the spare key is under the blue pot"] == (0, WORTH["undone"])


def test_credit_stays_within_its_bounds(home: Home) -> None:
    home.say("remember that the spare key is under the blue pot")
    for _ in range(12):
        home.say("where is the spare key?")
    assert list(care(home).values()) == [(12, -4.0)]
