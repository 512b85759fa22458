"""One item of a list, in a person's words, read as a field: its label, type, unit, values and meaning.

Evidence, strongest first: what stands in brackets or behind the word ('in km', '1-5', 'yes/no', 'a/b/c'); the
form of the phrase ('whether I …', 'how many …'); the ontology's concept for the whole phrase; the concept
of its last word ('Mehlsorte' → a sort); the endings that the language's lexicon lists. What nothing
speaks for is text.
"""

from __future__ import annotations

import re
from dataclasses import dataclass, replace

from calisson.language import units
from calisson.language.drafts import grammar, ontology
from calisson.language.drafts.formulas import split_formula
from calisson.language.drafts.hints import (
    Hints,
    clean,
    known_values,
    take_boolean,
    take_brackets,
    take_colon,
    take_either,
    take_rating,
    take_slashes,
    take_unit,
)
from calisson.language.drafts.naming import label as as_label
from calisson.language.text import fold, is_cjk
from calisson.language.traits import traits
from calisson.language.types import NUMERIC, TEMPORAL, TEXTUAL, Aggregate, Choice, FieldSchema, FieldType

MAX_ITEM = 90
"""Characters; a longer item is a sentence, not the name of a field."""


@dataclass(frozen=True, slots=True)
class FieldRead:
    """A field as read from an item, before it has a name."""

    label: str
    type: FieldType
    said: str
    """The person's words, cleaned."""
    concept: str | None = None
    head: str | None = None
    """The concept of its last word, when the whole is unknown."""
    head_word: str | None = None
    unit: str | None = None
    currency: str | None = None
    choices: tuple[Choice, ...] = ()
    low: float | None = None
    high: float | None = None
    aggregate: Aggregate | None = None
    formula: str | None = None
    """What it is computed from, in the person's words."""
    sure: bool = False
    """Whether anything but its place in a list spoke for it being a field."""


_SLASHED = re.compile(r"\s*/\s*|\s*\|\s*")
_QUOTED = re.compile(r"^[\"'「『](.+)[\"'」』]$")


def read_field(item: str, language: str, about: ontology.Domain | None = None) -> list[FieldRead]:
    """Return the field (or, for 'blood pressure', fields) that an item names; empty when it names none."""
    text = clean(item, language, about)
    noise = grammar.pattern(language, "noise")
    if not text or len(text) > MAX_ITEM or noise.search(text) or noise.search(grammar.trim(item)):
        return []
    if formula := split_formula(text, language):
        name, body = formula
        inner = read_field(name, language, about)
        return [replace(r, formula=body, sure=True, low=None, high=None) for r in inner[:1]]
    parts = ontology.composite(text, language)
    if parts and not (about and ontology.match(text, language, about)):
        return [_of_concept(p, ontology.label(p, language), text, language, about, Hints()) for p in parts]
    hints = Hints()
    text = take_brackets(text, hints, language)
    text = take_colon(text, hints, language)
    whole = ontology.match(text, language, about)
    if whole is None and (code := units.currency_of(text, language)):
        hints.currency = code
        return _nameless(hints, item, language, about)  # 'item, category, €'
    if whole is None:
        text = take_slashes(text, hints, language)
        text = take_rating(text, hints, language)
        if ontology.match(text, language, about) is None:
            text = take_unit(text, hints, language)
        text = take_either(text, hints, language)
        text = take_boolean(text, hints, language, about)
        text = clean(text, language, about)
    if hints.choices:
        known_values(hints, language)
    if not text:
        return _nameless(hints, item, language, about)
    quoted = _QUOTED.match(text)
    text = grammar.trim(quoted.group(1) if quoted else text)
    return [_build(text, hints, language, about)] if text else []


# --- putting it together ---------------------------------------------------------------------------------


