"""Matters of a person's life that an app is not about: where the car stands, who owes whom, who is allergic to what.

Said while a reading list is open, such a sentence is no book; asked while expenses are kept, such a question is none
about their sum. What these matters are called is data (`[elsewhere]` in `entries.toml`); an app that has words for
one of them (a list of what is lent, an inventory with places) is about it.
"""

from __future__ import annotations

import re
from functools import lru_cache

from calisson.language.lexicon import load
from calisson.language.types import AppSchema, EntitySchema

Kinds = tuple[tuple[str, re.Pattern[str], re.Pattern[str]], ...]

COUNTED = frozenset({"debt"})
"""Matters with an amount, which is none of an app's."""


def elsewhere(text: str, language: str, app: AppSchema, entity: EntitySchema) -> str | None:
    """Return which matter the words are about when the app has no word for it, else None."""
    for kind, said, known in _kinds(language):
        if said.search(text) and not known.search(_vocabulary(app, entity)):
            return kind
    return None


@lru_cache(maxsize=8)
def _kinds(language: str) -> Kinds:
    found = load(language, "entries").get("elsewhere", {})
    return tuple(
        (kind, re.compile("|".join(given["said"]), re.IGNORECASE), re.compile(given["known"], re.IGNORECASE))
        for kind, given in found.items()
    )


def _vocabulary(app: AppSchema, entity: EntitySchema) -> str:
    parts = [app.name, *app.aliases, entity.name, entity.label]
    for f in entity.fields:
        parts += [f.name.replace("_", " "), f.label, *f.aliases, f.concept or ""]
    return "\n".join(parts)
