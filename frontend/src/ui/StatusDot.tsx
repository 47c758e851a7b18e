import { Group } from '@mantine/core'
import type { ReactNode } from 'react'

export type Tone = 'good' | 'busy' | 'bad' | 'off'

const COLORS: Record<Tone, string> = {
  good: 'var(--mantine-color-moss-5)',
  busy: 'var(--mantine-color-orange-5)',
  bad: 'var(--mantine-color-red-6)',
  off: 'var(--mantine-color-gray-5)',
}

/** A state in words, with a coloured dot for the eye that scans. */
export function StatusDot({ tone, children }: { tone: Tone; children: ReactNode }) {
  return (
    <Group gap={7} wrap="nowrap" component="span" display="inline-flex">
      <span
        aria-hidden="true"
        style={{ width: 8, height: 8, borderRadius: 4, flex: 'none', background: COLORS[tone] }}
      />
      {children}
    </Group>
  )
}
