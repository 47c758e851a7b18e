import type { Pipeline } from '~/api/pipeline'

/** A pipeline of the cluster mode that keeps up. */
export function createPipeline(nowMs: number): Pipeline {
  const at = new Date(nowMs).toISOString()
  const stage = {
    position: 40,
    lag: 0,
    rate_per_s: 1.5,
    errors: 0,
    restarts: 0,
    last_error: null,
    build_percent: null,
    build_left_ms: null,
  }
  return {
    as_of: at,
    source: 'kafka',
    paused: false,
    jobs: [],
    lag_ms: 120,
    stages: [
      { ...stage, name: 'store', state: 'serving' },
      { ...stage, name: 'capture', state: 'running', position: null, lag: null },
      { ...stage, name: 'kafka', state: 'serving' },
      { ...stage, name: 'indexer', state: 'following' },
      { ...stage, name: 'replica', state: 'following', rate_per_s: null },
    ],
    events_applied: 40,
    filled_from_store: 0,
    repeated: 0,
    waiting: 0,
    pending_moves: 0,
    dead_letters: 0,
    replica_proof: {
      finished_at: at,
      sequence: 40,
      inodes: 12,
      checksum: '00ff00ff00ff00ff',
      passes: 1,
      drift_found: 0,
    },
    proof: {
      checked_inodes: 3,
      suspects: 0,
      drift_found: 0,
      repaired: 0,
      passes: 1,
      last: {
        started_at: at,
        finished_at: at,
        sequence: 40,
        inodes: 12,
        ranges: 1,
        checksum: '00ff00ff00ff00ff',
        drift: 0,
        repaired: 0,
      },
    },
  }
}
