import type { Origin, Role } from '~/api/users'
import { perLanguage, t } from '~/i18n/t'

/** What each role opens, in words. */
export const meaningOfRole = perLanguage(
  (): Record<Role, string> => ({
    viewer: t('Sees what HDFS lets the user list, and changes nothing'),
    operator: t('Sees the whole namespace, asks SQL, and runs jobs'),
    admin: t('As operator, and manages users, the pipeline and everybody’s tokens'),
  }),
)

/** Who keeps the password, and says which role it is. */
export const nameOfOrigin = perLanguage(
  (): Record<Origin, string> => ({
    local: 'Warren',
    ldap: 'LDAP',
    oidc: t('single sign-on'),
  }),
)
