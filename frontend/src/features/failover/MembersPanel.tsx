import { Badge, Group, Text } from '@mantine/core'
import type { UseQueryResult } from '@tanstack/react-query'
import type { Cluster, Namenode } from '~/api/cluster'
import { perLanguage, t } from '~/i18n/t'
import { Age } from '~/ui/Age'
import { Section } from '~/ui/Section'
import { ErrorState, SkeletonRows } from '~/ui/States'
import { StatusDot, type Tone } from '~/ui/StatusDot'
import { namenodeStateNames } from '~/ui/serverWords'
import { Table } from '~/ui/Table'
import { TablePanel } from '~/ui/TablePanel'

const columns = perLanguage(() => [
  { label: t('Namenode') },
  { label: t('State') },
  { label: t('Id'), align: 'right' as const },
  { label: t('Epoch seen'), align: 'right' as const },
  { label: t('Last heartbeat') },
  { label: t('Started') },
])

const TONES: Record<Namenode['state'], Tone> = { live: 'good', stopped: 'off', dead: 'bad' }

export function MembersPanel({ cluster }: { cluster: UseQueryResult<Cluster> }) {
  return (
    <Section title={t('Namenodes')}>
      <TablePanel
        caption={t('Namenodes with their state in the election')}
        columns={columns()}
        instead={
          cluster.isError && !cluster.data ? (
            <ErrorState error={cluster.error} onRetry={() => cluster.refetch()} />
          ) : undefined
        }
      >
        {cluster.data ? (
          cluster.data.namenodes.map((namenode) => (
            <MemberRow key={`${namenode.name} ${namenode.id}`} namenode={namenode} />
          ))
        ) : (
          <SkeletonRows rows={2} columns={columns().length} />
        )}
      </TablePanel>
    </Section>
  )
}

function MemberRow({ namenode }: { namenode: Namenode }) {
  return (
    <Table.Tr>
      <Table.Td>
        <Group gap={8} wrap="nowrap">
          <Text span inherit fw={550} title={namenode.rpc_address}>
            {namenode.name}
          </Text>
          {namenode.role === 'leader' && <Badge>{t('Leader')}</Badge>}
        </Group>
      </Table.Td>
      <Table.Td>
        <StatusDot tone={TONES[namenode.state]}>{namenodeStateNames()[namenode.state]}</StatusDot>
      </Table.Td>
      <Table.Td ta="right">{namenode.id}</Table.Td>
      <Table.Td ta="right">{namenode.epoch}</Table.Td>
      <Table.Td>
        <Age time={namenode.last_heartbeat_at} />
      </Table.Td>
      <Table.Td>
        <Age time={namenode.started_at} />
      </Table.Td>
    </Table.Tr>
  )
}
