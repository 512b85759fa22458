"""Files of memories: of this program, ChatGPT, Claude and mem0; looked at, taken in once, refused when broken."""

import io
import json
import tracemalloc
import zipfile
from datetime import datetime
from pathlib import Path
from typing import Any

import pytest

from calisson import Home
from calisson.errors import MemoryError_
from calisson.memory import Policy, Viewer
from calisson.memory.exchange import archive, values
from calisson.memory.exchange.taking import items_in
from calisson.memory.exchange.types import Preview


@pytest.fixture
def home(tmp_path: Path) -> Any:
    with Home(tmp_path / "home") as opened:
        yield opened


def node(name: str, parent: str | None, role: str, text: str, at: float, **more: Any) -> dict[str, Any]:
    message = {"id": name, "author": {"role": role}, "create_time": at,
               "content": {"content_type": "text", "parts": [text]}, **more}  # fmt: skip
    return {"id": name, "parent": parent, "children": [], "message": message}


CHATGPT = [{
    "title": "Trip", "conversation_id": "c1", "create_time": 1700000000.0, "current_node": "m4", "mapping": {
        "root": {"id": "root", "parent": None, "message": None, "children": ["m0"]},
        "m0": node("m0", "root", "system", "You are helpful", 1.0, metadata={"is_visually_hidden_from_conversation": True}),
        "m1": node("m1", "m0", "user", "My sister Mia is allergic to peanuts. What should I cook?", 1700000001.0),
        "m2": node("m2", "m1", "assistant", "How about a risotto without nuts?", 1700000002.0),
        "m3": node("m3", "m2", "tool", "search results", 1700000003.0),
        "m4": node("m4", "m3", "user", "We moved to Lyon in March.", 1700000004.0),
        "old": node("old", "m1", "user", "A branch that was left again and says nothing true", 1700000005.0),
    },
}]  # fmt: skip
CLAUDE = [{
    "uuid": "u1", "name": "Keys", "created_at": "2025-05-01T10:00:00Z", "chat_messages": [
        {"uuid": "a", "sender": "human", "text": "The spare key is in the blue box.", "created_at": "2025-05-01T10:00:00Z"},
        {"uuid": "b", "sender": "assistant", "text": "", "content": [{"type": "text", "text": "Noted, the blue box."}],
         "created_at": "2025-05-01T10:00:05Z"},
    ],
}]  # fmt: skip
CLAUDE_MEMORIES = [
    {
        "conversations_memory": "**Work**\n\n- Works as a nurse in Cologne\n- Has two cats",
        "project_memories": {},
    }
]
MEM0 = {"results": [
    {"id": "x1", "memory": "Prefers tea to coffee", "user_id": "me", "created_at": "2025-01-02T03:04:05-08:00", "metadata": {"a": 1}},
    {"id": "x2", "memory": "Plays the cello", "created_at": None},
]}  # fmt: skip


def packed(**files: Any) -> io.BytesIO:
    out = io.BytesIO()
    with zipfile.ZipFile(out, "w", zipfile.ZIP_DEFLATED) as made:
        for name, value in files.items():
            made.writestr(name.replace("__", "/") + ".json", json.dumps(value))
    return out


def plain(value: Any) -> io.BytesIO:
    return io.BytesIO(json.dumps(value).encode())


def test_chatgpt(home: Home) -> None:
    file = packed(conversations=CHATGPT, user={"id": "user-1", "email": "a@example.org"})
    shown = home.memories.look_into(file)
    assert (shown["format"], shown["conversations"]) == ("chatgpt", 1)
    assert (shown["facts"], shown["talk"], shown["replies"], shown["offers"]) == (0, 2, 1, 0)
    assert shown["first"].startswith("2023-11-14")
    assert home.memories.all() == []
    taken = home.memories.take_in_file(file)
    assert (taken["added"], taken["waiting"]) == (3, 0)
    hit = home.memory.recall("what is my sister allergic to?", "en")[0]
    assert hit.text == "My sister Mia is allergic to peanuts." and hit.source == "chatgpt:c1:m1"
    assert hit.tier == "turn"
    assert not home.memory.recall("a branch that was left", "en")
    assert home.memories.take_in_file(file)["added"] == 0
    assert home.memories.all() == []  # nobody asked to keep a fact


