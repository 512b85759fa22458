"""Work of several steps in the talk: offered in five languages when a model is there, begun after a yes, journalled."""

import sys
import time
from collections.abc import Iterator
from pathlib import Path

import pytest

from calisson.app import Home
from calisson.decide import choose
from calisson.language.phrases import phrase
from calisson.language.reading import understand
from calisson.language.talk.work import answered, read_work
from calisson.testing import Answer, ScriptedServer

sys.path.insert(0, str(Path(__file__).parents[1] / "making"))
from making_samples import with_models

WORK = {
    "en": ["go through my spending CSV and make me a report", "translate readme.txt into German and save it",
           "find out which schools near us take children at five", "Draft a letter to the landlord about the heating"],
    "de": ["Geh meine Ausgaben-CSV durch und mach mir einen Bericht", "Räum kontakte.csv auf und entferne doppelte Einträge",
           "Fass bitte den Vertrag zusammen", "Entwirf einen Brief an den Vermieter wegen der Heizung"],
    "zh": ["看一遍我的支出CSV，给我写份报告", "整理 contacts.csv，去掉重复项", "总结一下这份合同", "起草一封给房东的信，说暖气坏了"],
    "ja": ["支出のCSVに目を通して報告書を作って", "contacts.csvを整理して重複を消して", "この契約書を要約して", "議事録を読んでまとめて"],
    "ko": ["지출 CSV를 훑어보고 보고서를 만들어 줘", "contacts.csv를 정리하고 중복을 없애 줘", "이 계약서를 요약해 줘", "회의록을 읽고 정리해 줘"],
}  # fmt: skip
OTHER = {
    "en": ["what did I spend this month?", "read Dune, 412 pages", "remind me to research e-bikes tomorrow",
           "I want to track my research papers: title, pages",
           "remember that the report is in the drawer", "wrote the report, 2 hours",
           "make a table of my meals", "I need an app to analyse my spending", "good morning"],
    "de": ["Was habe ich diesen Monat ausgegeben?", "Dune gelesen, 412 Seiten", "erinnere mich morgen an den Bericht",
           "Bericht geschrieben, 2 Stunden",
           "Ich brauche eine App, um meine Ausgaben zu analysieren", "merk dir, dass der Bericht in der Schublade liegt", "guten Morgen"],
    "zh": ["这个月花了多少钱？", "提醒我明天写报告", "记住报告在抽屉里", "写了报告，2小时", "做一个分析支出的应用", "早上好"],
    "ja": ["今月いくら使った？", "明日レポートを書くようリマインドして", "レポートを書いた、2時間", "支出を分析するアプリを作って", "おはよう"],
    "ko": ["이번 달에 얼마 썼어?", "내일 보고서 쓰라고 알려 줘", "보고서 썼어, 2시간", "지출을 분석하는 앱을 만들어 줘", "좋은 아침"],
}  # fmt: skip
YES = {"en": "yes please", "de": "Ja, bitte", "zh": "好的", "ja": "お願いします", "ko": "네"}
NO = {"en": "no thanks", "de": "Nein, danke", "zh": "不用了", "ja": "いいえ", "ko": "아니요"}


@pytest.fixture
def home(tmp_path: Path) -> Iterator[Home]:
    with Home(tmp_path / "home") as opened:
        opened.say("I want to track my spending: amount, category")
        opened.say("I want to track the books I read: title and pages")
        yield opened


@pytest.mark.parametrize("language", WORK)
def test_what_is_work_and_what_is_not(home: Home, language: str) -> None:
    context = home.context()

    def is_work(text: str) -> bool:
        reading = understand(text, context)
        return bool(read_work(reading, choose(reading).chosen.payload))

    assert [t for t in WORK[language] if not is_work(t)] == []
    assert [t for t in OTHER[language] if is_work(t)] == []
    assert answered(YES[language], language) is True and answered(NO[language], language) is False
    assert answered(WORK[language][0], language) is None


@pytest.mark.parametrize("language", WORK)
def test_it_is_offered_first_and_begun_after_a_yes(home: Home, language: str) -> None:
    with ScriptedServer([Answer("All done.")]) as models:
        with_models(home, models)
        home.served = True
        offer = home.say(WORK[language][0])
        assert offer.act == "clarify" and offer.work is not None and offer.work.run_id is None
        assert offer.options == [phrase(language, "work-yes"), phrase(language, "work-no")]
        assert "0" in offer.reply and not models.requests  # the price is named, and no model was asked yet
        assert offer.decision is not None and offer.decision.option == "offer_run"
        assert "several steps" in str(home.explain(offer.decision.id))
        begun = home.say(YES[language])
        assert begun.reply == phrase(language, "work-begun") and begun.work is not None
        assert begun.decision is not None and begun.decision.option == "start_run"
        run = begun.work.run_id
        assert run is not None
        for _ in range(200):
            row = home.bench.of(run, "me")
            if row.reason:
                break
            time.sleep(0.02)
        assert (row.reason, row.task.text, row.task.turn_id) == ("done", WORK[language][0], begun.id)
        home.say(WORK[language][1])
        assert home.say(NO[language]).reply == phrase(language, "work-declined")
        home.say(WORK[language][1])
        assert home.say(OTHER[language][0]).act != "chat"  # something else is no answer to the offer
        home.served = False
        home.say(WORK[language][1])
        assert home.say(phrase(language, "work-yes")).reply == phrase(language, "work-unserved")


def test_without_a_model_the_answer_is_as_ever(home: Home) -> None:
    with ScriptedServer([Answer("never asked")]) as models:
        before = home.say(WORK["en"][0])
        assert (
            before.work is None
            and before.act in ("clarify", "chat")
            and before.options != [phrase("en", "work-yes")]
        )
        with_models(home, models)
        assert home.say(WORK["en"][0]).work is not None


def test_a_token_that_may_not_do_all_of_it_is_offered_nothing(home: Home) -> None:
    from calisson.circles import scopes_of

    with ScriptedServer([Answer("words")]) as models:
        with_models(home, models)
        assert home.say(WORK["en"][0], scopes=scopes_of(["log"])).work is None
