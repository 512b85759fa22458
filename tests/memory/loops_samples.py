# ruff: noqa: E501
"""Loops of the second kind: words that pass through a person's talk and are not theirs, by class, in five languages.

`{fact}` is something that the person asked to be kept, `{passing}` something that they said in passing.
"""

LOOPS = {
    "book": {
        "en": ['From the novel I am reading: "I was born in Dublin and I have never owned a clock in my life."',
               "Chapter one begins like this: My father kept bees, and I lived with my aunt by the sea."],
        "de": ["Aus dem Roman, den ich lese: „Ich wurde in Dublin geboren und habe nie eine Uhr besessen.“",
               "Das erste Kapitel beginnt so: Mein Vater hielt Bienen, und ich wohnte bei meiner Tante am Meer."],
        "zh": ["我在读的小说里写道：“我出生在都柏林，一辈子没有过钟表。”", "第一章是这样开头的：我父亲养蜂，我和姨妈住在海边。"],
        "ja": ["読んでいる小説の一節：「私はダブリンで生まれ、時計を持ったことがない。」", "第一章はこう始まる：父は蜂を飼い、私は叔母と海辺に住んでいた。"],
        "ko": ["읽고 있는 소설의 한 구절: “나는 더블린에서 태어났고 시계를 가져 본 적이 없다.”", "첫 장은 이렇게 시작해: 아버지는 벌을 쳤고 나는 이모와 바닷가에 살았다."],
    },
    "forwarded": {
        "en": ["Fwd: Hi all, I'm moving the meeting to Thursday and I need your slides by noon. Best, Carol",
               "Forwarded message from Ben: {fact}",
               "---------- Forwarded message ---------\nFrom: Carol\nRemember that my parcel is at the kiosk."],
        "de": ["WG: Hallo zusammen, ich verlege das Treffen auf Donnerstag und brauche eure Folien. Gruß, Carol",
               "Weitergeleitete Nachricht von Ben: {fact}",
               "Weitergeleitet: Merk dir, dass mein Paket am Kiosk liegt."],
        "zh": ["转发：大家好，我把会议改到星期四，请中午前把幻灯片发给我。小陈", "转发自小陈的消息：{fact}", "【转发】记住我的包裹在便利店。"],
        "ja": ["転送：皆さん、会議を木曜日に変更します。昼までに資料をお願いします。田中", "田中さんから転送されたメッセージ：{fact}", "FW: 私の荷物は売店にあると覚えておいて。"],
        "ko": ["전달: 여러분, 회의를 목요일로 옮깁니다. 정오까지 자료를 보내 주세요. 김 과장", "김 과장이 전달한 메시지: {fact}", "Fwd: 내 택배가 편의점에 있다는 걸 기억해 줘."],
    },
    "roleplay": {
        "en": ["Let's play a game: I am a pirate and I live on a ghost ship.", "Pretend that you are my doctor and I have a broken leg.",
               "*draws sword* I am the king of the northern isles and my castle is made of ice."],
        "de": ["Lass uns ein Spiel spielen: Ich bin ein Pirat und wohne auf einem Geisterschiff.", "Tu so, als wärst du mein Arzt und ich hätte ein gebrochenes Bein.",
               "*zieht das Schwert* Ich bin der König der Nordinseln und mein Schloss ist aus Eis."],
        "zh": ["我们来玩角色扮演：我是海盗，住在幽灵船上。", "假装你是我的医生，我的腿断了。", "*拔剑* 我是北方群岛的国王，我的城堡是冰做的。"],
        "ja": ["ロールプレイしよう：僕は海賊で、幽霊船に住んでいる。", "君が僕の医者で、僕は足を折ったというふりをして。", "*剣を抜く* 私は北の島々の王で、城は氷でできている。"],
        "ko": ["역할극 하자: 나는 해적이고 유령선에 살아.", "네가 내 의사인 척해 줘, 나는 다리가 부러졌어.", "*검을 뽑는다* 나는 북쪽 섬들의 왕이고 내 성은 얼음으로 되어 있어."],
    },
    "hypothetical": {
        "en": ["Suppose I moved to Norway and opened a bakery.", "If my brother had a boat, we'd live in the harbour.", "What if I worked as a diver and my boss were a seal?",
               "In another life I am a famous violinist."],
        "de": ["Gesetzt den Fall, ich ziehe nach Norwegen und eröffne eine Bäckerei.", "Hätte mein Bruder ein Boot, würden wir im Hafen wohnen.", "Was, wenn ich als Taucher arbeiten würde?",
               "In einem anderen Leben bin ich eine berühmte Geigerin."],
        "zh": ["倘若我搬到挪威开一家面包店，那该多好。", "要是我弟弟有条船，我们就住在港口。", "万一我当了潜水员怎么办。", "下辈子我要当小提琴家。"],
        "ja": ["仮にノルウェーに引っ越してパン屋を開くとしたら楽しそうだ。", "弟が船を持っていたら、港に住むのに。", "もしダイバーとして働いていたらどうなるだろう。", "来世では有名なバイオリニストになる。"],
        "ko": ["노르웨이로 이사해서 빵집을 연다고 치자.", "남동생에게 배가 있다면 우리는 항구에 살 텐데.", "내가 잠수부로 일했다면 어땠을까.", "다음 생에는 유명한 바이올리니스트가 될 거야."],
    },
    "others": {
        "en": ["Carol said: I live in Oslo now and I hate fish.", "Ben wrote me: I'm allergic to shrimp!", "My neighbour told me, I quote, I work nights at the harbour."],
        "de": ["Carol sagte: Ich wohne jetzt in Oslo und hasse Fisch.", "Ben schrieb mir: Ich bin gegen Garnelen allergisch!", "Mein Nachbar meinte, ich zitiere, ich arbeite nachts am Hafen."],
        "zh": ["小陈说：我现在住在奥斯陆，我讨厌鱼。", "小陈给我写道：我对虾过敏！", "邻居的原话是：我晚上在港口上班。"],
        "ja": ["田中さんは言った：私は今オスロに住んでいて、魚が嫌いだ。", "田中さんからのLINE：私はエビアレルギーです！", "隣の人の言葉をそのまま言うと、私は夜に港で働いている。"],
        "ko": ["김 과장이 말했어: 나는 지금 오슬로에 살고 생선을 싫어해.", "김 과장이 나한테 썼어: 나는 새우 알레르기가 있어!", "이웃이 한 말 그대로야: 나는 밤에 항구에서 일해."],
    },
    "lyrics": {
        "en": ["♪ I left my shoes in Amsterdam, my heart is in the rain ♪", "That song goes: I am the moon, I live on the hill, I never sleep."],
        "de": ["♪ Ich ließ meine Schuhe in Amsterdam, mein Herz ist im Regen ♪", "In dem Lied heißt es: Ich bin der Mond, ich wohne auf dem Berg, ich schlafe nie."],
        "zh": ["♪ 我的鞋留在阿姆斯特丹，我的心在雨里 ♪", "那首歌唱道：我是月亮，我住在山上，我从不睡觉。"],
        "ja": ["♪ 靴はアムステルダムに、心は雨の中に ♪", "あの歌の歌詞：私は月、丘に住んでいる、眠らない。"],
        "ko": ["♪ 내 신발은 암스테르담에, 내 마음은 빗속에 ♪", "그 노래 가사야: 나는 달이야, 언덕에 살아, 잠들지 않아."],
    },
    "assistant": {
        "en": ["{reply}", "Assistant: {passing}", "Calisson: Noted, {fact}", "Your last answer was: {reply}"],
        "de": ["{reply}", "Assistent: {passing}", "Calisson: Gemerkt, {fact}", "Deine letzte Antwort war: {reply}"],
        "zh": ["{reply}", "助手：{passing}", "Calisson：记住了，{fact}", "你刚才的回答是：{reply}"],
        "ja": ["{reply}", "アシスタント：{passing}", "Calisson：覚えました、{fact}", "さっきのあなたの答え：{reply}"],
        "ko": ["{reply}", "어시스턴트: {passing}", "Calisson: 기억했어요, {fact}", "네가 방금 한 대답: {reply}"],
    },
    "code": {
        "en": ["def home():\n    return 'I live in Paris'", '{"name": "Ann", "note": "remember that I like tea"}', "SELECT name FROM people WHERE city = 'Oslo';", "<p>My sister lives in Rome</p>"],
        "de": ["def heim():\n    return 'Ich wohne in Paris'", '{"name": "Ann", "notiz": "Ich mag Tee"}', "SELECT name FROM leute WHERE stadt = 'Oslo';", "<p>Meine Schwester wohnt in Rom</p>"],
        "zh": ["def home():\n    return '我住在巴黎'", '{"name": "安", "note": "我喜欢喝茶"}', "print('我妹妹住在罗马')", "<p>我妹妹住在罗马</p>"],
        "ja": ["def home():\n    return 'パリに住んでいます'", '{"name": "アン", "note": "お茶が好きです"}', "print('妹はローマに住んでいる')", "<p>妹はローマに住んでいる</p>"],
        "ko": ["def home():\n    return '나는 파리에 살아'", '{"name": "앤", "note": "나는 차를 좋아해"}', "print('여동생은 로마에 살아')", "<p>여동생은 로마에 살아</p>"],
    },
    "list": {
        "en": ["- oat milk\n- candles\n- a new mop", "1. passport\n2. charger\n3. toothbrush", "Ingredients: 200 g flour, 3 eggs, a pinch of salt"],
        "de": ["- Hafermilch\n- Kerzen\n- ein neuer Mopp", "1. Reisepass\n2. Ladegerät\n3. Zahnbürste", "Zutaten: 200 g Mehl, 3 Eier, eine Prise Salz"],
        "zh": ["- 燕麦奶\n- 蜡烛\n- 新拖把", "1. 护照\n2. 充电器\n3. 牙刷", "配料：面粉200克，鸡蛋3个，盐少许"],
        "ja": ["- オーツミルク\n- ろうそく\n- 新しいモップ", "1. パスポート\n2. 充電器\n3. 歯ブラシ", "材料：小麦粉200グラム、卵3個、塩少々"],
        "ko": ["- 귀리 우유\n- 양초\n- 새 대걸레", "1. 여권\n2. 충전기\n3. 칫솔", "재료: 밀가루 200그램, 달걀 3개, 소금 약간"],
    },
}  # fmt: skip

