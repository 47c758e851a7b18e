import { SimpleGrid } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import { getRouteApi } from '@tanstack/react-router'
import { type DatanodePage, datanodesQuery } from '~/api/datanodes'
import { formatBytes, formatBytesExactly } from '~/format/bytes'
import { formatShare } from '~/format/count'
import { t } from '~/i18n/t'
import { DataAge } from '~/ui/Age'
import { DetailsLayout } from '~/ui/DetailsLayout'
import { Page } from '~/ui/Page'
import { Stat } from '~/ui/Stat'
import { ErrorState } from '~/ui/States'
import { DatanodePanel } from './DatanodePanel'
import { DatanodesTable } from './DatanodesTable'
import { TypeUsagePanel } from './TypeUsagePanel'

const route = getRouteApi('/console/datanodes')

export function DatanodesPage() {
  const { cursor, datanode } = route.useSearch()
  const navigate = route.useNavigate()
  const datanodes = useQuery(datanodesQuery(cursor))
  const { data } = datanodes
  return (
    <Page
      title={t('Datanodes')}
      description={t('Who keeps the blocks, how full their disks are, and who is leaving.')}
      aside={<DataAge time={data?.as_of} refetching={datanodes.isFetching} />}
    >
      {datanodes.isError && data && (
        <ErrorState error={datanodes.error} onRetry={() => datanodes.refetch()} />
      )}
      <SimpleGrid cols={{ base: 2, md: 4 }} spacing="sm">
        <DatanodeStats page={data ?? (datanodes.isError ? null : undefined)} />
      </SimpleGrid>
      <DetailsLayout
        label={t('Datanode')}
        half
        onClose={() => navigate({ search: (old) => ({ ...old, datanode: undefined }) })}
        details={datanode !== undefined && <DatanodePanel uuid={datanode} />}
      >
        <DatanodesTable datanodes={datanodes} />
      </DetailsLayout>
      <TypeUsagePanel usage={data?.usage} />
    </Page>
  )
}

/** Null for the page: nothing is known, and the error says why. */
function DatanodeStats({ page }: { page: DatanodePage | null | undefined }) {
  const shown = <Value,>(value: Value) => (page === null ? '–' : page && value)
  const count = (state: string) => page?.states[state] ?? 0
  const capacity = sum(page, 'capacity_bytes')
  const used = sum(page, 'used_bytes')
  const remaining = sum(page, 'remaining_bytes')
  const failed = page?.usage.reduce((total, each) => total + each.failed_storages, 0) ?? 0
  const all = count('live') + count('stale') + count('dead')
  return (
    <>
      <Stat
        label={t('Live')}
        value={shown(t('{count} of {all}', { count: count('live'), all }))}
        hint={
          count('stale') > 0 &&
          t('{count} stale: their heartbeats are late', { count: count('stale') })
        }
      />
      <Stat
        label={t('Dead')}
        value={shown(count('dead'))}
        tone={count('dead') > 0 ? 'bad' : undefined}
        hint={t('No heartbeat for ten minutes')}
      />
      <Stat
        label={t('Free')}
        value={shown(formatBytes(remaining))}
        title={formatBytesExactly(remaining)}
        hint={
          page &&
          t('{used} of {capacity} holds blocks', {
            used: formatShare(used, capacity),
            capacity: formatBytes(capacity),
          })
        }
      />
      <Stat
        label={t('Failed disks')}
        value={shown(failed)}
        tone={failed > 0 ? 'bad' : undefined}
        hint={t('Their blocks are copied from elsewhere')}
      />
    </>
  )
}

function sum(
  page: DatanodePage | null | undefined,
  field: 'capacity_bytes' | 'used_bytes' | 'remaining_bytes',
): number {
  return page?.usage.reduce((total, each) => total + each[field], 0) ?? 0
}
