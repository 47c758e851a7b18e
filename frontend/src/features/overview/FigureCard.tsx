import { Paper, Skeleton, Stack, Title } from '@mantine/core'
import { lazy, Suspense } from 'react'
import { t } from '~/i18n/t'
import { Table } from '~/ui/Table'
import { TIME_CHART_PX } from '~/ui/timeChartHeight'
import { type Drawing, summaryOf } from './figures'

/** The library of charts is larger than the page: what it draws comes when the numbers are there. */
const TimeChart = lazy(() =>
  import('~/ui/TimeChart').then((module) => ({ default: module.TimeChart })),
)

/** A chart with its numbers in a table below. */
export function FigureCard({ drawing, times }: { drawing: Drawing; times: string[] }) {
  const { title, series, format, stacked, whole, binary } = drawing
  return (
    <Paper p="sm" h="100%">
      <Stack gap={4}>
        <Title order={3} size="h5">
          {title}
        </Title>
        <Suspense fallback={<Skeleton height={TIME_CHART_PX} />}>
          <TimeChart
            title={t('{title} over time', { title })}
            times={times}
            series={series}
            format={format}
            stacked={stacked}
            whole={whole}
            binary={binary}
          />
        </Suspense>
        <Table fz="xs" verticalSpacing={2} withRowBorders={false} aria-label={title}>
          <Table.Thead>
            <Table.Tr>
              <Table.Th scope="col">{t('Series')}</Table.Th>
              <Table.Th scope="col" ta="right">
                {t('Now')}
              </Table.Th>
              <Table.Th scope="col" ta="right">
                {t('Mean')}
              </Table.Th>
              <Table.Th scope="col" ta="right">
                {t('Highest')}
              </Table.Th>
            </Table.Tr>
          </Table.Thead>
          <Table.Tbody>
            {summaryOf(series).map(({ name, now, mean, highest }) => (
              <Table.Tr key={name}>
                <Table.Td>{name}</Table.Td>
                <Table.Td ta="right">{now === null ? '–' : format(now)}</Table.Td>
                <Table.Td ta="right">{format(mean)}</Table.Td>
                <Table.Td ta="right">{format(highest)}</Table.Td>
              </Table.Tr>
            ))}
          </Table.Tbody>
        </Table>
      </Stack>
    </Paper>
  )
}
