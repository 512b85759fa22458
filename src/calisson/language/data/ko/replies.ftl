# 비서의 답변. 인자는 언어에 맞게 서식이 적용되어 들어온다.

app-created = “{ $name }” 앱을 만들었어요. 항목: { $fields }. 편하게 말해 주시면 기록할게요.
app-created-example = “{ $name }” 앱을 만들었어요. 항목: { $fields }. 이렇게 말해 보세요: “{ $example }”
app-edited = “{ $name }” 앱을 바꿨어요: { $changes }.
edit-add-field = { $field } 추가
edit-remove-field = { $field } 삭제(데이터는 기록에 남아 있어요)
edit-rename-field = { $field } 이름을 { $text }(으)로 변경
edit-change-field = { $field } 변경
edit-add-view = 보기 추가: { $view }
edit-remove-view = 보기 삭제: { $view }
edit-rename-app = 이름을 { $text }(으)로 변경
edit-add-goal = 목표 설정: { $field } { $period } { $value } { $direction ->
    [at_most] 이하
   *[at_least] 이상
}
edit-set-icon = 새 아이콘 { $text }
edit-add-choice = 선택지 { $text } 추가
edit-set-display-unit = 이제부터 { $text } 단위로 표시
edit-share = { $text } 님과의 공유는 아직 안 돼요. 공유된 것은 없어요
edit-rollback = 버전 { $number }(으)로 되돌림
app-deleted = “{ $name }” 앱과 기록 { $count }건을 치웠어요. “되돌려 줘”라고 하면 모두 돌아와요.
edit-nothing = “{ $name }” 앱은 이미 그 상태예요. 바뀐 것은 없어요.
edit-problem = “{ $name }” 앱은 그대로 두었어요: { $problem }

view-table = 표
view-list = 목록
view-cards = 카드
view-form = 입력 양식
view-calendar = 달력
view-board = 보드
view-chart = 차트
view-stat = 통계
view-checklist = 체크리스트
view-timeline = 타임라인
view-gallery = 갤러리
view-map = 지도
view-custom = 위젯

period-day = 하루
period-week = 일주일
period-month = 한 달
period-year = 1년
period-total = 전체

logged-one = { $app }에 기록했어요: { $entry }.
logged-many = { $app }에 { $count }건 기록했어요: { $entries }.
updated-one = { $app }에서 고쳤어요: { $entry }.
updated-many = { $app }에서 { $count }건 고쳤어요: { $entries }.
deleted-one = { $app }에서 지웠어요: { $entry }. “되돌려 줘”라고 하면 돌아와요.
deleted-many = { $app }에서 { $count }건 지웠어요. “되돌려 줘”라고 하면 돌아와요.
changed-mixed = { $app } 업데이트: { $entries }.
entry-details = { $title } ({ $details })

answer-value = { $query }: { $value }.
answer-more = { $query }: { $value } 더 많아요.
answer-fewer = { $query }: { $value } 더 적어요.
answer-same = { $query }: 차이가 없어요.
answer-list = { $query }: { $items }.
answer-list-more = { $query } ({ $count }건): { $items } 외 { $more }건.
answer-nothing = 찾은 것이 없어요: { $query }.
answer-none-left = { $query }: 하나도 없어요.
answer-streak = { $query }: { $count }일 연속이에요.
answer-row = { $title } ({ $details })
answer-groups = { $query }: { $items }.
answer-group = { $label }: { $value }
answer-due = { $period } 할 일: { $items }.
answer-due-nothing = { $period } 예정된 것이 없어요.
query-sum = { $field } 합계
query-mean = { $field } 평균
query-median = { $field } 중앙값
query-min = { $field } 최솟값
query-max = { $field } 최댓값
query-count = { $app } 기록 수
query-last = 최근 { $field }
query-first = 첫 { $field }
query-value = { $field }
query-list = { $app }
query-streak = { $app }
query-per-day = 하루당 { $query }
query-per-week = 주당 { $query }
query-per-month = 월당 { $query }
query-per-year = 연간 { $query }
query-period = { $query }, { $period }
query-where = { $query } ({ $conditions })
query-compared = { $query }, { $period } 대비
condition-eq = { $field }: { $value }
condition-ne = { $field }: { $value } 제외
condition-lt = { $field } { $value } 미만
condition-le = { $field } { $value } 이하
condition-gt = { $field } { $value } 초과
condition-ge = { $field } { $value } 이상
condition-contains = { $value } 포함
condition-lacks = { $value } 제외
condition-in = { $field }: { $value }
condition-empty = { $field } 없음
condition-filled = { $field } 있음
condition-not-done = { $field } 아직
condition-done = { $field }
range-from-to = { $from } ~ { $to }
range-from = { $from }부터
range-to = { $to }까지

