import { CloseButton, Group, Paper, Skeleton, Stack, Text, Title } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import { getRouteApi } from '@tanstack/react-router'
import { type DatanodeDetails, type DatanodeStorage, datanodeQuery } from '~/api/datanodes'
import { formatBytes } from '~/format/bytes'
import { formatCount, plural } from '~/format/count'
import { Age } from '~/ui/Age'
import { CopyButton } from '~/ui/CopyButton'
import { Fact, Facts } from '~/ui/Facts'
import { PathText } from '~/ui/PathText'
import { ErrorState } from '~/ui/States'
import { StatusDot } from '~/ui/StatusDot'
import { Table } from '~/ui/Table'
import { TablePanel } from '~/ui/TablePanel'
import { describeCondition, describeSlowDisk, describeState, formatMs } from './wording'

const route = getRouteApi('/console/datanodes')

const columns = [
  { label: 'Storage' },
  { label: 'Judged' },
  { label: 'Used', align: 'right' as const },
  { label: 'Free', align: 'right' as const },
  { label: 'Blocks', align: 'right' as const },
]

/** Everything about one datanode, beside the list. */
export function DatanodePanel({ uuid }: { uuid: string }) {
  const navigate = route.useNavigate()
  const answer = useQuery(datanodeQuery(uuid))
  const datanode = answer.data?.datanode
  return (
    <Paper component="aside" aria-label="Datanode" p="md">
      <Stack gap="sm">
        <Group justify="space-between" wrap="nowrap" align="flex-start">
          <Title order={2}>{datanode?.hostname ?? 'Datanode'}</Title>
          <CloseButton
            size="sm"
            aria-label="Close datanode"
            onClick={() => navigate({ search: (old) => ({ ...old, datanode: undefined }) })}
          />
        </Group>
        {answer.isError && !datanode && (
          <ErrorState error={answer.error} onRetry={() => answer.refetch()} />
        )}
        {answer.isPending && <Skeleton height={180} aria-busy="true" />}
        {datanode && <DatanodeFacts datanode={datanode} />}
      </Stack>
    </Paper>
  )
}

function DatanodeFacts({ datanode }: { datanode: DatanodeDetails }) {
  const { text, tone } = describeState(datanode)
  const { count, locations, last_failed_at, capacity_lost_bytes } = datanode.failed_volumes
  return (
    <>
      <Facts>
        <Fact name="State">
          <StatusDot tone={tone}>{text}</StatusDot>
        </Fact>
        <Fact name="Heartbeat">
          <Age time={datanode.last_heartbeat_at} />
        </Fact>
        <Fact name="UUID">
          <PathText path={datanode.uuid} wrap /> <CopyButton value={datanode.uuid} what="UUID" />
        </Fact>
        <Fact name="Addresses">
          <Text span ff="monospace" fz="xs">
            {datanode.address} data, {datanode.http_address} HTTP, {datanode.ipc_address} control
          </Text>
        </Fact>
        <Fact name="Rack">{datanode.rack}</Fact>
        <Fact name="Version">{datanode.version}</Fact>
        <Fact name="Transfers">{plural(datanode.transfers, 'connection')}</Fact>
        <Fact name="Used by others">{formatBytes(datanode.non_dfs_used_bytes)}</Fact>
        {count > 0 && (
          <Fact name="Failed disks">
            {count}, {formatBytes(capacity_lost_bytes)} lost <Age time={last_failed_at} />
            {locations.map((location) => (
              <div key={location}>
                <PathText path={location} wrap />
              </div>
            ))}
          </Fact>
        )}
        {datanode.slow_peer && (
          <Fact name="Slow to send to">
            A packet takes {formatMs(datanode.slow_peer.latency_ms)} as a mean, where{' '}
            {formatMs(datanode.slow_peer.limit_ms)} would be usual (told by{' '}
            {plural(datanode.slow_peer.reporters, 'datanode')})
          </Fact>
        )}
        {datanode.slow_disks.length > 0 && (
          <Fact name="Slow disks">
            {datanode.slow_disks.map((disk) => (
              <div key={disk.disk}>
                <PathText path={disk.disk} wrap /> {describeSlowDisk(disk)}
              </div>
            ))}
          </Fact>
        )}
      </Facts>
      <TablePanel caption={`Storages of ${datanode.hostname}`} columns={columns}>
        {datanode.storages.map((storage) => (
          <StorageRow key={storage.uuid} storage={storage} />
        ))}
      </TablePanel>
    </>
  )
}

function StorageRow({ storage }: { storage: DatanodeStorage }) {
  const judged = describeCondition(storage.condition)
  return (
    <Table.Tr>
      <Table.Td>
        <Text span fw={550} title={storage.uuid}>
          {storage.type}
        </Text>{' '}
        <Text span size="xs" c="dimmed">
          {storage.storage_id === null ? 'no number yet' : `no. ${storage.storage_id}`}
          {storage.state !== 'normal' && `, ${storage.state.replace('_', ' ')}`}
        </Text>
      </Table.Td>
      <Table.Td>
        <StatusDot tone={judged.tone}>{judged.text}</StatusDot>
        <Text size="xs" c="dimmed" component="div">
          {storage.insufficient > 0
            ? `${plural(storage.insufficient, 'block')} keep it`
            : storage.checking
              ? 'blocks are looked through'
              : storage.condition_since && (
                  <>
                    since <Age time={storage.condition_since} />
                  </>
                )}
        </Text>
      </Table.Td>
      <Table.Td ta="right">{formatBytes(storage.used_bytes)}</Table.Td>
      <Table.Td ta="right">{formatBytes(storage.remaining_bytes)}</Table.Td>
      <Table.Td ta="right">{formatCount(storage.blocks)}</Table.Td>
    </Table.Tr>
  )
}
