export const heat = {
  'Who and what costs the namenodes most, by the time of their calls.':
    'Wer und was die Namenodes am meisten kostet, nach der Zeit der Aufrufe.',
  'Heat needs the role operator': 'Für Hotspots ist die Rolle operator nötig',
  'It names users, their machines and paths, whatever HDFS permissions say.':
    'Sie nennen Benutzer, deren Rechner und Pfade, unabhängig von HDFS-Rechten.',
  'Heat of one': 'Hotspots von',
  'Of clients, that ended in this time; {refused} were refused':
    'Von Clients, beendet in dieser Zeit; {refused} wurden abgelehnt',
  'Time of calls': 'Zeit der Aufrufe',
  'Before it, a call waited {heat}, as a mean': 'Davor wartete ein Aufruf im Mittel {heat}',
  'From admission to answer': 'Von der Annahme bis zur Antwort',
  Hottest: 'Am stärksten',
  'No calls': 'Keine Aufrufe',
  'The busiest namenode over the mean of all':
    'Der am stärksten belastete Namenode im Verhältnis zum Mittel aller',
  'Limit its calls …': 'Aufrufe begrenzen …',
  'Spread its children …': 'Kinder verteilen …',
  'Its directory tells who works there.': 'Sein Verzeichnis zeigt, wer dort arbeitet.',
  'No single shard has its children.': 'Kein einzelner Shard hat seine Kinder.',
  'Its children are in shard {shard}': 'Seine Kinder liegen in Shard {shard}',
  Waiting: 'Wartezeit',
  '{many} of {name}': '{many} von {name}',
  'Hottest first': 'Am stärksten belastet zuerst',
  'Count by': 'Zählen nach',
  '{many}, the hottest first': '{many}, am stärksten zuerst',
  'Nothing to show for this time': 'Für diese Zeit gibt es nichts zu zeigen',
  'Clients name their applications by the caller context (hadoop.caller.context.enabled).':
    'Clients benennen ihre Anwendungen über den Caller Context (hadoop.caller.context.enabled).',
  'No client called a namenode.': 'Kein Client hat einen Namenode aufgerufen.',
  'Part of {key}': 'Anteil von {key}',
  'At most {time_error_ms} less': 'Höchstens {time_error_ms} weniger',
  '{waited_ms} in all, before the calls began': '{waited_ms} insgesamt, bevor die Aufrufe begannen',
  'Not counted': 'Nicht gezählt',
  'Calls of each namenode': 'Aufrufe jedes Namenodes',
  'Did not answer; its calls are missing above': 'Hat nicht geantwortet; seine Aufrufe fehlen oben',
  Applications: 'Anwendungen',
  Call: 'Aufruf',
}
