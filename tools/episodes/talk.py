"""Made-up weeks of talk in five languages: segments of messages, and what is asked later about their facts.

Facts, small talk and fillers come from `tools/made_talk.py`; the questions, and entries that go to apps and are not
asked of memory, are written here. Templates can be left out, so that what is measured was never trained on.
"""

from __future__ import annotations

import random
import sys
from collections.abc import Collection
from dataclasses import dataclass
from pathlib import Path

sys.path.insert(0, str(Path(__file__).resolve().parents[1]))

import made_talk


@dataclass(frozen=True)
class Asked:
    """A later question about a fact of a segment."""

    text: str
    answer: str
    """What the block has to have kept."""
    template: int
    message: int
    """Which message said it."""


@dataclass(frozen=True)
class Segment:
    """A stretch of talk of one person."""

    language: str
    messages: tuple[str, ...]
    asked: tuple[Asked, ...]


QUESTIONS = {
    "en": [
        ("What did I pay for {thing}?", "n"), ("What is {who} {name} allergic to?", "food"), ("Where did we move to?", "place"),
        ("Where does {name} work as a {job}?", "place"), ("What did I decide to sell?", "thing"), ("When is the dentist appointment?", "day"),
        ("Where was {who} born?", "place"), ("How many pounds did I lose by swimming?", "n"), ("Where do we keep {thing}?", "name"),
        ("When does my flight to {place} leave?", "day"), ("What do I never eat?", "food"), ("Who did I paint {place} with?", "name"),
        ("Who signed up for the pottery class with me?", "name"), ("What do I have to return to {name}?", "thing"), ("Where did I grow up?", "place"),
    ],
    "de": [
        ("Was hat {thing} gekostet?", "n"), ("Was verträgt {who} {name} nicht?", "food"), ("Wohin sind wir gezogen?", "place"),
        ("Wo arbeitet {name} als {job}?", "place"), ("Was will ich verkaufen?", "thing"), ("Wann ist der Zahnarzttermin?", "day"),
        ("Wann geht mein Flug nach {place}?", "day"), ("Bei wem steht {thing}?", "name"), ("Was esse ich nie?", "food"),
        ("Mit wem mache ich den Töpferkurs?", "name"), ("Was muss ich {name} zurückgeben?", "thing"), ("Wo bin ich aufgewachsen?", "place"),
    ],
    "zh": [
        ("我买{thing}花了多少钱？", "n"), ("{who}{name}对什么过敏？", "food"), ("我们搬到哪里了？", "place"), ("{name}在哪里当{job}？", "place"), ("我决定卖掉什么？", "thing"),
        ("牙医约在什么时候？", "day"), ("去{place}的飞机什么时候起飞？", "day"), ("{thing}放在谁家？", "name"), ("我从来不吃什么？", "food"), ("我和谁报名了陶艺课？", "name"), ("我得把什么还给{name}？", "thing"),
    ],
    "ja": [
        ("{thing}はいくらで買った？", "n"), ("{who}の{name}は何のアレルギー？", "food"), ("どこへ引っ越した？", "place"), ("{name}はどこで{job}をしている？", "place"),
        ("何を売ることに決めた？", "thing"), ("歯医者の予約はいつ？", "day"), ("{place}行きの飛行機はいつ出る？", "day"), ("{thing}は誰の家に置いてある？", "name"),
        ("私が絶対に食べないものは？", "food"), ("陶芸教室は誰と申し込んだ？", "name"), ("{name}に何を返さないといけない？", "thing"),
    ],
    "ko": [
        ("{thing} 얼마에 샀지?", "n"), ("{who} {name}는 무슨 알레르기가 있지?", "food"), ("우리 어디로 이사했지?", "place"), ("{name}는 어디에서 {job}로 일하지?", "place"),
        ("내가 뭘 팔기로 했지?", "thing"), ("치과 예약이 언제지?", "day"), ("{place} 가는 비행기는 언제 출발하지?", "day"), ("{thing}는 누구 집에 있지?", "name"), ("내가 절대 안 먹는 게 뭐지?", "food"),
        ("도예 수업은 누구랑 신청했지?", "name"), ("{name}한테 뭘 돌려줘야 하지?", "thing"),
    ],
}  # fmt: skip
"""For each fact of `made_talk.FACTS`, in its order: a question, and the slot that answers it."""

