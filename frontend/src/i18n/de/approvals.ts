export const approvals = {
  'Jobs that begin when a second person says so.':
    'Aufträge, die beginnen, wenn eine zweite Person zustimmt.',
  'Your roles approve nothing': 'Ihre Rollen geben nichts frei',
  'Operators and administrators decide on each other’s jobs; an administrator can give you a role that does.':
    'Operatoren und Administratoren entscheiden gegenseitig über ihre Aufträge; ein Administrator kann Ihnen eine solche Rolle geben.',
  Whose: 'Wessen',
  'For me to decide': 'Von mir zu entscheiden',
  'All that wait': 'Alle, die warten',
  'Jobs that wait for an approval, newest first':
    'Aufträge, die auf eine Freigabe warten, neueste zuerst',
  'Nothing waits here': 'Hier wartet nichts',
  'Which jobs need a second person, the rules of the <textlink>Guard</textlink> say.':
    'Welche Aufträge eine zweite Person brauchen, sagen die Regeln unter <textlink>Schutz</textlink>.',
}
