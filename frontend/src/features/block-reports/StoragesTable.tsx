import { Text } from '@mantine/core'
import { IconFileReport } from '@tabler/icons-react'
import type { UseQueryResult } from '@tanstack/react-query'
import { getRouteApi } from '@tanstack/react-router'
import {
  BLOCK_REPORT_PAGE_ROWS,
  type BlockReportPage,
  type StorageBlockReports,
} from '~/api/block-reports'
import { formatBytes } from '~/format/bytes'
import { formatCount } from '~/format/count'
import { formatDateTime, formatDuration } from '~/format/time'
import { perLanguage, t } from '~/i18n/t'
import { Age } from '~/ui/Age'
import { CursorPager } from '~/ui/CursorPager'
import { Section } from '~/ui/Section'
import { EmptyState, ErrorState, SkeletonRows } from '~/ui/States'
import { reportKindNames } from '~/ui/serverWords'
import { Table } from '~/ui/Table'
import { TablePanel } from '~/ui/TablePanel'
import { TextLink } from '~/ui/TextLink'
import { rowLinkProps, useRowKeys } from '~/ui/useRowKeys'
import { describeBuckets } from './series'

const route = getRouteApi('/console/block-reports')

const columns = perLanguage(() => [
  { label: t('Storage') },
  { label: t('Last report') },
  { label: t('Kind') },
  { label: t('Buckets') },
  { label: t('Replicas'), align: 'right' as const },
  { label: t('Sent'), align: 'right' as const },
  { label: t('Saved'), align: 'right' as const },
  { label: t('Took'), align: 'right' as const },
  { label: t('Namenode') },
  { label: t('Next due') },
])

type StoragesTableProps = {
  reports: UseQueryResult<BlockReportPage>
  selected: number | undefined
}

export function StoragesTable({ reports, selected }: StoragesTableProps) {
  const { cursor } = route.useSearch()
  const navigate = route.useNavigate()
  const onKeyDown = useRowKeys({})
  const { data } = reports
  return (
    <Section title={t('Storages')}>
      <TablePanel
        caption={t('Storages with their last block report')}
        columns={columns()}
        stale={reports.isPlaceholderData}
        onKeyDown={onKeyDown}
        instead={
          reports.isError && !data ? (
            <ErrorState error={reports.error} onRetry={() => reports.refetch()} />
          ) : data?.items.length === 0 ? (
            <EmptyState icon={<IconFileReport size={24} />} title={t('No storage is known')}>
              {t('A storage is known by its datanode’s first heartbeat.')}
            </EmptyState>
          ) : undefined
        }
        footer={
          data && (
            <CursorPager
              cursor={cursor}
              nextCursor={data.next_cursor}
              shown={data.items.length}
              limit={BLOCK_REPORT_PAGE_ROWS}
              noun={t('storages')}
              onGo={(next, trail) =>
                navigate({
                  search: (old) => ({ ...old, cursor: next, storage: undefined }),
                  state: { trail },
                })
              }
            />
          )
        }
      >
        {data ? (
          data.items.map((storage) => (
            <StorageRow
              key={storage.storage_id}
              storage={storage}
              selected={storage.storage_id === selected}
            />
          ))
        ) : (
          <SkeletonRows rows={2} columns={columns().length} />
        )}
      </TablePanel>
    </Section>
  )
}

function StorageRow({ storage, selected }: { storage: StorageBlockReports; selected: boolean }) {
  const { last } = storage
  return (
    <Table.Tr data-selected={selected || undefined}>
      <Table.Td>
        <TextLink
          to="/block-reports"
          search={(old) => ({ ...old, storage: storage.storage_id })}
          resetScroll={false}
          state={true}
          title={storage.storage_uuid}
          {...rowLinkProps}
        >
          {t('{type} no. {storage_id}', { type: storage.type, storage_id: storage.storage_id })}
        </TextLink>{' '}
        <Text span ff="monospace" fz="xs" c="dimmed">
          {storage.datanode_address ?? storage.datanode_uuid}
        </Text>
      </Table.Td>
      {last === null ? (
        <Table.Td colSpan={columns().length - 1} c="dimmed">
          {t('No report yet')}
        </Table.Td>
      ) : (
        <>
          <Table.Td>
            <Age time={last.started_at} />
          </Table.Td>
          <Table.Td
            title={
              storage.last_full_at
                ? t('Last full report {last_full_at}', {
                    last_full_at: formatDateTime(storage.last_full_at),
                  })
                : t('No full report yet')
            }
          >
            {reportKindNames()[last.kind]}
          </Table.Td>
          <Table.Td
            title={t('{buckets_matching} matching, {buckets_mismatching} mismatching', {
              buckets_matching: formatCount(last.buckets_matching),
              buckets_mismatching: formatCount(last.buckets_mismatching),
            })}
          >
            {describeBuckets(last)}
          </Table.Td>
          <Table.Td ta="right">{formatCount(last.replicas)}</Table.Td>
          <Table.Td ta="right">{formatBytes(last.bytes_received)}</Table.Td>
          <Table.Td ta="right">{formatBytes(last.bytes_saved)}</Table.Td>
          <Table.Td ta="right">{formatDuration(last.duration_ms)}</Table.Td>
          <Table.Td>{last.namenode ?? t('gone')}</Table.Td>
          <Table.Td style={{ whiteSpace: 'nowrap' }}>
            {last.next_due_at === null ? t('its datanode knows') : formatDateTime(last.next_due_at)}
          </Table.Td>
        </>
      )}
    </Table.Tr>
  )
}
