import { ActionIcon, Group, Progress, Text } from '@mantine/core'
import { IconFolderOpen, IconInfoCircle } from '@tabler/icons-react'
import type { UseQueryResult } from '@tanstack/react-query'
import { CHILDREN_PAGE_ROWS } from '~/api/namespace'
import type { FilesOrder, UsageAnswer, Used } from '~/api/usage'
import { formatBytes, formatBytesExactly } from '~/format/bytes'
import { formatCount, formatShare, percentOf } from '~/format/count'
import { visibleName } from '~/format/path'
import { formatDateTime } from '~/format/time'
import { inSentence, t } from '~/i18n/t'
import { CursorPager } from '~/ui/CursorPager'
import { KindIcon } from '~/ui/KindIcon'
import { PathText } from '~/ui/PathText'
import { EmptyState, ErrorState, SkeletonRows } from '~/ui/States'
import { Table } from '~/ui/Table'
import { TablePanel } from '~/ui/TablePanel'
import { TextLink } from '~/ui/TextLink'
import { rowLinkProps, useRowKeys } from '~/ui/useRowKeys'
import { orderNames, sortedBy } from './orders'

type SortedTableProps = {
  path: string
  order: FilesOrder
  usage: UseQueryResult<UsageAnswer>
  cursor: string | undefined
  details: string | undefined
  onOrder: (order: FilesOrder | undefined) => void
  onUp: () => void
  onDetails: (path: string | undefined) => void
  onPage: (cursor: string | undefined, trail: string[]) => void
}

/** What is in a directory by size, count or time, as the replica has it. */
export function SortedTable(props: SortedTableProps) {
  const { path, order, usage, cursor, details, onOrder, onUp, onDetails, onPage } = props
  const items = usage.data?.items
  // Beside the details, which show everything, names need the room more.
  const roomy = details === undefined
  const toggle = (used: Used | undefined) =>
    used && onDetails(used.path === details ? undefined : used.path)
  const onKeyDown = useRowKeys({ onUp, onDetails: (index) => toggle(items?.[index]) })
  const column = (of: FilesOrder | undefined, label: string, more?: { align?: 'right' }) => ({
    label,
    ...more,
    ...sortedBy(of, order, onOrder),
  })
  const columns = [
    { ...column(undefined, t('Name')), width: '34%' },
    column('length', t('Size'), { align: 'right' }),
    ...(roomy ? [column('space', t('Space'), { align: 'right' })] : []),
    ...(roomy ? [{ label: t('Share'), width: '12%' }] : []),
    column('files', t('Files'), { align: 'right' }),
    { label: t('Owner') },
    ...(roomy ? [{ label: t('Group') }] : []),
    column('time', t('Modified')),
    { label: t('Details'), hidden: true },
  ]
  return (
    <TablePanel
      caption={t('Contents of {path}, {order}', {
        path: visibleName(path),
        order: inSentence(orderNames()[order]),
      })}
      columns={columns}
      stale={usage.isPlaceholderData}
      onKeyDown={onKeyDown}
      instead={
        usage.isError && !items ? (
          <ErrorState error={usage.error} onRetry={() => usage.refetch()} />
        ) : items?.length === 0 && cursor === undefined ? (
          <EmptyState icon={<IconFolderOpen size={24} />} title={t('This directory is empty')} />
        ) : undefined
      }
      footer={
        usage.data && (
          <CursorPager
            cursor={cursor}
            nextCursor={usage.data.next_cursor}
            shown={usage.data.items.length}
            limit={CHILDREN_PAGE_ROWS}
            total={
              usage.data.children === null ? undefined : { count: usage.data.children, exact: true }
            }
            noun={t('entries')}
            onGo={onPage}
          />
        )
      }
    >
      {items ? (
        items.map((used) => (
          <SortedRow
            key={used.inode_id}
            used={used}
            selected={used.path === details}
            roomy={roomy}
            onDetails={() => toggle(used)}
          />
        ))
      ) : (
        <SkeletonRows rows={12} columns={columns.length} />
      )}
    </TablePanel>
  )
}

type SortedRowProps = { used: Used; selected: boolean; roomy: boolean; onDetails: () => void }

function SortedRow({ used, selected, roomy, onDetails }: SortedRowProps) {
  const directory = used.kind === 'directory'
  const name = visibleName(used.name)
  return (
    <Table.Tr data-selected={selected || undefined}>
      <Table.Td maw={0}>
        <Group gap={8} wrap="nowrap">
          <KindIcon kind={used.kind} />
          <TextLink
            to="/files"
            search={(old) =>
              directory
                ? { path: used.path, order: old.order }
                : { ...old, path: old.path, details: used.path }
            }
            c={directory ? undefined : 'var(--mantine-color-text)'}
            fw={directory ? 550 : undefined}
            style={{ minWidth: 0, display: 'flex' }}
            {...rowLinkProps}
          >
            <PathText path={used.name} />
          </TextLink>
        </Group>
      </Table.Td>
      <Table.Td ta="right" title={formatBytesExactly(used.length_bytes)}>
        {formatBytes(used.length_bytes)}
      </Table.Td>
      {roomy && (
        <>
          <Table.Td ta="right" title={formatBytesExactly(used.space_bytes)}>
            {formatBytes(used.space_bytes)}
          </Table.Td>
          <Table.Td>
            <div>
              <Text size="xs">{formatShare(used.share ?? 0, 1)}</Text>
              <Progress
                value={percentOf(used.share ?? 0, 1)}
                size={4}
                mt={3}
                aria-label={t('Share of {name}', { name })}
              />
            </div>
          </Table.Td>
        </>
      )}
      <Table.Td ta="right">{formatCount(used.files)}</Table.Td>
      <Table.Td>{used.owner}</Table.Td>
      {roomy && <Table.Td>{used.group}</Table.Td>}
      <Table.Td style={{ whiteSpace: 'nowrap' }}>{formatDateTime(used.mtime)}</Table.Td>
      <Table.Td w={40} py={2}>
        <ActionIcon
          variant={selected ? 'light' : 'subtle'}
          color={selected ? 'moss' : 'gray'}
          size="sm"
          aria-label={t('Details of {name}', { name })}
          aria-pressed={selected}
          onClick={onDetails}
        >
          <IconInfoCircle size={16} />
        </ActionIcon>
      </Table.Td>
    </Table.Tr>
  )
}
