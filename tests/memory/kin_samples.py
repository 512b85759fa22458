# ruff: noqa: E501
"""Who is who, in five languages: how people are introduced, and what only looks like it."""

# language, what was said, relation, name
INTRODUCED = [
    ("en", "my sister Lena lives in Bonn", "sister", "lena"), ("en", "My brother's name is Tobias", "brother", "tobias"), ("en", "Mireille is my aunt", "aunt", "mireille"),
    ("en", "our neighbour is called Ottokar", "neighbour", "ottokar"), ("en", "Kim, my best friend, plays the cello", "friend", "kim"), ("en", "we visited my cousin Zoltan in May", "cousin", "zoltan"),
    ("en", "our dog Biscuit is afraid of storms", "dog", "biscuit"), ("en", "my little brother, Ned, moved to Kent", "brother", "ned"),
    ("de", "meine Schwester Lena wohnt in Bonn", "sister", "lena"), ("de", "Mein Bruder heißt Tobias", "brother", "tobias"), ("de", "Mireille ist meine Tante", "aunt", "mireille"),
    ("de", "wir waren im Mai bei meinem Cousin Zoltan", "cousin", "zoltan"), ("de", "Kim, meine beste Freundin, spielt Cello", "friend", "kim"), ("de", "unser Hund Bello hat Angst vor Gewitter", "dog", "bello"),
    ("de", "Der Name meiner Chefin ist Walburga", "boss", "walburga"), ("de", "mein kleiner Bruder Ned ist nach Kiel gezogen", "brother", "ned"),
    ("zh", "我妹妹小丽住在波恩", "sister.younger", "小丽"), ("zh", "我哥哥叫志强", "brother.older", "志强"), ("zh", "婷婷是我的表姐", "cousin", "婷婷"), ("zh", "我的邻居名叫老周", "neighbour", "老周"),
    ("zh", "我妈妈的名字是秀英", "mother", "秀英"), ("zh", "我们家的狗叫豆豆", "dog", "豆豆"), ("zh", "我同事王芳对虾过敏", "colleague", "wangfang"),
    ("ja", "妹のゆきはボンに住んでいる", "sister.younger", "yuki"), ("ja", "兄の名前は大輔です", "brother.older", "大輔"), ("ja", "千尋は私の姪です", "niece", "千尋"), ("ja", "うちの犬はポチという", "dog", "ポチ"),
    ("ja", "友達の美咲ちゃんはチェロを弾く", "friend", "misaki"), ("ja", "上司の名前は黒田さんです", "boss", "黒田"), ("ja", "弟の健太が引っ越した", "brother.younger", "kenta"),
    ("ko", "여동생 민지는 본에 살아", "sister.younger", "minji"), ("ko", "우리 형 이름은 도윤이야", "brother.older", "도윤"), ("ko", "서연이는 내 사촌이야", "cousin", "seoyeon"), ("ko", "우리 강아지 뽀삐는 천둥을 무서워해", "dog", "뽀삐"),
    ("ko", "내 친구 지훈이가 첼로를 켜", "friend", "jihun"), ("ko", "상사 이름은 봉춘이에요", "boss", "봉춘"), ("ko", "이모 이름은 말순이야", "aunt", "말순"),
]  # fmt: skip

# what introduces nobody
NOBODY = [
    ("en", "my sister Monday will be late"), ("en", "Tom's sister Mia lives in Rome"), ("en", "my brother has a Volvo"), ("en", "my sister is German"), ("en", "my boss wants English reports"), ("en", "Lena is not my sister"),
    ("de", "heute hat meine Schwester Geburtstag"), ("de", "Toms Schwester Mia wohnt in Rom"), ("de", "mein Bruder fährt Volvo"), ("de", "gestern hat meine Mutter Kuchen gebacken"), ("de", "Lena ist nicht meine Schwester"), ("de", "mein Chef will Berichte"),
    ("zh", "我妹妹今天在家"), ("zh", "小明的妹妹小红住在罗马"), ("zh", "我妹妹小时候住在北京"), ("zh", "我哥哥经常在上海"), ("zh", "小丽不是我妹妹"), ("zh", "我妈妈喜欢红茶"),
    ("ja", "妹の誕生日は五月"), ("ja", "健太の妹の美咲はローマに住んでいる"), ("ja", "兄の車は赤い"), ("ja", "母の好きな色は青"), ("ja", "ゆきは妹ではない"), ("ja", "弟の部屋は二階"),
    ("ko", "여동생 생일은 오월이야"), ("ko", "민수 여동생 지수는 로마에 살아"), ("ko", "우리 형 차는 빨간색이야"), ("ko", "엄마 전화번호는 010이야"), ("ko", "민지는 내 여동생이 아니야"), ("ko", "언니 오늘 늦게 와"),
]  # fmt: skip

