"""Who this is: a short block of lines from a person's facts that opens every conversation with a model.

What was said in passing is a line only when it plainly tells a side (`plain`).
Nothing of it is stored but what the person changed: a line is a fact that the built-in encoder finds near one of a
few sides of a person, in any language, so that the block is always of the facts that there are. At most `MOST` tokens:
pinned lines first, then side by side in order, the nearest and latest first. A line that the person put into other
words stays so; one that they took away stays away until they say its fact again. A fact that may not leave the house
is no line for a viewer outside of it, because the facts are asked for by that viewer's rights.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from datetime import datetime
from functools import lru_cache
from typing import Any

from sqlalchemy import Connection, select

from calisson.errors import MemoryError_, NotFoundError
from calisson.ids import new_id
from calisson.language.lexicon import has, load
from calisson.language.text import fold
from calisson.memory.filters import told_apart
from calisson.memory.finding.encoder import Vector, built_in, similarity
from calisson.memory.holding.facets import read
from calisson.memory.holding.matters import Matter, same_matter, same_value
from calisson.memory.tables import memories
from calisson.memory.tiers.merges import restates
from calisson.memory.tiers.plain import plain_side
from calisson.memory.tiers.tables import memory_profile
from calisson.memory.types import Fact
from calisson.memory.words.measure import count
from calisson.memory.words.tokens import tokens
from calisson.store import Database, Transaction

MOST = 200
"""Tokens of the block, by `words.measure`."""

LONGEST = 40
"""Tokens of a line; a longer fact is no line of its own."""

LEAST = 0.42
"""The least cosine at which a fact shows a side of a person that it does not plainly say."""

OF_A_SIDE = 4
"""Lines of one side before the others have had their turn."""

LOOKED_AT = 2000
"""Facts, the latest, that a profile is made of."""

SIDES = ("name", "home", "family", "diet", "allergies", "work", "languages", "habits")
"""In the order in which they are shown; `profile.toml` of each language has sentences for them."""

OF_ONESELF = frozenset({"name", "home", "diet", "work", "languages", "habits"})
"""Sides of the person alone: a fact that names somebody tells one only where it does so plainly."""

_ALSO = "en"
"""The language whose sentences the facts of all others are compared with too."""


@dataclass(frozen=True, slots=True)
class ProfileLine:
    """A line of the profile."""

    id: str
    """The fact's."""
    side: str
    """One of `SIDES`, or `other` for a pinned fact that shows none."""
    text: str
    edited: bool
    pinned: bool
    source: str
    language: str

    def as_dict(self) -> dict[str, Any]:
        """Return it as JSON-able data."""
        return {name: getattr(self, name) for name in self.__slots__}


def side_of(text: str, language: str) -> tuple[str, float]:
    """Return the side of a person that a text shows, and how nearly; `other` when it shows none."""
    known = load(language if has(language, "profile") else _ALSO, "profile")
    folded = fold(text)
    if folded.startswith(tuple(known["named"])) or folded.rstrip(" .!。！").endswith(
        tuple(known.get("named_ends", ()) or ("\0",))
    ):
        return "name", 1.0
    if (plain := plain_side(text, language)) is not None:
        return plain[1], 1.0
    vector = built_in().encode(text, language)
    shown = [s for x in dict.fromkeys((language, _ALSO)) for s in _shown(x)]
    near, name = max((similarity(vector, v), side) for v, side in shown)
    if name in OF_ONESELF and told_apart(text, language):
        return "other", near  # where Tom moved is no home of theirs
    return (name, near) if name != "other" and near >= LEAST else ("other", near)


@lru_cache(maxsize=16)
def _shown(language: str) -> list[tuple[Vector, str]]:
    if not has(language, "profile"):
        return []
    given = load(language, "profile")
    some = {**given["sides"], "other": given["other"]}
    return [(built_in().encode(s, language), side) for side, sentences in some.items() for s in sentences]


_side = lru_cache(maxsize=8192)(side_of)


