export const blockReports = {
  Assigned: 'Zugewiesen',
  'Under way and waiting': 'Laufend und wartend',
  'Block reports under way and datanodes that wait for one':
    'Laufende Blockberichte und Datanodes, die auf einen warten',
  'No datanode reports or waits now.': 'Zurzeit berichtet oder wartet kein Datanode.',
  reporting: 'berichtet',
  'How datanodes and namenodes agree on what is stored: hashes of buckets, and the replicas of those that differ.':
    'Wie sich Datanodes und Namenodes über das Gespeicherte abgleichen: mit Prüfwerten je Bucket und den Replikaten derer, die abweichen.',
  'Buckets that match': 'Übereinstimmende Buckets',
  'In the last report of each storage shown': 'Im letzten Bericht jedes gezeigten Speichers',
  'Saved by the last reports': 'Durch die letzten Berichte gespart',
  '{sent} were sent': '{sent} wurden gesendet',
  'Under way': 'Laufend',
  '{datanodes} waiting for a namenode': '{datanodes} warten auf einen Namenode',
  'Never reported': 'Nie berichtet',
  'Storages shown without any report': 'Gezeigte Speicher ohne jeden Bericht',
  Began: 'Begonnen',
  Matching: 'Übereinstimmend',
  Mismatching: 'Abweichend',
  'Rows changed': 'Geänderte Zeilen',
  'Reports of storage no. {storageId}': 'Berichte von Speicher Nr. {storageId}',
  'Matching and mismatching buckets over time':
    'Übereinstimmende und abweichende Buckets im Zeitverlauf',
  'Bytes sent and saved over time': 'Gesendete und gesparte Bytes im Zeitverlauf',
  'Kept reports of this storage, newest first':
    'Aufbewahrte Berichte dieses Speichers, neueste zuerst',
  'No report yet': 'Noch kein Bericht',
  'Its datanode reports soon after it has registered.':
    'Sein Datanode berichtet bald nach seiner Registrierung.',
  'Last report': 'Letzter Bericht',
  Buckets: 'Buckets',
  'Next due': 'Nächster fällig',
  'Storages with their last block report': 'Speicher mit ihrem letzten Blockbericht',
  'No storage is known': 'Es ist kein Speicher bekannt',
  'A storage is known by its datanode’s first heartbeat.':
    'Ein Speicher ist ab dem ersten Heartbeat seines Datanodes bekannt.',
  storages: 'Speicher',
  '{type} no. {storage_id}': '{type} Nr. {storage_id}',
  'Last full report {last_full_at}': 'Letzter vollständiger Bericht {last_full_at}',
  'No full report yet': 'Noch kein vollständiger Bericht',
  '{buckets_matching} matching, {buckets_mismatching} mismatching':
    '{buckets_matching} übereinstimmend, {buckets_mismatching} abweichend',
  'its datanode knows': 'sein Datanode weiß es',
  'stock report': 'üblicher Bericht',
  '{buckets_matching} match': '{buckets_matching} stimmen überein',
}
