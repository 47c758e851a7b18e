import { ActionIcon, Button, Group, Text } from '@mantine/core'
import { IconFolderOpen, IconInfoCircle } from '@tabler/icons-react'
import { useQuery } from '@tanstack/react-query'
import { CHILDREN_PAGE_ROWS, childrenQuery, type Entry } from '~/api/namespace'
import type { FilesOrder } from '~/api/usage'
import { formatBytes, formatBytesExactly } from '~/format/bytes'
import { formatCount, formatShare, plural } from '~/format/count'
import { formatMode } from '~/format/mode'
import { parentOf, ROOT, visibleName } from '~/format/path'
import { formatDateTime } from '~/format/time'
import { Trans } from '~/i18n/Trans'
import { perLanguage, t } from '~/i18n/t'
import { CursorPager } from '~/ui/CursorPager'
import { KindIcon, kindLabel } from '~/ui/KindIcon'
import { PathText } from '~/ui/PathText'
import { EmptyState, ErrorState, SkeletonRows } from '~/ui/States'
import { Table } from '~/ui/Table'
import { TablePanel } from '~/ui/TablePanel'
import { TextLink } from '~/ui/TextLink'
import { rowLinkProps, useRowKeys } from '~/ui/useRowKeys'
import { sortedBy } from './orders'

type Column = {
  label: string
  width?: string
  align?: 'right'
  hidden?: boolean
  /** Shown where no details stand beside the table. */
  roomy?: boolean
  /** What contents can be ordered by. */
  order?: 'name' | FilesOrder
}

const allColumns = perLanguage((): Column[] => [
  { label: t('Name'), width: '36%', order: 'name' },
  { label: t('Kind'), roomy: true },
  { label: t('Size'), align: 'right', order: 'length' },
  { label: t('Files'), align: 'right', roomy: true, order: 'files' },
  { label: t('Share'), align: 'right', roomy: true },
  { label: t('Owner') },
  { label: t('Group'), roomy: true },
  { label: t('Mode') },
  { label: t('Repl.'), align: 'right', roomy: true },
  { label: t('Modified'), order: 'time' },
  { label: t('Details'), hidden: true },
])

type ChildrenTableProps = {
  path: string
  /** What is in the directory at any depth; undefined where that is not known. */
  content: Entry['content'] | undefined
  cursor: string | undefined
  details: string | undefined
  /** Undefined for those who can't have another order. */
  onOrder: ((order: FilesOrder | undefined) => void) | undefined
  onUp: () => void
  onDetails: (path: string | undefined) => void
  onPage: (cursor: string | undefined, trail: string[]) => void
}

export function ChildrenTable(props: ChildrenTableProps) {
  const { path, content, cursor, details, onOrder, onUp, onDetails, onPage } = props
  const children = useQuery(childrenQuery({ path, cursor }))
  const items = children.data?.items
  // Beside the details, which show everything, names need the room more.
  const roomy = details === undefined
  const columns = allColumns()
    .filter((column) => roomy || !column.roomy)
    .map((column) => {
      const { order } = column
      if (!onOrder || !order) return column
      const by = order === 'name' ? undefined : order
      return { ...column, ...sortedBy(by, undefined, onOrder) }
    })
  const toggle = (entry: Entry | undefined) =>
    entry && onDetails(entry.path === details ? undefined : entry.path)
  const onKeyDown = useRowKeys({ onUp, onDetails: (index) => toggle(items?.[index]) })

  return (
    <TablePanel
      caption={t('Contents of {path}', { path: visibleName(path) })}
      columns={columns}
      stale={children.isPlaceholderData}
      onKeyDown={onKeyDown}
      instead={
        children.isError && !items ? (
          <ErrorState error={children.error} onRetry={() => children.refetch()} />
        ) : items?.length === 0 && cursor === undefined ? (
          <NothingHere path={path} />
        ) : undefined
      }
      footer={
        children.data && (
          <CursorPager
            cursor={cursor}
            nextCursor={children.data.next_cursor}
            shown={children.data.items.length}
            limit={CHILDREN_PAGE_ROWS}
            noun={t('entries')}
            onGo={onPage}
          />
        )
      }
    >
      {items ? (
        items.map((entry) => (
          <EntryRow
            key={entry.inode_id}
            entry={entry}
            wholeBytes={content?.length_bytes}
            selected={entry.path === details}
            roomy={roomy}
            onDetails={() => toggle(entry)}
          />
        ))
      ) : (
        <SkeletonRows rows={12} columns={columns.length} />
      )}
    </TablePanel>
  )
}

