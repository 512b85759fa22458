"""Changes of an app that name a part of it without a word for 'field': 'füg noch Werkstatt ja/nein dazu', '店名も追加で'.

Putting something into an app is said like putting something on a list ('add milk'), so a part is added only when it
is one by itself: it states its values ('1-5', 'yes/no'), or it is a meaning that entries like these have. A part is
removed only when the app has it.
"""

from __future__ import annotations

import re

from calisson.language.drafts import grammar, ontology
from calisson.language.drafts.edit_fields import additions, named_fields
from calisson.language.drafts.edit_rules import Asked, Found, find_field, rules_of, tail
from calisson.language.drafts.fields import FieldRead
from calisson.language.types import TEXTUAL, Edit

LONGEST = 60
"""Characters of a sentence that only adds or removes a part."""


def names_part(text: str, language: str) -> bool:
    """Return quickly whether a sentence may add or remove a part without a word for it."""
    if len(text) > LONGEST:
        return False
    rules = (*rules_of(language, "add_part"), *rules_of(language, "remove_part"))
    return any(rule.search(text.strip()) for rule in rules)


def add_part(asked: Asked) -> Found:
    """Read a new part that is named as such by its values or its meaning alone."""
    text = asked.text.strip()
    if len(text) > LONGEST:
        return [], 0.0
    for rule in rules_of(asked.language, "add_part"):
        found = rule.search(text)
        if not found or not found.group("what").strip():
            continue
        reads = named_fields(found.group("what"), "", asked)
        if not reads or not all(_is_part(r, asked) for r in reads) or _amounts(found.group("what"), asked):
            continue
        if edits := additions(reads, None, asked):
            return edits, 0.9
    return [], 0.0


def remove_part(asked: Asked) -> Found:
    """Read that a part, called by its own name, shall go."""
    text = asked.text.strip()
    for rule in rules_of(asked.language, "remove_part") if len(text) <= LONGEST else ():
        found = rule.search(text)
        target = (
            find_field(asked.app, tail(found.group("what"), asked.language), asked.language)
            if found
            else None
        )
        if target is not None:
            return [Edit("remove_field", target=target.name)], 0.9
    return [], 0.0


def _is_part(read: FieldRead, asked: Asked) -> bool:
    """Whether a thing to add can only be a part of entries, and no entry."""
    if (read.choices and not read.concept) or read.type in ("boolean", "rating", "percent"):
        return True
    if not read.sure:
        return False
    about, main = asked.about, asked.app.main
    own = (*about.fields, *about.also, *ontology.role("part")) if about else ontology.role("part")
    named = bool(grammar.pattern(asked.language, "text").search(read.said))  # a name, a number, an address
    if read.concept is not None and not named:
        part = read.concept in own or read.concept in ontology.role("common")
        return part and read.concept not in ontology.role("title")
    goods = main.done_field is not None or main.time_field is None or bool(about and about.anchor)
    return named or (not goods and read.type not in TEXTUAL)


def _amounts(said: str, asked: Asked) -> bool:
    """Whether the words state an amount, as an entry does, beside a scale such as '1-5'."""
    for rule in grammar.patterns(asked.language, "rating"):
        said = rule.sub(" ", said)
    return bool(re.search(r"\d", said))
