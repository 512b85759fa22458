# ruff: noqa: E501
"""What plainly says a side of the person who speaks, and what does not, in five languages."""

PLAIN = [
    ("en", "I live in Leeds with two flatmates", "home"), ("en", "I'm a vegetarian", "diet"), ("en", "My son is allergic to penicillin", "allergies"), ("en", "I work as a locksmith", "work"), ("en", "I speak Dutch and some Greek", "languages"), ("en", "I go swimming every Tuesday", "habits"), ("en", "I have two daughters", "family"), ("en", "we've moved to Dover", "home"),
    ("de", "ich wohne in Leer", "home"), ("de", "ich esse kein Schweinefleisch", "diet"), ("de", "ich vertrage keine Laktose", "allergies"), ("de", "ich arbeite als Schlosserin bei der Bahn", "work"), ("de", "ich spreche Niederländisch und etwas Griechisch", "languages"), ("de", "dienstags gehe ich immer schwimmen", "habits"), ("de", "meine Frau heißt Jule", "family"), ("de", "wir haben zwei Töchter", "family"),
    ("zh", "我住在大理", "home"), ("zh", "我不吃猪肉", "diet"), ("zh", "我对青霉素过敏", "allergies"), ("zh", "我在铁路局上班", "work"), ("zh", "我会说荷兰语", "languages"), ("zh", "我每周二都去游泳", "habits"), ("zh", "我有两个女儿", "family"), ("zh", "我妻子叫小兰", "family"),
    ("ja", "私は松江に住んでいます", "home"), ("ja", "豚肉は食べません", "diet"), ("ja", "私はペニシリンのアレルギーがあります", "allergies"), ("ja", "鉄道会社に勤めています", "work"), ("ja", "オランダ語が話せます", "languages"), ("ja", "毎週火曜日に泳ぎに行きます", "habits"), ("ja", "娘が二人います", "family"), ("ja", "妻の名前は蘭です", "family"),
    ("ko", "나는 안동에 살아", "home"), ("ko", "나는 돼지고기를 안 먹어", "diet"), ("ko", "나는 페니실린 알레르기가 있어", "allergies"), ("ko", "나는 철도 회사에 다녀", "work"), ("ko", "나는 네덜란드어를 할 줄 알아", "languages"), ("ko", "매주 화요일마다 수영하러 가", "habits"), ("ko", "나는 딸이 둘 있어", "family"), ("ko", "아내 이름은 보라야", "family"),
]  # fmt: skip

NOT_PLAIN = [
    ("en", "I live for the weekend"), ("en", "I didn't eat lunch today"), ("en", "the bakery works with rye"), ("en", "Tom Hanks lives in Los Angeles"), ("en", "I worked late yesterday"), ("en", "I spoke to the plumber about the leak"), ("en", "my sister came by this morning"), ("en", "I used to live in Hull"), ("en", "every bus was late today"), ("en", "the film is about a man who lives in Rome"),
    ("de", "ich lebe für das Wochenende"), ("de", "ich habe heute nichts gegessen"), ("de", "der Klempner arbeitet am Montag hier"), ("de", "ich habe gestern lange gearbeitet"), ("de", "ich sprach mit dem Klempner"), ("de", "meine Schwester kam heute vorbei"), ("de", "früher wohnte ich in Hull"), ("de", "jeder Bus kam heute zu spät"),
    ("zh", "我今天没吃午饭"), ("zh", "水管工星期一来这里工作"), ("zh", "我昨天工作到很晚"), ("zh", "我跟水管工说了漏水的事"), ("zh", "我妹妹今天来过"), ("zh", "我以前住在赫尔"), ("zh", "汤姆·汉克斯住在洛杉矶"), ("zh", "今天每班车都晚点"),
    ("ja", "今日は昼ご飯を食べなかった"), ("ja", "水道屋が月曜にここで働きます"), ("ja", "昨日は遅くまで働いた"), ("ja", "水道屋と水漏れの話をした"), ("ja", "妹が今朝来た"), ("ja", "前はハルに住んでいました"), ("ja", "トム・ハンクスはロサンゼルスに住んでいる"), ("ja", "今日はどのバスも遅れた"),
    ("ko", "오늘 점심을 안 먹었어"), ("ko", "배관공이 월요일에 여기서 일해"), ("ko", "어제 늦게까지 일했어"), ("ko", "배관공이랑 누수 얘기를 했어"), ("ko", "여동생이 오늘 아침에 왔어"), ("ko", "예전에 헐에 살았어"), ("ko", "톰 행크스는 로스앤젤레스에 살아"), ("ko", "오늘은 버스마다 늦었어"),
]  # fmt: skip
