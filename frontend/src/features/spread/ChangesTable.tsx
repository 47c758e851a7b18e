import { IconHistory } from '@tabler/icons-react'
import { useQuery } from '@tanstack/react-query'
import { getRouteApi } from '@tanstack/react-router'
import { SPREAD_CHANGE_PAGE_ROWS, type SpreadChange, spreadChangesQuery } from '~/api/spread'
import { formatDateTime } from '~/format/time'
import { perLanguage, t } from '~/i18n/t'
import { CursorPager } from '~/ui/CursorPager'
import { PathText } from '~/ui/PathText'
import { Section } from '~/ui/Section'
import { EmptyState, ErrorState, SkeletonRows } from '~/ui/States'
import { StatusDot } from '~/ui/StatusDot'
import { Table } from '~/ui/Table'
import { TablePanel } from '~/ui/TablePanel'
import { TextLink } from '~/ui/TextLink'
import { rowLinkProps, useRowKeys } from '~/ui/useRowKeys'
import { placeWords, progressWords, stateWords } from './wording'

const route = getRouteApi('/console/spread')

const columns = perLanguage(() => [
  { label: t('Asked') },
  { label: t('Directory') },
  { label: t('Children') },
  { label: t('State') },
  { label: t('Moved') },
  { label: t('Why'), width: '24%' },
])

/** What was asked for; each opens what it brought about. */
export function ChangesTable() {
  const { cursor, change: open } = route.useSearch()
  const navigate = route.useNavigate()
  const onKeyDown = useRowKeys({})
  const changes = useQuery(spreadChangesQuery(cursor))
  return (
    <Section title={t('History')}>
      <TablePanel
        caption={t('Directories whose children were moved, newest first')}
        columns={columns()}
        stale={changes.isPlaceholderData}
        onKeyDown={onKeyDown}
        instead={
          changes.isError && !changes.data ? (
            <ErrorState error={changes.error} onRetry={() => changes.refetch()} />
          ) : changes.data?.items.length === 0 ? (
            <EmptyState icon={<IconHistory size={24} />} title={t('No directory was changed')}>
              {t(
                'Hot shards leads to directories that have one shard to themselves; each can be spread over many. The last 1,000 changes are kept, each with what it brought about.',
              )}
            </EmptyState>
          ) : undefined
        }
        footer={
          changes.data && (
            <CursorPager
              cursor={cursor}
              nextCursor={changes.data.next_cursor}
              shown={changes.data.items.length}
              limit={SPREAD_CHANGE_PAGE_ROWS}
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

type ChangeRowProps = { change: SpreadChange; cursor: string | undefined; selected: boolean }

function ChangeRow({ change, cursor, selected }: ChangeRowProps) {
  const { tone, words } = stateWords()[change.state]
  return (
    <Table.Tr data-selected={selected || undefined}>
      <Table.Td style={{ whiteSpace: 'nowrap' }}>
        <TextLink
          to="/spread"
          search={{ cursor, change: change.id }}
          resetScroll={false}
          fw={550}
          {...rowLinkProps}
        >
          <time dateTime={change.asked_at}>{formatDateTime(change.asked_at)}</time>
        </TextLink>
      </Table.Td>
      <Table.Td miw={120}>
        <PathText path={change.path} />
      </Table.Td>
      <Table.Td>{placeWords()[change.children]}</Table.Td>
      <Table.Td>
        <StatusDot tone={tone}>{words}</StatusDot>
      </Table.Td>
      <Table.Td>{progressWords(change)}</Table.Td>
      <Table.Td style={{ overflowWrap: 'anywhere' }}>{change.reason}</Table.Td>
    </Table.Tr>
  )
}