class Profiles:
    """The profiles of a home's people."""

    def __init__(self, database: Database) -> None:
        self._database = database

    def lines(
        self, person: str, facts: Sequence[Fact], now: datetime, told: Sequence[Fact] = ()
    ) -> list[ProfileLine]:
        """Return the person's profile, of those of their facts that the viewer may see, latest first.

        Args:
            person: whose.
            facts: of them.
            now: naive local time; what held until before it is left out.
            told: what they said in passing, latest first; of it only what plainly tells a side of them.
        """
        with self._database.read() as connection:
            changed = self._changed(connection, person)
            mine = self._own(connection, person, [f.id for f in facts[:LOOKED_AT]])
        facts, passing = _current(facts[:LOOKED_AT], told[:LOOKED_AT], changed)
        found: list[tuple[tuple[Any, ...], ProfileLine]] = []
        orders = {side: n for n, side in enumerate((*SIDES, "other"))}
        for age, fact in enumerate(facts[:LOOKED_AT]):
            change = changed.get(fact.id)
            if fact.id not in mine or (fact.until is not None and fact.until <= now):
                continue
            if change is not None and change["state"] == "removed":
                continue
            pinned = bool(change and change["pinned"])
            side, near = _side(fact.text, fact.language)
            text = str(change["text"]) if change and change["text"] else fact.text
            edited = bool(change and change["text"])
            if not (pinned or edited) and (side == "other" or count(text) > LONGEST):
                continue
            line = ProfileLine(fact.id, side, text, edited, pinned, fact.source, fact.language)
            found.append(((not pinned, not edited, orders[side], -round(near, 1), age), line))
        for age, (fact, sentence, side) in enumerate(passing):
            change = changed.get(fact.id)
            if (fact.until is not None and fact.until <= now) or (change and change["state"] == "removed"):
                continue
            pinned, edited = bool(change and change["pinned"]), bool(change and change["text"])
            text = str(change["text"]) if change and edited else sentence
            line = ProfileLine(fact.id, side, text, edited, pinned, fact.source, fact.language)
            found.append(((not pinned, not edited, orders[side], 0.0, age), line))
        return _within([line for _, line in sorted(found, key=lambda pair: pair[0])], orders)

    def change(
        self, tx: Transaction, memory_id: str, *, text: str | None = None, pinned: bool | None = None,
        removed: bool | None = None,
    ) -> None:  # fmt: skip
        """Change a line of the transaction's actor: its words (empty for the fact's own), its pin, whether it is there.

        Raises:
            NotFoundError: the actor has no such fact. MemoryError_: words without any letter.
        """
        row = tx.get(memories, memory_id)
        if row is None or row["person"] != tx.actor or row["status"] != "live":
            raise NotFoundError(f"no memory {memory_id!r}", message_id="error-not-found", row=memory_id)
        own = " ".join(text.split())[:400] if text is not None else None
        if own and not tokens(own):
            raise MemoryError_("there is nothing to remember", message_id="say-something")
        same = select(memory_profile).where(
            memory_profile.c.person == tx.actor, memory_profile.c.memory_id == memory_id
        )
        known = next(iter(tx.rows(same)), None)
        key = self._database.vault.key(tx.actor)
        values: dict[str, Any] = {"at": tx.now}
        if own is not None:
            values["text"] = own if key is None or not own else key.seal(own)
        if pinned is not None:
            values["pinned"] = pinned
        values["state"] = "removed" if removed else "kept"
        if known is not None:
            tx.update(memory_profile, known["id"], values)
            return
        made = {"id": new_id("line"), "person": tx.actor, "memory_id": memory_id, "text": "", "pinned": False}
        tx.insert(memory_profile, {**made, **values})

    def _changed(self, connection: Connection, person: str) -> dict[str, Mapping[str, Any]]:
        """Return what the person changed, by fact."""
        rows = connection.execute(select(memory_profile).where(memory_profile.c.person == person)).mappings()
        return {r["memory_id"]: dict(r) for r in rows}

    def _own(self, connection: Connection, person: str, ids: Sequence[str]) -> set[str]:
        """Return those of these facts that the person said of themselves or their own; not what others share."""
        found: set[str] = set()
        for at in range(0, len(ids), 500):
            query = select(memories.c.id).where(
                memories.c.id.in_(ids[at : at + 500]), memories.c.person == person
            )
            found.update(connection.execute(query).scalars())
        return found


