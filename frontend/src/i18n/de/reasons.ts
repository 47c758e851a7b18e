/** What checks found, by its shape (reasons.json): {0}, {1} and so on are what the platform puts into it. */
export const reasons: Record<string, string> = {
  ', past {0} inodes': ', {0} Inodes sind gezählt',
  ', past {0} of about {1} inodes': ', {0} von etwa {1} Inodes sind gezählt',
  'A data node uses at least 80 % of its data memory.':
    'Ein Datenknoten belegt mindestens 80 % seines Datenspeichers.',
  'A data node uses at least 95 % of its data memory.':
    'Ein Datenknoten belegt mindestens 95 % seines Datenspeichers.',
  'A part of a redo log is at least 70 % full.':
    'Ein Teil eines Redo-Logs ist zu mindestens 70 % voll.',
  'A part of a redo log is at least 90 % full.':
    'Ein Teil eines Redo-Logs ist zu mindestens 90 % voll.',
  'All datanodes are dead.': 'Alle Datanodes sind tot.',
  'All had their turn within 10 minutes.': 'Alle waren in den letzten 10 Minuten an der Reihe.',
  'At least 80 % of the room for small files is used.':
    'Mindestens 80 % des Platzes für kleine Dateien sind belegt.',
  'At least 95 % of the room for small files is used.':
    'Mindestens 95 % des Platzes für kleine Dateien sind belegt.',
  'At least {0} block has no good replica that can be reached.':
    'Mindestens {0} Block hat kein gutes Replikat, das erreichbar ist.',
  'At least {0} block has too few or badly placed replicas.':
    'Mindestens {0} Block hat zu wenige oder schlecht verteilte Replikate.',
  'At least {0} blocks have no good replica that can be reached.':
    'Mindestens {0} Blöcke haben kein gutes Replikat, das erreichbar ist.',
  'At least {0} blocks have too few or badly placed replicas.':
    'Mindestens {0} Blöcke haben zu wenige oder schlecht verteilte Replikate.',
  'At least {0} replica.': 'Mindestens {0} Replikat.',
  'At least {0} replicas.': 'Mindestens {0} Replikate.',
  'At the pace of the last weeks the disks are full {0}.':
    'Beim Tempo der letzten Wochen sind die Platten {0} voll.',
  'At the pace of the last weeks the disks are not full within 30 days.':
    'Beim Tempo der letzten Wochen sind die Platten in 30 Tagen noch nicht voll.',
  "Datanodes don't compare each other (dfs.datanode.peer.stats.enabled).":
    'Datanodes vergleichen sich nicht miteinander (dfs.datanode.peer.stats.enabled).',
  "Datanodes don't compare their disks (dfs.datanode.fileio.profiling.sampling.percentage).":
    'Datanodes vergleichen ihre Platten nicht (dfs.datanode.fileio.profiling.sampling.percentage).',
  'Directories are being counted{0}: until then counts of trees walk.':
    'Verzeichnisse werden gezählt{0}: Bis dahin gehen Zählungen durch die ganzen Bäume.',
  'Every block has a good replica that can be reached.':
    'Jeder Block hat ein gutes Replikat, das erreichbar ist.',
  'Every data node uses less than 80 % of its data memory.':
    'Jeder Datenknoten belegt weniger als 80 % seines Datenspeichers.',
  'Every datanode that lives was heard within 15 s.':
    'Jeder lebende Datanode hat sich in den letzten 15 s gemeldet.',
  'Every part of the redo logs is less than 70 % full.':
    'Jeder Teil der Redo-Logs ist zu weniger als 70 % voll.',
  'In the last ten minutes small files went to datanodes because there was no room for them.':
    'In den letzten zehn Minuten gingen kleine Dateien an Datanodes, weil für sie kein Platz war.',
  'It is not older than {0} h.': 'Sie ist nicht älter als {0} h.',
  'It is {0} h old, more than {1} h.': 'Sie ist {0} h alt, mehr als {1} h.',
  'Less than {0} s apart.': 'Sie gehen um weniger als {0} s auseinander.',
  'No block waits for another replica.': 'Kein Block wartet auf ein weiteres Replikat.',
  'No data node tells how full its redo log is.':
    'Kein Datenknoten sagt, wie voll sein Redo-Log ist.',
  'No data node tells its memory.': 'Kein Datenknoten sagt, wie viel Speicher er belegt.',
  'No datanode has registered: no file can be written or read.':
    'Kein Datanode hat sich angemeldet: Keine Datei lässt sich schreiben oder lesen.',
  'No datanode tells of a slow disk.': 'Kein Datanode meldet eine langsame Platte.',
  'No datanode tells of a slow one.': 'Kein Datanode meldet einen langsamen.',
  'No namenode is a live member.': 'Kein Namenode ist ein lebendes Mitglied.',
  'No namenode leads.': 'Kein Namenode ist Leader.',
  "No namenode tells about the leader's services.":
    'Kein Namenode sagt etwas über die Dienste des Leaders.',
  'No namenode tells what it has mended.': 'Kein Namenode sagt, was er berichtigt hat.',
  'No proof has been completed yet.': 'Noch kein Abgleich ist abgeschlossen.',
  'No small file was refused lately.': 'Zuletzt wurde keine kleine Datei abgewiesen.',
  'None expires within 7 days.': 'Keines läuft in den nächsten 7 Tagen ab.',
  'None expires within {0} days.': 'Keines läuft in den nächsten {0} Tagen ab.',
  'None failed in the last 24 hours.': 'In den letzten 24 Stunden ist keiner gescheitert.',
  'None has.': 'Keine.',
  'None in the last hour.': 'Keiner in der letzten Stunde.',
  'None is known.': 'Keines ist bekannt.',
  'No worker has looked at it lately.': 'Kein Worker hat zuletzt danach gesehen.',
  'No worker has looked at it yet.': 'Noch kein Worker hat danach gesehen.',
  'No worker is alive: no job goes on, and nothing is looked at.':
    'Kein Worker lebt: Kein Auftrag geht weiter, und nichts wird geprüft.',
  'None was disarmed by a run that would do too much.':
    'Keine wurde durch einen Lauf entschärft, der zu viel tun würde.',
  'Not all certificates have been looked at yet.':
    'Noch sind nicht alle Zertifikate angesehen worden.',
  "One user took {0} of the namenodes' time in the last minute, in which {1} calls ran at once at the busiest; {2} other user calls, too.":
    'Ein Benutzer nahm in der letzten Minute {0} der Zeit der Namenodes, in der beim meistbeschäftigten {1} Aufrufe zugleich liefen; {2} weiterer Benutzer ruft ebenfalls auf.',
  "One user took {0} of the namenodes' time in the last minute, in which {1} calls ran at once at the busiest; {2} other users call, too.":
    'Ein Benutzer nahm in der letzten Minute {0} der Zeit der Namenodes, in der beim meistbeschäftigten {1} Aufrufe zugleich liefen; {2} weitere Benutzer rufen ebenfalls auf.',
  'Silent for more than 10 minutes: {0}.': 'Seit mehr als 10 Minuten still: {0}.',
  'The SQL replica does not follow the feed.': 'Das SQL-Replikat folgt den Änderungen nicht.',
  "The check itself failed; the worker's log says why.":
    'Die Prüfung selbst ist gescheitert; das Protokoll des Workers sagt, warum.',
  'The cluster does not tell of its data nodes.': 'Der Cluster sagt nichts über seine Datenknoten.',
  'The fullest storage is {0} full.': 'Der vollste Speicher ist zu {0} voll.',
  'The index is being built: {0}.': 'Der Index wird aufgebaut: {0}.',
  'The indexer is paused.': 'Der Indexer ist angehalten.',
  'The last proof found no difference.': 'Der letzte Abgleich fand keinen Unterschied.',
  'The leader heals what it finds.': 'Der Leader heilt, was er findet.',
  'The leader waits for {0} storage before it heals anything.':
    'Der Leader wartet auf {0} Speicher, bevor er etwas heilt.',
  'The leader waits for {0} storages before it heals anything.':
    'Der Leader wartet auf {0} Speicher, bevor er etwas heilt.',
  'The namenodes do not tell how far their clocks are apart.':
    'Die Namenodes sagen nicht, wie weit ihre Uhren auseinandergehen.',
  'The namenodes do not tell how many cores they have.':
    'Die Namenodes sagen nicht, wie viele Kerne sie haben.',
  "The namenodes' clocks are {0} s apart.": 'Die Uhren der Namenodes gehen um {0} s auseinander.',
  "The note of the last backup can't be read: {0}.":
    'Der Vermerk der letzten Sicherung lässt sich nicht lesen: {0}.',
  "The note of the last backup can't be understood.":
    'Der Vermerk der letzten Sicherung ist unverständlich.',
  "The platform's clock and a namenode's are {0} s apart.":
    'Die Uhren der Plattform und eines Namenodes gehen um {0} s auseinander.',
  "The platform's database is not on the cluster's SQL node.":
    'Die Datenbank der Plattform liegt nicht auf dem SQL-Knoten des Clusters.',
  'The replica is being built: {0}.': 'Das SQL-Replikat wird aufgebaut: {0}.',
  'The search index does not follow the feed.': 'Der Suchindex folgt den Änderungen nicht.',
  'There are no dead letters.': 'Es gibt keine unzustellbaren Nachrichten.',
  'There is no complete SQL replica.': 'Es gibt kein vollständiges SQL-Replikat.',
  'There is no complete search index.': 'Es gibt keinen vollständigen Suchindex.',
  'Totals of {0} directories were wrong, and mended, since the namenodes started.':
    'Seit dem Start der Namenodes waren die Summen von {0} Verzeichnissen falsch und wurden berichtigt.',
  'Totals of {0} directory were wrong, and mended, since the namenodes started.':
    'Seit dem Start der Namenodes waren die Summen von {0} Verzeichnis falsch und wurden berichtigt.',
  'about {0} h {1} min': 'etwa {0} h {1} min',
  'about {0} min': 'etwa {0} min',
  'it has just begun': 'es hat gerade begonnen',
  'less than a minute': 'weniger als eine Minute',
  '{0} %': '{0} %',
  '{0} %, {1} left': '{0} %, noch {1}',
  '{0} block has no good replica that can be reached.':
    '{0} Block hat kein gutes Replikat, das erreichbar ist.',
  '{0} block has too few or badly placed replicas.':
    '{0} Block hat zu wenige oder schlecht verteilte Replikate.',
  '{0} blocks have no good replica that can be reached.':
    '{0} Blöcke haben kein gutes Replikat, das erreichbar ist.',
  '{0} blocks have too few or badly placed replicas.':
    '{0} Blöcke haben zu wenige oder schlecht verteilte Replikate.',
  '{0} calls ran at once in the last minute at the busiest.':
    'Beim meistbeschäftigten liefen in der letzten Minute {0} Aufrufe zugleich.',
  '{0} certificate expires within {1} days: {2}.':
    '{0} Zertifikat läuft in den nächsten {1} Tagen ab: {2}.',
  '{0} certificate has expired: {1}.': '{0} Zertifikat ist abgelaufen: {1}.',
  '{0} certificates expire within {1} days: {2}.':
    '{0} Zertifikate laufen in den nächsten {1} Tagen ab: {2}.',
  '{0} certificates have expired: {1}.': '{0} Zertifikate sind abgelaufen: {1}.',
  '{0} data node is not started: {1}.': '{0} Datenknoten ist nicht gestartet: {1}.',
  '{0} data node runs.': '{0} Datenknoten läuft.',
  '{0} data nodes are not started: {1}.': '{0} Datenknoten sind nicht gestartet: {1}.',
  '{0} data nodes run.': '{0} Datenknoten laufen.',
  '{0} datanode has lost disks: {1}.': '{0} Datanode hat Platten verloren: {1}.',
  '{0} datanode has waited for a namenode for 15 minutes.':
    '{0} Datanode wartet seit 15 Minuten auf einen Namenode.',
  '{0} datanode is dead: {1}.': '{0} Datanode ist tot: {1}.',
  '{0} datanode is much slower to send to than the others: {1}.':
    'An {0} Datanode wird viel langsamer gesendet als an die anderen: {1}.',
  '{0} datanode lives.': '{0} Datanode lebt.',
  '{0} datanode was silent for more than 15 s: {1}.':
    '{0} Datanode war länger als 15 s still: {1}.',
  '{0} datanodes are dead: {1}.': '{0} Datanodes sind tot: {1}.',
  '{0} datanodes are much slower to send to than the others: {1}.':
    'An {0} Datanodes wird viel langsamer gesendet als an die anderen: {1}.',
  '{0} datanodes have lost disks: {1}.': '{0} Datanodes haben Platten verloren: {1}.',
  '{0} datanodes have waited for a namenode for 15 minutes.':
    '{0} Datanodes warten seit 15 Minuten auf einen Namenode.',
  '{0} datanodes live.': '{0} Datanodes leben.',
  '{0} datanodes were silent for more than 15 s: {1}.':
    '{0} Datanodes waren länger als 15 s still: {1}.',
  '{0} directories were checked since the namenodes started, 0 wrong.':
    'Seit dem Start der Namenodes wurden {0} Verzeichnisse geprüft, 0 waren falsch.',
  '{0} directory was checked since the namenodes started, 0 wrong.':
    'Seit dem Start der Namenodes wurde {0} Verzeichnis geprüft, 0 waren falsch.',
  '{0} disk is much slower than the others beside it: {1}.':
    '{0} Platte ist viel langsamer als die anderen neben ihr: {1}.',
  '{0} disks are much slower than the others beside it: {1}.':
    '{0} Platten sind viel langsamer als die anderen neben ihnen: {1}.',
  '{0} does not tell its lag.': '{0}: Der Rückstand ist nicht bekannt.',
  '{0} eviction in the last hour, the newest of {1}.':
    '{0} Ausschluss in der letzten Stunde, der jüngste von {1}.',
  '{0} evictions in the last hour, the newest of {1}.':
    '{0} Ausschlüsse in der letzten Stunde, der jüngste von {1}.',
  '{0} inode differs in the search index and could not be repaired.':
    '{0} Inode weicht im Suchindex ab und ließ sich nicht berichtigen.',
  '{0} inode had drifted, which was repaired.': '{0} Inode wich ab, was berichtigt wurde.',
  '{0} inodes differ in the search index and could not be repaired.':
    '{0} Inodes weichen im Suchindex ab und ließen sich nicht berichtigen.',
  '{0} inodes had drifted, which was repaired.': '{0} Inodes wichen ab, was berichtigt wurde.',
  '{0} is less than 30 s behind.': '{0}: Der Rückstand ist kleiner als 30 s.',
  '{0} job failed in the last 24 hours.': '{0} Auftrag ist in den letzten 24 Stunden gescheitert.',
  '{0} jobs failed in the last 24 hours.':
    '{0} Aufträge sind in den letzten 24 Stunden gescheitert.',
  '{0} leads.': '{0} ist Leader.',
  '{0} message was not understood.': '{0} Nachricht wurde nicht verstanden.',
  '{0} messages were not understood.': '{0} Nachrichten wurden nicht verstanden.',
  '{0} namenode is dead: {1}.': '{0} Namenode ist tot: {1}.',
  '{0} namenode serves, drained: {1}.': '{0} Namenode ist im Dienst, ruhend: {1}.',
  '{0} namenode serves.': '{0} Namenode ist im Dienst.',
  '{0} namenodes are dead: {1}.': '{0} Namenodes sind tot: {1}.',
  '{0} namenodes serve, drained: {1}.': '{0} Namenodes sind im Dienst, ruhend: {1}.',
  '{0} namenodes serve.': '{0} Namenodes sind im Dienst.',
  '{0} of the room is used; no small file was refused lately.':
    '{0} des Platzes sind belegt; zuletzt wurde keine kleine Datei abgewiesen.',
  '{0} replica.': '{0} Replikat.',
  '{0} replicas.': '{0} Replikate.',
  '{0} rule was disarmed by a run that would do too much.':
    '{0} Regel wurde durch einen Lauf entschärft, der zu viel tun würde.',
  '{0} rules were disarmed by a run that would do too much.':
    '{0} Regeln wurden durch einen Lauf entschärft, der zu viel tun würde.',
  '{0} server shows no certificate: {1}.': '{0} Server zeigt kein Zertifikat: {1}.',
  '{0} servers show no certificate: {1}.': '{0} Server zeigen kein Zertifikat: {1}.',
  '{0} shows a state that is {1} min old.': '{0} zeigt einen Stand, der {1} min alt ist.',
  '{0} shows a state that is {1} s old.': '{0} zeigt einen Stand, der {1} s alt ist.',
  '{0} storage is at least 90 % full.': '{0} Speicher ist zu mindestens 90 % voll.',
  '{0} storage is at least 97 % full.': '{0} Speicher ist zu mindestens 97 % voll.',
  '{0} storage is overdue.': '{0} Speicher ist überfällig.',
  '{0} storage, none overdue.': '{0} Speicher, keiner überfällig.',
  '{0} storages are at least 90 % full.': '{0} Speicher sind zu mindestens 90 % voll.',
  '{0} storages are at least 97 % full.': '{0} Speicher sind zu mindestens 97 % voll.',
  '{0} storages are overdue.': '{0} Speicher sind überfällig.',
  '{0} storages, none overdue.': '{0} Speicher, keiner überfällig.',
  '{0} token expires within 7 days.': '{0} Token läuft in den nächsten 7 Tagen ab.',
  '{0} tokens expire within 7 days.': '{0} Token laufen in den nächsten 7 Tagen ab.',
  '{0} worker is alive.': '{0} Worker lebt.',
  '{0} workers are alive.': '{0} Worker leben.',
  '{0}.': '{0}.',
}
