import {
  ColorSwatch,
  Group,
  Paper,
  SegmentedControl,
  Select,
  Skeleton,
  Stack,
  Text,
} from '@mantine/core'
import { lazy, Suspense, useId, useMemo } from 'react'
import type { UsageAnswer, UsageMeasure, UsageSpan, Used } from '~/api/usage'
import { formatShare, plural } from '~/format/count'
import { visibleName } from '~/format/path'
import { perLanguage, t } from '~/i18n/t'
import { PARTS_PX } from '~/ui/parts'
import { Section } from '~/ui/Section'
import { TreeMap } from '~/ui/TreeMap'
import { colouring, colourNames, type LegendEntry } from './colours'
import { partsOf, withInside } from './parts'
import { useInside } from './useInside'
import { USAGE_CHARTS, USAGE_COLOURS, type UsageChart, type UsageColour } from './views'
import { formatMeasured, measureNames } from './wording'

const Sunburst = lazy(() =>
  import('~/ui/Sunburst').then((module) => ({ default: module.Sunburst })),
)

const chartNames = perLanguage(
  (): Record<UsageChart, string> => ({ treemap: t('Areas'), sunburst: t('Rings') }),
)

type UsageMapProps = {
  answer: UsageAnswer
  measure: UsageMeasure
  chart: UsageChart
  onChart: (chart: UsageChart) => void
  colour: UsageColour
  onColour: (colour: UsageColour) => void
  /** Since when growth is told, where it is. */
  since: UsageSpan | undefined
  onOpen: (used: Used) => void
}

/** What is in a directory, drawn; the table beside it says the same in words. */
export function UsageMap({ chart, onChart, colour, onColour, ...drawn }: UsageMapProps) {
  return (
    <Section
      title={t('What fills it')}
      aside={
        <Group gap="xs">
          <SegmentedControl
            aria-label={t('Drawn as')}
            size="xs"
            data={USAGE_CHARTS.map((each) => ({ value: each, label: chartNames()[each] }))}
            value={chart}
            onChange={(chosen) => {
              const known = USAGE_CHARTS.find((each) => each === chosen)
              if (known) onChart(known)
            }}
          />
          <Select
            aria-label={t('Colour by')}
            size="xs"
            w={160}
            allowDeselect={false}
            data={USAGE_COLOURS.map((each) => ({ value: each, label: colourNames()[each] }))}
            value={colour}
            onChange={(chosen) => {
              const known = USAGE_COLOURS.find((each) => each === chosen)
              if (known) onColour(known)
            }}
          />
        </Group>
      }
    >
      <Drawing chart={chart} colour={colour} {...drawn} />
    </Section>
  )
}

type DrawingProps = Omit<UsageMapProps, 'onChart' | 'onColour'>

function Drawing({ answer, measure, chart, colour, since, onOpen }: DrawingProps) {
  const words = useId()
  const { items, directory } = answer
  const inside = useInside(answer, measure, since, { wanted: chart === 'sunburst' })
  const colours = useMemo(() => {
    const shown = [...items, ...[...inside.values()].flatMap((each) => each.items)]
    return colouring(colour, shown, Date.parse(answer.as_of.time), measure)
  }, [colour, items, inside, answer.as_of.time, measure])
  const parts = useMemo(() => partsOf(answer, measure, colours), [answer, measure, colours])
  const rings = useMemo(
    () => withInside(parts, answer, inside, measure, colours),
    [parts, answer, inside, measure, colours],
  )
  const format = useMemo(() => (value: number) => formatMeasured(value, measure), [measure])
  const open = (used: Used | undefined) => used && onOpen(used)
  const asked = {
    title: t('{measure} of what is in {path}', {
      measure: measureNames()[measure],
      path: visibleName(directory.path),
    }),
    describedBy: words,
    format,
  }
  const largest = items[0]
  return (
    <Paper p="sm">
      <Stack gap="xs">
        {parts.length === 0 ? (
          <Text size="sm" c="dimmed" py="xl" ta="center">
            {t('Nothing here takes room.')}
          </Text>
        ) : chart === 'treemap' ? (
          <TreeMap {...asked} parts={parts} onSelect={(at) => open(items[at])} />
        ) : (
          <Suspense fallback={<Skeleton height={PARTS_PX} />}>
            <Sunburst
              {...asked}
              parts={rings}
              onSelect={({ part, inside: at }) => {
                const used = items[part]
                open(at === undefined ? used : used && inside.get(used.inode_id)?.items[at])
              }}
            />
          </Suspense>
        )}
        <Legend entries={colours.legend} />
        <Text size="xs" c="dimmed" id={words}>
          {largest && (largest.share ?? 0) > 0
            ? t('The largest of {entries} is {name} with {share}.', {
                entries: plural(answer.children ?? items.length, 'entry'),
                name: visibleName(largest.name),
                share: formatShare(largest.share ?? 0, 1),
              })
            : t('Nothing here takes room.')}
        </Text>
      </Stack>
    </Paper>
  )
}

function Legend({ entries }: { entries: LegendEntry[] }) {
  return (
    <Group
      gap="md"
      aria-label={t('Colours')}
      component="ul"
      p={0}
      m={0}
      style={{ listStyle: 'none' }}
    >
      {entries.map(({ label, color }) => (
        <Group key={label} gap={6} component="li" wrap="nowrap">
          <ColorSwatch color={color} size={12} radius={3} withShadow={false} aria-hidden="true" />
          <Text size="xs">{label}</Text>
        </Group>
      ))}
    </Group>
  )
}
