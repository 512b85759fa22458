# 助手的回复。参数已按语言格式化；数字用于选择复数形式。

app-created = “{ $name }”做好了，包含{ $fields }。直接告诉我要记什么就行。
app-created-example = “{ $name }”做好了，包含{ $fields }。试试说：“{ $example }”
app-edited = 已修改“{ $name }”：{ $changes }。
edit-add-field = 添加了{ $field }
edit-remove-field = 移除了{ $field }，数据仍在历史里
edit-rename-field = { $field }改名为{ $text }
edit-change-field = 修改了{ $field }
edit-add-view = 添加了视图：{ $view }
edit-remove-view = 移除了视图：{ $view }
edit-rename-app = 现在叫{ $text }
edit-add-goal = 设定目标：{ $field }{ $period }{ $direction ->
    [at_most] 最多
   *[at_least] 至少
}{ $value }
edit-set-icon = 新图标 { $text }
edit-add-choice = 添加了选项{ $text }
edit-set-display-unit = 以后用{ $text }显示
edit-share = 暂时还不能与{ $text }共享，没有共享任何内容
edit-rollback = 回到第 { $number } 版
app-deleted = “{ $name }”和里面的 { $count } 条记录已收起。说“撤销”就能全部恢复。
edit-nothing = “{ $name }”已经是这样了，没有改动。
edit-problem = “{ $name }”保持原样：{ $problem }

view-table = 表格
view-list = 列表
view-cards = 卡片
view-form = 表单
view-calendar = 日历
view-board = 看板
view-chart = 图表
view-stat = 统计数字
view-checklist = 清单
view-timeline = 时间线
view-gallery = 图库
view-map = 地图
view-custom = 小组件

period-day = 每天
period-week = 每周
period-month = 每月
period-year = 每年
period-total = 总共

logged-one = 已记到{ $app }：{ $entry }。
logged-many = 已记到{ $app }，共 { $count } 条：{ $entries }。
updated-one = 已修改{ $app }：{ $entry }。
updated-many = 已修改{ $app }的 { $count } 条记录：{ $entries }。
deleted-one = 已从{ $app }删除：{ $entry }。说“撤销”可以恢复。
deleted-many = 已从{ $app }删除 { $count } 条记录。说“撤销”可以恢复。
changed-mixed = { $app }已更新：{ $entries }。
entry-details = { $title }（{ $details }）

answer-value = { $query }：{ $value }。
answer-more = { $query }：多 { $value }。
answer-fewer = { $query }：少 { $value }。
answer-same = { $query }：没有差别。
answer-list = { $query }：{ $items }。
answer-list-more = { $query }（{ $count }）：{ $items }，还有 { $more } 条。
answer-nothing = 没有找到：{ $query }。
answer-none-left = { $query }：一条也没有。
answer-streak = { $query }：连续 { $count } 天。
answer-row = { $title }（{ $details }）
answer-groups = { $query }：{ $items }。
answer-group = { $label }：{ $value }
answer-due = { $period }到期：{ $items }。
answer-due-nothing = { $period }没有到期的事项。
query-sum = { $field }合计
query-mean = 平均{ $field }
query-median = { $field }中位数
query-min = 最低{ $field }
query-max = 最高{ $field }
query-count = { $app }的记录数
query-last = 最近一次的{ $field }
query-first = 第一次的{ $field }
query-value = { $field }
query-list = { $app }
query-streak = { $app }
query-per-day = 每天{ $query }
query-per-week = 每周{ $query }
query-per-month = 每月{ $query }
query-per-year = 每年{ $query }
query-period = { $query }，{ $period }
query-where = { $query }（{ $conditions }）
query-compared = { $query }，与{ $period }相比
condition-eq = { $field }：{ $value }
condition-ne = { $field }不是{ $value }
condition-lt = { $field }低于{ $value }
condition-le = { $field }不超过{ $value }
condition-gt = { $field }高于{ $value }
condition-ge = { $field }至少{ $value }
condition-contains = 含{ $value }
condition-lacks = 不含{ $value }
condition-in = { $field }：{ $value }
condition-empty = 没有{ $field }
condition-filled = 有{ $field }
condition-not-done = 未完成：{ $field }
condition-done = { $field }
range-from-to = { $from }至{ $to }
range-from = { $from }起
range-to = 到{ $to }

