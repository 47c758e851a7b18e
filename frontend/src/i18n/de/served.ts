/** What the platform says in words that do not change: its refusals, its checks, its reports and its rights. */
export const served: Record<string, string> = {
  '(none)': '(keine)',
  'All compared': 'Verglichen insgesamt',
  'All waiting': 'Wartend insgesamt',
  Average: 'Durchschnitt',
  'Bytes in database': 'Bytes in der Datenbank',
  'Bytes that fit': 'Bytes, die passen',
  'Bytes to take in': 'Bytes zum Aufnehmen',
  Compared: 'Verglichen',
  'Example path': 'Beispielpfad',
  Ext: 'Endung',
  'Files in database': 'Dateien in der Datenbank',
  'Files that fit': 'Dateien, die passen',
  'Files to take in': 'Dateien zum Aufnehmen',
  'Namespace quota': 'Kontingent an Einträgen',
  'Namespace used': 'Belegte Einträge',
  'Other path': 'Weiterer Pfad',
  'Parent id': 'Id des Verzeichnisses',
  'Size class': 'Größenklasse',
  'Size max': 'Größe höchstens',
  'Size min': 'Größe mindestens',
  'Space added': 'Platz hinzugekommen',
  'Space quota': 'Kontingent an Platz',
  'Space used': 'Belegter Platz',
  'Storage type': 'Speichertyp',
  Surplus: 'Überzählig',
  'Used percent': 'Belegt in Prozent',
  Wasted: 'Verschwendet',
  'not possible': 'nicht möglich',
  'not yet': 'noch nicht',
  older: 'älter',
  'over 1 MiB': 'über 1 MiB',
  'under 30 days': 'unter 30 Tagen',
  yes: 'ja',
  'up to 1 KiB': 'bis 1 KiB',
  'up to 1 MiB': 'bis 1 MiB',
  'up to 16 KiB': 'bis 16 KiB',
  'up to 2 KiB': 'bis 2 KiB',
  'up to 32 KiB': 'bis 32 KiB',
  'up to 4 KiB': 'bis 4 KiB',
  'up to 64 KiB': 'bis 64 KiB',
  'up to 8 KiB': 'bis 8 KiB',
  'within a week': 'in einer Woche',
  'within two weeks': 'in zwei Wochen',
  'within 30 days': 'in 30 Tagen',
  'Too many changes of limits wait for a worker':
    'Zu viele Änderungen von Begrenzungen warten auf einen Worker',
  'See that a worker runs (`make status`), then try again.':
    'Sorgen Sie dafür, dass ein Worker läuft (`make status`), und versuchen Sie es erneut.',
  'No such change of a limit': 'Diese Änderung einer Begrenzung gibt es nicht',
  'Wait for its end, or run the statement again.':
    'Warten Sie auf ihr Ende oder führen Sie die Anweisung erneut aus.',
  'The statement is not that of the report': 'Die Anweisung ist nicht die des Berichts',
  'Leave `report` out to run a statement of your own.':
    'Lassen Sie `report` weg, um eine eigene Anweisung auszuführen.',
  'No such query': 'Diese Abfrage gibt es nicht',
  'No such saved query': 'Diese gespeicherte Abfrage gibt es nicht',
  'This query has no result': 'Diese Abfrage hat kein Ergebnis',
  'The report is not made yet': 'Der Bericht ist noch nicht erstellt',
  'The job has ended already': 'Der Auftrag ist bereits beendet',
  'Only a job that waits, runs or is paused can be made faster, slower, more or less urgent.':
    'Nur ein Auftrag, der wartet, läuft oder angehalten ist, lässt sich beschleunigen, bremsen oder anders einreihen.',
  'The target was moved to where the job may not act':
    'Das Ziel wurde dorthin verschoben, wo der Auftrag nicht handeln darf',
  'The role of who began the job holds below some directories only.':
    'Die Rolle dessen, der den Auftrag begann, gilt nur unterhalb einiger Verzeichnisse.',
  "The check's workers died again and again":
    'Die Worker des Abgleichs sind immer wieder gestorben',
  "Look into the worker's log for this job before trying again.":
    'Suchen Sie diesen Auftrag im Protokoll des Workers, bevor Sie es erneut versuchen.',
  'Unknown kind of job': 'Unbekannte Auftragsart',
  'This is not done to a selection': 'Das geht nicht mit einer Auswahl',
  'What is chosen one by one goes back to where it was':
    'Was einzeln ausgewählt ist, geht dorthin zurück, wo es war',
  'Only a dry run that finished can be promoted':
    'Nur ein beendeter Probelauf lässt sich ausführen',
  'Wait until the dry run succeeded, or start a job of its own.':
    'Warten Sie, bis der Probelauf erfolgreich ist, oder starten Sie einen eigenen Auftrag.',
  'The dry run is too old to be promoted': 'Der Probelauf ist zu alt zum Ausführen',
  'What it counted may have changed since: make a new dry run (WARREN_JOB_PLAN_HOURS says how old one may be).':
    'Was er gezählt hat, kann sich seither geändert haben: Machen Sie einen neuen (WARREN_JOB_PLAN_HOURS sagt, wie alt einer sein darf).',
  "The job can't be undone": 'Der Auftrag lässt sich nicht rückgängig machen',
  'The job is being undone already': 'Der Auftrag wird bereits rückgängig gemacht',
  "Wait for the other undo's end, or cancel it.":
    'Warten Sie auf das Ende der anderen Rücknahme oder brechen Sie sie ab.',
  'The path names another file or directory since the dry run':
    'Der Pfad bezeichnet seit dem Probelauf eine andere Datei oder ein anderes Verzeichnis',
  'Make a new dry run.': 'Machen Sie einen neuen Probelauf.',
  "The root can't be deleted": 'Die Wurzel kann nicht gelöscht werden',
  'This Idempotency-Key was used for another request':
    'Dieser Idempotency-Key wurde für eine andere Anfrage verwendet',
  'Use a new key for a new request.': 'Verwenden Sie für eine neue Anfrage einen neuen Schlüssel.',
  'No such job': 'Diesen Auftrag gibt es nicht',
  'GET /api/v1/jobs lists the jobs.': 'GET /api/v1/jobs listet die Aufträge auf.',
  "The job's workers died again and again": 'Die Worker des Auftrags sind immer wieder gestorben',
  'Jobs like this one are frozen now': 'Aufträge wie dieser sind zurzeit gesperrt',
  "Ask for it after the window's end. Dry runs are allowed.":
    'Erteilen Sie ihn nach dem Ende des Fensters. Probeläufe sind erlaubt.',
  'You have as many jobs as your role may have at once':
    'Sie haben so viele Aufträge, wie Ihre Rolle gleichzeitig haben darf',
  'Wait until one ends, or cancel one.': 'Warten Sie, bis einer endet, oder brechen Sie einen ab.',
  'The target is not in the namespace any more': 'Das Ziel ist nicht mehr im Namensraum',
  'Somebody else deleted it. What this job did before is counted.':
    'Jemand anderes hat es gelöscht. Was dieser Auftrag vorher getan hat, ist gezählt.',
  'The former values that the job kept are not complete':
    'Die früheren Werte, die der Auftrag aufbewahrt hat, sind unvollständig',
  'A file of them is missing or damaged. Restore the folder of former values from a backup and try again; what was undone before stays undone.':
    'Eine Datei davon fehlt oder ist beschädigt. Stellen Sie den Ordner der früheren Werte aus einer Sicherung wieder her und versuchen Sie es erneut; was bereits zurückgenommen ist, bleibt es.',
  'Only what lies in a trash can be restored':
    'Nur was in einem Papierkorb liegt, lässt sich wiederherstellen',
  'Nothing is restored to there': 'Dorthin wird nichts wiederhergestellt',
  'Only users have saved searches and queries':
    'Nur Benutzer haben gespeicherte Suchen und Abfragen',
  'The job does not wait for an approval': 'Der Auftrag wartet nicht auf eine Freigabe',
  'It never did, somebody decided already, it was cancelled, or its time is over.':
    'Er tat es nie, jemand hat schon entschieden, er wurde abgebrochen, oder seine Zeit ist um.',
  'You may not approve this job': 'Sie dürfen diesen Auftrag nicht freigeben',
  'Ask somebody whose role, and whose token, allows it wherever the job acts.':
    'Fragen Sie jemanden, dessen Rolle und Token es überall erlaubt, wo der Auftrag handelt.',
  'Nobody approves what he asked for or planned himself':
    'Niemand gibt frei, worum er selbst gebeten oder was er selbst geplant hat',
  'Ask somebody else. A service account is nobody else than its owner.':
    'Fragen Sie jemand anderen. Ein Dienstkonto gilt als sein Verantwortlicher.',
  'The job is not what was looked at': 'Der Auftrag ist nicht der, der angesehen wurde',
  'Read it again; if it is not what was asked for, refuse it.':
    'Lesen Sie ihn erneut; ist er nicht das Verlangte, lehnen Sie ihn ab.',
  'Who asked for the job may not run it any more':
    'Wer um den Auftrag gebeten hat, darf ihn nicht mehr ausführen',
  'Refuse it. Somebody who may can ask for it anew.':
    'Lehnen Sie ihn ab. Jemand, der darf, kann erneut darum bitten.',
  'The path names another file or directory since the job was asked for':
    'Der Pfad bezeichnet eine andere Datei oder ein anderes Verzeichnis, seit um den Auftrag gebeten wurde',
  'Refuse it. It can be asked for anew.': 'Lehnen Sie ihn ab. Er lässt sich erneut verlangen.',
  'Nobody approved the job in time': 'Niemand hat den Auftrag rechtzeitig freigegeben',
  'Ask for it again (WARREN_GUARD_APPROVAL_HOURS says how long one waits).':
    'Bitten Sie erneut darum (WARREN_GUARD_APPROVAL_HOURS sagt, wie lange einer wartet).',
  'The inodes that were chosen are not known any more':
    'Die ausgewählten Inodes sind nicht mehr bekannt',
  'A file of them is missing or damaged. Choose again, by a new dry run.':
    'Eine Datei davon fehlt oder ist beschädigt. Wählen Sie erneut aus, mit einem neuen Probelauf.',
  "The values that the job changes from can't be kept":
    'Die Werte, die der Auftrag ändert, lassen sich nicht aufbewahren',
  'Make room on the disk of the data folder. Until then the job waits.':
    'Schaffen Sie Platz auf der Platte des Datenordners. Bis dahin wartet der Auftrag.',
  'The job is finished already': 'Der Auftrag ist bereits fertig',
  'There is nothing to cancel.': 'Es gibt nichts abzubrechen.',
  'The job waits for an approval': 'Der Auftrag wartet auf eine Freigabe',
  'Somebody else approves or refuses it; until then it can only be cancelled.':
    'Jemand anderes gibt ihn frei oder lehnt ihn ab; bis dahin lässt er sich nur abbrechen.',
  'The job ends or has ended already': 'Der Auftrag endet gerade oder ist bereits beendet',
  'Only a job that waits, runs or is paused can be paused and go on.':
    'Nur ein Auftrag, der wartet, läuft oder angehalten ist, lässt sich anhalten und fortsetzen.',
  'The job would be about too many inodes': 'Der Auftrag würde zu viele Inodes betreffen',
  'The ids of the inodes are not known any more':
    'Die Kennungen der Inodes sind nicht mehr bekannt',
  'The file of them is missing or damaged. Ask again.':
    'Ihre Datei fehlt oder ist beschädigt. Fragen Sie erneut an.',
  "The ids of the inodes can't be kept": 'Die Kennungen der Inodes lassen sich nicht aufbewahren',
  'Make room on the disk of the data folder. Until then it waits.':
    'Schaffen Sie Platz auf der Platte des Datenordners. Bis dahin wartet es.',
  'Only a plan that can still be run is checked':
    'Nur ein Plan, der noch ausführbar ist, wird abgeglichen',
  'That is a finished dry run which was not promoted, and is none of an undo: an undo compares each value itself.':
    'Das ist ein beendeter Probelauf, der nicht ausgeführt wurde und keiner einer Rücknahme ist: Eine Rücknahme vergleicht jeden Wert selbst.',
  'The plan is too old to be run': 'Der Plan ist zu alt zum Ausführen',
  'Make a new dry run (WARREN_JOB_PLAN_HOURS says how old one may be).':
    'Machen Sie einen neuen Probelauf (WARREN_JOB_PLAN_HOURS sagt, wie alt einer sein darf).',
  'The indexer does not answer': 'Der Indexer antwortet nicht',
  'Check it (`make status`, `make logs NAME=indexer`), then try again.':
    'Prüfen Sie ihn (`make status`, `make logs NAME=indexer`) und versuchen Sie es erneut.',
  'Your role lets you see what you did yourself':
    'Ihre Rolle zeigt Ihnen nur, was Sie selbst getan haben',
  'Leave the filter `actor` out.': 'Lassen Sie den Filter `actor` weg.',
  'Pass the next_cursor of the page before, unchanged, with the same sort.':
    'Geben Sie den next_cursor der vorigen Seite unverändert und mit derselben Sortierung an.',
  'As many directories are watched as can be':
    'Es werden so viele Verzeichnisse beobachtet, wie möglich ist',
  'Stop watching another one first.': 'Beenden Sie zuerst die Beobachtung eines anderen.',
  'This directory is not watched': 'Dieses Verzeichnis wird nicht beobachtet',
  "The export's workers died again and again": 'Die Worker des Exports sind immer wieder gestorben',
  'Too many of your exports are under way': 'Zu viele Ihrer Exporte laufen',
  'Wait for one, or cancel it.': 'Warten Sie auf einen oder brechen Sie ihn ab.',
  'No such export': 'Diesen Export gibt es nicht',
  'This export has no file': 'Dieser Export hat keine Datei',
  "The export's file is gone": 'Die Datei des Exports ist verschwunden',
  'Export again.': 'Exportieren Sie erneut.',
  'Start again without a cursor.': 'Beginnen Sie ohne Cursor von vorn.',
  'Check the path, or leave it out.': 'Prüfen Sie den Pfad oder lassen Sie ihn weg.',
  'The body is not valid JSON in UTF-8': 'Der Inhalt ist kein gültiges JSON in UTF-8',
  'The operation has no such parameter': 'Die Operation hat keinen solchen Parameter',
  'Correct or leave out the parameters named in `fields`.':
    'Berichtigen Sie die in `fields` genannten Parameter oder lassen Sie sie weg.',
  'A parameter is given more than once': 'Ein Parameter ist mehrfach angegeben',
  'The operation reads no body': 'Die Operation liest keinen Inhalt',
  'Send the request without a body.': 'Senden Sie die Anfrage ohne Inhalt.',
  'The request has too many parameters': 'Die Anfrage hat zu viele Parameter',
  'The platform failed': 'Die Plattform hat einen Fehler gemacht',
  'Read it again, look at what is different, and send your change with the ETag that is answered then.':
    'Lesen Sie es erneut, sehen Sie nach, was anders ist, und senden Sie Ihre Änderung mit dem dann genannten ETag.',
  'Pass the next_cursor of the page before, unchanged.':
    'Geben Sie den next_cursor der vorigen Seite unverändert an.',
  'The request carries no valid CSRF token': 'Die Anfrage trägt kein gültiges CSRF-Token',
  'Read the cookie csrftoken and send its value as X-CSRFToken.':
    'Lesen Sie das Cookie csrftoken und senden Sie seinen Wert als X-CSRFToken.',
  'No such operation': 'Diese Operation gibt es nicht',
  'GET /api/v1/schema lists the operations.': 'GET /api/v1/schema listet die Operationen auf.',
  "Look for this request's id in the platform's log.":
    'Suchen Sie die Kennung dieser Anfrage im Protokoll der Plattform.',
  'No namenode answers': 'Kein Namenode antwortet',
  'Check the namenodes (`make status`), then try again.':
    'Prüfen Sie die Namenodes (`make status`) und versuchen Sie es erneut.',
  "The namenodes refuse the platform's token": 'Die Namenodes weisen das Token der Plattform ab',
  'WARREN_ADMIN_TOKEN_FILE must hold the token that the namenodes have for this process.':
    'WARREN_ADMIN_TOKEN_FILE muss das Token enthalten, das die Namenodes für diesen Prozess haben.',
  "This is somebody else's rule": 'Diese Regel gehört jemand anderem',
  'Its owner changes it. Who manages the guard may disarm and delete it.':
    'Ihr Besitzer ändert sie. Wer den Schutz verwaltet, darf sie entschärfen und löschen.',
  'Only users have rules': 'Nur Benutzer haben Regeln',
  'No dry run of this rule has ended yet': 'Noch kein Probelauf dieser Regel ist beendet',
  'Run it, look at what it would do, then arm it.':
    'Führen Sie sie aus, sehen Sie sich an, was sie tun würde, und schalten Sie sie dann scharf.',
  'A run of this rule is under way': 'Ein Lauf dieser Regel ist im Gang',
  'Wait for its end, or cancel its job.':
    'Warten Sie auf sein Ende oder brechen Sie seinen Auftrag ab.',
  'There are as many rules as allowed': 'Es gibt so viele Regeln wie erlaubt',
  'Delete one first.': 'Löschen Sie zuerst eine.',
  'You have a rule of this name': 'Sie haben bereits eine Regel dieses Namens',
  'Choose another name.': 'Wählen Sie einen anderen Namen.',
  'No such rule': 'Diese Regel gibt es nicht',
  'No such check': 'Diese Prüfung gibt es nicht',
  'GET /api/v1/health/checks lists them.': 'GET /api/v1/health/checks listet sie auf.',
  'This check is not muted': 'Diese Prüfung ist nicht stummgeschaltet',
  'No namenode tells its metrics': 'Kein Namenode nennt seine Messwerte',
  'Datanodes live': 'Datanodes leben',
  'Start them again, or take them out of service; see their logs.':
    'Starten Sie sie erneut oder stellen Sie sie außer Dienst; sehen Sie in ihre Protokolle.',
  'Heartbeats come without gaps': 'Heartbeats kommen ohne Lücken',
  "Look at the datanode's processor, garbage collection and network.":
    'Sehen Sie nach Prozessor, Speicherbereinigung und Netz des Datanodes.',
  'Disks have room': 'Platten haben Platz',
  'Add datanodes or disks, delete data, or run the balancer.':
    'Fügen Sie Datanodes oder Platten hinzu, löschen Sie Daten oder starten Sie den Balancer.',
  'No disk has failed': 'Keine Platte ist ausgefallen',
  'Replace the disk, then restart its datanode. The page Datanodes names it.':
    'Ersetzen Sie die Platte und starten Sie ihren Datanode neu. Die Seite „Datanodes“ nennt sie.',
  'Disks last for a month': 'Die Platten reichen einen Monat',
  'Add datanodes or disks, or delete data: Usage says what grew, Owners who has cold data.':
    'Fügen Sie Datanodes oder Platten hinzu oder löschen Sie Daten: „Belegung“ zeigt, was gewachsen ist, „Besitzer“, wer kalte Daten hat.',
  'Search follows the changes': 'Die Suche folgt den Änderungen',
  'The page Pipeline names the stage that stands still. Changes are kept.':
    'Die Seite „Pipeline“ nennt die Stufe, die steht. Änderungen werden aufbewahrt.',
  'SQL follows the changes': 'SQL folgt den Änderungen',
  'See `make logs NAME=replica`. Changes are kept.':
    'Siehe `make logs NAME=replica`. Änderungen werden aufbewahrt.',
  'Search and SQL are proved equal to the store':
    'Suche und SQL stimmen nachweislich mit dem Speicher überein',
  'What drifted is repaired by itself. Drift that comes back is a fault of Warren: keep the logs of the indexer and the replica, and report it.':
    'Abweichungen werden von selbst repariert. Kehren sie wieder, ist das ein Fehler von Warren: Bewahren Sie die Protokolle des Indexers und des Replikats auf und melden Sie ihn.',
  'Every change was understood': 'Jede Änderung wurde verstanden',
  'The page Pipeline shows the messages; replay them after the cause is cured.':
    'Die Seite „Pipeline“ zeigt die Nachrichten; spielen Sie sie nach Behebung der Ursache erneut ein.',
  'Totals of directories are right': 'Die Summen der Verzeichnisse stimmen',
  'Wrong totals are mended by themselves. That there were any is a fault of Warren: keep the logs of the namenodes, and report it. `bin/warren totals check /` counts all others now.':
    'Falsche Summen werden von selbst berichtigt. Dass es welche gab, ist ein Fehler von Warren: Bewahren Sie die Protokolle der Namenodes auf und melden Sie ihn. `bin/warren totals check /` zählt jetzt alle anderen.',
  'The last backup is not old': 'Die letzte Sicherung ist nicht alt',
  "Run `bin/warren backup DIR`, by a timer, best onto another machine's disk, and see why the last one failed. WARREN_BACKUP_MAX_AGE_H says when it counts as old.":
    'Führen Sie `bin/warren backup DIR` aus, zeitgesteuert und am besten auf die Platte eines anderen Rechners, und sehen Sie nach, warum die letzte fehlschlug. WARREN_BACKUP_MAX_AGE_H sagt, wann sie als alt gilt.',
  'Every data node of NDB runs': 'Jeder Datenknoten von NDB läuft',
  'Start it again; see its log. Until then one more failure in its node group ends the cluster.':
    'Starten Sie ihn erneut; sehen Sie in sein Protokoll. Bis dahin beendet ein weiterer Ausfall in seiner Knotengruppe den Cluster.',
  'The data nodes have memory': 'Die Datenknoten haben Speicher',
  "Raise the data nodes' DataMemory, add a node group, or delete data.":
    'Erhöhen Sie DataMemory der Datenknoten, fügen Sie eine Knotengruppe hinzu oder löschen Sie Daten.',
  'Checkpoints keep up with writes': 'Checkpoints halten mit dem Schreiben Schritt',
  'Once a part of a redo log is full, NDB refuses writes until a checkpoint has freed it. Write less for a while; give the data nodes faster disks or larger redo logs (NoOfFragmentLogParts, FragmentLogFileSize).':
    'Ist ein Teil eines Redo-Logs voll, lehnt NDB das Schreiben ab, bis ein Checkpoint ihn freigibt. Schreiben Sie eine Weile weniger; geben Sie den Datenknoten schnellere Platten oder größere Redo-Logs (NoOfFragmentLogParts, FragmentLogFileSize).',
  'No datanode is slower than the others': 'Kein Datanode ist langsamer als die anderen',
  'Look at its network and its load. Writes wait for the slowest of their datanodes: take it out of service until it is well.':
    'Sehen Sie nach seinem Netz und seiner Last. Schreibvorgänge warten auf den langsamsten ihrer Datanodes: Stellen Sie ihn außer Dienst, bis er in Ordnung ist.',
  'No disk is slower than the others': 'Keine Platte ist langsamer als die anderen',
  "See the kernel's log and the disk's own (smartctl): slow disks often fail soon. The page Datanodes names it.":
    'Sehen Sie in das Protokoll des Kernels und das der Platte (smartctl): Langsame Platten fallen oft bald aus. Die Seite „Datanodes“ nennt sie.',
  'Jobs succeed': 'Aufträge gelingen',
  "The job's page says why; it can be made again.":
    'Die Seite des Auftrags sagt, warum; er lässt sich erneut erteilen.',
  'Lifecycle rules do what is usual': 'Lebenszyklusregeln tun das Übliche',
  'Look at the run that stopped it; its owner arms the rule again, or changes it.':
    'Sehen Sie sich den Lauf an, der sie angehalten hat; ihr Besitzer schaltet die Regel wieder scharf oder ändert sie.',
  'No API token expires soon': 'Kein API-Token läuft bald ab',
  'Make new tokens for the programs that use them; administrators see all.':
    'Erzeugen Sie neue Tokens für die Programme, die sie nutzen; Administratoren sehen alle.',
  'Namenodes serve': 'Namenodes sind in Betrieb',
  'Start those that died (`bin/warren namenode start NAME`); see their logs.':
    'Starten Sie die gestorbenen (`bin/warren namenode start NAME`); sehen Sie in ihre Protokolle.',
  'A namenode leads': 'Ein Namenode führt',
  "Clients are served, but quota usage, leases of dead writers and deletes of blocks stand still. A takeover needs 3.5 s; look at the namenodes' logs and at the metadata store.":
    'Clients werden bedient, aber die Belegung von Kontingenten, Leases toter Schreiber und das Löschen von Blöcken stehen still. Eine Übernahme braucht 3,5 s; sehen Sie in die Protokolle der Namenodes und nach dem Metadatenspeicher.',
  'No namenode was declared dead lately': 'In letzter Zeit wurde kein Namenode für tot erklärt',
  'The page Failover says which, and how long it had been silent.':
    'Die Seite „Failover“ sagt, welcher, und wie lange er schwieg.',
  "The leader's background services work": 'Die Hintergrunddienste des Leaders arbeiten',
  'The service hangs although it was started again. End that namenode: another one takes over.':
    'Der Dienst hängt, obwohl er neu gestartet wurde. Beenden Sie diesen Namenode: Ein anderer übernimmt.',
  'Clocks agree': 'Die Uhren gehen gleich',
  "Modification times are off by as much. Check the machines' time service.":
    'Änderungszeiten weichen um so viel ab. Prüfen Sie den Zeitdienst der Rechner.',
  'The database has room for small files': 'Die Datenbank hat Platz für kleine Dateien',
  'Raise ndb_small_file_disk_mb and start again, or move files out with `bin/warren smallfiles`. Where namenodes were short of memory, raise the bound of their bytes in flight.':
    'Erhöhen Sie ndb_small_file_disk_mb und starten Sie neu, oder lagern Sie Dateien mit `bin/warren smallfiles` aus. Fehlte es Namenodes an Speicher, erhöhen Sie die Grenze der Bytes in Arbeit.',
  'No certificate expires soon': 'Kein Zertifikat läuft bald ab',
  "Renew it at the server that shows it. Namenodes behind HTTPS, webhooks' receivers, the mail server and WARREN_TLS_SERVERS are watched.":
    'Erneuern Sie es auf dem Server, der es vorzeigt. Überwacht werden Namenodes hinter HTTPS, Empfänger von Webhooks, der Mailserver und WARREN_TLS_SERVERS.',
  'No user crowds out the others': 'Kein Benutzer verdrängt die anderen',
  'The page Heat tells who it is, what he calls and where; there his calls can be limited.':
    'Die Seite „Hotspots“ zeigt, wer es ist, was er aufruft und wo; dort lassen sich seine Aufrufe begrenzen.',
  'The page Blocks names the files, and where the replicas were last. Bring those datanodes back; files whose blocks are lost for good must be restored.':
    'Die Seite „Blöcke“ nennt die Dateien und wo die Replikate zuletzt waren. Bringen Sie diese Datanodes zurück; Dateien, deren Blöcke endgültig verloren sind, müssen wiederhergestellt werden.',
  'Blocks have enough replicas': 'Blöcke haben genügend Replikate',
  'Healing takes minutes. If the number does not fall, no datanode has room for another replica, or none is on another rack.':
    'Heilen dauert Minuten. Sinkt die Zahl nicht, hat kein Datanode Platz für ein weiteres Replikat, oder keiner steht in einem anderen Rack.',
  'They are replaced while good ones exist. Many on one datanode mean a failing disk.':
    'Sie werden ersetzt, solange es gute gibt. Viele auf einem Datanode bedeuten eine sterbende Platte.',
  'Blocks are healed': 'Blöcke werden geheilt',
  "Start the datanodes that are waited for; if they won't come back, `hdfs dfsadmin -safemode leave` begins to heal without them.":
    'Starten Sie die Datanodes, auf die gewartet wird; kommen sie nicht zurück, beginnt mit `hdfs dfsadmin -safemode leave` das Heilen ohne sie.',
  'Datanodes report their blocks in time': 'Datanodes melden ihre Blöcke rechtzeitig',
  "Datanodes that wait: raise warren.block-report.active.max or start another namenode. Reports that are overdue: see the datanode's log.":
    'Wartende Datanodes: Erhöhen Sie warren.block-report.active.max oder starten Sie einen weiteren Namenode. Überfällige Berichte: Sehen Sie in das Protokoll des Datanodes.',
  'The same request is under way': 'Dieselbe Anfrage ist im Gang',
  'Send it again in a moment, with the same key: you get its answer then.':
    'Senden Sie sie gleich noch einmal, mit demselben Schlüssel: Dann bekommen Sie ihre Antwort.',
  'You used too many keys': 'Sie haben zu viele Schlüssel verwendet',
  'Send requests without a key, or wait: each is kept for a day.':
    'Senden Sie Anfragen ohne Schlüssel oder warten Sie: Jeder wird einen Tag aufbewahrt.',
  'This was made, and its secret was told':
    'Dies wurde angelegt, und sein Geheimnis wurde mitgeteilt',
  'Secrets are not kept. If you have not got it, revoke or delete what was made, and make another one under a new key.':
    'Geheimnisse werden nicht aufbewahrt. Haben Sie es nicht, widerrufen oder löschen Sie das Angelegte und legen Sie es unter einem neuen Schlüssel neu an.',
  'No such channel': 'Diesen Kanal gibt es nicht',
  'There are as many channels as allowed': 'Es gibt so viele Kanäle wie erlaubt',
  "A channel's kind stays": 'Die Art eines Kanals bleibt',
  'Make another channel.': 'Legen Sie einen anderen Kanal an.',
  'Only webhooks are signed': 'Nur Webhooks werden signiert',
  'There is a channel of that name already': 'Es gibt bereits einen Kanal dieses Namens',
  'This channel was tested often a moment ago': 'Dieser Kanal wurde gerade eben oft getestet',
  'Wait a minute.': 'Warten Sie eine Minute.',
  "The platform's database is not on the cluster's SQL node":
    'Die Datenbank der Plattform liegt nicht auf dem SQL-Knoten des Clusters',
  "The platform's SQL user may not read ndbinfo":
    'Der SQL-Benutzer der Plattform darf ndbinfo nicht lesen',
  'There is no such block': 'Diesen Block gibt es nicht',
  'There are as many windows as allowed': 'Es gibt so viele Fenster wie erlaubt',
  'The window does not hold now': 'Das Fenster gilt zurzeit nicht',
  'There is nothing to lift. To have it hold no more at all, delete it.':
    'Es gibt nichts aufzuheben. Soll es gar nicht mehr gelten, löschen Sie es.',
  'No such role starts jobs': 'Keine solche Rolle startet Aufträge',
  'No such window': 'Dieses Fenster gibt es nicht',
  'A rule wants to know first how much this is about':
    'Eine Regel will zuerst wissen, wie viel dies betrifft',
  'Make a dry run of it, then promote that.':
    'Machen Sie einen Probelauf und führen Sie dann diesen aus.',
  'The job is about more inodes than your role may change at once':
    'Der Auftrag betrifft mehr Inodes, als Ihre Rolle auf einmal ändern darf',
  'Narrow it, or ask somebody whose role may.':
    'Grenzen Sie ihn ein oder fragen Sie jemanden, dessen Rolle es darf.',
  'No such session': 'Diese Sitzung gibt es nicht',
  "The organisation's login does not vouch for you":
    'Die Anmeldung der Organisation bürgt nicht für Sie',
  "The organisation's login can't be asked": 'Die Anmeldung der Organisation ist nicht erreichbar',
  'Local accounts can log in meanwhile. The log of the web process says why.':
    'Lokale Konten können sich inzwischen anmelden. Das Protokoll des Webprozesses sagt, warum.',
  "The organisation's login says too little of you":
    'Die Anmeldung der Organisation sagt zu wenig über Sie',
  'It must tell your name and the list of your groups; an administrator can set which claims those are.':
    'Sie muss Ihren Namen und die Liste Ihrer Gruppen nennen; ein Administrator kann festlegen, welche Claims das sind.',
  "An API token can't see or end sessions": 'Ein API-Token kann Sitzungen weder sehen noch beenden',
  'Log in instead.': 'Melden Sie sich stattdessen an.',
  'This is a service account': 'Das ist ein Dienstkonto',
  'No user can have this name': 'Kein Benutzer kann diesen Namen haben',
  "This role can't be given so": 'Diese Rolle lässt sich so nicht vergeben',
  'The paths are too long together': 'Die Pfade sind zusammen zu lang',
  'Name directories above them.': 'Nennen Sie übergeordnete Verzeichnisse.',
  'Only users have tokens': 'Nur Benutzer haben Tokens',
  'Administrators make the tokens of service accounts':
    'Die Tokens von Dienstkonten erzeugen Administratoren',
  'Ask one of them for a token.': 'Bitten Sie einen von ihnen um ein Token.',
  "A token can't have more rights than its maker":
    'Ein Token kann nicht mehr Rechte haben als sein Ersteller',
  'Leave out the scopes that you do not have yourself.':
    'Lassen Sie die Bereiche weg, die Sie selbst nicht haben.',
  'No such token': 'Dieses Token gibt es nicht',
  'The last active administrator stays one': 'Der letzte aktive Administrator bleibt einer',
  'Make another user an administrator first.':
    'Machen Sie zuerst einen anderen Benutzer zum Administrator.',
  "The user's password and role are kept by the organisation's directory":
    'Passwort und Rolle des Benutzers verwaltet das Verzeichnis der Organisation',
  'The password is too weak': 'Das Passwort ist zu schwach',
  'The user name is taken': 'Der Benutzername ist vergeben',
  'A service account has no password and is a viewer':
    'Ein Dienstkonto hat kein Passwort und ist Viewer',
  'Make it a token, and assign it roles.':
    'Erzeugen Sie ein Token dafür und weisen Sie ihm Rollen zu.',
  'Only service accounts have an owner': 'Nur Dienstkonten haben einen Verantwortlichen',
  'Too many failed logins': 'Zu viele fehlgeschlagene Anmeldungen',
  'No such user': 'Diesen Benutzer gibt es nicht',
  'No such role of a group': 'Diese Rolle einer Gruppe gibt es nicht',
  'No such role': 'Diese Rolle gibt es nicht',
  'Wrong user name or password': 'Falscher Benutzername oder falsches Passwort',
  'Try again.': 'Versuchen Sie es erneut.',
  "Local accounts can't log in here": 'Lokale Konten können sich hier nicht anmelden',
  'Log in with your account of the organisation.':
    'Melden Sie sich mit Ihrem Konto der Organisation an.',
  'Only active service accounts get tokens from administrators':
    'Nur aktive Dienstkonten bekommen Tokens von Administratoren',
  'People make their own on the page Tokens.':
    'Personen erzeugen ihre eigenen auf der Seite „Tokens“.',
  "An API token can't change a password": 'Ein API-Token kann kein Passwort ändern',
  "It is not yours because it has your name. An administrator must rename you where you come from, or you log in with that account's own password.":
    'Es gehört Ihnen nicht schon deshalb. Ein Administrator muss Sie dort umbenennen, wo Sie herkommen, oder Sie melden sich mit dem eigenen Passwort jenes Kontos an.',
  'There is a role of that name': 'Es gibt bereits eine Rolle dieses Namens',
  'The role is given to somebody': 'Die Rolle ist vergeben',
  'Take it from the users and groups that have it first.':
    'Entziehen Sie sie zuerst den Benutzern und Gruppen, die sie haben.',
  'As many groups give roles as can be': 'So viele Gruppen geben Rollen, wie möglich ist',
  'Delete one of them first.': 'Löschen Sie zuerst eine davon.',
  'There are as many roles as can be': 'Es gibt so viele Rollen, wie möglich ist',
  "The directory can't be asked for your password":
    'Das Verzeichnis kann nicht nach Ihrem Passwort gefragt werden',
  'Local accounts can log in meanwhile. If yours is one, its name or password is wrong; else try again later. The log of the web process says why.':
    'Lokale Konten können sich inzwischen anmelden. Ist Ihres eines, stimmt sein Name oder Passwort nicht; versuchen Sie es sonst später erneut. Das Protokoll des Webprozesses sagt, warum.',
  'No such shard': 'Diesen Shard gibt es nicht',
  'Choose another name, or change that one.':
    'Wählen Sie einen anderen Namen oder ändern Sie jenen.',
  'The children are spread in this way already': 'Die Kinder sind bereits so verteilt',
  'Too many directories are being changed': 'Zu viele Verzeichnisse werden gerade geändert',
  'Wait until one of them is done.': 'Warten Sie, bis eines davon fertig ist.',
  'Only directories have children to be spread':
    'Nur Verzeichnisse haben Kinder, die verteilt werden können',
  'The export was deleted': 'Der Export wurde gelöscht',
  'The job was cancelled': 'Der Auftrag wurde abgebrochen',
  'The children were sent the other way': 'Die Kinder wurden in die andere Richtung geschickt',
  'A later change, or one from the shell, turned the move round.':
    'Eine spätere Änderung oder eine aus der Shell hat den Umzug umgekehrt.',
  'Something else is at this path now': 'An diesem Pfad ist jetzt etwas anderes',
  'It was moved while it was looked at. Begin another job.':
    'Es wurde verschoben, während es angesehen wurde. Beginnen Sie einen anderen Auftrag.',
  'No such change of a directory': 'Diese Änderung eines Verzeichnisses gibt es nicht',
  'The request is not valid': 'Die Anfrage ist nicht gültig',
  'Correct the fields named in `fields`.': 'Berichtigen Sie die in `fields` genannten Felder.',
  'It is a dry run: it changed nothing.': 'Es ist ein Probelauf: Er hat nichts geändert.',
  'Wait for its end, or cancel it first.':
    'Warten Sie auf sein Ende oder brechen Sie ihn zuerst ab.',
  'What was deleted for good is gone.': 'Was endgültig gelöscht wurde, ist verloren.',
  'It changed nothing.': 'Er hat nichts geändert.',
  'It changed no names or attributes: there is nothing to set back.':
    'Er hat keine Namen oder Attribute geändert: Es gibt nichts zurückzusetzen.',
  "Jobs of this kind can't be tried": 'Aufträge dieser Art können nicht probiert werden',
  'Another job does this already': 'Ein anderer Auftrag tut das schon',
  "Others do this job's work, at a pace of their own":
    'Die Arbeit dieses Auftrags machen andere, in eigenem Tempo',
  "It can't be paused or bounded, only cancelled.":
    'Er kann nicht angehalten oder begrenzt, nur abgebrochen werden.',
  'The indexer was told not to do this': 'Dem Indexer wurde gesagt, das nicht zu tun',
  'Begin another job.': 'Beginnen Sie einen anderen Auftrag.',
  'The values that it changed from are not kept, or not any more (WARREN_JOB_UNDO_KEPT_DAYS, WARREN_JOB_UNDO_MB_MAX).':
    'Die früheren Werte werden nicht oder nicht mehr aufbewahrt (WARREN_JOB_UNDO_KEPT_DAYS, WARREN_JOB_UNDO_MB_MAX).',
  'Permission denied': 'Zugriff verweigert',
  'Its mode and ACL in HDFS do not let you. Its owner can change that.':
    'Modus und ACL in HDFS erlauben es Ihnen nicht. Der Eigentümer kann das ändern.',
  'An administrator can give you a role that does.':
    'Ein Administrator kann Ihnen eine Rolle geben, die es erlaubt.',
  'You may do it only at and below the paths that your role names.':
    'Sie dürfen es nur bei und unterhalb der Pfade, die Ihre Rolle nennt.',
  'Workers live': 'Worker leben',
  'See names and jobs whatever HDFS lets the user list.':
    'Namen und Aufträge sehen, unabhängig davon, was HDFS den Benutzer auflisten lässt.',
  'See what directories hold, their growth and their quotas.':
    'Sehen, was Verzeichnisse enthalten, ihr Wachstum und ihre Kontingente.',
  'Set and clear quotas.': 'Kontingente setzen und entfernen.',
  'Change owner, group, mode, ACL and extended attributes.':
    'Besitzer, Gruppe, Modus, ACL und erweiterte Attribute ändern.',
  'Move to the trash.': 'In den Papierkorb verschieben.',
  'Delete without the trash.': 'Ohne Papierkorb löschen.',
  'Restore from the trash.': 'Aus dem Papierkorb wiederherstellen.',
  'Move files and directories elsewhere, whatever HDFS lets the user.':
    'Dateien und Verzeichnisse verschieben, unabhängig davon, was HDFS dem Benutzer erlaubt.',
  'Make directories, move and upload, as far as HDFS lets the user.':
    'Verzeichnisse anlegen, verschieben und hochladen, soweit HDFS es dem Benutzer erlaubt.',
  'Allow, take, rename and delete snapshots.':
    'Snapshots erlauben, anlegen, umbenennen und löschen.',
  'Approve or refuse jobs of others that wait for a second person.':
    'Aufträge anderer freigeben oder ablehnen, die auf eine zweite Person warten.',
  'Have lifecycle rules, which do what their owner may do himself.':
    'Lebenszyklusregeln haben, die tun, was ihr Besitzer selbst darf.',
  'Have the past of directories kept.': 'Die Vergangenheit von Verzeichnissen aufbewahren lassen.',
  'Spread the children of directories over shards.':
    'Die Kinder von Verzeichnissen auf Shards verteilen.',
  'Ask by SQL, and run reports.': 'Mit SQL fragen und Berichte ausführen.',
  "See who and what costs the namenodes most, and the shards' load.":
    'Sehen, wer und was die Namenodes am meisten kostet, und die Last der Shards.',
  'Limit the calls of users, addresses and applications.':
    'Aufrufe von Benutzern, Adressen und Anwendungen begrenzen.',
  'See where alerts go, test that, and mute checks.':
    'Sehen, wohin Benachrichtigungen gehen, das testen und Prüfungen stummschalten.',
  'Take datanodes out of service and back.': 'Datanodes außer Dienst und wieder in Dienst stellen.',
  'Too many changes of datanodes wait for a worker':
    'Zu viele Änderungen von Datanodes warten auf einen Worker',
  'A maintenance has an end, and nothing else has.': 'Eine Wartung hat ein Ende, und nichts sonst.',
  'No other datanode is in service. Its blocks could go nowhere, and no file be written. Start another one first':
    'Kein anderer Datanode ist im Dienst. Seine Blöcke könnten nirgendwohin, und keine Datei ließe sich schreiben. Starten Sie zuerst einen anderen.',
  'No namenode answered.': 'Kein Namenode hat geantwortet.',
  'Give a time within the next 366 days.': 'Geben Sie eine Zeit in den nächsten 366 Tagen an.',
  'See the rules, freeze windows and limits that jobs go by.':
    'Die Regeln, Sperrfenster und Begrenzungen sehen, nach denen sich Aufträge richten.',
  'See what everybody did.': 'Sehen, was alle getan haben.',
  'Decide where alerts go.': 'Bestimmen, wohin Benachrichtigungen gehen.',
  'Pause and rebuild the index, and replay refused changes.':
    'Den Index anhalten und neu aufbauen und abgewiesene Änderungen erneut einspielen.',
  'Approve or refuse jobs for which a rule asks an administrator.':
    'Aufträge freigeben oder ablehnen, für die eine Regel einen Administrator verlangt.',
  'Change what jobs go by, and stop the lifecycle rules of others.':
    'Ändern, wonach sich Aufträge richten, und Lebenszyklusregeln anderer anhalten.',
  'Manage users, roles and tokens.': 'Benutzer, Rollen und Tokens verwalten.',
  'Biggest directories': 'Größte Verzeichnisse',
  'Directories by the space of everything below them, the first three levels.':
    'Verzeichnisse nach dem Platz von allem darunter, die ersten drei Ebenen.',
  'Directories with the most files directly in them that are far smaller than a block (under 1 MiB): each costs as much metadata as a large one.':
    'Verzeichnisse mit den meisten Dateien direkt darin, die viel kleiner als ein Block sind (unter 1 MiB): Jede kostet so viele Metadaten wie eine große.',
  'Small files in the database': 'Kleine Dateien in der Datenbank',
  'Files by length: how many have their bytes in the database, how many a take-in would move (at most 64 KiB, under the storage policy DB, not there yet), and how many it could move if all directories had that policy. Empty files have no bytes to move; erasure-coded ones and those that are being written stay where they are.':
    'Dateien nach Länge: wie viele ihre Bytes in der Datenbank haben, wie viele eine Aufnahme verlegen würde (höchstens 64 KiB, unter der Speicherrichtlinie DB, noch nicht dort) und wie viele sie verlegen könnte, wenn alle Verzeichnisse diese Richtlinie hätten. Leere Dateien haben keine Bytes zu bewegen; solche mit Erasure Coding und solche, die gerade geschrieben werden, bleiben, wo sie sind.',
  'Cold data by age': 'Kalte Daten nach Alter',
  'Files and space by the time since the last change of their content, in whole days (UTC).':
    'Dateien und Platz nach der Zeit seit der letzten Änderung ihres Inhalts, in ganzen Tagen (UTC).',
  Growth: 'Wachstum',
  'Files and space at the end of each day since the replica was first built.':
    'Dateien und Platz am Ende jedes Tages, seit das Replikat zuerst aufgebaut wurde.',
  'What each owner keeps.': 'Was jeder Besitzer hält.',
  Duplicates: 'Duplikate',
  'Kinds of files': 'Dateiarten',
  'Files and space by extension.': 'Dateien und Platz nach Endung.',
  'What the datanodes hold': 'Was die Datanodes halten',
  'Replicas and bytes by datanode and kind of storage, as the last sweep found them.':
    'Replikate und Bytes nach Datanode und Speichertyp, wie der letzte Durchgang sie fand.',
  'Files of at least 1 MiB that are there more than once. Compared yes: same size and checksum. Compared not yet: same length and extension, checksums are still being gathered; not possible: they cannot be had now, the table checksums says why. Files with other block sizes or kinds of checksum count as different. The last two columns count all files that share their length with another. A row leads to all files of its length.':
    'Dateien von mindestens 1 MiB, die mehrfach vorhanden sind. Verglichen „yes“: gleiche Größe und Prüfsumme. Verglichen „not yet“: gleiche Länge und Endung, Prüfsummen werden noch gesammelt; „not possible“: Sie sind zurzeit nicht zu bekommen, die Tabelle checksums sagt, warum. Dateien mit anderer Blockgröße oder Art der Prüfsumme gelten als verschieden. Die letzten beiden Spalten zählen alle Dateien, die ihre Länge mit einer anderen teilen. Eine Zeile führt zu allen Dateien ihrer Länge.',
  'Quotas in use': 'Genutzte Kontingente',
  'Directories with a limit, the fullest first, as the last sweep found them; and the day on which the first limit will be met if the directory goes on growing as in the last week.':
    'Verzeichnisse mit einer Grenze, die vollsten zuerst, wie der letzte Durchgang sie fand; und der Tag, an dem die erste Grenze erreicht wird, wenn das Verzeichnis wie in der letzten Woche weiterwächst.',
  'Change replication, storage policies and erasure coding.':
    'Replikation, Speicherrichtlinien und Erasure Coding ändern.',
}
