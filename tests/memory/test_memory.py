import json
from datetime import datetime

import pytest

from calisson.clock import FixedClock
from calisson.errors import MemoryError_, NotFoundError
from calisson.memory import Fact, Memory
from calisson.store import Database, undo


@pytest.fixture
def memory(database: Database, clock: FixedClock) -> Memory:
    return Memory(database, clock)


def keep(database: Database, memory: Memory, fact: str, language: str = "en", turn: str = "t") -> Fact:
    with database.transaction("me", turn) as tx:
        return memory.remember(tx, fact, source_turn=turn, language=language)


def drop(database: Database, memory: Memory, query: str, turn: str = "f") -> list[str]:
    with database.transaction("me", turn) as tx:
        return [f.text for f in memory.forget(tx, query)]


@pytest.mark.parametrize(
    ("language", "first", "again"),
    [
        ("en", "Minji is allergic to peanuts", "Minji is allergic to peanuts!"),
        ("en", "the spare key is under the pot", "the spare key's under the pot"),
        ("de", "ich habe mittwochs Therapie", "Ich habe mittwochs immer Therapie."),
        ("zh", "我妈晕船", "我妈晕船的"),
        ("ja", "彩はホラーが苦手", "彩はホラーが苦手だよ"),
        ("ko", "민지는 땅콩 알레르기 있어", "민지는 땅콩 알레르기 있음"),
    ],
)
def test_the_same_is_kept_once(
    database: Database, memory: Memory, language: str, first: str, again: str
) -> None:
    kept = keep(database, memory, first, language)
    same = keep(database, memory, again, language, "t2")
    assert (same.id, same.new) == (kept.id, False)
    assert [f.text for f in memory.list()] == [first]


@pytest.mark.parametrize(
    ("language", "first", "second"),
    [
        ("en", "Minji is allergic to peanuts", "Minji is not allergic to peanuts"),
        ("en", "my seat is 12", "her seat is 12"),
        ("en", "I lent Tom 20 euros", "I lent Tom 30 euros"),
        ("en", "the dentist is on Monday", "the dentist is on Friday"),
        ("de", "Lena mag Nüsse", "Lena mag keine Nüsse"),
        ("zh", "小李喜欢花生", "小李不喜欢花生"),
        ("ja", "彩は魚を食べる", "彩は魚を食べない"),
        ("ko", "민지는 우유 마셔", "민지는 우유 안 마셔"),
    ],
)
def test_what_differs_is_kept_beside(
    database: Database, memory: Memory, language: str, first: str, second: str
) -> None:
    keep(database, memory, first, language)
    assert keep(database, memory, second, language).new
    assert {f.text for f in memory.list()} == {first, second}


@pytest.mark.parametrize(
    ("language", "old", "new", "question"),
    [
        ("en", "my locker code is 4711", "my locker code is 8822", "what's my locker code?"),
        (
            "en",
            "my passport expires in March 2031",
            "my passport expires in May 2036",
            "when does my passport expire?",
        ),
        ("de", "mein PIN-Code lautet 4711", "mein PIN-Code lautet 8822", "wie lautet mein PIN-Code?"),
        ("zh", "门禁密码是4711", "门禁密码是8822", "门禁密码是多少"),
        ("ja", "ロッカーの暗証番号は4711", "ロッカーの暗証番号は8822", "ロッカーの暗証番号は？"),
        ("ko", "현관 비밀번호는 4711이야", "현관 비밀번호는 8822야", "현관 비밀번호 뭐지?"),
    ],
)
def test_a_new_number_takes_the_place_of_the_old_one(
    database: Database, memory: Memory, language: str, old: str, new: str, question: str
) -> None:
    keep(database, memory, old, language)
    assert keep(database, memory, new, language, "t2").replaced == old
    assert [h.text for h in memory.recall(question, language)] == [new]
    with database.transaction("me", "u") as tx:
        undo(tx, "t2")
    assert [h.text for h in memory.recall(question, language)] == [old]


@pytest.mark.parametrize(
    ("language", "fact", "query"),
    [
        ("en", "Minji is allergic to peanuts", "forget about Minji's peanut allergy"),
        ("de", "ich habe mittwochs immer Therapie", "Vergiss das mit der Therapie bitte wieder"),
        ("zh", "我妈晕船，别安排坐船", "晕船那条不用记了，忘掉吧"),
        ("ja", "彩はホラーが苦手", "彩のホラーの件は忘れて"),
        ("ko", "민지는 땅콩 알레르기 있어", "민지 땅콩 알레르기 잊어줘"),
    ],
)
def test_what_is_forgotten_never_comes_back_by_itself(
    database: Database, memory: Memory, language: str, fact: str, query: str
) -> None:
    at = datetime(2026, 3, 4, 12)
    keep(database, memory, "the bike is blue", "en")
    keep(database, memory, fact, language, "t1")
    with database.transaction("me", "t2") as tx:
        memory.index_turn(tx, "t1", fact, "chat", language, at)  # the turn in which it was said
        memory.index_turn(tx, "t2", f"{fact}.", "chat", language, at)  # and one that says it again
    assert drop(database, memory, query) == [fact]
    assert fact not in [h.text.rstrip(".") for h in memory.recall(fact, language)]
    assert [f.text for f in memory.list()] == ["the bike is blue"]
    assert fact not in "".join(memory.export_lines())
    with database.transaction("me", "u") as tx:
        undo(tx, "f")
    assert memory.recall(fact, language)[0].text == fact
    assert keep(database, memory, fact, language, "t3").new is False


