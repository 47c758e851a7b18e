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
import { Age, DataAge } from '~/ui/Age'
import { CopyButton } from '~/ui/CopyButton'
import { Fact, Facts } from '~/ui/Facts'
import { ErrorState } from '~/ui/States'
import { StatusDot } from '~/ui/StatusDot'
import { Table } from '~/ui/Table'
import { TablePanel } from '~/ui/TablePanel'
import { FileLink } from './links'
import { describeBlock, describeEvent, describeReplica, placeOf, unitName } from './wording'

const route = getRouteApi('/console/blocks')

const replicaColumns = [
  { label: 'Datanode' },
  { label: 'Replica' },
  { label: 'Storage' },
  { label: 'Length', align: 'right' as const },
  { label: 'Since' },
]

const unitColumn = { label: 'Unit' }

const eventColumns = [{ label: 'When' }, { label: 'What' }, { label: 'Datanode' }, { label: 'Why' }]

/** One block, beside the list: its file, its replicas, and what happened to them. */
export function BlockPanel({ blockId }: { blockId: string }) {
  const navigate = route.useNavigate()
  const block = useQuery(blockQuery(blockId))
  return (
    <Paper component="aside" aria-label="Block" p="md">
      <Stack gap="sm">
        <Group justify="space-between" wrap="nowrap" align="flex-start">
          <Title order={2}>
            {block.data?.group ? 'Block group' : 'Block'} {block.data?.block_id ?? blockId}
          </Title>
          <Group gap="xs" wrap="nowrap">
            {block.data && <DataAge time={block.data.as_of} refetching={block.isFetching} />}
            <CloseButton
              size="sm"
              aria-label="Close block"
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
        <Fact name="State">
          <StatusDot tone={tone}>{text}</StatusDot>{' '}
          {block.insufficient && (
            <Text span size="xs" c="dimmed">
              since <Age time={block.insufficient.since} />
            </Text>
          )}
        </Fact>
        <Fact name="File">
          <FileLink path={block.path} inodeId={block.inode_id} />{' '}
          {block.path !== null && <CopyButton value={block.path} what="path" />}
        </Fact>
        <Fact name="Place">block {block.index + 1} of its file</Fact>
        <Fact name={block.group ? 'Good units' : 'Good replicas'}>
          {block.good_replicas} of {block.wanted_replicas ?? '?'} wanted
        </Fact>
        {block.group && <GroupFacts group={block.group} />}
        <Fact name="Length">
          <span title={formatBytesExactly(block.length_bytes)}>
            {formatBytes(block.length_bytes)}
          </span>
        </Fact>
        <Fact name="Generation">{block.generation_stamp}</Fact>
      </Facts>
      <Title order={3}>{block.group ? 'Units' : 'Replicas'}</Title>
      <TablePanel
        caption="Replicas of this block"
        columns={block.group ? [unitColumn, ...replicaColumns] : replicaColumns}
        instead={
          block.replicas.length === 0 ? (
            <Text size="sm" p="sm">
              No datanode has reported a replica.
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
      <Title order={3}>What happened</Title>
      <TablePanel
        caption="What happened to the replicas of this block, newest first"
        columns={block.group ? [unitColumn, ...eventColumns] : eventColumns}
        instead={
          block.events.length === 0 ? (
            <Text size="sm" p="sm" c="dimmed">
              No replica of it was corrupt or vanished within the time that events are kept.
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
      <Fact name="Policy">
        {group.policy}: {group.data_units} data and {group.parity_units} parity units, any{' '}
        {group.needed} of them are enough to read
      </Fact>
      {group.missing.length > 0 && (
        <Fact name="Missing units">
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
            {replica.reason ?? `generation ${replica.generation_stamp}`}
          </Text>
        )}
      </Table.Td>
      <Table.Td title={storage.storage_uuid}>
        no. {storage.storage_id}, {storage.storage_state.replace('_', ' ')}
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
