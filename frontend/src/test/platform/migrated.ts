import type { Migration } from '~/api/migration'

/** A file system of its own. */
export function notMigrated(): Migration {
  return {
    as_of: '2026-11-29T12:00:00.000Z',
    stage: 'not_migrated',
    imported: null,
    following: null,
    following_unknown: null,
    rehearsed: null,
    take_over: null,
    given_back: null,
    objections: [],
    request: null,
    attempt: null,
    begins_here: false,
    command: 'WARREN_HOME=/data bin/warren migrate take-over --approved --from NAME_DIR',
    unreadable: [],
  }
}

/** A copy that follows, with a rehearsal that found a missing block. */
export function following(): Migration {
  return {
    ...notMigrated(),
    stage: 'following',
    imported: {
      at: '2026-11-20T08:00:00.000Z',
      image: '/hdfs/name/current/fsimage_17',
      image_verified: true,
      transaction: 17,
      block_pool: 'BP-1',
      duration_ms: 2_000,
      inodes: 54_086,
      inodes_per_s: 27_043,
      taken: [
        { what: 'files', count: 50_000 },
        { what: 'directories', count: 4_086 },
      ],
      left_out: [
        { what: 'delegation tokens', count: 2, examples: [] },
        { what: 'attribute system.x', count: 1, examples: ['16390 secret.txt'] },
      ],
    },
    following: {
      location: '/hdfs/name/current',
      applied_transaction: 950,
      newest_transaction: 1_000,
      lag_ms: 1_500,
      paused: false,
      waiting_for: null,
      stopped_by: null,
      job_id: 3,
    },
    rehearsed: {
      at: '2026-11-29T11:00:00.000Z',
      verdict: 'blocks_missing',
      transaction: 900,
      transactions_since: 50,
      duration_ms: 1_500,
      blocks: 100,
      blocks_being_written: 1,
      replicas: 300,
      replicas_good: 299,
      replicas_newer: 4,
      findings: [
        {
          what: 'missing',
          count: 1,
          meaning: 'No datanode has it',
          examples: [
            {
              block_id: 1_073_741_825,
              path: '/data/lost.csv',
              lies_in: null,
              stamp: null,
              length_bytes: null,
              expected_stamp: 1_001,
              expected_length_bytes: 10,
              wanted: 3,
              found: 0,
            },
          ],
        },
        { what: 'extra', count: 0, meaning: 'Nobody knows it', examples: [] },
      ],
      has_list: true,
    },
    objections: ['blocks_missing'],
  }
}
