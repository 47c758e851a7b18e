export const login = {
  'Log in · Warren': 'Anmelden · Warren',
  'Enter your user name': 'Geben Sie Ihren Benutzernamen ein',
  'Enter your password': 'Geben Sie Ihr Passwort ein',
  'Log in to Warren': 'Bei Warren anmelden',
  'Log in with {sso_name}': 'Mit {sso_name} anmelden',
  'or with a password': 'oder mit einem Passwort',
  'Log in': 'Anmelden',
  'First time here? The user is <code>admin</code>; <code>make run</code> printed where its password is.':
    'Zum ersten Mal hier? Der Benutzer heißt <code>admin</code>; <code>make run</code> hat ausgegeben, wo sein Passwort steht.',
  'The organisation’s login can’t be asked': 'Die Anmeldung der Organisation ist nicht erreichbar',
  'Local accounts can log in meanwhile. Else try again later.':
    'Lokale Konten können sich inzwischen anmelden. Versuchen Sie es sonst später erneut.',
  'This browser did not begin this login': 'Dieser Browser hat diese Anmeldung nicht begonnen',
  'It may have taken too long. Log in again.':
    'Vielleicht hat sie zu lange gedauert. Melden Sie sich erneut an.',
  'The organisation’s login does not vouch for you':
    'Die Anmeldung der Organisation bürgt nicht für Sie',
  'It was cancelled there, or used already. Log in again.':
    'Sie wurde dort abgebrochen oder bereits verwendet. Melden Sie sich erneut an.',
  'The organisation’s login says too little of you':
    'Die Anmeldung der Organisation sagt zu wenig über Sie',
  'It must tell your name and your groups. Ask an administrator of Warren.':
    'Sie muss Ihren Namen und Ihre Gruppen nennen. Fragen Sie einen Administrator von Warren.',
  'You have no role in Warren': 'Sie haben in Warren keine Rolle',
  'You are in none of the groups that give one; an administrator can say which those are.':
    'Sie sind in keiner der Gruppen, die eine geben; ein Administrator kann sagen, welche das sind.',
  'Another account has your name': 'Ein anderes Konto hat Ihren Namen',
  'It is not yours because it has your name. Ask an administrator of Warren.':
    'Es gehört Ihnen nicht schon deshalb. Fragen Sie einen Administrator von Warren.',
  'No user can have your name': 'Kein Benutzer kann Ihren Namen haben',
  'A name has up to 64 letters, digits and _ . @ - and begins with a letter or _.':
    'Ein Name hat bis zu 64 Buchstaben, Ziffern und _ . @ - und beginnt mit einem Buchstaben oder _.',
  'Your account is deactivated': 'Ihr Konto ist deaktiviert',
  'An administrator can reactivate it.': 'Ein Administrator kann es reaktivieren.',
  'Somebody else logged in for the first time': 'Jemand anderes hat sich zum ersten Mal angemeldet',
  'Log in again.': 'Melden Sie sich erneut an.',
  'There is no single sign-on here': 'Hier gibt es kein Single Sign-on',
  'Log in with your password.': 'Melden Sie sich mit Ihrem Passwort an.',
}
