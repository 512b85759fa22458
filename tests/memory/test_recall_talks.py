"""Conversations that tell, ask back, correct and forget, among entries of apps: what each turn must do.

A line of `talks/<language>.txt` is what is said and what is expected: `R` kept, `T` heard and not logged, `?x` answered
with x, `N` nothing is known, `!x` answered without x, `F:x` x is forgotten, `A=x` a number out of an app, `C` a new app,
`L` logged, `M` a reminder, `H` small talk. `+3d` before the words lets days pass.
"""

import datetime as dt
from collections.abc import Iterator
from pathlib import Path

import pytest

from calisson.app import Home
from calisson.assistant.types import TurnResult

TALKS = Path(__file__).parent / "talks"
START = dt.datetime(2026, 5, 4, 9, tzinfo=dt.UTC)


def conversations() -> Iterator[tuple[str, str, list[str]]]:
    for path in sorted(TALKS.glob("*.txt")):
        for part in path.read_text("utf-8").split("\n\n"):
            title, *lines = part.strip().splitlines()
            yield path.stem[:2], title.removeprefix("# "), lines


def holds(expected: str, out: TurnResult) -> bool:
    reply, told = out.reply.casefold(), [m.text.casefold() for m in out.memories]
    what = expected[1:].lstrip(":=").casefold()
    answer = out.answer.value if out.answer else None
    match expected[0]:
        case "R":
            return out.act == "remember"
        case "T":
            return out.act in ("chat", "remember") and not out.records
        case "H":
            return out.act in ("chat", "forget", "clarify") and not out.records
        case "C" | "L" | "M":
            return out.act == {"C": "create_app", "L": "log", "M": "remind"}[expected[0]]
        case "A":
            return out.act == "ask" and answer is not None and float(str(answer)) == float(what)
        case "N":
            return out.act in ("recall", "ask") and not told and not answer
        case "F":
            return out.act == "forget" and any(what in t for t in told)
        case "!":
            return out.act in ("recall", "ask", "chat") and what not in reply
        case _:
            return out.act in ("recall", "ask") and any(w in reply for w in what.split("|"))


@pytest.mark.parametrize(
    ("language", "lines"), [pytest.param(x, lines, id=f"{x}-{title}") for x, title, lines in conversations()]
)
def test_a_talk_about_what_is_known(tmp_path: Path, language: str, lines: list[str]) -> None:
    at, wrong = START, []
    with Home(tmp_path / "home") as home:
        for line in lines:
            said, expected = (part.strip() for part in line.rsplit("||", 1))
            if said.startswith("+"):
                days, said = said[1:].split("d ", 1)
                at += dt.timedelta(days=int(days))
            at += dt.timedelta(minutes=2)
            out = home.say(said, at=at, tz="UTC")
            if not holds(expected, out) or out.language != language:
                wrong.append(f"{said} [{expected}] → {out.act} {out.language}: {out.reply}")
    assert not wrong