reminder-set = 我会在{ $when }提醒你：{ $text }。
reminder-set-repeating = 我会{ $every }提醒你，下一次是{ $when }：{ $text }。
reminder-moved = 已改到{ $when }：{ $text }。
reminder-snoozed = { $when }再提醒你：{ $text }。
reminder-cancelled = 已取消：{ $text }。
reminder-not-found = 没有找到这个提醒。你现在有：{ $items }。
reminder-none = 你没有提醒。
reminder-past = { $when }已经过了。什么时候提醒你呢？
rrule-secondly = 一直
rrule-hourly = { $count ->
    [1] 每小时
   *[other] 每 { $count } 小时
}
rrule-daily = { $count ->
    [1] 每天
   *[other] 每 { $count } 天
}
rrule-weekly = { $count ->
    [1] 每周
   *[other] 每 { $count } 周
}
rrule-weekly-on = { $count ->
    [1] 每周（{ $days }）
   *[other] 每 { $count } 周（{ $days }）
}
rrule-weekdays = 每个工作日
rrule-monthly = { $count ->
    [1] 每月
   *[other] 每 { $count } 个月
}
rrule-monthly-on = { $count ->
    [1] 每月 { $day } 号
   *[other] 每 { $count } 个月的 { $day } 号
}
rrule-monthly-last = 每月最后一天
rrule-yearly = { $count ->
    [1] 每年
   *[other] 每 { $count } 年
}

remembered = 记住了：{ $text }
remembered-already = 这个我已经记着了：{ $text }
remembered-waits = 记下了，在“记忆”里等你确认：{ $text }
recall-found = 你在{ $when }说过：{ $text }
recall-perhaps = 也许是这个。你在{ $when }说过：{ $text }
recall-more = 你说过：{ $items }
recall-nothing = 这方面我没有记录。说“记住……”，我就会记下来。
forgotten = 忘掉了：{ $text }
forget-nothing = 没有找到可以忘掉的内容。

undone = 已撤销：“{ $text }”。
undo-nothing = 没有可以撤销的操作。
undo-conflict = 这一步后来又被改过，不能直接撤销。请先撤销后面的修改。

chat-greeting = 你好！想记录点什么？
chat-thanks = 不客气！
chat-how_are_you = 谢谢，我这里一切都好。你呢？
chat-sad = 听起来不太好受。愿意的话跟我说说，我也可以帮你写日记。
chat-happy = 太好了！
chat-tired = 今天辛苦了，好好休息。
chat-help = 告诉我想记录什么（“我想记账，金额和分类”），说话就能记（“昨天咖啡20块”），随时问（“这周花了多少”），设提醒（“每天八点提醒我拉伸”），记错了就说“撤销”。
chat-capabilities = 你说什么，我就做成生活小应用，保存你的记录，回答相关问题，替你记事，按时提醒。所有内容都留在这台设备上。
chat-goodbye = 回头见！
chat-praise = 谢谢！能帮上忙真好。
chat-insult = 抱歉。说“撤销”可以退回上一步，或者告诉我你的意思。
chat-who_are_you = 我是 Calisson，这个家的个人 AI，运行在这台设备上，所有内容都留在这里。
chat-acknowledge = 好的。
chat-other = 我在听。你可以记点什么、问问你的数据，或者告诉我想记录什么。

