"""Whole conversations in five languages, as their users have them."""

import pytest

from conversations.play import load, play

LANGUAGES = ("en", "de", "zh", "ja", "ko")
LEAST = 0.9
"""The share of expectations that has to hold in each language."""

LEAST_FRESH = {"5": 0.84, "6": 0.74}
"""The same for conversations in the roughest words: half sentences, typos, particles, money as people call it.
Set 6 was written before the rules were mended with set 5, and is held back: mend nothing by its failures."""


def _held(language: str, number: str) -> tuple[float, str]:
    results = [line for case in load(language, number) for line in play(case)]
    failed = [f"{said!r}: {name} → {out['act']}: {out['reply']}" for said, name, ok, out in results if not ok]
    share = 1 - len(failed) / len(results)
    return share, f"{share:.1%} hold\n" + "\n".join(failed)


@pytest.mark.parametrize("number", ("", "2", "3", "4"))
@pytest.mark.parametrize("language", LANGUAGES)
def test_conversations_hold(language: str, number: str) -> None:
    share, told = _held(language, number)
    assert share >= LEAST, told


@pytest.mark.parametrize("number", LEAST_FRESH)
@pytest.mark.parametrize("language", LANGUAGES)
def test_rough_conversations_hold(language: str, number: str) -> None:
    share, told = _held(language, number)
    assert share >= LEAST_FRESH[number], told
