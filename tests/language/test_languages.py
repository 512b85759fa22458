import pytest
from hypothesis import given
from hypothesis import strategies as st

from calisson.language.languages import detect
from calisson.language.types import LANGUAGES

LINES = {
    "en": """
had ramen for lunch yesterday, 650 kcal
track my sourdough: flour, water, rise
how many miles did I run this week?
remind me every other Friday to water the plants
spent 20 bucks on parking
coffee $4.50
no, it was 450
the same again
what's my average mood?
slept 7 hours
I want to log my blood pressure
ran 5k in 28 minutes
add Severance to the watchlist
undo that
thanks!
hello
delete the last one
movies I haven't seen yet
rename the app to Flat 3B Chores
weight today 72.4 kg
took ibuprofen 400 mg at noon
show me everything from last month
which books did I finish?
bench press 3x8 at 135 lb
can you make a packing list for Rome?
Anna owes me 30 euros
watched Das Boot last night
bought Brötchen and milk
feeling great today
forget what I said about my mother
mood 4 today
what did I eat on Sunday
paid the electricity bill
new entry: garden, 2 hours weeding
add a field for notes
how's it going?
ok so I never got round to it
18 dollars for parking, category transport
share this with Priya
biggest expense in May?
walked the dog 30 min
""",
    "de": """
gestern Mittag Ramen gegessen, 650 kcal
ich möchte meine Ausgaben verfolgen
wie viele Kilometer bin ich diese Woche gelaufen?
erinnere mich jeden zweiten Freitag ans Gießen
20 Euro fürs Parken ausgegeben
Kaffee 4,50 €
nee, das waren 450
nochmal das Gleiche
wie ist meine Stimmung im Schnitt?
7 Stunden geschlafen
Blutdruck heute 120 zu 80
5 km in 28 Minuten gelaufen
setz Dark auf die Watchlist
mach das rückgängig
danke!
hallo
lösch den letzten Eintrag
Filme, die ich noch nicht gesehen habe
nenn die App um in WG-Putzplan
Gewicht heute 72,4 kg
um 12 Ibuprofen 400 mg genommen
zeig mir alles vom letzten Monat
welche Bücher habe ich gelesen?
Bankdrücken 3x8 mit 60 kg
Packliste für Rom bitte
Anna schuldet mir 30 Euro
gestern Abend The Bear geschaut
Milch und Brot gekauft
mir geht es heute super
vergiss das mit meiner Mutter
Stimmung heute 4
was hab ich am Sonntag gegessen
Stromrechnung bezahlt
neuer Eintrag: Garten, 2 Stunden Unkraut gejätet
füge ein Feld für Notizen hinzu
wie geht's?
So, ich hinke hinterher, sorry
Pfand 3 Euro
teile das mit Priya
größte Ausgabe im Mai?
30 min mit dem Hund raus
""",
    "zh": """
昨天中午吃了拉面，650大卡
我想记账
这周跑了多少公里？
每隔一周的周五提醒我浇花
停车花了20块
咖啡四块五
不对，是450
再来一次一样的
平均心情是多少
睡了7小时
今天血压120/80
28分钟跑了5公里
把《黑镜》加到片单
撤销
谢谢
你好
删掉最后一条
还没看的电影
改名叫铁人计划
今天体重72.4公斤
中午吃了布洛芬400mg
显示上个月的全部记录
哪些书读完了
卧推60kg 3组8次
列个去罗马的行李清单
小安欠我30欧元
昨晚看了《となりのトトロ》
买了牛奶和面包
今天感觉很好
忘掉我妈的事
心情4
周日吃了什么
电费交了
新增：花园，除草两小时
加一个备注字段
最近怎么样
resilient 我已经会了，熟悉度改成5
改成 dark mode 的 app
跟小王分享
五月最大的一笔支出
遛狗30分钟
提醒我明早七點開會
""",
    "ja": """
昨日の昼にラーメン、650kcal
家計簿をつけたい
今週は何キロ走った？
隔週の金曜に水やりをリマインド
駐車場に2000円使った
コーヒー450円
違う、450だった
もう一回同じの
平均の気分は？
7時間寝た
今日の血圧は120の80
28分で5キロ走った
「ブラックミラー」を追加
取り消して
ありがとう
こんにちは
最後のを消して
まだ観てない映画
アプリ名を鉄人計画に変えて
今日の体重72.4キロ
昼にイブプロフェン400mg飲んだ
先月の分を全部見せて
読み終わった本はどれ
ベンチプレス60kg 8回3セット
ローマ旅行の持ち物リスト
杏に30ユーロ貸した
昨夜ダークナイト観た
牛乳とパン買った
今日は調子いい
母の件は忘れて
気分4
日曜に何食べたっけ
電気代払った
庭、草むしり2時間
メモの項目を足して
元気？
reimburse は「払い戻す」、例文は We will reimburse you for the travel expenses.
TOEICの単語帳がほしい
ゆうことシェアして
5月で一番高い買い物は？
犬の散歩30分
明日会議
""",
    "ko": """
어제 점심에 라면 먹었어 650kcal
가계부 쓰고 싶어
이번 주에 몇 킬로 뛰었어?
격주 금요일마다 물 주라고 알려줘
주차비 2만원 썼어
커피 4500원
아니 450이었어
똑같은 거 한 번 더
평균 기분은?
7시간 잤어
오늘 혈압 120에 80
28분 동안 5km 달림
블랙 미러 목록에 추가
취소해줘
고마워
안녕
마지막 거 지워줘
아직 안 본 영화
앱 이름 바꿔줘
오늘 몸무게 72.4
점심에 이부프로펜 400mg 먹음
지난달 거 다 보여줘
다 읽은 책 뭐야
벤치프레스 60kg 8회 3세트
로마 여행 준비물
안나한테 30유로 빌려줌
어젯밤 The Bear 봤어
우유랑 빵 샀다
오늘 컨디션 좋음
엄마 얘기 잊어줘
기분 4
일요일에 뭐 먹었지
전기요금 냈어
정원, 잡초 2시간
메모 칸 추가
잘 지내?
단어는 約束, 읽는 법 やくそく, 뜻은 약속, 급수 N4
遠慮(えんりょ) 뜻은 사양, N3. 曖昧(あいまい) 뜻은 애매함, N1
曖昧 뜻이 뭐였지?
5월에 제일 큰 지출은?
강아지 산책 30분
ㅋㅋㅋㅋ
""",
}


