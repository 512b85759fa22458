"""The full-text index on either database: candidates for tokens, and how many memories have a token.

In a small home all memories with any of the rarer tokens are ranked by BM25. FTS5 walks the whole list of every token
for that, of the tier's too, so in a large home (`LARGE`) only the latest of each list are taken, those with the most
inverse document frequency first.
"""

from __future__ import annotations

import json
import math
from collections import defaultdict
from collections.abc import Mapping, Sequence
from itertools import accumulate
from typing import Any, Protocol
from weakref import WeakKeyDictionary

from sqlalchemy import ColumnElement, Connection, bindparam, column, func, literal_column, select, table, text

from calisson.memory.tables import memories
from calisson.memory.words.stems import STEM
from calisson.memory.words.tokens import opens
from calisson.store import Sealed
from calisson.store.engine import WRITE
from calisson.store.sealing import OPEN, Key

BUDGET = 1500
"""How many memories, over all tokens, one search looks at, unless the two rarest tokens alone have more."""

DRAWN = 800
"""How many memories a search in a large home draws from the ends of the tokens' lists."""

MOST_TOKENS = 80
"""Tokens that one search looks for, the rarest ones."""


LARGE = 5_000
"""Rows from which counts are estimates and candidates are drawn from the ends of the tokens' lists."""

RARE = 0.1
"""Share of all memories below which a tier is rare."""

OFTEN = 500
"""Memories with a token, from which their number is counted anew only when the home has grown by a twentieth."""

_TERMS = "array_to_tsvector(string_to_array(tokens, ' '))"
"""The expression that PostgreSQL's index is over."""

_ENTRIES = table("memories_index", column("rank"))
"""SQLite's index. The plus before its row number in the join keeps the planner from walking the memories first."""

END = "\U0010ffff"
"""After every character that a token can have."""


class Index(Protocol):
    """Finds memories by tokens."""

    def frequencies(self, connection: Connection, tokens: Sequence[str]) -> dict[str, int]:
        """Return how many live memories have each token; those that none has are absent."""
        ...

    def candidates(
        self,
        connection: Connection,
        tokens: Sequence[str],
        tier: str,
        limit: int,
        allowed: ColumnElement[bool] | None = None,
    ) -> list[dict[str, Any]]:
        """Return live memories with any of the tokens, roughly best first; only those that are `allowed`."""
        ...

    def positions(
        self,
        connection: Connection,
        tokens: Sequence[str],
        tier: str,
        limit: int,
        allowed: ColumnElement[bool],
    ) -> list[int]:
        """Return the positions of what `candidates` returns."""
        ...

    def add(self, connection: Connection, rows: Sequence[Mapping[str, Any]]) -> None:
        """Index new rows."""
        ...

    def last(self, connection: Connection) -> int:
        """Return the highest position in use, or left behind by a row that is gone."""
        ...

    def rebuild(self, connection: Connection) -> None:
        """Index exactly the rows that there are."""
        ...


def chosen(tokens: Sequence[str], frequency: Mapping[str, int]) -> list[str]:
    """Return the known tokens, the rarest first, as far as the budget goes."""
    known = sorted((t for t in tokens if frequency.get(t)), key=lambda t: frequency[t])[:MOST_TOKENS]
    spent = list(accumulate(frequency[t] for t in known))
    return [t for n, t in enumerate(known) if n < 2 or spent[n] <= BUDGET]


_SIZES = {
    "sqlite": text("SELECT max(rowid) FROM memories"),
    "postgresql": text("SELECT reltuples FROM pg_class WHERE oid = 'memories'::regclass"),
}


_READ: WeakKeyDictionary[Connection, dict[tuple[str, frozenset[str]] | None, int]] = WeakKeyDictionary()
"""What was counted on a reading connection, which sees one state."""


def rows_about(connection: Connection) -> int:
    """Return about how many rows there are: with those that are gone on SQLite, as last analysed on PostgreSQL."""
    known = _known(connection)
    if None not in known:
        known[None] = int(connection.execute(_SIZES[connection.dialect.name]).scalar() or 0)
    return known[None]


