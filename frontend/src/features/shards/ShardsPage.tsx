import { Paper, SegmentedControl, Select, SimpleGrid, Skeleton, Stack } from '@mantine/core'
import { IconGrid4x4 } from '@tabler/icons-react'
import { type UseQueryResult, useQuery, useSuspenseQuery } from '@tanstack/react-query'
import { getRouteApi } from '@tanstack/react-router'
import { lazy, Suspense, useCallback } from 'react'
import { mayEverywhere, meQuery } from '~/api/auth'
import { type HeatShards, SHARD_RANGES, shardsQuery } from '~/api/shards'
import { perLanguage, t } from '~/i18n/t'
import { DataAge } from '~/ui/Age'
import { DetailsLayout } from '~/ui/DetailsLayout'
import { heatMapHeightPx } from '~/ui/heatMapHeight'
import { Page } from '~/ui/Page'
import { Section } from '~/ui/Section'
import { EmptyState, ErrorState } from '~/ui/States'
import { isShard } from './loads'
import { NodesSection } from './NodesSection'
import { Replay } from './Replay'
import { ShardPanel } from './ShardPanel'
import { ShardStats } from './ShardStats'
import { ShardsTable } from './ShardsTable'
import { rangeNames } from './wording'

const ShardCharts = lazy(() => import('./ShardCharts'))
const route = getRouteApi('/console/shards')
const aboutPage = perLanguage(() =>
  t('How the load is spread over the shards of the store, and who heats one.'),
)
/** Of the charts but the heat map: their words, and the imbalance over time. */
const AROUND_MAP_PX = 316
/** As long as it is not known of how many shards. */
const SHARDS_EXPECTED = 32

export function ShardsPage() {
  const { data: me } = useSuspenseQuery(meQuery())
  if (mayEverywhere(me, 'heat')) return <Shards />
  return (
    <Page title={t('Hot shards')} description={aboutPage()}>
      <EmptyState icon={<IconGrid4x4 size={24} />} title={t('Hot shards need the role operator')}>
        {t('They name directories, whatever HDFS permissions say.')}
      </EmptyState>
    </Page>
  )
}

function Shards() {
  const { range = '1h', table, shard } = route.useSearch()
  const navigate = route.useNavigate()
  const shards = useQuery(shardsQuery({ range, table }))
  const { data } = shards
  const failed = shards.isError && !data
  return (
    <Page
      title={t('Hot shards')}
      description={aboutPage()}
      aside={
        <>
          <DataAge time={data?.as_of} refetching={shards.isFetching} />
          <RangeAndTable tables={data?.tables ?? []} />
        </>
      }
    >
      {shards.isError && <ErrorState error={shards.error} onRetry={() => shards.refetch()} />}
      <SimpleGrid cols={{ base: 2, md: 4 }} spacing="sm">
        <ShardStats shards={data ?? (failed ? null : undefined)} />
      </SimpleGrid>
      <DetailsLayout
        label={t('One shard')}
        half
        onClose={() => navigate({ search: (old) => ({ ...old, shard: undefined }) })}
        details={
          shard !== undefined && (
            <ShardPanel shard={shard} load={data?.shards.find((each) => each.shard === shard)} />
          )
        }
      >
        {!failed && (
          <Stack gap="md">
            <OverTime shards={shards} />
            {data && <Replay shards={data} />}
            {data?.times.length !== 0 && (
              <ShardsTable shards={data} stale={shards.isPlaceholderData} />
            )}
          </Stack>
        )}
      </DetailsLayout>
      {data && <NodesSection store={data.store} nodes={data.nodes} />}
    </Page>
  )
}

/** Which time and which table the page is about; both are in the address. */
function RangeAndTable({ tables }: { tables: string[] }) {
  const { range = '1h', table } = route.useSearch()
  const navigate = route.useNavigate()
  const named = [...new Set([...tables, ...(table === undefined ? [] : [table])])]
  return (
    <>
      <Select
        aria-label={t('Table')}
        size="xs"
        w={170}
        allowDeselect={false}
        data={[{ value: '', label: t('All tables') }, ...named]}
        value={table ?? ''}
        onChange={(chosen) =>
          navigate({
            search: (old) => ({ ...old, table: chosen || undefined }),
            resetScroll: false,
          })
        }
      />
      <SegmentedControl
        aria-label={t('Range of time')}
        size="xs"
        data={SHARD_RANGES.map((each) => ({ value: each, label: rangeNames[each] }))}
        value={range}
        onChange={(chosen) =>
          navigate({
            search: (old) => ({ ...old, range: SHARD_RANGES.find((each) => each === chosen) }),
            resetScroll: false,
          })
        }
      />
    </>
  )
}

/** The heat map; its code comes when there is something to draw. */
function OverTime({ shards: { data, isPlaceholderData } }: { shards: UseQueryResult<HeatShards> }) {
  const navigate = route.useNavigate()
  const open = useCallback(
    (shard: number) => navigate({ search: (old) => ({ ...old, shard }), resetScroll: false }),
    [navigate],
  )
  // The room that they will take: rows below must not jump away from a click.
  const map = heatMapHeightPx(data?.shards.filter(isShard).length ?? SHARDS_EXPECTED)
  const loading = <Skeleton height={map + AROUND_MAP_PX} aria-busy="true" />
  return (
    <Section title={t('Over time')}>
      {data?.times.length === 0 ? (
        <Paper>
          <EmptyState icon={<IconGrid4x4 size={24} />} title={t('No samples yet')}>
            {t('A worker takes a sample every ten seconds; none is of this time.')}
          </EmptyState>
        </Paper>
      ) : (
        <Suspense fallback={loading}>
          {data ? <ShardCharts shards={data} stale={isPlaceholderData} onSelect={open} /> : loading}
        </Suspense>
      )}
    </Section>
  )
}
