# Jeder sichtbare Text der Seite.

nav-home = Calisson, Start
nav-label = Hauptbereiche
nav-today = Heute
nav-memory = Gedächtnis
nav-history = Verlauf
nav-gallery = Ideen
nav-more = Mehr
nav-capture = Etwas eintragen
nav-search = Suchen oder tun
palette-hint = Ein Ort, eine App, etwas Gesagtes, oder sag es
palette-say = sagen
palette-place = Ort
palette-app = App
palette-action = Aktion
palette-said = gesagt
palette-fact = gemerkt
palette-undo = Letzte Änderung zurücknehmen
today-morning = Guten Morgen
today-afternoon = Guten Tag
today-evening = Guten Abend
today-line = Etwas eintragen
today-line-hint = Essen, Ausgabe, Gedanke …
today-due = Fällig
today-due-none = Heute ist nichts fällig.
today-due-all = Alle Erinnerungen
today-apps = Deine Apps
today-recent = Zuletzt
today-recent-none = Was du einträgst, steht dann hier.
today-answer = Was daraus wurde
today-trend = Die letzten zwei Wochen
today-add-to = Zu { $name } hinzufügen
today-to-chat = Im Gespräch weiter
today-name = , { $name }
welcome-say = Erzähl aus deinem Leben
welcome-text = Sag mit eigenen Worten, was du festhalten willst. Eine fertige App entsteht; alles bleibt auf diesem Gerät.
welcome-example = Ein Beispielleben ansehen
welcome-example-text = Ein paar Apps mit einigen Wochen darin, zum Ausprobieren. Ein Tipp, und alles ist wieder weg.
welcome-example-start = Ausprobieren
welcome-ideas = Mit einer Idee beginnen
welcome-ideas-text = Fertige Apps für Haushalt, Gesundheit, Geld, Arbeit und Freizeit. Nimm eine, wie sie ist, oder ändere sie.
welcome-ideas-open = Ideen ansehen
example-here = Das ist ein Beispielleben. Probier alles aus; es verschwindet wieder ganz.
example-end = Beispiel wegwerfen
example-gone = Das Beispielleben ist weg.
drop-here = Hier ablegen: eine Tabelle (CSV) oder Text
drop-name = Tabelle
drop-cannot = „{ $name }“ lässt sich nicht übernehmen. Eine Tabelle (CSV) oder Text schon.
take-in-title = { $name } übernehmen
take-in-rows = { $count ->
    [one] { $count } Zeile
   *[other] { $count } Zeilen
}
take-in-into = In eine App, die diese Spalten hat
take-in-columns = { $count } von { $all } Spalten
take-in-new = Als neue App
take-in-make = App anlegen
take-in-refused = Nichts wurde übernommen, weil dies nicht passt:
memory-add = Etwas merken
memory-search = Gemerktes durchsuchen
memory-edit = In anderen Worten
memory-words = Was gemerkt werden soll
memory-forget = Vergessen
memory-forgotten = Vergessen
memory-kept = Gemerkt
memory-changed = Geändert
memory-passing = nebenbei gesagt
memory-source = wo es gesagt wurde
memory-not-found = Dazu ist nichts gemerkt.
memory-none-title = Noch nichts gemerkt
memory-none-text = Sag „merk dir, dass der Ersatzschlüssel bei den Nachbarn ist“, oder trag es hier ein. Du kannst es jederzeit ändern oder vergessen lassen.
history-which = Änderungen von
history-everything = Allem
history-as-of = Wie es war
history-as-of-title = { $name }, wie es war
history-when = Am
history-by-hand = Von Hand
history-undid = Rückgängig gemacht
history-added = neu
history-updated = geändert
history-deleted = entfernt
history-more = und { $count } weitere
history-earlier = Frühere Änderungen
history-none-title = Noch keine Änderungen
history-none-text = Alles, was neu ist, geändert oder entfernt wird, steht hier und lässt sich zurücknehmen.
gallery-text = Sofort nutzbar, mit Feldern, Ansichten und Erinnerungen. Nimm eine, wie sie ist, oder sag danach, was anders sein soll.
gallery-search = Ideen suchen: Pflanzen, Haushaltsgeld, Laufen …
gallery-domains = Bereiche
gallery-all = Alle
gallery-none-title = Dazu gibt es noch keine Idee
gallery-none-text = Sag es im Chat; die App entsteht aus deinen Worten.
gallery-none-say = Im Chat sagen
gallery-away = Die Ideen lassen sich gerade nicht zeigen
gallery-take = Diese nehmen
gallery-remix = Nehmen und ändern
gallery-taken = { $name } gehört jetzt dir
gallery-remix-draft = Füg { $name } ein Feld hinzu für{" "}
nav-chat = Chat
nav-apps = Apps
nav-due = Fällig
nav-settings = Einstellungen
skip-to-chat = Zum Eingabefeld springen
loading = Lädt
close = Schließen
cancel = Abbrechen
save = Speichern
add = Hinzufügen
delete = Löschen
edit = Bearbeiten
back = Zurück
more = Mehr
undo = Rückgängig
undo-done = Rückgängig gemacht
undone = Zurückgenommen
yes = Ja
no = Nein
dismiss = Ausblenden
notifications = Benachrichtigungen
try-again = Noch einmal versuchen
status-label = Status: { $status }
status-saved = Gespeichert
status-saving = Speichert
status-sending = Sendet
status-offline = Offline
offline-banner = Keine Verbindung. Du siehst den letzten Stand; was du einträgst, bleibt auf diesem Gerät und wird von selbst gesendet.
unreachable-title = Dein Zuhause ist nicht erreichbar
view-failed-title = Diese Ansicht ließ sich nicht zeigen
view-failed-text = Deine Daten sind sicher. Versuch es noch einmal; der Rest der Seite läuft weiter.
apps-none-title = Noch keine Apps
apps-none-text = Sag im Chat, was du festhalten möchtest; dann erscheint es hier.
apps-none-short = Noch nichts: sag, was du festhalten willst.
apps-none-action = Zum Chat
apps-new = Neue App
login-title = Willkommen zu Hause
login-text = Gib das Passwort ein oder öffne den Link, den Calisson ausgegeben hat.
login-wrong = Das Passwort stimmt nicht.
login-button = Anmelden
password = Passwort
record-added = Eintrag hinzugefügt
record-changed = Eintrag geändert
record-deleted = Eintrag gelöscht
reminder-done = Erledigt
reminder-snooze-short = In 15 Min.
reminder-delete = Erinnerung absagen
reminder-cancelled = Erinnerung abgesagt
reminder-finished = Erledigt
reminder-moved = In 15 Minuten wieder
problem-offline = Dieses Gerät hat keine Verbindung. Es ist nichts verloren: Dein Text bleibt hier und wird gesendet, sobald sie wieder da ist.
problem-locked = Bitte melde dich neu an; dein Text bleibt erhalten.
problem-gone = Das gibt es nicht mehr. Wurde es gelöscht, bringt „Rückgängig“ es zurück.
problem-conflict = Jemand hat das inzwischen geändert. Nichts wurde überschrieben; du siehst jetzt den neuen Stand.
problem-invalid = Dieser Wert passt nicht; es wurde nichts gespeichert. Ändere ihn und versuch es noch einmal.
problem-too-big = Das ist zu groß. Es wurde nichts geändert; schick es in Teilen.
problem-busy = Dein Zuhause ist beschäftigt; versuch es gleich noch einmal. Es ist nichts verloren.
problem-broken = Zu Hause ist etwas schiefgegangen. Es ist nichts verloren; versuch es noch einmal.
chat-title = Gespräch
chat-input = Nachricht
chat-placeholder = Eintragen oder fragen
chat-send = Senden
chat-stop = Anhalten
chat-retry = Erneut senden
chat-empty-title = Was möchtest du festhalten?
chat-empty-text = Sag es in deinen Worten; neben dem Chat entsteht eine fertige App. Alles bleibt auf diesem Gerät.
chat-suggestion-1 = Ich möchte festhalten, was ich esse, mit Kalorien und Eiweiß
chat-suggestion-2 = Haushaltsbuch bitte: Betrag, Kategorie, Laden
chat-suggestion-3 = Ein Stimmungstagebuch: Stimmung 1 bis 10, Notiz
chat-suggestion-4 = Erinnere mich jeden Tag um 8 Uhr ans Dehnen
chat-you = Du
chat-home = Calisson
chat-understood = Das habe ich verstanden
chat-guessed = geraten
chat-edit-chip = { $field } ändern
chat-why = Warum?
chat-why-title = Warum das so geschah
chat-rows = { $count } Zeilen
chat-open-app = { $name } öffnen
chat-earlier = Frühere Nachrichten
chat-thinking = Denkt nach
chat-search = Gespräch durchsuchen
chat-search-none = Nichts gefunden. Vielleicht helfen andere Worte.
chat-search-hits = { $count ->
    [one] { $count } Stelle im Gespräch
   *[other] { $count } Stellen im Gespräch
}
chat-latest = Zum Neuesten
chat-later = Spätere Nachrichten
chat-actions = Mit dieser Nachricht
chat-copy = Antwort kopieren
chat-copied = Kopiert
chat-again = Noch einmal sagen
chat-reword = Worte ändern
chat-stopped = Angehalten. Was schon begonnen hatte, steht im Gespräch.
chat-first-entry = Ersten Eintrag hinzufügen
chat-add-entry = Eintrag hinzufügen
chat-to-today = Zurück zu Heute
voice-start = Sprechen
voice-stop = Nicht mehr zuhören
voice-listening = Ich höre zu …
voice-failed = Das Mikrofon oder die Spracherkennung des Browsers ist nicht verfügbar. Tippen geht weiterhin.
app-views = Ansichten
app-history = Verlauf
app-menu = App-Menü
app-whole = Ganze Seite
app-beside = Chat daneben
app-export = CSV exportieren
app-import = CSV importieren
app-imported = { $count } Einträge übernommen
app-delete = App löschen
app-delete-text = „{ $name }“ verschwindet mit allen Einträgen. Du kannst es rückgängig machen.
app-deleted = App gelöscht
app-version = Version { $number }
app-current = jetzt
app-rollback = Zu dieser Version zurückkehren
app-rolled-back = Zurück auf Version { $number }
app-models = Modelle und die Einträge
app-models-text = Einträge von „{ $name }“ bleiben im Haus: Nur Modelle, die hier laufen, dürfen sie lesen, etwa in der Werkstatt. Die Namen der Felder können hinausgehen, wenn ein Modell die App für dich ändert.
app-models-may = Auch Modelle außerhalb dürfen sie lesen
app-rename = Umbenennen
app-name = Name
app-renamed = Umbenannt
app-add-field = Feld hinzufügen
app-field-name = Name des Feldes
app-field-type = Typ
type-text = Text
type-number = Zahl
type-date = Datum
type-boolean = Ja oder nein
type-choice = Auswahl
type-rating = Bewertung
type-duration = Dauer
type-money = Geld
view-table = Tabelle
view-list = Liste
view-cards = Karten
view-form = Formular
view-calendar = Kalender
view-board = Tafel
view-chart = Diagramm
view-stat = Kennzahlen
view-checklist = Checkliste
view-timeline = Zeitleiste
view-gallery = Galerie
view-map = Karte
view-custom = Widget
records-none-title = Noch nichts hier
records-none-text = Sag es im Chat oder trag das Erste von Hand ein.
records-search = Einträge durchsuchen
records-count = { $count ->
    [one] { $count } Eintrag
   *[other] { $count } Einträge
}
records-sort = Nach { $field } sortieren
record-edit = { $title } bearbeiten
record-delete = { $title } löschen
record-entry = Eintrag
form-add = Eintrag hinzufügen
form-required = Bitte ausfüllen.
form-number = Gib eine Zahl ein.
form-minutes = Min.
calendar-previous = Voriger Monat
calendar-next = Nächster Monat
records-added = { $count ->
    [one] Eintrag hinzugefügt
   *[other] { $count } Einträge hinzugefügt
}
records-removed = { $count ->
    [one] Eintrag gelöscht
   *[other] { $count } Einträge gelöscht
}
records-changed = { $count } Einträge geändert
records-chosen = { $count } ausgewählt
records-unselect = Auswahl aufheben
records-select-all = Alle Einträge auswählen
record-select = Eintrag auswählen:
records-set = { $count ->
    [one] Ein Feld von einem Eintrag setzen
   *[other] Ein Feld von { $count } Einträgen setzen
}
records-set-short = Feld setzen
form-whole = Bitte eine ganze Zahl eingeben.
form-range = Bitte eine Zahl von { $low } bis { $high } eingeben.
form-least = Bitte mindestens { $low }.
form-most = Bitte höchstens { $high }.
form-date = Bitte Datum oder Uhrzeit wählen.
form-link = Bitte eine Webadresse eingeben.
form-other = Anderes
image-add = Bild wählen, ablegen oder einfügen
image-replace = Bild ersetzen
image-sending = Bild wird gespeichert …
image-unreadable = Diese Datei ist kein lesbares Bild. Nichts wurde geändert.
filter-title = Filtern
filter-count = Filter ({ $count })
filter-field = Feld
filter-op = Vergleich
filter-add = Bedingung hinzufügen
filter-remove = Bedingung zu { $field } entfernen
op-eq = ist
op-ne = ist nicht
op-lt = vor
op-le = höchstens
op-gt = mehr als
op-ge = ab
op-contains = enthält
op-lacks = enthält nicht
op-empty = ist leer
op-filled = ist ausgefüllt
column-ascending = Aufsteigend sortieren
column-descending = Absteigend sortieren
column-unsort = Nicht sortieren
column-group = Danach gruppieren
column-ungroup = Nicht gruppieren
column-filter = Danach filtern
column-left = Nach vorn verschieben
column-right = Nach hinten verschieben
column-wider = Breiter
column-narrower = Schmaler
column-hide = Ausblenden
group-none = Ohne
subtotal-sum = Summe
subtotal-mean = Mittelwert
view-changed = Nur auf dieser Seite geändert
view-keep = In der App behalten
view-reset = Zurücksetzen
view-kept = Als Version { $number } behalten
paste-title = Tabelle einfügen
paste-here = Hier lassen sich Zeilen aus einer Tabellenkalkulation einfügen.
paste-fits = { $fit } von { $rows } Zeilen passen.
paste-left-out = (ausgelassen)
paste-row = Zeile { $number }:
paste-more = und { $count } weitere
paste-take = { $count ->
    [one] Einen Eintrag hinzufügen
   *[other] { $count } Einträge hinzufügen
}
paste-take-fitting = Die { $count } passenden hinzufügen
chart-none = Noch keine Zahlen zum Zeichnen.
chart-span = Gezeigter Zeitraum
span-week = Woche
span-month = Monat
span-quarter = Quartal
span-year = Jahr
span-all = Alles
period-earlier = Früher
period-later = Später
chart-compare = Mit dem Zeitraum davor vergleichen
chart-before = Zeitraum davor
chart-change = { $change } gegenüber { $before } davor
chart-none-then = In diesem Zeitraum ist nichts; zurückblättern oder länger wählen.
chart-two-numbers = Ein Streudiagramm braucht zwei Zahlenfelder mit Werten.
chart-pairs = { $x } gegen { $y }, { $count } Punkte
chart-rest = Übrige
chart-time = Wann
week-of = Woche ab { $day }
quarter-of = { $quarter }. Quartal { $year }
aggregate-sum = insgesamt
aggregate-count = Einträge
aggregate-mean = im Schnitt
aggregate-median = Median
aggregate-min = niedrigster Wert
aggregate-max = höchster Wert
aggregate-last = zuletzt
aggregate-first = zuerst
calendar-layout = Darstellung
layout-month = Monat
layout-week = Woche
layout-agenda = Agenda
calendar-today = Heute
calendar-free = Hier ist nichts.
calendar-add = Am { $day } hinzufügen
board-needs-title = Eine Tafel braucht ein Auswahlfeld
board-needs-text = Füge eines hinzu, etwa einen Status; seine Werte werden die Spalten.
board-moved = { $title } nach { $column } verschoben
checklist-done = Erledigt ({ $count })
checklist-clear = Erledigtes löschen
map-label = Karte mit { $count } Orten
map-none = Noch kein Eintrag hat Koordinaten. Schreib sie in einen Ort, etwa 47.37, 8.54; im Internet wird nichts nachgeschlagen.
map-no-place = ohne Koordinaten
map-places = Orte
stat-none-title = Noch keine Zahlen
stat-none-text = Sag im Chat, was gezählt oder erreicht werden soll, etwa „höchstens 2.000 kcal am Tag“.
stat-over = über der Grenze: { $share }
stat-within = { $share } der Grenze
stat-reached = Ziel erreicht: { $share }
stat-towards = { $share } des Ziels
stat-more = { $share } mehr als sonst
stat-less = { $share } weniger als sonst
stat-spark = { $label }, die letzten Zeiträume: { $values }
view-options = Diese Ansicht ändern
view-title = Titel
view-kind = Art der Ansicht
view-entity = Wovon
view-fields = Felder
view-field-up = { $field } nach oben
view-field-down = { $field } nach unten
view-measure = Gezeigte Zahl
view-across = Waagerecht
view-up = Senkrecht
view-count = Anzahl der Einträge
view-aggregate = Zusammengefasst als
view-by = Für jede(n)
view-by-time = Zeitschritt
view-by-weekday = Wochentag
view-step = Schritt
view-step-auto = Passend
step-day = Tag
step-week = Woche
step-month = Monat
step-quarter = Quartal
step-year = Jahr
view-split = Schichten nach
view-none = Keine
view-group = Gruppieren nach
view-columns = Spalten nach
view-sort = Sortieren nach
view-sort-latest = Neueste zuerst
view-copy = Als weitere Ansicht sichern
view-remove = Ansicht entfernen
chart-kind-bar = Säulen
chart-kind-stacked = Gestapelte Säulen
chart-kind-line = Linie
chart-kind-area = Fläche
chart-kind-pie = Anteile am Ganzen
chart-kind-heatmap = Ein Jahr in Tagen
chart-kind-scatter = Zahlenpaare
chart-table = Als Tabelle zeigen
chart-label = Diagramm: { $title }
stat-goal = von { $goal }
period-day = heute
period-week = diese Woche
period-month = diesen Monat
period-year = dieses Jahr
period-total = insgesamt
due-none-title = Nichts ist fällig
due-none-text = Sag im Chat „erinnere mich morgen um 9 an …“.
due-now = Jetzt fällig
due-today = Heute
due-later = Später
settings-language = Sprache
settings-you = Du
settings-name = Wie du heißt
settings-numbers = Geld und Einheiten
settings-by-place = Nach Zeitzone und Sprache
settings-unit-mass = Gewichte
settings-unit-length = Strecken
settings-unit-energy = Energie
settings-unit-temperature = Temperaturen
settings-unit-own = Wie in der App
settings-units-text = So sagen es Antworten und Karten. Was gespeichert ist, bleibt gleich.
settings-models = Modelle und Schlüssel
settings-models-none = Keine verbunden.
settings-models-none-text = Es wird keines gebraucht: Apps machen, eintragen, fragen, merken und erinnern gehen ohne. Ein Schlüssel liegt im Ordner des Zuhauses, nur für dessen Besitzer lesbar.
settings-model-local = im Haus
settings-model-remote = woanders; was es gefragt wird, verlässt das Haus
settings-privacy = Privatsphäre
settings-privacy-text = Alles bleibt auf diesem Gerät. Die Seite fragt nirgends sonst etwas an, zählt nichts und meldet nichts.
settings-privacy-voice = Das Sprechen nutzt die Erkennung deines Browsers; manche Browser senden den Ton an ihren Hersteller. Es beginnt nur, wenn du das Mikrofon drückst.
settings-zone = Zeitzone
settings-currency = Währung
settings-theme = Darstellung
theme-system = Wie das System
theme-light = Hell
theme-dark = Dunkel
settings-backup = Sicherung herunterladen
settings-backup-text = Alles aus diesem Zuhause in einer Datei.
settings-backup-title = Sichern und wiederherstellen
settings-restore-text = Du siehst zuerst, was sich ändern würde, und nichts geht verloren: Der Stand davor wird gesichert und lässt sich ebenso zurückholen.
settings-keys = Tastatur
settings-key-line = Neue Zeile
settings-about = Über Calisson
settings-about-text = Calisson läuft auf diesem Gerät, und alles bleibt hier. Version { $version }.
settings-saved = Einstellungen gespeichert
away-banner = Dein Zuhause antwortet gerade nicht. Du siehst den letzten Stand; was du einträgst, bleibt auf diesem Gerät und wird von selbst gesendet.
status-waiting = Wartet
status-refused = Bitte ansehen
outbox-title = Wartet auf diesem Gerät
outbox-text = Das ist noch nicht bei dir zu Hause. Es bleibt hier, auch wenn du die Seite schließt, und wird in dieser Reihenfolge gesendet, sobald dein Zuhause wieder da ist.
outbox-empty = Alles ist zu Hause angekommen.
outbox-waits = Wartet aufs Senden
outbox-take-back = Nicht senden
outbox-send-now = Jetzt senden
outbox-open = Wartendes anzeigen
outbox-count = { $count } wartend
outbox-kept = Auf diesem Gerät aufgehoben; wird gesendet, sobald dein Zuhause wieder da ist
outbox-sent = { $count ->
    [one] Was hier gewartet hat, ist jetzt zu Hause angekommen
   *[other] { $count } wartende Einträge sind jetzt zu Hause angekommen
}
outbox-copied = { $count ->
    [one] Ein Eintrag wurde auch anderswo geändert. Beide Fassungen sind da; lösche die, die du nicht brauchst.
   *[other] { $count } Einträge wurden auch anderswo geändert. Von jedem sind beide Fassungen da; lösche, was du nicht brauchst.
}
outbox-refused = { $count ->
    [one] Etwas konnte nicht übernommen werden. Es ist aufgehoben: Tippe auf den Status, um den Grund zu sehen.
   *[other] { $count } Dinge konnten nicht übernommen werden. Sie sind aufgehoben: Tippe auf den Status, um den Grund zu sehen.
}
outbox-kind-say = Gesagt
outbox-kind-add = Neuer Eintrag
outbox-kind-change = Geänderter Eintrag
outbox-kind-remove = Gelöschter Eintrag
problem-away = Dein Zuhause antwortet nicht. Es ist nichts verloren, dein Text bleibt hier. Prüf, ob Calisson dort läuft; die Seite versucht es von selbst wieder.
problem-full = Auf dem Datenträger deines Zuhauses ist kein Platz mehr. Es ist nichts verloren, dein Text bleibt hier. Schaff dort Platz und versuch es dann noch einmal.
login-kept = Was du getippt hast, ist auf diesem Gerät aufgehoben; nach dem Anmelden geht es dort weiter, wo du warst.
browser-old-title = Dieser Browser ist zu alt für diese Seite
browser-old-text = Deine Daten sind sicher, es wurde nichts geändert. Aktualisiere diesen Browser oder öffne dieselbe Adresse in einem aktuellen Firefox, Chrome, Edge oder Safari.
browser-no-script = Diese Seite braucht JavaScript. Deine Daten sind sicher; erlaube JavaScript für diese Adresse und lade neu.