def _known(connection: Connection) -> dict[tuple[str, frozenset[str]] | None, int]:
    if connection.get_execution_options().get(WRITE):
        return {}
    return _READ.setdefault(connection, {})


def total(connection: Connection) -> int:
    """Return how many live memories there are; in a large home about how many."""
    if (about := rows_about(connection)) > LARGE:
        return about
    query = select(func.count()).select_from(memories).where(memories.c.status == "live")
    return int(connection.execute(query).scalar() or 0)


def index_words(words: str) -> str | None:
    """Return what is indexed for a memory's tokens: sealed ones as keyed hashes; None when their key is not open.

    A hash has no beginnings, so each beginning that a search may ask for has a hash of its own.
    """
    if not isinstance(words, Sealed):
        return words
    if words.key is None:
        return None
    found: list[str] = []
    for token in words.split():
        found.append(_hashed(words.key, token))
        begun = (token[:n] for n in range(1, min(len(token), STEM)))
        found += [_hashed(words.key, b, opening=True) for b in (*begun, token) if opens(b)]
    return " ".join(found)


def _hashed(key: Key, token: str, *, opening: bool = False) -> str:
    return f"zq7{key.mac('^' + token if opening else token)}"  # no beginning of a plain token has a digit


def readable(row: Mapping[str, Any]) -> bool:
    """Tell whether a memory is plain, or sealed with a key that is open."""
    return not isinstance(row["text"], Sealed) or row["text"].is_open


_EXACT = text("SELECT sum(doc) FROM memories_terms WHERE term = :term")
_LONGER = text("SELECT sum(doc) FROM memories_terms WHERE term >= :term AND term < :end")
_ANY = text("SELECT 1 FROM memories WHERE tier = :tier AND status = 'live' LIMIT 1")
_LATEST = text(
    "SELECT json_group_array(rowid) FROM (SELECT rowid FROM memories_index "
    "WHERE memories_index MATCH :match ORDER BY rowid DESC LIMIT :most)"
)
"""One row, because a thousand cost more than finding them."""


