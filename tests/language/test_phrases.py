"""The catalogues are complete and say the same things in every language."""

import re
from importlib import resources
from pathlib import Path

import pytest
from fluent.syntax import FluentParser
from fluent.syntax.ast import Junk, Message

import calisson
from calisson.language.phrases import CATALOGUES, has_phrase, phrase
from calisson.language.types import LANGUAGES

DATA = resources.files("calisson.language").joinpath("data")


def messages(language: str, catalogue: str) -> dict[str, set[str]]:
    """Message id → the variables that it names."""
    source = DATA.joinpath(language, f"{catalogue}.ftl")
    if not source.is_file():
        return {}
    found: dict[str, set[str]] = {}
    current = ""
    for line in source.read_text("utf-8").splitlines():
        start = re.match(r"([a-zA-Z][\w-]*) *=", line)
        if start:
            current = start[1]
            found[current] = set()
        if current and not line.startswith("#"):
            found[current] |= set(re.findall(r"\$([\w-]+)", line))
    return found


@pytest.mark.parametrize("catalogue", [*CATALOGUES, "page"])
@pytest.mark.parametrize("language", [x for x in LANGUAGES if x != "en"])
def test_every_language_says_what_english_says(language: str, catalogue: str) -> None:
    ours, english = messages(language, catalogue), messages("en", catalogue)
    assert english, f"no English catalogue {catalogue}"
    assert set(ours) == set(english)
    extra = {name: names - english[name] for name, names in ours.items() if names - english[name]}
    assert not extra, f"variables that English does not have: {extra}"


@pytest.mark.parametrize("language", LANGUAGES)
def test_catalogues_compile_whole(language: str) -> None:
    for catalogue in CATALOGUES:
        entries = FluentParser().parse(DATA.joinpath(language, f"{catalogue}.ftl").read_text("utf-8")).body
        assert not [e.content for e in entries if isinstance(e, Junk)]
        whole = {e.id.name for e in entries if isinstance(e, Message)}
        assert whole == set(messages(language, catalogue))
        assert all(has_phrase(language, name) for name in whole)


def test_a_message_brings_what_it_refers_to() -> None:
    for language in LANGUAGES:
        for catalogue in CATALOGUES:
            for name, variables in messages(language, catalogue).items():
                said = phrase(language, name, **dict.fromkeys(variables, 3))
                assert said
                assert said != name
                assert "{" not in said, said


@pytest.mark.parametrize("language", LANGUAGES)
def test_plurals_are_chosen_by_the_number(language: str) -> None:
    one, many = (phrase(language, "answer-streak", query="x", count=n) for n in (1, 5))
    assert "1" in one
    assert "5" in many
    if language in ("en", "de"):
        assert one.replace("1", "5") != many


def test_an_unknown_language_speaks_english_and_an_unknown_message_its_name() -> None:
    assert phrase("xx", "undo-nothing") == phrase("en", "undo-nothing")
    assert phrase("en", "no-such-message-here") == "no-such-message-here"
    assert not has_phrase("en", "no-such-message-here")


def test_arguments_carry_no_invisible_marks() -> None:
    assert phrase("en", "remembered", text="tea") == "I will remember: tea"


def test_every_message_that_code_names_is_there() -> None:
    named = re.compile(
        r'message_id(?:: str)? *= *"([\w-]+)"|Problem\([^"]*"[^"]*", "([\w-]+)"|FormulaFailure\("([\w-]+)"'
    )
    code = "".join(p.read_text("utf-8") for p in Path(calisson.__file__).parent.rglob("*.py"))
    missing = {name for groups in named.findall(code) for name in groups if name} - {
        m for c in [*CATALOGUES, "page"] for m in messages("en", c)
    }
    assert not missing
