# Replies of the assistant. Arguments come in already formatted for the language; numbers choose plurals.

app-created = “{ $name }” is ready, with { $fields }. Tell me what to log, in your own words.
app-created-example = “{ $name }” is ready, with { $fields }. Try: “{ $example }”
app-edited = Changed “{ $name }”: { $changes }.
edit-add-field = added { $field }
edit-remove-field = removed { $field }; its data stays in the history
edit-rename-field = renamed { $field } to { $text }
edit-change-field = changed { $field }
edit-add-view = added a view: { $view }
edit-remove-view = removed the view: { $view }
edit-rename-app = it is now called { $text }
edit-add-goal = goal set: { $field } { $direction ->
    [at_most] at most
   *[at_least] at least
} { $value } { $period }
edit-set-icon = new icon { $text }
edit-add-choice = added the choice { $text }
edit-set-display-unit = I show it in { $text } from now on
edit-share = sharing with { $text } is not possible yet; nothing was shared
edit-rollback = back to version { $number }
app-deleted = “{ $name }” and its { $count ->
    [one] entry are
   *[other] { $count } entries are
} put away. Say “undo” to get everything back.
edit-nothing = “{ $name }” is already like that; nothing changed.
edit-problem = I left “{ $name }” as it was: { $problem }

view-table = table
view-list = list
view-cards = cards
view-form = form
view-calendar = calendar
view-board = board
view-chart = chart
view-stat = numbers
view-checklist = checklist
view-timeline = timeline
view-gallery = gallery
view-map = map
view-custom = widget

period-day = a day
period-week = a week
period-month = a month
period-year = a year
period-total = in total

logged-one = Logged in { $app }: { $entry }.
logged-many = Logged { $count } entries in { $app }: { $entries }.
updated-one = Changed in { $app }: { $entry }.
updated-many = Changed { $count } entries in { $app }: { $entries }.
deleted-one = Deleted from { $app }: { $entry }. Say “undo” to get it back.
deleted-many = Deleted { $count } entries from { $app }. Say “undo” to get them back.
changed-mixed = Done in { $app }: { $entries }.
entry-details = { $title } ({ $details })

answer-value = { $query }: { $value }.
answer-more = { $query }: { $value } more.
answer-fewer = { $query }: { $value } less.
answer-same = { $query }: no difference.
answer-list = { $query }: { $items }.
answer-list-more = { $query } ({ $count }): { $items } and { $more } more.
answer-nothing = I found nothing for: { $query }.
answer-none-left = Nothing: { $query } is empty.
answer-streak = { $query }: { $count ->
    [one] { $count } day
   *[other] { $count } days
} in a row.
answer-row = { $title } ({ $details })
answer-groups = { $query }: { $items }.
answer-group = { $label }: { $value }
answer-due = Due { $period }: { $items }.
answer-due-nothing = Nothing is due { $period }.
query-sum = Total { $field }
query-mean = Average { $field }
query-median = Median { $field }
query-min = Lowest { $field }
query-max = Highest { $field }
query-count = Number of entries in { $app }
query-last = Latest { $field }
query-first = First { $field }
query-value = { $field }
query-list = { $app }
query-streak = { $app }
query-per-day = { $query } per day
query-per-week = { $query } per week
query-per-month = { $query } per month
query-per-year = { $query } per year
query-period = { $query }, { $period }
query-where = { $query } ({ $conditions })
query-compared = { $query }, compared with { $period }
condition-eq = { $field }: { $value }
condition-ne = not { $field }: { $value }
condition-lt = { $field } below { $value }
condition-le = { $field } at most { $value }
condition-gt = { $field } above { $value }
condition-ge = { $field } at least { $value }
condition-contains = with { $value }
condition-lacks = without { $value }
condition-in = { $field }: { $value }
condition-empty = without { $field }
condition-filled = with { $field }
condition-not-done = not { $field }
condition-done = { $field }
range-from-to = { $from } – { $to }
range-from = since { $from }
range-to = until { $to }

reminder-set = I will remind you on { $when }: { $text }.
reminder-set-repeating = I will remind you { $every }, next on { $when }: { $text }.
reminder-moved = Moved to { $when }: { $text }.
reminder-snoozed = I will ask again on { $when }: { $text }.
reminder-cancelled = Cancelled: { $text }.
reminder-not-found = I found no such reminder. You have: { $items }.
reminder-none = You have no reminders.
reminder-past = { $when } is already over. When shall I remind you?
rrule-secondly = all the time
rrule-hourly = { $count ->
    [one] every hour
   *[other] every { $count } hours
}
rrule-daily = { $count ->
    [one] every day
   *[other] every { $count } days
}
rrule-weekly = { $count ->
    [one] every week
   *[other] every { $count } weeks
}
rrule-weekly-on = { $count ->
    [one] every { $days }
   *[other] every { $count } weeks on { $days }
}
rrule-weekdays = on weekdays
rrule-monthly = { $count ->
    [one] every month
   *[other] every { $count } months
}
rrule-monthly-on = { $count ->
    [one] every month on day { $day }
   *[other] every { $count } months on day { $day }
}
rrule-monthly-last = on the last day of the month
rrule-yearly = { $count ->
    [one] every year
   *[other] every { $count } years
}

