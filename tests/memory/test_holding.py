"""When facts hold: from and until when, which closes which, and what answers for which time."""

import itertools
import sqlite3
from datetime import UTC, datetime

import pytest
from holding_samples import BESIDE, CLOSES, TIMES
from hypothesis import given, settings
from hypothesis import strategies as st

from calisson.clock import FixedClock
from calisson.errors import NotFoundError
from calisson.memory import Fact, Memory
from calisson.memory.holding import asking
from calisson.memory.holding.facets import read
from calisson.memory.holding.matters import same_matter
from calisson.store import Database, undo

EARLIER = datetime(2026, 2, 2, 9)
LATER = datetime(2026, 4, 14, 9)
"""A Tuesday."""
AFTERWARDS = datetime(2026, 4, 14, 10, tzinfo=UTC)


@pytest.fixture
def memory(database: Database) -> Memory:
    return Memory(database, FixedClock(AFTERWARDS))


def keep(
    database: Database, memory: Memory, fact: str, language: str = "en", at: datetime = LATER, turn: str = "t",
    speaker: str = "me",
) -> Fact:  # fmt: skip
    with database.transaction("me", turn) as tx:
        return memory.remember(tx, fact, source_turn=turn, language=language, at=at, speaker=speaker)


def answers(memory: Memory, question: str, language: str) -> list[str]:
    return [h.text for h in memory.recall(question, language)]


@pytest.mark.parametrize(("language", "fact", "since", "until"), TIMES, ids=[t[1] for t in TIMES])
def test_words_say_from_and_until_when(
    language: str, fact: str, since: str | None, until: str | None
) -> None:
    when, _ = read(fact, language, LATER)
    assert (when.since and when.since.date().isoformat()) == since
    assert (when.until and when.until.date().isoformat()) == until


@pytest.mark.parametrize(
    ("language", "earlier", "later", "now", "before"), CLOSES, ids=[c[2] for c in CLOSES]
)
def test_a_later_fact_closes_the_earlier_one_and_both_answer_for_their_time(
    database: Database, memory: Memory, language: str, earlier: str, later: str, now: str, before: str
) -> None:
    first = keep(database, memory, earlier, language, EARLIER, "t1")
    second = keep(database, memory, later, language, LATER, "t2")
    assert second.replaced == earlier
    known = {f.id: f for f in memory.list()}
    assert known[first.id].closed_by == second.id
    assert known[first.id].until == (known[second.id].since or LATER)
    assert answers(memory, now, language) == [later]
    assert answers(memory, before, language)[0] == earlier
    with database.transaction("me", "u") as tx:
        undo(tx, "t2")
    assert answers(memory, now, language) == [earlier]
    assert memory.list()[0].until is None


@pytest.mark.parametrize(("language", "one", "other"), BESIDE, ids=[b[1] for b in BESIDE])
def test_different_matters_stand_beside_each_other(
    database: Database, memory: Memory, language: str, one: str, other: str
) -> None:
    for first, second, turn in ((one, other, "a"), (other, one, "b")):
        keep(database, memory, first, language, EARLIER, f"{turn}1")
        assert keep(database, memory, second, language, LATER, f"{turn}2").replaced is None
        assert all(f.closed_by is None for f in memory.list())


@pytest.mark.parametrize(
    ("question", "answer"),
    [
        ("where did I live in 2019?", "I lived in Rome from 2018 to 2020"),
        ("where did I live in 2024?", "I have lived in Paris since 2021"),
        ("where do I live?", "since March we live in Lyon"),
        ("where did I live last week?", "since March we live in Lyon"),
    ],
)
def test_a_question_with_a_past_time_gets_what_held_then(
    database: Database, memory: Memory, question: str, answer: str
) -> None:
    keep(database, memory, "I lived in Rome from 2018 to 2020", at=EARLIER, turn="t1")
    keep(database, memory, "I have lived in Paris since 2021", at=EARLIER, turn="t2")
    keep(database, memory, "since March we live in Lyon", at=LATER, turn="t3")
    assert answers(memory, question, "en")[0] == answer


@pytest.mark.parametrize(
    ("language", "question"),
    [("de", "wo habe ich 2024 gewohnt?"), ("zh", "我2024年住在哪里？"), ("ja", "2024年はどこに住んでいた？"), ("ko", "2024년에 나 어디 살았지?")],
)  # fmt: skip
def test_years_in_other_languages(database: Database, memory: Memory, language: str, question: str) -> None:
    now, then = {
        "de": ("seit März wohnen wir in Lyon", "seit 2021 wohne ich in Paris"),
        "zh": ("我们从三月起住在里昂", "我从2021年起住在巴黎"),
        "ja": ("3月からリヨンに住んでいます", "2021年からパリに住んでいます"),
        "ko": ("3월부터 리옹에 살아요", "2021년부터 파리에 살아요"),
    }[language]
    keep(database, memory, then, language, EARLIER, "t1")
    keep(database, memory, now, language, LATER, "t2")
    assert answers(memory, question, language)[0] == then


