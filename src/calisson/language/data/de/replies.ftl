# Antworten des Assistenten. Werte kommen fertig formatiert; Zahlen wählen die Mehrzahl.

app-created = „{ $name }“ ist fertig, mit { $fields }. Sag mir einfach, was ich eintragen soll.
app-created-example = „{ $name }“ ist fertig, mit { $fields }. Probier es aus: „{ $example }“
app-edited = „{ $name }“ geändert: { $changes }.
edit-add-field = { $field } hinzugefügt
edit-remove-field = { $field } entfernt; die Daten bleiben im Verlauf
edit-rename-field = { $field } heißt jetzt { $text }
edit-change-field = { $field } geändert
edit-add-view = neue Ansicht: { $view }
edit-remove-view = Ansicht entfernt: { $view }
edit-rename-app = heißt jetzt { $text }
edit-add-goal = Ziel gesetzt: { $field } { $direction ->
    [at_most] höchstens
   *[at_least] mindestens
} { $value } { $period }
edit-set-icon = neues Symbol { $text }
edit-add-choice = Auswahl { $text } hinzugefügt
edit-set-display-unit = ab jetzt zeige ich es in { $text }
edit-share = Teilen mit { $text } geht noch nicht; es wurde nichts geteilt
edit-rollback = zurück auf Version { $number }
app-deleted = „{ $name }“ und { $count ->
    [one] ein Eintrag sind
   *[other] { $count } Einträge sind
} weggeräumt. Mit „rückgängig“ kommt alles zurück.
edit-nothing = „{ $name }“ ist schon so; es hat sich nichts geändert.
edit-problem = Ich habe „{ $name }“ gelassen, wie es war: { $problem }

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
view-map = Landkarte
view-custom = Widget

period-day = am Tag
period-week = in der Woche
period-month = im Monat
period-year = im Jahr
period-total = insgesamt

logged-one = In { $app } eingetragen: { $entry }.
logged-many = { $count } Einträge in { $app }: { $entries }.
updated-one = In { $app } geändert: { $entry }.
updated-many = { $count } Einträge in { $app } geändert: { $entries }.
deleted-one = Aus { $app } gelöscht: { $entry }. Mit „rückgängig“ kommt es zurück.
deleted-many = { $count } Einträge aus { $app } gelöscht. Mit „rückgängig“ kommen sie zurück.
changed-mixed = In { $app } erledigt: { $entries }.
entry-details = { $title } ({ $details })

answer-value = { $query }: { $value }.
answer-more = { $query }: { $value } mehr.
answer-fewer = { $query }: { $value } weniger.
answer-same = { $query }: kein Unterschied.
answer-list = { $query }: { $items }.
answer-list-more = { $query } ({ $count }): { $items } und { $more } weitere.
answer-nothing = Dazu habe ich nichts gefunden: { $query }.
answer-none-left = Nichts: { $query } ist leer.
answer-streak = { $query }: { $count ->
    [one] { $count } Tag
   *[other] { $count } Tage
} in Folge.
answer-row = { $title } ({ $details })
answer-groups = { $query }: { $items }.
answer-group = { $label }: { $value }
answer-due = Fällig { $period }: { $items }.
answer-due-nothing = Nichts fällig { $period }.
query-sum = { $field } insgesamt
query-mean = { $field } im Durchschnitt
query-median = Median von { $field }
query-min = Niedrigster Wert von { $field }
query-max = Höchster Wert von { $field }
query-count = Anzahl der Einträge in { $app }
query-last = Letzter Wert von { $field }
query-first = Erster Wert von { $field }
query-value = { $field }
query-list = { $app }
query-streak = { $app }
query-per-day = { $query } pro Tag
query-per-week = { $query } pro Woche
query-per-month = { $query } pro Monat
query-per-year = { $query } pro Jahr
query-period = { $query }, { $period }
query-where = { $query } ({ $conditions })
query-compared = { $query }, verglichen mit { $period }
condition-eq = { $field }: { $value }
condition-ne = nicht { $field }: { $value }
condition-lt = { $field } unter { $value }
condition-le = { $field } höchstens { $value }
condition-gt = { $field } über { $value }
condition-ge = { $field } mindestens { $value }
condition-contains = mit { $value }
condition-lacks = ohne { $value }
condition-in = { $field }: { $value }
condition-empty = ohne { $field }
condition-filled = mit { $field }
condition-not-done = nicht { $field }
condition-done = { $field }
range-from-to = { $from } – { $to }
range-from = seit { $from }
range-to = bis { $to }