reminder-set = { $when }에 알려 드릴게요: { $text }.
reminder-set-repeating = { $every } 알려 드릴게요. 다음은 { $when }: { $text }.
reminder-moved = { $when }(으)로 옮겼어요: { $text }.
reminder-snoozed = { $when }에 다시 알려 드릴게요: { $text }.
reminder-cancelled = 취소했어요: { $text }.
reminder-not-found = 그런 알림을 찾지 못했어요. 지금 있는 알림: { $items }.
reminder-none = 알림이 없어요.
reminder-past = { $when }은(는) 이미 지났어요. 언제 알려 드릴까요?
rrule-secondly = 계속
rrule-hourly = { $count ->
    [1] 매시간
   *[other] { $count }시간마다
}
rrule-daily = { $count ->
    [1] 매일
   *[other] { $count }일마다
}
rrule-weekly = { $count ->
    [1] 매주
   *[other] { $count }주마다
}
rrule-weekly-on = { $count ->
    [1] 매주 { $days }
   *[other] { $count }주마다 { $days }
}
rrule-weekdays = 평일마다
rrule-monthly = { $count ->
    [1] 매달
   *[other] { $count }개월마다
}
rrule-monthly-on = { $count ->
    [1] 매달 { $day }일에
   *[other] { $count }개월마다 { $day }일에
}
rrule-monthly-last = 매달 마지막 날에
rrule-yearly = { $count ->
    [1] 매년
   *[other] { $count }년마다
}

remembered = 기억해 둘게요: { $text }
remembered-already = 이미 기억하고 있어요: { $text }
remembered-waits = 적어 두었어요. ‘기억’에서 확인을 기다려요: { $text }
recall-found = { $when }에 이렇게 말씀하셨어요: { $text }
recall-perhaps = 혹시 이 말씀일까요? { $when }에 이렇게 말씀하셨어요: { $text }
recall-more = 이렇게 말씀하셨어요: { $items }
recall-nothing = 그것에 대해서는 아는 것이 없어요. “기억해 줘”라고 말하면 기억해 둘게요.
forgotten = 잊었어요: { $text }
forget-nothing = 잊을 만한 내용을 찾지 못했어요.

undone = 되돌렸어요: “{ $text }”.
undo-nothing = 되돌릴 것이 없어요.
undo-conflict = 그 뒤에 다시 바뀌어서 바로 되돌릴 수 없어요. 나중 변경부터 되돌려 주세요.

chat-greeting = 안녕하세요! 무엇을 기록할까요?
chat-thanks = 천만에요!
chat-how_are_you = 고마워요, 잘 지내고 있어요. 어떠세요?
chat-sad = 힘드셨겠어요. 괜찮으시면 이야기해 주세요. 일기를 써 드릴 수도 있어요.
chat-happy = 정말 잘됐네요!
chat-tired = 오늘 고생 많으셨어요. 푹 쉬세요.
chat-help = 기록하고 싶은 것을 말해 주세요(“가계부 만들어줘, 금액이랑 카테고리”). 말로 기록하고(“어제 커피 4,500원”), 물어보고(“이번 주 얼마 썼어?”), 알림도 받을 수 있어요(“매일 8시에 스트레칭 알려줘”). 잘못되면 “되돌려 줘”라고 하세요.
chat-capabilities = 말씀하시는 대로 생활 속 작은 앱을 만들고, 기록을 보관하고, 질문에 답하고, 기억해 두고, 제때 알려 드려요. 모든 것은 이 기기에만 남아요.
chat-goodbye = 또 봐요!
chat-praise = 고마워요! 도움이 됐다니 기뻐요.
chat-insult = 죄송해요. “되돌려 줘”라고 하면 마지막 단계를 되돌릴 수 있어요. 어떤 뜻이었는지 알려 주세요.
chat-who_are_you = 저는 이 집의 개인 AI, Calisson이에요. 이 기기에서만 돌아가고 모든 것을 여기에 보관해요.
chat-acknowledge = 알겠어요.
chat-other = 듣고 있어요. 기록하거나, 데이터에 대해 물어보거나, 새로 기록하고 싶은 것을 말해 주세요.

