import { Menu, Stack } from '@mantine/core'
import { IconCamera } from '@tabler/icons-react'
import { useQuery } from '@tanstack/react-query'
import { getRouteApi, Link } from '@tanstack/react-router'
import {
  SNAPSHOT_PAGE_ROWS,
  type SnapshottableDirectory,
  snapshottableQuery,
} from '~/api/snapshots'
import { useRefusalAt } from '~/features/jobs/useOperateRefusal'
import { formatCount } from '~/format/count'
import { formatMode } from '~/format/mode'
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
import { TypedInput } from '~/ui/TypedInput'
import { rowLinkProps, useRowKeys } from '~/ui/useRowKeys'

const route = getRouteApi('/console/snapshots')
const columns = perLanguage(() => [
  { label: t('Directory'), width: '44%' },
  { label: t('Snapshots'), align: 'right' as const },
  { label: t('Owner') },
  { label: t('Mode') },
  { label: t('Modified') },
  { label: t('Go on'), hidden: true },
])

/** The directories of which snapshots may be taken. */
export function DirectoriesSection() {
  const { prefix, cursor } = route.useSearch()
  const navigate = route.useNavigate()
  const directories = useQuery(snapshottableQuery({ prefix, cursor }))
  const onKeyDown = useRowKeys({})
  const { data } = directories
  return (
    <Stack gap="sm">
      <TypedInput
        label={t('Path begins with')}
        placeholder="/projects/"
        mono
        value={prefix}
        onChange={(typed) =>
          navigate({
            search: (old) => ({ ...old, prefix: typed, cursor: undefined }),
            replace: true,
          })
        }
        w={320}
      />
      <TablePanel
        caption={t('Snapshottable directories, by path')}
        columns={columns()}
        stale={directories.isPlaceholderData}
        onKeyDown={onKeyDown}
        instead={
          directories.isError && !data ? (
            <ErrorState error={directories.error} onRetry={() => directories.refetch()} />
          ) : data?.items.length === 0 && cursor === undefined ? (
            <EmptyState
              icon={<IconCamera size={24} />}
              title={
                prefix ? t('No snapshottable directory there') : t('No directory has snapshots')
              }
            >
              {t(
                'Snapshots are taken of a directory with all that is in it, once they are allowed there. They cost no space until files are changed or deleted.',
              )}
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
              noun={t('directories')}
              onGo={(next, trail) =>
                navigate({ search: (old) => ({ ...old, cursor: next }), state: { trail } })
              }
            />
          )
        }
      >
        {data ? (
          data.items.map((directory) => <DirectoryRow key={directory.path} {...{ directory }} />)
        ) : (
          <SkeletonRows rows={6} columns={columns().length} />
        )}
      </TablePanel>
    </Stack>
  )
}

function DirectoryRow({ directory }: { directory: SnapshottableDirectory }) {
  const { path, snapshots, owner, mode, mtime } = directory
  return (
    <Table.Tr>
      <Table.Td maw={0}>
        <TextLink
          to="/snapshots"
          search={{ path }}
          fw={550}
          style={{ minWidth: 0, display: 'flex' }}
          {...rowLinkProps}
        >
          <PathText path={path} />
        </TextLink>
      </Table.Td>
      <Table.Td ta="right">{formatCount(snapshots)}</Table.Td>
      <Table.Td>{owner}</Table.Td>
      <Table.Td ff="monospace" fz="xs" title={mode}>
        {formatMode(mode)}
      </Table.Td>
      <Table.Td style={{ whiteSpace: 'nowrap' }}>{formatDateTime(mtime)}</Table.Td>
      <Table.Td w={40} py={2}>
        <DirectoryMenu directory={directory} />
      </Table.Td>
    </Table.Tr>
  )
}

function DirectoryMenu({ directory: { path, snapshots } }: { directory: SnapshottableDirectory }) {
  const refusal = useRefusalAt('snapshots', path)
  const navigate = route.useNavigate()
  return (
    <RowMenu name={path}>
      <ActionMenuItem
        disabledReason={refusal}
        onClick={() => navigate({ search: (old) => ({ ...old, open: 'take', about: path }) })}
      >
        {t('Take a snapshot…')}
      </ActionMenuItem>
      <Menu.Item renderRoot={(props) => <Link to="/files" search={{ path }} {...props} />}>
        {t('Open in Files')}
      </Menu.Item>
      <ActionMenuItem
        disabledReason={refusal ?? (snapshots > 0 ? t('Delete its snapshots first') : undefined)}
        onClick={() => navigate({ search: (old) => ({ ...old, open: 'disallow', about: path }) })}
      >
        {t('Disallow snapshots…')}
      </ActionMenuItem>
    </RowMenu>
  )
}
