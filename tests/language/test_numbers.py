"""What numbers are found in chat, and what must not be. One line per utterance: text | value unit kind; …

Kinds are shortened: n number, q quantity, m money, d duration (minutes), p percent, o ordinal, x multiple.
`-` means that nothing may be found.
"""

from itertools import pairwise

import pytest
from hypothesis import given
from hypothesis import strategies as st

from calisson.language.numbers import find_numbers, parse_number
from calisson.language.types import LANGUAGES, NumberSpan

CASES = {
    "en": """
had ramen, 650 kcal | 650 kcal q
chicken curry, about 720 calories and 41g protein | 720 kcal q; 41 g q
run 1,900 m | 1900 m q
1,250.50 on rent | 1250.5 n
€1.250,00 for rent | 1250 EUR m
2.90 for the subway | 2.9 n
$64.20 at Safeway | 64.2 USD m
spent 20 bucks | 20 USD m
£20 on petrol | 20 GBP m
20 quid | 20 GBP m
I paid 20 pounds for it | 20 GBP m
I weigh 180 pounds | 180 lb q
bench press 135 lb | 135 lb q
bench press 3x8 at 135 lb | 3 sets n; 8 reps n; 135 lb q
squats, 5 sets of 5 reps at 80 kg | 5 sets n; 5 reps n; 80 kg q
deadlift 5 x 5 x 100kg | 5 sets n; 5 reps n; 100 kg q
25 min bike ride | 25 min d
1h30 of yoga | 90 min d
1 hour 30 minutes | 90 min d
1 h 15 min | 75 min d
two and a half hours | 150 min d
an hour and a half of reading | 90 min d
half an hour | 30 min d
quarter of an hour of meditation | 15 min d
three quarters of an hour | 45 min d
a couple of hours | 120 min d
slept 5.5h | 330 min d
a 30-minute walk | 30 min d
45:12 for the 10k | 45.2 min d; 10000 n
1:32:10 half marathon | 92.166666666667 min d
pace 5:30/km | 5.5 min/km q
it's 72 degrees | 72 degree q
24.5 °C | 24.5 degC q
fever of 101F | 101 degF q
-5°C outside | -5 degC q
minus five degrees | -5 degree q
twenty-five pages | 25 pages n
a hundred and two | 102 n
two thousand steps | 2000 steps n
10k steps | 10000 steps n
ran a 5k | 5 km q
5k followers | 5000 n
1.5 million | 1500000 n
half a dozen eggs | 6 n
two dozen | 24 n
a cup of coffee | 1 cup q
3 cups of tea | 3 cup q
12 % | 12 percent p
twelve percent | 12 percent p
7/10 | 7 n
mood 7 out of 10 | 7 n
1/2 cup sugar | 0.5 cup q
1 1/2 cups flour | 1.5 cup q
¾ tsp | 0.75 tsp q
two thirds of a cup | 0.66666666666667 cup q
blood pressure 120/80 | 120 n; 80 n
110 mg/dL | 110 mg/dL q
64 bpm | 64 bpm q
5'10" | 5.8333333333333 ft q
5 ft 10 | 5.8333333333333 ft q
6 foot 2 inches | 6.166666666667 ft q
7 lb 3 oz | 7.1875 lb q
3 bottles of milk | 3 bottles n
2x milk | 2 x n
page 5-7 | 5 n; 7 n
mood 1 to 10 | 1 n; 10 n
200 sq ft | 200 ft2 q
60 mph | 60 mph q
99 cents | 0.99 USD m
3 dollars and 50 cents | 3.5 USD m
US$40 | 40 USD m
40 EUR | 40 EUR m
$5k | 5000 USD m
5 miles in 40 minutes | 5 mi q; 40 min d
500 MB | 500 MB q
1e5 | 100000 n
first place, 3rd lap | 1 o; 3 o
twice | 2 x
9 stone 5 | 9.3571428571429 stone q
my 3rd coffee | 3 o
one coffee | 1 n
took 2 pills | 2 pills n
thirty-five euros | 35 EUR m
1'000 steps | 1000 steps n
about a hundred grams | 100 g q
½ | 0.5 n
""",
    "de": """
520 kcal, 22,5 g Eiweiß | 520 kcal q; 22.5 g q
1.250,00 € Miete | 1250 EUR m
1.008 Seiten | 1008 Seiten n
2.90 fürs Ticket | 2.9 n
0.750 l | 0.75 l q
12,50€ | 12.5 EUR m
12 Euro 50 | 12.5 EUR m
3 Euro und 20 Cent | 3.2 EUR m
fünfzig Cent | 0.5 EUR m
CHF 1'250.50 | 1250.5 CHF m
20 Franken | 20 CHF m
zwei Pfund Kartoffeln | 2 pfund q
zweiundzwanzig | 22 n
zweihundertfünfunddreißig Kilometer | 235 km q
tausendzweihundert Euro | 1200 EUR m
anderthalb Stunden | 90 min d
zweieinhalb Stunden | 150 min d
dritthalb Liter | 2.5 l q
eine Stunde und 20 Minuten | 80 min d
1 Std. 15 Min. | 75 min d
1:30 h gelaufen | 90 min d
1 1/2 Stunden | 90 min d
eine halbe Stunde | 30 min d
eine Viertelstunde | 15 min d
eine Dreiviertelstunde | 45 min d
drei viertel Liter | 0.75 l q
ein halber Liter Milch | 0.5 l q
ein halbes Dutzend Eier | 6 n
ein Dutzend | 12 n
die Hälfte | 0.5 n
eine Tasse Kaffee | 1 Tasse n
zwei Flaschen Wein | 2 Flaschen n
3 Scheiben Brot | 3 Scheiben n
2 Packungen Hafermilch | 2 Packungen n
3x8 mit 60 kg | 3 sets n; 8 reps n; 60 kg q
3 Sätze à 12 Wdh | 3 Sätze n; 12 Wdh n
24,5 Grad | 24.5 degree q
minus 3 Grad | -3 degree q
-3°C | -3 degC q
12 Prozent | 12 percent p
fünf Prozent Rabatt | 5 percent p
etwa 300 Gramm | 300 g q
1,5 Mio. | 1500000 n
zwei Millionen Euro | 2000000 EUR m
3 Mal | 3 Mal n
dreimal | 3 mal n
erster Platz | 1 o
8,4 km in 50 min | 8.4 km q; 50 min d
Puls 148 | 148 n
Blutdruck 135/85 | 135 n; 85 n
120 zu 80 | 120 n; 80 n
höchstens ne 3 | 3 n
heute eine 9! | 9 n
7 von 10 | 7 n
4 von 5 Sternen | 4 Sternen n
10.000 Schritte | 10000 Schritte n
1 m 75 | 1.75 m q
1,75 m | 1.75 m q
5 Stück | 5 Stück n
2 EL Öl | 2 tbsp_metric q
1 TL Salz | 1 tsp_metric q
18 Jahre | 9460800 min d
sechs Stunden geschlafen | 360 min d
zwei Komma fünf Liter | 2.5 l q
55 kWh | 55 kWh q
30,- | 30 n
""",
    "zh": """
六百五十大卡，蛋白质32克 | 650 kcal q; 32 g q
体重一百三十六斤 | 136 jin q
三十五块五 | 35.5 CNY m
两千三百块五毛 | 2300.5 CNY m
交了两千三的房租 | 2300 n
预算一百二 | 120 n
一万二千 | 12000 n
三万五 | 35000 n
128.6元 | 128.6 CNY m
¥300 | 300 CNY m
１２０元 | 120 CNY m
五毛 | 0.5 CNY m
四块二 | 4.2 CNY m
3块5毛 | 3.5 CNY m
一块钱 | 1 CNY m
两块蛋糕 | 2 块 n
20美元 | 20 USD m
1.2万 | 12000 n
5万4千 | 54000 n
2万块 | 20000 CNY m
十五 | 15 n
二十六度 | 26 degree q
零下五度 | -5 degree q
25.6℃ | 25.6 degC q
温度-3度 | -3 degree q
一个半小时 | 90 min d
半小时 | 30 min d
半个小时 | 30 min d
两小时半 | 150 min d
1小时30分 | 90 min d
两个小时二十分钟 | 140 min d
四十五分钟 | 45 min d
三刻钟 | 45 min d
一刻钟 | 15 min d
三个月 | 129600 min d
两斤半 | 2.5 jin q
半斤 | 0.5 jin q
三斤二两 | 3.2 jin q
二两 | 2 liang q
一米七五 | 1.75 m q
一米八 | 1.8 m q
5公里 | 5 km q
卧推132磅，4组，每组10次 | 132 lb q; 4 组 n; 10 次 n
五颗星 | 5 颗星 n
心情2分 | 2 分 n
心情4 | 4 n
3个苹果 | 3 个 n
三十五个 | 35 个 n
十几个 | 10 个 n
二十多块 | 20 CNY m
两三个 | 2 个 n
两本 | 2 本 n
三盒牛奶 | 3 盒 n
一杯咖啡 | 1 杯 n
俯卧撑三十个 | 30 个 n
二百五十四页 | 254 页 n
百分之十二 | 12 percent p
12% | 12 percent p
三成 | 30 percent p
三分之二 | 0.66666666666667 n
两倍 | 2 x
第三 | 3 o
二〇二六 | 2026 n
二点五公里 | 2.5 km q
80平米 | 80 m2 q
1万步 | 10000 步 n
八千步 | 8000 步 n
血压120/80 | 120 n; 80 n
５０个 | 50 个 n
一半 | 0.5 n
3-5个 | 3 n; 5 个 n
四百二十 | 420 n
三百六十五天 | 525600 min d
2w步 | 20000 步 n
""",
    "ja": """
７２０kcal、タンパク質３５ｇ | 720 kcal q; 35 g q
六百八十キロカロリー | 680 kcal q
3,480円 | 3480 JPY m
一万二千円 | 12000 JPY m
8千円 | 8000 JPY m
1.5万円 | 15000 JPY m
¥500 | 500 JPY m
千円 | 1000 JPY m
20ドル | 20 USD m
10キロ走った | 10 kilo q
60kgを10回3セット | 60 kg q; 10 回 n; 3 セット n
スクワット80kg 8回×5セット | 80 kg q; 8 回 n; 5 セット n
55分 | 55 min d
二時間半 | 150 min d
1時間30分 | 90 min d
半時間 | 30 min d
6時間半 | 390 min d
二十五分 | 25 min d
3日間 | 4320 min d
2か月 | 86400 min d
三十ページ | 30 ページ n
25.5度 | 25.5 degree q
氷点下5度 | -5 degree q
六畳 | 6 jo q
30坪 | 30 tsubo q
りんご三つ | 3 つ n
りんごをひとつ | 1 n
二つ | 2 つ n
ビール2杯 | 2 杯 n
三本 | 3 本 n
牛乳1パック | 1 パック n
大さじ2 | 2 n
カップ1と1/2 | 1 n; 0.5 n
12パーセント | 12 percent p
3割 | 30 percent p
3割5分 | 35 percent p
三分の一 | 0.33333333333333 n
2倍 | 2 x
第3 | 3 o
3回目 | 3 o
約300グラム | 300 g q
今日の気分は3 | 3 n
★4 | 4 n
評価は五です | 5 n
10点満点で7点 | 7 点 n
5人 | 5 人 n
一万歩 | 10000 歩 n
8,500歩 | 8500 歩 n
体重65.2キロ | 65.2 kilo q
血圧120の80 | 120 n; 80 n
１日３回 | 1 日 n; 3 回 n
-2℃ | -2 degC q
20歳 | 20 歳 n
半分 | 0.5 n
1ダース | 12 n
100mg | 100 mg q
二〇二六 | 2026 n
""",
    "ko": """
480kcal 단백질 28g 나트륨 1,900mg | 480 kcal q; 28 g q; 1900 mg q
620칼로리 | 620 kcal q
점심 만이천원 | 12000 KRW m
5만4천원 | 54000 KRW m
5만 4천원 | 54000 KRW m
2만원 | 20000 KRW m
만원 | 10000 KRW m
천원 | 1000 KRW m
두 만원 | 20000 KRW m
8,700원 | 8700 KRW m
3천5백원 | 3500 KRW m
삼만오천원 | 35000 KRW m
₩5000 | 5000 KRW m
20달러 | 20 USD m
1.5만원 | 15000 KRW m
38그램 | 38 g q
220파운드 | 220 lb q
110kg 5세트 5회 | 110 kg q; 5 세트 n; 5 회 n
한 시간 반 | 90 min d
1시간 30분 | 90 min d
두 시간 | 120 min d
30분 | 30 min d
삼십분 | 30 min d
오분 | 5 min d
6시간 | 360 min d
3개월 | 129600 min d
일주일 | 10080 min d
열두 개비 | 12 개비 n
일곱 개비 | 7 개비 n
다섯개비 | 5 개비 n
스물다섯 | 25 n
스물다섯 개 | 25 개 n
바나나 하나 | 1 n
사과 세 개 | 3 개 n
사과 세개 | 3 개 n
두부 2모 | 2 모 n
커피 두 잔 | 2 잔 n
책 한 권 | 1 권 n
반 개 | 0.5 개 n
절반 | 0.5 n
216쪽 | 216 쪽 n
5점 | 5 점 n
별 다섯 개 | 5 개 n
25도 | 25 degree q
영하 5도 | -5 degree q
12퍼센트 | 12 percent p
12% | 12 percent p
3분의 1 | 0.33333333333333 n
삼분의 일 | 0.33333333333333 n
약 300그램 | 300 g q
10킬로 뛰었어 | 10 kilo q
5킬로미터 | 5 km q
30평 | 30 pyeong q
고기 두 근 | 2 geun q
만보 | 10000 보 n
8천보 | 8000 보 n
10점 만점에 7점 | 7 점 n
두 배 | 2 x
세 번째 | 3 o
첫날 | -
혈압 120에 80 | 120 n; 80 n
기분 4 | 4 n
-3도 | -3 degree q
30대 | 30 대 n
한 30분 | 30 min d
십오 | 15 n
이백오십 | 250 n
만이천 | 12000 n
""",
}

