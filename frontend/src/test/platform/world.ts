import type { AlertChannel, AlertDelivery, BellNotice } from '~/api/alerts'
import type { AuditEntry } from '~/api/audit'
import type { Me } from '~/api/auth'
import type { BlockReportHistory } from '~/api/block-reports'
import type { Block, BlockHealth } from '~/api/blocks'
import type {
  Cluster,
  ClusterEvent,
  Feed,
  NamenodeServiceChange,
  SubtreeOperation,
} from '~/api/cluster'
import type { DatanodeDetails, ServiceChange } from '~/api/datanodes'
import type { FreezeWindow, GuardRule, RoleLimit } from '~/api/guard'
import type { HealthChange, HealthCheck } from '~/api/health'
import type {
  CheckedEntry,
  EntryJobRequest,
  Job,
  JobCheck,
  JobError,
  JobSelectionRequest,
} from '~/api/jobs'
import type { LimitChangeDetails, LimitInForce } from '~/api/limits'
import type { Migration } from '~/api/migration'
import type { Entry } from '~/api/namespace'
import type { Pipeline } from '~/api/pipeline'
import type { Rule, RuleRun } from '~/api/rules'
import type {
  GroupAssignment,
  Permission,
  Quota,
  Role,
  RoleDetails,
  Session,
  User,
  UserToken,
} from '~/api/schema'
import type { ShardStore } from '~/api/shards'
import type { Snapshot, SnapshotRestore } from '~/api/snapshots'
import type { SpreadChangeDetails } from '~/api/spread'
import type { Token } from '~/api/tokens'
import type { UsagePrice } from '~/api/usage'
import type { Watched } from '~/api/watched'
import { nameOf } from '~/format/path'
import { createBlockReports } from './block-reports'
import { brokenBlock, createDatanodes, healedBlock } from './blocks'
import { createChecks } from './health'
import { newTag } from './http'
import { notMigrated } from './migrated'
import { createPipeline } from './pipeline'
import { createTree, entryAt, subtreeOf, type Tree, totalsOf } from './tree'

export type { Quota }

/** Everything that the test platform knows. Tests change it directly to set a scene. */
export type World = {
  /** Undefined while nobody is logged in. */
  me: Me | undefined
  /** What the organisation's login is called; null where there is none. */
  ssoName: string | null
  tree: Tree
  quotas: Map<string, Quota>
  watched: Watched[]
  price: UsagePrice | null
  jobs: Job[]
  jobErrors: Map<number, JobError[]>
  /** What checks of plans find, by the plan's id. */
  jobChecked: Map<number, { check: Partial<JobCheck>; entries: CheckedEntry[] }>
  /** What each job changed, by path: the entry before and after. */
  jobChanges: Map<number, Map<string, { before: Entry; after: Entry }>>
  /** Entries that a running job visits per request for it. */
  jobStepEntries: number
  tokens: Token[]
  othersTokens: UserToken[]
  users: User[]
  roles: RoleDetails[]
  groupAssignments: GroupAssignment[]
  /** By the user's id; one's own, with the current one, under `own`. */
  sessions: Map<number | 'own', Session[]>
  audit: AuditEntry[]
  feed: Feed
  pipeline: Pipeline
  /** The name of the namenode that was killed; the other one leads then. */
  killed: string | undefined
  /** Newest first. */
  events: ClusterEvent[]
  subtreeOperations: SubtreeOperation[]
  shardStore: ShardStore
  /** Whether the worker took any sample of the shards' load. */
  shardSamples: boolean
  datanodes: DatanodeDetails[]
  /** Newest first. */
  serviceChanges: ServiceChange[]
  /** The file whose only block a check finds lost. */
  brokenFile: string | undefined
  namenodeChanges: NamenodeServiceChange[]
  blockReports: BlockReportHistory[]
  /** The block that was broken, if any; it may have healed since. */
  block: Block | undefined
  safeMode: BlockHealth['safe_mode']
  readOnly: Cluster['read_only']
  checks: HealthCheck[]
  /** Newest first. */
  healthChanges: HealthChange[]
  channels: AlertChannel[]
  /** Newest first. */
  deliveries: AlertDelivery[]
  /** What receivers of alerts answer. */
  receiverStatus: number
  /** Whether a mail server is set up. */
  mail: boolean
  notices: BellNotice[]
  guardRules: GuardRule[]
  windows: FreezeWindow[]
  roleLimits: RoleLimit[]
  rules: Rule[]
  /** By the rule's id, newest first. */
  ruleRuns: Map<number, RuleRun[]>
  limits: LimitInForce[]
  /** Newest first. */
  limitChanges: LimitChangeDetails[]
  /** Newest first. */
  spreadChanges: SpreadChangeDetails[]
  migration: Migration
  /** Of each snapshottable directory; newest first. */
  snapshots: Map<string, KeptSnapshot[]>
  /** Newest first. */
  restores: SnapshotRestore[]
  /** What files hold that were uploaded, by path. */
  contents: Map<string, string>
  nowMs: () => number
}

