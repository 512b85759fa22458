"""The ontology of everyday life: what fields mean, which apps people ask for, and their words.

A concept ('energy': a quantity in kcal that adds up) belongs to no language; its words stand in
`data/<language>/fields.toml`. A domain ('meals') is a kind of app with its usual fields; its words stand in
`data/<language>/domains.toml`. Only the person's language and English are read until somebody asks for the
words of all five.
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping
from dataclasses import dataclass, field
from functools import lru_cache
from typing import Literal

from calisson.language.lexicon import SHARED, load
from calisson.language.text import fold, is_cjk, lower
from calisson.language.traits import traits
from calisson.language.types import LANGUAGES, Aggregate, Choice, FieldType

Kind = Literal["log", "list", "plan", "collection"]
"""Entries over time, things to finish, things at a time, things one has."""


@dataclass(frozen=True, slots=True)
class Concept:
    """What a field means, whatever people call it."""

    id: str
    """English and stable; the name of a field with this meaning."""
    type: FieldType
    unit: str | None = None
    aggregate: Aggregate | None = None
    choices: tuple[str, ...] = ()
    """Ids of the usual values; their words are in `fields.toml`."""
    low: float | None = None
    """Lowest rating."""
    high: float | None = None
    narrow: bool = False
    """Whether its words mean this only in a domain that has it ('weight' is a load in the gym alone)."""


@dataclass(frozen=True, slots=True)
class Domain:
    """A kind of app that many people want."""

    id: str
    kind: Kind
    entity: str
    icon: str
    stakes: Literal["ordinary", "health", "money", "legal"]
    fields: tuple[str, ...]
    """The concepts of its fields when nobody names any."""
    also: tuple[str, ...] = ()
    """Concepts that its words are read as before any other, but that it does not have by itself."""
    title: str | None = None
    time: str | None = None
    main: str | None = None
    """The measured concept: charts and goals without a name mean it."""
    done: str | None = None
    anchor: bool = False
    """Whether an entry of this log means nothing without its title (what was eaten)."""
    each: FieldType | None = None
    """What a named field is when nothing says otherwise: in a habit tracker, something done or not."""
    within: str | None = None
    """The wider domain that it is a part of: running is a workout."""
    pull: float = 1.0
    """How much more its words weigh: a diary about the cat's health is about the cat."""
    prefer: Mapping[str, str] = field(default_factory=dict)
    """Concept → the concept that its words mean in this domain ('weight' in a gym is a load)."""
    units: Mapping[str, str] = field(default_factory=dict)


@lru_cache(maxsize=1)
def concepts() -> Mapping[str, Concept]:
    """Return every concept by id, in the order in which ambiguous words prefer them."""
    out = {}
    for name, row in load(SHARED, "ontology")["concepts"].items():
        low, high = row.get("range", (None, None))
        out[name] = Concept(
            name,
            row["type"],
            row.get("unit"),
            row.get("aggregate"),
            tuple(row.get("choices", ())),
            low,
            high,
            row.get("narrow", False),
        )
    return out


def concept(concept_id: str | None) -> Concept | None:
    """Return the concept with this id, or None."""
    return concepts().get(concept_id) if concept_id else None


@lru_cache(maxsize=1)
def domains() -> Mapping[str, Domain]:
    """Return every domain by id."""
    out = {}
    for name, row in load(SHARED, "ontology")["domains"].items():
        out[name] = Domain(
            id=name,
            kind=row["kind"],
            entity=row["entity"],
            icon=row["icon"],
            stakes=row["stakes"],
            fields=tuple(row["fields"]),
            also=tuple(row.get("also", ())),
            title=row.get("title"),
            time=row.get("time"),
            main=row.get("main"),
            done=row.get("done"),
            anchor=row.get("anchor", False),
            each=row.get("each"),
            within=row.get("within"),
            pull=row.get("pull", 1.0),
            prefer=row.get("prefer", {}),
            units=row.get("units", {}),
        )
    return out


def domain(domain_id: str | None) -> Domain | None:
    """Return the domain with this id, or None."""
    return domains().get(domain_id) if domain_id else None


def _split(row: str) -> tuple[str, ...]:
    return tuple(row.split(", ")) if row else ()


@lru_cache(maxsize=16)
def role(name: str) -> tuple[str, ...]:
    """Return the concepts that play a role in any app (`title`, `done`, …), the likeliest first."""
    return tuple(load(SHARED, "ontology")["roles"][name])


def twins(concept_id: str) -> tuple[str, ...]:
    """Return the concepts that play this title's part when people name those instead."""
    return tuple(load(SHARED, "ontology")["twins"].get(concept_id, ()))


def words(concept_id: str, language: str) -> tuple[str, ...]:
    """Return the words for a concept in one language, its label first; empty for an unknown concept."""
    return _split(load(language, "fields")["concepts"].get(concept_id, ""))


def label(concept_id: str, language: str) -> str:
    """Return what people read as the name of a field with this meaning."""
    own = words(concept_id, language)
    return own[0] if own else concept_id.replace("_", " ").capitalize()