not-understood = 我没听懂，什么都没有记录。你可以记点什么、问问你的数据，或者告诉我想记录什么。
say-something = 消息是空的。你想做什么？
other-currency = “{ $text }”和{ $field }的货币（{ $currency }）不一样，我不会随便换算。什么都没有记录，请用{ $currency }说金额。
not-text = 这看起来是数据，不是文字，什么都没有记录。文件可以在应用里导入。
too-long = 这条消息太长了（超过 { $limit } 个字符），什么都没有记录。请分几次发给我。
did-you-mean = 你是想{ $options }吗？还没有记录任何内容。
option-create_app = 新建应用“{ $name }”
option-edit_app = 修改“{ $name }”
option-log = 记到“{ $name }”
option-ask = 从“{ $name }”里找答案
option-remind = 设提醒
option-remember = 让我记住这件事
option-recall = 查一下记过的事
option-forget = 忘掉某件事
option-undo = 撤销上一步
option-chat = 随便聊聊
which-app = 你指的是哪个应用：{ $options }？还没有记录任何内容。
which-record = 你指的是哪一条：{ $options }？没有改动。
no-such-record = 没有找到这样的记录，没有改动。
no-apps-yet = 还没有可用的应用。告诉我你想记录什么吧。
amount-not-a-number = “{ $text }”里的金额我看不懂，什么都没有记录。是多少呢？
no-such-date = “{ $text }”这个日期不存在，什么都没有记录。你指的是哪一天？
out-of-range = { $field }应该在 { $minimum } 到 { $maximum } 之间，我读到的是 { $value }。什么都没有记录。
negative-not-allowed = { $field }不能是负数（读到 { $value }）。什么都没有记录。
unknown-unit = { $field }的单位“{ $unit }”我不认识。什么都没有记录。
remind-when = 什么时候提醒你？
remind-what = 要提醒你什么？
refuse-instructions = 我只处理你想记录、询问或安排的事，不会改动自己的规则，也不会显示密钥。什么都没有记录。
refuse-secrets = 我不会显示密钥、密码或内部信息。什么都没有记录。
refuse-harm = 这个我帮不了。

due-now = 提醒：{ $text }
unexpected = 我这边出了点问题，这条消息没有记录任何内容。请再试一次。

# What a device says about the installed page.
install-description = 说一句话，就变成一个小应用。所有内容都留在你自己家里。
install-log = 记一笔
install-chat = 对话
install-due = 待办提醒

# 任务进行中、动手之前要问的话。
work-question-policy = 可以用“{ $tool }”来做这一步吗？
work-question-outside = 我读到了别人写的内容，而接下来的“{ $tool }”超出了你的要求：{ $targets }。要继续吗？
work-question-private = 这里用到了不该离开家里的内容，而“{ $tool }”会把信息发到外面。要继续吗？

# 由语言模型制作的应用：结果如何，检查了什么。
making-created = “{ $name }”做好了，包含{ $fields }。
making-changed = “{ $name }”已修改；退一步就能回到之前的版本。
making-checked = { $count } 项检查全部通过，普通数值和极端数值都试过。
making-look-looked = 每个视图都打开并点过一遍。
making-look-server = 每个视图都能取到数据；这里没有浏览器，没能亲眼查看。
making-look-no = 每个视图都能取到数据；这里没有浏览器，没能亲眼查看。
making-conflict = 制作期间，“{ $name }”被别人改过了。保留的是对方的版本；请再说一遍。
making-unchanged = “{ $name }”保持原样。
making-nothing = 没有新建，也没有修改任何东西。
making-simple = 先给你一个不用模型的简单版本，马上就能用。
making-offers = 有两种做法：{ $options }。两种都通过了全部检查。你更喜欢哪一种？
making-ended-done = 完成。
making-ended-rounds = 模型给出的版本修了三次，还是没通过检查。
making-ended-repetition = 模型给出的版本没通过检查，而且一直重复同样的内容。
making-ended-stopped = 已停止。
making-ended-taken = 已停止；你拿到的是目前最好的版本。
making-ended-refused = 模型拒绝做这件事。
making-ended-budget = 今天留给模型的钱已经用完。
making-ended-privacy = 这些内容不能离开家里，而家里没有设置模型。
making-ended-timeout = 模型没有及时回答。
making-ended-rate = 模型的服务商过载，或要求稍后再试。
making-ended-connection = 连不上模型的服务器。
making-ended-unusable = 模型的回答无法使用。

# Pictures that come with words
picture-label = 图片
picture-place = “{ $name }”现在有放图片的位置了。
picture-kept = 图片已和它一起保存（{ $count } 张）。
picture-talk = { $count } 张图片留在这里的对话里；我看不到图上的内容。
picture-alone = 图片留在这里的对话里。我看不到图上的内容：附上几个字一起发，比如“午饭，650 千卡”，它就会和那条记录一起保存。

