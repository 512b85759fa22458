# アシスタントの返事。引数は言語に合わせて整形済み。数値は複数形の選択に使う。

app-created = 「{ $name }」ができました（{ $fields }）。そのまま話しかけて記録してください。
app-created-example = 「{ $name }」ができました（{ $fields }）。たとえば「{ $example }」と話しかけてみてください。
app-edited = 「{ $name }」を変更しました：{ $changes }。
edit-add-field = { $field }を追加
edit-remove-field = { $field }を削除（データは履歴に残ります）
edit-rename-field = { $field }を{ $text }に名前変更
edit-change-field = { $field }を変更
edit-add-view = 表示を追加：{ $view }
edit-remove-view = 表示を削除：{ $view }
edit-rename-app = 名前を{ $text }に変更
edit-add-goal = 目標を設定：{ $field } { $period }{ $value }{ $direction ->
    [at_most] 以下
   *[at_least] 以上
}
edit-set-icon = アイコンを { $text } に変更
edit-add-choice = 選択肢{ $text }を追加
edit-set-display-unit = これからは{ $text }で表示
edit-share = { $text }との共有はまだできません。何も共有していません
edit-rollback = バージョン{ $number }に戻しました
app-deleted = 「{ $name }」と{ $count }件の記録を片づけました。「元に戻して」ですべて戻ります。
edit-nothing = 「{ $name }」はすでにその状態です。変更はありません。
edit-problem = 「{ $name }」はそのままです：{ $problem }

view-table = 表
view-list = リスト
view-cards = カード
view-form = フォーム
view-calendar = カレンダー
view-board = ボード
view-chart = グラフ
view-stat = 集計
view-checklist = チェックリスト
view-timeline = タイムライン
view-gallery = ギャラリー
view-map = 地図
view-custom = ウィジェット

period-day = 1日
period-week = 1週間
period-month = 1か月
period-year = 1年
period-total = 合計

logged-one = { $app }に記録しました：{ $entry }。
logged-many = { $app }に{ $count }件記録しました：{ $entries }。
updated-one = { $app }を修正しました：{ $entry }。
updated-many = { $app }の{ $count }件を修正しました：{ $entries }。
deleted-one = { $app }から削除しました：{ $entry }。「元に戻して」で戻ります。
deleted-many = { $app }から{ $count }件削除しました。「元に戻して」で戻ります。
changed-mixed = { $app }を更新しました：{ $entries }。
entry-details = { $title }（{ $details }）

answer-value = { $query }：{ $value }。
answer-more = { $query }：{ $value }多いです。
answer-fewer = { $query }：{ $value }少ないです。
answer-same = { $query }：差はありません。
answer-list = { $query }：{ $items }。
answer-list-more = { $query }（{ $count }件）：{ $items }、ほか{ $more }件。
answer-nothing = 見つかりませんでした：{ $query }。
answer-none-left = { $query }：ありません。
answer-streak = { $query }：{ $count }日連続です。
answer-row = { $title }（{ $details }）
answer-groups = { $query }：{ $items }。
answer-group = { $label }：{ $value }
answer-due = { $period }の予定：{ $items }。
answer-due-nothing = { $period }の予定はありません。
query-sum = { $field }の合計
query-mean = { $field }の平均
query-median = { $field }の中央値
query-min = { $field }の最小
query-max = { $field }の最大
query-count = { $app }の件数
query-last = 最新の{ $field }
query-first = 最初の{ $field }
query-value = { $field }
query-list = { $app }
query-streak = { $app }
query-per-day = 1日あたりの{ $query }
query-per-week = 1週間あたりの{ $query }
query-per-month = 1か月あたりの{ $query }
query-per-year = 1年あたりの{ $query }
query-period = { $query }（{ $period }）
query-where = { $query }（{ $conditions }）
query-compared = { $query }（{ $period }との比較）
condition-eq = { $field }：{ $value }
condition-ne = { $field }が{ $value }以外
condition-lt = { $field }が{ $value }未満
condition-le = { $field }が{ $value }以下
condition-gt = { $field }が{ $value }より大きい
condition-ge = { $field }が{ $value }以上
condition-contains = { $value }を含む
condition-lacks = { $value }を除く
condition-in = { $field }：{ $value }
condition-empty = { $field }なし
condition-filled = { $field }あり
condition-not-done = { $field }がまだ
condition-done = { $field }
range-from-to = { $from }〜{ $to }
range-from = { $from }以降
range-to = { $to }まで

