import { Group, SegmentedControl, SimpleGrid, Skeleton, Text } from '@mantine/core'
import { IconChartTreemap } from '@tabler/icons-react'
import { useQuery, useSuspenseQuery } from '@tanstack/react-query'
import { getRouteApi } from '@tanstack/react-router'
import { firstPath, maySomewhere, meQuery } from '~/api/auth'
import { forecastQuery } from '~/api/figures'
import { healthQuery } from '~/api/health'
import {
  directoryUsageQuery,
  USAGE_MEASURES,
  type UsageAnswer,
  type UsageMeasure,
  type Used,
} from '~/api/usage'
import { Breadcrumbs } from '~/features/files/Breadcrumbs'
import { forecastSentence } from '~/features/overview/forecast'
import { formatBytes, formatBytesExactly } from '~/format/bytes'
import { formatCount, formatCountShort } from '~/format/count'
import { parentOf, ROOT } from '~/format/path'
import { Trans } from '~/i18n/Trans'
import { perLanguage, served, t } from '~/i18n/t'
import { Age, DataAge } from '~/ui/Age'
import { Page } from '~/ui/Page'
import { PARTS_PX } from '~/ui/parts'
import { Stat } from '~/ui/Stat'
import { EmptyState, ErrorState, LineSkeleton } from '~/ui/States'
import { BreakdownSection } from './BreakdownSection'
import { GrowthSection } from './GrowthSection'
import { UsageMap } from './UsageMap'
import { UsageTable } from './UsageTable'
import { WatchButton } from './WatchButton'
import { WatchedSection } from './WatchedSection'
import { measureNames } from './wording'

const route = getRouteApi('/console/usage')
const aboutPage = perLanguage(() =>
  t('Who fills the cluster: the totals of any directory, with all that is below it.'),
)

export function UsagePage() {
  const { data: me } = useSuspenseQuery(meQuery())
  if (maySomewhere(me, 'see_usage')) return <DirectoryUsage />
  return (
    <Page title={t('Usage')} description={aboutPage()}>
      <EmptyState icon={<IconChartTreemap size={24} />} title={t('Usage needs the role operator')}>
        {t(
          'Totals count what HDFS permissions hide. The details of a directory in Files have those that you may see.',
        )}
      </EmptyState>
    </Page>
  )
}

/** What the address asks for, with what holds where it says nothing. */
function useAsked() {
  const { data: me } = useSuspenseQuery(meQuery())
  const {
    path = firstPath(me, 'see_usage'),
    measure = 'space',
    chart = 'treemap',
    colour = 'age',
    apart = 'owner',
    span = 'week',
    cursor,
  } = route.useSearch()
  const since = colour === 'growth' ? span : undefined
  return { path, measure, chart, colour, apart, span, since, cursor }
}

function DirectoryUsage() {
  const { path, measure, since } = useAsked()
  const navigate = route.useNavigate()
  const largest = useQuery(directoryUsageQuery({ path, sort: measure, since }))
  const measureBy = (by: UsageMeasure | undefined) =>
    navigate({
      search: (old) => ({ ...old, measure: by, cursor: undefined }),
      resetScroll: false,
    })
  const { data } = largest
  return (
    <Page
      title={t('Usage')}
      description={aboutPage()}
      aside={
        <>
          <DataAge time={data?.as_of.time} refetching={largest.isFetching} />
          <SegmentedControl
            aria-label={t('Measured by')}
            size="xs"
            data={USAGE_MEASURES.map((each) => ({ value: each, label: measureNames()[each] }))}
            value={measure}
            onChange={(chosen) => measureBy(USAGE_MEASURES.find((each) => each === chosen))}
          />
        </>
      }
    >
      <Group justify="space-between" mih={30}>
        <Breadcrumbs path={path} to="/usage" />
        {data && <WatchButton path={path} inodeId={data.directory.inode_id} />}
      </Group>
      {largest.isError && !data ? (
        <ErrorState error={largest.error} onRetry={() => largest.refetch()} />
      ) : (
        <>
          <SimpleGrid cols={{ base: 2, md: 4 }} spacing="sm">
            <UsageStats answer={data} />
          </SimpleGrid>
          {path === ROOT && <ClusterForecast />}
          {data ? <UsageSections answer={data} /> : <Skeleton height={PARTS_PX} />}
        </>
      )}
    </Page>
  )
}

