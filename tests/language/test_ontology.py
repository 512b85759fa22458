"""The ontology is whole: every concept, choice and domain has words in all five languages."""

from __future__ import annotations

import re

import pytest

from calisson.language import units
from calisson.language.drafts import ontology
from calisson.language.lexicon import load
from calisson.language.types import LANGUAGES


def test_there_are_enough_of_each() -> None:
    assert len(ontology.domains()) >= 45
    assert len(ontology.concepts()) >= 150


@pytest.mark.parametrize("language", LANGUAGES)
def test_every_concept_has_words(language: str) -> None:
    for concept_id in ontology.concepts():
        words = ontology.words(concept_id, language)
        assert words, concept_id
        assert all(w == w.strip() and w for w in words), concept_id
        assert len(set(words)) == len(words), concept_id
    assert set(load(language, "fields")["concepts"]) == set(ontology.concepts())


@pytest.mark.parametrize("language", LANGUAGES)
def test_every_choice_has_words(language: str) -> None:
    wanted = {c for concept in ontology.concepts().values() for c in concept.choices}
    assert wanted <= set(load(language, "fields")["choices"])


@pytest.mark.parametrize("language", LANGUAGES)
def test_every_domain_has_words(language: str) -> None:
    for domain_id in ontology.domains():
        assert ontology.domain_name(domain_id, language)
        assert ontology.entity_label(domain_id, language)
        assert len(ontology.domain_words(domain_id, language)) >= 1
    assert set(load(language, "domains")) == set(ontology.domains())


def test_domains_name_concepts_that_exist() -> None:
    concepts = ontology.concepts()
    for domain in ontology.domains().values():
        named = [*domain.fields, *domain.also, *domain.prefer.values()]
        named += [c for c in (domain.title, domain.time, domain.main, domain.done) if c]
        assert set(named) <= set(concepts), domain.id
        assert len(set(domain.fields)) == len(domain.fields), domain.id
        assert re.fullmatch(r"[a-z_]+", domain.entity)
        for part in (domain.time, domain.main, domain.done):
            assert part is None or part in domain.fields, (domain.id, part)
        if domain.kind == "log":
            assert any(concepts[c].type in ("date", "datetime") for c in domain.fields), domain.id


def test_units_are_known() -> None:
    for concept in ontology.concepts().values():
        assert (concept.unit is not None) == (concept.type == "quantity"), concept.id
        if concept.unit:
            assert units.dimension(concept.unit), concept.unit
        if concept.type == "rating":
            assert concept.low is not None and concept.high is not None and concept.low < concept.high


@pytest.mark.parametrize(
    ("language", "phrase", "concept"),
    [
        ("en", "where it's streaming", "platform"),
        ("en", "calorie", "energy"),
        ("de", "oberen Wert", "systolic"),
        ("de", "was ich gegessen habe", "food"),
        ("zh", "读完没有", "read"),
        ("ja", "肥料あげたか", "fertilised"),
        ("ko", "다 읽었는지", "read"),
        ("ja", "kcal", "energy"),
    ],
)
def test_phrases_name_concepts(language: str, phrase: str, concept: str) -> None:
    assert ontology.match(phrase, language) == concept


def test_a_domain_decides_what_its_words_mean() -> None:
    assert ontology.match("weight", "en", ontology.domain("workouts")) == "load"
    assert ontology.match("where", "en", ontology.domain("spending")) == "merchant"
    assert ontology.match("where", "en", ontology.domain("watchlist")) == "platform"


def test_heads_of_compounds() -> None:
    assert ontology.head("Mehlsorte", "de") == ("kind", "sorte")
    assert ontology.head("珊瑚状态", "zh") == ("status", "状态")
    assert ontology.head("date of purchase", "en") == ("date", "date")


def test_words_of_all_languages() -> None:
    words = ontology.concept_words("energy")
    assert {"Calories", "Kalorien", "热量", "カロリー", "칼로리"} <= set(words)


def test_concepts_and_domains_in_a_text() -> None:
    assert ontology.fields_named("calories, protein and sugar", "en") == ["energy", "protein", "sugar"]
    assert ontology.fields_named("カロリーとタンパク質", "ja") == ["energy", "protein"]
    assert {h.domain for h in ontology.domains_in("Ich hätte gern ein Ernährungstagebuch", "de")} == {"meals"}
