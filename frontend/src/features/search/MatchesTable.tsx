import { Button } from '@mantine/core'
import { IconSearch, IconZoomQuestion } from '@tabler/icons-react'
import type { UseQueryResult } from '@tanstack/react-query'
import type { ReactNode } from 'react'
import type { SearchAnswer } from '~/api/search'
import { Trans } from '~/i18n/Trans'
import { t } from '~/i18n/t'
import { CursorPager } from '~/ui/CursorPager'
import { EmptyState, ErrorState, SkeletonRows } from '~/ui/States'
import { TablePanel } from '~/ui/TablePanel'
import { TICKED_MAX, tickedIds } from '~/ui/ticked'
import { useRowKeys } from '~/ui/useRowKeys'
import { columnsOf } from './columns'
import { withTypos } from './facets'
import { isAsking, type SearchAddress } from './filter'
import { HitRow, hitColumns } from './HitRow'

type MatchesTableProps = {
  address: SearchAddress
  answer: UseQueryResult<SearchAnswer>
  onPreview: (path: string | undefined) => void
  onTick: (inodeId: number) => void
  onQuery: (q: string | undefined) => void
  onSort: (sort: SearchAddress['sort']) => void
  onPage: (cursor: string | undefined, trail: string[]) => void
}

export function MatchesTable(props: MatchesTableProps) {
  const { address, answer, onPreview, onTick, onQuery, onPage, onSort } = props
  const ticked = tickedIds(address.ticked)
  const data = isAsking(address) ? answer.data : undefined
  const columns = columnsOf(address.columns)
  const preview = (path: string | undefined) =>
    path && onPreview(path === address.details ? undefined : path)
  const onKeyDown = useRowKeys({ onDetails: (index) => preview(data?.items[index]?.path) })
  return (
    <TablePanel
      caption={t('Matches')}
      columns={hitColumns(columns, address.sort, onSort)}
      stale={answer.isPlaceholderData}
      onKeyDown={onKeyDown}
      instead={insteadOfMatches(address, answer, onQuery)}
      footer={
        data && (
          <CursorPager
            cursor={address.cursor}
            nextCursor={data.next_cursor}
            shown={data.items.length}
            noun={t('matches on this page')}
            onGo={onPage}
          />
        )
      }
    >
      {data ? (
        data.items.map((hit) => (
          <HitRow
            key={hit.inode_id}
            hit={hit}
            columns={columns}
            previewed={hit.path === address.details}
            ticked={ticked.includes(hit.inode_id)}
            mayTick={ticked.length < TICKED_MAX}
            onPreview={() => preview(hit.path)}
            onTick={() => onTick(hit.inode_id)}
          />
        ))
      ) : (
        <SkeletonRows rows={8} columns={columns.length + 2} />
      )}
    </TablePanel>
  )
}

function insteadOfMatches(
  address: SearchAddress,
  answer: UseQueryResult<SearchAnswer>,
  onQuery: MatchesTableProps['onQuery'],
): ReactNode {
  if (!isAsking(address)) {
    return (
      <EmptyState icon={<IconSearch size={24} />} title={t('Find anything by name')}>
        <Trans
          message="Words may be anywhere in a name, in any order and case. Conditions can be typed, too: <code>size:>1g mtime:<now-1y owner:ana ext:csv policy:COLD xattr:team=blue -tmp</code>. Either of two: <code>(ext:csv OR *.parquet)</code>, <code>owner:ana,bob</code>; neither: <code>-owner:ana,bob</code>."
          parts={{ code: (text) => <code>{text}</code> }}
        />
      </EmptyState>
    )
  }
  if (answer.isError && !answer.data) {
    return <ErrorState error={answer.error} onRetry={() => answer.refetch()} />
  }
  const { data } = answer
  if (!data || data.items.length > 0 || data.next_cursor) return undefined
  const forgiving = withTypos(address.q)
  return (
    <EmptyState
      icon={<IconZoomQuestion size={24} />}
      title={t('Nothing matches')}
      action={
        forgiving && (
          <Button variant="default" onClick={() => onQuery(forgiving)}>
            {t('Look for similar names')}
          </Button>
        )
      }
    >
      {t(
        'A file that was written moments ago appears as soon as the index has seen it; this page keeps looking.',
      )}
    </EmptyState>
  )
}
