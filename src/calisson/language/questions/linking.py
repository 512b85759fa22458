"""Which words of the utterance name which app, entity, field or choice of the home.

A field is named by its label, its other words, the words that the ontology has for its concept, its unit
('how many kcal') or the counter that goes with it ('몇 쪽'). Words that name half of all fields ('time',
'what') weigh little.
"""

from __future__ import annotations

import re
from collections.abc import Iterator
from dataclasses import dataclass
from functools import lru_cache
from typing import Literal

from calisson.language.drafts import ontology
from calisson.language.entries.roles import roles_of
from calisson.language.lexicon import load
from calisson.language.questions.heard import Heard
from calisson.language.questions.lexicon import hints
from calisson.language.questions.stems import state_stem, stem
from calisson.language.text import is_cjk, lower
from calisson.language.traits import traits
from calisson.language.types import LANGUAGES, AppSchema, EntitySchema, FieldSchema
from calisson.language.units import counter_of, dimension

Kind = Literal["app", "entity", "field", "unit", "choice", "value", "part", "state"]

LABEL, ALIAS, CONCEPT, NAMED_WEAKLY, WEAK, UNIT = 3.0, 2.6, 2.2, 0.9, 0.5, 1.6
"""How much a mention says, by what it matched: the field's own name most, a word that many fields share least."""


GENERIC_VERB = 0.9
"""'Did', 'done', やった: said of anything."""

PAYING = ("money", "owe", "earn")
SPENT = 3.4
"""'Spent on fuel' means money even where fuel is a field; more than a field's own name."""


def _alike(word: str, phrase: str) -> bool:
    from rapidfuzz.fuzz import ratio

    return bool(ratio(word, phrase) >= 85)


@dataclass(frozen=True, slots=True)
class Mention:
    """A stretch of the utterance that names a part of an app."""

    start: int
    end: int
    kind: Kind
    field: FieldSchema | None
    weight: float
    value: str | None = None
    """The choice or stored value."""
    unit: str | None = None
    """The unit that was said."""

    @property
    def length(self) -> int:
        """Characters covered."""
        return self.end - self.start


@lru_cache(maxsize=8)
def _core(language: str) -> re.Pattern[str]:
    """What labels end in that people leave out when they ask ('글자수': '몇 글자 썼어?')."""
    return re.compile(str(load(language, "questions").get("label_core") or r"(?!)()"))


@lru_cache(maxsize=4096)
def _phrases(
    label: str, aliases: tuple[str, ...], name: str, concept: str | None, language: str
) -> tuple[tuple[str, float], ...]:
    found: dict[str, float] = {}

    def put(phrase: str, weight: float) -> None:
        phrase = lower(phrase).strip()
        if phrase and weight > found.get(phrase, 0):
            found[phrase] = weight

    put(label, LABEL)
    if (m := _core(language).match(label)) and len(m[1]) > 1:
        put(m[1], CONCEPT)
    inner = re.sub(r"[(（\[].*?[)）\]]", "", label).strip()
    if inner and inner != label:
        put(inner, LABEL)
    for alias in aliases:
        put(alias, ALIAS)
    if name.isascii() and traits(language).plural_s:
        put(name.replace("_", " "), CONCEPT)
    if concept is not None:
        for word in ontology.words(concept, language):
            put(word, CONCEPT)
    return tuple(found.items())


def phrases(field: FieldSchema, language: str) -> tuple[tuple[str, float], ...]:
    """Return (lower-case phrase, weight) of every way to name a field."""
    return _phrases(field.label, field.aliases, field.name, field.concept, language)


@lru_cache(maxsize=1024)
def unit_words(unit: str, language: str) -> tuple[str, ...]:
    """Return the lower-case words for a unit in a language, symbols included."""
    out = [lower(unit)]
    for source in {language, "en"} if language in LANGUAGES else {"en"}:
        out += [lower(w) for w in load(source, "units")["units"].get(unit, ())]
    table = load("shared", "units")["units"].get(unit, {})
    out += [lower(s) for s in table.get("symbols", ())]
    return tuple(dict.fromkeys(w for w in out if w))


@lru_cache(maxsize=256)
def _siblings(unit: str) -> tuple[str, ...]:
    """Units that measure the same thing and that people ask for."""
    of = dimension(unit)
    common = (
        "kg",
        "g",
        "lb",
        "oz",
        "jin",
        "km",
        "m",
        "mi",
        "cm",
        "mm",
        "l",
        "ml",
        "cl",
        "kcal",
        "kj",
        "h",
        "min",
        "kwh",
        "degc",
        "degf",
    )
    known = load("shared", "units")["units"]
    return tuple(
        u for u in known if u != unit and of is not None and dimension(u) == of and u.lower() in common
    )