remembered = I will remember: { $text }
remembered-already = I know that already: { $text }
remembered-waits = Noted. In Memory it waits for your yes: { $text }
recall-found = You told me on { $when }: { $text }
recall-perhaps = This may be it. You told me on { $when }: { $text }
recall-more = You told me: { $items }
recall-nothing = I have nothing about that. Tell me “remember that …” and I will keep it.
forgotten = Forgotten: { $text }
forget-nothing = I found nothing like that to forget.

undone = Taken back: “{ $text }”.
undo-nothing = There is nothing to take back.
undo-conflict = That can’t be taken back any more, because it was changed again later. Take back the later change first.

chat-greeting = Hello! What would you like to keep track of, or log?
chat-thanks = You are welcome!
chat-how_are_you = Thank you, all is well here. And you?
chat-sad = I am sorry to hear that. If you like, tell me about it; I can keep a diary for you, too.
chat-happy = That is lovely to hear!
chat-tired = That sounds like a long day. Rest well.
chat-help = Tell me what you want to keep track of (“track my spending with amount and category”), log by talking (“coffee 3.20 yesterday”), ask (“how much this week?”), set reminders (“remind me every day at 8 to stretch”), and say “undo” whenever something went wrong.
chat-capabilities = I make small apps for your life from what you say, keep what you log, answer questions about it, remember things for you and remind you. Everything stays on this machine.
chat-goodbye = See you!
chat-praise = Thank you! Glad it helps.
chat-insult = Sorry about that. Say “undo” to take back the last step, or tell me what you meant.
chat-who_are_you = I am Calisson, the personal AI of this home. I run on this machine and keep everything here.
chat-acknowledge = All right.
chat-other = I am listening. You can log something, ask about your data, or tell me what to keep track of.

not-understood = I did not understand that, and nothing was recorded. You can log something, ask about your data, or say what you would like to keep track of.
say-something = I got an empty message. What would you like to do?
other-currency = “{ $text }” is in another currency than { $field } ({ $currency }), and I don’t convert money by guessing. Nothing was recorded; please say the amount in { $currency }.
not-text = That looks like data, not like text. Nothing was recorded; files can be imported in the app itself.
too-long = That message is too long for one step (more than { $limit } characters). Nothing was recorded; please send it in parts.
did-you-mean = Do you mean { $options }? Nothing was recorded yet.
option-create_app = make a new app “{ $name }”
option-edit_app = change “{ $name }”
option-log = log this in “{ $name }”
option-ask = answer from “{ $name }”
option-remind = set a reminder
option-remember = remember this
option-recall = look in your memories
option-forget = forget something
option-undo = take back the last step
option-chat = just talk
which-app = Which app do you mean: { $options }? Nothing was recorded yet.
which-record = Which entry do you mean: { $options }? Nothing was changed.
no-such-record = I found no entry like that; nothing was changed.
no-apps-yet = There is no app yet to do that with. Tell me what you would like to keep track of.
amount-not-a-number = I could not read the amount in “{ $text }”. Nothing was recorded; how much was it?
no-such-date = The date “{ $text }” does not exist. Nothing was recorded; which day did you mean?
out-of-range = { $field } has to be between { $minimum } and { $maximum }, but I read { $value }. Nothing was recorded.
negative-not-allowed = { $field } can’t be negative (I read { $value }). Nothing was recorded.
unknown-unit = I do not know the unit “{ $unit }” for { $field }. Nothing was recorded.
remind-when = When shall I remind you?
remind-what = What shall I remind you of?
refuse-instructions = I only follow what you want to keep, ask or plan here; I don’t change my own rules or show keys. Nothing was recorded.
refuse-secrets = I don’t show keys, passwords or internals. Nothing was recorded.
refuse-harm = I can’t help with that.

due-now = Reminder: { $text }
unexpected = Something went wrong on my side; nothing of this message was recorded. Please try again.

# What a device says about the installed page.
install-description = Say it, and it becomes a small app. Your own home keeps everything.
install-log = Log something
install-chat = Chat
install-due = What is due

# Questions of a running task before it does something.
work-question-policy = May I use “{ $tool }” for this?
work-question-outside = I have read text that others wrote, and now “{ $tool }” would go beyond what you asked for: { $targets }. Do you want that?
work-question-private = This run has read things that must not leave your home, and “{ $tool }” would send something out. Do you want that?

# Apps that a language model makes: what came of it, and what was tried.
making-created = I made “{ $name }” with { $fields }.
making-changed = I changed “{ $name }”; the former version is one step back.
making-checked = { $count ->
    [one] Its one check holds
   *[other] All its { $count } checks hold
 }, with ordinary and with extreme values.
