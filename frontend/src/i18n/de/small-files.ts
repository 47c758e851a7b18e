export const smallFiles = {
  'Since the namenodes were started': 'Seit dem Start der Namenodes',
  'No namenode answers now.': 'Zurzeit antwortet kein Namenode.',
  Written: 'Geschrieben',
  '{read} times': '{read}-mal',
  'Taken in': 'Aufgenommen',
  'Moved out': 'Ausgelagert',
  'Sent on to datanodes': 'An Datanodes weitergegeben',
  '{fallbacks_full} for want of room, {fallbacks_memory} for want of memory':
    '{fallbacks_full} mangels Platz, {fallbacks_memory} mangels Speicher',
  'In flight': 'In Arbeit',
  'In the database': 'In der Datenbank',
  'To take in': 'Aufzunehmen',
  'Under any policy': 'Unter jeder Richtlinie',
  'By length': 'Nach Länge',
  Count: 'Zählen',
  '{unit} of at most 64 KiB by length, and where their bytes are':
    '{unit} bis 64 KiB nach Länge, und wo ihre Bytes liegen',
  '{unit} by length': '{unit} nach Länge',
  "The files can't be counted now": 'Die Dateien können zurzeit nicht gezählt werden',
  'The SQL replica counts them; Pipeline says how it is.':
    'Das SQL-Replikat zählt sie; wie es ihm geht, steht unter „Pipeline“.',
  'As of {age}. Empty files have no bytes to move.':
    'Stand {age}. Leere Dateien haben keine Bytes zu bewegen.',
  'Files of at most 64 KiB may have their bytes in the database instead of in blocks.':
    'Dateien bis 64 KiB können ihre Bytes statt in Blöcken in der Datenbank haben.',
  'A directory takes part once it has the storage policy DB: <code>hdfs storagepolicies -setStoragePolicy -path DIR -policy DB</code>. Files that are written then go into the database; a job, from here or by <code>bin/warren jobs take-in DIR</code>, moves those that are there already.':
    'Ein Verzeichnis nimmt teil, sobald es die Speicherrichtlinie DB hat: <code>hdfs storagepolicies -setStoragePolicy -path DIR -policy DB</code>. Danach geschriebene Dateien kommen in die Datenbank; ein Auftrag, von hier oder mit <code>bin/warren jobs take-in DIR</code>, verlegt die schon vorhandenen.',
  'Files of at most 64 KiB whose directory has the storage policy DB have their bytes moved from datanodes into the database. No file changes, and all of them stay in use.':
    'Die Bytes von Dateien bis 64 KiB, deren Verzeichnis die Speicherrichtlinie DB hat, werden von Datanodes in die Datenbank verlegt. Keine Datei ändert sich, und alle bleiben in Gebrauch.',
  'Take in': 'Aufnehmen',
  'show them': 'zeigen',
  'A take-in would move': 'Eine Aufnahme würde verlegen',
  '{bytes_to_take_in}, under the policy DB': '{bytes_to_take_in}, unter der Richtlinie DB',
  '{bytes_that_fit} more would fit by their length':
    '{bytes_that_fit} weitere würden nach ihrer Länge passen',
  'Room used': 'Belegter Platz',
  'The namenodes don’t tell it': 'Die Namenodes sagen es nicht',
  '{used_bytes} of {size_bytes}': '{used_bytes} von {size_bytes}',
  'over {size_min_bytes}': 'über {size_min_bytes}',
  'to {size_max_bytes}': 'bis {size_max_bytes}',
}
