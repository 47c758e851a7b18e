import { perLanguage, t } from '~/i18n/t'
/** Why the organisation's login ended here again: the platform's codes, in words. */
export const refusals = perLanguage(
  () =>
    ({
      sso_unavailable: {
        title: t('The organisation’s login can’t be asked'),
        detail: t('Local accounts can log in meanwhile. Else try again later.'),
      },
      sso_state: {
        title: t('This browser did not begin this login'),
        detail: t('It may have taken too long. Log in again.'),
      },
      sso_refused: {
        title: t('The organisation’s login does not vouch for you'),
        detail: t('It was cancelled there, or used already. Log in again.'),
      },
      sso_claims: {
        title: t('The organisation’s login says too little of you'),
        detail: t('It must tell your name and your groups. Ask an administrator of Warren.'),
      },
      no_role: {
        title: t('You have no role in Warren'),
        detail: t(
          'You are in none of the groups that give one; an administrator can say which those are.',
        ),
      },
      name_taken: {
        title: t('Another account has your name'),
        detail: t('It is not yours because it has your name. Ask an administrator of Warren.'),
      },
      name_refused: {
        title: t('No user can have your name'),
        detail: t('A name has up to 64 letters, digits and _ . @ - and begins with a letter or _.'),
      },
      deactivated: {
        title: t('Your account is deactivated'),
        detail: t('An administrator can reactivate it.'),
      },
      conflict: {
        title: t('Somebody else logged in for the first time'),
        detail: t('Log in again.'),
      },
      not_found: {
        title: t('There is no single sign-on here'),
        detail: t('Log in with your password.'),
      },
    }) as const,
)

export type Refusal = keyof ReturnType<typeof refusals>

export function isRefusal(code: string): code is Refusal {
  return Object.hasOwn(refusals(), code)
}
