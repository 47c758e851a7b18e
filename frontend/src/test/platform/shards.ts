import type { HttpHandler } from 'msw'
import {
  type HeatShards,
  SHARD_RANGES,
  type ShardLoad,
  type ShardNode,
  type ShardRange,
  type ShardStore,
} from '~/api/shards'
import { entryOf, HOT_SHARD } from './heat'
import { http, notFound } from './http'
import { timeIn, type World } from './world'

const MINUTE_MS = 60_000
const POINTS = 60
const MINUTES: Record<ShardRange, number> = { '10m': 10, '1h': 60, '6h': 360, '24h': 1_440 }
const COUNTS: Record<ShardStore, number> = { embedded: 32, ndb: 8 }
const TABLES = ['inodes', 'blocks', 'replicas']

/** One shard has the children of the one directory that is listed all the time. */
export function shardHandlers(world: World): HttpHandler[] {
  return [
    http.get('/api/v1/heat/shards', ({ query, response }) => {
      const range = SHARD_RANGES.find((each) => each === query.get('range')) ?? '1h'
      return response(200).json(shardsOf(world, range, query.get('table')))
    }),
    http.get('/api/v1/heat/shards/{shard}', ({ params, query, response }) => {
      const shard = Number(params.shard)
      if (shard >= COUNTS[world.shardStore]) return response.untyped(notFound('shard'))
      const hot = shard === HOT_SHARD
      return response(200).json({
        shard,
        window: query.get('window') ?? '1m',
        as_of: timeIn(world, 1_000),
        tables: TABLES.map((table, place) => ({
          table,
          ...ratesOf((hot ? 400 : 10) / (place + 1)),
        })),
        directories: hot ? [{ ...entryOf(['/data/warehouse', null], 0), shard }] : [],
        silent: world.killed ? [world.killed] : [],
      })
    }),
  ]
}

function shardsOf(world: World, range: ShardRange, table: string | null): HeatShards {
  const { shardStore: store, shardSamples } = world
  const stepMs = (MINUTES[range] * MINUTE_MS) / POINTS
  const steps = Array.from({ length: shardSamples ? POINTS : 0 }, (_, step) => step)
  const part = table === null || table === 'inodes' ? 1 : 0.25
  const shards = Array.from({ length: COUNTS[store] }, (_, shard) =>
    loadOf(shard, steps, store, part),
  )
  const sum = shards.reduce((all, { operations_per_s }) => all + operations_per_s, 0)
  return {
    store,
    range,
    as_of: shardSamples ? timeIn(world, 4_000) : null,
    resolution_s: stepMs / 1_000,
    tables: shardSamples ? TABLES : [],
    times: steps.map((step) => timeIn(world, (POINTS - step) * stepMs)),
    shards: shards.map((load) => ({ ...load, share: sum > 0 ? load.operations_per_s / sum : 0 })),
    imbalance: shardSamples ? 3.2 : null,
    imbalance_over_time: steps.map((step) => (step === 0 ? null : 1.5 + step / 30)),
    nodes: store === 'ndb' ? [1, 2].map(nodeOf) : [],
  }
}

/** The first step was not measured: there was no sample before it. */
function loadOf(shard: number, steps: number[], store: ShardStore, part: number): ShardLoad {
  const level = steps.length === 0 ? 0 : part * (shard === HOT_SHARD ? 600 : 20 + (shard % 5))
  const ndb = store === 'ndb'
  const node = (shard % 2) + 1
  return {
    shard,
    places: ndb
      ? [
          { node_id: 3 - node, thread: shard % 4, primary: false },
          { node_id: node, thread: shard % 4, primary: true },
        ]
      : [],
    operations: steps.map((step) => (step === 0 ? null : level * (1 + step / POINTS))),
    share: 0,
    ...ratesOf(level * 1.5),
    lock_wait_ms_per_s: ndb ? level / 100 : null,
    bytes: ndb ? 2 ** 20 * (10 + shard) : null,
  }
}

function ratesOf(operations_per_s: number) {
  return {
    operations_per_s,
    reads_per_s: operations_per_s * 0.6,
    writes_per_s: operations_per_s * 0.1,
    scans_per_s: operations_per_s * 0.3,
    rows_per_s: operations_per_s * 20,
  }
}

function nodeOf(node_id: number): ShardNode {
  return {
    node_id,
    operations_per_s: node_id === 2 ? 700 : 180,
    threads: [0, 1, 2, 3].map((thread) => ({
      thread,
      operations_per_s: node_id === 2 && thread === 3 ? 640 : 20,
      busy: node_id === 2 && thread === 3 ? 0.91 : 0.05,
    })),
    traffic: {
      sent_bytes_per_s: node_id * 2 ** 20,
      received_bytes_per_s: 2 ** 19,
      connections: 7,
      overloads: node_id === 2 ? 4 : 0,
      slowdowns: 0,
    },
  }
}
