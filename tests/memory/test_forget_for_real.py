"""After the erasure no byte of what was forgotten is in any file of the home or its backups, and nothing answers."""

import base64
import io
import json
import shutil
import sqlite3
import subprocess
import sys
import zipfile
import zlib
from collections.abc import Iterator
from datetime import UTC, datetime, timedelta
from pathlib import Path

import pytest
from sqlalchemy import literal, select

from calisson.app import Home
from calisson.clock import FixedClock
from calisson.errors import ConflictError, CorruptError
from calisson.language.text import fold
from calisson.memory import Policy, Viewer
from calisson.memory.finding.points import points, upcoming
from calisson.memory.words.tokens import content_tokens
from calisson.store import Blobs, check, metadata, restore, setup
from calisson.store.backups import automatic
from calisson.workshop import Agent, Permissions, Rule, Task, tools
from calisson.workshop.bench import Held
from calisson.workshop.gitstore import GitStore
from calisson.workshop.gittool import git_tools
from scripted_calls import Scripted

CASES = [
    ("en", "remember that Quillon is allergic to zanzafruit", "what is Quillon allergic to?",
     "forget about Quillon's zanzafruit allergy", "Quillon came by; he is really allergic to zanzafruit",
     ["quillon", "zanzafruit"]),
    ("de", "merk dir, dass der Tresorcode vom Zwickelkeller 90417 ist", "Wie ist der Tresorcode vom Zwickelkeller?",
     "vergiss den Tresorcode vom Zwickelkeller", "Der Tresorcode vom Zwickelkeller ist immer noch 90417.",
     ["zwickelkeller", "90417", "tresorcode"]),
    ("zh", "记住我对榴莲过敏", "我对什么过敏？", "忘掉榴莲过敏那件事", "医生说我对榴莲过敏", ["榴莲"]),
    ("ja", "麒麟亭のドリアンが苦手だと覚えておいて", "麒麟亭の何が苦手だったっけ？", "麒麟亭のドリアンの件は忘れて",
     "やっぱり麒麟亭のドリアンが苦手だ", ["麒麟亭"]),
    ("ko", "민지는 두리안 알레르기 있다고 기억해줘", "민지 무슨 알레르기 있다고 했지?", "민지 두리안 알레르기 잊어줘",
     "오늘 보니 민지는 두리안 알레르기 있어", ["두리안"]),
]  # fmt: skip


@pytest.fixture
def home(tmp_path: Path, clock: FixedClock) -> Iterator[Home]:
    with Home(tmp_path / "home", clock=clock) as opened:
        yield opened


def files(*roots: Path) -> Iterator[tuple[str, bytes]]:
    """Every file, and what is inside of archives."""
    for root in roots:
        for path in sorted(p for p in (root.rglob("*") if root.is_dir() else [root]) if p.is_file()):
            data = path.read_bytes()
            yield str(path), data
            if zipfile.is_zipfile(path):
                with zipfile.ZipFile(io.BytesIO(data)) as archive:
                    for name in archive.namelist():
                        yield f"{path}/{name}", archive.read(name)
            if "objects" in path.parts:  # of a run's history
                yield f"{path} inflated", zlib.decompress(data)


