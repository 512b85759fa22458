"""A backup that was out of reach when something was forgotten does not bring it back."""

import shutil
from collections.abc import Iterator
from pathlib import Path

import pytest
from typer.testing import CliRunner

from calisson.app import Home
from calisson.cli import cli
from calisson.clock import FixedClock
from calisson.memory.forgetting import tombstones
from calisson.portable import arrive, bring_back, preview

FACT, KEPT = "remember that Quillon is allergic to zanzafruit", "remember that the spare key is under the pot"
NEEDLE = b"zanzafruit"


@pytest.fixture
def home(tmp_path: Path, clock: FixedClock) -> Iterator[Home]:
    with Home(tmp_path / "home", clock=clock) as opened:
        opened.say(FACT)
        opened.say(KEPT)
        yield opened


def away(home: Home, folder: Path) -> Path:
    """A backup that was moved to where the home does not look."""
    folder.mkdir(exist_ok=True)
    return Path(shutil.move(home.backup(folder / "here.zip"), folder / "moved.zip"))


def texts(home: Home) -> list[str]:
    return [str(m["text"]) for m in home.memories.all()]


def forget(home: Home) -> str:
    (fact,) = [m for m in home.memories.all() if "zanzafruit" in str(m["text"])]
    return home.memories.forget(str(fact["id"]))


def said_again(folder: Path) -> list[str]:
    return [str(p) for p in folder.rglob("*") if p.is_file() and NEEDLE in p.read_bytes()]


@pytest.mark.parametrize("erased", [True, False], ids=["erased", "still to be taken back"])
def test_a_backup_brought_back_does_not_say_it_again(
    home: Home, tmp_path: Path, clock: FixedClock, erased: bool
) -> None:
    backup = away(home, tmp_path / "stick")
    forget(home)
    if erased:
        clock.advance(2 * 86400)
        home.memories.erase()
    arrival = arrive(home, backup)
    assert preview(home, arrival).memories.same == 1 and preview(home, arrival).memories.added == 0
    assert said_again(arrival.unpacked.folder) == []
    bring_back(home, arrival)
    arrival.close()
    assert len(texts(home)) == 1 and "spare key" in texts(home)[0]
    assert "zanzafruit" not in home.say("what is Quillon allergic to?").reply
    if erased:
        assert said_again(home.database.data_dir) == []


def test_it_stays_forgotten_through_a_backup_that_never_knew_it(tmp_path: Path, clock: FixedClock) -> None:
    with Home(tmp_path / "home", clock=clock) as home:
        empty = away(home, tmp_path / "one")
        home.say(FACT)
        full = away(home, tmp_path / "two")
        forget(home)
        for file in (empty, full):
            arrival = arrive(home, file)
            bring_back(home, arrival)
            arrival.close()
        assert texts(home) == []


def test_what_was_taken_back_comes_back(home: Home, tmp_path: Path) -> None:
    backup = away(home, tmp_path / "stick")
    home.undo(forget(home))
    arrival = arrive(home, backup)
    bring_back(home, arrival)
    arrival.close()
    assert len(texts(home)) == 2


def test_by_the_command_line_too(home: Home, tmp_path: Path) -> None:
    backup = away(home, tmp_path / "stick")
    forget(home)
    home.memories.erase()
    folder = home.database.data_dir
    home.close()
    done = CliRunner().invoke(cli, ["restore", str(backup), "--data", str(folder)], catch_exceptions=False)
    assert done.exit_code == 0, done.output
    with Home(folder) as again:
        assert len(texts(again)) == 1 and tombstones.kept(folder)
    assert said_again(folder) == []


def test_without_the_note_it_comes_back(home: Home, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    backup = away(home, tmp_path / "stick")
    forget(home)
    monkeypatch.setattr(tombstones, "known", lambda database: set())
    arrival = arrive(home, backup)
    bring_back(home, arrival)
    arrival.close()
    assert len(texts(home)) == 2


def test_the_note_outlives_a_cut(tmp_path: Path) -> None:
    tombstones.note(tmp_path, ["mem_a", "mem_b"])
    tombstones.note(tmp_path, ["mem_b", "mem_c"])
    with (tmp_path / tombstones.FILE).open("a") as file:
        file.write('"mem_')
    assert tombstones.kept(tmp_path) == {"mem_a", "mem_b", "mem_c"}
    assert (tmp_path / tombstones.FILE).read_text().count("mem_b") == 1
