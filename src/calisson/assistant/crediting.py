"""What an answer from memory turned out to be worth, as the person's next turn shows it.

| sign | what it is | who gets what |
| --- | --- | --- |
| `used` | the next turn does something with words that only the memory had ('remind me of that on the 14th') | the memory whose words they are, +1 |
| `thanked` | thanks or praise come next | what was told, +0.5 |
| `followed` | the same is asked of somebody else ('and Ben?') | what was told, +0.5 |
| `again` | the same is asked again, and another memory or none answers; or word for word | what was told, −1 |
| `corrected` | the person puts another fact in its place | what was told, −1 |
| `scolded` | the answer is called useless | what was told, −0.5 |
| `undone` | the turn that said so is taken back: the reverse; the answer itself is: −1 | what was told |

Only the very next turn counts, within ten minutes; anything else says nothing. The amounts are judgement. Credit goes to
`memory_care`, where retention and `Diffusion` read it, and the journal notes turn, sign and amounts without words: answers that
turned out badly are no lessons (`memory.learned.nightly`).
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from datetime import datetime, timedelta
from typing import TYPE_CHECKING, Any, Literal

from sqlalchemy import select

from calisson.assistant.outcome import Outcome
from calisson.assistant.tables import turns
from calisson.language.text import fold
from calisson.language.types import Chat, Payload, Recall
from calisson.memory import content_tokens
from calisson.memory.forgetting.retention import note_credit
from calisson.memory.tables import memories, memory_uses
from calisson.memory.words.sameness import share
from calisson.memory.words.tokens import tokens

if TYPE_CHECKING:
    from calisson.app import Home
    from calisson.store import Transaction

Sign = Literal["used", "thanked", "followed", "again", "corrected", "scolded", "undone"]

WORTH: Mapping[Sign, float] = {
    "used": 1.0, "thanked": 0.5, "followed": 0.5, "again": -1.0, "corrected": -1.0, "scolded": -0.5, "undone": -1.0,
}  # fmt: skip

WITHIN = timedelta(minutes=10)
"""A later turn is about something else."""

SAME_MATTER = 0.6
"""Share of the shorter question's words that the other has, from which both ask for the same."""

KIND = "memory-credit"
"""Of the entries in the journal."""


@dataclass(frozen=True, slots=True)
class Answered:
    """A turn that memories answered."""

    id: str
    text: str
    language: str
    told: Mapping[str, str]
    """Id → text of the memories that the answer came from, the one that it told first."""


def judge(home: Home, tx: Transaction, turn_id: str, said: str, at: datetime, payload: Payload, outcome: Outcome) -> None:  # fmt: skip
    """Note what this turn says about the answer before it; called before the turn itself is kept.

    Args:
        home: the home.
        tx: the turn's transaction.
        turn_id: this turn.
        said: its words.
        at: naive local time.
        payload: what was chosen.
        outcome: what came of it.
    """
    last = _last(tx, at)
    if last is None:
        return
    found = sign_of(tx, last, said, payload, outcome)
    if found is not None:
        sign, memory_id = found
        _note(home, tx, last.id, sign, {memory_id: WORTH[sign]}, by=turn_id)


def undone(home: Home, tx: Transaction, turn_id: str, by: str) -> None:
    """Note that a turn was taken back: what it said of an answer counts no more, and its own answer was no good."""
    for entry_id in home.journal.resting_on(turn_id):
        entry = home.journal.entry(entry_id)
        if entry.kind == KIND and entry.payload["by"] == turn_id:
            back = {m: -amount for m, amount in entry.payload["credit"].items()}
            _note(home, tx, entry.payload["turn"], "undone", back, by=by)
    told = _told(tx, turn_id)
    if told:
        _note(home, tx, turn_id, "undone", {next(iter(told)): WORTH["undone"]}, by=by)


def worth_of(home: Home, most: int) -> dict[str, float]:
    """Return turn → what its answer turned out to be worth, of the last `most` entries about any."""
    worth: dict[str, float] = {}
    for entry in home.journal.tail(most, KIND):
        turn = entry.payload["turn"]
        worth[turn] = worth.get(turn, 0.0) + sum(entry.payload["credit"].values())
    return worth


def sign_of(
    tx: Transaction, last: Answered, said: str, payload: Payload, outcome: Outcome
) -> tuple[Sign, str] | None:
    """Return what a turn says about the answer before it, and about which of its memories; None for nothing."""
    first = next(iter(last.told))
    now = [m.id for m in outcome.memories]
    row = tx.get(memories, first)
    if outcome.act == "remember" and row is not None and {row["closed_by"], row["replaced_by"]} & set(now):
        return "corrected", first
    if isinstance(payload, Chat) and outcome.act == "chat":
        if payload.kind in ("thanks", "praise"):
            return "thanked", first
        return ("scolded", first) if payload.kind == "insult" else None
    if isinstance(payload, Recall) and outcome.act == "recall":
        if payload.after:
            return "followed", first
        return ("again", first) if _again(last, said, now[:1]) else None
    if outcome.effects and outcome.act not in ("forget", "undo", "remember"):
        own = _words(said, last.language) - _words(last.text, last.language)
        for memory_id, text in last.told.items():
            if own & set(tokens(text)):
                return "used", memory_id
    return None


def _again(last: Answered, said: str, told: list[str]) -> bool:
    """Tell whether a question asks once more for what was answered."""
    if " ".join(fold(said).split()) == " ".join(fold(last.text).split()):
        return True
    if told == [next(iter(last.told))]:
        return False  # another question that the same memory answers
    one, other = _words(said, last.language), _words(last.text, last.language)
    few, many = sorted((one, other), key=len)
    return bool(few) and share(sorted(few), many) >= SAME_MATTER


def _words(text: str, language: str) -> set[str]:
    return {t for t in content_tokens(text, language) if len(t) > 1}


def _last(tx: Transaction, at: datetime) -> Answered | None:
    """Return the last turn of the transaction's actor, when memories answered it a short while ago."""
    columns = (turns.c.id, turns.c.text, turns.c.language, turns.c.local_at, turns.c.undone_by)
    own = select(*columns).where(turns.c.person == tx.actor).order_by(turns.c.id.desc()).limit(1)
    row = tx.connection.execute(own).first()
    if row is None or row.undone_by is not None:
        return None
    if not timedelta(0) <= at - datetime.fromisoformat(row.local_at) <= WITHIN:
        return None
    told = _told(tx, row.id)
    return Answered(row.id, row.text, row.language, told) if told else None


def _told(tx: Transaction, turn_id: str) -> dict[str, str]:
    """Return the memories that the answer of a turn came from, the one that it told first."""
    used = select(memories.c.id, memories.c.text).join(memory_uses, memory_uses.c.memory_id == memories.c.id)
    used = used.where(memory_uses.c.turn_id == turn_id, memory_uses.c.person == tx.actor)
    rows = tx.connection.execute(used.order_by(memory_uses.c.place)).all()
    return {r.id: str(r.text) for r in rows}


def _note(home: Home, tx: Transaction, turn_id: str, sign: Sign, credit: dict[str, float], *, by: str) -> None:  # fmt: skip
    note_credit(tx, credit)
    payload: dict[str, Any] = {"turn": turn_id, "sign": sign, "credit": credit, "by": by}
    home.journal.event(tx, KIND, payload, evidence=[by, turn_id, *credit])
