"""The memory of a home: remember, correct, forget, take in. `reading` is the other half: recall, search, lists."""

from __future__ import annotations

import builtins
import io
from collections.abc import Iterable, Sequence
from dataclasses import replace
from datetime import datetime
from typing import Any, BinaryIO

from sqlalchemy import and_, select

from calisson.clock import Clock
from calisson.errors import MemoryError_, NotFoundError
from calisson.memory.exchange import taking
from calisson.memory.finding import recall
from calisson.memory.finding.search import readable
from calisson.memory.forgetting.parting import part
from calisson.memory.holding.facets import facets
from calisson.memory.holding.register import fill_register
from calisson.memory.holding.superseding import close_earlier, reopen
from calisson.memory.privacy.policy import (
    OUTSIDE,
    PRIVATE,
    Policy,
    Viewer,
    owned_by,
    policy_of,
    put_policy,
    visible,
)
from calisson.memory.reading import Reading
from calisson.memory.rows import MAX_TEXT, PROPOSED, Row, fact_of, last_language
from calisson.memory.tables import memories
from calisson.memory.tiers.merges import Merges, restates
from calisson.memory.tiers.own import is_wish, own_words
from calisson.memory.tiers.profile import Profiles
from calisson.memory.types import Fact, Hit, Tier
from calisson.memory.uses import note_uses
from calisson.memory.words.sameness import alike, says_the_same, share, takes_the_place
from calisson.memory.words.tokens import content_tokens, statements, tokens
from calisson.memory.writing import Writing
from calisson.store import Database, Transaction

TURN_KINDS = frozenset({"log", "chat", "remind"})
"""Turns that say something about the person's life; questions and commands are no evidence."""

RESTATES = 0.7
"""Share of a forgotten fact's weight from which talk restates it and is hidden with it."""

FORGET_TALK = 0.75
"""The least score at which words that name no fact let go of talk."""

FORGET_ALL = 0.6
"""The same when everything about something is to go."""

NEAR_BEST = 0.97
"""Facts this close to the best one, which say nearly the same, are forgotten with it."""

WELL = 0.85
"""The least share of the best score of what goes when everything about something is to go."""


