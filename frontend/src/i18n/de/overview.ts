export const overview = {
  'no datanode reports': 'kein Datanode meldet sich',
  '{remaining_bytes} free': '{remaining_bytes} frei',
  '{used} used, {share} of {capacity}': '{used} belegt, {share} von {capacity}',
  'Used by Warren': 'Von Warren belegt',
  Volumes: 'Volumes',
  'Used on {hostname}': 'Belegt auf {hostname}',
  Following: 'Folgt',
  'Changes become searchable as they are committed.':
    'Änderungen sind durchsuchbar, sobald sie festgeschrieben sind.',
  'Catching up': 'Holt auf',
  'The newest changes are not searchable yet.':
    'Die neuesten Änderungen sind noch nicht durchsuchbar.',
  Rebuilding: 'Baut neu auf',
  'A new index is being built; until it is complete, answers come from the old one.':
    'Ein neuer Index wird aufgebaut; bis er vollständig ist, kommen Antworten aus dem alten.',
  'An operator has paused the indexer: changes wait, search shows an old state.':
    'Ein Operator hat den Indexer angehalten: Änderungen warten, die Suche zeigt einen alten Stand.',
  Stalled: 'Steht',
  'The indexer does not read the feed: search shows an old state. See make logs.':
    'Der Indexer liest den Feed nicht: Die Suche zeigt einen alten Stand. Siehe make logs.',
  'Change feed to search': 'Änderungsfeed zur Suche',
  'Unknown: the overview could not be read.':
    'Unbekannt: Die Übersicht konnte nicht gelesen werden.',
  Sequence: 'Sequenz',
  ' {waiting} to go': ' noch {waiting}',
  ' the newest': ' die neueste',
  '{title} over time': '{title} im Zeitverlauf',
  Series: 'Reihe',
  Mean: 'Mittel',
  Highest: 'Höchstwert',
  'Nothing was measured in this time': 'In dieser Zeit wurde nichts gemessen',
  'A worker takes a sample every ten seconds.': 'Ein Worker misst alle zehn Sekunden.',
  'and {found} more': 'und {found} weitere',
  'Last events': 'Letzte Ereignisse',
  'All events': 'Alle Ereignisse',
  'The newest events': 'Die neuesten Ereignisse',
  'Embedded store': 'Eingebetteter Speicher',
  'NDB store': 'NDB-Speicher',
  'Recent jobs': 'Letzte Aufträge',
  '{running} running, {failed_24h} failed in 24 h':
    '{running} laufen, {failed_24h} fehlgeschlagen in 24 h',
  'The newest jobs': 'Die neuesten Aufträge',
  'Top consumers': 'Größte Verbraucher',
  'All usage': 'Gesamte Belegung',
  'Share of {path}': 'Anteil von {path}',
  'in the whole namespace': 'im ganzen Namensraum',
  'the root included': 'die Wurzel eingeschlossen',
  'of file contents, each once': 'Dateiinhalt, jeder einmal',
  read: 'Lesen',
  list: 'Auflisten',
  write: 'Schreiben',
  datanode: 'Datanode',
  'Operations of {namenode}': 'Operationen von {namenode}',
  'Latency of {namenode}, 99th percentile': 'Latenz von {namenode}, 99. Perzentil',
  used: 'belegt',
  capacity: 'Kapazität',
  'under-replicated': 'unterrepliziert',
  'Lag behind the changes': 'Rückstand hinter den Änderungen',
  search: 'Suche',
  'Running jobs': 'Laufende Aufträge',
  'Full on {full_at} (from {basis})': 'Voll am {full_at} (Basis: {basis})',
  'The disks have {remaining_bytes} free of {capacity_bytes}':
    'Auf den Platten sind {remaining_bytes} von {capacity_bytes} frei',
  '{room}, and did not get fuller in the last {basis}.':
    '{room}; zuletzt wurden sie nicht voller (Basis: {basis}).',
  '{bytes_per_day} more were taken a day in the last {basis}':
    'Täglich kamen {bytes_per_day} hinzu (Basis: {basis})',
  '{room}. {pace}: full on {full_at} if that goes on.':
    '{room}. {pace}: voll am {full_at}, wenn das so weitergeht.',
  '{room}. {pace}: full in more than ten years if that goes on.':
    '{room}. {pace}: voll in mehr als zehn Jahren, wenn das so weitergeht.',
}
