import type { HttpHandler } from 'msw'
import type { ServiceChange } from '~/api/datanodes'
import { healthOf } from './blocks'
import { http, notFound, pageOf } from './http'
import { timeIn, type World } from './world'

export function blockHandlers(world: World): HttpHandler[] {
  return [...datanodeHandlers(world), ...problemHandlers(world)]
}

function datanodeHandlers(world: World): HttpHandler[] {
  return [
    http.get('/api/v1/datanodes', ({ query, response }) =>
      response(200).json({
        ...pageOf(world.datanodes, query.get('cursor'), query.get('limit')),
        states: {
          live: world.datanodes.filter((each) => each.state === 'live').length,
          stale: 0,
          dead: world.datanodes.filter((each) => each.state === 'dead').length,
        },
        usage: world.datanodes
          .flatMap((each) => each.storages)
          .slice(0, 1)
          .map(({ type, capacity_bytes, used_bytes, remaining_bytes }) => ({
            type,
            storages: 1,
            failed_storages: 0,
            capacity_bytes,
            used_bytes,
            remaining_bytes,
          })),
        peers_watched: true,
        disks_watched: true,
        as_of: timeIn(world),
      }),
    ),
    http.get('/api/v1/datanodes/{uuid}', ({ params, response }) => {
      const datanode = world.datanodes.find((each) => each.uuid === params.uuid)
      return datanode
        ? response(200).json({ datanode, as_of: timeIn(world) })
        : response.untyped(notFound('datanode'))
    }),
    http.get('/api/v1/datanodes/{uuid}/service', ({ params, response }) =>
      response(200).json({
        items: world.serviceChanges.filter((each) => each.datanode === params.uuid).slice(0, 1),
        next_cursor: null,
      }),
    ),
    http.post('/api/v1/datanodes/{uuid}/service', async ({ params, request, response }) => {
      const datanode = world.datanodes.find((each) => each.uuid === params.uuid)
      if (!datanode) return response.untyped(notFound('datanode'))
      const { service, until, reason } = await request.json()
      const change: ServiceChange = {
        id: world.serviceChanges.length + 1,
        datanode: datanode.uuid,
        hostname: datanode.hostname,
        service,
        until: until ?? null,
        reason,
        actor: world.me?.username ?? '',
        state: 'done',
        asked_at: timeIn(world),
        done_at: timeIn(world),
        failed_why: '',
      }
      world.serviceChanges.unshift(change)
      datanode.ordered =
        service === 'in_service'
          ? null
          : { service, until: change.until, since: timeIn(world), by: change.actor }
      datanode.admin_state =
        service === 'in_service'
          ? 'in_service'
          : service === 'decommissioned'
            ? 'decommissioning'
            : 'entering_maintenance'
      return response(202).json(change)
    }),
  ]
}

function problemHandlers(world: World): HttpHandler[] {
  const broken = () => (world.block?.insufficient ? [world.block] : [])
  return [
    http.get('/api/v1/blocks/health', ({ response }) =>
      response(200).json(healthOf(world.block, world.safeMode, world.nowMs())),
    ),
    http.get('/api/v1/blocks/fsck', ({ query, response }) => {
      const path = query.get('path') ?? '/'
      const files = [...world.tree.values()].filter(
        (each) => each.kind === 'file' && each.path.startsWith(path === '/' ? '/' : `${path}/`),
      )
      const at = Number(query.get('cursor')?.slice(1) ?? 0)
      const part = files.slice(at, at + 2)
      const broken = part.filter((each) => each.path === world.brokenFile)
      return response(200).json({
        files: part.length,
        directories: at === 0 ? 1 : 0,
        symlinks: 0,
        open_files: 0,
        length_bytes: part.reduce((sum, each) => sum + each.size_bytes, 0),
        blocks: part.length,
        well_replicated: part.length - broken.length,
        under_replicated: 0,
        over_replicated: 0,
        missing: broken.length,
        corrupt: 0,
        corrupt_files: broken.length,
        missing_replicas: 2 * broken.length,
        found: broken.map((each) => ({
          path: each.path,
          block_id: '1073741900',
          trouble: 'missing' as const,
          live_replicas: 0,
          expected_replicas: 2,
        })),
        found_more: false,
        next_cursor: at + 2 < files.length ? `/${at + 2}` : null,
      })
    }),
    http.get('/api/v1/blocks/missing', ({ query, response }) =>
      response(200).json({
        ...pageOf([], query.get('cursor'), query.get('limit')),
        as_of: timeIn(world),
      }),
    ),
    http.get('/api/v1/blocks/under-replicated', ({ query, response }) => {
      const rows = broken().map((block) => ({
        block_id: block.block_id,
        inode_id: block.inode_id,
        path: block.path,
        priority: 'highest' as const,
        live_replicas: block.good_replicas,
        wanted_replicas: 2,
        corrupt_replicas: 1,
        since: block.insufficient?.since ?? timeIn(world),
      }))
      return response(200).json({
        ...pageOf(rows, query.get('cursor'), query.get('limit')),
        as_of: timeIn(world),
      })
    }),
    http.get('/api/v1/blocks/corrupt', ({ query, response }) => {
      const rows = broken().flatMap((block) =>
        block.replicas
          .filter((replica) => replica.state === 'corrupt')
          .map((replica) => ({
            block_id: block.block_id,
            inode_id: block.inode_id,
            path: block.path,
            replica: replica.storage,
            reason: replica.reason ?? '',
            reported_at: replica.since ?? timeIn(world),
          })),
      )
      return response(200).json({
        ...pageOf(rows, query.get('cursor'), query.get('limit')),
        as_of: timeIn(world),
      })
    }),
    http.get('/api/v1/blocks/by-id/{block_id}', ({ params, response }) =>
      world.block && String(world.block.block_id) === String(params.block_id)
        ? response(200).json({ ...world.block, as_of: timeIn(world) })
        : response.untyped(notFound('block')),
    ),
  ]
}
