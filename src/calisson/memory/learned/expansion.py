"""Query expansion: what somebody who asks for one thing is also after.

'花火大会' also looks for tickets, the date and the weather. Further words come from (1) the facets of what the question is
about (`facets.toml` of its language, and the fields of the kinds of app that it names: the ontology), (2) other ways of
saying its ideas, (3) the person's own vocabulary: rare words that stand beside the question's rarest words in their
memories, and (4) a model, when somebody gives one. They make a view of their own, so that they add and never displace;
how much they count is learned.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Iterable, Mapping, Sequence
from functools import lru_cache

from calisson.language.drafts import ontology
from calisson.language.lexicon import has, load
from calisson.language.types import LANGUAGES
from calisson.memory.finding import clues
from calisson.memory.words.tokens import has_token, tokens

MOST = 20
"""Further tokens of one question."""

FACET, SAID_SO, OWN, MODEL = 0.6, 1.0, 0.4, 1.0
"""What a further token is worth by where it comes from, against one that is asked for."""

BESIDE = 2
"""Memories in which an own word must stand beside what was asked."""

OWN_TOKENS = 4

FIELDS = 5
"""Fields of one kind of app that count."""

Model = Callable[[str, str], Iterable[str]]
"""Returns further words for a question and its language; see `Retriever.model`."""


def expand(
    query: str,
    language: str,
    asked: Iterable[str],
    near: Sequence[Mapping[str, object]],
    model: Model | None = None,
) -> dict[str, float]:
    """Return further tokens → worth, the worthiest first, at most `MOST`; none that was asked for.

    Args:
        query: the question.
        language: its language.
        asked: its tokens.
        near: memories with its rarest words, whose other words are the person's own vocabulary.
        model: gives further words, if there is one.
    """
    wanted = frozenset(asked)
    worth: dict[str, float] = {}

    def add(words: Iterable[str], value: float) -> None:
        for token in words:
            if token not in wanted and len(token) > 1:
                worth[token] = max(worth.get(token, 0.0), value)

    said = frozenset(tokens(query))
    add((t for looks in _facets_of(said, language) for t in sorted(looks)), FACET)
    add((t for label in fields_of(query, language) for t in tokens(label)), FACET)
    for clue in clues.read(query, language).clues:
        if clue.idea:
            add((t for form in clue.forms for t in sorted(form)), SAID_SO / max(1, len(clue.forms)) ** 0.5)
    beside: Counter[str] = Counter()
    for row in near:
        beside.update(set(str(row["tokens"]).split()))
    own = [t for t, n in beside.most_common() if n >= BESIDE and n <= len(near) / 2 + 1 and t not in wanted]
    add(own[:OWN_TOKENS], OWN)
    if model is not None:
        add((t for words in model(query, language) for t in tokens(words)), MODEL)
    return dict(sorted(worth.items(), key=lambda x: (-x[1], x[0]))[:MOST])


def _facets_of(said: frozenset[str], language: str) -> list[frozenset[str]]:
    return [
        looks for asks, looks in _facets(language) if any(all(has_token(said, t) for t in a) for a in asks)
    ]


@lru_cache(maxsize=8)
def _facets(language: str) -> tuple[tuple[tuple[frozenset[str], ...], frozenset[str]], ...]:
    """Return what a language's facets ask and look for, as tokens."""
    if language not in LANGUAGES or not has(language, "facets"):
        return ()
    return tuple(
        (
            tuple(frozenset(tokens(a)) for a in facet["asks"]),
            frozenset(t for word in facet["looks"] for t in tokens(word) if len(t) > 1 or not t.isascii()),
        )
        for facet in load(language, "facets").values()
    )


@lru_cache(maxsize=512)
def fields_of(query: str, language: str) -> tuple[str, ...]:
    """Return the labels of the fields of the first kinds of app that a text names."""
    if language not in LANGUAGES:
        return ()
    named = [ontology.domains()[hit.domain] for hit in ontology.domains_in(query, language)[:2]]
    return tuple(
        dict.fromkeys(ontology.label(f, language) for domain in named for f in domain.fields[:FIELDS])
    )