/** A snapshot with the tree as it was. */
export type KeptSnapshot = Snapshot & { tree: Tree }

/** How long the platform's dry runs can become real. */
const PLAN_MS = 24 * 3_600_000

type WorldOptions = { me?: Me; nowMs?: () => number }

const ALL_PERMISSIONS: readonly Permission[] = [
  'see_all',
  'see_usage',
  'set_quotas',
  'change_owners',
  'change_storage',
  'delete',
  'delete_for_good',
  'restore',
  'move',
  'write_files',
  'snapshots',
  'approve',
  'rules',
  'watch',
  'spread',
  'sql',
  'heat',
  'limits',
  'manage_datanodes',
  'manage_namenodes',
  'alerts',
  'see_guard',
  'see_audit',
  'manage_alerts',
  'manage_pipeline',
  'approve_as_admin',
  'manage_guard',
  'manage_users',
]
const OF_ADMINISTRATORS: readonly Permission[] = [
  'see_audit',
  'manage_alerts',
  'manage_pipeline',
  'approve_as_admin',
  'manage_guard',
  'manage_users',
]

/** What a built-in role allows, or a role of them below some paths. */
export function permissionsOf(role: Role, paths: string[] | null = null): Me['permissions'] {
  if (role === 'viewer') return []
  return ALL_PERMISSIONS.filter(
    (each) => role === 'admin' || !OF_ADMINISTRATORS.includes(each),
  ).map((permission) => ({ permission, paths }))
}

export const ADMIN: Me = {
  username: 'admin',
  role: 'admin',
  hdfs_user: 'hdfs',
  origin: 'local',
  permissions: permissionsOf('admin'),
}
export const VIEWER: Me = {
  username: 'vera',
  role: 'viewer',
  hdfs_user: 'vera',
  origin: 'local',
  permissions: [],
}

export function createWorld({ me, nowMs = Date.now }: WorldOptions = {}): World {
  return {
    me,
    ssoName: null,
    tree: createTree(nowMs()),
    pipeline: createPipeline(nowMs()),
    price: null,
    quotas: new Map([['/user/alice', { namespace_quota: 5, space_quota_bytes: 2 ** 33 }]]),
    watched: [],
    jobs: [],
    jobErrors: new Map(),
    jobChecked: new Map(),
    jobChanges: new Map(),
    jobStepEntries: 40,
    tokens: [],
    othersTokens: [],
    users: [],
    roles: [],
    groupAssignments: [],
    sessions: new Map(),
    audit: [],
    feed: { state: 'following', lag_ms: 84, sequence: 18_422, head_sequence: 18_422 },
    killed: undefined,
    events: [],
    subtreeOperations: [],
    shardStore: 'embedded',
    shardSamples: true,
    datanodes: createDatanodes(nowMs()),
    serviceChanges: [],
    brokenFile: undefined,
    namenodeChanges: [],
    blockReports: createBlockReports(nowMs()),
    block: undefined,
    safeMode: null,
    readOnly: null,
    checks: createChecks(nowMs()),
    healthChanges: [],
    channels: [],
    deliveries: [],
    receiverStatus: 200,
    mail: false,
    notices: [],
    guardRules: [],
    windows: [],
    rules: [],
    ruleRuns: new Map(),
    roleLimits: (['operator', 'admin'] as const).map((role) => ({
      role,
      inodes_max: null,
      jobs_max: null,
      changed_at: null,
      changed_by: '',
      etag: newTag(),
    })),
    limits: [],
    limitChanges: [],
    spreadChanges: [],
    migration: notMigrated(),
    snapshots: new Map(),
    restores: [],
    contents: new Map(),
    nowMs,
  }
}