reminder-set = Ich erinnere dich am { $when }: { $text }.
reminder-set-repeating = Ich erinnere dich { $every }, das nächste Mal am { $when }: { $text }.
reminder-moved = Verschoben auf { $when }: { $text }.
reminder-snoozed = Ich melde mich wieder am { $when }: { $text }.
reminder-cancelled = Abgesagt: { $text }.
reminder-not-found = So eine Erinnerung finde ich nicht. Du hast: { $items }.
reminder-none = Du hast keine Erinnerungen.
reminder-past = { $when } ist schon vorbei. Wann soll ich dich erinnern?
rrule-secondly = ständig
rrule-hourly = { $count ->
    [one] jede Stunde
   *[other] alle { $count } Stunden
}
rrule-daily = { $count ->
    [one] jeden Tag
   *[other] alle { $count } Tage
}
rrule-weekly = { $count ->
    [one] jede Woche
   *[other] alle { $count } Wochen
}
rrule-weekly-on = { $count ->
    [one] jede Woche ({ $days })
   *[other] alle { $count } Wochen ({ $days })
}
rrule-weekdays = an Werktagen
rrule-monthly = { $count ->
    [one] jeden Monat
   *[other] alle { $count } Monate
}
rrule-monthly-on = { $count ->
    [one] jeden Monat am { $day }.
   *[other] alle { $count } Monate am { $day }.
}
rrule-monthly-last = am letzten Tag des Monats
rrule-yearly = { $count ->
    [one] jedes Jahr
   *[other] alle { $count } Jahre
}

remembered = Ich merke mir: { $text }
remembered-already = Das weiß ich schon: { $text }
remembered-waits = Notiert. Im Gedächtnis wartet es auf dein Ja: { $text }
recall-found = Das hast du mir am { $when } gesagt: { $text }
recall-perhaps = Vielleicht ist es das. Das hast du mir am { $when } gesagt: { $text }
recall-more = Das hast du mir gesagt: { $items }
recall-nothing = Dazu weiß ich nichts. Sag „merk dir, dass …“, dann behalte ich es.
forgotten = Vergessen: { $text }
forget-nothing = Dazu habe ich nichts, was ich vergessen könnte.

undone = Rückgängig gemacht: „{ $text }“.
undo-nothing = Es gibt nichts rückgängig zu machen.
undo-conflict = Das lässt sich nicht mehr zurücknehmen, weil es später noch einmal geändert wurde. Nimm zuerst die spätere Änderung zurück.

chat-greeting = Hallo! Was möchtest du festhalten oder eintragen?
chat-thanks = Gern geschehen!
chat-how_are_you = Danke, hier ist alles gut. Und dir?
chat-sad = Das tut mir leid. Erzähl gern davon; ich kann auch ein Tagebuch für dich führen.
chat-happy = Das ist schön zu hören!
chat-tired = Das klingt nach einem langen Tag. Ruh dich gut aus.
chat-help = Sag mir, was du festhalten möchtest („Haushaltsbuch mit Betrag und Kategorie“), trag im Plauderton ein („gestern Kaffee 3,20 €“), frag nach („wie viel diese Woche?“), lass dich erinnern („erinner mich jeden Tag um 8 ans Dehnen“), und sag „rückgängig“, wenn etwas schiefging.
chat-capabilities = Ich mache aus dem, was du sagst, kleine Apps für deinen Alltag, bewahre deine Einträge auf, beantworte Fragen dazu, merke mir Dinge und erinnere dich. Alles bleibt auf diesem Gerät.
chat-goodbye = Bis bald!
chat-praise = Danke! Schön, dass es hilft.
chat-insult = Das tut mir leid. Mit „rückgängig“ nimmst du den letzten Schritt zurück, oder sag mir, wie du es gemeint hast.
chat-who_are_you = Ich bin Calisson, die persönliche KI dieses Zuhauses. Ich laufe auf diesem Gerät, und alles bleibt hier.
chat-acknowledge = Alles klar.
chat-other = Ich höre zu. Du kannst etwas eintragen, nach deinen Daten fragen oder sagen, was du festhalten möchtest.

