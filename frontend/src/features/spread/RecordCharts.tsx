import { Stack, Title } from '@mantine/core'
import { useMemo } from 'react'
import type { SpreadChangeDetails } from '~/api/spread'
import { formatMean, formatRate } from '~/features/limits/wording'
import { t } from '~/i18n/t'
import { TimeChart } from '~/ui/TimeChart'
import { linesOf } from './record'

/** Loaded when there is something to draw: the library of charts is larger than the page. */
export default function RecordCharts({ change }: { change: SpreadChangeDetails }) {
  const { times, calls, latency, shard } = useMemo(() => linesOf(change), [change])
  const charts = [
    { title: t('Busiest shard, a second'), series: shard, format: formatRate },
    { title: t('Calls a second'), series: calls, format: formatRate },
    { title: t('Mean time of a call'), series: latency, format: formatMean },
  ]
  return (
    <Stack gap="xs">
      {charts.map(({ title, series, format }) => (
        <div key={title}>
          <Title order={3} size="h5">
            {title}
          </Title>
          <TimeChart
            title={t('{title}, before and after', { title })}
            times={times}
            series={series}
            format={format}
          />
        </div>
      ))}
    </Stack>
  )
}
