import type { HttpHandler } from 'msw'
import type { Cluster } from '~/api/cluster'
import { isActive } from '~/api/jobs'
import { http } from './http'
import { totalsOf } from './tree'
import { timeIn, type World } from './world'

const CAPACITY_BYTES = 512 * 2 ** 30
const USED_BYTES = 61 * 2 ** 30
const REMAINING_BYTES = 402 * 2 ** 30
const HOUR_MS = 60 * 60 * 1_000

export function clusterHandlers(world: World): HttpHandler[] {
  return [
    http.get('/api/v1/cluster', ({ response }) => response(200).json(clusterOf(world))),
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
  return {
    as_of: timeIn(world),
    leader: 'nn1',
    store: 'embedded',
    namenodes: [
      {
        name: 'nn1',
        id: 1,
        epoch: 4,
        role: 'leader',
        state: 'live',
        rpc_address: '127.0.0.1:8020',
        http_address: '127.0.0.1:9870',
        started_at: timeIn(world, 5 * HOUR_MS),
        last_heartbeat_at: timeIn(world, 400),
        version: '0.1.0',
      },
      {
        name: 'nn2',
        id: 2,
        epoch: 4,
        role: 'follower',
        state: 'live',
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