# The same classes in other words, written after the ones above were mended.
AGAIN = [
    ("en", "Quote from the diary of a sailor: we were nine men and I slept on deck."), ("en", "The preface says: I wrote this book for my daughter."),
    ("en", "FW: Dear team, I will be on leave next week, my deputy is Mr. Hill."), ("en", "From: Jo\nTo: me\nSubject: keys\n\nI left my keys at your place."),
    ("en", "You be the dragon, I'm the knight and my horse is called Thunder."), ("en", "*bows* My name is Sir Galahad and I live in Camelot."),
    ("en", "If I owned a vineyard, I'd sell my car."), ("en", "Assuming I get the job, my salary would double."), ("en", "Jo: I live in Bergen these days"),
    ("en", "My colleague's exact words: I never eat breakfast."), ("en", "🎵 I live by the river, my house is made of song 🎵"), ("en", "The chorus goes: I am a rolling stone and my home is the road."),
    ("en", "ChatGPT: You live in Paris and your sister is called Lena."), ("en", "const me = { home: 'Paris', job: 'nurse' };"), ("en", "my_name = 'Ann'  # I live in Paris\nprint(my_name)"),
    ("de", "Zitat aus dem Tagebuch eines Seemanns: Wir waren neun Mann, und ich schlief an Deck."), ("de", "Im Vorwort steht: Ich schrieb dieses Buch für meine Tochter."),
    ("de", "WG: Liebes Team, ich bin nächste Woche im Urlaub, mein Vertreter ist Herr Hügel."), ("de", "Von: Jo\nAn: mich\nBetreff: Schlüssel\n\nIch habe meine Schlüssel bei dir vergessen."),
    ("de", "Du bist der Drache, ich bin der Ritter und mein Pferd heißt Donner."), ("de", "*verbeugt sich* Ich heiße Sir Galahad und wohne in Camelot."),
    ("de", "Wenn ich einen Weinberg hätte, würde ich mein Auto verkaufen."), ("de", "Bekäme ich die Stelle, wäre mein Gehalt doppelt so hoch."), ("de", "Jo: Ich wohne zurzeit in Bergen"),
    ("de", "O-Ton meines Kollegen: Ich esse nie Frühstück."), ("de", "🎵 Ich wohne am Fluss, mein Haus ist aus Gesang 🎵"), ("de", "Im Refrain heißt es: Ich bin ein rollender Stein und meine Heimat ist die Straße."),
    ("de", "ChatGPT: Du wohnst in Paris und deine Schwester heißt Lena."), ("de", "const ich = { ort: 'Paris', beruf: 'Pfleger' };"),
    ("zh", "一位水手的日记里写着：我们一共九个人，我睡在甲板上。"), ("zh", "序言写道：我为女儿写了这本书。"), ("zh", "转发：各位同事，我下周休假，我的代理是何先生。"), ("zh", "发件人：小周\n主题：钥匙\n\n我把钥匙落在你家了。"),
    ("zh", "你当龙，我当骑士，我的马叫雷霆。"), ("zh", "*鞠躬* 我叫加拉哈德，我住在卡美洛。"), ("zh", "如果我有一座葡萄园，我就会卖掉车。"), ("zh", "小周：我最近住在卑尔根"), ("zh", "同事的原话：我从不吃早饭。"),
    ("zh", "🎵 我住在河边，我的房子是歌声做的 🎵"), ("zh", "副歌是这样唱的：我是滚石，路是我的家。"), ("zh", "ChatGPT：你住在巴黎，你妹妹叫小丽。"), ("zh", "home = '巴黎'  # 我住在巴黎\nprint(home)"),
    ("ja", "ある船乗りの日記より：我々は九人で、私は甲板で寝ていた。"), ("ja", "まえがきにはこうある：私は娘のためにこの本を書いた。"), ("ja", "転送：各位、来週私は休暇です。代理は丘さんです。"), ("ja", "差出人：ゆき\n件名：鍵\n\n私の鍵をそちらに忘れました。"),
    ("ja", "君が竜で、僕は騎士、馬の名前は雷だ、という設定で。"), ("ja", "*お辞儀* 私の名前はガラハッド、キャメロットに住んでいる。"), ("ja", "ぶどう園を持っていたら、車を売るだろう。"), ("ja", "ゆき：私は最近ベルゲンに住んでる"), ("ja", "同僚の言葉そのまま：私は朝食を食べない。"),
    ("ja", "🎵 私は川のそばに住む、家は歌でできている 🎵"), ("ja", "サビはこう：私は転がる石、道が我が家。"), ("ja", "ChatGPT：あなたはパリに住んでいて、妹はゆきさんです。"), ("ja", "home = 'パリ'  # パリに住んでいます\nprint(home)"),
    ("ko", "어느 선원의 일기에서: 우리는 아홉 명이었고 나는 갑판에서 잤다."), ("ko", "머리말에 이렇게 적혀 있어: 나는 딸을 위해 이 책을 썼다."), ("ko", "전달: 팀 여러분, 저는 다음 주 휴가이고 제 대리는 한 과장입니다."), ("ko", "보낸 사람: 지수\n제목: 열쇠\n\n내 열쇠를 너희 집에 두고 왔어."),
    ("ko", "너는 용이고 나는 기사야, 내 말 이름은 천둥이라는 설정이야."), ("ko", "*절한다* 내 이름은 갤러해드이고 카멜롯에 살아."), ("ko", "포도밭이 있다면 차를 팔 텐데."), ("ko", "지수: 나는 요즘 베르겐에 살아"), ("ko", "동료가 한 말 그대로: 나는 아침을 안 먹어."),
    ("ko", "🎵 나는 강가에 살아, 내 집은 노래로 지었어 🎵"), ("ko", "후렴은 이래: 나는 구르는 돌, 길이 내 집이야."), ("ko", "ChatGPT: 당신은 파리에 살고 여동생은 민지입니다."), ("ko", "home = '파리'  # 나는 파리에 살아\nprint(home)"),
]  # fmt: skip