reminder-set = { $when }にお知らせします：{ $text }。
reminder-set-repeating = { $every }お知らせします。次は{ $when }：{ $text }。
reminder-moved = { $when }に変更しました：{ $text }。
reminder-snoozed = { $when }にもう一度お知らせします：{ $text }。
reminder-cancelled = 取り消しました：{ $text }。
reminder-not-found = そのリマインダーは見つかりません。いまあるのは：{ $items }。
reminder-none = リマインダーはありません。
reminder-past = { $when }はもう過ぎています。いつお知らせしましょうか？
rrule-secondly = ずっと
rrule-hourly = { $count ->
    [1] 毎時
   *[other] { $count }時間ごとに
}
rrule-daily = { $count ->
    [1] 毎日
   *[other] { $count }日ごとに
}
rrule-weekly = { $count ->
    [1] 毎週
   *[other] { $count }週間ごとに
}
rrule-weekly-on = { $count ->
    [1] 毎週（{ $days }）
   *[other] { $count }週間ごとに（{ $days }）
}
rrule-weekdays = 平日に
rrule-monthly = { $count ->
    [1] 毎月
   *[other] { $count }か月ごとに
}
rrule-monthly-on = { $count ->
    [1] 毎月{ $day }日に
   *[other] { $count }か月ごとの{ $day }日に
}
rrule-monthly-last = 毎月末日に
rrule-yearly = { $count ->
    [1] 毎年
   *[other] { $count }年ごとに
}

remembered = 覚えました：{ $text }
remembered-already = それはもう覚えています：{ $text }
remembered-waits = 書き留めました。「記憶」で確認を待っています：{ $text }
recall-found = { $when }にこう聞きました：{ $text }
recall-perhaps = これのことかもしれません。{ $when }にこう聞きました：{ $text }
recall-more = こう聞きました：{ $items }
recall-nothing = それについては何も覚えていません。「覚えておいて」と言ってもらえれば覚えます。
forgotten = 忘れました：{ $text }
forget-nothing = 忘れるものが見つかりませんでした。

undone = 取り消しました：「{ $text }」。
undo-nothing = 取り消せる操作はありません。
undo-conflict = そのあとにも変更されているので、直接は取り消せません。先にあとの変更を取り消してください。

chat-greeting = こんにちは！何を記録しましょうか？
chat-thanks = どういたしまして！
chat-how_are_you = ありがとうございます、元気です。そちらはいかがですか？
chat-sad = つらかったですね。よければ話してください。日記をつけることもできます。
chat-happy = それはよかったです！
chat-tired = お疲れさまでした。ゆっくり休んでくださいね。
chat-help = 記録したいことを話してください（「家計簿をつけたい、金額と費目」）。話すだけで記録でき（「昨日コーヒー350円」）、質問でき（「今週いくら？」）、リマインドもできます（「毎日8時にストレッチをリマインドして」）。間違えたら「元に戻して」と言ってください。
chat-capabilities = 話した内容から暮らしの小さなアプリを作り、記録を保存し、質問に答え、覚えておき、時間になったらお知らせします。データはすべてこの端末の中に残ります。
chat-goodbye = またあとで！
chat-praise = ありがとうございます！お役に立ててうれしいです。
chat-insult = すみません。「元に戻して」で直前の操作を取り消せます。どういう意味だったか教えてください。
chat-who_are_you = Calisson です。この家のパーソナルAIで、この端末の中だけで動いています。
chat-acknowledge = わかりました。
chat-other = 聞いていますよ。記録したり、データについて聞いたり、新しく記録したいことを話してください。

