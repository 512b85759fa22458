"""What must never go by itself because of the law, and what only sounds a little like it; written before the words were."""

LEGAL = {
    "en": [
        "my health insurance number is 88 412 907", "the rental contract for the flat ends on 30 June 2027",
        "our tax ID is 12/345/67890", "the dishwasher has a warranty until May 2028",
        "we have joint custody of Ben, every other week he is here", "my will is at the notary's, file 1182",
        "the notice period of my job is three months", "the power of attorney for mum lies in the safe",
        "my residence permit runs out on 3 March", "we signed the mortgage in 2021, fixed for ten years",
        "the divorce was final on 12 October", "my passport number is C01X00T47", "the lawsuit against the builder goes on",
    ],
    "de": [
        "meine Krankenversicherungsnummer ist A123456780", "der Mietvertrag läuft bis 30. Juni 2027",
        "unsere Steuernummer ist 12/345/67890", "auf die Spülmaschine ist Garantie bis Mai 2028",
        "wir haben das gemeinsame Sorgerecht für Ben", "mein Testament liegt beim Notar",
        "meine Kündigungsfrist beträgt drei Monate", "die Vorsorgevollmacht für Mama ist im Tresor",
        "meine Aufenthaltserlaubnis läuft am 3. März ab", "die Haftpflicht ist bei der Allianz",
        "die Scheidung war am 12. Oktober rechtskräftig", "meine Ausweisnummer ist L01X00T47",
        "im Grundbuch stehen wir beide",
    ],
    "zh": [
        "我的医保卡号是88412907", "租房合同到2027年6月30日", "公司税号是91310000", "洗碗机保修到2028年5月",
        "我们共同抚养小本，监护权两个人都有", "遗嘱放在公证处", "我的劳动合同要提前三十天通知", "妈妈的授权委托书在保险箱里",
        "我的居留许可三月三日到期", "房贷是2021年签的", "离婚协议十月十二日生效", "我的身份证号是110101", "和装修公司的官司还没完",
    ],
    "ja": [
        "健康保険証の番号は88412907", "賃貸契約は2027年6月30日まで", "マイナンバーは1234", "食洗機の保証は2028年5月まで",
        "ベンの親権は二人で持っている", "遺言書は公証役場にある", "退職の予告は三か月前と雇用契約に書いてある", "母の委任状は金庫の中",
        "在留カードは3月3日に切れる", "住宅ローンは2021年に組んだ", "離婚は10月12日に成立した", "パスポート番号はTZ1234567",
        "工務店との裁判が続いている",
    ],
    "ko": [
        "내 건강보험 번호는 88412907이야", "임대차 계약은 2027년 6월 30일까지야", "사업자등록번호는 123-45-67890이야",
        "식기세척기 보증 기간은 2028년 5월까지야", "벤의 양육권은 둘이 같이 가지고 있어", "유언장은 공증사무소에 있어",
        "퇴사는 한 달 전에 알리기로 근로계약서에 써 있어", "엄마 위임장은 금고에 있어", "체류 허가는 3월 3일에 끝나",
        "주택담보대출은 2021년에 받았어", "이혼은 10월 12일에 확정됐어", "내 여권 번호는 M12345678이야", "시공사와의 소송이 아직 안 끝났어",
    ],
}  # fmt: skip

ORDINARY = {
    "en": [
        "I will visit grandma on Sunday", "the cat likes tuna", "the muscle contracts when it is cold",
        "we eat at seven", "my favourite court for tennis is number 3", "the pool passes through our garden",
        "I met the lawyer's dog in the park", "the will to run is strong today",
    ],
    "de": [
        "ich will am Sonntag Oma besuchen", "die Katze mag Thunfisch", "wir vertragen uns wieder",
        "um sieben gibt es Essen", "der Hof ist voller Hühner", "ich bin mir sicher, dass es regnet",
        "der Pass über die Alpen ist gesperrt", "die Nummer 3 ist mein Lieblingsplatz",
    ],
    "zh": [
        "周日要去看奶奶", "猫喜欢金枪鱼", "我们和好了", "七点吃饭", "院子里都是鸡", "我保证不再熬夜", "三号球场最好", "小本会游泳了",
    ],
    "ja": [
        "日曜に祖母を訪ねる", "猫はマグロが好き", "仲直りした", "七時に食べる", "庭は鶏でいっぱい", "約束の時間は三時", "三番コートが好き",
        "ベンは泳げるようになった",
    ],
    "ko": [
        "일요일에 할머니를 뵈러 간다", "고양이는 참치를 좋아해", "우리 다시 화해했어", "일곱 시에 먹어", "마당에 닭이 많아", "비가 올 게 확실해",
        "3번 코트가 제일 좋아", "벤은 이제 수영할 줄 알아",
    ],
}  # fmt: skip
