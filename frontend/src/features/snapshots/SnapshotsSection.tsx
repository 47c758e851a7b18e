import { Group, Menu, Stack } from '@mantine/core'
import { IconCamera } from '@tabler/icons-react'
import { useQuery, useSuspenseQuery } from '@tanstack/react-query'
import { getRouteApi, Link } from '@tanstack/react-router'
import { meQuery, refusalAt } from '~/api/auth'
import { SNAPSHOT_PAGE_ROWS, type Snapshot, snapshotsQuery } from '~/api/snapshots'
import { visibleName } from '~/format/path'
import { formatDateTime } from '~/format/time'
import { perLanguage, t } from '~/i18n/t'
import { ActionMenuItem } from '~/ui/ActionButton'
import { CursorPager } from '~/ui/CursorPager'
import { PathText } from '~/ui/PathText'
import { RowMenu } from '~/ui/RowMenu'
import { EmptyState, ErrorState, SkeletonRows } from '~/ui/States'
import { Table } from '~/ui/Table'
import { TablePanel } from '~/ui/TablePanel'
import { TextLink } from '~/ui/TextLink'
import { rowLinkProps, useRowKeys } from '~/ui/useRowKeys'

const route = getRouteApi('/console/snapshots')
const columns = perLanguage(() => [
  { label: t('Snapshot'), width: '50%' },
  { label: t('Taken') },
  { label: t('Owner') },
  { label: t('Go on'), hidden: true },
])

/** The snapshots of one directory. */
export function SnapshotsSection({ path }: { path: string }) {
  const { cursor } = route.useSearch()
  const navigate = route.useNavigate()
  const snapshots = useQuery(snapshotsQuery({ path, cursor }))
  const onKeyDown = useRowKeys({})
  const { data } = snapshots
  return (
    <Stack gap="sm">
      <Group gap="xs" wrap="nowrap">
        <TextLink to="/snapshots" search={{}} underline="always" style={{ whiteSpace: 'nowrap' }}>
          {t('All directories')}
        </TextLink>
        <span aria-hidden="true">/</span>
        <TextLink to="/files" search={{ path }} style={{ minWidth: 0, display: 'flex' }}>
          <PathText path={path} />
        </TextLink>
      </Group>
      <TablePanel
        caption={t('Snapshots of {path}, newest first', { path: visibleName(path) })}
        columns={columns()}
        onKeyDown={onKeyDown}
        instead={
          snapshots.isError && !data ? (
            <ErrorState error={snapshots.error} onRetry={() => snapshots.refetch()} />
          ) : data?.items.length === 0 && cursor === undefined ? (
            <EmptyState icon={<IconCamera size={24} />} title={t('No snapshot yet')}>
              {t('Take one: it keeps the directory as it is now, with all that is in it.')}
            </EmptyState>
          ) : undefined
        }
        footer={
          data && (
            <CursorPager
              cursor={cursor}
              nextCursor={data.next_cursor}
              shown={data.items.length}
              limit={SNAPSHOT_PAGE_ROWS}
              noun={t('snapshots')}
              onGo={(next, trail) =>
                navigate({ search: (old) => ({ ...old, cursor: next }), state: { trail } })
              }
            />
          )
        }
      >
        {data ? (
          data.items.map((snapshot) => (
            <SnapshotRow key={snapshot.snapshot_id} snapshot={snapshot} />
          ))
        ) : (
          <SkeletonRows rows={4} columns={columns().length} />
        )}
      </TablePanel>
    </Stack>
  )
}

function SnapshotRow({ snapshot }: { snapshot: Snapshot }) {
  const { name, path, owner, created_at } = snapshot
  return (
    <Table.Tr>
      <Table.Td maw={0}>
        <TextLink
          to="/files"
          search={{ path }}
          fw={550}
          style={{ minWidth: 0, display: 'flex' }}
          {...rowLinkProps}
        >
          <PathText path={name} />
        </TextLink>
      </Table.Td>
      <Table.Td style={{ whiteSpace: 'nowrap' }}>{formatDateTime(created_at)}</Table.Td>
      <Table.Td>{owner}</Table.Td>
      <Table.Td w={40} py={2}>
        <SnapshotMenu snapshot={snapshot} />
      </Table.Td>
    </Table.Tr>
  )
}

function SnapshotMenu({ snapshot: { name, path, directory } }: { snapshot: Snapshot }) {
  const { data: me } = useSuspenseQuery(meQuery())
  const navigate = route.useNavigate()
  const may = refusalAt(me, ['snapshots'], directory)
  const ask = (open: 'rename' | 'delete' | 'restore', about = name) =>
    navigate({ search: (old) => ({ ...old, open, about }) })
  return (
    <RowMenu name={name}>
      <ActionMenuItem
        disabledReason={refusalAt(me, ['see_all'], directory)}
        onClick={() =>
          navigate({
            search: (old) => ({ path: old.path, cursor: old.cursor, earlier: name }),
            resetScroll: false,
          })
        }
      >
        {t('Compare with now')}
      </ActionMenuItem>
      <Menu.Item renderRoot={(props) => <Link to="/files" search={{ path }} {...props} />}>
        {t('Open in Files')}
      </Menu.Item>
      <ActionMenuItem
        disabledReason={refusalAt(me, ['restore'], directory)}
        onClick={() => ask('restore', path)}
      >
        {t('Restore all of it…')}
      </ActionMenuItem>
      <ActionMenuItem disabledReason={may} onClick={() => ask('rename')}>
        {t('Rename…')}
      </ActionMenuItem>
      <ActionMenuItem
        color="red"
        disabledReason={may ?? refusalAt(me, ['delete_for_good'], directory)}
        onClick={() => ask('delete')}
      >
        {t('Delete…')}
      </ActionMenuItem>
    </RowMenu>
  )
}
