import type { HttpHandler } from 'msw'
import { http, notFound, pageOf } from './http'
import { timeIn, type World } from './world'

export function blockReportHandlers(world: World): HttpHandler[] {
  return [
    http.get('/api/v1/block-reports', ({ query, response }) => {
      const rows = world.blockReports.map(({ reports, as_of: _, ...storage }) => ({
        ...storage,
        last_full_at: reports.find((report) => report.kind === 'full')?.started_at ?? null,
        last: reports[0] ?? null,
      }))
      return response(200).json({
        ...pageOf(rows, query.get('cursor'), query.get('limit')),
        active: [
          {
            datanode_uuid: 'dn-9',
            datanode_address: null,
            waiting: true,
            namenode: null,
            asked_at: timeIn(world, 2_000),
            assigned_at: null,
          },
        ],
        as_of: timeIn(world),
      })
    }),
    http.get('/api/v1/block-reports/{storage_id}', ({ params, response }) => {
      const storage = world.blockReports.find(
        (each) => String(each.storage_id) === String(params.storage_id),
      )
      return storage
        ? response(200).json({ ...storage, as_of: timeIn(world) })
        : response.untyped(notFound('storage'))
    }),
  ]
}
