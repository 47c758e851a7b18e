import { CloseButton, Group, Paper, Skeleton, Stack, Text, Title } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import { getRouteApi } from '@tanstack/react-router'
import { type DatanodeDetails, type DatanodeStorage, datanodeQuery } from '~/api/datanodes'
import { formatBytes } from '~/format/bytes'
import { formatCount, plural } from '~/format/count'
import { Trans } from '~/i18n/Trans'
import { perLanguage, t } from '~/i18n/t'
import { Age } from '~/ui/Age'
import { CopyButton } from '~/ui/CopyButton'
import { Fact, Facts } from '~/ui/Facts'
import { PathText } from '~/ui/PathText'
import { ErrorState } from '~/ui/States'
import { StatusDot } from '~/ui/StatusDot'
import { storageStateNames } from '~/ui/serverWords'
import { Table } from '~/ui/Table'
import { TablePanel } from '~/ui/TablePanel'
import { ServiceSection } from './ServiceSection'
import { describeCondition, describeSlowDisk, describeState, formatMs } from './wording'

const route = getRouteApi('/console/datanodes')

const columns = perLanguage(() => [
  { label: t('Storage') },
  { label: t('Judged') },
  { label: t('Used'), align: 'right' as const },
  { label: t('Free'), align: 'right' as const },
  { label: t('Blocks'), align: 'right' as const },
])

/** Everything about one datanode, beside the list. */
export function DatanodePanel({ uuid }: { uuid: string }) {
  const navigate = route.useNavigate()
  const answer = useQuery(datanodeQuery(uuid))
  const datanode = answer.data?.datanode
  return (
    <Paper component="aside" aria-label={t('Datanode')} p="md">
      <Stack gap="sm">
        <Group justify="space-between" wrap="nowrap" align="flex-start">
          <Title order={2}>{datanode?.hostname ?? t('Datanode')}</Title>
          <CloseButton
            size="sm"
            aria-label={t('Close datanode')}
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
        <Fact name={t('State')}>
          <StatusDot tone={tone}>{text}</StatusDot>
        </Fact>
        <Fact name={t('Heartbeat')}>
          <Age time={datanode.last_heartbeat_at} />
        </Fact>
        <Fact name="UUID">
          <PathText path={datanode.uuid} wrap /> <CopyButton value={datanode.uuid} what="UUID" />
        </Fact>
        <Fact name={t('Addresses')}>
          <Text span ff="monospace" fz="xs">
            {t('{address} data, {http_address} HTTP, {ipc_address} control', {
              address: datanode.address,
              http_address: datanode.http_address,
              ipc_address: datanode.ipc_address,
            })}
          </Text>
        </Fact>
        <Fact name={t('Rack')}>{datanode.rack}</Fact>
        <Fact name={t('Version')}>{datanode.version}</Fact>
        <Fact name={t('Transfers')}>{plural(datanode.transfers, 'connection')}</Fact>
        <Fact name={t('Used by others')}>{formatBytes(datanode.non_dfs_used_bytes)}</Fact>
        {count > 0 && (
          <Fact name={t('Failed disks')}>
            <Trans
              message="{count}, {lost} lost {age}"
              values={{
                count,
                lost: formatBytes(capacity_lost_bytes),
                age: <Age time={last_failed_at} />,
              }}
            />
            {locations.map((location) => (
              <div key={location}>
                <PathText path={location} wrap />
              </div>
            ))}
          </Fact>
        )}
        {datanode.slow_peer && (
          <Fact name={t('Slow to send to')}>
            {t(
              'A packet takes {latency_ms} as a mean, where {limit_ms} would be usual (told by {datanodes})',
              {
                latency_ms: formatMs(datanode.slow_peer.latency_ms),
                limit_ms: formatMs(datanode.slow_peer.limit_ms),
                datanodes: plural(datanode.slow_peer.reporters, 'datanode'),
              },
            )}
          </Fact>
        )}
        {datanode.slow_disks.length > 0 && (
          <Fact name={t('Slow disks')}>
            {datanode.slow_disks.map((disk) => (
              <div key={disk.disk}>
                <PathText path={disk.disk} wrap /> {describeSlowDisk(disk)}
              </div>
            ))}
          </Fact>
        )}
      </Facts>
      <ServiceSection datanode={datanode} />
      <TablePanel
        caption={t('Storages of {hostname}', { hostname: datanode.hostname })}
        columns={columns()}
      >
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
          {storage.storage_id === null
            ? t('no number yet')
            : t('no. {storage_id}', { storage_id: storage.storage_id })}
          {storage.state !== 'normal' && `, ${storageStateNames()[storage.state]}`}
        </Text>
      </Table.Td>
      <Table.Td>
        <StatusDot tone={judged.tone}>{judged.text}</StatusDot>
        <Text size="xs" c="dimmed" component="div">
          {storage.insufficient > 0
            ? t('{blocks} keep it', { blocks: plural(storage.insufficient, 'block') })
            : storage.checking
              ? t('blocks are looked through')
              : storage.condition_since && (
                  <Trans
                    message="since {age}"
                    values={{ age: <Age time={storage.condition_since} /> }}
                  />
                )}
        </Text>
      </Table.Td>
      <Table.Td ta="right">{formatBytes(storage.used_bytes)}</Table.Td>
      <Table.Td ta="right">{formatBytes(storage.remaining_bytes)}</Table.Td>
      <Table.Td ta="right">{formatCount(storage.blocks)}</Table.Td>
    </Table.Tr>
  )
}
