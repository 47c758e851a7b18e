import type { HttpHandler } from 'msw'
import type { TrashEntry } from '~/api/trash'
import { nameOf, parentOf, segmentsOf } from '~/format/path'
import { formerPathOf } from '~/format/trash'
import { http, pageOf } from './http'
import { childrenOf, entryAt, subtreeOf, totalsOf } from './tree'
import { timeIn, type World } from './world'

const HOUR_MS = 3_600_000
/** Keeps ages off the edge between two of their words: the console's clock lags by up to a second. */
const OFF_EDGE_MS = 10_000

/** Moves an entry to a user's trash, as `hdfs dfs -rm` does; answers where it lies. */
export function trash(world: World, path: string, user: string): string {
  const current = `/user/${user}/.Trash/Current`
  const home = entryAt(world.tree, `/user/${user}`)
  for (const { path: above } of segmentsOf(parentOf(current + path)).slice(3)) {
    const made = { ...home, path: above, name: nameOf(above) }
    if (!world.tree.has(above)) world.tree.set(above, { ...made, inode_id: world.tree.size + 1e6 })
  }
  for (const entry of subtreeOf(world.tree, path)) {
    world.tree.delete(entry.path)
    world.tree.set(current + entry.path, { ...entry, path: current + entry.path })
  }
  return current + path
}

/** What is told apart by its mode alone; each entry was deleted an hour before the next one. */
export function trashHandlers(world: World): HttpHandler[] {
  const entriesIn = (directory: string): string[] =>
    childrenOf(world.tree, directory).flatMap(({ path, mode, kind }) =>
      kind === 'directory' && mode === '0700' ? entriesIn(path) : [path],
    )
  const told = (path: string, at: number): TrashEntry => {
    const entry = entryAt(world.tree, path)
    const { space_consumed_bytes, directories, ...totals } = totalsOf(subtreeOf(world.tree, path))
    return {
      inode_id: entry.inode_id,
      user: path.split('/')[2] ?? '',
      checkpoint: path.split('/')[4] ?? '',
      path,
      former_path: formerPathOf(path) ?? '',
      kind: entry.kind,
      owner: entry.owner,
      group: entry.group,
      deleted_at: timeIn(world, at * HOUR_MS + HOUR_MS / 2 + OFF_EDGE_MS),
      deleted_at_is_exact: true,
      emptied_at: timeIn(world, (at - 48) * HOUR_MS + OFF_EDGE_MS),
      ...totals,
      directories: entry.kind === 'directory' ? directories - 1 : 0,
      space_bytes: space_consumed_bytes,
    }
  }
  return [
    http.get('/api/v1/trash', ({ query, response }) => {
      const rows = childrenOf(world.tree, '/user')
        .map(({ path }) => `${path}/.Trash/Current`)
        .flatMap(entriesIn)
        .map(told)
        .filter(({ user }) => user === (query.get('user') ?? user))
        .filter(({ former_path }) => former_path.startsWith(query.get('prefix') ?? ''))
        .filter(({ deleted_at }) => {
          const age_h = (world.nowMs() - Date.parse(deleted_at)) / HOUR_MS
          return (
            age_h >= Number(query.get('age_min_h') ?? 0) &&
            age_h <= Number(query.get('age_max_h') ?? Number.MAX_SAFE_INTEGER)
          )
        })
      if (query.get('sort') === 'path')
        rows.sort((a, b) => a.former_path.localeCompare(b.former_path))
      const sum = (of: 'files' | 'length_bytes' | 'space_bytes') =>
        rows.reduce((total, row) => total + (row[of] ?? 0), 0)
      const viewer = world.me?.permissions.length === 0
      return response(200).json({
        ...pageOf(
          rows.map((row) => (viewer && row.kind === 'directory' ? { ...row, ...HIDDEN } : row)),
          query.get('cursor') ?? null,
          query.get('limit') ?? null,
        ),
        counts: viewer
          ? null
          : {
              entries: rows.length,
              users: new Set(rows.map(({ user }) => user)).size,
              files: sum('files'),
              length_bytes: sum('length_bytes'),
              space_bytes: sum('space_bytes'),
            },
        as_of: { sequence: world.feed.sequence, time: timeIn(world, 1_000) },
        lag_ms: 1_000,
        source: 'replica',
      })
    }),
  ]
}

const HIDDEN = { files: null, directories: null, length_bytes: null, space_bytes: null }
