"""What kind of thing a question seeks: found about the same person or thing, and nobody else's told for it."""

from pathlib import Path

import pytest
from bench.other_words import Spoken, answered, homes, judged

from calisson import Home
from calisson.language.types import LANGUAGES
from calisson.memory.finding import sought
from calisson.memory.finding.others import is_relative_of
from calisson.memory.finding.righting import put_right
from calisson.memory.words.names import names_in
from calisson.store import Database


@pytest.mark.parametrize("language", LANGUAGES)
@pytest.mark.parametrize("held_out", [False, True])
def test_a_crowded_home_answers_in_other_words(database: Database, language: str, held_out: bool) -> None:
    home = homes("crowded", held_out=held_out)[language]
    found, _ = answered(database, language, home)
    counts = judged(home, found)
    assert counts["right"] >= 10, found
    assert counts["wrong"] <= 1
    assert counts["never said, answered by meaning"] == 0, found


@pytest.mark.parametrize("language", LANGUAGES)
def test_every_language_has_the_same_kinds(language: str) -> None:
    kinds = sought.kinds(language)
    assert kinds.keys() == sought.kinds(LANGUAGES[0]).keys()
    assert any(k.whose for k in kinds.values()) and any(k.strict for k in kinds.values())


@pytest.mark.parametrize(
    ("language", "said", "asked", "answers"),
    [
        ("en", ["my brother moved to Cardiff last year"], "where do I live?", False),
        ("en", ["my sister eats no meat", "Tom is allergic to nuts"], "what is my sister allergic to?", False),
        ("en", ["I lent the drill to our neighbour Frank."], "who has my power tool?", True),
        ("de", ["Meine Nichte Frieda hat Schuhgröße 31."], "welche Schuhgröße hat Kilian?", False),
        ("de", ["Onkel Rainer arbeitet als Busfahrer."], "wo wohnt Onkel Rainer?", False),
        ("de", ["Oma ist allergisch gegen Walnüsse."], "was darf ich für Oma nicht kochen?", True),
        ("zh", ["我三月份搬到了成都。"], "舅舅住在哪里？", False),
        ("zh", ["备用钥匙在蓝色花盆底下。"], "忘带钥匙进不了门怎么办？", True),
        ("ja", ["妹は卵アレルギー"], "妹に出してはいけないものは？", True),
        ("ja", ["Wi-Fiのパスワードは mikan2277。"], "私の銀行カードの暗証番号は？", False),
        ("ko", ["나는 3월에 전주로 이사했어."], "삼촌은 어디 살아?", False),
        ("ko", ["삼촌은 버스 기사로 일해."], "삼촌은 뭘 해서 먹고살아? 직업이 뭐야?", True),
    ],
)  # fmt: skip
def test_a_kind_is_told_of_whom_it_was_asked(
    database: Database, language: str, said: list[str], asked: str, answers: bool
) -> None:
    found, _ = answered(database, language, Spoken(said, [(asked, "?")]))
    assert bool(found[asked]) is answers, found


@pytest.mark.parametrize(
    ("language", "asked", "said", "is_theirs"),
    [
        ("en", "what is my sister allergic to?", "my sister's husband is allergic to cats", False),
        ("en", "where does my mother live?", "my friend's mother lives in Oslo", False),
        ("en", "what is my sister's husband allergic to?", "my sister's husband is allergic to cats", True),
        ("de", "wogegen ist meine Schwester allergisch?", "der Mann meiner Schwester ist allergisch", False),
        ("zh", "妹妹对什么过敏？", "妹妹的丈夫对猫过敏", False),
        ("zh", "妹妹对什么过敏？", "妹妹对猫过敏", True),
        ("ja", "妹は何のアレルギー？", "妹の夫は猫アレルギー", False),
        ("ko", "여동생은 무슨 알레르기가 있어?", "여동생 남편은 고양이 알레르기가 있어", False),
    ],
)
def test_somebodys_relative_is_not_that_somebody(
    language: str, asked: str, said: str, is_theirs: bool
) -> None:
    assert is_relative_of(asked, language, said, language) is not is_theirs


@pytest.mark.parametrize(
    ("language", "said", "right", "becomes"),
    [
        ("en", "Oma is allergic to walnuts", "hazelnuts", "Oma is allergic to hazelnuts"),
        ("en", "Oma is allergic to walnuts", "fine", None),
        ("en", "the spare key is under the blue pot", "raining", None),
        ("de", "Oma ist allergisch gegen Walnüsse", "Haselnüsse", "Oma ist allergisch gegen Haselnüsse"),
        ("ja", "妹は卵アレルギー", "えびアレルギー", "妹はえびアレルギー"),
        ("ko", "할머니는 호두 알레르기가 있어", "땅콩", "할머니는 땅콩 알레르기가 있어"),
    ],
)
def test_a_thing_of_the_same_kind_is_put_right(
    language: str, said: str, right: str, becomes: str | None
) -> None:
    assert put_right(said, right, language) == becomes


def test_what_was_put_right_answers_and_the_former_does_not(tmp_path: Path) -> None:
    with Home(tmp_path) as home:
        home.say("Oma ist allergisch gegen Walnüsse")
        home.say("nein, es sind Haselnüsse")
        told = home.say("was darf ich für Oma nicht kochen?").reply
        assert "Haselnüsse" in told and "Walnüsse" not in told


@pytest.mark.parametrize(
    ("language", "text", "names"),
    [
        ("ja", "おばあちゃんはくるみアレルギー。", set()),
        ("ja", "水道屋さんは堀田さん。", {"堀田"}),
        ("ja", "りんごケーキのレシピは誰の？", set()),
        ("ko", "어머니는 붓글씨를 배우셔", set()),
        ("ko", "개가 겁내는 날씨가 뭐야?", set()),
        ("ko", "고양이한테 먹이면 안 되는 음료는?", set()),
        ("de", "Was mag meine Frau nicht?", set()),
        ("de", "Das sagt Frau Özdemir.", {"özdemir"}),
    ],
)
def test_relations_trades_and_words_are_no_names(language: str, text: str, names: set[str]) -> None:
    assert names_in(text, language) == names
