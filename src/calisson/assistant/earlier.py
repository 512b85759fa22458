"""What a model is shown of a conversation: the last messages exactly, and all talk before them in short.

What stands before the window is a Memory Diffusion under a hard budget. It is kept in this process alone and made of
the stored turns, so that nothing of it has to be sealed or erased: when something was forgotten, taken back, erased,
labelled otherwise or has expired since, it is made anew from the turns as they are then. What was forgotten is left
out from that moment, before its bytes are gone. A turn adds the messages that left the window, so it costs the same at
any age; made anew, it takes in the last `REACH` turns of talk.

What was logged, remembered, recalled or answered from records is no talk and is not in it.
"""

from __future__ import annotations

import threading
from collections.abc import Sequence
from dataclasses import dataclass, field
from typing import TYPE_CHECKING, Any

from sqlalchemy import func, select

from calisson.assistant import history
from calisson.memory import Viewer
from calisson.memory.forgetting.erase import belongs, traces_of
from calisson.memory.forgetting.traces import Trace, clean
from calisson.memory.shortening.credited import credit_by_source, credit_chunks
from calisson.memory.shortening.diffusion import Diffusion
from calisson.memory.shortening.trajectory import Plan, Turn
from calisson.memory.tables import memory_partings
from calisson.memory.words.measure import count, cut

if TYPE_CHECKING:
    from calisson.memory import Memory
    from calisson.store import Database

WINDOW_TOKENS = 6000
"""Of the short-term window, by `calisson.memory.words.measure`: with pasted books it holds fewer messages."""
BEFORE_TOKENS = 2000
"""Of all talk before the window."""
REACH = 600
"""Turns of talk that it is made of, when it is made anew."""
YOU = "you"
PERSON = "person"


@dataclass(frozen=True, slots=True)
class View:
    """What a model is shown."""

    window: tuple[str, ...]
    """Messages, oldest first: the person's and the answers in turn."""
    before: tuple[str, ...]
    """Lines of all talk before, in short."""


@dataclass(slots=True)
class _Kept:
    """The talk before a window."""

    stamp: tuple[Any, ...]
    """Of what was forgotten and erased in the home when it was made."""
    talk: Diffusion
    turns: list[str] = field(default_factory=list)
    """Ids of all turns looked at."""
    hidden: frozenset[str] = frozenset()
    """Those of them that the viewer may not see."""


class EarlierTalk:
    """The talk of a home's people, as models are shown it. Safe to share between threads."""

    def __init__(self, database: Database, memory: Memory) -> None:
        self._database = database
        self._memory = memory
        self._lock = threading.Lock()
        self._kept: dict[Viewer, _Kept] = {}

    def view(self, viewer: Viewer, messages: int) -> View:
        """Return what a model is shown of the viewer's own talk, with at most `messages` in the window."""
        turns = [
            t for t in history.page(self._database, viewer.person, limit=2 * messages)
            if t["result"].get("act") in history.TALK and t["text"] and t["result"].get("reply")
        ]  # fmt: skip
        hidden = self._memory.unseen([t["id"] for t in turns], viewer)
        traces = self._traces(viewer.person)
        shown, texts = _window(_said([t for t in turns if t["id"] not in hidden], traces)[-(messages // 2) :])
        with self._lock:
            return View(tuple(texts), self._before(viewer, shown[0] if shown else None, traces))

    def _traces(self, person: str) -> list[Trace]:
        """Return what the person forgot and is not erased yet."""
        if self._database.vault.is_locked(person):
            return []
        table = memory_partings.c
        query = select(table.id).where(
            table.person == person, table.erased_at.is_(None), table.reason != "budget"
        )
        with self._database.read() as connection:
            ids = list(connection.execute(query).scalars())
            return traces_of(connection, ids) if ids else []

    def _before(self, viewer: Viewer, until: str | None, traces: Sequence[Trace]) -> tuple[str, ...]:
        if self._database.vault.is_locked(viewer.person):
            self._kept.pop(viewer, None)
            return ()
        kept = self._kept.get(viewer)
        if kept is None or not self._holds(kept, viewer, until):
            scorer = self._memory.learning.scorer()
            talk = Diffusion(Plan(BEFORE_TOKENS, protected=0), scorer=scorer)
            kept = self._kept[viewer] = _Kept(self._stamp(), talk)
        last = kept.turns[-1] if kept.turns else None
        fresh = history.talk(self._database, viewer.person, after=last, before=until, limit=REACH)
        ids = [t["id"] for t in fresh]
        hidden = self._memory.unseen(ids, viewer)
        kept.turns += ids
        kept.hidden |= hidden
        for turn_id, at, said, reply in _said([t for t in fresh if t["id"] not in hidden], traces):
            kept.talk.add(Turn(said, PERSON, turn_id, at))
            kept.talk.add(Turn(reply, YOU, turn_id, at))
        if fresh:
            with self._database.read() as connection:
                credit_chunks(kept.talk, credit_by_source(connection, viewer.person))
        return tuple(map(str, kept.talk.lines()))

    def _holds(self, kept: _Kept, viewer: Viewer, until: str | None) -> bool:
        """Tell whether what is kept is what would be made now, but for talk that came since."""
        if kept.stamp != self._stamp() or len(kept.turns) > 2 * REACH:
            return False
        if until is not None and kept.turns and kept.turns[-1] >= until:
            return False  # the window was made longer
        return kept.hidden == self._memory.unseen(kept.turns, viewer)

    def _stamp(self) -> tuple[Any, ...]:
        """Return what changes when somebody forgets something, and when it is erased."""
        table = memory_partings.c
        query = select(
            func.count(), func.max(table.at), func.count(table.erased_at), func.max(table.erased_at)
        )
        with self._database.read() as connection:
            return tuple(connection.execute(query).one())


def _said(turns: Sequence[dict[str, Any]], traces: Sequence[Trace]) -> list[tuple[str, str, str, str]]:
    """Return id, time, words and answer of each turn, without what was forgotten."""
    made = []
    for turn in turns:
        near = belongs(traces, turn["id"])
        said, reply = (
            str(clean(text, traces, belongs=near)) for text in (turn["text"], turn["result"]["reply"])
        )
        made.append((turn["id"], turn["at"], said, reply))
    return made


def _window(turns: Sequence[tuple[str, str, str, str]]) -> tuple[list[str], list[str]]:
    """Return the ids of the last turns that fit the window, and their messages; of the last one what fits."""
    shown: list[str] = []
    texts: list[str] = []
    room = WINDOW_TOKENS
    for turn_id, _, said, reply in reversed(turns):
        if not shown:
            reply = cut(reply, room // 2)
            said = cut(said, room - count(reply))
        if (room := room - count(said) - count(reply)) < 0:
            break
        shown, texts = [turn_id, *shown], [said, reply, *texts]
    return shown, texts