# language, who is who, a fact by the name, a question by the relation; a fact by the relation, a question by the name
ASKED = [
    ("en", "my sister Lena lives in Bonn", "Lena is allergic to nuts", "what is my sister allergic to?", "my sister works as a dentist", "what does Lena work as?"),
    ("en", "my brother's name is Tobias", "Tobias drives a green van", "what does my brother drive?", "my brother's shoe size is 44", "what is Tobias's shoe size?"),
    ("de", "meine Schwester Lena wohnt in Bonn", "Lena ist gegen Nüsse allergisch", "wogegen ist meine Schwester allergisch?", "meine Schwester arbeitet als Zahnärztin", "als was arbeitet Lena?"),
    ("de", "mein Onkel heißt Ottokar", "Ottokar hat am 3. Juni Geburtstag", "wann hat mein Onkel Geburtstag?", "mein Onkel mag keine Pilze", "was mag Ottokar nicht?"),
    ("zh", "我妹妹小丽住在波恩", "小丽对花生过敏", "我妹妹对什么过敏？", "我妹妹在医院工作", "小丽在哪里工作？"),
    ("zh", "我哥哥叫志强", "志强的生日是六月三日", "我哥哥的生日是什么时候？", "我哥哥喜欢爬山", "志强喜欢什么？"),
    ("ja", "妹のゆきはボンに住んでいる", "ゆきはナッツアレルギー", "妹は何のアレルギー？", "妹は病院で働いている", "ゆきはどこで働いてる？"),
    ("ja", "兄の名前は大輔です", "大輔の誕生日は6月3日", "兄の誕生日はいつ？", "兄はきのこが苦手", "大輔が苦手なものは？"),
    ("ko", "여동생 민지는 본에 살아", "민지는 땅콩 알레르기 있어", "여동생은 무슨 알레르기 있지?", "여동생은 병원에서 일해", "민지는 어디서 일하지?"),
    ("ko", "우리 형 이름은 도윤이야", "도윤이 생일은 6월 3일이야", "형 생일이 언제였지?", "형은 버섯을 싫어해", "도윤이는 뭘 싫어하지?"),
]  # fmt: skip

# language, who is who, earlier fact, later fact about the same person
CLOSED = [
    ("en", "my sister Lena is a nurse", "my sister lives in Rome", "Lena lives in Oslo"), ("en", "Tobias is my brother", "Tobias lives in Rome", "my brother moved to Oslo"), ("en", "my aunt's name is Mireille", "my aunt Mireille works at Siemens", "Mireille works at Bosch"),
    ("de", "meine Schwester Lena ist Pflegerin", "meine Schwester wohnt in Rom", "Lena wohnt in Oslo"), ("de", "mein Bruder heißt Tobias", "Tobias arbeitet bei Siemens", "mein Bruder arbeitet bei Bosch"), ("de", "Mireille ist meine Tante", "meine Tante Mireille wohnt in Rom", "Mireille wohnt in Oslo"),
    ("zh", "我妹妹小丽是护士", "我妹妹住在罗马", "小丽住在奥斯陆"), ("zh", "我哥哥叫志强", "志强住在罗马", "我哥哥搬到了奥斯陆"), ("zh", "小丽是我妹妹", "我妹妹小丽住在罗马", "小丽搬到了奥斯陆"),
    ("ja", "妹のゆきは看護師", "妹はローマに住んでいる", "ゆきはオスロに引っ越した"), ("ja", "兄の名前は大輔です", "大輔はローマに住んでいる", "兄はオスロに引っ越した"), ("ja", "ゆきは私の妹です", "妹のゆきはローマに住んでいる", "ゆきはオスロに住んでいる"),
    ("ko", "여동생 민지는 간호사야", "여동생은 로마에 살아", "민지는 오슬로에 살아"), ("ko", "우리 형 이름은 도윤이야", "도윤이는 로마에 살아", "형은 오슬로로 이사했어"), ("ko", "민지는 내 여동생이야", "여동생 민지는 로마에 살아", "민지는 오슬로에 살아"),
]  # fmt: skip
