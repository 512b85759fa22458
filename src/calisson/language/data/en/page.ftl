# Every visible string of the page.

nav-home = Calisson, home
nav-label = Main
nav-today = Today
nav-memory = Memory
nav-history = History
nav-gallery = Ideas
nav-more = More
nav-capture = Log something
nav-search = Find or do
palette-hint = A place, an app, something you said, or say it
palette-say = say
palette-place = place
palette-app = app
palette-action = action
palette-said = said
palette-fact = remembered
palette-undo = Take the last change back
today-morning = Good morning
today-afternoon = Good afternoon
today-evening = Good evening
today-line = Log anything
today-line-hint = Lunch, expense, thought…
today-due = Due
today-due-none = Nothing is due today.
today-due-all = All reminders
today-apps = Your apps
today-recent = Lately
today-recent-none = What you log appears here.
today-answer = What became of it
today-trend = The last two weeks
today-add-to = Add to { $name }
today-to-chat = Go on in the chat
today-name = , { $name }
welcome-say = Tell it about your life
welcome-text = Say what you want to keep track of, in your own words. A working app appears; everything stays on this machine.
welcome-example = Look at an example life
welcome-example-text = A few apps with some weeks in them, to play with. One tap takes all of it away again.
welcome-example-start = Try it
welcome-ideas = Start from an idea
welcome-ideas-text = Ready apps for home, health, money, work and play. Take one as it is, or change it.
welcome-ideas-open = See the ideas
example-here = This is an example life. Try anything; it goes away whole.
example-end = Throw the example away
example-gone = The example life is gone.
drop-here = Drop it here: a table (CSV) or text
drop-name = Table
drop-cannot = “{ $name }” can’t be taken in. A table (CSV) or text can.
take-in-title = Take in { $name }
take-in-rows = { $count ->
    [one] { $count } row
   *[other] { $count } rows
}
take-in-into = Into an app that has these columns
take-in-columns = { $count } of { $all } columns
take-in-new = As a new app
take-in-make = Make the app
take-in-refused = Nothing was taken in, because these do not fit:
memory-add = Remember something
memory-search = Search what is remembered
memory-edit = In other words
memory-words = What to remember
memory-forget = Forget
memory-forgotten = Forgotten
memory-kept = Remembered
memory-changed = Changed
memory-passing = said in passing
memory-source = where it was said
memory-not-found = Nothing remembered fits that.
memory-none-title = Nothing remembered yet
memory-none-text = Say “remember that the spare key is with the neighbours”, or add it here. You can change it and let it go at any time.
history-which = Changes of
history-everything = Everything
history-as-of = As it was
history-as-of-title = { $name }, as it was
history-when = On
history-by-hand = By hand
history-undid = Taken back
history-added = added
history-updated = changed
history-deleted = removed
history-more = and { $count } more
history-earlier = Earlier changes
history-none-title = No changes yet
history-none-text = Everything that is added, changed or removed is listed here, and can be taken back.
gallery-text = Ready to use, each with its fields, views and reminders. Take one as it is, or take it and say what should be different.
gallery-search = Search ideas: plants, budget, running…
gallery-domains = Kinds
gallery-all = All
gallery-none-title = No idea fits that yet
gallery-none-text = Say it in the chat; the app is made from your words.
gallery-none-say = Say it in the chat
gallery-away = The ideas cannot be shown right now
gallery-take = Use this
gallery-remix = Use and change
gallery-taken = { $name } is yours now
gallery-remix-draft = Add a field to { $name } for{" "}
nav-chat = Chat
nav-apps = Apps
nav-due = Due
nav-settings = Settings
skip-to-chat = Skip to the message box
loading = Loading
close = Close
cancel = Cancel
save = Save
add = Add
delete = Delete
edit = Edit
back = Back
more = More
undo = Undo
undo-done = Taken back
undone = Taken back
yes = Yes
no = No
dismiss = Dismiss
notifications = Notifications
try-again = Try again
status-label = Status: { $status }
status-saved = Saved
status-saving = Saving
status-sending = Sending
status-offline = Offline
offline-banner = No connection. You see what was here last; what you enter is kept on this device and sent by itself.
unreachable-title = Your home can’t be reached
view-failed-title = This view could not be shown
view-failed-text = Your data are safe. Try again; the rest of the page keeps working.
apps-none-title = No apps yet
apps-none-text = Say in the chat what you would like to keep track of; it appears here.
apps-none-short = Nothing yet: say what you want to track.
apps-none-action = To the chat
apps-new = New app
login-title = Welcome home
login-text = Enter the password of this home, or open the link that Calisson printed.
login-wrong = That password is wrong.
login-button = Sign in
password = Password
record-added = Entry added
record-changed = Entry changed
record-deleted = Entry deleted
reminder-done = Done
reminder-snooze-short = In 15 min
reminder-delete = Cancel reminder
reminder-cancelled = Reminder cancelled
reminder-finished = Done
reminder-moved = In 15 minutes again
problem-offline = This device has no connection. Nothing is lost: what you typed is kept and sent when it is back.
problem-locked = Please sign in again; what you typed is kept.
problem-gone = That is not here any more. If it was deleted, undo brings it back.
problem-conflict = Somebody changed this meanwhile. Nothing was overwritten; you see the new state now.
problem-invalid = That value does not fit; nothing was stored. Change it and try again.
problem-too-big = That is too large. Nothing was changed; send it in parts.
problem-busy = Your home is busy; try again in a moment. Nothing is lost.
problem-broken = Something went wrong at home. Nothing is lost; try again.
chat-title = Conversation
chat-input = Message
chat-placeholder = Log it, ask it, or make an app
chat-send = Send
chat-stop = Stop
chat-retry = Send again
chat-empty-title = What would you like to keep track of?
chat-empty-text = Say it in your own words; a working app appears beside the chat. Everything stays on this machine.
chat-suggestion-1 = I’d like to keep track of what I eat, with calories and protein
chat-suggestion-2 = Make me an expense tracker: amount, category, shop
chat-suggestion-3 = A mood diary: mood 1 to 10, a note
chat-suggestion-4 = Remind me every day at 8 to stretch
chat-you = You
chat-home = Calisson
chat-understood = What I understood
chat-guessed = guessed
chat-edit-chip = Change { $field }
chat-why = Why?
chat-why-title = Why this was done
chat-rows = { $count } rows
chat-open-app = Open { $name }
chat-earlier = Earlier messages
chat-thinking = Thinking
chat-search = Search the talk
chat-search-none = Nothing found. Other words may help.
chat-search-hits = { $count ->
    [one] { $count } place in the talk
   *[other] { $count } places in the talk
}
chat-latest = To the latest
chat-later = Later messages
chat-actions = With this message
chat-copy = Copy the answer
chat-copied = Copied
chat-again = Say it again
chat-reword = Change the words
chat-stopped = Stopped. If it had already begun, it is in the talk.
chat-first-entry = Add the first entry
chat-add-entry = Add an entry
chat-to-today = Back to Today
voice-start = Speak
voice-stop = Stop listening
voice-listening = Listening…
voice-failed = The microphone or the browser’s speech recognition is not available. You can type instead.
app-views = Views
app-history = History
app-menu = App menu
app-whole = Whole page
app-beside = Chat beside it
app-export = Export CSV
app-import = Import CSV
app-imported = { $count } entries taken in
app-delete = Delete app
app-delete-text = “{ $name }” goes out of sight with all its entries. You can undo it.
app-deleted = App deleted
app-version = Version { $number }
app-current = now
app-rollback = Roll back to this version
app-rolled-back = Rolled back to version { $number }
app-models = Models and its entries
app-models-text = Entries of “{ $name }” stay in the house: only models that run here may read them, in the workshop for instance. Its fields’ names may go out when a model changes the app for you.
app-models-may = Models elsewhere may read them too
app-rename = Rename
app-name = Name
app-renamed = Renamed
app-add-field = Add a field
app-field-name = Field name
app-field-type = Type
type-text = Text
type-number = Number
type-date = Date
type-boolean = Yes or no
type-choice = Choice
type-rating = Rating
type-duration = Duration
type-money = Money
view-table = Table
view-list = List
view-cards = Cards
view-form = Form
view-calendar = Calendar
view-board = Board
view-chart = Chart
view-stat = Numbers
view-checklist = Checklist
view-timeline = Timeline
view-gallery = Gallery
view-map = Map
view-custom = Widget
records-none-title = Nothing here yet
records-none-text = Say it in the chat, or add the first entry by hand.
records-search = Search entries
records-count = { $count ->
    [one] { $count } entry
   *[other] { $count } entries
}
records-sort = Sort by { $field }
record-edit = Edit { $title }
record-delete = Delete { $title }
record-entry = entry
form-add = Add entry
form-required = Please fill this in.
form-number = Enter a number.
form-minutes = min
calendar-previous = Previous month
calendar-next = Next month
records-added = { $count ->
    [one] Entry added
   *[other] { $count } entries added
}
records-removed = { $count ->
    [one] Entry deleted
   *[other] { $count } entries deleted
}
records-changed = { $count } entries changed
records-chosen = { $count } selected
records-unselect = Clear selection
records-select-all = Select all entries
record-select = Select entry
records-set = { $count ->
    [one] Set a field of one entry
   *[other] Set a field of { $count } entries
}
records-set-short = Set a field
form-whole = Enter a whole number.
form-range = Enter a number from { $low } to { $high }.
form-least = At least { $low }, please.
form-most = At most { $high }, please.
form-date = Choose a date or time.
form-link = Enter a web address.
form-other = Other
image-add = Choose, drop or paste a picture
image-replace = Replace the picture
image-sending = Saving the picture…
image-unreadable = This file is no picture that can be read. Nothing was changed.
filter-title = Filter
filter-count = Filter ({ $count })
filter-field = Field
filter-op = Comparison
filter-add = Add a condition
filter-remove = Remove the condition on { $field }
op-eq = is
op-ne = is not
op-lt = before
op-le = at most
op-gt = more than
op-ge = from
op-contains = contains
op-lacks = does not contain
op-empty = is empty
op-filled = is filled in
column-ascending = Sort ascending
column-descending = Sort descending
column-unsort = Do not sort
column-group = Group by this
column-ungroup = Do not group
column-filter = Filter by this
column-left = Move before
column-right = Move after
column-wider = Wider
column-narrower = Narrower
column-hide = Hide
group-none = None
subtotal-sum = Sum
subtotal-mean = Mean
view-changed = Changed on this page only
view-keep = Keep in the app
view-reset = Reset
view-kept = Kept as version { $number }
paste-title = Paste a table
paste-here = Rows copied from a spreadsheet can be pasted here.
paste-fits = { $fit } of { $rows } rows fit.
paste-left-out = (left out)
paste-row = Row { $number }:
paste-more = and { $count } more
paste-take = { $count ->
    [one] Add one entry
   *[other] Add { $count } entries
}
paste-take-fitting = Add the { $count } that fit
chart-none = No numbers to draw yet.
chart-span = Period shown
span-week = Week
span-month = Month
span-quarter = Quarter
span-year = Year
span-all = All
period-earlier = Earlier
period-later = Later
chart-compare = Compare with the period before
chart-before = Period before
chart-change = { $change } against { $before } before
chart-none-then = Nothing in this period; go back, or choose a longer one.
chart-two-numbers = A scatter needs two number fields with values.
chart-pairs = { $x } against { $y }, { $count } points
chart-rest = Others
chart-time = When
week-of = Week of { $day }
quarter-of = Q{ $quarter } { $year }
aggregate-sum = in total
aggregate-count = entries
aggregate-mean = on average
aggregate-median = median
aggregate-min = lowest
aggregate-max = highest
aggregate-last = latest
aggregate-first = first
calendar-layout = Layout
layout-month = Month
layout-week = Week
layout-agenda = Agenda
calendar-today = Today
calendar-free = Nothing here.
calendar-add = Add on { $day }
board-needs-title = A board needs a choice field
board-needs-text = Add one, such as a status; its values become the columns.
board-moved = { $title } moved to { $column }
checklist-done = Done ({ $count })
checklist-clear = Delete what is done
map-label = Map with { $count } places
map-none = No entry has coordinates yet. Write them into a place, such as 47.37, 8.54; nothing is looked up on the internet.
map-no-place = no coordinates
map-places = Places
stat-none-title = No numbers yet
stat-none-text = Say in the chat what to count or aim for, such as “at most 2,000 kcal a day”.
stat-over = over the limit: { $share }
stat-within = { $share } of the limit
stat-reached = goal reached: { $share }
stat-towards = { $share } of the goal
stat-more = { $share } more than usual
stat-less = { $share } less than usual
stat-spark = { $label }, the last periods: { $values }
view-options = Change this view
view-title = Title
view-kind = Kind of view
view-entity = Of what
view-fields = Fields
view-field-up = Move { $field } up
view-field-down = Move { $field } down
view-measure = Number shown
view-across = Across
view-up = Upward
view-count = Number of entries
view-aggregate = Brought together as
view-by = For each
view-by-time = Step of time
view-by-weekday = Day of the week
view-step = Step
view-step-auto = As it suits
step-day = Day
step-week = Week
step-month = Month
step-quarter = Quarter
step-year = Year
view-split = Layers by
view-none = None
view-group = Group by
view-columns = Columns by
view-sort = Sort by
view-sort-latest = Latest first
view-copy = Save as another view
view-remove = Remove this view
chart-kind-bar = Columns
chart-kind-stacked = Stacked columns
chart-kind-line = Line
chart-kind-area = Area
chart-kind-pie = Shares of a whole
chart-kind-heatmap = A year of days
chart-kind-scatter = Pairs of numbers
chart-table = Show as table
chart-label = Chart of { $title }
stat-goal = of { $goal }
period-day = today
period-week = this week
period-month = this month
period-year = this year
period-total = in total
due-none-title = Nothing is due
due-none-text = Say “remind me tomorrow at 9 to …” in the chat.
due-now = Due now
due-today = Today
due-later = Later
settings-language = Language
settings-you = You
settings-name = What you are called
settings-numbers = Money and units
settings-by-place = By time zone and language
settings-unit-mass = Weights
settings-unit-length = Distances
settings-unit-energy = Energy
settings-unit-temperature = Temperatures
settings-unit-own = As in the app
settings-units-text = How answers and cards say it. What is stored does not change.
settings-models = Models and keys
settings-models-none = None connected.
settings-models-none-text = None is needed: making apps, logging, asking, remembering and reminding work without one. A key is kept in the home’s folder, readable by its owner only.
settings-model-local = in the house
settings-model-remote = elsewhere; what it is asked leaves the house
settings-privacy = Privacy
settings-privacy-text = Everything is kept on this machine. The page asks nobody else for anything, counts nothing and reports nothing.
settings-privacy-voice = Speaking uses your browser’s own recognition; some browsers send the sound to their maker. It starts only when you press the microphone.
settings-zone = Time zone
settings-currency = Currency
settings-theme = Appearance
theme-system = Like the system
theme-light = Light
theme-dark = Dark
settings-backup = Download a backup
settings-backup-text = Everything of this home in one file.
settings-backup-title = Backup and restore
settings-restore-text = You see first what it would change, and nothing is lost: the state before it is saved and can be brought back too.
settings-keys = Keyboard
settings-key-line = New line
settings-about = About
settings-about-text = Calisson runs on this machine and keeps everything here. Version { $version }.
settings-saved = Settings saved
away-banner = Your home does not answer right now. You see what was here last; what you enter is kept on this device and sent by itself.
status-waiting = Waiting
status-refused = Needs a look
outbox-title = Waiting on this device
outbox-text = This is not at your home yet. It stays here, also when you close the page, and is sent in this order as soon as your home is back.
outbox-empty = Everything is at your home.
outbox-waits = Waiting to be sent
outbox-take-back = Don’t send
outbox-send-now = Send now
outbox-open = Show what waits
outbox-count = { $count } waiting
outbox-kept = Kept on this device; it is sent when your home is back
outbox-sent = { $count ->
    [one] What waited on this device is at your home now
   *[other] { $count } things that waited are at your home now
}
outbox-copied = { $count ->
    [one] An entry was changed elsewhere too. Both versions are kept; delete the one you don’t need.
   *[other] { $count } entries were changed elsewhere too. Both versions of each are kept; delete the ones you don’t need.
}
outbox-refused = { $count ->
    [one] One thing could not be taken in. It is kept: press the status to see why.
   *[other] { $count } things could not be taken in. They are kept: press the status to see why.
}
outbox-kind-say = Said
outbox-kind-add = New entry
outbox-kind-change = Changed entry
outbox-kind-remove = Deleted entry
problem-away = Your home does not answer. Nothing is lost: what you typed is kept. Check that Calisson is running there; the page tries again by itself.
problem-full = There is no room left on the disk of your home. Nothing is lost: what you typed is kept. Make some room there, then try again.
login-kept = What you typed is kept on this device and goes on where you were once you have signed in.
browser-old-title = This browser is too old for this page
browser-old-text = Your data are safe and nothing was changed. Update this browser, or open the same address in a current Firefox, Chrome, Edge or Safari.
browser-no-script = This page needs JavaScript. Your data are safe; allow JavaScript for this address and reload.