# Tokens for programs
tokens-title = Tokens für Programme
tokens-text = Ein Skript, ein Kurzbefehl oder ein Chatprogramm nutzt dein Zuhause mit einem Token. Jedes darf nur, was du hier erlaubst.
tokens-none = Es gibt noch keine.
tokens-make = Token anlegen
tokens-name = Wofür ist es?
tokens-may = Es darf
tokens-made = Dein neues Token
tokens-once = Kopiere es jetzt: Es wird nur dieses eine Mal gezeigt. Das Zuhause behält nichts, woraus man es lesen könnte.
tokens-copy = Token kopieren
tokens-used = Zuletzt benutzt: { $when }
tokens-unused = Nie benutzt
tokens-end = Entziehen
tokens-end-text = „{ $name }“ funktioniert sofort nicht mehr. Was es eingetragen hat, bleibt erhalten.
tokens-ended = „{ $name }“ wurde entzogen
scope-read = Lesen
scope-read-text = alles im Zuhause sehen
scope-log = Eintragen
scope-log-text = Einträge, Erinnerungen und Gemerktes hinzufügen und ändern, ohne den Rest zu sehen
scope-apps = Apps
scope-apps-text = Apps anlegen, ändern und löschen
scope-admin = Alles
scope-admin-text = alles, was du kannst, auch Einstellungen, Sicherungen und Tokens