def _nameless(hints: Hints, item: str, language: str, about: ontology.Domain | None) -> list[FieldRead]:
    """A field that only its values name: 'breakfast/lunch/dinner' is the meal, '1-5' a rating."""
    if hints.choice_ids:
        wanted = set(hints.choice_ids)
        pool = [*(about.fields if about else ()), *(about.also if about else ()), *ontology.concepts()]
        for concept_id in pool:
            known = ontology.concept(concept_id)
            if known and known.choices and wanted <= set(known.choices):
                name = ontology.label(concept_id, language)
                return [_of_concept(concept_id, name, name, language, about, hints)]
    if hints.high is not None:
        name = ontology.label("rating", language)
        return [_of_concept("rating", name, item, language, about, hints)]
    if hints.currency:
        name = grammar.trim(item) if grammar.trim(item).isalpha() else ontology.label("amount", language)
        return [_of_concept("amount", name, item, language, about, hints)]
    return []


def _build(text: str, hints: Hints, language: str, about: ontology.Domain | None) -> FieldRead:
    concept_id = ontology.match(text, language, about)
    said = text
    counted = None
    if concept_id is None:
        counted = grammar.pattern(language, "count").match(text)
        inner = next((g for g in counted.groups() if g), None) if counted else None
        if inner:
            bare = clean(inner, language, about)
            within = ontology.match(bare, language, about)
            known = ontology.concept(within)
            if known and known.type in NUMERIC:
                concept_id = within
    if done := _each(text, concept_id, hints, language, about):
        return done
    if concept_id is None:
        concept_id = _within(text, language, about)
    if concept_id is not None:
        return _of_concept(concept_id, _label(text, concept_id, language), said, language, about, hints)
    top = ontology.head(text, language, about)
    known = ontology.concept(top[0]) if top else None
    trailing = bool(counted and counted.groupdict().get("what2"))
    if trailing and known is not None and known.type not in NUMERIC:
        counted = None  # 'JLPT 급수' ends like a count and is a level
    return _unknown(text, hints, language, about, counted=bool(counted))


def _each(
    text: str, concept_id: str | None, hints: Hints, language: str, about: ontology.Domain | None
) -> FieldRead | None:
    """A habit that is named without any measure is done or not."""
    if about is None or about.each != "boolean" or hints.any or hints.counter:
        return None
    known = ontology.concept(concept_id)
    if known and (
        known.type in ("boolean", "date", "datetime", "time", "long_text", "rating")
        or known.id in about.fields
    ):
        return None
    if known and known.type in ("duration", "integer") and grammar.pattern(language, "length").search(text):
        return None
    return FieldRead(label=as_label(_tidy(text, language)), type="boolean", said=text, sure=True)


def _within(text: str, language: str, about: ontology.Domain | None) -> str | None:
    """The concept of this domain that a clause mentions ('how many cigarettes I smoked' in a smoking log)."""
    if about is None or not grammar.pattern(language, "question_words").search(text):
        return None
    for _, _, found in sorted(ontology.concepts_in(text, language, about), key=lambda hit: hit[0] - hit[1]):
        if found == about.main and (known := ontology.concept(found)) and known.type in NUMERIC:
            return found
    return None


def _label(text: str, concept_id: str, language: str) -> str:
    """The person's word when it is a name, the ontology's when it is a clause."""
    long = len(text) > (8 if is_cjk(text) else 28)
    if grammar.pattern(language, "question_words").search(text) or (
        grammar.pattern(language, "clause").search(text) and (is_cjk(text) or " " in text)
    ):
        known = ontology.concept(concept_id)
        if long or known is None or known.type != "long_text":
            return ontology.label(concept_id, language)
    for rule in grammar.patterns(language, "boolean")[1:2]:
        if not is_cjk(text) and (found := rule.match(text)):
            return as_label(found.group("what"))
    return as_label(text)


def _of_concept(
    concept_id: str, name: str, said: str, language: str, about: ontology.Domain | None, hints: Hints
) -> FieldRead:
    if concept_id == "weight" and about and not {"weight"} & {*about.fields, *about.also, about.main}:
        concept_id = "mass"  # of what is harvested, caught or sold: it adds up
    known = ontology.concepts()[concept_id]
    unit = known.unit
    if about and concept_id in about.units:
        unit = about.units[concept_id]
    read = FieldRead(
        label=as_label(name),
        type=known.type,
        said=said,
        concept=concept_id,
        unit=unit,
        choices=tuple(ontology.choice(c, language) for c in known.choices),
        low=known.low,
        high=known.high,
        aggregate=known.aggregate,
        sure=True,
    )
    if concept_id == "electricity" and not (about and about.id == "meters"):
        if not grammar.pattern(language, "meter").search(said):
            read = replace(read, aggregate="sum")  # what was made or used, not what a meter shows
    read = _with_hints(read, hints, language)
    if read.concept and _family(read.type) != _family(known.type):
        return replace(read, concept=ontology.match_typed(said, language, read.type), head=concept_id)
    return read