# Tokens for programs
tokens-title = Tokens for programs
tokens-text = A script, a shortcut or a chat program uses your home with a token. Each may do only what you allow here.
tokens-none = There are none yet.
tokens-make = Make a token
tokens-name = What is it for?
tokens-may = It may
tokens-made = Your new token
tokens-once = Copy it now: it is shown only this once. The home keeps nothing it could be read from.
tokens-copy = Copy the token
tokens-used = Last used: { $when }
tokens-unused = Never used
tokens-end = Take back
tokens-end-text = “{ $name }” stops working at once. Nothing that it logged is lost.
tokens-ended = “{ $name }” was taken back
scope-read = Read
scope-read-text = see everything in the home
scope-log = Log
scope-log-text = add and change entries, reminders and memories, without seeing the rest
scope-apps = Apps
scope-apps-text = make, change and delete apps
scope-admin = Everything
scope-admin-text = all that you can do, settings, backups and tokens too

# How an entry's way to the home stands
row-sending = On its way
row-waiting = Waiting to be sent
row-refused = Not taken in
row-conflict = Changed by somebody else too
row-look = Show
row-refused-toast = Your home did not take this in. It is kept and marked: have a look why.
standing-sending = This is on its way to your home.
standing-waiting = This is kept on this device. It is sent by itself as soon as your home is back.
standing-refused = What you typed is kept here. Correct it and save, try again as it is, or let go of it.
standing-conflict = Somebody changed the same at the same time. Nothing was overwritten; choose what holds.
standing-choose = Choose
conflict-title = Two changes of “{ $title }”
conflict-text = You and somebody else changed the same at the same time. Nothing is lost. What holds?
conflict-mine = Yours
conflict-theirs = Theirs
conflict-before = Before: { $value }
conflict-empty = empty
conflict-save = Let this hold
conflict-both = Keep both as two entries
conflict-over = This is settled already.

