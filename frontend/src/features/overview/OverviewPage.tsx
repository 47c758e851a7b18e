import { Grid, SimpleGrid } from '@mantine/core'
import { useDisclosure, useTimeout } from '@mantine/hooks'
import { useQuery, useSuspenseQuery } from '@tanstack/react-query'
import { mayEverywhere, meQuery } from '~/api/auth'
import { clusterQuery, overviewQuery } from '~/api/cluster'
import { forecastQuery } from '~/api/figures'
import { healthQuery } from '~/api/health'
import { t } from '~/i18n/t'
import { DataAge } from '~/ui/Age'
import { Page } from '~/ui/Page'
import { ErrorState } from '~/ui/States'
import { useLatched } from '~/ui/useLatched'
import { CapacityStat } from './CapacityStat'
import { DatanodesPanel } from './DatanodesPanel'
import { FeedPanel } from './FeedPanel'
import { FiguresPanel } from './FiguresPanel'
import { HealthPanel } from './HealthPanel'
import { LastEventsPanel } from './LastEventsPanel'
import { NamenodesPanel } from './NamenodesPanel'
import { RecentJobsPanel } from './RecentJobsPanel'
import { TopConsumersPanel } from './TopConsumersPanel'
import { TotalsStats } from './TotalsStats'

/** So long the rest of the page waits for the verdict of health at most. */
const VERDICT_WAIT_MS = 1_000

export function OverviewPage() {
  const { data: me } = useSuspenseQuery(meQuery())
  const overview = useQuery(overviewQuery())
  const cluster = useQuery(clusterQuery())
  const health = useQuery(healthQuery())
  const forecast = useQuery(forecastQuery())
  // The verdict is as high as there are failing checks: what is below it would jump.
  const [waited, { open: goOn }] = useDisclosure()
  useTimeout(goOn, VERDICT_WAIT_MS, { autoInvoke: true })
  const placed = useLatched(waited || !health.isPending)

  // Null: nothing is known and nothing is on its way; the error above says why.
  const known = overview.data ?? (overview.isError ? null : undefined)

  return (
    <Page
      title={t('Overview')}
      aside={
        overview.dataUpdatedAt > 0 && (
          <DataAge time={overview.dataUpdatedAt} refetching={overview.isFetching} />
        )
      }
    >
      {overview.isError && <ErrorState error={overview.error} onRetry={() => overview.refetch()} />}
      <HealthPanel health={health} />
      {placed && (
        <>
          <SimpleGrid cols={{ base: 2, md: 4 }} spacing="sm">
            <TotalsStats overview={known} />
            <CapacityStat
              summary={known === null ? null : known?.cluster}
              forecast={forecast.data}
            />
          </SimpleGrid>
          <FiguresPanel />
          <Grid gap="md">
            <Grid.Col span={{ base: 12, lg: 8 }}>
              <NamenodesPanel cluster={cluster} />
            </Grid.Col>
            <Grid.Col span={{ base: 12, lg: 4 }}>
              <FeedPanel feed={known === null ? null : known?.feed} />
            </Grid.Col>
          </Grid>
          <DatanodesPanel cluster={cluster} />
          {mayEverywhere(me, 'see_usage') && <TopConsumersPanel />}
          <LastEventsPanel />
          <RecentJobsPanel counts={overview.data?.jobs} />
        </>
      )}
    </Page>
  )
}
