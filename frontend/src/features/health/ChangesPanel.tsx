import { IconHistory } from '@tabler/icons-react'
import { useQuery } from '@tanstack/react-query'
import { getRouteApi } from '@tanstack/react-router'
import {
  HEALTH_CHANGE_PAGE_ROWS,
  type HealthChange,
  type HealthCheck,
  healthChangesQuery,
} from '~/api/health'
import { formatDateTime } from '~/format/time'
import { servedReason } from '~/i18n/reason'
import { perLanguage, served, t } from '~/i18n/t'
import { CursorPager } from '~/ui/CursorPager'
import { Section } from '~/ui/Section'
import { EmptyState, ErrorState, SkeletonRows } from '~/ui/States'
import { StatusDot } from '~/ui/StatusDot'
import { verdictNames } from '~/ui/serverWords'
import { Table } from '~/ui/Table'
import { TablePanel } from '~/ui/TablePanel'
import { VERDICT_TONES } from '~/ui/verdicts'

const route = getRouteApi('/console/health')

const columns = perLanguage(() => [
  { label: t('When'), width: 190 },
  { label: t('Check'), width: '26%' },
  { label: t('Before') },
  { label: t('After') },
  { label: t('What was found') },
])

/** When verdicts changed. `checks` give the titles; those that exist no more show their key. */
export function ChangesPanel({ checks }: { checks: HealthCheck[] | undefined }) {
  const { cursor } = route.useSearch()
  const navigate = route.useNavigate()
  const changes = useQuery(healthChangesQuery(cursor))
  const titles = new Map(checks?.map(({ key, title }) => [key, title]))
  return (
    <Section title={t('History')}>
      <TablePanel
        caption={t('Changes of verdicts, newest first')}
        columns={columns()}
        stale={changes.isPlaceholderData}
        instead={
          changes.isError && !changes.data ? (
            <ErrorState error={changes.error} onRetry={() => changes.refetch()} />
          ) : changes.data?.items.length === 0 ? (
            <EmptyState icon={<IconHistory size={24} />} title={t('No verdict has changed yet')}>
              {t('The last 10,000 changes are kept.')}
            </EmptyState>
          ) : undefined
        }
        footer={
          changes.data && (
            <CursorPager
              cursor={cursor}
              nextCursor={changes.data.next_cursor}
              shown={changes.data.items.length}
              limit={HEALTH_CHANGE_PAGE_ROWS}
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
              title={titles.get(change.key) ?? change.key}
            />
          ))
        ) : (
          <SkeletonRows rows={6} columns={columns().length} />
        )}
      </TablePanel>
    </Section>
  )
}

function ChangeRow({ change, title }: { change: HealthChange; title: string }) {
  return (
    <Table.Tr>
      <Table.Td style={{ whiteSpace: 'nowrap' }}>
        <time dateTime={change.at}>{formatDateTime(change.at)}</time>
      </Table.Td>
      <Table.Td>{served(title)}</Table.Td>
      <Table.Td>
        <StatusDot tone={VERDICT_TONES[change.before]}>{change.before}</StatusDot>
      </Table.Td>
      <Table.Td>
        <StatusDot tone={VERDICT_TONES[change.verdict]}>{verdictNames()[change.verdict]}</StatusDot>
      </Table.Td>
      <Table.Td miw={240}>{servedReason(change.reason)}</Table.Td>
    </Table.Tr>
  )
}