settings-short-term-title = The conversation in view
settings-short-term = Last messages
settings-short-term-text = How far back “that one” and “the same again” can point, and how much of plain talk a model is shown when one is set up.
calendar-moved = { $title } moved to { $day }
board-more = Show { $count } more
view-preview = Preview


# An app that a model is making, and designs to choose from.
making-title = Making your app
making-stopping = Stopping …
making-step-draft = Draft
making-step-repair = Mending, round { $round } of 3
making-step-review = A second look
making-step-check = Tests
making-step-look = Clicking through
making-step-publish = Done
making-tests-hold = { $count ->
    [one] One test holds
   *[other] All { $count } tests hold
 }
making-tests-wrong = { $count ->
    [one] One thing does not hold yet; it is being mended
   *[other] { $count } things do not hold yet; they are being mended
 }
making-cost = { $money } so far, { $tokens } tokens
making-take = Take this version
making-frame = How “{ $name }” looks, with made-up entries
making-offers-title = Two designs
making-pick = Take this one

# Bringing a backup back, and exports
restore-title = Bring a backup back
restore-choose = Choose a backup
restore-looking = Sending and checking the backup …
restore-look = What this backup would change
restore-made = Made: { $when }
restore-keeps = What is here now is saved first, so you can come back to it. Who may sign in stays as it is.
restore-bring = Save what is here and bring this back
restore-bringing = Saving what is here, then bringing it back …
restore-done = The backup is back. The state before it was saved: Settings, “Bring a backup back”.
restore-saved = { $count ->
    [one] One saved state from before a restore
   *[other] { $count } saved states from before a restore
}
restore-state = As it was: { $when }
restore-size = { $size } MB
restore-look-at = Look
restore-download = Download
restore-app-added = comes back
restore-app-replaced = becomes as it was
restore-app-gone = is not in the backup and is put away
restore-apps-same = All apps are the same as in the backup.
restore-added = { $count } added
restore-replaced = { $count } changed
restore-gone = { $count } removed
restore-same = nothing changes
restore-memories = Memories
restore-reminders = Reminders
restore-turns = Talk
export-title = Export for other programs
export-text = Apps as tables and JSON, the calendar and the memories in one zip. It is for reading elsewhere; to come back, use a backup.
export-home = Export everything
export-calendar = Calendar (.ics)
app-export-of = Export { $name } as CSV
app-export-whole = Export the whole app (JSON)
app-export-calendar = Export as calendar (.ics)
widget-title = { $name }: own view
widget-failed-title = This view doesn’t work right now
widget-broken = Its code can’t be read. Everything in the app is there; the other views work.
widget-failed = Its code ran into an error. Everything in the app is there; the other views work.
widget-silent = It stopped answering and was ended. Everything in the app is there; the other views work.
widget-flood = It sent far too much and was ended. Everything in the app is there; the other views work.
widget-left = It tried to become another page and was ended. Everything in the app is there; the other views work.
widget-away = It needs the connection to your home. Everything in the app is there; the other views work.
widget-detail = What went wrong
widget-changed = { $count ->
    [one] One entry changed by this view
   *[other] { $count } entries changed by this view
  }
