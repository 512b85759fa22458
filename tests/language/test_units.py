import pytest
from hypothesis import given
from hypothesis import strategies as st

from calisson.language.types import LANGUAGES
from calisson.language.units import (
    UnitError,
    compatible,
    convert,
    counter_of,
    currency_of,
    dimension,
    label,
    unit_of,
)


@pytest.mark.parametrize(
    ("language", "word", "want"),
    [
        ("en", "pounds", "lb"),
        ("en", "kcal", "kcal"),
        ("en", "calories", "kcal"),
        ("en", "Minutes", "min"),
        ("en", "hrs", "h"),
        ("en", "°C", "degC"),
        ("en", "miles", "mi"),
        ("en", "sq ft", "ft2"),
        ("de", "Kalorien", "kcal"),
        ("de", "Pfund", "pfund"),
        ("de", "Std.", "h"),
        ("de", "Esslöffel", "tbsp_metric"),
        ("de", "km/h", "km/h"),
        ("zh", "大卡", "kcal"),
        ("zh", "公斤", "kg"),
        ("zh", "斤", "jin"),
        ("zh", "分钟", "min"),
        ("zh", "平米", "m2"),
        ("ja", "キロ", "kilo"),
        ("ja", "畳", "jo"),
        ("ja", "時間", "h"),
        ("ja", "ｋｇ", "kg"),
        ("ko", "칼로리", "kcal"),
        ("ko", "평", "pyeong"),
        ("ko", "파운드", "lb"),
        ("ko", "minutes", "min"),
    ],
)
def test_unit_of(language: str, word: str, want: str) -> None:
    assert unit_of(word, language) == want


@pytest.mark.parametrize(
    ("language", "word"), [("en", "pages"), ("en", "ramen"), ("de", "Seiten"), ("zh", "个"), ("ko", "개비")]
)
def test_what_is_no_unit(language: str, word: str) -> None:
    assert unit_of(word, language) is None


def test_unit_ids_are_their_own_names() -> None:
    assert unit_of("jin", "en") == "jin"
    assert unit_of("kilo", "de") == "kilo"


@pytest.mark.parametrize(
    ("value", "a", "b", "want"),
    [
        (650, "kcal", "kJ", 2719.6),
        (135, "lb", "kg", 61.23496995),
        (136, "jin", "kg", 68),
        (72, "degF", "degC", 22.2222222222),
        (-40, "degC", "degF", -40),
        (0, "degC", "K", 273.15),
        (10, "kilo", "km", 10),
        (10, "kilo", "g", 10000),
        (80, "kg", "kilo", 80),
        (24.5, "degree", "degC", 24.5),
        (90, "min", "h", 1.5),
        (1, "mi", "km", 1.609344),
        (1, "acre", "m2", 4046.8564224),
        (400, "tsubo", "m2", 1322.31404959),
        (1, "mile", "km", 1.609344),
        (5.5, "mmol/L", "mg/dL", 99.0858),
    ],
)
def test_convert(value: float, a: str, b: str, want: float) -> None:
    assert convert(value, a, b) == pytest.approx(want, rel=1e-9)


@pytest.mark.parametrize(
    ("a", "b"), [("kg", "km"), ("EUR", "USD"), ("kcal", "min"), ("Seiten", "kg"), ("", "kg")]
)
def test_convert_refuses(a: str, b: str) -> None:
    with pytest.raises(UnitError):
        convert(1, a, b)
    assert not compatible(a, b)


@given(st.floats(-1e6, 1e6), st.sampled_from(["kg", "lb", "jin", "oz", "geun", "stone"]))
def test_convert_there_and_back(value: float, unit: str) -> None:
    assert convert(convert(value, "kg", unit), unit, "kg") == pytest.approx(value, rel=1e-9, abs=1e-9)


@given(st.text(max_size=20), st.text(max_size=20))
def test_units_never_raise_on_any_word(a: str, b: str) -> None:
    for language in LANGUAGES:
        unit_of(a, language)
        counter_of(a, language)
        currency_of(a, language)
        assert isinstance(label(a, language), str)
    dimension(a)


def test_dimensions() -> None:
    wanted = {"kg": "mass", "kcal": "energy", "min": "time", "EUR": "money", "reps": "count", "foo": None}
    assert {unit: dimension(unit) for unit in wanted} == wanted


def test_labels() -> None:
    assert label("kcal", "en") == "kcal"
    assert label("week", "de", 1) == "Woche"
    assert label("week", "de", 2) == "Wochen"
    assert label("min", "ko", 40) == "분"
    assert label("kg", "zh") == "公斤"
    assert label("EUR", "de") == "€"


@pytest.mark.parametrize(
    ("language", "word", "group"),
    [("de", "Seiten", "pages"), ("zh", "页", "pages"), ("ko", "쪽", "pages"), ("ja", "ページ", "pages"),
     ("en", "reps", "reps"), ("ko", "세트", "sets"), ("ja", "セット", "sets"), ("zh", "组", "sets")],
)  # fmt: skip
def test_counters_have_groups(language: str, word: str, group: str) -> None:
    assert counter_of(word, language) == group


@pytest.mark.parametrize(
    ("language", "word", "home", "want"),
    [
        ("en", "$", None, "USD"),
        ("en", "$", "CAD", "CAD"),
        ("en", "bucks", None, "USD"),
        ("en", "€", "USD", "EUR"),
        ("en", "¥", None, "JPY"),
        ("zh", "¥", None, "CNY"),
        ("ja", "¥", None, "JPY"),
        ("zh", "块", None, "CNY"),
        ("ko", "원", None, "KRW"),
        ("de", "Cent", None, "EUR"),
        ("en", "rmb", None, "CNY"),
        ("en", "ramen", None, None),
    ],
)
def test_currency_of(language: str, word: str, home: str | None, want: str | None) -> None:
    assert currency_of(word, language, home) == want