# Wie es um den Weg eines Eintrags nach Hause steht
row-sending = Unterwegs
row-waiting = Wartet aufs Senden
row-refused = Nicht angenommen
row-conflict = Auch von jemand anderem geändert
row-look = Ansehen
row-refused-toast = Dein Zuhause hat das nicht angenommen. Es ist aufgehoben und markiert: Sieh nach, warum.
standing-sending = Das ist auf dem Weg zu deinem Zuhause.
standing-waiting = Das ist auf diesem Gerät aufgehoben. Es wird von selbst gesendet, sobald dein Zuhause wieder da ist.
standing-refused = Was du eingegeben hast, ist hier aufgehoben. Berichtige und speichere es, versuch es noch einmal so oder verwirf es.
standing-conflict = Jemand hat zur selben Zeit dasselbe geändert. Nichts wurde überschrieben; wähle, was gilt.
standing-choose = Auswählen
conflict-title = Zwei Änderungen an „{ $title }“
conflict-text = Du und jemand anderes habt gleichzeitig dasselbe geändert. Nichts ist verloren. Was soll gelten?
conflict-mine = Deins
conflict-theirs = Das andere
conflict-before = Vorher: { $value }
conflict-empty = leer
conflict-save = Das soll gelten
conflict-both = Beides behalten, als zwei Einträge
conflict-over = Das ist schon geklärt.