widget-ask-title = Allow this?
widget-ask-remove = { $count ->
    [one] This view of { $name } wants to delete an entry.
   *[other] This view of { $name } wants to delete { $count } entries.
  }
widget-ask-many = This view of { $name } wants to add or change { $count } entries at once.
widget-ask-yes = Allow

# Pictures in the talk
chat-attach = Add pictures
chat-pictures = Pictures
chat-picture = Picture { $number }
memory-themes = Themes
memory-theme-people = People
memory-theme-health = Health
memory-theme-food = Food
memory-theme-home = Home
memory-theme-money = Money
memory-theme-travel = On the way
memory-theme-work = Work and school
memory-theme-leisure = Free time
memory-theme-pets = Animals
memory-theme-other = Everything else
memory-months = When it was said
memory-month = { $month }: { $count }
memory-more-filters = More filters
memory-pinned = Pinned
memory-me = Me
memory-show-all = Show everything
memory-details = About this memory
memory-why-kept = Why it is kept
memory-why-asked = You asked to remember it, { $when }.
memory-why-said = You said it in passing, { $when }.
memory-used = Used
memory-origin = Where it comes from
memory-origin-outside = From outside; you agreed to keep it.
memory-expires = Until
memory-pin = Pin: never let it go by itself
memory-share-house = Everyone in the house may see it
memory-local-only = Never send it to a model outside the house
memory-no-train = Never learn from it
memory-is-pinned = Pinned
memory-is-unpinned = No longer pinned
memory-unpin = Unpin
memory-pin-short = Pin
memory-proposed = Waiting for your yes
memory-proposed-text = These came from outside. Nothing answers from them until you keep them.
memory-keep = Keep
memory-dismiss = Let it go
memory-report-none = Nothing was forgotten.
memory-reason-asked = You asked to forget it
memory-reason-budget = The least valuable, to stay within the budget
memory-reason-expired = Its time was up
memory-erased = erased from every file
memory-erased-at = its bytes go { $when }
memory-used-times = { $count ->
    [0] not yet in an answer
    [one] in one answer
   *[other] in { $count } answers
}
memory-report = { $items ->
    [one] One thing is remembered
   *[other] { $items } things are remembered
}, { $forgotten } forgotten
package-open = App from a file
package-link = App from a link
package-link-house = It leads to another home in our own network
package-link-look = Show what it is
package-bring = Bring an app
package-title = App from another home
package-share = Share as a file
package-share-records = Share with entries
package-author-self = You made this file yourself ({ $author }).
package-author-known = From a home whose apps you have already: { $author }
package-author-unknown = From a home that is new here: { $author }. Compare this code with the sender, by phone for instance.
package-trust = The code is right, I trust this sender
package-may = What it may do
package-records = Entries it brings: { $count }
package-no-records = Brings no entries
package-hosts = Reaches: { $hosts }
package-no-hosts = Reaches nothing outside this home
package-rules = Rules and reminders: { $count }
package-widget = A view with code of its own. Sees: { $reads }. Changes: { $writes }
package-function = “{ $name }”, started by you, in the sandbox. Sees: { $reads }. Changes: { $writes }
package-logic = “{ $name }” computes a field, in the sandbox
package-code = Show the code
package-take = Take this app
package-taken = { $name } is here
function-run = Run
function-text = It runs shielded from everything else; one undo takes back what it changes.
function-done = Entries changed: { $count }