not-understood = 이해하지 못했어요. 아무것도 기록하지 않았어요. 기록할 내용이나 데이터에 대한 질문을 말해 주세요.
say-something = 빈 메시지예요. 무엇을 할까요?
other-currency = “{ $text }”은(는) { $field }의 통화({ $currency })와 달라요. 마음대로 환산하지 않아요. 아무것도 기록하지 않았으니 { $currency } 금액으로 말해 주세요.
not-text = 글이 아니라 데이터처럼 보여요. 아무것도 기록하지 않았어요. 파일은 앱 화면에서 가져올 수 있어요.
too-long = 메시지가 너무 길어요({ $limit }자 초과). 아무것도 기록하지 않았어요. 나눠서 보내 주세요.
did-you-mean = { $options } 중에 어느 쪽인가요? 아직 아무것도 기록하지 않았어요.
option-create_app = 새 앱 “{ $name }” 만들기
option-edit_app = “{ $name }” 바꾸기
option-log = “{ $name }”에 기록하기
option-ask = “{ $name }”에서 답 찾기
option-remind = 알림 설정하기
option-remember = 기억해 두기
option-recall = 기억한 것 찾아보기
option-forget = 무언가 잊기
option-undo = 마지막 단계 되돌리기
option-chat = 그냥 이야기하기
which-app = 어느 앱인가요: { $options }? 아직 아무것도 기록하지 않았어요.
which-record = 어느 기록인가요: { $options }? 바뀐 것은 없어요.
no-such-record = 그런 기록을 찾지 못했어요. 바뀐 것은 없어요.
no-apps-yet = 아직 앱이 없어요. 무엇을 기록하고 싶은지 말해 주세요.
amount-not-a-number = “{ $text }”에서 금액을 읽지 못했어요. 아무것도 기록하지 않았어요. 얼마였나요?
no-such-date = “{ $text }”은(는) 없는 날짜예요. 아무것도 기록하지 않았어요. 어느 날인가요?
out-of-range = { $field } 값은 { $minimum }에서 { $maximum } 사이여야 해요(읽은 값: { $value }). 아무것도 기록하지 않았어요.
negative-not-allowed = { $field } 값은 음수일 수 없어요(읽은 값: { $value }). 아무것도 기록하지 않았어요.
unknown-unit = { $field }의 단위 “{ $unit }”을(를) 모르겠어요. 아무것도 기록하지 않았어요.
remind-when = 언제 알려 드릴까요?
remind-what = 무엇을 알려 드릴까요?
refuse-instructions = 여기서 기록하고 묻고 계획하는 일만 도와드려요. 규칙을 바꾸거나 키를 보여 드리지는 않아요. 아무것도 기록하지 않았어요.
refuse-secrets = 키나 비밀번호, 내부 정보는 보여 드리지 않아요. 아무것도 기록하지 않았어요.
refuse-harm = 그건 도와드릴 수 없어요.

due-now = 알림: { $text }
unexpected = 제 쪽에서 문제가 생겼어요. 이 메시지는 아무것도 기록되지 않았어요. 다시 시도해 주세요.

# What a device says about the installed page.
install-description = 말하면 작은 앱이 돼요. 모든 것은 내 홈에 남아요.
install-log = 기록하기
install-chat = 대화
install-due = 예정

