import { CloseButton, Group, Paper, Skeleton, Stack, Text, Title } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import { getRouteApi } from '@tanstack/react-router'
import {
  type Block,
  type BlockGroup,
  blockQuery,
  type Replica,
  type ReplicaEvent,
} from '~/api/blocks'
import { formatBytes, formatBytesExactly } from '~/format/bytes'
import { formatDateTime } from '~/format/time'
import { Trans } from '~/i18n/Trans'
import { perLanguage, t } from '~/i18n/t'
import { Age, DataAge } from '~/ui/Age'
import { CopyButton } from '~/ui/CopyButton'
import { Fact, Facts } from '~/ui/Facts'
import { ErrorState } from '~/ui/States'
import { StatusDot } from '~/ui/StatusDot'
import { storageConditionNames } from '~/ui/serverWords'
import { Table } from '~/ui/Table'
import { TablePanel } from '~/ui/TablePanel'
import { FileLink } from './links'
import { describeBlock, describeEvent, describeReplica, placeOf, unitName } from './wording'

const route = getRouteApi('/console/blocks')

const replicaColumns = perLanguage(() => [
  { label: t('Datanode') },
  { label: t('Replica') },
  { label: t('Storage') },
  { label: t('Length'), align: 'right' as const },
  { label: t('Since') },
])

const unitColumn = perLanguage(() => ({ label: t('Unit') }))

const eventColumns = perLanguage(() => [
  { label: t('When') },
  { label: t('What') },
  { label: t('Datanode') },
  { label: t('Why') },
])

/** One block, beside the list: its file, its replicas, and what happened to them. */
export function BlockPanel({ blockId }: { blockId: string }) {
  const navigate = route.useNavigate()
  const block = useQuery(blockQuery(blockId))
  return (
    <Paper component="aside" aria-label={t('Block')} p="md">
      <Stack gap="sm">
        <Group justify="space-between" wrap="nowrap" align="flex-start">
          <Title order={2}>
            {block.data?.group ? t('Block group') : t('Block')} {block.data?.block_id ?? blockId}
          </Title>
          <Group gap="xs" wrap="nowrap">
            {block.data && <DataAge time={block.data.as_of} refetching={block.isFetching} />}
            <CloseButton
              size="sm"
              aria-label={t('Close block')}
              onClick={() => navigate({ search: (old) => ({ ...old, block: undefined }) })}
            />
          </Group>
        </Group>
        {block.isError && <ErrorState error={block.error} onRetry={() => block.refetch()} />}
        {block.isPending && <Skeleton height={220} aria-busy="true" />}
        {block.data && !block.isError && <BlockDetails block={block.data} />}
      </Stack>
    </Paper>
  )
}

function BlockDetails({ block }: { block: Block }) {
  const { text, tone } = describeBlock(block)
  return (
    <>
      <Facts>
        <Fact name={t('State')}>
          <StatusDot tone={tone}>{text}</StatusDot>{' '}
          {block.insufficient && (
            <Text span size="xs" c="dimmed">
              <Trans
                message="since {age}"
                values={{ age: <Age time={block.insufficient.since} /> }}
              />
            </Text>
          )}
        </Fact>
        <Fact name={t('File')}>
          <FileLink path={block.path} inodeId={block.inode_id} />{' '}
          {block.path !== null && <CopyButton value={block.path} what={t('path')} />}
        </Fact>
        <Fact name={t('Place')}>{t('block {index} of its file', { index: block.index + 1 })}</Fact>
        <Fact name={block.group ? t('Good units') : t('Good replicas')}>
          {t('{good_replicas} of {wanted_replicas} wanted', {
            good_replicas: block.good_replicas,
            wanted_replicas: block.wanted_replicas ?? '?',
          })}
        </Fact>
        {block.group && <GroupFacts group={block.group} />}
        <Fact name={t('Length')}>
          <span title={formatBytesExactly(block.length_bytes)}>
            {formatBytes(block.length_bytes)}
          </span>
        </Fact>
        <Fact name={t('Generation')}>{block.generation_stamp}</Fact>
      </Facts>
      <Title order={3}>{block.group ? t('Units') : t('Replicas')}</Title>
      <TablePanel
        caption={t('Replicas of this block')}
        columns={block.group ? [unitColumn(), ...replicaColumns()] : replicaColumns()}
        instead={
          block.replicas.length === 0 ? (
            <Text size="sm" p="sm">
              {t('No datanode has reported a replica.')}
            </Text>
          ) : undefined
        }
      >
        {block.replicas.map((replica) => (
          <ReplicaRow
            key={`${replica.unit} ${replica.storage.storage_id} ${replica.state}`}
            replica={replica}
            group={block.group}
            blockStamp={block.generation_stamp}
          />
        ))}
      </TablePanel>
      <Title order={3}>{t('What happened')}</Title>
      <TablePanel
        caption={t('What happened to the replicas of this block, newest first')}
        columns={block.group ? [unitColumn(), ...eventColumns()] : eventColumns()}
        instead={
          block.events.length === 0 ? (
            <Text size="sm" p="sm" c="dimmed">
              {t('No replica of it was corrupt or vanished within the time that events are kept.')}
            </Text>
          ) : undefined
        }
      >
        {block.events.map((event) => (
          <EventRow
            key={`${event.at} ${event.kind} ${event.unit} ${event.storage.storage_id}`}
            event={event}
            group={block.group}
          />
        ))}
      </TablePanel>
    </>
  )
}

