import { Badge, Group, Paper, Select, Stack, Text } from '@mantine/core'
import { IconSend } from '@tabler/icons-react'
import { useQuery } from '@tanstack/react-query'
import { getRouteApi } from '@tanstack/react-router'
import {
  type AlertChannel,
  type AlertDelivery,
  DELIVERY_PAGE_ROWS,
  DELIVERY_STATES,
  deliveriesQuery,
} from '~/api/alerts'
import { formatDateTime } from '~/format/time'
import { perLanguage, t } from '~/i18n/t'
import { CursorPager } from '~/ui/CursorPager'
import { Filters } from '~/ui/Filters'
import { Section } from '~/ui/Section'
import { EmptyState, ErrorState, SkeletonRows } from '~/ui/States'
import { StatusDot } from '~/ui/StatusDot'
import { Table } from '~/ui/Table'
import { TablePanel } from '~/ui/TablePanel'
import { outcomeOf, STATE_TONES, stateWords } from './wording'

const route = getRouteApi('/console/alerts')

const columns = perLanguage(() => [
  { label: t('When'), width: 190 },
  { label: t('Channel') },
  { label: t('Message'), width: '34%' },
  { label: t('State') },
  { label: t('Tried') },
  { label: t('What happened'), width: '26%' },
])

/** What was sent, and what became of it. */
export function DeliveriesPanel({ channels }: { channels: AlertChannel[] }) {
  const { channel, state, cursor } = route.useSearch()
  const navigate = route.useNavigate()
  const log = useQuery(deliveriesQuery({ channel, state, cursor }))
  return (
    <Section title={t('Deliveries')}>
      <Paper p="md" component="search">
        <Filters set={[channel, state].filter((each) => each !== undefined).length}>
          <Select
            label={t('Channel')}
            placeholder={t('All')}
            clearable
            data={channels.map(({ id, name }) => ({ value: String(id), label: name }))}
            value={channel === undefined ? null : String(channel)}
            onChange={(value) =>
              navigate({
                search: (old) => ({
                  ...old,
                  channel: value === null ? undefined : Number(value),
                  cursor: undefined,
                }),
                replace: true,
              })
            }
          />
          <Select
            label={t('State')}
            placeholder={t('All')}
            clearable
            data={DELIVERY_STATES.map((value) => ({ value, label: stateWords()[value] }))}
            value={state ?? null}
            onChange={(value) =>
              navigate({
                search: (old) => ({
                  ...old,
                  state: DELIVERY_STATES.find((each) => each === value),
                  cursor: undefined,
                }),
                replace: true,
              })
            }
          />
        </Filters>
      </Paper>
      <TablePanel
        caption={t('Deliveries, newest first')}
        columns={columns()}
        stale={log.isPlaceholderData}
        instead={
          log.isError && !log.data ? (
            <ErrorState error={log.error} onRetry={() => log.refetch()} />
          ) : log.data?.items.length === 0 && cursor === undefined ? (
            <EmptyState icon={<IconSend size={24} />} title={t('Nothing was sent')}>
              {t('The last 10,000 deliveries are kept.')}
            </EmptyState>
          ) : undefined
        }
        footer={
          log.data && (
            <CursorPager
              cursor={cursor}
              nextCursor={log.data.next_cursor}
              shown={log.data.items.length}
              limit={DELIVERY_PAGE_ROWS}
              noun={t('deliveries')}
              onGo={(next, trail) =>
                navigate({ search: (old) => ({ ...old, cursor: next }), state: { trail } })
              }
            />
          )
        }
      >
        {log.data ? (
          log.data.items.map((delivery) => <DeliveryRow key={delivery.id} delivery={delivery} />)
        ) : (
          <SkeletonRows rows={4} columns={columns().length} />
        )}
      </TablePanel>
    </Section>
  )
}

function DeliveryRow({ delivery }: { delivery: AlertDelivery }) {
  const { created_at, channel_name, kind, summary, state, attempts, next_at } = delivery
  return (
    <Table.Tr>
      <Table.Td style={{ whiteSpace: 'nowrap' }}>
        <time dateTime={created_at}>{formatDateTime(created_at)}</time>
      </Table.Td>
      <Table.Td style={{ overflowWrap: 'anywhere' }}>{channel_name}</Table.Td>
      <Table.Td miw={220}>
        <Group gap={6}>
          {kind === 'test' && <Badge color="gray">{t('Test')}</Badge>}
          <Text span inherit style={{ overflowWrap: 'anywhere' }}>
            {summary}
          </Text>
        </Group>
      </Table.Td>
      <Table.Td>
        <StatusDot tone={STATE_TONES[state]}>{stateWords()[state]}</StatusDot>
      </Table.Td>
      <Table.Td style={{ whiteSpace: 'nowrap' }}>
        {attempts === 1 ? t('once') : t('{attempts} times', { attempts })}
      </Table.Td>
      <Table.Td>
        <Stack gap={2}>
          <Text span inherit style={{ overflowWrap: 'anywhere' }}>
            {attempts === 0 ? t('Not sent yet') : outcomeOf(delivery)}
          </Text>
          {next_at !== null && attempts > 0 && (
            <Text span size="xs" c="dimmed">
              {t('Again at {next_at}', { next_at: formatDateTime(next_at) })}
            </Text>
          )}
        </Stack>
      </Table.Td>
    </Table.Tr>
  )
}
