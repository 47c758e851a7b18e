import { Button, Group, Paper, SimpleGrid, Stack, Text, Title, VisuallyHidden } from '@mantine/core'
import { ApiError } from '~/api/problem'
import type { FacetDimension } from '~/api/search'
import { formatBytes } from '~/format/bytes'
import { formatCount } from '~/format/count'
import { type Counting, DIMENSION_TITLES, leftOut, valueText } from './facets'

const VALUES_SHOWN = 6

type FacetsPanelProps = {
  counting: Counting
  onRetry: () => void
  /** One more condition for the query string. */
  onNarrow: (dimension: string, value: string) => void
}

/** What the hits have in common; each value narrows to those that share it. */
export function FacetsPanel({ counting, onRetry, onNarrow }: FacetsPanelProps) {
  if (counting.at === 'counting') return null
  if (counting.at === 'failed') return <NotCounted error={counting.error} onRetry={onRetry} />
  const { facets } = counting
  const useful = facets.dimensions.filter(({ values }) => values.length > 1)
  const missing = leftOut(facets)
  if (useful.length === 0 && missing.length === 0) return null
  return (
    <Paper p="sm" component="section" aria-label="Narrow">
      <SimpleGrid cols={{ base: 2, sm: 3, lg: Math.max(useful.length, 6) }} spacing="md">
        {useful.map((dimension) => (
          <Facet key={dimension.dimension} facet={dimension} onNarrow={onNarrow} />
        ))}
      </SimpleGrid>
      {missing.length > 0 && (
        <Text size="xs" c="dimmed">
          The number of matches is exact. There was no time to count them by {missing.join(', ')}:
          narrow the search, then they are shown.
        </Text>
      )}
    </Paper>
  )
}

type NotCountedProps = { error: Error; onRetry: () => void }

/** The matches could not be counted; the search itself goes on without that. */
function NotCounted({ error, onRetry }: NotCountedProps) {
  const tooMany = error instanceof ApiError && error.code === 'search_timed_out'
  return (
    <Paper p="sm" component="section" aria-label="Narrow">
      <Group gap="sm">
        <Text size="xs" c="dimmed">
          {tooMany
            ? 'There are too many matches to count them in time. Narrow the search for an exact count.'
            : `The matches could not be counted: ${error.message}`}
        </Text>
        <Button variant="subtle" size="compact-xs" onClick={onRetry}>
          Count again
        </Button>
      </Group>
    </Paper>
  )
}

type FacetProps = { facet: FacetDimension; onNarrow: FacetsPanelProps['onNarrow'] }

function Facet({ facet, onNarrow }: FacetProps) {
  const { dimension, values } = facet
  return (
    <Stack gap={2} align="stretch">
      <Title order={2} fz="xs">
        {DIMENSION_TITLES[dimension]}
      </Title>
      {values.slice(0, VALUES_SHOWN).map(({ value, count, length_bytes }) => (
        <Button
          key={value}
          variant="subtle"
          color="gray"
          size="compact-xs"
          justify="space-between"
          onClick={() => onNarrow(dimension, value)}
          title={formatBytes(length_bytes)}
          rightSection={
            <Text span size="xs" c="inherit">
              {formatCount(count)}
            </Text>
          }
        >
          <VisuallyHidden>Only {DIMENSION_TITLES[dimension]} </VisuallyHidden>
          {valueText(dimension, value)}
        </Button>
      ))}
      {values.length > VALUES_SHOWN && (
        <Group>
          <Text size="xs" c="dimmed">
            and {values.length - VALUES_SHOWN} more
          </Text>
        </Group>
      )}
    </Stack>
  )
}
