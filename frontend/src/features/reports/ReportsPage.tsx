import { Anchor, Button, Group, NavLink, Paper, SimpleGrid, Stack, Text } from '@mantine/core'
import { IconChartBar, IconTerminal2 } from '@tabler/icons-react'
import { useQuery, useSuspenseQuery } from '@tanstack/react-query'
import { getRouteApi, Link } from '@tanstack/react-router'
import { mayEverywhere, meQuery } from '~/api/auth'
import { reportRunQuery, reportsQuery, type SqlReport, sqlQuery } from '~/api/sql'
import type { UsagePrice } from '~/api/usage'
import { served, t } from '~/i18n/t'
import { Page } from '~/ui/Page'
import { EmptyState, ErrorState } from '~/ui/States'
import { ReportResult } from './ReportResult'

const route = getRouteApi('/console/reports')

export function ReportsPage() {
  const { data: me } = useSuspenseQuery(meQuery())
  const { report: chosen } = route.useSearch()
  const reports = useQuery({ ...reportsQuery(), enabled: mayEverywhere(me, 'sql') })
  const items = reports.data?.items ?? []
  const report = items.find((each) => each.name === chosen)

  if (!mayEverywhere(me, 'sql')) {
    return (
      <Page title={t('Reports')}>
        <EmptyState icon={<IconChartBar size={24} />} title={t('Reports need the role operator')}>
          {t(
            'They show the whole namespace, whatever HDFS permissions say. Search shows you what you may see.',
          )}
        </EmptyState>
      </Page>
    )
  }
  if (report) return <ReportView report={report} price={reports.data?.price ?? undefined} />
  return (
    <Page title={t('Reports')} description={t('Who fills the cluster, and with what.')}>
      {reports.isError && <ErrorState error={reports.error} onRetry={() => reports.refetch()} />}
      {reports.data && chosen && (
        <Text size="sm" role="alert">
          {t('There is no report “{chosen}”.', { chosen })}
        </Text>
      )}
      <SimpleGrid cols={{ base: 1, sm: 2, lg: 3 }}>
        {items.map((each) => (
          <Paper key={each.name}>
            <NavLink
              renderRoot={(props) => (
                <Link to="/reports" search={{ report: each.name }} {...props} />
              )}
              label={served(each.title)}
              description={each.description}
              leftSection={<IconChartBar size={18} aria-hidden="true" />}
            />
          </Paper>
        ))}
      </SimpleGrid>
    </Page>
  )
}

type ReportViewProps = { report: SqlReport; price: UsagePrice | undefined }

function ReportView({ report, price }: ReportViewProps) {
  const run = useQuery(reportRunQuery(report))
  const followed = useQuery({
    ...sqlQuery(run.data?.id),
    initialData: run.data,
    enabled: run.data !== undefined,
  })
  return (
    <Page
      title={served(report.title)}
      description={served(report.description)}
      aside={
        <>
          <Anchor component={Link} to="/reports" size="sm">
            {t('All reports')}
          </Anchor>
          <Button
            variant="default"
            leftSection={<IconTerminal2 size={14} />}
            renderRoot={(props) => <Link to="/sql" search={{ sql: report.statement }} {...props} />}
          >
            {t('Open in SQL')}
          </Button>
        </>
      }
    >
      <Stack gap="md">
        {run.isError && !run.data && <ErrorState error={run.error} onRetry={() => run.refetch()} />}
        {run.isPending && (
          <Group role="status">
            <Text size="sm" c="dimmed">
              {t('Asking the replica…')}
            </Text>
          </Group>
        )}
        {followed.data && <ReportResult report={report} query={followed.data} price={price} />}
      </Stack>
    </Page>
  )
}
