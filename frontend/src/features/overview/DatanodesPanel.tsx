import { Progress, Text } from '@mantine/core'
import { IconServerOff } from '@tabler/icons-react'
import type { UseQueryResult } from '@tanstack/react-query'
import type { Cluster, Datanode } from '~/api/cluster'
import { formatBytes, formatBytesExactly } from '~/format/bytes'
import { formatCount, formatShare, percentOf } from '~/format/count'
import { perLanguage, t } from '~/i18n/t'
import { Age } from '~/ui/Age'
import { Section } from '~/ui/Section'
import { EmptyState, ErrorState, SkeletonRows } from '~/ui/States'
import { StatusDot, type Tone } from '~/ui/StatusDot'
import { datanodeStateNames } from '~/ui/serverWords'
import { Table } from '~/ui/Table'
import { TablePanel } from '~/ui/TablePanel'

const columns = perLanguage(() => [
  { label: t('Datanode') },
  { label: t('State') },
  { label: t('Used'), width: '24%' },
  { label: t('Free'), align: 'right' as const },
  { label: t('Blocks'), align: 'right' as const },
  { label: t('Volumes'), align: 'right' as const },
  { label: t('Version') },
  { label: t('Heartbeat') },
])

const TONES: Record<Datanode['state'], Tone> = { live: 'good', stale: 'busy', dead: 'bad' }

export function DatanodesPanel({ cluster }: { cluster: UseQueryResult<Cluster> }) {
  return (
    <Section title={t('Datanodes')}>
      <TablePanel
        caption={t('Datanodes')}
        columns={columns()}
        instead={
          cluster.isError && !cluster.data ? (
            <ErrorState error={cluster.error} onRetry={() => cluster.refetch()} />
          ) : cluster.data?.datanodes.length === 0 ? (
            <EmptyState icon={<IconServerOff size={24} />} title={t('No datanode has registered')}>
              {t('Files can be listed and moved, but none can be written or read until one does.')}
            </EmptyState>
          ) : undefined
        }
      >
        {cluster.data ? (
          cluster.data.datanodes.map((datanode) => (
            <DatanodeRow key={datanode.uuid} datanode={datanode} />
          ))
        ) : (
          <SkeletonRows rows={1} columns={columns().length} />
        )}
      </TablePanel>
    </Section>
  )
}

function DatanodeRow({ datanode }: { datanode: Datanode }) {
  const { capacity_bytes, used_bytes, remaining_bytes, storages } = datanode
  const failed = storages.filter((storage) => storage.state === 'failed').length
  return (
    <Table.Tr>
      <Table.Td>
        <Text span inherit fw={550}>
          {datanode.hostname}
        </Text>{' '}
        <Text span ff="monospace" fz="xs" c="dimmed">
          {datanode.address}
        </Text>
      </Table.Td>
      <Table.Td>
        <StatusDot tone={TONES[datanode.state]}>{datanodeStateNames()[datanode.state]}</StatusDot>
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
          aria-label={t('Used on {hostname}', { hostname: datanode.hostname })}
        />
      </Table.Td>
      <Table.Td ta="right" title={formatBytesExactly(remaining_bytes)}>
        {formatBytes(remaining_bytes)}
      </Table.Td>
      <Table.Td ta="right">{formatCount(datanode.block_count)}</Table.Td>
      <Table.Td ta="right">
        {storages.length}
        {failed > 0 && (
          <Text span inherit c="red">
            {t(' ({failed} failed)', { failed })}
          </Text>
        )}
      </Table.Td>
      <Table.Td>{datanode.version}</Table.Td>
      <Table.Td>
        <Age time={datanode.last_heartbeat_at} />
      </Table.Td>
    </Table.Tr>
  )
}
