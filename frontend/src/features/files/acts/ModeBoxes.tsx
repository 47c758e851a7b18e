import { Checkbox, SimpleGrid, Stack, Text } from '@mantine/core'
import { perLanguage, t } from '~/i18n/t'
import { CLASSES, hasBit, MODE_BITS, type ModeBit, withBit } from './permission-draft'

const classNames = perLanguage(
  (): Record<ModeBit['of'], string> => ({
    owner: t('Owner'),
    group: t('Group'),
    others: t('Others'),
  }),
)
const rightNames = perLanguage(
  (): Record<ModeBit['right'], string> => ({
    read: t('may read'),
    write: t('may write'),
    enter: t('may enter or run'),
  }),
)

type ModeBoxesProps = { mode: string; onChange: (mode: string) => void }

/** The bits of a mode, to be ticked. */
export function ModeBoxes({ mode, onChange }: ModeBoxesProps) {
  return (
    <SimpleGrid cols={3} spacing="xs">
      {CLASSES.map((of) => (
        <Stack key={of} gap={6} role="group" aria-label={classNames()[of]}>
          <Text size="sm" fw={550}>
            {classNames()[of]}
          </Text>
          {MODE_BITS.filter((each) => each.of === of).map(({ right, bit }) => (
            <Checkbox
              key={right}
              size="xs"
              label={rightNames()[right]}
              checked={hasBit(mode, bit)}
              onChange={(event) => onChange(withBit(mode, bit, event.currentTarget.checked))}
            />
          ))}
        </Stack>
      ))}
    </SimpleGrid>
  )
}