def test_claude(home: Home) -> None:
    file = packed(
        export__conversations=CLAUDE, export__memories=CLAUDE_MEMORIES, export__users=[{"uuid": "me"}]
    )
    shown = home.memories.look_into(file)
    assert (shown["format"], shown["talk"], shown["replies"], shown["offers"]) == ("claude", 1, 1, 3)
    home.memories.take_in_file(file)
    assert home.memory.recall("where is the spare key?", "en")[0].text == "The spare key is in the blue box."
    assert home.memory.recall("what do I work as?", "en") == []  # another program's conclusion waits
    waiting = {m["text"]: m["id"] for m in home.memories.proposed()}
    assert set(waiting) == {"Work", "Works as a nurse in Cologne", "Has two cats"}
    home.memories.answer(waiting["Works as a nurse in Cologne"], True)
    home.memories.answer(waiting["Work"], False)
    assert [m["text"] for m in home.memories.all()] == ["Works as a nurse in Cologne"]
    again = home.memories.take_in_file(file)
    assert (again["added"], again["known"]) == (0, 5)


def test_mem0(home: Home) -> None:
    for given in (MEM0, MEM0["results"]):
        taken = home.memories.take_in_file(plain(given))
        assert taken["format"] == "mem0"
    assert {m["text"] for m in home.memories.proposed()} == {"Prefers tea to coffee", "Plays the cello"}
    assert home.memories.all() == []


def test_own_lines_out_and_in_again(home: Home, tmp_path: Path) -> None:
    home.say("remember that I live in Paris", at=None)
    home.say("remember that I live in Lyon")
    lines = home.memories.export().text
    assert "I live in Paris" in home.memories.export("markdown").text
    with Home(tmp_path / "other") as other:
        assert other.memories.take_in_file(io.BytesIO(lines.encode()))["added"] == 2
        assert [h.text for h in other.memory.recall("where do I live?", "en")] == ["I live in Lyon"]
        assert other.memories.take_in_file(io.BytesIO(lines.encode()))["added"] == 0


def test_what_a_memory_is_fenced_with_comes_back_with_it(home: Home, tmp_path: Path) -> None:
    shown = home.memories.add("I live in Lyon")
    kept = home.memories.add("I am allergic to nuts")
    with home.by_hand() as tx:
        offered = home.memory.remember(
            tx,
            "The museum closes on Mondays",
            source_turn="page",
            language="en",
            policy=Policy(origin="outside"),
        )
    home.memories.answer(offered.id, True)
    home.memories.set_policy(
        kept, {"scope": "people", "readers": ["ana"], "local_only": True, "no_train": True, "region": "DE",
               "expires_at": "2099-01-01T00:00:00+00:00", "purposes": ["answer", "export"]},
    )  # fmt: skip
    home.memories.care_for(kept, pinned=True, kept_for="legal", importance=0.9)
    home.memories.change_profile(shown, text="Lives by the Rhône", pinned=True)
    home.say("My brother Otto plays the trombone", at=datetime(2026, 3, 4, 12, 0, 0, 250_000))
    file = home.memories.export(talk=True).text.encode()
    assert b"trombone" in file and b"trombone" not in home.memories.export().text.encode()
    assert home.memories.take_in_file(io.BytesIO(file))["added"] == 0, "they are here"
    with Home(tmp_path / "other") as other:
        assert other.memories.take_in_file(io.BytesIO(file))["added"] == 4
        assert other.memories.take_in_file(io.BytesIO(file))["added"] == 0
        by_text = {m["text"]: m for m in other.memories.all()}
        mine, theirs = (by_text["I am allergic to nuts"], other.memories.abroad.all())
        assert mine["policy"] == home.memories.policy(kept)
        assert (mine["pinned"], mine["kept_for"], mine["importance"]) == (True, "legal", 0.9)
        assert by_text["The museum closes on Mondays"]["policy"]["origin"] == "outside"
        assert "policy" not in by_text["I live in Lyon"]
        assert "I am allergic to nuts" not in {m["text"] for m in theirs}
        lines = {line["text"]: line["pinned"] for line in other.memories.profile()}
        assert lines["Lives by the Rhône"] is True
        (talk,) = [h for h in other.memories.search("trombone", 3) if "trombone" in h["text"]]
        assert talk["tier"] == "turn"
        (hit,) = other.memory.recall("who is allergic to nuts?", "en", viewer=Viewer("ana"))
        assert hit.text == "I am allergic to nuts"


