import { Badge, Group, Stack, Table, Text } from '@mantine/core'
import type { SearchHit } from '~/api/search'
import { formatBytes, formatBytesExactly } from '~/format/bytes'
import { formatMode } from '~/format/mode'
import { parentOf } from '~/format/path'
import { formatDateTime } from '~/format/time'
import { KindIcon } from '~/ui/KindIcon'
import { CopyButton, PathText } from '~/ui/PathText'
import pathClasses from '~/ui/PathText.module.css'
import { TextLink } from '~/ui/TextLink'
import { rowLinkProps } from '~/ui/useRowKeys'
import { Highlighted } from './highlight'

export const HIT_COLUMNS = [
  { label: 'Name and path', width: '52%' },
  { label: 'Size', align: 'right' as const },
  { label: 'Owner' },
  { label: 'Group' },
  { label: 'Mode' },
  { label: 'Modified' },
  { label: 'Copy path', hidden: true },
]

export function HitRow({ hit }: { hit: SearchHit }) {
  return (
    <Table.Tr>
      <Table.Td maw={0}>
        <Group gap={8} wrap="nowrap" align="flex-start">
          <span style={{ marginTop: 1, display: 'flex' }}>
            <KindIcon kind={hit.kind} />
          </span>
          <Stack gap={0} miw={0}>
            <Group gap={6} wrap="nowrap">
              <TextLink
                to="/files"
                search={{ path: parentOf(hit.path), details: hit.path }}
                fw={550}
                style={{ minWidth: 0, display: 'flex' }}
                {...rowLinkProps}
              >
                <span className={pathClasses.path}>
                  <Highlighted name={hit.name} ranges={hit.highlights} />
                </span>
              </TextLink>
              {hit.fuzzy && (
                <Badge size="xs" variant="default" title="Only a typo explains this match">
                  similar
                </Badge>
              )}
            </Group>
            <Text size="xs" c="dimmed" component="div" truncate>
              <PathText path={hit.path} />
            </Text>
          </Stack>
        </Group>
      </Table.Td>
      <Table.Td
        ta="right"
        style={{ whiteSpace: 'nowrap' }}
        title={hit.kind === 'file' ? formatBytesExactly(hit.size_bytes) : undefined}
      >
        {hit.kind === 'file' ? formatBytes(hit.size_bytes) : '–'}
      </Table.Td>
      <Table.Td>{hit.owner}</Table.Td>
      <Table.Td>{hit.group}</Table.Td>
      <Table.Td ff="monospace" fz="xs" style={{ whiteSpace: 'nowrap' }} title={hit.mode}>
        {formatMode(hit.mode)}
      </Table.Td>
      <Table.Td style={{ whiteSpace: 'nowrap' }}>{formatDateTime(hit.mtime)}</Table.Td>
      <Table.Td w={40}>
        <CopyButton value={hit.path} what="path" />
      </Table.Td>
    </Table.Tr>
  )
}
