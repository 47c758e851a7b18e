import { Paper, SegmentedControl, SimpleGrid, Skeleton } from '@mantine/core'
import { IconChartLine } from '@tabler/icons-react'
import { useQuery } from '@tanstack/react-query'
import { getRouteApi } from '@tanstack/react-router'
import { FIGURE_RANGES, figuresQuery } from '~/api/figures'
import { t } from '~/i18n/t'
import { Section } from '~/ui/Section'
import { EmptyState, ErrorState } from '~/ui/States'
import { FigureCharts } from './FigureCharts'

const route = getRouteApi('/console/')
/** About what one takes, and as many as there are for one namenode: nothing below jumps into view. */
const CARD_PX = 330
const CARDS = ['1', '2', '3', '4', '5', '6']

/** What the cluster did and held, over a time that the address names. */
export function FiguresPanel() {
  const { range = '1h' } = route.useSearch()
  const navigate = route.useNavigate()
  const figures = useQuery(figuresQuery(range))
  return (
    <Section
      title={t('Over time')}
      aside={
        <SegmentedControl
          aria-label={t('Range of time')}
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
          <EmptyState
            icon={<IconChartLine size={24} />}
            title={t('Nothing was measured in this time')}
          >
            {t('A worker takes a sample every ten seconds.')}
          </EmptyState>
        </Paper>
      ) : figures.data ? (
        <FigureCharts figures={figures.data} />
      ) : (
        <SimpleGrid cols={{ base: 1, md: 2 }} spacing="sm" aria-busy="true">
          {CARDS.map((card) => (
            <Skeleton key={card} height={CARD_PX} />
          ))}
        </SimpleGrid>
      )}
    </Section>
  )
}
