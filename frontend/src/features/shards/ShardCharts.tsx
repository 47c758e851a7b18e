import { Paper, Stack, Text, Title } from '@mantine/core'
import { useCallback, useId, useMemo } from 'react'
import type { HeatShards } from '~/api/shards'
import { formatDecimal } from '~/format/count'
import { t } from '~/i18n/t'
import { HeatMap } from '~/ui/HeatMap'
import staleClasses from '~/ui/Stale.module.css'
import { TimeChart } from '~/ui/TimeChart'
import { coarserGrid, isShard, sortedShards, spreadOf } from './loads'
import { describeLoads, formatRate, shardName } from './wording'

/** Columns narrower than those of a phone with so many can't be told apart. */
const COLUMNS_MAX = 120

const perSecond = (value: number) => `${formatRate(value)}/s`
const ratio = (value: number) => formatDecimal(value, 2)

type ShardChartsProps = {
  shards: HeatShards
  /** Older ones are shown while newer ones are on their way. */
  stale: boolean
  onSelect: (shard: number) => void
}

/** Loaded when there is something to draw: the library of charts is larger than the page. */
export default function ShardCharts({ shards: answer, stale, onSelect }: ShardChartsProps) {
  const description = useId()
  const shards = useMemo(
    () => sortedShards(answer.shards.filter(isShard), 'shard'),
    [answer.shards],
  )
  const { times, rows } = useMemo(() => {
    const operations = shards.map((load) => load.operations)
    const grid = coarserGrid({ times: answer.times, rows: operations }, COLUMNS_MAX)
    return {
      times: grid.times,
      rows: shards.map((load, at) => ({ name: shardName(load), values: grid.rows[at] ?? [] })),
    }
  }, [answer.times, shards])
  const select = useCallback(
    (row: number) => {
      const chosen = shards[row]
      if (chosen) onSelect(chosen.shard)
    },
    [shards, onSelect],
  )
  return (
    <Paper p="sm" aria-busy={stale || undefined} className={staleClasses.panel}>
      <Stack gap={6}>
        <HeatMap
          title={t('Operations of each shard over time')}
          describedBy={description}
          times={times}
          rows={rows}
          format={perSecond}
          onSelect={select}
        />
        <Text id={description} size="xs" c="dimmed">
          {describeLoads(answer)}
        </Text>
        <Imbalance times={answer.times} values={answer.imbalance_over_time} />
      </Stack>
    </Paper>
  )
}

function Imbalance({ times, values }: { times: string[]; values: (number | null)[] }) {
  const series = useMemo(() => [{ name: t('imbalance'), values }], [values])
  const spread = spreadOf(values)
  if (!spread) return null
  return (
    <>
      <Title order={3} size="h5" mt="xs">
        {t('Imbalance')}
      </Title>
      <TimeChart title={t('Imbalance over time')} times={times} series={series} format={ratio} />
      <Text size="xs" c="dimmed">
        {t(
          'The busiest shard over the mean of all: {now} now, {mean} on the mean, {highest} at most.',
          {
            now: spread.now === null ? '–' : ratio(spread.now),
            mean: ratio(spread.mean),
            highest: ratio(spread.highest),
          },
        )}
      </Text>
    </>
  )
}
