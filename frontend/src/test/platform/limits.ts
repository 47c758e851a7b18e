import type { HttpHandler } from 'msw'
import type { LimitChangeDetails, LimitInForce, LimitPoint } from '~/api/limits'
import { http, notFound, pageOf } from './http'
import { timeIn, type World } from './world'

const MINUTE_MS = 60_000

/** What is asked for holds at once. */
export function limitHandlers(world: World): HttpHandler[] {
  return [
    http.get('/api/v1/limits', ({ response }) =>
      response(200).json({ as_of: timeIn(world), items: world.limits, silent: [] }),
    ),
    http.post('/api/v1/limits', async ({ request, response }) => {
      const body = await request.json()
      const limit: LimitInForce = {
        ...body,
        expires_at: body.expires_at ?? null,
        set_by: world.me?.username ?? '',
        set_at: timeIn(world),
        admitted: 30,
        refused: 1_200,
        namenodes: [{ namenode: 'nn1', admitted: 30, refused: 1_200 }],
      }
      world.limits = [...world.limits.filter(({ name }) => name !== body.name), limit]
      return response(202).json(changed(world, limit, 'set'))
    }),
    http.delete('/api/v1/limits', ({ query, response }) => {
      const limit = world.limits.find(({ name }) => name === query.get('name'))
      if (!limit) return response.untyped(notFound('limit'))
      world.limits = world.limits.filter((each) => each !== limit)
      const lifted = { ...limit, reason: query.get('reason') }
      return response(202).json(changed(world, lifted, 'lift'))
    }),
    http.get('/api/v1/limits/what-if', ({ query, response }) => {
      const seen = query.get('name') === 'etl'
      return response(200).json({
        as_of: timeIn(world),
        calls_per_s: seen ? 120 : 0,
        refused_per_s: seen ? 120 - Number(query.get('calls_per_second')) : 0,
        time_share: seen ? 0.7 : 0,
        time_share_after: seen ? 0.06 : 0,
        namenodes: [],
        affected: seen ? [{ by: 'application', key: 'nightly', calls_per_s: 118 }] : [],
        notes: seen ? [] : ['not_seen'],
        silent: [],
      })
    }),
    http.get('/api/v1/limits/changes', ({ query, response }) =>
      response(200).json(pageOf(world.limitChanges, query.get('cursor'), query.get('limit'))),
    ),
    http.get('/api/v1/limits/changes/{change_id}', ({ params, response }) => {
      const found = world.limitChanges.find(({ id }) => String(id) === String(params.change_id))
      return found ? response(200).json(found) : response.untyped(notFound('change'))
    }),
  ]
}

function changed(world: World, limit: LimitInForce, action: 'set' | 'lift'): LimitChangeDetails {
  const change: LimitChangeDetails = {
    id: world.limitChanges.length + 1,
    kind: limit.kind,
    name: limit.name,
    action,
    calls_per_second: action === 'set' ? limit.calls_per_second : null,
    reason: limit.reason,
    expires_at: action === 'set' ? limit.expires_at : null,
    actor: world.me?.username ?? '',
    state: 'done',
    asked_at: timeIn(world),
    done_at: timeIn(world),
    failed_why: '',
    before: [pointOf(world, { from: 10, calls: 120, others: 40, others_ms: 60, refused: null })],
    after: [pointOf(world, { from: 0, calls: 10, others: 400, others_ms: 4, refused: 55 })],
  }
  world.limitChanges.unshift(change)
  return change
}

type Told = {
  from: number
  calls: number
  others: number
  others_ms: number
  refused: number | null
}

function pointOf(world: World, told: Told): LimitPoint {
  return {
    begin: timeIn(world, told.from * MINUTE_MS),
    end: timeIn(world, (told.from - 10) * MINUTE_MS),
    calls_per_s: told.calls,
    mean_ms: 3,
    others_per_s: told.others,
    others_mean_ms: told.others_ms,
    refused_per_s: told.refused,
  }
}
