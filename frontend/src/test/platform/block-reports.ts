import type { BlockReport, BlockReportHistory } from '~/api/block-reports'

const HOUR_MS = 3_600_000

/** One storage that reports hashes after a stock report, and one that never reported. */
export function createBlockReports(nowMs: number): BlockReportHistory[] {
  const at = (agoMs: number) => new Date(nowMs - agoMs).toISOString()
  const hashed: BlockReport = {
    started_at: at(60_000),
    duration_ms: 120,
    kind: 'hashed',
    buckets: 1_000,
    buckets_matching: 997,
    buckets_mismatching: 3,
    replicas: 50_000,
    changes: 2,
    bytes_received: 24_000,
    bytes_saved: 900_000,
    namenode: 'nn2',
    next_due_at: at(-HOUR_MS),
  }
  const stock: BlockReport = {
    ...hashed,
    started_at: at(HOUR_MS),
    kind: 'full',
    buckets: 0,
    buckets_matching: 0,
    buckets_mismatching: 0,
    bytes_received: 924_000,
    bytes_saved: 0,
    namenode: null,
    next_due_at: null,
  }
  const storage: BlockReportHistory = {
    storage_id: 1,
    storage_uuid: 'DS-1',
    datanode_uuid: 'dn-1',
    datanode_address: '127.0.0.1:9866',
    type: 'DISK',
    reports: [hashed, stock],
    as_of: at(0),
  }
  return [
    storage,
    { ...storage, storage_id: 2, storage_uuid: 'DS-2', type: 'ARCHIVE', reports: [] },
  ]
}
