"""What somebody asks of an app that a composed draft does not have: behaviour, or a topic that nobody knows.

Only asked when a language model is set up; without one the draft is what there is. The words that tell are data
(`data/<language>/making.toml`): `work_out` is met by a formula, `beyond` by nothing that the composer makes.
"""

from __future__ import annotations

import re
from dataclasses import dataclass
from functools import lru_cache
from typing import Literal

from calisson.language.drafts import grammar
from calisson.language.lexicon import has, load
from calisson.language.types import Act, Ask, Clarify, CreateApp, EditApp, Log, Payload, Reading

SURE = 0.5
"""How much of the classifier's probability has to speak for an app when no reader made anything of the words."""

LIKELY = 0.35
"""How much of it, when the words ask for something new."""

LEXICON = "making"


@dataclass(frozen=True, slots=True)
class Beyond:
    """What a composed draft lacks."""

    kind: Literal["create", "edit"]
    why: str
    """For the journal."""
    careful: bool = False
    """The person asked for care, or for a model by name."""
    open: bool = False
    """The words leave it open what it should be like."""


def read_beyond(reading: Reading, payload: Payload, *, in_app: bool) -> Beyond | None:
    """Return what a model is needed for, or None when the composed answer has everything.

    Args:
        reading: what was understood.
        payload: what would be done without a model.
        in_app: whether there is an app that the words may be about.
    """
    language, text = reading.language, reading.text
    unclear = isinstance(payload, Clarify) and payload.message == "not-understood"
    doubtful = isinstance(payload, Log | Ask) and reading.proposals[0].score < SURE
    if not (unclear or doubtful or isinstance(payload, CreateApp | EditApp)):
        return None
    if not has(language, LEXICON):
        return None
    careful = asks_strong(text, language)
    behaviour = _any(language, "beyond").search(text)
    worked_out = _any(language, "work_out").search(text)
    if isinstance(payload, CreateApp):
        fields = [f for e in payload.draft.entities for f in e.fields]
        lacks = behaviour or (worked_out if not any(f.formula for f in fields) else None)
        if lacks:
            return Beyond("create", f"asks for {lacks[0].strip()!r}, which the draft does not do", careful)
        return Beyond("create", "a model is asked for", True) if careful else None
    if isinstance(payload, EditApp):
        formula = any(e.field is not None and e.field.formula for e in payload.edits)
        lacks = behaviour or (worked_out if not formula else None)
        if lacks and payload.edits[0].kind in ("add_field", "change_field", "add_view"):
            return Beyond("edit", f"asks for {lacks[0].strip()!r}, which the change does not do", careful)
        return None
    named = grammar.one_of(language, "generic", "specific").search(text)
    new = _any(language, "new").search(text)
    change = _any(language, "change").search(text)
    if not (named or new) and asks_words(text, language):
        return None
    acts = dict(reading.acts)
    about_apps = acts.get(Act.CREATE_APP, 0.0) + acts.get(Act.EDIT_APP, 0.0)
    lacks = behaviour or worked_out
    plainly = bool(named and lacks and (new or change))
    if not plainly and not (
        unclear and (about_apps >= SURE or (named and lacks) or (new and about_apps >= LIKELY))
    ):
        return None
    edits = change or acts.get(Act.EDIT_APP, 0.0) > acts.get(Act.CREATE_APP, 0.0)
    if in_app and edits and not new:
        return Beyond("edit", "no reader knows how to make this change", careful)
    if acts.get(Act.CREATE_APP, 0.0) < SURE and not (named or new):
        return None
    return Beyond("create", "no reader knows what this app should hold", careful, open=not lacks)


def asks_strong(text: str, language: str) -> bool:
    """Tell whether somebody asks for care, or for a model by name."""
    return has(language, LEXICON) and bool(_any(language, "careful").search(text))


def asks_words(text: str, language: str) -> bool:
    """Tell whether somebody wants something written, explained, translated or told: words, not an app."""
    return bool(_any(language, "requested", "memory").search(text.strip().casefold()))


def of_ones_own(text: str, language: str) -> bool:
    """Tell whether somebody asks about what is theirs, which nobody outside can know."""
    return bool(_any(language, "own").search(text.strip().casefold()))


@lru_cache(maxsize=64)
def _any(language: str, name: str, lexicon: str = LEXICON) -> re.Pattern[str]:
    sources = load(language, lexicon).get(name, ())
    return re.compile("|".join(f"(?:{s})" for s in sources) or r"(?!)", re.IGNORECASE)
