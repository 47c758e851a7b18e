import { keepPreviousData, queryOptions } from '@tanstack/react-query'
import { answerOf, api } from './client'
import type {
  Assignment,
  AssignmentWriteRequest,
  Origin,
  PatchedUserChangeRequest,
  Role,
  ServiceAccountCreateRequest,
  TokenCreated,
  TokenCreateRequest,
  User,
  UserCreateRequest,
  UserKind,
} from './schema'

export type { Assignment, AssignmentWriteRequest, Origin, Role, User, UserCreateRequest }
export type UserChange = PatchedUserChangeRequest

export const USER_PAGE_ROWS = 50

export const ROLES = ['viewer', 'operator', 'admin'] as const satisfies readonly Role[]
export const USER_STATES = ['active', 'inactive'] as const

/** What the page Users shows besides people. */
export const USER_TABS = ['service', 'roles', 'groups'] as const

export type UserFilter = {
  /** Part of the user name. */
  name?: string
  role?: Role
  kind?: UserKind
  state?: (typeof USER_STATES)[number]
  cursor?: string
}

export const userKeys = { all: ['users'] as const }

export function usersQuery(filter: UserFilter) {
  return queryOptions({
    queryKey: [...userKeys.all, filter],
    queryFn: ({ signal }) =>
      answerOf(
        api.GET('/api/v1/users', {
          params: { query: { ...filter, limit: USER_PAGE_ROWS } },
          signal,
        }),
      ),
    placeholderData: keepPreviousData,
  })
}

export function createUser(body: UserCreateRequest): Promise<User> {
  return answerOf(api.POST('/api/v1/users', { body }))
}

export function readUser({ id }: User): Promise<User> {
  return answerOf(api.GET('/api/v1/users/{user_id}', { params: { path: { user_id: id } } }))
}

/** Changes a user who is still in the state that was seen. */
export function changeUser(seen: User, body: UserChange): Promise<User> {
  const params = { path: { user_id: seen.id }, header: { 'If-Match': seen.etag } }
  return answerOf(api.PATCH('/api/v1/users/{user_id}', { params, body }))
}

export function createServiceAccount(body: ServiceAccountCreateRequest): Promise<User> {
  return answerOf(api.POST('/api/v1/users/service', { body }))
}

/** A token of a service account, with its secret. */
export function createTokenOf(user: User, body: TokenCreateRequest): Promise<TokenCreated> {
  return answerOf(
    api.POST('/api/v1/users/{user_id}/tokens', { params: { path: { user_id: user.id } }, body }),
  )
}
