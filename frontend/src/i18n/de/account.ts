export const account = {
  'You are {username}, with the role {role}. In HDFS you act as {hdfs_user}.':
    'Sie sind {username} mit der Rolle {role}. In HDFS handeln Sie als {hdfs_user}.',
  'Where you are logged in': 'Wo Sie angemeldet sind',
  'This browser is the only one': 'Dieser Browser ist der einzige',
  'End all others…': 'Alle anderen beenden …',
  'Your password and your groups are kept by your organisation ({origin}): change the password there. Your role follows the groups at each login.':
    'Ihr Passwort und Ihre Gruppen verwaltet Ihre Organisation ({origin}): Ändern Sie das Passwort dort. Ihre Rolle richtet sich bei jeder Anmeldung nach den Gruppen.',
  'End all other sessions?': 'Alle anderen Sitzungen beenden?',
  'End this session?': 'Diese Sitzung beenden?',
  'What you may do below some paths': 'Was Sie unterhalb einzelner Pfade dürfen',
  'Enter your current password': 'Geben Sie Ihr aktuelles Passwort ein',
  'Enter a new password': 'Geben Sie ein neues Passwort ein',
  'This is not the same password': 'Das ist nicht dasselbe Passwort',
  'Password changed': 'Passwort geändert',
  'Your other sessions have ended.': 'Ihre anderen Sitzungen wurden beendet.',
  'Current password': 'Aktuelles Passwort',
  'At least 10 characters, none of the common ones, and not like your name.':
    'Mindestens 10 Zeichen, keines der gängigen und Ihrem Namen nicht ähnlich.',
  'New password again': 'Neues Passwort noch einmal',
  'All your other sessions end. API tokens go on.':
    'Alle Ihre anderen Sitzungen enden. API-Tokens gelten weiter.',
  'Change password': 'Passwort ändern',
  'This browser remembers it. Without a choice it is the first of the browser’s own.':
    'Dieser Browser merkt sie sich. Ohne Wahl gilt die erste passende Sprache des Browsers.',
}