def _family(kind: FieldType) -> str:
    for name, kinds in (("number", NUMERIC - {"duration"}), ("text", TEXTUAL), ("time", TEMPORAL)):
        if kind in kinds:
            return name
    return kind


def _with_hints(read: FieldRead, hints: Hints, language: str) -> FieldRead:
    if hints.unit == "lb" and (read.type == "money" or read.concept == "quantity"):
        hints = replace(hints, unit=None, currency="GBP")  # pounds of money
    if hints.boolean:
        kept = read.concept if read.type == "boolean" else None
        return replace(read, type="boolean", concept=kept, unit=None, choices=(), low=None, high=None,
                       aggregate=None, sure=True)  # fmt: skip
    if hints.choices:
        named = tuple(Choice(v, _other_words(v, hints, i, language)) for i, v in enumerate(hints.choices))
        kind: FieldType = "multi_choice" if read.type == "multi_choice" else "choice"
        return replace(
            read, type=kind, choices=named, unit=None, low=None, high=None, aggregate=None, sure=True
        )
    if hints.currency:
        return replace(
            read,
            type="money",
            currency=hints.currency,
            unit=None,
            low=None,
            high=None,
            choices=(),
            aggregate=read.aggregate or "sum",
            sure=True,
        )
    if hints.unit:
        return _with_unit(read, hints.unit)
    if hints.high is not None:
        if hints.high > 20:
            return replace(
                read,
                type="number",
                unit=None,
                low=hints.low,
                high=hints.high,
                choices=(),
                aggregate=read.aggregate or "mean",
                sure=True,
            )
        return replace(
            read,
            type="rating",
            unit=None,
            low=hints.low,
            high=hints.high,
            choices=(),
            aggregate="mean",
            sure=True,
        )
    if hints.counter and read.type not in NUMERIC:
        return replace(read, type="number", choices=(), aggregate=read.aggregate or "sum", sure=True)
    return read


def _with_unit(read: FieldRead, unit: str) -> FieldRead:
    dimension = units.dimension(unit)
    if unit in ("day", "week", "month", "year"):
        return replace(
            read, type="integer", unit=None, low=None, high=None, choices=(), aggregate="mean", sure=True
        )
    if dimension == "time":
        return replace(read, type="duration", unit=None, low=None, high=None, choices=(),
                       aggregate=read.aggregate or "sum", sure=True)  # fmt: skip
    if unit == "percent":
        return replace(read, type="percent", unit=None, low=None, high=None, choices=(),
                       aggregate=read.aggregate or "mean", sure=True)  # fmt: skip
    if read.unit and dimension and not units.compatible(read.unit, unit) and unit != "degree":
        read = replace(read, concept=None, head=_BY_DIMENSION.get(dimension, read.head), aggregate=None)
    if unit in ("degree", "degC") and grammar.pattern("zh", "electric").search(read.said):
        return replace(read, type="quantity", unit="kWh", concept=None, low=None, high=None, choices=(),
                       aggregate="sum", head="electricity", sure=True)  # fmt: skip
    if unit == "degree":
        unit = read.unit or "degC"
    if unit == "kilo":
        unit = read.unit if read.unit in ("kg", "km", "kcal") else "kg"
    return replace(read, type="quantity", unit=unit, low=None, high=None, choices=(),
                   aggregate=read.aggregate or _ADDS.get(dimension or "", "mean"), sure=True)  # fmt: skip


_BY_DIMENSION = {
    "length": "length",
    "mass": "mass",
    "volume": "volume",
    "temperature": "temperature",
    "energy": "energy",
}
_ADDS: dict[str, Aggregate] = {
    "mass": "sum",
    "length": "sum",
    "volume": "sum",
    "energy": "sum",
    "data": "sum",
}


