/** Why the organisation's login ended here again: the platform's codes, in words. */
export const REFUSALS = {
  sso_unavailable: {
    title: 'The organisation’s login can’t be asked',
    detail: 'Local accounts can log in meanwhile. Else try again later.',
  },
  sso_state: {
    title: 'This browser did not begin this login',
    detail: 'It may have taken too long. Log in again.',
  },
  sso_refused: {
    title: 'The organisation’s login does not vouch for you',
    detail: 'It was cancelled there, or used already. Log in again.',
  },
  sso_claims: {
    title: 'The organisation’s login says too little of you',
    detail: 'It must tell your name and your groups. Ask an administrator of Warren.',
  },
  no_role: {
    title: 'You have no role in Warren',
    detail:
      'You are in none of the groups that give one; an administrator can say which those are.',
  },
  name_taken: {
    title: 'Another account has your name',
    detail: 'It is not yours because it has your name. Ask an administrator of Warren.',
  },
  name_refused: {
    title: 'No user can have your name',
    detail: 'A name has up to 64 letters, digits and _ . @ - and begins with a letter or _.',
  },
  deactivated: {
    title: 'Your account is deactivated',
    detail: 'An administrator can reactivate it.',
  },
  conflict: {
    title: 'Somebody else logged in for the first time',
    detail: 'Log in again.',
  },
  not_found: {
    title: 'There is no single sign-on here',
    detail: 'Log in with your password.',
  },
} as const

export type Refusal = keyof typeof REFUSALS

export function isRefusal(code: string): code is Refusal {
  return Object.hasOwn(REFUSALS, code)
}
