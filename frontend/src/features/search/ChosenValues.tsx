import { Group, Pill, VisuallyHidden } from '@mantine/core'
import { t } from '~/i18n/t'
import { chosenIn, dimensionTitles, toggled, valueText } from './facets'

type ChosenValuesProps = { query: string; onChange: (query: string) => void }

/** The values of facets that the search is narrowed to; each can be taken off. */
export function ChosenValues({ query, onChange }: ChosenValuesProps) {
  const chosen = chosenIn(query)
  if (chosen.length === 0) return null
  return (
    <Group gap={6} component="ul" aria-label={t('Narrowed to')} m={0} p={0}>
      {chosen.map(({ dimension, value }) => {
        const text = `${dimensionTitles()[dimension]}: ${valueText(dimension, value)}`
        return (
          <Pill
            key={`${dimension}:${value}`}
            component="li"
            size="sm"
            withRemoveButton
            onRemove={() => onChange(toggled(query, dimension, value))}
            removeButtonProps={{
              'aria-label': t('Take off {text}', { text }),
              'aria-hidden': false,
              tabIndex: 0,
            }}
          >
            {text}
            <VisuallyHidden>{t(', chosen')}</VisuallyHidden>
          </Pill>
        )
      })}
    </Group>
  )
}