# 작업 중 실행하기 전에 묻는 말.
work-question-policy = 이 일에 “{ $tool }”을(를) 써도 될까요?
work-question-outside = 다른 사람이 쓴 글을 읽었는데, 이제 “{ $tool }”은(는) 부탁하신 범위를 벗어납니다: { $targets }. 진행할까요?
work-question-private = 집 밖으로 나가면 안 되는 내용을 읽었는데, “{ $tool }”은(는) 밖으로 무언가를 보냅니다. 진행할까요?

# 언어 모델이 만드는 앱: 어떻게 되었고 무엇을 확인했는지.
making-created = ‘{ $name }’ 앱을 만들었어요. 항목은 { $fields }입니다.
making-changed = ‘{ $name }’ 앱을 바꿨어요. 이전 버전으로 바로 되돌릴 수 있어요.
making-checked = 검사 { $count }개를 보통 값과 극단적인 값으로 모두 통과했어요.
making-look-looked = 모든 화면을 열어 눌러 봤어요.
making-look-server = 모든 화면에 데이터가 들어와요. 브라우저가 없어 눈으로는 확인하지 못했어요.
making-look-no = 모든 화면에 데이터가 들어와요. 브라우저가 없어 눈으로는 확인하지 못했어요.
making-conflict = 작업하는 동안 다른 사람이 ‘{ $name }’ 앱을 바꿨어요. 그 버전을 남겨 두었으니 다시 말씀해 주세요.
making-unchanged = ‘{ $name }’ 앱은 그대로예요.
making-nothing = 만들거나 바꾼 것은 없어요.
making-simple = 모델 없이 만든 간단한 버전이에요. 바로 쓸 수 있어요.
making-offers = 두 가지 안을 만들었어요: { $options }. 둘 다 모든 검사를 통과했어요. 어느 쪽이 더 마음에 드세요?
making-ended-done = 다 됐어요.
making-ended-rounds = 모델이 만든 버전이 세 번 고쳐도 검사를 통과하지 못했어요.
making-ended-repetition = 모델이 만든 버전이 검사를 통과하지 못했고, 같은 답만 되풀이했어요.
making-ended-stopped = 멈췄어요.
making-ended-taken = 멈췄어요. 지금까지 가장 나은 버전이에요.
making-ended-refused = 모델이 이 요청을 거절했어요.
making-ended-budget = 오늘 모델에 쓸 돈을 다 썼어요.
making-ended-privacy = 집 밖으로 나갈 수 없는 내용인데, 집 안에 설정된 모델이 없어요.
making-ended-timeout = 모델이 제때 답하지 않았어요.
making-ended-rate = 모델 제공자가 과부하이거나 잠시 기다리라고 해요.
making-ended-connection = 모델 서버에 연결할 수 없어요.
making-ended-unusable = 모델의 답을 쓸 수 없었어요.

# Pictures that come with words
picture-label = 사진
picture-place = “{ $name }”에 사진 자리가 생겼어요.
picture-kept = 사진 { $count }장도 함께 남겼어요.
picture-talk = 사진 { $count }장은 이 대화에 남아 있어요. 무엇이 찍혔는지는 볼 수 없어요.
picture-alone = 사진은 이 대화에 남아 있어요. 무엇이 찍혔는지는 볼 수 없으니, “점심, 650kcal”처럼 몇 마디와 함께 보내면 그 기록에 같이 남겨요.

told = 앱에 기록하지는 않았지만 기억해 둘게요. 나중에 물어보시면 찾아 드릴게요.

# --- facts that take another's place, and facts that are over ---
remembered-instead = 기억할게요: { $text } — 이전 내용 ‘{ $before }’을(를) 대신해요
recall-found-until = { $when }에 말해 주셨어요: { $text } ({ $until }까지였어요)
recall-perhaps-until = 혹시 이 말씀일까요? { $when }에 말해 주셨어요: { $text } ({ $until }까지였어요)

