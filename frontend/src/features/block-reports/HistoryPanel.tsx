import { Grid, Paper } from '@mantine/core'
import { IconFileReport } from '@tabler/icons-react'
import { useQuery } from '@tanstack/react-query'
import { useMemo } from 'react'
import { type BlockReport, blockReportHistoryQuery } from '~/api/block-reports'
import { formatBytes, formatBytesExactly } from '~/format/bytes'
import { formatCount } from '~/format/count'
import { formatDateTime, formatDuration } from '~/format/time'
import { perLanguage, t } from '~/i18n/t'
import { Section } from '~/ui/Section'
import { StackedChart } from '~/ui/StackedChart'
import { EmptyState, ErrorState, SkeletonRows } from '~/ui/States'
import { reportKindNames } from '~/ui/serverWords'
import { Table } from '~/ui/Table'
import { TablePanel } from '~/ui/TablePanel'
import { bucketDrawing, byteDrawing } from './series'

const columns = perLanguage(() => [
  { label: t('Began') },
  { label: t('Kind') },
  { label: t('Matching'), align: 'right' as const },
  { label: t('Mismatching'), align: 'right' as const },
  { label: t('Replicas'), align: 'right' as const },
  { label: t('Rows changed'), align: 'right' as const },
  { label: t('Sent'), align: 'right' as const },
  { label: t('Saved'), align: 'right' as const },
  { label: t('Took'), align: 'right' as const },
  { label: t('Namenode') },
])

const NONE: BlockReport[] = []

/** The kept reports of one storage: as charts, and as numbers. */
export function HistoryPanel({ storageId }: { storageId: number }) {
  const history = useQuery(blockReportHistoryQuery(storageId))
  const reports = history.data?.reports ?? NONE
  const buckets = useMemo(() => bucketDrawing(reports), [reports])
  const bytes = useMemo(() => byteDrawing(reports), [reports])
  return (
    <Section title={t('Reports of storage no. {storageId}', { storageId })}>
      <Grid gap="md">
        <Grid.Col span={{ base: 12, lg: 6 }}>
          <Paper p="sm">
            <StackedChart
              title={t('Matching and mismatching buckets over time')}
              {...buckets}
              format={formatCount}
            />
          </Paper>
        </Grid.Col>
        <Grid.Col span={{ base: 12, lg: 6 }}>
          <Paper p="sm">
            <StackedChart
              title={t('Bytes sent and saved over time')}
              {...bytes}
              format={formatBytes}
              binary
            />
          </Paper>
        </Grid.Col>
      </Grid>
      <TablePanel
        caption={t('Kept reports of this storage, newest first')}
        columns={columns()}
        instead={
          history.isError && !history.data ? (
            <ErrorState error={history.error} onRetry={() => history.refetch()} />
          ) : history.data?.reports.length === 0 ? (
            <EmptyState icon={<IconFileReport size={24} />} title={t('No report yet')}>
              {t('Its datanode reports soon after it has registered.')}
            </EmptyState>
          ) : undefined
        }
      >
        {history.data ? (
          reports.map((report) => <ReportRow key={report.started_at} report={report} />)
        ) : (
          <SkeletonRows rows={3} columns={columns().length} />
        )}
      </TablePanel>
    </Section>
  )
}

function ReportRow({ report }: { report: BlockReport }) {
  return (
    <Table.Tr>
      <Table.Td style={{ whiteSpace: 'nowrap' }}>
        <time dateTime={report.started_at}>{formatDateTime(report.started_at)}</time>
      </Table.Td>
      <Table.Td>{reportKindNames()[report.kind]}</Table.Td>
      <Table.Td ta="right">
        {report.buckets > 0 ? formatCount(report.buckets_matching) : '–'}
      </Table.Td>
      <Table.Td ta="right">
        {report.buckets > 0 ? formatCount(report.buckets_mismatching) : '–'}
      </Table.Td>
      <Table.Td ta="right">{formatCount(report.replicas)}</Table.Td>
      <Table.Td ta="right">{formatCount(report.changes)}</Table.Td>
      <Table.Td ta="right" title={formatBytesExactly(report.bytes_received)}>
        {formatBytes(report.bytes_received)}
      </Table.Td>
      <Table.Td ta="right" title={formatBytesExactly(report.bytes_saved)}>
        {formatBytes(report.bytes_saved)}
      </Table.Td>
      <Table.Td ta="right">{formatDuration(report.duration_ms)}</Table.Td>
      <Table.Td>{report.namenode ?? t('gone')}</Table.Td>
    </Table.Tr>
  )
}
