"""Where facts and the searchable form of turns are kept, with a full-text index.

On SQLite the index is FTS5 without content of its own. An entry is written beside its row and stays when the
row is forgotten or taken back, because undo may bring the row back; a search joins the rows and passes over
what is not live. (Triggers would keep it exact, but they need trust in the whole schema, `PRAGMA
trusted_schema`.) On PostgreSQL it is a GIN index over the same tokens.
"""

from sqlalchemy import BigInteger, Boolean, Column, Float, Index, Integer, String, Table

from calisson.store import Instant, Json, SealedText, extra, metadata

memories = Table(
    "memories",
    metadata,
    Column("id", String(40), primary_key=True),
    Column("position", BigInteger, nullable=False, doc="the row's number in the index"),
    Column("tier", String(8), nullable=False, doc="fact or turn"),
    Column("text", SealedText, nullable=False),
    Column("tokens", SealedText, nullable=False, doc="what is searched: tokens joined by spaces"),
    Column("mark", String(64), nullable=False, doc="a hash of what it says, to find repeats"),
    Column("language", String(8), nullable=False),
    Column("person", String(80), nullable=False, doc="whose memory it is"),
    Column("speaker", String(80), nullable=False, doc="who said it"),
    Column("source", String(80), nullable=False, doc="the turn, or where it was imported from"),
    Column("at", String(19), nullable=False, doc="naive local ISO time at which it was said"),
    Column("status", String(10), nullable=False, doc="live, forgotten, replaced"),
    Column("replaced_by", String(40), doc="the other words that were put in its place"),
    Column("valid_from", String(19), doc="naive local ISO time from which it holds, where its words say so"),
    Column("valid_until", String(19), doc="the time at which it stopped to hold, exclusive; none: it holds"),
    Column("closed_by", String(40), doc="the later fact about the same matter that ended it"),
    Column(
        "matter",
        String(32),
        info={"loose": True},
        doc="the attribute that it tells, empty: none; keyed when sealed",
    ),
    Column(
        "introduces", Boolean, info={"loose": True}, doc="whether it says who somebody is; none: not read yet"
    ),
    Index("memories_by_introduces", "person", "introduces"),
    Index("memories_by_tier", "tier", "status", "at"),
    Index("memories_by_mark", "mark"),
    Index("memories_by_position", "position"),
    Index("memories_by_source", "source"),
    Index("memories_by_person", "person", "status"),
    Index("memories_by_speaker", "speaker"),
    Index("memories_by_matter", "person", "matter"),
    Index("memories_by_closed_by", "closed_by"),
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

memory_policies = Table(
    "memory_policies",
    metadata,
    Column("id", String(40), primary_key=True, doc="the memory's"),
    Column("scope", String(8), nullable=False, doc="private, people, circle, house"),
    Column("expires_at", Instant, doc="from then on it answers nothing and is erased"),
    Column("region", String(16), doc="where it may be looked at; anywhere without"),
    Column("local_only", Boolean, nullable=False, doc="never for a machine outside the house"),
    Column("no_train", Boolean, nullable=False, doc="nothing learns from it"),
    Column("origin", String(8), nullable=False, doc="own or outside"),
    Index("memory_policies_by_expiry", "expires_at"),
)
"""Who may see a memory, for what and until when; without a row it is its person's alone. See `policy`."""

memory_grants = Table(
    "memory_grants",
    metadata,
    Column("id", String(180), primary_key=True, doc="memory, kind and name"),
    Column("memory_id", String(40), nullable=False),
    Column("kind", String(8), nullable=False, doc="reader, circle, purpose"),
    Column("name", String(120), nullable=False),
    Index("memory_grants_by_memory", "memory_id", "kind", "name"),
)
"""The people and circles that a memory is shared with, and the purposes that it is limited to."""

memory_care = Table(
    "memory_care",
    metadata,
    Column("id", String(40), primary_key=True, doc="the memory's"),
    Column("pinned", Boolean, nullable=False, doc="never goes by itself"),
    Column("kept_for", String(40), doc="legal, or the app that needs it: never goes by itself either"),
    Column("importance", Float, nullable=False, doc="0 to 1"),
    Column("uses", Integer, nullable=False, doc="answers that it was part of"),
    Column("last_used", Instant),
    Column("credit", Float, nullable=False, doc="what those answers turned out to be worth"),
)
"""What speaks for keeping a memory; see `retention`."""

memory_partings = Table(
    "memory_partings",
    metadata,
    Column("id", String(40), primary_key=True, doc="the memory's"),
    Column("person", String(80), nullable=False),
    Column("tier", String(8), nullable=False),
    Column("reason", String(10), nullable=False, doc="asked, budget, expired"),
    Column("detail", Json, nullable=False, doc="the scores that decided; no words of the memory"),
    Column("at", Instant, nullable=False),
    Column("due_at", Instant, nullable=False, doc="when its bytes go"),
    Column("erased_at", Instant),
    Index("memory_partings_by_due", "erased_at", "due_at"),
    Index("memory_partings_by_person", "person", "at"),
)
"""What was forgotten, why, and whether its bytes are gone; see `erase`."""

memory_uses = Table(
    "memory_uses",
    metadata,
    Column("id", String(120), primary_key=True, doc="turn and memory"),
    Column("memory_id", String(40), nullable=False),
    Column("turn_id", String(40), nullable=False, doc="the turn that was answered"),
    Column("person", String(80), nullable=False, doc="who was answered"),
    Column(
        "place", Integer, nullable=False, doc="0 for the one that the answer told, then those found beside it"
    ),
    Column(
        "how",
        String(10),
        nullable=False,
        doc="words, latest, language, meaning, hop; given to a model: profile, episode",
    ),
    Column("via", String(40), doc="the memory that led to it, for a hop"),
    Column("why", SealedText, nullable=False, doc="what matched"),
    Column("at", Instant, nullable=False),
    Index("memory_uses_by_memory", "memory_id", "at"),
    Index("memory_uses_by_turn", "turn_id"),
)
"""Which memories, or blocks of the last days, an answer came from, and how each was found."""