NOT_NUMBERS = {
    "en": [
        "a",
        "an apple",
        "one of the books",
        "this one",
        "the last one",
        "the other one is better",
        "someone",
        "I want a list",
        "wait a minute",
        "any time",
        "B12",
        "mp3 player",
        "covid",
        "a day at the beach",
        "alone",
        "tenant",
        "often",
        "add a field",
        "make me an app",
        "no one came",
        "a point well made",
        "which one?",
        "a book about trees",
    ],
    "de": [
        "ein",
        "eine App",
        "einen Eintrag",
        "ein bisschen",
        "ein paar",
        "einfach",
        "kein",
        "mein Einkauf",
        "die Drei Zinnen",
        "achtung",
        "nochmal",
        "diesmal",
        "einmalig",
        "Vitamin B12",
        "allein",
        "eine Liste",
        "leg mir ein Tagebuch an",
        "erst mal",
        "Hundefutter",
        "achten",
    ],
    "zh": [
        "一下",
        "一起",
        "一共",
        "一般",
        "统一",
        "一样",
        "一点",
        "一些",
        "一直",
        "一定",
        "周一",
        "星期三",
        "四川",
        "三明治",
        "十分感谢",
        "万一",
        "千万别忘了",
        "唯一",
        "帮我记一下",
        "一边走一边吃",
        "二手车",
        "乱七八糟",
        "三心二意",
        "五花肉",
        "一会儿",
        "百度",
        "一口气",
    ],
    "ja": [
        "一緒に",
        "一番",
        "もう一度",
        "一般",
        "一応",
        "十分です",
        "千葉",
        "三重県",
        "四国",
        "九州",
        "八百屋",
        "万年筆",
        "一生",
        "六本木",
        "一気に",
        "一部",
        "三鷹",
        "七味",
        "一体",
        "百均で",
    ],
    "ko": [
        "한국",
        "이것",
        "일해야 해",
        "오늘",
        "사람",
        "만족",
        "두부",
        "이번 주",
        "일단",
        "한강",
        "공부",
        "만약",
        "사과",
        "이사",
        "오이",
        "구두",
        "일본",
        "사이",
        "네",
        "둘 다",
        "다시 한번",
        "두통",
        "세탁",
        "반찬",
        "조금",
        "천천히",
        "이쪽",
        "만화",
        "일정",
        "공원",
        "이유",
        "사진",
        "이만 줄일게",
        "칠판",
        "하나도 없어",
    ],
}

