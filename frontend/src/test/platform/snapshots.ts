import type { HttpHandler } from 'msw'
import type { SnapshotDifference, SnapshotRestore } from '~/api/snapshots'
import { isWithin } from '~/format/path'
import { changedMeanwhile, http, newTag, notFound, pageOf, problem } from './http'
import { entryAt, type Tree } from './tree'
import { type KeptSnapshot, recordAudit, timeIn, type World } from './world'

/** Takes a snapshot of a directory of which that may be done. */
export function takeSnapshotIn(world: World, directory: string, name: string): KeptSnapshot {
  const kept = world.snapshots.get(directory) ?? []
  const made: KeptSnapshot = {
    snapshot_id: kept.length + 1,
    directory,
    name,
    path: `${directory}/.snapshot/${name}`,
    owner: entryAt(world.tree, directory).owner,
    created_at: timeIn(world),
    etag: newTag(),
    tree: new Map(world.tree),
  }
  world.snapshots.set(directory, [made, ...kept])
  return made
}

/** What is different below a directory; what has the same inode elsewhere was renamed. */
function differencesOf(former: Tree, now: Tree, directory: string): SnapshotDifference[] {
  const below = (tree: Tree) =>
    [...tree.values()].filter(({ path }) => path !== directory && isWithin(path, directory))
  const later = new Map(below(now).map((entry) => [entry.inode_id, entry]))
  const known = new Set(below(former).map(({ inode_id }) => inode_id))
  const found: SnapshotDifference[] = []
  for (const { inode_id, path, size_bytes } of below(former)) {
    const other = later.get(inode_id)
    if (!other) found.push({ kind: 'deleted', path, to_path: null })
    else if (other.path !== path) found.push({ kind: 'renamed', path, to_path: other.path })
    else if (other.size_bytes !== size_bytes) found.push({ kind: 'modified', path, to_path: null })
  }
  for (const { inode_id, path } of later.values())
    if (!known.has(inode_id)) found.push({ kind: 'created', path, to_path: null })
  return found
}

