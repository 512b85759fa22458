"""Whole conversations in five languages, as their users have them."""

import pytest

from conversations.play import load, play

LANGUAGES = ("en", "de", "zh", "ja", "ko")
LEAST = 0.9
"""The share of expectations that has to hold in each language."""


@pytest.mark.parametrize("number", ("", "2", "3", "4"))
@pytest.mark.parametrize("language", LANGUAGES)
def test_conversations_hold(language: str, number: str) -> None:
    results = [line for case in load(language, number) for line in play(case)]
    failed = [f"{said!r}: {name} → {out['act']}: {out['reply']}" for said, name, ok, out in results if not ok]
    share = 1 - len(failed) / len(results)
    assert share >= LEAST, f"{share:.1%} hold\n" + "\n".join(failed)
