import { Progress, Select, Text } from '@mantine/core'
import { getRouteApi } from '@tanstack/react-router'
import { type HeatShards, SHARD_SORTS, type ShardLoad, type ShardSort } from '~/api/shards'
import { formatPart } from '~/features/heat/wording'
import { formatBytes, formatBytesExactly } from '~/format/bytes'
import { percentOf } from '~/format/count'
import { formatDateTime } from '~/format/time'
import { t } from '~/i18n/t'
import { Section } from '~/ui/Section'
import { SkeletonRows } from '~/ui/States'
import { Table } from '~/ui/Table'
import { TablePanel } from '~/ui/TablePanel'
import { TextLink } from '~/ui/TextLink'
import { rowLinkProps, useRowKeys } from '~/ui/useRowKeys'
import { isShard, peakOf, sortedShards } from './loads'
import { formatRate, placeNames, shardName, sortNames } from './wording'

const route = getRouteApi('/console/shards')

/** What the store may not tell: the embedded one neither waits for locks nor knows sizes. */
type Told = { lockWaits: boolean; bytes: boolean }

const columnsOf = (told: Told, sort: ShardSort) => {
  const column = (by: ShardSort, label: string, width?: string) => ({
    label,
    width,
    align: by === 'shard' || by === 'operations' ? undefined : ('right' as const),
    sorted:
      by === sort ? (by === 'shard' ? ('ascending' as const) : ('descending' as const)) : undefined,
  })
  return [
    column('shard', t('Shard')),
    column('operations', t('Operations/s'), '18%'),
    column('highest', t('Highest/s')),
    column('reads', t('Reads/s')),
    column('writes', t('Writes/s')),
    column('scans', t('Scans/s')),
    column('rows', t('Rows/s')),
    ...(told.lockWaits ? [column('lock_wait', t('Lock waits'))] : []),
    ...(told.bytes ? [column('bytes', t('Size'))] : []),
  ]
}

/** Every shard with what the heat map draws of it, in numbers; each opens its panel. */
export function ShardsTable({ shards, stale }: { shards: HeatShards | undefined; stale: boolean }) {
  const { shard, sort = 'operations' } = route.useSearch()
  const navigate = route.useNavigate()
  const onKeyDown = useRowKeys({})
  const told = {
    lockWaits: shards?.shards.some((each) => each.lock_wait_ms_per_s !== null) ?? false,
    bytes: shards?.shards.some((each) => each.bytes !== null) ?? false,
  }
  const columns = columnsOf(told, sort)
  const sorts = SHARD_SORTS.filter(
    (each) => (each !== 'lock_wait' || told.lockWaits) && (each !== 'bytes' || told.bytes),
  )
  return (
    <Section
      title={t('Shards')}
      aside={
        <Select
          aria-label={t('Sort by')}
          size="xs"
          w={150}
          allowDeselect={false}
          data={sorts.map((each) => ({ value: each, label: sortNames()[each] }))}
          value={sort}
          onChange={(chosen) =>
            navigate({
              search: (old) => ({ ...old, sort: SHARD_SORTS.find((each) => each === chosen) }),
              resetScroll: false,
            })
          }
        />
      }
    >
      <TablePanel
        caption={t('Load of each shard, the mean of the range')}
        columns={columns}
        stale={stale}
        onKeyDown={onKeyDown}
      >
        {shards ? (
          sortedShards(shards.shards, sort).map((load) => (
            <ShardRow
              key={load.shard}
              load={load}
              times={shards.times}
              told={told}
              selected={load.shard === shard}
            />
          ))
        ) : (
          <SkeletonRows rows={6} columns={columns.length} />
        )}
      </TablePanel>
    </Section>
  )
}

type ShardRowProps = { load: ShardLoad; times: string[]; told: Told; selected: boolean }

function ShardRow({ load, times, told, selected }: ShardRowProps) {
  const peak = peakOf(load)
  const peakTime = peak && times[peak.step]
  const name = shardName(load)
  return (
    <Table.Tr data-selected={selected || undefined}>
      <Table.Td>
        {isShard(load) ? (
          <TextLink
            from="/shards"
            to="/shards"
            search={(old) => ({ ...old, shard: load.shard })}
            resetScroll={false}
            fw={550}
            {...rowLinkProps}
          >
            {name}
          </TextLink>
        ) : (
          <span title={t('Reads that ask every shard')}>{name}</span>
        )}
        {load.places.length > 0 && (
          <Text size="xs" c="dimmed" title={placeNames(load.places).join('; ')}>
            {placeNames(load.places)[0]}
          </Text>
        )}
      </Table.Td>
      <Table.Td>
        <Text size="xs">
          {formatRate(load.operations_per_s)} ({formatPart(load.share)})
        </Text>
        <Progress
          value={percentOf(load.share, 1)}
          size={4}
          mt={3}
          aria-label={t('Part of {name}', { name })}
        />
      </Table.Td>
      <Table.Td
        ta="right"
        title={peakTime && t('From {peakTime} UTC', { peakTime: formatDateTime(peakTime) })}
      >
        {peak ? formatRate(peak.operations_per_s) : '–'}
      </Table.Td>
      <Table.Td ta="right">{formatRate(load.reads_per_s)}</Table.Td>
      <Table.Td ta="right">{formatRate(load.writes_per_s)}</Table.Td>
      <Table.Td ta="right">{formatRate(load.scans_per_s)}</Table.Td>
      <Table.Td ta="right">{formatRate(load.rows_per_s)}</Table.Td>
      {told.lockWaits && (
        <Table.Td ta="right">
          {load.lock_wait_ms_per_s === null ? '–' : `${formatRate(load.lock_wait_ms_per_s)} ms/s`}
        </Table.Td>
      )}
      {told.bytes && (
        <Table.Td
          ta="right"
          title={load.bytes === null ? undefined : formatBytesExactly(load.bytes)}
        >
          {load.bytes === null ? '–' : formatBytes(load.bytes)}
        </Table.Td>
      )}
    </Table.Tr>
  )
}
