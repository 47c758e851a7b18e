import { queryOptions } from '@tanstack/react-query'
import { isWithin, ROOT } from '~/format/path'
import { t } from '~/i18n/t'
import { answerOf, api, done } from './client'
import type { LoginRequest, Me, PasswordChangeRequest, Permission } from './schema'

export type { Me, Permission }

/** Who is logged in. Fails with status 401 when nobody is. */
export function meQuery() {
  return queryOptions({
    queryKey: ['me'],
    queryFn: ({ signal }) => answerOf(api.GET('/api/v1/auth/me', { signal })),
    staleTime: 5 * 60_000,
  })
}

/** How one can log in here. */
export function loginWaysQuery() {
  return queryOptions({
    queryKey: ['login-ways'],
    queryFn: ({ signal }) => answerOf(api.GET('/api/v1/auth/ways', { signal })),
    staleTime: 5 * 60_000,
  })
}

/** Where a browser goes to log in with the organisation's account. */
export function singleSignOnAddress(next: string | undefined): string {
  return next === undefined ? '/oidc/begin' : `/oidc/begin?${new URLSearchParams({ next })}`
}

export function login(body: LoginRequest): Promise<Me> {
  return answerOf(api.POST('/api/v1/auth/login', { body }))
}

export function logout() {
  return done(api.POST('/api/v1/auth/logout'))
}

/** Marks what gives this browser another login than it had. */
export const loginChangeKey = ['login-change'] as const

/** Sets one's own password, and ends one's other sessions. */
export function changePassword(body: PasswordChangeRequest): Promise<void> {
  return done(api.POST('/api/v1/auth/password', { body }))
}

/** Where somebody may do something: everywhere, or at and below some paths; nowhere without any. */
export type Reach = 'everywhere' | readonly string[]

export function reachOf(me: Me, permission: Permission): Reach {
  const allowed = me.permissions.find((each) => each.permission === permission)
  return allowed ? (allowed.paths ?? 'everywhere') : []
}

/** Whether this user may do it wherever it is, which what is about no path takes. */
export function mayEverywhere(me: Me, permission: Permission): boolean {
  return reachOf(me, permission) === 'everywhere'
}

export function maySomewhere(me: Me, permission: Permission): boolean {
  return reachOf(me, permission).length > 0
}

export function mayAt(me: Me, permission: Permission, path: string): boolean {
  const reach = reachOf(me, permission)
  return reach === 'everywhere' || reach.some((each) => isWithin(path, each))
}

/** Where a page about directories begins for this user. */
export function firstPath(me: Me, permission: Permission): string {
  const reach = reachOf(me, permission)
  return reach === 'everywhere' ? ROOT : (reach[0] ?? ROOT)
}

const JOB_PERMISSIONS = [
  'set_quotas',
  'change_owners',
  'change_storage',
  'delete',
  'delete_for_good',
  'restore',
  'move',
] as const satisfies readonly Permission[]

/** Why this user can't start changes anywhere; undefined when they can. */
export function operateRefusal(me: Me): string | undefined {
  return JOB_PERMISSIONS.some((each) => maySomewhere(me, each))
    ? undefined
    : t(
        'Your role is viewer. Changing files needs the role operator; an administrator can grant it.',
      )
}

/** Why this user can't do any of these at a path; undefined when they can. */
export function refusalAt(
  me: Me,
  permissions: readonly Permission[],
  path: string,
): string | undefined {
  if (permissions.some((each) => mayAt(me, each, path))) return undefined
  return permissions.some((each) => maySomewhere(me, each))
    ? t('Your role allows this below other paths only; Account says which.')
    : nowhere(me)
}

/** Why this user can't do something anywhere; undefined when they can. */
export function refusalAnywhere(me: Me, permission: Permission): string | undefined {
  return maySomewhere(me, permission) ? undefined : nowhere(me)
}

function nowhere(me: Me): string {
  return operateRefusal(me) ?? t('Your roles do not include this; an administrator can grant it.')
}
