import { IconTrash } from '@tabler/icons-react'
import type { UseQueryResult } from '@tanstack/react-query'
import { getRouteApi } from '@tanstack/react-router'
import { TRASH_PAGE_ROWS, type TrashPage, type TrashSort } from '~/api/trash'
import { t } from '~/i18n/t'
import { CursorPager } from '~/ui/CursorPager'
import { EmptyState, ErrorState, SkeletonRows } from '~/ui/States'
import { type Direction, orderName, sortedHeader } from '~/ui/sorting'
import { TablePanel } from '~/ui/TablePanel'
import { TICKED_MAX, tickedIds, toggledTick } from '~/ui/ticked'
import { useRowKeys } from '~/ui/useRowKeys'
import { TrashRow } from './TrashRow'
import { sortNames } from './wording'

const route = getRouteApi('/console/trash')
const own = (sort: TrashSort): Direction => (sort === 'path' ? 'asc' : 'desc')

type TrashTableProps = {
  trash: UseQueryResult<TrashPage>
  /** The orders that this user can choose. */
  sorts: readonly TrashSort[]
  filtered: boolean
}

/** What was deleted, in the order of the server. */
export function TrashTable({ trash, sorts, filtered }: TrashTableProps) {
  const { sort = 'time', direction, cursor, ...search } = route.useSearch()
  const ticked = tickedIds(search.ticked)
  const sorting = { sort, direction, own }
  const navigate = route.useNavigate()
  const onKeyDown = useRowKeys({})
  const { data } = trash
  const column = (by: TrashSort, label: string, more?: { width?: string; align?: 'right' }) => ({
    label,
    ...more,
    ...(sorts.includes(by) &&
      sortedHeader(by, sorting, (chosen, turned) =>
        navigate({
          search: (old) => ({ ...old, sort: chosen, direction: turned, cursor: undefined }),
          resetScroll: false,
        }),
      )),
  })
  const columns = [
    column('path', t('Was'), { width: '40%' }),
    { label: t('By') },
    column('time', t('Deleted')),
    column('size', t('Size'), { align: 'right' }),
    { label: t('Emptied') },
    { label: t('Go on'), hidden: true },
  ]
  return (
    <TablePanel
      caption={t('What was deleted, {sortNames}', { sortNames: orderName(sortNames(), sorting) })}
      columns={columns}
      stale={trash.isPlaceholderData}
      onKeyDown={onKeyDown}
      instead={
        trash.isError && !data ? (
          <ErrorState error={trash.error} onRetry={() => trash.refetch()} />
        ) : data?.items.length === 0 && !data.next_cursor && cursor === undefined ? (
          <NothingThere filtered={filtered} />
        ) : undefined
      }
      footer={
        data && (
          <CursorPager
            cursor={cursor}
            nextCursor={data.next_cursor}
            shown={data.items.length}
            limit={data.counts ? TRASH_PAGE_ROWS : undefined}
            total={data.counts ? { count: data.counts.entries, exact: true } : undefined}
            noun={t('entries')}
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
        data.items.map((entry) => (
          <TrashRow
            key={entry.inode_id}
            entry={entry}
            ticked={ticked.includes(entry.inode_id)}
            mayTick={ticked.length < TICKED_MAX}
            onTick={() =>
              // From the address as it is by then: ticks come faster than pages are drawn.
              navigate({
                search: (old) => ({ ...old, ticked: toggledTick(old.ticked, entry.inode_id) }),
                replace: true,
                resetScroll: false,
              })
            }
            onJob={(job) => navigate({ search: (old) => ({ ...old, path: entry.path, job }) })}
          />
        ))
      ) : (
        <SkeletonRows rows={8} columns={columns.length} />
      )}
    </TablePanel>
  )
}

function NothingThere({ filtered }: { filtered: boolean }) {
  return filtered ? (
    <EmptyState icon={<IconTrash size={24} />} title={t('Nothing deleted matches the filters')}>
      {t('Clear a filter to see more. What was deleted without the trash is gone.')}
    </EmptyState>
  ) : (
    <EmptyState icon={<IconTrash size={24} />} title={t('The trash is empty')}>
      {t('What jobs and clients move to a trash stands here until it is emptied.')}
    </EmptyState>
  )
}
