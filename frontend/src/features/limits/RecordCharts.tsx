import { Stack, Title } from '@mantine/core'
import { useMemo } from 'react'
import type { LimitChangeDetails } from '~/api/limits'
import { t } from '~/i18n/t'
import { TimeChart } from '~/ui/TimeChart'
import { linesOf } from './record'
import { formatMean, formatRate } from './wording'

/** Loaded when there is something to draw: the library of charts is larger than the page. */
export default function RecordCharts({ change }: { change: LimitChangeDetails }) {
  const { times, calls, latency } = useMemo(() => linesOf(change), [change])
  return (
    <Stack gap="xs">
      <Title order={3} size="h5">
        {t('Calls a second')}
      </Title>
      <TimeChart
        title={t('Calls a second before and after')}
        times={times}
        series={calls}
        format={formatRate}
      />
      <Title order={3} size="h5">
        {t('Mean time of a call')}
      </Title>
      <TimeChart
        title={t('Mean time of a call before and after')}
        times={times}
        series={latency}
        format={formatMean}
      />
    </Stack>
  )
}