not-understood = Das habe ich nicht verstanden, und es wurde nichts eingetragen. Du kannst etwas eintragen, nach deinen Daten fragen oder sagen, was du festhalten möchtest.
say-something = Die Nachricht war leer. Was möchtest du tun?
other-currency = „{ $text }“ ist in einer anderen Währung als { $field } ({ $currency }), und Geld rechne ich nicht auf gut Glück um. Es wurde nichts eingetragen; bitte nenn den Betrag in { $currency }.
not-text = Das sieht nach Daten aus, nicht nach Text. Es wurde nichts eingetragen; Dateien lassen sich in der App selbst importieren.
too-long = Diese Nachricht ist zu lang für einen Schritt (mehr als { $limit } Zeichen). Es wurde nichts eingetragen; schick sie bitte in Teilen.
did-you-mean = Meinst du: { $options }? Es wurde noch nichts eingetragen.
option-create_app = eine neue App „{ $name }“ anlegen
option-edit_app = „{ $name }“ ändern
option-log = das in „{ $name }“ eintragen
option-ask = aus „{ $name }“ antworten
option-remind = eine Erinnerung setzen
option-remember = mir das merken
option-recall = in deinen Erinnerungen nachsehen
option-forget = etwas vergessen
option-undo = den letzten Schritt zurücknehmen
option-chat = nur plaudern
which-app = Welche App meinst du: { $options }? Es wurde noch nichts eingetragen.
which-record = Welchen Eintrag meinst du: { $options }? Es wurde nichts geändert.
no-such-record = So einen Eintrag finde ich nicht; es wurde nichts geändert.
no-apps-yet = Dafür gibt es noch keine App. Sag mir, was du festhalten möchtest.
amount-not-a-number = Den Betrag in „{ $text }“ konnte ich nicht lesen. Es wurde nichts eingetragen; wie viel war es?
no-such-date = Das Datum „{ $text }“ gibt es nicht. Es wurde nichts eingetragen; welchen Tag meinst du?
out-of-range = { $field } muss zwischen { $minimum } und { $maximum } liegen, gelesen habe ich { $value }. Es wurde nichts eingetragen.
negative-not-allowed = { $field } kann nicht negativ sein (gelesen: { $value }). Es wurde nichts eingetragen.
unknown-unit = Die Einheit „{ $unit }“ kenne ich für { $field } nicht. Es wurde nichts eingetragen.
remind-when = Wann soll ich dich erinnern?
remind-what = Woran soll ich dich erinnern?
refuse-instructions = Ich folge nur dem, was du hier festhalten, fragen oder planen willst; meine Regeln ändere ich nicht und Schlüssel zeige ich nicht. Es wurde nichts eingetragen.
refuse-secrets = Schlüssel, Passwörter und Interna zeige ich nicht. Es wurde nichts eingetragen.
refuse-harm = Dabei kann ich nicht helfen.

due-now = Erinnerung: { $text }
unexpected = Bei mir ist etwas schiefgegangen; von dieser Nachricht wurde nichts eingetragen. Bitte versuch es noch einmal.

# What a device says about the installed page.
install-description = Sag es, und es wird eine kleine App. Alles bleibt bei dir zu Hause.
install-log = Etwas eintragen
install-chat = Gespräch
install-due = Was ansteht

# Fragen einer laufenden Arbeit, bevor sie etwas tut.
work-question-policy = Darf ich dafür „{ $tool }“ benutzen?
work-question-outside = Ich habe Text gelesen, den andere geschrieben haben, und „{ $tool }“ ginge nun über deinen Auftrag hinaus: { $targets }. Möchtest du das?
work-question-private = Hier ist etwas im Spiel, das dein Zuhause nicht verlassen soll, und „{ $tool }“ würde etwas nach draußen senden. Möchtest du das?

