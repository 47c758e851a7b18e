import { Group, Pill, VisuallyHidden } from '@mantine/core'
import { chosenIn, DIMENSION_TITLES, toggled, valueText } from './facets'

type ChosenValuesProps = { query: string; onChange: (query: string) => void }

/** The values of facets that the search is narrowed to; each can be taken off. */
export function ChosenValues({ query, onChange }: ChosenValuesProps) {
  const chosen = chosenIn(query)
  if (chosen.length === 0) return null
  return (
    <Group gap={6} component="ul" aria-label="Narrowed to" m={0} p={0}>
      {chosen.map(({ dimension, value }) => {
        const text = `${DIMENSION_TITLES[dimension]}: ${valueText(dimension, value)}`
        return (
          <Pill
            key={`${dimension}:${value}`}
            component="li"
            size="sm"
            withRemoveButton
            onRemove={() => onChange(toggled(query, dimension, value))}
            removeButtonProps={{
              'aria-label': `Take off ${text}`,
              'aria-hidden': false,
              tabIndex: 0,
            }}
          >
            {text}
            <VisuallyHidden>, chosen</VisuallyHidden>
          </Pill>
        )
      })}
    </Group>
  )
}