export function snapshotHandlers(world: World): HttpHandler[] {
  const directoryAt = (path: string) => {
    const { owner, group, mode, mtime } = entryAt(world.tree, path)
    const snapshots = world.snapshots.get(path)?.length ?? 0
    const etag = `"${path} ${snapshots}"`
    return { path, owner, group, mode, mtime, snapshots, snapshots_max: 65_536, etag }
  }
  const find = (path: string | null, name: string | null) =>
    world.snapshots.get(path ?? '')?.find((each) => each.name === name)
  const told = ({ tree: _tree, ...snapshot }: KeptSnapshot) => snapshot
  return [
    http.get('/api/v1/snapshots/directories', ({ query, response }) => {
      const rows = [...world.snapshots.keys()]
        .filter((path) => path.startsWith(query.get('prefix') ?? ''))
        .sort()
        .map(directoryAt)
      return response(200).json(
        pageOf(rows, query.get('cursor') ?? null, query.get('limit') ?? null),
      )
    }),
    http.post('/api/v1/snapshots/directories', async ({ request, response }) => {
      const { path } = await request.json()
      if (!world.tree.has(path)) return response.untyped(notFound('path'))
      world.snapshots.set(path, [])
      recordAudit(world, { action: 'snapshots.allow', path })
      return response(201).json(directoryAt(path))
    }),
    http.delete('/api/v1/snapshots/directories', ({ query, request, response }) => {
      const path = query.get('path') ?? ''
      const refused = changedMeanwhile(request, directoryAt(path))
      if (refused) return response.untyped(refused)
      world.snapshots.delete(path)
      return response(204).empty()
    }),
    http.get('/api/v1/snapshots', ({ query, response }) => {
      const kept = world.snapshots.get(query.get('path') ?? '')
      if (!kept)
        return response.untyped(
          problem(404, 'not_snapshottable', 'No snapshots of this directory may be taken', {
            detail: 'Allow them first.',
          }),
        )
      return response(200).json(
        pageOf(kept.map(told), query.get('cursor') ?? null, query.get('limit') ?? null),
      )
    }),
    http.post('/api/v1/snapshots', async ({ request, response }) => {
      const { path, name } = await request.json()
      if (find(path, name))
        return response.untyped(
          problem(409, 'snapshot_refused', 'HDFS does not let snapshots be used so', {
            detail: `There is already a snapshot with the name ${name}`,
          }),
        )
      recordAudit(world, { action: 'snapshot.create', path, after: { name } })
      return response(201).json(told(takeSnapshotIn(world, path, name)))
    }),
    http.get('/api/v1/snapshots/one', ({ query, response }) => {
      const found = find(query.get('path'), query.get('name'))
      return found ? response(200).json(told(found)) : response.untyped(notFound('snapshot'))
    }),
    http.patch('/api/v1/snapshots/one', async ({ query, request, response }) => {
      const found = find(query.get('path'), query.get('name'))
      if (!found) return response.untyped(notFound('snapshot'))
      const refused = changedMeanwhile(request, found)
      if (refused) return response.untyped(refused)
      const { name = found.name } = (await request.json()) ?? {}
      Object.assign(found, { name, path: `${found.directory}/.snapshot/${name}`, etag: newTag() })
      return response(200).json(told(found))
    }),
    http.delete('/api/v1/snapshots/one', ({ query, request, response }) => {
      const found = find(query.get('path'), query.get('name'))
      if (!found) return response.untyped(notFound('snapshot'))
      const refused = changedMeanwhile(request, found)
      if (refused) return response.untyped(refused)
      const kept = world.snapshots.get(found.directory) ?? []
      world.snapshots.set(
        found.directory,
        kept.filter((each) => each !== found),
      )
      return response(204).empty()
    }),
    http.get('/api/v1/snapshots/restores', ({ query, response }) => {
      const below = `${query.get('path')}/.snapshot/`
      const rows = world.restores.filter(({ source }) => source.startsWith(below))
      return response(200).json(
        pageOf(rows, query.get('cursor') ?? null, query.get('limit') ?? null),
      )
    }),
    http.post('/api/v1/snapshots/restores', async ({ request, response }) => {
      const { path, to, overwrite } = await request.json()
      const made: SnapshotRestore = {
        id: world.restores.length + 1,
        source: path,
        to: to ?? path,
        overwrite: overwrite ?? false,
        actor: world.me?.username ?? '',
        state: 'waiting',
        files: 2,
        directories: 1,
        size_bytes: 10,
        files_done: 0,
        directories_done: 0,
        bytes_done: 0,
        left: 0,
        errors: [],
        failed_why: '',
        asked_at: timeIn(world),
        begun_at: null,
        done_at: null,
      }
      world.restores.unshift(made)
      return response(202).json(made)
    }),
    http.post('/api/v1/snapshots/restores/{restore_id}/cancel', ({ params, response }) => {
      const found = world.restores.find(({ id }) => String(id) === params.restore_id)
      if (!found) return response.untyped(notFound('restore'))
      found.state = 'cancelled'
      return response(200).json(found)
    }),
    http.get('/api/v1/snapshots/differences', ({ query, response }) => {
      const path = query.get('path')
      const earlier = find(path, query.get('earlier'))
      if (!earlier) return response.untyped(notFound('snapshot'))
      const later = find(path, query.get('later') ?? null)
      const all = differencesOf(earlier.tree, later?.tree ?? world.tree, path)
      const count = (kind: SnapshotDifference['kind']) =>
        all.filter((each) => each.kind === kind).length
      const rows = all
        .filter(({ kind }) => kind === (query.get('kind') ?? kind))
        .filter((each) => `${each.path}\n${each.to_path}`.includes(query.get('q') ?? ''))
      return response(200).json({
        ...pageOf(rows, query.get('cursor') ?? null, query.get('limit') ?? null),
        path,
        earlier: earlier.name,
        later: later?.name ?? null,
        counts: {
          created: count('created'),
          deleted: count('deleted'),
          modified: count('modified'),
          renamed: count('renamed'),
        },
        as_of: timeIn(world),
      })
    }),
  ]
}