KINDS = {
    "n": "number",
    "q": "quantity",
    "m": "money",
    "d": "duration",
    "p": "percent",
    "o": "ordinal",
    "x": "multiple",
}


def lines(language: str) -> list[tuple[str, str, str]]:
    pairs = (line.split(" | ") for line in CASES[language].strip().splitlines())
    return [(language, text, want) for text, want in pairs]


def told(span: NumberSpan) -> str:
    kind = next(short for short, name in KINDS.items() if name == span.kind)
    unit = f" {span.unit}" if span.unit else ""
    return f"{span.value:.14g}{unit} {kind}"


@pytest.mark.parametrize(("language", "text", "want"), [c for language in LANGUAGES for c in lines(language)])
def test_found(language: str, text: str, want: str) -> None:
    got = "; ".join(told(s) for s in find_numbers(text, language)) or "-"
    assert got == want


@pytest.mark.parametrize(("language", "text"), [(lang, t) for lang in LANGUAGES for t in NOT_NUMBERS[lang]])
def test_not_found(language: str, text: str) -> None:
    assert [told(s) for s in find_numbers(text, language)] == []


@pytest.mark.parametrize(
    ("language", "text", "value"),
    [
        ("en", "twenty-five", 25),
        ("en", "1,250.50", 1250.5),
        ("en", "2 million", 2e6),
        ("en", "½", 0.5),
        ("de", "1.250,00", 1250),
        ("de", "zweiundzwanzig", 22),
        ("de", "anderthalb", 1.5),
        ("zh", "两千三", 2300),
        ("zh", "二十六", 26),
        ("ja", "一万二千", 12000),
        ("ko", "만이천", 12000),
        ("ko", "열두", 12),
        ("en", "5 km", None),
        ("en", "ramen", None),
        ("en", "", None),
        ("de", "12 Euro", None),
        ("en", "3 4", None),
    ],
)
def test_parse_number(language: str, text: str, value: float | None) -> None:
    assert parse_number(text, language) == value


