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
import { perLanguage, t } from '~/i18n/t'
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
    <Paper component="aside" aria-label={t('One shard')} p="md">
      <Stack gap="sm">
        <Group justify="space-between" wrap="nowrap" align="flex-start">
          <Title order={2}>{t('Shard {shard}', { shard })}</Title>
          <CloseButton
            size="sm"
            aria-label={t('Close')}
            onClick={() => navigate({ search: (old) => ({ ...old, shard: undefined }) })}
          />
        </Group>
        {load && (
          <Facts>
            <Fact name={t('Operations in {range}', { range: rangeNames[range] })}>
              {t('{operations_per_s}/s, {share} of all', {
                operations_per_s: formatRate(load.operations_per_s),
                share: formatPart(load.share),
              })}
            </Fact>
            {load.places.length > 0 && (
              <Fact name={t('Kept by')}>
                {t('{places} (the primary first)', { places: placeNames(load.places).join('; ') })}
              </Fact>
            )}
          </Facts>
        )}
        <SegmentedControl
          aria-label={t('Window of time')}
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

const tableColumns = perLanguage(() => [
  { label: t('Table') },
  { label: t('Operations/s'), align: 'right' as const },
  { label: t('Reads/s'), align: 'right' as const },
  { label: t('Writes/s'), align: 'right' as const },
  { label: t('Scans/s'), align: 'right' as const },
  { label: t('Rows/s'), align: 'right' as const },
])

const directoryColumns = perLanguage(() => [
  { label: t('Directory') },
  { label: t('Part of the time'), align: 'right' as const },
  { label: t('Time'), align: 'right' as const },
  { label: t('Calls'), align: 'right' as const },
  { label: t('Remedy'), align: 'right' as const, hidden: true },
])

function ShardContent({ data, window }: { data: HeatShard; window: HeatWindow }) {
  const { shard, tables, directories, silent } = data
  return (
    <>
      {silent.length > 0 && <SilentNotice silent={silent} />}
      {tables.length > 0 ? (
        <TablePanel
          caption={t('Tables of shard {shard}', { shard })}
          columns={tableColumns()}
          compact
        >
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
          {t('No table had any load in this shard.')}
        </Text>
      )}
      {directories.length > 0 ? (
        <TablePanel
          caption={t('Hottest directories of shard {shard}', { shard })}
          columns={directoryColumns()}
          compact
        >
          {directories.map((entry) => (
            <DirectoryRow key={entry.key} entry={entry} window={window} />
          ))}
        </TablePanel>
      ) : (
        <Text size="sm" c="dimmed">
          {t('None of the hottest directories has its children in this shard alone.')}
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
          aria-label={t('Spread the children of {key}', { key: entry.key })}
        >
          {t('Spread …')}
        </TextLink>
      </Table.Td>
    </Table.Tr>
  )
}
