import { Badge, Group, Text } from '@mantine/core'
import type { UseQueryResult } from '@tanstack/react-query'
import type { Cluster, Namenode } from '~/api/cluster'
import { perLanguage, t } from '~/i18n/t'
import { Age } from '~/ui/Age'
import { NamenodeStateDot } from '~/ui/NamenodeStateDot'
import { Section } from '~/ui/Section'
import { ErrorState, SkeletonRows } from '~/ui/States'
import { Table } from '~/ui/Table'
import { TablePanel } from '~/ui/TablePanel'

const columns = perLanguage(() => [
  { label: t('Namenode') },
  { label: t('State') },
  { label: 'RPC' },
  { label: 'HTTP' },
  { label: t('Started') },
  { label: t('Heartbeat') },
])

export function NamenodesPanel({ cluster }: { cluster: UseQueryResult<Cluster> }) {
  return (
    <Section
      title={t('Namenodes')}
      aside={
        cluster.data && (
          <Text size="xs" c="dimmed">
            {cluster.data.store === 'embedded' ? t('Embedded store') : t('NDB store')}
          </Text>
        )
      }
    >
      <TablePanel
        caption={t('Namenodes')}
        columns={columns()}
        instead={
          cluster.isError && !cluster.data ? (
            <ErrorState error={cluster.error} onRetry={() => cluster.refetch()} />
          ) : undefined
        }
      >
        {cluster.data ? (
          cluster.data.namenodes.map((namenode) => (
            <NamenodeRow key={namenode.name} namenode={namenode} />
          ))
        ) : (
          <SkeletonRows rows={2} columns={columns().length} />
        )}
      </TablePanel>
    </Section>
  )
}

function NamenodeRow({ namenode }: { namenode: Namenode }) {
  return (
    <Table.Tr>
      <Table.Td>
        <Group gap={8} wrap="nowrap">
          <Text span inherit fw={550}>
            {namenode.name}
          </Text>
          {namenode.role === 'leader' && <Badge>{t('Leader')}</Badge>}
        </Group>
      </Table.Td>
      <Table.Td>
        <NamenodeStateDot state={namenode.state} />
      </Table.Td>
      <Table.Td ff="monospace" fz="xs">
        {namenode.rpc_address}
      </Table.Td>
      <Table.Td ff="monospace" fz="xs">
        {namenode.http_address}
      </Table.Td>
      <Table.Td>
        <Age time={namenode.started_at} />
      </Table.Td>
      <Table.Td>
        <Age time={namenode.last_heartbeat_at} />
      </Table.Td>
    </Table.Tr>
  )
}