@pytest.mark.parametrize(
    ("language", "text"),
    [
        ("en", "about 20 km"),
        ("en", "20 km or so"),
        ("de", "etwa 20 km"),
        ("zh", "大概20公里"),
        ("zh", "20公里左右"),
        ("ja", "約20キロ"),
        ("ja", "20キロくらい"),
        ("ko", "약 20킬로"),
        ("ko", "20킬로 정도"),
        ("ko", "한 20분"),
    ],
)
def test_approximate(language: str, text: str) -> None:
    assert [s.approximate for s in find_numbers(text, language)] == [True]


def test_exact_is_not_approximate() -> None:
    assert not any(s.approximate for s in find_numbers("from 5~10 km, pulse 128 over 84", "en"))


@pytest.mark.parametrize(
    ("text", "currency", "unit"),
    [
        ("$5", None, "USD"),
        ("$5", "CAD", "CAD"),
        ("$5", "EUR", "USD"),
        ("5 bucks", "AUD", "AUD"),
        ("50 cents", "EUR", "EUR"),
        ("20 pounds", "GBP", "GBP"),
        ("20 pounds", "USD", "lb"),
        ("I weigh 180 pounds", "GBP", "lb"),
    ],
)
def test_the_homes_currency_decides(text: str, currency: str | None, unit: str) -> None:
    assert [s.unit for s in find_numbers(text, "en", currency)] == [unit]


