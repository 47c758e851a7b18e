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
import { perLanguage, t } from '~/i18n/t'
import type { Tone } from '~/ui/StatusDot'
import { blockStateNames } from '~/ui/serverWords'

export const listLabels = perLanguage(
  (): Record<BlockList, string> => ({
    missing: t('Missing'),
    'under-replicated': t('Under-replicated'),
    corrupt: t('Corrupt replicas'),
  }),
)

const priorityWords = perLanguage(
  (): Record<ProblemBlock['priority'], { text: string; tone: Tone }> => ({
    highest: { text: t('one replica from loss'), tone: 'bad' },
    very_low: { text: t('far too few replicas'), tone: 'bad' },
    low: { text: t('too few replicas'), tone: 'busy' },
    badly_placed: { text: t('on too few racks'), tone: 'busy' },
    missing: { text: t('missing'), tone: 'bad' },
  }),
)

/** How urgent another replica of a block is. */
export function describePriority(priority: ProblemBlock['priority']): { text: string; tone: Tone } {
  return priorityWords()[priority]
}

/** How a block is as a whole, in a few words. */
export function describeBlock(block: Block): { text: string; tone: Tone } {
  if (block.insufficient !== null) return describePriority(block.insufficient.priority)
  if (block.state !== 'complete') return { text: blockStateNames()[block.state], tone: 'busy' }
  const bad = block.replicas.filter((replica) => replica.state === 'corrupt').length
  if (bad > 0) return { text: plural(bad, 'corrupt replica'), tone: 'bad' }
  if (block.check_waiting) return { text: t('about to be looked at'), tone: 'busy' }
  return { text: t('well'), tone: 'good' }
}

const replicaStates = perLanguage(
  (): Record<Replica['state'], { text: string; tone: Tone }> => ({
    finalized: { text: t('good'), tone: 'good' },
    outdated: { text: t('outdated'), tone: 'bad' },
    corrupt: { text: t('corrupt'), tone: 'bad' },
    surplus: { text: t('surplus, being deleted'), tone: 'off' },
    being_written: { text: t('being written'), tone: 'busy' },
    being_copied: { text: t('being copied'), tone: 'busy' },
    being_deleted: { text: t('being deleted'), tone: 'off' },
  }),
)

/** How one replica is; a good one on a lost storage can't be read. */
export function describeReplica(replica: Replica): { text: string; tone: Tone } {
  if (replica.state === 'finalized' && replica.storage.storage_state === 'lost') {
    return { text: t('out of reach'), tone: 'bad' }
  }
  return replicaStates()[replica.state]
}

const eventWords = perLanguage(
  (): Record<ReplicaEvent['kind'], { text: string; tone: Tone }> => ({
    found_corrupt: { text: t('Found corrupt'), tone: 'bad' },
    vanished: { text: t('Gone from its disk'), tone: 'bad' },
    copy_ordered: { text: t('Copy ordered'), tone: 'busy' },
    arrived: { text: t('Replica arrived'), tone: 'good' },
    copy_given_up: { text: t('Copy did not arrive'), tone: 'bad' },
    deletion_ordered: { text: t('Deletion ordered'), tone: 'off' },
    deleted: { text: t('Deleted'), tone: 'off' },
  }),
)

export function describeEvent(kind: ReplicaEvent['kind']): { text: string; tone: Tone } {
  return eventWords()[kind]
}

/** "data 1" to the last data unit, then "parity 1" and on. */
export function unitName(unit: number, group: BlockGroup): string {
  return unit < group.data_units
    ? t('data {unit}', { unit: unit + 1 })
    : t('parity {unit}', { unit: unit - group.data_units + 1 })
}

/** Where a replica is, as short as it can be said. */
export function placeOf(storage: ReplicaStorage): string {
  const datanode = storage.datanode_address ?? storage.datanode_uuid
  return datanode === '' ? t('storage {storage_id}', { storage_id: storage.storage_id }) : datanode
}

/** A count that the namenode stopped at some number says so. */
export function countText(count: number, health: BlockHealth): string {
  return count >= health.counted_max
    ? t('{count} or more', { count: formatCount(count) })
    : formatCount(count)
}

/** Blocks with too few replicas, the missing ones included. */
export function underReplicated(health: BlockHealth): number {
  return Object.values(health.under_replicated).reduce((total, count) => total + count, 0)
}

/** The number of a block in what somebody pastes: itself, or a name of files and logs. */
export function blockIdIn(text: string): string | undefined {
  return /^\s*(?:blk_)?(-?\d{1,19})(?:_\d+)?(?:\.meta)?\s*$/.exec(text)?.[1]
}