export function timeIn(world: World, agoMs = 0): string {
  return new Date(world.nowMs() - agoMs).toISOString()
}

/** A replica of the file's block is found corrupt. */
export function breakBlock(world: World, path: string): void {
  world.block = brokenBlock(path, world.nowMs())
}

/** A new copy takes the place of the corrupt replica. */
export function healBlock(world: World): void {
  if (world.block) world.block = healedBlock(world.block, world.nowMs())
}

export function recordAudit(world: World, entry: Partial<AuditEntry>): void {
  world.audit.unshift({
    id: world.audit.length + 1,
    at: timeIn(world),
    actor: world.me?.username ?? 'SYSTEM',
    action: 'login',
    path: '',
    job_id: null,
    before: null,
    after: null,
    outcome: 'succeeded',
    request_id: `req-${String(world.audit.length + 1).padStart(6, '0')}`,
    ...entry,
  })
}

function wayOf(asked: JobSelectionRequest): NonNullable<Job['selection']>['by'] {
  if (asked.sql_query !== undefined) return 'sql_query'
  return asked.inode_ids === undefined ? 'search' : 'inode_ids'
}

/** A selection as it was asked for; this platform chooses nothing by it. */
function selectionOf(request: JobAsked): Job['selection'] {
  const asked = 'selection' in request ? request.selection : undefined
  if (!asked) return null
  return {
    by: wayOf(asked),
    paths: [],
    q: asked.search ?? null,
    saved_search:
      asked.saved_search === undefined ? null : { id: asked.saved_search, name: 'a saved search' },
    sql_query: asked.sql_query === undefined ? null : { id: asked.sql_query, statement: 'SELECT' },
    asked: asked.inode_ids?.length ?? null,
    if_changed: 'skip',
    chosen: 0,
    as_of_sequence: null,
    owners: [],
    groups: [],
  }
}

/** A bound as it is shown; this platform has none for all jobs. */
export function rateLimit(inodes_per_s: number | null | undefined): Job['rate_limit'] {
  return inodes_per_s ? { inodes_per_s, of_all_jobs: false } : null
}

/** A job as it is asked for, of any kind: what a dry run was asked for is asked for once more. */
type JobAsked = Pick<EntryJobRequest, 'path' | 'dry_run' | 'priority' | 'inodes_per_s_max'> & {
  kind: EntryJobRequest['kind'] | 'take_in' | 'follow_hdfs' | 'take_over'
  parameters?: EntryJobRequest['parameters']
  selection?: Extract<EntryJobRequest, { selection?: unknown }>['selection']
}

export function addJob(world: World, request: JobAsked, dryRunOf: number | null): Job {
  const path = request.path ?? '/'
  const job: Job = {
    id: world.jobs.length + 1,
    kind: request.kind,
    path,
    inode_id: entryAt(world.tree, path).inode_id,
    selection: selectionOf(request),
    scope: null,
    parameters: request.parameters ?? {},
    dry_run: request.dry_run ?? false,
    dry_run_of: dryRunOf,
    became: null,
    undo_of: null,
    undone_by: null,
    rule_id: null,
    changes: request.kind,
    changes_kept: false,
    undo: request.dry_run ? 'dry_run' : 'unfinished',
    state: 'queued',
    approval: null,
    held: null,
    priority: request.priority ?? 'normal',
    slowed: null,
    rate_limit: rateLimit(request.inodes_per_s_max),
    actor: world.me?.username ?? 'SYSTEM',
    created_at: timeIn(world),
    started_at: null,
    finished_at: null,
    promotable_until: null,
    check: null,
    progress: {
      ...totalsOf([]),
      changed: 0,
      errors: 0,
      total: null,
      at_path: null,
      inodes_per_s: null,
      remaining_s: null,
    },
    result: null,
    problem: null,
    commit_sequence: null,
  }
  const dryRun = world.jobs.find(({ id }) => id === dryRunOf)
  if (dryRun) dryRun.became = job.id
  world.jobs.unshift(job)
  return job
}

