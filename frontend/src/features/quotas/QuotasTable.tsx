import { IconRulerMeasure } from '@tabler/icons-react'
import type { UseQueryResult } from '@tanstack/react-query'
import { getRouteApi } from '@tanstack/react-router'
import { QUOTA_PAGE_ROWS, type QuotaPage, type QuotaSort } from '~/api/quotas'
import { t } from '~/i18n/t'
import { CursorPager } from '~/ui/CursorPager'
import { EmptyState, ErrorState, SkeletonRows } from '~/ui/States'
import { type Direction, orderName, sortedHeader } from '~/ui/sorting'
import { TablePanel } from '~/ui/TablePanel'
import { useRowKeys } from '~/ui/useRowKeys'
import { QuotaRow } from './QuotaRow'
import { sortNames } from './wording'

const route = getRouteApi('/console/quotas')
const ASCENDING: readonly QuotaSort[] = ['path', 'full_on']
const own = (sort: QuotaSort): Direction => (ASCENDING.includes(sort) ? 'asc' : 'desc')

type QuotasTableProps = {
  quotas: UseQueryResult<QuotaPage>
  onSet: (path: string) => void
}

/** Those with a limit, in the order of the server. */
export function QuotasTable({ quotas, onSet }: QuotasTableProps) {
  const { prefix, sort = 'used', direction, cursor } = route.useSearch()
  const sorting = { sort, direction, own }
  const navigate = route.useNavigate()
  const onKeyDown = useRowKeys({})
  const { data } = quotas
  const column = (by: QuotaSort, label: string, more?: { width?: string; align?: 'right' }) => ({
    label,
    ...more,
    ...sortedHeader(by, sorting, (chosen, turned) =>
      navigate({
        search: (old) => ({ ...old, sort: chosen, direction: turned, cursor: undefined }),
        resetScroll: false,
      }),
    ),
  })
  const columns = [
    column('path', t('Directory'), { width: '30%' }),
    column('used', t('Used'), { width: '14%' }),
    column('names', t('Names'), { align: 'right' }),
    column('space', t('Space'), { align: 'right' }),
    column('growth', t('A day'), { align: 'right' }),
    column('full_on', t('Full on')),
    { label: t('Go on'), hidden: true },
  ]
  return (
    <TablePanel
      caption={t('Directories with a quota, {sortNames}', {
        sortNames: orderName(sortNames(), sorting),
      })}
      columns={columns}
      stale={quotas.isPlaceholderData}
      onKeyDown={onKeyDown}
      instead={
        quotas.isError && !data ? (
          <ErrorState error={quotas.error} onRetry={() => quotas.refetch()} />
        ) : data?.items.length === 0 && cursor === undefined ? (
          <EmptyState
            icon={<IconRulerMeasure size={24} />}
            title={prefix ? t('No quota at such a path') : t('No directory has a quota')}
          >
            {prefix
              ? t('Directories with a quota whose path begins so would stand here.')
              : t(
                  'A quota bounds how many names, or how much space with replicas, a directory holds.',
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
            limit={QUOTA_PAGE_ROWS}
            total={{ count: data.counts.quotas, exact: true }}
            noun={t('quotas')}
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
        data.items.map((quota) => (
          <QuotaRow key={quota.inode_id} quota={quota} onSet={() => onSet(quota.path)} />
        ))
      ) : (
        <SkeletonRows rows={8} columns={columns.length} />
      )}
    </TablePanel>
  )
}
