import { Grid, SimpleGrid } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import { membershipQuery, subtreeOperationsQuery } from '~/api/cluster'
import { t } from '~/i18n/t'
import { DataAge } from '~/ui/Age'
import { Page } from '~/ui/Page'
import { ErrorState } from '~/ui/States'
import { useLatched } from '~/ui/useLatched'
import { EventsPanel } from './EventsPanel'
import { LeaderStats } from './LeaderStats'
import { MembersPanel } from './MembersPanel'
import { SubtreeLocksPanel } from './SubtreeLocksPanel'

export function FailoverPage() {
  const cluster = useQuery(membershipQuery())
  const locks = useQuery(subtreeOperationsQuery())
  // Where the timeline begins is known once both panels above it have their rows.
  const placed = useLatched(!cluster.isPending && !locks.isPending)
  return (
    <Page
      title={t('Failover')}
      description={t('Who is a member, who leads, and what happened: every change with its cause.')}
      aside={<DataAge time={cluster.data?.as_of} refetching={cluster.isFetching} />}
    >
      {cluster.isError && <ErrorState error={cluster.error} onRetry={() => cluster.refetch()} />}
      <SimpleGrid cols={{ base: 2, md: 4 }} spacing="sm">
        <LeaderStats cluster={cluster.data ?? (cluster.isError ? null : undefined)} />
      </SimpleGrid>
      <Grid gap="md">
        <Grid.Col span={{ base: 12, lg: 7 }}>
          <MembersPanel cluster={cluster} />
        </Grid.Col>
        <Grid.Col span={{ base: 12, lg: 5 }}>
          <SubtreeLocksPanel />
        </Grid.Col>
      </Grid>
      {placed && <EventsPanel />}
    </Page>
  )
}
