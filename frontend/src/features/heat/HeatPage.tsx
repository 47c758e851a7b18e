import { SegmentedControl, SimpleGrid } from '@mantine/core'
import { IconFlame } from '@tabler/icons-react'
import { useQuery, useSuspenseQuery } from '@tanstack/react-query'
import { getRouteApi } from '@tanstack/react-router'
import { mayEverywhere, meQuery } from '~/api/auth'
import { HEAT_WINDOWS, type Heat, heatQuery } from '~/api/heat'
import { formatCount, formatDecimal } from '~/format/count'
import { perLanguage, t } from '~/i18n/t'
import { DataAge } from '~/ui/Age'
import { DetailsLayout } from '~/ui/DetailsLayout'
import { Page } from '~/ui/Page'
import { Stat } from '~/ui/Stat'
import { EmptyState, ErrorState } from '~/ui/States'
import { useLatched } from '~/ui/useLatched'
import { HeatPanel } from './HeatPanel'
import { HottestTable } from './HottestTable'
import { NamenodesTable } from './NamenodesTable'
import { formatPart, formatTime, formatWaiting, windowNames } from './wording'

const route = getRouteApi('/console/heat')
const aboutPage = perLanguage(() =>
  t('Who and what costs the namenodes most, by the time of their calls.'),
)

export function HeatPage() {
  const { data: me } = useSuspenseQuery(meQuery())
  if (mayEverywhere(me, 'heat')) return <Hottest />
  return (
    <Page title={t('Heat')} description={aboutPage()}>
      <EmptyState icon={<IconFlame size={24} />} title={t('Heat needs the role operator')}>
        {t('It names users, their machines and paths, whatever HDFS permissions say.')}
      </EmptyState>
    </Page>
  )
}

function Hottest() {
  const { by = 'user', window = '1m', key } = route.useSearch()
  const navigate = route.useNavigate()
  const heat = useQuery(heatQuery({ by, window }))
  const { data } = heat
  const placed = useLatched(!heat.isPending)
  return (
    <Page
      title={t('Heat')}
      description={aboutPage()}
      aside={
        <>
          <DataAge time={data?.as_of} refetching={heat.isFetching} />
          <SegmentedControl
            aria-label={t('Window of time')}
            size="xs"
            data={HEAT_WINDOWS.map((each) => ({ value: each, label: windowNames[each] }))}
            value={window}
            onChange={(chosen) =>
              navigate({
                search: (old) => ({
                  ...old,
                  window: HEAT_WINDOWS.find((each) => each === chosen),
                }),
                resetScroll: false,
              })
            }
          />
        </>
      }
    >
      {heat.isError && data && <ErrorState error={heat.error} onRetry={() => heat.refetch()} />}
      <SimpleGrid cols={{ base: 2, md: 4 }} spacing="sm">
        <HeatStats heat={data ?? (heat.isError ? null : undefined)} />
      </SimpleGrid>
      <DetailsLayout
        label={t('Heat of one')}
        half
        onClose={() => navigate({ search: (old) => ({ ...old, key: undefined }) })}
        details={key !== undefined && <HeatPanel kind={by} name={key} window={window} />}
      >
        <HottestTable heat={heat} />
      </DetailsLayout>
      {placed && <NamenodesTable heat={data} />}
    </Page>
  )
}

/** Null for the heat: nothing is known, and the error says why. */
function HeatStats({ heat }: { heat: Heat | null | undefined }) {
  const shown = <Value,>(value: Value) => (heat === null ? '–' : heat && value)
  const hottest = heat?.entries[0]
  return (
    <>
      <Stat
        label={t('Calls')}
        value={shown(formatCount(heat?.calls ?? 0))}
        hint={t('Of clients, that ended in this time; {refused} were refused', {
          refused: formatCount(heat?.refused ?? 0),
        })}
      />
      <Stat
        label={t('Time of calls')}
        value={shown(formatTime(heat?.time_ms ?? 0))}
        hint={
          heat
            ? t('Before it, a call waited {heat}, as a mean', { heat: formatWaiting(heat) })
            : t('From admission to answer')
        }
      />
      <Stat
        label={t('Hottest')}
        value={shown(hottest ? formatPart(hottest.share) : t('None'))}
        hint={hottest?.key}
      />
      <Stat
        label={t('Imbalance')}
        value={shown(heat?.imbalance != null ? formatDecimal(heat.imbalance, 2) : t('No calls'))}
        hint={t('The busiest namenode over the mean of all')}
      />
    </>
  )
}
