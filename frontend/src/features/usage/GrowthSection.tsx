import { Paper, SegmentedControl, SimpleGrid, Skeleton, Stack, Text } from '@mantine/core'
import { IconChartLine } from '@tabler/icons-react'
import { useQuery } from '@tanstack/react-query'
import { useMemo } from 'react'
import {
  USAGE_SPANS,
  type UsageGained,
  type UsageHistory,
  type UsageMeasure,
  type UsageSpan,
  usageGrowthQuery,
  usageHistoryQuery,
} from '~/api/usage'
import { formatShare } from '~/format/count'
import { visibleName } from '~/format/path'
import { formatDateTime } from '~/format/time'
import { inSentence, t } from '~/i18n/t'
import { PathText } from '~/ui/PathText'
import { Section } from '~/ui/Section'
import { EmptyState, ErrorState, SkeletonRows } from '~/ui/States'
import { Table } from '~/ui/Table'
import { TablePanel } from '~/ui/TablePanel'
import { TextLink } from '~/ui/TextLink'
import { TimeChart } from '~/ui/TimeChart'
import { rowLinkProps, useRowKeys } from '~/ui/useRowKeys'
import { EntryMenu } from './GoOnMenu'
import { formatMeasured, measured, measureNames, spanNames } from './wording'

const CHART_PX = 200

type GrowthSectionProps = {
  path: string
  measure: UsageMeasure
  span: UsageSpan
  onSpan: (span: UsageSpan) => void
}

/** How a directory came to be what it is, and who in it gained most. */
export function GrowthSection({ path, measure, span, onSpan }: GrowthSectionProps) {
  return (
    <Section
      title={t('Over time')}
      aside={
        <SegmentedControl
          aria-label={t('Since')}
          size="xs"
          data={USAGE_SPANS.map((each) => ({ value: each, label: spanNames()[each] }))}
          value={span}
          onChange={(chosen) => {
            const known = USAGE_SPANS.find((each) => each === chosen)
            if (known) onSpan(known)
          }}
        />
      }
    >
      <SimpleGrid cols={{ base: 1, lg: 2 }} spacing="md">
        <HistoryPanel path={path} measure={measure} span={span} />
        <GainedTable path={path} measure={measure} span={span} />
      </SimpleGrid>
    </Section>
  )
}

type SpanProps = Omit<GrowthSectionProps, 'onSpan'>

function HistoryPanel({ path, measure, span }: SpanProps) {
  const history = useQuery(usageHistoryQuery(path, span))
  const { data } = history
  return (
    <Paper p="sm">
      {history.isError && !data ? (
        <ErrorState error={history.error} onRetry={() => history.refetch()} />
      ) : !data ? (
        <Skeleton height={CHART_PX} aria-busy="true" />
      ) : data.points.length < 2 ? (
        <EmptyState icon={<IconChartLine size={24} />} title={t('Nothing is known of before')}>
          {t(
            'Each hour the largest directories are looked at, those with a quota, and those that are watched.',
          )}
        </EmptyState>
      ) : (
        <HistoryChart history={data} measure={measure} />
      )}
    </Paper>
  )
}

function HistoryChart({ history, measure }: { history: UsageHistory; measure: UsageMeasure }) {
  const { points, directory } = history
  const times = useMemo(() => points.map(({ time }) => time), [points])
  const series = useMemo(
    () => [
      { name: measureNames()[measure], values: points.map((each) => measured(each, measure)) },
    ],
    [points, measure],
  )
  const format = useMemo(() => (value: number) => formatMeasured(value, measure), [measure])
  return (
    <Stack gap="xs">
      <TimeChart
        title={t('{measure} of {path} over time', {
          measure: measureNames()[measure],
          path: visibleName(directory.path),
        })}
        times={times}
        series={series}
        format={format}
        whole={measure === 'files'}
        binary={measure !== 'files'}
      />
      <Text size="xs" c="dimmed">
        {changeInWords(history, measure)}
      </Text>
    </Stack>
  )
}

/** "1.2 GiB more (12 %) than at …", from the first point to the present. */
export function changeInWords({ points }: Pick<UsageHistory, 'points'>, measure: UsageMeasure) {
  const [first, last] = [points[0], points.at(-1)]
  if (!first || !last) return ''
  const before = measured(first, measure)
  const change = measured(last, measure) - before
  const since = t('than at {time}', { time: formatDateTime(first.time) })
  if (change === 0) return t('Neither more nor less {since}', { since })
  const share = before > 0 ? ` (${formatShare(Math.abs(change), before)})` : ''
  return `${formatMeasured(Math.abs(change), measure)} ${change > 0 ? t('more') : t('less')}${share} ${since}`
}

function GainedTable({ path, measure, span }: SpanProps) {
  const growth = useQuery(usageGrowthQuery(path, span, measure))
  const onKeyDown = useRowKeys({})
  const { data } = growth
  return (
    <TablePanel
      caption={t('What gained most in {path}, by {measure}', {
        path: visibleName(path),
        measure: inSentence(measureNames()[measure]),
      })}
      columns={[
        { label: t('Directory'), width: '45%' },
        { label: t('Gained'), align: 'right' },
        { label: t('Now'), align: 'right' },
        { label: t('Since') },
        { label: t('Go on'), hidden: true },
      ]}
      onKeyDown={onKeyDown}
      compact
      stale={growth.isPlaceholderData}
      instead={
        growth.isError && !data ? (
          <ErrorState error={growth.error} onRetry={() => growth.refetch()} />
        ) : data?.items.length === 0 ? (
          <EmptyState icon={<IconChartLine size={24} />} title={t('Nothing here grew')}>
            {t('Of the directories that are looked at each hour.')}
          </EmptyState>
        ) : undefined
      }
    >
      {data ? (
        data.items.map((gained) => (
          <GainedRow key={gained.directory.inode_id} gained={gained} measure={measure} />
        ))
      ) : (
        <SkeletonRows rows={4} columns={5} />
      )}
    </TablePanel>
  )
}

function GainedRow({ gained, measure }: { gained: UsageGained; measure: UsageMeasure }) {
  const { directory, since } = gained
  return (
    <Table.Tr>
      <Table.Td maw={0}>
        <TextLink
          to="/usage"
          search={(old) => ({ ...old, path: directory.path, cursor: undefined })}
          style={{ minWidth: 0, display: 'flex' }}
          {...rowLinkProps}
        >
          <PathText path={directory.path} />
        </TextLink>
      </Table.Td>
      <Table.Td ta="right" style={{ whiteSpace: 'nowrap' }}>
        {formatMeasured(measured(gained, measure), measure)}
      </Table.Td>
      <Table.Td ta="right" style={{ whiteSpace: 'nowrap' }}>
        {formatMeasured(measured(directory, measure), measure)}
      </Table.Td>
      <Table.Td style={{ whiteSpace: 'nowrap' }}>{formatDateTime(since)}</Table.Td>
      <Table.Td w={40} py={2}>
        <EntryMenu path={directory.path} kind="directory" />
      </Table.Td>
    </Table.Tr>
  )
}