not-understood = うまく理解できませんでした。何も記録していません。記録したいことや、データについての質問を話してください。
say-something = メッセージが空でした。どうしましょうか？
other-currency = 「{ $text }」は{ $field }の通貨（{ $currency }）と違います。勝手に換算はしません。何も記録していません。{ $currency }の金額で言ってください。
not-text = 文章ではなくデータのようです。何も記録していません。ファイルはアプリの画面から取り込めます。
too-long = メッセージが長すぎます（{ $limit }文字以上）。何も記録していません。分けて送ってください。
did-you-mean = { $options }、ということでしょうか？まだ何も記録していません。
option-create_app = 新しいアプリ「{ $name }」を作る
option-edit_app = 「{ $name }」を変更する
option-log = 「{ $name }」に記録する
option-ask = 「{ $name }」から答える
option-remind = リマインダーを設定する
option-remember = 覚えておく
option-recall = 覚えていることを調べる
option-forget = 何かを忘れる
option-undo = 直前の操作を取り消す
option-chat = おしゃべりする
which-app = どのアプリのことですか：{ $options }？まだ何も記録していません。
which-record = どの記録のことですか：{ $options }？何も変更していません。
no-such-record = そのような記録は見つかりません。何も変更していません。
no-apps-yet = まだアプリがありません。何を記録したいか教えてください。
amount-not-a-number = 「{ $text }」の金額が読み取れませんでした。何も記録していません。いくらでしたか？
no-such-date = 「{ $text }」という日付はありません。何も記録していません。どの日のことですか？
out-of-range = { $field }は{ $minimum }から{ $maximum }の間で入力してください（読み取った値：{ $value }）。何も記録していません。
negative-not-allowed = { $field }をマイナスにはできません（読み取った値：{ $value }）。何も記録していません。
unknown-unit = { $field }の単位「{ $unit }」がわかりません。何も記録していません。
remind-when = いつお知らせしましょうか？
remind-what = 何をお知らせしましょうか？
refuse-instructions = ここでは記録・質問・予定のお手伝いだけをします。自分のルールを変えたり、キーを表示したりはしません。何も記録していません。
refuse-secrets = キーやパスワード、内部の情報は表示しません。何も記録していません。
refuse-harm = それはお手伝いできません。

due-now = リマインダー：{ $text }
unexpected = こちらで問題が起きました。このメッセージは何も記録されていません。もう一度お試しください。

# What a device says about the installed page.
install-description = 話すだけで小さなアプリに。すべては自分のホームに残ります。
install-log = 記録する
install-chat = チャット
install-due = 予定

# 作業の途中で、実行する前に確かめること。
work-question-policy = これに「{ $tool }」を使ってもいいですか？
work-question-outside = ほかの人が書いた文章を読みました。次の「{ $tool }」は、頼まれた範囲を超えています（{ $targets }）。実行しますか？
work-question-private = 家の外に出さないはずの情報を読んだあとで、「{ $tool }」は外へ何かを送ります。実行しますか？

# 言語モデルが作るアプリ：どうなったか、何を確かめたか。
making-created = 「{ $name }」を作りました。項目は{ $fields }です。
making-changed = 「{ $name }」を変更しました。前の版にはすぐ戻せます。
making-checked = { $count }件のチェックに、ふつうの値でも極端な値でもすべて通りました。
making-look-looked = すべての画面を開いて操作してみました。
making-look-server = すべての画面にデータが届いています。ブラウザがないため、目では確かめていません。
making-look-no = すべての画面にデータが届いています。ブラウザがないため、目では確かめていません。
making-conflict = 作業中に「{ $name }」がほかの人に変更されました。そちらの版を残しています。もう一度お願いします。
making-unchanged = 「{ $name }」は元のままです。
making-nothing = 何も作らず、何も変えていません。
making-simple = モデルを使わない簡単な版を用意しました。すぐに使えます。
making-offers = 2つの案を作りました：{ $options }。どちらもすべてのチェックに通っています。どちらがよいですか？
making-ended-done = できました。
making-ended-rounds = モデルの案は、3回直してもチェックに通りませんでした。
making-ended-repetition = モデルの案はチェックに通らず、同じ答えを繰り返すだけでした。
making-ended-stopped = 中止しました。
making-ended-taken = 中止しました。これまでで一番よい版です。
making-ended-refused = モデルがこの依頼を断りました。
making-ended-budget = モデルに使えるお金は、今日の分を使い切りました。
making-ended-privacy = これは家の外に出せない内容で、家の中にモデルは設定されていません。
making-ended-timeout = モデルの返事が間に合いませんでした。
making-ended-rate = モデルの提供元が混み合っているか、待つように求めています。
making-ended-connection = モデルのサーバーにつながりません。
making-ended-unusable = モデルの返事は使えませんでした。

# Pictures that come with words
picture-label = 写真
picture-place = 「{ $name }」に写真の欄ができました。
picture-kept = 写真（{ $count } 枚）も一緒に残しました。
picture-talk = 写真（{ $count } 枚）はこの会話に残してあります。何が写っているかは分かりません。
picture-alone = 写真はこの会話に残してあります。何が写っているかは分かりません。「昼ごはん、650kcal」のように一言添えて送ると、その記録と一緒に残ります。