function GroupFacts({ group }: { group: BlockGroup }) {
  return (
    <>
      <Fact name={t('Policy')}>
        {t(
          '{policy}: {data_units} data and {parity_units} parity units, any {needed} of them are enough to read',
          {
            policy: group.policy,
            data_units: group.data_units,
            parity_units: group.parity_units,
            needed: group.needed,
          },
        )}
      </Fact>
      {group.missing.length > 0 && (
        <Fact name={t('Missing units')}>
          <StatusDot tone="bad">
            {group.missing.map((unit) => unitName(unit, group)).join(', ')}
          </StatusDot>
        </Fact>
      )}
    </>
  )
}

/** Which unit of its group something is about; no cell for a contiguous block. */
function UnitCell({ unit, group }: { unit: number | null; group: BlockGroup | null }) {
  if (group === null) return null
  return <Table.Td>{unit === null ? '–' : unitName(unit, group)}</Table.Td>
}

interface ReplicaRowProps {
  replica: Replica
  group: BlockGroup | null
  blockStamp: number
}

function ReplicaRow({ replica, group, blockStamp }: ReplicaRowProps) {
  const { text, tone } = describeReplica(replica)
  const { storage } = replica
  return (
    <Table.Tr>
      <UnitCell unit={replica.unit} group={group} />
      <Table.Td ff="monospace" fz="xs">
        {placeOf(storage)}
      </Table.Td>
      <Table.Td>
        <StatusDot tone={tone}>{text}</StatusDot>
        {(replica.reason !== null || replica.generation_stamp !== blockStamp) && (
          <Text size="xs" c="dimmed" component="div">
            {replica.reason ??
              t('generation {generation_stamp}', { generation_stamp: replica.generation_stamp })}
          </Text>
        )}
      </Table.Td>
      <Table.Td title={storage.storage_uuid}>
        {t('no. {storage_id}, {state}', {
          storage_id: storage.storage_id,
          state: storageConditionNames()[storage.storage_state],
        })}
      </Table.Td>
      <Table.Td ta="right" title={formatBytesExactly(replica.length_bytes)}>
        {formatBytes(replica.length_bytes)}
      </Table.Td>
      <Table.Td>
        <Age time={replica.since} />
      </Table.Td>
    </Table.Tr>
  )
}

function EventRow({ event, group }: { event: ReplicaEvent; group: BlockGroup | null }) {
  const { text, tone } = describeEvent(event.kind)
  return (
    <Table.Tr>
      <UnitCell unit={event.unit} group={group} />
      <Table.Td style={{ whiteSpace: 'nowrap' }}>
        <time dateTime={event.at}>{formatDateTime(event.at)}</time>
      </Table.Td>
      <Table.Td style={{ whiteSpace: 'nowrap' }}>
        <StatusDot tone={tone}>{text}</StatusDot>
      </Table.Td>
      <Table.Td ff="monospace" fz="xs">
        {placeOf(event.storage)}
      </Table.Td>
      <Table.Td>{event.detail ?? '–'}</Table.Td>
    </Table.Tr>
  )
}
