import type { HttpHandler } from 'msw'
import type { Cluster, Namenode, NamenodeServiceChange } from '~/api/cluster'
import { isActive } from '~/api/jobs'
import { http, pageOf } from './http'
import { totalsOf } from './tree'
import { timeIn, type World } from './world'

const CAPACITY_BYTES = 512 * 2 ** 30
const USED_BYTES = 61 * 2 ** 30
const REMAINING_BYTES = 402 * 2 ** 30
const HOUR_MS = 60 * 60 * 1_000

export function clusterHandlers(world: World): HttpHandler[] {
  return [
    http.get('/api/v1/cluster', ({ response }) => response(200).json(clusterOf(world))),
    http.get('/api/v1/cluster/events', ({ query, response }) => {
      const rows = world.events.filter((event) => event.kind === (query.get('kind') ?? event.kind))
      return response(200).json({
        ...pageOf(rows, query.get('cursor'), query.get('limit')),
        as_of: timeIn(world),
      })
    }),
    http.get('/api/v1/cluster/subtree-operations', ({ query, response }) =>
      response(200).json({
        ...pageOf(world.subtreeOperations, query.get('cursor'), query.get('limit')),
        as_of: timeIn(world),
      }),
    ),
    http.get('/api/v1/namenodes/{name}/service', ({ params, response }) =>
      response(200).json({
        items: world.namenodeChanges.filter((each) => each.namenode === params.name).slice(0, 1),
        next_cursor: null,
      }),
    ),
    http.post('/api/v1/namenodes/{name}/service', async ({ params, request, response }) => {
      const { service, reason } = await request.json()
      const change: NamenodeServiceChange = {
        id: world.namenodeChanges.length + 1,
        namenode: params.name,
        service,
        reason,
        actor: world.me?.username ?? '',
        state: reason === 'in vain' ? 'failed' : 'done',
        asked_at: timeIn(world),
        done_at: timeIn(world),
        failed_why: reason === 'in vain' ? 'No other namenode serves' : '',
      }
      world.namenodeChanges.unshift(change)
      return response(202).json(change)
    }),
    http.get('/api/v1/overview', ({ response }) => {
      const { files, directories, length_bytes } = totalsOf([...world.tree.values()])
      return response(200).json({
        files,
        directories,
        length_bytes,
        as_of: timeIn(world, 1_000),
        feed: world.feed,
        cluster: {
          leader: 'nn1',
          namenodes_live: 2,
          namenodes_total: 2,
          datanodes_live: 1,
          datanodes_total: 1,
          capacity_bytes: CAPACITY_BYTES,
          used_bytes: USED_BYTES,
          remaining_bytes: REMAINING_BYTES,
        },
        jobs: {
          running: world.jobs.filter((job) => isActive(job.state)).length,
          failed_24h: world.jobs.filter((job) => job.state === 'failed').length,
        },
      })
    }),
  ]
}

function clusterOf(world: World): Cluster {
  const leader = world.killed === 'nn1' ? 'nn2' : 'nn1'
  const of = (name: string): Pick<Namenode, 'name' | 'role' | 'state' | 'drained'> => {
    const change = world.namenodeChanges.find((each) => each.namenode === name)
    const drained = change?.state === 'done' && change.service === 'drained'
    return {
      name,
      role: name === leader ? 'leader' : 'follower',
      state: name === world.killed ? 'dead' : drained ? 'drained' : 'live',
      drained: drained ? { since: change.asked_at, by: change.actor } : null,
    }
  }
  return {
    as_of: timeIn(world),
    leader,
    store: 'embedded',
    read_only: world.readOnly,
    namenodes: [
      {
        ...of('nn1'),
        id: 1,
        epoch: 4,
        rpc_address: '127.0.0.1:8020',
        http_address: '127.0.0.1:9870',
        started_at: timeIn(world, 5 * HOUR_MS),
        last_heartbeat_at: timeIn(world, 400),
        version: '0.1.0',
      },
      {
        ...of('nn2'),
        id: 2,
        epoch: world.killed === 'nn1' ? 5 : 4,
        rpc_address: '127.0.0.1:8021',
        http_address: '127.0.0.1:9871',
        started_at: timeIn(world, 5 * HOUR_MS),
        last_heartbeat_at: timeIn(world, 900),
        version: '0.1.0',
      },
    ],
    datanodes: [
      {
        uuid: '6f7f4f5e-0000-4000-8000-000000000001',
        hostname: 'localhost',
        address: '127.0.0.1:9866',
        state: 'live',
        capacity_bytes: CAPACITY_BYTES,
        used_bytes: USED_BYTES,
        remaining_bytes: REMAINING_BYTES,
        block_count: 4_217,
        last_heartbeat_at: timeIn(world, 1_500),
        version: '3.4.1',
        storages: [
          {
            id: 'DS-1',
            type: 'DISK',
            state: 'normal',
            capacity_bytes: CAPACITY_BYTES,
            used_bytes: USED_BYTES,
            remaining_bytes: REMAINING_BYTES,
          },
        ],
      },
    ],
    capacity_bytes: CAPACITY_BYTES,
    used_bytes: USED_BYTES,
    remaining_bytes: REMAINING_BYTES,
  }
}
