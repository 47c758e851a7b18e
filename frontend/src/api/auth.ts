import { queryOptions } from '@tanstack/react-query'
import { answerOf, api, done } from './client'
import type { LoginRequest, Me, PasswordChangeRequest } from './schema'

export type { Me }

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

/** Sets one's own password, and ends one's other sessions. */
export function changePassword(body: PasswordChangeRequest): Promise<void> {
  return done(api.POST('/api/v1/auth/password', { body }))
}

/** Why this user can't start changes; undefined when they can. */
export function operateRefusal(me: Me): string | undefined {
  return me.role === 'viewer'
    ? 'Your role is viewer. Changing files needs the role operator; an administrator can grant it.'
    : undefined
}
