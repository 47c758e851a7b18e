export const reports = {
  'The statement is running…': 'Die Anweisung läuft …',
  'No answer': 'Keine Antwort',
  'As of {age}{took}': 'Stand {age}{took}',
  ', answered in {elapsed_ms}': ', beantwortet in {elapsed_ms}',
  '{title}: {name} by {label}': '{title}: {name} nach {label}',
  'Nothing to report': 'Nichts zu berichten',
  'Reports need the role operator': 'Für Berichte ist die Rolle operator nötig',
  'They show the whole namespace, whatever HDFS permissions say. Search shows you what you may see.':
    'Sie zeigen den ganzen Namensraum, unabhängig von HDFS-Rechten. Die Suche zeigt Ihnen, was Sie sehen dürfen.',
  'Who fills the cluster, and with what.': 'Wer den Cluster füllt, und womit.',
  'There is no report “{chosen}”.': 'Es gibt keinen Bericht „{chosen}“.',
  'All reports': 'Alle Berichte',
  'Open in SQL': 'In SQL öffnen',
  'Asking the replica…': 'Das Replikat wird gefragt …',
}