@pytest.mark.parametrize(
    "more",
    [{"policy": {"scope": "world"}}, {"policy": {"expires_at": "soon"}}, {"care": {"importance": "very"}}],
)
def test_a_line_with_a_wrong_fence_stores_nothing(home: Home, more: dict[str, Any]) -> None:
    lines = [{"text": "I live in Lyon"}, {"text": "I am allergic to nuts", **more}]
    with pytest.raises(MemoryError_) as refused:
        home.memories.take_in_file(io.BytesIO("\n".join(map(json.dumps, lines)).encode()))
    assert refused.value.message_id == "error-memory-file-broken"
    assert home.memories.all() == []


def test_lines_for_a_circle_are_for_their_person_alone(home: Home) -> None:
    line = {"text": "I am allergic to nuts", "policy": {"scope": "circle", "circles": ["family"]}}
    home.memories.take_in_file(io.BytesIO(json.dumps(line).encode()))
    assert "policy" not in home.memories.all()[0]


def test_later_lines_close_earlier_ones_in_any_order(home: Home) -> None:
    lines = [
        {"text": "I live in Lyon", "at": "2026-01-05"}, {"text": "I live in Rome", "at": "2020-01-05"},
        {"text": "I live in Paris", "at": "2023-01-05"},
    ]  # fmt: skip
    home.memories.take_in_file(io.BytesIO("\n".join(map(json.dumps, lines)).encode()))
    assert [h.text for h in home.memory.recall("where do I live?", "en")] == ["I live in Lyon"]
    assert home.memory.recall("where did I live in 2021?", "en")[0].text == "I live in Rome"
    assert home.memory.recall("where did I live in 2024?", "en")[0].text == "I live in Paris"


BROKEN = [
    (b"", "error-memory-file-unknown"),
    (b"hello", "error-memory-file-broken"),
    (b'{"text": "fine"}\n{"text": ', "error-memory-file-broken"),
    (b'[{"text": "fine"}', "error-memory-file-broken"),
    (b'[{"text": "fine"}] tail', "error-memory-file-broken"),
    (b'{"colour": "blue"}', "error-memory-file-unknown"),
    (b'{"text": "fine", "at": "some day"}', "error-memory-file-broken"),
    ('{"text": "grün"}'.encode("latin-1"), "error-memory-file-broken"),
    (b"PK\x03\x04 no zip", "error-memory-file-zip"),
    (b'"just words"', "error-memory-file-unknown"),
    (b"[" * 200_000, "error-memory-file-broken"),
]


@pytest.mark.parametrize(("data", "message"), BROKEN, ids=range(len(BROKEN)))
def test_what_is_broken_stores_nothing(home: Home, data: bytes, message: str) -> None:
    good = b'{"text": "the tent is in the cellar"}\n'
    for given in (data, good + data if data and not data.startswith((b"[", b"PK")) else data):
        with pytest.raises(MemoryError_) as problem:
            home.memories.take_in_file(io.BytesIO(given))
        assert problem.value.message_id == message
    assert home.memories.all() == []


def test_zip_bombs_are_refused(home: Home, monkeypatch: pytest.MonkeyPatch) -> None:
    out = io.BytesIO()
    with zipfile.ZipFile(out, "w", zipfile.ZIP_DEFLATED) as made:
        made.writestr("conversations.json", b"[" + b" " * (30 << 20) + b"]")
    with pytest.raises(MemoryError_) as problem:
        home.memories.look_into(out)
    assert problem.value.message_id == "error-memory-file-swells"
    empty = io.BytesIO()
    with zipfile.ZipFile(empty, "w") as made:
        made.writestr("chat.html", "<html></html>")
    with pytest.raises(MemoryError_) as problem:
        home.memories.look_into(empty)
    assert problem.value.message_id == "error-memory-file-unknown"
    assert archive.LARGEST < 1 << 40


