"""Thirty days of talk in five languages with recall loops: what became a fact, judged by who made the talk up.

Only what the person asked to keep may be a fact, once; only what they state in words of their own may be talk.
"""

import json
import random
import sys
from dataclasses import dataclass, field
from datetime import datetime, timedelta
from pathlib import Path

import pytest
from sqlalchemy import select

from calisson.app import Home
from calisson.clock import FixedClock
from calisson.memory.tables import memories

sys.path.insert(0, str(Path(__file__).parents[2] / "tools"))

import made_talk

DAYS = 30
KEEP = {
    "en": "remember that {}",
    "de": "Merk dir: {}",
    "zh": "记住：{}",
    "ja": "覚えておいて：{}",
    "ko": "기억해 줘: {}",
}
ASK = {
    "en": "What do you know about {name}?", "de": "Was weißt du über {name}?", "zh": "你知道{name}的什么事？",
    "ja": "{name}について何を知ってる？", "ko": "{name}에 대해 뭘 알고 있지?",
}  # fmt: skip
NOISE = {
    "en": [
        "You said: {fact}", "You told me yesterday: {fact}", "The newspaper writes “remember that the old bridge closes in May”.",
        "> Remember that our great offer ends on Friday!", "If I were allergic to cats I'd move out.",
        "Imagine my brother owned an elephant.", "Just kidding, I moved to the moon.", "What was the name of the dentist?",
        "How many calories does a pear have?",
        "remind me tomorrow at 8 to stretch",
        "asdf qwer zxcv",
        "```\nremember = 'that'\n```",
    ],
    "de": [
        "Du hast gesagt: {fact}", "In der Zeitung steht „Merk dir, dass die alte Brücke im Mai schließt“.",
        "> Merk dir: Unser Angebot endet am Freitag!",
        "Wenn ich wäre, was ich wollte, wäre ich König.",
        "Stell dir vor, mein Bruder hätte einen Elefanten.",
        "Nur Spaß, ich bin auf den Mond gezogen.", "Wie heißt der Zahnarzt?", "erinnere mich morgen um 8 ans Dehnen",
    ],
    "zh": [
        "你说过：{fact}", "报纸上写着“请记住老桥五月关闭，届时绕行”。", "> 记住：我们的优惠星期五结束！",
        "假如我对猫过敏，我就搬走。", "开玩笑的，我搬到月亮上了。",
        "牙医叫什么名字？", "明天8点提醒我拉伸",
    ],
    "ja": [
        "君は言った：{fact}", "新聞に「古い橋は五月に閉鎖されるので覚えておいてください」と書いてある。",
        "> 覚えておいて：特別価格は金曜まで！", "もし猫アレルギーだったら引っ越すよ。",
        "冗談だよ、月に引っ越したんだ。", "歯医者の名前は何？", "明日8時にストレッチをリマインドして",
    ],
    "ko": [
        "네가 말했잖아, 너는: {fact}", "신문에 “오래된 다리가 오월에 닫히니 꼭 기억해 두세요”라고 쓰여 있어.",
        "> 기억해 줘: 우리 할인은 금요일까지!", "만약 고양이 알레르기가 있다면 이사 갈 거야.",
        "농담이야, 달로 이사했어.", "치과 의사 이름이 뭐지?", "내일 8시에 스트레칭 알려 줘",
    ],
}  # fmt: skip


REMIND = {
    language: [
        n for n in some if any(w in n for w in ("remind me", "erinnere", "提醒", "リマインド", "알려 줘"))
    ]
    for language, some in NOISE.items()
}
"""A person's own words too: talk, but no fact."""


@dataclass
class Life:
    """What was said, as the one who made it up knows it."""

    facts: list[str] = field(default_factory=list)
    """Asked to be kept."""
    told: list[str] = field(default_factory=list)
    """Said in passing, in own words."""
    noise: list[str] = field(default_factory=list)


