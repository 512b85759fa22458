"""Words beside a marker ('at', 'gegen', '한테', で): which field of that role takes them.

A field has roles by its meaning (`data/shared/entries.toml`), its type and the words of its label
(`[fields]` in `data/<language>/entries.toml`); `[markers]` there says which roles a marker speaks for.
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence
from functools import lru_cache

from calisson.language.entries.words import trim
from calisson.language.lexicon import load
from calisson.language.traits import traits
from calisson.language.types import FieldSchema

CLAUSE = re.compile(r"[,，、;；()（）\[\]\n!?。！？]+|[.:：](?=\s|$)")
"""What ends a clause inside a stretch of words."""

LONGEST = 5
"""Words (alphabets) that the phrase behind a marker may have."""

BY_TYPE = {"place": ("place",), "person": ("person", "companion")}


@lru_cache(maxsize=1)
def _meanings() -> dict[str, tuple[str, ...]]:
    table: dict[str, list[str]] = load("shared", "entries")["roles"]
    out: dict[str, tuple[str, ...]] = {}
    for role, concepts in table.items():
        for concept in concepts:
            out[concept] = (*out.get(concept, ()), role)
    return out


@lru_cache(maxsize=8)
def _labels(language: str) -> tuple[tuple[str, re.Pattern[str]], ...]:
    table: dict[str, str] = load(language, "entries").get("fields", {})
    return tuple((role, re.compile(words, re.IGNORECASE)) for role, words in table.items())


@lru_cache(maxsize=512)
def roles_of(field: FieldSchema, language: str) -> tuple[str, ...]:
    """Return the roles that a field of words can play, strongest first."""
    if field.type not in ("text", "choice", "person", "place", "multi_choice"):
        return ()
    found = [*BY_TYPE.get(field.type, ()), *_meanings().get(field.concept or "", ())]
    found += [role for role, words in _labels(language) if words.search(field.label)]
    return tuple(dict.fromkeys(found))


@lru_cache(maxsize=8)
def _markers(language: str) -> tuple[tuple[re.Pattern[str], tuple[str, ...]], ...]:
    table: dict[str, list[str]] = load(language, "entries").get("markers", {})
    return tuple((re.compile(source, re.IGNORECASE), tuple(roles)) for source, roles in table.items())


Found = tuple[FieldSchema, str, int, int]
"""A field, its words, and the stretch that they and their marker take."""


def peel(text: str, language: str, free: Sequence[FieldSchema]) -> Iterator[Found]:
    """Yield the marked phrases of one clause that a free field can take, with offsets into `text`.

    In English and German a marker stands before its phrase and the phrase runs to the end of what is left; in
    Chinese, Japanese and Korean the patterns name the phrase themselves (`x`) and are tried from the left.
    """
    open_fields = list(free)
    if traits(language).latin:
        yield from _from_right(text, language, open_fields)
    else:
        yield from _from_left(text, language, open_fields)


def _taker(roles: Sequence[str], language: str, free: Sequence[FieldSchema]) -> FieldSchema | None:
    for role in roles:
        for field in free:
            if role in roles_of(field, language):
                return field
    return None


def _from_right(text: str, language: str, free: list[FieldSchema]) -> Iterator[Found]:
    end = len(text)
    hits = sorted(
        ((m.start(), m.end(), roles) for rule, roles in _markers(language) for m in rule.finditer(text)),
        key=lambda h: (-h[0], h[1]),
    )
    for start, begin, roles in hits:
        if begin > end:
            continue
        said = trim(text[begin:end], language)
        if not said or len(said.split()) > LONGEST:
            continue
        if "colour" in roles and said[:1].isupper() and traits(language).plural_s:
            roles = tuple(r for r in roles if r != "colour")
        stop = end
        if "person_name" in roles and (m := _rule(language, "name_article").match(text, begin)):
            stop = m.end("who")  # 'für Papa ein Taschenmesser'
            said = m["who"]
        kinds = [
            ("person" if r == "person_name" else r)
            for r in roles
            if r != "person_name" or _nameish(said, language)
        ]
        field = _taker(kinds, language, free)
        if field is None:
            continue
        free.remove(field)
        yield field, said, start, stop
        end = start


def name_before_article(text: str, language: str) -> str | None:
    """Return the name that opens a phrase in which an article follows ('Papa ein Taschenmesser'), or None."""
    m = _rule(language, "name_article").match(text.lstrip())
    return m["who"] if m else None


def _nameish(text: str, language: str) -> bool:
    """Whether a phrase names somebody ('my brother Tom', 'Aisha', 'myself')."""
    return _rule(language, "name").fullmatch(text) is not None


@lru_cache(maxsize=16)
def _rule(language: str, name: str) -> re.Pattern[str]:
    """One pattern of the language's lexicon; one that never matches when it has none."""
    return re.compile(str(load(language, "entries").get(name) or r"(?!)"))


def _from_left(text: str, language: str, free: list[FieldSchema]) -> Iterator[Found]:
    at = 0
    while at < len(text):
        best: tuple[int, int, FieldSchema, str] | None = None
        for rule, roles in _markers(language):
            m = rule.match(text, at)
            if m is None:
                continue
            said = trim(m["x"], language)
            field = _taker(roles, language, free) if said else None
            if field is not None and (best is None or m.end() < best[1]):
                best = (m.start(), m.end(), field, said)
        if best is None:
            return
        start, end, field, said = best
        free.remove(field)
        yield field, said, start, end
        at = end


@lru_cache(maxsize=8)
def _verbs(language: str) -> tuple[re.Pattern[str] | None, re.Pattern[str] | None]:
    data = load(language, "entries")
    front, back = data.get("verbs_before"), data.get("verbs_after")
    return (
        re.compile(rf"^(?:{front})", re.IGNORECASE) if front else None,
        re.compile(rf"(?:{back})$") if back else None,
    )


def without_verb(text: str, language: str) -> str:
    """Return `text` without the verb that only says that it happened ('saw 3 cardinals', '…を見た')."""
    front, back = _verbs(language)
    bare = front.sub("", text, count=1).strip() if front else text
    bare = back.sub("", bare, count=1).strip() if back else bare
    return bare


ACTIONS = frozenset(
    "content activity task chore entry description exercise repair service action event habit notes reason "
    "purpose treatment goal homework symptom wish meeting decision".split()
)
"""Meanings of titles that say what was done: their verbs stay."""


def subject(text: str, language: str) -> tuple[int, int, int] | None:
    """Return where the name that a clause is about begins and ends, and where its verb ends; None for none."""
    m = _rule(language, "subject").match(text)
    if m is None:
        return None
    group = "a" if m["a"] else "b"
    return m.start(group), m.end(group), m.end()