settings-short-term-title = Das Gespräch im Blick
settings-short-term = Letzte Nachrichten
settings-short-term-text = Wie weit zurück „das da“ und „dasselbe noch mal“ reichen und wie viel von bloßem Geplauder ein Modell sieht, wenn eines eingerichtet ist.
calendar-moved = { $title } verschoben auf { $day }
board-more = { $count } weitere zeigen
view-preview = Vorschau


# Eine App, die ein Modell baut, und Entwürfe zur Auswahl.
making-title = Deine App entsteht
making-stopping = Wird angehalten …
making-step-draft = Entwurf
making-step-repair = Nachbessern, Runde { $round } von 3
making-step-review = Zweiter Blick
making-step-check = Tests
making-step-look = Durchklicken
making-step-publish = Fertig
making-tests-hold = { $count ->
    [one] Ein Test besteht
   *[other] Alle { $count } Tests bestehen
 }
making-tests-wrong = { $count ->
    [one] Eines stimmt noch nicht und wird nachgebessert
   *[other] { $count } Dinge stimmen noch nicht und werden nachgebessert
 }
making-cost = Bisher { $money }, { $tokens } Token
making-take = Diese Fassung nehmen
making-frame = So sieht „{ $name }“ aus, mit erfundenen Einträgen
making-offers-title = Zwei Entwürfe
making-pick = Diesen nehmen