class Linker:
    """Finds mentions in one utterance; keeps its stemmed text."""

    def __init__(self, heard: Heard) -> None:
        self.heard = heard
        self.language = heard.language
        self.latin = heard.latin
        self._stems = [t.stem for t in heard.tokens]
        self._joined = " " + " ".join(self._stems) + " "
        self._starts: dict[int, int] = {}
        at = 1
        for i, s in enumerate(self._stems):
            self._starts[at] = i
            at += len(s) + 1
        self._known = frozenset(self._stems)
        self._schema: dict[tuple[str, str], list[Mention]] = {}

    # --- finding phrases -------------------------------------------------------------------------------

    def find(self, phrase: str) -> Iterator[tuple[int, int]]:
        """Yield where a phrase stands in the utterance, whatever its inflection."""
        if not self.latin and is_cjk(phrase):
            at = self.heard.text.find(phrase)
            while at >= 0:
                yield at, at + len(phrase)
                at = self.heard.text.find(phrase, at + 1)
            return
        if not self.latin:
            yield from self._ascii(phrase)
            return
        wanted, head, count = _cut(phrase, self.language)
        if head not in self._known:
            return
        at = self._joined.find(f" {wanted} ")
        while at >= 0:
            first = self._starts[at + 1]
            word = self.heard.tokens[first].text
            if count > 1 or word == phrase or word not in self.heard.words.ignore:
                yield self.heard.tokens[first].start, self.heard.tokens[first + count - 1].end
            at = self._joined.find(f" {wanted} ", at + 1)

    def _ascii(self, phrase: str) -> Iterator[tuple[int, int]]:
        text = self.heard.text
        at = text.find(phrase)
        while at >= 0:
            end = at + len(phrase)
            before = text[at - 1] if at else " "
            after = text[end] if end < len(text) else " "
            if not (before.isascii() and before.isalnum()) and not (after.isascii() and after.isalnum()):
                yield at, end
            at = text.find(phrase, at + 1)

    def _stemmed(self, phrase: str) -> str:
        return _cut(phrase, self.language)[0]

    def schema(self, app: AppSchema, entity: EntitySchema) -> list[Mention]:
        """Return every mention of an entity's vocabulary, found once for each utterance."""
        found = self._schema.get((app.id, entity.name))
        if found is None:
            found = self.names(app, entity)
            for f in entity.fields:
                found += self.field(f)
                if f.choices:
                    found += self.choices(f)
            self._schema[app.id, entity.name] = found
        return found

    # --- mentions --------------------------------------------------------------------------------------

    def field(self, field: FieldSchema) -> list[Mention]:
        """Return where a field is named: by words, unit, counter, and (German) inside compounds."""
        found: list[Mention] = []
        weak = self.heard.words.weak
        for phrase, weight in phrases(field, self.language):
            if phrase in weak:
                weight = WEAK if weight < LABEL else NAMED_WEAKLY
            elif field.concept == "done" and weight < LABEL:
                weight = GENERIC_VERB
            elif len(phrase) == 1:
                weight = min(weight, 1.2 if weight == LABEL else WEAK)
            spots = list(self.find(phrase))
            if field.type == "boolean" and self.latin:  # 'watched' says that it happened, 'watch' does not
                spots = [(s, e) for s, e in spots if self.heard.text.startswith(phrase, s)]
            found += [Mention(s, e, "field", field, weight) for s, e in spots]
        if traits(self.language).compounds and not found:
            found += self._compounds(field)
        if field.type == "boolean":
            found += self._state(field)
        else:
            found += self._units(field)
        return found

    def _compounds(self, field: FieldSchema) -> list[Mention]:
        out = []
        for phrase, weight in phrases(field, self.language):
            wanted = self._stemmed(phrase)
            if " " in wanted or len(wanted) < 5 or phrase in self.heard.words.weak:
                continue
            for token in self.heard.tokens:
                if len(token.stem) >= len(wanted) + 3 and (
                    token.stem.endswith(wanted) or token.stem.startswith(wanted)
                ):
                    out.append(Mention(token.start, token.end, "field", field, weight * 0.7))
                elif (
                    len(token.stem) >= 5
                    and len(wanted) >= len(token.stem) + 3
                    and wanted.endswith(token.stem)
                    and weight == LABEL
                ):
                    out.append(Mention(token.start, token.end, "field", field, weight * 0.6))
        return out

    def _state(self, field: FieldSchema) -> list[Mention]:
        """Where the verb of a yes/no field stands, in any form ('unwatched', '아직 안 읽은')."""
        out: list[Mention] = []
        text = self.heard.text
        happened = self.heard.words.states.get(field.concept or "")
        said = CONCEPT if field.concept != "done" else GENERIC_VERB
        ahead = self.heard.words.infinitives.get(field.concept or "")
        if happened is not None:
            out += [Mention(m.start(), m.end(), "state", field, said) for m in happened.finditer(text)]
        if ahead is not None and self.heard.has("open", "not"):
            out += [Mention(m.start(), m.end(), "state", field, said) for m in ahead.finditer(text)]
        if self.latin:
            for phrase, _ in phrases(field, self.language):
                wanted = self._stemmed(phrase)
                for token in self.heard.tokens:
                    if (
                        token.text.startswith("un")
                        and len(token.text) > 5
                        and stem(token.text[2:], self.language) == wanted
                    ):
                        out.append(Mention(token.start, token.end, "state", field, ALIAS))
        else:
            for phrase, _ in phrases(field, self.language):
                core = state_stem(phrase)
                if core and core != phrase and is_cjk(core):
                    at = text.find(core)
                    if at >= 0:
                        out.append(
                            Mention(
                                at,
                                at + len(core),
                                "state",
                                field,
                                GENERIC_VERB
                                if field.concept == "done"
                                else CONCEPT
                                if len(core) > 1
                                else 1.4,
                            )
                        )
        return out

    def _units(self, field: FieldSchema) -> list[Mention]:
        unit = "min" if field.type == "duration" else field.unit
        out = self._counted(field)
        if unit is None:
            return out
        weight = UNIT if field.type != "duration" else UNIT * 0.9
        names = [(one, word) for one in (unit, *_siblings(unit)) for word in unit_words(one, self.language)]
        kilo = {"mass": "kg", "length": "km"}.get(dimension(unit) or "")
        if kilo is not None:
            names += [
                (kilo, word) for word in unit_words("kilo", self.language) if word != "kilo" or self.latin
            ]
        for one, word in names:
            if word:
                if len(word) == 1 and self.latin and not word.isalpha():
                    continue
                for start, end in self.find(word):
                    if self._in_number(start) or not (self.latin or self._asked(start, end, field)):
                        continue
                    out.append(
                        Mention(start, end, "unit", field, weight if one == unit else weight * 0.8, unit=one)
                    )
        return out

    def _in_number(self, at: int) -> bool:
        return any(n.start_char <= at < n.end_char for n in self.heard.spans.numbers)

    def _asked(self, start: int, end: int, field: FieldSchema) -> bool:
        """Whether a CJK unit stands where it is asked for ('多少公斤', '何kcal', '몇 분', 'kgで')."""
        before = self.heard.text[max(0, start - 3) : start].rstrip()
        if any(
            end_ in (start, start - 1) or before.endswith(self.heard.text[s:end_]) for s, end_ in self._how()
        ):
            return True
        word = self.heard.text[start:end]
        return (len(word) > 1 and field.type != "duration") or word.isascii()

    def _how(self) -> list[tuple[int, int]]:
        return [
            span
            for name in ("how_many", "how_much", "how_long", "clock")
            for span in self.heard.cues.get(name, ())
        ]

    def _counted(self, field: FieldSchema) -> list[Mention]:
        """A counter after 'how many' that goes with the field ('何ページ', '几页', '몇 잔')."""
        if field.concept is None and field.unit is None:
            return []
        out = []
        for _, end in self._how():
            rest = self.heard.text[end : end + 8].lstrip()
            skip = self.heard.text[end : end + 8].find(rest) if rest else 0
            if self.latin:
                continue
            for size in range(min(5, len(rest)), 0, -1):
                group = counter_of(rest[:size], self.language)
                if group is not None and group in (field.concept, field.name, field.unit):
                    out.append(Mention(end + skip, end + skip + size, "unit", field, UNIT + 0.4, unit=None))
                    break
        return out

    def choices(self, field: FieldSchema) -> list[Mention]:
        """Return where a choice of a field is named."""
        out = []
        for choice in field.choices:
            for i, word in enumerate((choice.value, *choice.aliases)):
                phrase = lower(word).strip()
                if len(phrase) < (2 if self.latin or phrase.isascii() else 1):
                    continue
                weight = LABEL if i == 0 else ALIAS
                if phrase not in self.heard.text:
                    weight -= 0.4
                if phrase in self.heard.words.ignore:
                    weight = 1.0
                out += [
                    Mention(s, e, "choice", field, weight, value=choice.value) for s, e in self.find(phrase)
                ]
        return out

    def names(self, app: AppSchema, entity: EntitySchema) -> list[Mention]:
        """Return where the app or the entity is named."""
        out: list[Mention] = []
        weak, ignored = self.heard.words.weak, self.heard.words.ignore
        given = _app_phrases(app.name, app.aliases, entity.label, entity.aliases, app.domain, self.language)
        for phrase, kind, weight in given:
            if phrase not in weak and not (kind == "app" and phrase in ignored):
                out += [Mention(s, e, kind, None, weight) for s, e in self.find(phrase)]
        return out

    def fuzzy(self, fields: tuple[FieldSchema, ...], tokens: list[tuple[str, int, int]]) -> list[Mention]:
        """Return fields whose name is one slip of the keyboard away from a word that nothing else explains."""
        out = []
        for text, start, end in tokens:
            if len(text) < 5:
                continue
            best: Mention | None = None
            for field in fields:
                for phrase, weight in phrases(field, self.language):
                    if abs(len(phrase) - len(text)) <= 2 and len(phrase) >= 5 and _alike(text, phrase):
                        hit = Mention(start, end, "field", field, weight * 0.8)
                        best = hit if best is None or hit.weight > best.weight else best
            if best is not None:
                out.append(best)
        return out


