export const shell = {
  'Not live: pages are read again every few seconds':
    'Nicht live: Seiten werden alle paar Sekunden neu gelesen',
  'Safe mode: all files are read-only': 'Safe Mode: alle Dateien sind schreibgeschützt',
  Somebody: 'Jemand',
  '{who} turned it on.': '{who} hat ihn eingeschaltet.',
  '{who} turned it on {age}.': '{who} hat ihn {age} eingeschaltet.',
  'Files can be read; changes are refused and jobs stand still until it is turned off with hdfs dfsadmin -safemode leave.':
    'Dateien können gelesen werden; Änderungen werden abgelehnt und Aufträge ruhen, bis er mit hdfs dfsadmin -safemode leave ausgeschaltet wird.',
  Light: 'Hell',
  Dark: 'Dunkel',
  'As the system': 'Wie das System',
  Appearance: 'Darstellung',
  'Acts in HDFS as {hdfs_user}': 'Handelt in HDFS als {hdfs_user}',
  'Password and sessions': 'Passwort und Sitzungen',
  'Log out': 'Abmelden',
  Notices: 'Mitteilungen',
  'Notices: {unread} unread': 'Mitteilungen: {unread} ungelesen',
  'Mark all as read': 'Alle als gelesen markieren',
  'No check has changed lately.': 'In letzter Zeit hat sich keine Prüfung geändert.',
  'Who else is told': 'Wer sonst benachrichtigt wird',
  'well again': 'wieder in Ordnung',
  ', changed {changes} times': ', {changes}-mal geändert',
  ', unread': ', ungelesen',
  'Skip to content': 'Zum Inhalt springen',
  Navigation: 'Navigation',
  'Go to': 'Gehe zu',
  'Warren, overview': 'Warren, Übersicht',
  'Close navigation': 'Navigation schließen',
  Main: 'Hauptnavigation',
  'Go to…': 'Gehe zu …',
  Ctrl: 'Strg',
  'Go to a page, a path or a file…': 'Gehe zu einer Seite, einem Pfad oder einer Datei …',
  'Go to a page, a path or a file': 'Gehe zu einer Seite, einem Pfad oder einer Datei',
  Commands: 'Befehle',
  'Files can’t be searched now: {title}': 'Dateien können zurzeit nicht durchsucht werden: {title}',
  'Go to {pathText}': 'Gehe zu {pathText}',
  'Search for “{text}”': 'Nach „{text}“ suchen',
  'All matches, with filters': 'Alle Treffer, mit Filtern',
  'This burrow leads nowhere': 'Dieser Bau führt nirgendwohin',
  'Go to the overview': 'Zur Übersicht',
  'The console has no page at this address. The link may be old or mistyped.':
    'Die Konsole hat an dieser Adresse keine Seite. Der Link ist vielleicht veraltet oder vertippt.',
  'Keyboard shortcuts': 'Tastenkürzel',
  'Go to a page, a path or a file; run a command':
    'Zu einer Seite, einem Pfad oder einer Datei gehen; einen Befehl ausführen',
  'This list': 'Diese Liste',
  Esc: 'Esc',
  'Close what is open': 'Offenes schließen',
  'In lists': 'In Listen',
  'Next row': 'Nächste Zeile',
  'Row before': 'Vorige Zeile',
  Home: 'Pos1',
  End: 'Ende',
  'First and last row': 'Erste und letzte Zeile',
  Enter: 'Eingabe',
  'Open the row': 'Zeile öffnen',
  'Details of the row, in Files and Search': 'Details der Zeile, in „Dateien“ und „Suche“',
  Backspace: 'Rücktaste',
  'One directory up, in Files': 'Ein Verzeichnis nach oben, in „Dateien“',
  'In the SQL editor': 'Im SQL-Editor',
  'Run the statement': 'Anweisung ausführen',
  '{count} for you to decide': '{count} von Ihnen zu entscheiden',
  'Access for a script or a tool': 'Zugang für ein Skript oder ein Werkzeug',
  'New quota…': 'Neues Kontingent …',
  'A limit of names or of space for a directory':
    'Eine Grenze für Namen oder Platz eines Verzeichnisses',
  'New user…': 'Neuer Benutzer …',
  'Somebody else who may log in': 'Noch jemand, der sich anmelden darf',
  'Change my password': 'Mein Passwort ändern',
  'Ends all other sessions': 'Beendet alle anderen Sitzungen',
  'Light colours': 'Helle Farben',
  'Dark colours': 'Dunkle Farben',
  'Colours as the system': 'Farben wie das System',
  'All of them': 'Alle auf einen Blick',
  'Ends this session': 'Beendet diese Sitzung',
  'Health, capacity and recent jobs': 'Zustand, Kapazität und letzte Aufträge',
  'What is wrong now, since when, and what to do':
    'Was jetzt nicht stimmt, seit wann, und was zu tun ist',
  'Who is told when a check changes, and what arrived':
    'Wer erfährt, wenn sich eine Prüfung ändert, und was ankam',
  'Browse the namespace': 'Den Namensraum durchblättern',
  'Find files by name and attributes': 'Dateien nach Namen und Attributen finden',
  'How much any directory holds, and what fills it':
    'Wie viel ein Verzeichnis enthält, und was es füllt',
  'How full each limit is, and when it will be met':
    'Wie voll jede Grenze ist und wann sie erreicht wird',
  'What users and groups of the file system own, where, and how old':
    'Was Benutzer und Gruppen des Dateisystems besitzen, wo, und wie alt',
  'What was deleted by whom, to be restored or deleted for good':
    'Was von wem gelöscht wurde, zum Wiederherstellen oder endgültigen Löschen',
  'Ready statements: small files, cold data, duplicates':
    'Fertige Anweisungen: kleine Dateien, kalte Daten, Duplikate',
  'Ask the namespace anything': 'Den Namensraum alles fragen',
  'Quota, owner, permission and delete jobs':
    'Aufträge zu Kontingenten, Besitzern, Rechten und Löschen',
  'Jobs that wait for a second person': 'Aufträge, die auf eine zweite Person warten',
  'What is done again and again to what a search finds':
    'Was immer wieder mit dem geschieht, was eine Suche findet',
  'Which jobs need a second person, and when none may begin':
    'Welche Aufträge eine zweite Person brauchen und wann keine beginnen dürfen',
  'Who keeps the blocks, and how full their disks are':
    'Wer die Blöcke hält und wie voll die Platten sind',
  'Missing, corrupt and under-replicated blocks, with their files':
    'Fehlende, beschädigte und unterreplizierte Blöcke mit ihren Dateien',
  'How many have their bytes in the database, and the room for more':
    'Wie viele ihre Bytes in der Datenbank haben, und der Platz für weitere',
  'How datanodes and namenodes agree on what is stored':
    'Wie sich Datanodes und Namenodes über das Gespeicherte abgleichen',
  'Who and what costs the namenodes most': 'Wer und was die Namenodes am meisten kostet',
  'How load is spread over the parts of the store':
    'Wie sich die Last auf die Teile des Speichers verteilt',
  'Who may make only so many calls, and what that brought about':
    'Wer nur so viele Aufrufe machen darf und was das bewirkt hat',
  'Which directories’ children are in many shards, and what that brought about':
    'Wessen Kinder in vielen Shards liegen und was das bewirkt hat',
  'Namenodes, leader, evictions and subtree locks':
    'Namenodes, Leader, Ausschlüsse und Teilbaumsperren',
  'From a change to the search index, with its proof':
    'Von einer Änderung bis zum Suchindex, mit Nachweis',
  'Who changed what, and when': 'Wer was geändert hat, und wann',
  'Every call, to read and to try': 'Jeder Aufruf, zum Lesen und Ausprobieren',
  'Access for scripts and tools': 'Zugang für Skripte und Werkzeuge',
  'Who may log in, and with which role': 'Wer sich anmelden darf, und mit welcher Rolle',
  'Your password, and where you are logged in': 'Ihr Passwort, und wo Sie angemeldet sind',
  'Directories as they were, and what became different since':
    'Verzeichnisse, wie sie waren, und was seitdem anders wurde',
}