# 진행 중인 작업이 하는 일.
work-tool = { $tool ->
    [read] 파일 읽기
    [write] 파일 쓰기
    [edit] 파일 고치기
    [glob] 파일 목록 보기
    [grep] 파일 검색
    [note] 메모 추가
    [python] Python 실행
    [javascript] JavaScript 실행
    [shell] 명령 실행
    [git] 기록 보기
    [git_commit] 버전 저장
    [todo] 계획 고치기
    [fetch] 웹페이지 가져오기
    [preview] 페이지 살펴보기
    [page] 페이지 열기
    [home] 집 데이터 보기
    [home_change] 집 데이터 바꾸기
    [app_spec] 앱 구성 보기
    [app_change] 앱 만들거나 바꾸기
    [memory] 기억 보기
    [remember] 기억하기
    [forget] 잊기
    [delegate] 도우미에게 맡기기
   *[other] { $tool }
  }
work-target = { $kind ->
    [path] 파일 “{ $name }”
    [app] 앱 “{ $name }”
    [host] 주소 { $name }
    [delete] 무언가를 삭제하는 것
    [update] 기록을 바꾸는 것
    [new] 새 앱
   *[other] “{ $name }”
  }
making-asks = “{ $name }”이(가) 완성되어 검사를 통과했지만, 자기 기록보다 더 많은 것을 보려고 해요: { $asks } 허락하기 전에는 아무것도 바뀌지 않아요.
making-ask = “{ $name }”이(가) “{ $app }” 앱의 { $fields }을(를) 읽으려고 해요.
making-yes = 네|예|응|그래|좋아|허락|허락해|허락할게


# 대화에서 제안하는 여러 단계의 작업.
work-offer = 작업실에서 차근차근 진행할 수 있어요. 파일을 바꾸거나 프로그램을 실행하거나 인터넷을 쓰기 전에는 먼저 물어보고, 비용은 최대 { $money }예요. 시작할까요?
work-yes = 네, 시작해 줘
work-no = 괜찮아
work-begun = 시작했어요. 모든 단계를 여기서 볼 수 있고, 필요하면 여쭤볼게요.
work-declined = 알겠어요, 그대로 둘게요.
work-unserved = Calisson 페이지가 실행 중일 때만 할 수 있어요. “calisson”으로 시작한 뒤 거기서 말해 주세요.

memory-export-title = 기억하고 있는 것
memory-export-until = { $until }까지
memory-export-left-out = 기억 { $count }개는 쓰임새가 내보내기를 허용하지 않아 여기에 없어요.

## PostgreSQL이 기억의 벡터를 찾는 방법

pgvector-ready = 벡터는 PostgreSQL 안에서 확장 기능 pgvector로 찾아요.
pgvector-absent = 벡터는 메모리에서 찾아요. PostgreSQL 서버에 확장 기능 pgvector가 없어요.
pgvector-old = 벡터는 메모리에서 찾아요. pgvector 0.8 이상이 필요해요. 서버에서 업데이트한 뒤 이 홈의 데이터베이스에서 `ALTER EXTENSION vector UPDATE`를 실행해 주세요.
pgvector-refused = 벡터는 메모리에서 찾아요. 이 홈에는 pgvector를 켤 권한이 없어요. 데이터베이스 관리자가 이 홈의 데이터베이스에서 `CREATE EXTENSION vector`를 실행하면 돼요.
pgvector-waiting = 벡터는 지금은 메모리에서 찾아요. pgvector는 다음 정리 때 준비되고, `calisson memory tidy`로 바로 준비할 수도 있어요.
place-found = 그건 ‘{ $name }’에 있어요: { $fields }.
place-perhaps = 어디에 있는지는 말씀하신 적이 없어요. ‘{ $name }’에는 { $fields }이(가) 적혀 있어요.
place-many = 그건 { $names }에 있어요.
place-name = ‘{ $name }’
place-none = 그것을 적어 두는 앱은 없고, 말씀해 주신 적도 없어요. “…을 기록하고 싶어”라고 말하면 앱을 만들게요.
place-keeps = ‘{ $name }’은(는) { $entity }을(를) 적어 둡니다: { $fields }.
place-choices = { $field }({ $choices })
place-also = 다른 이름: { $words }.
place-since = { $when }부터, { $many }.
place-many-none = 아직 기록이 없어요
place-many-few = 기록이 조금 있어요
place-many-dozens = 기록이 수십 건 있어요
place-many-hundreds = 기록이 수백 건 있어요
place-many-thousands = 기록이 수천 건 있어요
place-people = 함께하는 사람: { $people }.