@lru_cache(maxsize=512)
def _app_phrases(
    name: str,
    aliases: tuple[str, ...],
    label: str,
    others: tuple[str, ...],
    domain: str | None,
    language: str,
) -> tuple[tuple[str, Kind, float], ...]:
    """Return (phrase, kind, weight) of every way to name an app and its entity."""
    found: dict[tuple[str, Kind], float] = {}

    def put(word: str, kind: Kind, weight: float) -> None:
        phrase = lower(word).strip()
        if phrase and (len(phrase) > 1 or kind == "entity"):
            found[phrase, kind] = max(weight, found.get((phrase, kind), 0.0))

    put(name, "app", 2.4)
    for alias in aliases:
        put(alias, "app", 2.0)
    for word in (label, *others):
        put(word, "entity", 2.2 if len(word.strip()) > 1 else 1.0)
    if domain in ontology.domains() and domain is not None:
        for word in (ontology.domain_name(domain, language), *ontology.domain_words(domain, language)):
            put(word, "app", 1.6)
        put(ontology.entity_label(domain, language), "app", 1.6)
    return tuple((phrase, kind, weight) for (phrase, kind), weight in found.items())


@lru_cache(maxsize=16384)
def _cut(phrase: str, language: str) -> tuple[str, str, int]:
    """Return the stemmed phrase, its first stem and its number of words."""
    parts = [stem(p, language) for p in re.findall(r"[^\W_]+(?:['-][^\W\d_]+)*", phrase)]
    return " ".join(parts), parts[0] if parts else "", len(parts)


_ROLES = {"who": "person", "where": "place"}
"""The part that a field of unknown meaning plays in entries, and the question word that asks for it."""


def hinted(field: FieldSchema, active: dict[str, list[tuple[int, int]]]) -> float:
    """Return how well a field fits the hints that were heard: 2 for the first concept, less for its type or unit."""
    best = 0.0
    for name in active:
        hint = hints().get(name)
        if hint is None:
            continue
        if field.concept in hint.concepts or field.name in hint.concepts:
            at = hint.concepts.index(field.concept if field.concept in hint.concepts else field.name)
            best = max(best, 2.0 - 0.1 * min(at, 9))
        elif field.type in hint.types:
            best = max(best, 1.3)
        elif field.unit is not None and dimension(field.unit) in hint.dimensions:
            best = max(best, 1.2)
        elif name in _ROLES and any(_ROLES[name] in roles_of(field, one) for one in LANGUAGES):
            best = max(best, 1.1)
        else:
            continue
        if name in PAYING and field.type == "money":
            best = max(best, SPENT)
    return best