def concept_words(concept_id: str) -> tuple[str, ...]:
    """Return the words for a concept in all shipped languages (reads all five lexicons on first use)."""
    return tuple(dict.fromkeys(w for language in LANGUAGES for w in words(concept_id, language)))


def choice(choice_id: str, language: str) -> Choice:
    """Return a usual value of a choice field in a language, with its other words and the English."""
    own = _split(load(language, "fields")["choices"].get(choice_id, choice_id))
    english = _split(load("en", "fields")["choices"].get(choice_id, ""))
    return Choice(own[0], tuple(dict.fromkeys(w for w in (*own[1:], *english) if w != own[0])))


def domain_name(domain_id: str, language: str) -> str:
    """Return the app's name for a domain ('Food diary')."""
    return str(load(language, "domains")[domain_id]["name"])


def entity_label(domain_id: str, language: str) -> str:
    """Return what one entry of a domain is called ('Meal')."""
    return str(load(language, "domains")[domain_id]["entity"])


def domain_words(domain_id: str, language: str) -> tuple[str, ...]:
    """Return the words by which people ask for a domain."""
    return _split(load(language, "domains")[domain_id]["words"])


_SPACES = re.compile(r"[\s・·\-_]+")


_WORD = re.compile(r"[^\W_]+(?:['’][^\W_]+)*")


def _quick(stretch: str) -> str:
    """The `key` of text that is already lower case, without the cache."""
    if stretch.isascii():
        return stretch.replace("-", " ")
    return key(stretch)


@lru_cache(maxsize=8192)
def key(phrase: str) -> str:
    """Return the form under which words are compared: folded, in CJK without any spaces."""
    folded = fold(phrase)
    return _SPACES.sub("", folded) if is_cjk(folded) else _SPACES.sub(" ", folded).strip(" .")


@lru_cache(maxsize=8)
def _index(language: str) -> dict[str, list[str]]:
    out: dict[str, list[str]] = {}
    labels: dict[str, list[str]] = {}
    for concept_id, forms in load(language, "fields")["concepts"].items():
        first, *rest = forms.split(", ")
        labels.setdefault(key(first), []).append(concept_id)
        for form in rest:
            out.setdefault(key(form), []).append(concept_id)
            if traits(language).kana and "を" in form:  # the particle is left out in speech: 肥料あげたか
                out.setdefault(key(form.replace("を", "")), []).append(concept_id)
    for form, own in labels.items():
        out[form] = [*own, *(c for c in out.get(form, ()) if c not in own)]
    return out


@lru_cache(maxsize=8)
def _composites(language: str) -> dict[str, tuple[str, ...]]:
    parts = load(SHARED, "ontology")["composites"]
    rows = load(language, "fields")["composites"]
    return {key(form): tuple(parts[name]) for name, forms in rows.items() for form in _split(forms)}


def composite(phrase: str, language: str) -> tuple[str, ...]:
    """Return the concepts that one phrase means together ('blood pressure'), or an empty tuple."""
    return _composites(language).get(key(phrase), ())


def _pick(candidates: list[str], about: Domain | None) -> str:
    broad = [c for c in candidates if not concepts()[c].narrow] or candidates
    if about is None:
        return broad[0]
    for pool in (about.fields, about.also):
        for candidate in candidates:
            if candidate in pool:
                return candidate
    return about.prefer.get(broad[0], broad[0])


def _singulars(phrase: str, language: str) -> tuple[str, ...]:
    if traits(language).plural_s and phrase.endswith("s"):
        return (phrase[:-1],) if not phrase.endswith("ies") else (phrase[:-3] + "y",)
    if traits(language).plural_s:
        return (phrase + "s",)
    if traits(language).compounds and " " in phrase:
        first, rest = phrase.split(" ", 1)
        stem = re.sub(r"(?:em|en|er|es|e)$", "", first)
        return tuple(f"{stem}{ending} {rest}" for ending in ("er", "e", "es", "en")) if stem != first else ()
    if traits(language).compounds:
        return (
            phrase + "n",
            phrase + "en",
            phrase + "e",
            phrase.removesuffix("n"),
            phrase.removesuffix("en"),
        )
    return ()


def match(phrase: str, language: str, about: Domain | None = None) -> str | None:
    """Return the id of the concept that the whole phrase names, or None.

    In a domain, an ambiguous word means the domain's own concept ('where' of a shop or of a film).
    """
    wanted = key(phrase)
    if not wanted:
        return None
    for table in (_index(language), _index("en")) if not traits(language).plural_s else (_index("en"),):
        for form in (wanted, *_singulars(wanted, language)):
            if found := table.get(form):
                return _pick(found, about)
    return None


def match_typed(phrase: str, language: str, kind: FieldType) -> str | None:
    """Return the concept of this type among those that the whole phrase names, or None."""
    found = _index(language).get(key(phrase), ())
    return next((c for c in found if concepts()[c].type == kind), None)


