"""What can be asked of a home's memory: answers, the nearest memories, lists, what may be seen. Nothing here writes."""

from __future__ import annotations

import builtins
from collections.abc import Iterator, Sequence
from dataclasses import replace
from datetime import datetime
from typing import TYPE_CHECKING, Any, BinaryIO

from sqlalchemy import and_, func, select

from calisson.clock import Clock, local
from calisson.memory.exchange import taking
from calisson.memory.exchange.lines import line_of
from calisson.memory.exchange.types import Preview
from calisson.memory.filters import Filters
from calisson.memory.finding import clues, crossing, perhaps, recall, sought
from calisson.memory.finding.encoders import encode_if_reached, encoder_of
from calisson.memory.finding.others import names_somebody, others
from calisson.memory.finding.points import Points, points
from calisson.memory.finding.ranking import WEIGHTS
from calisson.memory.finding.renewal import Renewal
from calisson.memory.finding.retrieval import Retriever, hit, speakers, words_of
from calisson.memory.finding.search import chosen, index_for, readable
from calisson.memory.holding import asked, asking
from calisson.memory.holding.register import Register, over, read_register
from calisson.memory.learned.model import is_on, shipped, untrained, wants_hops
from calisson.memory.learned.refine import Trace
from calisson.memory.privacy.guard import NAMED, Guard
from calisson.memory.privacy.policy import (
    Policy,
    Viewer,
    barred,
    owned_by,
    policies_of,
    visible,
)
from calisson.memory.rows import PROPOSED, fact_of
from calisson.memory.tables import memories, memory_care
from calisson.memory.tiers.profile import profile_lines
from calisson.memory.tiers.stored import Episodes
from calisson.memory.types import Fact, Hit, Tier
from calisson.memory.uses import Use, uses_in
from calisson.memory.words.names import spellings
from calisson.memory.words.tokens import tokens
from calisson.store import Database, PreferenceStore, Transaction, writers

if TYPE_CHECKING:
    from sqlalchemy import ColumnElement, Connection

    from calisson.memory.learned.expansion import Model
    from calisson.memory.learned.nightly import Learning

ME = Viewer("me")
"""The person of a home that has only one, asking."""

EXPORTED = 500
"""Memories of which more is read at a time."""

TIERS: tuple[Tier, ...] = ("fact", "turn", "episode", "app")

APPS = 20
"""Rows of apps without anything of a query that may stand before memories; they are left out."""

MINE = Viewer("me", "manage")
"""The same, looking through their own."""