def test_a_fact_in_another_language_closes_it_too(database: Database, memory: Memory) -> None:
    first = keep(database, memory, "my sister lives in Rome", "en", EARLIER, "t1")
    second = keep(database, memory, "妹はオスロに引っ越した", "ja", LATER, "t2")
    assert {f.id: f.closed_by for f in memory.list()} == {first.id: second.id, second.id: None}
    assert answers(memory, "where does my sister live?", "en") == ["妹はオスロに引っ越した"]
    hop = memory.recall("where does my sister live?", "en")[0]
    assert (hop.how, hop.via) == ("hop", first.id)


def test_what_holds_for_a_while_stands_before_and_closes_nothing(database: Database) -> None:
    memory = Memory(database, FixedClock(AFTERWARDS))
    keep(database, memory, "the spare key is under the pot", at=EARLIER, turn="t1")
    keep(database, memory, "until Friday the spare key is at Ana's", at=LATER, turn="t2")
    assert answers(memory, "where is the spare key?", "en")[0] == "until Friday the spare key is at Ana's"
    on_monday = Memory(database, FixedClock(datetime(2026, 4, 20, 9, tzinfo=UTC)))
    assert answers(on_monday, "where is the spare key?", "en") == ["the spare key is under the pot"]


def test_what_begins_later_answers_from_then_on(database: Database, memory: Memory) -> None:
    keep(database, memory, "my desk is in A3", at=EARLIER, turn="t1")
    keep(database, memory, "from 1 May my desk is in B12", at=LATER, turn="t2")
    assert answers(memory, "where is my desk?", "en") == ["my desk is in A3"]
    in_may = Memory(database, FixedClock(datetime(2026, 5, 2, 9, tzinfo=UTC)))
    assert answers(in_may, "where is my desk?", "en") == ["from 1 May my desk is in B12"]
    assert answers(in_may, "where was my desk before?", "en")[0] == "my desk is in A3"


def test_an_earlier_time_told_later_is_closed_by_what_is_known(database: Database, memory: Memory) -> None:
    known = keep(database, memory, "since March we live in Lyon", at=LATER, turn="t1")
    told = keep(database, memory, "since 2021 I live in Paris", at=LATER, turn="t2")
    assert {f.id: f.closed_by for f in memory.list()} == {known.id: None, told.id: known.id}
    assert answers(memory, "where do I live?", "en") == ["since March we live in Lyon"]


def test_a_closed_fact_is_opened_again_at_its_persons_word(database: Database, memory: Memory) -> None:
    first = keep(database, memory, "the wifi password is hunter2", at=EARLIER, turn="t1")
    second = keep(database, memory, "the wifi password is rosebud", at=LATER, turn="t2")
    with database.transaction("ana", "x") as tx, pytest.raises(NotFoundError):
        memory.reopen(tx, first.id)
    with database.transaction("me", "o") as tx:
        assert memory.reopen(tx, first.id).until is None
        with pytest.raises(NotFoundError):
            memory.reopen(tx, second.id)
    assert set(answers(memory, "what is the wifi password?", "en")) >= {"the wifi password is rosebud"}
    with database.transaction("me", "u") as tx:
        undo(tx, "o")
    assert answers(memory, "what is the wifi password?", "en") == ["the wifi password is rosebud"]


def test_facts_kept_before_there_were_times_are_closed_too(database: Database, memory: Memory) -> None:
    keep(database, memory, "I live in Paris", at=EARLIER, turn="t1")
    with database.transaction("me", "old") as tx:
        tx.connection.exec_driver_sql("UPDATE memories SET matter = NULL")
    assert keep(database, memory, "I live in Lyon", at=LATER, turn="t2").replaced == "I live in Paris"


def test_another_speaker_is_another_person(database: Database, memory: Memory) -> None:
    keep(database, memory, "I live in Paris", at=EARLIER, turn="t1", speaker="Caroline")
    assert keep(database, memory, "I live in Lyon", at=LATER, turn="t2", speaker="Melanie").replaced is None


@pytest.mark.skipif(sqlite3.sqlite_version_info < (3, 35), reason="needs SQLite 3.35")
def test_sealed_facts_are_closed_and_nothing_of_their_matter_is_readable(
    database: Database, memory: Memory
) -> None:
    from calisson.memory.privacy.encrypt import turn_on

    if database.dialect != "sqlite":
        pytest.skip("encrypted in SQLite homes")
    keep(database, memory, "I live in Paris", at=EARLIER, turn="t1")
    turn_on(database, "me", "a long passphrase 77")
    assert keep(database, memory, "I live in Lyon", at=LATER, turn="t2").replaced == "I live in Paris"
    with database.read() as connection:
        stored = connection.exec_driver_sql("SELECT text, matter FROM memories").all()
    database.vault.lock("me")
    assert not any("home" in str(r) or "Paris" in str(r) for r in stored)