making-look-looked = I opened every view and clicked through it.
making-look-server = Every view gets its data; no browser was there to look at it.
making-look-no = Every view gets its data; no browser was there to look at it.
making-conflict = “{ $name }” was changed by somebody else while I worked. Their version stays; please say it again.
making-unchanged = “{ $name }” is as it was.
making-nothing = Nothing was made or changed.
making-simple = Here is a simpler version without a model, which you can use right away.
making-offers = There are two ways to do it: { $options }. Both passed all their checks; which one do you like better?
making-ended-done = Done.
making-ended-rounds = The model’s versions did not pass their checks, also after three repairs.
making-ended-repetition = The model’s version did not pass its checks, and it kept repeating itself.
making-ended-stopped = Stopped.
making-ended-taken = Stopped; you have the best version so far.
making-ended-refused = The model declined to make this.
making-ended-budget = The money set aside for models is used up for today.
making-ended-privacy = This may not leave the house, and no model in this house is set up.
making-ended-timeout = The model did not answer in time.
making-ended-rate = The model’s provider is overloaded or asks to wait.
making-ended-connection = The model’s server can’t be reached.
making-ended-unusable = The model’s answers could not be used.

# Pictures that come with words
picture-label = Picture
picture-place = “{ $name }” has a place for pictures now.
picture-kept = { $count ->
    [one] The picture is kept with it.
   *[other] The { $count } pictures are kept with it.
}
picture-talk = { $count ->
    [one] The picture is kept here in the talk; I can’t see what is on it.
   *[other] { $count } pictures are kept here in the talk; I can’t see what is on them.
}
picture-alone = The picture is kept here in the talk. I can’t see what is on it: send it with a few words, such as “lunch, 650 kcal”, and it is kept with that entry.

told = I have not logged anything, but I keep it in mind: ask me and I will find it.

# --- facts that take another's place, and facts that are over ---
remembered-instead = I will remember: { $text } — it takes the place of: { $before }
recall-found-until = On { $when } you told me: { $text } — that held until { $until }.
recall-perhaps-until = This may be it. On { $when } you told me: { $text } — that held until { $until }.

# What a running task does, as a person reads it.
work-tool = { $tool ->
    [read] Read a file
    [write] Write a file
    [edit] Change a file
    [glob] List files
    [grep] Search files
    [note] Add to the notes
    [python] Run Python
    [javascript] Run JavaScript
    [shell] Run a command
    [git] Look at the history
    [git_commit] Keep a version
    [todo] Update the plan
    [fetch] Fetch a page
    [preview] Look at a page
    [page] Open a page
    [home] Look into the home
    [home_change] Change the home
    [app_spec] Look at an app’s design
    [app_change] Make or change an app
    [memory] Look into memory
    [remember] Remember something
    [forget] Forget something
    [delegate] Let helpers work
   *[other] { $tool }
  }
work-target = { $kind ->
    [path] the file “{ $name }”
    [app] the app “{ $name }”
    [host] the address { $name }
    [delete] deleting something
    [update] changing entries
    [new] a new app
   *[other] “{ $name }”
  }
making-asks = “{ $name }” is ready and passed its checks, but wants more than its own entries: { $asks } Nothing changes unless you allow it.
making-ask = “{ $name }” wants to read { $fields } in your app “{ $app }”.
making-yes = yes|yes, allow it|allow|allow it|ok|okay


# Work of several steps, offered in the talk.
work-offer = I can work on that step by step in the workshop. I would ask before I change a file, run a program or go online, and it would cost at most { $money }. Shall I begin?
work-yes = Yes, begin
work-no = No, thanks
work-begun = I have begun. You see each step here, and I ask when I need you.
work-declined = All right, I leave it.
work-unserved = I can only work on that while Calisson’s page is running. Start it with “calisson”, and say it there.

memory-export-title = What I remember
memory-export-until = held until { $until }
memory-export-left-out = { $count ->
    [one] One memory is not in here, because its purposes allow no export.
   *[other] { $count } memories are not in here, because their purposes allow no export.
}

## How PostgreSQL searches memories' vectors

pgvector-ready = Vectors are searched inside PostgreSQL, by its extension pgvector.
pgvector-absent = Vectors are searched in working memory: the PostgreSQL server does not have the extension pgvector.
pgvector-old = Vectors are searched in working memory: pgvector 0.8 or later is needed. Update it on the server, then run `ALTER EXTENSION vector UPDATE` in the home’s database.
pgvector-refused = Vectors are searched in working memory: this home may not turn pgvector on. A database administrator can: `CREATE EXTENSION vector` in the home’s database.
pgvector-waiting = Vectors are searched in working memory for now; pgvector is prepared at the next housekeeping, or by `calisson memory tidy`.
place-found = “{ $name }” keeps that: { $fields }.
place-perhaps = You told me nothing about where that is; “{ $name }” keeps { $fields }.
place-many = That is in { $names }.
place-name = “{ $name }”
place-none = None of your apps keeps that, and you told me nothing about it. Say “track …”, and I make an app for it.
place-keeps = “{ $name }” keeps { $entity }: { $fields }.
place-choices = { $field } ({ $choices })
place-also = Also called: { $words }.
place-since = Since { $when }, { $many }.
place-many-none = nothing in it yet
place-many-few = a few entries
place-many-dozens = dozens of entries
place-many-hundreds = hundreds of entries
place-many-thousands = thousands of entries
place-people = With { $people }.
