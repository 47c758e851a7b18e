import { Anchor, Group } from '@mantine/core'
import { IconDownload } from '@tabler/icons-react'
import type { ReactNode } from 'react'

type DownloadLinkProps = { href: string; filename: string; children: ReactNode }

/** Below a list: all of it as a file. */
export function DownloadLink({ href, filename, children }: DownloadLinkProps) {
  return (
    <Group px="sm" pb={8} pt={4}>
      <Anchor href={href} download={filename} size="xs">
        <Group component="span" gap={4} wrap="nowrap">
          <IconDownload size={14} aria-hidden="true" />
          {children}
        </Group>
      </Anchor>
    </Group>
  )
}