class SqliteIndex:
    """FTS5, ranked by BM25."""

    def __init__(self) -> None:
        self._often: dict[tuple[str, frozenset[str]], tuple[int, int]] = {}
        """Token and the keys that are open → how many memories have it, and how many rows there were."""

    def frequencies(self, connection: Connection, tokens: Sequence[str]) -> dict[str, int]:
        """Return how many live memories have each token."""
        rows, keys, known = rows_about(connection), frozenset(OPEN), _known(connection)
        found = {}
        for token in dict.fromkeys(tokens):
            if (token, keys) not in known:
                count, then = self._often.get((token, keys), (0, 0))
                if not then <= rows < 1.05 * then:
                    count = self._count(connection, token)
                    if count >= OFTEN:
                        self._often[token, keys] = (count, rows)
                known[token, keys] = count
            found[token] = known[token, keys]
        return {token: count for token, count in found.items() if count}

    def _count(self, connection: Connection, token: str) -> int:
        if opens(token):
            doc = connection.execute(_LONGER, {"term": token, "end": token + END})
        else:
            doc = connection.execute(_EXACT, {"term": token})
        count = int(doc.scalar() or 0)
        for key in list(OPEN.values()):
            doc = connection.execute(_EXACT, {"term": _hashed(key, token, opening=opens(token))})
            count += int(doc.scalar() or 0)
        return count

    def candidates(
        self,
        connection: Connection,
        tokens: Sequence[str],
        tier: str,
        limit: int,
        allowed: ColumnElement[bool] | None = None,
    ) -> list[dict[str, Any]]:
        """Return live memories with any of the tokens, best first."""
        if not tokens:
            return []
        if rows_about(connection) > LARGE:
            drawn = self._found(connection, tokens, tier, limit, allowed, *memories.c)
            return [r for r in (dict(d._mapping) for d in drawn) if readable(r)]
        wanted = " OR ".join(map(_term, tokens))
        query = (
            select(memories)
            .select_from(_ENTRIES)
            .join(memories, memories.c.position == literal_column("+memories_index.rowid"))
            .where(text("memories_index MATCH :match"), memories.c.status == "live")
            .order_by(_ENTRIES.c.rank)
            .limit(bindparam("most"))
        )
        if allowed is not None:
            query = query.where(allowed)
        rows = connection.execute(query, {"match": f"tier : {tier} AND tokens : ({wanted})", "most": limit})
        return [r for r in map(dict, rows.mappings()) if readable(r)]

    def positions(
        self,
        connection: Connection,
        tokens: Sequence[str],
        tier: str,
        limit: int,
        allowed: ColumnElement[bool],
    ) -> list[int]:
        """Return where live memories with any of the tokens are, best first."""
        if rows_about(connection) <= LARGE:
            return [r["position"] for r in self.candidates(connection, tokens, tier, limit, allowed)]
        return [
            r.position for r in self._found(connection, tokens, tier, limit, allowed, memories.c.position)
        ]

    def _found(
        self,
        connection: Connection,
        tokens: Sequence[str],
        tier: str,
        limit: int,
        allowed: ColumnElement[bool] | None,
        *columns: Any,
    ) -> list[Any]:
        """Return the columns, the position among them, of the first `limit` live and allowed memories of those that were drawn."""
        best = self._drawn(connection, tokens, tier)
        out: list[Any] = []
        for at in range(0, len(best), limit):
            some = best[at : at + limit]
            query = select(*columns).where(
                memories.c.position.in_(some),
                memories.c.status == "live",
                func.coalesce(memories.c.tier, "") == tier,  # the planner shall not walk the tier
                *([] if allowed is None else [allowed]),
            )
            found = {r.position: r for r in connection.execute(query)}
            out += [found[p] for p in some if p in found]
            if len(out) >= limit:
                break
        return out[:limit]

    def _drawn(self, connection: Connection, tokens: Sequence[str], tier: str) -> list[int]:
        """Return positions of memories with the most of the rarest tokens, the latest of equals first.

        Each token adds the latest memories that have it, as many as are left of the budget and a share of it at
        least; a token that more have than that adds first those that also have another one. The tier is matched
        only when few are of it: FTS5 would walk the list of the common one.
        """
        if connection.execute(_ANY, {"tier": tier}).first() is None:
            return []
        rows = rows_about(connection)
        frequency = self.frequencies(connection, [*tokens, tier])
        if (of_tier := frequency.pop(tier, 0) if tier not in tokens else frequency[tier]) == 0:
            return []
        only = f"tier : {tier} AND " if of_tier < RARE * rows else ""
        known = sorted(frequency, key=lambda t: frequency[t])
        score: defaultdict[int, float] = defaultdict(float)
        left = DRAWN
        for token in known:
            weight = math.log(1 + rows / frequency[token])
            room = max(left, DRAWN // 5)
            others = [t for t in known if t != token]
            matches = [_term(token)]
            if frequency[token] > room and others:
                matches.insert(0, f"{_term(token)} AND ({' OR '.join(map(_term, others))})")
            found: set[int] = set()
            for match in matches:
                wanted = {"match": f"{only}tokens : ({match})", "most": room - len(found)}
                found.update(json.loads(connection.execute(_LATEST, wanted).scalar_one()))
                if len(found) >= room:
                    break
            for position in found:
                score[position] += weight
            left -= len(found)
        latest = sorted(score, reverse=True)
        return sorted(latest, key=score.__getitem__, reverse=True)  # equals stay in their order

    def add(self, connection: Connection, rows: Sequence[Mapping[str, Any]]) -> None:
        """Index new rows; those that are sealed with a key that is not open cannot be."""
        made = [
            {"position": r["position"], "tokens": index_words(r["tokens"]), "tier": r["tier"]} for r in rows
        ]
        made = [m for m in made if m["tokens"] is not None]
        if made:
            query = text("INSERT INTO memories_index(rowid, tokens, tier) VALUES (:position, :tokens, :tier)")
            connection.execute(query, made)

    def last(self, connection: Connection) -> int:
        """Return the highest position that has an entry."""
        return int(connection.execute(text("SELECT max(id) FROM memories_index_docsize")).scalar() or 0)

    def rebuild(self, connection: Connection) -> None:
        """Index exactly the rows that there are."""
        connection.execute(text("INSERT INTO memories_index(memories_index) VALUES ('delete-all')"))
        query = select(memories.c.position, memories.c.tokens, memories.c.tier).order_by(memories.c.position)
        rows = [dict(r) for r in connection.execute(query).mappings()]
        for at in range(0, len(rows), 1000):
            self.add(connection, rows[at : at + 1000])


def _term(token: str) -> str:
    """Return a token, and the hashes of it under the keys that are open, as a term of a match."""
    hashed = [f'"{_hashed(k, token, opening=opens(token))}"' for k in list(OPEN.values())]
    plain = f'"{token}"*' if opens(token) else f'"{token}"'
    return f"({' OR '.join([plain, *hashed])})" if hashed else plain


class PostgresIndex:
    """GIN over the tokens, ranked by how many of them a memory has."""

    def frequencies(self, connection: Connection, tokens: Sequence[str]) -> dict[str, int]:
        """Return how many live memories have each token."""
        query = text(
            "SELECT term, (SELECT count(*) FROM memories WHERE status = 'live' "
            f"AND {_TERMS} @@ CAST(term AS tsquery)) AS doc "
            "FROM unnest(CAST(:terms AS text[])) AS term"
        )
        terms = {_quoted(t): t for t in tokens}
        rows = connection.execute(query, {"terms": list(terms)})
        return {terms[r.term]: int(r.doc) for r in rows if r.doc}

    def candidates(
        self,
        connection: Connection,
        tokens: Sequence[str],
        tier: str,
        limit: int,
        allowed: ColumnElement[bool] | None = None,
    ) -> list[dict[str, Any]]:
        """Return live memories with any of the tokens, those with most of them first."""
        if not tokens:
            return []
        query = (
            select(memories)
            .where(
                memories.c.status == "live", func.coalesce(memories.c.tier, "") == tier
            )  # only the GIN index serves
            .where(text(f"{_TERMS} @@ CAST(:match AS tsquery)"))
            .order_by(text(f"ts_rank({_TERMS}, CAST(:match AS tsquery)) DESC"), memories.c.at.desc())
            .limit(bindparam("most"))
        )
        if allowed is not None:
            query = query.where(allowed)
        wanted = " | ".join(map(_quoted, tokens))
        rows = connection.execute(query, {"match": wanted, "most": limit})
        return [dict(r) for r in rows.mappings()]

    def positions(
        self,
        connection: Connection,
        tokens: Sequence[str],
        tier: str,
        limit: int,
        allowed: ColumnElement[bool],
    ) -> list[int]:
        """Return where live memories with any of the tokens are, best first."""
        return [r["position"] for r in self.candidates(connection, tokens, tier, limit, allowed)]

    def add(self, connection: Connection, rows: Sequence[Mapping[str, Any]]) -> None:
        """Do nothing: the index follows its table."""

    def last(self, connection: Connection) -> int:
        """Return the highest position in use."""
        return int(connection.execute(select(func.max(memories.c.position))).scalar() or 0)

    def rebuild(self, connection: Connection) -> None:
        """Do nothing: the index follows its table."""


def _quoted(token: str) -> str:
    """Return a token as a term of a tsquery; tokens hold letters and digits only."""
    return f"'{token}':*" if opens(token) else f"'{token}'"


def index_for(dialect: str) -> Index:
    """Return the index of a database kind."""
    return SqliteIndex() if dialect == "sqlite" else PostgresIndex()
