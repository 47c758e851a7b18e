import { handlersOf } from './handlers'
import { ADMIN, addJob, createWorld, recordAudit, timeIn } from './world'

const DAY_MS = 24 * 60 * 60 * 1_000

/** A platform with some history, for work on the console without a backend. */
export function createHandlers() {
  const world = createWorld({ me: ADMIN })
  recordAudit(world, { action: 'auth.login', at: timeIn(world, DAY_MS) })
  const dryRun = addJob(
    world,
    {
      kind: 'set_owner',
      path: '/data/warehouse/orders',
      parameters: { owner: 'etl', group: 'analysts' },
      dry_run: true,
    },
    null,
  )
  const failing = addJob(
    world,
    {
      kind: 'set_permission',
      path: '/data/raw/logs',
      parameters: { directory_mode: '0750', file_mode: '0640' },
    },
    null,
  )
  world.jobErrors.set(
    failing.id,
    [17, 58, 203].map((at) => ({
      id: at,
      path: `/data/raw/logs/access-${String(at).padStart(4, '0')}.log.gz`,
      code: 'conflict',
      message: 'The file is being written',
    })),
  )
  dryRun.created_at = timeIn(world, 3 * 60_000)
  world.tokens.push({
    id: 1,
    name: 'nightly usage report',
    scopes: ['read'],
    created_at: timeIn(world, 12 * DAY_MS),
    expires_at: timeIn(world, -18 * DAY_MS),
    last_used_at: timeIn(world, 7 * 60 * 60 * 1_000),
  })
  return handlersOf(world)
}