WHO = st.sampled_from([
    "Tom", "Ana", "Zoltan", "Rose", "Li Wei", "my sister", "my brother", "my mom", "Grandpa", "my boss",
    "our neighbor", "Mr. Okafor", "my friend Kim", "Anna", "Anne", "Mary", "Maria",
])  # fmt: skip
SAYS = st.sampled_from([
    "{} lives in {}", "{} moved to {}", "{} works at {}", "{}'s favourite city is {}", "{}'s phone is in {}",
    "{}'s address is {}", "{}'s desk is in {}", "{} works as a {}",
])  # fmt: skip
WHAT = st.sampled_from(["Lyon", "Oslo", "Rome", "B12", "baker", "Siemens", "12 Abbey Road"])


@settings(max_examples=250, deadline=None)
@given(one=WHO, other=WHO, says=SAYS, again=SAYS, what=WHAT, then=WHAT)
def test_facts_about_different_people_are_never_about_one_matter(
    one: str, other: str, says: str, again: str, what: str, then: str
) -> None:
    first, second = (
        read(s.format(w, v), "en", LATER)[1] for s, w, v in ((says, one, what), (again, other, then))
    )
    if first and second and one != other:
        assert not same_matter(first, second)
    if first and second and one == other and says == again:
        assert same_matter(first, second)


NAMES = {
    "de": (
        ["Tom", "Anna", "Annika", "meine Schwester", "mein Bruder", "meine Mutter", "Frau Weber", "Jürgen"],
        ["{} wohnt in Köln", "{} arbeitet bei Bosch", "die Adresse von {} ist Weg 5"],
    ),
    "zh": (
        ["小明", "小红", "王芳", "李雷", "我妈妈", "我爸爸", "我姐姐", "汤姆"],
        ["{}住在上海", "{}搬到了北京", "{}的电话是13800", "{}最喜欢的颜色是蓝色"],
    ),
    "ja": (
        ["トム", "さくら", "健太", "美咲", "母", "父", "妹", "姉", "ことは"],
        ["{}は東京に住んでいる", "{}は病院で働いている", "{}の好きな色は青", "{}の電話番号は090"],
    ),
    "ko": (
        ["민수", "지수", "민지", "엄마", "아빠", "언니", "톰"],
        ["{}는 서울에 살아", "{}는 병원에서 일해", "{} 전화번호는 010이야", "{}의 목표 체중은 60킬로야"],
    ),
}


@pytest.mark.parametrize("language", NAMES)
def test_nor_in_other_languages(language: str) -> None:
    people, says = NAMES[language]
    for said in says:
        matters = {who: read(said.format(who), language, LATER)[1] for who in people}
        assert sum(m is not None for m in matters.values()) >= len(people) - 1, (said, matters)
        for (a, one), (b, other) in itertools.combinations(matters.items(), 2):
            assert one is None or other is None or not same_matter(one, other), (said, a, b)


@settings(max_examples=100, deadline=None)
@given(text=st.text(max_size=120), language=st.sampled_from(["en", "de", "zh", "ja", "ko"]))
def test_any_text_is_read(text: str, language: str) -> None:
    read(text, language, LATER)
    asking.read(text, language, LATER)


def test_the_talk_says_what_took_whose_place_and_what_is_over(
    tmp_path_factory: pytest.TempPathFactory,
) -> None:
    from calisson import Home

    with Home(tmp_path_factory.mktemp("home")) as home:
        first = home.say("remember that I live in Paris", at=datetime(2026, 2, 2, 9))
        said = home.say("remember that since March we live in Lyon", at=LATER)
        assert "I live in Paris" in said.reply
        assert "I live in Paris" not in home.say("where do I live?", at=LATER).reply
        before = home.say("where did I live before?", at=LATER)
        assert "I live in Paris" in before.reply and "Mar 1" in before.reply
        used = home.memories.used_in(before.id)
        assert [(u["place"], u["text"]) for u in used][:1] == [(0, "I live in Paris")]
        assert home.memories.uses(used[0]["id"])[0]["turn_id"] == before.id
        home.say("undo", at=LATER)
        assert "I live in Paris" in home.say("where do I live?", at=LATER).reply
        assert first.memories


@pytest.mark.parametrize(
    ("language", "earlier", "later", "now", "before"), CLOSES, ids=[c[2] for c in CLOSES]
)
def test_what_was_said_in_passing_is_told_by_its_time_too(
    database: Database, memory: Memory, language: str, earlier: str, later: str, now: str, before: str
) -> None:
    for turn, said, at in (("t1", earlier, EARLIER), ("t2", later, LATER)):
        with database.transaction("me", turn) as tx:
            memory.index_turn(tx, turn, said, "chat", language, at)
    assert answers(memory, now, language)[:1] == [later]
    assert answers(memory, before, language)[:1] == [earlier]
