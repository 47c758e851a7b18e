import type { HttpHandler } from 'msw'
import type { QuotaUse } from '~/api/quotas'
import { http, pageOf } from './http'
import { subtreeOf, totalsOf } from './tree'
import { timeIn, type World } from './world'

const DAY_MS = 24 * 3_600_000
const GIB = 2 ** 30

/** Directories with a limit; each takes a tenth of a GiB and a name more every day. */
export function quotaHandlers(world: World): HttpHandler[] {
  const useOf = (path: string): QuotaUse => {
    const quota = world.quotas.get(path) ?? { namespace_quota: null, space_quota_bytes: null }
    const totals = totalsOf(subtreeOf(world.tree, path))
    const names = totals.files + totals.directories
    const space = totals.space_consumed_bytes
    const shares = [
      names / (quota.namespace_quota ?? Number.POSITIVE_INFINITY),
      space / (quota.space_quota_bytes ?? Number.POSITIVE_INFINITY),
      space / (quota.ssd_quota_bytes ?? Number.POSITIVE_INFINITY),
    ]
    const days = (quota.namespace_quota ?? Number.POSITIVE_INFINITY) - names
    const entry = world.tree.get(path)
    return {
      inode_id: entry?.inode_id ?? 0,
      path,
      owner: entry?.owner ?? '',
      group: entry?.group ?? '',
      names: { quota: quota.namespace_quota, used: names, a_day: 1 },
      space: { quota: quota.space_quota_bytes, used: space, a_day: GIB / 10 },
      types: quota.ssd_quota_bytes
        ? [
            {
              storage_type: 'SSD',
              quota_bytes: quota.ssd_quota_bytes,
              used_bytes: space,
              a_day: GIB,
            },
          ]
        : [],
      used_share: Math.max(...shares),
      growth_since: timeIn(world, 7 * DAY_MS),
      full_on: Number.isFinite(days) ? timeIn(world, -days * DAY_MS).slice(0, 10) : null,
    }
  }
  return [
    http.get('/api/v1/usage/quotas', ({ query, response }) => {
      const turned = query.get('direction') === (query.get('sort') === 'path' ? 'desc' : 'asc')
      const rows = [...world.quotas.keys()]
        .filter((path) => path.startsWith(query.get('prefix') ?? ''))
        .map(useOf)
        .sort((a, b) =>
          query.get('sort') === 'path' ? a.path.localeCompare(b.path) : b.used_share - a.used_share,
        )
      if (turned) rows.reverse()
      return response(200).json({
        ...pageOf(rows, query.get('cursor') ?? null, query.get('limit') ?? null),
        counts: {
          quotas: rows.length,
          full: rows.filter(({ used_share }) => used_share >= 1).length,
          nearly_full: rows.filter(({ used_share }) => used_share >= 0.8).length,
          full_soon: rows.filter(({ full_on }) => full_on !== null).length,
        },
        counted_at: timeIn(world, 30_000),
        as_of: { sequence: world.feed.sequence, time: timeIn(world, 1_000) },
        lag_ms: 1_000,
        source: 'replica',
      })
    }),
  ]
}