def head(phrase: str, language: str, about: Domain | None = None) -> tuple[str, str] | None:
    """Return (concept, word) of the last part of a phrase that names a concept, or None.

    English and German nouns carry their kind at the end ('Mehlsorte'), and so do compounds of the three CJK
    languages ('珊瑚状态'); English also puts it first before 'of' ('date of purchase').
    """
    wanted = key(phrase)
    if is_cjk(wanted):
        for start in range(1, len(wanted) - 1):  # a single character is no head
            if found := _index(language).get(wanted[start:]):
                return _pick(found, about), wanted[start:]
        return None
    parts = wanted.split(" ")
    link = next((w for w in (" of ", " per ", " pro ") if w in wanted), None)
    if link:  # 'date of purchase', 'cost per portion'
        front = wanted.split(link, 1)[0]
        if found := _index(language).get(front):
            return _pick(found, about), front
    barred = load(language, "drafts")["no_heads"]
    for start in range(1, len(parts)):
        tail = " ".join(parts[start:])
        if tail in barred:
            continue
        for form in (tail, *_singulars(tail, language)):
            if found := _index(language).get(form):
                return _pick(found, about), form
    if traits(language).compounds:
        last = parts[-1]
        for start in range(3, len(last) - 2):
            if len(last) - start < 5 and last[start:] not in load("de", "drafts")["short_heads"]:
                continue
            if found := _index("de").get(last[start:]):
                return _pick(found, about), last[start:]
    return None


def _windows(text: str, language: str, longest: int) -> Iterator[list[tuple[int, int, str]]]:
    """Yield, for each place where a word may begin, the stretches that begin there, longest first."""
    if traits(language).latin:
        spans = [(m.start(), m.end()) for m in _WORD.finditer(text)]
        for i, (start, _) in enumerate(spans):
            last = min(len(spans), i + 7)
            yield [(start, spans[j][1], text[start : spans[j][1]]) for j in range(last - 1, i - 1, -1)]
    else:
        for start in range(len(text)):
            if text[start] != " ":
                last = min(len(text), start + longest)
                yield [(start, end, text[start:end]) for end in range(last, start, -1)]


@lru_cache(maxsize=8)
def _longest(language: str) -> int:
    return 2 + max(map(len, _index(language)))


def concepts_in(text: str, language: str, about: Domain | None = None) -> list[tuple[int, int, str]]:
    """Return (start, end, concept) of every stretch that names a concept, the longest at each place."""
    found: list[tuple[int, int, str]] = []
    done = 0
    table = _index(language)
    for windows in _windows(lower(text), language, min(_longest(language), 12)):
        if windows[0][0] < done:
            continue
        for start, end, stretch in windows:
            if named := table.get(_quick(stretch)):
                found.append((start, end, _pick(named, about)))
                done = end
                break
    return found


def fields_named(text: str, language: str, about: Domain | None = None) -> list[str]:
    """Return the concepts that the words name, in reading order, each once."""
    return list(dict.fromkeys(c for _, _, c in concepts_in(text, language, about)))


@dataclass(frozen=True, slots=True)
class DomainHit:
    """A stretch of text that names a domain."""

    start: int
    end: int
    domain: str
    word: str


@lru_cache(maxsize=8)
def _domain_index(language: str) -> dict[str, list[str]]:
    table: dict[str, list[str]] = {}
    for domain_id in domains():
        for word in domain_words(domain_id, language):
            table.setdefault(key(word), []).append(domain_id)
    return table


_KANJI = re.compile(r"[\u4e00-\u9fff]")


def _inside_word(text: str, start: int, end: int, language: str) -> bool:
    """Whether a single character of Japanese or Korean is only part of a longer word (本 in 日本)."""
    if end - start > 1 or not traits(language).verb_last:
        return False
    before, after = text[start - 1 : start], text[end : end + 1]
    if traits(language).kana:
        return bool(_KANJI.match(before) or _KANJI.match(after))
    particle = load("ko", "drafts")["particles"]
    return bool(before.strip() and is_cjk(before)) or bool(
        after.strip() and is_cjk(after) and after not in particle
    )


def domains_in(text: str, language: str) -> list[DomainHit]:
    """Return every stretch of the text that names a domain; an ambiguous word gives several hits."""
    hits: list[DomainHit] = []
    done = 0
    table = _domain_index(language)
    for windows in _windows(lower(text), language, 10):
        if windows[0][0] < done:
            continue
        for start, end, stretch in windows:
            if (named := table.get(_quick(stretch))) and not _inside_word(text, start, end, language):
                hits += [DomainHit(start, end, domain_id, stretch) for domain_id in named]
                done = end
                break
        else:
            if traits(
                language
            ).compounds:  # a compound may begin with the word: 'Wasser-App', 'Stimmungskalender'
                start, _, word = windows[-1]
                for length in range(len(word) - 2, 4, -1):
                    if named := table.get(_quick(word[:length].rstrip("s-"))):
                        hits += [DomainHit(start, start + length, d, word[:length]) for d in named]
                        break
    return hits
