"""Memories as Markdown, for people to read."""

from __future__ import annotations

import re
from collections.abc import Callable, Iterable, Iterator
from itertools import groupby

from calisson.memory.types import Fact

_MARKS = re.compile(r"([\\`*_{}\[\]<>#|])")


def markdown(
    facts: Iterable[Fact], title: str, day: Callable[[Fact], str], ended: Callable[[Fact], str],
    missing: str = "",
) -> Iterator[str]:  # fmt: skip
    """Yield the lines of a document: one list a month, the latest first.

    Args:
        facts: what to write.
        title: of the document.
        day: the words for when a fact was said.
        ended: the words for until when it held, empty while it holds.
        missing: what the document ends with, to say what is not in it.
    """
    yield f"# {title}"
    latest = sorted(facts, key=lambda f: (f.at, f.id), reverse=True)
    for month, group in groupby(latest, key=lambda f: f.at.strftime("%Y-%m")):
        yield ""
        yield f"## {month}"
        yield ""
        for fact in group:
            notes = ", ".join(
                n for n in (day(fact), ended(fact), "" if fact.speaker == "me" else fact.speaker) if n
            )
            words = _MARKS.sub(r"\\\1", fact.text)
            yield f"- {words} ({notes})"
    if missing:
        yield ""
        yield f"*{missing}*"