class Memory(Reading):
    """Facts and past turns of a home."""

    def __init__(self, database: Database, clock: Clock) -> None:
        super().__init__(database, clock)
        self._writing = Writing(database, self._preferences, self._index, self.points)
        self.merges = Merges(database, self._writing)
        self.profiles = Profiles(database)

    # --- writing ---------------------------------------------------------------------------------------

    def remember(
        self,
        tx: Transaction,
        fact: str,
        *,
        source_turn: str,
        language: str,
        speaker: str = "me",
        at: datetime | None = None,
        policy: Policy = PRIVATE,
    ) -> Fact:
        """Keep a fact; one that says the same as a known one is not kept twice.

        A fact about something that there is one of at a time (a home, a code, when something expires) closes the
        earlier one about the same of the same people: both are kept, and the earlier one answers for its time.

        Args:
            tx: the transaction that it belongs to.
            fact: what a person said; 4,000 characters are kept.
            source_turn: the turn in which it was said.
            language: the language that it is in.
            speaker: who said it.
            at: naive local time at which it was said; now by default.
            policy: who may see it, for what. What is of `outside` origin is only proposed: it answers nothing and
                takes no fact's place before `accept`.

        Raises:
            MemoryError_: an empty fact, or no such policy.
        """
        fact = " ".join("".join(c if c.isprintable() else " " for c in fact).split())[:MAX_TEXT]
        found = tokens(fact)
        if not found:
            raise MemoryError_("there is nothing to remember", message_id="say-something")
        if policy.origin == "outside":
            return self._propose(tx, fact, language, source_turn, speaker, at, policy)
        replaced: Row | None = None
        near = self._writing.similar(tx, found, tier="fact")
        for row in near:
            if not alike(found, row["tokens"].split()):
                continue
            if says_the_same(fact, row["text"], language) or (
                row["language"] == language
                and row["speaker"] == speaker
                and restates(fact, row["text"], language)
            ):
                self.merges.note(tx, row, fact, source_turn, at)
                return fact_of(row, new=False)
            if replaced is None and takes_the_place(fact, row["text"], language):
                replaced = row
        kept = tx.insert(memories, self._writing.row(tx, fact, "fact", language, source_turn, speaker, at))
        closed = close_earlier(tx, kept, self._database.vault.key(tx.actor), also=replaced, near=near)
        if closed and policy == PRIVATE and (former := policy_of(tx, closed[0]["id"])) != PRIVATE:
            put_policy(tx, kept["id"], former)  # what was shared or walled off stays so
        if policy != PRIVATE:
            put_policy(tx, kept["id"], policy)
        self._writing.add(
            tx, [kept]
        )  # last: what may not leave the house is not sent to an encoder outside it
        return fact_of(kept, replaced=closed[0]["text"] if closed else None)

    def offer(
        self, tx: Transaction, fact: str, *, source_turn: str, language: str, request: str = ""
    ) -> Fact:
        """Keep what a program or a model brings: a fact where its person's own words say it, else it waits for their yes.

        Every door that is not the person themself keeps facts through this one.

        Args:
            tx: the transaction that it belongs to.
            fact: what is to be remembered.
            source_turn: the turn or run that it comes from.
            language: the language that it is in.
            request: the person's own words, when there are any: what they state, or wish to be kept, needs no yes.

        Raises:
            MemoryError_: an empty fact.
        """
        policy = PRIVATE if is_wish(fact, request, language) else OUTSIDE
        return self.remember(tx, fact, source_turn=source_turn, language=language, policy=policy)

    def _propose(
        self,
        tx: Transaction,
        fact: str,
        language: str,
        source: str,
        speaker: str,
        at: datetime | None,
        policy: Policy,
    ) -> Fact:
        row = self._writing.row(tx, fact, "fact", language, source, speaker, at)
        waiting = select(memories).where(
            memories.c.mark == row["mark"], memories.c.status.in_((PROPOSED, "live"))
        )
        if known := tx.rows(waiting.limit(1)):
            return fact_of(known[0], new=False)
        kept = tx.insert(memories, {**row, "status": PROPOSED})
        if policy != OUTSIDE:
            put_policy(tx, kept["id"], policy)  # else its state says so until `accept` writes it down
        self._writing.add(tx, [kept])
        return fact_of(kept)

    def accept(self, tx: Transaction, memory_id: str) -> Fact:
        """Make what came from outside a fact, at its person's word; its policy still says where it came from.

        Raises:
            NotFoundError: nothing of the transaction's actor waits under this id.
        """
        self._waiting(tx, memory_id)
        kept = tx.update(memories, memory_id, {"status": "live"})
        put_policy(tx, memory_id, replace(policy_of(tx, memory_id), origin="outside"))
        close_earlier(tx, kept, self._database.vault.key(tx.actor))
        return fact_of(kept)

    def decline(self, tx: Transaction, memory_id: str) -> Fact:
        """Let go of what came from outside and was not wanted.

        Raises:
            NotFoundError: nothing of the transaction's actor waits under this id.
        """
        row = self._waiting(tx, memory_id)
        part(tx, row, "asked", after_h=self._preferences.get(tx).erase_after_h)
        return fact_of(row)

    def _waiting(self, tx: Transaction, memory_id: str) -> Row:
        row = tx.get(memories, memory_id)
        if row is None or row["status"] != PROPOSED or row["person"] != tx.actor:
            raise NotFoundError(
                f"nothing waits as {memory_id!r}", message_id="error-not-found", row=memory_id
            )
        return row

    def reopen(self, tx: Transaction, memory_id: str) -> Fact:
        """Let a fact that a later one closed hold again, at its person's word.

        Raises:
            NotFoundError: nothing of the transaction's actor was closed under this id.
        """
        return fact_of(reopen(tx, memory_id))

    def set_policy(self, tx: Transaction, memory_id: str, policy: Policy) -> None:
        """Say who may see a memory of the transaction's actor, for what and until when; undo takes it back.

        Raises:
            NotFoundError: there is none. MemoryError_: a value that cannot be one.
        """
        self._mine(tx, memory_id, "policy")
        put_policy(tx, memory_id, policy)
        self.points.withhold(tx.connection)

    def index_turn(
        self,
        tx: Transaction,
        turn_id: str,
        said: str,
        kind: str,
        language: str,
        at: datetime,
        *,
        echoes: Sequence[str] = (),
    ) -> None:
        """Make a turn findable, when it states something about the person's life in words of their own.

        Only the sentences that state something are searched: a question is no evidence, and neither is what is
        quoted, supposed, or copied from `echoes`, the assistant's answers; then the rest alone is kept. The row
        has no history of its own, because it follows from the turn.
        """
        said = said[:MAX_TEXT]
        stated = own_words(said, language, echoes) if kind in TURN_KINDS else ""
        if len(stated) < len(statements(said, language)):
            said = stated
        if not tokens(stated) or self._database.vault.is_locked(tx.actor):
            return
        row = self._writing.row(tx, said, "turn", language, turn_id, tx.actor, at, stated=stated)
        if kind == "chat":  # what is logged is no statement of how things are
            row |= facets(said, language, at, self._database.vault.key(tx.actor))
        tx.execute(memories.insert(), row)
        self._writing.add(tx, [row])

    def read_people(self, tx: Transaction) -> int:
        """Read who is who from memories of the actor that were kept before that was read; return how many were."""
        if self._database.vault.is_locked(tx.actor):
            return 0
        return fill_register(tx)

    def hide_turn(self, tx: Transaction, turn_id: str) -> None:
        """Let recall pass a turn over, because it was taken back; undo of `tx` brings it back."""
        for row in tx.rows(
            select(memories).where(
                memories.c.source == turn_id, memories.c.tier == "turn", memories.c.status == "live"
            )
        ):
            tx.update(memories, row["id"], {"status": "forgotten"})

    def about(self, tx: Transaction, turn_id: str, ids: Sequence[str]) -> Fact | None:
        """Return what a turn was about: the first live one of these memories, or what was said in it."""
        said_in = tx.rows(select(memories).where(memories.c.source == turn_id, memories.c.tier == "turn"))
        for row in [*(tx.get(memories, memory_id) for memory_id in ids), *said_in]:
            if row is not None and row["status"] == "live" and row["person"] == tx.actor and readable(row):
                return fact_of(row)
        return None

    def amend(self, tx: Transaction, memory_id: str, fact: str, *, source_turn: str) -> Fact:
        """Put right what a memory says; talk becomes a fact by it, and answers no more.

        Raises:
            NotFoundError: there is none. MemoryError_: empty words.
        """
        row = self._mine(tx, memory_id, "reword")
        if row["tier"] == "fact":
            return self.reword(tx, memory_id, fact)
        kept = self.remember(tx, fact, source_turn=source_turn, language=row["language"])
        tx.update(memories, memory_id, {"status": "replaced", "replaced_by": kept.id})
        return kept

    def forget(
        self, tx: Transaction, query: str, *, everything: bool = False, all_of_it: bool = False
    ) -> builtins.list[Fact]:
        """Let go of what the words name best (all facts with `everything`), and of talk that restates it.

        With `all_of_it` everything goes that the words name well, talk too.

        Names nothing that is kept → nothing is forgotten and the list is empty. Without a fact that fits,
        talk that fits closely is let go of.
        """
        self._database.vault.key(tx.actor)
        if everything:
            rows = tx.rows(
                select(memories).where(
                    memories.c.tier == "fact", memories.c.status == "live", memories.c.person == tx.actor
                )
            )
        else:
            rows = self._named(tx, query, all_of_it)
        for row in rows:
            self._hide(tx, row)
        return [fact_of(r) for r in rows]

    def forget_id(self, tx: Transaction, memory_id: str) -> Fact:
        """Forget one fact by its id.

        Raises:
            NotFoundError: there is none.
        """
        row = self._mine(tx, memory_id, "forget")
        self._hide(tx, row)
        return fact_of(row)

    def reword(self, tx: Transaction, memory_id: str, fact: str) -> Fact:
        """Put other words in the place of a fact, with its time and source kept, and return the new one.

        Raises:
            NotFoundError: there is none. MemoryError_: empty words.
        """
        row = self._mine(tx, memory_id, "reword", tier="fact")
        fact = " ".join("".join(c if c.isprintable() else " " for c in fact).split())[:MAX_TEXT]
        if not tokens(fact):
            raise MemoryError_("there is nothing to remember", message_id="say-something")
        if fact == row["text"]:
            return fact_of(row, new=False)
        from calisson.language.languages import detect

        at = datetime.fromisoformat(row["at"])
        language = detect(fact, row["language"])
        made = self._writing.row(tx, fact, "fact", language, row["source"], row["speaker"], at)
        kept = tx.insert(memories, made)
        if (policy := policy_of(tx, memory_id)) != PRIVATE:
            put_policy(tx, kept["id"], policy)
        self._writing.add(tx, [kept])
        tx.update(memories, memory_id, {"status": "replaced", "replaced_by": kept["id"]})
        for former in tx.rows(select(memories).where(memories.c.closed_by == memory_id)):
            tx.update(memories, former["id"], {"closed_by": kept["id"]})
        if row["closed_by"]:
            kept = tx.update(
                memories, kept["id"], {"valid_until": row["valid_until"], "closed_by": row["closed_by"]}
            )
        return fact_of(kept, replaced=row["text"])

    # --- reading ---------------------------------------------------------------------------------------

    def note_answer(self, tx: Transaction, turn_id: str, hits: Sequence[Hit]) -> None:
        """Note which memories the answer of a turn came from, the one that it told first."""
        note_uses(tx, turn_id, hits, self._database.vault.key(tx.actor))

    # --- in and out ------------------------------------------------------------------------------------

    def import_lines(self, tx: Transaction, lines: Iterable[str]) -> int:
        """Take in JSON lines `{"text","at","speaker","source"}` and return how many memories were new.

        Taking in the same lines twice adds nothing. What an assistant said becomes talk, never a fact.

        Raises:
            MemoryError_: a line that is no such object; nothing is taken in then.
        """
        return self.take_in(tx, io.BytesIO("\n".join(lines).encode())).added if lines else 0

    def take_in(self, tx: Transaction, file: BinaryIO) -> taking.Taken:
        """Take a file of memories in, for the transaction's actor; what is here already is not added again.

        Raises:
            MemoryError_: it is broken, or of no known kind; the transaction must end with it.
        """
        key, tz = self._database.vault.key(tx.actor), self._preferences.get(tx).tz
        return taking.take_in(tx, taking.items_in(file), self._writing, self.profiles, key=key, tz=tz)

    def reindex(self, tx: Transaction) -> None:
        """Build the full-text index anew from the rows."""
        self._index.rebuild(tx.connection)

    def like(self, tx: Transaction, words: Sequence[str], tier: Tier) -> builtins.list[dict[str, Any]]:
        """Return live memories of the transaction's actor that share the rarest of these tokens."""
        return self._writing.similar(tx, words, tier)

    def keep_extract(self, tx: Transaction, text: str, *, source: str, like: Row) -> None:
        """Keep an extract of talk that goes, in its own words, beside what it was taken from."""
        at = datetime.fromisoformat(like["at"])
        row = self._writing.row(tx, text[:MAX_TEXT], "turn", like["language"], source, like["speaker"], at)
        tx.insert(memories, row)
        self._writing.add(tx, [row])

    # --- inside ----------------------------------------------------------------------------------------

    def _mine(self, tx: Transaction, memory_id: str, doing: str, tier: Tier | None = None) -> Row:
        """Return a live memory of the transaction's actor; somebody else's is as good as none, and noted."""
        self._database.vault.key(tx.actor)
        row = tx.get(memories, memory_id)
        if (
            row is None
            or row["status"] != "live"
            or row["person"] != tx.actor
            or tier not in (None, row["tier"])
        ):
            if row is not None and row["status"] == "live" and row["person"] != tx.actor:
                self.guard.note(Viewer(tx.actor, "manage"), [memory_id], tx.now, doing)
            raise NotFoundError(f"no memory {memory_id!r}", message_id="error-not-found", row=memory_id)
        return row

    def _named(self, tx: Transaction, query: str, all_of_it: bool) -> builtins.list[dict[str, Any]]:
        from calisson.language.languages import detect

        language = detect(query, last_language(tx.connection))
        if not content_tokens(query, language):
            return []
        search = recall.search
        mine = and_(visible(Viewer(tx.actor, "manage"), tx.now), owned_by(tx.actor))
        hits = search(tx.connection, self._index, query, language, 5, allowed=mine, tiers=("fact",))
        if all_of_it or not hits:
            most = 5 if all_of_it else 1
            talk = search(tx.connection, self._index, query, language, most, allowed=mine, tiers=("turn",))
            known = {h.source for h in hits}
            least = FORGET_ALL if all_of_it else FORGET_TALK
            hits += [
                h
                for h in talk
                if h.score >= least
                and h.source not in known
                and not any(share(tokens(f.text), set(tokens(h.text))) >= RESTATES for f in hits)
            ]
        top = max((h.score for h in hits), default=0.0)
        best = hits[:1] + [
            h
            for h in hits[1:]
            if (all_of_it and h.score >= top * WELL)
            or (
                h.score >= hits[0].score * NEAR_BEST
                and share(tokens(hits[0].text), set(tokens(h.text))) >= RESTATES
            )
        ]
        return [row for h in best if (row := tx.get(memories, h.id)) is not None]

    def _hide(self, tx: Transaction, row: Row) -> None:
        after_h = self._preferences.get(tx).erase_after_h
        part(tx, row, "asked", after_h=after_h)
        wanted = content_tokens(row["text"], row["language"]) or tokens(row["text"])
        from_source = select(memories).where(
            memories.c.source == row["source"], memories.c.status == "live", memories.c.tier == "turn",
            memories.c.person == tx.actor,
        )  # fmt: skip
        others = {r["id"]: r for r in tx.rows(from_source)} if row["source"] else {}
        for other in self._writing.similar(tx, wanted, tier="turn"):
            if share(wanted, set(other["tokens"].split())) >= RESTATES:
                others[other["id"]] = other
        for other in others.values():
            if other["id"] != row["id"]:
                part(tx, other, "asked", after_h=after_h, detail={"with": row["id"]})
