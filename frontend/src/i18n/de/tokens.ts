export const tokens = {
  'Browse, search and watch': 'Durchblättern, suchen und beobachten',
  'Start, promote and cancel jobs': 'Aufträge starten, ausführen und abbrechen',
  'Manage users and see all of the audit log':
    'Benutzer verwalten und das ganze Auditprotokoll sehen',
  'New token': 'Neues Token',
  'Choose at least one scope': 'Wählen Sie mindestens einen Bereich',
  'Your role, {role}, does not include this': 'Ihre Rolle {role} umfasst dies nicht',
  'Revoke this token?': 'Dieses Token widerrufen?',
  'Token revoked': 'Token widerrufen',
  '{name} is refused from now on.': '{name} wird ab jetzt abgewiesen.',
  'Requests with the token <b>{name}</b>{of} are refused from now on. This can’t be undone: whoever uses it needs a new one.':
    'Anfragen mit dem Token <b>{name}</b>{of} werden ab jetzt abgewiesen. Das lässt sich nicht rückgängig machen: Wer es nutzt, braucht ein neues.',
  ' of {username}': ' von {username}',
  'Revoke token': 'Token widerrufen',
  Scopes: 'Bereiche',
  Expires: 'Läuft ab',
  Revoke: 'Widerrufen',
  'Access to the API for scripts and tools, in your name and with no more than your rights.':
    'Zugang zur API für Skripte und Werkzeuge, in Ihrem Namen und mit höchstens Ihren Rechten.',
  'Whose tokens': 'Wessen Tokens',
  Mine: 'Meine',
  'Everybody’s': 'Von allen',
  'Everybody’s tokens, newest first': 'Tokens von allen, neueste zuerst',
  'Your tokens, newest first': 'Ihre Tokens, neueste zuerst',
  'No tokens yet': 'Noch keine Tokens',
  'A token goes into the header of each request: <code>Authorization: Bearer TOKEN</code>':
    'Ein Token gehört in den Header jeder Anfrage: <code>Authorization: Bearer TOKEN</code>',
  tokens: 'Tokens',
  'Revoke token {name}': 'Token {name} widerrufen',
  'Revoke…': 'Widerrufen …',
  '90 days': '90 Tage',
}