# Bringing a backup back, and exports
restore-title = Sicherung zurückholen
restore-choose = Sicherung auswählen
restore-looking = Die Sicherung wird gesendet und geprüft …
restore-look = Was diese Sicherung ändern würde
restore-made = Erstellt: { $when }
restore-keeps = Was jetzt hier ist, wird vorher gesichert, du kannst also dorthin zurück. Wer sich anmelden darf, bleibt gleich.
restore-bring = Jetziges sichern und dies zurückholen
restore-bringing = Der jetzige Stand wird gesichert, dann zurückgeholt …
restore-done = Die Sicherung ist zurück. Der Stand davor wurde gesichert: Einstellungen, „Sicherung zurückholen“.
restore-saved = { $count ->
    [one] Ein gesicherter Stand vor einem Zurückholen
   *[other] { $count } gesicherte Stände vor einem Zurückholen
}
restore-state = Stand: { $when }
restore-size = { $size } MB
restore-look-at = Ansehen
restore-download = Herunterladen
restore-app-added = kommt zurück
restore-app-replaced = wird wie damals
restore-app-gone = ist nicht in der Sicherung und wird weggelegt
restore-apps-same = Alle Apps sind wie in der Sicherung.
restore-added = { $count } hinzu
restore-replaced = { $count } geändert
restore-gone = { $count } entfernt
restore-same = nichts ändert sich
restore-memories = Gemerktes
restore-reminders = Erinnerungen
restore-turns = Gespräch
export-title = Export für andere Programme
export-text = Apps als Tabellen und JSON, der Kalender und das Gemerkte in einem Zip. Zum Lesen anderswo; zum Zurückholen dient eine Sicherung.
export-home = Alles exportieren
export-calendar = Kalender (.ics)
app-export-of = { $name } als CSV exportieren
app-export-whole = Ganze App exportieren (JSON)
app-export-calendar = Als Kalender exportieren (.ics)
widget-title = { $name }: eigene Ansicht
widget-failed-title = Diese Ansicht geht gerade nicht
widget-broken = Ihr Code ist nicht lesbar. In der App ist alles noch da, die anderen Ansichten gehen.
widget-failed = In ihrem Code ist ein Fehler aufgetreten. In der App ist alles noch da, die anderen Ansichten gehen.
widget-silent = Sie hat nicht mehr geantwortet und wurde beendet. In der App ist alles noch da, die anderen Ansichten gehen.
widget-flood = Sie hat viel zu viel geschickt und wurde beendet. In der App ist alles noch da, die anderen Ansichten gehen.
widget-left = Sie wollte zu einer anderen Seite werden und wurde beendet. In der App ist alles noch da, die anderen Ansichten gehen.
widget-away = Sie braucht die Verbindung zu deinem Zuhause. In der App ist alles noch da, die anderen Ansichten gehen.
widget-detail = Was schiefging
widget-changed = { $count ->
    [one] Ein Eintrag von dieser Ansicht geändert
   *[other] { $count } Einträge von dieser Ansicht geändert
  }