# The workshop: tasks that take several steps.
nav-runs = Workshop
runs-new = New task
runs-none-title = Nothing has been worked on yet
runs-none-text = Give it a task that takes several steps: go through a file, look something up, write a report. You see every step, and it asks before it changes anything.
runs-no-model = Tasks need a language model, and none is set up. Everything else works without one.
runs-earlier = Earlier tasks
runs-failed = The tasks could not be read.
run-gone-title = This task is not here
run-gone-text = It may belong to somebody else, or to another home.
run-task = What is to be done?
run-task-example = Go through spending.csv and write me a report
run-mode = How freely may it work?
run-mode-ask = Asks first
run-mode-ask-text = It reads by itself, and asks before it changes a file, runs a program or goes online.
run-mode-edits = Writes files
run-mode-edits-text = It changes the files of this task by itself, and asks before it runs a program or goes online.
run-mode-plan = Only plans
run-mode-plan-text = It only reads, and tells you what it would do.
run-mode-locked = Locked
run-mode-locked-text = It uses no tool at all; it answers from your words alone.
run-budget = It may cost at most (US dollars)
run-given = Files to work with
run-given-add = Add files
run-given-remove = Take { $name } away
run-given-wrong = { $name } is too long, or no text.
run-begin = Begin
run-state-going = At work
run-state-waiting = Asks you
run-state-done = Done
run-state-stopped = Stopped
run-state-cut = Cut off
run-state-steps = Out of steps
run-state-repetition = Went in circles
run-state-no_model = No model answered
run-state-budget = Money used up
run-cut-text = Calisson ended in the middle of it. Nothing is lost; it goes on at the last step.
run-no_model-text = No model answered. Try again later; it goes on at the last step.
run-budget-text = It has cost what it may. Give it more to go on.
run-repetition-text = It did the same thing three times with the same result, so it was ended.
run-steps-text = It took as many steps as a task may take.
run-stopped-text = It goes on where it was whenever you like.
run-cost = { $money } of { $most }
run-count = { $count ->
    [one] { $count } step
   *[other] { $count } steps
  }
