import type { HttpHandler } from 'msw'
import type { Entry } from '~/api/namespace'
import type { Owner } from '~/api/owners'
import { http, notFound, pageOf } from './http'
import { totalsOf } from './tree'
import { timeIn, type World } from './world'

const DAY_MS = 24 * 3_600_000

/** What owners of the tree have: all of it half a year old, so nothing is cold. */
export function ownerHandlers(world: World): HttpHandler[] {
  const entries = () => [...world.tree.values()]
  const nameOf = (entry: Entry, by: string) => (by === 'group' ? entry.group : entry.owner)
  const whole = () => totalsOf(entries()).space_consumed_bytes || 1
  const ownedBy = (name: string, by: string): Owner => {
    const totals = totalsOf(entries().filter((entry) => nameOf(entry, by) === name))
    return {
      name,
      files: totals.files,
      directories: totals.directories,
      length_bytes: totals.length_bytes,
      space_bytes: totals.space_consumed_bytes,
      cold_files: 0,
      cold_length_bytes: 0,
      cold_space_bytes: 0,
      cold_share: 0,
      average_mtime: timeIn(world, 180 * DAY_MS),
      share: totals.space_consumed_bytes / whole(),
    }
  }
  const told = () => ({
    cold_before: timeIn(world, 365 * DAY_MS),
    price: world.price,
    as_of: { sequence: world.feed.sequence, time: timeIn(world, 1_000) },
    lag_ms: 1_000,
    source: 'replica',
  })
  return [
    http.get('/api/v1/usage/owners', ({ query, response }) => {
      const by = query.get('by') ?? 'owner'
      const names = [...new Set(entries().map((entry) => nameOf(entry, by)))]
      const rows = names
        .map((name) => ownedBy(name, by))
        .sort((a, b) =>
          query.get('sort') === 'name'
            ? a.name.localeCompare(b.name)
            : b.space_bytes - a.space_bytes,
        )
      if (query.get('direction') === (query.get('sort') === 'name' ? 'desc' : 'asc')) rows.reverse()
      const totals = totalsOf(entries())
      return response(200).json({
        ...pageOf(rows, query.get('cursor') ?? null, query.get('limit') ?? null),
        owners: rows.length,
        files: totals.files,
        length_bytes: totals.length_bytes,
        space_bytes: totals.space_consumed_bytes,
        ...told(),
      })
    }),
    http.get('/api/v1/usage/owners/detail', ({ query, response }) => {
      const owner = ownedBy(query.get('name'), query.get('by') ?? 'owner')
      if (owner.files + owner.directories === 0) return response.untyped(notFound('owner'))
      const { files, length_bytes, space_bytes } = owner
      const none = { inode_id: null, path: null, files: 0, length_bytes: 0, space_bytes: 0 }
      return response(200).json({
        owner: { ...owner, share: null },
        places: [
          { inode_id: 7, path: '/data', files, length_bytes, space_bytes, share: 1 },
          { ...none, inode_id: 8, path: '/data/raw', share: 0 },
        ],
        elsewhere: { ...none, share: 0 },
        ages: [
          {
            key: 'year_1',
            files,
            length_bytes,
            space_bytes,
            share: 1,
            mtime_from: timeIn(world, 365 * DAY_MS),
            mtime_before: timeIn(world, 90 * DAY_MS),
          },
        ],
        ...told(),
      })
    }),
  ]
}
