import {
  CloseButton,
  Group,
  Paper,
  SegmentedControl,
  Skeleton,
  Stack,
  Text,
  Title,
} from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import { getRouteApi } from '@tanstack/react-router'
import { HEAT_WINDOWS, type HeatEntry, type HeatWindow } from '~/api/heat'
import { type HeatShard, type ShardLoad, shardQuery } from '~/api/shards'
import { formatPart, formatTime, windowNames } from '~/features/heat/wording'
import { formatCount } from '~/format/count'
import { Fact, Facts } from '~/ui/Facts'
import { PathText } from '~/ui/PathText'
import { ErrorState } from '~/ui/States'
import { Table } from '~/ui/Table'
import { TablePanel } from '~/ui/TablePanel'
import { TextLink } from '~/ui/TextLink'
import { SilentNotice } from './SilentNotice'
import { formatRate, placeNames, rangeNames } from './wording'

const route = getRouteApi('/console/shards')

type ShardPanelProps = {
  shard: number
  /** Of the range; undefined until it is known, or when there is no such shard. */
  load: ShardLoad | undefined
}

/** What heats one shard: its tables, and the directories whose children it has. */
export function ShardPanel({ shard, load }: ShardPanelProps) {
  const { window = '1m', range = '1h' } = route.useSearch()
  const navigate = route.useNavigate()
  const answer = useQuery(shardQuery(shard, window))
  const { data } = answer
  return (
    <Paper component="aside" aria-label="One shard" p="md">
      <Stack gap="sm">
        <Group justify="space-between" wrap="nowrap" align="flex-start">
          <Title order={2}>Shard {shard}</Title>
          <CloseButton
            size="sm"
            aria-label="Close"
            onClick={() => navigate({ search: (old) => ({ ...old, shard: undefined }) })}
          />
        </Group>
        {load && (
          <Facts>
            <Fact name={`Operations in ${rangeNames[range]}`}>
              {formatRate(load.operations_per_s)}/s, {formatPart(load.share)} of all
            </Fact>
            {load.places.length > 0 && (
              <Fact name="Kept by">{placeNames(load.places).join('; ')} (the primary first)</Fact>
            )}
          </Facts>
        )}
        <SegmentedControl
          aria-label="Window of time"
          size="xs"
          data={HEAT_WINDOWS.map((each) => ({ value: each, label: windowNames[each] }))}
          value={window}
          onChange={(chosen) =>
            navigate({
              search: (old) => ({ ...old, window: HEAT_WINDOWS.find((each) => each === chosen) }),
              resetScroll: false,
            })
          }
        />
        {answer.isError && <ErrorState error={answer.error} onRetry={() => answer.refetch()} />}
        {data ? (
          <ShardContent data={data} window={window} />
        ) : (
          !answer.isError && <Skeleton height={200} aria-busy="true" />
        )}
      </Stack>
    </Paper>
  )
}

const tableColumns = [
  { label: 'Table' },
  { label: 'Operations/s', align: 'right' as const },
  { label: 'Reads/s', align: 'right' as const },
  { label: 'Writes/s', align: 'right' as const },
  { label: 'Scans/s', align: 'right' as const },
  { label: 'Rows/s', align: 'right' as const },
]

const directoryColumns = [
  { label: 'Directory' },
  { label: 'Part of the time', align: 'right' as const },
  { label: 'Time', align: 'right' as const },
  { label: 'Calls', align: 'right' as const },
  { label: 'Remedy', align: 'right' as const, hidden: true },
]

function ShardContent({ data, window }: { data: HeatShard; window: HeatWindow }) {
  const { shard, tables, directories, silent } = data
  return (
    <>
      {silent.length > 0 && <SilentNotice silent={silent} />}
      {tables.length > 0 ? (
        <TablePanel caption={`Tables of shard ${shard}`} columns={tableColumns} compact>
          {tables.map((each) => (
            <Table.Tr key={each.table}>
              <Table.Td>{each.table}</Table.Td>
              <Table.Td ta="right">{formatRate(each.operations_per_s)}</Table.Td>
              <Table.Td ta="right">{formatRate(each.reads_per_s)}</Table.Td>
              <Table.Td ta="right">{formatRate(each.writes_per_s)}</Table.Td>
              <Table.Td ta="right">{formatRate(each.scans_per_s)}</Table.Td>
              <Table.Td ta="right">{formatRate(each.rows_per_s)}</Table.Td>
            </Table.Tr>
          ))}
        </TablePanel>
      ) : (
        <Text size="sm" c="dimmed">
          No table had any load in this shard.
        </Text>
      )}
      {directories.length > 0 ? (
        <TablePanel
          caption={`Hottest directories of shard ${shard}`}
          columns={directoryColumns}
          compact
        >
          {directories.map((entry) => (
            <DirectoryRow key={entry.key} entry={entry} window={window} />
          ))}
        </TablePanel>
      ) : (
        <Text size="sm" c="dimmed">
          None of the hottest directories has its children in this shard alone.
        </Text>
      )}
    </>
  )
}

/** Its users, addresses and calls follow on the page Heat. */
function DirectoryRow({ entry, window }: { entry: HeatEntry; window: HeatWindow }) {
  return (
    <Table.Tr>
      <Table.Td>
        <TextLink to="/heat" search={{ by: 'directory', key: entry.key, window }}>
          <PathText path={entry.key} />
        </TextLink>
      </Table.Td>
      <Table.Td ta="right">{formatPart(entry.share)}</Table.Td>
      <Table.Td ta="right">{formatTime(entry.time_ms)}</Table.Td>
      <Table.Td ta="right">{formatCount(entry.calls)}</Table.Td>
      <Table.Td ta="right">
        <TextLink
          to="/spread"
          search={{ path: entry.key }}
          aria-label={`Spread the children of ${entry.key}`}
        >
          Spread …
        </TextLink>
      </Table.Td>
    </Table.Tr>
  )
}
