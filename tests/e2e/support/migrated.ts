/** What the API tells of a migration, of which there is none while the browser's tests run. */

const REQUEST_JOB = 4_001

const IMPORTED = {
  at: '2026-11-20T08:00:00.000Z',
  image: '/hdfs/name/current/fsimage_0000000000000000017',
  image_verified: true,
  transaction: 17,
  block_pool: 'BP-77-192.0.2.1-1700000000000',
  duration_ms: 102_000,
  inodes: 10_000_001,
  inodes_per_s: 98_039,
  taken: [
    { what: 'files', count: 9_677_420 },
    { what: 'directories', count: 322_581 },
  ],
  left_out: [
    { what: 'delegation tokens', count: 2, examples: [] },
    { what: 'attribute system.x', count: 1, examples: ['16390 secret.txt'] },
  ],
}

const FOLLOWING = {
  location: 'qjournal://jn1:8485;jn2:8485;jn3:8485/mycluster',
  applied_transaction: 950,
  newest_transaction: 1_000,
  lag_ms: 1_500,
  paused: false,
  waiting_for: null,
  stopped_by: null,
  job_id: 3,
}

const REHEARSED = {
  at: '2026-11-29T11:00:00.000Z',
  verdict: 'blocks_missing',
  transaction: 900,
  transactions_since: 50,
  duration_ms: 1_500,
  blocks: 9_677_420,
  blocks_being_written: 1,
  replicas: 29_032_260,
  replicas_good: 29_032_257,
  replicas_newer: 4,
  findings: [
    {
      what: 'missing',
      count: 1,
      meaning: 'There is no good copy',
      examples: [
        {
          block_id: 1_073_741_825,
          path: '/warehouse/sales/2025/11/part-00000-of-a-file-with-a-long-name.parquet',
          lies_in: null,
          stamp: null,
          length_bytes: null,
          expected_stamp: 1_001,
          expected_length_bytes: 134_217_728,
          wanted: 3,
          found: 0,
        },
      ],
    },
    { what: 'extra', count: 0, meaning: 'The store has no such block', examples: [] },
  ],
  has_list: true,
}

const TAKEN = {
  phase: 'serving',
  begun_at: '2026-11-30T12:00:00.000Z',
  last_edit_at: '2026-11-30T11:59:58.000Z',
  fenced_at: '2026-11-30T12:00:04.000Z',
  ended_at: '2026-11-30T12:00:05.000Z',
  served_at: '2026-11-30T12:00:14.000Z',
  read_only_ms: 16_000,
  job_id: REQUEST_JOB,
  asked_by: 'olga',
  approved_by: 'admin',
  name_dirs: ['/hdfs/nn1/name', '/hdfs/nn2/name'],
  way_back: 'open',
  changes_since: 0,
}

const NONE = {
  as_of: '2026-11-30T12:00:00.000Z',
  stage: 'following',
  imported: IMPORTED,
  following: FOLLOWING,
  following_unknown: null,
  rehearsed: REHEARSED,
  take_over: null,
  given_back: null,
  objections: ['blocks_missing'],
  request: null,
  attempt: null,
  begins_here: false,
  command: 'WARREN_HOME=/data/warren bin/warren migrate take-over --approved --from NAME_DIR',
  unreadable: [],
}

function request(approvedBy: string | null) {
  return {
    job_id: REQUEST_JOB,
    state: approvedBy === null ? 'waiting_for_approval' : 'running',
    asked_by: 'olga',
    asked_at: '2026-11-30T11:30:00.000Z',
    despite: ['blocks_missing'],
    approved_by: approvedBy,
    usable_until: approvedBy === null ? null : '2026-12-01T11:40:00.000Z',
  }
}

/** Stages of the page, with a text that each shows. */
export const STAGES = [
  { name: 'following', shows: '1.5 s behind', told: NONE },
  { name: 'asked', shows: 'Approve…', told: { ...NONE, request: request(null) } },
  { name: 'approved', shows: 'Withdraw…', told: { ...NONE, request: request('admin') } },
  {
    name: 'taken-over',
    shows: 'The way back is open',
    told: { ...NONE, stage: 'taken_over', following: null, objections: [], take_over: TAKEN },
  },
] as const

/** The job by which a take-over was asked for. */
export function askedFor(approvedBy: string | null) {
  return {
    id: REQUEST_JOB,
    kind: 'take_over',
    path: '/',
    inode_id: null,
    selection: null,
    scope: null,
    parameters: { despite: ['blocks_missing'] },
    dry_run: false,
    dry_run_of: null,
    became: null,
    undo_of: null,
    undone_by: null,
    rule_id: null,
    changes: 'take_over',
    changes_kept: false,
    undo: 'unfinished',
    state: approvedBy === null ? 'waiting_for_approval' : 'running',
    approval: {
      state: approvedBy === null ? 'waiting' : 'approved',
      approver: 'operator',
      not_by: ['olga'],
      rules: [
        {
          id: 0,
          name: 'Warren',
          kinds: ['take_over'],
          path_prefix: null,
          inodes_min: null,
          size_bytes_min: null,
        },
      ],
      reason: 'the night is quiet',
      asked_at: '2026-11-30T11:30:00.000Z',
      expires_at: '2026-12-03T11:30:00.000Z',
      decided_at: approvedBy === null ? null : '2026-11-30T11:40:00.000Z',
      decided_by: approvedBy,
      comment: '',
      content_sha256: 'a'.repeat(64),
    },
    held: null,
    priority: 'normal',
    slowed: null,
    rate_limit: null,
    actor: 'olga',
    created_at: '2026-11-30T11:30:00.000Z',
    started_at: null,
    finished_at: null,
    promotable_until: null,
    check: null,
    progress: {
      inodes: 0,
      files: 0,
      directories: 0,
      size_bytes: 0,
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
}
