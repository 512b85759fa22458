"""Made-up talk in five languages, sentence by sentence, with which sentences a later question needs.

Written for fitting and checking the scorer of `calisson.memory.shortening.importance`; nothing of it is taken from anywhere.
Facts are what somebody asks for later; small talk, encouragement, opinions and questions are not.
"""

from __future__ import annotations

import random
from collections.abc import Iterator
from dataclasses import dataclass


@dataclass(frozen=True)
class Said:
    """One sentence of made-up talk."""

    text: str
    language: str
    needed: bool
    template: int
    """Which one it came from, to keep templates apart in cross-validation."""


SLOTS = {
    "en": {
        "name": ["Nora", "Paul", "Clara", "Mr Huber", "Jim", "Rosa"], "who": ["my sister", "my boss", "our neighbour", "my son", "my aunt"],
        "place": ["Lisbon", "the harbour", "Graz", "the old mill", "Leeds"], "n": ["3", "12", "40", "230", "1,900"],
        "day": ["Tuesday", "last weekend", "14 May", "yesterday", "in March", "next Friday"],
        "thing": ["the piano", "a kayak", "the red bike", "a greenhouse", "our tent", "the espresso machine"],
        "food": ["peanuts", "shellfish", "celery", "goat cheese"], "job": ["nurse", "carpenter", "translator", "tax adviser"],
    },
    "de": {
        "name": ["Nora", "Paul", "Klara", "Herr Huber", "Jonas"], "who": ["meine Schwester", "mein Chef", "unsere Nachbarin", "mein Sohn"],
        "place": ["Lissabon", "Graz", "Kiel", "der alten Mühle"], "n": ["3", "12", "40", "230", "1.900"],
        "day": ["am Dienstag", "letztes Wochenende", "am 14. Mai", "gestern", "im März", "nächsten Freitag"],
        "thing": ["das Klavier", "ein Kajak", "das rote Fahrrad", "ein Gewächshaus", "unser Zelt"],
        "food": ["Erdnüsse", "Muscheln", "Sellerie", "Ziegenkäse"], "job": ["Krankenpfleger", "Tischlerin", "Übersetzer"],
    },
    "zh": {
        "name": ["小雨", "王老师", "阿强", "林姐"], "who": ["我妹妹", "我老板", "邻居", "我儿子"], "place": ["成都", "大理", "海边", "老车站"],
        "n": ["3", "12", "40", "230"], "day": ["星期二", "上周末", "5月14日", "昨天", "下周五"], "thing": ["钢琴", "自行车", "帐篷", "咖啡机"],
        "food": ["花生", "虾", "芒果"], "job": ["护士", "木匠", "翻译"],
    },
    "ja": {
        "name": ["美咲", "田中さん", "健", "佐藤先生"], "who": ["妹", "上司", "お隣さん", "息子"], "place": ["金沢", "港", "長野", "古い駅"],
        "n": ["3", "12", "40", "230"], "day": ["火曜日", "先週末", "5月14日", "昨日", "来週の金曜"], "thing": ["ピアノ", "自転車", "テント", "コーヒーメーカー"],
        "food": ["ピーナッツ", "エビ", "そば"], "job": ["看護師", "大工", "翻訳者"],
    },
    "ko": {
        "name": ["지우", "김 선생님", "민수", "은영"], "who": ["여동생", "우리 사장님", "이웃", "아들"], "place": ["강릉", "항구", "대전", "옛날 역"],
        "n": ["3", "12", "40", "230"], "day": ["화요일에", "지난 주말에", "5월 14일에", "어제", "다음 주 금요일에"], "thing": ["피아노", "자전거", "텐트", "커피 머신"],
        "food": ["땅콩", "새우", "메밀"], "job": ["간호사", "목수", "번역가"],
    },
}  # fmt: skip

