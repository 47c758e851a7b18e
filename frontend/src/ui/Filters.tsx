import { Button, Collapse, Group, Stack } from '@mantine/core'
import { useDisclosure } from '@mantine/hooks'
import { IconFilter } from '@tabler/icons-react'
import { type ReactNode, useId } from 'react'
import { t } from '~/i18n/t'
import { useIsNarrow } from './useIsNarrow'

/** The filters of a list; where there is no room they are folded, and say how many are set. */
export function Filters({ set, children }: { set: number; children: ReactNode }) {
  const narrow = useIsNarrow()
  const [open, { toggle }] = useDisclosure()
  const id = useId()
  const fields = (
    <Group gap="xs" align="flex-end">
      {children}
    </Group>
  )
  if (!narrow) return fields
  return (
    <Stack gap={0} align="stretch">
      <Button
        variant="default"
        leftSection={<IconFilter size={14} />}
        aria-expanded={open}
        aria-controls={id}
        onClick={toggle}
        style={{ alignSelf: 'flex-start' }}
      >
        {set > 0 ? t('Filters ({set} set)', { set }) : t('Filters')}
      </Button>
      <div id={id}>
        <Collapse expanded={open} pt="sm">
          {fields}
        </Collapse>
      </div>
    </Stack>
  )
}
