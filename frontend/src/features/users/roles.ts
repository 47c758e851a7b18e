import type { Origin, Role } from '~/api/users'

/** What each role opens, in words. */
export const MEANING_OF_ROLE: Record<Role, string> = {
  viewer: 'Sees what HDFS lets the user list, and changes nothing',
  operator: 'Sees the whole namespace, asks SQL, and runs jobs',
  admin: 'As operator, and manages users, the pipeline and everybody’s tokens',
}

/** Who keeps the password, and says which role it is. */
export const NAME_OF_ORIGIN: Record<Origin, string> = {
  local: 'Warren',
  ldap: 'LDAP',
  oidc: 'single sign-on',
}
