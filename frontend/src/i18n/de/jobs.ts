export const jobs = {
  'Change replication': 'Replikation ändern',
  'Change storage policy': 'Speicherrichtlinie ändern',
  'Change erasure coding': 'Erasure Coding ändern',
  'replication {replication}': 'Replikation {replication}',
  'the storage policy of the directory above': 'die Speicherrichtlinie des Verzeichnisses darüber',
  'storage policy {policy}': 'Speicherrichtlinie {policy}',
  'the erasure coding of the directory above': 'das Erasure Coding des Verzeichnisses darüber',
  'erasure coding {policy}': 'Erasure Coding {policy}',
  'Stores {files} of {extent} {reach} anew: {how}. Directories have no such number.':
    'Speichert {files} von {extent} {reach} neu: {how}. Verzeichnisse haben keine solche Zahl.',
  'Copies are made and removed afterwards, in the background. An undo sets back what was not changed again since.':
    'Kopien werden danach im Hintergrund angelegt und entfernt. Eine Rücknahme setzt zurück, was seither nicht wieder geändert wurde.',
  'Changes {count} of {extent} {reach}: {how}. It holds for what is written from then on.':
    'Ändert {count} von {extent} {reach}: {how}. Es gilt für alles, was von da an geschrieben wird.',
  'Blocks that are there stay where they are until a mover moves them. An undo sets back what was not changed again since.':
    'Vorhandene Blöcke bleiben, wo sie sind, bis ein Mover sie verschiebt. Eine Rücknahme setzt zurück, was seither nicht wieder geändert wurde.',
  'Changes {directories} of {extent} {reach}: {how}. It holds for new files alone.':
    'Ändert {directories} von {extent} {reach}: {how}. Es gilt nur für neue Dateien.',
  'Files that are there stay as they are stored. An undo sets back what was not changed again since.':
    'Vorhandene Dateien bleiben gespeichert, wie sie sind. Eine Rücknahme setzt zurück, was seither nicht wieder geändert wurde.',
  'Made above it': 'Darüber angelegt',
  'Of files. Directories have no such number, and erasure-coded files stay as they are.':
    'Von Dateien. Verzeichnisse haben keine solche Zahl, und Dateien mit Erasure Coding bleiben, wie sie sind.',
  'Enter how many copies, from 1 to {max}': 'Anzahl der Kopien eingeben, von 1 bis {max}',
  'None of its own: that of the directory above': 'Keine eigene: die des Verzeichnisses darüber',
  'Choose a storage policy': 'Speicherrichtlinie wählen',
  'Of files and directories. It holds for what is written from then on: blocks that are there stay where they are until a mover moves them.':
    'Von Dateien und Verzeichnissen. Sie gilt für alles, was von da an geschrieben wird: Vorhandene Blöcke bleiben, wo sie sind, bis ein Mover sie verschiebt.',
  'Erasure-coding policy': 'Richtlinie für Erasure Coding',
  'An enabled one, or replication': 'Eine aktivierte, oder replication',
  'None of their own: that of the directory above': 'Keine eigene: die des Verzeichnisses darüber',
  'Name an erasure-coding policy': 'Eine Richtlinie für Erasure Coding nennen',
  'Of directories, for files that are made from then on. Files that are there stay as they are stored; to store them anew, copy them.':
    'Von Verzeichnissen, für Dateien, die von da an entstehen. Vorhandene Dateien bleiben gespeichert, wie sie sind; kopieren speichert sie neu.',
  'Asked for by the rule <b>{name}</b>: {rule}.': 'Verlangt von der Regel <b>{name}</b>: {rule}.',
  '{who} and is not {not_by} decides, until {expires_at} UTC. Then it is over.':
    '{who} (nicht {not_by}) entscheidet bis {expires_at} UTC. Danach verfällt es.',
  'An administrator': 'Ein Administrator',
  'Somebody who may approve it': 'Jemand, der es freigeben darf,',
  ' or ': ' oder ',
  'A second person must approve this job': 'Eine zweite Person muss diesen Auftrag freigeben',
  'Approved by {decided_by}': 'Freigegeben von {decided_by}',
  'Refused by {decided_by}': 'Abgelehnt von {decided_by}',
  'Nobody approved it in time': 'Niemand hat rechtzeitig freigegeben',
  'Cancelled by {decided_by}': 'Abgebrochen von {decided_by}',
  'A check is under way': 'Ein Abgleich läuft',
  'Check again': 'Erneut abgleichen',
  'What changed since the plan': 'Was sich seit dem Plan geändert hat',
  'as of {age}, asked by {asked_by}': 'Stand {age}, verlangt von {asked_by}',
  Entry: 'Eintrag',
  'Since the plan': 'Seit dem Plan',
  'Cancel this job?': 'Diesen Auftrag abbrechen?',
  'The dry run stops after the step under way. It changed nothing, so nothing is left behind.':
    'Der Probelauf endet nach dem laufenden Schritt. Er hat nichts geändert, es bleibt also nichts zurück.',
  'The job stops after the step under way. What it has changed stays changed: {changed} entries so far.':
    'Der Auftrag endet nach dem laufenden Schritt. Was er geändert hat, bleibt geändert: bisher {changed} Einträge.',
  'Let it run': 'Laufen lassen',
  'Cancel job': 'Auftrag abbrechen',
  '{kind}: run for real?': '{kind}: wirklich ausführen?',
  'Type {word} to confirm': 'Zur Bestätigung {word} eingeben',
  'The dry run met {errors} entries that it could not read; they will be left out.':
    'Der Probelauf stieß auf {errors} Einträge, die er nicht lesen konnte; sie werden ausgelassen.',
  'To confirm, type {what} <b>{word}</b>': 'Zur Bestätigung {what} <b>{word}</b> eingeben',
  Reason: 'Begründung',
  'For who has to approve it, if a rule of the guard asks for that.':
    'Für die Person, die es freigeben muss, falls eine Schutzregel das verlangt.',
  'how many entries go:': 'die Zahl der betroffenen Einträge,',
  'the name': 'den Namen',
  'Nobody has looked since at what changed: “Check again” on the job’s page does.':
    'Seither hat niemand nachgesehen, was sich geändert hat: „Erneut abgleichen“ auf der Seite des Auftrags tut es.',
  'What changed since it was chosen': 'Was sich seit der Auswahl geändert hat',
  'Compared for each entry when the job comes to it. What is gone is listed.':
    'Für jeden Eintrag verglichen, wenn der Auftrag zu ihm kommt. Was verschwunden ist, wird aufgelistet.',
  'Leave it, and list it': 'Belassen und auflisten',
  'Change it all the same': 'Trotzdem ändern',
  'Undo this job?': 'Diesen Auftrag rückgängig machen?',
  'Moves {entries} back to where they were before this job. Directories above that are missing are made; whatever has the name now is not replaced.':
    'Verschiebt {entries} dorthin zurück, wo sie vor diesem Auftrag waren. Fehlende übergeordnete Verzeichnisse werden angelegt; was den Namen jetzt hat, wird nicht ersetzt.',
  'Sets {changed, plural, one {# entry that this job changed back to the former values, wherever it is now} other {# entries that this job changed back to the former values, wherever they are now}}. What somebody changed again since, or deleted, stays as it is and is listed.':
    'Setzt {changed, plural, one {# Eintrag, den dieser Auftrag geändert hat, auf die früheren Werte zurück, wo auch immer er jetzt ist} other {# Einträge, die dieser Auftrag geändert hat, auf die früheren Werte zurück, wo auch immer sie jetzt sind}}. Was seither erneut geändert oder gelöscht wurde, bleibt wie es ist und wird aufgelistet.',
  'The dry run changes nothing. It counts what can be set back, and you confirm the undo afterwards.':
    'Der Probelauf ändert nichts. Er zählt, was zurückgesetzt werden kann; die Rücknahme bestätigen Sie danach.',
  'Start dry run': 'Probelauf starten',
  'Refuse this job?': 'Diesen Auftrag ablehnen?',
  'Approve this job?': 'Diesen Auftrag freigeben?',
  'Say why, to who asked': 'Begründen Sie es gegenüber dem Auftraggeber',
  '{kind} by {actor} ends without having changed anything.':
    '{kind} von {actor} endet, ohne etwas geändert zu haben.',
  '{actor} asked for it. {sentence}': '{actor} hat darum gebeten. {sentence}',
  'It was not tried by a dry run.': 'Es gab keinen Probelauf.',
  Comment: 'Kommentar',
  'Told to who asked, and kept.': 'Wird dem Auftraggeber mitgeteilt und aufbewahrt.',
  'Kept with the job.': 'Wird mit dem Auftrag aufbewahrt.',
  Refuse: 'Ablehnen',
  Approve: 'Freigeben',
  'All that the saved search “{name}” finds': 'Alles, was die gespeicherte Suche „{name}“ findet',
  'What the result of query {id} names': 'Was das Ergebnis der Abfrage {id} nennt',
  'All that “{q}” finds': 'Alles, was „{q}“ findet',
  'All that a search finds': 'Alles, was eine Suche findet',
  'What a result of SQL names': 'Was ein SQL-Ergebnis nennt',
  '{entries}, chosen one by one': '{entries}, einzeln ausgewählt',
  'Fill in the form first': 'Füllen Sie zuerst das Formular aus',
  'The dry run changes nothing. It counts exactly what would change, and you confirm the change afterwards.':
    'Der Probelauf ändert nichts. Er zählt genau, was sich ändern würde; die Änderung bestätigen Sie danach.',
  'At and below': 'Bei und unterhalb',
  '{reach} What changes before you confirm is left as it is, and listed.':
    '{reach} Was sich vor Ihrer Bestätigung ändert, bleibt wie es ist und wird aufgelistet.',
  'A directory takes along what is in it, chosen or not.':
    'Ein Verzeichnis nimmt seinen Inhalt mit, ausgewählt oder nicht.',
  'Each of them, and nothing below them.': 'Jeden davon, und nichts darunter.',
  '{matches}, ticked one by one': '{matches}, einzeln markiert',
  '{entries} in the trash, ticked one by one': '{entries} im Papierkorb, einzeln markiert',
  'The entries that {rows} of query {id} name by their inode_id':
    'Die Einträge, die {rows} der Abfrage {id} über ihre inode_id nennen',
  'All that {search} finds when the dry run begins':
    'Alles, was {search} bei Beginn des Probelaufs findet',
  'this search': 'diese Suche',
  'Could not change': 'Nicht änderbar',
  'Entries that the job could not change': 'Einträge, die der Auftrag nicht ändern konnte',
  'All errors as CSV': 'Alle Fehler als CSV',
  'Entries that the job changed, before and after':
    'Einträge, die der Auftrag geändert hat, vorher und nachher',
  'Entries that would change, before and after':
    'Einträge, die sich ändern würden, vorher und nachher',
  'Would change, for example': 'Würde sich ändern, zum Beispiel',
  'Nothing is changed yet': 'Noch ist nichts geändert',
  'Each entry is listed here with its values before and after.':
    'Jeder Eintrag steht hier mit seinen Werten vorher und nachher.',
  'changed entries': 'geänderte Einträge',
  'All changes as CSV': 'Alle Änderungen als CSV',
  'Inode {inode_id}, gone or out of your sight':
    'Inode {inode_id}, nicht mehr da oder für Sie nicht sichtbar',
  'No errors': 'Keine Fehler',
  'Entries that can’t be changed are listed here, each with the reason.':
    'Einträge, die nicht geändert werden können, stehen hier, jeweils mit dem Grund.',
  errors: 'Fehler',
  'Started by': 'Gestartet von',
  'Run of': 'Lauf von',
  'Rule {rule_id}': 'Regel {rule_id}',
  'Reaches only': 'Erreicht nur',
  'Job {dry_run_of}': 'Auftrag {dry_run_of}',
  'Run as': 'Ausgeführt als',
  'Job {became}': 'Auftrag {became}',
  Undoes: 'Macht rückgängig',
  'Job {undo_of}': 'Auftrag {undo_of}',
  'Undone by': 'Rückgängig gemacht von',
  'Job {undone_by}': 'Auftrag {undone_by}',
  '{entries} a second{as}': '{entries} pro Sekunde{as}',
  ', as any job': ', wie jeder Auftrag',
  Priority: 'Priorität',
  Finished: 'Beendet',
  'feed sequence {commit_sequence}': 'Feed-Sequenz {commit_sequence}',
  'Named by': 'Benannt durch',
  'Query {id}': 'Abfrage {id}',
  'Found by': 'Gefunden durch',
  ' and {asked} more': ' und {asked} weitere',
  Chosen: 'Ausgewählt',
  others: 'andere',
  'Files by owner': 'Dateien nach Besitzer',
  'Files by group': 'Dateien nach Gruppe',
  'Changed since': 'Seither geändert',
  'changed all the same': 'trotzdem geändert',
  left: 'belassen',
  'In the trash': 'Im Papierkorb',
  'Back at': 'Zurück an',
  'Made above them': 'Darüber angelegt',
  'Places taken': 'Belegte Plätze',
  '{entries} left alone: something else is there': '{entries} belassen: dort ist etwas anderes',
  '{place}, for {path}': '{place}, für {path}',
  Quota: 'Kontingent',
  'Used now': 'Jetzt belegt',
  'Used then': 'Dann belegt',
  '{used}, too much': '{used}, zu viel',
  'What is in directories that come under another storage policy is not counted by type.':
    'Was in Verzeichnissen liegt, die unter eine andere Speicherrichtlinie kommen, ist nicht nach Typ gezählt.',
  'There are further directories with a quota, which were not added up.':
    'Es gibt weitere Verzeichnisse mit Kontingent, für die nicht summiert wurde.',
  'All of it together exceeds the quotas of {directories}':
    'Alles zusammen überschreitet Kontingente: {directories}',
  'Raise them, or choose less. When it is run, the quotas of then are compared first, and it is refused where they do not allow it.':
    'Erhöhen Sie diese, oder wählen Sie weniger aus. Beim Ausführen werden zuerst die dann geltenden Kontingente verglichen; erlauben sie es nicht, wird es abgelehnt.',
  'Run it although quotas would be exceeded': 'Ausführen, obwohl Kontingente überschritten würden',
  'What a quota does not allow is left and listed.':
    'Was ein Kontingent nicht erlaubt, bleibt und wird aufgeführt.',
  Note: 'Hinweis',
  'The path was gone when the job resumed.':
    'Der Pfad war verschwunden, als der Auftrag fortgesetzt wurde.',
  'Quota before': 'Kontingent vorher',
  'Quota would be': 'Kontingent wäre',
  'Quota after': 'Kontingent nachher',
  Warning: 'Warnung',
  'What is there now exceeds the new limits: nothing more could be written below.':
    'Was jetzt dort liegt, überschreitet die neuen Grenzen: Darunter könnte nichts mehr geschrieben werden.',
  'any entries': 'beliebig viele Einträge',
  'any space': 'beliebig viel Platz',
  '{limit} on {type}': '{limit} auf {type}',
  'Job {jobId}': 'Auftrag {jobId}',
  '{kind} · job {id}': '{kind} · Auftrag {id}',
  'At {pathText}': 'An {pathText}',
  'About this job': 'Über diesen Auftrag',
  'Pace…': 'Tempo …',
  'The job is being cancelled already': 'Der Auftrag wird bereits abgebrochen',
  'Cancel job…': 'Auftrag abbrechen …',
  'Undo…': 'Rückgängig machen …',
  'Run for real…': 'Wirklich ausführen …',
  'Approve…': 'Freigeben …',
  'Refuse…': 'Ablehnen …',
  'The dry run is still counting': 'Der Probelauf zählt noch',
  'The dry run failed, so its counts are not complete':
    'Der Probelauf schlug fehl, seine Zahlen sind daher unvollständig',
  'The dry run was cancelled, so its counts are not complete':
    'Der Probelauf wurde abgebrochen, seine Zahlen sind daher unvollständig',
  'It was run already, as job {became}': 'Er wurde bereits ausgeführt, als Auftrag {became}',
  'The dry run is too old: make a new one': 'Der Probelauf ist zu alt: Machen Sie einen neuen',
  'Too old to be run': 'Zu alt zum Ausführen',
  'What this dry run counted may have changed since. Make a new one before you run it for real.':
    'Was dieser Probelauf gezählt hat, kann sich seither geändert haben. Machen Sie einen neuen, bevor Sie wirklich ausführen.',
  'Nothing has changed yet': 'Noch wurde nichts geändert',
  'This dry run counted what would change. Look at the counts below; “Run for real” then asks once more before it does it. It can be run until {promotable_until} UTC.':
    'Dieser Probelauf hat gezählt, was sich ändern würde. Sehen Sie sich die Zahlen unten an; „Wirklich ausführen“ fragt dann noch einmal nach. Ausführbar bis {promotable_until} UTC.',
  'A freeze window holds it': 'Ein Sperrfenster hält ihn an',
  '{window}, until {until} UTC. It goes on by itself then, or soon after an administrator lifts the window.':
    '{window}, bis {until} UTC. Danach geht er von selbst weiter, oder bald nachdem ein Administrator das Fenster aufhebt.',
  'Slowed down: calls wait {calls_wait_ms} ms': 'Gebremst: Aufrufe warten {calls_wait_ms} ms',
  'At most {inodes_per_s} entries a second for now, since {since} UTC. It goes faster again when calls of clients wait less.':
    'Zurzeit höchstens {inodes_per_s} Einträge pro Sekunde, seit {since} UTC. Es geht wieder schneller, wenn Aufrufe von Clients weniger warten.',
  'The job stands still': 'Der Auftrag steht still',
  'What it has changed stays changed. It goes on from here when somebody resumes it.':
    'Was er geändert hat, bleibt geändert. Er geht von hier weiter, wenn jemand ihn fortsetzt.',
  Entries: 'Einträge',
  'Would change': 'Würde geändert',
  'about {remaining_s} left': 'noch etwa {remaining_s}',
  'counting…': 'zählt …',
  'of {total}': 'von {total}',
  '{of}, {inodes_per_s} a second': '{of}, {inodes_per_s} pro Sekunde',
  Counting: 'Zählt',
  '{percent} % done': '{percent} % erledigt',
  'What goes on in the background. Changes of files start as a dry run that counts before anything changes.':
    'Was im Hintergrund geschieht. Änderungen an Dateien beginnen als Probelauf, der zählt, bevor sich etwas ändert.',
  'Any state': 'Jeder Status',
  'Jobs, newest first': 'Aufträge, neueste zuerst',
  'No job matches the filters': 'Kein Auftrag passt zu den Filtern',
  'Pace of this job': 'Tempo dieses Auftrags',
  'It holds from the next step on. What is slow or less urgent comes to its end, too: only later.':
    'Es gilt ab dem nächsten Schritt. Auch was langsam oder weniger dringend ist, kommt ans Ziel, nur später.',
  'Set pace': 'Tempo setzen',
  'Enter from 1 to 1,000,000 entries a second, or nothing':
    'Geben Sie 1 bis 1.000.000 Einträge pro Sekunde an oder nichts',
  'Entries a second, at most': 'Einträge pro Sekunde, höchstens',
  'Empty: as any job': 'Leer: wie jeder Auftrag',
  'Empty: {rateOfAll}, as any job': 'Leer: {rateOfAll}, wie jeder Auftrag',
  'Whose turn it is first': 'Wer zuerst an der Reihe ist',
  'The job is being cancelled': 'Der Auftrag wird abgebrochen',
  'matches now, is no part of the plan': 'passt jetzt, gehört nicht zum Plan',
  'Looking: {found} so far': 'Sieht nach: bisher {found}',
  'Looking…': 'Sieht nach …',
  'The check failed after {found}': 'Der Abgleich schlug fehl (bisher {found})',
  'The check failed': 'Der Abgleich schlug fehl',
  'Nothing to look at': 'Nichts abzugleichen',
  '{changed} changed': '{changed} geändert',
  '{gone} gone': '{gone} verschwunden',
  '{out_of_scope} moved out of reach': '{out_of_scope} außer Reichweite verschoben',
  '{more}{joined} joined': '{more}{joined} hinzugekommen',
  'more than ': 'mehr als ',
  '{same} as they were': '{same} wie zuvor',
  'Nothing changed: {rest}': 'Nichts geändert: {rest}',
  'It is not in the tree any more': 'Er ist nicht mehr im Baum',
  'As many as planned': 'So viele wie geplant',
  'The path names another entry now. {counts}':
    'Der Pfad bezeichnet jetzt einen anderen Eintrag. {counts}',
  'A run leaves what changed, unless you choose otherwise.':
    'Ein Lauf belässt, was sich geändert hat, sofern Sie nichts anderes wählen.',
  'A run changes what changed, too, unless you choose otherwise.':
    'Ein Lauf ändert auch, was sich geändert hat, sofern Sie nichts anderes wählen.',
  '{changed} What is gone is listed; what joined is no part of it.':
    '{changed} Was verschwunden ist, wird aufgelistet; Hinzugekommenes gehört nicht dazu.',
  'What becomes of the files': 'Was aus den Dateien wird',
  'Move to the trash': 'In den Papierkorb verschieben',
  'They can be moved back until the trash is emptied':
    'Sie lassen sich zurückholen, bis der Papierkorb geleert wird',
  'Delete for good': 'Endgültig löschen',
  'There is no undo': 'Es gibt kein Zurück',
  'Skips the trash. There is no undo': 'Umgeht den Papierkorb. Es gibt kein Zurück',
  'Empty leaves it as it is': 'Leer bleibt, wie es ist',
  'No spaces, slashes or colons': 'Keine Leerzeichen, Schrägstriche oder Doppelpunkte',
  'Names have no spaces, slashes or colons':
    'Namen haben keine Leerzeichen, Schrägstriche oder Doppelpunkte',
  'Becomes {mode}': 'Wird {mode}',
  'Octal; empty leaves them as they are': 'Oktal; leer bleiben sie, wie sie sind',
  'Enter a mode for directories, for files or for both':
    'Geben Sie einen Modus für Verzeichnisse, für Dateien oder für beide an',
  'A mode has three or four octal digits, up to 1777':
    'Ein Modus hat drei oder vier oktale Ziffern, bis 1777',
  'Files and directories below, the directory itself included':
    'Dateien und Verzeichnisse darunter, das Verzeichnis selbst eingeschlossen',
  'Replicas count: a 1 GiB file with three replicas takes 3 GiB':
    'Replikate zählen mit: Eine Datei von 1 GiB mit drei Replikaten belegt 3 GiB',
  'Space on {type}': 'Platz auf {type}',
  'Counts replicas that storage policies want there, wherever they are':
    'Zählt Replikate, die Speicherrichtlinien dort haben wollen, wo auch immer sie sind',
  'By type of storage': 'Nach Speichertyp',
  'Choose one to limit': 'Wählen Sie einen zum Begrenzen',
  'Limit to': 'Begrenzen auf',
  'No limit': 'Keine Grenze',
  '{label} at most': '{label} höchstens',
  'Not a valid limit; for example {placeholder}':
    'Keine gültige Grenze; zum Beispiel {placeholder}',
  'Choose a limit to set or to remove':
    'Wählen Sie eine Grenze, die gesetzt oder entfernt werden soll',
  'Enter how many entries are allowed, 1 or more':
    'Geben Sie an, wie viele Einträge erlaubt sind, mindestens 1',
  'Enter how much space is allowed, such as 1.5 TiB':
    'Geben Sie an, wie viel Platz erlaubt ist, etwa 1,5 TiB',
  'Enter how much space on {type} is allowed':
    'Geben Sie an, wie viel Platz auf {type} erlaubt ist',
  'Each goes back to where it was; directories that are missing above it are made. Nothing is replaced: what has its place taken stays in the trash, and is listed.':
    'Jeder geht dorthin zurück, wo er war; fehlende übergeordnete Verzeichnisse werden angelegt. Nichts wird ersetzt: Wessen Platz vergeben ist, bleibt im Papierkorb und wird aufgelistet.',
  'Where it was, or another path. Directories that are missing above it are made':
    'Wo es war, oder ein anderer Pfad. Fehlende übergeordnete Verzeichnisse werden angelegt',
  'A path begins with a slash': 'Ein Pfad beginnt mit einem Schrägstrich',
  'Nothing can replace the root': 'Nichts kann die Wurzel ersetzen',
  'That is in a trash, too': 'Auch das liegt in einem Papierkorb',
  'Enter where it goes': 'Geben Sie an, wohin es soll',
  'Set quota': 'Kontingent setzen',
  'Change permissions': 'Rechte ändern',
  Restore: 'Wiederherstellen',
  Undo: 'Rückgängig machen',
  'Waits for approval': 'Wartet auf Freigabe',
  Queued: 'In der Warteschlange',
  Pausing: 'Hält an',
  Cancelling: 'Wird abgebrochen',
  Cancelled: 'Abgebrochen',
  Succeeded: 'Erfolgreich',
  'Done, with errors': 'Fertig, mit Fehlern',
  Low: 'Niedrig',
  Normal: 'Normal',
  High: 'Hoch',
  'owner {owner}': 'Besitzer {owner}',
  'group {group}': 'Gruppe {group}',
  'no limit on entries': 'keine Grenze für Einträge',
  'at most {entries}': 'höchstens {entries}',
  'no limit on space': 'keine Grenze für Platz',
  'at most {space_quota_bytes} with replicas': 'höchstens {space_quota_bytes} mit Replikaten',
  'no limit on {type}': 'keine Grenze auf {type}',
  'at most {limit} on {type}': 'höchstens {limit} auf {type}',
  'to {to}': 'nach {to}',
  'for good': 'endgültig',
  'to the trash': 'in den Papierkorb',
  '{entries} or more': '{entries} oder mehr',
  '{size_bytes_min} or more': '{size_bytes_min} oder mehr',
  'jobs of any kind': 'Aufträge jeder Art',
  'at, below or above {path_prefix}': 'bei, unterhalb oder oberhalb von {path_prefix}',
  'of {bounds}': '{bounds}',
  ', or of ': ' oder ',
  'A dry run changes nothing': 'Ein Probelauf ändert nichts',
  'The job has not ended yet': 'Der Auftrag ist noch nicht beendet',
  'The job changed nothing': 'Der Auftrag hat nichts geändert',
  'The former values are not kept any more': 'Die früheren Werte werden nicht mehr aufbewahrt',
  'If it is run': 'Wenn er ausgeführt wird',
  'It is one step, whatever is in it.': 'Es ist ein Schritt, was immer darin ist.',
  'About {load} of namenodes. How long that takes is not known: no such job was run.':
    'Etwa {load} von Namenodes. Wie lange das dauert, ist nicht bekannt: es lief noch kein solcher Auftrag.',
  'About {took}, in {load} of namenodes: {rate} entries a second are allowed.':
    'Etwa {took}, in {load} von Namenodes: {rate} Einträge pro Sekunde sind erlaubt.',
  'About {took}, in {load} of namenodes, by former jobs: {rate} entries a second.':
    'Etwa {took}, in {load} von Namenodes, nach früheren Aufträgen: {rate} Einträge pro Sekunde.',
  'About {took}, in {load} of namenodes, by this dry run: {rate} entries a second.':
    'Etwa {took}, in {load} von Namenodes, nach diesem Probelauf: {rate} Einträge pro Sekunde.',
  'Everybody relies on some of this': 'Auf einiges davon verlassen sich alle',
  'The namenodes know no group of {users}': 'Die Namenodes kennen keine Gruppe von {users}',
  'A name that is mistyped is set all the same, and nobody can log in by it.':
    'Ein vertippter Name wird trotzdem gesetzt, und niemand kann sich mit ihm anmelden.',
  '{files} open for writing': '{files} zum Schreiben offen',
  'by {holder}': 'von {holder}',
  'by {holder} at {client}': 'von {holder} auf {client}',
  'Directories with snapshots can’t be deleted for good':
    'Verzeichnisse mit Snapshots lassen sich nicht endgültig löschen',
  '{snapshots} keep what is there now; space that it takes is not freed before they are deleted.':
    '{snapshots} behalten, was jetzt da ist; dessen Platz wird erst frei, wenn sie gelöscht sind.',
  'There are more open files than were looked at.':
    'Es gibt mehr offene Dateien, als angesehen wurden.',
  'Of the first 10,000 entries: the others were not asked about.':
    'Von den ersten 10.000 Einträgen: nach den anderen wurde nicht gefragt.',
  'There are further directories, which were not added up.':
    'Es gibt weitere Verzeichnisse, die nicht zusammengezählt wurden.',
  'Follow an HDFS': 'Einem HDFS folgen',
  'An HDFS': 'Ein HDFS',
  'Edits applied': 'Angewandte Änderungen',
  'Applies the edits of the HDFS that this is a copy of.':
    'Wendet die Änderungen des HDFS an, dessen Kopie dies ist.',
  'Cancelled, it leaves further edits where they are.':
    'Abgebrochen lässt er weitere Änderungen, wo sie sind.',
  'Edits are read from': 'Änderungen aus',
  'Applied up to': 'Angewandt bis',
  'transaction {applied_transaction} of {newest_transaction}':
    'Transaktion {applied_transaction} von {newest_transaction}',
  Behind: 'Rückstand',
  'not known yet': 'noch nicht bekannt',
  'The edits can’t be read now, which is tried again: {waiting_for}':
    'Die Änderungen sind zurzeit nicht zu lesen, es wird weiter versucht: {waiting_for}',
  'Take in small files': 'Kleine Dateien aufnehmen',
  'Takes the bytes of small files {reach} into the database.':
    'Nimmt die Bytes kleiner Dateien {reach} in die Datenbank auf.',
  'Spread a directory': 'Verzeichnis verteilen',
  'to many shards': 'auf viele Shards',
  'to the shard of their directory': 'in den Shard ihres Verzeichnisses',
  'Namenodes do this work, at a pace of their own':
    'Diese Arbeit machen die Namenodes, in eigenem Tempo',
  'Moves the children of {path} in the store: {how}.':
    'Verschiebt die Kinder von {path} im Speicher: {how}.',
  'No file changes. Another job moves them back.':
    'Keine Datei ändert sich. Ein anderer Auftrag verschiebt sie zurück.',
  'Export of a search': 'Export einer Suche',
  'as {format}': 'als {format}',
  'All that somebody’s search finds': 'Alles, was jemandes Suche findet',
  'Writes all that a search finds into a file, {format}.':
    'Schreibt alles, was eine Suche findet, in eine Datei, {format}.',
  'The file was cut at the server’s limit.': 'Die Datei endet an der Grenze des Servers.',
  'Rebuild index': 'Index neu aufbauen',
  'Compare and repair index': 'Index vergleichen und reparieren',
  'The search index': 'Der Suchindex',
  'It changed no names or attributes': 'Er hat keine Namen oder Attribute geändert',
  'The indexer does this work, at a pace of its own':
    'Diese Arbeit macht der Indexer, in eigenem Tempo',
  'Found wrong': 'Falsch gefunden',
  '{drift}, of these mended: {repaired}': '{drift}, davon repariert: {repaired}',
  'Builds the search index anew.': 'Baut den Suchindex neu auf.',
  'Compares the whole search index with the namenodes, and mends it.':
    'Vergleicht den ganzen Suchindex mit den Namenodes und repariert ihn.',
  'No file changes.': 'Keine Datei ändert sich.',
  'What was deleted for good is gone': 'Was endgültig gelöscht wurde, ist verloren',
  'chosen one by one': '(einzeln ausgewählt)',
  'at and below {path}': 'bei und unterhalb von {path}',
  'Sets the quota of {path}: {kind}.': 'Setzt das Kontingent von {path}: {kind}.',
  'No file changes. An undo sets the former limits again.':
    'Keine Datei ändert sich. Eine Rücknahme setzt die früheren Grenzen wieder.',
  'Changes {changed} of {progress} {reach}: {kind}.':
    'Ändert {changed}, insgesamt {progress} {reach}: {kind}.',
  'The values that they have now are kept: an undo sets back what was not changed again since.':
    'Die jetzigen Werte werden aufbewahrt: Eine Rücknahme setzt zurück, was seither nicht erneut geändert wurde.',
  'Takes back job {undo_of}: moves {progress} between {path} and the trash.':
    'Nimmt Auftrag {undo_of} zurück: verschiebt {progress} zwischen {path} und dem Papierkorb.',
  'Nothing is replaced at either place. The undo can be undone itself.':
    'An keinem der beiden Orte wird etwas ersetzt. Die Rücknahme lässt sich selbst rückgängig machen.',
  'Sets {changed, plural, one {# entry back to what it was} other {# entries back to what they were}} before job {undo_of}.':
    'Setzt {changed, plural, one {# Eintrag} other {# Einträge}} auf den Stand vor Auftrag {undo_of} zurück.',
  'Whatever was changed again since stays as it is. The undo can be undone itself.':
    'Was seither erneut geändert wurde, bleibt wie es ist. Die Rücknahme lässt sich selbst rückgängig machen.',
  'Moves {progress} {reach} out of the trash, {kind}.':
    'Verschiebt {progress} {reach} aus dem Papierkorb, {kind}.',
  'each to where it was': 'jeden an seinen früheren Ort',
  'Nothing is replaced. An undo moves them to your trash.':
    'Nichts wird ersetzt. Eine Rücknahme verschiebt sie in Ihren Papierkorb.',
  'Deletes {progress} {reach} for good.': 'Löscht {progress} {reach} endgültig.',
  'There is no undo and no trash: the data is gone.':
    'Es gibt keine Rücknahme und keinen Papierkorb: Die Daten sind verloren.',
  'Moves {progress} {reach} to the trash.': 'Verschiebt {progress} {reach} in den Papierkorb.',
  'An undo moves them back, until the trash is emptied.':
    'Eine Rücknahme verschiebt sie zurück, bis der Papierkorb geleert wird.',
  'mode {mode}': 'Modus {mode}',
  'directories {mode}': 'Verzeichnisse {mode}',
  'files {mode}': 'Dateien {mode}',
  'Change ACL': 'ACL ändern',
  'Set extended attribute': 'Erweitertes Attribut setzen',
  'Add entries, or give them other rights': 'Einträge hinzufügen oder ihre Rechte ändern',
  'Remove entries': 'Einträge entfernen',
  'Replace all entries': 'Alle Einträge ersetzen',
  'Remove the default entries': 'Die Vorgaben (default) entfernen',
  'Remove all but those of owner, group and others':
    'Alle außer denen von Eigentümer, Gruppe und anderen entfernen',
  'Default entries are of directories: files are left without. The mode goes with the ACL.':
    'Vorgaben (default) haben nur Verzeichnisse, Dateien bleiben ohne. Der Modus folgt aus der ACL.',
  'As setfacl takes them, separated by commas': 'Wie setfacl sie annimmt, durch Kommas getrennt',
  'Enter the entries': 'Die Einträge angeben',
  '“{wrong}” is no entry': '„{wrong}“ ist kein Eintrag',
  'An empty value is one, too. What has the attribute with another value gets this one.':
    'Auch ein leerer Wert ist einer. Was das Attribut mit einem anderen Wert hat, bekommt diesen.',
  'Extended attribute': 'Erweitertes Attribut',
  'Its full name, in the namespace user or trusted':
    'Sein voller Name, im Namensraum user oder trusted',
  Value: 'Wert',
  'Text, hexadecimal digits after 0x, or Base64 after 0s':
    'Text, hexadezimale Ziffern nach 0x oder Base64 nach 0s',
  'Take the attribute away': 'Das Attribut entfernen',
  'Name it, as user.team': 'Benennen, etwa user.team',
  'ACL {entries}': 'ACL {entries}',
  'ACL with {entries}': 'ACL mit {entries}',
  'ACL without {entries}': 'ACL ohne {entries}',
  'ACL without default entries': 'ACL ohne Vorgaben (default)',
  'no ACL': 'keine ACL',
  'without {xattr}': 'ohne {xattr}',
  'Directories that are missing are made. Nothing is replaced: what has its place taken stays, and is listed.':
    'Fehlende Verzeichnisse werden angelegt. Nichts wird ersetzt: Was seinen Platz belegt findet, bleibt und wird aufgeführt.',
  'A directory, with a slash at its end, or a path with:':
    'Ein Verzeichnis, mit einem Schrägstrich am Ende, oder ein Pfad mit:',
  'Braces hold one of the names above': 'In geschweiften Klammern steht einer der Namen oben',
  'Moves {progress} {reach}, {how}.': 'Verschiebt {progress} {reach}, {how}.',
  'Nothing is replaced. An undo moves back what was not moved again since.':
    'Nichts wird ersetzt. Eine Rücknahme verschiebt zurück, was seither nicht erneut verschoben wurde.',
  'Takes back job {undo_of}: moves {progress} to where it was.':
    'Nimmt Auftrag {undo_of} zurück: verschiebt {progress} an den früheren Ort.',
}
