import { SimpleGrid } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import { getRouteApi } from '@tanstack/react-router'
import { type BlockReportPage, blockReportsQuery } from '~/api/block-reports'
import { formatBytes, formatBytesExactly } from '~/format/bytes'
import { formatShare, plural } from '~/format/count'
import { t } from '~/i18n/t'
import { DataAge } from '~/ui/Age'
import { Page } from '~/ui/Page'
import { Stat } from '~/ui/Stat'
import { ErrorState } from '~/ui/States'
import { ActiveReportsPanel } from './ActiveReportsPanel'
import { HistoryPanel } from './HistoryPanel'
import { StoragesTable } from './StoragesTable'
import { lastTotals } from './series'

const route = getRouteApi('/console/block-reports')

export function BlockReportsPage() {
  const { cursor, storage } = route.useSearch()
  const reports = useQuery(blockReportsQuery(cursor))
  const { data } = reports
  const shown = storage ?? data?.items[0]?.storage_id
  return (
    <Page
      title={t('Block reports')}
      description={t(
        'How datanodes and namenodes agree on what is stored: hashes of buckets, and the replicas of those that differ.',
      )}
      aside={<DataAge time={data?.as_of} refetching={reports.isFetching} />}
    >
      {reports.isError && <ErrorState error={reports.error} onRetry={() => reports.refetch()} />}
      <SimpleGrid cols={{ base: 2, md: 4 }} spacing="sm">
        <ReportStats page={data ?? (reports.isError ? null : undefined)} />
      </SimpleGrid>
      <StoragesTable reports={reports} selected={shown} />
      {shown !== undefined && <HistoryPanel storageId={shown} />}
      <ActiveReportsPanel page={data} />
    </Page>
  )
}

/** Null for the page: nothing is known, and the error says why. */
function ReportStats({ page }: { page: BlockReportPage | null | undefined }) {
  const shown = <Value,>(value: Value) => (page === null ? '–' : page && value)
  const totals = lastTotals(page?.items ?? [])
  const waiting = page?.active.filter((each) => each.waiting).length ?? 0
  return (
    <>
      <Stat
        label={t('Buckets that match')}
        value={shown(
          totals.buckets > 0 ? formatShare(totals.matching, totals.buckets) : t('None yet'),
        )}
        hint={t('In the last report of each storage shown')}
      />
      <Stat
        label={t('Saved by the last reports')}
        value={shown(formatBytes(totals.saved))}
        title={formatBytesExactly(totals.saved)}
        hint={page && t('{sent} were sent', { sent: formatBytes(totals.sent) })}
      />
      <Stat
        label={t('Under way')}
        value={shown((page?.active.length ?? 0) - waiting)}
        hint={
          page &&
          t('{datanodes} waiting for a namenode', { datanodes: plural(waiting, 'datanode') })
        }
      />
      <Stat
        label={t('Never reported')}
        value={shown(totals.silent)}
        hint={t('Storages shown without any report')}
      />
    </>
  )
}
