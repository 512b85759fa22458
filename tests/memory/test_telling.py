"""Words that tell something count more than praise and feelings, in every language."""

import pytest

from calisson.memory.shortening.compress import compress
from calisson.memory.shortening.telling import UNKNOWN, telling
from calisson.memory.shortening.units import Line

TELLING = {
    "en": ["clarinet", "mattress", "turtle", "physiotherapist", "blueberry"],
    "de": ["Klarinette", "Matratze", "Schildkröte", "Zahnarzt", "Heidelbeere"],
    "zh": ["钢琴", "床垫", "乌龟", "牙医", "蓝莓"],
    "ja": ["ピアノ", "布団", "亀", "歯医者", "苺"],
    "ko": ["피아노", "침대", "거북이", "치과", "딸기"],
}
PASSING = {
    "en": ["remarkable", "feelings", "believe", "perspective", "thrilled"],
    "de": ["bemerkenswert", "Gefühl", "glaube", "Perspektive", "begeistert"],
    "zh": ["了不起", "感觉", "相信", "观点", "兴奋"],
    "ja": ["素晴らしい", "気持ち", "信じる", "視点", "感動"],
    "ko": ["대단한", "느낌", "믿다", "관점", "감동"],
}


@pytest.mark.parametrize("language", TELLING)
def test_things_tell_more_than_praise(language: str) -> None:
    things = [telling(w.casefold(), language) for w in TELLING[language]]
    praise = [telling(w.casefold(), language) for w in PASSING[language]]
    assert sum(things) / len(things) > sum(praise) / len(praise) + 0.5, (things, praise)


def test_an_unknown_word_counts_as_one() -> None:
    assert telling("۞", "en") == UNKNOWN


def test_a_thing_outlives_the_praise_around_it() -> None:
    said = "It was such an inspiring and meaningful experience, feeling so thrilled and grateful playing a clarinet there."
    left = compress([Line("Ann", said)], 6, language="en")
    assert "clarinet" in " ".join(line.text for line in left)
