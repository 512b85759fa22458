"""Who is who to a person: relations and names that mean one and the same, from what that person said.

Nothing of it is stored but which memories introduce somebody (`memories.introduces`): the register is read anew from
those that the viewer may see, so what is forgotten, hidden or walled off is no part of it, and every entry has its
source. A relation and a name are one person when the relation has one name and the name one relation; of a relation
of which there is one at a time (`kin.toml`) the name said last counts. Two sisters stay two people.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Mapping
from dataclasses import dataclass, replace
from datetime import datetime
from typing import Any

from sqlalchemy import ColumnElement, Connection, select

from calisson.language.text import fold, is_cjk
from calisson.memory.finding.search import readable
from calisson.memory.tables import memories
from calisson.memory.types import Hit
from calisson.memory.words.kin import (
    introduced,
    is_beside,
    is_kind_of,
    is_one,
    kin_of,
    kin_of_any,
    spoken_of,
    word_for,
)
from calisson.memory.words.names import listed, spellings, subject_in
from calisson.store import Transaction

MOST = 500
"""Memories that introduce somebody that are read, the latest ones."""


A_NIGHT = 100_000
"""Memories, of those from before there was a register, that are read in one night."""


@dataclass(frozen=True, slots=True)
class Known:
    """One thing that is known of who somebody is."""

    kin: str
    """A relation of `kin.toml`."""
    name: str
    """Folded."""
    memory_id: str
    """The memory that says so."""
    text: str
    at: datetime

    def as_dict(self) -> dict[str, Any]:
        """Return it as JSON-able data: `name` as it was said, `person` as every spelling of it is listed."""
        said = fold(self.text)
        name = max((s for s in spellings(self.name) if s in said), key=len, default=self.name)
        return {
            "relation": self.kin, "name": name if is_cjk(name) else name.title(), "person": self.name,
            "memory_id": self.memory_id, "text": self.text, "at": self.at.isoformat(timespec="seconds"),
        }  # fmt: skip


class Register:
    """Who is who to one person, the latest said first."""

    def __init__(self, known: Iterable[Known] = ()) -> None:
        self.known = tuple(known)

    def __bool__(self) -> bool:
        """Tell whether anybody is known."""
        return bool(self.known)

    def name_of(self, kin: str) -> Known | None:
        """Return who has this relation, when that is one person; the introduction that says it."""
        fits = [k for k in self.known if is_kind_of(k.kin, kin)]
        if len({k.name for k in fits}) > 1 and not is_one(kin):
            return None
        return fits[0] if fits and self._is_plain(fits[0].name) else None

    def names_of(self, kin: str) -> frozenset[str]:
        """Return everybody who was said to have this relation."""
        return frozenset(k.name for k in self.known if is_kind_of(k.kin, kin))

    def kin_of_name(self, name: str) -> Known | None:
        """Return the relation that a name stands for alone; the introduction that says it."""
        own = listed(fold(name))
        fits = [k for k in self.known if k.name == own]
        best = next((k for k in fits if not is_beside(k.kin)), fits[0] if fits else None)
        return best if best is not None and self.name_of(best.kin) in fits else None

    def holds(self, known: Known) -> bool:
        """Tell whether somebody still is what was said: of a relation that one has at a time the latest one is."""
        return not is_one(known.kin) or (best := self.name_of(known.kin)) is None or best.name == known.name

    def _is_plain(self, name: str) -> bool:
        """Tell whether a name is one person's: two relations that exclude one another are two people's."""
        kins = [k.kin for k in self.known if k.name == name and not is_beside(k.kin)]
        return all(is_kind_of(kins[0], other) for other in kins)

    def resolved(self, about: frozenset[str], language: str) -> frozenset[str]:
        """Return the words for whose something is, with one word for each person that is known."""
        if not self.known:
            return about
        names = {k.name for k in self.known}
        words = {w for word in about for w in self._parted(word, language)}
        named = {listed(w) for w in words} & names
        out = set()
        for word in words:
            if (kin := kin_of(word, language)) is None:
                out.add(listed(word) if listed(word) in names else word)
            elif any(
                is_kind_of(k.kin, kin) and k.name in named and self._is_plain(k.name) for k in self.known
            ):
                continue  # 'my sister Lena': the name says it
            elif not named and (known := self.name_of(kin)) is not None:
                out.add(known.name)
            else:
                out.add(word)
        return frozenset(out)

    def _parted(self, word: str, language: str) -> list[str]:
        """Return a relation and a name that stand together without a space, apart ('妹妹小丽'); '민지이' as '민지'."""
        if (
            language == "ko"
            and word.endswith("이")
            and any(word[:-1] in spellings(k.name) for k in self.known)
        ):
            return [word[:-1]]
        if language == "zh":
            for known in self.known:
                kin = word.removesuffix(known.name)
                if kin != word and kin_of(kin, language):
                    return [kin, known.name]
        return [word]

    def rephrased(self, query: str, language: str) -> list[tuple[str, Known]]:
        """Return a question with a name in the place of a relation, and the other way, with what says that they are one."""
        if not self.known:
            return []
        folded, out = fold(query), []
        for match in spoken_of(language).finditer(folded):
            kin = kin_of(match["kin"], language)
            if kin is None or (known := self.name_of(kin)) is None:
                continue
            own = next((s for s in spellings(known.name) if s in folded), None)
            name = "" if own else known.name
            out.append((f"{folded[: match.start()]}{name}{folded[match.end() :]}", known))
        for known in {k.name: k for k in reversed(self.known)}.values():
            for spelling in spellings(known.name):
                named = _whole(spelling, language).search(folded)
                said = self.kin_of_name(known.name)
                if named is None or said is None or (word := word_for(said.kin, language)) is None:
                    continue
                kin = "" if any(
                    is_kind_of(k, said.kin)
                    for m in spoken_of(language).finditer(folded)
                    if (k := kin_of(m["kin"], language))
                ) else word  # fmt: skip
                out.append((f"{folded[: named.start()]}{kin}{folded[named.end() :]}", said))
                break
        return out

    def is_another(self, query: str, language: str, text: str, of: str) -> bool:
        """Tell whether a question asks about a relation whose name is known, and a text is about another name.

        Args:
            query: the question.
            language: its language.
            text: what a memory says.
            of: its language.
        """
        if not self.known:
            return False
        asked = {k for m in spoken_of(language).finditer(fold(query)) if (k := kin_of(m["kin"], language))}
        names = {k.name for k in self.known if any(is_kind_of(k.kin, kin) for kin in asked)}
        subject = subject_in(text, of)
        if not names or subject is None or subject in names or listed(subject) in names:
            return False
        own = {k for m in spoken_of(of).finditer(fold(text)) if (k := kin_of(m["kin"], of))}
        return not any(is_kind_of(a, b) for a in asked for b in own)

    def same(self, person: str) -> frozenset[str]:
        """Return the names and relations that mean the person whom a filter asks for: a name, or a word for a relation."""
        kin = kin_of_any(person)
        if kin is not None:
            return frozenset(k.name for k in self.known if is_kind_of(k.kin, kin))
        known = self.kin_of_name(person)
        return frozenset({known.kin}) if known is not None else frozenset()


def read_register(
    connection: Connection, person: str, allowed: ColumnElement[bool], speaker: str | None = None
) -> Register:
    """Return who is who to a person, from those of their memories that are allowed.

    Args:
        connection: a reading connection.
        person: whose memories.
        allowed: the condition on `memories` under which a row may be seen.
        speaker: only what this one said; the person themselves by default.
    """
    mine = select(memories).where(
        memories.c.person == person, memories.c.introduces.is_(True), memories.c.status == "live", allowed,
        memories.c.speaker.in_((speaker,) if speaker is not None else (person, "me")),
    )  # fmt: skip
    rows = connection.execute(
        mine.order_by(memories.c.at.desc(), memories.c.id.desc()).limit(MOST)
    ).mappings()
    return Register(known for row in rows if readable(dict(row)) for known in _known(dict(row)))


def fill_register(tx: Transaction) -> int:
    """Note which of the actor's memories introduce somebody, of those that nobody read yet; return how many there were."""
    unread = select(memories.c.id, memories.c.text, memories.c.language).where(
        memories.c.person == tx.actor, memories.c.introduces.is_(None)
    )
    count = 0
    while count < A_NIGHT and (rows := tx.execute(unread.limit(MOST)).all()):
        yes = [r.id for r in rows if introduced(str(r.text), r.language)]
        some = [r.id for r in rows]
        tx.execute(memories.update().where(memories.c.id.in_(some)).values(introduces=False))
        tx.execute(memories.update().where(memories.c.id.in_(yes)).values(introduces=True))
        count += len(rows)
    return count


def over(hits: Iterable[Hit], memory_id: str) -> list[Hit]:
    """Return what was found over the memory that says who somebody is, with that way noted."""
    return [h if h.id == memory_id else replace(h, how="hop", via=memory_id) for h in hits]


def _known(row: Mapping[str, Any]) -> list[Known]:
    text, at = str(row["text"]), datetime.fromisoformat(row["at"])
    return [Known(i.kin, i.name, row["id"], text, at) for i in introduced(text, row["language"])]


def _whole(name: str, language: str) -> re.Pattern[str]:
    """Return a pattern for a name as a whole word; forms of address and particles after it are no part of it."""
    safe = re.escape(name)
    if not is_cjk(name):
        return re.compile(rf"(?<![^\W\d_]){safe}(?![a-z\u00df-\u024f])")
    after = {"ja": "(?:さん|ちゃん|くん|君|様)?", "ko": "(?:씨|님)?(?:이(?=[는가의를랑]))?"}.get(language, "")
    return re.compile(f"{safe}{after}")