told = 記録はしていませんが、覚えておきます。後で聞いてもらえれば見つけます。

# --- facts that take another's place, and facts that are over ---
remembered-instead = 覚えました：{ $text }（これまでの「{ $before }」に代わります）
recall-found-until = { $when }に聞きました：{ $text }（{ $until }までのことです）
recall-perhaps-until = これのことかもしれません。{ $when }に聞きました：{ $text }（{ $until }までのことです）

# 進行中の作業がしていること。
work-tool = { $tool ->
    [read] ファイルを読む
    [write] ファイルを書く
    [edit] ファイルを変更
    [glob] ファイルを一覧
    [grep] ファイルを検索
    [note] メモを追加
    [python] Pythonを実行
    [javascript] JavaScriptを実行
    [shell] コマンドを実行
    [git] 履歴を見る
    [git_commit] 版を保存
    [todo] 予定を更新
    [fetch] ページを取得
    [preview] ページを確認
    [page] ページを開く
    [home] 家のデータを見る
    [home_change] 家のデータを変更
    [app_spec] アプリの構成を見る
    [app_change] アプリを作成・変更
    [memory] 記憶を見る
    [remember] 覚える
    [forget] 忘れる
    [delegate] 助手に任せる
   *[other] { $tool }
  }
work-target = { $kind ->
    [path] ファイル「{ $name }」
    [app] アプリ「{ $name }」
    [host] アドレス { $name }
    [delete] 何かを削除すること
    [update] 記録を変更すること
    [new] 新しいアプリ
   *[other] 「{ $name }」
  }
making-asks = 「{ $name }」はできあがり、チェックにも通りましたが、自分の記録以外も必要としています：{ $asks }許可するまで何も変わりません。
making-ask = 「{ $name }」が、アプリ「{ $app }」の { $fields } を読み取ろうとしています。
making-yes = はい|許可|許可する|許可します|いいよ|ok


# 会話で提案する、何段階もかかる作業。
work-offer = 工房で順を追って進められます。ファイルの変更、プログラムの実行、ネットの利用の前には確認します。費用は最大{ $money }です。始めますか？
work-yes = はい、始めて
work-no = いらない
work-begun = 始めました。各手順はここで見られます。必要なときは確認します。
work-declined = わかりました、やめておきます。
work-unserved = Calissonのページが動いているときだけ作業できます。「calisson」で起動して、そこで頼んでください。

memory-export-title = 覚えていること
memory-export-until = { $until }まで
memory-export-left-out = { $count }件の記憶は、用途の設定で書き出しが許可されていないため、ここには含まれていません。

## PostgreSQL が記憶のベクトルを探す方法

pgvector-ready = ベクトルは PostgreSQL の中で、拡張機能 pgvector が探しています。
pgvector-absent = ベクトルはメモリ上で探しています。PostgreSQL サーバーに拡張機能 pgvector がありません。
pgvector-old = ベクトルはメモリ上で探しています。pgvector は 0.8 以降が必要です。サーバーで更新してから、このホームのデータベースで`ALTER EXTENSION vector UPDATE`を実行してください。
pgvector-refused = ベクトルはメモリ上で探しています。このホームには pgvector を有効にする権限がありません。データベースの管理者が、このホームのデータベースで`CREATE EXTENSION vector`を実行すれば使えます。
pgvector-waiting = ベクトルは今のところメモリ上で探しています。pgvector は次の片付けのときに準備されます。`calisson memory tidy`ですぐに準備することもできます。
place-found = それは「{ $name }」にあります：{ $fields }。
place-perhaps = どこにあるかは聞いていません。「{ $name }」には{ $fields }があります。
place-many = それは{ $names }にあります。
place-name = 「{ $name }」
place-none = それを記録しているアプリはなく、聞いたこともありません。「〜を記録したい」と言ってもらえればアプリを作ります。
place-keeps = 「{ $name }」は{ $entity }を記録します：{ $fields }。
place-choices = { $field }（{ $choices }）
place-also = 別の言い方：{ $words }。
place-since = { $when }から、{ $many }。
place-many-none = 記録はまだありません
place-many-few = 記録が少しあります
place-many-dozens = 記録が数十件あります
place-many-hundreds = 記録が数百件あります
place-many-thousands = 記録が数千件あります
place-people = 関わる人：{ $people }。
