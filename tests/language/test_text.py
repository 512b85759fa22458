from itertools import pairwise

import pytest
from hypothesis import given
from hypothesis import strategies as st

from calisson.language.text import compose, fold, is_cjk, lower, normalise, tokens


@pytest.mark.parametrize(
    ("given_", "want"),
    [
        ("１２３ｋｇ", "123kg"),
        ("５：３０", "5:30"),
        ("1　000", "1 000"),
        ("9–17", "9-17"),
        ("−5°C", "-5°C"),
        ("￥300、￦500", "¥300、₩500"),
        ("ﾗｰﾒﾝ", "ラーメン"),
        ("١٢٣", "123"),
        ("it’s", "it's"),
        ("３×１０", "3x10"),
        ("½ Tasse, 36,5 ℃, 5㎏", "½ Tasse, 36,5 ℃, 5㎏"),
        ("昨天。", "昨天。"),
        ("a\nb", "a\nb"),
    ],
)
def test_normalise(given_: str, want: str) -> None:
    assert normalise(given_) == want


@given(st.text())
def test_normalise_and_lower_keep_offsets(text: str) -> None:
    assert len(normalise(text)) == len(text)
    assert len(lower(text)) == len(text)
    assert normalise(normalise(text)) == normalise(text)


@given(st.text())
def test_fold_is_stable_and_tokens_name_their_text(text: str) -> None:
    assert fold(fold(text)) == fold(text) or not fold(text).isascii()
    for language in ("en", "zh", "ja", "ko"):
        found = tokens(text, language)
        assert all(text[t.start : t.end] == t.text for t in found)
        assert all(a.end <= b.start for a, b in pairwise(found))


def test_fold_joins_spellings() -> None:
    assert fold("Straße ") == fold("STRASSE") == "strasse"
    assert fold("Ｋｃａｌ") == "kcal"


def test_compose_joins_jamo_and_umlauts() -> None:
    assert compose("u\u0308ber") == "über"
    assert compose("\u1112\u1161\u11ab") == "한"
    assert compose("zwei\u00adundzwanzig") == "zweiundzwanzig"


@pytest.mark.parametrize(
    ("language", "text", "want"),
    [
        ("en", "don't log 1,250 kcal!", ["don't", "log", "1,250", "kcal", "!"]),
        ("de", "Kino-Abend: 12,50€", ["Kino-Abend", ":", "12,50", "€"]),
        ("zh", "吃了2碗面", ["吃", "了", "2", "碗", "面"]),
        ("ja", "昨日ラーメンを食べた", ["昨日", "ラーメン", "を", "食", "べた"]),
        ("ko", "라면 먹었어", ["라면", "먹었어"]),
    ],
)
def test_tokens(language: str, text: str, want: list[str]) -> None:
    assert [t.text for t in tokens(text, language)] == want


def test_is_cjk() -> None:
    assert is_cjk("ok 吗") and is_cjk("한") and is_cjk("カ") and not is_cjk("über 5")