MORE = {
    "en": [
        ("The code for the garage is {n}.", "What is the garage code?", "n"), ("{who} wears shoes in size {n}.", "What shoe size does {who} wear?", "n"),
        ("The bus to {place} is number {n}.", "Which bus goes to {place}?", "n"), ("{name} has {n} bees' nests on the roof.", "How many bees' nests does {name} have?", "n"),
        ("My locker at the pool is {n}.", "Which locker do I have at the pool?", "n"),
    ],
    "de": [
        ("Der Code für die Garage ist {n}.", "Wie ist der Garagencode?", "n"), ("{who} hat Schuhgröße {n}.", "Welche Schuhgröße hat {who}?", "n"),
        ("Nach {place} fährt der Bus {n}.", "Welcher Bus fährt nach {place}?", "n"), ("{name} hat {n} Bienenstöcke auf dem Dach.", "Wie viele Bienenstöcke hat {name}?", "n"),
        ("Mein Schrank im Schwimmbad ist die {n}.", "Welchen Schrank habe ich im Schwimmbad?", "n"),
    ],
    "zh": [
        ("车库的密码是{n}。", "车库密码是多少？", "n"), ("{who}穿{n}码的鞋。", "{who}穿多大的鞋？", "n"), ("去{place}坐{n}路公交。", "去{place}坐几路公交？", "n"),
        ("{name}在屋顶养了{n}箱蜜蜂。", "{name}养了几箱蜜蜂？", "n"), ("我在游泳馆的柜子是{n}号。", "我在游泳馆的柜子是几号？", "n"),
    ],
    "ja": [
        ("ガレージの暗証番号は{n}です。", "ガレージの暗証番号は？", "n"), ("{who}の靴のサイズは{n}です。", "{who}の靴のサイズは？", "n"), ("{place}へは{n}番のバスで行きます。", "{place}へは何番のバス？", "n"),
        ("{name}は屋上で蜂の巣箱を{n}個飼っている。", "{name}は巣箱をいくつ飼っている？", "n"), ("プールのロッカーは{n}番です。", "プールのロッカーは何番？", "n"),
    ],
    "ko": [
        ("차고 비밀번호는 {n}이야.", "차고 비밀번호가 뭐지?", "n"), ("{who} 신발 사이즈는 {n}이야.", "{who} 신발 사이즈가 뭐지?", "n"), ("{place} 가는 버스는 {n}번이야.", "{place} 가는 버스가 몇 번이지?", "n"),
        ("{name}는 옥상에 벌통을 {n}개 키워.", "{name}는 벌통을 몇 개 키우지?", "n"), ("수영장 사물함은 {n}번이야.", "수영장 사물함이 몇 번이지?", "n"),
    ],
}  # fmt: skip
"""Further facts, whose numbers matter: what is said, what is asked, the slot that answers it."""

FACTS = {
    language: [
        (said, *asked) for said, asked in zip(made_talk.FACTS[language], QUESTIONS[language], strict=True)
    ]
    + MORE[language]
    for language in QUESTIONS
}

ENTRIES = {
    "en": ["Pizza for lunch, {n} kcal.", "Ran {n} km this morning.", "Spent {n} euros on groceries.", "Drank {n} ml of water.", "Slept {n} hours.", "Weight {n} today.", "Read {n} pages.", "Watered the plants."],
    "de": ["Pizza zum Mittag, {n} kcal.", "Heute Morgen {n} km gelaufen.", "{n} Euro für Einkäufe ausgegeben.", "{n} ml Wasser getrunken.", "{n} Stunden geschlafen.", "{n} Seiten gelesen.", "Pflanzen gegossen."],
    "zh": ["午饭吃了披萨，{n}千卡。", "早上跑了{n}公里。", "买菜花了{n}块。", "喝了{n}毫升水。", "睡了{n}个小时。", "看了{n}页书。", "浇了花。"],
    "ja": ["昼にピザ、{n}キロカロリー。", "今朝{n}キロ走った。", "食料品に{n}円使った。", "水を{n}ミリ飲んだ。", "{n}時間寝た。", "{n}ページ読んだ。", "植物に水をやった。"],
    "ko": ["점심에 피자, {n}칼로리.", "오늘 아침 {n}킬로 뛰었어.", "장보는 데 {n}원 썼어.", "물 {n}밀리 마셨어.", "{n}시간 잤어.", "{n}쪽 읽었어.", "식물에 물 줬어."],
}  # fmt: skip
"""What is logged: it stands in apps, and is no matter of memory."""

PARTS = 5
"""Templates are parted into so many; a seed leaves out one for measuring."""


def held(seed: int, language: str) -> set[int]:
    """Return the numbers of the fact templates of a language that a seed leaves for measuring."""
    order = list(range(len(FACTS[language])))
    random.Random(f"{language}").shuffle(order)
    return set(order[seed % PARTS :: PARTS])


SEGMENTS = 12
"""Segments of a week; each fact is said in one of them."""


def week(seed: int, language: str, templates: Collection[int]) -> list[Segment]:
    """Return the segments of a few days of one person: each template's fact once, among what nobody asks for."""
    rng = random.Random(f"{seed} {language}")
    slots = made_talk.SLOTS[language]
    facts: list[list[int]] = [[] for _ in range(SEGMENTS)]
    for n in sorted(templates):
        rng.choice(facts).append(n)
    return [_segment(rng, language, slots, some) for some in facts]


def _segment(rng: random.Random, language: str, slots: dict[str, list[str]], facts: list[int]) -> Segment:
    said: list[tuple[str, tuple[str, str, int] | None]] = []
    for n in facts:
        filled = {name: rng.choice(values) for name, values in slots.items()}
        saying, question, answer = FACTS[language][n]
        text = saying.format(**filled)
        said.append((text[0].upper() + text[1:], (question.format(**filled), filled[answer], n)))
    for _ in range(rng.randint(2, 20)):
        kind = made_talk.TALK if rng.random() < 0.55 else ENTRIES
        filled = {name: rng.choice(values) for name, values in slots.items()}
        said.append((rng.choice(kind[language]).format(**filled), None))
    rng.shuffle(said)
    asked = tuple(Asked(*about, message=n) for n, (_, about) in enumerate(said) if about is not None)
    return Segment(language, tuple(text for text, _ in said), asked)