run-resume = Go on
run-resume-more = Go on with up to { $money }
run-plan = Plan
run-now = Now
run-thinks = Thinking about the next step
run-helper = { $name } helps
run-steps = Steps
run-result = Result
run-files = Files
run-files-none = No file was changed.
run-file-added = new
run-file-changed = changed
run-file-deleted = deleted
run-file-no-text = This file is no text, or too long to show.
run-file-more = … and more
run-file-keep = Save { $name }
run-step-failed = did not work
run-step-outside = holds what others wrote
run-step-data = changed the home
run-step-summary = Summed up what came before
run-step-question = Asked you
run-said-yes = You said yes
run-said-always = You said yes, for this whole task
run-said-no = You said no
run-ask-title = It needs your yes
run-ask-helper = “{ $name }” asks, a helper in this task
run-ask-details = Exactly this
run-ask-yes = Yes
run-ask-no = No
run-ask-always = Yes, for this whole task
run-points = Go back
run-points-text = Files, the home’s data and the task itself go back together.
run-point-start = The beginning
run-point-after = After step { $number }: { $what }
run-back = Go back to here
run-back-title = Go back?
run-back-files = { $count ->
    [one] This file becomes what it was: { $names }
   *[other] These files become what they were: { $names }
  }
run-back-data = { $count ->
    [one] One change of the home’s data is taken back.
   *[other] { $count } changes of the home’s data are taken back.
  }
