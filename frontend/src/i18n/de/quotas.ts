export const quotas = {
  'New quota': 'Neues Kontingent',
  'It may have none yet. Files below count, however deep.':
    'Es darf noch keines haben. Dateien darunter zählen, in jeder Tiefe.',
  'Choose limits': 'Grenzen wählen',
  'Used of {path}': 'Belegt von {path}',
  'Since {growth_since} UTC': 'Seit {growth_since} UTC',
  'Known an hour after its limit was set, for the 2,000 fullest':
    'Bekannt eine Stunde, nachdem die Grenze gesetzt wurde, für die 2.000 vollsten',
  'of names': 'der Namen',
  names: 'Namen',
  'Set or clear its quota…': 'Kontingent setzen oder entfernen …',
  'Which directories have a limit, how full it is, and when it will be met.':
    'Welche Verzeichnisse eine Grenze haben, wie voll sie ist und wann sie erreicht wird.',
  'Quotas need the role operator': 'Für Kontingente ist die Rolle operator nötig',
  'What is used counts what HDFS permissions hide. The details of a directory in Files have the quota of those that you may see.':
    'Was belegt ist, zählt mit, was HDFS-Rechte verbergen. Die Details eines Verzeichnisses unter „Dateien“ zeigen das Kontingent derer, die Sie sehen dürfen.',
  'Path begins with': 'Pfad beginnt mit',
  '{read}. Growth is that of the last seven days, known an hour after a limit was set, for the 2,000 fullest.':
    '{read}. Wachstum ist das der letzten sieben Tage, bekannt eine Stunde, nachdem eine Grenze gesetzt wurde, für die 2.000 vollsten.',
  'Limits and what is used of them were read {age}':
    'Grenzen und ihre Belegung wurden {age} gelesen',
  'Not all limits were read yet': 'Noch sind nicht alle Grenzen gelesen',
  'Directories with a quota': 'Verzeichnisse mit Kontingent',
  'Of names, space or a type of storage': 'Für Namen, Platz oder einen Speichertyp',
  Full: 'Voll',
  'Writes are refused': 'Schreiben wird abgelehnt',
  'At least 80 % used': 'Mindestens 80 % belegt',
  'The full ones included': 'Die vollen eingeschlossen',
  'Full within 30 days': 'Voll innerhalb von 30 Tagen',
  'If they go on growing so': 'Wenn sie so weiterwachsen',
  'A day': 'Pro Tag',
  'Full on': 'Voll am',
  'Directories with a quota, {sortNames}': 'Verzeichnisse mit Kontingent, {sortNames}',
  'No quota at such a path': 'Kein Kontingent an einem solchen Pfad',
  'No directory has a quota': 'Kein Verzeichnis hat ein Kontingent',
  'Directories with a quota whose path begins so would stand here.':
    'Verzeichnisse mit Kontingent, deren Pfad so beginnt, würden hier stehen.',
  'A quota bounds how many names, or how much space with replicas, a directory holds.':
    'Ein Kontingent begrenzt, wie viele Namen oder wie viel Platz mit Replikaten ein Verzeichnis enthält.',
  quotas: 'Kontingente',
  'Fullest first': 'Vollste zuerst',
  'Soonest full first': 'Am frühesten voll zuerst',
  'Most names first': 'Meiste Namen zuerst',
  'Fastest growing first': 'Am schnellsten wachsend zuerst',
  '{used} of {quota}': '{used} von {quota}',
  'no change': 'keine Änderung',
}
