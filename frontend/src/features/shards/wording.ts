import type {
  HeatShards,
  ShardLoad,
  ShardPlace,
  ShardRange,
  ShardSort,
  ShardStore,
} from '~/api/shards'
import { formatPart } from '~/features/heat/wording'
import { formatCount, formatRounded, plural } from '~/format/count'
import { formatDateTime } from '~/format/time'
import { perLanguage, t } from '~/i18n/t'
import { busiestOf, isShard, peakOf } from './loads'

export const rangeNames: Record<ShardRange, string> = {
  '10m': '10 min',
  '1h': '1 h',
  '6h': '6 h',
  '24h': '24 h',
}

export const storeNames = perLanguage(
  (): Record<ShardStore, string> => ({ embedded: t('Embedded'), ndb: 'NDB' }),
)

export const sortNames = perLanguage(
  (): Record<ShardSort, string> => ({
    operations: t('Operations'),
    shard: t('Number'),
    highest: t('Highest load'),
    reads: t('Reads'),
    writes: t('Writes'),
    scans: t('Scans'),
    rows: t('Rows'),
    lock_wait: t('Waits for locks'),
    bytes: t('Size'),
  }),
)

/** Things a second: digits behind the point matter where there are few. */
export function formatRate(perSecond: number): string {
  return perSecond < 10 ? formatRounded(perSecond, 2) : formatCount(perSecond)
}

export function shardName(load: Pick<ShardLoad, 'shard'>): string {
  return isShard(load) ? t('Shard {shard}', { shard: load.shard }) : t('Whole tables')
}

/** "node 1, thread 0", the primary replica first. */
export function placeNames(places: ShardPlace[]): string[] {
  return places
    .toSorted((a, b) => Number(b.primary) - Number(a.primary) || a.node_id - b.node_id)
    .map(({ node_id, thread }) => t('node {node_id}, thread {thread}', { node_id, thread }))
}

/** What the heat map shows, in words: for those who can't see it, and as its caption. */
export function describeLoads({ shards, times, range }: HeatShards): string {
  const real = shards.filter(isShard)
  const shown = t('The operations a second of {shards} over {range}', {
    shards: plural(real.length, 'shard'),
    range: rangeNames[range],
  })
  const busiest = busiestOf(real)
  if (!busiest) return t('{shown}: there was no load.', { shown })
  const peak = peakOf(busiest)
  const time = peak && times[peak.step]
  const most = time
    ? t(', at most {operations_per_s} a second from {time}', {
        operations_per_s: formatRate(peak.operations_per_s),
        time: formatDateTime(time),
      })
    : ''
  return t('{shown}: {busiest} was the busiest with {share} of them{most}.', {
    shown,
    busiest: shardName(busiest),
    share: formatPart(busiest.share),
    most,
  })
}
