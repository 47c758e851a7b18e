import type { Role } from '~/api/users'

/** What each role opens, in words. */
export const MEANING_OF_ROLE: Record<Role, string> = {
  viewer: 'Sees what HDFS lets the user list, and changes nothing',
  operator: 'Sees the whole namespace, asks SQL, and runs jobs',
  admin: 'As operator, and manages users, the pipeline and everybody’s tokens',
}