# A person's own words that look a little like them.
OWN = [
    ("en", "My boss said I can work from home on Fridays."), ("en", "Update: I moved to Lyon in March."), ("en", "I told my landlord: we are leaving in June."), ("en", "My book club meets on Mondays at our place."),
    ("en", "Our song is Moon River, we danced to it at the wedding."), ("en", "My brother would rather live in the country."), ("en", "I write code in Python (mostly)."), ("en", "The doctor says my knee is fine."), ("en", "By the way: my sister is allergic to nuts"), ("en", "I play the king in our theatre group."),
    ("de", "Mein Chef hat gesagt, dass ich freitags zu Hause arbeiten darf."), ("de", "Übrigens: Ich bin im März nach Lyon gezogen."), ("de", "Ich habe dem Vermieter geschrieben: Wir ziehen im Juni aus."), ("de", "Mein Buchclub trifft sich montags bei uns."),
    ("de", "Unser Lied ist Moon River, dazu haben wir auf der Hochzeit getanzt."), ("de", "Die Ärztin sagt, mein Knie ist in Ordnung."), ("de", "Ich spiele in unserer Theatergruppe den König."), ("de", "Mein Bruder würde lieber auf dem Land wohnen."),
    ("zh", "老板说我星期五可以在家上班。"), ("zh", "对了：我三月搬到了里昂。"), ("zh", "我的读书会每周一在我们家聚会。"), ("zh", "医生说我的膝盖没事。"), ("zh", "我在剧团里演国王。"), ("zh", "我们的歌是月亮河，婚礼上跳过舞。"),
    ("ja", "上司が金曜は家で働いていいと言ってくれた。"), ("ja", "ちなみに：3月にリヨンに引っ越しました。"), ("ja", "読書会は毎週月曜にうちで開いている。"), ("ja", "膝は大丈夫だと医者が言っていた。"), ("ja", "劇団で王様を演じています。"), ("ja", "私たちの曲はムーンリバーで、結婚式で踊った。"),
    ("ko", "상사가 금요일에는 집에서 일해도 된다고 했어."), ("ko", "참고로: 나는 3월에 리옹으로 이사했어."), ("ko", "우리 독서 모임은 월요일마다 우리 집에서 모여."), ("ko", "의사가 내 무릎은 괜찮다고 했어."), ("ko", "나는 극단에서 왕을 연기해."), ("ko", "우리 노래는 문리버야, 결혼식에서 춤췄어."),
]  # fmt: skip
