import type { Block, BlockHealth, ReplicaStorage } from '~/api/blocks'
import type { DatanodeDetails, DatanodeStorage } from '~/api/datanodes'

const GIB = 2 ** 30
const LENGTH_BYTES = 65_536
const BROKEN_BLOCK_ID = '1073741900'
const GROUP_ID = '-9223372036854774224'

/** A datanode that lives and one that is dead and had lost a disk. */
export function createDatanodes(nowMs: number): DatanodeDetails[] {
  const sizes = {
    capacity_bytes: 512 * GIB,
    used_bytes: 61 * GIB,
    non_dfs_used_bytes: 49 * GIB,
    remaining_bytes: 402 * GIB,
  }
  const storage: DatanodeStorage = {
    storage_id: 1,
    uuid: 'DS-1',
    type: 'DISK',
    state: 'normal',
    condition: 'available',
    condition_since: new Date(nowMs - 3_600_000).toISOString(),
    checking: false,
    insufficient: 0,
    ...sizes,
    blocks: 4_217,
  }
  const live: DatanodeDetails = {
    uuid: 'dn-1',
    hostname: 'one.example',
    address: '127.0.0.1:9866',
    http_address: '127.0.0.1:9864',
    ipc_address: '127.0.0.1:9867',
    rack: '/default-rack',
    state: 'live',
    admin_state: 'in_service',
    last_heartbeat_at: new Date(nowMs - 1_500).toISOString(),
    version: '3.5.0',
    transfers: 0,
    ...sizes,
    blocks: 4_217,
    failed_volumes: { count: 0, locations: [], last_failed_at: null, capacity_lost_bytes: 0 },
    slow_peer: { latency_ms: 41.5, limit_ms: 9, reporters: 2 },
    ordered: null,
    slow_disks: [{ disk: '/disks/7', metadata_ms: null, read_ms: null, write_ms: 123.5 }],
    storages: [storage],
  }
  const dead: DatanodeDetails = {
    ...live,
    uuid: 'dn-2',
    hostname: 'two.example',
    address: '127.0.0.1:9876',
    state: 'dead',
    last_heartbeat_at: new Date(nowMs - 1_200_000).toISOString(),
    failed_volumes: {
      count: 1,
      locations: ['/disks/2'],
      last_failed_at: new Date(nowMs - 1_800_000).toISOString(),
      capacity_lost_bytes: 512 * GIB,
    },
    slow_peer: null,
    slow_disks: [],
    storages: [],
  }
  return [live, dead]
}

function storageAt(port: number): ReplicaStorage {
  return {
    storage_id: port - 9865,
    storage_uuid: `DS-${port}`,
    datanode_uuid: `dn-${port}`,
    datanode_address: `127.0.0.1:${port}`,
    storage_state: 'available',
    storage_since: null,
  }
}

/** A block with a good and a corrupt replica, as long as it has not healed. */
export function brokenBlock(path: string, nowMs: number): Block {
  const at = new Date(nowMs).toISOString()
  const reason = 'a client found a wrong checksum'
  const replica = {
    unit: null,
    generation_stamp: 1001,
    length_bytes: LENGTH_BYTES,
    reason: null,
    since: null,
  }
  return {
    block_id: BROKEN_BLOCK_ID,
    inode_id: 16_500,
    path,
    index: 0,
    generation_stamp: 1001,
    length_bytes: LENGTH_BYTES,
    state: 'complete',
    wanted_replicas: 2,
    good_replicas: 1,
    insufficient: { priority: 'highest', since: at },
    check_waiting: false,
    group: null,
    replicas: [
      { ...replica, storage: storageAt(9866), state: 'corrupt', reason, since: at },
      { ...replica, storage: storageAt(9876), state: 'finalized' },
    ],
    events: [
      {
        at,
        kind: 'found_corrupt',
        unit: null,
        storage: storageAt(9866),
        generation_stamp: 1001,
        detail: reason,
      },
    ],
    as_of: at,
  }
}

/** A block group of two data units and one of parity, whose second unit vanished. */
export function brokenGroup(path: string, nowMs: number): Block {
  const block = brokenBlock(path, nowMs)
  const good = block.replicas.filter((replica) => replica.state === 'finalized')
  return {
    ...block,
    block_id: GROUP_ID,
    wanted_replicas: 3,
    good_replicas: 2,
    group: { policy: 'XOR-2-1-1024k', data_units: 2, parity_units: 1, needed: 2, missing: [1] },
    replicas: [0, 2].flatMap((unit) => good.map((replica) => ({ ...replica, unit }))),
    events: block.events.map((event) => ({ ...event, unit: 1, kind: 'vanished' })),
  }
}

/** The same block once a new copy has taken the place of the corrupt replica. */
export function healedBlock(block: Block, nowMs: number): Block {
  const at = new Date(nowMs).toISOString()
  return {
    ...block,
    good_replicas: 2,
    insufficient: null,
    replicas: block.replicas.map((replica) => ({
      ...replica,
      state: 'finalized',
      reason: null,
      since: null,
    })),
    events: [
      {
        at,
        kind: 'arrived',
        unit: null,
        storage: storageAt(9866),
        generation_stamp: 1001,
        detail: null,
      },
      ...block.events,
    ],
  }
}

export function healthOf(
  block: Block | undefined,
  safeMode: BlockHealth['safe_mode'],
  nowMs: number,
): BlockHealth {
  const broken = block?.insufficient ? 1 : 0
  return {
    under_replicated: { highest: broken, missing: 0 },
    missing: 0,
    corrupt_replicas: broken,
    copies_under_way: 0,
    surplus_replicas: 0,
    deletions_waiting: 0,
    checks_waiting: 0,
    counted_max: 100_000,
    safe_mode: safeMode,
    as_of: new Date(nowMs).toISOString(),
  }
}
