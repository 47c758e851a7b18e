import { Group, Stack, Title } from '@mantine/core'
import type { ReactNode } from 'react'

/** A section of a page: its heading above, its content below. */
export function Section(props: { title: string; aside?: ReactNode; children: ReactNode }) {
  return (
    <Stack gap={8} component="section" h="100%">
      <Group justify="space-between" mih={22}>
        <Title order={2}>{props.title}</Title>
        {props.aside}
      </Group>
      {props.children}
    </Stack>
  )
}
