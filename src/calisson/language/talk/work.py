"""Words that ask for a piece of work of several steps: go through a file, look something up, write a report.

Only asked when a language model is set up. The words that tell are data (`data/<language>/work.toml`): what is done
and what it is done with. Where no reader is sure of anything else, both together are enough; where nothing was
understood at all, what is done is.
"""

from __future__ import annotations

import re
from functools import lru_cache

from calisson.language.lexicon import has, load
from calisson.language.types import Clarify, CreateApp, Payload, Reading

SURE = 0.75
"""The score from which what a reader made of the words stands."""

SURE_OF_APP = 0.6
"""The same for a new app, for which making something is the usual word."""

LONGEST_CHARS = 4000
LEXICON = "work"


def read_work(reading: Reading, payload: Payload) -> str:
    """Return why the words ask for work of several steps, for the journal; empty when they do not.

    Args:
        reading: what was understood.
        payload: what would be done otherwise.
    """
    language, text = reading.language, reading.text.strip()
    if not text or len(text) > LONGEST_CHARS or not has(language, LEXICON):
        return ""
    unclear = isinstance(payload, Clarify)
    sure = SURE_OF_APP if isinstance(payload, CreateApp) else SURE
    if not unclear and reading.proposals and reading.proposals[0].score >= sure:
        return ""
    done, about = _any(language, "do").search(text), _any(language, "about").search(text)
    if done is None or _any(language, "never").search(text):
        return ""
    if about is None and not (isinstance(payload, Clarify) and payload.message == "not-understood"):
        return ""
    return f"asks for work of several steps: {done[0].strip()!r}{f', {about[0].strip()!r}' if about else ''}"


def answered(text: str, language: str) -> bool | None:
    """Return whether words say yes or no to an offer of work; None when they are something else."""
    said = text.strip().rstrip(".!。！").strip()
    if len(said) > 40 or not has(language, LEXICON):
        return None
    if _any(language, "yes").fullmatch(said):
        return True
    return False if _any(language, "no").fullmatch(said) else None


@lru_cache(maxsize=64)
def _any(language: str, name: str) -> re.Pattern[str]:
    sources = load(language, LEXICON)[name]
    return re.compile("|".join(f"(?:{s})" for s in sources), re.IGNORECASE)