widget-ask-title = Erlauben?
widget-ask-remove = { $count ->
    [one] Diese Ansicht von { $name } möchte einen Eintrag löschen.
   *[other] Diese Ansicht von { $name } möchte { $count } Einträge löschen.
  }
widget-ask-many = Diese Ansicht von { $name } möchte { $count } Einträge auf einmal hinzufügen oder ändern.
widget-ask-yes = Erlauben

# Pictures in the talk
chat-attach = Bilder hinzufügen
chat-pictures = Bilder
chat-picture = Bild { $number }
memory-themes = Themen
memory-theme-people = Menschen
memory-theme-health = Gesundheit
memory-theme-food = Essen
memory-theme-home = Zuhause
memory-theme-money = Geld
memory-theme-travel = Unterwegs
memory-theme-work = Arbeit und Schule
memory-theme-leisure = Freizeit
memory-theme-pets = Tiere
memory-theme-other = Alles andere
memory-months = Wann es gesagt wurde
memory-month = { $month }: { $count }
memory-more-filters = Weitere Filter
memory-pinned = Angeheftet
memory-me = Ich
memory-show-all = Alles zeigen
memory-details = Zu dieser Erinnerung
memory-why-kept = Warum sie bleibt
memory-why-asked = Du wolltest, dass es gemerkt wird, { $when }.
memory-why-said = Du hast es nebenbei gesagt, { $when }.
memory-used = Benutzt
memory-origin = Woher sie stammt
memory-origin-outside = Von außen; du wolltest sie behalten.
memory-expires = Bis
memory-pin = Anheften: nie von allein vergessen
memory-share-house = Alle im Haus dürfen es sehen
memory-local-only = Nie an ein Modell außer Haus geben
memory-no-train = Nie daraus lernen
memory-is-pinned = Angeheftet
memory-is-unpinned = Nicht mehr angeheftet
memory-unpin = Lösen
memory-pin-short = Anheften
memory-proposed = Wartet auf dein Ja
memory-proposed-text = Das kam von außen. Nichts antwortet daraus, bevor du es behältst.
memory-keep = Behalten
memory-dismiss = Weg damit
memory-report-none = Nichts wurde vergessen.
memory-reason-asked = Du wolltest es vergessen
memory-reason-budget = Am wenigsten wertvoll, damit das Budget reicht
memory-reason-expired = Die Zeit war um
memory-erased = aus allen Dateien gelöscht
memory-erased-at = wird gelöscht: { $when }
memory-used-times = { $count ->
    [0] noch in keiner Antwort
    [one] in einer Antwort
   *[other] in { $count } Antworten
}
memory-report = { $items ->
    [one] Eine Sache ist gemerkt
   *[other] { $items } Dinge sind gemerkt
}, { $forgotten } vergessen
package-open = App aus Datei
package-link = App von einem Link
package-link-house = Er führt zu einem anderen Zuhause in unserem eigenen Netz
package-link-look = Zeigen, was es ist
package-bring = App holen
package-title = App aus einem anderen Zuhause
package-share = Als Datei weitergeben
package-share-records = Mit Einträgen weitergeben
package-author-self = Diese Datei hast du selbst gemacht ({ $author }).
package-author-known = Aus einem Zuhause, von dem du schon Apps hast: { $author }
package-author-unknown = Aus einem Zuhause, das hier neu ist: { $author }. Vergleiche diesen Code mit dem Absender, zum Beispiel am Telefon.
package-trust = Der Code stimmt, ich vertraue dem Absender
package-may = Was sie darf
package-records = Mitgebrachte Einträge: { $count }
package-no-records = Bringt keine Einträge mit
package-hosts = Erreicht: { $hosts }
package-no-hosts = Erreicht nichts außerhalb dieses Zuhauses
package-rules = Regeln und Erinnerungen: { $count }
package-widget = Eine Ansicht mit eigenem Code. Sieht: { $reads }. Ändert: { $writes }
package-function = „{ $name }“, von dir gestartet, abgeschirmt. Sieht: { $reads }. Ändert: { $writes }
package-logic = „{ $name }“ berechnet ein Feld, abgeschirmt
package-code = Code zeigen
package-take = App übernehmen
package-taken = { $name } ist da
function-run = Ausführen
function-text = Läuft von allem anderen abgeschirmt; was es ändert, lässt sich auf einmal zurücknehmen.
function-done = Geänderte Einträge: { $count }

