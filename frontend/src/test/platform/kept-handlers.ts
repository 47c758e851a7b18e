import type { HttpHandler } from 'msw'
import type { SavedSearch, SearchExport } from '~/api/search'
import { http, newTag, notFound } from './http'
import { timeIn, type World } from './world'

/** Saved searches, and exports that succeed when they are looked at for the second time. */
export function keptHandlers(world: World): HttpHandler[] {
  const saved: SavedSearch[] = []
  const exports: SearchExport[] = []
  return [
    http.get('/api/v1/search/saved', ({ response }) =>
      response(200).json({ items: saved, next_cursor: null }),
    ),
    http.post('/api/v1/search/saved', async ({ request, response }) => {
      const body = await request.json()
      const kept = {
        id: saved.length + 1,
        owner: world.me?.username ?? '',
        name: body.name,
        q: body.q,
        sort: body.sort ?? 'relevance',
        shared: body.shared ?? false,
        created_at: timeIn(world),
        updated_at: timeIn(world),
        etag: newTag(),
      }
      saved.unshift(kept)
      return response(201).json(kept)
    }),
    http.get('/api/v1/search/exports', ({ response }) => {
      const shown = exports.map((each) => ({ ...each }))
      for (const each of exports) {
        each.state = 'succeeded'
        each.rows = 3
        each.size_bytes = 300
      }
      return response(200).json({ items: shown, next_cursor: null })
    }),
    http.post('/api/v1/search/exports', async ({ request, response }) => {
      const body = await request.json()
      const begun: SearchExport = {
        id: exports.length + 1,
        job_id: 90 + exports.length,
        q: body.q,
        sort: body.sort ?? 'name',
        kind: body.kind,
        state: 'queued',
        rows: 0,
        truncated: false,
        as_of: null,
        size_bytes: null,
        error: null,
        created_at: timeIn(world),
        finished_at: null,
      }
      exports.unshift(begun)
      return response(202).json(begun)
    }),
    http.delete('/api/v1/search/exports/{export_id}', ({ params, response }) => {
      const at = exports.findIndex((each) => String(each.id) === String(params.export_id))
      if (at < 0) return response.untyped(notFound('export'))
      exports.splice(at, 1)
      return response(204).empty()
    }),
  ]
}
