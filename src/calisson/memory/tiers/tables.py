"""Where the tiers are kept: blocks of the last days, what people changed of their profile, what was merged."""

from sqlalchemy import Boolean, Column, Index, Integer, String, Table

from calisson.store import Instant, SealedBytes, SealedText, metadata

memory_episodes = Table(
    "memory_episodes",
    metadata,
    Column("id", String(40), primary_key=True),
    Column("person", String(80), nullable=False, doc="whose talk it is"),
    Column("text", SealedText, nullable=False, doc="what is kept of its words"),
    Column("vector", SealedBytes, nullable=False, doc="a packed latent, see `tiers.compressive`"),
    Column(
        "encoder", String(80), nullable=False, doc="what made the vector: others are not compared with it"
    ),
    Column("language", String(8), nullable=False),
    Column("since", String(19), nullable=False, doc="naive local ISO time of its first turn"),
    Column("until", String(19), nullable=False, doc="and of its last"),
    Column("whole", Integer, nullable=False, doc="tokens that its turns have"),
    Column("made_at", Instant, nullable=False),
    Index("memory_episodes_by_person", "person", "until"),
)
"""One row a segment of talk of the last days. It follows from its turns and has no history of its own."""

memory_episode_turns = Table(
    "memory_episode_turns",
    metadata,
    Column("id", String(90), primary_key=True, doc="block and memory"),
    Column("episode_id", String(40), nullable=False),
    Column("memory_id", String(40), nullable=False, doc="the turn's memory"),
    Index("memory_episode_turns_by_episode", "episode_id"),
    Index("memory_episode_turns_by_memory", "memory_id"),
)
"""What a block is made of: when one of these may not be seen, or is gone, neither may the block."""

memory_profile = Table(
    "memory_profile",
    metadata,
    Column("id", String(40), primary_key=True),
    Column("person", String(80), nullable=False),
    Column("memory_id", String(40), nullable=False, doc="the fact that the line is about"),
    Column(
        "text", SealedText, nullable=False, doc="the person's own wording of the line; empty for the fact's"
    ),
    Column("state", String(8), nullable=False, doc="kept, removed"),
    Column("pinned", Boolean, nullable=False, doc="stands before the others, whatever the room"),
    Column("at", Instant, nullable=False),
    Index("memory_profile_by_person", "person", "memory_id", unique=True),
)
"""What a person changed of their profile, which else follows from their facts; see `tiers.profile`."""

memory_merges = Table(
    "memory_merges",
    metadata,
    Column("id", String(40), primary_key=True),
    Column("person", String(80), nullable=False),
    Column("memory_id", String(40), nullable=False, doc="the fact that stayed"),
    Column("other_id", String(40), doc="the fact whose place it took; none when the same was said again"),
    Column("kind", String(10), nullable=False, doc="restated, replaced"),
    Column("text", SealedText, nullable=False, doc="how it was said; empty when in the same words"),
    Column("source", String(80), nullable=False, doc="the turn that said it"),
    Column("at", String(19), nullable=False, doc="naive local ISO time"),
    Column("undone", Boolean, nullable=False),
    Index("memory_merges_by_memory", "memory_id"),
    Index("memory_merges_by_person", "person", "at"),
)
"""One row a time that something said became part of a fact that there was; see `tiers.merges`."""
