import type { HttpHandler } from 'msw'
import type { Assignment, AssignmentWriteRequest, Session, User } from '~/api/schema'
import { changedMeanwhile, http, newTag, notFound, pageOf, problem } from './http'
import { roleHandlers } from './role-handlers'
import { recordAudit, timeIn, type World } from './world'

/** Who asks, in the worlds of the tests. */
const OWN = 'own'

/** Users, passwords and sessions. */
export function accessHandlers(world: World): HttpHandler[] {
  return [
    ...userHandlers(world),
    ...roleHandlers(world),
    ...sessionHandlers(world),
    passwordHandler(world),
  ]
}

function userHandlers(world: World): HttpHandler[] {
  return [
    http.get('/api/v1/users', ({ query, response }) => {
      const state = query.get('state')
      const rows = world.users.filter(
        (user) =>
          user.username.includes(query.get('name') ?? '') &&
          user.role === (query.get('role') ?? user.role) &&
          user.kind === (query.get('kind') ?? user.kind) &&
          (state === null || user.is_active === (state === 'active')),
      )
      return response(200).json(pageOf(rows, query.get('cursor'), query.get('limit')))
    }),
    http.post('/api/v1/users', async ({ request, response }) => {
      const { password, hdfs_user, ...body } = await request.json()
      if (isWeak(password)) return response.untyped(weak('password'))
      const user: User = {
        ...body,
        hdfs_user: hdfs_user ?? body.username,
        id: world.users.length + 1,
        is_active: true,
        origin: 'local',
        kind: 'person',
        owner: null,
        assignments: [],
        created_at: timeIn(world),
        last_login: null,
        token_used_at: null,
        etag: newTag(),
      }
      world.users.push(user)
      recordAudit(world, { action: 'user.create' })
      return response(201).json(user)
    }),
    http.post('/api/v1/users/service', async ({ request, response }) => {
      const { username, owner, hdfs_user, assignments = [] } = await request.json()
      const user: User = {
        id: world.users.length + 1,
        username,
        role: 'viewer',
        hdfs_user: hdfs_user ?? username,
        is_active: true,
        origin: 'local',
        kind: 'service',
        owner,
        assignments: assignments.map(givenBy),
        created_at: timeIn(world),
        last_login: null,
        token_used_at: null,
        etag: newTag(),
      }
      world.users.push(user)
      return response(201).json(user)
    }),
    http.post('/api/v1/users/{user_id}/tokens', async ({ request, response }) => {
      const { name, scopes, expires_at } = await request.json()
      return response(201).json({
        id: 1,
        name,
        scopes,
        expires_at,
        created_at: timeIn(world),
        last_used_at: null,
        secret: 'warren_of_a_program',
      })
    }),
    http.get('/api/v1/users/{user_id}', ({ params, response }) => {
      const user = world.users.find((each) => String(each.id) === String(params.user_id))
      return user ? response(200).json(user) : response.untyped(notFound('user'))
    }),
    http.patch('/api/v1/users/{user_id}', async ({ params, request, response }) => {
      const { password, assignments, ...change } = (await request.json()) ?? {}
      const user = world.users.find((each) => String(each.id) === String(params.user_id))
      if (!user) return response.untyped(notFound('user'))
      const refusal = changedMeanwhile(request, user)
      if (refusal) return response.untyped(refusal)
      if (password !== undefined && isWeak(password)) return response.untyped(weak('password'))
      const changed: User = {
        ...user,
        ...change,
        etag: newTag(),
        ...(assignments && { assignments: assignments.map(givenBy) }),
      }
      const after = world.users.map((each) => (each === user ? changed : each))
      if (!after.some((each) => each.role === 'admin' && each.is_active)) {
        return response.untyped(
          problem(409, 'conflict', 'The last active administrator stays one', {
            detail: 'Make another user an administrator first.',
          }),
        )
      }
      world.users = after
      world.sessions.set(user.id, [])
      return response(200).json(changed)
    }),
  ]
}

function sessionHandlers(world: World): HttpHandler[] {
  const of = (userId: number | typeof OWN) => world.sessions.get(userId) ?? []
  const without = (userId: number | typeof OWN, ends: (session: Session) => boolean) => {
    const ended = of(userId).filter(ends).length
    world.sessions.set(
      userId,
      of(userId).filter((session) => !ends(session)),
    )
    return ended
  }
  return [
    http.get('/api/v1/auth/sessions', ({ query, response }) =>
      response(200).json(pageOf(of(OWN), query.get('cursor'), query.get('limit'))),
    ),
    http.delete('/api/v1/auth/sessions', ({ response }) =>
      response(200).json({ ended: without(OWN, (session) => !session.is_current) }),
    ),
    http.delete('/api/v1/auth/sessions/{session_id}', ({ params, response }) => {
      without(OWN, (session) => String(session.id) === String(params.session_id))
      return response(204).empty()
    }),
    http.get('/api/v1/users/{user_id}/sessions', ({ params, query, response }) =>
      response(200).json(
        pageOf(of(Number(params.user_id)), query.get('cursor'), query.get('limit')),
      ),
    ),
    http.delete('/api/v1/users/{user_id}/sessions', ({ params, response }) =>
      response(200).json({ ended: without(Number(params.user_id), () => true) }),
    ),
    http.delete('/api/v1/users/{user_id}/sessions/{session_id}', ({ params, response }) => {
      const ends = (session: Session) => String(session.id) === String(params.session_id)
      without(Number(params.user_id), ends)
      return response(204).empty()
    }),
  ]
}

function passwordHandler(world: World): HttpHandler {
  return http.post('/api/v1/auth/password', async ({ request, response }) => {
    const { current_password, new_password } = await request.json()
    if (current_password === 'wrong') {
      return response.untyped(
        problem(400, 'invalid_input', 'The request is not valid', {
          fields: { current_password: ['This is not your password.'] },
        }),
      )
    }
    if (isWeak(new_password)) return response.untyped(weak('new_password'))
    const own = world.sessions.get(OWN) ?? []
    world.sessions.set(
      OWN,
      own.filter((session) => session.is_current),
    )
    return response(204).empty()
  })
}

function isWeak(password: string): boolean {
  return password.length < 10
}

function weak(field: string) {
  return problem(400, 'invalid_input', 'The password is too weak', {
    fields: { [field]: ['This password is too short.'] },
  })
}

function givenBy({ role, paths = null }: AssignmentWriteRequest): Assignment {
  return { role, paths, group: null }
}
