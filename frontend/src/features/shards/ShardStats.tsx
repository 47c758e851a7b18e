import type { HeatShards } from '~/api/shards'
import { formatPart } from '~/features/heat/wording'
import { formatDecimal, plural } from '~/format/count'
import { t } from '~/i18n/t'
import { Stat } from '~/ui/Stat'
import { busiestOf, isShard } from './loads'
import { formatRate, shardName, storeNames } from './wording'

/** Null for the shards: nothing is known, and the error says why. */
export function ShardStats({ shards: answer }: { shards: HeatShards | null | undefined }) {
  const shown = <Value,>(value: Value) => (answer === null ? '–' : answer && value)
  const loads = answer?.shards ?? []
  const busiest = busiestOf(loads)
  const operations = loads.reduce((sum, load) => sum + load.operations_per_s, 0)
  return (
    <>
      <Stat
        label={t('Operations')}
        value={shown(`${formatRate(operations)}/s`)}
        hint={t('Reads, writes and scans, the mean of the range')}
      />
      <Stat
        label={t('Imbalance')}
        value={shown(answer?.imbalance != null ? formatDecimal(answer.imbalance, 2) : t('No load'))}
        hint={t('The busiest shard over the mean of all')}
      />
      <Stat
        label={t('Busiest shard')}
        value={shown(busiest ? shardName(busiest) : t('None'))}
        hint={busiest && t('{share} of the operations', { share: formatPart(busiest.share) })}
      />
      <Stat
        label={t('Store')}
        value={answer ? storeNames()[answer.store] : shown('')}
        hint={answer && plural(loads.filter(isShard).length, 'shard')}
      />
    </>
  )
}