# Apps, die ein Sprachmodell baut: was daraus wurde, und was geprüft ist.
making-created = „{ $name }“ ist fertig, mit { $fields }.
making-changed = „{ $name }“ ist geändert; die vorige Fassung ist einen Schritt entfernt.
making-checked = { $count ->
    [one] Die eine Prüfung besteht
   *[other] Alle { $count } Prüfungen bestehen
 }, mit üblichen und mit extremen Werten.
making-look-looked = Jede Ansicht habe ich geöffnet und durchgeklickt.
making-look-server = Jede Ansicht bekommt ihre Daten; ein Browser zum Anschauen war nicht da.
making-look-no = Jede Ansicht bekommt ihre Daten; ein Browser zum Anschauen war nicht da.
making-conflict = „{ $name }“ wurde währenddessen von jemand anderem geändert. Diese Fassung bleibt; bitte sag es noch einmal.
making-unchanged = „{ $name }“ ist, wie es war.
making-nothing = Es wurde nichts gebaut oder geändert.
making-simple = Hier ist eine einfachere Fassung ohne Modell, die du gleich benutzen kannst.
making-offers = Dafür gibt es zwei Entwürfe: { $options }. Beide haben alle Prüfungen bestanden. Welcher gefällt dir besser?
making-ended-done = Fertig.
making-ended-rounds = Die Fassungen des Modells haben ihre Prüfungen auch nach drei Nachbesserungen nicht bestanden.
making-ended-repetition = Die Fassung des Modells hat ihre Prüfungen nicht bestanden, und es hat sich nur wiederholt.
making-ended-stopped = Angehalten.
making-ended-taken = Angehalten; du hast die beste Fassung bis jetzt.
making-ended-refused = Das Modell hat das abgelehnt.
making-ended-budget = Das Geld für Modelle ist für heute verbraucht.
making-ended-privacy = Das darf das Haus nicht verlassen, und im Haus ist kein Modell eingerichtet.
making-ended-timeout = Das Modell hat nicht rechtzeitig geantwortet.
making-ended-rate = Der Anbieter des Modells ist überlastet oder bittet um eine Pause.
making-ended-connection = Der Server des Modells ist nicht erreichbar.
making-ended-unusable = Die Antworten des Modells waren nicht zu gebrauchen.

# Pictures that come with words
picture-label = Bild
picture-place = „{ $name }“ hat jetzt einen Platz für Bilder.
picture-kept = { $count ->
    [one] Das Bild ist dabei.
   *[other] Die { $count } Bilder sind dabei.
}
picture-talk = { $count ->
    [one] Das Bild bleibt hier im Gespräch; was darauf ist, sehe ich nicht.
   *[other] { $count } Bilder bleiben hier im Gespräch; was darauf ist, sehe ich nicht.
}
picture-alone = Das Bild bleibt hier im Gespräch. Was darauf ist, sehe ich nicht: Schick es mit ein paar Worten, etwa „Mittagessen, 650 kcal“, dann kommt es zu diesem Eintrag.

told = Eingetragen habe ich nichts, aber ich behalte es im Kopf: Frag mich danach, dann finde ich es.

# --- facts that take another's place, and facts that are over ---
remembered-instead = Ich merke mir: { $text } – das löst ab: { $before }
recall-found-until = Das hast du mir am { $when } gesagt: { $text } – es galt bis { $until }.
recall-perhaps-until = Vielleicht ist es das. Das hast du mir am { $when } gesagt: { $text } – es galt bis { $until }.

# Was eine laufende Aufgabe tut, für Menschen gesagt.
work-tool = { $tool ->
    [read] Datei lesen
    [write] Datei schreiben
    [edit] Datei ändern
    [glob] Dateien auflisten
    [grep] Dateien durchsuchen
    [note] Notiz ergänzen
    [python] Python ausführen
    [javascript] JavaScript ausführen
    [shell] Befehl ausführen
    [git] Verlauf ansehen
    [git_commit] Stand festhalten
    [todo] Plan anpassen
    [fetch] Seite abrufen
    [preview] Seite ansehen
    [page] Seite öffnen
    [home] Im Zuhause nachsehen
    [home_change] Im Zuhause ändern
    [app_spec] Aufbau einer App ansehen
    [app_change] App anlegen oder ändern
    [memory] Im Gedächtnis nachsehen
    [remember] Etwas merken
    [forget] Etwas vergessen
    [delegate] Helfer einsetzen
   *[other] { $tool }
  }
