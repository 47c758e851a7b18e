import type { HttpHandler } from 'msw'
import type { ShardBalance, Spread, SpreadChangeDetails, SpreadPoint } from '~/api/spread'
import { HOT_SHARD } from './heat'
import { http, notFound, pageOf, problem } from './http'
import { timeIn, type World } from './world'

const MINUTE_MS = 60_000
const CHILDREN = 2_400
const HOT: ShardBalance = {
  shard: HOT_SHARD,
  operations_per_s: 600,
  rows_per_s: 480_000,
  imbalance: 7.2,
}
const EVEN: ShardBalance = { shard: 1, operations_per_s: 800, rows_per_s: 60_000, imbalance: 1.1 }

/** One directory is hot; what is asked for is done at once. */
export function spreadHandlers(world: World): HttpHandler[] {
  return [
    http.get('/api/v1/spread', ({ query, response }) => {
      const path = query.get('path')
      return path.startsWith('/none')
        ? response.untyped(notFound('path'))
        : response(200).json(spreadOf(world, path))
    }),
    http.post('/api/v1/spread', async ({ request, response }) => {
      const { path, children, reason } = await request.json()
      const was = spreadOf(world, path)
      if (was.children === children) {
        return response.untyped(
          problem(409, 'already_so', 'The children are spread in this way already'),
        )
      }
      const change: SpreadChangeDetails = {
        id: world.spreadChanges.length + 1,
        job_id: 80 + world.spreadChanges.length,
        path,
        children,
        reason,
        actor: world.me?.username ?? '',
        state: 'done',
        counted: CHILDREN,
        count_complete: true,
        moved: CHILDREN,
        asked_at: timeIn(world),
        begun_at: timeIn(world),
        done_at: timeIn(world),
        failed_why: '',
        expected: { now: was.now, after: was.after },
        before: [pointOf(world, 10, was.now)],
        after: [pointOf(world, 0, was.after)],
      }
      world.spreadChanges.unshift(change)
      return response(202).json(change)
    }),
    http.get('/api/v1/spread/changes', ({ query, response }) =>
      response(200).json(pageOf(world.spreadChanges, query.get('cursor'), query.get('limit'))),
    ),
    http.get('/api/v1/spread/changes/{change_id}', ({ params, response }) => {
      const found = world.spreadChanges.find(({ id }) => String(id) === String(params.change_id))
      return found ? response(200).json(found) : response.untyped(notFound('change'))
    }),
  ]
}

function spreadOf(world: World, path: string): Spread {
  const last = world.spreadChanges.find((change) => change.path === path)
  const hashed = last?.children === 'hashed'
  const hot = path === '/data/warehouse'
  const [now, then] = hashed ? [EVEN, HOT] : [HOT, EVEN]
  return {
    path,
    inode_id: 16_400,
    children: hashed ? 'hashed' : 'by_parent',
    changing: false,
    moved: null,
    counted: CHILDREN,
    count_complete: true,
    other: hashed ? 'by_parent' : 'hashed',
    shards: [1, HOT_SHARD, 5].map((shard) => {
      const together = shard === HOT_SHARD ? CHILDREN : 0
      const apart = shard === HOT_SHARD ? 0 : CHILDREN / 2
      return {
        shard,
        children: hashed ? apart : together,
        children_after: hashed ? together : apart,
        rows_per_s: hot ? 100 : null,
        rows_per_s_after: hot ? 50 : null,
      }
    }),
    now,
    after: hot ? then : null,
    notes: hot ? ['more_scans'] : ['not_seen'],
    as_of: timeIn(world),
  }
}

function pointOf(world: World, from: number, busiest: ShardBalance | null): SpreadPoint {
  const quick = busiest?.shard !== HOT_SHARD
  return {
    begin: timeIn(world, from * MINUTE_MS),
    end: timeIn(world, (from - 10) * MINUTE_MS),
    calls_per_s: 300,
    mean_ms: quick ? 9 : 40,
    others_per_s: quick ? 500 : 90,
    others_mean_ms: quick ? 3 : 55,
    busiest,
  }
}
