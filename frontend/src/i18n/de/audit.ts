export const audit = {
  'Request <text>{request_id}</text>': 'Anfrage <text>{request_id}</text>',
  'request id': 'Anfragekennung',
  'Nothing recorded': 'Nichts aufgezeichnet',
  Action: 'Aktion',
  Outcome: 'Ergebnis',
  "What was done through Warren's platform: every change and every login. Administrators see all; others see what they did themselves. Calls of HDFS clients are not here: each namenode logs them in the file <code>logs/hdfs-audit-NAMENODE.log</code> of its data folder, and what a job does there under the name of its user.":
    'Was über die Plattform von Warren getan wurde: jede Änderung und jede Anmeldung. Administratoren sehen alles, andere nur, was sie selbst getan haben. Aufrufe von HDFS-Clients stehen nicht hier: Jeder Namenode protokolliert sie in der Datei <code>logs/hdfs-audit-NAMENODE.log</code> seines Datenordners, ebenso, was ein Auftrag dort unter dem Namen seines Benutzers tut.',
  'Export CSV': 'CSV exportieren',
  'Part of a name': 'Teil eines Namens',
  'Part: job, token…': 'Teil: job, token …',
  'At or below': 'Bei oder unterhalb',
  'Audit log, newest first': 'Auditprotokoll, neueste zuerst',
  'Changes appear here as they are made.': 'Änderungen erscheinen hier, sobald sie gemacht werden.',
}