def test_a_huge_file_is_read_within_bounded_memory(tmp_path: Path) -> None:
    file = tmp_path / "conversations.json"
    with file.open("w") as out:
        out.write("[")
        for n in range(3000):
            talk = [{"uuid": f"{n}-{m}", "sender": "assistant", "text": "word " * 200, "created_at": "2025-05-01T10:00:00Z"}
                    for m in range(10)]  # fmt: skip
            out.write(("," if n else "") + json.dumps({"uuid": str(n), "chat_messages": talk}))
        out.write("]")
    size = file.stat().st_size
    assert size > 30 << 20
    tracemalloc.start()
    with file.open("rb") as stream:
        count = sum(1 for _ in items_in(stream, Preview()))
    peak = tracemalloc.get_traced_memory()[1]
    tracemalloc.stop()
    assert count == 30_000
    assert peak < 4 << 20, f"{peak / 2**20:.1f} MiB for a file of {size / 2**20:.0f} MiB"


@pytest.mark.parametrize("chunk", [1, 2, 3, 7, 64])
def test_values_are_the_same_however_they_arrive(chunk: int, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(values, "CHUNK", chunk)
    given = [{"a": 'quote " and \\ and ] }', "b": [1, {"c": "日本語 🙈"}]}, {"d": []}, {"e": "x" * 50}]
    array = json.dumps(given, ensure_ascii=False).encode()
    lines = "\n".join(json.dumps(g) for g in given).encode()
    assert list(values.values(io.BytesIO(array))) == given
    assert list(values.values(io.BytesIO(lines))) == given
    assert list(values.values(io.BytesIO(b"\xef\xbb\xbf" + array))) == given


def test_a_time_with_an_offset_is_kept_as_the_time_of_the_home(tmp_path: Path) -> None:
    with Home(tmp_path / "home") as home:
        home.say("hello", tz="Asia/Tokyo")
        lines = [
            {"text": "I met Ada in Kyoto", "at": "2024-05-04T20:00:00Z", "valid_until": "2024-06-30T15:00:00+00:00"},
            {"text": "I met Ben in Osaka", "at": 1714852800}, {"text": "I met Cem in Nara", "at": "2024-05-04T20:00"},
        ]  # fmt: skip
        home.memories.take_in_file(io.BytesIO("\n".join(map(json.dumps, lines)).encode()))
        found = {m["text"]: m for m in home.memories.all()}
        assert {text: m["at"] for text, m in found.items()} == {
            "I met Ada in Kyoto": "2024-05-05T05:00:00", "I met Ben in Osaka": "2024-05-05T05:00:00",
            "I met Cem in Nara": "2024-05-04T20:00:00",
        }  # fmt: skip
        assert found["I met Ada in Kyoto"]["valid_until"] == "2024-07-01T00:00:00"


@pytest.mark.parametrize(
    "at", ["yesterday", "2024-02-30", "0001-01-01", "9999-12-31T23:59:59-12:00", 1e300, ["2024"]]
)
def test_what_is_no_time_is_refused_with_an_example_of_one(home: Home, at: Any) -> None:
    given = json.dumps({"text": "the cat is with Ben since last year", "at": at}).encode()
    with pytest.raises(MemoryError_, match="such as 2026-03-04T12:00"):
        home.memories.take_in_file(io.BytesIO(given))
    assert home.memories.all() == []


def test_a_conversation_without_its_last_message_may_have_any_times(home: Home) -> None:
    tree = {name: node(name, None, "user", f"My cousin {name} is a baker", at)  # type: ignore[arg-type]
            for name, at in (("Ada", "2024-05-04T20:00:00"), ("Ben", None), ("Cem", 1e300), ("Dora", [1]))}  # fmt: skip
    given = json.dumps([{"mapping": tree, "title": "x"}]).encode()
    assert home.memories.take_in_file(io.BytesIO(given))["added"] == 4
