"""The act classifier: probabilities, its weights file, the prior without it, and a small training run."""

from __future__ import annotations

import json
import math
from importlib.resources import files
from itertools import islice

import pytest

from calisson.language.acts import classify
from calisson.language.acts.examples import examples
from calisson.language.acts.features import features, masked
from calisson.language.acts.model import BUCKETS, model, pack, unpack
from calisson.language.acts.prior import prior
from calisson.language.acts.train import accuracy, calibrated, fit, rows
from calisson.language.spans import Spans
from calisson.language.types import LANGUAGES, Act
from language.homes import context, spans

FRESH = [
    ("en", "could you put together something so I can track how my orchids are doing", Act.CREATE_APP),
    ("en", "we also need a column for the vet's name", Act.EDIT_APP),
    ("en", "gave Milo his worming tablet this morning", Act.LOG),
    ("en", "how much did the vet cost us last year?", Act.ASK),
    ("en", "remind me in two hours to move the car", Act.REMIND),
    ("en", "please remember that Ben's bike lock is 8812", Act.REMEMBER),
    ("en", "undo what you just did", Act.UNDO),
    ("de", "kannst du mir was bauen, womit ich meine Orchideen im Blick behalte?", Act.CREATE_APP),
    ("de", "nimm bitte noch eine Spalte für den Tierarzt auf", Act.EDIT_APP),
    ("de", "heute Minka die Wurmtablette gegeben", Act.LOG),
    ("de", "was hat der Tierarzt letztes Jahr gekostet?", Act.ASK),
    ("de", "erinner mich in zwei Stunden ans Umparken", Act.REMIND),
    ("de", "merk dir, dass Bens Schloss die 8812 hat", Act.REMEMBER),
    ("zh", "帮我做个记录兰花情况的应用", Act.CREATE_APP),
    ("zh", "再加一列兽医名字", Act.EDIT_APP),
    ("zh", "今天早上给咪咪喂了驱虫药", Act.LOG),
    ("zh", "去年看兽医一共花了多少钱？", Act.ASK),
    ("zh", "两小时后提醒我挪车", Act.REMIND),
    ("zh", "记住小本的车锁密码是8812", Act.REMEMBER),
    ("ja", "蘭の様子を記録するアプリを作ってほしい", Act.CREATE_APP),
    ("ja", "獣医の名前の欄も追加して", Act.EDIT_APP),
    ("ja", "今朝タマに虫下しを飲ませた", Act.LOG),
    ("ja", "去年の獣医代は全部でいくら？", Act.ASK),
    ("ja", "2時間後に車を動かすようリマインドして", Act.REMIND),
    ("ja", "ベンの鍵の番号は8812だから覚えておいて", Act.REMEMBER),
    ("ko", "난초 상태 기록하는 앱 하나 만들어줘", Act.CREATE_APP),
    ("ko", "수의사 이름 칸도 추가해줘", Act.EDIT_APP),
    ("ko", "오늘 아침에 나비 구충제 먹였어", Act.LOG),
    ("ko", "작년에 동물병원비 총 얼마 썼지?", Act.ASK),
    ("ko", "두 시간 뒤에 차 빼라고 알려줘", Act.REMIND),
    ("ko", "벤 자전거 비밀번호는 8812야 기억해줘", Act.REMEMBER),
]


@pytest.mark.parametrize(("language", "text", "act"), FRESH)
def test_fresh_wordings(language: str, text: str, act: Act) -> None:
    home = context(language, ["pets", "plants"])
    found = classify(spans(text, language, home), home)
    assert act in [a for a, _ in found[:2]]


def test_most_fresh_wordings_are_read_right_at_once() -> None:
    right = 0
    for language, text, act in FRESH:
        home = context(language, ["pets", "plants"])
        right += classify(spans(text, language, home), home)[0][0] is act
    assert right >= 0.85 * len(FRESH)


@pytest.mark.parametrize("language", LANGUAGES)
@pytest.mark.parametrize("text", ["", "?", "650", "😂😂", "x" * 2000, "\x00⟨field⟩", "多少" * 300])
def test_probabilities_cover_every_act_and_sum_to_one(language: str, text: str) -> None:
    home = context(language, ["meals"])
    for found in (classify(Spans(text, text, language), home), prior(Spans(text, text, language), home)):
        assert {act for act, _ in found} == set(Act)
        assert math.isclose(sum(p for _, p in found), 1.0, abs_tol=1e-6)
        assert [p for _, p in found] == sorted((p for _, p in found), reverse=True)


def test_the_prior_knows_plain_wordings() -> None:
    home = context("en", ["meals"])
    for text, act in [
        ("how many calories today?", Act.ASK),
        ("remind me at 8 to eat", Act.REMIND),
        ("had ramen, 650 kcal", Act.LOG),
    ]:
        assert prior(spans(text, "en", home), home)[0][0] is act


def test_the_homes_words_are_masked() -> None:
    home = context("en", ["meals"])
    assert (
        masked(spans("how much Protein did I have yesterday", "en", home), home)
        == "how much ⟨field⟩ did i have ⟨date⟩"
    )


def test_committed_weights_are_small_and_say_how_good_they_are() -> None:
    data = files("calisson.language.acts").joinpath("weights.bin").read_bytes()
    assert len(data) < 400_000
    head = json.loads(data.partition(b"\n")[0])
    assert set(head["held_out_accuracy"]) == set(LANGUAGES)
    assert min(head["held_out_accuracy"].values()) > 80
    assert head["calibration_error"] < 0.06


def test_a_broken_weights_file_is_no_model() -> None:
    assert unpack(b"") is None
    assert unpack(b'{"format": 99}\nxx') is None
    trained = model()
    assert trained is not None
    whole = pack(trained, {})
    assert unpack(whole[: len(whole) // 2]) is None
    again = unpack(whole)
    assert again is not None
    assert again.columns == trained.columns


def test_training_is_deterministic_and_learns() -> None:
    given = list(islice(examples("en"), 0, 1400, 7))
    data = rows(given)
    assert all(0 <= i < BUCKETS for row in data for i in row.active)
    small = fit(data, epochs=4)
    assert fit(data, epochs=4).columns == small.columns
    assert accuracy(small, data) > 0.9
    assert accuracy(calibrated(small, data), data) == accuracy(small, data)


def test_examples_are_split_by_template() -> None:
    given = list(islice(examples("ko"), 0, 600))
    held = {e.template for e in given if e.held_out(0, 5)}
    assert held
    assert held.isdisjoint({e.template for e in given if not e.held_out(0, 5)})
    assert features(given[0].spans, given[0].context)
