"""Words without a label: which of them is the title, who, where, which kind, and what is a note."""

from __future__ import annotations

import re
from functools import cache
from typing import Any

from calisson.language.entries.roles import roles_of
from calisson.language.entries.words import trim
from calisson.language.lexicon import load
from calisson.language.text import fold
from calisson.language.traits import traits
from calisson.language.types import EntitySchema, FieldSchema

_SEPARATORS = re.compile(r"[,，、()（）\[\]|]+|\s+[-–—]\s+|\s*[=＝]\s*")
_NAME = re.compile(r"[A-ZÄÖÜÀ-Þ][\w'’-]+")
_WIDE = re.compile(r"[\u3040-\u30ff\u3400-\u9fff\uac00-\ud7a3]")


@cache
def _shape(language: str, name: str) -> re.Pattern[str] | None:
    """How a language says something in one phrase: `owner` ('A's B'), `maker` ('by A'), `topic` ('A is for B')."""
    rule = load(language, "entries").get(name)
    return re.compile(rule) if rule else None


def _short(text: str) -> bool:
    return len(text) <= 12 if _WIDE.search(text) else len(text.split()) <= 3


def _free(entity: EntitySchema, values: dict[str, Any], *types: str) -> list[FieldSchema]:
    held = {entity.title_field, entity.notes_field}
    return [
        f
        for f in entity.fields
        if f.type in types and f.name not in values and f.name not in held and not f.formula
    ]


def _makers(entity: EntitySchema, values: dict[str, Any]) -> list[FieldSchema]:
    """Text fields that name who or what something comes from: people first."""
    people = _free(entity, values, "person")
    known = (
        "author",
        "director",
        "artist",
        "maker",
        "brand",
        "company",
        "who",
        "person",
        "assignee",
        "manufacturer",
    )
    makers = [f for f in _free(entity, values, "text", "choice", "place") if (f.concept or "") in known]
    return makers + people


_OF = (
    ("company", ("position",)),
    ("restaurant", ("dish", "food", "item", "drink")),
    ("merchant", ("dish", "food", "item", "drink")),
)
"""Places, and what one does or gets there: 'A's B' names both."""


def _job(entity: EntitySchema, fragment: str, values: dict[str, Any], language: str) -> dict[str, str] | None:
    """'蓝海科技的数据分析师', 'タイバジルのパッタイ', 'zwei Pizzen von Luigi': a place and what is of it."""
    for holder, things in _OF:
        place = next((f for f in entity.fields if f.concept == holder and f.name not in values), None)
        thing = next((f for f in entity.fields if f.concept in things and f.name not in values), None)
        if place is None or thing is None:
            continue
        if _WIDE.search(fragment):
            spaced = traits(language).spaced
            if spaced and holder != "company":
                continue
            m = re.match(r"(\S+)\s+(\S.*)" if spaced else r"(.{2,12}?)[的の](.+)", fragment)
            return {place.name: m[1], thing.name: trim(m[2], language)} if m else None
        owner = _shape(language, "owner")
        m = owner.match(fragment) if owner and holder != "company" else None
        if m:
            return {place.name: trim(m["a"], language), thing.name: trim(m["b"], language)}
    return None


