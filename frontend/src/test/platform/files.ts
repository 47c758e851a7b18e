import { type HttpHandler, HttpResponse } from 'msw'
import type { Permissions } from '~/api/files'
import { isWithin, nameOf, parentOf } from '~/format/path'
import { changedMeanwhile, http, notFound, problem } from './http'
import { entryAt } from './tree'
import { recordAudit, type World } from './world'

/** What is done at once with files and directories. */
export function fileHandlers(world: World): HttpHandler[] {
  const acls = new Map<number, string[]>()
  const permissionsAt = (path: string): Permissions => {
    const { kind, owner, group, mode, inode_id } = entryAt(world.tree, path)
    const acl = acls.get(inode_id) ?? []
    return { path, kind, owner, group, mode, acl, etag: `"${[owner, group, mode, acl].join(' ')}"` }
  }
  const taken = (path: string) =>
    world.tree.has(path)
      ? problem(409, 'already_exists', 'Something has this name already', {
          detail: 'Choose another name.',
        })
      : undefined
  return [
    http.post('/api/v1/files/directories', async ({ request, response }) => {
      const { path, mode = '0755' } = await request.json()
      const refused = taken(path)
      if (refused) return response.untyped(refused)
      world.tree.set(path, {
        ...entryAt(world.tree, parentOf(path)),
        path,
        name: nameOf(path),
        inode_id: world.tree.size + 2e6,
        owner: world.me?.hdfs_user ?? '',
        mode: mode.padStart(4, '0'),
      })
      recordAudit(world, { action: 'directory.make', path })
      return response(201).json(permissionsAt(path))
    }),
    http.post('/api/v1/files/moves', async ({ request, response }) => {
      const { path, to } = await request.json()
      const refused = taken(to)
      if (refused) return response.untyped(refused)
      for (const entry of [...world.tree.values()].filter((each) => isWithin(each.path, path))) {
        const next = to + entry.path.slice(path.length)
        world.tree.delete(entry.path)
        world.tree.set(next, { ...entry, path: next, name: nameOf(next) })
      }
      recordAudit(world, { action: 'entry.move', path, after: { path: to } })
      return response(200).json(permissionsAt(to))
    }),
    http.get('/api/v1/files/permissions', ({ query, response }) => {
      const path = query.get('path')
      return world.tree.has(path)
        ? response(200).json(permissionsAt(path))
        : response.untyped(notFound('path'))
    }),
    http.put('/api/v1/files/permissions', async ({ query, request, response }) => {
      const path = query.get('path')
      const refused = changedMeanwhile(request, permissionsAt(path))
      if (refused) return response.untyped(refused)
      const { acl, mode, ...whose } = (await request.json()) ?? {}
      const entry = entryAt(world.tree, path)
      if (acl) acls.set(entry.inode_id, acl)
      world.tree.set(path, {
        ...entry,
        ...whose,
        ...(mode !== undefined && { mode: mode.padStart(4, '0') }),
      })
      return response(200).json(permissionsAt(path))
    }),
    http.get('/api/v1/files/content', ({ query, response }) => {
      const contents = world.contents.get(query.get('path'))
      return response.untyped(
        contents === undefined
          ? problem(403, 'access_denied', 'HDFS does not let you do this')
          : new HttpResponse(contents, {
              status: 200,
              headers: { 'Content-Type': 'application/octet-stream' },
            }),
      )
    }),
    http.put('/api/v1/files/content', async ({ query, request, response }) => {
      const path = query.get('path')
      const refused = query.get('overwrite') === 'true' ? undefined : taken(path)
      if (refused) return response.untyped(refused)
      const contents: string = await request.text()
      world.contents.set(path, contents)
      const entry = {
        ...entryAt(world.tree, parentOf(path)),
        path,
        name: nameOf(path),
        kind: 'file' as const,
        inode_id: world.tree.size + 3e6,
        size_bytes: contents.length,
        content: null,
      }
      world.tree.set(path, entry)
      return response(201).json({
        path,
        inode_id: entry.inode_id,
        size_bytes: entry.size_bytes,
        etag: '"1"',
      })
    }),
  ]
}
