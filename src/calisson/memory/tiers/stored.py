"""The episodic tier: what was said in the last days, one block for each stretch of talk, stored and searched.

A block is made when a stretch is over (at night, and at the first turn after a silence): at most `BLOCK` tokens of
its words, chosen by the gates, and a vector from the compressive encoder. It is made of the person's own turns, so it
holds nothing that was recalled, generated or quoted. After the set days it goes; nothing of it becomes a fact, and
the turns stay under their own retention. Its vector is made in the house, whatever encoder makes those of memories.
Whoever may not see one of its turns does not see it; when one is forgotten it answers nothing, and is made anew
without it.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from datetime import datetime, timedelta
from typing import Any

from sqlalchemy import ColumnElement, Connection, and_, delete, exists, func, select

from calisson.ids import new_id
from calisson.memory.finding.encoder import Encoder, built_in
from calisson.memory.finding.encoders import encode_if_reached, is_outside
from calisson.memory.privacy.policy import Viewer, visible
from calisson.memory.shortening.episodic import BLOCK, GAP_MIN, segments
from calisson.memory.shortening.trajectory import Turn, minutes_between
from calisson.memory.shortening.units import Line
from calisson.memory.tables import memories
from calisson.memory.tiers import compressive, gates
from calisson.memory.tiers.tables import memory_episode_turns, memory_episodes
from calisson.memory.types import Hit, How
from calisson.memory.words.measure import count
from calisson.memory.words.sameness import share
from calisson.memory.words.tokens import content_tokens, tokens
from calisson.store import Database, Sealed, Transaction

LEXICAL = 0.6
"""Weight of words against meaning in a block's score; `tools/episodes/train.py` has the same."""

LEAST = 0.2
"""The least score of a block that has to do with a query."""

MOST = 400
"""Blocks that a search looks at, the latest first."""

SUMMARY = "summary:"
"""What the source of an extract begins with, which is no talk (see `forgetting.retention`)."""


