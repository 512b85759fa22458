"""Words without a label: which of them is the title, who, where, which kind, and what is a note."""

from __future__ import annotations

import re
from functools import cache
from typing import Any
from unicodedata import category

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


def _says(text: str) -> bool:
    """Tell whether there is more to a text than punctuation: the stroke of '128/82' is no note, an emoji is one."""
    return any(category(c)[0] not in "PZC" and category(c) not in ("Sm", "Sk") for c in text)


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
    idle = {w.lower() for w in load(language, "entries").get("idle_verbs", ())}
    cut = [f for piece in pieces for f in _fragments(entity, values, piece, language)]
    fragments = [(f, inside) for f, inside in cut if _says(f) and f.lower() not in idle]
    if (listed := _in_order(entity, values, [f for f, _ in fragments], language)) is not None:
        return listed
    out: dict[str, str] = {}
    extra: list[str] = []
    for fragment, inside in fragments:
        now = {**values, **out}
        if entity.title_field and entity.title_field not in now:
            out.update(_titled(entity, entity.title_field, now, fragment, language))
        elif (field := _further(entity, now, fragment, inside, language)) is not None:
            out[field[0]] = field[1]
        elif fold(fragment) not in {fold(w) for w in (entity.label, *entity.aliases)}:
            extra.append(fragment)  # 'my run was 8 km': that it was a run, the entry says by itself
    if extra:
        out.update(_noted(entity, values, out, ", ".join(extra)))
    return out


def _fragments(
    entity: EntitySchema, values: dict[str, Any], piece: str, language: str
) -> list[tuple[str, bool]]:
    """Return the parts of a piece between its separators, each with whether it stands in brackets."""
    if entity.done_field is None and not _free(entity, values, "text", "choice", "person", "place"):
        return [(trim(piece, language), False)]
    found: list[tuple[str, bool]] = []
    named = re.match(r"([^\s:：]+(?: [^\s:：]+)?)[:：]\s*(?=\S)", piece)
    if named and any(
        "person" in roles_of(f, language) for f in _free(entity, values, "text", "person", "choice")
    ):
        found.append((trim(named[1], language), False))  # 'Mia: a paint box'
        piece = piece[named.end() :]
    balanced = piece.count("(") + piece.count("（") >= piece.count(")") + piece.count("）")
    ends = [(m.start(), m.end()) for m in _SEPARATORS.finditer(piece)] if balanced else []
    begins = [0, *(end for _, end in ends)]
    for begin, end in zip(begins, [*(start for start, _ in ends), len(piece)], strict=True):
        found.append((trim(piece[begin:end], language), "(" in piece[:begin] or "（" in piece[:begin]))
    return found


def _in_order(
    entity: EntitySchema, values: dict[str, Any], fragments: list[str], language: str
) -> dict[str, str] | None:
    """Return short fragments in the order of an entity's fields, where its title is not the first of them."""
    order = [f.name for f in entity.fields if f.type in ("text", "choice", "person", "place") and f.name not in values
             and f.name != entity.notes_field and not f.formula and (f.name == entity.title_field or not f.choices)]  # fmt: skip
    if entity.title_field not in order[1:] or not 1 < len(fragments) <= len(order):
        return None
    if not all(map(_short, fragments)) or _job(entity, fragments[0], values, language) is not None:
        return None
    owner = _shape(language, "owner")
    if owner and owner.match(fragments[0]) and _makers(entity, values):
        return None
    return dict(zip(order, fragments, strict=False))


def _titled(
    entity: EntitySchema, title: str, now: dict[str, Any], fragment: str, language: str
) -> dict[str, str]:
    """Return the title that a fragment gives, and who or where it is of ('Lindt's truffles', 'Ana a scarf')."""
    if (job := _job(entity, fragment, now, language)) is not None:
        return job
    owner, topic = _shape(language, "owner"), _shape(language, "topic")
    makers, people = _makers(entity, now), _free(entity, now, "person")
    if makers and owner and (m := owner.match(fragment)):
        a, b = (m["a"], m["b"]) if "a" in m.re.groupindex else (m[1], m[2])
        return {makers[0].name: trim(a, language), title: trim(b, language)}
    if people and topic and (m := topic.match(fragment)):
        return {title: trim(m[1], language), people[0].name: trim(m[2], language)}
    if people and traits(language).latin and (m := re.match(rf"^({_NAME.pattern})\s+(.+)$", fragment)):
        return {people[0].name: m[1], title: m[2]}
    return {title: fragment}


def _further(
    entity: EntitySchema, now: dict[str, Any], fragment: str, inside: bool, language: str
) -> tuple[str, str] | None:
    """Return the field that a fragment beside the title fills, and with what; None when it fills none."""
    makers, maker = _makers(entity, now), _shape(language, "maker")
    if makers and maker and (m := maker.match(fragment)):
        return makers[0].name, m[1]
    choices = [f for f in _free(entity, now, "choice") if inside or not f.choices]
    texts = _free(entity, now, "text")
    coded = bool(re.fullmatch(r"[A-Z]{0,3}\d{0,3}[+-]?|[^\s\u3040-\u30ff\uac00-\ud7a3]{1,4}", fragment))
    if inside and texts and _WIDE.search(fragment) and not coded:
        choices = []
    others = _free(entity, now, "place", "person") if inside or not entity.notes_field else []
    target = next(iter([*(choices if _short(fragment) else ()), *texts, *others]), None)
    return None if target is None else (target.name, fragment)


def _noted(entity: EntitySchema, values: dict[str, Any], out: dict[str, str], text: str) -> dict[str, str]:
    """Return where the rest of an entry goes: its note, behind its title, or a field that is left."""
    notes, title = entity.notes_field, entity.title_field
    if notes and notes not in values:
        return {notes: f"{out[notes]}, {text}" if notes in out else text}
    if title and title in out:
        return {title: f"{out[title]}, {text}"}
    spare = _free(entity, {**values, **out}, "text", "long_text", "choice", "place", "person")
    return {spare[0].name: text} if spare else {}
