"""Questions for what held before, in five languages, in words that the facts have not."""

# language, said in passing on 2 February 2026, said in passing on 14 April 2026, question of before
TALK = [
    ("en", "the ladder is behind the barn", "the ladder is in the cellar now", "where was the ladder kept before?"),
    ("en", "my grandma lives in Bath", "my grandma moved to Leeds", "where did my grandma use to live?"),
    ("en", "I work at the town library", "I work at the museum now", "where did I use to work?"),
    ("de", "der Werkzeugkasten steht im Keller", "der Werkzeugkasten steht in der Garage", "wo stand der Werkzeugkasten früher?"),
    ("de", "die Reisepässe liegen in der Schublade", "die Reisepässe liegen im Tresor", "wo lagen die Reisepässe vorher?"),
    ("de", "mein Bruder wohnt in Ulm", "mein Bruder wohnt jetzt in Kiel", "wo lebte mein Bruder zuvor?"),
    ("de", "mein Fahrradhelm hängt an der Tür", "mein Fahrradhelm hängt im Flur", "wo hing mein Fahrradhelm davor?"),
    ("zh", "梯子在阳台上", "梯子在车库里", "梯子原来放在哪儿？"),
    ("zh", "我奶奶住在西安", "我奶奶搬到了成都", "我奶奶从前住哪儿？"),
    ("zh", "我在图书馆工作", "我在博物馆工作", "我过去在哪儿上班？"),
    ("ja", "はしごはベランダにある", "はしごは車庫にある", "はしごは前はどこにあったっけ？"),
    ("ja", "祖母は金沢に住んでいる", "祖母は富山に引っ越した", "祖母は昔どこに住んでいましたか？"),
    ("ja", "図書館で働いています", "博物館に転職しました", "かつてはどこに勤めていた？"),
    ("ko", "사다리는 베란다에 있어", "사다리는 차고에 있어", "사다리 원래 어디 있었더라?"),
    ("ko", "우리 할머니는 대구에 살아", "우리 할머니는 광주로 이사했어", "할머니 옛날에 어디 사셨지?"),
    ("ko", "나는 도서관에서 일해", "나는 박물관에서 일해", "나 이전에 어디서 일했더라?"),
    ("ko", "여권은 서랍 안에 있어", "여권은 금고 안에 있어", "여권 전에 어디 뒀었지?"),
]  # fmt: skip

# language, kept on 2 February 2026, kept on 14 April 2026, question of before
FACTS = [
    ("en", "my phone number is 0170 555", "my phone number is 0151 777", "what was the old phone number?"),
    ("en", "the alarm code is 4711", "the alarm code is 8155", "what's the old alarm code?"),
    ("en", "our landlord is Mr. Penrose", "our landlord is Mrs. Quill", "who was the former landlord?"),
    ("en", "I live in Derby", "I live in York", "where did I use to live?"),
    ("de", "meine Handynummer ist 0170 555", "meine Handynummer ist 0151 777", "wie war die alte Handynummer?"),
    ("de", "der Türcode lautet 4711", "der Türcode lautet 8155", "was war der alte Türcode?"),
    ("de", "unser Vermieter ist Herr Brandt", "unser Vermieter ist Frau Keller", "wer war der frühere Vermieter?"),
    ("de", "ich wohne in Jena", "ich wohne in Mainz", "wo habe ich mal gewohnt?"),
    ("zh", "我的手机号是13811112222", "我的手机号是13933334444", "旧的手机号是多少？"),
    ("zh", "门的密码是4711", "门的密码是8155", "门的老密码是多少？"),
    ("zh", "我们的房东是王先生", "我们的房东是李女士", "前一个房东是谁？"),
    ("zh", "我住在大连", "我住在青岛", "我曾经住在哪里？"),
    ("ja", "電話番号は090-5555-1111です", "電話番号は080-7777-2222です", "古い電話番号は？"),
    ("ja", "玄関の暗証番号は4711です", "玄関の暗証番号は8155です", "玄関の暗証番号は前は何だった？"),
    ("ja", "大家は田村さんです", "大家は森さんです", "前の大家は誰？"),
    ("ja", "仙台に住んでいます", "盛岡に住んでいます", "昔はどこに住んでいたっけ？"),
    ("ko", "내 전화번호는 010-5555-1111이야", "내 전화번호는 010-7777-2222야", "옛날 전화번호가 뭐였지?"),
    ("ko", "현관 비밀번호는 4711이야", "현관 비밀번호는 8155야", "현관 비밀번호 전에는 뭐였지?"),
    ("ko", "우리 집주인은 박 씨야", "우리 집주인은 최 씨야", "전 집주인이 누구였지?"),
    ("ko", "나는 전주에 살아", "나는 울산에 살아", "나 예전에 어디 살았더라?"),
]  # fmt: skip

# language, a question that asks for what holds now though something in it is old
NOW = [
    ("en", "where is the old tent?"), ("en", "how old is the phone?"), ("en", "what is the number of the old people's home?"),
    ("de", "wo ist das alte Zelt?"), ("de", "wie alt ist mein Auto?"), ("de", "wie ist die Nummer vom Altersheim?"),
    ("zh", "旧帐篷在哪里？"), ("zh", "我的旧车停在哪里？"), ("zh", "老师的电话是多少？"), ("ja", "古いテントはどこ？"), ("ja", "名前は何？"),
    ("ja", "午前の予定は？"), ("ko", "낡은 텐트 어디 있어?"), ("ko", "오전에 약속 있어?"), ("ko", "전화번호 뭐지?"),
]  # fmt: skip
