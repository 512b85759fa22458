"""Who wants something done has told nothing about their life."""

import pytest

from calisson.memory.tiers.own import own_words

REQUESTS = {
    "en": ["Explain quantum computing to me", "please translate this song into Danish", "Can you write a poem about autumn",
           "summarise the minutes of yesterday", "Tell me something about whales"],
    "de": ["Erklär mir Quantencomputer", "Übersetz das Lied bitte ins Dänische", "Kannst du mir den Vertrag zusammenfassen",
           "Schreib ein Gedicht über den Herbst", "Erzähl mir was über Wale"],
    "zh": ["给我写一首关于秋天的诗", "把这首歌翻译成英语", "请解释一下量子计算", "帮我总结昨天的会议", "推荐几本书"],
    "ja": ["秋の詩を書いて", "この歌を英語に訳してください", "量子計算を説明してくれる", "昨日の会議を要約して", "クジラのことを教えて"],
    "ko": ["가을에 대한 시를 써 줘", "이 노래를 영어로 번역해 주세요", "양자 컴퓨터를 설명해 줄래", "어제 회의 요약해줘", "고래에 대해 알려 줘"],
}  # fmt: skip
NEWS = {
    "en": ["I explained the rules to Tom", "We write letters to grandma", "Tom translates novels", "The teacher helps me on Mondays"],
    "de": ["Ich schreibe gerade meine Doktorarbeit", "Tom übersetzt Romane", "Oma erzählt gern vom Krieg", "Der Chef hilft mir beim Umzug"],
    "zh": ["我写了两页日记", "妈妈教我弹琴", "姐姐是英语翻译", "老板建议我休息"],
    "ja": ["母が手紙を書いてくれた", "妹は翻訳の仕事をしている", "先生が説明してくれました", "友達に教えてもらった"],
    "ko": ["엄마가 용돈을 줬어", "언니는 번역가야", "선생님이 설명해 주셨어", "친구가 선물을 사 줬어"],
}  # fmt: skip


@pytest.mark.parametrize(("language", "text"), [(x, t) for x, some in REQUESTS.items() for t in some])
def test_a_request_is_left_out(language: str, text: str) -> None:
    assert own_words(text, language) == ""


@pytest.mark.parametrize(("language", "text"), [(x, t) for x, some in NEWS.items() for t in some])
def test_what_somebody_tells_stays(language: str, text: str) -> None:
    assert own_words(text, language) == text