/** Moves a job on by one step of its subtree, as the worker does in the background. */
export function advanceJob(world: World, job: Job): void {
  if (job.state === 'cancelling') {
    job.state = 'cancelled'
    job.finished_at = timeIn(world)
  }
  if (job.state === 'queued') {
    job.state = 'running'
    job.started_at = timeIn(world)
    return
  }
  if (job.state !== 'running') return
  const entries = subtreeOf(world.tree, job.path)
  const visited = job.progress.files + job.progress.directories + world.jobStepEntries
  const seen = entries.slice(0, visited)
  const errors = world.jobErrors.get(job.id)?.length ?? 0
  job.progress = {
    ...job.progress,
    ...totalsOf(seen),
    changed: job.kind === 'set_quota' ? 1 : seen.length - errors,
    errors,
    total: entries.length,
    at_path: seen.at(-1)?.path ?? null,
  }
  if (visited >= entries.length) finishJob(world, job)
}

function finishJob(world: World, job: Job): void {
  job.state = job.progress.errors > 0 ? 'succeeded_with_errors' : 'succeeded'
  job.finished_at = timeIn(world)
  if (job.dry_run) job.promotable_until = timeIn(world, -PLAN_MS)
  if (!job.dry_run) {
    world.feed.sequence += job.progress.changed
    world.feed.head_sequence = world.feed.sequence
    job.commit_sequence = world.feed.sequence
    if (job.kind === 'undo') undoJob(world, job)
    else applyJob(world, job)
    const quota = job.kind === 'set_quota'
    job.undo = world.jobChanges.has(job.id) || quota ? 'possible' : 'no_way_back'
  }
  recordAudit(world, {
    action: `job.${job.kind}`,
    path: job.path,
    job_id: job.id,
    after: { ...job.parameters },
    outcome: 'succeeded',
  })
}

/** A job that takes another one back, or its dry run. */
export function addUndo(world: World, other: Job, dryRunOf: number | null, dryRun: boolean): Job {
  const { path } = other
  const job = addJob(world, { kind: 'set_owner', path, parameters: {}, dry_run: dryRun }, dryRunOf)
  job.kind = 'undo'
  job.changes = other.changes
  job.undo_of = other.id
  if (!dryRun) other.undone_by = job.id
  return job
}

function undoJob(world: World, job: Job): void {
  const taken = new Map()
  for (const [path, { before, after }] of world.jobChanges.get(job.undo_of ?? 0) ?? []) {
    if (world.tree.get(path)?.owner !== after.owner) continue
    world.tree.set(path, before)
    taken.set(path, { before: after, after: before })
  }
  world.jobChanges.set(job.id, taken)
}

function applyJob(world: World, job: Job): void {
  const changed = new Map()
  if (job.kind === 'set_owner' || job.kind === 'set_permission') {
    world.jobChanges.set(job.id, changed)
  }
  const { owner, group, file_mode, directory_mode } = job.parameters
  for (const entry of subtreeOf(world.tree, job.path)) {
    const mode = entry.kind === 'directory' ? directory_mode : file_mode
    const after = {
      ...entry,
      owner: owner ?? entry.owner,
      group: group ?? entry.group,
      mode: mode ?? entry.mode,
    }
    world.tree.set(entry.path, after)
    changed.set(entry.path, { before: entry, after })
    if (job.kind === 'delete') world.tree.delete(entry.path)
    if (job.kind === 'restore' && job.parameters.to) {
      const path = job.parameters.to + entry.path.slice(job.path.length)
      world.tree.delete(entry.path)
      world.tree.set(path, { ...entry, path, name: nameOf(path) })
    }
  }
  if (job.kind === 'delete' && !job.parameters.skip_trash) {
    job.result = { trash_path: `/user/hdfs/.Trash/Current${job.path}` }
  }
  if (job.kind === 'set_quota') {
    const before = world.quotas.get(job.path) ?? { namespace_quota: null, space_quota_bytes: null }
    const after = { ...before, ...job.parameters }
    world.quotas.set(job.path, after)
    job.result = { quota_before: before, quota_after: after }
  }
}