def _other_words(value: str, hints: Hints, index: int, language: str) -> tuple[str, ...]:
    if not hints.choice_ids:
        return ()
    usual = ontology.choice(hints.choice_ids[index], language)
    return tuple(w for w in (usual.value, *usual.aliases) if fold(w) != fold(value))


_ENDINGS: tuple[tuple[str, FieldType, Aggregate | None], ...] = (
    ("length", "duration", "sum"),
    ("money", "money", "sum"),
    ("clock", "time", None),
    ("moment", "date", None),
    ("who", "person", None),
    ("long", "long_text", None),
    ("choice", "choice", None),
    ("text", "text", None),
    ("number", "number", "mean"),
)
"""Pattern, the type that it speaks for, and what a question about such a field means."""


def _unknown(
    text: str, hints: Hints, language: str, about: ontology.Domain | None, *, counted: bool
) -> FieldRead:
    name = _tidy(text, language)
    base = FieldRead(label=as_label(name), type="text", said=text)
    top = ontology.head(text, language, about)
    if top:
        base = replace(base, head=top[0], head_word=top[1])
    if hints.any:
        known = ontology.concept(base.head)
        if known and known.type in NUMERIC and (hints.unit or hints.currency):
            base = replace(base, type=known.type, unit=known.unit, aggregate=known.aggregate)
        return _with_hints(base, hints, language)
    alone = units.unit_of(text, language)
    if alone and units.dimension(alone) not in (None, "count", "money", "time") and not hints.any:
        return _with_unit(base, alone)  # 'ml' in a list of fields
    if grammar.pattern(language, "length").search(text):
        return replace(base, type="duration", aggregate="sum", head=None, head_word=None, sure=True)
    countable = grammar.pattern(language, "countable").search(text)
    if hints.counter or counted or countable:
        return replace(base, type="integer", aggregate="sum", head="count", sure=True)
    if grammar.pattern(language, "question_words").search(text):
        for rule, kind, aggregate in _ENDINGS:
            if grammar.pattern(language, rule).match(text):
                return replace(base, type=kind, aggregate=aggregate, head=None, head_word=None, sure=True)
    if grammar.pattern(language, "moment").match(text):
        return replace(base, type="date", head=None, head_word=None, sure=True)  # 'date we watched it'
    known = ontology.concept(base.head)
    if (
        traits(language).plural_s
        and base.head == "level"
        and known is not None
        and known.type == "choice"
        and " " in text
    ):
        return replace(base, type="number", aggregate="mean", sure=True)  # 'ammonia level' is measured
    strong = known is not None and known.type not in ("text", "long_text")
    if not strong:
        for rule, kind, aggregate in _ENDINGS:
            if grammar.pattern(language, rule).search(text):
                return replace(base, type=kind, aggregate=aggregate, sure=True)
    if known:
        kind = "choice" if known.choices and known.type == "choice" else known.type
        return replace(
            base,
            type=kind,
            unit=known.unit,
            aggregate=known.aggregate,
            low=known.low,
            high=known.high,
            sure=True,
        )
    return base


def _tidy(text: str, language: str) -> str:
    if is_cjk(text):
        return text
    return grammar.pattern(language, "tidy").sub("", text) or text


def as_schema(read: FieldRead, name: str, language: str) -> FieldSchema:
    """Return the field as the rest of the house sees it, with every word for it as an alias."""
    spoken: list[str] = [read.said]
    if read.concept:
        spoken += [*ontology.words(read.concept, language), *ontology.words(read.concept, "en")]
    elif read.head_word and len(read.head_word) > 1:
        spoken.append(read.head_word)
    seen = {fold(read.label), ""}
    aliases = []
    for word in spoken:
        if fold(word) not in seen:
            seen.add(fold(word))
            aliases.append(word)
    return FieldSchema(
        name=name,
        label=read.label,
        type=read.type,
        aliases=tuple(aliases),
        unit=read.unit if read.type == "quantity" else None,
        currency=read.currency,
        choices=read.choices if read.type in ("choice", "multi_choice") else (),
        minimum=read.low,
        maximum=read.high,
        concept=read.concept,
        aggregate=read.aggregate,
    )