def test_what_was_written_is_kept() -> None:
    hours = find_numbers("slept 5.5h", "en")[0]
    assert (hours.value, hours.unit, hours.literal, hours.literal_unit) == (330, "min", 5.5, "h")
    rated = find_numbers("mood 7/10", "en")[0]
    assert (rated.value, rated.literal, rated.scale_of) == (7, 0.7, 10)
    assert find_numbers("a cup of tea", "en")[0].article
    assert find_numbers("帮我建一个列表", "zh")[0].article
    assert not find_numbers("two cups of tea", "en")[0].article


@given(st.text(max_size=60), st.sampled_from([*LANGUAGES, "xx"]))
def test_spans_lie_in_the_text(text: str, language: str) -> None:
    spans = find_numbers(text, language)
    for span in spans:
        assert 0 <= span.start_char <= span.number_end <= span.end_char <= len(text)
        assert span.start_char < span.end_char
    assert all(a.end_char <= b.start_char for a, b in pairwise(spans))


ALPHABET = (
    "0123456789 ,./-:x%$€¥kgmh年月日时分半个一二三两百千万点块円間" + "만천백십원한두세시간 and half ein zwei"
)


@given(st.text(alphabet=ALPHABET, max_size=40), st.sampled_from(LANGUAGES))
def test_any_mixture_of_number_parts(text: str, language: str) -> None:
    for span in find_numbers(text, language):
        assert text[span.start_char : span.end_char]
