import { Select, Text } from '@mantine/core'
import { IconArrowsExchange } from '@tabler/icons-react'
import { useQuery } from '@tanstack/react-query'
import { getRouteApi } from '@tanstack/react-router'
import {
  CLUSTER_EVENT_KINDS,
  CLUSTER_EVENT_PAGE_ROWS,
  type ClusterEvent,
  clusterEventsQuery,
} from '~/api/cluster'
import { formatDateTime, formatDuration } from '~/format/time'
import { perLanguage, t } from '~/i18n/t'
import { CursorPager } from '~/ui/CursorPager'
import { PathText } from '~/ui/PathText'
import { Section } from '~/ui/Section'
import { EmptyState, ErrorState, SkeletonRows } from '~/ui/States'
import { StatusDot } from '~/ui/StatusDot'
import { Table } from '~/ui/Table'
import { TablePanel } from '~/ui/TablePanel'
import { useRowKeys } from '~/ui/useRowKeys'
import { describeCause, eventKindLabel, eventTone } from './wording'

const route = getRouteApi('/console/failover')

const columns = perLanguage(() => [
  { label: t('When'), width: 190 },
  { label: t('What'), width: 190 },
  { label: t('Subject'), width: '22%' },
  { label: t('Cause') },
  { label: t('Took'), align: 'right' as const },
  { label: t('Epoch'), align: 'right' as const },
])

const kinds = CLUSTER_EVENT_KINDS.map((kind) => ({ value: kind, label: eventKindLabel(kind) }))

export function EventsPanel() {
  const search = route.useSearch()
  const navigate = route.useNavigate()
  const events = useQuery(clusterEventsQuery(search))
  const onKeyDown = useRowKeys({})
  return (
    <Section
      title={t('Timeline')}
      aside={
        <Select
          aria-label={t('Kind of event')}
          placeholder={t('Any kind')}
          data={kinds}
          value={search.kind ?? null}
          onChange={(kind) =>
            navigate({ search: (old) => ({ ...old, kind: kind ?? undefined, cursor: undefined }) })
          }
          clearable
          size="xs"
          w={190}
        />
      }
    >
      <TablePanel
        caption={t('What happened, newest first')}
        columns={columns()}
        stale={events.isPlaceholderData}
        onKeyDown={onKeyDown}
        instead={
          events.isError && !events.data ? (
            <ErrorState error={events.error} onRetry={() => events.refetch()} />
          ) : events.data?.items.length === 0 ? (
            <EmptyState
              icon={<IconArrowsExchange size={24} />}
              title={search.kind ? t('No event of this kind') : t('Nothing has happened yet')}
            >
              {search.kind ? t('Clear the filter to see more.') : t('Events are kept for a month.')}
            </EmptyState>
          ) : undefined
        }
        footer={
          events.data && (
            <CursorPager
              cursor={search.cursor}
              nextCursor={events.data.next_cursor}
              shown={events.data.items.length}
              limit={CLUSTER_EVENT_PAGE_ROWS}
              noun={t('events')}
              onGo={(cursor, trail) =>
                navigate({ search: (old) => ({ ...old, cursor }), state: { trail } })
              }
            />
          )
        }
      >
        {events.data ? (
          events.data.items.map((event) => <EventRow key={event.id} event={event} />)
        ) : (
          <SkeletonRows rows={8} columns={columns().length} />
        )}
      </TablePanel>
    </Section>
  )
}

function EventRow({ event }: { event: ClusterEvent }) {
  return (
    <Table.Tr>
      <Table.Td style={{ whiteSpace: 'nowrap' }}>
        <time dateTime={event.effective_at}>{formatDateTime(event.effective_at)}</time>
      </Table.Td>
      <Table.Td style={{ whiteSpace: 'nowrap' }}>
        <StatusDot tone={eventTone(event.kind)}>{eventKindLabel(event.kind)}</StatusDot>
      </Table.Td>
      <Table.Td maw={0}>
        {event.kind === 'subtree_lock_broken' ? (
          <PathText path={event.subject} />
        ) : (
          <>
            {event.subject}{' '}
            <Text span inherit c="dimmed">
              {t('id {subject_id}', { subject_id: event.subject_id })}
            </Text>
          </>
        )}
      </Table.Td>
      <Table.Td>{describeCause(event)}</Table.Td>
      <Table.Td
        ta="right"
        style={{ whiteSpace: 'nowrap' }}
        title={t('Began {started_at}, noticed {detected_at}', {
          started_at: formatDateTime(event.started_at),
          detected_at: formatDateTime(event.detected_at),
        })}
      >
        {event.duration_ms > 0 ? formatDuration(event.duration_ms) : '–'}
      </Table.Td>
      <Table.Td ta="right">{event.kind === 'subtree_lock_broken' ? '–' : event.epoch}</Table.Td>
    </Table.Tr>
  )
}