work-target = { $kind ->
    [path] die Datei „{ $name }“
    [app] die App „{ $name }“
    [host] die Adresse { $name }
    [delete] etwas löschen
    [update] Einträge ändern
    [new] eine neue App
   *[other] „{ $name }“
  }
making-asks = „{ $name }“ ist fertig und hat die Prüfungen bestanden, möchte aber mehr als die eigenen Einträge: { $asks } Nur wenn du zustimmst, ändert sich etwas.
making-ask = „{ $name }“ möchte { $fields } in deiner App „{ $app }“ lesen.
making-yes = ja|ja, erlauben|erlauben|ok|okay|einverstanden


# Arbeit in mehreren Schritten, im Gespräch angeboten.
work-offer = Das kann ich in der Werkstatt Schritt für Schritt erledigen. Ich würde fragen, bevor ich eine Datei ändere, ein Programm ausführe oder ins Netz gehe, und es würde höchstens { $money } kosten. Soll ich anfangen?
work-yes = Ja, fang an
work-no = Nein, danke
work-begun = Ich habe angefangen. Du siehst hier jeden Schritt, und ich frage, wenn ich dich brauche.
work-declined = Gut, ich lasse es.
work-unserved = Daran kann ich nur arbeiten, während die Seite von Calisson läuft. Starte sie mit „calisson“ und sag es dort.

memory-export-title = Was ich mir merke
memory-export-until = galt bis { $until }
memory-export-left-out = { $count ->
    [one] Eine Erinnerung steht nicht hier, weil ihr Zweck keine Ausgabe erlaubt.
   *[other] { $count } Erinnerungen stehen nicht hier, weil ihr Zweck keine Ausgabe erlaubt.
}

## Wie PostgreSQL die Vektoren der Erinnerungen durchsucht

pgvector-ready = Die Vektoren werden in PostgreSQL selbst durchsucht, mit der Erweiterung pgvector.
pgvector-absent = Die Vektoren werden im Arbeitsspeicher durchsucht: Auf dem PostgreSQL-Server fehlt die Erweiterung pgvector.
pgvector-old = Die Vektoren werden im Arbeitsspeicher durchsucht: pgvector wird ab Version 0.8 gebraucht. Auf dem Server aktualisieren, dann in der Datenbank des Zuhauses `ALTER EXTENSION vector UPDATE` ausführen.
pgvector-refused = Die Vektoren werden im Arbeitsspeicher durchsucht: Dieses Zuhause darf pgvector nicht einschalten. Wer die Datenbank verwaltet, kann es: `CREATE EXTENSION vector` in der Datenbank des Zuhauses.
pgvector-waiting = Die Vektoren werden vorerst im Arbeitsspeicher durchsucht; pgvector wird beim nächsten Aufräumen eingerichtet, oder sofort mit `calisson memory tidy`.
place-found = Das steht in „{ $name }“: { $fields }.
place-perhaps = Wo das ist, hast du mir nicht gesagt; in „{ $name }“ stehen { $fields }.
place-many = Das steht in { $names }.
place-name = „{ $name }“
place-none = Keine deiner Apps hält das fest, und gesagt hast du mir dazu auch nichts. Sag „ich möchte … erfassen“, dann mache ich eine App dafür.
place-keeps = „{ $name }“ hält { $entity } fest: { $fields }.
place-choices = { $field } ({ $choices })
place-also = Heißt auch: { $words }.
place-since = Seit { $when }, { $many }.
place-many-none = noch nichts darin
place-many-few = einige Einträge
place-many-dozens = Dutzende Einträge
place-many-hundreds = Hunderte Einträge
place-many-thousands = Tausende Einträge
place-people = Mit { $people }.