type EntryRowProps = {
  entry: Entry
  wholeBytes: number | undefined
  selected: boolean
  roomy: boolean
  onDetails: () => void
}

/** Bytes of a file, or of all files in a directory; undefined where that is not known. */
function bytesOf(entry: Entry): number | undefined {
  return entry.kind === 'directory' ? entry.content?.length_bytes : entry.size_bytes
}

function sizeTitle({ kind, size_bytes, content }: Entry): string | undefined {
  if (kind !== 'directory') return formatBytesExactly(size_bytes)
  if (!content) return t('Not known at once, or not for you: the details may count it')
  const counts = `${plural(content.files, 'file')}, ${plural(content.directories, 'directory')}`
  return `${counts}, ${formatBytesExactly(content.length_bytes)}`
}

function EntryRow({ entry, wholeBytes, selected, roomy, onDetails }: EntryRowProps) {
  const bytes = bytesOf(entry)
  const directory = entry.kind === 'directory'
  return (
    <Table.Tr data-selected={selected || undefined}>
      <Table.Td maw={0}>
        <Group gap={8} wrap="nowrap">
          <KindIcon kind={entry.kind} />
          <TextLink
            to="/files"
            search={(old) =>
              directory ? { path: entry.path } : { ...old, path: old.path, details: entry.path }
            }
            c={directory ? undefined : 'var(--mantine-color-text)'}
            fw={directory ? 550 : undefined}
            style={{ minWidth: 0, display: 'flex' }}
            {...rowLinkProps}
          >
            <PathText path={entry.name} />
          </TextLink>
          {entry.open_for_write && (
            <Text span size="xs" c="dimmed" style={{ whiteSpace: 'nowrap' }}>
              {t('being written')}
            </Text>
          )}
        </Group>
      </Table.Td>
      {roomy && <Table.Td>{kindLabel(entry.kind)}</Table.Td>}
      <Table.Td ta="right" style={{ whiteSpace: 'nowrap' }} title={sizeTitle(entry)}>
        {bytes === undefined ? <NotApplicable /> : formatBytes(bytes)}
      </Table.Td>
      {roomy && (
        <Table.Td ta="right">
          {directory && entry.content ? formatCount(entry.content.files) : <NotApplicable />}
        </Table.Td>
      )}
      {roomy && (
        <Table.Td ta="right" style={{ whiteSpace: 'nowrap' }}>
          {bytes === undefined || wholeBytes === undefined ? (
            <NotApplicable />
          ) : (
            formatShare(bytes, wholeBytes)
          )}
        </Table.Td>
      )}
      <Table.Td>{entry.owner}</Table.Td>
      {roomy && <Table.Td>{entry.group}</Table.Td>}
      <Table.Td ff="monospace" fz="xs" style={{ whiteSpace: 'nowrap' }} title={entry.mode}>
        {formatMode(entry.mode)}
      </Table.Td>
      {roomy && <Table.Td ta="right">{directory ? <NotApplicable /> : entry.replication}</Table.Td>}
      <Table.Td style={{ whiteSpace: 'nowrap' }}>{formatDateTime(entry.mtime)}</Table.Td>
      <Table.Td w={40} py={2}>
        <ActionIcon
          variant={selected ? 'light' : 'subtle'}
          color={selected ? 'moss' : 'gray'}
          size="sm"
          aria-label={t('Details of {name}', { name: visibleName(entry.name) })}
          aria-pressed={selected}
          onClick={onDetails}
        >
          <IconInfoCircle size={16} />
        </ActionIcon>
      </Table.Td>
    </Table.Tr>
  )
}

function NotApplicable() {
  return (
    <Text span inherit c="dimmed">
      –
    </Text>
  )
}

function NothingHere({ path }: { path: string }) {
  return (
    <EmptyState
      icon={<IconFolderOpen size={24} />}
      title={t('This directory is empty')}
      action={
        path !== ROOT && (
          <Button
            variant="light"
            renderRoot={(rootProps) => (
              <TextLink to="/files" search={{ path: parentOf(path) }} {...rootProps} />
            )}
          >
            {t('Up one level')}
          </Button>
        )
      }
    >
      <Trans
        message="Write something into it with any HDFS client, for example <code>bin/warren dfs -put FILE {path}</code>"
        values={{ path: visibleName(path) }}
        parts={{ code: (text) => <code>{text}</code> }}
      />
    </EmptyState>
  )
}
