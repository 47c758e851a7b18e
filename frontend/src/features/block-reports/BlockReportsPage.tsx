import { SimpleGrid } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import { getRouteApi } from '@tanstack/react-router'
import { type BlockReportPage, blockReportsQuery } from '~/api/block-reports'
import { formatBytes, formatBytesExactly } from '~/format/bytes'
import { formatShare, plural } from '~/format/count'
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
      title="Block reports"
      description="How datanodes and namenodes agree on what is stored: hashes of buckets, and the replicas of those that differ."
      aside={data && <DataAge time={data.as_of} refetching={reports.isFetching} />}
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
        label="Buckets that match"
        value={shown(
          totals.buckets > 0 ? formatShare(totals.matching, totals.buckets) : 'None yet',
        )}
        hint="In the last report of each storage shown"
      />
      <Stat
        label="Saved by the last reports"
        value={shown(formatBytes(totals.saved))}
        title={formatBytesExactly(totals.saved)}
        hint={page && `${formatBytes(totals.sent)} were sent`}
      />
      <Stat
        label="Under way"
        value={shown((page?.active.length ?? 0) - waiting)}
        hint={page && `${plural(waiting, 'datanode')} waiting for a namenode`}
      />
      <Stat
        label="Never reported"
        value={shown(totals.silent)}
        hint="Storages shown without any report"
      />
    </>
  )
}
