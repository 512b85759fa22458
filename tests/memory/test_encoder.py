"""The built-in encoder: what means alike lies near, in any of the five languages."""

from __future__ import annotations

import pytest

from calisson.memory.finding.encoder import HEADER, TableEncoder, built_in, packed, similarity

ALLERGY = {
    "en": "My sister is allergic to peanuts",
    "de": "Meine Schwester reagiert allergisch auf Erdnüsse",
    "zh": "我妹妹对花生过敏",
    "ja": "妹はピーナッツアレルギーです",
    "ko": "여동생은 땅콩 알레르기가 있어",
}
KEY = {
    "en": "The spare key is under the flower pot",
    "de": "Der Ersatzschlüssel liegt unter dem Blumentopf",
    "zh": "备用钥匙在花盆下面",
    "ja": "予備の鍵は植木鉢の下にある",
    "ko": "여분 열쇠는 화분 밑에 있어",
}


@pytest.mark.parametrize("first", ALLERGY)
@pytest.mark.parametrize("second", ALLERGY)
def test_the_same_thing_is_near_and_another_is_far_in_any_two_languages(first: str, second: str) -> None:
    encode = built_in().encode
    same = similarity(encode(ALLERGY[first], first), encode(ALLERGY[second], second))
    other = similarity(encode(ALLERGY[first], first), encode(KEY[second], second))
    assert same > 0.5 > 0.3 > other


def test_a_compound_is_near_its_parts() -> None:
    encode = built_in().encode
    assert similarity(encode("Zahnarzttermin", "de"), encode("dentist appointment")) > 0.7


def test_words_that_are_left_out_do_not_count() -> None:
    encode = built_in().encode
    assert encode("Caroline paints", "en", {"caroline"}) == encode("paints")
    assert encode("Caroline", "en", {"caroline"}) == b""


@pytest.mark.parametrize(
    "text", ["", "   ", "!?", "\u0000\ud7a3\u200b", "🙂🙂", "x" * 100_000, "的" * 100_000]
)
def test_any_text_has_a_vector_or_none(text: str) -> None:
    assert len(built_in().encode(text)) in (0, 128)


def test_an_empty_vector_is_near_nothing() -> None:
    assert similarity(b"", built_in().encode("tea")) == 0
    assert packed([0.0, 0.0]) == b""


def test_a_file_that_is_no_table_is_refused(tmp_path: pytest.TempPathFactory) -> None:
    path = f"{tmp_path}/table"
    with open(path, "wb") as file:
        file.write(HEADER.pack(b"NOPE", 1, 128, 0, 0) + b"x" * 64)
    with pytest.raises(ValueError, match="no encoder's table"):
        TableEncoder(path).encode("tea")
