"""Ready ideas: sixty and more apps to start from, each a whole specification in the person's language.

An idea is a domain of the ontology with a sentence that says what it is for, an entry that one would say and a
question that one would ask (`data/<language>/gallery.toml`). Its specification is drafted from the ontology like
one that was asked for by talking, so that an idea can do nothing that talking cannot, and its checks are run when
it is published. The picture is drawn from the specification alone.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from functools import lru_cache

from calisson.apps.convert import priced, spec_from_draft
from calisson.apps.picture import picture
from calisson.apps.spec import AppSpec
from calisson.errors import NotFoundError
from calisson.language.drafts import ontology
from calisson.language.drafts.compose import draft_domain
from calisson.language.formats import currency_of
from calisson.language.lexicon import SHARED, load
from calisson.language.text import fold
from calisson.language.types import LANGUAGES


@dataclass(frozen=True, slots=True)
class Idea:
    """One ready idea in one language."""

    id: str
    """The domain's id in the ontology."""
    name: str
    summary: str
    icon: str
    domain: str
    """The group that it is shown in, in words."""
    words: tuple[str, ...]
    """By which people look for it."""
    views: tuple[str, ...]
    entry: str
    """An entry that one would say."""
    question: str
    """A question that one would ask."""


@lru_cache(maxsize=8)
def ideas(language: str) -> tuple[Idea, ...]:
    """Return every idea in a language, group by group; English for a language that is not shipped."""
    language = language if language in LANGUAGES else LANGUAGES[0]
    words = load(language, "gallery")
    found = []
    for group, ids in load(SHARED, "gallery")["groups"].items():
        for name in ids:
            spec = specification(name, language)
            summary, entry, question = words["ideas"][name]
            found.append(
                Idea(name, spec.name, summary, spec.icon, words["groups"][group],
                     tuple(ontology.domain_words(name, language)), tuple(v.kind for v in spec.views), entry, question)
            )  # fmt: skip
    return tuple(found)


def search(text: str, language: str) -> Sequence[Idea]:
    """Return the ideas that words in any manner name, best first; all of them for an empty text.

    Names count most, then the words by which people ask for such an app, its fields and its summary. The words
    of the other languages count a little, so that a name is found wherever it was learned.
    """
    wanted = fold(text).split()
    if not wanted:
        return ideas(language)
    scored = []
    for idea in ideas(language):
        tiers = _haystacks(idea.id, language)
        score = 0.0
        for word in wanted:
            best = max((weight for weight, hay in tiers if word in hay), default=0.0)
            if not best:
                score = 0.0
                break
            score += best
        if score:
            scored.append((score, idea))
    return tuple(idea for _, idea in sorted(scored, key=lambda pair: -pair[0]))


@lru_cache(maxsize=512)
def _haystacks(name: str, language: str) -> tuple[tuple[float, str], ...]:
    idea = next(i for i in ideas(language) if i.id == name)
    fields = " ".join(f.label for f in specification(name, language).main.fields)
    others = " ".join(" ".join(ontology.domain_words(name, other)) for other in LANGUAGES)
    return (
        (4.0, fold(idea.name)),
        (3.0, fold(" ".join(idea.words))),
        (2.0, fold(fields)),
        (1.5, fold(f"{idea.summary} {idea.domain}")),
        (1.0, fold(others)),
    )


@lru_cache(maxsize=512)
def specification(name: str, language: str, currency: str | None = None) -> AppSpec:
    """Return an idea's specification; money is in `currency` (ISO 4217), by default the language's usual one.

    Raises:
        NotFoundError: There is no such idea.
    """
    if ontology.domain(name) is None or not any(
        name in ids for ids in load(SHARED, "gallery")["groups"].values()
    ):
        raise NotFoundError(f"no idea {name!r}", message_id="error-no-idea", idea=name)
    language = language if language in LANGUAGES else LANGUAGES[0]
    draft = draft_domain(name, language)
    spec = spec_from_draft(priced(draft, currency or currency_of(language, "")))
    return spec.model_copy(update={"summary": load(language, "gallery")["ideas"][name][0]})


def idea_picture(name: str, language: str) -> str:
    """Return an idea's picture as SVG.

    Raises:
        NotFoundError: There is no such idea.
    """
    return picture(specification(name, language))
