import type { EntryDetails } from '~/api/namespace'
import { formatBytes, formatBytesExactly } from '~/format/bytes'
import { formatDateTime } from '~/format/time'
import { perLanguage, t } from '~/i18n/t'
import { PathText } from '~/ui/PathText'
import { Section } from '~/ui/Section'
import { Table } from '~/ui/Table'
import { TablePanel } from '~/ui/TablePanel'
import { TextLink } from '~/ui/TextLink'
import { rowLinkProps, useRowKeys } from '~/ui/useRowKeys'

const columns = perLanguage(() => [
  { label: t('Snapshot') },
  { label: t('Of'), width: '36%' },
  { label: t('Taken') },
  { label: t('Size then'), align: 'right' as const },
  { label: t('Since then') },
])

/** The snapshots that have the entry at this place; nothing where there are none. */
export function HeldBySnapshots({ snapshots }: Pick<EntryDetails, 'snapshots'>) {
  const onKeyDown = useRowKeys({})
  if (snapshots === null || snapshots.length === 0) return null
  return (
    <Section title={t('In snapshots')}>
      <TablePanel
        caption={t('Snapshots that hold it, newest first')}
        columns={columns()}
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
            <Table.Td>{held.changed ? t('changed') : t('the same')}</Table.Td>
          </Table.Tr>
        ))}
      </TablePanel>
    </Section>
  )
}