run-back-steps = { $count ->
    [one] One step of the task is forgotten.
   *[other] { $count } steps of the task are forgotten.
  }
run-back-by-hand = What you changed in these files by hand since goes back too.
run-back-do = Go back
run-back-done = Gone back.
run-asks-toast = A task asks you something
run-done-toast = A task is done
run-open = Show
run-all = All tasks

# Through whose hands an app of another home came
package-hand-first = Made by { $author }
package-hand-same = Passed on unchanged by { $author }
package-hand-changed = Changed and passed on by { $author }
package-pictures = Pictures it brings: { $count }
making-asks-title = Allow this?
making-allow = Allow and use it

# Work offered in the talk.
work-title = A task for the workshop
work-begin = Begin
work-change = Change it first
work-open = Open in the workshop

profile-title = Who you are
profile-text = A conversation with a model begins with these lines, made of what you asked to remember. Change, pin or take away any of them.
profile-removed = Taken from the profile; the memory stays
profile-remove = Take from the profile
profile-line = The line
profile-own-words = Back to the memory’s own words
profile-side-name = Name
profile-side-home = Home
profile-side-family = Family
profile-side-diet = Food
profile-side-allergies = Allergies
profile-side-work = Work
profile-side-languages = Languages
profile-side-habits = Habits
profile-side-other = Also
memory-again = Said again
memory-split = Keep apart
memory-replaced = What held before
memory-apart = It stands by itself again

