import type { HeatShards } from '~/api/shards'
import { formatPart } from '~/features/heat/wording'
import { plural } from '~/format/count'
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
        label="Operations"
        value={shown(`${formatRate(operations)}/s`)}
        hint="Reads, writes and scans, the mean of the range"
      />
      <Stat
        label="Imbalance"
        value={shown(answer?.imbalance?.toFixed(2) ?? 'No load')}
        hint="The busiest shard over the mean of all"
      />
      <Stat
        label="Busiest shard"
        value={shown(busiest ? shardName(busiest) : 'None')}
        hint={busiest && `${formatPart(busiest.share)} of the operations`}
      />
      <Stat
        label="Store"
        value={answer ? storeNames[answer.store] : shown('')}
        hint={answer && plural(loads.filter(isShard).length, 'shard')}
      />
    </>
  )
}
