"""Talk: reminders, memories, taking back, small talk and refusals, read without a model.

Owns every act that needs no schema of an app. What counts as asking for a reminder, remembering or forgetting
in a language is data (`data/<language>/talk.toml`); when a reminder is due comes from the utterance's times.
It must not decide between acts: each reading carries its own confidence and the caller ranks them.
"""

from __future__ import annotations

from calisson.language.spans import Spans
from calisson.language.talk.memory import read_forget, read_recall, read_remember, read_undo
from calisson.language.talk.places import read_place
from calisson.language.talk.remind import read_reminder
from calisson.language.talk.small import read_small
from calisson.language.types import Context, Proposal

__all__ = ["read_talk"]

READERS = (read_reminder, read_remember, read_recall, read_place, read_forget, read_undo, read_small)


def read_talk(spans: Spans, context: Context) -> list[Proposal]:
    """Return what the words could mean as talk, best first: at most one proposal of each reader. Never raises."""
    found = (reader(spans, context) for reader in READERS)
    return sorted((p for p in found if p is not None), key=lambda p: -p.score)