# Memories: when they hold, where answers used them, files, encryption
memory-over = No longer so
memory-tier-fact = Asked to keep
memory-tier-turn = Said in passing
memory-since = Since
memory-until = Until
memory-closed = Its place was taken by
memory-closed-gone = A memory that is gone
memory-reopen = Let it hold again
memory-reopened = It holds again
memory-held-until = until { $when }
memory-how-words = by its words
memory-how-latest = as one of the latest
memory-how-language = across languages
memory-how-meaning = by its meaning
memory-how-hop = led to by another memory
chat-why-memories = What the answer remembered
memory-exchange = In and out
memory-exchange-text = Take in what another program knows: an export of ChatGPT, Claude or mem0 (JSON or zip), or JSON lines. You see what is in it first. What an assistant said stays talk; what another program concluded waits for your yes.
memory-import = Take in a file…
memory-export-json = Save as JSON
memory-export-markdown = Save as Markdown
memory-file-looking = Looking at the file…
memory-file-look = What is in this file
memory-file-take = Take it in
memory-file-facts = facts
memory-file-talk = things you said
memory-file-replies = replies of an assistant, kept as talk
memory-file-offers = conclusions of another program, waiting for your yes
memory-file-known = of these are here already
memory-file-skipped = questions and requests, which say nothing to remember
memory-file-nothing = Everything in it is here already.
memory-file-lines = Memories, one a line.
memory-file-chatgpt = An export of ChatGPT with { $count ->
    [one] one conversation
   *[other] { $count } conversations
  }.
memory-file-claude = An export of Claude with { $count ->
    [one] one conversation
   *[other] { $count } conversations
  }.
memory-file-mem0 = An export of mem0.
memory-file-taken = Taken in: { $count } ({ $waiting } waiting for your yes)
vault-title = Encryption
vault-off-text = Your memories and files lie open on this machine’s disk. You can encrypt them with a passphrase of your own.
vault-on-text = Your memories and files are encrypted on the disk. They are open now, until you lock them or the server stops.
vault-lock = Lock now
vault-turn-on = Encrypt…
vault-turn-off = Stop encrypting…
vault-choose = Choose a passphrase that only you know. Without it, or the recovery code, nobody can read your memories, and nobody can help.
vault-off-ask = Give the passphrase to store your memories openly again.
vault-passphrase = Passphrase
vault-again = The same again
vault-differs = The two are not the same.
vault-strength-0 = Easy to guess: make it longer.
vault-strength-1 = Could be harder to guess: add a word or two.
vault-strength-2 = Good.
vault-strength-3 = Very hard to guess.
vault-locked = Your memories are locked
vault-locked-text = They are encrypted. Give your passphrase to open them on this machine.
vault-unlock = Open
vault-is-locked = Locked
vault-is-off = No longer encrypted
vault-code = Your recovery code
vault-code-text = Write it down and keep it somewhere safe: it opens your memories when the passphrase is lost. It is shown only now.
vault-code-kept = I have written it down

memory-map = What the memory is about
memory-river = What was said over the months
memory-picture = A picture of your memory
memory-turned = Something changed
profile-all = Show all { $count } lines
profile-fewer = Show fewer

settings-days = Days kept as summaries
settings-days-text = What you talked about in these days is also kept in short, so that a search finds the conversation. Then the summaries go; what you asked to remember stays.
