import { Paper, SegmentedControl, Skeleton } from '@mantine/core'
import { IconChartLine } from '@tabler/icons-react'
import { useQuery } from '@tanstack/react-query'
import { getRouteApi } from '@tanstack/react-router'
import { lazy, Suspense } from 'react'
import { FIGURE_RANGES, figuresQuery } from '~/api/figures'
import { Section } from '~/ui/Section'
import { EmptyState, ErrorState } from '~/ui/States'

const FigureCharts = lazy(() => import('./FigureCharts'))
const route = getRouteApi('/console/')
const CHARTS_PX = 300

/** What the cluster did and held, over a time that the address names. */
export function FiguresPanel() {
  const { range = '1h' } = route.useSearch()
  const navigate = route.useNavigate()
  const figures = useQuery(figuresQuery(range))
  return (
    <Section
      title="Over time"
      aside={
        <SegmentedControl
          aria-label="Range of time"
          size="xs"
          data={FIGURE_RANGES.map((each) => ({ value: each, label: each.replace(/(\d+)/, '$1 ') }))}
          value={range}
          onChange={(chosen) =>
            navigate({
              search: { range: FIGURE_RANGES.find((each) => each === chosen) },
              resetScroll: false,
            })
          }
        />
      }
    >
      {figures.isError && !figures.data ? (
        <ErrorState error={figures.error} onRetry={() => figures.refetch()} />
      ) : figures.data?.times.length === 0 ? (
        <Paper>
          <EmptyState icon={<IconChartLine size={24} />} title="Nothing was measured in this time">
            A worker takes a sample every ten seconds.
          </EmptyState>
        </Paper>
      ) : (
        <Suspense fallback={<Skeleton height={CHARTS_PX} />}>
          {figures.data ? (
            <FigureCharts figures={figures.data} />
          ) : (
            <Skeleton height={CHARTS_PX} aria-busy="true" />
          )}
        </Suspense>
      )}
    </Section>
  )
}