# Die Werkstatt: Aufgaben in mehreren Schritten.
nav-runs = Werkstatt
runs-new = Neue Aufgabe
runs-none-title = Hier wurde noch nichts bearbeitet
runs-none-text = Gib eine Aufgabe, die mehrere Schritte braucht: eine Datei durchgehen, etwas nachschlagen, einen Bericht schreiben. Du siehst jeden Schritt, und bevor sich etwas ändert, wirst du gefragt.
runs-no-model = Aufgaben brauchen ein Sprachmodell, und es ist keines eingerichtet. Alles andere geht auch ohne.
runs-earlier = Frühere Aufgaben
runs-failed = Die Aufgaben konnten nicht gelesen werden.
run-gone-title = Diese Aufgabe gibt es hier nicht
run-gone-text = Vielleicht gehört sie jemand anderem oder zu einem anderen Zuhause.
run-task = Was ist zu tun?
run-task-example = Geh ausgaben.csv durch und schreib mir einen Bericht
run-mode = Wie frei darf gearbeitet werden?
run-mode-ask = Fragt vorher
run-mode-ask-text = Liest selbst und fragt, bevor eine Datei geändert, ein Programm ausgeführt oder das Netz benutzt wird.
run-mode-edits = Schreibt Dateien
run-mode-edits-text = Ändert die Dateien dieser Aufgabe selbst und fragt, bevor ein Programm ausgeführt oder das Netz benutzt wird.
run-mode-plan = Plant nur
run-mode-plan-text = Liest nur und sagt, was zu tun wäre.
run-mode-locked = Gesperrt
run-mode-locked-text = Benutzt kein Werkzeug und antwortet nur aus deinen Worten.
run-budget = Darf höchstens kosten (US-Dollar)
run-given = Dateien dazu
run-given-add = Dateien hinzufügen
run-given-remove = { $name } wegnehmen
run-given-wrong = { $name } ist zu lang oder kein Text.
run-begin = Anfangen
run-state-going = In Arbeit
run-state-waiting = Fragt dich
run-state-done = Fertig
run-state-stopped = Angehalten
run-state-cut = Unterbrochen
run-state-steps = Zu viele Schritte
run-state-repetition = Im Kreis gedreht
run-state-no_model = Kein Modell antwortete
run-state-budget = Geld verbraucht
run-cut-text = Calisson wurde mittendrin beendet. Nichts ist verloren; es geht beim letzten Schritt weiter.
run-no_model-text = Kein Modell antwortete. Versuch es später wieder; es geht beim letzten Schritt weiter.
run-budget-text = Das erlaubte Geld ist verbraucht. Gib mehr frei, dann geht es weiter.
run-repetition-text = Dreimal geschah dasselbe mit demselben Ergebnis, darum war Schluss.
run-steps-text = Mehr Schritte darf eine Aufgabe nicht brauchen.
run-stopped-text = Es geht weiter, wo es war, wann immer du willst.
run-cost = { $money } von { $most }
run-count = { $count ->
    [one] { $count } Schritt
   *[other] { $count } Schritte
  }
run-resume = Weitermachen
run-resume-more = Weitermachen mit bis zu { $money }
run-plan = Plan
run-now = Jetzt
run-thinks = Überlegt den nächsten Schritt
run-helper = { $name } hilft
run-steps = Schritte
run-result = Ergebnis
run-files = Dateien
run-files-none = Keine Datei wurde geändert.
run-file-added = neu
run-file-changed = geändert
run-file-deleted = gelöscht
run-file-no-text = Diese Datei ist kein Text oder zu lang zum Zeigen.
run-file-more = … und mehr
run-file-keep = { $name } sichern
run-step-failed = ging nicht
run-step-outside = enthält, was andere schrieben
run-step-data = hat das Zuhause geändert
run-step-summary = Das Bisherige zusammengefasst
run-step-question = Hat dich gefragt
run-said-yes = Du hast Ja gesagt
run-said-always = Du hast Ja gesagt, für die ganze Aufgabe
run-said-no = Du hast Nein gesagt
run-ask-title = Dein Ja wird gebraucht
run-ask-helper = „{ $name }“ fragt, ein Helfer dieser Aufgabe
run-ask-details = Genau dies
run-ask-yes = Ja
run-ask-no = Nein
run-ask-always = Ja, für die ganze Aufgabe
run-points = Zurückgehen
run-points-text = Dateien, die Daten des Zuhauses und die Aufgabe selbst gehen zusammen zurück.
run-point-start = Der Anfang
run-point-after = Nach Schritt { $number }: { $what }
run-back = Hierher zurück
run-back-title = Zurückgehen?
run-back-files = { $count ->
    [one] Diese Datei wird wieder, wie sie war: { $names }
   *[other] Diese Dateien werden wieder, wie sie waren: { $names }
  }
run-back-data = { $count ->
    [one] Eine Änderung an den Daten des Zuhauses wird zurückgenommen.
   *[other] { $count } Änderungen an den Daten des Zuhauses werden zurückgenommen.
  }
run-back-steps = { $count ->
    [one] Ein Schritt der Aufgabe wird vergessen.
   *[other] { $count } Schritte der Aufgabe werden vergessen.
  }
run-back-by-hand = Auch was du seither von Hand an diesen Dateien geändert hast, geht zurück.
run-back-do = Zurückgehen
run-back-done = Zurückgegangen.
run-asks-toast = Eine Aufgabe fragt dich etwas
run-done-toast = Eine Aufgabe ist fertig
run-open = Zeigen
run-all = Alle Aufgaben

# Through whose hands an app of another home came
package-hand-first = Gemacht von { $author }
package-hand-same = Unverändert weitergegeben von { $author }
package-hand-changed = Geändert und weitergegeben von { $author }
package-pictures = Mitgebrachte Bilder: { $count }
making-asks-title = Erlauben?
making-allow = Erlauben und übernehmen

