import type {
  Block,
  BlockGroup,
  BlockHealth,
  BlockList,
  ProblemBlock,
  Replica,
  ReplicaEvent,
  ReplicaStorage,
} from '~/api/blocks'
import { formatCount, plural } from '~/format/count'
import type { Tone } from '~/ui/StatusDot'

export const LIST_LABELS: Record<BlockList, string> = {
  missing: 'Missing',
  'under-replicated': 'Under-replicated',
  corrupt: 'Corrupt replicas',
}

const PRIORITIES: Record<ProblemBlock['priority'], { text: string; tone: Tone }> = {
  highest: { text: 'one replica from loss', tone: 'bad' },
  very_low: { text: 'far too few replicas', tone: 'bad' },
  low: { text: 'too few replicas', tone: 'busy' },
  badly_placed: { text: 'on too few racks', tone: 'busy' },
  missing: { text: 'missing', tone: 'bad' },
}

/** How urgent another replica of a block is. */
export function describePriority(priority: ProblemBlock['priority']): { text: string; tone: Tone } {
  return PRIORITIES[priority]
}

/** How a block is as a whole, in a few words. */
export function describeBlock(block: Block): { text: string; tone: Tone } {
  if (block.insufficient !== null) return describePriority(block.insufficient.priority)
  if (block.state !== 'complete') return { text: block.state.replace('_', ' '), tone: 'busy' }
  const bad = block.replicas.filter((replica) => replica.state === 'corrupt').length
  if (bad > 0) return { text: plural(bad, 'corrupt replica'), tone: 'bad' }
  if (block.check_waiting) return { text: 'about to be looked at', tone: 'busy' }
  return { text: 'well', tone: 'good' }
}

const REPLICA_STATES: Record<Replica['state'], { text: string; tone: Tone }> = {
  finalized: { text: 'good', tone: 'good' },
  outdated: { text: 'outdated', tone: 'bad' },
  corrupt: { text: 'corrupt', tone: 'bad' },
  surplus: { text: 'surplus, being deleted', tone: 'off' },
  being_written: { text: 'being written', tone: 'busy' },
  being_copied: { text: 'being copied', tone: 'busy' },
  being_deleted: { text: 'being deleted', tone: 'off' },
}

/** How one replica is; a good one on a lost storage can't be read. */
export function describeReplica(replica: Replica): { text: string; tone: Tone } {
  if (replica.state === 'finalized' && replica.storage.storage_state === 'lost') {
    return { text: 'out of reach', tone: 'bad' }
  }
  return REPLICA_STATES[replica.state]
}

const EVENTS: Record<ReplicaEvent['kind'], { text: string; tone: Tone }> = {
  found_corrupt: { text: 'Found corrupt', tone: 'bad' },
  vanished: { text: 'Gone from its disk', tone: 'bad' },
  copy_ordered: { text: 'Copy ordered', tone: 'busy' },
  arrived: { text: 'Replica arrived', tone: 'good' },
  copy_given_up: { text: 'Copy did not arrive', tone: 'bad' },
  deletion_ordered: { text: 'Deletion ordered', tone: 'off' },
  deleted: { text: 'Deleted', tone: 'off' },
}

export function describeEvent(kind: ReplicaEvent['kind']): { text: string; tone: Tone } {
  return EVENTS[kind]
}

/** "data 1" to the last data unit, then "parity 1" and on. */
export function unitName(unit: number, group: BlockGroup): string {
  return unit < group.data_units ? `data ${unit + 1}` : `parity ${unit - group.data_units + 1}`
}

/** Where a replica is, as short as it can be said. */
export function placeOf(storage: ReplicaStorage): string {
  const datanode = storage.datanode_address ?? storage.datanode_uuid
  return datanode === '' ? `storage ${storage.storage_id}` : datanode
}

/** A count that the namenode stopped at some number says so. */
export function countText(count: number, health: BlockHealth): string {
  return count >= health.counted_max ? `${formatCount(count)} or more` : formatCount(count)
}

/** Blocks with too few replicas, the missing ones included. */
export function underReplicated(health: BlockHealth): number {
  return Object.values(health.under_replicated).reduce((total, count) => total + count, 0)
}

/** The number of a block in what somebody pastes: itself, or a name of files and logs. */
export function blockIdIn(text: string): string | undefined {
  return /^\s*(?:blk_)?(-?\d{1,19})(?:_\d+)?(?:\.meta)?\s*$/.exec(text)?.[1]
}
