"""Encryption at rest: on, off, locked, with a wrong passphrase, a lost key, another passphrase, and cut half-way."""

import sqlite3
from collections.abc import Iterator
from pathlib import Path

import pytest
from test_forget_for_real import holding

from calisson.app import Home
from calisson.clock import FixedClock
from calisson.errors import VaultError
from calisson.memory import Viewer
from calisson.memory.finding.search import index_words
from calisson.memory.privacy import encrypt
from calisson.memory.tables import memories
from calisson.store import Blobs, Sealed, check, restore
from calisson.store.sealing import OPEN, TEXT, Key, reveal
from calisson.store.vault import Vault, code_of, key_of, keyring_passphrase

WORDS = "correct horse battery"


@pytest.fixture
def home(tmp_path: Path, clock: FixedClock) -> Iterator[Home]:
    with Home(tmp_path / "home", clock=clock) as opened:
        yield opened
    OPEN.clear()


def add(home: Home, text: str, person: str = "me") -> str:
    return home.memories.add(text, person)


def stored(home: Home, *needles: str) -> list[tuple[str, str]]:
    """Where the words stand in the home's files."""
    return holding([*needles], home.database.data_dir)


def test_what_is_kept_is_unreadable_on_the_disk_and_found_all_the_same(home: Home, tmp_path: Path) -> None:
    first = add(home, "Quillon is allergic to zanzafruit")
    add(home, "the bike is blue", "ana")
    with home.by_hand() as tx:
        blob = Blobs(home.database).put(tx, b"zanzafruit scan", "text/plain", "scan.txt")
    gone = home.memories.forget(add(home, "zanzafruit grows in Wimbleby"))
    assert stored(home, "zanzafruit")
    code = home.memories.encrypt(WORDS)
    assert stored(home, "zanzafruit", "quillon", "wimbleby", "allerg") == []
    assert stored(home, "bike is blue")  # ana's, plain
    second = add(home, "Quillon lives in zanzaville")
    home.undo(gone)
    assert stored(home, "zanza") == []
    asked = home.memory.recall("what is Quillon allergic to?", "en")
    assert [h.id for h in asked] == [first] and asked[0].text == "Quillon is allergic to zanzafruit"
    assert [h.id for h in home.memory.recall("where does Quillon live?", "en")] == [second]
    found = home.memories.search("where does Quillon live?", 3)
    assert second in {f["id"] for f in found} and len(found) == 3
    assert Blobs(home.database).get(blob.id)[1] == b"zanzafruit scan"
    assert all(c.ok for c in check(home.database)) and key_of(code).id in OPEN
    assert [f.text for f in home.memory.list(viewer=Viewer("ana", "manage"))] == ["the bike is blue"]
    same = home.memory.list()
    with home.by_hand() as tx:
        again = home.memory.remember(tx, "Quillon is allergic to zanzafruit!", source_turn="x", language="en")
    assert (again.id, again.new) == (first, False)
    home.memories.decrypt(WORDS)
    assert stored(home, "zanzafruit") and home.memory.list() == same
    assert [h.id for h in home.memory.recall("what is Quillon allergic to?", "en")] == [first]
    assert home.memories.search("where does Quillon live?", 3) == found  # neither form ranks otherwise
    assert Blobs(home.database).get(blob.id)[1] == b"zanzafruit scan"


def test_undo_finds_exactly_what_was(home: Home) -> None:
    turn = home.say("remember that Quillon is allergic to zanzafruit")
    home.memories.encrypt(WORDS)
    assert len(home.memory.list()) == 1
    undone = home.undo(turn.id)
    assert home.memory.list() == []
    home.undo(undone)
    assert [f.text for f in home.memory.list()] == ["Quillon is allergic to zanzafruit"]
    with home.database.read() as connection:
        assert isinstance(connection.execute(memories.select()).mappings().first()["text"], Sealed)
    later = home.say("remember that the boat is green")
    home.undo(home.undo(later.id))
    assert {f.text for f in home.memory.list()} == {"Quillon is allergic to zanzafruit", "the boat is green"}


def test_locked_nothing_answers_and_the_right_words_open_it(
    home: Home, tmp_path: Path, clock: FixedClock
) -> None:
    add(home, "Quillon is allergic to zanzafruit")
    home.memories.encrypt(WORDS)
    home.database.vault.lock("me")
    for door in (
        lambda: home.memory.recall("what is Quillon allergic to?", "en"), home.memory.list, home.memories.all,
        lambda: add(home, "the boat is green"), lambda: list(home.memory.export_lines()),
        lambda: home.memory.search("Quillon", "en"), lambda: home.memories.unlock("wrong horse battery"),
    ):  # fmt: skip
        with pytest.raises(VaultError):
            door()
    said = home.say("what is Quillon allergic to?")
    assert "zanzafruit" not in said.reply and said.memories == []
    add(home, "the bike is blue", "ana")
    assert [h.text for h in home.memory.recall("what colour is the bike?", "en", viewer=Viewer("ana"))] == [
        "the bike is blue"
    ]
    home.close()
    with pytest.raises(VaultError), Home(tmp_path / "home", clock=clock, passphrase="wrong horse"):
        pass
    with Home(tmp_path / "home", clock=clock, passphrase=WORDS) as again:
        assert again.memory.recall("what is Quillon allergic to?", "en")