class Episodes:
    """The blocks of a home's people."""

    def __init__(self, database: Database, encoder: Encoder | None = None) -> None:
        self._database = database
        self._encoder = built_in() if encoder is None or is_outside(encoder) else encoder

    @property
    def maker(self) -> str:
        """Name of what makes the vectors."""
        return f"clse1:{self._encoder.name}"

    # --- keeping -----------------------------------------------------------------------------------------

    def keep(self, tx: Transaction, now: datetime, days: int, *, gap_min: float = GAP_MIN) -> int:
        """Make the blocks of the actor's talk of the last `days` that is over, and return how many were made.

        Those that are older, or whose turns changed, go. `now` is naive and local.
        """
        if self._database.vault.is_locked(tx.actor):
            return 0
        wanted = {frozenset(r["id"] for r in part): part for part in self._over(tx, now, days, gap_min)}
        kept: set[frozenset[str]] = set()
        for episode_id, (maker, members) in self._stored(tx).items():
            if members in wanted and members not in kept and maker == self.maker:
                kept.add(members)
            else:
                drop(tx.connection, [episode_id])
        fresh = [part for members, part in wanted.items() if members not in kept]
        for part in fresh:
            self._add(tx, part)
        return len(fresh)

    def is_due(self, tx: Transaction, now: datetime, *, gap_min: float = GAP_MIN) -> bool:
        """Tell whether the actor speaks again after a silence, so that the stretch before it is over."""
        last = tx.execute(select(func.max(memories.c.at)).where(_turns_of(tx.actor))).scalar()
        return bool(last) and minutes_between(str(last), now.isoformat()) >= gap_min

    def _over(
        self, tx: Transaction, now: datetime, days: int, gap_min: float
    ) -> list[list[Mapping[str, Any]]]:
        """Return the turns of each stretch that is over and ended within the days, oldest first."""
        first = (now - timedelta(days=days)).isoformat(timespec="seconds")
        early = (now - timedelta(days=days + 1)).isoformat(timespec="seconds")
        query = select(memories).where(_turns_of(tx.actor), memories.c.at >= early)
        rows = tx.rows(query.order_by(memories.c.at, memories.c.position))
        told = [Turn(str(r["text"]), str(r["speaker"]), str(r["id"]), str(r["at"])) for r in rows]
        by_id = {r["id"]: r for r in rows}
        parts = segments(told, gap_min=gap_min)
        if parts and minutes_between(parts[-1][-1].at, now.isoformat()) < gap_min:
            parts.pop()
        return [[by_id[t.source] for t in part] for part in parts if part[-1].at >= first]

    def _stored(self, tx: Transaction) -> dict[str, tuple[str, frozenset[str]]]:
        """Return the actor's blocks: what made each, and its turns' memories."""
        query = (
            select(memory_episodes.c.id, memory_episodes.c.encoder, memory_episode_turns.c.memory_id)
            .outerjoin(memory_episode_turns, memory_episode_turns.c.episode_id == memory_episodes.c.id)
            .where(memory_episodes.c.person == tx.actor)
        )
        found: dict[str, tuple[str, set[str]]] = {}
        for row in tx.execute(query):
            found.setdefault(row.id, (row.encoder, set()))[1].add(row.memory_id or "")
        return {key: (maker, frozenset(members)) for key, (maker, members) in found.items()}

    def _add(self, tx: Transaction, rows: Sequence[Mapping[str, Any]]) -> None:
        texts = [str(r["text"]) for r in rows]
        language = max({r["language"] for r in rows}, key=lambda one: sum(r["language"] == one for r in rows))
        lines = [
            Line("" if r["speaker"] == tx.actor else r["speaker"], t)
            for r, t in zip(rows, texts, strict=True)
        ]
        text = "\n".join(map(str, gates.kept_lines(lines, language, BLOCK)))
        vectors = [self._encoder.encode(t, r["language"]) for t, r in zip(texts, rows, strict=True)]
        latent = (
            gates.latent_of(texts, vectors, language) if len(vectors[0]) in (0, compressive.WIDTH) else b""
        )
        key = self._database.vault.key(tx.actor)
        made = {
            "id": new_id("epi"), "person": tx.actor, "text": text if key is None else key.seal(text),
            "vector": latent if key is None else key.seal_bytes(latent), "encoder": self.maker, "language": language,
            "since": rows[0]["at"], "until": rows[-1]["at"], "whole": sum(map(count, texts)), "made_at": tx.now,
        }  # fmt: skip
        tx.execute(memory_episodes.insert(), made)
        of = [{"id": f"{made['id']}:{r['id']}", "episode_id": made["id"], "memory_id": r["id"]} for r in rows]
        tx.execute(memory_episode_turns.insert(), of)

    # --- searching ---------------------------------------------------------------------------------------

    def search(
        self, connection: Connection, query: str, language: str, limit: int, *, viewer: Viewer, now: datetime
    ) -> list[Hit]:
        """Return the blocks nearest to a query that the viewer may see, best first; `now` is aware."""
        rows = self._visible(connection, viewer, now)
        if not rows or limit < 1:
            return []
        wanted = content_tokens(query, language) or tokens(query)
        by_words = [share(wanted, set(tokens(str(r["text"])))) for r in rows]
        comparable = [n for n, r in enumerate(rows) if r["encoder"] == self.maker and r["vector"]]
        vector = encode_if_reached(self._encoder, query, language)
        near = dict.fromkeys(range(len(rows)), 0.0)
        if vector and len(vector) == compressive.WIDTH:
            found = compressive.built_in().similarity(vector, [bytes(rows[n]["vector"]) for n in comparable])
            near.update(zip(comparable, found, strict=True))
        scores = [LEXICAL * w + (1 - LEXICAL) * max(0.0, near[n]) for n, w in enumerate(by_words)]
        order = sorted(range(len(rows)), key=lambda n: (-scores[n], rows[n]["until"]))
        best = [n for n in order if scores[n] >= LEAST][:limit]
        sources = self._sources(connection, [rows[n]["id"] for n in best])
        return [_hit(rows[n], min(1.0, scores[n]), sources[rows[n]["id"]], by_words[n] > 0) for n in best]

    def latest(self, connection: Connection, limit: int, *, viewer: Viewer, now: datetime) -> list[Hit]:
        """Return the latest blocks that the viewer may see, latest first."""
        rows = self._visible(connection, viewer, now)[:limit]
        sources = self._sources(connection, [r["id"] for r in rows])
        return [_hit(r, 0.5, sources[r["id"]], False) for r in rows]

    def _visible(self, connection: Connection, viewer: Viewer, now: datetime) -> list[dict[str, Any]]:
        turns = memory_episode_turns.c
        mine = turns.episode_id == memory_episodes.c.id
        seen = (
            exists()
            .where(memories.c.id == turns.memory_id, visible(viewer, now))
            .correlate(memory_episode_turns)
        )
        hidden = exists(select(turns.id).where(mine, ~seen).correlate(memory_episodes))
        some = exists(select(turns.id).where(mine).correlate(memory_episodes))
        query = select(memory_episodes).where(and_(some, ~hidden))
        rows = connection.execute(query.order_by(memory_episodes.c.until.desc()).limit(MOST)).mappings()
        return [dict(r) for r in rows if not isinstance(r["text"], Sealed) or r["text"].is_open]

    def has(self) -> ColumnElement[bool]:
        """Return the condition on `memories` that a block is made of it."""
        return memories.c.id.in_(select(memory_episode_turns.c.memory_id))

    def _sources(self, connection: Connection, ids: Sequence[str]) -> dict[str, tuple[str, ...]]:
        turns = memory_episode_turns.c
        query = (
            select(turns.episode_id, memories.c.source)
            .join(memories, memories.c.id == turns.memory_id)
            .where(turns.episode_id.in_(ids))
            .order_by(memories.c.at, memories.c.position)
        )
        found: dict[str, dict[str, None]] = {i: {} for i in ids}
        for episode_id, source in connection.execute(query):
            found[episode_id][source] = None
        return {i: tuple(sources) for i, sources in found.items()}


def drop(connection: Connection, ids: Sequence[str]) -> None:
    """Remove blocks; what they are made of stays."""
    for at in range(0, len(ids), 500):
        some = list(ids[at : at + 500])
        connection.execute(delete(memory_episode_turns).where(memory_episode_turns.c.episode_id.in_(some)))
        connection.execute(delete(memory_episodes).where(memory_episodes.c.id.in_(some)))


def _turns_of(person: str) -> Any:
    return and_(
        memories.c.person == person, memories.c.tier == "turn", memories.c.status == "live",
        memories.c.source.not_like(f"{SUMMARY}%"),
    )  # fmt: skip


def _hit(row: Mapping[str, Any], score: float, sources: tuple[str, ...], by_words: bool) -> Hit:
    how: How = "words" if by_words else "meaning"
    return Hit(
        row["id"], str(row["text"]), score, "episode", sources[0] if sources else "", how,
        datetime.fromisoformat(row["until"]), row["person"], row["language"], how, sources=sources,
    )  # fmt: skip
