import { queryOptions } from '@tanstack/react-query'
import { answerOf, api, done } from './client'
import type {
  GroupAssignment,
  GroupAssignmentWriteRequest,
  PermissionDetails,
  RoleCreateRequest,
  RoleDetails,
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

/** Makes a role, or replaces what one holds; its name stays. */
export function saveRole(id: number | null, body: RoleCreateRequest): Promise<RoleDetails> {
  const { name: _, ...held } = body
  return answerOf(
    id === null
      ? api.POST('/api/v1/roles', { body })
      : api.PUT('/api/v1/roles/{role_id}', { params: { path: { role_id: id } }, body: held }),
  )
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
