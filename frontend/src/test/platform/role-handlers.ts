import type { HttpHandler } from 'msw'
import type { PermissionDetails, RoleDetails, Roles } from '~/api/schema'
import { changedMeanwhile, http, newTag, notFound, problem } from './http'
import { permissionsOf, timeIn, type World } from './world'

const EVERYWHERE_ONLY = ['sql', 'heat', 'limits', 'manage_datanodes', 'manage_namenodes', 'alerts']

/** Roles, and which groups give them. */
export function roleHandlers(world: World): HttpHandler[] {
  return [
    http.get('/api/v1/roles', ({ response }) => response(200).json(rolesOf(world))),
    http.post('/api/v1/roles', async ({ request, response }) => {
      const { name, description = '', permissions } = await request.json()
      const role: RoleDetails = {
        id: world.roles.length + 1,
        name,
        description,
        permissions,
        users: 0,
        groups: 0,
        updated_at: timeIn(world),
        etag: newTag(),
      }
      world.roles.push(role)
      return response(201).json(role)
    }),
    http.put('/api/v1/roles/{role_id}', async ({ params, request, response }) => {
      const role = world.roles.find((each) => String(each.id) === String(params.role_id))
      if (!role) return response.untyped(notFound('role'))
      const refusal = changedMeanwhile(request, role)
      if (refusal) return response.untyped(refusal)
      Object.assign(role, await request.json(), { etag: newTag() })
      return response(200).json(role)
    }),
    http.delete('/api/v1/roles/{role_id}', ({ params, response }) => {
      const role = world.roles.find((each) => String(each.id) === String(params.role_id))
      if (role?.users) {
        return response.untyped(
          problem(409, 'role_in_use', 'The role is given to somebody', {
            detail: 'Take it from the users and groups that have it first.',
          }),
        )
      }
      world.roles = world.roles.filter((each) => each !== role)
      return response(204).empty()
    }),
    http.get('/api/v1/roles/groups', ({ response }) =>
      response(200).json({ items: world.groupAssignments }),
    ),
    http.get('/api/v1/roles/{role_id}', ({ params, response }) => {
      const role = world.roles.find((each) => String(each.id) === String(params.role_id))
      return role ? response(200).json(role) : response.untyped(notFound('role'))
    }),
    http.post('/api/v1/roles/groups', async ({ request, response }) => {
      const { origin, group, role, paths = null } = await request.json()
      const id = world.groupAssignments.length + 1
      const given = { id, origin, group, role, paths, etag: newTag() }
      world.groupAssignments.push(given)
      return response(201).json(given)
    }),
    http.delete('/api/v1/roles/groups/{assignment_id}', ({ params, response }) => {
      world.groupAssignments = world.groupAssignments.filter(
        (each) => String(each.id) !== String(params.assignment_id),
      )
      return response(204).empty()
    }),
  ]
}

function rolesOf(world: World): Roles {
  const held = permissionsOf('admin').map(({ permission }) => permission)
  const permissions: PermissionDetails[] = held.map((permission) => ({
    permission,
    meaning: `May ${permission.replaceAll('_', ' ')}`,
    about_paths:
      !EVERYWHERE_ONLY.includes(permission) && !/manage|audit|guard|as_admin/.test(permission),
    for_custom_roles: !/manage_users|manage_guard|as_admin/.test(permission),
  }))
  const builtIn = (['viewer', 'operator', 'admin'] as const).map((name) => ({
    id: null,
    name,
    description: `Built in: ${name}`,
    permissions: permissionsOf(name).map(({ permission }) => permission),
    users: null,
    groups: null,
    updated_at: null,
    etag: null,
  }))
  return { items: [...builtIn, ...world.roles], permissions }
}
