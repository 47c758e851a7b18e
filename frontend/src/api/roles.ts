import { queryOptions } from '@tanstack/react-query'
import { answerOf, api, done } from './client'
import type {
  GroupAssignment,
  GroupAssignmentWriteRequest,
  PermissionDetails,
  RoleCreateRequest,
  RoleDetails,
  RoleUpdateRequest,
} from './schema'

export type { GroupAssignment, GroupAssignmentWriteRequest, PermissionDetails, RoleDetails }

export const roleKeys = { all: ['roles'] as const }

export function rolesQuery() {
  return queryOptions({
    queryKey: roleKeys.all,
    queryFn: ({ signal }) => answerOf(api.GET('/api/v1/roles', { signal })),
  })
}

export function groupAssignmentsQuery() {
  return queryOptions({
    queryKey: [...roleKeys.all, 'groups'],
    queryFn: ({ signal }) => answerOf(api.GET('/api/v1/roles/groups', { signal })),
  })
}

/** A role of administrators' making, which can be changed; the built-in ones can't. */
export type CustomRole = RoleDetails & { id: number; etag: string }

export function isCustom(role: RoleDetails): role is CustomRole {
  return role.id !== null && role.etag !== null
}

export async function readRole({ id }: CustomRole): Promise<CustomRole> {
  const params = { path: { role_id: id } }
  const role = await answerOf(api.GET('/api/v1/roles/{role_id}', { params }))
  if (!isCustom(role)) throw new Error(`Role ${id} is built in`)
  return role
}

export function createRole(body: RoleCreateRequest): Promise<RoleDetails> {
  return answerOf(api.POST('/api/v1/roles', { body }))
}

/** Replaces what a role holds that is still in the state that was seen. */
export function updateRole(seen: CustomRole, body: RoleUpdateRequest): Promise<RoleDetails> {
  const params = { path: { role_id: seen.id }, header: { 'If-Match': seen.etag } }
  return answerOf(api.PUT('/api/v1/roles/{role_id}', { params, body }))
}

export function deleteRole(id: number) {
  return done(api.DELETE('/api/v1/roles/{role_id}', { params: { path: { role_id: id } } }))
}

export function giveGroup(body: GroupAssignmentWriteRequest): Promise<GroupAssignment> {
  return answerOf(api.POST('/api/v1/roles/groups', { body }))
}

export function takeFromGroup(id: number) {
  return done(
    api.DELETE('/api/v1/roles/groups/{assignment_id}', {
      params: { path: { assignment_id: id } },
    }),
  )
}