class Reading:
    """Facts and past turns of a home, to be read by whoever may see them."""

    def __init__(self, database: Database, clock: Clock) -> None:
        self._database = database
        self._clock = clock
        self._preferences = PreferenceStore(database)
        self._index = index_for(database.dialect)
        self.points = Points(database, encoder_of())
        self._retriever = Retriever(self._index, self.points, WEIGHTS, shipped() if is_on() else None)
        self.episodes = Episodes(database, self.points.encoder)
        self.renewal = Renewal(database, self.points, lambda c: words_of(speakers(c)))
        """Makes vectors that are missing, or of an earlier encoder."""
        self._is_learned = not is_on()
        self.guard = Guard(database)
        """Notes who was barred from what."""

    # --- answers ---------------------------------------------------------------------------------------

    def recall(
        self,
        query: str,
        language: str,
        limit: int = 10,
        *,
        viewer: Viewer = ME,
        own: bool = False,
        sure: bool = False,
        tx: Transaction | None = None,
    ) -> builtins.list[Hit]:
        """Return what answers a query, best first: facts before what was said in passing.

        When nothing does, a few that may be meant are returned, found by their meaning (`how` is `meaning`).

        What the viewer may not see is no candidate; that something was barred is journalled.

        Args:
            query: the question, or a few words; without any content the latest facts answer.
            language: the language of the query.
            limit: the most hits.
            viewer: who asks, for what, and where the answer goes.
            own: return only the viewer's own memories, not what others share.
            sure: return nothing that only may be meant.
            tx: the open transaction, if there is one; a barred access is journalled in it.
        """
        if not query.strip() or limit < 1:
            return []
        key = self._database.vault.key(viewer.person)
        viewer = self.guard.placed(viewer)
        now = self._clock.now() if tx is None else tx.now
        allowed = and_(visible(viewer, now), memories.c.tier != "app")
        if own:
            allowed = and_(allowed, owned_by(viewer.person))
        if not self._is_learned:
            self.use_learned()
        with self._database.read() as connection:
            when = asking.read(query, language, local(now, self._preferences.get().tz))
            said = (when.start, when.end) if when.start and when.end else None
            who = read_register(connection, viewer.person, allowed)
            hits = self._answers(connection, query, language, limit, allowed, who, said)
            found = {h.id for h in hits}
            if not when.is_now:
                more = self._answers(connection, when.rest, language, limit, allowed, who, said)
                told = asked.of_matter(connection, when.rest, language, allowed, key, who)
                found |= {h.id for h in told}
                hits = recall.joined(recall.joined(hits, more), told)
            if not hits:
                hits = self._crossing(connection, when.rest, language, allowed, viewer.person)[:limit]
                for other, known in who.rephrased(when.rest, language):
                    more = self._crossing(connection, other, language, allowed, viewer.person)[:limit]
                    hits = recall.joined(hits, over(more, known.memory_id))
            unsure = not hits and not sure
            if unsure:
                hits = self._perhaps(connection, when, language, allowed, who, viewer.person)
                if when.start is not None and when.start >= when.now:  # 'what do I do at the weekend?'
                    found |= {h.id for h in hits}
            chosen = asking.choose(connection, hits, when, allowed, who)
            hits = [h for h in chosen if when.is_now or h.since or h.until or h.id in found][:limit]
            if unsure:
                hits = [replace(h, how="meaning") for h in hits]
            if when.is_now:
                hits = perhaps.latest_first(query, language, hits)
            closed = self._closed(connection, query, language, viewer, now)
        self.guard.note(viewer, closed, now, "recall", tx)
        return hits

    def _answers(
        self,
        connection: Connection,
        query: str,
        language: str,
        limit: int,
        allowed: ColumnElement[bool],
        who: Register,
        said: tuple[datetime, datetime] | None = None,
    ) -> builtins.list[Hit]:
        """Return what answers a query, also by the name of whom it asks about, or by what they are to who asks."""
        hits = recall.search(connection, self._index, query, language, limit, allowed=allowed, said=said)
        for other, known in who.rephrased(query, language):
            more = recall.search(connection, self._index, other, language, limit, allowed=allowed)
            more = [
                h
                for h in more
                if not perhaps.is_anothers(other, language, h.text, h.language or language, who)
            ]
            score = {h.id: h.score for h in hits}
            better = (h for h in more if h.score > score.get(h.id, -1.0))
            hits = recall.joined(hits, over(better, known.memory_id))
        hits = [h for h in hits if not who.is_another(query, language, h.text, h.language or language)]
        return [
            h for h in hits if not perhaps.is_anothers(query, language, h.text, h.language or language, who)
        ]

    def who_is_who(self, *, viewer: Viewer = MINE) -> Register:
        """Return who is who to the viewer, from their own memories that they may see."""
        self._database.vault.key(viewer.person)
        viewer = self.guard.placed(viewer)
        with self._database.read() as connection:
            return read_register(connection, viewer.person, visible(viewer, self._clock.now()))

    def _crossing(
        self, connection: Connection, query: str, language: str, allowed: ColumnElement[bool], whose: str
    ) -> builtins.list[Hit]:
        """Return what was said in other languages and answers a query."""
        self.points.settle(connection)
        vector = encode_if_reached(self.points.encoder, query, language)
        numbers = self.points.nearest(connection, vector, crossing.NEAREST, allowed, whose)
        other = select(memories).join(points, points.c.position == memories.c.position)
        rows = connection.execute(
            other.where(points.c.number.in_(numbers), memories.c.language != language, allowed)
        )
        return crossing.hits(query, language, filter(readable, map(dict, rows.mappings())))

    def _perhaps(
        self,
        connection: Connection,
        when: asking.When,
        language: str,
        allowed: ColumnElement[bool],
        who: Register,
        whose: str,
    ) -> builtins.list[Hit]:
        """Return what may be meant by a question that nothing answers, also by the name of whom it asks about."""
        asked = [
            (when.rest, "", frozenset[str]()),
            *(
                (other, k.memory_id, frozenset(spellings(k.name)))
                for other, k in who.rephrased(when.rest, language)
            ),
        ]
        for query, via, named in asked:
            hits = self._of_kind(connection, query, language, allowed, named)
            hits = [h for h in hits if not who.is_another(query, language, h.text, h.language)]
            hits = [h for h in hits if not perhaps.is_anothers(query, language, h.text, h.language, who)]
            if hits:
                return over(hits[: perhaps.MOST], via) if via else hits[: perhaps.MOST]
        for query, via, _ in asked:
            found = self._retriever.find(
                connection, query, language, perhaps.CLOSELY,
                now=when.now, allowed=allowed, whose=whose, few=True,
            )  # fmt: skip
            hits = perhaps.hits(query, language, found.ranked)
            hits = [h for h in hits if not who.is_another(query, language, h.text, h.language)]
            hits = [h for h in hits if not perhaps.is_anothers(query, language, h.text, h.language, who)]
            if hits:
                return [h if h.id == via or not via else replace(h, via=via) for h in hits[: perhaps.MOST]]
        return []

    def _of_kind(
        self,
        connection: Connection,
        query: str,
        language: str,
        allowed: ColumnElement[bool],
        named: frozenset[str],
    ) -> builtins.list[Hit]:
        """Return what tells the kind of thing that a question seeks about whom or what it names."""
        kinds = sought.asked(query, language)
        if not kinds:
            return []
        by_name = [t for name in named for t in tokens(name)]
        wanted = [*by_name, *clues.read(query, language).tokens(), *sought.tokens_of(kinds)]
        looked_for = chosen(wanted, self._index.frequencies(connection, wanted))
        rows = (
            row
            for tier in recall.LEAST
            for row in self._index.candidates(connection, looked_for, tier, recall.CANDIDATES, allowed)
        )
        return perhaps.of_kind(query, language, rows, named)

    def search(
        self,
        query: str,
        language: str,
        limit: int = 10,
        *,
        viewer: Viewer = ME,
        related: bool = False,
        tiers: Sequence[Tier] = TIERS,
        only: Filters | None = None,
    ) -> builtins.list[Hit]:
        """Return the `limit` memories nearest to a query, best first, whether or not they answer it.

        Blocks of the last days come after facts and turns, in the room that these leave: they take no one's place.

        Args:
            query: the question, or a few words.
            language: the language of the query.
            limit: the most hits.
            viewer: who asks, for what, and where the answer goes; what they may not see is no candidate.
            related: leave out what has nothing to do with the query.
            tiers: only these; `("episode",)` are the blocks alone.
            only: what is to be left over: kind and time are kept to here; who names the person asked for is looked for,
                what does not is left to the caller (`Filters.fits`).
        """
        found, _ = self.explain_search(
            query, language, limit, viewer=viewer, related=related, tiers=tiers, only=only
        )
        return found

    def explain_search(
        self,
        query: str,
        language: str,
        limit: int = 10,
        *,
        viewer: Viewer = ME,
        related: bool = False,
        tiers: Sequence[Tier] = TIERS,
        only: Filters | None = None,
        further: Model | None = None,
        hops: bool = False,
    ) -> tuple[builtins.list[Hit], Trace]:
        """Return what `search` does, and why it went so: further words, gate, hops.

        `further` gives further words for the question, as from a model; it is asked before anything is read. `hops` lets
        it search on from what it found, where that was learned.
        """
        self._database.vault.key(viewer.person)
        if not query.strip() or limit < 1:
            return [], Trace()
        viewer = self.guard.placed(viewer)
        self.renewal.look()
        if not self._is_learned:
            self.use_learned()
        now, tz = self._clock.now(), self._preferences.get().tz
        retriever = self._retriever
        if further is not None and (words := tuple(further(query, language))):
            retriever = replace(retriever, model=lambda *_: words)
        if hops and retriever.learned is not None:
            retriever = replace(retriever, learned=retriever.learned.with_parts("hops"))
        allowed, most = visible(viewer, now), limit + APPS
        if "app" not in tiers:
            allowed, most = and_(allowed, memories.c.tier != "app"), limit
        with self._database.read() as connection:
            other = None
            if names_somebody(query, language):
                other = others(query, language, read_register(connection, viewer.person, allowed))
            found = retriever.find(
                connection, query, language, most,
                now=local(now, tz), allowed=allowed, whose=viewer.person, only=only, other=other,
            )  # fmt: skip
            apart = [
                r for r in found.ranked if r.related or not (related or r.candidate.row["tier"] == "app")
            ]
            hits = [h for h in map(hit, apart) if h.tier in tiers][:limit]
            if "episode" in tiers and len(hits) < limit:
                left = limit - len(hits)
                hits += self.episodes.search(connection, query, language, left, viewer=viewer, now=now)
            closed = self._closed(connection, query, language, viewer, now)
            if tiers == ("episode",):
                closed += self.guard.withheld(connection, viewer, now, self.episodes.has())
        self.guard.note(viewer, builtins.list(dict.fromkeys(closed)), now, "search")
        return hits, found.trace

    def _closed(
        self, connection: Connection, query: str, language: str, viewer: Viewer, now: datetime
    ) -> builtins.list[str]:
        """Return the ids of memories with the words of a query that the viewer may not see."""
        if not self.guard.may_bar(connection, viewer):
            return []
        return recall.barred_ids(connection, self._index, query, language, barred(viewer, now), NAMED)

    @property
    def learning(self) -> Learning:
        """What this home's search learns."""
        from calisson.memory.learned.nightly import Learning

        plain = replace(self._retriever, learned=shipped() or untrained())
        return Learning(self._database, self._clock, plain, self._preferences.get().tz)

    def use_learned(self) -> None:
        """Search with what this home learned, else with what is shipped; nothing where it is turned off."""
        if is_on():
            learned = self.learning.current() or shipped()
            if learned is not None and wants_hops():
                learned = learned.with_parts("hops")
            self._retriever = replace(self._retriever, learned=learned)
        self._is_learned = True

    # --- lists -----------------------------------------------------------------------------------------

    def list(self, limit: int = 1000, *, viewer: Viewer = MINE) -> Sequence[Fact]:
        """Return the facts that the viewer may see, latest first."""
        return self._listed(limit, viewer, "list", memories.c.tier == "fact")

    def _listed(
        self, limit: int, viewer: Viewer, doing: str, *among: ColumnElement[bool]
    ) -> builtins.list[Fact]:
        """Return memories that the viewer may see, latest first, and note what of these they were barred from."""
        self._database.vault.key(viewer.person)
        viewer, now = self.guard.placed(viewer), self._clock.now()
        query = select(memories).where(*among, visible(viewer, now))
        with self._database.read() as connection:
            rows = connection.execute(query.order_by(memories.c.at.desc(), memories.c.id.desc()).limit(limit))
            found = [fact_of(dict(r)) for r in rows.mappings() if readable(dict(r))]
            closed = self.guard.withheld(connection, viewer, now, *among)
        self.guard.note(viewer, closed, now, doing)
        return found

    def told(self, limit: int, person: str, *, viewer: Viewer = MINE) -> Sequence[Fact]:
        """Return what a person said in passing, of their own life, that the viewer may see, latest first."""
        return self._listed(
            limit, viewer, "told", memories.c.tier == "turn", memories.c.person == person,
            memories.c.speaker.in_((person, "me")), memories.c.matter.is_not(None),
        )  # fmt: skip

    def proposed(self, *, viewer: Viewer = MINE) -> Sequence[Fact]:
        """Return what came from outside and waits for its person's yes, latest first."""
        mine = select(memories).where(memories.c.status == PROPOSED, memories.c.person == viewer.person)
        with self._database.read() as connection:
            return [
                fact_of(dict(r)) for r in connection.execute(mine.order_by(memories.c.id.desc())).mappings()
            ]

    def may_see(self, memory_ids: Sequence[str], viewer: Viewer) -> set[str]:
        """Return those of these memories that the viewer may see; that others were barred is journalled."""
        viewer, now = self.guard.placed(viewer), self._clock.now()
        of_these = memories.c.id.in_(builtins.list(memory_ids))
        with self._database.read() as connection:
            query = select(memories.c.id).where(of_these, visible(viewer, now))
            seen = set(connection.execute(query).scalars())
            closed = select(memories.c.id).where(of_these, barred(viewer, now))
            shut = builtins.list(connection.execute(closed).scalars())
        self.guard.note(viewer, shut, now, "look")
        return seen

    def unseen(self, turn_ids: Sequence[str], viewer: Viewer) -> set[str]:
        """Return those of these turns whose words were forgotten or that the viewer may not see."""
        viewer, now = self.guard.placed(viewer), self._clock.now()
        of_these = memories.c.source.in_(builtins.list(turn_ids))
        with self._database.read() as connection:
            query = select(memories.c.source).where(of_these, ~visible(viewer, now))
            hidden = set(connection.execute(query).scalars())
            closed = self.guard.withheld(connection, viewer, now, of_these)
        self.guard.note(viewer, closed, now, "window")
        return hidden

    def used_in(self, turn_id: str, *, viewer: Viewer = MINE) -> builtins.list[Use]:
        """Return the memories that the answer of a turn to this viewer came from, the one that it told first."""
        viewer, now = self.guard.placed(viewer), self._clock.now()
        found = uses_in(self._database, self.episodes, turn_id, viewer, now)
        of_these = memories.c.id.in_([u.memory_id for u in found])
        with self._database.read() as connection:
            closed = self.guard.withheld(connection, viewer, now, of_these)
        self.guard.note(viewer, closed, now, "uses")
        return found

    def cares(self, memory_ids: Sequence[str]) -> dict[str, dict[str, Any]]:
        """Return what speaks for keeping those of these memories of which something is noted."""
        columns = [memory_care.c[n] for n in ("id", "pinned", "kept_for", "importance", "uses")]
        found: dict[str, dict[str, Any]] = {}
        with self._database.read() as connection:
            for at in range(0, len(memory_ids), 500):
                some = select(*columns).where(memory_care.c.id.in_(memory_ids[at : at + 500]))
                for row in connection.execute(some).mappings():
                    found[row["id"]] = {n: row[n] for n in ("pinned", "kept_for", "importance", "uses")}
        return found

    def policies(self, memory_ids: Sequence[str]) -> dict[str, Policy]:
        """Return the policies of those of these memories that have one of their own."""
        with self._database.read() as connection:
            return policies_of(connection, memory_ids)

    def writers(self, memory_ids: Sequence[str]) -> set[str]:
        """Return whose these memories are and who ever wrote in them; `import` stands for files."""
        ids = builtins.list(memory_ids)
        with self._database.read() as connection:
            owners = connection.execute(select(memories.c.person).where(memories.c.id.in_(ids))).scalars()
            return {*owners, *writers(connection, memories, ids)}

    def exported(self, *, viewer: Viewer = MINE, talk: bool = False) -> Iterator[Fact]:
        """Yield every fact that the viewer may see, the oldest first; with `talk` also what was said in passing."""
        self._database.vault.key(viewer.person)
        viewer, now = self.guard.placed(viewer), self._clock.now()
        of_tiers = memories.c.tier.in_(("fact", "turn") if talk else ("fact",))
        query = select(memories).where(of_tiers, visible(viewer, now)).order_by(memories.c.at, memories.c.id)
        with self._database.read() as connection:
            rows = connection.execute(query).mappings().all()
            closed = self.guard.withheld(connection, viewer, now, of_tiers)
        self.guard.note(viewer, closed, now, "export")
        yield from (fact_of(r) for r in map(dict, rows) if readable(r))

    def export_lines(self, *, viewer: Viewer = MINE, talk: bool = False) -> Iterator[str]:
        """Yield what `exported` does as JSON lines that an import reads, each with its policy, care and profile line."""
        facts = builtins.list(self.exported(viewer=viewer, talk=talk))
        for at in range(0, len(facts), EXPORTED):
            some = facts[at : at + EXPORTED]
            ids = [f.id for f in some]
            policies, cares = self.policies(ids), self.cares(ids)
            with self._database.read() as connection:
                lines = profile_lines(connection, viewer.person, ids)
                theirs = select(memories.c.id).where(memories.c.id.in_(ids), ~owned_by(viewer.person))
                others = set(connection.execute(theirs).scalars())
            for fact in some:
                policy, care = policies.get(fact.id), cares.get(fact.id)
                if fact.id in others:  # somebody else's walls and reasons are theirs
                    policy = care = None
                yield line_of(fact, policy, care, lines.get(fact.id))

    def left_out(self, *, viewer: Viewer, talk: bool = False) -> int:
        """Return how many of the viewer's own memories `exported` leaves out."""
        viewer = self.guard.placed(viewer)
        of_tiers = memories.c.tier.in_(("fact", "turn") if talk else ("fact",))
        closed = select(func.count()).select_from(memories)
        closed = closed.where(of_tiers, owned_by(viewer.person), barred(viewer, self._clock.now()))
        with self._database.read() as connection:
            return int(connection.execute(closed).scalar() or 0)

    def look_into(self, file: BinaryIO, person: str = "me") -> Preview:
        """Count what taking a file of memories in would do; see `exchange.formats` for the kinds.

        Raises:
            MemoryError_: it is broken, or of no known kind.
        """
        key, tz, preview = self._database.vault.key(person), self._preferences.get().tz, Preview()
        items = taking.items_in(file, preview)
        with self._database.read() as connection:
            return taking.look(items, preview, person=person, key=key, tz=tz, connection=connection)