def distribute(
    entity: EntitySchema, values: dict[str, Any], pieces: list[str], language: str
) -> dict[str, str]:
    """Return which fields the unlabelled pieces of an entry fill; the first nameable one is the title."""
    out: dict[str, str] = {}
    fragments: list[tuple[str, bool]] = []
    for piece in pieces:
        if entity.done_field is None and not _free(entity, values, "text", "choice", "person", "place"):
            fragments.append((trim(piece, language), False))
            continue
        at = 0
        m: re.Match[str] | None
        named = re.match(r"([^\s:：]+(?: [^\s:：]+)?)[:：]\s*(?=\S)", piece)
        if named and any(
            "person" in roles_of(f, language) for f in _free(entity, values, "text", "person", "choice")
        ):
            fragments.append((trim(named[1], language), False))  # 'Mia: a paint box'
            piece = piece[named.end() :]
        balanced = piece.count("(") + piece.count("（") >= piece.count(")") + piece.count("）")
        for cut in _SEPARATORS.finditer(piece) if balanced else ():
            fragments.append(
                (trim(piece[at : cut.start()], language), "(" in piece[:at] or "（" in piece[:at])
            )
            at = cut.end()
        fragments.append((trim(piece[at:], language), "(" in piece[:at] or "（" in piece[:at]))
    fragments = [(f, inside) for f, inside in fragments if f]
    title = entity.title_field
    extra: list[str] = []

    def now() -> dict[str, Any]:
        return {**values, **out}

    order = [f.name for f in entity.fields if f.type in ("text", "choice", "person", "place") and f.name not in values
             and f.name != entity.notes_field and not f.formula and (f.name == title or not f.choices)]  # fmt: skip
    if (
        title in order[1:]
        and len(fragments) > 1
        and len(fragments) <= len(order)
        and all(_short(f) for f, _ in fragments)
        and _job(entity, fragments[0][0], values, language) is None
        and not (
            (owner := _shape(language, "owner")) and owner.match(fragments[0][0]) and _makers(entity, values)
        )
    ):
        return {name: fragment for name, (fragment, _) in zip(order, fragments, strict=False)}
    for fragment, inside in fragments:
        if title and title not in now():
            owner = _shape(language, "owner")
            m = owner.match(fragment) if owner else None
            makers = _makers(entity, now())
            if (job := _job(entity, fragment, now(), language)) is not None:
                out.update(job)
                continue
            if m and makers:
                a, b = (m["a"], m["b"]) if "a" in m.re.groupindex else (m[1], m[2])
                out[makers[0].name], out[title] = trim(a, language), trim(b, language)
                continue
            topic = _shape(language, "topic")
            m = topic.match(fragment) if topic else None
            people = _free(entity, now(), "person")
            if m and people:
                out[title], out[people[0].name] = trim(m[1], language), trim(m[2], language)
                continue
            m = re.match(rf"^({_NAME.pattern})\s+(.+)$", fragment) if traits(language).latin else None
            if m and people and len(fragment.split()) > 1:
                out[people[0].name], out[title] = m[1], m[2]
                continue
            out[title] = fragment
            continue
        owner = _shape(language, "owner")
        makers = _makers(entity, now())
        maker = _shape(language, "maker")
        m = maker.match(fragment) if maker else None
        if m and makers:
            out[makers[0].name] = m[1]
            continue
        open_choices = [f for f in _free(entity, now(), "choice") if inside or not f.choices]
        texts = _free(entity, now(), "text")
        coded = bool(re.fullmatch(r"[A-Z]{0,3}\d{0,3}[+-]?|[^\s\u3040-\u30ff\uac00-\ud7a3]{1,4}", fragment))
        if inside and texts and _WIDE.search(fragment) and not coded:
            open_choices = []
        target = next(iter(open_choices), None) if _short(fragment) else None
        target = target or next(iter(texts), None)
        target = target or (
            next(iter(_free(entity, now(), "place", "person")), None)
            if inside or not entity.notes_field
            else None
        )
        if target is not None and (title is None or title in now()):
            out[target.name] = fragment
        elif fold(fragment) not in {fold(w) for w in (entity.label, *entity.aliases)}:
            extra.append(fragment)  # 'my run was 8 km': that it was a run, the entry says by itself
    if extra:
        notes = entity.notes_field
        text = ", ".join(extra)
        if notes and notes not in values:
            out[notes] = f"{out[notes]}, {text}" if notes in out else text
        elif title and title in out:
            out[title] = f"{out[title]}, {text}"
        else:
            spare = next(iter(_free(entity, now(), "text", "long_text", "choice", "place", "person")), None)
            if spare is not None:
                out[spare.name] = text
    return out
