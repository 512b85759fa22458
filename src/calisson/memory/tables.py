"""Where facts and the searchable form of turns are kept, with a full-text index.

On SQLite the index is FTS5 without content of its own. An entry is written beside its row and stays when the
row is forgotten or taken back, because undo may bring the row back; a search joins the rows and passes over
what is not live. (Triggers would keep it exact, but they need trust in the whole schema, `PRAGMA
trusted_schema`.) On PostgreSQL it is a GIN index over the same tokens.
"""

from sqlalchemy import BigInteger, Column, Index, String, Table, Text

from calisson.store import extra, metadata

memories = Table(
    "memories",
    metadata,
    Column("id", String(40), primary_key=True),
    Column("position", BigInteger, nullable=False, doc="the row's number in the index"),
    Column("tier", String(8), nullable=False, doc="fact or turn"),
    Column("text", Text, nullable=False),
    Column("tokens", Text, nullable=False, doc="what is searched: tokens joined by spaces"),
    Column("mark", String(64), nullable=False, doc="a hash of what it says, to find repeats"),
    Column("language", String(8), nullable=False),
    Column("person", String(80), nullable=False, doc="whose memory it is"),
    Column("speaker", String(80), nullable=False, doc="who said it"),
    Column("source", String(80), nullable=False, doc="the turn, or where it was imported from"),
    Column("at", String(19), nullable=False, doc="naive local ISO time at which it was said"),
    Column("status", String(10), nullable=False, doc="live, forgotten, replaced"),
    Column("replaced_by", String(40)),
    Index("memories_by_tier", "tier", "status", "at"),
    Index("memories_by_mark", "mark"),
    Index("memories_by_position", "position"),
    Index("memories_by_source", "source"),
)
"""One row a fact or a turn of talk. Forgetting marks the row, so that it can be undone; nothing finds it
then."""

extra(
    memories,
    sqlite=[
        (
            "CREATE VIRTUAL TABLE memories_index USING fts5"
            "(tokens, tier, content='', detail=column, tokenize='unicode61 remove_diacritics 0')"
        ),
        "CREATE VIRTUAL TABLE memories_terms USING fts5vocab('memories_index', 'row')",
    ],
    postgresql=[
        (
            "CREATE INDEX memories_index ON memories "
            "USING gin (array_to_tsvector(string_to_array(tokens, ' '))) "
            "WITH (fastupdate = off) WHERE status = 'live'"
        ),
    ],
)