@pytest.mark.parametrize("language", LANGUAGES)
def test_chat_lines_without_a_prior(language: str) -> None:
    lines = LINES[language].strip().splitlines()
    assert len(lines) >= 40
    wrong = [(line, got) for line in lines if (got := detect(line)) != language]
    assert len(wrong) <= 0.03 * len(lines), wrong


@pytest.mark.parametrize("language", LANGUAGES)
def test_chat_lines_within_a_conversation(language: str) -> None:
    assert [line for line in LINES[language].strip().splitlines() if detect(line, language) != language] == []


@pytest.mark.parametrize("prior", LANGUAGES)
@pytest.mark.parametrize("text", ["", "650", "12:30", "🙈🙈", "!!!", "3 x 8"])
def test_without_letters_the_prior_decides(text: str, prior: str) -> None:
    assert detect(text, prior) == prior


def test_without_letters_or_prior_it_is_english() -> None:
    assert detect("42") == "en"


@pytest.mark.parametrize(
    ("text", "prior", "want"),
    [
        ("Netflix", "ja", "ja"),
        ("5 km", "de", "de"),
        ("Ramen 650", "de", "de"),
        ("how many calories today?", "zh", "en"),
        ("wie viele Kalorien waren das gestern?", "en", "de"),
        ("오늘 몇 칼로리?", "en", "ko"),
        ("今天吃了什么", "en", "zh"),
        ("今日は何食べた？", "zh", "ja"),
        ("我今天吃了两碗饭", "ja", "zh"),
        ("体重", "ja", "ja"),
        ("体重", "zh", "zh"),
        ("合計", "ja", "ja"),
        ("add 食べる - to eat and 飲む - to drink", None, "en"),
        ("안녕 的意思是你好", "zh", "zh"),
    ],
)
def test_switching_and_ties(text: str, prior: str | None, want: str) -> None:
    assert detect(text, prior) == want


@given(st.text(max_size=80), st.sampled_from([None, *LANGUAGES, "xx"]))
def test_never_raises(text: str, prior: str | None) -> None:
    assert detect(text, prior) in LANGUAGES
