import { Button, Group, Paper, SimpleGrid, Stack, Text, Title, VisuallyHidden } from '@mantine/core'
import type { FacetDimension, SearchFacets } from '~/api/search'
import { formatBytes } from '~/format/bytes'
import { formatCount } from '~/format/count'
import { DIMENSION_TITLES, valueText } from './facets'

const VALUES_SHOWN = 6

type FacetsPanelProps = {
  facets: SearchFacets
  /** One more condition for the query string. */
  onNarrow: (dimension: string, value: string) => void
}

/** What the hits have in common; each value narrows to those that share it. */
export function FacetsPanel({ facets, onNarrow }: FacetsPanelProps) {
  const useful = facets.dimensions.filter(({ values }) => values.length > 1)
  if (useful.length === 0) return null
  return (
    <Paper p="sm" component="section" aria-label="Narrow">
      <SimpleGrid cols={{ base: 2, sm: 3, lg: 6 }} spacing="md">
        {useful.map((dimension) => (
          <Facet key={dimension.dimension} facet={dimension} onNarrow={onNarrow} />
        ))}
      </SimpleGrid>
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
