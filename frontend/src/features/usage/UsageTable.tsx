import { Group, Menu, Progress, Text } from '@mantine/core'
import { IconFolderOpen } from '@tabler/icons-react'
import type { UseQueryResult } from '@tanstack/react-query'
import { getRouteApi, Link } from '@tanstack/react-router'
import { USAGE_PAGE_ROWS, type UsageAnswer, type UsageMeasure, type Used } from '~/api/usage'
import { formatBytes, formatBytesExactly } from '~/format/bytes'
import { formatCount, formatShare } from '~/format/count'
import { parentOf, visibleName } from '~/format/path'
import { Age } from '~/ui/Age'
import { CursorPager } from '~/ui/CursorPager'
import { KindIcon } from '~/ui/KindIcon'
import { PathText } from '~/ui/PathText'
import { RowMenu } from '~/ui/RowMenu'
import { Section } from '~/ui/Section'
import { EmptyState, ErrorState, SkeletonRows } from '~/ui/States'
import { Table } from '~/ui/Table'
import { TablePanel } from '~/ui/TablePanel'
import { TextLink } from '~/ui/TextLink'
import { rowLinkProps, useRowKeys } from '~/ui/useRowKeys'
import { averageBytes, measureNames, statementFor } from './wording'

const route = getRouteApi('/console/usage')

type UsageTableProps = {
  path: string
  measure: UsageMeasure
  usage: UseQueryResult<UsageAnswer>
  onUp: () => void
}

/** What is directly in a directory, the largest first; a directory's row leads into it. */
export function UsageTable({ path, measure, usage, onUp }: UsageTableProps) {
  const { cursor } = route.useSearch()
  const navigate = route.useNavigate()
  const onKeyDown = useRowKeys({ onUp })
  const { data } = usage
  const columns = [
    { label: 'Name', width: '30%' },
    { label: 'Share', width: '16%' },
    sortable('Space', measure === 'space'),
    sortable('Length', measure === 'length'),
    sortable('Files', measure === 'files'),
    { label: 'Mean size', align: 'right' as const },
    { label: 'Mean change' },
    { label: 'Go on', hidden: true },
  ]
  return (
    <Section title="Largest first">
      <TablePanel
        caption={`What is in ${visibleName(path)}, by ${measureNames[measure].toLowerCase()}`}
        columns={columns}
        stale={usage.isPlaceholderData}
        onKeyDown={onKeyDown}
        instead={
          usage.isError && !data ? (
            <ErrorState error={usage.error} onRetry={() => usage.refetch()} />
          ) : data?.items.length === 0 && cursor === undefined ? (
            <EmptyState icon={<IconFolderOpen size={24} />} title="This directory is empty" />
          ) : undefined
        }
        footer={
          data && (
            <CursorPager
              cursor={cursor}
              nextCursor={data.next_cursor}
              shown={data.items.length}
              limit={USAGE_PAGE_ROWS}
              total={data.children === null ? undefined : { count: data.children, exact: true }}
              noun="entries"
              onGo={(next, trail) =>
                navigate({
                  search: (old) => ({ ...old, cursor: next }),
                  state: { trail },
                  resetScroll: false,
                })
              }
            />
          )
        }
      >
        {data ? (
          data.items.map((used) => <UsedRow key={used.inode_id} used={used} />)
        ) : (
          <SkeletonRows rows={8} columns={columns.length} />
        )}
      </TablePanel>
    </Section>
  )
}

function sortable(label: string, sorted: boolean) {
  return { label, align: 'right' as const, sorted: sorted ? ('descending' as const) : undefined }
}

function UsedRow({ used }: { used: Used }) {
  const directory = used.kind === 'directory'
  const average = averageBytes(used)
  const name = visibleName(used.name)
  return (
    <Table.Tr>
      <Table.Td maw={0}>
        <Group gap={8} wrap="nowrap">
          <KindIcon kind={used.kind} />
          {directory ? (
            <TextLink
              to="/usage"
              search={(old) => ({ ...old, path: used.path, cursor: undefined })}
              fw={550}
              style={{ minWidth: 0, display: 'flex' }}
              {...rowLinkProps}
            >
              <PathText path={used.name} />
            </TextLink>
          ) : (
            <TextLink
              to="/files"
              search={{ path: used.path }}
              c="var(--mantine-color-text)"
              style={{ minWidth: 0, display: 'flex' }}
              {...rowLinkProps}
            >
              <PathText path={used.name} />
            </TextLink>
          )}
        </Group>
      </Table.Td>
      <Table.Td>
        <Text size="xs">{formatShare(used.share ?? 0, 1)}</Text>
        <Progress value={(used.share ?? 0) * 100} size={4} mt={3} aria-label={`Share of ${name}`} />
      </Table.Td>
      <Table.Td ta="right" title={formatBytesExactly(used.space_bytes)}>
        {formatBytes(used.space_bytes)}
      </Table.Td>
      <Table.Td ta="right" title={formatBytesExactly(used.length_bytes)}>
        {formatBytes(used.length_bytes)}
      </Table.Td>
      <Table.Td ta="right">{formatCount(used.files)}</Table.Td>
      <Table.Td ta="right">{average === undefined ? '–' : formatBytes(average)}</Table.Td>
      <Table.Td>
        <Age time={used.average_mtime} />
      </Table.Td>
      <Table.Td w={40} py={2}>
        <UsedMenu used={used} />
      </Table.Td>
    </Table.Tr>
  )
}

/** Where a row leads besides into itself. */
function UsedMenu({ used }: { used: Used }) {
  const directory = used.kind === 'directory'
  return (
    <RowMenu name={used.name}>
      <Menu.Item
        renderRoot={(props) => (
          <Link to="/files" search={{ path: parentOf(used.path), details: used.path }} {...props} />
        )}
      >
        Details and jobs
      </Menu.Item>
      {directory && (
        <>
          <Menu.Item
            renderRoot={(props) => <Link to="/files" search={{ path: used.path }} {...props} />}
          >
            Open in Files
          </Menu.Item>
          <Menu.Item
            renderRoot={(props) => (
              <Link to="/search" search={{ path: used.path, kind: 'file' }} {...props} />
            )}
          >
            Search its files
          </Menu.Item>
          <Menu.Item
            renderRoot={(props) => (
              <Link to="/sql" search={{ sql: statementFor(used.path) }} {...props} />
            )}
          >
            Largest files in SQL
          </Menu.Item>
        </>
      )}
    </RowMenu>
  )
}