# Im Gespräch angebotene Arbeit.
work-title = Eine Aufgabe für die Werkstatt
work-begin = Anfangen
work-change = Vorher ändern
work-open = In der Werkstatt öffnen

profile-title = Wer du bist
profile-text = Mit diesen Zeilen beginnt jedes Gespräch mit einem Modell; sie kommen aus dem, was du dir merken lässt. Du kannst jede ändern, anheften oder herausnehmen.
profile-removed = Aus dem Profil genommen; die Erinnerung bleibt
profile-remove = Aus dem Profil nehmen
profile-line = Die Zeile
profile-own-words = Zurück zum Wortlaut der Erinnerung
profile-side-name = Name
profile-side-home = Zuhause
profile-side-family = Familie
profile-side-diet = Essen
profile-side-allergies = Allergien
profile-side-work = Arbeit
profile-side-languages = Sprachen
profile-side-habits = Gewohnheiten
profile-side-other = Auch
memory-again = Noch einmal gesagt
memory-split = Getrennt behalten
memory-replaced = Was vorher galt
memory-apart = Es steht wieder für sich

# Memories: when they hold, where answers used them, files, encryption
memory-over = Gilt nicht mehr
memory-tier-fact = Zum Merken gesagt
memory-tier-turn = Nebenbei gesagt
memory-since = Seit
memory-until = Bis
memory-closed = Abgelöst durch
memory-closed-gone = Eine Erinnerung, die es nicht mehr gibt
memory-reopen = Wieder gelten lassen
memory-reopened = Gilt wieder
memory-held-until = bis { $when }
memory-how-words = über die Wörter
memory-how-latest = als eine der letzten
memory-how-language = über Sprachen hinweg
memory-how-meaning = über die Bedeutung
memory-how-hop = über eine andere Erinnerung
chat-why-memories = Woran sich die Antwort erinnert hat
memory-exchange = Hinein und hinaus
memory-exchange-text = Übernimm, was ein anderes Programm weiß: einen Export von ChatGPT, Claude oder mem0 (JSON oder ZIP) oder JSON-Zeilen. Du siehst vorher, was darin ist. Was ein Assistent gesagt hat, bleibt Gespräch; was ein anderes Programm geschlossen hat, wartet auf dein Ja.
memory-import = Datei übernehmen …
memory-export-json = Als JSON sichern
memory-export-markdown = Als Markdown sichern
memory-file-looking = Die Datei wird angesehen …
memory-file-look = Was in dieser Datei ist
memory-file-take = Übernehmen
memory-file-facts = Fakten
memory-file-talk = Dinge, die du gesagt hast
memory-file-replies = Antworten eines Assistenten, als Gespräch behalten
memory-file-offers = Schlüsse eines anderen Programms, die auf dein Ja warten
memory-file-known = davon sind schon hier
memory-file-skipped = Fragen und Bitten, in denen nichts zum Merken steht
memory-file-nothing = Alles darin ist schon hier.
memory-file-lines = Erinnerungen, eine je Zeile.
memory-file-chatgpt = Ein Export von ChatGPT mit { $count ->
    [one] einem Gespräch
   *[other] { $count } Gesprächen
  }.
memory-file-claude = Ein Export von Claude mit { $count ->
    [one] einem Gespräch
   *[other] { $count } Gesprächen
  }.
memory-file-mem0 = Ein Export von mem0.
memory-file-taken = Übernommen: { $count } (davon warten { $waiting } auf dein Ja)
vault-title = Verschlüsselung
vault-off-text = Deine Erinnerungen und Dateien liegen offen auf der Festplatte dieses Rechners. Du kannst sie mit einer eigenen Passphrase verschlüsseln.
vault-on-text = Deine Erinnerungen und Dateien sind auf der Festplatte verschlüsselt. Jetzt sind sie offen, bis du sie sperrst oder der Server endet.
vault-lock = Jetzt sperren
vault-turn-on = Verschlüsseln …
vault-turn-off = Nicht mehr verschlüsseln …
vault-choose = Wähle eine Passphrase, die nur du kennst. Ohne sie oder den Wiederherstellungscode kann niemand deine Erinnerungen lesen, und niemand kann helfen.
vault-off-ask = Gib die Passphrase ein, um deine Erinnerungen wieder offen zu speichern.
vault-passphrase = Passphrase
vault-again = Noch einmal dieselbe
vault-differs = Die beiden sind nicht gleich.
vault-strength-0 = Leicht zu erraten: mach sie länger.
vault-strength-1 = Ginge schwerer: füg ein, zwei Wörter hinzu.
vault-strength-2 = Gut.
vault-strength-3 = Sehr schwer zu erraten.
vault-locked = Deine Erinnerungen sind gesperrt
vault-locked-text = Sie sind verschlüsselt. Gib deine Passphrase ein, um sie auf diesem Rechner zu öffnen.
vault-unlock = Öffnen
vault-is-locked = Gesperrt
vault-is-off = Nicht mehr verschlüsselt
vault-code = Dein Wiederherstellungscode
vault-code-text = Schreib ihn auf und bewahre ihn sicher auf: Er öffnet deine Erinnerungen, wenn die Passphrase verloren ist. Er wird nur jetzt gezeigt.
vault-code-kept = Ich habe ihn aufgeschrieben

memory-map = Wovon das Gedächtnis handelt
memory-river = Was über die Monate gesagt wurde
memory-picture = Ein Bild deines Gedächtnisses
memory-turned = Etwas hat sich geändert
profile-all = Alle { $count } Zeilen zeigen
profile-fewer = Weniger zeigen

settings-days = Tage in Kurzform
settings-days-text = Worüber in diesen Tagen gesprochen wurde, wird auch in Kurzform behalten, damit eine Suche das Gespräch findet. Danach geht die Kurzform; was du merken lässt, bleibt.
