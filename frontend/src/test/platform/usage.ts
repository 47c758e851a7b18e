import type { HttpHandler } from 'msw'
import type { Entry } from '~/api/namespace'
import type { Used } from '~/api/usage'
import { http, newTag, notFound, pageOf } from './http'
import { childrenOf, subtreeOf, totalsOf } from './tree'
import { recordAudit, timeIn, type World } from './world'

const MEASURES = {
  space: (used: Used) => used.space_bytes,
  length: (used: Used) => used.length_bytes,
  files: (used: Used) => used.files,
  time: (used: Used) => used.space_bytes,
  name: (used: Used) => used.space_bytes,
}

/** Totals of the tree, as the replica has them. */
export function usageHandlers(world: World): HttpHandler[] {
  const usedBy = (entry: Entry): Used => {
    const below = subtreeOf(world.tree, entry.path)
    const files = below.filter(({ kind }) => kind === 'file')
    const totals = totalsOf(below)
    const times = files.map(({ mtime }) => Date.parse(mtime))
    return {
      inode_id: entry.inode_id,
      path: entry.path,
      name: entry.name,
      kind: entry.kind,
      owner: entry.owner,
      group: entry.group,
      mtime: entry.mtime,
      files: files.length,
      directories: below.filter(({ kind, path }) => kind === 'directory' && path !== entry.path)
        .length,
      length_bytes: totals.length_bytes,
      space_bytes: totals.space_consumed_bytes,
      average_mtime: times.length
        ? new Date(times.reduce((sum, each) => sum + each, 0) / times.length).toISOString()
        : null,
      share: null,
    }
  }
  const told = () => ({
    as_of: { sequence: world.feed.sequence, time: timeIn(world, 1_000) },
    lag_ms: 1_000,
    source: 'replica',
  })
  return [
    http.get('/api/v1/usage', ({ query, response }) => {
      const entry = world.tree.get(query.get('path'))
      if (entry?.kind !== 'directory') return response.untyped(notFound('directory'))
      const sort = query.get('sort') ?? 'space'
      const measure = MEASURES[sort]
      const directory = usedBy(entry)
      const since = timeIn(world, 3_600_000)
      const rows = childrenOf(world.tree, entry.path)
        .map(usedBy)
        .map((used) => ({
          ...used,
          share: measure(used) / (measure(directory) || 1),
          // A third of what directories hold came since then; files have no past.
          change:
            query.get('since') && used.kind === 'directory'
              ? {
                  since,
                  files: 0,
                  length_bytes: Math.round(used.length_bytes / 3),
                  space_bytes: Math.round(used.space_bytes / 3),
                }
              : null,
        }))
        .sort((a, b) =>
          sort === 'name'
            ? 0
            : sort === 'time'
              ? b.mtime.localeCompare(a.mtime)
              : measure(b) - measure(a),
        )
      return response(200).json({
        ...pageOf(rows, query.get('cursor') ?? null, query.get('limit') ?? null),
        directory,
        children: rows.length,
        ...told(),
      })
    }),
    http.get('/api/v1/usage/history', ({ query, response }) => {
      const entry = world.tree.get(query.get('path'))
      if (entry?.kind !== 'directory') return response.untyped(notFound('directory'))
      const directory = usedBy(entry)
      const { files, directories, length_bytes, space_bytes } = directory
      const points = [2, 1, 0].map((hours) => ({
        time: timeIn(world, 1_000 + hours * 3_600_000),
        files: files - hours,
        directories,
        length_bytes: Math.round(length_bytes / (1 + hours)),
        space_bytes: Math.round(space_bytes / (1 + hours)),
      }))
      return response(200).json({ directory, points, ...told() })
    }),
    http.get('/api/v1/usage/growth', ({ query, response }) => {
      const entry = world.tree.get(query.get('path'))
      if (entry?.kind !== 'directory') return response.untyped(notFound('directory'))
      const directory = usedBy(entry)
      const { length_bytes, space_bytes } = directory
      const gained = { files: 2, length_bytes: length_bytes / 2, space_bytes: space_bytes / 2 }
      const items = [{ directory, since: timeIn(world, 3_600_000), ...gained }]
      return response(200).json({ items, ...told() })
    }),
    http.get('/api/v1/usage/watched', ({ response }) =>
      response(200).json({
        items: world.watched.map((each) => {
          const entry = world.tree.get(each.path)
          return { ...each, directory: entry ? usedBy(entry) : null }
        }),
        watched_max: 200,
        as_of: told().as_of,
        lag_ms: 1_000,
      }),
    ),
    http.post('/api/v1/usage/watched', async ({ request, response }) => {
      const { path } = await request.json()
      const entry = world.tree.get(path)
      if (entry?.kind !== 'directory') return response.untyped(notFound('directory'))
      const { inode_id } = entry
      const watched_by = world.me?.username ?? ''
      const watched = { inode_id, path, watched_by, watched_at: timeIn(world), etag: newTag() }
      world.watched.push(watched)
      recordAudit(world, { action: 'usage.watch', path })
      return response(201).json(watched)
    }),
    http.delete('/api/v1/usage/watched/{inode_id}', ({ params, response }) => {
      const id = Number(params.inode_id)
      world.watched = world.watched.filter(({ inode_id }) => inode_id !== id)
      return response(204).empty()
    }),
    http.get('/api/v1/usage/breakdown', ({ query, response }) => {
      const entry = world.tree.get(query.get('path'))
      if (entry?.kind !== 'directory') return response.untyped(notFound('directory'))
      const directory = usedBy(entry)
      const files = subtreeOf(world.tree, entry.path).filter(({ kind }) => kind === 'file')
      const owners = [...new Set(files.map(({ owner }) => owner))]
      const groups = owners.map((owner) => {
        const totals = totalsOf(files.filter((file) => file.owner === owner))
        return {
          key: owner,
          files: totals.files,
          length_bytes: totals.length_bytes,
          space_bytes: totals.space_consumed_bytes,
          share: totals.space_consumed_bytes / (directory.space_bytes || 1),
          mtime_from: null,
          mtime_before: null,
        }
      })
      const none = { key: null, files: 0, length_bytes: 0, space_bytes: 0, share: 0 }
      return response(200).json({
        directory,
        groups: groups.sort((a, b) => b.space_bytes - a.space_bytes),
        others: { ...none, mtime_from: null, mtime_before: null },
        others_count: 0,
        price: world.price,
        ...told(),
      })
    }),
  ]
}