told = 我没有记到应用里，但会记在心上：以后问我，我就能找到。

# --- facts that take another's place, and facts that are over ---
remembered-instead = 我记住了：{ $text }，取代了之前的：{ $before }
recall-found-until = 你在{ $when }告诉过我：{ $text }（到{ $until }为止）
recall-perhaps-until = 也许是这个。你在{ $when }告诉过我：{ $text }（到{ $until }为止）

# 正在进行的任务所做的事。
work-tool = { $tool ->
    [read] 读取文件
    [write] 写入文件
    [edit] 修改文件
    [glob] 列出文件
    [grep] 搜索文件
    [note] 添加笔记
    [python] 运行 Python
    [javascript] 运行 JavaScript
    [shell] 运行命令
    [git] 查看历史
    [git_commit] 保存版本
    [todo] 更新计划
    [fetch] 获取网页
    [preview] 查看页面
    [page] 打开网页
    [home] 查看家中数据
    [home_change] 修改家中数据
    [app_spec] 查看应用的结构
    [app_change] 新建或修改应用
    [memory] 查看记忆
    [remember] 记住内容
    [forget] 忘记内容
    [delegate] 请帮手处理
   *[other] { $tool }
  }
work-target = { $kind ->
    [path] 文件“{ $name }”
    [app] 应用“{ $name }”
    [host] 网址 { $name }
    [delete] 删除内容
    [update] 修改记录
    [new] 一个新应用
   *[other] “{ $name }”
  }
making-asks = “{ $name }”已经做好并通过了检查，但它想看的不只是自己的记录：{ $asks }你同意之前，什么都不会改变。
making-ask = “{ $name }”想读取你的应用“{ $app }”里的 { $fields }。
making-yes = 是|是的|好|好的|允许|同意|可以


# 对话中提出的多步任务。
work-offer = 这件事我可以在工坊里一步步做。修改文件、运行程序或上网之前我会先问你，最多花费 { $money }。要开始吗？
work-yes = 好，开始
work-no = 不用了
work-begun = 已经开始了。每一步你都能在这里看到，需要你时我会问。
work-declined = 好的，那就不做了。
work-unserved = 只有 Calisson 的页面在运行时我才能做这件事。请用“calisson”启动，然后在那里告诉我。

memory-export-title = 我记住的事
memory-export-until = 到{ $until }为止
memory-export-left-out = 有 { $count } 条记忆不在其中，因为它们的用途不允许导出。

## PostgreSQL 如何查找记忆的向量

pgvector-ready = 向量由 PostgreSQL 自己查找，用的是 pgvector 扩展。
pgvector-absent = 向量在内存中查找：PostgreSQL 服务器上没有 pgvector 扩展。
pgvector-old = 向量在内存中查找：需要 pgvector 0.8 或更新的版本。请先在服务器上更新，再在这个家的数据库中执行`ALTER EXTENSION vector UPDATE`。
pgvector-refused = 向量在内存中查找：这个家没有权限启用 pgvector。数据库管理员可以在这个家的数据库中执行`CREATE EXTENSION vector`。
pgvector-waiting = 向量暂时在内存中查找；下次整理时会准备好 pgvector，也可以运行`calisson memory tidy`马上准备。
place-found = 这些在“{ $name }”里：{ $fields }。
place-perhaps = 你没有告诉过我它在哪里；“{ $name }”里记着{ $fields }。
place-many = 这些在{ $names }里。
place-name = “{ $name }”
place-none = 没有哪个应用记着这个，你也没有跟我说过。说“我想记录……”，我就做一个应用。
place-keeps = “{ $name }”记着{ $entity }：{ $fields }。
place-choices = { $field }（{ $choices }）
place-also = 也叫：{ $words }。
place-since = 从{ $when }开始，{ $many }。
place-many-none = 还没有记录
place-many-few = 有几条记录
place-many-dozens = 有几十条记录
place-many-hundreds = 有几百条记录
place-many-thousands = 有几千条记录
place-people = 涉及{ $people }。