def test_forgetting_what_is_not_there_forgets_nothing(database: Database, memory: Memory) -> None:
    keep(database, memory, "the bike is blue")
    for query in ("the boat", "that", "", "forget it", "🙈", "bluebells"):
        assert drop(database, memory, query, f"f{query}") == []
    assert len(memory.list()) == 1


def test_everything_and_one_by_one(database: Database, memory: Memory) -> None:
    first = keep(database, memory, "the bike is blue")
    keep(database, memory, "the boat is green")
    with database.transaction("me", "f1") as tx:
        assert memory.forget_id(tx, first.id).text == "the bike is blue"
        with pytest.raises(NotFoundError):
            memory.forget_id(tx, first.id)
    with database.transaction("me", "f2") as tx:
        assert [f.text for f in memory.forget(tx, "", everything=True)] == ["the boat is green"]
    assert memory.list() == []
    with database.transaction("me", "u") as tx:
        undo(tx, "f2")
    assert [f.text for f in memory.list()] == ["the boat is green"]


def test_talk_is_let_go_of_when_it_is_named_closely(database: Database, memory: Memory) -> None:
    with database.transaction("me", "t1") as tx:
        memory.index_turn(tx, "t1", "I cried about the divorce today", "chat", "en", datetime(2026, 3, 4, 12))
    assert drop(database, memory, "forget that I cried about the divorce") == [
        "I cried about the divorce today"
    ]
    assert memory.recall("the divorce", "en") == []


def test_a_turn_that_was_taken_back_is_passed_over(database: Database, memory: Memory) -> None:
    with database.transaction("me", "t1") as tx:
        memory.index_turn(tx, "t1", "bought a trombone", "log", "en", datetime(2026, 3, 4, 12))
    with database.transaction("me", "u") as tx:
        memory.hide_turn(tx, "t1")
    assert memory.recall("trombone", "en") == []
    with database.transaction("me", "u2") as tx:
        undo(tx, "u")
    assert len(memory.recall("trombone", "en")) == 1


def test_remembering_can_be_undone_and_undone_again(database: Database, memory: Memory) -> None:
    keep(database, memory, "the tent is in the cellar", turn="t1")
    with database.transaction("me", "u1") as tx:
        undo(tx, "t1")
    assert memory.recall("tent", "en") == []
    keep(database, memory, "the canoe is in the garage", turn="t2")
    with database.transaction("me", "u2") as tx:
        undo(tx, "u1")
    assert [h.text for h in memory.recall("tent", "en")] == ["the tent is in the cellar"]
    assert [h.text for h in memory.recall("canoe", "en")] == ["the canoe is in the garage"]
    with database.transaction("me", "r") as tx:
        memory.reindex(tx)
    assert [h.text for h in memory.recall("canoe", "en")] == ["the canoe is in the garage"]


def test_out_and_in_again(database: Database, memory: Memory) -> None:
    keep(database, memory, "die Leiter steht im Keller", "de")
    keep(database, memory, "梯子在地下室", "zh")
    lines = list(memory.export_lines())
    with database.transaction("me", "f") as tx:
        memory.forget(tx, "", everything=True)
        assert memory.import_lines(tx, lines) == 2
        assert memory.import_lines(tx, lines) == 0
    assert {f.text for f in memory.list()} == {"die Leiter steht im Keller", "梯子在地下室"}
    assert {f.language for f in memory.list()} == {"de", "zh"}


def test_an_import_keeps_time_speaker_and_source(database: Database, memory: Memory) -> None:
    lines = [
        json.dumps(
            {"text": "I adopted a beagle", "at": "2025-05-08T13:56", "speaker": "Caroline", "source": "D1:3"}
        ),
        json.dumps({"text": "Congratulations on the beagle!", "speaker": "assistant", "source": "D1:4"}),
        "",
        json.dumps({"text": "   "}),
    ]
    with database.transaction("me", "i") as tx:
        assert memory.import_lines(tx, lines) == 2
    hit = memory.recall("beagle", "en")[0]
    assert (hit.speaker, hit.source, hit.at) == ("Caroline", "D1:3", datetime(2025, 5, 8, 13, 56))
    assert [f.text for f in memory.list()] == ["I adopted a beagle"]


@pytest.mark.parametrize(
    "line",
    ["no json", "[]", "{}", '{"text": null, "at": 5}', '{"text": "a b", "at": "soon"}', '"text"', "{" * 2000],
)
def test_lines_that_are_no_memories_are_refused_whole(database: Database, memory: Memory, line: str) -> None:
    if line == '{"text": null, "at": 5}':
        line = '{"text": "x y", "at": [1]}'
    with pytest.raises(MemoryError_), database.transaction("me", "i") as tx:
        memory.import_lines(tx, ['{"text": "fine so far"}', line])
    assert memory.list() == []


@pytest.mark.parametrize("fact", ["", "   ", "\x00\x1b", "🙈🙈", "?!"])
def test_nothing_is_no_fact(database: Database, memory: Memory, fact: str) -> None:
    with pytest.raises(MemoryError_):
        keep(database, memory, fact)


@pytest.mark.parametrize(
    "fact",
    [
        "'; DROP TABLE memories; --",
        '"quoted" OR (NEAR *)',
        "<script>alert(1)</script>",
        "x " * 50_000,
        "مرحبا",
    ],
)
def test_any_text_is_only_text(database: Database, memory: Memory, fact: str) -> None:
    kept = keep(database, memory, fact)
    assert len(kept.text) <= 4000
    assert [h.id for h in memory.recall(kept.text, "en")] in ([kept.id], [])
    assert len(memory.list()) == 1