def test_another_passphrase_a_lost_one_and_a_lost_file(home: Home) -> None:
    add(home, "Quillon is allergic to zanzafruit")
    code = home.memories.encrypt(WORDS)
    vault = home.database.vault
    with pytest.raises(VaultError):
        vault.change("me", "wrong horse battery", "other horse battery")
    with pytest.raises(VaultError):
        vault.change("me", WORDS, "short")
    vault.change("me", WORDS, "other horse battery")
    vault.lock("me")
    with pytest.raises(VaultError):
        home.memories.unlock(WORDS)
    home.memories.unlock("other horse battery")
    vault.lock("me")
    wrong = code[:5] + ("A" if code[5] != "A" else "B") + code[6:]
    for bad in (wrong, "", "hello", code_of(Key(b"x" * 32))):
        with pytest.raises(VaultError):
            vault.recover("me", bad, "third horse battery")
    next((home.database.data_dir / "vault").glob("*.json")).unlink()
    vault.recover("me", code.lower().replace("-", " "), "third horse battery")
    assert home.memory.recall("what is Quillon allergic to?", "en")
    with pytest.raises(VaultError):
        home.memories.encrypt(WORDS)


@pytest.mark.parametrize("step", ["_convert", "_convert_files", "_compact"])
def test_cut_half_way_nothing_is_lost_and_unlocking_goes_on(
    home: Home, tmp_path: Path, clock: FixedClock, monkeypatch: pytest.MonkeyPatch, step: str
) -> None:
    add(home, "Quillon is allergic to zanzafruit")
    with home.by_hand() as tx:
        blob = Blobs(home.database).put(tx, b"zanzafruit scan", "text/plain")

    def cut(*_: object) -> bool:
        raise KeyboardInterrupt

    with monkeypatch.context() as patched:
        patched.setattr(encrypt, step, cut)
        with pytest.raises(KeyboardInterrupt):
            home.memories.encrypt(WORDS)
    home.close()
    OPEN.clear()
    with Home(tmp_path / "home", clock=clock, passphrase=WORDS) as again:
        assert again.memory.recall("what is Quillon allergic to?", "en")
        assert Blobs(again.database).get(blob.id)[1] == b"zanzafruit scan"
        encrypt._compact(again.database)
        assert stored(again, "zanzafruit") == []


def test_a_changed_ciphertext_is_noticed(home: Home) -> None:
    from cryptography.exceptions import InvalidTag

    add(home, "Quillon is allergic to zanzafruit")
    home.memories.encrypt(WORDS)
    raw = sqlite3.connect(home.database.file)
    (text,) = raw.execute("SELECT text FROM memories").fetchone()
    raw.close()
    assert text.startswith(TEXT) and reveal(text) == "Quillon is allergic to zanzafruit"
    with pytest.raises(InvalidTag):
        reveal(text[:-6] + ("AAAA" if text[-6:-2] != "AAAA" else "BBBB") + text[-2:])


def test_forgetting_and_backups_work_on_what_is_encrypted(
    home: Home, tmp_path: Path, clock: FixedClock
) -> None:
    home.memories.encrypt(WORDS)
    add(home, "the bike is blue")
    kept = add(home, "Quillon is allergic to zanzafruit")
    backup = home.backup(tmp_path / "backup.zip")
    assert holding(["zanzafruit"], backup) == []
    home.memories.forget(kept)
    home.database.vault.lock("me")
    assert home.memories.erase([kept])["memories"] == []  # it cannot be looked for
    home.memories.unlock(WORDS)
    assert home.memories.erase([kept])["memories"] == [kept]
    with home.database.read() as connection:
        (row,) = connection.execute(memories.select()).mappings().all()
        terms = (
            connection.exec_driver_sql("SELECT term FROM memories_terms WHERE term LIKE 'zq7%'")
            .scalars()
            .all()
        )
    assert set(terms) == set((index_words(row["tokens"]) or "").split())
    restore(backup, tmp_path / "again")
    OPEN.clear()
    with Home(tmp_path / "again", clock=clock, passphrase=WORDS) as other:
        assert [f.text for f in other.memory.list()] == ["the bike is blue"]


def test_a_text_that_looks_sealed_stays_what_was_typed(home: Home) -> None:
    with home.by_hand() as tx:
        home.memory.remember(tx, TEXT + "abc:def ghi", source_turn="", language="en")
    assert [f.text for f in home.memory.list()] == [TEXT.strip("\x02") + "abc:def ghi"]


def test_the_keyring_keeps_a_random_passphrase(tmp_path: Path) -> None:
    kept: dict[tuple[str, str], str] = {}

    class Ring:
        def get_password(self, service: str, username: str) -> str | None:
            return kept.get((service, username))

        def set_password(self, service: str, username: str, password: str) -> None:
            kept[service, username] = password

    with pytest.raises(VaultError):
        keyring_passphrase("me", make=False, keyring=Ring())
    made = keyring_passphrase("me", make=True, keyring=Ring())
    assert len(made) > 30 and keyring_passphrase("me", make=True, keyring=Ring()) == made
    vault = Vault(tmp_path)
    key = vault.create("me", made)
    vault.lock("me")
    assert vault.is_locked("me") and vault.unlock("me", made).id == key.id
    OPEN.clear()
