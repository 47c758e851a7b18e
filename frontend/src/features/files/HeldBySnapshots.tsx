import type { EntryDetails } from '~/api/namespace'
import { formatBytes, formatBytesExactly } from '~/format/bytes'
import { formatDateTime } from '~/format/time'
import { PathText } from '~/ui/PathText'
import { Section } from '~/ui/Section'
import { Table } from '~/ui/Table'
import { TablePanel } from '~/ui/TablePanel'
import { TextLink } from '~/ui/TextLink'
import { rowLinkProps, useRowKeys } from '~/ui/useRowKeys'

const columns = [
  { label: 'Snapshot' },
  { label: 'Of', width: '36%' },
  { label: 'Taken' },
  { label: 'Size then', align: 'right' as const },
  { label: 'Since then' },
]

/** The snapshots that have the entry at this place; nothing where there are none. */
export function HeldBySnapshots({ snapshots }: Pick<EntryDetails, 'snapshots'>) {
  const onKeyDown = useRowKeys({})
  if (snapshots === null || snapshots.length === 0) return null
  return (
    <Section title="In snapshots">
      <TablePanel
        caption="Snapshots that hold it, newest first"
        columns={columns}
        onKeyDown={onKeyDown}
      >
        {snapshots.map((held) => (
          <Table.Tr key={held.path}>
            <Table.Td>
              <TextLink to="/files" search={{ path: held.path }} {...rowLinkProps}>
                {held.name}
              </TextLink>
            </Table.Td>
            <Table.Td maw={0}>
              <PathText path={held.directory} />
            </Table.Td>
            <Table.Td>{formatDateTime(held.created_at)}</Table.Td>
            <Table.Td ta="right" title={formatBytesExactly(held.size_bytes)}>
              {formatBytes(held.size_bytes)}
            </Table.Td>
            <Table.Td>{held.changed ? 'changed' : 'the same'}</Table.Td>
          </Table.Tr>
        ))}
      </TablePanel>
    </Section>
  )
}
