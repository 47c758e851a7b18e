export const spread = {
  Moved: 'Verschoben',
  'Directories whose children were moved, newest first':
    'Verzeichnisse, deren Kinder verschoben wurden, neueste zuerst',
  'No directory was changed': 'Kein Verzeichnis wurde geändert',
  'Hot shards leads to directories that have one shard to themselves; each can be spread over many. The last 1,000 changes are kept, each with what it brought about.':
    '„Heiße Shards“ führt zu Verzeichnissen, die einen Shard für sich haben; jedes lässt sich auf viele verteilen. Die letzten 1.000 Änderungen werden aufbewahrt, jede mit ihrer Wirkung.',
  'Busiest shard, a second': 'Am stärksten belasteter Shard, pro Sekunde',
  '{title}, before and after': '{title}, vorher und nachher',
  Begun: 'Begonnen',
  'All moved': 'Alles verschoben',
  'Children moved': 'Verschobene Kinder',
  'Open Hot shards': '„Heiße Shards“ öffnen',
  'Look at it again …': 'Noch einmal ansehen …',
  'Rows of the busiest shard': 'Zeilen des am stärksten belasteten Shards',
  'Its operations': 'Seine Operationen',
  'Its rows over the mean': 'Seine Zeilen im Verhältnis zum Mittel',
  'Calls in the directory': 'Aufrufe im Verzeichnis',
  'Mean time of the others': 'Mittlere Zeit der anderen',
  'Reckoned before: {rows_per_s} rows in the busiest shard, {imbalance} times the mean.':
    'Vorher berechnet: {rows_per_s} Zeilen im am stärksten belasteten Shard, das {imbalance}-Fache des Mittels.',
  'Spread children': 'Kinder verteilen',
  'The children of a directory are rows of the store. Together in one shard, a listing reads one place; spread by their names, no shard has them all. The directory stays in use while they are moved.':
    'Die Kinder eines Verzeichnisses sind Zeilen des Speichers. Zusammen in einem Shard liest eine Auflistung eine Stelle; nach Namen verteilt hat kein Shard alle. Das Verzeichnis bleibt in Gebrauch, während sie verschoben werden.',
  'Change asked for': 'Änderung verlangt',
  'its shard is hot': 'sein Shard ist heiß',
  'It is not known yet where the children are': 'Noch ist nicht bekannt, wo die Kinder sind',
  'Being moved: {moved} are {children}': 'Wird verschoben: {moved} liegen {children}',
  'All of them would move, 200 at a time, to be {other}.':
    'Alle würden verschoben, je 200 auf einmal, und lägen dann {other}.',
  ' In the last minute {now}.': ' In der letzten Minute: {now}.',
  ' It would have been so that {after}.': ' Stattdessen wäre gewesen: {after}.',
  '{count} or more children': '{count} oder mehr Kinder',
  '{rows_per_s} rows and {operations_per_s} operations a second':
    '{rows_per_s} Zeilen und {operations_per_s} Operationen pro Sekunde',
  'the busiest shard, {shard}, had {rates}: {imbalance} times the mean':
    'der am stärksten belastete Shard, {shard}, hatte {rates}, das {imbalance}-Fache des Mittels',
  'Shards of the directory': 'Shards des Verzeichnisses',
  Then: 'Dann',
  'Children of a hot directory go to many shards, or back to one, while it is in use.':
    'Kinder eines heißen Verzeichnisses wandern auf viele Shards oder zurück auf einen, während es in Gebrauch ist.',
  'Spread needs the role operator': 'Für die Verteilung ist die Rolle operator nötig',
  'It names paths, whatever HDFS permissions say.': 'Sie nennt Pfade, unabhängig von HDFS-Rechten.',
  'Look at a directory': 'Ein Verzeichnis ansehen',
  'this directory': 'dieses Verzeichnis',
  operations: 'Operationen',
  'together in one shard': 'zusammen in einem Shard',
  'in 16 parts, by their names': 'in 16 Teilen, nach ihren Namen',
  'Bring together': 'Zusammenführen',
  'Spread over shards': 'Auf Shards verteilen',
  moving: 'wird verschoben',
  'The children are being moved now. This would turn the move round.':
    'Die Kinder werden gerade verschoben. Dies würde die Richtung umkehren.',
  'The directory is not among the hottest of the last minute, so its part of the load is not known.':
    'Das Verzeichnis gehört in der letzten Minute nicht zu den am stärksten belasteten, sein Anteil an der Last ist daher nicht bekannt.',
  'The load of the shards was not measured in the last minute.':
    'Die Last der Shards wurde in der letzten Minute nicht gemessen.',
  'There are fewer children than parts: little would be spread.':
    'Es gibt weniger Kinder als Teile: Wenig würde verteilt.',
  'Mostly listings: each would read 16 places instead of one, so that there are more scans, of fewer rows each.':
    'Vor allem Auflistungen: Jede würde 16 Stellen statt einer lesen, es gäbe also mehr Scans mit jeweils weniger Zeilen.',
  'The embedded store has all shards in one process: that work is the same wherever the children are.':
    'Der eingebettete Speicher hat alle Shards in einem Prozess: Diese Arbeit ist dieselbe, wo auch immer die Kinder sind.',
  'The busiest shard would have hardly less to do.':
    'Der am stärksten belastete Shard hätte kaum weniger zu tun.',
  '{counted} or more': '{counted} oder mehr',
  '{moved} of {all} children': '{moved} von {all} Kindern',
}