def profile_lines(connection: Connection, person: str, ids: Sequence[str]) -> dict[str, dict[str, Any]]:
    """Return what a person changed of the profile's lines about these facts: `text`, `pinned`, `removed`."""
    table = memory_profile
    query = select(table).where(table.c.person == person, table.c.memory_id.in_(ids))
    return {
        r["memory_id"]: {"text": str(r["text"]), "pinned": r["pinned"], "removed": r["state"] == "removed"}
        for r in connection.execute(query).mappings()
    }


def _current(
    facts: Sequence[Fact], told: Sequence[Fact], changed: Mapping[str, Mapping[str, Any]]
) -> tuple[list[Fact], list[tuple[Fact, str, str]]]:
    """Return the facts, and what was said in passing that shows a side, without what a later one says otherwise.

    What says the same as a fact or a later one is left out too, and what says the same as a line that was taken away.
    """
    shown = [(f, *plain) for f in told if (plain := plain_side(f.text, f.language)) is not None]
    if not shown:
        return list(facts), []
    matters = {f.id: _matter(f) for f in facts}
    kept: list[tuple[Fact, str, str]] = []
    many: dict[str, int] = {}
    for fact, sentence, side in shown:
        if many.get(side, 0) >= 2 * OF_A_SIDE:
            continue
        matter = _matter(fact)
        rivals = [f for f, _, _ in kept] + [f for f in facts if f.at >= fact.at or _is_removed(f, changed)]
        alike = [f for f in facts if f.language == fact.language and _side(f.text, f.language)[0] == side]
        alike += [f for f, _, other in kept if other == side and f.language == fact.language]
        if any(_shares(sentence, f.text) and restates(sentence, f.text, f.language) for f in alike):
            continue
        if matter and any(
            (other := matters.get(f.id) or _matter(f)) and same_matter(matter, other) for f in rivals
        ):
            continue
        kept.append((fact, sentence, side))
        many[side] = many.get(side, 0) + 1
    later = [(f, m) for f, _, _ in kept if (m := _matter(f))]
    left = [
        f for f in facts
        if not (m := matters[f.id]) or not any(t.at > f.at and same_matter(m, n) and not same_value(m, n) for t, n in later)
    ]  # fmt: skip
    return left, kept


def _is_removed(fact: Fact, changed: Mapping[str, Mapping[str, Any]]) -> bool:
    change = changed.get(fact.id)
    return bool(change and change["state"] == "removed")


def _shares(one: str, other: str) -> bool:
    """Tell whether two texts have anything in common, before more is asked."""
    return not _tokens(one).isdisjoint(_tokens(other))


@lru_cache(maxsize=8192)
def _tokens(text: str) -> frozenset[str]:
    return frozenset(tokens(text))


def _matter(fact: Fact) -> Matter | None:
    return _read(fact.text, fact.language, fact.at)


@lru_cache(maxsize=8192)
def _read(text: str, language: str, at: datetime) -> Matter | None:
    return read(text, language, at)[1]


def _within(lines: Sequence[ProfileLine], orders: Mapping[str, int]) -> list[ProfileLine]:
    """Return as many lines as there is room for, in the order of their sides; sides take turns after some lines."""
    many: dict[str, int] = {}
    turns = []
    for n, line in enumerate(lines):
        many[line.side] = many.get(line.side, 0) + 1
        round_ = 0 if line.pinned or line.edited else (many[line.side] - 1) // OF_A_SIDE
        turns.append((round_, n, line))
    kept, room = [], MOST
    for _, _, line in sorted(turns, key=lambda t: t[:2]):
        cost = count(line.text) + 1
        if cost <= room:
            kept.append(line)
            room -= cost
    return sorted(kept, key=lambda one: (not one.pinned, orders[one.side]))
