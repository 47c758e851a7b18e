import type { HttpHandler } from 'msw'
import { http, problem } from './http'
import { timeIn, type World } from './world'

/** What the host is ordered is begun at once, and goes on. */
export function migrationHandlers(world: World): HttpHandler[] {
  return [
    http.get('/api/v1/migration', ({ response }) =>
      response(200).json({ ...world.migration, as_of: timeIn(world) }),
    ),
    http.post('/api/v1/migration/take-over', ({ response }) => {
      const { request, begins_here } = world.migration
      if (!request || !begins_here) {
        return response.untyped(problem(409, 'not_asked_for', 'Nobody asked for a take-over'))
      }
      const ordered_by = world.me?.username ?? ''
      world.migration.attempt = {
        state: 'running',
        ordered_by,
        started_at: timeIn(world),
        ended_at: null,
        said: [],
      }
      return response(202).json({ job_id: request.job_id, ordered_by })
    }),
  ]
}
