import { Progress, Text } from '@mantine/core'
import { IconServerOff } from '@tabler/icons-react'
import type { UseQueryResult } from '@tanstack/react-query'
import { getRouteApi } from '@tanstack/react-router'
import { DATANODE_PAGE_ROWS, type DatanodeDetails, type DatanodePage } from '~/api/datanodes'
import { formatBytes, formatBytesExactly } from '~/format/bytes'
import { formatCount, formatShare, percentOf } from '~/format/count'
import { perLanguage, t } from '~/i18n/t'
import { Age } from '~/ui/Age'
import { CursorPager } from '~/ui/CursorPager'
import { Section } from '~/ui/Section'
import { EmptyState, ErrorState, SkeletonRows } from '~/ui/States'
import { StatusDot } from '~/ui/StatusDot'
import { Table } from '~/ui/Table'
import { TablePanel } from '~/ui/TablePanel'
import { TextLink } from '~/ui/TextLink'
import { rowLinkProps, useRowKeys } from '~/ui/useRowKeys'
import { describeState } from './wording'

const route = getRouteApi('/console/datanodes')

const columns = perLanguage(() => [
  { label: t('Datanode') },
  { label: t('State') },
  { label: t('Used'), width: '24%' },
  { label: t('Free'), align: 'right' as const },
  { label: t('Blocks'), align: 'right' as const },
  { label: t('Storages'), align: 'right' as const },
  { label: t('Rack') },
  { label: t('Heartbeat') },
])

export function DatanodesTable({ datanodes }: { datanodes: UseQueryResult<DatanodePage> }) {
  const { cursor, datanode } = route.useSearch()
  const navigate = route.useNavigate()
  const onKeyDown = useRowKeys({})
  const { data } = datanodes
  return (
    <Section title={t('All datanodes')}>
      <TablePanel
        caption={t('Datanodes by host name')}
        columns={columns()}
        stale={datanodes.isPlaceholderData}
        onKeyDown={onKeyDown}
        instead={
          datanodes.isError && !data ? (
            <ErrorState error={datanodes.error} onRetry={() => datanodes.refetch()} />
          ) : data?.items.length === 0 ? (
            <EmptyState icon={<IconServerOff size={24} />} title={t('No datanode has registered')}>
              {t('Files can be listed and moved, but none can be written or read until one does.')}
            </EmptyState>
          ) : undefined
        }
        footer={
          data && (
            <CursorPager
              cursor={cursor}
              nextCursor={data.next_cursor}
              shown={data.items.length}
              limit={DATANODE_PAGE_ROWS}
              noun={t('datanodes')}
              onGo={(next, trail) =>
                navigate({ search: (old) => ({ ...old, cursor: next }), state: { trail } })
              }
            />
          )
        }
      >
        {data ? (
          data.items.map((each) => (
            <DatanodeRow key={each.uuid} datanode={each} selected={each.uuid === datanode} />
          ))
        ) : (
          <SkeletonRows rows={2} columns={columns().length} />
        )}
      </TablePanel>
    </Section>
  )
}

function DatanodeRow({ datanode, selected }: { datanode: DatanodeDetails; selected: boolean }) {
  const { capacity_bytes, used_bytes, remaining_bytes } = datanode
  const { text, tone } = describeState(datanode)
  const failed = datanode.failed_volumes.count
  return (
    <Table.Tr data-selected={selected || undefined}>
      <Table.Td>
        <TextLink
          to="/datanodes"
          search={(old) => ({ ...old, datanode: datanode.uuid })}
          resetScroll={false}
          state={true}
          fw={550}
          {...rowLinkProps}
        >
          {datanode.hostname}
        </TextLink>{' '}
        <Text span ff="monospace" fz="xs" c="dimmed">
          {datanode.address}
        </Text>
      </Table.Td>
      <Table.Td>
        <StatusDot tone={tone}>{text}</StatusDot>
        {datanode.slow_peer && (
          <Text size="xs" component="div">
            <StatusDot tone="busy">{t('slow to send to')}</StatusDot>
          </Text>
        )}
      </Table.Td>
      <Table.Td>
        <Text size="xs" title={formatBytesExactly(used_bytes)}>
          {t('{used_bytes} of {capacity_bytes} ({used_bytes2})', {
            used_bytes: formatBytes(used_bytes),
            capacity_bytes: formatBytes(capacity_bytes),
            used_bytes2: formatShare(used_bytes, capacity_bytes),
          })}
        </Text>
        <Progress
          value={percentOf(used_bytes, capacity_bytes)}
          size={4}
          mt={3}
          aria-label={t('Used on {hostname} {address}', {
            hostname: datanode.hostname,
            address: datanode.address,
          })}
        />
      </Table.Td>
      <Table.Td ta="right" title={formatBytesExactly(remaining_bytes)}>
        {formatBytes(remaining_bytes)}
      </Table.Td>
      <Table.Td ta="right">{formatCount(datanode.blocks)}</Table.Td>
      <Table.Td ta="right">
        {datanode.storages.length}
        {failed > 0 && (
          <Text span inherit c="red">
            {t(' ({failed} failed)', { failed })}
          </Text>
        )}
        {datanode.slow_disks.length > 0 && (
          <Text span inherit c="red">
            {t(' ({slow_disks} slow)', { slow_disks: datanode.slow_disks.length })}
          </Text>
        )}
      </Table.Td>
      <Table.Td ff="monospace" fz="xs">
        {datanode.rack}
      </Table.Td>
      <Table.Td>
        <Age time={datanode.last_heartbeat_at} />
      </Table.Td>
    </Table.Tr>
  )
}