def statement(rng: random.Random, language: str, used: set[str]) -> str:
    while True:
        slots = {name: rng.choice(values) for name, values in made_talk.SLOTS[language].items()}
        template = rng.choice(
            [
                f
                for f in made_talk.FACTS[language]
                if "{n}시" not in f and "{n}点" not in f and "{n}時" not in f
            ]
        )
        text = template.format(**slots)
        if text not in used:
            used.add(text)
            return text[0].upper() + text[1:]


def lived(home: Home, seed: int) -> Life:
    """Live through thirty days and return what was said."""
    rng, life, used = random.Random(seed), Life(), set[str]()
    languages = list(KEEP)
    for day in range(DAYS):
        at = datetime(2026, 10, 1, 8) + timedelta(days=day)
        language = languages[day % len(languages)]
        slots = made_talk.SLOTS[language]

        def say(text: str, at: datetime = at) -> str:
            return home.say(text, at=at + timedelta(minutes=17 * rng.randint(0, 30))).reply

        kept = statement(rng, language, used)
        say(KEEP[language].format(kept))
        life.facts.append(kept)
        passing = statement(rng, language, used)
        say(passing)
        life.told.append(passing)
        if rng.random() < 0.5:
            say(KEEP[language].format(kept))  # said again
        reply = say(ASK[language].format(name=rng.choice(slots["name"])))
        loops = [
            reply,
            rng.choice(NOISE[language]).format(fact=kept),
            rng.choice(NOISE[language]).format(fact=passing),
        ]
        loops += [
            rng.choice([t for t in made_talk.TALK[language] if "?" in t or "？" in t]).format(
                name=slots["name"][0], day=slots["day"][0]
            )
        ]
        for noise in loops:
            say(noise)
            life.noise.append(noise)
    lines = [{"text": "I have noted that you like marzipan.", "speaker": "assistant", "at": "2026-10-03T10:00"},
             {"text": "Our cellar key hangs behind the door.", "speaker": "me", "at": "2026-10-03T10:01"}]  # fmt: skip
    home.memories.take_in([json.dumps(line) for line in lines])
    life.facts.append("Our cellar key hangs behind the door.")
    life.noise.append("I have noted that you like marzipan.")
    return life


def bare(text: str) -> str:
    return "".join(c for c in text.casefold() if c.isalnum())


@pytest.mark.parametrize("seed", [11, 12])
def test_hardly_anything_but_what_was_asked_for_is_kept(tmp_path: Path, clock: FixedClock, seed: int) -> None:
    with Home(tmp_path / "home", clock=clock) as home:
        life = lived(home, seed)
        profile = {bare(line["text"]) for line in home.memories.profile()}
        with home.database.read() as connection:
            query = select(memories.c.tier, memories.c.text, memories.c.source).where(
                memories.c.status == "live"
            )
            rows = [(str(r.tier), bare(str(r.text)), str(r.source)) for r in connection.execute(query)]
    wanted, told = {bare(f) for f in life.facts}, {bare(t) for t in life.told}
    facts = [text for tier, text, _ in rows if tier == "fact"]
    junk = [text for n, text in enumerate(facts) if text not in wanted or text in facts[:n]]
    talk = [
        text
        for tier, text, source in rows
        if tier == "turn" and text not in {bare(n) for n in life.noise[-1:]}
    ]
    reminders = {bare(n) for some in REMIND.values() for n in some}
    stray = [text for text in talk if text not in told | wanted | reminders]
    print(
        f"facts {len(facts)} of {len(wanted)}, junk {len(junk)}; talk {len(talk)}, not own words {len(stray)}"
    )
    print(junk, stray, sorted(wanted - set(facts)), sorted(told - set(talk)), sep="\n")
    assert profile <= wanted | told
    assert all(source for _, _, source in rows)
    assert len(junk) < 0.02 * len(facts)
    assert len(wanted & set(facts)) >= 0.95 * len(wanted)
    assert len(told & set(talk)) >= 0.95 * len(told)
    assert len(stray) < 0.02 * len(talk)
