import { Code } from '@mantine/core'
import type { ReactNode } from 'react'

/** The text of a search or a statement, whole and with its lines. */
export function QueryText({ children }: { children: ReactNode }) {
  return (
    <Code block style={{ whiteSpace: 'pre-wrap', overflowWrap: 'anywhere' }}>
      {children}
    </Code>
  )
}