def encoded(needle: str) -> Iterator[bytes]:
    """What of a word shows in base64, wherever it begins there; only words that are long enough to be told."""
    for start in range(3):
        whole = base64.b64encode(b"\0" * start + needle.encode())
        sure = whole[4 if start else 0 : len(whole) // 4 * 4 - 4]
        if len(sure) >= 8:
            yield sure


def holding(needles: list[str], *roots: Path) -> list[tuple[str, str]]:
    found = []
    for name, data in files(*roots):
        small = data.lower()
        for needle in needles:
            escaped = json.dumps(needle)[1:-1].encode()
            hidden = (h for h in encoded(needle) if h in data)
            if needle.encode() in data or needle.lower().encode() in small or escaped in data or any(hidden):
                found.append((name, needle))
    return found


@pytest.mark.parametrize(
    ("language", "said", "asked", "forget", "again", "words"), CASES, ids=[c[0] for c in CASES]
)
def test_no_byte_is_left_and_nothing_answers(
    home: Home, clock: FixedClock, tmp_path: Path,
    language: str, said: str, asked: str, forget: str, again: str, words: list[str],
) -> None:  # fmt: skip
    home.say("remember that the bike is blue")
    taken_back = home.say(said)
    home.undo(taken_back.id)
    kept = home.say(said, key="k1")
    (memory,) = kept.memories
    with home.database.transaction("me", "talk") as tx:
        home.memory.index_turn(tx, "talk", again, "chat", language, datetime(2026, 3, 4, 12))
    home.say(again)
    assert home.say(asked).memories[0].text == memory.text
    needles = [memory.text, fold(memory.text), *words]
    needles += [
        t for t in content_tokens(memory.text, language) if len(t) > 3 and t not in fold(again + "bike blue")
    ]
    backup = home.backup(tmp_path / "away" / "backup.zip")
    automatic(home.database.data_dir, home.database.file, "test", clock.now())
    assert len({name for name, _ in holding(words, tmp_path)}) >= 3
    with home.database.transaction("calisson") as tx:  # as while vectors of another encoder are made
        tx.execute(upcoming.insert().from_select(
            ["position", "encoder", "vector"], select(points.c.position, literal("other-1"), points.c.vector)
        ))  # fmt: skip
    gone = home.say(forget)
    assert [m.id for m in gone.memories] == [memory.id]
    assert (
        home.memory.recall(asked, language) == []
    )  # (asking in talk would write the question's words down anew)
    assert home.memories.erase()["memories"] == []  # it can still be taken back
    clock.advance(25 * 3600)
    report = home.memories.erase()
    assert memory.id in report["memories"] and not report["failed"] and not report["pending"]
    assert len(report["copies"]) == 2
    with home.database.read() as connection:
        for table in (t for t in metadata.sorted_tables if "position" in t.c):
            kept_rows = set(connection.execute(table.select().with_only_columns(table.c.position)).scalars())
            assert len(kept_rows) == 1, table.name  # the bike's
    assert holding(needles, tmp_path) == []
    assert home.search_turns(words[0]) == [] and home.memory.recall(asked, language) == []
    assert home.say(asked).memories == []
    assert all(memory.text not in json.dumps(t, ensure_ascii=False) for t in home.turns(limit=50))
    assert home.journal.verify() == []
    assert all(c.ok for c in check(home.database) if c.needed)
    assert [h.text for h in home.memory.recall("what colour is the bike?", "en")] == ["the bike is blue"]
    with pytest.raises(ConflictError):
        home.undo(gone.id)
    with pytest.raises(ConflictError):
        home.undo(kept.id)
    (parting,) = [p for p in home.memories.forgetting.partings("me") if p.id == memory.id]
    assert (parting.reason, parting.text, parting.erased_at) == ("asked", None, clock.now())
    restore(backup, tmp_path / "again")
    with Home(tmp_path / "again", clock=clock) as other:
        assert other.memory.recall(asked, language) == [] and other.journal.verify() == []
        assert [f.text for f in other.memory.list()] == ["the bike is blue"]
    assert home.memories.erase()["memories"] == []


def test_until_then_it_comes_back_whole(home: Home, clock: FixedClock) -> None:
    home.say("remember that Quillon is allergic to zanzafruit")
    gone = home.say("forget about Quillon's zanzafruit allergy")
    clock.advance(23 * 3600)
    home.memories.erase()
    home.undo(gone.id)
    clock.advance(48 * 3600)
    assert home.memories.erase()["memories"] == []
    assert home.say("what is Quillon allergic to?").memories[0].text == "Quillon is allergic to zanzafruit"
    assert home.memories.forgetting.partings("me") == []


def test_at_once_and_with_the_setting(home: Home, clock: FixedClock, tmp_path: Path) -> None:
    home.say("remember that Quillon is allergic to zanzafruit")
    (kept,) = home.memory.list()
    home.memories.forget(kept.id)
    assert kept.id in home.memories.erase([kept.id])["memories"]
    assert holding(["zanzafruit"], tmp_path) == []
    with home.by_hand() as tx:
        home.set_preferences(tx, erase_after_h=0)
    home.say("remember that the spare key is at Wimbleby's")
    home.say("forget where the spare key is")
    assert home.memories.erase()["memories"] and holding(["wimbleby"], tmp_path) == []


def test_former_wordings_go_too_and_other_talk_stays(home: Home, clock: FixedClock, tmp_path: Path) -> None:
    home.say("remember that my locker code is 47110815")
    home.say("remember that my locker code is 88224466")
    home.say("I bought new shoes today. My locker code is 88224466. Lunch was good.")
    home.say("track my coffee: cups and notes")
    home.say("3 cups, notes: the locker was full of biscuits")
    home.say("forget my locker code")
    clock.advance(25 * 3600)
    home.memories.erase()
    assert holding(["47110815", "88224466"], tmp_path) == []
    told = json.dumps(home.turns(limit=50))
    assert "new shoes" in told and "Lunch was good." in told
    (app,) = home.apps.list()
    assert home.apps.records(app.id)[0].values["notes"] == "locker was full of biscuits"


def test_what_expires_goes_by_itself(home: Home, clock: FixedClock, tmp_path: Path) -> None:
    home.say("remember that the guest wifi is zanzafruit77")
    (kept,) = home.memory.list()
    until = clock.now() + timedelta(days=2)
    home.memories.set_policy(kept.id, {"expires_at": until.isoformat()})
    clock.advance(86400)
    assert home.memories.erase()["memories"] == [] and len(home.memory.list()) == 1
    clock.advance(86400)
    assert home.memory.list() == []
    assert kept.id in home.memories.erase()["memories"] and holding(["zanzafruit77"], tmp_path) == []
    assert home.memories.forgetting.partings("me")[0].reason == "expired"


def test_a_file_that_only_the_memory_came_from_goes_with_it(home: Home, tmp_path: Path) -> None:
    with home.by_hand() as tx:
        blob = Blobs(home.database).put(tx, b"zanzafruit is the password", "text/plain", "zanzafruit.txt")
        fact = home.memory.remember(
            tx, "zanzafruit is the password", source_turn=f"blob:{blob.id}", language="en"
        )
    home.memories.forget(fact.id)
    home.memories.erase([fact.id])
    assert holding(["zanzafruit"], tmp_path) == []


def test_a_backup_that_moved_is_named(home: Home, tmp_path: Path) -> None:
    home.say("remember that Quillon is allergic to zanzafruit")
    shutil.move(home.backup(tmp_path / "backup.zip"), tmp_path / "moved.zip")
    home.backup(tmp_path / "download.zip", download=True)
    (kept,) = home.memory.list()
    home.memories.forget(kept.id)
    report = home.memories.erase([kept.id])
    assert str(tmp_path / "backup.zip") in report["out_of_reach"] and len(report["out_of_reach"]) == 2


def test_while_somebody_reads_the_file_is_rewritten_later(home: Home, tmp_path: Path) -> None:
    home.say("remember that Quillon is allergic to zanzafruit")
    (kept,) = home.memory.list()
    home.memories.forget(kept.id)
    reader = sqlite3.connect(home.database.file)
    reader.execute("BEGIN")
    reader.execute("SELECT count(*) FROM turns").fetchone()
    report = home.memories.erase([kept.id])
    assert report["pending"] and home.memories.forgetting.partings("me")[0].erased_at is None
    reader.close()
    assert home.memories.erase([kept.id])["pending"] is False
    assert holding(["zanzafruit"], tmp_path) == []


def test_a_cut_journal_still_shows_every_other_change(home: Home) -> None:
    home.say("remember that Quillon is allergic to zanzafruit")
    (kept,) = home.memory.list()
    with home.by_hand() as tx:
        noted = home.journal.event(tx, "note", {"said": "Quillon is allergic to zanzafruit", "n": 1})
    home.memories.forget(kept.id)
    home.memories.erase([kept.id])
    assert "zanzafruit" not in json.dumps(dict(home.journal.entry(noted).payload))
    assert home.journal.entry(noted).payload["n"] == 1 and home.journal.verify() == []
    home.close()
    raw = sqlite3.connect(home.database.file)
    raw.execute("DROP TRIGGER journal_no_update")
    raw.execute("UPDATE journal SET body = replace(body, '\"n\":1', '\"n\":2') WHERE id = ?", (noted,))
    raw.commit()
    raw.close()
    assert [p.message_id for p in home.journal.verify()] == ["journal-changed"]


def test_others_memories_stay_when_one_person_forgets(home: Home, clock: FixedClock) -> None:
    home.say("remember that the bike is blue", person="ana")
    home.say("remember that the bike is blue", person="ben")
    home.say("forget that the bike is blue", person="ana")
    clock.advance(25 * 3600)
    home.memories.erase()
    assert home.memory.list(viewer=Viewer("ana", "manage")) == []
    assert [f.text for f in home.memory.list(viewer=Viewer("ben", "manage"))] == ["the bike is blue"]
    assert home.memory.policies([]) == {} and Policy().scope == "private" and UTC


@pytest.mark.postgres
def test_on_postgresql_too(tmp_path: Path, clock: FixedClock, postgres_url: str) -> None:
    with Home(tmp_path / "home", clock=clock, url=postgres_url) as home:
        home.say("remember that the bike is blue")
        home.say("remember that Quillon is allergic to zanzafruit")
        backup = home.backup(tmp_path / "backup.zip")
        home.say("what is Quillon allergic to?")
        gone = home.say("forget about Quillon's zanzafruit allergy")
        clock.advance(25 * 3600)
        report = home.memories.erase()
        assert not report["failed"] and not report["pending"] and report["copies"] == [str(backup)]
        assert holding(["zanzafruit", "quillon"], tmp_path) == []
        setup.load_tables()
        with home.database.read() as connection:
            for table in metadata.sorted_tables:
                assert "zanzafruit" not in repr(connection.execute(table.select()).all()), table.name
        assert home.journal.verify() == []
        with pytest.raises(ConflictError):
            home.undo(gone.id)
        assert [h.text for h in home.memory.recall("what colour is the bike?", "en")] == ["the bike is blue"]


def test_the_commands(tmp_path: Path) -> None:
    def run(*words: str) -> str:
        done = subprocess.run(
            [sys.executable, "-m", "calisson.cli", *words, "--data", str(tmp_path / "home")],
            capture_output=True, text=True, timeout=60,
        )  # fmt: skip
        assert done.returncode == 0, done.stderr
        return done.stdout

    first = run("memory", "add", "the spare key is at Wimbleby's").strip()
    second = run("memory", "add", "the bike is blue").strip()
    shown = json.loads(
        run("memory", "policy", second, "--scope", "people", "--reader", "ana", "--local-only")
    )
    assert (shown["scope"], shown["readers"], shown["local_only"]) == ("people", ["ana"], True)
    assert json.loads(run("memory", "policy", second))["scope"] == "people"
    assert json.loads(run("memory", "forget", first, "--now"))["memories"] == [first]
    assert holding(["wimbleby"], tmp_path) == []
    assert (
        "erased" in run("memory", "report") and json.loads(run("memory", "tidy"))["erased"]["memories"] == []
    )


def test_sealed_backups_are_rewritten_or_become_unreadable(
    home: Home, tmp_path: Path, clock: FixedClock
) -> None:
    home.say("remember that the bike is blue")
    home.say("remember that Quillon is allergic to zanzafruit")
    stick = tmp_path / "stick"
    here = home.backup(tmp_path / "here.sealed", seal=True, keys=stick)
    home.backup(tmp_path / "moves.sealed", seal=True, keys=stick)
    moved = shutil.move(tmp_path / "moves.sealed", tmp_path / "moved.sealed")
    copied = shutil.copy(here, tmp_path / "copied.sealed")
    old_keys = {p.name for p in stick.iterdir()}
    assert len(old_keys) == 2 and holding(["zanzafruit"], here, Path(moved)) == []
    restore(here, tmp_path / "before", keys=stick)
    with Home(tmp_path / "before", clock=clock) as other:
        assert len(other.memory.list()) == 2
    shutil.rmtree(tmp_path / "before")
    kept = next(f for f in home.memory.list() if "zanza" in f.text)
    home.memories.forget(kept.id)
    report = home.memories.erase([kept.id])
    assert report["copies"] == [str(here)] and report["shredded"] == [str(tmp_path / "moves.sealed")]
    assert report["out_of_reach"] == [] and report["failed"] == []
    assert not old_keys & {p.name for p in stick.iterdir()}
    for gone in (moved, copied):
        with pytest.raises(CorruptError, match="sealed"):
            restore(Path(gone), tmp_path / "again", keys=stick)
    restore(here, tmp_path / "again", keys=stick)
    with Home(tmp_path / "again", clock=clock) as other:
        assert [f.text for f in other.memory.list()] == ["the bike is blue"]
    damaged = bytearray(here.read_bytes())
    damaged[-40] ^= 1
    here.write_bytes(damaged)
    with pytest.raises(CorruptError, match="damaged"):
        restore(here, tmp_path / "third", keys=stick)


def test_a_key_copy_out_of_reach_is_named(home: Home, tmp_path: Path) -> None:
    home.say("remember that Quillon is allergic to zanzafruit")
    home.backup(tmp_path / "b.sealed", seal=True, keys=tmp_path / "stick")
    shutil.move(tmp_path / "b.sealed", tmp_path / "away.sealed")
    shutil.move(tmp_path / "stick", tmp_path / "pulled-out")
    (kept,) = home.memory.list()
    home.memories.forget(kept.id)
    assert home.memories.erase([kept.id])["out_of_reach"] == [str(tmp_path / "stick")]


NOTE = "Dinner on Friday: no peanuts.\nQuillon is allergic to zanzafruit.\nBuy bread.\n"


def work(home: Home, folder: Path, *calls: tuple[str, dict[str, str]]) -> tuple[Agent, str]:
    kit = home.work_kit()
    free = Permissions("edits", (Rule("allow", "*"),))
    agent = Agent(
        Scripted(*calls),
        home.database,
        free,
        tools={**tools(), **git_tools(), **kit.tools},
        handlers=kit.handlers,
    )
    run_id = agent.start(Task("Plan a dinner"), folder)
    list(agent.resume(run_id))
    return agent, run_id


def test_no_byte_is_left_in_the_workspaces_and_a_run_can_still_be_rewound(home: Home, tmp_path: Path) -> None:
    home.say("remember that Quillon is allergic to zanzafruit")
    folder = home.database.data_dir / "work" / "1"
    folder.mkdir(parents=True)
    (folder / "picture.bin").write_bytes(b"\xff\xfe zanzibar")
    agent, run_id = work(
        home, folder,
        ("write", {"path": "plan/dinner.txt", "text": NOTE}),
        ("git_commit", {"message": "Quillon is allergic to zanzafruit"}),
        ("write", {"path": "plan/dinner.txt", "text": NOTE + "Buy wine.\n"}),
    )  # fmt: skip
    copy = folder.with_name("1.sub") / "abc"
    copy.mkdir(parents=True)
    (copy / "notes.md").write_text(NOTE)
    places = {name.split("/objects/")[0] for name, _ in holding(["zanzafruit"], tmp_path)}
    assert len(places) >= 4  # the database, the file, the copy, the history
    (kept,) = home.memory.list()
    home.memories.forget(kept.id)
    report = home.memories.erase([kept.id])
    assert report["places"] == [str(folder)] and not report["failed"] and not report["waiting"]
    assert holding(["zanzafruit", "quillon"], tmp_path) == []
    assert (
        folder / "plan" / "dinner.txt"
    ).read_text() == "Dinner on Friday: no peanuts.\n….\nBuy bread.\nBuy wine.\n"
    assert (copy / "notes.md").read_text() == "Dinner on Friday: no peanuts.\n….\nBuy bread.\n"
    history = GitStore(folder.with_name("1.history"))
    (last, *_) = history.log()
    assert "…" in last.message and "…" in history.read(history.blobs(last.tree)["plan/dinner.txt"]).decode()
    agent.rewind(run_id, 1)
    assert (folder / "plan" / "dinner.txt").read_text() == "Dinner on Friday: no peanuts.\n….\nBuy bread.\n"
    assert holding(["zanzafruit", "quillon"], tmp_path) == []


def test_a_workspace_in_which_somebody_works_is_cleaned_later(home: Home, tmp_path: Path) -> None:
    home.say("remember that Quillon is allergic to zanzafruit")
    folder = home.database.data_dir / "work" / "1"
    work(home, folder, ("write", {"path": "a.txt", "text": NOTE}))
    (kept,) = home.memory.list()
    home.memories.forget(kept.id)
    with Held(str(folder)):
        report = home.memories.erase([kept.id])
        assert report["waiting"] == [str(folder)] and report["pending"] and report["memories"] == []
        assert home.memories.forgetting.partings("me")[0].erased_at is None
    assert home.memories.erase([kept.id])["memories"] == [kept.id]
    assert holding(["zanzafruit"], tmp_path) == []


def test_what_cannot_be_rewritten_is_named(home: Home, tmp_path: Path) -> None:
    home.say("remember that Quillon is allergic to zanzafruit")
    folder = home.database.data_dir / "work" / "1"
    folder.mkdir(parents=True)
    (folder / "scan.pdf").write_bytes(b"\xff\xd8 Quillon is allergic to zanzafruit")
    away = tmp_path / "elsewhere"
    work(home, away, ("write", {"path": "a.txt", "text": NOTE}))
    (kept,) = home.memory.list()
    home.memories.forget(kept.id)
    failed = home.memories.erase([kept.id])["failed"]
    assert sorted(f.split(": ")[0] for f in failed) == sorted([str(folder / "scan.pdf"), str(away)])
