import { IconHistory } from '@tabler/icons-react'
import { useQuery } from '@tanstack/react-query'
import { getRouteApi } from '@tanstack/react-router'
import { LIMIT_CHANGE_PAGE_ROWS, type LimitChange, limitChangesQuery } from '~/api/limits'
import { formatDateTime } from '~/format/time'
import { perLanguage, t } from '~/i18n/t'
import { CursorPager } from '~/ui/CursorPager'
import { Section } from '~/ui/Section'
import { EmptyState, ErrorState, SkeletonRows } from '~/ui/States'
import { StatusDot } from '~/ui/StatusDot'
import { Table } from '~/ui/Table'
import { TablePanel } from '~/ui/TablePanel'
import { TextLink } from '~/ui/TextLink'
import { rowLinkProps, useRowKeys } from '~/ui/useRowKeys'
import { formatRate, kindNames, stateWords } from './wording'

const route = getRouteApi('/console/limits')

const columns = perLanguage(() => [
  { label: t('Asked') },
  { label: t('Who') },
  { label: t('Change') },
  { label: t('State') },
  { label: t('Why'), width: '36%' },
])

/** What was asked for; each opens what it brought about. */
export function ChangesTable() {
  const { cursor, change: open } = route.useSearch()
  const navigate = route.useNavigate()
  const onKeyDown = useRowKeys({})
  const changes = useQuery(limitChangesQuery(cursor))
  return (
    <Section title={t('History')}>
      <TablePanel
        caption={t('Changes of limits, newest first')}
        columns={columns()}
        stale={changes.isPlaceholderData}
        onKeyDown={onKeyDown}
        instead={
          changes.isError && !changes.data ? (
            <ErrorState error={changes.error} onRetry={() => changes.refetch()} />
          ) : changes.data?.items.length === 0 ? (
            <EmptyState icon={<IconHistory size={24} />} title={t('No limit was ever set')}>
              {t('The last 1,000 changes are kept, each with what it brought about.')}
            </EmptyState>
          ) : undefined
        }
        footer={
          changes.data && (
            <CursorPager
              cursor={cursor}
              nextCursor={changes.data.next_cursor}
              shown={changes.data.items.length}
              limit={LIMIT_CHANGE_PAGE_ROWS}
              noun={t('changes')}
              onGo={(next, trail) =>
                navigate({ search: (old) => ({ ...old, cursor: next }), state: { trail } })
              }
            />
          )
        }
      >
        {changes.data ? (
          changes.data.items.map((change) => (
            <ChangeRow
              key={change.id}
              change={change}
              cursor={cursor}
              selected={change.id === open}
            />
          ))
        ) : (
          <SkeletonRows rows={4} columns={columns().length} />
        )}
      </TablePanel>
    </Section>
  )
}

type ChangeRowProps = { change: LimitChange; cursor: string | undefined; selected: boolean }

function ChangeRow({ change, cursor, selected }: ChangeRowProps) {
  const { tone, words } = stateWords()[change.state]
  return (
    <Table.Tr data-selected={selected || undefined}>
      <Table.Td style={{ whiteSpace: 'nowrap' }}>
        <TextLink
          to="/limits"
          search={{ cursor, change: change.id }}
          resetScroll={false}
          fw={550}
          {...rowLinkProps}
        >
          <time dateTime={change.asked_at}>{formatDateTime(change.asked_at)}</time>
        </TextLink>
      </Table.Td>
      <Table.Td miw={120} style={{ overflowWrap: 'anywhere' }}>
        {kindNames()[change.kind]} {change.name}
      </Table.Td>
      <Table.Td>
        {change.calls_per_second === null ? t('lifted') : formatRate(change.calls_per_second)}
      </Table.Td>
      <Table.Td>
        <StatusDot tone={tone}>{words}</StatusDot>
      </Table.Td>
      <Table.Td>{change.reason}</Table.Td>
    </Table.Tr>
  )
}
