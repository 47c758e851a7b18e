import { Paper, Skeleton, Text } from '@mantine/core'
import type { ReactNode } from 'react'

type StatProps = {
  label: string
  /** Undefined while it is loading. */
  value: ReactNode | undefined
  hint?: ReactNode
  /** The exact value where `value` is rounded. */
  title?: string
  tone?: 'bad'
}

/** One number with its name. */
export function Stat({ label, value, hint, title, tone }: StatProps) {
  return (
    <Paper px="md" py="sm" mih={86}>
      <Text size="xs" c="dimmed" fw={550}>
        {label}
      </Text>
      {value === undefined ? (
        <Skeleton height={20} width="60%" my={5} />
      ) : (
        <Text
          fz={20}
          fw={620}
          lh="30px"
          lts="-0.01em"
          title={title}
          c={tone === 'bad' ? 'red' : undefined}
          style={{ fontVariantNumeric: 'tabular-nums' }}
        >
          {value}
        </Text>
      )}
      <Text size="xs" c="dimmed" component="div" mih={18}>
        {hint}
      </Text>
    </Paper>
  )
}
