import { Button, Collapse, Stack } from '@mantine/core'
import { useDisclosure } from '@mantine/hooks'
import { IconFilter } from '@tabler/icons-react'
import { type ReactNode, useId } from 'react'

/** Below a button that opens it, for where there is no room to show it at once. */
export function Folded({ label, children }: { label: string; children: ReactNode }) {
  const [open, { toggle }] = useDisclosure()
  const id = useId()
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
        {label}
      </Button>
      <div id={id}>
        <Collapse expanded={open} pt="sm">
          {children}
        </Collapse>
      </div>
    </Stack>
  )
}