/** What is in a directory, drawn, told apart, listed and over time. */
function UsageSections({ answer }: { answer: UsageAnswer }) {
  const { path, measure, chart, colour, apart, span, since, cursor } = useAsked()
  const navigate = route.useNavigate()
  const page = useQuery(directoryUsageQuery({ path, sort: measure, cursor, since }))
  const go = (to: string) =>
    navigate({ search: (old) => ({ ...old, path: to, cursor: undefined }) })
  const open = (used: Used) =>
    used.kind === 'directory'
      ? go(used.path)
      : navigate({ to: '/files', search: { path: used.path } })
  const show = (values: Partial<ReturnType<typeof route.useSearch>>) =>
    navigate({ search: (old) => ({ ...old, ...values }), resetScroll: false })
  return (
    <>
      <SimpleGrid cols={{ base: 1, lg: 2 }} spacing="md">
        <UsageMap
          answer={answer}
          measure={measure}
          chart={chart}
          onChart={(chosen) => show({ chart: chosen })}
          since={since}
          colour={colour}
          onColour={(chosen) => show({ colour: chosen })}
          onOpen={open}
        />
        <BreakdownSection
          path={path}
          measure={measure}
          by={apart}
          onBy={(chosen) => show({ apart: chosen })}
        />
      </SimpleGrid>
      <UsageTable
        path={path}
        measure={measure}
        usage={page}
        withChange={since !== undefined}
        onMeasure={(by) => show({ measure: by, cursor: undefined })}
        onUp={() => path !== ROOT && go(parentOf(path))}
      />
      <GrowthSection
        path={path}
        measure={measure}
        span={span}
        onSpan={(chosen) => show({ span: chosen })}
      />
      <WatchedSection measure={measure} />
      <Text size="xs" c="dimmed">
        {t('Counted by the SQL replica, which follows every change of the namespace.')}{' '}
        <TotalsCheck />
      </Text>
    </>
  )
}

/** What the disks of the whole cluster have room for; nothing while that is not known. */
function ClusterForecast() {
  const { data, isPending } = useQuery(forecastQuery())
  const sentence = data && forecastSentence(data)
  if (isPending) return <LineSkeleton />
  return sentence ? <Text size="sm">{sentence}</Text> : null
}

/** How right the totals are that the namenodes keep, or how far they are in counting them. */
function TotalsCheck() {
  const { data } = useQuery(healthQuery())
  const check = data?.items.find(({ key }) => key === 'directory_totals')
  return check ? (
    <>
      {t('The namenodes keep totals of their own.')} {served(check.reason)}
    </>
  ) : null
}

function UsageStats({ answer }: { answer: UsageAnswer | undefined }) {
  const of = answer?.directory
  return (
    <>
      <Stat
        label={t('Space')}
        value={of && formatBytes(of.space_bytes)}
        title={of && formatBytesExactly(of.space_bytes)}
        hint={t('With all replicas')}
      />
      <Stat
        label={t('Length')}
        value={of && formatBytes(of.length_bytes)}
        title={of && formatBytesExactly(of.length_bytes)}
        hint={t('What the files hold')}
      />
      <Stat
        label={t('Files')}
        value={of && formatCountShort(of.files)}
        title={of && formatCount(of.files)}
        hint={
          of?.average_mtime && (
            <Trans
              message="Changed {age} on average"
              values={{ age: <Age time={of.average_mtime} /> }}
            />
          )
        }
      />
      <Stat
        label={t('Directories')}
        value={of && formatCountShort(of.directories)}
        title={of && formatCount(of.directories)}
        hint={t('Below this one')}
      />
    </>
  )
}
