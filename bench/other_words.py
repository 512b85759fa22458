"""Questions in other words than the memory's, and questions about what was never said: `python -m bench.other_words`.

`tests/memory/other_words` has ten homes in five languages, written before `finding.perhaps` was: its floors were chosen
with `tune.txt` in sight, `held_out.txt` only judges. Each question is asked in its own home, with the built-in encoder.
"""

from __future__ import annotations

import sys
import tempfile
from collections import Counter
from dataclasses import dataclass, field
from datetime import UTC, datetime
from pathlib import Path

from calisson.clock import FixedClock
from calisson.memory import Memory
from calisson.memory.types import Hit
from calisson.store import Database

FOLDER = Path(__file__).parent.parent / "tests" / "memory" / "other_words"
SAID, ASKED = datetime(2026, 4, 1, 9), datetime(2026, 4, 14, 10, tzinfo=UTC)


@dataclass
class Spoken:
    """One home: what was said, what is asked with a piece of the answer, and what nobody said."""

    said: list[str] = field(default_factory=list)
    asked: list[tuple[str, str]] = field(default_factory=list)
    never: list[str] = field(default_factory=list)


def homes(name: str, *, held_out: bool = False) -> dict[str, Spoken]:
    """Return the homes of a file, by language; with `held_out`, with the questions that only judge."""
    question, never = "!~" if held_out else "?-"
    out: dict[str, Spoken] = {}
    for line in (FOLDER / f"{name}.txt").read_text("utf-8").splitlines():
        if line.startswith("["):
            home = out[line[1:-1]] = Spoken()
        elif line.startswith("= "):
            home.said.append(line[2:])
        elif line.startswith(f"{question} "):
            asked, piece = line[2:].split(" | ")
            home.asked.append((asked, piece))
        elif line.startswith(f"{never} "):
            home.never.append(line[2:])
    return out


def answered(database: Database, language: str, home: Spoken) -> tuple[dict[str, list[Hit]], Memory]:
    """Return what recall answers to each question in a home where this was said."""
    memory = Memory(database, FixedClock(ASKED))
    with database.transaction("me", "t") as tx:
        for text in home.said:
            memory.remember(tx, text, source_turn="t", language=language, at=SAID)
    questions = [*(q for q, _ in home.asked), *home.never]
    return {q: memory.recall(q, language, 3) for q in questions}, memory


def judged(home: Spoken, found: dict[str, list[Hit]]) -> Counter[str]:
    """Count right, wrong and refused answers, and answers to what was never said; those by meaning apart."""
    counts: Counter[str] = Counter()
    for question, piece in home.asked:
        hits = found[question]
        kind = "refused" if not hits else "right" if piece.casefold() in hits[0].text.casefold() else "wrong"
        counts[kind] += 1
        counts[f"{kind} by meaning"] += bool(hits) and hits[0].how == "meaning"
    for question in home.never:
        hits = found[question]
        counts["never said, answered"] += bool(hits)
        counts["never said, answered by meaning"] += bool(hits) and hits[0].how == "meaning"
    return counts


def told(home: Spoken, found: dict[str, list[Hit]]) -> None:
    """Print each question that is not answered rightly, and what it is answered."""
    for question, piece in [*home.asked, *((q, "") for q in home.never)]:
        first = found[question][0] if found[question] else None
        if (first is not None) if not piece else (not first or piece.casefold() not in first.text.casefold()):
            print(question, "|", piece or "never", "|", f"{first.how} {first.text}" if first else "refused")


def main() -> None:
    """Print the counts of each file; with `--each` also what is not answered rightly, but for what only judges."""
    for name, held_out in (
        ("tune", False),
        ("held_out", False),
        ("crowded", False),
        ("crowded", True),
        ("later", False),
    ):
        whole: Counter[str] = Counter()
        some = homes(name, held_out=held_out)
        for language, home in some.items():
            with tempfile.TemporaryDirectory() as folder, Database.open(Path(folder)) as database:
                found = answered(database, language, home)[0]
            whole += judged(home, found)
            if "--each" in sys.argv:
                told(home, found)
        asked = {n: sum(len(getattr(h, n)) for h in some.values()) for n in ("asked", "never")}
        print(f"{name}{', held out' * held_out}", asked, dict(sorted(whole.items())))


if __name__ == "__main__":
    main()
