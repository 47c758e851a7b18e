import { Text } from '@mantine/core'
import { IconArrowsExchange } from '@tabler/icons-react'
import { useQuery } from '@tanstack/react-query'
import { clusterEventsQuery } from '~/api/cluster'
import { describeCause, eventKindLabel, eventTone } from '~/features/failover/wording'
import { perLanguage, t } from '~/i18n/t'
import { Age } from '~/ui/Age'
import { Section } from '~/ui/Section'
import { EmptyState, ErrorState, SkeletonRows } from '~/ui/States'
import { StatusDot } from '~/ui/StatusDot'
import { Table } from '~/ui/Table'
import { TablePanel } from '~/ui/TablePanel'
import { TextLink } from '~/ui/TextLink'

const SHOWN = 5
const columns = perLanguage(() => [
  { label: t('When') },
  { label: t('What') },
  { label: t('Subject') },
  { label: t('Cause') },
])

/** What happened last to the namenodes and their locks. */
export function LastEventsPanel() {
  const events = useQuery(clusterEventsQuery({}))
  return (
    <Section
      title={t('Last events')}
      aside={
        <Text size="xs">
          <TextLink to="/failover">{t('All events')}</TextLink>
        </Text>
      }
    >
      <TablePanel
        caption={t('The newest events')}
        columns={columns()}
        instead={
          events.isError && !events.data ? (
            <ErrorState error={events.error} onRetry={() => events.refetch()} />
          ) : events.data?.items.length === 0 ? (
            <EmptyState
              icon={<IconArrowsExchange size={24} />}
              title={t('Nothing has happened yet')}
            >
              {t('Events are kept for a month.')}
            </EmptyState>
          ) : undefined
        }
      >
        {events.data ? (
          events.data.items.slice(0, SHOWN).map((event) => (
            <Table.Tr key={event.id}>
              <Table.Td style={{ whiteSpace: 'nowrap' }}>
                <Age time={event.effective_at} />
              </Table.Td>
              <Table.Td style={{ whiteSpace: 'nowrap' }}>
                <StatusDot tone={eventTone(event.kind)}>{eventKindLabel(event.kind)}</StatusDot>
              </Table.Td>
              <Table.Td>{event.subject}</Table.Td>
              <Table.Td>{describeCause(event)}</Table.Td>
            </Table.Tr>
          ))
        ) : (
          <SkeletonRows rows={3} columns={columns().length} />
        )}
      </TablePanel>
    </Section>
  )
}
