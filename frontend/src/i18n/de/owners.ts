export const owners = {
  'No files.': 'Keine Dateien.',
  'How old what {name} owns is': 'Wie alt ist, was {name} besitzt',
  'Last changed': 'Zuletzt geändert',
  'Share of {words}': 'Anteil: {words}',
  'What one owns': 'Was ein Besitzer hat',
  'The deepest directories that hold a twentieth or more of it. What is below one of them is not counted again above.':
    'Die tiefsten Verzeichnisse, die mindestens ein Zwanzigstel davon enthalten. Was unter einem davon liegt, wird oberhalb nicht noch einmal gezählt.',
  'How old': 'Wie alt',
  '{space_bytes} with replicas in {files}{cost}; {cold_share} of it cold{age}. Besides, {directories}.':
    '{space_bytes} mit Replikaten in {files}{cost}; davon {cold_share} kalt{age}. Außerdem {directories}.',
  ', {space_bytes} a month': ', {space_bytes} pro Monat',
  'What users and groups of the file system own, how old it is, and where.':
    'Was Benutzer und Gruppen des Dateisystems besitzen, wie alt es ist und wo.',
  'Owners need the role operator': 'Für Besitzer ist die Rolle operator nötig',
  'What somebody owns counts what HDFS permissions hide.':
    'Was jemand besitzt, zählt mit, was HDFS-Rechte verbergen.',
  'Owners are': 'Besitzer sind',
  'Files that were not changed for a year are cold. Counted by the SQL replica.':
    'Dateien, die ein Jahr lang nicht geändert wurden, sind kalt. Gezählt vom SQL-Replikat.',
  'That own a file or a directory': 'Die eine Datei oder ein Verzeichnis besitzen',
  '{space_bytes} a month': '{space_bytes} pro Monat',
  'Of all of them': 'Von allen zusammen',
  Cold: 'Kalt',
  '{many} of the file system, {sortNames}': '{many} des Dateisystems, {sortNames}',
  'Nobody owns anything yet': 'Noch besitzt niemand etwas',
  'No files, or none that hold anything.': 'Keine Dateien, oder keine mit Inhalt.',
  'Where what {name} owns is, by {measure}': 'Wo liegt, was {name} besitzt, nach {measure}',
  'In many other places': 'An vielen anderen Orten',
  'other places': 'andere Orte',
  'besides those listed': 'außer den aufgelisteten',
  'Usage of {path}': 'Belegung von {path}',
  'Most length first': 'Meiste Länge zuerst',
  'Most cold space first': 'Meister kalter Platz zuerst',
  'Oldest files first': 'Älteste Dateien zuerst',
}
