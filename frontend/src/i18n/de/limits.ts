export const limits = {
  'Changes of limits, newest first': 'Änderungen von Begrenzungen, neueste zuerst',
  'No limit was ever set': 'Noch nie wurde eine Begrenzung gesetzt',
  'The last 1,000 changes are kept, each with what it brought about.':
    'Die letzten 1.000 Änderungen werden aufbewahrt, jede mit ihrer Wirkung.',
  lifted: 'aufgehoben',
  'At each namenode': 'Je Namenode',
  'Let in': 'Zugelassen',
  Until: 'Bis',
  'In force': 'In Kraft',
  'Limits in force': 'Begrenzungen in Kraft',
  'Nobody is limited': 'Niemand ist begrenzt',
  'Heat tells who costs most; a user, an address or an application there can be limited.':
    '„Hotspots“ zeigt, wer am meisten kostet; ein Benutzer, eine Adresse oder eine Anwendung lässt sich dort begrenzen.',
  'it is lifted': 'sie aufgehoben wird',
  'Lift this limit?': 'Diese Begrenzung aufheben?',
  'Lift asked for': 'Aufhebung verlangt',
  'All calls of <b>{name}</b> are let in again.':
    'Alle Aufrufe von <b>{name}</b> werden wieder zugelassen.',
  'the job was mended': 'der Auftrag wurde repariert',
  'Lift limit': 'Begrenzung aufheben',
  'Until it is lifted': 'Bis sie aufgehoben wird',
  'Limit calls': 'Aufrufe begrenzen',
  'Say whom to limit': 'Geben Sie an, wen Sie begrenzen',
  'A whole number from 1 to 1,000,000': 'Eine ganze Zahl von 1 bis 1.000.000',
  'Say why: those who meet it are told': 'Begründen Sie es: Wer darauf stößt, erfährt es',
  'Limit asked for': 'Begrenzung verlangt',
  'Calls beyond the limit are refused before they begin, with your reason. Clients of a name service repeat them after a pause.':
    'Aufrufe über der Grenze werden vor ihrem Beginn abgelehnt, mit Ihrer Begründung. Clients eines Nameservice wiederholen sie nach einer Pause.',
  'Calls a second, at each namenode': 'Aufrufe pro Sekunde, je Namenode',
  'lists /data without end': 'listet /data ohne Ende auf',
  'Set limit': 'Begrenzung setzen',
  'Who may make only so many calls, and what that brought about.':
    'Wer nur so viele Aufrufe machen darf und was das bewirkt hat.',
  'Limits need the role operator': 'Für Begrenzungen ist die Rolle operator nötig',
  'They name users and their machines.': 'Sie nennen Benutzer und deren Rechner.',
  'Limit someone': 'Jemanden begrenzen',
  'Calls a second before and after': 'Aufrufe pro Sekunde vorher und nachher',
  'Mean time of a call before and after': 'Mittlere Zeit eines Aufrufs vorher und nachher',
  limited: 'begrenzt',
  'let in again': 'wieder zugelassen',
  Limit: 'Grenze',
  '{calls} at each namenode': '{calls} je Namenode',
  'Held from': 'Gilt ab',
  'Calls of {name}': 'Aufrufe von {name}',
  'In the last minute': 'In der letzten Minute',
  '{calls_per_s} were made, {refused_per_s} of them would have been refused; their part of the namenodes’ time would have been {time_share_after} instead of {time_share}.':
    '{calls_per_s} wurden gemacht, {refused_per_s} davon wären abgelehnt worden; ihr Anteil an der Zeit der Namenodes wäre {time_share_after} statt {time_share} gewesen.',
  'Who would be limited': 'Wer begrenzt würde',
  'without a name': 'ohne Namen',
  refused: 'abgelehnt',
  'No call of this name was seen in the last minute. Check the name.':
    'In der letzten Minute gab es keinen Aufruf dieses Namens. Prüfen Sie den Namen.',
  'Nothing would have been refused: there were fewer calls than this.':
    'Nichts wäre abgelehnt worden: Es gab weniger Aufrufe.',
  'Several users would be limited together.': 'Mehrere Benutzer würden gemeinsam begrenzt.',
  'Nearly all of the namenodes’ time goes to these calls. Check that they are not wanted.':
    'Fast die ganze Zeit der Namenodes entfällt auf diese Aufrufe. Prüfen Sie, dass sie nicht erwünscht sind.',
}
