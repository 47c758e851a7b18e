import { Badge, Group, Stack, Text } from '@mantine/core'
import { type UseQueryResult, useSuspenseQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { mayEverywhere, meQuery } from '~/api/auth'
import type { Cluster, Namenode } from '~/api/cluster'
import { Trans } from '~/i18n/Trans'
import { perLanguage, t } from '~/i18n/t'
import { ActionButton } from '~/ui/ActionButton'
import { Age } from '~/ui/Age'
import { NamenodeStateDot } from '~/ui/NamenodeStateDot'
import { Section } from '~/ui/Section'
import { ErrorState, SkeletonRows } from '~/ui/States'
import { Table } from '~/ui/Table'
import { TablePanel } from '~/ui/TablePanel'
import { NamenodeChanges } from './NamenodeChanges'
import { NamenodeServiceDialog, type NamenodeWish } from './NamenodeServiceDialog'

const columns = perLanguage(() => [
  { label: t('Namenode') },
  { label: t('State') },
  { label: t('Id'), align: 'right' as const },
  { label: t('Epoch seen'), align: 'right' as const },
  { label: t('Last heartbeat') },
  { label: t('Started') },
])

export function MembersPanel({ cluster }: { cluster: UseQueryResult<Cluster> }) {
  const { data: me } = useSuspenseQuery(meQuery())
  const [wish, setWish] = useState<NamenodeWish>()
  const manages = mayEverywhere(me, 'manage_namenodes')
  const shown = manages ? [...columns(), { label: t('Service') }] : columns()
  const names = [...new Set(cluster.data?.namenodes.map((each) => each.name))]
  return (
    <Section title={t('Namenodes')}>
      <Stack gap="xs">
        <TablePanel
          caption={t('Namenodes with their state in the election')}
          columns={shown}
          instead={
            cluster.isError && !cluster.data ? (
              <ErrorState error={cluster.error} onRetry={() => cluster.refetch()} />
            ) : undefined
          }
        >
          {cluster.data ? (
            cluster.data.namenodes.map((namenode) => (
              <MemberRow
                key={`${namenode.name} ${namenode.id}`}
                namenode={namenode}
                onWish={manages ? setWish : undefined}
              />
            ))
          ) : (
            <SkeletonRows rows={2} columns={shown.length} />
          )}
        </TablePanel>
        {manages && names.map((name) => <NamenodeChanges key={name} name={name} />)}
      </Stack>
      <NamenodeServiceDialog wish={wish} onClose={() => setWish(undefined)} />
    </Section>
  )
}

type MemberRowProps = {
  namenode: Namenode
  /** Absent for who may change nothing here. */
  onWish: ((wish: NamenodeWish) => void) | undefined
}

function MemberRow({ namenode, onWish }: MemberRowProps) {
  return (
    <Table.Tr>
      <Table.Td>
        <Group gap={8} wrap="nowrap">
          <Text span inherit fw={550} title={namenode.rpc_address}>
            {namenode.name}
          </Text>
          {namenode.role === 'leader' && <Badge style={{ flexShrink: 0 }}>{t('Leader')}</Badge>}
        </Group>
      </Table.Td>
      <Table.Td>
        <NamenodeStateDot state={namenode.state} />
        {namenode.drained && (
          <Text size="xs" c="dimmed">
            <Trans
              message="{by} asked for it {since}"
              values={{ by: namenode.drained.by, since: <Age time={namenode.drained.since} /> }}
            />
          </Text>
        )}
      </Table.Td>
      <Table.Td ta="right">{namenode.id === 0 ? '–' : namenode.id}</Table.Td>
      <Table.Td ta="right">{namenode.epoch === 0 ? '–' : namenode.epoch}</Table.Td>
      <Table.Td>
        <Age time={namenode.last_heartbeat_at} />
      </Table.Td>
      <Table.Td>
        <Age time={namenode.started_at} />
      </Table.Td>
      {onWish && (
        <Table.Td ta="right">
          <ServiceButton namenode={namenode} onWish={onWish} />
        </Table.Td>
      )}
    </Table.Tr>
  )
}

function ServiceButton({
  namenode: { name, state },
  onWish,
}: {
  namenode: Namenode
  onWish: (wish: NamenodeWish) => void
}) {
  const service = state === 'live' ? 'drained' : 'in_service'
  const label = service === 'drained' ? t('Drain…') : t('Start…')
  return (
    <ActionButton
      size="xs"
      variant="default"
      aria-label={`${label} ${name}`}
      onClick={() => onWish({ name, service })}
    >
      {label}
    </ActionButton>
  )
}
