"""What a memory is about, in any language."""

from __future__ import annotations

import pytest

from calisson.memory.finding.themes import THEMES, theme_of


@pytest.mark.parametrize(
    ("text", "language", "theme"),
    [
        ("The dentist gave me pills for the pain", "en", "health"),
        ("Die Miete ist am Dritten fällig, die Versicherung am Fünften", "de", "money"),
        ("我们八月坐飞机去旅行，酒店已经预订", "zh", "travel"),
        ("カレーのレシピは玉ねぎとじゃがいも", "ja", "food"),
        ("강아지는 동물병원에서 예방접종을 했어", "ko", "pets"),
        ("The wifi password is on the router in the kitchen", "en", "home"),
        ("Meine Schwester und ihr Mann feiern Hochzeit", "de", "people"),
        ("", "en", "other"),
        ("zxqv 118", "en", "other"),
    ],
)
def test_theme(text: str, language: str, theme: str) -> None:
    assert theme_of(text, language) == theme


def test_every_theme_is_its_own_words_theme() -> None:
    assert {name: theme_of(words, "en") for name, words in THEMES.items()} == {n: n for n in THEMES}
