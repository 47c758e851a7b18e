import type {
  HeatShards,
  ShardLoad,
  ShardPlace,
  ShardRange,
  ShardSort,
  ShardStore,
} from '~/api/shards'
import { formatPart } from '~/features/heat/wording'
import { formatCount, plural } from '~/format/count'
import { formatDateTime } from '~/format/time'
import { busiestOf, isShard, peakOf } from './loads'

export const rangeNames: Record<ShardRange, string> = {
  '10m': '10 min',
  '1h': '1 h',
  '6h': '6 h',
  '24h': '24 h',
}

export const storeNames: Record<ShardStore, string> = { embedded: 'Embedded', ndb: 'NDB' }

export const sortNames: Record<ShardSort, string> = {
  operations: 'Operations',
  shard: 'Number',
  highest: 'Highest load',
  reads: 'Reads',
  writes: 'Writes',
  scans: 'Scans',
  rows: 'Rows',
  lock_wait: 'Waits for locks',
  bytes: 'Size',
}

/** Things a second: digits behind the point matter where there are few. */
export function formatRate(perSecond: number): string {
  return perSecond < 10 ? String(Math.round(perSecond * 100) / 100) : formatCount(perSecond)
}

export function shardName(load: Pick<ShardLoad, 'shard'>): string {
  return isShard(load) ? `Shard ${load.shard}` : 'Whole tables'
}

/** "node 1, thread 0", the primary replica first. */
export function placeNames(places: ShardPlace[]): string[] {
  return places
    .toSorted((a, b) => Number(b.primary) - Number(a.primary) || a.node_id - b.node_id)
    .map(({ node_id, thread }) => `node ${node_id}, thread ${thread}`)
}

/** What the heat map shows, in words: for those who can't see it, and as its caption. */
export function describeLoads({ shards, times, range }: HeatShards): string {
  const real = shards.filter(isShard)
  const shown = `The operations a second of ${plural(real.length, 'shard')} over ${rangeNames[range]}`
  const busiest = busiestOf(real)
  if (!busiest) return `${shown}: there was no load.`
  const peak = peakOf(busiest)
  const time = peak && times[peak.step]
  const most = time
    ? `, at most ${formatRate(peak.operations_per_s)} a second from ${formatDateTime(time)}`
    : ''
  return `${shown}: ${shardName(busiest)} was the busiest with ${formatPart(busiest.share)} of them${most}.`
}
