"""What the readers of edits share: their patterns, the app they are about, and the fields that words name."""

from __future__ import annotations

import re
from dataclasses import dataclass
from functools import lru_cache

from calisson.language.drafts import grammar, ontology
from calisson.language.lexicon import load
from calisson.language.spans import Spans
from calisson.language.text import fold, is_cjk
from calisson.language.types import AppSchema, Edit, FieldSchema, FieldType

LEXICON = "edits"


@dataclass(frozen=True, slots=True)
class Asked:
    """A sentence, the app it is about, and what is known around it."""

    text: str
    original: str
    language: str
    app: AppSchema
    spans: Spans

    @property
    def about(self) -> ontology.Domain | None:
        """The domain of the app."""
        return ontology.domain(self.app.domain)


Found = tuple[list[Edit], float]


@lru_cache(maxsize=8)
def word_slots(language: str) -> dict[str, str]:
    """Return what `{F}`, `{A}` and `{V}` in a pattern stand for."""
    data = load(language, LEXICON)
    return {
        "{F}": "|".join(data["field"]),
        "{A}": "|".join(data["app"]),
        "{V}": "|".join(data["views"].values()),
    }


def _source(source: str, language: str) -> str:
    for mark, body in word_slots(language).items():
        source = source.replace(mark, body)
    return source


@lru_cache(maxsize=256)
def rules_of(language: str, name: str) -> tuple[re.Pattern[str], ...]:
    """Return the patterns of a list, compiled."""
    return tuple(re.compile(_source(s, language), re.IGNORECASE) for s in load(language, LEXICON)[name])


@lru_cache(maxsize=64)
def rule_of(language: str, name: str) -> re.Pattern[str]:
    """Return one pattern, compiled."""
    return re.compile(_source(load(language, LEXICON)[name], language), re.IGNORECASE)


@lru_cache(maxsize=64)
def table_of(language: str, name: str) -> tuple[tuple[str, re.Pattern[str]], ...]:
    """Return (key, pattern) of a table, in its order."""
    return tuple((k, re.compile(v, re.IGNORECASE)) for k, v in load(language, LEXICON)[name].items())


def find_field(app: AppSchema, words: str, language: str) -> FieldSchema | None:
    """Return the field of the app's main entity that the words name, or None.

    Matching goes from the label over aliases and the ontology's concept to a part of the words.
    """
    said = grammar.strip_lead(bare(words), language)
    wanted = {ontology.key(said), *_plurals(ontology.key(said), language)}
    fields = [f for e in app.entities for f in e.fields]
    for same in (
        lambda f: {ontology.key(f.label), f.name.replace("_", " ")},
        lambda f: {ontology.key(a) for a in f.aliases},
    ):
        for found in fields:
            if wanted & same(found):
                return found
    concept = ontology.match(said, language, ontology.domain(app.domain))
    if concept:
        for found in fields:
            if found.concept == concept:
                return found
    return None


def _plurals(word: str, language: str) -> tuple[str, ...]:
    if is_cjk(word):
        return ()
    return (
        word.removesuffix("s"),
        word + "s",
        word.removesuffix("e"),
        word.removesuffix("n"),
        word.removesuffix("en"),
    )


def mentioned_in(asked: Asked) -> list[FieldSchema]:
    """The fields whose words occur in the sentence, longest word first."""
    low = f" {fold(asked.text)} "
    out: list[tuple[int, FieldSchema]] = []
    for found in asked.app.main.fields:
        words = [w for w in (found.label, *found.aliases) if len(w) > 1]
        sizes = [len(w) for w in words if _within(fold(w), low)]
        if sizes:
            out.append((max(sizes), found))
    return [f for _, f in sorted(out, key=lambda hit: -hit[0])]


def _within(word: str, text: str) -> bool:
    if is_cjk(word):
        return word in text
    return re.search(rf"(?<!\w){re.escape(word)}(?:s|e|en|n)?(?!\w)", text) is not None


def bare(words: str) -> str:
    """Return words without quotes and marks around them."""
    return grammar.trim(words.strip().strip("\"'「」『』“”„‚’‘《》"))


def tail(words: str, language: str) -> str:
    """Return a name that stands at the end of a sentence: what is quoted, else without politeness."""
    words = rule_of(language, "before").sub("", words) if load(language, LEXICON)["before"] else words
    quoted = re.search(r"[\"「『]([^\"」』]+)[\"」』]|(?<!\w)'([^']+)'(?!\w)", words)
    if quoted:
        return next(g for g in quoted.groups() if g).strip()
    return bare(rule_of(language, "after").sub("", bare(words)))


def type_named(words: str, language: str) -> FieldType | None:
    """Return the field type that the words name, or None."""
    low = words.strip().lower()
    for kind, rule in table_of(language, "types"):
        if re.fullmatch(f"(?:{rule.pattern})", low, re.IGNORECASE):
            return kind  # type: ignore[return-value]
    return None
