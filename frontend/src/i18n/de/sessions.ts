export const sessions = {
  '{count, plural, one {Session ended} other {# sessions ended}}':
    '{count, plural, one {Sitzung beendet} other {# Sitzungen beendet}}',
  'Keep {which}': '{which} behalten',
  them: 'Sie',
  it: 'Sie',
  'End sessions': 'Sitzungen beenden',
  'End session': 'Sitzung beenden',
  'Who knows the password can log in again, and API tokens go on.':
    'Wer das Passwort kennt, kann sich erneut anmelden; API-Tokens gelten weiter.',
  ' from {address}': ' von {address}',
  '{client}{from} is logged out at once. {again}': '{client}{from} wird sofort abgemeldet. {again}',
  'Every other browser in which you are logged in is logged out at once. {again}':
    'Jeder andere Browser, in dem Sie angemeldet sind, wird sofort abgemeldet. {again}',
  'Every browser in which {username} is logged in is logged out at once. {again}':
    'Jeder Browser, in dem {username} angemeldet ist, wird sofort abgemeldet. {again}',
  'Logged in nowhere': 'Nirgends angemeldet',
  'A session begins with a login in a browser. API tokens are listed on the page Tokens.':
    'Eine Sitzung beginnt mit einer Anmeldung in einem Browser. API-Tokens stehen auf der Seite „Tokens“.',
  sessions: 'Sitzungen',
  'This browser': 'Dieser Browser',
  '{address}seen {age}': '{address}gesehen {age}',
  'from {address}, ': 'von {address}, ',
  'Since {created_at}, until {expires_at}': 'Seit {created_at}, bis {expires_at}',
  'End session of {browser} from {address}': 'Sitzung von {browser} auf {address} beenden',
  'this machine': 'diesem Rechner',
  'End…': 'Beenden …',
}
