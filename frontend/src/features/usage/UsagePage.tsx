import { Group, SegmentedControl, SimpleGrid, Text } from '@mantine/core'
import { IconChartTreemap } from '@tabler/icons-react'
import { useQuery, useSuspenseQuery } from '@tanstack/react-query'
import { getRouteApi } from '@tanstack/react-router'
import { firstPath, maySomewhere, meQuery } from '~/api/auth'
import { forecastQuery } from '~/api/figures'
import { directoryUsageQuery, USAGE_MEASURES, type UsageAnswer, type Used } from '~/api/usage'
import { Breadcrumbs } from '~/features/files/Breadcrumbs'
import { forecastSentence } from '~/features/overview/forecast'
import { formatBytes, formatBytesExactly } from '~/format/bytes'
import { formatCount, formatCountShort } from '~/format/count'
import { parentOf, ROOT } from '~/format/path'
import { Age, DataAge } from '~/ui/Age'
import { Page } from '~/ui/Page'
import { Stat } from '~/ui/Stat'
import { EmptyState, ErrorState } from '~/ui/States'
import { BreakdownSection } from './BreakdownSection'
import { GrowthSection } from './GrowthSection'
import { UsageMap } from './UsageMap'
import { UsageTable } from './UsageTable'
import { WatchButton } from './WatchButton'
import { WatchedSection } from './WatchedSection'
import { measureNames } from './wording'

const route = getRouteApi('/console/usage')
const DESCRIPTION = 'Who fills the cluster: the totals of any directory, with all that is below it.'

export function UsagePage() {
  const { data: me } = useSuspenseQuery(meQuery())
  if (maySomewhere(me, 'see_usage')) return <DirectoryUsage />
  return (
    <Page title="Usage" description={DESCRIPTION}>
      <EmptyState icon={<IconChartTreemap size={24} />} title="Usage needs the role operator">
        Totals count what HDFS permissions hide. The details of a directory in Files have those that
        you may see.
      </EmptyState>
    </Page>
  )
}

function DirectoryUsage() {
  const { data: me } = useSuspenseQuery(meQuery())
  const {
    path = firstPath(me, 'see_usage'),
    measure = 'space',
    colour = 'age',
    apart = 'owner',
    span = 'week',
    cursor,
  } = route.useSearch()
  const navigate = route.useNavigate()
  const largest = useQuery(directoryUsageQuery({ path, sort: measure }))
  const page = useQuery(directoryUsageQuery({ path, sort: measure, cursor }))
  const go = (to: string) =>
    navigate({ search: (old) => ({ ...old, path: to, cursor: undefined }) })
  const open = (used: Used) =>
    used.kind === 'directory'
      ? go(used.path)
      : navigate({ to: '/files', search: { path: used.path } })
  const { data } = largest
  return (
    <Page
      title="Usage"
      description={DESCRIPTION}
      aside={
        <>
          {data && <DataAge time={data.as_of.time} refetching={largest.isFetching} />}
          <SegmentedControl
            aria-label="Measured by"
            size="xs"
            data={USAGE_MEASURES.map((each) => ({ value: each, label: measureNames[each] }))}
            value={measure}
            onChange={(chosen) =>
              navigate({
                search: (old) => ({
                  ...old,
                  measure: USAGE_MEASURES.find((each) => each === chosen),
                  cursor: undefined,
                }),
                resetScroll: false,
              })
            }
          />
        </>
      }
    >
      <Group justify="space-between">
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
          <SimpleGrid cols={{ base: 1, lg: 2 }} spacing="md">
            {data && (
              <UsageMap
                answer={data}
                measure={measure}
                colour={colour}
                onColour={(chosen) =>
                  navigate({ search: (old) => ({ ...old, colour: chosen }), resetScroll: false })
                }
                onOpen={open}
              />
            )}
            <BreakdownSection
              path={path}
              measure={measure}
              by={apart}
              onBy={(chosen) =>
                navigate({ search: (old) => ({ ...old, apart: chosen }), resetScroll: false })
              }
            />
          </SimpleGrid>
          <UsageTable
            path={path}
            measure={measure}
            usage={page}
            onUp={() => path !== ROOT && go(parentOf(path))}
          />
          <GrowthSection
            path={path}
            measure={measure}
            span={span}
            onSpan={(chosen) =>
              navigate({ search: (old) => ({ ...old, span: chosen }), resetScroll: false })
            }
          />
          <WatchedSection measure={measure} />
          {data && (
            <Text size="xs" c="dimmed">
              Counted by the SQL replica, which follows every change of the namespace.
            </Text>
          )}
        </>
      )}
    </Page>
  )
}

/** What the disks of the whole cluster have room for; nothing while that is not known. */
function ClusterForecast() {
  const { data } = useQuery(forecastQuery())
  const sentence = data && forecastSentence(data)
  return sentence ? <Text size="sm">{sentence}</Text> : null
}

function UsageStats({ answer }: { answer: UsageAnswer | undefined }) {
  const of = answer?.directory
  return (
    <>
      <Stat
        label="Space"
        value={of && formatBytes(of.space_bytes)}
        title={of && formatBytesExactly(of.space_bytes)}
        hint="With all replicas"
      />
      <Stat
        label="Length"
        value={of && formatBytes(of.length_bytes)}
        title={of && formatBytesExactly(of.length_bytes)}
        hint="What the files hold"
      />
      <Stat
        label="Files"
        value={of && formatCountShort(of.files)}
        title={of && formatCount(of.files)}
        hint={
          of?.average_mtime && (
            <>
              Changed <Age time={of.average_mtime} /> on average
            </>
          )
        }
      />
      <Stat
        label="Directories"
        value={of && formatCountShort(of.directories)}
        title={of && formatCount(of.directories)}
        hint="Below this one"
      />
    </>
  )
}
