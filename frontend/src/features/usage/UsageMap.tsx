import { ColorSwatch, Group, Paper, Select, Stack, Text } from '@mantine/core'
import { useId, useMemo } from 'react'
import type { UsageAnswer, UsageMeasure, Used } from '~/api/usage'
import { formatCount, formatShare, plural } from '~/format/count'
import { visibleName } from '~/format/path'
import { Section } from '~/ui/Section'
import { TreeMap, type TreeMapPart } from '~/ui/TreeMap'
import { type Colouring, colouring, colourNames, REST_COLOR, type UsageColour } from './colours'
import { formatMeasured, measured, measureNames } from './wording'

const COLOURS: UsageColour[] = ['age', 'owner', 'size']

type UsageMapProps = {
  answer: UsageAnswer
  measure: UsageMeasure
  colour: UsageColour
  onColour: (colour: UsageColour) => void
  onOpen: (used: Used) => void
}

/** What is in a directory as areas; the table beside it says the same in words. */
export function UsageMap({ answer, measure, colour, onColour, onOpen }: UsageMapProps) {
  const words = useId()
  const { items, directory } = answer
  const colours = useMemo(
    () => colouring(colour, items, Date.parse(answer.as_of.time)),
    [colour, items, answer.as_of.time],
  )
  const parts = useMemo(() => partsOf(answer, measure, colours), [answer, measure, colours])
  const format = useMemo(() => (value: number) => formatMeasured(value, measure), [measure])
  const largest = items[0]
  return (
    <Section
      title="What fills it"
      aside={
        <Select
          aria-label="Colour by"
          size="xs"
          w={170}
          allowDeselect={false}
          data={COLOURS.map((each) => ({ value: each, label: colourNames[each] }))}
          value={colour}
          onChange={(chosen) => {
            const known = COLOURS.find((each) => each === chosen)
            if (known) onColour(known)
          }}
        />
      }
    >
      <Paper p="sm">
        <Stack gap="xs">
          {parts.length > 0 ? (
            <TreeMap
              title={`${measureNames[measure]} of what is in ${visibleName(directory.path)}`}
              describedBy={words}
              parts={parts}
              format={format}
              onSelect={(at) => {
                const used = items[at]
                if (used) onOpen(used)
              }}
            />
          ) : (
            <Text size="sm" c="dimmed" py="xl" ta="center">
              Nothing here takes room.
            </Text>
          )}
          <Group
            gap="md"
            aria-label="Colours"
            component="ul"
            p={0}
            m={0}
            style={{ listStyle: 'none' }}
          >
            {colours.legend.map(({ label, color }) => (
              <Group key={label} gap={6} component="li" wrap="nowrap">
                <ColorSwatch
                  color={color}
                  size={12}
                  radius={3}
                  withShadow={false}
                  aria-hidden="true"
                />
                <Text size="xs">{label}</Text>
              </Group>
            ))}
          </Group>
          <Text size="xs" c="dimmed" id={words}>
            {largest && (largest.share ?? 0) > 0
              ? `The largest of ${plural(answer.children ?? items.length, 'entry')} is ${visibleName(largest.name)} with ${formatShare(largest.share ?? 0, 1)}.`
              : 'Nothing here takes room.'}
          </Text>
        </Stack>
      </Paper>
    </Section>
  )
}

/** The largest of what is there, and all that the page does not list as one. */
function partsOf(answer: UsageAnswer, measure: UsageMeasure, colours: Colouring): TreeMapPart[] {
  const { items, directory, children } = answer
  // Sorted, so what takes no room is at the end: places in the list stay those of the parts.
  const parts = items
    .filter((used) => measured(used, measure) > 0)
    .map((used) => ({
      name: visibleName(used.name),
      value: measured(used, measure),
      color: colours.colorOf(used),
      hint: `${formatShare(used.share ?? 0, 1)} · ${plural(used.files, 'file')} · ${used.owner}`,
    }))
  const listed = items.reduce((sum, used) => sum + measured(used, measure), 0)
  const rest = measured(directory, measure) - listed
  const others = (children ?? items.length) - items.length
  if (rest <= 0 || others <= 0) return parts
  const name = `${formatCount(others)} smaller`
  return [
    ...parts,
    { name, value: rest, color: REST_COLOR, hint: formatShare(rest, measured(directory, measure)) },
  ]
}
