"""What is worth keeping: facts before small talk in five languages, rarity in constant memory, fitting."""

from __future__ import annotations

import json

import pytest

from calisson.memory.shortening.compress import digest
from calisson.memory.shortening.importance import (
    NAMES,
    Example,
    Features,
    Rarity,
    Scorer,
    Standing,
    features,
    fitted,
)
from calisson.memory.shortening.units import Line

PAIRS = {
    "en": ("My brother Otto moved to Bergen in April.", "You should really be proud of yourself!"),
    "de": ("Mein Bruder Otto ist im April nach Bergen gezogen.", "Du kannst wirklich stolz auf dich sein!"),
    "zh": ("我弟弟4月搬到了青岛。", "你真的应该为自己骄傲！"),
    "ja": ("私の弟は4月に仙台へ引っ越しました。", "あなたは自分を誇りに思っていいよ！"),
    "ko": ("나는 4월에 부산으로 이사했어.", "너 자신을 정말 자랑스러워해도 돼!"),
}


@pytest.mark.parametrize("language", PAIRS)
def test_a_fact_outweighs_encouragement(language: str) -> None:
    fact, cheer = PAIRS[language]
    score = Scorer()
    assert score(features(fact, language)) > 1.5 * score(features(cheer, language))


def test_a_question_is_worth_less_than_its_answer() -> None:
    score = Scorer()
    asked = score(features("Where did you buy the kayak?", "en"))
    told = score(features("I bought the kayak in Kiel.", "en"))
    assert told > 2 * asked


def test_rare_words_are_rarer_and_it_survives_json() -> None:
    rarity = Rarity()
    assert rarity("kayak") == 1.0
    for n in range(200):
        rarity.add({"weather", f"word{n}"})
    assert rarity("weather") < 0.5 < rarity("word7") < rarity("never")
    again = Rarity.of(json.loads(json.dumps(rarity.as_dict())))
    assert all(again(k) == rarity(k) for k in ("weather", "word7", "never"))


def test_rarity_stays_bounded_and_old_habits_fade() -> None:
    rarity = Rarity()
    for _ in range(4096):
        rarity.add({"old"})
    assert rarity.chunks == 2048
    before = rarity("old")
    for n in range(4000):
        rarity.add({f"w{n % 50}"})
    assert rarity("old") > before


def test_a_scorer_learns_what_was_needed() -> None:
    rows = [Example(Features(numbers=1.0), True), Example(Features(asked=1.0), False)] * 20
    made = fitted(rows)
    assert made.numbers > 0.5 > -0.5 > made.asked
    assert made(Features(numbers=1.0)) > made(Features(asked=1.0))
    assert fitted(rows) == made
    assert fitted([], start=Scorer()) == Scorer()


def test_few_examples_change_a_scorer_little() -> None:
    start = Scorer()
    moved = fitted([Example(Features(times=1.0), False)], start=start, l2=1.0)
    assert max(abs(getattr(moved, n) - getattr(start, n)) for n in NAMES) < 0.5


def test_what_tools_gave_is_worth_half() -> None:
    assert Standing(words=1.0, spoken=False).importance == Standing(words=1.0).importance / 2


def test_digests_joined_are_the_digest_of_both() -> None:
    first = (Line("A", "The kayak is in Kiel."), Line("B", "The tent too?"))
    second = (Line("A", "The kayak costs 230 euros."),)
    one = digest(first, "en").joined(digest(second, "en"))
    both = digest(first + second, "en")
    assert {(i.key, round(i.worth, 6)) for i in one.items} == {(i.key, round(i.worth, 6)) for i in both.items}
    assert one.within(5).lines() and sum(x.tokens for x in one.within(5).lines()) <= 5


def test_shortening_in_steps_is_shortening_at_once() -> None:
    lines = (
        Line("A", "We sold the red kayak in Kiel for 230 euros and bought two tents, a stove and 4 lamps."),
    )
    read = digest(lines, "en")
    assert read.within(14).within(9).within(6) == read.within(6)
