"""What is somebody else's by its form, and what only looks so."""

import pytest
from loops_samples import AGAIN, OWN

from calisson.memory.tiers.own import own_words, tells


@pytest.mark.parametrize(("language", "said"), AGAIN, ids=[a[1] for a in AGAIN])
def test_the_words_of_others_say_nothing_of_the_person(language: str, said: str) -> None:
    assert not tells(said, language)


@pytest.mark.parametrize(("language", "said"), OWN, ids=[o[1] for o in OWN])
def test_own_words_stay(language: str, said: str) -> None:
    assert own_words(said, language) == said
