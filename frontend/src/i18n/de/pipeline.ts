export const pipeline = {
  'Indexer paused': 'Indexer angehalten',
  'Changes wait; search shows the state of now.':
    'Änderungen warten; die Suche zeigt den jetzigen Stand.',
  'Indexer resumed': 'Indexer fortgesetzt',
  'It catches up with what has waited.': 'Er holt auf, was gewartet hat.',
  'Rebuild begun': 'Neuaufbau begonnen',
  'Searches go on in the old index until the new one is complete.':
    'Gesucht wird im alten Index, bis der neue vollständig ist.',
  'Comparison begun': 'Vergleich begonnen',
  'The whole index is compared with the namenodes, and repaired.':
    'Der ganze Index wird mit den Namenodes verglichen und repariert.',
  'Only administrators may do this.': 'Das dürfen nur Administratoren.',
  'Compare and repair': 'Vergleichen und reparieren',
  'Rebuild the index…': 'Index neu aufbauen …',
  'Rebuild the index?': 'Index neu aufbauen?',
  'The whole namespace is read again, which loads the namenodes for as long as it takes. Searches go on in the old index until the new one is complete. To find and mend single faults, compare and repair instead.':
    'Der ganze Namensraum wird erneut gelesen, was die Namenodes so lange belastet. Gesucht wird im alten Index, bis der neue vollständig ist. Um einzelne Fehler zu finden und zu beheben, vergleichen und reparieren Sie stattdessen.',
  'Leave it': 'Belassen',
  Rebuild: 'Neu aufbauen',
  'How changes of the file system reach the search index, and the proof that all did.':
    'Wie Änderungen des Dateisystems den Suchindex erreichen, und der Nachweis, dass alle es taten.',
  'Behind the file system': 'Hinter dem Dateisystem',
  '{pending_moves} moved directories under way':
    '{pending_moves} verschobene Verzeichnisse in Arbeit',
  'Last proof': 'Letzter Nachweis',
  '{inodes} inodes, checksum {checksum}': '{inodes} Inodes, Prüfsumme {checksum}',
  Drift: 'Abweichung',
  '{repaired} repaired, {suspects} looked at again':
    '{repaired} repariert, {suspects} erneut angesehen',
  'SQL replica proved': 'SQL-Replikat nachgewiesen',
  'Not yet': 'Noch nicht',
  '{inodes} inodes, {drift_found} differed': '{inodes} Inodes, {drift_found} wichen ab',
  'Dead letters': 'Dead Letters',
  '{filled_from_store} changes read from the store instead':
    '{filled_from_store} Änderungen stattdessen aus dem Speicher gelesen',
  Stage: 'Stufe',
  Position: 'Position',
  'Per second': 'Pro Sekunde',
  Restarts: 'Neustarts',
  'Last error': 'Letzter Fehler',
  'Change capture': 'Änderungserfassung',
  Indexer: 'Indexer',
  'SQL replica': 'SQL-Replikat',
  Stages: 'Stufen',
  'Stages of the pipeline in the order of a change':
    'Stufen der Pipeline in der Reihenfolge einer Änderung',
}
