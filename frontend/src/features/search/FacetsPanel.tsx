import {
  Button,
  Group,
  Paper,
  SimpleGrid,
  Skeleton,
  Stack,
  Text,
  Title,
  VisuallyHidden,
} from '@mantine/core'
import { IconSquare, IconSquareCheckFilled } from '@tabler/icons-react'
import { useState } from 'react'
import { ApiError } from '~/api/problem'
import type { FacetDimension, SearchFilter } from '~/api/search'
import { formatBytes } from '~/format/bytes'
import { formatCount } from '~/format/count'
import { t } from '~/i18n/t'
import { Folded } from '~/ui/Folded'
import { useIsNarrow } from '~/ui/useIsNarrow'
import { type Counting, chosenIn, dimensionTitles, engineText, leftOut, valueText } from './facets'
import { useFacetChoices } from './useFacetChoices'

const VALUES_SHOWN = 6
/** Of a facet no more are counted one by one. */
const VALUES_COUNTED = 20
/** As high as facets are that show as many values as they do at first. */
const FACETS_PX = 216

type FacetsPanelProps = {
  counting: Counting
  filter: SearchFilter
  onRetry: () => void
  /** A value of a facet is chosen beside others, or given up. */
  onToggle: (dimension: string, value: string) => void
}

/** What the hits have in common; the values that are chosen narrow to those that share one. */
export function FacetsPanel({ counting, filter, onRetry, onToggle }: FacetsPanelProps) {
  const chosen = chosenIn(filter.q ?? '')
  const choices = useFacetChoices(filter, [...new Set(chosen.map(({ dimension }) => dimension))])
  const narrow = useIsNarrow()
  if (counting.at === 'counting') return <Uncounted narrow={narrow} />
  if (counting.at === 'failed') return <NotCounted error={counting.error} onRetry={onRetry} />
  const { facets } = counting
  const valuesChosen = (of: string) =>
    chosen.filter(({ dimension }) => dimension === of).map(({ value }) => value)
  const useful = facets.dimensions
    .map((facet) => choices.get(facet.dimension) ?? facet)
    .filter(({ dimension, values }) => values.length > 1 || valuesChosen(dimension).length > 0)
  const missing = leftOut(facets)
  if (useful.length === 0 && missing.length === 0) return null
  const panel = (
    <Paper p="sm" component="section" aria-label={t('Narrow')}>
      <SimpleGrid
        cols={{ base: 2, sm: 3, lg: Math.min(6, Math.max(3, useful.length)) }}
        spacing="md"
      >
        {useful.map((facet) => (
          <Facet
            key={facet.dimension}
            facet={facet}
            chosen={valuesChosen(facet.dimension)}
            onToggle={onToggle}
          />
        ))}
      </SimpleGrid>
      <Text size="xs" c="dimmed" mt={4}>
        {engineText(facets)}
        {missing.length > 0 &&
          t(
            ' The number of matches is exact. There was no time to count them by {missing}: narrow the search, then they are shown.',
            { missing: missing.join(', ') },
          )}
      </Text>
    </Paper>
  )
  return narrow ? <Folded label={t('Narrow')}>{panel}</Folded> : panel
}

/** The room of facets that are being counted, so that the matches below stay where they are. */
function Uncounted({ narrow }: { narrow: boolean }) {
  if (narrow) return <Folded label={t('Narrow')}>{null}</Folded>
  return (
    <Paper p="sm" mih={FACETS_PX} aria-hidden="true">
      <Skeleton height={12} width="40%" />
    </Paper>
  )
}

type NotCountedProps = { error: Error; onRetry: () => void }

/** The matches could not be counted; the search itself goes on without that. */
function NotCounted({ error, onRetry }: NotCountedProps) {
  const tooMany = error instanceof ApiError && error.code === 'search_timed_out'
  return (
    <Paper p="sm" component="section" aria-label={t('Narrow')}>
      <Group gap="sm">
        <Text size="xs" c="dimmed">
          {tooMany
            ? t(
                'There are too many matches to count them in time. Narrow the search for an exact count.',
              )
            : t('The matches could not be counted: {message}', { message: error.message })}
        </Text>
        <Button variant="subtle" size="compact-xs" onClick={onRetry}>
          {t('Count again')}
        </Button>
      </Group>
    </Paper>
  )
}

type FacetProps = {
  facet: FacetDimension
  chosen: string[]
  onToggle: FacetsPanelProps['onToggle']
}

function Facet({ facet, chosen, onToggle }: FacetProps) {
  const [all, setAll] = useState(false)
  const { dimension } = facet
  const told = new Set(facet.values.map(({ value }) => value))
  // What is chosen stays where it can be given up, also when nothing has it any more.
  const gone = chosen
    .filter((value) => !told.has(value))
    .map((value) => ({ value, count: 0, length_bytes: 0 }))
  const values = [...gone, ...facet.values]
  const shown = values.filter(({ value }, at) => all || at < VALUES_SHOWN || chosen.includes(value))
  const more = values.length - Math.min(values.length, VALUES_SHOWN)
  return (
    <Stack gap={2} align="stretch">
      <Title order={2} fz="xs">
        {dimensionTitles()[dimension]}
      </Title>
      {shown.map(({ value, count, length_bytes }) => {
        const pressed = chosen.includes(value)
        return (
          <Button
            key={value}
            variant={pressed ? 'light' : 'subtle'}
            color={pressed ? undefined : 'gray'}
            size="compact-xs"
            justify="space-between"
            h="auto"
            mih={22}
            styles={{
              label: {
                flex: 1,
                justifyContent: 'flex-start',
                textAlign: 'start',
                whiteSpace: 'normal',
              },
            }}
            aria-pressed={pressed}
            onClick={() => onToggle(dimension, value)}
            title={`${valueText(dimension, value)}: ${formatBytes(length_bytes)}`}
            leftSection={pressed ? <IconSquareCheckFilled size={12} /> : <IconSquare size={12} />}
            rightSection={
              <Text span size="xs" c="inherit">
                {formatCount(count)}
              </Text>
            }
          >
            <VisuallyHidden>
              {t('Only {dimension} ', { dimension: dimensionTitles()[dimension] })}
            </VisuallyHidden>
            {valueText(dimension, value)}
          </Button>
        )
      })}
      {more > 0 && (
        <Button
          variant="subtle"
          size="compact-xs"
          justify="flex-start"
          aria-expanded={all}
          onClick={() => setAll(!all)}
        >
          <VisuallyHidden>{dimensionTitles()[dimension]}: </VisuallyHidden>
          {all ? t('show fewer') : t('and {more} more', { more })}
        </Button>
      )}
      {all && facet.values.length >= VALUES_COUNTED && (
        <Text size="xs" c="dimmed" px={8}>
          {t('These are the {count} most frequent. Narrow the search to see others.', {
            count: VALUES_COUNTED,
          })}
        </Text>
      )}
    </Stack>
  )
}