FACTS = {
    "en": [
        "I bought {thing} {day} for {n} euros.", "{who} {name} is allergic to {food}.", "We moved to {place} {day}.",
        "{name} works as a {job} in {place} now.", "I decided to sell {thing}.", "The dentist appointment is {day} at {n}.",
        "{who} was born in {place}.", "I lost {n} pounds since I started swimming.", "We keep {thing} at {name}'s place.",
        "My flight to {place} leaves {day}.", "I never eat {food}.", "I painted a picture of {place} with {name}.",
        "{name} and I signed up for a pottery class.", "I have to return {thing} to {name}.", "I grew up near {place} with two dogs.",
    ],
    "de": [
        "Ich habe {day} {thing} für {n} Euro gekauft.", "{who} {name} verträgt keine {food}.", "Wir sind {day} nach {place} gezogen.",
        "{name} arbeitet jetzt als {job} in {place}.", "Ich habe beschlossen, {thing} zu verkaufen.", "Der Zahnarzttermin ist {day} um {n} Uhr.",
        "Mein Flug nach {place} geht {day}.", "{thing} steht bei {name} im Keller.", "Ich esse nie {food}.",
        "{name} und ich haben uns zum Töpferkurs angemeldet.", "Ich muss {name} noch {thing} zurückgeben.", "Ich bin bei {place} aufgewachsen, mit zwei Hunden.",
    ],
    "zh": [
        "我{day}花{n}块买了{thing}。", "{who}{name}对{food}过敏。", "我们{day}搬到了{place}。", "{name}现在在{place}当{job}。", "我决定把{thing}卖掉。",
        "牙医约在{day}{n}点。", "去{place}的飞机{day}起飞。", "{thing}放在{name}家里。", "我从来不吃{food}。", "我和{name}报名了陶艺课。", "我得把{thing}还给{name}。",
    ],
    "ja": [
        "{day}に{n}ユーロで{thing}を買いました。", "{who}の{name}は{food}アレルギーです。", "{day}に{place}へ引っ越しました。", "{name}は今{place}で{job}をしています。",
        "{thing}を売ることに決めました。", "歯医者の予約は{day}の{n}時です。", "{place}行きの飛行機は{day}に出ます。", "{thing}は{name}の家に置いてあります。",
        "私は{food}を絶対に食べません。", "{name}と陶芸教室に申し込みました。", "{name}に{thing}を返さなければ。",
    ],
    "ko": [
        "{day} {n}유로에 {thing}를 샀어.", "{who} {name}는 {food} 알레르기가 있어.", "우리 {day} {place}로 이사했어.", "{name}는 지금 {place}에서 {job}로 일해.",
        "{thing}를 팔기로 결정했어.", "치과 예약은 {day} {n}시야.", "{place} 가는 비행기는 {day} 출발해.", "{thing}는 {name} 집에 있어.", "나는 {food}를 절대 안 먹어.",
        "{name}랑 도예 수업 신청했어.", "{name}한테 {thing} 돌려줘야 해.",
    ],
}  # fmt: skip

TALK = {
    "en": [
        "How was your day?", "That sounds really nice!", "You should be proud of yourself.", "I totally agree with you.", "What are you up to?",
        "It's so important to take time for yourself.", "Wow, that must have felt good!", "Thanks for telling me.", "Nature is so calming, isn't it?",
        "You always know how to cheer me up.", "Did you like it?", "Keep up the good work!", "I hope it all works out for you.",
        "Family means everything.", "Music really brings people together.", "Anyway, talk to you soon!", "Have you ever tried that?", "It's been a long day.",
        "You are doing an amazing job with that.", "That's what friends are for.", "Do you have any plans for {day}?", "How is {name} doing these days?",
    ],
    "de": [
        "Wie war dein Tag?", "Das klingt echt schön!", "Du kannst stolz auf dich sein.", "Da hast du völlig recht.", "Was machst du gerade?",
        "Man muss sich auch mal Zeit für sich nehmen.", "Das hat sich bestimmt gut angefühlt!", "Danke, dass du mir das erzählst.", "Hat es dir gefallen?",
        "Mach weiter so!", "Familie ist einfach alles.", "Na dann, bis bald!", "Das war ein langer Tag.", "Dafür sind Freunde da.", "Wie geht es {name} so?",
        "Hast du {day} schon was vor?", "Musik verbindet die Menschen.",
    ],
    "zh": [
        "你今天过得怎么样？", "听起来真不错！", "你应该为自己骄傲。", "我完全同意。", "你在忙什么呢？", "人总要给自己留点时间。", "谢谢你告诉我。", "你喜欢吗？", "继续加油！",
        "家人最重要了。", "那下次再聊！", "今天好累啊。", "朋友就是这样的嘛。", "{name}最近好吗？", "你{day}有安排吗？",
    ],
    "ja": [
        "今日はどうだった？", "それはいいですね！", "自分を誇りに思っていいよ。", "まったく同感です。", "今何してるの？", "自分の時間も大事だよね。", "教えてくれてありがとう。",
        "気に入った？", "その調子で頑張って！", "家族が一番ですよね。", "じゃあまたね！", "長い一日だったな。", "友達ってそういうものだよ。", "{name}は最近どう？", "{day}は予定ある？",
    ],
    "ko": [
        "오늘 하루 어땠어?", "정말 좋겠다!", "너 자신을 자랑스러워해도 돼.", "완전 동감이야.", "지금 뭐 해?", "자기만의 시간도 중요하지.", "말해 줘서 고마워.", "마음에 들었어?",
        "계속 그렇게 해!", "가족이 최고지.", "그럼 다음에 또 얘기해!", "긴 하루였어.", "친구 좋다는 게 뭐야.", "{name}는 요즘 어때?", "{day} 약속 있어?",
    ],
}  # fmt: skip


def sentences(seed: int, rounds: int = 40) -> Iterator[Said]:
    """Yield made-up sentences, `rounds` of every template of every language."""
    rng = random.Random(seed)
    number = 0
    for language, slots in SLOTS.items():
        for needed, templates in ((True, FACTS[language]), (False, TALK[language])):
            for template in templates:
                number += 1
                seen = set()
                for _ in range(rounds):
                    text = template.format(**{name: rng.choice(values) for name, values in slots.items()})
                    text = text[0].upper() + text[1:]
                    if text not in seen:
                        seen.add(text)
                        yield Said(text, language, needed, number)
